"""What the largest game costs: Last Friday, beside Ghost Chase."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, median

from paperchase import audit, registry
from paperchase.game import Game
from paperchase.table import Stage
from paperchase.testing import Match
from paperchase.values import Seat
from serving import Session, World

from .figures import Figure, medians, settle
from .turns import Timed


def measure(quick: bool) -> list[Figure]:
    """Verification of a whole campaign; what an order costs the service, over a real database."""
    game = registry.find("last-friday")
    options = {"play": "II" if quick else "campaign"}
    files = [
        Match(game, options, f"bench/{seed}", bots=dict.fromkeys(seats(game), game.bot))
        .play()
        .bundle()
        for seed in range(2 if quick else 8)
    ]
    longest = max(files, key=lambda file: len(file.lines))
    done = medians(1 if quick else 5, {"verify": lambda: audit.verify(longest, game)})
    camp, castle = _orders(quick)
    return [
        Figure("camp: verifying the longest of 8 campaigns", done["verify"], "s", target=3),
        Figure("camp: its entries", len(longest.lines), "count"),
        Figure(
            "camp: CPU of the service for an order : for one of Ghost Chase",
            fmean(camp) / fmean(castle),
            target=2,
        ),
        Figure("camp: the same of the orders in the middle", median(camp) / median(castle)),
    ]


def seats(game: Game) -> tuple[Seat, ...]:
    """The seats of a game with the options that it has by default."""
    return Match(game).table.rules.seats


def _orders(quick: bool) -> tuple[list[float], list[float]]:
    """CPU seconds of the service for each order of a game, of either kind in turn."""
    costs: tuple[list[float], list[float]] = [], []
    with tempfile.TemporaryDirectory() as folder:
        worlds: list[World] = []
        try:
            for name in ("last-friday", "ghost-chase"):
                path = Path(folder) / name
                path.mkdir()
                worlds.append(World(path))
            plays = [_played(worlds[0], "last-friday"), _played(worlds[1], "ghost-chase")]
            settle()
            for _ in range(5 if quick else 600):
                for found, play in zip(costs, plays, strict=True):
                    found.append(next(play))
        finally:
            for world in worlds:
                world.close()
    return costs


def _played(world: World, name: str) -> Iterator[float]:
    """Plays one game after the other and tells what each order cost."""
    game = registry.find(name)
    (board,) = game.info.boards
    data = registry.board(game, board)
    masters = {seat: (seat, world.register(seat)) for seat in seats(game)}
    while True:
        found, line = world.create(rules=name, board=board, options={})
        submit = Timed(world)
        session = Session(found, line, submit, masters, game, data)
        for agent in session.agents.values():
            agent.bot = game.bot
        session.join()
        while session.state.stage is Stage.PLAY:
            submit.costs.clear()
            session.step()
            yield from (cpu for costs in submit.costs.values() for cpu, _ in costs)
