"""Standing orders, and who plays a hero whose player is away. Source: rules, 12."""

from collections.abc import Mapping
from typing import Any

from paperchase.errors import IllegalMoveError
from paperchase.games.mine_delve.darkness import settle
from paperchase.games.mine_delve.play import Play
from paperchase.games.mine_delve.state import AWAY, CHANGES, Orders, Public

WORDS: Mapping[str, tuple[str, ...]] = {
    "grit": ("never", "ko", "always"),
    "mend": ("lower", "health", "sanity"),
    "rest": ("heal", "grit"),
    "dread": ("no", "reveal", "now"),
}
"""The standing orders that are a word; the others are a yes or a no."""


def present(public: Public, place: int) -> bool:
    """Whether the player of a seat is there."""
    hero = public.heroes[place]
    return not hero.run and hero.missed < AWAY


def actor(public: Public, place: int) -> int:
    """Who decides for a hero: his own seat, or, if the others run him, the next seat whose
    player is there."""
    if not public.heroes[place].run:
        return place
    size = len(public.heroes)
    for step in range(1, size):
        other = (place + step) % size
        if present(public, other):
            return other
    return place


def may_run(public: Public, voter: int) -> list[int]:
    """The heroes for whom a seat has a vote left that the others run them."""
    if not present(public, voter):
        return []
    return [
        place
        for place, hero in enumerate(public.heroes)
        if place != voter
        and hero.missed >= AWAY
        and not hero.run
        and (voter, place) not in public.votes
    ]


def may_order(public: Public, place: int) -> bool:
    """Whether a seat that is not asked for anything may still say something in this turn."""
    hero = public.heroes[place]
    return hero.run or hero.changes < CHANGES or bool(may_run(public, place))


def order(play: Play, place: int, told: Mapping[str, Any]) -> None:
    """New standing orders. Raises IllegalMoveError."""
    hero = play.hero(place)
    if hero.changes >= CHANGES:
        raise IllegalMoveError(f"standing orders change at most {CHANGES} times a turn")
    for name, words in WORDS.items():
        if told[name] not in words:
            raise IllegalMoveError(f"{name} is one of {', '.join(words)}")
    orders = Orders(**{name: value for name, value in told.items() if name != "do"})
    play.change(place, orders=orders, changes=hero.changes + 1)
    play.say(f"{play.name(place)} has new standing orders.")
    settle(play)


def vote(play: Play, voter: int, name: str) -> None:
    """A vote that the others run a hero; more than half of those who are there decide it."""
    place = play.mine.places.get(name, -1)
    if place not in may_run(play.public, voter):
        raise IllegalMoveError(f"there is no vote about {name[:20]!r}: see who is away")
    votes = (*play.public.votes, (voter, place))
    there = [one for one in range(len(play.public.heroes)) if present(play.public, one)]
    play.put(votes=votes)
    play.say(f"{play.name(voter)} votes that the others run {play.name(place)}.")
    given = sum((one, place) in votes for one in there)
    if 2 * given > len(there):
        play.change(place, run=True)
        _forget(play, place)
        play.say(f"{play.name(place)} is run by the others from now on.")


def back(play: Play, place: int) -> None:
    """A player is there again and has his hero back. Raises IllegalMoveError."""
    if not play.hero(place).run:
        raise IllegalMoveError(f"nobody else runs {play.name(place)}")
    play.change(place, run=False, missed=0)
    play.say(f"The player of {play.name(place)} is back.")


def seen(play: Play, place: int) -> None:
    """A seat has acted by itself, so it is not away."""
    if play.hero(place).missed:
        play.change(place, missed=0)
        _forget(play, place)


def missed(play: Play, place: int) -> None:
    """A seat has let a deadline pass."""
    play.change(place, missed=min(AWAY, play.hero(place).missed + 1))


def _forget(play: Play, place: int) -> None:
    votes = tuple(pair for pair in play.public.votes if pair[1] != place)
    if votes != play.public.votes:
        play.put(votes=votes)
