"""The real server over HTTP, against a bare endpoint under the same runner."""

import os
import shutil
import subprocess
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median, quantiles

from paperchase import api
from serving import Process

from .figures import Figure
from .players import Crowd, sit_down

PLAYERS = 8
TICK = os.sysconf("SC_CLK_TCK")


def measure(quick: bool) -> list[Figure]:
    """Turns a second, waits, CPU and syncs of a turn, and the memory that games take."""
    with tempfile.TemporaryDirectory() as folder:
        servers: list[Process] = []
        try:
            for kind in ("real", "bare"):
                command = ("-m", "tests.bench.servers", kind, Path(folder) / kind)
                servers.append(Process(*command))
            return _measure(quick, *servers)
        finally:
            for server in servers:
                server.stop()


def _measure(quick: bool, real: Process, bare: Process) -> list[Figure]:
    masters = {"hider": ("ann", real.register("ann")), "seeker": ("bob", real.register("bob"))}
    players = [
        sit_down(real, bare.url, number, masters) for number in range(2 if quick else PLAYERS)
    ]
    pids = {"real": worker(real), "bare": worker(bare), "hello": worker(bare)}
    seconds = 0.2 if quick else 1.5
    rates: dict[str, list[float]] = defaultdict(list)
    costs: dict[str, list[float]] = defaultdict(list)
    waits: list[float] = []
    worst: list[float] = []
    with Crowd(players) as crowd:
        for kind in pids:
            crowd.run(kind, seconds / 3)
        for _ in range(2 if quick else 5):
            for kind, pid in pids.items():
                before = cpu(pid)
                found = crowd.run(kind, seconds / 3 if kind == "hello" else seconds)
                rates[kind].append(len(found) / seconds)
                costs[kind].append((cpu(pid) - before) / len(found))
                if kind == "real":
                    waits.append(quantiles(found, n=100)[98])
                    worst.append(max(found))
        syncs = None if quick else _syncs(crowd, pids["real"])
    rate = {kind: median(found) for kind, found in rates.items()}
    cost = {kind: median(found) for kind, found in costs.items()}
    figures = [
        Figure(
            f"server: turns/s of {len(players)} clients : of a bare verify-and-insert endpoint",
            rate["real"] / rate["bare"],
            target=0.5,
            least=True,
        ),
        Figure("server: turns a second", rate["real"], "/s"),
        Figure(
            f"server: p99 of a turn at {len(players)} clients",
            1000 * median(waits),
            "ms",
            target=30,
        ),
        Figure("server: the longest of these waits", 1000 * max(worst), "ms", target=300),
        Figure("server: CPU of a turn : of a hello", cost["real"] / cost["hello"], target=7),
        Figure("server: CPU of a turn", 1000 * cost["real"], "ms"),
    ]
    if syncs is not None:
        figures.append(Figure("server: fdatasync per turn, 2 clients", syncs, "", target=1.1))
    figures.append(_memory(quick, real))
    return figures


def _syncs(crowd: Crowd, pid: int) -> float | None:
    """Syncs of the disk a turn, where `strace` can tell."""
    strace = shutil.which("strace")
    if strace is None:
        return None
    with tempfile.NamedTemporaryFile("r") as counts:
        command = [strace, "-f", "-e", "trace=fdatasync,fsync", "-o", counts.name, "-p", str(pid)]
        tracer = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert tracer.stderr is not None
        try:
            # It says so when it has taken hold.
            if "attached" not in tracer.stderr.readline():
                return None
            turns = len(crowd.run("real", 1.5, players=2))
        finally:
            tracer.terminate()
            tracer.wait(10)
            tracer.stderr.close()
        done = [line for line in counts.read().splitlines() if "resumed" not in line]
        return sum("sync(" in line for line in done) / turns


def _memory(quick: bool, real: Process) -> Figure:
    """What the server holds after many games were looked at, against after a few."""
    many = 20 if quick else 1000
    sizes: list[int] = []
    games = 0
    for goal in (10, many):
        while games < goal:
            game, _ = real.create(options={"rounds": 0})
            real.get(api.GAME.format(game=game))
            games += 1
        sizes.append(resident(worker(real)))
    return Figure(
        f"server: memory with {many:,} games touched : with 10", sizes[1] / sizes[0], target=1.5
    )


def worker(server: Process) -> int:
    """The process that answers."""
    pid = server.popen.pid
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])


def cpu(pid: int) -> float:
    """CPU seconds that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def resident(pid: int) -> int:
    """Bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
