"""`paperchase new`."""

import click

from paperchase import registry
from paperchase.errors import MalformedError
from paperchase.game import Game
from paperchase_client import newgame
from paperchase_client.desk import Desk
from paperchase_client.options import command, seconds, short
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
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT",
    help="Take this seat at once; can be said again.",
)
@click.option("--turn", default="3d", show_default=True, metavar="TIME", help="Time for a turn.")
@click.option("--title", default="", metavar="TEXT", help="What the game is called in lists.")
@click.option("--unlisted", is_flag=True, help="Only who knows the id can find it.")
def run(
    app: App,
    game: str | None,
    options: tuple[str, ...],
    board: str | None,
    seats: tuple[str, ...],
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
    chosen = newgame.read_options(found, options)
    name = board or found.info.boards[0]
    rules = found.rules(found.board(registry.board(found, name), name), chosen)
    for seat in seats:
        if seat not in rules.seats:
            raise MalformedError(f"{game} has no seat {seat}: {', '.join(rules.seats)}", "option")
    desk = Desk(app)
    account = desk.account()
    wish = newgame.Wish(found.info.id, name, chosen, seconds(turn), title, not unlisted)
    shelf = newgame.open_game(desk, wish)
    if seats:
        with desk.session(shelf) as session:
            session.join(seats, account.handle, app.world.entropy)
    newgame.done(desk)
    free = [one for one in rules.seats if one not in seats]
    text = f"Opened {short(shelf.game)}: {title or found.info.title}."
    text += f" You are the {', '.join(seats)}." if seats else ""
    if free:
        text += f"\nFree: {', '.join(free)}. Invite the others with\n  paperchase join {shelf.game}"
    if not seats:
        text += f"\nYour own seat: paperchase join {short(shelf.game)} SEAT"
    app.screen.result({"game": shelf.game, "mine": seats, "free": free}, text)


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
