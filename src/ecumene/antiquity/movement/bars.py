"""Who may enter where: Diplomacy and Cultural Ascendancy keep others out; and whether entering causes conflict."""

from __future__ import annotations

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.conflict import situation
from ecumene.antiquity.game import Antiquity
from ecumene.kernel import Refusal, Seat

MANY = 999
"""No bar: any number may enter (mega.3.move.3)."""

_DIPLOMACY = 1 << Advance.DIPLOMACY
_ASCENDANCY = 1 << Advance.CULTURAL_ASCENDANCY
_ENVOYS = _DIPLOMACY | 1 << Advance.MILITARY
_CONQUERORS = _ASCENDANCY | 1 << Advance.ADVANCED_MILITARY

Room = tuple[int, str]
"""How many tokens may enter, and the rule that bars more."""


def room(game: Antiquity, seat: Seat, area: int, leaving: int = 0) -> Room:
    """How many more tokens of a seat may enter an area by land or from a ship, one by one (ruling A-32).

    Into an area with a city of a Diplomacy holder none (mega.adv.diplomacy.1), and where a Cultural Ascendancy holder
    has units none that causes conflict (mega.adv.cultural_ascendancy.1), but up to the limit where no foreign city is
    (mega.adv.cultural_ascendancy.4, mega.adv.cultural_ascendancy.5). Neither binds where a conflict situation exists
    already, whoever takes part (mega.adv.diplomacy.2, mega.adv.diplomacy.6, mega.adv.cultural_ascendancy.2,
    mega.adv.cultural_ascendancy.7, rulings A-31, A-37). Diplomacy or Military frees from the one, Cultural Ascendancy
    or Advanced Military from the other; where both bind both are needed (mega.adv.diplomacy.3, mega.adv.military.2,
    mega.adv.cultural_ascendancy.3, mega.adv.advanced_military.4, ruling A-30). `leaving`: own tokens that go first.
    """
    own = game.state.realms[seat].advances
    envoy, conqueror = own & _ENVOYS, own & _CONQUERORS
    if envoy and conqueror:
        return MANY, ""
    diplomat = ascendant = False
    for realm in game.state.realms:
        advances = realm.advances
        if advances & (_DIPLOMACY | _ASCENDANCY) and realm.seat != seat:
            if not envoy and advances & _DIPLOMACY and area in realm.cities:
                diplomat = True
            if not conqueror and advances & _ASCENDANCY and (area in realm.tokens or area in realm.cities):
                ascendant = True
    if not diplomat and not ascendant:
        return MANY, ""
    owners = game.owners(area)
    if leaving:
        owners[seat] -= leaving
        if not owners[seat]:
            del owners[seat]
    city = game.city_owner(area)
    limit = game.board.limit[area]
    if situation(owners, city, limit):
        return MANY, ""
    if diplomat:
        return 0, "mega.adv.diplomacy.1"
    if city is not None:
        return 0, "mega.adv.cultural_ascendancy.5"
    return max(0, limit - sum(owners.values())), "mega.adv.cultural_ascendancy.1"


def barred(rule: str, area: int, most: int) -> Refusal:
    """The refusal of an entry that `room` does not allow."""
    return Refusal(rule, "barred", area=area, most=most)


def causing(game: Antiquity, seat: Seat, area: int, number: int) -> int:
    """How many of `number` tokens that have just entered have caused or enlarged a conflict situation, one by one.

    Those that stand above the limit with tokens of others (mega.3.conflict.2, ruling A-32), and all beside a foreign
    city (mega.3.conflict.3) or beside the own city with tokens of others (mega.3.conflict.8). The situation vanishes
    if others leave (mega.3.conflict.6) and is fought out in phase 4 only (mega.3.conflict.7); too few for a city may
    come, and fail then (mega.3.conflict.10).
    """
    owners = game.owners(area)
    city = game.city_owner(area)
    if city is not None:
        return number if city != seat or len(owners) > 1 else 0
    if len(owners) < 2:
        return 0
    return min(number, max(0, sum(owners.values()) - game.board.limit[area]))


def passes(game: Antiquity, seat: Seat, area: int) -> bool:
    """Whether a token that enters an area may go on: it is in no conflict situation there.

    mega.adv.roadbuilding.2, mega.adv.roadbuilding.4, ruling A-33: no foreign or pirate city, and the limit is kept with
    the token, or nobody else is there.
    """
    city = game.city_owner(area)
    if city is not None and city != seat:
        return False
    owners = game.owners(area)
    owners[seat] = owners.get(seat, 0) + 1
    return not situation(owners, city, game.board.limit[area])
