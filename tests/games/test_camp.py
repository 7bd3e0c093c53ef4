"""The camp against the checks of its rules, section (c), and against readers of its file."""

from collections import Counter, deque
from importlib.resources import files
from itertools import combinations, pairwise, product

import pytest

from paperchase.errors import MalformedError
from paperchase.games.last_friday.camp import COLOURS, SIDES, read_camp
from paperchase.games.last_friday.trails import BASE

NAME = "nettlewater.toml"
DATA = (files("paperchase.games.last_friday") / "boards" / NAME).read_bytes()
CAMP = read_camp(DATA, NAME)
CLOSED = CAMP.ground({})
STATES = [
    {},
    *({colour: side} for colour in COLOURS for side in SIDES),
    *(dict(zip(COLOURS, sides, strict=True)) for sides in product(SIDES, repeat=5)),
]
GROUNDS = [CAMP.ground(state) for state in STATES]
BASE_DOTS = [dot.id for dot in CAMP.dots.values() if dot.layer == BASE and dot.id not in CAMP.pads]
BASE_CIRCLES = [circle.number for circle in CAMP.circles.values() if circle.layer == BASE]


def joined(state=()):
    """The lines themselves, read a second time: what hangs together with what."""
    layers = {BASE, *(f"{colour}/{side}" for colour, side in dict(state).items())}
    found = {}
    for line in CAMP.lines:
        if line.layer in layers:
            found.setdefault(line.a, set()).add(line.b)
            found.setdefault(line.b, set()).add(line.a)
    return found


def steps(ways, start, without=()):
    found = {start: 0}
    edge = deque([start])
    while edge:
        here = edge.popleft()
        for near in ways[here]:
            if near not in found and near not in without:
                found[near] = found[here] + 1
                edge.append(near)
    return found


def ends(edges):
    return {here: {edge.end for edge in out} for here, out in edges.items()}


def cluster(near, dot):
    return set(steps({n: near[n] if isinstance(n, str) else () for n in near}, dot))


LINES = joined()
WALKS = ends(CLOSED.walks)
ROUTES = ends(CLOSED.routes)
ON_FOOT = {dot: steps(WALKS, dot) for dot in BASE_DOTS}


def land(a, b):
    return ON_FOOT[a][b]


def longest(found):
    return max(max(distances.values()) for distances in found)


# The sizes and the 15 checks, by their numbers.


def test_sizes():
    assert 140 <= len(BASE_CIRCLES) <= 160
    assert 280 <= len(BASE_DOTS) <= 340
    assert 500 <= len(CAMP.lines) <= 600
    inside = Counter(dot.layer for dot in CAMP.dots.values() if dot.layer != BASE)
    assert inside == {f"{colour}/{side}": 4 for colour in COLOURS for side in SIDES}
    rooms = Counter(circle.layer for circle in CAMP.circles.values() if circle.layer != BASE)
    assert rooms == {f"{colour}/maniac": 2 for colour in COLOURS}
    assert len(CAMP.pads) == 5


@pytest.mark.parametrize("ground", GROUNDS, ids=range(len(GROUNDS)))
def test_1_the_maniac_passes_one_to_three_dots(ground):
    lengths = [len(route.dots) for out in ground.routes.values() for route in out]
    assert {1, 2, 3} == set(lengths)
    assert 2.0 <= sum(lengths) / len(lengths) <= 2.4


def test_2_no_two_circles_are_joined():
    assert not [line for line in CAMP.lines if isinstance(line.a, int) == isinstance(line.b, int)
                and isinstance(line.a, int)]  # fmt: skip


def test_3_a_walk_crosses_one_circle_at_most():
    assert {len(walk.crosses) for walk in CAMP.walks} == {0, 1}


@pytest.mark.parametrize("ground", GROUNDS, ids=range(len(GROUNDS)))
def test_4_circles_have_two_to_six_neighbours(ground):
    degrees = {circle: len({r.end for r in out}) for circle, out in ground.routes.items()}
    assert 2 <= min(degrees.values()) <= max(degrees.values()) <= 6
    assert sum(degrees.values()) / len(degrees) >= 3
    for out in ground.routes.values():
        assert max(Counter(route.end for route in out).values()) <= 2


@pytest.mark.parametrize("ground", GROUNDS, ids=range(len(GROUNDS)))
def test_5_two_to_six_circles_are_near_a_dot(ground):
    near = {dot: len(circles) for dot, circles in ground.near.items() if dot not in CAMP.pads}
    assert 2 <= min(near.values()) <= max(near.values()) <= 6


@pytest.mark.parametrize("ground", GROUNDS, ids=range(len(GROUNDS)))
def test_6_every_circle_has_two_dots_beside_it(ground):
    assert min(map(len, ground.beside.values())) >= 2


@pytest.mark.parametrize("state", STATES, ids=str)
def test_7_no_more_than_five_dots_hang_together(state):
    near = joined(state.items())
    sizes = [
        sum(isinstance(node, str) for node in cluster(near, dot))
        for dot in near
        if isinstance(dot, str)
    ]
    assert max(sizes) <= 5


@pytest.mark.parametrize("ground", GROUNDS, ids=range(len(GROUNDS)))
def test_8_everything_is_connected(ground):
    routes, walks = ends(ground.routes), ends(ground.walks)
    assert len(steps(routes, 1)) == len(routes)
    assert len(steps(walks, CAMP.arrow)) == len(walks) - len(CAMP.pads)


def test_8_no_single_dot_cuts_the_campers_off():
    for gone in BASE_DOTS:
        start = next(dot for dot in BASE_DOTS if dot != gone)
        assert len(steps(WALKS, start, {gone})) == len(BASE_DOTS) - 1


def test_9_how_far_it_is_across():
    assert 12 <= longest(steps(ROUTES, circle) for circle in ROUTES) <= 16
    assert 24 <= longest(ON_FOOT.values()) <= 34
    for dot, others in CAMP.lake.items():
        assert all(land(dot, other) - 1 >= 6 for other in others)


def test_10_piers():
    assert {pier.circle for pier in CAMP.piers} == {106, 109, 111, 123}
    dots = [pier.dot for pier in CAMP.piers]
    for pier in CAMP.piers:
        assert pier.circle in LINES[pier.dot]
    for a, b in combinations(dots, 2):
        assert land(a, b) >= 8
        assert b in CAMP.lake[a] or set(CAMP.lake[a]) & set(CAMP.lake[b])
    xs, ys = zip(*CAMP.looks.shore, strict=True)
    assert CAMP.width / 4 < min(xs) < CAMP.width / 2 < max(xs) < CAMP.width * 3 / 4
    assert CAMP.height / 4 < min(ys) < CAMP.height / 2 < max(ys) < CAMP.height * 3 / 4


def test_11_cabins():
    doors = {colour: cabin.door for colour, cabin in CAMP.cabins.items()}
    assert tuple(doors) == COLOURS
    for a, b in combinations(doors.values(), 2):
        assert land(a, b) >= 6
    for colour, door in doors.items():
        away = {start: land(dot, door) for start, dot in CAMP.starts.items()}
        assert min(away.values()) >= 8
        assert away[colour] <= 12


@pytest.mark.parametrize("colour", COLOURS)
def test_11_inside_a_camper_cabin(colour):
    cabin = CAMP.cabins[colour]
    walks = ends(CAMP.ground({colour: "camper"}).walks)
    inside = cabin.inside["camper"]
    assert all(len(walks[dot] & {*inside}) == 2 for dot in inside)
    gates = [dot for dot in inside if walks[dot] - {*inside}]
    assert [walks[dot] - {*inside} for dot in gates] == [{cabin.door}]
    for dot in inside:
        assert steps(walks, dot)[cabin.door] <= 3
    # Three inside: each in turn can step to a free dot, so that nobody has to leave.
    for crowd in combinations(inside, 3):
        places = set(crowd)
        for dot in crowd:
            free = (
                {
                    end
                    for first in walks[dot] & {*inside}
                    for end in (first, *(walks[first] & {*inside}))
                }
                - (places - {dot})
                - {dot}
            )
            assert free
            places = (places - {dot}) | {min(free)}


@pytest.mark.parametrize("colour", COLOURS)
def test_11_inside_a_maniac_cabin(colour):
    cabin = CAMP.cabins[colour]
    ground = CAMP.ground({colour: "maniac"})
    inside = {*cabin.inside["maniac"], *cabin.circles}
    near = joined({colour: "maniac"}.items())
    gates = {node for node in inside if near[node] - inside}
    assert len(gates) >= 2
    a, b = cabin.circles
    assert {route.end for route in ground.routes[a]} >= {b}
    for circle in cabin.circles:
        assert {route.end for route in ground.routes[circle]} - {*cabin.circles}
    assert cabin.axe <= {*BASE_CIRCLES}
    assert {node for node in LINES[cabin.door] if isinstance(node, int)} <= cabin.axe


def test_12_hospitality_dots_ring_the_lake():
    spots = CAMP.hospitality
    assert len({*spots}) == 10
    for a, b in combinations(spots, 2):
        assert land(a, b) >= 2
    assert not {*spots} & {*CAMP.starts.values()}
    assert not {*spots} & {pier.dot for pier in CAMP.piers}
    for spot in spots:
        dot = CAMP.dots[spot]
        assert min((x - dot.x) ** 2 + (y - dot.y) ** 2 for x, y in CAMP.looks.shore) < 60**2


def test_13_lairs_lie_far_from_campers_and_near_the_edge():
    assert len({*CAMP.lairs}) == 8
    for lair in CAMP.lairs:
        away = steps(ROUTES, lair)
        for start in CAMP.starts.values():
            assert min(away[circle] for circle in CLOSED.near[start]) >= 4
        circle = CAMP.circles[lair]
        edge = min(circle.x, circle.y, CAMP.width - circle.x, CAMP.height - circle.y)
        assert edge < CAMP.height / 10


def test_14_the_entrance():
    arrow = CAMP.dots[CAMP.arrow]
    assert arrow.x < CAMP.width / 4
    assert arrow.y > CAMP.height * 3 / 4
    assert len(WALKS[CAMP.arrow]) >= 3
    for pad in CAMP.pads:
        (walk,) = CLOSED.walks[pad]
        assert (walk.end, walk.crosses) == (CAMP.arrow, ())
        assert CAMP.dots[pad].x < arrow.x
        assert CAMP.dots[pad].y > arrow.y
    assert not [walk for walk in CAMP.walks if walk.end in CAMP.pads]


def test_15_five_campers_can_block_nearly_every_circle():
    def blocked(circle):
        ways = [{*route.dots} for route in CLOSED.routes[circle]]
        dots = sorted(set().union(*ways))
        return any(
            all(way & {*some} for way in ways)
            for count in range(1, 6)
            for some in combinations(dots, count)
        )

    assert sum(map(blocked, BASE_CIRCLES)) >= len(BASE_CIRCLES) * 0.7


# What is derived, and how the file is read.


def test_walks_and_routes_have_ids_that_never_change():
    for edges in (CAMP.walks, CAMP.routes):
        assert [edge.id for edge in edges] == list(range(1, len(edges) + 1))
    for ground in GROUNDS:
        for out in (*ground.walks.values(), *ground.routes.values()):
            ids = [edge.id for edge in out]
            assert ids == sorted(ids)
    everything = [*CAMP.walks, *CAMP.routes]
    for ground in GROUNDS:
        for out in (*ground.walks.values(), *ground.routes.values()):
            assert all(edge in everything for edge in out[:1])


def test_a_tile_adds_and_takes_nothing_away():
    for ground in GROUNDS:
        for circle, out in CLOSED.routes.items():
            assert {*out} <= {*ground.routes[circle]}
        for dot, out in CLOSED.walks.items():
            assert {*out} <= {*ground.walks[dot]}


def plain_walks(near):
    """Walks found in another way: dots that are two lines apart at most, with circles between."""
    found = set()
    for a, b in combinations([node for node in near if isinstance(node, str)], 2):
        if b in near[a]:
            found |= {(a, b, ()), (b, a, ())}
        for circle in near[a] & near[b]:
            if isinstance(circle, int):
                found |= {(a, b, (circle,)), (b, a, (circle,))}
    return found


def plain_routes(near):
    """Routes found in another way: all rows of one, two and three dots."""
    rows = [(dot,) for dot in near if isinstance(dot, str)]
    found = set()
    for _ in range(3):
        for row in rows:
            for start in near[row[0]]:
                for end in near[row[-1]]:
                    if isinstance(start, int) and isinstance(end, int) and start != end:
                        found.add((start, end, row))
        rows = [
            (*row, dot)
            for row in rows
            for dot in near[row[-1]]
            if isinstance(dot, str) and dot not in row
        ]
    return found


@pytest.mark.parametrize("state", STATES, ids=str)
def test_walks_routes_and_what_is_near_agree_with_a_plain_search(state):
    ground, near = CAMP.ground(state), joined(state.items())
    walks = {(w.start, w.end, w.crosses) for out in ground.walks.values() for w in out}
    gates = {(pad, CAMP.arrow, ()) for pad in CAMP.pads}
    assert walks == plain_walks(near) | gates
    routes = {(r.start, r.end, r.dots) for out in ground.routes.values() for r in out}
    assert routes == plain_routes(near)
    for circle, beside in ground.beside.items():
        assert {*beside} == near[circle]
    for dot, circles in ground.near.items():
        if dot not in CAMP.pads:
            assert circles == {node for node in cluster(near, dot) if isinstance(node, int)}


def test_a_campers_cabin_is_safe_and_a_maniacs_is_not():
    for colour, cabin in CAMP.cabins.items():
        safe = CAMP.ground({colour: "camper"})
        passed = {dot for out in safe.routes.values() for route in out for dot in route.dots}
        assert not passed & {*cabin.inside["camper"]}
        open_to_him = CAMP.ground({colour: "maniac"})
        passed = {dot for out in open_to_him.routes.values() for route in out for dot in route.dots}
        assert passed >= {*cabin.inside["maniac"]}


def test_numbers_run_through_the_areas():
    assert sorted(BASE_CIRCLES) == list(range(1, 147))
    for circles in (BASE_CIRCLES,):
        areas = [CAMP.circles[number].area for number in sorted(circles)]
        assert len({*areas}) == len([a for a, b in pairwise(["", *areas]) if a != b])
    assert len({*CAMP.areas.values()}) == len(CAMP.areas) == 13
    assert {circle.area for circle in CAMP.circles.values()} == {*CAMP.areas}
    assert {dot.area for dot in CAMP.dots.values()} == {*CAMP.areas}


def line_of(text, start):
    return next(i for i, line in enumerate(text.split("\n"), 1) if line.startswith(start))


@pytest.mark.parametrize(
    ("old", "new", "at", "why"),
    [
        ('width = 1650', 'width = 165000', "width", "camp.width takes a whole number"),
        ('lake = "Nettle Water"', "lake = 3", "lake", "camp.lake takes a text"),
        ('b = { name = "Gate Meadow", at', 'b = { name = "Gate Meadow", on', "b = {", "areas.b.at"),
        ('\n2 = "522 802"', '\n2 = "522, 802"', '2 = "522,', "is no point of the map"),
        ('\n2 = "522 802"', '\n2 = "522 8020"', '2 = "522 802', "is no point of the map"),
        ('\n2 = "522 802"', '\nzz = "522 802"', "zz", "zz is a dot"),
        ('\n2 = "522 802"', '\n02 = "522 802"', "02", "'02' is no name"),
        ('\n2 = "522 802"', '\n11 = "522 802"', "11 = \"38", "circle 11 is there twice"),
        ('[dots.a]', '[dots.a]\nbb = "9 9"', "bb = \"36 713", "dot bb is there twice"),
        ('[dots.a]', '[dots.a]\n7 = "9 9"', '7 = "9 9"', "7 is a circle"),
        ('[dots.a]', '[dots.z]', "# Camp", "dots.a is missing"),
        ('[circles.a]', '[circles.s]\n[circles.a]', "[circles.s]", "circles.s is no key of ours"),
        ('[lines]\n', '[lines]\nzz = "1"\n', "zz", "there is no circle or dot 'zz'"),
        ('\naa = "pc"', '\naa = "aa"', 'aa = "aa', "joins aa to itself"),
        ('\n2 = "aa ab ad"', '\n2 = "aa ab ad 3"', '2 = "aa', "circles 2 and 3 are joined"),
        ('\n2 = "aa ab ad"', '\n2 = "aa ab ad aa"', '2 = "aa', "is there twice"),
        ('\n2 = "aa ab ad"', '', "[lines]", "no way leads to 2"),
        ('arrow = "bq"', 'arrow = "2"', "arrow", "2 is a circle: name a dot"),
        ('\np5 = ', '\n500 = ', "[entrance.pads]", "there are 5 pads"),
        ('\np5 = "86 994"', '', "[entrance.pads]", "there are 5 pads"),
        ('north = "me 106', 'north = "me 105', "north = \"me", "105 is no circle that is"),
        ('north = "me 106', 'north = "me"\n#', "north = \"me", "is no pier"),
        ('south = "west east"', '', "[boat]", "no boat goes to the pier south"),
        ('south = "west east"', 'south = "west sea"', "south = \"west", "from south to sea"),
        ('[boat]\n', '[boat]\nwest = "west"\n', "west = \"west", "from west to west"),
        ('hospitality = "mf ', 'hospitality = "', "hospitality", "names 10 different dots"),
        ('lairs = "15 ', 'lairs = "21 ', "lairs", "names 8 different circles"),
        ('lairs = "15 ', 'lairs = "aa ', "lairs", "names circles, not dots"),
        ('red = "nx"', 'pink = "nx"', "[starts]", "starts.red is missing"),
        ('box = "74 499 172 92"', 'box = "74 499"', "box = \"74", "a box is left, top"),
        ('axe = "26 27 28"', 'axe = "26 26"', "axe = \"26", "names 1 to 6 different circles"),
        ('\nr4 = ', '\n190 = ', 'lines = "cr-r1', "there is no circle or dot 'r4'"),
        ('\nr4 = "160', '\n190 = "74 500"\nr4 = "160', "[cabins.red.camper]", "has no circles"),
        ('\nlines = "cr-r1 ', '\nlines = "cr-r1-r2 ', "lines = \"cr", "is no line"),
        ('\nlines = "cr-r1 ', '\nlines = "cr-r1 p1-r2 ', "[lines]", "a pad or another tile"),
        ('\nlines = "cr-r1 ', '\nlines = "ej-r2 cr-r1 ', "26 = \"cm", "4 dots are between circles"),
        ('\nlines = "cr-r1 ', '\nlines = "35-r2 cr-r1 ', "[lines]", "cabins red and yellow meet"),
        ('\nae = "ak', '\nae = "au ak', "ae = \"au ak", "5 dots hang together at ae"),
        ('[looks.shore]\n', '[looks.sand]\n', "[looks]", "looks.shore is missing"),
        ('[looks.pine]\n', '[looks.palm]\n', "[looks.palm]", "looks.palm is no key of ours"),
        ('[piers]\n', '[piers]\nisle = "me 106 8 9"\n', "[piers]", "there are 4 piers"),
        ('\n151 = ', '\n#', 'lines = "cr-r5', "there is no circle or dot '151'"),
        ('\n151 = ', '\n150 = "190 500"\n151 = ', "[cabins.red.maniac]", "has 2 circles"),
        ('\nr4 = ', '\nr9 = "150 520"\nr4 = ', "[cabins.red.camper]", "has 4 dots"),
        ('[camp]', '[extra]\n[camp]', "[extra]", "extra is no key of ours"),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_with_its_line(old, new, at, why):
    text = DATA.decode()
    assert text.count(old) >= 1
    bad = text.replace(old, new, 1)
    with pytest.raises(MalformedError) as caught:
        read_camp(bad.encode(), NAME)
    assert why in str(caught.value)
    assert str(caught.value).startswith(f"{NAME}:{line_of(bad, at)}: ")
    assert caught.value.code == "malformed/board"


def test_a_shore_goes_round_and_a_map_has_a_size():
    text = DATA.decode()
    start, end = text.index("[looks.shore]"), text.index("[looks.pine]")
    shoreless = text[:start] + '[looks.shore]\n1 = "1 1, 2 2"\n' + text[end:]
    crowd = "\n".join(f'{number} = "9 9"' for number in range(200, 600))
    crowded = text.replace("[dots.a]", f"{crowd}\n[dots.a]", 1)
    alone = text.replace("[dots.a]", '500 = "9 9"\n[dots.a]\nzz = "9 9"', 1)
    alone = alone.replace("[lines]\n", '[lines]\n500 = "aa"\n', 1)
    five = "\n".join(f'z{letter} = "9 9"' for letter in "abcde")
    stuck = text.replace("[dots.a]", f'500 = "9 9"\n[dots.a]\n{five}', 1)
    row = '500 = "za"\nza = "zb"\nzb = "zc"\nzc = "zd"\nzd = "ze"\nze = "1"\n'
    stuck = stuck.replace("[lines]\n", f"[lines]\n{row}", 1)
    for bad, why in (
        (stuck, "the Maniac cannot leave circle 500"),
        (shoreless, "a shore has 3 points"),
        (crowded, "more than 700 circles and dots"),
        (alone, "no way leads to zz"),
    ):
        with pytest.raises(MalformedError, match=why):
            read_camp(bad.encode(), NAME)
