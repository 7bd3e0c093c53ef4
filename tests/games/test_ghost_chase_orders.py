"""What people type in Ghost Chase, and what they are told."""

import pytest

from games.ghost_play import GAME, Night, hut, night
from paperchase.errors import IllegalMoveError, MalformedError
from paperchase.rules import Kind, Move


def illegal(table: Night, seat: str, order: str, text: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        table.read(seat, order)
    assert text in str(caught.value)


def malformed(table: Night, seat: str, order: str, text: str) -> None:
    with pytest.raises(MalformedError) as caught:
        table.read(seat, order)
    assert text in str(caught.value)


def visited() -> Night:
    """The ghost has gone from 5 to 4."""
    table = night(figures=(9, 9, 9), cats=3)
    table.say("ghost", "go 4")
    table.stay()
    return table


def test_go_names_the_rule_of_neighbours():
    illegal(night(), "ghost", "go 7", "room 7 does not touch room 5")


def test_go_names_the_chaser():
    illegal(night(figures=(4, 3, 9)), "ghost", "go 4", "a chaser stands in room 4")


def test_go_to_a_visited_room_tells_of_the_deception_card():
    table = visited()
    illegal(
        table,
        "ghost",
        "go 5",
        "you were in room 5 already: say `cheat 5` to spend a deception card (2 left)",
    )


def test_go_nowhere_tells_of_the_rest_card():
    illegal(night(), "ghost", "go 5", "you are in room 5: say `rest` to stay for a rest card")


def test_cheat_into_a_new_room_is_no_bluff():
    illegal(visited(), "ghost", "cheat 7", "room 7 is new to you: say `go 7` and keep the card")


def test_cheat_into_the_same_room():
    illegal(visited(), "ghost", "cheat 4", "a deception card leads to another one")


def test_cheat_without_a_card():
    table = night(figures=(9, 9, 9), cats=3, cheats=1)
    table.say("ghost", "go 4")
    table.stay()
    table.say("ghost", "cheat 5")
    table.stay()
    illegal(table, "ghost", "cheat 4", "no deception card is left")


def test_rest_without_a_card():
    table = night(cats=3, rests=1)
    table.say("ghost", "rest")
    table.stay()
    illegal(table, "ghost", "rest", "no rest card is left")


def test_stuck_is_checked():
    illegal(night(), "ghost", "stuck", "not stuck")


def test_lock_without_the_card_and_without_a_room():
    illegal(night(), "ghost", "go 4 lock 4", "no door card")
    malformed(night(door=True), "ghost", "go 4 lock", "the room is missing")
    illegal(night(door=True), "ghost", "go 4 lock 5", "take one of 4, 6")


def test_rooms_are_numbers_of_the_castle():
    malformed(night(), "ghost", "go 10", "no room '10': they go from 1 to 9")
    malformed(night(), "ghost", "go 999999999999999999999", "they go from 1 to 9")
    malformed(night(), "ghost", "go ４", "type it plainly: 4")
    malformed(night(), "ghost", "gо 4", "CYRILLIC SMALL LETTER O")
    malformed(night(), "ghost", "go", "the room is missing")
    malformed(night(), "ghost", "go 4 5", "'5' is one word too many")


def test_typo_in_a_verb():
    malformed(night(), "ghost", "chaet 4", "did you mean `cheat`?")


def test_orders_of_the_other_side_are_not_asked_for():
    illegal(night(), "ghost", "stay", "go ROOM [lock ROOM] / rest [lock ROOM] / cheat ROOM")
    table = visited()
    table.say("ghost", "go 7")
    illegal(table, "chaser-1", "rest", "go [FIGURE] ROOM [trap] / stay [FIGURE] / unlock [FIGURE]")


def test_chasers_are_told_of_walls_and_locks():
    table = night(start=2, figures=(4, 5, 9), door=True)
    table.say("ghost", "go 3 lock 4")
    illegal(table, "chaser-1", "go 7", "no way for a chaser from room 4 to room 7: only a ghost")
    illegal(table, "chaser-1", "go 5", "the door from room 4 to room 5 is locked")
    illegal(table, "chaser-3", "unlock", "room 9 has no locked door")
    assert table.read("chaser-2", "unlock").public == {
        "figure": 2,
        "to": 0,
        "trap": False,
        "unlock": True,
    }


def test_figures_are_found_by_where_they_can_go():
    table = night(chasers=2, figures=(1, 3, 9, 9))
    table.say("ghost", "go 4")
    told = {"figure": 2, "to": 6, "trap": False, "unlock": False}
    assert table.read("chaser-1", "go 6").public == told
    illegal(table, "chaser-1", "go 2", "say which figure: `go a 2` or `go b 2`")
    illegal(table, "chaser-1", "go 8", "say which figure: `go a 8` or `go b 8`")
    malformed(table, "chaser-1", "go c 8", "no figure 'c': it is one of a, b")
    table.say("chaser-1", "go b 2")
    illegal(table, "chaser-1", "go b 3", "can still move: a")


def test_the_figure_at_the_locked_door_is_found():
    table = night(chasers=2, start=2, figures=(4, 3, 9, 9), door=True)
    table.say("ghost", "rest lock 4")
    assert GAME.grammar.write(table.read("chaser-1", "unlock")) == "unlock a"
    illegal(table, "chaser-2", "unlock", "say which figure: `unlock c` or `unlock d`")


def test_trap_of_another_chaser():
    table = night(trap=True, trap_holder=2)
    table.say("ghost", "go 4")
    illegal(table, "chaser-1", "go 2 trap", "chaser-1 has no trap to lay")


def test_frame_that_is_not_there():
    table = Night(hut(), {"chasers": 3})
    for seat in ("chaser-1", "chaser-2", "chaser-3"):
        table.say(seat, "place 1")
    table.say("ghost", "start 5")
    malformed(table, "chaser-1", "frame cat", "did you mean cats?")
    malformed(table, "chaser-1", "frame 7", "cats, owls, bats, mice, hedgehogs")


@pytest.mark.parametrize(
    ("order", "seat"),
    [("go 4", "ghost"), ("rest", "ghost"), ("go 8 lock 6", "ghost"), ("rest lock 4", "ghost")],
)
def test_orders_of_the_ghost_come_back(order: str, seat: str):
    table = night(door=True)
    assert GAME.grammar.write(table.read(seat, order), table.secrets[seat]) == order


def test_what_cannot_be_seen_is_a_question_mark():
    told = {"cheat": True, "lock": 6, "stuck": False, "trap": False}
    assert GAME.grammar.write(Move(Kind.MOVE, "ghost", told)) == "cheat ? lock 6"
    assert GAME.grammar.write(Move(Kind.MOVE, "ghost", None)) == ""


def test_several_orders_of_a_seat_with_three_figures():
    table = night(chasers=1)
    table.say("ghost", "go 4")
    table.say("chaser-1", "GO a 2; go b 2  # both to the middle\nstay")
    assert table.public.figures == (2, 2, 9)


def test_help_is_what_fits():
    table = night()
    text = GAME.grammar.help(table.demand("ghost"))
    assert [line.split()[0] for line in text.split("\n")] == ["go", "rest", "cheat", "stuck"]
