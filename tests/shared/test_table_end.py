"""The table: how games end, and who has lost for good."""

from typing import Any

import fair
from paperchase.log import Entry
from paperchase.table import (
    SERVER,
    Stage,
)
from paperchase.testing import Match
from rogue import HIDER, SEEKER, crook, ring, serve, sign
from tables import (
    APPLES,
    BOOKS,
    CAKES,
    accept,
    bid,
    crooked,
    guess,
    over,
    refused,
    stalls,
    until,
)


def test_a_secret_is_owed_by_who_sealed_and_only_at_the_end() -> None:
    match = until(ring(39), "seek")
    hider, seeker = (match.agents[seat].player for seat in (HIDER, SEEKER))
    refused(match, hider.reveal(match.table, match.state), "illegal/turn")
    over(match)
    assert match.table.owes_reveal(match.state, HIDER)
    refused(match, seeker.reveal(match.table, match.state), "illegal/turn")
    secret = {"secret": "ab" * 32}
    refused(match, sign(match, HIDER, "reveal", secret), "evidence/kc")
    refused(match, sign(match, HIDER, "reveal", {"secret": "AB" * 32}), "malformed/hex")
    refused(match, sign(match, HIDER, "resign", {}), "illegal/turn")
    match.reveal()
    assert match.state.stage is Stage.CLOSED
    assert not match.state.clocks
    refused(match, hider.reveal(match.table, match.state), "illegal/turn")
    refused(match, serve(match, "reveal", secret), "illegal/turn")


def test_a_late_secret_is_too_late() -> None:
    match = over(ring(40))
    match.lapse(HIDER)
    assert match.state.seats[HIDER].withheld
    assert match.state.stage is Stage.CLOSED
    reveal = match.agents[HIDER].player.reveal(match.table, match.state)
    refused(match, reveal, "illegal/turn")


def test_an_end_is_signed_once_by_each_seat() -> None:
    """Else a log could grow for ever after its end."""
    match = over(ring(41))
    seeker, hider = (match.agents[seat].player for seat in (SEEKER, HIDER))
    match.submit(seeker.close(match.table, match.state))
    refused(match, seeker.close(match.table, match.state), "illegal/turn")
    match.reveal()
    refused(match, seeker.close(match.table, match.state), "illegal/turn")
    match.submit(hider.close(match.table, match.state))
    assert {seat for seat, one in match.state.seats.items() if one.closed} == {HIDER, SEEKER}


def test_an_end_that_is_another() -> None:
    match = until(ring(42), "seek")
    body = {"head": match.state.head, "result": [SEEKER]}
    refused(match, sign(match, SEEKER, "close", body), "illegal/turn")
    over(match)
    winners = list(match.state.outcome.winners)
    good = {"head": match.state.head, "result": winners}
    accept(match, sign(match, SEEKER, "close", good))
    for wrong in ({**good, "result": []}, {**good, "head": match.table.game}):
        refused(match, sign(match, SEEKER, "close", wrong), "illegal/close")


def test_a_verdict_is_passed_once_on_something_that_there_is() -> None:
    match = until(ring(43), "seek")

    def verdict(code: Any = "ANSWER_LIE", seq: Any = 3, blamed: Any = HIDER) -> Entry:
        body = {"code": code, "seq": seq, "blamed": blamed}
        return sign(match, SEEKER, "verdict", body)

    for wrong in (
        verdict(blamed="dealer"),
        verdict(code="lie"),
        verdict(code=""),
        verdict(code="X" * 33),
        verdict(seq=-1),
        verdict(seq=match.state.length),
        verdict(seq=2**53 - 1),
    ):
        refused(match, wrong, "malformed/verdict")
    refused(match, verdict(seq=True), "malformed/body")
    match.submit(verdict())
    assert match.state.verdict
    assert match.state.outcome.foul == HIDER
    assert match.state.outcome.winners == (SEEKER,)
    refused(match, verdict(seq=2), "illegal/turn")


def test_where_the_server_is_blamed_nobody_wins() -> None:
    match = crooked(stalls(44))
    for seat in fair.STALLS:
        match.submit(bid(match, seat))
    match.submit(sign(match, BOOKS, "verdict", {"code": "DEAL", "seq": 3, "blamed": SERVER}))
    assert match.state.outcome.winners == ()
    match.lapse(APPLES)
    assert match.state.outcome.winners == ()


def hidden(seed: int) -> Match:
    """A fair at which all three have sealed something."""
    match = crooked(stalls(seed))
    for seat in fair.STALLS:
        match.submit(bid(match, seat))
    return match


def test_who_has_lost_by_what_he_did_has_lost_for_good() -> None:
    """A verdict, and then the accuser withholds his own secret: the cheat does not win by it."""
    match = hidden(45)
    match.submit(sign(match, BOOKS, "verdict", {"code": "MOVE_ILLEGAL", "seq": 3, "blamed": CAKES}))
    assert match.state.outcome.winners == (APPLES, BOOKS)
    match.lapse(APPLES)
    assert match.state.outcome.winners == (BOOKS,)
    match.lapse(BOOKS)
    assert match.state.outcome.winners == ()
    assert match.state.lost == set(fair.STALLS)


def test_who_gave_up_does_not_win_when_the_others_keep_their_secrets() -> None:
    match = hidden(46)
    match.submit(sign(match, APPLES, "resign", {}))
    match.submit(match.agents[CAKES].player.reveal(match.table, match.state))
    match.lapse(APPLES)
    assert match.state.outcome.winners == (BOOKS, CAKES)
    match.lapse(BOOKS)
    assert match.state.outcome.winners == (CAKES,)
    match.submit(sign(match, CAKES, "verdict", {"code": "MOVE_ILLEGAL", "seq": 3, "blamed": CAKES}))
    assert match.state.outcome.winners == ()


def test_a_third_side_does_not_win_when_the_loser_withholds() -> None:
    """The board has decided for the apples; the cakes keep their secret; the books gain nothing."""
    match = over(stalls(47))
    assert match.state.outcome.winners == (APPLES,)
    for seat in (APPLES, BOOKS):
        match.submit(match.agents[seat].player.reveal(match.table, match.state))
    match.lapse(CAKES)
    assert match.state.outcome.winners == (APPLES,)
    assert match.state.lost == {CAKES}


def test_a_foul_of_the_rules_is_lost_for_good() -> None:
    match = until(ring(48, 20), "hide")
    crook(match, HIDER)
    player = match.agents[HIDER].player
    sealed = {"field/1": player.seal("field/1", 999), "wish/1": player.seal("wish/1", 1)}
    match.submit(sign(match, HIDER, "move", {"public": None, "sealed": sealed, "opened": {}}))
    match.submit(guess(match))
    opened = player.openings({"field/1": 999})
    body = {"public": {"hit": True}, "sealed": {}, "opened": opened}
    match.submit(sign(match, HIDER, "answer", body))
    assert match.state.outcome.foul == HIDER
    assert match.state.lost == {HIDER}
