"""What stands above the map of a delve."""

from collections.abc import Iterable

from paperchase.games.mine_delve.account import latest
from paperchase.games.mine_delve.geometry import survey
from paperchase.games.mine_delve.mine import GRIT, SPACES, Mine
from paperchase.games.mine_delve.rules import MineDelve
from paperchase.games.mine_delve.state import AWAY, Orders, Public
from paperchase.games.mine_delve.votes import actor

_NEWS = 6
_SIDES = ("north", "east", "south", "west")


def notes(rules: MineDelve, public: Public) -> tuple[str, ...]:
    """How the delve and everybody in it is, what everybody has ordered, and the latest news."""
    mine = rules.mine
    caption = rules.caption(public)
    party = f"the party is at {SPACES[public.posse]}"
    found = f"{public.clues} of {mine.setup.clues} clues, dread stack: {public.dread}"
    hold = f"to hold back the dark: {mine.hold(public)}+, revive tokens: {public.revives}"
    heroes = (_hero_note(mine, public, place) for place in range(len(public.heroes)))
    return (
        f"{caption[0].upper()}{caption[1:]}; {party}",
        f"{found}; {hold}",
        *heroes,
        *_votes(mine, public),
        *_foe_notes(mine, public),
        *_tile_notes(public),
        *latest(public, _NEWS),
    )


def _votes(mine: Mine, public: Public) -> list[str]:
    """Standing orders, those who have the same together; who wants what the party decides."""
    same: dict[Orders, list[int]] = {}
    for place, hero in enumerate(public.heroes):
        same.setdefault(hero.orders, []).append(place)
    told = [
        f"Orders of {_named(mine, who) if same.keys() - {orders} else 'all'}: {_ordered(orders)}"
        for orders, who in same.items()
    ]
    up = [place for place, hero in enumerate(public.heroes) if not hero.down]
    flee = [place for place in up if public.heroes[place].orders.flee]
    if flee:
        told.append(f"For flight: {_named(mine, flee)} ({len(flee)} of {len(up)})")
    for about in sorted({hero for _, hero in public.votes}):
        voters = [voter for voter, hero in public.votes if hero == about]
        told.append(f"To have {_named(mine, [about])} run by others: {_named(mine, voters)}")
    return told


def _named(mine: Mine, places: Iterable[int]) -> str:
    return ", ".join(mine.callings[place].name for place in places)


def _ordered(orders: Orders) -> str:
    told = {True: "yes", False: "no"}
    values = ((name, getattr(orders, name)) for name in Orders.__struct_fields__)
    return ", ".join(f"{name} {told.get(value, value)}" for name, value in values)


def _foe_notes(mine: Mine, public: Public) -> list[str]:
    """A line for each kind: where they are, and the wounds that they have taken."""
    names, found = survey(public.map).names, dict[str, list[str]]()
    for foe in public.foes:
        wounds = f" ({foe.wounds} of {mine.lore.breeds[foe.kind].health} wounds)"
        letter = mine.lore.breeds[foe.kind].letter
        told = f"{letter}{foe.id} {names[foe.at]}{wounds if foe.wounds else ''}"
        found.setdefault(foe.kind, []).append(told)
    return [f"{mine.lore.breeds[kind].name}: {', '.join(told)}" for kind, told in found.items()]


def _tile_notes(public: Public) -> list[str]:
    """Doors into the dark, and tiles that cannot be searched."""
    doors = ((door + 1, public.map.doors[door]) for door in public.open)
    named = (f"{number} (tile {door.tile + 1} {_SIDES[door.facing]})" for number, door in doors)
    told = [f"Open doors: {', '.join(named) or 'none'}"]
    if public.tokens:
        told.append(f"Tiles with a token face down: {named_tiles(public.tokens)}")
    if public.searched:
        told.append(f"Tiles searched: {named_tiles(public.searched)}")
    return told


def _state(mine: Mine, public: Public, place: int) -> str:
    """Whether a hero is KO, and his player there."""
    hero, told = public.heroes[place], list[str]()
    if hero.down:
        told.append("KO")
    if hero.run:
        runner = actor(public, place)
        told.append(f"run by {mine.callings[runner].name if runner != place else 'nobody'}")
    elif hero.missed:
        away = "away, " if hero.missed >= AWAY else ""
        told.append(f"{away}{hero.missed} deadline{'s' * (hero.missed > 1)} missed")
    return f" ({'; '.join(told)})" if told else ""


def _hero_note(mine: Mine, public: Public, place: int) -> str:
    hero, calling = public.heroes[place], mine.callings[place]
    at = f" in {survey(public.map).names[hero.at]}" if hero.at else ""
    parts = [
        f"Health {hero.health}/{hero.most_health}",
        f"Sanity {hero.sanity}/{hero.most_sanity}",
        f"Grit {hero.grit}/{GRIT}",
        *hero.bag,
    ]
    if hero.bullets:
        parts.append(f"{hero.bullets} bullets")
    if public.bearer == place:
        parts.append("the lantern")
    act = public.act
    if act is not None and act.hero == place:
        parts.append(f"{act.points} point{'s' * (act.points != 1)} to move")
    return f"{calling.name}{at}{_state(mine, public, place)}: {', '.join(parts)}"


def named_tiles(tiles: Iterable[int]) -> str:
    """Tiles by their numbers."""
    return ", ".join(str(tile + 1) for tile in tiles)
