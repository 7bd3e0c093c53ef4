"""What a server dealt wrongly, and what its drawer is told."""

from collections.abc import Sequence

import msgspec

from paperchase.values import Seat


class Misdeal(msgspec.Struct, frozen=True):
    """A private draw, entry `seq`, of which `seat` could not use what it got for `slots`."""

    seat: Seat
    seq: int
    slots: tuple[str, ...]
    why: str


def alarm(found: Sequence[Misdeal]) -> str:
    """What happened, who is to blame, how it will come out, and what can be done."""
    cases = "; ".join(
        f"{', '.join(one.slots)} to {one.seat} in entry {one.seq} ({one.why})" for one in found
    )
    return (
        f"the server dealt wrongly: {cases}. The log that it signed is kept, and proves it when "
        "the dealer's secret is revealed at the end: `paperchase verify` then blames the server, "
        "not you. Play on with what you hold, and ask the operator"
    )
