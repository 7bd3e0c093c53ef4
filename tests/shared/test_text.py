"""Terminal pictures: characters, width, colour only when asked for."""

import re

import pytest
from msgspec.structs import replace

from paperchase.scene import Area, Piece, Scene, Shape
from paperchase.text import to_text
from scenes import ALL, CARDS, GRAPH, HOUSE

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")

PICTURE = """\
House & <Home>
round 1
          /├►
        /____\\▄ ▄ ▄ ▄
        ┌──≡──┬─────┐
        │1*3! │2    │
        +  A  #  m^ │
·   ·   └─────┴─────┘   ·
  ·   ·   ╌╌╌╌╌╌╌╌╌╌╌╌╌
∩ door   ≡ stair   A chaser   ! trap   ╌╌ passage   ·· path
"""


def test_a_house():
    assert to_text(HOUSE) == PICTURE


def test_names_are_listed_when_asked_for():
    assert to_text(HOUSE, names=True) == PICTURE + "\n  1 Hall     2 Nook    10 Attic\n"
    narrow = to_text(HOUSE, names=True, columns=25).splitlines()
    assert narrow[-3:] == ["", "  1 Hall    10 Attic", "  2 Nook"]


def test_a_row_of_cards():
    assert to_text(CARDS) == (
        "Row\n"
        "┌────┐┌────┐┌────┐┌────┐┌────┐\n"
        "│0   ││?   ││7   ││?   ││42  │\n"
        "│    ││    ││    ││    ││    │\n"
        "│    ││    ││    ││    ││    │\n"
        "└────┘└────┘└────┘└────┘└────┘\n"
    )


def test_a_graph():
    lines = to_text(GRAPH).splitlines()
    assert lines[2] == " 449·······"
    assert lines[9][10] == "B"
    assert lines[11][6] == "+"
    assert lines[14][18] == "o"


@pytest.mark.parametrize("scene", ALL, ids=lambda scene: scene.title)
def test_colour_adds_escapes_and_nothing_else(scene):
    plain, coloured = to_text(scene), to_text(scene, colour=True)
    assert "\x1b" not in plain
    assert ESCAPE.sub("", coloured) == plain
    for line in coloured.splitlines():
        escapes = ESCAPE.findall(line)
        assert not escapes or escapes[-1] == "\x1b[0m"


def test_figures_and_marks_have_colours():
    coloured = to_text(HOUSE, colour=True)
    for ink in ("\x1b[1;33mA", "\x1b[1;7mm", "\x1b[1;31m#", "\x1b[1;31m!", "\x1b[35m*3"):
        assert ink in coloured
    assert "\x1b[1;35mB" in to_text(GRAPH, colour=True)


@pytest.mark.parametrize("scene", ALL, ids=lambda scene: scene.title)
def test_lines_are_no_wider_than_asked_and_end_in_no_blank(scene):
    for columns in (25, 40, 80):
        for line in to_text(scene, columns=columns, names=True).splitlines():
            assert len(line) <= columns
            assert line == line.rstrip()


def test_what_does_not_fit_is_told_in_words():
    told = to_text(HOUSE, columns=24)
    assert told == "House & <Home>\nround 1\nA in 1\n(The picture needs 25\ncolumns.)\n"


def test_marks_give_way_to_the_label_and_figures_stay_inside():
    crowd = tuple(Piece("pawn", 85 + index, 98, "ABCDEFG"[index]) for index in range(5))
    lines = to_text(replace(HOUSE, pieces=crowd)).splitlines()
    assert lines[6] == "        +ABCDE#   ^ │"
    small = replace(HOUSE.areas[0], w=40, label="12")
    lines = to_text(replace(HOUSE, areas=(small,))).splitlines()
    assert lines[5] == "        │12*│"


def test_what_lies_outside_is_dropped_and_control_characters_are_shown_as_such():
    scene = Scene(
        "a\x1b[31m\u202e",
        40,
        40,
        10,
        areas=(Area("card", -20, -20, 500, 30, "x\x07"),),
        lines=(Shape("edge", ((-50, 20), (90, 20)), closed=False),),
        pieces=(Piece("pawn", 900, 900, "Z"),),
    )
    assert to_text(scene).splitlines()[0] == "a?[31m?"
    assert "Z" not in to_text(scene)
    assert "\x1b" not in to_text(scene)
