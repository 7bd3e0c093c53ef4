"""Where a game stands at the table: the value that a log folds to.

A `State` is the server's snapshot and the client's cache. It holds nothing that grows with the
length of the game: commitments and heads are looked up in a `Book`.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Protocol

import msgspec

from paperchase.log import SERVER as SERVER
from paperchase.rules import Demand, Notice, Outcome
from paperchase.values import Seat


class Stage(StrEnum):
    """The life of a game."""

    OPEN = "open"
    READY = "ready"
    PLAY = "play"
    REVEAL = "reveal"
    CLOSED = "closed"


class Holder(msgspec.Struct, frozen=True, gc=False):
    """Who plays a seat, from its join entry."""

    handle: str
    key: str
    nonce: str
    kc: str
    dice: str
    box: str


class SeatState(msgspec.Struct, frozen=True, gc=False):
    """What the log has shown of one seat.

    `links` dice links are opened and `link` is the newest (the anchor at first); `seals` slots
    are sealed; `secret` is its reveal, and `withheld` says that it never came; `closed` says
    that it has signed the end. `asides` counts the entries that nobody waited for, since its
    last one that was waited for.
    """

    holder: Holder | None = None
    ready: bool = False
    links: int = 0
    link: str = ""
    seals: int = 0
    secret: str = ""
    withheld: bool = False
    closed: bool = False
    asides: int = 0


class Phase(msgspec.Struct, frozen=True, gc=False):
    """A demand, and since when it has been pending unchanged.

    `seq` is the length of the log when it became pending.
    """

    demand: Demand
    seq: int


class State(msgspec.Struct, frozen=True, gc=False):
    """A game after `length` entries.

    `authors` are the player keys that have signed, the latest first, each with its last entry.
    `batches` counts the dealer's rolls, `link` is his newest dice link, `lapsed` whether a lapse
    causes the next roll. `clocks` say when a seat that owes something runs out of time, in unix
    seconds. `lost` are the seats that lost by what they did, whatever the board says: gave up,
    were late, withheld, were blamed.
    """

    game: str
    stage: Stage
    length: int
    head: str
    last: str
    t: int
    authors: tuple[tuple[str, str], ...]
    seats: Mapping[Seat, SeatState]
    public: Any
    phases: tuple[Phase, ...]
    clocks: Mapping[Seat, int]
    link: str
    batches: int
    lapsed: bool
    revealed: bool
    outcome: Outcome | None
    lost: frozenset[Seat]
    verdict: bool

    def own(self, key: str) -> str | None:
        """The last entry that `key` signed in this game."""
        for author, entry in self.authors:
            if author == key:
                return entry
        return None

    def demand(self, kind: str, seat: Seat) -> Phase | None:
        """The one pending demand of that kind for that seat."""
        for phase in self.phases:
            if phase.demand.seat == seat and phase.demand.kind == kind:
                return phase
        return None


class Event(msgspec.Struct, frozen=True, gc=False):
    """One step of the rules: the state before it, the demand it met, what all saw.

    `links` is what the players gave to a private draw, and `delivery` what its drawer got.
    `default` says that it was played for a seat that let its deadline pass.
    """

    public: Any
    demand: Demand
    notice: Notice
    author: Seat
    links: str = ""
    delivery: Mapping[str, str] = {}
    default: bool = False


class Step(msgspec.Struct, frozen=True, gc=False):
    """What an accepted entry does: the state after it, new seals, the rules' steps."""

    state: State
    seals: Mapping[tuple[Seat, str], str] = {}
    events: tuple[Event, ...] = ()


class Book(Protocol):
    """What of the log the fold has to look up. Its cost must not grow with the log."""

    def seal(self, seat: Seat, slot: str) -> str | None:
        """The commitment of a slot that is sealed already."""
        ...

    def seq(self, head: str) -> int | None:
        """After how many entries less one the log had this head."""
        ...


class MemoryBook:
    """A `Book` of dictionaries."""

    def __init__(self) -> None:
        self.seals: dict[tuple[Seat, str], str] = {}
        self.heads: dict[str, int] = {}

    def seal(self, seat: Seat, slot: str) -> str | None:
        """See `Book`."""
        return self.seals.get((seat, slot))

    def seq(self, head: str) -> int | None:
        """See `Book`."""
        return self.heads.get(head)

    def take(self, seq: int, head: str, seals: Mapping[tuple[Seat, str], str]) -> None:
        """Enters what an accepted entry brought."""
        self.heads[head] = seq
        self.seals.update(seals)
