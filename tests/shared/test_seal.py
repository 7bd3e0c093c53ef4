"""A commitment hides one integer, opens to no other, and stands for one slot only."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperchase import canon
from paperchase.errors import EvidenceError, MalformedError
from paperchase.seal import (
    Opening,
    check_commitment,
    check_opening,
    check_slot,
    commit,
    find_value,
)

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "seal.json").read_text())
GAME, SALT = "ab" * 32, "cd" * 32
PLACE = (GAME, "hider", "move/7")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['seat']} {v['slot']} {v['value']}")
def test_commitments_have_known_answers(vector: dict[str, Any]) -> None:
    place = (vector["game"], vector["seat"], vector["slot"])
    opening = Opening(vector["salt"], vector["value"])
    assert commit(*place, opening.salt, opening.value) == vector["commitment"]
    check_opening(vector["commitment"], *place, opening)


@given(st.integers(-(2**53 - 1), 2**53 - 1))
def test_a_commitment_is_a_hash_of_canonical_json(value: int) -> None:
    content = {"t": "pc/commit/1", "game": GAME, "seat": "hider", "slot": "move/7"}
    data = canon.encode({**content, "salt": SALT, "value": value})
    assert commit(*PLACE, SALT, value) == "h1:" + sha256(data).hexdigest()


def test_nothing_else_opens_a_commitment() -> None:
    commitment = commit(*PLACE, SALT, 17)
    opening = Opening(SALT, 17)
    check_opening(commitment, *PLACE, opening)
    others = [
        ("00" * 32, "hider", "move/7", opening),
        (GAME, "seeker", "move/7", opening),
        (GAME, "hider", "move/8", opening),
        (*PLACE, Opening(SALT, 18)),
        (*PLACE, Opening(SALT, -17)),
        (*PLACE, Opening("ce" + SALT[2:], 17)),
    ]
    for game, seat, slot, other in others:
        with pytest.raises(EvidenceError) as caught:
            check_opening(commitment, game, seat, slot, other)
        assert caught.value.code == "evidence/seal"
    for place in range(len(commitment)):
        for character in "0f:h":
            changed = commitment[:place] + character + commitment[place + 1 :]
            if changed != commitment:
                with pytest.raises(EvidenceError):
                    check_opening(changed, *PLACE, opening)


def test_values_are_found_again_by_trying() -> None:
    commitment = commit(*PLACE, SALT, 17)
    assert find_value(commitment, *PLACE, SALT, range(54)) == 17
    assert find_value(commitment, *PLACE, SALT, range(17)) is None
    assert find_value(commitment, *PLACE, "00" * 32, range(54)) is None
    assert find_value(commitment, *PLACE, SALT, []) is None
    with pytest.raises(MalformedError):
        find_value("h2:" + commitment[3:], *PLACE, SALT, range(54))


def test_a_small_domain_cannot_be_searched_without_the_salt() -> None:
    commitment = commit(*PLACE, SALT, 17)
    public = [f"{n:064x}" for n in range(40)] + [GAME]
    assert all(find_value(commitment, *PLACE, salt, range(54)) is None for salt in public)


@pytest.mark.parametrize(
    ("slot", "salt", "value"),
    [
        ("", SALT, 1),
        ("Move", SALT, 1),
        ('a"', SALT, 1),
        ("a" * 65, SALT, 1),
        ("a", SALT[:-1], 1),
        ("a", SALT.upper(), 1),
        ("a", SALT, 2**53),
        ("a", SALT, -(2**53)),
        ("a", SALT, True),
    ],
)
def test_what_is_no_slot_salt_or_value_is_refused(slot: str, salt: str, value: int) -> None:
    with pytest.raises(MalformedError):
        commit(GAME, "hider", slot, salt, value)


def test_forms_are_checked() -> None:
    good = commit(*PLACE, SALT, 17)
    assert check_commitment(good) == good
    assert check_slot("move/7") == "move/7"
    for bad in (None, 7, "", good[3:], good.upper(), good + "0", "h1:" + "g" * 64):
        with pytest.raises(MalformedError):
            check_commitment(bad)
    for value in (
        {"salt": SALT},
        {"salt": SALT, "value": 1, "more": 1},
        {"salt": SALT, "value": 2**53},
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(value, Opening, strict=True)
