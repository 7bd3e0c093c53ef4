"""The public parts of moves, read strictly.

They have always exactly these keys. What the Maniac hides he says in the same words, whatever
it is:

    turn     {"axe": colour or "", "clue": dot or "", "kills": [colour, ...],
              "lanterns": [dot, ...], "stuck": "", colour or "all", "token": name or "",
              "traps": [dot, ...]}
    act      {"at": dot or "", "dig": bool, "do": go, take, use, drop, open or done,
              "done": bool, "path": [step, ...], "token": name or ""}
    card     {"card": name}                    hide     {"boat": pier}
    tile     {"cabin": colour}                 name     {"predestined": colour}
    stand    {"dot": dot}                      lay      {"dot": dot}
    strew    {"boat": pier, "clues": [dot, ...], "corpses": [dot, ...]}
    consent  {"agree": bool}                   tie      {"nearest": colour}
    spoils   {"tokens": [name, ...]}           peek     {"dots": [dot, ...]}
    roll     {"clue": type}
    hear     {"near": bool}                    light    {"lit": bool}
    crossed  {"hit": number of the crossing, or 0}

A reveal has none. A step is a dot, `45/ab` over circle 45, or `boat/ab`. Lists are in order:
colours in theirs, tokens and types as in `cards`, dots by name. `stuck` names the camper who
catches him in chapter II, and is `all` where he is surrounded in IV. The `token` of a Plot Twist
that is not played is `wait`.
"""

from collections.abc import Collection, Mapping, Sequence

from paperchase.games.last_friday.cards import CLUES, TOKENS
from paperchase.games.last_friday.state import MANIAC
from paperchase.rules import Kind, Move
from paperchase.told import Shape
from paperchase.values import Json, Seat

TURN: Shape = {
    "axe": str,
    "clue": str,
    "kills": (str,),
    "lanterns": (str,),
    "stuck": str,
    "token": str,
    "traps": (str,),
}
ACT: Shape = {"at": str, "dig": bool, "do": str, "done": bool, "path": (str,), "token": str}
CARD: Shape = {"card": str}
HIDE: Shape = {"boat": str}
TILE: Shape = {"cabin": str}
NAME: Shape = {"predestined": str}
DOT: Shape = {"dot": str}
STREW: Shape = {"boat": str, "clues": (str,), "corpses": (str,)}
CONSENT: Shape = {"agree": bool}
TIE: Shape = {"nearest": str}
SPOILS: Shape = {"tokens": (str,)}
PEEK: Shape = {"dots": (str,)}
ROLL: Shape = {"clue": str}
HEAR: Shape = {"near": bool}
LIGHT: Shape = {"lit": bool}
CROSSED: Shape = {"hit": int}

SILENT: Mapping[str, Json] = {
    "axe": "",
    "clue": "",
    "kills": [],
    "lanterns": [],
    "stuck": "",
    "token": "",
    "traps": [],
}
"""A turn in which nothing is said."""

WAIT = "wait"
"""What he says for a token where he keeps his Plot Twist."""

PASS: Mapping[str, Json] = {**SILENT, "token": WAIT}
"""The extra turn that is not taken."""


def act_move(
    seat: Seat,
    do: str,
    *,
    at: str = "",
    dig: bool = False,
    done: bool = False,
    path: Sequence[str] = (),
    token: str = "",
) -> Move:
    """What a camper does."""
    told = {"at": at, "dig": dig, "do": do, "done": done, "path": [*path], "token": token}
    return Move(Kind.MOVE, seat, told)


def go_move(seat: Seat, path: Sequence[str], *, dig: bool = False, done: bool = False) -> Move:
    """A camper walks, and perhaps ends his turn."""
    return act_move(seat, "go", path=path, dig=dig, done=done)


def pass_move() -> Move:
    """No Plot Twist."""
    return Move(Kind.MOVE, MANIAC, PASS)


def in_order(names: Collection[str], order: Sequence[str]) -> list[str]:
    """These names in that order; what it does not list is left out."""
    return [name for name in order if name in names]


def hand(clues: Collection[str]) -> tuple[str, ...]:
    """Clues as a hand lists them."""
    return tuple(in_order(clues, CLUES))


def supply(tokens: Collection[str]) -> tuple[str, ...]:
    """Tokens of the Maniac as the state lists them."""
    return tuple(in_order(tokens, TOKENS))
