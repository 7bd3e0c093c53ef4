"""What Ghost Chase says of itself, and the options that balance it."""

from collections.abc import Mapping

import msgspec

from paperchase.errors import MalformedError
from paperchase.games.ghost_chase.state import ANIMALS
from paperchase.options import Option, Value, complete
from paperchase.rules import RuleInfo

INFO = RuleInfo(
    id="ghost-chase",
    version=1,
    title="Ghost Chase in Canterville Castle",
    summary="One unseen ghost, one to four chasers, one night in a castle of 54 rooms.",
    options=(
        Option("chasers", 1, "chaser seats: 3, 4 (two each), 3 or 4 figures", 1, 4),
        Option(
            "frames",
            "auto",
            "animal frames; auto: all five with 1 or 3 chasers, four by lot with 2 or 4",
            choices=("auto", "four", "five"),
        ),
        Option("cats", 4, "rounds in the frame of the cats", 1, 9),
        Option("owls", 4, "rounds in the frame of the owls", 1, 9),
        Option("bats", 5, "rounds in the frame of the bats", 1, 9),
        Option("mice", 5, "rounds in the frame of the mice", 1, 9),
        Option("hedgehogs", 6, "rounds in the frame of the hedgehogs", 1, 9),
        Option("cheats", 2, "deception cards of the ghost", 1, 2),
        Option("rests", 2, "rest cards of the ghost", 1, 2),
        Option("chimney", False, "the ghost may use the chimney 42-53"),
        Option("door", False, "the ghost may lock a door, once"),
        Option("trap", True, "a chaser may lay a trap, once"),
        Option("trap_holder", 1, "the number of the chaser who has the trap", 1, 4),
        Option("strict_order", False, "chasers move in seat order, not as they come"),
        Option("memory", False, "opened rooms are not drawn again, as at a table"),
    ),
    boards=("canterville",),
)
"""Rule version 1. Sources: seed 4, steps 1 and 6; the counts of animals are ours."""

FIGURES = {1: 3, 2: 4, 3: 3, 4: 4}
"""How many figures so many chasers have together. Source: seed 4, step 1."""


class Setup(msgspec.Struct, frozen=True):
    """The options of one game, by name and type."""

    chasers: int
    all_frames: bool
    animals: Mapping[str, int]
    cheats: int
    rests: int
    chimney: bool
    door: bool
    trap: bool
    trap_holder: int
    strict_order: bool
    memory: bool


def read_setup(options: Mapping[str, Value]) -> Setup:
    """The options of a game. Raises MalformedError where they do not fit together."""
    chosen = complete(INFO.options, options)
    number = {name: value for name, value in chosen.items() if isinstance(value, int)}
    chasers = number["chasers"]
    if number["trap_holder"] > chasers:
        raise MalformedError(
            f"option trap_holder takes the number of a chaser, and there are {chasers}", "option"
        )
    frames = chosen["frames"]
    return Setup(
        chasers=chasers,
        all_frames=frames == "five" or (frames == "auto" and chasers in (1, 3)),
        animals={name: number[name] for name in ANIMALS},
        cheats=number["cheats"],
        rests=number["rests"],
        chimney=bool(chosen["chimney"]),
        door=bool(chosen["door"]),
        trap=bool(chosen["trap"]),
        trap_holder=number["trap_holder"],
        strict_order=bool(chosen["strict_order"]),
        memory=bool(chosen["memory"]),
    )
