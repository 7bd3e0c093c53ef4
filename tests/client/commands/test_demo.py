"""`paperchase demo`: a real server, real players, an honest game and a cheat."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest

from paperchase import audit, bundle, log, registry
from paperchase.game import Game
from paperchase.testing import Match
from paperchase_client import exits, newgame, troupe
from paperchase_client.cli import main
from paperchase_client.commands import demo
from paperchase_client.forger import forge
from playing import People

CODE = "import sys; from paperchase_client.cli import main; sys.exit(main())"
SHORT = [f"-o{animals}=2" for animals in ("cats", "owls", "bats", "mice", "hedgehogs")]


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TMPDIR": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-c", CODE, "demo", *words],
        env=env,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # A shell that runs the tests in the background may have it ignored, for its children too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def servers(folder: Path) -> list[str]:
    """The server processes whose database lies below `folder`."""
    found: list[str] = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if any(word.startswith(str(folder).encode()) for word in words):
            found.append(path.parent.name)
    return found


def test_the_honest_game_is_fair_the_cheat_is_found_and_nothing_stays(tmp_path: Path) -> None:
    keep = tmp_path / "kept"
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    with start(temporary, *SHORT, "--keep", str(keep), "--json") as demo:
        out, err = demo.communicate(timeout=100)
    assert demo.returncode == exits.DONE, err
    told = json.loads(out)
    assert told["good"]
    assert told["honest"]["status"] == "fair"
    assert told["cheated"]["status"] == "unfair"
    proof = told["cheated"]["findings"][0]
    assert (proof["code"], proof["blamed"]) == ("MOVE_ILLEGAL", ["ghost"])
    assert proof["seq"] == told["lie"]
    assert "round" in proof["turn"]
    assert "does not touch" in proof["evidence"]
    assert told["noticed_by"] == ["chaser-1"]
    assert err == ""
    for name, status in (("honest", "fair"), ("cheated", "unfair")):
        text = (keep / f"{name}.jsonl").read_text()
        assert audit.verify(bundle.read(text)).status == status
    assert list(temporary.iterdir()) == []
    assert servers(temporary) == []


def test_a_game_that_is_over_before_the_cheat_had_a_chance_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Dice are not seeded, so a marshal may guess all before the fugitive gets to lie."""
    monkeypatch.setattr(demo, "PATIENCE", (99, 0))
    assert main(["--home", str(tmp_path), "demo", "fugitive", "--seed", "1"]) == exits.DONE
    told = capsys.readouterr().out
    assert told.count("over before the fugitive had a chance to cheat. Once more") == 1
    assert "noticed by marshal" in told


def test_where_nobody_hides_anything_the_server_cheats_and_is_found(tmp_path: Path) -> None:
    keep = tmp_path / "kept"
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    words = ("mine-delve", "-oheroes=1", "--keep", str(keep), "--json")
    with start(temporary, *words) as demo:
        out, err = demo.communicate(timeout=100)
    assert demo.returncode == exits.DONE, err
    told = json.loads(out)
    assert told["good"]
    assert told["honest"]["status"] == "fair"
    assert told["cheated"]["status"] == "unfair"
    proof = next(one for one in told["cheated"]["findings"] if one["blamed"])
    assert (proof["code"], proof["blamed"], proof["seq"]) == ("RNG", ["server"], told["lie"])
    assert "turn" in proof["turn"]
    assert "not what the links give" in proof["evidence"]
    assert err == ""
    assert told["cheated"]["seats"] == {"warden": "valid", "server": "cheat"}
    for name, status in (("honest", "fair"), ("cheated", "unfair")):
        text = (keep / f"{name}.jsonl").read_text()
        assert audit.verify(bundle.read(text)).status == status
    assert list(temporary.iterdir()) == []


def test_a_log_without_a_roll_cannot_be_forged() -> None:
    match = Match(registry.find("mine-delve"), {"heroes": 1}, "forge")
    assert forge(match.bundle(), match.game, match.identity) is None


def test_a_forged_roll_differs_from_the_true_one_in_nothing_but_the_pick() -> None:
    match = Match(registry.find("mine-delve"), {"heroes": 1}, "forge").play(60)
    lie = forge(match.bundle(), match.game, match.identity)
    assert lie is not None
    assert lie.true != lie.told
    true, told = (
        log.read_entry(one.lines[lie.seq].entry).body for one in (match.bundle(), lie.bundle)
    )
    assert {**true, "rolls": 0} == {**told, "rolls": 0}
    assert true["rolls"][:-1] == told["rolls"][:-1]
    assert true["rolls"][-1]["about"] == told["rolls"][-1]["about"]
    assert true["rolls"][-1]["lots"] == told["rolls"][-1]["lots"]


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.info.id)
def test_the_demo_options_of_every_game_fit_it(game: Game) -> None:
    name = game.info.boards[0]
    chosen = newgame.read_options(game, [], game.demo)
    assert game.rules(game.board(registry.board(game, name), name), chosen).seats


def test_last_friday_shows_chapter_two_unless_told_otherwise() -> None:
    game = registry.find("last-friday")
    assert newgame.read_options(game, [], game.demo)["play"] == "II"
    assert newgame.read_options(game, ["play=I"], game.demo)["play"] == "I"
    assert newgame.read_options(game, [])["play"] == "campaign"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_cleans_up_when_it_is_ended(tmp_path: Path, number: int) -> None:
    with start(tmp_path) as demo:
        assert demo.stdout is not None
        demo.stdout.readline()
        demo.send_signal(number)
        demo.communicate(timeout=60)
    assert demo.returncode == exits.INTERRUPTED
    assert list(tmp_path.iterdir()) == []
    end = time.monotonic() + 10
    while servers(tmp_path) and time.monotonic() < end:
        time.sleep(0.1)
    assert servers(tmp_path) == []


def test_a_missing_server_is_one_clear_line(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(troupe, "find_spec", lambda _: None)
    ran = people.run("ann", "demo")
    assert ran.status == exits.FAILED
    assert ran.err == (
        "error: the demo needs the server beside the client: pip install 'paperchase[server]'\n"
    )


def test_a_server_that_does_not_start_says_why(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nonsense(*_: Any) -> list[str]:
        return [sys.executable, "-c", "import sys; sys.exit('no room here')"]

    monkeypatch.setattr(troupe.House, "_command", nonsense)
    ran = people.run("ann", "demo")
    assert (ran.status, "no room here" in ran.err) == (exits.FAILED, True)


def test_an_unknown_game_or_option_is_told_before_anything_starts(people: People) -> None:
    assert people.run("ann", "demo", "chess").status == exits.REFUSED
    assert people.run("ann", "demo", "-o", "chaser=2").status == exits.USAGE
    assert people.run("ann", "demo", "-o", "chasers").status == exits.USAGE


def test_a_terminal_that_is_large_enough_shows_pictures(tmp_path: Path) -> None:
    command = f"{sys.executable} -c '{CODE}' demo {' '.join(SHORT).replace('=2', '=1')}"
    shown = on_terminal(command, tmp_path, rows=50)
    assert shown.count("\x1b[J") > 5
    assert "FAIR" in shown
    assert "∩ door" in shown


def test_a_low_terminal_shows_the_part_where_something_happens(tmp_path: Path) -> None:
    command = f"{sys.executable} -c '{CODE}' demo {' '.join(SHORT).replace('=2', '=1')}"
    pictures = on_terminal(command, tmp_path, rows=24).replace("\r", "").split("\x1b[J")
    assert len(pictures) > 5
    moves = re.findall(r"\x1b\[(\d+)A", "".join(pictures))
    assert {int(up) for up in moves} == {22}
    assert any("round 1 of 5: ghost to move (lines" in picture for picture in pictures)
    assert any(" M " in click.unstyle(picture) for picture in pictures)


def test_where_there_is_no_terminal_a_bar_grows_line_by_line(tmp_path: Path) -> None:
    with start(tmp_path, *SHORT) as demo:
        out, err = demo.communicate(timeout=100)
    assert (demo.returncode, err) == (exits.DONE, "")
    bars = [line for line in out.splitlines() if line.startswith("  [")]
    assert 5 < len(bars) < 60
    assert "  [--------------------] setup" in bars
    assert "  [####----------------] round 2 of 10" in bars
    assert "\x1b" not in out


def on_terminal(command: str, folder: Path, rows: int) -> str:
    import fcntl
    import pty
    import struct
    import termios

    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "TMPDIR": str(folder),
        "TERM": "xterm",
    }
    env.pop("COLUMNS", None)
    env.pop("LINES", None)
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 120, 0, 0))
    with subprocess.Popen(
        command, shell=True, env=env, stdin=slave, stdout=slave, stderr=slave
    ) as demo:
        os.close(slave)
        seen = bytearray()
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:
                break
            if not part:
                break
            seen += part
        demo.wait(60)
    os.close(master)
    assert demo.returncode == 0, seen[-2000:]
    return seen.decode()
