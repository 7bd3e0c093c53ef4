"""Mine Delve with players who are away: votes, and who gives whose standing orders."""

from typing import Any, cast

import pytest

from games.mine_play import GAME, Delve
from paperchase.errors import IllegalMoveError, MalformedError
from paperchase.games.mine_delve.account import latest
from paperchase.games.mine_delve.state import AWAY, Orders, Secret
from paperchase.rules import Kind, Move, Notice


def party(heroes: int = 3, *away: str) -> Delve:
    """The Drifter acts; those named have missed three deadlines in a row."""
    table = Delve(heroes=heroes).begin()
    for name in away:
        table.hero(name, missed=AWAY)
    return table


def till(table: Delve, seat: str) -> Delve:
    """Until that seat has to act."""
    while table.demand().seat != seat:
        table.say("end")
    return table


def offered(table: Delve) -> list[dict[str, Any]]:
    """What whoever has to act could say."""
    moves = table.rules.choices(table.public, Secret(), table.demand())
    return [cast("dict[str, Any]", move.public) for move in moves]


# -- votes -----------------------------------------------------------------------------------------


def test_votes_are_counted_again_when_somebody_else_goes_away():
    table = party(3, "warden").say("run warden", "drifter")
    assert not table.hero("warden").run
    table.hero("sharp", missed=AWAY - 1)
    till(table, "sharp").lapse()
    assert table.hero("warden").run
    assert table.public.votes == ()
    assert any("run by the others" in line for line in latest(table.public))


def test_votes_of_a_player_who_is_away_himself_count_again_when_he_is_back():
    table = party(4, "warden").say("run warden", "drifter")
    table.hero("drifter", missed=AWAY)
    table.say("run warden", "sharp")
    assert not table.hero("warden").run
    table.say("orders flee yes", "drifter")
    assert table.hero("warden").run


def test_votes_of_players_who_are_away_do_not_decide():
    table = party(4, "warden").say("run warden", "drifter")
    table.hero("drifter", missed=AWAY)
    table.say("orders flee yes", "powder")
    assert not table.hero("warden").run


def test_votes_are_open_to_whoever_was_away_and_speaks():
    table = party(2, "warden", "drifter")
    table.say("run warden", "drifter")
    assert table.hero("drifter").missed == 0
    assert table.hero("warden").run


def test_votes_are_not_for_a_player_whose_own_hero_is_run():
    table = party(3, "warden", "sharp").say("run warden")
    assert table.hero("warden").run
    with pytest.raises(IllegalMoveError, match="no vote about"):
        table.enter(Move(Kind.MOVE, "warden", {"do": "run", "hero": "sharp"}))


def test_late_players_are_named_and_how_the_others_can_go_on():
    table = party(2).lapse()
    assert "The player of Drifter is late." in latest(table.public)
    table.hero("drifter", missed=AWAY - 1)
    till(table, "drifter").lapse()
    assert "He is away, and the others can vote: run drifter." in latest(table.public)


# -- standing orders of a hero whom others run -----------------------------------------------------


def run_by_warden() -> Delve:
    """The Card Sharp is run by the Warden, the next in seating order who is there."""
    table = party(3, "sharp")
    table.hero("sharp", run=True)
    return till(table, "warden")


def test_orders_of_a_hero_are_given_by_whoever_runs_him():
    table = run_by_warden()
    own = table.hero("warden").orders
    table.say("orders sharp dread now flee yes", "warden")
    assert table.hero("sharp").orders == Orders(dread="now", flee=True)
    assert table.hero("sharp").changes == 1
    assert (table.hero("warden").orders, table.hero("warden").changes) == (own, 0)


@pytest.mark.parametrize("seat", ["drifter", "sharp"])
def test_orders_of_a_hero_who_is_run_are_nobody_else_s(seat: str):
    table = run_by_warden()
    orders = {"grit": "ko", "tests": False, "heal": True, "mend": "lower", "rest": "heal"}
    told = {"do": "orders", "hero": "sharp", **orders, "dread": "no", "flee": True}
    with pytest.raises(IllegalMoveError, match="the orders of sharp are for warden to give"):
        table.enter(Move(Kind.MOVE, seat, told))


def test_orders_are_for_heroes_of_the_party():
    table = run_by_warden()
    orders = {"grit": "ko", "tests": False, "heal": True, "mend": "lower", "rest": "heal"}
    told = {"do": "orders", "hero": "powder", **orders, "dread": "no", "flee": True}
    with pytest.raises(IllegalMoveError, match="the heroes are warden, drifter, sharp"):
        table.enter(Move(Kind.MOVE, "warden", told))


def test_orders_are_a_player_s_own_again_when_he_is_back():
    table = run_by_warden().say("back", "sharp").say("orders flee yes", "sharp")
    assert table.hero("sharp").orders.flee
    with pytest.raises(IllegalMoveError, match="are for sharp to give"):
        table.say("orders sharp flee no", "warden")


def test_flight_and_dread_are_not_blocked_for_ever_by_a_player_who_is_away():
    table = run_by_warden().set(dread=1)
    for name in ("warden", "drifter"):
        table.say("orders dread now flee yes", name)
    assert table.public.dread == 1
    table.say("orders sharp dread now flee yes", "warden")
    assert table.public.dread == 0
    while table.public.outcome is None:
        table.say("end")
    assert table.public.outcome.why == "the heroes flee"


def test_choices_of_a_runner_change_each_hero_at_most_three_times():
    """He is offered orders for his own hero and the one whom he runs, as long as each has any
    left; none of the moves that he is offered is refused."""
    table = run_by_warden()
    while table.about() != "sharp":
        table.say("end")
    table.hero("warden", changes=3)
    table.hero("sharp", changes=2)
    demand = table.demand()
    assert demand.seat == "warden"
    moves = list(table.rules.choices(table.public, Secret(), demand))
    told = [told for told in offered(table) if told["do"] == "orders"]
    assert {one["hero"] for one in told} == {"sharp"}
    for move in moves:
        after = table.rules.apply(table.public, Notice(move.kind, move.seat, move.public))
        assert after.heroes[0].orders == table.hero("warden").orders
    table.hero("sharp", changes=3)
    assert "orders" not in {told["do"] for told in offered(table)}


def test_whoever_acts_may_vote_and_give_orders_too():
    assert {"run", "orders"} <= {told["do"] for told in offered(party(3, "warden"))}


# -- the words of it -------------------------------------------------------------------------------


def said(table: Delve, line: str, seat: str) -> str:
    """What the order is answered with."""
    with pytest.raises((IllegalMoveError, MalformedError)) as caught:
        GAME.grammar.read(table.rules, table.public, Secret(), table.demand(seat), line)
    return f"{caught.value.code}: {caught.value}"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("orders", "malformed/order: the standing order is missing"),
        ("orders sharp", "malformed/order: the standing order is missing"),
        ("orders grit", "the value of grit is missing: it is one of never, ko, always"),
        ("orders flee perhaps", "no value of flee 'perhaps': it is one of yes, no"),
        ("orders dread later", "no value of dread 'later': it is one of no, reveal, now"),
        ("orders heel no", "did you mean heal?"),
    ],
)
def test_orders_that_name_nothing_say_what_is_asked_for(line: str, words: str):
    assert words in said(run_by_warden(), line, "warden")


def test_order_out_of_turn_says_whose_turn_it_is():
    table = Delve(heroes=2)
    told = said(table, "enter 1a4 bandages", "warden")
    assert told.startswith("illegal/turn: it is the turn of drifter for `enter`")
    table.begin()
    assert "it is the turn of drifter for `go`" in said(table, "go 1a4", "warden")
    assert said(table, "keep", "warden").startswith("illegal: `keep` is not what is asked for now")


def test_orders_of_another_hero_are_spelled_with_his_name():
    table = run_by_warden()
    for line in ("orders grit always", "orders sharp grit always"):
        move = GAME.grammar.read(table.rules, table.public, Secret(), table.demand("warden"), line)
        spelled = GAME.grammar.write(move)
        assert spelled.startswith(line)
        assert move == GAME.grammar.read(
            table.rules, table.public, Secret(), table.demand("warden"), spelled
        )
