"""`paperchase init`."""

from paperchase_client import enrol
from paperchase_client.desk import Desk
from paperchase_client.options import ask, command, handle_option, server_option
from paperchase_client.world import App


@command(
    "init",
    "paperchase init --handle anna --server https://play.example.org",
    "paperchase --home ~/second init --handle boris --server 127.0.0.1:8080",
)
@handle_option
@server_option
def run(app: App, handle: str | None, server: str | None) -> None:
    """Make your key and register your handle with a server.

    The key is made once and kept in your folder; the server only ever sees its public half.
    Run it again when the server has moved to another address.
    """
    desk = Desk(app)
    account = desk.vault.account()
    handle = ask(handle or (account.handle if account else None), "--handle", "Your handle")
    url = ask(server or (account.server if account else None), "--server", "Server address")
    new = not desk.vault.has_master()
    if new:
        desk.vault.keep_master(app.world.entropy(32))
    account = enrol.enrol(desk, handle, url)
    key = desk.me().key
    text = [f"You are {account.handle} on {account.server}."]
    if new:
        text += [
            f"Your key lies in {desk.vault.folder / 'master.key'}. It is the only thing that",
            "cannot be had again: write its 24 words down with `paperchase key backup`.",
        ]
    text.append("Next: `paperchase games --open` to join a game, or `paperchase new ghost-chase`.")
    app.screen.result(
        {
            "handle": account.handle,
            "server": account.server,
            "server_key": account.key,
            "key": key,
            "folder": str(desk.vault.folder),
            "new_key": new,
        },
        "\n".join(text),
    )
