"""The shapes that name options, complete, and the three open ones that titles subclass."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, Generic

from ecumene.kernel.decision import (
    TRIES,
    A,
    ChooseBody,
    Chosen,
    Decision,
    O,
    Option,
    PickBody,
    Picked,
    shown,
)
from ecumene.kernel.refusal import Refusal
from ecumene.kernel.seat import Seat

Options = Sequence[O] | Callable[[], Sequence[O]]
"""What there is to choose from. Where it depends on hidden things (a hand), give a function: it is called whenever
somebody looks, so a decision of another seat never holds what a fork has scrambled."""


class _Listed(Decision[A], Generic[A, O]):
    """A decision whose options are named one by one."""

    __slots__ = ("_options", "barred")
    _options: tuple[O, ...] | Callable[[], Sequence[O]]
    barred: Mapping[Option, Refusal]

    @property
    def options(self) -> tuple[O, ...]:
        options = self._options
        return options if isinstance(options, tuple) else tuple(options())


class Choose(_Listed[Chosen, O]):
    """One of the options.

    `barred` names things that are no options, with the reason; `why(option)` may give the reason for any other.
    """

    shape = "choose"
    answer_type = Chosen
    __slots__ = ("_default", "why")

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
        return ChooseBody(self.options, shown(self.barred))

    def fingerprint(self) -> Any:
        return self.options

    def value(self, answer: Chosen) -> O:
        return answer.option  # type: ignore[return-value]  # it is one of the options


class Pick(_Listed[Picked, O]):
    """Some of the options, `least` to `most`, different ones; `fits` may add a condition on the whole.

    With `fits`, `default` must name a fitting pick, and `draw` should sample one (else samples are tried, and the
    default is the sample when none fits).
    """

    shape = "pick"
    answer_type = Picked
    __slots__ = ("_default", "draw", "fits", "least", "most")

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
        for _ in range(TRIES):
            number = self.least + int(rng.random() * (self.most - self.least + 1))
            picked = tuple(rng.sample(self.options, number))
            if self.fits is None or self.fits(picked) is None:
                return Picked(picked)
        return self.fallback()

    def fallback(self) -> Picked:
        return Picked(self.default)

    def body(self) -> PickBody:
        return PickBody(self.options, self.least, self.most, shown(self.barred))

    def fingerprint(self) -> Any:
        return (self.options, self.least, self.most)

    def value(self, answer: Picked) -> tuple[O, ...]:
        return answer.options  # type: ignore[return-value]  # they are among the options


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
