"""The body of every entry type, as PROTOCOL.md lays down its keys.

`read(kind, body)` is strict: exactly these keys, exactly these types. The shapes are structs
because a log of a thousand entries is read in a fraction of a second.
"""

import re
from typing import Any, TypeVar

import msgspec

from paperchase.errors import MalformedError
from paperchase.seal import Opening
from paperchase.values import Json

B = TypeVar("B", bound="Body")

LONGEST_HANDLE = 64
"""Most characters of a handle in a log."""


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What all bodies share: immutable, and no key that the protocol does not name."""


class RulesId(Body, frozen=True):
    """Which rules, in which version."""

    id: str
    version: int


class BoardId(Body, frozen=True):
    """Which board: the digest binds, the name is for people."""

    name: str
    digest: str


class Clock(Body, frozen=True):
    """The clock agreement: `turn` seconds from when a seat begins to owe."""

    turn: int


class Genesis(Body, frozen=True):
    """The first entry: everything that the game is agreed on."""

    rules: RulesId
    board: BoardId
    options: dict[str, Any]
    seats: tuple[str, ...]
    sides: dict[str, tuple[str, ...]]
    server: str
    clock: Clock
    scheme: str
    kc: str
    dice: str
    box: str
    random: str
    title: str
    by: str


class Join(Body, frozen=True):
    """A seat is taken: the key that plays it, and what fixes its secrets in advance."""

    handle: str
    key: str
    nonce: str
    kc: str
    dice: str
    box: str


class Ready(Body, frozen=True):
    """Opens the first dice link."""


class Move(Body, frozen=True):
    """A move or an answer: public part, new seals, openings."""

    public: Any
    sealed: dict[str, str]
    opened: dict[str, Opening]


class Open(Body, frozen=True):
    """Openings of slots that `of` sealed, by whoever holds them."""

    of: str
    opened: dict[str, Opening]


class Rolled(Body, frozen=True):
    """One roll of a batch: what for, how many sides, what fell, what it means."""

    about: Any
    lots: tuple[int, ...]
    picks: tuple[int, ...]
    public: Any


class Roll(Body, frozen=True):
    """A batch: everything that chance decides between two decisions."""

    index: int
    timeout: bool
    rolls: tuple[Rolled, ...]


class Draw(Body, frozen=True):
    """A private draw: the card sealed by the dealer, the opening encrypted to the drawer."""

    of: str
    about: Any
    public: Any
    sealed: dict[str, str]
    delivery: dict[str, str]


class Lapse(Body, frozen=True):
    """A deadline passed. `public` is the default move, or null where the seat forfeits."""

    of: str
    what: str
    public: Any


class Resign(Body, frozen=True):
    """A seat gives up; it still owes its secret."""


class Reveal(Body, frozen=True):
    """The 32 bytes that open everything that a seat, or the dealer, sealed."""

    secret: str


class Verdict(Body, frozen=True):
    """A finding that anybody can reproduce from the log before it."""

    code: str
    seq: int
    blamed: str


class Close(Body, frozen=True):
    """A seat signs the final head and who won."""

    head: str
    result: tuple[str, ...]


def read(kind: type[B], body: Json) -> B:
    """`body` as a `kind`. Raises MalformedError."""
    try:
        return msgspec.convert(body, kind, strict=True)
    except msgspec.ValidationError as error:
        name = kind.__name__.lower()
        raise MalformedError(f"the body is no {name}: {error}", "body") from None


# Python's own `isprintable` changes with its release, and so would which logs are sound.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000"
    "\ud800-\uf8ff\ufeff\ufff0-\ufffb\ufffe\uffff\U000e0000-\U0010ffff]"
)


def is_printable(text: str) -> bool:
    """Whether `text` holds no control, odd space, mark of direction or private character."""
    return _UNSEEN.search(text) is None


def check_handle(handle: str) -> None:
    """Raises MalformedError for what no screen should show as a name.

    Which names there are, and that no two look alike, is for the server.
    """
    if not 0 < len(handle) <= LONGEST_HANDLE or not is_printable(handle):
        raise MalformedError(f"a handle has 1 to {LONGEST_HANDLE} letters", "handle")
