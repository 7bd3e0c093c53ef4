"""Lies that any game can be told: one random dishonest change in an otherwise honest game."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from paperchase.audit import Verdict
from paperchase.rules import Demand, Kind, Move
from paperchase.testing.match import Agent, Twist
from paperchase.testing.source import Source
from paperchase.values import Json

GARBAGE = (-1, 0, 999, 2**53 - 1)
"""Values that no slot holds, among them NONE, which some hold."""


def liar(source: Source, wait: int) -> Twist:
    """Lies once, at the first chance after `wait` of its decisions: in a hidden value, in what
    is said in public, in an answer, or in what is opened with it."""
    decisions = 0

    def twist(agent: Agent, demand: Demand, move: Move) -> Move | None:
        nonlocal decisions
        decisions += 1
        if decisions <= wait or demand.kind == Kind.REVEAL:
            return None
        lie = distort(agent, move, source)
        return None if lie == move else lie

    return twist


def distort(agent: Agent, move: Move, source: Source) -> Move:
    """`move` with one thing changed; the same where there is nothing to change."""
    ways = ["public", "opens"]
    if move.hidden:
        ways += ["hidden"] * 4
    way = ways[source.below(len(ways))]
    if way == "hidden":
        slots = sorted(move.hidden)
        slot = slots[source.below(len(slots))]
        rules, public = agent.match.table.rules, agent.match.state.public
        values = (*rules.values(public, slot), *GARBAGE)
        value = values[source.below(len(values))]
        return replace(move, hidden={**move.hidden, slot: value})
    if way == "opens":
        known = sorted({*agent.known, *move.hidden})
        if not known:
            return move
        return replace(move, opens=tuple(_flip(move.opens, known[source.below(len(known))])))
    return replace(move, public=_changed(move.public, source))


def lost(verdict: Verdict, seat: str) -> bool:
    """Whether the audit has found `seat` out."""
    return any(seat in one.blamed for one in verdict.findings)


def _flip(opens: Sequence[str], slot: str) -> list[str]:
    return [each for each in opens if each != slot] + ([] if slot in opens else [slot])


def _changed(told: Json, source: Source) -> Any:
    """A neighbour of what was said: one flag, number or key of it is another."""
    match told:
        case bool():
            return not told
        case int():
            return told + (1 if source.chance(50) else -1)
        case None:
            return source.below(4)
        case str():
            return None
        case Mapping():
            if not told:
                return None
            keys = sorted(told)
            key = keys[source.below(len(keys))]
            return {**told, key: _changed(told[key], source)}
        case _:
            parts = list(told)
            if not parts:
                return [0]
            place = source.below(len(parts))
            parts[place] = _changed(parts[place], source)
            return parts
