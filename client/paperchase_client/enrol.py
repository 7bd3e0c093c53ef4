"""Registers a player with a server, and brings his games back from it."""

from unicodedata import normalize

from msgspec.structs import replace

from paperchase import canon, log
from paperchase.errors import PaperchaseError, RefusedError
from paperchase.keys import Master, check_key
from paperchase_client.desk import Desk
from paperchase_client.remote import Server
from paperchase_client.vault import Account


def enrol(desk: Desk, handle: str, url: str) -> Account:
    """Register the folder's key as `handle`; the same once more changes nothing.

    The server's key is pinned the first time. Raises RefusedError where the handle is taken,
    or where the folder belongs to another handle or server.
    """
    server, account = _meet(desk, handle, url)
    identity = Master(desk.vault.master()).identity()
    claim = {
        "v": log.VERSION,
        "handle": account.handle,
        "key": identity.key,
        "server": account.key,
    }
    signed = log.sign(identity, log.HANDLE, canon.encode(claim))
    answer = server.register(signed.to_wire())
    account = replace(account, handle=answer.handle)
    desk.vault.keep_account(account)
    return account


def come_back(desk: Desk, master: Master, handle: str, url: str) -> Account:
    """Make the folder that of `master`, who is registered as `handle` already.

    It registers nobody: a slip in the handle would take that name for ever. Raises RefusedError
    where the handle is nobody's or another key's, and where the folder belongs to somebody
    else; nothing is changed then.
    """
    server, account = _meet(desk, handle, url)
    key = master.identity().key
    try:
        holder = server.handle(account.handle).key
    except RefusedError as error:
        if error.code != "refused/unknown":
            raise
        holder = None
    if holder != key:
        whose = "nobody is registered" if holder is None else "somebody with another key is"
        known = _known_as(server, key)
        hint = (
            f"this key is known as {known} there: --handle {known}"
            if known
            else (
                "look at the handle and the words again; a new player begins with `paperchase init`"
            )
        )
        raise RefusedError(
            f"{whose} on {server.name} as {account.handle}, so nothing was changed: {hint}",
            "other_handle",
        )
    desk.vault.keep_master(master.secret)
    desk.vault.keep_account(account)
    return account


def _meet(desk: Desk, handle: str, url: str) -> tuple[Server, Account]:
    """The server at `url`, and the account that `handle` has or would have there.

    Raises RefusedError where the folder belongs to another.
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
    return server, Account(handle, server.name, info.server)


def _known_as(server: Server, key: str) -> str | None:
    """The handle under which `key` sits in a listed game, if it does in any."""
    seats = (seat for game in server.games() for seat in game.seats)
    return next((seat.handle for seat in seats if seat.key == key), None)


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
