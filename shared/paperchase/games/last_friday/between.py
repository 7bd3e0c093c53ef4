"""What is chosen between turns and chapters, and what clues turn out to be."""

from msgspec.structs import replace

from paperchase.errors import IllegalMoveError
from paperchase.games.last_friday.campers import gains, lifted
from paperchase.games.last_friday.cards import (
    CLUES,
    CORPSE,
    GIFTS,
    KEY,
    TOKENS,
    gift,
)
from paperchase.games.last_friday.chapters import (
    audited,
    begin_round,
    camper_of,
    earned,
    end_chapter,
    find_nearest,
    foul,
    found,
    laying,
    look,
    newcomers,
    uncaught,
)
from paperchase.games.last_friday.dots import check_dot, drop_dots
from paperchase.games.last_friday.moves import in_order
from paperchase.games.last_friday.scoring import spoils, unseen
from paperchase.games.last_friday.site import Site
from paperchase.games.last_friday.state import Public, Stage
from paperchase.rules import Notice
from paperchase.values import Seat


def lay_key(site: Site, public: Public, dot: str) -> Public:
    """The first queued key is laid down. Source: seed 3."""
    colour, at = camper_of(public.queue[0])
    check_dot(dot, key_dots(site, public), f"the key of {colour}, at {at},")
    camper = public.campers[colour]
    tokens = {**public.tokens, dot: f"{KEY}{camper.key}"}
    campers = {**public.campers, colour: replace(camper, key="")}
    public = replace(public, tokens=tokens, campers=campers, queue=public.queue[1:])
    return laying(site, public, public.after)


def key_dots(site: Site, public: Public) -> tuple[str, ...]:
    """Where the first queued key may go."""
    return drop_dots(site.land(public), public, camper_of(public.queue[0])[1])


def consent(site: Site, public: Public, seat: Seat, agree: bool) -> Public:
    """One side says whether it ends chapter I early. Source: rules, section 13."""
    if not agree:
        return begin_round(site, public)
    if public.agreed:
        return end_chapter(site, replace(public, agreed=()))
    return replace(public, agreed=(seat,))


def choose_nearest(site: Site, public: Public, colour: str) -> Public:
    """The Maniac names the Predestined among the nearest. Source: seed 3."""
    if colour not in public.queue:
        raise IllegalMoveError(f"the nearest campers are {', '.join(public.queue)}")
    return uncaught(site, public, colour)


def choose_spoils(site: Site, public: Public, tokens: list[str]) -> Public:
    """The Maniac takes the tokens that he has earned. Source: seed 0."""
    able = spoils(public)
    if len(tokens) != public.count or tokens != in_order(set(tokens).intersection(able), TOKENS):
        raise IllegalMoveError(f"he takes {public.count} of {', '.join(able)}, in this order")
    return earned(site, public, tokens)


def choose_peeks(site: Site, public: Public, dots: list[str]) -> Public:
    """The campers choose the clues that they look at. Source: seed 0."""
    able = unseen(public)
    if len(dots) != public.count or dots != sorted(set(dots).intersection(able)):
        raise IllegalMoveError(f"they look at {public.count} of the clues on {', '.join(able)}")
    return look(site, public, dots)


def rolled(site: Site, public: Public, clue: str) -> Public:
    """A clue has turned out to be of this type."""
    bag: dict[str, int] = dict(zip(CLUES, public.bag, strict=True))
    if not bag.get(clue):
        raise IllegalMoveError("no such clue is left")
    public = replace(public, bag=tuple(bag[each] - (each == clue) for each in CLUES))
    if public.stage is Stage.ROLL:
        return gains(lifted(public, public.spot), clue)
    dot, *rest = public.queue
    public = replace(public, tokens={**public.tokens, dot: clue}, queue=tuple(rest))
    return public if rest else newcomers(site, public)


def opened(public: Public, notice: Notice) -> Public:
    """A Hospitality token is open. Source: seed 0."""
    dot = public.spot
    value = notice.opened[public.tokens[dot]]
    if value not in GIFTS:
        return foul(public, f"the Hospitality token on {dot} holds {value}, which is none")
    gifts = (*public.gifts, value)
    public = replace(public, gifts=gifts, stage=Stage.CAMPER, spot="")
    if gifts.count(value) > GIFTS.count(value):
        return foul(public, f"the Hospitality token on {dot} is there once too often: {value}")
    public = lifted(public, dot)
    if value == CORPSE:
        corpses = tuple(sorted((*public.corpses, dot)))
        return replace(public, corpses=corpses, owners=public.owners - 1)
    thing = gift(value)
    if not thing.startswith(KEY):
        return gains(public, thing)
    colour = public.turn.camper
    camper = public.campers[colour]
    if camper.key:
        return replace(public, tokens={**public.tokens, dot: thing})
    camper = replace(camper, key=thing.removeprefix(KEY))
    return replace(public, campers={**public.campers, colour: camper})


def last_circle(site: Site, public: Public, notice: Notice) -> Public:
    """His last circle of chapter II is open. Source: seed 3; rules, section (d)."""
    ((slot, circle),) = notice.opened.items()
    public = found(site, public, slot, circle)
    return public if public.outcome else find_nearest(site, public)


def all_open(site: Site, public: Public, notice: Notice) -> Public:
    """All turns of chapters I and II are open; whether they were legal the audit says."""
    for slot, value in notice.opened.items():
        if slot.startswith("end/") and value not in site.bits:
            return foul(public, f"{slot} holds {value}, which is no circle")
    return audited(site, public)
