"""The six shapes of a decision: three that are complete, and three that titles subclass."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, Generic, TypeVar

from ecumene.kernel.decision import (
    A,
    Barred,
    ChooseBody,
    Chosen,
    Decision,
    Option,
    PickBody,
    Picked,
    Placed,
    SpreadBody,
)
from ecumene.kernel.refusal import Refusal
from ecumene.kernel.seat import Seat

_TRIES = 20

O = TypeVar("O", bound=Option)  # noqa: E741  # what a decision is about: areas, cards, words
Options = Sequence[O] | Callable[[], Sequence[O]]
"""What there is to choose from. Where it depends on hidden things (a hand), give a function: it is called whenever
somebody looks, so a decision of another seat never holds what a fork has scrambled."""


class Choose(Decision[Chosen], Generic[O]):
    """One of the options.

    `barred` names things that are no options, with the reason; `why(option)` may give the reason for any other.
    """

    shape = "choose"
    answer_type = Chosen
    __slots__ = ("_default", "_options", "barred", "why")

    def __await__(self) -> Generator[Any, O, O]:
        return (yield self)

    def __init__(
        self,
        seat: Seat,
        kind: str,
        options: Options[O],
        rule: str,
        default: O | None = None,
        why: Callable[[Option], Refusal | None] | None = None,
        about: dict[str, Any] | None = None,
        secret: bool = False,
        ahead: bool = False,
        barred: Mapping[Option, Refusal] | None = None,
    ) -> None:
        super().__init__(seat, kind, rule, about, secret, ahead)
        self._options = options if callable(options) else tuple(options)
        if not self.options:
            raise ValueError(f"{kind}: a choice without options")
        self._default = default
        self.why = why
        self.barred = barred or {}

    @property
    def options(self) -> tuple[O, ...]:
        options = self._options
        return options if isinstance(options, tuple) else tuple(options())

    @property
    def default(self) -> O:
        return self.options[0] if self._default is None else self._default

    def __iter__(self) -> Iterator[Chosen]:
        return (Chosen(option) for option in self.options)

    def __len__(self) -> int:
        return len(self.options)

    def answers(self) -> Iterator[Chosen]:
        return iter(self)

    def check(self, answer: Chosen) -> Refusal | None:
        option = answer.option
        if option in self.options:
            return None
        return (
            self.barred.get(option)
            or (self.why and self.why(option))
            or Refusal(self.rule, "not_an_option", option=option)
        )

    def sample(self, rng: Random) -> Chosen:
        options = self.options
        return Chosen(options[int(rng.random() * len(options))])

    def fallback(self) -> Chosen:
        return Chosen(self.default)

    def body(self) -> ChooseBody:
        return ChooseBody(self.options, _barred(self.barred))

    def fingerprint(self) -> Any:
        return self.options

    def value(self, answer: Chosen) -> O:
        return answer.option  # type: ignore[return-value]  # it is one of the options


class Pick(Decision[Picked], Generic[O]):
    """Some of the options, `least` to `most`, different ones; `fits` may add a condition on the whole.

    With `fits`, `default` must name a fitting pick, and `draw` should sample one (else samples are tried, and the
    default is the sample when none fits).
    """

    shape = "pick"
    answer_type = Picked
    __slots__ = ("_default", "_options", "barred", "draw", "fits", "least", "most")

    def __await__(self) -> Generator[Any, tuple[O, ...], tuple[O, ...]]:
        return (yield self)

    def __init__(
        self,
        seat: Seat,
        kind: str,
        options: Options[O],
        least: int,
        most: int,
        rule: str,
        default: Sequence[O] | None = None,
        fits: Callable[[tuple[O, ...]], Refusal | None] | None = None,
        draw: Callable[[Random], Sequence[O]] | None = None,
        about: dict[str, Any] | None = None,
        secret: bool = False,
        ahead: bool = False,
        barred: Mapping[Option, Refusal] | None = None,
    ) -> None:
        super().__init__(seat, kind, rule, about, secret, ahead)
        self._options = options if callable(options) else tuple(options)
        if not 0 <= least <= most <= len(self.options):
            raise ValueError(f"{kind}: {least} to {most} of {len(self.options)} options")
        self.least = least
        self.most = most
        self.fits = fits
        self.draw = draw
        self._default = None if default is None else tuple(default)
        self.barred = barred or {}

    @property
    def options(self) -> tuple[O, ...]:
        options = self._options
        return options if isinstance(options, tuple) else tuple(options())

    @property
    def default(self) -> tuple[O, ...]:
        return self.options[: self.least] if self._default is None else self._default

    def answers(self) -> Iterator[Picked]:
        for number in range(self.least, self.most + 1):
            for picked in combinations(self.options, number):
                if self.fits is None or self.fits(picked) is None:
                    yield Picked(picked)

    def check(self, answer: Picked) -> Refusal | None:
        picked = answer.options
        if not self.least <= len(picked) <= self.most:
            return Refusal(self.rule, "wrong_number", least=self.least, most=self.most, got=len(picked))
        if len(set(picked)) != len(picked):
            return Refusal(self.rule, "named_twice")
        options = self.options
        for option in picked:
            if option not in options:
                return self.barred.get(option) or Refusal(self.rule, "not_an_option", option=option)
        return self.fits(self.value(answer)) if self.fits else None

    def sample(self, rng: Random) -> Picked:
        if self.draw:
            return Picked(tuple(self.draw(rng)))
        for _ in range(_TRIES):
            number = self.least + int(rng.random() * (self.most - self.least + 1))
            picked = tuple(rng.sample(self.options, number))
            if self.fits is None or self.fits(picked) is None:
                return Picked(picked)
        return self.fallback()

    def fallback(self) -> Picked:
        return Picked(self.default)

    def body(self) -> PickBody:
        return PickBody(self.options, self.least, self.most, _barred(self.barred))

    def fingerprint(self) -> Any:
        return (self.options, self.least, self.most)

    def value(self, answer: Picked) -> tuple[O, ...]:
        return answer.options  # type: ignore[return-value]  # they are among the options


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
        for _ in range(_TRIES):
            units = self._scatter(rng)
            if self.fits is None or self.fits(units) is None:
                return Placed(tuple(units.items()))
        return self.fallback()

    def fallback(self) -> Placed:
        return Placed(tuple(self.default.items()))

    def body(self) -> SpreadBody:
        return SpreadBody(tuple(self.caps.items()), self.least, self.most, _barred(self.barred))

    def fingerprint(self) -> Any:
        return (tuple(self.caps.items()), self.least, self.most)

    def value(self, answer: Placed) -> dict[O, int]:
        return dict(answer.units)  # type: ignore[arg-type]  # they are among the places


class Orders(Decision[A]):
    """A run of small orders, one an answer, until the order that declares the end. A title subclasses it:

    `answer_type` is an `Answer` tagged "orders" with one field `order`, a union of the title's small Structs.
    """

    shape = "orders"
    __slots__ = ()


class Deal(Decision[A]):
    """The trade floor: offer, withdraw, accept, counter, done. `answer_type` is tagged "deal", field `act`."""

    shape = "deal"
    __slots__ = ()


class Basket(Decision[A]):
    """Things bought and how they are paid. `answer_type` is tagged "basket"."""

    shape = "basket"
    __slots__ = ()


def _barred(barred: Mapping[Option, Refusal]) -> Barred:
    return tuple((option, refusal.reason) for option, refusal in barred.items())
