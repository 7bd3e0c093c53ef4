"""Cells, sight, tiles and placement in Mine Delve against slow references."""

from collections.abc import Iterable
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from games import mine_oracle as oracle
from games.mine_play import Delve, lore
from paperchase.games.mine_delve.fight import room
from paperchase.games.mine_delve.geometry import at, entrance, fit, lay, spread, survey, where
from paperchase.games.mine_delve.lore import Shape
from paperchase.games.mine_delve.play import Play
from paperchase.games.mine_delve.state import Map

FEW = settings(max_examples=40, deadline=None)
SIDES = "NESW"


def printed(shape: Shape):
    exits = [(SIDES[one.side], one.offset) for one in shape.exits]
    return oracle.drawn(shape.w, shape.h, shape.entrance, exits)


def pair(cells: Iterable[int]) -> set[oracle.Cell]:
    return {where(cell) for cell in cells}


class Plan:
    """A map, grown beside the slow reference."""

    def __init__(self) -> None:
        shape = next(one for one in lore().shapes.values() if one.kind == "entrance")
        self.map: Map = entrance(shape)
        inside, _, exits = printed(shape)
        self.tiles = [inside | exits[0]]
        self.used: set[int] = set()

    def try_to_lay(self, card: str, door: int) -> bool:
        """Lays a tile if it fits, and says whether it does. The reference has to agree."""
        shape, exit_ = lore().shapes[card], self.map.doors[door]
        doorway = pair((exit_.a, exit_.b))
        inside, exits = oracle.laid(printed(shape), doorway, exit_.facing)
        taken = set().union(*self.tiles)
        tile = fit(self.map, shape, door)
        assert (tile is None) == bool(inside & taken), (card, door)
        if tile is None:
            return False
        before = len(self.map.doors)
        self.map = lay(self.map, shape, tile, shape.exits)
        free = [one for one in exits if not one & (taken | inside)]
        new = self.map.doors[before:]
        assert [pair((one.a, one.b)) for one in new] == free
        assert pair(survey(self.map).floor[-1]) == inside
        self.tiles.append(inside | doorway | set().union(*free))
        self.used.add(door)
        return True


@cache
def grown(seed: int, size: int) -> Plan:
    plan = Plan()
    source = Delve(seed).luck
    deck = list(lore().decks["map"])
    for _ in range(60):
        doors = [one for one in range(len(plan.map.doors)) if one not in plan.used]
        if not doors or not deck or len(plan.tiles) >= size:
            break
        card = source.choice(deck)
        if plan.try_to_lay(card, source.choice(doors)):
            deck.remove(card)
    return plan


plans = st.builds(grown, st.integers(0, 40), st.integers(1, 9))


@FEW
@given(plans)
def test_tiles_lie_where_the_reference_lays_them(plan: Plan):
    seen = survey(plan.map)
    assert pair(seen.near) == set().union(*plan.tiles)
    for cell, tiles in seen.tiles.items():
        assert {n for n, tile in enumerate(plan.tiles) if where(cell) in tile} == set(tiles)


@FEW
@given(plans)
def test_all_cells_have_different_names(plan: Plan):
    seen = survey(plan.map)
    assert set(seen.names) == set(seen.near)
    assert {name: cell for cell, name in seen.names.items()} == seen.cells


@FEW
@given(st.builds(grown, st.integers(0, 40), st.integers(1, 6)))
def test_cells_touch_as_the_rule_says(plan: Plan):
    seen = survey(plan.map)
    cells = sorted(pair(seen.near))
    for a in cells:
        near = {b for b in cells if oracle.touch(plan.tiles, a, b)}
        assert pair(seen.near[at(*a)]) == near, a


@FEW
@given(st.data(), st.builds(grown, st.integers(0, 40), st.integers(1, 5)))
def test_distances_are_fewest_steps(data: st.DataObject, plan: Plan):
    seen = survey(plan.map)
    start = data.draw(st.sampled_from(sorted(seen.near)))
    far = {where(cell): steps for cell, steps in seen.far(start).items()}
    assert far == oracle.distances(plan.tiles, where(start))


@FEW
@given(st.data(), plans)
def test_sight_is_a_line_of_touching_cells(data: st.DataObject, plan: Plan):
    seen = survey(plan.map)
    cells = sorted(seen.near)
    a = data.draw(st.sampled_from(cells))
    for b in cells:
        want = oracle.sees(plan.tiles, where(a), where(b))
        assert seen.sight(a, b) == want, (where(a), where(b))
        assert seen.sight(b, a) == want


@settings(max_examples=200, deadline=None)
@given(st.tuples(*[st.integers(-9, 9)] * 2), st.tuples(*[st.integers(-9, 9)] * 2))
def test_the_reference_crosses_the_same_cells_both_ways(a: oracle.Cell, b: oracle.Cell):
    way = oracle.crossed(a, b)
    assert way[0] == a
    assert way[-1] == b
    assert way == oracle.crossed(b, a)[::-1]


@FEW
@given(plans, st.data())
def test_steps_avoid_what_is_shut(plan: Plan, data: st.DataObject):
    seen = survey(plan.map)
    cells = sorted(seen.near)
    start = data.draw(st.sampled_from(cells))
    shut = data.draw(st.sets(st.sampled_from(cells), max_size=12)) - {start}
    found = spread(seen.near, start, shut, 5)
    tiles = [{cell for cell in tile if at(*cell) not in shut} for tile in plan.tiles]
    # Shut cells are no walls: they flank a corner as before.
    for cell, steps in found.items():
        assert cell not in shut
        if steps:
            assert any(found.get(one) == steps - 1 for one in seen.near[cell])
    for cell in found:
        for other in seen.near[cell]:
            if other not in shut and found[cell] < 5:
                assert found[other] <= found[cell] + 1
    assert pair(found) <= set().union(*tiles)


@FEW
@given(plans, st.data())
def test_foes_are_placed_in_a_checkerboard_from_the_far_end(plan: Plan, data: st.DataObject):
    number = data.draw(st.integers(0, len(plan.tiles) - 1))
    table = Delve(heroes=1)
    cells = sorted(survey(plan.map).near)
    hero = data.draw(st.sampled_from(cells))
    table.set(map=plan.map)
    table.hero("warden", at=hero)
    order = [where(cell) for cell in room(Play(table.rules.mine, table.public), number)]
    want: list[oracle.Cell] = []
    tile = number
    for _ in range(2):
        inside = pair(survey(plan.map).floor[tile])
        door = plan.map.tiles[tile].door
        if door < 0:
            want += oracle.checkerboard(inside, {(1, 4), (2, 4)})
            break
        exit_ = plan.map.doors[door]
        want += oracle.checkerboard(inside, pair((exit_.a, exit_.b)))
        tile = exit_.tile
    want = [cell for cell in want if cell != where(hero)]
    assert order[: len(want)] == want
    assert sorted(order) == sorted(pair(cells) - {where(hero)})
