"""The public step of Ghost Chase: what everybody, the server included, runs on each notice."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from paperchase.errors import IllegalMoveError
from paperchase.games.ghost_chase.house import GHOST, House
from paperchase.games.ghost_chase.judge import replay, stuck
from paperchase.games.ghost_chase.moves import ANSWER, CHASE, FRAME, HAUNT, PLACE, START, played
from paperchase.games.ghost_chase.state import (
    ANIMALS,
    LETTERS,
    Ghost,
    Public,
    Stage,
    Step,
    closed,
    slot,
)
from paperchase.rules import ALL, Kind, Notice, Outcome
from paperchase.told import exactly, read
from paperchase.values import Json, Seat


def apply(house: House, public: Public, notice: Notice) -> Public:
    """The table after `notice`. Raises IllegalMoveError, or ends in a foul outcome."""
    seat, told, stage = notice.seat, notice.public, public.stage
    match notice.kind:
        case Kind.MOVE if stage is Stage.GHOST and seat == GHOST:
            return _haunt(house, public, notice, read(told, HAUNT))
        case Kind.MOVE if stage is Stage.CHASE and any(seat == s for s, _ in house.turns(public)):
            exactly(notice, (), ())
            return _chase(house, public, seat, read(told, CHASE))
        case Kind.ANSWER if stage is Stage.ANSWER and seat == GHOST:
            return _answer(house, public, notice, read(told, ANSWER)["caught"])
        case Kind.REVEAL if stage in (Stage.SHOW, Stage.DAWN) and seat == GHOST:
            if told is not None:
                raise IllegalMoveError("a reveal says nothing besides what it opens")
            exactly(notice, (), closed(public))
            return _shown(house, public, notice.opened)
        case Kind.MOVE if stage is Stage.FRAME and seat == house.chasers[0]:
            exactly(notice, (), ())
            return _choose(house, public, read(told, FRAME)["frame"])
        case Kind.CHANCE if stage is Stage.FRAMES and seat == ALL:
            exactly(notice, (), ())
            return _drawn(house, public, told)
        case Kind.MOVE if stage is Stage.PLACE and seat == house.owners[public.figures.index(0)]:
            exactly(notice, (), ())
            return _place(house, public, read(told, PLACE)["place"])
        case Kind.MOVE if stage is Stage.START and seat == GHOST:
            exactly(notice, (), ())
            return _begin(house, public, read(told, START)["start"])
        case _:
            raise IllegalMoveError(f"{seat} is not asked for that now")


def lay_out(house: House, public: Public, names: tuple[str, ...]) -> Public:
    """The table with these frames in use."""
    total = sum(house.setup.animals[name] for name in names)
    return replace(public, stage=Stage.PLACE, waiting=names, total=total)


def _drawn(house: House, public: Public, told: Json) -> Public:
    for gone in ANIMALS:
        names = [name for name in ANIMALS if name != gone]
        if told == {"frames": names}:
            return lay_out(house, public, tuple(names))
    raise IllegalMoveError("the lot leaves out one of the five frames")


def _place(house: House, public: Public, room: int) -> Public:
    index = public.figures.index(0)
    _room(house, room)
    figures = (*public.figures[:index], room, *public.figures[index + 1 :])
    return replace(public, figures=figures, stage=Stage.PLACE if 0 in figures else Stage.START)


def _begin(house: House, public: Public, room: int) -> Public:
    _room(house, room)
    if room in public.figures:
        raise IllegalMoveError(f"a chaser stands in room {room}: the ghost takes an empty one")
    known = Ghost(room, frozenset((room,)), public.known.rests)
    return replace(public, stage=Stage.FRAME, known=known, ghost=room, trail={0: room})


def _choose(house: House, public: Public, name: str) -> Public:
    if name not in public.waiting:
        raise IllegalMoveError(f"that frame is not free: take {', '.join(public.waiting)}")
    return replace(
        public,
        stage=Stage.GHOST,
        active=name,
        left=house.setup.animals[name],
        waiting=tuple(other for other in public.waiting if other != name),
        round=public.round + 1,
    )


def _haunt(house: House, public: Public, notice: Notice, told: Mapping[str, Any]) -> Public:
    cheat, lock, trap = told["cheat"], told["lock"], told["trap"]
    if told["stuck"]:
        if cheat or lock or trap:
            raise IllegalMoveError("a stuck ghost does nothing besides")
        return _stuck(house, public, notice)
    name = slot(public.round)
    exactly(notice, (name,), (name,) if trap else ())
    if cheat and not public.cheats:
        raise IllegalMoveError("no deception card is left")
    if lock and not public.door:
        raise IllegalMoveError("the ghost has no door card")
    if lock and lock not in house.castle.locks:
        rooms = ", ".join(map(str, house.castle.locks))
        raise IllegalMoveError(f"that room has no door to lock: take one of {rooms}")
    if trap and (not public.trap or public.trap in public.figures):
        raise IllegalMoveError("there is no trap to enter")
    turn = played(public, told)
    after = replace(
        public,
        stage=Stage.CHASE,
        cheats=public.cheats - cheat,
        door=public.door and not lock,
        locked=lock or public.locked,
        ghost=turn.shown,
        since=(*public.since, turn),
        steps=(),
    )
    if not trap:
        return after
    if notice.opened[name] != public.trap:
        return _foul(house, after, f"round {public.round}: the room he opened holds no trap")
    return replace(after, trail={**public.trail, public.round: public.trap})


def _stuck(house: House, public: Public, notice: Notice) -> Public:
    exactly(notice, (), closed(public))
    ghost, trail, why = replay(house.ways, public, public.since, notice.opened)
    if not why and not stuck(house.ways, public, ghost):
        why = f"round {public.round}: the ghost was not stuck"
    if why:
        return _foul(house, public, why)
    after = replace(public, ghost=ghost.at, trail={**public.trail, **trail})
    return _over(after, house.chasers, f"the ghost is stuck in room {ghost.at}")


def _chase(house: House, public: Public, seat: Seat, told: Mapping[str, Any]) -> Public:
    figure, to, trap, unlock = told["figure"], told["to"], told["trap"], told["unlock"]
    left = house.left(public, seat)
    if figure == 0 and len(left) > 1:
        if to or trap or unlock:
            raise IllegalMoveError("figures can only stay together: move them one by one")
        rooms = [public.figures[each - 1] for each in left]
        steps = [Step(each, room, room) for each, room in zip(left, rooms, strict=True)]
        return _stepped(house, replace(public, steps=(*public.steps, *steps)))
    if figure not in left:
        names = ", ".join(LETTERS[each - 1] for each in left)
        raise IllegalMoveError(f"figures of {seat} that can still move: {names}")
    room = public.figures[figure - 1]
    if unlock and (to or trap):
        raise IllegalMoveError("unlocking a door takes the whole turn of the figure")
    if unlock and room not in house.door(public):
        raise IllegalMoveError(f"room {room} has no locked door")
    if to:
        _way(house, public, room, to)
    if trap and not to:
        raise IllegalMoveError("the trap is laid in a room that the figure leaves")
    if trap and (not public.card or seat != house.trapper):
        raise IllegalMoveError(f"{seat} has no trap to lay")
    target = to or room
    step = Step(figure, room, target, trap, public.locked if unlock else 0)
    after = replace(
        public,
        figures=(*public.figures[: figure - 1], target, *public.figures[figure:]),
        steps=(*public.steps, step),
        trap=room if trap else public.trap,
        card=public.card and not trap,
        locked=0 if unlock else public.locked,
    )
    return _stepped(house, after)


def _way(house: House, public: Public, room: int, to: int) -> None:
    _room(house, to)
    if to == room:
        raise IllegalMoveError(f"the figure is in room {room} already: let it stay")
    if to not in house.castle.chaser[room]:
        why = "only a ghost can pass" if to in house.ways[room] else "they do not touch"
        raise IllegalMoveError(f"no way for a chaser from room {room} to room {to}: {why}")
    door = house.door(public)
    if room in door and to in door:
        raise IllegalMoveError(f"the door from room {room} to room {to} is locked")


def _stepped(house: House, public: Public) -> Public:
    """Once all figures had their turn: a question to the ghost, if any of them moved."""
    if len(public.steps) < len(house.owners):
        return public
    if any(step.source != step.target for step in public.steps):
        return replace(public, stage=Stage.ANSWER)
    return _time(house, public)


def _answer(house: House, public: Public, notice: Notice, caught: int) -> Public:
    if caught == 0:
        exactly(notice, (), ())
        return _time(house, _entered(public, public.steps))
    if not 0 < caught <= len(public.steps):
        raise IllegalMoveError(f"this round has steps 1 to {len(public.steps)}; 0 is none of them")
    step = public.steps[caught - 1]
    if step.source == step.target:
        raise IllegalMoveError(f"in step {caught} the figure stayed, so it entered no room")
    exactly(notice, (), closed(public))
    public = _entered(_undone(public, caught), public.steps[: caught - 1])
    ghost, trail, why = replay(house.ways, public, public.since, notice.opened)
    if not why and ghost.at != step.target:
        why = f"round {public.round}: step {caught} did not enter his room {ghost.at}"
    if why:
        return _foul(house, public, why)
    after = replace(public, ghost=ghost.at, trail={**public.trail, **trail})
    who = house.owners[step.figure - 1]
    return _over(after, house.chasers, f"{who} caught the ghost in room {ghost.at}")


def _entered(public: Public, steps: tuple[Step, ...]) -> Public:
    """The round with the rooms that he says he was not caught in."""
    rooms = tuple(step.target for step in steps if step.source != step.target)
    return replace(public, since=(*public.since[:-1], replace(public.since[-1], entered=rooms)))


def _undone(public: Public, caught: int) -> Public:
    """The table as it was after step `caught`: the later ones never took place."""
    figures, trap, card, locked = [*public.figures], public.trap, public.card, public.locked
    for step in public.steps[caught:]:
        figures[step.figure - 1] = step.source
        locked = step.unlocked or locked
        if step.laid:
            trap, card = 0, True
    return replace(
        public,
        figures=tuple(figures),
        steps=public.steps[:caught],
        trap=trap,
        card=card,
        locked=locked,
    )


def _time(house: House, public: Public) -> Public:
    """One animal goes. Source: seed 4, steps 5 to 7."""
    left = public.left - 1
    if left:
        return replace(public, stage=Stage.GHOST, left=left, round=public.round + 1, steps=())
    stage = Stage.SHOW if public.waiting else Stage.DAWN
    full = replace(public, stage=stage, left=0, steps=())
    return full if closed(full) else _shown(house, full, {})


def _shown(house: House, public: Public, opened: Mapping[str, int]) -> Public:
    """All rooms since the last full frame are on the table."""
    ghost, trail, why = replay(house.ways, public, public.since, opened)
    if why:
        return _foul(house, public, why)
    trail = {**public.trail, **trail}
    after = replace(public, known=ghost, ghost=ghost.at, since=(), trail=trail)
    if public.stage is Stage.DAWN:
        return _over(after, (GHOST,), "the last animal is gone and the ghost is free")
    if len(public.waiting) == 1:
        return _choose(house, after, public.waiting[0])
    return replace(after, stage=Stage.FRAME, active="")


def _foul(house: House, public: Public, why: str) -> Public:
    return _over(public, house.chasers, why, GHOST)


def _over(public: Public, winners: tuple[Seat, ...], why: str, foul: Seat | None = None) -> Public:
    return replace(public, stage=Stage.OVER, outcome=Outcome(winners, why, foul))


def _room(house: House, room: int) -> None:
    if room not in house.castle.rooms:
        raise IllegalMoveError(
            f"there is no such room: they go from 1 to {len(house.castle.rooms)}"
        )
