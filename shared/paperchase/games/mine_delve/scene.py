"""What is to be seen of a delve: the depth track, the map, the light, heroes and foes."""

from paperchase.games.mine_delve.geometry import Survey, survey, where
from paperchase.games.mine_delve.light import bright, lamp
from paperchase.games.mine_delve.mine import SPACES, Mine
from paperchase.games.mine_delve.notes import named_tiles, notes
from paperchase.games.mine_delve.rules import MineDelve
from paperchase.games.mine_delve.state import START, Door, Phase, Public, Secret, Tile
from paperchase.scene import Entry, Label, Piece, Point, Scene, Shape, Token

UNIT = 20
"""Points of the scene for one cell; two columns and one line of a terminal."""

_GRAIN = UNIT // 2
_STRIDE = 2 * UNIT
_LEFT = UNIT
_TRACK = 5 * UNIT
_WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class _Sheet:
    """Where cells lie on the drawing."""

    def __init__(self, public: Public) -> None:
        self.seen: Survey = survey(public.map)
        places = [where(cell) for cell in self.seen.near]
        low_x, high_x = min(x for x, _ in places) - 1, max(x for x, _ in places) + 2
        low_y, high_y = min(y for _, y in places) - 1, max(y for _, y in places) + 2
        self.wide = max((high_x - low_x) * UNIT, 2 * _LEFT + 16 * _STRIDE + UNIT)
        self.high = _TRACK + (high_y - low_y) * UNIT
        spare = self.wide // UNIT - (high_x - low_x)
        self.x0 = (spare // 2 - low_x) * UNIT
        self.y0 = _TRACK - low_y * UNIT

    def at(self, cell: int) -> Point:
        """The north-west corner of a cell."""
        x, y = where(cell)
        return self.x0 + x * UNIT, self.y0 + y * UNIT

    def middle(self, cell: int) -> Point:
        """The middle of a cell."""
        x, y = self.at(cell)
        return x + UNIT // 2, y + UNIT // 2


def scene(rules: MineDelve, public: Public, secret: Secret | None) -> Scene:
    """The mine as far as it is explored. Nobody sees more than anybody else."""
    mine, sheet = rules.mine, _Sheet(public)
    lit = bright(public) if public.phase is not Phase.SETUP else {0}
    return Scene(
        title=mine.lore.name,
        width=sheet.wide,
        height=sheet.high,
        grain=_GRAIN,
        notes=notes(rules, public),
        backdrop=(*_spaces(mine), _rock(sheet), *_floors(sheet, public, lit)),
        tokens=(*_markers(public), *_tokens(mine, sheet, public)),
        pieces=(*_foes(mine, sheet, public), *_heroes(mine, sheet, public)),
        labels=(*_steps(), *_names(sheet, public, lit)),
        legend=_legend(mine, public),
        names=tuple((str(number), tile.card) for number, tile in enumerate(public.map.tiles, 1)),
        about=_in_words(sheet, public, lit),
        focus=sheet.middle(_focus(public) or sheet.seen.floor[0][0]),
    )


def _focus(public: Public) -> int:
    """The cell of the hero who acts, else of the lantern; 0 if there is neither."""
    return public.heroes[public.act.hero].at if public.act else lamp(public)


# -- the depth track -------------------------------------------------------------------------------


def _spaces(mine: Mine) -> list[Shape]:
    track = mine.lore.track
    found: list[Shape] = []
    for space in range(START + 1):
        role = "space"
        role += " blood" if space in track.blood else " dread" if space in track.dread else ""
        found.append(Shape(role, (_space(space),), radius=12))
    return found


def _space(space: int) -> Point:
    return _LEFT + UNIT // 2 + space * _STRIDE, 2 * UNIT + UNIT // 2


def _steps() -> list[Label]:
    """The numbers of the track; E is the Entrance and D where the Darkness starts."""
    found: list[Label] = []
    for space, name in enumerate(SPACES):
        x, y = _space(space)
        text = name if name.isdecimal() else name[0]
        found.append(Label("heading", x, y + 4, text, 11, "middle"))
    return found


def _markers(public: Public) -> list[Token]:
    (px, py), (dx, dy) = _space(public.posse), _space(public.dark)
    return [Token("posse", px, py - UNIT), Token("gloaming", dx, dy + UNIT)]


# -- the map ---------------------------------------------------------------------------------------


def _rock(sheet: _Sheet) -> Shape:
    top, right, foot = _TRACK - UNIT // 2, sheet.wide, sheet.high
    return Shape("bedrock", ((0, top), (right, top), (right, foot), (0, foot)))


def _floors(sheet: _Sheet, public: Public, lit: set[int]) -> list[Shape]:
    """Rectangles first, then the connectors, which open the walls between them."""
    plan = public.map
    floors = [_floor(sheet, tile, number in lit) for number, tile in enumerate(plan.tiles)]
    used = {tile.door: number for number, tile in enumerate(plan.tiles) if tile.door >= 0}
    ways: list[Shape] = []
    planks: list[Shape] = []
    for index, door in enumerate(plan.doors):
        bright = door.tile in lit or used.get(index) in lit
        ways += _way(sheet, door, bright, index in used)
        if index in public.open:
            planks.append(_plank(sheet, door))
    return [*floors, *ways, *planks]


def _kind(lit: bool) -> str:
    return "lit-floor" if lit else "dark-floor"


def _box(x: int, y: int, w: int, h: int) -> tuple[Point, ...]:
    return (x, y), (x + w, y), (x + w, y + h), (x, y + h)


def _floor(sheet: _Sheet, tile: Tile, lit: bool) -> Shape:
    x, y = sheet.x0 + tile.x * UNIT, sheet.y0 + tile.y * UNIT
    return Shape(_kind(lit), _box(x, y, tile.w * UNIT, tile.h * UNIT))


def _way(sheet: _Sheet, door: Door, lit: bool, used: bool) -> list[Shape]:
    """A connector: walls around it, and none towards the tiles that it belongs to."""
    (ax, ay), (bx, by) = sheet.at(door.a), sheet.at(door.b)
    w, h = bx - ax + UNIT, by - ay + UNIT
    wx, wy = _WAYS[door.facing]
    over = 3
    back, ahead = over, over if used else 0
    x = ax - (back if wx > 0 else ahead if wx < 0 else -2)
    y = ay - (back if wy > 0 else ahead if wy < 0 else -2)
    wide = w + (back + ahead if wx else -4)
    high = h + (back + ahead if wy else -4)
    return [
        Shape(_kind(lit), _box(ax, ay, w, h)),
        Shape(f"{_kind(lit)} way", _box(x, y, wide, high)),
    ]


def _plank(sheet: _Sheet, door: Door) -> Shape:
    """An open door: a plank across the far side of its connector."""
    (ax, ay), (bx, by) = sheet.at(door.a), sheet.at(door.b)
    w, h = bx - ax + UNIT, by - ay + UNIT
    match door.facing:
        case 0:
            box = (ax, ay - 3, w, 6)
        case 1:
            box = (ax + UNIT - 3, ay, 6, h)
        case 2:
            box = (ax, ay + UNIT - 3, w, 6)
        case _:
            box = (ax - 3, ay, 6, h)
    return Shape("plank", _box(*box))


def _names(sheet: _Sheet, public: Public, lit: set[int]) -> list[Label]:
    """Column letters and row numbers along two sides of each tile, and the tile's number; in
    each connector a `d` in the first cell and its number in the second."""
    found: list[Label] = []
    for number, tile in enumerate(public.map.tiles):
        x, y = sheet.x0 + tile.x * UNIT, sheet.y0 + tile.y * UNIT
        under = "" if number in lit else " under"
        cell = f"cell{under}"
        for column in range(1, tile.w):
            found.append(Label(cell, x + column * UNIT + 2, y + 6, chr(97 + column), 6))
        for row in range(1, tile.h):
            found.append(Label(cell, x + 2, y + row * UNIT + 6, str(row + 1), 6))
        found.append(Label(f"tile-number{under}", x + 2, y + 9, str(number + 1), 9))
        foot = y + tile.h * UNIT - 3
        size = 7 if len(tile.card) * 4 <= tile.w * UNIT else 5
        card = f"card{under}"
        found.append(Label(card, x + tile.w * UNIT // 2, foot, tile.card, size, "middle"))
    used = {tile.door: number for number, tile in enumerate(public.map.tiles)}
    for index, door in enumerate(public.map.doors):
        under = "" if door.tile in lit or used.get(index) in lit else " under"
        for cell, text in ((door.a, "d"), (door.b, str(index + 1))):
            x, y = sheet.at(cell)
            found.append(Label(f"door-number{under}", x + 2, y + 6, text, 6))
    return found


def _tokens(mine: Mine, sheet: _Sheet, public: Public) -> list[Token]:
    found: list[Token] = []
    for door in public.open:
        found.append(Token("exit", *sheet.middle(public.map.doors[door].a), str(door + 1)))
    for tile in public.tokens:
        found.append(Token("unknown", *sheet.middle(_heart(sheet, tile)), "?"))
    for tile in public.searched:
        found.append(Token("searched", *sheet.middle(_heart(sheet, tile)), "x"))
    if public.final >= 0:
        found.append(Token("goal", *sheet.middle(_heart(sheet, public.final))))
    for place, hero in enumerate(public.heroes):
        if hero.down:
            letter = mine.callings[place].letter
            found.append(Token("fallen", *sheet.middle(hero.at), letter))
    cell = lamp(public)
    if cell:
        x, y = sheet.middle(cell)
        found.append(Token("lamp", x + (8 if public.bearer >= 0 else 0), y))
    return found


def _heart(sheet: _Sheet, tile: int) -> int:
    """A cell in the middle of a tile."""
    cells = sorted(sheet.seen.floor[tile])
    return cells[len(cells) // 2]


def _heroes(mine: Mine, sheet: _Sheet, public: Public) -> list[Piece]:
    found: list[Piece] = []
    for place, hero in enumerate(public.heroes):
        if hero.at and not hero.down:
            x, y = sheet.middle(hero.at)
            found.append(Piece("pawn", x, y + 8, mine.callings[place].letter, place))
    return found


def _looks(mine: Mine) -> dict[str, int]:
    return {kind: number % 5 for number, kind in enumerate(mine.lore.breeds)}


def _foes(mine: Mine, sheet: _Sheet, public: Public) -> list[Piece]:
    looks, found = _looks(mine), list[Piece]()
    for foe in public.foes:
        x, y = sheet.middle(foe.at)
        letter = mine.lore.breeds[foe.kind].letter
        found.append(Piece(f"foe-{looks[foe.kind]}", x, y + 8, f"{letter}{foe.id}"))
    return found


# -- what it means ---------------------------------------------------------------------------------


def _legend(mine: Mine, public: Public) -> tuple[Entry, ...]:
    looks = _looks(mine)
    heroes = (
        Entry("piece", "pawn", calling.name, label=calling.letter, tone=place)
        for place, calling in enumerate(mine.callings)
    )
    here = dict.fromkeys(foe.kind for foe in public.foes)
    breeds = mine.lore.breeds
    foes = (
        Entry("piece", f"foe-{looks[kind]}", breeds[kind].name, label=breeds[kind].letter)
        for kind in breeds
        if kind in here
    )
    entries = [
        Entry("token", "exit", "door into the dark", label="4"),
        Entry("token", "unknown", "token, face down"),
        Entry("token", "searched", "searched tile"),
        Entry("token", "lamp", "lantern"),
        Entry("token", "fallen", "KO"),
        Entry("token", "posse", "party on the track"),
        Entry("token", "gloaming", "Darkness on the track"),
        Entry("area", "lit-floor", "lit tile"),
        Entry("area", "dark-floor", "tile in the dark"),
    ]
    if public.final >= 0:
        entries.insert(0, Entry("token", "goal", "objective"))
    return (*heroes, *foes, *entries)


def _in_words(sheet: _Sheet, public: Public, lit: set[int]) -> str:
    """What the picture shows besides what the notes say."""
    told = [f"lit tiles: {named_tiles(sorted(lit)) or 'none'}"]
    if public.phase is not Phase.SETUP and public.bearer < 0:
        told.append(f"the lantern lies in {sheet.seen.names[public.lamp]}")
    if public.final >= 0:
        told.append(f"the objective is tile {public.final + 1}")
    return "; ".join(told)
