"""The two that look at nothing: anything that is legal, and what is answered when nobody answers."""

from __future__ import annotations

from random import Random

from ecumene.bots.offer import Offer
from ecumene.kernel import Answer, View


def random_policy(view: View, offer: Offer, rng: Random) -> Answer:
    return offer.sample(rng)


def default_policy(view: View, offer: Offer, rng: Random) -> Answer:
    return offer.fallback()
