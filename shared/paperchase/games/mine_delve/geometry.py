"""The map as cells: which touch, how far they are apart, what is in sight, what fits where.

A cell is one whole number, so that sets of cells are quick: rows of 512, the Entrance in the
middle. Lower numbers lie further north, and in one row further west. A tile is a rectangle and
the connectors in its sides; a connector has two cells and belongs to both tiles that it joins.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from paperchase.games.mine_delve.lore import EAST, NORTH, WEST, Exit, Shape
from paperchase.games.mine_delve.state import Door, Map, Tile

ROW = 512
"""Cells in a row."""

_ZERO = 256
_STEPS = (-ROW, 1, ROW, -1)
_CORNERS = (-ROW - 1, -ROW, -ROW + 1, 1, ROW + 1, ROW, ROW - 1, -1)
"""The eight ways of a drifting charge: north-west, and on clockwise."""


def at(x: int, y: int) -> int:
    """The cell in column x and row y, both counted from the Entrance's corner."""
    return (y + _ZERO) * ROW + x + _ZERO


def where(cell: int) -> tuple[int, int]:
    """The column and row of a cell."""
    return cell % ROW - _ZERO, cell // ROW - _ZERO


def beside(cell: int, way: int) -> int:
    """The cell beside another, one of eight ways: 1 is north-west, the others go clockwise."""
    return cell + _CORNERS[way - 1]


class Survey:
    """What follows from a map. Make it with `survey`.

    `tiles` gives the tiles of each cell, `near` the cells that touch it, `floor` the cells of
    each tile's rectangle in the order in which foes are placed, `joined` the tiles beside each
    tile, `exits` the doors of each tile; `names` and `cells` are what people call cells.
    """

    __slots__ = ("_far", "_seen", "cells", "exits", "floor", "joined", "names", "near", "tiles")

    def __init__(self, plan: Map) -> None:
        inside = [[at(x, y) for x, y in _places(tile)] for tile in plan.tiles]
        self.floor = tuple(tuple(cells) for cells in inside)
        parts = [set(cells) for cells in inside]
        joined: list[list[int]] = [[] for _ in plan.tiles]
        exits: list[list[int]] = [[] for _ in plan.tiles]
        self.names: dict[int, str] = {}
        for number, tile in enumerate(plan.tiles):
            for cell in inside[number]:
                x, y = where(cell)
                self.names[cell] = f"{number + 1}{chr(97 + x - tile.x)}{y - tile.y + 1}"
        for index, door in enumerate(plan.doors):
            parts[door.tile] |= {door.a, door.b}
            exits[door.tile].append(index)
            self.names[door.a], self.names[door.b] = f"d{index + 1}a", f"d{index + 1}b"
        for number, tile in enumerate(plan.tiles):
            if tile.door >= 0:
                door = plan.doors[tile.door]
                parts[number] |= {door.a, door.b}
                joined[number].append(door.tile)
                joined[door.tile].append(number)
        self.joined = tuple(map(tuple, joined))
        self.exits = tuple(map(tuple, exits))
        self.cells = {name: cell for cell, name in self.names.items()}
        self.tiles: dict[int, tuple[int, ...]] = {}
        near: dict[int, set[int]] = {}
        for number, part in enumerate(parts):
            for cell in part:
                self.tiles[cell] = (*self.tiles.get(cell, ()), number)
                near.setdefault(cell, set()).update(_touching(part, cell))
        self.near = {cell: tuple(sorted(cells)) for cell, cells in near.items()}
        self._far: dict[int, dict[int, int]] = {}
        self._seen: dict[tuple[int, int], bool] = {}

    def far(self, a: int) -> Mapping[int, int]:
        """How many steps every cell is away from `a`, whoever stands in between."""
        found = self._far.get(a)
        if found is None:
            found = self._far[a] = spread(self.near, a)
        return found

    def sight(self, a: int, b: int) -> bool:
        """Whether the line from the middle of `a` to that of `b` stays clear of walls.

        Each cell that it crosses has to touch the next; where it passes through a corner, the
        two that meet there do. Source: rules, 2.
        """
        if a > b:
            a, b = b, a
        found = self._seen.get((a, b))
        if found is None:
            found = self._seen[a, b] = self._clear(a, b)
        return found

    def _clear(self, a: int, b: int) -> bool:
        (ax, ay), (bx, by) = where(a), where(b)
        wide, high = abs(bx - ax), abs(by - ay)
        right, down = (1 if bx > ax else -1), (ROW if by > ay else -ROW)
        x = y = 0
        while x < wide or y < high:
            lean = (1 + 2 * x) * high - (1 + 2 * y) * wide
            step = a
            if lean <= 0:
                step += right
                x += 1
            if lean >= 0:
                step += down
                y += 1
            if step not in self.near.get(a, ()):
                return False
            a = step
        return True


@lru_cache(maxsize=32)
def survey(plan: Map) -> Survey:
    """The survey of a map, made once as long as the map stays the same."""
    return Survey(plan)


def spread(
    near: Mapping[int, Iterable[int]],
    start: int,
    shut: Collection[int] = (),
    most: int = ROW,
) -> dict[int, int]:
    """The cells that can be reached from `start` in at most `most` steps without entering one
    that is `shut`, each with its number of steps."""
    found = {start: 0}
    edge = [start]
    for steps in range(1, most + 1):
        new: list[int] = []
        for cell in edge:
            for other in near[cell]:
                if other not in found and other not in shut:
                    found[other] = steps
                    new.append(other)
        if not new:
            break
        edge = new
    return found


def trace(near: Mapping[int, Iterable[int]], steps: Mapping[int, int], to: int) -> list[int]:
    """A shortest way to `to`, the start left out, through what `spread` has found."""
    way: list[int] = []
    while steps[to]:
        way.append(to)
        to = min(cell for cell in near[to] if steps.get(cell, -1) == steps[to] - 1)
    return way[::-1]


def entrance(shape: Shape) -> Map:
    """The map of a mine that nobody has entered yet."""
    return lay(Map((), ()), shape, Tile(shape.name, 0, 0, shape.w, shape.h, NORTH, -1), shape.exits)


def fit(plan: Map, shape: Shape, door: int) -> Tile | None:
    """Where a tile comes to lie at a door, or None where its rectangle would lie on other
    cells. Its entrance connector lies exactly on the door's."""
    exit_ = plan.doors[door]
    x, y = where(exit_.a)
    # The rectangle begins right behind the door; across, the entrance's offset says where.
    aside = shape.w - 2 - shape.entrance
    match exit_.facing:
        case 0:
            box = (x - shape.entrance, y - shape.h, shape.w, shape.h)
        case 1:
            box = (x + 1, y - shape.entrance, shape.h, shape.w)
        case 2:
            box = (x - aside, y + 1, shape.w, shape.h)
        case _:
            box = (x - shape.h, y - aside, shape.h, shape.w)
    tile = Tile(shape.name, *box, exit_.facing, door)
    taken = survey(plan).near
    return None if any(at(*place) in taken for place in _places(tile)) else tile


def lay(plan: Map, shape: Shape, tile: Tile, exits: Iterable[Exit]) -> Map:
    """The map with a tile more, and its exits. An exit whose connector would lie on other cells
    is rock."""
    taken = set(survey(plan).near) if plan.tiles else set[int]()
    taken.update(at(*place) for place in _places(tile))
    doors: list[Door] = []
    for exit_ in exits:
        a, b = _connector(shape, tile, exit_)
        if a not in taken and b not in taken:
            facing = (exit_.side + tile.facing) % 4
            doors.append(Door(len(plan.tiles), facing, a, b, exit_.low, exit_.high))
    return Map((*plan.tiles, tile), (*plan.doors, *doors))


def _connector(shape: Shape, tile: Tile, exit_: Exit) -> tuple[int, int]:
    """The two cells of an exit, the lower one first."""
    places = {
        NORTH: ((exit_.offset, -1), (exit_.offset + 1, -1)),
        EAST: ((shape.w, exit_.offset), (shape.w, exit_.offset + 1)),
        WEST: ((-1, exit_.offset), (-1, exit_.offset + 1)),
    }[exit_.side]
    a, b = (at(*_turned(shape, tile, x, y)) for x, y in places)
    return min(a, b), max(a, b)


def _turned(shape: Shape, tile: Tile, x: int, y: int) -> tuple[int, int]:
    """Where a place of the card lies once the card is turned and put down."""
    match tile.facing:
        case 0:
            return tile.x + x, tile.y + y
        case 1:
            return tile.x + shape.h - 1 - y, tile.y + x
        case 2:
            return tile.x + shape.w - 1 - x, tile.y + shape.h - 1 - y
        case _:
            return tile.x + y, tile.y + shape.w - 1 - x


def _places(tile: Tile) -> list[tuple[int, int]]:
    """The places of a rectangle: rows from the far end to the entrance, each from left to right
    for somebody who enters."""
    across = range(tile.x, tile.x + tile.w)
    along = range(tile.y, tile.y + tile.h)
    match tile.facing:
        case 0:
            return [(x, y) for y in along for x in across]
        case 1:
            return [(x, y) for x in reversed(across) for y in along]
        case 2:
            return [(x, y) for y in reversed(along) for x in reversed(across)]
        case _:
            return [(x, y) for x in across for y in reversed(along)]


def _touching(part: Collection[int], cell: int) -> list[int]:
    """The cells of one tile that touch one of its cells: by an edge, or by a corner with both
    flanking cells there. Source: rules, 2."""
    edge = [step for step in _STEPS if cell + step in part]
    found = [cell + step for step in edge]
    for a in (-ROW, ROW):
        for b in (-1, 1):
            if a in edge and b in edge and cell + a + b in part:
                found.append(cell + a + b)
    return found
