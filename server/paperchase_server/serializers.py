"""Everything that leaves the server as JSON: one function a shape, each an allow-list.

A field that is not named here is not sent. Nothing here ever sees a dealer's secret.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from paperchase import log
from paperchase.errors import PaperchaseError
from paperchase.game import Game
from paperchase.log import Signed
from paperchase.options import Option
from paperchase.table import SeatState, State, Table
from paperchase_server.problems import details
from paperchase_server.store import Holding

Shape = Mapping[str, Any]


def about(server: str, version: str, now: int, games: Iterable[Shape]) -> Shape:
    """What the server is."""
    return {"server": server, "version": version, "now": now, "games": list(games)}


def offer(game: Game, boards: Iterable[str]) -> Shape:
    """A game that can be started here."""
    info = game.info
    return {
        "id": info.id,
        "version": info.version,
        "title": info.title,
        "summary": info.summary,
        "boards": list(boards),
        "options": [option(one) for one in info.options],
    }


def option(one: Option) -> Shape:
    """A setting of a game."""
    return {
        "name": one.name,
        "default": one.default,
        "help": one.help,
        "low": one.low,
        "high": one.high,
        "choices": list(one.choices),
    }


def holding(one: Holding) -> Shape:
    """A registered handle."""
    return {"handle": one.handle, "key": one.key}


def created(game: str, line: str) -> Shape:
    """A new game."""
    return {"game": game, "line": line}


def signed(message: Signed) -> Shape:
    """Bytes with their signature."""
    return {"payload": message.payload.decode(), "sig": message.sig.hex()}


def submitted(
    receipts: Iterable[Signed],
    since: int,
    lines: Iterable[str],
    refused: tuple[int, PaperchaseError] | None,
) -> Shape:
    """What became of a submission."""
    answer: dict[str, Any] = {
        "receipts": [signed(receipt) for receipt in receipts],
        "since": since,
        "lines": list(lines),
    }
    if refused is not None:
        index, error = refused
        answer["refused"] = {"index": index, "code": error.code, "detail": error.detail}
    return answer


def summary(table: Table, state: State) -> Shape:
    """How a game stands, for everybody."""
    genesis, outcome = table.genesis, state.outcome
    return {
        "game": state.game,
        "rules": {"id": genesis.rules.id, "version": genesis.rules.version},
        "board": {"name": genesis.board.name, "digest": genesis.board.digest},
        "options": dict(genesis.options),
        "title": genesis.title,
        "by": genesis.by,
        "turn": genesis.clock.turn,
        "seats": [seat(name, state.seats[name]) for name in genesis.seats],
        "stage": state.stage.value,
        "caption": table.rules.caption(state.public),
        "length": state.length,
        "head": state.head,
        "t": state.t,
        "deadlines": dict(state.clocks),
        "outcome": None
        if outcome is None
        else {"winners": list(outcome.winners), "why": outcome.why, "foul": outcome.foul},
    }


def seat(name: str, one: SeatState) -> Shape:
    """A place at the table and who holds it."""
    holder = one.holder
    return {
        "seat": name,
        "handle": None if holder is None else holder.handle,
        "key": None if holder is None else holder.key,
    }


def games(summaries: Iterable[Shape], following: str | None) -> Shape:
    """A page of games; `next` goes into `after` of the next request."""
    return {"games": list(summaries), "next": following}


def problem(error: PaperchaseError) -> Shape:
    """An error (RFC 9457)."""
    return details(error.code, error.detail)


def receipt_of(line: str) -> Signed:
    """The receipt in a stored log line."""
    return log.read_line(line).receipt
