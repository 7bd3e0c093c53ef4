"""Which exit status a command ends with. One table; scripts rely on it.

"Could not read" never looks like "cheated": 10 is left for what anybody can reproduce.
"""

from paperchase.errors import PaperchaseError

DONE = 0
FAILED = 1
USAGE = 2
REFUSED = 3
STALE = 4
NOT_YOUR_TURN = 5
OFFLINE = 6
UNFAIR = 10
UNDECIDED = 11
FORFEITED = 12
INTERRUPTED = 130

MEANING = {
    DONE: "done; the game is fair",
    FAILED: "failed: a file, a disk, bytes that are none of ours",
    USAGE: "usage: an option, an argument or an order that cannot be read",
    REFUSED: "refused: by the rules of the game, or not for you",
    STALE: "stale: the game went on in between, so look and decide again",
    NOT_YOUR_TURN: "not your turn",
    OFFLINE: "offline: nobody answered",
    UNFAIR: "unfair, proved: somebody cheated",
    UNDECIDED: "undecided: not everything is opened yet",
    FORFEITED: "forfeited: resigned, lapsed or withheld; what could be checked is fair",
    INTERRUPTED: "interrupted",
}

BY_CODE = {
    "failed": FAILED,
    "malformed": FAILED,
    "malformed/option": USAGE,
    "malformed/order": USAGE,
    "malformed/handle": USAGE,
    "malformed/title": USAGE,
    "malformed/turn": USAGE,
    "illegal": REFUSED,
    "refused": REFUSED,
    "illegal/turn": NOT_YOUR_TURN,
    "illegal/wait": NOT_YOUR_TURN,
    "stale": STALE,
    "evidence": FAILED,
    "evidence/fork": UNFAIR,
    "offline": OFFLINE,
}

BY_VERDICT = {
    "fair": DONE,
    "unfair": UNFAIR,
    "undecided": UNDECIDED,
    "forfeited": FORFEITED,
}


def of(error: PaperchaseError) -> int:
    """The status for `error`: by its whole code, else by its family."""
    return BY_CODE.get(error.code, BY_CODE[error.family])
