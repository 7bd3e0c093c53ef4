"""What several commands share: their decorators, the game argument, words for time."""

import re
import sys
from collections.abc import Callable, Sequence
from functools import update_wrapper
from pathlib import Path
from shutil import get_terminal_size
from typing import Any, NoReturn

import click

from paperchase.errors import MalformedError
from paperchase_client.output import plain
from paperchase_client.world import App

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}


def command(
    name: str, *examples: str, of: click.Group | None = None
) -> Callable[[Callable[..., None]], click.Command]:
    """A command with `--json` that is given the `App` first.

    Its help is the docstring, and `examples` are shown below it as they would be typed.
    """

    def decorate(run: Callable[..., None]) -> click.Command:
        def with_app(*args: Any, **kwargs: Any) -> None:
            context = click.get_current_context()
            app = context.ensure_object(App)
            app.screen.json = kwargs.pop("json")
            run(app, *args, **kwargs)

        made = click.command(name, cls=_Command)(update_wrapper(with_app, run))
        made.params.append(
            click.Option(["--json"], is_flag=True, help="Print one JSON object and nothing else.")
        )
        made.epilog = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in examples)
        if of is not None:
            of.add_command(made)
        return made

    return decorate


class _Command(click.Command):
    """A command whose epilog keeps its place at the left margin."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The examples, as they stand."""
        if self.epilog:
            formatter.write_paragraph()
            formatter.write_text(self.epilog)


def game_argument(run: Callable[..., Any]) -> Callable[..., Any]:
    """GAME: the id of a game, or as much of it as is unique."""
    return click.argument("game", metavar="GAME", shell_complete=_complete_game)(run)


def seat_option(run: Callable[..., Any]) -> Callable[..., Any]:
    """--seat, for whoever plays several."""
    return click.option("--seat", metavar="SEAT", help="Which of your seats, if you have several.")(
        run
    )


def server_option(run: Callable[..., Any]) -> Callable[..., Any]:
    """--server: where the games are."""
    return click.option(
        "--server",
        metavar="URL",
        envvar="PAPERCHASE_SERVER",
        show_envvar=True,
        help="Address of the server.",
    )(run)


def handle_option(run: Callable[..., Any]) -> Callable[..., Any]:
    """--handle: the player's name."""
    return click.option(
        "--handle",
        metavar="NAME",
        envvar="PAPERCHASE_HANDLE",
        show_envvar=True,
        help="Your name on the server.",
    )(run)


def ask(value: str | None, option: str, question: str) -> str:
    """`value`, or what the player types. Raises UsageError where there is no terminal."""
    if value:
        return value
    if not is_terminal():
        missing(option, question)
    return str(click.prompt(question, err=True)).strip()


def missing(option: str, what: str) -> NoReturn:
    """Raises UsageError naming the option that a script has to give."""
    raise click.UsageError(
        f"{what}: give {option} (there is no terminal to ask at)", click.get_current_context()
    )


def read_text(name: str) -> str:
    """A text file, or stdin for `-`. Raises MalformedError where it is no UTF-8 text."""
    try:
        if name != "-":
            return Path(name).read_text("utf-8")
        return sys.stdin.read() if sys.stdin else ""
    except UnicodeDecodeError:
        raise MalformedError(f"{name} is no UTF-8 text", "text") from None


def is_terminal() -> bool:
    """Whether somebody is there to be asked."""
    return all(stream and stream.isatty() for stream in (sys.stdin, sys.stderr))


def seconds(text: str) -> int:
    """A duration such as `3d`, `12h` or `1d12h` in seconds. Raises MalformedError."""
    word = text.strip().lower().replace(" ", "")
    if not re.fullmatch(r"(\d{1,6}[smhdw])+", word):
        raise MalformedError(f"{text!r} is no duration: write 3d, 12h or 1d12h", "option")
    return sum(int(n) * _UNITS[unit] for n, unit in re.findall(r"(\d+)([smhdw])", word))


def duration(count: float) -> str:
    """Seconds in the largest fitting words: `2 d 3 h`, `45 min`, `12 s`."""
    left = max(0, int(count))
    parts: list[str] = []
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min"), (1, "s")):
        if left >= size and len(parts) < 2:
            parts.append(f"{left // size} {unit}")
            left %= size
        elif parts:
            break
    return " ".join(parts) or "0 s"


def short(game: str) -> str:
    """How a game is named to its players: the beginning of its id."""
    return game[:8]


def table(cells: Sequence[Sequence[str]], indent: str = "") -> str:
    """Rows as aligned columns."""
    rows = [[plain(cell) for cell in row] for row in cells]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))] if rows else []
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
    return "\n".join(indent + line for line in lines)


def columns(words: Sequence[str], indent: str = "  ") -> str:
    """Words side by side, reading downwards, as wide as the terminal."""
    if not words:
        return ""
    wide = max(len(word) for word in words) + 2
    across = max(1, (get_terminal_size().columns - len(indent)) // wide)
    down = -(-len(words) // across)
    rows = (words[row::down] for row in range(down))
    return "\n".join(indent + "".join(w.ljust(wide) for w in row).rstrip() for row in rows)


def _complete_game(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    from paperchase_client.settings import data_folder
    from paperchase_client.vault import Vault

    home = ctx.find_root().params.get("home") or data_folder()
    return [s.game[:12] for s in Vault(Path(home)).games() if s.game.startswith(incomplete)]
