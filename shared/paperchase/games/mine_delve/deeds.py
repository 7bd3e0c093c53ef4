"""What a hero can do in his activation besides attacking. Source: seed; rules, 6."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from paperchase.errors import IllegalMoveError
from paperchase.games.mine_delve.foes import beside
from paperchase.games.mine_delve.lore import Breed
from paperchase.games.mine_delve.play import Play
from paperchase.games.mine_delve.state import Act
from paperchase.games.mine_delve.steps import Cure, HeroTurn, Look, Recover, Toss
from paperchase.games.mine_delve.told import Told, names


def acting(play: Play) -> Act:
    """The activation that is being played."""
    act = play.public.act
    assert act is not None
    return act


def tell(play: Play, **changes: Any) -> None:
    """Changes fields of the activation."""
    play.put(act=replace(acting(play), **changes))


# -- movement --------------------------------------------------------------------------------------


def holders(play: Play, cell: int) -> list[Breed]:
    """The foes that keep a hero in a cell, those left out whom he has escaped."""
    free, breeds = acting(play).free, play.mine.lore.breeds
    near = beside(play.survey.near, play.public.foes, cell)
    return [breeds[foe.kind] for foe in near if breeds[foe.kind].escape > free]


def cell(play: Play, name: object) -> int:
    """The cell of that name. Raises IllegalMoveError."""
    found = play.survey.cells.get(name) if isinstance(name, str) else None
    if found is None:
        raise IllegalMoveError("there is no such cell: they are called 3b2, or d4a in a door")
    return found


def go(play: Play, told: Told) -> None:
    """Moves step by step, each a point."""
    path = _path(play, told["path"], 1)
    hero = acting(play).hero
    play.change(hero, at=path[-1])
    tell(play, points=acting(play).points - len(path))
    play.say(f"{play.name(hero)} goes to {play.survey.names[path[-1]]}.")


def drag(play: Play, told: Told) -> None:
    """Moves with somebody who is KO, at two points a step; he ends up in the cell behind."""
    act = acting(play)
    other = _place(play, told["hero"])
    if not play.hero(other).down:
        raise IllegalMoveError(f"{play.name(other)} can walk")
    _reach(play, other, marker=True)
    path = _path(play, told["path"], 2)
    behind = path[-2] if len(path) > 1 else play.hero(act.hero).at
    play.change(act.hero, at=path[-1])
    play.change(other, at=behind)
    tell(play, points=act.points - 2 * len(path))
    play.say(f"{play.name(act.hero)} drags {play.name(other)} to {play.survey.names[behind]}.")


def _path(play: Play, told: object, cost: int) -> Sequence[int]:
    """A way that may be gone now. Raises IllegalMoveError naming the rule."""
    act = acting(play)
    _mobile(act)
    cells = names(told, "cells of a path")
    if not cells:
        raise IllegalMoveError("a path is at least one step long")
    if len(cells) * cost > act.points:
        raise IllegalMoveError(f"that takes {len(cells) * cost} points, and {act.points} are left")
    way = [cell(play, name) for name in cells]
    taken, here = play.taken(), play.hero(act.hero).at
    for step in way:
        called = play.survey.names[step]
        if step not in play.survey.near[here]:
            raise IllegalMoveError(f"{called} does not touch {play.survey.names[here]}")
        if step in taken:
            raise IllegalMoveError(f"somebody stands in {called}")
        if keepers := holders(play, here):
            raise IllegalMoveError(
                f"a {keepers[0].name} keeps you in {play.survey.names[here]}: escape first"
            )
        here = step
    return way


def _mobile(act: Act) -> None:
    if act.attacked:
        raise IllegalMoveError("nobody moves after his attack")
    if act.stuck:
        raise IllegalMoveError("after an escape that failed there is no more movement")


def sprint(play: Play, told: Told) -> None:
    """Pays a Grit for another die of movement. Source: seed."""
    act = acting(play)
    _mobile(act)
    if act.surplus:
        tell(play, surplus=False)
    else:
        pay(play)
    play.push(Toss("sprint", 1, 6))


def pay(play: Play) -> None:
    """Takes a Grit from the hero who acts. Raises IllegalMoveError where he has none."""
    place = acting(play).hero
    if not play.hero(place).grit:
        raise IllegalMoveError("no Grit is left")
    play.grit(place, -1)


def escape(play: Play, told: Told) -> None:
    """Tests whether he gets away from the foes beside him."""
    act = acting(play)
    _mobile(act)
    if not holders(play, play.hero(act.hero).at):
        raise IllegalMoveError("nobody keeps you here")
    tell(play, ask=told["ask"])
    play.push(Toss("escape", 1, 6))


# -- searching -------------------------------------------------------------------------------------


def _peace(play: Play) -> None:
    if play.public.foes:
        raise IllegalMoveError("nobody searches in a fight")
    if acting(play).attacked:
        raise IllegalMoveError("nobody searches after an attack")


def scavenge(play: Play, told: Told) -> None:
    """Searches a tile that he stands on. Source: seed, Searching."""
    _peace(play)
    tell(play, ask=told["ask"])
    act, number = acting(play), told["tile"]
    tiles = play.survey.tiles[play.hero(act.hero).at]
    if number - 1 not in tiles:
        here = " or ".join(str(tile + 1) for tile in tiles)
        raise IllegalMoveError(f"he stands on tile {here}")
    if number - 1 in play.public.tokens:
        raise IllegalMoveError(f"tile {number} has an exploration token that is face down")
    if number - 1 in play.public.searched:
        raise IllegalMoveError(f"tile {number} was searched already")
    tell(play, done=True)
    play.push(Toss("scavenge", 3, 6, number - 1))


def look(play: Play, told: Told) -> None:
    """Looks through the open door in which he stands. Source: seed, Looking through doors."""
    _peace(play)
    place = acting(play).hero
    at = play.hero(place).at
    for door in play.public.open:
        exit_ = play.public.map.doors[door]
        if at in (exit_.a, exit_.b):
            tell(play, done=True)
            play.xp(place, 5)
            play.push(Look(door))
            return
    raise IllegalMoveError(f"{play.survey.names[at]} is not in an open door")


# -- tokens, the lantern, comrades -----------------------------------------------------------------


def use(play: Play, told: Told) -> None:
    """Uses an item on himself or a hero within reach."""
    item, place = told["item"], acting(play).hero
    other = _place(play, told["hero"])
    if item not in play.hero(place).bag:
        raise IllegalMoveError(f"{play.name(place)} has no {item}")
    if item not in ("bandages", "tonic", "whiskey"):
        raise IllegalMoveError("dynamite is thrown: `throw CELL`")
    if play.hero(other).down:
        raise IllegalMoveError(f"{play.name(other)} is KO: `rescue` him")
    if other != place:
        _reach(play, other)
    play.unpack(place, item)
    play.say(f"{play.name(place)} uses {item} on {play.name(other)}.")
    if item == "tonic":
        play.grit(other, 1)
    else:
        play.push(Cure(place, other, item == "whiskey"))


def give(play: Play, told: Told) -> None:
    """Hands over an item or the lantern."""
    item, place = told["item"], acting(play).hero
    other = _place(play, told["hero"])
    if other == place or play.hero(other).down:
        raise IllegalMoveError("it is given to somebody else who is up")
    _reach(play, other)
    if item == "lantern":
        if play.public.bearer != place:
            raise IllegalMoveError(f"{play.name(place)} does not have the lantern")
        play.put(bearer=other, kept=-1)
        play.say(f"{play.name(place)} hands the lantern to {play.name(other)}.")
        return
    if item not in play.hero(place).bag:
        raise IllegalMoveError(f"{play.name(place)} has no {item}")
    play.unpack(place, item)
    play.pack(other, item)


def take(play: Play, told: Told) -> None:
    """Takes up the lantern that lies in his cell or beside him."""
    public, place = play.public, acting(play).hero
    if public.bearer >= 0:
        raise IllegalMoveError(f"{play.name(public.bearer)} has the lantern")
    at = play.hero(place).at
    if public.lamp != at and public.lamp not in play.survey.near[at]:
        raise IllegalMoveError("the lantern is out of reach")
    play.put(bearer=place)
    play.say(f"{play.name(place)} takes the lantern up.")


def rescue(play: Play, told: Told) -> None:
    """Brings a hero who is KO back instead of attacking."""
    act, other = acting(play), _place(play, told["hero"])
    if act.attacked:
        raise IllegalMoveError("he attacked already")
    if not play.hero(other).down:
        raise IllegalMoveError(f"{play.name(other)} is not KO")
    _reach(play, other, marker=True)
    tiles = play.survey.tiles
    if any(set(tiles[foe.at]) & set(tiles[play.hero(other).at]) for foe in play.public.foes):
        raise IllegalMoveError("there is a foe on his tile")
    # He has no activation this turn, should it still come.
    todo = tuple(
        step for step in play.public.todo if not (isinstance(step, HeroTurn) and step.hero == other)
    )
    play.put(todo=todo)
    tell(play, attacked=True)
    play.push(Recover(other))


def badge(play: Play, told: Told) -> None:
    """Once a mission: every hero has two more dice in his next activation."""
    place = acting(play).hero
    if "badge" not in play.mine.callings[place].traits:
        raise IllegalMoveError(f"{play.name(place)} has no badge")
    if "badge" in play.hero(place).spent:
        raise IllegalMoveError("the badge was shown already")
    play.change(place, spent=(*play.hero(place).spent, "badge"))
    for other in range(len(play.public.heroes)):
        play.change(other, bonus=2)
    play.say(f"{play.name(place)} shows his badge: two more dice for everybody, once.")


def end(play: Play, told: Told) -> None:
    """Ends the activation."""
    tell(play, done=True)


def _place(play: Play, name: object) -> int:
    """The place of the hero of that name. Raises IllegalMoveError."""
    place = play.mine.places.get(name) if isinstance(name, str) else None
    if place is None:
        raise IllegalMoveError(f"the heroes are {', '.join(play.mine.places)}")
    return place


def _reach(play: Play, other: int, marker: bool = False) -> None:
    """Raises IllegalMoveError where another hero is out of reach: beside him, or outside
    fights on the same tile; for one who is KO in his own cell or beside it."""
    seen = play.survey
    here, there = play.hero(acting(play).hero).at, play.hero(other).at
    touching = here == there or there in seen.near[here]
    together = not marker and not play.public.foes
    if not touching and not (together and set(seen.tiles[here]) & set(seen.tiles[there])):
        raise IllegalMoveError(f"{play.name(other)} is out of reach")
