"""Where the Maniac can be, as far as everybody can work it out.

The set is never too small: what he said may allow less, never more. Where nothing is left of
it, what he said contradicts itself. Source: rules, section (d), live check.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from paperchase.games.last_friday.cards import SPEED
from paperchase.games.last_friday.site import Land, Site
from paperchase.games.last_friday.state import Public, Sight, pawns

_KEPT = 6
"""So many moves back a reveal can reach: three rounds, with a Plot Twist in each."""


def mask_of(sight: Sight) -> int:
    """The bits of a sight."""
    return int(sight.mask, 16)


def now(public: Public) -> int:
    """The bits of the circles that he can be in now."""
    return mask_of(public.sights[-1]) if public.sights else 0


def began(site: Site, slot: str, circles: Iterable[int]) -> tuple[Sight, ...]:
    """He has begun a chapter in one of these circles."""
    return (_sight(slot, 0, site.mask(circles)),)


def moved(
    site: Site, public: Public, slot: str, told: Mapping[str, Any], opened: Mapping[str, int]
) -> tuple[Sight, ...]:
    """The sights after a turn, from the table before it and from what he said and opened.

    `opened` has the circles of this turn that are open, as `end` and `mid`.
    """
    land, before = site.land(public, told["axe"]), now(public)
    said = {*told["traps"], *told["lanterns"]}
    said |= {public.campers[colour].at for colour in told["kills"]}
    special = {*public.traps, *public.lanterns, *pawns(public)}
    fast = told["token"] == SPEED
    if fast:
        mask = _fast(site, land, before, special, bool(said), opened.get("mid"))
    else:
        mask = _step(land, site, before, special, said)
    if told["axe"]:
        axe = site.mask(site.camp.cabins[told["axe"]].axe)
        mask = _next(land, site, before & axe) | mask & axe
    if "end" not in opened and not public.invisible:
        mask &= ~lit_mask(land, public)
    sights = (*public.sights, _sight(slot, 2 if fast else 1, mask))
    if "end" in opened:
        sights = seen(site, land, sights, slot, opened["end"])
    return sights[-_KEPT:]


def seen(
    site: Site, land: Land, sights: tuple[Sight, ...], slot: str, circle: int
) -> tuple[Sight, ...]:
    """The sights once `slot` has been opened; later ones follow from it."""
    found = list(sights)
    place = next((index for index, sight in enumerate(found) if sight.slot == slot), None)
    if place is None:
        return sights
    bit = 1 << site.bits[circle]
    found[place] = _sight(slot, found[place].steps, mask_of(found[place]) & bit)
    for index in range(place + 1, len(found)):
        reach = mask_of(found[index - 1])
        for _ in range(found[index].steps):
            # A double step that a trap has cut short is one step.
            reach = _next(land, site, reach) | (reach if found[index].steps > 1 else 0)
        sight = found[index]
        found[index] = _sight(sight.slot, sight.steps, mask_of(sight) & reach)
    return tuple(found)


def only(public: Public, mask: int) -> Public:
    """He is in one of these circles now."""
    if not public.sights:
        return public
    last = public.sights[-1]
    sight = _sight(last.slot, last.steps, mask_of(last) & mask)
    return replace(public, sights=(*public.sights[:-1], sight))


def lit_mask(land: Land, public: Public) -> int:
    """The bits of the circles that Lanterns light."""
    mask = 0
    for dot in public.lanterns:
        mask |= land.near_mask[dot]
    return mask


def impossible(public: Public) -> bool:
    """Whether no circle is left where he could be."""
    return bool(public.sights) and mask_of(public.sights[-1]) == 0


def _sight(slot: str, steps: int, mask: int) -> Sight:
    return Sight(slot, steps, f"{mask:x}")


def _next(land: Land, site: Site, mask: int) -> int:
    found = 0
    for circle in site.listed(mask):
        found |= land.next_mask.get(circle, 0)
    return found


def _step(land: Land, site: Site, before: int, special: set[str], said: set[str]) -> int:
    """One step that passes of the special dots exactly those that he named."""
    if said:
        found = 0
        for route in land.over.get(min(said), ()):
            if before >> site.bits[route.start] & 1 and special & set(route.dots) == said:
                found |= 1 << site.bits[route.end]
        return found
    barred: set[int] = set()
    for dot in special:
        barred.update(route.id for route in land.over.get(dot, ()))
    starts = {route.start for dot in special for route in land.over.get(dot, ())}
    found = 0
    for circle in site.listed(before):
        if circle in starts:
            for route in land.routes.get(circle, {}).values():
                if route.id not in barred:
                    found |= 1 << site.bits[route.end]
        else:
            found |= land.next_mask.get(circle, 0)
    return found


def _fast(
    site: Site, land: Land, before: int, special: set[str], said: bool, mid: int | None
) -> int:
    """Two steps. Where he named dots on the way, all that two steps could be."""
    if mid is not None:
        return _next(land, site, 1 << site.bits[mid])
    if said:
        one = _next(land, site, before)
        return one | _next(land, site, one)
    return _step(land, site, _step(land, site, before, special, set()), special, set())
