"""What is printed, and where it cannot be."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from paperchase_client import exits
from paperchase_client.output import Screen, plain
from paperchase_client.remote import Response
from playing import People, Wire, once

ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
CODE = "import sys; from paperchase_client.cli import main; sys.exit(main())"
NASTY = "x\x1b]0;owned\x07\x1b[2J\x9b31m\x1b[8m\r\nFAIR: all is well\u202e\ud800"
TAME = "x?]0;owned??[2J?31m?[8m  FAIR: all is well??"


def into(target: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A command whose stdout goes into a file or a device, or is closed (`-`)."""
    where = ">&-" if target == "-" else f"> {target}"
    return subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {where}', sys.executable, "-c", CODE, *words],
        env=ENV,
        text=True,
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("new", exits.FAILED),
        ("new --json", exits.FAILED),
        ("--help", exits.FAILED),
        ("--version", exits.FAILED),
        ("completion bash", exits.FAILED),
        ("key show --json", exits.REFUSED),
        ("games", exits.REFUSED),
        ("games --json", exits.REFUSED),
        ("show --json", exits.USAGE),
        ("verify nothing.jsonl --json", exits.USAGE),
    ],
)
def test_full_disk_where_the_answer_should_go_is_one_line_and_a_status(
    tmp_path: Path, words: str, status: int
) -> None:
    ran = into("/dev/full", "--home", str(tmp_path), *words.split())
    assert (ran.returncode, ran.stderr.count("\n")) == (status, 1), ran.stderr
    assert ran.stderr.startswith("error: ")


@pytest.mark.parametrize("words", ["new", "new --json", "games", "games --json", "show --json"])
def test_a_closed_stdout_is_no_crash(tmp_path: Path, words: str) -> None:
    ran = into("-", "--home", str(tmp_path), *words.split())
    assert "Traceback" not in ran.stderr
    assert "Exception" not in ran.stderr


@pytest.mark.parametrize("words", ["new", "new --json", "games --json", "show --json", "--help"])
def test_a_reader_who_goes_away_is_no_crash(tmp_path: Path, words: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        [sys.executable, "-c", CODE, "--home", str(tmp_path), *words.split()],
        env=ENV,
        text=True,
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert "Traceback" not in ran.stderr
    assert "Exception" not in ran.stderr
    assert ran.returncode != exits.DONE


def test_stderr_that_takes_nothing_leaves_the_status(tmp_path: Path) -> None:
    words = f"{sys.executable} -c '{CODE}' --home {tmp_path} games 2> /dev/full"
    ran = subprocess.run(["sh", "-c", words], env=ENV, check=False)
    assert ran.returncode == exits.REFUSED


def test_what_steers_a_terminal_is_taken_out_of_a_line() -> None:
    assert plain(NASTY) == TAME
    assert plain("Ветер, 風, ❄") == "Ветер, 風, ❄"
    assert plain("a b\tc") == "a b c"


def test_lines_and_colours_of_our_own_stay(capsys: pytest.CaptureFixture[str]) -> None:
    Screen().result({}, "one\n\x1b[31mtwo\x1b[0m\x1b[2J\x07")
    assert capsys.readouterr().out == "one\ntwo?[2J?\n"


def test_what_is_for_another_program_stays_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    Screen().result({}, "a\tb\x85", exact=True)
    assert capsys.readouterr().out == "a\tb\x85\n"


def test_json_keeps_everything_and_shows_nothing_unprintable(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Screen(json=True).result({"title": NASTY}, "")
    out = capsys.readouterr().out
    assert json.loads(out) == {"title": NASTY}
    assert out.removesuffix("\n").isprintable()


def answer(status: int, value: object) -> Response:
    kind = "application/json" if status == 200 else "application/problem+json"
    return Response(status, kind, json.dumps(value).encode())


@pytest.mark.parametrize("status", [403, 503])
def test_the_words_of_a_server_cannot_steer_the_terminal(people: People, status: int) -> None:
    people.init("ann")

    def nasty(wire: Wire, method: str, path: str, body: bytes | None) -> Response:
        return answer(status, {"code": "refused/x", "detail": NASTY})

    for more in ((), ("--json",)):
        once(people.wire, "GET", "/games", nasty)
        ran = people.run("ann", "games", "--open", *more)
        assert TAME in ran.out + ran.err
        assert (ran.out + ran.err).count("\n") == 1


def test_titles_and_handles_of_a_server_cannot_steer_the_terminal(people: People) -> None:
    people.init("ann")
    game = people.do("ann", "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]

    def nasty(wire: Wire, method: str, path: str, body: bytes | None) -> Response:
        page = json.loads(wire.ask(method, path, body).body)
        page["games"][0] |= {"title": NASTY, "caption": NASTY, "stage": "play"}
        return answer(200, page)

    once(people.wire, "GET", "/games", nasty)
    ran = people.do("ann", "games")
    assert ran.out.count("\n") == 1
    assert ran.out.removesuffix("\n").isprintable()
    assert game[:8] in ran.out
    once(people.wire, "GET", "/games", nasty)
    shown = people.do("ann", "games", "--json")
    assert shown.json["games"][0]["title"] == NASTY
    assert shown.out.removesuffix("\n").isprintable()
