"""The real server with the games of the tests: `python toy_server.py DB WORKERS [PATIENCE]`."""

import os
import sys
import time
from pathlib import Path

from paperchase.testing import toy
from paperchase_server import runner
from paperchase_server.catalogue import Catalogue
from paperchase_server.config import ServerConfig
from paperchase_server.service import GameService
from paperchase_server.store import Store
from quorum import QUORUM
from serving import MASTER

BOARDS = {("toy", "ring"): toy.BOARD, ("quorum", "none"): b"x"}
GAMES = Catalogue(BOARDS, (toy.GAME, QUORUM))


def build(config: ServerConfig) -> GameService:
    store = Store.open(config.db, config.patience)
    return GameService(store, MASTER, time.time, os.urandom, GAMES, config.threads // 2)


def main() -> None:
    db, workers = sys.argv[1], int(sys.argv[2])
    if not Path(db).exists():
        Store.create(db, MASTER.identity().key).close()
    patience = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    config = ServerConfig(db=db, port=0, workers=workers, threads=8, patience=patience)
    listener = runner.listen(config)
    url = runner.address(listener)
    runner.serve(config, listener, build, lambda: print(url, flush=True))


if __name__ == "__main__":
    main()
