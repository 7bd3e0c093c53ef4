# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false, reportMissingTypeStubs=false
"""What is kept, and how it is read and written. With `models`, the only place that knows peewee.

SQLite today. The texts use nothing that PostgreSQL lacks, so another database can come by its
URL. Statements on the way of a turn are fixed texts; the rest is left to the ORM.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from peewee import (
    Database,
    DatabaseError,
    OperationalError,
    SchemaManager,
    SqliteDatabase,
)

from paperchase.errors import MalformedError, RefusedError, StaleHeadError
from paperchase.seal import Opening
from paperchase_server.models import (
    SQLITE_TRIGGERS,
    TABLES,
    VERSION,
    Game,
    Handle,
    Seat,
    Shape,
)
from paperchase_server.writers import FileLock, WriteQueue, busy

T = TypeVar("T")

PRAGMAS = {"journal_mode": "wal", "synchronous": "full"}
"""An acknowledged turn survives a power cut: every commit waits for the disk."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """Where a log ends; see the model `Game`."""

    id: str
    stage: str
    length: int
    head: str
    t: int
    due: int | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The public state at one head, and the dealer's secret; both as JSON."""

    state: str | None
    secret: str | None


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry that the log takes up, with all that goes into the database beside it."""

    seq: int
    id: str
    head: str
    line: str
    seals: Sequence[tuple[str, str, str]] = ()


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game with its first entry. `points` are what is kept of the dealer's chain."""

    row: GameRow
    snapshot: Snapshot
    entry: NewEntry
    request: str
    listed: bool
    digest: str
    board: str
    points: bytes


@dataclass(frozen=True, slots=True)
class Found:
    """An entry that is in a log already."""

    game: str
    seq: int
    line: str


@dataclass(frozen=True, slots=True)
class Holding:
    """A registered handle."""

    handle: str
    key: str


class Records:
    """All reading and writing over one database connection (one a thread, or the writer's)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def _rows(self, text: str, *values: object) -> list[tuple[Any, ...]]:
        return self._run(text, values).fetchall()

    def _run(self, text: str, values: Sequence[object]) -> Any:
        mark = self._database.param
        try:
            return self._database.execute_sql(
                text if mark == "?" else text.replace("?", mark), values
            )
        except OperationalError as error:
            # Inside a transaction nothing is locked any more: whatever this is, it undoes all.
            if self._database.in_transaction():
                raise
            raise _translated(error) from None

    # -- games and their logs ----------------------------------------------------------------

    def game(self, game: str) -> GameRow | None:
        """Where the log of `game` ends."""
        text = "SELECT id, stage, length, head, t, due FROM games WHERE id = ?"
        rows = self._rows(text, game)
        return GameRow(*rows[0]) if rows else None

    def snapshot(self, game: str, head: str) -> Snapshot | None:
        """What is kept of `game` at `head`; None where the log has grown meanwhile."""
        text = "SELECT state, secret FROM games WHERE id = ? AND head = ?"
        rows = self._rows(text, game, head)
        return Snapshot(*rows[0]) if rows else None

    def pulse(self, game: str) -> tuple[int, int | None] | None:
        """Length and first deadline of `game`: what a waiting request looks at."""
        rows = self._rows("SELECT length, due FROM games WHERE id = ?", game)
        return (rows[0][0], rows[0][1]) if rows else None

    def requested(self, request: str) -> str | None:
        """The game that was made for the request with this id."""
        rows = self._rows("SELECT id FROM games WHERE request = ?", request)
        return rows[0][0] if rows else None

    def late(self, now: int) -> list[str]:
        """Games with a deadline before `now`, the oldest deadline first."""
        text = "SELECT id FROM games WHERE due < ? ORDER BY due"
        return [row[0] for row in self._rows(text, now)]

    def lines(self, game: str, since: int, limit: int) -> list[str]:
        """Log lines from seq `since` on."""
        rows = self._rows(
            "SELECT line FROM entries WHERE game = ? AND seq >= ? ORDER BY seq LIMIT ?",
            game,
            since,
            limit,
        )
        return [row[0] for row in rows]

    def find(self, entry: str) -> Found | None:
        """The entry with this id, in whatever game it is."""
        rows = self._rows("SELECT game, seq, line FROM entries WHERE id = ?", entry)
        return Found(*rows[0]) if rows else None

    def seq(self, game: str, head: str) -> int | None:
        """After how many entries less one the log of `game` had this head."""
        rows = self._rows("SELECT seq FROM entries WHERE game = ? AND head = ?", game, head)
        return rows[0][0] if rows else None

    def seal(self, game: str, seat: str, slot: str) -> str | None:
        """The commitment of a slot."""
        rows = self._rows(
            "SELECT commitment FROM seals WHERE game = ? AND seat = ? AND slot = ?",
            game,
            seat,
            slot,
        )
        return rows[0][0] if rows else None

    def seals(self, game: str) -> dict[tuple[str, str], str]:
        """All commitments of `game`."""
        rows = self._rows("SELECT seat, slot, commitment FROM seals WHERE game = ?", game)
        return {(row[0], row[1]): row[2] for row in rows}

    def escrow(self, game: str, seat: str, slot: str) -> Opening | None:
        """The opening of a slot that was handed in ahead."""
        text = "SELECT salt, value FROM escrow WHERE game = ? AND seat = ? AND slot = ?"
        rows = self._rows(text, game, seat, slot)
        return Opening(*rows[0]) if rows else None

    def escrows(self, game: str) -> dict[tuple[str, str], Opening]:
        """All that is held in escrow in `game`."""
        rows = self._rows("SELECT seat, slot, salt, value FROM escrow WHERE game = ?", game)
        return {(row[0], row[1]): Opening(row[2], row[3]) for row in rows}

    def hold(self, game: str, seat: str, slot: str, opening: Opening) -> None:
        """Take an opening into escrow, once."""
        self._run(
            "INSERT INTO escrow (game, seat, slot, salt, value) VALUES (?, ?, ?, ?, ?)",
            (game, seat, slot, opening.salt, opening.value),
        )

    def create(self, new: NewGame) -> None:
        """Take up a game with its first entry."""
        row, board = new.row, (new.digest, new.board)
        self._run(
            "INSERT INTO boards (digest, text) SELECT ?, ? "
            "WHERE NOT EXISTS (SELECT 1 FROM boards WHERE digest = ?)",
            (*board, board[0]),
        )
        self._run(
            "INSERT INTO games (id, request, listed, stage, length, head, t, due, state, secret) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                row.id,
                new.request,
                new.listed,
                row.stage,
                row.length,
                row.head,
                row.t,
                row.due,
                new.snapshot.state,
                new.snapshot.secret,
            ),
        )
        self._run("INSERT INTO chains (game, points) VALUES (?, ?)", (row.id, new.points))
        self._insert(row.id, new.entry)

    def append(
        self, before: GameRow, after: GameRow, snapshot: Snapshot, entries: Iterable[NewEntry]
    ) -> None:
        """Add to a log. Raises StaleHeadError where `before` is no longer how it stands."""
        done = self._run(
            "UPDATE games SET stage = ?, length = ?, head = ?, t = ?, due = ?, state = ?, "
            "secret = ? WHERE id = ? AND head = ?",
            (
                after.stage,
                after.length,
                after.head,
                after.t,
                after.due,
                snapshot.state,
                snapshot.secret,
                before.id,
                before.head,
            ),
        )
        if done.rowcount != 1:
            raise StaleHeadError("the log grew at the same moment: fetch it, look, try again")
        for entry in entries:
            self._insert(before.id, entry)

    def _insert(self, game: str, entry: NewEntry) -> None:
        self._run(
            "INSERT INTO entries (game, seq, id, head, line) VALUES (?, ?, ?, ?, ?)",
            (game, entry.seq, entry.id, entry.head, entry.line),
        )
        for seat, slot, commitment in entry.seals:
            self._run(
                "INSERT INTO seals (game, seat, slot, commitment) VALUES (?, ?, ?, ?)",
                (game, seat, slot, commitment),
            )

    def places(self, game: str) -> list[tuple[int, str, str]]:
        """Seq, id and head of every entry, as they are filed."""
        rows = self._rows("SELECT seq, id, head FROM entries WHERE game = ? ORDER BY seq", game)
        return [(row[0], row[1], row[2]) for row in rows]

    def restore(self, game: str, head: str, snapshot: Snapshot) -> None:
        """Put back a snapshot that was lost, unless the log has grown."""
        text = "UPDATE games SET state = ?, secret = ? WHERE id = ? AND head = ?"
        self._run(text, (snapshot.state, snapshot.secret, game, head))

    def seat(self, game: str, seat: str, handle: str) -> None:
        """Remember who took a seat."""
        self._run("INSERT INTO seats (game, seat, handle) VALUES (?, ?, ?)", (game, seat, handle))

    def board(self, digest: str) -> str | None:
        """The text of a board that some game was started on."""
        rows = self._rows("SELECT text FROM boards WHERE digest = ?", digest)
        return rows[0][0] if rows else None

    def points(self, game: str) -> bytes:
        """What is kept of the dealer's chain."""
        rows = self._rows("SELECT points FROM chains WHERE game = ?", game)
        return bytes(rows[0][0]) if rows else b""

    def games(self, handle: str, stage: str, after: str, limit: int) -> list[GameRow]:
        """The newest games first, older than `after`; of `handle`, or else those listed."""
        query = Game.select(Game.id, Game.stage, Game.length, Game.head, Game.t, Game.due).order_by(
            Game.number.desc()
        )
        if handle:
            held = Seat.select(Seat.game).where(Seat.handle == handle)
            query = query.where(Game.id.in_(held))
        else:
            query = query.where(Game.listed == True)  # noqa: E712 - an SQL expression
        if stage:
            query = query.where(Game.stage == stage)
        if after:
            number = Game.select(Game.number).where(Game.id == after)
            query = query.where(Game.number < number)
        rows = query.limit(limit).tuples().execute(self._database)
        return [GameRow(*row) for row in rows]

    def all_games(self) -> list[str]:
        """The ids of all games, the oldest first."""
        return [row[0] for row in self._rows("SELECT id FROM games ORDER BY number")]

    # -- handles -----------------------------------------------------------------------------

    def handle(self, handle: str) -> Holding | None:
        """Who is registered under exactly this handle."""
        rows = self._rows("SELECT handle, key FROM handles WHERE handle = ?", handle)
        return Holding(*rows[0]) if rows else None

    def alike(self, shapes: Iterable[str]) -> str | None:
        """A handle that looks like one with these shapes."""
        query = Shape.select(Shape.handle).where(Shape.shape.in_(list(shapes))).limit(1)
        rows = list(query.tuples().execute(self._database))
        return rows[0][0] if rows else None

    def register(
        self, holding: Holding, payload: str, sig: str, t: int, shapes: Iterable[str]
    ) -> None:
        """Take up a handle. Nobody else can have it, or one that looks like it, any more."""
        Handle.insert(
            handle=holding.handle, key=holding.key, payload=payload, sig=sig, t=t
        ).execute(self._database)
        Shape.insert_many([(shape, holding.handle) for shape in shapes]).execute(self._database)

    # -- facts -------------------------------------------------------------------------------

    def fact(self, name: str) -> str | None:
        """What is noted under `name`."""
        rows = self._rows("SELECT value FROM facts WHERE name = ?", name)
        return rows[0][0] if rows else None

    def note(self, name: str, value: str) -> None:
        """Note a new fact."""
        self._run("INSERT INTO facts (name, value) VALUES (?, ?)", (name, value))


class Store:
    """A database: `read` for everybody at once, `write` for one after the other."""

    def __init__(self, path: Path, patience: float) -> None:
        self._path = path
        self._patience = patience
        self._local = threading.local()
        self._opened: list[SqliteDatabase] = []
        # The writers share one connection, so that what it has cached stays good.
        self._writer = self._connect()
        self._records = Records(self._writer)
        self._lock = FileLock(path.with_name(path.name + ".lock"))
        self._queue = WriteQueue(self._bracket, patience)

    def _connect(self) -> SqliteDatabase:
        database = SqliteDatabase(
            str(self._path),
            pragmas=PRAGMAS,
            timeout=self._patience,
            thread_safe=False,
            check_same_thread=False,
        )
        self._opened.append(database)
        return database

    @property
    def read(self) -> Records:
        """Reading, over a connection that this thread keeps."""
        records: Records | None = getattr(self._local, "records", None)
        if records is None:
            records = self._local.records = Records(self._connect())
        return records

    @classmethod
    def open(cls, url: str, patience: float = 5.0) -> "Store":
        """The database at `url`: a path, or `sqlite:///path`.

        Raises RefusedError where there is none, MalformedError where it is not ours or of
        another schema.
        """
        path = file_of(url)
        if not path.is_file():
            raise RefusedError(f"no database {path}: run `paperchase-server init`", "no-database")
        store = cls(path, patience)
        try:
            version = store.read.fact("schema")
        except DatabaseError:
            store.close()
            raise MalformedError(f"{path} is no database of a Paperchase server", "db") from None
        if version != str(VERSION):
            store.close()
            raise MalformedError(
                f"{path} has schema {version} and this software knows {VERSION}: "
                "use the release that wrote it, or a later one",
                "schema",
            )
        return store

    @classmethod
    def create(cls, url: str, server: str) -> "Store":
        """A new database for the server with this public key. Refuses an existing one."""
        path = file_of(url)
        try:
            path.touch(0o600, exist_ok=False)
        except FileExistsError:
            raise RefusedError(f"{path} exists already: nothing was changed", "exists") from None
        except OSError as error:
            raise RefusedError(f"cannot make {path}: {error.strerror}", "no-database") from None
        store = cls(path, 5.0)
        store.write(lambda records: store._lay_out(records, server))
        return store

    def _lay_out(self, records: Records, server: str) -> None:
        for model in TABLES:
            SchemaManager(model, self._writer).create_all()
        for text in SQLITE_TRIGGERS:
            self._writer.execute_sql(text)
        records.note("schema", str(VERSION))
        records.note("server", server)

    def write(self, job: Callable[[Records], T]) -> T:
        """What `job` returned, once it is on the disk; see `WriteQueue.run`.

        Raises RefusedError `refused/busy` where the database stayed locked.
        """
        return self._queue.run(lambda: job(self._records))

    def _bracket(self, jobs: Sequence[Callable[[], None]]) -> None:
        with self._lock:
            try:
                with self._writer.atomic("IMMEDIATE"):
                    for job in jobs:
                        job()
            except OperationalError as error:
                raise _translated(error) from None

    def close(self) -> None:
        """Close all connections. No thread may be using one."""
        for database in self._opened:
            database.close()
        self._lock.close()


def file_of(url: str) -> Path:
    """The SQLite file that `url` names. Raises MalformedError for another kind of database."""
    scheme, mark, rest = url.partition("://")
    if not mark:
        return Path(url)
    if scheme != "sqlite" or not rest.startswith("/") or len(rest) < 2:
        raise MalformedError(f"{url}: give a path, or sqlite:///path", "db")
    return Path(rest[1:])


def _translated(error: OperationalError) -> Exception:
    return busy() if "locked" in str(error) else error
