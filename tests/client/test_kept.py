"""Orders that wait for somebody's answer: kept, sent when it came, or called off."""

import pytest

from paperchase_client import exits
from paperchase_client.remote import Response
from playing import People, Wire, lost, once

SETUP = (
    ("bob", "card rosa; card gilda; card fern; card skye; card hazel; cabin red"),
    ("ann", "cabin blue"),
    ("bob", "cabin yellow"),
    ("ann", "cabin green"),
    ("bob", "lay r1; lay y2; lay n1"),
    ("ann", "strew west 106 corpses ar bm ck dd clues dm eh fb fr gh; go 101"),
)


@pytest.fixture
def game(people: People) -> str:
    """Chapter II, round 1: red is to act, and bob plays all campers."""
    people.init("ann", "bob")
    words = ("ann", "new", "last-friday", "-o", "play=II", "--seat", "maniac", "--json")
    game = people.do(*words).json["game"]
    people.do("bob", "join", game, "--all")
    people.do("ann", "sync", game)
    for who, orders in SETUP:
        people.do(who, "sync", game)
        people.do(who, "move", game, orders)
    people.do("bob", "sync", game)
    return game


def moved(people: People, who: str, game: str) -> list[str]:
    """What a sync shows of moves."""
    news = people.do(who, "sync", game, "--json").json["news"]
    return [f"{one['seat']} {one['text']}" for one in news if one["type"] == "move"]


def test_orders_for_all_campers_go_on_when_the_question_is_answered(people: People, game: str):
    ran = people.do("bob", "move", game, "use hearing; go r2 done; go y3 done", "--json").json
    assert ran["kept"] == ["go r2 done", "go y3 done"]
    assert "Kept until then: go r2 done; go y3 done." in people.do("bob", "show", game).out
    assert people.do("bob", "sync", game, "--json").json["kept"] == ran["kept"]
    assert people.do("ann", "sync", game, "--json").json["paid"]
    told = people.do("bob", "sync", game, "--json").json
    texts = [f"{one['seat']} {one['text']}" for one in told["news"]]
    assert texts == ["maniac answers near no", "red go r2 done", "yellow go y3 done"]
    assert (told["kept"], told["dropped"]) == ([], "")


def test_watch_goes_on_with_them_too(people: People, game: str):
    people.do("bob", "move", game, "use hearing; go r2 done")
    people.do("ann", "sync", game)
    people.do("bob", "watch", game, "--once")
    assert moved(people, "ann", game) == ["red go r2 done"]


def test_a_second_question_makes_the_rest_wait_again(people: People, game: str):
    people.do("bob", "move", game, "use hearing; go r2 done; use hearing; go y3 done")
    people.do("ann", "sync", game)
    assert moved(people, "bob", game) == ["red go r2 done", "yellow use hearing"]
    people.do("ann", "sync", game)
    assert moved(people, "bob", game) == ["yellow go y3 done"]


def test_tokens_wait_for_the_answer_to_a_crossing_and_walking_does_not(people: People, game: str):
    people.do("bob", "move", game, "go r2 done; go y3 done; go bq bp done; go bq bs done")
    orders = "go kx; go 100 ku; use hearing; done"
    assert people.do("bob", "move", game, orders, "--json").json["kept"] == ["use hearing", "done"]
    people.do("ann", "sync", game)
    told = people.do("bob", "sync", game, "--json").json
    texts = [f"{one['seat']} {one['text']}" for one in told["news"]]
    assert texts == ["maniac answers hit 0", "brown use hearing"]
    assert told["kept"] == ["done"]


def test_an_order_that_does_not_fit_any_more_calls_all_off(people: People, game: str):
    people.do("bob", "move", game, "use hearing; go r2 done; go bm done; go bq done")
    people.do("ann", "sync", game)
    ran = people.do("bob", "sync", game, "--json")
    assert ran.json["dropped"].startswith("go bm done: no line leads from")
    assert "called off: go bm done" in ran.err
    assert moved(people, "ann", game) == []
    assert people.do("bob", "sync", game, "--json").json["dropped"] == ""


def test_other_orders_call_them_off(people: People, game: str):
    people.do("bob", "move", game, "use hearing; go r2 done")
    people.do("ann", "sync", game)
    ran = people.do("bob", "move", game, "go r4 done", "--json").json
    assert ran["dropped"] == "you gave other orders"
    assert moved(people, "ann", game) == ["red go r4 done"]


def test_drop_calls_them_off(people: People, game: str):
    people.do("bob", "move", game, "use hearing; go r2 done")
    assert people.run("bob", "move", game, "go r2", "--drop").status == exits.USAGE
    assert people.do("bob", "move", game, "--drop", "--json").json == {"dropped": ["go r2 done"]}
    assert "There were none." in people.do("bob", "move", game, "--drop").out
    assert "Kept" not in people.do("bob", "show", game).out
    people.do("ann", "sync", game)
    assert moved(people, "bob", game) == []


def test_without_a_network_the_rest_is_kept_for_the_next_sync(people: People, game: str):
    for _ in range(3):
        once(people.wire, "POST", "/entries", lost)
    ran = people.run("bob", "move", game, "use hearing; go r2 done")
    assert ran.status == exits.OFFLINE
    people.do("bob", "sync", game)
    people.do("ann", "sync", game)
    assert moved(people, "bob", game) == ["red go r2 done"]


def test_a_rehearsal_says_what_comes_later_and_keeps_nothing(people: People, game: str):
    words = ("bob", "move", game, "use hearing; go r2 done", "--dry-run")
    assert people.do(*words, "--json").json["later"] == ["go r2 done"]
    assert "and afterwards" in people.do(*words).out
    assert people.do("bob", "sync", game, "--json").json["kept"] == []


def test_where_nobody_owes_an_answer_too_many_orders_are_refused_whole(people: People, game: str):
    people.do("bob", "move", game, "go r2 done; go y3 done; go bq bp done; go bq bs done")
    before = len(people.wire.posts())
    ran = people.run("bob", "move", game, "go n2 done; go r3 done")
    assert ran.status == exits.NOT_YOUR_TURN
    assert len(people.wire.posts()) == before


def test_a_move_of_somebody_else_calls_them_off(people: People):
    """The ghost's answer lets the chasers' orders stand, but then he moves."""
    game = people.chase()
    people.do("ann", "move", game, "rest")
    ran = people.do("bob", "move", game, "go a 2; stay b; stay c; go a 3", "--json").json
    assert ran["kept"] == ["go a 3"]
    people.do("ann", "move", game, "rest")
    told = people.do("bob", "sync", game, "--json").json
    assert (told["dropped"], told["kept"]) == ("ghost moved meanwhile", [])


def test_an_answer_that_opened_something_calls_them_off(people: People):
    people.init("ann", "bob")
    game = people.do("ann", "new", "fugitive", "--seat", "fugitive", "--json").json["game"]
    people.do("bob", "join", game)
    people.do("ann", "sync", game)
    people.do("ann", "move", game, "place 1; place 2")
    ran = people.do("bob", "move", game, "draw a; draw a; guess 2; draw a", "--json").json
    assert ran["kept"] == ["draw a"]
    people.do("ann", "sync", game)
    told = people.do("bob", "sync", game, "--json").json
    assert (told["dropped"], told["kept"]) == ("fugitive opened something", [])


def test_orders_after_one_that_was_refused_in_the_end_are_called_off(people: People, game: str):
    """It was lost on the way and came too late: what follows would be done in another place."""
    people.do("bob", "move", game, "go r2 done; go y3 done; go bq bp done; go bq bs done")
    people.do("bob", "move", game, "use sneakers; go kx; go 100 ku")
    (can,) = people.do("bob", "moves", game, "--json").json["moves"]
    step = next(order for order in can["orders"] if order.startswith("go "))
    for _ in range(3):
        once(people.wire, "POST", "/entries", lost)
    assert people.run("bob", "move", game, f"{step}; take; done").status == exits.OFFLINE
    people.do("ann", "sync", game)
    ran = people.run("bob", "sync", game)
    assert ran.status == exits.STALE
    assert "called off: what came before them was refused" in ran.err
    assert people.do("bob", "sync", game, "--json").json["kept"] == []
    assert moved(people, "bob", game) == []


def test_a_move_that_is_refused_leaves_them(people: People, game: str):
    people.do("bob", "move", game, "use hearing; go r2 done")
    assert people.run("bob", "move", game, "go zz").status == exits.NOT_YOUR_TURN
    assert "Kept until then: go r2 done." in people.do("bob", "show", game).out
    people.do("ann", "sync", game)
    assert people.run("bob", "move", game, "go zz").status != 0
    assert moved(people, "bob", game) == ["red go r2 done"]


def test_what_is_no_order_at_all_is_refused_before_the_question_is_sent(people: People, game: str):
    before = len(people.wire.posts())
    ran = people.run("bob", "move", game, "use hearing; frobnicate; go r2 done")
    assert ran.status == exits.USAGE
    assert "frobnicate" in ran.err
    assert len(people.wire.posts()) == before


def test_an_opening_that_was_owed_calls_them_off_too(people: People):
    """In round 4 the ghost opens four rooms before the chasers choose the next animal."""
    game = people.chase("place 1; place 2; place 3", "start 40")
    for _ in range(3):
        people.turn(game, "ann", "ghost")
        people.do("bob", "move", game, "stay a; stay b; stay c")
    people.turn(game, "ann", "ghost")
    ran = people.do("bob", "move", game, "stay a; stay b; stay c; frame owls", "--json").json
    assert ran["kept"] == ["frame owls"]
    people.do("ann", "sync", game)
    told = people.do("bob", "sync", game, "--json").json
    assert (told["dropped"], told["kept"]) == ("ghost opened something", [])


def test_killed_while_it_sends_it_goes_on_where_it_was(people: People, game: str):
    """The first order stands in the outbox and the others are kept: none is lost, none given
    twice."""

    def killed(wire: Wire, method: str, path: str, body: bytes | None) -> Response | None:
        raise KeyboardInterrupt

    once(people.wire, "POST", "/entries", killed)
    ran = people.run("bob", "move", game, "use hearing; go r2 done; go y3 done")
    assert ran.status == exits.INTERRUPTED
    assert people.do("bob", "sync", game, "--json").json["kept"] == ["go r2 done", "go y3 done"]
    people.do("ann", "sync", game)
    once(people.wire, "POST", "/entries", killed)
    assert people.run("bob", "sync", game).status == exits.INTERRUPTED
    assert moved(people, "bob", game) == ["red go r2 done", "yellow go y3 done"]
    assert moved(people, "bob", game) == []
