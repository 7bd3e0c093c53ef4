"""The public step of Last Friday: what everybody, the server included, runs on each notice."""

from collections.abc import Mapping
from typing import Any

from paperchase.errors import IllegalMoveError
from paperchase.games.last_friday import answers, between, campers, maniac, setting
from paperchase.games.last_friday.moves import (
    ACT,
    CARD,
    CONSENT,
    CROSSED,
    DOT,
    HEAR,
    HIDE,
    LIGHT,
    NAME,
    PEEK,
    ROLL,
    SPOILS,
    STREW,
    TIE,
    TILE,
)
from paperchase.games.last_friday.pending import pending
from paperchase.games.last_friday.site import Site
from paperchase.games.last_friday.state import Public, Stage
from paperchase.rules import Demand, Kind, Notice
from paperchase.told import Shape, exactly, read


def apply(site: Site, public: Public, notice: Notice) -> Public:
    """The table after `notice`. Raises IllegalMoveError, or ends in a foul outcome."""
    if not any(_meets(notice, demand) for demand in pending(site, public)):
        raise IllegalMoveError(f"{notice.seat} is not asked for that now")
    match notice.kind:
        case Kind.MOVE:
            return _move(site, public, notice)
        case Kind.ANSWER:
            return _answer(site, public, notice)
        case Kind.REVEAL:
            return _reveal(site, public, notice)
        case Kind.CHANCE:
            exactly(notice, (), ())
            return between.rolled(site, public, read(notice.public, ROLL)["clue"])


def _meets(notice: Notice, demand: Demand) -> bool:
    return (notice.kind, notice.seat) == (demand.kind, demand.seat)


def _move(site: Site, public: Public, notice: Notice) -> Public:
    seat = notice.seat
    match public.stage:
        case Stage.CAMPER:
            return campers.act(site, public, _open_move(notice, ACT))
        case Stage.MANIAC | Stage.TWIST:
            return maniac.move(site, public, notice)
        case Stage.CARDS:
            return setting.choose_card(site, public, seat, _open_move(notice, CARD)["card"])
        case Stage.HIDE:
            return setting.hide(site, public, notice, read(notice.public, HIDE)["boat"])
        case Stage.TILES:
            return setting.open_cabin(site, public, _open_move(notice, TILE)["cabin"])
        case Stage.NAME:
            return setting.name(site, public, _open_move(notice, NAME)["predestined"])
        case Stage.INSIDE | Stage.SHELTER:
            return setting.stand(site, public, seat, _open_move(notice, DOT)["dot"])
        case Stage.STREW:
            return setting.strew(site, public, notice, read(notice.public, STREW))
        case Stage.CONSENT:
            return between.consent(site, public, seat, _open_move(notice, CONSENT)["agree"])
        case Stage.LAY:
            return between.lay_key(site, public, _open_move(notice, DOT)["dot"])
        case Stage.TIE:
            return between.choose_nearest(site, public, _open_move(notice, TIE)["nearest"])
        case Stage.SPOILS:
            return between.choose_spoils(site, public, _open_move(notice, SPOILS)["tokens"])
        case _:
            return between.choose_peeks(site, public, _open_move(notice, PEEK)["dots"])


def _answer(site: Site, public: Public, notice: Notice) -> Public:
    told = notice.public
    match public.stage:
        case Stage.HEAR:
            return answers.heard(site, public, notice, read(told, HEAR)["near"])
        case Stage.LIGHT:
            return answers.lighted(site, public, notice, read(told, LIGHT)["lit"])
        case _:
            return answers.crossings(site, public, notice, read(told, CROSSED)["hit"])


def _reveal(site: Site, public: Public, notice: Notice) -> Public:
    if notice.public is not None:
        raise IllegalMoveError("a reveal says nothing besides what it opens")
    (demand,) = (each for each in pending(site, public) if each.kind is Kind.REVEAL)
    exactly(notice, (), demand.slots)
    match public.stage:
        case Stage.TAKE:
            return between.opened(public, notice)
        case Stage.LAST:
            return between.last_circle(site, public, notice)
        case _:
            return between.all_open(site, public, notice)


def _open_move(notice: Notice, shape: Shape) -> Mapping[str, Any]:
    """What a move says that hides nothing."""
    exactly(notice, (), ())
    return read(notice.public, shape)
