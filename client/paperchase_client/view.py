"""Games in words: what happened, where it stands, what to do next."""

from collections.abc import Mapping
from typing import Any

from paperchase.log import Entry, Receipt
from paperchase.rules import Kind, Move
from paperchase.table import Stage
from paperchase.values import Json
from paperchase_client.mirror import Mirror, News
from paperchase_client.options import duration, short


def name(mirror: Mirror) -> str:
    """The title that the game was given, or the game's own."""
    return mirror.table.genesis.title or mirror.game.info.title


def describe(entry: Entry, mirror: Mirror) -> str:
    """What an entry says, in one line, as far as the player may know it."""
    body = entry.body
    match entry.type:
        case "genesis":
            rules = body["rules"]
            return f"{body['by']} opens {rules['id']} {rules['version']}"
        case "join":
            return f"{body['handle']} takes the seat"
        case "move":
            return _move(entry, mirror)
        case "answer":
            return f"answers {words(body['public'])}{_opened(body)}"
        case "open":
            return f"opens{_opened(body) or ' nothing'}"
        case "roll":
            return "rolls " + ", ".join(words(roll["public"]) for roll in body["rolls"])
        case "draw":
            return f"deals to {body['of']}"
        case "lapse":
            played = f", so {words(body['public'])}" if body["public"] is not None else ""
            return f"{body['of']} let the deadline for {body['what']} pass{played}"
        case "verdict":
            return f"accuses {body['blamed']}: {body['code']} in entry {body['seq']}"
        case "reveal":
            return "reveals everything it sealed"
        case "ready":
            return "is ready"
        case "resign":
            return "resigns"
        case "close":
            return "signs the result"
        case kind:
            return kind


def words(value: Json) -> str:
    """A public part in words: `caught 0`, `room 12 trap`."""
    match value:
        case None | False:
            return "no"
        case True:
            return "yes"
        case Mapping():
            parts = (f"{key} {words(inner)}" for key, inner in value.items())
            return ", ".join(parts)
        case str() | int():
            return str(value)
        case _:
            return " ".join(words(inner) for inner in value)


def happened(news: News, mirror: Mirror, paid: bool = False) -> str:
    """A verified line as one row: number, seat, what."""
    entry = news.taken.entry
    mark = "  (paid for you)" if paid else ""
    return f"{news.receipt.seq:>5}  {entry.seat:<10}  {describe(entry, mirror)}{mark}"


def turn(mirror: Mirror, now: float) -> str:
    """Where the game stands and who is to act, in one line."""
    state = mirror.state
    caption = mirror.table.rules.caption(state.public)
    match state.stage:
        case Stage.OPEN:
            free = [seat for seat, one in state.seats.items() if one.holder is None]
            return f"waits for players: {', '.join(free)} free"
        case Stage.CLOSED:
            return ending(mirror)
        case Stage.REVEAL:
            owing = ", ".join(sorted(state.clocks)) or "the server"
            return f"{ending(mirror)} Still to reveal: {owing}."
        case _:
            return f"{caption}. {_waits(mirror, now)}"


def ending(mirror: Mirror) -> str:
    """How it ended."""
    outcome = mirror.state.outcome
    if outcome is None:
        return ""
    winners = ", ".join(outcome.winners) or "nobody"
    return f"Over: {outcome.why}. Won by {winners}."


def _waits(mirror: Mirror, now: float) -> str:
    clocks = mirror.state.clocks
    mine = [seat for seat in mirror.seats if seat in clocks]
    if mine:
        due = min(clocks[seat] for seat in mine)
        return f"Your turn ({', '.join(mine)}), {_due(due, now)}."
    if not clocks:
        return "The server is to act."
    return f"Waiting for {', '.join(sorted(clocks))}, {_due(min(clocks.values()), now)}."


def _due(due: int, now: float) -> str:
    return f"due in {duration(due - now)}" if due >= now else "the deadline has passed"


def advice(mirror: Mirror) -> str:
    """The next command to type, or nothing."""
    state, game = mirror.state, short(mirror.table.game)
    if state.stage is Stage.OPEN:
        return f"Invite the others: paperchase join {mirror.table.game}"
    if state.stage is Stage.CLOSED:
        return f"Check it: paperchase verify {game}"
    if any(seat in state.clocks for seat in mirror.seats) and state.stage is Stage.PLAY:
        return f"Next: paperchase moves {game}, then paperchase move {game} ORDER"
    return ""


def as_json(mirror: Mirror) -> dict[str, Any]:
    """The same for scripts."""
    state = mirror.state
    outcome = state.outcome
    return {
        "game": mirror.table.game,
        "rules": mirror.table.genesis.rules.id,
        "title": name(mirror),
        "stage": state.stage.value,
        "caption": mirror.table.rules.caption(state.public),
        "length": state.length,
        "head": state.head,
        "seats": {s: one.holder.handle if one.holder else None for s, one in state.seats.items()},
        "mine": list(mirror.seats),
        "deadlines": dict(state.clocks),
        "your_turn": [seat for seat in mirror.seats if seat in state.clocks],
        "outcome": {"winners": list(outcome.winners), "why": outcome.why} if outcome else None,
    }


def entry_json(entry: Entry, receipt: Receipt, mirror: Mirror) -> dict[str, Any]:
    """A verified line for scripts."""
    return {
        "seq": receipt.seq,
        "t": receipt.t,
        "seat": entry.seat,
        "type": entry.type,
        "id": entry.id,
        "text": describe(entry, mirror),
    }


def news_json(news: News, mirror: Mirror) -> dict[str, Any]:
    """The same of a line that just came in."""
    return entry_json(news.taken.entry, news.receipt, mirror)


def _move(entry: Entry, mirror: Mirror) -> str:
    """The order, with what is hidden in it where that was opened or is the player's own."""
    opened = {slot: one["value"] for slot, one in entry.body["opened"].items()}
    move = Move(Kind.MOVE, entry.seat, entry.body["public"], opened)
    text = mirror.said.get(entry.id) or mirror.game.grammar.write(move)
    return (text or words(entry.body["public"])) + _opened(entry.body)


def _opened(body: Mapping[str, Any]) -> str:
    return "".join(f" {slot}={one['value']}" for slot, one in body.get("opened", {}).items())
