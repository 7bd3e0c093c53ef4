"""Orders: the one grammar that the command line, mail, scripts and bots speak.

An order is a verb with arguments, such as `go 23` or `place 12 sprint 3 5`. Case does not
matter, commas count as spaces, `#` starts a comment, and several orders stand on lines of
their own or between semicolons. A game declares its verbs; what is the same for all games
(splitting, look-alike letters, "did you mean", help, the last check by the rules) is here.
"""

import unicodedata
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

import msgspec

from paperchase.errors import IllegalMoveError, MalformedError
from paperchase.options import nearest
from paperchase.rules import Demand, Foul, Kind, Move, Notice, RuleSet

LONGEST = 400
"""Characters in one order."""


class Ask(msgspec.Struct, frozen=True):
    """Whom an order is for: the rules, what its author knows, and the demand it meets."""

    rules: RuleSet[Any, Any]
    public: Any
    secret: Any
    demand: Demand


class Words:
    """The arguments of one order, read from left to right.

    Every method raises MalformedError, which quotes the word and says how the order goes.
    """

    def __init__(self, words: Iterable[str], usage: str) -> None:
        self._words = tuple(words)
        self._next = 0
        self._usage = usage

    def peek(self) -> str:
        """The next word, or an empty one at the end."""
        return self._words[self._next] if self._next < len(self._words) else ""

    def take(self, *names: str) -> bool:
        """Whether one of `names` comes next; it is then read."""
        found = self.peek() in names
        self._next += found
        return found

    def word(self, what: str, choices: Iterable[str]) -> str:
        """The next word, which has to be one of `choices`."""
        known = tuple(choices)
        if not self.peek():
            raise self.wrong(f"the {what} is missing: it is one of {', '.join(known)}")
        word = self._read(what)
        if word not in known:
            near = nearest(word, known)
            hint = f"did you mean {near}?" if near else f"it is one of {', '.join(known)}"
            raise self.wrong(f"no {what} {quote(word)}: {hint}")
        return word

    def number(self, what: str, low: int, high: int) -> int:
        """The next word as a whole number from `low` to `high`."""
        return self._number(self._read(what), what, low, high)

    def numbers(self, what: str, low: int, high: int) -> tuple[int, ...]:
        """All words that are left, each as a whole number from `low` to `high`; perhaps none."""
        found: list[int] = []
        while self.peek():
            found.append(self.number(what, low, high))
        return tuple(found)

    def chain(self, what: str, low: int, high: int, by: str = "-") -> tuple[int, ...]:
        """The next word as numbers joined by a mark: a path `17-18-22`, a cell `3:4`."""
        return tuple(self._number(part, what, low, high) for part in self._read(what).split(by))

    def end(self) -> None:
        """Makes sure that nothing is left."""
        if self.peek():
            raise self.wrong(f"{quote(self.peek())} is one word too many")

    def wrong(self, text: str) -> MalformedError:
        """The error to raise: `text`, and how the order goes."""
        return MalformedError(f"{text} (the order is: {self._usage})", "order")

    def _read(self, what: str) -> str:
        word = self.peek()
        if not word:
            raise self.wrong(f"the {what} is missing")
        self._next += 1
        return word

    def _number(self, word: str, what: str, low: int, high: int) -> int:
        if not word.isdecimal():
            raise self.wrong(f"{quote(word)} is no {what}: that is a number from {low} to {high}")
        number = int(word) if len(word) < 10 else high + 1
        if not low <= number <= high:
            raise self.wrong(f"no {what} {quote(word)}: they go from {low} to {high}")
        return number


class Verb(msgspec.Struct, frozen=True):
    """One order of a game.

    `fits` says which demands it can meet; `read` turns its arguments into the move and may
    raise MalformedError, or IllegalMoveError naming the rule. The grammar checks afterwards
    that no word is left over and that `follow` and `apply` accept the move. Several verbs may
    share a name if they fit different demands.
    """

    name: str
    usage: str
    help: str
    fits: Callable[[Demand], bool]
    read: Callable[[Ask, Words], Move]
    aliases: tuple[str, ...] = ()


class Grammar(msgspec.Struct, frozen=True):
    """All orders of a game.

    `spell` is the inverse of reading for a MOVE, given the mover's secret (or None, where only
    the public half is known). What is owed has the verbs `answer` and `open` in every game.
    """

    verbs: tuple[Verb, ...]
    spell: Callable[[Move, Any], str]

    def split(self, text: str) -> list[str]:
        """The single orders of a text, without comments and blank lines."""
        lines = (line.split("#", 1)[0] for line in text.splitlines())
        orders = (order.strip() for line in lines for order in line.split(";"))
        return [order for order in orders if order]

    def check(self, line: str) -> None:
        """Raises MalformedError where that can be no order of this game, whatever is asked."""
        self._verb(_words(line)[0])

    def read(
        self, rules: RuleSet[Any, Any], public: Any, secret: Any, demand: Demand, line: str
    ) -> Move:
        """The move that one order makes.

        Raises MalformedError where it is no order of this game, and IllegalMoveError, naming
        the rule, where it is one that may not be given now.
        """
        words = _words(line)
        ask = Ask(rules, public, secret, demand)
        named = self._verb(words[0])
        verb = next((verb for verb in named if verb.fits(demand)), named[0])
        if not verb.fits(demand):
            self._refuse(rules, public, demand, named)
        arguments = Words(words[1:], verb.usage)
        move = verb.read(ask, arguments)
        arguments.end()
        _check(ask, move)
        return move

    def _refuse(
        self, rules: RuleSet[Any, Any], public: Any, demand: Demand, named: list[Verb]
    ) -> NoReturn:
        """Raises IllegalMoveError for a verb that does not fit: whose turn it is, or what fits."""
        name = named[0].name
        turn = [
            other.seat
            for other in rules.pending(public)
            if other.must and other.seat != demand.seat and any(verb.fits(other) for verb in named)
        ]
        now = " / ".join(each.usage for each in self._all() if each.fits(demand))
        if turn:
            whose = " and ".join(turn)
            raise IllegalMoveError(f"it is the turn of {whose} for `{name}`; yours: {now}", "turn")
        raise IllegalMoveError(f"`{name}` is not what is asked for now: {now}")

    def write(self, move: Move, secret: Any = None) -> str:
        """The order for a move. `secret` is the mover's before it, for what depends on it."""
        match move.kind:
            case Kind.MOVE:
                return self.spell(move, secret)
            case Kind.ANSWER:
                return _ANSWER.name
            case _:
                return _OPEN.name

    def help(self, demand: Demand | None = None) -> str:
        """A line for each order, or only for those that can meet `demand`."""
        verbs = [verb for verb in self._all() if demand is None or verb.fits(demand)]
        width = max((len(verb.usage) for verb in verbs), default=0)
        return "\n".join(f"{verb.usage:<{width}}  {verb.help}" for verb in verbs)

    def _all(self) -> tuple[Verb, ...]:
        return (*self.verbs, _ANSWER, _OPEN)

    def _verb(self, word: str) -> list[Verb]:
        """The verbs called `word`."""
        named = [verb for verb in self._all() if word in (verb.name, *verb.aliases)]
        if named:
            return named
        known = dict.fromkeys(verb.name for verb in self._all())
        near = nearest(word, known)
        hint = f"did you mean `{near}`?" if near else f"the orders are {', '.join(known)}"
        raise MalformedError(f"no order {quote(word)}: {hint}", "order")


def quote(word: str) -> str:
    """A word of somebody's order, short and harmless enough to stand in a message."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in word[:24])
    return f"'{shown}…'" if len(word) > 24 else f"'{shown}'"


def _words(line: str) -> list[str]:
    """The words of one order in lower case. Raises MalformedError."""
    if len(line) > LONGEST:
        raise MalformedError(f"an order has at most {LONGEST} characters", "order")
    words = line.replace(",", " ").split()
    for word in words:
        _plain(word)
    if not words or words[0].startswith("#"):
        raise MalformedError("an order is a verb with arguments, such as `go 23`", "order")
    return [word.lower() for word in words]


def _plain(word: str) -> None:
    """Refuses look-alikes of letters and digits, which a reader could not tell apart."""
    strange = next((letter for letter in word if not "!" <= letter <= "~"), "")
    if not strange:
        return
    plain = unicodedata.normalize("NFKC", word)
    if all("!" <= letter <= "~" for letter in plain):
        hint = f"type it plainly: {plain}"
    else:
        hint = f"it holds {unicodedata.name(strange, f'U+{ord(strange):04X}')}"
    raise MalformedError(f"{quote(word)} is not in plain letters and digits: {hint}", "order")


def _check(ask: Ask, move: Move) -> None:
    """Lets the rules themselves speak. Opened slots of earlier moves are not at hand here."""
    try:
        ask.rules.follow(ask.public, ask.secret, move)
    except Foul as foul:
        raise IllegalMoveError(str(foul)) from None
    if not all(slot in move.hidden for slot in move.opens):
        return
    opened = {slot: move.hidden[slot] for slot in move.opens}
    notice = Notice(move.kind, move.seat, move.public, tuple(move.hidden), opened)
    outcome = ask.rules.outcome(ask.rules.apply(ask.public, notice))
    if outcome is not None and outcome.foul == move.seat:
        raise IllegalMoveError(outcome.why)


def _owed(ask: Ask, _words: Words) -> Move:
    return next(ask.rules.choices(ask.public, ask.secret, ask.demand))


_ANSWER = Verb(
    "answer", "answer", "say the truth that is owed", lambda d: d.kind is Kind.ANSWER, _owed
)
_OPEN = Verb("open", "open", "open what is owed", lambda d: d.kind is Kind.REVEAL, _owed)
