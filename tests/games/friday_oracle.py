"""A slow and obvious replay of a whole Last Friday with everything on the table.

Written from the rules in words (RULES.md of the game) and from the public parts that its
`moves` module lists. It shares no code with the rule set but the map file's own lists: it moves
pawns along the drawn lines and looks. `examine` says what is wrong with a finished game.
"""

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from paperchase.games.last_friday.camp import Camp
from paperchase.rules import Notice

COLOURS = ["red", "yellow", "green", "blue", "brown"]
TYPES = ["hearing", "trap", "lantern", "shovel", "sneakers"]
CARDS = {
    "red": {"rosa": "lantern reach", "rufus": "trap nerve", "ruth": "sneakers spade"},
    "yellow": {"gilda": "hearing nerve", "milo": "lantern spade", "sunny": "shovel reach"},
    "green": {"fern": "trap reach", "basil": "shovel spade", "olive": "hearing nerve"},
    "blue": {"skye": "lantern nerve", "marina": "sneakers reach", "cyril": "trap spade"},
    "brown": {"hazel": "sneakers spade", "rusty": "hearing reach", "bruno": "shovel nerve"},
}
GIFTS = {
    **{number: f"key of {colour}" for number, colour in enumerate(COLOURS, 1)},
    6: "owner",
    7: "shovel",
    8: "sneakers",
    9: "hearing",
}
DEFAULTS = {
    "play": "campaign",
    "ch4_contact": "reveal",
    "plot_twist": "any",
    "ch2_discard": "uncaught",
    "kit": "full",
    "abilities": False,
    "fast_forward": False,
    "tokens": 4,
}


@dataclass(frozen=True)
class Played:
    """A notice with the values that it sealed, as the finished game shows them."""

    notice: Notice
    hidden: Mapping[str, int] = field(default_factory=dict)


class WrongError(Exception):
    """Somebody broke a rule."""


class OverError(Exception):
    """The game has ended."""


NOTHING = {
    "axe": "",
    "clue": "",
    "kills": [],
    "lanterns": [],
    "stuck": "",
    "token": "",
    "traps": [],
}
"""A turn of the Maniac's in which nothing is said."""

Wait = Generator[set[tuple[str, str]], Played, Any]


def examine(camp: Camp, options: Mapping[str, Any], record: Iterable[Played]) -> list[str]:
    """What is wrong, first things first; `["it has no end"]` for a game that just stops."""
    board = Board(camp, {**DEFAULTS, **options})
    play = board.play()
    wanted = next(play)
    for number, played in enumerate(record):
        try:
            need(bool(wanted), "the game was over")
            who = (str(played.notice.kind), played.notice.seat)
            need(who in wanted, f"{who} was not asked, but one of {wanted}")
            board.enter(played)
            wanted = play.send(played)
        except (OverError, StopIteration):
            wanted = set()
        except WrongError as wrong:
            return [f"{number}: {wrong}"]
    return ["it has no end"] if wanted else []


def need(true: bool, else_: str) -> None:
    if not true:
        raise WrongError(else_)


@dataclass
class Person:
    at: str = ""
    power: str = ""
    cards: list[str] = field(default_factory=list)
    clues: set[str] = field(default_factory=set)
    key: str = ""


@dataclass
class Walk:
    """How far somebody's turn is."""

    left: int = 2
    been: list[str] = field(default_factory=list)
    tokens: int = 0
    stopped: bool = False


class Board:
    """The map, everybody on it, and the Maniac's notes face up."""

    def __init__(self, camp: Camp, options: Mapping[str, Any]) -> None:
        self.camp = camp
        self.options = options
        self.single = options["play"] != "campaign"
        self.chapter = {"campaign": 1, "I": 1, "II": 2, "III": 3, "IV": 4}[options["play"]]
        self.round = 0
        self.people = {colour: Person() for colour in COLOURS}
        self.predestined = ""
        self.things: dict[str, str] = {}
        self.corpses: list[str] = []
        self.traps: set[str] = set()
        self.lamps: set[str] = set()
        self.tiles: dict[str, str] = {}
        self.boat = ""
        self.bag = dict.fromkeys(TYPES, 7)
        self.gifts: dict[str, int] = {}
        self.held: set[str] = set()
        self.invisible = False
        self.maniac = 0
        self.ends: list[str] = []
        self.sealed: dict[str, int] = {}
        self.opened: set[str] = set()
        self.to_audit: list[str] = []

    # -- lines and dots ------------------------------------------------------------------------

    def joined(self, node: Any) -> set[Any]:
        there = {"base", *(f"{colour}/{side}" for colour, side in self.tiles.items())}
        if node in self.camp.pads:
            return set()
        spots = {**self.camp.circles, **self.camp.dots}
        found = set()
        for line in self.camp.lines:
            if node in (line.a, line.b) and line.layer in there:
                other = line.b if line.a == node else line.a
                if spots[other].layer in there and spots[node].layer in there:
                    found.add(other)
        return found

    def walks(self, dot: str) -> set[tuple[str, int]]:
        """Where a camper can step, and over which circle."""
        if dot in self.camp.pads:
            return {(self.camp.arrow, 0)}
        found = set()
        for node in self.joined(dot):
            if isinstance(node, str):
                found.add((node, 0))
            else:
                found |= {(d, node) for d in self.joined(node) if isinstance(d, str) and d != dot}
        return found

    def beside(self, dot: str, far: int = 1) -> set[str]:
        found = {dot}
        for _ in range(far):
            found |= {to for each in found for to, _ in self.walks(each)}
        return found - {dot}

    def near(self, dot: str) -> set[int]:
        """The circles that are reached from it through dots alone."""
        seen, todo, circles = {dot}, [dot], set()
        while todo:
            for node in self.joined(todo.pop()):
                if isinstance(node, int):
                    circles.add(node)
                elif node not in seen:
                    seen.add(node)
                    todo.append(node)
        return circles

    def routes(self, circle: int) -> list[tuple[tuple[str, ...], int]]:
        found: list[tuple[tuple[str, ...], int]] = []
        todo: list[tuple[str, ...]] = [(d,) for d in self.joined(circle) if isinstance(d, str)]
        while todo:
            dots = todo.pop()
            for node in self.joined(dots[-1]):
                if isinstance(node, int) and node != circle:
                    found.append((dots, node))
                elif isinstance(node, str) and node not in dots and len(dots) < 3:
                    todo.append((*dots, node))
        return found

    def inside(self, side: str = "") -> set[str]:
        return {
            dot
            for colour, up in self.tiles.items()
            if side in ("", up)
            for dot in self.camp.cabins[colour].inside[up]
        }

    def pawns(self) -> dict[str, str]:
        return {one.at: colour for colour, one in self.people.items() if one.at}

    def living(self) -> list[str]:
        return [colour for colour in COLOURS if self.people[colour].at]

    def full(self) -> set[str]:
        return {*self.things, *self.corpses, *self.traps, *self.lamps, *self.pawns()}

    def free(self, dots: set[str]) -> set[str]:
        """The free ones of these dots, or of those around them, and so on."""
        seen = set(dots)
        while dots:
            if dots - self.full():
                return dots - self.full()
            dots = {near for dot in dots for near in self.beside(dot)} - seen
            seen |= dots
        return set()

    def lit(self, circle: int) -> bool:
        return any(circle in self.near(dot) for dot in self.lamps)

    def lairs(self) -> set[int]:
        if self.chapter == 1:
            return set(self.camp.lairs)
        found = {pier.circle for pier in self.camp.piers}
        for colour, side in self.tiles.items():
            if side == "maniac":
                found |= set(self.camp.cabins[colour].circles)
        return found

    def hunting(self) -> bool:
        return self.chapter in (1, 3)

    # -- what is said --------------------------------------------------------------------------

    def enter(self, played: Played) -> None:
        notice = played.notice
        need(set(notice.sealed) == set(played.hidden), "a sealed value is not known")
        for slot, value in played.hidden.items():
            need(slot not in self.sealed, f"{slot} is sealed twice")
            self.sealed[slot] = value
        for slot, value in notice.opened.items():
            need(self.sealed.get(slot) == value, f"{slot} did not hold {value}")

    def opens(self, played: Played, slots: Iterable[str]) -> None:
        wanted = set(slots)
        need(set(played.notice.opened) == wanted, f"it had to open {sorted(wanted)}")
        self.opened |= wanted

    def says(self, played: Played, *keys: str) -> Any:
        told: Any = played.notice.public
        need(isinstance(told, dict) and sorted(told) == sorted(keys), f"it has to say {keys}")
        return told

    def plain(self, played: Played, *keys: str) -> Any:
        """What a move says that hides and opens nothing; the one thing itself."""
        told = self.says(played, *keys)
        need(not played.hidden, "it seals nothing")
        self.opens(played, [])
        return told[keys[0]]

    def choose(self, seat: str, key: str) -> Wait:
        played = yield {("move", seat)}
        return self.plain(played, key)

    # -- the whole game ------------------------------------------------------------------------

    def play(self) -> Wait:
        yield from self.cards(opening=True)
        if self.chapter == 1:
            yield from self.arrival()
        else:
            yield from self.alone()
        while True:
            for number in range(1, 16):
                self.round = number
                if (yield from self.one_round()):
                    break
            yield from self.end_of_chapter()

    def cards(self, opening: bool) -> Wait:
        while waiting := [c for c in COLOURS if not self.people[c].at]:
            played = yield {("move", colour) for colour in waiting}
            name, colour = self.plain(played, "card"), played.notice.seat
            person = self.people[colour]
            need(name in CARDS[colour] and name not in person.cards, "no such card is left")
            clue, power = CARDS[colour][name].split()
            person.cards.append(name)
            person.power = power if self.options["abilities"] else ""
            full = self.single and self.chapter > 1 and self.options["kit"] == "full"
            person.clues = set(TYPES) if full else {clue}
            begins = opening and self.chapter == 1
            pad = self.camp.pads[COLOURS.index(colour)]
            person.at = self.camp.starts[colour] if begins else pad

    def arrival(self) -> Wait:
        if self.options["tokens"] == 4:
            self.held = {"axe", "twist", "shadow", "speed"}
        else:
            yield from self.take_tokens(self.options["tokens"])
        played = yield {("move", "maniac")}
        told = self.says(played, "boat")
        self.opens(played, [])
        slots = [f"hosp/{number}" for number in range(10)]
        need(set(played.hidden) == {*slots, "end/1/0"}, "he hides ten tokens and himself")
        self.moor(told["boat"])
        values = [played.hidden[slot] for slot in slots]
        need(sorted(values) == [1, 2, 3, 4, 5, 6, 6, 7, 8, 9], "those are not the ten tokens")
        for spot, slot, value in zip(self.camp.hospitality, slots, values, strict=True):
            self.things[spot] = slot
            self.gifts[slot] = value
        self.begin_at("end/1/0")
        self.to_audit.append("1/0")

    def begin_at(self, slot: str) -> None:
        need(self.sealed[slot] in self.lairs(), "he may not begin there")
        self.maniac = self.sealed[slot]
        self.ends = [slot]

    def moor(self, name: str) -> None:
        (self.boat,) = [pier.dot for pier in self.camp.piers if pier.name == name]

    def alone(self) -> Wait:
        if self.chapter < 4:
            self.held = {"twist", "shadow", "speed"}
        for number in range(4):
            seat, side = (("red", "camper"), ("maniac", "maniac"))[number % 2]
            colour = yield from self.choose(seat, "cabin")
            need(colour in COLOURS and colour not in self.tiles, "that cabin is open")
            self.tiles[colour] = side
        (last,) = set(COLOURS) - set(self.tiles)
        self.tiles[last] = "camper"
        if self.chapter > 2:
            self.predestined = yield from self.choose("red", "predestined")
            need(self.predestined in COLOURS, "no such camper")
        home = {c for c in COLOURS if self.tiles[c] == "camper" and c != self.predestined}
        while home:
            played = yield {("move", colour) for colour in home}
            dot, colour = self.plain(played, "dot"), played.notice.seat
            need(dot in self.camp.cabins[colour].inside["camper"], "that is not in his cabin")
            self.people[colour].at = dot
            home.remove(colour)
        if self.predestined:
            yield from self.shelter()
        played = yield {("move", "maniac")}
        told = self.says(played, "boat", "clues", "corpses")
        self.opens(played, [])
        slots = set() if self.chapter == 3 else {f"end/{self.chapter}/0"}
        need(set(played.hidden) == slots, "he hides")
        self.moor(told["boat"])
        self.scatter(told["corpses"], told["clues"])
        for slot in slots:
            self.begin_at(slot)

    def scatter(self, corpses: list[str], clues: list[str]) -> None:
        dots = [*corpses, *clues]
        need(len(corpses) == 4 and len(clues) == 5 and len(set(dots)) == 9, "four and five")
        need(corpses == sorted(corpses) and clues == sorted(clues), "in order")
        for dot in dots:
            need(dot in self.camp.dots and dot not in self.camp.pads, "no such dot")
            need(self.camp.dots[dot].layer == "base" or dot in self.inside(), "a closed cabin")
            need(dot not in self.full(), "that dot is taken")
            need(not self.beside(dot, 2) & set(dots), "two empty dots lie between")
        shut = {cabin.door for cabin in self.camp.cabins.values()} | self.inside()
        need(not (shut | {self.camp.arrow}) & set(corpses), "a corpse shuts somebody up")
        self.corpses = list(corpses)
        self.things = dict.fromkeys(clues, "unseen")

    def shelter(self) -> Wait:
        person = self.people[self.predestined]
        person.clues = set(TYPES)
        others = {self.people[c].at for c in COLOURS if c != self.predestined}
        able = self.inside("camper") - others
        person.at = self.camp.pads[COLOURS.index(self.predestined)]
        if able:
            dot = yield from self.choose(self.predestined, "dot")
            need(dot in able, "no free dot of a cabin")
            person.at = dot

    def one_round(self) -> Wait:
        """All turns of a round; whether the chapter is over."""
        if self.hunting():
            yield from self.campers()
            yield from self.maniacs_turn()
        else:
            if (yield from self.maniacs_turn()):
                return True
            if (yield from self.campers()):
                return True
        late = self.options["plot_twist"] == "any" or self.round == 15
        if "twist" in self.held and late:
            yield from self.twist()
        safe = all(self.people[c].at in self.inside("camper") for c in self.living())
        if self.options["fast_forward"] and self.chapter == 1 and safe and self.round < 15:
            return (yield from self.early_end())
        return False

    def early_end(self) -> Wait:
        asked = {"maniac", "red"}
        while asked:
            played = yield {("move", seat) for seat in asked}
            if not self.plain(played, "agree"):
                return False
            asked.remove(played.notice.seat)
        return True

    # -- the Maniac ----------------------------------------------------------------------------

    TURN = ("axe", "clue", "kills", "lanterns", "stuck", "token", "traps")

    def maniacs_turn(self) -> Wait:
        """His turn; whether he is caught with it."""
        self.invisible = False
        played = yield {("move", "maniac")}
        told = self.says(played, *self.TURN)
        if told["stuck"]:
            need(told == {**NOTHING, "stuck": told["stuck"]}, "he says nothing else")
            need(not played.hidden and not self.hunting(), "he cannot be stuck")
            self.opens(played, {self.ends[-1]} - self.opened)
            ways = self.routes(self.maniac)
            need(all(set(dots) & set(self.pawns()) for dots, _ in ways), "a way is open")
            first = {next(self.pawns()[d] for d in dots if d in self.pawns()) for dots, _ in ways}
            by = {"all"} if self.chapter == 4 else first
            need(told["stuck"] in by, "that one does not catch him")
            self.caught(told["stuck"])
            return True
        yield from self.turn(played, told, f"{self.chapter}/{self.round}", twist=False)
        return False

    def twist(self) -> Wait:
        played = yield {("move", "maniac")}
        told = self.says(played, *self.TURN)
        if told == {**NOTHING, "token": "wait"}:
            need(not played.hidden, "no turn seals nothing")
            self.opens(played, [])
            return
        need(told["token"] == "twist" and not told["stuck"], "it is for the Plot Twist")
        yield from self.turn(played, told, f"{self.chapter}/{self.round}b", twist=True)

    def turn(self, played: Played, told: Any, name: str, twist: bool) -> Wait:
        token, axe = told["token"], told["axe"]
        slots = [f"end/{name}", f"mid/{name}", f"path/{name}", f"path2/{name}"]
        first = self.chapter == 3 and not self.ends
        need(set(played.hidden) == {*slots, *(["end/3/0"] if first else [])}, "four slots")
        if first:
            self.begin_at("end/3/0")
        self.token(token, axe, twist)
        ways = self.path(slots, token, axe)
        dots = [dot for way, _ in ways for dot in way]
        here = self.pawns()
        victims = [here[dot] for dot in dots if dot in here]
        need(self.hunting() or not victims, "a camper stands on his way")
        need(told["kills"] == sorted(set(victims), key=COLOURS.index), f"he killed {victims}")
        need(told["traps"] == sorted(self.traps & set(dots)), "other traps are on his way")
        need(told["lanterns"] == sorted(self.lamps & set(dots)), "other lanterns are on his way")
        opens = self.shows(told, ways, slots)
        self.maniac = ways[-1][1]
        self.ends = [*self.ends[:-1], slots[0]] if twist else [*self.ends, slots[0]]
        if self.chapter < 3:
            self.to_audit.append(name)
        self.traps -= set(dots)
        self.lamps -= set(dots)
        keys = self.die(told["kills"])
        due = self.round % 3 == 0 and not twist and not self.invisible and token != "shadow"
        shown = self.ends[self.round - 3] if self.hunting() and due else slots[0]
        if due:
            opens.add(shown)
        self.opens(played, opens - self.opened)
        self.clue(told["clue"], self.sealed[shown] if due else 0)
        self.dead_or_alive()
        yield from self.lay(keys)

    def token(self, token: str, axe: str, twist: bool) -> None:
        if token:
            need(token in self.held, "he does not hold that token")
            self.held.remove(token)
        need((token == "twist") == twist, "a Plot Twist is played when a round is over")
        need(token != "shadow" or self.round % 3 == 0, "no reveal is due")
        need((token == "axe") == bool(axe), "an axe breaks a cabin")
        self.invisible = self.invisible or token == "invisibility"

    def path(self, slots: list[str], token: str, axe: str) -> list[tuple[tuple[str, ...], int]]:
        """His edges, looked up by their numbers and walked along the drawn lines."""
        end, mid, path, path2 = (self.sealed[slot] for slot in slots)
        marks = self.camp.cabins[axe].axe if axe else frozenset()
        if axe:
            need(axe not in self.tiles, "that cabin is open")
            if self.maniac in marks:
                self.tiles[axe] = "maniac"
        ways = [self.edge(path, self.maniac)]
        if token == "speed" and not self.traps & set(ways[0][0]):
            ways.append(self.edge(path2, ways[0][1]))
            need(mid == ways[0][1], "that is not the circle on the way")
            need(ways[1][1] != self.maniac, "he comes back to where he began")
        else:
            need(mid == path2 == 0, "a single step leaves two slots empty")
        need(end == ways[-1][1], "that is not where he went")
        if axe:
            need(self.maniac in marks or end in marks, "the axe does not reach that far")
            self.tiles[axe] = "maniac"
        return ways

    def edge(self, number: int, at: int) -> tuple[tuple[str, ...], int]:
        need(0 < number <= len(self.camp.routes), "no such edge")
        route = self.camp.routes[number - 1]
        need(route.start == at, "that edge begins somewhere else")
        nodes = [route.start, *route.dots, route.end]
        need(all(b in self.joined(a) for a, b in pairwise(nodes)), "no line is there now")
        return route.dots, route.end

    def shows(self, told: Any, ways: list[Any], slots: list[str]) -> set[str]:
        """What traps and lanterns make him show."""
        if self.invisible:
            return set()
        if told["traps"] or told["lanterns"] or self.lit(ways[-1][1]):
            return {slots[0]}
        return {slots[1]} if len(ways) == 2 and self.lit(ways[0][1]) else set()

    def clue(self, dot: str, circle: int) -> None:
        unseen = sum(thing == "unseen" for thing in self.things.values())
        able: set[str] = set()
        if circle and sum(self.bag.values()) > unseen:
            able = self.free({d for d in self.joined(circle) if isinstance(d, str)})
        need(dot in able if able else dot == "", f"the clue goes to one of {able}")
        if dot:
            self.things[dot] = "unseen"

    def die(self, colours: list[str]) -> list[tuple[str, str]]:
        keys = []
        for colour in colours:
            person = self.people[colour]
            self.corpses.append(person.at)
            if person.key:
                keys.append((colour, person.at))
            person.at, person.clues = "", set()
        return keys

    def lay(self, keys: list[tuple[str, str]]) -> Wait:
        for colour, at in keys:
            dot = yield from self.choose(colour, "dot")
            need(dot in self.free(self.beside(at)), "a key lies next to its corpse")
            self.things[dot] = f"key of {self.people[colour].key}"
            self.people[colour].key = ""

    def dead_or_alive(self) -> None:
        if self.chapter == 1 and not self.living():
            raise OverError
        if self.chapter == 3 and not self.people[self.predestined].at:
            raise OverError

    def caught(self, by: str) -> None:
        if self.chapter == 4 or self.single:
            raise OverError
        self.predestined = by

    # -- campers -------------------------------------------------------------------------------

    def campers(self) -> Wait:
        """The turns of all campers; whether the Maniac was caught in chapter II."""
        order, index, walk = self.living(), 0, Walk()
        asks: list[Any] = []
        walk.been = [self.people[order[0]].at] if order else []
        while index < len(order) or asks:
            wanted = {("answer", "maniac")} if asks else set()
            if index < len(order):
                wanted.add(("move", order[index]))
            played = yield wanted
            if played.notice.kind == "answer":
                hit = self.answer(played, [ask[0] for ask in asks])
                if hit:
                    colour, index, walk, places, self.boat = asks[hit - 1][1]
                    for each, at in places.items():
                        self.people[each].at = at
                    if self.meets(colour):
                        return True
                asks = []
                continue
            colour = order[index]
            ended = yield from self.act(played, colour, walk, asks, index)
            if ended == "caught":
                return True
            if ended:
                index += 1
                walk = Walk(been=[self.people[order[index]].at] if index < len(order) else [])
        return False

    def answer(self, played: Played, circles: list[int]) -> int:
        hit = self.says(played, "hit")["hit"]
        truth = circles.index(self.maniac) + 1 if self.maniac in circles else 0
        need(hit == truth, f"he said {hit}, and the truth is {truth}")
        self.opens(played, [self.ends[-1]] if truth else [])
        return truth

    def meets(self, colour: str) -> bool:
        """What it means that a camper walked over him; whether chapter II is over."""
        deadly = self.chapter == 2 or colour == self.predestined
        if deadly or self.options["ch4_contact"] == "kill":
            self.caught(colour)
            return True
        return False

    def act(self, played: Played, colour: str, walk: Walk, asks: list[Any], index: int) -> Wait:
        told = self.says(played, "at", "dig", "do", "done", "path", "token")
        self.opens(played, [])
        need(not played.hidden, "campers hide nothing")
        do, person = told["do"], self.people[colour]
        need(not asks or do in ("go", "done"), "the Maniac answers first")
        if do == "go":
            return self.go(told, colour, walk, asks, index)
        need(not told["path"] and not told["dig"] and not told["done"], "no way to go")
        if do == "done":
            self.finish(colour, walk)
            return "done"
        if do == "open":
            need(bool(person.key) and person.key not in self.tiles, "no cabin to open")
            need(person.at == self.camp.cabins[person.key].door, "not at its door")
            self.tiles[person.key] = "camper"
            person.key = ""
        elif do == "take":
            return (yield from self.take(colour, walk, asks, index))
        elif do == "drop":
            self.drop(colour, told["token"], told["at"])
        else:
            need(do == "use", "nothing else can be done")
            yield from self.use(colour, walk, told["token"], told["at"])
        return ""

    def go(self, told: Any, colour: str, walk: Walk, asks: list[Any], index: int) -> str:
        person, path, dig = self.people[colour], told["path"], told["dig"]
        need(not told["at"] and not told["token"], "a walk is a walk")
        need(not walk.stopped, "he has used a token after moving")
        need(0 < len(path) <= walk.left, "too many steps")
        start, best = person.at, self.best_way_out(colour, walk)
        for step in path:
            *over, to = step.split("/")
            if over == ["boat"]:
                need(person.at == self.boat, "the boat is elsewhere")
                need(to in self.camp.lake[person.at], "no boat goes there")
                self.boat, circle = to, 0
            else:
                circle = int(over[0]) if over else 0
                need((to, circle) in self.walks(person.at), "no line goes there")
            need(to not in walk.been, "no dot twice")
            shut = self.chapter == 3 and colour == self.predestined
            enters = to in self.inside() and person.at not in self.inside()
            need(not shut or not enters, "the Predestined stays outside")
            if self.bars(colour, person.at, to) or (dig and to in self.corpses):
                need(dig and not asks and "shovel" in person.clues, "a corpse bars the way")
                need(walk.tokens < (2 if person.power == "nerve" else 1), "one token a turn")
                dig = False
                walk.tokens += 1
                self.corpses = [dot for dot in self.corpses if dot != to]
                if person.power != "spade":
                    person.clues.remove("shovel")
            person.at = to
            walk.been.append(to)
            walk.left -= 1
            if circle and self.crosses(colour, circle, walk, asks, index):
                return "caught"
        need(not dig, "there is nothing to dig")
        need(person.at not in self.corpses, "he stands on a corpse")
        if best is not None:
            need(self.out(person.at) <= best, "the Predestined walks out")
        need(start != person.at, "he has moved")
        if self.crowded(colour):
            need(bool(self.ways_on(colour, walk)), "he ends on another one's dot")
        if told["done"]:
            self.finish(colour, walk)
        return "done" if told["done"] else ""

    def crosses(self, colour: str, circle: int, walk: Walk, asks: list[Any], index: int) -> bool:
        hunter = self.chapter == 2 or colour == self.predestined
        if self.hunting() or (not hunter and self.options["ch4_contact"] == "silent"):
            return False
        if self.ends[-1] in self.opened:
            return circle == self.maniac and self.meets(colour)
        places = {each: one.at for each, one in self.people.items()}
        then = Walk(walk.left, list(walk.been), walk.tokens, walk.stopped)
        asks.append((circle, (colour, index, then, places, self.boat)))
        return False

    def crowded(self, colour: str) -> bool:
        at = self.people[colour].at
        return any(one.at == at for other, one in self.people.items() if other != colour)

    def ways_on(self, colour: str, walk: Walk) -> set[str]:
        """Where his turn could end after another step or more, on foot."""
        others = {one.at for other, one in self.people.items() if other != colour}
        found: set[str] = set()
        if walk.stopped:
            return found
        ways = [(self.people[colour].at, list(walk.been), walk.left)]
        while ways:
            at, been, left = ways.pop()
            for to, _ in self.walks(at) if left else ():
                shut = self.chapter == 3 and colour == self.predestined
                enters = to in self.inside() and at not in self.inside()
                if to in been or self.bars(colour, at, to) or (shut and enters):
                    continue
                if to not in others and to not in self.corpses:
                    found.add(to)
                ways.append((to, [*been, to], left - 1))
        return found

    def bars(self, colour: str, at: str, to: str) -> bool:
        """Whether a corpse bars the way: to all but newcomers, and the Predestined who leaves."""
        leaves = at in self.inside() and to not in self.inside()
        out = self.chapter == 3 and colour == self.predestined and leaves
        return to in self.corpses and at not in self.camp.pads and not out

    def best_way_out(self, colour: str, walk: Walk) -> int | None:
        """How near to the open the Predestined can come, if he has to."""
        confined = self.chapter == 3 and colour == self.predestined and self.round >= 2
        if not confined or self.people[colour].at not in self.inside():
            return None
        return min((self.out(dot) for dot in self.ways_on(colour, walk)), default=0)

    def out(self, dot: str) -> int:
        steps, edge, seen = 0, {dot}, {dot}
        while edge and edge <= self.inside():
            edge = {to for each in edge for to, _ in self.walks(each)} - seen
            seen |= edge
            steps += 1
        return steps

    def finish(self, colour: str, walk: Walk) -> None:
        need(not self.crowded(colour), "he ends on another one's dot")
        need(len(walk.been) > 1 or not self.ways_on(colour, walk), "he has to move")

    def reach(self, colour: str) -> int:
        return 2 if self.people[colour].power == "reach" else 1

    # -- tokens --------------------------------------------------------------------------------

    def take(self, colour: str, walk: Walk, asks: list[Any], index: int) -> Wait:
        person = self.people[colour]
        thing = self.things.get(person.at, "")
        need(bool(thing), "nothing lies there")
        if thing == "unseen":
            thing = yield from self.roll()
        elif thing.startswith("hosp/"):
            played = yield {("reveal", "maniac")}
            self.opens(played, [thing])
            thing = GIFTS[self.gifts[thing]]
        elif thing.startswith("key"):
            need(not person.key, "one key only")
        del self.things[person.at]
        if thing == "owner":
            self.corpses.append(person.at)
        elif thing.startswith("key"):
            if person.key:
                self.things[person.at] = thing
            else:
                person.key = thing.removeprefix("key of ")
        elif thing in person.clues:
            return (yield from self.second(colour, walk, thing, asks, index))
        else:
            person.clues.add(thing)
        return ""

    def roll(self) -> Wait:
        played = yield {("chance", "*")}
        clue = self.plain(played, "clue")
        need(self.bag.get(clue, 0) > 0, "none of that type is left")
        self.bag[clue] -= 1
        return clue

    def second(self, colour: str, walk: Walk, clue: str, asks: list[Any], index: int) -> Wait:
        """A clue of which he has one already: gone at once, and his own stays."""
        person = self.people[colour]
        played = yield {("move", colour)}
        told = self.says(played, "at", "dig", "do", "done", "path", "token")
        if told["do"] == "go":
            need(clue == "shovel" and told["dig"] and not told["done"], "he gets rid of it")
            to = told["path"][0].split("/")[-1]
            need(to in self.corpses, "he digs at once")
            # As if he had one token more in this turn, and one Shovel more.
            walk.tokens -= 1
            kept = person.clues
            ended = self.go(told, colour, walk, asks, index)
            person.clues = kept | {"shovel"}
            return ended
        need(told["token"] == clue, "he gets rid of that one")
        if told["do"] == "drop":
            person.clues.add(clue)
            self.drop(colour, clue, told["at"])
            person.clues.add(clue)
        else:
            need(told["do"] == "use" and clue != "shovel", "he uses it or drops it")
            if clue == "sneakers":
                need(not walk.stopped, "his moving is over")
            yield from self.effect(colour, walk, clue, told["at"])
        return ""

    def drop(self, colour: str, token: str, at: str) -> None:
        person = self.people[colour]
        if token == "key":
            need(bool(person.key), "he has no key")
            lies, person.key = f"key of {person.key}", ""
        else:
            need(token in person.clues, "he does not have that")
            lies = token
            person.clues.remove(token)
        need(at in self.free(self.beside(person.at, self.reach(colour))), "not there")
        self.things[at] = lies

    def use(self, colour: str, walk: Walk, token: str, at: str) -> Wait:
        person = self.people[colour]
        need(token in person.clues and token != "shovel", "he cannot use that")
        need(walk.tokens < (2 if person.power == "nerve" else 1), "one token a turn")
        walk.tokens += 1
        person.clues.remove(token)
        if token == "sneakers":
            need(not walk.stopped, "his moving is over")
        else:
            need(not self.crowded(colour), "he is still on his way")
            walk.stopped = walk.stopped or len(walk.been) > 1
        yield from self.effect(colour, walk, token, at)

    def effect(self, colour: str, walk: Walk, token: str, at: str) -> Wait:
        here = self.people[colour].at
        need(bool(at) == (token in ("trap", "lantern")), "where it lies")
        if token == "sneakers":
            walk.left += 1
        elif token == "hearing":
            need(bool(self.ends) and not self.invisible, "nobody to be heard")
            if self.ends[-1] not in self.opened:
                played = yield {("answer", "maniac")}
                told = self.says(played, "near")
                self.opens(played, [])
                need(told["near"] == (self.maniac in self.near(here)), "he lied")
        else:
            able = self.beside(here, self.reach(colour)) - self.full() - self.inside()
            need(at in able, "it cannot lie there")
            (self.traps if token == "trap" else self.lamps).add(at)
            dark = token == "trap" or not self.ends or self.invisible
            if not dark and self.ends[-1] not in self.opened:
                lit = self.maniac in self.near(at)
                played = yield {("answer", "maniac")}
                need(self.says(played, "lit")["lit"] == lit, "he lied about the light")
                self.opens(played, [self.ends[-1]] if lit else [])

    # -- ends of chapters ----------------------------------------------------------------------

    def end_of_chapter(self) -> Wait:
        if self.chapter == 1:
            if self.single:
                raise OverError
            safe = self.inside("camper")
            keys = self.die([c for c in self.living() if self.people[c].at not in safe])
            self.dead_or_alive()
            yield from self.lay(keys)
        elif self.chapter == 2:
            yield from self.end_of_chase()
        elif self.single or self.chapter == 4:
            raise OverError
        self.invisible = False
        yield from self.score()
        yield from self.cards(opening=False)
        self.chapter += 1
        if self.chapter == 3:
            self.ends = []
            yield from self.shelter()
        else:
            self.ends = self.ends[-1:]

    def end_of_chase(self) -> Wait:
        uncaught = not self.predestined
        if uncaught:
            if self.single:
                raise OverError
            if self.ends[-1] not in self.opened:
                played = yield {("reveal", "maniac")}
                self.opens(played, [self.ends[-1]])
            near = self.nearest()
            self.predestined = near[0]
            if len(near) > 1:
                self.predestined = yield from self.choose("maniac", "nearest")
                need(self.predestined in near, "another one is nearer")
            self.held.add("invisibility")
        if uncaught or self.options["ch2_discard"] == "always":
            for person in self.people.values():
                person.clues = set()
            yield from self.lay([(c, self.people[c].at) for c in COLOURS if self.people[c].key])
        todo = {
            slot
            for slot in self.sealed
            if slot.partition("/")[2] in self.to_audit and slot not in self.opened
        }
        if todo:
            played = yield {("reveal", "maniac")}
            self.opens(played, todo)

    def nearest(self) -> list[str]:
        goal = {dot for dot in self.joined(self.maniac) if isinstance(dot, str)}
        far = {}
        for colour in self.living():
            steps, edge, seen = 0, {self.people[colour].at}, {self.people[colour].at}
            while not edge & goal:
                edge = {to for each in edge for to, _ in self.walks(each)} - seen
                seen |= edge
                steps += 1
            far[colour] = steps
        return [colour for colour in far if far[colour] == min(far.values())]

    def score(self) -> Wait:
        owners = sum(
            1 for slot in self.things.values() if slot in self.gifts and self.gifts[slot] == 6
        )
        ahead = len(self.corpses) + owners - len(self.living())
        if ahead > 0:
            yield from self.take_tokens(ahead)
        unseen = sorted(dot for dot, thing in self.things.items() if thing == "unseen")
        count = min(-ahead, len(unseen))
        if count > 0:
            dots = unseen
            if count < len(unseen):
                dots = yield from self.choose("red", "dots")
                need(len(dots) == count and dots == sorted(set(dots)), "so many, in order")
                need(set(dots) <= set(unseen), "no unseen clues are there")
            for dot in dots:
                self.things[dot] = yield from self.roll()

    def take_tokens(self, count: int) -> Wait:
        able = [t for t in ("axe", "twist", "shadow", "speed") if t not in self.held]
        if 0 < count < len(able):
            tokens = yield from self.choose("maniac", "tokens")
            need(len(tokens) == count and tokens == [t for t in able if t in tokens], "of his own")
            able = tokens
        self.held |= set(able) if count else set()
