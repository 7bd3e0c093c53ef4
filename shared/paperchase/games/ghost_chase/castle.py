"""The castle of Ghost Chase: rooms in section like a doll's house, read from a board file.

Rooms are rectangles on a grid of whole numbers, x to the right and y downwards. What a ghost
can pass is derived from them: every wall, floor or ceiling that two rooms share, and never a
corner. What chasers can pass is listed (seed 4, steps 3 and 4).
"""

import re
from collections.abc import Iterable, Mapping
from itertools import combinations

import msgspec

from paperchase.board import Section, read_board

ROOMS = 54
"""Rooms are numbered from 1 to this."""

LOCKABLE = (12, 17, 24, 30, 34, 37, 45, 51)
"""The rooms whose door Max can lock (seed 4, "the Door card")."""

KINDS = ("door", "stair", "ladder", "trapdoor")
"""What a chaser's way can be. A door is in a wall, the others are in a floor."""

ROOFS = ("spire", "pitched", "pent", "battlement", "chimney", "flag")
"""What can stand on the walls. It has no part in the game."""

_PAIR = re.compile(r"([1-9][0-9]?)-([1-9][0-9]?)")


class Room(msgspec.Struct, frozen=True):
    """One room: its number, its name and its rectangle."""

    number: int
    name: str
    x: int
    y: int
    w: int
    h: int


class Shared(msgspec.Struct, frozen=True):
    """What two rooms share: a wall at x from y `low` to `high`, or a floor at y along x."""

    upright: bool
    at: int
    low: int
    high: int

    def clear(self) -> tuple[int, int]:
        """Where a way can open and its sign keep off the corners, as far as there is room."""
        if self.high - self.low < 2:
            return self.low, self.high
        return (self.low + 2, self.high) if self.upright else (self.low + 1, self.high - 1)


class Way(msgspec.Struct, frozen=True):
    """A chaser's way between rooms a < b; it opens at `at` along the wall or floor."""

    a: int
    b: int
    kind: str
    at: int


class Roof(msgspec.Struct, frozen=True):
    """A roof, a battlement, a chimney stack or a flag, and the box that it fills."""

    kind: str
    x: int
    y: int
    w: int
    h: int


class Castle(msgspec.Struct, frozen=True):
    """A whole map. `ghost` and `chaser` give the neighbours of each room.

    `ghost` holds walls, floors and ceilings alone; `passage` and `chimney` are the two ways
    that Max has besides. `locks` gives the door that each lockable room names.
    """

    name: str
    rooms: Mapping[int, Room]
    ghost: Mapping[int, frozenset[int]]
    ways: tuple[Way, ...]
    chaser: Mapping[int, frozenset[int]]
    locks: Mapping[int, tuple[int, int]]
    passage: tuple[int, int]
    chimney: tuple[int, int]
    roofs: tuple[Roof, ...]

    def haunts(self, chimney: bool) -> dict[int, frozenset[int]]:
        """Where Max can go from each room: `ghost`, the passage, and the chimney if he has it."""
        found = dict(self.ghost)
        for a, b in (self.passage, self.chimney) if chimney else (self.passage,):
            found[a] |= {b}
            found[b] |= {a}
        return found


def shared(a: Room, b: Room) -> Shared | None:
    """The wall or floor that `a` and `b` share, of some length; None where there is none."""
    low, high = max(a.y, b.y), min(a.y + a.h, b.y + b.h)
    if low < high and (a.x + a.w == b.x or b.x + b.w == a.x):
        return Shared(True, max(a.x, b.x), low, high)
    low, high = max(a.x, b.x), min(a.x + a.w, b.x + b.w)
    if low < high and (a.y + a.h == b.y or b.y + b.h == a.y):
        return Shared(False, max(a.y, b.y), low, high)
    return None


def read_castle(data: bytes, name: str) -> Castle:
    """The castle in the board file `data`. Raises MalformedError `name:LINE: ...`.

    The file holds `[castle]` (name, passage, chimney), `[rooms]` with all 54 numbers,
    `[ways]`, `[locks]` with all eight lockable rooms and, if it likes, `[roofs]`.
    """
    root = read_board(data, name)
    head = root.table("castle")
    title = head.text("name", 40)
    rooms = _rooms(root.table("rooms"))
    ways = _ways(root.table("ways"), rooms)
    locks = _locks(root.table("locks"), ways)
    passage = _pair(head, "passage", head.text("passage"))
    chimney = _pair(head, "chimney", head.text("chimney"))
    head.end()
    roofs = _roofs(root.table("roofs")) if root.has("roofs") else ()
    root.end()
    touching = [(a, b) for a, b in combinations(rooms, 2) if shared(rooms[a], rooms[b])]
    ghost = _neighbours(touching)
    chaser = _neighbours((way.a, way.b) for way in ways)
    castle = Castle(title, rooms, ghost, ways, chaser, locks, passage, chimney, roofs)
    _connected(root, castle)
    return castle


def _rooms(section: Section) -> dict[int, Room]:
    rooms: dict[int, Room] = {}
    for number in range(1, ROOMS + 1):
        room = section.table(str(number))
        found = Room(
            number,
            room.text("name", 24),
            room.whole("x", 0, 200),
            room.whole("y", 0, 200),
            room.whole("w", 4, 60),
            room.whole("h", 4, 60),
        )
        room.end()
        for other in rooms.values():
            wide = found.x < other.x + other.w and other.x < found.x + found.w
            high = found.y < other.y + other.h and other.y < found.y + found.h
            if wide and high:
                room.fail(f"rooms {other.number} and {number} overlap")
        rooms[number] = found
    section.end()
    return rooms


def _pair(section: Section, key: str, text: str) -> tuple[int, int]:
    found = _PAIR.fullmatch(text)
    a, b = (int(found[1]), int(found[2])) if found else (0, 0)
    if not 1 <= a < b <= ROOMS:
        section.fail(f"{text!r} is no pair of rooms: write the lower number first, as 3-18", key)
    return a, b


def _ways(section: Section, rooms: Mapping[int, Room]) -> tuple[Way, ...]:
    ways: list[Way] = []
    for key in section.names():
        a, b = _pair(section, key, key)
        way = section.table(key)
        kind = way.word("kind", KINDS)
        edge = shared(rooms[a], rooms[b])
        if edge is None:
            way.fail(f"rooms {a} and {b} do not touch, so there can be no {kind}")
        if edge.upright != (kind == "door"):
            where = "beside" if edge.upright else "above"
            way.fail(f"rooms {a} and {b} lie {where} each other, so there can be no {kind}")
        middle = edge.high if edge.upright else (edge.low + edge.high) // 2
        low, high = edge.clear()
        at = way.whole("at", low, high) if way.has("at") else middle
        way.end()
        ways.append(Way(a, b, kind, at))
    return tuple(ways)


def _locks(section: Section, ways: Iterable[Way]) -> dict[int, tuple[int, int]]:
    doors = {(way.a, way.b) for way in ways if way.kind == "door"}
    locks: dict[int, tuple[int, int]] = {}
    for number in LOCKABLE:
        key = str(number)
        pair = _pair(section, key, section.text(key))
        if pair not in doors or number not in pair:
            section.fail(f"{pair[0]}-{pair[1]} is no door of room {number}", key)
        locks[number] = pair
    section.end()
    return locks


def _roofs(section: Section) -> tuple[Roof, ...]:
    roofs: list[Roof] = []
    for key in section.names():
        roof = section.table(key)
        box = [roof.whole(side, 0, 200) for side in ("x", "y", "w", "h")]
        roofs.append(Roof(roof.word("kind", ROOFS), *box))
        roof.end()
    return tuple(roofs)


def _neighbours(pairs: Iterable[tuple[int, int]]) -> dict[int, frozenset[int]]:
    found: dict[int, set[int]] = {number: set() for number in range(1, ROOMS + 1)}
    for a, b in pairs:
        found[a].add(b)
        found[b].add(a)
    return {number: frozenset(near) for number, near in found.items()}


def _connected(root: Section, castle: Castle) -> None:
    seen = {1}
    edge = [1]
    while edge:
        new = castle.chaser[edge.pop()] - seen
        seen |= new
        edge.extend(new)
    for number in castle.rooms:
        if number not in seen:
            Section(root.file, ("rooms",), {}, root.lines).fail(
                f"no way leads chasers to room {number}", str(number)
            )
