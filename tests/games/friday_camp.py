"""A camp small enough to be read at a glance, for the tests of Last Friday's rules.

    a1 -11- a2 -12- a3 -13- a4 -14- a5 -15- a6      dots; numbers stand for circles between them
    |       |       |       |       |       |
    b1 -21- b2 -22- b3 -23- b4 -24- b5 -25- b6
    61      62      63      64      65      66
    c1 -31- c2 -32- c3 -33- c4 -34- c5 -35- c6
    |       |       |       |       |       |
    d1 -41- d2 -42- d3 -43- d4 -44- d5 -45- d6
    71      72      73      74      75      76
    e1 -51- e2 -52- e3 -53- e4 -54- e5 -55- e6

Doors are a1 (red), a6 (yellow), e6 (green), d1 (blue) and d6 (brown); newcomers enter at e1. The
piers are b2 (22), b5 (24), d2 (42) and d5 (44); the boat goes round: b2, b5, d5, d2. Behind each
door a campers' side is a ring of four dots (r1 to r4 for red), a Maniac's side a row: r5, 91, r6,
92, r7 and back by r8 to 91.
"""

from functools import cache

from paperchase.games.last_friday.camp import COLOURS, Camp, read_camp

COLUMNS = range(1, 7)
DOORS = {"red": "a1", "yellow": "a6", "green": "e6", "blue": "d1", "brown": "d6"}
AXES = {"red": "11 61", "yellow": "15", "green": "55", "blue": "41 71", "brown": "45"}
LETTERS: dict[str, str] = dict(zip(COLOURS, "rygun", strict=True))


def text() -> str:
    rows: list[str] = ['[camp]\nname = "Glade"\nlake = "Pond"\nwidth = 1000\nheight = 1000']
    rows.append('[areas]\na = { name = "Wood", at = "10 10" }\n[circles.a]')
    rows += [f'{number} = "{x} {y}"' for number, (x, y) in _circles().items()]
    rows.append("[dots.a]")
    rows += [
        f'{row}{column} = "{100 * column} {100 * y}"'
        for y, row in enumerate("abcde", 1)
        for column in COLUMNS
    ]
    rows.append("[lines]")
    rows += [f'{dot} = "{" ".join(ends)}"' for dot, ends in _lines().items()]
    rows.append('[entrance]\narrow = "e1"\n[entrance.pads]')
    rows += [f'p{number} = "{20 * number} 900"' for number in range(1, 6)]
    rows.append('[piers]\nnorth = "b2 22 210 210"\neast = "b5 24 490 210"')
    rows.append('west = "d2 42 210 390"\nsouth = "d5 44 490 390"')
    rows.append('[boat]\nnorth = "east west"\nsouth = "east west"')
    rows.append('[marks]\nhospitality = "a3 a4 b2 b3 b4 b5 c3 c4 d3 d4"')
    rows.append('lairs = "11 15 51 55 61 66 71 76"')
    rows.append('[starts]\nred = "b2"\nyellow = "b5"\ngreen = "c3"\nblue = "c4"\nbrown = "d3"')
    for index, colour in enumerate(COLOURS):
        rows += _cabin(index, colour)
    rows.append('[looks]\nlake = "500 500"\ntitle = "500 20"\ngate = "20 950"')
    rows.append('[looks.shore]\n1 = "300 300, 400 300, 400 400"')
    return "\n".join(rows) + "\n"


def _circles() -> dict[int, tuple[int, int]]:
    found = {
        10 * y + column: (100 * column + 50, 100 * y) for y in range(1, 6) for column in range(1, 6)
    }
    found |= {60 + column: (100 * column, 250) for column in COLUMNS}
    return found | {70 + column: (100 * column, 450) for column in COLUMNS}


def _lines() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for y, row in enumerate("abcde", 1):
        for column in COLUMNS:
            ends = found.setdefault(f"{row}{column}", [])
            ends += [str(10 * y + near) for near in (column - 1, column) if 1 <= near <= 5]
            if row in "ac":
                ends.append(f"{'bd'['ac'.index(row)]}{column}")
            if row in "bc":
                ends.append(str(60 + column))
            if row in "de":
                ends.append(str(70 + column))
    return found


def _cabin(index: int, colour: str) -> list[str]:
    letter, door, first = LETTERS[colour], DOORS[colour], 91 + 2 * index
    x = 100 + 150 * index
    r1, r2, r3, r4, r5, r6, r7, r8 = (f"{letter}{number}" for number in range(1, 9))
    return [
        f'[cabins.{colour}]\nname = "{colour.title()}"\ndoor = "{door}"\naxe = "{AXES[colour]}"',
        f'box = "{x} 700 100 100"\n[cabins.{colour}.camper]',
        *(f'{letter}{number} = "{x + 20 * number} 720"' for number in range(1, 5)),
        f'lines = "{door}-{r1} {r1}-{r2} {r2}-{r3} {r3}-{r4} {r1}-{r4}"',
        f"[cabins.{colour}.maniac]",
        *(f'{letter}{number} = "{x + 20 * number - 80} 740"' for number in range(5, 9)),
        f'{first} = "{x + 20} 760"\n{first + 1} = "{x + 40} 760"',
        f'lines = "{door}-{r5} {r5}-{first} {first}-{r6} {r6}-{first + 1} {first + 1}-{r7} '
        f'{r7}-{r8} {r8}-{first}"',
    ]


@cache
def glade() -> Camp:
    return read_camp(text().encode(), "glade.toml")
