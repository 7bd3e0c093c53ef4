"""What everybody knows of a Ghost Chase, and what the ghost knows besides."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from paperchase.rules import Outcome

ANIMALS = ("cats", "owls", "bats", "mice", "hedgehogs")
"""The five frames, in the order of the box. Source: seed, steps 1 and 5."""

LETTERS = "abcd"
"""Figures are numbered from 1 in the state and lettered from `a` for people."""


class Stage(StrEnum):
    """What the table waits for."""

    FRAMES = "frames"
    """the roll that says which frames are used"""
    PLACE = "place"
    """a chaser to put down the next figure"""
    START = "start"
    """the ghost to take a room"""
    FRAME = "frame"
    """the first chaser to choose the next frame"""
    GHOST = "ghost"
    """the ghost to move unseen"""
    CHASE = "chase"
    """the chasers to move their figures"""
    ANSWER = "answer"
    """the ghost to say whether a figure has caught him"""
    SHOW = "show"
    """the ghost to open his rooms, a frame being full"""
    DAWN = "dawn"
    """the ghost to open his rooms, the last animal being gone"""
    OVER = "over"
    """nothing: there is an outcome"""


class Ghost(msgspec.Struct, frozen=True):
    """Where the ghost is and what is left to him. The secret of a chaser is an empty one.

    `at` is 0 before he has taken a room; `visited` includes the room he is in; `rests` is the
    number of rest cards in his hand.
    """

    at: int = 0
    visited: frozenset[int] = frozenset()
    rests: int = 0


class Step(msgspec.Struct, frozen=True):
    """One figure's turn in the running round, with what it takes to take it back.

    `source` equals `target` for a figure that stays. `laid` says that it left the trap behind,
    `unlocked` names the lockable room whose door it opened, or 0.
    """

    figure: int
    source: int
    target: int
    laid: bool = False
    unlocked: int = 0


class Round(msgspec.Struct, frozen=True):
    """A round whose room is not opened with its frame yet: all that the room is judged by.

    `taken` are the rooms of the figures, and `trap` the room of the trap or 0, when the ghost
    moved; `cheat` whether he said so; `shown` the room that the trap made him open, or 0;
    `entered` the rooms that figures have moved into since, in order.
    """

    number: int
    taken: tuple[int, ...]
    trap: int = 0
    cheat: bool = False
    shown: int = 0
    entered: tuple[int, ...] = ()


class Public(msgspec.Struct, frozen=True):
    """The table as everybody sees it.

    `figures` holds the room of each figure, 0 before it is placed. `waiting` are the frames that
    are not chosen yet, `active` the running one with `left` animals still outside; `total` is
    the number of rounds of the whole game. `ghost` is the room in which the ghost stands in
    view, 0 while he is unseen. `known` is what the last full opening told of him and `since` the
    rounds after it; `trail` has every room that was ever opened, by round (0: where he began).
    `steps` are the turns that figures have taken in this round. `cheats`, `door` and `card` are
    the deception, door and trap cards not used yet; `locked` is the lockable room whose door is
    locked and `trap` the room of the trap, or 0.
    """

    stage: Stage
    figures: tuple[int, ...]
    waiting: tuple[str, ...]
    known: Ghost
    cheats: int
    door: bool
    card: bool
    active: str = ""
    left: int = 0
    round: int = 0
    total: int = 0
    ghost: int = 0
    since: tuple[Round, ...] = ()
    trail: Mapping[int, int] = msgspec.field(default_factory=dict[int, int])
    steps: tuple[Step, ...] = ()
    locked: int = 0
    trap: int = 0
    outcome: Outcome | None = None


def slot(number: int) -> str:
    """The name of the slot in which the room of a round is sealed."""
    return f"room/{number}"


def closed(public: Public) -> tuple[str, ...]:
    """The slots that are still sealed, oldest first."""
    return tuple(slot(each.number) for each in public.since if not each.shown)
