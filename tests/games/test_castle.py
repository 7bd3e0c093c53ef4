"""The castle's plan against the facts of the seed, and against a raster of its own."""

from collections import deque
from importlib.resources import files
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperchase.errors import MalformedError
from paperchase.games.ghost_chase.castle import LOCKABLE, ROOMS, Room, Shared, read_castle, shared

NAME = "canterville.toml"
DATA = files("paperchase.games.ghost_chase").joinpath("boards", NAME).read_bytes()
CASTLE = read_castle(DATA, NAME)


def steps(ways, start):
    found = {start: 0}
    edge = deque([start])
    while edge:
        here = edge.popleft()
        for near in ways[here]:
            if near not in found:
                found[near] = found[here] + 1
                edge.append(near)
    return found


def longest(ways):
    return max(max(steps(ways, start).values()) for start in ways)


def raster(rooms):
    cells = {}
    for room in rooms:
        for x in range(room.x, room.x + room.w):
            for y in range(room.y, room.y + room.h):
                assert (x, y) not in cells, f"{room.number} overlaps {cells[x, y]}"
                cells[x, y] = room.number
    return cells


def touching(cells):
    pairs = set()
    for (x, y), number in cells.items():
        for near in ((x + 1, y), (x, y + 1)):
            other = cells.get(near, number)
            if other != number:
                pairs.add((min(number, other), max(number, other)))
    return pairs


def edges(ways):
    return {(a, b) for a, near in ways.items() for b in near if a < b}


def test_walls_floors_and_ceilings_are_those_of_a_raster():
    assert edges(CASTLE.ghost) == touching(raster(CASTLE.rooms.values()))


@given(*[st.integers(0, 12)] * 4, *[st.integers(1, 6)] * 4)
def test_two_rooms_share_what_their_rasters_share(ax, ay, bx, by, aw, ah, bw, bh):
    a, b = Room(1, "a", ax, ay, aw, ah), Room(2, "b", bx, by, bw, bh)
    apart = ax + aw <= bx or bx + bw <= ax or ay + ah <= by or by + bh <= ay
    if apart:
        wall = shared(a, b)
        assert (wall is not None) == bool(touching(raster((a, b))))
        assert shared(b, a) == wall
        assert wall is None or wall.low < wall.high


def test_rooms_are_54_and_have_names_of_their_own():
    assert list(CASTLE.rooms) == list(range(1, ROOMS + 1))
    assert len({room.name for room in CASTLE.rooms.values()}) == ROOMS
    assert (CASTLE.rooms[1].name, CASTLE.rooms[54].name) == ("Vestibule", "Shed")


def test_facts_of_the_seed():
    assert CASTLE.passage == (1, 54)
    assert CASTLE.chimney == (42, 53)
    for a, b in ((14, 27), (28, 35), (39, 40)):
        assert b in CASTLE.ghost[a]
        assert b not in CASTLE.chaser[a]
    assert tuple(CASTLE.locks) == LOCKABLE == (12, 17, 24, 30, 34, 37, 45, 51)


def test_the_shed_stands_outside_and_the_castle_is_no_grid():
    rooms = CASTLE.rooms
    ground = rooms[1].y + rooms[1].h
    assert rooms[54].x == max(room.x + room.w for room in rooms.values()) - rooms[54].w
    assert {number for number, room in rooms.items() if room.y >= ground} == set(range(47, 54))
    assert len({(room.w, room.h) for room in rooms.values()}) > 8
    tops = [
        min(room.y for room in rooms.values() if room.x <= x < room.x + room.w) for x in range(78)
    ]
    assert len(set(tops)) > 6


def test_numbers_climb_like_a_snake():
    floors = [
        range(1, 11),
        range(20, 10, -1),
        range(21, 31),
        range(38, 30, -1),
        range(39, 44),
        range(46, 43, -1),
        range(47, 55),
    ]
    for floor in floors:
        assert all(CASTLE.rooms[a].x < CASTLE.rooms[b].x for a, b in pairwise(floor))


def test_ghost_has_two_to_six_ways_everywhere():
    degrees = [len(near) for near in CASTLE.haunts(chimney=False).values()]
    assert (min(degrees), max(degrees)) == (2, 6)
    assert len(edges(CASTLE.ghost)) == 114
    assert longest(CASTLE.haunts(chimney=False)) <= 12
    assert CASTLE.haunts(chimney=True)[42] == CASTLE.ghost[42] | {53}
    assert CASTLE.haunts(chimney=False)[42] == CASTLE.ghost[42]
    assert CASTLE.haunts(chimney=False)[54] == {1, 10}


def test_shared_walls_are_long_enough_to_be_seen():
    for a, b in edges(CASTLE.ghost):
        wall = shared(CASTLE.rooms[a], CASTLE.rooms[b])
        assert wall is not None
        assert wall.high - wall.low >= (2 if wall.upright else 3)


def test_chasers_reach_every_room_in_19_steps():
    assert len(CASTLE.ways) == len(edges(CASTLE.chaser)) == 58
    assert edges(CASTLE.chaser) <= edges(CASTLE.ghost)
    assert all(len(steps(CASTLE.chaser, start)) == ROOMS for start in CASTLE.rooms)
    assert longest(CASTLE.chaser) == 18
    assert {len(near) for near in CASTLE.chaser.values()} == {1, 2, 3, 4}


def test_no_lock_cuts_off_more_than_one_room():
    for number, (a, b) in CASTLE.locks.items():
        assert number in (a, b)
        assert any((way.a, way.b, way.kind) == (a, b, "door") for way in CASTLE.ways)
        ways = dict(CASTLE.chaser)
        ways[a], ways[b] = ways[a] - {b}, ways[b] - {a}
        assert min(len(steps(ways, a)), len(steps(ways, b))) in (1, ROOMS)


def test_ways_open_where_rooms_touch():
    for way in CASTLE.ways:
        wall = shared(CASTLE.rooms[way.a], CASTLE.rooms[way.b])
        assert wall is not None
        assert wall.upright == (way.kind == "door")
        assert wall.low < way.at <= wall.high
    kinds = {way.kind for way in CASTLE.ways}
    assert kinds == {"door", "stair", "ladder", "trapdoor"}


def test_rooms_are_readable_on_a_terminal_of_80_columns():
    assert max(room.x + room.w for room in CASTLE.rooms.values()) < 80
    assert all(room.y % 2 == 0 == room.h % 2 and room.w >= 6 for room in CASTLE.rooms.values())


def line_of(text, start):
    return next(i for i, line in enumerate(text.split("\n"), 1) if line.startswith(start))


@pytest.mark.parametrize(
    ("old", "new", "at", "why"),
    [
        ("2 = { name = \"Porter's Lodge\", x = 8", "2 = { name = \"Porter's Lodge\", x = 7", "2 =",
         "rooms 1 and 2 overlap"),
        ("x = 8, y = 38, w = 6", "x = 8, y = 38, w = 6.5", "2 =", "rooms.2.w takes a whole number"),
        ("x = 8, y = 38, w = 6", "x = 8, y = 38, w = true", "2 =", "rooms.2.w takes a whole"),
        ("x = 8, y = 38, w = 6", "x = 8, y = 38, w = 0", "2 =", "rooms.2.w takes a whole number"),
        ("x = 8, y = 38,", "x = 8, y = 38, z = 1,", "2 =", "rooms.2.z is no key of ours"),
        ("x = 8, y = 38,", "x = 8,", "2 =", "rooms.2.y is missing"),
        ("\n2 = {", "\n55 = {", "[rooms]", "rooms.2 is missing"),
        ("\n2 = {", "\n1 = {", "1 = { name = \"Porter", "is it there twice?"),
        ("\n54 = {", "\n55 = { name = \"x\", x = 90, y = 0, w = 6, h = 6 }\n54 = {", "55 =",
         "rooms.55 is no key of ours"),
        ("\n1-2 =", "\n1-54 =", "1-54 =", "rooms 1 and 54 do not touch"),
        ("\n1-2 =", "\n2-19 =", "2-19 =", "lie above each other, so there can be no door"),
        ("\n3-18 =", "\n3-4 =", "3-4 = { kind = \"stair\"", "not TOML"),
        ("\n1-2 =", "\n2-1 =", "2-1 =", "write the lower number first"),
        ("\n1-2 =", "\nporch =", "porch =", "'porch' is no pair of rooms"),
        ("\n1-2 =", "\n1-99 =", "1-99 =", "is no pair of rooms"),
        ("\n1-2 = { kind = \"door\" }", "\n1-2 = { kind = \"hole\" }", "1-2 =", "one of door"),
        ("\n1-2 = { kind = \"door\" }", "\n1-2 = \"door\"", "1-2 =", "takes a table"),
        ("at = 21", "at = 14", "3-18 =", "takes a whole number from 15 to 22"),
        ("12 = \"11-12\"", "12 = \"10-12\"", "12 = \"10", "10-12 is no door of room 12"),
        ("12 = \"11-12\"", "12 = \"1-2\"", "12 = \"1-2", "1-2 is no door of room 12"),
        ("12 = \"11-12\"", "", "[locks]", "locks.12 is missing"),
        ("12 = \"11-12\"", "12 = \"11-12\"\n13 = \"12-13\"", "13 = \"12", "locks.13 is no key"),
        ("\n10-54 = { kind = \"door\" }", "", "54 = ", "no way leads chasers to room 54"),
        ("passage = \"1-54\"", "passage = 1", "passage", "castle.passage takes a text"),
        ("passage = \"1-54\"", "passage = \"1-1\"", "passage", "is no pair of rooms"),
        ("kind = \"flag\"", "kind = \"kite\"", "gate-tower-flag", "takes one of spire"),
        ("[castle]", "[extra]\n[castle]", "[extra]", "extra is no key of ours"),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_with_its_line(old, new, at, why):
    text = DATA.decode()
    assert text.count(old) >= 1
    bad = text.replace(old, new, 1)
    with pytest.raises(MalformedError) as caught:
        read_castle(bad.encode(), NAME)
    assert str(caught.value).startswith(f"{NAME}:{line_of(bad, at)}: ")
    assert why in str(caught.value)
    assert caught.value.code == "malformed/board"


def test_roofs_may_be_left_out():
    text = DATA.decode()
    bare = read_castle(text[: text.index("[roofs]")].encode(), NAME)
    assert bare.roofs == ()
    assert bare.ways == CASTLE.ways


def test_a_way_keeps_off_corners_where_it_can():
    assert Shared(True, 0, 3, 9).clear() == (5, 9)
    assert Shared(False, 0, 3, 9).clear() == (4, 8)
    assert Shared(False, 0, 3, 4).clear() == (3, 4)
