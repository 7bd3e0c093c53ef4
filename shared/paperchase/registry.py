"""Finds the games: a folder under `games/` is one, and so is an entry point `paperchase.games`."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from paperchase import games as _folder
from paperchase.errors import RefusedError
from paperchase.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "paperchase.games"
"""The entry-point group by which other distributions add games."""


@cache
def find(game: str) -> Game:
    """The game called `game`. Raises RefusedError naming those that there are."""
    module = game.replace("-", "_")
    if module in _folders() and "_" not in game:
        return _load(f"{_folder.__name__}.{module}")
    for point in _points():
        if point.name == game:
            found = point.load()
            assert isinstance(found, Game)
            return found
    raise RefusedError(f"no game {game} here: there are {', '.join(names())}", "unknown-game")


def names() -> tuple[str, ...]:
    """The ids of all games."""
    own = {name.replace("_", "-") for name in _folders()}
    return tuple(sorted(own | {point.name for point in _points()}))


def all_games() -> tuple[Game, ...]:
    """All games, by id."""
    return tuple(find(name) for name in names())


def board(game: Game, name: str) -> bytes:
    """The file of one of the game's own boards. Raises RefusedError naming those there are."""
    if name not in game.info.boards:
        boards = ", ".join(game.info.boards)
        raise RefusedError(
            f"{game.info.id} has no board {name}: there is {boards}", "unknown-board"
        )
    return files(game.package).joinpath("boards", f"{name}.toml").read_bytes()


def _points() -> "Iterable[EntryPoint]":
    # Late, because it takes long, and a game of this distribution never needs it.
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


@cache
def _folders() -> frozenset[str]:
    return frozenset(found.name for found in iter_modules(_folder.__path__) if found.ispkg)


def _load(module: str) -> Game:
    game = import_module(module).GAME
    assert isinstance(game, Game), f"{module} exports no GAME"
    return game
