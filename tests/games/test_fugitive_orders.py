"""The orders of Fugitive: what is refused at the client with its reason, and the way back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.fugitive_play import GAME, Run, put, run, stand
from paperchase.errors import IllegalMoveError, MalformedError
from paperchase.games.fugitive.state import FUGITIVE, Stage
from paperchase.rules import Kind, Move


def refused(game: Run, order: str, *words: str) -> None:
    with pytest.raises((IllegalMoveError, MalformedError)) as caught:
        game.read(order)
    assert all(word in str(caught.value) for word in words), caught.value


def guessing() -> Run:
    return stand([3, 12], hand=[9], found=[3], mover="marshal", stage=Stage.GUESS, guesses=1)


@pytest.mark.parametrize(
    ("order", "same"),
    [
        ("PLACE 4, sprint 1 8", "place 4 sprint 1 8"),
        ("put 4 on 1 8", "place 4 sprint 1 8"),
        ("Place 4  Sprints 8,1", "place 4 sprint 8 1"),
        ("place 3", "place 3"),
    ],
)
def test_place_in_other_words(order: str, same: str):
    game = run()
    assert GAME.grammar.write(game.read(order)) == same


def test_place_keeps_the_order_in_which_sprint_cards_are_named():
    assert run().read("place 3 sprint 15 4 8").hidden == {
        "row/1": 3,
        "sprint/1/1": 15,
        "sprint/1/2": 4,
        "sprint/1/3": 8,
    }


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("place", "the card is missing"),
        ("place 43", "they go from 1 to 42"),
        ("place 0", "they go from 1 to 42"),
        ("place x", "that is a number from 1 to 42"),
        ("place 5", "card 5 is not in the hand"),
        ("place 4", "takes 1 footprints"),
        ("place 4 1", "after the word `sprint`"),
        ("place 4 sprint", "takes 1 footprints"),
        ("place 4 sprint 7", "card 7 is not in the hand"),
        ("place 4 sprint 4", "card 4 is used twice"),
        ("place 4 sprint 8 8", "card 8 is used twice"),
        ("place 3 sprint 42", "42 is no sprint card"),
        ("place 42", "takes 39 footprints"),
        ("place 4 sprint 1 now", "'now' is no card: that is a number from 1 to 42"),
        ("pass", "the first turn takes a hideout"),
        ("guess 3", "not what is asked for"),
        ("plase 3", "did you mean `place`"),
    ],
)
def test_bad_placements_say_why(order: str, why: str):
    refused(run(), order, why)


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("guess 0", "they go from 1 to 41"),
        ("guess 42", "they go from 1 to 41"),
        ("guess 99999999999999999999", "they go from 1 to 41"),
        ("guess -3", "'-3' is no hideout: that is a number from 1 to 41"),
        ("guess 3", "3 lies face up already"),
        ("guess 4 5", "only 1 hideouts lie face down, and 2 are named"),
        ("guess", "name a number, or say `none`"),
        ("guess none 4", "one word too many"),
        ("guess five", "'five' is no hideout: that is a number from 1 to 41"),
        ("draw a", "not what is asked for"),
        ("hunt 5", "not what is asked for"),
    ],
)
def test_bad_guesses_say_why(order: str, why: str):
    refused(guessing(), order, why)


def test_bad_draws_say_why():
    left = {"a": 0, "b": 3, "c": 3}
    game = stand([3, 12], hand=[9], stage=Stage.DRAW, quota=1, left=left)
    refused(game, "draw a", "pile A is empty", "B, C")
    refused(game, "draw d", "it is one of a, b, c")
    refused(game, "draw", "the pile is missing")
    assert game.read("draw C").public == {"draw": "c"}


def test_bad_drops_say_why():
    game = run(events="random").say("place 3 sprint 8 1")
    game.public = replace(game.public, stage=Stage.DROP, gloves=1)
    refused(game, "drop 3", "no face-down sprint card of yours: they are 1, 8")
    assert game.read("drop 1").opens == ("sprint/1/2",)


def test_pass_draw_needs_the_pass_bonus():
    refused(stand([3, 12], hand=[9]), "pass draw", "earns no card in this game")
    game = stand([3, 12], hand=[9], options={"preset": "2e"})
    assert game.read("pass draw").public == {"bonus": True}


def test_numbers_of_a_guess_are_put_in_order_and_those_of_a_hunt_are_not():
    game = stand([3, 12], hand=[9], mover="marshal", stage=Stage.GUESS, guesses=1)
    assert game.read("guess 12 3") == game.read("guess 3, 12")
    hunt = stand([3, 39]).say("place 42")
    assert hunt.read("hunt 39 3") != hunt.read("hunt 3 39")


def test_what_is_hidden_is_spelled_only_for_its_owner():
    game = run()
    move = put(game, 4, 1, 8)
    seen = Move(move.kind, FUGITIVE, move.public)
    assert GAME.grammar.write(seen) == "place ? sprint ? ?"
    assert GAME.grammar.write(Move(Kind.MOVE, FUGITIVE, {"drop": True}, {}, ("x",))) == "drop ?"
    assert GAME.grammar.write(Move(Kind.MOVE, FUGITIVE, {"place": 42, "sprints": 1})) == (
        "place 42 sprint ?"
    )


def test_help_names_what_can_be_said_now():
    assert GAME.grammar.help(run().demand).splitlines()[0].startswith("place CARD [sprint CARD")
    assert GAME.grammar.help(guessing().demand).startswith("guess NUMBER ... | none")


WORDS = ["place", "pass", "sprint", "1", "2", "3", "4", "42", "draw", "a", "guess", "none", "é"]


@given(st.lists(st.sampled_from(WORDS)))
def test_any_words_make_a_legal_move_or_are_refused(words: list[str]):
    game = run()
    try:
        move = game.read(" ".join(words))
    except (IllegalMoveError, MalformedError):
        return
    game.rules.apply(game.public, game.notice(move))
