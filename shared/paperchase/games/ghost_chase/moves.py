"""The moves of Ghost Chase as values, and their public parts read strictly.

Public parts have always exactly these keys:

    place   {"place": room}                          start   {"start": room}
    frame   {"frame": animal}                        frames  {"frames": [animal, ...]}
    ghost   {"cheat": bool, "lock": room or 0, "stuck": bool, "trap": bool}
    chase   {"figure": 1.., "to": room or 0, "trap": bool, "unlock": bool}
    answer  {"caught": the number of the step, or 0}

A reveal has none. A figure that goes to 0 stays; figure 0 is all of a seat's that are left.
"""

from collections.abc import Mapping
from typing import Any

from paperchase.games.ghost_chase.house import GHOST
from paperchase.games.ghost_chase.state import Ghost, Public, Round, closed, slot
from paperchase.rules import Kind, Move
from paperchase.told import Shape
from paperchase.values import Seat

PLACE: Shape = {"place": int}
START: Shape = {"start": int}
FRAME: Shape = {"frame": str}
HAUNT: Shape = {"cheat": bool, "lock": int, "stuck": bool, "trap": bool}
CHASE: Shape = {"figure": int, "to": int, "trap": bool, "unlock": bool}
ANSWER: Shape = {"caught": int}


def haunt_move(public: Public, ghost: Ghost, room: int, lock: int = 0) -> Move:
    """The ghost's turn that ends in `room`: a rest, a cheat, a move; 0 says that he is stuck.

    It says and opens what the rules demand of that room.
    """
    if not room:
        told = {"cheat": False, "lock": 0, "stuck": True, "trap": False}
        return Move(Kind.MOVE, GHOST, told, opens=closed(public))
    name, rest = slot(public.round), room == ghost.at
    trap = room == public.trap and not rest
    cheat = room in ghost.visited and not rest
    told = {"cheat": cheat, "lock": lock, "stuck": False, "trap": trap}
    return Move(Kind.MOVE, GHOST, told, {name: room}, (name,) if trap else ())


def chase_move(
    seat: Seat, figure: int, to: int = 0, trap: bool = False, unlock: bool = False
) -> Move:
    """A figure's turn: it goes to a room, or stays where `to` is 0."""
    told = {"figure": figure, "to": to, "trap": trap, "unlock": unlock}
    return Move(Kind.MOVE, seat, told)


def played(public: Public, told: Mapping[str, Any]) -> Round:
    """The round as the ghost's public words make it."""
    shown = public.trap if told["trap"] else 0
    return Round(public.round, public.figures, public.trap, told["cheat"], shown)
