"""A whole server in a temporary folder, and players who talk to it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import urllib3
from flask.testing import FlaskClient

from paperchase import api, canon, log
from paperchase.bot import at_random
from paperchase.game import Game
from paperchase.keys import Identity, Master
from paperchase.log import Signed
from paperchase.rules import Move
from paperchase.table import Ledger, Player, Stage, State, Table, Taken
from paperchase.testing import toy
from paperchase.testing.match import Agent
from paperchase.testing.source import Source
from paperchase.values import Seat
from paperchase_server.app import create_app
from paperchase_server.catalogue import Catalogue
from paperchase_server.service import GameService
from paperchase_server.store import Store

START = 1_800_000_000
MASTER = Master(Source("server").bytes())
TOY = Catalogue({("toy", "ring"): toy.BOARD}, (toy.GAME,))

Submit = Callable[[str, Sequence[Signed]], Mapping[str, Any]]


@dataclass
class Clock:
    """A clock that stands still until it is told."""

    now: float = START

    def __call__(self) -> float:
        return self.now


def new_game(identity: Identity, server: str, handle: str, **changes: Any) -> Signed:
    """A signed request for a toy game."""
    wish = {
        "v": 1,
        "server": server,
        "handle": handle,
        "rules": "toy",
        "board": "ring",
        "options": {"rounds": 3},
        "turn": 3600,
        "title": "A game",
        "listed": True,
        "nonce": "0" * 64,
    }
    return log.sign(identity, log.NEW, canon.encode(wish | changes))


def registration(identity: Identity, server: str, handle: str, **changes: Any) -> Signed:
    """A signed registration."""
    wish = {"v": 1, "handle": handle, "key": identity.key, "server": server}
    return log.sign(identity, log.HANDLE, canon.encode(wish | changes))


class Session:
    """A game as all its players together see it, over whatever door `submit` is."""

    def __init__(
        self,
        game: str,
        line: str,
        submit: Submit,
        masters: Mapping[Seat, tuple[str, Master]],
        rules: Game = toy.GAME,
        board: bytes = toy.BOARD,
    ) -> None:
        self.game = game
        self.source = Source(f"session/{game}")
        first = log.read_line(line)
        self.table = Table.open(log.read_entry(first.entry), rules, board)
        self.ledger = Ledger.begin(self.table, first)
        self.taken: list[Taken] = []
        self.lines = [line]
        self._submit = submit
        self._made: dict[str, tuple[Agent, Move]] = {}
        self.agents = {
            seat: Agent(self, seat, handle, master, at_random, None)  # pyright: ignore[reportArgumentType]
            for seat, (handle, master) in masters.items()
        }

    @classmethod
    def bare(cls, table: Table, line: str) -> "Session":
        """Only follows the log of a game of any kind."""
        made = cls.__new__(cls)
        made.game, made.table = table.game, table
        made.ledger = Ledger.begin(table, log.read_line(line))
        made.taken, made.lines, made.agents, made._made = [], [line], {}, {}
        return made

    @property
    def state(self) -> State:
        return self.ledger.state

    def player(self, seat: Seat) -> Player:
        return self.agents[seat].player

    def submit(self, entry: log.Entry) -> Taken:
        for agent in self.agents.values():
            if agent._sent is not None:
                self._made[entry.id] = agent, agent._sent
        answer = self.post(entry)
        assert "refused" not in answer, answer
        return next(one for one in self.taken if one.entry.id == entry.id)

    def post(self, *entries: log.Entry) -> Mapping[str, Any]:
        answer = self._submit(self.game, [entry.signed for entry in entries])
        self.read(answer["since"], answer["lines"])
        return answer

    def read(self, since: int, lines: Sequence[str]) -> None:
        """Follow lines of the log, each of them once."""
        for line in lines[max(0, self.state.length - since) :]:
            taken = self.ledger.take(log.read_line(line))
            self.lines.append(line)
            self.taken.append(taken)
            # The server may have died between taking an entry and saying so.
            maker, move = self._made.pop(taken.entry.id, (None, None))
            for agent in self.agents.values():
                agent._sent = move if agent is maker else None
                agent.observe(taken)
                agent._sent = None

    def join(self) -> None:
        for agent in self.agents.values():
            self.submit(agent.player.join(self.state, agent.handle))
        self.ready()

    def ready(self) -> None:
        while self.state.stage is Stage.READY:
            for agent in self.agents.values():
                self.submit(agent.player.ready(self.table, self.state))

    def step(self) -> None:
        """Whoever must act does."""
        phase = next(phase for phase in self.state.phases if phase.demand.must)
        self.agents[phase.demand.seat].act(phase.demand)

    def play(self) -> None:
        while self.state.stage is Stage.PLAY:
            self.step()
        for seat, agent in self.agents.items():
            if self.table.owes_reveal(self.state, seat):
                self.submit(agent.player.reveal(self.table, self.state))


@dataclass
class World:
    """One server and what a test needs to reach it."""

    folder: Path
    clock: Clock = field(default_factory=Clock)
    source: Source = field(default_factory=lambda: Source("world"))
    catalogue: Catalogue = TOY
    patience: float = 5.0

    def __post_init__(self) -> None:
        self.db = self.folder / "server.sqlite"
        self.master = MASTER
        Store.create(str(self.db), self.master.identity().key).close()
        self.services: list[GameService] = []
        self.service = self.start()
        self.app = create_app(self.service, ["localhost"])
        self.http: FlaskClient = self.app.test_client()

    def start(self) -> GameService:
        """One more service over the same database, as another process would have."""
        self.store = Store.open(str(self.db), self.patience)
        service = GameService(
            self.store, self.master, self.clock, self.source.bytes, self.catalogue, version="test"
        )
        self.services.append(service)
        return service

    @property
    def server(self) -> str:
        return self.master.identity().key

    def register(self, handle: str) -> Master:
        master = Master(Source(f"player/{handle}").bytes())
        self.service.register(registration(master.identity(), self.server, handle))
        return master

    def create(self, **changes: Any) -> tuple[str, str]:
        """A game by `ann`; its id and its first line."""
        ann = self.register("ann")
        nonce = self.source.bytes().hex()
        wish = new_game(ann.identity(), self.server, "ann", nonce=nonce, **changes)
        made = self.service.create(wish)
        return made["game"], made["line"]

    def session(self, submit: Submit | None = None, **changes: Any) -> Session:
        """A toy game between `ann`, who hides, and `bob`."""
        game, line = self.create(**changes)
        masters = {"hider": ("ann", self.register("ann")), "seeker": ("bob", self.register("bob"))}
        return Session(game, line, submit or self.service.submit, masters)

    def post(self, path: str, shape: Any) -> Any:
        return self.http.post(path, data=msgspec.json.encode(shape))

    def close(self) -> None:
        for service in self.services:
            service.close()


class Process:
    """A server process; `post` and `get` raise where it does not answer."""

    def __init__(self, *command: Any):
        path = os.pathsep.join(sys.path)
        self.popen = subprocess.Popen(
            [sys.executable, *map(str, command)],
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self.popen.stdout is not None
        self.said = self.popen.stdout.readline().strip()
        self.url = self.said.removeprefix("listening on ")
        self.pool = urllib3.PoolManager(maxsize=16, retries=False)

    def post(self, path: str, shape: Any) -> Any:
        answer = self.pool.request("POST", self.url + path, body=json.dumps(shape).encode())
        assert answer.status < 300, answer.data
        return answer.json()

    def get(self, path: str, timeout: float = 30) -> urllib3.BaseHTTPResponse:
        return self.pool.request("GET", self.url + path, timeout=timeout)

    def submit(self, game: str, messages: Any) -> Any:
        entries = [message.to_wire() for message in messages]
        return self.post(api.ENTRIES.format(game=game), {"entries": entries})

    def register(self, handle: str) -> Master:
        master = Master(Source(f"player/{handle}").bytes())
        message = registration(master.identity(), MASTER.identity().key, handle)
        self.post(api.HANDLES, message.to_wire())
        return master

    def create(self, **changes: Any) -> tuple[str, str]:
        ann = self.register("ann").identity()
        nonce = os.urandom(32).hex()
        wish = new_game(ann, MASTER.identity().key, "ann", nonce=nonce, **changes)
        made = self.post(api.GAMES, wish.to_wire())
        return made["game"], made["line"]

    def kill(self) -> None:
        """SIGKILL to master and workers, as a power cut would."""
        os.killpg(self.popen.pid, signal.SIGKILL)
        self.end()

    def stop(self, number: int = signal.SIGTERM) -> int:
        # Connections that are kept alive would be waited for.
        self.pool.clear()
        self.popen.send_signal(number)
        return self.end()

    def end(self) -> int:
        code = self.popen.wait(20)
        assert self.popen.stdout is not None
        self.popen.stdout.close()
        self.pool.clear()
        return code
