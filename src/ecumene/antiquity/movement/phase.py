"""3. Everybody moves as soon as he likes, in census order for whoever insists."""

from __future__ import annotations

from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.movement import deeds, voyages
from ecumene.antiquity.movement.decision import Move
from ecumene.antiquity.movement.marches import movement_of
from ecumene.antiquity.movement.orders import Finish
from ecumene.antiquity.movement.state import SINK, TURN_BACK, Deed, Movement, Mover, Ship
from ecumene.kernel import Event, Seat, together


class MovementDeclared(Event, frozen=True, tag="movement_declared"):
    """A seat has ended its movement; nothing of it changes any more."""

    seat: int


EVENTS = (deeds.Moved, deeds.TookBack, deeds.ConflictCaused, MovementDeclared)


async def movement(game: Antiquity) -> None:
    """3. Movement, together, in census order for whoever insists (mega.3.order.1, mega.3.order.2, mega.3.order.3).

    Some tokens may move early and the rest later (mega.3.order.4); Military holders may too, though their place is last
    (mega.adv.military.1, ruling A-29). Barbarian tokens and cities stay (mega.3.order.9, mega.3.move.5). The phase ends
    when all have declared (mega.3.order.8).
    """
    game.state.movement = begin(game)
    order = [Seat(seat) for seat in game.state.order if not game.realms[seat].gone]
    await together({seat: _move(game, seat) for seat in order}, order=order)
    game.state.movement = None


def begin(game: Antiquity) -> Movement:
    """Nothing has moved, no ship is paid for."""
    movers = []
    for realm in game.realms:
        mover = Mover(done=realm.gone or (not realm.tokens and not realm.ships))
        for at, number in sorted(realm.ships.items()):
            for _ in range(number):
                mover.ships[len(mover.ships)] = Ship([at])
        movers.append(mover)
    return Movement(movers)


async def _move(game: Antiquity, seat: Seat) -> None:
    """One seat: order after order until the declaration; nobody must move anything (mega.3.order.10)."""
    while not movement_of(game).movers[seat].done:
        order = await Move(game, seat)
        if type(order) is Finish:
            declare(game, seat)
        else:
            deeds.carry_out(game, seat, order)


def declare(game: Antiquity, seat: Seat) -> None:
    """What is aboard lands where its ship is (mega.3.ships.move.5, ruling A-26); unpaid ships are lost; it is final.

    mega.3.order.6, mega.3.order.8, mega.3.ships.maintain.7. Ships that cannot end where they are turn back (ruling
    A-35).
    """
    under_way = movement_of(game)
    mover = under_way.movers[seat]
    stranded = voyages.stranded(game, seat)
    # Those that turn back come last: they may have to share a landing place with ships that lie there.
    for number, ship in sorted(mover.ships.items(), key=lambda item: (item[0] in stranded, item[0])):
        if not ship.paid:
            deeds.do(game, Deed(under_way.next, seat, SINK, (ship.at,), number))
            continue
        if number in stranded:
            way = voyages.way_back(game, seat, ship)
            if len(way) > 1:
                deeds.do(game, Deed(under_way.next, seat, TURN_BACK, way, number))
        if ship.cargo:
            deeds.land_all(game, seat, number, ship.at, ship.cargo)
    mover.done = True
    game.learned = True
    while under_way.deeds and under_way.movers[under_way.deeds[0].seat].done:
        del under_way.deeds[0]
    game.tell(MovementDeclared(seat))


STEPS = [("3", movement)]
