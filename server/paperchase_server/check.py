"""`paperchase-server check`: is what the database holds still what was signed?

Every game is audited as a stranger would, and then everything that the server keeps beside the
log, which can be derived from it, is derived again and compared.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from paperchase import audit, log, seal
from paperchase.bundle import Bundle
from paperchase.errors import MalformedError, PaperchaseError
from paperchase.keys import Master
from paperchase.table import SERVER, bodies
from paperchase_server.catalogue import Catalogue
from paperchase_server.live import Live, Shelf, fold, lines
from paperchase_server.scribe import row_of, snapshot_of
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
        whole = tuple(lines(records, game, len(records.places(game))))
        if not whole:
            raise MalformedError("the log is gone")
        genesis = bodies.read(bodies.Genesis, log.read_entry(whole[0].entry).body)
        board = records.board(genesis.board.digest) or ""
        verdict = audit.verify(Bundle(game, board, whole), catalogue.find(genesis.rules.id))
        status = verdict.status.value
        cut = verdict.prefix < len(whole)
        if cut:
            faults.append(f"only the first {verdict.prefix} of {len(whole)} entries stand")
        faults += [
            f"entry {one.seq}: {one.code}: {one.evidence}"
            for one in verdict.findings
            if SERVER in one.blamed or (cut and one.seq == verdict.prefix)
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
    derived = row_of(state)
    for name in GameRow.__dataclass_fields__:
        if getattr(row, name) != getattr(derived, name):
            yield f"the {name} of the game is not what its log gives"
    kept, wanted = records.snapshot(row.id, row.head), snapshot_of(Live(desk, state, secret))
    if kept is not None and kept.state is not None and kept != wanted:
        yield "the snapshot is not what the log gives"
    elif restore and (kept is None or kept.state is None):
        store.write(lambda records: records.restore(row.id, row.head, wanted))
    heads = {seq: head for head, seq in book.heads.items()}
    for seq, entry, head in records.places(row.id):
        if heads.get(seq) != head or log.entry_id(whole[seq].entry.payload) != entry:
            yield f"entry {seq} is filed under another id or head"
    if records.seals(row.id) != book.seals:
        yield "the seals are not those in the log"
    for (seat, slot), opening in records.escrows(row.id).items():
        try:
            seal.check_opening(book.seals.get((seat, slot), ""), row.id, seat, slot, opening)
        except PaperchaseError:
            yield f"what is held in escrow for {slot} of {seat} does not open it"
