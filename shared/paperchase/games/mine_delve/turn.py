"""The steps of a turn, and where an activation begins and ends. Source: seed; rules, 4 to 6."""

from paperchase.games.mine_delve.foes import beside
from paperchase.games.mine_delve.light import bright
from paperchase.games.mine_delve.mine import GRIT, Mine
from paperchase.games.mine_delve.play import Play
from paperchase.games.mine_delve.rolls import Got, Roll, dice
from paperchase.games.mine_delve.state import Act, Phase, Public
from paperchase.games.mine_delve.steps import (
    Acting,
    Begin,
    Comfort,
    EndTurn,
    Explore,
    Harm,
    HeroTurn,
    Hold,
    Initiative,
    MoveRoll,
    Recover,
    Step,
    Unlit,
)

FIXED = 4
"""The move of everybody with the option `fixed_move`."""


def begun(play: Play, step: Begin) -> None:
    """A new turn, unless all heroes who are up want to flee. Source: rules, 5."""
    turn = play.public.turn + 1
    for place in range(len(play.public.heroes)):
        play.change(place, acted=False, changes=0)
    play.put(turn=turn, phase=Phase.HOLD, eager=play.public.later, later=())
    play.put(dim=False)
    if all(play.hero(place).orders.flee for place in play.up()):
        play.end((), "the heroes flee")
        return
    play.say(f"Turn {turn}.")
    play.push(Hold(), Initiative(), Explore(), EndTurn())


def ended(play: Play, step: EndTurn) -> None:
    """What the turn has left over happens. Source: rules, 5, 4.

    One order of it is the best for everybody, so nobody is asked for one.
    """
    play.put(phase=Phase.END, act=None)
    risen = [] if play.public.foes else _risen(play)
    play.push(*risen, Comfort(), Begin())


def comforted(play: Play, step: Comfort) -> None:
    """Whoever has the gift does those good who stand beside him."""
    for place, calling in enumerate(play.mine.callings):
        if "solace" in calling.traits and not play.hero(place).down:
            _solace(play, place)


def _risen(play: Play) -> list[Step]:
    return [Recover(place) for place, hero in enumerate(play.public.heroes) if hero.down]


def _solace(play: Play, healer: int) -> None:
    """Every hero beside him heals a point of the pool that lacks more."""
    touching = play.survey.near[play.hero(healer).at]
    for place in play.up():
        hero = play.hero(place)
        health, sanity = hero.most_health - hero.health, hero.most_sanity - hero.sanity
        if hero.at not in touching or not max(health, sanity):
            continue
        if health >= sanity:
            play.change(place, health=hero.health + 1)
        else:
            play.change(place, sanity=hero.sanity + 1)
        play.say(f"{play.name(healer)} comforts {play.name(place)}.")


# -- an activation ---------------------------------------------------------------------------------


def started(play: Play, step: HeroTurn) -> None:
    """Fear first, then the voices in the dark, then the move. Source: seed; rules, 6."""
    place, hero = step.hero, play.hero(step.hero)
    if hero.down:
        return
    play.change(place, acted=True, bonus=0)
    play.put(act=Act(place, bonus=hero.bonus))
    horror = _fear(play, place)
    steps: list[Step] = [Harm(place, horror, horror=True)] if horror else []
    if bright(play.public).isdisjoint(play.survey.tiles[hero.at]):
        steps.append(Unlit(place))
    play.push(*steps, MoveRoll(place), Acting(place))


def _fear(play: Play, place: int) -> int:
    seen, at = play.survey, play.hero(place).at
    breeds = play.mine.lore.breeds
    horror = sum(breeds[foe.kind].fear for foe in beside(seen.near, play.public.foes, at))
    here = set(seen.tiles[at])
    return horror + sum(
        breeds[foe.kind].terror for foe in play.public.foes if here & set(seen.tiles[foe.at])
    )


def unlit_roll(mine: Mine, public: Public, step: Unlit) -> Roll | None:
    """How many voices."""
    hero = public.heroes[step.hero]
    return None if hero.down else dice(1, 6, "voices in the dark", hero=hero.name)


def heard(play: Play, step: Unlit, got: Got) -> None:
    """Each of them is a horror hit."""
    if got:
        play.say(f"{play.name(step.hero)} stands in the dark and hears voices.")
        play.push(Harm(step.hero, got[0], horror=True))


def move_roll(mine: Mine, public: Public, step: MoveRoll) -> Roll | None:
    """The move die."""
    hero = public.heroes[step.hero]
    return None if hero.down else dice(1, 6, "move", hero=hero.name)


def rolled(play: Play, step: MoveRoll, got: Got) -> None:
    """So many steps; a 1 gives Grit, and what is too much of it has to be spent at once."""
    place, public = step.hero, play.public
    if not got or public.act is None:
        return
    traits = play.mine.callings[place].traits
    fixed = play.mine.setup.fixed_move
    points = (FIXED if fixed else got[0]) + ("swift" in traits)
    gains = got[0] <= (2 if "stubborn" in traits else 1)
    surplus = gains and play.hero(place).grit == GRIT
    if gains:
        play.grit(place, 1)
    act = public.act
    play.put(act=Act(place, points, surplus=surplus, bonus=act.bonus))
    word = " and regains Grit" if gains else ""
    play.say(f"{play.name(place)} rolls {got[0]} and can move {points}{word}.")
