"""The rules of Fugitive: RULES.md in code. The public step is in `play`."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from paperchase.games.fugitive.course import Course
from paperchase.games.fugitive.deck import START, Deck
from paperchase.games.fugitive.info import read_setup
from paperchase.games.fugitive.judge import after, cheapest, complaint, fuel, within
from paperchase.games.fugitive.moves import (
    PASS,
    bar_move,
    draw_move,
    drop_move,
    guess_move,
    hunt_move,
    pass_move,
    place_move,
    placed,
)
from paperchase.games.fugitive.play import apply
from paperchase.games.fugitive.state import (
    FUGITIVE,
    MARSHAL,
    Public,
    Secret,
    Stage,
    card_slot,
    closed,
    hideout_slot,
    loose,
    loose_at,
    open_piles,
    stock,
)
from paperchase.games.fugitive.turns import lay_out, upcoming
from paperchase.options import Value
from paperchase.rules import (
    ALL,
    DEALER,
    Below,
    Demand,
    Foul,
    Kind,
    Move,
    Notice,
    Outcome,
)
from paperchase.told import fields
from paperchase.values import Json, Seat

_BLUFFS = 2


class Fugitive(msgspec.Struct, frozen=True):
    """The rule set, bound to the cards and to options. Make it with `fugitive`."""

    course: Course

    @property
    def deck(self) -> Deck:
        """The cards."""
        return self.course.deck

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The fugitive and the marshal."""
        return (FUGITIVE, MARSHAL)

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """See `RuleSet`: each for himself."""
        return {FUGITIVE: (FUGITIVE,), MARSHAL: (MARSHAL,)}

    @property
    def chance(self) -> bool:
        """Cards are dealt in every game."""
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
        """Full piles; the deal comes first. Source: seed, the preparation."""
        return lay_out(self.course)

    def secret(self, public: Public, seat: Seat) -> Secret:
        """The fugitive's own cards, and the dealer's piles. Source: seed, the preparation."""
        if seat == DEALER:
            return Secret(piles={pile.name: pile.cards for pile in self.deck.piles})
        if seat == FUGITIVE:
            return Secret(hand=frozenset((*range(1, self.deck.hand + 1), self.deck.goal)))
        return Secret()

    def pending(self, public: Public) -> tuple[Demand, ...]:
        """See `RuleSet`. One thing at a time."""
        stage, mover, turn = public.stage, public.mover, public.turn
        about: dict[str, Json] = {"do": stage.value, "turn": turn}
        match stage:
            case Stage.OVER:
                return ()
            case Stage.DEAL:
                return (self._deal(public),)
            case Stage.CARD:
                slots = (card_slot(public.dealt + 1),)
                told = {"do": "card", "pile": public.pile}
                return (Demand(Kind.CHANCE, mover, told, slots, (public.left[public.pile],)),)
            case Stage.LOT:
                lots = (stock(public, public.pile), len(upcoming(self.course, public)))
                return (Demand(Kind.CHANCE, ALL, {"do": "lot", "pile": public.pile}, lots=lots),)
            case Stage.ANSWER | Stage.HUNTED:
                about["numbers"] = [*public.guess]
                return (Demand(Kind.ANSWER, FUGITIVE, about),)
            case Stage.TELL:
                return (Demand(Kind.ANSWER, FUGITIVE, about),)
            case Stage.OPEN:
                about["placed"] = len(public.row) - 1
                return (Demand(Kind.MOVE, FUGITIVE, about),)
            case Stage.DRAW:
                about["left"] = public.quota
                return (Demand(Kind.MOVE, mover, about),)
            case Stage.GUESS:
                about["left"] = public.guesses
                return (Demand(Kind.MOVE, mover, about),)
            case Stage.HUNT:
                return (Demand(Kind.MOVE, MARSHAL, about),)
            case Stage.BAR | Stage.DROP | Stage.ACT:
                return (Demand(Kind.MOVE, mover, about),)

    def choices(self, public: Public, secret: Secret, demand: Demand) -> Iterator[Move]:
        """Exactly one where it is owed; else all but most of the placements and guesses."""
        seat = demand.seat
        match public.stage:
            case Stage.OPEN | Stage.ACT:
                yield from self._acts(public, secret)
            case Stage.DRAW:
                yield from (draw_move(seat, pile) for pile in open_piles(public, seat))
            case Stage.BAR:
                full = (pile for pile in public.left if stock(public, pile))
                yield from (bar_move(seat, pile) for pile in full)
            case Stage.DROP:
                yield from (drop_move(slot) for slot in loose(public))
            case Stage.GUESS:
                yield guess_move(())
                yield from (guess_move((number,)) for number in self.guessable(public))
            case Stage.HUNT:
                yield from (hunt_move((number,)) for number in self.guessable(public))
                yield hunt_move(())
            case Stage.ANSWER | Stage.HUNTED | Stage.TELL:
                yield self._truth(public, secret)
            case _:
                return

    def sample(self, public: Public, secret: Secret, demand: Demand, below: Below) -> Move:
        """Any legal move can come, the likelier the fewer cards or numbers it takes."""
        match public.stage:
            case Stage.OPEN | Stage.ACT:
                return self._any_act(public, secret, below)
            case Stage.GUESS:
                most = 1 if public.crowd else len(closed(public))
                return guess_move(self._numbers(public, most, below))
            case Stage.HUNT:
                return hunt_move(self._numbers(public, len(closed(public)), below))
            case _:
                moves = list(self.choices(public, secret, demand))
                return moves[below(len(moves))]

    def values(self, public: Public, slot: str) -> Iterable[int]:
        """Any card, so that an audit can say what is wrong with it."""
        return range(1, self.deck.goal + 1)

    def draw(
        self, public: Public, dealer: Secret | None, demand: Demand, picks: tuple[int, ...]
    ) -> Move:
        """A card at that place of what the pile still holds, or an event."""
        if public.stage is Stage.LOT:
            names = upcoming(self.course, public)
            event = names[picks[1]] if picks[0] >= public.left[public.pile] else ""
            return Move(Kind.CHANCE, ALL, {"event": event})
        assert dealer is not None
        piles = self.deck.dealt if public.stage is Stage.DEAL else (public.pile,)
        left = {name: [*cards] for name, cards in dealer.piles.items()}
        cards = [left[name].pop(pick) for name, pick in zip(piles, picks, strict=True)]
        hidden = dict(zip(demand.slots, cards, strict=True))
        return Move(Kind.CHANCE, demand.seat, demand.about, hidden)

    def default(self, public: Public, demand: Demand) -> Move | None:
        """Who is late does what is least: passes, guesses nothing, gives the manhunt up.

        Draws, answers and the first hideouts cannot be done for anybody, so he forfeits.
        """
        match public.stage:
            case Stage.ACT:
                return pass_move()
            case Stage.OPEN if len(public.row) > 1 and not self.course.setup.two:
                return pass_move()
            case Stage.GUESS:
                return guess_move(())
            case Stage.HUNT:
                return hunt_move(())
            case _:
                return None

    def latent(self, slot: str) -> bool:
        """No card may stay sealed."""
        return False

    def apply(self, public: Public, notice: Notice) -> Public:
        """See `RuleSet`. Raises IllegalMoveError."""
        return apply(self.course, public, notice)

    def follow(self, public: Public, secret: Secret, move: Move) -> Secret:
        """Cards come into a hand or out of a pile, and the fugitive places them.

        Raises Foul and nothing else. What is malformed is left to `apply` to refuse.
        """
        if move.kind == Kind.CHANCE:
            return self._dealt(public, secret, move)
        if move.seat != FUGITIVE or move.kind != Kind.MOVE:
            return secret
        told = placed(public, move)
        if told is None:
            if self._owes_second(public, secret) and fields(move.public, PASS):
                raise Foul("the first turn takes two hideouts, and a second was in reach", secret)
            return secret
        card, sprints = told
        up = hideout_slot(len(public.row)) not in move.hidden
        hand, at = after(self.deck, secret, card, sprints, up)
        then = Secret(hand, {**secret.cards, **move.hidden}, at)
        why = complaint(self.deck, secret, public.free, card, sprints)
        if not why and card == self.deck.goal and not up:
            why = f"{card} lies face up"
        if why:
            raise Foul(why, then)
        return then

    def outcome(self, public: Public) -> Outcome | None:
        """See `RuleSet`."""
        return public.outcome

    def caption(self, public: Public) -> str:
        """See `RuleSet`: `turn 3: marshal to guess`."""
        when, mover = f"turn {public.turn}", public.mover
        match public.stage:
            case Stage.DEAL:
                return "setup: the fugitive is dealt his hand"
            case Stage.OVER:
                return f"{when}: {public.outcome.why if public.outcome else 'over'}"
            case Stage.HUNT:
                return f"{when}: manhunt: marshal to name a number"
            case Stage.HUNTED:
                return f"{when}: manhunt: fugitive to answer"
            case Stage.OPEN | Stage.ACT:
                return f"{when}: fugitive to place a hideout"
            case Stage.ANSWER | Stage.TELL:
                return f"{when}: fugitive to answer"
            case Stage.DROP:
                return f"{when}: fugitive to turn up a sprint card"
            case Stage.GUESS:
                return f"{when}: marshal to guess"
            case Stage.BAR:
                return f"{when}: {mover} to place a roadblock"
            case Stage.DRAW:
                return f"{when}: {mover} to draw"
            case Stage.LOT | Stage.CARD:
                return f"{when}: {mover} is dealt a card"

    def guessable(self, public: Public) -> list[int]:
        """The numbers that may be guessed, in order."""
        shown = {place.value for place in public.row}
        return [number for number in self.deck.hideouts if number not in shown]

    def _deal(self, public: Public) -> Demand:
        piles = self.deck.dealt
        left = dict(public.left)
        lots: list[int] = []
        for pile in piles:
            lots.append(left[pile])
            left[pile] -= 1
        slots = tuple(card_slot(number) for number in range(1, len(piles) + 1))
        return Demand(Kind.CHANCE, FUGITIVE, {"do": "deal", "piles": [*piles]}, slots, tuple(lots))

    def _dealt(self, public: Public, secret: Secret, move: Move) -> Secret:
        cards = move.hidden.values()
        if not secret.piles:
            return replace(secret, hand=secret.hand.union(cards))
        left = dict(secret.piles)
        for card in cards:
            zone = self.deck.zone(card)
            if zone == START or card not in left[zone]:
                raise Foul(f"card {card} is in no pile", secret)
            left[zone] = tuple(one for one in left[zone] if one != card)
        return replace(secret, piles=left)

    def _owes_second(self, public: Public, secret: Secret) -> bool:
        """Whether he may not pass in the first turn, since two hideouts are a must."""
        must = self.course.setup.two and public.stage is Stage.OPEN and len(public.row) == 2
        return must and any(within(self.deck, secret, public.free))

    def _passes(self, public: Public, secret: Secret) -> Iterator[Move]:
        first = public.stage is Stage.OPEN and len(public.row) == 1
        if first or self._owes_second(public, secret):
            return
        yield pass_move()
        if public.stage is Stage.ACT and self.course.setup.bonus and open_piles(public, FUGITIVE):
            yield pass_move(bonus=True)

    def _acts(self, public: Public, secret: Secret) -> Iterator[Move]:
        """Passes, and for each hideout the cheapest payments and some that are dearer."""
        for card, needed in within(self.deck, secret, public.free):
            cards = fuel(self.deck, secret.hand, card)
            found = (cheapest(cards, needed, count) for count in range(len(cards) + 1))
            some = [sprints for sprints in found if sprints is not None]
            for sprints in dict.fromkeys((*some[: 1 + _BLUFFS], some[-1])):
                yield place_move(public, self.deck.goal, card, sprints)
        yield from self._passes(public, secret)

    def _any_act(self, public: Public, secret: Secret, below: Below) -> Move:
        passes = list(self._passes(public, secret))
        reach = list(within(self.deck, secret, public.free))
        if passes and (not reach or not below(5)):
            return passes[below(len(passes))]
        card, _ = reach[below(len(reach))]
        cards = fuel(self.deck, secret.hand, card)
        sprints: list[int] = []
        while cards:
            paid = not complaint(self.deck, secret, public.free, card, sprints)
            if paid and below(4):
                break
            sprints.append(cards.pop(below(len(cards))))
        return place_move(public, self.deck.goal, card, sprints)

    def _numbers(self, public: Public, most: int, below: Below) -> list[int]:
        left = self.guessable(public)
        count = below(most + 1) if not below(3) else min(1, most)
        return [left.pop(below(len(left))) for _ in range(count)]

    def _truth(self, public: Public, secret: Secret) -> Move:
        """What he owes. Source: seed, the guessing."""
        if public.stage is Stage.TELL:
            last = secret.cards[hideout_slot(len(public.row) - 1)]
            return Move(Kind.ANSWER, FUGITIVE, {"zone": self.deck.zone(last)})
        places = {secret.cards[hideout_slot(index)]: index for index in closed(public)}
        if public.stage is Stage.ANSWER:
            hit = places.keys() >= set(public.guess)
            found = public.guess if hit else ()
            told: Json = {"hit": hit}
        else:
            right = 0
            while right < len(public.guess) and public.guess[right] in places:
                right += 1
            found, told = public.guess[:right], {"right": right}
        opens = tuple(
            slot
            for index in sorted(places[number] for number in found)
            for slot in (hideout_slot(index), *loose_at(public, index))
        )
        return Move(Kind.ANSWER, FUGITIVE, told, opens=opens)


def fugitive(board: Deck, options: Mapping[str, Value]) -> Fugitive:
    """The rules with these cards. Raises MalformedError for an option that does not exist."""
    return Fugitive(Course(board, read_setup(options)))
