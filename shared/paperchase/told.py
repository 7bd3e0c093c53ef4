"""What a move says in public and which slots it names, read strictly.

Whoever is asked may send anything. Games say what they take as a `Shape`, and look at values only
after that.
"""

from collections.abc import Collection, Mapping
from typing import Any

from paperchase.errors import IllegalMoveError
from paperchase.rules import Notice
from paperchase.values import Json

Shape = Mapping[str, type | tuple[type]]
"""The keys of a public part, all of them, each with its type; `(str,)` is a list of texts."""


def fields(told: Json, shape: Shape) -> Mapping[str, Any] | None:
    """`told` where it has exactly these keys and types, else None; True is no 1 here."""
    if not isinstance(told, Mapping) or told.keys() != shape.keys():
        return None
    for key, kind in shape.items():
        value = told[key]
        if not isinstance(kind, tuple):
            if type(value) is not kind:
                return None
        elif not isinstance(value, list) or any(type(one) is not kind[0] for one in value):
            return None
    return told


def read(told: Json, shape: Shape) -> Mapping[str, Any]:
    """The same, or IllegalMoveError."""
    found = fields(told, shape)
    if found is None:
        keys = ", ".join(f"{key} ({_name(kind)})" for key, kind in shape.items())
        raise IllegalMoveError(f"that move says {keys}, and nothing else")
    return found


def exactly(notice: Notice, sealed: Collection[str], opened: Collection[str]) -> None:
    """Raises IllegalMoveError for a notice that seals or opens anything but these slots."""
    if len(notice.sealed) != len(sealed) or set(notice.sealed) != set(sealed):
        raise IllegalMoveError(f"that move seals {', '.join(sealed) or 'nothing'}")
    if set(notice.opened) != set(opened):
        raise IllegalMoveError(f"that move opens {', '.join(opened) or 'nothing'}")


def _name(kind: type | tuple[type]) -> str:
    return f"list of {kind[0].__name__}" if isinstance(kind, tuple) else kind.__name__
