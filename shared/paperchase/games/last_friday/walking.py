"""How campers walk: the edges they may take, and where a turn may end."""

from collections.abc import Iterator

from paperchase.errors import IllegalMoveError
from paperchase.games.last_friday.site import BOAT, Land, Site
from paperchase.games.last_friday.state import Public, Turn, pawns

LEAVE = 2
"""The turn by whose end the Predestined is out of his cabin, if he can. Source: ruling."""


def confined(public: Public, colour: str) -> bool:
    """Whether cabins are closed to this camper: to the Predestined in chapter III."""
    return public.chapter == 3 and public.predestined == colour


def step_end(
    site: Site, land: Land, public: Public, colour: str, at: str, boat: str, step: str
) -> tuple[str, int, str]:
    """Where a step leads, the circle that it crosses or 0, and where the boat is then.

    Raises IllegalMoveError naming the rule. Corpses, pawns and earlier dots are not looked at.
    """
    if step.startswith(BOAT):
        pier = step.removeprefix(BOAT)
        if at != boat:
            raise IllegalMoveError(f"the boat is moored at {boat}, and {colour} is at {at}")
        if pier not in site.camp.lake.get(at, ()):
            piers = ", ".join(site.camp.lake.get(at, ()))
            raise IllegalMoveError(f"from {at} the boat goes to {piers}")
        return pier, 0, pier
    walk = land.steps.get(at, {}).get(step)
    if walk is None:
        near = ", ".join(land.steps.get(at, {}))
        raise IllegalMoveError(f"no line leads there: from {at} a camper can go {near}")
    inside = site.inside(public)
    if confined(public, colour) and walk.end in inside and at not in inside:
        raise IllegalMoveError("the Predestined does not go into a cabin in chapter III")
    return walk.end, walk.crosses[0] if walk.crosses else 0, boat


def check_dot(public: Public, turn: Turn, dot: str) -> None:
    """Raises IllegalMoveError where this turn has been on that dot."""
    if dot in turn.trod:
        raise IllegalMoveError(f"a camper is on no dot twice in one turn, and was on {dot}")


def blocked(public: Public, dot: str) -> bool:
    """Whether a corpse lies there."""
    return dot in public.corpses


def bars(site: Site, public: Public, at: str, dot: str) -> bool:
    """Whether a corpse keeps him from going there.

    A newcomer steps over one on the arrow's dot: else nobody could enter the camp any more. So
    does the Predestined on his way out of a cabin: else he wins by sitting in it (rulings).
    """
    if dot not in public.corpses or at in site.camp.pads:
        return False
    inside = site.inside(public)
    leaves = at in inside and dot not in inside
    return not (leaves and confined(public, public.turn.camper))


def ends(site: Site, land: Land, public: Public, turn: Turn) -> Iterator[str]:
    """The dots on which the turn may end after one more step or several, the boat left out."""
    here = pawns(public)
    mine = public.campers[turn.camper].at
    inside = site.inside(public) if confined(public, turn.camper) else frozenset[str]()
    corpses = public.corpses

    def walk(at: str, left: int, trod: tuple[str, ...]) -> Iterator[str]:
        for dot in land.beside.get(at, ()):
            if dot in trod or bars(site, public, at, dot) or (dot in inside and at not in inside):
                continue
            if dot not in here and dot not in corpses:
                yield dot
            if left > 1:
                yield from walk(dot, left - 1, (*trod, dot))

    if not turn.halted:
        yield from walk(mine, turn.left, turn.trod)


def can_go_on(site: Site, land: Land, public: Public, turn: Turn) -> bool:
    """Whether there is a dot that he can walk to. Nobody has to use a Shovel or the boat."""
    return turn.left > 0 and next(ends(site, land, public, turn), None) is not None


def shared(public: Public, colour: str) -> bool:
    """Whether another camper stands on his dot."""
    at = public.campers[colour].at
    return any(camper.at == at for other, camper in public.campers.items() if other != colour)


def check_leaving(site: Site, public: Public, turn: Turn, to: str) -> None:
    """The Predestined leaves his cabin, or comes as near to its door as he can.

    Raises IllegalMoveError. `turn` is as it was before he went. Source: ruling, anti-camping.
    """
    inside = site.inside(public)
    at = public.campers[turn.camper].at
    if not confined(public, turn.camper) or public.round < LEAVE or at not in inside:
        return
    land = site.land(public)
    far = way_out(land, inside)
    best = min((far.get(dot, 0) for dot in ends(site, land, public, turn)), default=0)
    if far.get(to, 0) > best:
        where = "has to be outside" if not best else "has to come nearer to the door"
        raise IllegalMoveError(f"from his second turn on the Predestined {where}: go all the way")


def way_out(land: Land, inside: frozenset[str]) -> dict[str, int]:
    """The edges from each dot of a cabin to the open, pawns left out."""
    far: dict[str, int] = {}
    edge = [dot for dot in land.beside if dot not in inside]
    steps = 0
    while edge:
        steps += 1
        edge = [
            dot for dot in inside if dot not in far and any(d in edge for d in land.beside[dot])
        ]
        far.update(dict.fromkeys(edge, steps))
    return far


def way_steps(land: Land, at: str, dot: str) -> dict[int, str]:
    """The steps from one dot to the next by the circle that they cross, 0 for none."""
    steps = land.steps.get(at, {}).items()
    return {walk.crosses[0] if walk.crosses else 0: text for text, walk in steps if walk.end == dot}
