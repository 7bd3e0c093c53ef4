"""What games are tested with, those of this distribution and those of others.

`check` holds a game to the laws, `any_options` draws options for it, `Match` plays it in memory
with real seals, `liar` lies in it once, and `toy` is a game that uses every part of the interface.
"""

from paperchase.testing.laws import BrokenLawError, check
from paperchase.testing.liars import liar, lost
from paperchase.testing.match import Agent, Match
from paperchase.testing.settings import any_options
from paperchase.testing.source import Source

__all__ = ["Agent", "BrokenLawError", "Match", "Source", "any_options", "check", "liar", "lost"]
