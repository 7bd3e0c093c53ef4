"""What the client takes from outside: clock, entropy, network. Given, never imported below."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from paperchase_client.output import Screen

if TYPE_CHECKING:
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


@dataclass(frozen=True, slots=True)
class World:
    """The outside world; tests give another."""

    now: Callable[[], float] = _now
    sleep: Callable[[float], None] = _sleep
    entropy: Callable[[int], bytes] = _entropy
    connect: "Callable[[str], Transport]" = _connect


@dataclass(slots=True)
class App:
    """What every command is handed: the world, the screen, and the player's folder."""

    world: World = field(default_factory=World)
    screen: Screen = field(default_factory=Screen)
    home: Path = field(default_factory=Path)
