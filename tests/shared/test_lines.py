"""Many lines are read at once as they are read one by one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperchase import log
from paperchase.errors import MalformedError
from paperchase.log import Line
from rogue import ring

LINES = ring("lines", 3).play().lines
DATA = "".join(f"{line.to_text()}\n" for line in LINES).encode()
PIECES = [b"", b"\n", b"\r\n", b"\r", b" ", b"\\", b'"', b"{}", b"\xff", b"0", b"\xc3\xa9", b"\x00"]


def one_by_one(data: bytes) -> tuple[list[Line], str]:
    """The obvious way: the lines up to the first that is none, and what is wrong with it."""
    read: list[Line] = []
    for line in data.removesuffix(b"\n").split(b"\n") if data else []:
        try:
            read.append(log.read_line(line.removesuffix(b"\r")))
        except MalformedError as error:
            return read, str(error)
    return read, ""


def at_once(data: bytes) -> tuple[list[Line], str]:
    read: list[Line] = []
    try:
        read.extend(log.read_lines(data))
    except MalformedError as error:
        return read, str(error)
    return read, ""


@pytest.mark.parametrize("chunk", [1, 2000, 10**6])
def test_a_log_is_read_as_a_whole(monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    monkeypatch.setattr(log, "_CHUNK", chunk)
    for same in (DATA, DATA.removesuffix(b"\n"), DATA.replace(b"\n", b"\r\n")):
        assert list(log.read_lines(same)) == LINES
    assert list(log.read_lines(b"")) == []


@settings(max_examples=300)
@given(st.data())
def test_any_change_is_read_as_line_by_line(data: st.DataObject) -> None:
    changed = DATA
    for _ in range(data.draw(st.integers(1, 2))):
        place = data.draw(st.integers(0, len(changed)))
        end = place + data.draw(st.integers(0, 3))
        changed = changed[:place] + data.draw(st.sampled_from(PIECES)) + changed[end:]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log, "_CHUNK", data.draw(st.sampled_from([1, 3000, 64 * 1024])))
        assert at_once(changed) == one_by_one(changed)
