"""The picture of a delve for a terminal: everything that orders name can be read off."""

import re
from random import Random

import pytest

from games.mine_play import Delve
from paperchase.games.mine_delve.geometry import survey, where
from paperchase.games.mine_delve.scene import UNIT, scene
from paperchase.games.mine_delve.state import AWAY, Orders
from paperchase.text import to_text

COLUMNS = (80, 120)


def drawn(table: Delve, columns: int = 80, colour: bool = False) -> str:
    return to_text(scene(table.rules, table.public, None), columns=columns, colour=colour)


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def mapped(seed: int = 0, tiles: int = 6) -> Delve:
    """The Warden at the Entrance of a mine that is explored in part, with nobody else in it."""
    table = Delve(heroes=1).begin()
    luck = Random(seed)
    cards = [card for card in table.rules.mine.lore.decks["map"] if card != "Entrance"]
    while len(table.public.map.tiles) < tiles:
        doors = range(len(table.public.map.doors))
        used = {tile.door for tile in table.public.map.tiles}
        try:
            table.tile(
                luck.choice(cards), luck.choice([one for one in doors if one not in used]) + 1
            )
        except AssertionError:  # It does not fit there.
            continue
    used = {tile.door for tile in table.public.map.tiles}
    left = [door for door in range(len(table.public.map.doors)) if door not in used]
    return table.set(open=tuple(left[::2]))


class Reader:
    """A reader of the picture, who knows only where the corner of the Entrance is printed."""

    def __init__(self, table: Delve, columns: int, colour: bool) -> None:
        self.lines = plain(drawn(table, columns, colour)).split("\n")
        made = scene(table.rules, table.public, None)
        start = next(label for label in made.labels if label.role.startswith("tile-number"))
        notes = next(number for number, line in enumerate(self.lines) if line[:7] == "   E   ")
        self.row = start.y // UNIT + notes - 2
        self.column = start.x // made.grain

    def at(self, x: int, y: int) -> str:
        """The two characters of a cell."""
        column = self.column + 2 * x
        return self.lines[self.row + y][column : column + 2].ljust(2)


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("seed", range(4))
def test_map_of_a_terminal_gives_each_cell_its_name(seed: int, columns: int, colour: bool):
    table = mapped(seed)
    reader = Reader(table, columns, colour)
    for number, tile in enumerate(table.public.map.tiles, 1):
        assert reader.at(tile.x, tile.y).strip("· :W") == str(number)
        for across in range(1, tile.w):
            assert reader.at(tile.x + across, tile.y)[0] == chr(97 + across)
        for down in range(1, tile.h):
            assert reader.at(tile.x, tile.y + down)[0] == str(down + 1)
    for number, door in enumerate(table.public.map.doors, 1):
        mark = "+" if number - 1 in table.public.open else "d"
        assert reader.at(*where(door.a))[0] == mark
        assert reader.at(*where(door.b)).strip() == str(number)


def test_map_of_a_terminal_tells_lit_tiles_from_dark_ones():
    table = mapped(1)
    reader = Reader(table, 80, False)
    last = table.public.map.tiles[-1]
    assert reader.at(1, 1)[0] == "·"
    assert reader.at(last.x + 1, last.y + 1)[0] == ":"
    assert "· lit tile" in drawn(table)
    assert ": tile in the dark" in drawn(table)


def test_map_of_a_terminal_shows_where_figures_stand_without_hiding_coordinates():
    table = mapped()
    table.hero("warden", cell="1a3")
    table.foe("spider", "1c2")
    reader = Reader(table, 80, False)
    assert reader.at(0, 2) == "3W"
    assert reader.at(2, 1) == "s1"


def test_map_too_wide_for_a_terminal_shows_where_the_hero_who_acts_is():
    table = mapped(2)
    far = max(survey(table.public.map).near, key=lambda cell: where(cell)[0])
    table.set(bearer=-1, lamp=table.cell("1a1"))
    table.hero("warden", at=far)
    assert "W" in "".join(drawn(table, 40).split("(The whole")[0].split("\n")[-40:])
    assert "needs" in drawn(table, 40)


# -- notes -----------------------------------------------------------------------------------------


def notes(table: Delve) -> str:
    return "\n".join(scene(table.rules, table.public, None).notes)


def test_notes_tell_standing_orders_those_who_have_the_same_together():
    table = Delve(heroes=3).begin()
    line = "grit ko, tests no, heal yes, mend lower, rest heal, dread no, flee no"
    assert f"Orders of all: {line}" in notes(table)
    table.hero("drifter", orders=Orders(grit="always", dread="now"))
    assert f"Orders of Warden, Card Sharp: {line}" in notes(table)
    assert "Orders of Drifter: grit always, tests no," in notes(table)


def test_notes_tell_who_wants_to_flee():
    table = Delve(heroes=3).begin()
    assert "flight" not in notes(table)
    table.hero("drifter", orders=Orders(flee=True))
    table.hero("sharp", down=True)
    assert "For flight: Drifter (1 of 2)" in notes(table)


def test_notes_tell_who_is_late_or_away_and_who_runs_whom():
    table = Delve(heroes=4).begin()
    table.hero("warden", missed=1, cell="1c4")
    table.hero("powder", missed=AWAY)
    table.hero("sharp", missed=AWAY, run=True, down=True)
    assert "Warden in 1c4 (1 deadline missed): Health" in notes(table)
    assert re.search(r"Powderman in 1.. \(away, 3 deadlines missed\): Health", notes(table))
    assert re.search(r"Card Sharp in 1.. \(KO; run by Warden\): Health", notes(table))
    table.hero("warden", missed=AWAY)
    table.hero("drifter", missed=AWAY)
    assert "(KO; run by nobody)" in notes(table)


def test_notes_tell_votes():
    table = Delve(heroes=4).begin()
    table.hero("powder", missed=AWAY)
    table.say("run powder", "drifter")
    assert "To have Powderman run by others: Drifter" in notes(table)


def test_notes_tell_the_track_foes_doors_and_tokens():
    table = mapped().set(posse=3, dark=9, dread=2, tokens=(3,), searched=(0, 1), open=(1,))
    table.foe("spider", "1c2", wounds=1)
    told = notes(table)
    assert "the Darkness is at 7; the party is at 13" in told
    assert "dread stack: 2" in told
    assert "Pit Spider: s1 1c2 (1 of 4 wounds)" in told
    assert re.search(r"Open doors: 2 \(tile 2 (north|east|west)\)", told)
    assert "Tiles with a token face down: 4" in told
    assert "Tiles searched: 1, 2" in told
    assert "Open doors: none" in notes(table.set(open=()))
