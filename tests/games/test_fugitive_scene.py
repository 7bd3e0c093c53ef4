"""Fugitive as it is drawn: what each sees, what nobody may see, and that all of it fits."""

import pytest
from msgspec.structs import replace

from games.fugitive_play import EVENTS, GAME, Run, run, stand
from paperchase.games.fugitive.notes import ranges
from paperchase.games.fugitive.scene import scene
from paperchase.games.fugitive.state import CLOSED, FUGITIVE, MARSHAL, Place, Stage
from paperchase.scene import Scene
from paperchase.svg import to_svg
from paperchase.text import to_text
from paperchase.values import pack


def seen(game: Run, seat: str = "") -> Scene:
    return scene(game.rules, game.public, game.secrets[seat] if seat else None)


def middle() -> Run:
    """3 and 19 lie open, 7 and 27 face down; both hold cards."""
    return stand([3, 7, 19, 27], hand=[28, 31, 34, 36], found=[3, 19], marshal=[8, 9, 26])


def test_everybody_sees_the_row_and_no_face_down_card():
    text = to_text(seen(middle()))
    assert "│  3 │" in text
    assert "│ 19 │" in text
    assert text.count("│ ?? │") == 2 or text.count("?? ") == 2
    assert "(7)" not in text


def test_what_a_spectator_and_the_marshal_see_says_nothing_of_the_secret():
    one = middle()
    other = stand([3, 8, 19, 26], hand=[20, 30, 34, 37], found=[3, 19], marshal=[8, 9, 26])
    other.public = one.public
    assert seen(one) == seen(other)
    other.secrets[MARSHAL] = one.secrets[MARSHAL]
    assert seen(one, MARSHAL) == seen(other, MARSHAL)


def test_the_fugitive_sees_his_own_cards():
    text = to_text(seen(middle(), FUGITIVE))
    assert "( 7)" in text or "(7)" in text
    assert "(27)" in text
    for card in ("28..", "31.", "34..", "42"):
        assert card in text


def test_the_fugitive_sees_what_each_hideout_costs():
    notes = seen(middle(), FUGITIVE).notes
    assert "you are at 27 and reach 28 free, 31 for 1 footprint, 34 for 4 footprints" in notes
    stuck = stand([3, 20])
    assert "you are at 20 and reach nothing" in seen(stuck, FUGITIVE).notes


def test_the_marshal_sees_his_cards_and_a_notepad():
    text = to_text(seen(middle(), MARSHAL))
    assert "h8│" in text
    assert "8.." in text
    assert "[19]" in text
    assert "Notepad" in text


def suspected(game: Run, seat: str = "") -> str:
    notes = seen(game, seat).notes
    return next(note for note in notes if note.startswith("face down")).split(": ", 1)[1]


def test_the_notepad_excludes_what_lies_open_what_the_marshal_holds_and_what_was_missed():
    game = stand(
        [3, 5, 7],
        hand=[9],
        found=[3, 7],
        marshal=[4],
        mover=MARSHAL,
        stage=Stage.GUESS,
        guesses=1,
    )
    assert suspected(game) == suspected(game, FUGITIVE) == "2: 4-6"
    assert suspected(game, MARSHAL) == "2: 5 6"
    game.say("guess 6").answer()
    assert suspected(game) == "2: 4 5"
    assert suspected(game, MARSHAL) == "2: 5"


def test_the_notepad_takes_a_miss_of_several_apart_once_the_others_are_found():
    game = stand([3, 5, 7], hand=[9], mover=MARSHAL, stage=Stage.GUESS, guesses=9)
    game.say("guess 3 6").answer()
    assert suspected(game) == "1: 1-3; 2: 2-6; 3: 3-9"
    game.say("guess 3").answer()
    assert suspected(game) == "2: 4 5; 3: 5 7 8"


def one_down(place: Place) -> Run:
    game = stand([3])
    game.public = replace(game.public, row=(Place(0), place))
    return game


def test_the_notepad_knows_how_far_sprint_cards_carry_and_from_which_piles_he_drew():
    game = run().say("place 3 sprint 1 2 6", "place 8 sprint 4")
    assert suspected(game) == "1: 1-9; 2: 2-14"
    assert suspected(one_down(Place(stock=(3, 0, 2), free=27))) == "1: 1-14 29 30"
    assert suspected(one_down(Place(stock=(0, 0, 0), free=9))) == "1: 1-3"


def test_the_notepad_knows_what_the_informant_heard():
    assert suspected(one_down(Place(stock=(3, 3, 0), free=20, zone="b"))) == "1: 15-23"


def test_the_manhunt_is_announced_and_explained():
    notes = seen(stand([3, 39]), FUGITIVE).notes
    assert "42 begins a manhunt: no hideout from 30 up lies face up" in notes
    notes = seen(stand([3, 31, 39], found=[31])).notes
    assert "42 wins at once: 31 lies face up" in notes
    notes = seen(stand([3, 39]).say("place 42")).notes
    assert "manhunt: 2 to name, and the first wrong number loses" in notes


def test_a_card_that_lies_there_and_is_in_the_own_hand_is_pointed_out():
    game = stand([3, 8], found=[8])
    game.secrets[MARSHAL] = game.secrets[MARSHAL].__class__(hand=frozenset({8, 9}))
    assert any(note.startswith("YOU HOLD 8") for note in seen(game, MARSHAL).notes)


@pytest.mark.parametrize("events", EVENTS)
def test_every_state_is_drawn_within_a_terminal(events: str):
    for seed in range(4):
        game = Run({"events": events, "preset": "2e"}, seed)
        while game.rules.pending(game.public):
            game.play(most=9)
            for seat in ("", FUGITIVE, MARSHAL):
                picture = seen(game, seat)
                text = to_text(picture)
                assert "The picture needs" not in text
                assert max(map(len, text.splitlines())) <= 80
                assert to_svg(picture).startswith("<?xml")
                pack(picture)
                for area in picture.areas:
                    assert area.x >= 0
                    assert area.x + area.w <= picture.width
                    assert area.y + area.h <= picture.height
                assert all(len(note) <= 200 for note in picture.notes)


def test_nothing_in_the_row_covers_anything_else():
    game = Run({"preset": "2e"}, 3).play(most=80)
    areas = seen(game, FUGITIVE).areas
    for index, one in enumerate(areas):
        for other in areas[index + 1 :]:
            apart = (
                one.x + one.w <= other.x
                or other.x + other.w <= one.x
                or one.y + one.h <= other.y
                or other.y + other.h <= one.y
            )
            assert apart, (one, other)


def test_a_long_row_is_drawn_in_lines_and_a_deep_stack_in_short():
    game = stand([*range(1, 16)], hand=[20])
    assert to_text(seen(game)).count("?? ") >= 15
    deep = run().say("place 3 sprint 1 2 4 6 8 15 16")
    place = deep.public.row[-1]
    sprints = (*[CLOSED] * 8, 20, CLOSED)
    row = (*deep.public.row[:-1], replace(place, sprints=sprints))
    deep.public = replace(deep.public, row=row)
    # What lies open is never among those that are told in a word.
    assert "│ 20 │" in to_text(seen(deep))
    assert "│ +3 │" in to_text(seen(deep))


def test_numbers_in_few_words():
    assert ranges([4, 5, 6, 9, 11, 12]) == "4-6 9 11 12"
    assert ranges([]) == ""


def test_title_and_words():
    picture = seen(middle(), FUGITIVE)
    assert picture.title == "Fugitive"
    assert picture.about == "row: 0, 3, 7 face down, 19, 27 face down"
    assert GAME.scene(middle().rules, middle().public, None).about == (
        "row: 0, 3, face down, 19, face down"
    )
