"""The orders of Fugitive."""

from collections.abc import Callable
from typing import cast

from paperchase.errors import IllegalMoveError
from paperchase.games.fugitive.moves import (
    bar_move,
    draw_move,
    drop_move,
    guess_move,
    hunt_move,
    pass_move,
    place_move,
)
from paperchase.games.fugitive.rules import Fugitive
from paperchase.games.fugitive.state import Public, Secret, loose
from paperchase.orders import Ask, Grammar, Verb, Words
from paperchase.rules import Demand, Kind, Move


def _fits(*names: str) -> Callable[[Demand], bool]:
    """Demands that are about one of these things."""

    def fits(demand: Demand) -> bool:
        match demand.about:
            case {"do": str(name)}:
                return demand.kind is Kind.MOVE and name in names
            case _:
                return False

    return fits


def _known(ask: Ask) -> tuple[Fugitive, Public, Secret]:
    return cast(Fugitive, ask.rules), cast(Public, ask.public), cast(Secret, ask.secret)


def _place(ask: Ask, words: Words) -> Move:
    rules, public, _ = _known(ask)
    goal = rules.deck.goal
    card = words.number("card", 1, goal)
    sprints = words.numbers("card", 1, goal) if words.take("sprint", "sprints", "on") else ()
    if words.peek().isdecimal():
        raise words.wrong("sprint cards come after the word `sprint`")
    return place_move(public, goal, card, sprints)


def _pass(ask: Ask, words: Words) -> Move:
    return pass_move(words.take("draw"))


def _pile(ask: Ask, words: Words) -> str:
    rules, _, _ = _known(ask)
    return words.word("pile", rules.deck.names)


def _draw(ask: Ask, words: Words) -> Move:
    return draw_move(ask.demand.seat, _pile(ask, words))


def _bar(ask: Ask, words: Words) -> Move:
    return bar_move(ask.demand.seat, _pile(ask, words))


def _drop(ask: Ask, words: Words) -> Move:
    rules, public, secret = _known(ask)
    card = words.number("card", 1, rules.deck.goal)
    cards = {secret.cards.get(slot): slot for slot in loose(public)}
    if card not in cards:
        mine = ", ".join(str(one) for one in sorted(one for one in cards if one))
        raise IllegalMoveError(f"{card} is no face-down sprint card of yours: they are {mine}")
    return drop_move(cards[card])


def _numbers(ask: Ask, words: Words) -> list[int]:
    rules, _, _ = _known(ask)
    if words.take("none"):
        return []
    found = words.numbers("hideout", 1, rules.deck.goal - 1)
    if not found:
        raise words.wrong("name a number, or say `none`")
    return [*found]


def _guess(ask: Ask, words: Words) -> Move:
    return guess_move(_numbers(ask, words))


def _hunt(ask: Ask, words: Words) -> Move:
    return hunt_move(_numbers(ask, words))


def _spell(move: Move, secret: object) -> str:
    """The inverse. Without the secret a face-down card reads as `?`."""
    match move.public:
        case {"place": int(goal), "sprints": int(count)}:
            return _spell_place(move, goal, count)
        case {"bonus": bonus}:
            return "pass draw" if bonus else "pass"
        case {"draw": pile}:
            return f"draw {pile}"
        case {"bar": pile}:
            return f"bar {pile}"
        case {"drop": _}:
            known = {**(secret.cards if isinstance(secret, Secret) else {}), **move.hidden}
            cards = (known[slot] for slot in (*move.opens, *move.hidden) if slot in known)
            return f"drop {next(cards, '?')}"
        case {"guess": numbers} | {"hunt": numbers}:
            verb = "guess" if "guess" in move.public else "hunt"
            told = [str(number) for number in cast("list[int]", numbers)]
            return " ".join([verb, *(told or ["none"])])
        case _:
            return ""


def _spell_place(move: Move, goal: int, count: int) -> str:
    card, sprints = goal or "?", dict[int, str]()
    for slot, value in move.hidden.items():
        kind, _, *number = slot.split("/")
        if kind == "sprint":
            sprints[int(number[0])] = str(value)
        else:
            card = value
    told = [sprints.get(number, "?") for number in range(1, count + 1)]
    return " ".join([f"place {card}", *(["sprint"] if told else []), *told])


GRAMMAR = Grammar(
    verbs=(
        Verb(
            "place",
            "place CARD [sprint CARD ...]",
            "put a hideout down, with sprint cards under it",
            _fits("open", "act"),
            _place,
            ("put",),
        ),
        Verb(
            "pass",
            "pass",
            "place no second hideout",
            _fits("open"),
            _pass,
            ("stop", "done"),
        ),
        Verb(
            "pass",
            "pass [draw]",
            "place no hideout; with the pass bonus, draw from the lowest pile",
            _fits("act"),
            _pass,
        ),
        Verb("draw", "draw PILE", "draw a card from a pile", _fits("draw"), _draw),
        Verb(
            "guess",
            "guess NUMBER ... | none",
            "name hideouts that lie face down: all are right, or none is opened",
            _fits("guess"),
            _guess,
        ),
        Verb(
            "hunt",
            "hunt NUMBER ... | none",
            "name hideouts one after the other; the first wrong one loses",
            _fits("hunt"),
            _hunt,
        ),
        Verb("bar", "bar PILE", "place the roadblock before a pile", _fits("bar"), _bar),
        Verb("drop", "drop CARD", "turn up one of your sprint cards", _fits("drop"), _drop),
    ),
    spell=_spell,
)
