"""Fugitive at random: it never breaks, it ends, and no lie in it goes unseen."""

import json
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.fugitive_oracle import Played, examine
from games.fugitive_play import DATA, EVENTS, GAME, PRESETS, Run, distort, put, run, stand
from paperchase.errors import PaperchaseError
from paperchase.games.fugitive.state import FUGITIVE, MARSHAL, Public, Secret, Stage, closed
from paperchase.options import complete
from paperchase.rules import DEALER, Foul, Kind, Move, Notice
from paperchase.testing import check
from paperchase.values import pack, unpack

FEW = settings(max_examples=25, deadline=None)
MANY = settings(max_examples=150, deadline=None)

SEEDS = st.integers(0, 2**32)
OPTIONS = st.fixed_dictionaries(
    {
        "preset": st.sampled_from(PRESETS),
        "opening": st.sampled_from(["preset", "one-or-two", "two"]),
        "pass_bonus": st.sampled_from(["preset", "on", "off"]),
        "events": st.sampled_from(EVENTS),
    }
)


@pytest.mark.parametrize("events", EVENTS)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_laws_hold_in_all_presets_with_all_events(preset: str, events: str):
    options = complete(GAME.info.options, {"preset": preset, "events": events})
    for seed in range(4):
        check(GAME, DATA, options, seed)


def test_the_laws_hold_without_an_end():
    for seed in range(5):
        options = complete(GAME.info.options, {"stall": False})
        check(GAME, DATA, options, seed, most=600, ends=False)


@FEW
@given(OPTIONS, SEEDS)
def test_the_laws_hold(options: dict[str, Any], seed: int):
    check(GAME, DATA, complete(GAME.info.options, options), seed, every=7)


@MANY
@given(OPTIONS, SEEDS)
def test_random_games_end_and_are_fair(options: dict[str, Any], seed: int):
    game = Run(options, seed).play()
    outcome = game.rules.outcome(game.public)
    assert outcome is not None
    assert outcome.foul is None
    assert game.rules.pending(game.public) == ()
    assert not game.fouls
    assert examine(options, game.record) == []
    assert len(json.dumps(pack(game.public))) < 12_000


@FEW
@given(OPTIONS, SEEDS)
def test_cards_are_neither_made_nor_lost(options: dict[str, Any], seed: int):
    game = Run(options, seed).deal()
    while game.rules.pending(game.public):
        game.play(most=5)
        public, hands = game.public, [game.secrets[seat].hand for seat in (FUGITIVE, MARSHAL)]
        piles = [card for pile in game.secrets[DEALER].piles.values() for card in pile]
        laid = [*game.secrets[FUGITIVE].cards.values()]
        laid += [42] if public.row[-1].value == 42 else []
        assert sorted([*piles, *laid, *hands[0], *hands[1]]) == [*range(1, 43)]
        assert [len(hand) for hand in hands] == [public.hands[FUGITIVE], public.hands[MARSHAL]]
        assert {pile: len(cards) for pile, cards in game.secrets[DEALER].piles.items()} == dict(
            public.left
        )


@FEW
@given(OPTIONS, SEEDS)
def test_somebody_lies_hidden_whenever_the_fugitive_acts(options: dict[str, Any], seed: int):
    def look(game: Run, move: Move) -> Move:
        if game.public.stage in (Stage.ACT, Stage.HUNT, Stage.DRAW, Stage.GUESS):
            assert closed(game.public)
        return move

    Run(options, seed).play(look)


@FEW
@given(OPTIONS, SEEDS)
def test_states_round_trip_and_orders_come_back(options: dict[str, Any], seed: int):
    def look(game: Run, move: Move) -> Move:
        secret = game.secrets[move.seat]
        assert unpack(Public, json.loads(json.dumps(pack(game.public)))) == game.public
        assert unpack(Secret, json.loads(json.dumps(pack(secret)))) == secret
        if move.kind is Kind.MOVE:
            assert game.read(GAME.grammar.write(move, secret)) == move
        return move

    Run(options, seed).play(look)


@FEW
@given(OPTIONS, SEEDS)
def test_equal_public_traces_give_equal_public_states(options: dict[str, Any], seed: int):
    """What is hidden, and who holds it, is nowhere in what everybody runs."""
    game = Run(options, seed).play()
    other = Run(options, seed + 1)
    for played in game.record:
        other.public = other.rules.apply(other.public, played.notice)
    assert other.public == game.public


@MANY
@given(OPTIONS, SEEDS, st.integers(0, 60))
def test_a_lie_is_found_exactly_where_the_oracle_finds_it(
    options: dict[str, Any], seed: int, wait: int
):
    game = Run(options, seed)
    told = Counter[str]()

    def twist(game: Run, move: Move) -> Move:
        told["turns"] += 1
        if told["turns"] <= wait or told["lies"]:
            return move
        lie = distort(game, move)
        if lie == move:
            return move
        try:
            game.rules.apply(game.public, game.notice(lie))
        except PaperchaseError:
            played = Played(game.notice(lie), lie.hidden)
            wrong = examine(options, [*game.record, played])
            assert wrong, f"the table refuses {lie}"
            assert wrong[0].startswith(f"{len(game.record)}:")
            return move
        told["lies"] += 1
        return lie

    game.play(twist)
    wrong = examine(options, game.record)
    if game.fouls:
        assert wrong
        assert wrong[0].startswith(f"{game.fouls[0][0]}:"), (wrong, game.fouls)
    else:
        assert not wrong
    assert game.public.outcome is not None
    assert game.public.outcome.foul is None or game.fouls


@pytest.mark.parametrize("slot", ["row/1", "sprint/1/1", "card/1"])
def test_values_name_all_that_a_slot_may_hold(slot: str):
    game = run()
    assert set(game.rules.values(game.public, slot)) == set(range(1, 43))


@given(st.integers(-(2**53), 2**53), st.integers(-(2**53), 2**53), st.integers(-(2**53), 2**53))
def test_follow_raises_fouls_and_nothing_else(card: int, one: int, two: int):
    game = run()
    for place in (0, 42, one):
        move = put(game, card, one, two, place=place, sprints=min(two, 9))
        with suppress(Foul):
            game.rules.follow(game.public, game.secrets[FUGITIVE], move)
    told = {"place": 0, "sprints": 2**53 - 1}
    move = Move(Kind.MOVE, FUGITIVE, told)
    secret = game.secrets[FUGITIVE]
    assert game.rules.follow(game.public, secret, move) == secret


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-50, 50) | st.sampled_from(["a", "b", "", "start"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["place", "sprints", "bonus", "draw", "guess", "hunt", "hit", "event"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


@MANY
@given(SEEDS, JSON, st.integers(0, 90))
def test_whatever_is_sent_is_taken_or_refused(seed: int, told: Any, most: int):
    game = Run({"events": "random", "preset": "2e"}, seed).play(most=most)
    for demand in game.rules.pending(game.public):
        for sealed in ((), demand.slots, ("row/9",)):
            notice = Notice(demand.kind, demand.seat, told, sealed)
            try:
                game.rules.apply(game.public, notice)
            except PaperchaseError:
                continue


# -- bots --------------------------------------------------------------------------------------


def with_bots(game: Run, move: Move) -> Move:
    secret = game.secrets[move.seat]
    return GAME.bot(game.rules, game.public, secret, game.demand, game.luck.randrange)


@pytest.mark.parametrize("events", EVENTS)
@pytest.mark.parametrize("preset", PRESETS)
def test_bots_play_legal_games(preset: str, events: str):
    for seed in range(3):
        game = Run({"preset": preset, "events": events}, seed).play(with_bots)
        assert not game.fouls
        assert examine(game.options, game.record) == []


def test_bots_are_repeatable():
    games = [Run({"events": "random"}, 5).play(with_bots) for _ in range(2)]
    assert games[0].record == games[1].record


def test_bots_neither_side_always_wins():
    ends = Counter[str]()
    for seed in range(40):
        game = Run({}, seed).play(with_bots)
        assert game.public.outcome is not None
        ends[game.public.outcome.winners[0]] += 1
    assert min(ends[FUGITIVE], ends[MARSHAL]) >= 4, ends


def test_bots_beat_those_who_play_at_random():
    for bot in (FUGITIVE, MARSHAL):
        won = 0
        for seed in range(20):

            def choose(game: Run, move: Move, bot: str = bot) -> Move:
                return with_bots(game, move) if move.seat == bot else move

            game = Run({}, seed).play(choose)
            assert game.public.outcome is not None
            won += game.public.outcome.winners == (bot,)
        assert won >= 15, (bot, won)


def test_bot_of_the_fugitive_takes_42_when_no_manhunt_comes():
    game = stand([12, 31, 39], hand=[40], found=[31])
    move = with_bots(game, game.choices()[0])
    assert move.public == {"place": 42, "sprints": 0}


def test_bot_of_the_marshal_never_repeats_a_guess_that_was_wrong():
    game = stand([3, 5], hand=[9], left={"a": 0, "b": 0, "c": 0}, options={"stall": False})
    seen = set[str]()
    game.public = replace(game.public, stage=Stage.GUESS, mover=MARSHAL, guesses=99)
    while game.public.outcome is None:
        move = with_bots(game, game.choices()[0])
        order = GAME.grammar.write(move)
        assert order not in seen
        seen.add(order)
        game.enter(move)
        game.answer()
