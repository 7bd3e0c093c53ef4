"""`paperchase show`."""

from pathlib import Path

import click

from paperchase_client import files, view
from paperchase_client.desk import Desk
from paperchase_client.options import command, duration, game_argument, short
from paperchase_client.session import load
from paperchase_client.world import App


@command(
    "show",
    "paperchase show 3f2a91c0",
    "paperchase show 3f2a91c0 --names",
    "paperchase show 3f2a91c0 --svg castle.svg",
)
@game_argument
@click.option("--svg", metavar="FILE|-", help="Draw it into a file.")
@click.option("--names", is_flag=True, help="Say what the numbers stand for.")
@click.option("--public", is_flag=True, help="Only what everybody sees.")
def run(app: App, game: str, svg: str | None, names: bool, public: bool) -> None:
    """Show a game as you see it.

    It needs no network and shows the game as it was last fetched: `paperchase sync` brings
    the news.
    """
    desk = Desk(app)
    mirror = load(desk.stored(game), desk.me())
    seat = next(iter(mirror.seats), None)
    secret = None if public or seat is None else mirror.secrets[seat]
    scene = view.game_of(mirror).scene(mirror.table.rules, mirror.state.public, secret)
    if svg is not None:
        from paperchase.svg import to_svg

        drawing = to_svg(scene)
        if svg == "-":
            app.screen.result({"svg": drawing}, drawing)
        else:
            files.write(Path(svg), drawing.encode(), mode=0o644)
            app.screen.result({"file": svg}, f"Drawn to {svg}.")
        return
    now = app.world.now()
    age = duration(now - mirror.state.t)
    lines = [
        click.style(f"{short(mirror.table.game)}  {view.name(mirror)}", bold=True),
        view.turn(mirror, now),
        f"Last entry {age} ago; news: paperchase sync {short(mirror.table.game)}",
        view.advice(mirror),
    ]
    app.screen.result(
        {**view.as_json(mirror), "scene": "", "names": dict(scene.names)}, "\n".join(lines)
    )
