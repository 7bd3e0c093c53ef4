"""One run over a real server: two players at the command line, from keys to a verdict."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from playing import OverHttp, Ran
from serving import Process


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    db = tmp_path / "server.sqlite"
    Process("-m", "paperchase_server.cli", "init", "--db", db).end()
    made = Process("-m", "paperchase_server.cli", "run", "--db", db, "--port", "0")
    yield made
    made.kill()


def test_two_players_over_http(tmp_path: Path, server: Process) -> None:
    people = OverHttp(tmp_path / "people")
    for who in ("ann", "борис"):
        people.do(who, "init", "--handle", who, "--server", server.url)
    game = people.do("ann", "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]
    people.do("борис", "join", game[:10])
    people.do("борис", "move", game, "place 1; place 10; place 20")
    people.do("ann", "move", game, "start", "54")
    people.do("борис", "move", game, "frame cats")
    people.do("ann", "move", game, "rest")
    people.do("борис", "move", game, "go b 54; stay a; stay c")
    told = people.do("ann", "watch", game, "--once", "--json").json["seen"]
    assert told[0]["outcome"]["winners"] == ["chaser-1"]
    ended: Ran = people.do("борис", "watch", game, "--json")
    assert ended.json["seen"][0]["stage"] == "closed"
    assert people.do("борис", "verify", game, "--json").json["status"] == "fair"
    server.kill()
    assert people.do("борис", "show", game).status == 0
    offline = people.run("борис", "sync", game)
    assert (offline.status, offline.err.count("\n")) == (6, 1)
