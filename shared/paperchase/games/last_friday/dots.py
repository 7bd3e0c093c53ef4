"""Which dots are free, and where something may be laid down."""

from collections.abc import Iterable

from paperchase.errors import IllegalMoveError
from paperchase.games.last_friday.site import Land, Site
from paperchase.games.last_friday.state import Public, pawns


def taken(public: Public) -> set[str]:
    """Dots with a token, a corpse or a pawn."""
    return {
        *public.tokens,
        *public.corpses,
        *public.traps,
        *public.lanterns,
        *pawns(public),
    }


def nearest_free(land: Land, public: Public, dots: Iterable[str]) -> tuple[str, ...]:
    """Of `dots` those that are free; if none is, the free ones next to them, and so on.

    The lake does not count. Empty only where the whole map is full. Source: seed 0.
    """
    full = taken(public)
    ring = sorted(set(dots))
    seen = set(ring)
    while ring:
        free = tuple(dot for dot in ring if dot not in full)
        if free:
            return free
        ring = sorted({near for dot in ring for near in land.beside[dot]} - seen)
        seen.update(ring)
    return ()


def clue_dots(land: Land, public: Public, circle: int) -> tuple[str, ...]:
    """Where the clue of a reveal may go: next to the circle. Source: seeds 0 and 3."""
    return nearest_free(land, public, land.touching.get(circle, ()))


def within(land: Land, dot: str, far: int) -> set[str]:
    """The dots that are at most so many edges away, without the dot itself."""
    found = {dot}
    for _ in range(far):
        found |= {near for each in found for near in land.beside[each]}
    return found - {dot}


def drop_dots(land: Land, public: Public, dot: str, far: int = 1) -> tuple[str, ...]:
    """Where a camper who stands on `dot` may drop a token. Source: seed 0."""
    return nearest_free(land, public, within(land, dot, far))


def lay_dots(site: Site, land: Land, public: Public, dot: str, far: int = 1) -> tuple[str, ...]:
    """Where he may lay a Trap or a Lantern: never in a cabin. Source: seed 0; rules, section 5."""
    full = taken(public) | site.inside(public)
    return tuple(sorted(within(land, dot, far) - full))


def check_dot(dot: str, allowed: Iterable[str], what: str) -> None:
    """Raises IllegalMoveError where `dot` is not among those allowed for `what`."""
    dots = tuple(allowed)
    if dot not in dots:
        where = f"one of {', '.join(dots)}" if dots else "nowhere now"
        raise IllegalMoveError(f"{what} goes to {where}")
