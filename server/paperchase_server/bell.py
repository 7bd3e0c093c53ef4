"""Waiting for news of a game: a bell inside this process, and a look now and then besides.

Another worker may have taken the entry, so a waiting request looks into the database once a
second even when nobody rang.
"""

import threading
from collections.abc import Callable

LOOK = 1.0
"""Seconds between two looks."""


class Bell:
    """Rung when a log grew. At most `most` requests wait at a time."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._guard = threading.Lock()
        self._waiting: dict[str, set[threading.Event]] = {}
        self._closed = False

    def ring(self, game: str) -> None:
        """Wake those who wait for news of `game`."""
        with self._guard:
            for event in self._waiting.get(game, ()):
                event.set()

    def close(self) -> None:
        """Wake everybody and let nobody wait any more: the server stops."""
        with self._guard:
            self._closed = True
            for events in self._waiting.values():
                for event in events:
                    event.set()

    def wait(self, game: str, news: Callable[[], bool], seconds: int) -> None:
        """Return when `news()`, after `seconds`, or at once where all places are taken."""
        event = self._sit(game)
        if event is None:
            return
        try:
            for _ in range(int(seconds / LOOK)):
                if news() or self._closed:
                    return
                event.wait(LOOK)
                event.clear()
        finally:
            self._leave(game, event)

    def _sit(self, game: str) -> threading.Event | None:
        with self._guard:
            if self._free < 1 or self._closed:
                return None
            self._free -= 1
            event = threading.Event()
            self._waiting.setdefault(game, set()).add(event)
            return event

    def _leave(self, game: str, event: threading.Event) -> None:
        with self._guard:
            self._free += 1
            events = self._waiting[game]
            events.remove(event)
            if not events:
                del self._waiting[game]
