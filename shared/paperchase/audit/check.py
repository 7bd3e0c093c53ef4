"""The audit of a whole game, as PROTOCOL.md numbers its steps. It never raises."""

from collections.abc import Mapping, Sequence

import msgspec

from paperchase import log, registry
from paperchase.audit.admit import (
    accuse,
    admit,
    code_of,
    code_of_first,
    covered,
    not_covered,
)
from paperchase.audit.replay import Replayed, Seals, replay
from paperchase.audit.verdict import Finding, Standing, Status, Verdict
from paperchase.bundle import Bundle
from paperchase.errors import MalformedError, PaperchaseError, RefusedError
from paperchase.game import Game
from paperchase.log import read_entry
from paperchase.rules import DEALER
from paperchase.table import SERVER, Ledger, Stage, State, Table, Taken, bodies
from paperchase.table.genesis import check_genesis
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
    genesis = bodies.read(bodies.Genesis, entry.body)
    check_genesis(genesis)
    return Table.open(entry, game or registry.find(genesis.rules.id), bundle.board.encode())


def unveil(bundle: Bundle, game: Game | None = None) -> Replayed:
    """What was hidden in a game, as far as it is open by now. Raises PaperchaseError where its
    log does not hold, or is of a game that is not at hand."""
    table = open_table(bundle, game)
    ledger, taken, findings = admit(table, bundle.lines)
    if ledger is None or findings:
        raise MalformedError("the log does not hold: verify it", "bundle")
    return replay(table, taken, ledger.state, openings(ledger, taken))


def _verify(bundle: Bundle, game: Game | None) -> Verdict:
    try:
        table = open_table(bundle, game)
    except RefusedError as error:
        return _without_rules(bundle, error)
    ledger, taken, findings = admit(table, bundle.lines)
    if ledger is None:
        return _unread(bundle, *findings)
    whole = not findings
    seals = openings(ledger, taken)
    replayed = replay(table, taken, ledger.state, seals)
    findings += replayed.findings
    untrue, wrong = _verdicts(table, ledger, taken)
    findings += wrong
    findings += _withheld(table, taken, ledger.state)
    findings += _remarks(table, taken, ledger.state)
    length = len(bundle.lines)
    return _sum_up(table, ledger.state, length, findings, replayed.stalled, whole, untrue)


def openings(ledger: Ledger, taken: Sequence[Taken]) -> Seals:
    """All that a log opens: single slots, and the secrets of those who revealed."""
    seals = Seals(ledger.table, ledger.book.seals)
    for one in taken:
        for event in one.events:
            if event.notice.opened:
                seals.open(event.notice.seat, event.notice.opened)
        if one.entry.type == "reveal":
            seat = DEALER if one.entry.seat == SERVER else one.entry.seat
            seals.reveal(seat, bodies.read(bodies.Reveal, one.entry.body).secret)
    return seals


def reproduce(table: Table, ledger: Ledger, taken: Sequence[Taken]) -> tuple[Finding, ...]:
    """The findings that a log proves as it stands, without its verdicts."""
    seals = openings(ledger, taken)
    found = replay(table, taken, ledger.state, seals).findings
    proofs = [one for one in found if one.blamed and not one.follows]
    return (*proofs, *_withheld(table, taken, ledger.state))


def _verdicts(
    table: Table, ledger: Ledger, taken: Sequence[Taken]
) -> tuple[Taken | None, list[Finding]]:
    """Whether the verdict in the log can be reproduced from what stands before it (V17).

    Or from what its author had seen: what came to light after that does not make him a liar.
    Where neither is so the entry comes with the finding.
    """
    for place, one in enumerate(taken):
        if one.entry.type != "verdict":
            continue
        body = bodies.read(bodies.Verdict, one.entry.body)
        seen = ledger.book.heads[one.entry.prev or ""]
        for until in (seen, place):
            before = Ledger(table, taken[until].before, ledger.book, every_receipt=False)
            for proof in reproduce(table, before, taken[:until]):
                if (proof.code, proof.seq) == (body.code, body.seq) and body.blamed in proof.blamed:
                    return None, []
        why = f"nothing in the log shows {body.code} by {body.blamed} in entry {body.seq}"
        blamed = (one.entry.seat, SERVER)
        return one, [Finding("PUBLIC_ILLEGAL", one.seq, "", blamed, why)]
    return None, []


def _withheld(table: Table, taken: Sequence[Taken], final: State) -> list[Finding]:
    """Whether the server kept its secret back: it enters that right behind the end (V16)."""
    if table.owes_reveal(final, SERVER):
        for one in taken:
            if one.before.outcome is not None:
                why = "the game was over, and the server did not reveal what it rolled and dealt by"
                return [Finding("SERVER_WITHHELD", one.seq, "", (SERVER,), why)]
    return []


def _remarks(table: Table, taken: Sequence[Taken], final: State) -> list[Finding]:
    """What a verdict has to say although it blames nobody."""
    remarks = list[Finding]()

    def remark(code: str, one: Taken, why: str) -> None:
        remarks.append(Finding(code, one.seq, table.rules.caption(one.before.public), (), why))

    for one in taken:
        match one.entry.type:
            case "roll" if one.before.lapsed:
                remark("FORESEEABLE", one, "this roll follows a lapse: the server could foresee it")
            case "resign":
                remark("FORFEIT", one, f"{one.entry.seat} resigned")
            case "lapse":
                body = bodies.read(bodies.Lapse, one.entry.body)
                if body.what == "reveal":
                    why = f"{body.of} did not reveal its secret in time: unrevealed, so lost"
                    remark("WITHHELD", one, why)
                elif not one.events:
                    remark("FORFEIT", one, f"{body.of} let its deadline pass and forfeits")
            case _:
                pass
    if len(table.rules.sides) == 1 and final.batches:
        why = (
            "nobody plays against the others here: what they and the server foresaw together, or "
            "a roll that it told one of them, no log can show"
        )
        remarks.append(Finding("NOT_COVERED", final.length - 1, "", (), why))
    if final.stage is not Stage.CLOSED:
        where = f"the game is not closed: {table.rules.caption(final.public)}"
        remarks.append(Finding("INCOMPLETE", final.length - 1, "", (), where))
    return remarks


def _sum_up(
    table: Table,
    state: State,
    length: int,
    findings: list[Finding],
    stalled: Mapping[Seat, int],
    whole: bool,
    untrue: Taken | None,
) -> Verdict:
    """The verdict on the entries that stand (V18).

    `whole` says that all of them do, `untrue` is a verdict in the log that is none: whoever
    it made lose has not lost by it.
    """
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
    elif not whole or state.stage is not Stage.CLOSED or Standing.UNDECIDED in standings.values():
        status = Status.UNDECIDED
    elif codes & {"FORFEIT", "WITHHELD"}:
        status = Status.FORFEITED
    else:
        status = Status.FAIR
    winners = state.outcome.winners if state.outcome else ()
    if accused - {SERVER} and state.outcome:
        before = untrue.before if untrue else state
        late = {seat for seat, one in state.seats.items() if one.withheld}
        winners = table.winners(before.outcome, before.lost | late | (accused - {SERVER}))
    held = {seat: one.holder for seat, one in state.seats.items() if one.holder}
    return Verdict(
        status=status,
        game=table.game,
        rules=f"{table.genesis.rules.id} {table.genesis.rules.version}",
        prefix=state.length,
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
    findings = [Finding("NOT_COVERED", 0, "", (), f"the moves are not checked: {why}")]
    lines, placed, head = bundle.lines, 0, ""
    try:
        for one in log.verify(lines):
            placed, head = placed + 1, one.head
    except PaperchaseError as error:
        server = bodies.read(bodies.Genesis, read_entry(lines[0].entry).body).server
        found = None
        if placed < len(lines):
            code = code_of(error) if placed else code_of_first(server, lines[0])
            found = accuse(server, lines, placed, head, code, (SERVER,), "", error)
        count = placed if found and found.blamed else covered(server, lines, placed)
        findings.append(found if found and count == placed else not_covered(count))
        placed = count
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
