"""Logs: known bytes, and every change, drop, swap, replay and fork is found."""

import json
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperchase import canon, log
from paperchase.errors import EvidenceError, MalformedError, PaperchaseError
from paperchase.keys import Identity
from paperchase.log import (
    ENTRY,
    RECEIPT,
    Entry,
    Line,
    Receipt,
    Signed,
    fork,
    next_head,
    pae,
    read_entry,
    read_line,
    read_receipt,
    receipt_payload,
    receipt_time,
    sign,
    verify,
    write_entry,
    write_receipt,
)

SIG = bytes(64)
VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "log.json").read_text())
SERVER = Identity.from_seed(b"s" * 32)
PLAYERS = {"hider": Identity.from_seed(b"h" * 32), "seeker": Identity.from_seed(b"k" * 32)}
GENESIS = {"server": SERVER.key, "title": 'a "title"\\ with é'}
ONE, TWO = "1a" * 32, "2b" * 32


class Writer:
    """Writes an honest log, and keeps what a next entry needs."""

    def __init__(self) -> None:
        self.lines = list[Line]()
        self.receipts = list[Receipt]()
        self.own = dict[str, str]()
        self.add("server", "genesis", GENESIS)
        for seat, identity in PLAYERS.items():
            self.add(seat, "join", {"key": identity.key})

    @property
    def game(self) -> str | None:
        return self.receipts[0].game if self.receipts else None

    @property
    def head(self) -> str | None:
        return self.receipts[-1].head if self.receipts else None

    def write(
        self, seat: str, kind: str, body: Any, signer: Identity | None = None, **changes: Any
    ) -> Entry:
        fields: dict[str, Any] = {
            "game": self.game,
            "seat": seat,
            "type": kind,
            "prev": self.head,
            "own": self.own.get(seat),
            "link": None,
            "body": body,
        }
        return write_entry(signer or PLAYERS.get(seat, SERVER), **{**fields, **changes})

    def add(self, seat: str, kind: str, body: Any, **changes: Any) -> Entry:
        entry = self.write(seat, kind, body, **changes)
        if seat != "server":
            self.own[seat] = entry.id
        self.take(entry)
        return entry

    def take(self, entry: Entry) -> Receipt:
        seq = len(self.receipts)
        receipt = write_receipt(
            SERVER,
            game=self.game or entry.id,
            seq=seq,
            entry=entry.id,
            sig=entry.signed.sig,
            prev=self.head,
            t=1_700_000_000 + seq,
            deadlines={"seeker": 1_700_000_500, "hider": 5} if seq > 2 else {},
        )
        self.receipts.append(receipt)
        self.lines.append(Line(entry.signed, receipt.signed))
        return receipt


def honest(moves: int = 4) -> Writer:
    writer = Writer()
    for number in range(moves):
        writer.add(("hider", "seeker")[number % 2], "move", {"public": {"to": number}})
    return writer


def refused(lines: Sequence[Line], every_receipt: bool = True) -> PaperchaseError:
    with pytest.raises((EvidenceError, MalformedError)) as caught:
        list(verify(lines, every_receipt))
    return caught.value


def test_known_lines() -> None:
    placed = list(verify([read_line(vector["text"]) for vector in VECTORS["lines"]], True))
    for vector, one in zip(VECTORS["lines"], placed, strict=True):
        assert (one.entry.type, one.entry.seat) == (vector["type"], vector["seat"])
        assert (one.entry.id, one.head, one.t) == (vector["id"], vector["head"], vector["t"])
        line = read_line(vector["text"].encode())
        assert line.to_text() == vector["text"]
        receipt = read_receipt(line.receipt)
        assert receipt.deadlines == vector["deadlines"]
        assert (receipt.entry, receipt.head, receipt.t) == (one.entry.id, one.head, one.t)
        line.entry.check(ENTRY, VECTORS["server" if one.seq == 0 else "player"])
        line.receipt.check(RECEIPT, VECTORS["server"])


def test_what_is_written_is_what_is_read() -> None:
    writer = honest()
    for placed, line, receipt in zip(
        verify(writer.lines), writer.lines, writer.receipts, strict=True
    ):
        assert read_line(line.to_text()) == line
        assert Signed.from_wire(line.entry.to_wire()) == line.entry
        assert read_entry(line.entry) == placed.entry
        assert read_receipt(line.receipt) == receipt
        assert receipt_time(line.receipt.payload) == placed.t == receipt.t
        assert placed.head == receipt.head
        again = write_entry(
            SERVER if placed.seq == 0 else PLAYERS[placed.entry.seat],
            game=placed.entry.game,
            seat=placed.entry.seat,
            type=placed.entry.type,
            prev=placed.entry.prev,
            own=placed.entry.own,
            link=placed.entry.link,
            body=placed.entry.body,
        )
        assert again == placed.entry


def test_a_payload_is_canonical_json() -> None:
    for line in honest().lines:
        for payload in (line.entry.payload, line.receipt.payload):
            assert canon.encode(canon.decode(payload)) == payload


@given(
    st.integers(0, 10**15 - 1),
    st.integers(0, 10**15 - 1),
    st.dictionaries(
        st.text("abcdefghijklmnopqrstuvwxyz0123456789_./-", min_size=1, max_size=64),
        st.integers(0, 10**15 - 1),
        max_size=5,
    ),
)
def test_receipts_written_out_are_canonical(seq: int, t: int, deadlines: dict[str, int]) -> None:
    value = {"v": 1, "game": ONE, "seq": seq, "entry": TWO, "prev": None if seq == 0 else ONE}
    value |= {"head": TWO, "t": t, "deadlines": deadlines}
    payload = receipt_payload(ONE, seq, TWO, None if seq == 0 else ONE, TWO, t, deadlines)
    assert payload == canon.encode(value)
    receipt = read_receipt(Signed(payload, bytes(64)))
    assert (receipt.seq, receipt.t, receipt.deadlines) == (seq, t, deadlines)
    assert receipt_time(payload) == t


def test_the_head_chain_is_a_hash_of_head_id_signature_and_time() -> None:
    sig = bytes(range(64))
    chained = bytes.fromhex(ONE + TWO) + sig + (7).to_bytes(8)
    assert next_head(ONE, TWO, sig, 7) == log.message_id(log.HEAD, chained)
    parts = product((ONE, TWO), (ONE, TWO), (sig, bytes(64)), (1, 2))
    assert len({next_head(*each) for each in parts}) == 16


def test_the_type_is_inside_the_signed_bytes() -> None:
    assert pae("pc/entry/1", b"{}") == b"DSSEv1 10 pc/entry/1 2 {}"
    assert pae("other", b"") == b"DSSEv1 5 other 0 "
    signed = sign(SERVER, ENTRY, b"{}")
    signed.check(ENTRY, SERVER.key)
    for kind in (RECEIPT, log.HEAD, log.HANDLE, log.NEW, "", "pc/entry/2"):
        with pytest.raises(EvidenceError):
            signed.check(kind, SERVER.key)


def test_an_id_does_not_depend_on_the_signature() -> None:
    line = honest().lines[3]
    assert read_entry(Signed(line.entry.payload, bytes(64))).id == read_entry(line.entry).id


@pytest.mark.parametrize("part", ["entry", "receipt"])
def test_every_changed_byte_of_a_line_is_refused(part: str) -> None:
    lines = honest(2).lines
    good = lines[-1].to_text().encode()
    start, end = (
        (0, good.find(b',"receipt"')) if part == "entry" else (good.find(b',"receipt"'), None)
    )
    for place in range(len(good))[start:end]:
        for flip in (0x01, 0x20):
            changed = bytearray(good)
            changed[place] ^= flip
            try:
                line = read_line(bytes(changed))
            except MalformedError:
                continue
            refused([*lines[:-1], line])


def test_every_changed_byte_of_a_payload_is_refused() -> None:
    lines = honest(2).lines
    good = lines[-1]
    for place in range(len(good.entry.payload)):
        changed = bytearray(good.entry.payload)
        changed[place] ^= 0x02
        refused([*lines[:-1], Line(Signed(bytes(changed), good.entry.sig), good.receipt)])
    for place in range(len(good.receipt.payload)):
        changed = bytearray(good.receipt.payload)
        changed[place] ^= 0x02
        refused([*lines[:-1], Line(good.entry, Signed(bytes(changed), good.receipt.sig))])


def test_the_last_receipt_covers_those_before_it() -> None:
    lines = honest().lines
    spoiled = Line(lines[3].entry, Signed(lines[3].receipt.payload, bytes(64)))
    assert len(list(verify([*lines[:3], spoiled, *lines[4:]]))) == len(lines)
    assert refused([*lines[:3], spoiled, *lines[4:]]).code == "evidence/signature"
    assert refused([*lines[:3], spoiled], every_receipt=False).code == "evidence/signature"
    first = Line(lines[0].entry, Signed(lines[0].receipt.payload, bytes(64)))
    assert refused([first, *lines[1:]], every_receipt=False).code == "evidence/signature"


def test_drops_swaps_and_repeats_are_found() -> None:
    lines = honest().lines
    for place in range(len(lines)):
        if place < len(lines) - 1:
            refused(lines[:place] + lines[place + 1 :])
            refused([*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]])
        refused([*lines[: place + 1], lines[place], *lines[place + 1 :]])
    refused([])
    for end in range(1, len(lines) + 1):
        assert len(list(verify(lines[:end], True))) == end


def test_all_before_the_first_fault_stands() -> None:
    lines = honest().lines
    bad = Line(Signed(lines[4].entry.payload, bytes(64)), lines[4].receipt)
    stood = list[int]()
    with pytest.raises(EvidenceError):
        stood.extend(placed.seq for placed in verify([*lines[:4], bad, *lines[5:]]))
    assert stood == [0, 1, 2, 3]


def test_an_entry_of_another_game_is_refused() -> None:
    ours = honest()
    ours.add("hider", "move", {}, game=ONE)
    assert refused(ours.lines).code == "evidence/chain"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"prev": ONE}, "evidence/chain"),
        ({"own": ONE}, "evidence/chain"),
        ({"own": None}, "evidence/chain"),
        ({"type": "genesis", "game": None, "prev": None, "own": None}, "evidence/chain"),
    ],
)
def test_what_an_entry_stands_on_is_checked(changes: dict[str, Any], code: str) -> None:
    writer = honest()
    writer.take(writer.write("hider", "move", {}, **changes))
    assert refused(writer.lines).code == code


def test_nobody_signs_for_another_seat() -> None:
    for seat, code in (("nobody", "evidence/signature"), ("seeker", "evidence/signature")):
        writer = honest()
        own = writer.own.get(seat)
        writer.take(writer.write(seat, "move", {}, signer=PLAYERS["hider"], own=own))
        assert refused(writer.lines).code == code


def test_the_key_comes_from_the_join_and_never_from_the_entry() -> None:
    writer = honest()
    body = {"key": PLAYERS["seeker"].key}
    writer.take(writer.write("hider", "move", body, signer=PLAYERS["seeker"]))
    assert refused(writer.lines).code == "evidence/signature"


def test_an_older_head_is_a_known_head() -> None:
    writer = honest()
    writer.add("hider", "move", {}, prev=writer.receipts[3].head)
    assert len(list(verify(writer.lines, True))) == 8


def test_a_seat_is_taken_once_and_by_a_sound_key() -> None:
    writer = honest()
    writer.add("hider", "join", {"key": PLAYERS["hider"].key})
    assert refused(writer.lines).code == "evidence/chain"
    writer = honest()
    writer.add("third", "join", {"key": "01" + "00" * 31})
    assert refused(writer.lines).code == "evidence/signature"


def test_a_log_begins_with_a_genesis() -> None:
    writer = honest()
    assert refused(writer.lines[1:]).code == "evidence/chain"


def test_time_does_not_run_backwards() -> None:
    writer = honest()
    entry = writer.add("hider", "move", {})
    early = write_receipt(
        SERVER,
        game=writer.receipts[0].game,
        seq=7,
        entry=entry.id,
        sig=entry.signed.sig,
        prev=writer.receipts[6].head,
        t=1,
        deadlines={},
    )
    assert (
        refused([*writer.lines[:-1], Line(entry.signed, early.signed)]).code == "evidence/receipt"
    )


def test_a_receipt_of_another_entry_is_refused() -> None:
    writer = honest()
    receipt = writer.receipts[-1]
    for changes in ({"entry": ONE}, {"seq": 9}, {"game": ONE}, {"prev": ONE}):
        fields: dict[str, Any] = {"game": receipt.game, "seq": receipt.seq, "entry": receipt.entry}
        fields |= {"prev": receipt.prev, "t": receipt.t, "deadlines": receipt.deadlines}
        fields |= {"sig": writer.lines[-1].entry.sig}
        wrong = write_receipt(SERVER, **{**fields, **changes})
        changed = Line(writer.lines[-1].entry, wrong.signed)
        assert refused([*writer.lines[:-1], changed]).code == "evidence/receipt"


GOOD = {
    "v": 1,
    "game": ONE,
    "seat": "hider",
    "type": "move",
    "prev": TWO,
    "own": None,
    "link": None,
    "body": {},
}


@pytest.mark.parametrize(
    "changes",
    [
        {"v": 2},
        {"v": True},
        {"v": None},
        {"game": None},
        {"game": "ab"},
        {"game": ONE.upper()},
        {"prev": None},
        {"prev": 7},
        {"own": ""},
        {"link": "g" * 64},
        {"seat": ""},
        {"seat": "Hider"},
        {"type": "a" * 65},
        {"type": "genesis"},
        {"body": None},
        {"body": []},
        {"more": 1},
        {"turn": 1},
    ],
    ids=repr,
)
def test_an_entry_has_exactly_its_form(changes: dict[str, Any]) -> None:
    read_entry(Signed(canon.encode(GOOD), b""))
    with pytest.raises(MalformedError):
        read_entry(Signed(canon.encode({**GOOD, **changes}), b""))


@pytest.mark.parametrize("key", GOOD)
def test_an_entry_lacks_no_key(key: str) -> None:
    rest = {name: value for name, value in GOOD.items() if name != key}
    with pytest.raises(MalformedError):
        read_entry(Signed(canon.encode(rest), b""))


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"{}",
        b'{"body":{},"game":',
        canon.encode(GOOD) + b" ",
        canon.encode(GOOD).replace(b'"body":{}', b'"body": {}'),
        canon.encode(GOOD).replace(b'"body":{}', b'"body":{"b":1,"a":2}'),
        canon.encode(GOOD).replace(b'"body":{}', b'"body":{"a":1.0}'),
        canon.encode(GOOD).replace(b'"body":{}', b'"body":{"a":1,"a":1}'),
        canon.encode(GOOD).replace(b'"body":{}', b'"body":{},"body":{}'),
        canon.encode(GOOD).replace(b'"body":{}', b'"body":{"a":"\xff"}'),
        canon.encode(GOOD).replace(b'"v":1', b'"v":1.0'),
        canon.encode(GOOD).replace(b'"seat"', b'"\\u0073eat"'),
        canon.encode(GOOD).replace(b"hider", b"hid\xe9r"),
        canon.encode(GOOD).replace(b'{}', b"[" * 15 + b"]" * 15),
        canon.encode(GOOD).replace(b'{}', b'{"a":' + b"[" * 15 + b"]" * 15 + b"}"),
        canon.encode(GOOD).replace(b'{}', b'{"a":"' + b"a" * canon.LIMIT + b'"}'),
    ],
)  # fmt: skip
def test_an_entry_is_canonical(payload: bytes) -> None:
    with pytest.raises(MalformedError):
        read_entry(Signed(payload, b""))


SNIPPETS = [b"", b"null", b"{}", b"[]", b"1", b"1.0", b"true", b'"', b",", b" ", b'"a":1', b"{"]
SNIPPETS += [
    b'"body":{}',
    b'"',
    b'\\"',
    b"\\u0061",
    b"\x7f",
    b"\xc3\xa9",
    b"\xff",
    ONE.encode(),
    b"}",
]
SNIPPETS += [b'"link":null', b'"v":1', b'"v":2', b',"game":"', b"move", b"genesis", b"MOVE"]


def slow_entry(payload: bytes) -> dict[str, Any] | None:
    """What an entry says, read in the obvious way; None where it is none."""
    try:
        value = canon.decode_object(payload)
        if set(value) != set(GOOD) or value["v"] is True or value["v"] != 1:
            return None
        for key in ("game", "prev", "own", "link"):
            if value[key] is not None:
                canon.check_hex(value[key])
        canon.check_name(value["seat"])
        canon.check_name(value["type"])
    except MalformedError:
        return None
    alone = value["game"] is None and value["prev"] is None
    stands = alone and value["own"] is None and value["link"] is None
    tied = value["game"] is not None and value["prev"] is not None
    right = stands if value["type"] == "genesis" else tied
    return value if right and isinstance(value["body"], dict) else None


@settings(max_examples=600)
@given(st.data())
def test_entries_are_read_quickly_and_slowly_alike(data: Any) -> None:
    changes = data.draw(
        st.dictionaries(st.sampled_from([*GOOD, "x"]), st.sampled_from([None, ONE, "move", 1, {}]))
    )
    payload = canon.encode({**GOOD, **changes})
    for _ in range(data.draw(st.integers(0, 2))):
        start = data.draw(st.integers(0, len(payload)))
        end = data.draw(st.integers(start, min(len(payload), start + 8)))
        payload = payload[:start] + data.draw(st.sampled_from(SNIPPETS)) + payload[end:]
    slow = slow_entry(payload)
    try:
        entry = read_entry(Signed(payload, b""))
    except MalformedError:
        assert slow is None
    else:
        assert slow is not None
        read = (entry.game, entry.seat, entry.type, entry.prev, entry.own, entry.link, entry.body)
        assert read == tuple(
            slow[key] for key in ("game", "seat", "type", "prev", "own", "link", "body")
        )


def test_a_body_may_be_as_deep_as_the_profile_allows() -> None:
    deepest: Any = {"a": json.loads("[" * 14 + "]" * 14)}
    payload = canon.encode({**GOOD, "body": deepest})
    assert read_entry(Signed(payload, b"")).body == deepest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"seq":3', b'"seq":0'),
        (b'"seq":3', b'"seq":-3'),
        (b'"seq":3', b'"seq":03'),
        (b'"seq":3', b'"seq":3.0'),
        (b'"t":7', b'"t":1000000000000000'),
        (b'"t":7', b'"t":null'),
        (b'"t":7', b'"t":true'),
        (b'"v":1', b'"v":2'),
        (b'"a":1', b'"a":-1'),
        (b'"a":1', b'"a":1.5'),
        (b'"a":1', b'"a":"1"'),
        (b'"a":1', b'"A":1'),
        (b'"a":1', b'"c":1'),
        (b'"a":1', b'"b":2'),
        (b'"a":1,"b":2', b'"a":1,"b":2,'),
        (b'{"a":1,"b":2}', b"[]"),
        (b'{"a":1,"b":2}', b"null"),
        (b'"prev":"1', b'"prev":"g'),
        (b'"head":"1', b'"head":"A'),
        (b"}", b" }"),
    ],
)
def test_a_receipt_has_exactly_its_form(old: bytes, new: bytes) -> None:
    payload = receipt_payload(ONE, 3, ONE, ONE, ONE, 7, {"a": 1, "b": 2})
    read_receipt(Signed(payload, b""))
    changed = payload.replace(old, new)
    with pytest.raises(MalformedError):
        read_receipt(Signed(changed, b""))


@pytest.mark.parametrize(
    "payload", [b"", b'{"t":7}', b'"t":,"v":1}', b'"t":-1,"v":1}', b'"t":7,"v":2}']
)
def test_a_time_is_not_read_out_of_something_else(payload: bytes) -> None:
    with pytest.raises(MalformedError):
        receipt_time(payload)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: " " + text,
        lambda text: text + "\n",
        lambda text: text.replace(":", ": ", 1),
        lambda text: text.replace('"sig":"', '"sig":"0', 1),
        lambda text: text.replace('{"payload"', '{"more":1,"payload"', 1),
        lambda text: text.replace('{"payload"', '{"payload":"","payload"', 1),
        lambda text: text.replace("body", "\\u0062ody", 1),
        lambda text: text[:-1],
        lambda text: "",
        lambda text: "[]",
        lambda text: "\ud800",
    ],
)
def test_a_line_has_one_spelling(change: Any) -> None:
    text = honest(0).lines[0].to_text()
    with pytest.raises(MalformedError):
        read_line(change(text))


def test_a_line_turned_about_is_refused() -> None:
    text = honest(0).lines[0].to_text()
    value = json.loads(text)
    turned = json.dumps(dict(reversed(value.items())), separators=(",", ":"), ensure_ascii=False)
    with pytest.raises(MalformedError):
        read_line(turned)


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"payload": "{}"},
        {"payload": "{}", "sig": "00"},
        {"payload": "{}", "sig": "AB" * 64},
        {"payload": 1, "sig": "ab" * 64},
        {"payload": "\ud800", "sig": "ab" * 64},
        {"payload": "{}", "sig": "ab" * 64, "key": "ab"},
    ],
    ids=repr,
)
def test_a_signed_message_has_its_form(value: Any) -> None:
    with pytest.raises(MalformedError):
        Signed.from_wire(value)


def test_two_heads_at_one_place_prove_a_fork() -> None:
    writer = honest()
    honest_end = writer.receipts[-1]
    writer.receipts.pop()
    writer.lines.pop()
    other = writer.add("seeker", "move", {"public": "other"}, own=None)
    forked = writer.receipts[-1]
    assert forked.entry == other.id
    proof = fork(honest_end.signed, forked.signed, SERVER.key)
    assert proof is not None
    assert (proof.game, proof.seq) == (honest_end.game, honest_end.seq)
    assert fork(forked.signed, honest_end.signed, SERVER.key) is not None
    later = writer.take(writer.add("hider", "move", {}))
    assert later.prev != honest_end.head


def test_a_receipt_that_does_not_stand_on_the_one_before_proves_a_fork() -> None:
    one = write_receipt(SERVER, game=ONE, seq=4, entry=ONE, sig=SIG, prev=TWO, t=5, deadlines={})
    two = write_receipt(
        SERVER, game=ONE, seq=5, entry=TWO, sig=SIG, prev=one.head, t=5, deadlines={}
    )
    bad = write_receipt(SERVER, game=ONE, seq=5, entry=TWO, sig=SIG, prev=TWO, t=5, deadlines={})
    assert fork(one.signed, two.signed, SERVER.key) is None
    proof = fork(bad.signed, one.signed, SERVER.key)
    assert proof is not None
    assert proof.seq == 5


def test_what_is_no_fork_is_none() -> None:
    first, second = honest().receipts[-2:]
    other_game = write_receipt(
        SERVER, game=ONE, seq=first.seq, entry=ONE, sig=SIG, prev=TWO, t=1, deadlines={}
    )
    assert fork(first.signed, first.signed, SERVER.key) is None
    assert fork(first.signed, second.signed, SERVER.key) is None
    assert fork(first.signed, other_game.signed, SERVER.key) is None


def test_a_forged_receipt_proves_nothing() -> None:
    first = honest().receipts[-1]
    fields: dict[str, Any] = {
        "game": first.game,
        "seq": first.seq,
        "entry": ONE,
        "sig": SIG,
        "prev": TWO,
    }
    forged = write_receipt(PLAYERS["hider"], **fields, t=1, deadlines={})
    for pair in ((first, forged), (forged, first)):
        with pytest.raises(EvidenceError):
            fork(pair[0].signed, pair[1].signed, SERVER.key)
