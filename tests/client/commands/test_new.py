"""`paperchase new` and `paperchase join`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from paperchase import registry
from paperchase_client import exits
from paperchase_server.catalogue import Catalogue
from playing import People, bad_gateway, lost, once
from serving import World


def test_a_game_is_opened_and_the_others_are_told_how_to_join(people: People) -> None:
    people.init("ann", "bob")
    ran = people.do("ann", "new", "ghost-chase", "--seat", "ghost", "--title", "Ветер")
    assert "You are the ghost" in ran.out
    invitation = ran.out.split("paperchase join ")[1].split()[0]
    assert "You are the chaser-1" in people.do("bob", "join", invitation).out
    found = people.do("bob", "games", "--json").json["games"]
    assert [one["title"] for one in found] == ["Ветер"]


def test_without_a_name_the_games_are_listed(people: People) -> None:
    ran = people.do("ann", "new")
    assert "ghost-chase: Ghost Chase in Canterville Castle" in ran.out
    assert "chimney" in ran.out
    assert "boards: canterville" in ran.out
    found = people.do("ann", "new", "--json").json["games"]
    assert [one["boards"] for one in found if one["id"] == "ghost-chase"] == [["canterville"]]


def test_options_are_read_and_a_typo_is_named(people: People) -> None:
    people.init("ann")
    new = ("ann", "new", "ghost-chase")
    assert "chaser-2" in people.do(*new, "-o", "chasers=2", "-o", "chimney=yes").out
    for wrong in ("chaser=2", "chasers=9", "chasers", "trap=maybe"):
        assert people.run(*new, "-o", wrong).status == exits.USAGE
    assert people.run(*new, "--turn", "soon").status == exits.USAGE
    assert people.run(*new, "--seat", "goast").status == exits.USAGE
    assert people.run("ann", "new", "ghost-chess").status == exits.REFUSED
    assert people.run(*new, "--board", "nowhere").status == exits.REFUSED


@pytest.fixture
def attic(tmp_path: Path) -> Iterator[People]:
    """Players of a server that has a board of its own."""
    board = registry.board(registry.find("ghost-chase"), "canterville") + b"# by the operator\n"
    folder = tmp_path / "attic"
    folder.mkdir()
    world = World(folder, catalogue=Catalogue({("ghost-chase", "attic"): board}))
    yield People(tmp_path / "people", world)
    world.close()


def test_a_game_is_opened_on_a_board_that_only_the_server_has(attic: People) -> None:
    attic.init("ann", "bob")
    words = ("ann", "new", "ghost-chase", "--board", "attic", "--seat", "ghost", "--json")
    opened = attic.do(*words).json
    assert opened["free"] == ["chaser-1"]
    attic.do("bob", "join", opened["game"])
    attic.do("bob", "move", opened["game"], "place 1")
    shelf = attic.desk("bob").vault.game(opened["game"])
    assert (shelf.board() or b"").endswith(b"# by the operator\n")
    assert "Canterville" in attic.do("bob", "show", opened["game"]).out


def test_the_boards_of_the_server_are_listed(attic: People) -> None:
    assert "attic" not in attic.do("ann", "new").out
    attic.init("ann")
    assert "boards: canterville, attic" in attic.do("ann", "new").out
    once(attic.wire, "GET", "/api/v1", lost)
    ran = attic.do("ann", "new")
    assert "boards: canterville\n" in ran.out
    assert "come with Paperchase" in ran.err


def test_a_board_that_nobody_has_is_refused_before_a_game_is_opened(attic: People) -> None:
    attic.init("ann")
    ran = attic.run("ann", "new", "ghost-chase", "--board", "cellar")
    assert ran.status == exits.REFUSED
    assert "there is canterville, attic" in ran.err
    assert attic.do("ann", "games", "--open", "--json").json["games"] == []


def test_a_seat_that_the_servers_board_has_not_is_told_with_the_game_that_is_open_now(
    attic: People,
) -> None:
    attic.init("ann")
    words = ("ann", "new", "ghost-chase", "--board", "attic")
    ran = attic.run(*words, "--seat", "goast")
    (game,) = attic.do("ann", "games", "--open", "--json").json["games"]
    assert ran.status == exits.USAGE
    assert f"{game['game'][:8]}, which is open now, has no seat goast" in ran.err
    # What was opened is gone on with.
    assert attic.do(*words, "--seat", "ghost", "--json").json["game"] == game["game"]


def test_no_account_says_what_to_do(people: People) -> None:
    ran = people.run("ann", "new", "ghost-chase")
    assert ran.status == exits.REFUSED
    assert "paperchase init" in ran.err


def test_no_idempotency_a_request_without_an_answer_makes_one_game(people: People) -> None:
    people.init("ann")
    once(people.wire, "POST", "/games", bad_gateway)
    assert people.run("ann", "new", "ghost-chase").status == exits.OFFLINE
    first = people.do("ann", "new", "ghost-chase", "--json").json["game"]
    assert [one["game"] for one in people.do("ann", "games", "--open", "--json").json["games"]] == [
        first
    ]
    assert people.do("ann", "new", "ghost-chase", "--json").json["game"] != first


def test_a_join_that_failed_goes_on_with_the_same_game(people: People) -> None:
    people.init("ann")
    for _ in range(3):
        once(people.wire, "POST", "/entries", lost)
    words = ("ann", "new", "ghost-chase", "--seat", "ghost")
    assert people.run(*words).status == exits.OFFLINE
    game = people.do(*words, "--json").json["game"]
    shelf = people.desk("ann").vault.game(game)
    assert [s.game for s in people.desk("ann").vault.games()] == [game]
    assert shelf.outbox() == []
    assert people.do("ann", "sync", game, "--json").json["mine"] == ["ghost"]


def test_a_seat_is_chosen_where_one_is_left_and_named_where_not(people: People) -> None:
    people.init("ann", "bob", "eve")
    game = people.do("ann", "new", "ghost-chase", "--json").json["game"]
    ran = people.run("bob", "join", game)
    assert ran.status == exits.USAGE
    assert "ghost, chaser-1" in ran.err
    people.do("bob", "join", game, "ghost")
    assert people.do("ann", "join", game, "--json").json["mine"] == ["chaser-1"]
    assert people.run("eve", "join", game).status == exits.REFUSED


def test_seat_identity_a_taken_seat_or_none_of_the_game_is_refused(people: People) -> None:
    people.init("ann", "bob")
    game = people.do("ann", "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]
    assert people.run("bob", "join", game, "ghost").status == exits.REFUSED
    assert people.run("bob", "join", game, "poltergeist").status == exits.REFUSED
    again = people.do("ann", "join", game, "ghost", "--json")
    assert again.json["mine"] == ["ghost"]


def test_several_seats_are_taken_at_once(people: People) -> None:
    people.init("ann", "bob", "eve")
    words = ("ann", "new", "last-friday", "-o", "play=II", "--seat", "maniac", "--json")
    game = people.do(*words).json["game"]
    ran = people.do("bob", "join", game, "red", "blue", "red")
    assert "You are the red, blue." in ran.out
    assert people.run("eve", "join", game, "green", "rod").status == exits.REFUSED
    assert people.run("eve", "join", game, "green", "red").status == exits.REFUSED
    assert people.run("eve", "join", game, "green", "--all").status == exits.USAGE
    found = people.do("eve", "games", "--open", "--json").json["games"]
    (seats,) = [one["seats"] for one in found]
    assert [seat for seat in seats if seats[seat] is None] == ["yellow", "green", "brown"]
    last = people.do("eve", "join", game, "--all", "--json").json
    assert last["mine"] == ["yellow", "green", "brown"]
    assert last["stage"] == "ready"
    assert people.run("eve", "join", game, "--all").status == exits.REFUSED


def test_one_player_opens_a_game_with_all_its_seats(people: People) -> None:
    people.init("ann")
    words = ("ann", "new", "mine-delve", "-o", "heroes=2", "--seat", "warden", "--seat", "drifter")
    ran = people.do(*words, "--json").json
    assert ran["mine"] == ["warden", "drifter"]
    assert ran["free"] == []


def test_seat_identity_who_resigned_does_not_come_back_on_the_other_side(people: People) -> None:
    people.init("ann", "bob")
    game = people.do("ann", "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]
    people.do("bob", "join", game)
    people.do("bob", "resign", game, "--yes")
    assert people.run("bob", "join", game, "ghost").status == exits.REFUSED


def test_an_unlisted_game_is_found_by_its_whole_id_alone(people: People) -> None:
    people.init("ann", "bob")
    game = people.do("ann", "new", "ghost-chase", "--unlisted", "--json").json["game"]
    assert people.run("bob", "join", game[:10], "ghost").status == exits.REFUSED
    people.do("bob", "join", game, "ghost")


def test_unknown_games_are_told(people: People) -> None:
    people.init("ann")
    assert people.run("ann", "join", "0" * 64).status == exits.REFUSED
    assert people.run("ann", "join", "123").status == exits.REFUSED
    assert people.run("ann", "join", "xyz").status == exits.USAGE
    assert people.run("ann", "join", "").status == exits.USAGE


def test_a_prefix_that_fits_two_games_is_refused(people: People) -> None:
    people.init("ann", "bob")
    for _ in range(17):
        people.do("ann", "new", "ghost-chase")
    games = [one["game"] for one in people.do("ann", "games", "--open", "--json").json["games"]]
    firsts = [game[0] for game in games]
    twice = next(first for first in firsts if firsts.count(first) > 1)
    for who in ("ann", "bob"):
        ran = people.run(who, "join", twice, "ghost")
        assert ran.status == exits.REFUSED
        assert "more of it" in ran.err


def test_a_title_or_a_clock_that_is_none_is_usage(people: People) -> None:
    people.init("ann")
    for wrong in (("--title", "x" * 81), ("--title", "a\nb"), ("--turn", "99999d")):
        assert people.run("ann", "new", "ghost-chase", *wrong).status == exits.USAGE
