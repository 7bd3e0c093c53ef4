"""The moves of Fugitive as values, and their public parts read strictly.

Public parts have always exactly these keys:

    place   {"place": goal or 0, "sprints": count}  pass    {"bonus": bool}
    draw    {"draw": pile}                          bar     {"bar": pile}
    drop    {"drop": true}                          guess   {"guess": [number, ...]}
    hunt    {"hunt": [number, ...]}                 answer  {"hit": bool}
    hunted  {"right": count}                        tell    {"zone": pile or "start"}
    lot     {"event": name or ""}

A deal and a drawn card say what their demand is about. Numbers of a guess stand in order.
"""

from collections.abc import Collection, Sequence
from typing import Any

from paperchase.games.fugitive.state import FUGITIVE, MARSHAL, Public, hideout_slot, sprint_slot
from paperchase.rules import Kind, Move
from paperchase.told import Shape, fields
from paperchase.values import Seat

PLACE: Shape = {"place": int, "sprints": int}
PASS: Shape = {"bonus": bool}
DRAW: Shape = {"draw": str}
BAR: Shape = {"bar": str}
DROP: Shape = {"drop": bool}
GUESS: Shape = {"guess": (int,)}
HUNT: Shape = {"hunt": (int,)}
ANSWER: Shape = {"hit": bool}
HUNTED: Shape = {"right": int}
TELL: Shape = {"zone": str}
LOT: Shape = {"event": str}


def place_move(public: Public, goal: int, card: int, sprints: Sequence[int]) -> Move:
    """A hideout with sprint cards under it. The goal lies face up and has no slot."""
    index = len(public.row)
    hidden = {} if card == goal else {hideout_slot(index): card}
    hidden |= {sprint_slot(index, number): value for number, value in enumerate(sprints, 1)}
    told = {"place": goal if card == goal else 0, "sprints": len(sprints)}
    return Move(Kind.MOVE, FUGITIVE, told, hidden)


def pass_move(bonus: bool = False) -> Move:
    """No hideout; perhaps a card instead."""
    return Move(Kind.MOVE, FUGITIVE, {"bonus": bonus})


def draw_move(seat: Seat, pile: str) -> Move:
    """A draw from a pile."""
    return Move(Kind.MOVE, seat, {"draw": pile})


def bar_move(seat: Seat, pile: str) -> Move:
    """A roadblock before a pile."""
    return Move(Kind.MOVE, seat, {"bar": pile})


def drop_move(slot: str) -> Move:
    """A sprint card that is turned up."""
    return Move(Kind.MOVE, FUGITIVE, {"drop": True}, opens=(slot,))


def guess_move(numbers: Collection[int]) -> Move:
    """A guess; of nothing, where the marshal does not want to."""
    return Move(Kind.MOVE, MARSHAL, {"guess": sorted(numbers)})


def hunt_move(numbers: Sequence[int]) -> Move:
    """Numbers to be answered one after the other; none, where the marshal gives up."""
    return Move(Kind.MOVE, MARSHAL, {"hunt": [*numbers]})


def placed(public: Public, move: Move) -> tuple[Any, list[Any]] | None:
    """The card and the sprint cards of a placement as its maker sees them, else None."""
    told = fields(move.public, PLACE)
    if told is None or told["sprints"] > len(move.hidden):
        return None
    index = len(public.row)
    card = told["place"] or move.hidden.get(hideout_slot(index))
    slots = [sprint_slot(index, number) for number in range(1, told["sprints"] + 1)]
    return card, [move.hidden.get(slot) for slot in slots]
