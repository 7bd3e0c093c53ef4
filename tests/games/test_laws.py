"""Every game there is keeps the laws, with options drawn from all that it declares."""

from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from paperchase import registry
from paperchase.errors import IllegalMoveError, MalformedError
from paperchase.game import Game
from paperchase.options import Option
from paperchase.rules import ALL, Demand, Foul, Kind, Move, Outcome
from paperchase.testing import BrokenLawError, Source, any_options, check, toy

GAMES = {game.info.id: game for game in (*registry.all_games(), toy.GAME)}


def a_game(name: str, seed: int) -> int:
    """One random game of that name, on one of its boards."""
    game = GAMES[name]
    source = Source(f"laws/{name}/{seed}")
    if game is toy.GAME:
        # It need not have an end.
        return check(
            game, toy.BOARD, any_options(game, toy.BOARD, source), seed, ends=False, most=120
        )
    boards = game.info.boards
    board = registry.board(game, boards[source.below(len(boards))])
    return check(game, board, any_options(game, board, source), seed)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_keeps_the_laws(name: str, seed: int) -> None:
    assert a_game(name, seed) > 0


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_random_games_keep_the_laws(name: str) -> None:
    for seed in range(1000):
        a_game(name, seed)


def test_the_folder_of_games_is_the_list_of_games() -> None:
    assert "ghost-chase" in GAMES
    assert set(registry.names()) <= set(GAMES)


# -- any_options ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_options_are_drawn_from_all_that_are_allowed(name: str) -> None:
    game = GAMES[name]
    board = toy.BOARD if game is toy.GAME else registry.board(game, game.info.boards[0])
    source = Source("options")
    drawn = [any_options(game, board, source) for _ in range(60)]
    for option in game.info.options:
        seen = {repr(one[option.name]) for one in drawn}
        assert all(option.read(one[option.name]) == one[option.name] for one in drawn)
        assert len(seen) > 1 or option.low == option.high != 0


def test_options_that_never_go_together() -> None:
    info = replace(toy.INFO, options=(Option("rounds", 0, "", 5, 5), Option("draws", True, "")))

    def refuse(*_: Any) -> Any:
        raise MalformedError("never", "option")

    game = replace(toy.GAME, info=info, rules=refuse)
    with pytest.raises(AssertionError, match="go together"):
        any_options(game, toy.BOARD, Source(1))


# -- the laws find what they are for --------------------------------------------------------


class Broken(toy.Ring):
    """A ring that breaks one law, which its subclasses name."""


class NoSuchSide(Broken):
    sides = MappingProxyType({"hider": ("hider",)})


class SaysNoChance(Broken):
    chance = False


class AsksTwice(Broken):
    def pending(self, public: Any) -> Any:
        return super().pending(public) * 2


class AsksNobody(Broken):
    def pending(self, public: Any) -> Any:
        return tuple(Demand(Kind.MOVE, "third", one.about) for one in super().pending(public))


class WaitsForNobody(Broken):
    def pending(self, public: Any) -> Any:
        return tuple(
            Demand(one.kind, one.seat, one.about, one.slots, one.lots, must=False)
            for one in super().pending(public)
        )


class RollsForOne(Broken):
    def pending(self, public: Any) -> Any:
        return tuple(
            replace(one, seat=toy.SEEKER) if one.seat == ALL else one
            for one in super().pending(public)
        )


class RollsNothing(Broken):
    def pending(self, public: Any) -> Any:
        return tuple(replace(one, lots=()) if one.lots else one for one in super().pending(public))


class NoCaption(Broken):
    def caption(self, public: Any) -> str:
        return ""


class NoChoice(Broken):
    def choices(self, public: Any, secret: Any, demand: Any) -> Any:
        return iter(())


class TwoTruths(Broken):
    def choices(self, public: Any, secret: Any, demand: Any) -> Any:
        found = list(super().choices(public, secret, demand))
        return iter(found * 2 if demand.kind == Kind.ANSWER else found)


class RefusesItsOwn(Broken):
    def apply(self, public: Any, notice: Any) -> Any:
        if notice.public == {"guess": 7}:
            raise IllegalMoveError("not seven")
        return super().apply(public, notice)


class CallsItFoul(Broken):
    def follow(self, public: Any, secret: Any, move: Move) -> Any:
        if move.hidden.get("wish/1") == 1:
            raise Foul("no wishes", secret)
        return super().follow(public, secret, move)


class Forgets(Broken):
    def values(self, public: Any, slot: str) -> range:
        return range(1, 2)


class Crashes(Broken):
    def apply(self, public: Any, notice: Any) -> Any:
        if notice.public == {"guess": ""}:
            raise TypeError("no text")
        return super().apply(public, notice)


class CrashesInside(Broken):
    def follow(self, public: Any, secret: Any, move: Move) -> Any:
        if move.hidden.get(f"field/{public.round}") == 999:
            raise IndexError("no such field")
        return super().follow(public, secret, move)


class SealsMore(Broken):
    def apply(self, public: Any, notice: Any) -> Any:
        return super().apply(
            public, replace(notice, sealed=tuple(slot for slot in notice.sealed if slot != "odd"))
        )


class OpensMore(Broken):
    def apply(self, public: Any, notice: Any) -> Any:
        opened = {slot: value for slot, value in notice.opened.items() if slot != "odd"}
        return super().apply(public, replace(notice, opened=opened))


class SealsTwice(Broken):
    def _hide(self, public: Any, at: int, wish: int) -> Move:
        return Move(Kind.MOVE, toy.HIDER, None, {"field/1": at, "wish/1": wish})

    def apply(self, public: Any, notice: Any) -> Any:
        if public.stage == "hide" and notice.sealed == ("field/1", "wish/1"):
            sealed = (f"field/{public.round}", f"wish/{public.round}")
            notice = replace(notice, sealed=sealed)
        return super().apply(public, notice)

    def follow(self, public: Any, secret: Any, move: Move) -> Any:
        return secret if move.kind == Kind.MOVE else super().follow(public, secret, move)


class TellsMoreThanItShould(Broken):
    def draw(self, public: Any, dealer: Any, demand: Any, picks: Any) -> Move:
        move = super().draw(public, dealer, demand, picks)
        return replace(move, public=sum(move.hidden.values())) if move.hidden else move


class DefaultsBySealing(Broken):
    def default(self, public: Any, demand: Any) -> Any:
        return Move(Kind.MOVE, demand.seat, None, {"field/1": 1})


class EndsInAFoul(Broken):
    def _after(self, public: Any, stage: str) -> Any:
        after = super()._after(public, stage)
        return replace(after, stage="over", outcome=Outcome((), "foul", toy.HIDER))


class WinsForAStranger(Broken):
    def _after(self, public: Any, stage: str) -> Any:
        after = super()._after(public, stage)
        return replace(after, stage="over", outcome=Outcome(("third",), "over"))


class NeverEnds(Broken):
    def _after(self, public: Any, stage: str) -> Any:
        return replace(super()._after(public, stage), outcome=None)


class EndsAndGoesOn(Broken):
    def outcome(self, public: Any) -> Any:
        return Outcome((), "over already")


BROKEN: list[type[Broken]] = Broken.__subclasses__()


@pytest.mark.parametrize("rules", BROKEN, ids=lambda rules: rules.__name__)
def test_a_broken_law_is_found(rules: type[Broken]) -> None:
    game: Game = replace(toy.GAME, rules=rules)
    with pytest.raises((BrokenLawError, TypeError, IndexError)):
        many(game)


def many(game: Game) -> None:
    for seed in range(12):
        check(game, toy.BOARD, {"rounds": 6, "draws": True}, seed, most=150, every=1)


def test_the_ring_with_an_end_keeps_them_all() -> None:
    for seed in range(3):
        assert check(toy.GAME, toy.BOARD, {"rounds": 6, "draws": True}, seed, every=1) > 6
