"""The house events: nine cards of our own, three for each side and three for the drawer."""

from enum import StrEnum

import msgspec


class Icon(StrEnum):
    """Whom an event helps. Source: seed, the game with events."""

    FOOT = "foot"
    """the fugitive"""
    NEUTRAL = "neutral"
    """whoever has drawn it"""
    LENS = "lens"
    """the marshal"""


class Event(msgspec.Struct, frozen=True):
    """A card: its name in the log, its title, whom it helps, and what it does."""

    name: str
    title: str
    icon: Icon
    text: str


HEAD_START = "head-start"
GETAWAY_CAR = "getaway-car"
CROWD = "crowd"
SECOND_WIND = "second-wind"
ROADBLOCK = "roadblock"
FLAT_TYRE = "flat-tyre"
INFORMANT = "informant"
DROPPED_GLOVE = "dropped-glove"
DRAGNET = "dragnet"

EVENTS = (
    Event(
        HEAD_START,
        "Head start",
        Icon.FOOT,
        "The fugitive draws one card more: now if it is his turn, else in his next.",
    ),
    Event(
        GETAWAY_CAR,
        "Getaway car",
        Icon.FOOT,
        "The next hideout of the fugitive may lie two further on, without sprint cards.",
    ),
    Event(CROWD, "Crowd", Icon.FOOT, "The next guess of the marshal is a single number."),
    Event(SECOND_WIND, "Second wind", Icon.NEUTRAL, "Whoever drew this draws one card more."),
    Event(
        ROADBLOCK,
        "Roadblock",
        Icon.NEUTRAL,
        "Whoever drew this names a pile: the other may not draw from it in his next turn, "
        "unless no other pile has cards.",
    ),
    Event(
        FLAT_TYRE,
        "Flat tyre",
        Icon.NEUTRAL,
        "The other player draws one card less in his next turn.",
    ),
    Event(
        INFORMANT,
        "Informant",
        Icon.LENS,
        "The fugitive says which pile his latest hideout is from, or that he started with it.",
    ),
    Event(
        DROPPED_GLOVE,
        "Dropped glove",
        Icon.LENS,
        "The fugitive turns up a face-down sprint card of his choice: now if it is his turn, "
        "else at the beginning of his next.",
    ),
    Event(
        DRAGNET,
        "Dragnet",
        Icon.LENS,
        "The marshal may guess once more: in this turn if it is his, else in his next.",
    ),
)
"""All nine. The printed texts are known to nobody here; these are house events."""


def title(name: str) -> str:
    """The title of an event."""
    return next((event.title for event in EVENTS if event.name == name), name)


def wording(name: str) -> str:
    """What an event says."""
    return next((event.text for event in EVENTS if event.name == name), "")


def waiting(seen: tuple[str, ...], icon: Icon | None) -> tuple[str, ...]:
    """The events that may come next, given those that came, in the order of the list.

    With an `icon` only those of its pile, which is shuffled anew when all of them are out.
    """
    names = [event.name for event in EVENTS if icon is None or event.icon is icon]
    before = [name for name in seen if name in names]
    out = before[len(before) - len(before) % len(names) :]
    return tuple(name for name in names if name not in out)
