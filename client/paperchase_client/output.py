"""What a command says: to people, or one JSON object to a script."""

from collections.abc import Mapping
from typing import Any

import click


class Screen:
    """Where the output of one command goes.

    With `json` stdout carries exactly one object and everything said by the way goes to
    stderr.
    """

    def __init__(self, json: bool = False) -> None:
        self.json = json

    def say(self, text: str) -> None:
        """Something on the way: a line for people."""
        click.echo(text, err=self.json)

    def note(self, text: str) -> None:
        """An aside that is no result: always to stderr."""
        click.secho(text, err=True, dim=True)

    def warn(self, text: str) -> None:
        """Something that the player must not miss."""
        click.secho(f"warning: {text}", err=True, fg="yellow")

    def result(self, data: Mapping[str, Any], text: str) -> None:
        """The one result: `data` for scripts, `text` for people."""
        if self.json:
            click.echo(_dump(data))
        elif text:
            click.echo(text)

    def error(self, code: str, detail: str, hint: str = "") -> None:
        """Why it failed."""
        if self.json:
            click.echo(_dump({"code": code, "detail": detail}))
            return
        click.secho("error: ", err=True, fg="red", nl=False)
        click.echo(detail + (f"\n{hint}" if hint else ""), err=True)


def _dump(data: Mapping[str, Any]) -> str:
    import json

    return json.dumps(data, ensure_ascii=False)
