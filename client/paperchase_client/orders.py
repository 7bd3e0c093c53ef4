"""Orders as they are typed: wishes for a session."""

from collections.abc import Sequence

import msgspec

from paperchase.errors import MalformedError, PaperchaseError
from paperchase.rules import Kind, Move
from paperchase.values import Seat
from paperchase_client.compose import not_your_turn
from paperchase_client.mirror import Mirror
from paperchase_client.options import read_text


def texts(mirror: Mirror, words: Sequence[str]) -> list[str]:
    """The single orders in the arguments of a command, or on stdin where that is `-`.

    Words without quotes make one order; where an argument has a space, each is for itself.
    Raises MalformedError where there is no order at all, or one that begins with no verb.
    """
    if tuple(words) == ("-",):
        text = read_text("-")
    elif any(" " in word or "\n" in word for word in words):
        text = "\n".join(words)
    else:
        text = " ".join(words)
    grammar = mirror.game.grammar
    found = grammar.split(text)
    if not found:
        raise MalformedError("there is no order in that", "order")
    for line in found:
        grammar.check(line)
    return found


class Order(msgspec.Struct, frozen=True):
    """One order of a player: the wish to follow it, for whichever of his demands it fits.

    With a `seat` it is for that one alone.
    """

    line: str
    seat: Seat | None = None

    def __call__(self, mirror: Mirror) -> Move:
        """The move that it makes. Raises PaperchaseError."""
        grammar, state = mirror.game.grammar, mirror.state
        errors: list[PaperchaseError] = []
        for phase in state.phases:
            demand = phase.demand
            mine = demand.seat in mirror.seats and self.seat in (None, demand.seat)
            if not mine or demand.kind is not Kind.MOVE:
                continue
            try:
                secret = mirror.secrets[demand.seat]
                return grammar.read(mirror.table.rules, state.public, secret, demand, self.line)
            except PaperchaseError as error:
                errors.append(error)
        raise errors[0] if errors else not_your_turn(mirror)
