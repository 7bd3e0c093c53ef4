"""Players in processes of their own, who play as fast as they are answered."""

import multiprocessing
import socket
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any
from urllib.parse import urlsplit

import msgspec

from paperchase import api
from paperchase.keys import Master
from paperchase.log import Line, Signed, write_entry
from paperchase.table import Ledger, Taken
from paperchase.table.ledger import Claim
from paperchase.testing.source import Source
from serving import Session

from .servers import BARE, HELLO

FORK = multiprocessing.get_context("fork")


class Wire:
    """One kept HTTP connection, with as little of a client as there can be."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        assert parts.hostname is not None
        assert parts.port is not None
        self._host = parts.netloc
        self._socket = socket.create_connection((parts.hostname, parts.port), timeout=20)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def call(self, method: str, path: str, body: bytes = b"") -> Any:
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        self._socket.sendall(head.encode() + body)
        answer = b""
        while (end := answer.find(b"\r\n\r\n")) < 0:
            answer += self._more()
        status = answer[9:12]
        lines = answer[:end].lower().split(b"\r\n")
        size = next(int(line[15:]) for line in lines if line.startswith(b"content-length:"))
        while len(answer) < end + 4 + size:
            answer += self._more()
        assert status.startswith(b"2"), answer
        return msgspec.json.decode(answer[end + 4 :])

    def _more(self) -> bytes:
        data = self._socket.recv(65536)
        assert data, "the server hung up"
        return data


class Trusting(Ledger):
    """Takes the server's word for what was signed, so that the clients' share is small."""

    def take(self, line: Line, claims: list[Claim] | None = None) -> Taken:
        return super().take(line, [])


@dataclass
class Player:
    """One client: plays both seats of a toy game, and writes to the bare server."""

    session: Session
    identity: Any
    real: str
    bare: str
    wires: dict[str, Wire] = field(default_factory=dict[str, Wire])
    latencies: list[float] = field(default_factory=list[float])
    last: str | None = None

    def submit(self, game: str, messages: Sequence[Signed]) -> Mapping[str, Any]:
        """To the real server."""
        body = {"entries": [message.to_wire() for message in messages]}
        path = api.ENTRIES.format(game=game)
        return self._timed(self.real, "POST", path, msgspec.json.encode(body))

    def _timed(self, url: str, method: str, path: str, body: bytes = b"") -> Any:
        if url not in self.wires:
            self.wires[url] = Wire(url)
        start = time.perf_counter()
        answer = self.wires[url].call(method, path, body)
        self.latencies.append(time.perf_counter() - start)
        return answer

    def turn(self, kind: str) -> None:
        """One request of that kind."""
        if kind == "real":
            self.session.step()
            self.session.taken.clear()
        elif kind == "bare":
            self._bare()
        else:
            self._timed(self.bare, "GET", HELLO)

    def _bare(self) -> None:
        state = self.session.state
        opened = {"sealed": {"field/1": f"h1:{state.game}", "wish/1": f"h1:{state.game}"}}
        entry = write_entry(
            self.identity,
            game=state.game,
            seat="hider",
            type="move",
            prev=state.head,
            own=self.last,
            link=state.head,
            body={"public": None, "opened": {}, **opened},
        )
        self.last = entry.id
        body = {"key": self.identity.key, "entries": [entry.signed.to_wire()]}
        self._timed(self.bare, "POST", BARE, msgspec.json.encode(body))

    def serve(self, orders: Connection) -> None:
        """Obeys: so many seconds of one kind; answers with the latencies."""
        while (order := orders.recv()) is not None:
            kind, seconds = order
            self.latencies.clear()
            end = time.perf_counter() + seconds
            while time.perf_counter() < end:
                self.turn(kind)
            orders.send(list(self.latencies))


class Crowd:
    """Several players, each in a process of its own. Use it in a `with`."""

    def __init__(self, players: Sequence[Player]) -> None:
        pipes = [FORK.Pipe() for _ in players]
        self._orders = [pipe[0] for pipe in pipes]
        self._processes = [
            FORK.Process(target=player.serve, args=(pipe[1],), daemon=True)
            for player, pipe in zip(players, pipes, strict=True)
        ]
        for process in self._processes:
            process.start()

    def run(self, kind: str, seconds: float, players: int | None = None) -> list[float]:
        """Latencies of all requests that were answered in that time."""
        chosen = self._orders[:players]
        for order in chosen:
            order.send((kind, seconds))
        return [latency for order in chosen for latency in order.recv()]

    def __enter__(self) -> "Crowd":
        return self

    def __exit__(self, *_: object) -> None:
        for order, process in zip(self._orders, self._processes, strict=True):
            order.send(None)
            process.join(10)
            if process.is_alive():
                process.kill()


def sit_down(
    real: Any, bare: str, number: int, masters: Mapping[str, tuple[str, Master]]
) -> Player:
    """A player at a game of his own that has begun."""
    game, line = real.create(options={"rounds": 0, "draws": False})
    session = Session(game, line, real.submit, masters)
    ledger = session.ledger
    session.ledger = Trusting(ledger.table, ledger.state, ledger.book, every_receipt=False)
    player = Player(session, Master(Source(f"bare/{number}").bytes()).identity(), real.url, bare)
    session.join()
    session._submit = player.submit  # pyright: ignore[reportPrivateUsage]
    return player
