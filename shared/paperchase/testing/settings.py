"""Options drawn at random, so that a game is tested with all of them."""

from paperchase.errors import MalformedError
from paperchase.game import Game
from paperchase.options import Option, Value
from paperchase.testing.source import Source

_TRIES = 1000


def any_options(game: Game, board: bytes, source: Source) -> dict[str, Value]:
    """A complete set of options that go together, each drawn from all that are allowed."""
    read = game.board(board, "board")
    for _ in range(_TRIES):
        options = {option.name: _any(option, source) for option in game.info.options}
        try:
            game.rules(read, options)
        except MalformedError:
            continue
        return options
    raise AssertionError(f"{game.info.id}: no options in {_TRIES} go together")


def _any(option: Option, source: Source) -> Value:
    match option.default:
        case bool():
            return source.chance(50)
        case int():
            return option.low + source.below(option.high - option.low + 1)
        case str():
            return option.choices[source.below(len(option.choices))]
