"""One test for each rule of a turn in Last Friday, in the glade (see friday_camp)."""

from typing import Any

import pytest

from games.friday_camp import glade
from games.friday_play import Weekend, changed, go, idle, nettlewater, route, said, weekend
from paperchase.errors import IllegalMoveError
from paperchase.games.last_friday.camp import COLOURS
from paperchase.games.last_friday.cards import CARDS, CLUES, GIFTS
from paperchase.games.last_friday.rules import last_friday
from paperchase.games.last_friday.state import Stage
from paperchase.rules import Foul, Kind, Move, Notice


def refused(table: Weekend, move: Move, *words: str) -> None:
    """The public step refuses it, and says why."""
    before = table.public
    with pytest.raises(IllegalMoveError) as caught:
        table.rules.apply(before, table.notice(move))
    assert all(word in str(caught.value) for word in words), caught.value


def illegal(table: Weekend, seat: str, order: str, *words: str) -> None:
    """The order is refused, with the rule named."""
    with pytest.raises(IllegalMoveError) as caught:
        table.read(seat, order)
    assert all(word in str(caught.value) for word in words), caught.value


def foul(table: Weekend, move: Move, *words: str) -> None:
    """The public step cannot see it, and the hidden one finds it."""
    after = table.rules.apply(table.public, table.notice(move))
    assert after.outcome is None or after.outcome.foul == "maniac"
    with pytest.raises(Foul) as caught:
        table.rules.follow(table.public, table.secrets["maniac"], move)
    assert all(word in str(caught.value) for word in words), caught.value


def ends(table: Weekend) -> set[int]:
    """Where a single step without a token leads."""
    moves = [move for move in table.choices("maniac") if _plain(move)]
    return {move.hidden[slot] for move in moves for slot in move.hidden if slot.startswith("end/")}


def _plain(move: Move) -> bool:
    told: Any = move.public
    return not told["token"] and not told["stuck"]


def at(table: Weekend, colour: str) -> str:
    return table.public.campers[colour].at


def clues(table: Weekend, colour: str) -> tuple[str, ...]:
    return table.public.campers[colour].clues


# -- seats, cards, setup of chapter I ----------------------------------------------------------


def arrival(**options: Any) -> Weekend:
    table = Weekend(glade(), {"play": "I", **options})
    for colour in COLOURS:
        table.say(colour, f"card {CARDS[colour][0].name}")
    return table


HIDE = "hide north 11 red yellow green blue brown corpse corpse shovel sneakers hearing"


def test_seats_are_the_maniac_and_five_campers_whoever_holds_them():
    table = Weekend(glade(), {})
    assert table.rules.seats == ("maniac", *COLOURS)
    assert table.rules.sides == {"maniac": ("maniac",), "campers": COLOURS}


def test_setup_campers_choose_cards_and_get_their_clue():
    table = Weekend(glade(), {"play": "I"})
    assert {demand.seat for demand in table.rules.pending(table.public)} == set(COLOURS)
    table.say("blue", "card marina")
    assert clues(table, "blue") == ("sneakers",)
    assert at(table, "blue") == "c4"
    refused(table, Move(Kind.MOVE, "red", {"card": "marina"}), "rosa, rufus, ruth")


def test_setup_the_maniac_has_four_tokens_and_no_invisibility():
    assert arrival().public.held == ("axe", "twist", "shadow", "speed")


def test_setup_with_fewer_tokens_the_maniac_chooses():
    table = arrival(tokens=2)
    table.say("maniac", "claim speed axe")
    assert table.public.held == ("axe", "speed")
    assert table.public.stage is Stage.HIDE
    assert arrival(tokens=0).public.held == ()


def test_setup_ten_hospitality_tokens_on_the_ringed_dots():
    table = arrival()
    table.say("maniac", HIDE)
    assert table.public.tokens == {
        dot: f"hosp/{number}" for number, dot in enumerate(table.camp.hospitality)
    }
    assert table.secrets["maniac"].gifts == (1, 2, 3, 4, 5, 6, 6, 7, 8, 9)
    assert table.public.boat == "b2"
    assert (table.public.stage, table.public.turn.camper) == (Stage.CAMPER, "red")


def test_setup_the_tokens_are_five_keys_two_corpses_and_three_clues():
    table = arrival()
    move = table.read("maniac", HIDE)
    foul(table, changed(move, {"hosp/4": 4}), "five keys, two corpses")
    foul(table, changed(move, {"hosp/9": 6}), "five keys, two corpses")
    assert sorted(GIFTS) == [1, 2, 3, 4, 5, 6, 6, 7, 8, 9]


def test_setup_he_begins_on_a_marked_circle():
    table = arrival()
    move = table.read("maniac", HIDE)
    foul(table, changed(move, {"end/1/0": 12}), "no circle in which he may begin")
    foul(table, changed(move, {"end/1/0": 999}), "no circle in which he may begin")


def test_setup_the_boat_lies_at_a_pier():
    table = arrival()
    refused(table, changed(table.read("maniac", HIDE), boat="b2"), "north, east, west, south")


# -- walking -----------------------------------------------------------------------------------


def test_walk_up_to_two_edges_over_circles_or_not():
    table = weekend(1, campers={"red": "b2"})
    table.say("red", "go b3 c3 done")
    assert at(table, "red") == "c3"
    assert table.public.turn.camper == "yellow"
    table = weekend(1, campers={"red": "b2"})
    refused(table, _path("red", "21/b1", "a1", "11/a2"), "2 steps left")


def _path(seat: str, *path: str, dig: bool = False, done: bool = False) -> Move:
    told = {"at": "", "dig": dig, "do": "go", "done": done, "path": [*path], "token": ""}
    return Move(Kind.MOVE, seat, told)


def test_walk_along_lines_alone():
    table = weekend(1, campers={"red": "b2"})
    refused(table, _path("red", "c3"), "no line leads there")
    refused(table, _path("red", "b3"), "no line leads there")
    refused(table, _path("red", "23/b3"), "no line leads there")
    illegal(table, "red", "go c5", "no line leads from b2 to c5")


def test_walk_no_dot_twice_in_a_turn_the_first_included():
    table = weekend(1, campers={"red": "a2"})
    refused(table, _path("red", "b2", "a2"), "no dot twice", "a2")
    table.say("red", "go b2")
    refused(table, _path("red", "a2"), "no dot twice")


def test_walk_is_a_duty_while_there_is_a_free_dot():
    table = weekend(1, campers={"red": "a2"})
    illegal(table, "red", "done", "has to move")
    table.say("red", "go b2", "done")
    assert table.public.turn.camper == "yellow"


def test_walk_without_a_free_dot_is_to_stay_and_a_token_may_be_used():
    table = weekend(
        1,
        round=2,
        campers={"red": "r3"},
        clues={"red": ("hearing",)},
        tiles={"red": "camper"},
        corpses=("r2", "r4"),
    )
    table.say("red", "use hearing")
    table.pay()
    table.say("red", "done")
    assert table.public.turn.camper == "yellow"


def test_walk_past_another_camper_and_not_onto_him():
    table = weekend(1, campers={"red": "a2", "blue": "b2"})
    illegal(table, "red", "go b2 done", "another one's dot")
    table.say("red", "go b2 22 b3")
    assert at(table, "red") == "b3"


def test_walk_onto_another_camper_only_where_one_can_go_on():
    table = weekend(1, campers={"red": "a2", "blue": "b2"})
    table.say("red", "go b2")
    illegal(table, "red", "done", "another one's dot")
    table.say("red", "go 21 b1 done")
    assert at(table, "red") == "b1"
    table = weekend(1, campers={"red": "a2", "blue": "b2", "brown": "b3"})
    illegal(table, "red", "go 12 a3 b3", "another one's dot")


def test_walk_pick_up_on_the_way_past_another_camper():
    table = weekend(
        1, campers={"red": "a2", "blue": "b2"}, tokens={"b2": "shovel"}, clues={"red": ("trap",)}
    )
    table.say("red", "go b2", "take")
    illegal(table, "red", "use trap a2", "still passing")
    table.say("red", "go 21 b1 done")
    assert clues(table, "red") == ("trap", "shovel")


def test_corpse_bars_passing_and_stopping():
    table = weekend(1, campers={"red": "a2"}, corpses=("b2",))
    illegal(table, "red", "go b2", "a corpse lies on b2", "Shovel")
    illegal(table, "red", "go b2 21 b1", "a corpse lies on b2")
    illegal(table, "red", "go b2 dig", "a corpse lies on b2")


def test_shovel_clears_a_corpse_on_entering():
    table = weekend(1, campers={"red": "a2"}, corpses=("b2", "b3"), clues={"red": ("shovel",)})
    illegal(table, "red", "use shovel", "on the way")
    illegal(table, "red", "go 11 a1 dig", "nothing to dig")
    illegal(table, "red", "go b2 22 b3 dig", "a corpse lies on b3")
    table.say("red", "go b2 21 b1 dig")
    assert table.public.corpses == ("b3",)
    assert (clues(table, "red"), table.public.turn.used) == ((), 1)


def test_corpse_does_not_hold_who_stands_on_it():
    table = weekend(1, campers={"red": "a2"}, corpses=("a2",))
    table.say("red", "go b2 done")
    assert at(table, "red") == "b2"


def test_corpse_on_the_arrows_dot_is_stepped_over_by_newcomers():
    table = weekend(1, campers={"red": "p1"}, corpses=("e1",))
    illegal(table, "red", "go e1", "not onto it")
    table.say("red", "go e1 71 d1 done")
    assert at(table, "red") == "d1"


def test_corpse_on_the_arrows_dot_can_be_dug_away_by_a_newcomer():
    table = weekend(1, campers={"red": "p1"}, clues={"red": ("shovel",)}, corpses=("e1",))
    table.say("red", "go e1 dig done")
    assert (at(table, "red"), table.public.corpses) == ("e1", ())


def test_entrance_first_step_leads_to_the_arrows_dot():
    table = weekend(1, campers={"red": "p1"})
    steps = {said(move)["path"][0] for move in table.choices("red") if said(move)["path"]}
    assert steps == {"e1"}


def test_boat_goes_from_its_pier_for_one_edge_and_goes_along():
    table = weekend(1, campers={"red": "a2"})
    table.say("red", "go b2 boat east done")
    assert (at(table, "red"), table.public.boat) == ("b5", "b5")
    illegal(table, "yellow", "go boat north", "the boat is moored at b5")


def test_boat_follows_the_boat_lines():
    table = weekend(1, campers={"red": "b2"})
    illegal(table, "red", "go boat south", "from b2 the boat goes to b5, d2")
    table.say("red", "go boat west")
    assert table.public.turn.left == 1
    illegal(table, "red", "go boat north", "no dot twice")


def test_order_red_yellow_green_blue_brown_and_the_dead_are_left_out():
    table = weekend(1, campers={"yellow": "", "red": "a2"})
    seen = []
    while table.public.stage is Stage.CAMPER:
        seen.append(table.public.turn.camper)
        idle(table)
    assert seen == ["red", "green", "blue", "brown"]


# -- tokens of campers -------------------------------------------------------------------------


def test_token_before_or_after_moving_never_between():
    table = weekend(1, campers={"red": "a2"}, clues={"red": ("trap",)})
    table.say("red", "use trap a1", "go b2 done")
    table = weekend(1, campers={"red": "a2"}, clues={"red": ("trap",)})
    table.say("red", "go b2", "use trap a2")
    illegal(table, "red", "go 21 b1", "ends the moving")


def test_token_one_a_turn():
    table = weekend(1, round=2, campers={"red": "a2"}, clues={"red": ("hearing", "trap")})
    table.say("red", "use hearing")
    table.pay()
    illegal(table, "red", "use trap b2", "one token a turn")
    illegal(table, "red", "use lantern b2", "does not hold that")


def test_pick_up_is_free_and_rolled_for_in_public():
    table = weekend(1, campers={"red": "a2"}, tokens={"b2": "clue"}, bag=(0, 1, 0, 2, 0))
    table.say("red", "go b2", "take")
    (demand,) = table.rules.pending(table.public)
    assert (demand.kind, demand.seat, demand.lots) == (Kind.CHANCE, "*", (3,))
    drawn = [
        said(table.rules.draw(table.public, None, demand, (pick,)))["clue"] for pick in range(3)
    ]
    assert drawn == ["trap", "shovel", "shovel"]
    table.draw("shovel")
    assert clues(table, "red") == ("shovel",)
    assert (table.public.bag, table.public.tokens) == ((0, 1, 0, 1, 0), {})


def test_pick_up_is_not_a_duty():
    table = weekend(1, campers={"red": "a2"}, tokens={"b2": "clue"})
    table.say("red", "go b2 done")
    assert table.public.tokens == {"b2": "clue"}


def test_pick_up_needs_something_there():
    table = weekend(1, campers={"red": "a2"}, traps=("b2",))
    table.say("red", "go b2")
    illegal(table, "red", "take", "no token that can be picked up")


def test_second_clue_of_a_type_is_dropped_at_once():
    table = weekend(1, campers={"red": "a2"}, tokens={"a2": "trap"}, clues={"red": ("trap",)})
    table.say("red", "take")
    illegal(table, "red", "go b2", "two tokens of trap")
    illegal(table, "red", "done", "two tokens of trap")
    illegal(table, "red", "drop trap c5", "it goes to one of a1, a3, b2")
    table.say("red", "drop trap b2")
    assert (clues(table, "red"), table.public.tokens) == (("trap",), {"b2": "trap"})
    assert table.public.turn.used == 0


def test_second_clue_of_a_type_is_played_even_after_another_token():
    table = weekend(
        1, campers={"red": "a2"}, tokens={"b2": "trap"}, clues={"red": ("trap", "lantern")}
    )
    table.say("red", "use lantern a1")
    table.pay()
    table.say("red", "go b2", "take", "use trap b1")
    assert table.public.traps == ("b1",)
    assert clues(table, "red") == ("trap",)
    table.say("red", "go 22 b3 done")


def test_second_shovel_digs_at_once_or_is_dropped():
    start: dict[str, Any] = {
        "campers": {"red": "a2"},
        "tokens": {"a2": "shovel"},
        "clues": {"red": ("shovel",)},
        "corpses": ("b2",),
    }
    table = weekend(1, **start)
    table.say("red", "take")
    illegal(table, "red", "go 11 a1", "two tokens of shovel")
    table.say("red", "go b2 dig")
    assert (clues(table, "red"), table.public.corpses) == (("shovel",), ())
    assert table.public.turn.used == 0
    table = weekend(1, **start)
    table.say("red", "take", "drop shovel a3", "go b2 dig done")
    assert clues(table, "red") == ()


def test_second_sneakers_give_an_edge_at_once():
    table = weekend(
        1, campers={"red": "a2"}, tokens={"b2": "sneakers"}, clues={"red": ("sneakers",)}
    )
    table.say("red", "go b2", "take", "use sneakers")
    assert table.public.turn.left == 2
    assert clues(table, "red") == ("sneakers",)


def test_drop_next_to_him_face_down_and_known():
    table = weekend(1, campers={"red": "b2"}, clues={"red": ("lantern",)})
    illegal(table, "red", "drop lantern c3", "a2, b1, b3, c2")
    table.say("red", "drop lantern c2")
    assert table.public.tokens == {"c2": "lantern"}
    assert table.public.turn.used == 0


def test_drop_never_on_a_token_or_pawn_but_then_one_ring_further():
    table = weekend(
        1,
        campers={"red": "e6", "green": "d6"},
        clues={"red": ("lantern",)},
        tokens={"e5": "clue"},
    )
    illegal(table, "red", "drop lantern e5", "c6, d5, e4")
    table.say("red", "drop lantern e4")


def test_drop_does_not_reach_over_the_lake():
    table = weekend(1, campers={"red": "b2"}, clues={"red": ("lantern",)})
    illegal(table, "red", "drop lantern b5")


def test_key_is_held_in_view_one_a_camper():
    table = weekend(1, campers={"red": "a2"}, tokens={"a2": "key/blue", "b2": "key/red"})
    table.say("red", "take")
    assert table.public.campers["red"].key == "blue"
    table.say("red", "go b2")
    illegal(table, "red", "take", "can hold one only")
    table.say("red", "drop key a2")
    assert table.public.tokens == {"a2": "key/blue", "b2": "key/red"}


def test_hospitality_token_is_opened_by_the_maniac_alone():
    table = weekend(1, campers={"red": "a2"}, tokens={"a2": "hosp/3"})
    table.values["hosp/3"] = 4
    table.say("red", "take")
    (demand,) = table.rules.pending(table.public)
    assert (demand.kind, demand.seat, demand.slots) == (Kind.REVEAL, "maniac", ("hosp/3",))
    table.pay()
    assert table.public.campers["red"].key == "blue"
    assert table.public.tokens == {}


@pytest.mark.parametrize(("value", "clue"), [(7, "shovel"), (8, "sneakers"), (9, "hearing")])
def test_hospitality_clues(value: int, clue: str):
    table = weekend(1, campers={"red": "a2"}, tokens={"a2": "hosp/3"})
    table.values["hosp/3"] = value
    table.say("red", "take")
    table.pay()
    assert clues(table, "red") == (clue,)


def test_hospitality_owner_turns_up_as_a_corpse_and_stays():
    table = weekend(1, campers={"red": "a2"}, tokens={"a2": "hosp/3"})
    table.values["hosp/3"] = 6
    table.say("red", "take")
    table.pay()
    assert (table.public.corpses, table.public.tokens) == (("a2",), {})
    table.say("red", "go b2 done")
    illegal(table, "yellow", "go a2", "no line leads")


def test_hospitality_second_key_stays_face_up():
    table = weekend(1, campers={"red": "a2"}, tokens={"a2": "hosp/3"}, keys={"red": "blue"})
    table.values["hosp/3"] = 1
    table.say("red", "take")
    table.pay()
    assert table.public.tokens == {"a2": "key/red"}
    assert table.public.campers["red"].key == "blue"


@pytest.mark.parametrize(("value", "seen"), [(1, (1,)), (6, (6, 6)), (0, ()), (77, ())])
def test_hospitality_token_too_many_or_none_is_a_foul_at_once(value: int, seen: tuple[int, ...]):
    table = weekend(1, campers={"red": "a2"}, tokens={"a2": "hosp/3"}, gifts=seen)
    table.values["hosp/3"] = value
    table.say("red", "take")
    table.pay()
    assert table.public.outcome is not None
    assert table.public.outcome.foul == "maniac"


# -- clue effects ------------------------------------------------------------------------------


def test_hearing_is_answered_with_yes_or_no_and_nothing_more():
    for circle, near in ((22, True), (63, True), (33, False)):
        table = weekend(1, at=circle, round=2, campers={"red": "b3"}, clues={"red": ("hearing",)})
        table.say("red", "use hearing")
        (demand,) = table.rules.pending(table.public)
        assert (demand.kind, demand.seat) == (Kind.ANSWER, "maniac")
        table.pay()
        assert table.record[-1].notice.public == {"near": near}
        assert not table.record[-1].notice.opened


def test_hearing_goes_through_dots_alone():
    """b3 and a3 hang together: near them are 12, 13, 22, 23 and 63."""
    table = weekend(1, at=12, round=2, campers={"red": "b3"}, clues={"red": ("hearing",)})
    table.say("red", "use hearing")
    table.pay()
    assert table.record[-1].notice.public == {"near": True}


def test_hearing_is_barred_while_he_is_invisible():
    table = weekend(1, round=2, clues={"red": ("hearing",)}, invisible=True)
    illegal(table, "red", "use hearing", "invisible")


def test_hearing_is_barred_before_he_is_in_the_camp():
    table = weekend(3, ends=(), clues={"red": ("hearing",)})
    illegal(table, "red", "use hearing", "not in the camp yet")


def test_hearing_where_he_stands_in_view_asks_nobody():
    table = weekend(1, round=2, clues={"red": ("hearing",)}, known={"end/1/1": 22})
    table.say("red", "use hearing")
    assert table.public.stage is Stage.CAMPER
    assert clues(table, "red") == ()


@pytest.mark.parametrize("clue", ["trap", "lantern"])
def test_trap_and_lantern_need_a_free_dot_next_to_him_outside_cabins(clue: str):
    table = weekend(
        1,
        round=2,
        campers={"red": "a1", "blue": "b1"},
        clues={"red": (clue,)},
        tiles={"red": "camper"},
        tokens={"a2": "clue"},
    )
    for dot in ("r1", "a2", "b1", "a1", "a3"):
        illegal(table, "red", f"use {clue} {dot}", "nowhere now")
    table = weekend(1, round=2, campers={"red": "a3"}, clues={"red": (clue,)}, corpses=("a2",))
    illegal(table, "red", f"use {clue} a2", "a4, b3")
    table.say("red", f"use {clue} b3")


def test_trap_and_lantern_do_not_stop_campers():
    table = weekend(1, campers={"red": "a2"}, traps=("b2",), lanterns=("b3",))
    table.say("red", "go b2 22 b3 done")
    assert (table.public.traps, table.public.lanterns) == (("b2",), ("b3",))


def test_lantern_shows_him_where_it_is_placed():
    table = weekend(1, at=22, round=2, campers={"red": "a2"}, clues={"red": ("lantern",)})
    table.say("red", "use lantern b2")
    table.pay()
    assert table.record[-1].notice.opened == {"end/1/1": 22}
    assert (table.public.pawn, table.public.lanterns) == (22, ("b2",))
    table = weekend(1, at=44, round=2, campers={"red": "a2"}, clues={"red": ("lantern",)})
    table.say("red", "use lantern b2")
    table.pay()
    assert table.record[-1].notice.public == {"lit": False}
    assert table.public.pawn == 0


def test_lantern_asks_nobody_while_he_is_invisible_or_not_there():
    for table in (
        weekend(1, round=2, campers={"red": "a2"}, clues={"red": ("lantern",)}, invisible=True),
        weekend(3, ends=(), campers={"red": "a2"}, clues={"red": ("lantern",)}),
    ):
        table.say("red", "use lantern b2")
        assert table.public.stage is Stage.CAMPER


def test_sneakers_give_one_edge_more():
    table = weekend(1, campers={"red": "a2"}, clues={"red": ("sneakers",)})
    table.say("red", "use sneakers", "go b2 22 b3 a3 done")
    assert at(table, "red") == "a3"
    table = weekend(1, campers={"red": "a2"}, clues={"red": ("sneakers",)})
    table.say("red", "go b2 22 b3", "use sneakers", "go a3 done")
    assert at(table, "red") == "a3"


def test_powers_count_only_with_the_option():
    start: dict[str, Any] = {"round": 2, "campers": {"red": "a2"}, "clues": {"red": ("trap",)}}
    illegal(weekend(1, **start), "red", "use trap b3", "a1, a3, b2")
    table = weekend(1, options={"abilities": True}, **start)
    table.say("red", "use trap b3")
    assert table.public.traps == ("b3",)


def test_power_of_nerve_uses_two_tokens():
    table = weekend(
        1,
        round=2,
        mover="yellow",
        campers={"yellow": "a2"},
        clues={"yellow": ("trap", "sneakers", "lantern")},
        options={"abilities": True},
    )
    table.say("yellow", "use trap b2", "use sneakers")
    illegal(table, "yellow", "use lantern a1", "one token a turn")


def test_power_of_the_spade_keeps_the_shovel():
    table = weekend(
        1,
        mover="brown",
        campers={"brown": "a2"},
        clues={"brown": ("shovel",)},
        corpses=("b2",),
        options={"abilities": True},
    )
    table.say("brown", "go b2 dig")
    assert clues(table, "brown") == ("shovel",)


# -- cabins ------------------------------------------------------------------------------------


def test_cabin_opens_with_the_key_of_its_colour_at_its_door():
    table = weekend(1, campers={"red": "b6", "blue": "a2"}, keys={"red": "yellow"})
    illegal(table, "red", "open", "its door is at a6")
    table.say("red", "go a6", "open")
    assert table.public.tiles == {"yellow": "camper"}
    assert table.public.campers["red"].key == ""
    assert table.public.turn.used == 0
    table.say("red", "go y1 done")
    assert at(table, "red") == "y1"


def test_cabin_does_not_open_with_a_key_of_another_colour():
    table = weekend(1, campers={"red": "a6"}, keys={"red": "blue"})
    illegal(table, "red", "open", "the blue key opens the blue cabin alone")
    illegal(weekend(1, campers={"red": "a6"}), "red", "open", "has no key")


def test_cabin_that_is_closed_is_entered_by_nobody():
    table = weekend(1, campers={"red": "a6"})
    illegal(table, "red", "go y1", "no line leads")
    assert 93 not in ends(weekend(1, at=15, mover="maniac"))


def test_cabin_of_the_campers_is_safe():
    table = weekend(1, at=15, mover="maniac", tiles={"yellow": "camper"})
    dots = {dot for each in table.choices("maniac") for dot in _dots(table, each)}
    assert not dots & set(table.camp.cabins["yellow"].inside["camper"])


def _dots(table: Weekend, move: Move) -> tuple[str, ...]:
    path = next(value for slot, value in move.hidden.items() if slot.startswith("path/"))
    return table.camp.routes[path - 1].dots


def test_cabin_of_the_maniac_is_not():
    table = weekend(1, at=15, mover="maniac", tiles={"yellow": "maniac"}, campers={"red": "y5"})
    assert 93 in ends(table)
    kills = [said(each)["kills"] for each in table.choices("maniac") if 93 in each.hidden.values()]
    assert ["red"] in kills


# -- the Maniac --------------------------------------------------------------------------------


def test_maniac_goes_from_circle_to_circle_over_dots():
    table = weekend(1, at=22, mover="maniac", campers=dict.fromkeys(COLOURS, "e6"))
    assert ends(table) == {11, 12, 13, 21, 23, 62, 63}
    move = go(table, 12, "b2 a2")
    foul(table, changed(move, {"path/1/1": route(table, 33, 34)}), "no route from circle 22")
    foul(table, changed(move, {"path/1/1": 10**6}), "no route from circle 22")
    foul(table, changed(move, {"end/1/1": 13}), "not the end of his route")


def test_maniac_has_to_move():
    table = weekend(1, at=22, mover="maniac")
    foul(table, changed(go(table, 12), {"end/1/1": 22, "path/1/1": 0}), "no route")


def test_maniac_may_step_back():
    table = weekend(1, at=22, mover="maniac")
    table.enter(go(table, 23, "b3"))
    while table.public.stage is Stage.CAMPER:
        idle(table)
    assert 22 in ends(table)


def test_maniac_is_not_stopped_by_corpses_and_tokens():
    table = weekend(1, at=22, mover="maniac", corpses=("b3",), tokens={"a3": "clue"})
    table.enter(go(table, 13, "b3 a3"))
    assert not table.fouls


def test_maniac_two_routes_between_the_same_circles_are_two():
    table = weekend(1, at=11, mover="maniac", campers={"red": "b1"})
    assert route(table, 11, 21, "a1 b1") != route(table, 11, 21, "a2 b2")
    kills = {
        _dots(table, each): said(each)["kills"]
        for each in table.choices("maniac")
        if each.hidden["end/1/1"] == 21 and not said(each)["token"]
    }
    assert kills == {("a1", "b1"): ["red"], ("a2", "b2"): []}


def test_maniac_says_the_same_words_whatever_he_hides():
    table = weekend(1, at=22, mover="maniac", round=2)
    notices = {repr(table.notice(each)) for each in table.choices("maniac")}
    assert len(table.choices("maniac")) == 8
    assert len(notices) == 1


def test_kill_everybody_on_his_edge_in_i_and_iii():
    for chapter in (1, 3):
        table = weekend(chapter, at=22, mover="maniac", campers={"red": "b3", "green": "a3"})
        table.enter(go(table, 13, "b3 a3", kills=["red", "green"]))
        assert not table.fouls
        assert table.public.corpses == ("a3", "b3")
        assert at(table, "red") == at(table, "green") == ""


def test_kill_is_neither_hidden_nor_invented():
    table = weekend(1, at=22, mover="maniac", campers={"red": "b3"})
    foul(table, go(table, 13, "b3 a3"), "passes red, and he named nobody")
    foul(table, go(table, 12, "b2 a2", kills=["red"]), "passes nobody, and he named red")
    refused(table, go(table, 13, kills=["red", "red"]), "each once")
    refused(table, go(table, 13, kills=["purple"]), "living campers")


def test_kill_discards_clues_and_lays_the_key_next_to_the_corpse():
    table = weekend(
        1,
        at=22,
        mover="maniac",
        campers={"red": "b3"},
        clues={"red": ("trap",)},
        keys={"red": "blue"},
        tokens={"b3": "hearing"},
    )
    table.enter(go(table, 23, "b3", kills=["red"]))
    assert clues(table, "red") == ()
    (demand,) = table.rules.pending(table.public)
    assert demand.seat == "red"
    illegal(table, "red", "lay e6", "a3, b2, b4, c3")
    table.say("red", "lay a3")
    assert table.public.tokens == {"a3": "key/blue", "b3": "hearing"}
    assert (table.public.round, table.public.turn.camper) == (2, "yellow")


def test_kill_happens_in_his_turn_only():
    table = weekend(1, at=22, round=2, campers={"red": "b2"})
    table.say("red", "go 22 b3 done")
    assert table.public.stage is Stage.CAMPER
    assert at(table, "red") == "b3"


def test_trap_stops_him_is_removed_and_shows_him():
    table = weekend(1, at=22, mover="maniac", traps=("b3", "e1"))
    move = go(table, 23, "b3", traps=["b3"])
    table.enter(Move(move.kind, move.seat, move.public, move.hidden, ("end/1/1",)))
    assert not table.fouls
    assert (table.public.traps, table.public.pawn) == (("e1",), 23)
    assert not table.public.tokens


def test_trap_is_not_passed_in_silence():
    table = weekend(1, at=22, mover="maniac", traps=("b3",))
    foul(table, go(table, 23, "b3"), "the traps on b3", "no trap")
    refused(table, go(table, 23, "b3", traps=["b3"]), "opens end/1/1")


def test_trap_ends_a_double_step():
    table = weekend(1, at=22, mover="maniac", traps=("b3",), held=("speed",))
    illegal(table, "maniac", "go b3 23 b4 24 speed", "a trap ends this turn")
    table.say("maniac", "go b3 23 speed")
    assert table.public.pawn == 23
    assert table.public.spent == ("speed",)
    second = route(table, 23, 24, "b4")
    table = weekend(1, at=22, mover="maniac", traps=("b3",), held=("speed",))
    slots = {"mid/1/1": 23, "path2/1/1": second, "end/1/1": 24}
    move = changed(go(table, 23, "b3", traps=["b3"], token="speed"), slots)
    foul(table, Move(move.kind, move.seat, move.public, move.hidden, ("end/1/1",)), "a trap ends")


def test_lantern_shows_him_who_ends_in_its_light():
    table = weekend(1, at=22, mover="maniac", lanterns=("c3",))
    move = go(table, 63, "b3")
    foul(table, move, "had to open end/1/1")
    table.enter(Move(move.kind, move.seat, move.public, move.hidden, ("end/1/1",)))
    assert (table.public.pawn, table.public.lanterns) == (63, ("c3",))


def test_lantern_is_not_left_with_a_showing():
    table = weekend(1, at=63, mover="maniac", lanterns=("d3",))
    table.say("maniac", "go b3 22")
    assert table.public.pawn == 0


def test_lantern_does_not_show_who_is_in_the_dark():
    table = weekend(1, at=22, mover="maniac", lanterns=("c3",))
    move = go(table, 23, "b3")
    table.enter(Move(move.kind, move.seat, move.public, move.hidden, ("end/1/1",)))
    assert table.public.outcome is not None
    assert table.public.outcome.foul == "maniac"
    assert "not lit" in table.public.outcome.why


def test_lantern_on_his_way_is_removed_and_shows_him():
    table = weekend(1, at=22, mover="maniac", lanterns=("b3",))
    table.say("maniac", "go b3 a3 13")
    assert (table.public.pawn, table.public.lanterns) == (13, ())
    table = weekend(1, at=22, mover="maniac", lanterns=("b3",))
    move = go(table, 13, "b3 a3")
    foul(
        table, Move(move.kind, move.seat, move.public, move.hidden, ("end/1/1",)), "lanterns on b3"
    )


def test_lantern_and_double_step_names_the_lit_circle_alone():
    table = weekend(1, at=22, mover="maniac", lanterns=("c3",), held=("speed",))
    move = table.read("maniac", "go b3 63 b3 a3 13 speed")
    assert move.opens == ("mid/1/1",)
    table.enter(move)
    assert (table.public.pawn, table.public.known) == (63, {"mid/1/1": 63})
    assert not table.fouls
    table = weekend(1, at=22, mover="maniac", lanterns=("c3",), held=("speed",))
    foul(table, Move(move.kind, move.seat, move.public, move.hidden), "had to open mid/1/1")


def test_trap_and_lantern_on_one_edge_are_one_showing():
    table = weekend(1, at=22, mover="maniac", lanterns=("b3",), traps=("a3",))
    table.say("maniac", "go b3 a3 13")
    assert table.record[-1].notice.opened == {"end/1/1": 13}
    assert (table.public.traps, table.public.lanterns) == ((), ())


def test_kill_and_trap_on_one_edge_both_count():
    table = weekend(1, at=22, mover="maniac", traps=("a3",), campers={"red": "b3"})
    table.say("maniac", "go b3 a3 13")
    told: Any = table.record[-1].notice.public
    assert (told["kills"], told["traps"]) == (["red"], ["a3"])


# -- scheduled reveals -------------------------------------------------------------------------


@pytest.mark.parametrize("chapter", [1, 3])
def test_reveal_three_back_in_i_and_iii(chapter: int):
    table = weekend(chapter, at=24, round=3, mover="maniac", ends=(21, 22, 23))
    table.secrets["maniac"] = type(table.secrets["maniac"])(23, dict(table.values))
    table.say("maniac", "go b4 24 clue b1")
    assert table.record[-1].notice.opened == {f"end/{chapter}/0": 21}
    assert (table.public.pawn, table.public.tokens) == (21, {"b1": "clue"})


@pytest.mark.parametrize("chapter", [2, 4])
def test_reveal_where_he_is_in_ii_and_iv(chapter: int):
    table = weekend(chapter, at=23, round=6, mover="maniac")
    table.say("maniac", "go b4 24 clue b4")
    assert table.record[-1].notice.opened == {f"end/{chapter}/6": 24}
    assert (table.public.pawn, table.public.tokens) == (24, {"b4": "clue"})


@pytest.mark.parametrize("round", [1, 2, 4, 5, 7, 14])
def test_reveal_in_no_other_round(round: int):
    table = weekend(2, at=23, round=round, mover="maniac")
    table.say("maniac", "go b4 24")
    assert not table.record[-1].notice.opened
    fresh = weekend(2, at=23, round=round, mover="maniac")
    refused(fresh, go(fresh, 24, "b4", clue="b4"), "there is none")


def test_reveal_is_no_choice():
    table = weekend(2, at=23, round=3, mover="maniac")
    move = table.read("maniac", "go b4 24 clue b4")
    refused(table, Move(move.kind, move.seat, move.public, move.hidden), "opens end/2/3")


def test_reveal_of_a_circle_that_is_known_needs_no_opening_but_a_clue():
    table = weekend(1, at=23, round=3, mover="maniac", known={"end/1/0": 23})
    table.say("maniac", "go b4 24 clue b4")
    assert not table.record[-1].notice.opened
    assert (table.public.pawn, table.public.tokens) == (23, {"b4": "clue"})


def test_clue_lies_next_to_the_circle_or_on_the_nearest_free_dot():
    table = weekend(2, at=23, round=3, mover="maniac", tokens={"b4": "trap"})
    illegal(table, "maniac", "go b4 24 clue b4", "b5")
    table = weekend(2, at=23, round=3, mover="maniac", tokens={"b4": "trap", "b5": "clue"})
    illegal(table, "maniac", "go b4 24 clue b5", "a4, a5, b3, b6, c4, c5")
    table.say("maniac", "go b4 24 clue c5")


def test_clue_is_laid_after_deaths_and_beside_corpses():
    table = weekend(1, at=23, round=3, mover="maniac", campers={"red": "b4"})
    illegal(table, "maniac", "go b4 24 clue b4", "b3")


def test_clue_is_none_when_the_stock_is_used_up():
    table = weekend(2, at=23, round=3, mover="maniac", bag=(1, 0, 0, 0, 0), tokens={"a1": "clue"})
    table.say("maniac", "go b4 24")
    assert table.public.tokens == {"a1": "clue"}
    refused(
        weekend(2, at=23, round=3, mover="maniac", bag=(0,) * 5),
        changed(_opened(table, 24, 3), clue="b4"),
        "no clue is left",
    )


def _opened(table: Weekend, circle: int, round: int) -> Move:
    fresh = weekend(2, at=23, round=round, mover="maniac")
    move = go(fresh, circle, "b4")
    return Move(move.kind, move.seat, move.public, move.hidden, (f"end/2/{round}",))


def test_clues_are_thirty_five():
    assert Weekend(glade(), {}).public.bag == (7,) * len(CLUES)


# -- the Maniac's tokens -----------------------------------------------------------------------


def test_speed_makes_two_steps_and_not_back():
    table = weekend(1, at=22, mover="maniac", held=("speed", "shadow"))
    table.say("maniac", "go b3 23 b4 24 speed")
    assert table.secrets["maniac"].at == 24
    assert (table.public.held, table.public.spent) == (("shadow",), ("speed",))
    table = weekend(1, at=22, mover="maniac", held=("speed",))
    back = route(table, 23, 22, "b3")
    slots = {"mid/1/1": 23, "path2/1/1": back, "end/1/1": 22}
    foul(table, changed(go(table, 23, "b3", token="speed"), slots), "does not lead back")


def test_speed_is_needed_for_a_second_step():
    table = weekend(1, at=22, mover="maniac")
    slots = {"mid/1/1": 23, "path2/1/1": route(table, 23, 24, "b4"), "end/1/1": 24}
    foul(table, changed(go(table, 23, "b3"), slots), "only supernatural speed")


def test_speed_names_its_middle_truly():
    table = weekend(1, at=22, mover="maniac", held=("speed",))
    slots = {"mid/1/1": 12, "path2/1/1": route(table, 23, 24, "b4"), "end/1/1": 24}
    foul(table, changed(go(table, 23, "b3", token="speed"), slots), "the circle on the way")


def test_token_that_he_does_not_hold():
    table = weekend(1, at=22, mover="maniac", held=("shadow",))
    refused(table, go(table, 23, token="speed"), "does not hold", "shadow")
    refused(table, go(table, 23, token="fireball"), "does not hold")


def test_shadow_skips_a_scheduled_reveal_and_its_clue():
    table = weekend(2, at=23, round=3, mover="maniac", held=("shadow",))
    table.say("maniac", "go b4 24 shadow")
    assert not table.record[-1].notice.opened
    assert (table.public.tokens, table.public.pawn) == ({}, 0)


def test_shadow_covers_nothing_else():
    table = weekend(2, at=23, round=2, mover="maniac", held=("shadow",))
    refused(table, go(table, 24, "b4", token="shadow"), "none is due")
    table = weekend(2, at=24, round=3, mover="maniac", held=("shadow",), lanterns=("c5",))
    table.say("maniac", "go b5 65 shadow")
    assert table.record[-1].notice.opened == {"end/2/3": 65}
    assert table.public.tokens == {}


def test_invisibility_hides_from_reveals_lanterns_and_traps_which_stop_him():
    table = weekend(
        2,
        at=23,
        round=3,
        mover="maniac",
        held=("invisibility",),
        lanterns=("c5",),
        traps=("b5",),
    )
    table.say("maniac", "go b4 24 invisibility")
    assert not table.record[-1].notice.opened
    table = weekend(2, at=24, round=3, mover="maniac", held=("invisibility",), traps=("b5",))
    table.say("maniac", "go b5 65 invisibility")
    assert (table.record[-1].notice.opened, table.public.traps) == ({}, ())
    assert table.public.invisible


def test_invisibility_ends_with_his_next_turn():
    table = weekend(2, at=23, mover="maniac", held=("invisibility",))
    table.say("maniac", "go b4 24 invisibility")
    while table.public.stage is not Stage.MANIAC:
        idle(table)
    assert not table.public.invisible


def test_axe_breaks_a_cabin_open_before_or_after_the_step():
    table = weekend(1, at=15, mover="maniac", held=("axe",))
    table.say("maniac", "go a6 y5 93 axe yellow")
    assert (table.public.tiles, table.secrets["maniac"].at) == ({"yellow": "maniac"}, 93)
    table = weekend(1, at=14, mover="maniac", held=("axe",))
    table.say("maniac", "go a5 15 axe yellow")
    assert table.public.tiles == {"yellow": "maniac"}


def test_axe_does_not_reach_further():
    table = weekend(1, at=14, mover="maniac", held=("axe",))
    foul(table, go(table, 13, "a4", token="axe", axe="yellow"), "on no circle from which")
    table = weekend(1, at=66, mover="maniac", held=("axe",))
    inside = changed(go(table, 15, "b6 a6"), {"end/1/1": 93, "path/1/1": route(table, 66, 93)})
    foul(table, changed(inside, token="axe", axe="yellow"), "on no circle from which")


def test_axe_is_for_closed_cabins_and_named_with_them():
    table = weekend(1, at=15, mover="maniac", held=("axe",), tiles={"yellow": "camper"})
    refused(table, go(table, 14, token="axe", axe="yellow"), "closed cabin")
    refused(table, go(table, 14, token="axe"), "names the cabin")
    refused(table, go(table, 14, axe="red"), "only an Axe does")


def test_plot_twist_is_one_more_step_when_the_round_is_over():
    table = weekend(1, at=22, mover="maniac", held=("twist",))
    refused(table, go(table, 23, "b3", token="twist"), "at the end of a round")
    table.say("maniac", "go b3 23")
    assert table.public.stage is Stage.TWIST
    table.say("maniac", "twist b4 24")
    assert table.public.ends == ("end/1/0", "end/1/1b")
    assert (table.public.round, table.public.spent) == (2, ("twist",))


def test_plot_twist_may_wait():
    table = weekend(1, at=22, mover="maniac", held=("twist",))
    table.say("maniac", "go b3 23", "wait")
    assert (table.public.round, table.public.held) == (2, ("twist",))
    assert not table.record[-1].notice.sealed


def test_plot_twist_kills_and_takes_the_rounds_place_in_reveals():
    table = weekend(1, at=22, mover="maniac", held=("twist",), campers={"red": "b4"})
    table.say("maniac", "go b3 23", "twist b4 24")
    assert at(table, "red") == ""
    assert table.public.ends[1] == "end/1/1b"


def test_plot_twist_only_in_the_last_round_with_the_option():
    options = {"plot_twist": "round15"}
    table = weekend(1, at=22, round=14, mover="maniac", held=("twist",), options=options)
    table.say("maniac", "go b3 23")
    assert table.public.round == 15
    table = weekend(2, at=22, round=15, mover="maniac", held=("twist",), options=options)
    table.say("maniac", "go b3 23")
    while table.public.stage is Stage.CAMPER:
        idle(table)
    while table.public.stage is Stage.CROSSED:
        table.pay()
    assert table.public.stage is Stage.TWIST


def test_plot_twist_is_the_only_token_of_an_extra_turn():
    table = weekend(1, at=22, mover="maniac", held=("twist", "speed"))
    table.say("maniac", "go b3 23")
    refused(table, go(table, 24, token="speed"), "no other token")


# -- being hunted ------------------------------------------------------------------------------


@pytest.mark.parametrize("chapter", [2, 4])
def test_camper_in_the_way_bars_an_edge(chapter: int):
    table = weekend(chapter, at=22, mover="maniac", campers={"red": "b3"})
    assert ends(table) == {11, 12, 21, 62}
    foul(table, go(table, 23, "b3"), "a camper stands on his route")
    refused(table, go(table, 23, "b3", kills=["red"]), "kills nobody")


def cornered(chapter: int, **more: Any) -> Weekend:
    return weekend(chapter, at=11, mover="maniac", campers={"red": "a1", "blue": "a2"}, **more)


def test_cornered_in_ii_he_names_who_catches_him_and_shows_himself():
    table = cornered(2)
    illegal(table, "maniac", "stuck green", "not cornered by green")
    table.say("maniac", "stuck blue")
    assert table.public.outcome is not None
    assert table.public.outcome.winners == COLOURS
    assert table.record[-1].notice.opened == {"end/2/0": 11}


def test_surrounded_in_iv_he_has_lost():
    table = cornered(4)
    table.say("maniac", "stuck")
    assert table.public.outcome is not None
    assert table.public.outcome.winners == COLOURS


def test_cornered_is_neither_said_falsely_nor_denied():
    table = weekend(2, at=11, mover="maniac", campers={"red": "a1"})
    move = Move(Kind.MOVE, "maniac", {**said(go(table, 12)), "stuck": "red"}, {}, ("end/2/0",))
    refused(table, move, "a way is open")
    foul(cornered(2), go(cornered(2), 12, "a2"), "a camper stands on his route")


def test_cornered_may_be_escaped_with_the_axe():
    table = weekend(4, at=15, mover="maniac", campers={"red": "a5", "blue": "b6"}, held=("axe",))
    table.say("maniac", "go a6 y5 93 axe yellow")
    assert table.secrets["maniac"].at == 93


def test_nobody_is_stuck_in_i_and_iii():
    table = cornered(1)
    move = Move(Kind.MOVE, "maniac", {**said(go(table, 12)), "stuck": "red"}, {}, ("end/1/0",))
    refused(table, move, "nobody can stop")


def test_crossing_in_ii_catches_him():
    table = weekend(2, at=22, campers={"red": "b2"})
    table.say("red", "go 22 b3")
    assert {demand.kind for demand in table.rules.pending(table.public)} == {Kind.ANSWER, Kind.MOVE}
    table.pay()
    assert table.record[-1].notice.public == {"hit": 1}
    assert table.public.outcome is not None
    assert "red caught the Maniac at circle 22" in table.public.outcome.why


def test_crossing_where_he_is_not_is_answered_with_none():
    table = weekend(2, at=22, campers={"red": "b2"})
    table.say("red", "go 21 b1")
    table.pay()
    assert table.record[-1].notice.public == {"hit": 0}
    assert not table.record[-1].notice.opened
    assert table.public.turn.left == 1


def test_crossing_of_many_is_one_answer_and_a_hit_goes_back_to_the_step():
    table = weekend(
        2,
        at=24,
        campers={"red": "b1", "yellow": "b4", "green": "a1"},
        options={"play": "campaign"},
        turns=("2/0", "2/1"),
    )
    table.say("red", "go 21 b2 22 b3 done")
    table.say("yellow", "go 24 b5 25 b6 done")
    table.say("green", "go 11 a2 done")
    demand = table.demand("maniac")
    about: Any = demand.about
    assert about["crossings"] == [
        ["red", 21],
        ["red", 22],
        ["yellow", 24],
        ["yellow", 25],
        ["green", 11],
    ]
    table.pay()
    assert table.record[-1].notice.public == {"hit": 3}
    assert table.public.predestined == "yellow"
    assert (at(table, "red"), at(table, "yellow"), at(table, "green")) == ("b3", "b5", "a1")


def test_crossing_lets_tokens_and_pick_ups_wait():
    table = weekend(
        2,
        at=44,
        campers={"red": "b1"},
        tokens={"b2": "trap"},
        clues={"red": ("lantern", "shovel")},
        corpses=("b3",),
    )
    table.say("red", "go 21 b2")
    for order in ("take", "use lantern c2", "drop lantern c2", "go 22 b3 dig"):
        illegal(table, "red", order, "has to answer first")
    table.pay()
    table.say("red", "take")


def test_crossing_is_asked_at_the_end_of_a_round_at_the_latest():
    table = weekend(2, at=44, mover="brown", campers={"brown": "b1"})
    table.say("brown", "go 21 b2 done")
    assert table.public.stage is Stage.CROSSED
    table.pay()
    assert (table.public.stage, table.public.round) == (Stage.MANIAC, 2)


def test_crossing_where_he_stands_in_view_needs_no_answer():
    table = weekend(2, at=22, campers={"red": "b2"}, known={"end/2/1": 22})
    table.say("red", "go 22 b3")
    assert table.public.outcome is not None
    table = weekend(2, at=22, campers={"red": "b2"}, known={"end/2/1": 22})
    table.say("red", "go 21 b1")
    assert not table.public.asks


def test_crossing_in_iv_by_the_predestined_wins():
    table = weekend(4, at=22, mover="blue", campers={"blue": "b2"})
    table.say("blue", "go 22 b3")
    table.pay()
    assert table.public.outcome is not None
    assert table.public.outcome.winners == COLOURS


def test_crossing_in_iv_by_others_makes_him_show_himself():
    table = weekend(4, at=22, campers={"red": "b2"})
    table.say("red", "go 22 b3 23 b4 done")
    table.pay()
    assert (table.public.pawn, table.public.outcome) == (22, None)
    assert (at(table, "red"), table.public.turn.camper, table.public.turn.left) == ("b3", "red", 1)
    table.say("red", "go 23 b4 done")
    assert not table.public.asks


def test_crossing_in_iv_silent_is_not_asked():
    table = weekend(4, at=22, campers={"red": "b2"}, options={"ch4_contact": "silent"})
    table.say("red", "go 22 b3")
    assert not table.public.asks
    table = weekend(
        4, at=22, mover="blue", campers={"blue": "b2"}, options={"ch4_contact": "silent"}
    )
    table.say("blue", "go 22 b3")
    assert table.public.asks


def test_crossing_in_iv_kill_wins():
    table = weekend(4, at=22, campers={"red": "b2"}, options={"ch4_contact": "kill"})
    table.say("red", "go 22 b3")
    table.pay()
    assert table.public.outcome is not None


def test_predestined_stays_out_of_cabins_in_iii():
    table = weekend(3, mover="blue", campers={"blue": "a6"}, tiles={"yellow": "camper"})
    illegal(table, "blue", "go y1", "does not go into a cabin")
    table = weekend(3, mover="red", campers={"red": "a6"}, tiles={"yellow": "camper"})
    table.say("red", "go y1")


def test_predestined_leaves_his_cabin_by_his_second_turn():
    start: dict[str, Any] = {"mover": "blue", "tiles": {"yellow": "camper"}}
    table = weekend(3, campers={"blue": "y2"}, **start)
    table.say("blue", "go y1 y4 done")
    table = weekend(3, round=2, campers={"blue": "y2"}, **start)
    illegal(table, "blue", "go y1", "has to be outside")
    table.say("blue", "go y1 a6 done")
    table = weekend(3, round=2, campers={"blue": "y3"}, **start)
    illegal(table, "blue", "go y4 done", "nearer to the door")
    table.say("blue", "go y4 y1 done")


def test_predestined_is_not_kept_in_his_cabin_by_a_corpse_at_its_door():
    start: dict[str, Any] = {"mover": "blue", "tiles": {"yellow": "camper"}, "corpses": ("a6",)}
    table = weekend(3, round=2, campers={"blue": "y1"}, **start)
    illegal(table, "blue", "go y2 done", "has to be outside")
    illegal(table, "blue", "go a6 done", "but not onto it")
    table.say("blue", "go a6 a5 done")
    assert table.public.corpses == ("a6",)
    table = weekend(3, round=2, campers={"blue": "y1"}, clues={"blue": ("shovel",)}, **start)
    table.say("blue", "go a6 dig done")
    assert table.public.corpses == ()
    table = weekend(3, round=2, campers={"yellow": "y1"}, **{**start, "mover": "yellow"})
    illegal(table, "yellow", "go a6 a5 done", "only a Shovel clears the way")


def test_predestined_who_has_to_pass_somebody_on_his_way_out_is_told_the_way():
    """In the one cabin whose door comes last among the neighbours of the dot behind it."""
    places = {"red": "cr", "yellow": "ej", "green": "g1", "blue": "g2", "brown": "kx"}
    tiles = {"green": "camper"}
    table = weekend(3, mover="blue", round=2, campers=places, tiles=tiles, boat="nd")
    table.rules = last_friday(nettlewater(), table.options)
    assert [said(move)["path"] for move in table.choices("blue")] == [["g1", "gj"]]


def test_notices_of_others_are_refused():
    table = weekend(1)
    refused(table, _path("yellow", "e4"), "yellow is not asked")
    told: Any = {"near": True}
    with pytest.raises(IllegalMoveError):
        table.rules.apply(table.public, Notice(Kind.ANSWER, "maniac", told))


def test_true_is_not_one():
    table = weekend(2, at=22, campers={"red": "b2"})
    table.say("red", "go 22 b3")
    with pytest.raises(IllegalMoveError):
        table.rules.apply(
            table.public, Notice(Kind.ANSWER, "maniac", {"hit": True}, (), {"end/2/1": 22})
        )
