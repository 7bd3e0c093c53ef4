"""The camp against the checks of its rules, section (c), and against readers of its file."""

from collections import Counter, deque
from importlib.resources import files
from itertools import combinations, product

import pytest

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
