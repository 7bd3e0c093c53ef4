"""What a player would send: signed entries, each built as if the one before were taken."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from paperchase import log
from paperchase.errors import IllegalMoveError, PaperchaseError, RefusedError
from paperchase.log import Entry, Signed
from paperchase.rules import Move
from paperchase.table import Stage
from paperchase.values import Seat
from paperchase_client.duties import check_clean, dues, pay
from paperchase_client.mirror import Mirror

Wish = Callable[[Mirror], Move]
"""Chooses a move where the game stands when it is asked; may raise PaperchaseError."""

WAITING = ("illegal/turn", "illegal/wait")
"""The codes of what cannot be done yet, and may be after an answer."""


class Item(msgspec.Struct, frozen=True):
    """Something signed: what stands in the outbox until the server has answered.

    `owed` tells what was paid unasked.
    """

    seat: Seat
    type: str
    signed: Signed
    hidden: Mapping[str, int]
    owed: bool = False

    @staticmethod
    def of(entry: Entry, hidden: Mapping[str, int], owed: bool = False) -> "Item":
        """The item for a fresh entry."""
        return Item(entry.seat, entry.type, entry.signed, dict(hidden), owed)

    def to_json(self) -> dict[str, Any]:
        """As it is stored."""
        wire = self.signed.to_wire()
        about = {"seat": self.seat, "type": self.type, "owed": self.owed}
        return {**about, "hidden": dict(self.hidden), **wire}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> "Item":
        """The inverse."""
        signed = Signed.from_wire({"payload": data["payload"], "sig": data["sig"]})
        return Item(data["seat"], data["type"], signed, data["hidden"], data["owed"])

    @property
    def id(self) -> str:
        """The id of the entry."""
        return log.entry_id(self.signed.payload)


def not_your_turn(mirror: Mirror) -> PaperchaseError:
    """Why there is nothing to move."""
    state = mirror.state
    if not mirror.seats:
        return RefusedError("you have no seat in this game", "seat")
    if state.outcome is not None:
        return IllegalMoveError(f"the game is over: {state.outcome.why}", "turn")
    if state.stage is Stage.OPEN:
        return IllegalMoveError("the game has not begun: seats are free", "turn")
    names = ", ".join(sorted(state.clocks)) or "the server"
    return IllegalMoveError(f"it is not your turn: {names} to act", "turn")


def rehearse(mirror: Mirror, wishes: "deque[Wish]") -> list[Item]:
    """What `Session.play` would send first, as far as the stored game tells. Sends nothing.

    Leaves of `wishes` what comes later. Raises PaperchaseError where a wish is not legal.
    """
    items = compose(mirror.draft(), wishes, scruples=True)
    if wishes and not items:
        raise not_your_turn(mirror)
    return items


def compose(draft: Mirror, wishes: "deque[Wish]", scruples: bool) -> list[Item]:
    """What is owed, and the wished moves up to the server's next roll; signed, not sent.

    It also stops where a wish has to wait for somebody's answer, and before a face-down token is
    opened: perhaps the server does that by itself. The wishes that it came to are taken away.
    The `draft` goes on as if all of it had been taken. With `scruples` nothing is signed for a
    seat that could be blamed.
    """
    items: list[Item] = []
    while not draft.dealing and not (items and draft.uncovering):
        due = next(dues(draft), None)
        if due is not None:
            if scruples and due.what != "reveal":
                check_clean(draft, due.seat)
            item = Item.of(pay(draft, due), {}, owed=True)
        elif wishes:
            try:
                move = wishes[0](draft)
            except IllegalMoveError as error:
                if error.code in WAITING and draft.answering:
                    break
                raise
            wishes.popleft()
            if scruples:
                check_clean(draft, move.seat)
            item = _sign(draft, move)
        else:
            break
        draft.pretend(log.read_entry(item.signed), {item.seat: item.hidden})
        items.append(item)
    return items


def escrow(mirror: Mirror, items: Iterable[Item]) -> list[dict[str, str | int]]:
    """The openings of the face-down tokens that `items` seal: the server opens them when asked."""
    latent = mirror.table.rules.latent
    return [
        {
            "seat": item.seat,
            "slot": slot,
            "salt": mirror.player(item.seat).secret.salt(slot),
            "value": value,
        }
        for item in items
        for slot, value in item.hidden.items()
        if latent(slot)
    ]


def _sign(draft: Mirror, move: Move) -> Item:
    known = draft.hidden.get(move.seat, {})
    entry = draft.player(move.seat).move(draft.table, draft.state, move, known)
    return Item.of(entry, move.hidden)
