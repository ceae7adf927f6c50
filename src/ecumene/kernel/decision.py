"""The six shapes of a decision. The very object that is offered checks, samples, describes and defaults its answer.

A rule awaits one and gets the answer's value:  `rate = await Choose(seat, "tax_rate", (1, 2, 3), rule="mega.1a.4")`.
"""

from __future__ import annotations

import zlib
from collections.abc import Generator, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Annotated, Any, ClassVar, Generic, TypeVar

import msgspec

from ecumene.kernel.refusal import Reason, Refusal
from ecumene.kernel.seat import Seat

MAX_ANSWER_BYTES = 65_536
TRIES = 20  # samples that are drawn until one fits
_MAX_SAID = 300

Option = int | str
"""A thing that can be named in an answer: an area, a card, an advance."""

Whole = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
"""A whole number in an answer, as far as a browser counts."""

O = TypeVar("O", bound=Option)  # noqa: E741  # what a decision is about: areas, cards, words

_Named = Whole | Annotated[str, msgspec.Meta(max_length=200)]


class Answer(msgspec.Struct, frozen=True, tag_field="shape", forbid_unknown_fields=True):
    """Base of all answers: tagged, whole numbers only, no unknown fields."""


class Chosen(Answer, frozen=True, tag="choose"):
    option: _Named


class Picked(Answer, frozen=True, tag="pick"):
    options: tuple[_Named, ...]


class Placed(Answer, frozen=True, tag="spread"):
    units: tuple[tuple[_Named, Whole], ...]


Barred = tuple[tuple[Option, Reason], ...]
"""What a client shows as not possible, and why."""


def shown(barred: Mapping[Option, Refusal]) -> Barred:
    return tuple((option, refusal.reason) for option, refusal in barred.items())


class Body(msgspec.Struct, frozen=True, tag_field="shape", omit_defaults=True):
    """Base of what a client needs to know to answer."""


class ChooseBody(Body, frozen=True, tag="choose"):
    options: tuple[Option, ...]
    barred: Barred = ()


class PickBody(Body, frozen=True, tag="pick"):
    options: tuple[Option, ...]
    least: int
    most: int
    barred: Barred = ()


class SpreadBody(Body, frozen=True, tag="spread"):
    places: tuple[tuple[Option, int], ...]
    least: int
    most: int
    barred: Barred = ()


class Described(msgspec.Struct, frozen=True):
    """A decision as its seat sees it."""

    id: int
    seat: int
    kind: str
    rule: str
    about: dict[str, Any]
    body: Any
    default: Any
    secret: bool
    ahead: bool
    waitable: bool = False
    waiting: bool = False


A = TypeVar("A", bound=Answer)
_decoders: dict[type[Answer], msgspec.json.Decoder[Any]] = {}
_encode = msgspec.json.Encoder().encode


class Decision(Generic[A]):
    """One question to one seat. Subclasses fix the shape; titles subclass the three open shapes."""

    shape: ClassVar[str]
    answer_type: type[A]

    __slots__ = ("about", "ahead", "id", "kind", "rule", "seat", "secret")

    def __init__(
        self,
        seat: Seat,
        kind: str,
        rule: str,
        about: dict[str, Any] | None = None,
        secret: bool = False,
        ahead: bool = False,
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.rule = rule
        self.about = {} if about is None else about
        self.secret = secret  # others learn only that the seat is busy
        self.ahead = ahead  # may be answered before it is asked
        self.id = 0  # given by the step when it is first offered: the how-many-eth of this seat

    def __await__(self) -> Generator[Any, Any, Any]:
        return (yield self)

    # -- what every shape must say ------------------------------------------------------------------------------

    def check(self, answer: A) -> Refusal | None:
        raise NotImplementedError

    def sample(self, rng: Random) -> A:
        raise NotImplementedError

    def fallback(self) -> A:
        """What is answered when nobody answers."""
        raise NotImplementedError

    def body(self) -> Body:
        raise NotImplementedError

    def fingerprint(self) -> Any:
        """What identifies the offer, small and JSON-like; a record keeps its digest with the answer."""
        return None

    def value(self, answer: A) -> Any:
        """What the awaiting rule receives."""
        return answer

    # -- common ---------------------------------------------------------------------------------------------------

    @property
    def idle(self) -> bool:
        """Its seat may answer and need not: nobody waits for it, no clock runs (take back "done" on a trade floor)."""
        return False

    def answers(self) -> Iterator[A]:
        """Every answer once, in a fixed order; `TypeError` if the shape does not list them."""
        raise TypeError(f"{self!r} does not list its answers")

    def count(self, limit: int = 100_000) -> int | None:
        """How many answers there are; None if they are not listed or more than `limit`."""
        try:
            found = sum(1 for _ in islice(self.answers(), limit + 1))
        except TypeError:
            return None
        return found if found <= limit else None

    def decode(self, raw: object) -> A:
        """The typed answer in JSON bytes, plain data or an answer; a `Refusal` is raised if it is malformed.

        Whatever comes in passes through JSON once, so what a rule gets is what a record gives back.
        """
        kind = self.answer_type
        if isinstance(raw, Answer) and type(raw) is not kind:
            raise Refusal(self.rule, "wrong_shape", expected=self.shape)
        decoder = _decoders.get(kind)
        if decoder is None:
            decoder = _decoders[kind] = msgspec.json.Decoder(kind)
        try:
            written = raw if isinstance(raw, (bytes, str)) else _encode(raw)
            if len(written) > MAX_ANSWER_BYTES:
                raise Refusal("kernel.answer", "too_long", limit=MAX_ANSWER_BYTES)
            answer: A = decoder.decode(written)
            if written is raw:
                _encode(answer)  # a number may be read that cannot be written into a record (2**64)
        except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as wrong:
            raise Refusal(self.rule, "malformed", expected=self.shape, what=str(wrong)[:_MAX_SAID]) from None
        return answer

    def digest(self) -> int:
        return zlib.crc32(_encode((self.id, self.seat, self.kind, self.rule, self.shape, self.fingerprint())))

    def describe(self, waitable: bool = False, waiting: bool = False) -> Described:
        return Described(
            self.id, self.seat, self.kind, self.rule, self.about, self.body(), self.fallback(),
            self.secret, self.ahead, waitable, waiting,
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.kind} for seat {self.seat} [{self.rule}]>"
