"""What a measurement gives, and how two things are measured side by side."""

import gc
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

Job = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value. A `target` is the most it may be, or the least where `least` is set;
    without one the value is for information."""

    name: str
    value: float
    unit: str = "ratio"
    target: float | None = None
    least: bool = False

    @property
    def holds(self) -> bool:
        if self.target is None:
            return True
        return self.value >= self.target if self.least else self.value <= self.target

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "value": round(self.value, 4),
            "unit": self.unit,
            "target": self.target,
            "holds": self.holds,
        }

    def row(self) -> str:
        bound = ""
        if self.target is not None:
            bound = f"{'>=' if self.least else '<='} {self.target:g}"
        verdict = "" if self.target is None else ("holds" if self.holds else "MISSED")
        return f"{self.name:<74}{self.value:>10.3f} {self.unit:<6}{bound:>8}  {verdict}"


def medians(
    rounds: int, jobs: Mapping[str, Job], clock: Callable[[], float] = time.process_time
) -> dict[str, float]:
    """The median time of each job over `rounds`, in each of which all of them run in turn.

    The clock is the CPU time of this process where nothing else is said: it does not count what
    others do on the machine meanwhile.
    """
    spent: dict[str, list[float]] = {name: [] for name in jobs}
    for job in jobs.values():
        job()
    settle()
    for _ in range(rounds):
        for name, job in jobs.items():
            start = clock()
            job()
            spent[name].append(clock() - start)
    return {name: median(times) for name, times in spent.items()}


def settle() -> None:
    """Takes what was made so far out of the collector's sight, as if it had never been."""
    gc.collect()
    gc.freeze()
