"""How chapters of Last Friday begin and end, what is scored, and what goes on: one test a rule."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from games.friday_camp import glade
from games.friday_play import Weekend, changed, go, idle, weekend
from games.test_last_friday import arrival, at, clues, foul, illegal, refused
from paperchase.errors import IllegalMoveError, MalformedError
from paperchase.games.last_friday.camp import COLOURS
from paperchase.games.last_friday.cards import CARDS, CLUES
from paperchase.games.last_friday.rules import last_friday
from paperchase.games.last_friday.state import Stage, closed
from paperchase.rules import Kind, Move

SAFE: Mapping[str, str] = dict(zip(COLOURS, ("r1", "r2", "r3", "r4", "y1"), strict=True))
CABINS = {"red": "camper", "yellow": "camper"}


def finish(table: Weekend, *orders: str) -> None:
    """The Maniac's orders, and the least that campers can do, until something else is asked."""
    given = list(orders)
    while table.public.stage in (Stage.CAMPER, Stage.MANIAC, Stage.CROSSED):
        if table.public.stage is not Stage.MANIAC:
            idle(table)
        elif given:
            table.say("maniac", given.pop(0))
        else:
            return


def won(table: Weekend) -> str:
    assert table.public.outcome is not None
    assert table.public.outcome.foul is None
    return "maniac" if table.public.outcome.winners == ("maniac",) else "campers"


def last_of_i(alive: int = 3, inside: int = 3, **more: Any) -> Weekend:
    """Chapter I of a campaign before the Maniac's last move, far from everybody."""
    places = {
        colour: "" if number >= alive else SAFE[colour] if number < inside else f"e{number + 2}"
        for number, colour in enumerate(COLOURS)
    }
    start: dict[str, Any] = {
        "at": 12,
        "round": 15,
        "mover": "maniac",
        "campers": places,
        "tiles": CABINS,
        "campaign": True,
        **more,
    }
    return weekend(1, **start)


# -- I -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("inside", "winner"), [(2, "maniac"), (3, "campers"), (5, "campers")])
def test_i_alone_is_won_by_three_in_safe_cabins(inside: int, winner: str):
    table = last_of_i(5, inside, campaign=False)
    table.enter(_reveal(table))
    assert won(table) == winner


def _reveal(table: Weekend, **told: Any) -> Move:
    """His last move in I, with the reveal of round 12."""
    move = go(table, 13, "a3", clue="a2", **told)
    return Move(move.kind, move.seat, move.public, move.hidden, ("end/1/12",))


def test_i_is_lost_at_once_when_all_are_dead():
    for campaign in (False, True):
        table = weekend(
            1,
            at=22,
            mover="maniac",
            campers={**dict.fromkeys(COLOURS, ""), "blue": "b3"},
            campaign=campaign,
        )
        table.say("maniac", "go b3 23")
        assert won(table) == "maniac"


def test_i_ends_with_the_death_of_all_who_are_outside():
    table = last_of_i(5, 3, clues={"blue": ("trap",)}, keys={"blue": "green"})
    table.enter(_reveal(table))
    assert at(table, "blue") == at(table, "brown") == ""
    assert table.public.corpses == ("e5", "e6")
    assert table.public.stage is Stage.LAY
    table.say("blue", "lay d5")
    assert table.public.tokens["d5"] == "key/green"


def test_i_ends_with_the_death_of_the_last_ones_and_the_game():
    table = last_of_i(2, 0)
    table.enter(_reveal(table))
    assert won(table) == "maniac"


def test_i_passes_his_last_circle_on_without_opening_it():
    table = last_of_i(5, 5, corpses=("a6",) * 5)
    table.enter(_reveal(table))
    assert (table.public.chapter, table.public.stage) == (2, Stage.MANIAC)
    assert table.public.ends == ("end/1/15",)
    assert "end/1/15" not in table.public.known
    table.enter(go(table, 14, "a4"))
    assert not table.fouls
    assert table.public.ends == ("end/1/15", "end/2/1")


def test_i_to_ii_is_no_teleport():
    table = last_of_i(5, 5, corpses=("a6",) * 5)
    table.enter(_reveal(table))
    move = changed(go(table, 14, "a4"), {"path/2/1": 1, "end/2/1": 12})
    foul(table, move, "no route from circle 13")


def test_i_may_end_early_where_both_sides_agree_and_all_are_safe():
    start: dict[str, Any] = {"round": 5, "options": {"fast_forward": True}}
    table = last_of_i(5, 5, **start)
    table.say("maniac", "go a3 13")
    assert {demand.seat for demand in table.rules.pending(table.public)} == {"maniac", "red"}
    table.say("maniac", "agree")
    table.say("red", "agree")
    assert table.public.chapter == 2
    table = last_of_i(5, 5, **start)
    table.say("maniac", "go a3 13")
    table.say("red", "refuse")
    assert (table.public.chapter, table.public.round) == (1, 6)
    table = last_of_i(5, 4, **start)
    table.say("maniac", "go a3 13")
    assert table.public.stage is Stage.CAMPER
    table = last_of_i(5, 5, round=5)
    table.say("maniac", "go a3 13")
    assert table.public.stage is Stage.CAMPER


# -- between chapters --------------------------------------------------------------------------


def scored(alive: int, **more: Any) -> Weekend:
    table = last_of_i(alive, alive, **more)
    table.enter(_reveal(table))
    return table


def test_score_terror_counts_unburied_corpses_and_owners_face_down():
    table = scored(3, owners=1, corpses=("a6", "b6", "c6", "d6"), held=())
    assert (table.public.stage, table.public.count) == (Stage.SPOILS, 2)


def test_score_as_in_the_first_example_of_the_seed():
    """Three alive, two of them dead and two owners: one token for the Maniac."""
    table = scored(3, owners=2, corpses=("a6", "b6"), held=())
    assert (table.public.stage, table.public.count) == (Stage.SPOILS, 1)
    illegal(table, "maniac", "claim speed axe", "he takes 1 of")
    illegal(table, "maniac", "claim invisibility", "he takes 1 of")
    table.say("maniac", "claim speed")
    assert table.public.held == ("speed",)


def test_score_as_in_the_second_example_of_the_seed():
    """Four alive, one dead and two owners: the campers look at one clue."""
    tokens = {"b1": "clue", "b2": "clue", "b3": "trap", "c1": "hosp/1"}
    table = scored(4, owners=2, corpses=("a6",), tokens=tokens)
    assert (table.public.stage, table.public.count) == (Stage.PEEK, 1)
    illegal(table, "red", "look b3", "a2, b1, b2")
    illegal(table, "red", "look b1 b2", "they look at 1")
    table.say("red", "look b2")
    table.draw("lantern")
    assert table.public.tokens["b2"] == "lantern"
    assert table.public.tokens["b1"] == "clue"
    assert table.public.bag == (7, 7, 6, 7, 7)


def test_score_equal_brings_nothing():
    table = scored(4, owners=2, corpses=("a6", "b6"), held=("axe",))
    assert table.public.held == ("axe",)
    assert table.public.stage is Stage.CARDS


def test_score_gives_what_there_is_without_asking():
    table = scored(1, owners=2, corpses=("a6", "b6", "c6", "d6"), held=("axe",))
    assert table.public.held == ("axe", "twist", "shadow", "speed")
    table = scored(5, owners=2, corpses=())
    assert table.public.stage is Stage.LOOK
    table.draw()
    assert table.public.chapter == 2


def test_score_takes_used_tokens_off_the_track_and_leaves_the_others():
    table = scored(4, owners=2, corpses=("a6", "b6"), spent=("speed",), held=("axe",))
    assert (table.public.spent, table.public.held) == ((), ("axe",))


def test_score_keeps_traps_lanterns_tiles_and_clues():
    table = scored(
        5,
        owners=2,
        corpses=("a6", "b6", "d6"),
        traps=("e1",),
        lanterns=("e2",),
        clues={"red": ("trap",)},
    )
    assert (table.public.traps, table.public.lanterns) == (("e1",), ("e2",))
    assert (table.public.tiles, clues(table, "red")) == (CABINS, ("trap",))


def test_dead_are_replaced_at_the_entrance_by_another_card():
    table = scored(4, owners=2, corpses=("a6", "b6"))
    illegal_card(table, "brown", CARDS["brown"][0].name)
    table.say("brown", "card rusty")
    assert (at(table, "brown"), clues(table, "brown")) == ("p5", ("hearing",))
    assert at(table, "red") == "r1"
    assert (table.public.chapter, table.public.stage) == (2, Stage.MANIAC)


def illegal_card(table: Weekend, seat: str, name: str) -> None:
    with pytest.raises((IllegalMoveError, MalformedError), match="cards that"):
        table.read(seat, f"card {name}")


# -- II ----------------------------------------------------------------------------------------


def chase(**more: Any) -> Weekend:
    """Chapter II of a campaign."""
    start: dict[str, Any] = {
        "campaign": True,
        "tiles": CABINS,
        "turns": ("2/0", "2/1"),
        "corpses": ("a6",) * 5,
        **more,
    }
    return weekend(2, **start)


def test_ii_alone_is_won_by_the_kill_else_by_the_maniac():
    table = weekend(2, at=22, campers={"red": "b2"})
    table.say("red", "go 22 b3")
    table.pay()
    assert won(table) == "campers"
    table = weekend(2, at=12, round=15, mover="maniac", campers=SAFE, tiles=CABINS)
    finish(table, "go a3 13 clue a4")
    assert won(table) == "maniac"


def test_ii_catch_makes_the_predestined_and_leads_on_to_iii():
    table = chase(at=22, campers={"red": "b2"})
    table.say("red", "go 22 b3")
    table.pay()
    assert (table.public.predestined, table.public.stage) == ("red", Stage.AUDIT)
    assert "invisibility" not in table.public.held


def test_ii_catch_in_round_15_counts_after_the_reveal():
    table = weekend(2, at=23, round=15, mover="maniac", campers={"red": "b5"})
    table.say("maniac", "go b4 24 clue b4")
    table.say("red", "go 24 b4 done")
    assert won(table) == "campers"


def test_ii_audit_opens_all_turns_of_i_and_ii_and_no_hospitality_token():
    table = chase(at=22, campers={"red": "b2"}, known={"end/2/0": 22}, tokens={"c1": "hosp/1"})
    table.values |= {"mid/2/1": 0, "path/2/1": 1, "path2/2/1": 0}
    table.say("red", "go 22 b3")
    table.pay()
    (demand,) = table.rules.pending(table.public)
    assert demand.kind is Kind.REVEAL
    assert demand.slots == ("mid/2/1", "path/2/1", "path2/2/1")
    table.pay()
    assert closed(table.public) == ()
    assert table.public.tokens == {"c1": "hosp/1"}


def dusk_of_ii(places: Mapping[str, str], **more: Any) -> Weekend:
    """Chapter II of a campaign after its last move: he is on 12, between a2 and a3."""
    far = {"red": "r1", "yellow": "r2", "green": "e4", "blue": "e5", "brown": "e6"}
    start: dict[str, Any] = {"corpses": ("a6",) * 3, **more}
    table = chase(at=12, round=15, mover="brown", campers={**far, **places}, **start)
    table.say("brown", "go 76 d6 done")
    table.pay()
    return table


def test_ii_uncaught_opens_the_last_circle_for_the_nearest_camper():
    table = dusk_of_ii(
        {"green": "b3"},
        clues={"red": ("trap",), "green": ("lantern",)},
        keys={"green": "blue"},
    )
    assert table.public.stage is Stage.LAST
    table.pay()
    assert table.record[-1].notice.opened == {"end/2/15": 12}
    assert table.public.predestined == "green"
    assert table.public.held == ("invisibility",)
    assert clues(table, "red") == clues(table, "green") == ()
    assert table.public.stage is Stage.LAY
    table.say("green", "lay a3")
    assert table.public.tokens == {"a3": "key/blue"}
    assert table.public.stage is Stage.AUDIT


def test_ii_ties_of_the_nearest_are_the_maniacs_choice():
    table = dusk_of_ii({"green": "b3", "blue": "b2"})
    table.pay()
    assert table.public.stage is Stage.TIE
    illegal(table, "maniac", "choose red", "the nearest campers are green, blue")
    table.say("maniac", "choose blue")
    assert table.public.predestined == "blue"


def test_ii_nearest_is_counted_by_land_and_over_corpses():
    """By boat yellow would be two edges away; around the corpses green would be further."""
    table = dusk_of_ii(
        {"green": "d3", "yellow": "b5", "red": "e2"}, boat="b5", corpses=("b3", "c2", "c4")
    )
    table.pay()
    assert table.public.queue == ("yellow", "green")


def test_ii_discard_after_a_catch_only_with_the_option():
    for option, kept in (("uncaught", ("trap",)), ("always", ())):
        table = chase(
            at=22,
            campers={"red": "b2"},
            clues={"yellow": ("trap",)},
            options={"ch2_discard": option},
        )
        table.say("red", "go 22 b3")
        table.pay()
        assert clues(table, "yellow") == kept


def test_ii_cornered_makes_the_first_on_the_edge_the_predestined():
    table = chase(at=11, mover="maniac", campers={"red": "a1", "blue": "a2"}, turns=("2/0",))
    table.say("maniac", "stuck red")
    assert table.public.predestined == "red"


# -- III ---------------------------------------------------------------------------------------


def to_iii(**more: Any) -> Weekend:
    """From a catch in II to the beginning of III."""
    start: dict[str, Any] = {
        "at": 22,
        "campers": {"red": "b2", "yellow": "r1"},
        "turns": (),
        "corpses": ("a6",) * 5,
        **more,
    }
    table = chase(**start)
    table.say("red", "go 22 b3")
    table.pay()
    return table


def test_iii_predestined_begins_in_a_campers_cabin_with_all_clues():
    table = to_iii(clues={"red": ("trap",), "blue": ("lantern",)})
    assert (table.public.chapter, table.public.stage) == (3, Stage.SHELTER)
    assert clues(table, "red") == CLUES
    illegal(table, "red", "lay r1", "y1")
    illegal(table, "red", "lay a1")
    table.say("red", "lay y3")
    assert at(table, "red") == "y3"
    assert (at(table, "yellow"), clues(table, "blue")) == ("r1", ("lantern",))
    assert (table.public.stage, table.public.turn.camper) == (Stage.CAMPER, "red")


def test_iii_predestined_begins_at_the_entrance_where_no_cabin_is_open():
    table = to_iii(tiles={"blue": "maniac"})
    assert (at(table, "red"), table.public.stage) == ("p1", Stage.CAMPER)


def test_iii_maniac_begins_where_he_chooses_with_his_first_turn():
    table = weekend(3, ends=(), mover="maniac", tiles={"yellow": "maniac"})
    assert table.rules.site.starts(table.public) == (22, 24, 42, 44, 93, 94)
    illegal(table, "maniac", "go from 11 a2 12", "you may begin at 22, 24, 42, 44, 93, 94")
    move = table.read("maniac", "go from 93 y5 a6 15")
    foul(table, changed(move, {"end/3/0": 11}), "no circle in which he may begin")
    foul(table, changed(move, {"end/3/0": 22}), "no route from circle 22")
    table.enter(move)
    assert not table.fouls
    assert table.public.ends == ("end/3/0", "end/3/1")


def test_iii_is_won_by_the_death_of_the_predestined():
    for campaign in (False, True):
        table = weekend(3, at=22, mover="maniac", campers={"blue": "b3"}, campaign=campaign)
        table.say("maniac", "go b3 23")
        assert won(table) == "maniac"


def test_iii_alone_is_won_by_the_predestined_who_lives():
    table = weekend(3, at=12, round=15, mover="maniac")
    table.enter(_third(table))
    assert won(table) == "campers"


def _third(table: Weekend) -> Move:
    move = go(table, 13, "a3", clue="a2")
    return Move(move.kind, move.seat, move.public, move.hidden, ("end/3/12",))


def test_iii_to_iv_his_circle_stays_hidden_and_all_the_living_count():
    table = weekend(
        3,
        at=12,
        round=15,
        mover="maniac",
        campaign=True,
        campers={"red": "", "yellow": "d4"},
        corpses=("a6",) * 4,
    )
    table.enter(_third(table))
    assert table.public.stage is Stage.CARDS
    table.say("red", "card ruth")
    assert (table.public.chapter, table.public.stage) == (4, Stage.MANIAC)
    assert table.public.ends == ("end/3/15",)
    assert "end/3/15" not in table.public.known
    assert at(table, "red") == "p1"


# -- IV ----------------------------------------------------------------------------------------


def test_iv_is_won_by_the_maniac_who_is_free_at_dusk():
    table = weekend(4, at=12, round=15, mover="maniac", campers=SAFE, tiles=CABINS)
    move = go(table, 13, "a3", clue="a4")
    table.enter(Move(move.kind, move.seat, move.public, move.hidden, ("end/4/15",)))
    finish(table)
    assert won(table) == "maniac"


def test_iv_nobody_dies():
    table = weekend(4, at=22, mover="maniac", campers={"red": "b3"})
    refused(table, go(table, 23, "b3", kills=["red"]), "kills nobody")


# -- chapters alone ----------------------------------------------------------------------------


def alone(play: str, **options: Any) -> Weekend:
    table = Weekend(glade(), {"play": play, **options})
    for colour in COLOURS:
        table.say(colour, f"card {CARDS[colour][0].name}")
    return table


def opened(play: str, **options: Any) -> Weekend:
    table = alone(play, **options)
    table.say("red", "cabin green")
    table.say("maniac", "cabin yellow")
    table.say("red", "cabin blue")
    table.say("maniac", "cabin red")
    return table


STREW = "corpses a3 b6 c1 d4 clues a5 b4 c2 d3 e5"


def test_alone_cabins_are_opened_in_turn_three_and_two():
    table = alone("II")
    seats = []
    while table.public.stage is Stage.TILES:
        (demand,) = table.rules.pending(table.public)
        seats.append(demand.seat)
        table.enter(table.choices(demand.seat)[0])
    assert seats == ["red", "maniac", "red", "maniac"]
    sides = list(table.public.tiles.values())
    assert (sides.count("camper"), sides.count("maniac")) == (3, 2)


def test_alone_a_cabin_is_opened_once():
    table = alone("II")
    table.say("red", "cabin green")
    illegal(table, "maniac", "cabin green", "red, yellow, blue, brown")


def test_alone_campers_of_open_cabins_begin_inside_the_others_at_the_entrance():
    table = opened("II")
    assert table.public.tiles["brown"] == "camper"
    assert {demand.seat for demand in table.rules.pending(table.public)} == {
        "green",
        "blue",
        "brown",
    }
    illegal(table, "green", "lay u1", "g1, g2, g3, g4")
    for colour, dot in (("green", "g2"), ("brown", "n1"), ("blue", "u4")):
        table.say(colour, f"lay {dot}")
    assert at(table, "red") == "p1"
    assert at(table, "blue") == "u4"
    assert table.public.stage is Stage.STREW


def ready(play: str, **options: Any) -> Weekend:
    table = opened(play, **options)
    if play != "II":
        table.say("red", "name blue")
    for colour, dot in (("green", "g2"), ("brown", "n1")):
        table.say(colour, f"lay {dot}")
    table.say("blue", "lay u4")
    return table


def test_alone_predestined_is_named_and_takes_any_campers_cabin():
    table = opened("III")
    table.say("red", "name yellow")
    for colour, dot in (("green", "g2"), ("brown", "n1"), ("blue", "u4")):
        table.say(colour, f"lay {dot}")
    assert table.public.stage is Stage.SHELTER
    illegal(table, "yellow", "lay g2", "g1, g3, g4")
    table.say("yellow", "lay g3")
    assert (at(table, "yellow"), clues(table, "yellow")) == ("g3", CLUES)


def spaced() -> str:
    """Nine dots of the glade with two empty ones between any two."""
    table = ready("II")
    told: Any = table.choices("maniac")[0].public
    return f"corpses {' '.join(told['corpses'])} clues {' '.join(told['clues'])}"


def test_alone_he_lays_four_corpses_and_five_clues_two_empty_dots_apart():
    table = ready("II")
    illegal(table, "maniac", f"strew west 22 {STREW}", "two empty dots")
    table.say("maniac", f"strew west 22 {spaced()}")
    assert len(table.public.corpses) == 4
    assert list(table.public.tokens.values()) == ["clue"] * 5
    assert (table.public.boat, table.public.ends) == ("d2", ("end/2/0",))
    assert (table.public.stage, table.public.round) == (Stage.MANIAC, 1)


def test_alone_no_corpse_shuts_a_door_or_the_entrance():
    table = ready("II")
    move = table.choices("maniac")[0]
    told: Any = move.public
    for dot in ("a1", "e1", "g1"):
        corpses = sorted([*told["corpses"][1:], dot])
        if len(set(corpses)) == 4:
            with pytest.raises(IllegalMoveError):
                table.rules.apply(table.public, table.notice(changed(move, corpses=corpses)))


def test_alone_he_begins_at_a_pier_or_in_one_of_his_cabins():
    table = ready("II")
    assert table.rules.site.starts(table.public) == (22, 24, 42, 44, 91, 92, 93, 94)
    move = table.read("maniac", f"strew west 22 {spaced()}")
    foul(table, changed(move, {"end/2/0": 33}), "may begin")


def test_alone_iii_he_hides_later():
    table = ready("III")
    table.say("maniac", f"strew west {spaced()}")
    assert (table.public.ends, table.public.turn.camper) == ((), "red")


@pytest.mark.parametrize(
    ("play", "held"),
    [
        ("II", ("twist", "shadow", "speed")),
        ("III", ("twist", "shadow", "speed")),
        ("IV", ()),
    ],
)
def test_alone_the_tokens_of_the_maniac(play: str, held: tuple[str, ...]):
    assert alone(play).public.held == held


def test_alone_the_kit_of_the_campers():
    assert clues(alone("II"), "red") == CLUES
    assert clues(alone("II", kit="card"), "red") == ("lantern",)
    assert clues(arrival(), "red") == ("lantern",)


def test_alone_there_are_no_hospitality_tokens_and_no_owners():
    assert (alone("II").public.tokens, alone("II").public.owners) == ({}, 0)


# -- options and captions ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [{"play": "V"}, {"ch4_contact": "stun"}, {"tokens": 5}, {"abilities": 1}, {"lake": True}],
)
def test_options_that_do_not_exist(options: Mapping[str, Any]):
    with pytest.raises(MalformedError):
        last_friday(glade(), options)


def test_captions_say_where_the_game_stands():
    table = weekend(2, round=3)
    assert table.rules.caption(table.public) == "chapter II, round 3 of 15: red to act"
    assert table.rules.caption(arrival().public) == "chapter I, setup: the Maniac to hide"
    assert "green to lay down" in table.rules.caption(
        replace(table.public, stage=Stage.LAY, queue=("green/b1",))
    )
