"""Games that were played once: they verify for ever, with the verdict that they had.

Each is a whole game of the bots, of one who lies, of one who gave up, or one that still runs. A
change that makes one of these tests fail needs a new version of rules or protocol, and the old
one has to stay.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from agreement import both
from paperchase import audit, bundle, registry
from paperchase_client import exits
from paperchase_client.cli import main

FOLDER = Path(__file__).parents[1] / "vectors" / "golden"
VERDICTS: dict[str, Any] = json.loads((FOLDER / "verdicts.json").read_text())


def test_each_game_has_its_log() -> None:
    files = {path.stem for path in FOLDER.glob("*.paperchase")}
    assert files == VERDICTS.keys()
    assert set(registry.names()) <= files


@pytest.mark.parametrize("name", VERDICTS)
def test_a_golden_log_has_the_verdict_that_it_had(name: str) -> None:
    data = (FOLDER / f"{name}.paperchase").read_bytes()
    read = bundle.read(data.decode())
    verdict = audit.verify(read)
    told = {
        "game": verdict.game,
        "entries": verdict.length,
        "prefix": verdict.prefix,
        "status": verdict.status.value,
        "winners": list(verdict.winners),
        "why": verdict.outcome.why if verdict.outcome else None,
        "proofs": [[one.code, one.seq, sorted(one.blamed)] for one in verdict.proofs],
        "remarks": sorted({one.code for one in verdict.findings if not one.blamed}),
    }
    assert told == VERDICTS[name]
    assert bundle.write(read).encode() == data
    both(data, None)


@pytest.mark.parametrize("name", VERDICTS)
def test_the_command_line_needs_nothing_but_the_file(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--home", str(tmp_path), "verify", str(FOLDER / f"{name}.paperchase")]
    known = VERDICTS[name]
    assert main(words) == exits.BY_VERDICT[known["status"]]
    assert list(tmp_path.iterdir()) == []
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith(known["status"].upper())
    for (code, seq, blamed), line in zip(known["proofs"], told[2:], strict=False):
        assert line.startswith(f"  {code} by {', '.join(blamed)} (entry {seq}, ")
