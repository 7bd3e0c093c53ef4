"""What the ghost may do, and whether the rooms he opens tell of nothing else.

The same judgement serves the ghost before he seals a room, everybody when he opens one, and
the audit of the whole game.
"""

from collections.abc import Iterable, Mapping

from paperchase.games.ghost_chase.state import Ghost, Public, Round, slot

Ways = Mapping[int, frozenset[int]]


def complaint(ways: Ways, ghost: Ghost, played: Round, room: int) -> str:
    """The rule that being in `room` at the end of his turn would break, or nothing.

    `played.shown` says that he claims to have entered the trap. Source: seed 4, step 3 and
    "special features".
    """
    if type(room) is not int or room not in ways:
        return "there is no such room"
    if room == ghost.at:
        if played.cheat:
            return "a deception card leads to another room, and this is the same"
        if played.shown:
            return "a trap works on entering its room, and he rested"
        return "" if ghost.rests else "no rest card is left"
    if room not in ways.get(ghost.at, ()):
        return f"room {room} does not touch room {ghost.at}"
    if room in played.taken:
        return f"a chaser stands in room {room}"
    if room in ghost.visited and not played.cheat:
        return f"room {room} was visited already, and only a deception card leads back"
    if played.cheat and room not in ghost.visited:
        return f"room {room} is new, and a deception card leads only to a visited room"
    if room == played.trap and not played.shown:
        return f"room {room} holds the trap, so it has to be opened"
    if played.shown and room != played.trap:
        return f"room {room} holds no trap"
    return ""


def moved(ghost: Ghost, room: int) -> Ghost:
    """The ghost after a turn that ended in `room`: a rest where he was there already."""
    if room == ghost.at:
        return Ghost(room, ghost.visited, max(0, ghost.rests - 1))
    return Ghost(room, ghost.visited | {room}, ghost.rests)


def reach(ways: Ways, ghost: Ghost, taken: Iterable[int]) -> frozenset[int]:
    """The rooms that he touches and that are free of chasers, visited or not."""
    return ways.get(ghost.at, frozenset[int]()).difference(taken)


def stuck(ways: Ways, public: Public, ghost: Ghost) -> bool:
    """Whether he has no move, no rest and no cheat. Source: seed 4, step 7."""
    if ghost.rests:
        return False
    free = reach(ways, ghost, public.figures)
    return not free if public.cheats else free <= ghost.visited


def replay(
    ways: Ways, public: Public, rounds: Iterable[Round], opened: Mapping[str, int]
) -> tuple[Ghost, dict[int, int], str]:
    """The rounds since the last full opening, with all their rooms on the table.

    Returns the ghost, the rooms by round, and what the first bad room breaks, or nothing. A
    room that a figure entered while he said "not caught" is a bad one.
    """
    ghost, trail = public.known, dict[int, int]()
    for played in rounds:
        room = played.shown or opened[slot(played.number)]
        why = complaint(ways, ghost, played, room)
        if not why and room in played.entered:
            why = f"a figure had entered room {room}, and he denied it"
        if why:
            return ghost, trail, f"round {played.number}: {why}"
        ghost = moved(ghost, room)
        trail[played.number] = room
    return ghost, trail, ""
