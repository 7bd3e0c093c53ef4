"""Public chance: dice that neither the server nor a player can load (PROTOCOL.md section 9).

Every party fixes a chain of hashes in advance and opens it link by link. A roll mixes the
dealer's next link with the newest link of every player, so each of them alone knows nothing.
"""

import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256

import msgspec

from paperchase.canon import read_hex
from paperchase.errors import EvidenceError, MalformedError, RefusedError
from paperchase.keys import SIZE, frame, mac

LINKS = 2**14
"""How many links a chain has besides its anchor: more than any game uses."""

_STRIDE = 128
_WORD = 2**64
_FOUR_WORDS = struct.Struct(">4Q").unpack
# What `frame` puts before a number, before 32 bytes, and first in what is hashed here.
_NUMBER_SIZE = (8).to_bytes(8)
_LINK_SIZE = SIZE.to_bytes(8)
_LINKS = frame("pc/links")
_ROLL = frame("pc/roll")
_TIMEOUT = frame("pc/roll/timeout")


class Chain(msgspec.Struct, frozen=True):
    """All links of one party in one game.

    `points` are every 128th link, the anchor first: whoever keeps them (in secret) spares
    growing the chain again.
    """

    context: str
    points: bytes

    def __repr__(self) -> str:
        return f"Chain(context={self.context!r})"

    @staticmethod
    def grow(context: str, seed: bytes) -> "Chain":
        """The chain whose last link is `seed`; takes some 15 ms.

        `context` is 32 bytes in hex: the game's id for a player's chain, and the `random` of
        the genesis entry for the dealer's, whose anchor stands in that entry itself.
        """
        start = _start(context)
        link = seed
        points = [seed]
        for index in range(LINKS, 0, -1):
            link = _older(start, index, link)
            if (index - 1) % _STRIDE == 0:
                points.append(link)
        return Chain(context, b"".join(reversed(points)))

    @property
    def anchor(self) -> str:
        """Link 0: stands in the log before the first roll and fixes all others."""
        return self.link(0)

    def link(self, index: int) -> str:
        """The link number `index`. Raises RefusedError beyond the last."""
        if not 0 <= index <= LINKS:
            raise RefusedError(f"a chain has {LINKS} links, and not one {index}", "links")
        above = -(-index // _STRIDE)
        link = self.points[above * SIZE : (above + 1) * SIZE]
        start = _start(self.context)
        for number in range(above * _STRIDE, index, -1):
            link = _older(start, number, link)
        return link.hex()


@lru_cache(maxsize=256)
def _start(context: str) -> bytes:
    # frame("pc/rng", context, index, link), as far as it is the same in all of a game
    return frame("pc/rng", read_hex(context)) + _NUMBER_SIZE


def _older(start: bytes, index: int, link: bytes) -> bytes:
    return sha256(start + index.to_bytes(8) + _LINK_SIZE + link).digest()


def check_link(context: str, index: int, older: str, newer: str) -> None:
    """Returns where `newer` is link `index` of the chain whose link before it is `older`.

    Raises EvidenceError `evidence/link` where it is not, MalformedError where it is none.
    """
    data = read_hex(newer)
    if not 0 < index <= LINKS or _older(_start(context), index, data).hex() != older:
        raise EvidenceError(f"link {index} is not the next of its chain", "link")


def join_links(links: Sequence[str]) -> str:
    """What the players give to a roll: the newest link of every seat, in seating order."""
    framed = [_LINK_SIZE + read_hex(link) for link in links]
    return sha256(_LINKS + b"".join(framed)).hexdigest()


def batch_seed(link: str, game: str, index: int, links: str, timeout: bool = False) -> bytes:
    """The seed of batch number `index`.

    `link` is the dealer's, `links` what `join_links` gives; `timeout` says that a lapse caused
    it.
    """
    # frame(label, game, index, links)
    message = (
        (_TIMEOUT if timeout else _ROLL)
        + (_LINK_SIZE + read_hex(game))
        + (_NUMBER_SIZE + index.to_bytes(8))
        + (_LINK_SIZE + read_hex(links))
    )
    return mac(read_hex(link), message)


def picks(seed: bytes, k: int, lots: Sequence[int]) -> tuple[int, ...]:
    """Roll number `k` of a batch: for each of `lots` a uniform integer below it.

    Raises MalformedError where a lot is empty.
    """
    words = _words(mac(seed, k.to_bytes(8)))
    return tuple([_pick(words, size) for size in lots])


def shuffle(seed: bytes, k: int, n: int) -> tuple[int, ...]:
    """Roll number `k` of a batch as an order of 0 to `n` - 1, all orders equally likely."""
    order = list(range(n))
    for last, other in zip(range(n - 1, 0, -1), picks(seed, k, range(n, 1, -1)), strict=True):
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _pick(words: Iterator[int], size: int) -> int:
    if not 0 < size < _WORD:
        raise MalformedError(f"nothing can be picked out of {size}", "lots")
    fair = _WORD - _WORD % size  # words from here on would favour the small picks
    while (word := next(words)) >= fair:
        pass
    return word % size


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from _FOUR_WORDS(mac(key, block.to_bytes(8)))
        block += 1
