"""What can be chosen: representative moves for people and bots, and random ones for self-play."""

from collections.abc import Iterator
from typing import Any, cast

from paperchase.games.mine_delve.attack import MOST, targets
from paperchase.games.mine_delve.foes import beside
from paperchase.games.mine_delve.geometry import spread, survey, trace
from paperchase.games.mine_delve.mine import Mine
from paperchase.games.mine_delve.play import standing
from paperchase.games.mine_delve.start import starts
from paperchase.games.mine_delve.state import ITEMS, Act, Orders, Public
from paperchase.games.mine_delve.steps import Acting, Choose, Dice, Enter
from paperchase.games.mine_delve.votes import WORDS, may_order, may_run
from paperchase.rules import Below, Demand, Kind, Move
from paperchase.values import Json, Seat


def move(seat: Seat, do: str, /, **more: Json) -> Move:
    """A move of a seat."""
    return Move(Kind.MOVE, seat, {"do": do, **more})


def orders_move(seat: Seat, orders: Orders, hero: Seat = "") -> Move:
    """The move that gives these standing orders, to another hero if one is named."""
    told = {name: getattr(orders, name) for name in Orders.__struct_fields__}
    return move(seat, "orders", hero=hero or seat, **told)


def held(mine: Mine, public: Public, cell: int, free: int) -> bool:
    """Whether a foe keeps a hero in a cell."""
    breeds = mine.lore.breeds
    near = beside(survey(public.map).near, public.foes, cell)
    return any(breeds[foe.kind].escape > free for foe in near)


def reach(mine: Mine, public: Public) -> dict[int, int]:
    """Where the hero who acts can go now, with the points that it takes."""
    act = public.act
    assert act is not None
    here = public.heroes[act.hero].at
    if act.attacked or act.stuck or act.points == 0:
        return {here: 0}
    near, shut = survey(public.map).near, standing(public)
    if not public.foes:
        return spread(near, here, shut, act.points)
    steps, edge = {here: 0}, [here]
    for points in range(1, act.points + 1):
        new = list[int]()
        for cell in edge:
            if held(mine, public, cell, act.free):
                continue
            for other in near[cell]:
                if other not in steps and other not in shut:
                    steps[other] = points
                    new.append(other)
        edge = new
    return steps


def path(mine: Mine, public: Public, steps: dict[int, int], to: int) -> tuple[str, ...]:
    """A way to a cell that `reach` has found, by the names of its cells."""
    act = public.act
    assert act is not None
    seen = survey(public.map)
    open_ = steps
    if public.foes:
        # The way may lead only through cells that foes let him leave.
        open_ = {
            cell: points
            for cell, points in steps.items()
            if cell == to or not held(mine, public, cell, act.free)
        }
    return tuple(seen.names[cell] for cell in trace(seen.near, open_, to))


# -- all kinds of moves ----------------------------------------------------------------------------


def choices(mine: Mine, public: Public, demand: Demand) -> Iterator[Move]:
    """Moves that meet a demand, at least one of each kind that can."""
    seat = demand.seat
    if demand.must:
        yield from _asked(mine, public, seat)
    yield from _aside(public, seat, mine.places[seat])


def _asked(mine: Mine, public: Public, seat: Seat) -> Iterator[Move]:
    """What the decision that is pending leaves open."""
    step = public.todo[0]
    match step:
        case Enter():
            cell = survey(public.map).names[starts(public)[0]]
            free = public.bearer < 0
            for item in ITEMS:
                for lantern in (False, True) if free else (False,):
                    yield move(seat, "enter", cell=cell, item=item, lantern=lantern)
        case Choose():
            for hero in public.heroes:
                if not hero.down:
                    yield move(seat, "send", hero=hero.name)
        case Dice():
            yield from _dice(mine, public, seat)
        case Acting():
            yield from _deeds(mine, public, seat)
        case _:
            return


def _aside(public: Public, seat: Seat, place: int) -> Iterator[Move]:
    """What a seat may say at any decision."""
    for other in may_order(public, place):
        hero = public.heroes[other]
        for orders in (Orders(), Orders(grit="always", tests=True, dread="reveal")):
            if orders != hero.orders:
                yield orders_move(seat, orders, hero.name)
    if public.heroes[place].run:
        yield move(seat, "back")
    for other in may_run(public, place):
        yield move(seat, "run", hero=public.heroes[other].name)


def _dice(mine: Mine, public: Public, seat: Seat) -> Iterator[Move]:
    act, throw = public.act, public.throw
    assert act is not None
    assert throw is not None
    yield move(seat, "keep", at=())
    if public.strike is not None and throw.what in ("gun", "melee", "derringer"):
        for foe in targets(mine, public, act.hero, public.strike.weapon):
            yield move(seat, "keep", at=(foe.id,))
    fresh = tuple(die + 1 for die in range(len(throw.dice)) if die not in throw.again)
    if public.heroes[act.hero].grit and fresh:
        yield move(seat, "reroll", dice=fresh)
        yield move(seat, "reroll", dice=fresh[:1])


def _deeds(mine: Mine, public: Public, seat: Seat) -> Iterator[Move]:
    act = public.act
    assert act is not None
    hero = public.heroes[act.hero]
    yield move(seat, "end")
    if not act.attacked:
        if not act.stuck:
            yield from _moves(mine, public, act, seat)
        yield from _searches(public, act, seat)
        yield from _attacks(mine, public, act, seat)
    calling = mine.callings[act.hero]
    if calling.derringer and "derringer" not in hero.spent:
        for foe in targets(mine, public, act.hero, "derringer"):
            yield move(seat, "free", at=(foe.id,), ask=False)
    if "badge" in calling.traits and "badge" not in hero.spent:
        yield move(seat, "badge")
    yield from _goods(mine, public, act, seat)


def _moves(mine: Mine, public: Public, act: Act, seat: Seat) -> Iterator[Move]:
    steps = reach(mine, public)
    for to in sorted(steps):
        if steps[to]:
            yield move(seat, "go", path=path(mine, public, steps, to))
    if public.heroes[act.hero].grit or act.surplus:
        yield move(seat, "sprint")
    here = public.heroes[act.hero].at
    if public.foes and held(mine, public, here, act.free):
        yield move(seat, "escape", ask=False)
        yield move(seat, "escape", ask=True)


def _searches(public: Public, act: Act, seat: Seat) -> Iterator[Move]:
    if public.foes:
        return
    seen, here = survey(public.map), public.heroes[act.hero].at
    for tile in seen.tiles[here]:
        if tile not in public.tokens and tile not in public.searched:
            yield move(seat, "scavenge", tile=tile + 1, ask=False)
    if in_door(public, here) >= 0:
        yield move(seat, "look")


def in_door(public: Public, cell: int) -> int:
    """The open door that a cell is part of, or -1."""
    for door in public.open:
        if cell in (public.map.doors[door].a, public.map.doors[door].b):
            return door
    return -1


def _attacks(mine: Mine, public: Public, act: Act, seat: Seat) -> Iterator[Move]:
    hero = public.heroes[act.hero]
    for weapon in ("melee", "gun"):
        for foe in targets(mine, public, act.hero, weapon):
            bullets = min(2, hero.bullets) if weapon == "gun" else 0
            more = {"with": weapon, "bullets": bullets}
            yield move(seat, "attack", at=(foe.id,), ask=bool(hero.grit), **more)
    if "dynamite" in hero.bag:
        for cell in throws(mine, public, act):
            yield move(seat, "throw", cell=cell, ask=False)


def throws(mine: Mine, public: Public, act: Act) -> list[str]:
    """The cells of foes at which the hero who acts can throw dynamite."""
    seen, here = survey(public.map), public.heroes[act.hero].at
    most = mine.callings[act.hero].skills["strength"] + 3
    far = seen.far(here)
    cells = (foe.at for foe in public.foes)
    return [
        seen.names[cell]
        for cell in cells
        if far.get(cell, MOST * 9) <= most and seen.sight(here, cell)
    ]


def _goods(mine: Mine, public: Public, act: Act, seat: Seat) -> Iterator[Move]:
    hero, names = public.heroes[act.hero], list(dict.fromkeys(public.heroes[act.hero].bag))
    for other in within(public, act):
        name = public.heroes[other].name
        for item in names:
            if item != "dynamite":
                yield move(seat, "use", item=item, hero=name)
            if other != act.hero:
                yield move(seat, "give", item=item, hero=name)
        if other != act.hero and public.bearer == act.hero:
            yield move(seat, "give", item="lantern", hero=name)
    seen = survey(public.map)
    if public.bearer < 0 and public.lamp in (hero.at, *seen.near[hero.at]):
        yield move(seat, "take")
    for other, one in enumerate(public.heroes):
        if one.down and one.at in (hero.at, *seen.near[hero.at]):
            yield from _fallen(mine, public, act, seat, other)


def within(public: Public, act: Act) -> list[int]:
    """The heroes who are up and within the reach of the one who acts, himself too."""
    seen, here = survey(public.map), public.heroes[act.hero].at
    tiles = set(seen.tiles[here])
    found = list[int]()
    for place, hero in enumerate(public.heroes):
        together = not public.foes and not tiles.isdisjoint(seen.tiles[hero.at])
        if not hero.down and (place == act.hero or hero.at in seen.near[here] or together):
            found.append(place)
    return found


def _fallen(mine: Mine, public: Public, act: Act, seat: Seat, other: int) -> Iterator[Move]:
    seen, one = survey(public.map), public.heroes[other]
    tiles = set(seen.tiles[one.at])
    clear = all(tiles.isdisjoint(seen.tiles[foe.at]) for foe in public.foes)
    if clear and not act.attacked:
        yield move(seat, "rescue", hero=one.name)
    if act.points < 2 or act.attacked or act.stuck:
        return
    here = public.heroes[act.hero].at
    if not held(mine, public, here, act.free):
        for cell in seen.near[here]:
            if cell not in standing(public):
                yield move(seat, "drag", hero=one.name, path=(seen.names[cell],))


# -- at random -------------------------------------------------------------------------------------


def sample(mine: Mine, public: Public, demand: Demand, below: Below) -> Move:
    """A random legal move; every legal move can come up."""
    moves = list(choices(mine, public, demand))
    kinds: dict[str, list[Move]] = {}
    for one in moves:
        told: Any = one.public
        kinds.setdefault(told["do"], []).append(one)
    kind = sorted(kinds)[below(len(kinds))]
    picked = kinds[kind][below(len(kinds[kind]))]
    return _vary(mine, public, picked, below)


def _vary(mine: Mine, public: Public, picked: Move, below: Below) -> Move:
    """The same kind of move with whatever in it is free chosen at random."""
    told: Any = dict(cast("dict[str, Any]", picked.public))
    act = public.act
    match told["do"]:
        case "enter":
            cells = starts(public)
            told["cell"] = survey(public.map).names[cells[below(len(cells))]]
        case "orders":
            for name, words in WORDS.items():
                told[name] = words[below(len(words))]
            told["tests"], told["heal"] = below(2) == 0, below(2) == 0
            told["flee"] = below(50) == 0
        case "go":
            assert act is not None
            told["path"] = _walk(mine, public, act, below)
        case "drag":
            assert act is not None
            told["path"] = _walk(mine, public, act, below, cost=2)
        case "attack":
            assert act is not None
            hero = public.heroes[act.hero]
            able = [foe.id for foe in targets(mine, public, act.hero, told["with"])]
            told["at"] = _list(able, below)
            told["bullets"] = below(hero.bullets + 1) if told["with"] == "gun" else 0
            told["ask"] = below(2) == 0
        case "free":
            assert act is not None
            told["at"] = _list([f.id for f in targets(mine, public, act.hero, "derringer")], below)
            told["ask"] = below(2) == 0
        case "throw":
            told["cell"] = _anywhere(mine, public, told["cell"], below)
            told["ask"] = below(2) == 0
        case "scavenge" | "escape":
            told["ask"] = below(2) == 0
        case "reroll":
            assert public.throw is not None
            fresh = [
                die + 1 for die in range(len(public.throw.dice)) if die not in public.throw.again
            ]
            told["dice"] = _list(fresh, below) or (fresh[0],)
        case "keep":
            if told["at"]:
                assert act is not None
                assert public.strike is not None
                foes = targets(mine, public, act.hero, public.strike.weapon)
                told["at"] = _list([foe.id for foe in foes], below)
        case _:
            pass
    return Move(Kind.MOVE, picked.seat, told)


def _list(things: list[int], below: Below) -> tuple[int, ...]:
    """Some of them in some order."""
    left = list(things)
    return tuple(left.pop(below(len(left))) for _ in range(below(len(things) + 1)))


def _walk(mine: Mine, public: Public, act: Act, below: Below, cost: int = 1) -> tuple[str, ...]:
    """A random walk, at least one step long."""
    seen, shut, here = survey(public.map), standing(public), public.heroes[act.hero].at
    way: list[str] = []
    for _ in range(1 + below(act.points // cost)):
        free = [cell for cell in seen.near[here] if cell not in shut]
        if not free or (way and held(mine, public, here, act.free)):
            break
        here = free[below(len(free))]
        way.append(seen.names[here])
    return tuple(way)


def _anywhere(mine: Mine, public: Public, cell: str, below: Below) -> str:
    """Now and then some other cell that can be thrown at."""
    act = public.act
    assert act is not None
    seen, here = survey(public.map), public.heroes[act.hero].at
    most = mine.callings[act.hero].skills["strength"] + 3
    cells = [to for to, far in seen.far(here).items() if far <= most and seen.sight(here, to)]
    return cell if below(2) else seen.names[cells[below(len(cells))]]
