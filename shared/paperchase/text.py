"""Draws a scene with characters, for a terminal.

A column is one grain of the scene wide and a line two grains high. What stands in an area is
written into it: its label and marks on the first line, figures on the last.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from textwrap import wrap

import msgspec

from paperchase.scene import Area, Entry, Node, Piece, Scene, Shape, Sign, Token

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
}


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

    Escape codes are in it only where `colour` asks for them. A scene that is wider than
    `columns` is told in words instead.
    """
    canvas = _Canvas(scene)
    head = wrap(scene.title, columns)
    lines = [[_Ink(char, _STYLES["title"]) for char in line] for line in head]
    lines += [[_Ink(char) for char in line] for note in scene.notes for line in wrap(note, columns)]
    if canvas.wide <= columns:
        _draw(canvas, scene)
        lines += canvas.cells
        told = _key(scene.legend, columns)
    else:
        needed = f"(The picture needs {canvas.wide} columns.)"
        told = [*wrap(scene.about, columns), *wrap(needed, columns)]
    if names:
        told += ["", *_index(scene.names, columns)]
    lines += [[_Ink(char) for char in line] for line in told]
    return "".join(f"{_line(line, colour)}\n" for line in lines)


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
    for line in scene.lines:
        _path(canvas, line)
    for node in scene.nodes:
        _node(canvas, node)
    for area in scene.areas:
        _fill(canvas, scene, area)
    for label in scene.labels:
        if label.role == "heading":
            canvas.put(*canvas.at(label.x, label.y), label.text, _STYLES["label"])
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
    if shape.radius:
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
        case "bedrock" | "plank":
            return
        case "lit-floor" | "dark-floor" | "lit-floor way" | "dark-floor way":
            style = _STYLES[shape.role.split()[0]]
            for row in range(top, foot):
                canvas.put(left, row, "· " * ((right - left) // 2), style)
        case "earth":
            for row in range(top, foot + 1):
                canvas.put(left, row, ("·   " if row % 2 else "  · ") * (right // 4 + 1), style)
        case _:
            for row in range(top - 1, foot):
                _slice(canvas, shape, row, style)


def _slice(canvas: _Canvas, shape: Shape, row: int, style: str) -> None:
    """The two outer edges of an outline on one line, as the strokes that slope like them."""
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
    for x, stroke in found:
        canvas.put(x // canvas.grain, row, stroke, style)


def _path(canvas: _Canvas, line: Shape) -> None:
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


def _node(canvas: _Canvas, node: Node) -> None:
    column, row = canvas.at(node.x, node.y)
    label = node.label or ("o" if node.role == "circle" else "·")
    canvas.put(column - len(label) // 2, row, label, _STYLES["label"])


def _within(area: Area, x: int, y: int) -> bool:
    return area.x <= x < area.x + area.w and area.y < y <= area.y + area.h


def _fill(canvas: _Canvas, scene: Scene, area: Area) -> None:
    left, top = canvas.at(area.x, area.y)
    right, foot = canvas.at(area.x + area.w, area.y + area.h)
    room = right - left - 1
    style = _STYLES["lockable" if "lockable" in area.flags else "label"]
    canvas.put(left + 1, top + 1, area.label[:room], style)
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
    return piece.label.lower() if piece.role == "unseen" else piece.label


def _colour(piece: Piece) -> str:
    return _STYLES.get(piece.role) or _PAWNS[piece.tone % len(_PAWNS)]


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
    """Figures and marks that are in no area, each on its own cell."""
    for token in scene.tokens:
        if not any(_within(area, token.x, token.y) for area in scene.areas):
            mark = _TOKENS.get(token.role, "+")
            canvas.put(*canvas.at(token.x, token.y), mark, _STYLES.get(token.role, ""))
    for piece in scene.pieces:
        if not any(_within(area, piece.x, piece.y) for area in scene.areas):
            canvas.put(*canvas.at(piece.x, piece.y), _letter(piece), _colour(piece))


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
