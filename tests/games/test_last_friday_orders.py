"""What people type in Last Friday, and what they are told."""

import pytest

from games.friday_camp import glade
from games.friday_play import GAME, Weekend, said, weekend
from games.test_last_friday import HIDE, arrival
from games.test_last_friday_chapters import ready, spaced
from paperchase.errors import IllegalMoveError, MalformedError
from paperchase.games.last_friday.orders import pick_step
from paperchase.games.last_friday.state import Stage
from paperchase.rules import Kind


def illegal(table: Weekend, seat: str, order: str, text: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        table.read(seat, order)
    assert text in str(caught.value)


def malformed(table: Weekend, seat: str, order: str, text: str) -> None:
    with pytest.raises(MalformedError) as caught:
        table.read(seat, order)
    assert text in str(caught.value)


# -- the bad inputs of the issue ---------------------------------------------------------------


def test_bad_input_through_a_corpse_without_a_shovel():
    table = weekend(1, campers={"red": "a2"}, corpses=("b2",))
    illegal(table, "red", "go b2 22 b3", "a corpse lies on b2: only a Shovel clears the way")


def test_bad_input_twice_over_one_dot():
    table = weekend(1, campers={"red": "a2"})
    illegal(table, "red", "go b2 a2", "on no dot twice in one turn, and was on a2")


def test_bad_input_onto_another_camper():
    table = weekend(1, campers={"red": "a2", "blue": "b2"})
    illegal(table, "red", "go b2 done", "does not end his turn on another one's dot")


def test_bad_input_a_second_token():
    table = weekend(1, campers={"red": "a2"}, clues={"red": ("trap", "lantern")})
    table.say("red", "use trap b2")
    illegal(table, "red", "use lantern a1", "uses one token a turn")


def test_bad_input_a_key_of_the_wrong_colour():
    table = weekend(1, campers={"red": "a6"}, keys={"red": "blue"})
    illegal(table, "red", "open", "the blue key opens the blue cabin alone, and its door is at d1")


def test_bad_input_a_maniac_step_along_no_edge():
    table = weekend(1, at=22, mover="maniac")
    illegal(table, "maniac", "go 44", "no such way leads from circle 22 to 44")
    illegal(table, "maniac", "go a2 23", "no such way leads from circle 22 to 23")


# -- campers -----------------------------------------------------------------------------------


def test_go_over_a_circle_or_along_a_line():
    table = weekend(1, campers={"red": "b2"})
    told = said(table.read("red", "go 22 b3 a3"))
    assert told["path"] == ["22/b3", "a3"]
    assert table.read("red", "GO b3, A3") == table.read("red", "go 22 b3 a3")
    illegal(table, "red", "go 23 b3", "from b2 to b3 it goes by `22 b3`, not over 23")


def test_go_names_the_circle_where_it_matters_and_there_are_several():
    steps = {45: "45/ab", 46: "46/ab"}
    assert pick_step(steps, "aa", "ab", 46, 2) == "46/ab"
    assert pick_step(steps, "aa", "ab", 0, 1) == "45/ab"
    assert pick_step({0: "ab", **steps}, "aa", "ab", 0, 2) == "ab"
    with pytest.raises(IllegalMoveError, match="say over which circle: `45 ab` or `46 ab`"):
        pick_step(steps, "aa", "ab", 0, 2)


def test_go_by_boat_to_a_pier_or_its_dot():
    table = weekend(1, campers={"red": "b2"})
    assert table.read("red", "go boat east") == table.read("red", "go boat b5")
    malformed(table, "red", "go boat estuary", "no pier 'estuary'")


@pytest.mark.parametrize(
    ("order", "text"),
    [
        ("go", "the way is missing"),
        ("go 22", "the dot is missing"),
        ("go b3 done now", "'now' is one word too many"),
        ("go b33", "'b33' is no dot"),
        ("use", "the token is missing"),
        ("use lamp", "no token 'lamp'"),
        ("use trapp b3", "did you mean trap?"),
        ("drop trap", "the dot is missing"),
        ("drop sword a2", "no token 'sword'"),
        ("tke", "did you mean `take`?"),
        ("take it", "'it' is one word too many"),
    ],
)
def test_campers_are_told_how_an_order_goes(order: str, text: str):
    table = weekend(1, campers={"red": "b2"}, clues={"red": ("trap",)})
    malformed(table, "red", order, text)


def test_an_order_for_somebody_else_says_what_is_asked():
    illegal(weekend(1), "red", "stuck", "is not what is asked for now: go [CIRCLE]")
    illegal(weekend(1, mover="maniac"), "maniac", "take", "is not what is asked for now: go [from")


# -- the Maniac --------------------------------------------------------------------------------


def test_maniac_go_is_enough_where_one_way_leads_there():
    table = weekend(1, at=22, mover="maniac")
    assert table.read("maniac", "go 23") == table.read("maniac", "go b3 23")
    illegal(table, "maniac", "go 12", "several ways lead there: say `b2 a2 12` or `b3 a3 12`")


def test_maniac_go_says_and_opens_by_itself_what_is_due():
    table = weekend(1, at=22, mover="maniac", campers={"red": "b3"}, traps=("b3",))
    table.say("maniac", "go 23")
    told = said(table.record[-1].notice)
    assert (told["kills"], told["traps"]) == (["red"], ["b3"])


def test_maniac_go_lays_the_clue_where_he_says_or_somewhere():
    table = weekend(2, at=22, round=3, mover="maniac")
    assert said(table.read("maniac", "go 23"))["clue"] == "b3"
    assert said(table.read("maniac", "go 23 clue b4"))["clue"] == "b4"
    illegal(table, "maniac", "go 23 clue a1", "the clue of circle 23 goes to one of b3, b4")


def test_maniac_speed_needs_both_steps_and_two_steps_need_speed():
    table = weekend(1, at=22, mover="maniac", held=("speed",))
    illegal(table, "maniac", "go 23 speed", "name both")
    malformed(table, "maniac", "go 23 24", "add `speed`")


def test_maniac_first_turn_of_iii_says_where_he_begins():
    table = weekend(3, ends=(), mover="maniac")
    malformed(table, "maniac", "go 23", "say where you begin")
    table.say("maniac", "go from 22 b3 23")


def test_maniac_is_told_who_stands_in_his_way():
    table = weekend(2, at=22, mover="maniac", campers={"red": "b3"})
    illegal(table, "maniac", "go 23", "a camper stands on the way from circle 22 to 23")


@pytest.mark.parametrize(
    ("order", "text"),
    [
        ("go", "the circle is missing"),
        ("go b3", "the circle is missing"),
        ("go 23 via 9999", "no route '9999'"),
        ("go 23 axe purple", "no colour 'purple'"),
        ("hide", "`hide` is not what is asked for now"),
    ],
)
def test_maniac_is_told_how_an_order_goes(order: str, text: str):
    table = weekend(1, at=22, mover="maniac")
    with pytest.raises((MalformedError, IllegalMoveError), match=text):
        table.read("maniac", order)


def test_hide_names_ten_tokens():
    table = arrival()
    malformed(table, "maniac", HIDE.removesuffix(" hearing"), "the token is missing")
    malformed(table, "maniac", HIDE.replace("shovel", "sword"), "no token 'sword'")
    illegal(table, "maniac", HIDE.replace(" 11 ", " 12 "), "no circle in which he may begin")


# -- round trips -------------------------------------------------------------------------------


def test_orders_come_back_from_what_they_mean():
    table = weekend(
        2,
        at=22,
        mover="maniac",
        round=3,
        held=("axe", "twist", "shadow", "speed", "invisibility"),
    )
    for move in table.choices("maniac"):
        assert table.read("maniac", GAME.grammar.write(move, table.secrets["maniac"])) == move
    for begun in (arrival(), ready("II"), ready("III"), weekend(3, ends=(), mover="maniac")):
        for move in begun.choices("maniac"):
            assert begun.read("maniac", GAME.grammar.write(move)) == move


def test_orders_without_the_secret_show_question_marks():
    table = arrival()
    move = table.read("maniac", HIDE)
    shown = GAME.grammar.write(type(move)(Kind.MOVE, "maniac", move.public))
    assert shown == "hide north ? ? ? ? ? ? ? ? ? ? ?"
    for order, shown in (
        ("go 23", "go ?"),
        ("go 23 b4 24 speed", "go ? speed"),
        ("go 23 axe yellow", "go ? axe yellow"),
    ):
        at = 14 if "axe" in order else 22
        table = weekend(1, at=at, mover="maniac", held=("speed", "axe"))
        move = table.read("maniac", order.replace("23 axe", "15 axe"))
        assert GAME.grammar.write(type(move)(Kind.MOVE, "maniac", move.public)) == shown


def test_help_lists_what_can_be_said_now():
    table = weekend(1, campers={"red": "b2"})
    text = GAME.grammar.help(table.demand("red"))
    assert "take" in text
    assert "stuck" not in text


# -- scenes ------------------------------------------------------------------------------------


def test_scene_shows_the_maniac_to_himself_alone():
    table = weekend(
        1,
        at=22,
        campers={"red": "b1"},
        corpses=("a1",),
        traps=("a2",),
        lanterns=("a3",),
        tokens={"a4": "clue", "a5": "trap", "b4": "key/red", "c3": "hosp/0"},
        tiles={"red": "camper"},
        round=2,
        known={"end/1/0": 22},
        pawn=22,
    )
    seen = GAME.scene(table.rules, table.public, None)
    assert [piece.role for piece in seen.pieces].count("maniac") == 1
    own = GAME.scene(table.rules, table.public, table.secrets["maniac"])
    assert [piece.role for piece in own.pieces].count("lurking") == 1
    roles = {token.role for token in seen.tokens}
    assert roles >= {
        "corpse",
        "bear-trap",
        "lantern",
        "hidden-clue",
        "known-clue",
        "key-red",
        "welcome",
    }
    assert any("red to act" in note for note in seen.notes)


def test_scene_shows_his_hospitality_tokens_to_the_maniac_alone():
    table = arrival()
    table.say("maniac", HIDE)
    own = GAME.scene(table.rules, table.public, table.secrets["maniac"])
    labels = [token.label for token in own.tokens if token.role == "welcome"]
    assert labels == ["R", "Y", "G", "B", "N", "+", "+", "S", "N", "H"]
    seen = GAME.scene(table.rules, table.public, None)
    assert {token.label for token in seen.tokens if token.role == "welcome"} == {""}


def test_scene_of_every_stage():
    table = Weekend(glade(), {"play": "campaign"}, 3)
    seen = set[Stage]()
    while table.rules.pending(table.public):
        seen.add(table.public.stage)
        for secret in (None, table.secrets["maniac"]):
            GAME.scene(table.rules, table.public, secret)
        table.play(most=1, bot=GAME.bot)
    assert Stage.CAMPER in seen
    assert spaced()
