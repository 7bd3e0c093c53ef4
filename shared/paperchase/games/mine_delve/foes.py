"""What foes do by themselves. Source: rules, 8, enemy group activation."""

from collections.abc import Collection

from msgspec.structs import replace

from paperchase.games.mine_delve.fight import EAGER
from paperchase.games.mine_delve.geometry import spread, trace
from paperchase.games.mine_delve.lore import Breed
from paperchase.games.mine_delve.mine import Mine
from paperchase.games.mine_delve.play import Play
from paperchase.games.mine_delve.rolls import Got, Roll, dice, some
from paperchase.games.mine_delve.state import Foe, Phase, Public
from paperchase.games.mine_delve.steps import (
    Blow,
    Blows,
    FoeMoves,
    FoeTurn,
    Harm,
    HeroTurn,
    Initiative,
    Step,
    Target,
)

_FAR = 10**6


# -- who acts when ---------------------------------------------------------------------------------


def pace(mine: Mine, public: Public, kind: str) -> int:
    """The Initiative of a kind of foe now."""
    eager = EAGER if kind in public.eager else 0
    return mine.lore.breeds[kind].initiative + public.haste + eager


def initiative_roll(mine: Mine, public: Public, step: Initiative) -> Roll | None:
    """An order for all kinds of foes that tie with another."""
    kinds = sorted({foe.kind for foe in public.foes})
    paces = [pace(mine, public, kind) for kind in kinds]
    tied = [kind for kind in kinds if paces.count(pace(mine, public, kind)) > 1]
    return some(len(tied), tied, "who goes first") if tied else None


def ordered(play: Play, step: Initiative, got: Got) -> None:
    """From the highest Initiative to the lowest; foes before heroes where they tie."""
    mine, public = play.mine, play.public
    kinds = sorted({foe.kind for foe in public.foes})
    turns: list[tuple[int, int, int, Step]] = []
    for kind in kinds:
        place = got.index(kind) if kind in got else 0
        turns.append((-pace(mine, public, kind), 0, place, FoeTurn(kind)))
    for place in mine.first:
        turns.append((-mine.callings[place].initiative, 1, place, HeroTurn(place)))
    play.put(phase=Phase.ACT)
    play.push(*(turn for *_, turn in sorted(turns, key=lambda one: one[:3])))


# -- moving ----------------------------------------------------------------------------------------


def group(play: Play, step: FoeTurn) -> None:
    """All of a kind move, then all of them strike."""
    ids = tuple(foe.id for foe in play.public.foes if foe.kind == step.kind)
    if ids:
        play.push(FoeMoves(step.kind, ids), Blows(step.kind))


def march(play: Play, step: FoeMoves) -> None:
    """They move one by one, the nearest to a hero first, until one has to choose at random."""
    left = list(step.left)
    while left:
        foe = min(
            (foe for foe in play.public.foes if foe.id in left),
            key=lambda foe: (_distance(play, foe), foe.id),
        )
        left.remove(foe.id)
        if _clings(play, foe):
            continue
        prey = _prey(play, foe)
        if len(prey) > 1:
            play.push(Target(foe.id, tuple(prey)), FoeMoves(step.kind, tuple(left)))
            return
        if prey:
            _pounce(play, foe, prey[0])
        else:
            _approach(play, foe)


def _clings(play: Play, foe: Foe) -> bool:
    """Whether a foe is beside its target, who is up: it stays there."""
    if foe.target < 0 or play.hero(foe.target).down:
        return False
    return foe.at in play.survey.near[play.hero(foe.target).at]


def target_roll(mine: Mine, public: Public, step: Target) -> Roll:
    """One of the heroes that it can reach."""
    foe = next(foe for foe in public.foes if foe.id == step.foe)
    heroes = [public.heroes[place].name for place in step.heroes]
    return some(1, heroes, "target", foe=f"{foe.kind} {foe.id}")


def targeted(play: Play, step: Target, got: Got) -> None:
    """It goes for him."""
    foe = play.foe(step.foe)
    assert foe is not None
    _pounce(play, foe, play.mine.places[got[0]])


def _distance(play: Play, foe: Foe) -> int:
    far = play.survey.far(foe.at)
    return min((far[play.hero(place).at] for place in play.up()), default=_FAR)


def _breed(play: Play, foe: Foe) -> Breed:
    return play.mine.lore.breeds[foe.kind]


def _small(play: Play, foe: Foe) -> set[int]:
    """The cells of smaller foes, with which a large one changes places."""
    if "large" not in _breed(play, foe).traits:
        return set()
    return {one.at for one in play.public.foes if "large" not in _breed(play, one).traits}


def _range(play: Play, foe: Foe) -> tuple[dict[int, int], set[int]]:
    """The cells that a foe can pass in one move, and those where it cannot stop."""
    shut = play.taken() - {foe.at} - _small(play, foe)
    breed = _breed(play, foe)
    passing = () if "weave" in breed.traits else shut
    return spread(play.survey.near, foe.at, passing, breed.move), shut


def _prey(play: Play, foe: Foe) -> list[int]:
    """The heroes it can get at, those with the fewest of its kind on them."""
    steps, shut = _range(play, foe)
    near = play.survey.near
    found = [
        place
        for place in play.up()
        if any(cell in steps and cell not in shut for cell in near[play.hero(place).at])
    ]
    on = {
        place: sum(
            one.target == place and one.kind == foe.kind and one.id != foe.id
            for one in play.public.foes
        )
        for place in found
    }
    return [place for place in found if on[place] == min(on.values())]


def _pounce(play: Play, foe: Foe, place: int) -> None:
    """It takes the cell beside the hero that is the farthest to walk."""
    steps, shut = _range(play, foe)
    cells = [
        cell for cell in play.survey.near[play.hero(place).at] if cell in steps and cell not in shut
    ]
    _put(play, foe, min(cells, key=lambda cell: (-steps[cell], cell)), place)
    play.say(f"{_breed(play, foe).name} {foe.id} goes for {play.name(place)}.")


def _approach(play: Play, foe: Foe) -> None:
    """It follows the shortest way to the nearest hero, as far as it finds room."""
    near, breed = play.survey.near, _breed(play, foe)
    heroes = {play.hero(place).at for place in play.up()}
    steps = spread(near, foe.at, heroes)
    ends = [(steps[cell], cell) for hero in heroes for cell in near[hero] if cell in steps]
    to = foe.at
    if ends:
        shut = play.taken() - {foe.at} - _small(play, foe)
        for cell in trace(near, steps, min(ends)[1])[: breed.move]:
            if cell not in shut:
                to = cell
            elif "weave" not in breed.traits:
                break
    _put(play, foe, to, -1)


def _put(play: Play, foe: Foe, cell: int, target: int) -> None:
    """Moves a foe, and whoever smaller stands there into its old place."""
    other = next((one for one in play.public.foes if one.at == cell and one.id != foe.id), None)
    if other is not None:
        play.move_foe(replace(other, at=foe.at))
    play.move_foe(replace(foe, at=cell, target=target))


# -- striking --------------------------------------------------------------------------------------


def blows(play: Play, step: Blows) -> None:
    """Each strikes at its target if that is beside it; all dice against one hero together."""
    breed = play.mine.lore.breeds[step.kind]
    near = play.survey.near
    each = breed.combat + play.public.fury
    found: dict[int, int] = {}
    for foe in play.public.foes:
        if foe.kind != step.kind or foe.target < 0:
            continue
        hero = play.hero(foe.target)
        if not hero.down and foe.at in near[hero.at]:
            found[foe.target] = found.get(foe.target, 0) + each
    play.push(*(Blow(step.kind, place, found[place]) for place in sorted(found)))


def blow_roll(mine: Mine, public: Public, step: Blow) -> Roll | None:
    """Their dice."""
    hero = public.heroes[step.hero]
    if hero.down:
        return None
    need = mine.lore.breeds[step.kind].hit
    return dice(step.dice, 6, "strike", foe=step.kind, hero=hero.name, need=need)


def blown(play: Play, step: Blow, got: Got) -> None:
    """What hits has to be defended."""
    if not got:
        return
    breed = play.mine.lore.breeds[step.kind]
    sixes = got.count(6)
    hits = sum(die >= breed.hit for die in got)
    if "triple" in breed.traits:
        hits += 2 * sixes
    pierce = sixes if "pierce" in breed.traits else 0
    damage = breed.damage + (play.public.dire if play.public.final >= 0 else 0)
    told = " ".join(map(str, got))
    play.say(f"{breed.plural} strike at {play.name(step.hero)}: {_count(hits)} ({told}).")
    if hits:
        play.push(Harm(step.hero, hits - pierce, damage, pierce))


def _count(hits: int) -> str:
    return f"{hits} hit{'' if hits == 1 else 's'}" if hits else "no hit"


def beside(near: dict[int, tuple[int, ...]], foes: Collection[Foe], cell: int) -> list[Foe]:
    """The foes that touch a cell."""
    touching = near[cell]
    return [foe for foe in foes if foe.at in touching]
