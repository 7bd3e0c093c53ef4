"""Fugitive: one runs from hideout to hideout, one guesses where he is."""

from paperchase.game import Game
from paperchase.games.fugitive.bot import choose
from paperchase.games.fugitive.deck import read_deck
from paperchase.games.fugitive.info import INFO
from paperchase.games.fugitive.orders import GRAMMAR
from paperchase.games.fugitive.rules import fugitive
from paperchase.games.fugitive.scene import scene

GAME = Game(
    package=__name__,
    info=INFO,
    board=read_deck,
    rules=fugitive,
    grammar=GRAMMAR,
    scene=scene,
    bot=choose,
)
"""What the registry finds."""
