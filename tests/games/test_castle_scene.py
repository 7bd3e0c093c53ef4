"""The castle as it is drawn: everything to be seen, and nothing on top of a number or a name."""

from importlib.resources import files
from itertools import combinations
from random import Random
from xml.etree import ElementTree

import pytest

from paperchase.games.ghost_chase import GAME
from paperchase.games.ghost_chase.castle import read_castle
from paperchase.games.ghost_chase.scene import UNIT, Marks, Pawn, castle_scene
from paperchase.games.ghost_chase.state import Ghost
from paperchase.rules import Kind, Notice
from paperchase.svg import to_svg
from paperchase.text import to_text
from paperchase.values import pack

DATA = files("paperchase.games.ghost_chase").joinpath("boards", "canterville.toml").read_bytes()
CASTLE = read_castle(DATA, "canterville.toml")
CHASERS = [Pawn("pawn", letter, 25, tone) for tone, letter in enumerate("ABCD")]
BUSY = Marks(dict.fromkeys(CASTLE.rooms, "12"), trap=25, locked=30, chimney=True)


def box_of_label(label):
    # Widths of DejaVu Sans, the widest font that the picture may be drawn with.
    em = 70 if "number" in label.role else 60
    wide = len(label.text) * label.size * em // 100
    return (label.x, label.y - label.size * 3 // 4, label.x + wide, label.y)


def box_of_sign(sign):
    left, top, right, foot = {
        "door": (-3, -19, 3, 0),
        "stair": (-10, 0, 10, 15),
        "ladder": (-4, -5, 4, 15),
        "trapdoor": (-8, -9, 8, 12),
        "hearth": (-33, -18, 12, 0),
    }[sign.role]
    return (sign.x + left, sign.y + top, sign.x + right, sign.y + foot)


def overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@pytest.mark.parametrize("marks", [None, BUSY], ids=["empty", "busy"])
@pytest.mark.parametrize("room", CASTLE.rooms)
def test_nothing_covers_a_number_or_a_name(room, marks):
    pawns = [*(Pawn("pawn", pawn.label, room) for pawn in CHASERS), Pawn("ghost", "M", room)]
    scene = castle_scene(CASTLE, pawns if marks else (), marks)
    area = scene.areas[room - 1]
    inside = (area.x + 2, area.y + 2, area.x + area.w - 2, area.y + area.h - 2)
    labels = [
        label
        for label in scene.labels
        if area.x <= label.x < area.x + area.w and area.y <= label.y < area.y + area.h
    ]
    assert labels[0].text == str(room)
    assert " ".join(label.text for label in labels[1:]) == CASTLE.rooms[room].name
    things = [box_of_sign(sign) for sign in scene.signs]
    things += [(p.x - 6, p.y - 20, p.x + 6, p.y) for p in scene.pieces]
    things += [(t.x - 5, t.y - 5, t.x + 5, t.y + 5) for t in scene.tokens]
    for label in labels:
        box = box_of_label(label)
        assert inside[0] <= box[0] < box[2] <= inside[2]
        assert inside[1] <= box[1] < box[3] <= inside[3]
        assert label.size >= 7
        assert not [thing for thing in things if overlap(box, thing)]
    for one, other in combinations(labels, 2):
        assert not overlap(box_of_label(one), box_of_label(other))
    for x in [piece.x for piece in scene.pieces]:
        assert area.x + 6 <= x <= area.x + area.w - 6


def test_every_way_lock_and_secret_is_drawn():
    scene = castle_scene(CASTLE, marks=Marks(locked=30))
    assert len([sign for sign in scene.signs if sign.role != "hearth"]) == len(CASTLE.ways)
    hearths = [(sign.x, sign.label) for sign in scene.signs if sign.role == "hearth"]
    assert sorted(label for _, label in hearths) == ["42", "53"]
    doors = [sign for sign in scene.signs if "lockable" in sign.flags]
    assert len(doors) == len(set(CASTLE.locks.values()))
    (locked,) = [sign for sign in scene.signs if "locked" in sign.flags]
    assert locked.x == CASTLE.rooms[30].x * UNIT
    assert [line.role for line in scene.lines] == ["passage"]
    assert len([area for area in scene.areas if "lockable" in area.flags]) == 8
    assert {entry.role for entry in scene.legend} >= {sign.role for sign in scene.signs}


def test_neighbours_have_wallpapers_of_their_own():
    scene = castle_scene(CASTLE)
    for room, near in CASTLE.ghost.items():
        for other in near:
            assert scene.areas[room - 1].tone % 5 != scene.areas[other - 1].tone % 5


def test_the_terminal_shows_all_rooms_figures_and_marks_in_80_columns():
    marks = Marks({3: "7", 26: "2,7"}, trap=42, locked=30, chimney=True)
    scene = castle_scene(CASTLE, [*CHASERS, Pawn("ghost", "M", 41)], marks, ("round 9",))
    lines = to_text(scene).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) < 40
    text = "\n".join(lines)
    assert all(f"│{number}" in text or f"┤{number}" in text for number in CASTLE.rooms)
    for seen in ("ABCD", "M", "│3*7", "│26*", "│42!", "#", "round 9"):
        assert seen in text
    assert to_text(scene, names=True).count("Billiard Room") == 1


def test_in_words():
    marks = Marks({3: "7"}, trap=42, locked=30)
    about = castle_scene(CASTLE, CHASERS[:1], marks).about
    assert about == "A in 25 Chapel; visited: 3 Armoury; trap in 42 Attic; door 29-30 locked"
    assert castle_scene(CASTLE).about == "nobody in it yet"


def test_a_narrow_room_with_a_long_name_is_still_drawn():
    text = DATA.decode()
    text = text.replace(
        '"Vestibule", x = 0, y = 40, w = 8', '"ДлинноеНазваниеБезПробел", x = 4, y = 40, w = 4'
    )
    text = text.replace('1-20 = { kind = "stair", at = 6 }', '1-20 = { kind = "stair" }')
    castle = read_castle(text.encode(), "narrow.toml")
    scene = castle_scene(castle, [Pawn("pawn", "A", 1)] * 5, Marks({1: "1"}, trap=1))
    ElementTree.fromstring(to_svg(scene))
    assert "│1*" in to_text(scene)


OPTIONS = [
    {"chasers": 4, "door": True, "chimney": True},
    {"chasers": 3, "memory": True},
    {"chasers": 2, "door": True, "frames": "five"},
    {"chasers": 1},
]


def play(options, seed):
    """A bot's game: each public state with the secrets of all seats."""
    chance = Random(seed)
    rules = GAME.rules(CASTLE, options)
    public = rules.start()
    secrets = {seat: rules.secret(public, seat) for seat in rules.seats}
    hidden = {}
    while pending := rules.pending(public):
        demand = pending[0]
        if demand.kind is Kind.CHANCE:
            picks = tuple(chance.randrange(lot) for lot in demand.lots)
            move = rules.draw(public, None, demand, picks)
        else:
            secret = secrets[demand.seat]
            move = GAME.bot(rules, public, secret, demand, chance.randrange)
            secrets[demand.seat] = rules.follow(public, secret, move)
        hidden.update(move.hidden)
        opened = {slot: hidden[slot] for slot in move.opens}
        public = rules.apply(
            public, Notice(move.kind, move.seat, move.public, tuple(move.hidden), opened)
        )
        yield rules, public, secrets


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_whole_games_are_drawn(options):
    states = list(play(options, 7))
    for rules, public, secrets in states[::3] + states[-1:]:
        scene = GAME.scene(rules, public, None)
        ElementTree.fromstring(to_svg(scene))
        assert to_text(scene)
        figures = sum(1 for room in public.figures if room)
        assert len(scene.pieces) == figures + bool(public.ghost)
        assert scene.notes[0] == rules.caption(public)
        for seat in rules.seats[1:]:
            assert pack(GAME.scene(rules, public, secrets[seat])) == pack(scene)


def test_only_max_sees_where_he_is():
    rules, public, secrets = next(
        state for state in play({"chasers": 1}, 3) if state[1].round == 3 and not state[1].ghost
    )
    open_to_all = GAME.scene(rules, public, None)
    own = GAME.scene(rules, public, secrets["ghost"])
    assert "M" not in {piece.label for piece in open_to_all.pieces}
    assert [piece.role for piece in own.pieces if piece.label == "M"] == ["unseen"]
    visited = {area.label for area in own.areas if "visited" in area.flags}
    assert visited == {str(room) for room in secrets["ghost"].visited}
    assert {area.label for area in open_to_all.areas if "visited" in area.flags} < visited
    elsewhere = Ghost(at=54, visited=frozenset({54}))
    assert GAME.scene(rules, public, None) == open_to_all != GAME.scene(rules, public, elsewhere)


def test_memory_shows_opened_rooms_to_max_alone():
    states = [state for state in play({"chasers": 3, "memory": True}, 1) if len(state[1].trail) > 3]
    rules, public, secrets = states[0]
    shown = [GAME.scene(rules, public, secret) for secret in (None, secrets["ghost"])]
    flagged = [any("visited" in area.flags for area in scene.areas) for scene in shown]
    assert flagged == [False, True]
