"""The moves of Mine Delve, their public parts read strictly, and what each calls.

Every move is public: {"do": COMMAND, ...} with exactly the keys that `SHAPES` gives. Cells go by
their names, heroes by their seats, foes, tiles and dice by their numbers.
"""

from collections.abc import Callable, Mapping

from paperchase.errors import IllegalMoveError
from paperchase.games.mine_delve import attack, cards, deeds, start
from paperchase.games.mine_delve.play import Play
from paperchase.games.mine_delve.steps import Acting, Choose, Dice, Enter, Step, Test
from paperchase.games.mine_delve.told import Told
from paperchase.values import Json

Shape = Mapping[str, type]

SHAPES: Mapping[str, Shape] = {
    "enter": {"cell": str, "item": str, "lantern": bool},
    "go": {"path": list},
    "drag": {"hero": str, "path": list},
    "sprint": {},
    "escape": {"ask": bool},
    "attack": {"with": str, "at": list, "bullets": int, "ask": bool},
    "free": {"at": list, "ask": bool},
    "throw": {"cell": str, "ask": bool},
    "scavenge": {"tile": int, "ask": bool},
    "look": {},
    "use": {"item": str, "hero": str},
    "give": {"item": str, "hero": str},
    "take": {},
    "rescue": {"hero": str},
    "badge": {},
    "end": {},
    "reroll": {"dice": list},
    "keep": {"at": list},
    "send": {"hero": str},
    "orders": {
        "hero": str,
        "grit": str,
        "tests": bool,
        "heal": bool,
        "mend": str,
        "rest": str,
        "dread": str,
        "flee": bool,
    },
    "run": {"hero": str},
    "back": {},
    "late": {},
}
"""Every command with the keys that it has besides `do`."""


def read(told: Json) -> Told:
    """A public part that has the keys and types of its command. Raises IllegalMoveError."""
    if isinstance(told, Mapping):
        do = told.get("do")
        shape = SHAPES.get(do) if isinstance(do, str) else None
        if shape is not None:
            if len(told) == len(shape) + 1 and all(
                key in told and _is(told[key], kind) for key, kind in shape.items()
            ):
                return told
            keys = ", ".join(f"{key} ({kind.__name__})" for key, kind in shape.items())
            raise IllegalMoveError(f"`{do}` says {keys or 'nothing more'}, and nothing else")
    raise IllegalMoveError("a move says what to `do`")


def _is(value: object, kind: type) -> bool:
    return isinstance(value, list | tuple) if kind is list else type(value) is kind


ACT: Mapping[str, Callable[[Play, Told], None]] = {
    "go": deeds.go,
    "drag": deeds.drag,
    "sprint": deeds.sprint,
    "escape": deeds.escape,
    "attack": attack.attack,
    "free": attack.free,
    "throw": attack.throw,
    "scavenge": deeds.scavenge,
    "look": deeds.look,
    "use": deeds.use,
    "give": deeds.give,
    "take": deeds.take,
    "rescue": deeds.rescue,
    "badge": deeds.badge,
    "end": deeds.end,
}
"""What a hero can do in his activation."""

DICE: Mapping[str, Callable[[Play, Told], None]] = {"reroll": attack.reroll, "keep": attack.keep}
"""What he can do about dice that he has rolled."""


def decide(play: Play, step: Step, told: Told) -> None:
    """Does what a move says to the decision that is pending. Raises IllegalMoveError."""
    do = told["do"]
    match step:
        case Enter():
            if do not in ("enter", "late"):
                raise IllegalMoveError("first of all a hero enters")
            start.enter(play, step, told if do == "enter" else start.fallback(play))
        case Acting():
            command = ACT.get("end" if do == "late" else do)
            if command is None:
                raise IllegalMoveError(f"`{do}` is not what is asked for now")
            if do != "sprint" and deeds.acting(play).surplus:
                # Source: seed. Grit above the maximum is spent at once or lost.
                deeds.tell(play, surplus=False)
            command(play, told)
        case Dice():
            command = DICE.get("keep" if do == "late" else do)
            if command is None:
                raise IllegalMoveError("the dice are on the table: `keep` or `reroll` them")
            command(play, {"at": ()} if do == "late" else told)
        case Choose():
            _chosen(play, step, told)
        case _:
            raise IllegalMoveError("nobody is asked for a move now")


def _chosen(play: Play, step: Choose, told: Told) -> None:
    card = cards.event(play.mine, step.deck, step.card)
    match told["do"]:
        case "late":
            place = cards.best(play.mine, play.public, card)
        case "send":
            place = play.mine.places.get(told["hero"], -1)
            if place not in play.up():
                raise IllegalMoveError("send a hero who is up")
        case _:
            raise IllegalMoveError(f"first send somebody to face {card.name}")
    play.pop()
    play.say(f"{play.name(place)} faces it.")
    play.push(Test(step.deck, step.card, (place,)))
