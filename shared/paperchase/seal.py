"""Commitments to hidden integers, and their openings (scheme `h1`, PROTOCOL.md section 8).

A commitment is a hash over game, seat, slot, value and a salt that nobody can guess: it hides
the value, and it cannot be opened to another one, nor anywhere else.
"""

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Annotated

import msgspec

from paperchase.canon import MAX_INT, check_hex, check_name
from paperchase.errors import EvidenceError, MalformedError
from paperchase.values import Seat

SCHEME = "h1"
"""The name of this scheme in the genesis entry."""

_PREFIX = f"{SCHEME}:"
_is_commitment = re.compile(f"{_PREFIX}[0-9a-f]{{64}}").fullmatch


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What opens one slot: its salt in hex, and its value. It tells nothing of other slots."""

    salt: str
    value: Annotated[int, msgspec.Meta(ge=-MAX_INT, le=MAX_INT)]


def commit(game: str, seat: Seat, slot: str, salt: str, value: int) -> str:
    """What stands in the log while `value` is hidden. Raises MalformedError at bad names."""
    return _PREFIX + sha256(_start(game, seat, slot, salt) + _rest(value)).hexdigest()


def check_opening(commitment: str, game: str, seat: Seat, slot: str, opening: Opening) -> None:
    """Returns where `opening` opens `commitment`, else raises EvidenceError `evidence/seal`."""
    if commit(game, seat, slot, opening.salt, opening.value) != commitment:
        raise EvidenceError(f"the opening of {slot} does not fit its seal", "seal")


def find_value(
    commitment: str, game: str, seat: Seat, slot: str, salt: str, candidates: Iterable[int]
) -> int | None:
    """Which of `candidates` is sealed, once the salt is known; None where none of them is.

    So a whole game is opened by 32 bytes: the salts follow from them, the values are searched.
    """
    wanted = check_commitment(commitment).removeprefix(_PREFIX)
    start = _start(game, seat, slot, salt)
    for value in candidates:
        if sha256(start + _rest(value)).hexdigest() == wanted:
            return value
    return None


def check_slot(slot: object) -> str:
    """`slot` where it can be the name of one. Raises MalformedError."""
    return check_name(slot)


def check_commitment(commitment: object) -> str:
    """`commitment` where it is one of this scheme. Raises MalformedError."""
    if isinstance(commitment, str) and _is_commitment(commitment):
        return commitment
    raise MalformedError(f"a commitment looks like {_PREFIX}<64 hex digits>", "commitment")


def _start(game: str, seat: Seat, slot: str, salt: str) -> bytes:
    # Canonical JSON written out: hex and names need no escapes, the keys are in order.
    return (
        f'{{"game":"{check_hex(game)}","salt":"{check_hex(salt)}","seat":"{check_name(seat)}",'
        f'"slot":"{check_name(slot)}","t":"pc/commit/1","value":'
    ).encode()


def _rest(value: int) -> bytes:
    if isinstance(value, bool) or not -MAX_INT <= value <= MAX_INT:
        raise MalformedError("a slot holds an integer up to 2^53-1", "value")
    return b"%d}" % value
