"""Dice: known answers, fair picks, and links that only their owner can continue."""

import json
from collections import Counter
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chance import chi_square, loose_bound
from paperchase.dice import LINKS, Chain, batch_seed, check_link, join_links, picks, shuffle
from paperchase.errors import EvidenceError, MalformedError, RefusedError

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "dice.json").read_text())
CONTEXT = "ab" * 32
SEEDS = [sha256(b"dice %d" % number).digest() for number in range(4000)]


@pytest.mark.parametrize("vector", VECTORS["chains"], ids=["dealer", "player"])
def test_chains_have_known_links(vector: dict[str, Any]) -> None:
    chain = Chain.grow(vector["context"], bytes.fromhex(vector["seed"]))
    assert {index: chain.link(int(index)) for index in vector["links"]} == vector["links"]
    assert chain.anchor == vector["links"]["0"]
    assert Chain(chain.context, chain.points) == chain


def test_batches_have_known_seeds() -> None:
    known = VECTORS["batch"]
    joined = join_links(known["links"])
    assert joined == known["joined"]
    place = (known["link"], known["game"], known["index"], joined)
    assert batch_seed(*place).hex() == known["seed"]
    assert batch_seed(*place, timeout=True).hex() == known["timeout_seed"]


@pytest.mark.parametrize("vector", VECTORS["picks"], ids=lambda v: f"{v['k']} {v['lots'][:3]}")
def test_picks_have_known_answers(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(VECTORS["batch"]["seed"])
    assert picks(seed, vector["k"], vector["lots"]) == tuple(vector["picks"])


@pytest.mark.parametrize("vector", VECTORS["shuffles"], ids=lambda v: str(v["n"]))
def test_shuffles_have_known_answers(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(VECTORS["batch"]["seed"])
    assert shuffle(seed, vector["k"], vector["n"]) == tuple(vector["order"])


def test_every_link_continues_the_one_before_and_no_other() -> None:
    chain = Chain.grow(CONTEXT, b"s" * 32)
    for index in (*range(1, 260), LINKS - 1, LINKS):
        check_link(CONTEXT, index, chain.link(index - 1), chain.link(index))
    for context, index, older, newer in (
        ("cd" * 32, 5, chain.link(4), chain.link(5)),
        (CONTEXT, 6, chain.link(4), chain.link(5)),
        (CONTEXT, 5, chain.link(3), chain.link(5)),
        (CONTEXT, 5, chain.link(4), chain.link(6)),
        (CONTEXT, 0, chain.link(0), chain.link(0)),
        (CONTEXT, LINKS + 1, chain.link(LINKS), chain.link(LINKS)),
    ):
        with pytest.raises(EvidenceError) as caught:
            check_link(context, index, older, newer)
        assert caught.value.code == "evidence/link"
    with pytest.raises(MalformedError):
        check_link(CONTEXT, 5, chain.link(4), "no link")


def test_every_changed_bit_of_a_link_is_refused() -> None:
    chain = Chain.grow(CONTEXT, b"s" * 32)
    older, newer = chain.link(7), bytes.fromhex(chain.link(8))
    for bit in range(256):
        changed = bytearray(newer)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(EvidenceError):
            check_link(CONTEXT, 8, older, changed.hex())


def test_a_chain_ends_and_says_so() -> None:
    chain = Chain.grow(CONTEXT, b"s" * 32)
    assert chain.link(LINKS) == (b"s" * 32).hex()
    for index in (-1, LINKS + 1):
        with pytest.raises(RefusedError):
            chain.link(index)
    assert (b"s" * 32).hex() not in repr(chain)
    assert repr(chain.points) not in repr(chain)


def test_every_input_changes_the_seed() -> None:
    one, two = "11" * 32, "22" * 32
    place: dict[str, Any] = {"link": one, "game": one, "index": 1, "links": one}
    changes = [{"index": 2}, *({name: two} for name in place if name != "index")]
    changes += [{}, {"timeout": True}]
    seeds = {batch_seed(**{**place, **change}) for change in changes}
    assert len(seeds) == 6
    assert len({join_links(links) for links in ([], [one], [two], [one, two], [two, one])}) == 5


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 2**64 - 1), max_size=9))
def test_picks_stay_below_their_lots(seed: bytes, lots: list[int]) -> None:
    picked = picks(seed, 0, lots)
    assert len(picked) == len(lots)
    assert all(0 <= pick < lot for pick, lot in zip(picked, lots, strict=True))
    assert picks(seed, 0, lots[:3]) == picked[:3]


@pytest.mark.parametrize("lot", [0, -1, 2**64])
def test_an_impossible_lot_is_refused(lot: int) -> None:
    with pytest.raises(MalformedError):
        picks(bytes(32), 0, [lot])


@pytest.mark.parametrize("size", [2, 3, 6, 54, 2**63 + 2**62])
def test_picks_are_uniform(size: int) -> None:
    bins = min(size, 54)
    counts = Counter(picks(seed, 1, [size])[0] * bins // size for seed in SEEDS)
    assert chi_square(counts, bins) < loose_bound(bins)


def test_two_dice_of_one_roll_are_independent() -> None:
    counts = Counter(picks(seed, 2, [6, 6]) for seed in SEEDS)
    assert chi_square(counts, 36) < loose_bound(36)


def test_rolls_of_one_batch_are_independent() -> None:
    counts = Counter(picks(seed, 0, [6]) + picks(seed, 1, [6]) for seed in SEEDS)
    assert chi_square(counts, 36) < loose_bound(36)


def test_shuffles_are_uniform() -> None:
    counts = Counter(shuffle(seed, 3, 4) for seed in SEEDS)
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(counts, 24) < loose_bound(24)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 60))
def test_a_shuffle_loses_nothing(seed: bytes, n: int) -> None:
    assert sorted(shuffle(seed, 0, n)) == list(range(n))
