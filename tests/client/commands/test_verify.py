"""`paperchase verify` and `paperchase export`."""

import os
import threading
from pathlib import Path

import pytest

from paperchase_client import exits
from playing import URL, People, lost, once, portal

SEATS = {"ghost": "ann", "chaser-1": "bob"}


@pytest.fixture
def game(people: People) -> str:
    people.init("ann", "bob")
    short = [f"-o{animals}=1" for animals in ("cats", "owls", "bats", "mice", "hedgehogs")]
    new = people.do("ann", "new", "ghost-chase", "--seat", "ghost", *short, "--json")
    game = new.json["game"]
    people.do("bob", "join", game)
    people.play(game, SEATS, 24)
    return game


def test_a_running_game_is_undecided(people: People, game: str) -> None:
    ran = people.run("bob", "verify", game)
    assert ran.status == exits.UNDECIDED
    assert "UNDECIDED" in ran.out


def test_a_finished_game_is_fair_for_anybody_with_the_file_alone(
    people: People, game: str, tmp_path: Path
) -> None:
    people.play(game, SEATS)
    file = tmp_path / "game.jsonl"
    people.do("bob", "export", game, "-o", str(file))
    before = len(people.wire.calls)
    ran = people.do("stranger", "verify", str(file))
    assert ran.out.startswith("FAIR")
    assert "chaser-1" in ran.out
    piped = people.do("stranger", "verify", "-", "--json", stdin=file.read_text())
    assert piped.json["status"] == "fair"
    assert piped.json["handles"] == {"ghost": "ann", "chaser-1": "bob"}
    assert len(people.wire.calls) == before


def test_secret_in_export_nothing_that_is_not_opened_leaves(people: People, game: str) -> None:
    """Neither the key nor the hidden rooms of a running game are in the file."""
    text = people.do("ann", "export", game).out
    assert people.desk("ann").vault.master().hex() not in text
    assert text == people.do("bob", "export", game).out
    assert "hidden" not in text
    assert "secret" not in text.split("\n", 1)[1]


def test_a_file_that_somebody_cut_or_broke_proves_nothing(
    people: People, game: str, tmp_path: Path
) -> None:
    text = people.do("bob", "export", game).out
    lines = text.splitlines()
    dropped = "\n".join([*lines[:10], *lines[11:]])
    ran = people.run("eve", "verify", "-", "--json", stdin=dropped)
    assert (ran.status, ran.json["prefix_valid_to"]) == (exits.UNDECIDED, 9)
    for broken in ("", "nonsense", "\n".join([lines[0], lines[1][:-3]])):
        assert people.run("eve", "verify", "-", stdin=broken).status == exits.FAILED
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff")
    assert people.run("eve", "verify", str(file)).status == exits.FAILED


def test_a_game_that_others_play_is_fetched_and_not_kept(people: People, game: str) -> None:
    people.init("eve")
    assert people.run("eve", "verify", game[:8]).status == exits.UNDECIDED
    assert people.run("eve", "export", game).out == people.run("bob", "export", game).out
    assert people.desk("eve").vault.games() == []


def test_without_an_account_the_server_is_named(people: People, game: str) -> None:
    ran = people.run("stranger", "verify", game, "--server", URL)
    assert ran.status == exits.UNDECIDED
    assert people.run("stranger", "verify", game).status == exits.REFUSED


def test_without_network_the_stored_copy_is_checked(people: People, game: str) -> None:
    once(people.wire, "GET", "/log", lost)
    ran = people.run("bob", "verify", game)
    assert ran.status == exits.UNDECIDED
    assert "stored here" in ran.err
    before = len(people.wire.calls)
    assert people.run("bob", "verify", game, "--offline").status == exits.UNDECIDED
    assert people.run("eve", "verify", game, "--offline").status == exits.REFUSED
    assert len(people.wire.calls) == before


def test_with_a_portal_instead_of_the_server_the_stored_copy_is_checked(
    people: People, game: str
) -> None:
    once(people.wire, "GET", "/log", portal)
    ran = people.run("bob", "verify", game)
    assert ran.status == exits.UNDECIDED
    assert "stored here" in ran.err


def test_no_such_file_and_a_folder_are_usage(people: People, tmp_path: Path) -> None:
    ran = people.run("eve", "verify", "nothing.jsonl")
    assert (ran.status, "no file" in ran.err) == (exits.USAGE, True)
    ran = people.run("eve", "verify", str(tmp_path))
    assert (ran.status, "is a folder" in ran.err) == (exits.USAGE, True)


def test_whatever_can_be_read_is_checked(people: People, game: str, tmp_path: Path) -> None:
    """A pipe, as the shell makes one of `<(...)`, and a link."""
    text = people.do("bob", "export", game).out
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    thread = threading.Thread(target=pipe.write_text, args=(text,), daemon=True)
    thread.start()
    assert people.run("eve", "verify", str(pipe)).status == exits.UNDECIDED
    thread.join()
    file = tmp_path / "x.jsonl"
    file.write_text(text)
    link = tmp_path / "link"
    link.symlink_to(file)
    assert people.run("eve", "verify", str(link)).status == exits.UNDECIDED


def test_export_says_how_to_check_it(people: People, game: str, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    ran = people.do("bob", "export", game, "-o", str(file))
    assert f"paperchase verify {file}" in ran.out
    assert people.do("bob", "export", game, "--json").json["bundle"] == file.read_text()
    assert people.do("bob", "export", game, "-o", str(file), "--json").json["file"] == str(file)


def test_an_export_into_a_pipe_is_the_game_and_nothing_else(
    people: People, game: str, tmp_path: Path
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    thread = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    thread.start()
    assert people.do("bob", "export", game, "-o", str(pipe)).out == ""
    thread.join(10)
    assert read == [people.do("bob", "export", game).out]
    assert pipe.is_fifo()
