"""Which units of a realm go in a Civil War or under Tyranny: the best selections, found, tested and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ecumene.antiquity.calamities.connected import Component, Holding, Scale, one_of, pieces
from ecumene.atlas.masks import bits, mask_of

_GROWTHS = 12  # how often a selection is grown at random before all of them are counted


class Selection:
    """The best selections worth at least `needed` (rulings A-86 and A-88), in this order of priority:

    whole areas; as few connected groups as can be; as few points too many as can be; and, if the taker has as
    many points in stock, such that he can replace it piece for piece, if there is one.
    """

    __slots__ = ("_adjacent", "_all", "_grown", "groups", "holdings", "parts", "points", "stock")

    def __init__(
        self,
        holdings: Sequence[Holding],
        adjacent: Sequence[int],
        needed: int,
        stock: tuple[int, int],
        city_points: int = 5,
    ) -> None:
        """`stock`: the cities and tokens that the taker has in stock."""
        self.holdings = {one.area: one for one in holdings}
        self._adjacent = adjacent
        self.parts = [bits(part) for part in pieces(mask_of(self.holdings), adjacent)]
        sizes = sorted((self._worth(part) for part in self.parts), reverse=True)
        if not 0 < needed <= sum(sizes):
            raise ValueError(f"{needed} points of {sum(sizes)}")
        self.groups = next(n for n in range(1, len(sizes) + 1) if sum(sizes[:n]) >= needed)
        self.points = needed
        self.stock: tuple[int, int] | None = stock if stock[1] + city_points * stock[0] >= needed else None
        self._all: _All | None = None
        self._grown = self._first_grown()
        if not self._grown:
            self._all = _All(self, adjacent, needed, stock, city_points)
            self.points, self.stock = self._all.points, self._all.stock

    def _worth(self, areas: Sequence[int]) -> int:
        return sum(self.holdings[area].points for area in areas)

    # -- testing a selection ------------------------------------------------------------------------------------

    def fault(self, areas: Sequence[int]) -> str:
        """What keeps a selection from being one of the best: "" if nothing does."""
        points = self._worth(areas)
        if points < self.points:
            return "too_few_points"
        if len(pieces(mask_of(areas), self._adjacent)) > self.groups:
            return "scattered"
        if points > self.points:
            return "too_many_points"
        return "" if self._annexable(areas) else "not_annexable"

    def _annexable(self, areas: Sequence[int]) -> bool:
        if self.stock is None:
            return True
        held = [self.holdings[area] for area in areas]
        cities, tokens = self.stock
        return sum(one.cities for one in held) <= cities and sum(one.tokens for one in held) <= tokens

    # -- finding one --------------------------------------------------------------------------------------------

    def find(self, rng: Random | None = None) -> tuple[int, ...]:
        """One of the best: always the same without `rng`, the first that is met in the order of the areas."""
        if self._all is not None:
            return self._all.find(rng)
        for _ in range(3 if rng else 0):
            found = self._grow(one_of(tuple(self.holdings), rng), rng)
            if found:
                return found
        return self._grown

    def _first_grown(self) -> tuple[int, ...]:
        """A selection without excess in one group, if one is found quickly; else ()."""
        if self.groups > 1:
            return ()
        rng = Random(self.points)
        for start in self.holdings:
            found = self._grow(start, None)
            if found:
                return found
        for _ in range(_GROWTHS):
            found = self._grow(one_of(tuple(self.holdings), rng), rng)
            if found:
                return found
        return ()

    def _grow(self, start: int, rng: Random | None) -> tuple[int, ...]:
        """From one area on, neighbour by neighbour as long as they fit, to the exact number; () if that
        fails.
        """
        here = mask_of(self.holdings)
        left = self.points
        cities, tokens = self.stock or (99, 999)
        taken = 0
        choices: Sequence[int] = [start]
        while choices:
            area = one_of(choices, rng)
            one = self.holdings[area]
            here &= ~(1 << area)
            if one.points <= left and one.cities <= cities and one.tokens <= tokens:
                taken |= 1 << area
                left -= one.points
                cities -= one.cities
                tokens -= one.tokens
                if not left:
                    return bits(taken)
            elif not taken:
                return ()
            beside = 0
            for own in bits(taken):
                beside |= self._adjacent[own]
            choices = bits(beside & here)
        return ()


class _All:
    """All best selections at once, for the cases in which none is found quickly."""

    __slots__ = ("_components", "_groups", "_reach", "_scale", "_wanted", "points", "stock")

    def __init__(
        self,
        selection: Selection,
        adjacent: Sequence[int],
        needed: int,
        stock: tuple[int, int],
        city_points: int,
    ) -> None:
        held = selection.holdings
        cap = (
            needed + max(one.points for one in held.values()) - 1
        )  # the area that may go least would be too many
        self._scale = Scale(list(held.values()), cap, city_points)
        self._groups = selection.groups
        self._components = [
            Component([held[area] for area in part], adjacent, self._scale, city_points)
            for part in selection.parts
        ]
        self._reach = self._combine()
        self.points, exact = self._least(needed)
        fitting = self._annexable(exact, stock, city_points)
        enough = bool(fitting) and stock[1] + city_points * stock[0] >= self.points
        self._wanted = fitting if enough else exact
        self.stock = stock if enough else None

    def _combine(self) -> list[list[int]]:
        """Worths of selections in the first components, by how many components and how many groups."""
        reach = [[1] + [0] * self._groups]
        for component in self._components:
            before = reach[-1]
            after = before.copy()
            for number in range(self._groups):
                if before[number]:
                    after[number + 1] |= self._scale.sums(before[number], component.worths)
            reach.append(after)
        return reach

    def _least(self, needed: int) -> tuple[int, int]:
        """The fewest points from `needed` on, and all worths with so many."""
        reached = self._reach[-1][self._groups]
        for points in range(needed, self._scale.cap + 1):
            found = reached & self._scale.column(points)
            if found:
                return points, found
        raise AssertionError("the components reach the needed points")

    def _annexable(self, exact: int, stock: tuple[int, int], city_points: int) -> int:
        found = 0
        for place in bits(exact):
            cities, spare = self._scale.row(place)
            if cities <= stock[0] and self.points - city_points * cities - spare <= stock[1]:
                found |= 1 << place
        return found

    def find(self, rng: Random | None) -> tuple[int, ...]:
        worth: int = one_of(bits(self._wanted), rng)
        groups = self._groups
        found = 0
        for place in range(len(self._components), 0, -1):
            before, component = self._reach[place - 1], self._components[place - 1]
            ways: list[tuple[int, int]] = [(worth, 0)] if before[groups] >> worth & 1 else []
            if groups:
                parts = [
                    part
                    for part in bits(component.worths)
                    if self._scale.splits(worth, part, before[groups - 1])
                ]
                ways += [(worth - part, part) for part in parts]
            worth, part = one_of(ways, rng)
            if part:
                found |= component.find(part, rng)
                groups -= 1
        return bits(found)
