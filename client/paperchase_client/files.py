"""Files that survive a kill and a full disk: the old one whole, or the new one whole."""

import os
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from time import monotonic, sleep

from paperchase.errors import RefusedError

_throwaway = ContextVar("_throwaway", default=False)


@contextmanager
def throwaway() -> Generator[None]:
    """Within it nothing is flushed: for a folder that goes away before the power does."""
    token = _throwaway.set(True)
    try:
        yield
    finally:
        _throwaway.reset(token)


def make_folder(path: Path) -> None:
    """A folder that only its owner can enter, with its parents."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        path.mkdir(mode=0o700)


def write(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Replace `path` by `data` in one step, flushed. Raises OSError, and nothing is changed."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        try:
            _write_all(fd, data)
            _flush(fd)
        finally:
            os.close(fd)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def write_out(path: Path, data: bytes) -> None:
    """Write what a player asked for, wherever he pointed: for everybody to read.

    A file is replaced in one step, that which a link leads to as well; what is no file (a
    device, a pipe) is written to. Raises OSError, and a file is then as it was.
    """
    try:
        there = path.stat()
    except FileNotFoundError:
        there = None
    if there and _is_stdout(there):
        # Stdout by another name may be a file that others are appending to.
        _write_all(1, data)
        return
    if there is None or stat.S_ISREG(there.st_mode):
        write(path.resolve(), data, mode=0o644)
        return
    fd = os.open(path, os.O_WRONLY)
    try:
        _write_all(fd, data)
    finally:
        os.close(fd)


def _is_stdout(there: os.stat_result) -> bool:
    try:
        return os.path.samestat(there, os.fstat(1))
    except OSError:
        return False


def append(path: Path, data: bytes) -> None:
    """Add whole lines to `path`, flushed. A torn last line of an earlier run is cut off first.

    Raises OSError, leaving the lines that were there.
    """
    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        end = _end_of_lines(fd)
        os.ftruncate(fd, end)
        os.lseek(fd, end, os.SEEK_SET)
        try:
            _write_all(fd, data)
            _flush(fd)
        except OSError:
            os.ftruncate(fd, end)
            raise
    finally:
        os.close(fd)
    if end == 0:
        _sync_folder(path.parent)


def has_line(path: Path) -> bool:
    """Whether there is a whole line in `path`: a torn one counts for nothing."""
    try:
        with path.open("rb") as file:
            return file.readline().endswith(b"\n")
    except FileNotFoundError:
        return False


def read_lines(path: Path) -> list[str]:
    """The whole lines of `path`, without a torn last one; none where there is no file."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return []
    return text[: text.rfind("\n") + 1].split("\n")[:-1]


def read(path: Path) -> bytes | None:
    """The bytes of `path`, or None."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


@contextmanager
def locked(path: Path, patience: float = 60) -> Generator[None]:
    """Keep other processes out. Raises RefusedError when one stays in longer than `patience`."""
    import fcntl

    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        end = monotonic() + patience
        while True:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if monotonic() > end:
                    raise RefusedError(
                        "another paperchase is busy with this game: let it end, then try again",
                        "busy",
                    ) from None
                sleep(0.02)
        yield
    finally:
        os.close(fd)


def _write_all(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def _end_of_lines(fd: int) -> int:
    """Where the last whole line ends."""
    end = os.lseek(fd, 0, os.SEEK_END)
    while end:
        start = max(0, end - 65536)
        block = os.pread(fd, end - start, start)
        newline = block.rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        end = start
    return 0


def _flush(fd: int) -> None:
    if not _throwaway.get():
        os.fsync(fd)


def _sync_folder(path: Path) -> None:
    fd = os.open(path, os.O_RDONLY)
    try:
        _flush(fd)
    finally:
        os.close(fd)
