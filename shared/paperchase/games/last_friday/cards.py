"""The fifteen campers, the clues, and what the Hospitality tokens hide.

Names and powers are ours: the printed ones are not known here (RULES.md, Cards).
"""

import msgspec

from paperchase.games.last_friday.camp import COLOURS

HEARING, TRAP, LANTERN, SHOVEL, SNEAKERS = "hearing", "trap", "lantern", "shovel", "sneakers"

CLUES = (HEARING, TRAP, LANTERN, SHOVEL, SNEAKERS)
"""The five types of clue, in the order in which bags and hands list them. Source: seed 0."""

EACH = 7
"""Clues of each type: 35 in all."""

UNSEEN = "clue"
"""A face-down clue whose type nobody knows before it is picked up."""

KEY = "key/"
"""Before a colour: a key that lies face up."""

HOSPITALITY = "hosp/"
"""Before a number: a face-down Hospitality token, and the name of its slot."""

CORPSE = 6
"""What a slot with a dead camp owner holds; keys are 1 to 5 in the order of the colours."""

_FINDS = {7: SHOVEL, 8: SNEAKERS, 9: HEARING}

GIFTS = (1, 2, 3, 4, 5, CORPSE, CORPSE, 7, 8, 9)
"""The ten Hospitality tokens. Source: seed 0."""

OWNERS = GIFTS.count(CORPSE)
"""Dead camp owners among them."""

SPEED, SHADOW, TWIST, AXE, INVISIBILITY = "speed", "shadow", "twist", "axe", "invisibility"

TOKENS = (AXE, TWIST, SHADOW, SPEED, INVISIBILITY)
"""The Maniac's tokens, one of each."""

REACH, NERVE, SPADE = "reach", "nerve", "spade"
"""What cards can do with the option `abilities`: lay Traps, Lanterns and dropped tokens up to
two dots away; use two tokens in a turn; keep a Shovel that was used."""


class Card(msgspec.Struct, frozen=True):
    """A camper: a name, the clue that he brings along, and his power."""

    name: str
    clue: str
    power: str


CARDS = {
    "red": (
        Card("rosa", LANTERN, REACH),
        Card("rufus", TRAP, NERVE),
        Card("ruth", SNEAKERS, SPADE),
    ),
    "yellow": (
        Card("gilda", HEARING, NERVE),
        Card("milo", LANTERN, SPADE),
        Card("sunny", SHOVEL, REACH),
    ),
    "green": (
        Card("fern", TRAP, REACH),
        Card("basil", SHOVEL, SPADE),
        Card("olive", HEARING, NERVE),
    ),
    "blue": (
        Card("skye", LANTERN, NERVE),
        Card("marina", SNEAKERS, REACH),
        Card("cyril", TRAP, SPADE),
    ),
    "brown": (
        Card("hazel", SNEAKERS, SPADE),
        Card("rusty", HEARING, REACH),
        Card("bruno", SHOVEL, NERVE),
    ),
}
"""Three cards of each colour, so that two of them can be replaced. Source: rules, section 1."""


def gift(value: int) -> str:
    """What a Hospitality token turns out to be: a key, a clue, or "corpse"."""
    if value == CORPSE:
        return "corpse"
    return _FINDS.get(value) or f"{KEY}{COLOURS[value - 1]}"
