"""What a command says: to people, or one JSON object to a script.

Much of it came from outside: titles, handles, what a server has to say. None of that may steer
a terminal, so nothing unprintable leaves here but line ends and the colours of our own.
"""

import os
import re
import sys
from collections.abc import Mapping
from typing import Any, TextIO

import click

_OURS = re.compile(r"(\n|\x1b\[[0-9;]*m)")


class Screen:
    """Where the output of one command goes.

    With `json` stdout carries exactly one object and everything said by the way goes to
    stderr.
    """

    def __init__(self, json: bool = False) -> None:
        self.json = json

    def say(self, text: str) -> None:
        """Something on the way: a line for people."""
        click.echo(_clean(text), err=self.json)

    def note(self, text: str) -> None:
        """An aside that is no result: always to stderr."""
        click.secho(plain(text), err=True, dim=True)

    def warn(self, text: str) -> None:
        """Something that the player must not miss."""
        click.secho(f"warning: {plain(text)}", err=True, fg="yellow")

    def result(self, data: Mapping[str, Any], text: str, exact: bool = False) -> None:
        """The one result: `data` for scripts, `text` for people.

        With `exact` it is for another program too, which gets it as it stands.
        """
        if self.json:
            click.echo(_dump(data))
        elif text:
            click.echo(text if exact and not on_terminal() else _clean(text))

    def error(self, code: str, detail: str) -> None:
        """Why it failed, in one line; on stderr too where stdout takes nothing any more."""
        if not self.json or not _said(_dump({"code": code, "detail": plain(detail)})):
            _said(click.style("error: ", fg="red") + plain(detail), err=True)


def plain(text: str) -> str:
    """`text` in one line, without anything unprintable."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in text)


def on_terminal() -> bool:
    """Whether somebody watches stdout."""
    # It is None where whoever called has closed it.
    return sys.stdout is not None and sys.stdout.isatty()  # pyright: ignore[reportUnnecessaryComparison]


def takes_more(stream: TextIO | None) -> bool:
    """Whether what was written could go out. A stream that is full or closed is silenced, or
    Python would complain of it at the end."""
    if stream is None:
        return False
    try:
        stream.flush()
    except OSError:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
        return False
    return True


def _said(text: str, err: bool = False) -> bool:
    """Say it if that is possible, and whether it was."""
    try:
        click.echo(text, err=err)
    except OSError:
        takes_more(sys.stderr if err else sys.stdout)
        return False
    return True


def _clean(text: str) -> str:
    return "".join(part if i % 2 else plain(part) for i, part in enumerate(_OURS.split(text)))


def _dump(data: Mapping[str, Any]) -> str:
    import json

    text = json.dumps(data, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)
