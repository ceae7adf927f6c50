"""Damage: units worth so many points, of one's own choice, and exact if that can be (mega.9.def.5,
mega.9.def.6, mega.9.def.7, mega.9.def.8, mega.9.def.9, A-04, A-05).

An answer names areas with the tokens that go, and cities by `city_at(area)` with the points that they pay: 5
destroys the city, fewer leave the rest in tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.kernel import Refusal, Seat, Spread
from ecumene.kernel.decision import SpreadBody

RULE = "mega.9.def.5"


class DamageTaken(Event, frozen=True, tag="damage_taken"):
    """Tokens that went by area, and cities by area with the tokens that were put in their place."""

    seat: int
    points: int
    tokens: tuple[tuple[int, int], ...]
    cities: tuple[tuple[int, int], ...]
    reason: str


EVENTS = (DamageTaken,)


class DamageBody(SpreadBody, frozen=True, tag="spread", kw_only=True):
    """`cities`: how many tokens each city's area may hold; `free`: any number up to that, else as many as can
    be.
    """

    amount: int
    stock: int
    cities: tuple[tuple[int, int], ...]
    free: bool


def city_at(area: int) -> int:
    """How an answer names the city of an area, beside the area for its tokens. Its own inverse."""
    return ~area


def due(amount: int, tokens: int, cities: int, stock: int, worth: int = 5) -> int:
    """The points that must go: the amount if it can be hit, else as few more as can be, else all
    (mega.9.def.18, A-04).

    With all tokens gone the fewest cities are touched, and what they pay too much stays as tokens if stock
    has them.
    """
    if tokens + worth * cities <= amount:
        return tokens + worth * cities
    touched = -(-max(0, amount - tokens) // worth)
    return max(amount, worth * touched - stock)


class Damage(Spread[int]):
    """Who takes damage chooses the units, within `areas` if the calamity says so."""

    __slots__ = ("amount", "game", "limits", "tokens")

    def __init__(
        self, game: Antiquity, seat: Seat, amount: int, kind: str, reason: str, rule: str, held: Held
    ) -> None:
        self.game = game
        self.amount = amount
        self.tokens, cities = held
        self.limits = {area: game.limit(area, seat) for area in cities}
        points = game.rules.city_points
        total = due(amount, sum(self.tokens.values()), len(cities), game.realms[seat].stock, points)
        caps: dict[int, int] = {}
        caps.update(self.tokens.items())
        caps.update({city_at(area): points for area in cities})
        super().__init__(
            seat, kind, caps, total, total, rule, default=self._cheapest(total), fits=self._fault, draw=self._draw,
            about={"calamity": reason, "amount": amount},
        )  # fmt: skip

    @property
    def forced(self) -> bool:
        """Everything goes, or there is but one place."""
        return len(self.caps) == 1 or self.least == sum(self.caps.values())

    def _cheapest(self, total: int) -> dict[int, int]:
        """Tokens first, then cities, both in area order; the last city is reduced (the general default G)."""
        points = self.game.rules.city_points
        return _fill([*self.tokens.items(), *((city_at(area), points) for area in self.limits)], total)

    def body(self) -> DamageBody:
        plain = super().body()
        return DamageBody(
            plain.places, plain.least, plain.most, amount=self.amount, stock=self.game.realms[self.seat].stock,
            cities=tuple(self.limits.items()), free=self.game.rules.free_reduction,
        )  # fmt: skip

    # -- what fits ------------------------------------------------------------------------------------------------

    def _fault(self, units: dict[int, int]) -> Refusal | None:
        """Why units of the right sum are no payment: stock, Public Works, numbers off the limit (ruling
        A-05).
        """
        points = self.game.rules.city_points
        gone = {area: units.get(area, 0) for area in self.tokens}
        supply = self.game.realms[self.seat].stock + sum(gone.values())
        reduced = {area: points - units[city_at(area)] for area in self.limits if city_at(area) in units}
        placed = sum(reduced.values())
        if placed > supply:
            return Refusal("mega.9.def.9", "too_few_in_stock", stock=supply, needed=placed)
        for area, number in reduced.items():
            if number == 0 and gone.get(area, 0) < self.tokens.get(area, 0):
                return Refusal("mega.adv.public_works.3", "token_goes_too", area=area)
        if self.least != self.amount:
            return None  # nothing hits the amount: any number that comes next to it will do
        rooms = {area: self._room(area, gone) for area, number in reduced.items() if number}
        numbers = [(reduced[area], room) for area, room in rooms.items()]
        if self._within(numbers, supply) or not self._could_be_within([*rooms.values()], placed, supply):
            return None
        return Refusal("mega.9.def.7", "other_number_of_tokens", limits=sorted(rooms.items()))

    def _room(self, area: int, gone: dict[int, int]) -> int:
        return max(0, self.limits[area] - self.tokens.get(area, 0) + gone.get(area, 0))

    def _within(self, numbers: Sequence[tuple[int, int]], supply: int) -> bool:
        """Whether all numbers are such as the limits ask for: any up to them, or as many as stock allows."""
        if any(number > room for number, room in numbers):
            return False
        if self.game.rules.free_reduction:
            return True
        short = sum(number < room for number, room in numbers)
        return short == 0 or (short == 1 and sum(number for number, _ in numbers) == supply)

    def _could_be_within(self, rooms: Sequence[int], placed: int, supply: int) -> bool:
        """Whether the same cities, with numbers such as the limits ask for, could leave just so many tokens."""
        if not rooms or min(rooms) == 0:
            return False
        total = sum(rooms)
        if self.game.rules.free_reduction:
            return len(rooms) <= placed <= total
        if total <= supply:
            return placed == total
        return placed == supply > total - max(rooms)

    # -- a random one ---------------------------------------------------------------------------------------------

    def _draw(self, rng: Random) -> dict[int, int]:
        points, total, stock = self.game.rules.city_points, self.least, self.game.realms[self.seat].stock
        held = sum(self.tokens.values())
        fewest = -(-max(0, total - held) // points)
        most = min(len(self.limits), total, (total + stock) // points)
        touched = rng.sample(list(self.limits), fewest + int(rng.random() * (most - fewest + 1)))
        low, high = max(0, total - points * len(touched)), min(held, total - len(touched))
        number = low + int(rng.random() * (high - low + 1))
        placed = number + points * len(touched) - total
        kept = -(-placed // (points - 1))
        kept += int(rng.random() * (min(placed, len(touched)) - kept + 1))
        areas = sorted(self.tokens, key=lambda area: (area not in touched[kept:], rng.random()))
        units = _fill([(area, self.tokens[area]) for area in areas], number)
        left = self._numbers(touched[:kept], placed, stock + number, units, rng)
        for area in touched:
            units[city_at(area)] = points - left.get(area, 0)
        return units if self._fault(units) is None else dict(self.default)

    def _numbers(
        self, areas: Sequence[int], placed: int, supply: int, gone: dict[int, int], rng: Random
    ) -> dict[int, int]:
        """How many tokens are left in each of some cities, `placed` in all: as the limits ask for if that can
        be.
        """
        rooms = {area: self._room(area, {area: gone.get(area, 0)}) for area in areas}
        highest = self.game.rules.city_points - 1
        most = dict.fromkeys(areas, highest)
        if self._could_be_within([*rooms.values()], placed, supply):
            most = rooms
            if not self.game.rules.free_reduction:
                biggest = max(areas, key=lambda area: rooms[area])
                return {**rooms, biggest: placed - sum(rooms.values()) + rooms[biggest]}
        found = dict.fromkeys(areas, 1)
        for _ in range(placed - len(areas)):
            open_ones = [area for area in areas if found[area] < most[area]]
            found[open_ones[int(rng.random() * len(open_ones))]] += 1
        return found


Held = tuple[dict[int, int], list[int]]
"""Tokens by area and areas of cities, ascending."""


def _fill(places: Sequence[tuple[int, int]], units: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for place, cap in places:
        put = min(cap, units)
        if put:
            found[place] = put
            units -= put
    return found


def units_in(game: Antiquity, seat: Seat, counts: Callable[[int], bool] | None = None) -> Held:
    """A seat's units, in the areas that count."""
    realm = game.realms[seat]
    tokens = {area: realm.tokens[area] for area in sorted(realm.tokens) if counts is None or counts(area)}
    return tokens, [area for area in sorted(realm.cities) if counts is None or counts(area)]


async def take_damage(
    game: Antiquity,
    seat: Seat,
    amount: int,
    reason: str,
    rule: str = RULE,
    kind: str = "damage",
    held: Held | None = None,
) -> None:
    """The owner chooses what he loses (mega.9.def.14); nothing is asked where nothing is to choose
    (mega.9.def.17).
    """
    held = units_in(game, seat) if held is None else held
    if amount <= 0 or not (held[0] or held[1]):
        return
    decision = Damage(game, seat, amount, kind, reason, rule, held)
    units = decision.default if decision.forced else await decision
    pay_units(game, seat, units, reason)


def pay_units(game: Antiquity, seat: Seat, units: dict[int, int], reason: str) -> None:
    """Tokens to stock first, then cities, then the tokens that are left of these (ruling A-05)."""
    points = game.rules.city_points
    tokens = [(place, number) for place, number in units.items() if place >= 0]
    cities = [(city_at(place), points - paid) for place, paid in units.items() if place < 0]
    for area, number in tokens:
        game.remove(seat, area, number)
    for area, _ in cities:
        game.raze_city(seat, area)
    for area, number in cities:
        game.place(seat, area, number)
    game.tell(DamageTaken(seat, sum(units.values()), tuple(sorted(tokens)), tuple(sorted(cities)), reason))
