"""What everybody knows of a game of Fugitive, and what one seat or the dealer knows besides."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

import msgspec

from paperchase.rules import Outcome
from paperchase.values import Seat

FUGITIVE: Seat = "fugitive"
MARSHAL: Seat = "marshal"

CLOSED = -1
"""The value of a card that lies face down."""


class Stage(StrEnum):
    """What the table waits for."""

    DEAL = "deal"
    """the dealer to deal the fugitive's first hand"""
    OPEN = "open"
    """the fugitive to place his first hideouts"""
    DRAW = "draw"
    """the seat whose turn it is to choose a pile"""
    LOT = "lot"
    """the lot that says whether the next card of the pile is an event, and which"""
    CARD = "card"
    """the dealer to deal a card of the pile"""
    BAR = "bar"
    """the seat whose turn it is to name the pile of a roadblock"""
    TELL = "tell"
    """the fugitive to say which pile his latest hideout is from"""
    DROP = "drop"
    """the fugitive to turn up a sprint card"""
    ACT = "act"
    """the fugitive to place a hideout, or to pass"""
    GUESS = "guess"
    """the marshal to guess"""
    ANSWER = "answer"
    """the fugitive to answer a guess"""
    HUNT = "hunt"
    """the marshal to name numbers in the manhunt"""
    HUNTED = "hunted"
    """the fugitive to answer them"""
    OVER = "over"
    """nothing: there is an outcome"""


class Place(msgspec.Struct, frozen=True):
    """One hideout in the row with the sprint cards under it.

    `value` and each of `sprints` is a card, or CLOSED. `free` footprints came from an event.
    `stock` says how many cards of each pile the fugitive had drawn when he placed it; `zone`
    is the pile that he said it is from, if he had to.
    """

    value: int = CLOSED
    sprints: tuple[int, ...] = ()
    free: int = 0
    stock: tuple[int, ...] = ()
    zone: str = ""


class Miss(msgspec.Struct, frozen=True):
    """A guess that was wrong: not all these numbers were hideouts among the first `upto`."""

    numbers: tuple[int, ...]
    upto: int


class Public(msgspec.Struct, frozen=True):
    """The table as everybody sees it.

    `left` is how many hideouts each pile still has, `marks` how many events; `taken` how many
    cards each seat drew from each pile, `hands` how many it holds. `mover` is the seat whose
    turn it is; `quota` how many draws are left to it, `pile` the one that it draws from at the
    moment, `acted` whether only draws are left to it. `guess` are the numbers to be answered
    and `guesses` the guesses left in this turn. `passes` counts those in a row with all piles
    empty. `seen` are the events that came. Of what they left behind, `later` is how many cards
    more or less a seat draws in its next turn, `barred` the piles that it may not draw from,
    `free` the footprints of the getaway car, `crowd` that the next guess is a single number,
    `gloves` and `dragnets` how many are still to take effect.
    """

    stage: Stage
    left: Mapping[str, int]
    marks: Mapping[str, int]
    taken: Mapping[Seat, Mapping[str, int]]
    hands: Mapping[Seat, int]
    row: tuple[Place, ...] = (Place(0),)
    mover: Seat = FUGITIVE
    turn: int = 1
    dealt: int = 0
    quota: int = 0
    pile: str = ""
    acted: bool = False
    guess: tuple[int, ...] = ()
    guesses: int = 0
    misses: tuple[Miss, ...] = ()
    passes: int = 0
    seen: tuple[str, ...] = ()
    later: Mapping[Seat, int] = {}
    barred: Mapping[Seat, tuple[str, ...]] = {}
    free: int = 0
    crowd: bool = False
    gloves: int = 0
    dragnets: int = 0
    outcome: Outcome | None = None


class Secret(msgspec.Struct, frozen=True):
    """What one seat knows besides.

    The fugitive and the marshal have a `hand`; the fugitive also the `cards` in his slots and
    the hideout that he is `at`. Only the dealer has `piles`: what they still hold, in order.
    """

    hand: frozenset[int] = frozenset()
    cards: Mapping[str, int] = {}
    at: int = 0
    piles: Mapping[str, tuple[int, ...]] = {}


def hideout_slot(index: int) -> str:
    """The slot of the hideout at that place of the row."""
    return f"row/{index}"


def sprint_slot(index: int, number: int) -> str:
    """The slot of a sprint card under it, numbered from 1."""
    return f"sprint/{index}/{number}"


def card_slot(number: int) -> str:
    """The slot of a card that was dealt, numbered from 1."""
    return f"card/{number}"


def closed(public: Public) -> list[int]:
    """The places in the row whose hideout lies face down."""
    return [index for index, place in enumerate(public.row) if place.value == CLOSED]


def loose(public: Public) -> Iterator[str]:
    """The slots of the sprint cards that lie face down, from the left."""
    for index in range(len(public.row)):
        yield from loose_at(public, index)


def loose_at(public: Public, index: int) -> Iterator[str]:
    """The same of one place in the row."""
    for number, value in enumerate(public.row[index].sprints, 1):
        if value == CLOSED:
            yield sprint_slot(index, number)


def top(public: Public, goal: int) -> int:
    """The highest hideout that lies face up, the goal apart."""
    return max(place.value for place in public.row if place.value != goal)


def stock(public: Public, pile: str) -> int:
    """How many cards, hideouts and events, lie in a pile."""
    return public.left[pile] + public.marks[pile]


def open_piles(public: Public, seat: Seat) -> list[str]:
    """The piles that `seat` may draw from: those with cards, and none that is barred.

    Where no other has cards nothing is barred.
    """
    full = [pile for pile in public.left if stock(public, pile)]
    free = [pile for pile in full if pile not in public.barred.get(seat, ())]
    return free or full
