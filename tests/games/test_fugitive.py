"""One test for each rule of Fugitive (see fugitive_play)."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.fugitive_oracle import examine
from games.fugitive_play import DATA, EMPTY, PRESETS, Run, marshal, put, run, stand, standard
from paperchase.errors import IllegalMoveError, MalformedError
from paperchase.games.fugitive.deck import footprints, read_deck
from paperchase.games.fugitive.judge import contradiction
from paperchase.games.fugitive.rules import fugitive
from paperchase.games.fugitive.state import CLOSED, FUGITIVE, MARSHAL, Place, Stage
from paperchase.rules import DEALER, Demand, Foul, Kind, Move, Notice


def refused(game: Run, move: Move, *words: str) -> None:
    """The public step refuses it, and says why."""
    with pytest.raises(IllegalMoveError) as caught:
        game.rules.apply(game.public, game.notice(move))
    assert all(word in str(caught.value) for word in words), caught.value


def unreadable(game: Run, order: str, *words: str) -> None:
    """The client refuses the order, and says why."""
    with pytest.raises((IllegalMoveError, MalformedError)) as caught:
        game.read(order)
    assert all(word in str(caught.value) for word in words), caught.value


def foul(game: Run, move: Move, *words: str) -> None:
    """The public step cannot see it, and the hidden one finds it."""
    game.rules.apply(game.public, game.notice(move))
    with pytest.raises(Foul) as caught:
        game.rules.follow(game.public, game.secrets[FUGITIVE], move)
    assert all(word in str(caught.value) for word in words), caught.value


def fair(game: Run) -> bool:
    """The oracle's word, for a game that has ended."""
    return not examine(game.options, game.record)


def won(game: Run, seat: str) -> bool:
    outcome = game.public.outcome
    return outcome is not None and outcome.winners == (seat,) and outcome.foul is None


def claim(right: Any, *opens: str, kind: str = "hit") -> Move:
    """What a fugitive answers, true or not."""
    return Move(Kind.ANSWER, FUGITIVE, {kind: right}, {}, opens)


def ended(game: Run) -> bool:
    return game.public.stage is Stage.OVER


# -- cards and setup ---------------------------------------------------------------------------


def test_footprints_odd_cards_carry_one_and_even_cards_two():
    assert [footprints(card) for card in (1, 2, 3, 4, 41, 42)] == [1, 2, 1, 2, 1, 2]


def test_piles_are_4_to_14_and_15_to_28_and_29_to_41():
    piles = standard().piles
    assert [(pile.name, pile.low, pile.high) for pile in piles] == [
        ("a", 4, 14),
        ("b", 15, 28),
        ("c", 29, 41),
    ]


def test_setup_three_cards_of_a_and_two_of_b_leave_8_12_and_13():
    game = run(hand=(4, 6, 8, 15, 16))
    assert game.hand == {1, 2, 3, 42, 4, 6, 8, 15, 16}
    assert game.public.left == {"a": 8, "b": 12, "c": 13}
    assert game.public.hands == {FUGITIVE: 9, MARSHAL: 0}
    assert game.secrets[MARSHAL].hand == frozenset()
    assert game.public.row == (Place(0),)


def test_setup_is_one_private_draw_with_a_slot_for_each_card():
    game = Run()
    demand = game.demand
    assert (demand.kind, demand.seat) == (Kind.CHANCE, FUGITIVE)
    assert demand.slots == tuple(f"card/{n}" for n in range(1, 6))
    assert demand.lots == (11, 10, 9, 14, 13)


def test_zero_is_in_no_hand_and_no_pile():
    dealer = Run().secrets[DEALER]
    assert sorted(card for pile in dealer.piles.values() for card in pile) == [*range(4, 42)]


# -- the opening -------------------------------------------------------------------------------


def test_opening_is_one_or_two_hideouts_without_a_draw():
    game = run()
    assert game.public.stage is Stage.OPEN
    game.say("place 2", "pass")
    assert (game.public.mover, game.public.stage) == (MARSHAL, Stage.DRAW)
    game = run().say("place 2", "place 4")
    assert (game.public.mover, len(game.public.row)) == (MARSHAL, 3)


def test_opening_of_no_hideout_is_refused():
    refused(run(), Move(Kind.MOVE, FUGITIVE, {"bonus": False}), "takes a hideout")


def test_opening_may_sprint():
    game = run().say("place 4 sprint 1", "place 8 sprint 3")
    assert [len(place.sprints) for place in game.public.row] == [0, 1, 1]


@pytest.mark.parametrize("options", [{"preset": "strict"}, {"preset": "2e"}, {"opening": "two"}])
def test_opening_of_exactly_two_forbids_a_single_hideout(options: dict[str, Any]):
    game = run(**options).say("place 2")
    foul(game, Move(Kind.MOVE, FUGITIVE, {"bonus": False}), "a second was in reach")
    assert not [move for move in game.choices() if move.public == {"bonus": False}]
    game.say("place 3")
    assert game.public.mover == MARSHAL


def test_opening_of_exactly_two_is_passed_if_no_second_is_in_reach():
    game = run(hand=(12, 13, 14, 27, 28), preset="strict")
    game.say("place 3 sprint 1 2 12 13 14 27")
    assert [move.public for move in game.choices()] == [{"bonus": False}]
    game.say("pass")
    assert game.public.mover == MARSHAL


def test_opening_option_overrules_the_preset():
    game = run(preset="strict", opening="one-or-two").say("place 2", "pass")
    assert game.public.mover == MARSHAL


# -- placing -----------------------------------------------------------------------------------


def test_place_up_to_three_further_is_free():
    game = run()
    for card in (1, 2, 3):
        assert game.rules.follow(game.public, game.secrets[FUGITIVE], put(game, card)).at == card
    foul(game, put(game, 4), "from 0 to 4 takes 1 footprints, and these are 0")


def test_place_takes_a_footprint_for_each_step_beyond_three():
    """The example of the seed: from 7 to 12 takes two."""
    game = run(hand=(7, 12, 5, 15, 16)).say("place 2", "place 7 sprint 3 1")
    game.say("draw b", "draw b", "guess none", "draw c")
    foul(game, put(game, 12, 5), "takes 2 footprints, and these are 1")
    foul(game, put(game, 12), "takes 2 footprints, and these are 0")
    game.say("place 12 sprint 16")
    assert game.public.row[-1] == Place(CLOSED, (CLOSED,), stock=(3, 2, 1))


def test_place_does_not_count_the_hideouts_own_footprints():
    game = run(hand=(4, 5, 6, 15, 16))
    foul(game, put(game, 5, 1), "takes 2 footprints, and these are 1")


def test_place_only_goes_up():
    game = run().say("place 3")
    foul(game, put(game, 2), "2 does not lie beyond 3")
    foul(game, put(game, 1), "hideouts only go up")


def test_place_only_cards_in_the_hand():
    game = run()
    foul(game, put(game, 5, 1, 2), "card 5 is not in the hand")
    foul(game, put(game, 3, 7), "card 7 is not in the hand")


def test_place_a_card_once():
    game = run().say("place 3 sprint 2")
    foul(game, put(game, 4, 2), "card 2 is not in the hand")
    foul(game, put(game, 4, 4), "card 4 is used twice")
    foul(game, put(game, 4, 8, 8), "card 8 is used twice")


@pytest.mark.parametrize("value", [-1, 0, 43, 999, 2**53 - 1])
def test_place_only_cards_that_exist(value: int):
    game = run()
    foul(game, put(game, value), f"there is no card {value}")
    foul(game, put(game, 3, value), f"there is no card {value}")


def test_place_more_sprint_cards_than_needed_is_a_legal_bluff():
    game = run().say("place 3 sprint 1 2 4 6 8 15 16")
    assert len(game.public.row[1].sprints) == 7
    assert game.public.hands[FUGITIVE] == 1


def test_place_cards_leave_the_hand_for_good():
    game = run().say("place 3 sprint 1 8")
    assert game.hand == {2, 42, 4, 6, 15, 16}
    assert game.public.hands[FUGITIVE] == 6


def test_place_shows_how_many_sprint_cards_there_are_and_nothing_else():
    game = run()
    one, other = put(game, 3, 1, 8), put(game, 2, 16, 4)
    assert game.notice(one) == game.notice(other)
    assert game.rules.apply(game.public, game.notice(one)) == game.rules.apply(
        game.public, game.notice(other)
    )


def test_place_seals_every_card_apart():
    assert set(put(run(), 3, 1, 8).hidden) == {"row/1", "sprint/1/1", "sprint/1/2"}


def test_42_is_never_a_sprint_card():
    foul(run(), put(run(), 3, 42), "42 is no sprint card")


def test_42_is_never_face_down():
    move = Move(Kind.MOVE, FUGITIVE, {"place": 0, "sprints": 0}, {"row/3": 42})
    foul(stand([3, 39], hand=[9]), move, "42 lies face up")


def test_the_last_card_but_42_cannot_be_a_sprint_card_besides():
    game = run()
    cards = [1, 2, 4, 6, 8, 15, 16]
    refused(game, put(game, 3, *cards, 42), "without 42 the fugitive holds 8 cards, and 9 are")
    refused(game, put(game, 3, *cards, 42, 9), "holds 9 cards, and 10 are")


@pytest.mark.parametrize("number", [1, 41, 43, -42])
def test_only_42_is_placed_face_up(number: int):
    refused(run(), put(run(), 3, place=number), "only 42")


# -- turns -------------------------------------------------------------------------------------


def test_marshal_draws_two_cards_first_and_sees_one_before_the_other():
    game = run(cards=(20, 35)).say("place 2", "pass")
    game.say("draw b")
    assert game.secrets[MARSHAL].hand == {20}
    assert game.public.stage is Stage.DRAW
    game.say("draw c")
    assert game.secrets[MARSHAL].hand == {20, 35}
    assert game.public.stage is Stage.GUESS


def test_marshal_may_draw_both_from_one_pile():
    game = run().say("place 2", "pass", "draw c", "draw c")
    assert game.public.taken[MARSHAL] == {"a": 0, "b": 0, "c": 2}


def test_later_turns_begin_with_one_draw_for_both():
    game = run().say("place 2", "pass", "draw c", "draw c", "guess none")
    assert (game.public.mover, game.public.stage, game.public.turn) == (FUGITIVE, Stage.DRAW, 2)
    game.say("draw a")
    assert game.public.stage is Stage.ACT
    game.say("pass", "draw a")
    assert (game.public.mover, game.public.stage) == (MARSHAL, Stage.GUESS)


def test_a_later_turn_has_one_hideout():
    game = run().say("place 2", "pass", "draw c", "draw c", "guess none", "draw a", "place 3")
    assert game.public.mover == MARSHAL


def test_a_drawn_card_is_in_the_hand_of_its_drawer_alone():
    game = run(cards=(20, 35, 41)).say("place 2", "pass", "draw b", "draw c", "guess none")
    game.say("draw c")
    assert 41 in game.hand
    assert 41 not in game.secrets[MARSHAL].hand
    assert 41 not in game.secrets[DEALER].piles["c"]
    assert game.public.left["c"] == 11


def test_passing_is_public_and_always_legal_after_the_opening():
    game = run().say("place 2", "pass", "draw c", "draw c", "guess none", "draw a")
    game.say("pass")
    assert game.public.mover == MARSHAL
    assert game.record[-1].notice.public == {"bonus": False}


def test_only_who_is_asked_may_move():
    game = run()
    refused(game, marshal({"draw": "a"}), "not asked")
    game.say("place 2", "pass")
    refused(game, Move(Kind.MOVE, FUGITIVE, {"draw": "a"}), "not asked")
    refused(game, Move(Kind.ANSWER, FUGITIVE, {"hit": True}), "not asked")


# -- guesses and answers -----------------------------------------------------------------------


def guessing(*orders: str, **options: Any) -> Run:
    """The marshal's first guess, after these placements."""
    return run(hand=(4, 6, 8, 15, 16), **options).say(*orders, "draw c", "draw c")


def test_guess_right_opens_the_hideout_with_its_sprint_cards():
    game = guessing("place 4 sprint 1", "place 6 sprint 8 15").say("guess 6").answer()
    assert game.public.row[2] == Place(6, (8, 15), stock=(3, 2, 0))
    assert game.public.row[1].value == CLOSED
    assert game.record[-1].notice.opened == {"row/2": 6, "sprint/2/1": 8, "sprint/2/2": 15}


def test_guess_of_several_right_opens_all_of_them():
    game = guessing("place 3", "place 4")
    game.say("guess 4 3").answer()
    assert [place.value for place in game.public.row] == [0, 3, 4]
    assert won(game, MARSHAL)
    assert fair(game)


def test_guess_of_several_with_one_wrong_opens_nothing():
    game = guessing("place 3", "place 4").say("guess 3 5").answer()
    assert [place.value for place in game.public.row] == [0, CLOSED, CLOSED]
    assert game.record[-1].notice.public == {"hit": False}
    assert game.public.misses[-1].numbers == (3, 5)


def test_guess_names_numbers_not_sprint_cards():
    game = guessing("place 4 sprint 1", "place 6 sprint 8").say("guess 8").answer()
    assert game.record[-1].notice.public == {"hit": False}


def test_guess_may_name_the_latest_hideout():
    game = guessing("place 3", "place 4").say("guess 4").answer()
    assert game.public.row[2].value == 4


def test_guess_of_a_card_in_ones_own_hand_is_legal():
    game = run(cards=(20, 35)).say("place 3", "pass", "draw b", "draw c", "guess 35").answer()
    assert game.record[-1].notice.public == {"hit": False}


def test_guess_of_nothing_is_allowed_and_gets_no_answer():
    game = guessing("place 3", "place 4").say("guess none")
    assert (game.public.mover, game.public.stage) == (FUGITIVE, Stage.DRAW)
    assert game.public.misses == ()


def test_guess_is_one_a_turn():
    game = guessing("place 3", "place 4").say("guess 9").answer()
    assert game.public.mover == FUGITIVE


@pytest.mark.parametrize(
    ("guess", "why"),
    [
        ([0], "1 to 41"),
        ([42], "1 to 41"),
        ([-3], "1 to 41"),
        (["3"], "list of int"),
        ([True], "list of int"),
        ([None], "list of int"),
        ([3, 3], "3 is named twice"),
        ([3, 4, 5], "only 2 hideouts lie face down, and 3 are named"),
        ([5, 4], "in order"),
    ],
)
def test_guess_that_cannot_be_right_is_refused(guess: list[Any], why: str):
    refused(guessing("place 3", "place 4"), marshal({"guess": guess}), why)


def test_guess_of_an_open_hideout_is_refused():
    game = guessing("place 3", "place 4").say("guess 3").answer()
    game.say("draw a", "pass", "draw a")
    refused(game, marshal({"guess": [3]}), "3 lies face up already")


@pytest.mark.parametrize("told", [None, {}, {"guess": 3}, {"guess": [3], "hunt": []}, [3]])
def test_guess_is_a_list_of_numbers(told: Any):
    refused(guessing("place 3", "place 4"), marshal(told), "guess (list of int)")


def test_answer_is_the_one_truth():
    game = guessing("place 4 sprint 1", "place 6").say("guess 4")
    (owed,) = game.choices()
    assert owed == claim(True, "row/1", "sprint/1/1")
    game = guessing("place 4 sprint 1", "place 6").say("guess 4 7")
    (owed,) = game.choices()
    assert owed == claim(False)


def test_answer_yes_with_fewer_slots_is_refused():
    game = guessing("place 4 sprint 1", "place 6").say("guess 4 6")
    refused(game, claim(True, "row/1", "sprint/1/1"), "opens 1 hideouts, and 2 are right")
    refused(game, claim(True, "row/1", "row/2"), "opens row/1, sprint/1/1, row/2")
    refused(game, claim(True), "opens 0 hideouts")
    refused(game, claim(False, "row/2"), "opens nothing")


def test_answer_yes_with_other_slots_is_a_foul_at_once():
    game = guessing("place 4 sprint 1", "place 6").say("guess 4")
    game.enter(claim(True, "row/2"))
    outcome = game.public.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.foul) == ((MARSHAL,), FUGITIVE)
    assert "other hideouts" in outcome.why
    assert not fair(game)


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ((5,), "from 0 to 5 takes more footprints"),
        ((3, 42), "42 is no sprint card"),
        ((3, 3), "card 3 lies there twice"),
        ((3, 0), "no card 0"),
        ((3, 43), "no card 43"),
    ],
)
def test_an_opened_card_that_cannot_be_right_is_a_foul_at_once(cards: tuple[int, ...], why: str):
    game = run()
    game.enter(put(game, *cards))
    game.say("pass", "draw c", "draw c", f"guess {cards[0]}")
    game.answer()
    outcome = game.public.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.foul) == ((MARSHAL,), FUGITIVE)
    assert why in outcome.why
    assert not fair(game)


def test_contradiction_counts_closed_sprint_cards_as_much_as_any_could():
    deck = standard()
    down = Place(CLOSED, (CLOSED,))
    assert not contradiction(deck, (Place(0), down, Place(8)))
    assert contradiction(deck, (Place(0), down, Place(9)))
    assert contradiction(deck, (Place(0), down, down, Place(2)))
    assert not contradiction(deck, (Place(0), down, down, Place(3)))
    assert not contradiction(deck, (Place(0), Place(6, (CLOSED,), free=2)))


def test_all_hideouts_found_wins_for_the_marshal_at_once():
    game = guessing("place 3", "pass").say("guess 3").answer()
    assert won(game, MARSHAL)
    assert fair(game)


# -- 42 and the manhunt ------------------------------------------------------------------------


def test_manhunt_begins_when_42_is_placed_with_29_as_the_highest_open_hideout():
    game = stand([27, 29, 39], found=[27, 29]).say("place 42")
    assert game.public.stage is Stage.HUNT
    assert game.public.row[-1].value == 42


def test_42_wins_at_once_with_30_as_the_highest_open_hideout():
    game = stand([27, 30, 39], found=[27, 30]).say("place 42")
    assert won(game, FUGITIVE)


def test_42_itself_and_zero_do_not_spare_the_manhunt():
    game = stand([39]).say("place 42")
    assert game.public.stage is Stage.HUNT


def test_an_open_sprint_card_does_not_spare_the_manhunt():
    game = stand([27, 39], found=[27])
    row = (*game.public.row[:2], replace(game.public.row[2], sprints=(41, CLOSED)))
    game.public = replace(game.public, row=row)
    assert game.say("place 42").public.stage is Stage.HUNT


def test_42_needs_a_legal_distance_like_any_card():
    game = stand([37], hand=[31, 4])
    foul(game, put(game, 42), "takes 2 footprints, and these are 0")
    foul(game, put(game, 42, 31), "takes 2 footprints, and these are 1")
    game.say("place 42 sprint 4")
    assert game.public.stage is Stage.HUNT


def test_42_is_refused_where_everybody_sees_that_it_is_too_far():
    game = stand([36], hand=[31, 4, 7], found=[36])
    refused(game, put(game, 42, 4), "out of reach with 1 sprint cards")
    foul(game, put(game, 42, 31, 7), "takes 3 footprints, and these are 2")


def test_42_lies_face_up_and_its_sprint_cards_face_down():
    game = stand([37], hand=[31, 4]).say("place 42 sprint 4")
    assert game.public.row[-1].value == 42
    assert game.public.row[-1].sprints == (CLOSED,)
    assert set(game.record[-1].hidden) == {"sprint/2/1"}


def hunted(**given: Any) -> Run:
    return stand([12, 27, 39], **given).say("place 42")


def test_manhunt_comes_at_once_without_a_draw_of_the_marshal():
    game = hunted()
    assert (game.demand.seat, game.public.stage) == (MARSHAL, Stage.HUNT)


def test_manhunt_goes_on_after_a_right_number():
    game = hunted().say("hunt 27").answer()
    assert [place.value for place in game.public.row] == [0, CLOSED, 27, CLOSED, 42]
    assert game.public.stage is Stage.HUNT


def test_manhunt_is_lost_with_the_first_wrong_number():
    game = hunted().say("hunt 27").answer().say("hunt 38").answer()
    assert won(game, FUGITIVE)
    assert "failed at 38" in game.rules.caption(game.public)


def test_manhunt_is_won_when_all_are_open():
    game = hunted()
    for number in (39, 12, 27):
        game.say(f"hunt {number}").answer()
    assert won(game, MARSHAL)


def test_manhunt_needs_neither_42_nor_its_sprint_cards_nor_open_hideouts():
    game = stand([12, 27, 37], hand=[4], found=[12]).say("place 42 sprint 4")
    game.say("hunt 27 37").answer()
    assert won(game, MARSHAL)
    assert game.public.row[-1].sprints == (CLOSED,)


def test_manhunt_list_is_answered_up_to_the_first_miss():
    game = hunted().say("hunt 39 26 12").answer()
    assert game.record[-1].notice.public == {"right": 1}
    assert game.record[-1].notice.opened == {"row/3": 39}
    assert won(game, FUGITIVE)
    assert "failed at 26" in game.rules.caption(game.public)


def test_manhunt_list_keeps_its_order():
    assert hunted().read("hunt 39 12 27").public == {"hunt": [39, 12, 27]}


def test_manhunt_list_may_be_short_and_is_gone_on_with():
    game = hunted().say("hunt 39 12").answer()
    assert game.public.stage is Stage.HUNT
    game.say("hunt 27").answer()
    assert won(game, MARSHAL)


def test_manhunt_declined_is_won_by_the_fugitive():
    assert won(hunted().say("hunt none"), FUGITIVE)


@pytest.mark.parametrize(
    ("numbers", "why"),
    [([42], "1 to 41"), ([0], "1 to 41"), ([3, 3], "twice"), ([1, 2, 3, 4], "only 3 hideouts")],
)
def test_manhunt_refuses_what_cannot_be_right(numbers: list[int], why: str):
    refused(hunted(), marshal({"hunt": numbers}), why)
    game = hunted().say("hunt 27").answer()
    refused(game, marshal({"hunt": [27]}), "face up already")


def test_manhunt_answer_is_the_one_truth():
    game = hunted().say("hunt 39 12 26")
    (owed,) = game.choices()
    assert owed == Move(Kind.ANSWER, FUGITIVE, {"right": 2}, {}, ("row/1", "row/3"))
    refused(game, claim(3, "row/1", "row/3", kind="right"), "opens 2 hideouts, and 3 are right")
    refused(game, claim(2, "row/1", kind="right"), "opens 1 hideouts")
    refused(game, claim(4, kind="right"), "from 0 to 3")


# -- empty piles and the stall rule ------------------------------------------------------------


def test_empty_pile_cannot_be_chosen():
    game = stand([3, 5], hand=[9], stage=Stage.DRAW, quota=1, left={"a": 0, "b": 4, "c": 3})
    refused(game, Move(Kind.MOVE, FUGITIVE, {"draw": "a"}), "pile A is empty", "B, C")
    assert [move.public for move in game.choices()] == [{"draw": "b"}, {"draw": "c"}]


@pytest.mark.parametrize("pile", ["d", "", "A", "ab"])
def test_no_such_pile(pile: str):
    game = stand([3, 5], stage=Stage.DRAW, quota=1)
    refused(game, Move(Kind.MOVE, FUGITIVE, {"draw": pile}), "piles are A, B, C")


def test_empty_piles_all_of_them_skip_the_draw_of_both():
    game = stand([3, 5], hand=[9], left=EMPTY).say("pass")
    assert (game.public.mover, game.public.stage) == (MARSHAL, Stage.GUESS)
    game.say("guess none")
    assert (game.public.mover, game.public.stage) == (FUGITIVE, Stage.ACT)


def test_stall_rule_three_passes_running_with_all_piles_empty_lose():
    game = stand([3, 5], hand=[9], left=EMPTY)
    game.say("pass", "guess none", "pass", "guess none")
    assert not ended(game)
    game.say("pass")
    assert won(game, MARSHAL)
    assert "passed 3 times" in game.rules.caption(game.public)


def test_stall_rule_counts_only_passes_in_a_row():
    game = stand([3, 5], hand=[8, 20], left=EMPTY)
    game.say("pass", "guess none", "pass", "guess none", "place 8", "guess none")
    game.say("pass", "guess none", "pass", "guess none")
    assert not ended(game)


def test_stall_rule_counts_no_pass_with_a_card_left():
    game = stand([3, 5], hand=[9], left={"a": 0, "b": 0, "c": 1})
    game.say("pass")
    assert game.public.passes == 0


def test_stall_rule_can_be_switched_off():
    game = stand([3, 5], hand=[9], left=EMPTY, options={"stall": False})
    for _ in range(9):
        game.say("pass", "guess none")
    assert not ended(game)


# -- the pass bonus ----------------------------------------------------------------------------


def test_pass_bonus_is_a_card_of_the_lowest_pile_that_has_some():
    left = {"a": 0, "b": 4, "c": 3}
    game = stand([3, 5], hand=[9], left=left, options={"preset": "2e"}).say("pass draw")
    assert game.public.left == {"a": 0, "b": 3, "c": 3}
    assert game.public.hands[FUGITIVE] == 3
    assert game.public.mover == MARSHAL


def test_pass_bonus_may_be_left():
    game = stand([3, 5], hand=[9], options={"pass_bonus": "on"}).say("pass")
    assert game.public.hands[FUGITIVE] == 2
    assert game.public.mover == MARSHAL


@pytest.mark.parametrize(
    "options", [{}, {"preset": "strict"}, {"preset": "2e", "pass_bonus": "off"}]
)
def test_pass_bonus_is_refused_in_other_games(options: dict[str, Any]):
    game = stand([3, 5], hand=[9], options=options)
    refused(game, Move(Kind.MOVE, FUGITIVE, {"bonus": True}), "earns no card in this game")


def test_pass_bonus_needs_a_card():
    game = stand([3, 5], hand=[9], left=EMPTY, options={"preset": "2e"})
    refused(game, Move(Kind.MOVE, FUGITIVE, {"bonus": True}), "all piles are empty")


# -- lapses ------------------------------------------------------------------------------------


def test_who_is_late_passes_or_guesses_nothing_or_gives_the_manhunt_up():
    game = stand([3, 5], hand=[9])
    assert game.rules.default(game.public, game.demand) == game.read("pass")
    game = guessing("place 3", "place 4")
    assert game.rules.default(game.public, game.demand) == marshal({"guess": []})
    game = hunted()
    assert game.rules.default(game.public, game.demand) == marshal({"hunt": []})
    game = run().say("place 3")
    assert game.rules.default(game.public, game.demand) == game.read("pass")


def test_who_is_late_with_a_draw_an_answer_or_the_opening_forfeits():
    late = [
        run(),
        run(preset="strict").say("place 2"),
        run().say("place 3", "pass"),
        guessing("place 3", "place 4").say("guess 3"),
        hunted().say("hunt 3"),
    ]
    for game in late:
        assert game.rules.default(game.public, game.demand) is None


# -- the value and its bounds ------------------------------------------------------------------


def test_a_secret_is_never_needed_for_a_notice_of_the_dealer():
    game = run().say("place 2", "pass")
    game.enter(game.read("draw b"))
    demand = game.demand
    assert demand == Demand(
        Kind.CHANCE, MARSHAL, {"do": "card", "pile": "b"}, ("card/6",), (game.public.left["b"],)
    )
    told = Notice(Kind.CHANCE, MARSHAL, demand.about, demand.slots)
    assert game.rules.apply(game.public, told).hands[MARSHAL] == 1


def test_a_dealer_who_deals_from_another_pile_is_a_foul():
    game = run().say("place 2", "pass")
    game.enter(game.read("draw b"))
    wrong = Move(Kind.CHANCE, MARSHAL, game.demand.about, {"card/6": 40})
    taken = Move(Kind.CHANCE, MARSHAL, game.demand.about, {"card/6": 15})
    dealer = game.secrets[DEALER]
    assert 40 not in game.rules.follow(game.public, dealer, wrong).piles["c"]
    with pytest.raises(Foul, match="15 is in no pile"):
        game.rules.follow(game.public, dealer, taken)


def test_misses_are_remembered_once_and_not_without_end():
    game = stand([3, 5], hand=[9], left=EMPTY, options={"stall": False})
    for _ in range(3):
        game.say("pass", "guess 7").answer()
    assert len(game.public.misses) == 1
    for first in range(6, 41):
        for second in (4, 41):
            game.say("pass", f"guess {first} {second}" if first != second else "guess 4").answer()
    assert len(game.public.misses) == 60


@pytest.mark.parametrize("preset", PRESETS)
def test_sides_and_seats(preset: str):
    rules = fugitive(standard(), {"preset": preset})
    assert rules.seats == (FUGITIVE, MARSHAL)
    assert rules.sides == {FUGITIVE: (FUGITIVE,), MARSHAL: (MARSHAL,)}
    assert rules.chance
    assert not rules.latent("row/1")


def test_an_option_that_does_not_exist():
    with pytest.raises(MalformedError, match="did you mean events"):
        fugitive(standard(), {"event": "off"})


# -- the board file ----------------------------------------------------------------------------


def board(old: str, new: str) -> bytes:
    text = DATA.decode()
    assert old in text
    return text.replace(old, new, 1).encode()


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("goal = 42", "goal = 43", "end with 41, and have to end with 42"),
        ("low = 15", "low = 16", "begins with 16, and the one before ends with 14"),
        ('name = "B"', 'name = "A"', "there is a pile a already"),
        ('name = "B"', 'name = "7"', "called by a letter"),
        ("dealt = 3", "dealt = 12", "dealt takes a whole number from 0 to 11"),
        ("high = 41", "high = 42", "high takes a whole number from 29 to 41"),
        ("stride = 3", "stride = 0", "stride takes"),
        ("hand = 3", "hand = 1", "hand takes"),
        ("stride = 3", "stride = 3\nstrides = 4", "strides is no key of ours"),
        ("[[piles]]", "[[pile]]", "begins with 15, and the one before ends with 3"),
    ],
)
def test_board_file_is_read_strictly(old: str, new: str, why: str):
    with pytest.raises(MalformedError) as caught:
        read_deck(board(old, new), "cards.toml")
    assert str(caught.value).startswith("cards.toml:")
    assert why in str(caught.value)


def test_board_file_may_hold_other_piles():
    data = board("low = 29", "low = 29").replace(b"goal = 42", b"goal = 30")
    text = data.decode().split("[[piles]]")
    deck = read_deck("[[piles]]".join(text[:3]).replace("high = 28", "high = 29").encode(), "x")
    assert deck.names == ("a", "b")
    assert deck.hideouts == range(1, 30)
