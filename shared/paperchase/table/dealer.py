"""The dealer: the seat that the server plays. It rolls, draws, and decides nothing.

`owed` names the next entry that the server has to append by itself. The caller signs and
appends it, and asks again until nothing is owed.
"""

from typing import Any

import msgspec

from paperchase import deal, dice, seal
from paperchase.keys import GameSecret, Master
from paperchase.rules import DEALER, Kind, Move, Notice
from paperchase.table.chance import MOST_ROLLS, pending_roll
from paperchase.table.fold import Table
from paperchase.table.state import SERVER, Phase, State
from paperchase.values import Json, Seat, pack, unpack


class Draft(msgspec.Struct, frozen=True):
    """A server entry to be signed. `secret` is the dealer's own, packed, after it."""

    type: str
    body: dict[str, Any]
    link: str | None = None
    secret: Json = None


class Dealer:
    """The dealer of one game. All that it gives is fixed by the server's master and `random`.

    `chain` spares growing the dice chain again where the caller has kept it.
    """

    def __init__(self, master: Master, random: str, chain: dice.Chain | None = None) -> None:
        self.secret: GameSecret = master.dealer_secret(random)
        self.chain = chain or dice.Chain.grow(random, self.secret.chain_seed)

    def anchors(self) -> dict[str, str]:
        """What of the genesis binds the dealer: kc, dice, box."""
        secret = self.secret
        return {"kc": secret.commitment, "dice": self.chain.anchor, "box": secret.box_key}

    def start(self, table: Table, state: State) -> Json:
        """The dealer's rules secret at the start of the game, packed."""
        return pack(table.rules.secret(state.public, DEALER))

    def owed(self, table: Table, state: State, secret: Json) -> Draft | None:
        """What has to be appended now: a batch of rolls, a draw, the dealer's reveal, or None.

        `secret` is what `start` or the last draft gave.
        """
        if table.owes_reveal(state, SERVER):
            return Draft("reveal", {"secret": self.secret.secret.hex()}, secret=secret)
        for phase in state.phases:
            if phase.demand.kind == Kind.CHANCE:
                if phase.demand.slots:
                    return self._draw(table, state, phase, secret)
                return self._roll(table, state, secret)
        return None

    def lapse(self, table: Table, state: State, seat: Seat, secret: Json) -> Draft:
        """The entry that says that `seat` let its deadline pass."""
        what, public, _ = table.late(state, seat)
        return Draft("lapse", {"of": seat, "what": what, "public": public}, secret=secret)

    def _roll(self, table: Table, state: State, secret: Json) -> Draft:
        index = state.batches + 1
        link = self.chain.link(index)
        seed = table.seed(state, link)
        public, rolls = state.public, list[Json]()
        while len(rolls) < MOST_ROLLS and (demand := pending_roll(table.rules.pending(public))):
            picks = dice.picks(seed, len(rolls), demand.lots)
            move = table.rules.draw(public, None, demand, picks)
            rolls.append(
                {"about": demand.about, "lots": demand.lots, "picks": picks, "public": move.public}
            )
            public = table.rules.apply(public, Notice(Kind.CHANCE, move.seat, move.public))
        body = {"index": index, "timeout": state.lapsed, "rolls": rolls}
        return Draft("roll", body, link, secret)

    def _draw(self, table: Table, state: State, phase: Phase, secret: Json) -> Draft:
        demand = phase.demand
        rules = table.rules
        move = self.drawn(table, state, phase, secret)
        before = unpack_secret(table, secret)
        after = rules.follow(state.public, before, move)
        holder = state.seats[demand.seat].holder
        assert holder is not None
        sealed, delivery = dict[str, str](), dict[str, str]()
        for slot, value in move.hidden.items():
            salt = self.secret.salt(slot)
            sealed[slot] = seal.commit(table.game, DEALER, slot, salt, value)
            delivery[slot] = deal.deliver(
                self.secret, table.game, slot, holder.box, seal.Opening(salt, value)
            )
        body = {
            "of": demand.seat,
            "about": demand.about,
            "public": move.public,
            "sealed": sealed,
            "delivery": delivery,
        }
        return Draft("draw", body, secret=pack(after))

    def drawn(self, table: Table, state: State, phase: Phase, secret: Json) -> Move:
        """The draw that is due, with what it hides (PROTOCOL.md, Private draws)."""
        demand = phase.demand
        seed = deal.seed(self.secret, table.game, demand.slots[0], table.links(state))
        picks = dice.picks(seed, 0, demand.lots)
        return table.rules.draw(state.public, unpack_secret(table, secret), demand, picks)


def unpack_secret(table: Table, secret: Json) -> Any:
    """A seat's or the dealer's rules secret from its packed form."""
    return None if secret is None else unpack(table.rules.secret_type, secret)
