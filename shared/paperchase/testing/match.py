"""A whole game in memory: real keys, seals, dice and log, with honest or lying players.

There is no server and no network: a `Match` keeps the log as a server would, and each `Agent`
plays a seat as a client would. Deadlines are far; time is one second an entry.
"""

from collections.abc import Callable, Mapping
from typing import Any

from paperchase import deal, registry
from paperchase.bot import Bot, at_random
from paperchase.bundle import Bundle
from paperchase.errors import PaperchaseError
from paperchase.game import Game
from paperchase.keys import Master
from paperchase.log import Entry, Line, write_entry, write_receipt
from paperchase.options import Value, complete
from paperchase.rules import DEALER, Demand, Foul, Kind, Move
from paperchase.table import (
    SERVER,
    Dealer,
    Draft,
    Event,
    Ledger,
    Player,
    Stage,
    Table,
    Taken,
    genesis_body,
    write_genesis,
)
from paperchase.testing.source import Source
from paperchase.values import Json, Seat

Twist = Callable[["Agent", Demand, Move], Move | None]
"""What a liar makes of an honest move: another one, or None to leave it."""

TURN = 10**9
"""The clock of a match: nobody is ever late unless the test says so."""


class Match:
    """One game at one table. Everything in it follows from `seed`."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Json] | None = None,
        seed: str | int = 0,
        *,
        board: bytes | None = None,
        bots: Mapping[Seat, Bot] | None = None,
        twists: Mapping[Seat, Twist] | None = None,
        holders: Mapping[Seat, str] | None = None,
    ) -> None:
        self.source = Source(seed)
        self.game = game
        self.now = 1_700_000_000
        self.master = Master(self.source.bytes())
        self.identity = self.master.identity()
        name = game.info.boards[0]
        self.board = registry.board(game, name) if board is None else board
        random = self.source.bytes().hex()
        self.dealer = Dealer(self.master, random)
        entry = self._genesis(complete(game.info.options, options or {}), name, random)
        self.table = Table.open(entry, game, self.board)
        receipt = self._receipt(entry, 0, None, {})
        self.lines = [Line(entry.signed, receipt)]
        self.ledger = Ledger.begin(self.table, self.lines[0], every_receipt=False)
        self.secret = self.dealer.start(self.table, self.ledger.state)
        self.taken = list[Taken]()
        self.agents = dict[Seat, Agent]()
        for seat in self.table.rules.seats:
            who = (holders or {}).get(seat, seat)
            master = Master(Source(f"{seed}/{who}").bytes())
            bot = (bots or {}).get(seat, at_random)
            self.agents[seat] = Agent(self, seat, who, master, bot, (twists or {}).get(seat))

    # -- the log, as a server keeps it --------------------------------------------------------

    @property
    def state(self) -> Any:
        """Where the game stands."""
        return self.ledger.state

    def submit(self, entry: Entry, seconds: int = 1) -> Taken:
        """Enters `entry`, and then whatever the dealer owes. Raises as the table does."""
        taken = self._append(entry, seconds)
        self._deal()
        return taken

    def lapse(self, seat: Seat) -> Taken:
        """Lets the deadline of `seat` pass."""
        late = self.state.clocks[seat] + 1 - self.now
        draft = self.dealer.lapse(self.table, self.state, seat, self.secret)
        taken = self._append(self._drafted(draft), late)
        self._deal()
        return taken

    def bundle(self) -> Bundle:
        """The game as a file."""
        return Bundle(self.table.game, self.board.decode(), tuple(self.lines))

    def _append(self, entry: Entry, seconds: int = 1) -> Taken:
        self.now += seconds
        before = self.state
        step = self.table.accept(before, entry, self.now, self.ledger.book)
        after = step.state
        receipt = self._receipt(entry, before.length, before.head, after.clocks)
        self.lines.append(Line(entry.signed, receipt))
        taken = Taken(before.length, entry, self.now, before, step)
        self.ledger.state = after
        self.ledger.book.take(taken.seq, after.head, step.seals)
        self.taken.append(taken)
        for agent in self.agents.values():
            agent.observe(taken)
        return taken

    def _deal(self) -> None:
        while draft := self.dealer.owed(self.table, self.state, self.secret):
            self._append(self._drafted(draft), 0)
            self.secret = draft.secret

    def _drafted(self, draft: Draft) -> Entry:
        return write_entry(
            self.identity,
            game=self.table.game,
            seat=SERVER,
            type=draft.type,
            prev=self.state.head,
            own=None,
            link=draft.link,
            body=draft.body,
        )

    def _receipt(
        self, entry: Entry, seq: int, prev: str | None, deadlines: Mapping[Seat, int]
    ) -> Any:
        return write_receipt(
            self.identity,
            game=entry.game or entry.id,
            seq=seq,
            entry=entry.id,
            sig=entry.signed.sig,
            prev=prev,
            t=self.now,
            deadlines=deadlines,
        ).signed

    def _genesis(self, options: Mapping[str, Value], board: str, random: str) -> Entry:
        rules = self.game.rules(self.game.board(self.board, board), options)
        body = genesis_body(
            self.game,
            rules,
            board=board,
            data=self.board,
            options=options,
            turn=TURN,
            server=self.identity.key,
            random=random,
            anchors=self.dealer.anchors(),
            title="a match",
            by="nobody",
        )
        return write_genesis(self.identity, body)

    # -- the players --------------------------------------------------------------------------

    def play(self, most: int = 5000) -> "Match":
        """Joins everybody, plays to the end, and has everybody reveal."""
        self.join()
        while self.state.stage is Stage.PLAY and len(self.lines) < most:
            self.step()
        self.reveal()
        return self

    def join(self) -> None:
        """Seats all agents, and makes them ready where the rules ask for it."""
        for agent in self.agents.values():
            self.submit(agent.player.join(self.state, agent.handle))
        if self.state.stage is Stage.READY:
            for agent in self.agents.values():
                self.submit(agent.player.ready(self.table, self.state))

    def step(self) -> None:
        """One of those who are asked acts; an optional demand is met now and then."""
        phases = [
            phase for phase in self.state.phases if phase.demand.must or self.source.chance(5)
        ]
        if phases:
            demand = phases[self.source.below(len(phases))].demand
            self.agents[demand.seat].act(demand)

    def reveal(self) -> None:
        """Everybody who owes his secret opens it."""
        for seat, agent in self.agents.items():
            if self.table.owes_reveal(self.state, seat):
                self.submit(agent.player.reveal(self.table, self.state))


class Agent:
    """Plays one seat from what that seat may know, and lies where its twist says so.

    `lied` says that it has done so once, and in which entry; what it then believes of itself
    is what it told, as the rules' `Foul.then` has it.
    """

    def __init__(
        self, match: Match, seat: Seat, handle: str, master: Master, bot: Bot, twist: Twist | None
    ) -> None:
        self.match = match
        self.seat = seat
        self.handle = handle
        nonce = match.source.bytes().hex()
        self.player = Player(master, match.table.game, seat, nonce)
        self.bot = bot
        self.twist = twist
        self.lied: int | None = None
        self.refused = 0
        self.known = dict[str, int]()
        self.secret: Any = match.table.rules.secret(match.state.public, seat)
        self._sent: Move | None = None

    def choose(self, demand: Demand) -> Move:
        """The honest move: a choice of the bot's, or the one truth."""
        rules, public = self.match.table.rules, self.match.state.public
        if demand.kind == Kind.MOVE:
            return self.bot(rules, public, self.secret, demand, self.match.source.below)
        return next(iter(rules.choices(public, self.secret, demand)))

    def act(self, demand: Demand) -> None:
        """Meets `demand`. A lie that the table refuses is followed by the truth, and a liar whose
        own story leaves him nothing to play gives up."""
        try:
            move = self.choose(demand)
        except Exception:
            if self.lied is None:
                raise
            self.match.submit(self.player.resign(self.match.table, self.match.state))
            return
        if self.twist is not None and self.lied is None:
            lie = self.twist(self, demand, move)
            if lie is not None:
                try:
                    self.lied = self._send(lie)
                except PaperchaseError:
                    self.refused += 1
                else:
                    return
        self._send(move)

    def entry(self, move: Move) -> Entry:
        """The entry that says `move`."""
        table, state = self.match.table, self.match.state
        if move.kind == Kind.REVEAL:
            slots = {slot: self.known[slot] for slot in move.opens}
            return self.player.open(table, state, slots)
        return self.player.move(table, state, move, self.known)

    def observe(self, taken: Taken) -> None:
        """Follows what concerns this seat."""
        for event in taken.events:
            if event.notice.seat == self.seat:
                self._follow(event)

    def _send(self, move: Move) -> int:
        self._sent = move
        try:
            return self.match.submit(self.entry(move)).seq
        finally:
            self._sent = None

    def _follow(self, event: Event) -> None:
        notice = event.notice
        move = self._sent
        if notice.kind == Kind.CHANCE:
            move = Move(Kind.CHANCE, self.seat, notice.public, self._cards(event))
        elif move is None or event.default:
            move = Move(notice.kind, self.seat, notice.public, {}, tuple(notice.opened))
        self.known.update(move.hidden)
        try:
            self.secret = self.match.table.rules.follow(event.public, self.secret, move)
        except Foul as foul:
            if self.twist is None and not event.default:
                raise
            self.secret = foul.then

    def _cards(self, event: Event) -> dict[str, int]:
        """What a private draw gave this seat."""
        game, seals = self.match.table.game, self.match.ledger.book.seals
        return {
            slot: deal.open_delivery(
                self.player.secret, game, slot, seals[DEALER, slot], event.delivery[slot]
            ).value
            for slot in event.notice.sealed
        }
