"""The world that the tests of the client share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from paperchase import registry
from paperchase.errors import RefusedError
from paperchase.game import Game
from paperchase.testing import toy
from playing import People
from serving import World


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing of whoever runs the tests gets in."""
    for name in ("SERVER", "HANDLE", "HOME", "CONFIG", "COLOR", "ESCROW"):
        monkeypatch.delenv(f"PAPERCHASE_{name}", raising=False)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture(autouse=True)
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is a game like any other."""
    find = registry.find

    def or_toy(game: str) -> Game:
        return toy.GAME if game == "toy" else find(game)

    def no_board(game: Game, name: str) -> bytes:
        if game is toy.GAME:
            raise RefusedError("the toy's board is the server's", "unknown-board")
        return board(game, name)

    board = registry.board
    monkeypatch.setattr(registry, "find", or_toy)
    monkeypatch.setattr(registry, "board", no_board)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    folder = tmp_path / "server"
    folder.mkdir()
    made = World(folder)
    yield made
    made.close()


@pytest.fixture
def people(tmp_path: Path, world: World) -> People:
    return People(tmp_path / "people", world)
