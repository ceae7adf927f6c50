"""Which whole areas hang together and are worth just so much: exact, and never exponential in the board.

Areas are taken one after the other in an order that keeps the *front* (areas taken that still have untaken
neighbours) small. What matters of a selection so far is only how its part of the front hangs together, and
what it is worth; so all selections that agree in the first are kept as one number whose bits say which worths
they have.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

import msgspec

from ecumene.atlas.masks import bits, mask_of, rings

Blocks = tuple[int, ...]
"""How a selection hangs together on the front: a mask of areas for each group, ascending."""

_Step = tuple[Blocks, bool]
_T = TypeVar("_T")

_STARTS = 4  # orders that are tried


class Holding(msgspec.Struct, frozen=True):
    """One area of a realm: its unit points, cities (0 or 1), and the tokens for which a taker needs tokens."""

    area: int
    points: int
    cities: int
    tokens: int


class Scale:
    """Worths as places of bits: points, cities, and tokens that need no replacement, side by side in one
    number.
    """

    __slots__ = ("allowed", "cap", "cities", "fitting", "spare", "width")

    def __init__(
        self,
        holdings: Sequence[Holding],
        cap: int,
        city_points: int,
        stock: tuple[int, int] | None = None,
    ) -> None:
        """With `stock`, the cities and tokens of a taker, only worths that he can replace piece for piece count: with
        one area more none becomes so that was not.
        """
        self.cap = cap
        self.width = cap + 1
        self.cities = sum(one.cities for one in holdings) + 1
        self.spare = sum(one.points - city_points * one.cities - one.tokens for one in holdings) + 1
        rows = self.cities * self.spare
        self.fitting = [self._row(cap + 1 - points, rows) for points in range(cap + 2)]
        self.allowed = self.fitting[0] if stock is None else self._replaced(stock, city_points)

    def _replaced(self, stock: tuple[int, int], city_points: int) -> int:
        found = 0
        for spare in range(self.spare):
            for cities in range(min(self.cities, stock[0] + 1)):
                most = min(self.cap, stock[1] + city_points * cities + spare)
                found |= (1 << most + 1) - 1 << self.place(0, cities, spare)
        return found

    def _row(self, width: int, rows: int) -> int:
        """All places with fewer points than `width`."""
        return sum((1 << width) - 1 << row * self.width for row in range(rows))

    def place(self, points: int, cities: int, spare: int) -> int:
        return (spare * self.cities + cities) * self.width + points

    def of(self, holding: Holding, city_points: int) -> int:
        spare = holding.points - city_points * holding.cities - holding.tokens
        return self.place(holding.points, holding.cities, spare)

    def add(self, worths: int, points: int, place: int) -> int:
        """Every worth and one more holding, as far as the cap and what is allowed."""
        return (worths & self.fitting[min(points, self.cap + 1)]) << place & self.allowed

    def column(self, points: int) -> int:
        """All places with just so many points."""
        return self.fitting[self.cap - points] & ~self.fitting[self.cap + 1 - points]

    def row(self, place: int) -> tuple[int, int]:
        """The cities and the spare tokens of a place."""
        spare, cities = divmod(place // self.width, self.cities)
        return cities, spare

    def splits(self, worth: int, part: int, rest: int) -> bool:
        """Whether what is left of a worth without `part` is one of `rest`."""
        return part <= worth and part % self.width <= worth % self.width and bool(rest >> worth - part & 1)

    def sums(self, one: int, other: int) -> int:
        """Every worth of one together with every worth of the other."""
        found = 0
        for place in bits(one):
            found |= self.add(other, place % self.width, place)
        return found


class TooMuch(Exception):
    """There are more ways to count than there is time for."""


class Work:
    """How many ways may still be counted: the search is bounded, whatever the board."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, ways: int) -> None:
        self.left -= ways
        if self.left < 0:
            raise TooMuch


class Component:
    """Holdings that hang together, and the worths of all their connected parts."""

    __slots__ = ("_ends", "_layers", "_order", "_places", "_points", "_ways", "_width", "worths")

    def __init__(
        self,
        holdings: Sequence[Holding],
        adjacent: Sequence[int],
        scale: Scale,
        city_points: int,
        work: Work | None = None,
    ) -> None:
        here = mask_of([one.area for one in holdings])
        self._width = scale.width
        self._order = _small_fronts(here, adjacent)
        self._points = {one.area: one.points for one in holdings}
        self._places = {one.area: scale.of(one, city_points) for one in holdings}
        self._layers: list[dict[Blocks, int]] = [{(): 1}]
        self._ways: list[dict[Blocks, list[_Step]]] = []
        self._ends: list[tuple[int, Blocks, bool, int]] = []
        self.worths = 0
        ahead, front = here, 0
        for area in self._order:
            ahead ^= 1 << area
            front = mask_of([one for one in bits(front | 1 << area) if adjacent[one] & ahead])
            if work is not None:
                work.spend(len(self._layers[-1]))
            self._take(area, adjacent[area], front, scale)

    def _take(self, area: int, near: int, front: int, scale: Scale) -> None:
        layer: dict[Blocks, int] = {}
        ways: dict[Blocks, list[_Step]] = {}
        points, place = self._points[area], self._places[area]
        for blocks, worths in self._layers[-1].items():
            for taken in (False, True):
                after, sums = blocks, worths
                if taken:
                    sums = scale.add(worths, points, place)
                    if not sums:
                        continue
                    after = _join(blocks, near, 1 << area)
                kept = tuple([block & front for block in after])
                if 0 in kept:  # a group is complete: it must be the only one
                    if len(kept) == 1:
                        self.worths |= sums
                        self._ends.append((len(self._ways), blocks, taken, sums))
                    continue
                if kept != after:
                    kept = tuple(sorted(kept))
                layer[kept] = layer.get(kept, 0) | sums
                ways.setdefault(kept, []).append((blocks, taken))
        self._layers.append(layer)
        self._ways.append(ways)

    def find(self, worth: int, rng: Random | None = None) -> int:
        """A connected part (a mask) of this worth, which must be one of `worths`: the first found, or any."""
        ends = [end for end in self._ends if end[3] >> worth & 1]
        step, blocks, taken, _ = one_of(ends, rng)
        found = 0
        while True:
            if taken:
                area = self._order[step]
                found |= 1 << area
                worth -= self._places[area]
            step -= 1
            if step < 0:
                return found
            area = self._order[step]
            ways = []
            for before, took in self._ways[step][blocks]:
                if took and self._points[area] > worth % self._width:
                    continue
                rest = worth - self._places[area] if took else worth
                if rest >= 0 and self._layers[step][before] >> rest & 1:
                    ways.append((before, took))
            blocks, taken = one_of(ways, rng)


def _join(blocks: Blocks, near: int, area: int) -> Blocks:
    joined = area
    apart = []
    for block in blocks:
        if block & near:
            joined |= block
        else:
            apart.append(block)
    if not apart:
        return (joined,)
    apart.append(joined)
    return tuple(sorted(apart))


def one_of(found: Sequence[_T], rng: Random | None) -> _T:
    """Any of them; always the first without `rng`."""
    return found[0] if rng is None else found[int(rng.random() * len(found))]


def pieces(areas: int, adjacent: Sequence[int]) -> list[int]:
    """The parts (masks) of some areas that hang together."""
    found = []
    while areas:
        part = 0
        for ring in rings(areas & -areas, adjacent, areas):
            part |= ring
        found.append(part)
        areas &= ~part
    return found


def _small_fronts(here: int, adjacent: Sequence[int]) -> list[int]:
    """An order of the areas in which few of those behind touch those ahead, and these hang together."""
    starts = sorted(bits(here), key=lambda area: ((adjacent[area] & here).bit_count(), area))[:_STARTS]
    return min((_walk(here, adjacent, start) for start in starts), key=lambda walk: walk[0])[1]


def _walk(here: int, adjacent: Sequence[int], start: int) -> tuple[int, list[int]]:
    ahead = here & ~(1 << start)
    order, front, cost = [start], 1 << start, 0
    while ahead:
        beside = 0
        for area in bits(front):
            beside |= adjacent[area]
        size, taken, front = min(_choice(adjacent, front, area, ahead) for area in bits(beside & ahead))
        order.append(taken)
        ahead &= ~(1 << taken)
        cost += 1 << size
    return cost, order


def _choice(adjacent: Sequence[int], front: int, area: int, ahead: int) -> tuple[int, int, int]:
    """How big the front is after `area`, in areas and in pieces; the area; the front."""
    left = ahead & ~(1 << area)
    behind = mask_of([one for one in bits(front | 1 << area) if adjacent[one] & left])
    return behind.bit_count() + len(pieces(behind, adjacent)), area, behind
