"""Which units of a realm go in a Civil War or under Tyranny: the best selections, found, tested and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ecumene.antiquity.calamities.connected import Holding, Scale, TooMuch, Work, one_of, pieces
from ecumene.antiquity.calamities.counting import ANY, Count, Land, Stock, least, sums
from ecumene.atlas.masks import bits, mask_of

_GUESSES = 24  # how often a selection is grown at random before all of them are counted
_WORK = 5_000  # ways that are counted before what was found so far has to do (ruling E-60)


class Selection:
    """The best selections worth at least `needed` (rulings A-86 and A-88), in this order of priority:

    whole areas; as few connected groups as can be; as few points too many as can be; and, if the taker has as
    many points in stock, such that he can replace it piece for piece, if there is one.

    What no areas at all could be worth bounds what connected ones are; a guess that reaches the bound is best. Only
    where none does all are counted, and where that takes too long, whatever is as good as what was found is
    accepted (ruling E-60).
    """

    __slots__ = ("_count", "_found", "_scale", "groups", "holdings", "land", "least", "points", "stock")

    def __init__(
        self,
        holdings: Sequence[Holding],
        adjacent: Sequence[int],
        needed: int,
        stock: Stock,
        city_points: int = 5,
        work: int = _WORK,
    ) -> None:
        """`stock`: the cities and tokens that the taker has in stock."""
        self.land = Land(holdings, adjacent, city_points)
        self.holdings = self.land.holdings
        sizes = sorted(map(self.land.worth, self.land.parts), reverse=True)
        if not 0 < needed <= sum(sizes):
            raise ValueError(f"{needed} points of {sum(sizes)}")
        self.groups = next(n for n in range(1, len(sizes) + 1) if sum(sizes[:n]) >= needed)
        self.least = self.points = needed
        self.stock: Stock | None = None
        self._count: Count | None = None
        self._found: tuple[int, ...] = ()
        self._search(stock, Work(work))

    def keeps_all(self, stock: Stock) -> bool:
        """Whether the best keeps every condition: one group, no point too many, and a taker who has the points can
        replace all of it.
        """
        ample = stock[1] + self.land.city_points * stock[0] >= self.least
        return self.groups == 1 and self.points == self.least and (self.stock is not None or not ample)

    # -- testing a selection ------------------------------------------------------------------------------------

    def fault(self, areas: Sequence[int]) -> str:
        """What keeps a selection from being one of the best: "" if nothing does."""
        points = self.land.worth(areas)
        if points < self.least:
            return "too_few_points"
        if len(pieces(mask_of(areas), self.land.adjacent)) > self.groups:
            return "scattered"
        if points > self.points:
            return "too_many_points"
        return "not_annexable" if self.stock and not self.land.replaceable(areas, self.stock) else ""

    # -- finding one --------------------------------------------------------------------------------------------

    def find(self, rng: Random | None = None) -> tuple[int, ...]:
        """One of the best: always the same without `rng`, the first that is met in the order of the areas."""
        if self._count is not None:
            return self._count.find(self._scale, rng)
        if rng is not None and self.groups == 1:
            for _ in range(3):
                start = one_of(tuple(self.holdings), rng)
                found = self.land.grow(start, self.points, self.stock or ANY, rng)
                if found:
                    return found
        return self._found

    def _search(self, stock: Stock, work: Work) -> None:
        """Set the best points, whether they can be replaced, and one selection that proves it."""
        held, city_points = list(self.holdings.values()), self.land.city_points
        # The area that may go least would be too many.
        cap = self.least + max(one.points for one in held) - 1
        self._scale = Scale(held, cap, city_points)
        points, _ = least(self._scale, sums(self.land, self._scale), self.least)
        ample = stock[1] + city_points * stock[0] >= points
        narrow = Scale(held, points, city_points, stock)
        if ample and least(narrow, sums(self.land, narrow), points)[0]:
            if self._take(self._guess(points, stock), points, stock):
                return
            if self._counted(narrow, points, stock, work):
                return
        if not self._take(self._guess(points, ANY), points, None):
            self._count_all(stock, work)

    def _take(self, found: tuple[int, ...], points: int, stock: Stock | None) -> bool:
        if found:
            self._found, self.points, self.stock = found, points, stock
        return bool(found)

    def _counted(self, scale: Scale, points: int, stock: Stock, work: Work) -> bool:
        """Whether there are selections of just so many points that the taker can replace, all of them counted."""
        try:
            count = Count(self.land, self.groups, points, scale, work)
        except TooMuch:
            return False
        if count.points:
            self.points, self.stock, self._count, self._scale = points, stock, count, scale
        return bool(count.points)

    def _count_all(self, stock: Stock, work: Work) -> None:
        """The fewest points of all selections; without the time for it those of the best guess."""
        scale = self._scale
        try:
            count = Count(self.land, self.groups, self.least, scale, work)
        except TooMuch:
            found = min(self._guesses(), key=self.land.worth)
            self._take(found, self.land.worth(found), None)
            return
        self.points, self._count = count.points, count
        if stock[1] + self.land.city_points * stock[0] >= count.points:
            narrow = Scale(list(self.holdings.values()), count.points, self.land.city_points, stock)
            self._counted(narrow, count.points, stock, work)

    # -- guesses --------------------------------------------------------------------------------------------------

    def _guess(self, points: int, stock: Stock) -> tuple[int, ...]:
        """A selection of just so many points that a stock can replace, if one is found quickly; else ()."""
        rng = Random(points)
        starts = tuple(self.holdings)
        if self.groups == 1:
            for start in starts:
                found = self.land.grow(start, points, stock, None, lean=stock is not ANY)
                if found:
                    return found
            for _ in range(_GUESSES):
                found = self.land.grow(one_of(starts, rng), points, stock, rng)
                if found:
                    return found
            for start in bits(self.land.cities):
                found = self.land.bridge(start, points, stock)
                if found:
                    return found
        for found in self._guesses():
            if self.land.worth(found) == points and self.land.replaceable(found, stock):
                return found
        return ()

    def _guesses(self) -> list[tuple[int, ...]]:
        """Selections worth enough, in as few groups as can be, with little too much."""
        rng = Random(self.least)
        return [self.land.shrink(self.least, self.groups, one) for one in (None, rng, rng, rng)]
