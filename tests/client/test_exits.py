"""The one table from errors to exit statuses."""

import pytest

from paperchase import errors
from paperchase.errors import PaperchaseError
from paperchase_client import exits


def test_every_error_has_a_status_of_its_family() -> None:
    for kind in (PaperchaseError, *PaperchaseError.__subclasses__()):
        assert exits.of(kind("x")) in exits.MEANING
        assert exits.of(kind("x", "unheard-of")) == exits.BY_CODE[kind.family]


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.MalformedError("x", "order"), 2),
        (errors.MalformedError("x", "handle"), 2),
        (errors.MalformedError("x", "title"), 2),
        (errors.MalformedError("x", "turn"), 2),
        (errors.MalformedError("x", "bundle"), 1),
        (errors.IllegalMoveError("x"), 3),
        (errors.IllegalMoveError("x", "turn"), 5),
        (errors.RefusedError("x"), 3),
        (errors.StaleHeadError("x"), 4),
        (errors.OfflineError("x"), 6),
        (errors.EvidenceError("x", "signature"), 1),
        (errors.EvidenceError("x", "fork"), 10),
    ],
)
def test_the_status_of_an_error(error: PaperchaseError, status: int) -> None:
    assert exits.of(error) == status


def test_what_could_not_be_read_never_looks_like_cheating() -> None:
    assert exits.UNFAIR not in {exits.of(errors.MalformedError("x", case)) for case in ("", "log")}
    assert exits.BY_VERDICT["undecided"] != exits.UNFAIR


def test_every_verdict_has_a_status() -> None:
    from paperchase.audit import Status

    assert set(exits.BY_VERDICT) == {status.value for status in Status}
