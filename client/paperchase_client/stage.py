"""Shows a game as it goes: pictures on a terminal, else a bar that grows line by line."""

import re
import sys
from collections.abc import Sequence
from shutil import get_terminal_size

from paperchase.text import to_text
from paperchase_client.mirror import Mirror
from paperchase_client.output import on_terminal
from paperchase_client.world import App

PACE = 0.15
"""Seconds that a picture stands on a terminal."""

WIDE = 20
"""Marks of a whole bar."""

LEAST = 8
"""Lines of a terminal that are enough for a part of a picture."""

_OF_ALL = re.compile(r"(\d+) of (\d+)")
_COUNTED = re.compile(r"\w+ (\d+)")


class Stage:
    """One game, seen by the first of its players. With `--json` nothing is shown."""

    def __init__(self, app: App, colour: bool) -> None:
        self._app = app
        self._colour = colour
        self._told = ""
        self._bar = Bar()
        self._window = Window()
        self._high = 0

    def show(self, mirror: Mirror) -> None:
        """One moment of the game."""
        caption = mirror.table.rules.caption(mirror.state.public)
        if self._app.screen.json:
            return
        if on_terminal() and get_terminal_size().lines >= LEAST:
            if caption != self._told:
                self._draw(mirror, caption)
            self._told = caption
        elif (part := caption.partition(":")[0]) != self._told:
            self._app.screen.say(f"  {self._bar.at(part)}")
            self._told = part

    def _draw(self, mirror: Mirror, caption: str) -> None:
        """A picture over the one before."""
        size = get_terminal_size()
        secret = mirror.secrets[mirror.seats[0]]
        scene = mirror.game.scene(mirror.table.rules, mirror.state.public, secret)
        text = to_text(scene, colour=self._colour, columns=size.columns)
        lines = self._window.on(text.splitlines(), size.lines - 2, caption[: size.columns - 30])
        up = f"\x1b[{self._high}A\x1b[J" if self._high else ""
        sys.stdout.write(up + "\n".join(lines) + "\n")
        sys.stdout.flush()
        self._high = len(lines)
        self._app.world.sleep(PACE)


class Bar:
    """How far a game is, as its captions tell: `round 3 of 18`, or `turn 3` of nobody knows."""

    def __init__(self) -> None:
        self._bar = f"[{'-' * WIDE}]"

    def at(self, part: str) -> str:
        """The line for the next part. Where nobody knows how many come, the bar has no end."""
        if found := _OF_ALL.search(part):
            done = WIDE * int(found[1]) // max(1, int(found[2]))
            self._bar = f"[{'#' * done:-<{WIDE}}]"
        elif found := _COUNTED.match(part):
            self._bar = f"[{'#' * min(int(found[1]), 2 * WIDE)}"
        return f"{self._bar} {part}"


class Window:
    """The part of a picture that a terminal has room for: where something changed last."""

    def __init__(self) -> None:
        self._before: Sequence[str] = ()
        self._top = 0

    def on(self, lines: Sequence[str], room: int, caption: str) -> Sequence[str]:
        """At most `room` of `lines`; the first one, the title, is always there. Where some had to
        go, the `caption` stands below."""
        title, picture = lines[0], lines[1:]
        before, self._before = self._before, picture
        if len(lines) <= room:
            return lines
        room -= 2
        # Where a line came or went, all below it moved, and nothing tells what else did.
        rows = range(len(picture)) if len(before) == len(picture) else ()
        changed = [row for row in rows if before[row] != picture[row]]
        if changed and not self._top <= changed[0] <= changed[-1] < self._top + room:
            self._top = (changed[0] + changed[-1] - room) // 2
        self._top = max(0, min(self._top, len(picture) - room))
        shown = picture[self._top : self._top + room]
        where = f"lines {self._top + 1} to {self._top + room} of {len(picture)}"
        return [title, *shown, f"{caption} ({where})"]
