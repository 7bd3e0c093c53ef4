"""Where the parts meet the world: the one place below the command line with clock and entropy.

Any WSGI server can serve `paperchase_server.wsgi:application()`; the settings are then the
environment alone. Each process must call it for itself, after it was forked.
"""

import os
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from flask import Flask

from paperchase_server import keyfile
from paperchase_server.app import create_app
from paperchase_server.catalogue import Catalogue
from paperchase_server.config import ServerConfig
from paperchase_server.service import GameService
from paperchase_server.store import Store


def build_service(config: ServerConfig) -> GameService:
    """The service that `config` describes. Raises PaperchaseError with one clear line."""
    master = keyfile.read(config.key_file)
    catalogue = Catalogue.load(Path(config.boards) if config.boards else None)
    store = Store.open(config.db, config.patience)
    try:
        return GameService(
            store,
            master,
            time.time,
            os.urandom,
            catalogue,
            # The other threads stay free for those who do not wait.
            waits=config.threads // 2,
            version=_version(),
        )
    except BaseException:
        store.close()
        raise


def application() -> Flask:
    """The WSGI application of the environment's settings."""
    config = ServerConfig.from_env(os.environ)
    return create_app(build_service(config), config.names)


def _version() -> str:
    try:
        return version("paperchase")
    except PackageNotFoundError:
        return "unreleased"
