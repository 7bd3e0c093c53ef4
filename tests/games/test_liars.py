"""Honest random games audit clean; lying ones are found out, or were legal after all.

Whether a lie made another legal game is said by slow oracles that share no code with the rules:
`ghost_oracle`, and for the ring the one below.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from games import fugitive_oracle
from games.ghost_oracle import Played, examine
from paperchase import audit, registry
from paperchase.audit import Standing, Status
from paperchase.rules import DEALER, Kind
from paperchase.table import Stage
from paperchase.testing import Match, Source, any_options, liar, lost, toy
from paperchase.values import Seat

GAMES = {game.info.id: game for game in (*registry.all_games(), toy.GAME)}


LONGEST = 1200
"""Entries after which a game is given up."""


# -- oracles --------------------------------------------------------------------------------


def ring(options: Mapping[str, Any], record: Iterable[Played]) -> list[str]:
    """What is wrong with a game on the ring, with all wishes and fields on the table."""
    at, hand = 0, 0
    fields: dict[int, int] = {}
    shown: set[int] = set()
    guessed = 0
    for number, played in enumerate(record):
        notice, hidden = played.notice, played.hidden
        told: Any = notice.public
        for slot, value in notice.opened.items():
            if fields[int(slot.split("/")[1])] != value:
                return [f"{number}: {slot} did not hold {value}"]
        if notice.seat == toy.SEEKER and notice.kind == Kind.CHANCE:
            hand += 1
        elif notice.seat == toy.SEEKER:
            guessed = told["guess"]
        elif notice.kind == Kind.MOVE and hidden:
            (field,) = (value for slot, value in hidden.items() if slot.startswith("field/"))
            (wish,) = (value for slot, value in hidden.items() if slot.startswith("wish/"))
            steps = {(at - 1) % 10, at, (at + 1) % 10}
            if field not in steps:
                return [f"{number}: from {at} to {field}"]
            if wish not in (0, 1, 2, 3):
                return [f"{number}: a wish of {wish}"]
            at = field
            fields[len(fields) + 1] = field
        elif notice.kind == Kind.ANSWER:
            here = len(fields)
            if told["hit"] != (at == guessed):
                return [f"{number}: he said {told['hit']} and was on {at}"]
            if told["hit"] != (f"field/{here}" in notice.opened):
                return [f"{number}: a hit opens the field, and nothing else does"]
            if told["hit"]:
                shown.add(here)
        elif notice.kind == Kind.REVEAL:
            wanted = {f"field/{one}" for one in fields if one not in shown}
            if set(notice.opened) != wanted:
                return [f"{number}: it had to open {wanted}"]
            shown |= set(fields)
    return []


def castle(match: Match) -> list[str]:
    """What is wrong with a Ghost Chase."""
    options = dict(match.table.genesis.options)
    return examine(match.game.board(match.board, "board"), options, record(match))


def chase(match: Match) -> list[str]:
    """What is wrong with a game of Fugitive."""
    played = [fugitive_oracle.Played(one.notice, one.hidden) for one in record(match)]
    return fugitive_oracle.examine(match.table.genesis.options, played)


ORACLES: Mapping[str, Callable[[Match], list[str]]] = {
    "toy": lambda match: ring(match.table.genesis.options, record(match)),
    "ghost-chase": castle,
    "fugitive": chase,
}


def record(match: Match) -> list[Played]:
    """Every step of a game with what it hid, from what its players know."""
    found: list[Played] = []
    for one in match.taken:
        for event in one.events:
            notice = event.notice
            known = match.agents[notice.seat].known if notice.seat in match.agents else {}
            found.append(Played(notice, {slot: known[slot] for slot in notice.sealed}))
    return found


# -- games ----------------------------------------------------------------------------------


def a_match(name: str, seed: str, twists: Mapping[Seat, Any] | None = None) -> Match:
    """A random game with random options, to be played."""
    game, source = GAMES[name], Source(f"match/{seed}")
    board = toy.BOARD if game is toy.GAME else registry.board(game, game.info.boards[0])
    options = any_options(game, board, source)
    if game is toy.GAME:
        options["rounds"] = 1 + source.below(12)
    if name == "ghost-chase" and source.chance(70):
        # Short frames: as many openings and ends, in a third of the time.
        options |= {name: 1 + source.below(2) for name in ("cats", "owls", "bats", "mice")}
    return Match(game, options, seed, board=board, twists=twists)


def foreseeable(match: Match) -> bool:
    """Whether something was rolled that all players and the server together could foresee."""
    rolled = any(one.entry.type == "roll" for one in match.taken)
    return rolled and len(match.table.rules.sides) == 1


def honest(name: str, seed: int) -> Match:
    """Plays and audits an honest game."""
    match = a_match(name, f"honest/{name}/{seed}").play()
    verdict = audit.verify(match.bundle(), match.game)
    assert verdict.status is Status.FAIR, (seed, verdict.findings)
    assert [one.code for one in verdict.findings] == ["NOT_COVERED"] * foreseeable(match)
    assert verdict.outcome is not None
    assert verdict.outcome.foul is None
    if name in ORACLES:
        assert ORACLES[name](match) == [], seed
    return match


def lying(name: str, seed: int) -> str:
    """Plays a game with one lie in it, and says what became of that."""
    source = Source(f"liar/{name}/{seed}")
    rules = a_match(name, f"lying/{name}/{seed}").table.rules
    # Whoever hides nothing can lie only in public, which is refused at once.
    seats = [seat for seat in rules.seats if source.chance(15)] or [hider(name, rules.seats)]
    seat = seats[source.below(len(seats))]
    twists = {seat: liar(source, source.below(12))}
    match = a_match(name, f"lying/{name}/{seed}", twists).play(LONGEST)
    if match.state.stage is Stage.PLAY:
        # Who seals what nobody can find may leave a game without an end. Whoever gives up then
        # makes him open it, and does not lose by that.
        victim = match.agents[next(one for one in rules.seats if one != seat)].player
        match.submit(victim.resign(match.table, match.state))
        match.reveal()
    agent = match.agents[seat]
    verdict = audit.verify(match.bundle(), match.game)
    blamed = {one for finding in verdict.findings for one in finding.blamed}
    assert blamed <= {seat}, (seed, verdict.findings)
    gaps = [finding for finding in verdict.findings if finding.code == "NOT_COVERED"]
    assert len(gaps) == foreseeable(match), (seed, gaps)
    if name in ORACLES:
        # Who gives up ends no game by its rules: an oracle knows nothing of that.
        wrong = [one for one in ORACLES[name](match) if one != "it has no end"]
        assert bool(blamed) == bool(wrong), (seed, seat, wrong, verdict.findings)
    if agent.lied is None:
        assert not blamed, seed
        return "refused" if agent.refused else "silent"
    if not lost(verdict, seat):
        assert verdict.status in (Status.FAIR, Status.FORFEITED), (seed, verdict.findings)
        return "legal"
    assert verdict.status is Status.UNFAIR
    assert verdict.seats[seat] is Standing.CHEAT
    assert not set(verdict.winners) & {seat}
    assert min(one.seq for one in verdict.proofs) >= agent.lied
    return "found"


def hides(name: str) -> bool:
    """Whether anybody ever seals anything. Who does not can lie only in public."""
    return any(seat.seals for seat in honest(name, 0).state.seats.values())


def hider(name: str, seats: tuple[Seat, ...]) -> Seat:
    return toy.HIDER if name == "toy" else seats[0]


# -- tests ----------------------------------------------------------------------------------

FEW = {"ghost-chase": 60}


@pytest.mark.parametrize("name", GAMES)
def test_honest_games_are_fair(name: str) -> None:
    for seed in range(FEW.get(name, 20)):
        honest(name, seed)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_honest_games_are_fair(name: str) -> None:
    for seed in range(1000):
        honest(name, seed)


@pytest.mark.parametrize("name", GAMES)
def test_lies_are_found_or_were_legal(name: str) -> None:
    seen = [lying(name, seed) for seed in range(FEW.get(name, 20))]
    if hides(name):
        assert seen.count("found") > len(seen) // 4, seen
    else:
        assert set(seen) <= {"legal", "refused", "silent"}, seen


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_lies_are_found_or_were_legal(name: str) -> None:
    seen = [lying(name, seed) for seed in range(1000)]
    assert {"legal", "refused", *(("found",) if hides(name) else ())} <= set(seen)


def test_the_random_games_are_of_all_sizes_and_ends() -> None:
    games = [a_match("ghost-chase", f"honest/ghost-chase/{seed}") for seed in range(60)]
    assert {len(match.table.rules.seats) for match in games} == {2, 3, 4, 5}
    assert {match.table.chance for match in games} == {True, False}
    assert DEALER not in {seat for match in games for seat in match.table.rules.seats}
