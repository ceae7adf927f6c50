"""What a bot is handed: the decision, without the way to the state that a decision has inside."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ecumene.kernel import Answer, Decision, Refusal, Seat, View


class Offer:
    """A decision that can be looked at, sampled and tried, and nothing more."""

    __slots__ = ("_decision",)

    def __init__(self, decision: Decision[Any]) -> None:
        self._decision = decision

    @property
    def seat(self) -> Seat:
        return self._decision.seat

    @property
    def kind(self) -> str:
        return self._decision.kind

    def check(self, answer: Answer) -> Refusal | None:
        """Why the rules refuse an answer; None if they accept it."""
        if not isinstance(answer, self._decision.answer_type):
            return Refusal(self._decision.rule, "wrong_shape", expected=self._decision.shape)
        return self._decision.check(answer)

    def sample(self, rng: Random) -> Answer:
        answer: Answer = self._decision.sample(rng)
        return answer

    def fallback(self) -> Answer:
        answer: Answer = self._decision.fallback()
        return answer


PASS = None
"""A bot's answer where others may act as well and it has nothing to say for now: it is asked again when something
has happened, and answered for by the default when nobody else has anything to say either (`Crew`)."""

Policy = Callable[[View, Offer, Random], Answer | None]
