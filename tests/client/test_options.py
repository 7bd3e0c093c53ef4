"""Words for times, columns, and questions."""

import pytest

from paperchase.errors import MalformedError
from paperchase_client.options import columns, duration, seconds, short, table


@pytest.mark.parametrize(
    ("text", "count"), [("3d", 259200), ("1d12h", 129600), ("90s", 90), (" 2 H ", 7200)]
)
def test_a_duration_is_read(text: str, count: int) -> None:
    assert seconds(text) == count


@pytest.mark.parametrize("text", ["", "3", "d", "3 days", "-1d", "1.5h"])
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(MalformedError):
        seconds(text)


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 s"),
        (-5, "0 s"),
        (59, "59 s"),
        (3661, "1 h 1 min"),
        (86400, "1 d"),
        (90061, "1 d 1 h"),
    ],
)
def test_a_duration_is_told(count: int, text: str) -> None:
    assert duration(count) == text


def test_columns_read_downwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "14")
    assert columns(["one", "two", "six", "ten", "end"]) == "  one  ten\n  two  end\n  six"
    assert columns([]) == ""


def test_rows_are_aligned() -> None:
    assert table([("a", "bb"), ("aaa", "b")]) == "a    bb\naaa  b"
    assert table([]) == ""
    assert short("0123456789") == "01234567"
