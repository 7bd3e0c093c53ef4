"""The config file, and what wins over it."""

from pathlib import Path

import pytest

from paperchase.errors import MalformedError
from paperchase_client import settings
from paperchase_client.cli import COMMANDS
from playing import People


def write(folder: Path, text: str) -> Path:
    path = folder / "config.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_no_config_file_says_nothing(tmp_path: Path) -> None:
    assert settings.read_config(tmp_path / "none.toml", COMMANDS, asked_for=False) == {}


@pytest.mark.parametrize(
    "text",
    [
        "sever = 'x'\n",
        "server = 3\n",
        "escrow = 'no'\n",
        "[show]\nsvgg = 'x'\n",
        "[nope]\na = 1\n",
        "= 1\n",
        "\xff",
    ],
)
def test_a_typo_in_the_config_file_is_named(people: People, tmp_path: Path, text: str) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(text.encode("latin-1"))
    ran = people.run("ann", "--config", str(path), "show", "abc")
    assert ran.status == 1
    assert "config.toml" in ran.err


def test_a_config_file_that_was_asked_for_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(MalformedError):
        settings.read_config(tmp_path / "none.toml", COMMANDS, asked_for=True)


def test_flag_wins_over_environment_over_file_over_default(
    people: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, "handle = 'filed'\nserver = 'http://localhost'\n")
    ran = people.do("a", "--config", str(path), "init", "--json")
    assert ran.json["handle"] == "filed"
    monkeypatch.setenv("PAPERCHASE_HANDLE", "aired")
    ran = people.do("b", "--config", str(path), "init", "--json")
    assert ran.json["handle"] == "aired"
    ran = people.do("c", "--config", str(path), "init", "--handle", "flagged", "--json")
    assert ran.json["handle"] == "flagged"


def test_a_table_sets_the_options_of_its_command(people: People, tmp_path: Path) -> None:
    people.init("ann")
    path = write(tmp_path, "[new]\nturn = '1h'\ntitle = 'Filed'\n")
    game = people.do("ann", "--config", str(path), "new", "ghost-chase", "--json").json["game"]
    found = people.do("ann", "games", "--open", "--json").json["games"]
    assert [(one["game"], one["title"]) for one in found] == [(game, "Filed")]


def test_a_table_of_a_group_reaches_its_commands(people: People, tmp_path: Path) -> None:
    people.init("ann")
    path = write(tmp_path, "[key.show]\njson = true\n")
    assert people.do("ann", "--config", str(path), "key", "show").json["handle"] == "ann"


def test_the_config_file_is_found_in_its_place(people: People, tmp_path: Path) -> None:
    write(tmp_path / "config" / "paperchase", "handle = 'placed'\nserver = 'http://localhost'\n")
    assert people.do("ann", "init", "--json").json["handle"] == "placed"


def test_the_folder_can_stand_in_the_config_file(people: People, tmp_path: Path) -> None:
    from paperchase_client.cli import main

    folder = tmp_path / "elsewhere"
    path = write(tmp_path, f"home = '{folder}'\nserver = 'http://localhost'\nhandle = 'x'\n")
    assert main(["--config", str(path), "init"], people.world("x")) == 0
    assert (folder / "master.key").exists()
