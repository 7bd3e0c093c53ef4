"""What the client takes from outside: clock, entropy, network. Given, never imported below."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from paperchase_client.output import Screen

# What `--help` does not need is imported late: it has to come at once.
if TYPE_CHECKING:
    from pathlib import Path

    from paperchase_client.remote import Transport


def _connect(url: str) -> "Transport":
    from paperchase_client.remote import connect

    return connect(url)


def _entropy(count: int) -> bytes:
    from secrets import token_bytes

    return token_bytes(count)


def _now() -> float:
    from time import time

    return time()


def _sleep(seconds: float) -> None:
    from time import sleep

    sleep(seconds)


class World(NamedTuple):
    """The outside world; tests give another."""

    now: Callable[[], float] = _now
    sleep: Callable[[float], None] = _sleep
    entropy: Callable[[int], bytes] = _entropy
    connect: "Callable[[str], Transport]" = _connect


class App:
    """What every command is handed: the world, the screen, and the player's folder.

    `escrow` says whether the server may be given the openings of face-down tokens.
    """

    def __init__(
        self, world: World | None = None, screen: Screen | None = None, home: "Path | None" = None
    ) -> None:
        self.world = world or World()
        self.screen = screen or Screen()
        self._home = home
        self.escrow = True

    @property
    def home(self) -> "Path":
        """The player's folder."""
        assert self._home is not None
        return self._home

    @home.setter
    def home(self, folder: "Path") -> None:
        self._home = folder
