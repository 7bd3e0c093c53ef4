"""The laws that every game keeps. `check` plays a game through, and says which it broke."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from paperchase import canon
from paperchase.errors import IllegalMoveError, MalformedError
from paperchase.game import Game
from paperchase.rules import ALL, DEALER, Demand, Foul, Kind, Move, Notice, RuleSet
from paperchase.testing.source import Source
from paperchase.values import Json, Seat, pack, unpack

ODD: tuple[Json, ...] = (None, True, 0, -1, 2**53 - 1, "", "x", [], {}, [[]], {"to": True})
"""What somebody may send as the public part of a move, or of one part of it."""

GARBAGE = (-1, 0, 999, 2**53 - 1, -(2**53) + 1)
"""What somebody may seal."""


class BrokenLawError(AssertionError):
    """A game broke one of the laws."""


class _Table:
    """The rules with everybody's secrets and without a single seal."""

    def __init__(self, rules: RuleSet[Any, Any]) -> None:
        self.rules = rules
        self.public: Any = rules.start()
        self.secrets: dict[Seat, Any] = {
            seat: rules.secret(self.public, seat) for seat in (*rules.seats, DEALER)
        }
        self.hidden: dict[tuple[Seat, str], int] = {}

    def notice(self, move: Move) -> Notice:
        owner = DEALER if move.kind == Kind.CHANCE else move.seat
        values = {
            **{slot: value for (seat, slot), value in self.hidden.items() if seat == owner},
            **move.hidden,
        }
        opened = {slot: values[slot] for slot in move.opens}
        return Notice(move.kind, move.seat, move.public, tuple(move.hidden), opened)

    def play(self, move: Move) -> None:
        rules, before = self.rules, self.public
        if move.kind == Kind.CHANCE and move.hidden:
            self.secrets[DEALER] = rules.follow(before, self.secrets[DEALER], move)
        if move.seat != ALL:
            self.secrets[move.seat] = rules.follow(before, self.secrets[move.seat], move)
        self.public = rules.apply(before, self.notice(move))
        owner = DEALER if move.kind == Kind.CHANCE else move.seat
        for slot, value in move.hidden.items():
            require((owner, slot) not in self.hidden, f"the slot {slot} is used twice")
            self.hidden[owner, slot] = value


def require(holds: bool, law: str) -> None:
    """Raises BrokenLawError where `holds` is false."""
    if not holds:
        raise BrokenLawError(law)


def check(
    game: Game,
    board: bytes,
    options: Mapping[str, Any],
    seed: str | int,
    *,
    most: int = 3000,
    every: int = 4,
    ends: bool = True,
) -> int:
    """Plays one random game and checks the laws on the way; the costly ones each `every` moves.

    Returns the number of moves. Raises BrokenLawError.
    """
    source = Source(seed)
    rules = game.rules(game.board(board, "board"), options)
    seats = [seat for side in rules.sides.values() for seat in side]
    require(sorted(seats) == sorted(rules.seats), "every seat is on exactly one side")
    require(DEALER not in seats and "server" not in seats, "dealer and server are no seats")
    table = _Table(rules)
    moves = 0
    while demands := rules.pending(table.public):
        require(rules.outcome(table.public) is None, "pending is empty where there is an outcome")
        kinds = [(demand.kind, demand.seat) for demand in demands]
        require(len(set(kinds)) == len(kinds), "at most one demand of a kind for a seat")
        require(any(demand.must for demand in demands), "somebody has to act")
        for demand in demands:
            _possible(rules, demand)
        _round_trip(rules, table)
        acting = [demand for demand in demands if demand.must or source.chance(10)]
        chance = [demand for demand in demands if demand.kind == Kind.CHANCE]
        demand = chance[0] if chance else acting[source.below(len(acting))]
        if moves % (10 * every) == 0:
            _scenes(game, table)
        if moves % every == 0:
            _choices(game, table, demand)
            _odd(table, demand)
            _lapse(table, demand)
        move = _next(table, demand, source)
        _told(game, table, move)
        if moves % every == 0:
            _distorted(table, move)
        table.play(move)
        moves += 1
        if moves >= most:
            require(not ends, f"the game has no end after {moves} moves")
            return moves
    outcome = rules.outcome(table.public)
    require(outcome is not None, "an outcome where nothing is pending")
    assert outcome is not None
    require(outcome.foul is None, f"who plays by the rules commits no foul: {outcome.why}")
    require(set(outcome.winners) <= set(rules.seats), "the winners sit at the table")
    return moves


def _possible(rules: RuleSet[Any, Any], demand: Demand) -> None:
    """A demand that table and dealer know how to meet."""
    if demand.kind == Kind.CHANCE:
        require(rules.chance, "a game that rolls or deals says so")
        seats = rules.seats if demand.slots else (ALL,)
        require(demand.seat in seats, "what is dealt is dealt to a seat, what is rolled to all")
        require(bool(demand.lots) and min(demand.lots) > 0, "chance picks out of something")
    else:
        require(demand.seat in rules.seats, "who is asked sits at the table")


def _next(table: _Table, demand: Demand, source: Source) -> Move:
    rules = table.rules
    if demand.kind == Kind.CHANCE:
        picks = tuple(source.below(lot) for lot in demand.lots)
        dealer = table.secrets[DEALER] if demand.slots else None
        move = rules.draw(table.public, dealer, demand, picks)
        require(move == rules.draw(table.public, dealer, demand, picks), "draw is deterministic")
        require(move.seat == demand.seat, "a draw is for the seat that it was asked for")
        require(set(move.hidden) == set(demand.slots), "a draw deals the slots of its demand")
        if demand.slots:
            same = canon.encode(move.public) == canon.encode(demand.about)
            require(same, "the public part of a private draw says no more than its demand")
        return move
    secret = table.secrets[demand.seat]
    if demand.kind == Kind.MOVE:
        return rules.sample(table.public, secret, demand, source.below)
    owed = tuple(rules.choices(table.public, secret, demand))
    require(len(owed) == 1, "what is owed has exactly one choice")
    if demand.kind == Kind.REVEAL:
        require(set(owed[0].opens) == set(demand.slots), "a REVEAL opens what it was asked for")
    return owed[0]


def _choices(game: Game, table: _Table, demand: Demand) -> None:
    """Every choice is accepted, and comes back from its order."""
    rules, public = table.rules, table.public
    if demand.kind == Kind.CHANCE:
        return
    secret = table.secrets[demand.seat]
    choices = tuple(rules.choices(public, secret, demand))
    require(bool(choices), "there is always a choice")
    for move in choices:
        require((move.kind, move.seat) == (demand.kind, demand.seat), "a choice meets its demand")
        try:
            rules.follow(public, secret, move)
            after = rules.apply(public, table.notice(move))
        except (Foul, IllegalMoveError) as error:
            raise BrokenLawError(f"the choice {move} is refused: {error}") from error
        require(after == rules.apply(public, table.notice(move)), "apply is deterministic")
        for slot, value in move.hidden.items():
            require(value in rules.values(public, slot), f"values names what {slot} may hold")
        canon.encode(pack(move.public))
        if demand.kind == Kind.MOVE:
            text = game.grammar.write(move, secret)
            back = game.grammar.read(rules, public, secret, demand, text)
            require(back == move, f"the order `{text}` comes back as {back}, not {move}")


def _told(game: Game, table: _Table, move: Move) -> None:
    """A move can be put into words for those who see of it what it opens, or a part of it."""
    notice = table.notice(move)
    for known in (notice.opened, *({slot: value} for slot, value in move.hidden.items())):
        seen = Move(move.kind, move.seat, move.public, known)
        require(move.kind != Kind.MOVE or bool(game.grammar.write(seen)), "an order has words")
    game.tell(table.rules, table.public, notice)


def _odd(table: _Table, demand: Demand) -> None:
    """Whatever is sent is accepted or refused, and nothing else is raised."""
    if demand.kind in (Kind.CHANCE, Kind.REVEAL):
        return
    for told in ODD:
        for sealed in ((), ("odd",), demand.slots):
            _applied(table.rules, table.public, Notice(demand.kind, demand.seat, told, sealed))


def _distorted(table: _Table, move: Move) -> None:
    """What is near a legal move is taken or refused as well, by the public and the hidden step.

    Nothing can be sealed or opened besides: a log would grow by what no rule looks at.
    """
    if move.kind == Kind.CHANCE:
        return
    rules, public, secret = table.rules, table.public, table.secrets[move.seat]
    notice = table.notice(move)
    opened = notice.opened
    # The openings that a REVEAL asks for are all that an `open` entry can hold.
    if move.kind != Kind.REVEAL:
        more = replace(notice, sealed=(*notice.sealed, "odd"))
        require(_applied(rules, public, more) is None, "only what the rules ask for is sealed")
        more = replace(notice, opened={**opened, "odd": 1})
        require(_applied(rules, public, more) is None, "only what the rules ask for is opened")
    for told in _near(move.public):
        _applied(rules, public, replace(notice, public=told))
        _followed(rules, public, secret, replace(move, public=told))
    for value in GARBAGE:
        for slot in opened:
            _applied(rules, public, replace(notice, opened={**opened, slot: value}))
        for slot in move.hidden:
            hidden = {**move.hidden, slot: value}
            _followed(rules, public, secret, replace(move, hidden=hidden))


def _near(told: Json) -> Iterator[Json]:
    """Public parts with one thing wrong."""
    if isinstance(told, Mapping):
        for key in told:
            for odd in ODD:
                yield {**told, key: odd}
            yield {other: value for other, value in told.items() if other != key}
        yield {**told, "odd": 1}


def _applied(rules: RuleSet[Any, Any], public: Any, notice: Notice) -> Any:
    """The state after a notice, or None where it is refused. Nothing else may happen."""
    try:
        after = rules.apply(public, notice)
    except (IllegalMoveError, MalformedError):
        return None
    canon.encode(pack(after))
    return after


def _followed(rules: RuleSet[Any, Any], public: Any, secret: Any, move: Move) -> None:
    """A hidden step, legal or a Foul. Nothing else may happen."""
    try:
        then = rules.follow(public, secret, move)
    except Foul as foul:
        then = foul.then
    canon.encode(pack(then))


def _scenes(game: Game, table: _Table) -> None:
    """Equal states make equal scenes, however they came about."""
    rules, public = table.rules, table.public
    again = _again(rules.public_type, public)
    for secret in (None, *(table.secrets[seat] for seat in rules.seats)):
        scene = game.scene(rules, public, secret)
        require(scene == game.scene(rules, again, secret), "equal states make equal scenes")


def _lapse(table: _Table, demand: Demand) -> None:
    """A default is a legal move without a secret."""
    if demand.kind == Kind.CHANCE or not demand.must:
        return
    move = table.rules.default(table.public, demand)
    if move is not None:
        require(not move.hidden and not move.opens, "a default seals and opens nothing")
        table.rules.apply(table.public, Notice(move.kind, move.seat, move.public))


def _round_trip(rules: RuleSet[Any, Any], table: _Table) -> None:
    """States come back from canonical JSON as they were."""
    require(_again(rules.public_type, table.public) == table.public, "P comes back from JSON")
    require(bool(rules.caption(table.public)), "a state has a caption")
    for seat, secret in table.secrets.items():
        same = _again(rules.secret_type, secret) == secret
        require(same, f"S of {seat} comes back from JSON")


def _again(kind: Any, value: Any) -> Any:
    """A state as it comes back from canonical JSON."""
    return unpack(kind, canon.decode(canon.encode(pack(value))))
