"""Where the client keeps things, and what its config file may say.

Precedence: flag, then `PAPERCHASE_*`, then the config file, then the default.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from paperchase.errors import MalformedError

if TYPE_CHECKING:
    from pathlib import Path

SHARED_KEYS = {"server": str, "handle": str}
"""Top-level keys that every command with an option of that name takes as its default."""

ROOT_KEYS = {"home": str, "color": str, "escrow": bool}
"""Top-level keys for the options that stand before the command."""


def config_file() -> "Path":
    """Where the config file is looked for unless `--config` names another."""
    from platformdirs import user_config_path

    return user_config_path("paperchase", appauthor=False) / "config.toml"


def data_folder() -> "Path":
    """Where keys and games are kept unless `--home` names another folder."""
    from platformdirs import user_data_path

    return user_data_path("paperchase", appauthor=False)


def read_config(path: "Path", commands: Mapping[str, Any], asked_for: bool) -> dict[str, Any]:
    """The config file as a dict; empty where there is none.

    Raises MalformedError naming file and key, also where `asked_for` is not there.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        if asked_for:
            raise MalformedError(f"there is no config file {path}", "config") from None
        return {}
    import tomllib

    try:
        config = tomllib.loads(data.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise MalformedError(f"{path}: {error}", "config") from None
    known = SHARED_KEYS | ROOT_KEYS
    for key, value in config.items():
        if key in known:
            if not isinstance(value, known[key]):
                kind = "true or false" if known[key] is bool else "a text"
                raise MalformedError(f"{path}: {key} takes {kind}", "config")
        elif key not in commands or not isinstance(value, dict):
            names = ", ".join(sorted(known))
            raise MalformedError(
                f"{path}: no setting {key}; there are {names}, and a table for each command",
                "config",
            )
    return config


def defaults_for(
    config: Mapping[str, Any], command: str, options: Mapping[str, Any], path: "Path"
) -> dict[str, Any]:
    """What the config file says for the options of `command` and of its own commands.

    `options` names them, those of an own command in a mapping. Raises MalformedError.
    """
    shared = {key: config[key] for key in SHARED_KEYS if key in config}
    return _defaults(shared, config.get(command, {}), options, f"{path}: [{command}]")


def _defaults(
    shared: Mapping[str, Any], table: Mapping[str, Any], options: Mapping[str, Any], where: str
) -> dict[str, Any]:
    found: dict[str, Any] = dict(shared)
    for key, value in table.items():
        name = key.replace("-", "_")
        if name not in options or isinstance(value, dict) != (options[name] is not None):
            raise MalformedError(f"{where} has no setting {key}", "config")
        found[name] = value
    for name, inner in options.items():
        if inner is not None:
            found[name] = _defaults(shared, table.get(name, {}), inner, f"{where} {name}")
    return found
