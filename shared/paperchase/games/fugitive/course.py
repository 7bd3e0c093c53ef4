"""The cards of one game together with its options."""

import msgspec

from paperchase.games.fugitive.deck import Deck
from paperchase.games.fugitive.info import Setup


class Course(msgspec.Struct, frozen=True):
    """What stays the same from the first turn to the last."""

    deck: Deck
    setup: Setup
