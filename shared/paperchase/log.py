"""The log of a game: signed entries, signed receipts, and the chain of heads that ties them.

PROTOCOL.md sections 4 to 6 and steps V1 to V8. Bytes are signed, never objects; what was
received is stored and served as it came. An id is a hash of the signed bytes and never of a
signature, of which one message can have many.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from paperchase import canon, keys
from paperchase.canon import ENCODER, LIMIT, read_hex
from paperchase.errors import EvidenceError, MalformedError
from paperchase.keys import Identity
from paperchase.values import Json, Seat

ENTRY = "pc/entry/1"
RECEIPT = "pc/receipt/1"
HEAD = "pc/head/1"
HANDLE = "pc/handle/1"
NEW = "pc/new/1"

_STARTS = {kind: b"DSSEv1 %d %b " % (len(kind), kind.encode()) for kind in (ENTRY, RECEIPT, HEAD)}

VERSION = 1
"""The value of `v` in all payloads that this code reads and writes."""

SERVER: Seat = "server"
"""The author of what the server itself enters."""


def pae(kind: str, payload: bytes) -> bytes:
    """What is signed and hashed: the payload with its type and both lengths (DSSE v1)."""
    start = _STARTS.get(kind) or b"DSSEv1 %d %b " % (len(kind), kind.encode())
    return b"%b%d %b" % (start, len(payload), payload)


def message_id(kind: str, payload: bytes) -> str:
    """The id of a signed message: 64 hex digits."""
    return sha256(pae(kind, payload)).hexdigest()


def entry_id(payload: bytes) -> str:
    """The id of an entry; the genesis entry's is the game's."""
    return sha256(b"DSSEv1 10 pc/entry/1 %d %b" % (len(payload), payload)).hexdigest()


class Signed(msgspec.Struct, frozen=True, gc=False):
    """Bytes and a signature over them, neither of them looked at yet."""

    payload: bytes
    sig: bytes

    def check(self, kind: str, key: str) -> None:
        """Returns where `key` signed this as a `kind`, else raises EvidenceError."""
        keys.verify(key, pae(kind, self.payload), self.sig)

    def to_wire(self) -> dict[str, str]:
        """As a JSON object."""
        return {"payload": self.payload.decode(), "sig": self.sig.hex()}

    @staticmethod
    def from_wire(value: Json) -> "Signed":
        """The inverse of `to_wire`. Raises MalformedError."""
        try:
            return _from_wire(msgspec.convert(value, _WireSigned))
        except msgspec.ValidationError as error:
            raise MalformedError(f"not a signed message: {error}", "signed") from None


def sign(identity: Identity, kind: str, payload: bytes) -> Signed:
    """`payload` signed as a `kind`."""
    return Signed(payload, identity.sign(pae(kind, payload)))


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One entry, its form checked; its signature is not.

    `seat` is the author. `prev` is the head that the author knew, `own` his key's entry before
    this one; both are None where there is none, and so is `game` in the genesis entry. `link`
    is the author's next dice link, where the game has dice.
    """

    id: str
    game: str | None
    seat: Seat
    type: str
    prev: str | None
    own: str | None
    link: str | None
    body: Mapping[str, Any]
    signed: Signed


_Hex = Annotated[str, msgspec.Meta(min_length=64, max_length=64)]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
_DIGITS = b"0123456789abcdef"


@lru_cache(maxsize=1024)
def _are_names(seat: str, kind: str) -> bool:
    # Remembered, because the same few stand in all entries of a log.
    return not (seat + kind).strip("abcdefghijklmnopqrstuvwxyz0123456789_./-")


B = TypeVar("B")


class _Envelope(msgspec.Struct, Generic[B], forbid_unknown_fields=True, gc=False):
    # In the order of canonical JSON, so that it encodes to that.
    body: B
    game: _Hex | None
    link: _Hex | None
    own: _Hex | None
    prev: _Hex | None
    seat: _Name
    type: _Name
    v: Literal[1]


_AnyEnvelope = _Envelope[dict[str, Any]]
_ENVELOPES: msgspec.json.Decoder[_AnyEnvelope] = msgspec.json.Decoder(
    _Envelope[dict[str, canon.SHALLOW]]  # pyright: ignore - a type that was made at run time
)


def read_entry(signed: Signed) -> Entry:
    """The entry in `signed` (V2, V3). Raises MalformedError."""
    return _read_entry(signed, entry_id(signed.payload))


def _read_entry(signed: Signed, own_id: str) -> Entry:
    one = _read_envelope(signed.payload)
    game, link, own, prev = one.game, one.link, one.own, one.prev
    digits = (game or "") + (link or "") + (own or "") + (prev or "")
    if digits.encode().translate(None, _DIGITS) or not _are_names(one.seat, one.type):
        raise _no_entry()
    first = one.type == "genesis"
    if (game is None) != first or (prev is None) != first or (first and digits):
        raise MalformedError("only a genesis stands alone: name game and head", "entry")
    return Entry(own_id, game, one.seat, one.type, prev, own, link, one.body, signed)


def _read_envelope(payload: bytes) -> _AnyEnvelope:
    """All keys of an entry, in their types. Raises MalformedError."""
    try:
        # Most are shallow and plain, and then one typed pass tells all.
        one = _ENVELOPES.decode(payload)
        if ENCODER.encode(one) == payload and canon.is_plain(payload) and len(payload) <= LIMIT:
            return one
    except msgspec.MsgspecError:
        pass
    try:
        return msgspec.convert(canon.decode(payload), _AnyEnvelope)
    except msgspec.ValidationError:
        raise _no_entry() from None


def _no_entry() -> MalformedError:
    return MalformedError("no entry of version 1: update, or ask who sent it", "entry")


def write_entry(
    identity: Identity,
    *,
    game: str | None,
    seat: Seat,
    type: str,
    prev: str | None,
    own: str | None,
    link: str | None,
    body: Json,
) -> Entry:
    """A new entry, signed by `identity`. Raises MalformedError where it would be none."""
    value = {"v": VERSION, "game": game, "seat": seat, "type": type}
    payload = canon.encode({**value, "prev": prev, "own": own, "link": link, "body": body})
    return read_entry(sign(identity, ENTRY, payload))


def next_head(head: str, entry: str, sig: bytes, t: int) -> str:
    """The head after `entry` with the signature `sig` was received at `t`.

    The first head is the genesis id. The signature is in it so that a receipt says with which
    one the server took the entry: else whoever changes it in a copy would make the server look as
    if it had taken an entry that nobody signed.
    """
    chained = b"DSSEv1 9 pc/head/1 136 " + bytes.fromhex(head + entry) + sig + t.to_bytes(8)
    return sha256(chained).hexdigest()


class Receipt(msgspec.Struct, frozen=True, gc=False):
    """The server's statement that it took `entry` as number `seq` at `t`.

    `deadlines` are all the clocks that run after it, in unix seconds.
    """

    game: str
    seq: int
    entry: str
    prev: str | None
    head: str
    t: int
    deadlines: Mapping[Seat, int]
    signed: Signed


_HEX = "[0-9a-f]{64}"
_NAME = "[a-z0-9_./-]{1,64}"
_COUNT = "0|[1-9][0-9]{0,14}"
_RECEIPT_START = b'{"deadlines":'
_RECEIPT_REST = re.compile(
    f',"entry":"({_HEX})","game":"({_HEX})","head":"({_HEX})","prev":(?:null|"({_HEX})"),'
    f'"seq":({_COUNT}),"t":({_COUNT}),"v":1}}'
)


def read_receipt(signed: Signed) -> Receipt:
    """The receipt in `signed`, whose signature is not checked. Raises MalformedError."""
    payload = signed.payload
    cut = payload.rfind(b',"entry":')
    rest = _RECEIPT_REST.fullmatch(payload[cut:].decode("ascii", "replace"))
    if rest is None or not payload.startswith(_RECEIPT_START) or len(payload) > LIMIT:
        raise MalformedError("no receipt of version 1: update, or ask who sent it", "receipt")
    deadlines = _read_deadlines(payload[len(_RECEIPT_START) : cut])
    entry, game, head, prev, seq, t = rest.groups()
    if (prev is None) != (seq == "0"):
        raise MalformedError("the first receipt alone has no head before it", "receipt")
    return Receipt(game, int(seq), entry, prev, head, int(t), deadlines, signed)


def receipt_payload(
    game: str,
    seq: int,
    entry: str,
    prev: str | None,
    head: str,
    t: int,
    deadlines: Mapping[Seat, int],
) -> bytes:
    """The one payload that such a receipt has, for comparison without parsing."""
    rest = _receipt_rest(game, seq, entry, prev, head, t)
    return _RECEIPT_START + ENCODER.encode(deadlines) + rest


def _receipt_rest(game: str, seq: int, entry: str, prev: str | None, head: str, t: int) -> bytes:
    # Canonical JSON written out: hex and integers need no escapes, the keys are in order.
    before = "null" if prev is None else f'"{prev}"'
    return (
        f',"entry":"{entry}","game":"{game}","head":"{head}","prev":{before},'
        f'"seq":{seq},"t":{t},"v":1}}'
    ).encode()


def receipt_time(payload: bytes) -> int:
    """The `t` of a receipt's payload, without parsing the rest. Raises MalformedError."""
    digits = payload[payload.rfind(b'"t":') + 4 : -7]
    if payload[-7:] == b',"v":1}' and digits.isdigit() and len(digits) < 16:
        return int(digits)
    raise MalformedError("no receipt of version 1: it has no time", "receipt")


def write_receipt(
    identity: Identity,
    *,
    game: str,
    seq: int,
    entry: str,
    sig: bytes,
    prev: str | None,
    t: int,
    deadlines: Mapping[Seat, int],
) -> Receipt:
    """The server's receipt for `entry`, which came with the signature `sig`; `prev` is the head
    before, None for the genesis."""
    head = entry if prev is None else next_head(prev, entry, sig, t)
    payload = receipt_payload(game, seq, entry, prev, head, t, deadlines)
    signed = sign(identity, RECEIPT, payload)
    return Receipt(game, seq, entry, prev, head, t, deadlines, signed)


class Fork(msgspec.Struct, frozen=True):
    """Two receipts that one honest server cannot both have signed. Proves itself."""

    game: str
    seq: int
    first: Signed
    second: Signed


def fork(first: Signed, second: Signed, server: str) -> Fork | None:
    """Evidence where both receipts are genuine and contradict each other, else None (V9).

    They do where they differ at the same place of the same game, or where the later does not
    stand on the head of the one before. Raises EvidenceError where one is not by `server`,
    MalformedError where one is no receipt.
    """
    first.check(RECEIPT, server)
    second.check(RECEIPT, server)
    a, b = sorted((read_receipt(first), read_receipt(second)), key=lambda receipt: receipt.seq)
    differ = a.seq == b.seq and a.signed.payload != b.signed.payload
    if a.game == b.game and (differ or (a.seq + 1 == b.seq and a.head != b.prev)):
        return Fork(a.game, b.seq, first, second)
    return None


class Line(msgspec.Struct, frozen=True, gc=False):
    """One line of a log: an entry and the receipt for it."""

    entry: Signed
    receipt: Signed

    def to_text(self) -> str:
        """The one spelling of this line, without its line end."""
        return _LINE_ENCODER.encode(
            _WireLine(
                self.entry.payload.decode(),
                self.entry.sig.hex(),
                _WireSigned(self.receipt.payload.decode(), self.receipt.sig.hex()),
            )
        ).decode()


def read_line(text: str | bytes) -> Line:
    """The inverse of `Line.to_text` (V1). Raises MalformedError at any other spelling."""
    try:
        data = text.encode() if isinstance(text, str) else text
        wire = _LINES.decode(data)
        if _LINE_ENCODER.encode(wire) == data:
            return _line(wire)
    except (msgspec.MsgspecError, UnicodeEncodeError) as error:
        raise MalformedError(f"not a line of a log: {error}", "line") from None
    raise MalformedError("not a line of a log: it has exactly one spelling", "line")


def read_lines(data: bytes) -> Iterator[Line]:
    """All lines of a log, as `read_line` reads them; they may end with CRLF.

    Raises MalformedError at the first that is none, when those before it have been given.
    """
    start = 0
    while start < len(data):
        end = data.find(b"\n", start + _CHUNK) + 1 or len(data)
        chunk = data[start:end]
        yield from _read_at_once(chunk) or _read_one_by_one(chunk)
        start = end


_CHUNK = 16 * 1024


def _read_at_once(chunk: bytes) -> list[Line] | None:
    """The lines of a chunk, or None where one of them has to be looked at by itself."""
    try:
        wires = _LINES.decode_lines(chunk)
        if _LINE_ENCODER.encode_lines(wires) == chunk:
            return [_line(wire) for wire in wires]
    except (msgspec.MsgspecError, MalformedError):
        pass
    return None


def _read_one_by_one(chunk: bytes) -> Iterator[Line]:
    for line in chunk.removesuffix(b"\n").split(b"\n"):
        yield read_line(line.removesuffix(b"\r"))


class Placed(msgspec.Struct, frozen=True, gc=False):
    """An entry and its place: number, head after it, when it was received."""

    entry: Entry
    seq: int
    head: str
    t: int


def verify(lines: Iterable[Line], every_receipt: bool = False) -> Iterator[Placed]:
    """The entries of a whole log, as far as signatures, heads and receipts hold (V1 to V8).

    Rules and deadlines are for `audit`. Of the receipts' signatures the first and the last are
    checked, whose heads cover the others; `every_receipt` checks all. Raises EvidenceError or
    MalformedError at the first fault: all that came before stands, except that a log whose
    last receipt is not genuine is nobody's.
    """
    holders = dict[Seat, str]()
    latest = dict[str, str]()
    heads = set[str]()
    game, head, t = "", "", 0
    last = None
    for seq, line in enumerate(lines):
        message = pae(ENTRY, line.entry.payload)
        entry = _read_entry(line.entry, sha256(message).hexdigest())
        seat = entry.seat
        if seq == 0:
            game = head = entry.id
            holders[SERVER] = _key_in(entry, "genesis", "server")
        joins = entry.type == "join" and seat != SERVER
        key = _key_in(entry, "join", "key") if joins else holders.get(seat)
        if key is None:
            raise EvidenceError(f"nobody holds the seat of entry {seq}", "signature")
        keys.verify(key, message, line.entry.sig)
        if joins or seq == 0:
            keys.check_key(key)
        if seq > 0 and (entry.game != game or entry.prev not in heads):
            raise EvidenceError(f"entry {seq} is built on another log", "chain")
        if seat == SERVER:
            if seq > 0 and entry.prev != head:
                raise EvidenceError(f"entry {seq} of the server is not on the head", "chain")
        elif joins:
            if seat in holders:
                raise EvidenceError(f"entry {seq} takes a seat that is taken", "chain")
            holders[seat] = key
        if entry.own != (None if seat == SERVER else latest.get(key)):
            raise EvidenceError(f"entry {seq} skips one of its author's", "chain")
        if seat != SERVER:
            latest[key] = entry.id
        before = head if seq else None
        head, t = _check_receipt(line, game, seq, entry.id, before, t)
        heads.add(head)
        if seq == 0 or every_receipt:
            line.receipt.check(RECEIPT, holders[SERVER])
        yield Placed(entry, seq, head, t)
        last = line.receipt
    if last is None:
        raise MalformedError("a log has at least its genesis entry", "log")
    last.check(RECEIPT, holders[SERVER])


def _check_receipt(
    line: Line, game: str, seq: int, entry: str, prev: str | None, after: int
) -> tuple[str, int]:
    """The head and the time that a receipt gives to the next entry (V6, V7)."""
    payload = line.receipt.payload
    t = receipt_time(payload)
    if t < after:
        raise EvidenceError(f"receipt {seq} lies before the one before it", "receipt")
    head = entry if prev is None else next_head(prev, entry, line.entry.sig, t)
    rest = _receipt_rest(game, seq, entry, prev, head, t)
    if not (payload.startswith(_RECEIPT_START) and payload.endswith(rest)):
        raise EvidenceError(f"receipt {seq} is not that of entry {seq}", "receipt")
    _check_deadlines(payload[len(_RECEIPT_START) : -len(rest)])
    return head, t


def _key_in(entry: Entry, kind: str, name: str) -> str:
    if entry.type != kind:
        raise EvidenceError("a log begins with its genesis entry", "chain")
    return canon.check_hex(entry.body.get(name))


_DEADLINES = msgspec.json.Decoder(dict[str, int])
_DEADLINE = f'"{_NAME}":(?:{_COUNT})'
_are_deadlines = re.compile(rf"\{{(?:{_DEADLINE}(?:,{_DEADLINE})*)?\}}".encode()).fullmatch


def _read_deadlines(data: bytes) -> dict[Seat, int]:
    _check_deadlines(data)
    return _DEADLINES.decode(data)


def _check_deadlines(data: bytes) -> None:
    # A lone one is in order.
    if not _are_deadlines(data) or (
        b"," in data and ENCODER.encode(_DEADLINES.decode(data)) != data
    ):
        raise MalformedError("the deadlines of a receipt are seats and times, in order", "receipt")


class _WireSigned(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    payload: str
    sig: str


class _WireLine(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    payload: str
    sig: str
    receipt: _WireSigned


_LINES = msgspec.json.Decoder(_WireLine)
_LINE_ENCODER = msgspec.json.Encoder()


def _line(wire: _WireLine) -> Line:
    receipt = wire.receipt
    return Line(
        Signed(wire.payload.encode(), read_hex(wire.sig, 64)),
        Signed(receipt.payload.encode(), read_hex(receipt.sig, 64)),
    )


def _from_wire(wire: _WireSigned) -> Signed:
    try:
        return Signed(wire.payload.encode(), read_hex(wire.sig, 64))
    except UnicodeEncodeError:
        raise MalformedError("not a signed message: half a surrogate pair", "signed") from None
