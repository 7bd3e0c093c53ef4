"""One test for each rule of fights, harm and absence in Mine Delve."""

from typing import Any

import pytest

from games.mine_play import Delve, lore
from paperchase.errors import IllegalMoveError
from paperchase.games.mine_delve.geometry import survey
from paperchase.games.mine_delve.state import Orders
from paperchase.games.mine_delve.steps import Explore, FoeTurn, Muster, Spring
from paperchase.rules import Kind, Move

BREEDS = lore().breeds


def refused(table: Delve, move: Move, *words: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        table.enter(move)
    assert all(word in str(caught.value) for word in words), caught.value


def one(name: str = "warden", move: int = 4, **options: Any) -> Delve:
    """One hero alone at 1b3."""
    return Delve(heroes=1, party=name, **options).begin(("move", [move]))


def loaded(table: Delve, *fate: tuple[str, list[Any]]) -> Delve:
    table.fate = list(fate)
    return table


# -- foes come -------------------------------------------------------------------------------------


def test_threat_card_brings_peril_dice_of_foes():
    table = one()
    loaded(table, ("peril", [3, 2]))
    table.happen(Muster("med", "Brood", 0))
    assert [foe.kind for foe in table.public.foes] == ["spider"] * 5
    assert [about["faces"] for about, _ in table.rolls if about["for"] == "peril"] == [
        lore().parties[1].peril
    ]


def test_placement_is_on_the_token_s_tile_lowest_initiative_first():
    table = one()
    room = table.tile("Chapel", 1)
    loaded(table, ("peril", [2])).happen(Muster("high", "Lords of the Drowned", room - 1))
    cells = [(foe.kind, table.name(foe.at)) for foe in table.public.foes]
    # Miners (1) before Gaunts (3): from the row farthest from the entrance, every other cell.
    assert cells == [
        ("miner", "2a1"),
        ("miner", "2c1"),
        ("gaunt", "2e1"),
        ("gaunt", "2b2"),
    ]


def test_placement_no_more_models_than_there_are():
    table = one()
    for cell in ("1a1", "1b1"):
        table.foe("gaunt", cell)
    table.happen(Muster("high", "Three Tall Ones", 0))
    assert len(table.public.foes) == BREEDS["gaunt"].cap


def test_ambush_springs_beside_heroes_with_the_fewest_of_the_kind():
    table = Delve(heroes=2).begin()
    table.foe("spider", "1b2", "drifter")
    table.happen(Spring("spider", 2))
    targets = [foe.target for foe in table.public.foes[1:]]
    assert targets[0] == 0
    assert len(table.rolled("ambush")) == 1
    near = survey(table.public.map).near
    for foe in table.public.foes:
        assert foe.at in near[table.public.heroes[foe.target].at]


def test_ambush_takes_the_northernmost_then_westernmost_cell():
    table = one()
    table.happen(Spring("spider", 1))
    assert table.name(table.public.foes[0].at) == "1a2"


def test_ambush_without_room_beside_anybody_comes_as_near_as_can_be():
    table = one()
    table.hero("warden", cell="1a4")
    for cell in ("1a3", "1b3", "1b4"):
        table.foe("miner", cell)
    table.happen(Spring("spider", 1))
    spider = table.public.foes[-1]
    assert (table.name(spider.at), spider.target) == ("1a2", -1)


def test_ambush_during_activations_ends_the_turn_at_once():
    table = Delve(heroes=2).begin()
    table.fate = [
        ("scavenge", [6, 1, 1]),
        ("scavenge", ["Nest in the Rubble"]),
        ("low threat", ["Nest"]),
    ]
    table.say("scavenge")
    assert table.public.turn == 2
    assert table.public.foes
    assert table.hero("warden").acted is False or table.demand().seat in ("drifter", "warden")
    assert table.public.sources == 1


def test_ambush_is_quick_in_its_first_turn():
    table = Delve(heroes=2).begin()
    table.fate = [("scavenge", [6, 1, 1]), ("scavenge", ["Nest in the Rubble"])]
    table.fate += [("low threat", ["Something Tall"]), ("strike", [1, 1, 1, 1])]
    table.say("scavenge")
    # A Gaunt (3) acts at 5 in this turn: after the Drifter (6), before the Warden (4).
    assert table.public.eager == ("gaunt",)
    kinds = [getattr(step, "kind", getattr(step, "hero", -1)) for step in table.public.todo]
    assert kinds.index("gaunt") < kinds.index(0)
    table.say("end; end")
    assert table.public.eager == ()


def test_ambush_while_the_dark_is_held_back_does_not_end_the_turn():
    table = one()
    table.calm = False
    loaded(table, ("hold back the dark", [4, 4]), ("amount", [1]), ("strike", [1, 1])).say("end")
    assert table.public.turn == 2
    assert table.demand().about == {"do": "act", "hero": "warden", "turn": 2}
    assert len(table.public.foes) == 1


# -- foes act --------------------------------------------------------------------------------------


def act(table: Delve, kind: str, *fate: tuple[str, list[Any]]) -> Delve:
    table.fate = list(fate)
    return table.happen(FoeTurn(kind))


def test_foes_keep_a_target_beside_them_and_stay_put():
    table = Delve(heroes=2).begin()
    foe = table.foe("miner", "1c2", "drifter")
    act(table, "miner", ("strike", [1, 1]))
    assert table.public.foes[0] == foe
    assert table.rolled("target") == []


def test_foes_choose_at_random_among_those_with_the_fewest_on_them():
    table = Delve(heroes=2).begin()
    table.foe("spider", "1a1")
    table.foe("spider", "1d1")
    act(table, "spider")
    assert len(table.rolled("target")) == 1
    assert {foe.target for foe in table.public.foes} == {0, 1}
    (about,) = [about for about, _ in table.rolls if about["for"] == "target"]
    assert about["from"] == ("warden", "drifter")


def test_foes_take_the_cell_that_is_the_farthest_to_walk():
    table = one()
    table.foe("strangler", "1b1")
    act(table, "strangler", ("strike", [1, 1, 1, 1]))
    assert table.name(table.public.foes[0].at) == "1a4"


def test_foes_do_not_pass_models_but_spiders_do():
    table = Delve(heroes=1).begin()
    table.tile("Crawl", 1)
    table.tile("Crawl", 2)
    table.hero("warden", cell="3a1")
    table.foe("miner", "d2a")
    table.foe("miner", "d2b")
    table.foe("strangler", "1b1")
    act(table, "strangler")
    strangler = table.public.foes[2]
    assert strangler.target == -1
    assert table.name(strangler.at) in ("2a2", "2b2", "2a1", "2b1")
    table.foe("spider", "1a1")
    act(table, "spider", ("strike", [1, 1]))
    assert table.public.foes[3].target == 0


def test_foes_out_of_reach_come_nearer():
    table = one()
    table.tile("Haulway", 1)
    table.hero("warden", cell="2a1")
    table.foe("miner", "1b4")
    act(table, "miner")
    assert table.public.foes[0].target == -1
    assert table.name(table.public.foes[0].at) in ("1b1", "1c1")


def test_foes_that_are_large_change_places_with_smaller_ones():
    table = one()
    table.tile("Haulway", 1)
    table.hero("warden", cell="2a1")
    table.foe("miner", "2a2", "warden")
    table.foe("miner", "2b2", "warden")
    for cell in ("2b1", "d2a", "d2b"):
        table.foe("miner", cell, "warden")
    table.foe("gaunt", "2a4")
    act(table, "gaunt", ("strike", [1, 1, 1, 1]))
    gaunt = table.public.foes[-1]
    assert gaunt.target == 0
    cells = [foe.at for foe in table.public.foes]
    assert len(set(cells)) == 6
    assert "2a4" in {table.name(cell) for cell in cells}


def test_foes_dice_against_one_hero_are_one_roll_with_one_defense():
    table = one()
    for cell in ("1a2", "1b2", "1c2"):
        table.foe("spider", cell, "warden")
    act(table, "spider", ("strike", [1, 6, 4, 3, 5, 2]), ("defense", [3, 2, 1]))
    assert table.rolled("strike") == [[1, 6, 4, 3, 5, 2]]
    assert table.rolled("defense") == [[3, 2, 1]]
    most = table.hero("warden").most_health
    assert table.hero("warden").health == most - 2 * BREEDS["spider"].damage


def test_foes_sixes_of_a_strangler_are_three_hits():
    table = one()
    table.foe("strangler", "1a2", "warden")
    act(table, "strangler", ("strike", [6, 1, 1, 1]), ("defense", [6, 6, 6]))
    assert table.rolled("defense") == [[6, 6, 6]]


def test_foes_sixes_of_a_feeler_ignore_defense():
    table = one()
    table.foe("feeler", "1a2", "warden")
    act(table, "feeler", ("strike", [6, 4, 1]), ("defense", [6]))
    assert table.hero("warden").health == table.hero("warden").most_health - BREEDS["feeler"].damage


def test_foes_cards_make_them_stronger():
    table = one().set(fury=1, final=0, dire=1)
    table.foe("miner", "1a2", "warden")
    act(table, "miner", ("strike", [4, 1, 1]), ("defense", [1]))
    lost = table.hero("warden").most_health - table.hero("warden").health
    assert lost == BREEDS["miner"].damage + 1


# -- heroes attack ---------------------------------------------------------------------------------


def test_attack_melee_beside_and_guns_in_range_and_sight():
    table = one()
    refused(
        table,
        table.tell(**{"do": "attack", "with": "melee", "at": [], "bullets": 0, "ask": False}),
        "no foe is beside",
    )
    table.foe("miner", "1b1")
    refused(
        table,
        table.tell(**{"do": "attack", "with": "melee", "at": [1], "bullets": 0, "ask": False}),
        "no foe is beside",
    )
    loaded(table, ("gun", [4]), ("damage", [8])).say("attack gun 1")
    assert table.public.foes == ()


def test_attack_not_through_walls_and_not_beyond_the_range():
    table = one()
    table.tile("Haulway", 1)
    table.foe("miner", "2a1")
    with pytest.raises(IllegalMoveError, match="no foe in sight"):
        table.say("attack gun")
    far = one()
    far.tile("Shaft Foot", 1)
    far.foe("miner", "2c1")
    with pytest.raises(IllegalMoveError, match="no foe in sight"):
        far.say("attack gun")


def test_attack_a_shot_goes_to_foes_beside_him_first():
    table = one("drifter")
    table.foe("gaunt", "1b1")
    table.foe("miner", "1a2")
    loaded(table, ("gun", [6, 6]), ("damage", [1]), ("damage", [3])).say("attack gun 1")
    # The first hit kills no miner, the second does.
    assert [foe.kind for foe in table.public.foes] == ["gaunt"]
    assert table.public.foes[0].wounds == 0


def test_attack_hits_go_by_wish_and_else_to_whoever_is_nearest_to_falling():
    table = one()
    table.foe("gaunt", "1a2")
    table.foe("spider", "1b2")
    table.foe("spider", "1c2", wounds=2)
    loaded(table, ("melee", [4, 4]), ("damage", [4]), ("damage", [4]))
    table.say("attack melee 2")
    assert [foe.id for foe in table.public.foes] == [1]


def test_attack_damage_less_defense_is_wounds_and_a_critical_ignores_it():
    table = one()
    table.foe("gaunt", "1b2", "warden")
    loaded(table, ("melee", [6, 5]), ("damage", [4]), ("damage", [4]))
    table.say("attack melee")
    assert table.public.foes[0].wounds == 4 + (4 - BREEDS["gaunt"].defense)
    assert table.hero("warden").xp == 5 * BREEDS["gaunt"].wound_xp


def test_attack_experience_goes_to_the_killer():
    table = one()
    table.foe("spider", "1b2")
    table.foe("miner", "1d1")
    loaded(table, ("melee", [4, 1]), ("damage", [6])).say("attack melee")
    assert table.hero("warden").xp == BREEDS["spider"].xp


def test_attack_once_and_no_movement_after_it():
    table = one("sharp")
    table.foe("gaunt", "1b2")
    table.foe("miner", "1d1")
    loaded(table, ("melee", [1, 1])).say("attack melee")
    assert table.demand().seat == "sharp"
    refused(table, table.tell(do="go", path=["1b4"]), "after his attack")
    refused(
        table,
        table.tell(**{"do": "attack", "with": "melee", "at": [], "bullets": 0, "ask": False}),
        "one attack",
    )
    loaded(table, ("derringer", [5]), ("damage", [6])).say("free 1")
    assert table.public.foes[0].wounds == 6
    assert "derringer" in table.hero("sharp").spent


def test_attack_the_derringer_once_a_fight():
    table = one("sharp")
    table.foe("gaunt", "1b2")
    table.say("free")
    refused(table, table.tell(do="free", at=[], ask=False), "fired already")


def test_attack_a_shotgun_kill_wins_a_shot_once_a_turn():
    table = one()
    for cell in ("1b1", "1c1", "1d1"):
        table.foe("spider", cell)
    loaded(table, ("gun", [4]), ("damage", [5]), ("gun", [4]), ("damage", [5]))
    table.say("attack gun")
    assert table.rolled("gun") == [[4], [4]]
    assert len(table.public.foes) == 1


def test_attack_bullets_add_two_to_a_hit_each():
    table = one("drifter")
    table.foe("gaunt", "1b1")
    loaded(table, ("gun", [3, 3]), ("damage", [3]), ("damage", [3])).say("attack gun bullets 1")
    assert table.public.foes[0].wounds == 2
    assert table.hero("drifter").bullets == 5
    other = one("drifter")
    other.foe("gaunt", "1b1")
    other.hero("drifter", bullets=1)
    with pytest.raises(IllegalMoveError, match="1 bullets are left"):
        other.say("attack gun bullets 2")


def test_attack_the_badge_gives_all_two_dice_in_their_next_activation():
    table = Delve(heroes=2).begin()
    table.foe("gaunt", "1b1")
    table.say("end").say("badge")
    refused(table, table.tell(do="badge"), "shown already")
    table.say("end")
    assert table.public.act is not None
    assert table.public.act.bonus == 2
    table.foe("gaunt", "1c2", "drifter")
    table.set(act=table.public.act)
    table.say("attack melee")
    assert len(table.rolled("melee")[0]) == 3


def test_attack_with_at_most_eight_dice():
    table = one()
    table.foe("gaunt", "1b2")
    assert table.public.act is not None
    from msgspec.structs import replace

    table.set(act=replace(table.public.act, bonus=20))
    table.say("attack melee")
    assert len(table.rolled("melee")[0]) == 8


# -- grit and dice ---------------------------------------------------------------------------------


def asked(grit: int = 2) -> Delve:
    table = one()
    table.hero("warden", grit=grit)
    table.foe("gaunt", "1b2", "warden")
    return loaded(table, ("melee", [1, 4])).say("attack melee ask")


def test_reroll_own_dice_for_a_grit_and_each_of_them_once():
    table = asked()
    assert table.demand().about == {"do": "dice", "hero": "warden", "turn": 1}
    loaded(table, ("melee again", [2])).say("reroll 1")
    assert table.hero("warden").grit == 1
    refused(table, table.tell(do="reroll", dice=[1]), "no die is rolled three times")
    loaded(table, ("damage", [6])).say("keep")
    assert table.public.foes[0].wounds == 0


def test_reroll_damage_dice_too():
    table = asked()
    loaded(table, ("damage", [1])).say("keep")
    loaded(table, ("damage again", [6])).say("reroll 1")
    assert table.public.foes[0].wounds == 6 - BREEDS["gaunt"].defense


def test_reroll_needs_a_grit():
    table = asked(grit=0)
    assert table.rolled("damage") != []


@pytest.mark.parametrize("dice", [[], [3], [0], [1, 1], ["1"], [True]])
def test_reroll_names_dice_that_lie_there(dice: Any):
    table = asked()
    with pytest.raises(IllegalMoveError):
        table.enter(table.tell(do="reroll", dice=dice))


def test_keep_may_name_other_targets():
    table = one()
    table.foe("gaunt", "1b2", "warden")
    table.foe("gaunt", "1a2", "warden")
    loaded(table, ("melee", [1, 6])).say("attack melee 1 ask")
    loaded(table, ("damage", [5])).say("keep 2")
    loaded(table).say("keep")
    assert [foe.wounds for foe in table.public.foes] == [0, 5]


def test_dice_late_keeps_them():
    table = loaded(asked(), ("damage", [4])).lapse()
    assert table.hero("warden").missed == 1
    assert table.demand().about == {"do": "dice", "hero": "warden", "turn": 1}


def test_grit_never_for_the_hold_test_or_tables():
    table = one()
    table.enter(table.tell(do="end"))
    with pytest.raises(IllegalMoveError, match="rolled first"):
        table.enter(Move(Kind.MOVE, "warden", {"do": "reroll", "dice": [1]}))


# -- dynamite --------------------------------------------------------------------------------------


def sapper() -> Delve:
    table = one("powder")
    table.hero("powder", bag=("dynamite",))
    for cell in ("1b1", "1c1", "1d4"):
        table.foe("gaunt", cell)
    return table


def test_dynamite_wounds_all_in_the_cell_and_beside_it_whatever_their_defense():
    table = loaded(sapper(), ("throw", [6]), ("blast", [3, 5])).say("throw 1c1")
    assert [foe.wounds for foe in table.public.foes] == [3, 5, 0]
    assert table.hero("powder").bag == ()


def test_dynamite_that_misses_drifts():
    table = loaded(sapper(), ("throw", [1]), ("drift", [2, 6, 6, 1]), ("blast", [4, 2]))
    table.say("throw 1c1")
    # Two steps south from 1c1 it comes down at 1c3, beside the Powderman and the third Gaunt.
    (about,) = [about for about, _ in table.rolls if about["for"] == "blast"]
    assert about["models"] == ["powder", "gaunt 3"]
    assert any("Powderman loses 4 Health" in line for line in table.public.news)
    assert [foe.wounds for foe in table.public.foes] == [0, 0, 2]


def test_dynamite_a_step_into_a_wall_is_lost():
    table = loaded(sapper(), ("throw", [1]), ("drift", [3, 2, 3, 1]), ("blast", [3]))
    table.say("throw 1d1")
    assert any("comes down at 1d1" in line for line in table.public.news)


def test_dynamite_is_for_fights_and_for_what_is_in_reach():
    table = one("powder")
    table.hero("powder", bag=("dynamite",))
    refused(table, table.tell(do="throw", cell="1c1", ask=False), "for fights")
    table.tile("Haulway", 1)
    table.tile("Haulway", 2)
    table.foe("miner", "3b1")
    refused(table, table.tell(do="throw", cell="3b1", ask=False), "at most 7 cells")


# -- harm ------------------------------------------------------------------------------------------


def struck(
    orders: Orders, *fate: tuple[str, list[Any]], health: int = 9, revives: int = 0
) -> Delve:
    """A feeler strikes the Warden three times."""
    table = Delve(heroes=2).begin().set(revives=revives)
    table.hero("warden", orders=orders, health=health, grit=1)
    table.foe("feeler", "1d2", "warden")
    return act(table, "feeler", ("strike", [4, 4, 4]), *fate)


def test_grit_on_failed_defense_never():
    table = struck(Orders(grit="never", heal=False), ("defense", [1, 1, 6]), health=4)
    assert table.hero("warden").down
    assert table.hero("warden").grit == 1


def test_grit_on_failed_defense_if_it_can_prevent_ko():
    table = struck(Orders(), ("defense", [1, 1, 6]), ("defense again", [6, 1]), health=4)
    assert table.hero("warden").health == 2
    assert table.hero("warden").grit == 0
    table = struck(Orders(), ("defense", [1, 1, 6]), health=5)
    assert table.hero("warden").grit == 1


def test_grit_on_failed_defense_always():
    table = struck(Orders(grit="always"), ("defense", [1, 6, 6]), ("defense again", [1]))
    assert table.hero("warden").health == 7
    assert table.hero("warden").grit == 0


def test_ko_bandages_are_used_by_order():
    table = struck(Orders(grit="never"), ("defense", [1, 1, 1]), ("bandages", [3]), health=4)
    hero = table.hero("warden")
    assert (hero.bag, hero.down, hero.health) == ((), False, 3)
    kept = struck(Orders(grit="never", heal=False), ("defense", [1, 1, 1]), health=4)
    assert kept.hero("warden").down


def test_ko_revive_token_is_spent_at_once():
    table = struck(Orders(grit="never", heal=False), ("defense", [1, 1, 1]), health=4, revives=1)
    hero = table.hero("warden")
    assert (hero.down, hero.health, hero.grit) == (False, hero.most_health, 2)
    assert table.public.revives == 0


def test_ko_leaves_the_lantern_where_it_was():
    table = struck(Orders(grit="never", heal=False), ("defense", [1, 1, 1]), health=4)
    assert table.public.bearer == 1
    table = Delve(heroes=2).begin().set(bearer=0, kept=0)
    table.hero("warden", health=1, orders=Orders(grit="never", heal=False))
    table.set(revives=0)
    table.foe("feeler", "1d2", "warden")
    act(table, "feeler", ("strike", [4, 1, 1]), ("defense", [1]))
    assert (table.public.bearer, table.public.kept) == (-1, -1)
    assert table.name(table.public.lamp) == "1c3"


def test_ko_of_all_ends_it_before_anything_else():
    table = one().set(revives=0)
    table.hero("warden", health=1, orders=Orders(heal=False, grit="never"))
    table.foe("miner", "1a2", "warden")
    act(table, "miner", ("strike", [4, 4]), ("defense", [1, 1]))
    assert table.public.outcome is not None
    assert table.public.outcome.why == "all heroes are KO"


def test_ko_in_his_own_activation_ends_it():
    table = Delve(heroes=2).begin().set(revives=0)
    table.hero("drifter", health=1, orders=Orders(heal=False, grit="never"), bag=("dynamite",))
    table.foe("gaunt", "1b1")
    table.foe("gaunt", "1c1")
    loaded(table, ("throw", [6]), ("blast", [1, 1, 1, 1])).say("throw 1b2")
    assert table.hero("drifter").down
    assert table.demand().seat == "warden"


def test_recover_outside_fights_at_the_end_of_the_turn_maimed():
    table = Delve(heroes=2).begin()
    most = table.hero("warden").most_health
    table.hero("warden", down=True, health=0)
    table.fate = [("recover", [2, 3])]
    table.say("end")
    hero = table.hero("warden")
    assert (hero.down, hero.most_health) == (False, most - 2)
    assert hero.health + hero.sanity - hero.most_sanity == 5


def test_recover_from_both_with_two_dice_each():
    table = Delve(heroes=2).begin()
    table.hero("warden", down=True, health=0, sanity=0)
    table.fate = [("recover", [1, 2, 3, 1])]
    table.say("end")
    assert (table.hero("warden").health, table.hero("warden").sanity) == (3, 4)


def test_recover_in_the_nearest_free_cell():
    table = Delve(heroes=2).begin()
    table.hero("warden", down=True, health=0)
    table.say("go 1c3; end")
    assert table.where("warden") == "1b2"


def test_mend_by_order():
    for order, health, sanity in (("health", 4, 5), ("sanity", 1, 8), ("lower", 4, 5)):
        table = Delve(heroes=2).begin()
        table.hero("warden", down=True, health=0, sanity=5, orders=Orders(mend=order))
        table.fate = [("recover", [2, 2])]
        table.say("end")
        assert (table.hero("warden").health, table.hero("warden").sanity) == (health, sanity)


def test_willpower_against_horror():
    table = one()
    table.foe("gaunt", "1a1")
    table.hero("warden", orders=Orders(grit="never"))
    loaded(table, ("willpower", [4, 3])).say("end")
    assert table.hero("warden").sanity == table.hero("warden").most_sanity - 1


def test_comfort_of_the_card_sharp():
    table = Delve(heroes=2, party="warden+sharp").begin()
    table.hero("warden", health=5)
    table.say("end; end")
    assert table.hero("warden").health == 6


# -- the end of a fight ----------------------------------------------------------------------------


def last_blow(table: Delve, *fate: tuple[str, list[Any]]) -> Delve:
    table.foe("spider", "1b2")
    table.foe("spider", "1a1")
    table.set(foes=table.public.foes[:1], sources=2)
    return loaded(table, ("melee", [5]), ("damage", [6]), *fate).say("attack melee")


def test_end_of_a_fight_ends_the_turn_and_heals():
    table = Delve(heroes=2).begin()
    table.hero("warden", health=2)
    table.hero("drifter", health=2)
    last_blow(table, ("heal", [6]), ("heal", [2]))
    assert table.public.turn == 2
    # The Warden had no activation: a whole die.
    assert len(table.rolled("heal")) == 2
    assert table.hero("drifter").health == 4
    assert table.hero("warden").health >= 5


def test_end_of_a_fight_grit_instead_by_order():
    table = Delve(heroes=2).begin()
    table.hero("warden", health=2, orders=Orders(rest="grit"), grit=0)
    last_blow(table)
    assert table.hero("warden").grit >= 1
    assert table.hero("warden").health == 2


def test_end_of_a_fight_loot_for_each_threat_card():
    table = Delve(heroes=2).begin()
    last_blow(table)
    draws = [got for about, got in table.rolls if about["for"] == "loot"]
    assert [len(got) for got in draws] == [2, 2]
    assert table.public.sources == 0


def test_end_of_a_fight_raises_the_fallen():
    table = Delve(heroes=2).begin()
    table.hero("warden", down=True, health=0)
    last_blow(table)
    assert not table.hero("warden").down


def test_win_when_the_last_foe_at_the_objective_is_gone():
    table = Delve(heroes=2).begin().set(final=0)
    last_blow(table, ("reward", [2, 3]))
    outcome = table.public.outcome
    assert outcome is not None
    assert outcome.winners == ("warden", "drifter")
    assert (table.hero("warden").stone, table.hero("drifter").stone) == (2, 3)
    # 25 for all, 20 for the bearer who kept the lantern, 10 for the spider.
    assert (table.hero("warden").xp, table.hero("drifter").xp) == (25, 55)


# -- comrades --------------------------------------------------------------------------------------


def test_items_reach_the_tile_in_peace_and_a_neighbour_in_a_fight():
    table = Delve(heroes=2).begin()
    table.hero("warden", cell="1a1", health=2)
    loaded(table, ("bandages", [4])).say("use bandages warden")
    assert table.hero("warden").health == 6
    assert table.hero("drifter").xp == 20
    table = Delve(heroes=2).begin()
    table.hero("warden", cell="1a1", health=2)
    table.foe("miner", "1d1")
    with pytest.raises(IllegalMoveError, match="out of reach"):
        table.say("use bandages warden")


def test_items_whiskey_and_tonic():
    table = one()
    table.hero("warden", bag=("tonic", "whiskey"), sanity=3, grit=0)
    loaded(table, ("whiskey", [5])).say("use whiskey; use tonic")
    assert (table.hero("warden").sanity, table.hero("warden").grit) == (8, 1)
    assert table.hero("warden").bag == ()


def test_items_are_handed_over_and_a_full_bag_takes_no_more():
    table = Delve(heroes=2).begin()
    table.say("give bandages warden")
    assert table.hero("warden").bag == ("bandages", "bandages")
    table = Delve(heroes=2).begin()
    table.hero("warden", bag=("tonic",) * 5)
    table.say("give bandages warden")
    assert len(table.hero("warden").bag) == 5


def test_lantern_is_handed_over_and_taken_up():
    table = Delve(heroes=2).begin().say("give lantern warden")
    assert (table.public.bearer, table.public.kept) == (0, -1)
    table = Delve(heroes=2).begin().set(bearer=-1, lamp=table.cell("1b2"))
    table.say("take")
    assert table.public.bearer == 1
    with pytest.raises(IllegalMoveError, match="has the lantern"):
        table.say("take")


def test_lantern_out_of_reach():
    table = Delve(heroes=2).begin().set(bearer=-1, lamp=Delve().cell("1d1"))
    refused(table, table.tell(do="take"), "out of reach")


def test_rescue_instead_of_attacking_on_a_tile_without_foes():
    table = Delve(heroes=2).begin()
    table.tile("Crawl", 1)
    table.hero("warden", down=True, health=0)
    table.foe("miner", "1d1")
    refused(table, table.tell(do="rescue", hero="warden"), "foe on his tile")
    table.set(foes=())
    table.foe("miner", "2a1")
    loaded(table, ("recover", [3, 3])).say("rescue warden")
    assert not table.hero("warden").down
    # He has no activation in this turn.
    assert table.public.turn == 2


def test_drag_costs_double_and_the_marker_follows():
    table = Delve(heroes=2).begin(("move", [4]))
    table.hero("warden", down=True, health=0)
    table.say("drag warden 1b2-1b1")
    assert (table.where("drifter"), table.where("warden")) == ("1b1", "1b2")
    assert table.public.act is not None
    assert table.public.act.points == 0


# -- deadlines, votes, flight ----------------------------------------------------------------------


def test_late_ends_the_activation():
    table = Delve(heroes=2).begin().lapse()
    assert table.demand().seat == "warden"
    assert table.hero("drifter").missed == 1
    table.say("end; go 1b2")
    assert table.hero("drifter").missed == 0


def away() -> Delve:
    """The Card Sharp has missed three deadlines in a row."""
    table = Delve(heroes=3).begin()
    for _ in range(3):
        while table.demand().seat != "sharp":
            table.say("end")
        table.lapse()
    return table


def test_vote_the_others_run_a_hero_who_is_away():
    table = away()
    table.say("run sharp", "drifter")
    assert not table.hero("sharp").run
    table.say("run sharp")
    assert table.hero("sharp").run
    while table.about() != "sharp":
        table.say("end")
    assert table.demand().seat == "warden"
    table.say("end")


def test_vote_only_about_who_is_away_and_once():
    table = away()
    with pytest.raises(IllegalMoveError, match="no vote"):
        table.say("run drifter")
    table.say("run sharp", "drifter")
    with pytest.raises(IllegalMoveError):
        table.enter(Move(Kind.MOVE, "drifter", {"do": "run", "hero": "sharp"}))


def test_vote_is_over_when_the_player_is_back():
    table = away().say("run sharp", "drifter")
    table.say("orders grit always", "sharp")
    assert table.hero("sharp").missed == 0
    assert table.public.votes == ()
    table = away().say("run sharp", "drifter").say("run sharp")
    table.say("back", "sharp")
    assert not table.hero("sharp").run
    while table.about() != "sharp":
        table.say("end")
    assert table.demand().seat == "sharp"


def test_orders_stand_beside_every_decision_and_change_three_times_a_turn():
    table = Delve(heroes=2).begin()
    for grit in ("never", "ko", "always"):
        table.say(f"orders grit {grit}", "warden")
    assert len(table.rules.pending(table.public)) == 1
    with pytest.raises(IllegalMoveError, match="at most 3 times"):
        table.enter(
            Move(
                Kind.MOVE,
                "warden",
                {"do": "orders", "grit": "ko", "tests": False, "heal": True, "mend": "lower"}
                | {"rest": "heal", "dread": "no", "flee": False, "hero": "warden"},
            )
        )
    table.say("end; end")
    table.say("orders mend sanity", "warden")
    assert table.hero("warden").orders == Orders(grit="always", mend="sanity")


def test_orders_that_there_are_not():
    table = one()
    told = {"do": "orders", "grit": "ko", "tests": False, "heal": True, "mend": "lower"}
    told |= {"rest": "heal", "dread": "perhaps", "flee": False, "hero": "warden"}
    refused(table, table.tell(**told), "dread is one of no, reveal, now")


def test_flee_when_all_who_are_up_want_to():
    table = Delve(heroes=3).begin()
    table.hero("sharp", down=True)
    table.foe("miner", "1a1")
    table.say("orders flee yes", "warden").say("orders flee yes")
    assert table.public.outcome is None
    table.say("end; end")
    assert table.public.outcome is not None
    assert table.public.outcome.why == "the heroes flee"


def test_explore_waits_for_the_end_of_a_fight():
    table = one()
    table.foe("miner", "1d1")
    table.happen(Explore())
    assert table.rolled("exploration token") == []
