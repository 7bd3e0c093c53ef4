"""What everybody knows of a delve. Nobody knows more: what is hidden is not drawn yet."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from paperchase.games.mine_delve.steps import Step
from paperchase.rules import Outcome

ENTRANCE = 0
"""The space of the depth track at the way out; the party starts there."""

START = 16
"""The space of the depth track where the Darkness starts."""

BAG = 5
"""Items that a hero can carry."""

CHANGES = 3
"""How often a hero may change standing orders in one turn; it bounds the length of a game."""

AWAY = 3
"""Missed deadlines in a row after which the others may vote to run a hero."""

ITEMS = ("bandages", "dynamite", "tonic", "whiskey")
"""What heroes carry in their bags."""


class Phase(StrEnum):
    """The part of the turn that is being played."""

    SETUP = "setup"
    HOLD = "hold"
    ACT = "act"
    EXPLORE = "explore"
    END = "end"


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A map tile on the table: its card, its rectangle, which way one looks on entering it (0
    to 3 for north to west), and the door that it was laid to (-1 for the Entrance)."""

    card: str
    x: int
    y: int
    w: int
    h: int
    facing: int
    door: int


class Door(msgspec.Struct, frozen=True, gc=False):
    """An exit of a tile with room for a connector: the two cells of it, the lower one first.

    `facing` is 0 to 3 for north to west. `low` to `high` are the faces that pick it.
    """

    tile: int
    facing: int
    a: int
    b: int
    low: int
    high: int


class Map(msgspec.Struct, frozen=True, cache_hash=True):
    """All tiles and exits, in the order in which they came; nothing in it ever changes."""

    tiles: tuple[Tile, ...]
    doors: tuple[Door, ...]


class Orders(msgspec.Struct, frozen=True, gc=False):
    """A hero's standing orders: what he does where play does not stop to ask him.

    `grit`: spend Grit on failed Defense and Willpower dice never, if it can prevent a KO
    (`ko`), or always; `tests`: on failed tests; `heal`: use Bandages or Whiskey at KO; `mend`:
    which pool to heal; `rest`: what to take at the end of a fight instead of an activation;
    `dread`: pay Grit to cancel dread cards never (`no`), once revealed, or the top one `now`;
    `flee`: give up the mission.
    """

    grit: str = "ko"
    tests: bool = False
    heal: bool = True
    mend: str = "lower"
    rest: str = "heal"
    dread: str = "no"
    flee: bool = False


class Hero(msgspec.Struct, frozen=True, gc=False):
    """A hero. `at` is his cell, 0 before he has entered.

    `spent` are the once-only things that he has used, `bonus` the dice that the badge gives in
    his next activation, `changes` his new standing orders in this turn, `missed` the deadlines
    that he missed in a row, and `run` says that the others run him.
    """

    name: str
    health: int
    sanity: int
    most_health: int
    most_sanity: int
    grit: int
    at: int = 0
    down: bool = False
    bag: tuple[str, ...] = ()
    bullets: int = 0
    spent: tuple[str, ...] = ()
    bonus: int = 0
    xp: int = 0
    stone: int = 0
    gold: int = 0
    acted: bool = False
    orders: Orders = Orders()
    changes: int = 0
    missed: int = 0
    run: bool = False


class Foe(msgspec.Struct, frozen=True, gc=False):
    """A model of a foe: `wounds` taken, and the hero that it is after, or -1."""

    id: int
    kind: str
    at: int
    wounds: int = 0
    target: int = -1


class Act(msgspec.Struct, frozen=True, gc=False):
    """The activation that is being played.

    `points` of movement are left; foes whose Escape is at most `free` are ignored; `stuck`
    says that an escape failed; `surplus` that Grit above the maximum has to be spent at once;
    `bonus` dice come from the badge; `ask` that the hero wants to be asked about his dice.
    """

    hero: int
    points: int = 0
    free: int = 0
    stuck: bool = False
    surplus: bool = False
    attacked: bool = False
    fired: bool = False
    kicked: bool = False
    bonus: int = 0
    ask: bool = False
    done: bool = False


class Strike(msgspec.Struct, frozen=True, gc=False):
    """An attack that is being resolved: the targets by preference, the hits still to assign
    (True for a critical one), the bullets for them, the shots that a kill has won."""

    weapon: str
    at: tuple[int, ...] = ()
    bullets: int = 0
    hits: tuple[bool, ...] = ()
    kick: int = 0


class Throw(msgspec.Struct, frozen=True, gc=False):
    """A hero's own dice on the table. `again` are the places of those rolled twice already,
    `on` the foe, tile or cell that they are about."""

    what: str
    dice: tuple[int, ...]
    sides: int
    again: tuple[int, ...] = ()
    on: int = -1
    critical: bool = False


class Secret(msgspec.Struct, frozen=True):
    """What a seat knows besides: nothing."""


class Public(msgspec.Struct, frozen=True):
    """The table.

    `open` are doors that lead into the dark, `tokens` the tiles with a face-down exploration
    token, `searched` those scavenged. `bearer` has the lantern; it lies at `lamp` where that is
    -1, and `kept` is the bearer who has had it all along, or -1. `posse` and `dark` are spaces
    of the depth track from 0 (Entrance) to 16. `decks` holds what is left of each deck, sorted.
    `todo` is all that has to happen next, the first thing first. `sources` counts the threat
    cards of the fight, `final` is the tile of the objective or -1, `lost` says that the next
    exploration finds it; `encounters` and `attacks` wait until all tokens are turned up.
    `eager` are the foes in the first turn after their ambush, `later` those whose first turn is
    the next one; `dim`, `bless`, `gloom`, `haste`,
    `fury` and `dire` are what cards have left behind. `votes` are pairs of a voter and the
    hero whom he would have run by others. `news` tells the last batch, and `told` counts all
    lines ever told.
    """

    turn: int
    phase: Phase
    map: Map
    heroes: tuple[Hero, ...]
    decks: Mapping[str, tuple[str, ...]]
    todo: tuple[Step, ...]
    revives: int
    foes: tuple[Foe, ...] = ()
    next_foe: int = 1
    open: tuple[int, ...] = ()
    tokens: tuple[int, ...] = ()
    searched: tuple[int, ...] = ()
    bearer: int = -1
    lamp: int = 0
    kept: int = -1
    posse: int = ENTRANCE
    dark: int = START
    dread: int = 0
    clues: int = 0
    act: Act | None = None
    strike: Strike | None = None
    throw: Throw | None = None
    sources: int = 0
    final: int = -1
    lost: bool = False
    encounters: int = 0
    attacks: tuple[tuple[int, bool], ...] = ()
    eager: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    dim: bool = False
    bless: int = 0
    gloom: int = 0
    haste: int = 0
    fury: int = 0
    dire: int = 0
    votes: tuple[tuple[int, int], ...] = ()
    news: tuple[str, ...] = ()
    told: int = 0
    outcome: Outcome | None = None
