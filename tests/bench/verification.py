"""How much more than its bare signatures it costs to verify a log.

An audit checks the signatures of a long log in two threads, which a player's clock sees and the
processor's does not: the targets are for the time that he waits, and both are told.
"""

import time
from collections.abc import Sequence

from paperchase import audit, bundle, keys, log, registry
from paperchase.game import Game
from paperchase.log import ENTRY, RECEIPT, pae
from paperchase.testing import Match, toy

from .figures import Figure, medians

Message = tuple[str, str, bytes, bytes]
"""Key, type, payload and signature: what `bare` checks."""


def measure(quick: bool) -> list[Figure]:
    """Toy logs of 1,000 and 4,200 entries, and some games of Ghost Chase."""
    rounds = 2 if quick else 9
    short = toy_log(10 if quick else 234)
    long = toy_log(25 if quick else 1000)
    running = toy_log(0, most=50 if quick else 1000)
    castle = registry.find("ghost-chase")
    games = [
        bundle.write(Match(castle, {}, f"bench/{number}").play().bundle())
        for number in range(1 if quick else 8)
    ]
    log_bytes = served(short)
    signed, chased, going = signatures([short]), signatures(games), signatures([running])
    spent = medians(
        rounds,
        {
            "bare": lambda: bare(signed),
            "heads": lambda: heads(log_bytes),
            "rules": lambda: rules([short], toy.GAME),
            "running bare": lambda: bare(going),
            "running": lambda: rules([running], toy.GAME, "undecided"),
            "ghost bare": lambda: bare(chased),
            "ghost rules": lambda: rules(games, castle),
        },
    )
    waited = medians(
        rounds,
        {
            "bare": lambda: bare(signed),
            "rules": lambda: rules([short], toy.GAME),
            "running bare": lambda: bare(going),
            "running": lambda: rules([running], toy.GAME, "undecided"),
        },
        time.perf_counter,
    )
    long_bytes = served(long)
    jobs = {"short": lambda: heads(log_bytes), "long": lambda: heads(long_bytes)}
    grown = medians(2 if quick else 3, jobs)
    growth = grown["long"] / entries(long) / (grown["short"] / entries(short))
    return [
        Figure(
            "verify: bytes, signatures, heads of a 1,000-entry log : its signatures",
            spent["heads"] / spent["bare"],
            target=1.25,
        ),
        Figure(
            "audit: the same with the rules replayed, whole toy game, all seals opened",
            waited["rules"] / waited["bare"],
            target=1.6,
        ),
        Figure(
            "audit: the same of a toy game that still runs, its seals closed",
            waited["running"] / waited["running bare"],
            target=1.6,
        ),
        Figure(
            "audit: whole toy game, by processor time of both threads",
            spent["rules"] / spent["bare"],
        ),
        Figure(
            "audit: running toy game, by processor time of both threads",
            spent["running"] / spent["running bare"],
        ),
        Figure(
            f"audit: {len(games)} whole games of Ghost Chase : their signatures",
            spent["ghost rules"] / spent["ghost bare"],
        ),
        Figure("verify: an entry of a log of 4,200 : an entry of one of 1,000", growth, target=1.1),
    ]


def toy_log(rounds: int, most: int = 10**9) -> str:
    """A game of the toy, of four entries a round and more, all seals opened at its end; with
    no rounds given it has none, and stops after `most` entries."""
    match = Match(toy.GAME, {"rounds": rounds, "draws": False}, "bench", board=toy.BOARD)
    return bundle.write(match.play(most=most).bundle())


def entries(text: str) -> int:
    """How many entries a bundle holds."""
    return text.count("\n") - 1


def signatures(texts: Sequence[str]) -> list[Message]:
    """Every signature that an audit of these games checks."""
    found = list[Message]()
    for text in texts:
        lines = bundle.read(text).lines
        holders = dict[str, str]()
        for seq, line in enumerate(lines):
            entry = log.read_entry(line.entry)
            if entry.type == "genesis":
                holders[entry.seat] = entry.body["server"]
            elif entry.type == "join":
                holders[entry.seat] = entry.body["key"]
            signed = line.entry
            found.append((holders[entry.seat], ENTRY, signed.payload, signed.sig))
            if seq in (0, len(lines) - 1):
                signed = line.receipt
                found.append((holders[log.SERVER], RECEIPT, signed.payload, signed.sig))
    return found


def bare(messages: Sequence[Message]) -> None:
    """Checks signatures and nothing else."""
    for key, kind, payload, sig in messages:
        keys.verify(key, pae(kind, payload), sig)


def served(text: str) -> bytes:
    """The log in a bundle, as a server sends it."""
    return text.partition("\n")[2].encode()


def heads(data: bytes) -> None:
    """From the bytes of a log to its last head."""
    for _ in log.verify(log.read_lines(data)):
        pass


def rules(texts: Sequence[str], game: Game, status: str = "fair") -> None:
    """From the text of a bundle to the verdict."""
    for text in texts:
        verdict = audit.verify(bundle.read(text), game)
        assert verdict.status == status, verdict
