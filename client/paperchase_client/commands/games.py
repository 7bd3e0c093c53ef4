"""`paperchase games`."""

from typing import Any

import click
import msgspec

from paperchase.errors import OfflineError
from paperchase_client.card import as_json, place, turn
from paperchase_client.desk import Desk
from paperchase_client.options import command, duration, short, table
from paperchase_client.remote import Summary
from paperchase_client.world import App


class Row(msgspec.Struct, frozen=True):
    """One game in the list."""

    game: str
    title: str
    seats: tuple[str, ...]
    where: str
    due: int | None
    data: dict[str, Any]


@command(
    "games",
    "paperchase games",
    "paperchase games --open",
    "paperchase games --offline --json",
)
@click.option("--open", "waiting", is_flag=True, help="Games that wait for players.")
@click.option("--offline", is_flag=True, help="Only what is stored here.")
def run(app: App, waiting: bool, offline: bool) -> None:
    """List your games, or those that wait for players.

    Those that wait for you come first.
    """
    desk = Desk(app)
    rows = _stored(desk) if offline and not waiting else _asked(desk, waiting)
    rows.sort(key=lambda row: (row.due is None, row.due or 0))
    now = app.world.now()
    lines = [
        (short(row.game), row.title, ", ".join(row.seats), row.where, _due(row.due, now))
        for row in rows
    ]
    if waiting:
        nothing = "No game waits for players. Open one: `paperchase new`."
        hint = "\nJoin one: paperchase join GAME"
    else:
        nothing = "You have no games. `paperchase games --open`, or `paperchase new`."
        hint = ""
    app.screen.result(
        {"games": [row.data for row in rows]}, table(lines) + hint if rows else nothing
    )


def _due(due: int | None, now: float) -> str:
    if due is None:
        return ""
    return f"YOUR TURN, {duration(due - now)} left" if due > now else "YOUR TURN, late"


def _asked(desk: Desk, waiting: bool) -> list[Row]:
    account = desk.account()
    try:
        server = desk.server()
        found = server.games(stage="open") if waiting else server.games(handle=account.handle)
    except OfflineError as error:
        if waiting:
            raise
        desk.app.screen.warn(f"{error}; this is what is stored here")
        return _stored(desk)
    return [_row(one, account.handle, waiting) for one in found]


def _row(one: Summary, handle: str, waiting: bool) -> Row:
    mine = tuple(seat.seat for seat in one.seats if seat.handle == handle)
    free = tuple(f"{seat.seat} free" for seat in one.seats if seat.handle is None)
    due = min((one.deadlines[seat] for seat in mine if seat in one.deadlines), default=None)
    data = {
        "game": one.game,
        "rules": one.rules.id,
        "title": one.title,
        "stage": one.stage,
        "caption": one.caption,
        "seats": {seat.seat: seat.handle for seat in one.seats},
        "mine": list(mine),
        "deadlines": one.deadlines,
    }
    where = ", ".join(free) if one.stage == "open" else one.caption
    if one.stage in ("reveal", "closed"):
        where = "over" if one.stage == "closed" else "over, to be revealed"
    return Row(one.game, one.title or one.rules.id, () if waiting else mine, where, due, data)


def _stored(desk: Desk) -> list[Row]:
    now = desk.app.world.now()
    rows: list[Row] = []
    for shelf in desk.vault.games():
        card = desk.card(shelf)
        # Whose turn it is has a column of its own where it is the player's.
        where = turn(card, now) if card.due is None else place(card)
        rows.append(Row(card.game, card.title, card.mine, where, card.due, as_json(card)))
    return rows
