"""What is to be seen of the castle: the house in section, figures, traces and the night."""

from collections.abc import Mapping, Sequence

import msgspec

from paperchase.games.ghost_chase.castle import ROOMS, Castle, Roof, Room
from paperchase.games.ghost_chase.rules import GhostChase
from paperchase.games.ghost_chase.state import LETTERS, Ghost, Public
from paperchase.scene import (
    Area,
    Box,
    Entry,
    Label,
    Piece,
    Point,
    Scene,
    Shape,
    Sign,
    Token,
)

UNIT = 10
"""Points of the scene for one step of the castle's grid."""

_EARTH = 3
_LOOKS = {"battlement": "stone", "chimney": "chimney", "flag": "flag"}
_FOOT = 3
_HANGING = 12
_LEGEND = (
    Entry("sign", "door", "door"),
    Entry("sign", "door", "door that Max can lock", ("lockable",)),
    Entry("sign", "door", "locked", ("lockable", "locked")),
    Entry("sign", "stair", "stair"),
    Entry("sign", "ladder", "ladder"),
    Entry("sign", "trapdoor", "trapdoor"),
    Entry("sign", "hearth", "chimney (Max)", ("lit",)),
    Entry("line", "passage", "secret passage (Max)"),
    Entry("piece", "pawn", "chaser", label="A"),
    Entry("piece", "ghost", "Max", label="M"),
    Entry("token", "visited", "Max was here", label="7"),
    Entry("token", "trap", "trap"),
)


class Pawn(msgspec.Struct, frozen=True):
    """A figure in a room. Roles: see `scene.Piece`."""

    role: str
    label: str
    room: int
    tone: int = 0


class Marks(msgspec.Struct, frozen=True):
    """What lies about: rooms known as visited with a word each, and 0 for what is not there.

    `locked` is the lockable room whose door is locked; `chimney` says that Max has the card.
    """

    visited: Mapping[int, str] = msgspec.field(default_factory=dict[int, str])
    trap: int = 0
    locked: int = 0
    chimney: bool = False


def scene(rules: GhostChase, public: Public, secret: Ghost | None) -> Scene:
    """The castle as everybody sees it, or as Max does, whose secret is given.

    With the option `memory` the rooms that he opened earlier are shown to himself alone.
    """
    house = rules.house
    own = secret if secret and secret.at else None
    pawns = [
        Pawn("pawn", LETTERS[index].upper(), room, index)
        for index, room in enumerate(public.figures)
        if room
    ]
    visited = dict.fromkeys(sorted(own.visited), "") if own else {}
    if own or not house.setup.memory:
        for number, room in sorted(public.trail.items()):
            before = visited.get(room)
            visited[room] = f"{before},{number}" if before else str(number)
    if public.ghost:
        pawns.append(Pawn("ghost", "M", public.ghost))
    elif own:
        pawns.append(Pawn("unseen", "M", own.at))
    marks = Marks(visited, public.trap, public.locked, house.setup.chimney)
    return castle_scene(house.castle, pawns, marks, (rules.caption(public), *_night(public)))


def _night(public: Public) -> list[str]:
    notes: list[str] = []
    if public.active:
        notes.append(f"{public.active}: {public.left} left")
    if public.waiting:
        notes.append("still to come: " + ", ".join(public.waiting))
    cards = [f"{public.cheats} x deception"] if public.cheats else []
    cards += ["door"] if public.door else []
    if cards:
        notes.append("Max has " + " and ".join(cards))
    if public.card:
        notes.append("the chasers have the trap")
    return notes


def castle_scene(
    castle: Castle,
    pawns: Sequence[Pawn] = (),
    marks: Marks | None = None,
    notes: Sequence[str] = (),
) -> Scene:
    """The castle with figures and marks. `notes` are lines about how the game stands."""
    seen = marks or Marks()
    house = tuple(castle.rooms.values())
    wide = max(room.x + room.w for room in house) * UNIT
    ground = (castle.rooms[1].y + castle.rooms[1].h) * UNIT
    deep = (max(room.y + room.h for room in house) + _EARTH) * UNIT
    tones = _tones(castle)
    rooms = [_furnish(castle, seen, room, pawns) for room in house]
    return Scene(
        title=castle.name,
        width=wide,
        height=deep,
        grain=UNIT,
        notes=tuple(notes),
        plate=Box(0, 0, 24 * UNIT, 11 * UNIT),
        backdrop=(*_land(wide, ground, deep), *map(_roof, castle.roofs)),
        areas=tuple(_area(castle, seen, room, ground, tones[room.number]) for room in house),
        lines=(_passage(castle, deep - UNIT),),
        signs=(*_ways(castle, seen), *(sign for room in rooms for sign in room.signs)),
        tokens=tuple(token for room in rooms for token in room.tokens),
        pieces=tuple(piece for room in rooms for piece in room.pieces),
        labels=tuple(label for room in rooms for label in room.labels),
        legend=_LEGEND,
        names=tuple((str(room.number), room.name) for room in house),
        about=_in_words(castle, pawns, seen),
    )


class _Furnished(msgspec.Struct, frozen=True):
    signs: tuple[Sign, ...]
    tokens: tuple[Token, ...]
    pieces: tuple[Piece, ...]
    labels: tuple[Label, ...]


def _furnish(castle: Castle, marks: Marks, room: Room, pawns: Sequence[Pawn]) -> _Furnished:
    """Everything inside one room, so placed that nothing covers a number or a name."""
    left, top, wide = room.x * UNIT, room.y * UNIT, room.w * UNIT
    floor = top + room.h * UNIT
    above = [at * UNIT for at, y in _openings(castle, room) if y == room.y]
    below = [at * UNIT for at, y in _openings(castle, room) if y != room.y]
    signs: list[Sign] = []
    if room.number in castle.chimney:
        hearth = left + wide - 3 * UNIT
        other = str(sum(castle.chimney) - room.number)
        flags = ("lit",) if marks.chimney else ()
        signs.append(Sign("hearth", hearth, floor, False, other, flags))
        below += (hearth, hearth - 20, hearth - 32)
    labels, tokens = _writing(castle, marks, room, above)
    inside = [pawn for pawn in pawns if pawn.room == room.number]
    trap = room.number == marks.trap
    spots = _stand(left, wide, len(inside) + trap, below)
    if trap:
        tokens.append(Token("trap", spots.pop(), floor - _FOOT - 6))
    pieces = [
        Piece(pawn.role, x, floor - _FOOT, pawn.label, pawn.tone)
        for pawn, x in zip(inside, spots, strict=True)
    ]
    return _Furnished(tuple(signs), tuple(tokens), tuple(pieces), tuple(labels))


def _writing(
    castle: Castle, marks: Marks, room: Room, above: Sequence[int]
) -> tuple[list[Label], list[Token]]:
    """Number, name and round of a visit. Sizes leave room for a wide font, 0.6 em a letter."""
    left, top, wide = room.x * UNIT + 4, room.y * UNIT, room.w * UNIT - 8
    number = str(room.number)
    long = 8 * len(number)
    free = [low for low, high in _gaps(left, left + wide, above) if high - low >= long]
    at = free[0] if free else left
    role = "lockable-number" if room.number in castle.locks else "number"
    labels = [Label(role, at, top + 13, number, 11)]
    lines = _wrap(room.name, wide * 10 // 48)
    size = max(3, min(8, wide * 10 // (6 * max(map(len, lines)))))
    for index, line in enumerate(lines):
        labels.append(Label("name", left, top + 17 + (size + 1) * (index + 1), line, size))
    if room.number not in marks.visited:
        return labels, []
    beside = (*_gaps(left, at - 2, above), *_gaps(at + long + 2, left + wide, above))
    low, high = max(beside, key=lambda gap: gap[1] - gap[0], default=(left, left + wide))
    return labels, [Token("visited", (low + high) // 2, top + 9, marks.visited[room.number])]


def _openings(castle: Castle, room: Room) -> list[tuple[int, int]]:
    """Where stairs, ladders and trapdoors open in the floor and the ceiling of a room."""
    return [
        (way.at, max(castle.rooms[way.a].y, castle.rooms[way.b].y))
        for way in castle.ways
        if way.kind != "door" and room.number in (way.a, way.b)
    ]


def _gaps(low: int, high: int, hanging: Sequence[int]) -> list[tuple[int, int]]:
    """What stairs that hang from the ceiling leave free between `low` and `high`."""
    found: list[tuple[int, int]] = []
    for at in sorted(hanging):
        found.append((low, min(high, at - _HANGING)))
        low = max(low, at + _HANGING)
    return [gap for gap in (*found, (low, high)) if gap[0] < gap[1]]


def _stand(left: int, wide: int, count: int, below: Sequence[int]) -> list[int]:
    """Where `count` things stand in a row, as clear of what is in the floor as can be."""
    if not count:
        return []
    step = min(14, (wide - 18) // max(1, count - 1))
    rows = [
        [first + step * index for index in range(count)]
        for first in range(left + 9, left + wide - 8 - step * (count - 1))
    ]

    def cost(row: list[int]) -> tuple[int, int]:
        near = sum(max(0, 16 - abs(x - at)) for x in row for at in below)
        return near, abs(row[0] + row[-1] - 2 * left - wide)

    return min(rows, key=cost)


def _wrap(name: str, most: int) -> list[str]:
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _area(castle: Castle, marks: Marks, room: Room, ground: int, tone: int) -> Area:
    number = room.number
    box = (room.x * UNIT, room.y * UNIT, room.w * UNIT, room.h * UNIT)
    flags = {
        "lockable": number in castle.locks,
        "visited": number in marks.visited,
        "trap": number == marks.trap,
    }
    role = "cellar" if box[1] >= ground else "room"
    on = tuple(flag for flag, holds in flags.items() if holds)
    return Area(role, *box, str(number), tone, on)


def _tones(castle: Castle) -> dict[int, int]:
    """A wallpaper for each room that none of its neighbours has."""
    tones: dict[int, int] = {}
    for number in castle.rooms:
        near = {tones.get(other, -1) for other in castle.ghost[number]}
        tones[number] = next(tone for tone in range(ROOMS) if tone not in near)
    return tones


def _ways(castle: Castle, marks: Marks) -> list[Sign]:
    locked = castle.locks.get(marks.locked)
    signs: list[Sign] = []
    for way in castle.ways:
        a, b = castle.rooms[way.a], castle.rooms[way.b]
        if way.kind == "door":
            pair = (way.a, way.b)
            flags = ("lockable",) if pair in castle.locks.values() else ()
            flags += ("locked",) if pair == locked else ()
            signs.append(Sign("door", max(a.x, b.x) * UNIT, way.at * UNIT, True, flags=flags))
        else:
            signs.append(Sign(way.kind, way.at * UNIT, max(a.y, b.y) * UNIT))
    return signs


def _land(wide: int, ground: int, deep: int) -> list[Shape]:
    return [
        Shape("moon", ((wide * 2 // 3 - 3 * UNIT, 6 * UNIT),), radius=4 * UNIT),
        Shape("earth", ((0, ground), (wide, ground), (wide, deep), (0, deep))),
    ]


def _roof(roof: Roof) -> Shape:
    left, top, right, foot = (
        roof.x * UNIT,
        roof.y * UNIT,
        (roof.x + roof.w) * UNIT,
        (roof.y + roof.h) * UNIT,
    )
    middle = (left + right) // 2
    match roof.kind:
        case "spire":
            points = ((left - 4, foot), (middle, top), (right + 4, foot))
        case "pitched":
            slope = min(foot - top, (right - left) // 3)
            points = ((left, foot), (left + slope, top), (right - slope, top), (right, foot))
        case "pent":
            points = ((left, foot), (left, top), (right + 4, foot))
        case "flag":
            points = (
                (left, foot),
                (left, top),
                (right, (2 * top + foot) // 3),
                (left, (top + 2 * foot) // 3),
            )
        case "battlement":
            points = _battlement(left, top, right, foot)
        case _:
            points = ((left, foot), (left, top), (right, top), (right, foot))
    return Shape(_LOOKS.get(roof.kind, "roof"), points)


def _battlement(left: int, top: int, right: int, foot: int) -> tuple[Point, ...]:
    teeth = (right - left) // UNIT | 1
    low = (top + foot) // 2
    points: list[Point] = [(left, foot)]
    for tooth in range(teeth):
        start = left + (right - left) * tooth // teeth
        end = left + (right - left) * (tooth + 1) // teeth
        level = low if tooth % 2 else top
        points += [(start, level), (end, level)]
    return (*points, (right, foot))


def _passage(castle: Castle, level: int) -> Shape:
    a, b = (castle.rooms[number] for number in castle.passage)
    start, end = (a.x * UNIT + a.w * UNIT // 2, b.x * UNIT + b.w * UNIT // 2)
    points = (
        (start, (a.y + a.h) * UNIT),
        (start, level),
        (end, level),
        (end, (b.y + b.h) * UNIT),
    )
    return Shape("passage", points, closed=False)


def _in_words(castle: Castle, pawns: Sequence[Pawn], marks: Marks) -> str:
    names = {number: f"{number} {room.name}" for number, room in castle.rooms.items()}
    told = [f"{pawn.label} in {names[pawn.room]}" for pawn in pawns]
    if marks.visited:
        told.append("visited: " + ", ".join(names[room] for room in marks.visited))
    if marks.trap:
        told.append(f"trap in {names[marks.trap]}")
    if marks.locked:
        a, b = castle.locks[marks.locked]
        told.append(f"door {a}-{b} locked")
    return "; ".join(told) or "nobody in it yet"
