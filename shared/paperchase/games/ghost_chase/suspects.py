"""Where the ghost can be, as far as everybody knows."""

from collections import defaultdict
from collections.abc import Mapping

from msgspec.structs import replace

from paperchase.games.ghost_chase.house import House
from paperchase.games.ghost_chase.judge import complaint, moved, reach
from paperchase.games.ghost_chase.state import Ghost, Public, Round, Stage

MOST = 600
"""How many of the likeliest stories are kept in mind from round to round."""

_RESTING = 0.4


def suspects(house: House, public: Public) -> dict[int, float]:
    """How likely each room is, for a ghost who wanders without a plan; 1.0 in all.

    In the chase this counts the steps taken so far as answered with "not caught". Empty where
    no true story is left.
    """
    stories: dict[Ghost, float] = {public.known: 1.0}
    for played in public.since:
        if played is public.since[-1] and public.stage is Stage.CHASE:
            entered = [step.target for step in public.steps if step.source != step.target]
            played = replace(played, entered=tuple(entered))
        stories = _told_on(house, stories, played)
    return _rooms(stories)


def next_suspects(house: House, public: Public, now: Mapping[int, float]) -> dict[int, float]:
    """The same one turn later, were the ghost to move on from `now` by any way but back."""
    spread: dict[int, float] = defaultdict(float)
    for room, weight in now.items():
        ways = house.ways[room] - public.known.visited or house.ways[room]
        for to in ways:
            spread[to] += weight / len(ways)
    return dict(spread)


def _told_on(house: House, stories: Mapping[Ghost, float], played: Round) -> dict[Ghost, float]:
    after: dict[Ghost, float] = defaultdict(float)
    for ghost, weight in stories.items():
        rooms = [played.shown] if played.shown else reach(house.ways, ghost, played.taken)
        open_to = [room for room in rooms if not complaint(house.ways, ghost, played, room)]
        rest = not played.shown and not complaint(house.ways, ghost, played, ghost.at)
        total = len(open_to) + _RESTING * rest
        for room in open_to:
            after[moved(ghost, room)] += weight / total
        if rest:
            after[moved(ghost, ghost.at)] += weight * _RESTING / total
    free = {ghost: weight for ghost, weight in after.items() if ghost.at not in played.entered}
    if len(free) <= MOST:
        return free
    return dict(sorted(free.items(), key=lambda story: -story[1])[:MOST])


def _rooms(stories: Mapping[Ghost, float]) -> dict[int, float]:
    total = sum(stories.values())
    rooms: dict[int, float] = defaultdict(float)
    for ghost, weight in stories.items():
        rooms[ghost.at] += weight / total
    return dict(rooms)
