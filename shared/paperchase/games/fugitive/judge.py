"""What the fugitive may place, and whether the cards that lie open can be what he says.

The same judgement serves him before he seals a card, everybody when he opens one, and the
audit of the whole game.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from paperchase.games.fugitive.deck import Deck, footprints
from paperchase.games.fugitive.state import CLOSED, Place, Public, Secret

_MOST = 2


def complaint(deck: Deck, secret: Secret, free: int, card: Any, sprints: Sequence[Any]) -> str:
    """The rule that placing `card` on `sprints` would break, or nothing.

    `free` footprints come from an event. Source: seed, the placing of hideouts.
    """
    cards = (card, *sprints)
    strange = [one for one in cards if type(one) is not int or not 1 <= one <= deck.goal]
    if strange:
        return f"there is no card {strange[0]}"
    if len(set(cards)) < len(cards):
        twice = next(one for one in cards if cards.count(one) > 1)
        return f"card {twice} is used twice"
    missing = sorted(set(cards) - secret.hand)
    if missing:
        return f"card {missing[0]} is not in the hand"
    if deck.goal in sprints:
        return f"{deck.goal} is no sprint card: without it the fugitive could never win"
    if card <= secret.at:
        return f"{card} does not lie beyond {secret.at}: hideouts only go up"
    needed = card - secret.at - deck.stride - free
    paid = sum(map(footprints, sprints))
    if paid < needed:
        return f"from {secret.at} to {card} takes {needed} footprints, and these are {paid}"
    return ""


def after(
    deck: Deck, secret: Secret, card: Any, sprints: Sequence[Any], up: bool
) -> tuple[frozenset[int], int]:
    """The hand and the last hideout after a placement, whatever was placed, face `up` or not.

    Who placed what he does not have is held to what everybody sees: so many cards are gone,
    and the goal is not if it does not lie there.
    """
    hand = secret.hand - {card, *sprints}
    if not up:
        hand |= {deck.goal}
    spare = sorted(hand - {deck.goal})
    left = len(secret.hand) - 1 - len(sprints)
    hand -= {*spare[: len(hand) - left]}
    known = type(card) is int and 0 < card <= deck.goal
    return hand, card if known else secret.at


def price(deck: Deck, at: int, free: int, card: int) -> int:
    """How many footprints it takes from hideout `at` to `card`."""
    return max(0, card - at - deck.stride - free)


def within(deck: Deck, secret: Secret, free: int) -> Iterator[tuple[int, int]]:
    """The hideouts that the hand can reach, in order, with the footprints that each takes."""
    for card in sorted(secret.hand):
        if card > secret.at:
            needed = price(deck, secret.at, free, card)
            if needed <= sum(map(footprints, fuel(deck, secret.hand, card))):
                yield card, needed


def fuel(deck: Deck, hand: Collection[int], card: int) -> list[int]:
    """The cards of a hand that can be sprint cards for `card`, in order."""
    return sorted(one for one in hand if one not in (card, deck.goal))


def cheapest(cards: Sequence[int], needed: int, count: int) -> tuple[int, ...] | None:
    """`count` of the cards with at least `needed` footprints but as few as can be, or None."""
    ones = [card for card in cards if footprints(card) == 1]
    twos = [card for card in cards if footprints(card) == _MOST]
    for two in range(max(0, needed - count, count - len(ones)), min(count, len(twos)) + 1):
        return (*ones[: count - two], *twos[:two])
    return None


def contradiction(deck: Deck, row: Sequence[Place]) -> str:
    """What is wrong with the cards that lie open in a row, or nothing.

    Closed sprint cards count as much as any could.
    """
    shown: list[int] = []
    last, low, high = 0, 0, 0
    for place in row[1:]:
        steps = sum(_MOST if card == CLOSED else footprints(card) for card in place.sprints)
        low, high = low + 1, high + deck.stride + place.free + steps
        for card in (place.value, *place.sprints):
            if card == CLOSED:
                continue
            if card not in range(1, deck.goal + 1):
                return f"there is no card {card}"
            if card in shown:
                return f"card {card} lies there twice"
            shown.append(card)
        if deck.goal in place.sprints:
            return f"{deck.goal} is no sprint card"
        if place.value == CLOSED:
            continue
        if place.value < low:
            return f"{place.value} does not lie beyond the hideouts before it"
        if place.value > high:
            return f"from {last} to {place.value} takes more footprints than lie there"
        last = low = high = place.value
    return ""


def out_of_reach(deck: Deck, public: Public, sprints: int) -> bool:
    """Whether the last hideout lies open too far from the goal for so many sprint cards."""
    last = public.row[-1].value
    return last != CLOSED and price(deck, last, public.free, deck.goal) > _MOST * sprints
