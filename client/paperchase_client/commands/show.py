"""`paperchase show`."""

from pathlib import Path
from shutil import get_terminal_size

import click
import msgspec

from paperchase.scene import Scene
from paperchase.text import to_text
from paperchase_client import files
from paperchase_client.card import advice, as_json, heading, turn
from paperchase_client.desk import Desk
from paperchase_client.options import command, duration, game_argument, short
from paperchase_client.output import on_terminal
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
    card = desk.card(desk.stored(game))
    scene = msgspec.json.decode(card.public if public else card.own, type=Scene)
    if svg is not None:
        from paperchase.svg import to_svg

        drawing = to_svg(scene)
        if svg == "-":
            app.screen.result({"svg": drawing}, drawing.strip(), exact=True)
        else:
            path = Path(svg)
            files.write_out(path, drawing.encode())
            app.screen.result({"file": svg}, f"Drawn to {svg}." if path.is_file() else "")
        return
    if card.alarm:
        app.screen.warn(card.alarm)
    now = app.world.now()
    color = click.get_current_context().color
    picture = to_text(
        scene,
        colour=on_terminal() if color is None else color,
        columns=get_terminal_size().columns,
        names=names,
    )
    news = f"Last entry {duration(now - card.t)} ago. News: paperchase sync {short(card.game)}"
    lines = [
        click.style(heading(card), bold=True),
        picture.removesuffix("\n"),
        turn(card, now),
        advice(card) or news,
    ]
    data = {**as_json(card), "about": scene.about, "names": dict(scene.names)}
    app.screen.result(data, "\n".join(lines))
