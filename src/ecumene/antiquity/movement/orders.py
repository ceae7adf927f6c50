"""The small orders of which a movement consists, and what a client needs to know to give them.

Decisions: D-08 and D-09: `march`; D-10: `build`; D-11: `maintain`; D-12: `scrap`; D-13: `embark`, `sail`, `land`; D-14:
`take_back`; D-15: `finish`. All are answers to one standing decision, `movement`.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from ecumene.kernel import Answer, Body

Place = Annotated[int, msgspec.Meta(ge=0, le=9_999)]
Tokens = Annotated[int, msgspec.Meta(ge=1, le=999)]
Number = Annotated[int, msgspec.Meta(ge=0, le=999_999)]


class Order(msgspec.Struct, frozen=True, tag_field="order", forbid_unknown_fields=True):
    """One small order."""


class March(Order, frozen=True, tag="march"):
    """Tokens go by land from `start` to `to`, with Roadbuilding by way of `via`."""

    start: Place
    to: Place
    number: Tokens
    via: Place | None = None


class Build(Order, frozen=True, tag="build"):
    """A ship is built `at` an area, for treasury and tokens of the areas named."""

    at: Place
    treasury: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    tokens: Annotated[tuple[Place, ...], msgspec.Meta(max_length=9)] = ()


class Maintain(Order, frozen=True, tag="maintain"):
    """A ship is kept, for treasury or for the token of an area."""

    ship: Number
    token: Place | None = None


class Scrap(Order, frozen=True, tag="scrap"):
    """A ship that is not maintained is given up, to build it anew."""

    ship: Number


class Embark(Order, frozen=True, tag="embark"):
    """Tokens board a ship in their area."""

    ship: Number
    number: Tokens


class Sail(Order, frozen=True, tag="sail"):
    """A ship goes this way, step by step."""

    ship: Number
    way: Annotated[tuple[Place, ...], msgspec.Meta(min_length=1, max_length=9)]


class Land(Order, frozen=True, tag="land"):
    """Tokens land in the area where their ship is."""

    ship: Number
    number: Tokens


class TakeBack(Order, frozen=True, tag="take_back"):
    """An own deed of this phase is undone; payments come back with it."""

    deed: Number


class Finish(Order, frozen=True, tag="finish"):
    """The end of movement; final. With `turn_back` ships that cannot stay return on their way (only if they must)."""

    turn_back: bool = False


AnyOrder = March | Build | Maintain | Scrap | Embark | Sail | Land | TakeBack | Finish


class MoveAnswer(Answer, frozen=True, tag="orders"):
    order: AnyOrder


class Standing(msgspec.Struct, frozen=True):
    """Own tokens of an area."""

    area: int
    unmoved: int
    moved: int


class ShipThere(msgspec.Struct, frozen=True):
    """An own ship: what it can still do. `paid`: built or maintained, so it may be used."""

    ship: int
    at: int
    steps_left: int
    cargo: int
    paid: bool


class Barred(msgspec.Struct, frozen=True):
    """An area that at most so many more tokens may enter now, and why."""

    area: int
    most: int
    rule: str
    key: str


class Revocable(msgspec.Struct, frozen=True):
    """An own deed of this phase; `locked`: it caused conflict ahead of its turn and stays (mega.3.order.7)."""

    deed: int
    what: str
    places: tuple[int, ...]
    ship: int
    number: int
    locked: bool


class MoveBody(Body, frozen=True, tag="orders"):
    """Everything that a client needs to offer and preview orders."""

    tokens: tuple[Standing, ...]
    ships: tuple[ShipThere, ...]
    steps: int
    capacity: int
    open_sea: bool  # ships may cross open sea
    roads: bool  # tokens may move two areas
    treasury: int
    ship_price: int
    upkeep: int
    builds_left: int
    barred: tuple[Barred, ...]
    deeds: tuple[Revocable, ...]
    stranded: tuple[int, ...]  # ships that cannot end where they are
