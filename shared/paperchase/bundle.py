"""A whole game in one JSONL file that verifies offline: a header with the board, then the log."""

import msgspec

from paperchase.errors import MalformedError
from paperchase.log import Line, read_lines

FORMAT = "bundle/1"
"""The value of `paperchase` in the header."""

MOST = 256 * 1024 * 1024
"""The longest bundle that is read, in characters."""


class Bundle(msgspec.Struct, frozen=True):
    """A game with what is needed to check it. `board` is the text of its board file."""

    game: str
    board: str
    lines: tuple[Line, ...]


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    paperchase: str
    game: str
    board: str


def header(game: str, board: str) -> str:
    """The first line of a bundle, without its line end."""
    return msgspec.json.encode(_Header(FORMAT, game, board)).decode()


def write(bundle: Bundle) -> str:
    """The text of a bundle."""
    lines = (header(bundle.game, bundle.board), *(line.to_text() for line in bundle.lines))
    return "".join(f"{line}\n" for line in lines)


def read(text: str) -> Bundle:
    """The inverse of `write`. Raises MalformedError naming the line that is none.

    Only the form is checked: what the lines say is for `audit`.
    """
    if len(text) > MOST:
        raise MalformedError("the bundle is too long to be one game", "bundle")
    first, _, rest = text.removeprefix("\ufeff").partition("\n")
    try:
        head = msgspec.json.decode(first, type=_Header)
    except (msgspec.MsgspecError, UnicodeEncodeError) as error:
        raise MalformedError(f"line 1 is not the header of a bundle: {error}", "bundle") from None
    if head.paperchase != FORMAT:
        raise MalformedError(f"this reads {FORMAT}, not {head.paperchase[:20]}", "bundle")
    lines: list[Line] = []
    try:
        for line in read_lines(rest.encode(errors="surrogatepass")):
            lines.append(line)
    except MalformedError as error:
        raise MalformedError(f"line {len(lines) + 2}: {error}", "bundle") from None
    return Bundle(head.game, head.board, tuple(lines))
