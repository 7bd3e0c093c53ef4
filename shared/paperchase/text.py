"""Draws a scene with characters, for a terminal.

A column is one grain of the scene wide and a line two grains high. What stands in an area is
written into it: its label and marks on the first line, figures on the last. What stands or lies
on a node is written behind its name. Of a map of nodes that is too wide, a part is shown.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from textwrap import wrap

import msgspec
from msgspec.structs import replace

from paperchase.outdoors import CAMPERS, INKS, MARKS
from paperchase.scene import Area, Entry, Label, Node, Piece, Scene, Shape, Sign, Token

_BOXES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8

_SIGNS = {"door": "∩", "stair": "≡", "ladder": "╫", "trapdoor": "▼", "hearth": "^"}
_TOKENS = {
    "visited": "*",
    "trap": "!",
    "exit": "+",
    "unknown": "?",
    "searched": "x",
    "goal": "X",
    "lamp": "*",
    "fallen": "%",
    "posse": "v",
    "gloaming": "^",
    **MARKS,
}
_PAWNS = ("1;34", "1;33", "1;32", "1;35", "1;36", "1;37")
_STYLES = {
    "title": "1",
    "wall": "2",
    "label": "1",
    "roof": "34",
    "flag": "31",
    "chimney": "33",
    "earth": "2;33",
    "passage": "33",
    "door": "33",
    "lockable": "1;31",
    "visited": "35",
    "trap": "1;31",
    "ghost": "1;7",
    "unseen": "1;7",
    "lit-floor": "33",
    "dark-floor": "2;34",
    "exit": "1;33",
    "unknown": "1;35",
    "searched": "2",
    "goal": "1;31",
    "lamp": "1;93",
    "fallen": "1;31",
    "posse": "1;32",
    "gloaming": "1;35",
    "foe-0": "31",
    "foe-1": "32",
    "foe-2": "37",
    "foe-3": "35",
    "foe-4": "36",
    **INKS,
}
_FLOORS = {"lit-floor": "·", "dark-floor": ":"}
_WRITTEN = {"heading": "1", "cell": "2", "tile-number": "1", "door-number": "33"}
"""Labels that a terminal writes too, and their styles."""

_LINES = 27
_UNSEEN = ("unseen", "lurking")
_SKIPPED = ("meadow", "deep", "bedrock", "plank", "way")
_SIGHTS = ("area-name", "lake-name")


class _Ink(msgspec.Struct, frozen=True):
    """One character, and the colour that it has where colour is wanted."""

    char: str
    style: str = ""


_BLANK = _Ink(" ")


class _Canvas:
    """Cells to draw on; what lies outside is dropped."""

    def __init__(self, scene: Scene) -> None:
        self.grain = scene.grain
        self.wide = scene.width // scene.grain + 1
        self.high = scene.height // (2 * scene.grain) + 1
        self.cells = [[_BLANK] * self.wide for _ in range(self.high)]
        self.walls = [[0] * self.wide for _ in range(self.high)]

    def at(self, x: int, y: int) -> tuple[int, int]:
        return x // self.grain, y // (2 * self.grain)

    def put(self, column: int, row: int, text: str, style: str = "") -> None:
        for index, char in enumerate(text, column):
            if 0 <= row < self.high and 0 <= index < self.wide:
                self.cells[row][index] = _Ink(char, style)

    def wall(self, column: int, row: int, bits: int) -> None:
        if 0 <= row < self.high and 0 <= column < self.wide:
            self.walls[row][column] |= bits

    def walled(self, column: int, row: int) -> bool:
        inside = 0 <= row < self.high and 0 <= column < self.wide
        return inside and self.walls[row][column] > 0


def to_text(scene: Scene, *, colour: bool = False, columns: int = 80, names: bool = False) -> str:
    """The scene as lines of text, the last one ended too; with `names`, what numbers mean.

    Escape codes are in it only where `colour` asks for them. Of a scene that is wider than
    `columns` the part around its focus is shown, or it is told in words if it has none.
    """
    whole = scene.width // scene.grain + 1
    part = _part(scene, columns) if whole > columns and scene.focus else None
    canvas = _Canvas(part or scene)
    head = wrap(scene.title, columns)
    lines = [[_Ink(char, _STYLES["title"]) for char in line] for line in head]
    lines += [[_Ink(char) for char in line] for note in scene.notes for line in wrap(note, columns)]
    told: list[str] = []
    if canvas.wide <= columns:
        _draw(canvas, part or scene)
        lines += canvas.cells
        told = _key(scene.legend, columns)
    if whole > columns:
        needed = f"(The {'whole ' if part else ''}picture needs {whole} columns.)"
        told += [*wrap(scene.about, columns), *wrap(needed, columns)]
    if names:
        told += ["", *_index(scene.names, columns)]
    lines += [[_Ink(char) for char in line] for line in told]
    return "".join(f"{_line(line, colour)}\n" for line in lines)


def _part(scene: Scene, columns: int) -> Scene:
    """What a terminal of `columns` shows of a scene: as much as goes into it around the focus."""
    grain = scene.grain
    wide = min(scene.width, (columns - 1) * grain)
    high = min(scene.height, (_LINES - 1) * 2 * grain)
    x, y = scene.focus or (0, 0)
    left = max(0, min(x - wide // 2, scene.width - wide)) // grain * grain
    top = max(0, min(y - high // 2, scene.height - high)) // (2 * grain) * 2 * grain

    def moved(shape: Shape) -> Shape:
        return replace(shape, points=tuple((x - left, y - top) for x, y in shape.points))

    return replace(
        scene,
        width=wide,
        height=high,
        backdrop=tuple(moved(shape) for shape in scene.backdrop if not shape.radius),
        areas=tuple(replace(area, x=area.x - left, y=area.y - top) for area in scene.areas),
        lines=tuple(moved(line) for line in scene.lines),
        nodes=tuple(replace(node, x=node.x - left, y=node.y - top) for node in scene.nodes),
        signs=tuple(replace(sign, x=sign.x - left, y=sign.y - top) for sign in scene.signs),
        tokens=tuple(replace(mark, x=mark.x - left, y=mark.y - top) for mark in scene.tokens),
        pieces=tuple(replace(piece, x=piece.x - left, y=piece.y - top) for piece in scene.pieces),
        labels=tuple(replace(label, x=label.x - left, y=label.y - top) for label in scene.labels),
    )


def _line(inks: Sequence[_Ink], colour: bool) -> str:
    last = max((index for index, ink in enumerate(inks, 1) if ink.char != " "), default=0)
    parts: list[str] = []
    style = ""
    for ink in inks[:last]:
        if colour and ink.style != style:
            parts.append(("\x1b[0m" if style else "") + (f"\x1b[{ink.style}m" if ink.style else ""))
            style = ink.style
        parts.append(ink.char if ink.char.isprintable() else "?")
    return "".join(parts) + ("\x1b[0m" if style else "")


def _draw(canvas: _Canvas, scene: Scene) -> None:
    for shape in scene.backdrop:
        _shape(canvas, shape)
    for area in scene.areas:
        _walls(canvas, area)
    for row, line in enumerate(canvas.walls):
        for column, bits in enumerate(line):
            if bits:
                canvas.put(column, row, _BOXES[bits], _STYLES["wall"])
    for label in scene.labels:
        if label.role in _SIGHTS:
            _sight(canvas, label)
    for line in scene.lines:
        _path(canvas, line)
    for node in scene.nodes:
        _node(canvas, scene, node)
    for area in scene.areas:
        _fill(canvas, scene, area)
    for label in scene.labels:
        style = _WRITTEN.get(label.role.split()[0])
        if style is not None:
            canvas.put(*canvas.at(label.x, label.y), label.text, style)
    for sign in scene.signs:
        _sign(canvas, sign)
    _loose(canvas, scene)


def _walls(canvas: _Canvas, area: Area) -> None:
    left, top = canvas.at(area.x, area.y)
    right, foot = canvas.at(area.x + area.w, area.y + area.h)
    for column, after in pairwise(range(left, right + 1)):
        for row in (top, foot):
            canvas.wall(column, row, _RIGHT)
            canvas.wall(after, row, _LEFT)
    for row, after in pairwise(range(top, foot + 1)):
        for column in (left, right):
            canvas.wall(column, row, _DOWN)
            canvas.wall(column, after, _UP)
    for row in range(top + 1, foot):
        canvas.put(left + 1, row, " " * (right - left - 1))


def _shape(canvas: _Canvas, shape: Shape) -> None:
    if shape.radius or shape.role.split()[-1] in _SKIPPED:
        return
    left, top = canvas.at(min(x for x, _ in shape.points), min(y for _, y in shape.points))
    right, foot = canvas.at(max(x for x, _ in shape.points), max(y for _, y in shape.points))
    style = _STYLES.get(shape.role, "")
    match shape.role:
        case "stone":
            canvas.put(left, foot - 1, "▄ " * ((right - left) // 2) + "▄", style)
        case "flag":
            canvas.put(left, top, "├►", style)
            for row in range(top + 1, foot):
                canvas.put(left, row, "│", style)
        case "lit-floor" | "dark-floor":
            floor = f"{_FLOORS[shape.role]} " * ((right - left) // 2)
            for row in range(top, foot):
                canvas.put(left, row, floor, style)
        case "earth":
            for row in range(top, foot + 1):
                canvas.put(left, row, ("·   " if row % 2 else "  · ") * (right // 4 + 1), style)
        case _:
            for row in range(top - 1, foot):
                _slice(canvas, shape, row, style, "~" if shape.role == "lake" else "")


def _slice(canvas: _Canvas, shape: Shape, row: int, style: str, fill: str) -> None:
    """The edges of an outline on one line, as the strokes that slope like them.

    `fill` is strewn between them.
    """
    high = 2 * canvas.grain
    middle = row * high + canvas.grain
    found: list[tuple[int, str]] = []
    for (ax, ay), (bx, by) in zip(shape.points, (*shape.points[1:], shape.points[0]), strict=True):
        if min(ay, by) <= middle < max(ay, by):
            x = ax + (bx - ax) * (middle - ay) // (by - ay)
            slope = (bx - ax) * (by - ay)
            found.append((x, "│" if not slope else "\\" if slope > 0 else "/"))
        elif ay == by and middle < ay <= middle + high:
            low, high_end = min(ax, bx) // canvas.grain, max(ax, bx) // canvas.grain
            canvas.put(low + 1, row, "_" * (high_end - low - 1), style)
    inside = sorted(x // canvas.grain for x, _ in found) if fill else ()
    for low, high_end in zip(inside[::2], inside[1::2], strict=True):
        for column in range(low + 1, high_end):
            if (column + 3 * row) % 8 == 0:
                canvas.put(column, row, fill, style)
    for x, stroke in found:
        canvas.put(x // canvas.grain, row, stroke, style)


def _sight(canvas: _Canvas, label: Label) -> None:
    column, row = canvas.at(label.x, label.y)
    canvas.put(column - len(label.text) // 2, row, label.text, _STYLES[label.role])


def _path(canvas: _Canvas, line: Shape) -> None:
    if line.closed:
        return
    style = _STYLES.get(line.role, "")
    dashed = line.role == "passage"
    for start, end in pairwise(line.points):
        (ax, ay), (bx, by) = canvas.at(*start), canvas.at(*end)
        steps = max(abs(bx - ax), abs(by - ay), 1)
        char = "╌" if ay == by else "╎" if ax == bx else "·"
        for step in range(steps + 1):
            column, row = ax + (bx - ax) * step // steps, ay + (by - ay) * step // steps
            if not canvas.walled(column, row):
                canvas.put(column, row, char if dashed else "·", style)


def _node(canvas: _Canvas, scene: Scene, node: Node) -> None:
    """The name of a node, and behind it what lies and who stands there."""
    column, row = canvas.at(node.x, node.y)
    label = node.label or ("o" if node.role == "circle" else "·")
    column -= len(label) // 2
    lit = "lit" in node.flags
    label += "°" if lit else ""
    canvas.put(column, row, label, _STYLES["lit" if lit else node.role])
    column += len(label)
    for token in scene.tokens:
        if _on(node, token.x, token.y):
            mark = _TOKENS.get(token.role, "+") + token.label
            canvas.put(column, row, mark, _STYLES.get(token.role, ""))
            column += len(mark)
    for piece in scene.pieces:
        if _on(node, piece.x, piece.y):
            canvas.put(column, row, _letter(piece), _colour(piece))
            column += len(piece.label)


def _on(node: Node, x: int, y: int) -> bool:
    return abs(x - node.x) <= node.radius and abs(y - node.y) <= node.radius


def _within(area: Area, x: int, y: int) -> bool:
    return area.x <= x < area.x + area.w and area.y < y <= area.y + area.h


def _fill(canvas: _Canvas, scene: Scene, area: Area) -> None:
    left, top = canvas.at(area.x, area.y)
    right, foot = canvas.at(area.x + area.w, area.y + area.h)
    room = right - left - 1
    style = _STYLES["lockable" if "lockable" in area.flags else "label"]
    canvas.put(left + 1, top + 1, area.label[:room], style)
    if area.role == "cabin":
        return
    tokens = [token for token in scene.tokens if _within(area, token.x, token.y)]
    marks = _marks(tokens, room - len(area.label))
    column = left + 1 + len(area.label)
    for token, mark in zip(tokens, marks, strict=True):
        canvas.put(column, top + 1, mark, _STYLES.get(token.role, ""))
        column += len(mark)
    pieces = [piece for piece in scene.pieces if _within(area, piece.x, piece.y)]
    column = left + 1 + max(0, room - sum(len(piece.label) for piece in pieces)) // 2
    for piece in pieces:
        canvas.put(column, foot - 1, _letter(piece), _colour(piece))
        column += len(piece.label)


def _marks(tokens: Sequence[Token], room: int) -> list[str]:
    """The marks of an area, with their words if these fit beside its label."""
    plain = [_TOKENS.get(token.role, "+") for token in tokens]
    told = [mark + token.label for mark, token in zip(plain, tokens, strict=True)]
    return told if sum(map(len, told)) <= room else plain


def _letter(piece: Piece) -> str:
    return piece.label.lower() if piece.role in _UNSEEN else piece.label


def _colour(piece: Piece) -> str:
    pawns = CAMPERS if piece.role == "camper" else _PAWNS
    return _STYLES.get(piece.role) or pawns[piece.tone % len(pawns)]


def _sign(canvas: _Canvas, sign: Sign) -> None:
    column, row = canvas.at(sign.x, sign.y)
    inside = sign.upright or sign.role == "hearth"
    style = _STYLES["lockable" if "lockable" in sign.flags else "door"]
    canvas.put(column, row - 1 if inside else row, _sign_char(sign.role, sign.flags), style)


def _sign_char(role: str, flags: Sequence[str]) -> str:
    if "locked" in flags:
        return "#"
    return "∏" if "lockable" in flags else _SIGNS.get(role, "+")


def _loose(canvas: _Canvas, scene: Scene) -> None:
    """Figures and marks that are in no area and on no node, each on its own cell."""

    def loose(x: int, y: int) -> bool:
        inside = any(_within(area, x, y) for area in scene.areas)
        return not inside and not any(_on(node, x, y) for node in scene.nodes)

    for token in scene.tokens:
        if loose(token.x, token.y):
            column, row = canvas.at(token.x, token.y)
            # An open door is marked in front, where other doors have their letter.
            column -= token.role == "exit"
            mark = _TOKENS.get(token.role, "+")
            canvas.put(column, row, mark, _STYLES.get(token.role, ""))
    for piece in scene.pieces:
        if loose(piece.x, piece.y):
            column, row = canvas.at(piece.x, piece.y)
            canvas.put(column - len(piece.label) // 2, row, _letter(piece), _colour(piece))


def _key(legend: Iterable[Entry], columns: int) -> list[str]:
    lines: list[str] = []
    for entry in legend:
        match entry.kind:
            case "sign":
                char = _sign_char(entry.role, entry.flags)
            case "token":
                char = _TOKENS.get(entry.role, "+") + entry.label
            case "piece":
                char = entry.label
            case "line":
                char = "╌╌" if entry.role == "passage" else "··"
            case "area" if entry.role in _FLOORS:
                char = _FLOORS[entry.role]
            case _:
                continue
        part = f"{char} {entry.text}"
        if lines and len(lines[-1]) + 3 + len(part) <= columns:
            lines[-1] += f"   {part}"
        else:
            lines.append(part)
    return lines


def _index(names: Sequence[tuple[str, str]], columns: int) -> list[str]:
    """The names in as many columns as fit, numbered downwards."""
    told = [f"{label:>3} {name}" for label, name in names]
    wide = max(map(len, told), default=0) + 2
    across = max(1, columns // wide)
    deep = -(-len(told) // across)
    return ["".join(entry.ljust(wide) for entry in told[row::deep]) for row in range(deep)]
