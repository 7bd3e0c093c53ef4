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
    "paperchase join 3f2a91c0 red yellow",
    "paperchase join 3f2a91c0 --all",
)
@game_argument
@click.argument("seats", nargs=-1, metavar="[SEAT]...")
@click.option("--all", "every", is_flag=True, help="All seats that are free.")
def run(app: App, game: str, seats: tuple[str, ...], every: bool) -> None:
    """Take a free seat in a game, or several.

    Without SEAT it takes the last free one, or asks.
    """
    if seats and every:
        raise click.UsageError("give SEAT or --all, not both", click.get_current_context())
    desk = Desk(app)
    account = desk.account()
    desk.me()
    with desk.session(desk.find(game)) as session:
        session.pull()
        free = [name for name, handle in session.mirror.handles.items() if handle is None]
        chosen = seats or (free if every and free else [_choose(free)])
        session.join(chosen, account.handle, app.world.entropy)
        card = view.card(session.mirror)
        if card.alarm:
            app.screen.warn(card.alarm)
        text = [
            f"You are the {', '.join(card.mine)}.",
            heading(card),
            turn(card, app.world.now()),
            advice(card),
        ]
        app.screen.result(as_json(card), "\n".join(line for line in text if line))


def _choose(free: list[str]) -> str:
    if not free:
        raise RefusedError("all seats are taken", "taken")
    if len(free) == 1:
        return free[0]
    if not is_terminal():
        missing(f"SEAT, one of {', '.join(free)}", "several seats are free")
    return str(click.prompt("Which seat", type=click.Choice(free), err=True))
