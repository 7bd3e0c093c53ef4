"""`paperchase move`."""

import click

from paperchase_client.commands.sync import tell, told
from paperchase_client.compose import rehearse
from paperchase_client.desk import Desk
from paperchase_client.options import ask, command, game_argument, seat_option
from paperchase_client.orders import texts, wish
from paperchase_client.stored import load
from paperchase_client.world import App


@command(
    "move",
    "paperchase move 3f2a91c0 go 12",
    "paperchase move 3f2a91c0 'go a 12; stay b'",
    "paperchase move 3f2a91c0 'go a 12' 'stay b' --dry-run",
    "paperchase move 3f2a91c0 - < orders.txt",
)
@game_argument
@click.argument("orders", nargs=-1, metavar="ORDER...|-")
@seat_option
@click.option("--dry-run", is_flag=True, help="Check it against the rules, and send nothing.")
def run(app: App, game: str, orders: tuple[str, ...], seat: str | None, dry_run: bool) -> None:
    """Send your move.

    Several orders stand between semicolons, in quotes of their own, or on lines of their own
    on stdin (-). What you owe (answers, openings) goes along before them. Nothing is sent
    unless all of it is legal.
    """
    orders = orders or (ask(None, "ORDER or -", "Your order"),)
    desk = Desk(app)
    if dry_run:
        mirror = load(desk.stored(game), desk.me())
        items = rehearse(mirror, [wish(line, seat) for line in texts(mirror, orders)])
        text = [f"{item.seat}: {item.type}" for item in items]
        app.screen.result(
            {"would_send": [{"seat": item.seat, "type": item.type} for item in items]},
            "\n".join(["Legal. It would send", *(f"  {line}" for line in text)]),
        )
        return
    with desk.session(desk.find(game)) as session:
        mirror = session.mirror
        session.play([wish(line, seat) for line in texts(mirror, orders)])
        desk.check_clock(session.news[-1].receipt.t)
        tell(app, session)
        app.screen.result(told(session), "")
