"""The real server as a process of its own: it is killed, stopped, and kept waiting."""

import json
import signal
import socket
import sqlite3
import threading
import time
from pathlib import Path

import pytest
import urllib3

import toy_server
from paperchase import api, log
from paperchase.rules import Kind, Move
from paperchase.table import Player, Table
from paperchase.testing.source import Source
from paperchase_server.check import check
from paperchase_server.store import Store
from quorum import QUORUM, SEATS
from serving import MASTER, Process, Session

SERVE = Path(toy_server.__file__)


def sound(db: Path) -> None:
    """Everything stored is as the server would check it."""
    store = Store.open(str(db))
    for report in check(store, MASTER, toy_server.GAMES):
        assert report.faults == (), report
    store.close()


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_while_it_works(tmp_path, workers):
    """kill -9 loses no acknowledged entry, and the game goes on."""
    db = tmp_path / "db"
    server = Process(SERVE, db, workers)
    masters = {"hider": ("ann", server.register("ann")), "seeker": ("bob", server.register("bob"))}
    sessions = [
        Session(*server.create(options={"rounds": 0}), server.submit, masters) for _ in range(3)
    ]
    for session in sessions:
        session.join()
    for round_number in range(2):
        threads = [threading.Thread(target=_until_it_dies, args=(one,)) for one in sessions]
        for thread in threads:
            thread.start()
        time.sleep(0.3 + 0.2 * round_number)
        server.kill()
        for thread in threads:
            thread.join(20)
            assert not thread.is_alive()
        sound(db)
        server = Process(SERVE, db, workers)
        for session in sessions:
            session._submit = server.submit
            page = server.get(api.LOG.format(game=session.game) + "?since=0").data.decode()
            lines = page.splitlines()
            # What was acknowledged is there, and at most one submission more.
            assert lines[: len(session.lines)] == session.lines
            assert len(session.lines) > 5
            session.read(0, lines)
    for session in sessions:
        for _ in range(5):
            session.step()
    assert server.stop() == 0
    sound(db)


def _until_it_dies(session: Session) -> None:
    try:
        while session.state.length < 400:
            session.step()
    except (urllib3.exceptions.HTTPError, OSError):
        pass


def test_partial_input_in_memory(tmp_path):
    """Three of four have moved when the server is killed: the three moves are kept."""
    db = tmp_path / "db"
    server = Process(SERVE, db, 1)
    game, line = server.create(rules="quorum", board="none", options={})
    table = Table.open(log.read_entry(log.read_line(line).entry), QUORUM, b"x")
    players = {
        seat: Player(server.register(seat), game, seat, Source(seat).bytes().hex())
        for seat in SEATS
    }
    session = Session.bare(table, line)
    for seat in SEATS:
        join = players[seat].join(session.state, seat)
        session.read(session.state.length, server.submit(game, [join.signed])["lines"])
    for seat in SEATS[:3]:
        move = players[seat].move(table, session.state, Move(Kind.MOVE, seat, 1))
        session.read(session.state.length, server.submit(game, [move.signed])["lines"])
    server.kill()
    server = Process(SERVE, db, 1)
    move = players["west"].move(table, session.state, Move(Kind.MOVE, "west", 1))
    session.read(session.state.length, server.submit(game, [move.signed])["lines"])
    assert session.state.public.round == 2
    assert server.stop(signal.SIGINT) == 0
    sound(db)


def test_sqlite_writers_of_two_processes(tmp_path):
    """Each submission waits for the lock or is told to come again; nothing is half written."""
    db = tmp_path / "db"
    server = Process(SERVE, db, 2, 1)
    masters = {"hider": ("ann", server.register("ann")), "seeker": ("bob", server.register("bob"))}
    session = Session(*server.create(), server.submit, masters)
    join = session.player("hider").join(session.state, "ann")
    base = sqlite3.connect(db, isolation_level=None)
    base.execute("BEGIN IMMEDIATE")
    body = json.dumps({"entries": [join.signed.to_wire()]}).encode()
    url = server.url + api.ENTRIES.format(game=session.game)
    answers = []

    def post():
        answers.append(server.pool.request("POST", url, body=body))

    threads = [threading.Thread(target=post) for _ in range(3)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    assert server.get(api.GAME.format(game=session.game)).status == 200
    for thread in threads:
        thread.join(30)
    assert time.monotonic() - began < 10
    assert [answer.status for answer in answers] == [503] * 3
    assert all(int(answer.headers["Retry-After"]) for answer in answers)
    base.execute("ROLLBACK")
    base.close()
    session.submit(join)
    assert session.state.length == 2
    assert server.stop() == 0
    sound(db)


def test_stopping_lets_go_of_those_who_wait(tmp_path):
    db = tmp_path / "db"
    server = Process(SERVE, db, 1)
    game, _ = server.create()
    answers = []
    path = api.LOG.format(game=game) + "?since=1&wait=25"
    thread = threading.Thread(target=lambda: answers.append(server.get(path)))
    thread.start()
    time.sleep(0.3)
    began = time.monotonic()
    assert server.stop() == 0
    thread.join(20)
    assert time.monotonic() - began < 8
    assert (answers[0].status, answers[0].data) == (200, b"")


def test_after_a_kill_of_the_master_alone_the_next_one_gets_its_port(tmp_path):
    """The orphaned worker holds it for a moment, also while somebody keeps a connection open."""
    db = tmp_path / "db"
    Process("-m", "paperchase_server.cli", "init", "--db", db).end()
    server = Process("-m", "paperchase_server.cli", "run", "--db", db, "--port", "0")
    server.pool.clear()
    port = server.url.rsplit(":", 1)[1]
    waiting = socket.create_connection(("127.0.0.1", int(port)))
    waiting.sendall(b"GET /api/v1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert waiting.recv(20)
    server.popen.kill()
    server.end()
    again = Process("-m", "paperchase_server.cli", "run", "--db", db, "--port", port)
    try:
        assert again.said == f"listening on {server.url}"
        assert again.get(api.PREFIX).status == 200
    finally:
        waiting.close()
        assert again.stop() == 0
