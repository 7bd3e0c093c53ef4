"""How a turn of Fugitive runs: what comes next, and what an event changes."""

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from paperchase.games.fugitive.course import Course
from paperchase.games.fugitive.events import (
    CROWD,
    DRAGNET,
    DROPPED_GLOVE,
    FLAT_TYRE,
    GETAWAY_CAR,
    HEAD_START,
    INFORMANT,
    ROADBLOCK,
    SECOND_WIND,
    Icon,
    waiting,
)
from paperchase.games.fugitive.info import MARKS
from paperchase.games.fugitive.state import (
    CLOSED,
    FUGITIVE,
    MARSHAL,
    Public,
    Stage,
    closed,
    loose,
    open_piles,
    stock,
)
from paperchase.rules import Outcome
from paperchase.values import Seat

V = TypeVar("V")

FIRST_DRAWS = 2
"""Cards that the marshal draws in his first turn. Source: seed."""

_CAR = 2


def lay_out(course: Course) -> Public:
    """The table before the deal. Source: seed, the preparation.

    The events are mixed in after the fugitive's hand is dealt, so no lot is in the way of it.
    """
    piles = course.deck.piles
    marks = MARKS if course.setup.events else 0
    return Public(
        stage=Stage.DEAL,
        left={pile.name: pile.size for pile in piles},
        marks={pile.name: marks for pile in piles},
        taken={seat: {pile.name: 0 for pile in piles} for seat in (FUGITIVE, MARSHAL)},
        hands={FUGITIVE: course.deck.hand + 1, MARSHAL: 0},
    )


def other(seat: Seat) -> Seat:
    """The opponent."""
    return MARSHAL if seat == FUGITIVE else FUGITIVE


def pass_on(course: Course, public: Public) -> Public:
    """The turn of the other seat begins. Source: seed, the order of turns."""
    seat = other(public.mover)
    first = seat == MARSHAL and public.turn == 1
    quota = (FIRST_DRAWS if first else 1) + public.later.get(seat, 0)
    begun = replace(
        public,
        mover=seat,
        turn=public.turn + (seat == FUGITIVE),
        quota=max(0, quota),
        acted=False,
        guess=(),
        guesses=0,
        later=_without(public.later, seat),
        barred=_without(public.barred, public.mover),
    )
    return go_on(course, begun)


def go_on(course: Course, public: Public) -> Public:
    """The stage that comes next in the running turn, or the first one of the next turn."""
    mover = public.mover
    if mover == FUGITIVE and public.gloves:
        if any(loose(public)):
            return replace(public, stage=Stage.DROP)
        public = replace(public, gloves=0)
    if public.pile:
        return drawing(course, public, public.pile)
    if public.quota and open_piles(public, mover):
        return replace(public, stage=Stage.DRAW)
    public = replace(public, quota=0)
    if mover == MARSHAL:
        guesses = 1 + public.dragnets
        return replace(public, stage=Stage.GUESS, guesses=guesses, dragnets=0)
    if public.acted:
        return pass_on(course, public)
    return replace(public, stage=Stage.ACT)


def drawing(course: Course, public: Public, pile: str) -> Public:
    """A card comes from that pile, unless the last one was an event and it is empty now."""
    if not stock(public, pile):
        return go_on(course, replace(public, pile=""))
    stage = Stage.LOT if public.marks[pile] else Stage.CARD
    return replace(public, stage=stage, pile=pile)


def upcoming(course: Course, public: Public) -> tuple[str, ...]:
    """The events of which one comes if the next card is an event. Source: seed, events."""
    if not course.setup.catch_up:
        return waiting(public.seen, None)
    down = len(closed(public))
    icon = Icon.FOOT if down <= 1 else Icon.NEUTRAL if down == 2 else Icon.LENS
    return waiting(public.seen, icon)


def happen(course: Course, public: Public, name: str) -> Public:
    """What an event does to the seat that has just drawn it. See `events.EVENTS`."""
    mover = public.mover
    pile = public.pile
    marks = {**public.marks, pile: public.marks[pile] - 1}
    public = replace(public, marks=marks, seen=(*public.seen, name))
    if name == HEAD_START and mover == MARSHAL:
        public = replace(public, later=_more(public.later, FUGITIVE, 1))
    elif name in (HEAD_START, SECOND_WIND):
        public = replace(public, quota=public.quota + 1)
    elif name == FLAT_TYRE:
        public = replace(public, later=_more(public.later, other(mover), -1))
    elif name == GETAWAY_CAR:
        public = replace(public, free=public.free + _CAR)
    elif name == CROWD:
        public = replace(public, crowd=True)
    elif name == DROPPED_GLOVE:
        public = replace(public, gloves=public.gloves + 1)
    elif name == DRAGNET:
        public = replace(public, dragnets=public.dragnets + 1)
    elif name == ROADBLOCK and any(stock(public, each) for each in public.left):
        return replace(public, stage=Stage.BAR)
    elif name == INFORMANT and public.row[-1].value == CLOSED:
        return replace(public, stage=Stage.TELL)
    return go_on(course, public)


def over(public: Public, winner: Seat, why: str, foul: Seat | None = None) -> Public:
    """The end of the game."""
    return replace(public, stage=Stage.OVER, outcome=Outcome((winner,), why, foul))


def _more(later: Mapping[Seat, int], seat: Seat, count: int) -> dict[Seat, int]:
    return {**later, seat: later.get(seat, 0) + count}


def _without(told: Mapping[Seat, V], seat: Seat) -> dict[Seat, V]:
    return {one: value for one, value in told.items() if one != seat}
