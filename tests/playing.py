"""Players at the command line, and the server that they reach without a socket."""

import io
import json
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from paperchase.errors import OfflineError
from paperchase.keys import Master
from paperchase.rules import Kind, Move
from paperchase.table import Stage
from paperchase.testing.source import Source
from paperchase_client import enrol
from paperchase_client import world as outside
from paperchase_client.cli import main
from paperchase_client.compose import not_your_turn
from paperchase_client.desk import Desk
from paperchase_client.mirror import Mirror
from paperchase_client.output import Screen
from paperchase_client.remote import Response
from paperchase_client.session import Session
from paperchase_client.world import App
from serving import World

URL = "http://localhost"

Fault = Callable[["Wire", str, str, "bytes | None"], "Response | None"]
"""What happens instead of a request; None lets it pass."""


@dataclass
class Wire:
    """A `Transport` into a server in this process. Each fault spoils one request."""

    http: FlaskClient
    faults: list[Fault] = field(default_factory=list)
    calls: list[tuple[str, str, bytes | None]] = field(default_factory=list)

    def call(self, method: str, path: str, body: bytes | None, timeout: float) -> Response:
        self.calls.append((method, path, body))
        for fault in list(self.faults):
            spoiled = fault(self, method, path, body)
            if spoiled is not None:
                return spoiled
        return self.ask(method, path, body)

    def ask(self, method: str, path: str, body: bytes | None) -> Response:
        answer = self.http.open(path, method=method, data=body, content_type="application/json")
        headers = {name.lower(): value for name, value in answer.headers.items()}
        return Response(answer.status_code, answer.mimetype or "", answer.data, headers)

    def posts(self) -> list[bytes]:
        """The bodies of all submissions so far."""
        return [b for m, p, b in self.calls if m == "POST" and p.endswith("/entries") and b]


def once(wire: Wire, method: str, part: str, act: Fault) -> None:
    """Spoil the next request whose path holds `part`."""

    def fault(wire: Wire, asked: str, path: str, body: bytes | None) -> Response | None:
        if asked != method or part not in path:
            return None
        wire.faults.remove(fault)
        return act(wire, asked, path, body)

    wire.faults.append(fault)


def lost(wire: Wire, method: str, path: str, body: bytes | None) -> Response:
    """The request arrives nowhere."""
    raise OfflineError("no answer: connection refused")


def bad_gateway(wire: Wire, method: str, path: str, body: bytes | None) -> Response:
    """The request is done, and a proxy answers 502 in HTML."""
    wire.ask(method, path, body)
    return Response(502, "text/html", b"<html><h1>502 Bad Gateway</h1></html>")


def portal(wire: Wire, method: str, path: str, body: bytes | None) -> Response:
    """The request arrives nowhere, and somebody else answers that all is well."""
    return Response(200, "text/html", b"<html><h1>Welcome to our hotel</h1></html>")


@dataclass(frozen=True)
class Ran:
    """What one command gave."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.out.count("\n") == 1, self.out
        return json.loads(self.out)


class People:
    """Players by name, each with a folder, on one server."""

    def __init__(self, folder: Path, world: World) -> None:
        self.folder = folder
        self.server = world
        self.wire = Wire(world.http)
        self.slept: list[float] = []
        self.sources: dict[str, Source] = {}

    def world(self, who: str) -> outside.World:
        source = self.sources.setdefault(who, Source(f"people/{who}"))
        return outside.World(
            now=self.server.clock,
            sleep=self.slept.append,
            entropy=source.bytes,
            connect=lambda _: self.wire,
        )

    def run(self, who: str, *words: str, stdin: str = "") -> Ran:
        """`paperchase --home <who's folder> ...`, as from a script."""
        out, err = io.StringIO(), io.StringIO()
        before, sys.stdin = sys.stdin, io.StringIO(stdin)
        try:
            with redirect_stdout(out), redirect_stderr(err):
                status = main(["--home", str(self.folder / who), *words], self.world(who))
        finally:
            sys.stdin = before
        return Ran(status, out.getvalue(), err.getvalue())

    def do(self, who: str, *words: str, stdin: str = "") -> Ran:
        """The same, where it has to succeed."""
        ran = self.run(who, *words, stdin=stdin)
        assert ran.status == 0, ran
        return ran

    def init(self, *names: str) -> None:
        for who in names:
            self.do(who, "init", "--handle", who, "--server", URL)

    def desk(self, who: str) -> Desk:
        """The desk of a player, whose key follows from his name."""
        desk = Desk(App(self.world(who), Screen(), self.folder / who))
        if not desk.vault.has_master():
            desk.vault.keep_master(Master(Source(f"player/{who}").bytes()).secret)
        if desk.vault.account() is None:
            enrol.enrol(desk, who, URL)
        return desk

    def session(self, who: str, game: str) -> Session:
        desk = self.desk(who)
        return desk.session(desk.vault.game(game))

    def seated(self, game: str, seats: Mapping[str, str]) -> None:
        """Everybody joins: seat to player."""
        for seat, who in seats.items():
            with self.session(who, game) as session:
                session.join([seat], who, self.world(who).entropy)

    def chase(self, places: str = "place 1; place 10; place 20", start: str = "start 54") -> str:
        """Ghost Chase between `ann`, the ghost, and `bob`, up to the ghost's first unseen turn."""
        self.init("ann", "bob")
        game = self.do("ann", "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]
        self.do("bob", "join", game)
        self.do("bob", "move", game, places)
        self.do("ann", "move", game, start)
        self.do("bob", "move", game, "frame cats")
        return game

    def bot(self, who: str, seat: str) -> Callable[[Mirror], Move]:
        """A wish: what the game's bot would do."""
        source = self.sources.setdefault(who, Source(f"people/{who}"))

        def wish(mirror: Mirror) -> Move:
            phase = mirror.state.demand(Kind.MOVE, seat)
            if phase is None or not phase.demand.must:
                raise not_your_turn(mirror)
            secret, rules = mirror.secrets[seat], mirror.table.rules
            return mirror.game.bot(rules, mirror.state.public, secret, phase.demand, source.below)

        return wish

    def play(self, game: str, seats: Mapping[str, str], entries: int = 10_000) -> Mirror:
        """Bots play on until the game is closed, or has so many entries."""
        who = next(iter(seats.values()))
        while True:
            with self.session(who, game) as session:
                session.sync()
                mirror = session.mirror
            state = mirror.state
            if state.stage is Stage.CLOSED or state.length >= entries:
                for other in seats.values():
                    with self.session(other, game) as session:
                        session.pull()
                return mirror
            for seat in sorted(state.clocks):
                self.turn(game, seats[seat], seat)

    def turn(self, game: str, who: str, seat: str) -> None:
        """One seat pays and moves, if it has anything to pay or to move."""
        with self.session(who, game) as session:
            session.sync()
            phase = session.mirror.state.demand(Kind.MOVE, seat)
            if phase is not None and phase.demand.must:
                session.play([self.bot(who, seat)])


class OverHttp(People):
    """The same players with the real world around them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def world(self, who: str) -> outside.World:
        return outside.World(sleep=lambda _: None)
