"""What a player signs: moves of the rules turned into entries of the log."""

from collections.abc import Mapping
from typing import Any

from paperchase import dice, seal
from paperchase.keys import GameSecret, Master
from paperchase.log import Entry, write_entry
from paperchase.rules import Move
from paperchase.table.fold import Table
from paperchase.table.state import State
from paperchase.values import Json, Seat


class Player:
    """One seat of one game, with the keys to play it. It holds no state of the game.

    `nonce` is the random hex that the seat's join entry publishes.
    """

    def __init__(self, master: Master, game: str, seat: Seat, nonce: str) -> None:
        self.game = game
        self.seat = seat
        self.nonce = nonce
        self.identity = master.identity()
        self.secret: GameSecret = master.game_secret(nonce, game, seat)
        self._chain: dice.Chain | None = None

    @property
    def chain(self) -> dice.Chain:
        """This seat's dice links, grown when first asked for."""
        if self._chain is None:
            self._chain = dice.Chain.grow(self.game, self.secret.chain_seed)
        return self._chain

    def join(self, state: State, handle: str) -> Entry:
        """Takes the seat for `handle`."""
        body = {
            "handle": handle,
            "key": self.identity.key,
            "nonce": self.nonce,
            "kc": self.secret.commitment,
            "dice": self.chain.anchor,
            "box": self.secret.box_key,
        }
        return self._sign(state, "join", body, None)

    def ready(self, table: Table, state: State) -> Entry:
        """Opens the first dice link."""
        return self.enter(table, state, "ready", {}, due=True)

    def move(
        self, table: Table, state: State, move: Move, known: Mapping[str, int] | None = None
    ) -> Entry:
        """A move or an answer: its hidden slots sealed, what it opens opened.

        `known` are the values of slots that this seat sealed before.
        """
        values = {**(known or {}), **move.hidden}
        sealed = {slot: self.seal(slot, value) for slot, value in move.hidden.items()}
        body = {
            "public": move.public,
            "sealed": sealed,
            "opened": self.openings({slot: values[slot] for slot in move.opens}),
        }
        phase = state.demand(move.kind, self.seat)
        due = phase is None or phase.demand.must
        return self.enter(table, state, move.kind.value, body, due=due)

    def open(self, table: Table, state: State, slots: Mapping[str, int]) -> Entry:
        """The openings that a REVEAL demands: slots of this seat with their values."""
        body = {"of": self.seat, "opened": self.openings(slots)}
        return self.enter(table, state, "open", body)

    def resign(self, table: Table, state: State) -> Entry:
        """Gives up."""
        return self.enter(table, state, "resign", {})

    def reveal(self, table: Table, state: State) -> Entry:
        """Opens everything that this seat sealed."""
        return self.enter(table, state, "reveal", {"secret": self.secret.secret.hex()})

    def verdict(self, table: Table, state: State, code: str, seq: int, blamed: Seat) -> Entry:
        """Points at a finding that anybody can reproduce."""
        body = {"code": code, "seq": seq, "blamed": blamed}
        return self.enter(table, state, "verdict", body)

    def close(self, table: Table, state: State) -> Entry:
        """Signs how the log ends."""
        assert state.outcome is not None
        body = {"head": state.head, "result": state.outcome.winners}
        return self.enter(table, state, "close", body)

    def seal(self, slot: str, value: int) -> str:
        """The commitment of one slot."""
        return seal.commit(self.game, self.seat, slot, self.secret.salt(slot), value)

    def openings(self, slots: Mapping[str, int]) -> dict[str, Json]:
        """What proves those values, slot by slot."""
        return {
            slot: {"salt": self.secret.salt(slot), "value": value} for slot, value in slots.items()
        }

    def enter(
        self,
        table: Table,
        state: State,
        kind: str,
        body: Mapping[str, Any],
        *,
        due: bool = False,
    ) -> Entry:
        """Any entry of this seat on the head of `state`; with its next dice link if one is due,
        as it is where the game has dice and the table waits for just this."""
        link = None
        if due and table.rules.chance:
            link = self.chain.link(state.seats[self.seat].links + 1)
        return self._sign(state, kind, body, link)

    def _sign(self, state: State, kind: str, body: Mapping[str, Any], link: str | None) -> Entry:
        return write_entry(
            self.identity,
            game=self.game,
            seat=self.seat,
            type=kind,
            prev=state.head,
            own=state.own(self.identity.key),
            link=link,
            body=body,
        )
