"""Cheating players and a cheating server: they sign and receipt what honest code never would."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import agreement
from paperchase import audit, registry
from paperchase.audit import Standing, Status, Verdict
from paperchase.bundle import Bundle
from paperchase.errors import PaperchaseError
from paperchase.log import Entry, Line, Signed, next_head, write_entry, write_receipt
from paperchase.rules import Demand, Kind, Move
from paperchase.table import SERVER, MemoryBook
from paperchase.testing import Agent, Match, toy
from paperchase.values import Seat

GHOST_CHASE = registry.find("ghost-chase")
HIDER, SEEKER = toy.HIDER, toy.SEEKER

Post = tuple[Entry, int]
"""An entry and when the server says that it came."""


def ring(seed: str | int = 0, rounds: int = 6, **given: Any) -> Match:
    """A game of the toy."""
    return Match(toy.GAME, {"rounds": rounds}, seed, board=toy.BOARD, **given)


def castle(seed: str | int = 0, options: Mapping[str, Any] | None = None, **given: Any) -> Match:
    """A game of Ghost Chase."""
    return Match(GHOST_CHASE, options, seed, **given)


def posts(match: Match) -> list[Post]:
    """The whole log of `match`, without the genesis."""
    return [(one.entry, one.t) for one in match.taken]


def sign(match: Match, by: Seat, type: str, body: Any, **changes: Any) -> Entry:
    """What the player of seat `by` signs, whatever the table thinks of it."""
    player, state = match.agents[by].player, match.state
    phase = state.demand(type, by)
    due = match.table.chance and (type == "ready" or (phase is not None and phase.demand.must))
    fields = {
        "game": match.table.game,
        "seat": by,
        "type": type,
        "prev": state.head,
        "own": state.own(player.identity.key),
        "link": player.chain.link(state.seats[by].links + 1) if due else None,
        "body": body,
    }
    return write_entry(player.identity, **fields | changes)


def crook(match: Match, seat: Seat) -> None:
    """From here on the player of `seat` signs by hand, and does not follow himself."""
    match.agents[seat].seat = ""


def serve(match: Match, type: str, body: Any, link: str | None = None, **changes: Any) -> Entry:
    """What the server signs in its own name."""
    fields = {
        "game": match.table.game,
        "seat": SERVER,
        "type": type,
        "prev": match.state.head,
        "own": None,
        "link": link,
        "body": body,
    }
    return write_entry(match.identity, **fields | changes)


def relog(match: Match, entries: Iterable[Post]) -> list[Line]:
    """The log that a server without scruples makes of `entries`: every receipt is genuine, and
    right in all that the rules say as long as they say anything."""
    table, book = match.table, MemoryBook()
    lines = [match.lines[0]]
    state = table.begin(1_700_000_000)
    book.heads[state.head] = 0
    head, deadlines, follows = state.head, state.clocks, True
    for seq, (entry, t) in enumerate(entries, 1):
        prev = head
        if follows:
            try:
                step = table.accept(state, entry, t, book)
            except PaperchaseError:
                follows = False
            else:
                state = step.state
                deadlines = state.clocks
                book.take(seq, state.head, step.seals)
        head = next_head(prev, entry.id, entry.signed.sig, t)
        receipt = write_receipt(
            match.identity,
            game=table.game,
            seq=seq,
            entry=entry.id,
            sig=entry.signed.sig,
            prev=prev,
            t=t,
            deadlines=deadlines,
        )
        lines.append(Line(entry.signed, receipt.signed))
    return lines


def bundle(match: Match, lines: Sequence[Line]) -> Bundle:
    """These lines as a file."""
    return Bundle(match.table.game, match.board.decode(), tuple(lines))


def slipped(match: Match, *more: Entry | Signed, seconds: int = 1) -> Bundle:
    """The log of `match` and behind it what the server should not have taken."""
    known = posts(match)
    entries = [one if isinstance(one, Entry) else unread(match, one) for one in more]
    later = [(entry, match.now + seconds * (n + 1)) for n, entry in enumerate(entries)]
    return bundle(match, relog(match, [*known, *later]))


def unread(match: Match, signed: Signed) -> Entry:
    """Bytes that are no entry, dressed up so that they can be receipted."""
    from paperchase.log import entry_id

    game = match.table.game
    return Entry(entry_id(signed.payload), game, SERVER, "none", game, None, None, {}, signed)


def accused(verdict: Verdict) -> set[tuple[str, int, tuple[Seat, ...]]]:
    """All that is said against somebody, but for what follows from it."""
    return {(one.code, one.seq, one.blamed) for one in verdict.proofs}


def judge(game: Bundle) -> Verdict:
    """The verdict on a game of these rules."""
    return audit.verify(game, toy.GAME if '"id":"toy"' in _genesis(game) else None)


def _genesis(game: Bundle) -> str:
    return game.lines[0].entry.payload.decode(errors="replace")


def convict(game: Bundle, code: str, seq: int, *blamed: Seat) -> Verdict:
    """The verdict, which has to say this against these and nothing against anybody else."""
    verdict = judge(game)
    agreement.hold(game, verdict)
    assert accused(verdict) == {(code, seq, blamed)}, verdict.findings
    assert verdict.status is Status.UNFAIR
    cheats = {seat for seat, one in verdict.seats.items() if one is Standing.CHEAT}
    assert cheats == set(blamed)
    if set(blamed) - {SERVER}:
        assert not set(verdict.winners) & set(blamed)
    return verdict


def acquit(game: Bundle) -> Verdict:
    """The verdict, which has to say nothing against anybody."""
    verdict = judge(game)
    agreement.hold(game, verdict)
    assert not [one for one in verdict.findings if one.blamed], verdict.findings
    assert Standing.CHEAT not in verdict.seats.values()
    return verdict


def once(
    kind: Kind, change: Callable[[Agent, Move], Move | None], about: str = ""
) -> Callable[[Agent, Demand, Move], Move | None]:
    """A lie told at the first demand of `kind` for which `change` has one."""

    def twist(agent: Agent, demand: Demand, move: Move) -> Move | None:
        if demand.kind != kind or (about and demand.about != about):
            return None
        return change(agent, move)

    return twist
