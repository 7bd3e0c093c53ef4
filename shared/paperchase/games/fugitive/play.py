"""The public step of Fugitive: what everybody, the server included, runs on each notice."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from paperchase.errors import IllegalMoveError
from paperchase.games.fugitive.course import Course
from paperchase.games.fugitive.judge import contradiction, out_of_reach
from paperchase.games.fugitive.moves import (
    ANSWER,
    BAR,
    DRAW,
    DROP,
    GUESS,
    HUNT,
    HUNTED,
    LOT,
    PASS,
    PLACE,
    TELL,
)
from paperchase.games.fugitive.state import (
    CLOSED,
    FUGITIVE,
    MARSHAL,
    Miss,
    Place,
    Public,
    Stage,
    card_slot,
    closed,
    hideout_slot,
    loose,
    loose_at,
    open_piles,
    sprint_slot,
    stock,
    top,
)
from paperchase.games.fugitive.turns import drawing, go_on, happen, over, pass_on, upcoming
from paperchase.rules import ALL, Kind, Notice
from paperchase.told import exactly, fields, read

STALL = 3
"""Passes in a row with all piles empty that end the game. The rule is ours, see RULES.md."""

MISSES = 60
"""So many wrong guesses are remembered, so that a game without an end does not grow."""


def apply(course: Course, public: Public, notice: Notice) -> Public:
    """The table after `notice`. Raises IllegalMoveError, or ends in a foul outcome."""
    seat, told, stage = notice.seat, notice.public, public.stage
    mine, his = seat == FUGITIVE, seat == MARSHAL
    match notice.kind:
        case Kind.MOVE if stage in (Stage.OPEN, Stage.ACT) and mine:
            return _act(course, public, notice)
        case Kind.MOVE if stage is Stage.DRAW and seat == public.mover:
            exactly(notice, (), ())
            return _draw(course, public, read(told, DRAW)["draw"])
        case Kind.MOVE if stage is Stage.GUESS and his:
            exactly(notice, (), ())
            return _guess(course, public, read(told, GUESS)["guess"])
        case Kind.MOVE if stage is Stage.HUNT and his:
            exactly(notice, (), ())
            return _hunt(course, public, read(told, HUNT)["hunt"])
        case Kind.MOVE if stage is Stage.BAR and seat == public.mover:
            exactly(notice, (), ())
            return _bar(course, public, read(told, BAR)["bar"])
        case Kind.MOVE if stage is Stage.DROP and mine:
            return _drop(course, public, notice)
        case Kind.ANSWER if stage is Stage.ANSWER and mine:
            return _answer(course, public, notice, read(told, ANSWER)["hit"])
        case Kind.ANSWER if stage is Stage.HUNTED and mine:
            return _hunted(course, public, notice, read(told, HUNTED)["right"])
        case Kind.ANSWER if stage is Stage.TELL and mine:
            exactly(notice, (), ())
            return _tell(course, public, read(told, TELL)["zone"])
        case Kind.CHANCE if stage is Stage.DEAL and mine:
            return _dealt(course, public, notice)
        case Kind.CHANCE if stage is Stage.CARD and seat == public.mover:
            return _card(course, public, notice)
        case Kind.CHANCE if stage is Stage.LOT and seat == ALL:
            exactly(notice, (), ())
            return _lot(course, public, read(told, LOT)["event"])
        case _:
            raise IllegalMoveError(f"{seat} is not asked for that now")


# -- the dealer ------------------------------------------------------------------------------


def _dealt(course: Course, public: Public, notice: Notice) -> Public:
    piles = course.deck.dealt
    exactly(notice, [card_slot(number) for number in range(1, len(piles) + 1)], ())
    for pile in piles:
        public = _taken(public, pile)
    return replace(public, stage=Stage.OPEN)


def _card(course: Course, public: Public, notice: Notice) -> Public:
    exactly(notice, (card_slot(public.dealt + 1),), ())
    return go_on(course, replace(_taken(public, public.pile), pile=""))


def _taken(public: Public, pile: str) -> Public:
    """A card of that pile is in the hand of the seat whose turn it is."""
    seat = public.mover
    taken = public.taken[seat]
    return replace(
        public,
        left={**public.left, pile: public.left[pile] - 1},
        taken={**public.taken, seat: {**taken, pile: taken[pile] + 1}},
        hands={**public.hands, seat: public.hands[seat] + 1},
        dealt=public.dealt + 1,
    )


def _lot(course: Course, public: Public, name: str) -> Public:
    if not name and public.left[public.pile]:
        return replace(public, stage=Stage.CARD)
    if name not in upcoming(course, public):
        raise IllegalMoveError("no such event can come now")
    return happen(course, public, name)


# -- both --------------------------------------------------------------------------------------


def _draw(course: Course, public: Public, pile: str) -> Public:
    if pile not in public.left:
        raise IllegalMoveError(f"the piles are {_piles(public.left)}")
    allowed = open_piles(public, public.mover)
    if pile not in allowed:
        why = "is barred" if stock(public, pile) else "is empty"
        raise IllegalMoveError(f"pile {pile.upper()} {why}: draw from {_piles(allowed)}")
    return drawing(course, replace(public, quota=public.quota - 1), pile)


def _bar(course: Course, public: Public, pile: str) -> Public:
    full = [each for each in public.left if stock(public, each)]
    if pile not in full:
        raise IllegalMoveError(f"a roadblock bars a pile with cards: {_piles(full)}")
    seat = MARSHAL if public.mover == FUGITIVE else FUGITIVE
    piles = tuple(sorted({*public.barred.get(seat, ()), pile}))
    return go_on(course, replace(public, barred={**public.barred, seat: piles}))


def _piles(piles: Iterable[str]) -> str:
    return ", ".join(pile.upper() for pile in piles)


# -- the fugitive ------------------------------------------------------------------------------


def _act(course: Course, public: Public, notice: Notice) -> Public:
    told = fields(notice.public, PASS)
    if told is not None:
        exactly(notice, (), ())
        return _pass(course, public, told["bonus"])
    if fields(notice.public, PLACE) is None:
        raise IllegalMoveError("that move says place (int) and sprints (int), or bonus (bool)")
    return _place(course, public, notice, read(notice.public, PLACE))


def _place(course: Course, public: Public, notice: Notice, told: Mapping[str, Any]) -> Public:
    goal, count, hand = told["place"], told["sprints"], public.hands[FUGITIVE]
    number, index = course.deck.goal, len(public.row)
    if goal not in (0, number):
        raise IllegalMoveError(f"only {number} is placed face up")
    if not 0 <= count < hand:
        raise IllegalMoveError(f"the fugitive holds {hand} cards, and {count + 1} are laid down")
    if not goal and count == hand - 1:
        raise IllegalMoveError(
            f"without {number} the fugitive holds {hand - 1} cards, and {count + 1} are laid down"
        )
    slots = [sprint_slot(index, each) for each in range(1, count + 1)]
    exactly(notice, slots if goal else [hideout_slot(index), *slots], ())
    if goal and out_of_reach(course.deck, public, count):
        raise IllegalMoveError(f"{number} is out of reach with {count} sprint cards")
    place = Place(
        value=number if goal else CLOSED,
        sprints=(CLOSED,) * count,
        free=public.free,
        stock=tuple(public.taken[FUGITIVE].values()),
    )
    after = replace(
        public,
        row=(*public.row, place),
        hands={**public.hands, FUGITIVE: hand - 1 - count},
        free=0,
        passes=0,
    )
    if goal:
        return _arrived(course, after)
    if public.stage is Stage.OPEN and index == 1:
        return after
    return pass_on(course, after)


def _arrived(course: Course, public: Public) -> Public:
    """The last hideout lies there. Source: seed, manhunt."""
    highest, goal = top(public, course.deck.goal), course.deck.goal
    if highest >= course.deck.border:
        return over(public, FUGITIVE, f"{goal} is reached, and {highest} was found already")
    return replace(public, stage=Stage.HUNT)


def _pass(course: Course, public: Public, bonus: bool) -> Public:
    if public.stage is Stage.OPEN:
        if len(public.row) == 1:
            raise IllegalMoveError("the first turn takes a hideout: only later ones may pass")
        if bonus:
            raise IllegalMoveError("there is nothing to draw in the first turn")
        return pass_on(course, public)
    piles = open_piles(public, FUGITIVE)
    if bonus and not course.setup.bonus:
        raise IllegalMoveError("passing earns no card in this game")
    if bonus and not piles:
        raise IllegalMoveError("all piles are empty, so passing earns no card")
    public = replace(public, passes=0 if piles else public.passes + 1)
    if course.setup.stall and public.passes == STALL:
        return over(public, MARSHAL, f"the fugitive passed {STALL} times with all piles empty")
    if bonus:
        return drawing(course, replace(public, acted=True), piles[0])
    return pass_on(course, public)


def _drop(course: Course, public: Public, notice: Notice) -> Public:
    if not read(notice.public, DROP)["drop"]:
        raise IllegalMoveError("that move says drop (true), and nothing else")
    (slot,) = notice.opened if len(notice.opened) == 1 else ("",)
    if slot not in loose(public) or notice.sealed:
        raise IllegalMoveError("a dropped glove opens one face-down sprint card, and seals nothing")
    after = _opened(public, notice.opened)
    why = contradiction(course.deck, after.row)
    if why:
        return over(after, MARSHAL, why, FUGITIVE)
    return go_on(course, replace(after, gloves=after.gloves - 1))


def _tell(course: Course, public: Public, zone: str) -> Public:
    zones = [course.deck.zone(1), *public.left]
    if zone not in zones:
        raise IllegalMoveError(f"he says one of {', '.join(zones)}")
    row = (*public.row[:-1], replace(public.row[-1], zone=zone))
    return go_on(course, replace(public, row=row))


# -- guesses and answers -----------------------------------------------------------------------


def _guess(course: Course, public: Public, numbers: list[Any]) -> Public:
    _check(course, public, numbers)
    if numbers != sorted(numbers):
        raise IllegalMoveError("the numbers of a guess stand in order")
    if not numbers:
        return pass_on(course, public)
    if public.crowd and len(numbers) > 1:
        raise IllegalMoveError("the crowd is in the way: this guess is a single number")
    return replace(
        public,
        stage=Stage.ANSWER,
        guess=tuple(numbers),
        guesses=public.guesses - 1,
        crowd=False,
    )


def _hunt(course: Course, public: Public, numbers: list[Any]) -> Public:
    _check(course, public, numbers)
    if not numbers:
        return over(public, FUGITIVE, "the marshal gave up the manhunt")
    return replace(public, stage=Stage.HUNTED, guess=tuple(numbers))


def _check(course: Course, public: Public, numbers: list[Any]) -> None:
    """Refuses what cannot be right. Source: RULES.md, guesses."""
    last = course.deck.goal - 1
    for number in numbers:
        if not 0 < number <= last:
            raise IllegalMoveError(f"a hideout to be guessed has a number from 1 to {last}")
        if any(place.value == number for place in public.row):
            raise IllegalMoveError(f"{number} lies face up already")
        if numbers.count(number) > 1:
            raise IllegalMoveError(f"{number} is named twice")
    down = len(closed(public))
    if len(numbers) > down:
        raise IllegalMoveError(f"only {down} hideouts lie face down, and {len(numbers)} are named")


def _answer(course: Course, public: Public, notice: Notice, hit: bool) -> Public:
    if hit:
        after = _shown(course, public, notice, public.guess)
    else:
        exactly(notice, (), ())
        miss = Miss(public.guess, len(public.row))
        kept = [one for one in public.misses if one != miss]
        after = replace(public, misses=(*kept, miss)[-MISSES:])
    if after.outcome:
        return after
    if after.guesses:
        return replace(after, stage=Stage.GUESS, guess=())
    return pass_on(course, after)


def _hunted(course: Course, public: Public, notice: Notice, right: int) -> Public:
    named = public.guess
    if not 0 <= right <= len(named):
        raise IllegalMoveError(f"from 0 to {len(named)} of the numbers can be right")
    after = _shown(course, public, notice, named[:right])
    if after.outcome:
        return after
    if right < len(named):
        return over(after, FUGITIVE, f"the manhunt failed at {named[right]}")
    return replace(after, stage=Stage.HUNT, guess=())


def _shown(course: Course, public: Public, notice: Notice, numbers: tuple[int, ...]) -> Public:
    """The row with so many hideouts opened, and all sprint cards under them.

    It is over where these are not the ones that were named, where what lies open breaks a
    rule, and where it is all there is. Source: seed, the guessing and the aim.
    """
    hit = [index for index in closed(public) if hideout_slot(index) in notice.opened]
    if len(hit) != len(numbers):
        raise IllegalMoveError(f"it opens {len(hit)} hideouts, and {len(numbers)} are right")
    slots = [slot for index in hit for slot in (hideout_slot(index), *loose_at(public, index))]
    exactly(notice, (), slots)
    after = _opened(public, notice.opened)
    found = sorted(after.row[index].value for index in hit)
    why = contradiction(course.deck, after.row)
    if not why and found != sorted(numbers):
        why = "the fugitive opened other hideouts than those that were named"
    if why:
        return over(after, MARSHAL, why, FUGITIVE)
    if not closed(after):
        return over(after, MARSHAL, "all hideouts are found")
    return after


def _opened(public: Public, values: Mapping[str, int]) -> Public:
    row = [
        replace(
            place,
            value=values.get(hideout_slot(index), place.value),
            sprints=tuple(
                values.get(sprint_slot(index, number), value)
                for number, value in enumerate(place.sprints, 1)
            ),
        )
        for index, place in enumerate(public.row)
    ]
    return replace(public, row=tuple(row))
