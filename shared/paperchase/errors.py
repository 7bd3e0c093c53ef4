"""Every error that Paperchase raises on purpose, with the code that crosses the wire.

A code is stable for ever: clients and scripts match on it. The text is for people and may
change. `shared` knows only codes; the server maps them to HTTP status, the client to exits.
"""

from typing import ClassVar


class PaperchaseError(Exception):
    """The root. `code` is `<family>` or `<family>/<case>`; `str()` is one line for people."""

    family: ClassVar[str] = "failed"

    def __init__(self, detail: str, case: str = "") -> None:
        super().__init__(detail)
        self.code = f"{self.family}/{case}" if case else self.family

    @property
    def detail(self) -> str:
        """What happened and what to do next, in one line."""
        return str(self)


class MalformedError(PaperchaseError):
    """The bytes are no message, board, log or order of ours."""

    family = "malformed"


class IllegalMoveError(PaperchaseError):
    """The rules of the game, or of the table, refuse it."""

    family = "illegal"


class StaleHeadError(PaperchaseError):
    """The log grew in between: fetch, look, decide again."""

    family = "stale"


class EvidenceError(PaperchaseError):
    """Somebody did wrong, and these bytes show it: a signature, a seal, a fork."""

    family = "evidence"


class RefusedError(PaperchaseError):
    """Not for you, not here, or too late."""

    family = "refused"


class OfflineError(PaperchaseError):
    """Nobody answered. Raised by the client alone."""

    family = "offline"
