"""How maps out of doors look in a picture: colours, and the paths of what stands, lies and walks.

Data alone, for `svg`. A path has its foot, or its middle, at 0, 0.
"""

STYLE = """
.shape.meadow{fill:#e6ecd3;stroke:#8f9a74;stroke-width:1.5}
.shape.lake{fill:#bcd9e3;stroke:#f3ead0;stroke-width:9}
.shape.deep{fill:#aacfdd;stroke:none}
.plate{fill:#aacfdd}
.shape.glow{fill:#ffe06b;fill-opacity:.55;stroke:none}
.stand{stroke-linejoin:round;stroke-linecap:round}
.pine{fill:#8fae84;stroke:#6f9067;stroke-width:.8}
.oak{fill:#a9c08c;stroke:#88a26d;stroke-width:.8}
.fern{fill:none;stroke:#7fa06a;stroke-width:1.5}
.reed{fill:none;stroke:#8a9a58;stroke-width:1.6}
.rock{fill:#c9c8bd;stroke:#98978a;stroke-width:1}
.tent{fill:#f0dfae;stroke:#9c7f45;stroke-width:1.2}
.line.bed{stroke:#b79e6c;stroke-width:7.5;stroke-linecap:round}
.line.trail,.line.hall{stroke:#efe2bf;stroke-width:5;stroke-linecap:round}
.line.hall{stroke:#8a7350;stroke-width:2.4}
.line.boat{stroke:#5f8ea4;stroke-width:2;stroke-dasharray:1 7;stroke-linecap:round}
.line.jetty{stroke:#8f6c3f;stroke-width:9}
.line.planks{stroke:#d8b98a;stroke-width:7;stroke-dasharray:3 1.2}
.line.arrow{fill:#fffdf7;stroke:#4d453d;stroke-width:1.6;stroke-linejoin:round}
.wall.cabin{fill:#4a3a2a;stroke:#4a3a2a;stroke-width:4}
.cabin{stroke:none}
.camper-side{fill:#f2dfb8}
.maniac-side{fill:#d9b8ac}
.line[class*="-"]{stroke:#3b2f24;stroke-width:1;stroke-linejoin:round}
.line.roof-red{fill:#c8605a}.line.shade-red{fill:#b04e49}
.line.roof-yellow{fill:#e3bd52}.line.shade-yellow{fill:#cca540}
.line.roof-green{fill:#72a368}.line.shade-green{fill:#5e8f55}
.line.roof-blue{fill:#6f93c4}.line.shade-blue{fill:#5c80b1}
.line.roof-brown{fill:#a5805c}.line.shade-brown{fill:#8f6b49}
.node{stroke-width:1.6}
.node.circle{fill:#fff6df;stroke:#4a3a2a}
.node.dot.named{fill:#fff;stroke:#6d645b;stroke-width:1.3}
.node.lair{stroke:#8c1220;stroke-width:3}
.node.lit{fill:#ffd84d}
.pad{fill:#fff;stroke:#4a3a2a}
.letters{fill:#5a5148;text-anchor:middle}
.ring{fill:#fff;stroke:#6d645b;stroke-width:1}
.ring.red{fill:#c2332d}.ring.yellow{fill:#eab308}.ring.green{fill:#2f8a3c}
.ring.blue{fill:#2a62b8}.ring.brown{fill:#7a4a21}
.helve{fill:none;stroke:#4a3a2a;stroke-width:2.2;stroke-linecap:round}
.axe{stroke:#fff;stroke-width:1;stroke-linejoin:round}
.axe.red{fill:#c2332d}.axe.yellow{fill:#b98900}.axe.green{fill:#2f8a3c}
.axe.blue{fill:#2a62b8}.axe.brown{fill:#7a4a21}
.area-name{font-family:Georgia,'Times New Roman','Liberation Serif','DejaVu Serif',serif;
font-style:italic;fill:#56683f}
.lake-name{font-family:Georgia,'Times New Roman','Liberation Serif','DejaVu Serif',serif;
font-style:italic;fill:#3f7288}
.cabin-name{font-weight:bold;fill:#fff}
.tile-name{font-weight:bold;fill:#4a3a2a}
.shadow{fill:#2b2622;fill-opacity:.25}
.camper{stroke:#fff;stroke-width:.9}
.c0{fill:#c2332d}.c1{fill:#eab308}.c2{fill:#2f8a3c}.c3{fill:#2a62b8}.c4{fill:#7a4a21}
.predestined{fill:#fff;stroke:#2b2622;stroke-width:1}
.maniac{fill:#26221f;stroke:#fff;stroke-width:.9}
.lurking{fill:#26221f;fill-opacity:.55;stroke:#fff;stroke-width:.9;stroke-dasharray:2.4 1.6}
.mask{fill:#f1ece2;stroke:none}
.ink{fill:#2b2622;font-weight:bold;text-anchor:middle}
.disc{stroke:#fff;stroke-width:1}
.disc.clue{fill:#8c1220}.disc.welcome{fill:#e0a100}.disc.corpse{fill:#3b3733}
.disc.lantern{fill:#5a4a12}.disc.key{fill:#fffdf7;stroke:#4d453d}.disc.seen{fill:#26221f}
.mark{fill:#fff;stroke:none}
.flame{fill:#ffd84d;stroke:none}
.bit{stroke:#4d453d;stroke-width:.7}
.hull{fill:#9a6a35;stroke:#4a3a2a;stroke-width:1.2;stroke-linejoin:round}
.bar{fill:#4a3a2a}
"""
"""The colours, which a picture takes in besides its own when it is a map of nodes."""

STANDS = {
    "pine": "M0-12L5-4H3L8 4H1.5V8H-1.5V4H-8L-3-4H-5Z",
    "oak": "M-2 9V3A5.5 5.5 0 0 1-6-5A6 6 0 0 1 5.5-6A5.5 5.5 0 0 1 2 3V9Z",
    "fern": "M0 6Q0-2-7-4M0 6Q0-4 0-8M0 6Q0-2 7-4",
    "reed": "M-4 6Q-4-2-6-6M0 6V-9M4 6Q4-1 7-5",
    "rock": "M-9 5L-6-3L0-6L5-2L9 5ZM-1 5L2 0L5-2",
    "tent": "M-14 9L0-13L14 9ZM-4 9L0-1L4 9Z",
}
"""What stands about."""

_PAWN = "M-6.5 0Q-6.5-4-4-6Q-3-9-3.2-12A5 5 0 1 1 3.2-12Q3-9 4-6Q6.5-4 6.5 0Z"
_HOOD = "M-7.5 0Q-7.5-7-5-10Q-5.5-19 0-21Q5.5-19 5-10Q7.5-7 7.5 0Z"
_FOOT = '<ellipse class="shadow" cx="1.5" cy="0" rx="8" ry="2.4"/>'
_FACE = (
    '<path class="mask" d="M-3.2-16Q0-18.5 3.2-16V-11.5Q0-7.5-3.2-11.5Z"/>'
    '<circle class="dark" cx="-1.3" cy="-13.6" r=".8"/>'
    '<circle class="dark" cx="1.3" cy="-13.6" r=".8"/>'
)
_BIG = '<g transform="scale(1.3)">{}</g>'

PIECES = {
    "camper": _BIG.format(
        f'{_FOOT}<path class="camper c{{tone}}" d="{_PAWN}"/>'
        '<text class="letter" y="-2" font-size="7">{label}</text>'
    ),
    "predestined": _BIG.format(
        f'{_FOOT}<path class="predestined" d="{_PAWN}"/>'
        '<text class="ink" y="-2" font-size="7">{label}</text>'
    ),
    "maniac": _BIG.format(f'{_FOOT}<path class="maniac" d="{_HOOD}"/>{_FACE}'),
    "lurking": _BIG.format(f'<path class="lurking" d="{_HOOD}"/>{_FACE}'),
}
"""Figures; `tone` and `label` are filled in."""

_DISC = '<circle class="disc {}" r="8"/>'
_KEY = (
    '<path class="bit c{}" d="M-1-1.6A3 3 0 1 0-1 1.6L0 1H5.5V3.4H3.9V1.8H2.6V3.4H1V-1H6.4V1Z'
    'M-3.4-.9A.9.9 0 1 1-3.5.9Z" fill-rule="evenodd"/>'
)

TOKENS = {
    "hidden-clue": _DISC.format("clue")
    + '<path class="mark" d="M-2.5-4.5Q.5-6 .8-2.5Q.8 0-1 .4Q-3 0-3-2.2ZM-.8 1.6Q1 1.4 1 3Q.6 4.8'
    '-.8 4.6Q-2.2 4-1.8 2.4ZM2.4 3.2Q3.4 3.6 3 4.8Q2 5.6 1.4 4.6Z"/>',
    "known-clue": _DISC.format("clue")
    + '<text class="letter" y="3.2" font-size="9">{label}</text>',
    "welcome": _DISC.format("welcome")
    + '<path class="mark" d="M-5.5 4L0-5L5.5 4ZM-1.6 4L0 .2L1.6 4Z"'
    ' fill-rule="evenodd"/>',
    "corpse": _DISC.format("corpse")
    + '<path class="mark" d="M-1.2-5.5H1.2V-2.4H4V-.2H1.2V5.5H-1.2V-.2H-4V-2.4H-1.2Z"/>',
    "lantern": _DISC.format("lantern")
    + '<path class="flame" d="M-2.6-2.5H2.6L3.4 3.5H-3.4ZM-3.6 4H3.6V5.4H-3.6ZM-2-3H2L1-5H-1Z"/>',
    "bear-trap": '<path class="jaw" d="M-9 5V0L-7 3L-5-4L-2.5 2L0-5L2.5 2L5-4L7 3L9 0V5Z"/>',
    "seen": '<rect class="disc seen" x="-9" y="-7" width="18" height="13" rx="3"/>'
    '<text class="letter" y="3.2" font-size="9">{label}</text>',
    "boat": '<path class="hull" d="M-16-4H16Q13 7 8 7H-8Q-13 7-16-4Z"/>'
    '<path class="bar" d="M-9-6H-6V-2H-9ZM5-6H8V-2H5Z"/>',
    **{
        f"key-{colour}": _DISC.format("key") + _KEY.format(tone)
        for tone, colour in enumerate(("red", "yellow", "green", "blue", "brown"))
    },
}
"""What lies on nodes; `label` is filled in."""

AXE = (
    '<path class="helve" d="M-5 8L4-6"/><path class="axe {}" d="M-.6-8Q6-10.5 9.5-5.5Q9-1 5.5 2.5'
    'Q5-2.5-2.6-4.6Z"/>'
)
"""The mark of a circle from which a cabin is broken open."""

MARKS = {
    "hidden-clue": "?",
    "known-clue": "+",
    "welcome": "*",
    "corpse": "†",
    "lantern": "¤",
    "bear-trap": "!",
    "seen": "@",
    "boat": "U",
    "key-red": "¶",
    "key-yellow": "¶",
    "key-green": "¶",
    "key-blue": "¶",
    "key-brown": "¶",
}
"""The characters for what lies on nodes."""

INKS = {
    "lake": "36",
    "deep": "36",
    "boat": "36",
    "jetty": "33",
    "trail": "2;33",
    "hall": "2;33",
    "area-name": "2;32",
    "lake-name": "2;36",
    "circle": "1",
    "dot": "",
    "lit": "30;43",
    "hidden-clue": "31",
    "known-clue": "31",
    "welcome": "33",
    "corpse": "1;37",
    "lantern": "1;33",
    "bear-trap": "1;31",
    "seen": "35",
    "predestined": "1;7",
    "maniac": "1;97;41",
    "lurking": "1;97;41",
    "key-red": "31",
    "key-yellow": "33",
    "key-green": "32",
    "key-blue": "34",
    "key-brown": "35",
}
"""The colours in a terminal."""

CAMPERS = ("1;31", "1;33", "1;32", "1;34", "1;35")
"""The colours of campers in a terminal, by tone."""
