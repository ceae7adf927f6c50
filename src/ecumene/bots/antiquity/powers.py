"""Special abilities: strike where it hurts the strongest, take what one can hold."""

from __future__ import annotations

from random import Random

from ecumene.antiquity.view import RealmView
from ecumene.bots.antiquity.sight import Sight
from ecumene.bots.offer import Offer
from ecumene.kernel import Answer, Chosen, Picked

CITY = 5
ORDER = (
    "provincial_empire",
    "monotheism",
    "universal_doctrine",
    "politics",
    "fundamentalism",
)
"""Which ability first; those that are not named need a better head."""


def ability(see: Sight, offer: Offer, rng: Random) -> Answer:
    usable = [option for option in ORDER if option in see.body.options]
    return Chosen(usable[0] if usable else "none")


def _points(realm: RealmView, area: int) -> int:
    return realm.tokens.get(area, 0) + CITY * (area in realm.cities)


def _harm(see: Sight, area: int) -> int:
    """Unit points of others there; those of who is ahead on the track count more."""
    return sum(
        _points(realm, area) * (1 + realm.space) for realm in see.table.realms if realm.seat != see.seat
    )


def target(see: Sight, offer: Offer, rng: Random) -> Answer:
    """The area where most is to be had."""
    areas = [option for option in see.body.options if isinstance(option, int)]
    if not areas:
        return offer.fallback()
    return Chosen(max(areas, key=lambda area: (_harm(see, area), -area)))


def politics(see: Sight, offer: Offer, rng: Random) -> Answer:
    """A city for its price, else treasury."""
    prices: dict[str, int] = see.about["prices"]
    cities = [o for o in see.body.options if isinstance(o, int) and prices[str(o)] >= CITY]
    supported = see.population >= see.rate * (len(see.me.cities) + 1)
    if cities and supported:
        return Chosen(max(cities, key=lambda area: (_harm(see, area), -area)))
    return offer.fallback()


def tributes(see: Sight, offer: Offer, rng: Random) -> Answer:
    """From as many as allowed, the fullest hands first."""
    seats = sorted(see.body.options, key=lambda seat: (-see.table.realms[seat].cards, seat))
    return Picked(tuple(seats[: see.body.most]))


def doctrine(see: Sight, offer: Offer, rng: Random) -> Answer:
    """A pirate city before barbarian tokens."""
    cities = [option for option in see.body.options if isinstance(option, int)]
    if cities and see.population >= see.rate * (len(see.me.cities) + 1):
        return Chosen(cities[0])
    return Chosen("tokens" if "tokens" in see.body.options else "none")


HABITS = {
    "universal_doctrine": doctrine,
    "ability": ability,
    "monotheism": target,
    "fundamentalism": target,
    "politics": politics,
    "provincial_empire": tributes,
}
