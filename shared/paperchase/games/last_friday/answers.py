"""What the Maniac answers: heard, lit, crossed."""

from msgspec.structs import replace

from paperchase.errors import IllegalMoveError
from paperchase.games.last_friday import sights
from paperchase.games.last_friday.camp import COLOURS
from paperchase.games.last_friday.campers import crossed
from paperchase.games.last_friday.chapters import end_round, foul, found
from paperchase.games.last_friday.site import Site
from paperchase.games.last_friday.state import Camper, Public, Stage, latest
from paperchase.rules import Notice
from paperchase.told import exactly


def heard(site: Site, public: Public, notice: Notice, near: bool) -> Public:
    """Whether he is on a circle near the camper. Source: seed 0."""
    exactly(notice, (), ())
    mask = site.land(public).near_mask[public.spot]
    public = sights.only(public, mask if near else ~mask)
    if sights.impossible(public):
        return foul(public, "what he says of the noise can be true of no circle")
    return replace(public, stage=Stage.CAMPER, spot="")


def lighted(site: Site, public: Public, notice: Notice, lit: bool) -> Public:
    """Whether a new Lantern lights him; then he opens where he is. Source: seed 0."""
    slot = latest(public)
    exactly(notice, (), (slot,) if lit else ())
    land, dot = site.land(public), public.spot
    public = replace(public, stage=Stage.CAMPER, spot="")
    if lit:
        public = found(site, public, slot, notice.opened[slot])
        if public.outcome is None and public.known[slot] not in land.near[dot]:
            circle = public.known[slot]
            return foul(public, f"circle {circle} is not lit by the new Lantern, and he said so")
        return public
    public = sights.only(public, ~land.near_mask[dot])
    if sights.impossible(public):
        return foul(public, "what he says of the light can be true of no circle")
    return public


def crossings(site: Site, public: Public, notice: Notice, hit: int) -> Public:
    """The first crossing that met him, or none. A hit goes back to that very step.

    Source: seed 3; rules, sections 10 and (d).
    """
    if not 0 <= hit <= len(public.asks):
        raise IllegalMoveError(f"there are {len(public.asks)} crossings; 0 is none of them")
    slot = latest(public)
    exactly(notice, (), (slot,) if hit else ())
    clear = public.asks[: hit - 1] if hit else public.asks
    public = sights.only(public, ~site.mask({ask.circle for ask in clear}))
    if sights.impossible(public):
        return foul(public, "what he says of the crossings can be true of no circle")
    if not hit:
        public = replace(public, asks=())
        return end_round(site, public) if public.stage is Stage.CROSSED else public
    ask = public.asks[hit - 1]
    campers = dict(public.campers)
    for colour, at in zip(COLOURS, ask.pawns, strict=True):
        camper = campers[colour]
        campers[colour] = Camper(at, camper.cards, camper.clues, camper.key)
    public = replace(
        public, stage=Stage.CAMPER, campers=campers, boat=ask.boat, turn=ask.turn, asks=()
    )
    public = found(site, public, slot, notice.opened[slot])
    if public.outcome:
        return public
    if public.known[slot] != ask.circle:
        circle = public.known[slot]
        return foul(public, f"{ask.camper} crossed circle {ask.circle}, and he opened {circle}")
    return crossed(site, public, ask.camper, ask.circle)
