"""What comes back over the wire, good and bad."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from paperchase import errors
from paperchase.errors import MalformedError, OfflineError, PaperchaseError, RefusedError
from paperchase_client import remote
from paperchase_client.remote import HttpTransport, Response, Server, address, rebuild


class Canned:
    """Answers everything with the same."""

    def __init__(self, response: Response) -> None:
        self.response = response

    def call(self, method: str, path: str, body: bytes | None, timeout: float) -> Response:
        return self.response


def server(status: int, kind: str, body: Any, **headers: str) -> Server:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Server(Canned(Response(status, kind, data, headers)), "http://x")


PROBLEM = "application/problem+json"


@pytest.mark.parametrize("kind", PaperchaseError.__subclasses__())
def test_an_error_comes_back_as_what_it_was(kind: type[PaperchaseError]) -> None:
    code = kind("x", "case").code
    with pytest.raises(kind) as caught:
        server(400, PROBLEM, {"code": code, "detail": "why", "status": 400}).info()
    assert (caught.value.code, str(caught.value)) == (code, "why")


def test_an_error_of_an_unknown_family_is_a_refusal() -> None:
    assert isinstance(rebuild("newer/case", "x"), RefusedError)
    assert rebuild("newer/case", "x").code == "refused/case"
    assert rebuild("newer", "x").code == "refused/newer"


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_in_trouble_is_one_to_ask_again(status: int) -> None:
    with pytest.raises(OfflineError, match="why"):
        server(status, PROBLEM, {"code": "refused/busy", "detail": "why"}).info()


@pytest.mark.parametrize(
    ("status", "kind", "body"),
    [
        (502, "text/html", b"<html>502 Bad Gateway</html>"),
        (404, "text/html", b"<html>not here</html>"),
        (400, PROBLEM, b"{"),
        (400, PROBLEM, {"detail": "no code"}),
        (200, "text/html", b"<html>a portal that wants a password</html>"),
        (200, "application/json", {"nothing": 1}),
        (200, "application/json", b"[" * 100_000),
    ],
)
def test_what_is_not_ours_is_told_in_one_line(status: int, kind: str, body: Any) -> None:
    with pytest.raises(OfflineError) as caught:
        server(status, kind, body).info()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("ask", ["log", "board", "bundle"])
def test_a_page_instead_of_a_log_or_a_board_is_told_as_one_instead_of_json(ask: str) -> None:
    page = server(200, "text/html", b"<html>a portal that wants a password</html>")
    asked = {
        "log": lambda: page.log("00", 0),
        "board": lambda: page.board("00"),
        "bundle": lambda: page.bundle("00"),
    }
    with pytest.raises(OfflineError, match="not as Paperchase does"):
        asked[ask]()


def test_a_redirect_is_not_followed_but_named() -> None:
    with pytest.raises(RefusedError, match="https://new"):
        server(301, "text/html", b"", location="https://new").info()


def test_a_log_that_is_no_text_is_refused() -> None:
    with pytest.raises(MalformedError):
        server(200, "application/x-ndjson", b"\xff\n").log("00", 0)


def test_lists_come_page_by_page() -> None:
    class Pages:
        def __init__(self) -> None:
            self.asked: list[str] = []

        def call(self, method: str, path: str, body: bytes | None, timeout: float) -> Response:
            self.asked.append(path)
            after = path.split("after=")[1] if "after=" in path else "0"
            following = str(int(after) + 1) if int(after) < 2 else None
            page = {"games": [summary(after)], "next": following}
            return Response(200, "application/json", json.dumps(page).encode())

    pages = Pages()
    found = Server(pages, "http://x").games(stage="open")
    assert [one.game for one in found] == ["0", "1", "2"]
    assert pages.asked[0] == "/api/v1/games?stage=open"


def summary(game: str) -> dict[str, Any]:
    return {
        "game": game,
        "rules": {"id": "toy", "version": 1},
        "title": "",
        "seats": [{"seat": "a", "handle": None, "key": None}],
        "stage": "open",
        "caption": "",
        "length": 1,
        "deadlines": {},
        "something": "newer",
    }


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("play.example.org", "https://play.example.org"),
        ("localhost:8470/", "http://localhost:8470"),
        ("127.0.0.1", "http://127.0.0.1"),
        ("[::1]:80", "http://[::1]:80"),
        (" http://x/y/ ", "http://x/y"),
    ],
)
def test_an_address_is_completed(text: str, url: str) -> None:
    assert address(text) == url


@pytest.mark.parametrize(
    "text", ["", "ftp://x", "http://", "http://x:port", "http://a:b@x", "http://x?y", "http://[x"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(MalformedError):
        address(text)


class Odd(BaseHTTPRequestHandler):
    """A server that answers as its paths say."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        what = self.path.rsplit("/", 1)[-1]
        if what == "cut":
            self.send_response(200)
            self.send_header("Content-Length", "100")
            self.end_headers()
            self.wfile.write(b"short")
            self.close_connection = True
            return
        body = b"x" * (2000 if what == "large" else 2)
        status = 302 if what == "moved" else 200
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Type", "Application/JSON; charset=utf-8")
        self.send_header("Location", "http://127.0.0.1:1/")
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET  # noqa: N815

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def odd(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with ThreadingHTTPServer(("127.0.0.1", 0), Odd) as made:
        made.daemon_threads = True
        thread = threading.Thread(target=made.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{made.server_port}"
        made.shutdown()
        thread.join()


def call(url: str, path: str) -> Response:
    transport = HttpTransport(url)
    try:
        return transport.call("POST", path, b"{}", 5)
    finally:
        transport.close()


def test_an_answer_over_http(odd: str) -> None:
    answer = call(odd, "/fine")
    assert (answer.status, answer.type, answer.body) == (200, "application/json", b"xx")


def test_a_redirect_over_http_is_not_followed(odd: str) -> None:
    assert call(odd, "/moved").status == 302


def test_an_answer_that_is_cut_off_is_none(odd: str) -> None:
    with pytest.raises(OfflineError):
        call(odd, "/cut")


def test_an_answer_without_end_is_not_read(odd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "LARGEST", 1000)
    with pytest.raises(OfflineError, match="more than"):
        call(odd, "/large")


def test_nobody_there_is_told_in_one_line() -> None:
    with pytest.raises(OfflineError) as caught:
        call("http://127.0.0.1:1", "/x")
    assert "refused" in str(caught.value)
    assert "0x" not in str(caught.value)


def test_a_name_that_there_is_not_is_told_in_one_line() -> None:
    with pytest.raises(OfflineError) as caught:
        call("http://nowhere.invalid", "/x")
    assert "0x" not in str(caught.value)


def test_the_proxy_of_the_environment_is_used(odd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", odd.removeprefix("http://"))
    monkeypatch.setenv("no_proxy", "")
    assert call("http://play.example.org", "/x/fine").status == 200


def test_every_family_that_crosses_the_wire_has_a_class() -> None:
    for kind in PaperchaseError.__subclasses__():
        assert type(rebuild(kind.family, "x")) is kind
    assert errors.OfflineError in PaperchaseError.__subclasses__()
