"""A whole game in one file."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperchase import bundle
from paperchase.bundle import Bundle
from paperchase.errors import MalformedError
from rogue import castle, ring


@cache
def game() -> Bundle:
    return ring("bundle", 3).play().bundle()


@cache
def text() -> str:
    return bundle.write(game())


def refused(changed: str, said: str) -> None:
    with pytest.raises(MalformedError, match=said) as caught:
        bundle.read(changed)
    assert caught.value.code == "malformed/bundle"
    assert "\n" not in str(caught.value)


def test_what_is_written_is_read() -> None:
    assert bundle.read(text()) == game()
    other = castle("bundle")
    assert bundle.read(bundle.write(other.bundle())) == other.bundle()


def test_it_is_a_header_and_the_lines_of_the_log() -> None:
    first, *rest = text().split("\n")
    assert first == bundle.header(game().game, game().board)
    assert first.startswith('{"paperchase":"bundle/1","game":"')
    assert rest == [*(line.to_text() for line in game().lines), ""]


def test_what_editors_and_mail_do_to_line_ends_does_no_harm() -> None:
    for same in (text().rstrip("\n"), text().replace("\n", "\r\n"), "\ufeff" + text()):
        assert bundle.read(same) == game()


def test_a_header_alone_is_a_game_without_a_log() -> None:
    assert bundle.read(bundle.header("ab", "a board\n")) == Bundle("ab", "a board\n", ())


@pytest.mark.parametrize(
    "first",
    [
        "",
        "{}",
        "[]",
        "null",
        "no json",
        '{"paperchase":"bundle/1","game":"ab"}',
        '{"paperchase":"bundle/1","game":"ab","board":"","more":1}',
        '{"paperchase":"bundle/1","game":1,"board":""}',
        '{"paperchase":"bundle/1","game":"\\ud800","board":""}',
        '{"paperchase":"bundle/1","game":"\ud800","board":""}',
    ],
)
def test_the_first_line_is_a_header(first: str) -> None:
    refused("\n".join([first, *text().split("\n")[1:]]), "line 1")


def test_another_format_is_named() -> None:
    refused(text().replace("bundle/1", "bundle/2", 1), "not bundle/2")


def test_a_line_that_is_none_is_named() -> None:
    lines = text().split("\n")
    for place, wrong in (
        (4, ""),
        (5, "{}"),
        (2, lines[2] + " "),
        (3, lines[3].replace('"sig":"', '"sig":"0', 1)),
        (6, lines[6].replace('"payload"', '"payLoad"', 1)),
        (7, lines[7] + "\ud800"),
        (8, lines[8] + lines[8]),
    ):
        changed = [*lines[:place], wrong, *lines[place + 1 :]]
        refused("\n".join(changed), f"line {place + 1}: ")


def test_a_file_that_is_too_long_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "MOST", len(text()) - 1)
    refused(text(), "too long")


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=60), st.data())
def test_nothing_else_than_malformed_is_raised(garbage: str, data: st.DataObject) -> None:
    whole = text()
    place = data.draw(st.integers(0, len(whole)))
    for changed in (garbage, whole[:place] + garbage + whole[place + len(garbage) :]):
        try:
            found = bundle.read(changed)
        except MalformedError:
            continue
        assert bundle.read(bundle.write(found)) == found
