"""Every error has a status, and every code keeps its own."""

import pytest

from paperchase import errors
from paperchase.errors import MalformedError, PaperchaseError, RefusedError
from paperchase_server.problems import RETRY_AFTER, STATUS, problem, status


def family(kind):
    yield kind
    for inner in kind.__subclasses__():
        yield from family(inner)


def test_every_error_is_in_the_table():
    kinds = list(family(PaperchaseError))
    assert len(kinds) >= 7
    for kind in kinds:
        assert status(kind("text").code) == STATUS[kind.family]
        assert status(kind("text", "case").code) == STATUS[kind.family]


def test_families_are_unique():
    families = [kind.family for kind in family(PaperchaseError)]
    assert len(set(families)) == len(families)


def test_every_listed_code_is_of_a_known_family():
    families = {kind.family for kind in family(PaperchaseError)}
    assert {code.partition("/")[0] for code in STATUS} == families
    assert set(RETRY_AFTER) <= set(STATUS)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (MalformedError("x"), 400),
        (MalformedError("x", "size"), 413),
        (errors.IllegalMoveError("x", "turn"), 422),
        (errors.StaleHeadError("x"), 409),
        (errors.EvidenceError("x", "signature"), 422),
        (RefusedError("x", "seat"), 403),
        (RefusedError("x", "unknown"), 404),
        (RefusedError("x", "busy"), 503),
        (PaperchaseError("x"), 500),
    ],
)
def test_statuses(error, code):
    body = problem(error)
    assert body["status"] == code
    assert body["code"] == error.code
    assert body["detail"] == "x"
    assert body["type"] == "about:blank"
    assert set(body) == {"type", "title", "status", "code", "detail"}
