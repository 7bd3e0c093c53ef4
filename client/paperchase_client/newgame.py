"""Asks the server for a new game."""

from collections.abc import Iterable, Mapping

import msgspec

from paperchase import canon, log
from paperchase.errors import MalformedError
from paperchase.game import Game
from paperchase.keys import Master
from paperchase.options import Value, complete, pick
from paperchase.values import Json
from paperchase_client.desk import Desk
from paperchase_client.stored import take_first
from paperchase_client.vault import Shelf


class Wish(msgspec.Struct, frozen=True):
    """What game is wanted. `turn` is the clock of a turn in seconds."""

    rules: str
    board: str
    options: Mapping[str, Json]
    turn: int
    title: str = ""
    listed: bool = True


def read_options(
    game: Game, words: Iterable[str], unless: Mapping[str, Value] | None = None
) -> dict[str, Value]:
    """All options of a game, from words such as `chasers=2`.

    `unless` stand before the game's own defaults. Raises MalformedError.
    """
    given = dict(unless or {})
    for word in words:
        name, mark, text = word.partition("=")
        if not mark:
            raise MalformedError(f"-o takes name=value, not {word}", "option")
        given[name] = pick(game.info.options, name).from_text(text)
    return complete(game.info.options, given)


def open_game(desk: Desk, wish: Wish) -> Shelf:
    """Open a game and store its first line. Call `done` once all is finished that hangs on it.

    A request that was sent and never answered is sent again unchanged, so that it makes no
    second game. Raises PaperchaseError.
    """
    account, me = desk.account(), desk.me()
    opened = desk.server().open(_request(desk, _payload(wish, account.key, account.handle)))
    shelf = desk.vault.game(opened.game)
    with shelf.lock():
        if not shelf.exists():
            take_first(shelf, opened.line, me, desk.server(), account.key)
    return shelf


def done(desk: Desk) -> None:
    """The next wish is a new one, even if it is the same."""
    desk.vault.keep_request(None)


def _payload(wish: Wish, server: str, handle: str) -> dict[str, Json]:
    return {
        "v": log.VERSION,
        "server": server,
        "handle": handle,
        "rules": wish.rules,
        "board": wish.board,
        "options": wish.options,
        "turn": wish.turn,
        "title": wish.title,
        "listed": wish.listed,
    }


def _request(desk: Desk, payload: Mapping[str, Json]) -> dict[str, str]:
    kept = desk.vault.request()
    if kept is not None and kept["wish"] == payload:
        return kept["signed"]
    nonce = desk.app.world.entropy(32).hex()
    identity = Master(desk.vault.master()).identity()
    signed = log.sign(identity, log.NEW, canon.encode({**payload, "nonce": nonce})).to_wire()
    desk.vault.keep_request({"wish": payload, "signed": signed})
    return signed
