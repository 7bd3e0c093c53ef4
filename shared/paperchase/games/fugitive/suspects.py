"""Which hideouts the face-down cards can be, as far as somebody knows.

Everybody can work it out from the row, the guesses and the draws; the marshal does it with his
own hand besides. A story is one number for each face-down card; `Suspects` weighs all stories
at once, from the left to the right.
"""

from collections.abc import Collection, Iterable, Sequence

import msgspec

from paperchase.games.fugitive.deck import START, Deck, footprints
from paperchase.games.fugitive.state import CLOSED, Place, Public

Weights = dict[int, float]

_SHORT = (1.0, 1.4, 2.2)
_BLUFF = 0.3
_WASTE = 0.5
_TWO = 2


class Suspects(msgspec.Struct, frozen=True):
    """The stories that are left: for each place in the row its numbers, with a weight each.

    A weight says how likely a fugitive has that card at all. `ruled_out` are numbers that are
    none of the face-down hideouts, for a reason that has nothing to do with their places.
    """

    deck: Deck
    row: tuple[Place, ...]
    numbers: tuple[Weights, ...]
    ruled_out: frozenset[int]

    def total(self, without: Collection[int] = ()) -> float:
        """The weight of all stories in which none of `without` occurs."""
        return sum(self._forwards(without)[-1].values())

    def chance(self, named: Sequence[int]) -> float:
        """How likely all of `named` are hideouts that lie face down."""
        whole = self.total()
        if not whole:
            return 0.0
        found = 0.0
        for bits in range(1 << len(named)):
            some = [number for index, number in enumerate(named) if bits >> index & 1]
            found += (-1) ** len(some) * self.total(some)
        return max(0.0, found / whole)

    def story(self, cards: Sequence[int]) -> float:
        """How likely the row is just this: a number for each place."""
        weight, last = 1.0, cards[0]
        for place, numbers, card in zip(self.row[1:], self.numbers[1:], cards[1:], strict=True):
            weight *= numbers.get(card, 0.0) * step(self.deck, place, card - last)
            last = card
        return weight / whole if (whole := self.total()) else 0.0

    def odds(self) -> list[Weights]:
        """For each place in the row how likely each number is; nothing where no story is left."""
        forwards, backwards = self._forwards(()), self._backwards()
        both = [
            {number: there[number] * back[number] for number in there if number in back}
            for there, back in zip(forwards, backwards, strict=True)
        ]
        sums = [sum(each.values()) for each in both]
        return [
            {number: weight / whole for number, weight in each.items() if weight > 0}
            if whole
            else {}
            for each, whole in zip(both, sums, strict=True)
        ]

    def _forwards(self, without: Collection[int]) -> list[Weights]:
        reached: list[Weights] = [{self.row[0].value: 1.0}]
        for place, numbers in zip(self.row[1:], self.numbers[1:], strict=True):
            before = reached[-1]
            now: Weights = {}
            for number, weight in numbers.items():
                if number in without and place.value == CLOSED:
                    continue
                ways = sum(
                    known * step(self.deck, place, number - last) for last, known in before.items()
                )
                if ways:
                    now[number] = weight * ways
            reached.append(now)
        return reached

    def _backwards(self) -> list[Weights]:
        leads: list[Weights] = [dict.fromkeys(self.numbers[-1], 1.0)]
        pairs = list(zip(self.row[1:], self.numbers[1:], self.numbers[:-1], strict=True))
        for place, numbers, before in reversed(pairs):
            after = leads[0]
            leads.insert(
                0,
                {
                    last: sum(
                        weight * after[number] * step(self.deck, place, number - last)
                        for number, weight in numbers.items()
                    )
                    for last in before
                },
            )
        return leads


def step(deck: Deck, place: Place, distance: int) -> float:
    """How likely a fugitive goes so far with the sprint cards that lie there; 0 is not at all."""
    paid = sum(_TWO if card == CLOSED else footprints(card) for card in place.sprints)
    if not 0 < distance <= deck.stride + place.free + paid:
        return 0.0
    needed = distance - deck.stride - place.free
    if not place.sprints:
        return _SHORT[min(distance, len(_SHORT)) - 1]
    if needed <= 0:
        return _BLUFF
    return 1.0 if needed >= len(place.sprints) else _WASTE


def suspects(deck: Deck, public: Public, held: Iterable[int] = ()) -> Suspects:
    """The stories that fit what everybody knows, and the cards that somebody holds."""
    shown = {card for place in public.row for card in (place.value, *place.sprints)}
    gone = shown.union(held)
    ruled_out = frozenset(number for number in deck.hideouts if number in gone)
    numbers: list[Weights] = []
    for index, place in enumerate(public.row):
        if place.value != CLOSED:
            numbers.append({place.value: 1.0})
            continue
        missed = _missed(public, index)
        numbers.append(
            {
                number: weight
                for number in deck.hideouts
                if number not in gone
                and number not in missed
                and (weight := _held(deck, place, number, gone))
            }
        )
    return Suspects(deck, public.row, tuple(numbers), ruled_out)


def _missed(public: Public, index: int) -> set[int]:
    """The numbers that wrong guesses rule out for that place.

    A guess of several numbers does so only where the others are known to have been right.
    """
    found: set[int] = set()
    for miss in public.misses:
        if index < miss.upto:
            right = {place.value for place in public.row[: miss.upto]}
            rest = set(miss.numbers) - right
            if len(rest) == 1:
                found |= rest
    return found


def _held(deck: Deck, place: Place, number: int, gone: Collection[int]) -> float:
    """How likely the fugitive had a card when he placed it, by what he had drawn till then."""
    zone = deck.zone(number)
    if place.zone and place.zone != zone:
        return 0.0
    if zone == START:
        return 1.0
    drawn = place.stock[deck.names.index(zone)]
    could = sum(1 for card in deck.zone_cards(zone) if card not in gone)
    return min(1.0, drawn / could) if could else 0.0
