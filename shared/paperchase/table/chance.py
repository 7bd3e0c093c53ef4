"""What the server may enter of itself: rolls, draws, lapses, the dealer's secret."""

from typing import TYPE_CHECKING

import msgspec

from paperchase import canon, deal, dice, seal
from paperchase.errors import EvidenceError, IllegalMoveError
from paperchase.log import Entry
from paperchase.rules import ALL, DEALER, Demand, Kind, Notice, Outcome
from paperchase.table import bodies, players
from paperchase.table.state import SERVER, Book, Event, State, Step
from paperchase.values import same_json

if TYPE_CHECKING:
    from paperchase.table.fold import Table

MOST_ROLLS = 200
"""More than these pending at once make another roll entry, so that entries stay small."""


def roll(table: "Table", state: State, entry: Entry, t: int, book: Book) -> Step:
    """A batch of public rolls: all that chance decides before the next decision."""
    body = bodies.read(bodies.Roll, entry.body)
    index = state.batches + 1
    if body.index != index or body.timeout != state.lapsed or entry.link is None:
        raise EvidenceError("the batch is not the next one", "rng")
    dice.check_link(table.genesis.random, index, state.link, entry.link)
    seed = table.seed(state, entry.link)
    rules = table.rules
    public = state.public
    events: list[Event] = []
    demand = pending_roll(rules.pending(public))
    for k, rolled in enumerate(body.rolls):
        if demand is None or len(events) >= MOST_ROLLS:
            raise EvidenceError("more rolls than the game asked for", "rng")
        picks = dice.picks(seed, k, demand.lots)
        move = rules.draw(public, None, demand, picks)
        true = (demand.about, demand.lots, picks, move.public)
        if not same_json((rolled.about, rolled.lots, rolled.picks, rolled.public), true):
            raise EvidenceError(f"roll {k + 1} of the batch is not what the links give", "rng")
        notice = Notice(Kind.CHANCE, move.seat, move.public)
        events.append(Event(public, demand, notice, SERVER))
        public = rules.apply(public, notice)
        demand = pending_roll(rules.pending(public))
    if not events or (demand is not None and len(events) < MOST_ROLLS):
        raise EvidenceError("the batch stops before chance has decided everything", "rng")
    after = table.advance(state, entry, t, public=public, link=entry.link, batches=index)
    return Step(after, {}, tuple(events))


def draw(table: "Table", state: State, entry: Entry, t: int, book: Book) -> Step:
    """A private draw: sealed by the dealer, delivered to the drawer alone."""
    body = bodies.read(bodies.Draw, entry.body)
    phase = next((one for one in state.phases if one.demand.kind is Kind.CHANCE), None)
    if phase is None or not phase.demand.slots or phase.demand.seat != body.of:
        raise EvidenceError("the game asked for no such draw", "deal")
    demand = phase.demand
    slots = set(demand.slots)
    same = same_json((body.about, body.public), (demand.about, demand.about))
    if not same or body.sealed.keys() != slots or body.delivery.keys() != slots:
        raise EvidenceError("the draw is not the one that was asked for", "deal")
    for delivery in body.delivery.values():
        canon.check_hex(delivery, deal.DELIVERY_SIZE)
    for slot, commitment in body.sealed.items():
        seal.check_commitment(commitment)
        if book.seal(DEALER, slot) is not None:
            raise EvidenceError(f"the dealer sealed {slot} already", "deal")
    notice = Notice(Kind.CHANCE, body.of, body.public, tuple(body.sealed))
    public = table.rules.apply(state.public, notice)
    event = Event(state.public, demand, notice, SERVER, table.links(state), body.delivery)
    seals = {(DEALER, slot): commitment for slot, commitment in body.sealed.items()}
    return Step(table.advance(state, entry, t, public=public), seals, (event,))


def lapse(table: "Table", state: State, entry: Entry, t: int, book: Book) -> Step:
    """A deadline has passed: the default is played, or the seat forfeits."""
    body = bodies.read(bodies.Lapse, entry.body)
    if body.of != table.lapsed(state, t):
        raise EvidenceError(f"the deadline of {body.of} is not the first that passed", "lapse")
    what, default, notice = table.late(state, body.of)
    if body.what != what or not same_json(body.public, default):
        raise EvidenceError("the lapse is not what the rules make of it", "lapse")
    if what == "reveal":
        seat = msgspec.structs.replace(state.seats[body.of], withheld=True)
        seats = {**state.seats, body.of: seat}
        lost = table.defeat(state, body.of, f"{body.of} did not reveal: unrevealed, so lost")
        return Step(table.advance(state, entry, t, seats=seats, **lost))
    if what == "ready":
        outcome = Outcome((), f"{body.of} never was ready: no game")
        return Step(table.advance(state, entry, t, outcome=outcome))
    if notice is None:
        lost = table.defeat(state, body.of, f"{body.of} let the deadline pass")
        return Step(table.advance(state, entry, t, **lost))
    phase = players.asked(state, notice.kind, body.of)
    public = table.rules.apply(state.public, notice)
    event = Event(state.public, phase.demand, notice, SERVER, default=True)
    after = table.advance(state, entry, t, public=public, lapsed=True, mover=body.of)
    return Step(after, {}, (event,))


def reveal(table: "Table", state: State, entry: Entry, t: int, book: Book) -> Step:
    """The dealer's secret, when the game is over."""
    secret = bodies.read(bodies.Reveal, entry.body).secret
    if not table.owes_reveal(state, SERVER):
        raise IllegalMoveError("the dealer owes no secret now", "turn")
    players.check_secret(secret, table.genesis.kc)
    return Step(table.advance(state, entry, t, revealed=True))


def pending_roll(demands: tuple[Demand, ...]) -> Demand | None:
    """The first thing that chance has to decide, if that is a public roll."""
    for demand in demands:
        if demand.kind is Kind.CHANCE:
            return demand if not demand.slots and demand.seat == ALL else None
    return None
