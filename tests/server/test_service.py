"""The service over a real SQLite file, without HTTP: games, entries, deadlines."""

import msgspec
import pytest

from paperchase import api, audit, bundle, canon, keys, log, registry
from paperchase.errors import (
    EvidenceError,
    IllegalMoveError,
    MalformedError,
    PaperchaseError,
    RefusedError,
    StaleHeadError,
)
from paperchase.keys import Master
from paperchase.rules import Kind, Move
from paperchase.table import SERVER, Player, Stage
from paperchase.testing import toy
from paperchase.testing.source import Source
from paperchase_server.catalogue import Catalogue
from paperchase_server.check import check
from serving import START, Session, World, new_game


def stored(world):
    """Everything that the database holds."""
    tables = ("games", "entries", "seals", "seats", "handles", "boards")
    return {table: world.store.read._rows(f"SELECT * FROM {table}") for table in tables}


def refused(world, session, *entries):
    """What a submission is refused with; nothing may have changed."""
    before = stored(world)
    with pytest.raises(PaperchaseError) as caught:
        world.service.submit(session.game, [entry.signed for entry in entries])
    assert stored(world) == before
    return caught.value


def entry(master, session, seat, kind="move", body=None, **changes):
    """An entry that says whatever it is told to say."""
    identity = master.identity()
    fields = {
        "game": session.game,
        "seat": seat,
        "type": kind,
        "prev": session.state.head,
        "own": session.state.own(identity.key),
        "link": None,
        "body": {"public": None, "sealed": {}, "opened": {}} if body is None else body,
    }
    return log.write_entry(identity, **(fields | changes))


def test_a_whole_game(world):
    session = world.session()
    session.join()
    session.play()
    assert session.state.stage is Stage.CLOSED
    text = "".join(world.service.bundle(session.game))
    verdict = audit.verify(bundle.read(text), toy.GAME)
    assert verdict.status == "fair", verdict
    page = world.service.log(session.game, 0, 0)
    assert list(page.lines) == session.lines
    assert page.length == session.state.length


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.info.id)
def test_every_game_can_be_served(world, game):
    name = game.info.boards[0]
    made, line = world.create(rules=game.info.id, board=name, options={})
    seats = log.read_entry(log.read_line(line).entry).body["seats"]
    masters = {seat: (seat, world.register(seat)) for seat in seats}
    board = registry.board(game, name)
    session = Session(made, line, world.service.submit, masters, game, board)
    session.join()
    session.play()
    summary = world.service.summary(made)
    assert summary["stage"] == "closed"
    assert summary["outcome"]["why"]
    verdict = audit.verify(bundle.read("".join(world.service.bundle(made))), game)
    assert verdict.status == "fair", verdict
    assert world.service.board(made)[1].encode() == board
    assert [report.faults for report in check(world.store, world.master, world.catalogue)] == [()]


def test_signed_bytes_are_served_as_received(world):
    session = world.session()
    entry = session.player("hider").join(session.state, "ann")
    session.submit(entry)
    line = msgspec.json.decode(world.service.log(session.game, 1, 0).lines[0])
    assert line["payload"].encode() == entry.signed.payload
    assert line["sig"] == entry.signed.sig.hex()


# -- new games ------------------------------------------------------------------------------


def test_the_same_request_is_the_same_game(world):
    ann = world.register("ann")
    wish = new_game(ann.identity(), world.server, "ann")
    assert world.service.create(wish) == world.service.create(wish)
    other = new_game(ann.identity(), world.server, "ann", nonce="1" * 64)
    assert world.service.create(wish) != world.service.create(other)


def test_the_first_entry_says_what_was_asked_for(world):
    game, line = world.create(options={"rounds": 7}, title="Ärger", turn=60)
    genesis = log.read_entry(log.read_line(line).entry)
    assert genesis.id == game
    assert genesis.body["options"] == {"rounds": 7, "draws": True}
    assert (genesis.body["title"], genesis.body["by"]) == ("Ärger", "ann")
    assert genesis.body["clock"] == {"turn": 60}
    assert genesis.body["server"] == world.server


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rules": "chess"}, "refused/unknown-game"),
        ({"board": "moon"}, "refused/unknown-board"),
        ({"options": {"rounds": -1}}, "malformed/option"),
        ({"options": {"speed": 1}}, "malformed/option"),
        ({"turn": 0}, "malformed/turn"),
        ({"turn": api.MAX_TURN + 1}, "malformed/turn"),
        ({"title": "a" * 81}, "malformed/title"),
        ({"title": "a\nb"}, "malformed/title"),
        ({"nonce": "0"}, "malformed/hex"),
        ({"listed": 1}, "malformed/shape"),
        ({"more": 1}, "malformed/shape"),
        ({"v": 2}, "malformed/version"),
        ({"server": "ab" * 32}, "refused/other-server"),
        ({"handle": "bob"}, "refused/handle"),
    ],
)
def test_a_bad_wish_is_refused(world, change, code):
    ann = world.register("ann").identity()
    wish = new_game(ann, world.server, "ann")
    value = canon.decode(wish.payload) | change
    before = stored(world)
    with pytest.raises(PaperchaseError) as caught:
        world.service.create(log.sign(ann, log.NEW, canon.encode(value)))
    assert caught.value.code == code
    assert stored(world) == before


def test_only_the_registered_key_asks_for_a_game(world):
    world.register("ann")
    bob = world.register("bob")
    with pytest.raises(EvidenceError):
        world.service.create(new_game(bob.identity(), world.server, "ann"))


# -- entries ----------------------------------------------------------------------------------


def test_a_join_needs_a_registered_handle(world):
    session = world.session()
    player = session.player("hider")
    assert refused(world, session, player.join(session.state, "carol")).code == "refused/handle"
    assert refused(world, session, player.join(session.state, "bob")).code == "refused/handle"
    stranger = Player(Master(b"x" * 32), session.game, "hider", "ab" * 32)
    assert refused(world, session, stranger.join(session.state, "ann")).code == "refused/handle"


def test_a_taken_seat(world):
    session = world.session()
    session.join()
    carol = world.register("carol")
    late = Player(carol, session.game, "hider", "ab" * 32).join(session.state, "carol")
    assert refused(world, session, late).code == "refused/taken"


def test_seat_identity(world):
    """Who has resigned cannot come back on the other side."""
    session = world.session()
    session.join()
    seeker = session.player("seeker")
    session.submit(seeker.resign(session.table, session.state))
    again = Player(world.register("bob"), session.game, "hider", "cd" * 32)
    assert refused(world, session, again.join(session.state, "bob")).code == "refused/taken"


def test_an_outsider(world):
    session = world.session()
    session.join()
    carol = world.register("carol")
    for seat in ("hider", "seeker"):
        error = refused(world, session, entry(carol, session, seat))
        assert isinstance(error, EvidenceError)
    assert refused(world, session, entry(carol, session, "nobody")).code == "refused/seat"
    lapse = {"of": "hider", "what": "move", "public": None}
    forged = entry(carol, session, SERVER, "lapse", lapse)
    assert isinstance(refused(world, session, forged), EvidenceError)


def test_client_trusted(world):
    """To claim that another is late changes nothing: only the server's clock decides."""
    session = world.session()
    session.join()
    body = {"of": "hider", "what": "move", "public": None}
    for who, code in (("carol", "evidence/signature"), ("bob", "refused/type")):
        claim = entry(world.register(who), session, "seeker", "lapse", body)
        assert refused(world, session, claim).code == code
    world.clock.now += 10
    assert world.service.summary(session.game)["stage"] == "play"


def test_the_wrong_seat(world):
    session = world.session()
    session.join()
    bob = world.register("bob")
    assert isinstance(refused(world, session, entry(bob, session, "hider")), EvidenceError)
    guess = {"public": {"guess": 1}, "sealed": {}, "opened": {}}
    link = session.player("seeker").chain.link(session.state.seats["seeker"].links + 1)
    early = entry(bob, session, "seeker", "move", guess, link=link)
    assert refused(world, session, early).code == "illegal/turn"


def test_a_changed_byte(world):
    session = world.session()
    good = session.player("hider").join(session.state, "ann").signed
    for changed in (
        log.Signed(good.payload.replace(b'"ann"', b'"bob"'), good.sig),
        log.Signed(good.payload, good.sig[:-1] + bytes([good.sig[-1] ^ 1])),
    ):
        with pytest.raises(PaperchaseError):
            world.service.submit(session.game, [changed])
    with pytest.raises(MalformedError):
        world.service.submit(session.game, [log.Signed(good.payload + b" ", good.sig)])
    swapped = log.sign(world.register("ann").identity(), log.HANDLE, good.payload)
    with pytest.raises(EvidenceError):
        world.service.submit(session.game, [swapped])


def test_a_replay_from_another_game(world):
    first, second = world.session(), world.session()
    first.join()
    second.join()
    move = entry(world.register("ann"), first, "hider")
    assert refused(world, second, move).code == "refused/other-game"


def test_lost_update(world):
    """Who signs on an old head after the question changed is told; nothing is overwritten."""
    session = world.session(options={"rounds": 0})
    session.join()
    old, old_own = session.state.head, session.state.own(world.register("ann").identity().key)
    for _ in range(8):
        session.step()
    while session.state.demand("move", "hider") is None:
        session.step()
    late = entry(world.register("ann"), session, "hider", prev=old, own=old_own)
    assert isinstance(refused(world, session, late), StaleHeadError)


def test_an_unknown_head_is_stale(world):
    session = world.session()
    late = session.player("hider").join(session.state, "ann")
    fields = canon.decode(late.signed.payload) | {"prev": "ab" * 32}
    fields.pop("v")
    forged = log.write_entry(world.register("ann").identity(), **fields)
    assert isinstance(refused(world, session, forged), StaleHeadError)


def test_no_idempotency(world):
    """The same entry again, even much later, has one effect and one receipt."""
    session = world.session()
    join = session.player("hider").join(session.state, "ann")
    first = session.post(join)
    again = world.service.submit(session.game, [join.signed])
    assert again == first
    session.submit(session.player("seeker").join(session.state, "bob"))
    session.ready()
    session.play()
    late = world.service.submit(session.game, [join.signed])
    assert late["receipts"] == first["receipts"]
    assert late["since"] == 1
    assert late["lines"] == session.lines[1:]


def test_several_entries_up_to_the_first_refused(world):
    session = world.session()
    seats = [session.player("hider").join(session.state, "ann")]
    seats.append(session.player("seeker").join(session.state, "bob"))
    carol = world.register("carol")
    taken = Player(carol, session.game, "hider", "ab" * 32).join(session.state, "carol")
    after = session.player("seeker").resign(session.table, session.state)
    answer = world.service.submit(session.game, [one.signed for one in (*seats, taken, after)])
    assert len(answer["receipts"]) == len(answer["lines"]) == 2
    assert answer["since"] == 1
    assert answer["refused"]["index"] == 2
    assert answer["refused"]["code"] == "refused/taken"
    assert world.service.summary(session.game)["length"] == 3


def test_a_later_entry_that_is_no_entry(world):
    session = world.session()
    join = session.player("hider").join(session.state, "ann").signed
    answer = world.service.submit(session.game, [join, log.Signed(b"{}", b"\0" * 64)])
    assert answer["refused"] == {"index": 1, "code": "malformed/entry", **_detail(answer)}
    forged = entry(world.register("bob"), session, "hider", "resign", {}, own=None).signed
    answer = world.service.submit(session.game, [join, forged])
    assert answer["refused"]["code"] == "evidence/signature"


def _detail(answer):
    return {"detail": answer["refused"]["detail"]}


def test_a_join_and_what_follows_in_one_submission(world):
    """The key of the second entry is known only from the first."""
    session = world.session()
    session.submit(session.player("hider").join(session.state, "ann"))
    player = session.player("seeker")
    join = player.join(session.state, "bob")
    ready = entry(
        world.register("bob"),
        session,
        "seeker",
        "ready",
        {},
        own=join.id,
        link=player.chain.link(1),
    )
    answer = world.service.submit(session.game, [join.signed, ready.signed])
    assert "refused" not in answer, answer
    assert len(answer["receipts"]) == 2


def test_a_verdict_that_the_log_does_not_show(world):
    session = world.session()
    session.join()
    lie = session.player("seeker").verdict(session.table, session.state, "ANSWER_LIE", 3, "hider")
    assert isinstance(refused(world, session, lie), IllegalMoveError)


def test_false_verdicts_cost_one_audit_until_the_log_grows(world, monkeypatch):
    session = world.session(options={"rounds": 0})
    session.join()
    while session.state.length < 20:
        session.step()
    audits = []
    admit = audit.admit
    monkeypatch.setattr(audit, "admit", lambda *given: audits.append(1) or admit(*given))

    def accuse(*seqs):
        seeker = session.player("seeker")
        lies = [
            seeker.verdict(session.table, session.state, "ANSWER_LIE", seq, "hider").signed
            for seq in seqs
        ]
        with pytest.raises(IllegalMoveError):
            world.service.submit(session.game, lies)

    accuse(3)
    accuse(4)
    accuse(*range(5, 15))
    assert len(audits) == 1
    session.step()
    accuse(3)
    assert len(audits) == 2


def test_a_verdict_that_the_log_shows_ends_the_game(world):
    session = world.session(options={"rounds": 0})
    session.agents["hider"].twist = _denies
    session.join()
    while not (found := _proofs(session)):
        session.step()
    one = found[0]
    assert (one.code, one.blamed) == ("ANSWER_LIE", ("hider",))
    seeker = session.player("seeker")
    wrong = seeker.verdict(session.table, session.state, one.code, one.seq, "seeker")
    assert refused(world, session, wrong).code == "illegal/verdict"
    right = seeker.verdict(session.table, session.state, one.code, one.seq, "hider")
    receipts = session.post(right)["receipts"]
    assert session.state.outcome.winners == ("seeker",)
    assert world.service.submit(session.game, [right.signed])["receipts"] == receipts


def _denies(agent, demand, move):
    if demand.kind == Kind.ANSWER and move.public["hit"]:
        return Move(Kind.ANSWER, "hider", {"hit": False})
    return None


def _proofs(session):
    if session.agents["hider"].lied is None:
        return ()
    return audit.reproduce(session.table, session.ledger, session.taken)


def test_unknown_game(world):
    session = world.session()
    join = session.player("hider").join(session.state, "ann").signed
    for ask in (
        lambda: world.service.submit("ab" * 32, [join]),
        lambda: world.service.log("ab" * 32, 0, 0),
        lambda: world.service.summary("ab" * 32),
        lambda: world.service.board("ab" * 32),
        lambda: world.service.bundle("ab" * 32),
    ):
        with pytest.raises(RefusedError) as caught:
            ask()
        assert caught.value.code == "refused/unknown"


# -- deadlines --------------------------------------------------------------------------------


def test_in_time_at_the_very_second(world):
    session = world.session(turn=100)
    session.join()
    assert dict(session.state.clocks) == {"hider": START + 100}
    world.clock.now = START + 100.9
    session.step()
    assert session.taken[-1].entry.type == "move"


def test_client_clock(world):
    """One second later the server's clock has decided, whatever the sender's says."""
    session = world.session(turn=100)
    session.join()
    move = session.agents["hider"].entry(_choice(session))
    world.clock.now = START + 101
    with pytest.raises(PaperchaseError):
        world.service.submit(session.game, [move.signed])
    page = world.service.log(session.game, session.state.length, 0)
    session.read(session.state.length, page.lines)
    assert [one.entry.type for one in session.taken[-2:]] == ["lapse", "reveal"]
    assert session.state.outcome.winners == ("seeker",)


def _choice(session):
    phase = session.state.phases[0]
    return session.agents[phase.demand.seat].choose(phase.demand)


@pytest.mark.parametrize("touch", ["log", "summary", "bundle", "tick"])
def test_lateness_is_noticed_at_every_touch(world, touch):
    session = world.session(turn=100)
    session.join()
    world.clock.now = START + 101
    match touch:
        case "log":
            world.service.log(session.game, 0, 0)
        case "summary":
            assert world.service.summary(session.game)["stage"] != "play"
        case "bundle":
            "".join(world.service.bundle(session.game))
        case _:
            assert world.service.tick() == 1
            assert world.service.tick() == 0
    entries = [log.read_entry(log.read_line(line).entry) for line in lines_of(world, session)]
    assert "lapse" in [one.type for one in entries]


def lines_of(world, session):
    return world.store.read.lines(session.game, 0, 500)


def test_a_default_move_keeps_the_game_going(world):
    session = world.session(turn=100, options={"rounds": 0})
    session.join()
    session.step()
    assert "seeker" in session.state.clocks
    world.clock.now = START + 101
    world.service.tick()
    page = world.service.log(session.game, session.state.length, 0)
    session.read(session.state.length, page.lines)
    assert session.state.outcome is None
    assert session.state.clocks["hider"] == START + 201


def test_abort_without_a_reveal(world):
    """A hider who never reveals has lost, and the log says that it is unrevealed."""
    session = world.session(turn=100)
    session.join()
    while session.state.stage is Stage.PLAY:
        session.step()
    assert session.state.stage is Stage.REVEAL
    world.clock.now = START + 101
    world.service.tick()
    summary = world.service.summary(session.game)
    assert summary["stage"] == "closed"
    assert "unrevealed" in summary["outcome"]["why"]
    assert "hider" not in summary["outcome"]["winners"]


def test_time_never_runs_backwards(world):
    session = world.session()
    world.clock.now = START + 50
    session.submit(session.player("hider").join(session.state, "ann"))
    world.clock.now = START + 10
    session.submit(session.player("seeker").join(session.state, "bob"))
    assert [one.t for one in session.taken] == [START + 50, START + 50]


# -- reading ----------------------------------------------------------------------------------


def test_pages_of_the_log(world, monkeypatch):
    monkeypatch.setattr(api, "LOG_PAGE", 5)
    session = world.session()
    session.join()
    session.play()
    got = []
    while True:
        page = world.service.log(session.game, len(got), 0)
        assert page.length == session.state.length
        if not page.lines:
            break
        assert len(page.lines) <= 5
        got += page.lines
    assert got == session.lines
    ahead = world.service.log(session.game, 10**6, 25)
    assert (ahead.lines, ahead.length) == ([], session.state.length)


def test_lists(world):
    made = [world.create(title=str(number))[0] for number in range(5)]
    hidden = world.create(title="hidden", listed=False)[0]
    all_games = world.service.games("", "", "", 50)
    assert [one["game"] for one in all_games["games"]] == made[::-1]
    assert all_games["next"] is None
    first = world.service.games("", "", "", 2)
    assert [one["title"] for one in first["games"]] == ["4", "3"]
    second = world.service.games("", "", first["next"], 2)
    assert [one["title"] for one in second["games"]] == ["2", "1"]
    third = world.service.games("", "", second["next"], 2)
    assert [one["title"] for one in third["games"]] == ["0"]
    assert third["next"] is None
    session = world.session(listed=False)
    session.join()
    assert [one["game"] for one in world.service.games("bob", "", "", 50)["games"]] == [
        session.game
    ]
    assert world.service.games("", "play", "", 50)["games"] == []
    assert [one["stage"] for one in world.service.games("ann", "play", "", 9)["games"]] == ["play"]
    assert hidden not in str(world.service.games("", "", "", 50))


def test_a_game_whose_rules_are_gone(tmp_path):
    """It stays in the log, and does not stand in the way of the others."""
    world = World(tmp_path)
    game, _ = world.create()
    world.catalogue = Catalogue()
    other = world.start()
    assert other.games("", "", "", 50)["games"] == []
    with pytest.raises(RefusedError, match="no game toy"):
        other.summary(game)
    assert other.log(game, 0, 0).length == 1
    world.store.write(lambda records: records._run("UPDATE games SET due = 5", ()))
    assert other.tick() == 0
    world.close()


def test_the_snapshot_is_rebuilt_when_absent(world):
    session = world.session(options={"rounds": 0})
    session.join()
    for _ in range(40):
        session.step()
    assert world.store.read.snapshot(session.game, session.state.head).state is not None
    world.store.write(lambda records: records._run("UPDATE games SET state = NULL", ()))
    other = world.start()
    live = other._live(session.game)
    assert live.state == session.state
    assert live.secret == world.service._shelf.peek(session.game).secret
    session._submit = other.submit
    for _ in range(30):
        session.step()


def test_another_process_goes_on_from_the_snapshot(world):
    """Each turn by another service than the last one, as with several workers."""
    session = world.session(options={"rounds": 0})
    doors = [world.service.submit, world.start().submit]
    session.join()
    for number in range(80):
        session._submit = doors[number % 2]
        session.step()


def test_what_is_told_of_the_server(world):
    about = world.service.about()
    assert about["server"] == world.server
    assert about["now"] == START
    toys = [game for game in about["games"] if game["id"] == "toy"]
    assert toys[0]["boards"] == ["ring"]
    assert [one["name"] for one in toys[0]["options"]] == ["rounds", "draws"]


def test_the_wrong_key_file(world):
    from paperchase_server.service import GameService

    with pytest.raises(RefusedError, match="key file"):
        GameService(world.store, Master(b"y" * 32), world.clock, Source("x").bytes)


def test_a_key_is_checked_before_it_enters_a_log(world):
    with pytest.raises(MalformedError):
        keys.check_key("01" + "00" * 31)
