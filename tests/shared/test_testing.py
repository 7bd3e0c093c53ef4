"""What games are tested with: repeatable randomness, matches in memory, lies."""

from typing import Any

import pytest

from paperchase import audit
from paperchase.audit import Status
from paperchase.rules import Demand, Foul, Kind, Move
from paperchase.table import Stage
from paperchase.testing import Match, Source, liar, lost, toy
from paperchase.testing.liars import distort
from rogue import GHOST_CHASE, HIDER, SEEKER, castle, ring

# -- source ---------------------------------------------------------------------------------


def test_a_source_repeats_itself() -> None:
    one, two, other = Source("a"), Source("a"), Source("b")
    first = [one.bytes(), one.bytes(5), one.below(10), one.chance(50)]
    assert first == [two.bytes(), two.bytes(5), two.below(10), two.chance(50)]
    assert first[0] != other.bytes()
    assert len(one.bytes(100)) == 100
    assert Source(1).bytes() == Source("1").bytes()


def test_a_source_gives_all_numbers_and_no_others() -> None:
    source = Source("numbers")
    assert {source.below(6) for _ in range(200)} == set(range(6))
    assert not any(source.chance(0) for _ in range(50))
    assert all(source.chance(100) for _ in range(50))


# -- match ----------------------------------------------------------------------------------


def test_a_match_follows_from_its_seed() -> None:
    one, two, other = ring(1).play(), ring(1).play(), ring(2).play()
    assert one.bundle() == two.bundle()
    assert one.bundle() != other.bundle()


def test_a_match_is_a_whole_game_with_real_seals() -> None:
    match = castle(3).play()
    assert match.state.stage is Stage.CLOSED
    assert audit.verify(match.bundle(), GHOST_CHASE).status is Status.FAIR
    assert [one.seq for one in match.taken] == list(range(1, len(match.lines)))
    assert match.bundle().board == match.board.decode()


def test_a_match_stops_where_it_is_told() -> None:
    match = ring(4, 0).play(most=60)
    assert match.state.stage is Stage.PLAY
    assert 60 <= len(match.lines) < 70


def test_players_know_what_was_dealt_to_them_and_nothing_else() -> None:
    match = ring(5, 9).play()
    hider, seeker = match.agents[HIDER], match.agents[SEEKER]
    assert {slot.split("/")[0] for slot in hider.known} == {"field", "wish"}
    assert {slot.split("/")[0] for slot in seeker.known} == {"card"}
    assert len(seeker.secret.hand) == 3


def test_an_honest_player_never_fouls_unnoticed() -> None:
    """A bot that breaks the rules is a fault of the bot, and the match says so."""

    def jump(rules: Any, public: Any, secret: Any, demand: Any, below: Any) -> Move:
        move = rules.sample(public, secret, demand, below)
        return Move(move.kind, move.seat, None, {**move.hidden, f"field/{public.round}": 5})

    match = ring(6, bots={HIDER: jump})
    match.join()
    with pytest.raises(Foul):
        match.step()


def test_a_liar_without_a_story_gives_up() -> None:
    def speechless(rules: Any, public: Any, secret: Any, demand: Any, below: Any) -> Move:
        if public.round > 1 and demand.seat == HIDER:
            raise LookupError("nothing to play")
        return rules.sample(public, secret, demand, below)

    match = ring(7, bots={HIDER: speechless})
    with pytest.raises(LookupError):
        match.play()
    twists = {HIDER: hides(999)}
    match = ring(7, bots={HIDER: speechless}, twists=twists).play()
    assert match.state.outcome.winners == (SEEKER,)
    assert match.agents[HIDER].lied is not None


def hides(value: int) -> Any:
    def twist(agent: Any, demand: Demand, move: Move) -> Move | None:
        if not move.hidden:
            return None
        slot = f"field/{agent.match.state.public.round}"
        return Move(move.kind, move.seat, move.public, {**move.hidden, slot: value})

    return twist


def test_a_lie_that_is_refused_is_followed_by_the_truth() -> None:
    def shout(agent: Any, demand: Demand, move: Move) -> Move | None:
        return Move(move.kind, move.seat, "nonsense", move.hidden, move.opens)

    match = ring(8, twists={SEEKER: shout}).play()
    agent = match.agents[SEEKER]
    assert agent.lied is None
    assert agent.refused >= 6
    assert audit.verify(match.bundle(), toy.GAME).status is Status.FAIR


def test_a_default_is_followed_by_its_seat() -> None:
    match = ring(9)
    match.join()
    match.step()
    match.lapse(SEEKER)
    while match.state.stage is Stage.PLAY:
        match.step()
    match.reveal()
    assert audit.verify(match.bundle(), toy.GAME).status is Status.FAIR


# -- lies -----------------------------------------------------------------------------------


def test_lies_are_of_every_kind() -> None:
    match = ring(10, 20)
    match.join()
    for _ in range(9):
        match.step()
    agent = match.agents[HIDER]
    number = match.state.public.round
    honest = Move(
        Kind.MOVE,
        HIDER,
        {"hit": True, "n": 3, "list": [1, None], "none": None, "empty": {}, "word": "x"},
        {f"field/{number}": 1, f"wish/{number}": 1},
        ("field/1",),
    )
    source = Source("lies")
    lies = [distort(agent, honest, source) for _ in range(300)]
    assert all((one.kind, one.seat) == (honest.kind, honest.seat) for one in lies)
    assert {one.public != honest.public for one in lies} == {True, False}
    assert {one.hidden != honest.hidden for one in lies} == {True, False}
    assert {one.opens != honest.opens for one in lies} == {True, False}
    changes = sum(
        (one.public != honest.public) + (one.hidden != honest.hidden) + (one.opens != honest.opens)
        for one in lies
    )
    assert changes <= len(lies)
    told = {repr(one.public) for one in lies}
    assert len(told) > 5


def test_what_cannot_be_distorted_is_left() -> None:
    match = ring(11)
    match.join()
    agent = match.agents[SEEKER]
    bare = Move(Kind.MOVE, SEEKER, {"guess": 1})
    assert any(distort(agent, bare, Source(seed)) == bare for seed in range(20))
    odd = [Move(Kind.MOVE, SEEKER, told) for told in ("word", [], {}, None, True, [[1]])]
    for move in odd:
        assert any(distort(agent, move, Source(seed)).public != move.public for seed in range(20))


def test_a_liar_lies_once_after_a_while() -> None:
    source = Source("once")
    match = Match(
        toy.GAME, {"rounds": 20}, "once", board=toy.BOARD, twists={HIDER: liar(source, 6)}
    ).play()
    agent = match.agents[HIDER]
    assert agent.lied is not None
    assert agent.lied > 12
    verdict = audit.verify(match.bundle(), toy.GAME)
    assert lost(verdict, HIDER) == (verdict.status is Status.UNFAIR)
    assert not lost(verdict, SEEKER)


# -- the ring -------------------------------------------------------------------------------


def test_the_ring_uses_every_part_of_the_interface() -> None:
    match = ring(12, 60).play()
    events = [event for one in match.taken for event in one.events]
    assert {event.notice.kind for event in events} == set(Kind)
    types = {one.entry.type for one in match.taken}
    assert types >= {"join", "ready", "move", "answer", "open", "roll", "draw", "reveal"}
    assert any(event.notice.public == {"taunt": True} for event in events)
    assert match.table.rules.latent("wish/1")


def test_the_ring_has_one_board() -> None:
    assert toy.GAME.board(toy.BOARD, "ring") is None
    with pytest.raises(Exception, match="one board"):
        toy.GAME.board(b"", "ring")


def test_the_ring_reads_and_draws() -> None:
    match = ring(13)
    match.join()
    rules, public = match.table.rules, match.state.public
    (demand,) = rules.pending(public)
    secret = match.agents[HIDER].secret
    move = toy.GAME.grammar.read(rules, public, secret, demand, "hide 1 2")
    assert move.hidden == {"field/1": 1, "wish/1": 2}
    assert toy.GAME.grammar.write(move, secret) == "hide 1 2"
    assert toy.GAME.scene(rules, public, None) == toy.GAME.scene(rules, public, secret)


def test_cards_come_back_when_the_deck_is_empty() -> None:
    match = ring(14, 40).play()
    cards = [value for slot, value in match.agents[SEEKER].known.items() if slot.startswith("card")]
    assert len(cards) == 13
    assert sorted(cards[:8]) == sorted(toy.DECK)
    assert len(set(cards[8:])) == 5
