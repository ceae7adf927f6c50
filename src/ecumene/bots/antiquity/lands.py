"""Movement: gather six tokens on city sites, send what is too many to where there is room, by land and by ship.

Each call looks at the board as it is and gives one order, so a plan needs no memory.
"""

from __future__ import annotations

from random import Random

from ecumene.antiquity.movement.orders import Finish, March, MoveAnswer
from ecumene.bots.antiquity.lay import BREED, Lay
from ecumene.bots.antiquity.ships import by_ship
from ecumene.bots.antiquity.sight import Sight
from ecumene.bots.offer import Offer
from ecumene.kernel import Answer

STRIKE = 9
"""Tokens that make an attack on a city worth trying."""
MOST_ORDERS = 60


def movement(see: Sight, offer: Offer, rng: Random) -> Answer:
    """The next order, or the end of the movement."""
    lay = Lay(see)
    done = sum(1 for _ in lay.body.deeds)
    order = None
    if done < MOST_ORDERS:
        order = _to_sites(lay) or _spread(lay) or _settle(lay) or _strike(lay) or by_ship(lay)
    answer = MoveAnswer(order or Finish(turn_back=bool(lay.body.stranded)))
    if offer.check(answer) is not None:
        answer = MoveAnswer(Finish(turn_back=bool(lay.body.stranded)))
    return answer


def _to_sites(lay: Lay) -> March | None:
    """Fill the city sites from their neighbours, as planned."""
    board = lay.see.board
    for area, loans in lay.loans.items():
        for start, number in loans.items():
            some = min(number, lay.entry(area))
            if some and start in board.land[area]:
                return March(start, area, some)
    return None


def _spread(lay: Lay) -> March | None:
    """What is too many goes where there is room, the emptiest best areas first."""
    board = lay.see.board
    for start, spare in sorted(lay.spare.items(), key=lambda s: (-s[1], s[0])):
        if not spare:
            continue
        best = max(
            board.land[start],
            key=lambda a: (min(spare, lay.room(a)), bool(board.site[a]), a not in lay.have, -a),
            default=None,
        )
        if best is not None and lay.room(best):
            return March(start, best, min(spare, lay.room(best)))
    return None


def _settle(lay: Lay) -> March | None:
    """Two tokens breed as many as four do: the others go where nobody or one lives."""
    board, see = lay.see.board, lay.see
    for start, number in lay.free.items():
        if lay.have[start] <= BREED or start in lay.targets or start in see.me.cities or not number:
            continue
        for near in board.land[start]:
            if (
                near not in lay.targets
                and lay.have.get(near, 0) < min(BREED, see.room(near))
                and lay.room(near)
            ):
                return March(start, near, 1)
    return None


def _strike(lay: Lay) -> March | None:
    """With nothing better to do, a crowd goes for a city beside it."""
    board, see = lay.see.board, lay.see
    for city in sorted(see.foreign_cities):
        near = {a: lay.spare[a] for a in board.land[city] if lay.spare.get(a)}
        gathered = sum(near.values()) + lay.have.get(city, 0)
        if gathered >= STRIKE + see.taken.get(city, 0) and lay.entry(city) >= 1:
            for start, number in sorted(near.items()):
                if min(number, lay.entry(city)):
                    return March(start, city, min(number, lay.entry(city)))
    return None


HABITS = {"movement": movement}
