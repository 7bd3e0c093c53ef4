"""A step of the game in the making: the state so far, the agenda, and the account of it."""

from typing import Any

from msgspec.structs import replace

from paperchase.games.mine_delve.geometry import Survey, survey
from paperchase.games.mine_delve.mine import GRIT, Mine
from paperchase.games.mine_delve.state import BAG, Foe, Hero, Public
from paperchase.games.mine_delve.steps import EndTurn, Step
from paperchase.rules import Outcome

_NEWS = 60
"""Lines of the account that a state keeps."""


def standing(public: Public) -> set[int]:
    """The cells that models stand on. A KO marker is none."""
    cells = {foe.at for foe in public.foes}
    cells.update(hero.at for hero in public.heroes if not hero.down)
    return cells


class Play:
    """What the rules work on while one notice is applied. `public` is the state so far."""

    __slots__ = ("_lines", "mine", "public")

    def __init__(self, mine: Mine, public: Public) -> None:
        self.mine = mine
        self.public = public
        self._lines: list[str] = []

    # -- the state -----------------------------------------------------------------------------

    def put(self, **changes: Any) -> None:
        """Changes fields of the state."""
        self.public = replace(self.public, **changes)

    def hero(self, place: int) -> Hero:
        """A hero by his place."""
        return self.public.heroes[place]

    def change(self, place: int, **changes: Any) -> None:
        """Changes fields of a hero."""
        heroes = [*self.public.heroes]
        heroes[place] = replace(heroes[place], **changes)
        self.put(heroes=tuple(heroes))

    def name(self, place: int) -> str:
        """What a hero is called."""
        return self.mine.callings[place].name

    def up(self) -> list[int]:
        """The heroes who are not KO."""
        return [place for place, hero in enumerate(self.public.heroes) if not hero.down]

    def foe(self, number: int) -> Foe | None:
        """A foe by its id, if it still lives."""
        return next((foe for foe in self.public.foes if foe.id == number), None)

    def move_foe(self, foe: Foe) -> None:
        """Puts a foe's new state in the place of the old."""
        self.put(foes=tuple(foe if one.id == foe.id else one for one in self.public.foes))

    @property
    def survey(self) -> Survey:
        """The survey of the map."""
        return survey(self.public.map)

    def taken(self) -> set[int]:
        """The cells that models stand on."""
        return standing(self.public)

    # -- the agenda ----------------------------------------------------------------------------

    def push(self, *steps: Step) -> None:
        """Puts steps before everything else, the first of them first; not once it is over."""
        if self.public.outcome is None:
            self.put(todo=(*steps, *self.public.todo))

    def pop(self) -> None:
        """Takes the first step off."""
        self.put(todo=self.public.todo[1:])

    def cut(self) -> None:
        """Drops everything up to the end of the turn: activations, what is left of an attack."""
        todo = self.public.todo
        places = (index for index, step in enumerate(todo) if type(step) is EndTurn)
        self.put(todo=todo[next(places, len(todo)) :], act=None, strike=None, throw=None)

    def end(self, winners: tuple[str, ...], why: str) -> None:
        """The game is over."""
        self.say(f"{why[0].upper()}{why[1:]}.")
        self.put(todo=(), act=None, strike=None, throw=None, outcome=Outcome(winners, why))

    # -- small things that happen everywhere ---------------------------------------------------

    def grit(self, place: int, n: int) -> None:
        """Gives or takes Grit, within its bounds."""
        self.change(place, grit=max(0, min(GRIT, self.hero(place).grit + n)))

    def xp(self, place: int, n: int) -> None:
        """Gives experience."""
        if n:
            self.change(place, xp=self.hero(place).xp + n)

    def pack(self, place: int, item: str) -> None:
        """Puts an item into a bag; where that is full, it is left behind."""
        hero = self.hero(place)
        if len(hero.bag) < BAG:
            self.change(place, bag=tuple(sorted((*hero.bag, item))))
            self.say(f"{self.name(place)} has {item} now.")
        else:
            self.say(f"{self.name(place)} leaves the {item} behind: the bag is full.")

    def unpack(self, place: int, item: str) -> None:
        """Takes an item out of a bag."""
        bag = [*self.hero(place).bag]
        bag.remove(item)
        self.change(place, bag=tuple(bag))

    # -- the account ---------------------------------------------------------------------------

    def say(self, line: str) -> None:
        """Adds a line to the account."""
        self._lines.append(line)

    def done(self, fresh: bool) -> Public:
        """The state after all that, with its account; `fresh` begins a new one."""
        old = () if fresh else self.public.news
        if self._lines or old is not self.public.news:
            news = (*old, *self._lines)[-_NEWS:]
            self.put(news=news, told=self.public.told + len(self._lines))
        return self.public
