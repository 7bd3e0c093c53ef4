"""The first entry of a game: everything that is agreed on before anybody joins."""

import hashlib
from collections.abc import Mapping
from typing import Any

from paperchase import api, canon, keys, seal
from paperchase.errors import MalformedError
from paperchase.game import Game
from paperchase.keys import Identity
from paperchase.log import SERVER, Entry, write_entry
from paperchase.rules import RuleSet
from paperchase.table import bodies
from paperchase.values import Json

LONGEST_TURN = 10**9
"""The longest clock of a turn, in seconds."""

LATEST = 10**14
"""The last time that a receipt can bear; a deadline after it has 15 digits at most."""


def check_genesis(genesis: bodies.Genesis) -> None:
    """Raises MalformedError where what the game is agreed on could not be played or checked.

    That the rules, the board and the seats are those of the game is for `Table.open`.
    """
    keys.check_key(genesis.server)
    keys.check_box(genesis.box)
    for text in (genesis.kc, genesis.dice, genesis.random, genesis.board.digest):
        canon.check_hex(text)
    for text in (genesis.board.name, genesis.rules.id):
        canon.check_name(text)
    if genesis.scheme != seal.SCHEME or not 0 < genesis.clock.turn <= LONGEST_TURN:
        raise MalformedError("the genesis has another scheme or clock than there are", "genesis")
    if len(genesis.title) > api.MAX_TITLE or not bodies.is_printable(genesis.title):
        raise MalformedError(f"a title is one line of at most {api.MAX_TITLE} letters", "title")
    bodies.check_handle(genesis.by)


def genesis_body(
    game: Game,
    rules: RuleSet[Any, Any],
    *,
    board: str,
    data: bytes,
    options: Mapping[str, Json],
    turn: int,
    server: str,
    random: str,
    anchors: Mapping[str, str],
    title: str,
    by: str,
) -> dict[str, Any]:
    """The body of a genesis entry. `data` is the board's file, `anchors` are the dealer's.

    `options` are complete; `turn` is the clock in seconds; `random` is 32 bytes in hex.
    """
    return {
        "rules": {"id": game.info.id, "version": game.info.version},
        "board": {"name": board, "digest": hashlib.sha256(data).hexdigest()},
        "options": options,
        "seats": rules.seats,
        "sides": rules.sides,
        "server": server,
        "clock": {"turn": turn},
        "scheme": seal.SCHEME,
        "random": random,
        "title": title,
        "by": by,
        **anchors,
    }


def write_genesis(identity: Identity, body: Mapping[str, Any]) -> Entry:
    """The genesis entry, signed by the server."""
    return write_entry(
        identity,
        game=None,
        seat=SERVER,
        type="genesis",
        prev=None,
        own=None,
        link=None,
        body=body,
    )
