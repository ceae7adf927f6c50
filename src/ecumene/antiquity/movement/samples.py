"""Lively and always legal orders at random, quickly: for random play and for fuzzing."""

from __future__ import annotations

from random import Random

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.movement import bars, ships, voyages
from ecumene.antiquity.movement.deeds import check_take_back
from ecumene.antiquity.movement.marches import check_march, movement_of
from ecumene.antiquity.movement.orders import (
    AnyOrder,
    Build,
    Embark,
    Finish,
    Land,
    Maintain,
    March,
    Sail,
    Scrap,
    TakeBack,
)
from ecumene.antiquity.movement.state import Mover, Ship
from ecumene.atlas.masks import bits
from ecumene.kernel import Seat

_FINISH = Finish()
_MOST_ORDERS = 16


def order(game: Antiquity, seat: Seat, rng: Random) -> AnyOrder:
    """Mostly a march, sometimes something with a ship, after a few orders the end."""
    mover = movement_of(game).movers[seat]
    if mover.orders >= _MOST_ORDERS or rng.random() < 0.06:
        return _finish(game, seat, mover)
    chance = rng.random()
    found: AnyOrder | None = None
    if mover.ships and chance < 0.5:
        found = _with_ship(game, seat, mover, rng)
    elif chance < 0.05:
        found = _build(game, seat, mover, rng)
    elif chance > 0.995:
        found = _back(game, seat, rng)
    return found or _march(game, seat, mover, rng) or _finish(game, seat, mover)


def _march(game: Antiquity, seat: Seat, mover: Mover, rng: Random) -> March | None:
    """What is too many for its area goes where few are, seldom where others are, or all go together to build."""
    tokens = game.state.realms[seat].tokens
    if not tokens:
        return None
    board, moved, random = game.board, mover.moved, rng.random
    limit = board.limit
    areas = list(tokens)
    for _ in range(6):
        start = areas[int(random() * len(areas))]
        here = tokens[start]
        free = here - moved.get(start, 0)
        near = board.land[start]
        spare = here - limit[start]
        if not free or not near or (spare <= 0 and random() < 0.9):
            continue
        to = near[int(random() * len(near))]
        mine = tokens.get(to, 0)
        if mine and board.site[to] and random() < 0.5:
            number = free
        elif mine < limit[to] or random() < 0.2:
            number = min(free, max(1, spare))
        else:
            continue
        if not mine and random() < 0.8 and game.others_in(seat, to):
            continue
        if random() < 0.3 and game.holds(seat, Advance.ROADBUILDING):
            beyond = board.land[to]
            further = March(start, beyond[int(random() * len(beyond))], number, to)
            if check_march(game, seat, further) is None:
                return further
        most = bars.room(game, seat, to)[0]
        if most:
            return March(start, to, min(number, most))
    return None


def _build(game: Antiquity, seat: Seat, mover: Mover, rng: Random) -> Build | None:
    realm = game.realms[seat]
    coasts = [area for area in realm.tokens if game.board.coastal[area]]
    if not coasts:
        return None
    at = coasts[int(rng.random() * len(coasts))]
    treasury = min(game.rules.ship_price, realm.treasury)
    wanted = Build(at, treasury, (at,) * (game.rules.ship_price - treasury))
    return wanted if ships.check_build(game, seat, wanted) is None else None


def _with_ship(game: Antiquity, seat: Seat, mover: Mover, rng: Random) -> AnyOrder | None:
    numbers = list(mover.ships)
    number = numbers[int(rng.random() * len(numbers))]
    ship = mover.ships[number]
    realm = game.realms[seat]
    if not ship.paid:
        if rng.random() < 0.05:
            return Scrap(number)
        if realm.treasury >= game.rules.ship_upkeep:
            return Maintain(number)
        return Maintain(number, next(iter(realm.tokens))) if realm.tokens and rng.random() < 0.3 else None
    if ship.cargo and rng.random() < 0.5:
        return _land(game, seat, number, ship)
    at = ship.at
    area = game.board.area_of[at]
    free = realm.tokens.get(area, 0) - mover.moved.get(area, 0)
    left = ships.capacity(game, seat) - ship.cargo
    if free and left and rng.random() < 0.6:
        return Embark(number, min(free, left))
    return _sail(game, seat, number, ship, rng)


def _land(game: Antiquity, seat: Seat, number: int, ship: Ship) -> Land | None:
    most = min(ship.cargo, voyages.landing_room(game, seat, ship.at)[0])
    return Land(number, most) if most else None


def _sail(game: Antiquity, seat: Seat, number: int, ship: Ship, rng: Random) -> Sail | None:
    board = game.board
    left = ships.range_of(game, seat) - len(ship.way) + 1
    allowed = -1 if game.holds(seat, Advance.ASTRONAVIGATION) else ~board.sea_mask
    way: list[int] = []
    here = ship.at
    while len(way) < left:
        near = bits(board.sailing_mask[here] & allowed)
        if not near:
            break
        here = near[int(rng.random() * len(near))]
        way.append(here)
        if board.anchorage_mask >> here & 1 and rng.random() < 0.4:
            break
    return Sail(number, tuple(way)) if way else None


def _back(game: Antiquity, seat: Seat, rng: Random) -> TakeBack | None:
    own = [deed for deed in movement_of(game).deeds if deed.seat == seat]
    if not own:
        return None
    number = own[int(rng.random() * len(own))].number_in_phase
    return TakeBack(number) if check_take_back(game, seat, number) is None else None


def _finish(game: Antiquity, seat: Seat, mover: Mover) -> Finish:
    if mover.ships and voyages.stranded(game, seat):
        return Finish(turn_back=True)
    return _FINISH
