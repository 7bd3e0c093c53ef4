"""The demo's cast: a real server in a process of its own, and players with their own folders.

Nothing of this is a short cut: each player has a key, a folder and a session, and talks to the
server by HTTP.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from pathlib import Path

from paperchase.errors import IllegalMoveError, PaperchaseError
from paperchase.game import Game
from paperchase.keys import Identity, Master
from paperchase.options import Value
from paperchase.rules import Foul, Kind, Move
from paperchase.table import Stage
from paperchase.testing.source import Source
from paperchase.values import Seat
from paperchase_client import enrol, newgame
from paperchase_client.compose import not_your_turn
from paperchase_client.desk import Desk
from paperchase_client.mirror import Mirror
from paperchase_client.output import Screen
from paperchase_client.session import Session
from paperchase_client.world import App, World

NAMES = ("anna", "boris", "clara", "david", "emma", "felix", "greta", "hugo")
"""Who plays. The first opens the game."""

TURN = 3600
"""The clock of a turn, in seconds; nobody needs it."""


class House:
    """A server on a free loopback port, with a database of its own. Use it in a `with`.

    `url` is its address as long as it runs.
    """

    def __init__(self, folder: Path) -> None:
        self._db = folder / "server.sqlite"
        self._key = folder / "server.key"
        self._errors = folder / "server.log"
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    def __enter__(self) -> "House":
        """Start it. Raises PaperchaseError where it does not start."""
        if find_spec("flask") is None or find_spec("peewee") is None:
            raise PaperchaseError(
                "the demo needs the server beside the client: pip install 'paperchase[server]'"
            )
        with self._errors.open("w") as errors:
            subprocess.run(  # noqa: S603 - our own words
                self._command("init"), stdout=subprocess.DEVNULL, stderr=errors, check=False
            )
            self._process = subprocess.Popen(  # noqa: S603 - the same
                self._command("run", "--port", "0", "--json"),
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self.__exit__()
            raise self._failed()
        self.url = str(json.loads(line)["url"])
        return self

    def __exit__(self, *_: object) -> None:
        """End it, whatever happened."""
        process = self._process
        if process is None:
            return
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def identity(self) -> Identity:
        """The key that the server signs with: whoever runs a server has it."""
        return Master(bytes.fromhex(self._key.read_text().strip())).identity()

    def _command(self, *words: str) -> list[str]:
        where = ["--db", str(self._db), "--key", str(self._key)]
        return [sys.executable, "-m", "paperchase_server.cli", *words, *where]

    def _failed(self) -> PaperchaseError:
        why = ""
        with suppress(OSError):
            why = self._errors.read_text().strip().split("\n")[-1]
        return PaperchaseError(f"the server did not start: {why or 'it said nothing'}")


class Player:
    """Somebody who has installed the client: a folder, a key, a handle."""

    def __init__(self, folder: Path, name: str, server: str, source: Source) -> None:
        self.name = name
        self.source = source
        app = App(World(entropy=source.bytes), Screen(), folder / name)
        self.desk = Desk(app)
        self.desk.vault.keep_master(source.bytes(32))
        enrol.enrol(self.desk, name, server)


class Play:
    """One game from its first entry to its last, each seat held by another player.

    `cheat` names the seat that lies once in what it hides, after `honest` moves that hide
    something; `lied` is then the entry of the lie, and `accusers` are those whose clients
    noticed. Use it in a `with`.
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Value],
        title: str,
        players: Sequence[Player],
        cheat: Seat | None = None,
        honest: int = 2,
    ) -> None:
        self.sessions: dict[Seat, Session] = {}
        self.lied: int | None = None
        self._game = game
        self._players = players
        self._cheat = cheat
        self._honest = honest
        self._stack = ExitStack()
        self._sources: dict[Seat, Source] = {}
        self._lie: str | None = None
        host = players[0].desk
        wish = newgame.Wish(game.info.id, game.info.boards[0], options, TURN, title)
        self._id = newgame.open_game(host, wish).game
        newgame.done(host)

    @property
    def accusers(self) -> list[Seat]:
        """Whose clients noticed that somebody cheats."""
        return [seat for seat, session in self.sessions.items() if session.accused]

    def __enter__(self) -> "Play":
        try:
            for player in self._players:
                desk = player.desk
                session = self._stack.enter_context(desk.session(desk.vault.game(self._id)))
                seat = session.mirror.table.rules.seats[len(self.sessions)]
                session.scruples = seat != self._cheat
                session.join([seat], player.name, desk.app.world.entropy)
                self.sessions[seat] = session
                self._sources[seat] = player.source
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def run(self, show: Callable[[Mirror], None]) -> Session:
        """Play until all is revealed; `show` is given the first player's view after each turn.

        Raises PaperchaseError where nobody can go on.
        """
        first = next(iter(self.sessions.values()))
        first.sync()
        while first.mirror.state.stage is not Stage.CLOSED:
            length = first.mirror.state.length
            for seat in sorted(first.mirror.state.clocks):
                self._turn(seat)
            first.sync()
            show(first.mirror)
            if first.mirror.state.length == length:
                raise PaperchaseError(f"the game does not go on after entry {length - 1}")
        for session in self.sessions.values():
            session.sync()
        first.sync()
        return first

    def _turn(self, seat: Seat) -> None:
        """What `seat` owes, and its move if it has one, in one submission."""
        session = self.sessions[seat]
        try:
            session.play([lambda mirror: self._choose(mirror, seat)])
        except IllegalMoveError as error:
            if error.code != "illegal/turn":
                raise
        if self._lie is not None and self.lied is None:
            mine = [news for news in session.news if news.taken.entry.seat == seat]
            self.lied = mine[-1].receipt.seq

    def _choose(self, mirror: Mirror, seat: Seat) -> Move:
        """What the game's bot would do, or for once a lie."""
        rules, public = mirror.table.rules, mirror.state.public
        phase = mirror.state.demand(Kind.MOVE, seat)
        if phase is None:
            raise not_your_turn(mirror)
        secret = mirror.secrets[seat]
        move = self._game.bot(rules, public, secret, phase.demand, self._sources[seat].below)
        if seat == self._cheat and move.hidden and self._lie is None:
            self._honest -= 1
            if self._honest < 0:
                lie = forbidden(mirror, move)
                self._lie = None if lie is None else "told"
                return lie or move
        return move


def forbidden(mirror: Mirror, move: Move) -> Move | None:
    """The same move, with something hidden in it that the rules forbid."""
    rules, public, secret = mirror.table.rules, mirror.state.public, mirror.secrets[move.seat]
    for slot in move.hidden:
        for value in rules.values(public, slot):
            hidden = {**move.hidden, slot: value}
            lie = Move(move.kind, move.seat, move.public, hidden, move.opens)
            try:
                rules.follow(public, secret, lie)
            except Foul:
                return lie
    return None


def hiders(mirror: Mirror) -> list[Seat]:
    """The seats that have hidden something in a game."""
    return [seat for seat, one in mirror.state.seats.items() if one.seals]
