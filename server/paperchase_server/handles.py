"""Names of players: which are allowed, and which nobody may tell from another."""

import unicodedata
from collections.abc import Set as AbstractSet

from paperchase.errors import MalformedError, RefusedError
from paperchase_server.lookalike import one_script, shape

LONGEST = 32
"""Most characters of a handle."""

RESERVED = ("server", "dealer", "*")
"""Names that the protocol itself uses."""

_KINDS = {"Ll", "Lu", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"}
_INSIDE = "-_."


def shapes(handle: str) -> AbstractSet[str]:
    """How `handle` looks, as it is written and in small letters."""
    return {shape(handle), shape(handle.casefold())}


def check_handle(handle: str) -> None:
    """Raises MalformedError for what is no handle, RefusedError for one of ours.

    Letters and digits of one script, with `-`, `_` or `.` between them.
    """
    if handle in RESERVED:
        raise RefusedError(f"the name {handle} is the protocol's own: take another", "reserved")
    if not 0 < len(handle) <= LONGEST:
        raise MalformedError(f"a handle has 1 to {LONGEST} characters", "handle")
    if unicodedata.normalize("NFKC", handle) != handle:
        raise MalformedError("a handle is written in plain composed letters (NFKC)", "handle")
    if not all(_letter(one) or one in _INSIDE for one in handle):
        raise MalformedError("a handle is made of letters, digits, and - _ . between", "handle")
    if not (_starts(handle[0]) and _letter(handle[-1])):
        raise MalformedError("a handle begins and ends with a letter or a digit", "handle")
    if not one_script(handle):
        raise MalformedError("the letters of a handle are all of one script", "handle")
    for reserved in RESERVED:
        if shapes(handle) & shapes(reserved):
            raise RefusedError(f"{handle} looks like the reserved name {reserved}", "reserved")


def _letter(one: str) -> bool:
    return unicodedata.category(one) in _KINDS


def _starts(one: str) -> bool:
    return _letter(one) and unicodedata.category(one)[0] != "M"
