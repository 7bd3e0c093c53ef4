"""A slow and obvious replay of a whole Ghost Chase with everything on the table.

Written from the rules in words (RULES.md of the game) and from the public parts that its
`moves` module lists. It shares no code with the rule set: it moves pieces on a board and looks.
`examine` says what is wrong with a finished game; nothing means that it was a legal game, every
answer in it was true, and everything that had to be opened was.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from paperchase.games.ghost_chase.castle import Castle
from paperchase.rules import Notice

BOX = ["cats", "owls", "bats", "mice", "hedgehogs"]


@dataclass(frozen=True)
class Played:
    """A notice with the values that it sealed, as the finished game shows them."""

    notice: Notice
    hidden: Mapping[str, int] = field(default_factory=dict)


class WrongError(Exception):
    """Somebody broke a rule."""


def examine(castle: Castle, options: Mapping[str, Any], record: Iterable[Played]) -> list[str]:
    """What is wrong, first things first; `["it has no end"]` for a game that just stops."""
    board = Board(castle, options)
    for number, played in enumerate(record):
        try:
            board.turn(played.notice, played.hidden)
        except WrongError as wrong:
            return [f"{number}: {wrong}"]
    return [] if board.winner else ["it has no end"]


def need(true: bool, else_: str) -> None:
    if not true:
        raise WrongError(else_)


class Board:
    """The table, the pieces on it, and the ghost's cards face up."""

    def __init__(self, castle: Castle, options: Mapping[str, Any]) -> None:
        self.castle = castle
        self.options = {
            "chasers": 1,
            "frames": "auto",
            "cats": 4,
            "owls": 4,
            "bats": 5,
            "mice": 5,
            "hedgehogs": 6,
            "cheats": 2,
            "rests": 2,
            "chimney": False,
            "door": False,
            "trap": True,
            "trap_holder": 1,
            "strict_order": False,
            **options,
        }
        players = self.options["chasers"]
        self.chasers = [f"chaser-{number}" for number in range(1, players + 1)]
        if players == 1:
            self.owner = ["chaser-1"] * 3
        elif players == 2:
            self.owner = ["chaser-1", "chaser-1", "chaser-2", "chaser-2"]
        else:
            self.owner = list(self.chasers)
        self.rooms: list[int | None] = [None for _ in self.owner]
        lots = {"four": True, "five": False, "auto": players in (2, 4)}
        self.frames: list[str] | None = None if lots[self.options["frames"]] else list(BOX)
        self.active = ""
        self.animals = 0
        self.ghost = 0
        self.been: set[int] = set()
        self.rests = self.options["rests"]
        self.cheats = self.options["cheats"]
        self.door_card = self.options["door"]
        self.trap_card = self.options["trap"]
        self.trap = 0
        self.locked: tuple[int, int] | None = None
        self.rounds = 0
        self.sealed: dict[str, int] = {}
        self.closed: list[str] = []
        self.todo: list[int] = []
        self.entries: list[tuple[int, int]] = []
        self.wait = "frames" if self.frames is None else "place"
        self.winner = ""

    def turn(self, notice: Notice, hidden: Mapping[str, int]) -> None:
        need(not self.winner, "the game was over")
        need(set(notice.sealed) == set(hidden), "a sealed value is not known")
        for name, value in hidden.items():
            need(name not in self.sealed, f"{name} is sealed twice")
            self.sealed[name] = value
        for name, value in notice.opened.items():
            need(self.sealed.get(name) == value, f"{name} did not hold {value}")
        if self.wait not in ("ghost",):
            need(not hidden, "that is no turn to seal a room in")
        getattr(self, "_" + self.wait)(notice, notice.public)

    def _who(self, notice: Notice, kind: str, seat: str) -> None:
        need(notice.kind == kind and notice.seat == seat, f"it was {seat}'s turn, for a {kind}")

    def _opens(self, notice: Notice, names: Iterable[str]) -> None:
        need(set(notice.opened) == set(names), f"it had to open {list(names)}")

    def _says(self, told: Any, *keys: str) -> None:
        need(isinstance(told, dict) and sorted(told) == sorted(keys), f"it has to say {keys}")

    # -- before the first round ----------------------------------------------------------------

    def _frames(self, notice: Notice, told: Any) -> None:
        self._who(notice, "chance", "*")
        self._opens(notice, [])
        self._says(told, "frames")
        names = list(told["frames"])
        need(len(names) == 4 and len(set(names)) == 4, "four frames are used")
        need(names == [name for name in BOX if name in names], "the frames come from the box")
        self.frames = names
        self.wait = "place"

    def _place(self, notice: Notice, told: Any) -> None:
        figure = self.rooms.index(None)
        self._who(notice, "move", self.owner[figure])
        self._opens(notice, [])
        self._says(told, "place")
        need(self._is_room(told["place"]), "a figure stands in a room")
        self.rooms[figure] = told["place"]
        if None not in self.rooms:
            self.wait = "start"

    def _start(self, notice: Notice, told: Any) -> None:
        self._who(notice, "move", "ghost")
        self._opens(notice, [])
        self._says(told, "start")
        need(self._is_room(told["start"]), "the ghost begins in a room")
        need(told["start"] not in self.rooms, "the ghost begins in an empty room")
        self.ghost = told["start"]
        self.been.add(self.ghost)
        self.wait = "frame"

    def _frame(self, notice: Notice, told: Any) -> None:
        self._who(notice, "move", "chaser-1")
        self._opens(notice, [])
        self._says(told, "frame")
        self._take_frame(told["frame"])

    def _take_frame(self, name: str) -> None:
        assert self.frames is not None
        need(name in self.frames, "that frame is not to be had")
        self.frames.remove(name)
        self.active = name
        self.animals = self.options[name]
        self.rounds += 1
        self.wait = "ghost"

    # -- the ghost -----------------------------------------------------------------------------

    def _ghost(self, notice: Notice, told: Any) -> None:
        self._who(notice, "move", "ghost")
        self._says(told, "cheat", "lock", "stuck", "trap")
        if told["stuck"] is True:
            need(not told["cheat"] and not told["lock"] and not told["trap"], "he is stuck only")
            need(not notice.sealed, "a stuck ghost goes nowhere")
            self._opens(notice, self.closed)
            need(not self._can_move(), "he was not stuck")
            self.winner = "chasers"
            return
        name = f"room/{self.rounds}"
        need(notice.sealed == (name,), f"he has to seal {name}")
        room = self.sealed[name]
        need(self._is_room(room), f"{room} is no room")
        if room == self.ghost:
            need(not told["cheat"], "a cheat is no rest")
            need(self.rests > 0, "he has no rest card")
            self.rests -= 1
            entered = False
        else:
            need(self._touch(self.ghost, room), f"{self.ghost} and {room} do not touch")
            need(room not in self.rooms, f"there is a chaser in {room}")
            if told["cheat"]:
                need(self.cheats > 0, "he has no deception card")
                need(room in self.been, f"{room} is new")
                self.cheats -= 1
            else:
                need(room not in self.been, f"he was in {room} before")
            entered = True
        if told["lock"]:
            need(self.door_card, "he has no door card")
            need(told["lock"] in self.castle.locks, f"{told['lock']} cannot be locked")
            self.door_card = False
            self.locked = self.castle.locks[told["lock"]]
        self.ghost = room
        self.been.add(room)
        if entered and room == self.trap:
            need(told["trap"] is True, "he has to say that he is in the trap")
            self._opens(notice, [name])
        else:
            need(told["trap"] is False, "he is in no trap")
            self._opens(notice, [])
            self.closed.append(name)
        self.todo = list(range(len(self.owner)))
        self.entries = []
        self.wait = "chase"

    def _can_move(self) -> bool:
        if self.rests:
            return True
        for room in self.castle.rooms:
            free = self._touch(self.ghost, room) and room not in self.rooms
            if free and (room not in self.been or self.cheats):
                return True
        return False

    def _touch(self, a: int, b: int) -> bool:
        if b in self.castle.ghost[a]:
            return True
        secret = [self.castle.passage] + ([self.castle.chimney] if self.options["chimney"] else [])
        return (a, b) in secret or (b, a) in secret

    def _is_room(self, room: Any) -> bool:
        return type(room) is int and room in self.castle.rooms

    # -- the chasers ---------------------------------------------------------------------------

    def _chase(self, notice: Notice, told: Any) -> None:
        seat = notice.seat
        need(notice.kind == "move" and seat in self.chasers, "the chasers have to move")
        mine = [figure for figure in self.todo if self.owner[figure] == seat]
        need(bool(mine), f"{seat} has moved already")
        if self.options["strict_order"]:
            need(seat == self.owner[self.todo[0]], f"{seat} is not the next")
        self._opens(notice, [])
        self._says(told, "figure", "to", "trap", "unlock")
        if told["figure"] == 0:
            need(len(mine) > 1, "name the figure")
            need(told == {"figure": 0, "to": 0, "trap": False, "unlock": False}, "they all stay")
            for figure in mine:
                self._had_turn(figure, None)
            return
        figure = told["figure"] - 1
        need(figure in mine, "that figure is not yours, or had its turn")
        here = self.rooms[figure]
        assert here is not None
        if told["unlock"]:
            need(told["to"] == 0 and not told["trap"], "unlocking is all it does")
            need(self.locked is not None and here in self.locked, "no locked door there")
            self.locked = None
            self._had_turn(figure, None)
            return
        if told["to"] == 0:
            need(not told["trap"], "it has to leave the room to leave a trap in it")
            self._had_turn(figure, None)
            return
        there = told["to"]
        need(there in self.castle.chaser[here], f"no way from {here} to {there}")
        shut = self.locked is not None and {here, there} == set(self.locked)
        need(not shut, "the door is locked")
        if told["trap"]:
            need(self.trap_card, "the trap is gone")
            need(seat == f"chaser-{self.options['trap_holder']}", "another one has the trap")
            self.trap_card = False
            self.trap = here
        self.rooms[figure] = there
        self._had_turn(figure, there)

    def _had_turn(self, figure: int, entered: int | None) -> None:
        self.todo.remove(figure)
        self.entries.append((figure, entered or 0))
        if not self.todo:
            if any(room for _, room in self.entries):
                self.wait = "answer"
            else:
                self._animal()

    # -- what the ghost owes -------------------------------------------------------------------

    def _answer(self, notice: Notice, told: Any) -> None:
        self._who(notice, "answer", "ghost")
        self._says(told, "caught")
        truth = 0
        for number, (_, room) in enumerate(self.entries, 1):
            if room == self.ghost:
                truth = number
                break
        need(told["caught"] == truth, f"he said {told['caught']}, and the truth is {truth}")
        if truth:
            self._opens(notice, self.closed)
            self.winner = "chasers"
        else:
            self._opens(notice, [])
            self._animal()

    def _animal(self) -> None:
        self.animals -= 1
        if self.animals:
            self.rounds += 1
            self.wait = "ghost"
        elif self.closed:
            self.wait = "show"
        else:
            self._next_frame()

    def _show(self, notice: Notice, told: Any) -> None:
        self._who(notice, "reveal", "ghost")
        need(told is None, "a reveal says nothing")
        self._opens(notice, self.closed)
        self._next_frame()

    def _next_frame(self) -> None:
        assert self.frames is not None
        self.closed = []
        if not self.frames:
            self.winner = "ghost"
        elif len(self.frames) == 1:
            self._take_frame(self.frames[0])
        else:
            self.wait = "frame"
