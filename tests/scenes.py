"""Small scenes of each kind that a game may make."""

from paperchase.scene import (
    Area,
    Box,
    Entry,
    Label,
    Node,
    Piece,
    Scene,
    Shape,
    Sign,
    Token,
)

HOUSE = Scene(
    title="House & <Home>",
    width=240,
    height=120,
    grain=10,
    notes=("round 1",),
    plate=Box(0, 0, 60, 20),
    backdrop=(
        Shape("moon", ((30, 30),), radius=10),
        Shape("roof", ((80, 40), (110, 0), (140, 40))),
        Shape("stone", ((140, 40), (140, 20), (200, 20), (200, 40))),
        Shape("flag", ((110, 20), (110, 0), (150, 5), (110, 10))),
        Shape("earth", ((0, 100), (240, 100), (240, 120), (0, 120))),
    ),
    areas=(
        Area("room", 80, 40, 60, 60, "1", 0, ("lockable", "visited", "trap")),
        Area("room", 140, 40, 60, 60, "2", 1),
    ),
    lines=(Shape("passage", ((100, 100), (100, 120), (220, 120)), closed=False),),
    signs=(
        Sign("door", 140, 100, upright=True, flags=("lockable", "locked")),
        Sign("stair", 110, 40),
        Sign("hearth", 180, 100, label="7"),
        Sign("gate", 80, 100, upright=True),
    ),
    tokens=(Token("visited", 100, 60, "3"), Token("trap", 120, 90)),
    pieces=(Piece("pawn", 95, 98, "A", 1), Piece("unseen", 155, 98, "M")),
    labels=(Label("number", 84, 53, "1", 11), Label("name", 84, 65, "Tür & Tor", 8, "middle")),
    legend=(
        Entry("sign", "door", "door"),
        Entry("sign", "stair", "stair"),
        Entry("piece", "pawn", "chaser", label="A"),
        Entry("token", "trap", "trap"),
        Entry("line", "passage", "passage"),
        Entry("line", "edge", "path"),
        Entry("area", "room", "room"),
    ),
    names=(("1", "Hall"), ("2", "Nook"), ("10", "Attic")),
    about="A in 1",
)

GRAPH = Scene(
    title="Camp",
    width=200,
    height=300,
    grain=10,
    backdrop=(Shape("water", ((60, 60), (140, 60), (140, 140), (60, 140))),),
    lines=(
        Shape("edge", ((20, 20), (100, 20)), closed=False),
        Shape("edge", ((100, 20), (180, 260)), closed=False),
    ),
    nodes=(
        Node("circle", 20, 20, 10, "449"),
        Node("dot", 100, 20, 4),
        Node("circle", 180, 260, 10),
    ),
    tokens=(Token("clue", 60, 200),),
    pieces=(Piece("pawn", 100, 160, "B", 9),),
)

CARDS = Scene(
    title="Row",
    width=300,
    height=80,
    grain=10,
    areas=tuple(
        Area("card", 60 * index, 0, 50, 80, label, 0, ("hidden",) if label == "?" else ())
        for index, label in enumerate(("0", "?", "7", "?", "42"))
    ),
)

ALL = (HOUSE, GRAPH, CARDS)
