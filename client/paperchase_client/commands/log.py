"""`paperchase log`."""

from time import localtime, strftime

import click

from paperchase_client import view
from paperchase_client.desk import Desk
from paperchase_client.options import command, game_argument
from paperchase_client.stored import history, load, unveil
from paperchase_client.world import App


@command(
    "log",
    "paperchase log 3f2a91c0",
    "paperchase log 3f2a91c0 --raw | tail -1",
)
@game_argument
@click.option("--raw", is_flag=True, help="The signed lines themselves, as the server gave them.")
def run(app: App, game: str, raw: bool) -> None:
    """List the entries of a game.

    It reads the copy that was fetched and verified: `paperchase sync` brings the news. What
    you have hidden yourself is shown to you, and to nobody else before the game is closed.
    """
    desk = Desk(app)
    shelf = desk.stored(game)
    if raw:
        lines = shelf.lines()
        app.screen.result({"game": shelf.game, "lines": lines}, "\n".join(lines), exact=True)
        return
    mirror = load(shelf, desk.me())
    unveil(shelf, mirror)
    entries = list(history(shelf))
    rows = [
        f"{receipt.seq:>5}  {strftime('%Y-%m-%d %H:%M', localtime(receipt.t))}  "
        f"{entry.seat:<10}  {view.describe(entry, mirror)}"
        for entry, receipt in entries
    ]
    data = [view.entry_json(entry, receipt, mirror) for entry, receipt in entries]
    app.screen.result({"game": shelf.game, "entries": data}, "\n".join(rows))
