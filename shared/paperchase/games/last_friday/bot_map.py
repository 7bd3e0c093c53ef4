"""Distances and dangers on the ground, for the bots."""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from paperchase.games.last_friday import sights
from paperchase.games.last_friday.site import BOAT, Land, Site
from paperchase.games.last_friday.state import Public, Turn, pawns
from paperchase.games.last_friday.walking import bars, confined, shared

FAR = 40
"""Farther than anything is."""

Path = tuple[str, ...]


@lru_cache(maxsize=4096)
def steps_from(land: Land, circle: int) -> Mapping[int, int]:
    """The Maniac's steps to each circle, nobody being in his way."""
    far = {circle: 0}
    edge = [circle]
    for at in edge:
        for route in land.routes.get(at, {}).values():
            if route.end not in far:
                far[route.end] = far[at] + 1
                edge.append(route.end)
    return far


def edges_to(land: Land, goals: Iterable[str], shut: Collection[str] = ()) -> dict[str, int]:
    """A camper's edges from each dot to the nearest goal, around the dots that are shut."""
    far = dict.fromkeys(goals, 0)
    edge = list(far)
    for at in edge:
        for dot in land.beside[at]:
            if dot not in far and dot not in shut:
                far[dot] = far[at] + 1
                edge.append(dot)
    return far


@lru_cache(maxsize=8192)
def crossing_from(land: Land, dot: str) -> Mapping[int, int]:
    """The edges by which a camper on `dot` can walk over each circle, corpses left out."""
    found: dict[int, int] = {}
    for at, steps in edges_to(land, [dot]).items():
        for walk in land.steps[at].values():
            for circle in walk.crosses:
                if steps + 1 < found.get(circle, FAR):
                    found[circle] = steps + 1
    return found


def strikes(land: Land, dot: str) -> frozenset[int]:
    """The circles from which one step passes this dot."""
    return frozenset(route.start for route in land.over.get(dot, ()))


def hunted(site: Site, land: Land, public: Public, dot: str) -> float:
    """How likely the Maniac could pass this dot with his next step, all circles alike."""
    mask = sights.now(public) or site.mask(site.starts(public))
    risk = sum(mask >> site.bits[circle] & 1 for circle in strikes(land, dot))
    return risk / max(1, mask.bit_count())


def paths(site: Site, land: Land, public: Public, turn: Turn) -> dict[Path, tuple[str, set[int]]]:
    """Where the camper can walk in this turn: the dot at the end, the circles crossed.

    Paths that end on another camper's dot and those that need a Shovel are left out.
    """
    here = set(pawns(public))
    found: dict[Path, tuple[str, set[int]]] = {}
    inside = site.inside(public) if confined(public, turn.camper) else frozenset[str]()
    start = public.campers[turn.camper].at

    def walk(at: str, left: int, trod: tuple[str, ...], path: Path, over: set[int]) -> None:
        steps = [(text, walk.end, walk.crosses) for text, walk in land.steps.get(at, {}).items()]
        if at == public.boat and not path:
            steps += [(BOAT + pier, pier, ()) for pier in site.camp.lake.get(at, ())]
        for text, dot, crosses in steps:
            if dot in trod or bars(site, public, at, dot):
                continue
            if dot in inside and at not in inside:
                continue
            crossed = over.union(crosses)
            if dot not in here and dot not in public.corpses:
                found[(*path, text)] = (dot, crossed)
            if left > 1 and not text.startswith(BOAT):
                walk(dot, left - 1, (*trod, dot), (*path, text), crossed)

    if not turn.halted and turn.left:
        walk(start, turn.left, turn.trod, (), set())
    if len(turn.trod) > 1 and not shared(public, turn.camper):
        found[()] = (start, set())
    return found


def reach(land: Land, public: Public, dot: str, edges: int = 2) -> set[int]:
    """The circles that a camper on `dot` can walk over in so many edges."""
    crossed: set[int] = set()
    seen, edge = {dot}, {dot}
    for _ in range(edges):
        new: set[str] = set()
        for at in edge:
            for walk in land.steps.get(at, {}).values():
                if walk.end not in public.corpses:
                    crossed.update(walk.crosses)
                    new.add(walk.end)
        edge = new - seen
        seen |= new
    return crossed
