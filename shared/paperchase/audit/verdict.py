"""What an audit says: findings, who stands where, and the one word that sums it up."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from paperchase.rules import Outcome
from paperchase.values import Seat


class Status(StrEnum):
    """The sum of an audit."""

    FAIR = "fair"
    """everything is open and everything is right"""
    FORFEITED = "forfeited"
    """somebody resigned, lapsed or withheld; what could be checked is right"""
    UNDECIDED = "undecided"
    """nobody is proved wrong, and not everything is open or whole"""
    UNFAIR = "unfair"
    """somebody broke the rules, and the log proves it"""


class Standing(StrEnum):
    """How one seat, or the server, stands."""

    VALID = "valid"
    CHEAT = "cheat"
    WITHHELD = "withheld"
    UNDECIDED = "undecided"


class Finding(msgspec.Struct, frozen=True):
    """One thing that an audit saw.

    `code` is of PROTOCOL.md's table, `seq` the entry, `turn` where the game stood, `evidence`
    the reason in words. A finding with nobody `blamed` is a remark. `follows` marks what may
    be no more than a consequence of an earlier finding about the same seat.
    """

    code: str
    seq: int
    turn: str
    blamed: tuple[Seat, ...]
    evidence: str
    follows: bool = False


class Verdict(msgspec.Struct, frozen=True):
    """The result of an audit.

    The first `prefix` of `length` entries stand whatever else was found. `winners` are those
    of `outcome` unless a side was found cheating: that loses whatever the board says. `keys`
    are the public keys by seat and the server's, to be compared with those that one knows.
    """

    status: Status
    game: str
    rules: str
    prefix: int
    length: int
    seats: Mapping[Seat, Standing]
    findings: tuple[Finding, ...]
    outcome: Outcome | None
    winners: tuple[Seat, ...]
    handles: Mapping[Seat, str]
    keys: Mapping[Seat, str]

    @property
    def proofs(self) -> tuple[Finding, ...]:
        """The findings that blame somebody, remarks and consequences left out."""
        return tuple(one for one in self.findings if one.blamed and not one.follows)
