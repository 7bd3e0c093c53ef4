"""Last Friday at a table without seals: for the tests of its rules, orders and bots."""

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from games.friday_camp import glade
from games.friday_oracle import Played
from paperchase import registry
from paperchase.bot import Bot
from paperchase.game import Game
from paperchase.games.last_friday.camp import COLOURS, Camp
from paperchase.games.last_friday.rules import LastFriday, last_friday
from paperchase.games.last_friday.state import (
    Camper,
    Public,
    Secret,
    Sight,
    Stage,
    Turn,
    name_turn,
    turn_slots,
)
from paperchase.options import complete
from paperchase.rules import Demand, Foul, Kind, Move, Notice

GAME: Game = registry.find("last-friday")
SEATS = ("maniac", *COLOURS)
CHAPTERS = ("I", "II", "III", "IV")
ANYWHERE = f"{(1 << len(glade().circles)) - 1:x}"
"""The bits of all circles of the glade."""


@cache
def nettlewater() -> Camp:
    return GAME.board(registry.board(GAME, "nettlewater"), "nettlewater")


class Weekend:
    """One game with all secrets in it.

    `fouls` are the hidden steps that broke a rule and the answers that were false, each with
    its place in the record.
    """

    def __init__(self, camp: Camp, options: Mapping[str, Any], seed: int = 0) -> None:
        self.camp = camp
        self.options = complete(GAME.info.options, options)
        self.rules: LastFriday = last_friday(camp, self.options)
        self.luck = Random(seed)
        self.public: Public = self.rules.start()
        self.secrets: dict[str, Secret] = {
            seat: self.rules.secret(self.public, seat) for seat in self.rules.seats
        }
        self.values: dict[str, int] = {}
        self.record: list[Played] = []
        self.fouls: list[tuple[int, str]] = []

    def demand(self, seat: str) -> Demand:
        (found,) = [each for each in self.rules.pending(self.public) if each.seat == seat]
        return found

    def choices(self, seat: str) -> list[Move]:
        demand = self.demand(seat)
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
            secret = self.secrets[move.seat]
            if move.kind is not Kind.MOVE:
                demand = next(
                    each
                    for each in self.rules.pending(self.public)
                    if (each.kind, each.seat) == (move.kind, move.seat)
                )
                owed = list(self.rules.choices(self.public, secret, demand))
                if owed != [move]:
                    self.fouls.append((len(self.record), f"owed {owed[0]}, gave {move}"))
            try:
                secret = self.rules.follow(self.public, secret, move)
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
        return GAME.grammar.read(self.rules, self.public, self.secrets[seat], demand, order)

    def say(self, seat: str, *orders: str) -> None:
        """Gives orders one after the other."""
        for text in orders:
            for order in GAME.grammar.split(text):
                self.enter(self.read(seat, order))

    def draw(self, clue: str = "") -> None:
        """Rolls for the clue that is pending: this type, or any."""
        (demand,) = self.rules.pending(self.public)
        picks = [self.luck.randrange(lot) for lot in demand.lots]
        if clue:
            picks = [p for p in range(demand.lots[0]) if self._is(demand, p, clue)][:1]
        self.enter(self.rules.draw(self.public, None, demand, tuple(picks)))

    def _is(self, demand: Demand, pick: int, clue: str) -> bool:
        return self.rules.draw(self.public, None, demand, (pick,)).public == {"clue": clue}

    def pay(self) -> None:
        """Pays what the Maniac owes, honestly."""
        demand = next(each for each in self.rules.pending(self.public) if each.seat == "maniac")
        assert demand.kind is not Kind.MOVE
        self.enter(next(self.rules.choices(self.public, self.secrets["maniac"], demand)))

    def play(
        self,
        twist: Callable[["Weekend", Demand, Move], Move] | None = None,
        most: int = 10_000,
        bot: Bot | None = None,
    ) -> "Weekend":
        """Goes on at random, or as a bot plays, until the end or for so many moves."""
        while (demands := self.rules.pending(self.public)) and most:
            most -= 1
            demand = self.luck.choice(demands)
            if demand.kind is Kind.CHANCE:
                self.draw()
                continue
            secret, below = self.secrets[demand.seat], self.luck.randrange
            if bot is None:
                move = self.rules.sample(self.public, secret, demand, below)
            else:
                move = bot(self.rules, self.public, secret, demand, below)
            self.enter(twist(self, demand, move) if twist else move)
        return self


def weekend(
    chapter: int,
    *,
    at: int = 22,
    round: int = 1,
    mover: str = "red",
    campers: Mapping[str, str] | None = None,
    clues: Mapping[str, tuple[str, ...]] | None = None,
    keys: Mapping[str, str] | None = None,
    held: tuple[str, ...] = (),
    options: Mapping[str, Any] | None = None,
    ends: tuple[int, ...] | None = None,
    campaign: bool = False,
    **more: Any,
) -> Weekend:
    """A game in the glade that stands in the middle of a chapter, before `mover` acts.

    The Maniac is at circle `at`, after `ends` at the ends of the rounds before (all the same
    circle if nothing is said). Campers who are not named are out of the way, on e2 to e6.
    """
    play = "campaign" if campaign else ("I", "II", "III", "IV")[chapter - 1]
    table = Weekend(glade(), {"play": play, **(options or {})})
    places = {"red": "e2", "yellow": "e3", "green": "e4", "blue": "e5", "brown": "e6"}
    places |= campers or {}
    people = {
        colour: Camper(
            places[colour], (0,), (clues or {}).get(colour, ()), (keys or {}).get(colour, "")
        )
        for colour in COLOURS
    }
    last = round if mover != "maniac" and chapter in (2, 4) else round - 1
    before = ends if ends is not None else (at,) * (last + 1)
    slots = tuple(f"end/{chapter}/{number}" for number in range(len(before)))
    table.values = dict(zip(slots, before, strict=True))
    turn = Turn() if mover == "maniac" else Turn(mover, trod=(places[mover],))
    table.public = replace(
        table.public,
        stage=Stage.MANIAC if mover == "maniac" else Stage.CAMPER,
        chapter=chapter,
        round=round,
        campers=people,
        turn=turn,
        held=held,
        ends=slots,
        sights=tuple(Sight(slot, 1, ANYWHERE) for slot in slots[-4:]),
        **{"boat": "b2", "owners": 0, "predestined": "blue" if chapter > 2 else "", **more},
    )
    table.secrets["maniac"] = Secret(at, dict(table.values))
    return table


def said(told: Move | Notice) -> Any:
    """What a move or a notice says in public."""
    return told.public


def idle(table: Weekend) -> None:
    """The one who is asked does the least he can."""
    (demand, *_) = table.rules.pending(table.public)
    move = table.rules.default(table.public, demand)
    if demand.kind is not Kind.MOVE:
        (move,) = table.choices(demand.seat)
    assert move is not None
    table.enter(move)


def go(table: Weekend, circle: int, dots: str = "", **told: Any) -> Move:
    """A Maniac's step as a cheating client makes it: any route, whatever he says of it."""
    public: Any = {
        "axe": "",
        "clue": "",
        "kills": [],
        "lanterns": [],
        "stuck": "",
        "token": "",
        "traps": [],
        **told,
    }
    at = table.secrets["maniac"].at
    path = route(table, at, circle, dots)
    end, mid, first, second = turn_slots(name_turn(table.public, public["token"] == "twist"))
    return Move(Kind.MOVE, "maniac", public, {end: circle, mid: 0, first: path, second: 0})


def route(table: Weekend, start: int, end: int, dots: str = "") -> int:
    """The number of a route, of the only one if no dots are named."""
    found = [
        each.id
        for each in table.camp.routes
        if (each.start, each.end) == (start, end) and dots in ("", " ".join(each.dots))
    ]
    return found[0]


def changed(move: Move, hidden: Mapping[str, int] | None = None, **told: Any) -> Move:
    """`move` with some of what it says or hides changed."""
    return Move(
        move.kind,
        move.seat,
        {**said(move), **told} if told else move.public,
        {**move.hidden, **(hidden or {})},
        move.opens,
    )
