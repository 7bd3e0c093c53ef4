"""The operator's settings: flag before environment before file before default."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from paperchase.errors import MalformedError
from paperchase_server.store import file_of

PREFIX = "PAPERCHASED_"
"""What the environment variables begin with."""

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
"""The names under which a server on this machine is reached."""


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """Everything that can be set.

    `hosts` are further names that the server answers to; `*` is any. `patience` is how long a
    turn waits for a locked database, in seconds.
    """

    db: str = "paperchase.sqlite"
    key: str = ""
    host: str = "127.0.0.1"
    port: int = 8470
    workers: int = 1
    threads: int = 16
    hosts: tuple[str, ...] = ()
    boards: str = ""
    patience: int = 5

    @classmethod
    def from_env(
        cls, env: Mapping[str, str], flags: Mapping[str, Any] | None = None
    ) -> "ServerConfig":
        """The settings from flags, from `PAPERCHASED_*`, and from the TOML file that is named.

        A flag that is None was not given. The file is the flag `config` or `PAPERCHASED_CONFIG`.
        Raises MalformedError for a setting that there is not, or that has another type.
        """
        given = {name: value for name, value in (flags or {}).items() if value is not None}
        named = {
            name.removeprefix(PREFIX).lower(): value
            for name, value in env.items()
            if name.startswith(PREFIX)
        }
        file = given.pop("config", None) or named.pop("config", None)
        named.pop("config", None)
        values = (_file(Path(file)) if file else {}) | named | given
        known = {one.name: one.default for one in fields(cls)}
        for name in values:
            if name not in known:
                raise MalformedError(
                    f"no setting {name}: there are {', '.join(known)}, config", "config"
                )
        return cls(**{name: _typed(name, values[name], known[name]) for name in values})

    @property
    def key_file(self) -> Path:
        """Where the server's master key is: beside the database where nothing else was said."""
        return Path(self.key) if self.key else Path(f"{file_of(self.db)}.key")

    @property
    def names(self) -> list[str] | None:
        """All host names to answer to; None is any."""
        if "*" in self.hosts:
            return None
        bound = [] if self.host in ("0.0.0.0", "::") else [self.host]  # noqa: S104
        return list(dict.fromkeys((*LOOPBACK, *bound, *self.hosts)))


def _file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise MalformedError(f"{path}: {error}", "config") from None


def _typed(name: str, value: object, default: object) -> Any:
    match default:
        case int():
            if isinstance(value, str) and value.isascii() and value.isdigit():
                value = int(value[:9])
            if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
                return value
            raise MalformedError(f"{name} takes a whole number", "config")
        case tuple():
            if isinstance(value, str):
                value = value.replace(",", " ").split()
            if isinstance(value, list | tuple):
                return tuple(str(one) for one in value)  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]
            raise MalformedError(f"{name} takes names with commas between", "config")
        case _:
            if isinstance(value, str | Path):
                return str(value)
            raise MalformedError(f"{name} takes a text", "config")
