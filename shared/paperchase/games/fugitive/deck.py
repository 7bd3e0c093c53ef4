"""The cards of a game of Fugitive, read from a board file."""

import msgspec

from paperchase.board import Section, read_board

MOST = 99
"""The highest goal: numbers of hideouts have two digits."""

START = "start"
"""What stands for a pile where a card is one of those that the fugitive starts with."""


class Pile(msgspec.Struct, frozen=True):
    """The hideouts `low` to `high`, of which `dealt` go to the fugitive at the start."""

    name: str
    low: int
    high: int
    dealt: int

    @property
    def size(self) -> int:
        """How many cards it has before anybody has drawn."""
        return self.high - self.low + 1

    @property
    def cards(self) -> tuple[int, ...]:
        """Its cards, in order."""
        return tuple(range(self.low, self.high + 1))


class Deck(msgspec.Struct, frozen=True):
    """All cards: 1 to `hand` and the goal are the fugitive's, the others lie in the piles.

    A step of `stride` is free; a face-up hideout of at least `border` spares the manhunt.
    """

    name: str
    goal: int
    border: int
    stride: int
    hand: int
    piles: tuple[Pile, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the piles, lowest first."""
        return tuple(pile.name for pile in self.piles)

    @property
    def hideouts(self) -> range:
        """What a face-down hideout can be."""
        return range(1, self.goal)

    @property
    def dealt(self) -> tuple[str, ...]:
        """The pile of each card of the opening deal."""
        return tuple(pile.name for pile in self.piles for _ in range(pile.dealt))

    def zone(self, card: int) -> str:
        """The pile that a hideout comes from, or START."""
        found = (pile.name for pile in self.piles if pile.low <= card <= pile.high)
        return next(found, START)

    def zone_cards(self, zone: str) -> tuple[int, ...]:
        """The hideouts of a pile, or of START."""
        found = (pile.cards for pile in self.piles if pile.name == zone)
        return next(found, tuple(range(1, self.hand + 1)))


def footprints(card: int) -> int:
    """How far a sprint card carries. Source: the seed has 1 or 2; odd is 1, see RULES.md."""
    return 2 - card % 2


def read_deck(data: bytes, name: str) -> Deck:
    """The cards in the board file `data`. Raises MalformedError `name:LINE: ...`.

    The file holds `[cards]` (name, goal, border, stride, hand) and `[[piles]]` (name, low,
    high, dealt), which follow each other without a gap from `hand` to the goal.
    """
    root = read_board(data, name)
    cards = root.table("cards")
    title = cards.text("name", 40)
    goal = cards.whole("goal", 4, MOST)
    border = cards.whole("border", 1, goal)
    stride = cards.whole("stride", 1, 9)
    hand = cards.whole("hand", 2, goal - 2)
    cards.end()
    piles: list[Pile] = []
    above = hand
    for section in root.tables("piles"):
        pile = _pile(section, above, goal)
        if any(pile.name == other.name for other in piles):
            section.fail(f"there is a pile {pile.name} already", "name")
        piles.append(pile)
        above = pile.high
    root.end()
    if above != goal - 1:
        root.fail(f"the piles end with {above}, and have to end with {goal - 1}", "piles")
    return Deck(title, goal, border, stride, hand, tuple(piles))


def _pile(section: Section, above: int, goal: int) -> Pile:
    name = section.text("name", 1).lower()
    if not "a" <= name <= "z":
        section.fail("a pile is called by a letter", "name")
    low = section.whole("low", 1, goal - 1)
    if low != above + 1:
        section.fail(f"the pile begins with {low}, and the one before ends with {above}", "low")
    high = section.whole("high", low, goal - 1)
    dealt = section.whole("dealt", 0, high - low + 1)
    section.end()
    return Pile(name, low, high, dealt)
