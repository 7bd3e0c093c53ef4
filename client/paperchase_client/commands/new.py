"""`paperchase new`."""

from collections.abc import Iterable, Sequence

import click

from paperchase import registry
from paperchase.errors import MalformedError, OfflineError, RefusedError
from paperchase.game import Game
from paperchase_client import newgame
from paperchase_client.desk import Desk
from paperchase_client.options import command, seconds, short
from paperchase_client.output import plain
from paperchase_client.remote import Info
from paperchase_client.stored import load
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

    Without GAME it lists the games with their boards and options. A board is one of the game's
    own, or one that your server has besides.
    """
    desk = Desk(app)
    if game is None:
        offered = _offered(desk)
        games = [(one, _boards(one, offered)) for one in registry.all_games()]
        app.screen.result(
            {"games": [_as_json(one, boards) for one, boards in games]},
            "\n\n".join(_about(one, boards) for one, boards in games),
        )
        return
    found = registry.find(game)
    chosen = newgame.read_options(found, options)
    name = board or found.info.boards[0]
    own = name in found.info.boards
    if own:
        rules = found.rules(found.board(registry.board(found, name), name), chosen)
        _check_seats(game, seats, rules.seats)
    account = desk.account()
    if not own:
        _check_offered(desk, found, name)
    wish = newgame.Wish(found.info.id, name, chosen, seconds(turn), title, not unlisted)
    shelf = newgame.open_game(desk, wish)
    every = load(shelf, desk.me()).table.rules.seats
    if not own:
        # Its seats are known since the first entry is here: now it is open all the same.
        _check_seats(f"{short(shelf.game)}, which is open now,", seats, every)
    if seats:
        with desk.session(shelf) as session:
            session.join(seats, account.handle, app.world.entropy)
    newgame.done(desk)
    free = [one for one in every if one not in seats]
    text = f"Opened {short(shelf.game)}: {title or found.info.title}."
    text += f" You are the {', '.join(seats)}." if seats else ""
    if free:
        text += f"\nFree: {', '.join(free)}. Invite the others with\n  paperchase join {shelf.game}"
    if not seats:
        text += f"\nYour own seat: paperchase join {short(shelf.game)} SEAT"
    app.screen.result({"game": shelf.game, "mine": seats, "free": free}, text)


def _check_seats(game: str, seats: Iterable[str], every: Sequence[str]) -> None:
    for seat in seats:
        if seat not in every:
            raise MalformedError(f"{game} has no seat {seat}: {', '.join(every)}", "option")


def _check_offered(desk: Desk, game: Game, name: str) -> None:
    """Raises RefusedError where the player's server has no such board."""
    boards = _boards(game, desk.server().info())
    if name not in boards:
        raise RefusedError(
            f"{game.info.id} has no board {name}: there is {', '.join(boards)}", "unknown-board"
        )


def _offered(desk: Desk) -> Info | None:
    """What the player's server has to offer; None where he has none, or it does not answer."""
    if desk.vault.account() is None:
        return None
    try:
        return desk.server().info()
    except OfflineError as error:
        desk.app.screen.warn(f"{error}; these are the boards that come with Paperchase")
        return None


def _boards(game: Game, offered: Info | None) -> tuple[str, ...]:
    """The game's own boards, and those that the server has besides."""
    more = offered.boards(game.info.id) if offered is not None else ()
    return tuple(dict.fromkeys((*game.info.boards, *more)))


def _about(game: Game, boards: Sequence[str]) -> str:
    info = game.info
    lines = [f"{info.id}: {info.title}", f"  {info.summary}"]
    lines.append(plain(f"  boards: {', '.join(boards)}"))
    width = max((len(one.name) for one in info.options), default=0)
    for one in info.options:
        default = one.default
        if isinstance(default, bool):
            default = "yes" if default else "no"
        lines.append(f"    {one.name:<{width}}  {one.help} [{default}]")
    return "\n".join(lines)


def _as_json(game: Game, boards: Sequence[str]) -> dict[str, object]:
    info = game.info
    options = {
        one.name: {"default": one.default, "help": one.help, "choices": list(one.choices)}
        for one in info.options
    }
    return {
        "id": info.id,
        "title": info.title,
        "summary": info.summary,
        "boards": list(boards),
        "options": options,
    }
