"""The camp as it is drawn: every number can be read, and no line crosses a label."""

import re
from importlib.resources import files
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from paperchase.games.last_friday.camp import COLOURS, read_camp
from paperchase.games.last_friday.scene import CIRCLE, DOT, Marks, Pawn, Thing, camp_scene
from paperchase.svg import LARGE, to_svg
from paperchase.text import to_text
from paperchase.values import pack

NAME = "nettlewater.toml"
CAMP = read_camp((files("paperchase.games.last_friday") / "boards" / NAME).read_bytes(), NAME)
CAMPERS = [
    Pawn("camper", colour[0].upper(), CAMP.starts[colour], tone)
    for tone, colour in enumerate(COLOURS)
]
BUSY = Marks(
    things=(
        *(Thing("welcome", spot) for spot in CAMP.hospitality[:8]),
        Thing("key-red", CAMP.hospitality[8]),
        Thing("corpse", "rg"),
        Thing("hidden-clue", "rg"),
        Thing("known-clue", "bb", "S"),
        Thing("bear-trap", "bp"),
        Thing("lantern", "ku"),
    ),
    tiles={"red": "maniac", "green": "camper"},
    seen={48: "3,6"},
    boat=CAMP.piers[0].dot,
)
SCENES = {
    "closed": camp_scene(CAMP),
    "campers": camp_scene(CAMP, marks=Marks(tiles=dict.fromkeys(COLOURS, "camper"))),
    "maniac": camp_scene(CAMP, marks=Marks(tiles=dict.fromkeys(COLOURS, "maniac"))),
    "busy": camp_scene(CAMP, [*CAMPERS, Pawn("maniac", "M", 48)], BUSY, ("round 7",), "eq"),
}
every_scene = pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)


def sides(shape):
    points = [*shape.points, *(shape.points[:1] if shape.closed else ())]
    return list(pairwise(points))


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cross(one, other):
    (a, b), (c, d) = one, other
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def away(point, side):
    """The square of how far a point is from a line."""
    (ax, ay), (bx, by) = side
    px, py = point
    long = (bx - ax) ** 2 + (by - ay) ** 2
    part = min(1, max(0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / long)) if long else 0
    return (px - ax - part * (bx - ax)) ** 2 + (py - ay - part * (by - ay)) ** 2


def enters(side, box):
    left, top, right, foot = box
    corners = [(left, top), (right, top), (right, foot), (left, foot)]
    edges = zip(corners, corners[1:] + corners[:1], strict=True)
    inside = any(left < x < right and top < y < foot for x, y in side)
    return inside or any(cross(side, edge) for edge in edges)


def box_of(label):
    # Widths of DejaVu, the widest of the fonts that the picture may be drawn with.
    wide = len(label.text) * label.size * 64 // 100
    left = {"start": label.x, "middle": label.x - wide // 2}[label.anchor]
    return (left, label.y - label.size * 3 // 4, left + wide, label.y + label.size // 4)


def node_box(node):
    size = node.radius * 2 // max(3, len(node.label)) + node.radius // 4
    wide, high = len(node.label) * size * 35 // 100, size * 2 // 5
    return (node.x - wide, node.y - high, node.x + wide, node.y + high)


def apart(a, b):
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


@every_scene
def test_lines_meet_at_nodes_and_nowhere_else(scene):
    lines = [side for line in scene.lines if line.role != "planks" and "-" not in line.role
             for side in sides(line)]  # fmt: skip
    for one, other in combinations(lines, 2):
        assert not cross(one, other), (one, other)


@every_scene
def test_no_line_comes_near_a_circle_or_dot_that_it_does_not_join(scene):
    for line in scene.lines:
        for side in sides(line):
            for node in scene.nodes:
                if (node.x, node.y) not in side:
                    assert away((node.x, node.y), side) >= (node.radius + 6) ** 2, (node, line)


@every_scene
def test_circles_and_dots_stand_apart(scene):
    for a, b in combinations(scene.nodes, 2):
        rims = a.radius + b.radius + 4
        assert (a.x - b.x) ** 2 + (a.y - b.y) ** 2 >= rims**2, (a.label, b.label)


@every_scene
def test_numbers_are_large_enough_and_inside(scene):
    assert (CIRCLE * 2 // 3 + CIRCLE // 4, DOT * 2 // 3 + DOT // 4) == (14, 9)
    for node in scene.nodes:
        left, top, right, foot = node_box(node)
        assert (right - left) ** 2 + (foot - top) ** 2 <= (2 * node.radius) ** 2
        rim = node.radius + 6
        assert rim <= node.x <= scene.width - rim
        assert rim <= node.y <= scene.height - rim


@every_scene
def test_no_line_node_or_tree_touches_writing(scene):
    plate = scene.plate
    boxes = [box_of(label) for label in scene.labels]
    boxes.append((plate.x, plate.y, plate.x + plate.w, plate.y + plate.h))
    for box in boxes:
        for line in scene.lines:
            if line.role.partition("-")[0] not in ("roof", "shade"):
                assert not any(enters(side, box) for side in sides(line)), (box, line)
        for node in scene.nodes:
            rim = node.radius + 2
            node_rim = (node.x - rim, node.y - rim, node.x + rim, node.y + rim)
            assert apart(box, node_rim), (box, node)
        for shape in scene.backdrop:
            if shape.role in ("pine", "oak", "fern", "reed", "rock", "tent"):
                x, y = shape.points[0]
                assert apart(box, (x - 6, y - 10, x + 6, y + 6)), (box, shape)
    for one, other in combinations(boxes, 2):
        assert apart(one, other)
    roofs = [side for line in scene.lines if line.role.startswith("shade") for side in sides(line)]
    for label in scene.labels:
        if label.role == "cabin-name":
            assert not any(enters(side, box_of(label)) for side in roofs)


def test_figures_tokens_and_axes_leave_numbers_free():
    scene = SCENES["busy"]
    numbers = [node_box(node) for node in scene.nodes]
    things = [(p.x - 8, p.y - 22, p.x + 8, p.y) for p in scene.pieces]
    things += [(t.x - 7, t.y - 6, t.x + 7, t.y + 6) for t in scene.tokens]
    for node in scene.nodes:
        if any(flag.startswith("axe") for flag in node.flags):
            x, y = node.x + node.radius, node.y - node.radius
            things.append((x - 5, y - 9, x + 9, y + 8))
    for number in numbers:
        for thing in things:
            assert apart(number, thing), (number, thing)


@pytest.mark.parametrize(("role", "high"), [("camper", 22), ("maniac", 27)])
def test_a_figure_anywhere_leaves_numbers_free(role, high):
    dots = [dot.id for dot in CAMP.dots.values() if dot.layer == "base"]
    circles = [circle.number for circle in CAMP.circles.values() if circle.layer == "base"]
    everywhere = [Pawn(role, "M", place) for place in (dots if role == "camper" else circles)]
    scene = camp_scene(CAMP, everywhere)
    numbers = [node_box(node) for node in scene.nodes]
    for piece in scene.pieces:
        box = (piece.x - 8, piece.y - high, piece.x + 8, piece.y)
        assert all(apart(box, number) for number in numbers), piece


def test_all_circles_and_dots_are_drawn_with_what_is_printed_on_them():
    scene = SCENES["closed"]
    flags = {node.label: node.flags for node in scene.nodes}
    assert len(flags) == len(scene.nodes) == 146 + 296 + 5
    assert {name for name, flag in flags.items() if "ring-open" in flag} == {*CAMP.hospitality}
    assert {int(name) for name, flag in flags.items() if "lair" in flag} == {*CAMP.lairs}
    for colour, cabin in CAMP.cabins.items():
        assert f"ring-{colour}" in flags[CAMP.starts[colour]]
        assert {int(name) for name, flag in flags.items() if f"axe-{colour}" in flag} == cabin.axe
    assert len(SCENES["campers"].nodes) == len(scene.nodes) + 5 * 4
    assert len(SCENES["maniac"].nodes) == len(scene.nodes) + 5 * 6
    roles = [line.role for line in scene.lines]
    assert (roles.count("boat"), roles.count("jetty"), roles.count("arrow")) == (4, 4, 1)
    assert roles.count("trail") == len([line for line in CAMP.lines if line.layer == "base"])


def test_what_a_lantern_lights_is_lit():
    scene = SCENES["busy"]
    lit = {int(node.label) for node in scene.nodes if "lit" in node.flags}
    assert lit == CAMP.ground(BUSY.tiles).near["ku"]
    assert len([shape for shape in scene.backdrop if shape.role == "glow"]) == len(lit)


@every_scene
def test_the_picture_is_a_sheet_of_a3(scene):
    root = ElementTree.fromstring(to_svg(scene))
    assert root.get("viewBox") == f"0 0 {LARGE[0]} {LARGE[1]}"
    assert "size:A3 landscape" in to_svg(scene)
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {str(number) for number in range(1, 147)} <= {*texts}


def test_a_terminal_shows_the_neighbourhood_of_a_pawn():
    lines = to_text(SCENES["busy"]).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) < 45
    text = "\n".join(lines)
    for seen in ("eq", "48@3,6M", "mq*", "Larch", "~", "Marigold", "R on nx", "166 columns"):
        assert seen in text
    assert "144" not in text
    assert "133" in to_text(camp_scene(CAMP, focus=133))
    west = to_text(camp_scene(CAMP, focus="p1")).splitlines()
    assert any("p1" in line for line in west)


def test_a_wide_terminal_shows_the_whole_map():
    text = to_text(SCENES["busy"], columns=170, names=True)
    for node in SCENES["busy"].nodes:
        assert node.label in text
    for seen in ("rg†?", "bp!", "bb+S", "ku¤", "97°", "nxR", "101-125 Lakeside"):
        assert seen in text


def test_equal_states_make_equal_scenes():
    assert pack(camp_scene(CAMP, CAMPERS, BUSY)) == pack(camp_scene(CAMP, CAMPERS, BUSY))


def test_in_words():
    told = SCENES["busy"].about
    for words in ("R on nx", "M on 48", "bear trap on bp", "red's cabin open, maniac side", "boat"):
        assert words in told
    assert SCENES["closed"].about == "nobody in it yet"


def test_notes_on_the_lake_stand_on_a_ground_of_their_own():
    """Else boat lines would run through them."""
    drawn = to_svg(camp_scene(CAMP, notes=("one", "a longer one")))
    wide = [int(found) for found in re.findall(r'class="plate"[^>]* width="(\d+)"', drawn)]
    assert len(wide) == 2
    assert wide[0] < wide[1]
    assert drawn.index('class="plate"') > drawn.index("boat")
