"""What the Maniac has to say of a turn, and whether what he sealed is one that he may take.

The same judgement serves him before he seals a turn and the audit of the whole game.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from paperchase.games.last_friday.camp import COLOURS
from paperchase.games.last_friday.cards import AXE, INVISIBILITY, SHADOW, SPEED, TWIST
from paperchase.games.last_friday.moves import in_order
from paperchase.games.last_friday.site import Land, Site
from paperchase.games.last_friday.state import (
    EVERY,
    Public,
    Secret,
    name_turn,
    pawns,
    start_slot,
    turn_slots,
)
from paperchase.games.last_friday.trails import Route
from paperchase.rules import NONE


class Truth(msgspec.Struct, frozen=True):
    """What a turn makes him say and open, whatever he would like. Lists are in order."""

    kills: list[str]
    traps: list[str]
    lanterns: list[str]
    opens: frozenset[str]


def hunting(public: Public) -> bool:
    """Whether he kills in this chapter, and campers move first. Source: seed 3."""
    return public.chapter in (1, 3)


def scheduled(public: Public, token: str = "", twist: bool = False) -> bool:
    """Whether this turn ends with a scheduled reveal. Source: seed 3; rules, sections 4 and 8."""
    hidden = public.invisible or token in (INVISIBILITY, SHADOW)
    return public.round % EVERY == 0 and not hidden and not twist


def shown_slot(public: Public, turn: str) -> str:
    """The slot that a scheduled reveal of this turn is about: three back, or the turn's own."""
    if not hunting(public):
        return turn_slots(turn)[0]
    return public.ends[public.round - EVERY]


def begins(public: Public) -> bool:
    """Whether he chooses where to begin with this turn. Source: seed 3, chapter III."""
    return public.chapter == 3 and not public.ends


def sealed_slots(public: Public, twist: bool = False) -> tuple[str, ...]:
    """The slots that a turn seals."""
    start = (start_slot(public.chapter),) if begins(public) else ()
    return (*start, *turn_slots(name_turn(public, twist)))


def truth(
    land: Land, public: Public, routes: Sequence[Route], token: str = "", twist: bool = False
) -> Truth:
    """What a turn along these routes makes him say. Source: seed 0; rules, sections 5 and 7."""
    dots = {dot for route in routes for dot in route.dots}
    here = pawns(public)
    kills = [here[dot] for dot in dots if dot in here] if hunting(public) else []
    traps = sorted(dots.intersection(public.traps))
    lanterns = sorted(dots.intersection(public.lanterns))
    turn = name_turn(public, twist)
    end, mid, _, _ = turn_slots(turn)
    opens: set[str] = set()
    if not public.invisible and token != INVISIBILITY:
        if traps or lanterns or lit(land, public, routes[-1].end):
            opens.add(end)
        elif len(routes) > 1 and lit(land, public, routes[0].end):
            opens.add(mid)
    if scheduled(public, token, twist):
        opens.add(shown_slot(public, turn))
    return Truth(
        in_order(kills, COLOURS),
        traps,
        lanterns,
        frozenset(slot for slot in opens if slot not in public.known),
    )


def lit(land: Land, public: Public, circle: int) -> bool:
    """Whether a Lantern lights this circle."""
    return any(circle in land.near[dot] for dot in public.lanterns)


def barred(public: Public, route: Route) -> bool:
    """Whether a camper stands in the way, in the chapters in which he has to shun them."""
    if hunting(public):
        return False
    here = pawns(public)
    return any(dot in here for dot in route.dots)


def cornered(land: Land, public: Public, at: int) -> bool:
    """Whether a camper stands on each of his routes. Source: rules, sections 9 and 10."""
    routes = land.routes.get(at)
    return bool(routes) and all(barred(public, route) for route in routes.values())


def catchers(land: Land, public: Public, at: int) -> list[str]:
    """The campers who can catch a cornered Maniac: the first on each route."""
    here = pawns(public)
    first = {
        next((here[dot] for dot in route.dots if dot in here), "")
        for route in land.routes.get(at, {}).values()
    }
    return in_order(first, COLOURS)


def breakable(site: Site, public: Public) -> list[str]:
    """The cabins that are still closed."""
    return [colour for colour in site.camp.cabins if colour not in public.tiles]


def walked(
    site: Site, public: Public, at: int, told: Mapping[str, Any], hidden: Mapping[str, Any]
) -> tuple[list[Route], str]:
    """The routes that a turn from `at` sealed, and what is wrong with them, or nothing."""
    twist = told["token"] == TWIST
    end, mid, path, path2 = (hidden.get(slot) for slot in turn_slots(name_turn(public, twist)))
    land = site.land(public, told["axe"])
    first = _route(land, at, path)
    if first is None:
        return [], f"no route from circle {at} has the number that he sealed"
    routes = [first]
    cut = any(dot in public.traps for dot in first.dots)
    if told["token"] == SPEED and not cut:
        second = _route(land, first.end, path2)
        if second is None:
            return routes, f"no second route from circle {first.end} has the number that he sealed"
        if second.end == at:
            return routes, "a double step does not lead back to where it began"
        routes.append(second)
        if not same(mid, first.end):
            return routes, "the circle on the way is not the one between his routes"
    elif not same(path2, NONE) or not same(mid, NONE):
        why = "a trap ends his turn" if cut else "only supernatural speed makes two steps"
        return routes, f"{why}: what a single step leaves unused is sealed to nothing"
    if not same(end, routes[-1].end):
        return routes, "the circle that he sealed is not the end of his route"
    if any(barred(public, route) for route in routes):
        return routes, "a camper stands on his route"
    axe = told["axe"]
    if axe and not _broken(site, public, at, axe, routes):
        return routes, f"he is on no circle from which the {axe} cabin can be broken open"
    return routes, ""


def complaint(
    site: Site,
    public: Public,
    secret: Secret,
    told: Mapping[str, Any],
    hidden: Mapping[str, Any],
    opens: Collection[str],
) -> tuple[int, str]:
    """His circle after a turn, taking him at his word, and the rule that it breaks, or nothing.

    What everybody can see is not looked at: the public step has refused it.
    """
    at, why = secret.at, ""
    if begins(public):
        at = hidden.get(start_slot(3), NONE)
        if type(at) is not int or at not in site.starts(public):
            return site.starts(public)[0], "that is no circle in which he may begin"
    routes, why = walked(site, public, at, told, hidden)
    end = hidden.get(turn_slots(name_turn(public, told["token"] == TWIST))[0])
    # Who seals what is no circle now is taken to have stayed, so that he can go on.
    to = end if type(end) is int and end in site.land(public, told["axe"]).routes else at
    if why:
        return to, why
    twist = told["token"] == TWIST
    true = truth(site.land(public, told["axe"]), public, routes, told["token"], twist)
    for key, real in (("kills", true.kills), ("traps", true.traps), ("lanterns", true.lanterns)):
        if told[key] != real:
            there, said = ", ".join(real) or "nobody", ", ".join(told[key]) or "nobody"
            there, said = (_thing(key, text) for text in (there, said))
            return to, f"his route passes {there}, and he named {said}"
    if frozenset(opens) != true.opens:
        names = ", ".join(sorted(true.opens)) or "nothing"
        return to, f"he had to open {names}"
    return to, ""


def routes_from(land: Land, public: Public, at: int) -> Iterator[Route]:
    """The single steps that he may take."""
    for route in land.routes.get(at, {}).values():
        if not barred(public, route):
            yield route


def double_steps(land: Land, public: Public, at: int) -> Iterator[tuple[Route, ...]]:
    """The ways of supernatural speed; one that a trap cuts short has one route."""
    for first in routes_from(land, public, at):
        if any(dot in public.traps for dot in first.dots):
            yield (first,)
            continue
        for second in routes_from(land, public, first.end):
            if second.end != at:
                yield first, second


def axe_steps(site: Site, public: Public, at: int) -> Iterator[tuple[str, Route]]:
    """The cabins that he can break open, each with a step of the same turn."""
    for colour in breakable(site, public):
        for route in routes_from(site.land(public, colour), public, at):
            if _broken(site, public, at, colour, [route]):
                yield colour, route


def playable(public: Public) -> list[str]:
    """The tokens that he may use in this turn. Source: seed 0; rules, section 8."""
    tokens = [token for token in public.held if token in (SPEED, AXE, INVISIBILITY)]
    if SHADOW in public.held and public.round % EVERY == 0:
        tokens.append(SHADOW)
    return tokens


def same(value: object, circle: int) -> bool:
    """Whether a slot held this number; True is no 1."""
    return type(value) is int and value == circle


def _route(land: Land, at: int, path: object) -> Route | None:
    if type(path) is not int:
        return None
    return land.routes.get(at, {}).get(path)


def _broken(site: Site, public: Public, at: int, colour: str, routes: Sequence[Route]) -> bool:
    """Whether the axe reaches that cabin: before the step, or after one that needs no hole."""
    axe = site.camp.cabins[colour].axe
    if at in axe:
        return True
    old = site.land(public)
    plain = all(route.id in old.routes.get(route.start, {}) for route in routes)
    return plain and routes[-1].end in axe


def _thing(key: str, names: str) -> str:
    if names == "nobody":
        return "nobody" if key == "kills" else f"no {key[:-1]}"
    return names if key == "kills" else f"the {key} on {names}"
