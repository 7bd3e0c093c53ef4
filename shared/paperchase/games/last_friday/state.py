"""What everybody knows of a Last Friday, and what the Maniac knows besides."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from paperchase.games.last_friday.camp import COLOURS
from paperchase.rules import Outcome
from paperchase.values import Seat

MANIAC: Seat = "maniac"
"""The seat of the hider. Campers sit at their colours."""

ROUNDS = 15
"""Rounds of a chapter. Source: rules, section 4."""

EVERY = 3
"""The Maniac shows himself in every third round. Source: seed 3."""

STEPS = 2
"""Edges that a camper may walk in a turn. Source: seed 0."""


class Stage(StrEnum):
    """What the table waits for."""

    CARDS = "cards"
    """campers without a card to choose one"""
    HIDE = "hide"
    """the Maniac to lay the Hospitality tokens, moor the boat and hide (chapter I)"""
    TILES = "tiles"
    """both sides in turn to open cabins (single chapters)"""
    NAME = "name"
    """the campers to name the Predestined (single chapters)"""
    INSIDE = "inside"
    """campers whose cabin is open to choose a dot in it (single chapters)"""
    SHELTER = "shelter"
    """the Predestined to choose a dot in a cabin"""
    STREW = "strew"
    """the Maniac to lay corpses and clues, moor the boat and hide (single chapters)"""
    CAMPER = "camper"
    """a camper to act"""
    MANIAC = "maniac"
    """the Maniac to move"""
    TAKE = "take"
    """a Hospitality token to be opened"""
    ROLL = "roll"
    """the roll that says what a picked-up clue is"""
    HEAR = "hear"
    """the Maniac to say whether he is near"""
    LIGHT = "light"
    """the Maniac to say whether a new Lantern lights him"""
    CROSSED = "crossed"
    """the Maniac to say whether he was crossed, the campers being done"""
    TWIST = "twist"
    """the Maniac to play his Plot Twist, or not"""
    CONSENT = "consent"
    """both sides to say whether they end the chapter early"""
    LAY = "lay"
    """a camper to lay down a key, of the dead or at the end of chapter II"""
    LAST = "last"
    """the Maniac's last circle of chapter II"""
    TIE = "tie"
    """the Maniac to choose among the nearest campers"""
    AUDIT = "audit"
    """all that the Maniac sealed in chapters I and II"""
    SPOILS = "spoils"
    """the Maniac to choose the tokens that he has earned"""
    PEEK = "peek"
    """the campers to choose the clues that they may look at"""
    LOOK = "look"
    """the roll that says what such a clue is"""
    OVER = "over"
    """nothing: there is an outcome"""


class Camper(msgspec.Struct, frozen=True, gc=False):
    """A camper of one colour: his dot ("" when dead), cards used so far, clues, and key."""

    at: str = ""
    cards: tuple[int, ...] = ()
    clues: tuple[str, ...] = ()
    key: str = ""


class Turn(msgspec.Struct, frozen=True, gc=False):
    """How far the turn of `camper` is.

    `left` edges are left; `trod` are the dots of this turn, the first one included. `used`
    counts tokens, `halted` says that one was used after moving, which ends the moving.
    `extra` is a clue that he holds already and has to play or drop at once.
    """

    camper: str = ""
    left: int = STEPS
    trod: tuple[str, ...] = ()
    used: int = 0
    halted: bool = False
    extra: str = ""


class Ask(msgspec.Struct, frozen=True, gc=False):
    """A crossed circle about which the Maniac has not answered yet.

    `pawns`, `boat` and `turn` are as they were right after that step: a hit goes back there.
    """

    camper: str
    circle: int
    pawns: tuple[str, ...]
    boat: str
    turn: Turn


class Sight(msgspec.Struct, frozen=True, gc=False):
    """Where the Maniac can have been at the end of one of his moves, as all can work out.

    `slot` holds the truth; he came there by `steps` edges. `mask` has a bit, in hex, for each
    circle of the map in order.
    """

    slot: str
    steps: int
    mask: str


class Public(msgspec.Struct, frozen=True):
    """The table as everybody sees it.

    `campers` has all five colours (a mapping has no order: go through COLOURS). `tokens` maps
    dots to what lies there: an unseen clue, a clue whose type is known, a Hospitality token, a
    key. `traps` and `lanterns` lie face up. `tiles` says which side of a cabin is up; those not
    named are closed. `bag` counts the unseen clues by type, those on the map included. `owners`
    is the number of dead camp owners that are still face down, and `gifts` what Hospitality
    tokens have shown.

    Of the Maniac: tokens `held` and `spent`, whether he is `invisible`; `ends` are the slots of
    his positions in this chapter by round, `turns` the names of all turns that he has sealed
    and not opened in an audit, `known` the slots of those that are open; `pawn` is where he was
    last seen and `sights` where he can be.

    `spot` is the dot that a pending question or pick-up is about, `queue` who or what is still
    to come in a stage that goes through several, `count` how many are to be chosen, `after`
    what follows the laying of keys, `agreed` who consents.
    """

    stage: Stage
    chapter: int
    campers: Mapping[str, Camper]
    boat: str = ""
    round: int = 0
    turn: Turn = Turn()
    predestined: str = ""
    tokens: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    corpses: tuple[str, ...] = ()
    traps: tuple[str, ...] = ()
    lanterns: tuple[str, ...] = ()
    tiles: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    bag: tuple[int, ...] = ()
    owners: int = 0
    gifts: tuple[int, ...] = ()
    held: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    invisible: bool = False
    ends: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    known: Mapping[str, int] = msgspec.field(default_factory=dict[str, int])
    pawn: int = 0
    sights: tuple[Sight, ...] = ()
    asks: tuple[Ask, ...] = ()
    spot: str = ""
    queue: tuple[str, ...] = ()
    count: int = 0
    after: str = ""
    agreed: tuple[str, ...] = ()
    outcome: Outcome | None = None


class Secret(msgspec.Struct, frozen=True):
    """What the Maniac knows: his circle (0 before he has one), where he was by slot, and what
    his Hospitality tokens hide (0 where an audit does not know). Campers know nothing."""

    at: int = 0
    trail: Mapping[str, int] = msgspec.field(default_factory=dict[str, int])
    gifts: tuple[int, ...] = ()


def name_turn(public: Public, twist: bool = False) -> str:
    """The name of the Maniac's turn in this round: chapter and round, `b` for a Plot Twist."""
    return f"{public.chapter}/{public.round}{'b' if twist else ''}"


def turn_slots(turn: str) -> tuple[str, ...]:
    """The four slots of a turn: circle, circle on the way, and up to two routes."""
    return (f"end/{turn}", f"mid/{turn}", f"path/{turn}", f"path2/{turn}")


def start_slot(chapter: int) -> str:
    """The slot of the circle in which the Maniac begins a chapter."""
    return f"end/{chapter}/0"


def closed(public: Public) -> tuple[str, ...]:
    """The slots of the Maniac's turns that are still sealed, oldest first."""
    found: list[str] = []
    for turn in public.turns:
        # A start has no route: it is the circle alone.
        slots = turn_slots(turn)[:1] if turn.endswith("/0") else turn_slots(turn)
        found.extend(slot for slot in slots if slot not in public.known)
    return tuple(found)


def latest(public: Public) -> str:
    """The slot of the Maniac's circle now; empty before he has one."""
    return public.ends[-1] if public.ends else ""


def alive(public: Public) -> list[str]:
    """The colours of the living, in their order."""
    return [colour for colour in COLOURS if public.campers[colour].at]


def pawns(public: Public) -> dict[str, str]:
    """The campers on the map, by dot."""
    return {public.campers[colour].at: colour for colour in alive(public)}
