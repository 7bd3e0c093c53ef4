"""The rules of Ghost Chase: RULES.md in code. The public step is in `play`."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from paperchase.games.ghost_chase.castle import Castle
from paperchase.games.ghost_chase.house import GHOST, House, furnish
from paperchase.games.ghost_chase.info import read_setup
from paperchase.games.ghost_chase.judge import complaint, moved, reach, stuck
from paperchase.games.ghost_chase.moves import HAUNT, START, chase_move, haunt_move, played
from paperchase.games.ghost_chase.play import apply, lay_out
from paperchase.games.ghost_chase.state import (
    ANIMALS,
    LETTERS,
    Ghost,
    Public,
    Stage,
    closed,
    slot,
)
from paperchase.options import Value
from paperchase.rules import ALL, Below, Demand, Foul, Kind, Move, Notice, Outcome
from paperchase.told import fields
from paperchase.values import Json, Seat


class GhostChase(msgspec.Struct, frozen=True):
    """The rule set, bound to a castle and to options. Make it with `ghost_chase`."""

    house: House

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The ghost, and the chasers clockwise from him."""
        return (GHOST, *self.house.chasers)

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """See `RuleSet`. Source: seed 4, step 7: all chasers win together."""
        return {"ghost": (GHOST,), "chasers": self.house.chasers}

    @property
    def chance(self) -> bool:
        """Frames are drawn by lot unless all five are in use."""
        return not self.house.setup.all_frames

    @property
    def public_type(self) -> type[Public]:
        """See `RuleSet`."""
        return Public

    @property
    def secret_type(self) -> type[Ghost]:
        """See `RuleSet`."""
        return Ghost

    def start(self) -> Public:
        """An empty castle; a lot over the frames comes first. Source: seed 4, steps 1 and 2."""
        setup = self.house.setup
        public = Public(
            stage=Stage.FRAMES,
            figures=(0,) * len(self.house.owners),
            waiting=(),
            known=Ghost(rests=setup.rests),
            cheats=setup.cheats,
            door=setup.door,
            card=setup.trap,
        )
        return lay_out(self.house, public, ANIMALS) if setup.all_frames else public

    def secret(self, public: Public, seat: Seat) -> Ghost:
        """The ghost with his rest cards; nothing for anybody else."""
        return Ghost(rests=self.house.setup.rests) if seat == GHOST else Ghost()

    def pending(self, public: Public) -> tuple[Demand, ...]:
        """See `RuleSet`. Chasers who have figures left move as they come, or in seat order."""
        house, number = self.house, public.round
        match public.stage:
            case Stage.FRAMES:
                return (Demand(Kind.CHANCE, ALL, {"do": "frames"}, lots=(len(ANIMALS),)),)
            case Stage.PLACE:
                figure = public.figures.index(0) + 1
                about: Json = {"do": "place", "figure": figure}
                return (Demand(Kind.MOVE, house.owners[figure - 1], about),)
            case Stage.START:
                return (Demand(Kind.MOVE, GHOST, {"do": "start"}),)
            case Stage.FRAME:
                return (Demand(Kind.MOVE, house.chasers[0], {"do": "frame", "round": number}),)
            case Stage.GHOST:
                return (Demand(Kind.MOVE, GHOST, {"do": "ghost", "round": number}),)
            case Stage.CHASE:
                return tuple(
                    Demand(Kind.MOVE, seat, {"do": "chase", "figures": left, "round": number})
                    for seat, left in house.turns(public)
                )
            case Stage.ANSWER:
                return (Demand(Kind.ANSWER, GHOST, {"do": "answer", "round": number}),)
            case Stage.SHOW | Stage.DAWN:
                about = {"do": "show", "round": number}
                return (Demand(Kind.REVEAL, GHOST, about, closed(public)),)
            case Stage.OVER:
                return ()

    def choices(self, public: Public, secret: Ghost, demand: Demand) -> Iterator[Move]:
        """Every move there is; exactly one where an answer or an opening is owed."""
        seat, kind = demand.seat, demand.kind
        match public.stage:
            case Stage.PLACE:
                yield from (Move(kind, seat, {"place": room}) for room in self.house.castle.rooms)
            case Stage.START:
                for room in self.house.castle.rooms:
                    if room not in public.figures:
                        yield Move(kind, seat, {"start": room})
            case Stage.FRAME:
                yield from (Move(kind, seat, {"frame": name}) for name in public.waiting)
            case Stage.GHOST:
                yield from self._haunts(public, secret)
            case Stage.CHASE:
                yield from self._steps(public, seat)
            case Stage.ANSWER:
                caught = _caught(public, secret)
                opens = closed(public) if caught else ()
                yield Move(kind, seat, {"caught": caught}, opens=opens)
            case Stage.SHOW | Stage.DAWN:
                yield Move(kind, seat, opens=demand.slots)
            case Stage.FRAMES | Stage.OVER:
                return

    def sample(self, public: Public, secret: Ghost, demand: Demand, below: Below) -> Move:
        """One of `choices`, each as likely."""
        moves = list(self.choices(public, secret, demand))
        return moves[below(len(moves))]

    def values(self, public: Public, slot: str) -> Iterable[int]:
        """Any room."""
        return self.house.castle.rooms

    def draw(
        self, public: Public, dealer: Ghost | None, demand: Demand, picks: tuple[int, ...]
    ) -> Move:
        """Leaves one of the five frames in the box. Source: seed 4, step 1."""
        names = [name for index, name in enumerate(ANIMALS) if index != picks[0]]
        return Move(Kind.CHANCE, ALL, {"frames": names})

    def default(self, public: Public, demand: Demand) -> Move | None:
        """A late chaser stays, puts a figure into the first room, takes the next frame.

        A ghost who is late forfeits: nobody can move for him.
        """
        seat = demand.seat
        match public.stage:
            case Stage.PLACE:
                return Move(Kind.MOVE, seat, {"place": next(iter(self.house.castle.rooms))})
            case Stage.FRAME:
                return Move(Kind.MOVE, seat, {"frame": public.waiting[0]})
            case Stage.CHASE:
                left = self.house.left(public, seat)
                return chase_move(seat, left[0] if len(left) == 1 else 0)
            case _:
                return None

    def latent(self, slot: str) -> bool:
        """No room may stay sealed."""
        return False

    def apply(self, public: Public, notice: Notice) -> Public:
        """See `RuleSet`. Raises IllegalMoveError."""
        return apply(self.house, public, notice)

    def follow(self, public: Public, secret: Ghost, move: Move) -> Ghost:
        """The ghost's own turn; nobody else has a hidden one.

        Raises Foul and nothing else. What is malformed is left to `apply` to refuse.
        """
        if move.seat != GHOST or move.kind != Kind.MOVE:
            return secret
        if public.stage is Stage.START:
            told = fields(move.public, START)
            room = told["start"] if told else 0
            if room not in self.house.castle.rooms:
                return secret
            return Ghost(room, frozenset((room,)), secret.rests)
        told = fields(move.public, HAUNT)
        if public.stage is not Stage.GHOST or told is None:
            return secret
        if told["stuck"]:
            if stuck(self.house.ways, public, secret):
                return secret
            raise Foul("the ghost is not stuck: a move, a rest or a cheat is left", secret)
        room: Any = move.hidden.get(slot(public.round))
        why = complaint(self.house.ways, secret, played(public, told), room)
        known = type(room) is int and room in self.house.castle.rooms
        then = moved(secret, room) if known else secret
        if why:
            raise Foul(why, then)
        return then

    def outcome(self, public: Public) -> Outcome | None:
        """See `RuleSet`."""
        return public.outcome

    def caption(self, public: Public) -> str:
        """See `RuleSet`: `round 7 of 18: chasers to move`."""
        when = f"round {public.round} of {public.total}"
        match public.stage:
            case Stage.FRAMES:
                return "setup: the frames are drawn"
            case Stage.PLACE:
                index = public.figures.index(0)
                return f"setup: {self.house.owners[index]} to place figure {LETTERS[index]}"
            case Stage.START:
                return "setup: ghost to take a room"
            case Stage.FRAME:
                return f"before round {public.round + 1}: {self.house.chasers[0]} to take a frame"
            case Stage.GHOST:
                return f"{when}: ghost to move"
            case Stage.CHASE:
                seats = [seat for seat, _ in self.house.turns(public)]
                return f"{when}: {seats[0] if len(seats) == 1 else 'chasers'} to move"
            case Stage.ANSWER:
                return f"{when}: ghost to answer"
            case Stage.SHOW | Stage.DAWN:
                return f"{when}: ghost to open his rooms"
            case Stage.OVER:
                return f"{when}: {public.outcome.why if public.outcome else 'over'}"

    def _haunts(self, public: Public, ghost: Ghost) -> Iterator[Move]:
        if stuck(self.house.ways, public, ghost):
            yield haunt_move(public, ghost, 0)
            return
        rooms = sorted(reach(self.house.ways, ghost, public.figures))
        if not public.cheats:
            rooms = [room for room in rooms if room not in ghost.visited]
        if ghost.rests:
            rooms.append(ghost.at)
        locks = (0, *self.house.castle.locks) if public.door else (0,)
        for room in rooms:
            yield from (haunt_move(public, ghost, room, lock) for lock in locks)

    def _steps(self, public: Public, seat: Seat) -> Iterator[Move]:
        house = self.house
        left = house.left(public, seat)
        if len(left) > 1:
            yield chase_move(seat, 0)
        for figure in left:
            yield chase_move(seat, figure)
            if public.figures[figure - 1] in house.door(public):
                yield chase_move(seat, figure, unlock=True)
            for to in house.reachable(public, figure):
                yield chase_move(seat, figure, to)
                if public.card and seat == house.trapper:
                    yield chase_move(seat, figure, to, trap=True)


def ghost_chase(board: Castle, options: Mapping[str, Value]) -> GhostChase:
    """The rules on a castle. Raises MalformedError where the options do not fit together."""
    return GhostChase(furnish(board, read_setup(options)))


def _caught(public: Public, ghost: Ghost) -> int:
    """The number of the first step into the ghost's room, or 0."""
    for number, step in enumerate(public.steps, 1):
        if step.source != step.target == ghost.at:
            return number
    return 0
