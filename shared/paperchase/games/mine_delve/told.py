"""The lists in a move's public part, read strictly."""

from collections.abc import Mapping
from typing import Any, cast

from paperchase.errors import IllegalMoveError

Told = Mapping[str, Any]
"""The public part of a move, with the keys and types of its command."""


def numbers(value: object, what: str) -> tuple[int, ...]:
    """A list of different numbers. Raises IllegalMoveError."""
    found = _list(value, what)
    if not all(type(one) is int for one in found) or len(set(found)) != len(found):
        raise IllegalMoveError(f"{what} are a list of numbers, each of them once")
    return cast("tuple[int, ...]", found)


def names(value: object, what: str) -> tuple[str, ...]:
    """A list of names. Raises IllegalMoveError."""
    found = _list(value, what)
    if not all(type(one) is str for one in found):
        raise IllegalMoveError(f"{what} are a list of names")
    return cast("tuple[str, ...]", found)


def _list(value: object, what: str) -> tuple[object, ...]:
    if not isinstance(value, list | tuple):
        raise IllegalMoveError(f"{what} are a list")
    return tuple(cast("list[object]", value))
