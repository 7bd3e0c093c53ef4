"""A second verifier of logs, written from PROTOCOL.md alone, to hold text and code together.

It shares nothing with the package but the rule sets, which it asks as black boxes. It is slow and
plain; each piece names the section or step that it follows. `judge` takes the bytes of a bundle.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass, field
from typing import Any, NoReturn

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from nacl import bindings
from nacl.exceptions import BadSignatureError

from paperchase.game import Game
from paperchase.rules import DEALER, Demand, Foul, Kind, Move, Notice
from paperchase.values import pack

SERVER = "server"

# -- 2. bytes -------------------------------------------------------------------------------

BIGGEST = 2**53 - 1
DEEPEST = 16
LONGEST = 65_536


class RefusedError(Exception):
    """These bytes are not what they should be."""


def encode(value: Any) -> bytes:
    """2.1: the one spelling of a value."""
    _fits(value, DEEPEST)
    try:
        data = _dump(value).encode()
    except UnicodeEncodeError:
        raise RefusedError("half a surrogate pair") from None
    if len(data) > LONGEST:
        raise RefusedError("too long")
    return data


def decode(data: bytes) -> Any:
    """2.1: the value of canonical bytes; any other spelling is refused."""
    if len(data) > LONGEST:
        raise RefusedError("too long")
    value = _parse(data)
    if encode(value) != data:
        raise RefusedError("not the canonical spelling")
    return value


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _parse(data: bytes | str) -> Any:
    try:
        text = data.decode() if isinstance(data, bytes) else data
        return json.loads(
            text, object_pairs_hook=_unique, parse_float=_never, parse_constant=_never
        )
    except (ValueError, RecursionError) as error:
        raise RefusedError(f"no JSON: {error}") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise RefusedError("one key twice")
    return found


def _never(text: str) -> Any:
    raise RefusedError(f"{text} is no integer")


def _fits(value: Any, depth: int) -> None:
    if isinstance(value, dict):
        if not depth:
            raise RefusedError("too deep")
        for key, part in value.items():
            if not all(" " <= sign <= "~" for sign in key):
                raise RefusedError("a key beyond printable ASCII")
            _fits(part, depth - 1)
    elif isinstance(value, list):
        if not depth:
            raise RefusedError("too deep")
        for part in value:
            _fits(part, depth - 1)
    elif isinstance(value, int) and not isinstance(value, bool):
        if abs(value) > BIGGEST:
            raise RefusedError("too big")
    elif isinstance(value, float):
        raise RefusedError("a float")


def frame(*parts: str | int | bytes) -> bytes:
    """2.3: each part behind its length."""
    out = b""
    for part in parts:
        if isinstance(part, str):
            data = part.encode()
        elif isinstance(part, int):
            data = part.to_bytes(8, "big")
        else:
            data = part
        out += len(data).to_bytes(8, "big") + data
    return out


def pae(kind: str, payload: bytes) -> bytes:
    """2.4: what is signed and hashed."""
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind.encode(), len(payload), payload)


def sha(data: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(data).digest()


def mac(key: bytes, data: bytes) -> bytes:
    """HMAC-SHA256."""
    return hmac.digest(key, data, "sha256")


def hkdf(secret: bytes, salt: bytes, info: bytes) -> bytes:
    """HKDF-SHA256 to 32 bytes."""
    return mac(mac(salt or bytes(32), secret), info + b"\x01")


def message_id(kind: str, payload: bytes) -> str:
    """2.4: the id of a message."""
    return sha(pae(kind, payload)).hex()


def key_passes(key: str) -> bool:
    """2.5: canonical, on the curve, of prime order."""
    return bool(bindings.crypto_core_ed25519_is_valid_point(bytes.fromhex(key)))


def signed(key: str, kind: str, payload: bytes, sig: str) -> bool:
    """2.5: strict verification; libsodium's."""
    try:
        bindings.crypto_sign_open(bytes.fromhex(sig) + pae(kind, payload), bytes.fromhex(key))
    except BadSignatureError:
        return False
    return True


def box_passes(box: str) -> bool:
    """3: below the prime, and not of small order."""
    data = bytes.fromhex(box)
    return int.from_bytes(data, "little") < 2**255 - 19 and exchange(bytes(range(32)), box) != b""


def exchange(private: bytes, box: str) -> bytes:
    """X25519, or nothing where it is all zero."""
    try:
        other = X25519PublicKey.from_public_bytes(bytes.fromhex(box))
        return X25519PrivateKey.from_private_bytes(private).exchange(other)
    except ValueError:
        return b""


def public_half(private: bytes) -> bytes:
    """The X25519 public key."""
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


# -- 3, 8, 9, 10: what is derived -----------------------------------------------------------


def commit_key(secret: bytes) -> str:
    """3: `kc`."""
    return sha(frame("pc/v1/kc", secret)).hex()


def salt_of(secret: bytes, slot: str) -> str:
    """3: the salt of a slot."""
    return mac(secret, frame("salt", slot)).hex()


def commitment(game: str, seat: str, slot: str, salt: str, value: int) -> str:
    """8: scheme h1."""
    parts = {
        "game": game,
        "salt": salt,
        "seat": seat,
        "slot": slot,
        "t": "pc/commit/1",
        "value": value,
    }
    return "h1:" + sha(encode(parts)).hex()


def link_below(context: str, i: int, link: str) -> str:
    """9.1: link i-1, from link i."""
    return sha(frame("pc/rng", bytes.fromhex(context), i, bytes.fromhex(link))).hex()


def joined(links: Sequence[str]) -> bytes:
    """9.2: the newest links of all seats."""
    return sha(frame("pc/links", *map(bytes.fromhex, links)))


def roll_seed(link: str, late: bool, game: str, i: int, links: bytes) -> bytes:
    """9.2: the seed of a batch."""
    label = "pc/roll/timeout" if late else "pc/roll"
    return mac(bytes.fromhex(link), frame(label, bytes.fromhex(game), i, links))


def deal_seed(secret: bytes, game: str, slot: str, links: bytes) -> bytes:
    """10: the seed of a draw."""
    return mac(secret, frame("pc/deal", bytes.fromhex(game), slot, links))


def picks_of(seed: bytes, k: int, lots: Sequence[int]) -> tuple[int, ...]:
    """9.3: uniform picks."""
    words = _words(mac(seed, k.to_bytes(8, "big")))
    picks = list[int]()
    for n in lots:
        word = next(words)
        while word >= 2**64 - 2**64 % n:
            word = next(words)
        picks.append(word % n)
    return tuple(picks)


def _words(key: bytes) -> Iterator[int]:
    count = 0
    while True:
        block = mac(key, count.to_bytes(8, "big"))
        for at in range(0, 32, 8):
            yield int.from_bytes(block[at : at + 8], "big")
        count += 1


def shuffled(seed: bytes, k: int, n: int) -> list[int]:
    """9.3: Fisher-Yates."""
    order = list(range(n))
    lots = range(n, 1, -1)
    for m, pick in zip(lots, picks_of(seed, k, lots), strict=True):
        order[m - 1], order[pick] = order[pick], order[m - 1]
    return order


def delivery_of(secret: bytes, game: str, slot: str, box: str, salt: str, value: int) -> str:
    """10: the 88 bytes that the drawer gets."""
    private = mac(secret, frame("ephemeral", slot, bytes.fromhex(box)))
    half = public_half(private)
    key = _delivery_key(exchange(private, box), half, bytes.fromhex(box), game, slot)
    text = bytes.fromhex(salt) + value.to_bytes(8, "big", signed=True)
    return (half + ChaCha20Poly1305(key).encrypt(bytes(12), text, None)).hex()


def open_delivery(secret: bytes, game: str, slot: str, delivery: str) -> tuple[str, int] | None:
    """10: salt and value, for who has the drawer's secret."""
    data = bytes.fromhex(delivery)
    private = mac(secret, frame("box"))
    shared = exchange(private, data[:32].hex())
    if not shared:
        return None
    key = _delivery_key(shared, data[:32], public_half(private), game, slot)
    try:
        text = ChaCha20Poly1305(key).decrypt(bytes(12), data[32:], None)
    except InvalidTag:
        return None
    return text[:32].hex(), int.from_bytes(text[32:], "big", signed=True)


def _delivery_key(shared: bytes, half: bytes, box: bytes, game: str, slot: str) -> bytes:
    return hkdf(shared, half + box, frame("pc/delivery", bytes.fromhex(game), slot))


def next_head(head: str, entry: str, sig: str, t: int) -> str:
    """5.2."""
    data = bytes.fromhex(head) + bytes.fromhex(entry) + bytes.fromhex(sig) + t.to_bytes(8, "big")
    return sha(pae("pc/head/1", data)).hex()


# -- 2.2, 4, 5: forms -----------------------------------------------------------------------

Form = Callable[[Any], bool]


def is_hex(size: int) -> Form:
    """Lower-case hex of so many bytes."""
    shape = re.compile(rf"[0-9a-f]{{{2 * size}}}")
    return lambda value: isinstance(value, str) and shape.fullmatch(value) is not None


def is_text(value: Any) -> bool:
    """A text."""
    return isinstance(value, str)


def is_like(pattern: str) -> Form:
    """A text of that shape."""
    shape = re.compile(pattern)
    return lambda value: isinstance(value, str) and shape.fullmatch(value) is not None


def is_int(low: int, high: int) -> Form:
    """An integer between the two."""
    return lambda value: type(value) is int and low <= value <= high


def is_printable(least: int, most: int) -> Form:
    """Printable characters."""
    return lambda value: (
        isinstance(value, str) and least <= len(value) <= most and not any(map(_unseen, value))
    )


def _unseen(sign: str) -> bool:
    place = ord(sign)
    return place >= 0xE0000 or any(low <= place <= high for low, high in UNSEEN)


def is_list(part: Form) -> Form:
    """An array of these."""
    return lambda value: isinstance(value, list) and all(map(part, value))


def is_map(key: Form, part: Form) -> Form:
    """An object with any keys of that form."""
    return lambda value: (
        isinstance(value, dict) and all(map(key, value)) and all(map(part, value.values()))
    )


def is_object(parts: Mapping[str, Form]) -> Form:
    """An object with exactly these keys."""
    return lambda value: (
        isinstance(value, dict)
        and value.keys() == parts.keys()
        and all(form(value[key]) for key, form in parts.items())
    )


def is_any(value: Any) -> bool:
    """JSON."""
    return True


def is_null_or(form: Form) -> Form:
    """Null, or that."""
    return lambda value: value is None or form(value)


BYTES = is_hex(32)
SIG = is_hex(64)
UNSEEN = (
    *((0x00, 0x1F), (0x7F, 0xA0), (0xAD, 0xAD), (0x61C, 0x61C), (0x1680, 0x1680)),
    *((0x180E, 0x180E), (0x2000, 0x200F), (0x2028, 0x202F), (0x205F, 0x206F), (0x3000, 0x3000)),
    *((0xD800, 0xF8FF), (0xFEFF, 0xFEFF), (0xFFF0, 0xFFFB), (0xFFFE, 0xFFFF)),
)
NAME = is_like(r"[a-z0-9_./-]{1,64}")
COUNT = is_int(0, 10**15 - 1)
TIME = is_int(0, 10**14)
INT = is_int(-BIGGEST, BIGGEST)
HANDLE = is_printable(1, 64)
SEAL = is_like(r"h1:[0-9a-f]{64}")
SEALED = is_map(NAME, SEAL)
OPENED = is_map(NAME, is_object({"salt": BYTES, "value": INT}))
STEP = is_object({"public": is_any, "sealed": SEALED, "opened": OPENED})

BODIES: dict[str, Form] = {
    "genesis": is_object(
        {
            "rules": is_object({"id": NAME, "version": COUNT}),
            "board": is_object({"name": NAME, "digest": BYTES}),
            "options": is_map(is_any, is_any),
            "seats": is_list(NAME),
            "sides": is_map(NAME, is_list(NAME)),
            "server": BYTES,
            "clock": is_object({"turn": is_int(1, 10**9)}),
            "scheme": lambda value: value == "h1",
            "kc": BYTES,
            "dice": BYTES,
            "box": BYTES,
            "random": BYTES,
            "title": is_printable(0, 80),
            "by": HANDLE,
        }
    ),
    "join": is_object(
        {"handle": HANDLE, "key": BYTES, "nonce": BYTES, "kc": BYTES, "dice": BYTES, "box": BYTES}
    ),
    "ready": is_object({}),
    "move": STEP,
    "answer": STEP,
    "open": is_object({"of": NAME, "opened": OPENED}),
    "roll": is_object(
        {
            "index": COUNT,
            "timeout": lambda value: isinstance(value, bool),
            "rolls": is_list(
                is_object(
                    {
                        "about": is_any,
                        "lots": is_list(INT),
                        "picks": is_list(INT),
                        "public": is_any,
                    }
                )
            ),
        }
    ),
    "draw": is_object(
        {
            "of": NAME,
            "about": is_any,
            "public": is_any,
            "sealed": SEALED,
            "delivery": is_map(NAME, is_hex(88)),
        }
    ),
    "lapse": is_object({"of": NAME, "what": NAME, "public": is_any}),
    "resign": is_object({}),
    "reveal": is_object({"secret": BYTES}),
    "verdict": is_object({"code": is_like("[A-Z_]{1,32}"), "seq": COUNT, "blamed": NAME}),
    "close": is_object({"head": BYTES, "result": is_list(NAME)}),
}
"""4.2: the bodies of this version."""

ENTRY = is_object(
    {
        "body": is_map(is_any, is_any),
        "game": is_null_or(BYTES),
        "link": is_null_or(BYTES),
        "own": is_null_or(BYTES),
        "prev": is_null_or(BYTES),
        "seat": NAME,
        "type": NAME,
        "v": is_int(1, 1),
    }
)
_RECEIPT = is_object(
    {
        "deadlines": is_map(NAME, COUNT),
        "entry": BYTES,
        "game": BYTES,
        "head": BYTES,
        "prev": is_null_or(BYTES),
        "seq": COUNT,
        "t": TIME,
        "v": is_int(1, 1),
    }
)


def RECEIPT(value: Any) -> bool:  # noqa: N802 - a form like the others
    """5.1, and that the first receipt alone has no head before it."""
    return _RECEIPT(value) and (value["prev"] is None) == (value["seq"] == 0)


BY_SERVER = frozenset({"genesis", "roll", "draw", "lapse", "open", "reveal"})
BY_PLAYER = frozenset(
    {"join", "ready", "move", "answer", "open", "resign", "reveal", "verdict", "close"}
)
MISSED = {"roll": "RNG", "draw": "DEAL", "lapse": "LAPSE"}
"""V12: the codes of what the server enters at the wrong time."""

STAGES = {
    "join": ("open",),
    "ready": ("ready",),
    "move": ("play",),
    "answer": ("play",),
    "open": ("play",),
    "resign": ("ready", "play"),
    "reveal": ("reveal",),
    "verdict": ("ready", "play", "reveal", "closed"),
    "close": ("reveal", "closed"),
    "roll": ("play",),
    "draw": ("play",),
    "lapse": ("ready", "play", "reveal"),
}
"""6.1."""


@dataclass(frozen=True)
class Line:
    """5.3: one line, and what its payloads say where they are canonical."""

    payload: bytes
    sig: str
    receipt: bytes
    receipt_sig: str

    @property
    def id(self) -> str:
        """The entry's id."""
        return message_id("pc/entry/1", self.payload)


def read_line(text: str) -> Line:
    """5.3: a line in its one spelling."""
    value = _parse(text)
    match value:
        case {"payload": str(), "sig": str(), "receipt": {"payload": str(), "sig": str()}}:
            pass
        case _:
            raise RefusedError("no line")
    payload, sig = value["payload"], value["sig"]
    receipt, receipt_sig = value["receipt"]["payload"], value["receipt"]["sig"]
    inner = f'{{"payload":{_dump(receipt)},"sig":{_dump(receipt_sig)}}}'
    if text != f'{{"payload":{_dump(payload)},"sig":{_dump(sig)},"receipt":{inner}}}':
        raise RefusedError("not the spelling of a line")
    if not SIG(sig) or not SIG(receipt_sig):
        raise RefusedError("no signature")
    try:
        return Line(payload.encode(), sig, receipt.encode(), receipt_sig)
    except UnicodeEncodeError:
        raise RefusedError("half a surrogate pair") from None


def read_bundle(data: bytes) -> tuple[str, str, list[Line]]:
    """5.4: the game, the board's text and the lines."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise RefusedError("no UTF-8") from None
    first, *lines = text.removeprefix("\ufeff").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    if not lines:
        raise RefusedError("no log")
    header = _parse(first)
    shape = {"paperchase": lambda value: value == "bundle/1", "game": BYTES, "board": is_text}
    if not is_object(shape)(header):
        raise RefusedError("no header")
    return header["game"], header["board"], [read_line(line.removesuffix("\r")) for line in lines]


# -- what is found --------------------------------------------------------------------------


@dataclass
class Finding:
    """13: one thing that was seen. With nobody blamed it is a remark."""

    code: str
    seq: int
    blamed: tuple[str, ...] = ()
    why: str = ""
    follows: bool = False


@dataclass
class Verdict:
    """V18: the sum."""

    status: str
    prefix: int
    findings: list[Finding]
    winners: tuple[str, ...]
    undecided: frozenset[str]

    @property
    def blamed(self) -> frozenset[str]:
        """Everybody who is blamed."""
        return frozenset(seat for one in self.findings for seat in one.blamed)

    @property
    def first(self) -> str | None:
        """The code of the first finding that says that something is wrong."""
        faults = [one for one in self.findings if one.code not in REMARKS]
        return faults[0].code if faults else None


REMARKS = frozenset({"FORFEIT", "WITHHELD", "INCOMPLETE", "FORESEEABLE", "NOT_COVERED"})


class WrongError(Exception):
    """A step that a line fails. `author` says that what he signed is wrong everywhere, or on the
    head that he named."""

    def __init__(self, step: int, code: str, why: str, *, author: str = "") -> None:
        super().__init__(f"V{step}: {why}")
        self.code = code
        self.author = author


# -- the log as it grows --------------------------------------------------------------------


@dataclass(frozen=True)
class Phase:
    """6.3: a demand, and since which entry."""

    demand: Demand
    since: int


@dataclass(frozen=True)
class Sentence:
    """A verdict in the log: whether it is true, and the winners and losers before it."""

    seq: int
    author: str
    true: bool
    base: tuple[str, ...] | None
    lost: frozenset[str]


@dataclass(frozen=True)
class Seal:
    """A commitment, where it was made, and the state before."""

    commitment: str
    seq: int
    public: Any


@dataclass(frozen=True)
class Event:
    """A demand met: by whom, in which state, and how."""

    seq: int
    public: Any
    demand: Demand
    notice: Notice
    default: bool = False
    links: bytes = b""
    sealed: Mapping[str, str] = field(default_factory=dict)
    delivery: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """A parsed entry at its place."""

    seq: int
    id: str
    t: int
    seat: str
    type: str
    prev: str | None
    own: str | None
    link: str | None
    body: Any


def _same(a: Any, b: Any) -> bool:
    return _dump(pack(a)) == _dump(pack(b))


class Log:
    """All that V1 to V12 know of a game up to a line."""

    def __init__(self, genesis: Any, game: str, rules: Any) -> None:
        self.genesis = genesis
        self.game = game
        self.rules = rules
        self.server: str = genesis["server"]
        self.turn: int = genesis["clock"]["turn"]
        self.length = 1
        self.head = game
        self.t = 0
        self.heads = {game: 0}
        self.entries = [game]
        self.last: dict[str, str] = {}
        self.holders: dict[str, str] = {}
        self.joins: dict[str, Any] = {}
        self.stage = "open"
        self.ready: set[str] = set()
        self.public: Any = rules.start() if rules else None
        self.phases: list[Phase] = []
        self.clocks: dict[str, int] = {}
        self.seals: dict[tuple[str, str], Seal] = {}
        self.events: list[Event] = []
        self.opened: list[tuple[int, str, str, str, int]] = []
        self.revealed: dict[str, tuple[int, bytes]] = {}
        self.withheld: dict[str, int] = {}
        self.newest: dict[str, str] = {}
        self.links: dict[str, int] = {}
        self.dealer_link: str = genesis["dice"]
        self.rolls = 0
        self.late = False
        self.end: int | None = None
        self.base: tuple[str, ...] | None = None
        self.lost: set[str] = set()
        self.forfeits: list[tuple[int, str]] = []
        self.foreseeable: list[int] = []
        self.asides: dict[str, int] = {}
        self.verdict: Sentence | None = None
        self.closes: set[str] = set()

    def copy(self) -> "Log":
        """Another one, so that a line that fails changes nothing."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict | list | set):
                setattr(other, name, copy(value))
        return other

    # 11

    def side(self, seat: str) -> frozenset[str]:
        """All who win and lose with that seat."""
        for seats in self.rules.sides.values():
            if seat in seats:
                return frozenset(seats)
        return frozenset({seat})

    def defeat(self, seats: Iterable[str]) -> None:
        """11: these have lost for good; `server` makes all lose."""
        for seat in seats:
            self.lost |= set(self.rules.seats) if seat == SERVER else {seat}
        self.base = self.without(self.base, self.lost)

    def without(self, base: tuple[str, ...] | None, lost: Set[str]) -> tuple[str, ...]:
        """11: the winners of before whose side has not lost, else all whose side has not."""
        gone = {each for seat in lost for each in self.side(seat)}
        left = [seat for seat in self.rules.seats if seat not in gone]
        return tuple([seat for seat in left if seat in (base or ())] or left)

    def sealers(self) -> set[str]:
        """The seats that have sealed something."""
        return {seat for seat, _ in self.seals if seat != DEALER}

    def owing(self) -> set[str]:
        """11: whose secret is owed, the server's aside."""
        return self.sealers() - self.revealed.keys() - self.withheld.keys()

    def server_owes(self) -> bool:
        """11: whether K is owed."""
        return self.rules.chance and SERVER not in self.revealed

    # 6.3, 7

    def chance(self) -> Demand | None:
        """The first chance demand that is pending."""
        return next((p.demand for p in self.phases if p.demand.kind == Kind.CHANCE), None)

    def phase(self, kind: str, seat: str) -> Phase | None:
        """The one that is pending for that seat."""
        for phase in self.phases:
            if phase.demand.kind == kind and phase.demand.seat == seat:
                return phase
        return None

    def owes(self) -> set[str]:
        """7: who owes something."""
        match self.stage:
            case "ready":
                return set(self.rules.seats) - self.ready
            case "play":
                return {
                    p.demand.seat
                    for p in self.phases
                    if p.demand.must and p.demand.kind != Kind.CHANCE
                }
            case "reveal":
                return self.owing()
            case _:
                return set()

    def overdue(self, t: int) -> str | None:
        """7: the seat that lapses first, if one is late at `t`."""
        passed = [(deadline, seat) for seat, deadline in self.clocks.items() if deadline < t]
        return min(passed)[1] if passed else None

    def settle(self, entry: Entry, before: set[str], stage: str, about: str) -> None:
        """After an entry: the stage, the phases (6.3) and the clocks (7)."""
        if self.stage == "open" and self.rules and set(self.holders) == set(self.rules.seats):
            self.stage = "ready" if self.rules.chance else "play"
        if self.stage == "ready" and self.ready == set(self.rules.seats):
            self.stage = "play"
        if self.stage == "play":
            outcome = self.rules.outcome(self.public)
            if outcome is not None and self.end is None:
                self.end = entry.seq
                self.base = tuple(outcome.winners)
                if outcome.foul is not None:
                    self.lost.add(outcome.foul)
        if self.end is not None:
            self.stage = "reveal" if self.owing() or self.server_owes() else "closed"
        self._pend(entry.seq)
        owes = self.owes()
        fresh = entry.t + self.turn
        clocks = dict[str, int]()
        for seat in owes:
            if self.stage != stage or seat == about or seat not in before:
                clocks[seat] = fresh
            else:
                clocks[seat] = self.clocks[seat]
        self.clocks = clocks

    def _pend(self, seq: int) -> None:
        if self.stage != "play":
            self.phases = []
            return
        old = self.phases
        pending = self.rules.pending(self.public)
        phases = list[Phase]()
        for demand in pending:
            kept = next((one for one in old if _same(one.demand, demand)), None)
            phases.append(kept or Phase(demand, seq))
        self.phases = phases


# -- V10 to V12 -----------------------------------------------------------------------------


class Table:
    """Whether a line may stand where it does, and what it changes."""

    def __init__(self, log: Log, entry: Entry, key: str) -> None:
        self.log = log
        self.entry = entry
        self.key = None if entry.seat == SERVER else key
        self.author = "" if entry.seat == SERVER else entry.seat

    def admit(self) -> None:
        """V10 to V12, and then the entry takes effect."""
        log, entry = self.log, self.entry
        by = BY_SERVER if entry.seat == SERVER else BY_PLAYER
        if entry.type not in by:
            raise WrongError(10, "CHAIN", "a type that this author cannot enter")
        dealt = entry.seat == SERVER and entry.type in ("roll", "draw", "reveal")
        if not dealt and log.chance() is not None:
            raise WrongError(10, "PUBLIC_ILLEGAL", "chance comes first")
        if not dealt and entry.type != "lapse" and log.overdue(entry.t) is not None:
            raise WrongError(10, "LAPSE", "a deadline has passed")
        if entry.seat == SERVER and entry.type != "roll":
            self._link(False)
        if not BODIES[entry.type](entry.body):
            self.malformed("the body has not its form")
        if log.stage not in STAGES[entry.type]:
            if entry.type == "join":
                raise WrongError(11, "CHAIN", "the seat is not free")
            if entry.type not in MISSED:
                self.illegal(f"not in stage {log.stage}")
            raise WrongError(12, MISSED[entry.type], f"not in stage {log.stage}")
        before, stage = log.owes(), log.stage
        getattr(self, f"_{entry.type}")()
        self.effect()
        about = entry.body["of"] if entry.type == "lapse" else entry.seat
        log.entries.append(entry.id)
        if entry.seat != SERVER:
            log.late = False
        elif entry.type == "lapse":
            log.late = True
        log.settle(entry, before, stage, about)

    @property
    def here(self) -> str:
        """The author, where he signed this on the very head that it stands on."""
        return self.author if self.entry.prev == self.log.head else ""

    def illegal(self, why: str) -> NoReturn:
        """What he did is against table or rules."""
        raise WrongError(11, "PUBLIC_ILLEGAL", why, author=self.here)

    def malformed(self, why: str) -> NoReturn:
        """What he signed has not its form."""
        raise WrongError(11, "CANON", why, author=self.here)

    def effect(self) -> None:
        """What changes; each type says."""

    # each type

    def _join(self) -> None:
        log, entry, body = self.log, self.entry, self.entry.body
        if entry.seat not in log.rules.seats or entry.seat in log.holders:
            raise WrongError(11, "CHAIN", "the seat is not free")
        if any(join["nonce"] == body["nonce"] for join in log.joins.values()):
            self.malformed("a nonce twice")
        if not key_passes(body["key"]) or not box_passes(body["box"]):
            self.malformed("a key that does not pass")
        self._link(False)

        def effect() -> None:
            log.holders[entry.seat] = body["key"]
            log.joins[entry.seat] = body
            log.newest[entry.seat] = body["dice"]
            log.links[entry.seat] = 0
            log.asides[entry.seat] = 0

        self.effect = effect

    def _ready(self) -> None:
        log, entry = self.log, self.entry
        if entry.seat in log.ready:
            self.illegal("ready before")
        self._link(True)

        def effect() -> None:
            log.ready.add(entry.seat)
            self._opened_link()

        self.effect = effect

    def _move(self) -> None:
        self._step()

    def _answer(self) -> None:
        self._step()

    def _step(self) -> None:
        log, entry, body = self.log, self.entry, self.entry.body
        phase = log.phase(entry.type, entry.seat)
        if phase is None:
            self.illegal(f"no {entry.type} is asked of {entry.seat}")
        self._fresh(phase)
        for slot in body["sealed"]:
            if (entry.seat, slot) in log.seals:
                self.illegal("a slot sealed twice")
        self._openings(entry.seat, body["opened"], body["sealed"])
        notice = Notice(
            phase.demand.kind,
            entry.seat,
            body["public"],
            tuple(body["sealed"]),
            {slot: one["value"] for slot, one in body["opened"].items()},
        )
        public = self._apply(notice)
        self._link(phase.demand.must)
        if not phase.demand.must and log.asides[entry.seat] >= 1000:
            self.illegal("too much that nobody waits for")

        def effect() -> None:
            log.asides[entry.seat] = 0 if phase.demand.must else log.asides[entry.seat] + 1
            if phase.demand.must and log.rules.chance:
                self._opened_link()
            self._met(phase, notice, public, sealed=body["sealed"])
            self._seal(entry.seat, body["sealed"])
            self._note_openings(entry.seat, body["opened"])

        self.effect = effect

    def _open(self) -> None:
        log, entry, body = self.log, self.entry, self.entry.body
        of, opened = body["of"], body["opened"]
        phase = log.phase(Kind.REVEAL, of)
        if phase is None or set(phase.demand.slots) != opened.keys():
            self.illegal("no such reveal is asked for")
        if entry.seat != SERVER:
            self._fresh(phase)
        self._openings(of, opened, {})
        values = {slot: one["value"] for slot, one in opened.items()}
        notice = Notice(Kind.REVEAL, of, None, (), values)
        public = self._apply(notice)
        self._link(False)

        def effect() -> None:
            self._met(phase, notice, public)
            self._note_openings(of, opened)

        self.effect = effect

    def _resign(self) -> None:
        self._link(False)
        log, entry = self.log, self.entry

        def effect() -> None:
            log.defeat([entry.seat])
            log.end = entry.seq
            log.forfeits.append((entry.seq, entry.seat))

        self.effect = effect

    def _reveal(self) -> None:
        log, entry = self.log, self.entry
        secret = bytes.fromhex(entry.body["secret"])
        owes = log.server_owes() if entry.seat == SERVER else entry.seat in log.owing()
        if not owes:
            self.illegal("owes no secret")
        kc = log.genesis["kc"] if entry.seat == SERVER else log.joins[entry.seat]["kc"]
        if commit_key(secret) != kc:
            raise WrongError(11, "KC_MISMATCH", "a false secret", author=self.author)
        self._link(False)

        def effect() -> None:
            log.revealed[entry.seat] = (entry.seq, secret)

        self.effect = effect

    def _verdict(self) -> None:
        log, entry, body = self.log, self.entry, self.entry.body
        if log.verdict is not None:
            self.illegal("one verdict in a game")
        if body["seq"] >= entry.seq or body["blamed"] not in (*log.rules.seats, SERVER):
            self.malformed("no finding in this log")
        self._link(False)

        def effect() -> None:
            seen = log.heads[entry.prev or ""] + 1
            true = any(
                (one.code, one.seq) == (body["code"], body["seq"])
                and body["blamed"] in one.blamed
                and not one.follows
                for upto in (entry.seq, seen)
                for one in replay(log, upto).findings
            )
            log.verdict = Sentence(entry.seq, entry.seat, true, log.base, frozenset(log.lost))
            log.defeat([body["blamed"]])
            if log.end is None:
                log.end = entry.seq

        self.effect = effect

    def _close(self) -> None:
        log, entry, body = self.log, self.entry, self.entry.body
        if entry.seat in log.closes:
            self.illegal("closed before")
        if body["head"] != entry.prev:
            self.illegal("another head")
        if body["result"] != list(log.base or ()):
            self.illegal("another result")
        self._link(False)

        def effect() -> None:
            log.closes.add(entry.seat)

        self.effect = effect

    def _roll(self) -> None:
        log, entry, body = self.log, self.entry, self.entry.body
        first = log.chance()
        if first is None or first.slots:
            raise WrongError(12, "RNG", "no roll is asked for")
        index = log.rolls + 1
        if (
            entry.link is None
            or link_below(log.genesis["random"], index, entry.link) != log.dealer_link
        ):
            raise WrongError(12, "RNG", "not the dealer's next link")
        links = joined([log.newest[seat] for seat in log.rules.seats])
        seed = roll_seed(entry.link, log.late, log.game, index, links)
        public, rolls, events = log.public, list[Any](), list[Event]()
        demand: Demand | None = first
        while demand is not None and not demand.slots and len(rolls) < 200:
            picks = picks_of(seed, len(rolls), demand.lots)
            move = log.rules.draw(public, None, demand, picks)
            rolls.append(
                {
                    "about": pack(demand.about),
                    "lots": list(demand.lots),
                    "picks": list(picks),
                    "public": pack(move.public),
                }
            )
            notice = Notice(Kind.CHANCE, demand.seat, pack(move.public))
            events.append(Event(entry.seq, public, demand, notice))
            public = log.rules.apply(public, notice)
            pending = log.rules.pending(public)
            demand = next((one for one in pending if one.kind == Kind.CHANCE), None)
        if not _same(body, {"index": index, "timeout": log.late, "rolls": rolls}):
            raise WrongError(12, "RNG", "not what the links give")

        def effect() -> None:
            log.rolls = index
            log.dealer_link = entry.link or ""
            log.events += events
            log.public = public
            if log.late:
                log.foreseeable.append(entry.seq)

        self.effect = effect

    def _draw(self) -> None:
        log, entry, body = self.log, self.entry, self.entry.body
        demand = log.chance()
        if (
            demand is None
            or not demand.slots
            or body["of"] != demand.seat
            or not _same(body["about"], demand.about)
            or not _same(body["public"], demand.about)
            or body["sealed"].keys() != set(demand.slots)
            or body["delivery"].keys() != set(demand.slots)
        ):
            raise WrongError(12, "DEAL", "not the draw that is asked for")
        for slot in body["sealed"]:
            if (DEALER, slot) in log.seals:
                raise WrongError(12, "DEAL", "a slot sealed twice")
        self._link(False)
        notice = Notice(Kind.CHANCE, demand.seat, body["public"], tuple(demand.slots), {})
        public = self._apply(notice)

        def effect() -> None:
            links = joined([log.newest[seat] for seat in log.rules.seats])
            log.events.append(
                Event(
                    entry.seq,
                    log.public,
                    demand,
                    notice,
                    links=links,
                    sealed=body["sealed"],
                    delivery=body["delivery"],
                )
            )
            self._seal(DEALER, body["sealed"])
            log.public = public

        self.effect = effect

    def _lapse(self) -> None:
        log, entry, body = self.log, self.entry, self.entry.body
        of = body["of"]
        if log.overdue(entry.t) != of:
            raise WrongError(12, "LAPSE", "not the deadline that has passed")
        self._link(False)
        match log.stage:
            case "ready":
                self._lapsed("ready", None, self._no_game)
            case "reveal":
                self._lapsed("reveal", None, self._withhold)
            case _:
                phase = next(
                    p
                    for p in log.phases
                    if p.demand.must and p.demand.seat == of and p.demand.kind != Kind.CHANCE
                )
                kind = phase.demand.kind
                what = "open" if kind == Kind.REVEAL else str(kind)
                move = log.rules.default(log.public, phase.demand)
                if move is None:
                    self._lapsed(what, None, self._forfeit)
                    return
                notice = Notice(move.kind, move.seat, pack(move.public))
                public = self._apply(notice)
                self._lapsed(
                    what,
                    pack(move.public),
                    lambda: self._met(phase, notice, public, default=True),
                )

    def _lapsed(self, what: str, public: Any, effect: Callable[[], None]) -> None:
        body = self.entry.body
        if body["what"] != what or not _same(body["public"], public):
            raise WrongError(12, "LAPSE", "a lapse of the wrong kind")
        self.effect = effect

    def _no_game(self) -> None:
        log, entry = self.log, self.entry
        log.end = entry.seq
        log.base = log.base or ()
        log.forfeits.append((entry.seq, entry.body["of"]))

    def _forfeit(self) -> None:
        self._no_game()
        self.log.defeat([self.entry.body["of"]])

    def _withhold(self) -> None:
        of = self.entry.body["of"]
        self.log.withheld[of] = self.entry.seq
        self.log.defeat([of])

    # what types have in common

    def _fresh(self, phase: Phase) -> None:
        log, entry = self.log, self.entry
        if not (
            entry.prev == log.head
            or entry.own == log.entries[-1]
            or phase.since <= log.heads[entry.prev or ""]
        ):
            raise WrongError(10, "CHAIN", "not fresh")

    def _openings(self, seat: str, opened: Any, new: Mapping[str, str]) -> None:
        for slot, one in opened.items():
            known = self.log.seals.get((seat, slot))
            sealed = new.get(slot) or (known.commitment if known else None)
            if sealed is None:
                self.illegal("it opens what was never sealed")
            if sealed != commitment(self.log.game, seat, slot, one["salt"], one["value"]):
                raise WrongError(11, "OPEN_MISMATCH", "fits no seal", author=self.author)

    def _note_openings(self, seat: str, opened: Any) -> None:
        for slot, one in opened.items():
            self.log.opened.append((self.entry.seq, seat, slot, one["salt"], one["value"]))

    def _seal(self, seat: str, sealed: Mapping[str, str]) -> None:
        for slot, one in sealed.items():
            self.log.seals[seat, slot] = Seal(one, self.entry.seq, self.log.events[-1].public)

    def _link(self, due: bool) -> None:
        log, entry = self.log, self.entry
        if not due or not log.rules.chance:
            if entry.link is not None:
                self.malformed("a link where none is due")
            return
        if entry.link is None:
            self.malformed("no link where one is due")
        i = log.links[entry.seat] + 1
        if i > 16_384 or link_below(log.game, i, entry.link) != log.newest[entry.seat]:
            raise WrongError(11, "RNG", "not the next link", author=self.author)

    def _opened_link(self) -> None:
        entry = self.entry
        self.log.links[entry.seat] += 1
        self.log.newest[entry.seat] = entry.link or ""

    def _apply(self, notice: Notice) -> Any:
        try:
            return self.log.rules.apply(self.log.public, notice)
        except Exception as error:
            # A black box: what is no refusal is told by its name alone.
            if type(error).__name__ == "IllegalMoveError":
                self.illegal(f"the rules refuse it: {error}")
            raise WrongError(11, "NOT_COVERED", f"the rules fail: {error}") from None

    def _met(
        self,
        phase: Phase,
        notice: Notice,
        public: Any,
        *,
        default: bool = False,
        sealed: Mapping[str, str] | None = None,
    ) -> None:
        log = self.log
        log.events.append(
            Event(self.entry.seq, log.public, phase.demand, notice, default, sealed=sealed or {})
        )
        log.public = public


# -- V13 to V16 -----------------------------------------------------------------------------


@dataclass
class Replay:
    """What the replay of a log up to an entry gives."""

    findings: list[Finding]
    undecided: set[str]


def replay(log: Log, upto: int) -> Replay:
    """V13 to V16, of the lines before `upto`."""
    rules = log.rules
    secrets = {seat: secret for seat, (seq, secret) in log.revealed.items() if seq < upto}
    dealer = secrets.get(SERVER)
    found = list[Finding]()
    undecided = set[str]()
    values, false = _values(log, upto, secrets, found, undecided)
    start = rules.start()
    for seat in rules.seats:
        _follow(log, upto, seat, rules.secret(start, seat), values, false, found, undecided)
    draws = [one for one in log.events if one.seq < upto and one.sealed and _drawn(one)]
    if draws and dealer is None:
        undecided.add(SERVER)
    if dealer is not None:
        _deals(log, draws, dealer, rules.secret(start, DEALER), found, undecided)
    elif rules.chance and log.end is not None and log.end + 1 < upto:
        found.append(Finding("SERVER_WITHHELD", log.end + 1, (SERVER,), "K is missing"))
    found.sort(key=lambda one: one.seq)
    seen = set[str]()
    for one in found:
        one.follows = bool(seen & set(one.blamed))
        seen |= set(one.blamed)
    return Replay(found, undecided)


def _drawn(event: Event) -> bool:
    return event.notice.kind == Kind.CHANCE


def _values(
    log: Log,
    upto: int,
    secrets: Mapping[str, bytes],
    found: list[Finding],
    undecided: set[str],
) -> tuple[dict[tuple[str, str], int], set[tuple[str, str]]]:
    """V13: the value of every slot that is open, and which seals are false."""
    single = {
        (seat, slot): (salt, value) for seq, seat, slot, salt, value in log.opened if seq < upto
    }
    values, false = dict[tuple[str, str], int](), set[tuple[str, str]]()
    for (seat, slot), seal in log.seals.items():
        if seal.seq >= upto:
            continue
        opening = single.get((seat, slot))
        if opening:
            values[seat, slot] = opening[1]
        secret = secrets.get(SERVER if seat == DEALER else seat)
        if secret is None:
            continue
        salt = salt_of(secret, slot)
        if opening:
            tried = [opening[1]] if opening[0] == salt else []
        else:
            try:
                tried = list(log.rules.values(seal.public, slot))
            except Exception:  # the rule set is a black box
                undecided.add(seat)
                continue
        for value in tried:
            if commitment(log.game, seat, slot, salt, value) == seal.commitment:
                values[seat, slot] = value
                break
        else:
            false.add((seat, slot))
            if seat != DEALER:
                # What the dealer sealed is held against its seed (V16).
                found.append(Finding("OPEN_MISMATCH", seal.seq, (seat,), f"{slot} is false"))
    return values, false


def _follow(
    log: Log,
    upto: int,
    seat: str,
    secret: Any,
    values: Mapping[tuple[str, str], int],
    false: Set[tuple[str, str]],
    found: list[Finding],
    undecided: set[str],
) -> None:
    """V14 and V15, of one seat."""
    rules = log.rules
    for event in log.events:
        if event.seq >= upto or event.notice.seat != seat:
            continue
        notice = event.notice
        owner = DEALER if _drawn(event) else seat
        hidden = dict[str, Any]()
        for slot in notice.sealed:
            value = values.get((owner, slot))
            if (owner, slot) in false or (value is None and not rules.latent(slot)):
                undecided.add(seat)
                return
            hidden[slot] = value
        move = Move(notice.kind, seat, notice.public, hidden, tuple(notice.opened))
        try:
            if notice.kind == Kind.ANSWER and not event.default:
                truth = next(iter(rules.choices(event.public, secret, event.demand)))
                if not _agree(move, truth):
                    found.append(Finding("ANSWER_LIE", event.seq, (seat,), "not the truth"))
            secret = rules.follow(event.public, secret, move)
        except Foul as foul:
            if _drawn(event):
                undecided.add(seat)
                return
            secret = foul.then
            if not event.default:
                found.append(Finding("MOVE_ILLEGAL", event.seq, (seat,), str(foul)))
        except Exception:  # the rule set is a black box
            undecided.add(seat)
            return


def _agree(told: Move, truth: Move) -> bool:
    return (
        _same(told.public, truth.public)
        and told.hidden.keys() == truth.hidden.keys()
        and all(
            told.hidden[slot] is None or told.hidden[slot] == truth.hidden[slot]
            for slot in told.hidden
        )
        and set(told.opens) == set(truth.opens)
    )


def _deals(
    log: Log,
    draws: Sequence[Event],
    key: bytes,
    secret: Any,
    found: list[Finding],
    undecided: set[str],
) -> None:
    """V16."""
    for event in draws:
        demand = event.demand
        seed = deal_seed(key, log.game, demand.slots[0], event.links)
        try:
            move = log.rules.draw(event.public, secret, demand, picks_of(seed, 0, demand.lots))
        except Exception:  # the rule set is a black box
            undecided.add(SERVER)
            return
        box = log.joins[demand.seat]["box"]
        for slot, value in move.hidden.items():
            salt = salt_of(key, slot)
            if commitment(log.game, DEALER, slot, salt, value) != event.sealed[slot]:
                found.append(Finding("DEAL", event.seq, (SERVER,), f"another {slot}"))
            elif delivery_of(key, log.game, slot, box, salt, value) != event.delivery[slot]:
                found.append(Finding("DELIVERY", event.seq, (SERVER,), f"not {slot}"))
        try:
            secret = log.rules.follow(event.public, secret, move)
        except Exception:  # the rule set is a black box
            undecided.add(SERVER)
            return


# -- V1 to V18 ------------------------------------------------------------------------------


class NotCoveredError(Exception):
    """V3: there are no rules or no board for this game here."""


def find_rules(games: Callable[[str], Game], genesis: Any, board: str) -> Any:
    """V3: the rules of a genesis. Raises NotCoveredError where they are not at hand, and
    RefusedError where the genesis does not fit them."""
    try:
        game = games(genesis["rules"]["id"])
    except Exception as error:  # whatever a registry says of a name that it does not know
        raise NotCoveredError(str(error)) from None
    data = board.encode()
    if (game.info.id, game.info.version) != (genesis["rules"]["id"], genesis["rules"]["version"]):
        raise NotCoveredError("other rules")
    if sha(data).hex() != genesis["board"]["digest"]:
        raise NotCoveredError("another board")
    options, declared = genesis["options"], {one.name: one for one in game.info.options}
    if options.keys() != declared.keys():
        raise RefusedError("not the options of the rules")
    try:
        read = {name: declared[name].read(value) for name, value in options.items()}
        rules = game.rules(game.board(data, genesis["board"]["name"]), read)
    except Exception as error:  # the game is a black box
        raise RefusedError(f"the rules refuse it: {error}") from None
    sides = {side: list(seats) for side, seats in rules.sides.items()}
    if list(rules.seats) != genesis["seats"] or not _same(sides, genesis["sides"]):
        raise RefusedError("not the seats of the rules")
    return rules


Kept = Sequence[tuple[bytes, str]]
"""Receipts that a verifier has kept: payload and signature."""


class Judge:
    """V2 to V12 of a log, line by line. `lines` are all that the file has."""

    def __init__(
        self, games: Callable[[str], Game], game: str, board: str, lines: list[Line], kept: Kept
    ) -> None:
        self.games = games
        self.game = game
        self.board = board
        self.lines = lines
        self.kept = kept
        self.log: Log | None = None
        self.first: Any = None
        self.remarks: list[Finding] = []
        self.fault: Finding | None = None

    def run(self) -> None:
        """Takes all lines that stand: those that a genuine receipt covers (V8)."""
        self._take()
        if self.log is None or (self.fault and self.fault.blamed):
            return
        last = self.log.length - 1
        while not self._genuine(self.log, self.lines[last]):
            last -= 1
        if last < self.log.length - 1:
            whole, self.lines = self.lines, self.lines[: last + 1]
            self.log, self.remarks, self.fault = None, [], None
            self._take()
            self.lines = whole
            self.fault = Finding("RECEIPT", last + 1, (), "V8: no genuine receipt covers this")

    def _take(self) -> None:
        """V2 to V9, up to the first line that fails."""
        for seq, line in enumerate(self.lines):
            try:
                if seq:
                    self._line(seq, line)
                else:
                    self._begin(line)
            except RefusedError as error:
                self.fault = Finding("CANON", seq, (), str(error))
                return
            except WrongError as wrong:
                self.fault = self._blame(seq, line, wrong)
                return

    def _begin(self, line: Line) -> None:
        entry = decode(line.payload)
        if not ENTRY(entry) or not _alone(entry) or entry["type"] != "genesis":
            raise RefusedError("no genesis")
        body = entry["body"]
        if not BODIES["genesis"](body) or entry["seat"] != SERVER:
            raise RefusedError("no genesis")
        if self.game != line.id:
            raise RefusedError("the bundle is of another game")
        key = body["server"]
        if not key_passes(key) or not box_passes(body["box"]):
            raise RefusedError("a key that does not pass")
        try:
            rules = find_rules(self.games, body, self.board)
        except NotCoveredError as error:
            self.remarks.append(Finding("NOT_COVERED", 0, (), str(error)))
            rules = None
        log = Log(body, line.id, rules)
        # V4 to V8; what fails of them is blamed as below, by the key in this very entry.
        self.first = log
        if not signed(key, "pc/entry/1", line.payload, line.sig):
            raise WrongError(4, "SIG", "not signed by the server")
        receipt = self._receipt(log, line, None, line.id)
        deadlines = {} if rules else receipt["deadlines"]
        if encode({**receipt, "deadlines": deadlines}) != line.receipt:
            raise WrongError(7, "RECEIPT", "deadlines before anybody owes something")
        if not self._genuine(log, line):
            raise WrongError(8, "RECEIPT", "the first receipt is not signed")
        log.t = receipt["t"]
        self._kept(log, receipt)
        self.log = log

    def _line(self, seq: int, line: Line) -> None:
        assert self.log is not None
        log = self.log.copy()
        try:
            entry = decode(line.payload)
        except RefusedError as error:
            raise WrongError(2, "CANON", str(error)) from None
        if not ENTRY(entry) or not _alone(entry):
            raise WrongError(3, "CANON", "no entry")
        key = self._signature(log, entry, line)
        self._chain(log, entry, key)
        t = self._time(log, line)
        names = ("seat", "type", "prev", "own", "link", "body")
        here = Entry(seq, line.id, t, *(entry[name] for name in names))
        head = next_head(log.head, line.id, line.sig, t)
        if log.rules:
            Table(log, here, key).admit()
        elif here.type == "join":
            self._joined(log, here, key)
        receipt = self._receipt(log, line, log.head, head)
        if log.rules and log.clocks != receipt["deadlines"]:
            raise WrongError(7, "RECEIPT", "not the deadlines")
        self._kept(log, receipt)
        if here.seat != SERVER:
            log.last[key] = here.id
        log.head = head
        log.heads[head] = seq
        log.t = t
        log.length += 1
        self.log = log

    def _signature(self, log: Log, entry: Any, line: Line) -> str:
        """V4."""
        if entry["seat"] == SERVER:
            key = log.server
        elif entry["type"] == "join":
            key = entry["body"].get("key")
            if not BYTES(key):
                raise WrongError(4, "CANON", "a join without a key")
        else:
            key = log.holders.get(entry["seat"])
        if key is None or not signed(key, "pc/entry/1", line.payload, line.sig):
            raise WrongError(4, "SIG", "not signed by the author")
        return key

    def _chain(self, log: Log, entry: Any, key: str) -> None:
        """V5."""
        if entry["game"] != log.game:
            raise WrongError(5, "CHAIN", "of another game")
        server = entry["seat"] == SERVER
        if entry["prev"] not in ({log.head} if server else log.heads):
            raise WrongError(
                5, "CHAIN", "on a head that this log never had, or that is not the last"
            )
        if entry["own"] != (None if server else log.last.get(key)):
            raise WrongError(5, "CHAIN", "not the last own entry")

    def _joined(self, log: Log, here: Entry, key: str) -> None:
        """What V4 and V5 say of a join where there are no rules."""
        if not key_passes(key):
            raise WrongError(4, "CANON", "a key that does not pass")
        if here.seat in log.holders or here.seat == SERVER:
            raise WrongError(5, "CHAIN", "the seat is not free")
        log.holders[here.seat] = key

    def _time(self, log: Log, line: Line) -> int:
        """V6."""
        try:
            receipt = decode(line.receipt)
        except RefusedError as error:
            raise WrongError(6, "RECEIPT", str(error)) from None
        if not RECEIPT(receipt) or receipt["t"] < log.t:
            raise WrongError(6, "RECEIPT", "no receipt, or one that goes back in time")
        return receipt["t"]

    def _receipt(self, log: Log, line: Line, prev: str | None, head: str) -> Any:
        """V7, but for the deadlines."""
        try:
            receipt = decode(line.receipt)
        except RefusedError as error:
            raise WrongError(7, "RECEIPT", str(error)) from None
        seq = 0 if prev is None else log.length
        wanted = {"entry": line.id, "game": log.game, "head": head, "prev": prev, "seq": seq}
        if not RECEIPT(receipt) or receipt != {**receipt, **wanted}:
            raise WrongError(7, "RECEIPT", "not the receipt of this entry here")
        return receipt

    def _genuine(self, log: Log, line: Line) -> bool:
        return signed(log.server, "pc/receipt/1", line.receipt, line.receipt_sig)

    def _kept(self, log: Log, receipt: Any) -> None:
        """V9."""
        for payload, sig in self.kept:
            try:
                other = decode(payload)
            except RefusedError:
                continue
            if (
                RECEIPT(other)
                and contradict(other, receipt)
                and signed(log.server, "pc/receipt/1", payload, sig)
            ):
                raise WrongError(9, "FORK", "a receipt that was kept says another thing")

    def _blame(self, seq: int, line: Line, wrong: WrongError) -> Finding:
        """12, blame: the server where it took this line here; the author where he is at fault."""
        log = self.log or self.first
        finding = Finding(wrong.code, seq, (), str(wrong))
        unknown = wrong.code == "NOT_COVERED" or (wrong.code == "SIG" and not seq)
        if unknown or not self._genuine(log, line):
            return finding
        blamed = (wrong.author, SERVER) if wrong.author else (SERVER,)
        try:
            receipt: Any = decode(line.receipt)
        except RefusedError:
            receipt = None
        place: dict[str, Any] = {"seq": seq, "entry": line.id, "prev": log.head if seq else None}
        own = signed(log.server, "pc/entry/1", line.payload, line.sig)
        if RECEIPT(receipt) and not own:
            after = next_head(log.head, line.id, line.sig, receipt["t"])
            place["head"] = after if seq else line.id
        if not RECEIPT(receipt) or receipt == {**receipt, **place}:
            finding.blamed = blamed
        elif seq and self._forked(log, seq, receipt):
            finding.code, finding.blamed = "FORK", (SERVER,)
        return finding

    def _forked(self, log: Log, seq: int, receipt: Any) -> bool:
        before = self.lines[seq - 1]
        return self._genuine(log, before) and contradict(receipt, decode(before.receipt))


def _alone(entry: Any) -> bool:
    """4.1: a genesis names nothing before it, any other entry its game and a head."""
    if entry["type"] == "genesis":
        return all(entry[name] is None for name in ("game", "prev", "own", "link"))
    return entry["game"] is not None and entry["prev"] is not None


def contradict(one: Any, other: Any) -> bool:
    """5.5: whether two receipts tell two histories of one game."""
    if one["game"] != other["game"]:
        return False
    if one["seq"] == other["seq"]:
        return encode(one) != encode(other)
    first, second = sorted((one, other), key=lambda receipt: receipt["seq"])
    return first["seq"] + 1 == second["seq"] and second["prev"] != first["head"]


def judge(data: bytes, games: Callable[[str], Game], kept: Kept = ()) -> Verdict:
    """V1 to V18, of a bundle."""
    try:
        run = Judge(games, *read_bundle(data), kept)
    except RefusedError as error:
        return Verdict("undecided", 0, [Finding("CANON", 0, (), str(error))], (), frozenset())
    run.run()
    return _sum(run)


def _sum(run: Judge) -> Verdict:
    """V17 and V18."""
    log = run.log
    findings = [*run.remarks, *([run.fault] if run.fault else [])]
    if log is None or not log.rules:
        blamed = any(one.blamed for one in findings)
        status = "unfair" if blamed else "undecided"
        return Verdict(status, log.length if log else 0, findings, (), frozenset())
    found = replay(log, log.length)
    findings += found.findings
    base, lost = log.base, frozenset(log.lost)
    false = log.verdict if log.verdict and not log.verdict.true else None
    if false:
        findings.append(Finding("PUBLIC_ILLEGAL", false.seq, (false.author, SERVER), "false"))
        base, lost = false.base, false.lost | log.withheld.keys()
    findings += [Finding("FORFEIT", seq, (), seat) for seq, seat in log.forfeits]
    findings += [Finding("WITHHELD", seq, (), seat) for seat, seq in log.withheld.items()]
    findings += [Finding("FORESEEABLE", seq) for seq in log.foreseeable]
    if log.rolls and len(log.rules.sides) == 1:
        findings.append(Finding("NOT_COVERED", log.length - 1))
    closed = log.stage == "closed"
    if not closed:
        findings.append(Finding("INCOMPLETE", log.length - 1))
    findings.sort(key=lambda one: one.seq)
    cheats = {seat for one in findings for seat in one.blamed}
    winners = log.base or ()
    if cheats - {SERVER} and log.end is not None:
        winners = log.without(base, lost | cheats - {SERVER})
    unknown = found.undecided - log.withheld.keys()
    if cheats:
        status = "unfair"
    elif run.fault or not closed or unknown:
        status = "undecided"
    elif log.forfeits or log.withheld:
        status = "forfeited"
    else:
        status = "fair"
    return Verdict(status, log.length, findings, winners, frozenset(unknown))
