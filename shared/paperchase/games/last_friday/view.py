"""What is to be seen of a game: the camp, and all that stands and lies in it."""

from paperchase.games.last_friday.camp import COLOURS
from paperchase.games.last_friday.cards import CARDS, HOSPITALITY, KEY, UNSEEN, gift
from paperchase.games.last_friday.pending import caption
from paperchase.games.last_friday.rules import LastFriday
from paperchase.games.last_friday.scene import Marks, Pawn, Thing, camp_scene
from paperchase.games.last_friday.state import Public, Secret, Stage
from paperchase.games.last_friday.trails import Node
from paperchase.scene import Scene

_LETTERS: dict[str, str] = dict(zip(COLOURS, "RYGBN", strict=True))
_CLUES = {"hearing": "H", "trap": "T", "lantern": "L", "shovel": "S", "sneakers": "N"}


def scene(rules: LastFriday, public: Public, secret: Secret | None) -> Scene:
    """The camp as everybody sees it, or as the Maniac does, whose secret is given.

    A terminal shows the neighbourhood of whoever is to move.
    """
    own = secret if secret and secret.at else None
    pawns = [_pawn(public, colour) for colour in COLOURS if public.campers[colour].at]
    if own:
        pawns.append(Pawn("lurking", "M", own.at))
    elif public.pawn:
        pawns.append(Pawn("maniac", "M", public.pawn))
    seen: dict[int, list[str]] = {}
    for number, slot in enumerate(public.ends):
        if slot in public.known:
            seen.setdefault(public.known[slot], []).append(str(number))
    marks = Marks(
        things=_things(public, own),
        tiles=public.tiles,
        seen={circle: ",".join(rounds) for circle, rounds in sorted(seen.items())},
        boat=public.boat,
    )
    return camp_scene(rules.site.camp, pawns, marks, _notes(public), _focus(public, own))


def _pawn(public: Public, colour: str) -> Pawn:
    role = "predestined" if colour == public.predestined else "camper"
    return Pawn(role, _LETTERS[colour], public.campers[colour].at, COLOURS.index(colour))


def _things(public: Public, own: Secret | None) -> tuple[Thing, ...]:
    things = [Thing("corpse", dot) for dot in public.corpses]
    things += [Thing("bear-trap", dot) for dot in public.traps]
    things += [Thing("lantern", dot) for dot in public.lanterns]
    for dot, token in sorted(public.tokens.items()):
        if token == UNSEEN:
            things.append(Thing("hidden-clue", dot))
        elif token.startswith(HOSPITALITY):
            things.append(Thing("welcome", dot, _gift(token, own)))
        elif token.startswith(KEY):
            things.append(Thing(f"key-{token.removeprefix(KEY)}", dot))
        else:
            things.append(Thing("known-clue", dot, _CLUES[token]))
    return tuple(things)


def _gift(token: str, own: Secret | None) -> str:
    """What his token hides, for the Maniac alone: the first letter of it."""
    index = int(token.removeprefix(HOSPITALITY))
    if own is None or index >= len(own.gifts) or not own.gifts[index]:
        return ""
    thing = gift(own.gifts[index])
    if thing.startswith(KEY):
        return _LETTERS[thing.removeprefix(KEY)]
    return _CLUES.get(thing, "+")


def _notes(public: Public) -> tuple[str, ...]:
    notes = [caption(public)]
    held, spent = ", ".join(public.held) or "none", ", ".join(public.spent)
    notes.append(f"Maniac's tokens: {held}" + (f"; used: {spent}" if spent else ""))
    for colour in COLOURS:
        camper = public.campers[colour]
        if camper.at and camper.cards:
            key = (f"key of {camper.key}",) if camper.key else ()
            has = ", ".join((*camper.clues, *key)) or "nothing"
            notes.append(f"{CARDS[colour][camper.cards[-1]].name.title()} ({colour}): {has}")
    return tuple(notes)


def _focus(public: Public, own: Secret | None) -> Node | None:
    if own and public.stage in (Stage.MANIAC, Stage.TWIST):
        return own.at
    if public.turn.camper:
        return public.campers[public.turn.camper].at
    return own.at if own else public.pawn or None
