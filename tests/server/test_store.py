"""What the database itself promises."""

import sqlite3

import peewee
import pytest

from paperchase.errors import MalformedError, RefusedError, StaleHeadError
from paperchase_server.store import Store, file_of


def raw(world):
    return sqlite3.connect(world.db)


@pytest.mark.parametrize("table", ["entries", "seals", "handles", "boards", "chains"])
@pytest.mark.parametrize(
    "text",
    [
        "UPDATE {0} SET {1} = {1}",
        "DELETE FROM {0}",
        "INSERT OR REPLACE INTO {0} SELECT * FROM {0}",
        "INSERT OR IGNORE INTO {0} SELECT * FROM {0}",
        "INSERT OR REPLACE INTO {0} (rowid, {1}) SELECT rowid, 'other' FROM {0}",
    ],
)
def test_what_is_signed_is_never_changed(world, table, text):
    world.session().join()
    session = world.session()
    session.join()
    session.step()
    column = {"handles": "key", "boards": "text", "chains": "points"}.get(table, "game")
    base = raw(world)
    with pytest.raises(sqlite3.IntegrityError, match="written once"):
        base.execute(text.format(table, column))
    base.close()


def test_durable_settings(world):
    for records in (world.store.read, world.store._records):
        assert records._rows("PRAGMA journal_mode") == [("wal",)]
        assert records._rows("PRAGMA synchronous") == [(2,)]


@pytest.mark.parametrize("version", ["2", "99"])
def test_another_schema_is_refused(world, version):
    base = raw(world)
    base.execute("UPDATE facts SET value = ? WHERE name = 'schema'", (version,))
    base.commit()
    base.close()
    with pytest.raises(MalformedError, match=f"schema {version}"):
        Store.open(str(world.db))


def test_another_file_is_refused(tmp_path):
    path = tmp_path / "x"
    path.write_text("not a database, but long enough to be read as one" * 9)
    with pytest.raises(MalformedError, match="no database of a Paperchase server"):
        Store.open(str(path))
    assert sqlite3.connect(tmp_path / "y").execute("CREATE TABLE t (a)") is not None
    with pytest.raises(MalformedError, match="no database of a Paperchase server"):
        Store.open(str(tmp_path / "y"))
    with pytest.raises(RefusedError, match="init"):
        Store.open(str(tmp_path / "z"))


def test_an_existing_database_is_not_made_again(world):
    before = world.db.read_bytes()
    with pytest.raises(RefusedError, match="nothing was changed"):
        Store.create(str(world.db), "ab" * 32)
    assert world.db.read_bytes() == before
    with pytest.raises(RefusedError, match="cannot make"):
        Store.create(str(world.folder / "none" / "x"), "ab" * 32)


def test_urls():
    assert str(file_of("sqlite:///a/b.db")) == "a/b.db"
    assert str(file_of("sqlite:////a/b.db")) == "/a/b.db"
    assert str(file_of("a/b.db")) == "a/b.db"
    for url in ("postgresql://here/games", "sqlite://b.db", "sqlite:///"):
        with pytest.raises(MalformedError, match="give a path"):
            file_of(url)


def test_two_writers_on_one_head(world):
    """Compare-and-set: the second writer is told, and nothing of his stays."""
    session = world.session()
    session.join()
    row = world.store.read.game(session.game)
    snapshot = world.store.read.snapshot(session.game, row.head)

    def late(records):
        records.append(_older(row), row, snapshot, [])

    with pytest.raises(StaleHeadError):
        world.store.write(late)
    assert world.store.read.game(session.game) == row


def _older(row):
    import dataclasses

    return dataclasses.replace(row, head="0" * 64)


def test_a_failing_job_leaves_nothing(world):
    session = world.session()

    def job(records):
        records.seat(session.game, "hider", "ann")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        world.store.write(job)
    assert world.store.read._rows("SELECT * FROM seats") == []


def test_an_unexpected_error_of_the_database_passes(world):
    with pytest.raises(peewee.OperationalError, match="no such table"):
        world.store.read._rows("SELECT * FROM nowhere")
