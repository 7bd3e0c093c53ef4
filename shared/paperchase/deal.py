"""Private draws: the dealer deals a card that only the drawer sees (PROTOCOL.md section 10).

Nobody stores an order. The card is picked when it is asked for, from the dealer's committed
secret and from what the players gave; it is sealed in the log and delivered beside the seal,
encrypted to the drawer. Once the dealer's secret is revealed all of it is computed again.
"""

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from paperchase.canon import read_hex
from paperchase.errors import EvidenceError, MalformedError
from paperchase.keys import SIZE, GameSecret, box_key, exchange, frame, mac
from paperchase.seal import Opening, check_opening
from paperchase.values import Seat

DEALER: Seat = "dealer"
"""The seat under which what is dealt is sealed: its slots are unique in a game."""

DELIVERY_SIZE = SIZE + (SIZE + 8) + 16
"""The length in bytes of every delivery: ephemeral key, salt and value, tag."""

_NONCE = bytes(12)


def seed(dealer: GameSecret, game: str, slot: str, links: str) -> bytes:
    """The seed of the draw whose first slot is `slot`; `dice.picks(seed, 0, lots)` draws.

    `links` are those of a roll at the same place (see `dice.join_links`).
    """
    return mac(dealer.secret, frame("pc/deal", read_hex(game), slot, read_hex(links)))


def deliver(dealer: GameSecret, game: str, slot: str, box: str, opening: Opening) -> str:
    """`opening` encrypted to the drawer's `box` key, in hex.

    Nothing in it is random, so that the audit computes the very same bytes. Raises
    MalformedError where `box` is no key.
    """
    public = read_hex(box)
    private = dealer.derive("ephemeral", slot, public)
    own = bytes.fromhex(box_key(private))
    cipher = _cipher(exchange(private, public), own, public, game, slot)
    plain = read_hex(opening.salt) + opening.value.to_bytes(8, signed=True)
    return (own + cipher.encrypt(_NONCE, plain, None)).hex()


def open_delivery(
    drawer: GameSecret, game: str, slot: str, commitment: str, delivery: str
) -> Opening:
    """The drawn value, as the drawer alone can read it, checked against its seal.

    Raises EvidenceError `evidence/delivery` where it cannot be read, `evidence/seal` where it
    does not open `commitment`; the dealer is to blame for either.
    """
    try:
        data = read_hex(delivery, DELIVERY_SIZE)
        other = data[:SIZE]
        own = bytes.fromhex(drawer.box_key)
        cipher = _cipher(exchange(drawer.box, other), other, own, game, slot)
        plain = cipher.decrypt(_NONCE, data[SIZE:], None)
    except (InvalidTag, MalformedError):
        raise EvidenceError(f"the delivery of {slot} cannot be read", "delivery") from None
    opening = Opening(plain[:SIZE].hex(), int.from_bytes(plain[SIZE:], signed=True))
    try:
        check_opening(commitment, game, DEALER, slot, opening)
    except MalformedError:
        raise EvidenceError(f"the delivery of {slot} opens nothing", "delivery") from None
    return opening


def _cipher(shared: bytes, ephemeral: bytes, box: bytes, game: str, slot: str) -> ChaCha20Poly1305:
    info = frame("pc/delivery", read_hex(game), slot)
    return ChaCha20Poly1305(HKDF(SHA256(), SIZE, ephemeral + box, info).derive(shared))
