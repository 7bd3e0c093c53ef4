"""`paperchase demo`."""

import shutil
import signal
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import NoReturn

import click

from paperchase import audit, bundle, registry
from paperchase.audit import Verdict
from paperchase.bundle import Bundle
from paperchase.errors import MalformedError
from paperchase.game import Game
from paperchase.table import SERVER
from paperchase.testing.source import Source
from paperchase.values import Seat
from paperchase_client import exits, files, newgame
from paperchase_client.commands.verify import as_json, in_words
from paperchase_client.forger import forge
from paperchase_client.options import command
from paperchase_client.stage import Stage
from paperchase_client.stored import stored_bundle
from paperchase_client.troupe import NAMES, House, Play, Player, hiders
from paperchase_client.world import App

PATIENCE = (2, 1, 0, 0, 0, 0)
"""How often a cheat hides something honestly before he lies, game by game until he does."""


@command(
    "demo",
    "paperchase demo",
    "paperchase demo ghost-chase -o chasers=3 --seed 7",
    "paperchase demo --keep games/",
)
@click.argument("game", default="ghost-chase", metavar="[GAME]")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option.")
@click.option(
    "--seed",
    default="canterville",
    show_default=True,
    metavar="TEXT",
    help="Another one, other choices of the players; the server's dice are its own.",
)
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep both games as files that `verify` reads.",
)
def run(app: App, game: str, options: tuple[str, ...], seed: str, keep: Path | None) -> None:
    """Watch a whole game being played, checked, and a cheat being caught.

    It starts a server of its own on this machine, and every player has a key and a folder of
    his own and talks to it by HTTP. Nothing is left behind. The cheat is a player who hides what
    the rules forbid, or the server with a forged roll where nobody hides anything.

    Exit status: 0 only where the honest game was found fair and the cheat was found.
    """
    began = monotonic()
    found = registry.find(game)
    chosen = newgame.read_options(found, options, found.demo)
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
    say = _say(app)
    with _scene() as folder, House(folder) as house:
        name = found.info.boards[0]
        rules = found.rules(found.board(registry.board(found, name), name), chosen)
        names = NAMES[: len(rules.seats)]
        say(f"A server runs on {house.url}. {', '.join(names).capitalize()} have made their keys.")
        players = [Player(folder, who, house.url, Source(f"{seed}/{who}")) for who in names]

        say(click.style("\nAn honest game\n", bold=True))
        with Play(found, chosen, "An honest game", players) as honest:
            ended = honest.run(_stage(app).show)
            log = stored_bundle(ended.shelf)
            fair = _check(app, log, keep or folder, "honest")
        if liars := hiders(ended.mirror):

            def lying(honest: int) -> Play:
                title = "A game with a cheat"
                return Play(found, chosen, title, players, cheat=liars[0], honest=honest)

            lie, log, noticed = _seat_cheats(app, lying, liars[0])
        else:
            liars, noticed = [SERVER], list[Seat]()
            lie, log = _server_cheats(app, log, found, house)
        foul = _check(app, log, keep or folder, "cheated")

    proved = any(one.seq == lie and liars[0] in one.blamed for one in foul.proofs)
    good = fair.status.value == "fair" and foul.status.value == "unfair" and proved
    text = "\nThe honest game was found fair, and the cheat was found"
    if not good:
        text = "\nThat is not as it should be: see the verdicts above"
    data = {
        "good": good,
        "honest": as_json(fair),
        "cheated": as_json(foul),
        "lie": lie,
        "noticed_by": noticed,
    }
    app.screen.result(data, f"{text} ({monotonic() - began:.0f} s). Play yourself: paperchase init")
    if not good:
        raise click.exceptions.Exit(exits.FAILED)


def _say(app: App) -> Callable[[str], None]:
    """The story goes to people alone: with `--json` nobody reads it."""
    return (lambda _: None) if app.screen.json else app.screen.say


def _seat_cheats(
    app: App, lying: Callable[[int], Play], seat: Seat
) -> tuple[int | None, Bundle, list[Seat]]:
    """A game in which a player lies: the entry of the lie, the log, and who noticed.

    `lying` makes such a game, given how often he hides something honestly before. One that is
    over too soon is played again.
    """
    say = _say(app)
    say(click.style(f"\nThe same again, and this time the {seat} cheats\n", bold=True))
    play, log = _played(app, lying(PATIENCE[0]))
    for honest in PATIENCE[1:]:
        if play.lied is not None:
            break
        say(f"It was over before the {seat} had a chance to cheat. Once more:\n")
        play, log = _played(app, lying(honest))
    noticed = ", ".join(play.accusers) or "nobody"
    say(f"The {seat} lied in entry {play.lied}, and it was noticed by {noticed}.")
    return play.lied, log, play.accusers


def _played(app: App, play: Play) -> tuple[Play, Bundle]:
    with play:
        return play, stored_bundle(play.run(_stage(app).show).shelf)


def _server_cheats(app: App, log: Bundle, game: Game, house: House) -> tuple[int, Bundle]:
    """The same game, signed by a server that loads a die: the forged entry, and the log."""
    lie = forge(log, game, house.identity())
    if lie is None:
        why = f"in {game.info.id} nobody hides or rolls anything, so nobody can cheat"
        raise MalformedError(why, "option")
    say = _say(app)
    say(click.style("\nNobody hides anything here. This time the server cheats\n", bold=True))
    say(f"Entry {lie.seq} ({lie.turn}) is a roll for all to see: the dice gave {lie.true}.")
    say(f"The server writes {lie.told} instead, and signs that and its receipt with its own key.")
    return lie.seq, lie.bundle


@contextmanager
def _scene() -> Generator[Path]:
    """A temporary folder that goes away, also where somebody ends the process."""
    before = signal.signal(signal.SIGTERM, _ended)
    folder = Path(tempfile.mkdtemp(prefix="paperchase-"))
    try:
        with files.throwaway():
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        signal.signal(signal.SIGTERM, before)


def _ended(*_: object) -> NoReturn:
    raise click.Abort


def _stage(app: App) -> Stage:
    return Stage(app, colour=click.get_current_context().color is not False)


def _check(app: App, log: Bundle, folder: Path, name: str) -> Verdict:
    """Export a game, and verify the file."""
    text = bundle.write(log)
    path = folder / f"{name}.jsonl"
    files.write_out(path, text.encode())
    say = _say(app)
    say(f"Exported, {len(text) // 1024} KiB, and verified without the server:")
    verdict = audit.verify(bundle.read(path.read_text("utf-8")))
    for line in in_words(verdict):
        say(line)
    return verdict
