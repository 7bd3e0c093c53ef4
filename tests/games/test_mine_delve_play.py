"""Mine Delve at random and by the bot: it never breaks, it ends, and what it says adds up."""

import json
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.mine_play import BOARD, GAME, Delve, lore
from paperchase import audit
from paperchase.audit import Status
from paperchase.bot import Bot, at_random
from paperchase.errors import IllegalMoveError
from paperchase.games.mine_delve.account import account, latest, tell
from paperchase.games.mine_delve.bot import choose
from paperchase.games.mine_delve.geometry import survey
from paperchase.games.mine_delve.info import AUTO, CALLINGS
from paperchase.games.mine_delve.lore import SKILLS
from paperchase.games.mine_delve.mine import GRIT
from paperchase.games.mine_delve.rules import MineDelve, mine_delve
from paperchase.games.mine_delve.scene import scene
from paperchase.games.mine_delve.state import BAG, Public, Secret
from paperchase.games.mine_delve.steps import Bend
from paperchase.rules import ALL, Demand, Kind, Move, Notice
from paperchase.svg import to_svg
from paperchase.testing import Match, check
from paperchase.text import to_text
from paperchase.values import pack, unpack

FEW = settings(max_examples=12, deadline=None)
MANY = settings(max_examples=60, deadline=None)
SEEDS = st.integers(0, 2**32)

LONGEST = 4000
"""Moves and rolls of a game, random or not. See RULES.md."""


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    party = draw(st.lists(st.sampled_from(CALLINGS), min_size=1, max_size=4, unique=True))
    named = "+".join(name for name in CALLINGS if name in party)
    return {
        "heroes": len(party),
        "party": draw(st.sampled_from([named, named, "auto"])),
        "fixed_move": draw(st.booleans()),
        "threat": draw(st.sampled_from(["step", "high"])),
        "clues": draw(st.integers(1, 4)),
    }


class Run:
    """A game that plays itself, with all that happens in it.

    Before each step every player who is there goes `away` with this chance, and one who is away
    comes back with a tenth of it; whoever is away says nothing and lets his deadlines pass, and
    the others talk more.
    """

    def __init__(
        self, chosen: dict[str, Any], seed: Any, bot: Bot = at_random, away: float = 0
    ) -> None:
        self.chance = away
        self.away: set[str] = set()
        self.rules: MineDelve = mine_delve(lore(), chosen)
        self.luck = Random(seed)
        self.bot = bot
        self.public: Public = self.rules.start()
        self.steps: list[tuple[Public, Notice]] = []

    def play(self, most: int = LONGEST) -> "Run":
        while len(self.steps) < most and self.step():
            pass
        return self

    def step(self) -> bool:
        demands = self.rules.pending(self.public)
        if not demands:
            return False
        for seat in self.rules.seats if self.chance else ():
            leaves = seat not in self.away
            if self.luck.random() < (self.chance if leaves else self.chance / 10):
                self.away ^= {seat}
        demand = demands[0]
        talk = 0.4 if self.away else 0.1
        asides = [one for one in demands[1:] if one.seat not in self.away]
        if demand.kind is Kind.MOVE and asides and self.luck.random() < talk:
            demand = self.luck.choice(asides)
        move = self.move(demand)
        notice = Notice(move.kind, move.seat, move.public)
        self.steps.append((self.public, notice))
        self.public = self.rules.apply(self.public, notice)
        return True

    def move(self, demand: Demand) -> Move:
        if demand.kind is Kind.CHANCE:
            picks = tuple(self.luck.randrange(lot) for lot in demand.lots)
            return self.rules.draw(self.public, None, demand, picks)
        if demand.seat in self.away:
            late = self.rules.default(self.public, demand)
            assert late is not None
            return late
        return self.bot(self.rules, self.public, Secret(), demand, self.luck.randrange)


def sound(rules: MineDelve, public: Public) -> None:
    """What always holds."""
    seen, mine = survey(public.map), rules.mine
    models = [foe.at for foe in public.foes]
    models += [hero.at for hero in public.heroes if hero.at and not hero.down]
    assert len(set(models)) == len(models), "two models in one cell"
    assert set(models) <= set(seen.near)
    for hero in public.heroes:
        assert 0 <= hero.health <= hero.most_health
        assert 0 <= hero.sanity <= hero.most_sanity
        assert 0 <= hero.grit <= GRIT
        assert len(hero.bag) <= BAG
        assert hero.down or (hero.health and hero.sanity) or public.todo
    assert len({foe.id for foe in public.foes}) == len(public.foes)
    for kind, count in Counter(foe.kind for foe in public.foes).items():
        assert count <= mine.lore.breeds[kind].cap
    for foe in public.foes:
        assert foe.wounds < mine.lore.breeds[foe.kind].health
    decks = public.decks
    on_table = [tile.card for tile in public.map.tiles[1:]]
    waiting = [step.card for step in public.todo if isinstance(step, Bend)]
    cards = (*decks["map"], *decks["misfits"], *on_table, *waiting)
    assert sorted(cards) == sorted(mine.lore.decks["map"])
    for deck, left in decks.items():
        assert list(left) == sorted(left)
        assert not Counter(left) - Counter(mine.lore.decks.get(deck, left))
    used = {tile.door for tile in public.map.tiles}
    assert not used & set(public.open)
    assert len(set(public.open)) == len(public.open)
    assert 0 <= public.dark <= 16
    assert 0 <= public.posse <= 16
    assert public.bearer < 0 or not public.heroes[public.bearer].down
    assert (public.outcome is None) == bool(public.todo)
    assert set(seen.far(next(iter(seen.near)))) == set(seen.near), "the map hangs together"


@FEW
@given(options(), SEEDS)
def test_the_laws_hold(chosen: dict[str, Any], seed: int):
    check(GAME, BOARD, chosen, seed, most=250, every=11, ends=False)


@FEW
@given(options(), SEEDS, st.booleans())
def test_games_end_and_stay_sound(chosen: dict[str, Any], seed: int, random: bool):
    run = Run(chosen, seed, at_random if random else choose)
    while run.step():
        sound(run.rules, run.public)
        assert len(run.steps) < LONGEST
    outcome = run.rules.outcome(run.public)
    assert outcome is not None
    assert outcome.foul is None
    assert outcome.winners in ((), run.rules.seats)
    assert len(json.dumps(pack(run.public))) < 40 * 1024


LEAVE = 0.006
"""The chance of going away in games of players who do."""


def offered(run: Run, samples: int) -> Iterator[Move]:
    """Every choice, and so many samples, of everybody who may say something."""
    for demand in run.rules.pending(run.public):
        if demand.kind is Kind.CHANCE:
            continue
        moves = list(run.rules.choices(run.public, Secret(), demand))
        draw = run.luck.randrange
        moves += [run.rules.sample(run.public, Secret(), demand, draw) for _ in range(samples)]
        for move in moves:
            assert move.seat == demand.seat
            text = GAME.grammar.write(move)
            assert GAME.grammar.read(run.rules, run.public, Secret(), demand, text) == move
            yield move


def legal(run: Run) -> None:
    """Every choice and some samples of everybody who may say something are taken."""
    for move in offered(run, 4):
        run.rules.apply(run.public, Notice(move.kind, move.seat, move.public))


def absent(seed: int, bot: Bot) -> int:
    """Plays a game with players who go away; how often somebody moved for another's hero."""
    run, moved = Run({"heroes": 2 + seed % 3}, seed, bot, LEAVE), 0
    while run.step():
        assert len(run.steps) < LONGEST
        public, notice = run.steps[-1]
        asked, told = run.rules.pending(public)[0], cast("dict[str, Any]", notice.public)
        if notice.kind is Kind.MOVE and notice.seat == asked.seat and told["do"] != "late":
            moved += cast("dict[str, Any]", asked.about)["hero"] != notice.seat
        run.rules.pending(run.public)
        if notice.kind is Kind.MOVE and run.luck.random() < 0.05:
            sound(run.rules, run.public)
            legal(run)
            assert scene(run.rules, run.public, None).notes
    assert run.rules.outcome(run.public) is not None
    return moved


@pytest.mark.parametrize("bot", [at_random, choose], ids=["random", "bot"])
def test_games_of_players_who_go_away_end_and_offer_legal_moves(bot: Bot):
    moved = [absent(seed, bot) for seed in range(8)]
    assert sum(count > 10 for count in moved) >= 4, "heroes are run by others"


@pytest.mark.long
@pytest.mark.parametrize("bot", [at_random, choose], ids=["random", "bot"])
def test_hundreds_of_games_of_players_who_go_away_end(bot: Bot):
    assert sum(absent(seed, bot) > 10 for seed in range(400)) > 200


@FEW
@given(options(), SEEDS, st.integers(0, 400))
def test_states_round_trip_and_steps_repeat(chosen: dict[str, Any], seed: int, to: int):
    run = Run(chosen, seed).play(to)
    packed = json.dumps(pack(run.public))
    assert len(packed) < 40 * 1024
    again = unpack(Public, json.loads(packed))
    assert again == run.public
    assert run.rules.pending(again) == run.rules.pending(run.public)
    public = run.rules.start()
    for before, notice in run.steps:
        assert public == before
        public = run.rules.apply(public, notice)
    assert public == run.public


@FEW
@given(options(), SEEDS, st.integers(0, 300))
def test_samples_are_legal_and_so_are_all_choices(chosen: dict[str, Any], seed: int, to: int):
    run = Run(chosen, seed, choose).play(to)
    for move in offered(run, 12):
        sound(run.rules, run.rules.apply(run.public, Notice(move.kind, move.seat, move.public)))


@FEW
@given(options(), SEEDS, st.integers(0, 300), st.booleans())
def test_the_account_is_a_function_of_what_was_said(
    chosen: dict[str, Any], seed: int, to: int, random: bool
):
    run = Run(chosen, seed, at_random if random else choose).play(to)
    lines = account(run.rules, run.steps)
    assert len(lines) == run.public.told
    last = latest(run.public)
    assert lines[len(lines) - len(last) :] == last
    assert latest(run.public, 2) == last[-2:]
    for line in lines:
        assert line.isprintable()
        assert line[-1] in ".:?"
        assert line[0] == line[0].upper()
        assert len(line) < 200
    if run.steps:
        public, notice = run.steps[-1]
        assert tell(run.rules, public, notice) == tell(run.rules, public, notice)


@FEW
@given(options(), SEEDS, st.integers(0, 400))
def test_every_state_can_be_drawn(chosen: dict[str, Any], seed: int, to: int):
    run = Run(chosen, seed, choose).play(to)
    drawn = scene(run.rules, run.public, None)
    assert drawn == scene(run.rules, run.public, Secret())
    svg = to_svg(drawn)
    assert svg == to_svg(drawn)
    assert len(svg) < 150_000
    text = to_text(drawn, columns=200, names=True)
    for place, hero in enumerate(run.public.heroes):
        assert run.rules.mine.callings[place].name in text
        assert hero.down or not hero.at or f">{run.rules.mine.callings[place].letter}<" in svg


# -- bad input -------------------------------------------------------------------------------------

HUGE = st.none().map(lambda _: 10**5000)
WILD: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([0, 1, -1, 2**53 - 1])
    | HUGE
    | st.text(max_size=5)
    | st.sampled_from(["1a3", "d1a", "warden", "lantern", "bandages", "gun", "melee", "ko"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["do", "path", "at", "hero", "item"]), inner, max_size=4)
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
@given(st.data(), options(), SEEDS, st.integers(0, 200))
def test_apply_raises_nothing_but_illegal_move(
    data: st.DataObject, chosen: dict[str, Any], seed: int, to: int
):
    run = Run(chosen, seed).play(to)
    demands = run.rules.pending(run.public)
    if not demands:
        return
    move = run.move(data.draw(st.sampled_from(demands)))
    odd = Notice(
        data.draw(st.sampled_from(list(Kind))) if data.draw(st.booleans()) else move.kind,
        data.draw(st.sampled_from([*run.rules.seats, ALL, "dealer", ""]))
        if data.draw(st.booleans())
        else move.seat,
        data.draw(bent(move.public)),
        data.draw(st.sampled_from([(), (), (), ("x",)])),
        data.draw(st.sampled_from([{}, {}, {}, {"x": 1}])),
    )
    before = len(json.dumps(pack(run.public)))
    try:
        after, said = run.rules.apply(run.public, odd), ""
    except IllegalMoveError as error:
        after, said = run.public, str(error)
    assert "\n" not in said
    assert len(said) < 400
    assert len(json.dumps(pack(after))) < before + 6000
    assert unpack(Public, pack(after)) == after
    run.rules.pending(after)
    run.rules.caption(after)
    sound(run.rules, after)


# -- whole games -----------------------------------------------------------------------------------


def whole(size: int, seed: int, bot: Bot) -> Match:
    """A game with seals, dice and log, audited."""
    bots: dict[str, Bot] = dict.fromkeys(CALLINGS, bot)
    match = Match(GAME, {"heroes": size}, f"whole/{size}/{seed}", bots=bots).play(LONGEST)
    verdict = audit.verify(match.bundle(), GAME)
    assert verdict.status is Status.FAIR, verdict.findings
    # Who flees at once rolls nothing that anybody could foresee.
    rolled = any(one.entry.type == "roll" for one in match.taken)
    assert [one.code for one in verdict.findings] == ["NOT_COVERED"] * rolled
    return match


@pytest.mark.parametrize("bot", [at_random, choose], ids=["random", "bot"])
@pytest.mark.parametrize("size", AUTO)
def test_a_game_audits_clean(size: int, bot: Bot):
    whole(size, 0, bot)


def test_one_player_may_run_all_heroes():
    bots: dict[str, Bot] = dict.fromkeys(CALLINGS, choose)
    held: dict[str, str] = dict.fromkeys(CALLINGS, "ann")
    match = Match(GAME, {"heroes": 4}, "ann", bots=bots, holders=held).play(LONGEST)
    assert len({one.holder.key for one in match.state.seats.values() if one.holder}) == 1
    assert audit.verify(match.bundle(), GAME).status is Status.FAIR


def test_the_rules_say_what_the_board_says():
    """The tables of RULES.md hold the numbers that are played with."""
    text = " ".join(files(GAME.package).joinpath("RULES.md").read_text().split())
    for breed in lore().breeds.values():
        numbers = (breed.initiative, breed.move, breed.escape, f"{breed.hit}+", breed.combat)
        numbers += (breed.damage, breed.defense, breed.health)
        row = f"| {breed.name} | {' | '.join(map(str, numbers))} | {breed.xp}"
        assert row in text
        assert f"| {breed.cap} |" in text[text.index(row) :][:120]
    heroes = [lore().callings[name] for name in CALLINGS]
    for row in (
        [str(one.initiative) for one in heroes],
        [f"{one.shoot}+, {one.strike}+" for one in heroes],
        [str(one.combat) for one in heroes],
        [f"{one.health}, {one.sanity}" for one in heroes],
        [f"{one.defense}+, {one.willpower}+" for one in heroes],
        [" ".join(str(one.skills[skill]) for skill in SKILLS) for one in heroes],
    ):
        assert f"| {' | '.join(row)} |" in text
    parties = [lore().parties[size] for size in AUTO]
    for row in (
        [f"{one.threat}, {one.final}" for one in parties],
        [str(one.revives) for one in parties],
        [str(one.grit) for one in parties],
        [" ".join(map(str, one.peril)) for one in parties],
    ):
        assert f"| {' | '.join(row)} |" in text


@pytest.mark.long
@pytest.mark.parametrize("bot", [at_random, choose], ids=["random", "bot"])
@pytest.mark.parametrize("size", AUTO)
def test_a_thousand_games_end_and_audit_clean(size: int, bot: Bot):
    for seed in range(250):
        whole(size, seed, bot)


def won(size: int, games: int) -> float:
    """The share of games that the bot wins."""
    rules = [Run({"heroes": size}, f"{size}/{seed}", choose).play() for seed in range(games)]
    return sum(bool(run.public.outcome and run.public.outcome.winners) for run in rules) / games


@pytest.mark.parametrize("size", AUTO)
def test_the_bot_wins_now_and_then_and_not_always(size: int):
    assert 0.2 < won(size, 30) < 0.9


@pytest.mark.long
@pytest.mark.parametrize("size", AUTO)
def test_each_party_wins_about_half_of_a_thousand_games(size: int):
    assert 0.40 <= won(size, 1000) <= 0.65


def test_a_batch_is_never_stored_before_it_is_rolled():
    """What is not drawn yet is a count or a sorted list: there is no order to leak."""
    run = Run({"heroes": 4}, 1, choose)
    while run.step():
        for left in run.public.decks.values():
            assert list(left) == sorted(left)
    table = Delve(heroes=4)
    assert all(list(left) == sorted(left) for left in table.public.decks.values())
