"""What public rolls and private draws cost."""

from collections.abc import Callable
from hashlib import sha256

from paperchase import dice
from paperchase.keys import mac
from paperchase.log import write_entry, write_receipt
from paperchase.table import SERVER, MemoryBook
from paperchase.testing import Match, toy

from .figures import Figure, Job, medians

LOTS = (6,)


def measure(quick: bool) -> list[Figure]:
    """Checking a roll against its hashes alone; and what the server does for a draw."""
    times = 10 if quick else 200
    rounds = 2 if quick else 15
    context, old = "11" * 32, "22" * 32
    chain = dice.Chain.grow(context, bytes(32))
    link, anchor = chain.link(1), chain.link(0)
    # As long as what is hashed for a game of two.
    link_bytes, links_bytes, seed_bytes = bytes(118), bytes(96), bytes(111)
    key, place = bytes(32), bytes(8)

    def checked() -> None:
        dice.check_link(context, 1, anchor, link)
        links = dice.join_links((old, context))
        dice.picks(dice.batch_seed(link, context, 1, links), 0, LOTS)

    def bare() -> None:
        sha256(link_bytes).digest()
        sha256(links_bytes).digest()
        for message in (seed_bytes, place, place):
            mac(key, message)

    jobs = {"checked": checked, "bare": bare, "draw": _draw()}
    spent = medians(rounds, {name: _times(times, job) for name, job in jobs.items()})
    return [
        Figure(
            "dice: checking a roll of two players : its hashes alone",
            spent["checked"] / spent["bare"],
            target=3,
        ),
        Figure(
            "deal: the server's time for a private draw",
            1000 * spent["draw"] / times,
            "ms",
            target=1,
        ),
    ]


def _times(count: int, job: Job) -> Job:
    def run() -> None:
        for _ in range(count):
            job()

    return run


def _draw() -> Callable[[], object]:
    """All that the server does for the first draw of a toy game: draw, sign, check, receipt."""
    match = Match(toy.GAME, {"draws": True}, "draw", board=toy.BOARD)
    match.join()
    while match.taken[-1].entry.type != "draw":
        match.step()
    table, before = match.table, match.taken[-1].before
    secret, book = match.dealer.start(table, before), MemoryBook()

    def draw() -> object:
        draft = match.dealer.owed(table, before, secret)
        assert draft is not None
        entry = write_entry(
            match.identity,
            game=table.game,
            seat=SERVER,
            type=draft.type,
            prev=before.head,
            own=None,
            link=None,
            body=draft.body,
        )
        after = table.accept(before, entry, before.t, book).state
        return write_receipt(
            match.identity,
            game=table.game,
            seq=before.length,
            entry=entry.id,
            sig=entry.signed.sig,
            prev=before.head,
            t=before.t,
            deadlines=after.clocks,
        )

    return draw
