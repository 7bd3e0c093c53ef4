"""`paperchase init`."""

from paperchase_client import exits
from playing import URL, People, lost, once
from serving import START


def test_a_player_gets_a_key_a_handle_and_the_next_step(people: People) -> None:
    ran = people.do("ann", "init", "--handle", "ann", "--server", URL)
    assert "key backup" in ran.out
    assert "paperchase new" in ran.out
    assert (people.folder / "ann" / "master.key").stat().st_mode & 0o777 == 0o600
    assert (people.folder / "ann").stat().st_mode & 0o777 == 0o700


def test_once_more_changes_nothing(people: People) -> None:
    first = people.do("ann", "init", "--handle", "ann", "--server", URL, "--json").json
    second = people.do("ann", "init", "--json").json
    assert first["new_key"]
    assert second == {**first, "new_key": False}


def test_a_handle_may_be_cyrillic(people: People) -> None:
    ran = people.do("b", "init", "--handle", "борис", "--server", URL, "--json")
    assert ran.json["handle"] == "борис"
    assert "борис" in people.do("b", "key", "show").out


def test_no_tty_a_missing_handle_is_named_at_once(people: People) -> None:
    ran = people.run("ann", "init", "--server", URL)
    assert ran.status == exits.USAGE
    assert "--handle" in ran.err
    ran = people.run("ann", "init", "--handle", "ann")
    assert ran.status == exits.USAGE
    assert "--server" in ran.err
    assert not (people.folder / "ann").exists()


def test_a_taken_handle_is_refused_and_another_can_be_tried(people: People) -> None:
    people.init("ann")
    ran = people.run("eve", "init", "--handle", "ann", "--server", URL)
    assert ran.status == exits.REFUSED
    people.do("eve", "init", "--handle", "eve", "--server", URL)


def test_a_folder_is_one_player_on_one_server(people: People) -> None:
    people.init("ann")
    ran = people.run("ann", "init", "--handle", "other", "--server", URL)
    assert ran.status == exits.REFUSED
    assert "--home" in ran.err


def test_a_server_that_does_not_answer_leaves_the_key(people: People) -> None:
    once(people.wire, "GET", "/api/v1", lost)
    assert people.run("ann", "init", "--handle", "ann", "--server", URL).status == exits.OFFLINE
    key = (people.folder / "ann" / "master.key").read_bytes()
    people.do("ann", "init", "--handle", "ann", "--server", URL)
    assert (people.folder / "ann" / "master.key").read_bytes() == key


def test_client_clock_a_wrong_one_is_told(people: People) -> None:
    people.init("ann")
    real = people.world

    people.world = lambda who: real(who)._replace(now=lambda: START + 600)
    ran = people.do("ann", "init")
    assert "10 min ahead of the server's" in ran.err


def test_a_handle_that_is_none_is_usage(people: People) -> None:
    for wrong in ("a b", "-", "x" * 33):
        assert people.run("x", "init", "--handle", wrong, "--server", URL).status == exits.USAGE
