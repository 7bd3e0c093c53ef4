"""A server that deals rubbish: its drawer is told at once, and plays on."""

from types import SimpleNamespace
from typing import Any

import pytest

from paperchase import deal, seal
from paperchase.games.fugitive.rules import Fugitive
from paperchase.rules import Foul, Kind, Move
from paperchase.table import dealer
from paperchase_client import exits
from paperchase_client.remote import Response
from paperchase_client.stored import load
from playing import People, Wire

SEATS = {"fugitive": "ann", "marshal": "bob"}
RUBBISH = "00" * deal.DELIVERY_SIZE


def rubbish(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    """Let the server deliver rubbish for the slot `wrong`."""

    def deliver(secret: Any, game: str, slot: str, box: str, opening: seal.Opening) -> str:
        return RUBBISH if slot == wrong else deal.deliver(secret, game, slot, box, opening)

    # The audit has the true one.
    monkeypatch.setattr(dealer, "deal", SimpleNamespace(seed=deal.seed, deliver=deliver))


def begun(people: People) -> str:
    """A game in which the fugitive has his first hand."""
    people.init("ann", "bob")
    words = ("ann", "new", "fugitive", "--seat", "fugitive", "--json")
    game = people.do(*words).json["game"]
    people.do("bob", "join", game)
    return game


@pytest.fixture
def game(people: People, monkeypatch: pytest.MonkeyPatch) -> str:
    """The marshal is to draw, and the first card that he gets will be rubbish."""
    rubbish(monkeypatch, "card/6")
    game = begun(people)
    people.do("ann", "sync", game)
    people.do("ann", "move", game, "place 1")
    people.do("ann", "move", game, "place 2")
    return game


def test_whoever_is_dealt_rubbish_is_told_at_once_by_whom_and_what_he_can_do(
    people: People, game: str
) -> None:
    ran = people.do("bob", "move", game, "draw a")
    assert "the server dealt wrongly: card/6 to marshal in entry 9" in ran.err
    assert "blames the server, not you" in ran.err
    assert "resign" not in ran.err

    def later(wire: Wire, method: str, path: str, body: bytes | None) -> Response | None:
        if "wait=" not in path:
            return None
        people.server.clock.now += 20
        return Response(200, "application/x-ndjson", b"")

    people.wire.faults.append(later)
    for words in (("sync", game), ("show", game), ("watch", game, "--timeout", "5s")):
        ran = people.do("bob", *words)
        assert ran.err.count("card/6 to marshal") == 1, words
    assert "card/6" not in people.do("ann", "sync", game).err


def test_scripts_are_told_too(people: People, game: str) -> None:
    told = people.do("bob", "move", game, "draw a", "--json").json
    assert told["misdealt"] == [
        {
            "seat": "marshal",
            "seq": 9,
            "slots": ["card/6"],
            "why": "the delivery of card/6 cannot be read",
        }
    ]
    assert people.do("bob", "show", game, "--json").json["misdealt"] == told["misdealt"]


def test_he_plays_on_and_the_end_proves_what_the_server_did(people: People, game: str) -> None:
    people.do("bob", "move", game, "draw a")
    people.do("bob", "move", game, "draw b")
    assert people.do("bob", "move", game, "guess 3", "--json").json["your_turn"] == []
    people.play(game, SEATS)
    assert people.do("bob", "sync", game).err == ""
    verdict = people.run("bob", "verify", game, "--json")
    assert (verdict.status, verdict.json["status"]) == (exits.UNFAIR, "unfair")
    blamed = [one for one in verdict.json["findings"] if one["blamed"]]
    assert [(one["code"], one["seq"], one["blamed"]) for one in blamed] == [
        ("DELIVERY", 9, ["server"])
    ]


def hand(people: People, game: str) -> Any:
    desk = people.desk("ann")
    return load(desk.vault.game(game), desk.me()).secrets["fugitive"].hand


def test_of_several_cards_those_that_came_are_held(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    rubbish(monkeypatch, "card/1")
    game = begun(people)
    ran = people.do("ann", "sync", game)
    assert "card/1 to fugitive" in ran.err
    assert len(hand(people, game)) == 8
    people.do("ann", "move", game, "place 1")


def test_rules_that_want_all_cards_or_none_get_none(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow = Fugitive.follow

    def strict(self: Fugitive, public: Any, secret: Any, move: Move) -> Any:
        if move.kind == Kind.CHANCE:
            _ = [move.hidden[f"card/{number}"] for number in range(1, 6)]
        return follow(self, public, secret, move)

    rubbish(monkeypatch, "card/1")
    monkeypatch.setattr(Fugitive, "follow", strict)
    game = begun(people)
    assert "card/1 to fugitive" in people.do("ann", "sync", game).err
    assert len(hand(people, game)) == 4


def test_a_card_that_there_is_not_is_dealt_wrongly_however_well_it_is_sealed(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    def commit(game: str, seat: str, slot: str, salt: str, value: int) -> str:
        return seal.commit(game, seat, slot, salt, 99 if slot == "card/1" else value)

    def deliver(secret: Any, game: str, slot: str, box: str, opening: seal.Opening) -> str:
        if slot == "card/1":
            opening = seal.Opening(opening.salt, 99)
        return deal.deliver(secret, game, slot, box, opening)

    monkeypatch.setattr(dealer, "seal", SimpleNamespace(commit=commit, Opening=seal.Opening))
    monkeypatch.setattr(dealer, "deal", SimpleNamespace(seed=deal.seed, deliver=deliver))
    game = begun(people)
    ran = people.do("ann", "sync", game)
    assert "card/1 to fugitive in entry 5 (99 is nothing that it could hold)" in ran.err
    assert 99 not in hand(people, game)


def test_a_card_that_the_rules_refuse_is_the_servers_fault_and_not_the_drawers(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow = Fugitive.follow

    def picky(self: Fugitive, public: Any, secret: Any, move: Move) -> Any:
        if move.kind == Kind.CHANCE and not secret.piles:
            raise Foul("that card was dealt before", secret)
        return follow(self, public, secret, move)

    game = begun(people)
    monkeypatch.setattr(Fugitive, "follow", picky)
    assert "that card was dealt before" in people.do("ann", "sync", game).err
    people.do("ann", "move", game, "place 1")
