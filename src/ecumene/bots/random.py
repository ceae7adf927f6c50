"""Anything that is legal."""

from __future__ import annotations

from random import Random

from ecumene.bots.offer import Offer
from ecumene.kernel import Answer, View


def random_policy(view: View, offer: Offer, rng: Random) -> Answer:
    return offer.sample(rng)
