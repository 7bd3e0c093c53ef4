"""What comes in by HTTP as values: strict shapes, every failure a MalformedError."""

from typing import Annotated, Any, TypeVar

import msgspec

from paperchase import api, canon, log
from paperchase.errors import MalformedError, RefusedError
from paperchase.keys import check_key
from paperchase.log import Signed
from paperchase.seal import Opening
from paperchase.values import Seat

V = TypeVar("V")


class Registration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The payload of `pc/handle/1`: a name, and the key that signs for it at one server."""

    v: int
    handle: str
    key: str
    server: str


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The payload of `pc/new/1`: the wish of a registered player for a game."""

    v: int
    server: str
    handle: str
    rules: str
    board: str
    options: dict[str, Any]
    turn: int
    title: str
    listed: bool
    nonce: str


class Escrow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The opening of a face-down token, handed in ahead; whose, and of which slot."""

    seat: Seat
    slot: str
    salt: str
    value: Annotated[int, msgspec.Meta(ge=-canon.MAX_INT, le=canon.MAX_INT)]

    @property
    def opening(self) -> Opening:
        """What the log will show once it is asked for."""
        return Opening(self.salt, self.value)


class Submission(msgspec.Struct, frozen=True):
    """What a player hands in at once: entries in order, and openings that the server holds."""

    entries: list[Signed]
    escrow: tuple[Escrow, ...] = ()


class _Submission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    entries: list[Any]
    escrow: tuple[Escrow, ...] = ()


_SUBMISSION = msgspec.json.Decoder(_Submission)


def read_signed(data: bytes) -> Signed:
    """A signed message. Raises MalformedError."""
    try:
        return Signed.from_wire(msgspec.json.decode(data))
    except (msgspec.MsgspecError, RecursionError) as error:
        raise MalformedError(f"the body is not JSON: {error}", "json") from None


def read_submission(data: bytes) -> Submission:
    """Entries, and what goes into escrow with them. Raises MalformedError."""
    try:
        read = _SUBMISSION.decode(data)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise MalformedError(f"the body is no submission: {error}", "json") from None
    entries, escrow = read.entries, read.escrow
    if not 0 < len(entries) <= api.MAX_ENTRIES:
        raise MalformedError(f"a submission has 1 to {api.MAX_ENTRIES} entries", "entries")
    messages = [Signed.from_wire(entry) for entry in entries]
    if any(len(message.payload) > canon.LIMIT for message in messages):
        raise MalformedError(f"an entry has at most {canon.LIMIT} bytes", "size")
    places = {(canon.check_name(one.seat), canon.check_name(one.slot)) for one in escrow}
    if len(places) < len(escrow) or len(escrow) > api.MAX_ESCROW:
        raise MalformedError(f"one opening a slot, {api.MAX_ESCROW} at most", "escrow")
    return Submission(messages, escrow)


def read_registration(signed: Signed, server: str) -> Registration:
    """A registration at `server` by the holder of its key.

    Raises MalformedError, EvidenceError, or RefusedError where it is meant for another server.
    """
    wish = _read(signed, Registration)
    _check_server(wish.server, server)
    signed.check(log.HANDLE, check_key(wish.key))
    return wish


def read_new_game(signed: Signed, server: str) -> NewGame:
    """A wish for a game at `server`; its signature is not checked yet.

    Raises MalformedError, or RefusedError where it is meant for another server.
    """
    wish = _read(signed, NewGame)
    _check_server(wish.server, server)
    canon.check_hex(wish.nonce)
    if not api.MIN_TURN <= wish.turn <= api.MAX_TURN:
        raise MalformedError(f"a turn has {api.MIN_TURN} to {api.MAX_TURN} seconds", "turn")
    if len(wish.title) > api.MAX_TITLE or not (wish.title.isprintable() or not wish.title):
        raise MalformedError(f"a title is one line of at most {api.MAX_TITLE} letters", "title")
    return wish


def _read(signed: Signed, kind: type[V]) -> V:
    try:
        value = msgspec.convert(canon.decode(signed.payload), kind, strict=True)
    except msgspec.ValidationError as error:
        raise MalformedError(f"the payload is not what is wanted here: {error}", "shape") from None
    if getattr(value, "v", None) != log.VERSION:
        raise MalformedError("this server reads messages of version 1", "version")
    return value


def _check_server(meant: str, server: str) -> None:
    if meant != server:
        raise RefusedError("signed for another server: fetch this one's key again", "other-server")
