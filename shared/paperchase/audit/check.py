"""The audit of a whole game, as PROTOCOL.md numbers its steps. It never raises."""

from collections.abc import Mapping, Sequence

import msgspec

from paperchase import log, registry
from paperchase.audit.replay import Seals, replay
from paperchase.audit.verdict import Finding, Standing, Status, Verdict
from paperchase.bundle import Bundle
from paperchase.errors import (
    EvidenceError,
    IllegalMoveError,
    MalformedError,
    PaperchaseError,
    RefusedError,
)
from paperchase.game import Game
from paperchase.log import RECEIPT, Line, read_entry
from paperchase.rules import DEALER
from paperchase.table import SERVER, Ledger, Stage, State, Table, Taken, bodies
from paperchase.values import Seat


def verify(bundle: Bundle, game: Game | None = None) -> Verdict:
    """The verdict on a game. `game` spares the registry's search for its rules."""
    try:
        return _verify(bundle, game)
    except PaperchaseError as error:
        # A file that cannot be read accuses nobody.
        return _unread(bundle, Finding("CANON", 0, "", (), str(error)))
    except Exception as error:
        why = f"this audit failed, which is its own fault: {type(error).__name__}: {error}"
        return _unread(bundle, Finding("NOT_COVERED", 0, "", (), why))


def open_table(bundle: Bundle, game: Game | None = None) -> Table:
    """The table that a bundle was played at. Raises PaperchaseError where there is none."""
    if not bundle.lines:
        raise MalformedError("the bundle holds no log", "bundle")
    entry = read_entry(bundle.lines[0].entry)
    if entry.id != bundle.game:
        raise MalformedError("the bundle's header names another game than its log", "bundle")
    rules = bodies.read(bodies.Genesis, entry.body).rules
    return Table.open(entry, game or registry.find(rules.id), bundle.board.encode())


def _verify(bundle: Bundle, game: Game | None) -> Verdict:
    try:
        table = open_table(bundle, game)
    except RefusedError as error:
        return _without_rules(bundle, error)
    ledger, taken, findings = admit(table, bundle.lines)
    prefix = len(taken) + 1 if ledger else 0
    if ledger is None:
        return _unread(bundle, *findings)
    seals = openings(ledger, taken)
    replayed = replay(table, taken, ledger.state, seals)
    findings += replayed.findings
    findings += _verdicts(table, ledger, taken)
    findings += _remarks(table, taken, ledger.state)
    return _sum_up(table, ledger.state, prefix, len(bundle.lines), findings, replayed.stalled)


def admit(table: Table, lines: Sequence[Line]) -> tuple[Ledger | None, list[Taken], list[Finding]]:
    """Reads a log as far as it holds (V1 to V12), and says why it stops if it does.

    The ledger is None where not even the genesis holds. The server's signature is checked
    under the first and the last receipt: its head covers all that lie between.
    """
    taken = list[Taken]()
    try:
        ledger = Ledger.begin(table, lines[0], every_receipt=False)
    except PaperchaseError as error:
        return None, taken, [Finding("SIG", 0, "", (SERVER,), str(error))]
    for line in lines[1:]:
        try:
            taken.append(ledger.take(line))
        except PaperchaseError as error:
            code, blamed = blame(ledger, line, error)
            turn = table.rules.caption(ledger.state.public)
            return ledger, taken, [Finding(code, ledger.state.length, turn, blamed, str(error))]
    try:
        lines[-1].receipt.check(RECEIPT, table.genesis.server)
    except PaperchaseError as error:
        why = f"the last receipt is not the server's, so none of it is sure: {error}"
        return ledger, taken, [Finding("RECEIPT", len(lines) - 1, "", (SERVER,), why)]
    return ledger, taken, []


def openings(ledger: Ledger, taken: Sequence[Taken]) -> Seals:
    """All that a log opens: single slots, and the secrets of those who revealed."""
    seals = Seals(ledger.table, ledger.book.seals)
    for one in taken:
        for event in one.events:
            seals.open(event.notice.seat, event.notice.opened)
        if one.entry.type == "reveal":
            seat = DEALER if one.entry.seat == SERVER else one.entry.seat
            seals.reveal(seat, bodies.read(bodies.Reveal, one.entry.body).secret)
    return seals


def blame(ledger: Ledger, line: Line, error: PaperchaseError) -> tuple[str, tuple[Seat, ...]]:
    """The code of a line that does not hold, and who is to blame for it.

    The server took the line in, so it is never free of blame. The author is blamed too only
    where what he signed is wrong wherever it stands: a server that moves, drops or replays
    honest entries must not make their authors look guilty.
    """
    server = (SERVER,)
    try:
        entry = read_entry(line.entry)
        line.entry.check(log.ENTRY, ledger.table.key(ledger.state, entry))
    except PaperchaseError:
        return ("SIG" if isinstance(error, EvidenceError) else "CANON"), server
    both = server if entry.seat == SERVER else (entry.seat, SERVER)
    on_head = entry.prev == ledger.state.head
    match error:
        case EvidenceError():
            code, blamed = _EVIDENCE.get(error.code, ("CHAIN", False))
            return code, both if blamed else server
        case MalformedError():
            return "CANON", both
        case IllegalMoveError() if on_head:
            return "PUBLIC_ILLEGAL", both
        case IllegalMoveError():
            return "PUBLIC_ILLEGAL", server
        case _:
            return "CHAIN", server


_EVIDENCE = {
    "evidence/signature": ("SIG", False),
    "evidence/receipt": ("RECEIPT", False),
    "evidence/time": ("RECEIPT", False),
    "evidence/rng": ("RNG", False),
    "evidence/link": ("RNG", True),
    "evidence/deal": ("DEAL", False),
    "evidence/lapse": ("LAPSE", False),
    "evidence/seal": ("OPEN_MISMATCH", True),
    "evidence/kc": ("KC_MISMATCH", True),
}
"""Error code to verdict code, and whether the author of the entry is to blame too."""


def reproduce(table: Table, ledger: Ledger, taken: Sequence[Taken]) -> tuple[Finding, ...]:
    """The findings that a log proves as it stands, without its verdicts."""
    seals = openings(ledger, taken)
    found = replay(table, taken, ledger.state, seals).findings
    return tuple(one for one in found if one.blamed and not one.follows)


def _verdicts(table: Table, ledger: Ledger, taken: Sequence[Taken]) -> list[Finding]:
    """Whether each verdict in the log can be reproduced from what stands before it."""
    for place, one in enumerate(taken):
        if one.entry.type != "verdict":
            continue
        body = bodies.read(bodies.Verdict, one.entry.body)
        before = Ledger(table, one.before, ledger.book, every_receipt=False)
        for finding in reproduce(table, before, taken[:place]):
            if (finding.code, finding.seq) == (body.code, body.seq) and body.blamed in (
                finding.blamed
            ):
                return []
        why = f"nothing in the log shows {body.code} by {body.blamed} in entry {body.seq}"
        blamed = (one.entry.seat, SERVER)
        return [Finding("PUBLIC_ILLEGAL", one.seq, "", blamed, why)]
    return []


def _remarks(table: Table, taken: Sequence[Taken], final: State) -> list[Finding]:
    """What a verdict has to say although it blames nobody."""
    remarks = list[Finding]()
    for one in taken:
        turn = table.rules.caption(one.before.public)
        if one.entry.type == "roll" and one.before.lapsed:
            why = "this roll follows a lapse: the server could foresee it"
            remarks.append(Finding("FORESEEABLE", one.seq, turn, (), why))
        elif one.entry.type == "resign":
            why = f"{one.entry.seat} resigned"
            remarks.append(Finding("FORFEIT", one.seq, turn, (), why))
        elif one.entry.type == "lapse":
            body = bodies.read(bodies.Lapse, one.entry.body)
            if body.what == "reveal":
                why = f"{body.of} did not reveal its secret in time: unrevealed, so lost"
                remarks.append(Finding("WITHHELD", one.seq, turn, (), why))
            elif not one.events:
                why = f"{body.of} let its deadline pass and forfeits"
                remarks.append(Finding("FORFEIT", one.seq, turn, (), why))
    if final.stage is not Stage.CLOSED:
        where = f"the game is not closed: {table.rules.caption(final.public)}"
        remarks.append(Finding("INCOMPLETE", final.length - 1, "", (), where))
    return remarks


def _sum_up(
    table: Table,
    state: State,
    prefix: int,
    length: int,
    findings: list[Finding],
    stalled: Mapping[Seat, int],
) -> Verdict:
    accused = {seat for one in findings for seat in one.blamed}
    codes = {one.code for one in findings}
    standings = dict[Seat, Standing]()
    for seat in (*table.rules.seats, SERVER):
        one = state.seats.get(seat)
        sealed = one is not None and one.seals > 0
        if seat in accused:
            standings[seat] = Standing.CHEAT
        elif one is not None and one.withheld:
            standings[seat] = Standing.WITHHELD
        elif (DEALER if seat == SERVER else seat) in stalled or (one and sealed and not one.secret):
            standings[seat] = Standing.UNDECIDED
        else:
            standings[seat] = Standing.VALID
    if accused:
        status = Status.UNFAIR
    elif codes & {"FORFEIT", "WITHHELD"}:
        status = Status.FORFEITED
    elif state.stage is not Stage.CLOSED or Standing.UNDECIDED in standings.values():
        status = Status.UNDECIDED
    else:
        status = Status.FAIR
    winners = state.outcome.winners if state.outcome else ()
    if accused - {SERVER} and state.outcome:
        sides = [side for side in table.rules.sides.values() if not accused & set(side)]
        winners = tuple(seat for side in sides for seat in side)
    held = {seat: one.holder for seat, one in state.seats.items() if one.holder}
    return Verdict(
        status=status,
        game=table.game,
        rules=f"{table.genesis.rules.id} {table.genesis.rules.version}",
        prefix=prefix,
        length=length,
        seats=standings,
        findings=tuple(sorted(findings, key=lambda one: one.seq)),
        outcome=state.outcome,
        winners=winners,
        handles={seat: holder.handle for seat, holder in held.items()},
        keys={SERVER: table.genesis.server, **{s: holder.key for s, holder in held.items()}},
    )


def _without_rules(bundle: Bundle, why: RefusedError) -> Verdict:
    """What can be said where the rules are not at hand: signatures, heads, receipts."""
    placed = 0
    findings = [Finding("NOT_COVERED", 0, "", (), f"the moves are not checked: {why}")]
    try:
        for _ in log.verify(bundle.lines):
            placed += 1
    except PaperchaseError as error:
        findings.append(Finding("CHAIN", placed, "", (SERVER,), str(error)))
    return msgspec.structs.replace(_unread(bundle, *findings), prefix=placed)


def _unread(bundle: Bundle, *findings: Finding) -> Verdict:
    """The verdict on a log that cannot be followed."""
    unfair = any(one.blamed for one in findings)
    return Verdict(
        status=Status.UNFAIR if unfair else Status.UNDECIDED,
        game=bundle.game,
        rules="",
        prefix=0,
        length=len(bundle.lines),
        seats={},
        findings=findings,
        outcome=None,
        winners=(),
        handles={},
        keys={},
    )
