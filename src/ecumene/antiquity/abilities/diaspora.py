"""Diaspora: a few own tokens appear elsewhere on the board.

Decisions: D-65: `diaspora` (from where, how many; none: not used), then `diaspora_to`.
"""

from __future__ import annotations

from random import Random

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.kernel import Refusal, Seat, Spread

MOST = 5


class DiasporaMoved(Event, frozen=True, tag="diaspora_moved"):
    seat: int
    taken: tuple[tuple[int, int], ...]
    placed: tuple[tuple[int, int], ...]


EVENTS = (DiasporaMoved,)


def room(game: Antiquity, seat: Seat) -> dict[int, int]:
    """How many tokens may come to an area: up to its limit with all tokens there, the own one with Agriculture
    (mega.adv.diaspora.2, mega.adv.diaspora.4); none beside a city, but the one that Public Works allows beside an own
    one (mega.adv.diaspora.3). Areas in play only, and no open sea (ruling A-102).
    """
    crowd: dict[int, int] = dict(game.state.barbarians)
    cities = set(game.state.pirates)
    for realm in game.realms:
        for area, number in realm.tokens.items():
            crowd[area] = crowd.get(area, 0) + number
        if realm.seat != seat:
            cities.update(realm.cities)
    own = game.realms[seat].cities
    beside_city = game.holds(seat, Advance.PUBLIC_WORKS)
    found: dict[int, int] = {}
    for area in game.board.areas:
        if area in cities:
            continue
        limit = int(beside_city) if area in own else game.limit(area, seat)
        left = limit - crowd.get(area, 0)
        if left > 0:
            found[area] = left
    return found


def can_move(game: Antiquity, seat: Seat) -> bool:
    """Whether one token has somewhere else to go."""
    tokens = game.realms[seat].tokens
    places = room(game, seat)
    return bool(tokens) and (len(places) > 1 or (any(area not in places for area in tokens) and bool(places)))


async def diaspora(game: Antiquity, seat: Seat) -> None:
    """Up to five own tokens go elsewhere: first all are taken, then all are placed, in other areas than they came from
    (mega.adv.diaspora.1, rulings A-100 and A-102).
    """
    places = room(game, seat)
    everywhere = sum(places.values())

    def fits(units: dict[int, int]) -> Refusal | None:
        left = everywhere - sum(places.get(area, 0) for area in units)
        number = sum(units.values())
        if number > left:
            return Refusal("mega.adv.diaspora.2", "no_room", room=left, got=number)
        return None

    tokens = sorted(game.realms[seat].tokens.items())
    caps: dict[int, int] = {area: min(MOST, number) for area, number in tokens}
    most = min(MOST, sum(caps.values()))
    taken = await Spread(seat, "diaspora", caps, 0, most, "mega.adv.diaspora.1", default={}, fits=fits)
    if not taken:
        return
    number = sum(taken.values())
    free: dict[int, int] = {area: min(left, number) for area, left in places.items() if area not in taken}

    def draw(rng: Random) -> dict[int, int]:
        put: dict[int, int] = {}
        areas = list(free)
        while sum(put.values()) < number:
            area = areas[int(rng.random() * len(areas))]
            if put.get(area, 0) < free[area]:
                put[area] = put.get(area, 0) + 1
        return put

    placed = await Spread(
        seat, "diaspora_to", free, number, number, "mega.adv.diaspora.1", draw=draw,
        barred={area: Refusal("mega.adv.diaspora.1", "taken_there", area=area) for area in taken},
    )  # fmt: skip
    for area, count in taken.items():
        game.remove(seat, area, count)
    for area, count in placed.items():
        game.place(seat, area, count)
    game.tell(DiasporaMoved(seat, _pairs(taken), _pairs(placed)))


def _pairs(units: dict[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(units.items()))
