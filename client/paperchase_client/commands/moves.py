"""`paperchase moves`."""

from itertools import islice
from typing import Any

import click

from paperchase.errors import IllegalMoveError
from paperchase.rules import Kind
from paperchase_client.compose import not_your_turn
from paperchase_client.desk import Desk
from paperchase_client.mirror import Mirror
from paperchase_client.options import columns, command, game_argument, seat_option, short
from paperchase_client.stored import load
from paperchase_client.world import App


@command(
    "moves",
    "paperchase moves 3f2a91c0",
    "paperchase moves 3f2a91c0 --seat ghost --json",
)
@game_argument
@seat_option
@click.option("--limit", default=100, show_default=True, metavar="N", help="Most to list a seat.")
def run(app: App, game: str, seat: str | None, limit: int) -> None:
    """List what you can do now.

    It looks at the game as it was last fetched: `paperchase sync` brings the news.
    """
    desk = Desk(app)
    mirror = load(desk.stored(game), desk.me())
    found = legal(mirror, seat, limit)
    if not found:
        error = not_your_turn(mirror)
        if error.code == "illegal/turn" and mirror.state.outcome is None:
            # Only the stored copy was looked at: the others may have moved since.
            news = (
                f"{error}, as far as was fetched; news: paperchase sync {short(mirror.table.game)}"
            )
            raise IllegalMoveError(news, "turn")
        raise error
    grammar = mirror.game.grammar
    lines: list[str] = []
    for one in found:
        lines += [f"{one['seat']} can"]
        lines.append(columns([*one["orders"], *(["and more"] if one["more"] else [])]))
        phase = mirror.state.demand(Kind.MOVE, one["seat"])
        assert phase is not None
        help_lines = grammar.help(phase.demand).split("\n")
        lines += ["", "How an order goes", *(f"  {line}" for line in help_lines), ""]
    lines.append(f"paperchase move {short(mirror.table.game)} ORDER")
    app.screen.result({"game": mirror.table.game, "moves": found}, "\n".join(lines))


def legal(mirror: Mirror, seat: str | None, limit: int) -> list[dict[str, Any]]:
    """The orders that each of the player's seats can give, as it would type them."""
    grammar, rules, public = mirror.game.grammar, mirror.table.rules, mirror.state.public
    found: list[dict[str, Any]] = []
    for phase in mirror.state.phases:
        demand = phase.demand
        mine = demand.seat in mirror.seats and seat in (None, demand.seat)
        if not mine or demand.kind is not Kind.MOVE:
            continue
        secret = mirror.secrets[demand.seat]
        choices = list(islice(rules.choices(public, secret, demand), limit + 1))
        orders = [grammar.write(move, secret) for move in choices[:limit]]
        found.append(
            {
                "seat": demand.seat,
                "about": demand.about,
                "must": demand.must,
                "orders": orders,
                "more": len(choices) > limit,
            }
        )
    return found
