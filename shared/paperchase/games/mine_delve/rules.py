"""The rules of Mine Delve: RULES.md in code. What happens by itself is in `engine`."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from paperchase.errors import IllegalMoveError
from paperchase.games.mine_delve import choices as chosen
from paperchase.games.mine_delve import votes
from paperchase.games.mine_delve.commands import decide, read
from paperchase.games.mine_delve.engine import after_roll, roll, run
from paperchase.games.mine_delve.info import read_setup
from paperchase.games.mine_delve.lore import Lore
from paperchase.games.mine_delve.mine import SPACES, Mine, mine
from paperchase.games.mine_delve.play import Play
from paperchase.games.mine_delve.rolls import come
from paperchase.games.mine_delve.start import lay_out
from paperchase.games.mine_delve.state import Phase, Public, Secret
from paperchase.games.mine_delve.steps import Acting, Choose, Dice, Enter, Step
from paperchase.options import Value
from paperchase.rules import ALL, Below, Demand, Kind, Move, Notice, Outcome
from paperchase.values import Json, Seat

_ABOUT: Mapping[type, str] = {Enter: "enter", Acting: "act", Dice: "dice", Choose: "choose"}
"""What a decision is about."""

ASIDE: Json = {"do": "orders"}
"""What the optional demands of those are about who are not asked for anything."""


class MineDelve(msgspec.Struct, frozen=True):
    """The rule set, bound to a mine and to options. Make it with `mine_delve`."""

    mine: Mine

    @property
    def seats(self) -> tuple[Seat, ...]:
        """A hero is a seat; one player may hold several."""
        return self.mine.seats

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """All heroes win and lose together."""
        return {"heroes": self.seats}

    @property
    def chance(self) -> bool:
        """See `RuleSet`."""
        return True

    @property
    def public_type(self) -> type[Public]:
        """See `RuleSet`."""
        return Public

    @property
    def secret_type(self) -> type[Secret]:
        """See `RuleSet`."""
        return Secret

    def start(self) -> Public:
        """The Entrance, and nobody in it. Source: rules, 4."""
        return lay_out(self.mine)

    def secret(self, public: Public, seat: Seat) -> Secret:
        """Nobody has one."""
        return Secret()

    def pending(self, public: Public) -> tuple[Demand, ...]:
        """A roll; or a decision, and beside it what the other seats may say."""
        if public.outcome is not None:
            return ()
        pending = roll(self.mine, public)
        if pending is not None:
            return (Demand(Kind.CHANCE, ALL, pending.about, lots=pending.lots),)
        step = public.todo[0]
        place = self._for(public, step)
        actor = votes.actor(public, place)
        about: Json = {
            "do": _ABOUT[type(step)],
            "hero": public.heroes[place].name,
            "turn": public.turn,
        }
        aside = (
            Demand(Kind.MOVE, hero.name, ASIDE, must=False)
            for other, hero in enumerate(public.heroes)
            if other != actor and votes.may_speak(public, other)
        )
        return (Demand(Kind.MOVE, public.heroes[actor].name, about), *aside)

    def choices(self, public: Public, secret: Secret, demand: Demand) -> Iterator[Move]:
        """Every kind of move that there is, and of movement every cell in reach."""
        return chosen.choices(self.mine, public, demand)

    def sample(self, public: Public, secret: Secret, demand: Demand, below: Below) -> Move:
        """Any legal move, each kind of it as likely."""
        return chosen.sample(self.mine, public, demand, below)

    def values(self, public: Public, slot: str) -> Iterable[int]:
        """Nothing is ever sealed."""
        return ()

    def draw(
        self, public: Public, dealer: Secret | None, demand: Demand, picks: tuple[int, ...]
    ) -> Move:
        """What a roll came to."""
        return Move(Kind.CHANCE, ALL, {"got": come(demand.about, picks)})

    def default(self, public: Public, demand: Demand) -> Move | None:
        """Whoever is late ends his activation, keeps his dice, sends the best; that is noted."""
        return Move(Kind.MOVE, demand.seat, {"do": "late"})

    def latent(self, slot: str) -> bool:
        """Nothing is ever sealed."""
        return False

    def apply(self, public: Public, notice: Notice) -> Public:
        """See `RuleSet`. Raises IllegalMoveError."""
        if public.outcome is not None:
            raise IllegalMoveError("the delve is over")
        if notice.sealed or notice.opened:
            raise IllegalMoveError("nothing is hidden in this game")
        match notice.kind:
            case Kind.CHANCE if notice.seat == ALL:
                return after_roll(self.mine, public, notice.public)
            case Kind.MOVE if notice.seat in self.mine.places:
                return self._moved(public, notice)
            case _:
                raise IllegalMoveError(f"a {notice.kind} is not asked for here")

    def follow(self, public: Public, secret: Secret, move: Move) -> Secret:
        """Nobody hides anything."""
        return secret

    def outcome(self, public: Public) -> Outcome | None:
        """See `RuleSet`."""
        return public.outcome

    def caption(self, public: Public) -> str:
        """The turn, its phase, and where the Darkness is."""
        if public.phase is Phase.SETUP:
            return "the heroes gather at the Entrance"
        where = SPACES[public.dark]
        part = "last fight" if public.final >= 0 else "fight" if public.foes else "delve"
        return f"turn {public.turn}, {part}; the Darkness is at {where}"

    def _for(self, public: Public, step: Step) -> int:
        """The hero whom a decision is about; whoever has the lantern sends somebody."""
        match step:
            case Enter() | Acting() | Dice():
                return step.hero
            case _:
                up = [place for place, hero in enumerate(public.heroes) if not hero.down]
                return public.bearer if public.bearer >= 0 else up[0]

    def _moved(self, public: Public, notice: Notice) -> Public:
        if roll(self.mine, public) is not None:
            raise IllegalMoveError("the dice have to be rolled first")
        told, play = read(notice.public), Play(self.mine, public)
        step = public.todo[0]
        place, do = self.mine.places[notice.seat], told["do"]
        actor = votes.actor(public, self._for(public, step))
        if do == "late":
            if place != actor:
                raise IllegalMoveError(f"nobody waits for {notice.seat} now")
            votes.missed(play, place)
        else:
            votes.seen(play, place)
        match do:
            case "orders":
                votes.order(play, place, told)
            case "run":
                votes.vote(play, place, told["hero"])
            case "back":
                votes.back(play, place)
            case _:
                if place != actor:
                    name = public.heroes[actor].name
                    raise IllegalMoveError(f"it is the turn of {name}, not of {notice.seat}")
                decide(play, step, told)
        votes.count(play)
        run(play)
        return play.done(fresh=True)


def mine_delve(lore: Lore, options: Mapping[str, Value]) -> MineDelve:
    """The rules for one game. Raises MalformedError where board and options do not fit."""
    return MineDelve(mine(lore, read_setup(options)))
