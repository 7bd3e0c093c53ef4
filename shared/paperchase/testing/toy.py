"""Ring: the toy game that guards the rule-set interface. It has every kind of demand.

A hider steps along a ring of ten fields; a seeker names a field each round and learns whether
the hider is there. Each round rolls a die; every third deals the seeker a card from a hidden
deck; every fifth opens the hider's fields. The hider may put a wish beside each step, which
stays sealed for ever (a latent slot), and may taunt while the seeker thinks (an optional move).

With `rounds=0` it has no end, and its public state does not grow: the subject of long-log
benchmarks. With `draws=false` it deals no cards.
"""

from collections.abc import Iterator, Mapping
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from paperchase.errors import IllegalMoveError, MalformedError
from paperchase.game import Game
from paperchase.options import Option, Options
from paperchase.orders import Ask, Grammar, Verb, Words
from paperchase.rules import (
    ALL,
    DEALER,
    NONE,
    Below,
    Demand,
    Foul,
    Kind,
    Move,
    Notice,
    Outcome,
    RuleInfo,
)
from paperchase.scene import Area, Piece, Scene
from paperchase.values import Json, Seat

HIDER, SEEKER = "hider", "seeker"
FIELDS = 10
WISHES = 3
DECK = tuple(range(1, 9))
HAND = 3
DIE = 6

INFO = RuleInfo(
    id="toy",
    version=1,
    title="Ring",
    summary="A toy that uses every part of the interface; for tests and benchmarks.",
    options=(
        Option("rounds", 0, "rounds until the game ends; 0 is never", low=0, high=1000),
        Option("draws", True, "whether the seeker is dealt cards"),
    ),
    boards=("ring",),
)


class Public(msgspec.Struct, frozen=True, gc=False):
    """What all see. `shown` is the field that the hider was last seen on, or -1."""

    stage: str = "hide"
    round: int = 1
    shown: int = 0
    closed: tuple[str, ...] = ()
    guess: int = 0
    die: int = 0
    hits: int = 0
    taunts: int = 0
    left: int = len(DECK)
    outcome: Outcome | None = None


class Secret(msgspec.Struct, frozen=True, gc=False):
    """The hider's field, the seeker's hand, or what the dealer's deck still holds."""

    at: int = 0
    hand: tuple[int, ...] = ()
    deck: tuple[int, ...] = ()


class Ring:
    """The rules. Field numbers are 0 to 9; field 9 touches field 0."""

    seats = (HIDER, SEEKER)
    sides: Mapping[str, tuple[Seat, ...]] = {"hider": (HIDER,), "seeker": (SEEKER,)}
    chance = True
    public_type = Public
    secret_type = Secret

    def __init__(self, board: Any, options: Options) -> None:
        self._rounds = int(options["rounds"])
        self._draws = bool(options["draws"])

    def start(self) -> Public:
        """The hider begins on field 0, seen by all."""
        return Public()

    def secret(self, public: Public, seat: Seat) -> Secret:
        """Only the dealer has something to begin with: a full deck."""
        return Secret(deck=DECK) if seat == DEALER else Secret()

    def outcome(self, public: Public) -> Outcome | None:
        """After the last round the seeker wins if he hit at least once."""
        return public.outcome

    def caption(self, public: Public) -> str:
        """The round."""
        return f"round {public.round}"

    def latent(self, slot: str) -> bool:
        """A wish may stay sealed."""
        return slot.startswith("wish/")

    def pending(self, public: Public) -> tuple[Demand, ...]:
        """One demand a stage, and the taunt beside the guess."""
        match public.stage:
            case "hide":
                return (Demand(Kind.MOVE, HIDER, "hide"),)
            case "seek":
                taunt = Demand(Kind.MOVE, HIDER, "taunt", must=False)
                return (Demand(Kind.MOVE, SEEKER, "guess"), taunt)
            case "answer":
                return (Demand(Kind.ANSWER, HIDER, {"guess": public.guess}),)
            case "roll":
                return (Demand(Kind.CHANCE, ALL, "die", lots=(DIE,)),)
            case "deal":
                slots = (f"card/{public.round}",)
                return (Demand(Kind.CHANCE, SEEKER, "card", slots, (public.left,)),)
            case "show":
                return (Demand(Kind.REVEAL, HIDER, "show", public.closed),)
            case _:
                return ()

    def choices(self, public: Public, secret: Secret, demand: Demand) -> Iterator[Move]:
        """All of them, with a wish of 1 in every step."""
        match demand.kind:
            case Kind.REVEAL:
                yield Move(Kind.REVEAL, HIDER, None, {}, demand.slots)
            case Kind.ANSWER:
                hit = secret.at == public.guess
                opens = (f"field/{public.round}",) if hit else ()
                yield Move(Kind.ANSWER, HIDER, {"hit": hit}, {}, opens)
            case _ if demand.about == "hide":
                for step in (-1, 0, 1):
                    yield self._hide(public, (secret.at + step) % FIELDS, 1)
            case _ if demand.about == "taunt":
                yield Move(Kind.MOVE, HIDER, {"taunt": True})
            case _:
                for field in range(FIELDS):
                    yield Move(Kind.MOVE, SEEKER, {"guess": field})

    def sample(self, public: Public, secret: Secret, demand: Demand, below: Below) -> Move:
        """Any choice, with any wish."""
        if demand.about == "hide":
            return self._hide(public, (secret.at + below(3) - 1) % FIELDS, below(WISHES + 1))
        choices = tuple(self.choices(public, secret, demand))
        return choices[below(len(choices))]

    def values(self, public: Public, slot: str) -> range:
        """Fields, wishes (NONE is no wish) or cards."""
        match slot.split("/")[0]:
            case "field":
                return range(FIELDS)
            case "wish":
                return range(NONE, WISHES + 1)
            case _:
                return range(1, len(DECK) + 1)

    def draw(
        self, public: Public, dealer: Secret | None, demand: Demand, picks: tuple[int, ...]
    ) -> Move:
        """A die that all see, or the card at that place of the sorted rest of the deck."""
        if not demand.slots:
            return Move(Kind.CHANCE, ALL, {"die": picks[0] + 1})
        assert dealer is not None
        return Move(Kind.CHANCE, SEEKER, "card", {demand.slots[0]: dealer.deck[picks[0]]})

    def default(self, public: Public, demand: Demand) -> Move | None:
        """The seeker guesses 0; the hider forfeits."""
        if demand.about == "guess":
            return Move(Kind.MOVE, SEEKER, {"guess": 0})
        return None

    def follow(self, public: Public, secret: Secret, move: Move) -> Secret:
        """The hider's step, and the cards of the seeker and the dealer."""
        if move.kind == Kind.CHANCE:
            return self._card(secret, move.hidden[f"card/{public.round}"])
        if public.stage != "hide" or move.seat != HIDER or move.kind != Kind.MOVE:
            return secret
        at = move.hidden[f"field/{public.round}"]
        wish = cast("int | None", move.hidden[f"wish/{public.round}"])
        then = replace(secret, at=at)
        if at not in range(FIELDS) or (at - secret.at) % FIELDS not in (0, 1, FIELDS - 1):
            raise Foul(f"field {at} does not touch field {secret.at}", then)
        if wish is not None and wish not in range(NONE, WISHES + 1):
            raise Foul(f"there is no wish {wish}", then)
        return then

    def apply(self, public: Public, notice: Notice) -> Public:
        """The public step."""
        told = notice.public
        match public.stage, notice.kind:
            case "hide", Kind.MOVE if notice.seat == HIDER:
                slots = (f"field/{public.round}", f"wish/{public.round}")
                if set(notice.sealed) != set(slots) or told is not None or notice.opened:
                    raise IllegalMoveError("a step seals a field and a wish")
                return replace(public, stage="seek", closed=(*public.closed, slots[0]))
            case "seek", Kind.MOVE if notice.seat == HIDER:
                if _only(told, "taunt") is not True or notice.sealed or notice.opened:
                    raise IllegalMoveError("a taunt is a taunt")
                return replace(public, taunts=(public.taunts + 1) % 100)
            case "seek", Kind.MOVE:
                guess = _only(told, "guess")
                if type(guess) is not int or guess not in range(FIELDS):
                    raise IllegalMoveError("a guess names a field from 0 to 9")
                if notice.sealed or notice.opened:
                    raise IllegalMoveError("a guess seals nothing")
                return replace(public, stage="answer", guess=guess)
            case "answer", Kind.ANSWER:
                return self._answered(public, _only(told, "hit"), notice)
            case "roll", Kind.CHANCE:
                die = _only(told, "die")
                assert isinstance(die, int)
                deals = self._draws and public.round % 3 == 0
                return self._after(replace(public, die=die), "deal" if deals else "show")
            case "deal", Kind.CHANCE:
                left = public.left - 1 or len(DECK)
                return self._after(replace(public, left=left), "show")
            case "show", Kind.REVEAL:
                if any(value not in range(FIELDS) for value in notice.opened.values()):
                    outcome = Outcome((SEEKER,), "the hider opened no field", HIDER)
                    return replace(public, stage="over", outcome=outcome)
                at = notice.opened[public.closed[-1]] if public.closed else public.shown
                return self._after(replace(public, closed=(), shown=at), "hide")
            case _:
                raise IllegalMoveError(f"a {notice.kind} is not asked for now")

    def _hide(self, public: Public, at: int, wish: int) -> Move:
        slots = {f"field/{public.round}": at, f"wish/{public.round}": wish}
        return Move(Kind.MOVE, HIDER, None, slots)

    def _answered(self, public: Public, hit: Json, notice: Notice) -> Public:
        slot = f"field/{public.round}"
        if (
            not isinstance(hit, bool)
            or notice.sealed
            or set(notice.opened) != {slot} & ({slot} if hit else set())
        ):
            raise IllegalMoveError("the answer is yes, with the field opened, or no")
        if not hit:
            return replace(public, stage="roll")
        if notice.opened[slot] != public.guess:
            outcome = Outcome((SEEKER,), "the hider opened another field", HIDER)
            return replace(public, stage="over", outcome=outcome)
        closed = tuple(each for each in public.closed if each != slot)
        return replace(
            public, stage="roll", closed=closed, shown=public.guess, hits=min(public.hits + 1, 9)
        )

    def _after(self, public: Public, stage: str) -> Public:
        """The next stage that has something to do; the next round where none has."""
        if stage == "deal":
            return replace(public, stage="deal")
        if stage == "show" and public.round % 5 == 0 and public.closed:
            return replace(public, stage="show")
        if public.round == self._rounds:
            winner = SEEKER if public.hits else HIDER
            return replace(public, stage="over", outcome=Outcome((winner,), "the last round"))
        return replace(public, stage="hide", round=public.round + 1)

    def _card(self, secret: Secret, card: int) -> Secret:
        if not secret.deck:
            return replace(secret, hand=(*secret.hand, card)[-HAND:])
        if card not in secret.deck:
            raise Foul(f"card {card} is not in the deck", secret)
        return replace(secret, deck=tuple(one for one in secret.deck if one != card) or DECK)


def _only(told: Json, key: str) -> Json:
    """The value of an object's one key. Raises IllegalMoveError."""
    if isinstance(told, Mapping) and len(told) == 1 and key in told:
        return told[key]
    raise IllegalMoveError(f"the move says {key} and nothing else")


def _read_hide(ask: Ask, words: Words) -> Move:
    at, wish = words.number("field", 0, FIELDS - 1), words.number("wish", 0, WISHES)
    slots = {f"field/{ask.public.round}": at, f"wish/{ask.public.round}": wish}
    return Move(Kind.MOVE, HIDER, None, slots)


def _read_guess(ask: Ask, words: Words) -> Move:
    return Move(Kind.MOVE, SEEKER, {"guess": words.number("field", 0, FIELDS - 1)})


def _read_taunt(ask: Ask, words: Words) -> Move:
    return Move(Kind.MOVE, HIDER, {"taunt": True})


def _spell(move: Move, secret: Any) -> str:
    if isinstance(move.public, Mapping):
        return "taunt" if "taunt" in move.public else f"guess {move.public['guess']}"
    return " ".join(("hide", *(str(value) for _, value in sorted(move.hidden.items()))))


def _board(data: bytes, name: str) -> Any:
    if data != BOARD:
        raise MalformedError(f"{name}: the ring has one board", "board")
    return None


def _scene(rules: Ring, public: Public, secret: Secret | None) -> Scene:
    """Ten fields in a row, with where the hider was last seen, or is."""
    at = secret.at if secret else public.shown
    fields = tuple(Area("room", 40 * field, 40, 40, 40, str(field)) for field in range(FIELDS))
    piece = Piece("figure", 40 * at + 20, 76, "H")
    return Scene(
        f"Ring, {rules.caption(public)}", 40 * FIELDS, 80, 8, areas=fields, pieces=(piece,)
    )


BOARD = b"# Ten fields in a ring.\nfields = 10\n"
"""The file of its one board."""

GRAMMAR = Grammar(
    verbs=(
        Verb(
            "hide",
            "hide FIELD WISH",
            "step to a field that touches yours, with a wish from 0 to 3",
            lambda demand: demand.about == "hide",
            _read_hide,
        ),
        Verb(
            "guess",
            "guess FIELD",
            "name the field where you suspect the hider",
            lambda demand: demand.about == "guess",
            _read_guess,
        ),
        Verb(
            "taunt",
            "taunt",
            "mock the seeker while he thinks",
            lambda demand: demand.about == "taunt",
            _read_taunt,
        ),
    ),
    spell=_spell,
)

GAME = Game(
    package="paperchase.testing",
    info=INFO,
    board=_board,
    rules=Ring,
    grammar=GRAMMAR,
    scene=_scene,
)
