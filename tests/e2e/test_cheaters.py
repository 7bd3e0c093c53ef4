"""One test per attack of PROTOCOL.md section 14: who is blamed, for what, in which entry.

Players and servers cheat here against the real table and the real audit. An honest table
refuses most of it at once; where the server plays along, the log that it makes convicts it, and
nobody who was honest.
"""

import re
from collections.abc import Callable
from hashlib import sha256, sha512
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec.structs import replace
from nacl.bindings import crypto_core_ed25519_add, crypto_scalarmult_ed25519_base_noclamp

from paperchase import canon, deal, dice, log, seal
from paperchase.audit import Standing, Status
from paperchase.bundle import Bundle
from paperchase.errors import (
    EvidenceError,
    IllegalMoveError,
    MalformedError,
    PaperchaseError,
    RefusedError,
    StaleHeadError,
)
from paperchase.games.ghost_chase.castle import Castle
from paperchase.keys import Master
from paperchase.log import Entry, Signed
from paperchase.rules import DEALER, Kind, Move
from paperchase.seal import Opening
from paperchase.table import SERVER, Player, Stage, Table
from paperchase.testing import Agent, Match, toy
from rogue import (
    HIDER,
    SEEKER,
    acquit,
    bundle,
    castle,
    convict,
    crook,
    judge,
    once,
    posts,
    relog,
    ring,
    serve,
    sign,
    slipped,
)

GHOST, CHASER = "ghost", "chaser-1"


def refused(match: Match, entry: Entry, kind: type[PaperchaseError], code: str) -> None:
    """An honest server refuses `entry`, for this reason."""
    with pytest.raises(kind) as caught:
        submitted(match, entry)
    assert caught.value.code == code


def submitted(match: Match, entry: Entry) -> None:
    entry.signed.check(log.ENTRY, match.table.key(match.state, entry))
    match.table.accept(match.state, entry, match.now, match.ledger.book)


def until(match: Match, stage: str) -> Match:
    """The toy played on to that stage of a round."""
    if match.state.stage is Stage.OPEN:
        match.join()
    while match.state.public.stage != stage:
        match.step()
    return match


def guess(match: Match, field: int = 3, **changes: Any) -> Entry:
    body = {"public": {"guess": field}, "sealed": {}, "opened": {}}
    return sign(match, SEEKER, "move", body, **changes)


# -- players: hidden moves ------------------------------------------------------------------


def rooms(agent: Agent) -> tuple[Any, Any, Castle]:
    rules: Any = agent.match.table.rules
    return agent.match.state.public, agent.secret, rules.house.castle


def into(pick: Callable[[Agent], set[int]]) -> Any:
    """A ghost who moves once into a room of those that `pick` names, and says nothing of it."""

    def lie(agent: Agent, move: Move) -> Move | None:
        public, ghost, _ = rooms(agent)
        if len(ghost.visited) < 3:
            return None
        found = sorted(pick(agent) - {public.trap, ghost.at})
        if not found:
            return None
        told = {"cheat": False, "lock": 0, "stuck": False, "trap": False}
        return Move(move.kind, GHOST, told, {f"room/{public.round}": found[0]})

    return once(Kind.MOVE, lie)


def anywhere(agent: Agent) -> set[int]:
    _, ghost, house = rooms(agent)
    return set(house.rooms) - ways(agent)[ghost.at] - {1, 54}


def visited(agent: Agent) -> set[int]:
    public, ghost, _ = rooms(agent)
    return set(ways(agent)[ghost.at] & ghost.visited) - set(public.figures)


def taken(agent: Agent) -> set[int]:
    public, ghost, _ = rooms(agent)
    return set(ways(agent)[ghost.at] & set(public.figures)) - ghost.visited


def ways(agent: Agent) -> Any:
    rules: Any = agent.match.table.rules
    return rules.house.ways


@pytest.mark.parametrize(
    ("pick", "why"),
    [(anywhere, "does not touch"), (visited, "visited already"), (taken, "a chaser stands")],
    ids=["illegal move", "revisit", "into a room with a chaser"],
)
def test_a_hidden_move_that_breaks_the_rules_is_found_at_the_opening(
    pick: Callable[[Agent], set[int]], why: str
) -> None:
    for seed in range(40):
        match = castle(f"move/{seed}", twists={GHOST: into(pick)}).play()
        lied = match.agents[GHOST].lied
        if lied is not None:
            break
    else:
        pytest.fail("no game in which the ghost could do it")
    verdict = convict(match.bundle(), "MOVE_ILLEGAL", lied, GHOST)
    assert why in verdict.proofs[0].evidence
    assert verdict.winners == (CHASER,)


def test_a_changed_move_does_not_fit_its_seal() -> None:
    match = until(ring(1, 20), "show")
    agent = match.agents[HIDER]
    slots = {slot: agent.known[slot] for slot in match.state.phases[0].demand.slots}
    slot = sorted(slots)[0]
    slots[slot] = (slots[slot] + 1) % 10
    changed = agent.player.open(match.table, match.state, slots)
    refused(match, changed, EvidenceError, "evidence/seal")
    convict(slipped(match, changed), "OPEN_MISMATCH", match.state.length, HIDER, SERVER)


def test_a_lied_answer_is_found_where_it_was_given() -> None:
    def lie(agent: Agent, move: Move) -> Move | None:
        said: Any = move.public
        return Move(move.kind, move.seat, {"hit": False}) if said["hit"] else None

    match = ring(3, 20, twists={HIDER: once(Kind.ANSWER, lie)}).play()
    lied = match.agents[HIDER].lied
    assert lied is not None
    convict(match.bundle(), "ANSWER_LIE", lied, HIDER)


def test_a_ghost_who_denies_that_he_is_caught() -> None:
    def lie(agent: Agent, move: Move) -> Move | None:
        said: Any = move.public
        return Move(move.kind, move.seat, {"caught": 0}) if said["caught"] else None

    for seed in range(20):
        match = castle(f"deny/{seed}", twists={GHOST: once(Kind.ANSWER, lie)}).play()
        lied = match.agents[GHOST].lied
        if lied is not None:
            assert convict(match.bundle(), "ANSWER_LIE", lied, GHOST).winners == (CHASER,)
            return
    pytest.fail("nobody was caught")


def test_a_reveal_that_is_withheld_loses_unverified() -> None:
    match = ring(4)
    match.join()
    while match.state.stage is Stage.PLAY:
        match.step()
    seq = match.lapse(HIDER).seq
    verdict = acquit(match.bundle())
    assert verdict.status is Status.FORFEITED
    assert verdict.seats[HIDER] is Standing.WITHHELD
    assert verdict.winners == (SEEKER,)
    assert [(one.code, one.seq) for one in verdict.findings] == [("WITHHELD", seq)]


def test_a_hider_who_falls_silent_forfeits_and_still_owes_his_secret() -> None:
    match = until(ring(5), "answer")
    seq = match.lapse(HIDER).seq
    assert match.state.clocks.keys() == {HIDER}
    assert judge(match.bundle()).status is Status.UNDECIDED
    match.lapse(HIDER)
    verdict = acquit(match.bundle())
    assert verdict.status is Status.FORFEITED
    assert [(one.code, one.seq) for one in verdict.findings] == [
        ("FORFEIT", seq),
        ("WITHHELD", seq + 2),  # the dealer's secret comes between
    ]
    assert verdict.winners == (SEEKER,)


def sealed(match: Match, **changes: str) -> Entry:
    """A step of the hider with other commitments than he should make."""
    crook(match, HIDER)
    number = match.state.public.round
    player = match.agents[HIDER].player
    honest = {name: player.seal(f"{name}/{number}", 1) for name in ("field", "wish")} | changes
    slots = {f"{name}/{number}": commitment for name, commitment in honest.items()}
    return sign(match, HIDER, "move", {"public": None, "sealed": slots, "opened": {}})


def over(match: Match) -> Match:
    """The hider, who cannot go on as he should, gives up; he reveals all the same."""
    match.submit(match.agents[HIDER].player.resign(match.table, match.state))
    match.reveal()
    return match


def test_a_seal_of_nothing_has_no_value() -> None:
    match = until(ring(6), "hide")
    seq = match.submit(sealed(match, field="h1:" + "ab" * 32)).seq
    convict(over(match).bundle(), "OPEN_MISMATCH", seq, HIDER)


@pytest.mark.parametrize("value", [-1, 10, 999, 2**53 - 1])
def test_a_seal_of_a_value_that_the_rules_do_not_know(value: int) -> None:
    match = until(ring(6), "hide")
    own = match.agents[HIDER].player.seal("field/1", value)
    seq = match.submit(sealed(match, field=own)).seq
    convict(over(match).bundle(), "OPEN_MISMATCH", seq, HIDER)


def test_a_seal_of_nothing_in_a_latent_slot() -> None:
    match = until(ring(6), "hide")
    entry = sealed(match, wish="h1:" + "ab" * 32)
    seq = match.submit(entry).seq
    convict(over(match).bundle(), "OPEN_MISMATCH", seq, HIDER)


@pytest.mark.parametrize("whose", ["another turn", "another game", "another seat"])
def test_a_copied_commitment_opens_nowhere_else(whose: str) -> None:
    match = ring(7)
    other = ring(8)
    match.join()
    while DEALER not in [seat for seat, _ in match.ledger.book.seals]:
        match.step()
    until(match, "hide")
    until(other, "seek")
    seals = match.ledger.book.seals
    copied = {
        "another turn": seals[HIDER, "field/1"],
        "another game": other.ledger.book.seals[HIDER, "field/1"],
        "another seat": seals[DEALER, "card/3"],
    }[whose]
    seq = match.submit(sealed(match, field=copied)).seq
    convict(over(match).bundle(), "OPEN_MISMATCH", seq, HIDER)


def test_a_slot_is_sealed_once() -> None:
    match = until(until(ring(9), "seek"), "hide")
    body = sealed(match).body
    slots = {"field/1": body["sealed"][f"field/{match.state.public.round}"]}
    again = sign(match, HIDER, "move", {**body, "sealed": slots})
    refused(match, again, IllegalMoveError, "illegal/slot")
    convict(slipped(match, again), "PUBLIC_ILLEGAL", match.state.length, HIDER, SERVER)


def test_a_wrong_salt_is_found_by_the_reveal() -> None:
    """A true opening, but not by the secret that was bound at the start."""
    match = until(ring(10), "hide")
    slot = f"field/{match.state.public.round}"
    salt = "5a" * 32
    commitment = seal.commit(match.table.game, HIDER, slot, salt, 1)
    seq = match.submit(sealed(match, field=commitment)).seq
    match.submit(guess(match, 1))
    opened = {slot: {"salt": salt, "value": 1}}
    body = {"public": {"hit": True}, "sealed": {}, "opened": opened}
    match.submit(sign(match, HIDER, "answer", body))
    convict(over(match).bundle(), "OPEN_MISMATCH", seq, HIDER)


def test_another_secret_than_the_one_that_was_bound() -> None:
    match = over_without_reveal(ring(11))
    lie = sign(match, HIDER, "reveal", {"secret": "17" * 32})
    refused(match, lie, EvidenceError, "evidence/kc")
    convict(slipped(match, lie), "KC_MISMATCH", match.state.length, HIDER, SERVER)


def over_without_reveal(match: Match) -> Match:
    match.join()
    while match.state.stage is Stage.PLAY:
        match.step()
    return match


def test_guessing_does_not_open_a_commitment() -> None:
    """All 54 rooms with all that is public: no match, and with the salt there would be one."""
    match = castle(12)
    match.join()
    while not any(seat == GHOST for seat, _ in match.ledger.book.seals):
        match.step()
    ((seat, slot), commitment) = next(iter(match.ledger.book.seals.items()))
    game = match.table.game
    text = "\n".join(line.to_text() for line in match.lines)
    known = set(re.findall("[0-9a-f]{64}", text)) | {"0" * 64}
    assert len(known) > 20
    for salt in known:
        candidates = range(1, 55)
        assert seal.find_value(commitment, game, seat, slot, salt, candidates) is None
    bare = [{"game": game, "seat": seat, "slot": slot, "value": room} for room in range(1, 55)]
    hashes = {sha256(canon.encode(one)).hexdigest() for one in bare}
    hashes |= {sha256(b"%d" % room).hexdigest() for room in range(1, 55)}
    assert commitment.removeprefix("h1:") not in hashes
    salt = match.agents[GHOST].player.secret.salt(slot)
    assert seal.find_value(commitment, game, seat, slot, salt, range(1, 55)) is not None


def test_one_secret_never_serves_two_games() -> None:
    master, game = Master(b"m" * 32), "ab" * 32
    one, two = (Player(master, game, HIDER, nonce) for nonce in ("01" * 32, "02" * 32))
    assert one.secret.commitment != two.secret.commitment
    assert one.seal("field/1", 3) != two.seal("field/1", 3)
    assert one.chain.anchor != two.chain.anchor
    slots = {one.secret.salt(f"field/{number}") for number in range(50)}
    assert len(slots) == 50
    match = ring(13)
    match.submit(match.agents[HIDER].player.join(match.state, "ann"))
    join = match.agents[SEEKER].player.join(match.state, "bob")
    nonce = match.taken[0].entry.body["nonce"]
    copied = sign(match, SEEKER, "join", {**join.body, "nonce": nonce}, own=None)
    refused(match, copied, MalformedError, "malformed/nonce")


# -- anybody: replays and forgeries ---------------------------------------------------------


def test_an_entry_replayed_in_its_own_game() -> None:
    match = ring(14).play()
    for one in match.taken:
        if one.entry.seat != SERVER:
            with pytest.raises(PaperchaseError):
                match.table.accept(match.state, one.entry, match.now, match.ledger.book)
    again = match.taken[4].entry
    assert again.seat != SERVER
    refused(match, again, StaleHeadError, "stale")
    convict(slipped(match, again), "CHAIN", match.state.length, SERVER)


def test_an_entry_replayed_in_another_game() -> None:
    """The same two players, the same seats, the same turn."""
    one, two = ring(15), ring(15, rounds=7)
    assert one.table.game != two.table.game
    until(one, "seek")
    until(two, "seek")
    alien = guess(one)
    refused(two, alien, RefusedError, "refused/other-game")
    convict(slipped(two, alien), "CHAIN", two.state.length, SERVER)


def test_an_entry_by_the_holder_of_another_seat() -> None:
    match = until(ring(16), "seek")
    body = guess(match).body
    stolen = sign(match, HIDER, "move", body, seat=SEEKER)
    refused(match, stolen, EvidenceError, "evidence/signature")
    convict(slipped(match, stolen), "SIG", match.state.length, SERVER)


def test_a_player_who_signs_as_the_server() -> None:
    match = until(ring(16), "seek")
    fake = sign(match, SEEKER, "lapse", {"of": HIDER, "what": "move", "public": None}, seat=SERVER)
    refused(match, fake, EvidenceError, "evidence/signature")
    convict(slipped(match, fake), "SIG", match.state.length, SERVER)


@pytest.mark.parametrize("kind", [log.RECEIPT, log.HEAD, log.HANDLE, log.NEW, "pc/entry/2"])
def test_a_signature_of_one_kind_is_none_of_another(kind: str) -> None:
    match = until(ring(17), "seek")
    honest = guess(match)
    player = match.agents[SEEKER].player
    wrong = replace(honest, signed=log.sign(player.identity, kind, honest.signed.payload))
    refused(match, wrong, EvidenceError, "evidence/signature")
    convict(slipped(match, wrong), "SIG", match.state.length, SERVER)


@pytest.mark.parametrize(
    "text",
    [
        '{"guess":3,"guess":4}',
        '{"guess":3.0}',
        '{"guess":3e0}',
        '{"guess":-0}',
        '{"guess":9007199254740993}',
        '{"guess":123456789012345678901234567890}',
        '{"guess":NaN}',
        '{"guess": 3}',
        '{"guess":"\\ud800"}',
        '{"gu\\u0065ss":3}',
        "[" * 40 + "]" * 40,
        "[" * 20_000 + "]" * 20_000,
        '"' + "x" * 70_000 + '"',
    ],
    ids=lambda text: text[:24],
)
def test_two_spellings_of_one_value(text: str) -> None:
    match = until(ring(18), "seek")
    payload = guess(match).signed.payload.replace(b'{"guess":3}', text.encode())
    odd = log.sign(match.agents[SEEKER].player.identity, log.ENTRY, payload)
    with pytest.raises(MalformedError):
        log.read_entry(odd)
    convict(slipped(match, odd), "CANON", match.state.length, SERVER)


def test_a_body_that_is_none() -> None:
    match = until(ring(18), "seek")
    for body in ({}, {"public": 1}, {"public": None, "sealed": {}, "opened": {}, "more": 1}):
        odd = sign(match, SEEKER, "move", body)
        refused(match, odd, MalformedError, "malformed/body")
        convict(slipped(match, odd), "CANON", match.state.length, SEEKER, SERVER)


# -- anybody: keys and signatures -----------------------------------------------------------

ORDER = 2**252 + 27742317777372353535851937790883648493
NOWHERE = bytes([1]) + bytes(31)
"""The identity: a key for which anybody can sign."""
EIGHTH = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
"""A point of order 8."""


def scalar(match: Match, seat: str) -> int:
    """The secret number behind a player's key, for signatures that no library would make."""
    private: Any = match.agents[seat].player.identity._private
    digest = bytearray(sha512(private.private_bytes_raw()).digest()[:32])
    digest[0] &= 248
    digest[31] = digest[31] & 127 | 64
    return int.from_bytes(digest, "little")


def challenge(r: bytes, key: bytes, message: bytes) -> int:
    return int.from_bytes(sha512(r + key + message).digest(), "little") % ORDER


def joining(match: Match, key: str, nonce: int = 0) -> bytes:
    body = {**match.agents[SEEKER].player.join(match.state, "bob").body}
    body |= {"key": key, "nonce": nonce.to_bytes(32).hex()}
    return sign(match, SEEKER, "join", body, own=None).signed.payload


def test_a_key_for_which_anybody_can_sign() -> None:
    match = ring(19)
    payload = joining(match, NOWHERE.hex())
    forged = NOWHERE + bytes(32)
    Ed25519PublicKey.from_public_bytes(NOWHERE).verify(forged, log.pae(log.ENTRY, payload))
    entry = log.read_entry(Signed(payload, forged))
    refused(match, entry, EvidenceError, "evidence/signature")
    with pytest.raises(MalformedError, match="prime order"):
        match.table.accept(match.state, entry, match.now, match.ledger.book)
    convict(slipped(match, entry), "SIG", 1, SERVER)


def test_a_key_whose_signatures_verifiers_disagree_on() -> None:
    """A + T with T of order 8 signs one message in eight; the key check tells."""
    match = ring(19)
    secret = scalar(match, SEEKER)
    key = crypto_core_ed25519_add(bytes.fromhex(match.agents[SEEKER].player.identity.key), EIGHTH)
    r = 1234567
    point = crypto_scalarmult_ed25519_base_noclamp(r.to_bytes(32, "little"))
    for nonce in range(200):
        payload = joining(match, key.hex(), nonce)
        k = challenge(point, key, log.pae(log.ENTRY, payload))
        if k % 8 == 0:
            break
    else:
        pytest.fail("none in 200")
    sig = point + ((r + k * secret) % ORDER).to_bytes(32, "little")
    entry = log.read_entry(Signed(payload, sig))
    refused(match, entry, MalformedError, "malformed/key")
    convict(slipped(match, entry), "CANON", 1, SEEKER, SERVER)
    with pytest.raises(MalformedError):
        list(log.verify(slipped(match, entry).lines))


def test_a_signature_that_one_library_takes_and_another_does_not() -> None:
    """R is the identity: the player could later say that he never signed it."""
    match = until(ring(20), "seek")
    honest = guess(match)
    key = bytes.fromhex(match.agents[SEEKER].player.identity.key)
    message = log.pae(log.ENTRY, honest.signed.payload)
    s = challenge(NOWHERE, key, message) * scalar(match, SEEKER) % ORDER
    sig = NOWHERE + s.to_bytes(32, "little")
    Ed25519PublicKey.from_public_bytes(key).verify(sig, message)
    crafted = replace(honest, signed=Signed(honest.signed.payload, sig))
    refused(match, crafted, EvidenceError, "evidence/signature")
    convict(slipped(match, crafted), "SIG", match.state.length, SERVER)


def test_a_signature_with_the_order_added() -> None:
    match = until(ring(20), "seek")
    honest = guess(match)
    r, s = honest.signed.sig[:32], int.from_bytes(honest.signed.sig[32:], "little")
    sig = r + (s + ORDER).to_bytes(32, "little")
    second = replace(honest, signed=Signed(honest.signed.payload, sig))
    refused(match, second, EvidenceError, "evidence/signature")
    convict(slipped(match, second), "SIG", match.state.length, SERVER)


def test_a_second_signature_of_one_entry_is_the_same_entry() -> None:
    """Whoever holds a key can make many: ids are of what is signed."""
    match = until(ring(20), "seek")
    honest = guess(match)
    key = bytes.fromhex(match.agents[SEEKER].player.identity.key)
    r = 7
    point = crypto_scalarmult_ed25519_base_noclamp(r.to_bytes(32, "little"))
    k = challenge(point, key, log.pae(log.ENTRY, honest.signed.payload))
    s = (r + k * scalar(match, SEEKER)) % ORDER
    again = Signed(honest.signed.payload, point + s.to_bytes(32, "little"))
    again.check(log.ENTRY, key.hex())
    assert again.sig != honest.signed.sig
    assert log.read_entry(again).id == honest.id
    match.submit(honest)
    refused(match, log.read_entry(again), StaleHeadError, "stale")


# -- players: dice --------------------------------------------------------------------------


def test_a_broken_dice_chain() -> None:
    match = until(ring(21), "seek")
    for link in ("5b" * 32, match.state.seats[SEEKER].link):
        wrong = guess(match, link=link)
        refused(match, wrong, EvidenceError, "evidence/link")
        convict(slipped(match, wrong), "RNG", match.state.length, SEEKER, SERVER)
    bare = guess(match, link=None)
    refused(match, bare, MalformedError, "malformed/link")
    convict(slipped(match, bare), "CANON", match.state.length, SEEKER, SERVER)


def test_a_link_that_is_skipped() -> None:
    match = until(ring(21), "seek")
    links = match.state.seats[SEEKER].links
    skipping = guess(match, link=match.agents[SEEKER].player.chain.link(links + 2))
    refused(match, skipping, EvidenceError, "evidence/link")
    convict(slipped(match, skipping), "RNG", match.state.length, SEEKER, SERVER)


def picks(match: Match) -> Any:
    """What the last roll gave."""
    entry = [one.entry for one in match.taken if one.entry.type == "roll"][-1]
    return entry.body["rolls"][0]["picks"], entry.link


def answered(match: Match, hit: bool = False) -> Match:
    body = {"public": {"hit": hit}, "sealed": {}, "opened": {}}
    if hit:
        slot = f"field/{match.state.public.round}"
        agent = match.agents[HIDER]
        body["opened"] = agent.player.openings({slot: agent.known[slot]})
    match.submit(sign(match, HIDER, "answer", body))
    return match


def test_a_roller_gains_nothing_by_another_entry() -> None:
    """Server and roller together: whatever he signs, the dice are those that were fixed."""
    field = until(ring(22), "seek").agents[HIDER].known["field/1"]
    games = [until(ring(22), "seek") for _ in range(2)]
    for match in games:
        match.submit(guess(match, field))
    assert picks(answered(games[0], hit=True)) == picks(answered(games[1], hit=False))


def test_a_helper_gains_nothing_by_entries_that_nobody_waits_for() -> None:
    """The server holds back the seeker's guess, and lets the hider taunt until the dice please."""
    seen = set[str]()
    for taunts in range(5):
        match = until(ring(23), "seek")
        held = guess(match)
        for _ in range(taunts):
            body = {"public": {"taunt": True}, "sealed": {}, "opened": {}}
            match.submit(sign(match, HIDER, "move", body))
        match.submit(held)
        seen.add(repr(picks(answered(match))))
    assert len(seen) == 1


# -- the server: dice and draws -------------------------------------------------------------


def rolling(seed: int) -> tuple[Match, Entry]:
    """A game, and the roll that the server owes in it."""
    match = until(ring(seed), "answer")
    body = {"public": {"hit": False}, "sealed": {}, "opened": {}}
    match._append(sign(match, HIDER, "answer", body))
    draft = match.dealer.owed(match.table, match.state, match.secret)
    assert draft is not None
    return match, match._drafted(draft)


def test_a_server_that_loads_the_dice() -> None:
    match, honest = rolling(24)
    rolled = honest.body["rolls"][0]
    for change in (
        {"picks": [(rolled["picks"][0] + 1) % 6]},
        {"public": {"die": rolled["public"]["die"] % 6 + 1}},
        {"lots": [7]},
        {"about": "another die"},
    ):
        body = {**honest.body, "rolls": [{**rolled, **change}]}
        loaded = serve(match, "roll", body, honest.link)
        refused(match, loaded, EvidenceError, "evidence/rng")
        convict(slipped(match, loaded), "RNG", match.state.length, SERVER)


def test_a_server_that_rolls_again() -> None:
    """It does not like the first link of the batch and takes the second."""
    match, honest = rolling(25)
    index = honest.body["index"] + 1
    link = match.dealer.chain.link(index)
    seed = dice.batch_seed(link, match.table.game, index, match.table.links(match.state))
    found = list(dice.picks(seed, 0, [6]))
    rolls = [{"about": "die", "lots": [6], "picks": found, "public": {"die": found[0] + 1}}]
    for body in (
        {"index": index, "timeout": False, "rolls": rolls},
        {"index": index - 1, "timeout": False, "rolls": rolls},
    ):
        again = serve(match, "roll", body, link)
        with pytest.raises(EvidenceError):
            match.table.accept(match.state, again, match.now, match.ledger.book)
        convict(slipped(match, again), "RNG", match.state.length, SERVER)


def test_a_request_that_was_lost_rolls_the_same() -> None:
    for seconds in (1, 100):
        match, honest = rolling(25)
        match._append(honest, seconds)
        assert picks(match) == picks(answered(until(ring(25), "answer")))


def test_a_server_that_says_there_was_a_timeout() -> None:
    match, honest = rolling(26)
    lie = serve(match, "roll", {**honest.body, "timeout": True}, honest.link)
    refused(match, lie, EvidenceError, "evidence/rng")
    convict(slipped(match, lie), "RNG", match.state.length, SERVER)


def test_a_server_that_stops_or_goes_on_rolling() -> None:
    match, honest = rolling(26)
    for rolls in ([], honest.body["rolls"] * 2):
        lie = serve(match, "roll", {**honest.body, "rolls": rolls}, honest.link)
        refused(match, lie, EvidenceError, "evidence/rng")
        convict(slipped(match, lie), "RNG", match.state.length, SERVER)


def test_a_server_that_lets_a_player_act_before_it_has_rolled() -> None:
    """The entry is on the head: even so its author could not know better than to wait."""
    match, _ = rolling(27)
    for entry in (sign(match, SEEKER, "resign", {}), guess(match)):
        refused(match, entry, IllegalMoveError, "illegal/chance")
        convict(slipped(match, entry), "PUBLIC_ILLEGAL", match.state.length, SERVER)


def test_a_server_that_rolls_what_nobody_asked_for() -> None:
    match = until(ring(28), "seek")
    link = match.dealer.chain.link(match.state.batches + 1)
    body = {"index": match.state.batches + 1, "timeout": False, "rolls": []}
    unasked = serve(match, "roll", body, link)
    refused(match, unasked, EvidenceError, "evidence/rng")
    convict(slipped(match, unasked), "RNG", match.state.length, SERVER)


def dealing(seed: int, number: int = 3) -> tuple[Match, Entry]:
    """A game in which the draw of that round is due, and that draw."""
    match = ring(seed, rounds=9)
    match.join()
    while match.state.public.round < number:
        match.step()
    until(match, "answer")
    body = {"public": {"hit": False}, "sealed": {}, "opened": {}}
    match._append(sign(match, HIDER, "answer", body))
    drafts: list[Entry] = []
    while match.state.public.stage != "show" and len(drafts) < 2:
        draft = match.dealer.owed(match.table, match.state, match.secret)
        assert draft is not None
        drafts.append(match._drafted(draft))
        if draft.type == "roll":
            match._append(drafts[-1])
    assert drafts[-1].type == "draw"
    return match, drafts[-1]


def dealt(match: Match, honest: Entry, value: int, **changes: Any) -> Entry:
    """The same draw with another card: sealed and delivered as it should be."""
    (slot,) = honest.body["sealed"]
    secret, game = match.dealer.secret, match.table.game
    holder = match.state.seats[SEEKER].holder
    assert holder is not None
    opening = Opening(secret.salt(slot), value)
    sealed = {slot: seal.commit(game, DEALER, slot, opening.salt, value)}
    delivery = {slot: deal.deliver(secret, game, slot, holder.box, opening)}
    body = {**honest.body, "sealed": sealed, "delivery": delivery, **changes}
    return serve(match, "draw", body)


def card(match: Match, draw: Entry) -> int:
    """What the seeker gets by a draw."""
    (slot,) = draw.body["sealed"]
    secret, game = match.agents[SEEKER].player.secret, match.table.game
    commitment, delivery = draw.body["sealed"][slot], draw.body["delivery"][slot]
    return deal.open_delivery(secret, game, slot, commitment, delivery).value


def ended(match: Match, *entries: Entry) -> Bundle:
    """The game in which, after `entries` of the server, the seeker gives up and all reveal."""
    table, state, book = match.table, match.state, match.ledger.book
    known, now = posts(match), match.now
    seeker, hider = (match.agents[seat].player for seat in (SEEKER, HIDER))
    secret = {"secret": match.dealer.secret.secret.hex()}
    queue: list[Callable[[], Entry]] = [lambda entry=entry: entry for entry in entries]
    queue.append(lambda: seeker.resign(table, state))
    queue.append(lambda: serve(match, "reveal", secret, prev=state.head))
    queue.append(lambda: hider.reveal(table, state))
    for make in queue:
        entry = make()
        step = table.accept(state, entry, now, book)
        book.take(state.length, step.state.head, step.seals)
        known.append((entry, now))
        state = step.state
    return bundle(match, relog(match, known))


def test_a_server_that_deals_a_card_of_its_choice() -> None:
    match, honest = dealing(29)
    other = card(match, honest) % 8 + 1
    verdict = convict(ended(match, dealt(match, honest, other)), "DEAL", match.state.length, SERVER)
    assert verdict.seats[SEEKER] is Standing.VALID
    match, honest = dealing(29)
    acquit(ended(match, dealt(match, honest, card(match, honest))))


def test_a_server_that_deals_a_card_twice() -> None:
    match, honest = dealing(30, number=6)
    first = match.agents[SEEKER].secret.hand[-1]
    assert card(match, honest) != first
    convict(ended(match, dealt(match, honest, first)), "DEAL", match.state.length, SERVER)


def test_a_server_that_seals_no_card_at_all() -> None:
    """The drawer can tell at once; the reveal of K shows it to all."""
    match, honest = dealing(30)
    nothing = dealt(match, honest, 3, sealed={"card/3": "h1:" + "ab" * 32})
    with pytest.raises(EvidenceError):
        card(match, nothing)
    convict(ended(match, nothing), "DEAL", match.state.length, SERVER)


@pytest.mark.parametrize(
    "change",
    [
        {"of": HIDER},
        {"about": "another pile"},
        {"public": {"card": 3}},
        {"sealed": {}},
        {"sealed": {"card/4": "h1:" + "ab" * 32}},
        {"delivery": {}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_server_that_deals_what_was_not_asked_for(change: dict[str, Any]) -> None:
    match, honest = dealing(30)
    wrong = serve(match, "draw", {**honest.body, **change})
    refused(match, wrong, EvidenceError, "evidence/deal")
    convict(slipped(match, wrong), "DEAL", match.state.length, SERVER)


def test_a_delivery_of_rubbish() -> None:
    """The drawer sees it at once; he can only stop, and the reveal of K shows who was wrong."""
    match, honest = dealing(31)
    good = honest.body["delivery"]["card/3"]
    another = dealt(match, honest, card(match, honest) % 8 + 1).body["delivery"]["card/3"]
    flipped = good[:-1] + ("0" if good[-1] != "0" else "1")
    for rubbish in ("", "no hex", good + "00", good.upper()):
        match, honest = dealing(31)
        draw = serve(match, "draw", {**honest.body, "delivery": {"card/3": rubbish}})
        refused(match, draw, MalformedError, "malformed/hex")
        convict(slipped(match, draw), "CANON", match.state.length, SERVER)
    for rubbish in ("00" * 88, flipped, another):
        match, honest = dealing(31)
        draw = serve(match, "draw", {**honest.body, "delivery": {"card/3": rubbish}})
        with pytest.raises(EvidenceError):
            card(match, draw)
        verdict = convict(ended(match, draw), "DELIVERY", match.state.length, SERVER)
        assert verdict.seats[SEEKER] is Standing.VALID


def test_a_server_that_keeps_its_secret() -> None:
    """It takes the players' secrets and does not open its own."""
    match = ring(32).play()
    kept = [one for one in posts(match) if (one[0].seat, one[0].type) != (SERVER, "reveal")]
    assert len(kept) == len(match.taken) - 1
    late = match.agents[HIDER].player
    state = next(one.before for one in match.taken if one.entry.type == "reveal")
    reveal = late.reveal(match.table, state)
    log_ = [(one.entry, one.t) for one in match.taken[: state.length - 1]]
    assert judge(bundle(match, relog(match, log_))).status is Status.UNDECIDED
    withheld = bundle(match, relog(match, [*log_, (reveal, match.now)]))
    verdict = convict(withheld, "SERVER_WITHHELD", state.length, SERVER)
    assert verdict.seats[HIDER] is Standing.VALID


def test_a_server_that_opens_another_secret_than_it_committed_to() -> None:
    match = over_without_reveal(ring(33))
    end = next(one for one in match.taken if one.step.state.outcome is not None)
    log_ = [(one.entry, one.t) for one in match.taken[: end.seq]]
    lie = serve(match, "reveal", {"secret": "5c" * 32}, prev=end.step.state.head)
    forged = bundle(match, relog(match, [*log_, (lie, match.now)]))
    convict(forged, "KC_MISMATCH", end.seq + 1, SERVER)


def test_a_dealer_who_changes_the_scheme_or_the_anchors() -> None:
    """All of it is in the genesis, so it is another game."""
    match = ring(34)
    body = log.read_entry(match.lines[0].entry).body
    for change in ({"dice": "77" * 32}, {"kc": "77" * 32}, {"random": "77" * 32}):
        other = genesis(match, {**body, **change})
        assert other.id != match.table.game
    for change in ({"scheme": "none"}, {"kc": ""}, {"dice": "x"}, {"box": "00" * 32}):
        with pytest.raises(MalformedError):
            Table.open(genesis(match, {**body, **change}), toy.GAME, toy.BOARD)


def genesis(match: Match, body: Any) -> Entry:
    return serve(match, "genesis", body, game=None, prev=None)


# -- the server: the log --------------------------------------------------------------------


def test_a_server_that_swaps_two_entries() -> None:
    match = ring(35).play()
    known = posts(match)
    for place in (4, 9, 15):
        swapped = [*known[:place], known[place + 1], known[place], *known[place + 2 :]]
        verdict = judge(bundle(match, relog(match, swapped)))
        assert verdict.status is Status.UNFAIR
        assert {seat for one in verdict.findings for seat in one.blamed} == {SERVER}


def test_a_server_that_drops_an_entry() -> None:
    """Any one, in the whole game, but for the last, which leaves a game that has not ended."""
    match = ring(36).play()
    known = posts(match)
    for place in range(len(known) - 1):
        verdict = judge(bundle(match, relog(match, [*known[:place], *known[place + 1 :]])))
        assert verdict.status is Status.UNFAIR, place
        assert {seat for one in verdict.findings for seat in one.blamed} == {SERVER}, place
    assert judge(bundle(match, relog(match, known[:-1]))).status is Status.UNDECIDED


def test_a_server_that_moves_honest_entries() -> None:
    """Wherever it puts an honest entry, its author is not to blame, and nobody takes it."""
    match = ring(37, 4).play()
    known = posts(match)
    for source in range(len(known)):
        if known[source][0].seat == SERVER:
            continue
        rest = [*known[:source], *known[source + 1 :]]
        for target in range(len(known)):
            if target == source:
                continue
            t = rest[target - 1][1] if target else known[0][1]
            moved = [*rest[:target], (known[source][0], t), *rest[target:]]
            for log_ in (moved, moved[: target + 1]):
                verdict = judge(bundle(match, relog(match, log_)))
                blamed = {seat for one in verdict.findings for seat in one.blamed}
                assert blamed <= {SERVER}, (source, target, verdict.findings)
                assert verdict.status is not Status.FAIR


def test_a_server_that_repeats_honest_entries() -> None:
    match = ring(38, 4).play()
    known = posts(match)
    for source, target in ((s, t) for s in range(len(known)) for t in range(s + 1, len(known) + 1)):
        log_ = [*known[:target], (known[source][0], known[target - 1][1]), *known[target:]]
        verdict = judge(bundle(match, relog(match, log_)))
        assert verdict.status is Status.UNFAIR
        assert {seat for one in verdict.findings for seat in one.blamed} == {SERVER}


def test_a_server_that_rewrites_history_contradicts_its_receipts() -> None:
    """The new log holds in itself. Whoever kept a receipt of the old one can prove it."""
    match = until(ring(39), "seek")
    before = list(match.lines)
    t = match.taken[-1].t
    rewritten = relog(match, [*posts(match)[:-1], (match.taken[-1].entry, t + 1)])
    acquit(bundle(match, rewritten))
    found = log.fork(before[-1].receipt, rewritten[-1].receipt, match.identity.key)
    assert found is not None
    assert found.seq == len(before) - 1


def branches(seed: int) -> tuple[Match, Match]:
    """One game that the server shows to two people as two."""
    one, two = until(ring(seed), "seek"), until(ring(seed), "seek")
    one.submit(guess(one, 2))
    two.submit(guess(two, 7))
    return one, two


def test_a_server_that_shows_two_histories() -> None:
    one, two = branches(40)
    found = log.fork(one.lines[-1].receipt, two.lines[-1].receipt, one.identity.key)
    assert found is not None
    # An honest pair of receipts never is one.
    receipts = [line.receipt for line in one.lines]
    assert not any(log.fork(a, b, one.identity.key) for a in receipts for b in receipts)


def test_an_entry_of_one_branch_does_not_fit_on_the_other() -> None:
    one, two = branches(41)
    answer = sign(one, HIDER, "answer", {"public": {"hit": False}, "sealed": {}, "opened": {}})
    refused(two, answer, StaleHeadError, "stale")
    convict(slipped(two, answer), "CHAIN", two.state.length, SERVER)


def test_a_file_of_two_branches_proves_the_fork() -> None:
    """Genuine lines of both, one behind the other: two receipts that one server cannot sign."""
    one, two = branches(42)
    answered(one)
    mixed = bundle(one, [*two.lines, *one.lines[len(two.lines) :]])
    convict(mixed, "FORK", len(two.lines), SERVER)


def test_a_server_that_turns_its_clock_back() -> None:
    match = until(ring(43), "seek")
    entry = guess(match)
    with pytest.raises(EvidenceError):
        match.table.accept(match.state, entry, match.state.t - 1, match.ledger.book)
    convict(slipped(match, entry, seconds=-1), "RECEIPT", match.state.length, SERVER)


def test_a_server_beyond_all_clocks() -> None:
    match = until(ring(43), "seek")
    for t in (10**14 + 1, 10**15 - 1):
        log_ = [*posts(match), (guess(match), t)]
        convict(bundle(match, relog(match, log_)), "RECEIPT", match.state.length, SERVER)


def lapse(match: Match, of: str, what: str, public: Any = None) -> Entry:
    return serve(match, "lapse", {"of": of, "what": what, "public": public})


def at(match: Match, entry: Entry, t: int) -> Bundle:
    return bundle(match, relog(match, [*posts(match), (entry, t)]))


def test_a_lapse_before_its_time() -> None:
    """At the very second of the deadline the seat is in time."""
    match = until(ring(44), "seek")
    due = match.state.clocks[SEEKER]
    early = lapse(match, SEEKER, "move", {"guess": 0})
    for t in (match.now, due):
        convict(at(match, early, t), "LAPSE", match.state.length, SERVER)
    acquit(at(match, early, due + 1))


def test_a_lapse_that_is_another_than_the_rules_make_it() -> None:
    match = until(ring(44), "seek")
    due = match.state.clocks[SEEKER]
    for wrong in (
        lapse(match, SEEKER, "move", {"guess": 5}),
        lapse(match, SEEKER, "move"),
        lapse(match, SEEKER, "answer", {"guess": 0}),
        lapse(match, HIDER, "move"),
        lapse(match, "nobody", "move"),
    ):
        convict(at(match, wrong, due + 1), "LAPSE", match.state.length, SERVER)


def test_a_server_that_looks_away_when_a_friend_is_late() -> None:
    """Nobody may enter anything before the lapse: neither the friend nor somebody else."""
    match = until(ring(45), "seek")
    due = match.state.clocks[SEEKER]
    taunt = sign(match, HIDER, "move", {"public": {"taunt": True}, "sealed": {}, "opened": {}})
    for entry in (guess(match), taunt):
        acquit(at(match, entry, due))
        convict(at(match, entry, due + 1), "LAPSE", match.state.length, SERVER)


def test_a_stale_entry_that_the_server_takes() -> None:
    """An honest guess of round 1, signed before the hider had moved: he asked for another."""
    match = until(ring(46), "hide")
    early = guess(match)
    match.step()
    refused(match, early, StaleHeadError, "stale")
    convict(slipped(match, early), "CHAIN", match.state.length, SERVER)


def test_an_illegal_entry_that_the_server_takes() -> None:
    match = until(ring(47), "seek")
    for entry in (guess(match, 10), guess(match, -1), sign(match, SEEKER, "ready", {})):
        with pytest.raises(IllegalMoveError):
            match.table.accept(match.state, entry, match.now, match.ledger.book)
        convict(slipped(match, entry), "PUBLIC_ILLEGAL", match.state.length, SEEKER, SERVER)


def test_an_entry_of_a_later_version_that_the_server_takes() -> None:
    match = until(ring(47), "seek")
    for entry in (sign(match, SEEKER, "offer", {}), serve(match, "pause", {})):
        refused(match, entry, RefusedError, "refused/type")
        convict(slipped(match, entry), "CHAIN", match.state.length, SERVER)


def test_a_server_that_hangs_a_link_on_what_is_no_roll() -> None:
    match = until(ring(48), "seek")
    due = match.state.clocks[SEEKER]
    body = {"of": SEEKER, "what": "move", "public": {"guess": 0}}
    odd = serve(match, "lapse", body, "ab" * 32)
    convict(at(match, odd, due + 1), "CANON", match.state.length, SERVER)


def test_a_false_verdict_convicts_who_passed_it() -> None:
    match = ring(49).play()
    seeker = match.agents[SEEKER].player
    for code, seq in (("MOVE_ILLEGAL", 5), ("ANSWER_LIE", 7), ("DEAL", 1), ("MADE_UP", 0)):
        match = ring(49).play()
        winner = match.state.outcome.winners
        lie = seeker.verdict(match.table, match.state, code, seq, HIDER)
        match.submit(lie)
        assert match.state.outcome.winners == (SEEKER,)
        place = match.state.length - 1
        verdict = convict(match.bundle(), "PUBLIC_ILLEGAL", place, SEEKER, SERVER)
        assert verdict.winners == (HIDER,)
        assert winner


def liar(seed: int) -> Match:
    """A game in which the hider has denied a hit, up to where his field is opened."""
    match = until(ring(seed, 20), "seek")
    match.submit(guess(match, match.agents[HIDER].known["field/1"]))
    answered(match)
    while match.state.public.round < 6:
        match.step()
    return match


def test_a_true_verdict_ends_the_game() -> None:
    match = liar(50)
    (proof,) = judge(match.bundle()).proofs
    assert (proof.code, proof.blamed) == ("ANSWER_LIE", (HIDER,))
    player = match.agents[SEEKER].player
    match.submit(player.verdict(match.table, match.state, proof.code, proof.seq, HIDER))
    assert match.state.outcome.winners == (SEEKER,)
    match.reveal()
    convict(match.bundle(), proof.code, proof.seq, HIDER)


def test_a_verdict_that_comes_late_does_not_make_its_author_a_liar() -> None:
    """The cheat reveals, and an earlier fault of his comes to light than the one which an
    honest verdict names; the server enters that verdict behind it."""
    match = until(ring(51, 20), "hide")
    wish = "h1:" + "ab" * 32
    early = match.submit(sealed(match, wish=wish)).seq
    match.submit(guess(match, 1))
    lie = answered(match).taken[-2].seq
    while match.state.public.stage != "show":
        match.submit(sealed(match))
        match.submit(guess(match, 2))
        answered(match)
    seeker, hider = (match.agents[seat].player for seat in (SEEKER, HIDER))
    slots = dict.fromkeys(match.state.phases[0].demand.slots, 1)
    match.submit(hider.open(match.table, match.state, slots))
    (proof,) = judge(match.bundle()).proofs
    assert (proof.code, proof.seq) == ("ANSWER_LIE", lie)
    honest = seeker.verdict(match.table, match.state, proof.code, proof.seq, HIDER)
    match.submit(hider.resign(match.table, match.state))
    match.reveal()
    convict(match.bundle(), "OPEN_MISMATCH", early, HIDER)
    match.submit(honest)
    assert convict(match.bundle(), "OPEN_MISMATCH", early, HIDER).winners == (SEEKER,)


def test_a_verdict_in_play_may_come_after_the_end() -> None:
    match = liar(52)
    (proof,) = judge(match.bundle()).proofs
    seeker, hider = (match.agents[seat].player for seat in (SEEKER, HIDER))
    honest = seeker.verdict(match.table, match.state, proof.code, proof.seq, HIDER)
    match.submit(hider.resign(match.table, match.state))
    match.reveal()
    match.submit(honest)
    convict(match.bundle(), proof.code, proof.seq, HIDER)


def test_a_server_that_gives_an_honest_joiner_s_nonce_to_another() -> None:
    """A helper joins first with the nonce that the server saw in an honest entry."""
    match = ring(53)
    honest = match.agents[HIDER].player.join(match.state, "ann")
    body = match.agents[SEEKER].player.join(match.state, "bob").body
    copied = sign(match, SEEKER, "join", {**body, "nonce": honest.body["nonce"]}, own=None)
    match.submit(copied)
    refused(match, honest, MalformedError, "malformed/nonce")
    convict(slipped(match, honest), "CANON", match.state.length, SERVER)


def test_a_server_that_drops_an_entry_and_claims_a_timeout_is_not_covered() -> None:
    """The log cannot tell. It says that the seat forfeited, and calls nobody a cheat; the entry
    that was held back proves itself to whoever is shown it."""
    match = until(ring(54), "answer")
    body = {"public": {"hit": False}, "sealed": {}, "opened": {}}
    held = sign(match, HIDER, "answer", body)
    match.lapse(HIDER)
    match.reveal()
    verdict = acquit(match.bundle())
    assert verdict.status is Status.FORFEITED
    assert [one.code for one in verdict.findings] == ["FORFEIT"]
    held.signed.check(log.ENTRY, match.agents[HIDER].player.identity.key)


def test_a_server_that_dates_an_entry_late_is_not_covered() -> None:
    """Time is the server's word, as long as it does not run backwards."""
    match = until(ring(55), "seek")
    due = match.state.clocks[SEEKER]
    verdict = acquit(at(match, lapse(match, SEEKER, "move", {"guess": 0}), due + 1))
    assert verdict.status is Status.UNDECIDED


def test_players_who_talk_are_not_covered() -> None:
    """A seeker who is told where the hider is plays by the rules."""

    def told(rules: Any, public: Any, secret: Any, demand: Any, below: Any) -> Move:
        at_ = match.agents[HIDER].secret.at
        return Move(Kind.MOVE, SEEKER, {"guess": at_})

    match = ring(56, bots={SEEKER: told})
    assert acquit(match.play().bundle()).status is Status.FAIR


# -- who holds what -------------------------------------------------------------------------


def test_one_key_may_hold_two_seats() -> None:
    """Its entries form one chain over both."""
    match = ring(57, holders={HIDER: "ann", SEEKER: "ann"}).play()
    assert len({agent.player.identity.key for agent in match.agents.values()}) == 1
    assert len(match.state.authors) == 1
    assert acquit(match.bundle()).status is Status.FAIR


def test_one_key_on_two_devices_is_stale_on_one_of_them() -> None:
    match = until(ring(58, holders={HIDER: "ann", SEEKER: "ann"}), "seek")
    taunt = sign(match, HIDER, "move", {"public": {"taunt": True}, "sealed": {}, "opened": {}})
    match.submit(guess(match))
    refused(match, taunt, StaleHeadError, "stale")
    convict(slipped(match, taunt), "CHAIN", match.state.length, SERVER)
