"""The shape of numbers: so many units over places with caps."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from random import Random
from typing import Any, Generic

from ecumene.kernel.decision import TRIES, Decision, O, Option, Placed, SpreadBody, shown
from ecumene.kernel.refusal import Refusal
from ecumene.kernel.seat import Seat


class Spread(Decision[Placed], Generic[O]):
    """`least` to `most` units over places with caps; `fits` may add a condition on the whole (see `Pick`)."""

    shape = "spread"
    answer_type = Placed
    __slots__ = ("barred", "caps", "default", "draw", "fits", "least", "most")

    def __await__(self) -> Generator[Any, dict[O, int], dict[O, int]]:
        return (yield self)

    def __init__(
        self,
        seat: Seat,
        kind: str,
        caps: Mapping[O, int],
        least: int,
        most: int,
        rule: str,
        default: Mapping[O, int] | None = None,
        fits: Callable[[dict[O, int]], Refusal | None] | None = None,
        draw: Callable[[Random], Mapping[O, int]] | None = None,
        about: dict[str, Any] | None = None,
        secret: bool = False,
        ahead: bool = False,
        barred: Mapping[Option, Refusal] | None = None,
    ) -> None:
        super().__init__(seat, kind, rule, about, secret, ahead)
        self.caps: dict[O, int] = dict(caps.items())
        room = sum(self.caps.values())
        if not 0 <= least <= most <= room:
            raise ValueError(f"{kind}: {least} to {most} units, room for {room}")
        self.least = least
        self.most = most
        self.fits = fits
        self.draw = draw
        self.default: dict[O, int] = dict(default.items()) if default is not None else self._fill(least)
        self.barred = barred or {}

    def _fill(self, units: int) -> dict[O, int]:
        """The first places filled up."""
        out: dict[O, int] = {}
        for place, cap in self.caps.items():
            put = min(units, cap)
            if put:
                out[place] = put
                units -= put
        return out

    def _scatter(self, rng: Random) -> dict[O, int]:
        """Any number of units that is allowed, anywhere."""
        places = list(self.caps)
        rng.shuffle(places)
        units = self.least + int(rng.random() * (self.most - self.least + 1))
        room = sum(self.caps.values())
        out: dict[O, int] = {}
        for place in places:
            cap = self.caps[place]
            room -= cap  # what the places after this one can take
            least = max(0, units - room)
            put = least + int(rng.random() * (min(cap, units) - least + 1))
            if put:
                out[place] = put
                units -= put
        return out

    def answers(self) -> Iterator[Placed]:
        places = list(self.caps.items())

        def rest(index: int, used: int, put: tuple[tuple[O, int], ...]) -> Iterator[Placed]:
            if index == len(places):
                if used >= self.least and (self.fits is None or self.fits(dict(put)) is None):
                    yield Placed(put)
                return
            place, cap = places[index]
            for number in range(min(cap, self.most - used) + 1):
                yield from rest(index + 1, used + number, (*put, (place, number)) if number else put)

        return rest(0, 0, ())

    def check(self, answer: Placed) -> Refusal | None:
        caps = self.caps
        units: dict[O, int] = {}
        for place, number in answer.units:
            if place not in caps:
                return self.barred.get(place) or Refusal(self.rule, "not_an_option", option=place)
            if place in units:
                return Refusal(self.rule, "named_twice", option=place)
            if not 1 <= number <= caps[place]:
                return Refusal(self.rule, "over_cap", option=place, cap=caps[place], got=number)
            units[place] = number
        total = sum(units.values())
        if not self.least <= total <= self.most:
            return Refusal(self.rule, "wrong_total", least=self.least, most=self.most, got=total)
        return self.fits(self.value(answer)) if self.fits else None

    def sample(self, rng: Random) -> Placed:
        if self.draw:
            return Placed(tuple(self.draw(rng).items()))
        for _ in range(TRIES):
            units = self._scatter(rng)
            if self.fits is None or self.fits(units) is None:
                return Placed(tuple(units.items()))
        return self.fallback()

    def fallback(self) -> Placed:
        return Placed(tuple(self.default.items()))

    def body(self) -> SpreadBody:
        return SpreadBody(tuple(self.caps.items()), self.least, self.most, shown(self.barred))

    def fingerprint(self) -> Any:
        return (tuple(self.caps.items()), self.least, self.most)

    def value(self, answer: Placed) -> dict[O, int]:
        return dict(answer.units)  # type: ignore[arg-type]  # they are among the places
