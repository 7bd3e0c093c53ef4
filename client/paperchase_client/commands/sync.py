"""`paperchase sync`."""

from typing import Any

import click

from paperchase.errors import PaperchaseError
from paperchase_client import view
from paperchase_client.card import advice, as_json, heading, turn
from paperchase_client.desk import Desk
from paperchase_client.options import command, short
from paperchase_client.session import Session
from paperchase_client.vault import Shelf
from paperchase_client.world import App


@command("sync", "paperchase sync", "paperchase sync 3f2a91c0")
@click.argument("game", required=False, metavar="[GAME]")
def run(app: App, game: str | None) -> None:
    """Fetch what happened, check it, and pay what you owe.

    Every new entry is verified: signatures, receipts, rules. Answers and openings that you
    owe have one truth each, so they are given by themselves. Without GAME it does so for all.
    """
    desk = Desk(app)
    desk.greet()
    if game is not None:
        shelves = [desk.find(game)]
    else:
        mine = desk.server().games(handle=desk.account().handle)
        ids = {shelf.game for shelf in desk.vault.games()} | {one.game for one in mine}
        shelves = [desk.vault.game(one) for one in sorted(ids)]
    done: list[dict[str, Any]] = []
    failed: list[PaperchaseError] = []
    for shelf in shelves:
        try:
            done.append(sync_one(app, desk, shelf))
        except PaperchaseError as error:
            if game is not None:
                raise
            failed.append(error)
            app.screen.warn(f"{short(shelf.game)}: {error}")
    if game is not None:
        app.screen.result(done[0], "")
        return
    if not shelves:
        app.screen.say("You have no games. `paperchase games --open`, or `paperchase new`.")
    if failed:
        raise failed[0]
    app.screen.result({"games": done}, "")


def sync_one(app: App, desk: Desk, shelf: Shelf) -> dict[str, Any]:
    """Bring one game up to date and tell what happened there."""
    with desk.session(shelf) as session:
        try:
            session.sync()
        finally:
            tell(app, session)
        return told(session)


def tell(app: App, session: Session) -> None:
    """What came in, and where the game stands."""
    mirror = session.mirror
    say = app.screen.say
    card = view.card(mirror, session.kept)
    say(click.style(heading(card), bold=True))
    for news in session.news:
        say(view.happened(news, mirror, paid=news.taken.entry.id in session.paid))
    for proof in session.accused:
        app.screen.warn(f"{', '.join(proof.blamed)} cheated in entry {proof.seq}: {proof.evidence}")
    if card.alarm:
        app.screen.warn(card.alarm)
    if session.dropped:
        app.screen.warn(f"the orders that were kept are called off: {session.dropped}")
    say(turn(card, app.world.now()))
    if next_step := advice(card):
        say(next_step)


def told(session: Session) -> dict[str, Any]:
    """The same for scripts."""
    mirror = session.mirror
    return {
        "news": [view.news_json(news, mirror) for news in session.news],
        "paid": [news.receipt.seq for news in session.news if news.taken.entry.id in session.paid],
        "accused": [
            {"code": one.code, "seq": one.seq, "blamed": list(one.blamed)}
            for one in session.accused
        ],
        "dropped": session.dropped,
        **as_json(view.card(mirror, session.kept)),
    }
