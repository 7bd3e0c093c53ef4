"""A hoard: three chests and a cellar are sealed, and a digger opens chests. For escrow.

The chests are face-down tokens (latent slots); the cellar is a position, which is not. A chest
that holds CURSED is refused by the rules when it is opened.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from paperchase.errors import IllegalMoveError
from paperchase.game import Game
from paperchase.options import Options
from paperchase.orders import Grammar
from paperchase.rules import Below, Demand, Kind, Move, Notice, Outcome, RuleInfo
from paperchase.scene import Scene
from paperchase.values import Seat
from paperchase_server.catalogue import Catalogue

OWNER, DIGGER = "owner", "digger"
CHESTS = ("chest/1", "chest/2", "chest/3")
CELLAR = "cellar"
CURSED = 9
BOARD = b"# No board.\n"


class Public(msgspec.Struct, frozen=True):
    """What was dug for, and what came to light."""

    hidden: bool = False
    asked: int = 0
    found: tuple[int, ...] = ()
    outcome: Outcome | None = None


class Secret(msgspec.Struct, frozen=True):
    """Nothing that a table would have to follow."""


class Hoard:
    """The owner seals, the digger digs three times."""

    seats = (OWNER, DIGGER)
    sides: Mapping[str, tuple[Seat, ...]] = {seat: (seat,) for seat in seats}
    chance = False
    public_type = Public
    secret_type = Secret

    def __init__(self, board: Any, options: Options) -> None:
        pass

    def start(self) -> Public:
        return Public()

    def secret(self, public: Public, seat: Seat) -> Secret:
        return Secret()

    def outcome(self, public: Public) -> Outcome | None:
        return public.outcome

    def caption(self, public: Public) -> str:
        return f"{len(public.found)} found"

    def latent(self, slot: str) -> bool:
        return slot.startswith("chest/")

    def pending(self, public: Public) -> tuple[Demand, ...]:
        if public.outcome is not None:
            return ()
        if public.asked:
            return (Demand(Kind.REVEAL, OWNER, "chest", (CHESTS[public.asked - 1],)),)
        if public.hidden:
            return (Demand(Kind.MOVE, DIGGER, len(public.found)),)
        return (Demand(Kind.MOVE, OWNER, "hide"),)

    def choices(self, public: Public, secret: Secret, demand: Demand) -> Iterator[Move]:
        if demand.kind is Kind.REVEAL:
            yield Move(Kind.REVEAL, OWNER, None, {}, demand.slots)
        elif demand.seat == OWNER:
            yield hide(5, 6, 7)
        else:
            yield dig(len(public.found) + 1)

    def sample(self, public: Public, secret: Secret, demand: Demand, below: Below) -> Move:
        return next(self.choices(public, secret, demand))

    def values(self, public: Public, slot: str) -> range:
        return range(CURSED + 1)

    def draw(self, public: Public, dealer: Any, demand: Demand, picks: tuple[int, ...]) -> Move:
        raise AssertionError

    def default(self, public: Public, demand: Demand) -> Move | None:
        return dig(len(public.found) + 1) if demand.seat == DIGGER else None

    def follow(self, public: Public, secret: Secret, move: Move) -> Secret:
        return secret

    def apply(self, public: Public, notice: Notice) -> Public:
        if notice.kind is Kind.REVEAL:
            (value,) = notice.opened.values()
            if value == CURSED:
                raise IllegalMoveError("a curse is no treasure")
            found = (*public.found, value)
            over = Outcome((DIGGER,), "all is found") if len(found) == len(CHESTS) else None
            return Public(True, 0, found, over)
        if notice.seat == OWNER:
            if set(notice.sealed) != {*CHESTS, CELLAR} or notice.opened:
                raise IllegalMoveError("three chests and the cellar")
            return replace(public, hidden=True)
        told = notice.public
        if type(told) is not int or not 1 <= told <= len(CHESTS) or notice.sealed or notice.opened:
            raise IllegalMoveError("dig for 1, 2 or 3")
        return replace(public, asked=told)


def hide(*chests: int) -> Move:
    return Move(Kind.MOVE, OWNER, None, {**dict(zip(CHESTS, chests, strict=True)), CELLAR: 4})


def dig(number: int) -> Move:
    return Move(Kind.MOVE, DIGGER, number)


GAME = Game(
    package="none",
    info=RuleInfo("hoard", 1, "Hoard", "Three chests.", (), ("none",)),
    board=lambda data, name: None,
    rules=Hoard,
    grammar=Grammar((), lambda move, secret: "something"),
    scene=lambda rules, public, secret: Scene("Hoard", 1, 1, 1),
)

CATALOGUE = Catalogue({("hoard", "none"): BOARD}, (GAME,))
