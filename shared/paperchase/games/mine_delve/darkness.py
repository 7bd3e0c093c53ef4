"""Holding back the Darkness, the depth track, and the dread stack. Source: rules, 4, 5 and 10."""

from msgspec.structs import replace

from paperchase.games.mine_delve.mine import SPACES, Mine
from paperchase.games.mine_delve.play import Play
from paperchase.games.mine_delve.rolls import Got, Roll, dice
from paperchase.games.mine_delve.state import ENTRANCE, Public
from paperchase.games.mine_delve.steps import Card, Creep, Depth, Dread, Hold


def hold_roll(mine: Mine, public: Public, step: Hold) -> Roll | None:
    """Two dice, unless a blessing holds it back by itself, or nothing can any more."""
    if public.bless or public.turn > mine.lore.track.limit:
        return None
    return dice(2, 6, "hold back the dark", need=mine.hold(public))


def held(play: Play, step: Hold, got: Got) -> None:
    """Doubles are a depth event; else the Darkness stays or comes nearer."""
    public, need = play.public, play.mine.hold(play.public)
    who = play.name(public.bearer) if public.bearer >= 0 else "The lantern on the ground"
    if not got:
        if public.turn > play.mine.lore.track.limit:
            play.say("The lantern is all but empty: nothing holds back the dark any more.")
            play.push(Creep(1))
        else:
            play.put(bless=public.bless - 1, gloom=0)
            play.say("The carved signs glow, and the dark is held back by itself.")
        return
    total = got[0] + got[1]
    if got[0] == got[1]:
        double: int = got[0]
        event = play.mine.lore.events[double - 1]
        play.say(f"{who} rolls a double {double}. {event.name}: {event.text}")
        play.push(Depth(double - 1))
    elif total >= need:
        play.put(gloom=0)
        play.say(f"{who} holds back the dark: {total} against {need}.")
    else:
        play.say(f"{who} does not hold back the dark: {total} against {need}.")
        play.push(Creep(1))


def crept(play: Play, step: Creep) -> None:
    """The Darkness moves space by space; each that it enters has its say."""
    public, track = play.public, play.mine.lore.track
    dark = public.dark - 1
    play.put(dark=dark)
    play.say(f"The Darkness is at {SPACES[dark]}.")
    if dark == ENTRANCE:
        play.end((), "the Darkness has reached the Entrance")
        return
    if step.n > 1:
        play.push(Creep(step.n - 1))
    if dark in track.dread:
        play.push(Dread(1))
    if dark in track.blood:
        play.push(Card("darkness"))


def dreaded(play: Play, step: Dread) -> None:
    """A card for the stack, or one that happens at once when the objective is found."""
    if play.public.final >= 0:
        play.push(*(Card("dread") for _ in range(step.n)))
        return
    play.put(dread=play.public.dread + step.n)
    play.say(f"Dread grows: {play.public.dread} in the stack.")


def settle(play: Play) -> None:
    """Cancels the top dread card, face down, where all heroes have ordered so and can pay.

    To be done between any two steps: new orders, a Grit, a fall or a card can be what lacked.
    """
    if play.public.dread and pays(play, "now"):
        play.put(dread=play.public.dread - 1)
        for place in play.up():
            play.grit(place, -1)
            play.change(place, orders=replace(play.hero(place).orders, dread="no"))
        play.say("All heroes pay a Grit, and a dread card goes unseen.")


def pays(play: Play, order: str) -> bool:
    """Whether all heroes who are up have this order about dread, and a Grit each."""
    heroes = [play.hero(place) for place in play.up()]
    return all(hero.orders.dread == order and hero.grit for hero in heroes)
