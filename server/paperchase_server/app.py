"""HTTP: routes that translate between requests and the service, and nothing else."""

import logging
from collections.abc import Sequence

import msgspec
from flask import Flask, Response, request
from werkzeug.exceptions import (
    BadHost,
    HTTPException,
    MethodNotAllowed,
    NotFound,
    RequestEntityTooLarge,
    SecurityError,
)

from paperchase import api
from paperchase.errors import MalformedError, PaperchaseError, RefusedError
from paperchase_server import problems, requests, serializers
from paperchase_server.serializers import Shape
from paperchase_server.service import GameService

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_FOR_EVER = "public, max-age=31536000, immutable"
_LOG = logging.getLogger(__name__)


def create_app(service: GameService, hosts: Sequence[str] | None = None) -> Flask:
    """The WSGI application over `service`. It answers to the names in `hosts`, or to any."""
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = api.MAX_BODY
    app.config["TRUSTED_HOSTS"] = None if hosts is None else list(hosts)
    # No redirects: they would be answered in HTML.
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False
    _add_routes(app, service)
    _add_errors(app)

    @app.after_request
    def guard(response: Response) -> Response:
        response.headers.update(_HEADERS)
        response.headers.setdefault("Cache-Control", "no-cache")
        return response

    return app


def _add_routes(app: Flask, service: GameService) -> None:
    @app.get(api.PREFIX)
    def about() -> Response:
        return _json(service.about())

    @app.post(api.HANDLES)
    def register() -> Response:
        return _json(service.register(requests.read_signed(_body())), 201)

    @app.get(_route(api.HANDLE))
    def holding(handle: str) -> Response:
        return _json(service.holding(handle))

    @app.post(api.GAMES)
    def create() -> Response:
        return _json(service.create(requests.read_signed(_body())), 201)

    @app.get(api.GAMES)
    def games() -> Response:
        given = request.args
        limit = _number("limit", api.GAMES_PAGE)
        return _json(
            service.games(
                given.get("handle", ""), given.get("stage", ""), given.get("after", ""), limit
            )
        )

    @app.get(_route(api.GAME))
    def summary(game: str) -> Response:
        shape = service.summary(game)
        response = _json(shape)
        response.set_etag(shape["head"])
        response.make_conditional(request.environ)
        return response

    @app.get(_route(api.LOG))
    def log(game: str) -> Response:
        page = service.log(game, _number("since", 0), _number("wait", 0))
        text = "".join(f"{line}\n" for line in page.lines)
        response = Response(text, content_type=api.LINES)
        response.headers[api.LENGTH_HEADER] = str(page.length)
        return response

    @app.post(_route(api.ENTRIES))
    def submit(game: str) -> Response:
        given = requests.read_submission(_body())
        return _json(service.submit(game, given.entries, given.escrow))

    @app.get(_route(api.BOARD))
    def board(game: str) -> Response:
        digest, text = service.board(game)
        response = Response(text, content_type=api.TEXT)
        response.set_etag(digest)
        response.headers["Cache-Control"] = _FOR_EVER
        response.make_conditional(request.environ)
        return response

    @app.get(_route(api.BUNDLE))
    def bundle(game: str) -> Response:
        return Response(service.bundle(game), content_type=api.LINES)

    _ = about, register, holding, create, games, summary, log, submit, board, bundle


def _add_errors(app: Flask) -> None:
    @app.errorhandler(PaperchaseError)
    def ours(error: PaperchaseError) -> Response:
        return _problem(error)

    @app.errorhandler(HTTPException)
    def theirs(error: HTTPException) -> Response:
        response = _problem(_translated(error))
        if isinstance(error, MethodNotAllowed) and error.valid_methods:
            response.headers["Allow"] = ", ".join(sorted(error.valid_methods))
        return response

    @app.errorhandler(Exception)
    def nobodys(error: Exception) -> Response:
        _LOG.error("unexpected, at %s %s", request.method, request.path, exc_info=error)
        return _problem(PaperchaseError("the server failed at this: tell the operator"))

    _ = ours, theirs, nobodys


def _translated(error: HTTPException) -> PaperchaseError:
    match error:
        case BadHost() | SecurityError():
            text = "this server does not answer to that name: the operator can add it to `hosts`"
            return MalformedError(text, "host")
        case NotFound():
            return RefusedError(f"nothing here: the API begins at {api.PREFIX}", "unknown")
        case MethodNotAllowed():
            return MalformedError(f"{request.method} is not for this address", "method")
        case RequestEntityTooLarge():
            return MalformedError(f"more than {api.MAX_BODY} bytes: send less at a time", "size")
        case _:
            return MalformedError(error.description or "the request makes no sense", "http")


def _route(path: str) -> str:
    return path.replace("{", "<").replace("}", ">")


def _body() -> bytes:
    data = request.get_data(cache=False)
    if request.content_length is None and len(data) >= api.MAX_BODY:
        # A body that came in pieces was cut there.
        raise RequestEntityTooLarge
    return data


def _number(name: str, default: int) -> int:
    text = request.args.get(name)
    if text is None:
        return default
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise MalformedError(f"{name} is a whole number from 0 on", "query")


def _json(shape: Shape, status: int = 200, kind: str = api.JSON) -> Response:
    return Response(msgspec.json.encode(shape), status, content_type=kind)


def _problem(error: PaperchaseError) -> Response:
    shape = serializers.problem(error)
    response = _json(shape, shape["status"], api.PROBLEM)
    if error.code in problems.RETRY_AFTER:
        response.headers["Retry-After"] = str(problems.RETRY_AFTER[error.code])
    return response
