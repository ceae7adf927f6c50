"""Voyages: what boards, sails and lands, and where a ship may end."""

from __future__ import annotations

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.movement.bars import Room, barred, room
from ecumene.antiquity.movement.marches import unmark, unmoved
from ecumene.antiquity.movement.orders import Embark, Land, Sail
from ecumene.antiquity.movement.ships import capacity, mover_of, range_of, take_ship, used
from ecumene.antiquity.movement.state import Deed, Ship
from ecumene.kernel import Refusal, Seat


def check_embark(game: Antiquity, seat: Seat, order: Embark) -> Refusal | None:
    """Unmoved tokens only: by land or by ship, never both, and one ship a turn (mega.3.move.2, ruling A-23).

    At any moment of the ship's movement, in any area that it is in (mega.3.ships.move.4), as many at a time as it holds
    (mega.3.ships.move.3).
    """
    ship = used(game, seat, order.ship)
    if isinstance(ship, Refusal):
        return ship
    area = game.board.area_of[ship.at]
    free = unmoved(game, seat, area)
    if order.number > free:
        return Refusal("mega.3.move.2", "too_few_unmoved", area=area, most=free, got=order.number)
    left = capacity(game, seat) - ship.cargo
    if order.number > left:
        return Refusal("mega.3.ships.move.3", "too_many_aboard", ship=order.ship, most=left, got=order.number)
    return None


def do_embark(game: Antiquity, deed: Deed) -> None:
    area = game.board.area_of[deed.places[0]]
    tokens = game.realms[deed.seat].tokens
    left = tokens[area] - deed.number
    if left:
        tokens[area] = left
    else:
        del tokens[area]
    mover_of(game, deed.seat).ships[deed.ship].cargo += deed.number


def undo_embark(game: Antiquity, deed: Deed) -> None:
    area = game.board.area_of[deed.places[0]]
    mover_of(game, deed.seat).ships[deed.ship].cargo -= deed.number
    tokens = game.realms[deed.seat].tokens
    tokens[area] = tokens.get(area, 0) + deed.number


def check_sail(game: Antiquity, seat: Seat, order: Sail) -> Refusal | None:
    """Four steps a turn, with Cloth Making five, spread as one likes (mega.3.ships.move.1, ruling A-26).

    Each into an area adjacent by sea water (ruling A-07), also one out of play (mega.out.2); into open sea only with
    Astronavigation (mega.3.ships.move.2, mega.adv.astronavigation.1). A ship enters nobody's area and fights no ship
    (mega.3.ships.move.7, mega.3.ships.move.8, mega.adv.diplomacy.5, mega.adv.cultural_ascendancy.6).
    """
    ship = used(game, seat, order.ship)
    if isinstance(ship, Refusal):
        return ship
    left = range_of(game, seat) - len(ship.way) + 1
    if len(order.way) > left:
        return Refusal(
            "mega.3.ships.move.1", "too_many_steps", ship=order.ship, most=left, got=len(order.way)
        )
    sailing = game.board.sailing_mask
    here = ship.way[-1]
    for there in order.way:
        if not sailing[here] >> there & 1:
            return Refusal("mega.3.ships.move.1", "not_adjacent_by_water", start=here, area=there)
        if game.board.sea_mask >> there & 1 and not game.holds(seat, Advance.ASTRONAVIGATION):
            return Refusal(
                "mega.3.ships.move.2", "open_sea", area=there, advance=int(Advance.ASTRONAVIGATION)
            )
        here = there
    return None


def do_sail(game: Antiquity, deed: Deed) -> None:
    way = mover_of(game, deed.seat).ships[deed.ship].way
    take_ship(game, deed.seat, way[-1])
    way.extend(deed.places[1:])
    ships = game.realms[deed.seat].ships
    ships[way[-1]] = ships.get(way[-1], 0) + 1


def undo_sail(game: Antiquity, deed: Deed) -> None:
    way = mover_of(game, deed.seat).ships[deed.ship].way
    take_ship(game, deed.seat, way[-1])
    del way[1 - len(deed.places) :]
    ships = game.realms[deed.seat].ships
    ships[way[-1]] = ships.get(way[-1], 0) + 1


def landing_room(game: Antiquity, seat: Seat, at: int) -> Room:
    """How many tokens may land where a ship is: none in open sea and out of play (mega.3.ships.move.6, mega.out.1)."""
    area = game.board.area_of[at]
    if not game.board.in_play_mask >> area & 1:
        return 0, "mega.3.ships.move.6"
    return room(game, seat, area)


def check_land(game: Antiquity, seat: Seat, order: Land) -> Refusal | None:
    """Landing a token is entering (mega.3.ships.move.7, mega.3.conflict.1); it is done then (mega.3.move.4)."""
    ship = used(game, seat, order.ship)
    if isinstance(ship, Refusal):
        return ship
    if order.number > ship.cargo:
        return Refusal(
            "mega.3.ships.move.4", "too_few_aboard", ship=order.ship, most=ship.cargo, got=order.number
        )
    most, rule = landing_room(game, seat, ship.at)
    if order.number > most:
        return barred(rule, game.board.area_of[ship.at], most)
    return None


def do_land(game: Antiquity, deed: Deed) -> None:
    area = game.board.area_of[deed.places[0]]
    mover = mover_of(game, deed.seat)
    mover.ships[deed.ship].cargo -= deed.number
    mover.moved[area] = mover.moved.get(area, 0) + deed.number
    tokens = game.realms[deed.seat].tokens
    tokens[area] = tokens.get(area, 0) + deed.number


def undo_land(game: Antiquity, deed: Deed) -> None:
    area = game.board.area_of[deed.places[0]]
    mover = mover_of(game, deed.seat)
    mover.ships[deed.ship].cargo += deed.number
    unmark(mover.moved, area, deed.number)
    tokens = game.realms[deed.seat].tokens
    left = tokens[area] - deed.number
    if left:
        tokens[area] = left
    else:
        del tokens[area]


# -- the end -------------------------------------------------------------------------------------------------------


def stranded(game: Antiquity, seat: Seat) -> dict[int, Refusal]:
    """The ships that cannot end where they are, and why.

    Not in open sea (mega.3.ships.move.2, mega.adv.astronavigation.2), not in an area out of play (mega.out.3), not
    where what is aboard may not land, for no token stays aboard (mega.3.ships.move.5, ruling A-35).
    """
    found = {}
    landing: dict[int, int] = {}
    for number, ship in sorted(mover_of(game, seat).ships.items()):
        why = _cannot_stay(game, seat, ship, landing)
        if why is not None:
            found[number] = why
    return found


def _cannot_stay(game: Antiquity, seat: Seat, ship: Ship, landing: dict[int, int]) -> Refusal | None:
    board, at = game.board, ship.at
    area = board.area_of[at]
    if board.sea_mask >> at & 1:
        return Refusal("mega.3.ships.move.2", "ends_in_open_sea", area=area)
    if not board.in_play_mask >> area & 1:
        return Refusal("mega.out.3", "out_of_play", area=area)
    if ship.cargo:
        most, rule = room(game, seat, area)
        if landing.get(area, 0) + ship.cargo > most:
            return barred(rule, area, most)
        landing[area] = landing.get(area, 0) + ship.cargo
    return None


def way_back(game: Antiquity, seat: Seat, ship: Ship) -> tuple[int, ...]:
    """The end of a ship's way, from the last berth where it may end and land all it carries, else from its first.

    Ruling A-35; ruling E-21.
    """
    for place in range(len(ship.way) - 1, 0, -1):
        there = Ship(ship.way[: place + 1], ship.paid, ship.cargo)
        if _cannot_stay(game, seat, there, {}) is None:
            return tuple(ship.way[place:])
    return tuple(ship.way)


def do_turn_back(game: Antiquity, deed: Deed) -> None:
    way = mover_of(game, deed.seat).ships[deed.ship].way
    take_ship(game, deed.seat, way[-1])
    del way[1 - len(deed.places) :]
    ships = game.realms[deed.seat].ships
    ships[way[-1]] = ships.get(way[-1], 0) + 1


def undo_turn_back(game: Antiquity, deed: Deed) -> None:
    do_sail(game, deed)
