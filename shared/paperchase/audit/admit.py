"""The first half of an audit: reads a log line by line, and says whom it can be blamed on."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from paperchase import log
from paperchase.audit.verdict import Finding
from paperchase.errors import IllegalMoveError, MalformedError, PaperchaseError
from paperchase.log import RECEIPT, Line, entry_id, next_head, read_entry, read_receipt
from paperchase.table import SERVER, Ledger, Table, Taken
from paperchase.table.ledger import Claim
from paperchase.values import Seat

FEW = 64
"""Below so many signatures a second thread costs more than it saves."""


def admit(table: Table, lines: Sequence[Line]) -> tuple[Ledger | None, list[Taken], list[Finding]]:
    """Reads a log as far as it holds (V1 to V12), and says why it stops if it does.

    The ledger is None where not even the genesis holds. The server's signature is checked
    under the first and the last receipt: its head covers all that lie between.
    """
    return _admit_whole(table, lines) or _admit_by_line(table, lines)


def _admit_whole(
    table: Table, lines: Sequence[Line]
) -> tuple[Ledger, list[Taken], list[Finding]] | None:
    """A log without a fault, or None.

    All rules first and all signatures then: either is quicker while the processor's caches
    hold nothing but its code and tables, by a seventh of the whole.
    """
    taken: list[Taken] = []
    claims: list[Claim] = []
    try:
        ledger = Ledger.begin(table, lines[0], every_receipt=False)
        for line in lines[1:]:
            taken.append(ledger.take(line, claims))
        claims.append((table.genesis.server, RECEIPT, lines[-1].receipt))
        _check_all(claims)
    except Exception:
        # Whatever it was: unsigned bytes may have met the rules here. The other way tells.
        return None
    return ledger, taken, []


def _check_all(claims: Sequence[Claim]) -> None:
    """Checks signatures, in two threads where there are many. Raises PaperchaseError.

    libsodium lets go of the interpreter while it verifies, so a second core takes half.
    """
    if len(claims) < FEW:
        _check_each(claims)
        return
    half = len(claims) // 2
    with ThreadPoolExecutor(1) as helper:
        other = helper.submit(_check_each, claims[half:])
        _check_each(claims[:half])
        other.result()


def _check_each(claims: Sequence[Claim]) -> None:
    for key, kind, signed in claims:
        signed.check(kind, key)


def _admit_by_line(
    table: Table, lines: Sequence[Line]
) -> tuple[Ledger | None, list[Taken], list[Finding]]:
    """Finds the first fault, with all that came before it admitted."""
    server = table.genesis.server
    ledger, taken, found = _up_to_fault(table, lines)
    if ledger is not None and not (found and found.blamed):
        count = covered(server, lines, ledger.state.length)
        if count < ledger.state.length:
            ledger, taken, _ = _up_to_fault(table, lines[:count])
            found = not_covered(count)
    return ledger, taken, [found] if found else []


def covered(server: str, lines: Sequence[Line], count: int) -> int:
    """How many of the first `count` lines stand: those up to the last genuine receipt (V8).

    Its head covers all before it. What lies behind it may be anybody's.
    """
    while count > 1:
        try:
            lines[count - 1].receipt.check(RECEIPT, server)
            break
        except PaperchaseError:
            count -= 1
    return count


def not_covered(seq: int) -> Finding:
    """That no genuine receipt covers line `seq` and those behind it."""
    why = "no receipt of the server covers what comes here: whoever wrote it is not known"
    return Finding("RECEIPT", seq, "", (), why)


def _up_to_fault(
    table: Table, lines: Sequence[Line]
) -> tuple[Ledger | None, list[Taken], Finding | None]:
    """All lines up to the first that fails V2 to V7, and what is to be said of that one."""
    taken = list[Taken]()
    server = table.genesis.server
    try:
        ledger = Ledger.begin(table, lines[0], every_receipt=False)
    except PaperchaseError as error:
        code = code_of_first(server, lines[0])
        return None, taken, accuse(server, lines, 0, "", code, (SERVER,), "", error)
    for line in lines[1:]:
        try:
            taken.append(ledger.take(line))
        except PaperchaseError as error:
            code, blamed = blame(ledger, line, error)
            state = ledger.state
            turn = table.rules.caption(state.public)
            found = accuse(server, lines, state.length, state.head, code, blamed, turn, error)
            return ledger, taken, found
        except Exception as error:
            # The rules met something that they cannot read. What stands before it still does.
            why = f"the rules cannot go on: {type(error).__name__}: {error}"
            return ledger, taken, Finding("NOT_COVERED", ledger.state.length, "", (), why)
    return ledger, taken, None


def accuse(
    server: str,
    lines: Sequence[Line],
    seq: int,
    head: str,
    code: str,
    blamed: tuple[Seat, ...],
    turn: str,
    error: PaperchaseError,
) -> Finding:
    """The finding that line `seq`, behind `head`, does not hold.

    Anybody can change a file. So somebody is blamed only where the server itself has signed
    that it took this entry, with this signature, at this place, or has signed two histories.
    """
    line = lines[seq]
    try:
        line.receipt.check(RECEIPT, server)
    except PaperchaseError:
        why = f"{error}; and the server has not signed this line: whoever changed it is not known"
        return Finding(code, seq, turn, (), why)
    if seq == 0 and code == "SIG":
        # No head covers it, and the receipt says all that it would.
        return Finding(code, seq, turn, (), f"{error}; whoever changed it is not known")
    if _taken_here(server, line, seq, head):
        return Finding(code, seq, turn, blamed, str(error))
    if seq > 0:
        try:
            if log.fork(lines[seq - 1].receipt, line.receipt, server) is not None:
                why = "the server signed two histories: this line stands on another one before it"
                return Finding("FORK", seq, turn, (SERVER,), why)
        except PaperchaseError:
            pass
    why = f"{error}; what the server took is not this line at this place"
    return Finding(code, seq, turn, (), why)


def code_of(error: PaperchaseError) -> str:
    """The code of a line that does not hold, where the rules are not at hand."""
    other = "CANON" if isinstance(error, MalformedError) else "CHAIN"
    return _CODES.get(error.code, (other, False))[0]


def code_of_first(server: str, line: Line) -> str:
    """The code of a genesis line that does not hold."""
    try:
        line.entry.check(log.ENTRY, server)
    except PaperchaseError:
        return "SIG"
    return "RECEIPT"


def _taken_here(server: str, line: Line, seq: int, head: str) -> bool:
    """Whether a receipt, genuine as it is, says so; or says nothing that a server may sign.

    The head after it covers the author's signature. What the server itself has signed needs no
    such proof.
    """
    try:
        receipt = read_receipt(line.receipt)
    except MalformedError:
        return True
    entry = entry_id(line.entry.payload)
    place = (receipt.seq, receipt.prev, receipt.entry)
    if place != (seq, head if seq else None, entry):
        return False
    after = next_head(head, entry, line.entry.sig, receipt.t) if seq else entry
    return receipt.head == after or _servers_own(server, line)


def _servers_own(server: str, line: Line) -> bool:
    try:
        line.entry.check(log.ENTRY, server)
    except PaperchaseError:
        return False
    return True


def blame(ledger: Ledger, line: Line, error: PaperchaseError) -> tuple[str, tuple[Seat, ...]]:
    """The code of a line that does not hold, and who is to blame for it.

    The server took the line in, so it is never free of blame. The author is blamed too only
    where what he signed is wrong wherever it stands, or on the very head that he signed it on:
    a server that moves, drops or replays honest entries must not make their authors look guilty.
    """
    server = (SERVER,)
    try:
        entry = read_entry(line.entry)
        line.entry.check(log.ENTRY, ledger.table.key(ledger.state, entry))
    except PaperchaseError:
        return ("CANON" if isinstance(error, MalformedError) else "SIG"), server
    both = server if entry.seat == SERVER else (entry.seat, SERVER)
    here = both if entry.prev == ledger.state.head else server
    if error.code in _CODES:
        code, authors = _CODES[error.code]
        return code, both if authors else server
    match error:
        case MalformedError():
            return "CANON", here
        case IllegalMoveError():
            return "PUBLIC_ILLEGAL", here
        case _:
            return "CHAIN", server


_CODES = {
    "evidence/signature": ("SIG", False),
    "evidence/receipt": ("RECEIPT", False),
    "evidence/time": ("RECEIPT", False),
    "malformed/receipt": ("RECEIPT", False),
    "illegal/chance": ("PUBLIC_ILLEGAL", False),
    "evidence/rng": ("RNG", False),
    "evidence/link": ("RNG", True),
    "evidence/deal": ("DEAL", False),
    "evidence/lapse": ("LAPSE", False),
    "evidence/seal": ("OPEN_MISMATCH", True),
    "evidence/kc": ("KC_MISMATCH", True),
}
"""Error code to verdict code, and whether the author of the entry is to blame too."""
