"""Ghost Chase at a table without seals: for the tests of its rules, orders and bots.

`hut` is a castle of nine rooms:

    1 - 2 - 3      doors in all rows, stairs 1-4, 3-6 and 5-8; floors and ceilings without
    4 - 5 - 6      one (2-5, 4-7, 6-9) are for the ghost alone, as are the passage 1-9 and the
    7 - 8 - 9      chimney 3-7; the doors 4-5 and 5-6 can be locked.
"""

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

from games.ghost_oracle import Played
from paperchase import registry
from paperchase.game import Game
from paperchase.games.ghost_chase.castle import Castle, Room, Way
from paperchase.games.ghost_chase.rules import GhostChase, ghost_chase
from paperchase.games.ghost_chase.state import Ghost, Public, Stage
from paperchase.rules import Demand, Foul, Kind, Move, Notice

GAME: Game = registry.find("ghost-chase")
SHORT = {"cats": 1, "owls": 1, "bats": 1, "mice": 1, "hedgehogs": 1}


def _grid(*pairs: tuple[int, int]) -> dict[int, frozenset[int]]:
    found: dict[int, set[int]] = {room: set() for room in range(1, 10)}
    for a, b in pairs:
        found[a].add(b)
        found[b].add(a)
    return {room: frozenset(near) for room, near in found.items()}


@cache
def hut() -> Castle:
    doors = ((1, 2), (2, 3), (4, 5), (5, 6), (7, 8), (8, 9))
    stairs = ((1, 4), (3, 6), (5, 8))
    floors = ((2, 5), (4, 7), (6, 9))
    rooms = {
        number: Room(number, f"R{number}", 8 * ((number - 1) % 3), 6 * ((number - 1) // 3), 8, 6)
        for number in range(1, 10)
    }
    ways = [Way(a, b, "door", rooms[a].y + 6) for a, b in doors]
    ways += [Way(a, b, "stair", rooms[a].x + 4) for a, b in stairs]
    return Castle(
        name="Hut",
        rooms=rooms,
        ghost=_grid(*doors, *stairs, *floors),
        ways=tuple(ways),
        chaser=_grid(*doors, *stairs),
        locks={4: (4, 5), 6: (5, 6)},
        passage=(1, 9),
        chimney=(3, 7),
        roofs=(),
    )


@cache
def canterville() -> Castle:
    return GAME.board(registry.board(GAME, "canterville"), "canterville")


class Night:
    """One game with all secrets in it.

    `fouls` are the hidden steps that broke a rule and the answers that were false, each with
    its place in the record.
    """

    def __init__(self, castle: Castle, options: Mapping[str, Any], seed: int = 0) -> None:
        self.castle = castle
        self.options = dict(options)
        self.rules: GhostChase = ghost_chase(castle, self.options)
        self.luck = Random(seed)
        self.public: Public = self.rules.start()
        self.secrets: dict[str, Ghost] = {
            seat: self.rules.secret(self.public, seat) for seat in self.rules.seats
        }
        self.values: dict[str, int] = {}
        self.record: list[Played] = []
        self.fouls: list[tuple[int, str]] = []

    def demand(self, seat: str, kind: Kind = Kind.MOVE) -> Demand:
        (found,) = [
            demand
            for demand in self.rules.pending(self.public)
            if demand.seat == seat and demand.kind == kind
        ]
        return found

    def choices(self, seat: str, kind: Kind = Kind.MOVE) -> list[Move]:
        demand = self.demand(seat, kind)
        return list(self.rules.choices(self.public, self.secrets[seat], demand))

    def notice(self, move: Move) -> Notice:
        values = {**self.values, **move.hidden}
        opened = {slot: values[slot] for slot in move.opens}
        return Notice(move.kind, move.seat, move.public, tuple(move.hidden), opened)

    def enter(self, move: Move) -> None:
        """Enters a move, honest or not: the mover is taken at his word."""
        notice = self.notice(move)
        after = self.rules.apply(self.public, notice)
        if move.kind is not Kind.CHANCE:
            demand = self.demand(move.seat, move.kind)
            owed = list(self.rules.choices(self.public, self.secrets[move.seat], demand))
            if move.kind is not Kind.MOVE and owed != [move]:
                self.fouls.append((len(self.record), f"owed {owed[0]}, gave {move}"))
            try:
                secret = self.rules.follow(self.public, self.secrets[move.seat], move)
            except Foul as foul:
                secret = foul.then
                self.fouls.append((len(self.record), str(foul)))
            self.secrets[move.seat] = secret
        self.public = after
        self.values.update(move.hidden)
        self.record.append(Played(notice, move.hidden))

    def read(self, seat: str, order: str) -> Move:
        """The move that an order makes, as a client reads it."""
        demand = next(each for each in self.rules.pending(self.public) if each.seat == seat)
        secret = self.secrets[seat]
        return GAME.grammar.read(self.rules, self.public, secret, demand, order)

    def say(self, seat: str, *orders: str) -> None:
        """Gives orders one after the other."""
        for text in orders:
            for order in GAME.grammar.split(text):
                self.enter(self.read(seat, order))

    def draw(self) -> None:
        """Rolls for what is pending."""
        demand = next(d for d in self.rules.pending(self.public) if d.kind is Kind.CHANCE)
        picks = tuple(self.luck.randrange(lot) for lot in demand.lots)
        self.enter(self.rules.draw(self.public, None, demand, picks))

    def pay(self) -> None:
        """Pays everything that the ghost owes."""
        while owed := [d for d in self.rules.pending(self.public) if d.kind is not Kind.MOVE]:
            self.enter(next(self.rules.choices(self.public, self.secrets["ghost"], owed[0])))

    def stay(self) -> None:
        """Lets all figures that are left stay."""
        while self.public.stage is Stage.CHASE:
            self.say(self.rules.pending(self.public)[0].seat, "stay")

    def play(
        self,
        twist: Callable[["Night", Demand, Move], Move] | None = None,
        most: int = 10_000,
    ) -> "Night":
        """Goes on at random until the end, or for so many moves."""
        while (demands := self.rules.pending(self.public)) and most:
            most -= 1
            demand = self.luck.choice(demands)
            if demand.kind is Kind.CHANCE:
                self.draw()
                continue
            secret = self.secrets[demand.seat]
            move = self.rules.sample(self.public, secret, demand, self.luck.randrange)
            self.enter(twist(self, demand, move) if twist else move)
        return self


def night(start: int = 5, figures: tuple[int, ...] = (1, 3, 9), **options: Any) -> Night:
    """A game in the hut that stands before the ghost's first move, with three chasers' seats.

    Frames have one round each, there is no card but two rests and two cheats.
    """
    chosen = {"chasers": 3, "trap": False, "frames": "five", **SHORT, **options}
    table = Night(hut(), chosen)
    if table.rules.chance:
        table.draw()
    for owner, room in zip(table.rules.house.owners, figures, strict=True):
        table.say(owner, f"place {room}")
    table.say("ghost", f"start {start}")
    table.say("chaser-1", "frame cats")
    return table


def seal(table: Night, room: int, **told: Any) -> Move:
    """A ghost's move as a cheating client makes it: whatever room, whatever he says of it."""
    public = {"cheat": False, "lock": 0, "stuck": False, "trap": False, **told}
    name = f"room/{table.public.round}"
    opens = (name,) if public["trap"] else ()
    return Move(Kind.MOVE, "ghost", public, {name: room}, opens)


def without(move: Move, **changes: Any) -> Move:
    """`move` with some of what it says in public changed."""
    public: Any = move.public
    return Move(move.kind, move.seat, {**public, **changes}, move.hidden, move.opens)
