"""Players that are programs. A bot sees its view and the offer, nothing else: what it may know is what a person may."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from ecumene.bots.offer import Offer, Policy
from ecumene.bots.random import random_policy
from ecumene.bots.simple import simple
from ecumene.kernel import Answer, Title, View

Maker = Callable[[Title], Policy]

BOTS: Mapping[str, Maker] = {"simple": simple, "random": lambda title: random_policy}
"""The bots there are, the one to take by default first."""


def answer(policy: Policy, view: View, offer: Offer, rng: Random) -> Answer:
    """A bot's answer; what it says against the rules is replaced by the default, never passed on."""
    given = policy(view, offer, rng)
    return given if offer.check(given) is None else offer.fallback()


__all__ = ["BOTS", "Maker", "Offer", "Policy", "answer", "random_policy", "simple"]
