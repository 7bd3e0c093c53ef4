"""Runs the agenda: everything that happens by itself, up to the next roll or decision."""

from collections.abc import Callable, Mapping
from typing import Any

from paperchase.errors import IllegalMoveError
from paperchase.games.mine_delve import (
    attack,
    cards,
    darkness,
    explore,
    fight,
    foes,
    harm,
    steps,
    turn,
)
from paperchase.games.mine_delve.attack import targets
from paperchase.games.mine_delve.mine import Mine
from paperchase.games.mine_delve.play import Play
from paperchase.games.mine_delve.rolls import Got, Roll, read
from paperchase.games.mine_delve.state import Act, Public
from paperchase.values import Json

_HAPPENS: Mapping[type, Callable[[Play, Any], None]] = {
    steps.Begin: turn.begun,
    steps.HeroTurn: turn.started,
    steps.EndTurn: turn.ended,
    steps.Comfort: turn.comforted,
    steps.FoeTurn: foes.group,
    steps.FoeMoves: foes.march,
    steps.Blows: foes.blows,
    steps.Hurt: harm.hurt,
    steps.Creep: darkness.crept,
    steps.Dread: darkness.dreaded,
    steps.Depth: cards.befell,
    steps.Explore: explore.explore,
    steps.Found: explore.settled,
    steps.Doors: explore.doors,
    steps.Objective: explore.objective,
    steps.Rouse: fight.roused,
    steps.Sprung: fight.sprung,
    steps.FightOver: fight.over,
    steps.Tossed: attack.stand,
    steps.Hit: attack.hit,
    steps.Burst: attack.burst,
}

_Ask = Callable[[Mine, Public, Any], Roll | None]
_Take = Callable[[Play, Any, Got], None]

_ROLLS: Mapping[type, tuple[_Ask, _Take]] = {
    steps.Hold: (darkness.hold_roll, darkness.held),
    steps.Initiative: (foes.initiative_roll, foes.ordered),
    steps.Unlit: (turn.unlit_roll, turn.heard),
    steps.MoveRoll: (turn.move_roll, turn.rolled),
    steps.Target: (foes.target_roll, foes.targeted),
    steps.Blow: (foes.blow_roll, foes.blown),
    steps.Harm: (harm.harm_roll, harm.harmed),
    steps.Save: (harm.save_roll, harm.saved),
    steps.Mend: (harm.mend_roll, harm.mended),
    steps.Cure: (harm.cure_roll, harm.cured),
    steps.Recover: (harm.recover_roll, harm.recovered),
    steps.Card: (cards.card_roll, cards.carded),
    steps.Someone: (cards.someone_roll, cards.someone),
    steps.Test: (cards.test_roll, cards.tested),
    steps.Does: (cards.does_roll, cards.done),
    steps.Finds: (cards.finds_roll, cards.found),
    steps.Look: (explore.look_roll, explore.looked),
    steps.Bend: (explore.bend_roll, explore.bent),
    steps.Reveal: (explore.reveal_roll, explore.revealed),
    steps.Exits: (explore.exits_roll, explore.opened),
    steps.Threat: (fight.threat_roll, fight.threatened),
    steps.Muster: (fight.muster_roll, fight.mustered),
    steps.Spring: (fight.spring_roll, fight.sprang),
    steps.Spoils: (fight.spoils_roll, fight.spoiled),
    steps.Toss: (attack.toss_roll, attack.tossed),
    steps.Retoss: (attack.retoss_roll, attack.retossed),
    steps.Drift: (attack.drift_roll, attack.drifted),
    steps.Blast: (attack.blast_roll, attack.blasted),
}
"""What a roll needs, and what it does. Where it needs no dice it happens with none."""


def roll(mine: Mine, public: Public) -> Roll | None:
    """The roll that is pending, if one is."""
    if not public.todo:
        return None
    step = public.todo[0]
    found = _ROLLS.get(type(step))
    return found[0](mine, public, step) if found else None


def after_roll(mine: Mine, public: Public, told: Json) -> Public:
    """The state once the pending roll came to this. Raises IllegalMoveError."""
    pending = roll(mine, public)
    if pending is None:
        raise IllegalMoveError("nothing is to be rolled now")
    got = read(pending, told)
    play = Play(mine, public)
    step = public.todo[0]
    play.pop()
    _ROLLS[type(step)][1](play, step, got)
    run(play)
    return play.done(fresh=False)


def run(play: Play) -> None:
    """Does all that happens by itself."""
    while play.public.todo:
        darkness.settle(play)
        step = play.public.todo[0]
        kind = type(step)
        if kind in _HAPPENS:
            play.pop()
            _HAPPENS[kind](play, step)
        elif kind in _ROLLS:
            ask, take = _ROLLS[kind]
            if ask(play.mine, play.public, step) is not None:
                return
            play.pop()
            take(play, step, ())
        elif isinstance(step, steps.Acting) and _through(play, step.hero):
            play.pop()
            play.put(act=None)
        else:
            return


def _through(play: Play, place: int) -> bool:
    """Whether an activation is over: the hero said so, is KO, or has attacked and has no free
    attack left."""
    act = play.public.act
    if act is None or act.hero != place or act.done or play.hero(place).down:
        return True
    return act.attacked and not can_fire(play.mine, play.public, act)


def can_fire(mine: Mine, public: Public, act: Act) -> bool:
    """Whether the hero who acts has his free attack, and a target for it."""
    hero = public.heroes[act.hero]
    if mine.callings[act.hero].derringer is None or "derringer" in hero.spent:
        return False
    return bool(targets(mine, public, act.hero, "derringer"))
