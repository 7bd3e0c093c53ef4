"""`paperchase join`."""

import click

from paperchase.errors import RefusedError
from paperchase_client import view
from paperchase_client.card import advice, as_json, heading, turn
from paperchase_client.desk import Desk
from paperchase_client.options import command, game_argument, is_terminal, missing
from paperchase_client.world import App


@command(
    "join",
    "paperchase join 3f2a91c0 ghost",
    "paperchase join 3f2a91c0",
)
@game_argument
@click.argument("seat", required=False, metavar="[SEAT]")
def run(app: App, game: str, seat: str | None) -> None:
    """Take a free seat in a game.

    Without SEAT it takes the last free one, or asks.
    """
    desk = Desk(app)
    account = desk.account()
    desk.me()
    with desk.session(desk.find(game)) as session:
        session.pull()
        free = [name for name, handle in session.mirror.handles.items() if handle is None]
        if seat is None:
            seat = _choose(free)
        session.join(seat, account.handle, app.world.entropy)
        card = view.card(session.mirror)
        text = [f"You are the {seat}.", heading(card), turn(card, app.world.now()), advice(card)]
        app.screen.result({"seat": seat, **as_json(card)}, "\n".join(line for line in text if line))


def _choose(free: list[str]) -> str:
    if not free:
        raise RefusedError("all seats are taken", "taken")
    if len(free) == 1:
        return free[0]
    if not is_terminal():
        missing(f"SEAT, one of {', '.join(free)}", "several seats are free")
    return str(click.prompt("Which seat", type=click.Choice(free), err=True))
