"""Games in words: what happened, where it stands, what to do next."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from paperchase.log import Entry, Receipt
from paperchase.rules import Kind, Move
from paperchase.values import Json
from paperchase_client.card import Card
from paperchase_client.mirror import Mirror, News
from paperchase_client.orders import Order
from paperchase_client.output import plain


def card(mirror: Mirror, kept: Iterable[Order] = ()) -> Card:
    """The game at a glance, without pictures; with the orders that were kept."""
    state, outcome = mirror.state, mirror.state.outcome
    genesis = mirror.table.genesis
    return Card(
        game=mirror.table.game,
        rules=genesis.rules.id,
        title=genesis.title or mirror.game.info.title,
        stage=state.stage.value,
        caption=mirror.table.rules.caption(state.public),
        length=state.length,
        head=state.head,
        t=state.t,
        seats=mirror.handles,
        mine=mirror.seats,
        deadlines=dict(state.clocks),
        winners=outcome.winners if outcome else (),
        why=outcome.why if outcome else None,
        kept=tuple(order.line for order in kept),
        misdealt=tuple(mirror.misdealt),
    )


def pictured(mirror: Mirror, kept: Iterable[Order] = ()) -> Card:
    """The same with pictures. Where everything is open by now, they show it to everybody."""
    rules, public = mirror.table.rules, mirror.state.public
    shown = next(iter(mirror.unveiled.values()), None)
    everybody = mirror.game.scene(rules, public, shown)
    own = everybody
    if mirror.seats and shown is None:
        own = mirror.game.scene(rules, public, mirror.secrets[mirror.seats[0]])
    encode = msgspec.json.encode
    return replace(card(mirror, kept), own=Raw(encode(own)), public=Raw(encode(everybody)))


_FEW = 4
"""Rolls of a batch that are named one by one."""


def describe(entry: Entry, mirror: Mirror) -> str:
    """What an entry says, in one line, as far as the player may know it."""
    return plain(_describe(entry, mirror))


def _describe(entry: Entry, mirror: Mirror) -> str:
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
            rolls = body["rolls"]
            if len(rolls) > _FEW:
                return f"rolls {len(rolls)} times"
            return "rolls " + ", ".join(words(roll["public"]) for roll in rolls)
        case "draw":
            return mirror.said.get(entry.id) or f"deals to {body['of']}"
        case "lapse":
            played = (
                f"; played for it: {_default(body, mirror)}" if body["public"] is not None else ""
            )
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
        case "":
            return "nothing"
        case str() | int():
            return str(value)
        case _:
            return " ".join(words(inner) for inner in value)


def happened(news: News, mirror: Mirror, paid: bool = False) -> str:
    """A verified line as one row: number, seat, what; under it what the game tells of it."""
    entry, rules = news.taken.entry, mirror.table.rules
    mark = "  (paid for you)" if paid else ""
    told = (
        plain(line)
        for event in news.taken.events
        for line in mirror.game.tell(rules, event.public, event.notice)
    )
    row = f"{news.receipt.seq:>5}  {entry.seat:<10}  {describe(entry, mirror)}{mark}"
    return "\n".join((row, *(f"{'':<19}{line}" for line in told)))


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


def _default(body: Mapping[str, Any], mirror: Mirror) -> str:
    """What was played for a seat that was late, as the order for it."""
    public = body["public"]
    if body["what"] != Kind.MOVE:
        return words(public)
    return mirror.game.grammar.write(Move(Kind.MOVE, body["of"], public)) or words(public)


def _opened(body: Mapping[str, Any]) -> str:
    return "".join(f" {slot}={one['value']}" for slot, one in body.get("opened", {}).items())
