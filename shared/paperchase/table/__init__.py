"""Live play: where the rules and the seals meet. `audit` is the other place."""

from paperchase.table.compose import Player
from paperchase.table.dealer import Dealer, Draft, unpack_secret
from paperchase.table.fold import Table
from paperchase.table.genesis import genesis_body, write_genesis
from paperchase.table.ledger import Ledger, Taken
from paperchase.table.state import (
    SERVER,
    Book,
    Event,
    Holder,
    MemoryBook,
    Phase,
    SeatState,
    Stage,
    State,
    Step,
)

__all__ = [
    "SERVER",
    "Book",
    "Dealer",
    "Draft",
    "Event",
    "Holder",
    "Ledger",
    "MemoryBook",
    "Phase",
    "Player",
    "SeatState",
    "Stage",
    "State",
    "Step",
    "Table",
    "Taken",
    "genesis_body",
    "unpack_secret",
    "write_genesis",
]
