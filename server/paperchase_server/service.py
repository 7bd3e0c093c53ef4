"""The server without HTTP: what can be asked of it, over a store, a clock and a source of bytes."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from paperchase import api, audit, bundle, log
from paperchase.errors import PaperchaseError, RefusedError
from paperchase.keys import SIZE, Master
from paperchase.log import Line, Signed
from paperchase.options import complete
from paperchase.table import Dealer, Ledger, genesis_body, write_genesis
from paperchase_server import deadlines, requests, serializers, store
from paperchase_server.bell import Bell
from paperchase_server.catalogue import Catalogue, text_of
from paperchase_server.handles import check_handle, shapes
from paperchase_server.live import PAGE, Live, Shelf, lines
from paperchase_server.requests import Escrow, NewGame
from paperchase_server.scribe import Proofs, Scribe, row_of, snapshot_of
from paperchase_server.serializers import Shape
from paperchase_server.store import GameRow, Holding, NewEntry, Records, Store

_LOG = logging.getLogger(__name__)

Clock = Callable[[], float]
"""Unix seconds."""

Entropy = Callable[[int], bytes]
"""That many bytes that nobody can guess."""


AUDITS = 64
"""So many results of audits are kept for those who accuse again."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """The entries of a submission up to the first that is none, and the error of that one.

    `checked` are the keys whose signatures have been found good, by entry id; `proofs` what an
    audit has found, where somebody passes a verdict; `escrow` what is handed in with them.
    """

    entries: Sequence[log.Entry] = ()
    checked: Mapping[str, str] = field(default_factory=dict[str, str])
    proofs: Proofs = frozenset()
    error: PaperchaseError | None = None
    escrow: Sequence[Escrow] = ()


@dataclass(frozen=True, slots=True)
class Submitted:
    """What became of a submission inside its transaction."""

    receipts: Sequence[Signed]
    since: int
    lines: Sequence[str]
    refused: tuple[int, PaperchaseError] | None
    grew: bool


@dataclass(frozen=True, slots=True)
class Page:
    """Lines of a log, and how many it has in all."""

    lines: Sequence[str]
    length: int


class GameService:
    """All games of one server. Safe for threads."""

    def __init__(
        self,
        database: Store,
        master: Master,
        clock: Clock,
        entropy: Entropy,
        catalogue: Catalogue | None = None,
        waits: int = 8,
        version: str = "",
    ) -> None:
        self._store = database
        self._master = master
        self._identity = master.identity()
        self._clock = clock
        self._entropy = entropy
        self._version = version
        self._catalogue = catalogue or Catalogue()
        self._shelf = Shelf(master, self._catalogue)
        self._audits: dict[tuple[str, str, str | None], Proofs] = {}
        self.bell = Bell(waits)
        if database.read.fact("server") != self.key:
            raise RefusedError(
                "the key file is not the one that this database was made with: give the right one",
                "key",
            )

    @property
    def key(self) -> str:
        """The server's public key."""
        return self._identity.key

    def about(self) -> Shape:
        """The server's key and version, its clock, the games on offer."""
        games = (
            serializers.offer(game, self._catalogue.boards(game))
            for game in self._catalogue.games()
        )
        return serializers.about(self.key, self._version, int(self._clock()), games)

    # -- handles -----------------------------------------------------------------------------

    def register(self, message: Signed) -> Shape:
        """Register a handle with a key; the same again is no change.

        Raises MalformedError, EvidenceError, or RefusedError: taken, reserved, or too like
        another to be told apart.
        """
        wish = requests.read_registration(message, self.key)
        check_handle(wish.handle)
        looks = shapes(wish.handle)
        holding = Holding(wish.handle, wish.key)

        def job(records: Records) -> None:
            present = records.handle(wish.handle)
            if present is None:
                other = records.alike(looks)
                if other is not None:
                    raise RefusedError(f"{wish.handle} looks like {other}: take another", "alike")
                signed = serializers.signed(message)
                t = int(self._clock())
                records.register(holding, signed["payload"], signed["sig"], t, looks)
            elif present != holding:
                raise RefusedError(f"{wish.handle} is taken: take another", "taken")

        if self._store.read.handle(wish.handle) != holding:
            self._store.write(job)
        return serializers.holding(holding)

    def holding(self, handle: str) -> Shape:
        """Who is registered as `handle`. Raises RefusedError."""
        found = self._store.read.handle(handle)
        if found is None:
            raise RefusedError(f"nobody is registered here as {handle}", "unknown")
        return serializers.holding(found)

    # -- games -------------------------------------------------------------------------------

    def create(self, message: Signed) -> Shape:
        """Open a game; the same request again is the same game.

        Raises MalformedError, EvidenceError, or RefusedError: not registered, unknown rules or
        board.
        """
        wish = requests.read_new_game(message, self.key)
        holder = self._store.read.handle(wish.handle)
        if holder is None:
            raise RefusedError(f"{wish.handle} is not registered here: register first", "handle")
        message.check(log.NEW, holder.key)
        request = log.message_id(log.NEW, message.payload)
        made = self._store.read.requested(request)
        if made is None:
            made = self._open(wish, request)
        return serializers.created(made, self._store.read.lines(made, 0, 1)[0])

    def _open(self, wish: NewGame, request: str) -> str:
        game = self._catalogue.find(wish.rules)
        board = self._catalogue.board(game, wish.board)
        text = text_of(board)
        options = complete(game.info.options, wish.options)
        rules = game.rules(game.board(board, wish.board), options)
        random = self._entropy(SIZE).hex()
        dealer = Dealer(self._master, random)
        body = genesis_body(
            game,
            rules,
            board=wish.board,
            data=board,
            options=options,
            turn=wish.turn,
            server=self.key,
            random=random,
            anchors=dealer.anchors(),
            title=wish.title,
            by=wish.handle,
        )
        genesis = write_genesis(self._identity, body)
        desk = self._shelf.open(genesis, board, dealer.chain.points)
        state = desk.table.begin(int(self._clock()))
        secret = dealer.start(desk.table, state) if rules.chance else None
        live = Live(desk, state, secret)
        receipt = log.write_receipt(
            self._identity,
            game=genesis.id,
            seq=0,
            entry=genesis.id,
            sig=genesis.signed.sig,
            prev=None,
            t=state.t,
            deadlines=state.clocks,
        )
        line = Line(genesis.signed, receipt.signed).to_text()
        new = store.NewGame(
            row=row_of(state),
            snapshot=snapshot_of(live),
            entry=NewEntry(0, genesis.id, state.head, line),
            request=request,
            listed=wish.listed,
            digest=desk.table.genesis.board.digest,
            board=text,
            points=dealer.chain.points,
        )

        def job(records: Records) -> str:
            made = records.requested(request)
            if made is not None:
                return made
            records.create(new)
            self._shelf.put(live)
            return genesis.id

        return self._store.write(job)

    def submit(self, game: str, messages: Sequence[Signed], escrow: Sequence[Escrow] = ()) -> Shape:
        """Enter messages in order up to the first that is refused.

        What was entered before is found again by its id, and its receipt given again. Raises
        the refusal where it meets the first message. An opening in `escrow` that is false is
        refused with the message that seals its slot; one that cannot be held, or whose slot is
        sealed by nobody, with all of them.
        """
        now = self._clock()
        parsed = replace(self._parse(game, messages), escrow=escrow)

        def job(records: Records) -> Submitted:
            return self._enter(records, game, parsed, now)

        done = self._store.write(job)
        if done.grew:
            self.bell.ring(game)
        if done.refused is not None and done.refused[0] == 0:
            raise done.refused[1]
        return serializers.submitted(done.receipts, done.since, done.lines, done.refused)

    def _parse(self, game: str, messages: Sequence[Signed]) -> Parsed:
        """Everything about a submission that can be checked outside the transaction."""
        live = self._shelf.peek(game) or self._live(game)
        entries: list[log.Entry] = []
        checked: dict[str, str] = {}
        proofs: Proofs | None = None
        for message in messages:
            try:
                entry = log.read_entry(message)
                key = _signer(live, entry)
                if key is None and not entries:
                    # Perhaps a seat was taken since, perhaps by way of another worker.
                    live = self._live(game)
                    key = live.table.key(live.state, entry)
                if key is not None:
                    message.check(log.ENTRY, key)
                    checked[entry.id] = key
                    if entry.type == "verdict" and proofs is None and not live.state.verdict:
                        # A second one in the same submission finds the game over, or is refused.
                        proofs = self._audit(game, entry.prev)
            except PaperchaseError as error:
                if not entries:
                    raise
                return Parsed(entries, checked, proofs or frozenset(), error)
            entries.append(entry)
        return Parsed(entries, checked, proofs or frozenset())

    def _audit(self, game: str, seen: str | None) -> Proofs:
        """What the log proves, now and at the head that a player had `seen`.

        It takes a while, so whoever asks again about the same log gets the same answer.
        """
        live = self._live(game)
        place = (game, live.state.head, seen)
        found = self._audits.get(place)
        if found is None:
            found = self._proofs(live, seen)
            if len(self._audits) >= AUDITS:
                self._audits.clear()
            self._audits[place] = found
        return found

    def _proofs(self, live: Live, seen: str | None) -> Proofs:
        game = live.state.game
        whole = tuple(lines(self._store.read, game, live.state.length))
        ledger, taken, _ = audit.admit(live.table, whole)
        if ledger is None:
            return frozenset()
        found = list(audit.reproduce(live.table, ledger, taken))
        place = ledger.book.heads.get(seen or "", len(taken))
        if place < len(taken):
            # What came to light later can make an earlier finding one that only follows.
            before = Ledger(live.table, taken[place].before, ledger.book, every_receipt=False)
            found += audit.reproduce(live.table, before, taken[:place])
        return frozenset((one.code, one.seq, seat) for one in found for seat in one.blamed)

    def _enter(self, records: Records, game: str, parsed: Parsed, now: float) -> Submitted:
        row = _known(records.game(game))
        live = self._shelf.take(records, row)
        assert live is not None
        scribe = Scribe(records, row, live, self._identity, now)
        scribe.lapse()
        scribe.offer(parsed.escrow)
        receipts: list[Signed] = []
        since = row.length
        again = False
        refused = None
        for index, entry in enumerate(parsed.entries):
            try:
                key = scribe.live.table.key(scribe.state, entry)
                if parsed.checked.get(entry.id) != key:
                    entry.signed.check(log.ENTRY, key)
                receipts.append(scribe.enter(entry, parsed.proofs))
            except PaperchaseError as error:
                found = records.find(entry.id)
                if found is None or found.game != game:
                    refused = (index, error)
                    break
                receipts.append(serializers.receipt_of(found.line))
                since, again = min(since, found.seq), True
        if refused is None and parsed.error is not None:
            refused = (len(parsed.entries), parsed.error)
        if refused is None:
            scribe.check_offers()
        scribe.save()
        # Before the commit, so that the next job of this transaction finds it.
        self._shelf.put(scribe.live)
        new = records.lines(game, since, api.LOG_PAGE) if again else scribe.lines
        return Submitted(receipts, since, new, refused, bool(scribe.lines))

    def log(self, game: str, since: int, wait: int) -> Page:
        """Lines from `since` on; waits up to `wait` seconds where there are none yet.

        Raises RefusedError for an unknown game.
        """
        self.touch(game)
        length = self._length(game)
        if since == length and wait > 0:
            self.bell.wait(game, lambda: self._news(game, since), min(wait, api.MAX_WAIT))
            length = self._length(game)
        page = self._store.read.lines(game, since, api.LOG_PAGE) if since < length else []
        # The log may have grown between the two looks.
        return Page(page, max(length, since + len(page)) if page else length)

    def _length(self, game: str) -> int:
        pulse = self._store.read.pulse(game)
        if pulse is None:
            raise _unknown()
        return pulse[0]

    def _news(self, game: str, since: int) -> bool:
        self.touch(game)
        return self._length(game) > since

    def summary(self, game: str) -> Shape:
        """How a game stands. Raises RefusedError for an unknown one."""
        self.touch(game)
        live = self._live(game)
        return serializers.summary(live.table, live.state)

    def games(self, handle: str, stage: str, after: str, limit: int) -> Shape:
        """A page of games, the newest first: those of `handle`, or all that are listed."""
        most = min(max(limit, 1), api.GAMES_PAGE)
        rows = self._store.read.games(handle, stage, after, most + 1)
        page = [shape for row in rows[:most] if (shape := self._listed(row)) is not None]
        return serializers.games(page, rows[most - 1].id if len(rows) > most else None)

    def _listed(self, row: GameRow) -> Shape | None:
        try:
            live = self._shelf.take(self._store.read, row) or self._live(row.id)
        except RefusedError as error:
            _LOG.warning("game %s cannot be shown: %s", row.id, error)
            return None
        return serializers.summary(live.table, live.state)

    def board(self, game: str) -> tuple[str, str]:
        """Digest and text of the board that a game is played on."""
        digest = self._live(game).table.genesis.board.digest
        text = self._store.read.board(digest)
        if text is None:
            raise RefusedError("the board of this game is lost: tell the operator", "no-board")
        return digest, text

    def bundle(self, game: str) -> Iterator[str]:
        """The whole game as the text of a bundle, some hundred lines at a time."""
        self.touch(game)
        length = self._length(game)
        head = bundle.header(game, self.board(game)[1])
        return chain((f"{head}\n",), self._pages(game, length))

    def _pages(self, game: str, length: int) -> Iterator[str]:
        for seq in range(0, length, PAGE):
            page = self._store.read.lines(game, seq, min(PAGE, length - seq))
            yield "".join(f"{line}\n" for line in page)

    # -- deadlines ---------------------------------------------------------------------------

    def touch(self, game: str) -> None:
        """Enter the lapses of `game` that are due. Raises RefusedError for an unknown one."""
        pulse = self._store.read.pulse(game)
        if pulse is None:
            raise _unknown()
        now = self._clock()
        if deadlines.passed(pulse[1], int(now)):
            nothing = Parsed()
            done = self._store.write(lambda records: self._enter(records, game, nothing, now))
            if done.grew:
                self.bell.ring(game)

    def tick(self) -> int:
        """Enter all lapses that are due; in how many games."""
        done = 0
        for game in self._store.read.late(int(self._clock())):
            try:
                self.touch(game)
            except PaperchaseError as error:
                _LOG.warning("game %s cannot go on: %s", game, error)
            else:
                done += 1
        return done

    def close(self) -> None:
        """Let nobody wait any longer, and close the database."""
        self.bell.close()
        self._store.close()

    def _live(self, game: str) -> Live:
        records = self._store.read
        while True:
            live = self._shelf.take(records, _known(records.game(game)))
            if live is not None:
                return live


def _signer(live: Live, entry: log.Entry) -> str | None:
    """The key that has to have signed `entry`; None where nobody is known to hold its seat."""
    try:
        return live.table.key(live.state, entry)
    except RefusedError:
        return None


def _known(row: GameRow | None) -> GameRow:
    if row is None:
        raise _unknown()
    return row


def _unknown() -> RefusedError:
    return RefusedError("no such game here", "unknown")
