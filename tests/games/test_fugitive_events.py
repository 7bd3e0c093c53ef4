"""The house events of Fugitive, and how they come out of the piles."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from games.fugitive_oracle import ALL_EVENTS, HELPS, examine
from games.fugitive_play import EMPTY, Run, marshal, run, stand
from paperchase.errors import IllegalMoveError
from paperchase.games.fugitive.events import EVENTS, Icon, title, waiting, wording
from paperchase.games.fugitive.scene import scene
from paperchase.games.fugitive.state import CLOSED, FUGITIVE, MARSHAL, Stage
from paperchase.rules import ALL, Kind, Move

RANDOM, CATCH_UP = {"events": "random"}, {"events": "catch-up"}
TWO = {"a": 2, "b": 2, "c": 2}
ONE_B = {"a": 0, "b": 1, "c": 0}


def refused(game: Run, move: Move, *words: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        game.rules.apply(game.public, game.notice(move))
    assert all(word in str(caught.value) for word in words), caught.value


def draws(event: str, seat: str, *more: str, row: tuple[int, ...] = (3, 5), **given: Any) -> Run:
    """A game in which `seat` has just drawn from B, and `event` came out first."""
    marks = given.pop("marks", TWO)
    game = stand(
        list(row),
        given.pop("hand", [9]),
        marks=marks,
        mover=seat,
        stage=Stage.DRAW,
        quota=1,
        options=RANDOM,
        **given,
    )
    game.events = [event, *more]
    return game.say("draw b")


def test_nine_house_events_three_for_each_side_and_three_for_the_drawer():
    assert [event.name for event in EVENTS] == ALL_EVENTS
    assert Counter(event.icon for event in EVENTS) == dict.fromkeys(Icon, 3)
    for event in EVENTS:
        assert event.name in HELPS[event.icon.value]
        assert title(event.name) == event.title
        assert wording(event.name) == event.text
        assert event.text.endswith(".")


def test_everybody_reads_which_events_came_and_what_they_still_do():
    game = draws("getaway-car", FUGITIVE, "crowd")
    notes = scene(game.rules, game.public, None).notes
    assert "events so far: Getaway car, Crowd" in notes
    assert "the last of them: The next guess of the marshal is a single number." in notes
    assert any("may lie 2 further on, the next guess is a single number" in note for note in notes)


def test_events_off_have_no_marks_and_no_lots():
    game = run().say("place 2", "pass")
    assert not any(game.public.marks.values())
    game.enter(game.read("draw b"))
    assert game.public.stage is Stage.CARD


@pytest.mark.parametrize("events", ["random", "catch-up"])
def test_events_two_in_each_pile_once_the_hand_is_dealt(events: str):
    game = Run({"events": events})
    assert game.demand.lots == (11, 10, 9, 14, 13)
    assert game.public.marks == TWO
    assert not any(play.notice.seat == ALL for play in game.deal().record)


def test_lot_is_over_what_the_pile_holds_and_over_the_events_that_may_come():
    game = run(events="random").say("place 2", "pass")
    game.enter(game.read("draw a"))
    demand = game.demand
    assert (demand.kind, demand.seat, demand.slots) == (Kind.CHANCE, ALL, ())
    assert demand.lots == (8 + 2, 9)
    seen = Counter[str]()
    for pick in range(10):
        for which in range(9):
            move = game.rules.draw(game.public, None, demand, (pick, which))
            told: Any = move.public
            seen[told["event"]] += 1
            assert not move.hidden
    assert seen == {"": 72, **dict.fromkeys(ALL_EVENTS, 2)}


def test_lot_that_gives_a_card_leaves_the_card_to_a_private_draw():
    game = run(events="random").say("place 2", "pass")
    game.enter(game.read("draw a"))
    game.enter(Move(Kind.CHANCE, ALL, {"event": ""}))
    assert game.public.stage is Stage.CARD
    assert (game.demand.seat, game.demand.lots) == (MARSHAL, (8,))
    assert game.public.marks == TWO


@pytest.mark.parametrize("name", ["none", "Crowd", "a"])
def test_lot_gives_only_events_that_there_are(name: str):
    game = run(events="random").say("place 2", "pass")
    game.enter(game.read("draw a"))
    refused(game, Move(Kind.CHANCE, ALL, {"event": name}), "no such event")


def test_event_is_followed_by_a_card_of_the_same_pile():
    game = draws("crowd", FUGITIVE, "")
    assert game.public.marks == {"a": 2, "b": 1, "c": 2}
    assert game.public.hands[FUGITIVE] == 3
    assert game.public.taken[FUGITIVE]["b"] == 1
    assert game.public.stage is Stage.ACT


def test_two_events_may_come_in_a_row():
    game = draws("crowd", FUGITIVE, "getaway-car")
    assert game.public.seen == ("crowd", "getaway-car")
    assert game.public.marks["b"] == 0
    assert game.public.taken[FUGITIVE]["b"] == 1


def test_an_event_as_the_last_card_of_a_pile_brings_no_other():
    game = draws("crowd", FUGITIVE, left={"a": 3, "b": 0, "c": 3}, marks=ONE_B)
    assert game.public.hands[FUGITIVE] == 2
    assert game.public.stage is Stage.ACT


def test_a_pile_of_events_only_is_not_empty():
    game = stand([3, 5], left=EMPTY, marks=ONE_B, options=RANDOM, stage=Stage.DRAW, quota=1)
    assert [move.public for move in game.choices()] == [{"draw": "b"}]
    game.enter(game.read("draw b"))
    refused(game, Move(Kind.CHANCE, ALL, {"event": ""}), "no such event")
    game.say()
    assert len(game.public.seen) == 1


def test_random_events_never_come_twice():
    game = stand([3, 5], options=RANDOM, seen=tuple(ALL_EVENTS[:5]), marks=TWO)
    game.public = replace(game.public, stage=Stage.LOT, pile="a")
    assert game.demand.lots == (10 + 2, 4)
    assert waiting(tuple(ALL_EVENTS[:5]), None) == tuple(ALL_EVENTS[5:])


@pytest.mark.parametrize(
    ("row", "side"),
    [((3,), "foot"), ((3, 5), "neutral"), ((3, 5, 7), "lens"), ((1, 2, 3, 4), "lens")],
)
def test_catch_up_helps_by_the_number_of_face_down_hideouts(row: tuple[int, ...], side: str):
    game = stand(list(row), marks=TWO, options=CATCH_UP, stage=Stage.LOT, pile="c", quota=0)
    picked = {
        str(game.rules.draw(game.public, None, game.demand, (14, which)).public)
        for which in range(game.demand.lots[1])
    }
    assert picked == {str({"event": name}) for name in HELPS[side]}


def test_catch_up_open_hideouts_do_not_count():
    game = stand([3, 5, 7, 8], found=[3, 7, 8], marks=TWO, options=CATCH_UP)
    game.public = replace(game.public, stage=Stage.LOT, pile="c")
    refused(game, Move(Kind.CHANCE, ALL, {"event": "dragnet"}), "no such event")
    game.rules.apply(game.public, game.notice(Move(Kind.CHANCE, ALL, {"event": "crowd"})))


def test_catch_up_an_exhausted_event_pile_is_shuffled_again():
    foot = tuple(HELPS["foot"])
    assert waiting(foot[:2], Icon.FOOT) == foot[2:]
    assert waiting(foot, Icon.FOOT) == foot
    assert waiting((*foot, "dragnet", foot[1]), Icon.FOOT) == (foot[0], foot[2])


# -- for the fugitive --------------------------------------------------------------------------


def test_head_start_of_the_fugitive_is_one_more_draw_now():
    game = draws("head-start", FUGITIVE, "")
    assert (game.public.stage, game.public.quota) == (Stage.DRAW, 1)
    game.events = [""]
    game.say("draw c")
    assert game.public.hands[FUGITIVE] == 4
    assert game.public.stage is Stage.ACT


def test_head_start_of_the_marshal_is_one_more_draw_of_the_fugitive_later():
    game = draws("head-start", MARSHAL, "")
    game.say("guess none")
    assert (game.public.mover, game.public.quota) == (FUGITIVE, 2)
    assert not game.public.later


def test_getaway_car_carries_the_next_hideout_two_further():
    game = draws("getaway-car", FUGITIVE, "", hand=[9, 10, 11])
    refused_foul(game, "place 11")
    game.say("place 10")
    assert game.public.row[-1].free == 2
    assert game.public.free == 0


def refused_foul(game: Run, order: str) -> None:
    with pytest.raises(IllegalMoveError, match="takes 1 footprints"):
        game.read(order)


def test_getaway_car_waits_for_the_next_hideout():
    game = draws("getaway-car", MARSHAL, "", hand=[9, 10])
    game.events = [""]
    game.say("guess none", "draw a", "pass")
    assert game.public.free == 2


def test_crowd_allows_one_number_in_the_next_guess_only():
    game = draws("crowd", MARSHAL, "")
    refused(game, marshal({"guess": [3, 5]}), "single number")
    game.say("guess 7").answer()
    assert not game.public.crowd
    game = draws("crowd", MARSHAL, "").say("guess none")
    assert game.public.crowd


# -- for the drawer ----------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [FUGITIVE, MARSHAL])
def test_second_wind_is_one_more_draw_from_any_pile(seat: str):
    game = draws("second-wind", seat, "")
    assert (game.public.stage, game.public.quota, game.public.mover) == (Stage.DRAW, 1, seat)
    assert len(game.choices()) == 3


def test_roadblock_bars_a_pile_to_the_other_for_one_turn():
    game = draws("roadblock", MARSHAL)
    assert game.public.stage is Stage.BAR
    game.events = ["", ""]
    game.say("bar c", "guess none")
    assert game.public.barred == {FUGITIVE: ("c",)}
    refused(game, Move(Kind.MOVE, FUGITIVE, {"draw": "c"}), "pile C is barred", "A, B")
    game.say("draw a", "pass")
    assert game.public.barred == {}
    assert game.public.hands[MARSHAL] == 1


def test_roadblocks_add_up():
    game = draws("roadblock", MARSHAL, barred={FUGITIVE: ("b",)})
    game.events = ["", ""]
    game.say("bar c", "guess none")
    assert game.public.barred == {FUGITIVE: ("b", "c")}
    refused(game, Move(Kind.MOVE, FUGITIVE, {"draw": "b"}), "pile B is barred", "draw from A")


def test_roadblock_names_a_pile_with_cards():
    game = draws(
        "roadblock", MARSHAL, left={"a": 0, "b": 4, "c": 4}, marks={"a": 0, "b": 1, "c": 0}
    )
    refused(game, Move(Kind.MOVE, MARSHAL, {"bar": "a"}), "with cards: B, C")
    refused(game, Move(Kind.MOVE, MARSHAL, {"bar": "x"}), "with cards: B, C")


def test_roadblock_is_void_before_the_only_pile():
    left = {"a": 0, "b": 4, "c": 0}
    game = draws("roadblock", MARSHAL, left=left, marks=ONE_B).say("bar b", "guess none")
    assert [move.public for move in game.choices()] == [{"draw": "b"}]


def test_roadblock_is_void_where_no_card_is_left():
    game = draws("roadblock", MARSHAL, left=EMPTY, marks=ONE_B)
    assert game.public.stage is Stage.GUESS


def test_roadblock_holds_for_the_pass_bonus():
    game = stand([3, 5], hand=[9], barred={FUGITIVE: ("a",)}, options={"preset": "2e"}).say(
        "pass draw"
    )
    assert game.public.taken[FUGITIVE] == {"a": 0, "b": 1, "c": 0}


@pytest.mark.parametrize("seat", [FUGITIVE, MARSHAL])
def test_flat_tyre_is_one_draw_less_of_the_other(seat: str):
    game = draws("flat-tyre", seat, "")
    game.say("pass" if seat == FUGITIVE else "guess none")
    assert game.public.mover != seat
    assert game.public.stage is (Stage.GUESS if seat == FUGITIVE else Stage.ACT)


def test_flat_tyre_and_head_start_add_up():
    game = draws("flat-tyre", MARSHAL, "head-start")
    game.say("guess none")
    assert (game.public.stage, game.public.quota) == (Stage.DRAW, 1)


# -- for the marshal ---------------------------------------------------------------------------


@pytest.mark.parametrize(("last", "zone"), [(3, "start"), (14, "a"), (15, "b"), (41, "c")])
def test_informant_is_told_the_pile_of_the_latest_hideout(last: int, zone: str):
    game = draws("informant", MARSHAL, row=(1, last) if last > 1 else (1,))
    assert game.public.stage is Stage.TELL
    (owed,) = game.choices()
    assert owed == Move(Kind.ANSWER, FUGITIVE, {"zone": zone})
    game.events = [""]
    game.answer()
    assert game.public.row[-1].zone == zone
    assert (game.public.mover, game.public.stage) == (MARSHAL, Stage.GUESS)


def test_informant_takes_only_piles():
    game = draws("informant", MARSHAL)
    refused(game, Move(Kind.ANSWER, FUGITIVE, {"zone": "d"}), "start, a, b, c")


def test_informant_is_void_where_the_latest_hideout_is_open():
    game = draws("informant", MARSHAL, "", found=(5,))
    assert game.public.stage is Stage.GUESS


def gloved(seat: str) -> Run:
    """A dropped glove comes, and the fugitive has 1 and 6 under his hideouts."""
    game = run(events="random")
    game.say("place 3 sprint 1", "place 4 sprint 6")
    game.events = ["dropped-glove", "", ""] if seat == MARSHAL else ["", ""]
    game.say("draw b", "draw b", "guess none")
    if seat == FUGITIVE:
        game.events = ["dropped-glove", ""]
        game.say("draw b")
    return game


@pytest.mark.parametrize("seat", [FUGITIVE, MARSHAL])
def test_dropped_glove_opens_a_sprint_card_of_the_fugitives_choice(seat: str):
    game = gloved(seat)
    assert (game.public.mover, game.public.stage) == (FUGITIVE, Stage.DROP)
    game.events = [""] if seat == FUGITIVE else []
    assert [game.secrets[FUGITIVE].cards[move.opens[0]] for move in game.choices()] == [1, 6]
    game.say("drop 6")
    assert game.public.row[2].sprints == (6,)
    assert game.public.row[2].value == CLOSED
    assert game.public.gloves == 0
    assert game.public.stage is (Stage.ACT if seat == FUGITIVE else Stage.DRAW)


def test_dropped_glove_opens_one_face_down_sprint_card_and_nothing_else():
    game = gloved(MARSHAL)
    for opens in ((), ("row/1",), ("sprint/1/1", "sprint/2/1")):
        move = Move(Kind.MOVE, FUGITIVE, {"drop": True}, {}, opens)
        refused(game, move, "one face-down sprint card")
    refused(game, Move(Kind.MOVE, FUGITIVE, {"drop": False}, {}, ("sprint/1/1",)), "drop (true)")


def test_dropped_glove_is_not_opened_again_with_its_hideout():
    game = gloved(MARSHAL).say("drop 6")
    game.events = ["", "", ""]
    game.say("draw a", "pass", "draw a", "guess 4").answer()
    assert game.record[-1].notice.opened == {"row/2": 4}
    assert game.public.row[2].sprints == (6,)


def test_dropped_glove_is_void_without_a_face_down_sprint_card():
    game = draws("dropped-glove", MARSHAL, "").say("guess none")
    assert (game.public.mover, game.public.stage, game.public.gloves) == (FUGITIVE, Stage.DRAW, 0)


def test_dropped_glove_that_cannot_be_right_is_a_foul_at_once():
    game = gloved(MARSHAL)
    game.values["sprint/1/1"] = 42
    after = game.rules.apply(
        game.public, game.notice(Move(Kind.MOVE, FUGITIVE, {"drop": True}, {}, ("sprint/1/1",)))
    )
    assert after.outcome is not None
    assert (after.outcome.foul, after.outcome.winners) == (FUGITIVE, (MARSHAL,))


def test_dragnet_of_the_marshal_is_one_more_guess_in_this_turn():
    game = draws("dragnet", MARSHAL, "")
    assert game.public.guesses == 2
    game.say("guess 7").answer()
    assert (game.public.stage, game.public.guesses) == (Stage.GUESS, 1)
    game.say("guess 8").answer()
    assert game.public.mover == FUGITIVE


def test_dragnet_of_the_fugitive_is_one_more_guess_in_the_next_turn():
    game = draws("dragnet", FUGITIVE, "").say("pass")
    game.events = [""]
    game.say("draw a")
    assert game.public.guesses == 2


def test_dragnet_is_given_up_with_a_guess_of_nothing():
    game = draws("dragnet", MARSHAL, "").say("guess none")
    assert game.public.mover == FUGITIVE


# -- in whole games ----------------------------------------------------------------------------


@pytest.mark.parametrize("events", ["random", "catch-up"])
def test_every_event_comes_in_honest_games(events: str):
    seen = Counter[str]()
    for seed in range(200):
        game = Run({"events": events}, seed).play()
        assert not examine(game.options, game.record)
        assert not game.fouls
        seen.update(game.public.seen)
    assert set(seen) == set(ALL_EVENTS)


def test_a_false_range_is_a_lie():
    game = draws("informant", MARSHAL)
    game.enter(Move(Kind.ANSWER, FUGITIVE, {"zone": "c"}))
    assert "gave" in game.fouls[0][1]
