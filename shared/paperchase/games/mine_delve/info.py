"""What Mine Delve says of itself, and its options."""

from collections.abc import Mapping
from itertools import combinations

import msgspec

from paperchase.errors import MalformedError
from paperchase.options import Option, Value, complete
from paperchase.rules import RuleInfo

CALLINGS = ("warden", "drifter", "sharp", "powder")
"""All heroes in seating order; a hero is a seat."""

AUTO = {
    1: ("warden",),
    2: ("warden", "drifter"),
    3: ("warden", "drifter", "sharp"),
    4: CALLINGS,
}
"""Who goes where nobody chooses."""

_PARTIES = tuple("+".join(party) for n in range(1, 5) for party in combinations(CALLINGS, n))

INFO = RuleInfo(
    id="mine-delve",
    version=1,
    title="Mine Delve",
    summary="One to four heroes with one lantern, and a dark mine that nobody has seen.",
    options=(
        Option("heroes", 4, "heroes in the party; one player may run several", 1, 4),
        Option(
            "party", "auto", "who goes; auto: the first of the list", choices=("auto", *_PARTIES)
        ),
        Option("fixed_move", False, "heroes move 4; the die is still rolled for Grit"),
        Option("threat", "step", "level of the last fight", choices=("step", "high")),
        Option("clues", 2, "clues that lead to the objective", 1, 4),
    ),
    boards=("blackwater",),
)
"""Rule version 1."""


class Setup(msgspec.Struct, frozen=True):
    """The options of one game, by name and type."""

    party: tuple[str, ...]
    fixed_move: bool
    high: bool
    clues: int


def read_setup(options: Mapping[str, Value]) -> Setup:
    """The options of a game. Raises MalformedError where they do not fit together."""
    chosen = complete(INFO.options, options)
    size, clues = chosen["heroes"], chosen["clues"]
    assert isinstance(size, int)
    assert isinstance(clues, int)
    party = AUTO[size]
    if chosen["party"] != "auto":
        party = tuple(str(chosen["party"]).split("+"))
        if len(party) != size:
            raise MalformedError(
                f"option party names {len(party)} heroes and option heroes says {size}", "option"
            )
    return Setup(party, bool(chosen["fixed_move"]), chosen["threat"] == "high", clues)
