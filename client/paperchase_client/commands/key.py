"""`paperchase key`."""

import click

from paperchase.keys import Master
from paperchase_client import enrol
from paperchase_client.desk import Desk
from paperchase_client.options import (
    ask,
    command,
    handle_option,
    is_terminal,
    missing,
    read_text,
    server_option,
)
from paperchase_client.world import App


@click.group("key")
def run() -> None:
    """Show, back up or restore your key."""


@command("show", "paperchase key show", of=run)
def show(app: App) -> None:
    """Show who you are: handle, server, public key, folder."""
    desk = Desk(app)
    desk.vault.master()
    key, account = desk.me().key, desk.vault.account()
    rows = {
        "handle": account.handle if account else None,
        "server": account.server if account else None,
        "key": key,
        "folder": str(desk.vault.folder),
    }
    text = "\n".join(f"{name:<7} {value or '-'}" for name, value in rows.items())
    app.screen.result(rows, text)


@command(
    "backup",
    "paperchase key backup",
    "paperchase key backup > words.txt",
    of=run,
)
def backup(app: App) -> None:
    """Print your key as 24 words.

    Whoever has them is you: write them on paper, and show them to nobody.
    """
    words = Master(Desk(app).vault.master()).words()
    if not app.screen.json:
        app.screen.note("Whoever has these words is you. Write them on paper:")
    app.screen.result({"words": words}, words)


@command(
    "restore",
    "paperchase key restore --handle anna --server https://play.example.org",
    "paperchase key restore --handle anna --server play.example.org words.txt",
    of=run,
)
@click.argument("words", required=False, metavar="[FILE|-]")
@handle_option
@server_option
def restore(app: App, words: str | None, handle: str | None, server: str | None) -> None:
    """Bring your key and your games back from 24 words.

    The handle is the one that you registered; no new one is. The words come from FILE, from
    stdin (-), or are asked for. Running games come back with everything that you have hidden in
    them: it is all in the words and in the log.
    """
    desk = Desk(app)
    if words is None and not is_terminal():
        missing("FILE or -", "the 24 words")
    text = read_text(words) if words else str(click.prompt("The 24 words", err=True))
    master = Master.from_words(text)
    handle = ask(handle, "--handle", "Your handle")
    url = ask(server, "--server", "Server address")
    account = enrol.come_back(desk, master, handle, url)
    games, failed = enrol.recover(desk)
    for why in failed:
        app.screen.warn(why)
    app.screen.result(
        {"handle": account.handle, "server": account.server, "games": games, "failed": failed},
        f"You are {account.handle} on {account.server} again, with {len(games)} games.\n"
        "Next: `paperchase games`.",
    )
