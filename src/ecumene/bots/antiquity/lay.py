"""The land as one seat finds it in the middle of its movement, and where its next cities shall stand."""

from __future__ import annotations

from ecumene.antiquity.movement.orders import MoveBody
from ecumene.atlas import Area
from ecumene.bots.antiquity.sight import CITIES, Sight

SITE_PRICE, WILD_PRICE = 6, 12
BREED = 2
"""Tokens of which two more come; three bring no more than two."""


class Lay:
    """The land as one seat finds it in the middle of its movement."""

    def __init__(self, see: Sight) -> None:
        body: MoveBody = see.body
        self.see = see
        self.body = body
        self.have = {there.area: there.unmoved + there.moved for there in body.tokens}
        self.free = {there.area: there.unmoved for there in body.tokens if there.unmoved}
        self.bar = {barred.area: barred.most for barred in body.barred}
        self.targets: dict[int, int] = {}
        self.loans: dict[int, dict[int, int]] = {}
        self._plan()
        self.spare = {area: self._spare(area) for area in self.free}

    def _plan(self) -> None:
        """Areas in which a city shall stand after this movement, the tokens it takes, and who lends them, once each."""
        see = self.see
        cities = len(see.me.cities)
        people = see.population
        left = dict(self.free)
        for price, area, needed in self._candidates():
            if cities >= CITIES or people - price < max(see.rate * (cities + 1), see.people_first):
                break
            loans = self._neighbours(area, needed, left)
            if loans is None:
                loans = self._overseas(area, needed, left)
            if loans is None:
                continue
            for near, number in loans.items():
                left[near] -= number
            left.pop(area, None)
            self.targets[area] = price + 2 * see.taken.get(area, 0)
            self.loans[area] = loans
            cities += 1
            people -= price

    def _candidates(self) -> list[tuple[int, int, int]]:
        """Where a city could be: its price, the area, how many tokens are missing there, the nearest to it first."""
        see, board = self.see, self.see.board
        around = {near for area in self.have for near in board.land[area]} | self.have.keys()
        found = []
        for area in around:
            if not board.limit[area] or area in see.foreign_cities or area in see.me.cities:
                continue
            price = SITE_PRICE if board.site[area] else WILD_PRICE
            here = self.have.get(area, 0)
            if self.entry(area) + here >= price:
                found.append((price, here, area))
        ordered = sorted(found, key=lambda one: (one[0], -one[1], one[2]))
        return [(price, area, price + 2 * see.taken.get(area, 0) - here) for price, here, area in ordered]

    def _neighbours(self, area: int, needed: int, left: dict[int, int]) -> dict[int, int] | None:
        """What the areas beside it lend, those with most to spare first; None if it is not enough."""
        beside = [near for near in self.see.board.land[area] if left.get(near) and near not in self.targets]
        loans: dict[int, int] = {}
        for near in sorted(beside, key=lambda n: (self.fed(n) - left[n], n)):
            number = min(needed, left[near])
            if number > 0:
                loans[near] = number
                needed -= number
        return loans if needed <= 0 else None

    def _overseas(self, area: int, needed: int, left: dict[int, int]) -> dict[int, int] | None:
        """What one ship can bring to an own island, which has no neighbours to lend it tokens."""
        board, body = self.see.board, self.body
        if not board.coastal[area] or area not in self.have or needed > body.capacity:
            return None
        near = set(board.reach(Area(area), body.steps, body.open_sea))
        if any(ship.cargo >= needed and ship.at in near for ship in body.ships):
            return {}
        others = [one for one in left if one in near and one not in self.targets and one != area]
        at_rest = [one for one in others if self.have[one] == self.free[one]]  # where others gather they stay
        able = [one for one in at_rest if min(left[one], self.have[one] - self.fed(one)) >= needed]
        return {max(able, key=lambda one: (left[one], -one)): needed} if able else None

    def entry(self, area: int) -> int:
        """How many tokens may enter now."""
        return self.bar.get(area, 99)

    def room(self, area: int) -> int:
        """How many more tokens an area feeds."""
        see = self.see
        if area in see.foreign_cities or area in see.me.cities:
            return 0
        full = self.targets.get(area, see.room(area) - see.taken.get(area, 0))
        return max(0, min(full - self.have.get(area, 0), self.entry(area)))

    def fed(self, area: int) -> int:
        """How many tokens an area feeds, if they share it with whoever is there."""
        return 0 if area in self.see.me.cities else self.see.room(area) - self.see.taken.get(area, 0)

    def _spare(self, area: int) -> int:
        """Unmoved tokens that an area can do without."""
        keep = self.targets.get(area, self.fed(area))
        return max(0, min(self.free[area], self.have[area] - keep))
