"""A database full of games that nobody plays."""

import sqlite3
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

TABLES = ("games", "chains", "seats", "entries", "seals")


def fill(path: Path, game: str, count: int) -> None:
    """Adds `count` copies of `game` to the database at `path`. They are no genuine games, but
    fill tables and indexes as such do."""
    database = sqlite3.connect(path)
    # Only the measured turns have to survive a power cut.
    database.execute("PRAGMA synchronous = OFF")
    for table in TABLES:
        key = "id" if table == "games" else "game"
        found = database.execute(f"SELECT * FROM {table} WHERE {key} = ?", (game,))
        names = [column[0] for column in found.description]
        rows = found.fetchall()
        marks = ", ".join("?" * len(names))
        database.executemany(f"INSERT INTO {table} VALUES ({marks})", _copies(names, rows, count))
    database.commit()
    database.close()


def _copies(names: list[str], rows: list[tuple[Any, ...]], count: int) -> Iterator[list[Any]]:
    for number in range(count):
        for row in rows:
            yield [_copied(name, value, number) for name, value in zip(names, row, strict=True)]


def _copied(name: str, value: Any, number: int) -> Any:
    if name == "number":
        return None
    if name in ("id", "game", "request", "head"):
        return sha256(f"{number}/{value}".encode()).hexdigest()
    return value
