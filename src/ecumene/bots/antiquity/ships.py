"""Voyages: people who have no room on land settle other shores."""

from __future__ import annotations

from ecumene.antiquity.movement.orders import Build, Embark, Land, Maintain, Sail, ShipThere
from ecumene.atlas import Area
from ecumene.bots.antiquity.lay import BREED, Lay

SHIP_PRICE = 2
MOST_SHIPS = 2


def by_ship(lay: Lay) -> Build | Maintain | Embark | Sail | Land | None:
    """Tokens that have no room on land go over the water."""
    board, body = lay.see.board, lay.body
    for ship in body.ships:
        if ship.cargo:
            return _carry(lay, ship)
    for ship in body.ships:
        aboard = _emigrants(lay, ship.at) if ship.paid and ship.steps_left else 0
        if aboard and _harbour(lay, ship.at, ship.steps_left):
            return Embark(ship.ship, min(aboard, body.capacity))
    short = any(lay.room(area) and not _beside(lay, area) for area in lay.targets)
    crowded = {area: spare for area, spare in lay.spare.items() if spare >= 2 - short and board.coastal[area]}
    for area in sorted(crowded, key=lambda a: (-crowded[a], a)):
        if not _harbour(lay, area, body.steps):
            continue
        here = [ship for ship in body.ships if ship.at == area and not ship.paid]
        for ship in here:
            return Maintain(ship.ship, None if body.treasury else area)
        if body.builds_left and lay.see.body.treasury >= SHIP_PRICE and _ships_left(lay):
            return Build(area, SHIP_PRICE)
        if body.builds_left and _ships_left(lay):
            other = max(lay.spare, key=lambda one: (lay.spare[one] - 2 * (one == area), -one))
            if crowded[area] + lay.spare[other] * (other != area) >= SHIP_PRICE + 1:
                return Build(area, 0, (area, other))
    return None


def _emigrants(lay: Lay, area: int) -> int:
    """Who may leave by a ship that is there anyway: all but those who breed."""
    if area not in lay.free or area in lay.targets:
        return lay.spare.get(area, 0)
    return max(lay.spare[area], min(lay.free[area], lay.have[area] - BREED))


def _beside(lay: Lay, area: int) -> bool:
    return any(near in lay.free for near in lay.see.board.land[area])


def _ships_left(lay: Lay) -> bool:
    return len(lay.body.ships) < MOST_SHIPS


def _carry(lay: Lay, ship: ShipThere) -> Sail | Land | None:
    board = lay.see.board
    room = lay.room(ship.at)
    if room and (ship.at not in lay.free or ship.at in lay.targets):
        return Land(ship.ship, min(ship.cargo, room))
    goal = _harbour(lay, ship.at, ship.steps_left)
    if goal is None:
        return Land(ship.ship, ship.cargo)
    way = board.voyage(Area(goal[1]), Area(goal[0]), lay.body.open_sea)
    return Sail(ship.ship, tuple(way[1:])) if len(way) > 1 else Land(ship.ship, min(ship.cargo, max(1, room)))


def _harbour(lay: Lay, start: int, steps: int) -> tuple[int, int] | None:
    """The best shore to land on, and where from."""
    board = lay.see.board
    shores = [a for a in board.reach(Area(start), steps, lay.body.open_sea) if a != start and lay.room(a)]
    if not shores:
        return None
    best = max(
        shores,
        key=lambda a: (a in lay.targets, min(3, lay.room(a)), a not in lay.have, bool(board.site[a]), -a),
    )
    return best, start
