"""Foes come, and a fight ends. Source: rules, 8."""

from collections.abc import Iterable

from paperchase.games.mine_delve.cards import draw
from paperchase.games.mine_delve.geometry import spread, survey, where
from paperchase.games.mine_delve.lore import Breed
from paperchase.games.mine_delve.mine import Mine
from paperchase.games.mine_delve.play import Play, standing
from paperchase.games.mine_delve.rolls import Got, Roll, dice, odd, some
from paperchase.games.mine_delve.state import Foe, Phase, Public
from paperchase.games.mine_delve.steps import (
    FightOver,
    Finds,
    Mend,
    Muster,
    Recover,
    Rouse,
    Spoils,
    Spring,
    Sprung,
    Threat,
)

LOOT = 3
"""Loot cards that one hero draws at most."""

EAGER = 2
"""Initiative that foes have more in the turn in which they spring an ambush."""


# -- they come -------------------------------------------------------------------------------------


def threat_roll(mine: Mine, public: Public, step: Threat) -> Roll:
    """A threat card of the level."""
    return some(1, public.decks[step.level], f"{step.level} threat")


def threatened(play: Play, step: Threat, got: Got) -> None:
    """The card says who comes."""
    draw(play, step.level, got[0])
    play.put(sources=play.public.sources + 1)
    play.push(Muster(step.level, got[0], step.tile, step.ambush))


def muster_roll(mine: Mine, public: Public, step: Muster) -> Roll | None:
    """The peril dice of the card."""
    groups = mine.lore.dangers[step.level][step.card].groups
    n = sum(group.peril for group in groups)
    return odd(n, mine.party.peril, "peril", card=step.card) if n else None


def mustered(play: Play, step: Muster, got: Got) -> None:
    """They are put on the map, or spring from it."""
    lore, left = play.mine.lore, list(got)
    counts: dict[str, int] = {}
    for group in lore.dangers[step.level][step.card].groups:
        n = sum(left.pop(0) for _ in range(group.peril)) if group.peril else group.n
        counts[group.kind] = counts.get(group.kind, 0) + n
    host = [(lore.breeds[kind], n) for kind, n in counts.items()]
    what = " and ".join(breed.count(n) for breed, n in host)
    how = "out of the dark" if step.ambush else f"on tile {step.tile + 1}"
    play.say(f"{step.card}: {what}, {how}.")
    if step.ambush:
        host.sort(key=lambda one: (-one[0].initiative, one[0].id))
        rouse(play, *(breed.id for breed, _ in host))
        play.push(*(Spring(breed.id, n) for breed, n in host), Sprung())
        return
    host.sort(key=lambda one: (one[0].initiative, one[0].id))
    for breed, n in host:
        cells = room(play, step.tile)
        for cell in cells[: min(n, _allowed(play, breed))]:
            _add(play, breed.id, cell)


def roused(play: Play, step: Rouse) -> None:
    """See `Rouse`."""
    rouse(play, step.kind)


def rouse(play: Play, *kinds: str) -> None:
    """They are quick in their first turn: this one, if they spring before anybody has acted."""
    if play.public.phase is Phase.HOLD:
        play.put(eager=tuple(sorted({*play.public.eager, *kinds})))
    else:
        play.put(later=tuple(sorted({*play.public.later, *kinds})))


def _allowed(play: Play, breed: Breed) -> int:
    """How many more models of a kind there are."""
    return max(0, breed.cap - sum(foe.kind == breed.id for foe in play.public.foes))


def _add(play: Play, kind: str, cell: int, target: int = -1) -> None:
    public = play.public
    foe = Foe(public.next_foe, kind, cell, 0, target)
    play.put(foes=(*public.foes, foe), next_foe=public.next_foe + 1)


def room(play: Play, tile: int) -> list[int]:
    """The free cells for foes on a tile, in order: in a checkerboard from the row that is
    farthest from the entrance, then the other colour; then the tile beyond the entrance in the
    same way; then whatever is nearest. Source: rules, 8."""
    plan, seen = play.public.map, play.survey
    taken = play.taken() | {hero.at for hero in play.public.heroes}
    order: list[int] = []
    before = plan.tiles[tile].door
    for number in (tile, plan.doors[before].tile) if before >= 0 else (tile,):
        order += checkered(seen.floor[number])
    steps = spread(seen.near, seen.floor[tile][0])
    order += sorted(steps, key=lambda cell: (steps[cell], cell))
    return [cell for cell in dict.fromkeys(order) if cell not in taken]


def checkered(cells: Iterable[int]) -> list[int]:
    """The cells of one colour of a checkerboard, that of the first cell, then the others."""
    known = list(cells)
    odd_first = sum(where(known[0])) % 2
    return sorted(known, key=lambda cell: (sum(where(cell)) % 2 != odd_first, known.index(cell)))


# -- ambush ----------------------------------------------------------------------------------------


def _prey(public: Public, near: dict[int, tuple[int, ...]], kind: str) -> list[int]:
    """The heroes who can be sprung at: a free cell beside them, and as few foes of the kind
    after them as can be."""
    taken = standing(public)
    open_ = [
        place
        for place, hero in enumerate(public.heroes)
        if not hero.down and any(cell not in taken for cell in near[hero.at])
    ]
    after = [sum(f.kind == kind and f.target == place for f in public.foes) for place in open_]
    return [place for place, n in zip(open_, after, strict=True) if n == min(after)]


def spring_roll(mine: Mine, public: Public, step: Spring) -> Roll | None:
    """Whom it springs at, where several heroes can be meant."""
    if not step.n:
        return None
    prey = _prey(public, _near(public), step.kind)
    if len(prey) < 2:
        return None
    return some(1, [public.heroes[place].name for place in prey], "ambush", foe=step.kind)


def _near(public: Public) -> dict[int, tuple[int, ...]]:
    return survey(public.map).near


def sprang(play: Play, step: Spring, got: Got) -> None:
    """One model appears beside its prey; where there is no room, in the nearest free cell."""
    breed = play.mine.lore.breeds[step.kind]
    if not step.n or not _allowed(play, breed):
        return
    if step.n > 1:
        play.push(Spring(step.kind, step.n - 1))
    taken, near = play.taken(), play.survey.near
    prey = _prey(play.public, near, step.kind)
    if prey:
        place = play.mine.places[got[0]] if got else prey[0]
        cell = min(cell for cell in near[play.hero(place).at] if cell not in taken)
        _add(play, step.kind, cell, place)
        play.say(f"A {breed.name} springs at {play.name(place)}.")
        return
    free = [
        (steps, cell)
        for place in play.up()
        for cell, steps in play.survey.far(play.hero(place).at).items()
        if cell not in taken
    ]
    if free:
        _add(play, step.kind, min(free)[1])


def sprung(play: Play, step: Sprung) -> None:
    """In the middle of the activations an ambush ends the turn at once. Source: rules, 8."""
    if play.public.phase is Phase.ACT and play.public.foes:
        play.cut()
        play.say("The turn ends at once.")


# -- they go ---------------------------------------------------------------------------------------


def wound(play: Play, foe: Foe, wounds: int, place: int) -> bool:
    """A hero wounds a foe; whether it is gone. The last one to go ends the fight."""
    breed = play.mine.lore.breeds[foe.kind]
    if not wounds:
        return False
    play.xp(place, breed.wound_xp * wounds)
    total = foe.wounds + wounds
    if total < breed.health:
        play.move_foe(Foe(foe.id, foe.kind, foe.at, total, foe.target))
        return False
    play.put(foes=tuple(one for one in play.public.foes if one.id != foe.id))
    play.xp(place, breed.xp)
    play.say(f"{breed.name} {foe.id} is gone.")
    if not play.public.foes:
        play.cut()
        play.push(FightOver())
    return True


def over(play: Play, step: FightOver) -> None:
    """At the objective this is the end; else heroes recover, heal and take what there is."""
    public = play.public
    if public.final >= 0:
        play.push(Spoils())
        return
    play.say("The fight is over.")
    loot = min(LOOT, public.sources)
    places = range(len(public.heroes))
    spoils = [Finds(place, "loot", loot) for place in places] if loot else []
    rest = [_rest(play, place) for place in places if not play.hero(place).down]
    raised = [Recover(place) for place in places if play.hero(place).down]
    play.put(sources=0, fury=0, next_foe=1)
    for place in places:
        spent = tuple(one for one in play.hero(place).spent if one != "derringer")
        play.change(place, spent=spent)
    play.push(*(mend for mend in rest if mend), *raised, *spoils)


def _rest(play: Play, place: int) -> Mend | None:
    """Healing, or for a hero who had no activation more of it, or Grit if he likes."""
    hero = play.hero(place)
    if hero.acted:
        return Mend(place, 3)
    if hero.orders.rest == "grit":
        play.grit(place, 1)
        play.say(f"{play.name(place)} takes a breath and a Grit.")
        return None
    return Mend(place, 6)


def spoils_roll(mine: Mine, public: Public, step: Spoils) -> Roll:
    """Dark Stone for everybody."""
    return dice(len(public.heroes), 3, "reward")


def spoiled(play: Play, step: Spoils, got: Got) -> None:
    """The heroes have won. Source: rules, 11."""
    for place, stones in enumerate(got):
        hero = play.hero(place)
        kept = 20 if play.public.kept == place else 0
        play.change(place, xp=hero.xp + 25 + kept, stone=hero.stone + stones)
    play.end(play.mine.seats, "the last foe at the objective is gone, and the heroes go home")
