"""The first entry of a game: everything that is agreed on before anybody joins."""

import hashlib
from collections.abc import Mapping
from typing import Any

from paperchase import seal
from paperchase.game import Game
from paperchase.keys import Identity
from paperchase.log import SERVER, Entry, write_entry
from paperchase.rules import RuleSet
from paperchase.values import Json


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
