"""A game at the command line: `moves`, `move`, `sync`, `show`, `games`, `log`, `resign`."""

import json

import pytest

from paperchase_client import exits
from playing import People, bad_gateway, lost, once, portal

SEATS = {"ghost": "ann", "chaser-1": "bob"}


@pytest.fixture
def game(people: People) -> str:
    """A game in which the chaser has placed his figures and the ghost is to begin."""
    people.init("ann", "bob")
    game = people.do("ann", "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]
    people.do("bob", "join", game)
    people.do("bob", "move", game, "place 1; place 10", "place 20")
    people.do("ann", "sync")
    return game


def night(people: People, game: str) -> None:
    """On to the ghost's first unseen move."""
    people.do("ann", "move", game, "start", "54")
    people.do("bob", "move", game, "frame cats")
    people.do("ann", "sync", game)


def test_a_round_is_played_with_the_answer_in_the_ghosts_next_submission(
    people: People, game: str
) -> None:
    night(people, game)
    assert "rest" in people.do("ann", "moves", game).out
    people.do("ann", "move", game, "rest")
    people.do("bob", "move", game, "go a 2", "stay b", "stay c")
    before = len(people.wire.posts())
    ran = people.do("ann", "move", game, "go 1")
    assert "(paid for you)" in ran.out
    assert "go 1" in ran.out
    assert len(people.wire.posts()) == before + 1
    assert "go ?" in people.do("bob", "sync", game).out


def test_sync_pays_what_is_owed_by_itself(people: People, game: str) -> None:
    night(people, game)
    people.do("ann", "move", game, "rest")
    people.do("bob", "move", game, "go a 2; stay b; stay c")
    told = people.do("ann", "sync", game, "--json").json
    assert [one["type"] for one in told["news"]][-1] == "answer"
    assert told["paid"] == [told["news"][-1]["seq"]]
    assert told["your_turn"] == ["ghost"]
    every = people.do("bob", "sync", "--json").json["games"]
    assert [one["game"] for one in every] == [game]


def test_orders_come_from_stdin_with_comments(people: People, game: str) -> None:
    night(people, game)
    ran = people.do("ann", "move", game, "-", stdin="# the ghost\n\nREST  # for now\n")
    assert "rest" in ran.out


def test_no_tty_move_without_an_order_ends_at_once(people: People, game: str) -> None:
    ran = people.run("ann", "move", game)
    assert ran.status == exits.USAGE
    assert "ORDER or -" in ran.err
    assert people.run("ann", "move", game, "-", stdin="# nothing\n").status == exits.USAGE


def test_a_typo_is_usage_an_illegal_move_refused_and_neither_is_sent(
    people: People, game: str
) -> None:
    before = len(people.wire.posts())
    ran = people.run("ann", "move", game, "strat", "5")
    assert (ran.status, "did you mean `start`" in ran.err) == (exits.USAGE, True)
    assert people.run("ann", "move", game, "start", "10").status == exits.REFUSED
    assert people.run("ann", "move", game, "start", "55").status == exits.USAGE
    assert people.run("ann", "move", game, "go", "5").status == exits.REFUSED
    ran = people.run("bob", "move", game, "place", "5", "--json")
    assert (ran.status, ran.json["code"]) == (exits.NOT_YOUR_TURN, "illegal/turn")
    assert len(people.wire.posts()) == before


def test_a_dry_run_needs_no_network_and_sends_nothing(people: People, game: str) -> None:
    before = len(people.wire.calls)
    ran = people.do("ann", "move", game, "start", "54", "--dry-run", "--json")
    assert ran.json == {"would_send": [{"seat": "ghost", "type": "move"}], "later": []}
    assert people.run("ann", "move", game, "start", "1", "--dry-run").status == exits.REFUSED
    ran = people.run("bob", "move", game, "place", "1", "--dry-run")
    assert ran.status == exits.NOT_YOUR_TURN
    assert len(people.wire.calls) == before


def test_unknown_outcome_an_html_502_is_one_line_and_a_retry_is_safe(
    people: People, game: str
) -> None:
    for _ in range(3):
        once(people.wire, "POST", "/entries", bad_gateway)
    ran = people.run("ann", "move", game, "start", "54")
    assert ran.status == exits.OFFLINE
    assert ran.err.count("\n") == 1
    assert "502" in ran.err
    told = people.do("ann", "sync", game, "--json").json
    assert [one["text"] for one in told["news"]] == ["start 54"]
    assert len(set(people.wire.posts()[-3:])) == 1


def test_a_move_that_never_arrived_goes_with_the_next_sync(people: People, game: str) -> None:
    for _ in range(3):
        once(people.wire, "POST", "/entries", lost)
    assert people.run("ann", "move", game, "start", "54").status == exits.OFFLINE
    told = people.do("ann", "sync", game, "--json").json
    assert [one["text"] for one in told["news"]] == ["start 54"]


def test_client_trusted_a_clock_that_is_ahead_changes_nothing(people: People, game: str) -> None:
    """The client never judges a deadline; it only says that its clock is off."""
    real = people.world
    people.world = lambda who: real(who)._replace(now=lambda: people.server.clock() + 4 * 86400)
    told = people.do("ann", "sync", game)
    assert "ahead of the server's" in told.err
    assert "the deadline has passed" in told.out
    assert "ahead of the server's" in people.do("ann", "move", game, "start", "54").err


def test_show_needs_no_network_and_shows_the_ghost_to_himself_alone(
    people: People, game: str
) -> None:
    night(people, game)
    people.do("ann", "move", game, "rest")
    people.do("bob", "sync", game)
    before = len(people.wire.calls)
    own, others = people.do("ann", "show", game).out, people.do("bob", "show", game).out
    assert "  m  " in own
    assert "  m  " not in others
    assert people.do("ann", "show", game, "--public", "--json").json["caption"]
    assert "Vestibule" in people.do("bob", "show", game, "--names").out
    assert people.do("bob", "show", game, "--svg", "-").out.startswith("<?xml")
    file = people.folder / "x.svg"
    people.do("bob", "show", game, "--svg", str(file))
    assert "<svg" in file.read_text()
    assert len(people.wire.calls) == before


def test_show_works_where_the_card_is_missing_or_old(people: People, game: str) -> None:
    shelf = people.desk("ann").vault.game(game)
    card = shelf.card()
    (shelf.folder / "card.json").unlink()
    assert "ghost to take a room" in people.do("ann", "show", game).out
    night(people, game)
    assert card is not None
    shelf.keep_card(card)
    assert "round 1" in people.do("ann", "show", game).out
    people.do("ann", "sync", game)
    shelf.keep_card(b"{")
    assert "round 1" in people.do("ann", "show", game).out


def test_a_game_that_is_not_here_is_told(people: People, game: str) -> None:
    for words in (("show", "0000"), ("moves", "0000"), ("log", "0000")):
        ran = people.run("ann", *words)
        assert ran.status == exits.REFUSED
        assert "paperchase sync" in ran.err


def test_games_are_listed_with_those_first_that_wait_for_you(people: People, game: str) -> None:
    other = people.do("bob", "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]
    people.do("ann", "join", other)
    rows = people.do("ann", "games").out.splitlines()
    assert len(rows) == 2
    assert all("YOUR TURN" in row for row in rows)
    found = people.do("bob", "games", "--json").json["games"]
    assert {one["game"]: one["mine"] for one in found} == {game: ["chaser-1"], other: ["ghost"]}
    assert "No game waits" in people.do("ann", "games", "--open").out


def test_games_without_network_are_those_that_are_stored(people: People, game: str) -> None:
    before = len(people.wire.calls)
    assert game[:8] in people.do("ann", "games", "--offline").out
    assert len(people.wire.calls) == before
    once(people.wire, "GET", "/games?", lost)
    ran = people.do("ann", "games")
    assert game[:8] in ran.out
    assert "stored here" in ran.err
    once(people.wire, "GET", "/games?", lost)
    assert people.run("ann", "games", "--open").status == exits.OFFLINE


def test_games_say_once_whose_turn_it_is(people: People, game: str) -> None:
    (row,) = people.do("ann", "games", "--offline").out.splitlines()
    assert row.lower().count("your turn") == 1
    assert "ghost to take a room" in row
    (row,) = people.do("bob", "games", "--offline").out.splitlines()
    assert "Waiting for ghost" in row


def test_a_portal_instead_of_the_server_is_one_to_ask_again(people: People, game: str) -> None:
    once(people.wire, "GET", "/log", portal)
    ran = people.run("ann", "move", game, "start", "54")
    assert (ran.status, "not as Paperchase" in ran.err) == (exits.OFFLINE, True)


def test_no_games_says_what_to_do(people: People) -> None:
    people.init("ann")
    assert "paperchase new" in people.do("ann", "games").out
    assert "paperchase new" in people.do("ann", "sync").out


def test_the_log_names_every_entry_and_hides_what_is_hidden(people: People, game: str) -> None:
    night(people, game)
    people.do("ann", "move", game, "rest")
    people.do("bob", "sync", game)
    assert people.do("ann", "log", game).out.rstrip().endswith("rest")
    assert people.do("bob", "log", game).out.rstrip().endswith("go ?")
    entries = people.do("bob", "log", game, "--json").json["entries"]
    assert [one["seq"] for one in entries] == list(range(len(entries)))
    raw = people.do("bob", "log", game, "--raw").out.splitlines()
    assert [json.loads(line)["sig"] != "" for line in raw] == [True] * len(entries)


def test_a_resignation_is_asked_for_and_opens_what_was_hidden(people: People, game: str) -> None:
    night(people, game)
    people.do("ann", "move", game, "rest")
    ran = people.run("ann", "resign", game)
    assert (ran.status, "--yes" in ran.err) == (exits.USAGE, True)
    assert people.run("ann", "resign", game, "--yes", "--seat", "x").status == exits.USAGE
    ran = people.do("ann", "resign", game, "--yes", "--json")
    assert ran.json["outcome"]["winners"] == ["chaser-1"]
    assert ran.json["stage"] == "closed"
    verdict = people.run("bob", "verify", game, "--json")
    assert (verdict.status, verdict.json["status"]) == (exits.FORFEITED, "forfeited")
    assert people.run("ann", "moves", game).status == exits.NOT_YOUR_TURN


def test_who_has_no_seat_can_look_but_not_resign(people: People, game: str) -> None:
    people.init("eve")
    people.do("eve", "sync", game)
    assert people.run("eve", "resign", game, "--yes").status == exits.REFUSED
    assert people.run("eve", "moves", game).status == exits.REFUSED
    assert people.run("eve", "move", game, "rest").status == exits.REFUSED
    assert "Waiting for ghost" in people.do("eve", "show", game).out


def test_a_player_with_several_seats_names_one(people: People) -> None:
    people.init("ann")
    game = people.do("ann", "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]
    people.do("ann", "join", game)
    people.do("ann", "move", game, "--seat", "chaser-1", "place 1; place 10; place 20")
    people.do("ann", "move", game, "start 54; frame cats; rest")
    ran = people.run("ann", "resign", game, "--yes")
    assert (ran.status, "--seat" in ran.err) == (exits.USAGE, True)
    assert "chaser-1 can" in people.do("ann", "moves", game, "--seat", "chaser-1").out
    assert people.run("ann", "moves", game, "--seat", "ghost").status == exits.NOT_YOUR_TURN
    people.do("ann", "resign", game, "--yes", "--seat", "chaser-1")


def test_one_broken_game_does_not_stop_the_others(people: People, game: str) -> None:
    other = people.do("bob", "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]
    people.do("ann", "join", other)
    people.do("ann", "sync")
    once(people.wire, "GET", f"{min(game, other)}/log", lost)
    ran = people.run("ann", "sync", "--json")
    assert ran.status == exits.OFFLINE
    assert "warning" in ran.err


def test_whoever_has_not_fetched_is_told_to_before_he_waits(people: People) -> None:
    people.init("ann", "bob")
    game = people.do("ann", "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]
    people.do("bob", "join", game)
    ran = people.run("ann", "moves", game)
    assert ran.status == exits.NOT_YOUR_TURN
    assert f"paperchase sync {game[:8]}" in ran.err
