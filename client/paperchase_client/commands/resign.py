"""`paperchase resign`."""

import click

from paperchase.errors import MalformedError, RefusedError
from paperchase_client import view
from paperchase_client.card import as_json, turn
from paperchase_client.desk import Desk
from paperchase_client.mirror import Mirror
from paperchase_client.options import command, game_argument, is_terminal, missing, seat_option
from paperchase_client.world import App


@command(
    "resign",
    "paperchase resign 3f2a91c0",
    "paperchase resign 3f2a91c0 --seat ghost --yes",
)
@game_argument
@seat_option
@click.option("--yes", is_flag=True, help="Do not ask.")
def run(app: App, game: str, seat: str | None, yes: bool) -> None:
    """Give a game up.

    Your side loses, and what you have hidden is opened, so that all can see you played fair.
    """
    if not yes:
        if not is_terminal():
            missing("--yes", "a resignation cannot be taken back")
        click.confirm("A resignation cannot be taken back. Resign", abort=True, err=True)
    desk = Desk(app)
    with desk.session(desk.find(game)) as session:
        mirror = session.mirror
        session.resign(_seat(mirror, seat))
        card = view.card(mirror)
        app.screen.result(as_json(card), turn(card, app.world.now()))


def _seat(mirror: Mirror, seat: str | None) -> str:
    mine = list(mirror.seats)
    if not mine:
        raise RefusedError("you have no seat in this game", "seat")
    if seat is not None and seat not in mine:
        raise MalformedError(f"you have no seat {seat}, but {', '.join(mine)}", "option")
    if seat is None and len(mine) > 1:
        raise MalformedError(f"name one of your seats: --seat {' | '.join(mine)}", "option")
    return seat or mine[0]
