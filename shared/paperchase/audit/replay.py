"""The second half of an audit: every seal that is open is held against the rules."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from paperchase import canon, deal, dice, seal
from paperchase.audit.verdict import Finding
from paperchase.errors import MalformedError
from paperchase.keys import GameSecret
from paperchase.rules import DEALER, Foul, Kind, Move
from paperchase.table import SERVER, Event, State, Table, Taken
from paperchase.values import Seat, same_json


class Replayed(msgspec.Struct, frozen=True):
    """What a replay found, and the seats that it could not follow to the end, with where.

    `secrets` are those of the seats at the end, or where they stall. `moves` are the moves, the
    draws too, that hid something and were followed: by number of the entry, each with all its
    values and with the mover's secret before it.
    """

    findings: tuple[Finding, ...]
    stalled: Mapping[Seat, int]
    secrets: Mapping[Seat, Any]
    moves: Mapping[int, tuple[Move, Any]]


def replay(table: Table, taken: Sequence[Taken], final: State, seals: "Seals") -> Replayed:
    """Runs the rules with every seal opened that the log opens (V13 to V18).

    A seat whose seals are not all open is followed up to the first that is closed and not
    latent. A rule set that fails on what it is given stalls the seat and blames nobody.
    """
    return _Replay(table, final, seals).run(taken)


class Seals:
    """All commitments of a log, and the values of those that it opens."""

    def __init__(self, table: Table, commitments: Mapping[tuple[Seat, str], str]) -> None:
        self._table = table
        self._commitments = commitments
        self._values = dict[tuple[Seat, str], int]()
        self._secrets = dict[Seat, GameSecret]()

    def open(self, seat: Seat, values: Mapping[str, int]) -> None:
        """Takes in openings that the log has checked against their seals."""
        for slot, value in values.items():
            self._values[seat, slot] = value

    def reveal(self, seat: Seat, secret: str) -> None:
        """Takes in the secret of a seat or the dealer."""
        self._secrets[seat] = GameSecret(bytes.fromhex(secret))

    def secret(self, seat: Seat) -> GameSecret | None:
        """The secret of a seat or the dealer, where it is revealed."""
        return self._secrets.get(seat)

    def value(self, seat: Seat, slot: str, public: Any) -> int | None:
        """What `slot`, sealed in `public`, holds; None while nobody has opened it.

        Raises MalformedError where a revealed secret opens it to no legal value.
        """
        secret = self._secrets.get(seat)
        known = self._values.get((seat, slot))
        if secret is None:
            return known
        candidates = self._table.rules.values(public, slot) if known is None else (known,)
        value = seal.find_value(
            self._commitments[seat, slot],
            self._table.game,
            seat,
            slot,
            secret.salt(slot),
            candidates,
        )
        if value is None:
            raise MalformedError(f"{slot} is sealed to nothing that the rules know", "seal")
        return value


class _Replay:
    def __init__(self, table: Table, final: State, seals: Seals) -> None:
        self._table = table
        self._rules = table.rules
        self._final = final
        self._seals = seals
        self._findings = list[Finding]()
        self._stalled = dict[Seat, int]()
        self._blamed = set[Seat]()
        self._moves = dict[int, tuple[Move, Any]]()
        start = self._rules.start()
        self._secrets: dict[Seat, Any] = {
            seat: self._rules.secret(start, seat) for seat in (*self._rules.seats, DEALER)
        }

    def run(self, taken: Sequence[Taken]) -> Replayed:
        for one in taken:
            for event in one.events:
                if event.notice.kind != Kind.CHANCE:
                    self._guard(self._follow, event.notice.seat, one.seq, event)
                elif event.notice.sealed:
                    self._guard(self._dealt, DEALER, one.seq, event)
                    self._guard(self._drawn, event.notice.seat, one.seq, event)
        findings = tuple(self._findings)
        return Replayed(findings, self._stalled, self._secrets, self._moves)

    def _guard(self, step: Any, seat: Seat, seq: int, event: Event) -> None:
        if seat in self._stalled:
            return
        try:
            step(seat, seq, event)
        except Exception as error:
            # The rules met something that they cannot read. That is no proof against anybody.
            self._stalled[seat] = seq
            why = f"the rules cannot go on for {seat}: {type(error).__name__}: {error}"
            self._remark("NOT_COVERED", seq, event, (), why)

    def _follow(self, seat: Seat, seq: int, event: Event) -> None:
        """The mover's own step: an answer against the truth, a move against the rules."""
        notice = event.notice
        hidden = self._values(seat, seq, event)
        if hidden is None:
            return
        move = Move(notice.kind, seat, notice.public, hidden, tuple(notice.opened))
        secret = self._secrets[seat]
        if hidden:
            self._moves[seq] = move, secret
        if notice.kind == Kind.ANSWER and not event.default:
            truth = tuple(self._rules.choices(event.public, secret, event.demand))
            if not any(agree(move, one) for one in truth):
                said, true = _told(move), " or ".join(_told(one) for one in truth)
                self._blame("ANSWER_LIE", seq, event, seat, f"{seat} said {said}; true is {true}")
        try:
            self._secrets[seat] = self._rules.follow(event.public, secret, move)
        except Foul as foul:
            # What is played for a seat that is late is not what it said.
            if not event.default:
                self._blame("MOVE_ILLEGAL", seq, event, seat, str(foul))
            self._secrets[seat] = foul.then

    def _values(self, seat: Seat, seq: int, event: Event) -> dict[str, Any] | None:
        """The values of the slots that the move sealed, or None where the seat stalls."""
        owner = DEALER if event.notice.kind == Kind.CHANCE else seat
        hidden: dict[str, int | None] = {}
        for slot in event.notice.sealed:
            try:
                value = self._seals.value(owner, slot, event.public)
            except MalformedError as error:
                blamed = SERVER if owner == DEALER else seat
                self._stalled[seat] = seq
                self._blame("OPEN_MISMATCH", seq, event, blamed, str(error))
                return None
            if value is None and not self._rules.latent(slot):
                self._stalled[seat] = seq
                return None
            hidden[slot] = value
        return hidden

    def _drawn(self, seat: Seat, seq: int, event: Event) -> None:
        """The drawer's side of a private draw."""
        hidden = self._values(seat, seq, event)
        if hidden is not None:
            notice = event.notice
            move = Move(Kind.CHANCE, seat, notice.public, hidden)
            self._moves[seq] = move, self._secrets[seat]
            self._secrets[seat] = self._rules.follow(event.public, self._secrets[seat], move)

    def _dealt(self, _: Seat, seq: int, event: Event) -> None:
        """The dealer's side: the card is the one that his secret and the links give."""
        secret = self._seals.secret(DEALER)
        if secret is None:
            self._stalled[DEALER] = seq
            return
        notice, demand = event.notice, event.demand
        seed = deal.seed(secret, self._table.game, demand.slots[0], event.links)
        picks = dice.picks(seed, 0, demand.lots)
        move = self._rules.draw(event.public, self._secrets[DEALER], demand, picks)
        holder = self._final.seats[notice.seat].holder
        assert holder is not None
        for slot, value in move.hidden.items():
            if self._sealed(slot, event.public) != value:
                why = f"{slot} is not the card that the dealer's secret and the links give"
                self._blame("DEAL", seq, event, SERVER, why)
                continue
            opening = seal.Opening(secret.salt(slot), value)
            told = deal.deliver(secret, self._table.game, slot, holder.box, opening)
            if event.delivery.get(slot) != told:
                why = f"what {notice.seat} got for {slot} is not its encrypted opening"
                self._blame("DELIVERY", seq, event, SERVER, why)
        self._secrets[DEALER] = self._rules.follow(event.public, self._secrets[DEALER], move)

    def _sealed(self, slot: str, public: Any) -> int | None:
        """What the dealer sealed; None where it is nothing that the rules know."""
        try:
            return self._seals.value(DEALER, slot, public)
        except MalformedError:
            return None

    def _blame(self, code: str, seq: int, event: Event, seat: Seat, why: str) -> None:
        self._remark(code, seq, event, (seat,), why, follows=seat in self._blamed)
        self._blamed.add(seat)

    def _remark(
        self,
        code: str,
        seq: int,
        event: Event,
        blamed: tuple[Seat, ...],
        why: str,
        follows: bool = False,
    ) -> None:
        turn = self._rules.caption(event.public)
        self._findings.append(Finding(code, seq, turn, blamed, why, follows))


def agree(told: Move, true: Move) -> bool:
    """Whether what was told is true, as far as it is open: a latent slot may hold anything.

    Compared as bytes: to Python, True is 1.
    """
    return (
        told.hidden.keys() == true.hidden.keys()
        and all(value in (None, true.hidden[slot]) for slot, value in told.hidden.items())
        and set(told.opens) == set(true.opens)
        and same_json(told.public, true.public)
    )


def _told(move: Move) -> str:
    opens = f" and opens {', '.join(sorted(move.opens))}" if move.opens else ""
    return canon.encode(move.public).decode() + opens
