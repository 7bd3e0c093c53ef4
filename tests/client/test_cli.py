"""The root of the command line: quick, quiet, and clear about mistakes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from paperchase.errors import PaperchaseError
from paperchase_client import cli as root
from paperchase_client import exits
from paperchase_client.cli import COMMANDS, main
from playing import URL, People

ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def python(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], env=ENV, text=True, capture_output=True, check=False, **more
    )


def all_commands() -> list[tuple[str, click.Command]]:
    context = click.Context(root.cli, info_name="paperchase")
    found: list[tuple[str, click.Command]] = []
    for name in COMMANDS:
        command = root.cli.get_command(context, name)
        assert command is not None
        found.append((name, command))
        if isinstance(command, click.Group):
            found += [(f"{name} {inner}", one) for inner, one in command.commands.items()]
    return found


def test_help_loads_no_crypto_no_network_and_no_game() -> None:
    code = (
        "import sys, click; before = set(sys.modules);"
        "from paperchase_client.cli import main; main(['--help']);"
        "print(*sorted(set(sys.modules) - before), file=sys.stderr)"
    )
    loaded = set(python("-c", code).stderr.split())
    for heavy in ("cryptography", "nacl", "urllib3", "msgspec", "hashlib", "json", "ssl"):
        assert heavy not in loaded
    assert not {name for name in loaded if name.startswith("paperchase.games")}


def test_the_client_loads_neither_server_nor_database() -> None:
    names = [f"paperchase_client.commands.{name}" for name in COMMANDS]
    code = f"import sys, {', '.join(names)}; print(*sys.modules)"
    loaded = set(python("-c", code).stdout.split())
    assert not loaded & {"flask", "peewee", "paperchase_server", "gunicorn"}


def test_the_table_says_what_the_commands_say_of_themselves() -> None:
    for name, command in all_commands():
        first = (command.help or "").split("\n\n")[0].replace("\n", " ")
        if name in COMMANDS:
            assert first == COMMANDS[name], name


def test_every_command_has_json_and_an_example() -> None:
    for name, command in all_commands():
        if isinstance(command, click.Group):
            continue
        assert any(param.name == "json" for param in command.params), name
        assert f"paperchase {name}" in (command.epilog or ""), name


def test_no_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == exits.USAGE
    assert "Begin:" in capsys.readouterr().err


def test_a_wrong_command_is_answered_with_a_guess(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mvoe"]) == exits.USAGE
    assert "Did you mean" in capsys.readouterr().err
    assert main(["--nope"]) == exits.USAGE


def test_usage_errors_are_json_where_json_is_asked_for(people: People) -> None:
    ran = people.run("ann", "show", "--json")
    assert (ran.status, ran.json["code"]) == (exits.USAGE, "usage")


def test_a_refusal_is_json_with_code_and_detail(people: People) -> None:
    ran = people.run("ann", "games", "--json")
    assert (ran.status, ran.json["code"]) == (exits.REFUSED, "refused/no_account")
    assert set(ran.json) == {"code", "detail"}
    assert ran.err == ""


def test_a_folder_that_is_none_of_ours_is_told_in_one_line(people: People, tmp_path: Path) -> None:
    (tmp_path / "people").mkdir()
    (tmp_path / "people" / "ann").mkdir()
    (tmp_path / "people" / "ann" / "account.json").mkdir()
    ran = people.run("ann", "games")
    assert ran.status == exits.FAILED
    assert ran.err.count("\n") == 1
    assert "account.json" in ran.err


@pytest.mark.parametrize(
    ("environ", "flags", "coloured"),
    [
        ({}, [], False),
        ({"FORCE_COLOR": "1"}, [], True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, [], False),
        ({"NO_COLOR": "1"}, ["--color", "always"], True),
        ({"FORCE_COLOR": "1"}, ["--color", "never"], False),
        ({"PAPERCHASE_COLOR": "always"}, [], True),
    ],
)
def test_colour_is_where_it_is_wanted(
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    environ: dict[str, str],
    flags: list[str],
    coloured: bool,
) -> None:
    people.init("ann")
    game = people.do("ann", "new", "ghost-chase", "--json").json["game"]
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    ran = people.do("ann", *flags, "show", game)
    assert ("\x1b[" in ran.out) == coloured


def test_the_colour_of_the_config_file_yields_to_no_color(
    people: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.init("ann")
    game = people.do("ann", "new", "ghost-chase", "--json").json["game"]
    path = tmp_path / "c.toml"
    path.write_text("color = 'always'\n")
    assert "\x1b[" in people.do("ann", "--config", str(path), "show", game).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in people.do("ann", "--config", str(path), "show", game).out


def test_control_c_ends_with_130(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    people.init("ann")
    people.wire.faults.append(interrupted)  # pyright: ignore[reportArgumentType]
    ran = people.run("ann", "games")
    assert (ran.status, ran.out) == (exits.INTERRUPTED, "")
    assert "Traceback" not in ran.err


def test_a_closed_pipe_is_quiet() -> None:
    code = "import sys; from paperchase_client.cli import main; sys.exit(main())"
    command = f"{sys.executable} -c '{code}' new | true"
    ran = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        env=ENV,
        text=True,
        capture_output=True,
        check=False,
    )
    assert ran.stderr == ""


def test_an_error_without_a_case_has_the_status_of_its_family(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise PaperchaseError("it failed")

    monkeypatch.setattr(root.settings, "read_config", broken)
    ran = people.run("ann", "games")
    assert (ran.status, ran.err) == (exits.FAILED, "error: it failed\n")


def test_a_click_error_is_told_too(people: People, tmp_path: Path) -> None:
    def broken(*_: object, **__: object) -> None:
        raise click.ClickException("it failed")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(root.settings, "read_config", broken)
        ran = people.run("ann", "games")
    assert (ran.status, ran.err) == (exits.FAILED, "error: it failed\n")


def test_names_are_completed(monkeypatch: pytest.MonkeyPatch, people: People) -> None:
    people.do("ann", "init", "--handle", "ann", "--server", URL)
    game = people.do("ann", "new", "ghost-chase", "--json").json["game"]
    home = str(people.folder / "ann")

    def complete(*words: str) -> list[str]:
        env = {
            **ENV,
            "_PAPERCHASE_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(("paperchase", *words)),
            "COMP_CWORD": str(len(words)),
            "PAPERCHASE_HOME": home,
        }
        code = "import sys; from paperchase_client.cli import main; sys.exit(main())"
        ran = subprocess.run(
            [sys.executable, "-c", code], env=env, text=True, capture_output=True, check=False
        )
        return [line.split(",", 1)[1] for line in ran.stdout.splitlines()]

    assert complete("mo") == ["moves", "move"]
    assert complete("show", game[:4]) == [game[:12]]
    assert complete("new", "ghost") == ["ghost-chase"]
    assert json.dumps(complete("completion", "z")) == '["zsh"]'
