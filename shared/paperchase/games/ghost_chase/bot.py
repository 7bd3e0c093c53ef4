"""Bots for both sides: a ghost who slips away, and chasers who close in on where he can be."""

from collections.abc import Iterable, Mapping
from math import exp
from typing import Any, cast

from msgspec.structs import replace

from paperchase.games.ghost_chase.house import House
from paperchase.games.ghost_chase.moves import chase_move, played
from paperchase.games.ghost_chase.rules import GhostChase
from paperchase.games.ghost_chase.state import Ghost, Public, Stage, slot
from paperchase.games.ghost_chase.suspects import next_suspects, suspects
from paperchase.rules import Below, Demand, Kind, Move, RuleSet

_FAR = 20
_DOUBT = 0.2
_AHEAD = 12
_BUDGET = 120
_FEAR, _WAYS, _PATH, _NEAR, _NEAR_SHOWN = 12.0, 1.0, 1.2, 0.3, 1.0
_SAFE = (0.2, 0.7, 1.0, 1.1)
_REST, _CHEAT, _TRAP, _LUCK = 2.5, 5.0, 4.0, 0.3


def choose(
    rules: RuleSet[Public, Ghost], public: Public, secret: Ghost, demand: Demand, below: Below
) -> Move:
    """A sensible move, with some luck in it. See `bot.Bot`."""
    house = cast(GhostChase, rules).house
    moves = list(rules.choices(public, secret, demand))
    if demand.kind is not Kind.MOVE or len(moves) == 1:
        return moves[0]
    match public.stage:
        case Stage.GHOST:
            return _haunt(house, public, secret, moves, below)
        case Stage.CHASE:
            return _chase(house, public, demand.seat, moves, below)
        case Stage.FRAME:
            animals = house.setup.animals
            return min(moves, key=lambda move: (animals[_told(move, "frame")], below(10)))
        case _:
            return _take(house, public, moves, below)


def _told(move: Move, key: str) -> str:
    return str(cast("Mapping[str, object]", move.public)[key])


def _take(house: House, public: Public, moves: list[Move], below: Below) -> Move:
    """A first room: far from all figures, and with many ways for the one who takes it."""
    steps = _nearest(house, [room for room in public.figures if room])
    ghost = public.stage is Stage.START
    ways = house.ways if ghost else house.castle.chaser

    def worth(move: Move) -> int:
        room = int(_told(move, "start" if ghost else "place"))
        return 2 * min(steps.get(room, 6), 6) + 3 * min(len(ways[room]), 4) + below(5)

    return max(moves, key=worth)


def _haunt(house: House, public: Public, ghost: Ghost, moves: list[Move], below: Below) -> Move:
    """The room where he is least looked for, with ways on, at the price of the cards."""
    near = _nearest(house, public.figures)
    ahead = min(_AHEAD, public.total - public.round)
    fears: dict[bool, Mapping[int, float]] = {}

    def worth(move: Move) -> float:
        told = cast("Mapping[str, Any]", move.public)
        room, cheat = move.hidden[slot(public.round)], told["cheat"]
        if cheat not in fears:
            seen = replace(public, since=(*public.since, played(public, told)))
            fears[cheat] = _feared(house, seen)
        after = ghost.visited | {room}
        score = -_FEAR * fears[cheat].get(room, 0.0)
        ways = [near.get(to, _FAR) for to in house.ways[room] - after]
        score += _WAYS * min(sum(_SAFE[min(steps, 3)] for steps in ways), 3.0)
        score += _PATH * _longest(house, room, after.union(public.figures), ahead)
        score += min(near.get(room, _FAR), 4) * (_NEAR_SHOWN if public.left == 1 else _NEAR)
        score -= _REST * (room == ghost.at) + _CHEAT * cheat + _TRAP * told["trap"]
        if told["lock"]:
            score += _gain(house, public, room, told["lock"]) - 1.5
        return score + _LUCK * below(100) / 100

    return max(moves, key=worth)


def _longest(house: House, room: int, visited: frozenset[int], ahead: int) -> int:
    """How many rooms in a row he can go on to, seen from far: figures move too."""
    budget = _BUDGET

    def walk(at: int, seen: frozenset[int], left: int) -> int:
        nonlocal budget
        budget -= 1
        best = 0
        for to in sorted(house.ways[at] - seen, key=lambda to: len(house.ways[to] - seen)):
            if best == left or budget <= 0:
                break
            best = max(best, 1 + walk(to, seen | {to}, left - 1))
        return best

    return walk(room, visited, ahead) if ahead > 0 else 0


def _feared(house: House, public: Public) -> dict[int, float]:
    """How likely it is that a figure will step into each room, if chasers think as ours do."""
    safe: dict[int, float] = {}
    now = suspects(house, public)
    for figure in range(1, len(public.figures) + 1):
        worths = _worths(house, public, figure, now)
        best = max(worths.values())
        odds = {to: exp((worth - best) / _DOUBT) for to, worth in worths.items()}
        total = sum(odds.values())
        for to in house.reachable(public, figure):
            safe[to] = safe.get(to, 1.0) * (1 - odds[to] / total)
    return {room: 1 - chance for room, chance in safe.items()}


def _gain(house: House, public: Public, room: int, lock: int) -> float:
    """What locking that door adds to the way of the nearest figure."""
    before = _nearest(house, public.figures).get(room, _FAR)
    after = _nearest(house, public.figures, house.castle.locks[lock]).get(room, _FAR)
    return float(min(after - before, 4)) if before <= 2 else 0.0


def _chase(house: House, public: Public, seat: str, moves: list[Move], below: Below) -> Move:
    """The step that may catch him, or that brings the figures nearer to where he can go."""
    now = suspects(house, public)
    figure = house.left(public, seat)[0]
    room = public.figures[figure - 1]
    worths = _worths(house, public, figure, now)
    best = max(worths, key=lambda to: worths[to] + below(100) / 1000)
    if best == room:
        return chase_move(seat, figure)
    if best not in house.reachable(public, figure):
        return chase_move(seat, figure, unlock=True)
    trap = chase_move(seat, figure, best, trap=True)
    if trap in moves and room not in public.known.visited and len(house.ways[room]) > 2:
        then = next_suspects(house, public, now)
        if sum(then.get(near, 0.0) for near in (room, *house.ways[room])) > 0.3:
            return trap
    return chase_move(seat, figure, best)


def _worths(
    house: House, public: Public, figure: int, now: Mapping[int, float]
) -> dict[int, float]:
    """What it is worth to have the figure in each room in reach, locked or not."""
    then = next_suspects(house, public, now)
    room = public.figures[figure - 1]
    others = [each for index, each in enumerate(public.figures, 1) if index != figure]
    rest = _nearest(house, others)
    worths: dict[int, float] = {}
    for to in (room, *sorted(house.castle.chaser[room])):
        mine = _nearest(house, (to,))
        near = sum(
            weight * (min(mine.get(at, _FAR), rest.get(at, _FAR)) + 0.15 * mine.get(at, _FAR))
            for at, weight in then.items()
        )
        worths[to] = 6 * (now.get(to, 0.0) if to != room else 0.0) - near
    return worths


def _nearest(house: House, starts: Iterable[int], shut: tuple[int, ...] = ()) -> dict[int, int]:
    """The steps of the nearest figure to each room, with one door shut."""
    steps = dict.fromkeys(starts, 0)
    edge = list(steps)
    for room in edge:
        for to in house.castle.chaser[room]:
            if to not in steps and not (room in shut and to in shut):
                steps[to] = steps[room] + 1
                edge.append(to)
    return steps
