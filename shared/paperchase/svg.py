"""Draws a scene as an SVG picture that prints on one sheet of A4, or of A3.

The same scene gives the same bytes. No scripts, no links, no fonts brought along: sizes
leave room for the widest of the common sans-serif fonts.
"""

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from paperchase import outdoors, underground
from paperchase.scene import Area, Entry, Node, Piece, Point, Scene, Shape, Sign, Token

LONG, SHORT = 1188, 840
"""A sheet of A4, in pixels: four to a millimetre."""

LARGE = (1680, LONG)
"""A sheet of A3."""

_MARGIN = 14
_LINE = 16
_ROW = 20
_COLUMN = 190
_LETTER = 11
"""The width of two letters of a note, rather too much than too little."""

_STYLE = """
@page{size:SHEET SIDE;margin:0}
svg{background:#fbf8f0}
text{font-family:Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif;fill:#2b2622}
.page{fill:#fbf8f0}
.title{font-family:Georgia,'Times New Roman','Liberation Serif','DejaVu Serif',serif;fill:#2b2622}
.note{fill:#4a423b}
.number,.lockable-number{font-weight:bold}
.lockable-number{fill:#b00d28}
.name{fill:#3a332d}
.hint{font-weight:bold}
.shape{fill:#e7e1d4;stroke:#4d453d;stroke-width:1.5;stroke-linejoin:round}
.shape.moon{fill:#f6e9bd;stroke:none}
.shape.earth{fill:url(#soil);stroke:none}
.shape.water{fill:#bcd7e6;stroke:#5f8aa3}
.shape.roof{fill:url(#tiles);stroke:#39435a}
.shape.stone{fill:#d6cdbf}
.shape.chimney{fill:#c08a72;stroke:#5e3a2b}
.shape.flag{fill:#b3202c;stroke:#5a0714;stroke-width:1}
.line{fill:none;stroke:#8a8178;stroke-width:1.2}
.line.passage{stroke:#6f4e1e;stroke-width:2.6;stroke-dasharray:6 5;stroke-linecap:round}
.wall{fill:#4d453d;stroke:#4d453d;stroke-width:7;stroke-linejoin:round}
.wall.card{display:none}
.area{fill:#fffdf7;stroke:#4d453d;stroke-width:2.4}
.t0{fill:#fdf3df}.t1{fill:#f1f4e4}.t2{fill:#e9f1f5}.t3{fill:#fbeae6}.t4{fill:#efeae2}
.hidden{fill:#b9c4d6}
.cellar{fill:#f0e8da}
.visited{fill:#d9cdea}
.area.card{stroke-width:1.6}
.found{fill:#fffdf7}
.maybe{fill:#dfead9}
.spent{fill:#e8dcf2}
.held{fill:#f7e2b4}
.back{fill:#3f5f86;stroke:#22344f}
.own{fill:#cfdcec;stroke-dasharray:5 2.5}
.out{fill:#e6e0d5;stroke:#bdb3a6}
.heading{font-weight:bold;fill:#4a423b}
.query{fill:#e9eef5;font-weight:bold}
.faint{fill:#a99e90}
.feet{fill:#8a5a1e;font-weight:bold}
.node{fill:#fffdf7;stroke:#4d453d;stroke-width:1}
.dot{fill:#6d645b}
.gap{stroke:#fffdf7;stroke-width:3;stroke-dasharray:3.4 1.6}
.wood{fill:#d9a861;stroke:#5c3d16;stroke-width:.9;stroke-linejoin:round}
.lockable .wood{stroke:#c8102e;stroke-width:1.9}
.locked .wood{fill:#8c0c20}
.metal{fill:#f7d774;stroke:#3a2b10;stroke-width:.7}
.shackle{fill:none;stroke:#f7d774;stroke-width:1.8}
.step{fill:#c9bfb0;stroke:#4d453d;stroke-width:.8;stroke-linejoin:round}
.rail{fill:none;stroke:#7a4f1d;stroke-width:1.5;stroke-linecap:round}
.fire{fill:#8d8378}
.lit .fire{fill:#e2711d}
.brick{fill:#b9816a;stroke:#5e3a2b;stroke-width:.9}
.dark{fill:#2b2622}
.pawn{stroke:#fff;stroke-width:.9}
.p0{fill:#0b5fa5}.p1{fill:#c2500a}.p2{fill:#19724a}.p3{fill:#8a2f73}.p4{fill:#5b4a1e}.p5{fill:#3d3d3d}
.ghost{fill:#fff;stroke:#4b2e83;stroke-width:1.4}
.unseen{fill:#fff;fill-opacity:.7;stroke:#4b2e83;stroke-width:1.4;stroke-dasharray:2.4 1.6}
.letter{fill:#fff;font-weight:bold;text-anchor:middle}
.dim{fill:#4b2e83;font-weight:bold;text-anchor:middle}
.round{fill:#6b4fa0}
.jaw{fill:#c8102e;stroke:#5a0714;stroke-width:.7}
"""


_DEFS = (
    '<defs><pattern id="tiles" width="8" height="8" patternUnits="userSpaceOnUse">'
    '<rect width="8" height="8" fill="#7485a3"/>'
    '<path d="M0 0Q2 4 4 0Q6 4 8 0M-2 4Q0 8 2 4Q4 8 6 4Q8 8 10 4" fill="none" stroke="#5c6b88"/>'
    '</pattern><pattern id="soil" width="24" height="18" patternUnits="userSpaceOnUse">'
    '<rect width="24" height="18" fill="#dccaa6"/>'
    '<path d="M3 4h3M15 2h2M9 10h2M19 12h3M5 15h2" stroke="#bfa878" stroke-linecap="round"/>'
    "</pattern></defs>\n"
)


def to_svg(scene: Scene) -> str:
    """The picture as a whole SVG document."""
    long, short = LARGE if scene.sheet == "A3" else (LONG, SHORT)
    wide = scene.width * short >= scene.height * long or scene.width > scene.height
    page_w, page_h = (long, short) if wide else (short, long)
    row = 26 if scene.sheet == "A3" else _ROW
    foot = row * _rows(scene.legend, page_w) + 6 if scene.legend else 0
    head = 0 if scene.plate else 34 + _LINE * len(scene.notes)
    room_w, room_h = page_w - 2 * _MARGIN, page_h - 2 * _MARGIN - head - foot
    # A scale in thousandths keeps the arithmetic whole, hence the bytes the same everywhere.
    scale = min(room_w * 1000 // scene.width, room_h * 1000 // scene.height)
    left = (page_w - scene.width * scale // 1000) // 2
    top = _MARGIN + head + (room_h - scene.height * scale // 1000) // 2
    about = "; ".join(part for part in (*scene.notes, scene.about) if part)
    style = _STYLE.replace("SIDE", "landscape" if wide else "portrait")
    style = style.replace("SHEET", scene.sheet) + (outdoors.STYLE if scene.nodes else "")
    deep = any(shape.role == "bedrock" for shape in scene.backdrop)
    style += underground.STYLE if deep else ""
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{page_w * 17 // 18}"'
        f' height="{page_h * 17 // 18}"'
        f' viewBox="0 0 {page_w} {page_h}" role="img" aria-labelledby="title desc">\n',
        f'<title id="title">{_text(scene.title)}</title>\n',
        f'<desc id="desc">{_text(about)}</desc>\n',
        f"<style>{style}</style>\n",
        _DEFS + (underground.DEFS if deep else ""),
        f'<rect class="page" width="{page_w}" height="{page_h}"/>\n',
        f'<g transform="translate({left} {top}) scale({_milli(scale)})">\n',
        *_board(scene),
        "</g>\n",
        *_title(scene, left, top, scale),
        *_legend(scene.legend, page_w, page_h - _MARGIN - foot + row, row),
        "</svg>\n",
    ]
    return "".join(parts)


def _text(text: str) -> str:
    clean = "".join(char if char.isprintable() else " " for char in text)
    return escape(clean, {'"': "&quot;"})


def _milli(value: int) -> str:
    return f"{value // 1000}.{value % 1000:03d}"


def _write(kind: str, x: int, y: int, size: int, text: str, anchor: str = "start") -> str:
    at = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text class="{kind}" x="{x}" y="{y}" font-size="{size}"{at}>{_text(text)}</text>\n'


def _group(kinds: Iterable[str], x: int, y: int, inside: str) -> str:
    return f'<g class="{" ".join(kinds)}" transform="translate({x} {y})">{inside}</g>\n'


def _board(scene: Scene) -> list[str]:
    return [
        *(_shape("shape", shape) for shape in scene.backdrop),
        *(_box(("wall", area.role), area) for area in scene.areas),
        *(_box(_area_kinds(area), area) for area in scene.areas),
        *(_shape("line", line) for line in scene.lines),
        *(_node(node) for node in scene.nodes),
        *(_sign(sign) for sign in scene.signs),
        *(
            _write(label.role, label.x, label.y, label.size, label.text, label.anchor)
            for label in scene.labels
        ),
        *(_token(token) for token in scene.tokens),
        *(_piece(piece) for piece in scene.pieces),
    ]


def _area_kinds(area: Area) -> tuple[str, ...]:
    return ("area", f"t{area.tone % 5}", area.role, *area.flags)


def _box(kinds: Sequence[str], area: Area) -> str:
    corner = ' rx="4"' if area.role == "card" else ""
    return (
        f'<rect class="{" ".join(kinds)}" x="{area.x}" y="{area.y}"'
        f' width="{area.w}" height="{area.h}"{corner}/>\n'
    )


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def _shape(layer: str, shape: Shape) -> str:
    kinds = f'class="{layer} {shape.role}"'
    if path := outdoors.STANDS.get(shape.role):
        x, y = shape.points[0]
        return f'<path class="stand {shape.role}" transform="translate({x} {y})" d="{path}"/>\n'
    if shape.radius:
        x, y = shape.points[0]
        return f'<circle {kinds} cx="{x}" cy="{y}" r="{shape.radius}"/>\n'
    tag = "polygon" if shape.closed else "polyline"
    drawn = f'<{tag} {kinds} points="{_points(shape.points)}"/>\n'
    if shape.role == "trail":
        return drawn.replace("trail", "bed", 1) + drawn
    return drawn


def _node(node: Node) -> str:
    kinds = " ".join(("node", node.role, *(("named",) if node.label else ()), *node.flags))
    mark = f'<circle class="{kinds}" cx="{node.x}" cy="{node.y}" r="{node.radius}"/>\n'
    for flag in node.flags:
        kind, _, colour = flag.partition("-")
        if kind == "ring":
            ring = f'<circle class="ring {colour}" cx="{node.x}" cy="{node.y}"'
            mark = f'{ring} r="{node.radius + 6}"/>\n{mark}'
        elif kind == "axe":
            path = outdoors.AXE.format(colour)
            mark += _group(("mark",), node.x + node.radius, node.y - node.radius, path)
    if not node.label:
        return mark
    kind = "letters" if node.role == "dot" else "number"
    size = max(4, node.radius * 2 // max(3, len(node.label)) + node.radius // 4)
    return mark + _write(kind, node.x, node.y + size * 7 // 20, size, node.label, "middle")


_HANG = '<path class="gap" d="M-{0} 0H{0}"/>'
_SIGNS = {
    "door": '<path class="wood" d="M-3 0V-15Q-3-19 0-19T3-15V0Z"/><circle class="dark" cx="1.2"'
    ' cy="-8" r=".8"/>',
    "stair": _HANG.format(10)
    + '<path class="step" d="M-10 15V12H-6V9H-2V6H2V3H6V1H10V5H9L-5 15Z"/>',
    "ladder": _HANG.format(6)
    + '<path class="rail" d="M-3.5-5V15M3.5-5V15M-3.5 2.5h7M-3.5 6h7M-3.5 9.5h7M-3.5 13h7"/>',
    "trapdoor": _HANG.format(8) + '<path class="wood" d="M-8 0L3-9L4.6-7L-6 1.6Z"/>'
    '<path class="rail" d="M0 3V11M-3 8L0 11.5L3 8"/>',
    "hearth": '<path class="brick" d="M-10 0V-15H-12V-18H12V-15H10V0Z"/>'
    '<path class="dark" d="M-7 0V-8Q-7-12 0-12T7-8V0Z"/>'
    '<path class="fire" d="M-4 0Q-6-4-2-6Q-2-4-1-4Q-1-8 2-10Q1-6 4-4Q6-2 4 0Z"/>',
}
_LOCK = (
    '<path class="shackle" d="M-3.4-8V-11.4A3.4 3.4 0 0 1 3.4-11.4V-8"/>'
    '<rect class="metal" x="-5.5" y="-9" width="11" height="8.4" rx="1"/>'
    '<circle class="dark" cy="-5.4" r="1.3"/>'
)


def _sign(sign: Sign) -> str:
    inside = _SIGNS.get(sign.role, '<circle class="step" r="4"/>')
    if "locked" in sign.flags:
        inside += _LOCK
    if sign.role == "hearth" and sign.label:
        inside += _write("hint", -14, -2, 7, f"to {sign.label}", "end")
    return _group(("sign", sign.role, *sign.flags), sign.x, sign.y, inside)


def _token(token: Token) -> str:
    label = _text(token.label)
    if token.role in outdoors.TOKENS:
        inside = outdoors.TOKENS[token.role].format(label=label)
    elif token.role in underground.TOKENS:
        inside = underground.TOKENS[token.role].format(label=label)
    elif token.role == "trap":
        inside = '<path class="jaw" d="M-7 5V0L-5 3L-4-3L-2 2L0-4L2 2L4-3L5 3L7 0V5Z"/>'
    else:
        size = 7 if len(token.label) < 3 else 5
        inside = (
            '<circle class="round" r="5.5"/>'
            f'<text class="letter" y="{size * 7 // 20}.4" font-size="{size}">{label}</text>'
        )
    return _group(("token", token.role), token.x, token.y, inside)


_PAWN = "M-6.5 0Q-6.5-4-4-6Q-3-9-3.2-12A5 5 0 1 1 3.2-12Q3-9 4-6Q6.5-4 6.5 0Z"
_GHOST = "M-7 0V-12A7 8 0 0 1 7-12V0L4.6-2.4L2.3 0L0-2.4L-2.3 0L-4.6-2.4Z"


def _piece(piece: Piece) -> str:
    label = _text(piece.label)
    if piece.role in outdoors.PIECES:
        inside = outdoors.PIECES[piece.role].format(label=label, tone=piece.tone % 5)
    elif piece.role in underground.PIECES:
        inside = underground.PIECES[piece.role].format(label=label)
    elif piece.role == "pawn":
        inside = (
            f'<path class="pawn p{piece.tone % 6}" d="{_PAWN}"/>'
            f'<text class="letter" y="-2" font-size="7.5">{label}</text>'
        )
    else:
        inside = (
            f'<path class="{piece.role}" d="{_GHOST}"/>'
            '<circle class="dark" cx="-2.4" cy="-14" r="1.1"/>'
            '<circle class="dark" cx="2.4" cy="-14" r="1.1"/>'
            f'<text class="dim" y="-4.5" font-size="7">{label}</text>'
        )
    return _group(("piece",), piece.x, piece.y, inside)


def _title(scene: Scene, left: int, top: int, scale: int) -> list[str]:
    if scene.plate:
        x = left + scene.plate.x * scale // 1000
        y = top + scene.plate.y * scale // 1000 + 26
    else:
        x, y = _MARGIN, _MARGIN + 24
    # On water boat lines would run through the writing.
    board = [
        f'<rect class="plate" x="{x - 6}" y="{y - 7 + _LINE * number}"'
        f' width="{_LETTER * len(note) // 2 + 12}" height="{_LINE}"/>\n'
        for number, note in enumerate(scene.notes if scene.plate and scene.nodes else (), 1)
    ]
    return [
        *board,
        _write("title", x, y, 27, scene.title),
        *(
            _write("note", x, y + 6 + _LINE * number, 13, note)
            for number, note in enumerate(scene.notes, 1)
        ),
    ]


def _rows(legend: Sequence[Entry], page_w: int) -> int:
    across = (page_w - 2 * _MARGIN) // _COLUMN
    return -(-len(legend) // across)


def _legend(legend: Sequence[Entry], page_w: int, y: int, row: int) -> list[str]:
    parts: list[str] = []
    rows = _rows(legend, page_w)
    for index, entry in enumerate(legend):
        x, foot = _MARGIN + index // rows * _COLUMN, y + index % rows * row
        match entry.kind:
            case "sign":
                hung = {"stair": -14, "ladder": -14, "trapdoor": -8}.get(entry.role, 2)
                drawn = _sign(Sign(entry.role, 12, hung, flags=entry.flags))
            case "piece":
                drawn = _piece(Piece(entry.role, 12, 3, entry.label, entry.tone))
            case "token":
                drawn = _token(Token(entry.role, 12, -5, entry.label))
            case "node":
                drawn = _node(Node(entry.role, 12, -5, 8, entry.label, entry.flags))
            case "line":
                drawn = _shape("line", Shape(entry.role, ((0, -5), (24, -5)), closed=False))
            case _:
                kinds = ("area", entry.role, *entry.flags)
                drawn = _box(kinds, Area(entry.role, 3, -12, 18, 13))
        parts.append(f'<g transform="translate({x} {foot}) scale(.85)">{drawn}</g>\n')
        parts.append(_write("note", x + 26, foot, 12, entry.text))
    return parts
