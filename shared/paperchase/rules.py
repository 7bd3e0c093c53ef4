"""What a game is to the rest of Paperchase: values in, values out.

What everybody knows (`P`) and what one seat knows besides (`S`) are two values. The public
step is never given a secret, so it cannot leak one. A rule set never sees a hash, a key, a
clock or a random number; `table` and `audit` join it to those.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Protocol, TypeVar

import msgspec

from paperchase.options import Option
from paperchase.values import Json, Seat

P = TypeVar("P")
S = TypeVar("S")

DEALER: Seat = "dealer"
"""The seat that the server plays: it draws cards and rolls dice, and decides nothing."""

ALL: Seat = "*"
"""The seat of a roll that everybody sees."""

NONE = 0
"""What a slot that a move leaves unused is sealed to."""

Below = Callable[[int], int]
"""`below(n)` is a uniform integer in 0..n-1."""


class Kind(StrEnum):
    """What the table can wait for. Only a MOVE leaves a choice; the others are owed."""

    MOVE = "move"
    ANSWER = "answer"
    REVEAL = "reveal"
    CHANCE = "chance"


class Demand(msgspec.Struct, frozen=True, gc=False):
    """What the table waits for. Several at once: simultaneous, or optional, play.

    At most one of a kind is pending for a seat. `slots` are those to be opened (REVEAL) or
    dealt (a private CHANCE); `lots` the sizes of the uniform picks that a CHANCE needs.
    Nobody waits for a demand with `must=False`, and no clock runs on it.
    """

    kind: Kind
    seat: Seat
    about: Json = None
    slots: tuple[str, ...] = ()
    lots: tuple[int, ...] = ()
    must: bool = True


class Move(msgspec.Struct, frozen=True, gc=False):
    """How a demand is met, as its maker sees it.

    `hidden` maps new slots to the integers sealed in them; `opens` names slots, old or of
    this very move, that are opened with it.
    """

    kind: Kind
    seat: Seat
    public: Json = None
    hidden: Mapping[str, int] = {}
    opens: tuple[str, ...] = ()


class Notice(msgspec.Struct, frozen=True, gc=False):
    """The same move as the others see it: names of the sealed slots, values of the opened."""

    kind: Kind
    seat: Seat
    public: Json = None
    sealed: tuple[str, ...] = ()
    opened: Mapping[str, int] = {}


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How a game ended. `foul` is the seat whose opened value broke the rules, if one did."""

    winners: tuple[Seat, ...]
    why: str
    foul: Seat | None = None


class Foul(Exception):  # noqa: N818 - it is no failure of ours, but a finding
    """A hidden step that the rules forbid. `then` is the secret, the mover taken at his word."""

    def __init__(self, why: str, then: Any) -> None:
        super().__init__(why)
        self.then = then


class RuleInfo(msgspec.Struct, frozen=True):
    """What a game says of itself before it is started.

    `version` changes with any change of behaviour; a game stays for ever on the version in
    its first entry. The first of `boards` is the default.
    """

    id: str
    version: int
    title: str
    summary: str
    options: tuple[Option, ...]
    boards: tuple[str, ...]


class RuleSet(Protocol[P, S]):
    """The rules of one game, with its board and its options fixed.

    Every method is deterministic. `P` and `S` are frozen values that round-trip through
    `values.pack` and `values.unpack`.
    """

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, in seating order."""
        ...

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """Which seats win and lose together. Every seat is on exactly one side."""
        ...

    @property
    def chance(self) -> bool:
        """Whether this game, with these options, ever rolls or deals."""
        ...

    @property
    def public_type(self) -> type[P]:
        """The type that `unpack` rebuilds a public state with."""
        ...

    @property
    def secret_type(self) -> type[S]:
        """The type that `unpack` rebuilds a secret with."""
        ...

    def start(self) -> P:
        """The public state before anybody has done anything."""
        ...

    def secret(self, public: P, seat: Seat) -> S:
        """What `seat` (or DEALER) knows besides, at the start."""
        ...

    def pending(self, public: P) -> tuple[Demand, ...]:
        """What the table waits for; empty exactly when there is an outcome."""
        ...

    def choices(self, public: P, secret: S, demand: Demand) -> Iterator[Move]:
        """Exactly one where `demand` is owed; else representative and never empty."""
        ...

    def sample(self, public: P, secret: S, demand: Demand, below: Below) -> Move:
        """A random legal move, any legal move possible. For bots and self-play."""
        ...

    def values(self, public: P, slot: str) -> Iterable[int]:
        """What `slot` could hold when sealed in `public`: restores a lost client."""
        ...

    def draw(self, public: P, dealer: S | None, demand: Demand, picks: tuple[int, ...]) -> Move:
        """What the picks mean. A roll that all see must not need `dealer` (it is None)."""
        ...

    def default(self, public: P, demand: Demand) -> Move | None:
        """What is played for a seat that let its deadline pass; None: it forfeits."""
        ...

    def latent(self, slot: str) -> bool:
        """Whether `slot` may stay sealed through an audit; `follow` then sees no value."""
        ...

    def apply(self, public: P, notice: Notice) -> P:
        """The step that everybody runs. Raises IllegalMoveError, or ends in a foul outcome."""
        ...

    def follow(self, public: P, secret: S, move: Move) -> S:
        """The hidden step of the mover's own seat, run before `apply`. Raises Foul.

        Never raises anything else, whatever the values are that a slot opens to.
        """
        ...

    def outcome(self, public: P) -> Outcome | None:
        """How it ended, or None."""
        ...

    def caption(self, public: P) -> str:
        """Where the game stands, in a few words: `round 7 of 18`."""
        ...
