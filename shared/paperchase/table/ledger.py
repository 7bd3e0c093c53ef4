"""Reads a log line by line and believes nothing: signatures, heads, receipts, rules.

What a client keeps of a running game, and the first half of an audit. A `Ledger` can go on
from a stored state; the log before it need not be at hand.
"""

import msgspec

from paperchase.errors import EvidenceError
from paperchase.log import (
    ENTRY,
    RECEIPT,
    Entry,
    Line,
    Signed,
    read_entry,
    receipt_payload,
    receipt_time,
)
from paperchase.table.fold import Table
from paperchase.table.genesis import LATEST
from paperchase.table.state import Event, MemoryBook, State, Step

Claim = tuple[str, str, Signed]
"""A signature that is still to be checked: the key, the kind of message, the message."""


class Taken(msgspec.Struct, frozen=True, gc=False):
    """A line that holds: its entry, and what it did."""

    seq: int
    entry: Entry
    t: int
    before: State
    step: Step

    @property
    def events(self) -> tuple[Event, ...]:
        """The rules' steps that the entry caused."""
        return self.step.events


class Ledger:
    """A table and the state that its log has been read to.

    `every_receipt` checks the server's signature under every receipt, as whoever follows a
    running game should; without it the caller checks the last one, whose head covers the rest.
    """

    def __init__(
        self, table: Table, state: State, book: MemoryBook, *, every_receipt: bool = True
    ) -> None:
        self.table = table
        self.state = state
        self.book = book
        self.every_receipt = every_receipt

    @classmethod
    def begin(cls, table: Table, line: Line, *, every_receipt: bool = True) -> "Ledger":
        """Begins a log with its genesis line (V2 to V4). Raises PaperchaseError."""
        server = table.genesis.server
        line.entry.check(ENTRY, server)
        t = receipt_time(line.receipt.payload)
        wanted = receipt_payload(table.game, 0, table.game, None, table.game, t, {})
        if wanted != line.receipt.payload or t > LATEST:
            raise EvidenceError("the first receipt is not that of the genesis", "receipt")
        line.receipt.check(RECEIPT, server)
        book = MemoryBook()
        book.heads[table.game] = 0
        return cls(table, table.begin(t), book, every_receipt=every_receipt)

    def take(self, line: Line, claims: list[Claim] | None = None) -> Taken:
        """Reads the next line (V2 to V12). Raises PaperchaseError, and has then not moved.

        With `claims` the entry's signature is noted there and not checked: whoever believes a
        line before he has checked it has to take it back.
        """
        before = self.state
        entry = read_entry(line.entry)
        key = self.table.key(before, entry)
        if claims is None:
            line.entry.check(ENTRY, key)
        else:
            claims.append((key, ENTRY, line.entry))
        t = receipt_time(line.receipt.payload)
        step = self.table.accept(before, entry, t, self.book)
        after = step.state
        seq = before.length
        wanted = receipt_payload(
            before.game, seq, entry.id, before.head, after.head, t, after.clocks
        )
        if wanted != line.receipt.payload:
            raise EvidenceError(f"receipt {seq} is not that of entry {seq}", "receipt")
        if self.every_receipt:
            line.receipt.check(RECEIPT, self.table.genesis.server)
        self.state = after
        self.book.take(seq, after.head, step.seals)
        return Taken(seq, entry, t, before, step)
