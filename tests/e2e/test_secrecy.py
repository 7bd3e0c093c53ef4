"""What can be seen tells nothing of what is hidden.

Two ghosts walk through the same castle on different ways, and everything that they have to say
in public is the same. Then everything that a seeker or a stranger can get is the same byte by
byte, once hashes and signatures are renamed in the order in which they appear; and of the same
size without that.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paperchase import api, audit, bundle, registry
from paperchase.log import Entry
from paperchase.rules import Kind, Move
from paperchase.svg import to_svg
from paperchase.table import Stage
from paperchase.testing import Match, Source
from paperchase.text import to_text
from paperchase.values import pack
from paperchase_server.catalogue import Catalogue
from rogue import GHOST_CHASE, HIDER, SEEKER, castle, ring
from serving import Session, World

GHOST, CHASER = "ghost", "chaser-1"
OPTIONS: Mapping[str, Any] = {"chasers": 1, "hedgehogs": 9, "trap": False}
START = 1
FIGURES = (20, 30, 40)
ROUNDS = 8

Way = Callable[[Any, Any, list[Move], Source], Move]
"""How a ghost chooses among the moves that say nothing in public."""


def wanders(public: Any, ghost: Any, moves: list[Move], source: Source) -> Move:
    walks = [move for move in moves if room(move) != ghost.at] or moves
    return walks[source.below(len(walks))]


def rests(public: Any, ghost: Any, moves: list[Move], source: Source) -> Move:
    still = [move for move in moves if room(move) == ghost.at]
    if still and public.round in (2, 3):
        return still[0]
    return wanders(public, ghost, moves, source)


def passes(public: Any, ghost: Any, moves: list[Move], source: Source) -> Move:
    through = [move for move in moves if {room(move), ghost.at} == {1, 54}]
    return through[0] if through else wanders(public, ghost, moves, source)


def room(move: Move) -> int:
    (value,) = move.hidden.values()
    return value


def quiet(way: Way, seed: str) -> Any:
    """A ghost who says nothing in public that another would not say."""
    source = Source(seed)

    def bot(rules: Any, public: Any, secret: Any, demand: Any, below: Any) -> Move:
        moves = list(rules.choices(public, secret, demand))
        if public.stage == "start":
            return next(move for move in moves if move.public == {"start": START})
        mute = [
            move
            for move in moves
            if isinstance(move.public, Mapping) and not any(move.public.values())
        ]
        return way(public, secret, mute, source) if mute else moves[0]

    return bot


def patrol(rules: Any, public: Any, secret: Any, demand: Any, below: Any) -> Move:
    """A chaser who goes by what all see, so that he does the same in both games."""
    moves = list(rules.choices(public, secret, demand))
    if public.stage == "place":
        wanted = {"place": FIGURES[public.figures.index(0)]}
        return next(move for move in moves if move.public == wanted)
    if public.stage == "frame":
        return next(move for move in moves if move.public == {"frame": "hedgehogs"})
    far = [move for move in moves if move.public["to"] not in (1, 2, 18, 53, 54)]
    return far[Source(f"{public.round}/{public.figures}").below(len(far))]


def walked(way: Way, seed: str) -> Match | None:
    """A game of so many rounds, if nobody caught the ghost."""
    bots = {GHOST: quiet(way, seed), CHASER: patrol}
    match = castle("secrecy", OPTIONS, bots=bots)
    match.join()
    while match.state.stage is Stage.PLAY and match.state.public.round <= ROUNDS:
        match.step()
    said = [event.notice.public for one in match.taken for event in one.events]
    told = any(
        isinstance(one, Mapping) and any(one.get(key) for key in ("caught", "cheat", "stuck"))
        for one in said
    )
    return None if told or match.state.stage is not Stage.PLAY else match


def survivor(way: Way, seed: int) -> Match:
    for attempt in range(50):
        match = walked(way, f"{way.__name__}/{seed}/{attempt}")
        if match is not None:
            return match
    pytest.fail("they always catch him")


PAIRS = [
    (wanders, wanders),
    (wanders, rests),
    (rests, passes),
    (passes, wanders),
]


def pairs() -> Iterator[tuple[Match, Match]]:
    for number, (one, two) in enumerate(PAIRS):
        yield survivor(one, number), survivor(two, 100 + number)


@pytest.fixture(scope="module")
def games() -> list[tuple[Match, Match]]:
    return list(pairs())


def renamed(text: str) -> str:
    """The text with all hashes, keys, seals and signatures called by their first appearance."""
    names: dict[str, str] = {}

    def name(found: re.Match[str]) -> str:
        return names.setdefault(found.group(0), f"#{len(names)}/{len(found.group(0))}")

    return re.sub("[0-9a-f]{176}|[0-9a-f]{128}|[0-9a-f]{64}", name, text)


def hidden(match: Match) -> dict[str, int]:
    return match.agents[GHOST].known


def exits(match: Match) -> dict[str, str]:
    """All that can be seen of a game without a key."""
    public, rules = match.state.public, match.table.rules
    scene = GHOST_CHASE.scene(rules, public, None)
    verdict = audit.verify(match.bundle(), GHOST_CHASE)
    return {
        "log": "\n".join(line.to_text() for line in match.lines),
        "bundle": bundle.write(match.bundle()),
        "public state": msgspec.json.encode(pack(public)).decode(),
        "state": msgspec.json.encode(match.table.pack(match.state)).decode(),
        "scene": msgspec.json.encode(pack(scene)).decode(),
        "picture": to_svg(scene),
        "text": to_text(scene, names=True),
        "caption": rules.caption(public),
        "verdict": msgspec.json.encode(pack(verdict)).decode(),
    }


# -- in memory ------------------------------------------------------------------------------


def test_the_pairs_differ_in_what_is_hidden_and_in_nothing_that_is_said(
    games: list[tuple[Match, Match]],
) -> None:
    for one, two in games:
        assert hidden(one).keys() == hidden(two).keys()
        assert len(hidden(one)) >= ROUNDS
        assert hidden(one) != hidden(two)
        said = [
            [(e.notice.seat, e.notice.kind, e.notice.public) for t in m.taken for e in t.events]
            for m in (one, two)
        ]
        assert said[0] == said[1]
    resting = games[1][1]
    assert any(hidden(resting)[a] == hidden(resting)[b] for a, b in pairwise(hidden(resting)))
    rooms = [START, *hidden(games[2][1]).values()]
    assert {1, 54} in [{a, b} for a, b in pairwise(rooms)]


def test_equal_traces_are_equal_in_all_that_is_shown(games: list[tuple[Match, Match]]) -> None:
    for one, two in games:
        first, second = exits(one), exits(two)
        for name in first:
            assert renamed(first[name]) == renamed(second[name]), name
            assert len(first[name]) == len(second[name]), name
        assert first["log"] != second["log"]
        for name in ("public state", "scene", "picture", "text", "caption"):
            assert first[name] == second[name]


def test_every_line_has_the_size_of_its_twin(games: list[tuple[Match, Match]]) -> None:
    for one, two in games:
        sizes = [[len(line.to_text()) for line in match.lines] for match in (one, two)]
        assert sizes[0] == sizes[1]


def test_the_same_room_never_has_the_same_seal(games: list[tuple[Match, Match]]) -> None:
    for match in games[1]:
        seals = [seal for (seat, _), seal in match.ledger.book.seals.items() if seat == GHOST]
        assert len(set(seals)) == len(seals)


def test_what_the_ghost_sees_himself_is_more(games: list[tuple[Match, Match]]) -> None:
    """Else the tests above would say little."""
    one, two = games[0]
    own = [
        to_svg(GHOST_CHASE.scene(m.table.rules, m.state.public, m.agents[GHOST].secret))
        for m in (one, two)
    ]
    assert own[0] != own[1]
    assert own[0] != exits(one)["picture"]


def test_no_secret_is_in_anything_that_is_shown(games: list[tuple[Match, Match]]) -> None:
    for match in (one for pair in games for one in pair):
        shown = "\n".join(exits(match).values())
        for agent in match.agents.values():
            assert agent.player.secret.secret.hex() not in shown
            for slot in agent.known:
                assert agent.player.secret.salt(slot) not in shown
        assert match.dealer.secret.secret.hex() not in shown
        assert match.master.secret.hex() not in shown


def standing(wish: int) -> Any:
    """Players who stay where they are."""

    def bot(rules: Any, public: Any, secret: Any, demand: Any, below: Any) -> Move:
        if demand.seat == SEEKER:
            return Move(Kind.MOVE, SEEKER, {"guess": 5})
        slots = {f"field/{public.round}": 0, f"wish/{public.round}": wish}
        return Move(Kind.MOVE, HIDER, None, slots)

    return bot


def test_a_card_and_a_wish_have_no_size_and_no_face() -> None:
    """The ring: whatever is dealt, stepped and wished, the lines are as long."""
    sizes = set[tuple[int, ...]]()
    cards = set[int]()
    for wish in range(4):
        match = ring(f"sizes/{wish}", 20, bots={HIDER: standing(wish), SEEKER: standing(wish)})
        match.join()
        while match.state.public.round < 5:
            demand = match.state.phases[0].demand
            match.agents[demand.seat].act(demand)
        sizes.add(tuple(len(line.to_text()) for line in match.lines))
        cards |= {match.agents[SEEKER].known["card/3"]}
    assert len(sizes) == 1
    assert len(cards) > 1


# -- over HTTP ------------------------------------------------------------------------------


def served(world: World, way: Way, seed: str) -> Session | None:
    """The same game on a real server, as far as the frame goes."""
    board = registry.board(GHOST_CHASE, "canterville")
    game, line = world.create(rules="ghost-chase", board="canterville", options=dict(OPTIONS))
    masters = {GHOST: ("ann", world.register("ann")), CHASER: ("bob", world.register("bob"))}
    session = Session(game, line, world.service.submit, masters, GHOST_CHASE, board)
    session.agents[GHOST].bot = quiet(way, seed)
    session.agents[CHASER].bot = patrol
    session.join()
    while session.state.stage is Stage.PLAY and session.state.public.round <= ROUNDS:
        session.step()
    return session if session.state.stage is Stage.PLAY else None


def twin(tmp: Path, way: Way, seed: int) -> tuple[World, Session]:
    for attempt in range(30):
        folder = tmp / f"{way.__name__}-{seed}-{attempt}"
        folder.mkdir()
        world = World(folder, catalogue=Catalogue())
        session = served(world, way, f"{way.__name__}/{seed}/{attempt}")
        said = [] if session is None else [e.notice.public for t in session.taken for e in t.events]
        loud = any(isinstance(one, Mapping) and one.get("caught") for one in said)
        if session is not None and not loud:
            return world, session
        world.close()
    pytest.fail("they always catch him")


def answers(world: World, session: Session) -> dict[str, tuple[str, str]]:
    """Everything that the server says about a game to somebody without a key."""
    game = session.game
    values = {"game": game, "handle": "ann"}
    paths = [
        api.PREFIX,
        api.HANDLE.format(**values),
        api.GAMES,
        f"{api.GAMES}?handle=ann",
        f"{api.GAMES}?handle=bob&stage=play&limit=1",
        api.GAME.format(**values),
        api.LOG.format(**values),
        f"{api.LOG.format(**values)}?since=9",
        f"{api.LOG.format(**values)}?since=999",
        api.BOARD.format(**values),
        api.BUNDLE.format(**values),
        f"{api.GAMES}/{'ab' * 32}",
        f"{api.GAME.format(**values)}/secret",
        f"{api.GAME.format(**values)}/snapshot",
        f"{api.LOG.format(**values)}?since=x",
    ]
    found = {path.replace(game, "<game>"): world.http.get(path) for path in paths}
    for number, entry in enumerate(attempts(session)):
        found[f"attempt {number}"] = world.post(
            api.ENTRIES.format(**values), {"entries": [entry.signed.to_wire()]}
        )
    found["nonsense"] = world.http.post(api.ENTRIES.format(**values), data=b"{")
    return {
        name: (headers(answer), answer.get_data(as_text=True)) for name, answer in found.items()
    }


def headers(answer: Any) -> str:
    """All but the time by the real clock."""
    return str(sorted(one for one in answer.headers.items() if one[0] != "Date"))


def attempts(session: Session) -> Iterator[Entry]:
    """What a seeker may try, to learn something from how it is refused."""
    player, table, state = session.player(CHASER), session.table, session.state
    told = {"figure": 1, "to": 0, "trap": False, "unlock": False}
    for number in range(1, 55, 9):
        step = {**told, "to": number}
        yield player.move(table, state, Move(Kind.MOVE, CHASER, step))
    yield player.move(table, state, Move(Kind.ANSWER, CHASER, {"caught": 1}))
    yield player.move(table, state, Move(Kind.ANSWER, CHASER, {"caught": 0}))
    yield player.enter(table, state, "open", {"of": GHOST, "opened": {}})
    opened = {"room/1": {"salt": "ab" * 32, "value": 17}}
    yield player.enter(table, state, "open", {"of": GHOST, "opened": opened})
    yield player.verdict(table, state, "MOVE_ILLEGAL", 12, GHOST)
    yield player.reveal(table, state)
    yield player.ready(table, state)


def test_the_server_says_the_same_of_both(tmp_path: Path) -> None:
    for number, (one, two) in enumerate(PAIRS[1:]):
        first, second = twin(tmp_path, one, number), twin(tmp_path, two, 100 + number)
        assert first[1].agents[GHOST].known != second[1].agents[GHOST].known
        shown = [answers(*first), answers(*second)]
        for name, (head, body) in shown[0].items():
            assert renamed(body) == renamed(shown[1][name][1]), name
            assert renamed(head) == renamed(shown[1][name][0]), name
            assert len(body) == len(shown[1][name][1]), name
        assert shown[0]["attempt 12"][1] != ""
        for world, _ in (first, second):
            world.close()


def test_no_secret_leaves_the_server_or_lies_in_its_database(tmp_path: Path) -> None:
    """Players' secrets never reach it; its own never leaves it."""
    world, session = twin(tmp_path, wanders, 7)
    said = "".join(head + body for head, body in answers(world, session).values())
    stored = b"".join(path.read_bytes() for path in world.folder.iterdir() if path.is_file())
    for agent in session.agents.values():
        secret = agent.player.secret
        for text in (secret.secret.hex(), *(secret.salt(slot) for slot in agent.known)):
            assert text not in said
            assert text.encode() not in stored
            assert bytes.fromhex(text) not in stored
    dealer = world.master.dealer_secret(session.table.genesis.random)
    for key in (dealer.secret, world.master.secret):
        assert key.hex() not in said
        assert key.hex().encode() not in stored
        assert key not in stored
    world.close()


def test_queued_secret_orders_in_advance_leave_no_trace(tmp_path: Path) -> None:
    """The ghost hands in this move and the next; the second is refused, since the chasers come
    between. Nobody can see that there was one, and nothing of it is kept."""
    (tmp_path / "queue").mkdir()
    (tmp_path / "plain").mkdir()
    queue, plain = twin(tmp_path / "queue", wanders, 8), twin(tmp_path / "plain", wanders, 8)
    later: list[Entry] = []
    for world, session in (queue, plain):
        player, state, table = session.player(GHOST), session.state, session.table
        assert state.public.stage == "ghost"
        move = session.agents[GHOST].choose(state.phases[0].demand)
        slot = f"room/{state.public.round + 1}"
        sealed = {slot: player.seal(slot, 17)}
        body = {"public": move.public, "sealed": sealed, "opened": {}}
        later.append(player.enter(table, state, "move", body))
        entries = [player.move(table, state, move), later[-1]]
        if world is plain[0]:
            del entries[1]
        wire = {"entries": [entry.signed.to_wire() for entry in entries]}
        answer = world.post(api.ENTRIES.format(game=session.game), wire).json
        assert answer.get("refused", {}).get("index") == (1 if world is queue[0] else None)
    shown = answers(*queue)
    assert shown == answers(*plain)
    said = "".join(head + body for head, body in shown.values())
    stored = b"".join(path.read_bytes() for path in queue[0].folder.iterdir())
    (commitment,) = later[0].body["sealed"].values()
    for trace in (later[0].id, later[0].signed.sig.hex(), commitment.removeprefix("h1:")):
        assert trace not in said
        assert trace.encode() not in stored
        assert bytes.fromhex(trace) not in stored
    for world, _ in (queue, plain):
        world.close()


def test_observer_role_a_spectator_sees_what_a_seeker_sees_at_most(tmp_path: Path) -> None:
    """The log is one for all: nothing in a request says who asks."""
    world, session = twin(tmp_path, wanders, 9)
    path = api.LOG.format(game=session.game)
    plain = world.http.get(path).get_data()
    for headers in ({"Authorization": "Bearer ann"}, {"Cookie": "seat=ghost"}):
        assert world.http.get(path, headers=headers).get_data() == plain
    assert world.http.get(f"{path}?seat=ghost&handle=ann").get_data() == plain
    world.close()
