"""The orders of Ghost Chase."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from paperchase.errors import IllegalMoveError
from paperchase.games.ghost_chase.moves import chase_move, haunt_move
from paperchase.games.ghost_chase.rules import GhostChase
from paperchase.games.ghost_chase.state import LETTERS, Ghost, Public
from paperchase.orders import Ask, Grammar, Verb, Words
from paperchase.rules import Demand, Kind, Move
from paperchase.values import Json


def _fits(*names: str) -> Callable[[Demand], bool]:
    """Demands that are about one of these things."""

    def fits(demand: Demand) -> bool:
        about = cast("Mapping[str, Json]", demand.about)
        return demand.kind is Kind.MOVE and about["do"] in names

    return fits


def _known(ask: Ask) -> tuple[GhostChase, Public, Ghost]:
    return cast(GhostChase, ask.rules), cast(Public, ask.public), cast(Ghost, ask.secret)


def _room(ask: Ask, words: Words) -> int:
    rules, _, _ = _known(ask)
    return words.number("room", 1, len(rules.house.castle.rooms))


def _place(ask: Ask, words: Words) -> Move:
    return Move(Kind.MOVE, ask.demand.seat, {"place": _room(ask, words)})


def _start(ask: Ask, words: Words) -> Move:
    return Move(Kind.MOVE, ask.demand.seat, {"start": _room(ask, words)})


def _frame(ask: Ask, words: Words) -> Move:
    _, public, _ = _known(ask)
    return Move(Kind.MOVE, ask.demand.seat, {"frame": words.word("frame", public.waiting)})


def _go(ask: Ask, words: Words) -> Move:
    _, public, ghost = _known(ask)
    room = _room(ask, words)
    if room == ghost.at:
        raise IllegalMoveError(
            f"you are in room {room}: say `rest` to stay for a rest card ({ghost.rests} left)"
        )
    if room in ghost.visited:
        raise IllegalMoveError(
            f"you were in room {room} already: say `cheat {room}` to spend a deception card "
            f"({public.cheats} left)"
        )
    return haunt_move(public, ghost, room, _lock(ask, words))


def _chase(ask: Ask, words: Words) -> Move:
    rules, public, _ = _known(ask)
    seat = ask.demand.seat
    figure = _figure(ask, words)
    to = _room(ask, words)
    if not figure:
        left = rules.house.left(public, seat)
        able = [each for each in left if to in rules.house.reachable(public, each)]
        figure = _the_one(able if able else left, f"go {{}} {to}")
    return chase_move(seat, figure, to, trap=words.take("trap"))


def _cheat(ask: Ask, words: Words) -> Move:
    _, public, ghost = _known(ask)
    room = _room(ask, words)
    if room not in ghost.visited:
        raise IllegalMoveError(f"room {room} is new to you: say `go {room}` and keep the card")
    if room == ghost.at:
        raise IllegalMoveError(f"you are in room {room}: a deception card leads to another one")
    return haunt_move(public, ghost, room, _lock(ask, words))


def _rest(ask: Ask, words: Words) -> Move:
    _, public, ghost = _known(ask)
    return haunt_move(public, ghost, ghost.at, _lock(ask, words))


def _stuck(ask: Ask, _words: Words) -> Move:
    _, public, ghost = _known(ask)
    return haunt_move(public, ghost, 0)


def _lock(ask: Ask, words: Words) -> int:
    return _room(ask, words) if words.take("lock") else 0


def _stay(ask: Ask, words: Words) -> Move:
    rules, public, _ = _known(ask)
    left = rules.house.left(public, ask.demand.seat)
    figure = _figure(ask, words)
    return chase_move(ask.demand.seat, figure or (left[0] if len(left) == 1 else 0))


def _unlock(ask: Ask, words: Words) -> Move:
    rules, public, _ = _known(ask)
    left = rules.house.left(public, ask.demand.seat)
    figure = _figure(ask, words)
    if not figure:
        able = [each for each in left if public.figures[each - 1] in rules.house.door(public)]
        figure = _the_one(able if able else left, "unlock {}")
    return chase_move(ask.demand.seat, figure, unlock=True)


def _figure(ask: Ask, words: Words) -> int:
    """The figure that is named next, by its letter, or 0."""
    rules, _, _ = _known(ask)
    if not words.peek().isalpha():
        return 0
    owners = rules.house.owners
    mine = [LETTERS[index] for index, seat in enumerate(owners) if seat == ask.demand.seat]
    return LETTERS.index(words.word("figure", mine)) + 1


def _the_one(figures: list[int], order: str) -> int:
    """The only figure that could be meant."""
    if len(figures) == 1:
        return figures[0]
    either = " or ".join(f"`{order.format(LETTERS[figure - 1])}`" for figure in figures)
    raise IllegalMoveError(f"say which figure: {either}")


def _spell(move: Move, secret: Any) -> str:
    """The inverse. Without the secret a rest reads as a move, and an unseen room as `?`."""
    match move.public:
        case {"place": room}:
            return f"place {room}"
        case {"start": room}:
            return f"start {room}"
        case {"frame": name}:
            return f"frame {name}"
        case {"stuck": True}:
            return "stuck"
        case {"cheat": cheat, "lock": lock}:
            room = next(iter(move.hidden.values()), "?")
            rest = isinstance(secret, Ghost) and secret.at == room
            turn = "rest" if rest else f"{'cheat' if cheat else 'go'} {room}"
            return f"{turn} lock {lock}" if lock else turn
        case {"figure": int(figure), "to": to, "trap": trap, "unlock": unlock}:
            letter = f" {LETTERS[figure - 1]}" if figure else ""
            if not to:
                return f"{'unlock' if unlock else 'stay'}{letter}"
            return f"go{letter} {to}{' trap' if trap else ''}"
        case _:
            return ""


GRAMMAR = Grammar(
    verbs=(
        Verb("place", "place ROOM", "put your next figure into a room", _fits("place"), _place),
        Verb("start", "start ROOM", "begin in an empty room, in view", _fits("start"), _start),
        Verb("frame", "frame ANIMAL", "choose the next frame", _fits("frame"), _frame),
        Verb(
            "go",
            "go ROOM [lock ROOM]",
            "move unseen to a new room, and lock a door",
            _fits("ghost"),
            _go,
            ("move",),
        ),
        Verb("rest", "rest [lock ROOM]", "stay, for a rest card", _fits("ghost"), _rest),
        Verb(
            "cheat",
            "cheat ROOM [lock ROOM]",
            "go back to a visited room, for a deception card; all hear of it",
            _fits("ghost"),
            _cheat,
        ),
        Verb("stuck", "stuck", "give up: no move is left", _fits("ghost"), _stuck),
        Verb(
            "go",
            "go [FIGURE] ROOM [trap]",
            "move a figure, and leave the trap behind",
            _fits("chase"),
            _chase,
            ("move",),
        ),
        Verb(
            "stay",
            "stay [FIGURE]",
            "let a figure, or all you have left, stay",
            _fits("chase"),
            _stay,
        ),
        Verb(
            "unlock",
            "unlock [FIGURE]",
            "open the locked door beside a figure, for its turn",
            _fits("chase"),
            _unlock,
        ),
    ),
    spell=_spell,
)
