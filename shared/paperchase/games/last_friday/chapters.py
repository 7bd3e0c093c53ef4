"""How turns follow each other, and chapters: who is next, when one ends, what then happens."""

from collections.abc import Callable, Collection

from msgspec.structs import replace

from paperchase.games.last_friday import sights
from paperchase.games.last_friday.camp import COLOURS
from paperchase.games.last_friday.cards import CLUES, INVISIBILITY, TWIST
from paperchase.games.last_friday.judge import hunting
from paperchase.games.last_friday.moves import hand, supply
from paperchase.games.last_friday.scoring import lead, nearest, spoils, unseen
from paperchase.games.last_friday.site import Site
from paperchase.games.last_friday.state import (
    MANIAC,
    ROUNDS,
    Camper,
    Public,
    Stage,
    Turn,
    alive,
    closed,
    latest,
)
from paperchase.rules import Outcome
from paperchase.values import Seat

SAVED = 3
"""Campers in safe cabins that win a single chapter I. Source: seed 3."""


# -- rounds ------------------------------------------------------------------------------------


def begin_round(site: Site, public: Public) -> Public:
    """The next round, with its first mover. Source: rules, section 4."""
    public = replace(public, round=public.round + 1, agreed=())
    return camper_turn(site, public, "") if hunting(public) else maniac_turn(public)


def maniac_turn(public: Public) -> Public:
    """The Maniac's turn; what hid him until now is over. Source: rules, section 8."""
    return replace(public, stage=Stage.MANIAC, invisible=False, turn=Turn())


def camper_turn(site: Site, public: Public, last: str) -> Public:
    """The turn of the first living camper after `last`; if none is left, what follows."""
    for colour in COLOURS[COLOURS.index(last) + 1 if last else 0 :]:
        at = public.campers[colour].at
        if at:
            return replace(public, stage=Stage.CAMPER, turn=Turn(colour, trod=(at,)))
    public = replace(public, turn=Turn())
    if hunting(public):
        return maniac_turn(public)
    return replace(public, stage=Stage.CROSSED) if public.asks else end_round(site, public)


def maniac_done(site: Site, public: Public) -> Public:
    """What follows the Maniac's turn. Source: rules, section 4."""
    return end_round(site, public) if hunting(public) else camper_turn(site, public, "")


def end_round(site: Site, public: Public) -> Public:
    """All have had their turn: there may be a Plot Twist. Source: rules, section 8."""
    late = public.round == ROUNDS or not site.setup.last_twist
    if TWIST in public.held and late:
        return replace(public, stage=Stage.TWIST)
    return close_round(site, public)


def close_round(site: Site, public: Public) -> Public:
    """The round is over, the Plot Twist included."""
    if public.round == ROUNDS:
        return end_chapter(site, public)
    if site.setup.fast_forward and public.chapter == 1 and _all_safe(site, public):
        return replace(public, stage=Stage.CONSENT, agreed=())
    return begin_round(site, public)


def _all_safe(site: Site, public: Public) -> bool:
    safe = site.inside(public, "camper")
    return all(public.campers[colour].at in safe for colour in alive(public))


# -- ends of chapters --------------------------------------------------------------------------


def over(public: Public, maniac: bool, why: str, foul: Seat | None = None) -> Public:
    """The game is over, and the Maniac or the campers have won it."""
    winners = (MANIAC,) if maniac else COLOURS
    return replace(public, stage=Stage.OVER, outcome=Outcome(winners, why, foul), asks=())


def foul(public: Public, why: str) -> Public:
    """The Maniac has opened or said what cannot be."""
    return over(public, False, why, MANIAC)


def kill(public: Public, colours: Collection[str]) -> Public:
    """These campers are dead: a corpse each, their clues are gone. Source: seed 3.

    Those who held a key are queued to lay it down next to their corpse.
    """
    campers = dict(public.campers)
    corpses = list(public.corpses)
    for colour in colours:
        dead = campers[colour]
        corpses.append(dead.at)
        campers[colour] = Camper("", dead.cards, (), dead.key)
    keys = tuple(
        f"{colour}/{public.campers[colour].at}" for colour in colours if campers[colour].key
    )
    return replace(public, campers=campers, corpses=tuple(sorted(corpses)), queue=keys)


def decided(public: Public) -> Public:
    """The game's end where deaths have brought it, else the same. Source: rules, section 9."""
    if public.chapter == 1 and not alive(public):
        return over(public, True, "all campers are dead")
    if public.chapter == 3 and not public.campers[public.predestined].at:
        return over(public, True, f"{public.predestined}, the Predestined, is dead")
    return public


def laying(site: Site, public: Public, after: str) -> Public:
    """Keys are laid down one by one, and then it goes on with what `after` names."""
    if public.queue:
        return replace(public, stage=Stage.LAY, after=after)
    then = _AFTER[after]
    return then(site, replace(public, after=""))


def end_chapter(site: Site, public: Public) -> Public:
    """Round 15 is over, or the chapter is ended early. Source: seed 3; rules, sections 9, 10."""
    match public.chapter:
        case 1:
            return _end_arrival(site, public)
        case 2 if not site.setup.campaign:
            return over(public, True, "nobody has caught the Maniac")
        case 2:
            if latest(public) in public.known:
                return find_nearest(site, public)
            return replace(public, stage=Stage.LAST)
        case 3 if not site.setup.campaign:
            return over(public, False, f"{public.predestined}, the Predestined, lives")
        case 3:
            return score(site, public)
        case _:
            return over(public, True, "the Maniac got away at dusk")


def _end_arrival(site: Site, public: Public) -> Public:
    safe = site.inside(public, "camper")
    outside = [colour for colour in alive(public) if public.campers[colour].at not in safe]
    saved = len(alive(public)) - len(outside)
    if not site.setup.campaign:
        return over(public, saved < SAVED, f"{saved} campers are in safe cabins")
    public = decided(kill(public, outside))
    return public if public.outcome else laying(site, public, "score")


def caught(site: Site, public: Public, by: str, why: str) -> Public:
    """The Maniac is destroyed in chapter II, or caught in IV. Source: seed 3."""
    if public.chapter == 4 or not site.setup.campaign:
        return over(replace(public, asks=()), False, why)
    public = replace(public, predestined=by, asks=(), turn=Turn(), invisible=False)
    if site.setup.always_discard:
        return _discard(site, public)
    return audit(site, public)


def find_nearest(site: Site, public: Public) -> Public:
    """The Predestined of a Maniac who was not caught. Source: seed 3."""
    land = site.land(public)
    near = nearest(site, land, public, public.known[latest(public)])
    held = supply({*public.held, INVISIBILITY})
    public = replace(public, queue=near, held=held)
    if len(near) > 1:
        return replace(public, stage=Stage.TIE)
    return uncaught(site, public, next(iter(near)))


def uncaught(site: Site, public: Public, predestined: str) -> Public:
    """All clues go back into the box, and keys are laid down. Source: seed 3, end of II."""
    return _discard(site, replace(public, predestined=predestined, queue=()))


def _discard(site: Site, public: Public) -> Public:
    campers = {
        colour: replace(camper, clues=()) if camper.clues else camper
        for colour, camper in public.campers.items()
    }
    keys = tuple(f"{colour}/{campers[colour].at}" for colour in COLOURS if campers[colour].key)
    return laying(site, replace(public, campers=campers, queue=keys), "audit")


def audit(site: Site, public: Public) -> Public:
    """After chapter II all turns of I and II are opened. Source: rules, section (d)."""
    if closed(public):
        return replace(public, stage=Stage.AUDIT)
    return audited(site, public)


def audited(site: Site, public: Public) -> Public:
    """Nothing of chapters I and II is sealed any more, but for Hospitality tokens."""
    public = replace(public, turns=(), known={}, ends=(), sights=(), pawn=0)
    return score(site, public)


# -- between chapters --------------------------------------------------------------------------


def score(site: Site, public: Public) -> Public:
    """Spoils for who is ahead. Used tokens leave the time track. Source: seed 0."""
    public = replace(public, spent=(), invisible=False, turn=Turn())
    ahead = lead(public)
    if ahead > 0:
        return earn(site, public, min(ahead, len(spoils(public))), "cards")
    dots = unseen(public)
    count = min(-ahead, len(dots))
    if count and count < len(dots):
        return replace(public, stage=Stage.PEEK, count=count)
    return look(site, public, dots if count else ())


def earn(site: Site, public: Public, count: int, after: str) -> Public:
    """The Maniac chooses so many tokens; where he has no choice he gets what there is."""
    able = spoils(public)
    if 0 < count < len(able):
        return replace(public, stage=Stage.SPOILS, count=count, after=after)
    return earned(site, replace(public, after=after), able if count else ())


def earned(site: Site, public: Public, tokens: Collection[str]) -> Public:
    """He has them."""
    after = public.after
    held = supply({*public.held, *tokens})
    return _AFTER[after](site, replace(public, held=held, count=0, after=""))


def look(site: Site, public: Public, dots: Collection[str]) -> Public:
    """Clues on these dots are turned up one by one, and back. Source: seed 0."""
    public = replace(public, queue=tuple(dots), count=0)
    return replace(public, stage=Stage.LOOK) if dots else newcomers(site, public)


def newcomers(site: Site, public: Public) -> Public:
    """The dead are replaced: they choose a card and wait at the entrance. Source: seed 3."""
    if any(not camper.at for camper in public.campers.values()):
        return replace(public, stage=Stage.CARDS)
    return begin_chapter(site, public)


def begin_chapter(site: Site, public: Public) -> Public:
    """The chapter after this one. Where he is stays hidden, but for chapter III."""
    chapter = public.chapter + 1
    if chapter == 3:
        public = replace(public, chapter=3, round=0)
        return shelter(site, public)
    known = {slot: circle for slot, circle in public.known.items() if slot == latest(public)}
    if chapter == 2:
        known = public.known
    public = replace(public, chapter=chapter, round=0, ends=(latest(public),), known=known)
    return begin_round(site, public)


def shelter(site: Site, public: Public) -> Public:
    """The Predestined gets his clues and goes into a cabin. Source: seed 3."""
    who = public.predestined
    camper = replace(public.campers[who], clues=CLUES)
    public = replace(public, campers={**public.campers, who: camper})
    if shelters(site, public):
        return replace(public, stage=Stage.SHELTER)
    return sheltered(site, public, site.pad(who))


def shelters(site: Site, public: Public) -> tuple[str, ...]:
    """The dots in campers' cabins where nobody else stands."""
    others = {
        camper.at for colour, camper in public.campers.items() if colour != public.predestined
    }
    return tuple(sorted(site.inside(public, "camper") - others))


def sheltered(site: Site, public: Public, dot: str) -> Public:
    """He is there. In a campaign the chapter begins; alone, the Maniac lays his tokens."""
    who = public.predestined
    camper = replace(public.campers[who], at=dot)
    public = replace(public, campers={**public.campers, who: camper})
    if site.setup.campaign:
        return begin_round(site, public)
    return replace(public, stage=Stage.STREW)


def found(site: Site, public: Public, slot: str, circle: int) -> Public:
    """A slot of the Maniac's is open. Ends the game where it can hold no such circle."""
    if circle not in site.bits:
        return foul(public, f"{slot} holds {circle}, which is no circle")
    seen = sights.seen(site, site.land(public), public.sights, slot, circle)
    known = {**public.known, slot: circle}
    public = replace(public, known=known, pawn=circle, sights=seen)
    if sights.impossible(public):
        return foul(public, f"{slot} holds {circle}, where he cannot have been")
    return public


def camper_of(entry: str) -> tuple[str, str]:
    """The colour and the dot that a queued key is about."""
    colour, _, dot = entry.partition("/")
    return colour, dot


def rehand(camper: Camper, clues: Collection[str]) -> Camper:
    """The camper with these clues."""
    return replace(camper, clues=hand(clues))


def _hiding(site: Site, public: Public) -> Public:
    return replace(public, stage=Stage.HIDE)


_AFTER: dict[str, Callable[[Site, Public], Public]] = {
    "turn": maniac_done,
    "twist": close_round,
    "score": score,
    "audit": audit,
    "cards": newcomers,
    "hide": _hiding,
}
