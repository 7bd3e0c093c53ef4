"""Face-down tokens that the client hands over, and what it does without that."""

import json

import pytest

import hoard
from games.friday_camp import text
from hoard import CELLAR, CHESTS, DIGGER, OWNER, dig, hide
from paperchase import audit, registry
from paperchase.errors import IllegalMoveError
from paperchase.game import Game
from paperchase.games.last_friday.cards import HOSPITALITY
from paperchase.games.last_friday.state import Public
from paperchase.options import complete
from paperchase.rules import Kind
from paperchase.table import SERVER
from paperchase_client.stored import history, stored_bundle
from paperchase_server.catalogue import Catalogue
from playing import People, bad_gateway, lost, once
from serving import World


@pytest.fixture
def world(tmp_path):
    folder = tmp_path / "server"
    folder.mkdir()
    boards = {("hoard", "none"): hoard.BOARD, ("last-friday", "glade"): text().encode()}
    made = World(folder, catalogue=Catalogue(boards, (hoard.GAME,)))
    yield made
    made.close()


@pytest.fixture(autouse=True)
def with_hoard(monkeypatch, with_toy):
    find, board = registry.find, registry.board
    monkeypatch.setattr(registry, "find", lambda id: hoard.GAME if id == "hoard" else find(id))

    def boards(game: Game, name: str) -> bytes:
        return hoard.BOARD if game is hoard.GAME else board(game, name)

    monkeypatch.setattr(registry, "board", boards)


@pytest.fixture
def game(people: People, world: World) -> str:
    """A hoard whose chests are to be filled."""
    made, _ = world.create(rules="hoard", board="none", options={})
    people.seated(made, {OWNER: "ann", DIGGER: "bob"})
    return made


def play(people, who, game, *moves, escrow=True):
    with people.session(who, game) as session:
        session.escrow = escrow
        session.play([lambda mirror, move=move: move for move in moves])
        return session


def authors(people, game, who="bob"):
    with people.session(who, game) as session:
        session.sync()
        return [(entry.seat, entry.type) for entry, _ in history(session.shelf)]


def test_the_server_opens_what_it_was_given(people, game):
    play(people, "ann", game, hide(5, 6, 7))
    sent = json.loads(people.wire.posts()[-1])
    assert [one["slot"] for one in sent["escrow"]] == list(CHESTS)
    assert CELLAR not in [one["slot"] for one in sent["escrow"]]
    session = play(people, "bob", game, dig(2), dig(3))
    assert session.mirror.state.public.found == (6, 7)
    assert authors(people, game)[-4:] == [(DIGGER, "move"), (SERVER, "open")] * 2
    with people.session("ann", game) as session:
        session.sync()
        assert session.mirror.faults == {}
    play(people, "bob", game, dig(1))
    for who in ("ann", "bob"):
        with people.session(who, game) as session:
            session.sync()
    with people.session("bob", game) as session:
        assert audit.verify(stored_bundle(session.shelf), hoard.GAME).findings == ()


def test_without_escrow_the_owner_delivers(people, game):
    play(people, "ann", game, hide(5, 6, 7), escrow=False)
    assert "escrow" not in json.loads(people.wire.posts()[-1])
    with pytest.raises(IllegalMoveError, match="nobody waits for a move of digger"):
        play(people, "bob", game, dig(2), dig(3))
    assert authors(people, game)[-1] == (DIGGER, "move")
    with people.session("ann", game) as session:
        session.sync()
        assert session.mirror.state.public.found == (6,)
    assert authors(people, game)[-1] == (OWNER, "open")


@pytest.mark.parametrize("escrow", [True, False])
def test_one_person_with_both_seats(people, world, escrow):
    game, _ = world.create(rules="hoard", board="none", options={})
    people.seated(game, {OWNER: "ann"})
    people.seated(game, {DIGGER: "ann"})
    session = play(people, "ann", game, hide(5, 6, 7), dig(1), dig(2), dig(3), escrow=escrow)
    assert session.mirror.state.public.found == (5, 6, 7)
    opener = SERVER if escrow else OWNER
    assert authors(people, game, "ann").count((opener, "open")) == 3


@pytest.mark.parametrize("fault", [lost, bad_gateway])
def test_after_a_lost_answer_the_same_is_sent_again(people, game, world, fault):
    once(people.wire, "POST", "/entries", fault)
    play(people, "ann", game, hide(5, 6, 7))
    first, second = people.wire.posts()[-2:]
    assert first == second
    assert b"escrow" in first
    assert len(world.store.read.escrows(game)) == 3


def test_what_a_crash_left_is_sent_with_its_escrow(people, game, world):
    """Killed after the outbox was written: the next run hands over the same."""
    for _ in range(3):
        once(people.wire, "POST", "/entries", lost)
    with pytest.raises(Exception, match="paperchase sync"):
        play(people, "ann", game, hide(5, 6, 7))
    with people.session("ann", game) as session:
        session.sync()
    assert len(world.store.read.escrows(game)) == 3


def test_a_hospitality_token_needs_no_maniac(people, world):
    """Picked up while the Maniac's client is off: it is opened at once."""
    rules = registry.find("last-friday")
    options = complete(rules.info.options, {"play": "I"})
    game, _ = world.create(rules="last-friday", board="glade", options=options)
    seats = {
        seat: "ann" if seat == "maniac" else "bob"
        for seat in rules.rules(rules.board(text().encode(), "glade"), options).seats
    }
    people.seated(game, seats)
    opened, length = [], 20
    while True:
        length += 20
        people.play(game, seats, length)
        with people.session("bob", game) as session:
            opens = [entry for entry, _ in history(session.shelf) if entry.type == "open"]
            state = session.mirror.state
        opened = [one for one in opens if next(iter(one.body["opened"])).startswith(HOSPITALITY)]
        if opened or length > 400:
            break
    assert opened
    assert {one.seat for one in opened} == {SERVER}
    public: Public = state.public
    assert len(public.gifts) == len(opened)
    assert state.demand(Kind.REVEAL, "maniac") is None


@pytest.mark.parametrize(
    ("flags", "variable", "config", "given"),
    [
        ((), "", "", True),
        (("--no-escrow",), "", "", False),
        ((), "0", "", False),
        ((), "", "escrow = false\n", False),
        (("--escrow",), "0", "escrow = false\n", True),
        ((), "1", "escrow = false\n", True),
    ],
)
def test_who_wants_none_says_so_once(people, monkeypatch, tmp_path, flags, variable, config, given):
    """By flag, environment or config file, in this order."""
    people.init("ann", "bob")
    words = ("ann", "new", "last-friday", "-o", "play=I", "--seat", "maniac", "--json")
    game = people.do(*words).json["game"]
    people.do("bob", "join", game, "--all")
    people.do("ann", "sync", game)
    people.do("bob", "move", game, "card rosa; card gilda; card fern; card skye; card hazel")
    if variable:
        monkeypatch.setenv("PAPERCHASE_ESCROW", variable)
    path = tmp_path / "config.toml"
    path.write_text(config)
    order = "hide north 41 red yellow green blue brown corpse corpse shovel sneakers hearing"
    people.do("ann", "--config", str(path), *flags, "move", game, order)
    assert ("escrow" in json.loads(people.wire.posts()[-1])) == given
