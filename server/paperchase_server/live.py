"""Games as they stand, unpacked: a cache over the snapshots of the store.

A state is kept under the head that it stands for. A head is a hash of everything before it, so
what is kept can be old, but never wrong: the row in the database says which head counts.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec

from paperchase import canon, log
from paperchase.dice import Chain
from paperchase.errors import RefusedError
from paperchase.keys import Master
from paperchase.rules import RuleSet
from paperchase.table import Dealer, MemoryBook, State, Table, bodies
from paperchase.values import Json
from paperchase_server.catalogue import Catalogue
from paperchase_server.store import GameRow, Records

V = TypeVar("V")

DESKS = 1024
"""How many games are kept unpacked."""

RULES = 64
"""How many boards with their options are kept parsed."""

PAGE = 500
"""Lines that are read at a time when a log is folded anew."""


class Desk:
    """What never changes about a game: its table, and the dealer that the server plays."""

    def __init__(self, table: Table, master: Master, points: bytes) -> None:
        self.table = table
        self._master = master
        self._points = points

    @cached_property
    def dealer(self) -> Dealer:
        """Made when first needed."""
        random = self.table.genesis.random
        chain = Chain(random, self._points) if self._points else None
        return Dealer(self._master, random, chain)


@dataclass(frozen=True, slots=True)
class Live:
    """A game as it stands. `secret` is the dealer's, packed; it never leaves the server."""

    desk: Desk
    state: State
    secret: Json

    @property
    def table(self) -> Table:
        """The table of the game."""
        return self.desk.table


class _Recent(Generic[V]):
    """The `most` values that were used last. Safe for threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, V] = OrderedDict()
        self._guard = threading.Lock()

    def get(self, key: str) -> V | None:
        with self._guard:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: str, value: V) -> None:
        with self._guard:
            self._kept[key] = value
            self._kept.move_to_end(key)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)


class Shelf:
    """Gives out games as they stand, from memory, from a snapshot, or folded from the log."""

    def __init__(self, master: Master, catalogue: Catalogue) -> None:
        self._master = master
        self._catalogue = catalogue
        self._games: _Recent[Live] = _Recent(DESKS)
        self._rules: _Recent[RuleSet[Any, Any]] = _Recent(RULES)

    def peek(self, game: str) -> Live | None:
        """The game as it stood when it was last looked at; it may have gone on since."""
        return self._games.get(game)

    def take(self, records: Records, row: GameRow) -> Live | None:
        """The game at the head of `row`; None where its log has grown meanwhile.

        That cannot be inside a transaction.
        """
        live = self._games.get(row.id)
        if live is not None and live.state.head == row.head:
            return live
        snapshot = records.snapshot(row.id, row.head)
        if snapshot is None:
            return None
        desk = live.desk if live is not None else self.desk(records, row.id)
        if snapshot.state is None:
            state, secret, _ = fold(desk, lines(records, row.id, row.length))
        else:
            state = desk.table.unpack(msgspec.json.decode(snapshot.state))
            secret = None if snapshot.secret is None else msgspec.json.decode(snapshot.secret)
        live = Live(desk, state, secret)
        self._games.put(row.id, live)
        return live

    def put(self, live: Live) -> None:
        """Keep a game as it stands now."""
        self._games.put(live.state.game, live)

    def open(self, genesis: log.Entry, board: bytes, points: bytes) -> Desk:
        """The desk of a game from its first entry. Raises as `Table.open`.

        `points` are what is kept of the dealer's chain; without them it grows again.
        """
        body = bodies.read(bodies.Genesis, genesis.body)
        key = canon.encode([body.rules.id, body.rules.version, body.board.digest, body.options])
        rules = self._rules.get(key.hex())
        if rules is None:
            table = Table.open(genesis, self._catalogue.find(body.rules.id), board)
            self._rules.put(key.hex(), table.rules)
        else:
            table = Table(genesis.id, body, rules)
        return Desk(table, self._master, points)

    def desk(self, records: Records, game: str) -> Desk:
        """The desk of a stored game."""
        first = log.read_line(records.lines(game, 0, 1)[0])
        genesis = log.read_entry(first.entry)
        board = records.board(bodies.read(bodies.Genesis, genesis.body).board.digest)
        if board is None:
            raise RefusedError("the board of this game is lost: see `check`", "no-board")
        return self.open(genesis, board.encode(), records.points(game))


def lines(records: Records, game: str, length: int) -> Iterator[log.Line]:
    """The first `length` lines of a log, a page at a time."""
    for seq in range(0, length, PAGE):
        yield from map(log.read_line, records.lines(game, seq, min(PAGE, length - seq)))


def fold(desk: Desk, whole: Iterator[log.Line]) -> tuple[State, Json, MemoryBook]:
    """State, dealer's secret and seals after a whole log, by the rules alone."""
    table, book = desk.table, MemoryBook()
    first = next(whole)
    state = table.begin(log.receipt_time(first.receipt.payload))
    book.heads[state.head] = 0
    secret = desk.dealer.start(table, state) if table.rules.chance else None
    for line in whole:
        entry = log.read_entry(line.entry)
        if entry.type == "draw":
            draft = desk.dealer.owed(table, state, secret)
            secret = None if draft is None else draft.secret
        step = table.accept(state, entry, log.receipt_time(line.receipt.payload), book)
        state = step.state
        book.take(state.length - 1, state.head, step.seals)
    return state, secret, book
