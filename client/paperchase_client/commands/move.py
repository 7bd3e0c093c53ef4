"""`paperchase move`."""

from collections import deque

import click

from paperchase_client.commands.sync import tell, told
from paperchase_client.compose import Wish, rehearse
from paperchase_client.desk import Desk
from paperchase_client.options import ask, command, game_argument, seat_option
from paperchase_client.orders import Order, texts
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
@click.option("--drop", is_flag=True, help="Forget the orders that were kept.")
@click.option("--dry-run", is_flag=True, help="Check it against the rules, and send nothing.")
def run(
    app: App, game: str, orders: tuple[str, ...], seat: str | None, drop: bool, dry_run: bool
) -> None:
    """Send your move.

    Several orders stand between semicolons, in quotes of their own, or on lines of their own
    on stdin (-). What you owe (answers, openings) goes along before them. Nothing is sent
    unless all of it is legal.

    Orders that follow a question to somebody are kept, and checked and sent by `sync` or `watch`
    when he has answered. They are called off where something was opened, where somebody else
    moved, and where one of them is not legal then.
    """
    if drop:
        _drop(app, game, orders)
        return
    orders = orders or (ask(None, "ORDER or -", "Your order"),)
    desk = Desk(app)
    if dry_run:
        mirror = load(desk.stored(game), desk.me())
        wishes = deque[Wish](Order(line, seat) for line in texts(mirror, orders))
        items = rehearse(mirror, wishes)
        later = [order.line for order in wishes if isinstance(order, Order)]
        text = [f"{item.seat}: {item.type}" for item in items]
        text = ["Legal. It would send", *(f"  {line}" for line in text)]
        text += ["and afterwards", *(f"  {line}" for line in later)] if later else []
        would = [{"seat": item.seat, "type": item.type} for item in items]
        app.screen.result({"would_send": would, "later": later}, "\n".join(text))
        return
    with desk.session(desk.find(game)) as session:
        mirror = session.mirror
        session.play([Order(line, seat) for line in texts(mirror, orders)])
        desk.check_clock(session.news[-1].receipt.t)
        tell(app, session)
        app.screen.result(told(session), "")


def _drop(app: App, game: str, orders: tuple[str, ...]) -> None:
    if orders:
        raise click.UsageError("give ORDER or --drop, not both", click.get_current_context())
    desk = Desk(app)
    with desk.session(desk.stored(game)) as session:
        dropped = [order.line for order in session.kept]
        session.call_off("you said so")
    text = f"Forgotten: {'; '.join(dropped)}." if dropped else "There were none."
    app.screen.result({"dropped": dropped}, text)
