"""Board files: TOML read strictly, every error with the file and the line to look at.

A game opens its board with `read_board` and takes each key by its type; what it has not taken
by the end is refused. tomllib knows no lines for values, so headers and keys are found in the
text by a scan of its own, which needs every key that deserves a line to begin one.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import NoReturn, cast

import msgspec

from paperchase.errors import MalformedError

LIMIT = 256 * 1024
"""The most bytes that a board file may have."""

_BIG = 1_000_000
_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*=")
_AT = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")

Path = tuple[str | int, ...]


class Section(msgspec.Struct, frozen=True):
    """One table of a board file. Every method raises MalformedError with file and line."""

    file: str
    path: Path
    body: Mapping[str, object]
    lines: Mapping[Path, int]
    taken: set[str] = msgspec.field(default_factory=set[str])

    def line(self, key: str = "") -> int:
        """Where `key`, or the table itself, stands."""
        path = (*self.path, key) if key else self.path
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def fail(self, text: str, key: str = "") -> NoReturn:
        """Refuse the file because of this table, or of one of its keys."""
        raise MalformedError(f"{self.file}:{self.line(key)}: {text}", "board")

    def _take(self, key: str, want: str) -> object:
        self.taken.add(key)
        if key not in self.body:
            self.fail(f"{self._called(key)} is missing: write {want}")
        return self.body[key]

    def _called(self, key: str) -> str:
        return ".".join(str(part) for part in (*self.path, key))

    def has(self, key: str) -> bool:
        """Whether an optional key is there."""
        return key in self.body

    def names(self) -> tuple[str, ...]:
        """All keys of a table whose keys are data, in the order of the file."""
        return tuple(self.body)

    def whole(self, key: str, low: int = -_BIG, high: int = _BIG) -> int:
        """A whole number from `low` to `high`; no float, no switch."""
        want = f"a whole number from {low} to {high}"
        value = self._take(key, want)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fail(f"{self._called(key)} takes {want}", key)
        return value

    def text(self, key: str, longest: int = 80) -> str:
        """A text of one line, neither empty nor longer than `longest`."""
        want = f"a text of 1 to {longest} characters"
        value = self._take(key, want)
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            self.fail(f"{self._called(key)} takes {want}", key)
        if len(value) > longest:
            self.fail(f"{self._called(key)} takes {want}", key)
        return value

    def word(self, key: str, words: tuple[str, ...]) -> str:
        """One of `words`."""
        want = "one of " + ", ".join(words)
        value = self._take(key, want)
        if not isinstance(value, str) or value not in words:
            self.fail(f"{self._called(key)} takes {want}", key)
        return value

    def table(self, key: str) -> "Section":
        """The table under `key`."""
        value = self._take(key, "a table")
        if not isinstance(value, dict):
            self.fail(f"{self._called(key)} takes a table", key)
        return self._inner(cast("object", value), key)

    def tables(self, key: str) -> Iterator["Section"]:
        """The tables of an array of tables, in the order of the file."""
        value = self._take(key, "an array of tables")
        if not isinstance(value, list):
            self.fail(f"{self._called(key)} takes an array of tables", key)
        for index, item in enumerate(cast("list[object]", value)):
            if not isinstance(item, dict):
                self.fail(f"{self._called(key)} takes an array of tables", key)
            yield self._inner(cast("object", item), key, index)

    def _inner(self, value: object, *steps: str | int) -> "Section":
        body = cast("dict[str, object]", value)
        return Section(self.file, (*self.path, *steps), body, self.lines)

    def end(self) -> None:
        """Refuse the first key that nobody has taken."""
        for key in self.body:
            if key not in self.taken:
                known = ", ".join(sorted(self.taken)) or "nothing"
                self.fail(f"{self._called(key)} is no key of ours; known here: {known}", key)


def read_board(data: bytes, name: str) -> Section:
    """The root of the TOML file `data`, called `name` in errors.

    A byte order mark and CRLF are read over. Raises MalformedError where the file is too
    large, not UTF-8 or not TOML.
    """
    if len(data) > LIMIT:
        raise MalformedError(f"{name}:1: larger than {LIMIT // 1024} KiB, so no board", "board")
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise MalformedError(f"{name}:{line}: not UTF-8: save it as UTF-8", "board") from None
    try:
        body = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _AT.search(str(error))
        line = int(found[1] or text.count("\n") + 1) if found else 1
        why = _AT.sub("", str(error))
        why += ": is it there twice?" if why.startswith("Cannot") else ""
        raise MalformedError(f"{name}:{line}: not TOML: {why}", "board") from None
    except RecursionError:
        raise MalformedError(f"{name}:1: nested too deeply", "board") from None
    return Section(name, (), body, _lines(text))


def _lines(text: str) -> dict[Path, int]:
    found: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    here: Path = ()
    inside = ""
    for number, line in enumerate(text.split("\n"), 1):
        quotes = [quote for quote in ('"""', "'''") if line.count(quote) % 2]
        if inside:
            inside = "" if inside in quotes else inside
            continue
        if header := _HEADER.match(line):
            here = tuple(part.strip().strip("\"'") for part in header[2].split("."))
            if header[1] == "[[":
                index = counts.get(here, 0)
                counts[here] = index + 1
                found.setdefault(here, number)
                here = (*here, index)
            found.setdefault(here, number)
        elif key := _KEY.match(line):
            found.setdefault((*here, key[1].strip("\"'")), number)
        inside = quotes[0] if quotes else ""
    return found
