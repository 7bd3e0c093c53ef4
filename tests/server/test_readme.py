"""The operator's page names every setting, every address and every status there is."""

from dataclasses import fields
from pathlib import Path

import pytest

from paperchase import api
from paperchase_server.cli import main
from paperchase_server.config import PREFIX, ServerConfig
from paperchase_server.problems import STATUS

TEXT = (Path(__file__).parents[2] / "server" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [one.name for one in fields(ServerConfig)])
def test_settings(name):
    assert f"`{PREFIX}{name.upper()}`" in TEXT


PATHS = (api.PREFIX, api.HANDLES, api.HANDLE, api.GAMES, api.GAME)
PATHS += (api.LOG, api.ENTRIES, api.BOARD, api.BUNDLE)


@pytest.mark.parametrize("path", PATHS)
def test_addresses(path):
    assert f" {path}`" in TEXT


def test_statuses():
    for code, status in STATUS.items():
        if code != "offline":
            assert f"| {status.value} |" in TEXT, code


def test_commands():
    for name in main.commands:
        assert f"paperchase-server {name} " in TEXT


def test_limits():
    for number in (api.MAX_ENTRIES, api.LOG_PAGE, api.GAMES_PAGE, api.MAX_WAIT):
        assert f"{number} " in TEXT
    assert api.LENGTH_HEADER in TEXT
