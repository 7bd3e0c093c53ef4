"""Fugitive with real seals: honest games audit clean, and each cheat is found and blamed.

Players lie in honest surroundings (see `rogue.once`); a crooked server deals as it likes.
"""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from games import fugitive_oracle
from games.fugitive_play import EVENTS, GAME, PRESETS
from paperchase import audit, deal, dice, seal
from paperchase.audit import Standing, Status
from paperchase.bot import at_random
from paperchase.bundle import Bundle
from paperchase.errors import (
    EvidenceError,
    IllegalMoveError,
    MalformedError,
    PaperchaseError,
)
from paperchase.games.fugitive.deck import footprints
from paperchase.games.fugitive.moves import place_move
from paperchase.games.fugitive.state import FUGITIVE, MARSHAL, Secret, Stage, closed
from paperchase.log import Entry
from paperchase.rules import DEALER, Kind, Move
from paperchase.seal import Opening
from paperchase.table import SERVER
from paperchase.table import Stage as At
from paperchase.testing import Agent, Match
from rogue import acquit, bundle, convict, judge, once, posts, relog, serve, sign, slipped

Change = Callable[[Agent, Move], Move | None]


def match(seed: str | int, options: dict[str, Any] | None = None, **given: Any) -> Match:
    return Match(GAME, options, seed, **given)


def examine(game: Match) -> list[str]:
    """The oracle's word, from what the players and the dealer know."""
    played: list[fugitive_oracle.Played] = []
    for one in game.taken:
        for event in one.events:
            notice = event.notice
            known = game.agents[notice.seat].known if notice.sealed else {}
            hidden = {slot: known[slot] for slot in notice.sealed}
            played.append(fugitive_oracle.Played(notice, hidden))
    return fugitive_oracle.examine(game.table.genesis.options, played)


# -- honest games ------------------------------------------------------------------------------


def honest(preset: str, events: str, seed: int, bots: bool = False) -> Match:
    """Plays a game to the end, and has it audited and replayed."""
    bot = GAME.bot if bots else at_random
    options = {"preset": preset, "events": events}
    game = match(f"{preset}/{events}/{seed}", options, bots={FUGITIVE: bot, MARSHAL: bot}).play()
    verdict = audit.verify(game.bundle())
    assert verdict.status is Status.FAIR, (options, seed, verdict.findings)
    assert not verdict.findings
    assert verdict.outcome is not None
    assert verdict.winners == verdict.outcome.winners
    assert examine(game) == [], (options, seed)
    return game


@pytest.mark.parametrize(("preset", "events"), [*product(PRESETS, EVENTS)])
def test_honest_games_are_fair(preset: str, events: str):
    for seed in range(2):
        honest(preset, events, seed)
    honest(preset, events, 2, bots=True)


@pytest.mark.long
@pytest.mark.parametrize(("preset", "events"), [*product(PRESETS, EVENTS)])
def test_a_thousand_honest_games_are_fair(preset: str, events: str):
    for seed in range(112):
        honest(preset, events, seed, bots=seed % 4 == 0)


def test_a_draw_is_one_entry_and_a_lot_another():
    game = honest("seed", "random", 5)
    types = [one.entry.type for one in game.taken]
    draws = [one for one in game.taken if one.entry.type == "draw"]
    assert len(draws) == game.state.public.dealt - 4  # the first deal is one entry
    assert types.count("roll") >= types.count("draw") - 12
    for one in draws:
        assert set(one.entry.body["public"]) <= {"do", "pile", "piles"}


def test_an_entry_is_as_long_whatever_is_hidden_in_it():
    game = match(3)
    game.join()
    agent = game.agents[FUGITIVE]
    sizes = {
        len(agent.entry(place_move(game.state.public, 42, card, sprints)).signed.payload)
        for card, sprints in ((3, (1, 2)), (1, (2, 3)), (41, (12, 30)))
    }
    assert len(sizes) == 1


def test_a_fugitive_gets_his_cards_back_from_master_key_and_log():
    game = match(4).play()
    agent = game.agents[FUGITIVE]
    seals = game.ledger.book.seals
    again: dict[str, int] = {}
    for one in game.taken:
        for event in one.events:
            if event.notice.seat == FUGITIVE and event.notice.kind is Kind.CHANCE:
                for slot in event.notice.sealed:
                    opening = deal.open_delivery(
                        agent.player.secret,
                        game.table.game,
                        slot,
                        seals[DEALER, slot],
                        event.delivery[slot],
                    )
                    again[slot] = opening.value
    assert again == {slot: card for slot, card in agent.known.items() if slot.startswith("card/")}


# -- a fugitive who cheats ---------------------------------------------------------------------


def caught(
    change: Change, kind: Kind = Kind.MOVE, events: str = "off", wins: bool = False
) -> tuple[Match, int]:
    """A game in which the fugitive found the chance to lie so, and the entry of the lie.

    With `wins` he has won it by the board.
    """
    for seed in range(200):
        twists = {FUGITIVE: once(kind, change)}
        game = match(f"cheat/{seed}", {"events": events}, twists=twists).play()
        lied = game.agents[FUGITIVE].lied
        if lied is not None and (not wins or game.state.outcome.winners == (FUGITIVE,)):
            return game, lied
    pytest.fail("no game in which he could do it")


def table(agent: Agent) -> tuple[Any, Secret]:
    return agent.match.state.public, agent.secret


def placing(cards: Callable[[Any, Secret], tuple[int, ...] | None]) -> Change:
    """Another placement instead of an honest one."""

    def change(agent: Agent, move: Move) -> Move | None:
        public, secret = table(agent)
        if public.stage not in (Stage.OPEN, Stage.ACT) or len(secret.hand) < 5:
            return None
        found = cards(public, secret)
        return None if found is None else place_move(public, 42, found[0], found[1:])

    return change


def not_in_hand(public: Any, secret: Secret) -> tuple[int, ...] | None:
    used = set(secret.cards.values())
    for card in range(secret.at + 1, min(secret.at + 4, 42)):
        if card not in secret.hand and card not in used:
            return (card,)
    return None


def twice(public: Any, secret: Secret) -> tuple[int, ...] | None:
    """A sprint card that lies under an earlier hideout already."""
    used = [card for slot, card in secret.cards.items() if slot.startswith("sprint/")]
    ahead = [card for card in secret.hand if secret.at < card <= secret.at + 3]
    return (min(ahead), used[0]) if used and ahead and min(ahead) < 42 else None


def backwards(public: Any, secret: Secret) -> tuple[int, ...] | None:
    behind = [card for card in secret.hand if card < secret.at]
    return (min(behind),) if behind else None


def too_few(public: Any, secret: Secret) -> tuple[int, ...] | None:
    far = [card for card in secret.hand if secret.at + 4 <= card < 42]
    return (min(far),) if far else None


def one_short(public: Any, secret: Secret) -> tuple[int, ...] | None:
    """Sprint cards, but a footprint too few."""
    for card in sorted(secret.hand - {42}):
        for other in sorted(secret.hand - {42, card}):
            if card - secret.at == 4 + footprints(other):
                return card, other
    return None


def goal_as_sprint(public: Any, secret: Secret) -> tuple[int, ...] | None:
    ahead = [card for card in secret.hand if secret.at < card <= secret.at + 3]
    return (min(ahead), 42) if ahead and min(ahead) < 42 else None


def no_card(public: Any, secret: Secret) -> tuple[int, ...] | None:
    ahead = [card for card in secret.hand if secret.at < card <= secret.at + 3]
    return (min(ahead), 20, 20) if ahead and 20 in secret.hand and min(ahead) < 20 else None


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        (not_in_hand, "is not in the hand"),
        (twice, "is not in the hand"),
        (no_card, "card 20 is used twice"),
        (backwards, "does not lie beyond"),
        (too_few, "and these are 0"),
        (one_short, "footprints, and these are"),
        (goal_as_sprint, "42 is no sprint card"),
    ],
    ids=[
        "hideout not in hand",
        "card used again",
        "card used twice",
        "backwards",
        "too few footprints",
        "one footprint short",
        "42 as sprint",
    ],
)
def test_a_placement_that_breaks_a_rule_is_found_at_the_end(
    cards: Callable[[Any, Secret], tuple[int, ...] | None], why: str
):
    game, lied = caught(placing(cards))
    verdict = convict(game.bundle(), "MOVE_ILLEGAL", lied, FUGITIVE)
    assert why in verdict.proofs[0].evidence
    assert verdict.winners == (MARSHAL,)
    assert examine(game)


def test_42_too_far_loses_although_the_board_says_he_won():
    def change(agent: Agent, move: Move) -> Move | None:
        public, secret = table(agent)
        if public.stage is not Stage.ACT or len(public.row) < 4 or public.row[-1].value != -1:
            return None
        return place_move(public, 42, 42, ()) if secret.at < 39 else None

    game, lied = caught(change, wins=True)
    verdict = convict(game.bundle(), "MOVE_ILLEGAL", lied, FUGITIVE)
    assert "to 42 takes" in verdict.proofs[0].evidence
    assert verdict.outcome is not None
    assert verdict.outcome.winners == (FUGITIVE,)
    assert verdict.winners == (MARSHAL,)


def test_an_illegal_gap_that_comes_to_light_ends_the_game_at_once():
    for seed in range(60):
        bots = {MARSHAL: GAME.bot}
        twists = {FUGITIVE: once(Kind.MOVE, placing(goal_as_sprint))}
        game = match(f"light/{seed}", bots=bots, twists=twists).play()
        outcome = game.state.outcome
        if outcome.foul == FUGITIVE:
            break
    else:
        pytest.fail("it never came to light")
    assert outcome.winners == (MARSHAL,)
    lied = game.agents[FUGITIVE].lied
    assert ("MOVE_ILLEGAL", lied) in {(one.code, one.seq) for one in judge(game.bundle()).proofs}
    assert judge(game.bundle()).seats[FUGITIVE] is Standing.CHEAT


def answering(key: str, lie: Callable[[Any], Any]) -> Change:
    def change(agent: Agent, move: Move) -> Move | None:
        told: Any = move.public
        if key not in told or lie(told[key]) == told[key]:
            return None
        return Move(Kind.ANSWER, FUGITIVE, {key: lie(told[key])})

    return change


def test_a_false_no_is_found_at_the_end():
    game, lied = caught(answering("hit", lambda hit: False), Kind.ANSWER)
    verdict = convict(game.bundle(), "ANSWER_LIE", lied, FUGITIVE)
    assert verdict.winners == (MARSHAL,)
    assert examine(game)


def test_a_false_no_in_the_manhunt_wins_nothing():
    game, lied = caught(answering("right", lambda right: 0), Kind.ANSWER)
    verdict = convict(game.bundle(), "ANSWER_LIE", lied, FUGITIVE)
    assert verdict.outcome is not None
    assert verdict.outcome.winners == (FUGITIVE,)
    assert verdict.winners == (MARSHAL,)


def test_a_false_range_for_the_informant_is_found_at_the_end():
    other = {"start": "a", "a": "b", "b": "c", "c": "start"}
    game, lied = caught(answering("zone", lambda zone: other[zone]), Kind.ANSWER, "random")
    convict(game.bundle(), "ANSWER_LIE", lied, FUGITIVE)


def test_a_yes_that_opens_fewer_slots_is_refused_and_blamed_if_it_gets_in():
    """He was asked for a hideout with sprint cards, and keeps one of these closed."""
    for seed in range(60):
        game = match(f"fewer/{seed}", bots={MARSHAL: GAME.bot})
        game.join()
        agent = game.agents[FUGITIVE]
        while game.state.stage is At.PLAY:
            public = game.state.public
            if public.stage is Stage.ANSWER:
                demand = game.state.phases[0].demand
                owed = agent.choose(demand)
                if len(owed.opens) > len(public.guess):
                    fewer(game, agent, owed)
                    return
            game.step()
    pytest.fail("no hideout with sprint cards was found")


def fewer(game: Match, agent: Agent, owed: Move) -> None:
    for opens in (owed.opens[:-1], owed.opens[1:], ()):
        short = agent.entry(Move(owed.kind, owed.seat, owed.public, {}, opens))
        with pytest.raises(IllegalMoveError):
            game.table.accept(game.state, short, game.now, game.ledger.book)
        convict(slipped(game, short), "PUBLIC_ILLEGAL", game.state.length, FUGITIVE, SERVER)
    game.submit(agent.entry(owed))


def test_an_opening_of_another_card_does_not_fit_its_seal():
    game = match("fit", bots={MARSHAL: GAME.bot})
    game.join()
    while game.state.public.stage is not Stage.ANSWER:
        game.step()
    agent = game.agents[FUGITIVE]
    place = closed(game.state.public)[0]
    slot = f"row/{place}"
    salt = agent.player.secret.salt(slot)
    number = agent.known[slot] + 1
    opened = {slot: {"salt": salt, "value": number}}
    body = {"public": {"hit": True}, "sealed": {}, "opened": opened}
    lie = sign(game, FUGITIVE, "answer", body)
    with pytest.raises(EvidenceError):
        game.table.accept(game.state, lie, game.now, game.ledger.book)
    convict(slipped(game, lie), "OPEN_MISMATCH", game.state.length, FUGITIVE, SERVER)


def test_a_fugitive_who_wins_and_does_not_reveal_has_lost():
    game = match("silent")
    game.join()
    while game.state.stage is At.PLAY:
        game.step()
    assert game.state.outcome.winners == (FUGITIVE,)
    game.lapse(FUGITIVE)
    verdict = acquit(game.bundle())
    assert verdict.status is Status.FORFEITED
    assert verdict.seats[FUGITIVE] is Standing.WITHHELD
    assert verdict.winners == (MARSHAL,)


@pytest.mark.parametrize(
    "told",
    [
        {"guess": [0]},
        {"guess": [42]},
        {"guess": [3, 3]},
        {"guess": [1, 2, 3, 4, 5, 6, 7]},
        {"draw": "a"},
    ],
)
def test_what_everybody_can_see_to_be_wrong_is_refused_by_the_server(told: dict[str, Any]):
    game = match("public")
    game.join()
    while game.state.public.stage is not Stage.GUESS:
        game.step()
    wrong = sign(game, MARSHAL, "move", {"public": told, "sealed": {}, "opened": {}})
    with pytest.raises(IllegalMoveError):
        game.table.accept(game.state, wrong, game.now, game.ledger.book)
    convict(slipped(game, wrong), "PUBLIC_ILLEGAL", game.state.length, MARSHAL, SERVER)


# -- a dealer who cheats -----------------------------------------------------------------------


def dealing(seed: int, number: int = 2, **options: Any) -> tuple[Match, Entry]:
    """A game in which the draw of that number is due to the marshal or later, and that draw."""
    game = match(f"deal/{seed}", options)
    game.join()
    while True:
        while game.state.public.stage not in (Stage.DRAW, Stage.OPEN, Stage.ACT, Stage.GUESS):
            game.step()
        if game.state.public.stage is Stage.DRAW and game.state.public.dealt >= 4 + number:
            break
        game.step()
    seat = game.state.public.mover
    agent = game.agents[seat]
    demand = game.state.phases[0].demand
    game._append(agent.entry(agent.choose(demand)))
    return game, owed(game)


def owed(game: Match) -> Entry:
    draft = game.dealer.owed(game.table, game.state, game.secret)
    assert draft is not None
    return game._drafted(draft)


def dealt(game: Match, true: Entry, value: int, **changes: Any) -> Entry:
    """The same draw with another card: sealed and delivered as it should be."""
    (slot,) = true.body["sealed"]
    secret, name = game.dealer.secret, game.table.game
    holder = game.state.seats[true.body["of"]].holder
    assert holder is not None
    opening = Opening(secret.salt(slot), value)
    sealed = {slot: seal.commit(name, DEALER, slot, opening.salt, value)}
    delivery = {slot: deal.deliver(secret, name, slot, holder.box, opening)}
    body = {**true.body, "sealed": sealed, "delivery": delivery, **changes}
    return serve(game, "draw", body)


def card(game: Match, draw: Entry) -> int:
    """What the drawer gets. Raises EvidenceError where it cannot be read, or fits no seal."""
    (slot,) = draw.body["sealed"]
    secret = game.agents[draw.body["of"]].player.secret
    commitment, delivery = draw.body["sealed"][slot], draw.body["delivery"][slot]
    return deal.open_delivery(secret, game.table.game, slot, commitment, delivery).value


def ended(game: Match, *entries: Entry, reveals: bool = True) -> Bundle:
    """The game in which, after `entries` of the server, the marshal gives up and all reveal."""
    name, state, book = game.table, game.state, game.ledger.book
    known, now = posts(game), game.now
    marshal, runner = (game.agents[seat].player for seat in (MARSHAL, FUGITIVE))
    secret = {"secret": game.dealer.secret.secret.hex()}
    queue: list[Callable[[], Entry]] = [lambda entry=entry: entry for entry in entries]
    queue.append(lambda: marshal.resign(name, state))
    if reveals:
        queue.append(lambda: serve(game, "reveal", secret, prev=state.head))
    if state.seats[FUGITIVE].seals:
        queue.append(lambda: runner.reveal(name, state))
    for make in queue:
        entry = make()
        step = name.accept(state, entry, now, book)
        book.take(state.length, step.state.head, step.seals)
        known.append((entry, now))
        state = step.state
    return bundle(game, relog(game, known))


def pile_of(game: Match, draw: Entry) -> list[int]:
    """What the pile held before that draw, as the dealer knows it."""
    secret: Any = game.secret
    return list(secret["piles"][draw.body["about"]["pile"]])


def test_a_dealer_who_is_honest_is_not_blamed():
    game, true = dealing(1)
    same = dealt(game, true, card(game, true))
    assert same.body == true.body
    acquit(ended(game, same))


def test_a_dealer_who_deals_a_chosen_card():
    game, true = dealing(2)
    chosen = next(one for one in pile_of(game, true) if one != card(game, true))
    verdict = convict(ended(game, dealt(game, true, chosen)), "DEAL", game.state.length, SERVER)
    assert verdict.seats[FUGITIVE] is verdict.seats[MARSHAL] is Standing.VALID


def test_a_dealer_who_deals_a_card_twice():
    game, true = dealing(3, number=6)
    held = sorted(game.agents[true.body["of"]].secret.hand - {1, 2, 3, 42})[0]
    assert held != card(game, true)
    convict(ended(game, dealt(game, true, held)), "DEAL", game.state.length, SERVER)


def test_a_dealer_who_deals_the_card_of_another_draw():
    """He rolls again: what the same secret would give for the next slot."""
    game, true = dealing(4)
    (slot,) = true.body["sealed"]
    other = f"card/{int(slot.split('/')[1]) + 1}"
    links = game.table.links(game.state)
    seed = deal.seed(game.dealer.secret, game.table.game, other, links)
    pile = pile_of(game, true)
    again = pile[dice.picks(seed, 0, (len(pile),))[0]]
    assert again != card(game, true)
    convict(ended(game, dealt(game, true, again)), "DEAL", game.state.length, SERVER)


def test_a_dealer_who_draws_the_lot_of_an_event_again():
    game, true = dealing(5, events="random")
    assert true.type == "roll"
    rolled = true.body["rolls"][0]
    for change in (
        {"picks": [(rolled["picks"][0] + 1) % rolled["lots"][0], rolled["picks"][1]]},
        {"public": {"event": "crowd" if rolled["public"]["event"] == "" else ""}},
        {"lots": [rolled["lots"][0] - 1, rolled["lots"][1]]},
    ):
        body = {**true.body, "rolls": [{**rolled, **change}]}
        loaded = serve(game, "roll", body, true.link)
        with pytest.raises(EvidenceError):
            game.table.accept(game.state, loaded, game.now, game.ledger.book)
        convict(slipped(game, loaded), "RNG", game.state.length, SERVER)


def test_a_dealer_who_skips_the_lot_of_an_event():
    game, _ = dealing(6, events="random")
    about = {"do": "card", "pile": game.state.public.pile}
    slot = f"card/{game.state.public.dealt + 1}"
    body = {
        "of": game.state.public.mover,
        "about": about,
        "public": about,
        "sealed": {slot: "h1:" + "ab" * 32},
        "delivery": {slot: "00" * 88},
    }
    early = serve(game, "draw", body)
    with pytest.raises(EvidenceError):
        game.table.accept(game.state, early, game.now, game.ledger.book)
    convict(slipped(game, early), "DEAL", game.state.length, SERVER)


@pytest.mark.parametrize("rubbish", ["", "no hex"])
def test_a_dealer_who_sends_what_can_be_no_ciphertext(rubbish: str):
    """Nobody takes it in: that it is none can be seen without a key."""
    game, true = dealing(7)
    (slot,) = true.body["sealed"]
    draw = serve(game, "draw", {**true.body, "delivery": {slot: rubbish}})
    with pytest.raises(MalformedError):
        game.table.accept(game.state, draw, game.now, game.ledger.book)
    convict(slipped(game, draw), "CANON", game.state.length, SERVER)


def test_a_dealer_who_sends_a_rubbish_ciphertext():
    """The drawer sees it at once; he can only stop, and the reveal of K shows who was wrong."""
    game, true = dealing(7)
    (slot,) = true.body["sealed"]
    draw = serve(game, "draw", {**true.body, "delivery": {slot: "00" * 88}})
    with pytest.raises(EvidenceError):
        card(game, draw)
    verdict = convict(ended(game, draw), "DELIVERY", game.state.length, SERVER)
    assert verdict.seats[MARSHAL] is Standing.VALID


def test_a_dealer_who_delivers_another_card_than_he_has_sealed():
    game, true = dealing(8)
    other = next(one for one in pile_of(game, true) if one != card(game, true))
    delivery = dealt(game, true, other).body["delivery"]
    draw = serve(game, "draw", {**true.body, "delivery": delivery})
    with pytest.raises(EvidenceError):
        card(game, draw)
    convict(ended(game, draw), "DELIVERY", game.state.length, SERVER)


def test_a_dealer_who_withholds_his_secret():
    game, true = dealing(9)
    withheld = ended(game, true, reveals=False)
    seq = len(withheld.lines) - 1
    verdict = convict(withheld, "SERVER_WITHHELD", seq, SERVER)
    assert verdict.seats[FUGITIVE] is not Standing.CHEAT


def test_a_dealer_who_deals_from_another_pile_is_refused():
    game, true = dealing(10)
    pile = true.body["about"]["pile"]
    about = {"do": "card", "pile": "c" if pile != "c" else "b"}
    for changes in ({"about": about}, {"public": about}, {"about": about, "public": about}):
        wrong = dealt(game, true, 30, **changes)
        with pytest.raises(PaperchaseError):
            game.table.accept(game.state, wrong, game.now, game.ledger.book)
        convict(slipped(game, wrong), "DEAL", game.state.length, SERVER)
