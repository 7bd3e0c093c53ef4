"""The turn of a camper: walking, picking up, using, dropping, opening his cabin."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from paperchase.errors import IllegalMoveError
from paperchase.games.last_friday.camp import COLOURS
from paperchase.games.last_friday.cards import (
    CARDS,
    HOSPITALITY,
    KEY,
    LANTERN,
    NERVE,
    REACH,
    SHOVEL,
    SNEAKERS,
    SPADE,
    TRAP,
    UNSEEN,
)
from paperchase.games.last_friday.chapters import camper_turn, caught, rehand
from paperchase.games.last_friday.dots import check_dot, drop_dots, lay_dots
from paperchase.games.last_friday.moves import ACT
from paperchase.games.last_friday.site import Site
from paperchase.games.last_friday.state import Ask, Camper, Public, Stage, Turn, latest
from paperchase.games.last_friday.walking import (
    bars,
    blocked,
    can_go_on,
    check_leaving,
    shared,
    step_end,
)
from paperchase.games.last_friday.walking import check_dot as check_new

_DOES = {
    "go": frozenset({"path", "dig", "done"}),
    "take": frozenset[str](),
    "use": frozenset({"token", "at"}),
    "drop": frozenset({"token", "at"}),
    "open": frozenset[str](),
    "done": frozenset[str](),
}
_EMPTY: Mapping[str, Any] = {
    key: [] if isinstance(kind, tuple) else kind() for key, kind in ACT.items()
}

THE_KEY = "key"
"""How an order calls the key that a camper holds."""

PLACED = (TRAP, LANTERN)
"""The clues that are laid on the map. Source: seed 0."""


def act(site: Site, public: Public, told: Mapping[str, Any]) -> Public:
    """What the camper whose turn it is does. Raises IllegalMoveError naming the rule."""
    do = told["do"]
    allowed = _DOES.get(do)
    if allowed is None:
        raise IllegalMoveError(f"a camper does one of: {', '.join(_DOES)}")
    for key, value in told.items():
        if key != "do" and key not in allowed and value != _EMPTY[key]:
            raise IllegalMoveError(f"to {do} a camper says nothing about {key}")
    if public.asks and do not in ("go", "done"):
        raise IllegalMoveError("the Maniac has to answer first whether he was crossed", "wait")
    if public.turn.extra:
        return _rid(site, public, told)
    match do:
        case "go":
            return _go(site, public, told["path"], told["dig"], told["done"])
        case "take":
            return _take(public)
        case "use":
            return _use(site, public, told["token"], told["at"])
        case "drop":
            return _drop(site, public, told["token"], told["at"])
        case "open":
            return _open(site, public)
        case _:
            return _done(site, public)


def power(site: Site, camper: Camper, colour: str) -> str:
    """The power of a camper's card, where the game is played with powers."""
    return CARDS[colour][camper.cards[-1]].power if site.setup.abilities else ""


def reach(site: Site, public: Public, colour: str) -> int:
    """How many edges away he may lay and drop tokens."""
    return 2 if power(site, public.campers[colour], colour) == REACH else 1


def may_use(site: Site, public: Public, colour: str) -> bool:
    """Whether he may still use a token in this turn. Source: seed 0: one a turn."""
    most = 2 if power(site, public.campers[colour], colour) == NERVE else 1
    return public.turn.used < most


# -- walking -----------------------------------------------------------------------------------


def _go(site: Site, public: Public, path: list[str], dig: bool, done: bool) -> Public:
    turn = public.turn
    if turn.halted:
        raise IllegalMoveError("a token was used after moving, which ends the moving")
    if not path or len(path) > turn.left:
        raise IllegalMoveError(f"a camper has {turn.left} steps left: name 1 to {turn.left}")
    colour = turn.camper
    land = site.land(public)
    before, dug = public, False
    for step in path:
        here = public.campers[colour].at
        to, crossed, boat = step_end(site, land, public, colour, here, public.boat, step)
        check_new(public, public.turn, to)
        if bars(site, public, here, to) or (dig and not dug and blocked(public, to)):
            public = _dig(site, public, to, dig and not dug)
            dug = True
        turn = public.turn
        public = _at(public, to, boat, replace(turn, left=turn.left - 1, trod=(*turn.trod, to)))
        if crossed:
            public = _cross(site, public, crossed)
            if public.outcome or public.turn.camper != colour or public.round < before.round:
                return public
    if dig and not dug:
        raise IllegalMoveError("no corpse lies on this way: nothing to dig")
    if blocked(public, public.campers[colour].at):
        raise IllegalMoveError("a camper steps over a corpse here, but not onto it")
    check_leaving(site, before, before.turn, public.campers[colour].at)
    if shared(public, colour) and not can_go_on(site, land, public, public.turn):
        raise IllegalMoveError("a camper does not end his turn on another one's dot")
    return _done(site, public) if done else public


def _at(public: Public, dot: str, boat: str, turn: Turn) -> Public:
    """The camper whose turn it is stands there."""
    camper = public.campers[turn.camper]
    moved = Camper(dot, camper.cards, camper.clues, camper.key)
    return replace(public, campers={**public.campers, turn.camper: moved}, boat=boat, turn=turn)


def _dig(site: Site, public: Public, dot: str, dig: bool) -> Public:
    """He uses a Shovel on entering. Source: seed 0."""
    colour = public.turn.camper
    camper = public.campers[colour]
    if not dig or SHOVEL not in (*camper.clues, public.turn.extra):
        raise IllegalMoveError(f"a corpse lies on {dot}: only a Shovel clears the way")
    if public.asks:
        raise IllegalMoveError("the Maniac has to answer first whether he was crossed", "wait")
    extra = public.turn.extra == SHOVEL
    if not extra:
        _check_use(site, public, colour)
    keeps = power(site, camper, colour) == SPADE
    clues = camper.clues if keeps or extra else _without(camper.clues, SHOVEL)
    turn = replace(public.turn, extra="", used=public.turn.used + (not extra))
    campers = {**public.campers, colour: rehand(camper, clues)}
    corpses = tuple(each for each in public.corpses if each != dot)
    return replace(public, campers=campers, turn=turn, corpses=corpses)


def _cross(site: Site, public: Public, circle: int) -> Public:
    """He has walked over a circle. Source: seed 3, chapter II; rules, section 10."""
    colour = public.turn.camper
    hunter = public.chapter == 2 or colour == public.predestined
    if public.chapter in (1, 3) or (not hunter and site.setup.contact == "silent"):
        return public
    slot = latest(public)
    if slot in public.known:
        return crossed(site, public, colour, circle) if public.known[slot] == circle else public
    spots = tuple(public.campers[each].at for each in COLOURS)
    ask = Ask(colour, circle, spots, public.boat, public.turn)
    return replace(public, asks=(*public.asks, ask))


def crossed(site: Site, public: Public, colour: str, circle: int) -> Public:
    """This camper has walked over the Maniac, who stands in view."""
    if public.chapter == 2 or colour == public.predestined or site.setup.contact == "kill":
        return caught(site, public, colour, f"{colour} caught the Maniac at circle {circle}")
    return public


def _done(site: Site, public: Public) -> Public:
    """The end of his turn. Source: seed 0: he has to move, unless there is no free dot."""
    turn = public.turn
    if shared(public, turn.camper):
        raise IllegalMoveError("a camper does not end his turn on another one's dot")
    if len(turn.trod) == 1 and can_go_on(site, site.land(public), public, turn):
        raise IllegalMoveError("a camper has to move while there is a free dot")
    return camper_turn(site, public, turn.camper)


# -- tokens ------------------------------------------------------------------------------------


def _take(public: Public) -> Public:
    """He picks up what lies on his dot. Source: seed 0; rules, section 5."""
    colour = public.turn.camper
    camper = public.campers[colour]
    token = public.tokens.get(camper.at)
    if token is None:
        raise IllegalMoveError(f"no token that can be picked up lies on {camper.at}")
    if token == UNSEEN:
        return replace(public, stage=Stage.ROLL, spot=camper.at)
    if token.startswith(HOSPITALITY):
        return replace(public, stage=Stage.TAKE, spot=camper.at)
    if token.startswith(KEY):
        if camper.key:
            raise IllegalMoveError(f"{colour} holds the {camper.key} key, and can hold one only")
        public = lifted(public, camper.at)
        return _keeps(public, colour, replace(camper, key=token.removeprefix(KEY)))
    return gains(lifted(public, camper.at), token)


def gains(public: Public, clue: str) -> Public:
    """He has picked up this clue. Of a type that he holds he is rid at once. Source: seed 0."""
    colour = public.turn.camper
    camper = public.campers[colour]
    public = replace(public, stage=Stage.CAMPER, spot="")
    if clue in camper.clues:
        return replace(public, turn=replace(public.turn, extra=clue))
    return _keeps(public, colour, rehand(camper, (*camper.clues, clue)))


def lifted(public: Public, dot: str) -> Public:
    """Nothing lies on that dot any more, but for corpses."""
    tokens = {each: token for each, token in public.tokens.items() if each != dot}
    return replace(public, tokens=tokens)


def _keeps(public: Public, colour: str, camper: Camper) -> Public:
    return replace(public, campers={**public.campers, colour: camper})


def _check_use(site: Site, public: Public, colour: str) -> None:
    if not may_use(site, public, colour):
        raise IllegalMoveError("a camper uses one token a turn")


def _use(site: Site, public: Public, token: str, at: str) -> Public:
    colour = public.turn.camper
    camper = public.campers[colour]
    if token not in camper.clues:
        held = ", ".join(camper.clues) or "nothing"
        raise IllegalMoveError(f"{colour} does not hold that: he has {held}")
    if token == SHOVEL:
        raise IllegalMoveError("a Shovel is used on entering a corpse's dot: go there and dig")
    _check_use(site, public, colour)
    if shared(public, colour) and token != SNEAKERS:
        raise IllegalMoveError("he is still passing another camper: tokens come before or after")
    turn = replace(public.turn, used=public.turn.used + 1)
    if token != SNEAKERS and len(turn.trod) > 1:
        turn = replace(turn, halted=True)
    public = _keeps(public, colour, rehand(camper, _without(camper.clues, token)))
    return _played(site, replace(public, turn=turn), token, at)


def _played(site: Site, public: Public, token: str, at: str) -> Public:
    """What a clue does. Source: seed 0."""
    turn = public.turn
    here = public.campers[turn.camper].at
    if token not in PLACED and at:
        raise IllegalMoveError(f"a token of {token} is laid nowhere")
    match token:
        case "sneakers":
            if turn.halted:
                raise IllegalMoveError("his moving is over: Sneakers would take him nowhere")
            return replace(public, turn=replace(turn, left=turn.left + 1))
        case "hearing":
            return _hear(site, public, here)
        case _:
            land = site.land(public)
            dots = lay_dots(site, land, public, here, reach(site, public, turn.camper))
            check_dot(at, dots, f"a {token}")
            if token == TRAP:
                return replace(public, traps=tuple(sorted((*public.traps, at))))
            return _light(site, public, at)


def _hear(site: Site, public: Public, here: str) -> Public:
    if not public.ends:
        raise IllegalMoveError("the Maniac is not in the camp yet, so there is nothing to hear")
    if public.invisible:
        raise IllegalMoveError("the Maniac is invisible: Hearing may not be used")
    if latest(public) in public.known:
        return public
    return replace(public, stage=Stage.HEAR, spot=here)


def _light(site: Site, public: Public, at: str) -> Public:
    public = replace(public, lanterns=tuple(sorted((*public.lanterns, at))))
    slot = latest(public)
    if not slot or public.invisible:
        return public
    if slot in public.known:
        lit = public.known[slot] in site.land(public).near[at]
        return replace(public, pawn=public.known[slot]) if lit else public
    return replace(public, stage=Stage.LIGHT, spot=at)


def _drop(site: Site, public: Public, token: str, at: str) -> Public:
    colour = public.turn.camper
    camper = public.campers[colour]
    if token == THE_KEY:
        if not camper.key:
            raise IllegalMoveError(f"{colour} has no key")
        lies, camper = f"{KEY}{camper.key}", replace(camper, key="")
    elif token in camper.clues:
        lies, camper = token, rehand(camper, _without(camper.clues, token))
    else:
        held = ", ".join(camper.clues) or "nothing"
        raise IllegalMoveError(f"{colour} does not hold that: he has {held}")
    return _keeps(_lay(site, public, lies, at), colour, camper)


def _lay(site: Site, public: Public, token: str, at: str) -> Public:
    turn = public.turn
    here = public.campers[turn.camper].at
    far = reach(site, public, turn.camper)
    check_dot(at, drop_dots(site.land(public), public, here, far), "it")
    return replace(public, tokens={**public.tokens, at: token})


def _rid(site: Site, public: Public, told: Mapping[str, Any]) -> Public:
    """A clue of a type that he holds is dropped or played at once. Source: seed 0."""
    extra, do = public.turn.extra, told["do"]
    if do == "go" and told["dig"] and extra == SHOVEL and not told["done"]:
        path: list[str] = told["path"]
        land = site.land(public)
        here = public.campers[public.turn.camper].at
        to, _, _ = step_end(
            site, land, public, public.turn.camper, here, public.boat, path[0] if path else ""
        )
        if blocked(public, to):
            return _go(site, public, path, True, False)
    if told["token"] == extra and do in ("use", "drop"):
        rid = replace(public, turn=replace(public.turn, extra=""))
        if do == "drop":
            return _lay(site, rid, extra, told["at"])
        if extra != SHOVEL:
            return _played(site, rid, extra, told["at"])
    raise IllegalMoveError(f"he has two tokens of {extra}: one is played or dropped at once")


def _without(clues: tuple[str, ...], clue: str) -> tuple[str, ...]:
    return tuple(each for each in clues if each != clue)


# -- cabins ------------------------------------------------------------------------------------


def _open(site: Site, public: Public) -> Public:
    """With the key of its colour, before its door. Source: seed 0; rules, section 5."""
    colour = public.turn.camper
    camper = public.campers[colour]
    key = camper.key
    if not key:
        raise IllegalMoveError(f"{colour} has no key")
    cabin = site.camp.cabins[key]
    if camper.at != cabin.door:
        raise IllegalMoveError(
            f"the {key} key opens the {key} cabin alone, and its door is at {cabin.door}"
        )
    if key in public.tiles:
        raise IllegalMoveError(f"the {key} cabin is open already")
    public = _keeps(public, colour, replace(camper, key=""))
    return replace(public, tiles={**public.tiles, key: "camper"})
