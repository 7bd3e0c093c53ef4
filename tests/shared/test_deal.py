"""Private draws: the drawer alone reads them, and the dealer can neither choose nor lie."""

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from chance import chi_square, loose_bound
from paperchase.deal import DEALER, DELIVERY_SIZE, deliver, open_delivery, seed
from paperchase.dice import picks
from paperchase.errors import EvidenceError, MalformedError
from paperchase.keys import GameSecret
from paperchase.seal import Opening, commit

KNOWN = json.loads((Path(__file__).parents[1] / "vectors" / "deal.json").read_text())
DEALERS_SECRET = GameSecret(bytes.fromhex(KNOWN["dealer"]))
DRAWER = GameSecret(bytes.fromhex(KNOWN["drawer"]))
GAME, SLOT, LINKS = (KNOWN[key] for key in ("game", "slot", "links"))
OPENING = Opening(**KNOWN["opening"])
ONE = "11" * 32


def test_a_draw_has_known_answers() -> None:
    source = seed(DEALERS_SECRET, GAME, SLOT, LINKS)
    assert source.hex() == KNOWN["seed"]
    assert picks(source, 0, KNOWN["picks"]["lots"]) == tuple(KNOWN["picks"]["picks"])
    assert DEALERS_SECRET.salt(SLOT) == OPENING.salt
    assert commit(GAME, DEALER, SLOT, OPENING.salt, OPENING.value) == KNOWN["commitment"]
    assert DRAWER.box_key == KNOWN["box"]
    assert deliver(DEALERS_SECRET, GAME, SLOT, KNOWN["box"], OPENING) == KNOWN["delivery"]
    assert open_delivery(DRAWER, GAME, SLOT, KNOWN["commitment"], KNOWN["delivery"]) == OPENING


@pytest.mark.parametrize("value", [0, 1, -1, 2**53 - 1, -(2**53 - 1)])
def test_every_value_arrives_in_as_many_bytes(value: int) -> None:
    opening = Opening(DEALERS_SECRET.salt(SLOT), value)
    delivery = deliver(DEALERS_SECRET, GAME, SLOT, DRAWER.box_key, opening)
    commitment = commit(GAME, DEALER, SLOT, opening.salt, value)
    assert len(delivery) == 2 * DELIVERY_SIZE
    assert open_delivery(DRAWER, GAME, SLOT, commitment, delivery) == opening


def test_every_input_changes_the_seed() -> None:
    seeds = {
        seed(DEALERS_SECRET, GAME, SLOT, LINKS),
        seed(DRAWER, GAME, SLOT, LINKS),
        seed(DEALERS_SECRET, ONE, SLOT, LINKS),
        seed(DEALERS_SECRET, GAME, "other", LINKS),
        seed(DEALERS_SECRET, GAME, SLOT, ONE),
    }
    assert len(seeds) == 5


def test_nobody_but_the_drawer_reads_a_delivery() -> None:
    for other in (GameSecret(b"o" * 32), DEALERS_SECRET):
        with pytest.raises(EvidenceError) as caught:
            open_delivery(other, GAME, SLOT, KNOWN["commitment"], KNOWN["delivery"])
        assert caught.value.code == "evidence/delivery"


def test_a_delivery_is_for_one_slot_of_one_game() -> None:
    for game, slot in ((ONE, SLOT), (GAME, "token/5")):
        with pytest.raises(EvidenceError):
            open_delivery(DRAWER, game, slot, KNOWN["commitment"], KNOWN["delivery"])


def test_a_delivery_that_does_not_open_its_seal_blames_the_dealer() -> None:
    other = commit(GAME, DEALER, SLOT, OPENING.salt, OPENING.value + 1)
    with pytest.raises(EvidenceError) as caught:
        open_delivery(DRAWER, GAME, SLOT, other, KNOWN["delivery"])
    assert caught.value.code == "evidence/seal"
    beyond = Opening(OPENING.salt, 2**60)
    delivery = deliver(DEALERS_SECRET, GAME, SLOT, DRAWER.box_key, beyond)
    with pytest.raises(EvidenceError) as caught:
        open_delivery(DRAWER, GAME, SLOT, other, delivery)
    assert caught.value.code == "evidence/delivery"


def test_every_changed_bit_of_a_delivery_is_found() -> None:
    good = bytes.fromhex(KNOWN["delivery"])
    for bit in range(8 * len(good)):
        changed = bytearray(good)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(EvidenceError):
            open_delivery(DRAWER, GAME, SLOT, KNOWN["commitment"], changed.hex())


@pytest.mark.parametrize("delivery", ["", "00", KNOWN["delivery"].upper(), "00" * DELIVERY_SIZE])
def test_what_is_no_delivery_cannot_be_read(delivery: str) -> None:
    with pytest.raises(EvidenceError):
        open_delivery(DRAWER, GAME, SLOT, KNOWN["commitment"], delivery)


def test_nothing_is_encrypted_to_a_key_that_anybody_could_have() -> None:
    with pytest.raises(MalformedError):
        deliver(DEALERS_SECRET, GAME, SLOT, "00" * 32, OPENING)


def test_a_deal_without_replacement_is_uniform() -> None:
    """Two cards out of four, drawn by two picks: all twelve ordered pairs equally often."""
    counts = Counter[tuple[int, int]]()
    for number in range(3000):
        links = sha256(b"deal %d" % number).hexdigest()
        first, second = picks(seed(DEALERS_SECRET, GAME, SLOT, links), 0, [4, 3])
        pile = [0, 1, 2, 3]
        counts[pile.pop(first), pile.pop(second)] += 1
    assert len(counts) == 12
    assert chi_square(counts, 12) < loose_bound(12)
