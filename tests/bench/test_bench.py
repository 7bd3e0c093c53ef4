"""That the bench runs and writes what it promises. Its figures are not tested."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_it_runs_and_writes_figures(tmp_path):
    out = tmp_path / "build" / "bench.json"
    command = [sys.executable, "-m", "tests.bench", "--quick", "--out", str(out)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    figures = json.loads(out.read_text())
    assert len(figures) > 20
    for figure in figures:
        assert figure.keys() == {"name", "value", "unit", "target", "holds"}
        assert isinstance(figure["name"], str)
        assert figure["value"] > 0
        assert isinstance(figure["holds"], bool)
        assert figure["name"] in done.stdout
