"""What is to be told of a game at a glance: enough to list and to show it.

A card is written when a session ends, so that `show` and `games` need neither the rules nor
the log, and come at once.
"""

from typing import Any

import msgspec

from paperchase_client.misdeal import Misdeal, alarm
from paperchase_client.options import duration, short
from paperchase_client.output import plain


class Card(msgspec.Struct, frozen=True):
    """A game after `length` entries, as one player sees it.

    `kept` are the player's orders that wait for an answer, `misdealt` what the server dealt him
    wrongly; `own` is the picture for his eyes and `public` everybody's, packed as JSON; `winners`
    and `why` say how it ended, if it has.
    """

    game: str
    rules: str
    title: str
    stage: str
    caption: str
    length: int
    head: str
    t: int
    seats: dict[str, str | None]
    mine: tuple[str, ...]
    deadlines: dict[str, int]
    winners: tuple[str, ...] = ()
    why: str | None = None
    kept: tuple[str, ...] = ()
    misdealt: tuple[Misdeal, ...] = ()
    own: msgspec.Raw = msgspec.Raw(b"null")
    public: msgspec.Raw = msgspec.Raw(b"null")

    @property
    def due(self) -> int | None:
        """When the first of the player's own clocks runs out, if one runs."""
        return min((self.deadlines[s] for s in self.mine if s in self.deadlines), default=None)

    @property
    def alarm(self) -> str:
        """What the player must know of a server that deals wrongly, while the game runs."""
        return alarm(self.misdealt) if self.misdealt and self.stage != "closed" else ""

    @property
    def yours(self) -> tuple[str, ...]:
        """The player's own seats that the table waits for."""
        return tuple(seat for seat in self.mine if seat in self.deadlines)


def heading(card: Card) -> str:
    """Id and title."""
    return plain(f"{short(card.game)}  {card.title}")


def turn(card: Card, now: float) -> str:
    """Where the game stands and who is to act, in one line."""
    return plain(_turn(card, now))


def _turn(card: Card, now: float) -> str:
    match card.stage:
        case "open":
            free = [seat for seat, handle in card.seats.items() if handle is None]
            return f"waits for players: {', '.join(free)} free"
        case "closed":
            return ending(card)
        case "reveal":
            owing = ", ".join(sorted(card.deadlines)) or "the server"
            return f"{ending(card)} Still to reveal: {owing}."
        case _:
            return f"{card.caption}. {_waits(card, now)}{_kept(card)}"


def place(card: Card) -> str:
    """Where a game stands that waits for the player, for a list that says so beside it."""
    where = ending(card) if card.stage == "reveal" else card.caption
    return plain(where + _kept(card))


def ending(card: Card) -> str:
    """How it ended."""
    return f"Over: {card.why}. Won by {', '.join(card.winners) or 'nobody'}."


def _waits(card: Card, now: float) -> str:
    if card.due is not None:
        return f"Your turn ({', '.join(card.yours)}), {_due(card.due, now)}."
    if not card.deadlines:
        return "The server is to act."
    names, first = ", ".join(sorted(card.deadlines)), min(card.deadlines.values())
    return f"Waiting for {names}, {_due(first, now)}."


def _due(due: int, now: float) -> str:
    return f"due in {duration(due - now)}" if due >= now else "the deadline has passed"


def _kept(card: Card) -> str:
    return f" Kept until then: {'; '.join(card.kept)}." if card.kept else ""


def advice(card: Card) -> str:
    """The next command to type, or nothing."""
    game = short(card.game)
    if card.stage == "open":
        return f"Invite the others: paperchase join {card.game}"
    if card.stage == "closed":
        return f"Check it: paperchase verify {game}"
    if card.yours and card.stage == "play":
        return f"Next: paperchase moves {game}, then paperchase move {game} ORDER"
    return ""


def as_json(card: Card) -> dict[str, Any]:
    """The same for scripts."""
    outcome = {"winners": list(card.winners), "why": card.why} if card.why is not None else None
    return {
        "game": card.game,
        "rules": card.rules,
        "title": card.title,
        "stage": card.stage,
        "caption": card.caption,
        "length": card.length,
        "head": card.head,
        "t": card.t,
        "seats": card.seats,
        "mine": list(card.mine),
        "deadlines": card.deadlines,
        "your_turn": list(card.yours),
        "kept": list(card.kept),
        "misdealt": [msgspec.to_builtins(one) for one in card.misdealt],
        "outcome": outcome,
    }
