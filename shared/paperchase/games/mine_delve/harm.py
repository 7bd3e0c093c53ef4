"""Hits and horror, KO, and getting well again. Source: rules, 9."""

from paperchase.games.mine_delve.geometry import spread
from paperchase.games.mine_delve.mine import Mine
from paperchase.games.mine_delve.play import Play
from paperchase.games.mine_delve.rolls import Got, Roll, dice
from paperchase.games.mine_delve.state import Hero, Public
from paperchase.games.mine_delve.steps import Cure, Harm, Hurt, Mend, Recover, Save

MAIMED = 2
"""What the maximum of a pool drops by once it was emptied."""


def harm_roll(mine: Mine, public: Public, step: Harm) -> Roll | None:
    """A die for each hit that can be defended."""
    hero = public.heroes[step.hero]
    if hero.down or not step.hits:
        return None
    calling = mine.callings[step.hero]
    purpose, need = (
        ("willpower", calling.willpower) if step.horror else ("defense", calling.defense)
    )
    if step.again:
        purpose += " again"
    return dice(step.hits, 6, purpose, hero=hero.name, need=need)


def harmed(play: Play, step: Harm, got: Got) -> None:
    """What fails hurts, unless Grit is paid for another try."""
    place, hero = step.hero, play.hero(step.hero)
    if hero.down:
        return
    calling = play.mine.callings[place]
    need = calling.willpower if step.horror else calling.defense
    failed = sum(die < need for die in got)
    if got:
        play.say(f"{play.name(place)} {_stood(step, failed, len(got))} ({_told(got)}).")
    pool = hero.sanity if step.horror else hero.health
    sure = step.pierce * step.wounds
    loss = sure + failed * step.wounds
    if failed and not step.again and hero.grit and _pays(hero, pool, sure, loss):
        play.grit(place, -1)
        play.push(Harm(place, failed, step.wounds, step.pierce, step.horror, again=True))
        return
    _hurt(play, place, loss, step.horror)


def _pays(hero: Hero, pool: int, sure: int, loss: int) -> bool:
    order = hero.orders.grit
    return order == "always" or (order == "ko" and sure < pool <= loss)


def _stood(step: Harm, failed: int, count: int) -> str:
    what = "horror hit" if step.horror else "hit"
    several = f"{count} {what}s" if count > 1 else f"the {what}"
    if step.again:
        return f"pays a Grit, and fails {failed} of {count}"
    if failed in (0, count):
        return f"{'fails' if failed else 'stands'} {several}"
    return f"fails {failed} of {several}"


def _told(got: Got) -> str:
    return " ".join(map(str, got))


def hurt(play: Play, step: Hurt) -> None:
    """Health or sanity is lost, whatever the dice would say."""
    if not play.hero(step.hero).down:
        _hurt(play, step.hero, step.amount, step.horror)


def _hurt(play: Play, place: int, loss: int, horror: bool) -> None:
    """Takes health or sanity; at 0 a token, a revive token, or KO."""
    if loss <= 0:
        return
    hero = play.hero(place)
    left = max(0, (hero.sanity if horror else hero.health) - loss)
    what = "Sanity" if horror else "Health"
    play.say(f"{play.name(place)} loses {loss} {what} and has {left}.")
    play.change(place, **({"sanity": left} if horror else {"health": left}))
    if left:
        return
    item = "whiskey" if horror else "bandages"
    if hero.orders.heal and item in hero.bag:
        play.unpack(place, item)
        play.push(Save(place, horror))
        return
    if play.public.revives:
        play.put(revives=play.public.revives - 1)
        play.change(place, health=hero.most_health, sanity=hero.most_sanity)
        play.grit(place, 1)
        play.say(f"A revive token brings {play.name(place)} back, whole.")
        return
    _knock_out(play, place)


def _knock_out(play: Play, place: int) -> None:
    play.change(place, down=True)
    play.say(f"{play.name(place)} is KO.")
    public = play.public
    if public.bearer == place:
        play.put(bearer=-1, lamp=public.heroes[place].at, kept=-1)
        play.say("The lantern falls, and goes on burning.")
    if not play.up():
        play.end((), "all heroes are KO")


def save_roll(mine: Mine, public: Public, step: Save) -> Roll:
    """What the item brings back."""
    item = "whiskey" if step.horror else "bandages"
    return dice(1, 6, item, hero=public.heroes[step.hero].name)


def saved(play: Play, step: Save, got: Got) -> None:
    """It was just in time."""
    place, hero = step.hero, play.hero(step.hero)
    if step.horror:
        play.change(place, sanity=min(hero.most_sanity, got[0]))
    else:
        play.change(place, health=min(hero.most_health, got[0]))
    item = "Whiskey" if step.horror else "Bandages"
    play.say(f"{item} in the last moment: {play.name(place)} is back at {got[0]}.")


def mend_roll(mine: Mine, public: Public, step: Mend) -> Roll | None:
    """A die of healing for a hero who needs it."""
    hero = public.heroes[step.hero]
    if hero.down or (hero.health == hero.most_health and hero.sanity == hero.most_sanity):
        return None
    return dice(1, step.die, "heal", hero=hero.name)


def mended(play: Play, step: Mend, got: Got) -> None:
    """Heals as the hero has ordered."""
    if got:
        _heal(play, step.hero, got[0])


def _heal(play: Play, place: int, points: int) -> None:
    """Shares points out over the two pools by the hero's order."""
    hero = play.hero(place)
    health, sanity = hero.health, hero.sanity
    for _ in range(points):
        room = [health < hero.most_health, sanity < hero.most_sanity]
        if not any(room):
            break
        order = hero.orders.mend
        first = order == "health" or (order == "lower" and health <= sanity)
        if (first and room[0]) or not room[1]:
            health += 1
        else:
            sanity += 1
    play.change(place, health=health, sanity=sanity)
    gained = [
        f"{more} {what}"
        for more, what in ((health - hero.health, "Health"), (sanity - hero.sanity, "Sanity"))
        if more
    ]
    if gained:
        play.say(f"{play.name(place)} heals {' and '.join(gained)}.")


def cure_roll(mine: Mine, public: Public, step: Cure) -> Roll:
    """What the treatment is worth."""
    item = "whiskey" if step.horror else "bandages"
    return dice(1, 6, item, hero=public.heroes[step.hero].name)


def cured(play: Play, step: Cure, got: Got) -> None:
    """Bandages and Whiskey; whoever treats another gets experience for it."""
    place, hero = step.hero, play.hero(step.hero)
    pool, most = (hero.sanity, hero.most_sanity) if step.horror else (hero.health, hero.most_health)
    gain = min(got[0], most - pool)
    what = "sanity" if step.horror else "health"
    play.change(place, **{what: pool + gain})
    play.say(f"{play.name(place)} heals {gain} {what.capitalize()}.")
    if step.healer != place:
        play.xp(step.healer, 5 * gain)


def recover_roll(mine: Mine, public: Public, step: Recover) -> Roll | None:
    """Two dice, or two for each pool where both are empty."""
    hero = public.heroes[step.hero]
    if not hero.down:
        return None
    return dice(2 if hero.health or hero.sanity else 4, 6, "recover", hero=hero.name)


def recovered(play: Play, step: Recover, got: Got) -> None:
    """The hero gets up, maimed, in his cell or the nearest free one."""
    place, hero = step.hero, play.hero(step.hero)
    if not hero.down:
        return
    most_health = hero.most_health - (0 if hero.health else MAIMED)
    most_sanity = hero.most_sanity - (0 if hero.sanity else MAIMED)
    most_health, most_sanity = max(1, most_health), max(1, most_sanity)
    both = len(got) == 4
    first = got[0] + got[1] if both else 0 if hero.health else 1
    second = got[2] + got[3] if both else 0 if hero.sanity else 1
    play.change(
        place,
        down=False,
        at=_room(play, hero.at),
        most_health=most_health,
        most_sanity=most_sanity,
        health=min(most_health, hero.health + first),
        sanity=min(most_sanity, hero.sanity + second),
    )
    play.say(f"{play.name(place)} gets up again.")
    if not both:
        _heal(play, place, sum(got) - 1)
    public = play.public
    if public.bearer < 0 and public.lamp == hero.at:
        play.put(bearer=place)
        play.say(f"{play.name(place)} takes the lantern up.")


def _room(play: Play, cell: int) -> int:
    """The cell, or the nearest that no model stands on."""
    taken = play.taken()
    steps = spread(play.survey.near, cell)
    return min((steps[one], one) for one in steps if one not in taken)[1]
