"""The Maniac's moves as he makes them: what he hides, and what it makes him say."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from paperchase.games.last_friday.cards import AXE, INVISIBILITY, SHADOW, SPEED, TWIST
from paperchase.games.last_friday.chapters import kill
from paperchase.games.last_friday.dots import clue_dots
from paperchase.games.last_friday.judge import (
    axe_steps,
    begins,
    catchers,
    cornered,
    double_steps,
    playable,
    routes_from,
    scheduled,
    shown_slot,
    truth,
)
from paperchase.games.last_friday.moves import SILENT
from paperchase.games.last_friday.scoring import stock
from paperchase.games.last_friday.site import Site
from paperchase.games.last_friday.state import (
    MANIAC,
    Public,
    Secret,
    Stage,
    latest,
    name_turn,
    start_slot,
    turn_slots,
)
from paperchase.games.last_friday.trails import Route
from paperchase.rules import NONE, Kind, Move


def turn_move(
    site: Site,
    public: Public,
    secret: Secret,
    routes: Sequence[Route],
    *,
    token: str = "",
    axe: str = "",
    clue: str | None = None,
) -> Move:
    """A turn along `routes`, from where they begin. Without a `clue` the first dot gets it.

    A token of TWIST makes it the extra turn of this round.
    """
    twist = token == TWIST
    land = site.land(public, axe)
    true = truth(land, public, routes, token, twist)
    end, mid, path, path2 = turn_slots(name_turn(public, twist))
    two = len(routes) > 1
    hidden = {
        end: routes[-1].end,
        mid: routes[0].end if two else NONE,
        path: routes[0].id,
        path2: routes[1].id if two else NONE,
    }
    if begins(public):
        hidden[start_slot(public.chapter)] = routes[0].start
    if clue is None:
        dots = turn_clues(site, public, secret, routes, token, axe)
        clue = dots[0] if dots else ""
    told = {
        "axe": axe,
        "clue": clue,
        "kills": true.kills,
        "lanterns": true.lanterns,
        "stuck": "",
        "token": token,
        "traps": true.traps,
    }
    return Move(Kind.MOVE, MANIAC, told, hidden, tuple(sorted(true.opens)))


def turn_clues(
    site: Site, public: Public, secret: Secret, routes: Sequence[Route], token: str, axe: str
) -> tuple[str, ...]:
    """The dots on which the clue of such a turn may be laid; none where none is due."""
    twist = token == TWIST
    if not scheduled(public, token, twist) or not stock(public):
        return ()
    land = site.land(public, axe)
    true = truth(land, public, routes, token, twist)
    slot = shown_slot(public, name_turn(public, twist))
    circle = secret.trail.get(slot, routes[-1].end)
    after = replace(
        kill(public, true.kills),
        traps=tuple(dot for dot in public.traps if dot not in true.traps),
        lanterns=tuple(dot for dot in public.lanterns if dot not in true.lanterns),
    )
    return clue_dots(land, after, circle)


def stuck_move(public: Public, by: str) -> Move:
    """He is cornered, and opens where he is."""
    slot = latest(public)
    opens = () if slot in public.known else (slot,)
    return Move(Kind.MOVE, MANIAC, {**SILENT, "stuck": by}, {}, opens)


def origins(site: Site, public: Public, secret: Secret) -> tuple[int, ...]:
    """The circles from which his turn can begin: one, but for the first of chapter III."""
    return site.starts(public) if begins(public) else (secret.at,)


def turns(site: Site, public: Public, secret: Secret) -> Iterator[tuple[str, str, list[Route]]]:
    """Every turn that he may take: the token used or "", the cabin broken open or "", routes."""
    land = site.land(public)
    if public.stage is Stage.TWIST:
        for route in routes_from(land, public, secret.at):
            yield TWIST, "", [route]
        return
    tokens = playable(public)
    for at in origins(site, public, secret):
        for route in routes_from(land, public, at):
            for token in ("", INVISIBILITY, SHADOW):
                if not token or token in tokens:
                    yield token, "", [route]
        if SPEED in tokens:
            for routes in double_steps(land, public, at):
                yield SPEED, "", [*routes]
        if AXE in tokens:
            for colour, route in axe_steps(site, public, at):
                yield AXE, colour, [route]


def stucks(site: Site, public: Public, secret: Secret) -> list[Move]:
    """How he says that he is caught, where he is."""
    if public.stage is Stage.TWIST or begins(public):
        return []
    land = site.land(public)
    if not cornered(land, public, secret.at):
        return []
    by = catchers(land, public, secret.at) if public.chapter == 2 else ["all"]
    return [stuck_move(public, colour) for colour in by]
