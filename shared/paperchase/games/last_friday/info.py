"""What Last Friday says of itself, and its options."""

from collections.abc import Mapping

import msgspec

from paperchase.options import Option, Value, complete
from paperchase.rules import RuleInfo

INFO = RuleInfo(
    id="last-friday",
    version=1,
    title="Last Friday",
    summary="One Maniac in the dark, five campers around a lake, four chapters of a long night.",
    options=(
        Option(
            "play",
            "campaign",
            "all four chapters one after the other, or one of them alone",
            choices=("campaign", "I", "II", "III", "IV"),
        ),
        Option(
            "ch4_contact",
            "reveal",
            "in chapter IV a camper who crosses the Maniac: makes him show himself, nothing, wins",
            choices=("reveal", "silent", "kill"),
        ),
        Option(
            "plot_twist",
            "any",
            "the Plot Twist is played at the end of: any round, the last one",
            choices=("any", "round15"),
        ),
        Option(
            "ch2_discard",
            "uncaught",
            "after chapter II campers lose clues and keys: if he was not caught, always",
            choices=("uncaught", "always"),
        ),
        Option(
            "kit",
            "full",
            "clues that campers begin chapter II, III or IV alone with: the card's, all five",
            choices=("card", "full"),
        ),
        Option("abilities", False, "campers have the powers on their cards"),
        Option("fast_forward", False, "chapter I may end early if both sides agree"),
        Option("tokens", 4, "tokens that the Maniac begins chapter I with", 0, 4),
    ),
    boards=("nettlewater",),
)
"""Rule version 1. Source: rules, section 13."""

CHAPTERS = {"campaign": 1, "I": 1, "II": 2, "III": 3, "IV": 4}
"""The first chapter of each kind of play."""


class Setup(msgspec.Struct, frozen=True):
    """The options of one game, by name and type. `first` is the chapter it begins with."""

    campaign: bool
    first: int
    contact: str
    last_twist: bool
    always_discard: bool
    full_kit: bool
    abilities: bool
    fast_forward: bool
    tokens: int


def read_setup(options: Mapping[str, Value]) -> Setup:
    """The options of a game. Raises MalformedError for one that does not exist."""
    chosen = complete(INFO.options, options)
    return Setup(
        campaign=chosen["play"] == "campaign",
        first=CHAPTERS[str(chosen["play"])],
        contact=str(chosen["ch4_contact"]),
        last_twist=chosen["plot_twist"] == "round15",
        always_discard=chosen["ch2_discard"] == "always",
        full_kit=chosen["kit"] == "full" and chosen["play"] not in ("campaign", "I"),
        abilities=bool(chosen["abilities"]),
        fast_forward=bool(chosen["fast_forward"]),
        tokens=int(chosen["tokens"]),
    )
