"""Mine Delve at a table without seals, with loaded dice: for the tests of its rules.

A `Delve` answers rolls from `fate`, a list of pairs of a purpose and what comes up; where the
first pair is for something else, a seeded source rolls, and the dark is held back. The Entrance
is tile 1, a square of four by four cells `1a1` to `1d4`, with door 1 to the north (cells d1a and
d1b).
"""

from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from paperchase import registry
from paperchase.game import Game
from paperchase.games.mine_delve import engine
from paperchase.games.mine_delve.geometry import fit, lay, survey
from paperchase.games.mine_delve.lore import Lore
from paperchase.games.mine_delve.play import Play
from paperchase.games.mine_delve.rules import MineDelve, mine_delve
from paperchase.games.mine_delve.state import Foe, Hero, Public, Secret
from paperchase.games.mine_delve.steps import EndTurn, Enter, Step
from paperchase.rules import Demand, Kind, Move, Notice

GAME: Game = registry.find("mine-delve")
BOARD = registry.board(GAME, "blackwater")


@cache
def lore() -> Lore:
    return GAME.board(BOARD, "blackwater")


def picks_for(about: Any, got: list[Any]) -> tuple[int, ...]:
    """The picks that make a roll come to this."""
    if "faces" in about:
        return tuple(about["faces"].index(one) for one in got)
    if "from" in about:
        left, picks = list(about["from"]), []
        for one in got:
            picks.append(left.index(one))
            left.pop(picks[-1])
        return tuple(picks)
    return tuple(one - 1 for one in got)


class Delve:
    """One game. `rolls` are all that were rolled: purpose, and what came up."""

    def __init__(self, seed: int = 0, **options: Any) -> None:
        self.rules: MineDelve = mine_delve(lore(), options)
        self.luck = Random(seed)
        self.public: Public = self.rules.start()
        self.fate: list[tuple[str, list[Any]]] = []
        self.calm = True
        self.rolls: list[tuple[Any, list[Any]]] = []

    # -- playing -------------------------------------------------------------------------------

    def demand(self, seat: str = "") -> Demand:
        """What the table waits for, of that seat or of anybody."""
        found = [one for one in self.rules.pending(self.public) if not seat or one.seat == seat]
        return found[0]

    def chance(self) -> None:
        """Rolls until somebody has to decide."""
        while self.public.outcome is None and self.demand().kind is Kind.CHANCE:
            self.roll()

    def roll(self) -> Any:
        """Rolls once."""
        demand = self.demand()
        about: Any = demand.about
        if self.fate and self.fate[0][0] == about["for"]:
            picks = picks_for(about, self.fate.pop(0)[1])
        elif about["for"] == "hold back the dark" and self.calm:
            picks = (4, 5)
        else:
            picks = tuple(self.luck.randrange(lot) for lot in demand.lots)
        move = self.rules.draw(self.public, None, demand, picks)
        told: Any = move.public
        self.rolls.append((about, list(told["got"])))
        self.public = self.rules.apply(self.public, Notice(move.kind, move.seat, move.public))
        return about

    def enter(self, move: Move) -> None:
        """Makes a move, and no roll."""
        self.public = self.rules.apply(self.public, Notice(move.kind, move.seat, move.public))

    def say(self, orders: str, seat: str = "") -> "Delve":
        """Gives orders, with the rolls after each; of whoever has to, unless `seat` is named."""
        for order in orders.split(";"):
            demand = self.demand(seat)
            self.enter(GAME.grammar.read(self.rules, self.public, Secret(), demand, order))
            self.chance()
        return self

    def tell(self, **told: Any) -> Move:
        """A move of whoever has to act, by its public part."""
        return Move(Kind.MOVE, self.demand().seat, told)

    def rolled(self, purpose: str) -> list[list[Any]]:
        """What came up for a purpose so far."""
        return [got for about, got in self.rolls if about["for"] == purpose]

    def lapse(self) -> "Delve":
        """Lets the deadline pass of whoever has to act."""
        move = self.rules.default(self.public, self.demand())
        assert move is not None
        self.enter(move)
        self.chance()
        return self

    def happen(self, *steps: Step) -> "Delve":
        """Lets steps happen now, instead of what the heroes would do; then somebody enters."""
        self.set(todo=(*steps, Enter(0), EndTurn()), act=None)
        play = Play(self.rules.mine, self.public)
        engine.run(play)
        self.public = play.done(fresh=False)
        self.chance()
        return self

    def about(self) -> str:
        """The hero whom the decision is about."""
        about: Any = self.demand().about
        return about["hero"]

    # -- setting things up ---------------------------------------------------------------------

    def begin(self, *fate: tuple[str, list[Any]]) -> "Delve":
        """All heroes enter, two beside each other in a row, the first of them with the lantern."""
        cells = ["1b3", "1c3", "1b4", "1c4"]
        self.fate = list(fate)
        for number in range(len(self.public.heroes)):
            self.say(f"enter {cells[number]} bandages{' lantern' if not number else ''}")
        return self

    def set(self, **changes: Any) -> "Delve":
        self.public = replace(self.public, **changes)
        return self

    def hero(self, name: str, **changes: Any) -> Hero:
        """A hero, changed if that is asked for; `cell` is a name."""
        place = self.rules.mine.places[name]
        heroes = [*self.public.heroes]
        if "cell" in changes:
            changes["at"] = self.cell(changes.pop("cell"))
        heroes[place] = replace(heroes[place], **changes)
        self.public = replace(self.public, heroes=tuple(heroes))
        return heroes[place]

    def foe(self, kind: str, cell: str, target: str = "", wounds: int = 0) -> Foe:
        """Puts a foe down."""
        public = self.public
        place = self.rules.mine.places[target] if target else -1
        foe = Foe(public.next_foe, kind, self.cell(cell), wounds, place)
        self.public = replace(public, foes=(*public.foes, foe), next_foe=public.next_foe + 1)
        return foe

    def tile(self, card: str, door: int) -> int:
        """Lays a tile to a door, with all its exits capped; its number."""
        shape = lore().shapes[card]
        plan = self.public.map
        tile = fit(plan, shape, door - 1)
        assert tile is not None
        self.public = replace(
            self.public,
            map=lay(plan, shape, tile, shape.exits),
            open=tuple(one for one in self.public.open if one != door - 1),
        )
        return len(plan.tiles) + 1

    def cell(self, name: str) -> int:
        return survey(self.public.map).cells[name]

    def name(self, cell: int) -> str:
        return survey(self.public.map).names[cell]

    def where(self, hero: str) -> str:
        return self.name(self.hero(hero).at)
