"""Where somebody sits at a terminal, he is asked; on stderr, so that stdout stays the result."""

import pytest

from paperchase_client import exits, options
from paperchase_client.commands import join, key, resign
from playing import URL, People


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (options, join, key, resign):
        monkeypatch.setattr(module, "is_terminal", lambda: True)


def test_handle_and_server_are_asked_for(people: People) -> None:
    ran = people.do("ann", "init", "--json", stdin=f"ann\n{URL}\n")
    assert ran.json["handle"] == "ann"
    assert "Your handle" in ran.err


def test_the_words_are_asked_for(people: People) -> None:
    people.init("ann")
    words = people.do("ann", "key", "backup").out
    people.do("b", "key", "restore", stdin=f"{words}ann\n{URL}\n")


def test_the_seat_is_asked_for_and_has_to_be_one(people: People) -> None:
    people.init("ann")
    game = people.do("ann", "new", "ghost-chase", "--json").json["game"]
    ran = people.do("ann", "join", game, stdin="goast\nghost\n")
    assert "You are the ghost" in ran.out


def test_the_order_is_asked_for(people: People) -> None:
    people.init("ann")
    game = people.do("ann", "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]
    people.do("ann", "join", game)
    assert "place 5" in people.do("ann", "move", game, stdin="place 5\n").out


@pytest.mark.parametrize(("answer", "status"), [("y", exits.DONE), ("n", exits.INTERRUPTED)])
def test_a_resignation_is_confirmed(people: People, answer: str, status: int) -> None:
    people.init("ann", "bob")
    game = people.do("ann", "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]
    people.do("bob", "join", game)
    assert people.run("bob", "resign", game, stdin=f"{answer}\n").status == status


def test_an_end_of_input_ends_quietly(people: People) -> None:
    ran = people.run("ann", "init", stdin="")
    assert (ran.status, ran.out) == (exits.INTERRUPTED, "")
    assert "Traceback" not in ran.err
