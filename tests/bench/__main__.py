"""Measures all, prints a table, and writes `build/bench.json`."""

import argparse
import json
import time
from pathlib import Path

from . import camp, mine, rolls, service, startup, turns, verification

SECTIONS = {
    "verification": verification.measure,
    "rolls": rolls.measure,
    "mine": mine.measure,
    "camp": camp.measure,
    "turns": turns.measure,
    "service": service.measure,
    "startup": startup.measure,
}


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="tiny sizes: is everything in place?")
    parser.add_argument("--out", type=Path, default=Path("build/bench.json"), help="[%(default)s]")
    parser.add_argument("--only", action="append", choices=SECTIONS, help="[all of them]")
    given = parser.parse_args()
    began = time.monotonic()
    figures = [
        figure
        for name, measure in SECTIONS.items()
        if not given.only or name in given.only
        for figure in measure(given.quick)
    ]
    for figure in figures:
        print(figure.row())
    missed = sum(not figure.holds for figure in figures)
    print(f"{len(figures)} figures, {missed} missed; {time.monotonic() - began:.0f} s")
    given.out.parent.mkdir(parents=True, exist_ok=True)
    given.out.write_text(json.dumps([figure.to_json() for figure in figures], indent=1) + "\n")


if __name__ == "__main__":
    main()
