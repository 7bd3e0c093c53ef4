"""How long a command takes from the shell and back, against an import that none can spare."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from paperchase_client import exits
from playing import People
from serving import World

from .figures import Figure, medians

SEATS = {"ghost": "ann", "chaser-1": "bob"}
CLICK = "import click"
CLIENT = "import sys; from paperchase_client.cli import main; sys.exit(main())"
SERVER = "import sys; from paperchase_server.cli import main; sys.exit(main())"


def measure(quick: bool) -> list[Figure]:
    """`--help`, `show` and `move`, each a process of its own; without a network."""
    with tempfile.TemporaryDirectory() as folder:
        home, game, order = _play(Path(folder), 8 if quick else 40)
        mine = ("--home", str(home))
        commands = {
            "click": (CLICK,),
            "help": (CLIENT, "--help"),
            "show": (CLIENT, *mine, "show", game),
            "move": (CLIENT, *mine, "move", game, order, "--dry-run"),
            "verify": (CLIENT, *mine, "verify", str(home.with_name("bundle"))),
            "server": (SERVER, "--help"),
        }
        jobs = {name: _Command(words, Path(folder) / "cache") for name, words in commands.items()}
        spent = medians(2 if quick else 15, jobs, time.perf_counter)
    rows = (
        ("paperchase --help", "help", 1.3),
        ("paperchase show, a game of 40 entries", "show", 2.0),
        ("paperchase move, without the network", "move", 2.5),
        ("paperchase verify, a game of 40 entries", "verify", None),
        ("paperchase-server --help", "server", None),
    )
    figures = [
        Figure(f"start: {text} : import click", spent[name] / spent["click"], target=target)
        for text, name, target in rows
    ]
    return [*figures, Figure("start: python -c 'import click'", 1000 * spent["click"], "ms")]


class _Command:
    """Runs a command to its end."""

    def __init__(self, words: Sequence[str], cache: Path) -> None:
        self._words = [sys.executable, "-c", *words]
        # As installed: compiled once, whatever this machine has made of that.
        compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(cache)}
        self._env = {**os.environ, **compiled, "PYTHONPATH": os.pathsep.join(sys.path)}

    def __call__(self) -> None:
        done = subprocess.run(self._words, env=self._env, capture_output=True, check=False)
        # `verify` says by its status that the game is not over.
        assert done.returncode in (0, exits.UNDECIDED), done


def _play(folder: Path, entries: int) -> tuple[Path, str, str]:
    """A game of Ghost Chase where it is the ghost's turn: its player's folder, the game, and a
    legal order."""
    (folder / "server").mkdir()
    world = World(folder / "server")
    people = People(folder, world)
    try:
        people.init(*SEATS.values())
        words = ("new", "ghost-chase", "-o", "chasers=1", "--seat", "ghost", "--json")
        game = people.do("ann", *words).json["game"]
        people.do("bob", "join", game, "chaser-1")
        state = people.play(game, SEATS, entries).state
        while "ghost" not in state.clocks:
            state = people.play(game, SEATS, state.length + 1).state
        (folder / "bundle").write_text("".join(world.service.bundle(game)))
        moves = people.do("ann", "moves", game, "--json").json["moves"]
    finally:
        world.close()
    return folder / "ann", game, moves[0]["orders"][0]
