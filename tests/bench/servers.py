"""The two servers that are compared: `python -m tests.bench.servers real|bare DATABASE`.

Both run under the real server's own runner. The bare one verifies a signature and inserts a row,
durably, and does nothing else: it is what a turn costs where nobody knows any rules.
"""

import os
import sqlite3
import sys
import threading
import time
from typing import Any

import msgspec
from flask import Flask, Response, request

from paperchase.log import ENTRY, Signed
from paperchase_server import runner
from paperchase_server.bell import Bell
from paperchase_server.config import ServerConfig
from paperchase_server.service import GameService
from paperchase_server.store import Store
from serving import MASTER, TOY

BARE = "/bare"
HELLO = "/hello"


def real(config: ServerConfig) -> GameService:
    """The service, with the toy on offer."""
    store = Store.open(config.db, config.patience)
    return GameService(store, MASTER, time.time, os.urandom, TOY, config.threads // 2)


class Bare:
    """What a runner needs of a service, and no more."""

    def __init__(self, path: str) -> None:
        self.bell = Bell(1)
        self._lock = threading.Lock()
        self._rows = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._rows.execute("PRAGMA journal_mode = WAL")
        self._rows.execute("PRAGMA synchronous = FULL")
        self._rows.execute(
            "CREATE TABLE IF NOT EXISTS entries (seq INTEGER PRIMARY KEY, key, payload, sig)"
        )

    def enter(self, key: str, message: Signed) -> int | None:
        """The number of a signed message, once it is on the disk."""
        message.check(ENTRY, key)
        with self._lock:
            self._rows.execute("BEGIN IMMEDIATE")
            row = (key, message.payload.decode(), message.sig.hex())
            done = self._rows.execute("INSERT INTO entries VALUES (NULL, ?, ?, ?)", row)
            self._rows.execute("COMMIT")
        return done.lastrowid


def bare_app(service: Any, _hosts: Any) -> Flask:
    """An endpoint that enters a message, and one that says hello."""
    app = Flask(__name__, static_folder=None)

    @app.post(BARE)
    def enter() -> Response:
        body = msgspec.json.decode(request.get_data(cache=False))
        number = service.enter(body["key"], Signed.from_wire(body["entries"][0]))
        return Response(msgspec.json.encode({"number": number}), content_type="application/json")

    @app.get(HELLO)
    def hello() -> Response:
        return Response(b'{"hello":true}', content_type="application/json")

    _ = enter, hello
    return app


def main(kind: str, db: str) -> None:
    """Serves on a free loopback port, and prints its address."""
    build: Any = real
    if kind == "real":
        Store.create(db, MASTER.identity().key).close()
    else:
        build = lambda config: Bare(config.db)  # noqa: E731
        runner.create_app = bare_app
    config = ServerConfig(db=db, port=0)
    listener = runner.listen(config)
    url = runner.address(listener)
    runner.serve(config, listener, build, lambda: print(url, flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
