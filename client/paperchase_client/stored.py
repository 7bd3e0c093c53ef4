"""A game in the player's folder: how it comes there, and how it is read again."""

import hashlib
from collections.abc import Iterable, Iterator

from paperchase import log, registry
from paperchase.bundle import Bundle
from paperchase.errors import EvidenceError, MalformedError, PaperchaseError, RefusedError
from paperchase.log import Entry, Line, Receipt
from paperchase.table import Stage
from paperchase.table.bodies import Genesis
from paperchase.values import Seat
from paperchase_client import mirror as mirrors
from paperchase_client.compose import Item
from paperchase_client.mirror import Me, Mirror
from paperchase_client.remote import Server
from paperchase_client.vault import Shelf


def load(shelf: Shelf, me: Me) -> Mirror:
    """The stored game, as it was after the last line that was verified. Without network.

    Good for looking and trying; only a `Session` goes on from it. Raises RefusedError where
    the game was never fetched.
    """
    lines = shelf.lines()
    board = shelf.board()
    if not lines or board is None:
        raise RefusedError(
            f"game {shelf.game[:8]} is not here yet: `paperchase sync {shelf.game[:8]}`",
            "not-fetched",
        )
    first = log.read_line(lines[0])
    mirror = _reopen(first, board, me, shelf)
    if len(lines) > mirror.state.length:
        done = mirror.state.length
        mirror.remember(lines[:done])
        for text in lines[done:]:
            mirror.take(text, hints(outbox(shelf)))
    return mirror


def _reopen(first: Line, board: bytes, me: Me, shelf: Shelf) -> Mirror:
    """From the snapshot; from the first line where that is none, or one of another version."""
    try:
        snapshot = shelf.snapshot()
        if snapshot is not None:
            return mirrors.reopen(first, board, me, snapshot)
    except MalformedError:
        pass
    return mirrors.begin(first, board, me)


def take_first(shelf: Shelf, text: str, me: Me, server: Server, key: str) -> None:
    """Check and store the first line of a game, and its board. Raises PaperchaseError."""
    line = log.read_line(text)
    mirrors.check_server(line, key)
    if log.entry_id(line.entry.payload) != shelf.game:
        raise EvidenceError("the server sent the log of another game", "other-game")
    board = _board(mirrors.genesis_of(line), server, shelf.game)
    mirror = mirrors.begin(line, board, me)
    shelf.keep_board(board)
    shelf.keep_snapshot(mirror.to_json())
    shelf.add_lines([text])


def _board(genesis: Genesis, server: Server, game: str) -> bytes:
    """The board file: the game's own where it is the agreed one, else as the server has it."""
    try:
        own = registry.board(registry.find(genesis.rules.id), genesis.board.name)
    except RefusedError:
        own = b""
    if hashlib.sha256(own).hexdigest() == genesis.board.digest:
        return own
    return server.board(game)


def unveil(shelf: Shelf, mirror: Mirror) -> None:
    """Let the mirror of a game that is closed show what was hidden in it."""
    if mirror.state.stage is not Stage.CLOSED:
        return
    from paperchase import audit

    try:
        found = audit.unveil(stored_bundle(shelf), mirror.game)
    except PaperchaseError:
        # `verify` says what is wrong with it.
        return
    ids = [entry.id for entry, _ in history(shelf)]
    secrets = {seat: one for seat, one in found.secrets.items() if seat not in found.stalled}
    mirror.unveil(secrets, {ids[seq]: move for seq, move in found.moves.items()})


def stored_bundle(shelf: Shelf) -> Bundle:
    """The stored game as one file, to be verified or handed on. It holds no secret."""
    board = shelf.board()
    assert board is not None
    lines = tuple(log.read_line(text) for text in shelf.lines())
    return Bundle(shelf.game, board.decode(), lines)


def history(shelf: Shelf) -> Iterator[tuple[Entry, Receipt]]:
    """The stored entries with their receipts."""
    for text in shelf.lines():
        line = log.read_line(text)
        yield log.read_entry(line.entry), log.read_receipt(line.receipt)


def outbox(shelf: Shelf) -> list[Item]:
    """What was signed and is not receipted yet."""
    return [Item.from_json(data) for data in shelf.outbox()]


def hints(items: Iterable[Item]) -> dict[Seat, dict[str, int]]:
    """The values that are hidden in them."""
    found: dict[Seat, dict[str, int]] = {}
    for item in items:
        found.setdefault(item.seat, {}).update(item.hidden)
    return found
