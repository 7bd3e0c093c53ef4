"""`paperchase watch`."""

import pytest

from paperchase_client import exits
from paperchase_client.remote import Response
from playing import People, Wire, lost, once

SEATS = {"ghost": "ann", "chaser-1": "bob"}


@pytest.fixture
def game(people: People) -> str:
    game = people.chase()
    people.do("ann", "move", game, "rest")
    return game


def test_what_is_owed_is_paid_while_its_owner_sleeps(people: People, game: str) -> None:
    people.do("bob", "move", game, "go a 2; stay b; stay c")
    ran = people.do("ann", "watch", game, "--once")
    assert "(paid for you)" in ran.out
    assert "Ctrl-C" in ran.err
    assert "answer" in people.do("bob", "sync", game).out


def test_it_waits_for_news_and_ends_at_the_first(people: People, game: str) -> None:
    people.do("ann", "sync", game)
    waits: list[str] = []

    def meanwhile(wire: Wire, method: str, path: str, body: bytes | None) -> Response | None:
        if "wait=" in path:
            waits.append(path)
            wire.faults.clear()
            people.do("bob", "move", game, "go a 2; stay b; stay c")
        return None

    people.wire.faults.append(meanwhile)
    seen = people.do("ann", "watch", "--once", "--json").json["seen"]
    assert [one["type"] for one in seen[0]["news"]] == ["move"] * 3 + ["answer"]
    assert len(waits) == 1


def test_it_ends_after_its_time(people: People, game: str) -> None:
    people.do("ann", "sync", game)

    def later(wire: Wire, method: str, path: str, body: bytes | None) -> Response | None:
        if "wait=" in path:
            people.server.clock.now += 20
            return Response(200, "application/x-ndjson", b"")
        return None

    people.wire.faults.append(later)
    assert people.do("ann", "watch", game, "--timeout", "1m", "--json").json == {"seen": []}


def test_a_server_that_is_away_is_waited_for(people: People, game: str) -> None:
    people.do("bob", "move", game, "go a 2; stay b; stay c")
    once(people.wire, "GET", "/log", lost)
    once(people.wire, "GET", "wait=", lost)
    ran = people.do("ann", "watch", game, "--once")
    assert "warning" in ran.err
    assert "(paid for you)" in ran.out
    assert people.slept == [10.0]


def test_a_long_poll_that_is_not_held_is_not_repeated_without_a_breath(
    people: People, game: str
) -> None:
    people.do("ann", "sync", game)

    def hasty(wire: Wire, method: str, path: str, body: bytes | None) -> Response | None:
        if "wait=" in path:
            return Response(200, "application/x-ndjson", b"")
        return None

    def sleep(seconds: float) -> None:
        people.server.clock.now += seconds

    people.wire.faults.append(hasty)
    real = people.world
    people.world = lambda who: real(who)._replace(sleep=sleep)
    people.do("ann", "watch", game, "--timeout", "5s")
    assert len([path for _, path, _ in people.wire.calls if "wait=" in path]) == 3


def test_it_ends_when_all_games_are_over(people: People, game: str) -> None:
    people.do("ann", "resign", game, "--yes")
    ran = people.do("bob", "watch", game)
    assert "Over: ghost resigned" in ran.out


def test_nothing_to_watch_is_told(people: People) -> None:
    people.init("ann")
    assert "paperchase sync" in people.do("ann", "watch").err
    assert people.run("ann", "watch", "--timeout", "soon").status == exits.USAGE


def test_a_server_with_another_key_is_not_talked_to(people: People, game: str) -> None:
    path = people.folder / "ann" / "account.json"
    path.write_text(path.read_text().replace(people.server.server, "00" * 32))
    ran = people.run("ann", "watch", game)
    assert ran.status == exits.REFUSED
    assert "another key" in ran.err


def test_a_game_whose_log_was_cut_does_not_stop_the_others(people: People, game: str) -> None:
    bad = people.do("ann", "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]
    people.do("bob", "move", game, "go a 2; stay b; stay c")

    def cut(wire: Wire, method: str, path: str, body: bytes | None) -> Response | None:
        if bad in path and "/log" in path:
            return Response(200, "application/x-ndjson", b"")
        return None

    people.wire.faults.append(cut)
    ran = people.run("ann", "watch", "--once")
    assert ran.status == exits.FAILED
    assert f"{bad[:8]} is not watched any more" in ran.err
    assert "(paid for you)" in ran.out
