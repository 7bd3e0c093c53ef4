"""`paperchase watch`."""

from collections.abc import Sequence
from typing import Any

import click

from paperchase.api import MAX_WAIT
from paperchase.errors import OfflineError, PaperchaseError
from paperchase.table import Stage
from paperchase_client.commands.sync import tell, told
from paperchase_client.desk import Desk
from paperchase_client.options import command, seconds, short
from paperchase_client.vault import Shelf
from paperchase_client.world import App

RETRY = 10.0
"""Seconds before a server that does not answer is tried again."""

BREATH = 2.0
"""Seconds to wait where a long poll came back at once and empty."""


@command(
    "watch",
    "paperchase watch",
    "paperchase watch 3f2a91c0 --once",
    "paperchase watch --timeout 10m --json",
)
@click.argument("game", required=False, metavar="[GAME]")
@click.option("--once", is_flag=True, help="End at the first news.")
@click.option("--timeout", metavar="TIME", help="End after this time, such as 10m.")
def run(app: App, game: str | None, once: bool, timeout: str | None) -> None:
    """Keep at it: tell what happens as it happens.

    What you owe is paid meanwhile, so the others need not wait for you. Ctrl-C ends it.
    """
    desk = Desk(app)
    end = app.world.now() + seconds(timeout) if timeout else None
    desk.greet()
    shelves = [desk.find(game)] if game else desk.vault.games()
    names = ", ".join(short(shelf.game) for shelf in shelves) or "nothing: `paperchase sync` first"
    app.screen.note(f"Watching {names}. Ctrl-C ends it.")
    watch = _Watch(app, desk)
    left = watch.visit(shelves)
    while left and not (once and watch.seen):
        if end is not None and app.world.now() >= end:
            break
        room = MAX_WAIT if end is None else min(MAX_WAIT, max(1, int(end - app.world.now())))
        watch.wait(left, room)
        left = watch.visit(left)
    if watch.failed is not None:
        raise watch.failed
    app.screen.result({"seen": watch.seen}, "")


class _Watch:
    """What was seen so far, how far each game was known to go, and what went wrong first."""

    def __init__(self, app: App, desk: Desk) -> None:
        self.seen: list[dict[str, Any]] = []
        self.failed: PaperchaseError | None = None
        self._app = app
        self._desk = desk
        self._known: dict[str, int] = {}

    def visit(self, shelves: Sequence[Shelf]) -> list[Shelf]:
        """Sync each game and tell its news. Returns those that go on."""
        left: list[Shelf] = []
        for shelf in shelves:
            try:
                goes_on = self._look(shelf)
            except OfflineError as error:
                self._app.screen.warn(str(error))
                goes_on = True
            except PaperchaseError as error:
                # One bad game must not leave the others unwatched.
                self._app.screen.warn(f"{short(shelf.game)} is not watched any more: {error}")
                self.failed = self.failed or error
                goes_on = False
            if goes_on:
                left.append(shelf)
        return left

    def _look(self, shelf: Shelf) -> bool:
        """Sync one game and tell its news. Whether it goes on."""
        with self._desk.session(shelf) as session:
            session.sync()
            if session.news or session.dropped or shelf.game not in self._known:
                tell(self._app, session)
            if session.news:
                self.seen.append(told(session))
            self._known[shelf.game] = session.mirror.state.length
            return session.mirror.state.stage is not Stage.CLOSED

    def wait(self, shelves: Sequence[Shelf], room: int) -> None:
        """Until one of the games has news, or for `room` seconds."""
        world = self._app.world
        share = max(1, room // len(shelves))
        for shelf in shelves:
            began = world.now()
            try:
                since = self._known.get(shelf.game, 0)
                if self._desk.server().log(shelf.game, since, share):
                    return
            except OfflineError:
                world.sleep(RETRY)
                continue
            except PaperchaseError:
                # The next visit says what is wrong with it.
                return
            if world.now() - began < min(share, 1) / 2:
                world.sleep(BREATH)
