"""How the bot weighs a fight: what an attack is worth, and what a cell costs."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from paperchase.games.mine_delve.attack import MOST, gun
from paperchase.games.mine_delve.foes import beside
from paperchase.games.mine_delve.geometry import Survey, survey
from paperchase.games.mine_delve.lore import Breed, Gun
from paperchase.games.mine_delve.mine import Mine
from paperchase.games.mine_delve.state import Act, Foe, Public

AHEAD = 2.2
"""For how many turns ahead a foe that is gone is worth its harm."""

_DARK = 1.5
_FRAIL = 1.5
_KILL = 0.35
_TOUCH = 0.6


class Assault(msgspec.Struct, frozen=True):
    """An attack that could be made, and its worth."""

    weapon: str
    foe: int
    worth: float


@lru_cache(maxsize=64)
def harm(breed: Breed, defense: int, willpower: int) -> float:
    """What one foe does to a hero beside it in a turn, in points of his pools."""
    hits = breed.combat * (7 - breed.hit) / 6
    fails = (defense - 1) / 6
    if "triple" in breed.traits:
        hits += breed.combat * 2 / 6
    wounds = hits * fails
    if "pierce" in breed.traits:
        wounds += breed.combat / 6 * (1 - fails)
    return wounds * breed.damage + (breed.fear + breed.terror) * (willpower - 1) / 6


@lru_cache(maxsize=512)
def wounds(sides: int, critical: int, need: int, defense: int) -> float:
    """The wounds to be expected of one die of an attack."""
    plain = sum(max(0, face - defense) for face in range(1, sides + 1)) / sides
    full = (1 + sides) / 2
    hits = max(0, critical - need) / sides
    criticals = (sides + 1 - critical) / sides
    return hits * plain + criticals * full


def threat(mine: Mine, foe: Foe) -> float:
    """The harm of a foe to a middling hero."""
    return harm(mine.lore.breeds[foe.kind], 4, 4)


def assault(mine: Mine, public: Public, act: Act, at: int, weapon: str) -> Assault | None:
    """The best attack with a weapon from a cell."""
    place = act.hero
    calling, hero = mine.callings[place], public.heroes[place]
    arm = gun(mine, place, weapon)
    able = in_reach(survey(public.map), public.foes, at, arm)
    if not able:
        return None
    if arm is None:
        sides, critical, need = 6, 6, calling.strike
        n = calling.combat + act.bonus
    else:
        sides, critical, need = arm.die, arm.critical, calling.shoot
        n = arm.shots + (act.bonus if weapon == "gun" else 0)
    n = min(n, MOST)
    best: Assault | None = None
    for foe in able:
        breed = mine.lore.breeds[foe.kind]
        left = breed.health - foe.wounds
        each = wounds(sides, critical, need, breed.defense)
        if weapon == "gun" and hero.bullets and (public.final >= 0 or breed.health > 5):
            each += 2 * max(0, sides + 1 - need) / sides / max(1, n)
        done = n * each
        value = threat(mine, foe) * AHEAD * min(1.3, done / left + _KILL * (done >= left * 0.8))
        if best is None or value > best.worth:
            best = Assault(weapon, foe.id, value)
    return best


def in_reach(seen: Survey, foes: Sequence[Foe], at: int, arm: Gun | None) -> list[Foe]:
    """The foes that a weapon reaches from a cell; those beside it first of all."""
    touching = beside(seen.near, foes, at)
    if arm is None or touching:
        return touching
    far = seen.far(at)
    return [foe for foe in foes if far.get(foe.at, 99) <= arm.range and seen.sight(at, foe.at)]


def danger(mine: Mine, public: Public, place: int, at: int, lit: set[int], shut: set[int]) -> float:
    """What it costs to stand in a cell until the next activation."""
    seen, hero, calling = survey(public.map), public.heroes[place], mine.callings[place]
    far = seen.far(at)
    others = max(1, sum(not one.down for one in public.heroes))
    free = sum(cell not in shut for cell in seen.near[at])
    likely: list[float] = []
    touching = seen.near[at]
    for foe in public.foes:
        breed = mine.lore.breeds[foe.kind]
        each = harm(breed, calling.defense, calling.willpower)
        if foe.at in touching:
            likely.append(each * (1 if foe.target == place else _TOUCH))
        elif far.get(foe.at, 99) <= breed.move + 1:
            likely.append(each / others)
    likely.sort(reverse=True)
    cost = sum(likely[: free + sum(foe.at in touching for foe in public.foes)])
    pool = min(hero.health, hero.sanity)
    if pool <= 4:
        cost *= _FRAIL
    if lit.isdisjoint(seen.tiles[at]):
        cost += _DARK
    return cost
