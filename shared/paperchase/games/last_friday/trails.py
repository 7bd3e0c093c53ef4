"""Walks and routes: what campers and the Maniac can do, derived from the lines of the map.

A camper walks from dot to dot, along a line or over one circle; the Maniac goes from circle to
circle through dots alone (seed 0; rules section 2). A cabin's tile adds nodes and lines and
takes none away, so a walk or a route needs one layer and keeps its id for ever.
"""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

BASE = "base"
"""The layer that is always there. Those of cabins are called red/camper, red/maniac, ..."""

LONGEST = 3
"""The most dots that the Maniac passes on one route."""

Node = int | str
"""A circle by its number, or a dot by its two letters."""

Joined = Mapping[Node, tuple[Node, ...]]
"""The nodes to which each node is joined by a line."""


class Line(msgspec.Struct, frozen=True):
    """What is drawn between two nodes, of which `a` comes first in `order`."""

    a: Node
    b: Node
    layer: str


class Walk(msgspec.Struct, frozen=True):
    """A camper's edge, one way: from dot to dot over `crosses`, which holds one circle or none.

    `id` is 1 or more and never changes; the walk is open while `layer` is there.
    """

    id: int
    start: str
    end: str
    crosses: tuple[int, ...]
    layer: str


class Route(msgspec.Struct, frozen=True):
    """A Maniac's edge, one way: from circle to circle over `dots`, 1 to 3, in that order.

    `id` is 1 or more and never changes; the route is open while `layer` is there. Two routes
    between the same circles are two edges.
    """

    id: int
    start: int
    end: int
    dots: tuple[str, ...]
    layer: str


class Ground(msgspec.Struct, frozen=True, eq=False):
    """The map while certain layers are there.

    `walks` gives what a camper can do from each dot and `routes` what the Maniac can do from
    each circle, by id. `near` gives the circles that are reached from a dot through dots alone
    (Lantern, Hearing, Trap), `beside` the dots directly joined to a circle (clues).
    """

    walks: Mapping[str, tuple[Walk, ...]]
    routes: Mapping[int, tuple[Route, ...]]
    near: Mapping[str, frozenset[int]]
    beside: Mapping[int, tuple[str, ...]]


def order(node: Node) -> tuple[int, str]:
    """The order of nodes: circles by number, then dots by name."""
    return (node, "") if isinstance(node, int) else (1_000_000, node)


def join(nodes: Iterable[Node], lines: Iterable[Line]) -> Joined:
    """Which of `nodes` each is joined to, in order."""
    found: dict[Node, list[Node]] = {node: [] for node in nodes}
    for line in lines:
        found[line.a].append(line.b)
        found[line.b].append(line.a)
    return {node: tuple(sorted(near, key=order)) for node, near in found.items()}


def flood(joined: Joined, dot: str) -> tuple[frozenset[str], frozenset[int]]:
    """The dots that hang together with `dot`, and the circles around them."""
    dots = {dot}
    circles: set[int] = set()
    edge = [dot]
    while edge:
        for near in joined[edge.pop()]:
            if isinstance(near, int):
                circles.add(near)
            elif near not in dots:
                dots.add(near)
                edge.append(near)
    return frozenset(dots), frozenset(circles)


def ways(joined: Joined, circle: int, most: int = LONGEST) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every way from `circle` over at most `most` dots to another circle: the dots, the end."""
    edge: list[tuple[str, ...]] = [(dot,) for dot in joined[circle] if isinstance(dot, str)]
    while edge:
        dots = edge.pop()
        for near in joined[dots[-1]]:
            if isinstance(near, int):
                if near != circle:
                    yield dots, near
            elif near not in dots and len(dots) < most:
                edge.append((*dots, near))


def find_walks(layers: Mapping[str, Joined], gates: Iterable[tuple[str, str]]) -> tuple[Walk, ...]:
    """All walks, numbered, and the one-way `gates` among them.

    `layers` gives how the nodes are joined with each layer on the base, the base first.
    """
    found: dict[tuple[str, str, tuple[int, ...]], str] = {(*gate, ()): BASE for gate in gates}
    for layer, joined in layers.items():
        for start, near in joined.items():
            if isinstance(start, int):
                continue
            for node in near:
                if isinstance(node, str):
                    found.setdefault((start, node, ()), layer)
                    continue
                for end in joined[node]:
                    if isinstance(end, str) and end != start:
                        found.setdefault((start, end, (node,)), layer)
    return tuple(
        Walk(number, *key, layer) for number, (key, layer) in enumerate(sorted(found.items()), 1)
    )


def find_routes(layers: Mapping[str, Joined]) -> tuple[Route, ...]:
    """All routes, numbered. `layers` as in `find_walks`."""
    found: dict[tuple[int, int, tuple[str, ...]], str] = {}
    for layer, joined in layers.items():
        for start in joined:
            if isinstance(start, int):
                for dots, end in ways(joined, start):
                    found.setdefault((start, end, dots), layer)
    return tuple(
        Route(number, *key, layer) for number, (key, layer) in enumerate(sorted(found.items()), 1)
    )


def survey(
    nodes: Mapping[Node, str],
    lines: Iterable[Line],
    walks: Iterable[Walk],
    routes: Iterable[Route],
    there: frozenset[str],
) -> Ground:
    """The ground while the layers `there` are; `nodes` gives the layer of each."""
    joined = join(
        (node for node, layer in nodes.items() if layer in there),
        (line for line in lines if line.layer in there),
    )
    going: dict[str, list[Walk]] = {node: [] for node in joined if isinstance(node, str)}
    leading: dict[int, list[Route]] = {node: [] for node in joined if isinstance(node, int)}
    for walk in walks:
        if walk.layer in there:
            going[walk.start].append(walk)
    for route in routes:
        if route.layer in there:
            leading[route.start].append(route)
    return Ground(
        {dot: tuple(found) for dot, found in going.items()},
        {circle: tuple(found) for circle, found in leading.items()},
        {dot: flood(joined, dot)[1] for dot in going},
        {
            circle: tuple(dot for dot in joined[circle] if isinstance(dot, str))
            for circle in leading
        },
    )
