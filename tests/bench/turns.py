"""What a turn costs the service, over a real database and without HTTP."""

import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from paperchase.log import Signed, read_entry
from serving import Session, World

from .crowd import fill
from .figures import Figure, settle

YOUNG = 12
"""Turns that a young game is measured for; it has then some twenty entries."""

FEW = 10
"""Games in a small database."""

Costs = dict[str, list[tuple[float, float]]]
"""CPU and clock seconds of every turn, by who entered what."""


class Timed:
    """The service as a session calls it, with a note of what each call took."""

    def __init__(self, world: World) -> None:
        self.costs: Costs = defaultdict(list)
        self._service = world.service

    def __call__(self, game: str, messages: Sequence[Signed]) -> Mapping[str, Any]:
        cpu, clock = time.process_time(), time.perf_counter()
        answer = self._service.submit(game, messages)
        cost = (time.process_time() - cpu, time.perf_counter() - clock)
        entry = read_entry(messages[0])
        self.costs[f"{entry.type} {entry.seat}"].append(cost)
        return answer


def measure(quick: bool) -> list[Figure]:
    """Turns late and early in a game, and turns beside many and beside few other games."""
    late = 60 if quick else 10_000
    crowd = 30 if quick else 10_000
    young = 3 if quick else 40
    with tempfile.TemporaryDirectory() as folder:
        worlds = [_world(folder, name) for name in ("length", "few", "many")]
        try:
            old, long = begin(worlds[0])
            while old.state.length < late:
                old.step()
                old.taken.clear()
            long.costs.clear()
            fresh = [begin(worlds[0]) for _ in range(young)]
            length = _compare([(old, long)] * young, fresh, YOUNG)
            few, many = ([begin(world) for _ in range(FEW)] for world in worlds[1:])
            fill(worlds[2].db, many[0][0].game, crowd - FEW)
            beside = _compare(many, few, 4 if quick else 60)
        finally:
            for world in worlds:
                world.close()
    names = (
        f"turn: CPU of the service at entry {late:,} : at entry 10",
        f"turn: time at entry {late:,} : at entry 10",
        f"turn: CPU of the service beside {crowd:,} games : beside {FEW}",
        f"turn: time beside {crowd:,} games : beside {FEW}",
    )
    targets = (1.1, None, 1.2, None)
    values = (*length, *beside)
    return [
        Figure(name, value, target=target)
        for name, value, target in zip(names, values, targets, strict=True)
    ]


def begin(world: World) -> tuple[Session, Timed]:
    """A game that has just begun, with five entries. It has no end and deals no cards."""
    submit = Timed(world)
    session = world.session(submit, options={"rounds": 0, "draws": False})
    session.join()
    submit.costs.clear()
    return session, submit


def _world(folder: str, name: str) -> World:
    path = Path(folder) / name
    path.mkdir()
    return World(path)


def _compare(
    one: Sequence[tuple[Session, Timed]], other: Sequence[tuple[Session, Timed]], turns: int
) -> tuple[float, float]:
    """How much more a turn costs in `one` than in `other`: CPU, and time on the clock."""
    settle()
    for pair in zip(one, other, strict=True):
        for _ in range(turns):
            for session, _submit in pair:
                session.step()
    costs = [_merged(games) for games in (one, other)]
    # A step, a guess and an answer differ, and the two sides need not have the same mixture.
    kinds = costs[0].keys() & costs[1].keys()
    sums = [
        [sum(median(cost[part] for cost in side[kind]) for kind in kinds) for part in (0, 1)]
        for side in costs
    ]
    return sums[0][0] / sums[1][0], sums[0][1] / sums[1][1]


def _merged(games: Sequence[tuple[Session, Timed]]) -> Costs:
    merged: Costs = defaultdict(list)
    for submit in {id(submit): submit for _, submit in games}.values():
        for kind, costs in submit.costs.items():
            merged[kind] += costs
    return merged
