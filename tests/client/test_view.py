"""Games in words."""

from typing import Any

import pytest

from paperchase.log import Entry, Signed
from paperchase.table import Stage
from paperchase_client import view
from paperchase_client.card import advice, ending, turn
from paperchase_client.stored import history, load, unveil
from playing import People
from serving import World

RING = {"hider": "ann", "seeker": "bob"}


def entry(kind: str, **body: Any) -> Entry:
    return Entry("00", "00", "hider", kind, "00", None, None, body, Signed(b"", b""))


@pytest.fixture
def ring(people: People, world: World) -> str:
    game, _ = world.create(options={"rounds": 6})
    people.seated(game, RING)
    people.play(game, RING)
    return game


def test_every_entry_of_a_whole_game_is_told(people: People, ring: str) -> None:
    shelf = people.desk("bob").vault.game(ring)
    mirror = load(shelf, people.desk("bob").me())
    told = {one.type: view.describe(one, mirror) for one, _ in history(shelf)}
    assert told["genesis"] == "ann opens toy 1"
    assert told["join"] == "bob takes the seat"
    assert told["ready"] == "is ready"
    assert told["roll"].startswith("rolls die ")
    assert told["draw"] == "deals to seeker"
    assert told["answer"].startswith("answers hit ")
    assert told["open"].startswith("opens field/1=")
    assert told["reveal"] == "reveals everything it sealed"


@pytest.mark.parametrize(
    ("kind", "body", "text"),
    [
        (
            "lapse",
            {"of": "x", "what": "move", "public": {"guess": 0}},
            "x let the deadline for move pass; played for it: guess 0",
        ),
        (
            "lapse",
            {"of": "x", "what": "answer", "public": {"hit": False}},
            "x let the deadline for answer pass; played for it: hit no",
        ),
        ("lapse", {"of": "x", "what": "move", "public": None}, "x let the deadline for move pass"),
        ("verdict", {"code": "C", "seq": 3, "blamed": "x"}, "accuses x: C in entry 3"),
        ("resign", {}, "resigns"),
        ("close", {"head": "00", "result": []}, "signs the result"),
        ("open", {"of": "x", "opened": {}}, "opens nothing"),
        ("newer", {}, "newer"),
    ],
)
def test_the_rarer_entries_are_told_too(
    people: People, ring: str, kind: str, body: dict[str, Any], text: str
) -> None:
    mirror = load(people.desk("bob").vault.game(ring), people.desk("bob").me())
    assert view.describe(entry(kind, **body), mirror).startswith(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "no"),
        (False, "no"),
        (True, "yes"),
        (3, "3"),
        ("x", "x"),
        ({"event": ""}, "event nothing"),
        ({"caught": 0, "by": ["a", 1]}, "caught 0, by a 1"),
    ],
)
def test_a_public_part_in_words(value: Any, text: str) -> None:
    assert view.words(value) == text


def test_where_a_game_stands_is_one_line(people: People, world: World) -> None:
    game, _ = world.create(options={"rounds": 6})
    desk = people.desk("ann")
    with people.session("ann", game) as session:
        card = view.card(session.mirror)
        assert turn(card, 0) == "waits for players: hider, seeker free"
        assert game in advice(card)
    people.seated(game, RING)
    people.play(game, RING, 7)
    card = desk.card(desk.vault.game(game))
    assert card.stage == Stage.PLAY
    now = world.clock.now
    for who in RING.values():
        with people.session(who, game) as session:
            session.sync()
            card = view.card(session.mirror)
        assert ("Your turn" in turn(card, now)) == bool(card.yours)
        assert bool(advice(card)) == bool(card.yours)
        assert "the deadline has passed" in turn(card, now + 10**6)
    people.play(game, RING)
    card = desk.card(desk.vault.game(game))
    assert turn(card, now) == ending(card)
    assert "paperchase verify" in advice(card)


def test_a_game_that_waits_for_a_reveal_says_for_whose(people: People, world: World) -> None:
    game, _ = world.create(options={"rounds": 6})
    people.seated(game, RING)
    people.play(game, RING, 9)
    with people.session("bob", game) as session:
        session.sync()
        session.resign("seeker")
        card = view.card(session.mirror)
    assert "Still to reveal: hider" in turn(card, 0)


def test_the_server_to_act_is_told(people: People, ring: str) -> None:
    from msgspec.structs import replace

    card = people.desk("bob").card(people.desk("bob").vault.game(ring))
    idle = replace(card, stage="play", deadlines={})
    assert turn(idle, 0).endswith("The server is to act.")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("ghost-chase", []),
        ("fugitive", ["events=random"]),
        ("last-friday", ["play=II"]),
        ("mine-delve", ["heroes=2"]),
    ],
)
def test_a_whole_game_can_be_told_to_everybody(
    people: People, name: str, options: list[str]
) -> None:
    """Also to a spectator; and at its end nothing is hidden from anybody any more."""
    people.init("ann", "bob", "eve")
    given = [word for option in options for word in ("-o", option)]
    game = people.do("ann", "new", name, *given, "--json").json["game"]
    seats = people.do("eve", "sync", game, "--json").json["seats"]
    first, *others = seats
    people.do("ann", "join", game, first)
    people.do("bob", "join", game, *others)
    people.play(game, {seat: "ann" if seat == first else "bob" for seat in seats})
    for who in ("ann", "bob", "eve"):
        people.do(who, "sync", game)
        told = people.do(who, "log", game).out
        assert len(told.splitlines()) >= people.do(who, "sync", game, "--json").json["length"]
        assert " ?" not in told.replace(" ??", "")
    shown = {people.do(who, "show", game).out.split("Over:")[0] for who in ("ann", "bob", "eve")}
    assert len(shown) == 1


def test_what_a_withheld_secret_keeps_closed_is_not_guessed_at(people: People) -> None:
    """The ghost never reveals: nobody is shown where he may have been long before."""
    people.init("ann", "bob")
    game = people.do("ann", "new", "ghost-chase", "--seat", "ghost", "--json").json["game"]
    people.do("bob", "join", game)
    people.play(game, {"ghost": "ann", "chaser-1": "bob"}, 24)
    people.do("bob", "resign", game, "--yes")
    people.server.clock.now += 30 * 86400
    people.do("bob", "sync", game)
    mirror = load(people.desk("bob").vault.game(game), people.desk("bob").me())
    assert mirror.state.stage is Stage.CLOSED
    assert " ?" in people.do("bob", "log", game).out
    unveil(people.desk("bob").vault.game(game), mirror)
    assert mirror.unveiled == {}
