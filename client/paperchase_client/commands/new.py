"""`paperchase new`."""

from collections.abc import Mapping

import click

from paperchase import canon, log, registry
from paperchase.errors import MalformedError
from paperchase.game import Game
from paperchase.keys import Master
from paperchase.options import Value, complete, pick
from paperchase.values import Json
from paperchase_client.desk import Desk
from paperchase_client.options import command, seconds, short
from paperchase_client.session import take_first
from paperchase_client.world import App


def _names(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in registry.names() if name.startswith(incomplete)]


@command(
    "new",
    "paperchase new",
    "paperchase new ghost-chase --seat ghost",
    "paperchase new ghost-chase -o chasers=2 -o chimney=yes --turn 2d --title 'Windy nights'",
)
@click.argument("game", metavar="[GAME]", required=False, shell_complete=_names)
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option.")
@click.option("--board", metavar="NAME", help="Another board than the game's first.")
@click.option("--seat", metavar="SEAT", help="Take this seat at once.")
@click.option("--turn", default="3d", show_default=True, metavar="TIME", help="Time for a turn.")
@click.option("--title", default="", metavar="TEXT", help="What the game is called in lists.")
@click.option("--unlisted", is_flag=True, help="Only who knows the id can find it.")
def run(
    app: App,
    game: str | None,
    options: tuple[str, ...],
    board: str | None,
    seat: str | None,
    turn: str,
    title: str,
    unlisted: bool,
) -> None:
    """Open a game, and take a seat in it.

    Without GAME it lists the games and their options.
    """
    if game is None:
        games = registry.all_games()
        app.screen.result(
            {"games": [_as_json(one) for one in games]}, "\n\n".join(_about(one) for one in games)
        )
        return
    found = registry.find(game)
    chosen = _options(found, options)
    name = board or found.info.boards[0]
    rules = found.rules(found.board(registry.board(found, name), name), chosen)
    if seat is not None and seat not in rules.seats:
        raise MalformedError(f"{game} has no seat {seat}: {', '.join(rules.seats)}", "option")
    desk = Desk(app)
    account, me = desk.account(), desk.me()
    wish: dict[str, Json] = {
        "v": log.VERSION,
        "server": account.key,
        "handle": account.handle,
        "rules": found.info.id,
        "board": name,
        "options": chosen,
        "turn": seconds(turn),
        "title": title,
        "listed": not unlisted,
    }
    signed = _request(desk, wish)
    opened = desk.server().open(signed)
    shelf = desk.vault.game(opened.game)
    with shelf.lock():
        if not shelf.exists():
            take_first(shelf, opened.line, me, desk.server(), account.key)
    if seat is not None:
        with desk.session(shelf) as session:
            session.join(seat, account.handle, app.world.entropy)
    desk.vault.keep_request(None)
    free = [one for one in rules.seats if one != seat]
    text = f"Opened {short(opened.game)}: {title or found.info.title}."
    text += f" You are the {seat}." if seat else ""
    text += f"\nFree: {', '.join(free)}. Invite the others with\n  paperchase join {opened.game}"
    if seat is None:
        text += f"\nYour own seat: paperchase join {short(opened.game)} SEAT"
    app.screen.result({"game": opened.game, "seat": seat, "free": free}, text)


def _request(desk: Desk, wish: Mapping[str, Json]) -> dict[str, str]:
    """The signed request. One that was sent and never answered is sent again unchanged."""
    kept = desk.vault.request()
    if kept is not None and kept["wish"] == wish:
        return kept["signed"]
    nonce = desk.app.world.entropy(32).hex()
    identity = Master(desk.vault.master()).identity()
    signed = log.sign(identity, log.NEW, canon.encode({**wish, "nonce": nonce})).to_wire()
    desk.vault.keep_request({"wish": wish, "signed": signed})
    return signed


def _options(game: Game, words: tuple[str, ...]) -> dict[str, Value]:
    given: dict[str, Value] = {}
    for word in words:
        name, mark, text = word.partition("=")
        if not mark:
            raise MalformedError(f"-o takes name=value, not {word}", "option")
        given[name] = pick(game.info.options, name).from_text(text)
    return complete(game.info.options, given)


def _about(game: Game) -> str:
    info = game.info
    lines = [f"{info.id}: {info.title}", f"  {info.summary}"]
    width = max((len(one.name) for one in info.options), default=0)
    for one in info.options:
        default = one.default
        if isinstance(default, bool):
            default = "yes" if default else "no"
        lines.append(f"    {one.name:<{width}}  {one.help} [{default}]")
    return "\n".join(lines)


def _as_json(game: Game) -> dict[str, object]:
    info = game.info
    options = {
        one.name: {"default": one.default, "help": one.help, "choices": list(one.choices)}
        for one in info.options
    }
    return {"id": info.id, "title": info.title, "summary": info.summary, "options": options}
