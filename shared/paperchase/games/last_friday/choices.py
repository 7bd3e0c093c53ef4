"""The legal moves of a demand: all that count, or one by lot."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from paperchase.errors import IllegalMoveError
from paperchase.games.last_friday.between import key_dots
from paperchase.games.last_friday.camp import COLOURS
from paperchase.games.last_friday.campers import PLACED, THE_KEY, reach
from paperchase.games.last_friday.cards import GIFTS, SHOVEL, TOKENS
from paperchase.games.last_friday.chapters import shelters
from paperchase.games.last_friday.dots import drop_dots, lay_dots
from paperchase.games.last_friday.moves import act_move, go_move, in_order, pass_move
from paperchase.games.last_friday.play import apply
from paperchase.games.last_friday.scoring import spoils, unseen
from paperchase.games.last_friday.setting import (
    CORPSES,
    GIFT_SLOTS,
    SCATTERED,
    around,
    cards_left,
    strewable,
    unburied,
)
from paperchase.games.last_friday.site import BOAT, Site
from paperchase.games.last_friday.state import (
    MANIAC,
    Public,
    Secret,
    Stage,
    latest,
    start_slot,
)
from paperchase.games.last_friday.turns import stucks, turn_clues, turn_move, turns
from paperchase.rules import Below, Demand, Kind, Move, Notice
from paperchase.values import Json, Seat

T = TypeVar("T")

_MANY = 40
_TRIES = 12


def choices(site: Site, public: Public, secret: Secret, demand: Demand) -> Iterator[Move]:
    """See `RuleSet`: exactly one where it is owed."""
    if demand.kind is Kind.REVEAL:
        yield Move(Kind.REVEAL, demand.seat, None, {}, demand.slots)
    elif demand.kind is Kind.ANSWER:
        yield _answer(site, public, secret)
    elif public.stage is Stage.CAMPER:
        yield from _able(site, public)
    elif public.stage in (Stage.MANIAC, Stage.TWIST):
        if public.stage is Stage.TWIST:
            yield pass_move()
        for token, axe, routes in islice(turns(site, public, secret), 2 * _MANY):
            yield turn_move(site, public, secret, routes, token=token, axe=axe)
        yield from stucks(site, public, secret)
    elif public.stage is Stage.HIDE:
        piers = [pier.name for pier in site.camp.piers]
        for index, circle in enumerate(site.starts(public)):
            gifts = [*GIFTS[index:], *GIFTS[:index]]
            yield hide_move(piers[index % len(piers)], gifts, circle)
    elif public.stage is Stage.STREW:
        for index in range(3):
            yield _strew(site, public, _stride(index))
    else:
        for told in islice(_plain(site, public, demand.seat), _MANY):
            yield Move(Kind.MOVE, demand.seat, told)


def sample(site: Site, public: Public, secret: Secret, demand: Demand, below: Below) -> Move:
    """See `RuleSet`."""
    if demand.kind is not Kind.MOVE:
        return next(choices(site, public, secret, demand))
    match public.stage:
        case Stage.CAMPER:
            return _sample_act(site, public, below)
        case Stage.MANIAC | Stage.TWIST:
            return _sample_turn(site, public, secret, below)
        case Stage.HIDE:
            pier = _one(site.camp.piers, below)
            gifts = _shuffled(GIFTS, below)
            return hide_move(pier.name, gifts, _one(site.starts(public), below))
        case Stage.STREW:
            return _strew(site, public, below)
        case Stage.SPOILS:
            tokens = in_order(_shuffled(spoils(public), below)[: public.count], TOKENS)
            return Move(Kind.MOVE, demand.seat, {"tokens": tokens})
        case Stage.PEEK:
            dots = sorted(_shuffled(unseen(public), below)[: public.count])
            return Move(Kind.MOVE, demand.seat, {"dots": dots})
        case _:
            return Move(Kind.MOVE, demand.seat, _one([*_plain(site, public, demand.seat)], below))


def default(site: Site, public: Public, demand: Demand) -> Move | None:
    """See `RuleSet`: campers do the least they can; nobody can move for the Maniac."""
    if demand.kind is not Kind.MOVE:
        return None
    if demand.seat == MANIAC:
        idle = {Stage.TWIST: pass_move(), Stage.CONSENT: Move(Kind.MOVE, MANIAC, {"agree": False})}
        return idle.get(public.stage)
    if public.stage is not Stage.CAMPER:
        return Move(Kind.MOVE, demand.seat, next(_plain(site, public, demand.seat)))
    return next(legal(site, public, _least(site, public)), None)


def legal(site: Site, public: Public, moves: Iterator[Move]) -> Iterator[Move]:
    """Those of a camper's moves that the rules accept."""
    for move in moves:
        try:
            apply(site, public, Notice(move.kind, move.seat, move.public))
        except IllegalMoveError:
            continue
        yield move


def hide_move(pier: str, gifts: Sequence[int], circle: int) -> Move:
    """The Maniac's setup of chapter I."""
    hidden = {**dict(zip(GIFT_SLOTS, gifts, strict=True)), start_slot(1): circle}
    return Move(Kind.MOVE, MANIAC, {"boat": pier}, hidden)


# -- the Maniac --------------------------------------------------------------------------------


def _answer(site: Site, public: Public, secret: Secret) -> Move:
    """The truth. Source: seeds 0 and 3."""
    land, slot = site.land(public), (latest(public),)
    match public.stage:
        case Stage.HEAR:
            near = secret.at in land.near[public.spot]
            return Move(Kind.ANSWER, MANIAC, {"near": near})
        case Stage.LIGHT:
            lit = secret.at in land.near[public.spot]
            return Move(Kind.ANSWER, MANIAC, {"lit": lit}, {}, slot if lit else ())
        case _:
            places = [index for index, ask in enumerate(public.asks, 1) if ask.circle == secret.at]
            hit = places[0] if places else 0
            return Move(Kind.ANSWER, MANIAC, {"hit": hit}, {}, slot if hit else ())


def _sample_turn(site: Site, public: Public, secret: Secret, below: Below) -> Move:
    if public.stage is Stage.TWIST and below(3):
        return pass_move()
    found = [*turns(site, public, secret)]
    tokens = sorted({token for token, _, _ in found})
    if not found:
        stuck = stucks(site, public, secret)
        return _one(stuck, below) if stuck else pass_move()
    token = "" if "" in tokens and below(4) else _one(tokens, below)
    _, axe, routes = _one([turn for turn in found if turn[0] == token], below)
    dots = turn_clues(site, public, secret, routes, token, axe)
    clue = _one(dots, below) if dots else ""
    return turn_move(site, public, secret, routes, token=token, axe=axe, clue=clue)


def _strew(site: Site, public: Public, below: Below) -> Move:
    """Corpses and clues here and there, far enough from each other."""
    told: dict[str, Json] = {"boat": _one(site.camp.piers, below).name}
    scattered = (_scatter(site, public, below) for _ in range(_TRIES))
    dots = next((found for found in scattered if found), None) or _scatter(site, public, None)
    told |= {"corpses": sorted(dots[:CORPSES]), "clues": sorted(dots[CORPSES:])}
    hidden: dict[str, int] = {}
    if public.chapter != 3:
        hidden[start_slot(public.chapter)] = _one(site.starts(public), below)
    return Move(Kind.MOVE, MANIAC, told, hidden)


def _scatter(site: Site, public: Public, below: Below | None) -> list[str]:
    """Dots by lot for corpses and then clues, or none where the last ones find no room.

    Without a lot each takes as little room as it can, which is for small maps.
    """
    free, dots = strewable(site, public), list[str]()
    for index in range(CORPSES + SCATTERED):
        able = sorted(free - unburied(site, public) if index < CORPSES else free)
        if not able:
            return []
        room = {dot: len(free & around(site, public, dot)) for dot in able} if not below else {}
        dots.append(_one(able, below) if below else min(able, key=lambda dot: room[dot]))
        free = free - around(site, public, dots[-1])
    return dots


# -- campers -----------------------------------------------------------------------------------


def _able(site: Site, public: Public) -> list[Move]:
    """The usual things to do; where none of them will do, as where he has to leave a cabin past
    somebody at its door, all ways that there are."""
    for moves in (_acts(site, public), _least(site, public)):
        if found := [*legal(site, public, moves)]:
            return found
    return []


def _acts(site: Site, public: Public) -> Iterator[Move]:
    """What the camper whose turn it is could do, single steps and a few double ones."""
    turn, seat = public.turn, public.turn.camper
    camper = public.campers[seat]
    land = site.land(public)
    if turn.extra:
        yield from _rids(site, public)
        return
    yield act_move(seat, "done")
    for step in _steps(site, public, camper.at):
        yield go_move(seat, [step])
        yield go_move(seat, [step], done=True)
        yield go_move(seat, [step], dig=True)
        far = step.rpartition("/")[2]
        if turn.left > 1:
            for second in islice(_steps(site, public, far), 2):
                yield go_move(seat, [step, second], done=True)
    yield act_move(seat, "take")
    yield act_move(seat, "open")
    far = reach(site, public, seat)
    for clue in camper.clues:
        for dot in islice(lay_dots(site, land, public, camper.at, far), 2):
            yield act_move(seat, "use", token=clue, at=dot)
        yield act_move(seat, "use", token=clue)
    for thing in (*camper.clues, THE_KEY):
        for dot in islice(drop_dots(land, public, camper.at, far), 2):
            yield act_move(seat, "drop", token=thing, at=dot)


def _rids(site: Site, public: Public) -> Iterator[Move]:
    """How he gets rid of a clue that he has twice."""
    turn, seat = public.turn, public.turn.camper
    at, far, land = public.campers[seat].at, reach(site, public, seat), site.land(public)
    for dot in drop_dots(land, public, at, far):
        yield act_move(seat, "drop", token=turn.extra, at=dot)
    if turn.extra in PLACED:
        for dot in lay_dots(site, land, public, at, far):
            yield act_move(seat, "use", token=turn.extra, at=dot)
    elif turn.extra == SHOVEL:
        for step in _steps(site, public, at):
            yield go_move(seat, [step], dig=True)
    else:
        yield act_move(seat, "use", token=turn.extra)


def _least(site: Site, public: Public) -> Iterator[Move]:
    """A turn that ends as soon as it may: without a step, with one, or with all."""
    seat = public.turn.camper
    at = public.campers[seat].at
    if public.turn.extra:
        yield from _rids(site, public)
    yield act_move(seat, "done")
    paths = [[step] for step in _steps(site, public, at)]
    for _ in range(public.turn.left):
        for path in paths:
            yield go_move(seat, path, done=True)
        paths = [
            [*path, step]
            for path in paths
            for step in _steps(site, public, path[-1].rpartition("/")[2])
        ]


def _steps(site: Site, public: Public, at: str) -> list[str]:
    """The steps from a dot, those that cross no circle first, the boat last."""
    steps = sorted(site.land(public).steps.get(at, ()), key=lambda step: ("/" in step, step))
    boat = site.camp.lake.get(at, ()) if public.boat == at else ()
    return [*steps, *(BOAT + pier for pier in boat)]


def _sample_act(site: Site, public: Public, below: Below) -> Move:
    for _ in range(_TRIES):
        for move in legal(site, public, iter([_some_act(site, public, below)])):
            return move
    return _one(_able(site, public), below)


def _some_act(site: Site, public: Public, below: Below) -> Move:
    turn, seat = public.turn, public.turn.camper
    camper = public.campers[seat]
    land, far = site.land(public), reach(site, public, seat)
    if turn.extra:
        return _one([*_rids(site, public)], below)
    if camper.at in public.tokens and not below(2):
        return act_move(seat, "take")
    if camper.key and site.camp.cabins[camper.key].door == camper.at and below(4):
        return act_move(seat, "open")
    things = [*camper.clues, THE_KEY] if camper.key else [*camper.clues]
    if things and not below(5):
        thing = _one(things, below)
        if thing in camper.clues and below(4):
            dots = lay_dots(site, land, public, camper.at, far) if thing in PLACED else ("",)
            return act_move(seat, "use", token=thing, at=_one(dots, below) if dots else "")
        dots = drop_dots(land, public, camper.at, far)
        return act_move(seat, "drop", token=thing, at=_one(dots, below))
    if len(turn.trod) > 1 and not below(2):
        return act_move(seat, "done")
    path: list[str] = []
    at = camper.at
    for _ in range(1 + below(max(turn.left, 1))):
        path.append(_one(_steps(site, public, at), below))
        at = path[-1].rpartition("/")[2]
    dots = {step.rpartition("/")[2] for step in path}
    dig = SHOVEL in camper.clues and bool(dots.intersection(public.corpses))
    return go_move(seat, path, dig=dig, done=not below(2) and not dots & public.tokens.keys())


# -- what hides nothing ------------------------------------------------------------------------


def _plain(site: Site, public: Public, seat: Seat) -> Iterator[Json]:
    """The public parts of a choice between a few things."""
    match public.stage:
        case Stage.CARDS:
            for card in cards_left(seat, public.campers[seat]):
                yield {"card": card.name}
        case Stage.TILES:
            for colour in site.camp.cabins:
                if colour not in public.tiles:
                    yield {"cabin": colour}
        case Stage.NAME:
            for colour in COLOURS:
                yield {"predestined": colour}
        case Stage.INSIDE:
            for dot in site.camp.cabins[seat].inside["camper"]:
                yield {"dot": dot}
        case Stage.SHELTER:
            for dot in shelters(site, public):
                yield {"dot": dot}
        case Stage.LAY:
            for dot in key_dots(site, public):
                yield {"dot": dot}
        case Stage.CONSENT:
            yield {"agree": False}
            yield {"agree": True}
        case Stage.TIE:
            for colour in public.queue:
                yield {"nearest": colour}
        case Stage.SPOILS:
            for tokens in _some(spoils(public), public.count):
                yield {"tokens": tokens}
        case _:
            for dots in _some(unseen(public), public.count):
                yield {"dots": dots}


def _some(things: Sequence[str], count: int) -> Iterator[list[Json]]:
    """So many neighbours of a list, in its order."""
    for first in range(len(things)):
        chosen = {things[(first + index) % len(things)] for index in range(count)}
        yield [thing for thing in things if thing in chosen]


def _one(things: Sequence[T], below: Below) -> T:
    return things[below(len(things))]


def _shuffled(things: Sequence[T], below: Below) -> list[T]:
    left, found = [*things], list[T]()
    while left:
        found.append(left.pop(below(len(left))))
    return found


def _stride(start: int) -> Callable[[int], int]:
    """A plain substitute for chance, so that there are a few different examples."""
    count = start

    def below(n: int) -> int:
        nonlocal count
        count += 7
        return count % n

    return below
