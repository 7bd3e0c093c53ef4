# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Serves by gunicorn's threaded workers, on a socket that is bound here."""

import errno
import socket
import sys
import time
from collections.abc import Callable
from typing import Any, cast

from gunicorn.app.base import BaseApplication
from gunicorn.workers.gthread import ThreadWorker

from paperchase.errors import RefusedError
from paperchase_server.app import create_app
from paperchase_server.config import ServerConfig
from paperchase_server.service import GameService

BACKLOG = 256
"""Connections that may wait to be taken."""

GRACE = 10
"""Seconds that a stopping server gives to requests that are under way."""

PORT_WAIT = 5
"""Seconds in which a port may come free: the workers of a killed master hold it for one or two."""

SLICE = 0.0002
"""Seconds that a thread may compute before another one may go on."""


class _Worker(ThreadWorker):
    """A worker that lets go of those who only wait for news, when it is told to stop."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        cast("_Application", self.app).release()
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: Any) -> None:
        cast("_Application", self.app).release()
        super().handle_quit(sig, frame)

    def is_parent_alive(self) -> bool:
        """Asked every second; a worker whose master was killed gives the port up at once."""
        alive = bool(super().is_parent_alive())
        if not alive:
            cast("_Application", self.app).release()
            self.set_accept_enabled(False)
            for listener in self.sockets:
                listener.close()
        return alive


class _Application(BaseApplication):
    """What gunicorn loads, in each worker for itself."""

    def __init__(
        self,
        config: ServerConfig,
        listener: socket.socket,
        build: Callable[[ServerConfig], GameService],
        ready: Callable[[], None],
    ) -> None:
        self._config = config
        self._socket = listener.detach()
        self._build = build
        self._ready = ready
        self._service: GameService | None = None
        super().__init__()

    def load_config(self) -> None:
        settings: dict[str, Any] = {
            "bind": [f"fd://{self._socket}"],
            "workers": self._config.workers,
            "threads": self._config.threads,
            "worker_class": _Worker,
            "graceful_timeout": GRACE,
            "keepalive": 30,
            "loglevel": "warning",
            "control_socket_disable": True,
            "when_ready": self._when_ready,
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def _when_ready(self, arbiter: Any) -> None:
        self._ready()

    def load(self) -> Any:
        # The writer that leads gives up the interpreter at each statement; it has to come back
        # before the others have used up a slice of the usual length.
        sys.setswitchinterval(SLICE)
        # In the worker, after the fork: no connection is shared.
        self._service = self._build(self._config)
        return create_app(self._service, self._config.names)

    def release(self) -> None:
        """Let nobody wait any longer."""
        if self._service is not None:
            self._service.bell.close()


def listen(config: ServerConfig) -> socket.socket:
    """A listening socket; port 0 is any free one.

    Raises RefusedError where it cannot be, also after a wait for a port that is taken.
    """
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    end = time.monotonic() + PORT_WAIT
    while True:
        try:
            return socket.create_server((config.host, config.port), family=family, backlog=BACKLOG)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and time.monotonic() < end:
                time.sleep(0.1)
                continue
            raise RefusedError(
                f"cannot listen on {config.host} port {config.port}: {error.strerror}", "port"
            ) from None


def address(listener: socket.socket) -> str:
    """The URL that reaches `listener`."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(
    config: ServerConfig,
    listener: socket.socket,
    build: Callable[[ServerConfig], GameService],
    ready: Callable[[], None],
) -> None:
    """Serve until a signal stops it; `ready` is called once requests are taken."""
    _Application(config, listener, build, ready).run()
