"""Two verifiers that share nothing but the rule sets give one verdict on every log.

`stranger` follows PROTOCOL.md alone. Where the two disagree, the text or the code is wrong.
"""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import fair
import stranger
from agreement import both, games
from paperchase import audit, bundle, deal, log, registry, seal
from paperchase.errors import EvidenceError, MalformedError, PaperchaseError
from paperchase.game import Game
from paperchase.log import Entry
from paperchase.rules import Demand, Kind, Move
from paperchase.table import SERVER, Dealer, Draft, Stage, State, Table, Taken
from paperchase.testing import Agent, Match, toy
from paperchase.testing.liars import distort, liar
from paperchase.testing.match import Twist
from paperchase.testing.source import Source
from rogue import Post, posts, relog, serve, sign

QUICK: dict[str, Any] = {"cats": 1, "owls": 1, "bats": 1, "mice": 1, "hedgehogs": 1}
VECTORS = Path(__file__).parent.parent / "vectors"
TABLES: dict[str, tuple[Game, dict[str, Any], dict[str, Any]]] = {
    "ring": (toy.GAME, {"rounds": 6}, {"board": toy.BOARD}),
    "short": (toy.GAME, {"rounds": 2, "draws": False}, {"board": toy.BOARD}),
    "lucky": (fair.GAME, {"lucky": True, "first": "die"}, {"board": fair.BOARD}),
    "cards": (fair.GAME, {"rounds": 3}, {"board": fair.BOARD}),
    "castle": (registry.find("ghost-chase"), {"chasers": 2, **QUICK}, {}),
    "hunt": (registry.find("fugitive"), {}, {}),
}


def table(name: str, seed: str, **given: Any) -> Match:
    game, options, board = TABLES[name]
    return Match(game, options, seed, **board, **given)


def data_of(match: Match) -> bytes:
    return bundle.write(match.bundle()).encode()


def posted(match: Match, log_: list[Post]) -> bytes:
    """What a server without scruples makes of these entries."""
    lines = tuple(relog(match, log_))
    return bundle.write(bundle.Bundle(match.table.game, match.board.decode(), lines)).encode()


def either(source: Source, *things: Any) -> Any:
    return things[source.below(len(things))]


# -- known answers --------------------------------------------------------------------------


def vectors(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text())


def test_canonical_json() -> None:
    given = vectors("canon")
    for one in given["values"]:
        text = one["text"].encode()
        assert stranger.encode(one["value"]) == text
        assert stranger.decode(text) == one["value"]
    for one in given["refused"]:
        with pytest.raises(stranger.RefusedError):
            stranger.decode(bytes.fromhex(one["hex"]))


def test_keys() -> None:
    given = vectors("keys")
    master = bytes.fromhex(given["master"])
    assert stranger.hkdf(master, b"", b"pc/v1/identity").hex() == given["identity"]["seed"]
    game, dealer = given["game"], given["dealer"]
    info = f"pc/v1/game{game['game']}{game['seat']}".encode()
    secret = stranger.hkdf(master, bytes.fromhex(game["nonce"]), info)
    own = stranger.hkdf(master, bytes.fromhex(dealer["random"]), b"pc/v1/dealer")
    for one, key in ((game, secret), (dealer, own)):
        assert (key.hex(), stranger.commit_key(key)) == (one["secret"], one["kc"])
        assert one["salts"] == {slot: stranger.salt_of(key, slot) for slot in one["salts"]}
        assert stranger.mac(key, stranger.frame("chain")).hex() == one["chain_seed"]
        box = stranger.mac(key, stranger.frame("box"))
        assert box.hex() == one["box"]
        assert stranger.public_half(box).hex() == one["box_key"]
        assert stranger.box_passes(one["box_key"])
    for one in given["frames"]:
        parts = [p if i != 2 else bytes.fromhex(p) for i, p in enumerate(one["parts"])]
        assert stranger.frame(*parts).hex() == one["hex"]
    assert stranger.key_passes(given["identity"]["key"])
    assert not any(stranger.key_passes(key) for key in given["refused_keys"])
    assert not any(stranger.box_passes(box) for box in given["refused_boxes"])


def test_seals() -> None:
    for one in vectors("seal"):
        wanted = one.pop("commitment")
        assert stranger.commitment(**one) == wanted


def test_dice() -> None:
    given = vectors("dice")
    for one in given["chains"]:
        last, links = 16_384 if "16384" in one["links"] else 3, one["links"]
        link = links[str(last)]
        for i in range(last, 0, -1):
            assert links.get(str(i), link) == link
            link = stranger.link_below(one["context"], i, link)
        assert link == links["0"]
    batch = given["batch"]
    links = stranger.joined(batch["links"])
    assert links.hex() == batch["joined"]
    for late, name in ((False, "seed"), (True, "timeout_seed")):
        seed = stranger.roll_seed(batch["link"], late, batch["game"], batch["index"], links)
        assert seed.hex() == batch[name]
    seed = bytes.fromhex(batch["seed"])
    for one in given["picks"]:
        assert stranger.picks_of(seed, one["k"], one["lots"]) == tuple(one["picks"])
    for one in given["shuffles"]:
        assert stranger.shuffled(seed, one["k"], one["n"]) == one["order"]


def test_draws() -> None:
    one = vectors("deal")
    dealer, drawer = bytes.fromhex(one["dealer"]), bytes.fromhex(one["drawer"])
    game, slot, value = one["game"], one["slot"], one["opening"]["value"]
    links = bytes.fromhex(one["links"])
    seed = stranger.deal_seed(dealer, game, slot, links)
    assert seed.hex() == one["seed"]
    assert list(stranger.picks_of(seed, 0, one["picks"]["lots"])) == one["picks"]["picks"]
    salt = stranger.salt_of(dealer, slot)
    assert salt == one["opening"]["salt"]
    assert stranger.commitment(game, "dealer", slot, salt, value) == one["commitment"]
    delivery = stranger.delivery_of(dealer, game, slot, one["box"], salt, value)
    assert delivery == one["delivery"]
    assert stranger.open_delivery(drawer, game, slot, delivery) == (salt, value)


def test_lines() -> None:
    given, head = vectors("log"), ""
    for one in given["lines"]:
        line = stranger.read_line(one["text"])
        key = given["server"] if one["seat"] == "server" else given["player"]
        assert line.id == one["id"]
        assert stranger.signed(key, "pc/entry/1", line.payload, line.sig)
        assert stranger.signed(given["server"], "pc/receipt/1", line.receipt, line.receipt_sig)
        assert not stranger.signed(given["server"], "pc/entry/1", line.receipt, line.receipt_sig)
        head = stranger.next_head(head, line.id, line.sig, one["t"]) if head else line.id
        receipt = stranger.decode(line.receipt)
        assert (receipt["head"], receipt["deadlines"]) == (head, one["deadlines"])


# -- whole games ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_honest_games(name: str) -> None:
    for seed in range(2):
        match = table(name, f"honest/{seed}").play()
        verdict = both(data_of(match), match.game)
        assert verdict.status == "fair"
        assert set(verdict.winners) == set(match.state.outcome.winners)


@pytest.mark.parametrize("name", TABLES)
def test_lying_games(name: str) -> None:
    seats = table(name, "").table.rules.seats
    for seed in range(len(seats) + 1):
        twist = liar(Source(f"lie/{name}/{seed}"), seed % 7)
        match = table(name, f"lying/{seed}", twists={seats[seed % len(seats)]: twist})
        both(data_of(match.play()), match.game)


@pytest.mark.parametrize(
    ("game", "board", "seat"),
    [(toy.GAME, toy.BOARD, "hider"), (registry.find("ghost-chase"), None, "ghost")],
    ids=["ring", "castle"],
)
def test_false_answers(game: Game, board: bytes | None, seat: str) -> None:
    codes = set[str | None]()
    for seed in range(5):
        lie = denier(Source(f"deny/{seed}"))
        match = Match(game, None, f"denied/{seed}", board=board, twists={seat: lie})
        match.join()
        while match.state.stage is Stage.PLAY and len(match.lines) < 60:
            match.step()
        if match.state.stage is Stage.PLAY:
            match.submit(match.agents[seat].player.resign(match.table, match.state))
        match.reveal()
        codes.add(both(data_of(match), match.game).first)
    assert "ANSWER_LIE" in codes


class Crowd(Match):
    """Players who often sign on a head that they saw some time ago."""

    luck: Source | None = None

    def submit(self, entry: Entry, seconds: int = 1) -> Taken:
        luck = self.luck
        if luck is not None and entry.type != "join" and luck.chance(50):
            old = aged(self, entry, luck)
            try:
                return super().submit(old, seconds)
            except PaperchaseError:
                pass
        return super().submit(entry, seconds)


def aged(match: Match, entry: Entry, source: Source) -> Entry:
    """The same, built on an older head."""
    heads = list(match.ledger.book.heads)
    envelope = log.canon.decode(entry.signed.payload)
    envelope["prev"] = heads[-1 - source.below(min(len(heads), 6))]
    if entry.type == "close":
        envelope["body"]["head"] = envelope["prev"]
    return signed_anew(match, envelope) or entry


def signed_anew(match: Match, envelope: dict[str, Any]) -> Entry | None:
    """That, by the key of its seat; None where it can be no entry."""
    agent = match.agents.get(envelope["seat"] or "")
    identity = agent.player.identity if agent else match.identity
    try:
        return log.read_entry(log.sign(identity, log.ENTRY, log.canon.encode(envelope)))
    except MalformedError:
        return None


def eventful(name: str, seed: str) -> Match:
    """A game in which much happens that need not: lies, lapses, resignations, true and false
    verdicts, signed ends, one key at two seats, old heads, a log that stops."""
    source = Source(f"eventful/{name}/{seed}")
    game, options, board = TABLES[name]
    seats = Match(game, options, seed, **board).table.rules.seats
    shared = source.chance(25)
    lie = either(source, liar(source, source.below(9)), denier(source))
    match = Crowd(
        game,
        options,
        seed,
        **board,
        holders=dict.fromkeys(seats, "one") if shared else None,
        twists={either(source, *seats): lie},
    )
    match.luck = source
    for agent in match.agents.values():
        match.submit(agent.player.join(match.state, agent.handle))
    for _ in range(source.below(110)):
        try:
            happen(match, source)
        except PaperchaseError:
            continue
        except (AssertionError, KeyError, StopIteration):
            # What a seat believes of itself is no longer so after a default.
            break
    return match


def denier(source: Source) -> Twist:
    """Says what is not so, when it is asked."""

    def twist(agent: Agent, demand: Demand, move: Move) -> Move | None:
        if demand.kind != Kind.ANSWER:
            return None
        lie = distort(agent, move, source)
        if lie != move and source.chance(50):
            lie = replace(lie, opens=())
        return None if lie == move else lie

    return twist


def happen(match: Match, source: Source) -> None:
    """One thing, or an error where it cannot be."""
    seat = either(source, *match.agents)
    player, what = match.agents[seat].player, source.below(100)
    state, board = match.state, match.table
    if state.stage is Stage.CLOSED and what < 50:
        match.submit(player.close(board, state))
    elif what < 1:
        match.submit(player.resign(board, state))
    elif what < 8 and state.clocks:
        match.lapse(min(state.clocks, key=lambda one: (state.clocks[one], one)))
    elif what < 12 and state.clocks:
        # The next entry comes at the deadline itself: that is in time.
        match.now = max(match.now, min(state.clocks.values()) - 1)
    elif what < 13:
        accused = either(source, *match.agents, SERVER)
        seq = source.below(state.length)
        code = either(source, "MOVE_ILLEGAL", "DEAL", "SERVER_WITHHELD")
        match.submit(player.verdict(board, state, code, seq, accused))
    elif what < 18:
        found = audit.verify(match.bundle(), match.game).proofs
        if found:
            proof = either(source, *found)
            match.submit(player.verdict(board, state, proof.code, proof.seq, proof.blamed[0]))
    elif state.stage is Stage.READY:
        match.submit(player.ready(board, state))
    elif state.stage is Stage.REVEAL:
        match.submit(player.reveal(board, state))
    elif state.stage is Stage.PLAY:
        match.step()


@pytest.mark.parametrize("name", TABLES)
def test_eventful_games(name: str) -> None:
    for seed in range(6):
        match = eventful(name, str(seed))
        both(data_of(match), match.game)


@pytest.mark.parametrize("name", TABLES)
def test_old_heads(name: str) -> None:
    """Whatever is asked, signed on each head that there was, is fresh to both or to neither."""
    fresh = Counter[bool]()
    for seed in range(2):
        match = table(name, f"old/{seed}")
        match.join()
        for _ in range(4 + 3 * seed):
            match.step()
        for phase in match.state.phases:
            agent = match.agents[phase.demand.seat]
            entry = agent.entry(agent.choose(phase.demand))
            for head in [*match.ledger.book.heads][-6:]:
                envelope = {**log.canon.decode(entry.signed.payload), "prev": head}
                old = signed_anew(match, envelope)
                assert old is not None
                data = posted(match, [*posts(match), (old, match.now + 1)])
                fresh[both(data, match.game).prefix == len(match.lines) + 1] += 1
    assert fresh[True]
    assert fresh[False]


@pytest.mark.parametrize("name", ["lucky", "cards", "castle"])
def test_deadlines(name: str) -> None:
    """A lapse of each seat and an entry of each, before, at and behind each deadline."""
    match = table(name, "late")
    match.join()
    source = Source("late")
    for _ in range(6):
        match.now += source.below(1000)
        match.step()
    clocks = match.state.clocks
    codes = Counter[str | None]()
    for due in {*clocks.values()}:
        for t in (due, due + 1, max(clocks.values()) + 1):
            for seat in match.agents:
                own = sign(match, seat, "resign", {})
                entries = [own, lapse(match, seat)] if seat in clocks else [own]
                for entry in entries:
                    codes[both(posted(match, [*posts(match), (entry, t)]), match.game).first] += 1
    assert set(codes) == {None, "LAPSE"}


def exposed(seed: int) -> tuple[Match, audit.Finding | None]:
    """A game that runs on while a lie has come to light already, if it has."""
    lie = liar(Source(f"verdict/{seed}"), 1)
    match = table("ring", f"verdict/{seed}", twists={"hider": lie})
    match.join()
    while match.state.stage is Stage.PLAY:
        for proof in audit.verify(match.bundle(), toy.GAME).proofs:
            return match, proof
        match.step()
    return match, None


def test_verdicts_on_old_heads() -> None:
    """What had come to light when the verdict was entered is enough, and what its author saw."""
    match, proof = exposed(0)
    for seed in range(1, 30):
        if proof is not None:
            break
        match, proof = exposed(seed)
    assert proof is not None
    player = match.agents["seeker"].player
    verdict = player.verdict(match.table, match.state, proof.code, proof.seq, proof.blamed[0])
    for head in match.ledger.book.heads:
        old = signed_anew(match, {**log.canon.decode(verdict.signed.payload), "prev": head})
        assert old is not None
        sums = both(posted(match, [*posts(match), (old, match.now + 1)]), match.game)
        assert sums.blamed == {"hider"}


def test_a_roll_that_a_lapse_brings_about() -> None:
    """Its label says so, and neither the bid that was not made nor the shout opens a link."""
    match = table("lucky", "shout")
    match.join()
    for seat in fair.STALLS[:2]:
        agent = match.agents[seat]
        for _ in range(2):
            phase = match.state.demand("move", seat)
            assert phase is not None
            agent.act(phase.demand)
    match.lapse(fair.STALLS[2])
    assert [one.entry.type for one in match.taken][-4:] == ["roll", "lapse", "roll", "draw"]
    assert both(data_of(match), match.game).prefix == len(match.lines)


# -- servers that take what they should not -------------------------------------------------


def crooked(match: Match, source: Source) -> list[Post]:
    """The log of `match`, with something in it that is not as it should be."""
    log_ = posts(match)
    if not log_:
        return log_
    place, other = source.below(len(log_)), source.below(len(log_))
    entry, t = log_[place]
    match source.below(7):
        case 0:
            del log_[place]
        case 1:
            log_.insert(place, log_[other])
        case 2:
            log_[place], log_[other] = (log_[other][0], t), (entry, log_[other][1])
        case 3:
            log_[place] = (entry, t + either(source, -2, 2, 10**9, 10**12))
        case 4:
            log_[place] = (twisted(match, entry, source), t)
        case 5:
            last = twisted(match, log_[-1][0], source)
            if source.chance(50):
                last = twisted(match, last, source)
            log_[-1] = (last, log_[-1][1])
        case _:
            clocks = [*match.state.clocks.values(), match.now]
            times = (min(clocks), max(clocks), match.now)
            log_.append((invented(match, source), either(source, *times) + source.below(2)))
    return log_


def twisted(match: Match, entry: Entry, source: Source) -> Entry:
    """The same, a little different and signed anew."""
    envelope = log.canon.decode(entry.signed.payload)
    match source.below(5):
        case 0 | 1:
            key = either(source, "link", "own", "prev", "seat", "type", "game")
            pool = {
                "seat": (*match.agents, SERVER, "dealer"),
                "type": ("move", "answer", "ready", "roll", "pause", "close"),
            }
            ids = (None, match.state.head, match.state.last, match.table.game, "ab" * 32)
            envelope[key] = either(source, *pool.get(key, ids))
        case 2:
            return aged(match, entry, source)
        case _:
            envelope["body"] = bent(envelope["body"], source)
    return signed_anew(match, envelope) or entry


def bent(value: Any, source: Source) -> Any:
    """A neighbour of a value."""
    if isinstance(value, dict) and value and source.chance(90):
        key = either(source, *value)
        return {**value, key: bent(value[key], source)}
    if isinstance(value, list) and value and source.chance(80):
        place = source.below(len(value))
        return [*value[:place], bent(value[place], source), *value[place + 1 :]]
    if isinstance(value, str) and value and source.chance(70):
        place = source.below(len(value))
        return value[:place] + either(source, "0", "f", "", "G", "é") + value[place + 1 :]
    if isinstance(value, int) and source.chance(50):
        return value + either(source, -1, 1)
    return either(source, None, True, 0, 1, -1, "", [], {}, {"a": 1}, 2**53 - 1)


def invented(match: Match, source: Source) -> Entry:
    """What somebody might sign now."""
    seat = either(source, *match.agents)
    blank = {"public": None, "sealed": {}, "opened": {}}
    opening = {"salt": "ab" * 32, "value": 1}
    slots = [slot for owner, slot in match.ledger.book.seals if owner == seat] or ["field/1"]
    dealer = match.dealer
    links = {"link": dealer.chain.link(match.state.batches + 1)}
    rolls = [{"about": "die", "lots": [6], "picks": [1], "public": {"die": 2}}]
    index = match.state.batches + 1
    k = match.dealer.secret.secret.hex()
    own = match.agents[seat].player.secret.secret.hex()
    makers: tuple[Callable[[], Entry], ...] = (
        lambda: sign(match, seat, "move", blank),
        lambda: sign(match, seat, "answer", {**blank, "public": {"hit": True}}),
        lambda: sign(match, seat, "move", {**blank, "opened": {slots[0]: opening}}),
        lambda: sign(match, seat, "open", {"of": seat, "opened": {slots[0]: opening}}),
        lambda: sign(match, seat, "ready", {}),
        lambda: sign(match, seat, "resign", {}, link="ab" * 32),
        lambda: sign(match, seat, "resign", {}),
        lambda: sign(match, seat, "reveal", {"secret": either(source, own, "ab" * 32)}),
        lambda: sign(match, seat, "close", {"head": match.state.head, "result": [seat]}),
        lambda: sign(match, seat, "offer", {"kind": "abort", "terms": {}, "until": 1}),
        lambda: sign(match, seat, "roll", {"index": index, "timeout": False, "rolls": rolls}),
        lambda: sign(match, seat, "verdict", {"code": "NO CODE", "seq": 1, "blamed": seat}),
        lambda: sign(match, seat, "verdict", {"code": "DEAL", "seq": 1, "blamed": "nobody"}),
        lambda: serve(match, "roll", {"index": index, "timeout": False, "rolls": rolls}, **links),
        lambda: serve(match, "roll", {"index": index, "timeout": False, "rolls": []}, **links),
        lambda: serve(match, "draw", drawn(seat, "card/1")),
        lambda: lapse(match, seat),
        lambda: lapse(match, seat),
        lambda: lapse(match, seat),
        lambda: serve(match, "lapse", {"of": seat, "what": "reveal", "public": None}),
        lambda: serve(match, "reveal", {"secret": either(source, k, "ab" * 32)}),
        lambda: serve(match, "open", {"of": seat, "opened": {}}),
        lambda: serve(match, "pause", {"from": 1, "until": 2, "reason": "outage", "offer": None}),
        lambda: serve(match, "resign", {}),
    )
    return either(source, *makers)()


def lapse(match: Match, seat: str) -> Entry:
    """That the deadline of `seat` has passed, if it has."""
    draft = match.dealer.lapse(match.table, match.state, seat, match.secret)
    return serve(match, "lapse", draft.body)


def drawn(seat: str, slot: str) -> dict[str, Any]:
    seal, delivery = {slot: "h1:" + "ab" * 32}, {slot: "00" * 88}
    return {"of": seat, "about": "card", "public": "card", "sealed": seal, "delivery": delivery}


@pytest.mark.parametrize("name", TABLES)
def test_crooked_servers(name: str) -> None:
    seen = Counter[str | None]()
    for seed in range(4):
        match = eventful(name, f"crooked/{seed}")
        source = Source(f"crooked/{name}/{seed}")
        for _ in range(7):
            try:
                log_ = crooked(match, source)
            except PaperchaseError:
                continue
            seen[both(posted(match, log_), match.game).first] += 1
    assert len(seen) > 3


class Sharper(Dealer):
    """Deals one card of its own choice, seals nothing, or delivers something else."""

    wait, wrong = 0, ""

    def owed(self, table: Table, state: State, secret: Any) -> Draft | None:
        draft = super().owed(table, state, secret)
        if draft is None or draft.type != "draw":
            return draft
        self.wait -= 1
        return draft if self.wait else replace(draft, body=self._forge(table, state, draft.body))

    def _forge(self, table: Table, state: State, body: dict[str, Any]) -> dict[str, Any]:
        slot, game = sorted(body["sealed"])[0], table.game
        match self.wrong:
            case "seal":
                return {**body, "sealed": {**body["sealed"], slot: "h1:" + "ab" * 32}}
            case "delivery":
                return {**body, "delivery": {**body["delivery"], slot: "ab" * 88}}
            case _:
                salt = self.secret.salt(slot)
                values = list(table.rules.values(state.public, slot))
                made = {seal.commit(game, "dealer", slot, salt, one): one for one in values}
                value = next(one for one in values if one != made[body["sealed"][slot]])
                opening = seal.Opening(salt, value)
                holder = state.seats[body["of"]].holder
                assert holder is not None
                told = deal.deliver(self.secret, game, slot, holder.box, opening)
                seals = {slot: seal.commit(game, "dealer", slot, salt, value)}
                return {
                    **body,
                    "sealed": body["sealed"] | seals,
                    "delivery": body["delivery"] | {slot: told},
                }


@pytest.mark.parametrize("wrong", ["card", "seal", "delivery"])
@pytest.mark.parametrize("name", ["ring", "cards", "hunt"])
def test_crooked_dealers(name: str, wrong: str) -> None:
    match = table(name, f"sharp/{wrong}")
    sharper = Sharper(match.master, match.table.genesis.random)
    sharper.wait, sharper.wrong = 2, wrong
    match.dealer = sharper
    try:
        match.join()
        while match.state.stage is Stage.PLAY and sharper.wait > 0:
            match.step()
    except EvidenceError:
        # The drawer's client says so at once, and he stops.
        assert wrong != "card"
    code = "DELIVERY" if wrong == "delivery" else "DEAL"
    for agent in match.agents.values():
        agent.seat = ""
    match._deal()
    if match.state.stage is Stage.PLAY:
        some = next(iter(match.agents.values()))
        match.submit(some.player.resign(match.table, match.state))
    match.reveal()
    verdict = both(data_of(match), match.game)
    assert (verdict.first, verdict.blamed) == (code, {SERVER})
    assert verdict.prefix == len(match.lines)


# -- files that somebody changed ------------------------------------------------------------


def changed(lines: list[bytes], others: list[bytes], source: Source) -> list[bytes]:
    """A bundle with a byte, a line or a receipt that is not as it was; `lines` are its lines."""
    lines = list(lines)
    place, other = source.below(len(lines)), source.below(len(lines))
    line = lines[place]
    match source.below(8):
        case 0:
            at = source.below(len(line))
            flipped = bytes([line[at] ^ 1 << source.below(8)])
            lines[place] = line[:at] + flipped + line[at + 1 :]
        case 1:
            at = source.below(len(line))
            lines[place] = line[:at] + either(source, b"0", b"a", b"e", b"") + line[at + 1 :]
        case 2:
            del lines[place]
        case 3:
            lines.insert(place, lines[other])
        case 4:
            lines[place], lines[other] = lines[other], lines[place]
        case 5 if place and others[1:]:
            lines[place] = exchanged(line, either(source, *others[1:]))
        case 6 if others[1:]:
            lines = [*lines[: place + 1], *others[place + 1 :]]
        case _:
            lines = lines[: place + 1]
    return lines


def exchanged(line: bytes, other: bytes) -> bytes:
    """The entry of one line with the receipt of another."""
    entry, receipt = json.loads(line), json.loads(other)["receipt"]
    made = {"payload": entry["payload"], "sig": entry["sig"], "receipt": receipt}
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode()


@pytest.mark.parametrize("name", TABLES)
def test_changed_files(name: str) -> None:
    """`others` is the same game on another branch, or another game of the same server."""
    match = table(name, "changed").play()
    fork = table(name, "changed")
    fork.source = Source("fork")
    another = table(name, "changed", holders=dict.fromkeys(match.agents, "one")).play()
    lines = data_of(match).splitlines()
    rest = [data_of(fork.play()).splitlines(), data_of(another).splitlines(), lines]
    source = Source(f"changed/{name}")
    blamed = Counter[tuple[str | None, frozenset[str]]]()
    for _ in range(20):
        many = changed(lines, either(source, *rest), source)
        verdict = both(b"\n".join(many) + b"\n", match.game)
        assert verdict.blamed <= {SERVER}
        blamed[verdict.first, verdict.blamed] += 1
    place = next(
        n for n, (one, other) in enumerate(zip(lines, rest[0], strict=False)) if one != other
    )
    forked = both(b"\n".join([*lines[: place + 1], *rest[0][place + 1 :]]), match.game)
    assert (forked.first, forked.blamed, forked.prefix) == ("FORK", {SERVER}, place)
    assert all(code in ("FORK", "SIG") for code, seats in blamed if seats), blamed


@pytest.mark.parametrize("name", ["ring", "cards"])
def test_files_without_rules(name: str) -> None:
    """Signatures, heads and receipts alone. The author's false signature blames the server."""
    match = eventful(name, "without")
    lines = data_of(match).splitlines()
    assert both(data_of(match), None).prefix == len(match.lines)
    source = Source(f"without/{name}")
    for _ in range(20):
        many = changed(lines, [], source)
        verdict = both(b"\n".join(many) + b"\n", None)
        assert verdict.blamed <= {SERVER}
    for seed in range(20):
        source = Source(f"without/{name}/{seed}")
        try:
            log_ = crooked(match, source)
        except PaperchaseError:
            continue
        both(posted(match, log_), None)


def test_another_board_is_not_covered() -> None:
    match = table("ring", "board").play()
    head, *lines = data_of(match).splitlines()
    other = head.replace(b"Ten", b"Six")
    verdict = both(b"\n".join([other, *lines]) + b"\n", match.game)
    assert verdict.status == "undecided"
    assert [one.code for one in verdict.findings] == ["NOT_COVERED"]


def test_a_bundle_may_have_been_through_an_editor() -> None:
    match = table("short", "editor").play()
    data = data_of(match)
    for same in (b"\xef\xbb\xbf" + data, data.replace(b"\n", b"\r\n"), data[:-1]):
        assert both(same, match.game).status == "fair"


# -- what only one of them is asked ---------------------------------------------------------


def test_a_receipt_that_was_kept_shows_the_fork() -> None:
    match, fork = table("short", "kept"), table("short", "kept")
    fork.source = Source("fork")
    match.play()
    fork.play()
    data = data_of(match)
    for line in match.lines:
        kept = (line.receipt.payload, line.receipt.sig.hex())
        assert stranger.judge(data, games, [kept]).status == "fair"
    seen = Counter[int]()
    for line in fork.lines:
        kept = (line.receipt.payload, line.receipt.sig.hex())
        verdict = stranger.judge(data, games, [kept])
        forked = [log.fork(line.receipt, one.receipt, match.identity.key) for one in match.lines]
        first = next((seq for seq, one in enumerate(forked) if one), None)
        assert (verdict.first, verdict.prefix) == (
            ("FORK", first) if first is not None else (None, len(match.lines))
        )
        seen[verdict.prefix] += 1
    assert len(seen) > 3
