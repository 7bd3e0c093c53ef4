"""The audit: it never raises, blames nobody who was honest, and calls nothing fair that is not."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import agreement
import fair
from paperchase import audit, canon, log
from paperchase.audit import Standing, Status, Verdict
from paperchase.audit.replay import agree
from paperchase.bundle import Bundle
from paperchase.errors import EvidenceError, MalformedError, RefusedError
from paperchase.log import Entry, Line, Signed
from paperchase.rules import Kind, Move
from paperchase.table import SERVER
from paperchase.testing import Match, toy
from rogue import (
    HIDER,
    SEEKER,
    acquit,
    bundle,
    castle,
    judge,
    posts,
    relog,
    ring,
    serve,
    sign,
    slipped,
)
from tables import APPLES, CAKES, bid, crooked, over, stalls

QUICK: dict[str, Any] = {"cats": 1, "owls": 1, "bats": 1, "mice": 1, "hedgehogs": 1}
CI = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@cache
def finished(name: str) -> Match:
    """A whole game; nobody may change it."""
    return ring("audit", 6).play() if name == "ring" else castle("audit", QUICK).play()


def blamed(verdict: Verdict) -> set[str]:
    return {seat for one in verdict.findings for seat in one.blamed}


def edited(match: Match, lines: list[Line]) -> Verdict:
    """The verdict on a file that somebody has changed who has nobody's key."""
    verdict = judge(bundle(match, lines))
    assert not blamed(verdict), verdict.findings
    assert "this audit failed" not in str(verdict.findings)
    return verdict


# -- files that somebody changed ------------------------------------------------------------


@pytest.mark.parametrize("name", ["ring", "castle"])
def test_an_honest_game_is_fair(name: str) -> None:
    verdict = judge(finished(name).bundle())
    assert verdict.status is Status.FAIR
    assert not verdict.findings
    assert set(verdict.seats.values()) == {Standing.VALID}
    assert verdict.prefix == verdict.length == len(finished(name).lines)
    assert verdict.outcome is not None
    assert verdict.winners == verdict.outcome.winners
    assert verdict.keys[SERVER] == finished(name).identity.key
    assert set(verdict.handles) == set(finished(name).agents)


def flips(data: bytes, luck: random.Random, times: int) -> Iterator[bytes]:
    for place in luck.sample(range(len(data)), times):
        changed = bytearray(data)
        changed[place] ^= 1 << luck.randrange(8)
        yield bytes(changed)


@pytest.mark.parametrize("name", ["ring", "castle"])
def test_no_changed_byte_is_fair_and_nobody_is_blamed_for_it(name: str) -> None:
    """Of each line: some bytes of both payloads and both signatures."""
    match = finished(name)
    luck = random.Random(name)
    last = len(match.lines) - 1
    whole = judge(match.bundle())
    for place, line in enumerate(match.lines):
        for part in ("entry", "receipt"):
            signed: Signed = getattr(line, part)
            spoiled = [replace(signed, payload=one) for one in flips(signed.payload, luck, 3)]
            spoiled += [replace(signed, sig=one) for one in flips(signed.sig, luck, 1)]
            for one in spoiled:
                lines = [*match.lines]
                lines[place] = replace(line, **{part: one})
                verdict = edited(match, lines)
                if part == "receipt" and one.payload == signed.payload and 0 < place < last:
                    # V8: the last head covers it. Who followed the game has checked it (V8).
                    assert verdict == whole
                    with pytest.raises(EvidenceError):
                        list(log.verify(lines, every_receipt=True))
                else:
                    assert verdict.status is Status.UNDECIDED
                    assert verdict.findings
                    assert verdict.prefix in (0, place, len(match.lines))


@pytest.mark.parametrize("name", ["ring", "castle"])
def test_no_line_can_be_dropped_swapped_or_doubled(name: str) -> None:
    match = finished(name)
    lines = match.lines
    for place in range(len(lines)):
        before, here, after = lines[:place], lines[place], lines[place + 1 :]
        for changed in (
            [*before, *after],
            [*before, here, here, *after],
            [*lines, here],
            [*before, *after[:1], here, *after[1:]] if after else [here, *before],
        ):
            verdict = edited(match, changed)
            assert verdict.status is Status.UNDECIDED


def test_lines_of_two_games_do_not_mix() -> None:
    one, two = finished("ring"), ring("other", 6).play()
    for cut in range(1, min(len(one.lines), len(two.lines))):
        verdict = edited(one, [*one.lines[:cut], *two.lines[cut:]])
        assert verdict.status is Status.UNDECIDED
        assert verdict.prefix == cut
    crossed = [Line(a.entry, b.receipt) for a, b in zip(one.lines, two.lines, strict=False)]
    assert edited(one, crossed).status is Status.UNDECIDED


def test_a_log_that_stops_is_undecided_and_stands() -> None:
    match = finished("ring")
    for length in range(1, len(match.lines)):
        verdict = edited(match, match.lines[:length])
        assert verdict.status is Status.UNDECIDED
        assert verdict.prefix == length
        assert "INCOMPLETE" in {one.code for one in verdict.findings}


def test_a_forged_log_by_somebody_else_s_key_accuses_nobody() -> None:
    """Anybody can write a log that names any server; its receipts have to be signed."""
    match = finished("ring")
    stranger = ring("stranger").identity
    first = match.lines[0]
    receipt = log.sign(stranger, log.RECEIPT, first.receipt.payload)
    entry = log.sign(stranger, log.ENTRY, first.entry.payload)
    for forged in (Line(entry, receipt), Line(first.entry, receipt)):
        verdict = edited(match, [forged, *match.lines[1:]])
        assert (verdict.status, verdict.prefix) == (Status.UNDECIDED, 0)


def test_a_genesis_that_the_server_receipted_wrongly_is_the_servers_fault() -> None:
    match = finished("ring")
    lie = log.write_receipt(
        match.identity,
        game=match.table.game,
        seq=0,
        entry=match.table.game,
        sig=match.lines[0].entry.sig,
        prev=None,
        t=5,
        deadlines={HIDER: 7},
    )
    verdict = judge(bundle(match, [Line(match.lines[0].entry, lie.signed)]))
    assert [(one.code, one.blamed) for one in verdict.findings] == [("RECEIPT", (SERVER,))]
    assert verdict.status is Status.UNFAIR


def test_a_receipt_that_the_server_signed_wrongly_blames_no_author() -> None:
    match = finished("ring")
    for place in range(1, len(match.lines)):
        line = match.lines[place]
        for payload in (
            b"{}",
            line.receipt.payload.replace(b'"v":1}', b'"v":2}'),
            line.receipt.payload.replace(b'"t":', b'"t":9'),
            line.receipt.payload.replace(b'"deadlines":{', b'"deadlines":{"a":1,'),
        ):
            lie = log.sign(match.identity, log.RECEIPT, payload)
            verdict = judge(bundle(match, [*match.lines[:place], Line(line.entry, lie)]))
            assert blamed(verdict) <= {SERVER}, verdict.findings
            assert verdict.status is not Status.FAIR


# -- what is no log at all ------------------------------------------------------------------


def test_nothing_is_undecided() -> None:
    for nothing in (Bundle("", "", ()), Bundle("ab" * 32, "# no board\n", ())):
        verdict = audit.verify(nothing)
        assert verdict.status is Status.UNDECIDED
        assert not blamed(verdict)


def test_a_header_that_names_another_game() -> None:
    match = finished("ring")
    verdict = judge(replace(match.bundle(), game="ab" * 32))
    assert verdict.status is Status.UNDECIDED
    assert verdict.findings[0].code == "CANON"
    with pytest.raises(MalformedError):
        audit.open_table(replace(match.bundle(), game="ab" * 32), toy.GAME)
    with pytest.raises(MalformedError):
        audit.open_table(Bundle("", "", ()), toy.GAME)


def test_a_board_that_is_another() -> None:
    match = finished("castle")
    changed = replace(match.bundle(), board=match.board.decode() + "# a new wing\n")
    verdict = judge(changed)
    assert verdict.status is Status.UNDECIDED
    assert [one.code for one in verdict.findings] == ["NOT_COVERED"]
    assert verdict.prefix == len(match.lines)
    with pytest.raises(RefusedError):
        audit.open_table(changed)


def test_rules_that_are_not_at_hand() -> None:
    """The toy is in no registry: signatures, heads and receipts are checked all the same."""
    match = finished("ring")
    verdict = audit.verify(match.bundle())
    assert verdict.status is Status.UNDECIDED
    assert [one.code for one in verdict.findings] == ["NOT_COVERED"]
    assert verdict.prefix == len(match.lines)
    lines = [*match.lines]
    lines[7] = replace(lines[7], entry=replace(lines[7].entry, sig=bytes(64)))
    verdict = audit.verify(bundle(match, lines))
    assert [one.code for one in verdict.findings] == ["NOT_COVERED", "SIG"]
    assert not blamed(verdict)
    assert verdict.prefix == 7
    assert audit.verify(bundle(match, lines[:-1])).prefix == 7
    spoiled = replace(match.lines[-1], receipt=replace(match.lines[-1].receipt, sig=bytes(64)))
    verdict = audit.verify(bundle(match, [*match.lines[:-1], spoiled]))
    assert [one.code for one in verdict.findings] == ["NOT_COVERED", "RECEIPT"]
    assert not blamed(verdict)
    cut = [line for place, line in enumerate(match.lines) if place != 5]
    assert not blamed(audit.verify(bundle(match, cut)))
    swapped = posts(match)
    swapped[4], swapped[5] = swapped[5], swapped[4]
    verdict = audit.verify(bundle(match, relog(match, swapped)))
    assert blamed(verdict) == {SERVER}
    assert verdict.status is Status.UNFAIR


def test_without_rules_the_codes_are_the_same() -> None:
    match = finished("ring")
    lines = [*match.lines]

    def first(place: int, **changes: Any) -> tuple[str, int, tuple[str, ...]]:
        spoiled = [*lines]
        spoiled[place] = replace(lines[place], **changes)
        without = audit.verify(bundle(match, spoiled)).findings[-1]
        known = [one for one in judge(bundle(match, spoiled)).findings if one.code != "INCOMPLETE"]
        found = (without.code, without.seq, without.blamed)
        assert (known[-1].code, known[-1].seq, known[-1].blamed) == found
        return found

    receipt = replace(lines[-1].receipt, sig=bytes(64))
    assert first(len(lines) - 1, receipt=receipt) == ("RECEIPT", len(lines) - 1, ())
    receipt = replace(lines[0].receipt, sig=bytes(64))
    assert first(0, receipt=receipt) == ("RECEIPT", 0, ())
    entry = replace(lines[0].entry, sig=bytes(64))
    assert first(0, entry=entry) == ("SIG", 0, ())
    entry = replace(lines[6].entry, payload=b"{}")
    assert first(6, entry=entry) == ("CANON", 6, ())
    entry = replace(
        lines[6].entry, payload=lines[6].entry.payload.replace(b'"prev":"', b'"prev":"0')
    )
    assert first(6, entry=entry) == ("CANON", 6, ())
    entry = replace(lines[6].entry, payload=lines[6].entry.payload[:-9] + b',"v":1}')
    assert first(6, entry=entry)[0] == "CANON"
    other = bytes.fromhex("30313233") * 16
    entry = replace(lines[6].entry, payload=_with_prev(lines[6].entry.payload, other))
    assert first(6, entry=entry) == ("SIG", 6, ())


def _with_prev(payload: bytes, prev: bytes) -> bytes:
    at = payload.index(b'"prev":"') + 8
    return payload[:at] + prev + payload[at + 64 :]


def test_a_seat_that_nobody_holds_has_no_signature() -> None:
    match = ring(5)
    entry = sign(match, HIDER, "move", {}, seat="nobody")
    verdict = judge(slipped(match, entry))
    assert [(one.code, one.blamed) for one in verdict.proofs] == [("SIG", (SERVER,))]


def test_an_answer_may_seal_what_stays_closed() -> None:
    """Of a latent slot nobody knows the value, so it cannot be a lie."""
    told = Move(Kind.ANSWER, HIDER, {"hit": False}, {"wish/1": None}, ())  # type: ignore[dict-item]
    for value, said, true in ((3, False, True), (0, False, True), (3, True, False)):
        truth = Move(Kind.ANSWER, HIDER, {"hit": said}, {"wish/1": value}, ())
        assert agree(told, truth) is true
    truth = Move(Kind.ANSWER, HIDER, {"hit": False}, {}, ())
    assert not agree(told, truth)


def test_who_says_that_the_server_withholds_its_secret_is_no_liar() -> None:
    """The server takes a verdict behind the end, and opens its secret only then."""
    match = ring(32, 2)
    match.join()
    while match.state.outcome is None:
        match.step()
    end = next(one for one in match.taken if one.step.state.outcome is not None)
    state, now = end.step.state, match.now
    known = [(one.entry, one.t) for one in match.taken[: end.seq]]
    hider, seeker = (match.agents[seat].player for seat in (HIDER, SEEKER))
    behind = seeker.close(match.table, state)
    step = match.table.accept(state, behind, now, match.ledger.book)
    match.ledger.book.take(state.length, step.state.head, {})
    told = hider.verdict(match.table, step.state, "SERVER_WITHHELD", end.seq + 1, SERVER)
    lines = relog(match, [*known, (behind, now), (told, now)])
    verdict = judge(bundle(match, lines))
    assert {(one.code, one.seq, one.blamed) for one in verdict.proofs} == {
        ("SERVER_WITHHELD", end.seq + 1, (SERVER,))
    }
    assert verdict.winners == ()


def test_rules_that_fail_make_it_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished("ring")

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("the rules are broken")

    for step in ("follow", "choices", "values"):
        with monkeypatch.context() as patch:
            patch.setattr(toy.Ring, step, broken)
            verdict = judge(match.bundle())
        assert verdict.status is Status.UNDECIDED, step
        assert not blamed(verdict)
        assert "NOT_COVERED" in {one.code for one in verdict.findings}
        assert Standing.UNDECIDED in verdict.seats.values()
    for step, prefix in (("apply", 5), ("pending", 4), ("outcome", 4), ("start", 0)):
        with monkeypatch.context() as patch:
            patch.setattr(toy.Ring, step, broken)
            verdict = judge(match.bundle())
        assert (verdict.status, verdict.prefix) == (Status.UNDECIDED, prefix), step
        assert not blamed(verdict)
        assert ("NOT_COVERED", prefix) in {(one.code, one.seq) for one in verdict.findings}


# -- what is said although nobody is to blame -----------------------------------------------


def test_a_roll_after_a_lapse_was_foreseeable() -> None:
    match = crooked(stalls(1, {"first": "die", "rounds": 1}))
    for seat in fair.STALLS[:2]:
        match.submit(bid(match, seat))
    match.lapse(CAKES)
    roll = next(one.seq for one in match.taken if one.entry.type == "roll")
    match.reveal()
    verdict = audit.verify(match.bundle(), fair.GAME)
    assert ("FORESEEABLE", roll, ()) in {
        (one.code, one.seq, one.blamed) for one in verdict.findings
    }
    # The default was a pass that this seat may not make. It never said so.
    assert not blamed(verdict)
    assert verdict.status is Status.FAIR


def test_a_game_that_somebody_gave_up_is_forfeited_once_it_is_open() -> None:
    match = ring(2)
    match.join()
    for _ in range(4):
        match.step()
    match.submit(match.agents[SEEKER].player.resign(match.table, match.state))
    running = judge(match.bundle())
    assert running.status is Status.UNDECIDED
    assert running.seats[HIDER] is Standing.UNDECIDED
    match.reveal()
    verdict = judge(match.bundle())
    assert verdict.status is Status.FORFEITED
    assert verdict.winners == (HIDER,)
    assert [one.code for one in verdict.findings] == ["FORFEIT"]


def test_who_cheats_loses_and_who_withholds_too() -> None:
    """Three sides: the board says apples; the apples cheat, the cakes withhold."""
    match = crooked(stalls(3, {"rounds": 1}))
    match.submit(bid(match, APPLES, 77))
    for seat in fair.STALLS[1:]:
        match.submit(bid(match, seat))
    for seat in fair.STALLS[:2]:
        match.submit(match.agents[seat].player.reveal(match.table, match.state))
    match.lapse(CAKES)
    verdict = audit.verify(match.bundle(), fair.GAME)
    assert blamed(verdict) == {APPLES}
    assert verdict.seats[CAKES] is Standing.WITHHELD
    assert verdict.winners == ("books",)


def test_the_secret_of_the_dealer_decides_about_his_draws() -> None:
    match = over(ring(4))
    kept = [one for one in posts(match) if one[0].type != "reveal"]
    verdict = judge(bundle(match, relog(match, kept)))
    assert verdict.status is Status.UNDECIDED
    assert verdict.seats[SERVER] is Standing.UNDECIDED


def test_what_follows_from_a_fault_is_marked_so() -> None:
    def lie(agent: Any, demand: Any, move: Move) -> Move | None:
        if not move.hidden or len(agent.known) < 4:
            return None
        slot = next(slot for slot in move.hidden if slot.startswith("field"))
        return replace(move, hidden={**move.hidden, slot: (move.hidden[slot] + 5) % 10})

    match = ring(5, 20, twists={HIDER: lie}).play()
    verdict = judge(match.bundle())
    assert len(verdict.proofs) == 1
    assert verdict.proofs[0].seq == match.agents[HIDER].lied
    assert all(one.follows for one in verdict.findings if one is not verdict.proofs[0])
    assert verdict.proofs == tuple(one for one in verdict.findings if not one.follows)
    seqs = [one.seq for one in verdict.findings]
    assert seqs == sorted(seqs)


def test_findings_can_be_reproduced_while_the_game_runs() -> None:
    match = ring(6)
    match.join()
    assert match.table.rules.pending(match.state.public)
    ledger, taken, faults = audit.admit(match.table, match.lines)
    assert ledger is not None
    assert not faults
    assert audit.reproduce(match.table, ledger, taken) == ()


# -- it never raises ------------------------------------------------------------------------

signed = st.builds(Signed, st.binary(max_size=80), st.binary(max_size=70))
lines = st.lists(st.builds(Line, signed, signed), max_size=4).map(tuple)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abcdehiopt/1", max_size=6), inner)
    ),
    max_leaves=8,
)


@CI
@given(st.text(max_size=10), st.text(max_size=10), lines)
def test_no_garbage_makes_it_raise(game: str, board: str, garbage: tuple[Line, ...]) -> None:
    verdict = audit.verify(Bundle(game, board, garbage))
    assert verdict.status is Status.UNDECIDED
    assert not blamed(verdict)
    match = finished("ring")
    behind = judge(bundle(match, [*match.lines[:9], *garbage]))
    assert not blamed(behind)


@cache
def running(stage: str) -> Match:
    match = ring("running", 20)
    match.join()
    while match.state.public.stage != stage:
        match.step()
    return match


@CI
@given(st.sampled_from(["hide", "seek", "answer"]), st.sampled_from([HIDER, SEEKER]), st.data())
def test_no_signed_entry_makes_it_raise(stage: str, seat: str, data: Any) -> None:
    """Genuine signatures of players over any body, and a server that takes everything."""
    match = running(stage)
    kind = data.draw(st.sampled_from(["move", "answer", "open", "resign", "verdict", "close"]))
    keys = {
        "move": ["public", "sealed", "opened"],
        "answer": ["public", "sealed", "opened"],
        "open": ["of", "opened"],
        "verdict": ["code", "seq", "blamed"],
        "close": ["head", "result"],
        "resign": [],
    }[kind]
    body = data.draw(plain | st.fixed_dictionaries(dict.fromkeys(keys, plain)))
    if not isinstance(body, dict):
        body = {"public": body, "sealed": {}, "opened": {}}
    verdict = judge(slipped(match, sign(match, seat, kind, body)))
    assert verdict.status is not Status.FAIR
    assert blamed(verdict) <= {seat, SERVER}
    assert "this audit failed" not in str(verdict.findings)


@CI
@given(
    st.sampled_from(["roll", "draw", "lapse", "open", "reveal", "genesis", "join", "pause"]),
    plain,
    st.none() | st.just("ab" * 32),
)
def test_no_entry_of_the_server_makes_it_raise(kind: str, body: Any, link: str | None) -> None:
    match = running("seek")
    if kind == "genesis":
        return
    shape = body if isinstance(body, dict) else {"of": HIDER, "what": "move", "public": body}
    verdict = judge(slipped(match, serve(match, kind, shape, link)))
    assert blamed(verdict) == {SERVER}
    assert "this audit failed" not in str(verdict.findings)


numbers = st.integers(-3, 12) | st.integers(-(2**53) + 1, 2**53 - 1)


@CI
@given(st.lists(st.tuples(numbers, numbers, st.booleans(), st.booleans()), max_size=6))
def test_no_sealed_number_makes_it_raise(
    rounds: list[tuple[int, int, bool, bool]],
) -> None:
    """A hider who seals what he likes and answers what he likes; the oracle is a slow reading
    of the rules of the ring."""
    match = crooked(ring("any", 20))
    match.join()
    player = match.agents[HIDER].player
    at, wrong = 0, False
    for number, (field, wish, hit, guessed) in enumerate(rounds, 1):
        if match.state.outcome is not None or match.state.public.stage == "show":
            break
        sealed = {
            f"field/{number}": player.seal(f"field/{number}", field),
            f"wish/{number}": player.seal(f"wish/{number}", wish),
        }
        match.submit(sign(match, HIDER, "move", {"public": None, "sealed": sealed, "opened": {}}))
        told = field if guessed and field in range(10) else 9
        body = {"public": {"guess": told}, "sealed": {}, "opened": {}}
        match.submit(sign(match, SEEKER, "move", body))
        opened = player.openings({f"field/{number}": field} if hit else {})
        answer = {"public": {"hit": hit}, "sealed": {}, "opened": opened}
        match.submit(sign(match, HIDER, "answer", answer))
        near = field in range(10) and (field - at) % 10 in (0, 1, 9)
        wrong |= not near or wish not in range(4) or hit != (told == field)
        at = field
    if match.state.outcome is None:
        match.submit(sign(match, SEEKER, "resign", {}))
    match.reveal()
    verdict = judge(match.bundle())
    assert blamed(verdict) == ({HIDER} if wrong else set())
    assert "NOT_COVERED" not in {one.code for one in verdict.findings}


@settings(CI, max_examples=25)
@given(st.lists(st.integers(0, 55) | numbers, min_size=1, max_size=12), st.integers(0, 10**6))
def test_no_sealed_room_makes_it_raise(rooms: list[int], seed: int) -> None:
    """A ghost who is where he likes, and answers by that: caught or not, he is found out, and
    the rules never fail on him."""

    def anywhere(rules: Any, public: Any, secret: Any, demand: Any, below: Any) -> Move:
        move = rules.sample(public, secret, demand, below)
        if move.hidden:
            slot = next(iter(move.hidden))
            told = {"cheat": False, "lock": 0, "stuck": False, "trap": False}
            room = rooms[public.round % len(rooms)]
            return Move(Kind.MOVE, "ghost", told, {slot: room})
        return move

    twists = {"ghost": lambda *_: None}
    match = castle(seed, QUICK, bots={"ghost": anywhere}, twists=twists).play()
    verdict = judge(match.bundle())
    assert blamed(verdict) <= {"ghost"}
    assert "NOT_COVERED" not in {one.code for one in verdict.findings}
    if any(room not in range(1, 55) for room in rooms[:5]) and match.state.public.round > 5:
        assert blamed(verdict) == {"ghost"}


def test_a_depth_that_only_the_body_has() -> None:
    match = running("seek")
    deep: Any = 1
    for _ in range(canon.DEPTH - 3):
        deep = [deep]
    entry: Entry = sign(match, SEEKER, "move", {"public": deep, "sealed": {}, "opened": {}})
    verdict = judge(slipped(match, entry))
    assert blamed(verdict) == {SEEKER, SERVER}
    assert acquit(match.bundle()).status is Status.UNDECIDED


def test_what_was_hidden_is_told_as_far_as_it_is_open() -> None:
    match = finished("ring")
    found = audit.unveil(match.bundle(), match.game)
    hider = match.agents[HIDER]
    assert found.secrets[HIDER] == hider.secret
    told = {slot: value for move, _ in found.moves.values() for slot, value in move.hidden.items()}
    assert {slot: told[slot] for slot in hider.known} == hider.known
    running = ring("audit", 6).play(most=20)
    assert len(audit.unveil(running.bundle(), running.game).moves) < len(found.moves)
    spoiled = [*match.lines[:5], *match.lines[6:]]
    with pytest.raises(MalformedError):
        audit.unveil(bundle(match, spoiled), match.game)


def uncovered(match: Match, count: int, entry: Entry) -> list[Line]:
    """The first lines of a log and behind them one that only looks as if the server took it."""
    lines = relog(match, [*posts(match)[: count - 1], (entry, match.now)])
    forged = log.sign(ring("stranger").identity, log.RECEIPT, lines[-1].receipt.payload)
    return [*lines[:-1], Line(entry.signed, forged)]


def test_what_no_receipt_of_the_server_covers_accuses_nobody() -> None:
    """Else a player alone could append that the server kept its secret, or took a false verdict."""
    match = finished("ring")
    place = next(one.seq for one in match.taken if one.entry.type == "reveal")
    before = match.taken[place - 1].before
    reveal = match.agents[HIDER].player.reveal(match.table, before)
    running = ring("audit", 6).play(most=20)
    seeker = running.agents[SEEKER].player
    false = seeker.verdict(running.table, running.state, "ANSWER_LIE", 7, HIDER)
    for game, entry, count in ((match, reveal, place), (running, false, len(running.lines))):
        lines = uncovered(game, count, entry)
        garbage = Line(Signed(b"{}", bytes(64)), Signed(b"{}", bytes(64)))
        for more in ([], [garbage], [lines[-1]]):
            forged = bundle(game, [*lines, *more])
            verdict = judge(forged)
            agreement.hold(forged, verdict)
            assert not blamed(verdict), verdict.findings
            assert (verdict.status, verdict.prefix) == (Status.UNDECIDED, count)
            assert ("RECEIPT", count) in {(one.code, one.seq) for one in verdict.findings}


def test_a_server_does_not_get_off_by_a_head_that_fits_nothing() -> None:
    """What it has signed itself it has signed, whatever its receipt says of the head."""
    match = finished("ring")
    taken = next(one for one in match.taken if one.entry.type == "roll")
    old = log.read_receipt(match.lines[taken.seq].receipt)
    body = {**taken.entry.body, "rolls": []}
    lie = log.write_entry(
        match.identity,
        game=match.table.game,
        seat=SERVER,
        type="roll",
        prev=taken.entry.prev,
        own=None,
        link=taken.entry.link,
        body=body,
    )
    payload = log.receipt_payload(
        old.game, old.seq, lie.id, old.prev, "ab" * 32, old.t, old.deadlines
    )
    receipt = log.sign(match.identity, log.RECEIPT, payload)
    forged = bundle(match, [*match.lines[: taken.seq], Line(lie.signed, receipt)])
    verdict = judge(forged)
    agreement.hold(forged, verdict)
    assert [(one.code, one.blamed) for one in verdict.proofs] == [("RNG", (SERVER,))]


def test_a_receipt_without_a_head_before_it_has_no_form() -> None:
    match = finished("ring")
    for place in (1, 7):
        old = log.read_receipt(match.lines[place].receipt)
        payload = canon.encode({**canon.decode(old.signed.payload), "prev": None})
        line = Line(match.lines[place].entry, log.sign(match.identity, log.RECEIPT, payload))
        forged = bundle(match, [*match.lines[:place], line])
        verdict = judge(forged)
        agreement.hold(forged, verdict)
        assert [(one.code, one.blamed) for one in verdict.proofs] == [("RECEIPT", (SERVER,))]
