"""Last Friday with real seals: honest games audit clean, and each cheat of the rules' table (d)
is found and blamed at the time that the table names.

Most are played in the glade, where everybody meets soon (see friday_camp).
"""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

import pytest

from games import friday_oracle
from games.friday_camp import glade, text
from games.friday_play import CHAPTERS, GAME, SEATS, said
from paperchase import audit, registry
from paperchase.audit import Status, reproduce
from paperchase.bot import Bot, at_random
from paperchase.errors import EvidenceError, IllegalMoveError, PaperchaseError
from paperchase.games.last_friday.camp import COLOURS
from paperchase.games.last_friday.rules import LastFriday
from paperchase.games.last_friday.site import Site
from paperchase.games.last_friday.state import Public, turn_slots
from paperchase.games.last_friday.turns import turn_move
from paperchase.rules import Below, Demand, Kind, Move, Notice
from paperchase.table import Ledger
from paperchase.testing import Agent, Match
from rogue import convict, once, serve, sign

BOARD = text().encode()
Change = Callable[[Agent, Move], Move | None]
Want = Callable[[Move], object]


def match(seed: str | int, play: str, real: bool = False, **given: Any) -> Match:
    """A match with bots for campers, in the glade or on the real map."""
    bots = {**dict.fromkeys(SEATS, GAME.bot), **given.pop("bots", {})}
    board = registry.board(GAME, "nettlewater") if real else BOARD
    options = {"play": play, **given.pop("options", {})}
    return Match(GAME, options, seed, board=board, bots=bots, **given)


def eager(want: Want) -> Bot:
    """A Maniac who takes any move of the kind that is wanted, and moves at random otherwise."""

    def bot(rules: Any, public: Any, secret: Any, demand: Demand, below: Below) -> Move:
        for move in rules.choices(public, secret, demand):
            if want(move):
                return move
        return at_random(rules, public, secret, demand, below)

    return bot


def peaceful(rules: Any, public: Any, secret: Any, demand: Demand, below: Below) -> Move:
    """A camper who lays no Trap and no Lantern, if he can help it."""
    for _ in range(20):
        move = at_random(rules, public, secret, demand, below)
        if said(move).get("do") != "use":
            return move
    return at_random(rules, public, secret, demand, below)


def always(move: Move) -> Bot:
    """Somebody who knows what he wants."""

    def bot(rules: Any, public: Any, secret: Any, demand: Demand, below: Below) -> Move:
        return move

    return bot


def replayed(game: Match) -> list[str]:
    """The oracle's word, from what the players know."""
    found: list[friday_oracle.Played] = []
    for one in game.taken:
        for event in one.events:
            notice = event.notice
            known = game.agents[notice.seat].known if notice.sealed else {}
            hidden = {slot: known[slot] for slot in notice.sealed}
            found.append(friday_oracle.Played(notice, hidden))
    return friday_oracle.examine(site_of(game).camp, game.table.genesis.options, found)


def seen(game: Match, until: int) -> set[int]:
    """The entries that the log proves wrong as it stands after so many entries."""
    last = game.taken[until - 1]
    state = last.step.state
    ledger = Ledger(game.table, state, game.ledger.book, every_receipt=False)
    return {one.seq for one in reproduce(game.table, ledger, game.taken[:until])}


def place(game: Match, type: str, last: bool = True) -> int:
    """How many entries stand before the last one of a type (or the first)."""
    places = [index for index, one in enumerate(game.taken) if one.entry.type == type]
    return places[-1] if last else places[0]


# -- honest games ------------------------------------------------------------------------------


def honest(play: str, seed: int, real: bool, bots: bool = True) -> Match:
    given: Mapping[str, Bot] = {} if bots else dict.fromkeys(SEATS, at_random)
    game = match(f"honest/{play}/{seed}", play, real, bots=given).play()
    verdict = audit.verify(game.bundle(), GAME)
    assert verdict.status is Status.FAIR, (play, seed, verdict.findings)
    assert not verdict.findings
    assert verdict.outcome is not None
    assert verdict.outcome.foul is None
    assert replayed(game) == [], (play, seed)
    return game


@pytest.mark.parametrize("play", ["campaign", *CHAPTERS])
def test_honest_games_are_fair(play: str):
    honest(play, 0, real=False)
    honest(play, 1, real=True)


@pytest.mark.long
@pytest.mark.parametrize("play", CHAPTERS)
def test_three_hundred_honest_games_of_each_chapter_are_fair(play: str):
    for seed in range(300):
        honest(play, seed, real=seed % 3 > 0, bots=seed % 2 == 0)


@pytest.mark.long
def test_a_hundred_honest_campaigns_are_fair():
    for seed in range(100):
        honest("campaign", seed, real=seed % 3 > 0)


def test_one_person_may_hold_all_campers():
    game = match(3, "I", holders=dict.fromkeys(COLOURS, "clara")).play()
    assert audit.verify(game.bundle(), GAME).status is Status.FAIR
    assert len({agent.player.identity.key for agent in game.agents.values()}) == 2


def test_an_entry_is_as_long_whatever_the_maniac_hides():
    game = match(1, "II", real=True)
    game.join()
    while game.state.public.stage != "maniac":
        game.step()
    agent = game.agents["maniac"]
    moves = list(game.table.rules.choices(game.state.public, agent.secret, _asked(game)))
    plain = [move for move in moves if not said(move)["token"]]
    sizes = {len(agent.entry(move).signed.payload) for move in plain}
    # A digit more or less is inside the seals.
    assert len(sizes) == 1
    assert len(plain) > 2


def _asked(game: Match) -> Demand:
    return next(one.demand for one in game.state.phases if one.demand.seat == "maniac")


# -- what is opened, and when ------------------------------------------------------------------


@pytest.mark.parametrize("play", CHAPTERS)
def test_a_scheduled_reveal_gives_away_the_revealed_circle_and_nothing_else(play: str):
    """No opening of any turn but the circle that the rules name; the way stays unknown."""
    bots = {"maniac": at_random, **dict.fromkeys(COLOURS, peaceful)}
    game = match(f"reveal/{play}", play, real=True, options={"tokens": 0}, bots=bots)
    game.join()
    shown = 0
    while game.state.stage == "play":
        game.step()
        for event in game.taken[-1].events:
            public, notice = event.public, event.notice
            told = notice.public
            if notice.seat != "maniac" or not isinstance(told, dict) or "token" not in told:
                continue
            if public.stage != "maniac" or public.round % 3 or told["token"] or told["stuck"]:
                continue
            back = public.round - 3 if play in ("I", "III") else public.round
            slot = f"end/{CHAPTERS.index(play) + 1}/{back}"
            if not public.lanterns and not public.traps:
                assert set(notice.opened) == {slot}
                shown += 1
    opened = {slot for one in game.taken for e in one.events for slot in e.notice.opened}
    assert shown > 1
    assert not {slot for slot in opened if slot.startswith("path")}


def test_the_way_to_a_revealed_circle_stays_unknown():
    """Two ways lead from the circle before to the one that is opened: all see the same bytes."""
    agent, one, other = _two_ways()
    bodies = [agent.entry(move).body for move in (one, other)]
    assert bodies[0]["opened"] == bodies[1]["opened"]
    assert bodies[0]["public"] == bodies[1]["public"]
    assert bodies[0]["sealed"]["path/2/3"] != bodies[1]["sealed"]["path/2/3"]


def _two_ways() -> tuple[Agent, Move, Move]:
    """A Maniac in round 3 of chapter II, and two turns of his that differ in the way alone."""
    slot = turn_slots("2/3")[0]
    for seed in range(20):
        game = match(f"way/{seed}", "II", options={"kit": "card"})
        game.join()
        while game.state.stage == "play" and game.state.public.round <= 3:
            if game.state.public.stage == "maniac" and game.state.public.round == 3:
                break
            game.step()
        if game.state.public.stage != "maniac":
            continue
        agent = game.agents["maniac"]
        moves = game.table.rules.choices(game.state.public, agent.secret, _asked(game))
        plain = [move for move in moves if not said(move)["token"] and move.opens == (slot,)]
        for a, b in combinations(plain, 2):
            ways = {a.hidden["path/2/3"], b.hidden["path/2/3"]}
            if len(ways) == 2 and a.hidden[slot] == b.hidden[slot] and said(a) == said(b):
                return agent, a, b
    pytest.fail("nowhere two ways led to one circle")


def campaign(seed: str, wanted: int, **given: Any) -> Match:
    """A campaign that comes at least to that chapter, with everybody honest or not."""
    for number in range(40):
        game = match(f"{seed}/{number}", "campaign", **given).play()
        liar = game.agents["maniac"]
        if game.state.public.chapter >= wanted and (liar.twist is None or liar.lied is not None):
            return game
    pytest.fail("no campaign came so far")


def test_after_ii_all_of_i_and_ii_is_open_and_nothing_of_iii():
    game = campaign("audit", 3)
    audits = [
        one for one in game.taken if one.entry.type == "open" and len(one.entry.body["opened"]) > 9
    ]
    (one,) = audits
    opened = {
        slot for each in game.taken[: one.seq] for e in each.events for slot in e.notice.opened
    }
    turns = {slot for slot in game.agents["maniac"].known if slot.split("/")[1] in "12"}
    sealed = {slot for slot in turns if not slot.startswith("hosp")}
    assert sealed <= opened
    assert not {
        slot for slot in opened if slot.split("/")[1] == "3" and slot[:4] in ("path", "mid/")
    }
    assert not {slot for slot in one.entry.body["opened"] if slot.startswith("hosp")}


def test_the_last_circle_of_i_is_not_opened_before_the_end_of_ii():
    game = campaign("start", 3, options={"tokens": 0})
    first = next(one.seq for one in game.taken if one.events and one.events[0].public.chapter == 2)
    audits = [
        one.seq
        for one in game.taken
        if one.entry.type == "open" and len(one.entry.body["opened"]) > 9
    ]
    start = game.taken[first - 1].events[0].public.ends[-1]
    early = {
        slot for one in game.taken[:first] for event in one.events for slot in event.notice.opened
    }
    assert start.startswith("end/1/")
    assert start not in early
    assert audits


def test_hospitality_tokens_are_opened_by_whoever_has_the_opening():
    """What an escrow does: the server delivers the opening that a pick-up demands."""
    game = match("escrow", "I")
    game.join()
    while game.state.public.stage != "take":
        game.step()
    (demand,) = [one.demand for one in game.state.phases]
    owner = game.agents["maniac"]
    values = {slot: owner.known[slot] for slot in demand.slots}
    body = {"of": "maniac", "opened": owner.player.openings(values)}
    game.submit(serve(game, "open", body))
    assert game.state.public.stage != "take"
    while game.state.stage == "play":
        game.step()
    game.reveal()
    assert audit.verify(game.bundle(), GAME).status is Status.FAIR


# -- cheats ------------------------------------------------------------------------------------


def cheated(
    play: str,
    change: Change,
    *,
    want: Want | None = None,
    kind: Kind = Kind.MOVE,
    options: Mapping[str, Any] | None = None,
    campers: Bot = at_random,
) -> tuple[Match, int]:
    """A game in which the Maniac found the chance to lie so, and the entry of the lie."""
    for seed in range(40):
        bots = {**dict.fromkeys(COLOURS, campers), "maniac": eager(want) if want else at_random}
        game = match(
            f"cheat/{seed}",
            play,
            bots=bots,
            twists={"maniac": once(kind, change)},
            options=options or {},
        ).play()
        lied = game.agents["maniac"].lied
        if lied is not None:
            return game, lied
    pytest.fail("no game in which he could do it")


def at_the_end(game: Match, lied: int, why: str, code: str = "MOVE_ILLEGAL") -> None:
    """Nobody could know before the Maniac revealed; then everybody does."""
    reveal = place(game, "reveal")
    assert lied not in seen(game, min(reveal, len(game.taken) - 2))
    verdict = convict(game.bundle(), code, lied, "maniac") if _alone(game, lied) else None
    verdict = verdict or audit.verify(game.bundle(), GAME)
    first = min(verdict.proofs, key=lambda one: one.seq)
    assert (first.code, first.seq, first.blamed) == (code, lied, ("maniac",))
    assert why in first.evidence
    assert "maniac" not in verdict.winners
    assert replayed(game)


def _alone(game: Match, lied: int) -> bool:
    return len(audit.verify(game.bundle(), GAME).proofs) == 1


def site_of(game: Match) -> Site:
    rules = game.table.rules
    assert isinstance(rules, LastFriday)
    return rules.site


def public_of(agent: Agent) -> Public:
    return agent.match.state.public


def turn(change: Callable[[Agent, Move, Any], Move | None]) -> Change:
    """A change of a turn that seals something."""

    def lie(agent: Agent, move: Move) -> Move | None:
        told = said(move)
        if not isinstance(told, dict) or "kills" not in told or not move.hidden:
            return None
        return change(agent, move, told)

    return lie


def slots(move: Move) -> list[str]:
    """The four slots of a turn, whatever it is called."""
    name = next(slot for slot in move.hidden if slot.startswith("path/")).removeprefix("path/")
    return list(turn_slots(name))


def with_hidden(move: Move, **told: Any) -> Move:
    hidden = {**move.hidden, **told.pop("hidden", {})}
    opens = told.pop("opens", move.opens)
    return Move(move.kind, move.seat, {**said(move), **told}, hidden, opens)


def wrong_edge(agent: Agent, move: Move, told: Any) -> Move | None:
    if move.opens or told["kills"] or told["traps"] or told["lanterns"]:
        return None
    end, _, path, _ = slots(move)
    other = next(r for r in glade().routes if r.start not in (agent.secret.at, move.hidden[end]))
    return with_hidden(move, hidden={path: other.id, end: other.end})


def no_move(agent: Agent, move: Move, told: Any) -> Move | None:
    if move.opens or told["kills"] or told["traps"] or told["lanterns"] or told["token"]:
        return None
    end, _, path, _ = slots(move)
    return with_hidden(move, hidden={path: 0, end: agent.secret.at})


def two_steps(agent: Agent, move: Move, told: Any) -> Move | None:
    if move.opens or told["token"] or told["kills"] or told["traps"] or told["lanterns"]:
        return None
    end, mid, _, path2 = slots(move)
    via = move.hidden[end]
    second = next((r for r in glade().routes if r.start == via and r.layer == "base"), None)
    if second is None:
        return None
    return with_hidden(move, hidden={mid: via, path2: second.id, end: second.end})


@pytest.mark.parametrize(
    ("change", "why"),
    [(wrong_edge, "no route from circle"), (no_move, "no route"), (two_steps, "single step")],
)
def test_each_move_illegal_edge_no_move_two_steps_without_speed(change: Any, why: str):
    game, lied = cheated("II", turn(change))
    at_the_end(game, lied, why)


def test_each_move_changed_afterwards_does_not_fit_its_seal():
    game = match("later", "I")
    game.join()
    while not game.state.public.ends or game.state.public.round < 3:
        game.step()
    while game.state.public.stage != "maniac":
        game.step()
    agent = game.agents["maniac"]
    move = agent.choose(_asked(game))
    true = agent.known["end/1/0"]
    agent.known["end/1/0"] = next(circle for circle in glade().circles if circle != true)
    with pytest.raises(EvidenceError):
        game.submit(agent.entry(move))


def test_scheduled_reveal_refused_is_no_move_and_then_a_forfeit():
    game = match("refuse", "I", options={"tokens": 0})
    game.join()
    while game.state.public.stage != "maniac" or game.state.public.round != 3:
        game.step()
    agent = game.agents["maniac"]
    move = agent.choose(_asked(game))
    silent = Move(move.kind, move.seat, move.public, move.hidden)
    with pytest.raises(IllegalMoveError, match="opens"):
        game.submit(agent.entry(silent))
    game.lapse("maniac")
    assert game.state.outcome.winners == COLOURS


def test_hospitality_missing_or_doubled_is_found_at_the_end():
    def double(_agent: Agent, move: Move) -> Move | None:
        if "hosp/0" not in move.hidden:
            return None
        (shovel,) = [s for s, value in move.hidden.items() if s[:4] == "hosp" and value == 7]
        return with_hidden(move, hidden={shovel: 8})

    twists = {"maniac": once(Kind.MOVE, double)}
    bots = dict.fromkeys(SEATS, at_random)
    game = match("gifts", "I", real=True, bots=bots, twists=twists).play()
    lied = game.agents["maniac"].lied
    assert lied is not None
    at_the_end(game, lied, "five keys, two corpses")


def test_hospitality_once_too_often_is_found_at_the_pick_up():
    def double(agent: Agent, move: Move) -> Move | None:
        if "hosp/0" not in move.hidden:
            return None
        return with_hidden(move, hidden={f"hosp/{number}": 6 for number in range(10)})

    game, lied = cheated("I", double)
    outcome = game.state.outcome
    assert (outcome.foul, outcome.winners) == ("maniac", COLOURS)
    assert "once too often" in outcome.why
    assert lied in {one.seq for one in audit.verify(game.bundle(), GAME).proofs}


def test_hospitality_contents_do_not_move():
    game = match("moved", "I")
    game.join()
    while game.state.public.stage != "take":
        game.step()
    owner = game.agents["maniac"]
    (slot,) = _slots(game)
    gifts = {each: value for each, value in owner.known.items() if each.startswith("hosp/")}
    other = next(value for value in gifts.values() if value != gifts[slot])
    body = {"of": "maniac", "opened": owner.player.openings({slot: other})}
    with pytest.raises(EvidenceError):
        game.submit(sign(game, "maniac", "open", body))


def _slots(game: Match) -> tuple[str, ...]:
    return next(one.demand.slots for one in game.state.phases)


def test_start_of_i_that_is_none_is_found_by_the_reveal_of_round_3():
    def start(agent: Agent, move: Move) -> Move | None:
        return with_hidden(move, hidden={"end/1/0": 33}) if "hosp/0" in move.hidden else None

    game, lied = cheated("I", start, options={"tokens": 0})
    outcome = game.state.outcome
    assert outcome.foul == "maniac"
    assert game.state.public.round <= 3
    assert lied in {one.seq for one in audit.verify(game.bundle(), GAME).proofs}


def test_start_of_iii_that_is_none_is_found_by_the_reveal_of_round_3():
    def start(agent: Agent, move: Move) -> Move | None:
        if "end/3/0" not in move.hidden:
            return None
        first = next(r for r in glade().routes if r.start == 33 and r.layer == "base")
        end, _, path, _ = slots(move)
        return with_hidden(move, hidden={"end/3/0": 33, path: first.id, end: first.end})

    def dull(move: Move) -> bool:
        told = said(move)
        return "kills" in told and not told["kills"] and not told["token"]

    game, lied = cheated("III", start, want=dull)
    assert game.state.outcome.foul == "maniac"
    assert game.state.public.round <= 3
    assert lied in {one.seq for one in audit.verify(game.bundle(), GAME).proofs}


def test_start_of_ii_alone_that_is_none_is_found_at_the_end():
    def start(agent: Agent, move: Move) -> Move | None:
        if "end/2/0" not in move.hidden or len(move.hidden) > 1:
            return None
        return with_hidden(move, hidden={"end/2/0": 33})

    game, lied = cheated("II", start)
    verdict = audit.verify(game.bundle(), GAME)
    assert lied in {one.seq for one in verdict.proofs}
    assert "maniac" not in verdict.winners


def after_ii(change: Change, why: str) -> None:
    """A lie in I or II of a campaign: proved by the openings after II, and not before."""
    game = campaign("lie", 3, twists={"maniac": once(Kind.MOVE, change)})
    lied = game.agents["maniac"].lied
    assert lied is not None
    at = next(
        one.seq
        for one in game.taken
        if one.entry.type == "open" and len(one.entry.body["opened"]) > 9
    )
    assert lied < at
    assert lied not in seen(game, at - 1)
    assert lied in seen(game, at)
    first = min(audit.verify(game.bundle(), GAME).proofs, key=lambda one: one.seq)
    assert (first.seq, first.blamed) == (lied, ("maniac",))
    assert why in first.evidence


def test_teleport_between_chapters_is_found_after_ii():
    def jump(agent: Agent, move: Move, told: Any) -> Move | None:
        public = public_of(agent)
        if (public.chapter, public.round) != (2, 1) or public.stage != "maniac":
            return None
        return wrong_edge(agent, move, told)

    after_ii(turn(jump), "no route from circle")


@pytest.mark.parametrize("chapter", [3, 4])
def test_wrong_edge_of_iii_and_a_teleport_to_iv_are_found_at_the_end(chapter: int):
    """Both stay sealed till the campaign is over."""

    def edge(agent: Agent, move: Move, told: Any) -> Move | None:
        public = public_of(agent)
        late = public.round == 1 if chapter == 4 else public.round > 12
        if public.stage != "maniac" or public.chapter != chapter or not late or move.opens:
            return None
        return wrong_edge(agent, move, told)

    game = campaign("late", 4, twists={"maniac": once(Kind.MOVE, turn(edge))})
    lied = game.agents["maniac"].lied
    assert lied is not None
    at_the_end(game, lied, "no route from circle")


def test_wrong_edge_of_i_is_found_after_ii_and_not_before():
    def edge(agent: Agent, move: Move, told: Any) -> Move | None:
        public = public_of(agent)
        return wrong_edge(agent, move, told) if public.chapter == 1 and public.round > 11 else None

    after_ii(turn(edge), "no route from circle")


def kills(move: Move) -> object:
    return said(move).get("kills")


def test_kill_hidden_is_found_at_the_end():
    def hide(agent: Agent, move: Move, told: Any) -> Move | None:
        return with_hidden(move, kills=[]) if told["kills"] and not told["traps"] else None

    game, lied = cheated("III", turn(hide), want=kills)
    at_the_end(game, lied, "and he named nobody")


def test_kill_invented_is_found_at_the_end():
    def invent(agent: Agent, move: Move, told: Any) -> Move | None:
        public = public_of(agent)
        if told["kills"] or move.opens or public.round % 3 == 0:
            return None
        living = [colour for colour in COLOURS if public.campers[colour].at]
        for colour in living:
            lie = with_hidden(move, kills=[colour])
            after = agent.match.table.rules.apply(public, _notice(lie))
            if after.outcome is None:
                return lie
        return None

    game, lied = cheated("I", turn(invent))
    at_the_end(game, lied, "passes nobody, and he named")


def _notice(move: Move) -> Notice:
    return Notice(move.kind, move.seat, move.public, tuple(move.hidden))


def test_trap_ignored_is_found_at_the_end():
    def ignore(agent: Agent, move: Move, told: Any) -> Move | None:
        if not told["traps"] or told["lanterns"] or public_of(agent).lanterns:
            return None
        due = public_of(agent).round % 3 == 0
        return None if due else with_hidden(move, traps=[], opens=())

    game, lied = cheated("III", turn(ignore), want=lambda move: said(move).get("traps"))
    at_the_end(game, lied, "and he named no trap")


def test_trap_and_moving_on_is_found_at_the_end():
    def on(agent: Agent, move: Move, told: Any) -> Move | None:
        if not told["traps"] or told["token"] or public_of(agent).round % 3 == 0:
            return None
        end, mid, _, path2 = slots(move)
        via = move.hidden[end]
        second = next(r for r in glade().routes if r.start == via and r.layer == "base")
        return with_hidden(move, hidden={mid: via, path2: second.id, end: second.end})

    game, lied = cheated("III", turn(on), want=lambda move: said(move).get("traps"))
    verdict = audit.verify(game.bundle(), GAME)
    assert lied in {one.seq for one in verdict.proofs}
    assert any("a trap ends his turn" in one.evidence for one in verdict.proofs)


def lit(move: Move) -> bool:
    told = said(move)
    return (
        "traps" in told
        and not told["traps"]
        and not told["lanterns"]
        and not told["clue"]
        and any(slot in move.hidden and slot.startswith("end/") for slot in move.opens)
    )


def test_lantern_denied_at_the_end_of_a_move_is_found_at_the_end():
    def dark(agent: Agent, move: Move, told: Any) -> Move | None:
        return with_hidden(move, opens=()) if lit(move) else None

    game, lied = cheated("III", turn(dark), want=lit)
    at_the_end(game, lied, "he had to open end/")


def test_lantern_passed_in_a_double_step_is_found_at_the_end():
    def mid(move: Move) -> bool:
        return any(slot.startswith("mid/") for slot in move.opens)

    def silent(agent: Agent, move: Move, told: Any) -> Move | None:
        return with_hidden(move, opens=()) if mid(move) and len(move.opens) == 1 else None

    game, lied = cheated("III", turn(silent), want=mid)
    at_the_end(game, lied, "he had to open mid/")


def answers(key: str, value: Any, *, opens: tuple[str, ...] | None = None) -> Change:
    """Another answer than the true one, where that has this key."""

    def lie(agent: Agent, move: Move) -> Move | None:
        if key not in said(move) or said(move)[key] == value:
            return None
        lied = Move(move.kind, move.seat, {key: value}, {}, opens or ())
        after = agent.match.table.rules.apply(public_of(agent), _notice(lied))
        return lied if after.outcome is None else None

    return lie


def test_lantern_denied_when_it_is_placed_is_found_at_the_end():
    game, lied = cheated("II", answers("lit", False), kind=Kind.ANSWER)
    at_the_end(game, lied, "true is", "ANSWER_LIE")


def test_hearing_answered_falsely_is_found_at_the_end():
    game, lied = cheated("II", answers("near", False), kind=Kind.ANSWER)
    at_the_end(game, lied, "true is", "ANSWER_LIE")


@pytest.mark.parametrize("play", ["II", "IV"])
def test_crossing_denied_is_found_at_the_end(play: str):
    game, lied = cheated(play, answers("hit", 0), kind=Kind.ANSWER)
    at_the_end(game, lied, "true is", "ANSWER_LIE")


def test_crossing_owned_up_to_elsewhere_is_a_foul_at_once():
    def lie(agent: Agent, move: Move) -> Move | None:
        public = public_of(agent)
        if said(move).get("hit") != 0 or not public.asks:
            return None
        return Move(move.kind, move.seat, {"hit": 1}, {}, (public.ends[-1],))

    game, lied = cheated("II", lie, kind=Kind.ANSWER)
    assert game.state.outcome.foul == "maniac"
    assert lied in {one.seq for one in audit.verify(game.bundle(), GAME).proofs}


@pytest.mark.parametrize("play", ["II", "IV"])
def test_blocked_edge_slipping_through_a_camper_is_found_at_the_end(play: str):
    def through(agent: Agent, move: Move, told: Any) -> Move | None:
        public, site = public_of(agent), site_of(agent.match)
        if told["token"] or public.stage != "maniac":
            return None
        here = {camper.at for camper in public.campers.values()}
        for route in site.land(public).routes[agent.secret.at].values():
            if here & set(route.dots):
                return turn_move(site, public, agent.secret, [route])
        return None

    game, lied = cheated(play, turn(through))
    at_the_end(game, lied, "a camper stands on his route")


@pytest.mark.parametrize("play", ["II", "IV"])
def test_cornered_and_not_saying_so_is_found_at_the_end(play: str):
    def deny(agent: Agent, move: Move) -> Move | None:
        public, site = public_of(agent), site_of(agent.match)
        if not said(move).get("stuck"):
            return None
        route = next(iter(site.land(public).routes[agent.secret.at].values()))
        return turn_move(site, public, agent.secret, [route])

    def corner(move: Move) -> object:
        told = said(move)
        nooks = {11, 12, 14, 15, 21, 25, 51, 52, 54, 55}
        return told.get("stuck") or ("token" in told and nooks & set(move.hidden.values()))

    game, lied = cheated(play, deny, want=corner, campers=GAME.bot, options={"kit": "card"})
    at_the_end(game, lied, "a camper stands on his route")


def test_axe_from_elsewhere_is_found_at_the_end():
    def axe(agent: Agent, move: Move, told: Any) -> Move | None:
        public = public_of(agent)
        if told["token"] or move.opens or public.round % 3 == 0 or public.stage != "maniac":
            return None
        if told["kills"] or public.traps or public.lanterns or "axe" not in public.held:
            return None
        marks = {c: cabin.axe for c, cabin in glade().cabins.items() if c not in public.tiles}
        for colour, circles in marks.items():
            lie = with_hidden(move, token="axe", axe=colour)
            if not circles & {agent.secret.at, move.hidden[slots(move)[0]]}:
                after = agent.match.table.rules.apply(public, _notice(lie))
                if after.outcome is None:
                    return lie
        return None

    game, lied = cheated("I", turn(axe))
    at_the_end(game, lied, "on no circle from which")


@pytest.mark.parametrize("token", ["shadow", "invisibility", "speed", "axe", "twist"])
def test_token_not_held_or_named_too_late_is_refused_at_once(token: str):
    game = match(f"token/{token}", "I", options={"tokens": 0})
    game.join()
    while game.state.public.stage != "maniac" or game.state.public.round != 3:
        game.step()
    agent = game.agents["maniac"]
    move = agent.choose(_asked(game))
    lie = with_hidden(move, token=token, axe="red" if token == "axe" else "")
    why = "played at the end of a round" if token == "twist" else "does not hold"
    with pytest.raises(IllegalMoveError, match=why):
        game.submit(agent.entry(lie))
    agent.bot = always(move)
    game.step()
    with pytest.raises(PaperchaseError):
        game.submit(agent.entry(with_hidden(move, token=token)))


def test_nearest_camper_is_worked_out_again_by_all():
    game, far = _tie()
    lie = Move(Kind.MOVE, "maniac", {"nearest": far})
    with pytest.raises(IllegalMoveError, match="the nearest campers are"):
        game.submit(game.agents["maniac"].entry(lie))


def _tie() -> tuple[Match, str]:
    """A campaign in which some campers are the nearest, and one who is not."""
    for seed in range(60):
        game = match(f"near/{seed}", "campaign", options={"tokens": 0})
        game.join()
        while game.state.stage == "play" and game.state.public.chapter < 3:
            near = set(game.state.public.queue)
            if game.state.public.stage == "tie" and near != set(COLOURS):
                return game, next(colour for colour in COLOURS if colour not in near)
            game.step()
    pytest.fail("no tie in these games")


def test_clue_bag_is_rolled_for_and_nobody_can_choose():
    """The server says that another clue was drawn: the links give the lie to it."""
    game = match("bag", "II")
    game.join()
    agent, move = _about_to_take(game)
    game._append(agent.entry(move))
    draft = game.dealer.owed(game.table, game.state, game.secret)
    assert draft is not None
    (roll,) = draft.body["rolls"]
    for clue in ("hearing", "trap", "lantern", "shovel", "sneakers"):
        told = {**roll, "public": {"clue": clue}}
        false = {**draft.body, "rolls": [told]}
        if told["public"] != roll["public"]:
            with pytest.raises(EvidenceError):
                game.submit(serve(game, "roll", false, draft.link))
    game.submit(serve(game, "roll", draft.body, draft.link))


def _about_to_take(game: Match) -> tuple[Agent, Move]:
    """Plays on until a camper wants to pick up an unseen clue."""
    while True:
        demand = next(one.demand for one in game.state.phases if one.demand.must)
        agent, public = game.agents[demand.seat], game.state.public
        move = agent.choose(demand)
        if isinstance(move.public, dict) and said(move).get("do") == "take":
            at = public.campers[public.turn.camper].at
            if public.tokens.get(at) == "clue":
                return agent, move
        game.step()
