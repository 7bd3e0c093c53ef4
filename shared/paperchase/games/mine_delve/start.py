"""Setup: what a delve begins with. Source: rules, 4."""

from collections.abc import Mapping
from typing import Any

from paperchase.errors import IllegalMoveError
from paperchase.games.mine_delve.geometry import entrance, survey
from paperchase.games.mine_delve.mine import Mine
from paperchase.games.mine_delve.play import Play
from paperchase.games.mine_delve.state import ITEMS, Phase, Public
from paperchase.games.mine_delve.steps import Begin, Enter


def lay_out(mine: Mine) -> Public:
    """The Entrance with its door, and nobody in it yet."""
    shape = next(one for one in mine.lore.shapes.values() if one.kind == "entrance")
    plan = entrance(shape)
    kept = ("map", "token", "low", "med", "high", "darkness", "dread", "encounter")
    return Public(
        turn=0,
        phase=Phase.SETUP,
        map=plan,
        heroes=tuple(mine.hero(place) for place in range(len(mine.callings))),
        decks={**{deck: mine.lore.decks[deck] for deck in kept}, "misfits": ()},
        todo=tuple(Enter(place) for place in mine.first),
        revives=mine.party.revives,
        open=tuple(range(len(plan.doors))),
    )


def starts(public: Public) -> list[int]:
    """The free cells where a hero can enter: the two rows farthest from the door."""
    wide = public.map.tiles[0].w
    taken = {hero.at for hero in public.heroes}
    return sorted(cell for cell in survey(public.map).floor[0][-2 * wide :] if cell not in taken)


def fallback(play: Play) -> dict[str, Any]:
    """How a hero enters whose player let the deadline pass."""
    cell = play.survey.names[starts(play.public)[0]]
    return {"do": "enter", "cell": cell, "item": ITEMS[0], "lantern": False}


def enter(play: Play, step: Enter, told: Mapping[str, Any]) -> None:
    """A hero takes a cell and an item, and the lantern if he likes; the last has to, if nobody
    did. Raises IllegalMoveError."""
    place, cell = step.hero, play.survey.cells.get(told["cell"], 0)
    if cell not in starts(play.public):
        free = ", ".join(play.survey.names[one] for one in starts(play.public))
        raise IllegalMoveError(f"heroes enter at {free}")
    if told["item"] not in ITEMS:
        raise IllegalMoveError(f"the items are {', '.join(ITEMS)}")
    if told["lantern"] and play.public.bearer >= 0:
        raise IllegalMoveError(f"{play.name(play.public.bearer)} has the lantern")
    play.pop()
    play.change(place, at=cell, bag=(told["item"],))
    play.say(f"{play.name(place)} enters with {told['item']}.")
    last = not any(isinstance(one, Enter) for one in play.public.todo)
    if told["lantern"] or (last and play.public.bearer < 0):
        play.put(bearer=place, kept=place)
        play.say(f"{play.name(place)} takes the Old Lantern.")
    if last:
        play.push(Begin())
