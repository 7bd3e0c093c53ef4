"""Slow and obvious answers to what `geometry` and `fight` work out quickly.

They share no code with the rules: cells are pairs of column and row, a map is a list of sets of
them, one for each tile, connectors included.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise, product

Cell = tuple[int, int]
Half = Fraction(1, 2)


# -- tiles -----------------------------------------------------------------------------------------


def turned(cell: Cell, quarter: int) -> Cell:
    """A cell after so many quarter turns clockwise about the corner of all things."""
    x, y = cell
    for _ in range(quarter):
        x, y = -y - 1, x
    return x, y


def drawn(
    w: int, h: int, entrance: int, exits: Iterable[tuple[str, int]]
) -> tuple[set[Cell], set[Cell], list[set[Cell]]]:
    """A card as it is printed: its cells, its entrance and its exits."""
    inside = set(product(range(w), range(h)))
    places = {
        "N": lambda at: {(at, -1), (at + 1, -1)},
        "E": lambda at: {(w, at), (w, at + 1)},
        "W": lambda at: {(-1, at), (-1, at + 1)},
    }
    return inside, {(entrance, h), (entrance + 1, h)}, [places[side](at) for side, at in exits]


def laid(
    card: tuple[set[Cell], set[Cell], list[set[Cell]]], door: set[Cell], quarter: int
) -> tuple[set[Cell], list[set[Cell]]]:
    """The cells of a card and of its exits, when it is turned and put so that its entrance
    covers the door: the one place of all near ones where it does."""
    inside, entrance, exits = (
        {turned(cell, quarter) for cell in card[0]},
        {turned(cell, quarter) for cell in card[1]},
        [{turned(cell, quarter) for cell in one} for one in card[2]],
    )
    x, y = min(door)
    for dx, dy in product(range(x - 12, x + 13), range(y - 12, y + 13)):
        if {(a + dx, b + dy) for a, b in entrance} == door:
            return (
                {(a + dx, b + dy) for a, b in inside},
                [{(a + dx, b + dy) for a, b in one} for one in exits],
            )
    raise AssertionError("an entrance covers every door")


# -- cells -----------------------------------------------------------------------------------------


def touch(tiles: list[set[Cell]], a: Cell, b: Cell) -> bool:
    """Whether two cells are adjacent, tile by tile from the words of the rule."""
    (ax, ay), (bx, by) = a, b
    if a == b or max(abs(ax - bx), abs(ay - by)) > 1:
        return False
    corners = {a, b, (ax, by), (bx, ay)}
    return any(corners <= tile for tile in tiles)


def distances(tiles: list[set[Cell]], start: Cell) -> dict[Cell, int]:
    """The number of steps to every cell, by looking at all pairs until nothing changes."""
    cells = set().union(*tiles)
    found = {start: 0}
    while True:
        new = {
            b: found[a] + 1 for a in found for b in cells if b not in found and touch(tiles, a, b)
        }
        if not new:
            return found
        steps = min(new.values())
        found |= {cell: far for cell, far in new.items() if far == steps}


def crossed(a: Cell, b: Cell) -> list[Cell]:
    """The cells whose inside the line between two middles crosses, in order, exactly."""
    ax, ay = a[0] + Half, a[1] + Half
    dx, dy = b[0] - a[0], b[1] - a[1]
    times = {Fraction(0), Fraction(1)}
    for start, step in ((ax, dx), (ay, dy)):
        if step:
            for line in range(int(min(start, start + step)), int(max(start, start + step)) + 2):
                at = (line - start) / step
                if 0 < at < 1:
                    times.add(at)
    order = sorted(times)
    cells: list[Cell] = []
    for before, after in pairwise(order):
        middle = (before + after) / 2
        x, y = ax + dx * middle, ay + dy * middle
        cells.append((x.numerator // x.denominator, y.numerator // y.denominator))
    return cells


def sees(tiles: list[set[Cell]], a: Cell, b: Cell) -> bool:
    """Whether every cell on the line touches the next."""
    way = crossed(a, b)
    return all(touch(tiles, one, two) for one, two in pairwise(way))


# -- placement -------------------------------------------------------------------------------------


def checkerboard(inside: set[Cell], entrance: set[Cell]) -> list[Cell]:
    """The cells of a rectangle in the order in which foes come onto it: from the row farthest
    from the entrance, each row from the left of somebody who enters; first all of the colour of
    the first cell, then the others."""
    (ex, ey), *_ = sorted(entrance)
    left, right = min(x for x, _ in inside), max(x for x, _ in inside)
    top, foot = min(y for _, y in inside), max(y for _, y in inside)
    if ey > foot:  # he walks north
        order = sorted(inside, key=lambda cell: (cell[1], cell[0]))
    elif ey < top:  # south
        order = sorted(inside, key=lambda cell: (-cell[1], -cell[0]))
    elif ex < left:  # east
        order = sorted(inside, key=lambda cell: (-cell[0], cell[1]))
    else:
        assert ex > right
        order = sorted(inside, key=lambda cell: (cell[0], -cell[1]))
    colour = sum(order[0]) % 2
    return [cell for cell in order if sum(cell) % 2 == colour] + [
        cell for cell in order if sum(cell) % 2 != colour
    ]
