"""Files that a kill or a full disk leaves whole."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from paperchase.errors import RefusedError
from paperchase_client import files


def test_a_file_is_replaced_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "x"
    files.write(path, b"one")
    files.write(path, b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["x"]


def full_disk(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Only `after` bytes more fit."""
    write = os.write
    left = after

    def limited(fd: int, data: bytes) -> int:
        nonlocal left
        if not left:
            raise OSError(errno.ENOSPC, "No space left on device")
        done = write(fd, bytes(data)[:left])
        left -= done
        return done

    monkeypatch.setattr(os, "write", limited)


def test_non_atomic_write_a_full_disk_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    files.write(path, b"old and whole")
    full_disk(monkeypatch, 4)
    with pytest.raises(OSError, match="No space"):
        files.write(path, b"new and longer than the disk")
    assert path.read_bytes() == b"old and whole"
    assert [one.name for one in tmp_path.iterdir()] == ["x"]


def test_non_atomic_write_a_full_disk_leaves_the_old_lines_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log"
    files.append(path, b"one\ntwo\n")
    full_disk(monkeypatch, 3)
    with pytest.raises(OSError, match="No space"):
        files.append(path, b"three\n")
    assert path.read_bytes() == b"one\ntwo\n"


WRITER = """
import sys
from pathlib import Path
from paperchase_client import files
path = Path(sys.argv[1])
print("ready", flush=True)
n = 0
while True:
    n += 1
    files.write(path, f"{n:09}".encode() * 30000)
"""


@pytest.mark.parametrize("wait", [0.01, 0.03, 0.07])
def test_non_atomic_write_a_kill_leaves_one_whole_file(tmp_path: Path, wait: float) -> None:
    path = tmp_path / "x"
    files.write(path, b"000000000" * 30000)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=env) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(wait)
        writer.send_signal(signal.SIGKILL)
    data = path.read_bytes()
    assert len(data) == 270000
    assert data == data[:9] * 30000


def test_a_torn_last_line_is_not_read_and_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "log"
    files.append(path, b"one\n")
    with path.open("ab") as file:
        file.write(b"torn")
    assert files.read_lines(path) == ["one"]
    files.append(path, b"two\n")
    assert files.read_lines(path) == ["one", "two"]


def test_lines_longer_than_a_block_are_found(tmp_path: Path) -> None:
    path = tmp_path / "log"
    files.append(path, b"x" * 200_000 + b"\n")
    with path.open("ab") as file:
        file.write(b"y" * 200_000)
    files.append(path, b"two\n")
    assert files.read_lines(path)[1:] == ["two"]


def test_no_file_is_no_lines_and_no_bytes(tmp_path: Path) -> None:
    assert files.read_lines(tmp_path / "none") == []
    assert files.read(tmp_path / "none") is None


def test_a_torn_first_line_is_no_line(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"torn")
    files.append(path, b"one\n")
    assert files.read_lines(path) == ["one"]


def test_a_lock_keeps_others_out_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with files.locked(path), pytest.raises(RefusedError) as busy, files.locked(path, 0.05):
        pass
    assert busy.value.code == "refused/busy"
    with files.locked(path, 0):
        pass


def test_a_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    files.make_folder(tmp_path / "a" / "b")
    files.make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700


def test_what_a_player_asked_for_goes_where_a_link_leads(tmp_path: Path) -> None:
    target, link, dangling = tmp_path / "target", tmp_path / "link", tmp_path / "dangling"
    target.write_bytes(b"old")
    link.symlink_to("target")
    dangling.symlink_to("new")
    files.write_out(link, b"one")
    files.write_out(dangling, b"two")
    assert link.is_symlink()
    assert target.read_bytes() == b"one"
    assert dangling.is_symlink()
    assert (tmp_path / "new").read_bytes() == b"two"
    assert {one.name for one in tmp_path.iterdir()} == {"target", "link", "dangling", "new"}


def test_what_a_player_asked_for_goes_into_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    files.write_out(pipe, b"one")
    assert os.read(reader, 10) == b"one"
    os.close(reader)
    assert pipe.is_fifo()


def test_a_device_stays_a_device(tmp_path: Path) -> None:
    link = tmp_path / "full"
    link.symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space"):
        files.write_out(link, b"one")
    assert link.is_symlink()
    assert Path("/dev/full").is_char_device()


def test_a_folder_is_not_written_over(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        files.write_out(tmp_path, b"one")


def test_non_atomic_write_a_full_disk_leaves_what_a_link_leads_to_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old and whole")
    link.symlink_to(target)
    full_disk(monkeypatch, 4)
    with pytest.raises(OSError, match="No space"):
        files.write_out(link, b"new and longer than the disk")
    assert target.read_bytes() == b"old and whole"


def test_a_torn_line_is_no_line(tmp_path: Path) -> None:
    path = tmp_path / "log"
    assert not files.has_line(path)
    path.write_bytes(b"torn")
    assert not files.has_line(path)
    path.write_bytes(b"whole\ntorn")
    assert files.has_line(path)
