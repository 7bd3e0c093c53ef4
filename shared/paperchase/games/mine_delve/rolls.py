"""Public rolls: what is asked of chance, and what its picks come to.

The public part of a roll is always {"got": [...]}: faces of dice, or things drawn from a list.
What it is for stands in the demand, with the list where there is one.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from paperchase.errors import IllegalMoveError
from paperchase.values import Json

Got = tuple[Any, ...]
"""What a roll came to."""


class Roll(msgspec.Struct, frozen=True, gc=False):
    """A roll that is pending. `about` holds `faces` for dice with odd faces, `from` for things
    that are drawn without putting them back, and neither for plain dice."""

    about: dict[str, Json]
    lots: tuple[int, ...]


def dice(n: int, sides: int, purpose: str, **more: Json) -> Roll:
    """So many plain dice."""
    return Roll({"for": purpose, **more}, (sides,) * n)


def odd(n: int, faces: tuple[int, ...], purpose: str, **more: Json) -> Roll:
    """So many dice with these faces."""
    return Roll({"for": purpose, "faces": faces, **more}, (len(faces),) * n)


def some(n: int, things: Sequence[Json], purpose: str, **more: Json) -> Roll:
    """So many of `things`, all different places of the list."""
    count = len(things)
    lots = tuple(range(count, count - n, -1))
    return Roll({"for": purpose, "from": tuple(things), **more}, lots)


def come(about: Any, picks: tuple[int, ...]) -> Got:
    """What the picks for a roll come to."""
    if "faces" in about:
        return tuple(about["faces"][pick] for pick in picks)
    if "from" in about:
        left = list(about["from"])
        return tuple(left.pop(pick) for pick in picks)
    return tuple(pick + 1 for pick in picks)


def read(roll: Roll, told: Json) -> Got:
    """What the public part of a roll says. Raises IllegalMoveError where it can not be."""
    match told:
        case {"got": list() | tuple() as got} if len(told) == 1 and len(got) == len(roll.lots):
            if _possible(roll, got):
                return tuple(got)
        case _:
            pass
    raise IllegalMoveError("that is no result of the roll that is asked for")


def _possible(roll: Roll, got: Sequence[Any]) -> bool:
    about: dict[str, Any] = roll.about
    if "from" in about:
        left = list(about["from"])
        for one in got:
            if one not in left or type(one) is bool:
                return False
            left.remove(one)
        return True
    if "faces" in about:
        return all(type(one) is int and one in about["faces"] for one in got)
    return all(type(one) is int and 0 < one <= lot for one, lot in zip(got, roll.lots, strict=True))
