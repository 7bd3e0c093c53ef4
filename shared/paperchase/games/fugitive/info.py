"""What Fugitive says of itself, and the options that balance it."""

from collections.abc import Mapping

import msgspec

from paperchase.options import Option, Value, complete
from paperchase.rules import RuleInfo

INFO = RuleInfo(
    id="fugitive",
    version=1,
    title="Fugitive",
    summary="One runs from hideout to hideout face down, one guesses where; two players.",
    options=(
        Option(
            "preset",
            "seed",
            "house rules of: seed (open with 1 or 2), strict (with 2), 2e (with 2, and pass bonus)",
            choices=("seed", "strict", "2e"),
        ),
        Option(
            "opening",
            "preset",
            "hideouts in the first turn; preset: as the preset says",
            choices=("preset", "one-or-two", "two"),
        ),
        Option(
            "pass_bonus",
            "preset",
            "one more card for a fugitive who passes; preset: as the preset says",
            choices=("preset", "on", "off"),
        ),
        Option(
            "events",
            "off",
            "nine house events: random: two in each pile; catch-up: they help who is behind",
            choices=("off", "random", "catch-up"),
        ),
        Option("stall", True, "all piles empty and three passes running: the marshal wins"),
    ),
    boards=("standard",),
)
"""Rule version 1. Sources: the seed; the presets are ours, see RULES.md."""

MARKS = 2
"""Events, or cards that stand for one, in each pile. Source: seed, the game with events."""


class Setup(msgspec.Struct, frozen=True):
    """The options of one game, by name and type. `catch_up` matters only with events."""

    two: bool
    bonus: bool
    events: bool
    catch_up: bool
    stall: bool


def read_setup(options: Mapping[str, Value]) -> Setup:
    """The options of a game. Raises MalformedError for one that does not exist."""
    chosen = complete(INFO.options, options)
    preset, opening, bonus = chosen["preset"], chosen["opening"], chosen["pass_bonus"]
    return Setup(
        two=preset != "seed" if opening == "preset" else opening == "two",
        bonus=preset == "2e" if bonus == "preset" else bonus == "on",
        events=chosen["events"] != "off",
        catch_up=chosen["events"] == "catch-up",
        stall=bool(chosen["stall"]),
    )
