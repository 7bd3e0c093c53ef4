"""How much more than its bare signatures it costs to verify a log."""

from collections.abc import Sequence

from paperchase import audit, bundle, keys, log, registry
from paperchase.game import Game
from paperchase.log import ENTRY, RECEIPT, pae
from paperchase.testing import Match, toy

from .figures import Figure, medians

Message = tuple[str, str, bytes, bytes]
"""Key, type, payload and signature: what `bare` checks."""


def measure(quick: bool) -> list[Figure]:
    """A toy log of 1,000 entries, one of 10,000, and some games of Ghost Chase."""
    rounds = 2 if quick else 9
    short = toy_log(10 if quick else 234)
    long = toy_log(25 if quick else 1000)
    castle = registry.find("ghost-chase")
    games = [
        bundle.write(Match(castle, {}, f"bench/{number}").play().bundle())
        for number in range(1 if quick else 8)
    ]
    signed, chased = signatures([short]), signatures(games)
    spent = medians(
        rounds,
        {
            "bare": lambda: bare(signed),
            "heads": lambda: heads(short.encode()),
            "rules": lambda: rules([short], toy.GAME),
            "ghost bare": lambda: bare(chased),
            "ghost rules": lambda: rules(games, castle),
        },
    )
    jobs = {"short": lambda: heads(short.encode()), "long": lambda: heads(long.encode())}
    grown = medians(2 if quick else 3, jobs)
    growth = grown["long"] / entries(long) / (grown["short"] / entries(short))
    return [
        Figure(
            "verify: bytes, signatures, heads of a 1,000-entry log : its signatures",
            spent["heads"] / spent["bare"],
            target=1.25,
        ),
        Figure(
            "audit: the same with the rules replayed, toy game",
            spent["rules"] / spent["bare"],
            target=1.6,
        ),
        Figure(
            f"audit: {len(games)} whole games of Ghost Chase : their signatures",
            spent["ghost rules"] / spent["ghost bare"],
            target=1.6,
        ),
        Figure("verify: an entry of a log of 4,200 : an entry of one of 1,000", growth, target=1.1),
    ]


def toy_log(rounds: int) -> str:
    """A whole game of the toy, all seals opened at its end; four entries a round and more."""
    match = Match(toy.GAME, {"rounds": rounds, "draws": False}, "bench", board=toy.BOARD)
    return bundle.write(match.play(most=10**9).bundle())


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


def heads(data: bytes) -> None:
    """From the bytes of a bundle to the last head."""
    log_lines = data[data.index(b"\n") + 1 :]
    assert sum(1 for _ in log.verify(log.read_lines(log_lines))) == data.count(b"\n") - 1


def rules(texts: Sequence[str], game: Game) -> None:
    """From the text of a bundle to the verdict."""
    for text in texts:
        verdict = audit.verify(bundle.read(text), game)
        assert verdict.status == "fair", verdict
