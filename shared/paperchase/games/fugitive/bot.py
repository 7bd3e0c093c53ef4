"""Bots for both sides: a fugitive who hurries unseen, and a marshal who weighs all stories."""

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from paperchase.games.fugitive.deck import Deck, footprints
from paperchase.games.fugitive.moves import guess_move, hunt_move, placed
from paperchase.games.fugitive.rules import Fugitive
from paperchase.games.fugitive.state import (
    FUGITIVE,
    Public,
    Secret,
    Stage,
    closed,
    hideout_slot,
    stock,
    top,
)
from paperchase.games.fugitive.suspects import Suspects, suspects
from paperchase.rules import Below, Demand, Kind, Move, Notice, RuleSet

_LONGEST = 4
_LATE = 0.6
_AHEAD = 9
_RISK = 0.3
_IDLE = 8.0
_POOR, _ENOUGH = 1.0, 6
_STEP, _CARD, _GAP, _ALL, _ONE, _LUCK = 1.0, 1.6, 0.5, 10.0, 6.0, 0.6


def choose(
    rules: RuleSet[Public, Secret], public: Public, secret: Secret, demand: Demand, below: Below
) -> Move:
    """A sensible move, with some luck in it. See `bot.Bot`."""
    game = cast(Fugitive, rules)
    if demand.kind is not Kind.MOVE:
        return next(game.choices(public, secret, demand))
    match public.stage:
        case Stage.GUESS:
            return guess_move(_guess(game, public, secret.hand))
        case Stage.HUNT:
            return hunt_move(_likeliest(suspects(game.deck, public, secret.hand))[:1])
        case _:
            pass
    moves = list(game.choices(public, secret, demand))
    match public.stage:
        case Stage.OPEN | Stage.ACT:
            return _act(game, public, secret, moves, below)
        case Stage.DRAW | Stage.BAR:
            return _pile(game, public, secret, demand, moves, below)
        case _:
            return moves[below(len(moves))]


# -- the marshal -------------------------------------------------------------------------------


def _likeliest(known: Suspects) -> list[int]:
    """The numbers of all face-down hideouts, the likeliest first."""
    weights: dict[int, float] = {}
    for place, odds in zip(known.row, known.odds(), strict=True):
        if place.value < 0:
            for number, weight in odds.items():
                weights[number] = weights.get(number, 0.0) + weight
    return sorted(weights, key=lambda number: -weights[number])


def _guess(rules: Fugitive, public: Public, held: Collection[int]) -> list[int]:
    """The numbers that open most, as far as one can expect who holds these cards.

    A hideout beyond the border is a loss as well: it spares the fugitive the manhunt.
    """
    known = suspects(rules.deck, public, held)
    down = len(closed(public))
    most = 1 if public.crowd else min(down, _LONGEST)
    best, worth = list[int](), 0.0
    named: list[int] = []
    tired = [set(miss.numbers) for miss in public.misses if miss.upto == len(public.row)]
    for number in _likeliest(known):
        tried = [*named, number]
        if any(numbers <= set(tried) for numbers in tired):
            continue
        chance = known.chance(tried)
        late = sum(_LATE for each in tried if each >= rules.deck.border)
        value = chance * (2.0 * down if len(tried) == down else len(tried) - late)
        if value > worth:
            best, worth = tried, value
        if chance > 0:
            named = tried
        if len(named) == most:
            break
    return best


# -- the fugitive ------------------------------------------------------------------------------


def _act(
    rules: Fugitive, public: Public, secret: Secret, moves: Sequence[Move], below: Below
) -> Move:
    """The goal where it is safe enough, else the hideout that gets far, costs little, and
    leaves the marshal most to think about."""
    deck = rules.deck

    def worth(move: Move) -> float:
        told = placed(public, move)
        then = rules.follow(public, secret, move)
        after = rules.apply(public, Notice(move.kind, move.seat, move.public, tuple(move.hidden)))
        score = _LUCK * below(100) / 100 - _fear(rules, after, then)
        if told is None:
            bonus = cast("Mapping[str, bool]", move.public)["bonus"]
            tired = 3.0 * public.passes if not any(public.left.values()) else 0.0
            return score + bonus - tired - _IDLE
        card, sprints = told
        if card == deck.goal:
            return 100.0 if _escapes(rules, public, secret) else -100.0
        score -= _POOR * max(0, _ENOUGH - len(then.hand))
        score += _STEP * (card - secret.at) - _CARD * sum(map(footprints, sprints))
        return score - _GAP * (_stuck(deck, then) - _stuck(deck, secret))

    return max(moves, key=worth)


def _fear(rules: Fugitive, public: Public, secret: Secret) -> float:
    """How much the marshal can find out, as far as everybody can."""
    known = suspects(rules.deck, public)
    cards = [
        secret.cards[hideout_slot(index)] if place.value < 0 else place.value
        for index, place in enumerate(public.row)
    ]
    odds = known.odds()
    likely = sum(odds[index].get(cards[index], 0.0) for index in closed(public))
    return _ALL * known.story(cards) + _ONE * likely


def _escapes(rules: Fugitive, public: Public, secret: Secret) -> bool:
    """Whether the manhunt will probably fail, if there is one."""
    deck = rules.deck
    if top(public, deck.goal) >= deck.border:
        return True
    odds = suspects(deck, public).odds()
    chance = 1.0
    for index in closed(public):
        chance *= odds[index].get(secret.cards[hideout_slot(index)], 0.0)
    return chance < _RISK


def _stuck(deck: Deck, secret: Secret) -> float:
    """How far the next hideout in hand lies beyond a free step."""
    ahead = [card - secret.at for card in secret.hand if card > secret.at]
    return float(min(6, max(0, min(ahead, default=0) - deck.stride)))


def _pile(
    rules: Fugitive,
    public: Public,
    secret: Secret,
    demand: Demand,
    moves: Sequence[Move],
    below: Below,
) -> Move:
    """Where the next hideouts of the fugitive are: to draw them, or to bar them."""
    deck = rules.deck
    at = secret.at if demand.seat == FUGITIVE else _reached(deck, public, secret)
    reach = range(at + 1, min(at + 1 + _AHEAD, deck.goal))

    def worth(move: Move) -> float:
        told = cast("Mapping[str, str]", move.public)
        pile = told.get("draw") or told["bar"]
        cards = deck.zone_cards(pile)
        near = sum(1 for card in reach if card in cards) * stock(public, pile) / len(cards)
        return near + 0.1 * stock(public, pile) / len(cards) + below(100) / 100

    return max(moves, key=worth)


def _reached(deck: Deck, public: Public, secret: Secret) -> int:
    """Where the marshal thinks that the fugitive is."""
    odds = suspects(deck, public, secret.hand).odds()[-1]
    return round(sum(number * weight for number, weight in odds.items()))
