"""The mine of one game: board, options and party, and what is the same all game long."""

from collections.abc import Mapping

import msgspec

from paperchase.errors import MalformedError
from paperchase.games.mine_delve.info import Setup
from paperchase.games.mine_delve.lore import LEVELS, Calling, Lore, Party
from paperchase.games.mine_delve.state import START, Hero, Public
from paperchase.values import Seat


class Mine(msgspec.Struct, frozen=True):
    """What does not change. `callings` are the classes of the heroes, in seating order, and
    `places` the heroes' places in that order by name."""

    lore: Lore
    setup: Setup
    party: Party
    callings: tuple[Calling, ...]
    places: Mapping[str, int]
    first: tuple[int, ...]
    """The heroes by Initiative, the highest first."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """A hero is a seat."""
        return self.setup.party

    @property
    def final(self) -> str:
        """The level of the threat card at the objective."""
        return LEVELS[-1] if self.setup.high else self.party.final

    def hero(self, place: int) -> Hero:
        """A hero who stands outside still."""
        calling = self.callings[place]
        return Hero(
            name=calling.id,
            health=calling.health,
            sanity=calling.sanity,
            most_health=calling.health,
            most_sanity=calling.sanity,
            grit=self.party.grit,
            bullets=6 if "bullets" in calling.traits else 0,
        )

    def hold(self, public: Public) -> int:
        """What two dice have to reach to hold back the Darkness. Source: rules, 4."""
        near, middle, deep = self.lore.track.hold
        space = START - public.posse
        return (near if space > 10 else middle if space > 5 else deep) + public.gloom


def mine(lore: Lore, setup: Setup) -> Mine:
    """The mine for a party. Raises MalformedError where the board lacks one of its heroes."""
    for name in setup.party:
        if name not in lore.callings:
            raise MalformedError(f"the board has no hero {name}", "board")
    callings = tuple(lore.callings[name] for name in setup.party)
    places = {name: place for place, name in enumerate(setup.party)}
    first = sorted(range(len(callings)), key=lambda place: -callings[place].initiative)
    return Mine(lore, setup, lore.parties[len(callings)], callings, places, tuple(first))


GRIT = 2
"""The most Grit that a hero can have."""

SPACES = ("Entrance", *(str(space) for space in range(START - 1, 0, -1)), "Darkness Start")
"""The spaces of the depth track as they are printed, from the Entrance."""
