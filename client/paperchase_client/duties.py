"""What a player owes without having a choice, and how it is paid.

An answer has one truth, an opening one value. So the client pays by itself; but it first looks
at its own seat, and signs nothing that its owner could be blamed for.
"""

from collections.abc import Iterator

import msgspec

from paperchase.errors import RefusedError
from paperchase.log import Entry
from paperchase.rules import Demand, Kind
from paperchase.table import Stage
from paperchase.values import Seat
from paperchase_client.mirror import Mirror


class Due(msgspec.Struct, frozen=True):
    """One thing owed: `what` is the type of the entry that pays it."""

    seat: Seat
    what: str
    demand: Demand | None = None


def dues(mirror: Mirror) -> Iterator[Due]:
    """What the player's seats owe now."""
    state = mirror.state
    for seat in mirror.seats:
        match state.stage:
            case Stage.READY:
                if not state.seats[seat].ready:
                    yield Due(seat, "ready")
            case Stage.PLAY:
                for phase in state.phases:
                    demand = phase.demand
                    if demand.seat == seat and demand.must and demand.kind in _OWED:
                        yield Due(seat, _OWED[demand.kind], demand)
            case Stage.REVEAL:
                if mirror.table.owes_reveal(state, seat):
                    yield Due(seat, "reveal")
            case _:
                pass


_OWED = {Kind.ANSWER: "answer", Kind.REVEAL: "open"}


def pay(mirror: Mirror, due: Due) -> Entry:
    """The entry that pays `due`."""
    player, table, state, seat = mirror.player(due.seat), mirror.table, mirror.state, due.seat
    known = mirror.hidden.get(seat, {})
    if due.what == "ready":
        return player.ready(table, state)
    if due.what == "reveal":
        return player.reveal(table, state)
    assert due.demand is not None
    if due.what == "open":
        return player.open(table, state, {slot: known[slot] for slot in due.demand.slots})
    move = next(table.rules.choices(state.public, mirror.secrets[seat], due.demand))
    return player.move(table, state, move, known)


def check_clean(mirror: Mirror, seat: Seat) -> None:
    """Raises RefusedError where the log already holds something that `seat` is to blame for."""
    if seat in mirror.faults:
        raise RefusedError(
            f"not signed, because {seat} could be blamed for it: {mirror.faults[seat]}. "
            "`paperchase resign` ends the game",
            "own_fault",
        )
