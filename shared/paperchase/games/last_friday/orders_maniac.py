"""The orders of the Maniac: hiding, moving, his tokens."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

from paperchase.errors import IllegalMoveError
from paperchase.games.last_friday.camp import COLOURS
from paperchase.games.last_friday.cards import (
    AXE,
    GIFTS,
    INVISIBILITY,
    KEY,
    SHADOW,
    SPEED,
    TWIST,
    gift,
)
from paperchase.games.last_friday.choices import hide_move
from paperchase.games.last_friday.judge import barred, begins
from paperchase.games.last_friday.moves import WAIT, pass_move
from paperchase.games.last_friday.rules import LastFriday
from paperchase.games.last_friday.setting import CORPSES, GIFT_SLOTS, SCATTERED
from paperchase.games.last_friday.site import BOAT, Land, Site
from paperchase.games.last_friday.state import MANIAC, Public, Secret, start_slot
from paperchase.games.last_friday.trails import Route
from paperchase.games.last_friday.turns import stuck_move, stucks, turn_move
from paperchase.orders import Ask, Verb, Words, quote
from paperchase.rules import Demand, Kind, Move, Notice
from paperchase.values import Json

_GIFTS = {gift(value).removeprefix(KEY): value for value in GIFTS}
_AFTER = (SPEED, SHADOW, INVISIBILITY, AXE, "clue")


def about(*names: str) -> Callable[[Demand], bool]:
    """A test for demands that are about one of these things."""

    def fits(demand: Demand) -> bool:
        told = cast("Mapping[str, Json]", demand.about)
        return demand.kind is Kind.MOVE and told["do"] in names

    return fits


def known(ask: Ask) -> tuple[Site, Public, Secret]:
    """The site, what everybody knows, and what the author knows."""
    rules = cast(LastFriday, ask.rules)
    return rules.site, cast(Public, ask.public), cast(Secret, ask.secret)


def dot_word(words: Words) -> str:
    """The next word as the name of a dot. Raises MalformedError."""
    word = words.peek()
    if len(word) != 2 or not word[0].isalpha():
        what = f"{quote(word)} is no dot" if word else "the dot is missing"
        raise words.wrong(f"{what}: those have two letters, such as `ka`")
    words.take(word)
    return word


def dot_words(words: Words) -> list[str]:
    """All dots that come next."""
    found: list[str] = []
    while len(words.peek()) == 2 and words.peek()[0].isalpha():
        found.append(dot_word(words))
    return found


def _hide(ask: Ask, words: Words) -> Move:
    """Ten tokens in the order of the ringed dots, boat, and hiding place."""
    site, _, _ = known(ask)
    pier = _boat(site, words)
    circle = words.number("circle", 1, 999)
    gifts = [_GIFTS[words.word("token", _GIFTS)] for _ in GIFT_SLOTS]
    return hide_move(pier, gifts, circle)


def _strew(ask: Ask, words: Words) -> Move:
    site, public, _ = known(ask)
    told: dict[str, Json] = {"boat": _boat(site, words)}
    hidden: dict[str, int] = {}
    if public.chapter != 3:
        hidden[start_slot(public.chapter)] = words.number("circle", 1, 999)
    for key, count in (("corpses", CORPSES), ("clues", SCATTERED)):
        words.word("list", (key,))
        told[key] = sorted(dot_word(words) for _ in range(count))
    return Move(Kind.MOVE, MANIAC, told, hidden)


def _boat(site: Site, words: Words) -> str:
    return words.word("pier", (pier.name for pier in site.camp.piers))


def _stuck(ask: Ask, words: Words) -> Move:
    site, public, secret = known(ask)
    by = "all" if public.chapter == 4 else words.word("camper", COLOURS)
    if stuck_move(public, by) not in stucks(site, public, secret):
        raise IllegalMoveError(f"you are not cornered by {by} at circle {secret.at}")
    return stuck_move(public, by)


def _wait(_ask: Ask, _words: Words) -> Move:
    return pass_move()


def _go(ask: Ask, words: Words) -> Move:
    return _turn(ask, words, "")


def _twist(ask: Ask, words: Words) -> Move:
    return _turn(ask, words, TWIST)


class _Leg(NamedTuple):
    """One step as it is written: the dots on it, where it leads, the number of the route."""

    dots: tuple[str, ...]
    circle: int
    route: int


def _turn(ask: Ask, words: Words, token: str) -> Move:
    site, public, secret = known(ask)
    at = _from(site, public, words) if begins(public) else secret.at
    legs = [_leg(site, words)]
    while words.peek() and words.peek() not in _AFTER:
        legs.append(_leg(site, words))
    axe = ""
    for name in (SPEED, SHADOW, INVISIBILITY, AXE):
        if not token and words.take(name):
            token = name
            axe = words.word("colour", COLOURS) if name == AXE else ""
    clue = dot_word(words) if words.take("clue") else None
    if len(legs) > 1 + (token == SPEED):
        raise words.wrong("only Supernatural Speed makes two steps: add `speed`")
    land = site.land(public, axe)
    routes: list[Route] = []
    for leg in legs:
        routes.append(_route(land, public, at, leg))
        at = leg.circle
    cut = bool(set(routes[0].dots).intersection(public.traps))
    if token == SPEED and len(routes) != 2 - cut:
        why = "a trap ends this turn: name one step" if cut else "Speed makes two steps: name both"
        raise IllegalMoveError(why)
    move = turn_move(site, public, secret, routes, token=token, axe=axe, clue=clue)
    _check(ask, secret, move)
    return move


def _from(site: Site, public: Public, words: Words) -> int:
    """Where he begins chapter III."""
    if not words.take("from"):
        raise words.wrong("say where you begin: go from CIRCLE ...")
    at = words.number("circle", 1, 999)
    if at not in site.starts(public):
        raise IllegalMoveError(f"you may begin at {', '.join(map(str, site.starts(public)))}")
    return at


def _check(ask: Ask, secret: Secret, move: Move) -> None:
    """Lets the rules look at what a turn opens of earlier ones, which the grammar cannot."""
    values = {**secret.trail, **move.hidden}
    opened = {slot: values[slot] for slot in move.opens}
    notice = Notice(move.kind, move.seat, move.public, tuple(move.hidden), opened)
    ask.rules.apply(ask.public, notice)


def _leg(site: Site, words: Words) -> _Leg:
    dots = tuple(dot_words(words))
    circle = words.number("circle", 1, 999)
    most = len(site.camp.routes)
    return _Leg(dots, circle, words.number("route", 1, most) if words.take("via") else 0)


def _route(land: Land, public: Public, at: int, leg: _Leg) -> Route:
    """The one route that is meant. Raises IllegalMoveError naming the rule."""
    there = land.routes.get(at, {}).values()
    found = [
        route
        for route in there
        if route.end == leg.circle and leg.dots in ((), route.dots) and leg.route in (0, route.id)
    ]
    if not found:
        ends = ", ".join(spell_route(route) for route in there)
        raise IllegalMoveError(f"no such way leads from circle {at} to {leg.circle}: {ends}")
    able = [route for route in found if not barred(public, route)]
    if not able:
        raise IllegalMoveError(f"a camper stands on the way from circle {at} to {leg.circle}")
    if len(able) > 1:
        either = " or ".join(f"`{spell_route(route)}`" for route in able)
        raise IllegalMoveError(f"several ways lead there: say {either}")
    return able[0]


def spell_route(route: Route) -> str:
    """A step of the Maniac in words: the dots that it passes, and the circle behind them."""
    return " ".join((*route.dots, str(route.end)))


def spell_step(step: str) -> str:
    """A step of a camper in words."""
    if step.startswith(BOAT):
        return f"boat {step.removeprefix(BOAT)}"
    return step.replace("/", " ")


def spell(move: Move, secret: Any) -> str:
    """The inverse for the Maniac's own orders; what is not known is a `?`."""
    told = cast("Mapping[str, Any]", move.public)
    match told:
        case {"stuck": str(by)} if by:
            return "stuck" if by == "all" else f"stuck {by}"
        case {"token": str(token)}:
            return _spell_turn(move, token, told)
        case {"boat": boat, "corpses": corpses, "clues": clues}:
            start = next((str(value) for value in move.hidden.values()), "")
            return " ".join(("strew", boat, *start.split(), "corpses", *corpses, "clues", *clues))
        case {"boat": boat}:
            gifts = [move.hidden.get(slot) for slot in GIFT_SLOTS]
            names = [gift(value).removeprefix(KEY) if value else "?" for value in gifts]
            start = move.hidden.get(start_slot(1), "?")
            return " ".join(("hide", str(boat), str(start), *names))
        case _:
            return ""


def _spell_turn(move: Move, token: str, told: Mapping[str, Any]) -> str:
    hidden = {slot.partition("/")[0]: value for slot, value in move.hidden.items()}
    if not {"end", "mid", "path", "path2"} <= hidden.keys():
        # Others know at most a circle of it, and that may be one of an earlier turn.
        said = " ".join(word for word in (token, told["axe"]) if word)
        return token if token == WAIT else "twist ?" if token == TWIST else f"go ? {said}".strip()
    start = move.hidden.get(start_slot(3))
    words = ["twist" if token == TWIST else "go"]
    if start is not None:
        words += ["from", str(start)]
        hidden["end"] = next(v for s, v in move.hidden.items() if s == "end/3/1")
    if hidden["mid"]:
        words += [str(hidden["mid"]), "via", str(hidden["path"])]
        words += [str(hidden["end"]), "via", str(hidden["path2"])]
    else:
        words += [str(hidden["end"]), "via", str(hidden["path"])]
    if token not in ("", TWIST):
        words.append(token)
    if told["axe"]:
        words.append(told["axe"])
    if told["clue"]:
        words += ["clue", told["clue"]]
    return " ".join(words)


VERBS = (
    Verb(
        "hide",
        "hide PIER CIRCLE TOKEN x10",
        "moor the boat, hide, and lay the Hospitality tokens on the ringed dots in order",
        about("hide"),
        _hide,
    ),
    Verb(
        "strew",
        "strew PIER [CIRCLE] corpses DOT x4 clues DOT x5",
        "moor the boat, hide (not in III), lay corpses and clues",
        about("strew"),
        _strew,
    ),
    Verb(
        "go",
        "go [from CIRCLE] [DOT ...] CIRCLE [[DOT ...] CIRCLE] [TOKEN] [clue DOT]",
        "move unseen; TOKEN is speed (two steps), shadow, invisibility, or axe COLOUR",
        about("turn"),
        _go,
        ("move",),
    ),
    Verb("stuck", "stuck [COLOUR]", "say that campers have cornered you", about("turn"), _stuck),
    Verb(
        "twist",
        "twist [DOT ...] CIRCLE",
        "play the Plot Twist: one more step",
        about("twist"),
        _twist,
    ),
    Verb("wait", "wait", "keep the Plot Twist", about("twist"), _wait),
)
"""What the Maniac can say."""
