"""One 32-byte master key, and everything that is derived from it.

PROTOCOL.md section 3. A player backs up the master alone: his signing key, and per game his
salts, his dice chain and his box key, all come back from it and from the log. Signing and
derivation are done by `cryptography`, verification by libsodium, which is stricter.
"""

from hashlib import sha256

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from nacl.bindings import crypto_core_ed25519_is_valid_point, crypto_sign_open
from nacl.exceptions import BadSignatureError

from paperchase.canon import read_hex
from paperchase.errors import EvidenceError, MalformedError
from paperchase.values import Seat

SIZE = 32
"""The length in bytes of every secret, key, id, salt and link."""

_FIELD = 2**255 - 19
_EIGHTH = 325606250916557431795983626356110631294008115727848805560023387167927233504
# Where X25519 gives zero for every private key: the points of order 1, 2, 4 and 8.
_SMALL = {0, 1, _FIELD - 1, _EIGHTH, pow(_EIGHTH, -1, _FIELD)}


def frame(*parts: str | int | bytes) -> bytes:
    """The parts behind each other, each behind its length, so that none runs into the next.

    Text is UTF-8; a number is 8 bytes, most significant first; so is a length.
    """
    framed = b""
    for part in parts:
        if isinstance(part, str):
            part = part.encode()
        elif isinstance(part, int):
            part = part.to_bytes(8)
        framed += len(part).to_bytes(8) + part
    return framed


_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def mac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 of RFC 2104, for keys of up to 64 bytes."""
    # Written out: `hmac.digest` takes twice as long, because OpenSSL looks the hash up by its
    # name each time.
    key = key.ljust(64, b"\0")
    inner = sha256(key.translate(_INNER) + message).digest()
    return sha256(key.translate(_OUTER) + inner).digest()


class Identity(msgspec.Struct, frozen=True):
    """A signing key pair. `key` is the public half, in hex: who somebody is."""

    key: str
    _private: Ed25519PrivateKey

    def __repr__(self) -> str:
        return f"Identity(key={self.key!r})"

    @staticmethod
    def from_seed(seed: bytes) -> "Identity":
        """The key pair of a 32-byte seed, as in RFC 8032."""
        private = Ed25519PrivateKey.from_private_bytes(seed)
        return Identity(private.public_key().public_bytes_raw().hex(), private)

    def sign(self, message: bytes) -> bytes:
        """64 bytes that only the holder of this key can make."""
        return self._private.sign(message)


class GameSecret(msgspec.Struct, frozen=True):
    """What one seat, or the dealer, keeps to itself in one game; opened when it has ended."""

    secret: bytes

    def __repr__(self) -> str:
        return "GameSecret()"

    def __post_init__(self) -> None:
        _check_secret(self.secret)

    @property
    def commitment(self) -> str:
        """`kc`: stands in the log from the start and fixes every salt in advance."""
        return sha256(frame("pc/v1/kc", self.secret)).hexdigest()

    def salt(self, slot: str) -> str:
        """The salt of one slot, in hex. It says nothing about any other."""
        return self.derive("salt", slot).hex()

    @property
    def chain_seed(self) -> bytes:
        """The last link of the dice chain, from which all others are hashed."""
        return self.derive("chain")

    @property
    def box(self) -> bytes:
        """The private half of the key that private draws are encrypted to."""
        return self.derive("box")

    @property
    def box_key(self) -> str:
        """The public half, in hex; stands in the join entry."""
        return box_key(self.box)

    def derive(self, *label: str | int | bytes) -> bytes:
        """32 bytes that are fixed by `label` and that nobody else can compute."""
        return mac(self.secret, frame(*label))


class Master(msgspec.Struct, frozen=True):
    """The one secret to back up."""

    secret: bytes

    def __repr__(self) -> str:
        return "Master()"

    def __post_init__(self) -> None:
        _check_secret(self.secret)

    def identity(self) -> Identity:
        """The signing key, the same in all games."""
        return Identity.from_seed(self._derive(None, b"pc/v1/identity"))

    def game_secret(self, nonce: str, game: str, seat: Seat) -> GameSecret:
        """The secret of one seat. `nonce` is the random hex that the join entry publishes."""
        info = f"pc/v1/game{game}{seat}".encode()
        return GameSecret(self._derive(read_hex(nonce), info))

    def dealer_secret(self, random: str) -> GameSecret:
        """The dealer's secret. `random` is what the genesis entry publishes."""
        return GameSecret(self._derive(read_hex(random), b"pc/v1/dealer"))

    def _derive(self, salt: bytes | None, info: bytes) -> bytes:
        return HKDF(SHA256(), SIZE, salt, info).derive(self.secret)

    def words(self) -> str:
        """The same 32 bytes as 24 English words (BIP 39)."""
        from mnemonic import Mnemonic

        return Mnemonic("english").to_mnemonic(self.secret)

    @staticmethod
    def from_words(words: str) -> "Master":
        """The inverse of `words`. Raises MalformedError; a wrong word is nearly always found."""
        from mnemonic import Mnemonic

        try:
            return Master(bytes(Mnemonic("english").to_entropy(words.lower().split())))
        except (ValueError, LookupError) as error:
            raise MalformedError(f"not a backup of 24 words: {error}", "words") from None


def verify(key: str, message: bytes, sig: bytes) -> None:
    """Returns where `sig` is `key`'s signature of `message`, else raises EvidenceError.

    The key must have passed `check_key` once, where it entered the log.
    """
    try:
        crypto_sign_open(sig + message, bytes.fromhex(key))
    except (BadSignatureError, ValueError):
        raise EvidenceError(f"no signature by the key {key[:16]}...", "signature") from None


def check_key(key: object) -> str:
    """`key` where it can be somebody's signing key. Raises MalformedError.

    Refused are keys for which anybody can sign (small order), or whose signatures some
    verifiers accept and others do not (mixed order, second spellings).
    """
    if crypto_core_ed25519_is_valid_point(read_hex(key)):
        return str(key)
    raise MalformedError("no signing key: its point is not one of prime order", "key")


def box_key(private: bytes) -> str:
    """The public half of an X25519 key, in hex."""
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw().hex()


def check_box(key: object) -> str:
    """`key` where a draw can be encrypted to it. Raises MalformedError."""
    place = int.from_bytes(read_hex(key), "little")
    if place < _FIELD and place not in _SMALL:
        return str(key)
    raise MalformedError("no box key: whoever saw it could read what it protects", "box")


def exchange(private: bytes, public: bytes) -> bytes:
    """What the holders of two X25519 keys share. Raises MalformedError at small order."""
    try:
        return X25519PrivateKey.from_private_bytes(private).exchange(
            X25519PublicKey.from_public_bytes(public)
        )
    except ValueError:
        raise MalformedError("no box key: nothing can be shared with it", "box") from None


def _check_secret(secret: bytes) -> None:
    if len(secret) != SIZE:
        raise MalformedError(f"a secret has {SIZE} bytes, not {len(secret)}", "secret")
