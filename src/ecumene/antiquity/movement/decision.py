"""The standing offer of the movement phase: whatever a seat may do now, until it declares the end."""

from __future__ import annotations

from random import Random

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.movement import bars, deeds, samples, ships, voyages
from ecumene.antiquity.movement.marches import movement_of
from ecumene.antiquity.movement.orders import (
    AnyOrder,
    Barred,
    Finish,
    MoveAnswer,
    MoveBody,
    Revocable,
    ShipThere,
    Standing,
)
from ecumene.kernel import Orders, Refusal, Seat


class Move(Orders[MoveAnswer]):
    """One order, tested against the board as it is when it is given (D-08 to D-15). By default movement ends (D-15)."""

    answer_type = MoveAnswer
    __slots__ = ("game",)

    def __init__(self, game: Antiquity, seat: Seat) -> None:
        super().__init__(seat, "movement", "mega.3.move.1")
        self.game = game

    def check(self, answer: MoveAnswer) -> Refusal | None:
        order = answer.order
        if type(order) is Finish:
            return self._check_finish(order)
        return deeds.check(self.game, self.seat, order)

    def _check_finish(self, order: Finish) -> Refusal | None:
        """No ship may be left where it cannot end (ruling A-35); turning back is for those only."""
        for ship, why in voyages.stranded(self.game, self.seat).items():
            if order.turn_back:
                return None
            why.details["ship"] = ship
            return why
        if order.turn_back:
            return Refusal("mega.3.ships.move.5", "nothing_turns_back")
        return None

    def sample(self, rng: Random) -> MoveAnswer:
        return MoveAnswer(samples.order(self.game, self.seat, rng))

    def fallback(self) -> MoveAnswer:
        return MoveAnswer(Finish(turn_back=bool(voyages.stranded(self.game, self.seat))))

    def body(self) -> MoveBody:
        game, seat = self.game, self.seat
        realm, rules = game.realms[seat], game.rules
        movement = movement_of(game)
        mover = movement.movers[seat]
        steps = ships.range_of(game, seat)
        return MoveBody(
            tokens=tuple(
                Standing(area, number - mover.moved.get(area, 0), mover.moved.get(area, 0))
                for area, number in sorted(realm.tokens.items())
            ),
            ships=tuple(
                ShipThere(n, ship.at, steps - len(ship.way) + 1, ship.cargo, ship.paid)
                for n, ship in sorted(mover.ships.items())
            ),
            steps=steps,
            capacity=ships.capacity(game, seat),
            open_sea=game.holds(seat, Advance.ASTRONAVIGATION),
            roads=game.holds(seat, Advance.ROADBUILDING),
            treasury=realm.treasury,
            ship_price=rules.ship_price,
            upkeep=rules.ship_upkeep,
            builds_left=min(rules.ship_builds - mover.built, game.ships_left(seat)),
            barred=tuple(self._barred()),
            deeds=tuple(
                Revocable(deed.number_in_phase, deed.what, deed.places, deed.ship, deed.number, deed.locked)
                for deed in movement.deeds
                if deed.seat == seat
            ),
            stranded=tuple(voyages.stranded(game, seat)),
        )

    def _barred(self) -> list[Barred]:
        """All areas of the board that the seat may not enter with any number of tokens now."""
        game, seat = self.game, self.seat
        guarded: set[int] = set()
        for realm in game.realms:
            if realm.seat != seat and game.holds(realm.seat, Advance.CULTURAL_ASCENDANCY):
                guarded.update(realm.tokens)
                guarded.update(realm.cities)
            elif realm.seat != seat and game.holds(realm.seat, Advance.DIPLOMACY):
                guarded.update(realm.cities)
        found = []
        for area in sorted(guarded):
            most, rule = bars.room(game, seat, area)
            if rule:
                found.append(Barred(area, most, rule, "barred"))
        return found

    def fingerprint(self) -> tuple[int, int, int]:
        realm = self.game.state.realms[self.seat]
        return (movement_of(self.game).next, realm.stock, realm.treasury)

    def value(self, answer: MoveAnswer) -> AnyOrder:
        return answer.order
