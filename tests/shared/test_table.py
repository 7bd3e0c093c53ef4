"""The table: how a game begins, and who may enter what."""

from typing import Any

import pytest

import fair
from paperchase import log
from paperchase.errors import (
    MalformedError,
    RefusedError,
)
from paperchase.keys import Master
from paperchase.log import Entry
from paperchase.rules import Kind, Move
from paperchase.table import (
    SERVER,
    Dealer,
    Player,
    Stage,
    Table,
    bodies,
    genesis_body,
    write_genesis,
)
from paperchase.testing import Match, toy
from paperchase.testing.match import TURN
from rogue import HIDER, SEEKER, castle, crook, ring, serve, sign
from tables import (
    APPLES,
    BOOKS,
    CAKES,
    accept,
    bid,
    crooked,
    duel,
    guess,
    next_link,
    refused,
    shout,
    showing,
    stalls,
    stay,
    until,
)

# -- genesis ---------------------------------------------------------------------------------------


def genesis(match: Match, **changes: Any) -> Entry:
    body = {**log.read_entry(match.lines[0].entry).body, **changes}
    return serve(match, "genesis", body, game=None, prev=None)


def test_a_genesis_opens_a_table() -> None:
    match = ring()
    table = Table.open(genesis(match), toy.GAME, toy.BOARD)
    assert table.game == match.table.game
    assert table.begin(7).t == 7


@pytest.mark.parametrize(
    "change",
    [
        {"scheme": "h2"},
        {"clock": {"turn": 0}},
        {"clock": {"turn": -5}},
        {"clock": {"turn": 10**9 + 1}},
        {"clock": {"turn": True}},
        {"clock": {"turn": 60, "more": 1}},
        {"server": "01" + "00" * 31},
        {"server": "x"},
        {"kc": "AB" * 32},
        {"dice": ""},
        {"random": "ab" * 31},
        {"box": "00" * 32},
        {"title": "x" * 81},
        {"title": "two\nlines"},
        {"title": "\x1b[31mred"},
        {"by": ""},
        {"by": "x" * 65},
        {"by": "a\u202eb"},
        {"seats": ["seeker", "hider"]},
        {"sides": {"all": ["hider", "seeker"]}},
        {"options": {"rounds": 3}},
        {"options": {"rounds": 3, "draws": 1}},
        {"options": {"rounds": 3, "draws": True, "more": 1}},
        {"options": {"rounds": -1, "draws": True}},
        {"board": {"name": "the ring", "digest": "ab" * 32}},
        {"more": None},
    ],
    ids=str,
)
def test_a_genesis_that_leaves_something_open(change: dict[str, Any]) -> None:
    with pytest.raises((MalformedError, RefusedError)):
        Table.open(genesis(ring(), **change), toy.GAME, toy.BOARD)


def test_a_genesis_of_other_rules_or_another_board() -> None:
    match = ring()
    for rules in ({"id": "toy", "version": 2}, {"id": "ghost-chase", "version": 1}):
        with pytest.raises(RefusedError) as caught:
            Table.open(genesis(match, rules=rules), toy.GAME, toy.BOARD)
        assert caught.value.code == "refused/version"
    with pytest.raises(RefusedError) as caught:
        Table.open(genesis(match), toy.GAME, toy.BOARD + b"\n")
    assert caught.value.code == "refused/board"
    with pytest.raises(MalformedError):
        Table.open(serve(match, "reveal", {"secret": "ab" * 32}), toy.GAME, toy.BOARD)


def test_a_genesis_is_written_as_it_is_read() -> None:
    """All games with all that a server fills in."""
    master = Master(b"s" * 32)
    rules = fair.Fair(None, {"rounds": 1, "first": "die", "lucky": False})
    body = genesis_body(
        fair.GAME,
        rules,
        board="field",
        data=fair.BOARD,
        options={"rounds": 1, "first": "die", "lucky": False},
        turn=60,
        server=master.identity().key,
        random="12" * 32,
        anchors=Dealer(master, "12" * 32).anchors(),
        title="",
        by="ann",
    )
    entry = write_genesis(master.identity(), body)
    table = Table.open(entry, fair.GAME, fair.BOARD)
    assert table.genesis.clock.turn == 60
    assert table.genesis.seats == fair.STALLS


# -- joining and getting ready ---------------------------------------------------------------------


def test_joins_race_for_seats() -> None:
    """All signed on the genesis: whoever wants another seat gets it, in any order."""
    match = Match(fair.GAME, {}, 1, board=fair.BOARD)
    joins = {seat: one.player.join(match.state, seat) for seat, one in match.agents.items()}
    other = Player(Master(b"o" * 32), match.table.game, BOOKS, "34" * 32)
    late = other.join(match.state, "late")
    for seat in (CAKES, APPLES, BOOKS):
        assert match.state.stage is Stage.OPEN
        assert not match.state.clocks
        match.submit(joins[seat])
    assert match.state.stage is Stage.READY
    refused(match, late, "refused/taken")
    assert match.table.key(match.state, late) == other.identity.key
    assert {seat: one.holder.handle for seat, one in match.state.seats.items()} == {
        seat: seat for seat in fair.STALLS
    }


def test_a_seat_is_taken_once() -> None:
    match = ring(1)
    player = match.agents[HIDER].player
    join = player.join(match.state, "ann")
    match.submit(join)
    refused(match, join, "stale")
    refused(match, player.join(match.state, "ann"), "refused/taken")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"key": "ab"}, "malformed/hex"),
        ({"key": "01" + "00" * 31}, "malformed/key"),
        ({"nonce": "AB" * 32}, "malformed/hex"),
        ({"kc": "ab" * 33}, "malformed/hex"),
        ({"dice": None}, "malformed/body"),
        ({"box": "01" + "00" * 31}, "malformed/box"),
        ({"box": "ff" * 32}, "malformed/box"),
        ({"handle": ""}, "malformed/handle"),
        ({"handle": "x" * 65}, "malformed/handle"),
        ({"handle": "a\nb"}, "malformed/handle"),
        ({"handle": 1}, "malformed/body"),
        ({"extra": 1}, "malformed/body"),
    ],
    ids=str,
)
def test_a_join_that_could_not_be_played(change: dict[str, Any], code: str) -> None:
    match = ring(2)
    body = {**match.agents[HIDER].player.join(match.state, "ann").body, **change}
    refused(match, sign(match, HIDER, "join", body), code)


def test_what_is_printable_does_not_hang_on_a_release_of_unicode() -> None:
    """U+0378 is no letter yet; a log that holds it is as good as before once it is."""
    for text in ("Ångström", "\u0378", "\U0001fae8", "a b", "\ufffd", "\U0001ffff"):
        assert bodies.is_printable(text), text
    for text in (
        "\n",
        "\x7f",
        "\xa0",
        "\u200d",
        "\u202e",
        "\u2066",
        "\ue000",
        "\ufeff",
        "\U000e0001",
    ):
        assert not bodies.is_printable(text), text


def test_a_join_takes_one_free_seat_of_the_game() -> None:
    match = ring(2)
    body = match.agents[HIDER].player.join(match.state, "ann").body
    refused(match, sign(match, HIDER, "join", body, seat="third"), "refused/seat")
    refused(match, sign(match, HIDER, "join", body, seat="dealer"), "refused/seat")
    refused(match, sign(match, HIDER, "join", body, link="ab" * 32), "malformed/link")
    refused(match, sign(match, HIDER, "join", body, prev="ab" * 32), "stale")


def test_nobody_acts_before_all_have_joined() -> None:
    match = ring(3)
    for kind, body in (("resign", {}), ("ready", {}), ("reveal", {"secret": "ab" * 32})):
        entry = sign(match, HIDER, kind, body)
        refused(match, entry, "refused/seat")
        with pytest.raises(RefusedError):
            match.table.key(match.state, entry)
    match.submit(match.agents[HIDER].player.join(match.state, "ann"))
    player = match.agents[HIDER].player
    refused(match, player.resign(match.table, match.state), "illegal/turn")
    refused(match, player.ready(match.table, match.state), "illegal/turn")
    refused(match, player.verdict(match.table, match.state, "SIG", 0, SERVER), "illegal/turn")


def test_a_game_without_chance_begins_with_the_last_join() -> None:
    match = castle(1)
    for seat, agent in match.agents.items():
        match.submit(agent.player.join(match.state, seat))
    assert match.state.stage is Stage.PLAY
    refused(match, sign(match, "ghost", "ready", {}), "illegal/turn")


def test_everybody_is_ready_once_with_the_first_link() -> None:
    match = ring(4)
    for agent in match.agents.values():
        match.submit(agent.player.join(match.state, agent.handle))
    assert match.state.clocks == {HIDER: match.now + TURN, SEEKER: match.now + TURN}
    player = match.agents[HIDER].player
    refused(match, sign(match, HIDER, "ready", {}, link=None), "malformed/link")
    refused(match, sign(match, HIDER, "ready", {}, link="ab" * 32), "evidence/link")
    refused(match, sign(match, HIDER, "ready", {"yes": True}), "malformed/body")
    match.submit(player.ready(match.table, match.state), 5)
    assert match.state.clocks.keys() == {SEEKER}
    refused(match, player.ready(match.table, match.state), "illegal/turn")
    match.submit(match.agents[SEEKER].player.ready(match.table, match.state))
    assert match.state.stage is Stage.PLAY
    assert {seat.links for seat in match.state.seats.values()} == {1}


def test_who_never_is_ready_makes_no_game() -> None:
    match = ring(4)
    for agent in match.agents.values():
        match.submit(agent.player.join(match.state, agent.handle))
    match.submit(match.agents[HIDER].player.ready(match.table, match.state))
    match.lapse(SEEKER)
    assert match.state.outcome.winners == ()
    assert match.state.stage is Stage.CLOSED  # the dealer has opened his secret
    assert match.taken[-1].entry.type == "reveal"


def test_giving_up_before_the_first_move() -> None:
    match = ring(4)
    for agent in match.agents.values():
        match.submit(agent.player.join(match.state, agent.handle))
    match.submit(match.agents[HIDER].player.resign(match.table, match.state))
    assert match.state.outcome.winners == (SEEKER,)
    assert match.state.stage is Stage.CLOSED


# -- freshness -------------------------------------------------------------------------------------


def test_on_the_head_is_fresh() -> None:
    match = duel()
    assert accept(match, stay(match, "chaser-2")).length == match.state.length + 1


def test_a_demand_that_is_older_than_the_head_one_built_on_is_fresh() -> None:
    """Nobody has to sign again because another seat was faster."""
    match = duel()
    slower = [stay(match, "chaser-2"), stay(match, "chaser-1", 1)]
    match.submit(stay(match, "chaser-1"))
    accept(match, slower[0])
    # But the same seat's own other entry is not, its own chain has gone on.
    refused(match, slower[1], "stale")


def test_a_queue_may_be_signed_on_one_head() -> None:
    match = duel()
    one = stay(match, "chaser-1")
    two = stay(match, "chaser-1", 1, own=one.id, link=next_link(match, "chaser-1", 2))
    apart = stay(match, "chaser-2")
    refused(match, two, "stale")
    match.submit(one)
    accept(match, two)
    # Somebody else's entry in between ends the queue: what was asked has changed since.
    match.submit(apart)
    refused(match, two, "stale")


def test_what_the_server_enters_ends_a_queue() -> None:
    """The hider signs answer and next step in one go; the roll comes in between."""
    match = until(ring(5), "answer")
    answer = sign(match, HIDER, "answer", {"public": {"hit": False}, "sealed": {}, "opened": {}})
    number = match.state.public.round + 1
    player = match.agents[HIDER].player
    slots = {f"{name}/{number}": player.seal(f"{name}/{number}", 1) for name in ("field", "wish")}
    body = {"public": None, "sealed": slots, "opened": {}}
    queued = sign(match, HIDER, "move", body, own=answer.id, link=next_link(match, HIDER, 2))
    crook(match, HIDER)
    match.submit(answer)
    assert match.state.public.stage == "hide"
    refused(match, queued, "stale")


def test_an_optional_entry_leaves_the_demands_of_others_as_old_as_they_were() -> None:
    match = until(ring(6), "seek")
    early = guess(match)
    taunt = Move(Kind.MOVE, HIDER, {"taunt": True})
    for _ in range(3):
        match.submit(match.agents[HIDER].player.move(match.table, match.state, taunt))
    accept(match, early)


def test_a_head_that_was_never_there() -> None:
    match = until(ring(6), "seek")
    for prev in ("ab" * 32, match.taken[3].entry.id):
        refused(match, sign(match, SEEKER, "move", guess(match).body, prev=prev), "stale")
        refused(match, sign(match, SEEKER, "resign", {}, prev=prev), "stale")


def test_an_old_head_of_a_demand_that_was_not_there_yet() -> None:
    match = until(ring(6), "seek")
    old = match.taken[-1].before
    seeker = match.agents[SEEKER].player
    refused(match, sign(match, SEEKER, "move", guess(match).body, prev=old.head), "stale")
    accept(match, sign(match, SEEKER, "resign", {}, prev=old.head))
    assert seeker.seat == SEEKER


def test_every_key_has_one_chain() -> None:
    match = until(ring(7), "seek")
    body = guess(match).body
    own = match.state.own(match.agents[SEEKER].player.identity.key)
    for wrong in (None, match.state.last, match.table.game):
        if wrong != own:
            refused(match, sign(match, SEEKER, "move", body, own=wrong), "stale")


def test_one_key_in_two_seats_has_one_chain() -> None:
    match = stalls(8, holders={APPLES: "ann", BOOKS: "ann", CAKES: "bob"})
    apples, books = bid(match, APPLES), bid(match, BOOKS)
    for seat in fair.STALLS:
        crook(match, seat)
    match.submit(apples)
    refused(match, books, "stale")
    match.submit(bid(match, BOOKS))
    assert len(match.state.authors) == 2
    match.submit(bid(match, CAKES))
    assert match.state.public.round == 2


def test_an_entry_of_another_game() -> None:
    match = until(ring(9), "seek")
    alien = sign(match, SEEKER, "move", guess(match).body, game="ab" * 32)
    refused(match, alien, "refused/other-game")


def test_the_server_enters_on_the_head_alone() -> None:
    match = until(ring(10), "seek")
    due = match.state.clocks[SEEKER]
    body = {"of": SEEKER, "what": "move", "public": {"guess": 0}}
    accept(match, serve(match, "lapse", body), due + 1)
    old = match.taken[-1].before.head
    refused(match, serve(match, "lapse", body, prev=old), "stale", due + 1)
    refused(match, serve(match, "lapse", body, own="ab" * 32), "stale", due + 1)
    refused(match, serve(match, "lapse", body, "ab" * 32), "malformed/link", due + 1)


def test_types_of_later_versions_are_refused() -> None:
    match = until(ring(11), "seek")
    later = ("offer", "accept", "pause", "extend", "delegate", "handover", "takeover")
    for kind in (*later, "deposit", "share", "genesis", "roll", "draw", "lapse", "none"):
        entry = sign(match, SEEKER, kind, {}) if kind != "genesis" else None
        if entry is not None:
            refused(match, entry, "refused/type")
    for kind in (*later, "deposit", "share", "join", "move", "answer", "resign", "verdict"):
        refused(match, serve(match, kind, {}), "refused/type")


# -- moves, answers, openings ----------------------------------------------------------------------


def test_only_what_is_asked_is_taken() -> None:
    match = until(ring(12), "seek")
    answer = {"public": {"hit": False}, "sealed": {}, "opened": {}}
    refused(match, sign(match, HIDER, "answer", answer, link=None), "illegal/turn")
    refused(match, sign(match, SEEKER, "answer", answer, link=None), "illegal/turn")
    hide = {"public": None, "sealed": {}, "opened": {}}
    refused(match, sign(match, HIDER, "move", hide), "illegal")
    opened = {"of": HIDER, "opened": {}}
    refused(match, sign(match, HIDER, "open", opened), "illegal/turn")


@pytest.mark.parametrize(
    ("sealed", "code"),
    [
        ({"field/1": "h1:" + "ab" * 32, "Wish": "h1:" + "ab" * 32}, "malformed/name"),
        ({"field/1": "h1:" + "ab" * 32, "": "h1:" + "ab" * 32}, "malformed/name"),
        ({"field/1": "h1:" + "AB" * 32, "wish/1": "h1:" + "ab" * 32}, "malformed/commitment"),
        ({"field/1": "p1:" + "ab" * 32, "wish/1": "h1:" + "ab" * 32}, "malformed/commitment"),
        ({"field/1": 17, "wish/1": 1}, "malformed/body"),
        ({"field/1": "h1:" + "ab" * 32}, "illegal"),
        ({f"s/{n}": "h1:" + "ab" * 32 for n in range(500)}, "illegal"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_seals_have_their_form(sealed: Any, code: str) -> None:
    match = until(ring(13), "hide")
    body = {"public": None, "sealed": sealed, "opened": {}}
    refused(match, sign(match, HIDER, "move", body), code)


@pytest.mark.parametrize(
    ("opening", "code"),
    [
        ({"salt": "ab" * 32, "value": 3}, "evidence/seal"),
        ({"salt": "AB" * 32, "value": 3}, "malformed/hex"),
        ({"salt": "ab" * 32, "value": True}, "malformed/body"),
        ({"salt": "ab" * 32, "value": "3"}, "malformed/body"),
        ({"salt": "ab" * 32}, "malformed/body"),
        ({"salt": "ab" * 32, "value": 3, "more": 1}, "malformed/body"),
    ],
    ids=str,
)
def test_openings_have_their_form(opening: Any, code: str) -> None:
    match = until(ring(14), "answer")
    body = {"public": {"hit": True}, "sealed": {}, "opened": {"field/1": opening}}
    refused(match, sign(match, HIDER, "answer", body), code)


def test_many_openings_of_what_was_never_sealed() -> None:
    match = until(ring(14), "answer")
    opened = {f"field/{number}": {"salt": "ab" * 32, "value": 3} for number in range(2, 500)}
    body = {"public": {"hit": True}, "sealed": {}, "opened": opened}
    refused(match, sign(match, HIDER, "answer", body), "illegal/slots")


def test_anybody_may_deliver_an_opening() -> None:
    """It proves itself, so it does not matter who had it."""
    states = []
    for author in (HIDER, SEEKER, SERVER):
        match, opened = showing(15)
        body = {"of": HIDER, "opened": opened}
        by_server = author == SERVER
        entry = serve(match, "open", body) if by_server else sign(match, author, "open", body)
        after = accept(match, entry)
        states.append((after.public, after.phases[0].demand, match.table.links(after)))
        assert after.seats[HIDER].links == match.state.seats[HIDER].links
    assert states[0] == states[1] == states[2]


def test_openings_are_those_that_were_asked_for() -> None:
    match, opened = showing(16)
    slot = sorted(opened)[0]
    less = {name: one for name, one in opened.items() if name != slot}
    more = {**opened, "wish/1": match.agents[HIDER].player.openings({"wish/1": 1})["wish/1"]}
    for wrong in (less, more, {}):
        refused(match, sign(match, HIDER, "open", {"of": HIDER, "opened": wrong}), "illegal/slots")
    refused(match, sign(match, HIDER, "open", {"of": SEEKER, "opened": opened}), "illegal/turn")
    false = {**opened, slot: {**opened[slot], "value": opened[slot]["value"] + 1}}
    refused(match, serve(match, "open", {"of": HIDER, "opened": false}), "evidence/seal")
    good = sign(match, HIDER, "open", {"of": HIDER, "opened": opened})
    match.submit(good)
    refused(match, sign(match, HIDER, "open", good.body), "illegal/turn")


def test_a_log_does_not_grow_for_ever_by_what_nobody_waits_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("paperchase.table.players.MOST_ASIDES", 3)
    match = crooked(stalls(20))
    for seat in (APPLES, BOOKS):
        match.submit(bid(match, seat))
        for _ in range(3):
            match.submit(shout(match, seat))
        refused(match, shout(match, seat), "illegal/asides")
    match.submit(bid(match, CAKES))
    match.submit(bid(match, APPLES))
    match.submit(shout(match, APPLES))
    assert match.state.seats[APPLES].asides == 1
    assert match.state.seats[CAKES].asides == 0
