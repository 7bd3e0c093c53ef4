"""The table: dice links, rolls and draws."""

import itertools

import pytest

import fair
from paperchase import dice
from paperchase.errors import (
    RefusedError,
)
from paperchase.rules import Kind, Move
from paperchase.table import (
    SERVER,
    Stage,
)
from paperchase.testing import Match
from paperchase.testing.match import TURN
from rogue import HIDER, SEEKER, castle, ring, serve, sign
from tables import (
    APPLES,
    BOOKS,
    CAKES,
    accept,
    bid,
    crooked,
    guess,
    next_link,
    owed,
    refused,
    shout,
    stalls,
    until,
)


def test_a_link_is_opened_where_the_table_waited() -> None:
    match = until(ring(17), "seek")
    state, table = match.state, match.table
    hider, seeker = (match.agents[seat].player for seat in (HIDER, SEEKER))
    taunt = Move(Kind.MOVE, HIDER, {"taunt": True})
    bare = [
        hider.move(table, state, taunt),
        seeker.resign(table, state),
        seeker.verdict(table, state, "SIG", 0, SERVER),
    ]
    for entry in bare:
        assert entry.link is None
        after = accept(match, entry)
        assert after.seats[entry.seat].links == state.seats[entry.seat].links
        linked = sign(match, entry.seat, entry.type, entry.body, link=next_link(match, entry.seat))
        refused(match, linked, "malformed/link")
    asked = guess(match)
    assert asked.link == next_link(match, SEEKER)
    assert accept(match, asked).seats[SEEKER].links == state.seats[SEEKER].links + 1


def test_a_game_without_chance_has_no_links() -> None:
    match = castle(2)
    match.join()
    (phase,) = match.state.phases
    seat = phase.demand.seat
    entry = match.agents[seat].entry(match.agents[seat].choose(phase.demand))
    assert entry.link is None
    refused(match, sign(match, seat, "move", entry.body, link="ab" * 32), "malformed/link")


def test_a_chain_ends() -> None:
    chain = ring(18).agents[HIDER].player.chain
    with pytest.raises(RefusedError) as caught:
        chain.link(dice.LINKS + 1)
    assert caught.value.code == "refused/links"


def test_the_order_of_arrival_changes_no_roll() -> None:
    """The server has all three bids in hand and may enter them in any order."""
    seen = set()
    for order in itertools.permutations(fair.STALLS):
        match = crooked(stalls(19))
        bids = {seat: bid(match, seat) for seat in fair.STALLS}
        for seat in order:
            match.submit(bids[seat])
        draw, roll = (one.entry for one in match.taken[-2:])
        seen.add((str(roll.body), roll.link, draw.body["sealed"]["card/1"]))
    assert len(seen) == 1


def all_but_dealt(seed: int, first: str) -> Match:
    """All have bid, and the server has entered nothing yet."""
    match = crooked(stalls(seed, {"first": first}))
    for seat in (APPLES, BOOKS):
        match.submit(bid(match, seat))
    match._append(bid(match, CAKES))
    return match


def test_chance_decides_in_the_order_of_the_rules() -> None:
    """Two things at once: the server may not choose which comes first."""
    for first, kinds in (("card", ["draw", "roll"]), ("die", ["roll", "draw"])):
        match = all_but_dealt(20, first)
        one = owed(match)
        assert one.type == kinds[0]
        match._append(one)
        two = owed(match)
        assert two.type == kinds[1]
        early = serve(all_but_dealt(20, first), two.type, two.body, two.link)
        code = "evidence/rng" if two.type == "roll" else "evidence/deal"
        refused(all_but_dealt(20, first), early, code)


def test_nobody_but_the_dealer_enters_while_he_owes() -> None:
    match = all_but_dealt(21, "card")
    due = match.now + TURN
    entries = [
        sign(match, APPLES, "resign", {}),
        sign(match, APPLES, "verdict", {"code": "SIG", "seq": 0, "blamed": SERVER}),
        serve(match, "lapse", {"of": APPLES, "what": "move", "public": "pass"}),
        serve(match, "open", {"of": APPLES, "opened": {}}),
    ]
    for entry in entries:
        refused(match, entry, "illegal/chance", due + 5)
    accept(match, owed(match), due + 5)


def test_the_clock_of_others_goes_on_while_the_dealer_owes_but_hurts_nobody() -> None:
    """A shout that rolls a die: the server could sit on it until the others are late."""
    match = crooked(stalls(22, {"lucky": True}))
    match.submit(bid(match, APPLES))
    due = match.state.clocks[BOOKS]
    match._append(shout(match, APPLES))
    lapse = serve(match, "lapse", {"of": BOOKS, "what": "move", "public": "pass"})
    refused(match, lapse, "illegal/chance", due + 1)
    roll = owed(match)
    assert roll.body["rolls"][0]["about"] == "shout"
    after = accept(match, roll, due + 1)
    assert after.clocks[BOOKS] == due


def test_a_shout_does_not_change_what_the_next_roll_is_made_from() -> None:
    links = set()
    for shouts in range(3):
        match = crooked(stalls(23))
        match.submit(bid(match, APPLES))
        for _ in range(shouts):
            match.submit(shout(match, APPLES))
        links.add(match.table.links(match.state))
    assert len(links) == 1


def test_a_roll_after_a_lapse_says_so() -> None:
    match = crooked(stalls(24, {"first": "die"}))
    for seat in (APPLES, BOOKS):
        match.submit(bid(match, seat))
    match.lapse(CAKES)
    roll = next(one.entry for one in match.taken if one.entry.type == "roll")
    assert roll.body["timeout"] is True
    assert match.state.public.round == 2
    assert match.state.lapsed
    match.submit(bid(match, APPLES))
    assert not match.state.lapsed


def test_rolls_of_one_batch_are_at_most_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paperchase.table.chance.MOST_ROLLS", 1)
    monkeypatch.setattr("paperchase.table.dealer.MOST_ROLLS", 1)
    match = ring(25).play()
    assert match.state.stage is Stage.CLOSED
