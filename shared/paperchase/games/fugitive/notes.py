"""What a player wants to know beside the picture, in lines of words."""

from collections.abc import Iterable, Iterator

from paperchase.games.fugitive.events import title, wording
from paperchase.games.fugitive.judge import within
from paperchase.games.fugitive.rules import Fugitive
from paperchase.games.fugitive.state import (
    FUGITIVE,
    MARSHAL,
    Public,
    Secret,
    Stage,
    closed,
    top,
)
from paperchase.games.fugitive.suspects import Suspects

_LONG = 150


def runs(rules: Fugitive, secret: Secret) -> bool:
    """Whether a secret is the fugitive's: he holds the goal, or has placed cards."""
    return rules.deck.goal in secret.hand or bool(secret.cards)


def notes(rules: Fugitive, public: Public, secret: Secret | None, known: Suspects) -> Iterator[str]:
    """The counts, the events, and what is worth knowing for the seat whose secret is given.

    `known` is what that seat, or everybody, knows of the face-down hideouts.
    """
    yield "; ".join(_hands(public, seat) for seat in (FUGITIVE, MARSHAL))
    if public.seen:
        yield "events so far: " + ", ".join(map(title, public.seen))
        yield f"the last of them: {wording(public.seen[-1])}"
    if public.stage is Stage.OVER:
        return
    if effects := list(_effects(public)):
        yield "still to come: " + ", ".join(effects)
    yield _manhunt(rules, public)
    if secret is not None and runs(rules, secret):
        yield _reach(rules, public, secret)
    elif secret is not None:
        shown = {card for place in public.row for card in (place.value, *place.sprints)}
        if both := sorted(shown & secret.hand):
            yield f"YOU HOLD {ranges(both)}, which lies there too: the audit will say who cheats"
    yield from _joined("face down can be: ", _suspected(public, known))


def ranges(numbers: Iterable[int]) -> str:
    """Numbers in few words: `4-6 9`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(
        str(run[0]) if len(run) == 1 else f"{run[0]}{'-' if len(run) > 2 else ' '}{run[-1]}"
        for run in runs
    )


def _hands(public: Public, seat: str) -> str:
    drawn = [f"{pile.upper()} {count}" for pile, count in public.taken[seat].items() if count]
    cards = public.hands[seat]
    told = f"{seat} holds {cards} card{'s' if cards != 1 else ''}"
    return f"{told}, has drawn {', '.join(drawn)}" if drawn else told


def _effects(public: Public) -> Iterator[str]:
    if public.free:
        yield f"the next hideout may lie {public.free} further on"
    if public.crowd:
        yield "the next guess is a single number"
    if public.gloves:
        yield "the fugitive turns up a sprint card"
    if public.dragnets:
        yield f"{public.dragnets} more guess{'es' if public.dragnets > 1 else ''}"
    for seat, piles in public.barred.items():
        names = " and ".join(pile.upper() for pile in piles)
        yield f"{names} {'is' if len(piles) == 1 else 'are'} barred to the {seat}"
    for seat, count in public.later.items():
        if count:
            yield f"the {seat} draws {abs(count)} {'more' if count > 0 else 'less'}"
    if public.passes:
        yield f"{public.passes} of 3 passes with all piles empty"


def _manhunt(rules: Fugitive, public: Public) -> str:
    deck = rules.deck
    highest = top(public, deck.goal)
    if public.stage in (Stage.HUNT, Stage.HUNTED):
        return f"manhunt: {len(closed(public))} to name, and the first wrong number loses"
    if highest >= deck.border:
        return f"{deck.goal} wins at once: {highest} lies face up"
    return f"{deck.goal} begins a manhunt: no hideout from {deck.border} up lies face up"


def _reach(rules: Fugitive, public: Public, secret: Secret) -> str:
    """What each hideout in reach would cost."""
    costs: dict[int, list[int]] = {}
    for card, needed in within(rules.deck, secret, public.free):
        costs.setdefault(needed, []).append(card)
    if not costs:
        return f"you are at {secret.at} and reach nothing"
    told = [
        f"{' '.join(map(str, cards))} for {needed} footprint{'s' if needed > 1 else ''}"
        if needed
        else f"{' '.join(map(str, cards))} free"
        for needed, cards in sorted(costs.items())
    ]
    return f"you are at {secret.at} and reach " + ", ".join(told)


def _suspected(public: Public, known: Suspects) -> Iterator[str]:
    odds = known.odds()
    for index in closed(public):
        numbers = odds[index]
        yield f"{index}: {ranges(numbers)}" if numbers else f"{index}: nothing fits"


def _joined(start: str, parts: Iterable[str]) -> Iterator[str]:
    """The parts on lines of a bearable length, the first of them after `start`."""
    line = start
    for part in parts:
        if line != start and len(line) + len(part) > _LONG:
            yield line.rstrip("; ")
            line = " " * 4
        line += f"{part}; "
    if line.strip() and line != start:
        yield line.rstrip("; ")
