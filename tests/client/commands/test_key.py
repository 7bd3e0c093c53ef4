"""`paperchase key`."""

from pathlib import Path

from paperchase.errors import OfflineError
from paperchase_client import exits
from paperchase_client.remote import Response
from playing import URL, People, Ran, Wire, lost, once
from serving import World

CASTLE = {"ghost": "ann", "chaser-1": "bob"}


def test_the_words_are_the_key(people: People) -> None:
    people.init("ann")
    words = people.do("ann", "key", "backup").out
    assert len(words.split()) == 24
    people.do("other", "key", "restore", "-", "--handle", "ann", "--server", URL, stdin=words)
    assert (
        people.do("other", "key", "show", "--json").json["key"]
        == (people.do("ann", "key", "show", "--json").json["key"])
    )


def test_only_the_words_go_to_stdout(people: People) -> None:
    people.init("ann")
    ran = people.do("ann", "key", "backup")
    assert ran.out.count("\n") == 1
    assert "is you" in ran.err
    assert people.do("ann", "key", "backup", "--json").json["words"] == ran.out.strip()


def test_a_wrong_word_is_found(people: People) -> None:
    people.init("ann")
    words = people.do("ann", "key", "backup").out.split()
    for bad in (["zebra", *words[1:]], words[:-1], ["xyzzy", *words[1:]], []):
        ran = people.run(
            "b", "key", "restore", "-", "--handle", "a", "--server", URL, stdin=" ".join(bad)
        )
        assert ran.status == exits.FAILED
        assert ran.err.count("\n") == 1
    assert not (people.folder / "b" / "master.key").exists()


def test_no_tty_missing_words_are_named(people: People) -> None:
    ran = people.run("b", "key", "restore", "--handle", "ann", "--server", URL)
    assert ran.status == exits.USAGE
    assert "FILE" in ran.err


def test_lost_opening_a_hider_goes_on_from_another_machine(
    people: People, world: World, tmp_path: Path
) -> None:
    """The running game of a ghost comes back from 24 words and the server's log."""
    people.init("ann", "bob")
    short = [f"-o{animals}=1" for animals in ("cats", "owls", "bats", "mice")]
    new = people.do("ann", "new", "ghost-chase", "--seat", "ghost", *short, "--json")
    game = new.json["game"]
    people.do("bob", "join", game[:8])
    people.play(game, CASTLE, 22)
    before = people.desk("ann").card(people.desk("ann").vault.game(game))
    file = tmp_path / "words.txt"
    file.write_text(people.do("ann", "key", "backup").out)
    ran = people.do(
        "laptop", "key", "restore", str(file), "--handle", "ann", "--server", URL, "--json"
    )
    assert ran.json["games"] == [game]
    after = people.desk("laptop").card(people.desk("laptop").vault.game(game))
    assert after.length >= before.length
    shown = people.do("laptop", "show", game[:6]).out
    assert "Max was here" in shown
    assert "'?" not in people.do("laptop", "log", game).out
    people.play(game, {"ghost": "laptop", "chaser-1": "bob"})
    assert people.do("bob", "verify", game, "--json").json["status"] == "fair"


def test_a_game_that_does_not_come_back_is_told_and_stops_nothing(people: People) -> None:
    people.init("ann")
    game = people.do("ann", "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]
    words = people.do("ann", "key", "backup").out

    def broken(wire: Wire, method: str, path: str, body: bytes | None) -> Response | None:
        if "/log" in path:
            raise OfflineError("gone")
        return None

    people.wire.faults.append(broken)
    ran = people.do(
        "l", "key", "restore", "-", "--handle", "ann", "--server", URL, "--json", stdin=words
    )
    assert ran.json["games"] == []
    assert game[:8] in ran.err


def test_no_key_says_what_to_do(people: People) -> None:
    for words in (("key", "show"), ("key", "backup")):
        ran = people.run("nobody", *words)
        assert ran.status == exits.REFUSED
        assert "paperchase init" in ran.err


def restored(people: People, who: str, handle: str, words: str) -> Ran:
    return people.run(
        who, "key", "restore", "-", "--handle", handle, "--server", URL, "--json", stdin=words
    )


def test_a_slip_in_the_handle_registers_nobody_and_changes_nothing(people: People) -> None:
    people.init("ann")
    words = people.do("ann", "key", "backup").out
    ran = restored(people, "laptop", "anne", words)
    assert (ran.status, ran.json["code"]) == (exits.REFUSED, "refused/other_handle")
    assert "nobody is registered" in ran.json["detail"]
    assert "paperchase init" in ran.json["detail"]
    assert not (people.folder / "laptop").exists()
    people.init("anne")
    assert restored(people, "laptop", "ann", words).status == exits.DONE


def test_the_handle_that_the_key_has_is_told_where_a_game_shows_it(people: People) -> None:
    people.init("ann", "bob")
    people.do("ann", "new", "ghost-chase", "--seat", "ghost")
    words = people.do("ann", "key", "backup").out
    for wrong in ("anne", "bob"):
        ran = restored(people, "laptop", wrong, words)
        assert ran.status == exits.REFUSED
        assert "--handle ann" in ran.json["detail"]


def test_the_words_of_somebody_else_do_not_bring_a_handle_back(people: People) -> None:
    people.init("ann", "bob")
    ran = restored(people, "laptop", "ann", people.do("bob", "key", "backup").out)
    assert (ran.status, "another key" in ran.json["detail"]) == (exits.REFUSED, True)
    assert not (people.folder / "laptop").exists()


def test_a_folder_where_init_failed_takes_the_key_back(people: People) -> None:
    people.init("ann")
    words = people.do("ann", "key", "backup").out
    once(people.wire, "GET", "/api/v1", lost)
    ran = people.run("laptop", "init", "--handle", "ann", "--server", URL)
    assert ran.status == exits.OFFLINE
    assert restored(people, "laptop", "ann", words).status == exits.DONE
    assert people.do("laptop", "key", "backup").out == words


def test_a_folder_of_somebody_else_is_left_alone(people: People) -> None:
    people.init("ann", "bob")
    words = people.do("ann", "key", "backup").out
    assert restored(people, "bob", "ann", words).status == exits.REFUSED
    assert people.do("bob", "key", "backup").out != words
