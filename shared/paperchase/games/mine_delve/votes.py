"""Standing orders, and who plays a hero whose player is away. Source: rules, 12."""

from collections.abc import Mapping
from typing import Any

from paperchase.errors import IllegalMoveError
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
    """The heroes for whom a seat has a vote left that the others run them.

    Whoever votes is there; a player whose own hero the others run says `back` first.
    """
    if public.heroes[voter].run:
        return []
    return [
        place
        for place, hero in enumerate(public.heroes)
        if place != voter
        and hero.missed >= AWAY
        and not hero.run
        and (voter, place) not in public.votes
    ]


def may_order(public: Public, seat: int) -> list[int]:
    """The heroes to whom a seat may give new standing orders in this turn."""
    return [
        place
        for place, hero in enumerate(public.heroes)
        if hero.changes < CHANGES and actor(public, place) == seat
    ]


def may_speak(public: Public, seat: int) -> bool:
    """Whether a seat that is not asked for anything may still say something in this turn."""
    run = public.heroes[seat].run
    return run or bool(may_order(public, seat)) or bool(may_run(public, seat))


def order(play: Play, seat: int, told: Mapping[str, Any]) -> None:
    """New standing orders for a hero, from whoever decides for him. Raises IllegalMoveError."""
    place = play.mine.places.get(told["hero"], -1)
    if place < 0:
        raise IllegalMoveError(f"the heroes are {', '.join(play.mine.places)}")
    hero, decides = play.hero(place), actor(play.public, place)
    if decides != seat:
        raise IllegalMoveError(
            f"the orders of {hero.name} are for {play.hero(decides).name} to give"
        )
    if hero.changes >= CHANGES:
        raise IllegalMoveError(f"standing orders change at most {CHANGES} times a turn")
    for name, words in WORDS.items():
        if told[name] not in words:
            raise IllegalMoveError(f"{name} is one of {', '.join(words)}")
    orders = Orders(**{name: told[name] for name in Orders.__struct_fields__})
    play.change(place, orders=orders, changes=hero.changes + 1)
    play.say(f"{play.name(place)} has new standing orders.")


def vote(play: Play, voter: int, name: str) -> None:
    """A vote that the others run a hero. Raises IllegalMoveError."""
    place = play.mine.places.get(name, -1)
    if place not in may_run(play.public, voter):
        raise IllegalMoveError(f"there is no vote about {name[:20]!r}: see who is away")
    play.put(votes=(*play.public.votes, (voter, place)))
    play.say(f"{play.name(voter)} votes that the others run {play.name(place)}.")


def count(play: Play) -> None:
    """Counts the votes: more than half of those who are there decide.

    To be done after every move, for who is there changes with any of them. The vote of a player
    who is away himself counts again when he comes back.
    """
    votes = play.public.votes
    there = [one for one in range(len(play.public.heroes)) if present(play.public, one)]
    for place in sorted({about for _, about in votes}):
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
    hero, name = play.hero(place), play.name(place)
    play.change(place, missed=min(AWAY, hero.missed + 1))
    play.say(f"The player of {name} is late.")
    if hero.missed == AWAY - 1 and not hero.run:
        play.say(f"He is away, and the others can vote: run {hero.name}.")


def _forget(play: Play, place: int) -> None:
    votes = tuple(pair for pair in play.public.votes if pair[1] != place)
    if votes != play.public.votes:
        play.put(votes=votes)
