"""Orders: one grammar for all games, tried with the verbs of a game that does not exist."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperchase.errors import IllegalMoveError, MalformedError, PaperchaseError
from paperchase.orders import LONGEST, Ask, Grammar, Verb, Words, quote
from paperchase.rules import Demand, Foul, Kind, Move, Notice, Outcome


class Echo:
    """Rules that accept what they are told, or refuse it as they are told."""

    def pending(self, public: Any) -> tuple[Demand, ...]:
        return (Demand(Kind.MOVE, "b"), Demand(Kind.MOVE, "c", "hunt", must=False))

    def choices(self, public: Any, secret: Any, demand: Demand) -> Any:
        yield Move(demand.kind, demand.seat, "owed", {}, demand.slots)

    def follow(self, public: Any, secret: Any, move: Move) -> Any:
        if public == "foul":
            raise Foul("the rule of feet", secret)
        return secret

    def apply(self, public: Any, notice: Notice) -> Any:
        if public == "illegal":
            raise IllegalMoveError("the rule of hands")
        return notice.opened or public

    def outcome(self, public: Any) -> Outcome | None:
        if public == {"room/1": 7}:
            return Outcome(("b",), "the rule of eyes", "a")
        return None


def _any(demand: Demand) -> bool:
    return demand.kind is Kind.MOVE and demand.about != "hunt"


def _hunt(demand: Demand) -> bool:
    return demand.kind is Kind.MOVE and demand.about == "hunt"


def _place(ask: Ask, words: Words) -> Move:
    card = words.number("card", 0, 42)
    sprints = words.numbers("card", 0, 42) if words.take("sprint") else ()
    return Move(Kind.MOVE, ask.demand.seat, {"place": card, "sprint": list(sprints)})


def _guess(ask: Ask, words: Words) -> Move:
    return Move(Kind.MOVE, ask.demand.seat, {"guess": list(words.numbers("card", 1, 41))})


def _draw(ask: Ask, words: Words) -> Move:
    return Move(Kind.MOVE, ask.demand.seat, {"draw": words.word("pile", ("a", "b", "c"))})


def _walk(ask: Ask, words: Words) -> Move:
    path = words.chain("dot", 1, 300)
    token = words.word("token", ("lantern", "shovel")) if words.take("token", "with") else None
    return Move(Kind.MOVE, ask.demand.seat, {"walk": list(path), "token": token})


def _cell(ask: Ask, words: Words) -> Move:
    cells: list[list[int]] = []
    while words.peek():
        cells.append([*words.chain("cell", 0, 99, by=":")])
    return Move(Kind.MOVE, ask.demand.seat, {"path": cells})


def _hide(ask: Ask, words: Words) -> Move:
    room = words.number("room", 1, 9)
    return Move(Kind.MOVE, ask.demand.seat, None, {"room/1": room}, ("room/1",))


def _name(ask: Ask, words: Words) -> Move:
    return Move(Kind.MOVE, ask.demand.seat, {"hunt": words.number("card", 1, 41)})


GRAMMAR = Grammar(
    verbs=(
        Verb("place", "place CARD [sprint CARD...]", "lay a card", _any, _place),
        Verb("guess", "guess CARD...", "guess at cards", _any, _guess),
        Verb("guess", "guess CARD", "the manhunt", _hunt, _name),
        Verb("draw", "draw PILE", "take a card", _any, _draw),
        Verb("walk", "walk DOT-DOT... [with TOKEN]", "go along dots", _any, _walk, ("go", "run")),
        Verb("path", "path X:Y...", "go along cells", _any, _cell),
        Verb("hide", "hide ROOM", "hide", _any, _hide),
    ),
    spell=lambda move, secret: f"said {move.public}",
)
TURN = Demand(Kind.MOVE, "a")


def read(line: str, demand: Demand = TURN, public: Any = None) -> Any:
    return GRAMMAR.read(Echo(), public, None, demand, line).public  # pyright: ignore[reportArgumentType]


def wrong(line: str, *words: str) -> None:
    with pytest.raises(MalformedError) as caught:
        read(line)
    assert caught.value.code == "malformed/order"
    said = str(caught.value)
    assert all(word in said for word in words), said
    assert said.isprintable()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("place 12", {"place": 12, "sprint": []}),
        ("place 12 sprint 3 5", {"place": 12, "sprint": [3, 5]}),
        ("  PLACE\t12,SPRINT 3, 5 ", {"place": 12, "sprint": [3, 5]}),
        ("guess 4 7", {"guess": [4, 7]}),
        ("guess", {"guess": []}),
        ("draw B", {"draw": "b"}),
        ("walk 17-18-22", {"walk": [17, 18, 22], "token": None}),
        ("go 17 with Lantern", {"walk": [17], "token": "lantern"}),
        ("path 3:4 3:5", {"path": [[3, 4], [3, 5]]}),
        ("place 007", {"place": 7, "sprint": []}),
    ],
)
def test_an_order_is_a_verb_with_arguments(line: str, told: Any):
    assert read(line) == told


def test_several_orders_of_a_text_without_comments():
    text = "place 1; place 2 # two; not three\n\n# none\n ;; guess 4\r\ndraw a"
    assert GRAMMAR.split(text) == ["place 1", "place 2", "guess 4", "draw a"]
    assert GRAMMAR.split("# nothing") == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("plcae 12", ("no order 'plcae'", "did you mean `place`?")),
        ("zzz", ("the orders are", "place", "answer", "open")),
        ("place", ("the card is missing", "place CARD [sprint CARD...]")),
        ("place twelve", ("'twelve' is no card", "from 0 to 42")),
        ("place -3", ("'-3' is no card",)),
        ("place 1.5", ("'1.5' is no card",)),
        ("place 43", ("no card '43'", "from 0 to 42")),
        ("place " + "9" * 30, ("no card '999",)),
        ("place 12 13", ("'13' is one word too many",)),
        ("draw d", ("no pile 'd'", "a, b, c")),
        ("draw", ("the pile is missing: it is one of a, b, c",)),
        ("walk 1 with lantrn", ("did you mean lantern?",)),
        ("walk 1--2", ("'' is no dot",)),
        ("walk 17-", ("is no dot",)),
        ("", ("a verb with arguments",)),
        ("   ", ("a verb with arguments",)),
        ("# place 3", ("a verb with arguments",)),
        ("guess " + "1 " * 300, (f"at most {LONGEST}",)),
    ],
)
def test_a_typo_says_what_to_do(line: str, words: tuple[str, ...]):
    wrong(line, *words)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("рlace 12", ("CYRILLIC SMALL LETTER ER",)),
        ("place １２", ("'１２'", "type it plainly: 12")),
        ("ｐlace 12", ("type it plainly: place",)),
        ("place ²", ("type it plainly: 2",)),
        ("place ١٢", ("ARABIC-INDIC DIGIT ONE",)),
        ("place 1\u200b2", ("ZERO WIDTH SPACE",)),
        ("place \x00", ("U+0000",)),
        ("place \x1b[31m", ("U+001B",)),
        ("place \ud800", ("U+D800",)),
    ],
)
def test_look_alike_letters_and_digits_are_refused(line: str, words: tuple[str, ...]):
    wrong(line, *words)


def test_spaces_of_all_kinds_part_words():
    assert read("place\u00a012\u3000sprint 3") == {"place": 12, "sprint": [3]}


def test_an_order_that_fits_nobody_says_what_is_asked_for():
    with pytest.raises(IllegalMoveError, match="`open` is not what is asked for now: place CARD"):
        read("open")


def test_an_order_out_of_turn_says_whose_turn_it_is():
    hunt = Demand(Kind.MOVE, "a", "hunt", must=False)
    with pytest.raises(
        IllegalMoveError, match="it is the turn of b for `place`; yours: guess CARD"
    ):
        read("place 3", hunt)
    with pytest.raises(IllegalMoveError) as caught:
        read("go 3", hunt)
    assert caught.value.code == "illegal/turn"
    assert "turn of b for `walk`" in str(caught.value)


def test_verbs_of_one_name_are_told_apart_by_the_demand():
    assert read("guess 4", Demand(Kind.MOVE, "a", "hunt")) == {"hunt": 4}
    assert read("guess 4") == {"guess": [4]}


def test_owed_moves_have_verbs_in_every_game():
    answer = Demand(Kind.ANSWER, "a")
    reveal = Demand(Kind.REVEAL, "a", slots=("room/1",))
    assert read("answer", answer) == "owed"
    assert read("OPEN", reveal) == "owed"
    with pytest.raises(IllegalMoveError, match="it is the turn of b for `place`; yours: answer"):
        read("place 3", answer)
    with pytest.raises(IllegalMoveError, match="`answer` is not what is asked for"):
        read("answer")
    with pytest.raises(MalformedError, match="one word too many"):
        read("answer no", answer)
    assert GRAMMAR.write(Move(Kind.ANSWER, "a")) == "answer"
    assert GRAMMAR.write(Move(Kind.REVEAL, "a")) == "open"
    assert GRAMMAR.write(Move(Kind.MOVE, "a", 3)) == "said 3"


@pytest.mark.parametrize(
    ("public", "line", "rule"),
    [
        ("foul", "draw a", "the rule of feet"),
        ("illegal", "draw a", "the rule of hands"),
        (None, "hide 7", "the rule of eyes"),
    ],
)
def test_what_the_rules_forbid_is_refused_by_their_own_words(public: Any, line: str, rule: str):
    with pytest.raises(IllegalMoveError, match=rule):
        read(line, public=public)


def test_help_has_a_line_for_each_order_or_for_those_that_fit():
    assert GRAMMAR.help().count("\n") == 8
    assert GRAMMAR.help(Demand(Kind.MOVE, "a", "hunt")) == "guess CARD  the manhunt"
    assert GRAMMAR.help(Demand(Kind.CHANCE, "*")) == ""


def test_quoted_words_are_short_and_harmless():
    assert quote("x" * 100) == f"'{'x' * 24}…'"
    assert quote("\x1b[0m") == "'?[0m'"


@given(
    st.text(max_size=60) | st.text("place guess draw walk path hide 0123456789-:;#,", max_size=60)
)
def test_no_text_makes_it_fail_otherwise(text: str):
    for line in [text, *GRAMMAR.split(text)]:
        try:
            read(line)
        except PaperchaseError as error:
            said = str(error)
        else:
            said = ""
        assert "\n" not in said
