"""The games and boards on offer: those that come with Paperchase, and the operator's boards."""

from collections.abc import Mapping
from pathlib import Path

from paperchase import registry
from paperchase.canon import check_name
from paperchase.errors import MalformedError, RefusedError
from paperchase.game import Game


class Catalogue:
    """Games by id, boards by game and name.

    `boards` are offered beside the games' own. `games` are offered beside those that the
    registry finds: whoever puts a server together may have some at hand.
    """

    def __init__(
        self,
        boards: Mapping[tuple[str, str], bytes] | None = None,
        games: tuple[Game, ...] = (),
    ) -> None:
        self._boards = dict(boards or {})
        self._games = {game.info.id: game for game in games}

    @classmethod
    def load(cls, folder: Path | None) -> "Catalogue":
        """All games, with the boards in `folder` as `<game>/<name>.toml`.

        Raises MalformedError naming file and line where one of them is broken, RefusedError
        where there is no such game or where a file takes the name of a game's own board.
        """
        boards: dict[tuple[str, str], bytes] = {}
        if folder is not None and not folder.is_dir():
            raise RefusedError(f"{folder}: no such folder of boards", "boards")
        for file in sorted(folder.glob("*/*.toml")) if folder is not None else ():
            game = registry.find(file.parent.name)
            name = check_name(file.stem)
            if name in game.info.boards:
                raise RefusedError(f"{file}: the game has a board {name}: rename this", "boards")
            data = file.read_bytes()
            game.board(data, str(file))
            boards[game.info.id, name] = data
        return cls(boards)

    def games(self) -> tuple[Game, ...]:
        """All games."""
        return (*registry.all_games(), *self._games.values())

    def find(self, game: str) -> Game:
        """The game called `game`. Raises RefusedError naming those that there are."""
        return self._games.get(game) or registry.find(game)

    def boards(self, game: Game) -> tuple[str, ...]:
        """The names of the boards of `game`; the first is the default."""
        own = (name for owner, name in self._boards if owner == game.info.id)
        return tuple(dict.fromkeys((*game.info.boards, *own)))

    def board(self, game: Game, name: str) -> bytes:
        """The bytes of a board. Raises RefusedError naming those there are."""
        own = self._boards.get((game.info.id, name))
        if own is not None:
            return own
        if name in game.info.boards:
            return registry.board(game, name)
        known = ", ".join(self.boards(game))
        raise RefusedError(f"{game.info.id} has no board {name}: there is {known}", "unknown-board")


def text_of(data: bytes) -> str:
    """A board as the database keeps it. Raises MalformedError where it is not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise MalformedError("a board file is UTF-8", "board") from None
