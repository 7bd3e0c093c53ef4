"""What is written is true: references are as the code has them, and links lead somewhere."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

import pytest

from paperchase_client import cli, exits

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\(([^)\s]+)\)")


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "tests/docs/generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pages() -> list[Path]:
    found = [*ROOT.glob("*.md")]
    for folder in ("shared", "server", "client", "tests", "deploy"):
        found += (ROOT / folder).rglob("*.md")
    return sorted(found)


def test_the_command_reference_is_what_the_commands_say() -> None:
    made = generator()
    assert made.PAGE.read_text("utf-8") == made.page(), "run `make docs`"


def test_the_picture_in_the_readme_is_what_the_program_draws() -> None:
    made = generator()
    assert made.PICTURE.read_text("utf-8") == made.picture(), "run `make docs`"


def test_the_command_reference_names_every_command_and_every_status() -> None:
    text = generator().PAGE.read_text("utf-8")
    for name in cli.COMMANDS:
        assert f"`paperchase {name}`" in text
    for status in exits.MEANING:
        assert f"| {status} | " in text


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_that_there_are(page: Path) -> None:
    for link in LINK.findall(page.read_text("utf-8")):
        target = unquote(link.partition("#")[0])
        if target and "://" not in target and not target.startswith("mailto:"):
            assert (page.parent / target).exists(), f"{page.name}: {link}"


def test_the_readme_types_only_commands_that_there_are() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    typed = set(re.findall(r"^    paperchase ([a-z]+)", text, re.MULTILINE))
    assert typed <= set(cli.COMMANDS)
    assert {"init", "new", "join", "move", "sync", "verify"} <= typed
