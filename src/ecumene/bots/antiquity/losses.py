"""What to lose when a calamity strikes: what would be surplus anyway, then from the fullest areas."""

from __future__ import annotations

from random import Random

from ecumene.antiquity.calamities.damage import DamageBody
from ecumene.bots.antiquity.sight import Sight
from ecumene.bots.offer import Offer
from ecumene.kernel import Answer, Option, Placed


def damage(see: Sight, offer: Offer, rng: Random) -> Answer:
    """Tokens one by one where most are too many, so that people are left wherever they can grow; else the default."""
    body: DamageBody = see.body
    left = {int(area): number for area, number in body.places if int(area) >= 0}
    if sum(left.values()) < body.least:
        return offer.fallback()
    taken: dict[Option, int] = {}
    for _ in range(body.least):
        area = max(left, key=lambda a: (left[a] - see.room(a), left[a], -a))
        left[area] -= 1
        taken[area] = taken.get(area, 0) + 1
        if not left[area]:
            del left[area]
    return Placed(tuple(sorted(taken.items())))


HABITS = {"damage": damage, "coastal_damage": damage, "flood_damage": damage}
