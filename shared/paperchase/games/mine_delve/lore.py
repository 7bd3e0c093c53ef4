"""What a board file of Mine Delve holds: tiles, tokens, heroes, foes, cards and the track."""

from collections.abc import Mapping

import msgspec

from paperchase.games.mine_delve.steps import Effect

LEVELS = ("low", "med", "high")
"""Threat cards come in three levels; each is a deck of its own."""

DECKS = ("darkness", "dread", "encounter")
"""Decks of events whose cards go to the discards."""

FINDS = ("scavenge", "loot")
"""Decks that are whole again before each draw."""

SKILLS = ("agility", "cunning", "spirit", "strength", "lore", "luck")
"""What heroes are tested in."""

NORTH, EAST, SOUTH, WEST = range(4)


class Exit(msgspec.Struct, frozen=True):
    """A possible exit of a tile: its side, the offset of its connector from the west or the
    north, and the faces that pick it."""

    side: int
    offset: int
    low: int
    high: int


class Shape(msgspec.Struct, frozen=True):
    """A map card: a rectangle with the entrance in its south side. `kind` is entrance, passage,
    bend or room."""

    name: str
    kind: str
    copies: int
    w: int
    h: int
    entrance: int
    exits: tuple[Exit, ...]


class Token(msgspec.Struct, frozen=True):
    """An exploration token. `finds` are `encounter`, `attack` or `ambush`."""

    name: str
    doors: int
    finds: tuple[str, ...]
    clue: bool
    dread: bool


class Gun(msgspec.Struct, frozen=True):
    """What a hero shoots with. Damage and to-hit dice have `die` sides."""

    name: str
    range: int
    shots: int
    die: int
    critical: int


class Calling(msgspec.Struct, frozen=True):
    """A class of hero. `derringer` gives a free attack once a fight.

    Traits: `kick` (a kill with the gun wins a shot, once a turn), `badge` (extra dice for all,
    once), `bullets` (six of them, +2 damage each), `swift` (+1 move), `solace` (heals those
    beside him at the end of a turn), `stubborn` (regains Grit on a move roll of 1 or 2).
    """

    id: str
    name: str
    letter: str
    initiative: int
    shoot: int
    strike: int
    combat: int
    health: int
    sanity: int
    defense: int
    willpower: int
    skills: Mapping[str, int]
    gun: Gun
    derringer: Gun | None
    traits: frozenset[str]


class Breed(msgspec.Struct, frozen=True):
    """A kind of foe.

    Traits: `weave` (passes through models), `triple` (a 6 is three hits), `pierce` (a 6 ignores
    Defense), `large` (changes places with smaller ones in its way). `fear` are the horror hits
    that each of them beside a hero gives him, `terror` those of each on his tile.
    """

    id: str
    name: str
    plural: str
    letter: str
    cap: int
    initiative: int
    move: int
    escape: int
    hit: int
    combat: int
    damage: int
    defense: int
    health: int
    xp: int
    wound_xp: int
    fear: int
    terror: int
    traits: frozenset[str]

    def count(self, n: int) -> str:
        """So many of them, in words."""
        return f"{n} {self.name if n == 1 else self.plural}"


class Group(msgspec.Struct, frozen=True):
    """Foes on a threat card: so many peril dice, or `n` of them."""

    kind: str
    peril: int
    n: int


class Danger(msgspec.Struct, frozen=True):
    """A threat card."""

    name: str
    copies: int
    groups: tuple[Group, ...]


class Event(msgspec.Struct, frozen=True):
    """A card with effects. With a `skill` those who are meant (`who`) are tested first, and
    `win` or `lose` happens; without one `does` does."""

    name: str
    copies: int
    text: str
    who: str
    skill: str
    need: int
    win: tuple[Effect, ...]
    lose: tuple[Effect, ...]
    does: tuple[Effect, ...]


class Party(msgspec.Struct, frozen=True):
    """What depends on how many heroes there are."""

    threat: str
    final: str
    revives: int
    peril: tuple[int, ...]
    grit: int


class Track(msgspec.Struct, frozen=True):
    """The depth track: special spaces as places from the Entrance, and what a hold needs."""

    dread: frozenset[int]
    blood: frozenset[int]
    hold: tuple[int, int, int]
    limit: int


class Lore(msgspec.Struct, frozen=True):
    """The whole board. `events` are the six depth events, `cards` all other cards with effects
    by deck and name; `decks` give the sorted names of a full deck, copies and all."""

    name: str
    track: Track
    parties: Mapping[int, Party]
    shapes: Mapping[str, Shape]
    tokens: Mapping[str, Token]
    callings: Mapping[str, Calling]
    breeds: Mapping[str, Breed]
    dangers: Mapping[str, Mapping[str, Danger]]
    events: tuple[Event, ...]
    cards: Mapping[str, Mapping[str, Event]]
    decks: Mapping[str, tuple[str, ...]]
