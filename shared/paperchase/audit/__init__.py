"""Verification: replays a game with its seals opened, and says who did wrong if somebody did."""

from paperchase.audit.admit import admit
from paperchase.audit.check import open_table, openings, reproduce, unveil, verify
from paperchase.audit.replay import Replayed, Seals, replay
from paperchase.audit.verdict import Finding, Standing, Status, Verdict

__all__ = [
    "Finding",
    "Replayed",
    "Seals",
    "Standing",
    "Status",
    "Verdict",
    "admit",
    "open_table",
    "openings",
    "replay",
    "reproduce",
    "unveil",
    "verify",
]
