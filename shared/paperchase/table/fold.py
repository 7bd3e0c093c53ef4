"""The fold of the public log over the rules: who may enter what, and what it changes.

Server, clients and auditors run this same code. It is pure: the time of an entry is given with
it, and what would grow with the log is looked up in a `Book`. Signatures are checked by the
caller beforehand, so that a server can do it outside its transaction.
"""

import hashlib
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any, TypedDict

import msgspec

from paperchase import canon, dice
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
from paperchase.rules import Kind, Notice, Outcome, RuleSet
from paperchase.table import bodies, chance, players
from paperchase.table.genesis import LATEST, check_genesis
from paperchase.table.state import SERVER, Book, Phase, SeatState, Stage, State, Step
from paperchase.values import Json, Seat, pack, unpack


class Defeat(TypedDict):
    """What changes when somebody loses by what he did."""

    outcome: Outcome
    lost: frozenset[Seat]


class Table:
    """One game: its genesis, and the rules with its board and options."""

    def __init__(self, game: str, genesis: bodies.Genesis, rules: RuleSet[Any, Any]) -> None:
        self.game = game
        self.genesis = genesis
        self.rules = rules
        self.chance = rules.chance
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
        check_genesis(genesis)
        options = complete(info.options, genesis.options)
        if options != genesis.options:
            raise MalformedError("the genesis leaves something open", "genesis")
        rules = game.rules(_board(game.board, board, genesis.board.name), options)
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
            lapsed=False,
            revealed=False,
            outcome=None,
            lost=frozenset(),
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
            return canon.check_hex(entry.body.get("key"))
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
        if entry.seat == SERVER:
            if entry.prev != state.head or entry.own is not None:
                raise StaleHeadError("the server enters on the head and nowhere else")
        else:
            if entry.prev != state.head:
                players.known(entry, book)
            if entry.own != state.own(self.key(state, entry)):
                raise StaleHeadError("you entered something else meanwhile: fetch the log")
        if not state.t <= t <= LATEST:
            raise EvidenceError("the time of an entry lies before the one before it", "time")
        handler = (_SERVERS if entry.seat == SERVER else _PLAYERS).get(entry.type)
        if handler is None:
            raise RefusedError(
                f"no entry of type {entry.type} by {entry.seat} in this version", "type"
            )
        if entry.seat != SERVER or entry.type not in _DEALT:
            for phase in state.phases:
                if phase.demand.kind is Kind.CHANCE:
                    raise IllegalMoveError("the dealer has to roll first", "chance")
            # Whoever is late is late for good, also where the server would look away.
            if entry.type != "lapse":
                for due in state.clocks.values():
                    if due < t:
                        raise EvidenceError("a deadline has passed: its lapse comes first", "lapse")
        if entry.seat == SERVER and entry.link is not None and entry.type != "roll":
            raise MalformedError("only a roll opens a link of the dealer", "link")
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
                what = "open" if demand.kind is Kind.REVEAL else demand.kind.value
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

    def seed(self, state: State, link: str) -> bytes:
        """The seed of the next batch, once the dealer's `link` is open."""
        links = self.links(state)
        return dice.batch_seed(link, self.game, state.batches + 1, links, state.lapsed)

    def owes_reveal(self, state: State, seat: Seat) -> bool:
        """Whether `seat` (or SERVER, for the dealer) has still to open its secret."""
        if state.stage is not Stage.REVEAL:
            return False
        if seat == SERVER:
            return self.chance and not state.revealed
        return _owes_secret(state.seats[seat])

    def defeat(self, state: State, seat: Seat, why: str, foul: Seat | None = None) -> Defeat:
        """How it ends when `seat` (or SERVER: then for everybody) loses by what it did.

        That stands whatever the board says, and whoever else loses later.
        """
        lost = state.lost | (frozenset(self.rules.seats) if seat == SERVER else {seat})
        return {"outcome": Outcome(self.winners(state.outcome, lost), why, foul), "lost": lost}

    def winners(self, outcome: Outcome | None, lost: AbstractSet[Seat]) -> tuple[Seat, ...]:
        """Who wins when the sides of `lost` cannot: the winners of `outcome` that are left, or
        else everybody who is."""
        left = [seat for seat in self.rules.seats if not self._sides[seat] & lost]
        still = [seat for seat in left if outcome is not None and seat in outcome.winners]
        return tuple(still or left)

    def linked(
        self, state: State, entry: Entry, seals: int = 0, *, due: bool = False
    ) -> dict[Seat, SeatState]:
        """The seats after `entry`: its dice link checked and taken, its seals counted.

        A link is `due` of an entry that the table waited for. Any other opens none, or who
        sees a roll coming could roll anew by entries that he might as well leave out.
        """
        seat = state.seats[entry.seat]
        seats = {**state.seats}
        if self.chance and due:
            if entry.link is None:
                raise MalformedError("the entry lacks its dice link", "link")
            links = seat.links + 1
            dice.check_link(self.game, links, seat.link, entry.link)
            seats[entry.seat] = SeatState(
                seat.holder,
                seat.ready,
                links,
                entry.link,
                seat.seals + seals,
                seat.secret,
                seat.withheld,
                seat.closed,
                seat.asides,
            )
        elif entry.link is not None:
            raise MalformedError("the entry has a dice link, and nothing is rolled here", "link")
        elif seals:
            seats[entry.seat] = msgspec.structs.replace(seat, seals=seat.seals + seals)
        return seats

    def advance(
        self,
        state: State,
        entry: Entry,
        t: int,
        *,
        seats: Mapping[Seat, SeatState] | None = None,
        public: Any = None,
        stage: Stage | None = None,
        link: str | None = None,
        batches: int | None = None,
        lapsed: bool | None = None,
        revealed: bool | None = None,
        outcome: Outcome | None = None,
        lost: frozenset[Seat] | None = None,
        verdict: bool | None = None,
        mover: Seat | None = None,
    ) -> State:
        """The state after `entry`: its place in the log, what is pending now, whose clock runs.

        What is not given stays. The clock of `mover` starts anew, and so does that of the
        author, if the author is a player, and all do where another stage begins.
        """
        authors = state.authors
        seats = seats or state.seats
        if entry.seat != SERVER:
            mover = entry.seat
            holder = seats[mover].holder
            assert holder is not None
            rest = [pair for pair in authors if pair[0] != holder.key]
            authors = ((holder.key, entry.id), *rest)
            lapsed = False
        length = state.length + 1
        stage = stage or state.stage
        if public is None:
            public = state.public
        if revealed is None:
            revealed = state.revealed
        phases: list[Phase] = []
        owing: list[Seat] = []
        if stage is Stage.PLAY:
            if outcome is None:
                outcome = self.rules.outcome(public)
                if outcome is not None and outcome.foul is not None:
                    lost = state.lost | {outcome.foul}
            if outcome is None:
                phases, owing = self._phases(state.phases, public, length)
        elif stage is Stage.READY:
            owing = [seat for seat, one in seats.items() if not one.ready]
        outcome = outcome or state.outcome
        if outcome is not None:
            owing = [seat for seat, one in seats.items() if _owes_secret(one)]
            dealer = self.chance and not revealed
            stage = Stage.REVEAL if owing or dealer else Stage.CLOSED
        clocks: dict[Seat, int] = {}
        for seat in owing:
            due = None if seat == mover or stage is not state.stage else state.clocks.get(seat)
            clocks[seat] = t + self.genesis.clock.turn if due is None else due
        # Written out: there is one of these an entry, and `replace` takes twice as long.
        return State(
            state.game,
            stage,
            length,
            next_head(state.head, entry.id, entry.signed.sig, t),
            entry.id,
            t,
            authors,
            seats,
            public,
            tuple(phases),
            clocks,
            state.link if link is None else link,
            state.batches if batches is None else batches,
            state.lapsed if lapsed is None else lapsed,
            revealed,
            outcome,
            state.lost if lost is None else lost,
            state.verdict if verdict is None else verdict,
        )

    def _phases(
        self, old: tuple[Phase, ...], public: Any, length: int
    ) -> tuple[list[Phase], list[Seat]]:
        """What is pending, and for whom a clock runs on it."""
        phases: list[Phase] = []
        owing: list[Seat] = []
        for demand in self.rules.pending(public):
            for phase in old:
                if phase.demand == demand:
                    phases.append(phase)
                    break
            else:
                phases.append(Phase(demand, length))
            if demand.must and demand.kind is not Kind.CHANCE:
                owing.append(demand.seat)
        return phases, owing


@lru_cache(maxsize=16)
def _board(read: Callable[[bytes, str], Any], data: bytes, name: str) -> Any:
    """A board, which whoever opens many games on it reads once."""
    return read(data, name)


def _owes_secret(seat: SeatState) -> bool:
    return seat.seals > 0 and not seat.secret and not seat.withheld


_Handler = Callable[[Table, State, Entry, int, Book], Step]

_DEALT = ("roll", "draw", "reveal")
"""What the server enters as the dealer, who is never late and never waits."""

_PLAYERS: dict[str, _Handler] = {
    "join": players.join,
    "ready": players.ready,
    "move": players.move,
    "answer": players.move,
    "open": players.open_slots,
    "resign": players.resign,
    "reveal": players.reveal,
    "verdict": players.verdict,
    "close": players.close,
}
_SERVERS: dict[str, _Handler] = {
    "open": players.open_slots,
    "reveal": chance.reveal,
    "roll": chance.roll,
    "draw": chance.draw,
    "lapse": chance.lapse,
}
