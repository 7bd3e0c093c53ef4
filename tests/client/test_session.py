"""A player at a table, over a server in this process."""

import json
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from paperchase import audit, log, registry
from paperchase.errors import (
    EvidenceError,
    IllegalMoveError,
    OfflineError,
    RefusedError,
    StaleHeadError,
)
from paperchase.keys import Master
from paperchase.options import complete
from paperchase.rules import Kind, Move
from paperchase.table import Player, Stage
from paperchase_client import exits, files
from paperchase_client import session as session_module
from paperchase_client.compose import rehearse
from paperchase_client.mirror import Me, Mirror
from paperchase_client.remote import Response
from paperchase_client.session import Session
from paperchase_client.stored import history, load, stored_bundle
from paperchase_client.troupe import forbidden
from paperchase_client.vault import Shelf
from playing import OverHttp, People, Wire, bad_gateway, lost, once
from serving import Process, World

RING = {"hider": "ann", "seeker": "bob"}
CASTLE = {"ghost": "ann", "chaser-1": "bob"}


@pytest.fixture
def ring(people: People, world: World) -> str:
    """A toy game that has just begun."""
    game, _ = world.create(options={"rounds": 6})
    people.seated(game, RING)
    return game


@pytest.fixture
def castle(people: People, world: World) -> str:
    """A Ghost Chase in its second round, the ghost to answer and to move."""
    game, _ = world.create(rules="ghost-chase", board="canterville", options=_options())
    people.seated(game, CASTLE)
    people.play(game, CASTLE, 11)
    return game


def _options() -> Mapping[str, object]:
    two: dict[str, int] = dict.fromkeys(("cats", "owls", "bats", "mice", "hedgehogs"), 2)
    return complete(registry.find("ghost-chase").info.options, two)


def test_a_game_with_dice_cards_and_openings_is_played_to_a_fair_end(
    people: People, ring: str
) -> None:
    mirror = people.play(ring, RING)
    assert mirror.state.stage is Stage.CLOSED
    bundle = stored_bundle(people.desk("bob").vault.game(ring))
    assert audit.verify(bundle, mirror.game).status == "fair"


def test_cards_that_were_dealt_in_private_are_known(people: People, ring: str) -> None:
    people.play(ring, RING)
    mirror = load(people.desk("bob").vault.game(ring), people.desk("bob").me())
    assert len(mirror.secrets["seeker"].hand) == 2
    assert not mirror.faults


def test_an_answer_travels_with_the_next_move(people: People, castle: str) -> None:
    people.turn(castle, "ann", "ghost")
    turn_to(people, castle, "ghost")
    before = len(people.wire.posts())
    with people.session("ann", castle) as session:
        session.play([people.bot("ann", "ghost")])
    sent = people.wire.posts()[before:]
    kinds = [json.loads(one["payload"])["type"] for one in json.loads(sent[0])["entries"]]
    assert (len(sent), kinds) == (1, ["answer", "move"])


def turn_to(people: People, game: str, seat: str) -> None:
    """The others play until `seat` is to act, and has not yet."""
    while True:
        with people.session("bob", game) as session:
            session.sync()
            clocks = session.mirror.state.clocks
            if seat in clocks:
                return
        for other in sorted(clocks):
            people.turn(game, CASTLE[other], other)


def test_unknown_outcome_a_502_after_the_move_was_stored_is_retried_safely(
    people: People, castle: str
) -> None:
    turn_to(people, castle, "ghost")
    before = len(people.wire.posts())
    once(people.wire, "POST", "/entries", bad_gateway)
    with people.session("ann", castle) as session:
        length = session.mirror.state.length
        session.play([people.bot("ann", "ghost")])
        assert session.mirror.state.length > length
        mine = [news for news in session.news if news.taken.entry.seat == "ghost"]
    first, second = people.wire.posts()[before:]
    assert first == second
    assert len(mine) == len(json.loads(first)["entries"])
    assert people.desk("ann").vault.game(castle).outbox() == []


def test_signed_bytes_are_on_the_disk_before_they_are_sent_and_sent_again_unchanged(
    people: People, castle: str
) -> None:
    turn_to(people, castle, "ghost")
    shelf = people.desk("ann").vault.game(castle)
    seen: list[int] = []

    def unplugged(wire: Wire, method: str, path: str, body: bytes | None) -> Response | None:
        if method == "POST":
            seen.append(len(shelf.outbox()))
            raise OfflineError("no answer")
        return None

    people.wire.faults.append(unplugged)
    with pytest.raises(OfflineError, match="paperchase sync"), people.session("ann", castle) as s:
        s.play([people.bot("ann", "ghost")])
    assert seen
    assert all(seen)
    kept = [json.loads(body) for body in people.wire.posts()][-1]
    people.wire.faults.clear()
    with people.session("ann", castle) as session:
        session.sync()
    assert json.loads(people.wire.posts()[-1]) == kept
    assert shelf.outbox() == []


def test_lost_update_a_move_on_an_old_head_is_refused_and_changes_nothing(
    people: People, ring: str
) -> None:
    people.play(ring, RING, 8)
    with people.session("ann", ring) as session:
        old = session.mirror.draft()
    people.play(ring, RING, 20)
    with people.session("ann", ring) as session:
        session.sync()
        length = session.mirror.state.length
        phase = old.state.phases[0]
        entry = old.player("hider").move(old.table, old.state, Move(Kind.MOVE, "hider", None))
        assert phase
        with pytest.raises(StaleHeadError):
            session.server.submit(ring, [entry.signed.to_wire()])
        session.sync()
        assert session.mirror.state.length == length


def test_nothing_is_sent_where_one_of_several_wishes_is_illegal(
    people: People, castle: str
) -> None:
    turn_to(people, castle, "ghost")
    before = len(people.wire.posts())

    def bad(mirror: Mirror) -> Move:
        raise IllegalMoveError("no such way")

    with people.session("ann", castle) as session, pytest.raises(IllegalMoveError):
        session.play([people.bot("ann", "ghost"), bad])
    assert len(people.wire.posts()) == before
    assert people.desk("ann").vault.game(castle).outbox() == []


def test_what_is_owed_is_paid_where_it_is_not_your_turn_to_move(
    people: People, world: World
) -> None:
    game, _ = world.create(options={"rounds": 6})
    for seat, who in RING.items():
        with people.session(who, game) as session:
            session.pull()
            player_joins(session, seat, who, people)
    with people.session("ann", game) as session:
        assert session.mirror.state.stage is Stage.OPEN
        with pytest.raises(IllegalMoveError):
            session.play([people.bot("ann", "hider")])
        assert session.mirror.state.seats["hider"].ready


def player_joins(session: Session, seat: str, who: str, people: People) -> None:
    """Joins without paying anything further."""
    assert session.me.master is not None
    nonce = people.world(who).entropy(32).hex()
    player = Player(session.me.master, session.shelf.game, seat, nonce)
    entry = player.join(session.mirror.state, who)
    session.server.submit(session.shelf.game, [entry.signed.to_wire()])


def test_lost_opening_a_ghost_comes_back_from_master_and_log_alone(
    people: People, castle: str, tmp_path: Path
) -> None:
    """`restore` in the middle of a game: every hidden room is found again."""
    turn_to(people, castle, "ghost")
    people.turn(castle, "ann", "ghost")
    turn_to(people, castle, "ghost")
    shelf = people.desk("ann").vault.game(castle)
    before = load(shelf, people.desk("ann").me())
    for path in shelf.folder.iterdir():
        path.unlink()
    with people.session("ann", castle) as session:
        session.pull()
        after = session.mirror
        assert after.secrets == before.secrets
        assert after.hidden == before.hidden
        assert before.hidden["ghost"]
    assert people.play(castle, CASTLE).state.stage is Stage.CLOSED
    assert audit.verify(stored_bundle(shelf)).status == "fair"


def test_a_killed_run_goes_on_from_the_log_that_it_had_stored(people: People, castle: str) -> None:
    """Lines are stored first, the snapshot after: what was in between is folded again."""
    shelf = people.desk("ann").vault.game(castle)
    me = people.desk("ann").me()
    old = shelf.snapshot()
    people.turn(castle, "ann", "ghost")
    whole = load(shelf, me)
    assert old is not None
    shelf.keep_snapshot(old)
    assert load(shelf, me).to_json() == whole.to_json()
    (shelf.folder / "state.json").write_text("{}")
    again = load(shelf, me).to_json()
    assert again["state"] == whole.to_json()["state"]
    assert again["secrets"] == whole.to_json()["secrets"]


def test_a_player_signs_nothing_that_he_could_be_blamed_for(people: People, castle: str) -> None:
    turn_to(people, castle, "ghost")
    lie(people, castle)
    turn_to(people, castle, "ghost")
    with people.session("ann", castle) as session, pytest.raises(RefusedError) as refused:
        session.sync()
    assert refused.value.code == "refused/own_fault"


def lie(people: People, game: str) -> int:
    """The ghost hides a room that he cannot reach. Returns the entry."""

    def wish(mirror: Mirror) -> Move:
        found = forbidden(mirror, people.bot("ann", "ghost")(mirror))
        assert found is not None
        return found

    with people.session("ann", game) as session:
        session.scruples = False
        session.play([wish])
        return session.news[-1].receipt.seq


def test_a_cheat_is_accused_by_the_others_clients_and_the_game_ends(
    people: People, castle: str
) -> None:
    turn_to(people, castle, "ghost")
    seq = lie(people, castle)
    while True:
        with people.session("bob", castle) as session:
            session.sync()
            state, accused = session.mirror.state, session.accused
        if state.verdict:
            break
        for seat in sorted(state.clocks):
            with people.session(CASTLE[seat], castle) as session:
                session.scruples = seat != "ghost"
                with suppress(IllegalMoveError):
                    session.play([people.bot(CASTLE[seat], seat)])
    assert [proof.seq for proof in accused] == [seq]
    assert state.outcome is not None
    assert state.outcome.winners == ("chaser-1",)


def test_a_verdict_is_not_lost_where_the_client_dies_before_it_is_signed(
    people: People, castle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn_to(people, castle, "ghost")
    seq = lie(people, castle)

    class Died(BaseException):
        pass

    real = Shelf.keep_outbox

    def dying(shelf: Shelf, items: Sequence[dict[str, Any]]) -> None:
        if any(item["type"] == "verdict" for item in items):
            raise Died
        real(shelf, items)

    with monkeypatch.context() as patch:
        patch.setattr(Shelf, "keep_outbox", dying)
        with pytest.raises(Died):
            play_on(people, castle)
    with people.session("bob", castle) as session:
        session.sync()
        assert [proof.seq for proof in session.accused] == [seq]
        assert session.mirror.state.verdict


def test_a_verdict_that_did_not_arrive_or_came_too_late_is_passed_again(
    people: People, castle: str
) -> None:
    turn_to(people, castle, "ghost")
    seq = lie(people, castle)

    def away(wire: Wire, method: str, path: str, body: bytes | None) -> Response | None:
        if method == "POST" and b"verdict" in (body or b""):
            raise OfflineError("no answer")
        return None

    def late(wire: Wire, method: str, path: str, body: bytes | None) -> Response | None:
        if method != "POST" or b"verdict" not in (body or b""):
            return None
        shape = {"code": "stale", "detail": "the log grew"}
        return Response(409, "application/problem+json", json.dumps(shape).encode())

    people.wire.faults[:] = [away]
    with pytest.raises(OfflineError):
        play_on(people, castle)
    people.wire.faults[:] = [late]
    for _ in range(2):
        with people.session("bob", castle) as session, pytest.raises(StaleHeadError):
            session.sync()
    people.wire.faults.clear()
    with people.session("bob", castle) as session:
        session.sync()
        assert [proof.seq for proof in session.accused] == [seq]


def test_a_verdict_that_the_server_will_not_have_does_not_block_the_game(
    people: People, castle: str
) -> None:
    turn_to(people, castle, "ghost")
    lie(people, castle)

    def deaf(wire: Wire, method: str, path: str, body: bytes | None) -> Response | None:
        if method != "POST" or b"verdict" not in (body or b""):
            return None
        shape = {"code": "refused/verdict", "detail": "nothing is wrong"}
        return Response(403, "application/problem+json", json.dumps(shape).encode())

    people.wire.faults.append(deaf)
    with pytest.raises(RefusedError, match="nothing is wrong"):
        play_on(people, castle)
    with people.session("bob", castle) as session:
        session.sync()


def play_on(people: People, game: str) -> None:
    """Bob looks, and all whom the table waits for act, the ghost without scruples; for a while."""
    for _ in range(20):
        with people.session("bob", game) as session:
            session.sync()
            clocks = session.mirror.state.clocks
        for seat in sorted(clocks):
            with people.session(CASTLE[seat], game) as session:
                session.scruples = seat != "ghost"
                with suppress(IllegalMoveError):
                    session.play([people.bot(CASTLE[seat], seat)])


def tampered(people: People, game: str, change: dict[str, int]) -> list[str]:
    """The log with its last receipt signed anew by the server, something in it changed."""
    lines = people.desk("bob").vault.game(game).lines()
    line = log.read_line(lines[-1])
    old = log.read_receipt(line.receipt)
    new = log.write_receipt(
        people.server.master.identity(),
        game=game,
        seq=old.seq,
        entry=old.entry,
        sig=line.entry.sig,
        prev=old.prev,
        t=old.t + change.get("t", 0),
        deadlines=old.deadlines,
    )
    return [*lines[:-1], log.Line(line.entry, new.signed).to_text()]


def serve(people: People, lines: list[str]) -> None:
    """Let the server show this log."""

    def shown(wire: Wire, method: str, path: str, body: bytes | None) -> Response | None:
        if method != "GET" or "/log?" not in path:
            return None
        since = int(path.split("since=")[1].split("&")[0])
        text = "".join(f"{line}\n" for line in lines[since:])
        return Response(200, "application/x-ndjson", text.encode())

    people.wire.faults.append(shown)


def test_equivocation_two_receipts_for_one_entry_are_kept_as_proof(
    people: People, ring: str
) -> None:
    people.play(ring, RING, 9)
    serve(people, tampered(people, ring, {"t": 1}))
    with people.session("bob", ring) as session, pytest.raises(EvidenceError) as fork:
        session.sync()
    assert fork.value.code == "evidence/fork"
    kept = next(people.desk("bob").vault.game(ring).folder.glob("evidence-fork-*.json"))
    proof = json.loads(kept.read_text())
    first, second = (
        log.Signed.from_wire({k: proof[name][k] for k in ("payload", "sig")})
        for name in ("first", "second")
    )
    assert log.fork(first, second, proof["server"]) is not None


def test_equivocation_a_receipt_that_the_log_does_not_keep_is_proof(
    people: People, castle: str
) -> None:
    """The server receipts a move, and then shows a log with another in its place."""
    turn_to(people, castle, "ghost")
    once(people.wire, "POST", "/entries", bad_gateway)
    with people.session("ann", castle) as session:
        session.play([people.bot("ann", "ghost")])
    shelf = people.desk("ann").vault.game(castle)
    kept = shelf.receipt()
    assert kept is not None
    shown = shelf.lines()[: kept["seq"]]
    files.write(shelf.folder / "log.jsonl", "".join(f"{x}\n" for x in shown).encode())
    (shelf.folder / "state.json").unlink()
    serve(people, shown)
    with people.session("ann", castle) as session, pytest.raises(EvidenceError) as withheld:
        session.sync()
    assert withheld.value.code == "evidence/withheld"


def test_a_log_that_became_shorter_is_noticed(people: People, ring: str) -> None:
    people.play(ring, RING, 9)
    serve(people, people.desk("bob").vault.game(ring).lines()[:5])
    with people.session("bob", ring) as session, pytest.raises(EvidenceError) as lost_some:
        session.sync()
    assert lost_some.value.code == "evidence/rollback"


def test_a_forged_line_is_not_stored_and_is_kept_apart(people: People, ring: str) -> None:
    people.play(ring, RING, 9)
    shelf = people.desk("bob").vault.game(ring)
    with people.session("ann", ring) as session:
        session.sync()
        lines = session.shelf.lines()
    line = log.read_line(lines[-1])
    forged = log.Line(log.Signed(line.entry.payload, bytes(64)), line.receipt).to_text()
    length = len(shelf.lines())
    serve(people, [*lines[:length], forged])
    with people.session("bob", ring) as session, pytest.raises(EvidenceError):
        session.sync()
    assert len(shelf.lines()) == length
    assert list(shelf.folder.glob("evidence-*.json"))


def test_a_game_of_another_server_is_refused(people: People, ring: str) -> None:
    desk = people.desk("carl")
    session = Session(
        desk.vault.game(ring), desk.me(), desk.server(), Master(bytes(32)).identity().key, print
    )
    with pytest.raises(EvidenceError) as other, session:
        pass
    assert other.value.code == "evidence/server"
    assert not desk.vault.game(ring).exists()


def test_a_spectator_follows_without_a_seat(people: People, ring: str) -> None:
    people.play(ring, RING, 9)
    desk = people.desk("carl")
    session = Session(desk.vault.game(ring), Me(), desk.server(), people.server.server, print)
    with session:
        session.sync()
        assert session.mirror.state.length >= 9
        with pytest.raises(RefusedError):
            session.play([people.bot("carl", "hider")])


def test_a_rehearsal_sends_nothing(people: People, castle: str) -> None:
    turn_to(people, castle, "ghost")
    with people.session("ann", castle) as session:
        session.pull()
    before = len(people.wire.calls)
    desk = people.desk("ann")
    wishes = deque([people.bot("ann", "ghost")])
    items = rehearse(load(desk.vault.game(castle), desk.me()), wishes)
    assert [item.type for item in items] == ["answer", "move"] or items[-1].type == "move"
    assert len(people.wire.calls) == before


def test_a_server_that_is_lost_for_good_leaves_the_outbox_full(people: People, castle: str) -> None:
    turn_to(people, castle, "ghost")

    def unplugged(wire: Wire, method: str, path: str, body: bytes | None) -> Response | None:
        return lost(wire, method, path, body) if method == "POST" else None

    people.wire.faults.append(unplugged)
    with people.session("ann", castle) as session:
        with pytest.raises(OfflineError):
            session.play([people.bot("ann", "ghost")])
        assert session.shelf.outbox()
    assert people.slept == [0.5, 2.0]


def test_a_log_longer_than_a_page_comes_page_by_page(
    people: People, ring: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.play(ring, RING, 20)
    lines = people.desk("ann").vault.game(ring).lines()
    asked: list[int] = []

    def pages(wire: Wire, method: str, path: str, body: bytes | None) -> Response | None:
        if method != "GET" or "/log?" not in path:
            return None
        since = int(path.split("since=")[1])
        asked.append(since)
        text = "".join(f"{line}\n" for line in lines[since : since + 4])
        return Response(200, "application/x-ndjson", text.encode())

    monkeypatch.setattr(session_module, "LOG_PAGE", 4)
    people.wire.faults.append(pages)
    with people.session("carl", ring) as session:
        session.pull()
        assert session.mirror.state.length == len(lines)
    assert asked[:4] == [0, 0, 4, 8]


def test_a_second_of_several_entries_that_is_refused_leaves_the_first(
    people: People, castle: str
) -> None:
    """The server took the answer, and then something came between."""
    turn_to(people, castle, "ghost")

    def first_only(wire: Wire, method: str, path: str, body: bytes | None) -> Response:
        assert body is not None
        only = json.dumps({"entries": json.loads(body)["entries"][:1]}).encode()
        answer = json.loads(wire.ask(method, path, only).body)
        answer["refused"] = {"index": 1, "code": "stale", "detail": "the log grew"}
        return Response(200, "application/json", json.dumps(answer).encode())

    once(people.wire, "POST", "/entries", first_only)
    with people.session("ann", castle) as session:
        length = session.mirror.state.length
        with pytest.raises(StaleHeadError):
            session.play([people.bot("ann", "ghost")])
        assert session.mirror.state.length > length
        assert session.shelf.outbox() == []


def test_a_refusal_empties_the_outbox(people: People, castle: str) -> None:
    turn_to(people, castle, "ghost")

    def refuse(wire: Wire, method: str, path: str, body: bytes | None) -> Response:
        shape = {"code": "stale", "detail": "the log grew"}
        return Response(409, "application/problem+json", json.dumps(shape).encode())

    once(people.wire, "POST", "/entries", refuse)
    with people.session("ann", castle) as session, pytest.raises(StaleHeadError):
        session.play([people.bot("ann", "ghost")])
    assert people.desk("ann").vault.game(castle).outbox() == []
    people.turn(castle, "ann", "ghost")


def test_a_receipt_that_is_not_the_servers_is_not_believed(people: People, castle: str) -> None:
    turn_to(people, castle, "ghost")

    def forged(wire: Wire, method: str, path: str, body: bytes | None) -> Response:
        answer = json.loads(wire.ask(method, path, body).body)
        answer["receipts"][0]["sig"] = "00" * 64
        return Response(200, "application/json", json.dumps(answer).encode())

    once(people.wire, "POST", "/entries", forged)
    with people.session("ann", castle) as session, pytest.raises(EvidenceError):
        session.play([people.bot("ann", "ghost")])
    with people.session("ann", castle) as session:
        session.sync()
    assert people.desk("ann").vault.game(castle).outbox() == []


def test_the_lines_of_others_that_came_before_are_fetched(people: People, ring: str) -> None:
    """Between the fetch and the submission somebody else was faster."""
    people.play(ring, RING, 8)

    def gap(wire: Wire, method: str, path: str, body: bytes | None) -> Response:
        answer = json.loads(wire.ask(method, path, body).body)
        answer["since"] += 1
        answer["lines"] = answer["lines"][1:]
        return Response(200, "application/json", json.dumps(answer).encode())

    once(people.wire, "POST", "/entries", gap)
    assert people.play(ring, RING).state.stage is Stage.CLOSED


def test_an_entry_of_a_type_that_is_newer_than_this_program_is_told_as_such(
    people: People, ring: str
) -> None:
    people.play(ring, RING, 9)
    shelf = people.desk("bob").vault.game(ring)
    mirror = load(shelf, people.desk("bob").me())
    entry = log.write_entry(
        people.server.master.identity(),
        game=ring,
        seat="server",
        type="pause",
        prev=mirror.state.head,
        own=None,
        link=None,
        body={},
    )
    receipt = log.write_receipt(
        people.server.master.identity(),
        game=ring,
        seq=mirror.state.length,
        entry=entry.id,
        sig=entry.signed.sig,
        prev=mirror.state.head,
        t=mirror.state.t,
        deadlines=dict(mirror.state.clocks),
    )
    line = log.Line(entry.signed, receipt.signed)
    serve(people, [*shelf.lines(), line.to_text()])
    with people.session("bob", ring) as session, pytest.raises(RefusedError) as newer:
        session.sync()
    assert newer.value.code == "refused/type"
    assert not list(shelf.folder.glob("evidence-*"))


def test_a_game_that_the_server_does_not_have_or_mixes_up_is_not_stored(
    people: People, ring: str, world: World
) -> None:
    other, line = world.create(options={"rounds": 3})

    def empty(wire: Wire, method: str, path: str, body: bytes | None) -> Response:
        return Response(200, "application/x-ndjson", b"")

    def mixed(wire: Wire, method: str, path: str, body: bytes | None) -> Response:
        return Response(200, "application/x-ndjson", f"{line}\n".encode())

    once(people.wire, "GET", "/log", empty)
    with pytest.raises(RefusedError), people.session("carl", ring):
        pass
    once(people.wire, "GET", "/log", mixed)
    with pytest.raises(EvidenceError) as wrong, people.session("carl", ring):
        pass
    assert wrong.value.code == "evidence/other-game"
    assert other != ring
    assert people.desk("carl").vault.games() == []


def test_a_game_that_has_not_begun_takes_no_move(people: People, world: World) -> None:
    game, _ = world.create(options={"rounds": 3})
    with people.session("ann", game) as session:
        session.join(["hider"], "ann", people.world("ann").entropy)
        session.join(["hider"], "ann", people.world("ann").entropy)
        with pytest.raises(IllegalMoveError, match="seats are free"):
            session.play([people.bot("ann", "hider")])
        with pytest.raises(IllegalMoveError, match="seats are free"):
            rehearse(session.mirror, deque([people.bot("ann", "hider")]))


def test_race_two_runs_of_one_player_do_not_get_in_each_others_way(
    people: People, castle: str
) -> None:
    """`watch` and `move` at once: the second waits, and then sees what the first did."""
    turn_to(people, castle, "ghost")
    errors: list[Exception] = []

    def run() -> None:
        try:
            with people.session("ann", castle) as session:
                session.sync()
        except Exception as error:
            errors.append(error)

    before = load(people.desk("ann").vault.game(castle), people.desk("ann").me()).state.length
    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    kinds = [entry.type for entry, _ in history(people.desk("ann").vault.game(castle))]
    assert kinds[before:].count("answer") <= 1


KILLED = """
import os, sys
from pathlib import Path
from paperchase_client import exits, files
real, left = files._write_all, int(sys.argv[2])
def dying(fd, data):
    global left
    left -= 1
    if left < 0:
        os.write(fd, data[: len(data) // 2])
        os.kill(os.getpid(), 9)
    real(fd, data)
files._write_all = dying
from paperchase_client.cli import main
sys.exit(main(["--home", sys.argv[1], *sys.argv[3:]]))
"""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a process of its own."""
    db = tmp_path_factory.mktemp("server") / "server.sqlite"
    Process("-m", "paperchase_server.cli", "init", "--db", db).end()
    server = Process("-m", "paperchase_server.cli", "run", "--db", db, "--port", "0")
    yield server.url
    server.kill()


@pytest.mark.parametrize("writes", range(8))
def test_non_atomic_write_a_client_killed_at_any_write_of_a_move_goes_on(
    tmp_path: Path, url: str, writes: int
) -> None:
    people = OverHttp(tmp_path)
    who = f"ann-{writes}"
    people.do(who, "init", "--handle", who, "--server", url)
    game = people.do(who, "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]
    people.do(who, "join", game)
    people.do(who, "move", game, "place 1; place 10; place 20; start 54; frame cats")
    words = (str(tmp_path / who), str(writes), "move", game, "rest")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    died = subprocess.run(
        [sys.executable, "-c", KILLED, *words], env=env, capture_output=True, check=False
    )
    assert died.returncode in (0, -9)
    if people.do(who, "sync", game, "--json").json["your_turn"] == ["ghost"]:
        people.do(who, "move", game, "rest")
    entries = people.do(who, "log", game, "--json").json["entries"]
    assert [one["text"] for one in entries].count("rest") == 1


def killed(folder: Path, writes: int, *words: str, stdin: str = "") -> bool:
    """Run a command that dies at its write number `writes`; whether it came to that."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    died = subprocess.run(
        [sys.executable, "-c", KILLED, str(folder), str(writes), *words],
        env=env,
        input=stdin.encode(),
        capture_output=True,
        check=False,
    )
    assert died.returncode in (0, -9), died.stderr
    return died.returncode == -9


@pytest.mark.parametrize("command", ["new", "join", "sync", "restore"])
def test_non_atomic_write_a_client_killed_while_it_stores_a_new_game_can_use_it(
    tmp_path: Path, url: str, command: str
) -> None:
    """Killed at any of its writes: the same command once more does it."""
    people = OverHttp(tmp_path)
    host, writes = f"host-{command}", 0
    people.do(host, "init", "--handle", host, "--server", url)
    backup = people.do(host, "key", "backup").out
    game = people.do(host, "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]
    while True:
        who, stdin = f"{command}-{writes}", ""
        if command == "restore":
            words = ("key", "restore", "-", "--handle", host, "--server", url)
            stdin = backup
        else:
            people.do(who, "init", "--handle", who, "--server", url)
            words = {
                "new": ("new", "ghost-chase", "--seat", "ghost"),
                "join": (
                    "join",
                    people.do(host, "new", "ghost-chase", "--json").json["game"],
                    "ghost",
                ),
                "sync": ("sync", game),
            }[command]
        died = killed(tmp_path / who, writes, *words, stdin=stdin)
        if died:
            people.do(who, *words, stdin=stdin)
        (mine,) = people.do(who, "games", "--offline", "--json").json["games"]
        people.do(who, "show", mine["game"])
        people.do(who, "sync", mine["game"])
        assert people.run(who, "verify", mine["game"]).status == exits.UNDECIDED
        if not died:
            break
        writes += 1
    assert writes > 4
