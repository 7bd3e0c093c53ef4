"""Options: declared with a type, completed with defaults, refused with what is allowed."""

from typing import Any

import pytest

from paperchase.errors import MalformedError
from paperchase.options import Option, complete, pick

SWITCH = Option("trap", True, "a trap")
RANGE = Option("rests", 2, "rest cards", 1, 2)
WORD = Option("frames", "auto", "frames", choices=("auto", "four", "five"))
ALL = (SWITCH, RANGE, WORD)


def test_defaults_fill_what_is_not_given():
    assert complete(ALL, {}) == {"trap": True, "rests": 2, "frames": "auto"}
    assert complete(ALL, {"rests": 1}) == {"trap": True, "rests": 1, "frames": "auto"}


@pytest.mark.parametrize("value", [0, 1, "true", None, [], {}])
def test_a_switch_takes_true_or_false_only(value: Any):
    with pytest.raises(MalformedError, match="option trap takes true or false"):
        SWITCH.read(value)


@pytest.mark.parametrize("value", [0, 3, True, "2", None, 2**60])
def test_a_range_takes_whole_numbers_within(value: Any):
    with pytest.raises(MalformedError, match="option rests takes a whole number from 1 to 2"):
        RANGE.read(value)


@pytest.mark.parametrize("value", ["", "Auto", 4, True, None])
def test_a_word_is_one_of_its_choices(value: Any):
    with pytest.raises(MalformedError, match="one of auto, four, five"):
        WORD.read(value)


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (SWITCH, "yes", True),
        (SWITCH, "ON", True),
        (SWITCH, "False", False),
        (SWITCH, "off", False),
        (RANGE, "1", 1),
        (RANGE, " 2 ", 2),
        (WORD, "five", "five"),
    ],
)
def test_words_of_the_command_line(option: Option, text: str, value: Any):
    assert option.from_text(text) == value
    assert type(option.from_text(text)) is type(value)


@pytest.mark.parametrize(
    ("option", "text"),
    [
        (SWITCH, "1"),
        (SWITCH, ""),
        (RANGE, "two"),
        (RANGE, "２"),
        (RANGE, "-1"),
        (RANGE, "9" * 5000),
        (RANGE, ""),
        (WORD, "six"),
    ],
)
def test_words_that_are_refused(option: Option, text: str):
    with pytest.raises(MalformedError) as caught:
        option.from_text(text)
    assert caught.value.code == "malformed/option"


def test_an_unknown_option_is_told_the_nearest():
    with pytest.raises(MalformedError, match=r"no option rest: did you mean rests\?"):
        complete(ALL, {"rest": 1})
    with pytest.raises(MalformedError, match="no option zzz: see"):
        pick(ALL, "zzz")
