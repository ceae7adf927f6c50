"""Habits for the family of ancient civilizations: one function per kind of decision, from the view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from ecumene.bots.antiquity import economy, lands, losses, market, powers
from ecumene.bots.antiquity.sight import Sight
from ecumene.bots.offer import Offer
from ecumene.kernel import Answer, Title, View

Habit = Callable[[View, Offer, Random], Answer | None]


def ANTIQUITY(title: Title) -> Mapping[str, Habit]:  # noqa: N802  a table by family, made per title
    """The habits by kind of decision."""
    given: dict[str, Callable[[Sight, Offer, Random], Answer | None]] = {
        **economy.HABITS,
        **lands.HABITS,
        **losses.HABITS,
        **market.HABITS,
        **powers.HABITS,
    }
    antiquity: Any = title

    def bound(habit: Callable[[Sight, Offer, Random], Answer | None]) -> Habit:
        return lambda view, offer, rng: habit(
            Sight(view, offer.seat, antiquity.components, antiquity.rules), offer, rng
        )

    return {kind: bound(habit) for kind, habit in given.items()}
