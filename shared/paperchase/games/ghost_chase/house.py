"""The castle of one game with its seats and options, and what figures can do in it."""

from collections.abc import Mapping

import msgspec

from paperchase.games.ghost_chase.castle import Castle
from paperchase.games.ghost_chase.info import FIGURES, Setup
from paperchase.games.ghost_chase.state import Public
from paperchase.values import Seat

GHOST: Seat = "ghost"
"""The seat of Max. Chasers sit at `chaser-1` (his left) and on."""


class House(msgspec.Struct, frozen=True):
    """What stays the same all night.

    `owners` gives the seat of each figure and `figures` those of each chaser, `ways` where the
    ghost can go from each room, and `trapper` who holds the trap, where there is one.
    """

    castle: Castle
    setup: Setup
    chasers: tuple[Seat, ...]
    owners: tuple[Seat, ...]
    figures: Mapping[Seat, tuple[int, ...]]
    ways: Mapping[int, frozenset[int]]
    trapper: Seat

    def left(self, public: Public, seat: Seat) -> list[int]:
        """The figures of a chaser that have not had their turn in this round."""
        done = [step.figure for step in public.steps]
        return [figure for figure in self.figures.get(seat, ()) if figure not in done]

    def turns(self, public: Public) -> list[tuple[Seat, list[int]]]:
        """Who may move figures now, and which. Source: seed 4, step 4."""
        found = [(seat, left) for seat in self.chasers if (left := self.left(public, seat))]
        return found[:1] if self.setup.strict_order else found

    def door(self, public: Public) -> tuple[int, ...]:
        """The two rooms that the locked door is between, if one is locked."""
        return self.castle.locks[public.locked] if public.locked else ()

    def reachable(self, public: Public, figure: int) -> list[int]:
        """Where a figure can go, in order. Source: seed 4, step 4."""
        room, door = public.figures[figure - 1], self.door(public)
        shut = door if room in door else ()
        return sorted(to for to in self.castle.chaser[room] if to not in shut)


def furnish(castle: Castle, setup: Setup) -> House:
    """Seats and figures for so many chasers. Source: seed 4, step 1."""
    chasers = tuple(f"chaser-{number}" for number in range(1, setup.chasers + 1))
    count = FIGURES[setup.chasers]
    each = count // setup.chasers
    figures = {
        seat: tuple(range(i * each + 1, i * each + each + 1)) for i, seat in enumerate(chasers)
    }
    return House(
        castle=castle,
        setup=setup,
        chasers=chasers,
        owners=tuple(seat for seat in chasers for _ in figures[seat]),
        figures=figures,
        ways=castle.haunts(setup.chimney),
        trapper=chasers[setup.trap_holder - 1],
    )
