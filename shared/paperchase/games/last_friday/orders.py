"""The orders of Last Friday: those of the campers, and those of setup and between chapters."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from paperchase.errors import IllegalMoveError
from paperchase.games.last_friday import orders_maniac
from paperchase.games.last_friday.camp import COLOURS
from paperchase.games.last_friday.campers import THE_KEY
from paperchase.games.last_friday.cards import CARDS, CLUES, SHOVEL, TOKENS
from paperchase.games.last_friday.moves import act_move, go_move, in_order
from paperchase.games.last_friday.orders_maniac import about, dot_word, dot_words, known
from paperchase.games.last_friday.site import BOAT
from paperchase.games.last_friday.walking import way_steps
from paperchase.orders import Ask, Grammar, Verb, Words
from paperchase.rules import Kind, Move
from paperchase.values import Json

Reader = Callable[[Ask, Words], Move]

_THINGS = (*CLUES, THE_KEY)


def _say(key: str, value: Callable[[Ask, Words], Json]) -> Reader:
    """A reader of a move that says one thing and hides nothing."""

    def read(ask: Ask, words: Words) -> Move:
        return Move(Kind.MOVE, ask.demand.seat, {key: value(ask, words)})

    return read


def _card(ask: Ask, words: Words) -> Json:
    return words.word("card", (card.name for card in CARDS[ask.demand.seat]))


def _colour(_ask: Ask, words: Words) -> Json:
    return words.word("colour", COLOURS)


def _tokens(_ask: Ask, words: Words) -> Json:
    found: list[str] = []
    while words.peek():
        found.append(words.word("token", TOKENS))
    return in_order(found, TOKENS)


def _dots(_ask: Ask, words: Words) -> Json:
    return sorted(dot_words(words))


def _go(ask: Ask, words: Words) -> Move:
    """A path: dots, a circle before the dot behind it where several lines lead there."""
    site, public, _ = known(ask)
    land = site.land(public)
    colour = ask.demand.seat
    at = public.campers[colour].at
    path: list[str] = []
    while words.peek() and words.peek() not in ("dig", "done"):
        if words.take("boat"):
            piers = {pier.name: pier.dot for pier in site.camp.piers}
            piers |= {dot: dot for dot in piers.values()}
            at = piers[words.word("pier", piers)]
            path.append(BOAT + at)
            continue
        circle = words.number("circle", 1, 999) if words.peek().isdecimal() else 0
        dot = dot_word(words)
        path.append(pick_step(way_steps(land, at, dot), at, dot, circle, public.chapter))
        at = dot
    if not path:
        raise words.wrong("the way is missing")
    return go_move(colour, path, dig=words.take("dig"), done=words.take("done"))


def pick_step(steps: Mapping[int, str], at: str, dot: str, circle: int, chapter: int) -> str:
    """The spelling of the step that is meant; `circle` is 0 where none was named.

    Raises IllegalMoveError where there is no such step, or where it matters which.
    """
    if not steps:
        raise IllegalMoveError(f"no line leads from {at} to {dot}")
    if circle:
        if circle not in steps:
            over = ", ".join(f"`{c} {dot}`" if c else f"`{dot}`" for c in steps)
            raise IllegalMoveError(f"from {at} to {dot} it goes by {over}, not over {circle}")
        return steps[circle]
    if 0 in steps or len(steps) == 1 or chapter in (1, 3):
        return steps[min(steps)]
    over = " or ".join(f"`{c} {dot}`" for c in steps)
    raise IllegalMoveError(f"say over which circle: {over}")


def _use(ask: Ask, words: Words) -> Move:
    token = words.word("token", CLUES)
    if token == SHOVEL:
        raise IllegalMoveError("a Shovel is used on the way: say `go DOT dig`")
    at = dot_word(words) if words.peek() else ""
    return act_move(ask.demand.seat, "use", token=token, at=at)


def _drop(ask: Ask, words: Words) -> Move:
    token = words.word("token", _THINGS)
    return act_move(ask.demand.seat, "drop", token=token, at=dot_word(words))


def _act(do: str) -> Reader:
    def read(ask: Ask, _words: Words) -> Move:
        return act_move(ask.demand.seat, do)

    return read


def _agree(told: bool) -> Reader:
    return _say("agree", lambda _ask, _words: told)


def _spell(move: Move, secret: Any) -> str:
    """The inverse. Without the secret what the Maniac hides is a `?`."""
    told = cast("Mapping[str, Any]", move.public)
    match told:
        case {"do": "go", "path": path, "dig": dig, "done": done}:
            way = " ".join(orders_maniac.spell_step(step) for step in path)
            return f"go {way}{' dig' if dig else ''}{' done' if done else ''}"
        case {"do": "use" | "drop" as do, "token": token, "at": at}:
            return f"{do} {token} {at}".strip()
        case {"do": do}:
            return str(do)
        case {"card": card}:
            return f"card {card}"
        case {"cabin": colour}:
            return f"cabin {colour}"
        case {"predestined": colour}:
            return f"name {colour}"
        case {"dot": dot}:
            return f"lay {dot}"
        case {"agree": agree}:
            return "agree" if agree else "refuse"
        case {"nearest": colour}:
            return f"choose {colour}"
        case {"tokens": tokens}:
            return " ".join(("claim", *tokens))
        case {"dots": dots}:
            return " ".join(("look", *dots))
        case _:
            return orders_maniac.spell(move, secret)


GRAMMAR = Grammar(
    verbs=(
        Verb(
            "go",
            "go [CIRCLE] DOT | boat PIER ... [dig] [done]",
            "walk up to two edges; dig with a Shovel on the way; done: end your turn",
            about("act"),
            _go,
            ("move",),
        ),
        Verb("take", "take", "pick up what lies on your dot", about("act"), _act("take")),
        Verb("use", "use TOKEN [DOT]", "play a clue", about("act"), _use),
        Verb("drop", "drop TOKEN | key DOT", "put a token down", about("act"), _drop),
        Verb("open", "open", "open your key's cabin, at its door", about("act"), _act("open")),
        Verb("done", "done", "end your turn", about("act"), _act("done"), ("end",)),
        Verb("card", "card NAME", "choose your camper", about("card"), _say("card", _card)),
        Verb("cabin", "cabin COLOUR", "open a cabin", about("tile"), _say("cabin", _colour)),
        Verb(
            "name",
            "name COLOUR",
            "name the Predestined",
            about("name"),
            _say("predestined", _colour),
        ),
        Verb(
            "lay",
            "lay DOT",
            "take a dot in a cabin, or lay your key down",
            about("stand", "lay"),
            _say("dot", lambda _ask, words: dot_word(words)),
            ("stand",),
        ),
        Verb("agree", "agree", "end chapter I now", about("consent"), _agree(True)),
        Verb("refuse", "refuse", "play chapter I to its end", about("consent"), _agree(False)),
        Verb(
            "choose",
            "choose COLOUR",
            "choose the Predestined among the nearest",
            about("tie"),
            _say("nearest", _colour),
        ),
        Verb(
            "claim", "claim TOKEN ...", "take your tokens", about("spoils"), _say("tokens", _tokens)
        ),
        Verb("look", "look DOT ...", "look at clues", about("peek"), _say("dots", _dots)),
        *orders_maniac.VERBS,
    ),
    spell=_spell,
)
