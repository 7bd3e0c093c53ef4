"""Writes what is made from the code: the command reference, and the picture in the README."""

from pathlib import Path

import click

from paperchase import registry
from paperchase.options import complete
from paperchase.rules import Notice
from paperchase.svg import to_svg
from paperchase_client import cli, exits

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "client" / "CLI.md"
PICTURE = ROOT / "shared" / "pictures" / "castle.svg"

OPENING = ("place 21", "place 7", "place 11", "start 40", "frame owls")
"""How the game in the picture begins."""

INTRODUCTION = """\
# The `paperchase` command

Made from the commands' own help by `make docs`; change it there.

Every command takes `--json`: one object on stdout, and everything else on stderr. An error is
then `{"code": ..., "detail": ...}`. Where there is no terminal nobody is asked: what is missing
is named, and the command ends with 2. `-` is stdin or stdout. A game is named by the beginning
of its id.

## Settings

A flag comes before the environment, that before the config file, that before the default.

| setting | flag | environment | config file |
| --- | --- | --- | --- |
| folder of the key and the games | `--home` | `PAPERCHASE_HOME` | `home` |
| config file | `--config` | `PAPERCHASE_CONFIG` | |
| face-down tokens in escrow | `--no-escrow` | `PAPERCHASE_ESCROW` | `escrow` |
| colours | `--color` | `PAPERCHASE_COLOR`, `NO_COLOR`, `FORCE_COLOR` | `color` |
| server | `--server` | `PAPERCHASE_SERVER` | `server` |
| handle | `--handle` | `PAPERCHASE_HANDLE` | `handle` |
| any option of a command | `--turn` | `PAPERCHASE_NEW_TURN` | `turn` in the table `[new]` |

The config file is TOML, `paperchase/config.toml` in the user's folder for such files:

    server = "https://play.example.org"

    [new]
    turn = "2d"

Secrets are never settings: the key lies in `master.key` in the folder, for its owner alone.

## Exit status

"""


def page() -> str:
    """The whole reference."""
    rows = "\n".join(f"| {status} | {text} |" for status, text in exits.MEANING.items())
    parts = [f"{INTRODUCTION}| status | meaning |\n| --- | --- |\n{rows}\n"]
    root = context(cli.cli, "paperchase", None)
    parts.append(section(root, 2))
    for title, names in cli.SECTIONS.items():
        parts.append(f"## {title}\n")
        for name in names:
            command = cli.cli.get_command(root, name)
            assert command is not None
            inner = context(command, name, root)
            parts.append(section(inner, 3))
            if isinstance(command, click.Group):
                for one in command.commands.values():
                    parts.append(section(context(one, one.name or "", inner), 4))
    return "\n".join(parts)


def context(command: click.Command, name: str, parent: click.Context | None) -> click.Context:
    """A context as a terminal of eighty columns would make it."""
    made = click.Context(
        command, parent, name, terminal_width=80, help_option_names=["-h", "--help"]
    )
    made.color = False
    return made


def section(ctx: click.Context, level: int) -> str:
    """The help of one command."""
    help_text = "\n".join(line.rstrip() for line in ctx.get_help().splitlines())
    return f"{'#' * level} `{ctx.command_path}`\n\n```text\n{help_text}\n```\n"


def picture() -> str:
    """Canterville Castle at the beginning of a game, as everybody sees it."""
    game = registry.find("ghost-chase")
    name = game.info.boards[0]
    board = game.board(registry.board(game, name), name)
    rules = game.rules(board, complete(game.info.options, {}))
    public = rules.start()
    for order in OPENING:
        demand = rules.pending(public)[0]
        secret = rules.secret(public, demand.seat)
        move = game.grammar.read(rules, public, secret, demand, order)
        public = rules.apply(public, Notice(move.kind, move.seat, move.public))
    return to_svg(game.scene(rules, public, None))


def main() -> None:
    """Write both."""
    PICTURE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    PICTURE.write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
