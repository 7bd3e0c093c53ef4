"""Board files are read strictly, and every error says where to look."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperchase.board import LIMIT, Section, read_board
from paperchase.errors import MalformedError

GOOD = b"""# a map
[head]
name = "Hof"
size = 3

[rooms]
1 = { name = "a", x = 1 }
"2" = { name = "b", x = 2 }

[[way]]
kind = "door"

[[way]]
kind = "stair"
"""


def read(text: str) -> Section:
    return read_board(text.encode(), "a.toml")


def complaint(call: object, *args: object) -> str:
    assert callable(call)
    with pytest.raises(MalformedError) as caught:
        call(*args)
    assert caught.value.code == "malformed/board"
    return str(caught.value)


def test_takes_what_is_there():
    root = read_board(GOOD, "a.toml")
    head = root.table("head")
    assert (head.text("name"), head.whole("size", 1, 5)) == ("Hof", 3)
    head.end()
    rooms = root.table("rooms")
    assert rooms.names() == ("1", "2")
    assert [rooms.table(name).whole("x") for name in rooms.names()] == [1, 2]
    kinds = [way.word("kind", ("door", "stair")) for way in root.tables("way")]
    assert kinds == ["door", "stair"]
    root.end()
    assert root.has("head")
    assert not root.has("tail")


def test_knows_the_line_of_tables_and_keys():
    root = read_board(GOOD, "a.toml")
    assert root.table("head").line() == 2
    assert root.table("head").line("size") == 4
    rooms = root.table("rooms")
    assert (rooms.line("1"), rooms.line("2"), rooms.table("2").line("x")) == (7, 8, 8)
    assert [way.line("kind") for way in root.tables("way")] == [11, 14]
    assert root.line("nothing") == 1


@pytest.mark.parametrize(
    ("take", "text"),
    [
        (lambda root: root.table("head").whole("name"), "a.toml:3: head.name takes a whole"),
        (lambda root: root.table("head").whole("size", 4, 9), "a.toml:4: head.size takes a whole"),
        (lambda root: root.table("head").text("size"), "a.toml:4: head.size takes a text"),
        (lambda root: root.table("head").text("name", 2), "a.toml:3: head.name takes a text"),
        (lambda root: root.table("head").word("name", ("x", "y")), "one of x, y"),
        (lambda root: root.table("head").whole("depth"), "a.toml:2: head.depth is missing"),
        (lambda root: root.table("head").table("name"), "a.toml:3: head.name takes a table"),
        (lambda root: root.table("tail"), "a.toml:1: tail is missing"),
        (lambda root: list(root.tables("head")), "a.toml:2: head takes an array of tables"),
        (lambda root: root.table("rooms").table("2").end(), "a.toml:8: rooms.2.name is no key"),
        (lambda root: root.end(), "a.toml:2: head is no key of ours; known here: nothing"),
        (lambda root: next(root.tables("way")).fail("no", "kind"), "a.toml:11: no"),
    ],
)
def test_refuses_with_file_and_line(take, text):
    assert text in complaint(take, read_board(GOOD, "a.toml"))


@pytest.mark.parametrize("value", ["1.0", "true", "nan", "[1]", '"1"', "2024-01-01", "10000000"])
def test_a_number_is_a_whole_number(value):
    root = read(f"\nx = {value}")
    assert complaint(root.whole, "x").startswith("a.toml:2: x takes a whole number")


@pytest.mark.parametrize("value", ['""', '"  "', '"a\\nb"', '"\\u001b[31m"', '"\\u202e"', "3"])
def test_a_text_is_one_printable_line(value):
    assert "takes a text" in complaint(read(f"x = {value}").text, "x")


def test_an_array_of_tables_holds_tables_only():
    root = read("way = [1, 2]")
    assert "a.toml:1: way takes an array" in complaint(lambda: list(root.tables("way")))


def test_reads_over_byte_order_mark_and_crlf():
    root = read_board(b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n"), "a.toml")
    assert root.table("head").text("name") == "Hof"
    assert root.table("rooms").line("2") == 8


def test_reads_cyrillic_names():
    assert read('x = "Вестибюль"').text("x") == "Вестибюль"


def test_a_long_text_does_not_hide_lines():
    root = read('a = """\n[head]\nx = 1\n"""\n[head]\nx = 2\n')
    assert root.table("head").line("x") == 6


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"x = 1\ny = \n", "a.toml:2: not TOML"),
        (b"x = 1\nx = 2\n", "a.toml:2: not TOML"),
        (b'[a]\nx = "', "a.toml:2: not TOML"),
        (b"\nx = '\xff'", "a.toml:2: not UTF-8"),
        (b"\xff\xfex\x00", "a.toml:1: not UTF-8"),
        (b"x = " + b"[" * 100_000, "a.toml:1: nested too deeply"),
        (b"#" * (LIMIT + 1), "a.toml:1: larger than 256 KiB"),
    ],
)
def test_refuses_what_is_no_board(data, text):
    assert text in complaint(read_board, data, "a.toml")


def test_an_empty_file_is_an_empty_table():
    root = read_board(b"", "a.toml")
    root.end()
    assert "a.toml:1: head is missing" in complaint(root.table, "head")


@given(st.binary(max_size=200))
def test_nothing_else_is_ever_raised(data):
    why = "a.toml:"
    try:
        read_board(data, "a.toml")
    except MalformedError as error:
        why = str(error)
    assert why.startswith("a.toml:")
