"""The lantern: where it is and what it lights. Source: seed, the Old Lantern."""

from paperchase.games.mine_delve.geometry import survey
from paperchase.games.mine_delve.state import Public


def lamp(public: Public) -> int:
    """The cell from which the lantern shines; 0 before anybody has entered with it."""
    return public.lamp if public.bearer < 0 else public.heroes[public.bearer].at


def bright(public: Public) -> set[int]:
    """The tiles that it lights: its own and those joined to them, whatever the walls; for the
    turn of a guttering flame only its own."""
    seen = survey(public.map)
    own = set(seen.tiles.get(lamp(public), ()))
    if public.dim:
        return own
    return own.union(*(seen.joined[tile] for tile in own))
