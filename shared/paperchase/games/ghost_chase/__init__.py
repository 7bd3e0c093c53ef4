"""Ghost Chase in Canterville Castle: one unseen ghost, one to four chasers, one night."""

from paperchase.game import Game
from paperchase.games.ghost_chase.bot import choose
from paperchase.games.ghost_chase.castle import read_castle
from paperchase.games.ghost_chase.info import INFO
from paperchase.games.ghost_chase.orders import GRAMMAR
from paperchase.games.ghost_chase.rules import ghost_chase
from paperchase.games.ghost_chase.scene import scene

GAME = Game(
    package=__name__,
    info=INFO,
    board=read_castle,
    rules=ghost_chase,
    grammar=GRAMMAR,
    scene=scene,
    bot=choose,
)
"""What the registry finds."""
