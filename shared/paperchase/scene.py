"""What is to be seen, and where, without a word on how it is drawn.

A game makes a `Scene` from a public state, or from one and a secret; `svg` and `text` draw
it. Positions are whole points, x to the right and y downwards. Roles and flags say what a
thing means; a renderer draws a role that it does not know plainly. A scene packs to plain
JSON (`values.pack`), and equal states make equal scenes.
"""

import msgspec

Point = tuple[int, int]


class Shape(msgspec.Struct, frozen=True):
    """A filled outline (`closed`), a line, or with a `radius` a disc around its one point.

    Roles drawn so far: earth, sky, water, wall, roof, stone, chimney, flag, moon; edge,
    passage, grid; and out of doors meadow, lake, deep, glow; trail, hall, boat, jetty, planks,
    arrow, roof; pine, oak, fern, reed, rock, tent, which stand at their first point; and under
    ground bedrock, lit-floor, dark-floor, each of them a `way` too, plank, and space, which can be
    blood or dread.
    """

    role: str
    points: tuple[Point, ...]
    closed: bool = True
    radius: int = 0


class Area(msgspec.Struct, frozen=True):
    """A rectangle that things can be in. Roles drawn so far: room, cellar, tile, card; cabin.

    A terminal writes `label` into it; a picture has `labels` for that. `tone` tells neighbours
    apart. Flags drawn so far: lockable, visited, trap, hidden; of cards: found, maybe, spent,
    held, back, own, out; of cabins: camper-side, maniac-side. Nothing is written into a cabin but
    its label: figures in it stand on its nodes.
    """

    role: str
    x: int
    y: int
    w: int
    h: int
    label: str = ""
    tone: int = 0
    flags: tuple[str, ...] = ()


class Node(msgspec.Struct, frozen=True):
    """A place on a graph map with its number. Roles drawn so far: circle, dot.

    Flags drawn so far: lair, lit, pad; ring-COLOUR and axe-COLOUR, which add a ring or an axe.
    """

    role: str
    x: int
    y: int
    radius: int
    label: str = ""
    flags: tuple[str, ...] = ()


class Sign(msgspec.Struct, frozen=True):
    """A way through a wall (`upright`) or a floor, or a thing that is built in.

    Roles drawn so far: door, stair, ladder, trapdoor, hearth. The foot is at x, y: the sill of
    a door, the opening of a stair, ladder or trapdoor, the middle of the hearth's floor. Flags
    drawn so far: lockable, locked, lit.
    """

    role: str
    x: int
    y: int
    upright: bool = False
    label: str = ""
    flags: tuple[str, ...] = ()


class Piece(msgspec.Struct, frozen=True):
    """A figure that stands at x, y (its foot). `tone` and `label` tell figures apart.

    Roles drawn so far: pawn, ghost, unseen (a ghost whom only his own player sees);
    camper, predestined, maniac, lurking (a Maniac whom only his own player sees); foe-0 to foe-4.
    """

    role: str
    x: int
    y: int
    label: str
    tone: int = 0


class Token(msgspec.Struct, frozen=True):
    """A marker with its middle at x, y. Roles drawn so far: visited, trap.

    On maps of nodes: hidden-clue, known-clue, welcome, corpse, lantern, bear-trap, key-COLOUR,
    boat, seen. Under ground: exit, unknown, searched, goal, lamp, fallen; posse and gloaming, which
    point at a space.
    """

    role: str
    x: int
    y: int
    label: str = ""


class Label(msgspec.Struct, frozen=True):
    """A line of writing in a picture: baseline at y, its `anchor` (start, middle, end) at x.

    Roles drawn so far: number, lockable-number, name, hint; dim, query, faint, feet; and heading,
    cell, tile-number, door-number, which a terminal writes too.
    """

    role: str
    x: int
    y: int
    text: str
    size: int
    anchor: str = "start"


class Box(msgspec.Struct, frozen=True):
    """A free rectangle of the drawing."""

    x: int
    y: int
    w: int
    h: int


class Entry(msgspec.Struct, frozen=True):
    """One line of the legend: a sign, piece, token, line or area role, and what it means."""

    kind: str
    role: str
    text: str
    flags: tuple[str, ...] = ()
    label: str = ""
    tone: int = 0


class Scene(msgspec.Struct, frozen=True):
    """All that is to be seen, from the back to the front.

    `grain` is the width of a terminal column in points; a line of the terminal is two grains
    high. `notes` are lines of writing below the title, `plate` where the drawing has room for
    both (None: above it), `names` what numbers stand for, `about` the picture in words.
    `sheet` is the paper for which writing is large enough. A terminal that is too narrow for
    the whole shows the neighbourhood of `focus`, if there is one.
    """

    title: str
    width: int
    height: int
    grain: int
    notes: tuple[str, ...] = ()
    plate: Box | None = None
    backdrop: tuple[Shape, ...] = ()
    areas: tuple[Area, ...] = ()
    lines: tuple[Shape, ...] = ()
    nodes: tuple[Node, ...] = ()
    signs: tuple[Sign, ...] = ()
    tokens: tuple[Token, ...] = ()
    pieces: tuple[Piece, ...] = ()
    labels: tuple[Label, ...] = ()
    legend: tuple[Entry, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    about: str = ""
    sheet: str = "A4"
    focus: Point | None = None
