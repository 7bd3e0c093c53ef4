"""How maps under ground look in a picture: colours, and the paths of what lies and stands there.

Data alone, for `svg`. A path has its foot, or its middle, at 0, 0; a cell is 20 points wide.
"""

STYLE = """
.shape.bedrock{fill:#39322d;stroke:#1c1815;stroke-width:1.5}
.shape.lit-floor{fill:url(#lit-floor);stroke:#16110e;stroke-width:3.4;stroke-linejoin:miter}
.shape.dark-floor{fill:url(#dark-floor);stroke:#16110e;stroke-width:3.4;stroke-linejoin:miter}
.shape.lit-floor.way,.shape.dark-floor.way{stroke:none}
.area.lit-floor{fill:#f5e7c4}
.area.dark-floor{fill:#8d90a3}
.shape.plank{fill:#b9823f;stroke:#3f2810;stroke-width:1}
.shape.space{fill:#fffdf7;stroke:#4d453d;stroke-width:1.4}
.shape.space.blood{fill:#f0b7a8}
.shape.space.dread{fill:#cbb8e6}
.cell,.card,.door-number{fill:#8a7a58}
.tile-number{fill:#6b5a34;font-weight:bold}
.cell.under,.card.under,.door-number.under{fill:#4b4d60}.tile-number.under{fill:#2f3144}
.foe{stroke:#f6e2d0;stroke-width:.8;stroke-linejoin:round}
.b0{fill:#8c1d18}.b1{fill:#3c6b2a}.b2{fill:#3d3f52}.b3{fill:#7d2a6e}.b4{fill:#4a6470}
.badge{stroke:#fff;stroke-width:.8}
.badge.exit{fill:#7b4a12}.badge.unknown{fill:#5b3f94}.badge.searched{fill:#8b8276}.badge.out{fill:#7a1420}
.goal{fill:none;stroke:#c8102e;stroke-width:2.2}
.cap{fill:#2b2622}.glass{fill:#ffd23d;stroke:#3a2b10;stroke-width:.8}
.cross{fill:none;stroke:#c8102e;stroke-width:2.2;stroke-linecap:round}
.posse{fill:#19724a;stroke:#fff;stroke-width:.6}
.gloaming{fill:#171310;stroke:#fff;stroke-width:.6}
"""
"""The colours, which a picture takes in besides its own when it lies in bedrock."""

DEFS = (
    '<defs><pattern id="lit-floor" width="20" height="20" patternUnits="userSpaceOnUse">'
    '<rect width="20" height="20" fill="#f5e7c4"/>'
    '<path d="M0 0H20M0 0V20" fill="none" stroke="#d5bf8c" stroke-width="1.4"/></pattern>'
    '<pattern id="dark-floor" width="20" height="20" patternUnits="userSpaceOnUse">'
    '<rect width="20" height="20" fill="#8d90a3"/>'
    '<path d="M0 0H20M0 0V20" fill="none" stroke="#777a8e" stroke-width="1.4"/></pattern></defs>\n'
)
"""The floors, with a line around each cell."""

_LEGS = (
    '<path d="M-4-9L-8-13M-4.6-7H-9M-4-5L-8-1M4-9L8-13M4.6-7H9M4-5L8-1" fill="none"'
    ' stroke="{0}" stroke-width="1.5" stroke-linecap="round"/>'
)
_NAME = '<text class="letter" y="-4.6" font-size="6">{label}</text>'
_COLOURS = ("#8c1d18", "#3c6b2a", "#3d3f52", "#7d2a6e", "#4a6470")
_BODIES = (
    _LEGS.format(_COLOURS[0]) + '<circle class="foe b0" cy="-7" r="6"/>',
    '<path class="foe b1" d="M-8 0Q-7-6-4.5-8Q-8-10-6-14Q-3-12-1-14Q2-16 3-12Q7-14 7-9Q4.5-8 5-5'
    'Q8-3 8 0L4.5-1.5L2 1L-1-1.5L-4 1Z"/>',
    '<path class="foe b2" d="M-7 1L-6-10Q-5-18 0-18Q5-18 6-10L7 1H3L2-3L0 1L-2-3L-3 1Z"/>',
    '<path class="foe b3" d="M-7 1Q-8-4-6-8Q-9-12-6-15Q-6-11-3-12Q-3-17 0-17Q3-17 3-12Q6-11 6-15'
    'Q9-12 6-8Q8-4 7 1Q4 2 4-1Q2 3 0-1Q-2 3-4-1Q-4 2-7 1Z"/>',
    '<path class="foe b4" d="M-7 1V-7Q-7-11-5-12H-7V-13.5H-5Q-4-18 0-18Q4-18 5-13.5H7V-12H5'
    'Q7-11 7-7V1Z"/>',
)

PIECES = {f"foe-{number}": body + _NAME for number, body in enumerate(_BODIES)}
"""Five looks of foes; `label` is filled in."""

_BADGE = (
    '<circle class="badge {0}" r="6.4"/>'
    '<text class="letter" y="2.6" font-size="7.5">{{label}}</text>'
)

TOKENS = {
    "exit": _BADGE.format("exit"),
    "unknown": _BADGE.format("unknown"),
    "searched": _BADGE.format("searched"),
    "goal": '<circle class="goal" r="7"/><circle class="goal" r="2.4"/>',
    "lamp": '<path class="cap" d="M-3-6H3L2-8H-2ZM-4 5H4V7H-4Z"/>'
    '<rect class="glass" x="-3.4" y="-6" width="6.8" height="11" rx="1.6"/>',
    "fallen": '<path class="cross" d="M-8 5L8-5M-8-5L8 5"/>' + _BADGE.format("out"),
    "posse": '<path class="posse" d="M-6.5-6H6.5L0 6Z"/>',
    "gloaming": '<path class="gloaming" d="M-6.5 6H6.5L0-6Z"/>',
}
"""What lies about; `label` is filled in."""
