"""What a log folds to, the ledger that reads it, and the dealer."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import fair
from paperchase import canon, dice, log
from paperchase.errors import (
    EvidenceError,
    MalformedError,
    PaperchaseError,
    StaleHeadError,
)
from paperchase.log import Line, Signed
from paperchase.table import (
    Dealer,
    Ledger,
    MemoryBook,
)
from paperchase.testing import Match
from rogue import GHOST_CHASE, HIDER, castle, ring, sign
from tables import (
    guess,
    until,
)

# -- the value that it all folds to ----------------------------------------------------------------

GAMES: Mapping[str, Callable[[], Match]] = {
    "ring": lambda: ring(49, 12),
    "castle": lambda: castle(49),
    "castle of four": lambda: castle(50, {"chasers": 4, "door": True, "chimney": True}),
    "fair": lambda: Match(fair.GAME, {"lucky": True, "rounds": 4}, 51, board=fair.BOARD),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_state_comes_back_from_json_at_every_step(name: str) -> None:
    match = GAMES[name]().play()
    table = match.table
    for one in match.taken:
        for state in (one.before, one.step.state):
            text = msgspec.json.encode(table.pack(state))
            back = table.unpack(msgspec.json.decode(text))
            assert back == state
            assert msgspec.json.encode(table.pack(back)) == text
            canon.encode(table.pack(state))


@pytest.mark.parametrize("name", GAMES)
def test_a_ledger_goes_on_from_a_stored_state(name: str) -> None:
    match = GAMES[name]().play()
    table = match.table
    for cut in (1, 4, len(match.lines) // 2, len(match.lines) - 1):
        first = Ledger.begin(table, match.lines[0])
        for line in match.lines[1:cut]:
            first.take(line)
        stored = table.unpack(msgspec.json.decode(msgspec.json.encode(table.pack(first.state))))
        book = MemoryBook()
        book.seals, book.heads = dict(first.book.seals), dict(first.book.heads)
        second = Ledger(table, stored, book)
        heads = [second.take(line).step.state.head for line in match.lines[cut:]]
        assert heads == [one.step.state.head for one in match.taken[cut - 1 :]]
        assert second.state == match.state


def test_a_state_does_not_grow_with_its_log() -> None:
    match = ring(52, 0)
    match.join()
    sizes = []
    for _ in range(4):
        for _ in range(100):
            match.step()
        sizes.append(len(msgspec.json.encode(match.table.pack(match.state))))
    assert max(sizes) - min(sizes) < 600
    assert len(match.state.authors) == 2


def test_a_broken_state_is_refused() -> None:
    match = until(ring(53), "seek")
    packed = match.table.pack(match.state)
    for wrong in ({}, None, {**packed, "stage": "none"}, {**packed, "public": {"stage": 1}}):
        with pytest.raises(MalformedError):
            match.table.unpack(wrong)


def test_nothing_that_is_refused_changes_a_state() -> None:
    match = until(ring(54), "seek")
    packed = msgspec.json.encode(match.table.pack(match.state))
    for entry in (guess(match, 10), sign(match, HIDER, "resign", {}, prev="ab" * 32)):
        with pytest.raises(PaperchaseError):
            match.submit(entry)
    assert msgspec.json.encode(match.table.pack(match.state)) == packed


# -- the ledger ------------------------------------------------------------------------------------


def ledger(match: Match, lines: int, **given: Any) -> Ledger:
    found = Ledger.begin(match.table, match.lines[0], **given)
    for line in match.lines[1:lines]:
        found.take(line)
    return found


def flip(signed: Signed) -> Signed:
    return replace(signed, sig=bytes([signed.sig[0] ^ 1]) + signed.sig[1:])


def test_a_ledger_checks_every_receipt_of_a_running_game() -> None:
    match = ring(55).play()
    line = match.lines[5]
    spoiled = Line(line.entry, flip(line.receipt))
    strict, loose = ledger(match, 5), ledger(match, 5, every_receipt=False)
    before = strict.state
    with pytest.raises(EvidenceError):
        strict.take(spoiled)
    assert strict.state is before
    loose.take(spoiled)
    strict.take(line)
    assert strict.state == loose.state


def test_a_ledger_takes_no_receipt_that_says_something_else() -> None:
    match = ring(56).play()
    line = match.lines[5]
    receipt = log.read_receipt(line.receipt)
    honest: dict[str, Any] = {
        "game": receipt.game,
        "seq": 5,
        "entry": receipt.entry,
        "sig": line.entry.sig,
        "prev": receipt.prev,
        "t": receipt.t,
        "deadlines": receipt.deadlines,
    }
    assert log.write_receipt(match.identity, **honest).signed.payload == line.receipt.payload
    for change in (
        {"game": "ab" * 32},
        {"seq": 6},
        {"entry": "ab" * 32},
        {"sig": bytes(64)},
        {"prev": "ab" * 32},
        {"t": receipt.t - 5},
        {"deadlines": {}},
        {"deadlines": {**receipt.deadlines, HIDER: 5}},
    ):
        told: dict[str, Any] = {**honest, **change}
        lie = log.write_receipt(match.identity, **told).signed
        with pytest.raises(EvidenceError):
            ledger(match, 5).take(Line(line.entry, lie))
    garbage = log.sign(match.identity, log.RECEIPT, b"{}")
    with pytest.raises(MalformedError):
        ledger(match, 5).take(Line(line.entry, garbage))


def test_a_ledger_begins_with_a_genesis_that_is_signed_and_receipted() -> None:
    match = ring(57)
    first = match.lines[0]
    later = log.write_receipt(
        match.identity,
        game=match.table.game,
        seq=0,
        entry=match.table.game,
        sig=first.entry.sig,
        prev=None,
        t=5,
        deadlines={HIDER: 5},
    )
    for wrong in (
        Line(flip(first.entry), first.receipt),
        Line(first.entry, flip(first.receipt)),
        Line(first.entry, later.signed),
    ):
        with pytest.raises(EvidenceError):
            Ledger.begin(match.table, wrong)


def test_signatures_may_be_checked_later() -> None:
    match = ring(58).play()
    claims: list[Any] = []
    found = Ledger.begin(match.table, match.lines[0], every_receipt=False)
    for line in match.lines[1:]:
        found.take(line, claims)
    assert len(claims) == len(match.lines) - 1
    for key, kind, signed in claims:
        signed.check(kind, key)


# -- the dealer ------------------------------------------------------------------------------------


def test_a_dealer_comes_back_from_what_the_server_keeps() -> None:
    match = ring(59)
    random = match.table.genesis.random
    again = Dealer(match.master, random, dice.Chain(random, match.dealer.chain.points))
    assert again.anchors() == match.dealer.anchors()
    assert Dealer(match.master, "ab" * 32).anchors() != match.dealer.anchors()


def test_a_dealer_owes_nothing_while_players_are_to_act() -> None:
    match = until(ring(60), "seek")
    assert match.dealer.owed(match.table, match.state, match.secret) is None
    assert GHOST_CHASE.info.id == "ghost-chase"


def test_a_stale_head_error_is_what_tells_a_client_to_fetch() -> None:
    match = until(ring(61), "seek")
    early = guess(match)
    match.submit(early)
    with pytest.raises(StaleHeadError):
        match.submit(early)
