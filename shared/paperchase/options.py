"""The options that a game declares: types, defaults and help, checked before a game starts."""

from collections.abc import Iterable, Mapping

import msgspec

from paperchase.errors import MalformedError
from paperchase.values import Json

Value = bool | int | str
Options = Mapping[str, Value]


class Option(msgspec.Struct, frozen=True):
    """One setting. A bool default makes a switch, an int a range, a str one of `choices`."""

    name: str
    default: Value
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def read(self, value: Json) -> Value:
        """`value` itself where it is allowed. Raises MalformedError naming what is."""
        match self.default:
            case bool():
                if isinstance(value, bool):
                    return value
                want = "true or false"
            case int():
                if (
                    isinstance(value, int)
                    and not isinstance(value, bool)
                    and self.low <= value <= self.high
                ):
                    return value
                want = f"a whole number from {self.low} to {self.high}"
            case str():
                if isinstance(value, str) and value in self.choices:
                    return value
                want = "one of " + ", ".join(self.choices)
        raise MalformedError(f"option {self.name} takes {want}", "option")

    def from_text(self, text: str) -> Value:
        """The same from a word of the command line."""
        words: dict[str, Json] = {"true": True, "yes": True, "on": True}
        words |= {"false": False, "no": False, "off": False}
        if isinstance(self.default, bool):
            return self.read(words.get(text.lower(), text))
        if isinstance(self.default, int):
            digits = text.strip()
            small = digits.isascii() and digits.isdigit() and len(digits) < 10
            return self.read(int(digits) if small else text)
        return self.read(text)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Which of `known` somebody may have meant who wrote `word`."""
    # Rarely wanted, and it loads for a millisecond.
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), 1)), None)


def pick(declared: tuple[Option, ...], name: str) -> Option:
    """The option called `name`. Raises MalformedError with the nearest name there is."""
    for option in declared:
        if option.name == name:
            return option
    near = nearest(name, (option.name for option in declared))
    hint = f"did you mean {near}?" if near else "see `paperchase new --help`"
    raise MalformedError(f"no option {name}: {hint}", "option")


def complete(declared: tuple[Option, ...], given: Mapping[str, Json]) -> dict[str, Value]:
    """All options with `given` over the defaults. Raises MalformedError."""
    for name in given:
        pick(declared, name)
    return {option.name: option.read(given.get(option.name, option.default)) for option in declared}
