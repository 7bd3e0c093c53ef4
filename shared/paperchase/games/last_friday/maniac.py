"""The Maniac's turn as everybody sees it."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from paperchase.errors import IllegalMoveError
from paperchase.games.last_friday import sights
from paperchase.games.last_friday.cards import (
    AXE,
    INVISIBILITY,
    SHADOW,
    SPEED,
    TWIST,
    UNSEEN,
)
from paperchase.games.last_friday.chapters import (
    caught,
    close_round,
    decided,
    foul,
    found,
    kill,
    laying,
)
from paperchase.games.last_friday.dots import check_dot, clue_dots
from paperchase.games.last_friday.judge import (
    begins,
    breakable,
    catchers,
    cornered,
    hunting,
    scheduled,
    sealed_slots,
    shown_slot,
)
from paperchase.games.last_friday.moves import PASS, SILENT, TURN, in_order
from paperchase.games.last_friday.scoring import stock
from paperchase.games.last_friday.site import Site
from paperchase.games.last_friday.state import (
    EVERY,
    Public,
    Stage,
    alive,
    latest,
    name_turn,
    start_slot,
    turn_slots,
)
from paperchase.rules import Notice
from paperchase.told import exactly, read
from paperchase.values import same_json


def move(site: Site, public: Public, notice: Notice) -> Public:
    """His turn, or his Plot Twist. Raises IllegalMoveError."""
    told = read(notice.public, TURN)
    twist = public.stage is Stage.TWIST
    if twist and same_json(told, PASS):
        exactly(notice, (), ())
        return close_round(site, public)
    if told["stuck"]:
        return _stuck(site, public, notice, told)
    _check_token(site, public, told, twist)
    _check_said(public, told)
    slots = sealed_slots(public, twist)
    opens = _opens(public, notice, told, twist)
    exactly(notice, slots, opens)
    return _moved(site, public, notice, told, twist)


def _stuck(site: Site, public: Public, notice: Notice, told: Mapping[str, Any]) -> Public:
    """He has no way out, opens where he is, and is caught. Source: rules, sections 9 and 10."""
    if not same_json({**told, "stuck": ""}, SILENT):
        raise IllegalMoveError("a Maniac who is caught says nothing besides")
    if hunting(public) or public.stage is Stage.TWIST:
        raise IllegalMoveError("nobody can stop the Maniac in this turn")
    slot = latest(public)
    exactly(notice, (), () if slot in public.known else (slot,))
    circle = notice.opened.get(slot, public.known.get(slot, 0))
    if circle in site.bits:
        land = site.land(public)
        if not cornered(land, public, circle):
            raise IllegalMoveError(f"from circle {circle} a way is open: he has to go it")
        by = catchers(land, public, circle) if public.chapter == 2 else ["all"]
        if told["stuck"] not in by:
            raise IllegalMoveError(f"he is caught by {' or '.join(by)}")
    after = found(site, public, slot, circle)
    if after.outcome:
        return after
    who = "the campers" if public.chapter == 4 else told["stuck"]
    return caught(site, after, told["stuck"], f"{who} cornered the Maniac at circle {circle}")


def _check_token(site: Site, public: Public, told: Mapping[str, Any], twist: bool) -> None:
    token, axe = told["token"], told["axe"]
    if twist:
        if token != TWIST:
            raise IllegalMoveError("an extra turn is for the Plot Twist and no other token")
    elif token == TWIST:
        raise IllegalMoveError("a Plot Twist is played at the end of a round")
    if token and token not in public.held:
        held = ", ".join(public.held) or "none"
        raise IllegalMoveError(f"the Maniac does not hold that token: he has {held}")
    if token == SHADOW and public.round % EVERY:
        raise IllegalMoveError("a Shadow covers a scheduled reveal, and none is due in this round")
    if (token == AXE) != bool(axe):
        raise IllegalMoveError("an Axe names the cabin that it breaks open, and only an Axe does")
    if axe and axe not in breakable(site, public):
        closed = ", ".join(breakable(site, public)) or "none"
        raise IllegalMoveError(f"an Axe breaks open a closed cabin: {closed}")


def _check_said(public: Public, told: Mapping[str, Any]) -> None:
    kills = told["kills"]
    if kills and not hunting(public):
        raise IllegalMoveError("the Maniac kills nobody in this chapter: a camper bars his way")
    if kills != in_order(kills, alive(public)):
        raise IllegalMoveError("victims are living campers, each once, in the order of colours")
    for key, there in (("traps", public.traps), ("lanterns", public.lanterns)):
        if told[key] != sorted(set(told[key]).intersection(there)):
            raise IllegalMoveError(f"{key} are named by their dots, each once, in order")


def _opens(public: Public, notice: Notice, told: Mapping[str, Any], twist: bool) -> set[str]:
    """What he has to open, as far as all can tell; a lit circle he opens of himself."""
    token = told["token"]
    end, mid, _, _ = turn_slots(name_turn(public, twist))
    opens: set[str] = set()
    if not public.invisible and token != INVISIBILITY:
        if told["traps"] or told["lanterns"]:
            opens.add(end)
        elif public.lanterns:
            opens |= notice.opened.keys() & ({end, mid} if token == SPEED else {end})
    if scheduled(public, token, twist):
        opens.add(shown_slot(public, name_turn(public, twist)))
    return opens.difference(public.known)


def _moved(
    site: Site, public: Public, notice: Notice, told: Mapping[str, Any], twist: bool
) -> Public:
    turn = name_turn(public, twist)
    end, mid, _, _ = turn_slots(turn)
    opened = {
        key: notice.opened[s] for key, s in (("end", end), ("mid", mid)) if s in notice.opened
    }
    for slot in (end, mid):
        circle = notice.opened.get(slot)
        if circle is not None and circle not in site.bits:
            return foul(public, f"{slot} holds {circle}, which is no circle")
    token = told["token"]
    hidden = token == INVISIBILITY or public.invisible
    ends = public.ends
    if begins(public):
        start = start_slot(public.chapter)
        ends = (start,)
        public = replace(public, sights=sights.began(site, start, site.starts(public)))
    # Lanterns that he passed lit him all the same.
    seen = sights.moved(site, replace(public, invisible=hidden), end, told, opened)
    # An extra turn takes the place of this round's own.
    ends = (*ends[:-1], end) if twist else (*ends, end)
    after = replace(
        public,
        held=tuple(one for one in public.held if one != token),
        spent=(*public.spent, token) if token else public.spent,
        invisible=hidden,
        tiles={**public.tiles, told["axe"]: "maniac"} if told["axe"] else public.tiles,
        traps=tuple(dot for dot in public.traps if dot not in told["traps"]),
        lanterns=tuple(dot for dot in public.lanterns if dot not in told["lanterns"]),
        ends=ends,
        turns=_turns(site, public, turn),
        sights=seen,
    )
    if sights.impossible(after):
        return foul(after, f"turn {turn}: what he says can be true of no circle")
    why = _unlit(site, public, told, opened)
    if why:
        return foul(after, f"turn {turn}: {why}")
    after = kill(after, told["kills"]) if told["kills"] else after
    for slot in (mid, end):
        if slot in notice.opened:
            after = found(site, after, slot, notice.opened[slot])
    after = _scheduled(site, after, notice, told, twist)
    after = decided(after) if after.outcome is None else after
    return after if after.outcome else laying(site, after, "twist" if twist else "turn")


def _turns(site: Site, public: Public, turn: str) -> tuple[str, ...]:
    """The turns that the audit after chapter II will open."""
    if not site.setup.campaign or public.chapter > 2:
        return ()
    return (*public.turns, turn)


def _unlit(site: Site, public: Public, told: Mapping[str, Any], opened: Mapping[str, int]) -> str:
    """What is wrong with circles that he opened as lit ones, or nothing."""
    due = scheduled(public, told["token"], public.stage is Stage.TWIST) and not hunting(public)
    lit = sights.lit_mask(site.land(public, told["axe"]), public)
    if "mid" in opened and not lit >> site.bits[opened["mid"]] & 1:
        return f"circle {opened['mid']} is not lit, and he opened it on his way"
    free = due or told["traps"] or told["lanterns"]
    if "end" in opened and not free and not lit >> site.bits[opened["end"]] & 1:
        return f"circle {opened['end']} is not lit, and he opened it"
    return ""


def _scheduled(
    site: Site, public: Public, notice: Notice, told: Mapping[str, Any], twist: bool
) -> Public:
    """The reveal of every third round, with its clue. Source: seeds 0 and 3."""
    if public.outcome is not None:
        return public
    clue = told["clue"]
    if not scheduled(public, told["token"], twist):
        if clue:
            raise IllegalMoveError("a clue is laid at a scheduled reveal, and there is none")
        return public
    slot = shown_slot(public, name_turn(public, twist))
    public = public if slot in public.known else found(site, public, slot, notice.opened[slot])
    if public.outcome is not None:
        return public
    circle = public.known[slot]
    public = replace(public, pawn=circle)
    allowed = clue_dots(site.land(public), public, circle) if stock(public) else ()
    if not allowed:
        if clue:
            raise IllegalMoveError("no clue is left to be laid")
        return public
    check_dot(clue, allowed, f"the clue of circle {circle}")
    return replace(public, tokens={**public.tokens, clue: UNSEEN})
