"""One queue for all writers of a process: first come, first served, one commit for all who wait.

SQLite has no queue of its own: writers that meet a lock sleep and try again, and an unlucky
one waits for a second. Here the first writer to come leads. It takes everybody who waits by
then into one transaction, so that a crowd shares one sync of the disk, and hands over to the
next in line. Nobody is answered before the commit. A file lock puts processes in line too.
"""

import fcntl
import os
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from paperchase.errors import PaperchaseError, RefusedError

T = TypeVar("T")

BATCH = 32
"""Most jobs that share one transaction: it bounds how long the lock is held."""

Bracket = Callable[[Sequence[Callable[[], None]]], None]
"""Runs all jobs of a batch in one transaction; commits it, or undoes it where one raises."""


def busy() -> RefusedError:
    """What a writer is told who has waited long enough."""
    return RefusedError("the database is locked: try again in a few seconds", "busy")


@dataclass(slots=True, eq=False)
class _Ticket:
    job: Callable[[], Any]
    gate: threading.Lock = field(default_factory=threading.Lock)
    leads: bool = False
    result: Any = None
    error: BaseException | None = None

    def run(self) -> None:
        try:
            self.result = self.job()
        except PaperchaseError as refusal:
            # Nothing was written, so the others can go on.
            self.error = refusal


class WriteQueue:
    """Brings the jobs of all threads into one line, and the line into few transactions."""

    def __init__(self, bracket: Bracket, patience: float) -> None:
        self._bracket = bracket
        self._patience = patience
        self._guard = threading.Lock()
        self._line: deque[_Ticket] = deque()
        self._busy = False

    def run(self, job: Callable[[], T]) -> T:
        """What `job` returned, after the commit that holds what it wrote.

        A job that raises PaperchaseError must have written nothing. One that raises anything
        else has its transaction undone, and those that shared it run again, each alone. Raises
        what `job` or the transaction raised, or RefusedError `refused/busy` after `patience`
        seconds in the line.
        """
        ticket = _Ticket(job)
        ticket.gate.acquire()
        with self._guard:
            self._line.append(ticket)
            ticket.leads = not self._busy
            self._busy = True
        if not ticket.leads and not ticket.gate.acquire(timeout=self._patience):
            with self._guard:
                if ticket in self._line and not ticket.leads:
                    self._line.remove(ticket)
                    raise busy()
            # It went into a batch, or was made leader, at the last moment.
            ticket.gate.acquire()
        if ticket.leads:
            self._lead()
        if ticket.error is not None:
            raise ticket.error
        return ticket.result

    def _lead(self) -> None:
        with self._guard:
            batch = [self._line.popleft() for _ in range(min(BATCH, len(self._line)))]
        try:
            self._run(batch)
        except PaperchaseError as error:
            for ticket in batch:
                ticket.error = error
        with self._guard:
            heir = self._line[0] if self._line else None
            self._busy = heir is not None
            if heir is not None:
                heir.leads = True
        for ticket in batch[1:]:
            ticket.gate.release()
        if heir is not None:
            heir.gate.release()

    def _run(self, batch: Sequence[_Ticket]) -> None:
        try:
            self._bracket([ticket.run for ticket in batch])
        except PaperchaseError:
            raise
        except BaseException as error:
            if len(batch) == 1:
                batch[0].error = error
                return
            for ticket in batch:
                ticket.error = None
                self._run([ticket])


class FileLock:
    """A lock that one process at a time holds. The file stays; its content means nothing."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = -1
        self._owner = 0

    def __enter__(self) -> None:
        # A lock belongs to the open file, which a fork would share: each process opens its own.
        if self._owner != os.getpid():
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            self._owner = os.getpid()
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Give the file back. The lock can be taken again afterwards."""
        if self._owner == os.getpid():
            os.close(self._file)
        self._owner = 0
