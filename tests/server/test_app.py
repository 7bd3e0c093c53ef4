"""HTTP: statuses, headers, and that every failure is problem+json."""

import io
import json
import threading

import msgspec
import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from paperchase import api, log
from paperchase.errors import RefusedError
from paperchase.table import Stage
from paperchase_server.app import create_app
from paperchase_server.bell import Bell
from serving import new_game, registration


def problem(response, status, code):
    assert response.status_code == status, response.data
    assert response.content_type == api.PROBLEM
    body = response.json
    assert set(body) == {"type", "title", "status", "code", "detail"}
    assert body["status"] == status
    assert body["code"] == code
    assert "\n" not in body["detail"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    return body


def entries(*signed):
    return {"entries": [one.to_wire() for one in signed]}


def test_a_game_over_http(world):
    ann = world.register("ann").identity()
    made = world.post(api.HANDLES, registration(ann, world.server, "ann").to_wire())
    assert (made.status_code, made.json) == (201, {"handle": "ann", "key": ann.key})
    assert world.http.get("/api/v1/handles/ann").json == made.json
    made = world.post(api.GAMES, new_game(ann, world.server, "ann").to_wire())
    assert made.status_code == 201
    game = made.json["game"]
    session = world.session(submit=lambda game, signed: _submit(world, game, signed))
    session.join()
    session.play()
    lines = world.http.get(api.LOG.format(game=session.game))
    assert lines.headers[api.LENGTH_HEADER] == str(session.state.length)
    assert lines.content_type == api.LINES
    assert lines.text.splitlines() == session.lines
    assert (
        world.http.get(f"/api/v1/games/{session.game}/log?since=5").text.splitlines()
        == (session.lines[5:])
    )
    bundle = world.http.get(api.BUNDLE.format(game=session.game)).text.splitlines()
    assert bundle[1:] == session.lines
    listed = world.http.get("/api/v1/games?handle=bob").json
    assert [one["game"] for one in listed["games"]] == [session.game]
    assert game in str(world.http.get("/api/v1/games?limit=50").json)


def _submit(world, game, signed):
    answer = world.post(api.ENTRIES.format(game=game), entries(*signed))
    assert answer.status_code == 200, answer.json
    return answer.json


def test_index(world):
    about = world.http.get(api.PREFIX)
    assert about.status_code == 200
    assert about.json["server"] == world.server
    assert about.headers["Cache-Control"] == "no-cache"
    assert about.headers["Content-Security-Policy"].startswith("default-src 'none'")


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/", 404, "refused/unknown"),
        ("/api/v1/", 404, "refused/unknown"),
        ("/api/v1//games", 404, "refused/unknown"),
        ("/api/v1/handles/carol", 404, "refused/unknown"),
        ("/api/v1/games/" + "ab" * 32, 404, "refused/unknown"),
        ("/api/v1/games/x/log", 404, "refused/unknown"),
        ("/api/v1/games/x/board", 404, "refused/unknown"),
        ("/api/v1/games/x/bundle", 404, "refused/unknown"),
        ("/api/v1/games/x/entries", 405, "malformed/method"),
        ("/api/v1/games?limit=-1", 400, "malformed/query"),
        ("/api/v1/games/x/log?since=1.0", 400, "malformed/query"),
        ("/api/v1/games/x/log?wait=9999999999", 400, "malformed/query"),
    ],
)
def test_nothing_there(world, path, status, code):
    problem(world.http.get(path), status, code)


def test_a_method_that_is_not_for_it(world):
    answer = world.http.delete(api.GAMES)
    problem(answer, 405, "malformed/method")
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS, POST"


BAD = [b"", b"{", b"[]", b"null", b'{"entries":7}', b'{"entries":[7]}', b"\xff", b'{"entries":[]}']
BAD += [b'{"entries":[{"payload":"{}","sig":"00"}]}', b'{"payload":"{}"}', b"[" * 10**5]
BAD += [b'{"payload":"\\ud800","sig":"' + b"0" * 128 + b'"}', b'{"payload":1e999,"sig":""}']


@pytest.mark.parametrize("body", BAD)
def test_malformed_bodies(world, body):
    game = world.session().game
    for path in (api.HANDLES, api.GAMES, api.ENTRIES.format(game=game)):
        answer = world.http.post(path, data=body)
        assert answer.status_code == 400, answer.data
        problem(answer, 400, answer.json["code"])
        assert answer.json["code"].startswith("malformed")


def test_oversize(world):
    session = world.session()
    path = api.ENTRIES.format(game=session.game)
    problem(world.http.post(path, data=b" " * (api.MAX_BODY + 1)), 413, "malformed/size")
    big = log.Signed(b'{"a":"' + b"a" * 65536 + b'"}', b"\0" * 64)
    problem(world.post(path, entries(big)), 413, "malformed/size")
    join = session.player("hider").join(session.state, "ann").signed
    problem(world.post(path, entries(*[join] * 65)), 400, "malformed/entries")
    assert world.service.summary(session.game)["length"] == 1


def test_a_body_without_length_is_limited_too(world):
    environ = EnvironBuilder(api.HANDLES, "http://localhost", method="POST").get_environ()
    environ |= {"wsgi.input": _Endless(), "wsgi.input_terminated": True}
    environ["HTTP_TRANSFER_ENCODING"] = "chunked"
    body, status, _ = run_wsgi_app(world.app, environ)
    assert status.startswith("413")
    assert msgspec.json.decode(b"".join(body))["code"] == "malformed/size"


class _Endless(io.RawIOBase):
    def readable(self):
        return True

    def readinto(self, buffer):
        buffer[:] = b" " * len(buffer)
        return len(buffer)


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", ""])
def test_other_hosts_are_refused(world, host):
    problem(world.http.get(api.PREFIX, headers={"Host": host}), 400, "malformed/host")


def test_any_host_where_the_operator_said_so(world):
    http = create_app(world.service).test_client()
    assert http.get(api.PREFIX, headers={"Host": "any.example"}).status_code == 200


def test_a_failure_of_the_server_tells_nothing(world, monkeypatch, caplog):
    monkeypatch.setattr(world.service, "about", lambda: 1 / 0)
    body = problem(world.http.get(api.PREFIX), 500, "failed")
    assert "division" not in body["detail"]
    assert "ZeroDivisionError" in caplog.text


def test_locked_says_when_to_come_again(world, monkeypatch):
    def locked():
        raise RefusedError("locked", "busy")

    monkeypatch.setattr(world.service, "about", locked)
    answer = world.http.get(api.PREFIX)
    problem(answer, 503, "refused/busy")
    assert answer.headers["Retry-After"] == "5"


def test_etags(world):
    session = world.session()
    path = api.GAME.format(game=session.game)
    first = world.http.get(path)
    tag = first.headers["ETag"]
    assert world.http.get(path, headers={"If-None-Match": tag}).status_code == 304
    session.submit(session.player("hider").join(session.state, "ann"))
    assert world.http.get(path, headers={"If-None-Match": tag}).status_code == 200
    board = world.http.get(api.BOARD.format(game=session.game))
    assert board.content_type == api.TEXT
    assert "immutable" in board.headers["Cache-Control"]
    tag = board.headers["ETag"]
    path = api.BOARD.format(game=session.game)
    assert world.http.get(path, headers={"If-None-Match": tag}).status_code == 304


def test_stale_is_a_conflict(world):
    session = world.session()
    join = session.player("hider").join(session.state, "ann")
    session.submit(session.player("seeker").join(session.state, "bob"))
    session.submit(join)
    old = session.player("hider").resign(session.table, session.state)
    session.ready()
    session.step()
    problem(world.post(api.ENTRIES.format(game=session.game), entries(old.signed)), 409, "stale")


# -- waiting ----------------------------------------------------------------------------------


def test_waiting_ends_with_the_news(world):
    session = world.session()
    answers = []

    def wait():
        answers.append(world.service.log(session.game, 1, 20))

    thread = threading.Thread(target=wait)
    thread.start()
    session.submit(session.player("hider").join(session.state, "ann"))
    thread.join(5)
    assert not thread.is_alive()
    assert list(answers[0].lines) == session.lines[1:]


def test_waiting_for_another_process(world):
    session = world.session()
    other = world.start()
    answers = []
    thread = threading.Thread(target=lambda: answers.append(other.log(session.game, 1, 20)))
    thread.start()
    session.submit(session.player("hider").join(session.state, "ann"))
    thread.join(5)
    assert not thread.is_alive()
    assert len(answers[0].lines) == 1


def test_waiting_in_vain(world):
    session = world.session()
    answer = world.http.get(api.LOG.format(game=session.game) + "?since=1&wait=1")
    assert (answer.status_code, answer.text) == (200, "")
    assert answer.headers[api.LENGTH_HEADER] == "1"


def test_places_to_wait_are_few():
    bell, looks = Bell(0), []
    bell.wait("game", lambda: bool(looks.append(1)), 10)
    assert looks == []


def test_a_closed_bell_lets_everybody_go():
    bell = Bell(1)
    threading.Timer(0.1, bell.close).start()
    bell.wait("game", lambda: False, 20)
    bell.wait("game", lambda: False, 20)


# -- what leaves the server -------------------------------------------------------------------

SUMMARY = {"game", "rules", "board", "options", "title", "by", "turn", "seats", "stage"}
SUMMARY |= {"caption", "length", "head", "t", "deadlines", "outcome"}


def secrets(world, session):
    """What nobody may be told while the game goes on."""
    live = world.service._shelf.peek(session.game)
    dealer = live.desk.dealer
    found = [
        dealer.secret.secret.hex(),
        dealer.chain.link(live.state.batches + 1),
        world.master.secret.hex(),
        msgspec.json.encode(live.secret).decode(),
    ]
    for agent in session.agents.values():
        found.append(agent.player.secret.secret.hex())
        slots = [f"field/{live.state.public.round}", f"wish/{live.state.public.round}"]
        found += [agent.player.secret.salt(slot) for slot in slots]
    return found


def test_side_field(world):
    """Nothing but the named fields leaves, and the dealer's secrets least of all."""
    session = world.session(options={"rounds": 0})
    session.join()
    for _ in range(60):
        session.step()
    summary = world.http.get(api.GAME.format(game=session.game)).json
    assert set(summary) == SUMMARY
    assert {frozenset(seat) for seat in summary["seats"]} == {frozenset({"seat", "handle", "key"})}
    assert set(summary["rules"]) == {"id", "version"}
    words = secrets(world, session)
    paths = [api.PREFIX, api.GAMES, "/api/v1/games?handle=ann", "/api/v1/handles/ann"]
    paths += [path.format(game=session.game) for path in (api.GAME, api.LOG, api.BOARD, api.BUNDLE)]
    for path in paths:
        text = world.http.get(path).text
        for word in words:
            assert word not in text, path


def test_over_full_event(world):
    """Each answer to a submission, the one that ends the game included, says what is named and
    nothing else; what is still secret stands in none of them."""
    said = []

    def submit(game, signed):
        answer = world.post(api.ENTRIES.format(game=game), entries(*signed))
        said.append((answer.text, secrets(world, session)))
        return answer.json

    session = world.session(submit=submit, options={"rounds": 6})
    session.join()
    while session.state.stage is Stage.PLAY:
        session.step()
    assert session.state.outcome is not None
    for text, words in said:
        answer = json.loads(text)
        assert set(answer) == {"receipts", "since", "lines"}
        assert {frozenset(one) for one in answer["receipts"]} == {frozenset({"payload", "sig"})}
        for line in map(json.loads, answer["lines"]):
            assert set(line) == {"payload", "sig", "receipt"}
            assert set(line["receipt"]) == {"payload", "sig"}
        # The dealer's secret is revealed behind the end, with the answer that brings it.
        over = '"type":"reveal"' in text.replace("\\", "")
        for word in words[2:3] if over else words:
            assert word not in text
    assert len(said) > 12


def test_over_full_event_a_refusal_in_the_middle_says_why_and_no_more(world):
    session = world.session()
    hider, seeker = (session.player(seat) for seat in ("hider", "seeker"))
    join = hider.join(session.state, "ann")
    late = seeker.join(session.state, "carol")
    answer = world.post(api.ENTRIES.format(game=session.game), entries(join.signed, late.signed))
    assert set(answer.json) == {"receipts", "since", "lines", "refused"}
    assert set(answer.json["refused"]) == {"index", "code", "detail"}
    assert (answer.json["refused"]["index"], len(answer.json["lines"])) == (1, 1)
