"""Movement under way, all of it public (mega.hid.18): what has moved, where ships are, what can still be taken back.

`Ship` and `Deed` are written as lists of their fields, in order, to keep a position small.
"""

from __future__ import annotations

import msgspec

MARCH, BUILD, KEEP, SCRAP, EMBARK, SAIL, LAND, TURN_BACK, SINK = (
    "march", "build", "maintain", "scrap", "embark", "sail", "land", "turn_back", "sink",
)  # fmt: skip


class Ship(msgspec.Struct, array_like=True):
    """One ship in this phase: the berths it has been on, the last being where it is, and how many tokens are aboard."""

    way: list[int]
    paid: bool = False  # built or maintained this turn
    cargo: int = 0

    @property
    def at(self) -> int:
        return self.way[-1]

    def clone(self) -> Ship:
        return Ship(self.way.copy(), self.paid, self.cargo)


class Mover(msgspec.Struct):
    """One seat's movement. Tokens aboard are in no area (ruling A-26); those `moved` are done (mega.3.move.4)."""

    moved: dict[int, int] = {}  # area -> tokens there that have moved
    ships: dict[int, Ship] = {}  # by a number that a ship keeps for the phase
    built: int = 0
    orders: int = 0  # how many orders were given
    done: bool = False  # declared the end (mega.3.order.8)

    def clone(self) -> Mover:
        ships = {number: ship.clone() for number, ship in self.ships.items()} if self.ships else {}
        return Mover(self.moved.copy(), ships, self.built, self.orders, self.done)


class Deed(msgspec.Struct, frozen=True, array_like=True):
    """An order that was carried out, with what is needed to undo it and to do it again.

    `places`: of a march start, perhaps the area between, end; of a ship where it is, then what follows: the areas of
    tokens paid (build; maintain: only that), the berths sailed. `number`: tokens moved, or treasury paid. `spent`:
    bit n is set if the n-th token paid was one that had moved.
    """

    number_in_phase: int
    seat: int
    what: str
    places: tuple[int, ...] = ()
    ship: int = -1
    number: int = 0
    spent: int = 0
    locked: bool = False  # caused conflict ahead of its turn (mega.3.order.7)


class Movement(msgspec.Struct):
    """The movement phase. `deeds` in the order in which they were done, as far as somebody may still take one back."""

    movers: list[Mover]
    deeds: list[Deed] = []
    next: int = 0  # the number of the next deed

    def clone(self) -> Movement:
        return Movement([mover.clone() for mover in self.movers], self.deeds.copy(), self.next)
