"""How a log grows: entries, receipts, and what the server adds by itself, in one transaction."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager

import msgspec

from paperchase import log, seal
from paperchase.errors import IllegalMoveError, PaperchaseError, RefusedError
from paperchase.keys import Identity
from paperchase.log import Line, Signed
from paperchase.rules import Demand, Kind
from paperchase.seal import Opening
from paperchase.table import SERVER, Draft, State, bodies
from paperchase.values import Json, Seat
from paperchase_server import deadlines
from paperchase_server.live import Live
from paperchase_server.requests import Escrow
from paperchase_server.store import GameRow, NewEntry, Records, Snapshot

Proofs = frozenset[tuple[str, int, Seat]]
"""Findings that a log proves: code, entry, and who is to blame."""


class Scribe:
    """One game inside one transaction. It is a `Book` to the table that checks the entries.

    `now` is when the message was received. Nothing is written before `save`.
    """

    def __init__(
        self, records: Records, row: GameRow, live: Live, identity: Identity, now: float
    ) -> None:
        self._records = records
        self._row = row
        self._desk = live.desk
        self._identity = identity
        self._now = now
        self._entries: list[NewEntry] = []
        self._seals: dict[tuple[Seat, str], str] = {}
        self._heads: dict[str, int] = {}
        self._joined: list[tuple[Seat, str]] = []
        self._offers: dict[tuple[Seat, str], Opening] = {}
        self._held: dict[tuple[Seat, str], Opening] = {}
        self.state: State = live.state
        self.secret: Json = live.secret

    @property
    def live(self) -> Live:
        """The game as it stands now."""
        return Live(self._desk, self.state, self.secret)

    @property
    def lines(self) -> list[str]:
        """The new lines."""
        return [entry.line for entry in self._entries]

    @property
    def _t(self) -> int:
        return deadlines.stamp(self._now, self.state.t)

    def seal(self, seat: Seat, slot: str) -> str | None:
        """See `Book`."""
        return self._seals.get((seat, slot)) or self._records.seal(self.state.game, seat, slot)

    def seq(self, head: str) -> int | None:
        """See `Book`."""
        if head == self.state.head:
            return self.state.length - 1
        known = self._heads.get(head)
        return known if known is not None else self._records.seq(self.state.game, head)

    def lapse(self) -> None:
        """Enter the lapses that are due, and what follows from them."""
        table = self._desk.table
        while (seat := table.lapsed(self.state, self._t)) is not None:
            with _no_refusal():
                self._write(self._desk.dealer.lapse(table, self.state, seat, self.secret))
            self._follow()

    def offer(self, escrow: Sequence[Escrow]) -> None:
        """Take openings of face-down tokens: now, or when an entry seals their slots.

        Raises RefusedError where a slot is of another kind, EvidenceError where an opening does
        not fit its seal.
        """
        rules = self._desk.table.rules
        for one in escrow:
            if one.seat not in rules.seats or not rules.latent(one.slot):
                why = f"{one.slot} of {one.seat} is no face-down token: keep it to yourself"
                raise RefusedError(why, "escrow")
            place, opening = (one.seat, one.slot), one.opening
            commitment = self.seal(*place)
            if commitment is None:
                self._offers[place] = opening
                continue
            seal.check_opening(commitment, self.state.game, *place, opening)
            if self._records.escrow(self.state.game, *place) is None:
                self._held[place] = opening

    def check_offers(self) -> None:
        """Raises RefusedError where a slot that was offered is not sealed by now."""
        for seat, slot in self._offers:
            raise RefusedError(f"{seat} never sealed {slot}: seal it first", "escrow")

    def enter(self, entry: log.Entry, proofs: Proofs) -> Signed:
        """Enter a player's entry and what follows from it; the receipt. Raises what refuses it.

        The signature has been checked. `proofs` are what an audit of the log has found.
        """
        if entry.seat == SERVER:
            raise RefusedError("only the server enters in its own name", "author")
        if entry.type == "join":
            self._check_handle(entry)
        if entry.type == "verdict":
            body = bodies.read(bodies.Verdict, entry.body)
            if (body.code, body.seq, body.blamed) not in proofs:
                raise IllegalMoveError("the log does not show that: fetch it, audit it", "verdict")
        receipt = self._take(entry)
        if entry.type == "join":
            self._joined.append((entry.seat, entry.body["handle"]))
        self._follow()
        return receipt

    def _check_handle(self, entry: log.Entry) -> None:
        body = bodies.read(bodies.Join, entry.body)
        holding = self._records.handle(body.handle)
        if holding is None or holding.key != body.key:
            raise RefusedError(f"{body.handle} is not registered here with this key", "handle")

    def _take(self, entry: log.Entry) -> Signed:
        before, t = self.state, self._t
        step = self._desk.table.accept(before, entry, t, self)
        after = step.state
        held = self._redeemed(step.seals)
        receipt = log.write_receipt(
            self._identity,
            game=before.game,
            seq=before.length,
            entry=entry.id,
            sig=entry.signed.sig,
            prev=before.head,
            t=t,
            deadlines=after.clocks,
        )
        assert receipt.head == after.head
        line = Line(entry.signed, receipt.signed).to_text()
        seals = [(seat, slot, seal) for (seat, slot), seal in step.seals.items()]
        self._entries.append(NewEntry(before.length, entry.id, after.head, line, seals))
        self._seals |= step.seals
        for place, opening in held.items():
            self._held[place] = opening
            del self._offers[place]
        self._heads[before.head] = before.length - 1
        self.state = after
        return receipt.signed

    def _redeemed(self, seals: Mapping[tuple[Seat, str], str]) -> dict[tuple[Seat, str], Opening]:
        """The offers that these seals are for. Raises EvidenceError where one does not fit."""
        held = {place: self._offers[place] for place in seals if place in self._offers}
        for place, opening in held.items():
            seal.check_opening(seals[place], self.state.game, *place, opening)
        return held

    def _follow(self) -> None:
        """Enter what the server owes: rolls, draws, its secret, openings in escrow."""
        self._deal()
        while self._deliver():
            self._deal()

    def _deliver(self) -> bool:
        """Open slots that are demanded and held; whether there were any."""
        if self._desk.table.lapsed(self.state, self._t) is not None:
            return False
        for phase in self.state.phases:
            demand = phase.demand
            opened = self._openings(demand) if demand.kind is Kind.REVEAL else {}
            if opened:
                body = {"of": demand.seat, "opened": opened}
                try:
                    self._write(Draft("open", body, secret=self.secret))
                except PaperchaseError:
                    # The rules refuse what its owner sealed: that is left to him.
                    continue
                return True
        return False

    def _openings(self, demand: Demand) -> dict[str, Json]:
        """What opens all slots of `demand`, or nothing where one of them is not held."""
        opened: dict[str, Json] = {}
        for slot in demand.slots:
            place = demand.seat, slot
            one = self._held.get(place) or self._records.escrow(self.state.game, *place)
            if one is None:
                return {}
            opened[slot] = {"salt": one.salt, "value": one.value}
        return opened

    def _deal(self) -> None:
        """Enter rolls, draws and the dealer's secret."""
        table = self._desk.table
        if not table.rules.chance:
            return
        with _no_refusal():
            while draft := self._desk.dealer.owed(table, self.state, self.secret):
                self._write(draft)

    def _write(self, draft: Draft) -> None:
        entry = log.write_entry(
            self._identity,
            game=self.state.game,
            seat=SERVER,
            type=draft.type,
            prev=self.state.head,
            own=None,
            link=draft.link,
            body=draft.body,
        )
        self._take(entry)
        self.secret = draft.secret

    def save(self) -> None:
        """Write all that is new. Raises StaleHeadError where another process was faster."""
        if self._entries:
            after, snapshot = row_of(self.state), snapshot_of(self.live)
            self._records.append(self._row, after, snapshot, self._entries)
        for (seat, slot), opening in self._held.items():
            self._records.hold(self.state.game, seat, slot, opening)
        for seat, handle in self._joined:
            self._records.seat(self.state.game, seat, handle)


@contextmanager
def _no_refusal() -> Generator[None, None, None]:
    """What the server owes cannot be refused: if it is, nothing of the transaction may stand."""
    try:
        yield
    except PaperchaseError as error:
        raise RuntimeError(f"the server's own entry was refused: {error}") from error


def row_of(state: State) -> GameRow:
    """What is looked for in a game, in columns of their own."""
    return GameRow(
        id=state.game,
        stage=state.stage,
        length=state.length,
        head=state.head,
        t=state.t,
        due=deadlines.first(state.clocks),
    )


def snapshot_of(live: Live) -> Snapshot:
    """What brings a game back without reading its log."""
    return Snapshot(
        state=msgspec.json.encode(live.state).decode(),
        secret=None if live.secret is None else msgspec.json.encode(live.secret).decode(),
    )
