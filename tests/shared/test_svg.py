"""Pictures: well-formed, the same bytes for the same scene, nothing active in them."""

import re
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from paperchase.scene import Area, Label, Scene
from paperchase.svg import LONG, SHORT, to_svg
from scenes import ALL, CARDS, GRAPH, HOUSE

NS = "{http://www.w3.org/2000/svg}"


def parse(scene):
    return ElementTree.fromstring(to_svg(scene))


def classes(root):
    return {word for node in root.iter() for word in node.get("class", "").split()}


@pytest.mark.parametrize("scene", ALL, ids=lambda scene: scene.title)
def test_is_one_svg_with_title_and_description(scene):
    root = parse(scene)
    assert root.tag == f"{NS}svg"
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "title desc"
    assert root.findtext(f"{NS}title") == scene.title
    assert root.findtext(f"{NS}desc") == "; ".join(filter(None, (*scene.notes, scene.about)))


@pytest.mark.parametrize("scene", ALL, ids=lambda scene: scene.title)
def test_is_passive(scene):
    text = to_svg(scene)
    assert not re.search(r"<script|<image|<use|<foreignObject|\bon\w+=|href|@import", text)
    assert re.findall(r"url\([^)]*\)", text) == ["url(#soil)", "url(#tiles)"]
    assert re.findall(r"https?:[^\"]*", text) == ["http://www.w3.org/2000/svg"]


@pytest.mark.parametrize("scene", ALL, ids=lambda scene: scene.title)
def test_same_scene_same_bytes(scene):
    assert to_svg(scene) == to_svg(replace(scene))


def test_sheet_lies_or_stands_as_the_scene_does():
    assert parse(HOUSE).get("viewBox") == f"0 0 {LONG} {SHORT}"
    assert parse(GRAPH).get("viewBox") == f"0 0 {SHORT} {LONG}"
    assert "size:A4 landscape" in to_svg(HOUSE)
    assert "size:A4 portrait" in to_svg(GRAPH)


def placed(scene):
    board = next(node for node in parse(scene).iter(f"{NS}g"))
    found = re.fullmatch(
        r"translate\((\d+) (\d+)\) scale\((\d+\.\d+)\)", board.get("transform", "")
    )
    assert found
    return int(found[1]), int(found[2]), float(found[3])


@pytest.mark.parametrize(
    "scene",
    [*ALL, replace(HOUSE, width=5000, height=40), replace(GRAPH, width=20, height=9000)],
    ids=lambda scene: f"{scene.title} {scene.width}x{scene.height}",
)
def test_board_title_and_legend_fit_on_the_sheet(scene):
    left, top, scale = placed(scene)
    wide, high = map(int, parse(scene).get("viewBox", "").split()[2:])
    assert left >= 0
    assert top >= 0
    assert left + scene.width * scale <= wide
    assert top + scene.height * scale <= high
    notes = [node for node in parse(scene).iter(f"{NS}text") if node.get("class") == "note"]
    assert len(notes) == len(scene.notes) + len(scene.legend)
    assert all(0 < int(node.get("y", "")) <= high for node in notes)


def test_every_role_flag_and_label_is_in_the_picture():
    assert {"room", "visited", "lockable", "locked", "stair", "pawn", "unseen", "trap", "passage",
            "roof", "moon", "earth", "flag", "p1", "wall"} <= classes(parse(HOUSE))  # fmt: skip
    assert {"water", "edge", "circle", "dot", "p3"} <= classes(parse(GRAPH))
    assert {"card", "hidden"} <= classes(parse(CARDS))
    texts = [node.text for node in parse(HOUSE).iter(f"{NS}text")]
    assert {"1", "Tür & Tor", "A", "M", "3", "to 7", "round 1", "door"} <= set(texts)
    assert "449" in [node.text for node in parse(GRAPH).iter(f"{NS}text")]


def test_hostile_writing_stays_writing():
    evil = "<script>\"'&\x00\x1b\u202e]]>"
    scene = Scene(
        evil,
        100,
        100,
        10,
        notes=(evil,),
        areas=(Area("card", 0, 0, 50, 50, evil),),
        labels=(Label("name", 0, 0, evil, 8),),
        about=evil,
    )
    root = parse(scene)
    assert root.findtext(f"{NS}title") == "<script>\"'&   ]]>"
    assert not list(root.iter(f"{NS}script"))
