"""Plain JSON values, and frozen dataclasses turned into them and back."""

from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import msgspec

from paperchase.errors import MalformedError

# `unpack` reads the annotations of dataclasses, and knows no recursive ones.
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"
else:
    Json: TypeAlias = Any
"""What canonical JSON can hold. No floats: they have no one spelling."""

Seat: TypeAlias = str
"""The name of a place at the table, such as `ghost` or `chaser-1`."""

T = TypeVar("T")

_ENCODER = msgspec.json.Encoder(order="sorted")


def pack(value: object) -> Any:
    """`value` as plain JSON: dataclasses become objects, tuples and sets become arrays.

    Sets are sorted and the keys of mappings become strings, so equal values pack equally.
    """
    return msgspec.to_builtins(value, str_keys=True, order="deterministic")


def unpack(kind: type[T], value: object) -> T:
    """The inverse of `pack`. Raises MalformedError where `value` does not have that shape."""
    try:
        return msgspec.convert(value, kind, strict=True, str_keys=True)
    except msgspec.ValidationError as error:
        raise MalformedError(f"not a {kind.__name__}: {error}", "shape") from None


def same_json(a: Json, b: Json) -> bool:
    """Whether two plain values are spelled alike. To Python, True is 1 and a tuple no list."""
    return _ENCODER.encode(a) == _ENCODER.encode(b)
