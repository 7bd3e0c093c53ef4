"""The server as the client sees it: requests out, checked shapes or PaperchaseErrors back.

`Transport` is the port. The real one speaks HTTP by urllib3, which is imported when the first
connection is made; tests give one that calls a server in the same process.
"""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from urllib.parse import quote, urlencode, urlsplit

import msgspec

from paperchase import errors
from paperchase.errors import MalformedError, OfflineError, PaperchaseError, RefusedError
from paperchase.values import unpack

if TYPE_CHECKING:
    import urllib3

LARGEST = 64 * 1024 * 1024
"""More bytes than this in one answer are not read."""

CONNECT = 10.0
"""Seconds to reach the server."""

PATIENCE = 30.0
"""Seconds to wait for an answer, beyond what a long poll asks for."""

LINES, TEXT = "application/x-ndjson", "text/plain"
"""The media types of what is no JSON: logs, and boards."""

T = TypeVar("T")


class Response(msgspec.Struct, frozen=True):
    """An answer: its status, its media type in lower case, its bytes."""

    status: int
    type: str
    body: bytes
    headers: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])


class Transport(Protocol):
    """One request, one answer."""

    def call(self, method: str, path: str, body: bytes | None, timeout: float) -> Response:
        """Raises OfflineError where no whole answer came; what the server did is then unknown."""
        ...


class Signed(msgspec.Struct, frozen=True):
    """Signed bytes on the wire."""

    payload: str
    sig: str


class Offer(msgspec.Struct, frozen=True):
    """A game that can be opened there, and on which boards."""

    id: str
    boards: tuple[str, ...] = ()


class Info(msgspec.Struct, frozen=True):
    """What a server says of itself."""

    server: str
    now: int
    version: str = ""
    games: tuple[Offer, ...] = ()

    def boards(self, game: str) -> tuple[str, ...]:
        """The boards on which `game` can be played there."""
        return next((offer.boards for offer in self.games if offer.id == game), ())


class Handle(msgspec.Struct, frozen=True):
    """A registered handle and its key."""

    handle: str
    key: str


class Opened(msgspec.Struct, frozen=True):
    """A new game and the first line of its log."""

    game: str
    line: str


class Taken(msgspec.Struct, frozen=True):
    """A seat of a summary."""

    seat: str
    handle: str | None = None
    key: str | None = None


class Rules(msgspec.Struct, frozen=True):
    """Which game, in which version."""

    id: str
    version: int


class Summary(msgspec.Struct, frozen=True):
    """A game in a list."""

    game: str
    rules: Rules
    title: str
    seats: tuple[Taken, ...]
    stage: str
    caption: str
    length: int
    deadlines: dict[str, int] = {}


class Page(msgspec.Struct, frozen=True):
    """A part of a list of games; `next` asks for more."""

    games: tuple[Summary, ...]
    next: str | None = None


class Refusal(msgspec.Struct, frozen=True):
    """Why the entry at `index` of a submission was not taken."""

    index: int
    code: str
    detail: str


class Accepted(msgspec.Struct, frozen=True):
    """What became of a submission: receipts, and all new lines from `since` on."""

    receipts: tuple[Signed, ...]
    since: int
    lines: tuple[str, ...]
    refused: Refusal | None = None


class Problem(msgspec.Struct, frozen=True):
    """An error on the wire."""

    code: str
    detail: str


def connect(url: str) -> "HttpTransport":
    """A transport for the server at `url`. Raises MalformedError where that is no address."""
    return HttpTransport(url)


def address(text: str) -> str:
    """`text` as the base URL of a server. Raises MalformedError.

    Without a scheme it is https, or http for this very machine.
    """
    text = text.strip()
    if "://" not in text:
        host = text.partition("/")[0]
        near = host.startswith(("localhost", "127.", "[::1]"))
        text = f"{'http' if near else 'https'}://{text}"
    if not _is_address(text):
        raise MalformedError(f"{text} is no server address: https://host[:port]", "option")
    return text.rstrip("/")


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        host = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        return False
    return bool(host) and not (parts.query or parts.fragment or parts.username)


class HttpTransport:
    """HTTP with kept connections, the system's trust, and the proxies of the environment."""

    def __init__(self, url: str) -> None:
        self.url = address(url)
        self._pool: urllib3.PoolManager | None = None

    def call(self, method: str, path: str, body: bytes | None, timeout: float) -> Response:
        """See `Transport`. Redirects are not followed: signed bytes go where they were meant."""
        import urllib3

        if self._pool is None:
            self._pool = _pool(self.url)
        headers = {"Accept": "application/json", "User-Agent": "paperchase"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            answer = self._pool.request(
                method,
                self.url + path,
                body=body,
                headers=headers,
                timeout=urllib3.Timeout(connect=CONNECT, read=timeout),
                retries=False,
                redirect=False,
                preload_content=False,
            )
            data = answer.read(LARGEST + 1, decode_content=True)
            answer.release_conn()
        except urllib3.exceptions.HTTPError as error:
            raise OfflineError(f"no answer from {self.url}: {_reason(error)}") from None
        if len(data) > LARGEST:
            raise OfflineError(f"{self.url} sent more than {LARGEST} bytes")
        known = {name.lower(): value for name, value in answer.headers.items()}
        kind = known.get("content-type", "").split(";")[0].strip().lower()
        return Response(answer.status, kind, data, known)

    def close(self) -> None:
        """Give the connections back."""
        if self._pool is not None:
            self._pool.clear()


def _pool(url: str) -> "urllib3.PoolManager":
    from urllib.request import getproxies, proxy_bypass

    import urllib3

    parts = urlsplit(url)
    proxies = getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if proxy and not proxy_bypass(parts.netloc):
        return urllib3.ProxyManager(proxy if "://" in proxy else f"http://{proxy}")
    return urllib3.PoolManager()


def _reason(error: Exception) -> str:
    """The last clause of what urllib3 says, without its object names."""
    text = str(error.__cause__ or error).split("): ")[-1].split(">: ")[-1]
    return text.removeprefix("[Errno ").split("] ", 1)[-1].rstrip(")'\"") or type(error).__name__


class Server:
    """The API of a server, one method a route."""

    def __init__(self, transport: Transport, name: str) -> None:
        self._transport = transport
        self.name = name

    def info(self) -> Info:
        """Its key, and its clock."""
        return self._get("/api/v1", Info)

    def register(self, signed: Mapping[str, str]) -> Handle:
        """Register a handle; the same once more changes nothing."""
        return self._post("/api/v1/handles", signed, Handle)

    def handle(self, handle: str) -> Handle:
        """Whose key a handle stands for."""
        return self._get(f"/api/v1/handles/{quote(handle, safe='')}", Handle)

    def open(self, signed: Mapping[str, str]) -> Opened:
        """Open a game; the same request once more gives the same game."""
        return self._post("/api/v1/games", signed, Opened)

    def games(self, **query: str) -> list[Summary]:
        """All games that fit, from all pages."""
        found: list[Summary] = []
        after = ""
        while True:
            asked = query | ({"after": after} if after else {})
            page = self._get("/api/v1/games?" + urlencode(asked), Page)
            found += page.games
            if not page.next or page.next == after:
                return found
            after = page.next

    def summary(self, game: str) -> Summary:
        """One game."""
        return self._get(f"/api/v1/games/{game}", Summary)

    def log(self, game: str, since: int, wait: int = 0) -> list[str]:
        """The log from entry `since` on, at most a page of it; waits for news if asked to."""
        path = f"/api/v1/games/{game}/log?since={since}" + (f"&wait={wait}" if wait else "")
        return [line for line in self._text(path, LINES, PATIENCE + wait).split("\n") if line]

    def submit(
        self,
        game: str,
        entries: Sequence[Mapping[str, str]],
        escrow: Sequence[Mapping[str, str | int]] = (),
    ) -> Accepted:
        """Hand in signed entries, and openings for the server to hold.

        The same once more has no further effect.
        """
        body: dict[str, Any] = {"entries": list(entries)}
        if escrow:
            body["escrow"] = list(escrow)
        return self._post(f"/api/v1/games/{game}/entries", body, Accepted)

    def board(self, game: str) -> bytes:
        """The board file of a game."""
        return self._text(f"/api/v1/games/{game}/board", TEXT).encode()

    def bundle(self, game: str) -> str:
        """A whole game for offline verification."""
        return self._text(f"/api/v1/games/{game}/bundle", LINES)

    def _text(self, path: str, kind: str, timeout: float = PATIENCE) -> str:
        response = self._call("GET", path, None, timeout)
        if response.type != kind:
            raise self._strange()
        try:
            return response.body.decode("utf-8")
        except UnicodeDecodeError:
            raise MalformedError("the server sent what is no UTF-8 text", "text") from None

    def _get(self, path: str, kind: type[T]) -> T:
        return self._shape(self._call("GET", path, None, PATIENCE), kind)

    def _post(self, path: str, value: Mapping[str, Any], kind: type[T]) -> T:
        body = json.dumps(value, ensure_ascii=False).encode()
        return self._shape(self._call("POST", path, body, PATIENCE), kind)

    def _call(self, method: str, path: str, body: bytes | None, timeout: float) -> Response:
        response = self._transport.call(method, path, body, timeout)
        if 200 <= response.status < 300:
            return response
        if 300 <= response.status < 400:
            where = response.headers.get("location", "somewhere else")
            raise RefusedError(
                f"{self.name} sends on to {where}: if you trust that, name it with --server",
                "moved",
            )
        raise self._error(response)

    def _error(self, response: Response) -> PaperchaseError:
        if response.type in ("application/problem+json", "application/json"):
            try:
                problem = unpack(Problem, json.loads(response.body))
            except (ValueError, RecursionError, MalformedError):
                pass
            else:
                if response.status == 429 or response.status >= 500:
                    return OfflineError(f"{self.name}: {problem.detail}", "later")
                return rebuild(problem.code, problem.detail)
        return OfflineError(
            f"{self.name} answered {response.status} and not as Paperchase does: try again later"
        )

    def _shape(self, response: Response, kind: type[T]) -> T:
        try:
            return unpack(kind, json.loads(response.body))
        except (ValueError, RecursionError, MalformedError):
            raise self._strange() from None

    def _strange(self) -> OfflineError:
        return OfflineError(
            f"{self.name} answered, and not as Paperchase does: is the address right?"
        )


def rebuild(code: str, detail: str) -> PaperchaseError:
    """The error that a server meant. An unknown family is a plain refusal."""
    family, _, case = code.partition("/")
    for kind in errors.PaperchaseError.__subclasses__():
        if kind.family == family:
            return kind(detail, case)
    return RefusedError(detail, case or family)
