"""Escrow: openings of face-down tokens that the server holds and delivers."""

import json
import re
import sqlite3
from typing import Any

import pytest

import hoard
from hoard import CELLAR, CHESTS, DIGGER, OWNER, dig, hide
from paperchase import api, audit, bundle
from paperchase.errors import EvidenceError, PaperchaseError, RefusedError
from paperchase.rules import DEALER
from paperchase.table import SERVER, Stage
from paperchase_server.check import check
from paperchase_server.requests import Escrow
from paperchase_server.store import Store
from serving import Session, World


@pytest.fixture
def world(tmp_path):
    made = World(tmp_path, catalogue=hoard.CATALOGUE)
    yield made
    made.close()


def begun(world, joined=True):
    """A hoard that both have sat down to."""
    game, line = world.create(rules="hoard", board="none", options={})
    masters = {OWNER: ("ann", world.register("ann")), DIGGER: ("bob", world.register("bob"))}
    session = Session(game, line, world.service.submit, masters, hoard.GAME, hoard.BOARD)
    if joined:
        session.join()
    return session


def signed(session, move):
    return session.player(move.seat).move(session.table, session.state, move)


def held(session, move, *slots):
    """What its player hands over of `move`."""
    salt = session.player(OWNER).secret.salt
    return [Escrow(OWNER, slot, salt(slot), move.hidden[slot]) for slot in slots or CHESTS]


def submit(world, session, *entries, escrow=()):
    answer = world.service.submit(session.game, [entry.signed for entry in entries], escrow)
    session.read(answer["since"], answer["lines"])
    return answer


def hidden(world, chests=(5, 6, 7), slots=CHESTS):
    """A game whose owner has hidden and handed over `slots`."""
    session, move = begun(world), hide(*chests)
    submit(world, session, signed(session, move), escrow=held(session, move, *slots))
    return session


def rows(world):
    """All that the database holds."""
    base = sqlite3.connect(world.db)
    tables = [row[0] for row in base.execute("SELECT name FROM sqlite_master WHERE type='table'")]
    found = {table: base.execute(f"SELECT * FROM {table}").fetchall() for table in tables}
    base.close()
    return found


def refusal(world, session, entries, escrow):
    """What a submission is refused with; nothing of it may stay."""
    before = rows(world)
    with pytest.raises(PaperchaseError) as caught:
        world.service.submit(session.game, [entry.signed for entry in entries], escrow)
    assert rows(world) == before
    return caught.value


def authors(session):
    return [(one.entry.seat, one.entry.type) for one in session.taken]


def test_a_token_is_opened_in_the_transaction_that_asks_for_it(world):
    session = hidden(world)
    assert [row[1:3] for row in rows(world)["escrow"]] == [(OWNER, slot) for slot in CHESTS]
    answer = submit(world, session, signed(session, dig(2)))
    assert len(answer["lines"]) == 2
    assert authors(session)[-2:] == [(DIGGER, "move"), (SERVER, "open")]
    assert session.state.public.found == (6,)
    for number in (1, 3):
        submit(world, session, signed(session, dig(number)))
    assert session.state.public.found == (6, 5, 7)
    assert session.state.stage is Stage.REVEAL
    session.play()
    text = "".join(world.service.bundle(session.game))
    assert audit.verify(bundle.read(text), hoard.GAME).status == "fair"
    assert [report.faults for report in check(world.store, world.master, world.catalogue)] == [()]


def test_without_escrow_the_table_waits_for_the_owner(world):
    session = hidden(world, slots=CHESTS[:1])
    submit(world, session, signed(session, dig(2)))
    assert authors(session)[-1] == (DIGGER, "move")
    assert set(session.state.clocks) == {OWNER}
    player = session.player(OWNER)
    submit(world, session, player.open(session.table, session.state, {CHESTS[1]: 6}))
    assert session.state.public.found == (6,)


def test_what_was_sealed_before_can_be_handed_over_later_and_again(world):
    session, move = begun(world), hide(5, 6, 7)
    entry = signed(session, move)
    submit(world, session, entry)
    first = rows(world)
    for _ in range(2):
        answer = submit(world, session, entry, escrow=held(session, move))
        assert len(answer["receipts"]) == 1
        after = rows(world)
        assert len(after.pop("escrow")) == 3
        assert {**after, "escrow": []} == first
    submit(world, session, signed(session, dig(3)))
    assert session.state.public.found == (7,)


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize("change", [{"value": 6}, {"salt": "5a" * 32}])
def test_a_false_opening(world, sealed, change):
    session, move = begun(world), hide(5, 6, 7)
    entry = signed(session, move)
    if sealed:
        submit(world, session, entry)
    first, *others = held(session, move)
    whole = {"seat": OWNER, "slot": first.slot, "salt": first.salt, "value": first.value}
    error = refusal(world, session, [entry], [*others, Escrow(**whole | change)])
    assert isinstance(error, EvidenceError)
    assert error.code == "evidence/seal"
    submit(world, session, entry, escrow=held(session, move))
    assert len(rows(world)["escrow"]) == 3


@pytest.mark.parametrize(
    ("seat", "slot"),
    [(OWNER, CELLAR), (DEALER, CHESTS[0]), (SERVER, CHESTS[0]), (DIGGER, CHESTS[0])],
)
def test_only_the_face_down_tokens_of_a_seat_are_held(world, seat, slot):
    session, move = begun(world), hide(5, 6, 7)
    salt = session.player(OWNER).secret.salt(slot)
    one = Escrow(seat, slot, salt, move.hidden[slot])
    error = refusal(world, session, [signed(session, move)], [*held(session, move), one])
    assert isinstance(error, RefusedError)
    assert error.code == "refused/escrow"


def test_nothing_is_held_of_what_was_refused(world):
    """The first entry stands, the second comes too early, and so does its escrow."""
    session, move = begun(world, joined=False), hide(5, 6, 7)
    submit(world, session, session.player(OWNER).join(session.state, "ann"))
    early = signed(session, move)
    join = session.player(DIGGER).join(session.state, "bob")
    answer = submit(world, session, join, early, escrow=held(session, move))
    assert answer["refused"]["index"] == 1
    assert rows(world)["escrow"] == []
    submit(world, session, signed(session, move), escrow=held(session, move))
    assert len(rows(world)["escrow"]) == 3


def test_a_slot_that_nobody_seals(world):
    session, move = begun(world, joined=False), hide(5, 6, 7)
    join = session.player(OWNER).join(session.state, "ann")
    submit(world, session, join)
    error = refusal(world, session, [join], held(session, move))
    assert error.code == "refused/escrow"
    other = session.player(DIGGER).join(session.state, "bob")
    assert refusal(world, session, [other], held(session, move)).code == "refused/escrow"


def test_a_seal_that_nothing_opens_for_the_rules_is_left_to_its_owner(world):
    """Nobody can hold up the others by what he hands over."""
    session = hidden(world, chests=(hoard.CURSED, 6, 7))
    submit(world, session, signed(session, dig(1)))
    assert authors(session)[-1] == (DIGGER, "move")
    world.clock.now += 3601
    world.service.tick()
    summary = world.service.summary(session.game)
    assert summary["outcome"]["winners"] == [DIGGER]


def test_a_lapse_that_asks_for_a_token_is_answered_at_once(world):
    session = hidden(world)
    world.clock.now += 3601
    assert world.service.tick() == 1
    page = world.service.log(session.game, session.state.length, 0)
    session.read(session.state.length, page.lines)
    assert authors(session)[-2:] == [(SERVER, "lapse"), (SERVER, "open")]
    assert session.state.public.found == (5,)


def test_it_outlives_the_server(world):
    session = hidden(world)
    world.services.pop().close()
    world.service = world.start()
    submit(world, session, signed(session, dig(1)))
    assert session.state.public.found == (5,)


def shapeless(text):
    """Without what differs between any two games: hashes, signatures, salts."""
    names = {}
    return re.sub(
        "[0-9a-f]{128}|[0-9a-f]{64}", lambda m: names.setdefault(m[0], f"#{len(names)}"), text
    )


def exits(world, game):
    """All that anybody can fetch."""
    paths = [api.GAME, api.LOG, api.BOARD, api.BUNDLE]
    answers = [world.http.get(path.format(game=game)) for path in paths]
    listed = world.service.games("ann", "", "", 50)["games"]
    summary = next(one for one in listed if one["game"] == game)
    return [answer.get_data(as_text=True) for answer in answers] + [json.dumps(summary)]


def test_no_exit_tells_that_anything_is_held(world):
    """With escrow or without it: the same answers and the same sizes, until a token is opened."""
    seen = []
    for slots in (CHESTS, ()):
        session, move = begun(world), hide(5, 6, 7)
        escrow = held(session, move) if slots else ()
        body: dict[str, Any] = {"entries": [signed(session, move).signed.to_wire()]}
        if escrow:
            body["escrow"] = escrow
        answer = world.post(api.ENTRIES.format(game=session.game), body)
        assert answer.status_code == 200
        texts = [answer.get_data(as_text=True), *exits(world, session.game)]
        salts = [session.player(OWNER).secret.salt(slot) for slot in CHESTS]
        assert not any(salt in text for salt in salts for text in texts)
        assert "escrow" not in "".join(texts)
        seen.append(texts)
    one, two = seen
    assert list(map(shapeless, one)) == list(map(shapeless, two))
    assert list(map(len, one)) == list(map(len, two))


def test_only_what_is_asked_for_is_opened(world):
    session = hidden(world)
    submit(world, session, signed(session, dig(2)))
    whole = "".join(exits(world, session.game))
    salt = session.player(OWNER).secret.salt
    assert salt(CHESTS[1]) in whole
    assert salt(CHESTS[0]) not in whole
    assert salt(CHESTS[2]) not in whole


ONE = {"seat": OWNER, "slot": CHESTS[0], "salt": "ab" * 32, "value": 5}


@pytest.mark.parametrize(
    "escrow",
    [
        None,
        {},
        [ONE, ONE],
        [{**ONE, "slot": f"chest/{number}"} for number in range(api.MAX_ESCROW + 1)],
        [{**ONE, "value": 2**53}],
        [{**ONE, "value": True}],
        [{**ONE, "salt": "ab"}],
        [{**ONE, "slot": "Chest 1"}],
        [{**ONE, "more": 1}],
        [{"seat": OWNER, "slot": CHESTS[0]}],
    ],
)
def test_malformed(world, escrow):
    session = begun(world)
    before = rows(world)
    body = {"entries": [signed(session, hide(5, 6, 7)).signed.to_wire()], "escrow": escrow}
    answer = world.post(api.ENTRIES.format(game=session.game), body)
    assert answer.status_code == 400
    assert answer.json["code"].startswith("malformed/")
    assert rows(world) == before


def test_check_finds_what_does_not_open_its_seal(world):
    hidden(world)
    base = sqlite3.connect(world.db)
    with pytest.raises(sqlite3.IntegrityError, match="written once"):
        base.execute("UPDATE escrow SET value = 1 WHERE slot = 'chest/2'")
    base.execute("DROP TRIGGER escrow_update")
    base.execute("UPDATE escrow SET value = 1 WHERE slot = 'chest/2'")
    base.commit()
    base.close()
    (report,) = check(Store.open(str(world.db)), world.master, world.catalogue)
    assert report.faults == ("what is held in escrow for chest/2 of owner does not open it",)
