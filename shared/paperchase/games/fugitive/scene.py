"""What is to be seen of Fugitive: piles, the row with its sprint cards, a notepad, a hand."""

from collections.abc import Iterator

import msgspec

from paperchase.games.fugitive.deck import Deck, footprints
from paperchase.games.fugitive.notes import notes, runs
from paperchase.games.fugitive.rules import Fugitive
from paperchase.games.fugitive.state import (
    CLOSED,
    Place,
    Public,
    Secret,
    hideout_slot,
    sprint_slot,
    stock,
)
from paperchase.games.fugitive.suspects import Suspects, suspects
from paperchase.scene import Area, Entry, Label, Scene

GRAIN = 10
"""Points of the scene for a column of the terminal."""

_LINE = 2 * GRAIN
_WIDE = 72 * GRAIN
_CARD, _HIGH, _STEP = 50, 60, 60
_ACROSS = _WIDE // _STEP
_FLAT = 40
_TILE, _COLUMNS = 50, 14
_PILE, _SHEET = 190, 200
_STACK = 8

_LEGEND = (
    Entry("area", "card", "hideout, face up", ("found",)),
    Entry("area", "card", "sprint card, face up", ("spent",)),
    Entry("area", "card", "face down", ("back",)),
    Entry("area", "card", "face down, yours", ("own",)),
    Entry("area", "card", "in your hand", ("held",)),
    Entry("area", "card", "can lie face down", ("maybe",)),
    Entry("area", "card", "no face-down hideout", ("out",)),
)


class _Part(msgspec.Struct, frozen=True):
    """A piece of the picture, `high` points from its upper edge to that of the next."""

    high: int
    areas: tuple[Area, ...] = ()
    labels: tuple[Label, ...] = ()


def scene(rules: Fugitive, public: Public, secret: Secret | None) -> Scene:
    """The table as everybody sees it, or as the seat does whose secret is given."""
    deck, own = rules.deck, secret or Secret()
    fugitive = runs(rules, own)
    held = frozenset[int]() if fugitive else own.hand
    known = suspects(deck, public, held)
    parts = [_piles(deck, public), *_row(public, own)]
    parts.append(_notepad(deck, public, own, known, fugitive))
    if own.hand:
        parts.append(_hand(deck, own))
    areas, labels = list[Area](), list[Label]()
    y = 0
    for part in parts:
        areas += [_down_area(area, y) for area in part.areas]
        labels += [_down_label(label, y) for label in part.labels]
        y += part.high
    told = notes(rules, public, own if secret else None, known)
    return Scene(
        title=deck.name,
        width=_WIDE,
        height=y,
        grain=GRAIN,
        notes=(rules.caption(public), *told),
        areas=tuple(areas),
        labels=tuple(labels),
        legend=_LEGEND,
        about=_in_words(public, own),
    )


def _down_area(area: Area, y: int) -> Area:
    return Area(area.role, area.x, area.y + y, area.w, area.h, area.label, area.tone, area.flags)


def _down_label(label: Label, y: int) -> Label:
    return Label(label.role, label.x, label.y + y, label.text, label.size, label.anchor)


def _heading(text: str) -> Label:
    return Label("heading", 0, 15, text, 13)


def _middle(role: str, area: Area, text: str, size: int) -> Label:
    """Writing in the middle of an area, for a picture."""
    high = area.y + area.h // 2 + size * 7 // 20
    return Label(role, area.x + area.w // 2, high, text, size, "middle")


# -- the piles -----------------------------------------------------------------------------------


def _piles(deck: Deck, public: Public) -> _Part:
    marked = any(public.marks.values())
    areas, labels = list[Area](), [_heading("Piles, + events" if marked else "Piles")]
    for index, pile in enumerate(deck.piles):
        left, marks = public.left[pile.name], public.marks[pile.name]
        count = f"{left}+{marks}" if marked else str(left)
        told = f"{pile.name.upper()} {pile.low}-{pile.high}: {count} left"
        flags = () if stock(public, pile.name) else ("out",)
        area = Area("card", index * _SHEET, _LINE, _PILE, _FLAT, told, index % 3, flags)
        areas.append(area)
        labels.append(_middle("number" if not flags else "faint", area, told, 15))
    return _Part(_LINE + _FLAT + _LINE, tuple(areas), tuple(labels))


# -- the row -------------------------------------------------------------------------------------


def _row(public: Public, own: Secret) -> Iterator[_Part]:
    """The row, in as many lines as it takes."""
    places = list(enumerate(public.row))
    for start in range(0, len(places), _ACROSS):
        areas, labels = list[Area](), list[Label]()
        deepest = 0
        for column, (index, place) in enumerate(places[start : start + _ACROSS]):
            x = column * _STEP
            stack = _stack(index, place, own)
            deepest = max(deepest, len(stack))
            _draw_place(areas, labels, x, index, place, own)
            y = _LINE + _HIGH
            for value, flag in stack:
                area = Area("card", x, y, _CARD, _FLAT, _padded(value, flag), 4, (flag,))
                areas.append(area)
                labels.append(_face(area, value, flag, 14))
                y += _FLAT
        if not start:
            labels.append(_heading("The row, with the sprint cards under each hideout"))
        yield _Part(_LINE + _HIGH + deepest * _FLAT + _LINE, tuple(areas), tuple(labels))


def _draw_place(
    areas: list[Area], labels: list[Label], x: int, index: int, place: Place, own: Secret
) -> None:
    value, flag = _seen(place.value, own.cards.get(hideout_slot(index)), "found")
    area = Area("card", x, _LINE, _CARD, _HIGH, _padded(value, flag), 4, (flag,))
    areas.append(area)
    labels.append(_face(area, value, flag, 26))
    role = "query" if flag == "back" else "name"
    labels.append(Label(role, x + 5, _LINE + 13, str(index) if index else "", 9))
    if place.free:
        labels.append(Label(role, x + _CARD - 5, _LINE + 13, f"+{place.free}", 9, "end"))


def _stack(index: int, place: Place, own: Secret) -> list[tuple[str, str]]:
    """What the sprint cards of one place show, with a flag each; of many, those that are told in
    a word lie face down if they can."""
    shown = [
        _seen(value, own.cards.get(sprint_slot(index, number)), "spent")
        for number, value in enumerate(place.sprints, 1)
    ]
    if len(shown) <= _STACK:
        return shown
    shown.sort(key=lambda card: card[1] == "back")
    rest = shown[_STACK - 1 :]
    return [*shown[: _STACK - 1], (f"+{len(rest)}", rest[-1][1])]


def _seen(value: int, mine: int | None, shown: str) -> tuple[str, str]:
    """The writing on a card and its flag: face up, known to its owner, or a back."""
    if value != CLOSED:
        return str(value), shown
    return ("?", "back") if mine is None else (str(mine), "own")


def _padded(value: str, flag: str) -> str:
    """The same in the four columns of a terminal."""
    if flag == "back" and value == "?":
        return " ??"
    return f"{f'({value})' if flag == 'own' else value + ' ':>4}"


def _face(area: Area, value: str, flag: str, size: int) -> Label:
    roles = {"back": "query", "own": "dim"}
    return _middle(roles.get(flag, "number"), area, value, size)


# -- the notepad and the hand --------------------------------------------------------------------


def _notepad(deck: Deck, public: Public, own: Secret, known: Suspects, fugitive: bool) -> _Part:
    found = {place.value for place in public.row}
    spent = {card for place in public.row for card in place.sprints}
    mine = {own.cards[slot] for slot in own.cards if slot.startswith("row/")} - found
    possible = {number for numbers in known.odds() for number in numbers}
    areas, labels = list[Area](), list[Label]()
    for number in range(1, deck.goal + 1):
        row, column = divmod(number - 1, _COLUMNS)
        if number in found:
            told, flag = f"[{number}]", "found"
        elif number in spent:
            told, flag = f"s{number}", "spent"
        elif number in mine:
            told, flag = f"({number})", "own"
        elif not fugitive and number in own.hand:
            told, flag = f"h{number}", "held"
        elif number in possible:
            told, flag = str(number), "maybe"
        else:
            told, flag = "--", "out"
        box = (column * _TILE, _LINE + row * _FLAT, _TILE, _FLAT)
        area = Area("card", *box, f"{told:>4}", 4, (flag,))
        areas.append(area)
        labels.append(_middle("faint" if flag == "out" else "number", area, str(number), 14))
    keys = ["[n] face up", "s sprint card", "-- no hideout"]
    keys += ["(n) yours"] if mine else ["h in your hand"] if own.hand and not fugitive else []
    who = "Known to all" if fugitive else "Notepad"
    labels.append(_heading(f"{who}: {', '.join(keys)}"))
    rows = -(-deck.goal // _COLUMNS)
    return _Part(_LINE + rows * _FLAT + _LINE, tuple(areas), tuple(labels))


def _hand(deck: Deck, own: Secret) -> _Part:
    """A hand, with a dot for each footprint."""
    areas, labels = list[Area](), [_heading("Your hand, with the footprints of each card")]
    for index, card in enumerate(sorted(own.hand)):
        row, column = divmod(index, _ACROSS)
        dots = "" if card == deck.goal else "." * footprints(card)
        box = (column * _STEP, _LINE + row * _FLAT, _CARD, _FLAT)
        area = Area("card", *box, f"{card:>2}{dots}", 4, ("held",))
        areas.append(area)
        labels.append(_middle("number", area, str(card), 15))
        labels.append(Label("feet", area.x + _CARD - 4, area.y + _FLAT - 5, dots, 16, "end"))
    rows = -(-len(own.hand) // _ACROSS)
    return _Part(_LINE + rows * _FLAT + _LINE, tuple(areas), tuple(labels))


def _in_words(public: Public, own: Secret) -> str:
    """The row in words."""
    told: list[str] = []
    for index, place in enumerate(public.row):
        value, flag = _seen(place.value, own.cards.get(hideout_slot(index)), "found")
        cards = {"back": "face down", "own": f"{value} face down"}.get(flag, value)
        if place.sprints:
            cards += f" on {len(place.sprints)}"
        told.append(cards)
    return "row: " + ", ".join(told)
