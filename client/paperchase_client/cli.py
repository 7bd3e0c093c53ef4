"""The `paperchase` command: its root, and where errors become exit statuses.

A command's module is imported when it runs. Only the table below is needed to list them, so
`--help` loads neither crypto nor network nor a game.
"""

import atexit
import errno
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, cast

import click

from paperchase.errors import PaperchaseError
from paperchase_client import exits, settings
from paperchase_client.output import Screen, takes_more
from paperchase_client.world import App, World

SECTIONS: dict[str, dict[str, str]] = {
    "Begin": {
        "demo": "Watch a whole game being played, checked, and a cheat being caught.",
        "init": "Make your key and register your handle with a server.",
        "new": "Open a game, and take a seat in it.",
        "join": "Take a free seat in a game, or several.",
    },
    "Play": {
        "games": "List your games, or those that wait for players.",
        "show": "Show a game as you see it.",
        "moves": "List what you can do now.",
        "move": "Send your move.",
        "sync": "Fetch what happened, check it, and pay what you owe.",
        "watch": "Keep at it: tell what happens as it happens.",
        "resign": "Give a game up.",
    },
    "Check": {
        "log": "List the entries of a game.",
        "verify": "Check whether anybody cheated.",
        "export": "Write a game to one file that anybody can verify.",
    },
    "Keep": {
        "key": "Show, back up or restore your key.",
        "completion": "Print the completion script for a shell.",
    },
}
"""Every command with its one line, as `--help` lists them."""

COMMANDS: dict[str, str] = {k: v for rows in SECTIONS.values() for k, v in rows.items()}

EPILOG = "Never played? `paperchase demo`. Every command has examples: `paperchase move --help`."


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports the module of one command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"paperchase_client.commands.{cmd_name}")
        return cast(click.Command, module.run)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with "did you mean" from the table."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            raise click.exceptions.NoSuchCommand(name, possibilities=COMMANDS, ctx=ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """From the table, without importing a command."""
        for title, rows in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(list(rows.items()), col_max=12, col_spacing=2)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """From the table, too."""
        from click.shell_completion import CompletionItem

        rows = [
            CompletionItem(name, help=line)
            for name, line in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return rows + click.Command.shell_complete(self, ctx, incomplete)


@click.group(
    cls=LazyGroup,
    context_settings={
        "auto_envvar_prefix": "PAPERCHASE",
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
    },
    epilog=EPILOG,
)
@click.option(
    "--home",
    type=click.Path(file_okay=False),
    help="Folder of your key and games; another folder is another player.",
)
@click.option("--config", type=click.Path(dir_okay=False), help="Config file (TOML).")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    help="Colours; NO_COLOR and FORCE_COLOR hold too.",
)
@click.option(
    "--escrow/--no-escrow",
    default=None,
    help="Whether the server may hold and open your face-down tokens, so that nobody waits for "
    "you; it then knows them.  [default: escrow]",
)
@click.version_option(package_name="paperchase", message="%(prog)s %(version)s")
@click.pass_context
def cli(
    ctx: click.Context,
    home: str | None,
    config: str | None,
    color: str | None,
    escrow: bool | None,
) -> None:
    """Hidden-movement board games by correspondence, with no game master to trust.

    One side hides, the other hunts; a turn may take days. Every turn is signed, every secret
    is sealed and opened later, and anybody can check the whole game.
    """
    from pathlib import Path

    app = ctx.ensure_object(App)
    path = Path(config) if config else settings.config_file()
    table = settings.read_config(path, COMMANDS, asked_for=config is not None)
    folder = home or table.get("home")
    app.home = Path(folder).expanduser() if folder else settings.data_folder()
    app.escrow = table.get("escrow", True) if escrow is None else escrow
    ctx.color = _color(color, table.get("color"), dict(os.environ))
    name = ctx.invoked_subcommand
    command = cli.get_command(ctx, name) if table and name else None
    if name and command:
        ctx.default_map = {name: settings.defaults_for(table, name, _options(command), path)}


def _options(command: click.Command) -> dict[str, Any]:
    """The names of a command's options; those of its own commands in a dict."""
    names: dict[str, Any] = {p.name: None for p in command.params if p.name}
    if isinstance(command, click.Group):
        names |= {name: _options(nested) for name, nested in command.commands.items()}
    return names


def _color(flag: str | None, wish: str | None, environ: dict[str, str]) -> bool | None:
    """True, False, or None: only on a terminal."""
    if flag is None and environ.get("NO_COLOR"):
        return False
    if flag is None and environ.get("FORCE_COLOR"):
        return True
    return {"always": True, "never": False}.get(flag or wish or "auto")


def main(args: Sequence[str] | None = None, world: World | None = None) -> int:
    """Run one command and return its exit status. No mistake of a user ends in a traceback."""
    if args is None:
        # The process ends with the command: the collector need not look through all again.
        atexit.register(gc.freeze)
    words = list(sys.argv[1:] if args is None else args)
    app = App(world or World(), Screen(json="--json" in words))
    try:
        return _run(words, app)
    except OSError as error:
        return _os_error(error, app.screen)


def _run(words: Sequence[str], app: App) -> int:
    screen = app.screen
    try:
        status = cli.main(words, prog_name="paperchase", standalone_mode=False, obj=app)
        return status if isinstance(status, int) else exits.DONE
    except PaperchaseError as error:
        screen.error(error.code, error.detail)
        return exits.of(error)
    except click.UsageError as error:
        if screen.json:
            screen.error("usage", error.format_message())
        else:
            error.show()
        return exits.USAGE
    except click.ClickException as error:
        screen.error("failed", error.format_message())
        return exits.FAILED
    except (click.Abort, KeyboardInterrupt):
        return exits.INTERRUPTED


def _os_error(error: OSError, screen: Screen) -> int:
    """A full disk or a folder that is not ours is told in one line; a closed pipe not at all."""
    if not takes_more(sys.stdout):
        screen.json = False
    takes_more(sys.stderr)
    if error.errno != errno.EPIPE:
        what = error.strerror or str(error)
        screen.error("failed", f"{what}: {error.filename}" if error.filename else what)
    return exits.FAILED


if __name__ == "__main__":
    sys.exit(main())
