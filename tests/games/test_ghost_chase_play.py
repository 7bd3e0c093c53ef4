"""Ghost Chase at random: it never breaks, it ends, and no lie in it goes unseen."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.ghost_oracle import examine
from games.ghost_play import GAME, Night, canterville, hut, night, seal
from paperchase import registry
from paperchase.errors import IllegalMoveError
from paperchase.games.ghost_chase.state import Ghost, Public, Stage
from paperchase.rules import Demand, Foul, Kind, Move, Notice
from paperchase.testing import check
from paperchase.values import pack, unpack

FEW = settings(max_examples=25, deadline=None)
MANY = settings(max_examples=150, deadline=None)

SEEDS = st.integers(0, 2**32)


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """All options there are, with frames short and long."""
    chasers = draw(st.integers(1, 4))
    chosen = {
        "chasers": chasers,
        "frames": draw(st.sampled_from(["auto", "four", "five"])),
        "trap_holder": draw(st.integers(1, chasers)),
        "cheats": draw(st.integers(1, 2)),
        "rests": draw(st.integers(1, 2)),
    }
    for animal in ("cats", "owls", "bats", "mice", "hedgehogs"):
        chosen[animal] = draw(st.integers(1, 9))
    for switch in ("chimney", "door", "trap", "strict_order", "memory"):
        chosen[switch] = draw(st.booleans())
    return chosen


@FEW
@given(options(), SEEDS)
def test_the_laws_hold_in_the_castle(chosen: dict[str, Any], seed: int):
    check(GAME, registry.board(GAME, "canterville"), chosen, seed, most=400, every=7)


@FEW
@given(options(), SEEDS, st.booleans())
def test_random_games_end_and_are_fair(chosen: dict[str, Any], seed: int, small: bool):
    table = Night(hut() if small else canterville(), chosen, seed).play()
    outcome = table.rules.outcome(table.public)
    assert outcome is not None
    assert outcome.foul is None
    assert table.rules.pending(table.public) == ()
    assert not table.fouls
    assert examine(table.castle, chosen, table.record) == []
    assert len(table.record) <= 6 + table.public.total * 6 + 10
    assert len(json.dumps(pack(table.public))) < 3000


@FEW
@given(options(), SEEDS)
def test_samples_are_among_the_choices_and_states_round_trip(chosen: dict[str, Any], seed: int):
    table = Night(hut(), chosen, seed)
    while demands := table.rules.pending(table.public):
        assert table.rules.outcome(table.public) is None
        for demand in demands:
            if demand.kind is Kind.CHANCE:
                continue
            secret = table.secrets[demand.seat]
            choices = list(table.rules.choices(table.public, secret, demand))
            move = table.rules.sample(table.public, secret, demand, table.luck.randrange)
            assert move in choices
            assert len(choices) == 1 or demand.kind is Kind.MOVE
            for choice in choices:
                order = GAME.grammar.write(choice, secret)
                assert table.read(demand.seat, order) == choice or demand.kind is not Kind.MOVE
        assert unpack(Public, json.loads(json.dumps(pack(table.public)))) == table.public
        ghost = table.secrets["ghost"]
        assert unpack(Ghost, json.loads(json.dumps(pack(ghost)))) == ghost
        table.play(most=1)


# -- secrecy -----------------------------------------------------------------------------------


@FEW
@given(options(), SEEDS, st.integers(0, 120))
def test_what_is_public_of_a_hidden_turn_tells_nothing(chosen: dict[str, Any], seed: int, to: int):
    table = Night(canterville(), chosen, seed).play(most=to)
    if table.public.stage is not Stage.GHOST:
        return
    for move in table.choices("ghost"):
        told: Any = move.public
        assert sorted(told) == ["cheat", "lock", "stuck", "trap"]
        if not told["trap"] and not told["stuck"]:
            notice = table.notice(move)
            assert notice.sealed == (f"room/{table.public.round}",)
            assert notice.opened == {}
            assert not {*move.hidden.values()} & {told["cheat"], told["trap"]} - {0, 1}


@FEW
@given(options(), SEEDS)
def test_equal_public_traces_give_equal_public_states(chosen: dict[str, Any], seed: int):
    table = Night(canterville(), chosen, seed).play(most=60)
    public = table.rules.start()
    for played in table.record:
        public = table.rules.apply(public, played.notice)
    assert public == table.public


# -- bad input ---------------------------------------------------------------------------------

HUGE = st.none().map(lambda _: 10**5000)
WILD: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([0, 1, -1, 5, 54, 2**53 - 1])
    | HUGE
    | st.text(max_size=5)
    | st.sampled_from(["cats", "room/1", "frame"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    *("cheat", "lock", "stuck", "trap", "figure", "to"),
                    *("unlock", "caught", "place", "start", "frame", "frames"),
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=6,
)


@st.composite
def bent(draw: st.DrawFn, told: Any) -> Any:
    """`told` with up to two keys changed, lost or added; or something else altogether."""
    if not isinstance(told, dict) or draw(st.integers(0, 5)) == 0:
        return draw(WILD)
    changed = dict(told)
    for _ in range(draw(st.integers(1, 2))):
        key = draw(st.sampled_from([*told, "more"]))
        if draw(st.integers(0, 4)) == 0:
            changed.pop(key, None)
        else:
            changed[key] = draw(WILD | st.integers(-1, 10) | st.booleans())
    return changed


@MANY
@given(st.data(), options(), SEEDS)
def test_apply_raises_nothing_but_illegal_move(
    data: st.DataObject, chosen: dict[str, Any], seed: int
):
    table = Night(hut(), chosen, seed).play(most=data.draw(st.integers(0, 40)))
    demands = table.rules.pending(table.public)
    if not demands:
        return
    demand = data.draw(st.sampled_from(demands))
    if demand.kind is Kind.CHANCE:
        move = table.rules.draw(table.public, None, demand, (0,))
    else:
        secret = table.secrets[demand.seat]
        move = table.rules.sample(table.public, secret, demand, table.luck.randrange)
    notice = table.notice(move)
    slots = ["room/1", f"room/{table.public.round}", "", "room/99"]
    names = st.lists(st.sampled_from(slots), max_size=2).map(tuple)
    odd = Notice(
        data.draw(st.sampled_from(list(Kind))) if data.draw(st.booleans()) else notice.kind,
        data.draw(st.sampled_from([*table.rules.seats, "*", "dealer", ""]))
        if data.draw(st.booleans())
        else notice.seat,
        data.draw(bent(notice.public)),
        data.draw(names) if data.draw(st.booleans()) else notice.sealed,
        data.draw(st.dictionaries(st.sampled_from(slots), st.integers(-5, 10), max_size=2))
        if data.draw(st.booleans())
        else notice.opened,
    )
    before = len(json.dumps(pack(table.public)))
    try:
        after = table.rules.apply(table.public, odd)
    except IllegalMoveError as error:
        after, said = table.public, str(error)
    else:
        said = ""
    assert "\n" not in said
    assert len(said) < 200
    assert len(json.dumps(pack(after))) < before + 400
    assert unpack(Public, pack(after)) == after
    table.rules.pending(after)
    table.rules.caption(after)


@MANY
@given(st.data(), options(), SEEDS)
def test_follow_raises_nothing_but_foul(data: st.DataObject, chosen: dict[str, Any], seed: int):
    table = Night(hut(), chosen, seed).play(most=data.draw(st.integers(0, 40)))
    values: st.SearchStrategy[Any] = (
        st.none() | st.integers() | st.sampled_from([True, 0, 2**53 - 1]) | HUGE
    )
    told = {"cheat": False, "lock": 0, "stuck": False, "trap": False}
    slot = f"room/{table.public.round}"
    secret = table.secrets["ghost"]
    move = Move(
        data.draw(st.sampled_from(list(Kind))),
        data.draw(st.sampled_from([*table.rules.seats, "*", "dealer"])),
        data.draw(st.just(told) | bent(told)),
        data.draw(st.dictionaries(st.sampled_from([slot, "x"]), values, max_size=2)),
    )
    try:
        then, said = table.rules.follow(table.public, secret, move), ""
    except Foul as foul:
        then, said = foul.then, str(foul)
    assert len(said) < 200
    assert isinstance(then, Ghost)
    assert then.at in (0, *table.castle.rooms)
    assert unpack(Ghost, pack(then)) == then


def test_true_is_not_one():
    table = night(figures=(2, 4, 9))
    table.say("ghost", "go 8")
    for told in (
        {"figure": True, "to": 0, "trap": False, "unlock": False},
        {"figure": 1, "to": True, "trap": False, "unlock": False},
        {"figure": 1, "to": 0, "trap": 0, "unlock": False},
    ):
        with pytest.raises(IllegalMoveError):
            table.rules.apply(table.public, Notice(Kind.MOVE, "chaser-1", told))


# -- lies --------------------------------------------------------------------------------------


def _lie(table: Night, demand: Demand, move: Move) -> Move:
    """Now and then the ghost cheats: another room, a card unsaid, a false answer."""
    luck = table.luck
    if demand.seat != "ghost" or luck.random() > 0.15:
        return move
    told: Any = move.public
    if demand.kind is Kind.ANSWER:
        moved = [n for n, s in enumerate(table.public.steps, 1) if s.source != s.target]
        caught = luck.choice([0, *moved])
        slots = [f"room/{each.number}" for each in table.public.since if not each.shown]
        return Move(demand.kind, "ghost", {"caught": caught}, {}, tuple(slots) if caught else ())
    if demand.kind is Kind.MOVE and table.public.stage is Stage.GHOST:
        room = luck.choice([*table.castle.rooms, *table.castle.rooms, 0, 99])
        says = dict(told, stuck=False)
        if luck.random() < 0.3:
            says["cheat"] = bool(table.public.cheats) and luck.random() < 0.5
        if luck.random() < 0.3:
            says["trap"] = not says["trap"]
        if not table.public.trap or table.public.trap in table.public.figures:
            says["trap"] = False
        return seal(table, room, **says)
    return move


def _lying_game(seed: int, small: bool, chosen: dict[str, Any]) -> Night:
    return Night(hut() if small else canterville(), chosen, seed).play(_lie)


@MANY
@given(options(), SEEDS, st.booleans())
def test_every_lie_is_found_or_was_none(chosen: dict[str, Any], seed: int, small: bool):
    """Rules and oracle agree: the outcome names a foul exactly where the oracle finds one."""
    table = _lying_game(seed, small, chosen)
    wrong = examine(table.castle, chosen, table.record)
    outcome = table.rules.outcome(table.public)
    assert outcome is not None
    first = [str(number) for number, _ in table.fouls[:1]]
    assert [text.split(":")[0] for text in wrong] == first, (wrong, table.fouls)
    assert (outcome.foul == "ghost") == bool(wrong), (wrong, outcome)
