"""Reads the board file of a mine."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from paperchase.board import Section, read_board
from paperchase.games.mine_delve.lore import (
    DECKS,
    FINDS,
    LEVELS,
    SKILLS,
    Breed,
    Calling,
    Danger,
    Event,
    Exit,
    Group,
    Gun,
    Lore,
    Party,
    Shape,
    Token,
    Track,
)
from paperchase.games.mine_delve.state import ITEMS, START
from paperchase.games.mine_delve.steps import Effect

_LONG = 160
_SIDES = "NESW"
_SIZE = re.compile(r"([2-9])x([2-9])")
_EXIT = re.compile(r"([NEW])([0-7])(?:\(([1-6])-([1-6])\))?")
_GUN = re.compile(r"([a-z]+), range (\d+), shots (\d), die (\d), critical (\d)")
_GROUP = re.compile(r"(P{1,3}|\d) ([a-z]+)")
_EFFECT = re.compile(r"(?:(all|random|bearer) )?([a-z]+)(?: (d3|d6|-?\d+))?(?: ([a-z]+))?")
_CLASS = frozenset({"kick", "badge", "bullets", "swift", "solace", "stubborn"})
_BREED = frozenset({"weave", "triple", "pierce", "large"})
_PLAIN = frozenset({"xp", "stone", "gold", "grit", "hits", "horror", "wounds", "loot"})
_PARTY = frozenset({"marker", "dread", "darkness", "haste", "fury", "gloom", "dire"})
_BARE = frozenset({"nothing", "gutter", "bless", "threat"})


def read_lore(data: bytes, name: str) -> Lore:
    """The mine in the board file `data`. Raises MalformedError `name:LINE: ...`."""
    root = read_board(data, name)
    head = root.table("mine")
    title = head.text("name", 40)
    head.end()
    breeds = _each(root, "foe", _breed)
    callings = _each(root, "hero", _calling)
    _different(root, callings)
    shapes = {shape.name: shape for shape in map(_shape, root.tables("tile"))}
    if sum(shape.kind == "entrance" for shape in shapes.values()) != 1:
        root.fail("a mine has one tile of the kind entrance", "tile")
    tokens = {token.name: token for token in map(_token, root.tables("token"))}
    dangers = {
        level: {card.name: card for card in _dangers(root, level, breeds)} for level in LEVELS
    }
    cards = {
        deck: {card.name: card for card in _events(root, deck, breeds)} for deck in (*DECKS, *FINDS)
    }
    events = tuple(_events(root, "event", breeds))
    if len(events) != 6:
        root.fail("there are six depth events, one for each double", "event")
    lore = Lore(
        name=title,
        track=_track(root.table("track")),
        parties=_parties(root.table("party")),
        shapes=shapes,
        tokens=tokens,
        callings=callings,
        breeds=breeds,
        dangers=dangers,
        events=events,
        cards=cards,
        decks={
            "map": _deck(shape for shape in shapes.values() if shape.kind != "entrance"),
            "token": tuple(sorted(tokens)),
            **{level: _deck(dangers[level].values()) for level in LEVELS},
            **{deck: _deck(cards[deck].values()) for deck in cards},
        },
    )
    root.end()
    rooms = sum(shape.copies for shape in shapes.values() if shape.kind == "room")
    if rooms > len(tokens):
        root.fail(f"there are {rooms} rooms, and {len(tokens)} tokens for them", "token")
    return lore


def _each(root: Section, key: str, read: Callable[[Section, str], Any]) -> dict[str, Any]:
    section = root.table(key)
    found = {name: read(section.table(name), name) for name in section.names()}
    section.end()
    return found


def _deck(cards: Iterable[Any]) -> tuple[str, ...]:
    return tuple(sorted(card.name for card in cards for _ in range(card.copies)))


def _copies(section: Section) -> int:
    return section.whole("copies", 1, 9) if section.has("copies") else 1


def _numbers(section: Section, key: str, count: int = 0, low: int = 0, high: int = 99) -> list[int]:
    words = section.text(key).split()
    good = all(word.isdecimal() and low <= int(word) <= high for word in words)
    if not good or (count and len(words) != count):
        section.fail(f"{key} takes {count or 'some'} numbers from {low} to {high}", key)
    return [int(word) for word in words]


def _words(section: Section, key: str, known: frozenset[str]) -> frozenset[str]:
    words = frozenset(section.text(key).split())
    for word in sorted(words - known):
        section.fail(f"no trait {word}: they are {', '.join(sorted(known))}", key)
    return words


def _track(section: Section) -> Track:
    near, middle, deep = _numbers(section, "hold", 3, 2, 13)
    # Spaces are printed counting down from 15; the state counts them from the Entrance.
    dread = frozenset(START - space for space in _numbers(section, "dread", 0, 1, 15))
    blood = frozenset(START - space for space in _numbers(section, "blood", 0, 1, 15))
    track = Track(dread, blood, (near, middle, deep), section.whole("limit", 1, 200))
    section.end()
    return track


def _parties(section: Section) -> dict[int, Party]:
    parties: dict[int, Party] = {}
    for size in range(1, 5):
        one = section.table(str(size))
        parties[size] = Party(
            one.word("threat", LEVELS),
            one.word("final", LEVELS),
            one.whole("revives", 0, 9),
            tuple(_numbers(one, "peril", 6, 1, 9)),
            one.whole("grit", 0, 2),
        )
        one.end()
    section.end()
    return parties


def _shape(section: Section) -> Shape:
    name = section.text("name", 24)
    kind = section.word("kind", ("entrance", "passage", "bend", "room"))
    size = _SIZE.fullmatch(section.text("size"))
    if size is None:
        section.fail("a size is written as 4x6", "size")
    w, h = int(size[1]), int(size[2])
    entrance = section.whole("entrance", 0, w - 2)
    exits: list[Exit] = []
    for word in section.text("exits").split():
        found = _EXIT.fullmatch(word)
        if found is None:
            section.fail(f"{word} is no exit: write N1, or N1(1-3) where a die picks it", "exits")
        side, offset = _SIDES.index(found[1]), int(found[2])
        if offset > (w if found[1] == "N" else h) - 2:
            section.fail(f"the exit {word} lies off the tile", "exits")
        low, high = int(found[3] or 0), int(found[4] or 0)
        if (low > 0) != (kind in ("room", "bend")) or high < low:
            section.fail(f"the exits of a {kind} are written with or without faces", "exits")
        exits.append(Exit(side, offset, low, high))
    copies = _copies(section)
    section.end()
    return Shape(name, kind, copies, w, h, entrance, tuple(exits))


def _token(section: Section) -> Token:
    finds = tuple(section.text("finds").split())
    if not set(finds) <= {"encounter", "attack", "ambush"}:
        section.fail("a token finds encounter, attack or ambush", "finds")
    token = Token(
        section.text("name", 40),
        section.whole("doors", 0, 3),
        finds,
        section.has("clue") and _flag(section, "clue"),
        section.has("dread") and _flag(section, "dread"),
    )
    section.end()
    return token


def _flag(section: Section, key: str) -> bool:
    section.taken.add(key)
    if section.body[key] is not True:
        section.fail(f"{key} is true, or not there", key)
    return True


def _gun(section: Section, key: str) -> Gun:
    found = _GUN.fullmatch(section.text(key))
    if found is None:
        section.fail("write a gun as `pistol, range 6, shots 2, die 6, critical 6`", key)
    return Gun(found[1], int(found[2]), int(found[3]), int(found[4]), int(found[5]))


def _calling(section: Section, key: str) -> Calling:
    skills: dict[str, int] = {}
    for part in section.text("skills").split(", "):
        skill, _, value = part.partition(" ")
        if skill not in SKILLS or not value.isdecimal() or not 1 <= int(value) <= 6:
            section.fail(f"{part!r} is no skill: write `agility 3`", "skills")
        skills[skill] = int(value)
    if len(skills) != len(SKILLS):
        section.fail(f"all of these are needed: {', '.join(SKILLS)}", "skills")
    calling = Calling(
        id=key,
        name=section.text("name", 20),
        letter=section.text("letter", 1),
        initiative=section.whole("initiative", 1, 9),
        shoot=section.whole("shoot", 2, 6),
        strike=section.whole("strike", 2, 6),
        combat=section.whole("combat", 1, 6),
        health=section.whole("health", 3, 40),
        sanity=section.whole("sanity", 3, 40),
        defense=section.whole("defense", 2, 6),
        willpower=section.whole("willpower", 2, 6),
        skills=skills,
        gun=_gun(section, "gun"),
        derringer=_gun(section, "derringer") if section.has("derringer") else None,
        traits=_words(section, "traits", _CLASS) if section.has("traits") else frozenset(),
    )
    section.end()
    return calling


def _different(root: Section, callings: Mapping[str, Calling]) -> None:
    """No two heroes tie in Initiative, so that nobody has to choose who acts first."""
    if len({calling.initiative for calling in callings.values()}) != len(callings):
        root.fail("no two heroes may have the same initiative", "hero")
    if not callings:
        root.fail("there is no hero", "hero")


def _breed(section: Section, key: str) -> Breed:
    fears = {f"{kind}-{n}": (kind, n) for kind in ("fear", "terror") for n in range(1, 5)}
    known = _BREED | fears.keys()
    traits = _words(section, "traits", known) if section.has("traits") else frozenset[str]()
    scares = dict(fears[trait] for trait in sorted(traits & fears.keys()))
    breed = Breed(
        id=key,
        name=section.text("name", 24),
        plural=section.text("plural", 24),
        letter=section.text("letter", 1),
        cap=section.whole("cap", 1, 12),
        initiative=section.whole("initiative", 1, 9),
        move=section.whole("move", 1, 12),
        escape=section.whole("escape", 2, 6),
        hit=section.whole("hit", 2, 6),
        combat=section.whole("combat", 1, 6),
        damage=section.whole("damage", 1, 9),
        defense=section.whole("defense", 0, 5),
        health=section.whole("health", 1, 40),
        xp=section.whole("xp", 0, 200),
        wound_xp=section.whole("wound_xp", 0, 50) if section.has("wound_xp") else 0,
        fear=scares.get("fear", 0),
        terror=scares.get("terror", 0),
        traits=traits & _BREED,
    )
    section.end()
    return breed


def _dangers(root: Section, level: str, breeds: Mapping[str, Breed]) -> Iterator[Danger]:
    for section in root.tables(level):
        groups: list[Group] = []
        for part in section.text("foes").split(", "):
            found = _GROUP.fullmatch(part)
            if found is None or found[2] not in breeds:
                section.fail(f"{part!r} are no foes: write `PP spider` or `2 gaunt`", "foes")
            peril = len(found[1]) if found[1].startswith("P") else 0
            groups.append(Group(found[2], peril, 0 if peril else int(found[1])))
        danger = Danger(section.text("name", 40), _copies(section), tuple(groups))
        section.end()
        yield danger


def _events(root: Section, deck: str, breeds: Mapping[str, Breed]) -> Iterator[Event]:
    for section in root.tables(deck):
        skill, need, who = "", 0, ""
        does = tuple[Effect, ...]()
        if section.has("test"):
            skill, _, text = section.text("test").partition(" ")
            if skill not in SKILLS or text not in ("4", "5", "6"):
                section.fail("a test is a skill and a number from 4 to 6", "test")
            need = int(text)
            who = section.word("who", ("all", "random", "chosen"))
        else:
            does = _effects(section, "does", breeds)
        event = Event(
            name=section.text("name", 40),
            copies=_copies(section),
            text=section.text("text", _LONG),
            who=who,
            skill=skill,
            need=need,
            win=_effects(section, "pass", breeds) if section.has("pass") else (),
            lose=_effects(section, "fail", breeds) if section.has("fail") else (),
            does=does,
        )
        section.end()
        yield event


def _effects(section: Section, key: str, breeds: Mapping[str, Breed]) -> tuple[Effect, ...]:
    effects: list[Effect] = []
    for part in section.text(key).split(", "):
        found = _EFFECT.fullmatch(part)
        if found is None:
            section.fail(f"{part!r} is no effect: write `all hits 3`", key)
        who, do, amount, what = (found[1] or "", found[2], found[3] or "", found[4] or "")
        die = int(amount[1:]) if amount.startswith("d") else 0
        n = 0 if die or not amount else int(amount)
        if not _sensible(do, bool(amount), what, breeds) or (who and do not in _PLAIN):
            section.fail(f"{part!r} is no effect: see RULES.md for all of them", key)
        effects.append(Effect(do, who, n, die, what))
    return tuple(effects)


def _sensible(do: str, amount: bool, what: str, breeds: Mapping[str, Breed]) -> bool:
    if do in _PLAIN or do in _PARTY:
        return amount and not what
    if do in _BARE:
        return not amount and not what
    if do == "item":
        return not amount and what in ITEMS
    return do == "ambush" and (what in breeds if amount else what in ("threat", *LEVELS))
