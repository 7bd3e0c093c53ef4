"""Map tiles, exploration tokens, doors, clues and the objective. Source: rules, 7, 10 and 13."""

from paperchase.games.mine_delve.geometry import fit, lay
from paperchase.games.mine_delve.lore import Exit, Shape
from paperchase.games.mine_delve.mine import Mine
from paperchase.games.mine_delve.play import Play
from paperchase.games.mine_delve.rolls import Got, Roll, dice, some
from paperchase.games.mine_delve.state import START, Map, Phase, Public
from paperchase.games.mine_delve.steps import (
    Bend,
    Card,
    Doors,
    Exits,
    Explore,
    Found,
    Look,
    Objective,
    Reveal,
    Threat,
)

MISFITS = 3
"""Map cards that do not fit before a door is capped."""


# -- looking through doors -------------------------------------------------------------------------


def look_roll(mine: Mine, public: Public, step: Look) -> Roll | None:
    """A map card; none if all are on the table."""
    deck = public.decks["map"] or public.decks["misfits"]
    if not deck:
        return None
    return some(1, deck, "map", door=step.door + 1)


def looked(play: Play, step: Look, got: Got) -> None:
    """The tile is laid if it fits; else it is discarded and another drawn."""
    if not got:
        _cap(play, step.door)
        return
    decks = dict(play.public.decks)
    if not decks["map"]:
        decks["map"], decks["misfits"] = decks["misfits"], ()
    left = [*decks["map"]]
    left.remove(got[0])
    decks["map"] = tuple(left)
    shape = play.mine.lore.shapes[got[0]]
    tile = fit(play.public.map, shape, step.door)
    if tile is None:
        decks["misfits"] = tuple(sorted((*decks["misfits"], got[0])))
        play.put(decks=decks)
        play.say(f"{got[0]} does not fit behind door {step.door + 1}.")
        if step.misfits + 1 == MISFITS:
            _cap(play, step.door)
        else:
            play.push(Look(step.door, step.misfits + 1))
        return
    play.put(decks=decks)
    if shape.kind == "bend":
        play.push(Bend(step.door, got[0]))
    else:
        _lay(play, step.door, shape, shape.exits)


def bend_roll(mine: Mine, public: Public, step: Bend) -> Roll:
    """Which way it goes."""
    return dice(1, 6, "bend", card=step.card)


def bent(play: Play, step: Bend, got: Got) -> None:
    """A bend has one of its exits."""
    shape = play.mine.lore.shapes[step.card]
    exits = tuple(exit_ for exit_ in shape.exits if exit_.low <= got[0] <= exit_.high)
    _lay(play, step.door, shape, exits)


def _lay(play: Play, door: int, shape: Shape, exits: tuple[Exit, ...]) -> None:
    public = play.public
    tile = fit(public.map, shape, door)
    assert tile is not None
    before = len(public.map.doors)
    plan = lay(public.map, shape, tile, exits)
    number = len(public.map.tiles)
    doors = tuple(one for one in public.open if one != door)
    room = shape.kind == "room"
    if not room:
        doors = (*doors, *range(before, len(plan.doors)))
    play.put(
        map=plan,
        open=doors,
        tokens=(*public.tokens, number) if room else public.tokens,
        posse=min(START, public.posse + 1),
    )
    play.say(f"Behind door {door + 1} lies {number + 1}, a {shape.name}.")


def _cap(play: Play, door: int) -> None:
    play.put(open=tuple(one for one in play.public.open if one != door))
    play.say(f"Door {door + 1} leads nowhere.")


# -- the step of the turn --------------------------------------------------------------------------


def explore(play: Play, step: Explore) -> None:
    """Tokens are turned up on all tiles where a hero stands. Source: seed, Room Exploration."""
    public = play.public
    play.put(phase=Phase.EXPLORE)
    if public.foes:
        return
    if public.lost:
        rooms = [
            number
            for number, tile in enumerate(public.map.tiles)
            if play.mine.lore.shapes[tile.card].kind == "room"
        ]
        play.push(Objective(rooms[-1] if rooms else len(public.map.tiles) - 1))
        return
    seen = {tile for place in play.up() for tile in play.survey.tiles[play.hero(place).at]}
    reveals = [Reveal(tile) for tile in public.tokens if tile in seen]
    play.push(*reveals, Found(), Doors())


def reveal_roll(mine: Mine, public: Public, step: Reveal) -> Roll:
    """One of the tokens that are left."""
    return some(1, public.decks["token"], "exploration token", tile=step.tile + 1)


def revealed(play: Play, step: Reveal, got: Got) -> None:
    """Dread, clue, doors; encounters and attacks wait. Source: seed; rules, 7."""
    public, token = play.public, play.mine.lore.tokens[got[0]]
    tokens = tuple(tile for tile in public.tokens if tile != step.tile)
    left = tuple(one for one in public.decks["token"] if one != token.name)
    play.put(tokens=tokens, decks={**public.decks, "token": left})
    play.say(f"Tile {step.tile + 1}: {token.name}.")
    dread = play.public.dread
    if token.dread:
        dread += 1
        play.say(f"Dread grows: {dread} in the stack.")
    clues = public.clues + token.clue
    play.put(dread=dread, clues=clues)
    if token.clue:
        play.say(f"A clue: {clues} of {play.mine.setup.clues}.")
        if clues == play.mine.setup.clues:
            play.push(Objective(step.tile))
            return
    attacks = tuple((step.tile, one == "ambush") for one in token.finds if one != "encounter")
    play.put(
        encounters=public.encounters + token.finds.count("encounter"),
        attacks=(*public.attacks, *attacks),
    )
    play.push(Exits(step.tile, token.doors))


def exits_roll(mine: Mine, public: Public, step: Exits) -> Roll | None:
    """As with a die that is rolled again while it shows an exit that is a door already: each
    exit stands in the list once for each of its faces."""
    shut = [door for door in _exits(public.map, step.tile) if door not in public.open]
    if not 0 < step.n < len(shut):
        return None
    plan = public.map
    faces = [
        door + 1 for door in shut for _ in range(plan.doors[door].low, plan.doors[door].high + 1)
    ]
    return some(1, faces, "door", tile=step.tile + 1)


def opened(play: Play, step: Exits, got: Got) -> None:
    """One exit after the other becomes a door; what is left is capped."""
    public = play.public
    exits = _exits(public.map, step.tile)
    if got:
        play.put(open=(*public.open, got[0] - 1))
        if step.n > 1:
            play.push(Exits(step.tile, step.n - 1))
            return
    elif step.n:
        play.put(open=(*(one for one in public.open if one not in exits), *exits))
    doors = [str(door + 1) for door in exits if door in play.public.open]
    if doors:
        play.say(f"Tile {step.tile + 1} has door{'s' * (len(doors) > 1)} {', '.join(doors)}.")
    else:
        play.say(f"Tile {step.tile + 1} has no other way out.")


def _exits(plan: Map, tile: int) -> list[int]:
    return [index for index, door in enumerate(plan.doors) if door.tile == tile]


def settled(play: Play, step: Found) -> None:
    """First all encounters, then all attacks as one fight. Source: rules, 7."""
    public = play.public
    cards = [Card("encounter") for _ in range(public.encounters)]
    threats = [Threat(play.mine.party.threat, tile, ambush) for tile, ambush in public.attacks]
    play.put(encounters=0, attacks=())
    play.push(*cards, *threats)


def doors(play: Play, step: Doors) -> None:
    """Where no door is left and the objective is not found, a capped exit is opened again; if
    none can be, the latest room is the objective. Source: rules, 13."""
    public = play.public
    if public.final >= 0 or public.open or public.tokens or public.lost:
        return
    plan, used = public.map, {tile.door for tile in public.map.tiles}
    names = sorted({*public.decks["map"], *public.decks["misfits"]})
    for door in reversed(range(len(plan.doors))):
        shapes = (play.mine.lore.shapes[name] for name in names)
        if door not in used and any(fit(plan, shape, door) for shape in shapes):
            play.put(open=(door,))
            play.say(f"There is no way on, so the heroes break through at door {door + 1}.")
            return
    play.put(lost=True)
    play.say("There is no way on: what they seek must be here.")


def objective(play: Play, step: Objective) -> None:
    """The last fight. What else lies about unseen no longer counts, but what was turned up
    before still comes. Source: seed; rules, 7 and 10."""
    dread = play.public.dread
    play.cut()
    play.put(final=step.tile, tokens=(), dread=0)
    play.say(f"Here it is: tile {step.tile + 1} is the objective.")
    cards = [Card("dread") for _ in range(dread)]
    play.push(*cards, Found(), Threat(play.mine.final, step.tile))
