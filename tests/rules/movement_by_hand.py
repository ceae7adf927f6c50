"""Movement written down naively: every token is a thing of its own, every order a few ifs, nothing is ever undone."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.testing import Scene

NEUTRAL = "neutral"
ENVOYS = {"diplomacy", "military"}
CONQUERORS = {"cultural_ascendancy", "advanced_military"}


@dataclass
class Token:
    civ: str
    area: int | None
    ship: int | None = None
    moved: bool = False


@dataclass
class Vessel:
    way: list[int]
    paid: bool = False


@dataclass
class Side:
    treasury: int
    advances: set[str]
    vessels: dict[int, Vessel] = field(default_factory=dict)
    built: int = 0


class ByHand:
    """The movement phase of a scene. Each order is a method: it is carried out, and its answer is whether it may be.

    What is left behind by an order that may not be carried out is of no use: work on a `copy`.
    """

    def __init__(self, scene: Scene, civs: list[str]) -> None:
        self.board = scene.game.board
        self.sides: dict[str, Side] = {}
        self.caused = (
            0  # how many tokens of the last order stood in a conflict situation when they had entered
        )
        self.tokens: list[Token] = []
        self.neutral = dict(scene.game.state.barbarians)
        self.city = dict.fromkeys(scene.game.state.pirates, NEUTRAL)
        for civ in civs:
            realm = scene.realm(civ)
            held = {item.name.lower() for item in Advance if realm.advances >> item & 1}
            side = self.sides[civ] = Side(realm.treasury, held)
            for area, number in sorted(realm.ships.items()):
                for _ in range(number):
                    side.vessels[len(side.vessels)] = Vessel([area])
            self.tokens += [Token(civ, area) for area, number in realm.tokens.items() for _ in range(number)]
            self.city |= dict.fromkeys(realm.cities, civ)

    def copy(self) -> ByHand:
        other = copy.copy(self)
        other.tokens, other.sides = copy.deepcopy((self.tokens, self.sides))
        return other

    # -- what stands where --------------------------------------------------------------------------------------------

    def standing(self, area: int) -> Counter[str]:
        found = Counter(token.civ for token in self.tokens if token.area == area)
        if area in self.neutral:
            found[NEUTRAL] = self.neutral[area]
        return found

    def of(self, civ: str, area: int) -> list[Token]:
        return [token for token in self.tokens if token.civ == civ and token.area == area]

    def aboard(self, civ: str, ship: int) -> list[Token]:
        return [token for token in self.tokens if token.civ == civ and token.ship == ship]

    def conflict(self, area: int) -> bool:
        there, city = self.standing(area), self.city.get(area)
        if city is not None:
            return len(there) > 1 or any(civ != city for civ in there)
        return len(there) > 1 and there.total() > self.board.limit[area]

    def may_enter(self, civ: str, area: int) -> bool:
        """One token that stands nowhere now."""
        if self.conflict(area):
            return True
        there, city, own = self.standing(area), self.city.get(area), self.sides[civ].advances
        foreign = city is not None and city != civ
        if foreign and city != NEUTRAL and "diplomacy" in self.sides[str(city)].advances and not own & ENVOYS:
            return False
        crowded = set(there) - {civ} and there.total() + 1 > self.board.limit[area]
        protected = any(
            "cultural_ascendancy" in side.advances and (other in there or city == other)
            for other, side in self.sides.items()
            if other != civ
        )
        return not ((foreign or crowded) and protected and not own & CONQUERORS)

    # -- orders -------------------------------------------------------------------------------------------------------

    def march(self, civ: str, start: int, to: int, number: int, via: int | None = None) -> bool:
        free = [token for token in self.of(civ, start) if not token.moved]
        if number > len(free) or (via is not None and "roadbuilding" not in self.sides[civ].advances):
            return False
        for token in free[:number]:
            token.area, at = None, start
            for place in [to] if via is None else [via, to]:
                if place not in self.board.land[at] or not self.may_enter(civ, place):
                    return False
                at = place
                token.area = place
                if place == via and self.conflict(place):
                    return False
                token.area = None
            token.area, token.moved = to, True
            self.caused += self.conflict(to)
        return True

    def _pay(self, civ: str, treasury: int, areas: list[int]) -> bool:
        side = self.sides[civ]
        side.treasury -= treasury
        for area in areas:
            tokens = sorted(self.of(civ, area), key=lambda token: not token.moved)
            if not tokens:
                return False
            self.tokens = [token for token in self.tokens if token is not tokens[0]]
        return side.treasury >= 0

    def build(self, civ: str, at: int, treasury: int, tokens: list[int], ship: int) -> bool:
        side = self.sides[civ]
        if at not in self.board.areas or not self.board.coastal[at] or not self.of(civ, at):
            return False
        if (
            side.built == 4
            or len(side.vessels) == 4
            or treasury + len(tokens) != 2
            or (tokens and at not in tokens)
        ):
            return False
        side.built += 1
        side.vessels[ship] = Vessel([at], paid=True)
        return self._pay(civ, treasury, tokens)

    def maintain(self, civ: str, ship: int, token: int | None = None) -> bool:
        vessel = self.sides[civ].vessels.get(ship)
        if vessel is None or vessel.paid:
            return False
        vessel.paid = True
        return self._pay(civ, 1, []) if token is None else self._pay(civ, 0, [token])

    def scrap(self, civ: str, ship: int) -> bool:
        vessel = self.sides[civ].vessels.pop(ship, None)
        return vessel is not None and not vessel.paid

    def embark(self, civ: str, ship: int, number: int) -> bool:
        vessel = self.sides[civ].vessels.get(ship)
        if vessel is None or not vessel.paid:
            return False
        free = [token for token in self.of(civ, vessel.way[-1]) if not token.moved]
        for token in free[:number]:
            token.area, token.ship = None, ship
        most = 5 + ("naval_warfare" in self.sides[civ].advances)
        return number <= len(free) and len(self.aboard(civ, ship)) <= most

    def sail(self, civ: str, ship: int, way: list[int]) -> bool:
        side = self.sides[civ]
        vessel = side.vessels.get(ship)
        if vessel is None or not vessel.paid:
            return False
        for place in way:
            here = self.board.world
            if place not in here.water[vessel.way[-1]] or place not in self.board.on_table:
                return False
            if here.places[place].sea and "astronavigation" not in side.advances:
                return False
            vessel.way.append(place)
        return len(vessel.way) - 1 <= 4 + ("cloth_making" in side.advances)

    def land(self, civ: str, ship: int, number: int) -> bool:
        vessel = self.sides[civ].vessels.get(ship)
        if vessel is None or vessel.way[-1] not in self.board.areas:
            return False
        aboard = self.aboard(civ, ship)
        for token in aboard[:number]:
            if not self.may_enter(civ, vessel.way[-1]):
                return False
            token.area, token.ship, token.moved = vessel.way[-1], None, True
            self.caused += self.conflict(vessel.way[-1])
        return number <= len(aboard)

    def finish(self, civ: str) -> bool:
        """Whatever is aboard lands, and unpaid ships are lost."""
        side = self.sides[civ]
        for ship, vessel in sorted(side.vessels.items()):
            if vessel.way[-1] not in self.board.areas or not self.land(
                civ, ship, len(self.aboard(civ, ship))
            ):
                return False
        side.vessels = {ship: vessel for ship, vessel in side.vessels.items() if vessel.paid}
        return True

    def order(self, civ: str, what: str, fields: dict[str, Any]) -> bool:
        self.caused = 0
        may: bool = getattr(self, what)(civ, **fields)
        return may

    # -- the same board? ----------------------------------------------------------------------------------------------

    def agrees(self, scene: Scene) -> bool:
        for civ, side in self.sides.items():
            realm = scene.realm(civ)
            tokens = Counter(
                token.area for token in self.tokens if token.civ == civ and token.area is not None
            )
            ships = Counter(vessel.way[-1] for vessel in side.vessels.values())
            number = sum(token.civ == civ for token in self.tokens)
            if (tokens, ships, side.treasury) != (realm.tokens, realm.ships, realm.treasury):
                return False
            if realm.stock + realm.treasury + number != scene.game.rules.tokens:
                return False
        return True
