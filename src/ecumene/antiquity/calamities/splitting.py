"""The other reading of A-86, which a table may choose: whole areas are the first condition to go (ruling E-63)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from ecumene.antiquity.calamities.connected import Holding, one_of, pieces
from ecumene.antiquity.calamities.counting import ANY, Land, Stock
from ecumene.antiquity.calamities.damage import city_at
from ecumene.atlas.masks import bits, mask_of
from ecumene.kernel import Refusal, Seat, Spread

_GUESSES = 40

Units = dict[int, int]
"""Tokens by area, and by `city_at(area)` the points of a city with what stands beside it, which go together."""


class Split:
    """What must be selected when areas may be split: units that the taker can replace, if he has points enough in
    stock; just so many points, or as few more as can be; in one connected group, if such a one is found.
    """

    __slots__ = ("_found", "land", "points", "stock")

    def __init__(self, land: Land, needed: int, stock: Stock) -> None:
        self.land = land
        ample = stock[1] + land.city_points * stock[0] >= needed
        points = self._least(needed, stock) if ample else 0
        self.stock = stock if points else ANY
        self.points = points or self._least(needed, ANY)
        self._found = self._guess()

    @property
    def connected(self) -> bool:
        return bool(self._found)

    def places(self) -> Units:
        """What there is to select, and how much of it."""
        return {place_of(one): one.points for one in self.land.holdings.values()}

    def fault(self, units: Mapping[int, int]) -> str:
        """What is wrong with units of the right sum: "" if nothing is."""
        taken = {area_of(place): number for place, number in units.items()}
        held = [self.land.holdings[area] for area in taken]
        if any(one.cities and taken[one.area] < one.points for one in held):
            return "all_or_none"
        tokens = sum(taken[one.area] for one in held if not one.cities)
        if sum(one.cities for one in held) > self.stock[0] or tokens > self.stock[1]:
            return "not_annexable"
        scattered = len(pieces(mask_of(taken), self.land.adjacent)) > 1
        return "scattered" if self.connected and scattered else ""

    def find(self, rng: Random | None = None) -> Units:
        """Units that are right: always the same without `rng`."""
        if not self.connected:
            return self._scatter(rng)
        for _ in range(3 if rng else 0):
            found = self._grow(one_of(tuple(self.land.holdings), rng), rng)
            if found:
                return found
        return self._found

    # -- how it is found ------------------------------------------------------------------------------------------

    def _choices(self, stock: Stock) -> list[tuple[int, tuple[Holding, ...]]]:
        """All sets of cities that a taker can replace, the smallest worth first; there are at most nine cities."""
        cities = [one for one in self.land.holdings.values() if one.cities]
        found = [
            (sum(one.points for one in some), some)
            for number in range(min(len(cities), stock[0]) + 1)
            for some in combinations(cities, number)
        ]
        return sorted(found, key=lambda choice: choice[0])

    def _tokens(self, stock: Stock) -> int:
        return min(stock[1], sum(one.points for one in self.land.holdings.values() if not one.cities))

    def _least(self, needed: int, stock: Stock) -> int:
        """The fewest points from `needed` on that a taker can replace, 0 if there are none."""
        tokens = self._tokens(stock)
        enough = [max(worth, needed) for worth, _ in self._choices(stock) if worth + tokens >= needed]
        return min(enough, default=0)

    def _guess(self) -> Units:
        rng = Random(self.points)
        starts = tuple(self.land.holdings)
        for start in starts:
            found = self._grow(start, None)
            if found:
                return found
        for _ in range(_GUESSES):
            found = self._grow(one_of(starts, rng), rng)
            if found:
                return found
        return {}

    def _grow(self, start: int, rng: Random | None) -> Units:
        """From one area on, neighbour by neighbour, as much as fits of each, to just so many points; {} if that
        fails.
        """
        left = self.points
        cities, tokens = self.stock
        here, beside = self.land.areas, 0
        found: Units = {}
        area = start
        while True:
            one = self.land.holdings[area]
            here &= ~(1 << area)
            number = one.points if one.cities else min(one.points, left, tokens)
            if 0 < number <= left and one.cities <= cities:
                found[place_of(one)] = number
                beside |= self.land.adjacent[area]
                left -= number
                cities -= one.cities
                tokens -= 0 if one.cities else number
                if not left:
                    return found
            choices: Sequence[int] = bits(beside & here)
            if not choices:
                return {}
            area = one_of(choices, rng)

    def _scatter(self, rng: Random | None) -> Units:
        """From anywhere."""
        tokens = self._tokens(self.stock)
        fitting = [
            some for worth, some in self._choices(self.stock) if worth <= self.points <= worth + tokens
        ]
        found: Units = {place_of(one): one.points for one in one_of(fitting, rng)}
        left = self.points - sum(found.values())
        rest = [one for one in self.land.holdings.values() if not one.cities]
        if rng is not None:
            rng.shuffle(rest)
        for one in rest:
            if left:
                found[place_of(one)] = min(one.points, left)
                left -= found[place_of(one)]
        return found


def place_of(one: Holding) -> int:
    return city_at(one.area) if one.cities else one.area


def area_of(place: int) -> int:
    return place if place >= 0 else city_at(place)


class SplitUnits(Spread[int]):
    """D-47 and D-55 where areas may be split (mega.9.civil_war.9, mega.9.tyranny.6)."""

    __slots__ = ("split",)

    def __init__(self, seat: Seat, kind: str, split: Split, rule: str, about: dict[str, int | str]) -> None:
        self.split = split
        super().__init__(
            seat, kind, split.places(), split.points, split.points, rule, default=split.find(), fits=self._fault,
            draw=split.find, about=about,
        )  # fmt: skip

    def _fault(self, units: Units) -> Refusal | None:
        fault = self.split.fault(units)
        return Refusal(self.rule, fault, points=self.split.points, groups=1) if fault else None
