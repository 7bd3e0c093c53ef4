"""A game for races: four seats, all asked at once, without end and without secrets."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from paperchase.game import Game
from paperchase.orders import Grammar
from paperchase.rules import Demand, Kind, Notice, RuleInfo
from paperchase.table import Player
from paperchase.testing.source import Source
from paperchase_server.catalogue import Catalogue

SEATS = ("north", "east", "south", "west")


@dataclass(frozen=True, slots=True)
class Count:
    """A round ends when all four have said a number."""

    round: int = 1
    said: tuple[str, ...] = ()
    total: int = 0


class Quorum:
    """Four seats, all asked at once, without end: what a race needs."""

    seats = SEATS
    sides: Mapping[str, tuple[str, ...]] = {seat: (seat,) for seat in SEATS}
    chance = False
    public_type = Count
    secret_type = Count

    def __init__(self, board, options):
        pass

    def start(self):
        return Count()

    def pending(self, public):
        waiting = [seat for seat in SEATS if seat not in public.said]
        return tuple(Demand(Kind.MOVE, seat, public.round) for seat in waiting)

    def apply(self, public, notice: Notice):
        said = (*public.said, notice.seat)
        if len(said) == len(SEATS):
            return Count(public.round + 1, (), public.total + 1)
        return replace(public, said=said)

    def outcome(self, public):
        return None

    def secret(self, public, seat):
        return Count()

    def default(self, public, demand):
        return None

    def caption(self, public):
        return f"round {public.round}"


QUORUM = Game(
    package="none",
    info=RuleInfo("quorum", 1, "Quorum", "Four at once.", (), ("none",)),
    board=lambda data, name: None,
    rules=Quorum,  # pyright: ignore[reportArgumentType]
    grammar=Grammar((), lambda move, secret: ""),
    scene=lambda *_: None,  # pyright: ignore[reportArgumentType]
)


CATALOGUE = Catalogue({("quorum", "none"): b"x"}, (QUORUM,))


def quorum(world):
    """A game of four, all joined: the players by seat."""
    game, _ = world.create(rules="quorum", board="none", options={})
    live = world.service._live(game)
    players = {}
    for seat in SEATS:
        master = world.register(seat)
        players[seat] = Player(master, game, seat, Source(seat).bytes().hex())
        state = world.service._live(game).state
        world.service.submit(game, [players[seat].join(state, seat).signed])
    return game, live.table, players
