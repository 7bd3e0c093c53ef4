"""The camp of one game with its options, and the ground as it is while certain tiles lie."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from paperchase.games.last_friday.camp import COLOURS, Camp
from paperchase.games.last_friday.info import Setup
from paperchase.games.last_friday.state import Public
from paperchase.games.last_friday.trails import Route, Walk

BOAT = "boat/"
"""Before the dot of a pier: a step of a camper's path that goes by boat."""


class Land(msgspec.Struct, frozen=True, eq=False, gc=False):
    """The ground under certain tiles, ready to be asked.

    `steps` gives the walks from a dot by their spelling (`ab`, or `45/ab` over circle 45), and
    `beside` the dots next to it. `routes` gives what the Maniac can do from a circle by id, and
    `over` the routes that pass a dot. `near` are the circles near a dot and `touching` the dots
    joined to a circle. The masks have one bit for each circle of the map: `near_mask`, and
    `next_mask` for one step of the Maniac.
    """

    steps: Mapping[str, Mapping[str, Walk]]
    beside: Mapping[str, tuple[str, ...]]
    routes: Mapping[int, Mapping[int, Route]]
    over: Mapping[str, tuple[Route, ...]]
    near: Mapping[str, frozenset[int]]
    touching: Mapping[int, tuple[str, ...]]
    near_mask: Mapping[str, int]
    next_mask: Mapping[int, int]


class Site(msgspec.Struct, frozen=True, eq=False):
    """What stays the same through all chapters. `bits` has the place of each circle in masks."""

    camp: Camp
    setup: Setup
    bits: Mapping[int, int]
    circles: tuple[int, ...]

    def land(self, public: Public, broken: str = "") -> Land:
        """The ground now, or as it is once the cabin of that colour is broken open."""
        tiles = dict(public.tiles)
        if broken:
            tiles[broken] = "maniac"
        return _land(self.camp, frozenset(tiles.items()))

    def mask(self, circles: Iterable[int]) -> int:
        """The bits of these circles."""
        return sum(1 << self.bits[circle] for circle in circles)

    def listed(self, mask: int) -> Iterator[int]:
        """The circles of a mask, in order."""
        while mask:
            low = mask & -mask
            yield self.circles[low.bit_length() - 1]
            mask ^= low

    def starts(self, public: Public) -> tuple[int, ...]:
        """Where the Maniac may begin a chapter by choice. Source: rules, sections 3 and 9."""
        if public.chapter == 1:
            return self.camp.lairs
        piers = [pier.circle for pier in self.camp.piers]
        lairs = [
            circle
            for colour in COLOURS
            if public.tiles.get(colour) == "maniac"
            for circle in self.camp.cabins[colour].circles
        ]
        return (*piers, *lairs)

    def inside(self, public: Public, side: str = "") -> frozenset[str]:
        """The dots in open cabins, or in those where that side of the tile is up."""
        return frozenset(
            dot
            for colour, up in public.tiles.items()
            if side in ("", up)
            for dot in self.camp.cabins[colour].inside[up]
        )

    def pad(self, colour: str) -> str:
        """Where a newcomer of that colour waits at the entrance."""
        return self.camp.pads[COLOURS.index(colour)]


def open_site(camp: Camp, setup: Setup) -> Site:
    """The camp of one game."""
    circles = tuple(sorted(camp.circles))
    bits = {circle: index for index, circle in enumerate(circles)}
    return Site(camp, setup, bits, circles)


@lru_cache(maxsize=128)
def _land(camp: Camp, tiles: frozenset[tuple[str, str]]) -> Land:
    ground = camp.ground(dict(tiles))
    bits = {circle: 1 << index for index, circle in enumerate(sorted(camp.circles))}
    steps: dict[str, dict[str, Walk]] = {}
    for dot, walks in ground.walks.items():
        steps[dot] = {spell_step(walk): walk for walk in walks}
    over: dict[str, list[Route]] = {}
    for routes in ground.routes.values():
        for route in routes:
            for dot in route.dots:
                over.setdefault(dot, []).append(route)
    return Land(
        steps=steps,
        beside={
            dot: tuple(sorted({walk.end for walk in walks})) for dot, walks in ground.walks.items()
        },
        routes={
            circle: {route.id: route for route in routes}
            for circle, routes in ground.routes.items()
        },
        over={dot: tuple(routes) for dot, routes in over.items()},
        near=ground.near,
        touching=ground.beside,
        near_mask={dot: sum(bits[c] for c in near) for dot, near in ground.near.items()},
        next_mask={
            circle: sum(bits[end] for end in {route.end for route in routes})
            for circle, routes in ground.routes.items()
        },
    )


def spell_step(walk: Walk) -> str:
    """How a walk is written in a path: where it leads, and the circle that it crosses first."""
    return "/".join((*map(str, walk.crosses), walk.end))
