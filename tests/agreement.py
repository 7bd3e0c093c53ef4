"""Holds the two verifiers together: PROTOCOL.md's own in `stranger`, and the package's."""

from typing import Any

import fair
import stranger
from paperchase import audit, bundle, registry
from paperchase.audit import Verdict
from paperchase.bundle import Bundle
from paperchase.errors import MalformedError
from paperchase.game import Game
from paperchase.testing import toy

_PLAYED = {"toy": toy.GAME, "fair": fair.GAME}

Summary = tuple[str, int, set[tuple[str, int, frozenset[str]]], set[str], tuple[str, ...]]
"""What may not differ: status, lines that stand, who did what where, remarks, winners."""


def games(name: str) -> Game:
    """The game of that name, those for tests too."""
    return _PLAYED.get(name) or registry.find(name)


def both(data: bytes, game: Game | None) -> stranger.Verdict:
    """The verdict that both give on a file; without a `game` they have no rules for tests."""
    try:
        read = bundle.read(data.decode())
    except (MalformedError, UnicodeDecodeError):
        mine = stranger.judge(data, games)
        assert (mine.status, mine.prefix, mine.winners) == ("undecided", 0, ())
        assert [(one.code, one.blamed) for one in mine.findings] == [("CANON", ())]
        return mine
    return _held(stranger.judge(data, games if game else registry.find), audit.verify(read, game))


def hold(game: Bundle, theirs: Verdict) -> None:
    """Fails where PROTOCOL.md would not have come to this verdict of the package."""
    _held(stranger.judge(bundle.write(game).encode(), games), theirs)


def _held(mine: stranger.Verdict, theirs: Verdict) -> stranger.Verdict:
    one = _summary(mine.status, mine.prefix, mine.findings, mine.winners)
    other = _summary(theirs.status.value, theirs.prefix, theirs.findings, theirs.winners)
    assert blurred(one, other) == blurred(other, one)
    return mine


def blurred(one: Summary, other: Summary) -> Summary:
    """`one`, without the code of a malformed body that breaks another rule too: V11 leaves free
    which of them is named."""
    status, prefix, proofs, remarks, winners = one
    if ("CANON", prefix) in {(code, seq) for code, seq, _ in proofs | other[2]}:
        proofs = {(code if seq < prefix else "", seq, seats) for code, seq, seats in proofs}
    return status, prefix, proofs, remarks, winners


def _summary(status: str, prefix: int, findings: Any, winners: tuple[str, ...]) -> Summary:
    proofs = {
        (one.code, one.seq, frozenset(one.blamed))
        for one in findings
        if one.blamed and not one.follows
    }
    remarks = {one.code for one in findings if not one.blamed}
    return status, prefix, proofs, remarks, winners
