"""One test per attack on Mine Delve: who is blamed, for what, in which entry.

All that is hidden in this game is hidden from all and not drawn yet, so there are two kinds of
cheats: a server that does not roll what the links give, and a player who does what he may not.
"""

from collections.abc import Callable
from typing import Any

import pytest

from paperchase import dice, registry
from paperchase.audit import Status
from paperchase.errors import EvidenceError, IllegalMoveError, PaperchaseError, StaleHeadError
from paperchase.games.mine_delve.bot import choose
from paperchase.games.mine_delve.state import Public
from paperchase.log import Entry
from paperchase.table import SERVER, Stage
from paperchase.testing import Match
from rogue import acquit, bundle, convict, posts, relog, serve, sign, slipped

GAME = registry.find("mine-delve")


def mine(seed: str | int, heroes: int = 2) -> Match:
    """A game with the bot on all seats."""
    rules = GAME.rules(GAME.board(registry.board(GAME, "blackwater"), "x"), {"heroes": heroes})
    match = Match(GAME, {"heroes": heroes}, seed, bots=dict.fromkeys(rules.seats, choose))
    match.join()
    return match


def until(wanted: Callable[[Public], bool], heroes: int = 2, name: str = "") -> Match:
    """A game played on to a decision in such a state."""
    for seed in range(60):
        match = mine(f"{name}/{seed}", heroes)
        while match.state.stage is Stage.PLAY:
            if wanted(match.state.public):
                return match
            demand = next(one.demand for one in match.state.phases if one.demand.must)
            match.agents[demand.seat].act(demand)
    raise AssertionError("it never comes to that")


def asked(match: Match) -> tuple[str, Any]:
    """Who has to act, and what about."""
    demand = next(one.demand for one in match.state.phases if one.demand.must)
    return demand.seat, demand.about


def says(match: Match, seat: str, **told: Any) -> Entry:
    """What a player signs as his move."""
    return sign(match, seat, "move", {"public": told, "sealed": {}, "opened": {}})


def refused(match: Match, entry: Entry, kind: type[PaperchaseError], *words: str) -> None:
    """An honest server refuses it, for that reason."""
    with pytest.raises(kind) as caught:
        match.table.accept(match.state, entry, match.now, match.ledger.book)
    assert all(word in str(caught.value) for word in words), caught.value


def caught(match: Match, entry: Entry, seat: str, *words: str) -> None:
    """It is refused, and where the server takes it all the same both are blamed."""
    refused(match, entry, IllegalMoveError, *words)
    convict(slipped(match, entry), "PUBLIC_ILLEGAL", match.state.length, seat, SERVER)


def of(purpose: str) -> Callable[[Any], bool]:
    """Rolls for this purpose."""
    return lambda roll: roll["about"]["for"] == purpose


def rolling(wanted: Callable[[Any], bool], name: str) -> tuple[Match, Entry, int]:
    """A game in which the server owes a batch with a roll of that kind, the honest batch, and
    the place of the roll in it."""
    for seed in range(60):
        match = mine(f"{name}/{seed}", 3)
        while match.state.stage is Stage.PLAY:
            demand = next(one.demand for one in match.state.phases if one.demand.must)
            agent = match.agents[demand.seat]
            match._append(agent.entry(agent.choose(demand)))
            draft = match.dealer.owed(match.table, match.state, match.secret)
            if draft is not None and draft.type == "roll":
                honest = match._drafted(draft)
                for place, roll in enumerate(honest.body["rolls"]):
                    if wanted(roll):
                        return match, honest, place
            match._deal()
    raise AssertionError("nobody ever rolls that")


def forged(match: Match, honest: Entry, place: int, **changes: Any) -> Entry:
    """The batch with one roll in it changed."""
    rolls = [*honest.body["rolls"]]
    rolls[place] = {**rolls[place], **changes}
    return serve(match, "roll", {**honest.body, "rolls": rolls}, honest.link)


def blamed(match: Match, lie: Entry) -> None:
    """An honest table refuses the batch, and the server that signs it is convicted."""
    refused(match, lie, EvidenceError)
    convict(slipped(match, lie), "RNG", match.state.length, SERVER)


# -- the server ------------------------------------------------------------------------------------


def test_a_server_that_rerolls_the_hold_test():
    match, honest, place = rolling(of("hold back the dark"), "hold")
    for got in ([6, 5], [5, 6], [1, 1]):
        if got != honest.body["rolls"][place]["public"]["got"]:
            picks = [face - 1 for face in got]
            blamed(match, forged(match, honest, place, picks=picks, public={"got": got}))


def test_a_server_that_takes_another_link_for_the_batch():
    match, honest, _ = rolling(of("move"), "link")
    index = honest.body["index"] + 1
    link = match.dealer.chain.link(index)
    seed = dice.batch_seed(link, match.table.game, index, match.table.links(match.state))
    rolls = [*honest.body["rolls"]]
    first = rolls[0]
    found = list(dice.picks(seed, 0, first["lots"]))
    rolls[0] = {**first, "picks": found}
    for number in (index, index - 1):
        body = {"index": number, "timeout": False, "rolls": rolls}
        blamed(match, serve(match, "roll", body, link))


@pytest.mark.parametrize(
    "purpose", ["map", "exploration token", "encounter", "med threat", "loot", "darkness"]
)
def test_a_server_that_picks_another_card(purpose: str):
    match, honest, place = rolling(of(purpose), purpose)
    roll = honest.body["rolls"][place]
    cards = roll["about"]["from"]
    other = next(n for n, card in enumerate(cards) if card not in roll["public"]["got"])
    picks = [other, *roll["picks"][1:]]
    got = [cards[other], *roll["public"]["got"][1:]]
    blamed(match, forged(match, honest, place, picks=picks, public={"got": got}))
    blamed(match, forged(match, honest, place, public={"got": got}))


def test_a_server_that_stacks_the_list_drawn_from():
    match, honest, place = rolling(of("map"), "stack")
    about = honest.body["rolls"][place]["about"]
    short = {**about, "from": about["from"][1:]}
    blamed(match, forged(match, honest, place, about=short))


@pytest.mark.parametrize("purpose", ["target", "ambush", "random hero"])
def test_a_server_that_picks_another_target(purpose: str):
    match, honest, place = rolling(of(purpose), purpose)
    roll = honest.body["rolls"][place]
    pick = (roll["picks"][0] + 1) % len(roll["about"]["from"])
    got = [roll["about"]["from"][pick]]
    blamed(match, forged(match, honest, place, picks=[pick], public={"got": got}))


def test_a_server_that_leaves_a_roll_out_or_adds_one():
    match, honest, _ = rolling(of("hold back the dark"), "count")
    rolls = honest.body["rolls"]
    for wrong in (rolls[:-1], [*rolls, rolls[-1]], rolls[1:], []):
        blamed(match, serve(match, "roll", {**honest.body, "rolls": wrong}, honest.link))


def test_a_server_that_feigns_a_timeout_before_the_deadline():
    match = until(lambda public: public.turn == 2)
    seat, _ = asked(match)
    lapse = serve(match, "lapse", {"of": seat, "what": "move", "public": {"do": "late"}})
    refused(match, lapse, EvidenceError)
    convict(slipped(match, lapse), "LAPSE", match.state.length, SERVER)


def test_a_server_that_labels_a_batch_as_a_timeout():
    match, honest, _ = rolling(of("move"), "label")
    blamed(match, serve(match, "roll", {**honest.body, "timeout": True}, honest.link))


def test_a_server_that_plays_another_default():
    match = until(lambda public: public.turn == 2)
    seat, _ = asked(match)
    lapse = serve(match, "lapse", {"of": seat, "what": "move", "public": {"do": "end"}})
    late = [*posts(match), (lapse, match.state.clocks[seat] + 1)]
    convict(bundle(match, relog(match, late)), "LAPSE", match.state.length, SERVER)


def test_a_server_that_drops_a_command_gets_the_same_dice_when_it_comes_again():
    rolls: list[Any] = []
    for seconds in (1, 1000):
        match = until(lambda public: public.turn == 2 and public.act is not None, name="again")
        seat, _ = asked(match)
        match.submit(says(match, seat, do="end"), seconds)
        rolls.append([one.entry.body for one in match.taken if one.entry.type == "roll"][-1])
    assert rolls[0] == rolls[1]


def test_a_held_back_command_is_not_covered():
    """The log cannot tell. The verdict says that the server could foresee the rolls after it."""
    match = until(lambda public: public.turn == 2)
    seat, _ = asked(match)
    held = says(match, seat, do="end")
    match.lapse(seat)
    verdict = acquit(match.bundle())
    codes = {one.code for one in verdict.findings}
    assert codes <= {"FORESEEABLE", "INCOMPLETE", "NOT_COVERED"}
    assert {"FORESEEABLE", "NOT_COVERED"} <= codes
    held.signed.check("pc/entry/1", match.agents[seat].player.identity.key)


# -- players ---------------------------------------------------------------------------------------


def with_dice(public: Public) -> bool:
    if public.throw is None or public.act is None:
        return False
    hero = public.heroes[public.act.hero]
    return hero.grit > 0 and not public.throw.again and len(public.throw.dice) > 1


def test_a_player_who_rolls_a_die_three_times():
    match = until(with_dice, name="dice")
    seat, _ = asked(match)
    match.submit(says(match, seat, do="reroll", dice=[1]))
    if match.state.public.throw is None:
        # The Grit is gone: there is no decision any more.
        entry = says(match, asked(match)[0], do="reroll", dice=[1])
        refused(match, entry, IllegalMoveError)
        return
    caught(match, says(match, seat, do="reroll", dice=[1]), seat, "no die is rolled three times")


def test_a_player_who_rerolls_twice_although_his_grit_is_gone():
    match = until(
        lambda public: (
            with_dice(public)
            and public.act is not None
            and public.heroes[public.act.hero].grit == 1
        ),
        heroes=1,
        name="grit",
    )
    seat, _ = asked(match)
    match.submit(says(match, seat, do="reroll", dice=[1]))
    seat, _ = asked(match)
    refused(match, says(match, seat, do="reroll", dice=[2]), IllegalMoveError)


def test_a_player_who_acts_out_of_turn():
    match = until(lambda public: public.turn == 2 and public.act is not None)
    seat, _ = asked(match)
    other = next(one for one in match.table.rules.seats if one != seat)
    caught(match, says(match, other, do="end"), other, f"turn of {seat}")


@pytest.mark.parametrize("told", [{"do": "look"}, {"do": "scavenge", "tile": 1, "ask": False}])
def test_a_player_who_searches_in_a_fight(told: dict[str, Any]):
    match = until(lambda public: bool(public.foes) and public.act is not None, name="search")
    seat, _ = asked(match)
    caught(match, says(match, seat, **told), seat, "nobody searches in a fight")


def new_orders(match: Match, seat: str, hero: str = "") -> Entry:
    told = {"do": "orders", "grit": "always", "tests": True, "heal": True, "mend": "lower"}
    return says(match, seat, **told, hero=hero or seat, rest="heal", dread="no", flee=False)


def test_a_player_who_changes_his_orders_after_the_hits_comes_too_late():
    """The hits, the Defense and the Grit that orders pay are one batch with what caused them:
    before it is entered nobody else can enter anything."""
    match, _, place = rolling(of("defense"), "orders")
    assert place >= 0
    other = match.table.rules.seats[0]
    entry = new_orders(match, other)
    refused(match, entry, IllegalMoveError, "has to roll first")
    convict(slipped(match, entry), "PUBLIC_ILLEGAL", match.state.length, SERVER)


def test_a_server_that_slips_new_orders_in_before_the_hits():
    """An order that its author signed after the hits names a head that was not there before."""
    match, honest, _ = rolling(of("defense"), "slip")
    before = posts(match)
    match._append(honest)
    seats = [one.demand.seat for one in match.state.phases if not one.demand.must]
    if not seats:
        pytest.skip("everybody has used up his changes")
    entry = new_orders(match, seats[0])
    lines = relog(match, [*before[:-1], (entry, match.now), before[-1], (honest, match.now)])
    seq = len(before)
    verdict = convict(bundle(match, lines), "CHAIN", seq, SERVER)
    assert verdict.prefix == seq


def test_a_player_who_runs_a_hero_without_a_vote():
    match = until(lambda public: public.turn == 2 and public.act is not None)
    seat, _ = asked(match)
    other = next(one for one in match.table.rules.seats if one != seat)
    # A late arrival for `other` is nobody's to sign but his own.
    caught(match, says(match, other, do="run", hero=seat), other, "no vote about")
    forged = sign(
        match,
        other,
        "move",
        {"public": {"do": "end"}, "sealed": {}, "opened": {}},
        seat=seat,
    )
    with pytest.raises(PaperchaseError):
        forged.signed.check("pc/entry/1", match.table.key(match.state, forged))
    convict(slipped(match, forged), "SIG", match.state.length, SERVER)


def test_a_player_who_gives_orders_for_a_hero_whom_he_does_not_run():
    match = until(lambda public: public.turn == 2 and public.act is not None)
    seat, _ = asked(match)
    other = next(one for one in match.table.rules.seats if one != seat)
    caught(match, new_orders(match, other, seat), other, f"orders of {seat} are for {seat} to give")


def test_one_command_twice_is_one_command():
    match = until(lambda public: public.turn == 2 and public.act is not None)
    seat, _ = asked(match)
    entry = says(match, seat, do="end")
    match.submit(entry)
    refused(match, entry, StaleHeadError)


def test_an_away_hero_is_run_by_the_others_after_a_vote():
    """Three lapses, a vote, and the next seat plays on; the log audits clean."""
    match = until(lambda public: public.turn == 1 and public.act is not None, name="away")
    away = "drifter"
    other = "warden"
    while match.state.public.heroes[1].missed < 3:
        seat, _ = asked(match)
        if seat == away:
            match.lapse(away)
        else:
            match.submit(says(match, seat, do="end"))
    phases = {one.demand.seat: one.demand for one in match.state.phases}
    assert other in phases
    entry = says(match, other, do="run", hero=away)
    match.submit(entry)
    assert match.state.public.heroes[1].run
    match.submit(new_orders(match, other, away))
    assert match.state.public.heroes[1].orders.grit == "always"
    for _ in range(6):
        if match.state.stage is not Stage.PLAY:
            break
        seat, about = asked(match)
        assert seat == other
        match.submit(says(match, other, do="end"))
        assert about["do"] in ("act", "dice", "choose")
    verdict = acquit(match.bundle())
    assert verdict.status in (Status.UNDECIDED, Status.FAIR)


def test_what_all_players_and_the_server_do_together_is_not_covered():
    """They can foresee rolls and choose commands by them. The verdict says that it cannot tell."""
    verdict = acquit(until(lambda public: public.turn == 2).bundle())
    told = [one for one in verdict.findings if one.code == "NOT_COVERED"]
    assert len(told) == 1
    assert not told[0].blamed
