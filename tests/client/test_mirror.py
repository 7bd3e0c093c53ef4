"""A verified copy of a game, and the player's own secrets beside it."""

from typing import Any

import pytest

from paperchase import log
from paperchase.errors import EvidenceError, MalformedError, PaperchaseError
from paperchase.keys import Master
from paperchase.table import Stage
from paperchase.testing import Match, Source, toy
from paperchase_client import duties
from paperchase_client import mirror as mirrors
from paperchase_client.mirror import Me, Mirror


def fresh() -> Match:
    return Match(toy.GAME, {"rounds": 7}, "mirror", board=toy.BOARD)


def match() -> Match:
    return fresh().play()


def master(seat: str) -> Master:
    return Master(Source(f"mirror/{seat}").bytes())


def me(seat: str) -> Me:
    return Me(master(seat).identity().key, master(seat))


def followed(match: Match, who: Me, until: int | None = None) -> Mirror:
    mirror = mirrors.begin(match.lines[0], match.board, who)
    for line in match.lines[1:until]:
        mirror.take(line.to_text(), {})
    return mirror


@pytest.mark.parametrize("seat", toy.Ring.seats)
def test_secrets_come_back_from_master_and_log(seat: str) -> None:
    game = match()
    mirror = followed(game, me(seat))
    assert mirror.seats == (seat,)
    assert mirror.secrets[seat] == game.agents[seat].secret
    assert not mirror.faults
    assert mirror.state == game.state


def test_a_snapshot_comes_back_and_goes_on() -> None:
    game = match()
    who = me(toy.HIDER)
    half = followed(game, who, 20)
    again = mirrors.reopen(game.lines[0], game.board, who, half.to_json())
    again.remember(line.to_text() for line in game.lines[:20])
    for line in game.lines[20:]:
        again.take(line.to_text(), {})
    whole = followed(game, who)
    assert again.to_json() == whole.to_json()
    assert again.book.seals == whole.book.seals
    assert again.book.heads == whole.book.heads


@pytest.mark.parametrize("damage", [{}, {"state": 3}, {"state": {}}])
def test_a_damaged_snapshot_is_malformed(damage: dict[str, Any]) -> None:
    game = match()
    with pytest.raises(MalformedError):
        mirrors.reopen(game.lines[0], game.board, Me(), damage)


def test_a_line_that_does_not_hold_changes_nothing() -> None:
    game = match()
    mirror = followed(game, Me(), 5)
    before = mirror.state
    with pytest.raises(PaperchaseError):
        mirror.take(game.lines[6].to_text(), {})
    with pytest.raises(MalformedError):
        mirror.take("nonsense", {})
    assert mirror.state is before


def test_a_value_that_cannot_be_found_again_is_a_fault() -> None:
    """Somebody else's master key: the salts do not fit."""
    game = match()
    wrong = Me(game.agents[toy.HIDER].player.identity.key, master(toy.SEEKER))
    mirror = followed(game, wrong)
    assert "cannot be found again" in mirror.faults[toy.HIDER]


def test_hints_are_believed_only_where_they_fit_the_seal() -> None:
    game = match()
    who = me(toy.HIDER)
    mirror = mirrors.begin(game.lines[0], game.board, who)
    hints = {toy.HIDER: {"field/1": 9, "wish/1": 9}}
    for line in game.lines[1:]:
        mirror.take(line.to_text(), hints)
    assert mirror.secrets == followed(game, who).secrets


def test_a_draft_goes_on_alone() -> None:
    game = fresh()
    game.join()
    mirror = followed(game, me(toy.HIDER))
    draft = mirror.draft()
    demand = draft.state.phases[0].demand
    move = next(draft.table.rules.choices(draft.state.public, draft.secrets[toy.HIDER], demand))
    entry = draft.player(toy.HIDER).move(draft.table, draft.state, move)
    draft.pretend(entry, {toy.HIDER: move.hidden})
    assert draft.state.length == mirror.state.length + 1
    assert draft.state.head == mirror.state.head
    assert draft.hidden[toy.HIDER]
    assert not mirror.hidden.get(toy.HIDER)


def test_a_game_of_another_server_is_not_the_pinned_ones() -> None:
    game = match()
    mirrors.check_server(game.lines[0], game.identity.key)
    with pytest.raises(EvidenceError):
        mirrors.check_server(game.lines[0], "00" * 32)


def test_what_is_owed_is_named_in_every_stage() -> None:
    game = fresh()
    for agent in game.agents.values():
        game.submit(agent.player.join(game.state, agent.handle))
    seen: set[str] = set()
    mirror = followed(game, me(toy.HIDER))
    while game.state.stage is not Stage.CLOSED:
        seen |= {due.what for due in duties.dues(mirror)}
        step(game)
        for line in game.lines[mirror.state.length :]:
            mirror.take(line.to_text(), {})
    assert seen == {"ready", "answer", "open", "reveal"}


def step(game: Match) -> None:
    if game.state.stage is Stage.READY:
        seat = next(s for s, one in game.state.seats.items() if not one.ready)
        game.submit(game.agents[seat].player.ready(game.table, game.state))
    elif game.state.stage is Stage.REVEAL:
        seat = next(s for s in game.agents if game.table.owes_reveal(game.state, s))
        game.submit(game.agents[seat].player.reveal(game.table, game.state))
    else:
        game.step()


def test_news_tell_whether_something_was_opened() -> None:
    game = match()
    mirror = mirrors.begin(game.lines[0], game.board, Me())
    news = [mirror.take(line.to_text(), {}) for line in game.lines[1:]]
    opened = {one.taken.entry.type for one in news if one.opens}
    assert {"open", "reveal"} <= opened
    assert not opened & {"join", "ready", "roll"}
    assert mirror.opened == len(game.lines)
    assert log.read_line(game.lines[0].to_text()) == game.lines[0]
