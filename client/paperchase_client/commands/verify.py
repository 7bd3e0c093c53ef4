"""`paperchase verify`."""

from pathlib import Path
from typing import Any

import click

from paperchase import audit, bundle
from paperchase.audit import Verdict
from paperchase.bundle import Bundle
from paperchase.errors import MalformedError
from paperchase_client import exits
from paperchase_client.desk import Desk
from paperchase_client.fetch import fetch
from paperchase_client.options import command, read_text, server_option, short
from paperchase_client.output import plain
from paperchase_client.world import App


@command(
    "verify",
    "paperchase verify 3f2a91c0",
    "paperchase verify game.jsonl",
    "paperchase export 3f2a91c0 | paperchase verify -",
)
@click.argument("game", metavar="GAME|FILE|-")
@click.option("--offline", is_flag=True, help="Check the stored copy, without asking the server.")
@server_option
def run(app: App, game: str, offline: bool, server: str | None) -> None:
    """Check whether anybody cheated.

    It replays the whole game by its rules with every seal opened, and needs nobody's word: not
    the server's, not the players'. FILE is what `export` writes, of any game on any server; no
    account and no network are needed for it.

    Exit status: 0 fair, 10 somebody cheated, 11 not everything is open yet, 12 forfeited.
    """
    verdict = audit.verify(_bundle(app, game, offline, server))
    app.screen.result(as_json(verdict), "\n".join(in_words(verdict)))
    raise click.exceptions.Exit(exits.BY_VERDICT[verdict.status.value])


def _bundle(app: App, game: str, offline: bool, server: str | None) -> Bundle:
    path, is_id = Path(game), not game.strip("0123456789abcdefABCDEF")
    if game == "-" or (path.exists() and not path.is_dir()):
        return bundle.read(read_text(game))
    if is_id:
        return fetch(Desk(app), game, offline, server)
    if path.is_dir():
        raise MalformedError(f"{game} is a folder: name a file in it that `export` wrote", "option")
    raise MalformedError(f"there is no file {game}, and no game has such an id", "option")


def in_words(verdict: Verdict) -> list[str]:
    """A verdict as lines for people."""
    headline = {
        "fair": ("FAIR: everything is open, and everything is right.", "green"),
        "unfair": ("UNFAIR: somebody cheated, and the log proves it.", "red"),
        "undecided": ("UNDECIDED: nobody is proved wrong, and not all could be checked.", "yellow"),
        "forfeited": ("FORFEITED: somebody gave up; what could be checked is right.", "yellow"),
    }[verdict.status.value]
    lines = [
        f"Game {short(verdict.game)}, {verdict.rules or 'rules not at hand'}: "
        f"{verdict.prefix} of {verdict.length} entries stand."
    ]
    told = [one for one in verdict.findings if not one.follows]
    # Who cheated comes before what could not be checked.
    for one in sorted(told, key=lambda one: not one.blamed):
        where = f"entry {one.seq}" + (f", {one.turn}" if one.turn else "")
        who = f" by {', '.join(one.blamed)}" if one.blamed else ""
        lines.append(f"  {one.code}{who} ({where}): {one.evidence}")
    after = sum(one.follows for one in verdict.findings)
    if after:
        lines.append(f"  and {after} more that may only follow from these")
    for seat, standing in verdict.seats.items():
        handle = verdict.handles.get(seat, "")
        key = verdict.keys.get(seat, "")[:16]
        lines.append(f"  {seat:<10} {standing.value:<10} {handle} {key}".rstrip())
    if verdict.outcome is not None:
        lines.append(f"Ended: {verdict.outcome.why}.")
        lines.append(f"Won by {', '.join(verdict.winners) or 'nobody'}.")
    return [click.style(headline[0], fg=headline[1], bold=True), *map(plain, lines)]


def as_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict for scripts."""
    return {
        "status": verdict.status.value,
        "game": verdict.game,
        "rules": verdict.rules,
        "prefix_valid_to": verdict.prefix,
        "length": verdict.length,
        "seats": {seat: standing.value for seat, standing in verdict.seats.items()},
        "handles": dict(verdict.handles),
        "keys": dict(verdict.keys),
        "findings": [
            {
                "code": one.code,
                "seq": one.seq,
                "turn": one.turn,
                "blamed": list(one.blamed),
                "evidence": one.evidence,
                "follows": one.follows,
            }
            for one in verdict.findings
        ],
        "why": verdict.outcome.why if verdict.outcome else None,
        "winners": list(verdict.winners),
    }
