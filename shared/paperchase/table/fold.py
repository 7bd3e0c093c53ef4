"""The fold of the public log over the rules: who may enter what, and what it changes.

Server, clients and auditors run this same code. It is pure: the time of an entry is given with
it, and what would grow with the log is looked up in a `Book`. Signatures are checked by the
caller beforehand, so that a server can do it outside its transaction.
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from paperchase import canon, dice, keys, seal
from paperchase.canon import check_hex
from paperchase.errors import (
    EvidenceError,
    IllegalMoveError,
    MalformedError,
    RefusedError,
    StaleHeadError,
)
from paperchase.game import Game
from paperchase.log import Entry, next_head
from paperchase.options import complete
from paperchase.rules import ALL, DEALER, Demand, Kind, Notice, Outcome, RuleSet
from paperchase.table import bodies
from paperchase.table.state import SERVER, Book, Holder, Phase, SeatState, Stage, State
from paperchase.values import Json, Seat, pack, unpack

MOST_ROLLS = 200
"""More than these pending at once make another roll entry, so that entries stay small."""


class Event(msgspec.Struct, frozen=True):
    """One step of the rules: the state before it, the demand it met, what all saw.

    `rolled` are the dice of a public roll; `seed` what a private draw was made from, and
    `delivery` what its drawer got. `default` says that it was played for a seat that lapsed.
    """

    public: Any
    demand: Demand
    notice: Notice
    author: Seat
    rolled: tuple[int, ...] = ()
    seed: tuple[str, str] = ("", "")
    delivery: Mapping[str, str] = {}
    default: bool = False


class Step(msgspec.Struct, frozen=True):
    """What an accepted entry does: the state after it, new seals, the rules' steps."""

    state: State
    seals: Mapping[tuple[Seat, str], str] = {}
    events: tuple[Event, ...] = ()


class Table:
    """One game: its genesis, and the rules with its board and options."""

    def __init__(self, game: str, genesis: bodies.Genesis, rules: RuleSet[Any, Any]) -> None:
        self.game = game
        self.genesis = genesis
        self.rules = rules
        self._keys = {SERVER: genesis.server}
        self._sides = {seat: frozenset(side) for side in rules.sides.values() for seat in side}

    @classmethod
    def open(cls, entry: Entry, game: Game, board: bytes) -> "Table":
        """The table of a genesis entry.

        Raises MalformedError where the genesis is none or its board is broken, RefusedError
        where this software has other rules or another board than the game was agreed on.
        """
        if entry.type != "genesis":
            raise MalformedError("a log begins with its genesis", "genesis")
        genesis = bodies.read(bodies.Genesis, entry.body)
        info = game.info
        if (genesis.rules.id, genesis.rules.version) != (info.id, info.version):
            raise RefusedError(
                f"the game is {genesis.rules.id} version {genesis.rules.version}, "
                f"and here is {info.id} version {info.version}: take a fitting release",
                "version",
            )
        if hashlib.sha256(board).hexdigest() != genesis.board.digest:
            raise RefusedError(
                f"the board {genesis.board.name} here is not the one of this game: fetch it "
                "again from the server or the bundle",
                "board",
            )
        options = complete(info.options, genesis.options)
        if options != genesis.options or genesis.scheme != seal.SCHEME or genesis.clock.turn < 1:
            raise MalformedError("the genesis leaves something open", "genesis")
        rules = game.rules(game.board(board, genesis.board.name), options)
        if genesis.seats != rules.seats or genesis.sides != dict(rules.sides):
            raise MalformedError("the seats in the genesis are not those of the rules", "genesis")
        return cls(entry.id, genesis, rules)

    def begin(self, t: int) -> State:
        """The state after the genesis entry, received at `t`."""
        return State(
            game=self.game,
            stage=Stage.OPEN,
            length=1,
            head=self.game,
            last=self.game,
            t=t,
            authors=(),
            seats={seat: SeatState() for seat in self.rules.seats},
            public=self.rules.start(),
            phases=(),
            clocks={},
            link=self.genesis.dice,
            batches=0,
            foreign=self.game,
            lapsed=False,
            revealed=False,
            outcome=None,
            verdict=False,
        )

    def pack(self, state: State) -> Any:
        """`state` as plain JSON."""
        return pack(state)

    def unpack(self, value: Json) -> State:
        """The inverse of `pack`. Raises MalformedError."""
        state = unpack(State, value)
        public = unpack(self.rules.public_type, state.public)
        return msgspec.structs.replace(state, public=public)

    def key(self, state: State, entry: Entry) -> str:
        """The public key that has to have signed `entry`. Raises RefusedError."""
        if entry.seat == SERVER:
            return self.genesis.server
        if entry.type == "join":
            return bodies.read(bodies.Join, entry.body).key
        seat = state.seats.get(entry.seat)
        if seat is None or seat.holder is None:
            raise RefusedError(f"nobody holds a seat {entry.seat} in this game", "seat")
        return seat.holder.key

    def accept(self, state: State, entry: Entry, t: int, book: Book) -> Step:
        """What `entry`, received at `t`, does to `state` (PROTOCOL.md, Entering).

        Raises MalformedError, IllegalMoveError, StaleHeadError, RefusedError or EvidenceError,
        and then nothing has changed.
        """
        if entry.game != state.game:
            raise RefusedError("the entry belongs to another game", "other-game")
        if t < state.t:
            raise EvidenceError("the time of an entry lies before the one before", "time")
        handler = _HANDLERS.get(entry.type)
        if handler is None:
            raise RefusedError(f"this version does not know entries of type {entry.type}", "type")
        if (entry.seat == SERVER) != (entry.type in _SERVERS) and entry.type not in _EITHER:
            raise RefusedError(f"a {entry.type} is not for {entry.seat} to enter", "author")
        if entry.seat == SERVER:
            if entry.prev != state.head or entry.own is not None:
                raise StaleHeadError("the server enters on the head and nowhere else")
        else:
            key = self.key(state, entry)
            if entry.own != state.own(key):
                raise StaleHeadError("you entered something else meanwhile: fetch the log, look")
            if any(phase.demand.kind == Kind.CHANCE for phase in state.phases):
                raise IllegalMoveError("the dealer has to roll first", "chance")
        return handler(self, state, entry, t, book)

    def lapsed(self, state: State, now: int) -> Seat | None:
        """The seat whose deadline passed first, if one did. At the deadline itself none has."""
        late = [(due, seat) for seat, due in state.clocks.items() if due < now]
        return min(late)[1] if late else None

    def late(self, state: State, seat: Seat) -> tuple[str, Json, Notice | None]:
        """What a lapse of `seat` is: what it owed, the default's public part, its notice.

        No notice: the seat forfeits, or its secret counts as withheld.
        """
        if state.stage is Stage.READY:
            return "ready", None, None
        if state.stage is Stage.REVEAL:
            return "reveal", None, None
        for phase in state.phases:
            demand = phase.demand
            if demand.seat == seat and demand.must:
                what = "open" if demand.kind == Kind.REVEAL else demand.kind.value
                move = self.rules.default(state.public, demand)
                if move is None:
                    return what, None, None
                return what, move.public, Notice(move.kind, move.seat, move.public)
        raise IllegalMoveError(f"{seat} owes nothing", "lapse")

    def links(self, state: State) -> str:
        """What the players give to the next roll: the newest link of every seat, in order.

        All seats, so that the order in which simultaneous entries arrive, which the server
        could choose, changes nothing.
        """
        return dice.join_links(tuple(state.seats[seat].link for seat in self.rules.seats))

    # -- entries of players ------------------------------------------------------------------

    def _join(self, state: State, entry: Entry, t: int, book: Book) -> Step:
        body = bodies.read(bodies.Join, entry.body)
        seat = state.seats.get(entry.seat)
        if seat is None:
            raise RefusedError(f"this game has no seat {entry.seat}", "seat")
        if seat.holder is not None:
            raise RefusedError(f"the seat {entry.seat} is taken", "taken")
        _known(entry, book)
        if entry.link is not None:
            raise MalformedError("a join opens no dice link", "link")
        keys.check_key(body.key)
        keys.check_box(body.box)
        for text in (body.nonce, body.kc, body.dice):
            check_hex(text)
        if any(body.nonce == s.holder.nonce for s in state.seats.values() if s.holder):
            raise MalformedError("the join nonce is used already: make another", "nonce")
        holder = Holder(body.handle, body.key, body.nonce, body.kc, body.dice, body.box)
        seats = {**state.seats, entry.seat: SeatState(holder=holder, link=body.dice)}
        stage = Stage.OPEN
        if all(seat.holder is not None for seat in seats.values()):
            stage = Stage.READY if self.rules.chance else Stage.PLAY
        return Step(self._next(state, entry, t, key=body.key, seats=seats, stage=stage))

    def _ready(self, state: State, entry: Entry, t: int, book: Book) -> Step:
        bodies.read(bodies.Ready, entry.body)
        if state.stage is not Stage.READY or state.seats[entry.seat].ready:
            raise IllegalMoveError(f"nobody asked whether {entry.seat} is ready", "turn")
        _known(entry, book)
        seats, key = self._author(state, entry)
        seats[entry.seat] = msgspec.structs.replace(seats[entry.seat], ready=True)
        done = all(seat.ready for seat in seats.values())
        stage = Stage.PLAY if done else Stage.READY
        return Step(self._next(state, entry, t, key=key, seats=seats, stage=stage))

    def _move(self, state: State, entry: Entry, t: int, book: Book) -> Step:
        body = bodies.read(bodies.Move, entry.body)
        author = entry.seat
        phase = _asked(state, entry.type, author)
        _fresh(state, entry, phase, book)
        for slot, commitment in body.sealed.items():
            seal.check_slot(slot)
            seal.check_commitment(commitment)
            if book.seal(author, slot) is not None:
                raise IllegalMoveError(f"the slot {slot} is sealed already", "slot")
        opened = self._opened(author, body.opened, body.sealed, book) if body.opened else {}
        seats, key = self._author(state, entry, len(body.sealed))
        demand = phase.demand
        notice = Notice(demand.kind, author, body.public, tuple(body.sealed), opened)
        public = self.rules.apply(state.public, notice)
        after = self._next(
            state, entry, t, key=key, seats=seats, public=public, foreign=phase.foreign
        )
        seals = {(author, slot): commitment for slot, commitment in body.sealed.items()}
        return Step(after, seals, (Event(state.public, demand, notice, author),))

    def _open(self, state: State, entry: Entry, t: int, book: Book) -> Step:
        body = bodies.read(bodies.Open, entry.body)
        phase = _asked(state, Kind.REVEAL, body.of)
        demand = phase.demand
        if set(body.opened) != set(demand.slots):
            raise IllegalMoveError("it opens other slots than those asked for", "slots")
        if entry.seat == SERVER:
            key, seats = None, None
        else:
            _fresh(state, entry, phase, book)
            seats, key = self._author(state, entry)
        opened = self._opened(body.of, body.opened, {}, book)
        notice = Notice(Kind.REVEAL, body.of, None, (), opened)
        public = self.rules.apply(state.public, notice)
        after = self._next(
            state, entry, t, key=key, seats=seats, public=public, foreign=phase.foreign
        )
        return Step(after, {}, (Event(state.public, demand, notice, entry.seat),))

    def _resign(self, state: State, entry: Entry, t: int, book: Book) -> Step:
        bodies.read(bodies.Resign, entry.body)
        if state.stage not in (Stage.READY, Stage.PLAY):
            raise IllegalMoveError("there is no running game to resign from", "turn")
        _known(entry, book)
        seats, key = self._author(state, entry)
        outcome = self._lost(entry.seat, f"{entry.seat} resigned")
        return Step(self._next(state, entry, t, key=key, seats=seats, outcome=outcome))

    def _reveal(self, state: State, entry: Entry, t: int, book: Book) -> Step:
        secret = bodies.read(bodies.Reveal, entry.body).secret
        if entry.seat == SERVER:
            if not self.owes_reveal(state, SERVER):
                raise IllegalMoveError("the dealer owes no secret now", "turn")
            _check_secret(secret, self.genesis.kc)
            return Step(self._next(state, entry, t, revealed=True))
        if not self.owes_reveal(state, entry.seat):
            raise IllegalMoveError(f"{entry.seat} owes no secret now", "turn")
        _known(entry, book)
        seats, key = self._author(state, entry)
        seat = seats[entry.seat]
        assert seat.holder is not None
        _check_secret(secret, seat.holder.kc)
        seats[entry.seat] = msgspec.structs.replace(seat, secret=secret)
        return Step(self._next(state, entry, t, key=key, seats=seats))

    def _verdict(self, state: State, entry: Entry, t: int, book: Book) -> Step:
        """Only its form: that the finding is true is for the audit, which reads the log."""
        body = bodies.read(bodies.Verdict, entry.body)
        if state.stage is Stage.OPEN or state.verdict:
            raise IllegalMoveError("there is nothing to pass a verdict on", "turn")
        if body.blamed not in state.seats and body.blamed != SERVER:
            raise MalformedError(f"nobody here is called {body.blamed}", "verdict")
        _known(entry, book)
        seats, key = self._author(state, entry)
        why = f"verdict: {body.code} in entry {body.seq}, blamed on {body.blamed}"
        outcome = Outcome((), why) if body.blamed == SERVER else self._lost(body.blamed, why, True)
        return Step(
            self._next(state, entry, t, key=key, seats=seats, outcome=outcome, verdict=True)
        )

    def _close(self, state: State, entry: Entry, t: int, book: Book) -> Step:
        body = bodies.read(bodies.Close, entry.body)
        if state.outcome is None:
            raise IllegalMoveError("the game is not over", "turn")
        if body.head != entry.prev or body.result != state.outcome.winners:
            raise IllegalMoveError("that is not how the log ends", "close")
        _known(entry, book)
        seats, key = self._author(state, entry)
        return Step(self._next(state, entry, t, key=key, seats=seats))

    # -- entries of the server ---------------------------------------------------------------

    def _roll(self, state: State, entry: Entry, t: int, book: Book) -> Step:
        body = bodies.read(bodies.Roll, entry.body)
        index = state.batches + 1
        if body.index != index or body.timeout != state.lapsed or entry.link is None:
            raise EvidenceError("the batch is not the next one", "rng")
        dice.check_link(self.genesis.random, index, state.link, entry.link)
        seed = self.seed(state, entry.link)
        public, events = state.public, list[Event]()
        for k, rolled in enumerate(body.rolls):
            demand = open_roll(self.rules.pending(public))
            if demand is None or len(events) >= MOST_ROLLS:
                raise EvidenceError("more rolls than the game asked for", "rng")
            picks = dice.picks(seed, k, demand.lots)
            move = self.rules.draw(public, None, demand, picks)
            told = (rolled.about, list(rolled.lots), list(rolled.picks), rolled.public)
            true = (demand.about, list(demand.lots), list(picks), move.public)
            if canon.encode(told) != canon.encode(true):
                raise EvidenceError(f"roll {k + 1} of the batch is not what the links give", "rng")
            notice = Notice(Kind.CHANCE, move.seat, move.public)
            events.append(Event(public, demand, notice, SERVER, rolled=picks))
            public = self.rules.apply(public, notice)
        if not events or (open_roll(self.rules.pending(public)) and len(events) < MOST_ROLLS):
            raise EvidenceError("the batch stops before chance has decided everything", "rng")
        after = self._next(state, entry, t, public=public, link=entry.link, batches=index)
        return Step(after, {}, tuple(events))

    def _draw(self, state: State, entry: Entry, t: int, book: Book) -> Step:
        body = bodies.read(bodies.Draw, entry.body)
        phase = next((p for p in state.phases if p.demand.kind == Kind.CHANCE), None)
        if phase is None or not phase.demand.slots or phase.demand.seat != body.of:
            raise EvidenceError("the game asked for no such draw", "deal")
        demand = phase.demand
        same = canon.encode((body.about, body.public)) == canon.encode((demand.about, demand.about))
        if not same or set(body.sealed) != set(demand.slots) != set(body.delivery):
            raise EvidenceError("the draw is not the one that was asked for", "deal")
        for slot, commitment in body.sealed.items():
            seal.check_commitment(commitment)
            if book.seal(DEALER, slot) is not None:
                raise EvidenceError(f"the dealer sealed {slot} already", "deal")
        notice = Notice(Kind.CHANCE, body.of, body.public, tuple(body.sealed))
        public = self.rules.apply(state.public, notice)
        seed = (self.links(state), state.foreign)
        event = Event(state.public, demand, notice, SERVER, seed=seed, delivery=body.delivery)
        after = self._next(state, entry, t, public=public)
        seals = {(DEALER, slot): commitment for slot, commitment in body.sealed.items()}
        return Step(after, seals, (event,))

    def _lapse(self, state: State, entry: Entry, t: int, book: Book) -> Step:
        body = bodies.read(bodies.Lapse, entry.body)
        due = state.clocks.get(body.of)
        if due is None or t <= due:
            raise EvidenceError(f"no deadline of {body.of} has passed", "lapse")
        what, default, notice = self.late(state, body.of)
        if body.what != what or canon.encode(body.public) != canon.encode(default):
            raise EvidenceError("the lapse is not what the rules make of it", "lapse")
        if what == "reveal":
            seat = msgspec.structs.replace(state.seats[body.of], withheld=True)
            seats = {**state.seats, body.of: seat}
            lost = frozenset[Seat]().union(*(self._sides[s] for s in seats if seats[s].withheld))
            winners = tuple(other for other in self.rules.seats if other not in lost)
            outcome = Outcome(winners, f"{body.of} did not reveal: unrevealed, so lost")
            return Step(self._next(state, entry, t, seats=seats, outcome=outcome))
        if what == "ready":
            outcome = Outcome((), f"{body.of} never was ready: no game")
            return Step(self._next(state, entry, t, outcome=outcome))
        if notice is None:
            outcome = self._lost(body.of, f"{body.of} let the deadline pass")
            return Step(self._next(state, entry, t, outcome=outcome))
        phase = state.demand(notice.kind, body.of)
        assert phase is not None
        public = self.rules.apply(state.public, notice)
        event = Event(state.public, phase.demand, notice, SERVER, default=True)
        after = self._next(
            state, entry, t, public=public, foreign=phase.foreign, lapsed=True, mover=body.of
        )
        return Step(after, {}, (event,))

    # -- what they share ---------------------------------------------------------------------

    def owes_reveal(self, state: State, seat: Seat) -> bool:
        """Whether `seat` (or SERVER, for the dealer) has still to open its secret."""
        if state.stage is not Stage.REVEAL:
            return False
        if seat == SERVER:
            return self.rules.chance and not state.revealed
        one = state.seats[seat]
        return one.seals > 0 and not one.secret and not one.withheld

    def seed(self, state: State, link: str) -> bytes:
        """The seed of the next batch, once the dealer's `link` is open."""
        return dice.batch_seed(
            link, self.game, state.batches + 1, self.links(state), state.foreign, state.lapsed
        )

    def _author(
        self, state: State, entry: Entry, seals: int = 0
    ) -> tuple[dict[Seat, SeatState], str]:
        """The seats after `entry` (its dice link checked and taken), and its author's key."""
        seat = state.seats[entry.seat]
        if seat.holder is None:
            raise RefusedError(f"nobody holds the seat {entry.seat} yet", "seat")
        seats = dict(state.seats)
        if self.rules.chance and state.stage in (Stage.READY, Stage.PLAY):
            if entry.link is None:
                raise MalformedError("the entry lacks its dice link", "link")
            dice.check_link(self.game, seat.links + 1, seat.link, entry.link)
            seats[entry.seat] = msgspec.structs.replace(
                seat, links=seat.links + 1, link=entry.link, seals=seat.seals + seals
            )
        elif entry.link is not None:
            raise MalformedError("the entry has a dice link, and nothing is rolled here", "link")
        elif seals:
            seats[entry.seat] = msgspec.structs.replace(seat, seals=seat.seals + seals)
        return seats, seat.holder.key

    def _opened(
        self, of: Seat, opened: Mapping[str, seal.Opening], new: Mapping[str, str], book: Book
    ) -> dict[str, int]:
        """The opened values. Raises EvidenceError where an opening does not fit its seal."""
        for slot, opening in opened.items():
            commitment = new.get(slot) or book.seal(of, slot)
            if commitment is None:
                raise IllegalMoveError(f"{of} has sealed no slot {slot}", "slots")
            seal.check_opening(commitment, self.game, of, slot, opening)
        return {slot: opening.value for slot, opening in opened.items()}

    def _lost(self, seat: Seat, why: str, foul: bool = False) -> Outcome:
        side = self._sides[seat]
        winners = tuple(other for other in self.rules.seats if other not in side)
        return Outcome(winners, why, seat if foul else None)

    def _next(
        self,
        state: State,
        entry: Entry,
        t: int,
        *,
        key: str | None = None,
        mover: Seat | None = None,
        outcome: Outcome | None = None,
        lapsed: bool = False,
        **changes: Any,
    ) -> State:
        """The state after `entry`: its place in the log, what is pending now, whose clock runs."""
        for name, value in list(changes.items()):
            if value is None:
                del changes[name]
        authors = state.authors
        if key is not None:
            rest = tuple(pair for pair in authors if pair[0] != key)
            authors = ((key, entry.id), *rest)
            mover = entry.seat
        after: State = msgspec.structs.replace(
            state,
            length=state.length + 1,
            head=next_head(state.head, entry.id, t),
            last=entry.id,
            t=t,
            authors=authors,
            lapsed=lapsed or (key is None and state.lapsed),
            **changes,
        )
        phases: tuple[Phase, ...] = ()
        if after.stage is Stage.PLAY:
            outcome = outcome or self.rules.outcome(after.public)
            if outcome is None:
                phases = self._phases(after, state.phases)
        return self._clocks(after, state.clocks, phases, outcome or state.outcome, mover)

    def _phases(self, state: State, old: tuple[Phase, ...]) -> tuple[Phase, ...]:
        demands = self.rules.pending(state.public)
        phases = list[Phase]()
        for demand in demands:
            for phase in old:
                if phase.demand == demand:
                    phases.append(phase)
                    break
            else:
                foreign = self._foreign(state, demand, demands) if self.rules.chance else ""
                phases.append(Phase(demand, state.length, foreign))
        return tuple(phases)

    def _foreign(self, state: State, demand: Demand, demands: tuple[Demand, ...]) -> str:
        """The last entry by a key that has no part in meeting `demand` (PROTOCOL.md, Dice)."""
        acting = {
            seat.holder.key
            for other in demands
            if other.must or other is demand
            if (seat := state.seats.get(other.seat)) and seat.holder
        }
        return next((entry for key, entry in state.authors if key not in acting), self.game)

    def _clocks(
        self,
        state: State,
        old: Mapping[Seat, int],
        phases: tuple[Phase, ...],
        outcome: Outcome | None,
        mover: Seat | None,
    ) -> State:
        """`state` with its stage settled and the clocks of those who owe something."""
        stage = state.stage
        if outcome is not None:
            state = msgspec.structs.replace(state, stage=Stage.REVEAL)
            owing = [seat for seat in state.seats if self.owes_reveal(state, seat)]
            done = not owing and not self.owes_reveal(state, SERVER)
            stage = Stage.CLOSED if done else Stage.REVEAL
        elif stage is Stage.PLAY:
            owing = [
                phase.demand.seat
                for phase in phases
                if phase.demand.must and phase.demand.kind is not Kind.CHANCE
            ]
        elif stage is Stage.READY:
            owing = [seat for seat, one in state.seats.items() if not one.ready]
        else:
            owing = []
        due = state.t + self.genesis.clock.turn
        clocks = {seat: due if seat == mover else old.get(seat, due) for seat in owing}
        return msgspec.structs.replace(
            state, stage=stage, phases=phases, clocks=clocks, outcome=outcome
        )


def open_roll(demands: tuple[Demand, ...]) -> Demand | None:
    """The public roll that is pending, if one is."""
    for demand in demands:
        if demand.kind == Kind.CHANCE and not demand.slots and demand.seat == ALL:
            return demand
    return None


def _asked(state: State, kind: str, seat: Seat) -> Phase:
    phase = state.demand(kind, seat)
    if phase is None:
        raise IllegalMoveError(f"nobody waits for a {kind} of {seat} now", "turn")
    return phase


def _check_secret(secret: str, kc: str) -> None:
    """Raises EvidenceError where `secret` is not the one that was bound at the start."""
    if keys.GameSecret(canon.read_hex(secret)).commitment != kc:
        raise EvidenceError("the secret is not the one that was committed to", "kc")


def _known(entry: Entry, book: Book) -> int:
    """The seq of the head that `entry` was built on. Raises StaleHeadError."""
    seq = book.seq(entry.prev or "")
    if seq is None:
        raise StaleHeadError("the entry is built on a head that this log never had: fetch it")
    return seq


def _fresh(state: State, entry: Entry, phase: Phase, book: Book) -> None:
    """PROTOCOL.md, Freshness: on the head, on one's own last, or the demand is older."""
    if entry.prev == state.head:
        return
    seq = _known(entry, book)
    if (entry.own is not None and entry.own == state.last) or seq + 1 >= phase.seq:
        return
    raise StaleHeadError("the log grew and changed what was asked: fetch it, look, try again")


_Handler = Callable[[Table, State, Entry, int, Book], Step]

_SERVERS = frozenset({"roll", "draw", "lapse"})
_EITHER = frozenset({"open", "reveal"})
_HANDLERS: dict[str, _Handler] = {
    "join": Table._join,
    "ready": Table._ready,
    "move": Table._move,
    "answer": Table._move,
    "open": Table._open,
    "resign": Table._resign,
    "reveal": Table._reveal,
    "verdict": Table._verdict,
    "close": Table._close,
    "roll": Table._roll,
    "draw": Table._draw,
    "lapse": Table._lapse,
}
