"""Salvation and terror, and who is nearest to the Maniac."""

from paperchase.games.last_friday.cards import INVISIBILITY, TOKENS, UNSEEN
from paperchase.games.last_friday.site import Land, Site
from paperchase.games.last_friday.state import Public, alive


def lead(public: Public) -> int:
    """By how much the Maniac is ahead after a chapter; below zero the campers are.

    Terror counts all unburied corpses on the map, owners still face down included; salvation
    the living. Source: seed 0; rules, section 11.
    """
    return len(public.corpses) + public.owners - len(alive(public))


def spoils(public: Public) -> tuple[str, ...]:
    """The tokens that the Maniac can still get by scoring. Source: seed 0."""
    return tuple(t for t in TOKENS if t != INVISIBILITY and t not in public.held)


def unseen(public: Public) -> tuple[str, ...]:
    """The dots with clues that nobody has looked at."""
    return tuple(sorted(dot for dot, token in public.tokens.items() if token == UNSEEN))


def stock(public: Public) -> int:
    """How many unseen clues are left to lay."""
    return sum(public.bag) - len(unseen(public))


def nearest(site: Site, land: Land, public: Public, circle: int) -> tuple[str, ...]:
    """The campers with the fewest edges to a dot next to the circle, corpses and boat ignored.

    Source: seed 3; rules, section 9.
    """
    goal = set(land.touching.get(circle, ()))
    far = {colour: _distance(land, public.campers[colour].at, goal) for colour in alive(public)}
    least = min(far.values(), default=0)
    return tuple(colour for colour, steps in far.items() if steps == least)


def _distance(land: Land, dot: str, goal: set[str]) -> int:
    steps, seen, edge = 0, {dot}, {dot}
    while edge and not edge & goal:
        edge = {near for each in edge for near in land.beside[each]} - seen
        seen |= edge
        steps += 1
    return steps
