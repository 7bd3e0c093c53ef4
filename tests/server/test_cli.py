"""`paperchase-server`: what an operator types, and what is said to mistakes."""

import json
import signal
import sqlite3
import stat

import pytest
from click.testing import CliRunner

from paperchase import api, registry
from paperchase.keys import Master
from paperchase_server import keyfile, runner
from paperchase_server.cli import main
from paperchase_server.store import Store
from serving import START, Clock, Process


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("PAPERCHASED_DB", "PAPERCHASED_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def call(*words, code=0):
    result = CliRunner().invoke(main, words)
    assert result.exit_code == code, result.output
    return result


def test_init(here):
    said = json.loads(call("init", "--json").stdout)
    assert said["db"] == "paperchase.sqlite"
    key = here / "paperchase.sqlite.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE((here / "paperchase.sqlite").stat().st_mode) == 0o600
    assert keyfile.read(key).identity().key == said["server"]
    before = key.read_bytes()
    result = call("init", code=1)
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert key.read_bytes() == before


def test_init_beside_an_existing_database(here):
    call("init")
    (here / "paperchase.sqlite.key").unlink()
    call("init", code=1)
    assert not (here / "paperchase.sqlite.key").exists()


def test_there_is_no_default_secret(here):
    masters = set()
    for name in ("a", "b"):
        call("init", "--db", name)
        masters.add(keyfile.read(here / f"{name}.key"))
    assert len(masters) == 2


@pytest.mark.parametrize("command", ["run", "check", "tick"])
def test_without_init(here, command):
    result = call(command, code=1)
    assert "paperchase-server init" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_setting_that_there_is_not(here, monkeypatch):
    monkeypatch.setenv("PAPERCHASED_PROT", "1")
    assert "no setting prot" in call("init", code=1).stderr
    assert call("init", "--prot", "1", code=2).stderr


def test_the_environment_sets_too(here, monkeypatch):
    monkeypatch.setenv("PAPERCHASED_DB", "other.db")
    call("init")
    assert (here / "other.db").exists()


def test_a_port_that_stays_taken(here, monkeypatch):
    monkeypatch.setattr(runner, "PORT_WAIT", 0.3)
    call("init")
    server = Process("-m", "paperchase_server.cli", "run", "--port", "0")
    port = server.url.rsplit(":", 1)[1]
    result = call("run", "--port", port, code=1)
    assert f"port {port}" in result.stderr
    assert server.stop() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_run(here, number):
    call("init")
    server = Process("-m", "paperchase_server.cli", "run", "--port", "0")
    assert server.said.startswith("listening on http://127.0.0.1:")
    about = server.get(api.PREFIX).json()
    assert {game["id"] for game in about["games"]} == set(registry.names())
    assert server.get(api.PREFIX.replace("v1", "v2")).status == 404
    refused = server.pool.request("GET", server.url + api.PREFIX, headers={"Host": "evil.example"})
    assert (refused.status, refused.json()["code"]) == (400, "malformed/host")
    assert server.stop(number) == 0


def test_run_says_one_object(here):
    made = json.loads(call("init", "--json").stdout)
    server = Process("-m", "paperchase_server.cli", "run", "--port", "0", "--json")
    said = json.loads(server.said)
    assert said["server"] == made["server"]
    server.url = said["url"]
    assert server.get(api.PREFIX).json()["server"] == made["server"]
    assert server.stop() == 0


def test_the_wrong_key(here):
    call("init")
    (here / "paperchase.sqlite.key").unlink()
    keyfile.write(here / "paperchase.sqlite.key", Master(b"z" * 32))
    assert "key file is not the one" in call("run", code=1).stderr


# -- boards of the operator's own ---------------------------------------------------------------


def own_board(here, text, game=None, name="mine"):
    game = game or registry.names()[0]
    folder = here / "boards" / game
    folder.mkdir(parents=True)
    (folder / f"{name}.toml").write_text(text)
    return game


def built_in():
    game = registry.all_games()[0]
    return game, registry.board(game, game.info.boards[0]).decode()


def test_a_board_of_ones_own(here):
    game, text = built_in()
    own_board(here, "# mine\n" + text, game.info.id)
    call("init", "--boards", "boards")
    server = Process("-m", "paperchase_server.cli", "run", "--port", "0", "--boards", "boards")
    about = server.get(api.PREFIX).json()
    offered = {one["id"]: one["boards"] for one in about["games"]}
    assert offered[game.info.id] == [*game.info.boards, "mine"]
    assert server.stop() == 0


@pytest.mark.parametrize("command", ["init", "run", "check"])
def test_a_broken_board(here, command):
    call("init")
    game, text = built_in()
    own_board(here, text + "\n[[[\n", game.info.id)
    lines = text.count("\n") + 2
    result = call(
        command,
        "--db",
        "x" if command == "init" else "paperchase.sqlite",
        "--boards",
        "boards",
        code=1,
    )
    assert f"boards/{game.info.id}/mine.toml:{lines}:" in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (here / "x").exists()


def test_boards_that_cannot_be(here):
    call("init", "--boards", "boards", code=1)
    game, text = built_in()
    own_board(here, text, game.info.id, game.info.boards[0])
    assert "rename" in call("init", "--boards", "boards", code=1).stderr


def test_boards_of_no_game(here):
    own_board(here, "", "chess")
    assert "no game chess" in call("init", "--boards", "boards", code=1).stderr


# -- check and tick -----------------------------------------------------------------------------


def test_check_of_nothing(here):
    call("init")
    assert call("check").stdout == "0 games, 0 with faults\n"
    assert call("check", "--json").stdout == ""
    assert json.loads(call("tick", "--json").stdout) == {"games": 0}
    assert call("tick").stdout == "0 games had a deadline behind them\n"
    assert Clock()() == START


def test_a_file_of_another_kind(here):
    call("init")
    (here / "paperchase.sqlite").write_bytes(b"x" * 4096)
    assert "no database of a Paperchase server" in call("check", code=1).stderr
    base = sqlite3.connect(here / "y")
    base.execute("CREATE TABLE facts (name, value)")
    base.close()
    with pytest.raises(Exception, match="schema None"):
        Store.open(str(here / "y"))
