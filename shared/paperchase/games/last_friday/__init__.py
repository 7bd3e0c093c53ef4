"""Last Friday: one Maniac in the dark, five campers around a lake, four chapters."""

from paperchase.game import Game
from paperchase.games.last_friday.bot import choose
from paperchase.games.last_friday.camp import read_camp
from paperchase.games.last_friday.info import INFO
from paperchase.games.last_friday.orders import GRAMMAR
from paperchase.games.last_friday.rules import last_friday
from paperchase.games.last_friday.view import scene

GAME = Game(
    package=__name__,
    info=INFO,
    board=read_camp,
    rules=last_friday,
    grammar=GRAMMAR,
    scene=scene,
    bot=choose,
    demo={"play": "II"},
)
"""What the registry finds."""
