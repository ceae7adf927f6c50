"""Orders become deeds: done, undone, and taken back although others have moved since (mega.3.order.5, ruling A-27)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.movement import marches, ships, voyages
from ecumene.antiquity.movement.bars import causing
from ecumene.antiquity.movement.orders import (
    AnyOrder,
    Build,
    Embark,
    Land,
    Maintain,
    March,
    Sail,
    Scrap,
    TakeBack,
)
from ecumene.antiquity.movement.ships import mover_of
from ecumene.antiquity.movement.state import (
    BUILD,
    EMBARK,
    KEEP,
    LAND,
    MARCH,
    SAIL,
    SCRAP,
    SINK,
    TURN_BACK,
    Deed,
    Movement,
)
from ecumene.kernel import Event, Refusal, Seat


class Moved(Event, frozen=True, tag="moved"):
    """A deed of movement: `what` was done, see `Deed`. Public at once, though it may be taken back (mega.hid.18)."""

    seat: int
    deed: int
    what: str
    places: tuple[int, ...]
    ship: int
    number: int


class TookBack(Event, frozen=True, tag="took_back"):
    """A deed was taken back."""

    seat: int
    deed: int
    what: str
    places: tuple[int, ...]
    ship: int
    number: int


class ConflictCaused(Event, frozen=True, tag="conflict_caused"):
    """Tokens that entered an area caused or enlarged a conflict situation there."""

    seat: int
    area: int


_CHECK: dict[type, Callable[[Antiquity, Seat, Any], Refusal | None]] = {
    March: marches.check_march,
    Build: ships.check_build,
    Maintain: ships.check_maintain,
    Scrap: ships.check_scrap,
    Embark: voyages.check_embark,
    Sail: voyages.check_sail,
    Land: voyages.check_land,
}
_Change = Callable[[Antiquity, Deed], None]
_DO: dict[str, _Change] = {
    MARCH: marches.do_march,
    BUILD: ships.do_build,
    KEEP: ships.do_maintain,
    SCRAP: ships.do_scrap,
    SINK: ships.do_scrap,
    EMBARK: voyages.do_embark,
    SAIL: voyages.do_sail,
    LAND: voyages.do_land,
    TURN_BACK: voyages.do_turn_back,
}
_UNDO: dict[str, _Change] = {
    MARCH: marches.undo_march,
    BUILD: ships.undo_build,
    KEEP: ships.undo_maintain,
    SCRAP: ships.undo_scrap,
    SINK: ships.undo_scrap,
    EMBARK: voyages.undo_embark,
    SAIL: voyages.undo_sail,
    LAND: voyages.undo_land,
    TURN_BACK: voyages.undo_turn_back,
}


def check(game: Antiquity, seat: Seat, order: AnyOrder) -> Refusal | None:
    """Whether an order may be carried out now (the end of movement is checked by the decision)."""
    if type(order) is TakeBack:
        return check_take_back(game, seat, order.deed)
    return _CHECK[type(order)](game, seat, order)


# -- doing ---------------------------------------------------------------------------------------------------------


def carry_out(game: Antiquity, seat: Seat, order: AnyOrder) -> None:
    """Do what was checked."""
    if type(order) is TakeBack:
        take_back(game, seat, order.deed)
        return
    movement = marches.movement_of(game)
    mover = movement.movers[seat]
    mover.orders += 1
    n = movement.next
    if type(order) is March:
        way = (order.start, order.to) if order.via is None else (order.start, order.via, order.to)
        _enter(game, Deed(n, seat, MARCH, way, -1, order.number), order.to)
    elif type(order) is Land:
        at = mover.ships[order.ship].at
        land_all(game, seat, order.ship, at, order.number)
    elif type(order) is Embark:
        do(game, Deed(n, seat, EMBARK, (mover.ships[order.ship].at,), order.ship, order.number))
    elif type(order) is Sail:
        do(game, Deed(n, seat, SAIL, (mover.ships[order.ship].at, *order.way), order.ship))
    elif type(order) is Build:
        spent = ships.spent_bits(game, seat, order.tokens)
        ship = game.rules.ships + n  # never the number of an earlier ship
        do(game, Deed(n, seat, BUILD, (order.at, *order.tokens), ship, order.treasury, spent))
    elif type(order) is Maintain:
        paid = () if order.token is None else (order.token,)
        treasury = 0 if paid else game.rules.ship_upkeep
        do(game, Deed(n, seat, KEEP, paid, order.ship, treasury, ships.spent_bits(game, seat, paid)))
    elif type(order) is Scrap:
        do(game, Deed(n, seat, SCRAP, (mover.ships[order.ship].at,), order.ship))


def land_all(game: Antiquity, seat: Seat, ship: int, at: int, number: int) -> None:
    """Tokens land where their ship is."""
    n = marches.movement_of(game).next
    _enter(game, Deed(n, seat, LAND, (at,), ship, number), game.board.area_of[at])


def do(game: Antiquity, deed: Deed) -> None:
    """Carry out a deed, keep it and tell it."""
    movement = marches.movement_of(game)
    _DO[deed.what](game, deed)
    movement.deeds.append(deed)
    movement.next = deed.number_in_phase + 1
    game.tell(Moved(deed.seat, deed.number_in_phase, deed.what, deed.places, deed.ship, deed.number))


def _enter(game: Antiquity, deed: Deed, area: int) -> None:
    """A march or a landing. [west] Tokens that cause conflict ahead of their turn are locked (ruling A-28).

    Those of the same order that came first and caused none stay free: they become a deed of their own.
    """
    seat = Seat(deed.seat)
    do(game, deed)
    caused = causing(game, seat, area, deed.number)
    if not caused:
        return
    game.tell(ConflictCaused(seat, area))
    movement = marches.movement_of(game)
    if not game.rules.conflict_locks_moves or not _ahead(game, seat, movement):
        return
    game.learned = True
    movement.deeds.pop()
    free = deed.number - caused
    n = deed.number_in_phase
    if free:
        movement.deeds.append(Deed(n, seat, deed.what, deed.places, deed.ship, free))
        n += 1
    movement.deeds.append(Deed(n, seat, deed.what, deed.places, deed.ship, caused, locked=True))
    movement.next = n + 1


def _ahead(game: Antiquity, seat: Seat, movement: Movement) -> bool:
    """Whether somebody before a seat in census order has not declared the end of his movement yet."""
    for earlier in game.state.order:
        if earlier == seat:
            return False
        if not movement.movers[earlier].done:
            return True
    return False


# -- taking back ---------------------------------------------------------------------------------------------------


def check_take_back(game: Antiquity, seat: Seat, number: int) -> Refusal | None:
    """An own deed of this phase, if all later ones of everybody stay legal without it (mega.3.order.5, ruling A-27).

    Not a locked one (mega.3.order.7). It is tried out on a copy.
    """
    place = _place(game, number)
    deeds = marches.movement_of(game).deeds
    if place is None or deeds[place].seat != seat:
        return Refusal("mega.3.order.5", "no_such_deed", deed=number)
    if deeds[place].locked:
        return Refusal("mega.3.order.7", "locked", deed=number)
    real = game.state
    game.state = real.clone()
    spoiled = _without(game, place)
    game.state = real
    if spoiled is None:
        return None
    return Refusal(
        "mega.3.order.5", "later_deed_needs_it", deed=number, later=spoiled.number_in_phase, seat=spoiled.seat
    )


def take_back(game: Antiquity, seat: Seat, number: int) -> None:
    """Undo it; its payment comes back."""
    place = _place(game, number)
    if place is None:
        raise ValueError(f"no deed {number}")
    deed = marches.movement_of(game).deeds[place]
    _without(game, place)
    game.tell(TookBack(seat, number, deed.what, deed.places, deed.ship, deed.number))


def _place(game: Antiquity, number: int) -> int | None:
    deeds = marches.movement_of(game).deeds
    return next((place for place, deed in enumerate(deeds) if deed.number_in_phase == number), None)


def _without(game: Antiquity, place: int) -> Deed | None:
    """Undo a deed and all later ones, then do these again, each tested. The first that is no longer legal, if any."""
    deeds = marches.movement_of(game).deeds
    later = deeds[place + 1 :]
    for deed in reversed(deeds[place:]):
        _UNDO[deed.what](game, deed)
    del deeds[place:]
    for deed in later:
        if not _still_legal(game, deed):
            return deed
        again = deed
        if deed.what in (BUILD, KEEP):  # the token paid may be another now, moved or not
            paid = deed.places[1:] if deed.what == BUILD else deed.places
            again = msgspec.structs.replace(deed, spent=ships.spent_bits(game, Seat(deed.seat), paid))
        _DO[again.what](game, again)
        deeds.append(again)
    return None


def _still_legal(game: Antiquity, deed: Deed) -> bool:
    """The same order would be accepted now, and a ship is where it was."""
    seat, what, places = Seat(deed.seat), deed.what, deed.places
    if what == MARCH:
        via = places[1] if len(places) == 3 else None
        return marches.check_march(game, seat, March(places[0], places[-1], deed.number, via)) is None
    if what == BUILD:
        return ships.check_build(game, seat, Build(places[0], deed.number, places[1:])) is None
    if what == KEEP:
        token = places[0] if places else None
        return ships.check_maintain(game, seat, Maintain(deed.ship, token)) is None
    ship = mover_of(game, seat).ships.get(deed.ship)
    if ship is None or ship.at != places[0 if what != TURN_BACK else -1]:
        return False
    if what == EMBARK:
        return voyages.check_embark(game, seat, Embark(deed.ship, deed.number)) is None
    if what == SAIL:
        return voyages.check_sail(game, seat, Sail(deed.ship, places[1:])) is None
    if what == LAND:
        return voyages.check_land(game, seat, Land(deed.ship, deed.number)) is None
    return what == TURN_BACK or not ship.paid
