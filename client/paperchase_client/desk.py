"""Where the commands meet a player's folder and his server."""

from typing import TYPE_CHECKING

import msgspec

from paperchase.errors import MalformedError, RefusedError
from paperchase_client.card import Card
from paperchase_client.options import duration
from paperchase_client.vault import Account, Shelf, Vault
from paperchase_client.world import App

if TYPE_CHECKING:
    from paperchase_client.mirror import Me
    from paperchase_client.remote import Server
    from paperchase_client.session import Session

SKEW = 60
"""Seconds by which two clocks may differ before it is worth a word."""


class Desk:
    """What a command needs, made when it is asked for."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.vault = Vault(app.home)
        self._server: Server | None = None

    def account(self) -> Account:
        """Who the player is. Raises RefusedError where he is nobody yet."""
        account = self.vault.account()
        if account is None:
            raise RefusedError(
                f"you are not registered (in {self.app.home}): `paperchase init`", "no_account"
            )
        return account

    def me(self) -> "Me":
        """The player's eyes and hand; a spectator's where there is no key."""
        from paperchase.keys import Master
        from paperchase_client.mirror import Me

        if not self.vault.has_master():
            return Me()
        master = Master(self.vault.master())
        return Me(master.identity().key, master)

    def server(self) -> "Server":
        """The account's server."""
        if self._server is None:
            self._server = self.connect(self.account().server)
        return self._server

    def connect(self, url: str) -> "Server":
        """Any server."""
        from paperchase_client.remote import Server, address

        url = address(url)
        return Server(self.app.world.connect(url), url)

    def session(self, shelf: Shelf) -> "Session":
        """A session at one table."""
        from paperchase_client.session import Session

        key = self.account().key
        session = Session(shelf, self.me(), self.server(), key, self.app.world.sleep)
        session.escrow = self.app.escrow
        return session

    def card(self, shelf: Shelf) -> Card:
        """A stored game at a glance; made anew where the last session did not leave it."""
        try:
            card = msgspec.json.decode(shelf.card() or b"", type=Card)
            if card.length == shelf.length():
                return card
        except msgspec.MsgspecError:
            pass
        from paperchase_client import view
        from paperchase_client.stored import load, unveil

        mirror = load(shelf, self.me())
        unveil(shelf, mirror)
        return view.pictured(mirror)

    def greet(self) -> None:
        """Make sure that it is the server one knows, and tell of a clock that is off."""
        account = self.account()
        info = self.server().info()
        if info.server != account.key:
            raise RefusedError(
                f"{account.server} now has another key than when you registered: it is not the "
                "server that you know, so nothing was sent",
                "server-key",
            )
        self.check_clock(info.now)

    def check_clock(self, servers: int) -> None:
        """Deadlines are the server's. A player who reads them by another clock should know."""
        off = self.app.world.now() - servers
        if abs(off) > SKEW:
            way = "ahead of" if off > 0 else "behind"
            self.app.screen.warn(
                f"your clock is {duration(abs(off))} {way} the server's, by which deadlines count"
            )

    def find(self, prefix: str) -> Shelf:
        """The game that is meant: a stored one, or one of the server's.

        Raises RefusedError where there is none or more than one.
        """
        shelf = self.vault.find(check_prefix(prefix))
        return shelf or self.vault.game(self.whole_id(self.server(), prefix))

    def whole_id(self, server: "Server", prefix: str) -> str:
        """The one game on `server` whose id begins with `prefix`. Raises RefusedError."""
        prefix = check_prefix(prefix)
        if len(prefix) == 64:
            return prefix
        found = {one.game for one in server.games() if one.game.startswith(prefix)}
        account = self.vault.account()
        if not found and account is not None:
            mine = server.games(handle=account.handle)
            found = {one.game for one in mine if one.game.startswith(prefix)}
        if len(found) > 1:
            names = ", ".join(game[:12] for game in sorted(found))
            raise RefusedError(f"{prefix} could be {names}: give more of it", "ambiguous")
        if not found:
            raise RefusedError(
                f"no game {prefix} here or listed on {server.name}: give its whole id",
                "unknown-game",
            )
        return found.pop()

    def stored(self, prefix: str) -> Shelf:
        """The stored game that is meant. Raises RefusedError."""
        shelf = self.vault.find(check_prefix(prefix))
        if shelf is None:
            raise RefusedError(
                f"game {prefix} is not here yet: `paperchase sync {prefix}`", "not-fetched"
            )
        return shelf


def check_prefix(prefix: str) -> str:
    """The beginning of a game id, in lower case. Raises MalformedError."""
    prefix = prefix.strip().lower()
    if not prefix or len(prefix) > 64 or prefix.strip("0123456789abcdef"):
        raise MalformedError(
            f"{prefix!r} is no game id: those are made of 0-9 and a-f; see `paperchase games`",
            "option",
        )
    return prefix
