"""The bots of Ghost Chase play legally, and know no more than their seat does."""

from collections import Counter

import pytest

from games.ghost_oracle import examine
from games.ghost_play import GAME, Night, canterville, hut, night, seal
from paperchase.bot import at_random
from paperchase.games.ghost_chase.state import Ghost
from paperchase.games.ghost_chase.suspects import suspects
from paperchase.rules import Demand, Move


def with_bots(table: Night, demand: Demand, move: Move) -> Move:
    secret = table.secrets[demand.seat]
    return GAME.bot(table.rules, table.public, secret, demand, table.luck.randrange)


@pytest.mark.parametrize("chasers", [1, 2, 3, 4])
@pytest.mark.parametrize("cards", [False, True])
@pytest.mark.parametrize("small", [False, True])
def test_bots_play_legal_games(chasers: int, cards: bool, small: bool):
    options = {"chasers": chasers, "door": cards, "chimney": cards, "strict_order": cards}
    castle = hut() if small else canterville()
    table = Night(castle, options, chasers).play(with_bots)
    assert not table.fouls
    assert examine(castle, options, table.record) == []


def test_bots_are_repeatable():
    games = [Night(canterville(), {"chasers": 2}, 7).play(with_bots) for _ in range(2)]
    assert games[0].record == games[1].record


def test_neither_side_always_wins():
    ends: Counter[str] = Counter()
    for seed in range(40):
        table = Night(canterville(), {}, seed).play(with_bots)
        assert table.public.outcome is not None
        ends[table.public.outcome.winners[0]] += 1
    assert all(6 <= ends[side] <= 34 for side in ("ghost", "chaser-1")), ends


def test_suspects_are_told_by_the_public_trace_alone():
    table = night(figures=(1, 3, 9), cats=3)
    table.say("ghost", "go 4")
    assert set(suspects(table.rules.house, table.public)) == {2, 4, 5, 6, 8}
    table.say("chaser-1", "go 4")
    assert set(suspects(table.rules.house, table.public)) == {2, 5, 6, 8}


def test_the_true_room_is_always_suspected():
    def look(table: Night, demand: Demand, move: Move) -> Move:
        if demand.seat.startswith("chaser") and table.public.since:
            at = table.secrets["ghost"].at
            caught = any(step.source != step.target == at for step in table.public.steps)
            assert caught or at in suspects(table.rules.house, table.public)
        return move

    for seed in range(6):
        Night(hut(), {"chasers": 3, "door": True}, seed).play(look)


def test_no_suspects_are_left_where_the_ghost_must_have_lied():
    table = night(chasers=4, start=5, figures=(2, 4, 6, 8), cats=2, rests=1)
    table.say("ghost", "rest")
    assert set(suspects(table.rules.house, table.public)) == {5}
    table.stay()
    table.enter(seal(table, 9))
    assert suspects(table.rules.house, table.public) == {}
    demand = table.demand("chaser-1")
    table.enter(with_bots(table, demand, table.read("chaser-1", "stay")))


def test_the_default_bot_takes_a_sample():
    table = night()
    demand = table.demand("ghost")
    first = at_random(table.rules, table.public, table.secrets["ghost"], demand, lambda _: 0)
    assert first == table.choices("ghost")[0]
    assert table.secrets["chaser-1"] == Ghost()
