"""What a folder under `games/` gives to the rest of Paperchase."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from paperchase.bot import Bot, at_random
from paperchase.options import Value
from paperchase.orders import Grammar
from paperchase.rules import Notice, RuleInfo, RuleSet
from paperchase.scene import Scene


def _untold(rules: Any, public: Any, notice: Notice) -> tuple[str, ...]:
    return ()


class Game(msgspec.Struct, frozen=True):
    """A game, exported as `GAME` by its package, which is named in `package`.

    `board` reads the bytes of a board file, called by its name in errors, and raises
    MalformedError. `rules` binds the rules to a board so read and to options, and raises
    MalformedError where they do not fit together. `scene` draws what is to be seen from a
    public state, or from that and a secret besides. `tell` says in lines what one step did, given
    the state before it; a game that leaves it out is told by its moves. `demo` are the options of a
    demo, where nobody says others: for a game whose own would take too long to watch.
    """

    package: str
    info: RuleInfo
    board: Callable[[bytes, str], Any]
    rules: Callable[[Any, Mapping[str, Value]], RuleSet[Any, Any]]
    grammar: Grammar
    scene: Callable[[Any, Any, Any | None], Scene]
    bot: Bot = at_random
    tell: Callable[[Any, Any, Notice], tuple[str, ...]] = _untold
    demo: Mapping[str, Value] = {}
