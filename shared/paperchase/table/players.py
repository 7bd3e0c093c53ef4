"""What players may enter, entry type by entry type (PROTOCOL.md, Entering)."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from paperchase import canon, keys, seal
from paperchase.errors import (
    EvidenceError,
    IllegalMoveError,
    MalformedError,
    RefusedError,
    StaleHeadError,
)
from paperchase.log import Entry
from paperchase.rules import Kind, Notice
from paperchase.table import bodies
from paperchase.table.state import (
    SERVER,
    Book,
    Event,
    Holder,
    Phase,
    SeatState,
    Stage,
    State,
    Step,
)
from paperchase.values import Seat

if TYPE_CHECKING:
    from paperchase.table.fold import Table

MOST_ASIDES = 1000
"""Entries of a seat that nobody waits for, between two that somebody does: a log must not grow
for ever by one player alone."""

_CODE = re.compile("[A-Z_]{1,32}")


def join(table: "Table", state: State, entry: Entry, t: int, book: Book) -> Step:
    """A key takes a free seat, and fixes what its secrets will be."""
    body = bodies.read(bodies.Join, entry.body)
    seat = state.seats.get(entry.seat)
    if seat is None:
        raise RefusedError(f"this game has no seat {entry.seat}", "seat")
    if seat.holder is not None:
        raise RefusedError(f"the seat {entry.seat} is taken", "taken")
    if entry.link is not None:
        raise MalformedError("a join opens no dice link", "link")
    keys.check_key(body.key)
    keys.check_box(body.box)
    bodies.check_handle(body.handle)
    for text in (body.nonce, body.kc, body.dice):
        canon.check_hex(text)
    if any(body.nonce == one.holder.nonce for one in state.seats.values() if one.holder):
        raise MalformedError("the join nonce is used already: make another", "nonce")
    holder = Holder(body.handle, body.key, body.nonce, body.kc, body.dice, body.box)
    seats = {**state.seats, entry.seat: SeatState(holder, link=body.dice)}
    stage = Stage.OPEN
    if all(one.holder is not None for one in seats.values()):
        stage = Stage.READY if table.chance else Stage.PLAY
    return Step(table.advance(state, entry, t, seats=seats, stage=stage))


def ready(table: "Table", state: State, entry: Entry, t: int, book: Book) -> Step:
    """A seat opens its first dice link; with the last of them the game starts."""
    bodies.read(bodies.Ready, entry.body)
    if state.stage is not Stage.READY or state.seats[entry.seat].ready:
        raise IllegalMoveError(f"nobody asked whether {entry.seat} is ready", "turn")
    seats = table.linked(state, entry, due=True)
    seats[entry.seat] = msgspec.structs.replace(seats[entry.seat], ready=True)
    stage = Stage.PLAY if all(seat.ready for seat in seats.values()) else Stage.READY
    return Step(table.advance(state, entry, t, seats=seats, stage=stage))


def move(table: "Table", state: State, entry: Entry, t: int, book: Book) -> Step:
    """A move or an answer: what is said, what is sealed, what is opened."""
    body = bodies.read(bodies.Move, entry.body)
    author = entry.seat
    phase = asked(state, entry.type, author)
    fresh(state, entry, phase, book)
    seals: dict[tuple[Seat, str], str] = {}
    for slot, commitment in body.sealed.items():
        seal.check_slot(slot)
        seals[author, slot] = seal.check_commitment(commitment)
        if book.seal(author, slot) is not None:
            raise IllegalMoveError(f"the slot {slot} is sealed already", "slot")
    opened = values(table, author, body.opened, body.sealed, book) if body.opened else {}
    demand = phase.demand
    notice = Notice(demand.kind, author, body.public, tuple(body.sealed), opened)
    public = table.rules.apply(state.public, notice)
    seats = table.linked(state, entry, len(body.sealed), due=demand.must)
    asides = seats[author].asides
    if asides or not demand.must:
        if asides >= MOST_ASIDES and not demand.must:
            raise IllegalMoveError("that is enough, until you have to move", "asides")
        count = 0 if demand.must else asides + 1
        seats[author] = msgspec.structs.replace(seats[author], asides=count)
    after = table.advance(state, entry, t, seats=seats, public=public)
    return Step(after, seals, (Event(state.public, demand, notice, author),))


def open_slots(table: "Table", state: State, entry: Entry, t: int, book: Book) -> Step:
    """The slots that a REVEAL demands, opened by their owner or by anybody who can."""
    body = bodies.read(bodies.Open, entry.body)
    phase = asked(state, Kind.REVEAL, body.of)
    demand = phase.demand
    if body.opened.keys() != set(demand.slots):
        raise IllegalMoveError("it opens other slots than those asked for", "slots")
    seats = None
    if entry.seat != SERVER:
        fresh(state, entry, phase, book)
        seats = table.linked(state, entry)
    opened = values(table, body.of, body.opened, {}, book)
    notice = Notice(Kind.REVEAL, body.of, None, (), opened)
    public = table.rules.apply(state.public, notice)
    after = table.advance(state, entry, t, seats=seats, public=public)
    return Step(after, {}, (Event(state.public, demand, notice, entry.seat),))


def resign(table: "Table", state: State, entry: Entry, t: int, book: Book) -> Step:
    """A seat gives up. What it sealed it still has to open."""
    bodies.read(bodies.Resign, entry.body)
    if state.stage not in (Stage.READY, Stage.PLAY):
        raise IllegalMoveError("there is no running game to resign from", "turn")
    seats = table.linked(state, entry)
    lost = table.defeat(state, entry.seat, f"{entry.seat} resigned")
    return Step(table.advance(state, entry, t, seats=seats, **lost))


def reveal(table: "Table", state: State, entry: Entry, t: int, book: Book) -> Step:
    """A seat opens all that it sealed, by its secret."""
    secret = bodies.read(bodies.Reveal, entry.body).secret
    if not table.owes_reveal(state, entry.seat):
        raise IllegalMoveError(f"{entry.seat} owes no secret now", "turn")
    seats = table.linked(state, entry)
    seat = seats[entry.seat]
    assert seat.holder is not None
    check_secret(secret, seat.holder.kc)
    seats[entry.seat] = msgspec.structs.replace(seat, secret=secret)
    return Step(table.advance(state, entry, t, seats=seats))


def verdict(table: "Table", state: State, entry: Entry, t: int, book: Book) -> Step:
    """A finding. Only its form is checked: that it is true is for `audit`, which has the log."""
    body = bodies.read(bodies.Verdict, entry.body)
    if state.stage is Stage.OPEN or state.verdict:
        raise IllegalMoveError("there is nothing to pass a verdict on", "turn")
    if body.blamed not in state.seats and body.blamed != SERVER:
        raise MalformedError("nobody here has the name that is blamed", "verdict")
    if not _CODE.fullmatch(body.code) or not 0 <= body.seq < state.length:
        raise MalformedError("that is no finding in this log", "verdict")
    seats = table.linked(state, entry)
    why = f"verdict: {body.code} in entry {body.seq}, blamed on {body.blamed}"
    foul = None if body.blamed == SERVER else body.blamed
    lost = table.defeat(state, body.blamed, why, foul)
    return Step(table.advance(state, entry, t, seats=seats, verdict=True, **lost))


def close(table: "Table", state: State, entry: Entry, t: int, book: Book) -> Step:
    """A seat signs the head that it knows and who won: it cannot be shown another end."""
    body = bodies.read(bodies.Close, entry.body)
    if state.outcome is None or state.seats[entry.seat].closed:
        raise IllegalMoveError("the game is not over, or you have signed its end already", "turn")
    if body.head != entry.prev or body.result != state.outcome.winners:
        raise IllegalMoveError("that is not how the log ends", "close")
    seats = table.linked(state, entry)
    seats[entry.seat] = msgspec.structs.replace(seats[entry.seat], closed=True)
    return Step(table.advance(state, entry, t, seats=seats))


def asked(state: State, kind: str, seat: Seat) -> Phase:
    """The demand that an entry meets. Raises IllegalMoveError where there is none."""
    phase = state.demand(kind, seat)
    if phase is None:
        raise IllegalMoveError(f"nobody waits for a {kind} of {seat} now", "turn")
    return phase


def known(entry: Entry, book: Book) -> int:
    """The seq of the head that `entry` was built on. Raises StaleHeadError."""
    seq = book.seq(entry.prev or "")
    if seq is None:
        raise StaleHeadError("the entry is built on a head that this log never had: fetch it")
    return seq


def fresh(state: State, entry: Entry, phase: Phase, book: Book) -> None:
    """PROTOCOL.md, Freshness: on the head, on one's own last, or the demand is older."""
    if entry.prev == state.head:
        return
    seq = known(entry, book)
    if (entry.own is not None and entry.own == state.last) or seq + 1 >= phase.seq:
        return
    raise StaleHeadError("the log grew and changed what was asked: fetch it, look, try again")


def values(
    table: "Table",
    of: Seat,
    opened: Mapping[str, seal.Opening],
    new: Mapping[str, str],
    book: Book,
) -> dict[str, int]:
    """The opened values. Raises EvidenceError where an opening does not fit its seal."""
    for slot, opening in opened.items():
        commitment = new.get(slot) or book.seal(of, slot)
        if commitment is None:
            raise IllegalMoveError("it opens a slot that was never sealed", "slots")
        seal.check_opening(commitment, table.game, of, slot, opening)
    return {slot: opening.value for slot, opening in opened.items()}


def check_secret(secret: str, kc: str) -> None:
    """Raises EvidenceError where `secret` is not the one that was bound at the start."""
    if keys.GameSecret(canon.read_hex(secret)).commitment != kc:
        raise EvidenceError("the secret is not the one that was committed to", "kc")
