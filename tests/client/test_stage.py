"""What a demo shows as it goes."""

import pytest

from paperchase_client.stage import Bar, Window


def test_a_bar_fills_where_it_is_known_how_much_will_come() -> None:
    bar = Bar()
    assert bar.at("setup") == f"[{'-' * 20}] setup"
    assert bar.at("chapter II, round 3 of 15") == f"[{'#' * 4}{'-' * 16}] chapter II, round 3 of 15"
    assert bar.at("before round 4").startswith(f"[{'#' * 4}{'-' * 16}] ")
    assert bar.at("round 15 of 15") == f"[{'#' * 20}] round 15 of 15"


def test_a_bar_has_no_end_where_nobody_knows_it() -> None:
    bar = Bar()
    assert bar.at("turn 3, fight; the Darkness is at 2").startswith("[### turn 3")
    assert len(bar.at("turn 999")) < 60


LINES = ("Castle", *(f"row {row}" for row in range(30)))


def test_what_fits_is_shown_whole() -> None:
    assert Window().on(LINES, 31, "round 1") == LINES


def test_of_what_does_not_fit_the_part_is_shown_where_something_changed() -> None:
    window = Window()
    first = window.on(LINES, 12, "round 1")
    assert first == [*LINES[:11], "round 1 (lines 1 to 10 of 30)"]
    moved = [*LINES[:25], "somebody", *LINES[26:]]
    shown = window.on(moved, 12, "round 2")
    assert len(shown) == 12
    assert shown[0] == "Castle"
    assert "somebody" in shown
    assert window.on(moved, 12, "round 2") == shown


@pytest.mark.parametrize("at", [1, 30])
def test_the_part_never_leaves_the_picture(at: int) -> None:
    window = Window()
    window.on(LINES, 12, "")
    shown = window.on([*LINES[:at], "somebody", *LINES[at + 1 :]], 12, "")
    assert len(shown) == 12
    assert "somebody" in shown


def test_a_picture_that_got_shorter_is_no_trouble() -> None:
    window = Window()
    window.on(LINES, 12, "")
    window.on([*LINES[:30], "somebody"], 12, "")
    assert len(window.on(LINES[:14], 12, "")) == 12
