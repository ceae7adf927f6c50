"""Players that are programs. A bot sees its view and the offer, nothing else: what it may know is what a person may."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from ecumene.bots.offer import PASS, Offer, Policy
from ecumene.bots.random import default_policy, random_policy
from ecumene.bots.simple import simple
from ecumene.kernel import Answer, Game, Seat, Title, View

Maker = Callable[[Title], Policy]

BOTS: Mapping[str, Maker] = {"simple": simple, "random": lambda _: random_policy}
"""The bots there are, the one to take by default first."""


class Crew:
    """The bots of one game, taking turns: each acts when it is due, none while it has nothing to say."""

    def __init__(self, policies: Mapping[int, Policy], seed: int = 0) -> None:
        self.policies = dict(policies)
        self._rng = Random(seed)
        self._last = -1
        self._passed: set[int] = set()
        self._version = -1

    def step(self, game: Game) -> bool:
        """Let one bot answer; False when none has anything to say and somebody else is still to act."""
        if game.version != self._version:
            self._passed.clear()
        due = game.due()
        mine = [seat for seat in due if seat in self.policies]
        for seat in sorted(mine, key=lambda seat: (seat <= self._last, seat)):
            if seat in self._passed:
                continue
            decision = game.pending[seat]
            given = answer(self.policies[seat], game.view(seat), Offer(decision), self._rng)
            if given is not PASS:
                return self._act(game, seat, given)
            self._passed.add(seat)
        self._version = game.version
        if not mine or len(mine) < len(due):
            return False
        return self._act(game, mine[0], game.pending[mine[0]].fallback())

    def _act(self, game: Game, seat: Seat, given: Answer) -> bool:
        game.answer(seat, given, by="bot")
        self._last = seat
        self._version = game.version
        self._passed.clear()
        return True

    def play(self, game: Game) -> None:
        """Play on as far as it goes without anybody else."""
        while not game.ended and self.step(game):
            pass


def answer(policy: Policy, view: View, offer: Offer, rng: Random) -> Answer | None:
    """A bot's answer, or PASS; what it says against the rules is replaced by the default, never passed on."""
    given = policy(view, offer, rng)
    return given if given is PASS or offer.check(given) is None else offer.fallback()


__all__ = [
    "BOTS",
    "PASS",
    "Crew",
    "Maker",
    "Offer",
    "Policy",
    "answer",
    "default_policy",
    "random_policy",
    "simple",
]
