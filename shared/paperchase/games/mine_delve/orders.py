"""The orders of Mine Delve."""

import re
from collections.abc import Callable
from typing import Any, cast

from paperchase.errors import IllegalMoveError
from paperchase.games.mine_delve.choices import move, orders_move, path, reach
from paperchase.games.mine_delve.geometry import survey
from paperchase.games.mine_delve.rules import MineDelve
from paperchase.games.mine_delve.state import ITEMS, Orders, Public
from paperchase.games.mine_delve.votes import WORDS
from paperchase.orders import Ask, Grammar, Verb, Words, quote
from paperchase.rules import Demand, Kind, Move

_FOE = re.compile(r"[a-z]?(\d{1,6})")
_FLAGS = ("tests", "heal", "flee")


def _fits(*names: str) -> Callable[[Demand], bool]:
    """Demands that are about one of these things."""

    def fits(demand: Demand) -> bool:
        match demand.about:
            case {"do": str(name)}:
                return demand.kind is Kind.MOVE and name in names
            case _:
                return False

    return fits


_ENTER, _ACT, _DICE, _CHOOSE = _fits("enter"), _fits("act"), _fits("dice"), _fits("choose")
_ANY = _fits("enter", "act", "dice", "choose", "orders")


def _known(ask: Ask) -> tuple[MineDelve, Public]:
    return cast(MineDelve, ask.rules), cast(Public, ask.public)


def _move(ask: Ask, do: str, /, **more: Any) -> Move:
    return move(ask.demand.seat, do, **more)


def _bare(do: str) -> Callable[[Ask, Words], Move]:
    """An order without arguments."""
    return lambda ask, words: _move(ask, do)


def _cell(ask: Ask, words: Words) -> str:
    """The name of a cell that there is."""
    _, public = _known(ask)
    name = words.peek()
    if name not in survey(public.map).cells:
        shown = f"no cell {quote(name)}" if name else "the cell is missing"
        raise words.wrong(f"{shown}: they are called 3b2, or d4a in door 4")
    words.take(name)
    return name


def _hero(ask: Ask, words: Words) -> str:
    rules, _ = _known(ask)
    return words.word("hero", rules.seats)


def _mine(ask: Ask) -> str:
    """The hero whom the demand is about."""
    match ask.demand.about:
        case {"hero": str(name)}:
            return name
        case _:
            return ask.demand.seat


def _foes(words: Words) -> tuple[int, ...]:
    """Foes by number, with or without the letter that they have in the picture."""
    found: list[int] = []
    while number := _FOE.fullmatch(words.peek()):
        found.append(int(number[1]))
        words.take(words.peek())
    return tuple(found)


def _enter(ask: Ask, words: Words) -> Move:
    cell, item = _cell(ask, words), words.word("item", ITEMS)
    return _move(ask, "enter", cell=cell, item=item, lantern=words.take("lantern"))


def _go(ask: Ask, words: Words) -> Move:
    return _move(ask, "go", path=_way(ask, words))


def _way(ask: Ask, words: Words) -> tuple[str, ...]:
    """Cells joined by dashes, or one to which the shortest way is found."""
    rules, public = _known(ask)
    if "-" in words.peek():
        names = words.peek().split("-")
        words.take(words.peek())
        return tuple(names)
    name = _cell(ask, words)
    if public.act is None:
        return (name,)
    seen, here = survey(public.map), public.heroes[public.act.hero].at
    to = seen.cells[name]
    if to in seen.near[here]:
        return (name,)
    steps = reach(rules.mine, public)
    if not steps.get(to):
        points = public.act.points
        raise IllegalMoveError(f"{name} is out of reach with {points} points, {_far(ask, to)}")
    return path(rules.mine, public, steps, to)


def _far(ask: Ask, to: int) -> str:
    _, public = _known(ask)
    assert public.act is not None
    far = survey(public.map).far(public.heroes[public.act.hero].at)[to]
    return f"{far} steps away if nobody stood in between"


def _drag(ask: Ask, words: Words) -> Move:
    hero = _hero(ask, words)
    return _move(ask, "drag", hero=hero, path=_way(ask, words))


def _escape(ask: Ask, words: Words) -> Move:
    return _move(ask, "escape", ask=words.take("ask"))


def _attack(ask: Ask, words: Words) -> Move:
    weapon = words.word("weapon", ("gun", "melee"))
    at = _foes(words)
    bullets = words.number("number of bullets", 0, 6) if words.take("bullets") else 0
    more = {"with": weapon}
    return _move(ask, "attack", at=at, bullets=bullets, ask=words.take("ask"), **more)


def _free(ask: Ask, words: Words) -> Move:
    at = _foes(words)
    return _move(ask, "free", at=at, ask=words.take("ask"))


def _throw(ask: Ask, words: Words) -> Move:
    cell = _cell(ask, words)
    return _move(ask, "throw", cell=cell, ask=words.take("ask"))


def _scavenge(ask: Ask, words: Words) -> Move:
    _, public = _known(ask)
    if words.peek().isdecimal():
        tile = words.number("tile", 1, len(public.map.tiles))
    else:
        tiles = survey(public.map).tiles.get(public.heroes[_place(ask)].at, ())
        if len(tiles) != 1:
            either = " or ".join(f"`scavenge {tile + 1}`" for tile in tiles)
            raise IllegalMoveError(f"he stands on two tiles: {either}")
        tile = tiles[0] + 1
    return _move(ask, "scavenge", tile=tile, ask=words.take("ask"))


def _place(ask: Ask) -> int:
    rules, _ = _known(ask)
    return rules.mine.places[_mine(ask)]


def _use(ask: Ask, words: Words) -> Move:
    item = words.word("item", ITEMS)
    hero = _hero(ask, words) if words.peek() else _mine(ask)
    return _move(ask, "use", item=item, hero=hero)


def _give(ask: Ask, words: Words) -> Move:
    item = words.word("item", ("lantern", *ITEMS))
    return _move(ask, "give", item=item, hero=_hero(ask, words))


def _named(do: str) -> Callable[[Ask, Words], Move]:
    """An order with a hero's name."""
    return lambda ask, words: _move(ask, do, hero=_hero(ask, words))


def _reroll(ask: Ask, words: Words) -> Move:
    _, public = _known(ask)
    most = len(public.throw.dice) if public.throw else 1
    return _move(ask, "reroll", dice=words.numbers("die", 1, most))


def _keep(ask: Ask, words: Words) -> Move:
    return _move(ask, "keep", at=_foes(words))


def _orders(ask: Ask, words: Words) -> Move:
    """New orders where they are named, the old ones else; at least one is named."""
    rules, public = _known(ask)
    hero = _hero(ask, words) if words.peek() in rules.seats else ask.demand.seat
    told = public.heroes[rules.mine.places[hero]].orders
    chosen: dict[str, Any] = {name: getattr(told, name) for name in (*WORDS, *_FLAGS)}
    while True:
        name = words.word("standing order", chosen)
        if name in _FLAGS:
            chosen[name] = words.word(f"value of {name}", ("yes", "no")) == "yes"
        else:
            chosen[name] = words.word(f"value of {name}", WORDS[name])
        if not words.peek():
            return orders_move(ask.demand.seat, Orders(**chosen), hero)


def _spell(move: Move, secret: Any) -> str:
    """The inverse."""
    told = cast("dict[str, Any]", move.public)
    match told.get("do"):
        case "enter":
            lantern = " lantern" if told["lantern"] else ""
            return f"enter {told['cell']} {told['item']}{lantern}"
        case "go":
            return f"go {'-'.join(told['path'])}"
        case "drag":
            return f"drag {told['hero']} {'-'.join(told['path'])}"
        case "attack":
            bullets = f" bullets {told['bullets']}" if told["bullets"] else ""
            return f"attack {told['with']}{_listed(told['at'])}{bullets}{_asks(told)}"
        case "free":
            return f"free{_listed(told['at'])}{_asks(told)}"
        case "throw":
            return f"throw {told['cell']}{_asks(told)}"
        case "escape":
            return f"escape{_asks(told)}"
        case "scavenge":
            return f"scavenge {told['tile']}{_asks(told)}"
        case "use":
            return f"use {told['item']} {told['hero']}"
        case "give":
            return f"give {told['item']} {told['hero']}"
        case "rescue" | "send" | "run":
            return f"{told['do']} {told['hero']}"
        case "reroll":
            return f"reroll{_listed(told['dice'])}"
        case "keep":
            return f"keep{_listed(told['at'])}"
        case "orders":
            hero = () if told["hero"] == move.seat else (told["hero"],)
            words = (f"{name} {told[name]}" for name in WORDS)
            flags = (f"{name} {'yes' if told[name] else 'no'}" for name in _FLAGS)
            return " ".join(("orders", *hero, *words, *flags))
        case do:
            return str(do)


def _listed(numbers: Any) -> str:
    return "".join(f" {number}" for number in numbers)


def _asks(told: dict[str, Any]) -> str:
    return " ask" if told["ask"] else ""


def _verb(
    name: str,
    usage: str,
    help: str,
    fits: Callable[[Demand], bool],
    read: Callable[[Ask, Words], Move],
    *aliases: str,
) -> Verb:
    return Verb(name, f"{name} {usage}".strip(), help, fits, read, aliases)


GRAMMAR = Grammar(
    verbs=(
        _verb("enter", "CELL ITEM [lantern]", "step in, perhaps with the lantern", _ENTER, _enter),
        _verb("go", "CELL | CELL-CELL-...", "move, on the shortest way or on yours", _ACT, _go),
        _verb("sprint", "", "pay a Grit for another die of movement", _ACT, _bare("sprint")),
        _verb("escape", "[ask]", "test whether you get away from foes", _ACT, _escape),
        _verb(
            "attack",
            "gun|melee [FOE...] [bullets N] [ask]",
            "attack; hits go to the foes you name, in that order",
            _ACT,
            _attack,
        ),
        _verb("free", "[FOE...] [ask]", "fire the derringer, once a fight", _ACT, _free),
        _verb("throw", "CELL [ask]", "throw dynamite", _ACT, _throw),
        _verb("scavenge", "[TILE] [ask]", "search a tile, and be done", _ACT, _scavenge, "search"),
        _verb("look", "", "look through the door you stand in, and be done", _ACT, _bare("look")),
        _verb("use", "ITEM [HERO]", "use bandages, whiskey or tonic", _ACT, _use),
        _verb("give", "ITEM|lantern HERO", "hand something over", _ACT, _give),
        _verb("take", "", "take the lantern up", _ACT, _bare("take")),
        _verb(
            "rescue", "HERO", "bring back a hero who is KO, for your attack", _ACT, _named("rescue")
        ),
        _verb("drag", "HERO CELL", "move with a hero who is KO, 2 points a step", _ACT, _drag),
        _verb("badge", "", "two more dice for everybody, once", _ACT, _bare("badge")),
        _verb("end", "", "be done", _ACT, _bare("end"), "done", "pass"),
        _verb("reroll", "DIE...", "pay a Grit to roll these dice again", _DICE, _reroll),
        _verb("keep", "[FOE...]", "leave the dice; name other targets", _DICE, _keep),
        _verb("send", "HERO", "let this hero face the card", _CHOOSE, _named("send")),
        _verb(
            "orders",
            "[HERO] ORDER VALUE...",
            "standing orders (grit, tests, heal, mend, rest, dread, flee); of a hero you run: his"
            " name first",
            _ANY,
            _orders,
        ),
        _verb(
            "run",
            "HERO",
            "vote that the others run a hero whose player is away",
            _ANY,
            _named("run"),
        ),
        _verb("back", "", "have your hero back", _ANY, _bare("back")),
    ),
    spell=_spell,
)
