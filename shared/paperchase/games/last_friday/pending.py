"""What the table waits for, and in which words it says so."""

from paperchase.games.last_friday.camp import COLOURS
from paperchase.games.last_friday.cards import CLUES
from paperchase.games.last_friday.chapters import camper_of
from paperchase.games.last_friday.setting import homeless
from paperchase.games.last_friday.site import Site
from paperchase.games.last_friday.state import (
    MANIAC,
    ROUNDS,
    Public,
    Stage,
    closed,
    latest,
)
from paperchase.rules import ALL, Demand, Kind
from paperchase.values import Json, Seat

SPEAKER: Seat = COLOURS[0]
"""Who submits what the campers decide together. Somebody has to (ruling)."""

NUMERALS = ("", "I", "II", "III", "IV")
"""How chapters are called."""


def pending(site: Site, public: Public) -> tuple[Demand, ...]:
    """See `RuleSet`."""
    stage = public.stage
    match stage:
        case Stage.CAMPER:
            asked = bool(public.asks)
            act = _ask(Kind.MOVE, public.turn.camper, "act", public, must=not asked)
            return (_crossed(public), act) if asked else (act,)
        case Stage.MANIAC:
            return (_ask(Kind.MOVE, MANIAC, "turn", public),)
        case Stage.TWIST:
            return (_ask(Kind.MOVE, MANIAC, "twist", public),)
        case Stage.CROSSED:
            return (_crossed(public),)
        case Stage.HEAR | Stage.LIGHT:
            return (_ask(Kind.ANSWER, MANIAC, stage.value, public, dot=public.spot),)
        case Stage.TAKE:
            slots = (public.tokens[public.spot],)
            return (_ask(Kind.REVEAL, MANIAC, "take", public, slots, dot=public.spot),)
        case Stage.LAST:
            return (_ask(Kind.REVEAL, MANIAC, "last", public, (latest(public),)),)
        case Stage.AUDIT:
            return (_ask(Kind.REVEAL, MANIAC, "audit", public, closed(public)),)
        case Stage.ROLL:
            return (_roll(public, "roll", public.spot),)
        case Stage.LOOK:
            return (_roll(public, "look", public.queue[0]),)
        case Stage.CARDS:
            return tuple(
                _ask(Kind.MOVE, colour, "card", public)
                for colour in COLOURS
                if not public.campers[colour].at
            )
        case Stage.HIDE | Stage.STREW:
            return (_ask(Kind.MOVE, MANIAC, stage.value, public),)
        case Stage.TILES:
            count = len(public.tiles)
            seat = MANIAC if count % 2 else SPEAKER
            return (_ask(Kind.MOVE, seat, "tile", public, count=count),)
        case Stage.NAME:
            return (_ask(Kind.MOVE, SPEAKER, "name", public),)
        case Stage.INSIDE:
            return tuple(
                _ask(Kind.MOVE, colour, "stand", public) for colour in homeless(site, public)
            )
        case Stage.SHELTER:
            return (_ask(Kind.MOVE, public.predestined, "stand", public),)
        case Stage.LAY:
            colour, dot = camper_of(public.queue[0])
            return (_ask(Kind.MOVE, colour, "lay", public, dot=dot),)
        case Stage.CONSENT:
            return tuple(
                _ask(Kind.MOVE, seat, "consent", public)
                for seat in (MANIAC, SPEAKER)
                if seat not in public.agreed
            )
        case Stage.TIE:
            return (_ask(Kind.MOVE, MANIAC, "tie", public, among=[*public.queue]),)
        case Stage.SPOILS:
            return (_ask(Kind.MOVE, MANIAC, "spoils", public, count=public.count),)
        case Stage.PEEK:
            return (_ask(Kind.MOVE, SPEAKER, "peek", public, count=public.count),)
        case Stage.OVER:
            return ()


def _ask(
    kind: Kind,
    seat: Seat,
    do: str,
    public: Public,
    slots: tuple[str, ...] = (),
    *,
    must: bool = True,
    **more: Json,
) -> Demand:
    about: Json = {"chapter": public.chapter, "do": do, "round": public.round, **more}
    return Demand(kind, seat, about, slots, (), must)


def _crossed(public: Public) -> Demand:
    crossings: list[Json] = [[ask.camper, ask.circle] for ask in public.asks]
    return _ask(Kind.ANSWER, MANIAC, "crossed", public, crossings=crossings)


def _roll(public: Public, do: str, dot: str) -> Demand:
    about: Json = {"do": do, "dot": dot}
    return Demand(Kind.CHANCE, ALL, about, (), (sum(public.bag),))


def drawn(public: Public, pick: int) -> str:
    """The type of the clue at that place of the sorted bag."""
    for clue, count in zip(CLUES, public.bag, strict=True):
        if pick < count:
            return clue
        pick -= count
    return CLUES[-1]


_DOES = {
    Stage.CARDS: "campers to choose their cards",
    Stage.HIDE: "the Maniac to hide",
    Stage.NAME: "campers to name the Predestined",
    Stage.INSIDE: "campers to take their places in cabins",
    Stage.STREW: "the Maniac to lay his tokens and hide",
    Stage.MANIAC: "the Maniac to move",
    Stage.TAKE: "a Hospitality token to be opened",
    Stage.ROLL: "a clue to be rolled for",
    Stage.HEAR: "the Maniac to answer what was heard",
    Stage.LIGHT: "the Maniac to answer what the Lantern lights",
    Stage.CROSSED: "the Maniac to answer what was crossed",
    Stage.TWIST: "the Maniac to play his Plot Twist or not",
    Stage.CONSENT: "both sides to agree to an early end, or not",
    Stage.LAST: "the Maniac to open his last circle",
    Stage.TIE: "the Maniac to choose the Predestined",
    Stage.AUDIT: "the Maniac to open chapters I and II",
    Stage.SPOILS: "the Maniac to choose his tokens",
    Stage.PEEK: "campers to choose the clues they look at",
    Stage.LOOK: "clues to be looked at",
}


def caption(public: Public) -> str:
    """See `RuleSet`: `chapter II, round 3 of 15: red to act`."""
    where = f"chapter {NUMERALS[public.chapter]}, "
    where += f"round {public.round} of {ROUNDS}" if public.round else "setup"
    match public.stage:
        case Stage.OVER:
            what = public.outcome.why if public.outcome else "over"
        case Stage.CAMPER:
            what = f"{public.turn.camper} to act"
        case Stage.TILES:
            side = "the Maniac" if len(public.tiles) % 2 else "campers"
            what = f"{side} to open a cabin"
        case Stage.SHELTER:
            what = f"{public.predestined}, the Predestined, to choose a cabin"
        case Stage.LAY:
            what = f"{camper_of(public.queue[0])[0]} to lay down a key"
        case _:
            what = _DOES[public.stage]
    return f"{where}: {what}"
