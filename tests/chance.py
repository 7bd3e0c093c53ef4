"""Whether a sample of chance looks fair, by fixed seeds, so that a test never flickers."""

from collections import Counter
from typing import Any


def chi_square(counts: Counter[Any], kinds: int) -> float:
    """Pearson's statistic against a uniform distribution over `kinds` outcomes."""
    expected = sum(counts.values()) / kinds
    seen = sum((count - expected) ** 2 / expected for count in counts.values())
    return seen + (kinds - len(counts)) * expected


def loose_bound(kinds: int) -> float:
    """Five standard deviations above the mean: a fair source stays below it."""
    degrees = kinds - 1
    return degrees + 5 * (2 * degrees) ** 0.5 + 5
