"""One game as one player has verified it: the public state, and his own secrets beside it.

Nothing here touches a disk or a network. The public half is `paperchase.table.Ledger`, which
believes nothing. The player's own hidden values are followed along; where they are not at hand
(another machine, an old backup) they are found again from the master key and the log.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from paperchase import deal, log, registry, seal
from paperchase.errors import EvidenceError, MalformedError, PaperchaseError
from paperchase.game import Game
from paperchase.keys import Master
from paperchase.log import Line, Receipt
from paperchase.rules import DEALER, Foul, Kind, Move
from paperchase.table import Event, Ledger, MemoryBook, Player, State, Step, Table, Taken
from paperchase.table.bodies import Genesis
from paperchase.table.bodies import read as read_body
from paperchase.values import Seat, pack, unpack
from paperchase_client.misdeal import Misdeal

Hints = Mapping[Seat, Mapping[str, int]]


class Me(msgspec.Struct, frozen=True):
    """Whose eyes these are. Without a master key they are a spectator's."""

    key: str = ""
    master: Master | None = None


class News(msgspec.Struct, frozen=True):
    """One verified line: what it did, and the receipt for it."""

    taken: Taken
    receipt: Receipt

    @property
    def opens(self) -> bool:
        """Whether something that was hidden came to light."""
        entry = self.taken.entry
        return entry.type == "reveal" or any(e.notice.opened for e in self.taken.events)


class Mirror:
    """See the module. `state.length` is the number of the next line.

    `hidden` are the values of the player's own slots; `faults` what his seats could be blamed
    for, and `misdealt` what the server is to blame for; `said` his hidden moves as orders, by
    entry. `opened` and `audited` are lengths of the log: when something last came to light, and
    when the whole was last audited. `unveiled` is empty until the end, and then what the seats
    knew that sealed something.
    """

    def __init__(self, game: Game, ledger: Ledger, me: Me) -> None:
        self.game = game
        self.table: Table = ledger.table
        self.me = me
        self.secrets: dict[Seat, Any] = {}
        self.hidden: dict[Seat, dict[str, int]] = {}
        self.faults: dict[Seat, str] = {}
        self.misdealt: list[Misdeal] = []
        self.said: dict[str, str] = {}
        self.unveiled: dict[Seat, Any] = {}
        self._ledger = ledger
        self.opened = 0
        self.audited = 0
        self._players: dict[Seat, Player] = {}

    @property
    def book(self) -> MemoryBook:
        """Seals and heads, as far as they were noted."""
        return self._ledger.book

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self._ledger.state

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The player's own seats."""
        seats = self.state.seats
        return tuple(
            seat
            for seat in self.table.rules.seats
            if (holder := seats[seat].holder) is not None and holder.key == self.me.key
        )

    @property
    def handles(self) -> dict[Seat, str | None]:
        """Who holds each seat, in seating order."""
        held = {seat: self.state.seats[seat].holder for seat in self.table.rules.seats}
        return {seat: holder.handle if holder else None for seat, holder in held.items()}

    @property
    def dealing(self) -> bool:
        """Whether the server has to roll or draw before anybody can go on."""
        return any(phase.demand.kind == Kind.CHANCE for phase in self.state.phases)

    @property
    def answering(self) -> bool:
        """Whether somebody else owes an answer or an opening, so that one has to wait for it."""
        return any(
            phase.demand.kind in (Kind.ANSWER, Kind.REVEAL) and phase.demand.seat not in self.seats
            for phase in self.state.phases
        )

    @property
    def uncovering(self) -> bool:
        """Whether a face-down token has to be opened, which the server does if it holds it."""
        latent = self.table.rules.latent
        return any(
            phase.demand.kind == Kind.REVEAL and all(map(latent, phase.demand.slots))
            for phase in self.state.phases
        )

    def unveil(self, secrets: Mapping[Seat, Any], moves: Mapping[str, tuple[Move, Any]]) -> None:
        """Let everything be seen that the log has opened: what each seat knew at the end, and
        the moves that hid something, by entry, each with its mover's secret before it."""
        self.unveiled = {
            seat: secrets[seat]
            for seat in self.table.rules.seats
            if self.state.seats[seat].seals and seat in secrets
        }
        for entry, (move, secret) in moves.items():
            if move.kind == Kind.MOVE:
                self.said[entry] = self.game.grammar.write(move, secret)
            else:
                dealt = " ".join(f"{slot}={value}" for slot, value in move.hidden.items())
                self.said[entry] = f"deals {dealt} to {move.seat}"

    def player(self, seat: Seat) -> Player:
        """What signs for one of the player's own seats."""
        if seat not in self._players:
            holder = self.state.seats[seat].holder
            assert holder is not None
            assert self.me.master is not None
            self._players[seat] = Player(self.me.master, self.table.game, seat, holder.nonce)
        return self._players[seat]

    def take(self, text: str, hints: Hints) -> News:
        """Verify the next line and follow it. `hints` are hidden values that are at hand.

        Raises EvidenceError or another PaperchaseError, and then nothing has changed.
        """
        line = log.read_line(text)
        receipt = log.read_receipt(line.receipt)
        taken = self._ledger.take(line)
        self._follow_all(taken.step, hints, taken.entry.id, taken.seq)
        news = News(taken, receipt)
        if news.opens:
            self.opened = self.state.length
        return news

    def draft(self) -> "Mirror":
        """A copy to try things on."""
        book = MemoryBook()
        book.seals = dict(self.book.seals)
        book.heads = dict(self.book.heads)
        copy = Mirror(self.game, Ledger(self.table, self.state, book), self.me)
        copy.secrets = dict(self.secrets)
        copy.hidden = {seat: dict(slots) for seat, slots in self.hidden.items()}
        copy.faults = dict(self.faults)
        copy.misdealt = list(self.misdealt)
        copy._players = self._players
        return copy

    def pretend(self, entry: log.Entry, hints: Hints) -> None:
        """Go on as if the server had taken `entry`, signed by this player, this very second.

        What is signed next still builds on the head that the server knows. Raises as
        `Table.accept` does.
        """
        head = self.state.head
        step = self.table.accept(self.state, entry, self.state.t, self.book)
        self.book.seals.update(step.seals)
        self._ledger.state = replace(step.state, head=head)
        self._follow_all(step, hints, entry.id, self.state.length - 1)

    def _follow_all(self, step: Step, hints: Hints, entry: str, seq: int) -> None:
        for seat in self.seats:
            if seat not in self.secrets:
                self.secrets[seat] = self.table.rules.secret(self.table.rules.start(), seat)
        for event in step.events:
            seat = event.notice.seat
            if seat in self.secrets:
                if event.notice.kind == Kind.CHANCE:
                    move = self._drawn(event, step, seq)
                else:
                    move = self._move(event, step, hints.get(seat, {}))
                if move is None:
                    continue
                if move.kind == Kind.MOVE and move.hidden:
                    self.said[entry] = self.game.grammar.write(move, self.secrets[move.seat])
                self._step(event, move, seq)

    def _move(self, event: Event, step: Step, hints: Mapping[str, int]) -> Move | None:
        """A step by one of the player's own seats, with what he hid in it; None if that is lost."""
        notice = event.notice
        seat = notice.seat
        found: dict[str, int] = {}
        for slot in notice.sealed:
            value = self._value(event.public, seat, slot, step.seals[seat, slot], hints)
            if value is None:
                self.faults.setdefault(seat, f"what {slot} hides cannot be found again")
                return None
            found[slot] = value
        self.hidden.setdefault(seat, {}).update(found)
        return Move(notice.kind, seat, notice.public, found, tuple(notice.opened))

    def _drawn(self, event: Event, step: Step, seq: int) -> Move | None:
        """A private draw: what the dealer sealed for this seat, and encrypted to it, if he did;
        None if nothing of it can be used."""
        notice, seat = event.notice, event.notice.seat
        cards: dict[str, int] = {}
        for slot in notice.sealed:
            secret, commitment = self.player(seat).secret, step.seals[DEALER, slot]
            try:
                opening = deal.open_delivery(
                    secret, self.table.game, slot, commitment, event.delivery.get(slot, "")
                )
            except PaperchaseError as error:
                self.misdealt.append(Misdeal(seat, seq, (slot,), str(error)))
                continue
            if opening.value in self.table.rules.values(event.public, slot):
                cards[slot] = opening.value
            else:
                why = f"{opening.value} is nothing that it could hold"
                self.misdealt.append(Misdeal(seat, seq, (slot,), why))
        self.hidden.setdefault(seat, {}).update(cards)
        return Move(notice.kind, seat, notice.public, cards) if cards else None

    def _step(self, event: Event, move: Move, seq: int) -> None:
        seat = move.seat
        try:
            self.secrets[seat] = self.table.rules.follow(event.public, self.secrets[seat], move)
        except Foul as foul:
            if move.kind == Kind.CHANCE:
                self.misdealt.append(Misdeal(seat, seq, tuple(move.hidden), str(foul)))
            elif not event.default:
                self.faults.setdefault(seat, str(foul))
            self.secrets[seat] = foul.then
        except LookupError:
            # Of several cards only some came, and these rules want all: so it has none of them.
            if move.kind != Kind.CHANCE or len(move.hidden) == len(event.notice.sealed):
                raise

    def _value(
        self, public: Any, seat: Seat, slot: str, commitment: str, hints: Mapping[str, int]
    ) -> int | None:
        player = self.player(seat)
        if slot in hints and player.seal(slot, hints[slot]) == commitment:
            return hints[slot]
        values = self.table.rules.values(public, slot)
        salt = player.secret.salt(slot)
        return seal.find_value(commitment, self.table.game, seat, slot, salt, values)

    def to_json(self) -> dict[str, Any]:
        """All that `restore` needs besides the genesis line and the board."""
        return {
            "state": self.table.pack(self.state),
            "secrets": pack(self.secrets),
            "hidden": self.hidden,
            "faults": self.faults,
            "misdealt": pack(self.misdealt),
            "said": self.said,
            "opened": self.opened,
            "audited": self.audited,
        }

    def restore(self, data: Mapping[str, Any]) -> None:
        """The inverse of `to_json`. Raises MalformedError."""
        try:
            self._ledger.state = self.table.unpack(data["state"])
            kind = self.table.rules.secret_type
            self.secrets = {s: unpack(kind, value) for s, value in data["secrets"].items()}
            self.hidden = unpack(dict[str, dict[str, int]], data["hidden"])
            self.faults = unpack(dict[str, str], data["faults"])
            self.misdealt = unpack(list[Misdeal], data["misdealt"])
            self.said = unpack(dict[str, str], data["said"])
            self.opened = unpack(int, data["opened"])
            self.audited = unpack(int, data["audited"])
        except (KeyError, AttributeError, TypeError):
            raise MalformedError("the snapshot is damaged", "vault") from None

    def remember(self, lines: Iterable[str]) -> None:
        """Note the seals and heads of lines that were verified in an earlier run."""
        book = self.book
        for text in lines:
            line = log.read_line(text)
            receipt = log.read_receipt(line.receipt)
            entry = log.read_entry(line.entry)
            seat = DEALER if entry.type == "draw" else entry.seat
            for slot, commitment in entry.body.get("sealed", {}).items():
                book.seals[seat, slot] = commitment
            book.heads[receipt.head] = receipt.seq


def begin(line: Line, board: bytes, me: Me) -> Mirror:
    """The mirror of a game after its first line.

    Raises EvidenceError, MalformedError, or RefusedError where the game or its board is not
    to be had here.
    """
    game, table = _open(line, board)
    return Mirror(game, Ledger.begin(table, line), me)


def reopen(line: Line, board: bytes, me: Me, snapshot: Mapping[str, Any]) -> Mirror:
    """The mirror of a game from the player's own folder, without checking what was checked."""
    game, table = _open(line, board)
    mirror = Mirror(game, Ledger(table, table.begin(0), MemoryBook()), me)
    mirror.restore(snapshot)
    return mirror


def genesis_of(line: Line) -> Genesis:
    """What a first line agrees on. Raises MalformedError."""
    return read_body(Genesis, log.read_entry(line.entry).body)


def check_server(line: Line, key: str) -> None:
    """Raises EvidenceError where the game is not of the server that the player pinned."""
    if genesis_of(line).server != key:
        raise EvidenceError("the game names another server than the one you know", "server")


def _open(line: Line, board: bytes) -> tuple[Game, Table]:
    entry = log.read_entry(line.entry)
    game = registry.find(read_body(Genesis, entry.body).rules.id)
    return game, Table.open(entry, game, board)
