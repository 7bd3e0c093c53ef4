"""Many at once: simultaneous seats, the same thing twice, locks held by others."""

import sqlite3
import threading
import time
from collections.abc import Mapping
from typing import Any

import pytest

from paperchase import api
from paperchase.errors import PaperchaseError
from paperchase.rules import Kind, Move
from paperchase.table import Player
from paperchase.testing.source import Source
from quorum import CATALOGUE, SEATS, quorum
from serving import Session, World


@pytest.fixture
def four(tmp_path):
    world = World(tmp_path, catalogue=CATALOGUE)
    yield world
    world.close()


def at_once(jobs):
    """Run all `jobs` in threads that start together; what they returned or raised."""
    barrier, results = threading.Barrier(len(jobs)), list[Any](jobs)

    def run(index):
        barrier.wait()
        try:
            results[index] = jobs[index]()
        except Exception as error:
            results[index] = error

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    return results


@pytest.mark.parametrize("processes", [1, 2])
def test_race(four, processes):
    """Four seats at once, signed on the same head, 200 rounds: all are stored, one resolution."""
    services = [four.service, *(four.start() for _ in range(processes - 1))]
    game, table, players = quorum(four)
    for number in range(200):
        state = four.service._live(game).state
        assert state.public.round == number + 1
        jobs = []
        for place, seat in enumerate(SEATS):
            entry = players[seat].move(table, state, Move(Kind.MOVE, seat, number))
            service = services[place % processes]
            jobs.append(lambda e=entry, s=service: s.submit(game, [e.signed]))
        answers = at_once(jobs)
        assert all(isinstance(answer, Mapping) for answer in answers), answers
    state = four.service._live(game).state
    assert (state.public.total, state.length) == (200, 1 + 4 + 800)


def test_no_idempotency_in_parallel(four):
    """The same submission many times in parallel: one effect, the same receipt."""
    game, table, players = quorum(four)
    for _ in range(10):
        state = four.service._live(game).state
        entry = players["north"].move(table, state, Move(Kind.MOVE, "north", 1))
        answers: list[Any] = at_once([lambda e=entry: four.service.submit(game, [e.signed])] * 8)
        assert all(answer["receipts"] == answers[0]["receipts"] for answer in answers)
        for seat in SEATS[1:]:
            now = four.service._live(game).state
            other = players[seat].move(table, now, Move(Kind.MOVE, seat, 1))
            four.service.submit(game, [other.signed])
    assert four.service.summary(game)["length"] == 1 + 4 + 40


def test_joins_never_overwrite_each_other(four):
    """Eight players want four seats at the same moment."""
    game, _ = four.create(rules="quorum", board="none", options={})
    state = four.service._live(game).state
    jobs = []
    for number in range(8):
        handle = f"player{number}"
        master = four.register(handle)
        seat = SEATS[number % 4]
        entry = Player(master, game, seat, Source(handle).bytes().hex()).join(state, handle)
        jobs.append(lambda e=entry: four.service.submit(game, [e.signed]))
    answers = at_once(jobs)
    refused = [answer for answer in answers if isinstance(answer, PaperchaseError)]
    assert [error.code for error in refused] == ["refused/taken"] * 4
    summary = four.service.summary(game)
    assert summary["length"] == 5
    assert all(seat["handle"] for seat in summary["seats"])


def test_the_same_request_for_a_game_at_once(world):
    from serving import new_game

    wish = new_game(world.register("ann").identity(), world.server, "ann")
    answers: list[Any] = at_once([lambda: world.service.create(wish)] * 6)
    assert len({answer["game"] for answer in answers}) == 1
    assert len(world.service.games("", "", "", 50)["games"]) == 1


class Hold:
    """Another program that has a write lock on the database."""

    def __init__(self, world):
        self.base = sqlite3.connect(world.db, isolation_level=None, check_same_thread=False)
        self.base.execute("BEGIN IMMEDIATE")

    def release(self):
        self.base.execute("ROLLBACK")
        self.base.close()


def test_sqlite_writers_wait_for_another_program(world):
    session = world.session()
    hold = Hold(world)
    threading.Timer(1, hold.release).start()
    began = time.monotonic()
    session.submit(session.player("hider").join(session.state, "ann"))
    assert time.monotonic() - began > 0.5
    assert world.service.summary(session.game)["length"] == 2


def test_sqlite_writers_do_not_wait_for_ever(tmp_path):
    """Nobody is kept waiting for ever, and nothing is half written."""
    world = World(tmp_path, patience=0.3)
    session = world.session()
    join = session.player("hider").join(session.state, "ann")
    body = {"entries": [join.signed.to_wire()]}
    hold = Hold(world)
    answers: list[Any] = at_once(
        [lambda: world.app.test_client().post(f"/api/v1/games/{session.game}/entries", json=body)]
        * 4
    )
    for answer in answers:
        assert answer.status_code == 503
        assert answer.json["code"] == "refused/busy"
        assert int(answer.headers["Retry-After"]) > 0
        assert answer.content_type == api.PROBLEM
    # Reading goes on meanwhile.
    assert world.service.summary(session.game)["length"] == 1
    hold.release()
    session.submit(join)
    assert world.service.summary(session.game)["length"] == 2
    world.close()


def test_many_games_at_once(world):
    """Six toy games with dice and draws, each played by its own thread."""
    sessions: list[Session] = [world.session(options={"rounds": 0}) for _ in range(6)]

    def play(session):
        session.join()
        for _ in range(40):
            session.step()
        return session.state.length

    lengths = at_once([lambda s=session: play(s) for session in sessions])
    assert all(isinstance(length, int) for length in lengths), lengths
    for session in sessions:
        assert list(world.store.read.lines(session.game, 0, 500)) == session.lines


def test_waiting_readers_do_not_keep_writers_out(world):
    session = world.session()
    results: list[Any] = []
    threads = [
        threading.Thread(target=lambda: results.append(world.service.log(session.game, 1, 5)))
        for _ in range(20)
    ]
    for thread in threads:
        thread.start()
    session.submit(session.player("hider").join(session.state, "ann"))
    for thread in threads:
        thread.join(10)
    assert len(results) == 20
    # Eight had a place to wait; the others were answered at once, with what there was.
    assert sum(len(page.lines) for page in results) >= 8


def test_a_lock_file_left_over(world):
    """A lock file that is left over from a dead process holds nobody up."""
    world.db.with_name(world.db.name + ".lock").write_text("1234")
    session = world.session()
    session.submit(session.player("hider").join(session.state, "ann"))
