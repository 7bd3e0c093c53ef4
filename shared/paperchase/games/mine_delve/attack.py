"""How heroes attack, and their own dice. Source: rules, 8."""

from collections.abc import Sequence

from msgspec.structs import replace

from paperchase.errors import IllegalMoveError
from paperchase.games.mine_delve.deeds import acting, cell, holders, pay, tell
from paperchase.games.mine_delve.fight import wound
from paperchase.games.mine_delve.foes import beside
from paperchase.games.mine_delve.geometry import beside as towards
from paperchase.games.mine_delve.geometry import survey
from paperchase.games.mine_delve.lore import Gun
from paperchase.games.mine_delve.mine import Mine
from paperchase.games.mine_delve.play import Play
from paperchase.games.mine_delve.rolls import Got, Roll, dice
from paperchase.games.mine_delve.state import Foe, Public, Strike, Throw
from paperchase.games.mine_delve.steps import (
    Blast,
    Burst,
    Dice,
    Drift,
    Finds,
    Hit,
    Hurt,
    Retoss,
    Toss,
    Tossed,
)
from paperchase.games.mine_delve.told import Told, numbers

MOST = 8
"""Dice of one attack at most."""

BULLET = 2
"""What one of the Drifter's bullets adds to the damage of a hit."""

_TO_HIT = ("gun", "melee", "derringer")


# -- whom one can attack ---------------------------------------------------------------------------


def gun(mine: Mine, place: int, weapon: str) -> Gun | None:
    """What a hero shoots with; None for `melee`."""
    calling = mine.callings[place]
    return {"gun": calling.gun, "derringer": calling.derringer}.get(weapon)


def targets(mine: Mine, public: Public, place: int, weapon: str) -> list[Foe]:
    """The foes that an attack can reach: those beside the hero, or those in range and sight."""
    seen, here = survey(public.map), public.heroes[place].at
    weapon_gun = gun(mine, place, weapon)
    if weapon_gun is None:
        return beside(seen.near, public.foes, here)
    far = seen.far(here)
    return [
        foe
        for foe in public.foes
        if far.get(foe.at, MOST * 9) <= weapon_gun.range and seen.sight(here, foe.at)
    ]


def first(mine: Mine, public: Public, place: int, weapon: str, at: Sequence[int]) -> Foe | None:
    """Whom the next hit goes to: by the attacker's wish, else whoever is nearest to falling.

    Hits of a shot go to foes beside the shooter as long as there are any.
    """
    near = survey(public.map).near
    able = targets(mine, public, place, weapon)
    able = beside(near, able, public.heroes[place].at) or able
    wished = [foe for number in at for foe in able if foe.id == number]
    if wished:
        return wished[0]

    def left(foe: Foe) -> tuple[int, int]:
        return mine.lore.breeds[foe.kind].health - foe.wounds, foe.id

    return min(able, key=left, default=None)


# -- commands --------------------------------------------------------------------------------------


def attack(play: Play, told: Told) -> None:
    """The one attack of an activation."""
    weapon, act = told["with"], acting(play)
    _fresh(play)
    hero, calling = play.hero(act.hero), play.mine.callings[act.hero]
    bullets = told["bullets"]
    if not 0 <= bullets <= hero.bullets or (bullets and weapon != "gun"):
        raise IllegalMoveError(f"{hero.bullets} bullets are left for a gun")
    n = calling.combat if weapon == "melee" else calling.gun.shots
    sides = 6 if weapon == "melee" else calling.gun.die
    _begin(play, weapon, told["at"], bullets)
    tell(play, attacked=True, surplus=False, ask=told["ask"])
    play.push(Toss(weapon, min(MOST, n + act.bonus), sides))


def free(play: Play, told: Told) -> None:
    """The free attack with a derringer, once a fight."""
    act = acting(play)
    weapon = gun(play.mine, act.hero, "derringer")
    if weapon is None:
        raise IllegalMoveError(f"{play.name(act.hero)} has no derringer")
    hero = play.hero(act.hero)
    if "derringer" in hero.spent:
        raise IllegalMoveError("the derringer was fired already in this fight")
    _begin(play, "derringer", told["at"], 0)
    play.change(act.hero, spent=(*hero.spent, "derringer"))
    tell(play, surplus=False, ask=told["ask"])
    play.push(Toss("derringer", weapon.shots, weapon.die))


def _fresh(play: Play) -> None:
    if acting(play).attacked:
        raise IllegalMoveError("one attack is all that an activation has")


def _begin(play: Play, weapon: str, at: object, bullets: int) -> None:
    place = acting(play).hero
    able = {foe.id for foe in targets(play.mine, play.public, place, weapon)}
    if not able:
        raise IllegalMoveError("no foe is beside you" if weapon == "melee" else "no foe in sight")
    play.put(strike=Strike(weapon, wishes(at, able), bullets))


def wishes(at: object, able: set[int]) -> tuple[int, ...]:
    """A list of different foes, all of them `able`. Raises IllegalMoveError."""
    wished = numbers(at, "targets")
    if not set(wished) <= able:
        known = ", ".join(map(str, sorted(able)))
        raise IllegalMoveError(f"the foes that can be attacked are {known}")
    return wished


def throw(play: Play, told: Told) -> None:
    """Throws dynamite at a cell in sight."""
    act = acting(play)
    _fresh(play)
    hero, calling = play.hero(act.hero), play.mine.callings[act.hero]
    if "dynamite" not in hero.bag:
        raise IllegalMoveError(f"{play.name(act.hero)} has no dynamite")
    if not play.public.foes:
        raise IllegalMoveError("dynamite is for fights")
    to, seen = cell(play, told["cell"]), play.survey
    most = calling.skills["strength"] + 3
    if seen.far(hero.at).get(to, MOST * 9) > most or not seen.sight(hero.at, to):
        raise IllegalMoveError(f"he throws at most {most} cells, at what he sees")
    play.unpack(act.hero, "dynamite")
    tell(play, attacked=True, surplus=False, ask=told["ask"])
    play.say(f"{play.name(act.hero)} throws dynamite at {seen.names[to]}.")
    play.push(Toss("throw", 1, 6, to))


# -- a hero's own dice -----------------------------------------------------------------------------


def toss_roll(mine: Mine, public: Public, step: Toss) -> Roll:
    """His dice, with what they are for."""
    assert public.act is not None
    return dice(step.n, step.sides, step.what, hero=public.heroes[public.act.hero].name)


def tossed(play: Play, step: Toss, got: Got) -> None:
    """The dice lie on the table."""
    play.put(throw=Throw(step.what, got, step.sides, (), step.on, step.critical))
    _offer(play)


def retoss_roll(mine: Mine, public: Public, step: Retoss) -> Roll:
    """Some of them again."""
    assert public.act is not None
    assert public.throw is not None
    hero = public.heroes[public.act.hero].name
    return dice(
        len(step.dice),
        public.throw.sides,
        f"{public.throw.what} again",
        hero=hero,
        dice=tuple(die + 1 for die in step.dice),
    )


def retossed(play: Play, step: Retoss, got: Got) -> None:
    """The new faces count."""
    throw = play.public.throw
    assert throw is not None
    faces = [*throw.dice]
    for die, face in zip(step.dice, got, strict=True):
        faces[die] = face
    play.put(throw=replace(throw, dice=tuple(faces), again=(*throw.again, *step.dice)))
    _offer(play)


def _offer(play: Play) -> None:
    """Asks the hero whether to pay for another try, if he wants to be asked and can."""
    throw, act = play.public.throw, acting(play)
    assert throw is not None
    able = throw.what != "sprint" and len(throw.again) < len(throw.dice)
    if act.ask and able and play.hero(act.hero).grit:
        play.push(Dice(act.hero), Tossed())
    else:
        play.push(Tossed())


def reroll(play: Play, told: Told) -> None:
    """Pays a Grit for dice that were not rolled twice yet."""
    throw, picked = play.public.throw, told["dice"]
    assert throw is not None
    places = [die - 1 for die in numbers(picked, "dice")]
    if not places:
        raise IllegalMoveError("name the dice that are to be rolled again, from 1")
    for place in places:
        if not 0 <= place < len(throw.dice):
            raise IllegalMoveError(f"there are dice 1 to {len(throw.dice)}")
        if place in throw.again:
            raise IllegalMoveError(f"no die is rolled three times, and die {place + 1} was twice")
    pay(play)
    play.pop()
    play.pop()
    play.say(f"{play.name(acting(play).hero)} pays a Grit to roll again.")
    play.push(Retoss(tuple(places)))


def keep(play: Play, told: Told) -> None:
    """Leaves the dice as they are; another wish for the targets may come with it."""
    strike, throw = play.public.strike, play.public.throw
    assert throw is not None
    if told["at"]:
        if strike is None or throw.what not in _TO_HIT:
            raise IllegalMoveError("there are no hits to assign")
        place = acting(play).hero
        able = {foe.id for foe in targets(play.mine, play.public, place, strike.weapon)}
        play.put(strike=replace(strike, at=wishes(told["at"], able)))
    play.pop()


# -- what the dice come to -------------------------------------------------------------------------


def stand(play: Play, step: Tossed) -> None:
    """The dice count as they lie."""
    throw, act = play.public.throw, acting(play)
    assert throw is not None
    play.put(throw=None)
    name, told = play.name(act.hero), " ".join(map(str, throw.dice))
    match throw.what:
        case "sprint":
            tell(play, points=act.points + throw.dice[0])
            play.say(f"{name} pays a Grit to move {throw.dice[0]} more.")
        case "escape":
            _escaped(play, throw.dice[0])
        case "scavenge":
            _scavenged(play, throw)
        case "damage":
            _damaged(play, throw)
        case "throw":
            calling = play.mine.callings[act.hero]
            good = throw.dice[0] >= calling.shoot
            play.say(f"The throw is {'good' if good else 'bad'} ({told}).")
            play.push(Blast(throw.on) if good else Drift(throw.on))
        case _:
            _to_hit(play, throw)


def _escaped(play: Play, die: int) -> None:
    act = acting(play)
    need = max(breed.escape for breed in holders(play, play.hero(act.hero).at))
    if die >= need:
        tell(play, free=need)
        play.say(f"{play.name(act.hero)} gets away: {die} against {need}.")
    else:
        tell(play, stuck=True)
        play.say(f"{play.name(act.hero)} does not get away: {die} against {need}.")


def _scavenged(play: Play, throw: Throw) -> None:
    place, sixes = acting(play).hero, throw.dice.count(6)
    told = " ".join(map(str, throw.dice))
    play.say(f"{play.name(place)} searches tile {throw.on + 1} ({told}).")
    if sixes:
        play.put(searched=(*play.public.searched, throw.on))
        play.push(Finds(place, "scavenge", sixes))


def _to_hit(play: Play, throw: Throw) -> None:
    act, strike = acting(play), play.public.strike
    assert strike is not None
    calling = play.mine.callings[act.hero]
    weapon = gun(play.mine, act.hero, throw.what)
    need = calling.strike if weapon is None else calling.shoot
    critical = 6 if weapon is None else weapon.critical
    hits = sorted((die >= critical for die in throw.dice if die >= need), reverse=True)
    told = " ".join(map(str, throw.dice))
    called = weapon.name if weapon else "fists and steel"
    count = f"{len(hits)} hit{'' if len(hits) == 1 else 's'}" if hits else "no hit"
    play.say(f"{play.name(act.hero)} attacks with {called}: {count} ({told}).")
    play.put(strike=replace(strike, hits=tuple(hits)))
    play.push(Hit())


def hit(play: Play, step: Hit) -> None:
    """The next hit finds its target and is rolled for; without one the attack is over."""
    act, strike = acting(play), play.public.strike
    assert strike is not None
    weapon = gun(play.mine, act.hero, strike.weapon)
    sides = weapon.die if weapon else 6
    foe = first(play.mine, play.public, act.hero, strike.weapon, strike.at)
    if foe is None or not (strike.hits or strike.kick):
        play.put(strike=None)
    elif strike.hits:
        play.put(strike=replace(strike, hits=strike.hits[1:]))
        play.push(Toss("damage", 1, sides, foe.id, strike.hits[0]), Hit())
    else:
        play.say("Another shell is in the barrel.")
        play.put(strike=replace(strike, kick=0))
        play.push(Toss(strike.weapon, 1, sides))


def _damaged(play: Play, throw: Throw) -> None:
    act, strike, foe = acting(play), play.public.strike, play.foe(throw.on)
    assert strike is not None
    assert foe is not None
    breed, hero = play.mine.lore.breeds[foe.kind], play.hero(act.hero)
    damage = throw.dice[0]
    if strike.bullets:
        damage += BULLET
        play.put(strike=replace(strike, bullets=strike.bullets - 1))
        play.change(act.hero, bullets=hero.bullets - 1)
    wounds = max(0, damage - (0 if throw.critical else breed.defense))
    how = "A critical hit" if throw.critical else "A hit"
    play.say(f"{how} for {damage}: {breed.name} {foe.id} takes {wounds}.")
    if not wound(play, foe, wounds, act.hero) or play.public.act is None:
        return
    kicks = "kick" in play.mine.callings[act.hero].traits and strike.weapon == "gun"
    if kicks and not act.kicked and play.public.strike is not None:
        tell(play, kicked=True)
        play.put(strike=replace(play.public.strike, kick=1))


# -- dynamite --------------------------------------------------------------------------------------


def drift_roll(mine: Mine, public: Public, step: Drift) -> Roll:
    """How far, and for each step which way: 1 is north-west, and on clockwise."""
    return Roll({"for": "drift"}, (3, 8, 8, 8))


def drifted(play: Play, step: Drift, got: Got) -> None:
    """It drifts; a step into a wall is lost."""
    at, near = step.cell, play.survey.near
    for way in got[1 : 1 + got[0]]:
        to = towards(at, way)
        at = to if to in near[at] else at
    play.say(f"The charge comes down at {play.survey.names[at]}.")
    play.push(Blast(at))


def blast_roll(mine: Mine, public: Public, step: Blast) -> Roll | None:
    """A die for every model in the cell or beside it: heroes by seat, foes by number."""
    heroes, foes = _blasted(public, step.cell)
    models = [*(public.heroes[place].name for place in heroes), *(f"{f.kind} {f.id}" for f in foes)]
    return dice(len(models), 6, "blast", models=models) if models else None


def _blasted(public: Public, at: int) -> tuple[list[int], list[Foe]]:
    cells = (at, *survey(public.map).near[at])
    heroes = [
        place for place, hero in enumerate(public.heroes) if not hero.down and hero.at in cells
    ]
    return heroes, [foe for foe in public.foes if foe.at in cells]


def blasted(play: Play, step: Blast, got: Got) -> None:
    """Wounds without Defense, to heroes first."""
    heroes, foes = _blasted(play.public, step.cell)
    play.say("The charge goes off.")
    ids = tuple(foe.id for foe in foes)
    play.push(
        *(Hurt(place, got[index]) for index, place in enumerate(heroes)),
        Burst(acting(play).hero, ids, tuple(got[len(heroes) :])),
    )


def burst(play: Play, step: Burst) -> None:
    """The foes take theirs."""
    for number, wounds in zip(step.foes, step.wounds, strict=True):
        foe = play.foe(number)
        if foe is not None:
            play.say(f"{play.mine.lore.breeds[foe.kind].name} {number} takes {wounds}.")
            wound(play, foe, wounds, step.hero)
