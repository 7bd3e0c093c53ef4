"""One test for each rule of Mine Delve: setup, the turn, movement, searching, exploration."""

from typing import Any

import pytest

from games.mine_play import BOARD, GAME, Delve, lore
from paperchase.errors import IllegalMoveError, MalformedError
from paperchase.games.mine_delve.geometry import fit
from paperchase.games.mine_delve.rules import mine_delve
from paperchase.games.mine_delve.state import Orders
from paperchase.games.mine_delve.steps import Dread, Hurt
from paperchase.rules import ALL, Kind, Move, Notice

QUIET = ("hold back the dark", [5, 6])


def refused(table: Delve, move: Move, *words: str) -> None:
    """The rules refuse it, and say why."""
    with pytest.raises(IllegalMoveError) as caught:
        table.enter(move)
    assert all(word in str(caught.value) for word in words), caught.value


def one(*fate: tuple[str, list[Any]], **options: Any) -> Delve:
    """The Warden alone in the middle of the Entrance, with four points to move."""
    return Delve(heroes=1, **options).begin(QUIET, ("move", [4]), *fate)


def four(*fate: tuple[str, list[Any]], **options: Any) -> Delve:
    """All four; the Drifter, who is the quickest, is to act."""
    return Delve(heroes=4, **options).begin(QUIET, ("move", [4]), *fate)


def loaded(table: Delve, *fate: tuple[str, list[Any]]) -> Delve:
    table.fate = list(fate)
    return table


# -- options and setup -----------------------------------------------------------------------------


def test_seats_are_heroes_and_one_side():
    rules = mine_delve(lore(), {"heroes": 3})
    assert rules.seats == ("warden", "drifter", "sharp")
    assert rules.sides == {"heroes": rules.seats}
    assert rules.chance


def test_a_party_can_be_chosen():
    rules = mine_delve(lore(), {"heroes": 2, "party": "sharp+powder"})
    assert rules.seats == ("sharp", "powder")


def test_a_party_has_as_many_heroes_as_the_game():
    with pytest.raises(MalformedError, match="names 2 heroes and option heroes says 3"):
        mine_delve(lore(), {"heroes": 3, "party": "sharp+powder"})


def test_no_two_heroes_have_the_same_initiative():
    text = BOARD.decode().replace("initiative = 6\nshoot = 3", "initiative = 5\nshoot = 3")
    with pytest.raises(MalformedError, match="same initiative"):
        GAME.board(text.encode(), "x")


def test_setup_heroes_enter_in_initiative_order():
    table = Delve(heroes=4)
    for name in ("drifter", "sharp", "warden", "powder"):
        assert table.demand().seat == name
        table.say(f"enter 1{'abcd'[len(table.public.todo) - 1]}4 tonic")


@pytest.mark.parametrize("cell", ["1a1", "1d2", "d1a"])
def test_setup_is_in_the_two_rear_rows(cell: str):
    table = Delve(heroes=1)
    refused(
        table, table.tell(do="enter", cell=cell, item="tonic", lantern=False), "heroes enter at"
    )


def test_setup_takes_a_free_cell_and_a_known_item():
    table = Delve(heroes=2).say("enter 1a4 tonic")
    refused(table, table.tell(do="enter", cell="1a4", item="tonic", lantern=False), "heroes enter")
    refused(table, table.tell(do="enter", cell="1b4", item="gold", lantern=False), "the items are")


def test_setup_the_lantern_goes_to_the_first_who_takes_it_or_to_the_last():
    table = Delve(heroes=2).say("enter 1a4 tonic lantern")
    refused(
        table, table.tell(do="enter", cell="1b4", item="tonic", lantern=True), "has the lantern"
    )
    assert table.public.bearer == 1
    table = Delve(heroes=2).say("enter 1a4 tonic; enter 1b4 tonic")
    assert table.public.bearer == 0


def test_setup_markers_and_numbers():
    public = Delve(heroes=3).public
    assert (public.posse, public.dark, public.clues, public.dread) == (0, 16, 0, 0)
    assert public.revives == lore().parties[3].revives
    assert {len(public.decks[deck]) for deck in ("low", "med", "high")} == {10}
    sizes = {deck: len(public.decks[deck]) for deck in ("map", "token", "darkness", "dread")}
    assert sizes == {"map": 18, "token": 12, "darkness": 15, "dread": 7}
    assert len(public.decks["encounter"]) == 20
    assert len(lore().decks["loot"]) == len(lore().decks["scavenge"]) == 12


# -- holding back the dark -------------------------------------------------------------------------


def hold(*faces: int, **changes: Any) -> Delve:
    """The hold test of the first turn, with the markers as they are given."""
    table = Delve(heroes=1)
    table.set(**changes)
    table.fate = [("hold back the dark", list(faces))]
    return table.say("enter 1b3 bandages")


@pytest.mark.parametrize(("posse", "need"), [(0, 7), (5, 7), (6, 8), (10, 8), (11, 9), (16, 9)])
def test_hold_targets_rise_with_the_depth_of_the_party(posse: int, need: int):
    assert Delve().rules.mine.hold(Delve().set(posse=posse).public) == need


def test_hold_succeeds_at_the_target():
    assert hold(3, 4).public.dark == 16


def test_hold_fails_below_the_target_and_the_darkness_comes_nearer():
    assert hold(2, 4).public.dark == 15


def test_hold_doubles_are_a_depth_event_and_move_nothing():
    table = hold(1, 1)
    assert table.public.dark == 16
    assert any("Rockfall" in line for line in table.public.news)
    assert len(table.rolled("agility")) == 1


def test_hold_is_rolled_in_fights_too():
    table = one()
    table.foe("miner", "1a1")
    loaded(table, ("hold back the dark", [1, 2])).say("end")
    assert table.public.dark == 15


def test_hold_blood_space_draws_a_darkness_card():
    table = hold(1, 2, dark=13)
    assert table.public.dark == 12  # printed 4
    assert len(table.rolled("darkness")) == 1


def test_hold_dread_space_adds_to_the_stack():
    assert hold(1, 2, dark=11).public.dread == 1


def test_hold_each_space_that_the_darkness_enters_fires():
    table = Delve(heroes=1).set(dark=9)
    table.fate = [("hold back the dark", [1, 2]), ("darkness", ["Creeping Black"])]
    table.say("enter 1b3 bandages")
    # The space printed 8 is blood; the card moves it on to the next.
    assert table.public.dark == 7


def test_the_darkness_at_the_entrance_ends_it_at_once():
    table = hold(1, 2, dark=1)
    assert table.public.outcome is not None
    assert table.public.outcome.winners == ()
    assert "Darkness" in table.public.outcome.why
    assert table.rules.pending(table.public) == ()


def test_hold_a_blessing_holds_by_itself_once():
    table = Delve(heroes=1).set(bless=1, gloom=1).say("enter 1b3 bandages")
    assert table.rolled("hold back the dark") == []
    assert (table.public.bless, table.public.gloom, table.public.dark) == (0, 0, 16)


def test_hold_soot_stays_until_a_hold_succeeds():
    assert hold(3, 4, gloom=1).public.dark == 15
    table = hold(3, 5, gloom=1)
    assert (table.public.dark, table.public.gloom) == (16, 0)


def test_hold_fails_for_good_once_the_lantern_is_empty():
    table = Delve(heroes=1).set(turn=lore().track.limit).say("enter 1b3 bandages")
    assert table.rolled("hold back the dark") == []
    assert table.public.dark == 15


def test_a_guttering_lantern_lights_its_own_tile_for_this_turn():
    table = one()
    table.tile("Crawl", 1)
    table.hero("warden", cell="d1a")
    table.fate = [("hold back the dark", [3, 3]), ("move", [3])]
    table.say("end")
    assert table.public.dim
    table.say("end")
    assert not table.public.dim


# -- dread -----------------------------------------------------------------------------------------


def test_dread_is_cancelled_unseen_when_all_pay():
    table = four().set(dread=2)
    for name in ("sharp", "warden", "powder"):
        table.say("orders dread now", name)
    assert table.public.dread == 2
    table.say("orders dread now")
    assert table.public.dread == 1
    assert [hero.grit for hero in table.public.heroes] == [0, 0, 0, 0]
    assert {hero.orders.dread for hero in table.public.heroes} == {"no"}


def willing(grit: int = 0) -> Delve:
    """All want to cancel a dread card, and the Card Sharp alone may lack the Grit for it."""
    table = four().set(dread=2)
    for name in ("warden", "drifter", "sharp", "powder"):
        table.hero(name, orders=Orders(dread="now"), grit=1)
    table.hero("sharp", grit=grit, bag=("tonic",))
    return table


def test_dread_is_cancelled_as_soon_as_the_last_grit_is_there():
    table = loaded(willing(), ("move", [3]))
    table.say("end")
    assert table.public.dread == 2
    table.say("use tonic")
    assert table.public.dread == 1
    assert [hero.grit for hero in table.public.heroes] == [0, 0, 0, 0]


def test_dread_is_cancelled_by_a_move_roll_that_regains_grit():
    table = loaded(willing(), ("move", [1]))
    table.say("end")
    assert table.public.dread == 1
    assert {hero.orders.dread for hero in table.public.heroes} == {"no"}


def test_dread_is_cancelled_as_soon_as_who_could_not_pay_is_ko():
    table = willing()
    table.hero("sharp", health=1, bag=())
    table.happen(Hurt(table.rules.mine.places["sharp"], 1))
    assert table.hero("sharp").down
    assert table.hero("sharp").orders.dread == "now"
    assert table.public.dread == 1
    assert table.hero("warden").grit == 0


def test_dread_is_cancelled_as_soon_as_there_is_a_card():
    table = willing(grit=1).set(dread=0).happen(Dread(1))
    assert table.public.dread == 0
    assert table.hero("warden").grit == 0


def test_dread_of_which_one_card_is_paid_for_leaves_the_others():
    table = willing(grit=1)
    for name in ("warden", "drifter", "sharp", "powder"):
        table.hero(name, grit=2)
    table.say("go 1b2")
    assert table.public.dread == 1
    assert table.hero("warden").grit == 1


def test_dread_is_cancelled_when_revealed_if_all_want_to_and_can():
    table = one()
    table.hero("warden", orders=Orders(dread="reveal"), grit=1)
    room = table.tile("Chapel", 1)
    table.hero("warden", cell=f"{room}a1")
    table.set(tokens=(room - 1,), dread=2, clues=1)
    table.fate = [
        ("exploration token", ["1 door, attack, clue"]),
        ("dread", ["Splintering Props"]),
        ("dread", ["Face in the Rock"]),
        ("willpower", [4, 4, 4]),
    ]
    table.say("end")
    assert table.hero("warden").grit == 0
    assert table.rolled("dread") == [["Splintering Props"], ["Face in the Rock"]]
    order = [about["for"] for about, _ in table.rolls]
    assert "willpower" in order[: order.index("med threat")]
    assert "defense" not in order[: order.index("med threat")]


# -- order -----------------------------------------------------------------------------------------


def test_turn_goes_by_initiative_and_foes_come_first_where_they_tie():
    table = four()
    table.hero("powder", cell="1a1")
    table.foe("spider", "1d1")  # Initiative 6, as the Drifter
    table.foe("strangler", "1b1")  # 4, as the Warden
    table.fate = [("hold back the dark", [5, 6])]
    for _ in range(4):
        table.say("end")
    order = [type(step).__name__ + getattr(step, "kind", "") for step in table.public.todo]
    assert table.demand().seat == "drifter"
    turns = [str(getattr(step, "kind", getattr(step, "hero", ""))) for step in table.public.todo]
    assert turns[:5] == ["1", "2", "strangler", "0", "3"], order


def test_turn_tied_kinds_of_foes_are_ordered_at_random():
    table = one()
    table.foe("strangler", "1a1")
    table.foe("feeler", "1d1")
    table.say("end")
    (about, got), *_ = [roll for roll in table.rolls if roll[0]["for"] == "who goes first"]
    assert about["from"] == ("feeler", "strangler")
    assert sorted(got) == ["feeler", "strangler"]


# -- the start of an activation --------------------------------------------------------------------


def test_start_voices_in_the_dark_off_the_lit_tiles():
    table = Delve(heroes=2).begin(QUIET)
    for card, door in (("Crawl", 1), ("Haulway", 2)):
        table.tile(card, door)
    table.hero("warden", cell="3a1")
    table.say("end")
    assert len(table.rolled("voices in the dark")) == 1
    (voices,) = table.rolled("voices in the dark")[0]
    assert len(table.rolled("willpower")[0]) == voices


def test_start_tiles_joined_to_the_lantern_s_are_lit_whatever_the_walls():
    table = Delve(heroes=2).begin(QUIET)
    table.tile("Crawl", 1)
    table.hero("warden", cell="2a1")
    table.say("end")
    assert table.rolled("voices in the dark") == []


def test_start_fear_beside_and_terror_on_the_tile():
    table = one()
    table.foe("miner", "1b2", "warden")
    table.foe("miner", "1d1", "warden")
    table.foe("gaunt", "1a1", "warden")
    table.say("end")
    # Two from the Gaunt, and one from the miner beside him.
    assert [len(got) for got in table.rolled("willpower")] == [3]


def test_move_roll_gives_the_points():
    table = one()
    assert table.public.act is not None
    assert table.public.act.points == 4


def test_move_roll_of_one_regains_grit():
    table = Delve(heroes=2).begin(QUIET, ("move", [1]))
    assert table.hero("drifter").grit == 2


def test_move_roll_of_one_at_full_grit_has_to_be_spent_at_once():
    table = Delve(heroes=1)
    table.hero("warden", grit=2)
    table.begin(QUIET, ("move", [1]), ("sprint", [3]))
    assert table.public.act is not None
    assert table.public.act.surplus
    other = Delve(heroes=1).begin(QUIET, ("move", [1]))
    table.say("sprint")
    assert table.hero("warden").grit == 2
    assert table.public.act.points == 4
    other.hero("warden", grit=2)
    other.say("go 1a2")
    assert other.public.act is not None
    assert not other.public.act.surplus


def test_move_the_powderman_regains_grit_on_a_two():
    table = Delve(heroes=1, party="powder")
    table.hero("powder", grit=0)
    assert table.begin(QUIET, ("move", [2])).hero("powder").grit == 1


def test_move_fixed_is_four_and_the_die_is_for_grit():
    table = Delve(heroes=1, fixed_move=True)
    table.hero("warden", grit=0)
    table.begin(QUIET, ("move", [1]))
    assert table.public.act is not None
    assert table.public.act.points == 4
    assert table.hero("warden").grit == 1


def test_move_the_card_sharp_is_swift():
    table = Delve(heroes=1, party="sharp").begin(QUIET, ("move", [4]))
    assert table.public.act is not None
    assert table.public.act.points == 5


# -- movement --------------------------------------------------------------------------------------


def test_go_costs_a_point_a_step_diagonals_too():
    table = one().say("go 1a2-1b1-1c1")
    assert table.public.act is not None
    assert table.public.act.points == 1
    assert table.where("warden") == "1c1"


def test_go_finds_the_shortest_way():
    table = one().say("go d1a")
    assert table.where("warden") == "d1a"
    assert table.public.act is not None
    assert table.public.act.points == 1


def test_go_no_farther_than_the_points():
    table = one(("move", [2]))
    table.say("go 1a2-1a3-1a4")
    refused(table, table.tell(do="go", path=["1b3", "1c3"]), "takes 2 points, and 1 are left")


def test_go_not_through_models_and_never_two_in_a_cell():
    table = Delve(heroes=2).begin(QUIET, ("move", [4]))
    refused(table, table.tell(do="go", path=["1c3"]), "somebody stands in 1c3")
    table.foe("miner", "1b1")
    refused(table, table.tell(do="go", path=["1b2", "1b1"]), "somebody stands in 1b1")


def test_go_over_a_ko_marker():
    table = Delve(heroes=2).begin(QUIET, ("move", [4]))
    table.hero("warden", down=True)
    table.say("go 1c3")
    assert table.where("drifter") == "1c3"


def test_go_not_through_walls_and_not_around_a_corner():
    table = one().say("go d1a")
    refused(table, table.tell(do="go", path=["1a1"]), "1a1 does not touch d1a")
    refused(table, table.tell(do="go", path=["nowhere"]), "no such cell")


def test_sprint_pays_a_grit_and_regains_none():
    table = one(("sprint", [1])).say("sprint")
    assert table.hero("warden").grit == 1
    assert table.public.act is not None
    assert table.public.act.points == 5
    table.hero("warden", grit=0)
    refused(table, table.tell(do="sprint"), "no Grit")


def test_escape_is_needed_to_leave_a_foe():
    table = one()
    table.foe("gaunt", "1b2", "warden")
    refused(table, table.tell(do="go", path=["1b4"]), "a Gaunt keeps you")
    loaded(table, ("escape", [3])).say("escape; go 1b4-1a4")
    assert table.where("warden") == "1a4"


def test_escape_has_to_reach_the_highest_and_then_ignores_up_to_it():
    table = one()
    table.foe("gaunt", "1b2", "warden")  # 3
    table.foe("miner", "1a2", "warden")  # 4
    loaded(table, ("escape", [3])).say("escape")
    assert table.public.act is not None
    assert table.public.act.stuck
    refused(table, table.tell(do="go", path=["1b4"]), "escape that failed")
    refused(table, table.tell(do="sprint"), "escape that failed")


def test_escape_meeting_a_higher_one_has_to_be_tested_again():
    table = one(("move", [6]))
    table.foe("gaunt", "1a3", "warden")
    table.foe("strangler", "1d1", "warden")
    loaded(table, ("escape", [3])).say("escape; go 1c2")
    refused(table, table.tell(do="go", path=["1b1"]), "Root Strangler keeps you")


def test_escape_only_from_somebody():
    table = one()
    refused(table, table.tell(do="escape", ask=False), "nobody keeps you")


# -- searching -------------------------------------------------------------------------------------


def test_scavenge_a_six_marks_the_tile_and_draws_a_card_for_each():
    table = one(("scavenge", [6, 6, 2]), ("scavenge", ["Dust", "Black Pebble"]))
    table.say("scavenge")
    assert table.public.searched == (0,)
    assert table.hero("warden").stone == 1
    assert table.public.turn == 2


def test_scavenge_without_a_six_can_be_tried_again_later():
    table = one(("scavenge", [5, 5, 2]), QUIET).say("scavenge")
    assert table.public.searched == ()
    assert table.public.turn == 2
    loaded(table, ("scavenge", [6, 1, 1]), ("scavenge", ["Dust"])).say("scavenge")
    assert table.public.searched == (0,)
    refused(table, table.tell(do="scavenge", tile=1, ask=False), "searched already")


def test_scavenge_the_deck_is_whole_before_each_draw():
    table = one(("scavenge", [6, 1, 1]))
    table.say("scavenge")
    (about,) = [about for about, _ in table.rolls if about["for"] == "scavenge" and "from" in about]
    assert about["from"] == lore().decks["scavenge"]


def test_scavenge_not_under_a_token_and_only_where_he_stands():
    table = one()
    room = table.tile("Chapel", 1)
    table.set(tokens=(room - 1,))
    refused(table, table.tell(do="scavenge", tile=2, ask=False), "stands on tile 1")
    table.hero("warden", cell="d1a")
    refused(table, table.tell(do="scavenge", tile=2, ask=False), "face down")
    with pytest.raises(IllegalMoveError, match="`scavenge 1` or `scavenge 2`"):
        table.say("scavenge")


def test_scavenge_and_look_not_in_a_fight():
    table = one().say("go d1a")
    table.foe("miner", "1a4")
    refused(table, table.tell(do="scavenge", tile=1, ask=False), "nobody searches in a fight")
    refused(table, table.tell(do="look"), "nobody searches in a fight")


def test_scavenge_and_look_exclude_each_other():
    table = one(("scavenge", [1, 1, 1]), QUIET, ("move", [6])).say("go d1a; scavenge 1")
    assert table.public.turn == 2


def test_look_only_in_an_open_door():
    table = one()
    refused(table, table.tell(do="look"), "1b3 is not in an open door")
    table.say("go d1a").set(open=())
    refused(table, table.tell(do="look"), "not in an open door")


def test_look_lays_a_tile_moves_the_party_on_and_gives_experience():
    table = one(("map", ["Crossing"])).say("go d1a; look")
    assert [tile.card for tile in table.public.map.tiles] == ["Entrance", "Crossing"]
    assert table.public.posse == 1
    assert table.hero("warden").xp == 5
    # All exits of a passage are open, and it has no token.
    assert table.public.open == (1, 2, 3)
    assert table.public.tokens == ()


def test_look_the_party_stops_where_the_darkness_starts():
    table = one(("map", ["Crossing"])).set(posse=16).say("go d1a; look")
    assert table.public.posse == 16


def test_look_a_bend_goes_one_way():
    for face, facing in ((1, 3), (3, 3), (4, 1), (6, 1)):
        table = one(("map", ["Bend"]), ("bend", [face])).say("go d1a; look")
        assert [door.facing for door in table.public.map.doors[1:]] == [facing]


def crowded() -> tuple[Delve, int]:
    """A map on which three rooms do not fit behind one of the doors."""
    for seed in range(100):
        table = Delve(seed, heroes=1).begin()
        for _ in range(9):
            card = table.luck.choice(lore().decks["map"])
            used = {tile.door for tile in table.public.map.tiles}
            free = [one for one in range(len(table.public.map.doors)) if one not in used]
            door = table.luck.choice(free) if free else -1
            if door >= 0 and fit(table.public.map, lore().shapes[card], door):
                table.tile(card, door + 1)
        shapes = [lore().shapes[card] for card in ("Chapel", "Stope", "Flooded Cut")]
        used = {tile.door for tile in table.public.map.tiles}
        for door in range(len(table.public.map.doors)):
            if door not in used and not any(fit(table.public.map, one, door) for one in shapes):
                return table, door
    raise AssertionError("there is always room")


def test_look_misfits_are_discarded_and_the_third_caps_the_door():
    table, tight = crowded()
    table.set(open=(tight,))
    table.hero("warden", at=table.public.map.doors[tight].a)
    loaded(table, ("map", ["Chapel"]), ("map", ["Stope"]), ("map", ["Flooded Cut"])).say("look")
    assert table.public.decks["misfits"] == ("Chapel", "Flooded Cut", "Stope")
    assert tight not in table.public.open
    assert table.public.posse == 0


def test_look_discards_are_shuffled_when_the_deck_is_empty():
    table = one().set(decks={**Delve().public.decks, "map": (), "misfits": ("Fork", "Crawl")})
    loaded(table, ("map", ["Crawl"])).say("go d1a; look")
    assert table.public.decks["map"] == ("Fork",)
    assert table.public.decks["misfits"] == ()


def test_look_without_any_card_left_caps_the_door():
    table = one().set(decks={**Delve().public.decks, "map": ()}).say("go d1a; look")
    assert table.public.open == ()
    assert table.public.lost


# -- exploration -----------------------------------------------------------------------------------


def explored(token: str, *fate: tuple[str, list[Any]], **changes: Any) -> Delve:
    """A Chapel behind the first door, and what its token is."""
    table = one(("map", ["Chapel"]), ("exploration token", [token]), *fate)
    table.set(**changes)
    return table.say("go d1a; look")


def test_explore_turns_up_the_token_of_the_tile_beyond_the_door_at_once():
    table = explored("1 door, encounter", ("door", [2]), ("encounter", ["Draught"]))
    assert table.public.tokens == ()
    assert table.public.open == (1,)
    assert "1 door, encounter" not in table.public.decks["token"]


def test_explore_not_in_a_fight_and_not_where_nobody_stands():
    table = one()
    room = table.tile("Chapel", 1)
    table.set(tokens=(room - 1,))
    table.say("end")
    assert table.public.tokens == (room - 1,)
    table.hero("warden", cell="2a1")
    table.foe("miner", "1a1")
    table.say("end")
    assert table.public.tokens == (room - 1,)


def test_explore_tokens_of_several_tiles_in_the_order_of_placement():
    table = Delve(heroes=2).begin(QUIET)
    first = table.tile("Sorting Floor", 1)
    second = table.tile("Chapel", 2)
    table.hero("drifter", cell=f"{second}a1")
    table.hero("warden", cell=f"{first}a1")
    table.set(tokens=(first - 1, second - 1))
    table.fate = [("exploration token", ["1 door, encounter"])]
    table.say("end; end")
    tiles = [about["tile"] for about, _ in table.rolls if about["for"] == "exploration token"]
    assert tiles == [first, second]


def test_explore_doors_by_the_die_each_exit_as_often_as_its_faces():
    table = explored("2 doors, encounter", ("door", [4]), ("door", [2]))
    abouts = [about["from"] for about, _ in table.rolls if about["for"] == "door"]
    assert abouts == [(2, 2, 3, 3, 4, 4), (2, 2, 3, 3)]
    assert table.public.open == (3, 1)


def test_explore_no_more_doors_than_exits():
    table = one(("map", ["Ore Store"]), ("exploration token", ["3 doors, encounter"]))
    table.say("go d1a; look")
    assert table.rolled("door") == []
    assert table.public.open == (1,)


def test_explore_dread_icon():
    table = explored("1 door, attack, dread", ("door", [2]))
    assert table.public.dread == 1


def test_explore_encounters_before_attacks_and_the_fight_starts_next_turn():
    table = Delve(heroes=2).begin(QUIET)
    first = table.tile("Sorting Floor", 1)
    second = table.tile("Chapel", 2)
    table.hero("drifter", cell=f"{second}a1")
    table.hero("warden", cell=f"{first}a1")
    table.set(tokens=(first - 1, second - 1))
    table.fate = [
        ("exploration token", ["1 door, attack"]),
        ("door", [2]),
        ("exploration token", ["1 door, encounter"]),
        ("door", [4]),
        ("encounter", ["Draught"]),
    ]
    table.say("end; end")
    order = [about["for"] for about, _ in table.rolls]
    assert order.index("encounter") < order.index("low threat") < len(order) - 2
    assert order.index("low threat") < max(
        place for place, purpose in enumerate(order) if purpose == "hold back the dark"
    )
    assert table.public.sources == 1
    assert table.public.turn == 2


def test_explore_the_last_clue_is_the_objective_and_all_else_is_skipped():
    table = explored("2 doors, attack, clue", clues=1)
    assert table.public.final == 1
    assert table.rolled("door") == []
    assert table.rolled("low threat") == []
    assert len(table.rolled("med threat")) == 1
    assert table.public.open == ()


def test_explore_what_was_turned_up_before_the_objective_still_comes():
    """Only the rest of its own token and all that are face down are skipped."""
    table = Delve(heroes=3).begin(QUIET)
    rooms = [table.tile("Sorting Floor", 1), table.tile("Low Gallery", 2), table.tile("Fork", 3)]
    for name, room in zip(("drifter", "sharp", "warden"), rooms, strict=True):
        table.hero(name, cell=f"{room}a1")
    table.set(tokens=tuple(room - 1 for room in rooms), clues=1, dread=1)
    table.fate = [
        ("exploration token", ["2 doors, attack"]),
        ("exploration token", ["gate, two encounters, clue"]),
        ("dread", ["Cruel Claws"]),
    ]
    table.say("end; end; end")
    assert table.public.final == rooms[1] - 1
    assert table.public.tokens == ()
    assert len(table.rolled("exploration token")) == 2
    assert table.rolled("encounter") == []
    order = [about["for"] for about, _ in table.rolls]
    assert order.index("dread") < order.index("med threat") < order.index("high threat")
    assert table.public.sources == 2


def test_explore_encounters_from_before_the_objective_come_before_its_foes():
    table = Delve(heroes=2).begin(QUIET)
    rooms = [table.tile("Sorting Floor", 1), table.tile("Low Gallery", 2)]
    for name, room in zip(("drifter", "warden"), rooms, strict=True):
        table.hero(name, cell=f"{room}a1")
    table.set(tokens=tuple(room - 1 for room in rooms), clues=1)
    table.fate = [
        ("exploration token", ["1 door, encounter"]),
        ("door", [2]),
        ("exploration token", ["1 door, attack, clue"]),
        ("encounter", ["Draught"]),
    ]
    table.say("end; end")
    order = [about["for"] for about, _ in table.rolls]
    assert order.index("encounter") < order.index("med threat")
    assert len(table.rolled("encounter")) == 1
    assert table.public.final == rooms[1] - 1


def test_objective_resolves_the_dread_stack_first():
    table = explored("2 doors, attack, clue", ("dread", ["Cruel Claws"]), clues=1, dread=1)
    assert table.public.dire == 1
    assert table.public.dread == 0
    order = [about["for"] for about, _ in table.rolls]
    assert order.index("dread") < order.index("med threat")


def test_objective_later_dread_happens_at_once():
    table = explored("2 doors, attack, clue", clues=1)
    loaded(table, ("dread", ["Cruel Claws"])).set(dark=7)
    table.fate = [("hold back the dark", [1, 2]), ("dread", ["Cruel Claws"])]
    while not table.rolled("dread") and table.public.outcome is None:
        table.say("end")
        table.fate = [("hold back the dark", [1, 2]), ("dread", ["Cruel Claws"])]
        table.set(dark=7)
    assert table.public.dread == 0


@pytest.mark.parametrize(
    ("heroes", "high", "level"),
    [
        (1, False, "med"),
        (2, False, "med"),
        (3, False, "high"),
        (4, False, "high"),
        (1, True, "high"),
    ],
)
def test_objective_threat_level(heroes: int, high: bool, level: str):
    rules = mine_delve(lore(), {"heroes": heroes, "threat": "high" if high else "step"})
    assert rules.mine.final == level


def test_no_way_on_reopens_the_latest_exit_that_can_fit():
    table = one()
    for card, door in (("Fork", 1), ("Crossing", 2)):
        table.tile(card, door)
    table.set(open=())
    table.say("end")
    assert len(table.public.open) == 1
    assert table.public.map.doors[table.public.open[0]].tile == 2


def test_no_way_on_at_all_makes_the_latest_room_the_objective():
    table = one()
    table.tile("Ore Store", 1)
    table.set(open=(), decks={**table.public.decks, "map": ()})
    table.say("end")
    assert table.public.lost
    table.say("end")
    assert table.public.final == 1


# -- cards -----------------------------------------------------------------------------------------


def test_encounter_random_hero_is_drawn_from_those_who_are_up():
    table = four()
    table.hero("sharp", down=True)
    room = table.tile("Chapel", 1)
    table.hero("drifter", cell=f"{room}a1")
    table.set(tokens=(room - 1,))
    table.fate = [("exploration token", ["1 door, encounter"]), ("door", [2])]
    table.fate += [("encounter", ["Rotten Props"])]
    table.say("end;end;end")
    (about,) = [about for about, _ in table.rolls if about["for"] == "random hero"]
    assert about["from"] == ("warden", "drifter", "powder")


def chosen() -> Delve:
    table = four()
    room = table.tile("Chapel", 1)
    table.hero("drifter", cell=f"{room}a1")
    table.set(tokens=(room - 1,))
    table.fate = [("exploration token", ["1 door, encounter"]), ("door", [2])]
    table.fate += [("encounter", ["Jammed Gate"])]
    return table.say("end;end;end;end")


def test_encounter_the_bearer_chooses_who_faces_it():
    table = chosen()
    assert table.demand().seat == "drifter"
    table.fate = [("strength", [1, 5])]
    table.hero("powder", down=True)
    refused(table, table.tell(do="send", hero="powder"), "who is up")
    table.hero("powder", down=False)
    table.say("send drifter")
    assert table.hero("drifter").xp == 20


def test_encounter_default_is_the_best_skill():
    table = chosen()
    table.fate = [("strength", [1, 1, 1, 1])]
    before = [hero.health for hero in table.public.heroes]
    table.lapse()
    (about,) = [about for about, _ in table.rolls if about["for"] == "strength"]
    assert about["hero"] == "powder"
    assert sum(len(got) for got in table.rolled("defense")) == 4
    assert before


def test_test_needs_one_die_and_can_be_paid_for_by_order():
    table = chosen()
    table.hero("powder", orders=Orders(tests=True), grit=1)
    table.fate = [("strength", [1, 2, 3, 4]), ("strength again", [1, 1, 1, 5])]
    table.say("send powder")
    assert table.hero("powder").grit == 0
    assert table.hero("powder").xp == 20


def test_decks_of_events_are_whole_again_when_they_are_empty():
    table = hold(1, 2, dark=13)
    assert len(table.public.decks["darkness"]) == 14
    table = Delve(heroes=1)
    table.set(dark=13, decks={**table.public.decks, "darkness": ("Ill Omen",)})
    table.fate = [("hold back the dark", [1, 2])]
    table.say("enter 1b3 bandages")
    assert len(table.public.decks["darkness"]) == 15


# -- moves that are no moves -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "told",
    [
        None,
        {},
        {"do": "dance"},
        {"do": "go"},
        {"do": "go", "path": []},
        {"do": "go", "path": "1a3"},
        {"do": "go", "path": [1]},
        {"do": "go", "path": ["1a3"], "more": 1},
        {"do": "end", "hero": "warden"},
        {"do": "keep", "at": []},
        {"do": "send", "hero": "warden"},
        {"do": "enter", "cell": "1a3", "item": "tonic", "lantern": False},
        {"do": "attack", "with": "gun", "at": [], "bullets": False, "ask": False},
        {"do": "attack", "with": "derringer", "at": [], "bullets": 0, "ask": False},
        {"do": "use", "item": "gold", "hero": "warden"},
        {"do": "give", "item": "bandages", "hero": "warden"},
        {"do": "rescue", "hero": "warden"},
        {"do": "rescue", "hero": "nobody"},
        {"do": "drag", "hero": "warden", "path": ["1a3"]},
        {"do": "take"},
        {"do": "free", "at": [], "ask": False},
        {"do": "throw", "cell": "1a3", "ask": False},
        {"do": "back"},
        {"do": "run", "hero": "warden"},
    ],
)
def test_what_is_no_move_now_is_refused(told: Any):
    table = one()
    with pytest.raises(IllegalMoveError):
        table.rules.apply(table.public, Notice(Kind.MOVE, "warden", told))


def test_nobody_acts_out_of_turn():
    table = four()
    assert table.demand().seat == "drifter"
    refused(table, Move(Kind.MOVE, "sharp", {"do": "end"}), "turn of drifter, not of sharp")
    refused(table, Move(Kind.MOVE, "nobody", {"do": "end"}), "not asked for")


def test_nothing_is_hidden_and_nobody_moves_before_the_dice_are_rolled():
    table = one()
    with pytest.raises(IllegalMoveError, match="nothing is hidden"):
        table.rules.apply(table.public, Notice(Kind.MOVE, "warden", {"do": "end"}, ("x",)))
    table.enter(table.tell(do="end"))
    refused(table, Move(Kind.MOVE, "warden", {"do": "end"}), "rolled first")


@pytest.mark.parametrize(
    "told", [None, {"got": [7, 1]}, {"got": [1]}, {"got": [True, 1]}, {"x": 1}]
)
def test_a_roll_that_cannot_be_is_refused(told: Any):
    table = one()
    table.enter(table.tell(do="end"))
    with pytest.raises(IllegalMoveError, match="no result of the roll"):
        table.rules.apply(table.public, Notice(Kind.CHANCE, ALL, told))
