"""The Maniac of the bots: a hunter in chapters I and III, a fugitive in II and IV."""

from collections.abc import Sequence

from paperchase.games.last_friday import sights
from paperchase.games.last_friday.bot_map import FAR, edges_to, reach, steps_from, strikes
from paperchase.games.last_friday.cards import (
    AXE,
    GIFTS,
    HOSPITALITY,
    INVISIBILITY,
    KEY,
    SHADOW,
    SPEED,
    TOKENS,
    TWIST,
)
from paperchase.games.last_friday.choices import hide_move
from paperchase.games.last_friday.dots import within
from paperchase.games.last_friday.judge import hunting, truth
from paperchase.games.last_friday.moves import in_order, pass_move
from paperchase.games.last_friday.setting import GIFT_SLOTS
from paperchase.games.last_friday.site import Land, Site
from paperchase.games.last_friday.state import ROUNDS, Public, Secret, Stage, alive, latest
from paperchase.games.last_friday.trails import Route
from paperchase.games.last_friday.turns import stucks, turn_clues, turn_move, turns
from paperchase.rules import Below, Kind, Move

_KILL, _PREY, _NEAR = 10.0, 30.0, 1.5
_PRICE = {"": 0.0, SPEED: 2.0, AXE: 4.0, TWIST: 2.0, SHADOW: 0.6, INVISIBILITY: 1.5}
_HUNGRY = {"": 0.0, SPEED: 3.0, AXE: 6.0, TWIST: 4.0, SHADOW: 1.0, INVISIBILITY: 1.0}
_DANGER, _SEEN, _WAYS = 6.0, 3.0, 0.3
_LUCK = 0.4
_AHEAD = 6.0
_TURN_BACK = 9

WANTED = (SPEED, TWIST, SHADOW, AXE)
"""What he takes first when he may choose."""


def hide(site: Site, public: Public, below: Below) -> Move:
    """Keys far from their doors, and himself anywhere."""
    land = site.land(public)
    spots, gifts = list(GIFT_SLOTS), dict.fromkeys(GIFT_SLOTS, 0)
    where = dict(zip(GIFT_SLOTS, site.camp.hospitality, strict=True))
    for value, colour in enumerate(site.camp.cabins, 1):
        far = edges_to(land, [site.camp.cabins[colour].door])
        spot = max(spots, key=lambda each: (far.get(where[each], 0), below(3)))
        spots.remove(spot)
        gifts[spot] = value
    rest = [value for value in GIFTS if value > len(site.camp.cabins)]
    for spot in spots:
        gifts[spot] = rest.pop(below(len(rest)))
    starts, piers = site.starts(public), site.camp.piers
    pier = piers[below(len(piers))].name
    return hide_move(pier, [*gifts.values()], starts[below(len(starts))])


def turn(site: Site, public: Public, secret: Secret, below: Below) -> Move:
    """His turn, or his Plot Twist."""
    stuck = stucks(site, public, secret)
    if stuck:
        return stuck[0]
    worth = _hunt if hunting(public) else _flee
    best, score = pass_move(), -FAR * 10.0
    if public.stage is Stage.TWIST:
        score = worth(site, public, secret, "", "", [])
    for token, axe, routes in turns(site, public, secret):
        value = worth(site, public, secret, token, axe, routes) + _LUCK * below(100) / 100
        if value > score:
            score = value
            dots = turn_clues(site, public, secret, routes, token, axe)
            clue = max(dots, key=lambda dot: _aside(site, public, dot)) if dots else ""
            best = turn_move(site, public, secret, routes, token=token, axe=axe, clue=clue)
    return best


def _aside(site: Site, public: Public, dot: str) -> int:
    """How far a clue lies from all campers."""
    far = edges_to(site.land(public), [public.campers[colour].at for colour in alive(public)])
    return far.get(dot, FAR)


def _hunt(
    site: Site, public: Public, secret: Secret, token: str, axe: str, routes: Sequence[Route]
) -> float:
    """Kills first, then to be near those who are not safe. Source of dread: the Predestined."""
    land = site.land(public, axe)
    end = routes[-1].end if routes else secret.at
    prey = public.predestined if public.chapter == 3 else ""
    kills: list[str] = []
    score = 0.0
    if routes:
        true = truth(land, public, routes, token, token == TWIST)
        kills = true.kills
        score -= _NEAR * bool(true.traps) + 0.5 * bool(true.opens)
    for colour in kills:
        score += _PREY if colour == prey else _KILL if not prey else 1.0
    score -= (_HUNGRY if public.round < ROUNDS - 2 else _PRICE)[token]
    if axe and any(public.campers[colour].key == axe for colour in alive(public)):
        score += 5.0
    safe = site.inside(public, "camper")
    for colour in alive(public):
        at = public.campers[colour].at
        if colour in kills or at in safe:
            continue
        far = _far(land, end, at)
        ahead = _ahead(site, land, public, colour, end)
        if prey:
            weight = 1.0 if colour == prey else 0.1
            score += weight * (_NEAR * (12 - min(far, 12)) + _AHEAD * ahead)
        else:
            key = 1.4 if public.campers[colour].key else 1.0
            score += key * (8.0 / (1 + far) ** 1.5 + _AHEAD * ahead)
    return score


def _ahead(site: Site, land: Land, public: Public, colour: str, circle: int) -> float:
    """What part of a camper's next turn ends where the step after it can pass, goals first."""
    at = public.campers[colour].at
    struck = {dot for route in land.routes[circle].values() for dot in route.dots}
    ends = within(land, at, 2).difference(public.corpses)
    if not ends & struck:
        return 0.0
    goal = _goal(site, land, public, colour)
    best = min(goal.get(dot, FAR) for dot in ends)
    weights = {dot: 3.0 if goal.get(dot, FAR) <= best + 1 else 1.0 for dot in ends}
    return sum(weights[dot] for dot in ends & struck) / sum(weights.values())


def _goal(site: Site, land: Land, public: Public, colour: str) -> dict[str, int]:
    """The edges to where a camper wants to go, as the Maniac guesses."""
    if public.chapter == 3:
        return {}
    key = public.campers[colour].key
    home = [*site.inside(public, "camper")]
    if key and key not in public.tiles:
        home = [site.camp.cabins[key].door]
    elif public.round < _TURN_BACK:
        gifts = [
            dot for dot, token in public.tokens.items() if token.startswith((HOSPITALITY, KEY))
        ]
        home = gifts or home
    return edges_to(land, home)


def _far(land: Land, circle: int, dot: str) -> int:
    """The steps before the one that passes `dot`; from a cabin's door for whoever is inside."""
    far = steps_from(land, circle)
    return min((far.get(start, FAR) for start in strikes(land, dot)), default=FAR)


def _flee(
    site: Site, public: Public, secret: Secret, token: str, axe: str, routes: Sequence[Route]
) -> float:
    """Where no camper can walk over him, he is not expected, and ways lead on."""
    land = site.land(public, axe)
    end = routes[-1].end if routes else secret.at
    hunters = [*alive(public)]
    twist = token == TWIST
    score = -_PRICE[token]
    shown = False
    if routes:
        true = truth(land, public, routes, token, twist)
        shown = any(slot.startswith("end/") for slot in true.opens)
        score -= 2.0 * bool(true.traps)
    else:
        shown = latest(public) in public.known
    mask = sights.now(public)
    spread = mask.bit_count() * (4 if token == SPEED else 2) if not shown else 1
    if token == INVISIBILITY:
        score += 1.0 if public.round % 3 == 0 else 0.0
    hidden = 1.0 if shown else 4.0 / (3.0 + min(spread, 40))
    for colour in hunters:
        camper = public.campers[colour]
        edges = 3 if "sneakers" in camper.clues else 2
        deadly = public.chapter == 2 or colour == public.predestined
        weight = 1.0 if deadly else 0.25
        if end in reach(land, public, camper.at, edges):
            score -= _DANGER * weight * (0.4 + 2.0 * hidden)
        dots = land.touching.get(end, ())
        near = edges_to(land, dots).get(camper.at, FAR)
        score += weight * 0.25 * min(near, 8)
    score -= _SEEN * shown
    ways = sum(
        not any(public.campers[colour].at in route.dots for colour in hunters)
        for route in land.routes[end].values()
    )
    return score + _WAYS * min(ways, 5) - (4.0 if ways < 2 else 0.0)


def choose_plain(public: Public, moves: Sequence[Move], below: Below) -> Move:
    """His choices that hide nothing: tokens that he likes best, else any."""
    if public.stage is Stage.SPOILS:
        able = [token for token in WANTED if token not in public.held][: public.count]
        return Move(Kind.MOVE, moves[0].seat, {"tokens": in_order(able, TOKENS)})
    return moves[below(len(moves))]
