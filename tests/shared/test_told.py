"""Public parts of moves, read strictly."""

from typing import Any

import pytest

from paperchase.errors import IllegalMoveError
from paperchase.rules import Kind, Notice
from paperchase.told import Shape, exactly, fields, read

SHAPE: Shape = {"to": int, "trap": bool, "words": (str,)}
GOOD: dict[str, Any] = {"to": 3, "trap": False, "words": ["a"]}


def test_what_fits_is_what_was_told() -> None:
    assert fields(GOOD, SHAPE) is GOOD
    assert read({**GOOD, "words": []}, SHAPE)["words"] == []


@pytest.mark.parametrize(
    "told",
    [
        None,
        [],
        {},
        {"to": 3, "trap": False},
        {**GOOD, "more": 1},
        {**GOOD, "to": True},
        {**GOOD, "trap": 0},
        {**GOOD, "to": "3"},
        {**GOOD, "words": "a"},
        {**GOOD, "words": ["a", 1]},
        {**GOOD, "words": {"a": "b"}},
    ],
)
def test_what_does_not_fit_is_refused_with_the_shape(told: Any) -> None:
    assert fields(told, SHAPE) is None
    with pytest.raises(IllegalMoveError, match=r"to \(int\), trap \(bool\), words \(list of str\)"):
        read(told, SHAPE)


def test_a_notice_names_exactly_its_slots() -> None:
    notice = Notice(Kind.MOVE, "ghost", None, ("b", "a"), {"c": 1})
    exactly(notice, ("a", "b"), ["c"])
    for sealed, opened in (((), ("c",)), (("a",), ("c",)), (("a", "b"), ()), (("a", "a"), ("c",))):
        with pytest.raises(IllegalMoveError):
            exactly(notice, sealed, opened)
