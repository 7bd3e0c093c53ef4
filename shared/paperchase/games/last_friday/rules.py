"""The rules of Last Friday: RULES.md in code. The public step is in `play`."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from paperchase.games.last_friday.camp import COLOURS, Camp
from paperchase.games.last_friday.cards import GIFTS, HOSPITALITY, TWIST
from paperchase.games.last_friday.choices import choices, default, sample
from paperchase.games.last_friday.info import read_setup
from paperchase.games.last_friday.judge import breakable, complaint, cornered
from paperchase.games.last_friday.moves import TURN
from paperchase.games.last_friday.pending import caption, drawn, pending
from paperchase.games.last_friday.play import apply
from paperchase.games.last_friday.setting import GIFT_SLOTS, before
from paperchase.games.last_friday.site import Site, open_site
from paperchase.games.last_friday.state import (
    MANIAC,
    Public,
    Secret,
    Stage,
    name_turn,
    start_slot,
    turn_slots,
)
from paperchase.options import Value
from paperchase.rules import ALL, NONE, Below, Demand, Foul, Kind, Move, Notice, Outcome
from paperchase.told import fields
from paperchase.values import Seat


class LastFriday(msgspec.Struct, frozen=True):
    """The rule set, bound to a camp and to options. Make it with `last_friday`."""

    site: Site

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The Maniac, and a seat for each colour of campers."""
        return (MANIAC, *COLOURS)

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """See `RuleSet`."""
        return {"maniac": (MANIAC,), "campers": COLOURS}

    @property
    def chance(self) -> bool:
        """Clues are rolled for when they are picked up."""
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
        """The camp before anybody has come."""
        return before(self.site)

    def secret(self, public: Public, seat: Seat) -> Secret:
        """Nobody knows anything yet, and campers never will."""
        return Secret()

    def pending(self, public: Public) -> tuple[Demand, ...]:
        """See `RuleSet`. While crossings wait for their answer, campers may go on."""
        return pending(self.site, public)

    def choices(self, public: Public, secret: Secret, demand: Demand) -> Iterator[Move]:
        """See `RuleSet`."""
        return choices(self.site, public, secret, demand)

    def sample(self, public: Public, secret: Secret, demand: Demand, below: Below) -> Move:
        """See `RuleSet`."""
        return sample(self.site, public, secret, demand, below)

    def values(self, public: Public, slot: str) -> Iterable[int]:
        """Circles, routes or Hospitality tokens; NONE for what a turn leaves unused."""
        kind = slot.partition("/")[0]
        match kind:
            case "hosp":
                return sorted(set(GIFTS))
            case "path" | "path2":
                return range(NONE, len(self.site.camp.routes) + 1)
            case _:
                return (NONE, *self.site.circles)

    def draw(
        self, public: Public, dealer: Secret | None, demand: Demand, picks: tuple[int, ...]
    ) -> Move:
        """The clue at that place of the sorted bag."""
        return Move(Kind.CHANCE, ALL, {"clue": drawn(public, picks[0])})

    def default(self, public: Public, demand: Demand) -> Move | None:
        """See `RuleSet`."""
        return default(self.site, public, demand)

    def latent(self, slot: str) -> bool:
        """A Hospitality token that nobody has picked up may stay face down."""
        return slot.startswith(HOSPITALITY)

    def apply(self, public: Public, notice: Notice) -> Public:
        """See `RuleSet`. Raises IllegalMoveError."""
        return apply(self.site, public, notice)

    def follow(self, public: Public, secret: Secret, move: Move) -> Secret:
        """The Maniac's hidden steps; nobody else has one.

        Raises Foul and nothing else. What is malformed is left to `apply` to refuse.
        """
        if move.seat != MANIAC or move.kind is not Kind.MOVE:
            return secret
        match public.stage:
            case Stage.HIDE | Stage.STREW:
                return self._hidden(public, secret, move)
            case Stage.MANIAC | Stage.TWIST:
                return self._turn(public, secret, move)
            case _:
                return secret

    def outcome(self, public: Public) -> Outcome | None:
        """See `RuleSet`."""
        return public.outcome

    def caption(self, public: Public) -> str:
        """See `RuleSet`."""
        return caption(public)

    def _hidden(self, public: Public, secret: Secret, move: Move) -> Secret:
        """Where he begins, and what the Hospitality tokens hide. Source: seed 0."""
        hidden: Mapping[str, Any] = move.hidden
        slot = start_slot(public.chapter)
        if slot not in hidden:
            return secret
        starts = self.site.starts(public)
        at, why = hidden[slot], ""
        if type(at) is not int or at not in starts:
            at, why = starts[0], "that is no circle in which he may begin"
        gifts = tuple(_number(hidden.get(each)) for each in GIFT_SLOTS)
        then = Secret(at, {**secret.trail, slot: at}, gifts if public.stage is Stage.HIDE else ())
        if public.stage is Stage.HIDE and not why:
            # What was never picked up stays face down in an audit before the end.
            known = [hidden[each] for each in GIFT_SLOTS if hidden.get(each) is not None]
            for gift in known:
                if type(gift) is not int or known.count(gift) > GIFTS.count(gift):
                    why = "the ten tokens are five keys, two corpses, a Shovel, Sneakers, a Hearing"
        if why:
            raise Foul(why, then)
        return then

    def _turn(self, public: Public, secret: Secret, move: Move) -> Secret:
        site = self.site
        told = fields(move.public, TURN)
        if told is None or (told["axe"] and told["axe"] not in breakable(site, public)):
            return secret
        twist = public.stage is Stage.TWIST
        if twist != (told["token"] == TWIST):
            return secret
        if told["stuck"]:
            if cornered(site.land(public), public, secret.at):
                return secret
            raise Foul("he is not cornered: a way is open to him", secret)
        to, why = complaint(site, public, secret, told, move.hidden, move.opens)
        turn = name_turn(public, twist)
        trail = {**secret.trail, turn_slots(turn)[0]: to}
        start: Any = move.hidden.get(start_slot(3))
        if start is not None:
            starts = site.starts(public)
            trail[start_slot(3)] = start if start in starts else starts[0]
        then = Secret(to, trail, secret.gifts)
        if why:
            raise Foul(f"turn {turn}: {why}", then)
        return then


def last_friday(board: Camp, options: Mapping[str, Value]) -> LastFriday:
    """The rules on a map. Raises MalformedError for an option that does not exist."""
    return LastFriday(open_site(board, read_setup(options)))


def _number(value: object) -> int:
    return value if type(value) is int and value in GIFTS else NONE
