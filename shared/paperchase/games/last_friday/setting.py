"""What is chosen before the first round: cards, cabins, hiding places."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from paperchase.errors import IllegalMoveError
from paperchase.games.last_friday import sights
from paperchase.games.last_friday.camp import COLOURS
from paperchase.games.last_friday.cards import (
    AXE,
    CARDS,
    CLUES,
    EACH,
    GIFTS,
    HOSPITALITY,
    OWNERS,
    SHADOW,
    SPEED,
    TWIST,
    UNSEEN,
)
from paperchase.games.last_friday.chapters import (
    begin_chapter,
    begin_round,
    earn,
    shelter,
    sheltered,
    shelters,
)
from paperchase.games.last_friday.dots import check_dot, taken
from paperchase.games.last_friday.moves import supply
from paperchase.games.last_friday.site import Site
from paperchase.games.last_friday.state import Camper, Public, Stage, start_slot
from paperchase.rules import Notice
from paperchase.told import exactly

CORPSES, SCATTERED, APART = 4, 5, 3
"""Corpses and clues that the Maniac lays in a single chapter, and the edges from each to the
next: two empty dots between any two. Source: seed 3."""

GIFT_SLOTS = tuple(f"{HOSPITALITY}{number}" for number in range(len(GIFTS)))
"""The slots of the Hospitality tokens, in the order of the ringed dots."""


def before(site: Site) -> Public:
    """The table before anybody has done anything. Source: rules, section 3."""
    first = site.setup.first
    held = supply((TWIST, SHADOW, SPEED)) if first in (2, 3) else ()
    return Public(
        stage=Stage.CARDS,
        chapter=first,
        campers={colour: Camper() for colour in COLOURS},
        bag=(EACH,) * len(CLUES),
        owners=OWNERS if first == 1 else 0,
        held=held,
    )


def choose_card(site: Site, public: Public, colour: str, name: str) -> Public:
    """A camper without a card, or a newcomer, takes one of his colour. Source: seed 3."""
    camper = public.campers[colour]
    free = {card.name: card for card in cards_left(colour, camper)}
    if name not in free:
        raise IllegalMoveError(f"cards that {colour} can take: {', '.join(free)}")
    card = free[name]
    index = CARDS[colour].index(card)
    opening = public.round == 0 and public.chapter == 1
    at = site.camp.starts[colour] if opening else site.pad(colour)
    clues = CLUES if site.setup.full_kit else (card.clue,)
    camper = Camper(at, (*camper.cards, index), clues)
    public = replace(public, campers={**public.campers, colour: camper})
    if any(not camper.at for camper in public.campers.values()):
        return public
    if public.round:
        return begin_chapter(site, public)
    if public.chapter == 1:
        return _arm(site, public)
    return replace(public, stage=Stage.TILES)


def cards_left(colour: str, camper: Camper) -> list[Any]:
    """The cards of a colour that nobody has played in this game."""
    return [card for index, card in enumerate(CARDS[colour]) if index not in camper.cards]


def _arm(site: Site, public: Public) -> Public:
    """The Maniac's tokens at the start of chapter I. Source: rules, section 3."""
    if site.setup.tokens == len((AXE, TWIST, SHADOW, SPEED)):
        return replace(public, held=supply((AXE, TWIST, SHADOW, SPEED)), stage=Stage.HIDE)
    return earn(site, public, site.setup.tokens, "hide")


def hide(site: Site, public: Public, notice: Notice, boat: str) -> Public:
    """Hospitality tokens, boat and hiding place of chapter I. Source: seed 0; rules, 3."""
    start = start_slot(1)
    exactly(notice, (*GIFT_SLOTS, start), ())
    spots = dict(zip(site.camp.hospitality, GIFT_SLOTS, strict=True))
    public = replace(
        public,
        boat=_pier(site, boat),
        tokens=spots,
        ends=(start,),
        turns=("1/0",) if site.setup.campaign else (),
        sights=sights.began(site, start, site.starts(public)),
    )
    return begin_round(site, public)


def _pier(site: Site, name: str) -> str:
    for pier in site.camp.piers:
        if pier.name == name:
            return pier.dot
    raise IllegalMoveError(f"the piers are {', '.join(pier.name for pier in site.camp.piers)}")


def open_cabin(site: Site, public: Public, colour: str) -> Public:
    """Campers and Maniac open cabins in turn; the last one falls to the campers. Source: seed 3."""
    closed = [each for each in site.camp.cabins if each not in public.tiles]
    if colour not in closed:
        raise IllegalMoveError(f"the cabins that are closed: {', '.join(closed)}")
    side = "maniac" if len(public.tiles) % 2 else "camper"
    tiles = {**public.tiles, colour: side}
    if len(closed) > 2:
        return replace(public, tiles=tiles)
    (last,) = (each for each in closed if each != colour)
    public = replace(public, tiles={**tiles, last: "camper"})
    if public.chapter == 2:
        return _inside(site, public)
    return replace(public, stage=Stage.NAME)


def name(site: Site, public: Public, colour: str) -> Public:
    """The campers name the Predestined of a single chapter. Source: rules, section 9."""
    if colour not in COLOURS:
        raise IllegalMoveError(f"the campers are {', '.join(COLOURS)}")
    return _inside(site, replace(public, predestined=colour))


def homeless(site: Site, public: Public) -> list[str]:
    """The campers whose cabin is open and who have not gone in yet."""
    return [
        colour
        for colour in COLOURS
        if public.tiles.get(colour) == "camper"
        and colour != public.predestined
        and public.campers[colour].at in site.camp.pads
    ]


def _inside(site: Site, public: Public) -> Public:
    if homeless(site, public):
        return replace(public, stage=Stage.INSIDE)
    return shelter(site, public) if public.predestined else replace(public, stage=Stage.STREW)


def stand(site: Site, public: Public, colour: str, dot: str) -> Public:
    """A camper, or the Predestined, chooses his dot in a cabin. Source: seed 3."""
    if public.stage is Stage.SHELTER:
        check_dot(dot, shelters(site, public), "the Predestined")
        return sheltered(site, public, dot)
    check_dot(dot, sorted(site.camp.cabins[colour].inside["camper"]), colour)
    camper = replace(public.campers[colour], at=dot)
    return _inside(site, replace(public, campers={**public.campers, colour: camper}))


def strew(site: Site, public: Public, notice: Notice, told: Mapping[str, Any]) -> Public:
    """Corpses, clues, boat and hiding place of a single chapter. Source: seed 3."""
    sealed = () if public.chapter == 3 else (start_slot(public.chapter),)
    exactly(notice, sealed, ())
    boat = _pier(site, told["boat"])
    corpses, clues = told["corpses"], told["clues"]
    for dots, count, what in ((corpses, CORPSES, "corpses"), (clues, SCATTERED, "clues")):
        if len(dots) != count or dots != sorted(set(dots)):
            raise IllegalMoveError(f"{count} {what} are laid on dots of their own, in order")
    free = strewable(site, public)
    for dot in (*corpses, *clues):
        if dot not in free:
            raise IllegalMoveError(f"nothing can be laid on {dot}")
    for dot in corpses:
        if dot in unburied(site, public):
            raise IllegalMoveError(f"no corpse is laid on {dot}: it would shut a way in or out")
    if not spread(site, public, (*corpses, *clues)):
        raise IllegalMoveError("at least two empty dots lie between any two of them")
    public = replace(
        public,
        boat=boat,
        corpses=tuple(corpses),
        tokens=dict.fromkeys(clues, UNSEEN),
        ends=sealed,
        sights=sights.began(site, sealed[0], site.starts(public)) if sealed else (),
    )
    return begin_round(site, public)


def strewable(site: Site, public: Public) -> set[str]:
    """The dots on which the Maniac may lay something before a single chapter."""
    return site.land(public).beside.keys() - taken(public) - set(site.camp.pads)


def unburied(site: Site, public: Public) -> set[str]:
    """The dots on which a corpse would shut campers in or out: no corpse is laid there (ruling)."""
    doors = {cabin.door for cabin in site.camp.cabins.values()}
    return {*doors, *site.inside(public), site.camp.arrow}


def around(site: Site, public: Public, dot: str) -> set[str]:
    """The dots that are too near to `dot` for another token."""
    land = site.land(public)
    found = {dot}
    for _ in range(APART - 1):
        found |= {near for each in found for near in land.beside[each]}
    return found


def spread(site: Site, public: Public, dots: tuple[str, ...]) -> bool:
    """Whether these dots are far enough from each other."""
    for index, dot in enumerate(dots):
        if around(site, public, dot).intersection(dots[index + 1 :]):
            return False
    return True
