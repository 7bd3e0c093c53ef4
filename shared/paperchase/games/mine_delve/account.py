"""The account of a delve: what happened, in lines that can be read aloud.

The state carries the lines of its last batch (`Public.news`), so a picture can show them. For
a log line by line, or one whose batch was longer than what a state keeps, `tell` makes the
lines of a single step again from the state before it and what was said.
"""

from collections.abc import Iterable

from paperchase.games.mine_delve.rules import MineDelve
from paperchase.games.mine_delve.state import Public
from paperchase.rules import Notice


def latest(public: Public, most: int = 0) -> tuple[str, ...]:
    """The lines of the last batch, or the last `most` of them."""
    return public.news[-most:] if most else public.news


def tell(rules: MineDelve, public: Public, notice: Notice) -> tuple[str, ...]:
    """What one step has to tell, given the state before it. Raises as `apply` does."""
    after = rules.apply(public, notice)
    count = after.told - public.told
    return after.news[-count:] if count else ()


def account(rules: MineDelve, steps: Iterable[tuple[Public, Notice]]) -> tuple[str, ...]:
    """What several steps have to tell, such as the events of one entry."""
    return tuple(line for public, notice in steps for line in tell(rules, public, notice))
