"""A whole game to be checked or handed on: the player's own copy, or a server's."""

from paperchase import bundle
from paperchase.bundle import Bundle
from paperchase.errors import OfflineError
from paperchase_client.desk import Desk, check_prefix
from paperchase_client.mirror import check_server
from paperchase_client.stored import stored_bundle


def fetch(desk: Desk, prefix: str, offline: bool, url: str | None) -> Bundle:
    """The game whose id begins with `prefix`.

    A stored game is brought up to date first, unless `offline`. Any other comes from the
    server at `url`, or from the player's own. Raises PaperchaseError.
    """
    shelf = desk.vault.find(check_prefix(prefix))
    if shelf is None:
        if offline:
            desk.stored(prefix)
        return _of_others(desk, prefix, url)
    if not offline:
        try:
            with desk.session(shelf) as session:
                session.pull()
        except OfflineError as error:
            desk.app.screen.warn(f"{error}; this is the copy that is stored here")
    return stored_bundle(shelf)


def _of_others(desk: Desk, prefix: str, url: str | None) -> Bundle:
    """A game straight from a server; nothing of it is stored."""
    server = desk.connect(url) if url else desk.server()
    found = bundle.read(server.bundle(desk.whole_id(server, prefix)))
    if url is None and found.lines:
        check_server(found.lines[0], desk.account().key)
    return found
