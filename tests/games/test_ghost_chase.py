"""One test for each rule of Ghost Chase, in a hut of nine rooms (see ghost_play)."""

from typing import Any

import pytest

from games.ghost_oracle import examine
from games.ghost_play import GAME, SHORT, Night, canterville, hut, night, seal, without
from paperchase.errors import IllegalMoveError, MalformedError
from paperchase.games.ghost_chase.rules import ghost_chase
from paperchase.games.ghost_chase.state import ANIMALS, Ghost, Stage
from paperchase.rules import ALL, Foul, Kind, Move, Notice


def rooms(table: Night) -> list[int]:
    """Where the ghost may end his turn."""
    return sorted({value for move in table.choices("ghost") for value in move.hidden.values()})


def refused(table: Night, move: Move, *words: str) -> None:
    """The public step refuses it, and says why."""
    before = table.public
    with pytest.raises(IllegalMoveError) as caught:
        table.rules.apply(before, table.notice(move))
    assert all(word in str(caught.value) for word in words), caught.value


def foul(table: Night, move: Move, *words: str) -> None:
    """The public step cannot see it, and the hidden one finds it."""
    table.rules.apply(table.public, table.notice(move))
    with pytest.raises(Foul) as caught:
        table.rules.follow(table.public, table.secrets["ghost"], move)
    assert all(word in str(caught.value) for word in words), caught.value


def fair(table: Night) -> bool:
    """The oracle's word, for a game that has ended."""
    return not examine(table.castle, table.options, table.record)


# -- seats, figures, frames, setup -------------------------------------------------------------


@pytest.mark.parametrize(
    ("chasers", "figures", "lots"), [(1, 3, False), (2, 4, True), (3, 3, False), (4, 4, True)]
)
def test_seats_figures_and_frames_as_the_seed_has_them(chasers: int, figures: int, lots: bool):
    rules = ghost_chase(canterville(), {"chasers": chasers})
    assert rules.seats == ("ghost", *(f"chaser-{n}" for n in range(1, chasers + 1)))
    assert len(rules.start().figures) == figures
    assert rules.chance == lots
    assert rules.sides == {"ghost": ("ghost",), "chasers": rules.seats[1:]}


def test_two_chasers_have_two_figures_each():
    assert ghost_chase(hut(), {"chasers": 2}).house.owners == (
        "chaser-1",
        "chaser-1",
        "chaser-2",
        "chaser-2",
    )


def test_random_frames_leave_one_of_five_in_the_box():
    seen: set[str] = set()
    for pick in range(5):
        table = Night(hut(), {"chasers": 2})
        (demand,) = table.rules.pending(table.public)
        assert (demand.kind, demand.seat, demand.lots) == (Kind.CHANCE, ALL, (5,))
        table.enter(table.rules.draw(table.public, None, demand, (pick,)))
        assert len(table.public.waiting) == 4
        (gone,) = set(ANIMALS) - set(table.public.waiting)
        assert table.public.total == 24 - table.rules.house.setup.animals[gone]
        seen.add(gone)
    assert seen == set(ANIMALS)


@pytest.mark.parametrize(
    "told",
    [
        None,
        {},
        {"frames": []},
        {"frames": list(ANIMALS)},
        {"frames": ["cats", "cats", "owls", "mice"]},
        {"frames": ["owls", "cats", "bats", "mice"]},
        {"frames": 4},
    ],
)
def test_random_frames_are_four_different_ones_in_order(told: Any):
    table = Night(hut(), {"chasers": 2})
    refused(table, Move(Kind.CHANCE, ALL, told), "one of the five")


def test_five_frames_need_no_lot():
    table = Night(hut(), {"chasers": 2, "frames": "five"})
    assert table.public.waiting == ANIMALS
    assert table.public.total == 24
    assert not table.rules.chance


def test_setup_order_figures_then_ghost_then_frame():
    table = Night(hut(), {"chasers": 3})
    for seat in table.rules.seats[1:]:
        assert [demand.seat for demand in table.rules.pending(table.public)] == [seat]
        table.say(seat, "place 2")
    assert [demand.seat for demand in table.rules.pending(table.public)] == ["ghost"]
    table.say("ghost", "start 5")
    assert [demand.seat for demand in table.rules.pending(table.public)] == ["chaser-1"]
    table.say("chaser-1", "frame bats")
    assert table.public.stage is Stage.GHOST
    assert (table.public.active, table.public.left, table.public.round) == ("bats", 5, 1)


def test_setup_chasers_may_share_a_room():
    assert night(figures=(1, 1, 1)).public.figures == (1, 1, 1)


def test_setup_figures_are_placed_in_seat_order():
    table = Night(hut(), {"chasers": 3})
    refused(table, Move(Kind.MOVE, "chaser-2", {"place": 2}), "not asked")


def test_start_room_is_an_empty_one_in_view():
    table = Night(hut(), {"chasers": 3})
    for seat in table.rules.seats[1:]:
        table.say(seat, "place 2")
    refused(table, Move(Kind.MOVE, "ghost", {"start": 2}), "a chaser stands in room 2")
    table.say("ghost", "start 5")
    assert table.public.ghost == 5
    assert table.public.trail == {0: 5}


def test_start_room_counts_as_visited():
    table = night(start=5, cats=2)
    table.say("ghost", "go 4")
    table.stay()
    table.pay()
    foul(table, seal(table, 5), "room 5 was visited already")


@pytest.mark.parametrize("room", [0, 10, -1, 2**53 - 1])
def test_no_such_room_to_place_or_start(room: int):
    table = Night(hut(), {"chasers": 3})
    refused(table, Move(Kind.MOVE, "chaser-1", {"place": room}), "no such room")


def test_frame_choice_is_of_the_first_chaser_and_of_a_waiting_frame():
    table = night()
    table.say("ghost", "go 4")
    table.stay()
    table.pay()
    assert table.public.stage is Stage.FRAME
    refused(table, Move(Kind.MOVE, "chaser-2", {"frame": "owls"}), "not asked")
    refused(table, Move(Kind.MOVE, "chaser-1", {"frame": "cats"}), "owls, bats, mice, hedgehogs")
    table.say("chaser-1", "frame owls")
    assert table.public.active == "owls"


def test_last_frame_needs_no_choice():
    table = night(figures=(9, 9, 9), start=1)
    for room, frame in ((4, "owls"), (5, "bats"), (2, "mice")):
        table.say("ghost", f"go {room}")
        table.stay()
        table.pay()
        table.say("chaser-1", f"frame {frame}")
    table.say("ghost", "go 3")
    table.stay()
    table.pay()
    assert (table.public.stage, table.public.active) == (Stage.GHOST, "hedgehogs")


# -- the ghost ---------------------------------------------------------------------------------


def test_move_goes_through_walls_floors_and_ceilings_never_corners():
    table = night(start=5, figures=(9, 9, 9), rests=1)
    assert rooms(table) == [2, 4, 5, 6, 8]
    foul(table, seal(table, 1), "room 1 does not touch room 5")


def test_move_never_into_a_chaser():
    table = night(start=5, figures=(2, 4, 9))
    assert rooms(table) == [5, 6, 8]
    foul(table, seal(table, 2), "a chaser stands in room 2")


def test_move_makes_the_ghost_vanish():
    table = night()
    assert table.public.ghost == 5
    table.say("ghost", "go 4")
    assert table.public.ghost == 0
    assert table.public.trail == {0: 5}


def test_passage_is_always_open_to_the_ghost_alone():
    table = night(start=1, figures=(9, 2, 3))
    assert 9 not in rooms(table)
    table = night(start=1, figures=(2, 2, 3))
    assert 9 in rooms(table)
    table.say("ghost", "go 9")
    refused(table, without(table.read("chaser-1", "stay"), to=9), "do not touch")
    chaser = night(start=5, figures=(1, 2, 3))
    chaser.say("ghost", "go 4")
    refused(chaser, without(chaser.read("chaser-1", "stay"), to=9), "only a ghost")


def test_passage_obeys_the_rule_of_visited_rooms():
    table = night(start=1, figures=(3, 3, 3), cats=2)
    table.say("ghost", "go 9")
    table.stay()
    table.pay()
    foul(table, seal(table, 1), "visited already")


def test_chimney_with_the_card():
    table = night(start=3, figures=(9, 9, 9), chimney=True)
    assert 7 in rooms(table)
    table.say("ghost", "go 7")
    assert table.public.ghost == 0


def test_chimney_without_the_card():
    table = night(start=3, figures=(9, 9, 9))
    assert 7 not in rooms(table)
    foul(table, seal(table, 7), "does not touch")


def test_rest_looks_like_any_move():
    table = night()
    moves = [move for move in table.choices("ghost") if set(move.hidden.values()) <= {4, 5, 6}]
    assert len(moves) == 3
    assert len({repr(table.notice(move)) for move in moves}) == 1


def test_rest_twice_running_and_not_three_times():
    table = night(rests=2)
    for frame in ("owls", "bats"):
        table.say("ghost", "rest")
        table.stay()
        table.pay()
        table.say("chaser-1", f"frame {frame}")
    assert table.secrets["ghost"] == Ghost(5, frozenset({5}), 0)
    assert table.public.trail == {0: 5, 1: 5, 2: 5}
    assert 5 not in rooms(table)
    foul(table, seal(table, 5), "no rest card")


def test_rest_with_one_card():
    table = night(rests=1)
    table.say("ghost", "rest")
    table.stay()
    table.pay()
    table.say("chaser-1", "frame owls")
    foul(table, seal(table, 5), "no rest card")


def cheated() -> Night:
    table = night(figures=(9, 9, 9))
    table.say("ghost", "go 4")
    table.stay()
    table.pay()
    table.say("chaser-1", "frame owls")
    return table


def test_cheat_is_public_and_its_room_hidden():
    table = cheated()
    table.say("ghost", "cheat 5")
    assert table.public.cheats == 1
    assert table.public.since[-1].cheat
    assert table.record[-1].notice.opened == {}


def test_cheat_needs_an_adjacent_visited_other_free_room():
    table = cheated()
    foul(table, seal(table, 7, cheat=True), "room 7 is new")
    foul(table, seal(table, 4, cheat=True), "this is the same")
    foul(table, seal(table, 9, cheat=True), "does not touch")
    far = night(start=5, figures=(1, 9, 9))
    far.say("ghost", "go 4")
    far.say("chaser-1", "go 2")
    far.stay()
    far.pay()
    far.say("chaser-1", "frame owls")
    far.say("ghost", "go 1")
    for seat, order in (("chaser-1", "stay"), ("chaser-2", "stay"), ("chaser-3", "stay")):
        far.say(seat, order)
    far.pay()
    far.say("chaser-1", "frame bats")
    foul(far, seal(far, 2, cheat=True), "a chaser stands in room 2")


def test_cheat_must_be_said():
    table = cheated()
    foul(table, seal(table, 5), "only a deception card")


def test_cheat_cards_run_out():
    table = night(figures=(9, 9, 9), cheats=1)
    for order, frame in (("go 4", "owls"), ("cheat 5", "bats")):
        table.say("ghost", order)
        table.stay()
        table.pay()
        table.say("chaser-1", f"frame {frame}")
    refused(table, seal(table, 4, cheat=True), "no deception card is left")
    assert 4 not in rooms(table)


def test_lock_once_from_anywhere_besides_any_move():
    table = night(figures=(1, 1, 1), door=True)
    table.say("ghost", "rest lock 4")
    assert (table.public.locked, table.public.door) == (4, False)
    table.stay()
    table.pay()
    table.say("chaser-1", "frame owls")
    refused(table, seal(table, 6, lock=6), "no door card")


def test_lock_needs_the_card():
    table = night()
    refused(table, seal(table, 4, lock=4), "no door card")


@pytest.mark.parametrize("room", [5, -1, 54, 2**53 - 1])
def test_lock_of_a_room_without_lockable_door(room: int):
    table = night(door=True)
    refused(table, seal(table, 4, lock=room), "take one of 4, 6")


def test_lock_does_not_stop_the_ghost():
    table = night(figures=(1, 1, 1), door=True)
    table.say("ghost", "go 4 lock 4")
    table.stay()
    table.pay()
    table.say("chaser-1", "frame owls")
    table.say("ghost", "cheat 5")
    assert table.secrets["ghost"].at == 5


def test_lock_stays_until_it_is_opened():
    table = night(figures=(1, 1, 1), door=True)
    table.say("ghost", "go 8 lock 4")
    table.stay()
    table.pay()
    table.say("chaser-1", "frame owls")
    assert table.public.locked == 4


def test_stuck_is_forced_and_loses_and_opens_all():
    table = night(start=1, figures=(9, 3, 3), rests=1, cheats=1, cats=3)
    table.say("ghost", "rest")
    table.say("chaser-2", "go 2")
    table.stay()
    table.pay()
    table.say("ghost", "go 4")
    table.say("chaser-2", "go 1")
    table.say("chaser-1", "go 8")
    table.say("chaser-3", "go 6")
    table.pay()
    table.say("ghost", "go 7")
    table.say("chaser-2", "go 4")
    table.stay()
    table.pay()
    table.say("chaser-1", "frame owls")
    (move,) = table.choices("ghost")
    assert move.public == {"cheat": False, "lock": 0, "stuck": True, "trap": False}
    table.say("ghost", "stuck")
    outcome = table.rules.outcome(table.public)
    assert outcome is not None
    assert outcome.winners == ("chaser-1", "chaser-2", "chaser-3")
    assert "stuck in room 7" in outcome.why
    assert outcome.foul is None
    assert fair(table)


def test_stuck_while_a_rest_or_a_cheat_is_left_is_a_lie():
    table = night(start=5, figures=(2, 4, 6))
    move = Move(Kind.MOVE, "ghost", {"cheat": False, "lock": 0, "stuck": True, "trap": False})
    with pytest.raises(Foul, match="not stuck"):
        table.rules.follow(table.public, table.secrets["ghost"], move)
    after = table.rules.apply(table.public, table.notice(move))
    assert after.outcome is not None
    assert after.outcome.foul == "ghost"


def test_stuck_says_nothing_besides():
    table = night()
    told = {"cheat": True, "lock": 0, "stuck": True, "trap": False}
    refused(table, Move(Kind.MOVE, "ghost", told), "nothing besides")


# -- the chasers -------------------------------------------------------------------------------


def test_chasers_use_ways_and_no_walls():
    table = night(figures=(2, 4, 9))
    table.say("ghost", "go 8")
    stay = table.read("chaser-1", "stay")
    refused(table, without(stay, to=5), "from room 2 to room 5: only a ghost can pass")
    refused(table, without(stay, to=9), "from room 2 to room 9: they do not touch")
    refused(table, without(stay, to=2), "in room 2 already")
    refused(table, without(stay, to=99), "no such room")


def test_chasers_may_stay_share_and_revisit():
    table = night(figures=(2, 1, 3))
    table.say("ghost", "go 8")
    table.say("chaser-1", "stay")
    table.say("chaser-2", "go 2")
    table.say("chaser-3", "go 2")
    assert table.public.figures == (2, 2, 2)


def test_chasers_move_in_the_order_in_which_they_come():
    table = night()
    table.say("ghost", "go 4")
    seats = ["chaser-1", "chaser-2", "chaser-3"]
    assert [demand.seat for demand in table.rules.pending(table.public)] == seats
    table.say("chaser-3", "stay")
    table.say("chaser-1", "stay")
    assert [demand.seat for demand in table.rules.pending(table.public)] == ["chaser-2"]
    refused(table, Move(Kind.MOVE, "chaser-1", {}), "not asked")


def test_strict_order_is_seat_order():
    table = night(strict_order=True)
    table.say("ghost", "go 4")
    for seat in ("chaser-1", "chaser-2", "chaser-3"):
        assert [demand.seat for demand in table.rules.pending(table.public)] == [seat]
        if seat != "chaser-3":
            told = {"figure": 3, "to": 0, "trap": False, "unlock": False}
            refused(table, Move(Kind.MOVE, "chaser-3", told), "not asked")
        table.say(seat, "stay")


def test_a_demand_does_not_change_because_another_seat_moves():
    table = night()
    table.say("ghost", "go 4")
    before = table.demand("chaser-2")
    table.say("chaser-1", "go 2")
    assert table.demand("chaser-2") == before


def test_two_figures_of_a_seat_move_one_by_one_in_any_order():
    table = night(chasers=2, figures=(1, 2, 3, 9))
    table.say("ghost", "go 8")
    assert len(table.rules.pending(table.public)) == 2
    table.say("chaser-1", "go b 1")
    assert table.demand("chaser-1").about == {"do": "chase", "figures": [1], "round": 1}
    told = {"figure": 2, "to": 0, "trap": False, "unlock": False}
    refused(table, Move(Kind.MOVE, "chaser-1", told), "can still move: a")
    table.say("chaser-1", "go 2")
    assert table.public.figures == (2, 1, 3, 9)
    assert [demand.seat for demand in table.rules.pending(table.public)] == ["chaser-2"]


def test_two_figures_of_a_seat_may_stay_together():
    table = night(chasers=2, figures=(1, 2, 3, 9))
    table.say("ghost", "go 8")
    told = {"figure": 0, "to": 2, "trap": False, "unlock": False}
    refused(table, Move(Kind.MOVE, "chaser-1", told), "only stay together")
    table.say("chaser-1", "stay")
    table.say("chaser-2", "go c 6")
    told = {"figure": 0, "to": 0, "trap": False, "unlock": False}
    refused(table, Move(Kind.MOVE, "chaser-2", told), "can still move: d")


def test_one_chaser_has_three_figures():
    table = night(chasers=1)
    table.say("ghost", "go 4")
    table.say("chaser-1", "go a 2; go b 2; stay")
    assert table.public.stage is Stage.ANSWER


def test_figures_of_others_cannot_be_moved():
    table = night()
    table.say("ghost", "go 4")
    told = {"figure": 2, "to": 0, "trap": False, "unlock": False}
    refused(table, Move(Kind.MOVE, "chaser-1", told), "figures of chaser-1")


def test_locked_door_stops_figures_from_both_sides():
    table = night(start=2, figures=(4, 5, 9), door=True)
    table.say("ghost", "go 3 lock 4")
    refused(table, without(table.read("chaser-1", "stay"), to=5), "from room 4 to room 5 is locked")
    refused(table, without(table.read("chaser-2", "stay"), to=4), "from room 5 to room 4 is locked")
    table.say("chaser-2", "go 6")


def test_unlock_takes_the_turn_and_others_pass_in_the_same_round():
    table = night(start=2, figures=(4, 5, 9), door=True)
    table.say("ghost", "go 3 lock 4")
    unlock = table.read("chaser-2", "unlock")
    refused(table, without(unlock, to=8), "whole turn")
    refused(table, without(unlock, trap=True), "whole turn")
    table.say("chaser-2", "unlock")
    assert table.public.locked == 0
    assert table.public.figures[1] == 5
    table.say("chaser-1", "go 5")
    assert table.public.figures[0] == 5


def test_unlock_only_beside_the_locked_door():
    table = night(start=2, figures=(4, 5, 9), door=True)
    table.say("ghost", "go 3 lock 6")
    told = {"figure": 1, "to": 0, "trap": False, "unlock": True}
    refused(table, Move(Kind.MOVE, "chaser-1", told), "room 4 has no locked door")


def test_door_card_cannot_be_had_back():
    table = night(start=2, figures=(4, 5, 9), door=True)
    table.say("ghost", "go 3 lock 4")
    table.say("chaser-1", "unlock")
    table.stay()
    table.pay()
    assert table.public.door is False


def test_no_single_lock_cuts_off_more_than_one_room():
    castle = canterville()
    for room, (a, b) in castle.locks.items():
        seen, edge = {1}, [1]
        while edge:
            here = edge.pop()
            for there in castle.chaser[here] - seen:
                if {here, there} != {a, b}:
                    seen.add(there)
                    edge.append(there)
        assert len(seen) in (1, 53, 54), room


# -- the trap ----------------------------------------------------------------------------------


def trapped(**options: Any) -> Night:
    """The trap lies in room 2, and the ghost is in 5, having been in 6 and 5."""
    table = night(start=6, figures=(2, 7, 9), trap=True, cats=2, owls=2, **options)
    table.say("ghost", "go 5")
    table.say("chaser-1", "go 1 trap")
    table.stay()
    table.pay()
    assert (table.public.trap, table.public.card) == (2, False)
    return table


def test_trap_is_laid_once_in_a_room_that_is_left_and_by_its_holder():
    table = night(figures=(1, 3, 9), trap=True, trap_holder=2)
    table.say("ghost", "go 4")
    one, two = table.read("chaser-1", "go 2"), table.read("chaser-2", "go 2")
    refused(table, without(one, trap=True), "chaser-1 has no trap")
    refused(table, without(two, trap=True, to=0), "room that the figure leaves")
    table.say("chaser-2", "go 2 trap")
    assert (table.public.trap, table.public.card) == (3, False)
    table.stay()
    table.pay()
    table.say("chaser-1", "frame owls")
    table.say("ghost", "go 7")
    refused(table, without(table.read("chaser-2", "go 1"), trap=True), "has no trap")


def test_trap_is_laid_by_any_figure_of_its_holder():
    table = night(chasers=1, trap=True)
    table.say("ghost", "go 4")
    table.say("chaser-1", "go b 2 trap")
    assert table.public.trap == 3


def test_no_trap_as_an_option():
    table = night(trap=False)
    table.say("ghost", "go 4")
    refused(table, without(table.read("chaser-1", "go 2"), trap=True), "has no trap")


def test_trap_entered_is_opened_at_once_and_nothing_else():
    table = trapped()
    table.say("ghost", "go 2")
    assert table.record[-1].notice.opened == {"room/2": 2}
    assert table.public.ghost == 2
    assert table.public.trail == {0: 6, 2: 2}
    assert table.rules.secret(table.public, "ghost").at == 0
    table.stay()
    assert table.rules.pending(table.public)[0].slots == ("room/1",)
    table.pay()
    assert table.public.trail == {0: 6, 1: 5, 2: 2}


def test_trap_entered_in_silence_is_found_at_the_opening():
    table = trapped()
    foul(table, seal(table, 2), "holds the trap")
    table.enter(seal(table, 2))
    table.stay()
    table.pay()
    outcome = table.rules.outcome(table.public)
    assert outcome is not None
    assert outcome.foul == "ghost"
    assert "holds the trap" in outcome.why
    assert not fair(table)


def test_trap_claimed_for_another_room_loses_at_once():
    table = trapped()
    move = seal(table, 8, trap=True)
    with pytest.raises(Foul, match="holds no trap"):
        table.rules.follow(table.public, table.secrets["ghost"], move)
    after = table.rules.apply(table.public, table.notice(move))
    assert after.outcome is not None
    assert after.outcome.foul == "ghost"


def test_trap_that_is_not_there_cannot_be_claimed():
    table = night(trap=True)
    refused(table, seal(table, 4, trap=True), "no trap to enter")


def test_trap_works_on_a_cheat_too():
    table = night(start=2, figures=(1, 9, 9), trap=True, cats=5)
    table.say("ghost", "go 5")
    table.say("chaser-1", "go 2")
    table.stay()
    table.pay()
    table.say("ghost", "go 4")
    table.say("chaser-1", "go 3 trap")
    table.stay()
    table.pay()
    table.say("ghost", "cheat 5")
    table.stay()
    table.pay()
    table.say("ghost", "cheat 2")
    assert table.public.ghost == 2
    assert table.record[-1].notice.opened == {"room/4": 2}


def test_trap_stays_for_good_and_a_rest_in_it_is_no_entering():
    table = trapped()
    table.say("ghost", "go 2")
    table.stay()
    table.pay()
    assert table.public.trap == 2
    table.say("chaser-1", "frame owls")
    foul(table, seal(table, 2, trap=True), "he rested")
    table.say("ghost", "rest")
    assert table.record[-1].notice.opened == {}
    assert table.public.ghost == 0


def test_trap_makes_the_ghost_visible_until_his_next_turn():
    table = trapped()
    table.say("ghost", "go 2")
    table.say("chaser-2", "stay")
    assert table.public.ghost == 2


def test_frame_full_of_trapped_rounds_needs_no_opening():
    table = trapped()
    table.say("ghost", "go 4")
    table.stay()
    table.pay()
    table.say("chaser-1", "frame mice")
    table.say("ghost", "cheat 5")
    table.stay()
    table.pay()
    table.say("chaser-1", "frame bats")
    table.say("ghost", "go 2")
    table.stay()
    assert table.public.stage is Stage.FRAME
    assert table.public.trail[4] == 2
    assert table.public.known.at == 2


# -- catching, answers, time and the end -------------------------------------------------------


def test_caught_at_step_k_ends_it_at_once_for_all_chasers():
    table = night(start=5, figures=(9, 1, 3))
    table.say("ghost", "go 4")
    table.say("chaser-1", "go 8")
    table.say("chaser-2", "go 4")
    table.say("chaser-3", "go 2")
    (answer,) = table.choices("ghost", Kind.ANSWER)
    assert answer == Move(Kind.ANSWER, "ghost", {"caught": 2}, {}, ("room/1",))
    table.pay()
    outcome = table.rules.outcome(table.public)
    assert outcome is not None
    assert outcome.winners == ("chaser-1", "chaser-2", "chaser-3")
    assert outcome.why == "chaser-2 caught the ghost in room 4"
    assert table.rules.pending(table.public) == ()
    assert fair(table)


def test_caught_at_step_k_takes_back_the_later_steps():
    table = night(start=2, figures=(6, 5, 9), trap=True, trap_holder=3, door=True)
    table.say("ghost", "go 3 lock 4")
    table.say("chaser-1", "go 3")
    table.say("chaser-3", "go 8 trap")
    table.say("chaser-2", "unlock")
    table.pay()
    assert table.public.figures == (3, 5, 9)
    assert (table.public.trap, table.public.card, table.public.locked) == (0, True, 4)
    assert len(table.public.steps) == 1


def test_caught_counts_entering_and_not_standing_there():
    table = night(start=5, figures=(2, 4, 9))
    table.enter(seal(table, 4))
    table.say("chaser-1", "go 3")
    table.stay()
    (answer,) = table.choices("ghost", Kind.ANSWER)
    assert answer.public == {"caught": 0}


def test_no_question_where_no_figure_moved():
    table = night()
    table.say("ghost", "go 4")
    table.stay()
    assert table.public.stage is Stage.SHOW


def test_answer_names_a_step_that_entered_a_room():
    table = night(start=5, figures=(1, 3, 9))
    table.say("ghost", "go 8")
    table.say("chaser-1", "stay")
    table.say("chaser-2", "go 2")
    table.say("chaser-3", "stay")
    for caught in (-1, 4, 2**60, 10**5000):
        refused(table, Move(Kind.ANSWER, "ghost", {"caught": caught}), "steps 1 to 3")
    refused(table, Move(Kind.ANSWER, "ghost", {"caught": 1}, {}, ("room/1",)), "stayed")
    refused(table, Move(Kind.ANSWER, "ghost", {"caught": 2}), "opens room/1")
    refused(table, Move(Kind.ANSWER, "ghost", {"caught": 0}, {}, ("room/1",)), "opens nothing")


def test_false_no_is_found_at_the_opening():
    table = night(start=5, figures=(1, 3, 9))
    table.say("ghost", "go 4")
    table.say("chaser-1", "go 4")
    table.stay()
    table.enter(Move(Kind.ANSWER, "ghost", {"caught": 0}))
    table.pay()
    outcome = table.rules.outcome(table.public)
    assert outcome is not None
    assert outcome.foul == "ghost"
    assert "he denied it" in outcome.why
    assert table.fouls
    assert not fair(table)


def test_false_step_is_found_at_once():
    table = night(start=5, figures=(1, 3, 9))
    table.say("ghost", "go 4")
    table.say("chaser-2", "go 2")
    table.say("chaser-1", "go 4")
    table.stay()
    move = Move(Kind.ANSWER, "ghost", {"caught": 1}, {}, ("room/1",))
    after = table.rules.apply(table.public, table.notice(move))
    assert after.outcome is not None
    assert after.outcome.foul == "ghost"
    assert "did not enter his room 4" in after.outcome.why


def test_time_takes_one_animal_a_round():
    table = night(cats=3)
    table.say("ghost", "go 4")
    assert table.public.left == 3
    table.stay()
    assert (table.public.left, table.public.round) == (2, 2)


def test_frame_full_opens_all_rounds_and_shows_the_ghost():
    table = night(figures=(9, 9, 9), cats=3)
    for order in ("go 4", "rest", "cheat 5"):
        table.say("ghost", order)
        table.stay()
        if table.public.stage is Stage.ANSWER:
            table.pay()
    (demand,) = table.rules.pending(table.public)
    assert (demand.kind, demand.slots) == (Kind.REVEAL, ("room/1", "room/2", "room/3"))
    table.pay()
    assert table.public.trail == {0: 5, 1: 4, 2: 4, 3: 5}
    assert table.public.ghost == 5
    assert table.public.known == Ghost(5, frozenset({4, 5}), 1)
    assert table.public.since == ()
    table.say("chaser-1", "frame owls")
    assert table.public.ghost == 5
    table.say("ghost", "go 6")
    assert table.public.ghost == 0


def test_reveal_opens_neither_less_nor_more():
    table = night(cats=2)
    for order in ("go 4", "rest"):
        table.say("ghost", order)
        table.stay()
    refused(table, Move(Kind.REVEAL, "ghost", None, {}, ("room/1",)), "opens room/1, room/2")
    refused(table, Move(Kind.REVEAL, "ghost", {}, {}, ("room/1", "room/2")), "says nothing")


@pytest.mark.parametrize("value", [0, -1, 10, 2**53 - 1])
def test_reveal_of_nonsense_is_foul(value: int):
    table = night()
    table.enter(seal(table, value))
    assert table.fouls
    table.stay()
    table.pay()
    outcome = table.rules.outcome(table.public)
    assert outcome is not None
    assert outcome.foul == "ghost"


def test_last_animal_and_the_ghost_has_won():
    table = night(start=1, figures=(9, 9, 9))
    for room, frame in ((4, "owls"), (5, "bats"), (2, "mice"), (3, "")):
        table.say("ghost", f"go {room}")
        table.stay()
        table.pay()
        if frame:
            table.say("chaser-1", f"frame {frame}")
    table.say("ghost", "rest")
    table.stay()
    assert table.public.stage is Stage.DAWN
    table.pay()
    outcome = table.rules.outcome(table.public)
    assert outcome is not None
    assert (outcome.winners, outcome.foul) == (("ghost",), None)
    assert table.public.trail == {0: 1, 1: 4, 2: 5, 3: 2, 4: 3, 5: 3}
    assert fair(table)


def test_last_animal_goes_after_the_catch():
    table = night(start=1, figures=(9, 9, 9))
    for room, frame in ((4, "owls"), (5, "bats"), (2, "mice"), (3, "")):
        table.say("ghost", f"go {room}")
        table.stay()
        table.pay()
        if frame:
            table.say("chaser-1", f"frame {frame}")
    table.say("ghost", "go 6")
    table.say("chaser-1", "go 8")
    table.stay()
    (answer,) = table.choices("ghost", Kind.ANSWER)
    assert answer.public == {"caught": 0}
    table.pay()
    assert table.public.outcome is not None
    assert table.public.outcome.winners == ("ghost",)


# -- lapses, captions, options -----------------------------------------------------------------


def test_late_chasers_stay_and_a_late_ghost_forfeits():
    table = Night(hut(), {"chasers": 2})
    table.draw()
    rules = table.rules
    while table.public.stage is Stage.PLACE:
        (demand,) = rules.pending(table.public)
        move = rules.default(table.public, demand)
        assert move is not None
        table.enter(move)
    assert table.public.figures == (1, 1, 1, 1)
    assert rules.default(table.public, table.demand("ghost")) is None
    table.say("ghost", "start 5")
    move = rules.default(table.public, table.demand("chaser-1"))
    assert move is not None
    table.enter(move)
    assert rules.default(table.public, table.demand("ghost")) is None
    table.say("ghost", "go 6")
    for seat in ("chaser-1", "chaser-2"):
        move = rules.default(table.public, table.demand(seat))
        assert move is not None
        table.enter(move)
    assert table.public.figures == (1, 1, 1, 1)
    assert table.public.round == 2
    table.say("ghost", "go 9")
    table.say("chaser-1", "go a 2")
    move = rules.default(table.public, table.demand("chaser-1"))
    assert move is not None
    table.enter(move)
    table.say("chaser-2", "stay")
    assert rules.default(table.public, table.demand("ghost", Kind.ANSWER)) is None


def test_captions():
    table = Night(hut(), {"chasers": 2, **SHORT})
    captions = [table.rules.caption(table.public)]
    while table.rules.pending(table.public):
        table.play(most=1)
        captions.append(table.rules.caption(table.public))
    assert captions[0] == "setup: the frames are drawn"
    assert "setup: chaser-2 to place figure d" in captions
    assert "round 1 of 4: ghost to move" in captions
    assert "round 1 of 4: chasers to move" in captions


def test_options_that_do_not_fit():
    with pytest.raises(MalformedError, match="trap_holder"):
        ghost_chase(hut(), {"chasers": 2, "trap_holder": 3})
    with pytest.raises(MalformedError, match="1 to 2"):
        ghost_chase(hut(), {"rests": 3})
    with pytest.raises(MalformedError, match="did you mean chimney"):
        ghost_chase(hut(), {"chimny": True})


def test_game_is_found_with_its_first_board():
    assert GAME.info.version == 1
    assert GAME.info.boards[0] == "canterville"
    assert len(canterville().rooms) == 54


def test_values_are_all_rooms_and_nothing_is_latent():
    table = night()
    assert list(table.rules.values(table.public, "room/1")) == list(range(1, 10))
    assert not table.rules.latent("room/1")


def test_follow_leaves_what_is_malformed_to_apply():
    table = night()
    ghost = table.secrets["ghost"]
    for told in (None, [], {"cheat": 1}, {"stuck": True}, True):
        move = Move(Kind.MOVE, "ghost", told, {"room/1": 4})
        assert table.rules.follow(table.public, ghost, move) == ghost
        refused(table, move)
    notice = Notice(Kind.MOVE, "chaser-1", {"figure": True, "to": 1})
    with pytest.raises(IllegalMoveError):
        table.rules.apply(table.public, notice)
