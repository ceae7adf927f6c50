"""Movement: gather six tokens on city sites, send what is too many to where there is room, by land and by ship.

Each call looks at the board as it is and gives one order, so a plan needs no memory.
"""

from __future__ import annotations

from random import Random

from ecumene.antiquity.movement.orders import (
    Build,
    Embark,
    Finish,
    Land,
    Maintain,
    March,
    MoveAnswer,
    MoveBody,
    Sail,
    ShipThere,
)
from ecumene.atlas import Area
from ecumene.bots.antiquity.sight import CITIES, Sight
from ecumene.bots.offer import Offer
from ecumene.kernel import Answer

SITE_PRICE, WILD_PRICE = 6, 12
STRIKE = 9
"""Tokens that make an attack on a city worth trying."""
MOST_ORDERS = 60
SHIP_PRICE = 2


class Lay:
    """The land as one seat finds it in the middle of its movement."""

    def __init__(self, see: Sight) -> None:
        body: MoveBody = see.body
        self.see = see
        self.body = body
        self.have = {there.area: there.unmoved + there.moved for there in body.tokens}
        self.free = {there.area: there.unmoved for there in body.tokens if there.unmoved}
        self.bar = {barred.area: barred.most for barred in body.barred}
        self.targets = self._targets()
        self.spare = {area: self._spare(area) for area in self.free}

    def _targets(self) -> dict[int, int]:
        """Areas in which a city shall stand after this movement, and the tokens it takes."""
        see = self.see
        cities = len(see.me.cities)
        people = see.population
        found: dict[int, int] = {}
        for price, area, _ in sorted(self._candidates(), key=lambda c: (c[0], -c[2], c[1])):
            if cities >= CITIES or people - price < see.rate * (cities + 1):
                break
            found[area] = price
            cities += 1
            people -= price
        return found

    def _candidates(self) -> list[tuple[int, int, int]]:
        """Where a city could be: price, area, tokens there."""
        see, board = self.see, self.see.board
        around = {near for area in self.have for near in board.land[area]} | self.have.keys()
        found = []
        for area in sorted(around):
            if not board.limit[area] or area in see.foreign_cities or area in see.me.cities:
                continue
            price = SITE_PRICE if board.site[area] else WILD_PRICE
            here = self.have.get(area, 0)
            beside = sum(self.free.get(near, 0) for near in board.land[area])
            if see.taken.get(area, 0) and here + beside < price + 2 * see.taken[area]:
                continue
            enough = here + beside >= price or (price == SITE_PRICE and here + self._afloat(area) >= price)
            if enough and self.entry(area) + here >= price:
                found.append((price, area, here))
        return found

    def _afloat(self, area: int) -> int:
        """What one ship could bring to an own shore: islands have no neighbours to lend them tokens."""
        board, body = self.see.board, self.body
        if not board.coastal[area] or area not in self.have:
            return 0
        near = set(board.reach(Area(area), body.steps, body.open_sea))
        aboard = max((ship.cargo for ship in body.ships if ship.at in near), default=0)
        ashore = max((self.free[a] for a in near if a != area and a in self.free), default=0)
        return min(body.capacity, max(aboard, ashore))

    def entry(self, area: int) -> int:
        """How many tokens may enter now."""
        return self.bar.get(area, 99)

    def room(self, area: int) -> int:
        """How many more tokens an area feeds."""
        see = self.see
        if area in see.foreign_cities or area in see.me.cities:
            return 0
        full = self.targets.get(area, see.room(area)) - self.have.get(area, 0) - see.taken.get(area, 0)
        return max(0, min(full, self.entry(area)))

    def _spare(self, area: int) -> int:
        """Unmoved tokens that an area can do without."""
        see = self.see
        fed = see.room(area) - see.taken.get(area, 0)
        keep = 0 if area in see.me.cities else self.targets.get(area, fed)
        return max(0, min(self.free[area], self.have[area] - keep))


def movement(see: Sight, offer: Offer, rng: Random) -> Answer:
    """The next order, or the end of the movement."""
    lay = Lay(see)
    done = sum(1 for _ in lay.body.deeds)
    order = None
    if done < MOST_ORDERS:
        order = _to_sites(lay) or _spread(lay) or _strike(lay) or _by_ship(lay)
    answer = MoveAnswer(order or Finish(turn_back=bool(lay.body.stranded)))
    if offer.check(answer) is not None:
        answer = MoveAnswer(Finish(turn_back=bool(lay.body.stranded)))
    return answer


def _to_sites(lay: Lay) -> March | None:
    """Fill the city sites from their neighbours, the fullest first."""
    for area, price in lay.targets.items():
        missing = price - lay.have.get(area, 0)
        if missing <= 0:
            continue
        near = [n for n in lay.see.board.land[area] if n in lay.free and n not in lay.targets]
        for start in sorted(near, key=lambda n: (-lay.spare[n], -lay.free[n], n)):
            number = min(missing, lay.free[start], lay.entry(area))
            if number:
                return March(start, area, number)
    return None


def _spread(lay: Lay) -> March | None:
    """What is too many goes where there is room, the emptiest best areas first."""
    board = lay.see.board
    for start, spare in sorted(lay.spare.items(), key=lambda s: (-s[1], s[0])):
        if not spare:
            continue
        best = max(
            board.land[start],
            key=lambda a: (min(spare, lay.room(a)), bool(board.site[a]), a not in lay.have, -a),
            default=None,
        )
        if best is not None and lay.room(best):
            return March(start, best, min(spare, lay.room(best)))
    return None


def _strike(lay: Lay) -> March | None:
    """With nothing better to do, a crowd goes for a city beside it."""
    board, see = lay.see.board, lay.see
    for city in sorted(see.foreign_cities):
        near = {a: lay.spare[a] for a in board.land[city] if lay.spare.get(a)}
        gathered = sum(near.values()) + lay.have.get(city, 0)
        if gathered >= STRIKE + see.taken.get(city, 0) and lay.entry(city) >= 1:
            for start, number in sorted(near.items()):
                if min(number, lay.entry(city)):
                    return March(start, city, min(number, lay.entry(city)))
    return None


def _by_ship(lay: Lay) -> Build | Maintain | Embark | Sail | Land | None:
    """Tokens that have no room on land go over the water."""
    board, body = lay.see.board, lay.body
    for ship in body.ships:
        if ship.cargo:
            return _carry(lay, ship)
    short = any(lay.room(area) and not _beside(lay, area) for area in lay.targets)
    crowded = {area: spare for area, spare in lay.spare.items() if spare >= 2 - short and board.coastal[area]}
    for area in sorted(crowded, key=lambda a: (-crowded[a], a)):
        if not _harbour(lay, area, body.steps):
            continue
        here = [ship for ship in body.ships if ship.at == area and ship.steps_left]
        for ship in here:
            if ship.paid:
                return Embark(ship.ship, min(crowded[area], body.capacity))
            if body.treasury:
                return Maintain(ship.ship)
            return Maintain(ship.ship, area)
        if body.builds_left and lay.see.body.treasury >= SHIP_PRICE and _ships_left(lay):
            return Build(area, SHIP_PRICE)
        if body.builds_left and crowded[area] >= SHIP_PRICE + 2 and _ships_left(lay):
            return Build(area, 0, (area, area))
    return None


def _beside(lay: Lay, area: int) -> bool:
    return any(near in lay.free for near in lay.see.board.land[area])


def _ships_left(lay: Lay) -> bool:
    return len(lay.body.ships) < 2


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


HABITS = {"movement": movement}
