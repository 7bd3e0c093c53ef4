"""The demo's cheating server: it signs a game once more, with another die than the true one.

Whoever runs a server has its key, so nothing keeps him from signing this. What he has not is the
players' keys: their later entries stand on the true roll, so the forged log ends with his own.
"""

import msgspec

from paperchase import audit, canon
from paperchase.bundle import Bundle
from paperchase.game import Game
from paperchase.keys import Identity
from paperchase.log import Line, read_receipt, write_entry, write_receipt
from paperchase.rules import Move
from paperchase.table import Event, Ledger, Table, Taken
from paperchase.values import Json, same_json


class Forgery(msgspec.Struct, frozen=True):
    """A forged log: its last entry, number `seq`, says `told` where `true` was rolled."""

    bundle: Bundle
    seq: int
    turn: str
    true: str
    told: str


def forge(bundle: Bundle, game: Game, server: Identity) -> Forgery | None:
    """A game with one roll forged, about half-way through; None where nobody ever rolled.

    Raises PaperchaseError where `bundle` does not hold.
    """
    table = audit.open_table(bundle, game)
    ledger = Ledger.begin(table, bundle.lines[0])
    rolls = [one for one in map(ledger.take, bundle.lines[1:]) if one.entry.type == "roll"]
    half = len(bundle.lines) // 2
    for one in sorted(rolls, key=lambda roll: abs(roll.seq - half)):
        # The last of a batch: on any other one those behind it would have to follow.
        event = one.events[-1]
        true = one.entry.body["rolls"][-1]
        picks = true["picks"]
        for place, size in enumerate(event.demand.lots):
            for pick in range(size):
                forged = (*picks[:place], pick, *picks[place + 1 :])
                lie = _drawn(table, event, forged)
                if not same_json(lie.public, event.notice.public):
                    roll = {**true, "picks": forged, "public": lie.public}
                    return _signed(bundle, table, server, one, roll)
    return None


def _drawn(table: Table, event: Event, picks: tuple[int, ...]) -> Move:
    return table.rules.draw(event.public, None, event.demand, picks)


def _signed(
    bundle: Bundle, table: Table, server: Identity, one: Taken, roll: dict[str, Json]
) -> Forgery:
    """The log up to `one`, and that with its last roll replaced, signed and receipted."""
    true, seq = one.entry, one.seq
    rolls = true.body["rolls"]
    lie = write_entry(
        server,
        game=true.game,
        seat=true.seat,
        type=true.type,
        prev=true.prev,
        own=true.own,
        link=true.link,
        body={**true.body, "rolls": [*rolls[:-1], roll]},
    )
    old = read_receipt(bundle.lines[seq].receipt)
    receipt = write_receipt(
        server,
        game=old.game,
        seq=seq,
        entry=lie.id,
        sig=lie.signed.sig,
        prev=old.prev,
        t=old.t,
        deadlines=old.deadlines,
    )
    lines = (*bundle.lines[:seq], Line(lie.signed, receipt.signed))
    return Forgery(
        bundle=msgspec.structs.replace(bundle, lines=lines),
        seq=seq,
        turn=table.rules.caption(one.before.public),
        true=_text(rolls[-1]["public"]),
        told=_text(roll["public"]),
    )


def _text(public: Json) -> str:
    return canon.encode(public).decode()
