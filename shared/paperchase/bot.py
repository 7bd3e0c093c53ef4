"""Bots: whoever chooses among the legal moves instead of a person."""

from typing import Any, Protocol

from paperchase.rules import Below, Demand, Move, RuleSet


class Bot(Protocol):
    """Chooses a move. It gets what its seat knows, and all chance that it wants by `below`."""

    def __call__(
        self, rules: RuleSet[Any, Any], public: Any, secret: Any, demand: Demand, below: Below
    ) -> Move:
        """A legal move that meets `demand`."""
        ...


def at_random(
    rules: RuleSet[Any, Any], public: Any, secret: Any, demand: Demand, below: Below
) -> Move:
    """The default bot: any legal move."""
    return rules.sample(public, secret, demand, below)
