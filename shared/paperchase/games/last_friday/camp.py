"""The camp of Last Friday: circles, dots and the lines between them, read from a board file.

A row of the file is a short text, so that one node or one line stands in one place. What
campers and the Maniac can do is derived (see `trails`).
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec

from paperchase.board import Section, read_board
from paperchase.games.last_friday.trails import (
    BASE,
    LONGEST,
    Ground,
    Joined,
    Line,
    Node,
    Route,
    Walk,
    find_routes,
    find_walks,
    flood,
    join,
    order,
    survey,
    ways,
)
from paperchase.scene import Point

COLOURS = ("red", "yellow", "green", "blue", "brown")
"""The campers and their cabins, in the order in which they move."""

SIDES = ("camper", "maniac")
"""The two sides of a cabin's tile."""

PIERS, PADS, SPOTS, LAIRS, INSIDE = 4, 5, 10, 8, 4
"""How many piers, pads, ringed dots, starts of the Maniac, and dots in a cabin there are."""

CLUSTER = 5
"""The most dots that may hang together without a circle between them, cabins left out."""

STANDS = ("pine", "oak", "fern", "reed", "rock", "tent")
"""What can stand about on land."""

_MOST = 700
_NUMBER = re.compile(r"[1-9][0-9]{0,2}")
_DOT = re.compile(r"[a-z][a-z0-9]")
_AT = re.compile(r"([0-9]{1,4}) ([0-9]{1,4})")
_BOX = re.compile(r"([0-9]{1,4}) ([0-9]{1,4}) ([0-9]{1,3}) ([0-9]{1,3})")


class Circle(msgspec.Struct, frozen=True):
    """A numbered circle, where only the Maniac can be."""

    number: int
    x: int
    y: int
    area: str
    layer: str


class Dot(msgspec.Struct, frozen=True):
    """A dot, where campers, tokens and corpses can be."""

    id: str
    x: int
    y: int
    area: str
    layer: str


class Pier(msgspec.Struct, frozen=True):
    """A pier: the dot from which the boat puts off, the circle beside it, and the pier's end."""

    name: str
    dot: str
    circle: int
    end: Point


class Cabin(msgspec.Struct, frozen=True):
    """A cabin. `door` is the dot before it, `axe` are the circles from which it is broken open.

    `inside` gives the dots of either side of the tile, `circles` the two on the Maniac's, and
    `box` where the tile lies: left, top, width and height.
    """

    colour: str
    name: str
    door: str
    axe: frozenset[int]
    inside: Mapping[str, tuple[str, ...]]
    circles: tuple[int, ...]
    box: tuple[int, int, int, int]


class Looks(msgspec.Struct, frozen=True):
    """What there is to see besides, without a part in the game.

    The lake's `shore`, the middle of the name of each area and of the `lake`, where the `title`
    stands, the `gate` from which the arrow comes, and what `stands` about by kind.
    """

    shore: tuple[Point, ...]
    lake: Point
    title: Point
    gate: Point
    names: Mapping[str, Point]
    stands: Mapping[str, tuple[Point, ...]]


class Camp(msgspec.Struct, frozen=True, eq=False):
    """A whole map; circles, dots and lines are those of all layers.

    `walks[i]` and `routes[i]` have the id i + 1. `pads` is where newcomers wait: nobody enters
    them, and the one walk from each leads to `arrow`. `lake` gives the piers' dots that the
    boat reaches from each. `starts` are the campers' dots in chapter I, `lairs` the Maniac's
    circles. `areas` gives the names of areas by their letter.
    """

    name: str
    lake_name: str
    width: int
    height: int
    areas: Mapping[str, str]
    circles: Mapping[int, Circle]
    dots: Mapping[str, Dot]
    lines: tuple[Line, ...]
    walks: tuple[Walk, ...]
    routes: tuple[Route, ...]
    piers: tuple[Pier, ...]
    lake: Mapping[str, tuple[str, ...]]
    cabins: Mapping[str, Cabin]
    pads: tuple[str, ...]
    arrow: str
    hospitality: tuple[str, ...]
    starts: Mapping[str, str]
    lairs: tuple[int, ...]
    looks: Looks

    def ground(self, tiles: Mapping[str, str]) -> Ground:
        """The map while `tiles` lie: colours, and which of SIDES is up on each."""
        return _ground(self, frozenset(f"{colour}/{side}" for colour, side in tiles.items()))


@lru_cache(maxsize=512)
def _ground(camp: Camp, tiles: frozenset[str]) -> Ground:
    nodes: dict[Node, str] = {node: circle.layer for node, circle in camp.circles.items()}
    nodes |= {node: dot.layer for node, dot in camp.dots.items()}
    return survey(nodes, camp.lines, camp.walks, camp.routes, frozenset({BASE, *tiles}))


def read_camp(data: bytes, name: str) -> Camp:
    """The camp in the board file `data`. Raises MalformedError `name:LINE: ...`.

    The file holds `[camp]` (name, lake, width, height), `[areas]`, `[circles.a]` and `[dots.a]`
    of areas a, `[lines]`, `[cabins.red]` with `camper` and `maniac` and so for each colour,
    `[entrance]`, `[piers]`, `[boat]`, `[marks]` (hospitality, lairs), `[starts]`, `[looks]`.
    """
    root = read_board(data, name)
    head = root.table("camp")
    draft = _Draft(head.whole("width", 100, 4000), head.whole("height", 100, 4000))
    title, lake_name = head.text("name", 40), head.text("lake", 40)
    head.end()
    areas, names = _areas(root.table("areas"), draft)
    _nodes(root, areas, draft)
    _lines(root.table("lines"), draft)
    pads, arrow = _entrance(root.table("entrance"), draft)
    piers = _piers(root.table("piers"), draft)
    lake = _boat(root.table("boat"), piers)
    marks = root.table("marks")
    hospitality = draft.dots_in(marks, "hospitality", SPOTS)
    lairs = draft.circles_in(marks, "lairs", LAIRS, LAIRS)
    marks.end()
    spots = root.table("starts")
    starts = {colour: draft.dot_in(spots, colour) for colour in COLOURS}
    spots.end()
    cabins = _cabins(root.table("cabins"), draft)
    looks = _looks(root.table("looks"), names, draft)
    root.end()
    layers = _layers(root, draft, pads)
    return Camp(
        name=title,
        lake_name=lake_name,
        width=draft.width,
        height=draft.height,
        areas=areas,
        circles=draft.circles,
        dots=draft.dots,
        lines=tuple(draft.lines.values()),
        walks=find_walks(layers, ((pad, arrow) for pad in pads)),
        routes=find_routes(layers),
        piers=piers,
        lake=lake,
        cabins=cabins,
        pads=pads,
        arrow=arrow,
        hospitality=hospitality,
        starts=starts,
        lairs=lairs,
        looks=looks,
    )


class _Draft(msgspec.Struct, frozen=True):
    """What has been read so far, and how rows are read."""

    width: int
    height: int
    circles: dict[int, Circle] = msgspec.field(default_factory=dict[int, Circle])
    dots: dict[str, Dot] = msgspec.field(default_factory=dict[str, Dot])
    lines: dict[tuple[Node, Node], Line] = msgspec.field(
        default_factory=dict[tuple[Node, Node], Line]
    )

    def point(self, section: Section, key: str, text: str) -> Point:
        found = _AT.fullmatch(text)
        x, y = (int(found[1]), int(found[2])) if found else (-1, -1)
        if not 0 <= x <= self.width or not 0 <= y <= self.height:
            section.fail(f"{text!r} is no point of the map: write x and y, as 120 340", key)
        return x, y

    def node(self, section: Section, key: str, text: str) -> Node:
        node: Node = int(text) if _NUMBER.fullmatch(text) else text
        if node not in self.circles and node not in self.dots:
            section.fail(f"there is no circle or dot {text!r}", key)
        return node

    def dot(self, section: Section, key: str, text: str) -> str:
        node = self.node(section, key, text)
        if not isinstance(node, str):
            section.fail(f"{text} is a circle: name a dot", key)
        return node

    def dot_in(self, section: Section, key: str) -> str:
        return self.dot(section, key, section.text(key))

    def dots_in(self, section: Section, key: str, count: int) -> tuple[str, ...]:
        dots = tuple(self.dot(section, key, text) for text in section.text(key, 200).split())
        if len(dots) != count or len(set(dots)) != count:
            section.fail(f"{key} names {count} different dots", key)
        return dots

    def circles_in(self, section: Section, key: str, low: int, high: int) -> tuple[int, ...]:
        nodes = [self.node(section, key, text) for text in section.text(key, 200).split()]
        circles = tuple(node for node in nodes if isinstance(node, int))
        if len(circles) < len(nodes):
            section.fail(f"{key} names circles, not dots", key)
        if not low <= len(circles) <= high or len(set(circles)) < len(circles):
            count = str(low) if low == high else f"{low} to {high}"
            section.fail(f"{key} names {count} different circles", key)
        return circles

    def add(self, section: Section, key: str, area: str, layer: str) -> None:
        """A circle or a dot, as its key says."""
        x, y = self.point(section, key, section.text(key))
        if len(self.circles) + len(self.dots) >= _MOST:
            section.fail(f"more than {_MOST} circles and dots", key)
        if _NUMBER.fullmatch(key):
            if int(key) in self.circles:
                section.fail(f"circle {key} is there twice", key)
            self.circles[int(key)] = Circle(int(key), x, y, area, layer)
        elif _DOT.fullmatch(key):
            if key in self.dots:
                section.fail(f"dot {key} is there twice", key)
            self.dots[key] = Dot(key, x, y, area, layer)
        else:
            section.fail(f"{key!r} is no name: write a number from 1 to 999, or two letters", key)

    def line(self, section: Section, key: str, ends: tuple[str, str], layer: str) -> None:
        """A line between two nodes that are there."""
        a, b = sorted((self.node(section, key, end) for end in ends), key=order)
        if a == b:
            section.fail(f"a line joins {a} to itself", key)
        if isinstance(a, int) and isinstance(b, int):
            section.fail(f"circles {a} and {b} are joined, so that no dot is between them", key)
        if (a, b) in self.lines:
            section.fail(f"the line from {a} to {b} is there twice", key)
        self.lines[a, b] = Line(a, b, layer)


def _areas(section: Section, draft: _Draft) -> tuple[dict[str, str], dict[str, Point]]:
    """The names of areas, and where they are written."""
    areas: dict[str, str] = {}
    names: dict[str, Point] = {}
    for key in section.names():
        area = section.table(key)
        areas[key] = area.text("name", 24)
        names[key] = draft.point(area, "at", area.text("at"))
        area.end()
    return areas, names


def _nodes(root: Section, areas: Iterable[str], draft: _Draft) -> None:
    circles, dots = root.table("circles"), root.table("dots")
    for section in (circles, dots):
        for area in areas:
            rows = section.table(area)
            for key in rows.names():
                if key.isdigit() != (section is circles):
                    rows.fail(f"{key} is a {'circle' if key.isdigit() else 'dot'}", key)
                draft.add(rows, key, area, BASE)
        section.end()


def _lines(section: Section, draft: _Draft) -> None:
    for key in section.names():
        for end in section.text(key).split():
            draft.line(section, key, (key, end), BASE)


def _entrance(section: Section, draft: _Draft) -> tuple[tuple[str, ...], str]:
    """The pads and the dot that the arrow points to."""
    arrow = draft.dot_in(section, "arrow")
    section_pads = section.table("pads")
    pads = section_pads.names()
    for key in pads:
        draft.add(section_pads, key, draft.dots[arrow].area, BASE)
    if len(pads) != PADS or any(key.isdigit() for key in pads):
        section.fail(f"there are {PADS} pads", "pads")
    section.end()
    return pads, arrow


def _piers(section: Section, draft: _Draft) -> tuple[Pier, ...]:
    piers: list[Pier] = []
    for key in section.names():
        text = section.text(key)
        parts = text.split(" ", 2)
        if len(parts) != 3:
            section.fail(
                f"{text!r} is no pier: write dot, circle and its end, as ka 106 80 95", key
            )
        dot, circle = draft.dot(section, key, parts[0]), draft.node(section, key, parts[1])
        if not isinstance(circle, int) or (circle, dot) not in draft.lines:
            section.fail(f"{parts[1]} is no circle that is joined to {dot}", key)
        piers.append(Pier(key, dot, circle, draft.point(section, key, parts[2])))
    if len(piers) != PIERS or len({pier.dot for pier in piers}) != PIERS:
        section.fail(f"there are {PIERS} piers")
    return tuple(piers)


def _boat(section: Section, piers: Iterable[Pier]) -> dict[str, tuple[str, ...]]:
    """The dots that the boat reaches from each pier's dot; lines go both ways."""
    dots = {pier.name: pier.dot for pier in piers}
    found: dict[str, set[str]] = {dot: set() for dot in dots.values()}
    for key in section.names():
        for end in section.text(key).split():
            if key not in dots or end not in dots or key == end:
                section.fail(f"the boat goes from pier to pier, not from {key} to {end}", key)
            found[dots[key]].add(dots[end])
            found[dots[end]].add(dots[key])
    for name, dot in dots.items():
        if not found[dot]:
            section.fail(f"no boat goes to the pier {name}")
    return {dot: tuple(sorted(ends)) for dot, ends in found.items()}


def _cabins(section: Section, draft: _Draft) -> dict[str, Cabin]:
    cabins: dict[str, Cabin] = {}
    for colour in COLOURS:
        cabin = section.table(colour)
        box = _BOX.fullmatch(cabin.text("box"))
        if box is None:
            cabin.fail("a box is left, top, width and height, as 100 80 160 120", "box")
        left, top, wide, high = map(int, box.groups())
        name, door = cabin.text("name", 24), draft.dot_in(cabin, "door")
        axe = draft.circles_in(cabin, "axe", 1, 6)
        sides = {side: _side(cabin.table(side), f"{colour}/{side}", door, draft) for side in SIDES}
        cabin.end()
        if sides["camper"][1]:
            cabin.fail("the campers' side has no circles", "camper")
        if len(sides["maniac"][1]) != 2:
            cabin.fail("the Maniac's side has 2 circles", "maniac")
        inside = {side: dots for side, (dots, _) in sides.items()}
        circles = sides["maniac"][1]
        cabins[colour] = Cabin(
            colour, name, door, frozenset(axe), inside, circles, (left, top, wide, high)
        )
    section.end()
    return cabins


def _side(
    section: Section, layer: str, door: str, draft: _Draft
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The dots and circles of one side of a tile; its lines are added too."""
    area = draft.dots[door].area
    names = [key for key in section.names() if key != "lines"]
    for key in names:
        draft.add(section, key, area, layer)
    for text in section.text("lines", 200).split():
        ends = text.split("-")
        if len(ends) != 2:
            section.fail(f"{text!r} is no line: write both its ends, as ka-r1", "lines")
        draft.line(section, "lines", (ends[0], ends[1]), layer)
    section.end()
    dots = tuple(key for key in names if not key.isdigit())
    if len(dots) != INSIDE:
        section.fail(f"each side of a tile has {INSIDE} dots")
    return dots, tuple(int(key) for key in names if key.isdigit())


def _looks(section: Section, names: Mapping[str, Point], draft: _Draft) -> Looks:
    shore = _rows(section.table("shore"), draft)
    if len(shore) < 3:
        section.fail("a shore has 3 points at least", "shore")
    lake, title, gate = (
        draft.point(section, key, section.text(key)) for key in ("lake", "title", "gate")
    )
    stands = {kind: _rows(section.table(kind), draft) for kind in STANDS if section.has(kind)}
    section.end()
    return Looks(shore, lake, title, gate, names, stands)


def _rows(section: Section, draft: _Draft) -> tuple[Point, ...]:
    return tuple(
        draft.point(section, key, text)
        for key in section.names()
        for text in section.text(key, 400).split(", ")
    )


def _layers(root: Section, draft: _Draft, pads: Iterable[str]) -> dict[str, Joined]:
    """How the nodes are joined without a tile, and with each single one.

    Refuses what would leave somebody stuck, make routes endless, or need two tiles at once.
    """
    where = root.table("lines")
    nodes: dict[Node, str] = {number: circle.layer for number, circle in draft.circles.items()}
    nodes |= {name: dot.layer for name, dot in draft.dots.items() if name not in set(pads)}
    layers: dict[str, Joined] = {}
    for layer in (BASE, *(f"{colour}/{side}" for colour in COLOURS for side in SIDES)):
        there = {BASE, layer}
        lines = [line for line in draft.lines.values() if line.layer in there]
        for line in lines:
            if {nodes.get(line.a), nodes.get(line.b)} - there:
                where.fail(f"no line goes from {line.a} to {line.b}: a pad or another tile")
        layers[layer] = join((node for node, own in nodes.items() if own in there), lines)
        _sound(where, layers[layer], CLUSTER if layer == BASE else CLUSTER + INSIDE)
    tied: dict[Node, str] = {}
    for line in draft.lines.values():
        colour = line.layer.partition("/")[0]
        for node in (line.a, line.b):
            if line.layer != BASE and nodes[node] == BASE:
                reach = flood(layers[BASE], node)[0] if isinstance(node, str) else (node,)
                for part in reach:
                    if tied.setdefault(part, colour) != colour:
                        where.fail(f"the cabins {tied[part]} and {colour} meet at {part}")
    return layers


def _sound(where: Section, joined: Joined, cluster: int) -> None:
    seen: set[Node] = {next(iter(joined))}
    edge = list(seen)
    while edge:
        new = set(joined[edge.pop()]) - seen
        seen |= new
        edge.extend(new)
    for node in joined:
        if node not in seen:
            where.fail(f"no way leads to {node}", str(node))
        if isinstance(node, str) and len(flood(joined, node)[0]) > cluster:
            text = f"more than {cluster} dots hang together at {node}: put a circle there"
            where.fail(text, str(node))
    for circle in [node for node in joined if isinstance(node, int)]:
        found = list(ways(joined, circle, LONGEST + 1))
        if not found:
            where.fail(f"the Maniac cannot leave circle {circle}", str(circle))
        for dots, end in found:
            if len(dots) > LONGEST:
                text = f"{len(dots)} dots are between circles {circle} and {end}"
                where.fail(text, str(circle))
