"""A fair: three stalls that bid at once. For what neither the toy nor a real game asks.

Three sides of one seat each bid in secret at the same time; who is late bids nothing. Then chance
has two things to decide at once, a weather card that only one stall is dealt and a die, in that
order or the other (`first`). A stall may shout at any time, which may roll a die of its own
(`lucky`).
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from paperchase.errors import IllegalMoveError
from paperchase.game import Game
from paperchase.options import Option, Options
from paperchase.orders import Grammar
from paperchase.rules import (
    ALL,
    DEALER,
    Below,
    Demand,
    Foul,
    Kind,
    Move,
    Notice,
    Outcome,
    RuleInfo,
)
from paperchase.scene import Scene
from paperchase.values import Seat

STALLS = ("apples", "books", "cakes")
BOARD = b"# a field\n"

INFO = RuleInfo(
    id="fair",
    version=1,
    title="Fair",
    summary="Three stalls that bid at once; for tests.",
    options=(
        Option("rounds", 2, "rounds until the apples win", 1, 100),
        Option("first", "card", "what chance decides first", choices=("card", "die")),
        Option("lucky", False, "whether a shout rolls a die"),
    ),
    boards=("field",),
)


class Public(msgspec.Struct, frozen=True):
    """What all see. `bids` are the stalls that have bid in this round."""

    round: int = 1
    bids: tuple[Seat, ...] = ()
    dice: tuple[int, ...] = ()
    cards: int = 0
    owed: tuple[str, ...] = ()
    outcome: Outcome | None = None


class Secret(msgspec.Struct, frozen=True):
    """What a stall has bid and drawn."""

    bids: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()


class Fair:
    """The rules."""

    seats = STALLS
    sides: Mapping[str, tuple[Seat, ...]] = {seat: (seat,) for seat in STALLS}
    chance = True
    public_type = Public
    secret_type = Secret

    def __init__(self, board: Any, options: Options) -> None:
        self._rounds = int(options["rounds"])
        self._order = ("card", "die") if options["first"] == "card" else ("die", "card")
        self._lucky = bool(options["lucky"])

    def start(self) -> Public:
        return Public()

    def secret(self, public: Public, seat: Seat) -> Secret:
        return Secret()

    def outcome(self, public: Public) -> Outcome | None:
        return public.outcome

    def caption(self, public: Public) -> str:
        return f"round {public.round}"

    def latent(self, slot: str) -> bool:
        return False

    def pending(self, public: Public) -> tuple[Demand, ...]:
        if public.outcome:
            return ()
        demands: list[Demand] = []
        for what in public.owed:
            if what == "card":
                slots = (f"card/{public.cards + 1}",)
                demands.append(Demand(Kind.CHANCE, STALLS[0], "card", slots, (9,)))
            else:
                demands.append(Demand(Kind.CHANCE, ALL, what, lots=(6,)))
        for seat in STALLS:
            if seat not in public.bids:
                demands.append(Demand(Kind.MOVE, seat, {"bid": public.round}))
            else:
                demands.append(Demand(Kind.MOVE, seat, "shout", must=False))
        return tuple(demands)

    def choices(self, public: Public, secret: Secret, demand: Demand) -> Iterator[Move]:
        if demand.about == "shout":
            yield Move(Kind.MOVE, demand.seat, "shout")
            return
        for bid in range(10):
            yield self._bid(public, demand.seat, bid)

    def sample(self, public: Public, secret: Secret, demand: Demand, below: Below) -> Move:
        moves = list(self.choices(public, secret, demand))
        return moves[below(len(moves))]

    def values(self, public: Public, slot: str) -> range:
        return range(10)

    def draw(
        self, public: Public, dealer: Secret | None, demand: Demand, picks: tuple[int, ...]
    ) -> Move:
        if demand.slots:
            return Move(Kind.CHANCE, demand.seat, "card", {demand.slots[0]: picks[0] + 1})
        return Move(Kind.CHANCE, ALL, picks[0] + 1)

    def default(self, public: Public, demand: Demand) -> Move | None:
        """A late stall passes: a bid that seals nothing."""
        return Move(Kind.MOVE, demand.seat, "pass")

    def follow(self, public: Public, secret: Secret, move: Move) -> Secret:
        """Who bids nothing has to have bid something before: also when he is late."""
        if move.kind is Kind.CHANCE:
            return replace(secret, cards=(*secret.cards, *move.hidden.values()))
        if move.public == "pass" and not secret.bids:
            raise Foul("a pass before the first bid", secret)
        return replace(secret, bids=(*secret.bids, *move.hidden.values()))

    def apply(self, public: Public, notice: Notice) -> Public:
        told = notice.public
        if notice.kind is Kind.CHANCE and notice.sealed:
            after = replace(public, cards=public.cards + 1)
            return self._next(after, tuple(one for one in public.owed if one != "card"))
        if notice.kind is Kind.CHANCE:
            assert isinstance(told, int)
            after = replace(public, dice=(*public.dice, told)[-3:])
            return self._next(after, tuple(one for one in public.owed if one == "card"))
        if notice.opened:
            raise IllegalMoveError("nothing is opened at a fair")
        if notice.seat in public.bids:
            if told != "shout" or notice.sealed:
                raise IllegalMoveError("one can only shout now")
            return replace(public, owed=("shout",)) if self._lucky else public
        if told != "pass" and (told is not None or notice.sealed != (_slot(public, notice.seat),)):
            raise IllegalMoveError("a bid seals one number")
        bids = (*public.bids, notice.seat)
        owed = self._order if len(bids) == len(STALLS) else ()
        return replace(public, bids=bids, owed=owed)

    def _next(self, public: Public, owed: tuple[str, ...]) -> Public:
        if owed or len(public.bids) < len(STALLS):
            return replace(public, owed=owed)
        if public.round == self._rounds:
            return replace(public, owed=(), outcome=Outcome(STALLS[:1], "the fair is over"))
        return replace(public, round=public.round + 1, bids=(), owed=())

    def _bid(self, public: Public, seat: Seat, bid: int) -> Move:
        return Move(Kind.MOVE, seat, None, {_slot(public, seat): bid})


def _slot(public: Public, seat: Seat) -> str:
    return f"bid/{public.round}/{seat}"


GAME = Game(
    package="none",
    info=INFO,
    board=lambda data, name: None,
    rules=Fair,
    grammar=Grammar((), lambda move, secret: ""),
    scene=lambda rules, public, secret: Scene("Fair", 1, 1, 1),
)

__all__ = ["BOARD", "DEALER", "GAME", "STALLS", "Fair"]
