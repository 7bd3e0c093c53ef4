"""Last Friday at random: it never breaks, it ends, and no lie in it goes unseen."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.friday_camp import glade, text
from games.friday_oracle import examine
from games.friday_play import CHAPTERS, GAME, Weekend, nettlewater, weekend
from paperchase import registry
from paperchase.errors import IllegalMoveError
from paperchase.games.last_friday import sights
from paperchase.games.last_friday.camp import COLOURS
from paperchase.games.last_friday.state import Public, Secret, Stage, turn_slots
from paperchase.rules import Demand, Foul, Kind, Move, Notice
from paperchase.testing import check
from paperchase.values import pack, unpack

FEW = settings(max_examples=12, deadline=None)
MANY = settings(max_examples=120, deadline=None)
SEEDS = st.integers(0, 2**32)
LIMIT = 60 * 1024


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """All options there are."""
    return {
        "play": draw(st.sampled_from(["campaign", *CHAPTERS])),
        "ch4_contact": draw(st.sampled_from(["reveal", "silent", "kill"])),
        "plot_twist": draw(st.sampled_from(["any", "round15"])),
        "ch2_discard": draw(st.sampled_from(["uncaught", "always"])),
        "kit": draw(st.sampled_from(["card", "full"])),
        "abilities": draw(st.booleans()),
        "fast_forward": draw(st.booleans()),
        "tokens": draw(st.integers(0, 4)),
    }


def played(
    small: bool, chosen: dict[str, Any], seed: int, bots: bool, twist: Any = None
) -> Weekend:
    camp = glade() if small else nettlewater()
    table = Weekend(camp, chosen, seed)
    return table.play(twist, bot=GAME.bot if bots else None)


@FEW
@given(options(), SEEDS)
def test_the_laws_hold_in_the_glade(chosen: dict[str, Any], seed: int):
    check(GAME, text().encode(), chosen, seed, every=9)


@FEW
@given(options(), SEEDS, st.booleans(), st.booleans())
def test_games_end_and_are_fair(chosen: dict[str, Any], seed: int, small: bool, bots: bool):
    table = played(small, chosen, seed, bots)
    outcome = table.rules.outcome(table.public)
    assert outcome is not None
    assert outcome.foul is None
    assert table.rules.pending(table.public) == ()
    assert not table.fouls
    assert examine(table.camp, chosen, table.record) == []


@pytest.mark.long
@pytest.mark.parametrize("play", ["campaign", *CHAPTERS])
def test_many_games_end_and_are_fair(play: str):
    for seed in range(100):
        for bots in (False, True):
            chosen = {"play": play, "abilities": seed % 2 == 1, "tokens": seed % 5}
            table = played(seed % 3 == 0, chosen, seed, bots)
            assert examine(table.camp, chosen, table.record) == [], seed


def test_states_come_back_from_json_and_stay_small():
    """A game goes on from its stored state as it would have gone on anyway."""

    def stored(table: Weekend, _demand: Demand, move: Move) -> Move:
        packed = json.dumps(pack(table.public), sort_keys=True)
        assert len(packed) < 4000 < LIMIT
        table.public = unpack(Public, json.loads(packed))
        table.secrets["maniac"] = unpack(Secret, pack(table.secrets["maniac"]))
        return move

    for play in ("campaign", *CHAPTERS):
        chosen = {"play": play, "fast_forward": True}
        for bots in (False, True):
            straight = played(False, chosen, 5, bots)
            assert played(False, chosen, 5, bots, stored).record == straight.record


def test_a_crowded_public_state_stays_small():
    """Everything on the map at once, and five campers with three crossings each."""
    table = Weekend(nettlewater(), {"play": "campaign"}, 1).play(most=12)
    dots = list(table.camp.dots)
    everything = {
        **pack(table.public),
        "tokens": dict.fromkeys(dots[:60], "hosp/9"),
        "corpses": dots[60:70],
        "turns": [f"2/{number}b" for number in range(34)],
        "known": {f"path2/1/{number}": 702 for number in range(140)},
        "asks": [
            {
                "camper": "yellow",
                "circle": 123,
                "pawns": dots[:5],
                "boat": "me",
                "turn": {"camper": "yellow", "trod": dots[:5]},
            }
        ]
        * 20,
    }
    assert len(json.dumps(everything)) < LIMIT // 4


# -- secrecy -----------------------------------------------------------------------------------


def test_the_true_circle_is_always_among_those_that_all_can_work_out():
    def look(table: Weekend, _demand: Demand, move: Move) -> Move:
        at = table.secrets["maniac"].at
        if table.public.sights:
            assert at in table.rules.site.listed(sights.now(table.public))
        return move

    for play in ("campaign", *CHAPTERS):
        for seed in range(4):
            played(seed % 2 == 0, {"play": play}, seed, seed > 1, look)


def test_what_nobody_could_have_done_is_a_foul_at_once():
    """He was seen at 22, cannot be at 44 a step later, and says that he is near d5."""
    table = weekend(2, at=22, campers={"red": "d5"}, clues={"red": ("hearing",)})
    bits = table.rules.site.mask([22, 23])
    table.public = _seeing(table.public, f"{bits:x}")
    table.say("red", "use hearing")
    table.enter(Move(Kind.ANSWER, "maniac", {"near": True}))
    assert table.public.outcome is not None
    assert table.public.outcome.foul == "maniac"


def _seeing(public: Public, mask: str) -> Public:
    return replace(public, sights=(replace(public.sights[-1], mask=mask),))


def test_equal_public_traces_give_equal_public_states():
    """Two Maniacs who hide different things and say the same."""
    tables = [weekend(1, at=circle, mover="maniac", round=2) for circle in (22, 44)]
    for table, circle in zip(tables, (23, 43), strict=True):
        move = next(
            each
            for each in table.choices("maniac")
            if each.hidden["end/1/2"] == circle and not each.opens
        )
        table.enter(move)
    assert pack(tables[0].public) == pack(tables[1].public)


# -- robustness --------------------------------------------------------------------------------

HUGE = st.integers(-(2**53), 2**53)
WILD: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | HUGE | st.text(max_size=3) | st.sampled_from(["a1", "red", "go"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@st.composite
def bent(draw: st.DrawFn, told: Any) -> Any:
    """`told` with up to two keys changed, lost or added; or something else altogether."""
    if not isinstance(told, dict) or draw(st.integers(0, 5)) == 0:
        return draw(WILD)
    changed = dict(told)
    words = st.sampled_from(["", "a2", "red", "speed", "axe", "trap", "boat/b5", "22/b3"])
    for _ in range(draw(st.integers(1, 2))):
        key = draw(st.sampled_from([*told, "more"]))
        if draw(st.integers(0, 4)) == 0:
            changed.pop(key, None)
        else:
            changed[key] = draw(WILD | words | st.lists(words, max_size=3))
    return changed


@MANY
@given(st.data(), options(), SEEDS)
def test_apply_raises_nothing_but_illegal_move(
    data: st.DataObject, chosen: dict[str, Any], seed: int
):
    table = Weekend(glade(), chosen, seed).play(most=data.draw(st.integers(0, 120)))
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
    slots = [*notice.sealed, *table.public.ends, "hosp/0", "", "end/9/9"]
    names = st.lists(st.sampled_from(slots), max_size=5).map(tuple)
    odd = Notice(
        data.draw(st.sampled_from(list(Kind))) if data.draw(st.booleans()) else notice.kind,
        data.draw(st.sampled_from([*table.rules.seats, "*", "dealer", ""]))
        if data.draw(st.booleans())
        else notice.seat,
        data.draw(bent(notice.public)),
        data.draw(names) if data.draw(st.booleans()) else notice.sealed,
        data.draw(st.dictionaries(st.sampled_from(slots), HUGE, max_size=2))
        if data.draw(st.booleans())
        else notice.opened,
    )
    try:
        after, said = table.rules.apply(table.public, odd), ""
    except IllegalMoveError as error:
        after, said = table.public, str(error)
    assert "\n" not in said
    assert unpack(Public, pack(after)) == after
    table.rules.pending(after)
    table.rules.caption(after)


@MANY
@given(st.data(), options(), SEEDS)
def test_follow_raises_nothing_but_foul(data: st.DataObject, chosen: dict[str, Any], seed: int):
    table = Weekend(glade(), chosen, seed)

    def hidden(game: Weekend) -> bool:
        return any(
            demand.seat == "maniac" and demand.kind is Kind.MOVE
            for demand in game.rules.pending(game.public)
        )

    table.play(most=data.draw(st.integers(0, 60)))
    while table.rules.pending(table.public) and not hidden(table):
        table.play(most=1)
    if not table.rules.pending(table.public):
        return
    secret, demand = table.secrets["maniac"], table.demand("maniac")
    move = table.rules.sample(table.public, secret, demand, table.luck.randrange)
    values: st.SearchStrategy[Any] = st.none() | HUGE | st.sampled_from([0, 1, True, 22])
    changed = {slot: data.draw(values | st.just(old)) for slot, old in move.hidden.items()}
    odd = Move(
        move.kind,
        data.draw(st.sampled_from([*table.rules.seats, "*"]))
        if data.draw(st.booleans())
        else "maniac",
        data.draw(st.just(move.public) | bent(move.public)),
        changed if data.draw(st.booleans()) else {},
        tuple(data.draw(st.lists(st.sampled_from(["", *move.hidden]), max_size=2))),
    )
    try:
        then, said = table.rules.follow(table.public, secret, odd), ""
    except Foul as wrong:
        then, said = wrong.then, str(wrong)
    assert len(said) < 400
    assert isinstance(then, Secret)
    assert (
        then.at in (0, *table.rules.site.land(table.public).routes) or then.at in table.camp.circles
    )
    assert unpack(Secret, pack(then)) == then


# -- lies --------------------------------------------------------------------------------------


def lie(table: Weekend, demand: Demand, move: Move) -> Move:
    """Now and then the Maniac cheats: another circle or edge, a word too many, a false answer."""
    luck, told = table.luck, move.public
    if demand.seat != "maniac" or luck.random() > 0.12 or not isinstance(told, dict):
        return move
    if demand.kind is Kind.ANSWER:
        slot = table.public.ends[-1]
        if "near" in told:
            return Move(demand.kind, "maniac", {"near": not told["near"]})
        if "lit" in told:
            return Move(
                demand.kind, "maniac", {"lit": not told["lit"]}, {}, () if told["lit"] else (slot,)
            )
        hit = luck.randrange(len(table.public.asks) + 1)
        return Move(demand.kind, "maniac", {"hit": hit}, {}, (slot,) if hit else ())
    if not move.hidden:
        return move
    hidden, says, opens = dict(move.hidden), dict(told), list(move.opens)
    slot = luck.choice(sorted(hidden))
    way = luck.randrange(7)
    if way < 3:
        values = [*table.rules.values(table.public, slot), -1, 999]
        hidden[slot] = luck.choice(values)
    elif way == 3 and "kills" in says:
        living = [colour for colour in COLOURS if table.public.campers[colour].at]
        says["kills"] = [colour for colour in living if luck.random() < 0.3]
    elif way == 4 and "traps" in says:
        says["traps"] = [dot for dot in table.public.traps if luck.random() < 0.5]
    elif way == 5 and "lanterns" in says:
        says["lanterns"] = [dot for dot in table.public.lanterns if luck.random() < 0.5]
    else:
        opens = [each for each in opens if each != slot] or [slot]
    lied = Move(move.kind, move.seat, says, hidden, tuple(opens))
    try:
        table.rules.apply(table.public, table.notice(lied))
    except IllegalMoveError:
        return move
    return lied


def compare(table: Weekend, chosen: dict[str, Any]) -> bool:
    """Whether there was a lie; rules and oracle find the first of them at the same place."""
    wrong = [each for each in examine(table.camp, chosen, table.record) if "no end" not in each]
    first = [str(number) for number, _ in table.fouls[:1]]
    assert [each.split(":")[0] for each in wrong] == first, (wrong, table.fouls)
    outcome = table.public.outcome
    assert outcome is not None
    assert outcome.foul is None or wrong
    return bool(wrong)


@settings(max_examples=40, deadline=None)
@given(options(), SEEDS, st.booleans(), st.booleans())
def test_every_lie_is_found_or_was_none(chosen: dict[str, Any], seed: int, small: bool, bots: bool):
    compare(played(small, chosen, seed, bots, lie), chosen)


@pytest.mark.long
@pytest.mark.parametrize("play", ["campaign", *CHAPTERS])
def test_a_thousand_lies_are_found_or_were_none(play: str):
    lied = 0
    for seed in range(200):
        chosen = {"play": play, "ch4_contact": ("reveal", "silent", "kill")[seed % 3]}
        lied += compare(played(seed % 2 == 0, chosen, seed, seed % 3 == 0, lie), chosen)
    assert lied > 100


# -- bots --------------------------------------------------------------------------------------


@pytest.mark.parametrize("play", ["campaign", *CHAPTERS])
def test_bots_are_repeatable(play: str):
    games = [played(False, {"play": play}, 7, True).record for _ in range(2)]
    assert games[0] == games[1]


def test_bots_reach_every_chapter_of_a_campaign():
    seen = set[int]()
    for seed in range(6):
        table = Weekend(nettlewater(), {}, seed)
        while table.rules.pending(table.public):
            seen.add(table.public.chapter)
            table.play(most=50, bot=GAME.bot)
    assert seen == {1, 2, 3, 4}


@pytest.mark.parametrize("play", CHAPTERS)
def test_neither_side_always_wins(play: str):
    wins = 0
    for seed in range(8):
        outcome = played(False, {"play": play}, seed, True).public.outcome
        assert outcome is not None
        wins += outcome.winners == ("maniac",)
    assert 1 <= wins <= 7


def test_bots_never_use_what_their_seat_does_not_know():
    """A camper's bot is given no secret, and decides alike whatever the Maniac hides."""
    tables = [weekend(2, at=circle, campers={"red": "c3"}) for circle in (22, 55)]
    moves = [
        GAME.bot(t.rules, t.public, t.secrets["red"], t.demand("red"), lambda n: n // 2)
        for t in tables
    ]
    assert moves[0] == moves[1]
    assert tables[0].secrets["red"] == Secret()


def test_the_default_of_a_lapse_is_the_least_a_camper_may_do():
    table = weekend(2, campers={"red": "b2"})
    move = table.rules.default(table.public, table.demand("red"))
    assert move is not None
    table.enter(move)
    assert not table.public.asks
    assert table.public.turn.camper == "yellow"
    assert (
        weekend(2, mover="maniac").rules.default(
            weekend(2, mover="maniac").public, weekend(2, mover="maniac").demand("maniac")
        )
        is None
    )


def test_the_slots_of_a_turn_are_four():
    assert turn_slots("2/7") == ("end/2/7", "mid/2/7", "path/2/7", "path2/2/7")
    assert Stage("camper") is Stage.CAMPER
    assert registry.find("last-friday") is GAME
