"""The canonical profile: what it takes, what it refuses, and that RFC 8785 agrees."""

import json
from enum import IntEnum, StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from paperchase import canon
from paperchase.errors import MalformedError

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "canon.json").read_text())
EDGE = 2**53 - 1

keys = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=8)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-EDGE, EDGE)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=24,
)


def nested(depth: int, inner: str = "") -> bytes:
    return ("[" * depth + inner + "]" * depth).encode()


@given(values)
def test_bytes_are_those_of_rfc_8785(value: Any) -> None:
    data = canon.encode(value)
    assert data == rfc8785.dumps(value)
    assert canon.decode(data) == value
    assert canon.parse(json.dumps(value, indent=1).encode()) == value


@given(values, st.data())
def test_any_change_of_a_byte_is_refused_or_is_another_value(value: Any, data: Any) -> None:
    spelled = canon.encode(value)
    place = data.draw(st.integers(0, len(spelled) - 1))
    byte = data.draw(st.integers(0, 255))
    changed = spelled[:place] + bytes([byte]) + spelled[place + 1 :]
    try:
        other = canon.decode(changed)
    except MalformedError:
        return
    assert canon.encode(other) == changed


@given(st.binary(max_size=40) | st.text('{}[]",:\\u0123e.-tfn ', max_size=30).map(str.encode))
def test_bytes_are_refused_in_one_way_only(data: bytes) -> None:
    try:
        value = canon.parse(data)
    except MalformedError:
        with pytest.raises(MalformedError):
            canon.decode(data)
    else:
        assert canon.decode(canon.encode(value)) == value


@pytest.mark.parametrize("vector", VECTORS["values"], ids=lambda vector: vector["name"])
def test_known_values(vector: dict[str, Any]) -> None:
    data = vector["text"].encode()
    assert canon.encode(vector["value"]) == data == rfc8785.dumps(vector["value"])
    assert canon.decode(data) == canon.parse(data) == vector["value"]


@pytest.mark.parametrize("vector", VECTORS["refused"], ids=lambda vector: vector["name"])
def test_known_refusals(vector: dict[str, Any]) -> None:
    data = bytes.fromhex(vector["hex"])
    with pytest.raises(MalformedError):
        canon.decode(data)
    if vector["never"]:
        with pytest.raises(MalformedError):
            canon.parse(data)
    else:
        canon.parse(data)


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        float("nan"),
        2**53,
        -(2**53),
        10**400,
        {1: 2},
        {"é": 1},
        {"\x7f": 1},
        {"a\n": 1},
        {None: 1},
        "\ud800",
        ["\udc00x"],
        {"a": {1, 2}},
        b"bytes",
        range(3),
        object(),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_value_is_not_encoded(value: Any) -> None:
    with pytest.raises(MalformedError):
        canon.encode(value)


def test_kin_of_plain_values_are_encoded_as_those() -> None:
    class Seat(StrEnum):
        GHOST = "ghost"

    class Number(IntEnum):
        ONE = 1

    value: Any = MappingProxyType({Seat.GHOST: (Number.ONE, Seat.GHOST)})
    assert canon.encode(value) == b'{"ghost":[1,"ghost"]}'


@pytest.mark.parametrize("inner", ["", "1", '{"a":1}'])
def test_depth_is_bounded_exactly(inner: str) -> None:
    deepest = canon.DEPTH - inner.count("{")
    for read in (canon.decode, canon.parse, lambda data: canon.encode(json.loads(data))):
        read(nested(deepest, inner))
        with pytest.raises(MalformedError):
            read(nested(deepest + 1, inner))
    with pytest.raises(MalformedError):
        canon.parse(nested(30_000))


def test_size_is_bounded_exactly() -> None:
    text = "a" * (canon.LIMIT - 2)
    data = canon.encode(text)
    assert len(data) == canon.LIMIT
    assert canon.decode(data) == text
    for refuse in (
        lambda: canon.encode(text + "a"),
        lambda: canon.decode(data + b" "),
        lambda: canon.parse(data + b" "),
        lambda: canon.parse(b"[1, 2]", 5),
    ):
        with pytest.raises(MalformedError, match="more than") as caught:
            refuse()
        assert caught.value.code == "malformed/size"
    assert canon.parse(data + b" ", canon.LIMIT + 1) == text


def test_large_numbers_and_deep_values_are_read_both_ways() -> None:
    value = {"a": [[[[[[[[EDGE, -EDGE, True, None]]]]]]]]}
    assert canon.decode(canon.encode(value)) == value
    for bad in (b"[[[[[[[9007199254740992]]]]]]]", b"[[[[[[[1.5]]]]]]]"):
        with pytest.raises(MalformedError):
            canon.decode(bad)


def test_hex_has_one_spelling() -> None:
    assert canon.read_hex("00ff", 2) == b"\x00\xff"
    assert canon.check_hex("ab" * 32) == "ab" * 32
    for bad in ("AB" * 32, "ab" * 31, "ab" * 31 + " 1", "ag" * 32, 7, None, b"ab" * 32):
        with pytest.raises(MalformedError):
            canon.check_hex(bad)


def test_names_are_short_and_plain() -> None:
    for good in ("a", "move/7", "chaser-1", "a" * 64, "0_.-"):
        assert canon.check_name(good) == good
    for bad in ("", "A", "a b", "é", "a" * 65, "a\n", 7, None):
        with pytest.raises(MalformedError):
            canon.check_name(bad)


def test_an_object_is_an_object() -> None:
    assert canon.decode_object(b'{"a":1}') == {"a": 1}
    with pytest.raises(MalformedError):
        canon.decode_object(b"[1]")
