"""What is to be seen of the camp: woods, water, cabins, and all that walks or lies about."""

from collections.abc import Iterable, Mapping, Sequence
from math import isqrt

import msgspec

from paperchase.games.last_friday.camp import BASE, COLOURS, Cabin, Camp, Circle, Dot
from paperchase.games.last_friday.trails import Line, Node
from paperchase.scene import Area, Box, Entry, Label, Piece, Point, Scene, Shape, Sign, Token
from paperchase.scene import Node as Place

CIRCLE, DOT = 16, 11
"""The radius of a circle and of a dot on the map."""

_GRAIN = 10
_MOORED = 26
_STEM = 24
_LEGEND = (
    Entry("node", "circle", "circle: the Maniac's", label="57"),
    Entry("node", "dot", "dot: the campers'", label="ka"),
    Entry("line", "trail", "path"),
    Entry("node", "dot", "where Hospitality tokens lie", ("ring-open",), "ka"),
    Entry("node", "dot", "where red begins", ("ring-red",), "ka"),
    Entry("node", "circle", "where the Maniac may begin", ("lair",), "57"),
    Entry("node", "circle", "breaks red's cabin open", ("axe-red",), "57"),
    Entry("node", "circle", "lit by a lantern", ("lit",), "57"),
    Entry("line", "boat", "boat line"),
    Entry("token", "boat", "boat"),
    Entry("piece", "camper", "camper", label="R"),
    Entry("piece", "predestined", "the Predestined", label="P"),
    Entry("piece", "maniac", "the Maniac, last seen", label="M"),
    Entry("token", "seen", "was there in that round", label="6"),
    Entry("token", "hidden-clue", "clue, face down"),
    Entry("token", "known-clue", "clue that was seen", label="S"),
    Entry("token", "welcome", "Hospitality token"),
    Entry("token", "key-red", "key of red's cabin"),
    Entry("token", "corpse", "corpse"),
    Entry("token", "bear-trap", "bear trap"),
    Entry("token", "lantern", "lantern"),
    Entry("sign", "door", "closed cabin", ("lockable", "locked")),
)


class Pawn(msgspec.Struct, frozen=True):
    """A figure on a dot or a circle: camper, predestined, maniac, or lurking, which is the
    Maniac for his own player. `tone` is the place of a camper's colour in COLOURS."""

    role: str
    label: str
    at: Node
    tone: int = 0


class Thing(msgspec.Struct, frozen=True):
    """What lies on a dot: hidden-clue, known-clue (with its letter as `label`), welcome, corpse,
    lantern, bear-trap, or key-COLOUR."""

    role: str
    at: str
    label: str = ""


class Marks(msgspec.Struct, frozen=True):
    """What is on the map besides figures.

    `tiles` gives the side that is up of each open cabin, `seen` the rounds in which the Maniac
    was on a circle, `boat` the dot of the pier where it is moored ("": nowhere).
    """

    things: tuple[Thing, ...] = ()
    tiles: Mapping[str, str] = {}
    seen: Mapping[int, str] = {}
    boat: str = ""


def camp_scene(
    camp: Camp,
    pawns: Sequence[Pawn] = (),
    marks: Marks | None = None,
    notes: Sequence[str] = (),
    focus: Node | None = None,
) -> Scene:
    """The camp with figures and marks; circles near a lantern are lit.

    `notes` are lines about how the game stands. A terminal that is too narrow for the whole
    map shows the neighbourhood of `focus`, or else of the first figure.
    """
    marks = marks or Marks()
    layers = {BASE, *(f"{colour}/{side}" for colour, side in marks.tiles.items())}
    spots: dict[Node, Circle | Dot] = {**camp.circles, **camp.dots}
    lines = [line for line in camp.lines if line.layer in layers]
    near = camp.ground(marks.tiles).near
    lit = {circle for thing in marks.things if thing.role == "lantern" for circle in near[thing.at]}
    middle = _middle(camp.looks.shore)
    around = focus if focus is not None else pawns[0].at if pawns else camp.arrow
    x, y = camp.looks.title
    return Scene(
        title=camp.name,
        width=camp.width,
        height=camp.height,
        grain=_GRAIN,
        notes=tuple(notes),
        plate=Box(x, y, 280, 130),
        backdrop=(*_land(camp, middle), *(_glow(camp.circles[circle]) for circle in sorted(lit))),
        areas=tuple(
            Area("cabin", *cabin.box, cabin.name, 0, (f"{side}-side",))
            for cabin in camp.cabins.values()
            for side in (marks.tiles.get(cabin.colour, "closed"),)
        ),
        lines=(
            *_water(camp, spots),
            *(_trail(line, spots) for line in lines),
            _arrow(camp),
            *(
                shape
                for cabin in camp.cabins.values()
                if cabin.colour not in marks.tiles
                for shape in _roof(cabin)
            ),
        ),
        nodes=_places(camp, layers, lit),
        signs=tuple(
            _door(cabin, spots) for cabin in camp.cabins.values() if cabin.colour not in marks.tiles
        ),
        tokens=_tokens(camp, marks, middle),
        pieces=tuple(_piece(pawn, spots) for pawn in pawns),
        labels=_labels(camp, marks),
        legend=_LEGEND,
        names=_index(camp),
        about=_in_words(pawns, marks),
        sheet="A3",
        focus=(spots[around].x, spots[around].y),
    )


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)


def _towards(start: Point, goal: Point, far: int) -> Point:
    """The point that is `far` away from `start` on the way to `goal`."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    long = max(1, isqrt(dx * dx + dy * dy))
    return start[0] + dx * far // long, start[1] + dy * far // long


def _land(camp: Camp, middle: Point) -> list[Shape]:
    mx, my = middle
    deep = tuple((mx + (x - mx) * 4 // 5, my + (y - my) * 4 // 5) for x, y in camp.looks.shore)
    corners = ((0, 0), (camp.width, 0), (camp.width, camp.height), (0, camp.height))
    return [
        Shape("meadow", corners),
        Shape("lake", camp.looks.shore),
        Shape("deep", deep),
        *(
            Shape(kind, (point,), radius=_STEM // 2)
            for kind, points in camp.looks.stands.items()
            for point in points
        ),
    ]


def _glow(circle: Circle) -> Shape:
    return Shape("glow", ((circle.x, circle.y),), radius=CIRCLE * 2)


def _water(camp: Camp, spots: Mapping[Node, Circle | Dot]) -> list[Shape]:
    ends = {pier.dot: pier.end for pier in camp.piers}
    lines = [
        Shape("boat", (ends[dot], ends[other]), closed=False)
        for dot, others in camp.lake.items()
        for other in others
        if dot < other
    ]
    for dot, end in ends.items():
        piles = ((spots[dot].x, spots[dot].y), end)
        lines += [Shape("jetty", piles, closed=False), Shape("planks", piles, closed=False)]
    return lines


def _trail(line: Line, spots: Mapping[Node, Circle | Dot]) -> Shape:
    a, b = spots[line.a], spots[line.b]
    inside = spots[line.a].layer != BASE and spots[line.b].layer != BASE
    return Shape("hall" if inside else "trail", ((a.x, a.y), (b.x, b.y)), closed=False)


def _arrow(camp: Camp) -> Shape:
    """The arrow from the gate to the dot that newcomers enter by."""
    foot, arrow = camp.looks.gate, camp.dots[camp.arrow]
    dx, dy = arrow.x - foot[0], arrow.y - foot[1]
    long = max(1, isqrt(dx * dx + dy * dy))

    def at(along: int, aside: int) -> Point:
        return (
            foot[0] + (dx * along - dy * aside) // long,
            foot[1] + (dy * along + dx * aside) // long,
        )

    tip, head = long - DOT - 20, long - DOT - 38
    points = ((0, 4), (head, 4), (head, 10), (tip, 0), (head, -10), (head, -4), (0, -4))
    return Shape("arrow", tuple(at(*point) for point in points))


def _roof(cabin: Cabin) -> list[Shape]:
    left, top, wide, high = cabin.box
    right, foot, half = left + wide, top + high, high // 2
    west, east = (left + half, top + half), (right - half, top + half)
    light, dark = f"roof-{cabin.colour}", f"shade-{cabin.colour}"
    return [
        Shape(light, ((left, top), (right, top), east, west)),
        Shape(light, ((left, top), west, (left, foot))),
        Shape(dark, ((right, top), (right, foot), east)),
        Shape(dark, ((left, foot), west, east, (right, foot))),
    ]


def _door(cabin: Cabin, spots: Mapping[Node, Circle | Dot]) -> Sign:
    left, top, wide, high = cabin.box
    side = left + 12 if spots[cabin.door].x < left else left + wide - 12
    return Sign("door", side, top + high // 2 + 10, flags=("lockable", "locked"))


def _places(camp: Camp, layers: Iterable[str], lit: Iterable[int]) -> tuple[Place, ...]:
    flags: dict[Node, list[str]] = {}
    for dot in camp.hospitality:
        flags.setdefault(dot, []).append("ring-open")
    for colour, dot in camp.starts.items():
        flags.setdefault(dot, []).append(f"ring-{colour}")
    for lair in camp.lairs:
        flags.setdefault(lair, []).append("lair")
    for cabin in camp.cabins.values():
        for circle in sorted(cabin.axe):
            flags.setdefault(circle, []).append(f"axe-{cabin.colour}")
    for circle in lit:
        flags.setdefault(circle, []).append("lit")
    for colour, pad in zip(COLOURS, camp.pads, strict=True):
        flags[pad] = ["pad", f"ring-{colour}"]
    there = set(layers)
    circles = [
        Place("circle", spot.x, spot.y, CIRCLE, str(number), tuple(flags.get(number, ())))
        for number, spot in camp.circles.items()
        if spot.layer in there
    ]
    dots = [
        Place("dot", spot.x, spot.y, DOT, name, tuple(flags.get(name, ())))
        for name, spot in camp.dots.items()
        if spot.layer in there
    ]
    return (*circles, *dots)


def _tokens(camp: Camp, marks: Marks, middle: Point) -> tuple[Token, ...]:
    """Below the dots, so that their letters can be read; the second one of a dot to the left."""
    tokens: list[Token] = []
    for pier in camp.piers:
        if pier.dot == marks.boat:
            tokens.append(Token("boat", *_towards(pier.end, middle, _MOORED)))
    taken: set[str] = set()
    for thing in marks.things:
        spot = camp.dots[thing.at]
        aside = -11 if thing.at in taken else 11
        taken.add(thing.at)
        tokens.append(Token(thing.role, spot.x + aside, spot.y + 11, thing.label))
    for circle, rounds in marks.seen.items():
        spot = camp.circles[circle]
        tokens.append(Token("seen", spot.x + 15, spot.y + 15, rounds))
    return tuple(tokens)


def _piece(pawn: Pawn, spots: Mapping[Node, Circle | Dot]) -> Piece:
    """A figure stands on the upper rim, so that the number below it can be read."""
    spot = spots[pawn.at]
    up = 8 if isinstance(pawn.at, int) else 5
    return Piece(pawn.role, spot.x, spot.y - up, pawn.label, pawn.tone)


def _labels(camp: Camp, marks: Marks) -> tuple[Label, ...]:
    labels = [Label("lake-name", *camp.looks.lake, camp.lake_name, 19, "middle")]
    for area, (x, y) in camp.looks.names.items():
        words = camp.areas[area].split()
        top = y + 5 - 9 * (len(words) - 1)
        for index, word in enumerate(words):
            labels.append(Label("area-name", x, top + 18 * index, word, 16, "middle"))
    for cabin in camp.cabins.values():
        left, top, wide, high = cabin.box
        if cabin.colour in marks.tiles:
            labels.append(Label("tile-name", left + 8, top + 15, cabin.name, 11))
        else:
            foot = top + high - 15
            labels.append(Label("cabin-name", left + wide // 2, foot, cabin.name, 14, "middle"))
    return tuple(labels)


def _index(camp: Camp) -> tuple[tuple[str, str], ...]:
    """Which circles and dots are in each area, as the first and the last of them."""
    found: list[tuple[str, str]] = []
    for area, name in camp.areas.items():
        numbers = [c.number for c in camp.circles.values() if (c.area, c.layer) == (area, BASE)]
        dots = [
            dot.id
            for dot in camp.dots.values()
            if (dot.area, dot.layer) == (area, BASE) and dot.id not in camp.pads
        ]
        found.append((f"{min(numbers)}-{max(numbers)}", f"{name}, {min(dots)}-{max(dots)}"))
    return tuple(found)


def _in_words(pawns: Sequence[Pawn], marks: Marks) -> str:
    told = [f"{pawn.label} on {pawn.at}" for pawn in pawns]
    told += [f"{thing.role.replace('-', ' ')} on {thing.at}" for thing in marks.things]
    told += [f"{colour}'s cabin open, {marks.tiles[colour]} side" for colour in sorted(marks.tiles)]
    told += [f"the boat at {marks.boat}"] if marks.boat else []
    return "; ".join(told) or "nobody in it yet"
