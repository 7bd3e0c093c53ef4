"""`paperchase-server`: what an operator types."""

import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from paperchase.errors import PaperchaseError
from paperchase.keys import SIZE, Master
from paperchase_server import check as checking
from paperchase_server import keyfile
from paperchase_server.catalogue import Catalogue
from paperchase_server.config import ServerConfig
from paperchase_server.store import Store
from paperchase_server.wsgi import build_service

F = TypeVar("F", bound=Callable[..., Any])

_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(context_settings=_CONTEXT)
@click.version_option(package_name="paperchase")
def main() -> None:
    """Serves games of hidden movement by correspondence.

    Every option can also be set by the environment (PAPERCHASED_DB and so on) or in the TOML
    file that --config names; a flag comes first, then the environment, then the file.
    """


def _settings(command: F) -> F:
    """The options that all commands share."""
    options = (
        click.option("--config", type=click.Path(dir_okay=False), help="TOML file with settings."),
        click.option("--db", help="Database: a path. [default: paperchase.sqlite]"),
        click.option("--key", help="File with the server's master key. [default: beside the db]"),
        click.option("--boards", help="Folder with boards of your own: <game>/<name>.toml."),
        click.option("--json", "as_json", is_flag=True, help="Print JSON objects."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def _clearly(command: F) -> F:
    """Errors as one line on stderr, and exit 1."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except PaperchaseError as error:
            click.echo(f"error: {error.detail}", err=True)
            sys.exit(1)

    return run  # pyright: ignore[reportReturnType] - the same signature


def _config(flags: dict[str, Any]) -> ServerConfig:
    return ServerConfig.from_env(os.environ, flags)


def _say(as_json: bool, text: str, **shape: Any) -> None:
    click.echo(msgspec.json.encode(shape) if as_json else text)
    sys.stdout.flush()


@main.command()
@_settings
@_clearly
def init(as_json: bool, **flags: Any) -> None:
    """Make a database and a key file. Changes nothing that exists already."""
    config = _config(flags)
    Catalogue.load(Path(config.boards) if config.boards else None)
    master = Master(os.urandom(SIZE))
    keyfile.write(config.key_file, master)
    try:
        Store.create(config.db, master.identity().key).close()
    except PaperchaseError:
        config.key_file.unlink()
        raise
    text = (
        f"made {config.db} and {config.key_file}\n"
        f"server key: {master.identity().key}\n"
        "Back up the key file: without it no running game can go on."
    )
    _say(
        as_json,
        text,
        db=config.db,
        key_file=str(config.key_file),
        server=master.identity().key,
    )


@main.command()
@_settings
@click.option("--host", help="Address to listen on. [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="0: any free one. [default: 8470]")
@click.option("--hosts", help="Names that players reach this server by, commas between; * is any.")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes. [default: 1]")
@click.option("--threads", type=click.IntRange(2, 1000), help="Threads of each. [default: 16]")
@_clearly
def run(as_json: bool, **flags: Any) -> None:
    """Serve until SIGTERM or SIGINT."""
    from paperchase_server import runner

    config = _config(flags)
    # All that can be wrong is found before anybody is told to come.
    service = build_service(config)
    server = service.key
    service.close()
    listener = runner.listen(config)
    url = runner.address(listener)
    runner.serve(
        config,
        listener,
        build_service,
        lambda: _say(as_json, f"listening on {url}", url=url, server=server),
    )


@main.command()
@_settings
@click.option("--restore", is_flag=True, help="Write snapshots again that are missing.")
@_clearly
def check(as_json: bool, restore: bool, **flags: Any) -> None:
    """Audit every stored game, and derive again what is kept beside the logs."""
    config = _config(flags)
    master = keyfile.read(config.key_file)
    catalogue = Catalogue.load(Path(config.boards) if config.boards else None)
    store = Store.open(config.db, config.patience)
    games = broken = 0
    try:
        for report in checking.check(store, master, catalogue, restore):
            games += 1
            broken += bool(report.faults)
            text = "\n  ".join((f"{report.game} {report.length} {report.status}", *report.faults))
            _say(
                as_json,
                text,
                game=report.game,
                length=report.length,
                status=report.status,
                faults=report.faults,
            )
    finally:
        store.close()
    if not as_json:
        click.echo(f"{games} games, {broken} with faults")
    sys.exit(1 if broken else 0)


@main.command()
@_settings
@_clearly
def tick(as_json: bool, **flags: Any) -> None:
    """Enter the lapses that are due; for a timer, where nobody may look for days."""
    service = build_service(_config(flags))
    try:
        games = service.tick()
    finally:
        service.close()
    _say(as_json, f"{games} games had a deadline behind them", games=games)


if __name__ == "__main__":
    main()
