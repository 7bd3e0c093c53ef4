"""Fugitive at a table without seals: for the tests of its rules, orders and bots."""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from msgspec.structs import replace

from games.fugitive_oracle import Played
from paperchase import registry
from paperchase.game import Game
from paperchase.games.fugitive.deck import Deck
from paperchase.games.fugitive.moves import place_move
from paperchase.games.fugitive.rules import Fugitive, fugitive
from paperchase.games.fugitive.state import CLOSED, FUGITIVE, MARSHAL, Place, Public, Secret, Stage
from paperchase.rules import DEALER, Demand, Foul, Kind, Move, Notice

GAME: Game = registry.find("fugitive")
DATA = registry.board(GAME, "standard")
PRESETS = ("seed", "strict", "2e")
EVENTS = ("off", "random", "catch-up")


def standard() -> Deck:
    return GAME.board(DATA, "standard")


class Run:
    """One game with all cards in sight. `fouls` are the places in `record` of those steps that
    broke a rule in secret, and why.

    Cards that are dealt come from `stack` as long as it has some, whatever the lots say, and
    events from `events`; an empty name there is a card that is no event.
    """

    def __init__(self, options: Mapping[str, Any] | None = None, seed: int = 0) -> None:
        self.options = dict(options or {})
        self.rules: Fugitive = fugitive(standard(), self.options)
        self.luck = Random(seed)
        self.public: Public = self.rules.start()
        self.secrets: dict[str, Secret] = {
            seat: self.rules.secret(self.public, seat) for seat in (*self.rules.seats, DEALER)
        }
        self.values: dict[str, int] = {}
        self.record: list[Played] = []
        self.fouls: list[tuple[int, str]] = []
        self.stack: list[int] = []
        self.events: list[str] = []

    @property
    def hand(self) -> set[int]:
        return set(self.secrets[FUGITIVE].hand)

    @property
    def demand(self) -> Demand:
        (found,) = self.rules.pending(self.public)
        return found

    def choices(self) -> list[Move]:
        demand = self.demand
        return list(self.rules.choices(self.public, self.secrets[demand.seat], demand))

    def notice(self, move: Move) -> Notice:
        values = {**self.values, **move.hidden}
        opened = {slot: values[slot] for slot in move.opens}
        return Notice(move.kind, move.seat, move.public, tuple(move.hidden), opened)

    def enter(self, move: Move) -> None:
        """Enters a move, honest or not: the mover is taken at his word."""
        notice = self.notice(move)
        after = self.rules.apply(self.public, notice)
        if move.kind is Kind.ANSWER:
            (owed,) = self.choices()
            if owed != move:
                self.fouls.append((len(self.record), f"owed {owed}, gave {move}"))
        if move.seat in self.secrets:
            try:
                secret = self.rules.follow(self.public, self.secrets[move.seat], move)
            except Foul as foul:
                secret = foul.then
                self.fouls.append((len(self.record), str(foul)))
            self.secrets[move.seat] = secret
        if move.kind is Kind.CHANCE and move.hidden:
            self.secrets[DEALER] = self.rules.follow(self.public, self.secrets[DEALER], move)
        self.public = after
        self.values.update(move.hidden)
        self.record.append(Played(notice, move.hidden))

    def read(self, order: str) -> Move:
        """The move that an order makes, as a client reads it."""
        demand = self.demand
        secret = self.secrets[demand.seat]
        return GAME.grammar.read(self.rules, self.public, secret, demand, order)

    def say(self, *orders: str) -> "Run":
        """Gives orders one after the other, whoever is asked, and pays what chance owes."""
        for text in orders:
            for order in GAME.grammar.split(text):
                self.deal()
                self.enter(self.read(order))
        self.deal()
        return self

    def answer(self) -> "Run":
        """Pays the answer that is owed."""
        (owed,) = self.choices()
        self.enter(owed)
        self.deal()
        return self

    def deal(self) -> "Run":
        """Deals, and draws lots, until somebody is to decide."""
        while self.public.stage in (Stage.DEAL, Stage.CARD, Stage.LOT):
            self.enter(self.drawn())
        return self

    def drawn(self) -> Move:
        """What the dealer gives: from `stack` and `events`, or at random."""
        demand = self.demand
        picks = [self.luck.randrange(lot) for lot in demand.lots]
        if self.public.stage is Stage.LOT and self.events:
            return Move(Kind.CHANCE, "*", {"event": self.events.pop(0)})
        if self.stack and demand.slots:
            left = {pile: [*cards] for pile, cards in self.secrets[DEALER].piles.items()}
            picks = []
            for _ in demand.slots:
                card = self.stack.pop(0)
                pile = left[self.rules.deck.zone(card)]
                picks.append(pile.index(card))
                pile.remove(card)
        dealer = self.secrets[DEALER] if demand.slots else None
        return self.rules.draw(self.public, dealer, demand, tuple(picks))

    def play(self, twist: Callable[["Run", Move], Move] | None = None, most: int = 10_000) -> "Run":
        """Goes on at random until the end, or for so many moves."""
        while self.rules.pending(self.public) and most:
            most -= 1
            if self.demand.kind is Kind.CHANCE:
                self.enter(self.drawn())
                continue
            secret = self.secrets[self.demand.seat]
            if self.demand.kind is Kind.MOVE:
                below = self.luck.randrange
                move = self.rules.sample(self.public, secret, self.demand, below)
            else:
                (move,) = self.choices()
            self.enter(twist(self, move) if twist else move)
        return self


def run(
    hand: Sequence[int] = (4, 6, 8, 15, 16),
    cards: Sequence[int] = (),
    **options: Any,
) -> Run:
    """A game that stands before the first hideout, its first cards known."""
    game = Run(options)
    game.stack = [*hand, *cards]
    return game.deal()


def stand(
    row: Sequence[int],
    hand: Collection[int] = (),
    found: Collection[int] = (),
    marshal: Collection[int] = (),
    options: Mapping[str, Any] | None = None,
    **changes: Any,
) -> Run:
    """A game in the middle: the fugitive has placed `row`, by car where a step is too long.

    The hideouts `found` lie open. He holds `hand` and the goal, and is to act, in turn 9. The
    rest lies in the piles, unless `changes` of the public state say otherwise.
    """
    game = Run(options)
    slots = {f"row/{index}": card for index, card in enumerate(row, 1)}
    places = [
        Place(card if card in found else CLOSED, (), max(0, card - last - 3), (9, 9, 9))
        for last, card in pairwise((0, *row))
    ]
    game.values = dict(slots)
    held = frozenset(hand)
    at = row[-1] if row else 0
    game.secrets[FUGITIVE] = Secret(hand=held | {42}, cards=slots, at=at)
    game.secrets[MARSHAL] = Secret(hand=frozenset(marshal))
    gone = {*row, *held, *marshal}
    left = {
        pile: tuple(card for card in cards if card not in gone)
        for pile, cards in game.secrets[DEALER].piles.items()
    }
    base = replace(
        game.public,
        stage=Stage.ACT,
        turn=9,
        row=(Place(0), *places),
        hands={FUGITIVE: len(held) + 1, MARSHAL: len(marshal)},
        left={pile: len(cards) for pile, cards in left.items()},
        dealt=20,
    )
    game.public = replace(base, **changes)
    empty = {pile: cards if game.public.left[pile] else () for pile, cards in left.items()}
    game.secrets[DEALER] = Secret(piles=empty)
    return game


EMPTY = {"a": 0, "b": 0, "c": 0}


def put(game: Run, card: int, *sprints: int, **told: Any) -> Move:
    """A placement as a cheating client makes it: whatever cards, whatever is said of them."""
    move = place_move(game.public, 42, card, sprints)
    public: Any = move.public
    return Move(move.kind, FUGITIVE, {**public, **told}, move.hidden)


def marshal(told: Any) -> Move:
    """What a cheating marshal says."""
    return Move(Kind.MOVE, MARSHAL, told)


def distort(game: Run, move: Move) -> Move:
    """`move` with one thing changed: a hidden card, a word said in public, what is opened."""
    luck = game.luck
    way = luck.choice(["hidden"] * 8 + ["public", "opens"])
    if way == "hidden" and move.hidden:
        slot = luck.choice(sorted(move.hidden))
        value = luck.choice([*range(1, 43), 0, -1, 99, *move.hidden.values()])
        return Move(move.kind, move.seat, move.public, {**move.hidden, slot: value}, move.opens)
    if way == "opens":
        known = sorted({*game.values, *move.hidden})
        slot = luck.choice(known)
        opens = tuple(each for each in move.opens if each != slot)
        opens += () if slot in move.opens else (slot,)
        return Move(move.kind, move.seat, move.public, move.hidden, opens)
    told: Any = dict(move.public) if isinstance(move.public, dict) else {}
    for key, value in told.items():
        told[key] = _other(luck, value)
    return Move(move.kind, move.seat, told, move.hidden, move.opens)


def _other(luck: Random, value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + luck.choice([-1, 1, 42])
        case str():
            return luck.choice(["a", "b", "c", "start", "d", ""])
        case list():
            other = [*value, luck.randrange(43)]
            luck.shuffle(other)
            return other[: luck.randrange(4)]
        case _:
            return None
