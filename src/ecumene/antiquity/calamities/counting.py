"""All best selections at once, and some at a guess: the two ways in which the units of a secession are looked for."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ecumene.antiquity.calamities.connected import Component, Holding, Scale, Work, one_of, pieces
from ecumene.atlas.masks import bits, mask_of, rings

Stock = tuple[int, int]
"""Cities and tokens that a taker can replace."""

ANY: Stock = (99, 9_999)


class Land:
    """The areas of a realm with what they are worth, and how they hang together."""

    __slots__ = ("adjacent", "areas", "cities", "city_points", "holdings", "parts")

    def __init__(self, holdings: Sequence[Holding], adjacent: Sequence[int], city_points: int) -> None:
        self.holdings = {one.area: one for one in holdings}
        self.areas = mask_of(self.holdings)
        self.cities = mask_of(one.area for one in holdings if one.cities)
        self.adjacent = adjacent
        self.city_points = city_points
        self.parts = [bits(part) for part in pieces(self.areas, adjacent)]

    def worth(self, areas: Sequence[int]) -> int:
        return sum(self.holdings[area].points for area in areas)

    def replaceable(self, areas: Sequence[int], stock: Stock) -> bool:
        """Whether a taker can replace all of it piece for piece."""
        held = [self.holdings[area] for area in areas]
        return sum(one.cities for one in held) <= stock[0] and sum(one.tokens for one in held) <= stock[1]

    # -- guesses --------------------------------------------------------------------------------------------------

    def grow(
        self, start: int, points: int, stock: Stock, rng: Random | None, *, lean: bool = False
    ) -> tuple[int, ...]:
        """From one area on, neighbour by neighbour as long as they fit, to just so many points; () if that fails.
        `lean`: where there is a choice, what needs fewest tokens first.
        """
        cities, tokens = stock
        here, taken, beside = self.areas, 0, 0
        area = start
        while True:
            one = self.holdings[area]
            here &= ~(1 << area)
            if one.points <= points and one.cities <= cities and one.tokens <= tokens:
                taken |= 1 << area
                beside |= self.adjacent[area]
                points -= one.points
                cities -= one.cities
                tokens -= one.tokens
                if not points:
                    return bits(taken)
            choices = bits(beside & here)
            if not choices:
                return ()
            area = min(choices, key=self._tokens) if lean else one_of(choices, rng)

    def _tokens(self, area: int) -> int:
        return self.holdings[area].tokens

    def bridge(self, start: int, points: int, stock: Stock) -> tuple[int, ...]:
        """From one city on to the nearest, and the next, over as few areas as can be, until tokens beside them make
        it just so many points; () if that fails.
        """
        taken = 1 << start
        while True:
            areas = bits(taken)
            left = points - self.worth(areas)
            if left < 0 or not self.replaceable(areas, stock):
                return ()
            spare = stock[1] - sum(map(self._tokens, areas))
            if left <= spare:
                found = self._fill(taken, left)
                if found:
                    return found
            way = self._way(taken)
            if not way:
                return ()
            taken |= way

    def _way(self, taken: int) -> int:
        """The nearest city that is not taken, and areas between; 0 if there is none."""
        steps = rings(taken, self.adjacent, self.areas)
        for far, ring in enumerate(steps[1:], 1):
            if ring & self.cities:
                area = bits(ring & self.cities)[0]
                way = 1 << area
                for between in reversed(steps[1:far]):
                    area = min(bits(between & self.adjacent[area]), key=self._tokens)
                    way |= 1 << area
                return way
        return 0

    def _fill(self, taken: int, points: int) -> tuple[int, ...]:
        """What is taken, and areas with tokens beside it that are worth just so many points more; () if that fails."""
        here = self.areas & ~self.cities & ~taken
        beside = 0
        for area in bits(taken):
            beside |= self.adjacent[area]
        while points:
            choices = bits(beside & here)
            if not choices:
                return ()
            here &= ~(1 << choices[0])
            if self._tokens(choices[0]) <= points:
                points -= self._tokens(choices[0])
                taken |= 1 << choices[0]
                beside |= self.adjacent[choices[0]]
        return bits(taken)

    def shrink(self, least: int, groups: int, rng: Random | None) -> tuple[int, ...]:
        """From the biggest parts on, less one area after the other, as long as enough is left in no more groups."""
        parts = sorted(self.parts, key=self.worth, reverse=True)[:groups]
        taken = mask_of([area for part in parts for area in part])
        spare = sum(map(self.worth, parts)) - least
        kept = 0
        while spare:
            choices = [area for area in bits(taken & ~kept) if self.holdings[area].points <= spare]
            if not choices:
                break
            area = one_of(choices, rng)
            rest = taken & ~(1 << area)
            if rest and len(pieces(rest, self.adjacent)) <= groups:
                taken = rest
                spare -= self.holdings[area].points
            else:
                kept |= 1 << area
        return bits(taken)


def sums(land: Land, scale: Scale) -> int:
    """The worths of all areas in whatever groups: what hangs together is among them."""
    found = 1
    for one in land.holdings.values():
        found |= scale.add(found, one.points, scale.of(one, land.city_points))
    return found


def least(scale: Scale, worths: int, needed: int) -> tuple[int, int]:
    """The fewest points from `needed` on, and all worths with so many; 0 if there are none."""
    for points in range(needed, scale.cap + 1):
        found = worths & scale.column(points)
        if found:
            return points, found
    return 0, 0


class Count:
    """All selections of a land in so many groups, by what they are worth."""

    __slots__ = ("_components", "_groups", "_reach", "_wanted", "points")

    def __init__(self, land: Land, groups: int, needed: int, scale: Scale, work: Work | None = None) -> None:
        """`points` are the fewest from `needed` on, 0 if the scale knows none; `TooMuch` beyond the work."""
        held = land.holdings
        self._groups = groups
        self._components = [
            Component([held[area] for area in part], land.adjacent, scale, land.city_points, work)
            for part in land.parts
        ]
        self._reach = self._combine(scale)
        self.points, wanted = least(scale, self._reach[-1][groups], needed)
        self._wanted = bits(wanted)

    def _combine(self, scale: Scale) -> list[list[int]]:
        """Worths of selections in the first components, by how many components and how many groups."""
        reach = [[1] + [0] * self._groups]
        for component in self._components:
            before = reach[-1]
            after = before.copy()
            for number in range(self._groups):
                if before[number]:
                    after[number + 1] |= scale.sums(before[number], component.worths)
            reach.append(after)
        return reach

    def find(self, scale: Scale, rng: Random | None) -> tuple[int, ...]:
        """One with the fewest points."""
        worth: int = one_of(self._wanted, rng)
        groups = self._groups
        found = 0
        for place in range(len(self._components), 0, -1):
            before, component = self._reach[place - 1], self._components[place - 1]
            ways: list[tuple[int, int]] = [(worth, 0)] if before[groups] >> worth & 1 else []
            if groups:
                parts = [
                    part for part in bits(component.worths) if scale.splits(worth, part, before[groups - 1])
                ]
                ways += [(worth - part, part) for part in parts]
            worth, part = one_of(ways, rng)
            if part:
                found |= component.find(part, rng)
                groups -= 1
        return bits(found)
