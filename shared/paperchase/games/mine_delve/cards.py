"""Cards and what they do. Source: rules, 10; the cards are in the board file."""

from collections.abc import Sequence

from msgspec.structs import replace

from paperchase.games.mine_delve.darkness import pays
from paperchase.games.mine_delve.lore import DECKS, LEVELS, Event
from paperchase.games.mine_delve.mine import Mine
from paperchase.games.mine_delve.play import Play
from paperchase.games.mine_delve.rolls import Got, Roll, dice, some
from paperchase.games.mine_delve.state import Public
from paperchase.games.mine_delve.steps import (
    Card,
    Choose,
    Creep,
    Depth,
    Does,
    Dread,
    Effect,
    Finds,
    Harm,
    Hurt,
    Rouse,
    Someone,
    Spring,
    Sprung,
    Step,
    Test,
    Threat,
)
from paperchase.values import Json

_PERSONAL = frozenset({"xp", "stone", "gold", "grit", "hits", "horror", "wounds", "item", "loot"})
"""Effects that befall one hero; all others befall the party."""


def draw(play: Play, deck: str, card: str) -> None:
    """Takes a drawn card out of what is left of a deck; one that is empty is whole again."""
    left = [*play.public.decks[deck]]
    left.remove(card)
    full = play.mine.lore.decks[deck] if deck in (*DECKS, *LEVELS) else ()
    play.put(decks={**play.public.decks, deck: tuple(left) or full})


def event(mine: Mine, deck: str, card: str) -> Event:
    """A card by its deck and name; depth events are named by their number."""
    return mine.lore.events[int(card)] if deck == "event" else mine.lore.cards[deck][card]


# -- drawing ---------------------------------------------------------------------------------------


def card_roll(mine: Mine, public: Public, step: Card) -> Roll:
    """A card of what is left."""
    return some(1, public.decks[step.deck], step.deck)


def carded(play: Play, step: Card, got: Got) -> None:
    """The card is turned up and resolved."""
    draw(play, step.deck, got[0])
    card = event(play.mine, step.deck, got[0])
    play.say(f"{step.deck.capitalize()} card. {card.name}: {card.text}")
    if step.deck == "dread" and pays(play, "reveal"):
        for place in play.up():
            play.grit(place, -1)
        play.say("All heroes pay a Grit, and it does not happen.")
        return
    _resolve(play, step.deck, got[0])


def finds_roll(mine: Mine, public: Public, step: Finds) -> Roll | None:
    """Different cards of a whole deck."""
    hero = public.heroes[step.hero]
    return some(step.n, mine.lore.decks[step.deck], step.deck, hero=hero.name)


def found(play: Play, step: Finds, got: Got) -> None:
    """The hero has what he drew."""
    names = [event(play.mine, step.deck, card).name for card in got]
    play.say(f"{play.name(step.hero)} finds: {', '.join(names)}.")
    effects = [effect for card in got for effect in event(play.mine, step.deck, card).does]
    _happen(play, step.hero, effects)


def befell(play: Play, step: Depth) -> None:
    """A depth event."""
    _resolve(play, "event", str(step.event))


def _resolve(play: Play, deck: str, card: str) -> None:
    what = event(play.mine, deck, card)
    if not what.skill:
        _happen(play, -1, what.does)
        return
    match what.who:
        case "all":
            play.push(Test(deck, card, tuple(play.up())))
        case "random":
            play.push(Someone(deck, card))
        case _:
            play.push(Choose(deck, card))


# -- who, and whether he passes --------------------------------------------------------------------


def someone_roll(mine: Mine, public: Public, step: Someone) -> Roll | None:
    """One of the heroes who are up, where there are several."""
    return _lot(public, card=event(mine, step.deck, step.card).name)


def _lot(public: Public, **more: Json) -> Roll | None:
    heroes = [hero.name for hero in public.heroes if not hero.down]
    return some(1, heroes, "random hero", **more) if len(heroes) > 1 else None


def _lotted(play: Play, got: Got) -> int:
    return play.mine.places[got[0]] if got else play.up()[0]


def someone(play: Play, step: Someone, got: Got) -> None:
    """It is him."""
    play.push(Test(step.deck, step.card, (_lotted(play, got),)))


def best(mine: Mine, public: Public, card: Event) -> int:
    """The hero with the best skill for a card, the first of equals. Source: rules, 12."""
    able = [place for place, hero in enumerate(public.heroes) if not hero.down]
    return max(able, key=lambda place: (mine.callings[place].skills[card.skill], -place))


def test_roll(mine: Mine, public: Public, step: Test) -> Roll | None:
    """A die for each point of the skill."""
    if not step.heroes or public.heroes[step.heroes[0]].down:
        return None
    card, place = event(mine, step.deck, step.card), step.heroes[0]
    n = mine.callings[place].skills[card.skill]
    purpose = f"{card.skill} again" if step.again else card.skill
    return dice(n, 6, purpose, hero=public.heroes[place].name, need=card.need, card=card.name)


def tested(play: Play, step: Test, got: Got) -> None:
    """One die that reaches the number is enough; then it is the next hero's turn."""
    if not step.heroes:
        return
    place, rest = step.heroes[0], step.heroes[1:]
    card = event(play.mine, step.deck, step.card)
    if rest:
        play.push(Test(step.deck, step.card, rest))
    if not got:
        return
    won = max(got) >= card.need
    hero = play.hero(place)
    rolled = " ".join(map(str, got))
    word = "passes" if won else "fails"
    play.say(f"{play.name(place)} {word} {card.skill.capitalize()} {card.need}+ ({rolled}).")
    if not won and not step.again and hero.orders.tests and hero.grit:
        play.grit(place, -1)
        play.push(Test(step.deck, step.card, (place,), again=True))
        return
    _happen(play, place, card.win if won else card.lose)


# -- what it does ----------------------------------------------------------------------------------


def _happen(play: Play, hero: int, effects: Sequence[Effect]) -> None:
    steps: list[Step] = []
    for effect in effects:
        if effect.who == "all":
            each = replace(effect, who="")
            steps += [Does(place, each) for place in play.up()]
        else:
            steps.append(Does(hero, effect))
    play.push(*steps)


def does_roll(mine: Mine, public: Public, step: Does) -> Roll | None:
    """The random hero first, then the die for the amount."""
    effect = step.effect
    if effect.who == "random":
        return _lot(public, what=effect.do)
    if effect.die:
        return dice(1, effect.die, "amount", what=effect.do)
    return None


def done(play: Play, step: Does, got: Got) -> None:
    """An effect happens."""
    effect, hero = step.effect, step.hero
    if effect.who == "random":
        play.push(Does(_lotted(play, got), replace(effect, who="")))
        return
    if effect.die:
        effect = replace(effect, n=got[0], die=0)
    if effect.who == "bearer":
        hero = play.public.bearer
    if effect.do in _PERSONAL:
        if hero >= 0 and not play.hero(hero).down:
            _personal(play, hero, effect)
    else:
        _common(play, effect)


def _personal(play: Play, place: int, effect: Effect) -> None:
    n, hero, name = effect.n, play.hero(place), play.name(place)
    match effect.do:
        case "xp":
            play.xp(place, n)
        case "stone":
            play.change(place, stone=hero.stone + n)
            play.say(f"{name} gains {n} Dark Stone.")
        case "gold":
            play.change(place, gold=hero.gold + n)
            play.say(f"{name} gains {n} dollars.")
        case "grit":
            play.grit(place, n)
            play.say(f"{name} {'gains' if n > 0 else 'loses'} {abs(n)} Grit.")
        case "hits":
            play.push(Harm(place, n))
        case "horror":
            play.push(Harm(place, n, horror=True))
        case "wounds":
            play.push(Hurt(place, n))
        case "item":
            play.pack(place, effect.what)
        case _:
            play.push(Finds(place, "loot", n))


def _common(play: Play, effect: Effect) -> None:
    public, n = play.public, effect.n
    match effect.do:
        case "marker":
            play.push(Creep(n))
        case "dread":
            play.push(Dread(n))
        case "darkness":
            play.push(*(Card("darkness") for _ in range(n)))
        case "ambush":
            _ambush(play, effect)
        case "threat":
            play.push(Threat(play.mine.party.threat, public.final))
        case "gutter":
            play.put(dim=True)
        case "bless":
            play.put(bless=public.bless + 1)
        case "gloom":
            play.put(gloom=public.gloom + n)
        case "haste":
            play.put(haste=public.haste + n)
        case "fury":
            play.put(fury=public.fury + n)
        case "dire":
            play.put(dire=public.dire + n)
        case _:
            pass


def _ambush(play: Play, effect: Effect) -> None:
    if effect.what in play.mine.lore.breeds:
        play.push(Rouse(effect.what), Spring(effect.what, effect.n), Sprung())
        return
    level = play.mine.party.threat if effect.what == "threat" else effect.what
    play.push(Threat(level, -1, ambush=True))
