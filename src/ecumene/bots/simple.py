"""A plain player for each family: sensible enough to reach the late game, quick enough to fill a table."""

from __future__ import annotations

from random import Random

from ecumene.bots.antiquity import ANTIQUITY
from ecumene.bots.offer import Offer, Policy
from ecumene.kernel import Answer, Title, View


def simple(title: Title) -> Policy:
    """The simple policy of a title's family: a habit per kind of decision, the default where it has none."""
    habits = ANTIQUITY(title) if title.meta.family == "antiquity" else {}

    def policy(view: View, offer: Offer, rng: Random) -> Answer | None:
        habit = habits.get(offer.kind)
        return offer.fallback() if habit is None else habit(view, offer, rng)

    return policy
