"""The campers of the bots: they look for keys and cabins in I, hunt in II and IV, run in III."""

from typing import cast

from paperchase.games.last_friday import sights
from paperchase.games.last_friday.bot_map import (
    FAR,
    Path,
    crossing_from,
    edges_to,
    hunted,
    paths,
    steps_from,
    strikes,
)
from paperchase.games.last_friday.campers import may_use, reach
from paperchase.games.last_friday.cards import (
    HEARING,
    HOSPITALITY,
    KEY,
    LANTERN,
    SNEAKERS,
    TRAP,
    UNSEEN,
)
from paperchase.games.last_friday.dots import drop_dots, lay_dots
from paperchase.games.last_friday.judge import hunting
from paperchase.games.last_friday.moves import act_move, go_move
from paperchase.games.last_friday.site import Land, Site
from paperchase.games.last_friday.state import ROUNDS, Public, alive
from paperchase.rules import Below, Move

_DREAD, _LUCK = 9.0, 0.1
_RISK, _FEW = 0.25, 12
_CATCH, _FREE, _NEAR = 40.0, 60.0, 1.0


def act(site: Site, public: Public, below: Below) -> Move | None:
    """What the camper whose turn it is does; None where he has nothing better than any move."""
    turn = public.turn
    if turn.extra:
        return _rid(site, public)
    if not public.asks:
        found = _here(site, public) or _token(site, public)
        if found:
            return found
    land = site.land(public)
    able = paths(site, land, public, turn)
    if not able:
        return act_move(turn.camper, "done")
    goal = _Hunt(site, land, public) if not hunting(public) else _Flight(site, land, public)
    worths = {path: goal.worth(path, *end) + _LUCK * below(100) / 100 for path, end in able.items()}
    best = max(worths, key=lambda path: worths[path])
    if not best:
        return act_move(turn.camper, "done")
    return go_move(turn.camper, best, done=_finished(public, able[best][0]))


def _finished(public: Public, dot: str) -> bool:
    """Whether there is nothing more to do where the walk ends."""
    camper = public.campers[public.turn.camper]
    if dot in public.tokens or camper.key:
        return False
    return bool(public.asks) or not set(camper.clues) & {HEARING, LANTERN, TRAP}


def _here(site: Site, public: Public) -> Move | None:
    """What lies at his feet, and the door before him."""
    seat = public.turn.camper
    camper = public.campers[seat]
    door = site.camp.cabins[camper.key].door if camper.key else ""
    if camper.at == door and camper.key not in public.tiles:
        return act_move(seat, "open")
    token = public.tokens.get(camper.at, "")
    if token.startswith(KEY):
        useful = token.removeprefix(KEY) not in public.tiles
        return act_move(seat, "take") if useful and not camper.key else None
    if token == UNSEEN or token.startswith(HOSPITALITY) or (token and token not in camper.clues):
        return act_move(seat, "take")
    return None


def _rid(site: Site, public: Public) -> Move:
    """A second clue of a type: used where that does some good, else dropped."""
    seat, extra = public.turn.camper, public.turn.extra
    at, far, land = public.campers[seat].at, reach(site, public, seat), site.land(public)
    dots = lay_dots(site, land, public, at, far)
    if extra in (TRAP, LANTERN) and dots:
        return act_move(seat, "use", token=extra, at=dots[0])
    if extra == HEARING and public.ends and not public.invisible:
        return act_move(seat, "use", token=extra)
    return act_move(seat, "drop", token=extra, at=drop_dots(land, public, at, far)[0])


def _token(site: Site, public: Public) -> Move | None:
    """A token that tells or hinders enough, before or after moving."""
    seat = public.turn.camper
    camper = public.campers[seat]
    if not camper.clues or not may_use(site, public, seat) or not sights.now(public):
        return None
    land, mask = site.land(public), sights.now(public)
    total = mask.bit_count()
    if any(other.at == camper.at for colour, other in public.campers.items() if colour != seat):
        return None
    after = len(public.turn.trod) > 1
    if SNEAKERS in camper.clues and not public.turn.halted and _run(site, land, public):
        return act_move(seat, "use", token=SNEAKERS)
    if not after or total < 2:
        return None
    if HEARING in camper.clues and not public.invisible:
        heard = (mask & land.near_mask[camper.at]).bit_count() / total
        if 0.2 <= heard <= 0.8:
            return act_move(seat, "use", token=HEARING)
    dots = lay_dots(site, land, public, camper.at, reach(site, public, seat))
    if LANTERN in camper.clues and dots:
        best = max(dots, key=lambda dot: (mask & land.near_mask[dot]).bit_count())
        if (mask & land.near_mask[best]).bit_count() >= max(1, total // 8):
            return act_move(seat, "use", token=LANTERN, at=best)
    if TRAP in camper.clues and dots:
        best = max(dots, key=lambda dot: hunted(site, land, public, dot))
        if hunted(site, land, public, best) > _RISK / 2:
            return act_move(seat, "use", token=TRAP, at=best)
    return None


def shelter(site: Site, public: Public, moves: list[Move]) -> Move:
    """The cabin from which the Maniac has farthest to go, and a dot behind its door."""
    land = site.land(public)
    far = [steps_from(land, circle) for circle in site.starts(public)]

    def worth(move: Move) -> tuple[int, int]:
        dot = dot_of(move)
        colour = next(c for c, cabin in site.camp.cabins.items() if dot in cabin.inside["camper"])
        door = site.camp.cabins[colour].door
        near = min(steps.get(c, FAR) for steps in far for c in strikes(land, door))
        return near, -edges_to(land, [door]).get(dot, FAR)

    return max(moves, key=worth)


def dot_of(move: Move) -> str:
    """The dot that a move names."""
    return str(cast("dict[str, object]", move.public)["dot"])


def _run(site: Site, land: Land, public: Public) -> bool:
    """Whether one edge more is what it takes now: to get away, or to get over him."""
    camper, left = public.campers[public.turn.camper], public.turn.left
    mask = sights.now(public)
    if hunting(public):
        return len(public.turn.trod) == 1 and hunted(site, land, public, camper.at) > _RISK
    far = crossing_from(land, camper.at)
    reached = [far.get(circle, FAR) for circle in site.listed(mask)]
    return len(reached) <= _FEW and min(reached) > left and left + 1 in reached


class _Flight:
    """Chapters I and III: away from the Maniac, and on to what is wanted."""

    def __init__(self, site: Site, land: Land, public: Public) -> None:
        self._site, self._land, self._public = site, land, public
        self._seat = public.turn.camper
        self._camper = public.campers[self._seat]
        self._safe = site.inside(public, "camper")
        self._goals = edges_to(land, self._wanted(), public.corpses)
        self._prey = public.chapter == 3 and public.predestined == self._seat
        mask = sights.now(public) or site.mask(site.starts(public))
        self._steps = {c: steps_from(land, c) for c in site.listed(mask)} if self._prey else {}

    def worth(self, path: Path, dot: str, over: set[int]) -> float:
        risk = 0.0 if dot in self._safe else self._risk(dot)
        if self._prey:
            return -_DREAD * 2 * risk + self._distance(dot)
        return -_DREAD * risk - self._goals.get(dot, FAR) * self._hurry()

    def _distance(self, dot: str) -> float:
        """How far he is, on the average, and by how many ways one can run on from there."""
        far = [
            min((self._steps[circle].get(c, FAR) for c in strikes(self._land, dot)), default=FAR)
            for circle in self._steps
        ]
        near = sum(1.0 / (1 + steps) for steps in far) / max(1, len(far))
        return -8.0 * near + 0.4 * sum(far) / max(1, len(far)) + 0.1 * len(self._land.beside[dot])

    def _risk(self, dot: str) -> float:
        """The next step of the Maniac, and a little of the one after that."""
        site, land, public = self._site, self._land, self._public
        near = hunted(site, land, public, dot)
        around = [hunted(site, land, public, each) for each in land.beside[dot]]
        return near + 0.3 * sum(around) / max(1, len(around))

    def _hurry(self) -> float:
        left = ROUNDS - self._public.round
        return 2.0 if self._public.chapter == 1 and left < 4 else 0.7

    def _wanted(self) -> list[str]:
        public, site = self._public, self._site
        home = [dot for dot in self._safe if dot not in self._taken()]
        if public.chapter == 3:
            clues = [dot for dot, token in public.tokens.items() if token == UNSEEN]
            return clues or [self._camper.at]
        if self._camper.key and self._camper.key not in public.tiles:
            return [site.camp.cabins[self._camper.key].door]
        if home and self._late(home):
            return home
        wanted = [
            dot
            for dot, token in public.tokens.items()
            if (token.startswith(KEY) and token.removeprefix(KEY) not in public.tiles)
            or token.startswith(HOSPITALITY)
            or token == UNSEEN
        ]
        mine = [dot for dot in wanted if self._mine(dot)]
        return mine or home or wanted or [self._camper.at]

    def _late(self, home: list[str]) -> bool:
        """Whether it is time to go in."""
        far = edges_to(self._land, home, self._public.corpses).get(self._camper.at, FAR)
        return far / 2 + 2 >= ROUNDS - self._public.round

    def _mine(self, dot: str) -> bool:
        """Whether nobody else is nearer to it."""
        far = edges_to(self._land, [dot], self._public.corpses)
        own = far.get(self._camper.at, FAR)
        others = [c for c in alive(self._public) if c != self._seat]
        nearer = sum(far.get(self._public.campers[c].at, FAR) < own for c in others)
        return nearer == 0

    def _taken(self) -> set[str]:
        return {self._public.campers[c].at for c in alive(self._public) if c != self._seat}


class _Hunt:
    """Chapters II and IV: over the circles where he can be, and before him where he can go."""

    def __init__(self, site: Site, land: Land, public: Public) -> None:
        self._site, self._land, self._public = site, land, public
        asked = site.mask({ask.circle for ask in public.asks})
        self._mask = sights.now(public) & ~asked
        self._total = max(1, self._mask.bit_count())
        seat = public.turn.camper
        others = [public.campers[colour].at for colour in alive(public) if colour != seat]
        self._his = self._steps(self._mask or sights.now(public))
        self._theirs = {
            circle: min((crossing_from(land, at).get(circle, FAR) for at in others), default=FAR)
            for circle in self._his
        }

    def worth(self, path: Path, dot: str, over: set[int]) -> float:
        site = self._site
        hits = sum(self._mask >> site.bits[circle] & 1 for circle in over)
        mine = crossing_from(self._land, dot)
        free = far = weight = near = 0.0
        for circle, steps in self._his.items():
            own = mine.get(circle, FAR)
            share = 1.0 / (1 + steps) ** 2
            # He moves first, and then each of them two edges.
            if 2 * steps < min(own, self._theirs[circle]):
                free += share
            weight += share
            if steps < 2:
                far += own
                near += 1.0
        return _CATCH * hits / self._total - _FREE * free / weight - _NEAR * far / near

    def _steps(self, mask: int) -> dict[int, int]:
        """His steps to each circle, from wherever he can be."""
        far = dict.fromkeys(self._site.listed(mask), 0)
        edge = list(far)
        for at in edge:
            for route in self._land.routes.get(at, {}).values():
                if route.end not in far:
                    far[route.end] = far[at] + 1
                    edge.append(route.end)
        return far
