"""`paperchase export`."""

from pathlib import Path

import click

from paperchase import bundle
from paperchase_client import files
from paperchase_client.desk import Desk
from paperchase_client.fetch import fetch
from paperchase_client.options import command, game_argument, server_option
from paperchase_client.world import App


@command(
    "export",
    "paperchase export 3f2a91c0 -o game.jsonl",
    "paperchase export 3f2a91c0 | paperchase verify -",
)
@game_argument
@click.option(
    "-o", "--output", default="-", type=click.Path(dir_okay=False, allow_dash=True), metavar="FILE"
)
@click.option("--offline", is_flag=True, help="The stored copy, without asking the server.")
@server_option
def run(app: App, game: str, output: str, offline: bool, server: str | None) -> None:
    """Write a game to one file that anybody can verify.

    It holds the board and the log, and nothing of yours that is not opened yet.
    """
    found = fetch(Desk(app), game, offline, server)
    text = bundle.write(found)
    data = {"game": found.game, "entries": len(found.lines)}
    if output == "-":
        app.screen.result({**data, "bundle": text}, text.removesuffix("\n"), exact=True)
        return
    path = Path(output)
    files.write_out(path, text.encode())
    told = (
        f"{len(found.lines)} entries in {output}. Anybody can check it: paperchase verify {output}"
    )
    # Into a pipe, perhaps stdout itself, goes nothing but the game.
    app.screen.result({**data, "file": output}, told if path.is_file() else "")
