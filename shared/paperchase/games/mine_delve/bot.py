"""A bot that plays any hero for the good of all: it explores in good order and fights in one."""

from collections.abc import Mapping
from typing import Any, cast

from paperchase.games.mine_delve import tactics
from paperchase.games.mine_delve.cards import best, event
from paperchase.games.mine_delve.choices import (
    choices,
    held,
    in_door,
    move,
    orders_move,
    path,
    reach,
    throws,
    within,
)
from paperchase.games.mine_delve.geometry import survey
from paperchase.games.mine_delve.light import bright, lamp
from paperchase.games.mine_delve.mine import GRIT, Mine
from paperchase.games.mine_delve.play import standing
from paperchase.games.mine_delve.rules import MineDelve
from paperchase.games.mine_delve.start import starts
from paperchase.games.mine_delve.state import Act, Hero, Orders, Public, Secret
from paperchase.games.mine_delve.steps import Choose, Dice, Enter
from paperchase.rules import Below, Demand, Move, RuleSet

ORDERS = Orders(tests=True, dread="reveal")
"""The standing orders that the bot gives everybody."""

_ITEMS = {"warden": "bandages", "drifter": "bandages", "sharp": "whiskey", "powder": "dynamite"}
_BEARERS = ("warden", "powder", "sharp", "drifter")
_HURT = 5
_FRAIL = 3
_BLAST = 3
_LOW_DAMAGE = 2


def choose(
    rules: RuleSet[Public, Secret], public: Public, secret: Secret, demand: Demand, below: Below
) -> Move:
    """A sensible move. See `bot.Bot`."""
    mine, seat = cast(MineDelve, rules).mine, demand.seat
    if not demand.must:
        return _aside(list(choices(mine, public, demand)))
    step = public.todo[0]
    match step:
        case Enter():
            return _enter(mine, public, seat, step.hero)
        case Choose():
            place = best(mine, public, event(mine, step.deck, step.card))
            return move(seat, "send", hero=public.heroes[place].name)
        case Dice():
            return _dice(mine, public, seat)
        case _:
            return _act(mine, public, demand)


def _aside(moves: list[Move]) -> Move:
    """Runs heroes who are away, comes back, or gives its orders."""
    first = next((one for one in moves if _told(one)["do"] != "orders"), None)
    return first or orders_move(moves[0].seat, ORDERS, _told(moves[0])["hero"])


def _told(one: Move) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", one.public)


def _enter(mine: Mine, public: Public, seat: str, place: int) -> Move:
    seen, exit_ = survey(public.map), public.map.doors[0]
    cell = min(starts(public), key=lambda one: (seen.far(one)[exit_.a], one))
    name = public.heroes[place].name
    lantern = name == next(one for one in _BEARERS if one in mine.places)
    return move(seat, "enter", cell=seen.names[cell], item=_ITEMS[name], lantern=lantern)


def _dice(mine: Mine, public: Public, seat: str) -> Move:
    """Another try for most misses, or for a weak hit."""
    act, throw = public.act, public.throw
    assert act is not None
    assert throw is not None
    calling = mine.callings[act.hero]
    need = {"melee": calling.strike, "gun": calling.shoot, "derringer": calling.shoot}
    bad = need.get(throw.what, 6 if throw.what == "scavenge" else _LOW_DAMAGE + 1)
    poor = [
        die + 1
        for die, face in enumerate(throw.dice)
        if die not in throw.again and face < bad and not (throw.what == "damage" and throw.critical)
    ]
    if poor and 2 * len(poor) >= len(throw.dice):
        return move(seat, "reroll", dice=tuple(poor))
    return move(seat, "keep", at=())


def _act(mine: Mine, public: Public, demand: Demand) -> Move:
    act, seat = public.act, demand.seat
    assert act is not None
    hero = public.heroes[act.hero]
    if hero.orders != ORDERS and hero.changes == 0:
        return orders_move(seat, ORDERS, hero.name)
    moved = _treat(mine, public, act, seat) or (
        _fight(mine, public, act, seat) if public.foes else _delve(mine, public, act, seat)
    )
    return moved or move(seat, "end")


def _treat(mine: Mine, public: Public, act: Act, seat: str) -> Move | None:
    """Tokens where they are needed, the lantern where it lies."""
    hero = public.heroes[act.hero]
    most = _FRAIL if public.foes else _HURT
    for other in within(public, act):
        one = public.heroes[other]
        if "bandages" in hero.bag and _needs(one.health, one.most_health, most, public):
            return move(seat, "use", item="bandages", hero=one.name)
        if "whiskey" in hero.bag and _needs(one.sanity, one.most_sanity, most, public):
            return move(seat, "use", item="whiskey", hero=one.name)
        if "tonic" in hero.bag and one.grit == 0 and public.foes:
            return move(seat, "use", item="tonic", hero=one.name)
    if public.bearer < 0 and public.lamp in (hero.at, *survey(public.map).near[hero.at]):
        return move(seat, "take")
    return None


def _needs(pool: int, most: int, low: int, public: Public) -> bool:
    if public.foes:
        return pool <= low
    return most - pool >= low


# -- exploring -------------------------------------------------------------------------------------


def _delve(mine: Mine, public: Public, act: Act, seat: str) -> Move | None:
    """One looks through a door each turn, the others keep close to him and to the light."""
    seen, hero = survey(public.map), public.heroes[act.hero]
    waits = _waiting(public)
    door = in_door(public, hero.at)
    if door >= 0 and not waits:
        return move(seat, "look")
    if not act.points:
        return None
    steps = reach(mine, public)
    if not waits and public.open:
        doors = [
            (steps[cell], cell)
            for one in public.open
            for cell in (public.map.doors[one].a, public.map.doors[one].b)
            if cell in steps
        ]
        if doors:
            return move(seat, "go", path=path(mine, public, steps, min(doors)[1]))
    goal = _goal(public)
    lit = bright(public)

    def cost(cell: int) -> tuple[int, int, int]:
        dark = lit.isdisjoint(seen.tiles[cell]) and act.hero != public.bearer
        return dark, max(0, seen.far(goal)[cell] - (1 if waits else 0)), steps[cell]

    to = min(steps, key=lambda cell: (*cost(cell), cell))
    if steps[to] and cost(to)[:2] < cost(hero.at)[:2]:
        return move(seat, "go", path=path(mine, public, steps, to))
    return None


def _waiting(public: Public) -> bool:
    """Whether a token will be turned up at the end of this turn anyway."""
    seen = survey(public.map)
    return any(
        tile in public.tokens
        for hero in public.heroes
        if not hero.down
        for tile in seen.tiles[hero.at]
    )


def _goal(public: Public) -> int:
    """The cell that the party makes for: a token, or the open door nearest to the lantern."""
    seen = survey(public.map)
    far = seen.far(lamp(public))
    tokens = [public.map.doors[public.map.tiles[tile].door].a for tile in public.tokens]
    doors = [public.map.doors[door].a for door in public.open]
    return min(tokens or doors or [lamp(public)], key=lambda cell: (far[cell], cell))


# -- fighting --------------------------------------------------------------------------------------


def _fight(mine: Mine, public: Public, act: Act, seat: str) -> Move | None:
    hero, calling = public.heroes[act.hero], mine.callings[act.hero]
    if "badge" in calling.traits and "badge" not in hero.spent and public.final >= 0:
        return move(seat, "badge")
    if not act.attacked:
        raised = _raise(mine, public, act, seat)
        if raised is not None:
            return raised
    shot = None
    if calling.derringer and "derringer" not in hero.spent:
        shot = tactics.assault(mine, public, act, hero.at, "derringer")
    if act.attacked:
        return move(seat, "free", at=(shot.foe,), ask=False) if shot else None
    blast = _blast(mine, public, act)
    if blast:
        return move(seat, "throw", cell=blast, ask=bool(hero.grit))
    to, plan = _stand(mine, public, act)
    if to != hero.at:
        steps = reach(mine, public)
        return move(seat, "go", path=path(mine, public, steps, to))
    if shot and shot.worth:
        return move(seat, "free", at=(shot.foe,), ask=False)
    if plan is None:
        return _hurry(mine, public, act, seat, hero)
    bullets = 0
    if plan.weapon == "gun" and hero.bullets:
        foe = next(one for one in public.foes if one.id == plan.foe)
        big = mine.lore.breeds[foe.kind].health > 5
        bullets = min(2, hero.bullets) if public.final >= 0 or big else 0
    more: dict[str, Any] = {"with": plan.weapon}
    ask = hero.grit >= (1 if public.final >= 0 else GRIT)
    return move(seat, "attack", at=(plan.foe,), bullets=bullets, ask=ask, **more)


def _hurry(mine: Mine, public: Public, act: Act, seat: str, hero: Hero) -> Move | None:
    """Without anybody to attack: Grit that would be lost, or is there in plenty, makes haste."""
    stuck = act.stuck or held(mine, public, hero.at, act.free)
    if (act.surplus or hero.grit == GRIT) and not stuck:
        near = min(survey(public.map).far(hero.at)[foe.at] for foe in public.foes)
        if near > 2:
            return move(seat, "sprint")
    return None


def _raise(mine: Mine, public: Public, act: Act, seat: str) -> Move | None:
    """Brings a comrade back if his tile is free of foes."""
    seen, hero = survey(public.map), public.heroes[act.hero]
    for one in public.heroes:
        if not one.down:
            continue
        tiles = set(seen.tiles[one.at])
        if any(not tiles.isdisjoint(seen.tiles[foe.at]) for foe in public.foes):
            continue
        if one.at == hero.at or one.at in seen.near[hero.at]:
            return move(seat, "rescue", hero=one.name)
        steps = reach(mine, public)
        cells = [cell for cell in seen.near[one.at] if cell in steps]
        if cells:
            to = min(cells, key=lambda cell: (steps[cell], cell))
            return move(seat, "go", path=path(mine, public, steps, to))
    return None


def _blast(mine: Mine, public: Public, act: Act) -> str:
    """Where dynamite would do most, if it is worth throwing."""
    if "dynamite" not in public.heroes[act.hero].bag:
        return ""
    seen = survey(public.map)
    heroes = {hero.at for hero in public.heroes if not hero.down}
    found: list[tuple[float, str]] = []
    for name in throws(mine, public, act):
        cell = seen.cells[name]
        cells = {cell, *seen.near[cell]}
        worth = sum(tactics.threat(mine, foe) for foe in public.foes if foe.at in cells)
        count = sum(foe.at in cells for foe in public.foes) - 3 * len(heroes & cells)
        if count >= _BLAST or (public.final >= 0 and count >= _BLAST - 1):
            found.append((worth, name))
    return max(found, default=(0.0, ""))[1]


def _stand(mine: Mine, public: Public, act: Act) -> tuple[int, tactics.Assault | None]:
    """The cell to attack from, and the attack."""
    hero, calling = public.heroes[act.hero], mine.callings[act.hero]
    steps, lit = reach(mine, public), bright(public)
    shut = standing(public) - {hero.at}
    weapons = ("melee", "gun")
    best: tuple[float, int] | None = None
    chosen: tactics.Assault | None = None
    for cell, points in steps.items():
        plans = [tactics.assault(mine, public, act, cell, weapon) for weapon in weapons]
        able = [plan for plan in plans if plan is not None]
        plan = max(able, key=lambda one: one.worth) if able else None
        worth = plan.worth if plan else 0.0
        worth -= tactics.danger(mine, public, act.hero, cell, lit, shut)
        worth -= 0.01 * points
        if not able:
            far = min(survey(public.map).far(cell)[foe.at] for foe in public.foes)
            worth -= 0.05 * far * (1 + calling.combat)
        if best is None or (worth, -cell) > best:
            best, chosen = (worth, -cell), plan
    assert best is not None
    return -best[1], chosen
