"""The table: clocks, and what happens when they run out."""

import pytest

import fair
from paperchase import log
from paperchase.errors import (
    IllegalMoveError,
)
from paperchase.table import (
    MemoryBook,
    Stage,
)
from paperchase.testing.match import TURN
from rogue import HIDER, SEEKER, ring, serve
from tables import (
    APPLES,
    BOOKS,
    CAKES,
    accept,
    bid,
    crooked,
    duel,
    guess,
    refused,
    shout,
    showing,
    stalls,
    stay,
    until,
)

# -- clocks ----------------------------------------------------------------------------------------


def test_a_clock_runs_from_when_a_seat_first_owes() -> None:
    match = crooked(stalls(27))
    begun = match.now
    assert match.state.clocks == dict.fromkeys(fair.STALLS, begun + TURN)
    match.submit(bid(match, BOOKS), 10)
    assert match.state.clocks == {APPLES: begun + TURN, CAKES: begun + TURN}
    match.submit(bid(match, CAKES), 10)
    match.submit(shout(match, CAKES), 10)
    assert match.state.clocks == {APPLES: begun + TURN}
    match.submit(bid(match, APPLES), 10)
    assert match.state.clocks == dict.fromkeys(fair.STALLS, begun + 40 + TURN)


def test_a_clock_starts_anew_at_each_own_entry() -> None:
    match = duel(28)
    begun = match.state.clocks["chaser-1"]
    match.submit(stay(match, "chaser-1"), 50)
    assert match.state.clocks == {"chaser-1": begun + 50, "chaser-2": begun}


def test_the_receipt_tells_all_clocks() -> None:
    match = stalls(29)
    receipt = log.read_receipt(match.lines[-1].receipt)
    assert receipt.deadlines == match.state.clocks
    assert receipt.t == match.now


def test_the_second_of_the_deadline_is_in_time() -> None:
    """The server's receipt decides, whatever clock a player looks at."""
    match = until(ring(30), "seek")
    due = match.state.clocks[SEEKER]
    lapse = serve(match, "lapse", {"of": SEEKER, "what": "move", "public": {"guess": 0}})
    assert match.table.lapsed(match.state, due) is None
    assert match.table.lapsed(match.state, due + 1) == SEEKER
    accept(match, guess(match), due)
    refused(match, lapse, "evidence/lapse", due)
    refused(match, guess(match), "evidence/lapse", due + 1)
    accept(match, lapse, due + 1)


def test_time_does_not_run_back_nor_beyond_all_clocks() -> None:
    match = until(ring(30), "seek")
    accept(match, guess(match), match.state.t)
    refused(match, guess(match), "evidence/time", match.state.t - 1)
    refused(match, guess(match), "evidence/time", 10**14 + 1)


def test_deadlines_have_fifteen_digits_at_most() -> None:
    """Else a receipt with them could not be read."""
    match = ring(31)
    latest = match.table.begin(10**14)
    after = latest
    book = MemoryBook()
    book.heads[latest.head] = 0
    for agent in match.agents.values():
        join = agent.player.join(after, agent.handle)
        after = match.table.accept(after, join, 10**14, book).state
        book.take(after.length - 1, after.head, {})
    receipt = log.write_receipt(
        match.identity,
        game=after.game,
        seq=2,
        entry=after.last,
        sig=bytes(64),
        prev="ab" * 32,
        t=after.t,
        deadlines=after.clocks,
    )
    assert log.read_receipt(receipt.signed).deadlines == dict.fromkeys(after.clocks, 10**14 + TURN)


def test_the_first_who_is_late_lapses_first() -> None:
    """With two late seats the server could else choose who loses or what is played."""
    match = crooked(stalls(32))
    match.submit(bid(match, APPLES), 10)
    due = match.state.clocks[BOOKS]
    late = {
        seat: serve(match, "lapse", {"of": seat, "what": "move", "public": "pass"})
        for seat in (BOOKS, CAKES)
    }
    assert match.table.lapsed(match.state, due + 1) == BOOKS  # at the same second: by name
    refused(match, late[CAKES], "evidence/lapse", due + 1)
    accept(match, late[BOOKS], due + 1)


def test_all_clocks_start_anew_where_the_end_begins() -> None:
    """Who was about to move has not, all at once, seconds to reveal."""
    match = until(ring(33), "hide")
    match.step()
    match.step()
    assert match.state.public.stage == "answer"
    due = match.state.clocks[HIDER]
    resign = match.agents[SEEKER].player.resign(match.table, match.state)
    match.now = due - 1
    match.submit(resign)
    assert match.state.stage is Stage.REVEAL
    assert match.state.clocks == {HIDER: due + TURN}
    match.reveal()
    assert match.state.outcome.winners == (HIDER,)


# -- lapses ----------------------------------------------------------------------------------------


def test_a_default_is_played_for_who_is_late() -> None:
    match = until(ring(34), "seek")
    taken = match.lapse(SEEKER)
    (event,) = taken.events
    assert event.default
    assert event.notice.public == {"guess": 0}
    assert match.state.lapsed
    assert match.state.public.stage == "answer"


def test_a_default_starts_the_clock_of_its_seat_anew() -> None:
    match = duel(35)
    match.lapse("chaser-1")
    assert match.state.clocks.get("chaser-1") is None
    match.lapse("chaser-2")
    assert match.state.clocks.keys() == {"ghost"} or match.state.public.stage == "ghost"


def test_who_has_no_default_forfeits() -> None:
    match = until(ring(36), "answer")
    match.lapse(HIDER)
    assert match.state.outcome.winners == (SEEKER,)
    assert match.state.lost == {HIDER}
    assert match.state.stage is Stage.REVEAL


def test_a_late_opening_is_called_open() -> None:
    match, _ = showing(37)
    due = match.state.clocks[HIDER]
    lapse = serve(match, "lapse", {"of": HIDER, "what": "open", "public": None})
    accept(match, lapse, due + 1)
    wrong = serve(match, "lapse", {"of": HIDER, "what": "reveal", "public": None})
    refused(match, wrong, "evidence/lapse", due + 1)


def test_no_clock_runs_on_what_is_optional() -> None:
    match = until(ring(38), "seek")
    assert match.state.clocks.keys() == {SEEKER}
    with pytest.raises(IllegalMoveError):
        match.table.late(match.state, HIDER)
