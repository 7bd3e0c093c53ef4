"""Which HTTP status each error has: the one table. RFC 9457 bodies, codes that never change."""

from collections.abc import Mapping
from http import HTTPStatus

from paperchase.errors import PaperchaseError

STATUS: Mapping[str, HTTPStatus] = {
    "failed": HTTPStatus.INTERNAL_SERVER_ERROR,
    "malformed": HTTPStatus.BAD_REQUEST,
    "malformed/host": HTTPStatus.BAD_REQUEST,
    "malformed/method": HTTPStatus.METHOD_NOT_ALLOWED,
    "malformed/size": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "illegal": HTTPStatus.UNPROCESSABLE_ENTITY,
    "stale": HTTPStatus.CONFLICT,
    "evidence": HTTPStatus.UNPROCESSABLE_ENTITY,
    "refused": HTTPStatus.FORBIDDEN,
    "refused/unknown": HTTPStatus.NOT_FOUND,
    "refused/taken": HTTPStatus.CONFLICT,
    "refused/alike": HTTPStatus.CONFLICT,
    "refused/busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "offline": HTTPStatus.BAD_GATEWAY,
}
"""By code, or by the family before the slash where the whole code is not listed."""

RETRY_AFTER = {"refused/busy": 5}
"""Seconds after which it is worth to try again."""


def status(code: str) -> HTTPStatus:
    """The HTTP status of an error code. A family that nobody listed is a KeyError."""
    found = STATUS.get(code)
    return found if found is not None else STATUS[code.partition("/")[0]]


def problem(error: PaperchaseError) -> dict[str, str | int]:
    """The body of `application/problem+json`."""
    return details(error.code, error.detail)


def details(code: str, detail: str) -> dict[str, str | int]:
    """The same from a code and a line of text."""
    what = status(code)
    return {
        "type": "about:blank",
        "title": what.phrase,
        "status": what.value,
        "code": code,
        "detail": detail,
    }
