"""What a clock means, without a clock: pure functions of the deadlines and the time.

The server's receipt of a message decides, in whole unix seconds, never the sender's clock. At
the very second of its deadline a seat is still in time; it is late from the next on.
"""

from collections.abc import Mapping

from paperchase.values import Seat


def first(clocks: Mapping[Seat, int]) -> int | None:
    """The deadline that runs out first, or None where no clock runs."""
    return min(clocks.values(), default=None)


def passed(due: int | None, now: int) -> bool:
    """Whether the deadline `due` is over at `now`."""
    return due is not None and due < now


def stamp(now: float, last: int) -> int:
    """The time of an entry received at `now`: never before that of the entry before it."""
    return max(int(now), last)
