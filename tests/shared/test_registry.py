"""Games are found as folders, and as entry points of other distributions."""

from importlib.metadata import EntryPoint
from typing import Any

import pytest

from paperchase import registry
from paperchase.errors import RefusedError
from paperchase.testing import toy
from rogue import GHOST_CHASE


@pytest.fixture(autouse=True)
def fresh() -> Any:
    registry.find.cache_clear()
    yield
    registry.find.cache_clear()


def test_a_folder_is_a_game() -> None:
    assert "ghost-chase" in registry.names()
    assert registry.find("ghost-chase") is GHOST_CHASE
    assert GHOST_CHASE.package == "paperchase.games.ghost_chase"


def test_every_game_is_found_by_the_id_that_it_says() -> None:
    assert registry.names() == tuple(sorted(registry.names()))
    assert [game.info.id for game in registry.all_games()] == list(registry.names())
    for game in registry.all_games():
        assert registry.find(game.info.id) is game


@pytest.mark.parametrize(
    "name",
    ["", "chess", "ghost_chase", "Ghost-Chase", "ghost-chase/..", "os", ".", "ghost-chase\n"],
)
def test_a_game_that_there_is_not(name: str) -> None:
    with pytest.raises(RefusedError, match="ghost-chase") as caught:
        registry.find(name)
    assert caught.value.code == "refused/unknown-game"


def test_boards_are_files_of_the_game() -> None:
    for game in registry.all_games():
        for name in game.info.boards:
            data = registry.board(game, name)
            assert game.board(data, name) is not None
            data.decode()


@pytest.mark.parametrize("name", ["", "moon", "../canterville", "canterville.toml", "Canterville"])
def test_a_board_that_there_is_not(name: str) -> None:
    with pytest.raises(RefusedError, match="canterville") as caught:
        registry.board(GHOST_CHASE, name)
    assert caught.value.code == "refused/unknown-board"


def test_another_distribution_may_add_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("toy", "paperchase.testing.toy:GAME", registry.GROUP)

    monkeypatch.setattr(registry, "_points", lambda: [point])
    assert registry.find("toy") is toy.GAME
    assert "toy" in registry.names()
    assert toy.GAME in registry.all_games()
    with pytest.raises(RefusedError, match="toy"):
        registry.find("chess")
