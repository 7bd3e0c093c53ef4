"""Derivations have known answers, and verification is strict where OpenSSL alone is not."""

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st
from nacl.bindings import crypto_core_ed25519_add as add_points
from nacl.bindings import crypto_scalarmult_ed25519_base_noclamp as times_base

from paperchase.errors import EvidenceError, MalformedError
from paperchase.keys import (
    GameSecret,
    Identity,
    Master,
    box_key,
    check_box,
    check_key,
    exchange,
    frame,
    mac,
    verify,
)

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "keys.json").read_text())
MASTER = Master(bytes.fromhex(VECTORS["master"]))
FIELD = 2**255 - 19
EIGHTH = 325606250916557431795983626356110631294008115727848805560023387167927233504
ORDER = 2**252 + 27742317777372353535851937790883648493
IDENTITY_POINT = (1).to_bytes(32, "little")
TORSION = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
MESSAGE = b"a message"
SECRET_SCALAR = 2**251 + 12345
POINT = times_base(SECRET_SCALAR.to_bytes(32, "little"))


def scalar_sign(commitment: bytes, nonce: int, more: int = 0) -> bytes:
    """A signature of MESSAGE by POINT with a chosen R = `commitment`; `more` is added to S."""
    digest = hashlib.sha512(commitment + POINT + MESSAGE).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    return commitment + ((nonce + challenge * SECRET_SCALAR) % ORDER + more).to_bytes(32, "little")


def test_identity_and_words_have_known_answers() -> None:
    known = VECTORS["identity"]
    identity = MASTER.identity()
    assert identity.key == Identity.from_seed(bytes.fromhex(known["seed"])).key == known["key"]
    assert identity.sign(bytes.fromhex(known["message"])).hex() == known["sig"]
    assert MASTER.words() == VECTORS["words"]
    assert Master.from_words(VECTORS["words"].upper() + " \n") == MASTER


@pytest.mark.parametrize("which", ["game", "dealer"])
def test_game_secrets_have_known_answers(which: str) -> None:
    known = VECTORS[which]
    if which == "game":
        secret = MASTER.game_secret(known["nonce"], known["game"], known["seat"])
    else:
        secret = MASTER.dealer_secret(known["random"])
    assert secret.secret.hex() == known["secret"]
    assert secret.commitment == known["kc"]
    assert {slot: secret.salt(slot) for slot in known["salts"]} == known["salts"]
    assert secret.chain_seed.hex() == known["chain_seed"]
    assert secret.box.hex() == known["box"]
    assert secret.box_key == box_key(secret.box) == known["box_key"]


def test_every_game_seat_and_nonce_has_its_own_secret() -> None:
    one, two = "11" * 32, "22" * 32
    inputs = [(one, one, "a"), (two, one, "a"), (one, two, "a"), (one, one, "b")]
    secrets = {MASTER.game_secret(*given).secret for given in inputs}
    secrets |= {MASTER.dealer_secret(one).secret, MASTER.secret}
    assert len(secrets) == 6


@pytest.mark.parametrize("vector", VECTORS["frames"], ids=lambda vector: str(vector["parts"]))
def test_frames_have_known_answers(vector: dict[str, Any]) -> None:
    parts = [b"\x00\xff" if part == "00ff" else part for part in vector["parts"]]
    assert frame(*parts).hex() == vector["hex"]


@given(st.lists(st.binary(max_size=9), max_size=4), st.lists(st.binary(max_size=9), max_size=4))
def test_different_parts_make_different_frames(a: list[bytes], b: list[bytes]) -> None:
    assert (frame(*a) == frame(*b)) == (a == b)


@given(st.binary(max_size=64), st.binary(max_size=200))
def test_mac_is_hmac(key: bytes, message: bytes) -> None:
    assert mac(key, message) == hmac.digest(key, message, "sha256")


@given(st.binary(min_size=32, max_size=32))
def test_a_box_key_is_refused_exactly_where_nothing_can_be_shared_with_it(data: bytes) -> None:
    small = [value.to_bytes(32, "little") for value in (0, 1, EIGHTH, -1 % FIELD)]
    for public in (*small, pow(EIGHTH, -1, FIELD).to_bytes(32, "little"), data):
        whole = int.from_bytes(public, "little") < FIELD
        try:
            exchange(bytes(32), public)
        except MalformedError:
            whole = False
        try:
            check_box(public.hex())
        except MalformedError:
            assert not whole
        else:
            assert whole


def test_secrets_are_never_shown() -> None:
    secret = MASTER.dealer_secret("00" * 32)
    for holder, hidden in ((MASTER, MASTER.secret), (secret, secret.secret)):
        for text in (repr(holder), str(holder), f"{holder}"):
            assert hidden.hex() not in text
            assert repr(hidden)[2:-1] not in text
    assert repr(MASTER.identity()) == f"Identity(key='{MASTER.identity().key}')"


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_secret_has_32_bytes(size: int) -> None:
    for kind in (Master, GameSecret):
        with pytest.raises(MalformedError):
            kind(bytes(size))


@pytest.mark.parametrize(
    "words",
    ["", "zoo", "zoo " * 24, "paper " * 24, "abandon " * 11 + "about", VECTORS["words"] + " zoo"],
)
def test_a_bad_backup_is_refused(words: str) -> None:
    with pytest.raises(MalformedError):
        Master.from_words(words)


@given(st.binary(min_size=32, max_size=32))
def test_every_master_comes_back_from_its_words(secret: bytes) -> None:
    assert Master.from_words(Master(secret).words()) == Master(secret)


def test_every_change_of_a_signature_or_message_is_refused() -> None:
    identity = MASTER.identity()
    sig = identity.sign(MESSAGE)
    verify(identity.key, MESSAGE, sig)
    for bit in range(8 * len(sig)):
        changed = bytearray(sig)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(EvidenceError):
            verify(identity.key, MESSAGE, bytes(changed))
    for message, one in ((MESSAGE + b"x", sig), (b"", sig), (MESSAGE, sig[:-1]), (MESSAGE, b"")):
        with pytest.raises(EvidenceError) as caught:
            verify(identity.key, message, one)
        assert caught.value.code == "evidence/signature"
    with pytest.raises(EvidenceError):
        verify(Identity.from_seed(bytes(32)).key, MESSAGE, sig)


def test_a_crafted_signature_is_valid_to_begin_with() -> None:
    plain = times_base((7).to_bytes(32, "little"))
    verify(POINT.hex(), MESSAGE, scalar_sign(plain, 7))


def test_a_second_spelling_of_s_is_refused() -> None:
    plain = times_base((7).to_bytes(32, "little"))
    with pytest.raises(EvidenceError):
        verify(POINT.hex(), MESSAGE, scalar_sign(plain, 7, ORDER))


def test_r_of_small_order_is_refused_although_openssl_takes_it() -> None:
    sig = scalar_sign(IDENTITY_POINT, 0)
    Ed25519PublicKey.from_public_bytes(POINT).verify(sig, MESSAGE)
    with pytest.raises(EvidenceError):
        verify(POINT.hex(), MESSAGE, sig)


def test_r_of_mixed_order_is_refused() -> None:
    mixed = add_points(times_base((7).to_bytes(32, "little")), TORSION)
    with pytest.raises(EvidenceError):
        verify(POINT.hex(), MESSAGE, scalar_sign(mixed, 7))


def test_the_identity_as_a_key_lets_openssl_take_any_message() -> None:
    sig = IDENTITY_POINT + bytes(32)
    for message in (b"one", b"two"):
        Ed25519PublicKey.from_public_bytes(IDENTITY_POINT).verify(sig, message)
        with pytest.raises(EvidenceError):
            verify(IDENTITY_POINT.hex(), message, sig)


@pytest.mark.parametrize("key", VECTORS["refused_keys"])
def test_keys_of_small_order_are_refused(key: str) -> None:
    with pytest.raises(MalformedError):
        check_key(key)


def test_keys_of_mixed_order_and_off_the_curve_are_refused() -> None:
    assert check_key(POINT.hex()) == POINT.hex()
    assert check_key(MASTER.identity().key) == MASTER.identity().key
    off_curve = (2).to_bytes(32, "little").hex()
    second_spelling = (2**255 - 19 + 3).to_bytes(32, "little").hex()
    for bad in (add_points(POINT, TORSION).hex(), off_curve, second_spelling, POINT.hex().upper()):
        with pytest.raises(MalformedError):
            check_key(bad)
    for bad in (None, "", POINT, POINT.hex()[:-2], 7):
        with pytest.raises(MalformedError):
            check_key(bad)


@pytest.mark.parametrize("key", VECTORS["refused_boxes"])
def test_boxes_that_anybody_could_read_are_refused(key: str) -> None:
    with pytest.raises(MalformedError):
        check_box(key)


def test_two_box_keys_share_one_secret() -> None:
    one, two = bytes([1]) * 32, bytes([2]) * 32
    shared = exchange(one, bytes.fromhex(check_box(box_key(two))))
    assert shared == exchange(two, bytes.fromhex(box_key(one)))
    with pytest.raises(MalformedError):
        exchange(one, bytes(32))
