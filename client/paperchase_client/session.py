"""A player at one table: fetches and checks the log, pays what is owed, signs and sends moves.

Signed bytes are on the disk before they are sent, and are sent again unchanged until the
server has receipted or refused them. Whatever the server shows must fit every receipt that it
ever gave; where it does not, the two receipts are kept as evidence.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING

import msgspec

from paperchase import log
from paperchase.api import LOG_PAGE
from paperchase.errors import (
    EvidenceError,
    IllegalMoveError,
    MalformedError,
    OfflineError,
    PaperchaseError,
    RefusedError,
    StaleHeadError,
)
from paperchase.log import Receipt, Signed
from paperchase.table import SERVER, Player
from paperchase.values import Seat
from paperchase_client import view
from paperchase_client.compose import Item, Wish, compose, escrow, not_your_turn
from paperchase_client.mirror import Me, Mirror, News
from paperchase_client.orders import Order
from paperchase_client.remote import Accepted, Server, rebuild
from paperchase_client.stored import hints, load, outbox, stored_bundle, take_first, unveil
from paperchase_client.vault import Shelf

if TYPE_CHECKING:
    from paperchase.audit import Finding

PAUSES = (0.5, 2.0)
"""Seconds between the attempts to send the same bytes."""


class Session:
    """A player, or a spectator, at one table. Use it in a `with`: it keeps other runs out.

    `key` is the server's, pinned; `sleep` waits between attempts. After each step `news` holds
    the lines that came in since the session began, `paid` the ids of those that were paid
    unasked, and `accused` the proofs that a verdict was passed on. `kept` are orders that wait
    for somebody's answer, and `dropped` says why such were called off, if they were. With
    `escrow` the server is given the openings of face-down tokens in advance, so that nobody waits
    for them. Without `scruples` it signs whatever it is told to: so cheats are played, to show
    that they are found.
    """

    def __init__(
        self, shelf: Shelf, me: Me, server: Server, key: str, sleep: Callable[[float], None]
    ) -> None:
        self.shelf = shelf
        self.me = me
        self.server = server
        self.key = key
        self.news: list[News] = []
        self.paid: set[str] = set()
        self.accused: list[Finding] = []
        self.kept: tuple[Order, ...] = ()
        self.dropped = ""
        self._noted: tuple[Order, ...] = ()
        self.escrow = True
        self.scruples = True
        self._sleep = sleep
        self._lock = shelf.lock()
        self._mirror: Mirror | None = None
        self._grew = False

    @property
    def mirror(self) -> Mirror:
        """The game as it was verified so far."""
        assert self._mirror is not None
        return self._mirror

    def __enter__(self) -> "Session":
        self._lock.__enter__()
        try:
            if not self.shelf.exists():
                self._fetch_first()
            self._mirror = load(self.shelf, self.me)
            self._mirror.remember(self.shelf.lines())
            self.kept = self._noted = tuple(Order(**order) for order in self.shelf.kept())
            self._grew = self.shelf.card() is None
        except BaseException:
            self._lock.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self._grew:
                unveil(self.shelf, self.mirror)
                card = view.pictured(self.mirror, self.kept)
                self.shelf.keep_card(msgspec.json.encode(card))
        finally:
            self._lock.__exit__(kind, error, trace)

    # -- what a player does ------------------------------------------------------------------

    def sync(self) -> None:
        """Fetch and check what is new, send what is waiting, pay what is owed, and go on with
        orders that were kept.

        Raises PaperchaseError; what was verified until then is kept.
        """
        self.pull()
        self.flush()
        self.settle()
        if self.kept and not self.mirror.answering:
            self._resume()

    def join(self, seats: Iterable[Seat], handle: str, entropy: Callable[[int], bytes]) -> None:
        """Take seats. Raises RefusedError where one of them is taken or there is none such; then
        none was asked for."""
        self.pull()
        self.flush()
        assert self.me.master is not None
        draft = self.mirror.draft()
        items: list[Item] = []
        for seat in seats:
            if seat not in draft.seats:
                player = Player(self.me.master, draft.table.game, seat, entropy(32).hex())
                entry = player.join(draft.state, handle)
                draft.pretend(entry, {})
                items.append(Item.of(entry, {}))
        if items:
            self._send(items)
            self.settle()

    def play(self, wishes: Iterable[Wish]) -> None:
        """Make moves, paying what is owed in the same submission before and between them.

        Nothing is sent unless every wish is legal, as far as no roll of the server and no answer
        of somebody decides that. Orders that come after a question to somebody are kept, and
        given when he has answered. Where it is not the player's turn, what is owed is paid all
        the same. Raises PaperchaseError.
        """
        self.pull()
        self.flush()
        if not self.mirror.seats:
            raise not_your_turn(self.mirror)
        self._play(deque(wishes))

    def call_off(self, why: str) -> None:
        """Forget the orders that were kept."""
        if self.kept:
            self.dropped = why
            self._keep(())

    def resign(self, seat: Seat) -> None:
        """Give up, and open what the seat has sealed."""
        self.pull()
        self.flush()
        entry = self.mirror.player(seat).resign(self.mirror.table, self.mirror.state)
        self._send([Item.of(entry, {})])
        self.settle()

    def _play(self, left: "deque[Wish]") -> None:
        """Follow wishes, and take them from `left`; what has to wait for an answer is kept."""
        try:
            self._follow(left)
        except OfflineError:
            self._keep(left)
            raise
        except PaperchaseError:
            # What `_send` noted comes after something that will not be.
            self._note(self.kept)
            raise
        self._keep(left)
        self.settle()

    def _follow(self, left: "deque[Wish]") -> None:
        sent = False
        while left:
            try:
                items = compose(self.mirror.draft(), left, self.scruples)
            except IllegalMoveError as error:
                if error.code == "illegal/turn":
                    self.settle()
                raise
            if not items and sent:
                return
            if not items:
                raise not_your_turn(self.mirror)
            self.call_off("you gave other orders")
            self._send(items, left)
            sent = True

    def _resume(self) -> None:
        """Go on with what was kept; if that cannot be done any more, forget it.

        The disk forgets it first: a run that dies here must not give an order twice.
        """
        left = deque[Wish](self.kept)
        self._keep(())
        try:
            self._play(left)
        except (IllegalMoveError, MalformedError, RefusedError, StaleHeadError) as error:
            first = left[0] if left else None
            self.dropped = f"{first.line}: {error}" if isinstance(first, Order) else str(error)

    def _keep(self, left: Iterable[Wish]) -> None:
        self.kept = tuple(wish for wish in left if isinstance(wish, Order))
        self._note(self.kept)

    def _note(self, left: Iterable[Wish]) -> None:
        """Let the disk know of the orders in `left`, and of no others."""
        orders = tuple(wish for wish in left if isinstance(wish, Order))
        if orders != self._noted:
            self.shelf.keep_orders([msgspec.to_builtins(order) for order in orders])
            self._noted = orders
            self._grew = True

    # -- its parts ---------------------------------------------------------------------------

    def pull(self) -> None:
        """Fetch and verify all new lines. Raises EvidenceError where the log was changed."""
        length = self.mirror.state.length
        lines = self.server.log(self.shelf.game, length - 1)
        if not lines:
            raise self._accuse_server("rollback", "the server lost entries that it had receipted")
        self._check_fork(lines[0])
        lines = lines[1:]
        full = LOG_PAGE - 1
        while lines:
            self.feed(lines)
            if len(lines) < full:
                break
            full = LOG_PAGE
            lines = self.server.log(self.shelf.game, self.mirror.state.length)
        last = self.shelf.receipt()
        if last is not None and last["seq"] >= self.mirror.state.length:
            raise self._accuse_server("withheld", "the server keeps back an entry it receipted")

    def feed(self, lines: Sequence[str]) -> None:
        """Verify, follow and store the next lines."""
        items = outbox(self.shelf)
        good: list[str] = []
        try:
            for text in lines:
                self._check_receipted(text)
                self.news.append(self.mirror.take(text, hints(items)))
                good.append(text)
                if why := _surprise(self.news[-1], self.mirror.seats):
                    self.call_off(why)
        except PaperchaseError as error:
            if error.code in ("evidence/fork", "refused/type"):
                raise
            seq = self.mirror.state.length
            path = self.shelf.keep_evidence(str(seq), {"line": lines[len(good)]})
            why = f"entry {seq} as the server shows it does not hold: {error}. Kept in {path}"
            raise EvidenceError(why, error.code.rpartition("/")[2]) from None
        finally:
            if good:
                self._store(good, items)

    def flush(self) -> None:
        """Send what is waiting in the outbox, the same bytes as before."""
        items = outbox(self.shelf)
        if items:
            self._deliver(items)

    def settle(self) -> None:
        """Pay what is owed, and accuse whom the log proves a cheat, until nothing is left."""
        while True:
            items = compose(self.mirror.draft(), deque(), self.scruples)
            if items:
                self._send(items)
            elif self.mirror.opened > self.mirror.audited:
                self._accuse()
            else:
                return

    def _accuse(self) -> None:
        """Audit the whole log, and pass a verdict on the first proof against somebody else.

        The disk learns last that this is done: a run that dies before then audits again, and so
        does the one after a verdict that did not arrive, or came too late.
        """
        length = self.mirror.state.length
        try:
            if items := self._verdict():
                self._send(items)
        except (OfflineError, MalformedError, StaleHeadError):
            raise
        except PaperchaseError:
            # The server will not have it, and must not be asked for ever.
            self._audited(length)
            raise
        self._audited(length)

    def _audited(self, length: int) -> None:
        self.mirror.audited = length
        self.shelf.keep_snapshot(self.mirror.to_json())

    def _verdict(self) -> list[Item]:
        """A verdict entry on the first proof against somebody else, if there is one."""
        mirror = self.mirror
        if mirror.state.verdict or not mirror.seats:
            return []
        from paperchase import audit

        for proof in audit.verify(stored_bundle(self.shelf), mirror.game).proofs:
            for blamed in proof.blamed:
                if blamed != SERVER and blamed not in mirror.seats:
                    self.accused.append(proof)
                    seat = mirror.seats[0]
                    entry = mirror.player(seat).verdict(
                        mirror.table, mirror.state, proof.code, proof.seq, blamed
                    )
                    return [Item.of(entry, {})]
        return []

    def _send(self, items: Sequence[Item], left: Iterable[Wish] | None = None) -> None:
        """Store and hand in `items`; the orders in `left`, if it is given, come after them."""
        self.shelf.keep_outbox([item.to_json() for item in items])
        # Behind the outbox: a run that dies in between loses them, and gives none too early.
        if left is not None:
            self._note(left)
        self._deliver(items)

    def _deliver(self, items: Sequence[Item]) -> None:
        """Hand in what the outbox holds, until it is receipted or refused."""
        self.paid.update(item.id for item in items if item.owed)
        try:
            answer = self._attempt(items)
        except (OfflineError, MalformedError):
            raise
        except PaperchaseError as error:
            if error.family != PaperchaseError.family:
                self.shelf.keep_outbox([])
                self.call_off(f"what came before them was refused: {error}")
            raise
        self._keep_receipts(answer)
        length = self.mirror.state.length
        if answer.since <= length:
            self.feed(answer.lines[length - answer.since :])
        else:
            self.pull()
        self.shelf.keep_outbox([])
        if answer.refused is not None:
            self.call_off(f"what came before them was refused: {answer.refused.detail}")
            raise rebuild(answer.refused.code, answer.refused.detail)

    def _attempt(self, items: Sequence[Item]) -> Accepted:
        entries = [item.signed.to_wire() for item in items]
        held = escrow(self.mirror, items) if self.escrow else ()
        for pause in PAUSES:
            try:
                return self.server.submit(self.shelf.game, entries, held)
            except OfflineError:
                self._sleep(pause)
        try:
            return self.server.submit(self.shelf.game, entries, held)
        except OfflineError as error:
            why = f"{error}. What you signed is kept, and `paperchase sync` sends it again"
            raise OfflineError(why, error.code.partition("/")[2]) from None

    def _keep_receipts(self, answer: Accepted) -> None:
        """The newest of the receipts, once the server's signature is checked."""
        for wire in answer.receipts:
            signed = Signed.from_wire({"payload": wire.payload, "sig": wire.sig})
            signed.check(log.RECEIPT, self.key)
            self._keep_receipt(log.read_receipt(signed))

    def _keep_receipt(self, receipt: Receipt) -> None:
        last = self.shelf.receipt()
        if last is None or last["seq"] < receipt.seq:
            self.shelf.keep_receipt({"seq": receipt.seq, **receipt.signed.to_wire()})

    def _check_fork(self, text: str) -> None:
        """Whether the server still shows the last line that was stored."""
        stored = log.read_line(self.shelf.lines()[-1])
        shown = log.read_line(text)
        if shown.receipt.payload != stored.receipt.payload:
            self._compare(stored.receipt, shown.receipt)
            raise self._accuse_server("rewritten", "the server rewrote an entry it had receipted")

    def _check_receipted(self, text: str) -> None:
        """Whether a new line is the one that the server receipted when it took it."""
        last = self.shelf.receipt()
        if last is not None and last["seq"] == self.mirror.state.length:
            kept = Signed.from_wire({"payload": last["payload"], "sig": last["sig"]})
            self._compare(kept, log.read_line(text).receipt)

    def _compare(self, first: Signed, second: Signed) -> None:
        found = log.fork(first, second, self.key)
        if found is not None:
            evidence = {"first": first.to_wire(), "second": second.to_wire(), "server": self.key}
            path = self.shelf.keep_evidence(f"fork-{found.seq}", evidence)
            why = f"the server signed two different logs at entry {found.seq}. Proof: {path}"
            raise EvidenceError(why, "fork")

    def _accuse_server(self, case: str, why: str) -> EvidenceError:
        last = self.shelf.receipt() or {}
        path = self.shelf.keep_evidence(case, {"receipt": last, "server": self.key})
        return EvidenceError(f"{why}. Kept in {path}", case)

    def _store(self, lines: Sequence[str], items: Sequence[Item]) -> None:
        """Lines first, then what they led to: a run that dies in between goes on from there."""
        self._grew = True
        self.shelf.add_lines(lines)
        self.shelf.keep_snapshot(self.mirror.to_json())
        self._keep_receipt(self.news[-1].receipt)
        came = {one.taken.entry.id for one in self.news}
        left = [item.to_json() for item in items if item.id not in came]
        if len(left) != len(items):
            self.shelf.keep_outbox(left)

    def _fetch_first(self) -> None:
        """The genesis line and the board."""
        lines = self.server.log(self.shelf.game, 0)
        if not lines:
            raise RefusedError(f"the server has no game {self.shelf.game[:8]}", "unknown-game")
        take_first(self.shelf, lines[0], self.me, self.server, self.key)


def _surprise(news: News, mine: Sequence[Seat]) -> str:
    """Why orders that were kept no longer hold after that, if so: they were given for an answer
    that lets everything stand, and look at nothing else."""
    entry = news.taken.entry
    if entry.type == "move" and entry.seat not in mine:
        return f"{entry.seat} moved meanwhile"
    if entry.type in ("lapse", "verdict", "resign"):
        return f"there was a {entry.type} meanwhile"
    if entry.seat not in mine and any(event.notice.opened for event in news.taken.events):
        return f"{entry.seat} opened something"
    return ""
