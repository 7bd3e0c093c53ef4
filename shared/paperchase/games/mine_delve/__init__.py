"""Mine Delve: one to four heroes with one lantern, and a mine that nobody has seen."""

from paperchase.game import Game
from paperchase.games.mine_delve.account import tell
from paperchase.games.mine_delve.board import read_lore
from paperchase.games.mine_delve.bot import choose
from paperchase.games.mine_delve.info import INFO
from paperchase.games.mine_delve.orders import GRAMMAR
from paperchase.games.mine_delve.rules import mine_delve
from paperchase.games.mine_delve.scene import scene

GAME = Game(
    package=__name__,
    info=INFO,
    board=read_lore,
    rules=mine_delve,
    grammar=GRAMMAR,
    scene=scene,
    bot=choose,
    tell=tell,
    demo={"heroes": 2},
)
"""What the registry finds."""
