"""Registers a player with a server, and brings his games back from it."""

from unicodedata import normalize

from paperchase import canon, log
from paperchase.errors import PaperchaseError, RefusedError
from paperchase.keys import Master, check_key
from paperchase_client.desk import Desk
from paperchase_client.vault import Account


def enrol(desk: Desk, handle: str, url: str) -> Account:
    """Register the folder's key as `handle`; the same once more changes nothing.

    The server's key is pinned the first time. Raises RefusedError where the handle is taken,
    or where the folder belongs to another handle or server.
    """
    handle = normalize("NFC", handle.strip())
    server = desk.connect(url)
    info = server.info()
    known = desk.vault.account()
    if known is not None and (known.handle, known.key) != (handle, info.server):
        raise RefusedError(
            f"{desk.vault.folder} is {known.handle}'s on {known.server}: for another handle or "
            "server take another folder with --home",
            "other_account",
        )
    check_key(info.server)
    desk.check_clock(info.now)
    identity = Master(desk.vault.master()).identity()
    claim = {"v": log.VERSION, "handle": handle, "key": identity.key, "server": info.server}
    signed = log.sign(identity, log.HANDLE, canon.encode(claim))
    answer = server.register(signed.to_wire())
    account = Account(answer.handle, server.name, info.server)
    desk.vault.keep_account(account)
    return account


def recover(desk: Desk) -> tuple[list[str], list[str]]:
    """Fetch all games of the player. Returns the ids of those that came, and what failed."""
    account = desk.account()
    came: list[str] = []
    failed: list[str] = []
    for one in desk.server().games(handle=account.handle):
        try:
            with desk.session(desk.vault.game(one.game)) as session:
                session.sync()
            came.append(one.game)
        except PaperchaseError as error:
            failed.append(f"{one.game[:8]}: {error}")
    return came, failed
