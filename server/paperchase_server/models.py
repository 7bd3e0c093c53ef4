# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
"""The tables of the database, and what keeps the log append-only."""

from peewee import (
    AutoField,
    BigIntegerField,
    BlobField,
    BooleanField,
    CompositeKey,
    IntegerField,
    Model,
    TextField,
)

VERSION = 3
"""The version of this schema; another is refused."""


class Fact(Model):
    """What is true of the whole database: schema version, the server's public key."""

    name = TextField(primary_key=True)
    value = TextField()

    class Meta:
        """See peewee."""

        table_name = "facts"


class Handle(Model):
    """A registered name with its key, and the signed statement that proves it."""

    handle = TextField(primary_key=True)
    key = TextField()
    payload = TextField()
    sig = TextField()
    t = BigIntegerField()

    class Meta:
        """See peewee."""

        table_name = "handles"


class Shape(Model):
    """How handles look. Two that look alike would share a row, so the second is refused."""

    shape = TextField(primary_key=True)
    handle = TextField(index=True)

    class Meta:
        """See peewee."""

        table_name = "shapes"


class Board(Model):
    """The bytes of every board that a game was started on, as text, by digest."""

    digest = TextField(primary_key=True)
    text = TextField()

    class Meta:
        """See peewee."""

        table_name = "boards"


class Game(Model):
    """A game: where its log ends, and the snapshot of its public state.

    `number` orders games by age; `request` is the id of the signed request that made it; `due`
    is the first deadline that runs. `state` can be rebuilt from the log, `secret` is the
    dealer's own and never leaves the server.
    """

    number = AutoField()
    id = TextField(unique=True)
    request = TextField(unique=True)
    listed = BooleanField()
    stage = TextField()
    length = IntegerField()
    head = TextField()
    t = BigIntegerField()
    due = BigIntegerField(null=True, index=True)
    state = TextField(null=True)
    secret = TextField(null=True)

    class Meta:
        """See peewee."""

        table_name = "games"


class Chain(Model):
    """The dealer's dice chain in one game, secret and at rest: growing it takes a while."""

    game = TextField(primary_key=True)
    points = BlobField()

    class Meta:
        """See peewee."""

        table_name = "chains"


class Entry(Model):
    """One line of a log, kept and served as text: nothing in it is ever encoded again."""

    game = TextField()
    seq = IntegerField()
    id = TextField(unique=True)
    head = TextField()
    line = TextField()

    class Meta:
        """See peewee."""

        table_name = "entries"
        primary_key = CompositeKey("game", "seq")
        indexes = ((("game", "head"), True),)


class Seal(Model):
    """The commitment of a slot."""

    game = TextField()
    seat = TextField()
    slot = TextField()
    commitment = TextField()

    class Meta:
        """See peewee."""

        table_name = "seals"
        primary_key = CompositeKey("game", "seat", "slot")


class Escrow(Model):
    """The opening of a face-down token, handed in ahead by its owner; no exit ever serves it."""

    game = TextField()
    seat = TextField()
    slot = TextField()
    salt = TextField()
    value = BigIntegerField()

    class Meta:
        """See peewee."""

        table_name = "escrow"
        primary_key = CompositeKey("game", "seat", "slot")


class Seat(Model):
    """Who holds a seat: finds the games of a handle."""

    game = TextField()
    seat = TextField()
    handle = TextField(index=True)

    class Meta:
        """See peewee."""

        table_name = "seats"
        primary_key = CompositeKey("game", "seat")


TABLES = (Fact, Handle, Shape, Board, Game, Chain, Entry, Seal, Escrow, Seat)
"""All of them."""


_KEYS: dict[str, tuple[tuple[str, ...], ...]] = {
    "entries": (("game", "seq"), ("id",), ("game", "head")),
    "seals": (("game", "seat", "slot"),),
    "escrow": (("game", "seat", "slot"),),
    "handles": (("handle",),),
    "boards": (("digest",),),
    "chains": (("game",),),
}
"""What is written once, and by which columns a row is the same again."""


def _guards(table: str, keys: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """The triggers of a table. INSERT OR REPLACE deletes without a trigger's leave, so a row that
    is there already, by a key or by its place, is refused as well."""
    same = " OR ".join(
        f"EXISTS (SELECT 1 FROM {table} WHERE {columns})"  # noqa: S608 - our own names
        for columns in (
            " AND ".join(f"{name} = NEW.{name}" for name in key) for key in (("rowid",), *keys)
        )
    )
    return tuple(
        f"CREATE TRIGGER {table}_{event.lower()} BEFORE {event} ON {table} "
        f"{when}BEGIN SELECT RAISE(ABORT, '{table} are written once'); END"
        for event, when in (("UPDATE", ""), ("DELETE", ""), ("INSERT", f"WHEN {same} "))
    )


SQLITE_TRIGGERS = tuple(text for table, keys in _KEYS.items() for text in _guards(table, keys))
"""The database itself refuses to change what has been signed."""
