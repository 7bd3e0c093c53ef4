"""Games at a point where something is to be tried on the table."""

from typing import Any

import pytest

import fair
from paperchase.errors import (
    PaperchaseError,
)
from paperchase.log import Entry
from paperchase.rules import Kind, Move
from paperchase.table import (
    Stage,
    State,
)
from paperchase.testing import Match
from rogue import HIDER, SEEKER, castle, crook, ring, sign

APPLES, BOOKS, CAKES = fair.STALLS


def stalls(seed: str | int = 0, options: dict[str, Any] | None = None, **given: Any) -> Match:
    """A fair, joined and ready."""
    match = Match(fair.GAME, options, seed, board=fair.BOARD, **given)
    match.join()
    return match


def bid(match: Match, seat: str, value: int = 5) -> Entry:
    """A sealed bid, signed where the game stands."""
    move = Move(Kind.MOVE, seat, None, {f"bid/{match.state.public.round}/{seat}": value})
    return match.agents[seat].player.move(match.table, match.state, move)


def shout(match: Match, seat: str) -> Entry:
    move = Move(Kind.MOVE, seat, "shout")
    return match.agents[seat].player.move(match.table, match.state, move)


def guess(match: Match, field: int = 3) -> Entry:
    move = Move(Kind.MOVE, SEEKER, {"guess": field})
    return match.agents[SEEKER].player.move(match.table, match.state, move)


def until(match: Match, stage: str) -> Match:
    """The toy played on to that stage of a round."""
    if match.state.stage is Stage.OPEN:
        match.join()
    while match.state.public.stage != stage:
        match.step()
    return match


def accept(match: Match, entry: Entry, t: int | None = None) -> State:
    """What the table makes of `entry`; the match itself does not move."""
    now = match.now if t is None else t
    return match.table.accept(match.state, entry, now, match.ledger.book).state


def refused(match: Match, entry: Entry, code: str, t: int | None = None) -> None:
    before = match.state
    with pytest.raises(PaperchaseError) as caught:
        accept(match, entry, t)
    assert caught.value.code == code
    assert match.state is before


def duel(seed: int = 0) -> Match:
    """Ghost Chase with two chasers of two figures each, who are to move them."""
    match = castle(seed, {"chasers": 2})
    match.join()
    while match.state.public.stage != "chase":
        match.step()
    return match


def stay(match: Match, seat: str, which: int = 0, **changes: Any) -> Entry:
    left = {phase.demand.seat: phase.demand.about["figures"] for phase in match.state.phases}
    told = {"figure": left[seat][which], "to": 0, "trap": False, "unlock": False}
    return sign(match, seat, "move", {"public": told, "sealed": {}, "opened": {}}, **changes)


def next_link(match: Match, seat: str, ahead: int = 1) -> str | None:
    if not match.table.chance:
        return None
    return match.agents[seat].player.chain.link(match.state.seats[seat].links + ahead)


def showing(seed: int) -> tuple[Match, dict[str, Any]]:
    """A game that asks the hider to open his fields, and the openings."""
    match = until(ring(seed, 20), "show")
    slots = match.state.phases[0].demand.slots
    agent = match.agents[HIDER]
    return match, agent.player.openings({slot: agent.known[slot] for slot in slots})


def crooked(match: Match) -> Match:
    for seat in list(match.agents):
        crook(match, seat)
    return match


def owed(match: Match) -> Entry:
    draft = match.dealer.owed(match.table, match.state, match.secret)
    assert draft is not None
    return match._drafted(draft)


def over(match: Match) -> Match:
    if match.state.stage is Stage.OPEN:
        match.join()
    while match.state.stage is Stage.PLAY:
        match.step()
    return match
