"""What can stand on the agenda of a delve: things that happen, rolls, and decisions.

The first of `Public.todo` is next. A step that rolls waits for a public CHANCE, a decision for
a player; everything else happens at once. Heroes are given by their place in the party, tiles
and doors by their place on the map, foes by their id.
"""

import msgspec


class Effect(msgspec.Struct, frozen=True, gc=False):
    """What a card does: to whom (nobody named: the hero whom it is about), what, how much.

    `die` is rolled for the amount where it is not 0.
    """

    do: str
    who: str = ""
    n: int = 0
    die: int = 0
    what: str = ""


# -- the turn --------------------------------------------------------------------------------------


class Enter(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Decision: a hero takes a token, a cell and perhaps the lantern."""

    hero: int


class Begin(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A turn begins."""


class Hold(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: hold back the Darkness."""


class Initiative(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll, where foes tie: who acts in which order."""


class HeroTurn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A hero's activation begins."""

    hero: int


class Unlit(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: how many voices a hero hears in the dark."""

    hero: int


class MoveRoll(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: a hero's move."""

    hero: int


class Acting(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Decision: what a hero does in his activation."""

    hero: int


class FoeTurn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """All foes of a kind act."""

    kind: str


class FoeMoves(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The foes that have not moved yet do so, one by one."""

    kind: str
    left: tuple[int, ...]


class Target(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: whom a foe goes for."""

    foe: int
    heroes: tuple[int, ...]


class Blows(msgspec.Struct, frozen=True, gc=False, tag=True):
    """All foes of a kind strike."""

    kind: str


class Blow(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: the foes of a kind strike one hero."""

    kind: str
    hero: int
    dice: int


class EndTurn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The turn ends."""


class Comfort(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A hero does those good who stand beside him."""


# -- harm ------------------------------------------------------------------------------------------


class Harm(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: a hero defends himself against hits, each of so many `wounds`.

    `horror` makes them horror hits; `pierce` more hits have no defense. `again` says that Grit
    has been paid for these dice.
    """

    hero: int
    hits: int
    wounds: int = 1
    pierce: int = 0
    horror: bool = False
    again: bool = False


class Hurt(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A hero loses health or sanity without a roll."""

    hero: int
    amount: int
    horror: bool = False


class Save(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: Bandages or Whiskey in the last moment."""

    hero: int
    horror: bool


class Mend(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: a hero heals a die of health and sanity, as he ordered."""

    hero: int
    die: int


class Cure(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: one hero treats another, or himself, with a token."""

    healer: int
    hero: int
    horror: bool


class Recover(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: a hero who was KO gets up."""

    hero: int


# -- darkness and cards ----------------------------------------------------------------------------


class Creep(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The Darkness comes nearer by `n` spaces."""

    n: int


class Dread(msgspec.Struct, frozen=True, gc=False, tag=True):
    """`n` cards for the dread stack, or to be resolved at once."""

    n: int


class Depth(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A depth event, by the face of the double less one."""

    event: int


class Card(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: a card of a deck is drawn and resolved."""

    deck: str


class Someone(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: whom a card is about."""

    deck: str
    card: str


class Choose(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Decision: who faces a card."""

    deck: str
    card: str


class Test(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: the first of `heroes` is tested by a card, and then the others."""

    deck: str
    card: str
    heroes: tuple[int, ...]
    again: bool = False


class Does(msgspec.Struct, frozen=True, gc=False, tag=True):
    """An effect takes place; a roll where it names a die or a random hero."""

    hero: int
    effect: Effect


class Finds(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: a hero draws `n` different cards of a deck that is whole each time."""

    hero: int
    deck: str
    n: int


# -- exploration -----------------------------------------------------------------------------------


class Look(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: a map card for a door."""

    door: int
    misfits: int = 0


class Bend(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: which way a bend goes."""

    door: int
    card: str


class Explore(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Exploration tokens are turned up, if no foe is about."""


class Reveal(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: which exploration token lies on a tile."""

    tile: int


class Exits(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: which exits of a room are doors."""

    tile: int
    n: int


class Found(msgspec.Struct, frozen=True, gc=False, tag=True):
    """All tokens are up: encounters, then attacks."""


class Doors(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Sees to it that there is a way on."""


class Objective(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The heroes have found what they came for."""

    tile: int


# -- fights ----------------------------------------------------------------------------------------


class Threat(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: a threat card."""

    level: str
    tile: int
    ambush: bool = False


class Muster(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: how many foes a threat card brings."""

    level: str
    card: str
    tile: int
    ambush: bool = False


class Rouse(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Foes of a kind are about to spring an ambush."""

    kind: str


class Spring(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll, where several heroes can be meant: the next of `n` models springs its ambush."""

    kind: str
    n: int


class Sprung(msgspec.Struct, frozen=True, gc=False, tag=True):
    """An ambush is complete; during activations it ends the turn."""


class FightOver(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The last foe is gone."""


class Spoils(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: what every hero carries home."""


class Toss(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: a hero's own dice, for `what`. `on` is the foe, tile or cell that it is about."""

    what: str
    n: int
    sides: int
    on: int = -1
    critical: bool = False


class Retoss(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: some of a hero's own dice, for Grit."""

    dice: tuple[int, ...]


class Dice(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Decision: whether to pay Grit for the dice that were just rolled."""

    hero: int


class Tossed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The dice stand."""


class Hit(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The next hit of an attack finds its target."""


class Drift(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: where a charge goes that missed."""

    cell: int


class Blast(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll: a charge goes off."""

    cell: int


class Burst(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What the charge of a hero does to foes, once it has done its worst to heroes."""

    hero: int
    foes: tuple[int, ...]
    wounds: tuple[int, ...]


Step = (
    Enter
    | Begin
    | Hold
    | Initiative
    | HeroTurn
    | Unlit
    | MoveRoll
    | Acting
    | FoeTurn
    | FoeMoves
    | Target
    | Blows
    | Blow
    | EndTurn
    | Comfort
    | Harm
    | Hurt
    | Save
    | Mend
    | Cure
    | Recover
    | Creep
    | Dread
    | Depth
    | Card
    | Someone
    | Choose
    | Test
    | Does
    | Finds
    | Look
    | Bend
    | Explore
    | Reveal
    | Exits
    | Found
    | Doors
    | Objective
    | Threat
    | Muster
    | Rouse
    | Spring
    | Sprung
    | FightOver
    | Spoils
    | Toss
    | Retoss
    | Dice
    | Tossed
    | Hit
    | Drift
    | Blast
    | Burst
)
"""Anything that can be on the agenda."""
