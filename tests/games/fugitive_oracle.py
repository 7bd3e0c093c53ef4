"""A slow and obvious replay of a whole game of Fugitive with every card on the table.

Written from the rules in words (RULES.md of the game) and from the public parts that its
`moves` module lists. It shares no code with the rule set: it lays cards down and looks.
`examine` says what is wrong with a finished game; nothing means that it was a legal game, every
answer in it was true, and everything that had to be opened was.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from paperchase.rules import Notice

HELPS = {
    "foot": ["head-start", "getaway-car", "crowd"],
    "neutral": ["second-wind", "roadblock", "flat-tyre"],
    "lens": ["informant", "dropped-glove", "dragnet"],
}
ALL_EVENTS = HELPS["foot"] + HELPS["neutral"] + HELPS["lens"]


@dataclass(frozen=True)
class Played:
    """A notice with the values that it sealed, as the finished game shows them."""

    notice: Notice
    hidden: Mapping[str, int] = field(default_factory=dict)


class WrongError(Exception):
    """Somebody broke a rule."""


def examine(options: Mapping[str, Any], record: Iterable[Played]) -> list[str]:
    """What is wrong, first things first; `["it has no end"]` for a game that just stops."""
    table = Table(options)
    for number, played in enumerate(record):
        try:
            table.turn(played.notice, played.hidden)
        except WrongError as wrong:
            return [f"{number}: {wrong}"]
    return [] if table.winner else ["it has no end"]


def need(true: bool, else_: str) -> None:
    if not true:
        raise WrongError(else_)


class Card:
    """A card on the table, and whether it lies face up."""

    def __init__(self, slot: str, number: int, up: bool = False) -> None:
        self.slot = slot
        self.number = number
        self.up = up


class Table:
    """The piles, both hands and the row, all of it in sight."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = {
            "preset": "seed",
            "opening": "preset",
            "pass_bonus": "preset",
            "events": "off",
            "stall": True,
            **options,
        }
        self.piles = {
            "a": list(range(4, 15)),
            "b": list(range(15, 29)),
            "c": list(range(29, 42)),
        }
        self.marks = {"a": 0, "b": 0, "c": 0}
        self.hands = {"fugitive": [1, 2, 3, 42], "marshal": list[int]()}
        self.row: list[tuple[Card, list[Card]]] = [(Card("", 0, True), [])]
        self.cards = 0
        self.turns = 0
        self.who = "fugitive"
        self.wait = "deal"
        self.from_pile = ""
        self.draws = 0
        self.done = False
        self.numbers: list[int] = []
        self.guesses = 0
        self.idle = 0
        self.came: list[str] = []
        self.bonus_draws = {"fugitive": 0, "marshal": 0}
        self.roadblock = {"fugitive": "", "marshal": ""}
        self.car = 0
        self.crowd = False
        self.gloves = 0
        self.dragnets = 0
        self.winner = ""

    # -- what the options say ------------------------------------------------------------------

    def _two(self) -> bool:
        if self.options["opening"] == "preset":
            return self.options["preset"] in ("strict", "2e")
        return self.options["opening"] == "two"

    def _bonus(self) -> bool:
        if self.options["pass_bonus"] == "preset":
            return self.options["preset"] == "2e"
        return self.options["pass_bonus"] == "on"

    # -- one notice ----------------------------------------------------------------------------

    def turn(self, notice: Notice, hidden: Mapping[str, int]) -> None:
        need(not self.winner, "the game was over")
        need(set(notice.sealed) == set(hidden), "a sealed value is not known")
        if self.wait not in ("deal", "card", "open", "act"):
            need(not hidden, "that is no time to put cards down")
        if self.wait not in ("answer", "hunted", "drop"):
            need(not notice.opened, "that is no time to turn cards up")
        told: Any = notice.public
        if self.wait not in ("deal", "card"):
            need(isinstance(told, dict), "a move says something")
        getattr(self, "_" + self.wait)(notice, told, hidden)

    def _is(self, notice: Notice, kind: str, seat: str) -> None:
        need(notice.kind == kind and notice.seat == seat, f"it was {seat}'s turn, for a {kind}")

    def _says(self, told: Any, *keys: str) -> None:
        need(sorted(told) == sorted(keys), f"it has to say {keys}")

    # -- the dealer ----------------------------------------------------------------------------

    def _deal(self, notice: Notice, told: Any, hidden: Mapping[str, int]) -> None:
        self._is(notice, "chance", "fugitive")
        need(list(hidden) == [f"card/{n}" for n in range(1, 6)], "five cards are dealt")
        for n, pile in enumerate("aaabb", 1):
            self._take(pile, hidden[f"card/{n}"])
        if self.options["events"] != "off":
            self.marks = {"a": 2, "b": 2, "c": 2}
        self.wait = "open"

    def _take(self, pile: str, card: int) -> None:
        need(card in self.piles[pile], f"{card} is not in pile {pile}")
        self.piles[pile].remove(card)
        self.hands[self.who].append(card)
        self.cards += 1

    def _card(self, notice: Notice, told: Any, hidden: Mapping[str, int]) -> None:
        self._is(notice, "chance", self.who)
        need(list(hidden) == [f"card/{self.cards + 1}"], "one card is dealt")
        need(told["pile"] == self.from_pile, "another pile was chosen")
        self._take(self.from_pile, hidden[f"card/{self.cards + 1}"])
        self.from_pile = ""
        self._next()

    def _lot(self, notice: Notice, told: Any, hidden: Mapping[str, int]) -> None:
        self._is(notice, "chance", "*")
        self._says(told, "event")
        name = told["event"]
        if name == "":
            need(len(self.piles[self.from_pile]) > 0, "only events are left there")
            self.wait = "card"
            return
        need(name in self._possible(), f"{name} cannot come now")
        self.came.append(name)
        self.marks[self.from_pile] -= 1
        self._event(name)

    def _possible(self) -> list[str]:
        if self.options["events"] == "random":
            return [name for name in ALL_EVENTS if name not in self.came]
        down = len(self._down())
        pile = HELPS["foot" if down == 1 else "neutral" if down == 2 else "lens"]
        drawn: list[str] = []
        for name in self.came:
            if name in pile:
                drawn.append(name)
                if len(drawn) == len(pile):
                    drawn = []
        return [name for name in pile if name not in drawn]

    def _event(self, name: str) -> None:
        opponent = "marshal" if self.who == "fugitive" else "fugitive"
        self.wait = ""
        if name == "head-start":
            if self.who == "fugitive":
                self.draws += 1
            else:
                self.bonus_draws["fugitive"] += 1
        elif name == "second-wind":
            self.draws += 1
        elif name == "flat-tyre":
            self.bonus_draws[opponent] -= 1
        elif name == "getaway-car":
            self.car += 2
        elif name == "crowd":
            self.crowd = True
        elif name == "roadblock":
            if any(self._size(pile) for pile in self.piles):
                self.wait = "bar"
        elif name == "informant":
            if not self.row[-1][0].up:
                self.wait = "tell"
        elif name == "dropped-glove":
            self.gloves += 1
        elif name == "dragnet":
            self.dragnets += 1
        if not self.wait:
            self._next()

    # -- what comes next -----------------------------------------------------------------------

    def _size(self, pile: str) -> int:
        return len(self.piles[pile]) + self.marks[pile]

    def _down(self) -> list[int]:
        return [place for place, (card, _) in enumerate(self.row) if not card.up]

    def _face_down_sprints(self) -> list[Card]:
        return [card for _, sprints in self.row for card in sprints if not card.up]

    def _may_draw(self) -> list[str]:
        full = [pile for pile in "abc" if self._size(pile)]
        free = [pile for pile in full if pile != self.roadblock[self.who]]
        return free if free else full

    def _next(self) -> None:
        """The running turn goes on."""
        if self.who == "fugitive" and self.gloves:
            if self._face_down_sprints():
                self.wait = "drop"
                return
            self.gloves = 0
        if self.from_pile and self._size(self.from_pile):
            self.wait = "lot" if self.marks[self.from_pile] else "card"
            return
        self.from_pile = ""
        if self.draws > 0 and self._may_draw():
            self.wait = "draw"
        elif self.who == "marshal":
            self.guesses = 1 + self.dragnets
            self.dragnets = 0
            self.wait = "guess"
        elif self.done:
            self._other_turn()
        else:
            self.wait = "act"

    def _other_turn(self) -> None:
        self.roadblock[self.who] = ""
        if self.who == "fugitive":
            self.who = "marshal"
            self.turns += 1
            self.draws = 2 if self.turns == 1 else 1
        else:
            self.who = "fugitive"
            self.draws = 1
        self.draws = max(0, self.draws + self.bonus_draws[self.who])
        self.bonus_draws[self.who] = 0
        self.done = False
        self._next()

    # -- drawing -------------------------------------------------------------------------------

    def _draw(self, notice: Notice, told: Any, hidden: Mapping[str, int]) -> None:
        self._is(notice, "move", self.who)
        self._says(told, "draw")
        need(told["draw"] in self._may_draw(), f"no drawing from {told['draw']}")
        self.draws -= 1
        self.from_pile = told["draw"]
        self._next()

    def _bar(self, notice: Notice, told: Any, hidden: Mapping[str, int]) -> None:
        self._is(notice, "move", self.who)
        self._says(told, "bar")
        need(told["bar"] in self.piles and self._size(told["bar"]) > 0, "that pile is empty")
        self.roadblock["marshal" if self.who == "fugitive" else "fugitive"] = told["bar"]
        self._next()

    def _tell(self, notice: Notice, told: Any, hidden: Mapping[str, int]) -> None:
        self._is(notice, "answer", "fugitive")
        self._says(told, "zone")
        last = self.row[-1][0].number
        true = "start" if last < 4 else "a" if last < 15 else "b" if last < 29 else "c"
        need(told["zone"] == true, f"he said {told['zone']}, and {last} is from {true}")
        self._next()

    def _drop(self, notice: Notice, told: Any, hidden: Mapping[str, int]) -> None:
        self._is(notice, "move", "fugitive")
        need(told == {"drop": True} and told["drop"] is True, "he drops a card")
        need(len(notice.opened) == 1, "he drops one card")
        ((slot, number),) = notice.opened.items()
        fitting = [card for card in self._face_down_sprints() if card.slot == slot]
        need(len(fitting) == 1, "that is no face-down sprint card")
        need(fitting[0].number == number, "another card lies there")
        fitting[0].up = True
        self.gloves -= 1
        self._next()

    # -- the fugitive --------------------------------------------------------------------------

    def _open(self, notice: Notice, told: Any, hidden: Mapping[str, int]) -> None:
        self._is(notice, "move", "fugitive")
        if "bonus" in told:
            need(told == {"bonus": False} and told["bonus"] is False, "nothing is to be had")
            need(len(self.row) == 2, "he has to place a hideout")
            need(not self._two() or not self._could_place(), "he could have placed a second")
            need(not hidden, "a pass puts nothing down")
            self._other_turn()
            return
        self._place(told, hidden)
        if self.winner or self.wait == "hunt":
            return
        if len(self.row) == 3:
            self._other_turn()

    def _could_place(self) -> bool:
        hand = self.hands["fugitive"]
        last = self.row[-1][0].number
        for card in hand:
            steps = 3
            for other in hand:
                if other not in (card, 42):
                    steps += 1 if other % 2 else 2
            if last < card <= last + steps:
                return True
        return False

    def _act(self, notice: Notice, told: Any, hidden: Mapping[str, int]) -> None:
        self._is(notice, "move", "fugitive")
        if "bonus" not in told:
            self.idle = 0
            self._place(told, hidden)
            if not self.winner and self.wait != "hunt":
                self._other_turn()
            return
        self._says(told, "bonus")
        need(not hidden, "a pass puts nothing down")
        need(told["bonus"] in (True, False) and type(told["bonus"]) is bool, "a draw or none")
        empty = not any(self._size(pile) for pile in self.piles)
        self.idle = self.idle + 1 if empty else 0
        if self.options["stall"] and self.idle == 3:
            need(not told["bonus"], "the game is over")
            self.winner = "marshal"
        elif told["bonus"]:
            need(self._bonus(), "a pass earns nothing here")
            need(not empty, "there is no card to be had")
            self.done = True
            self.from_pile = self._may_draw()[0]
            self._next()
        else:
            self._other_turn()

    def _place(self, told: Any, hidden: Mapping[str, int]) -> None:
        self._says(told, "place", "sprints")
        place = len(self.row)
        names = [f"sprint/{place}/{n}" for n in range(1, told["sprints"] + 1)]
        need(told["place"] in (0, 42), "only 42 is face up")
        if told["place"] == 0:
            names = [f"row/{place}", *names]
        need(sorted(hidden) == sorted(names), f"he has to put down {names}")
        number = 42 if told["place"] else hidden[f"row/{place}"]
        sprints = [hidden[name] for name in names if name.startswith("sprint")]
        need(told["place"] == 42 or number != 42, "42 lies face up")
        for card in [number, *sprints]:
            need(card in self.hands["fugitive"], f"{card} is not in his hand")
            self.hands["fugitive"].remove(card)
        need(42 not in sprints, "42 is no sprint card")
        last = self.row[-1][0].number
        steps = 3 + self.car
        for card in sprints:
            steps += 1 if card % 2 else 2
        need(number > last, f"{number} is not beyond {last}")
        need(number <= last + steps, f"{number} is too far from {last}")
        self.car = 0
        under = [Card(f"sprint/{place}/{n}", card) for n, card in enumerate(sprints, 1)]
        self.row.append((Card(f"row/{place}", number, number == 42), under))
        if number == 42:
            highest = max(card.number for card, _ in self.row if card.up and card.number != 42)
            if highest >= 30:
                self.winner = "fugitive"
            else:
                self.wait = "hunt"

    # -- the marshal ---------------------------------------------------------------------------

    def _named(self, numbers: Any) -> list[int]:
        need(isinstance(numbers, list), "he names numbers")
        up = [card.number for card, _ in self.row if card.up]
        for number in numbers:
            need(type(number) is int and 1 <= number <= 41, f"{number} cannot be a hideout")
            need(number not in up, f"{number} lies face up")
        need(len(set(numbers)) == len(numbers), "a number is named twice")
        need(len(numbers) <= len(self._down()), "so many are not face down")
        return list(numbers)

    def _guess(self, notice: Notice, told: Any, hidden: Mapping[str, int]) -> None:
        self._is(notice, "move", "marshal")
        self._says(told, "guess")
        self.numbers = self._named(told["guess"])
        need(self.numbers == sorted(self.numbers), "a guess has an order")
        if not self.numbers:
            self._other_turn()
            return
        need(not self.crowd or len(self.numbers) == 1, "there is a crowd")
        self.crowd = False
        self.guesses -= 1
        self.wait = "answer"

    def _hunt(self, notice: Notice, told: Any, hidden: Mapping[str, int]) -> None:
        self._is(notice, "move", "marshal")
        self._says(told, "hunt")
        self.numbers = self._named(told["hunt"])
        if self.numbers:
            self.wait = "hunted"
        else:
            self.winner = "fugitive"

    def _turn_up(self, notice: Notice, numbers: list[int]) -> None:
        """These hideouts have to be opened, all sprint cards under them, and nothing else."""
        cards: list[Card] = []
        for card, sprints in self.row:
            if not card.up and card.number in numbers:
                cards += [card, *[each for each in sprints if not each.up]]
        need(
            dict(notice.opened) == {card.slot: card.number for card in cards},
            f"he had to turn up {[card.slot for card in cards]}",
        )
        for card in cards:
            card.up = True
        if not self._down():
            self.winner = "marshal"

    def _answer(self, notice: Notice, told: Any, hidden: Mapping[str, int]) -> None:
        self._is(notice, "answer", "fugitive")
        self._says(told, "hit")
        mine = [self.row[place][0].number for place in self._down()]
        truth = all(number in mine for number in self.numbers)
        need(told["hit"] is truth, f"he said {told['hit']}, and the truth is {truth}")
        self._turn_up(notice, self.numbers if truth else [])
        if self.winner:
            return
        if self.guesses:
            self.wait = "guess"
        else:
            self._other_turn()

    def _hunted(self, notice: Notice, told: Any, hidden: Mapping[str, int]) -> None:
        self._is(notice, "answer", "fugitive")
        self._says(told, "right")
        mine = [self.row[place][0].number for place in self._down()]
        right = 0
        for number in self.numbers:
            if number not in mine:
                break
            right += 1
        need(told["right"] == right, f"he said {told['right']}, and the truth is {right}")
        self._turn_up(notice, self.numbers[:right])
        if self.winner:
            return
        if right < len(self.numbers):
            self.winner = "fugitive"
        else:
            self.wait = "hunt"
