"""`paperchase-server check`: is what the database holds still what was signed?

Every game is audited as a stranger would, and then everything that the server keeps beside the
log, which can be derived from it, is derived again and compared.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from paperchase import audit, log
from paperchase.bundle import Bundle
from paperchase.errors import PaperchaseError
from paperchase.keys import Master
from paperchase.table import SERVER, bodies
from paperchase_server.catalogue import Catalogue
from paperchase_server.live import Live, Shelf, fold, lines
from paperchase_server.scribe import row_of
from paperchase_server.store import GameRow, Store


@dataclass(frozen=True, slots=True)
class Report:
    """One game. `faults` is what is wrong with what is stored, a line each."""

    game: str
    length: int
    status: str
    faults: tuple[str, ...]


def check(
    store: Store, master: Master, catalogue: Catalogue, restore: bool = False
) -> Iterator[Report]:
    """A report on every stored game. With `restore` lost snapshots are written again."""
    shelf = Shelf(master, catalogue)
    for game in store.read.all_games():
        yield _check(store, shelf, catalogue, game, restore)


def _check(store: Store, shelf: Shelf, catalogue: Catalogue, game: str, restore: bool) -> Report:
    records = store.read
    row = records.game(game)
    assert row is not None
    faults: list[str] = []
    status = "unread"
    try:
        whole = tuple(lines(records, game))
        genesis = bodies.read(bodies.Genesis, log.read_entry(whole[0].entry).body)
        board = records.board(genesis.board.digest) or ""
        verdict = audit.verify(Bundle(game, board, whole), catalogue.find(genesis.rules.id))
        status = verdict.status.value
        if verdict.prefix < len(whole):
            faults.append(f"the log stands only up to entry {verdict.prefix - 1}")
        faults += [
            f"entry {one.seq}: {one.code}: {one.evidence}"
            for one in verdict.findings
            if SERVER in one.blamed
        ]
        if not faults:
            faults += _compare(store, shelf, row, whole, restore)
    except PaperchaseError as error:
        faults.append(error.detail)
    return Report(game, row.length, status, tuple(faults))


def _compare(
    store: Store, shelf: Shelf, row: GameRow, whole: tuple[log.Line, ...], restore: bool
) -> Iterator[str]:
    """What is kept beside the log and is not what the log gives."""
    records = store.read
    desk = shelf.desk(records, row.id)
    state, secret, book = fold(desk, iter(whole))
    derived = row_of(Live(desk, state, secret))
    if row.state is None:
        if restore:
            _restore(store, derived)
        derived = replace(derived, state=None, secret=row.secret)
    for name in GameRow.__dataclass_fields__:
        if getattr(row, name) != getattr(derived, name):
            yield f"the {name} of the game is not what its log gives"
    heads = {seq: head for head, seq in book.heads.items()}
    for seq, entry, head in records.places(row.id):
        if heads.get(seq) != head or log.entry_id(whole[seq].entry.payload) != entry:
            yield f"entry {seq} is filed under another id or head"
    if records.seals(row.id) != book.seals:
        yield "the seals are not those in the log"


def _restore(store: Store, row: GameRow) -> None:
    state = row.state or ""
    store.write(lambda records: records.snapshot(row.id, row.head, state, row.secret))
