"""`check`: a database that was tampered with says so, game by game."""

import sqlite3

import msgspec
import pytest

from paperchase_server.check import check
from paperchase_server.models import SQLITE_TRIGGERS


def faults(world, restore=False):
    """What `check` finds in each game."""
    reports = list(check(world.store, world.master, world.catalogue, restore))
    return [report.faults for report in reports]


def tamper(world, *statements):
    """Change the database as only somebody with its file can."""
    base = sqlite3.connect(world.db)
    for trigger in SQLITE_TRIGGERS:
        base.execute("DROP TRIGGER " + trigger.split()[2])
    for text, *values in statements:
        assert base.execute(text, values).rowcount > 0, text
    base.commit()
    base.close()


@pytest.fixture
def played(world):
    """A game that is over, one that runs, and one that nobody has joined."""
    session = world.session()
    session.join()
    session.play()
    running = world.session(options={"rounds": 0})
    running.join()
    for _ in range(12):
        running.step()
    world.create()
    return running


def test_all_is_well(world, played):
    reports = list(check(world.store, world.master, world.catalogue))
    assert [report.faults for report in reports] == [(), (), ()]
    assert [report.status for report in reports] == ["fair", "undecided", "undecided"]
    assert [report.length for report in reports][1:] == [played.state.length, 1]


def test_a_changed_entry(world, played):
    line = world.store.read.lines(played.game, 5, 1)[0]
    changed = line.replace('\\"v\\":1', '\\"v\\":2', 1)
    assert changed != line
    tamper(world, ("UPDATE entries SET line = ? WHERE line = ?", changed, line))
    found = faults(world)
    assert found[0] == found[2] == ()
    assert any("entry 5" in fault for fault in found[1]), found


def test_a_dropped_entry(world, played):
    tamper(world, ("DELETE FROM entries WHERE game = ? AND seq = 6", played.game))
    assert faults(world)[1]


def test_a_log_that_was_cut(world, played):
    last = played.state.length - 1
    tamper(world, ("DELETE FROM entries WHERE game = ? AND seq = ?", played.game, last))
    assert any("length" in fault for fault in faults(world)[1])


def test_a_log_that_was_emptied(world, played):
    tamper(world, ("DELETE FROM entries WHERE game = ?", played.game))
    assert faults(world)[1]


@pytest.mark.parametrize(
    "text",
    [
        "UPDATE games SET stage = 'open' WHERE id = ?",
        "UPDATE games SET length = length + 1 WHERE id = ?",
        "UPDATE games SET due = 5 WHERE id = ?",
        "UPDATE games SET t = 5 WHERE id = ?",
        "UPDATE entries SET head = id WHERE seq = 3 AND game = ?",
        "UPDATE entries SET id = head WHERE seq = 3 AND game = ?",
        "DELETE FROM seals WHERE game = ?",
    ],
)
def test_what_stands_beside_the_log(world, played, text):
    tamper(world, (text, played.game))
    found = faults(world)
    assert found[1], found
    assert found[0] == found[2] == ()


def test_a_wrong_snapshot(world, played):
    snapshot = world.store.read.snapshot(played.game, played.state.head)
    state = msgspec.json.decode(snapshot.state)
    state["public"]["hits"] += 1
    text = msgspec.json.encode(state).decode()
    tamper(world, ("UPDATE games SET state = ? WHERE id = ?", text, played.game))
    assert faults(world)[1] == ("the snapshot is not what the log gives",)


def test_a_lost_snapshot_is_no_fault_and_comes_back(world, played):
    before = world.store.read.snapshot(played.game, played.state.head)
    tamper(world, ("UPDATE games SET state = NULL, secret = NULL WHERE id = ?", played.game))
    assert faults(world) == [(), (), ()]
    assert world.store.read.snapshot(played.game, played.state.head).state is None
    assert faults(world, restore=True) == [(), (), ()]
    assert world.store.read.snapshot(played.game, played.state.head) == before


def test_a_lost_board(world, played):
    tamper(world, ("DELETE FROM boards",))
    assert all(faults(world))
