"""The one encoding that is hashed or signed: a small, strict profile of canonical JSON.

PROTOCOL.md section 2. Objects, arrays, strings, integers up to 2^53-1, booleans and null;
keys are printable ASCII in ascending order; no spaces, no floats, at most 16 containers deep
and 64 KiB long. A value has exactly one spelling, and it is RFC 8785's.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NoReturn, Union, cast

import msgspec

from paperchase.errors import MalformedError
from paperchase.values import Json

LIMIT = 64 * 1024
"""The greatest length in bytes of what is signed or hashed."""

DEPTH = 16
"""How many arrays and objects may stand inside each other."""

MAX_INT = 2**53 - 1
"""The greatest integer; the least is its negative."""

_NAME = "abcdefghijklmnopqrstuvwxyz0123456789_./-"
_Int = Annotated[int, msgspec.Meta(ge=-MAX_INT, le=MAX_INT)]
_SHALLOW = 5


def _shape(depth: int) -> Any:
    """The type of all values of the profile with at most `depth` containers."""
    shape: Any = Union[None, bool, _Int, str]  # noqa: UP007 - `|` takes no Annotated
    for _ in range(depth):
        shape = Union[None, bool, _Int, str, list[shape], dict[str, shape]]  # noqa: UP007
    return shape


def _refuse_number(text: str) -> NoReturn:
    raise ValueError(f"{text[:20]} is no plain integer")


ENCODER = msgspec.json.Encoder(order="sorted")
"""Writes canonical bytes, provided that the value is known to keep to the profile."""

# A typed decoder checks numbers and depth at no cost, but doubles with each level; what lies
# deeper takes the loose decoder, and a walk.
SHALLOW = _shape(_SHALLOW)
"""The type, to msgspec, of most values of the profile: those that are not nested deeply."""

_QUICK: msgspec.json.Decoder[Any] = msgspec.json.Decoder(SHALLOW)
_LOOSE: msgspec.json.Decoder[Any] = msgspec.json.Decoder(float_hook=_refuse_number)


def encode(value: Json) -> bytes:
    """The canonical bytes of `value`. Raises MalformedError where the profile has none."""
    data = ENCODER.encode(_plain(value, DEPTH))
    if len(data) > LIMIT:
        raise MalformedError(f"more than {LIMIT} bytes: send less", "size")
    return data


def decode(data: bytes, depth: int = DEPTH, limit: int = LIMIT) -> Any:
    """The value that `data` spells canonically. Raises MalformedError at anything else."""
    if len(data) > limit:
        raise MalformedError(f"more than {limit} bytes: send less", "size")
    try:
        value = _QUICK.decode(data)
        plain = is_plain(data)
    except msgspec.MsgspecError:
        value = _decode_slowly(data)
        plain = False
    if not plain:
        _plain(value, depth)
    if ENCODER.encode(value) != data:
        raise MalformedError("not canonical JSON: a value has exactly one spelling", "canon")
    return value


def is_plain(data: bytes) -> bool:
    """Whether all strings and keys in these JSON bytes are printable ASCII, without escapes."""
    return data.isascii() and b"\\" not in data and b"\x7f" not in data


def decode_object(data: bytes, depth: int = DEPTH) -> dict[str, Any]:
    """The object that `data` spells canonically. Raises MalformedError at anything else."""
    value = decode(data, depth)
    if isinstance(value, dict):
        return cast("dict[str, Any]", value)
    raise MalformedError("an object is wanted here", "object")


def _decode_slowly(data: bytes) -> Any:
    try:
        return _LOOSE.decode(data)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise MalformedError(f"not JSON: {error}", "json") from None


def parse(data: bytes, limit: int = LIMIT) -> Any:
    """The value that `data` spells in any way. Raises MalformedError as `decode` does."""
    try:
        return decode(data, DEPTH, limit)
    except MalformedError as error:
        if error.code == "malformed/size":
            raise
    # Most senders write canonically. Find out slowly what is wrong, if anything is.
    try:
        value = json.loads(
            data.decode(),
            parse_float=_refuse_number,
            parse_int=_read_int,
            parse_constant=_refuse_number,
            object_pairs_hook=_read_object,
        )
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"not JSON: {error}", "json") from None
    return _plain(value, DEPTH)


def read_hex(text: object, size: int = 32) -> bytes:
    """`size` bytes from lower-case hex. Raises MalformedError at anything else."""
    if isinstance(text, str):
        try:
            data = bytes.fromhex(text)
        except ValueError:
            pass
        else:
            if len(data) == size and data.hex() == text:
                return data
    raise MalformedError(f"{size} bytes in lower-case hex are wanted here", "hex")


def check_hex(text: object, size: int = 32) -> str:
    """`text` where it is `size` bytes in lower-case hex. Raises MalformedError."""
    read_hex(text, size)
    return str(text)


def check_name(text: object) -> str:
    """`text` where it is a name: 1 to 64 of `a-z 0-9 _ . / -`. Raises MalformedError."""
    if isinstance(text, str) and 0 < len(text) <= 64 and not text.strip(_NAME):
        return text
    raise MalformedError("a name has 1 to 64 characters of a-z 0-9 _ . / -", "name")


def _plain(value: object, depth: int) -> Any:
    """`value` in dicts, lists, strings and integers alone. Raises MalformedError."""
    if isinstance(value, str):
        if not value.isascii():
            _check_text(value)
        return str(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        if not -MAX_INT <= value <= MAX_INT:
            raise MalformedError("an integer beyond 2^53-1: write it as text", "number")
        return int(value)
    if not isinstance(value, (dict, list, tuple, Mapping)):
        raise MalformedError(f"a {type(value).__name__} has no canonical JSON", "type")
    if depth == 0:
        raise MalformedError(f"more than {DEPTH} arrays and objects deep", "depth")
    depth -= 1
    if isinstance(value, (list, tuple)):
        return [_plain(item, depth) for item in cast("Sequence[object]", value)]
    items = cast("Mapping[object, object]", value)
    return {_key(key): _plain(item, depth) for key, item in items.items()}


def _key(key: object) -> str:
    if isinstance(key, str) and key.isascii() and key.isprintable():
        return str(key)
    raise MalformedError("the keys of an object must be printable ASCII", "key")


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise MalformedError("half a surrogate pair in a string", "text") from None


def _read_int(text: str) -> int:
    if len(text) > len(str(-MAX_INT)) or text == "-0":
        _refuse_number(text)
    return int(text)


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise MalformedError("a key stands twice in one object", "key")
    return value
