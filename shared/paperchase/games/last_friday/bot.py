"""Bots for both sides; they know no more than their seat does."""

from typing import cast

from paperchase.games.last_friday import bot_camper, bot_maniac
from paperchase.games.last_friday.choices import legal
from paperchase.games.last_friday.rules import LastFriday
from paperchase.games.last_friday.state import MANIAC, Public, Secret, Stage
from paperchase.rules import Below, Demand, Kind, Move, RuleSet


def choose(
    rules: RuleSet[Public, Secret], public: Public, secret: Secret, demand: Demand, below: Below
) -> Move:
    """A sensible move, with some luck in it. See `bot.Bot`."""
    site = cast(LastFriday, rules).site
    if demand.kind is not Kind.MOVE:
        return next(rules.choices(public, secret, demand))
    match public.stage:
        case Stage.CAMPER:
            move = bot_camper.act(site, public, below)
            for found in legal(site, public, iter([move] if move else [])):
                return found
            return rules.sample(public, secret, demand, below)
        case Stage.MANIAC | Stage.TWIST:
            return bot_maniac.turn(site, public, secret, below)
        case Stage.HIDE:
            return bot_maniac.hide(site, public, below)
        case Stage.SHELTER:
            return bot_camper.shelter(site, public, [*rules.choices(public, secret, demand)])
        case Stage.SPOILS if demand.seat == MANIAC:
            moves = [*rules.choices(public, secret, demand)]
            return bot_maniac.choose_plain(public, moves, below)
        case _:
            return rules.sample(public, secret, demand, below)
