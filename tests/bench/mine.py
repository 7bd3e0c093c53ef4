"""What a game full of public rolls costs: Mine Delve with four heroes."""

import time

from paperchase import audit, registry
from paperchase.bot import Bot
from paperchase.table import Stage
from paperchase.testing import Match

from .figures import Figure, medians


def measure(quick: bool) -> list[Figure]:
    """Verification of a whole game; what the server does for 100 rolls; the rules alone."""
    game = registry.find("mine-delve")
    seats = ("warden", "drifter", "sharp", "powder")
    bots: dict[str, Bot] = dict.fromkeys(seats, game.bot)
    # More clues than usual make a long game.
    match = Match(game, {"heroes": 4, "clues": 4}, "bench", bots=bots)
    match.join()
    spent, rolled = 0.0, 0
    while match.state.stage is Stage.PLAY and not (quick and rolled > 100):
        demand = next(one.demand for one in match.state.phases if one.demand.must)
        agent = match.agents[demand.seat]
        match._append(agent.entry(agent.choose(demand)))
        start = time.process_time()
        while draft := match.dealer.owed(match.table, match.state, match.secret):
            entry = match._drafted(draft)
            match.table.accept(match.state, entry, match.now, match.ledger.book)
            spent += time.process_time() - start
            rolled += len(draft.body.get("rolls", ()))
            # What follows is the players' side of it.
            match._append(entry, 0)
            match.secret = draft.secret
            start = time.process_time()
    bundle = match.bundle()
    done = medians(2 if quick else 5, {"verify": lambda: audit.verify(bundle, game)})
    steps = [(event.public, event.notice) for one in match.taken for event in one.events]
    apply = match.table.rules.apply

    def again() -> None:
        for public, notice in steps:
            apply(public, notice)

    done |= medians(2 if quick else 5, {"apply": again})
    entries, rolls = len(bundle.lines), sum(len(one.events) for one in match.taken)
    return [
        Figure("mine: verifying a game of four heroes", done["verify"], "s", target=2),
        Figure("mine: its entries", entries, "count"),
        Figure("mine: its moves and rolls", rolls, "count"),
        Figure("mine: the server's time for 100 rolls", 1e5 * spent / rolled, "ms", target=50),
        Figure("mine: one step of the rules", 1e6 * done["apply"] / len(steps), "us"),
    ]
