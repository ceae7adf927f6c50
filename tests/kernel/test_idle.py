"""Who may speak and need not: nobody waits for it."""

from __future__ import annotations

from typing import Any

from ecumene.kernel import Choose, Game, Play, first_of
from tests.kernel.helpers import A, B, say, toy


class Talk(Choose[int]):
    """2 is "done", which 1 takes back."""

    @property
    def idle(self) -> bool:
        return self.seat in self.about["done"]


async def talk(play: Play[Any]) -> None:
    done: set[int] = set()
    both = [Talk(seat, "talk", (1, 2), "toy.1", about={"done": done}) for seat in (A, B)]
    while len(done) < 2:
        seat, said = await first_of(both)
        if said == 2:
            done.add(seat)
        else:
            done.discard(seat)


def test_an_idle_decision_is_asked_and_not_due() -> None:
    game: Game = toy(talk)
    assert game.due() == [A, B]
    game.answer(A, say(2))
    assert game.due() == [B]
    assert sorted(game.pending) == [A, B]
    assert [one.waiting for one in game.view(B).pending] == [True, False]
    game.answer(A, say(1))
    assert game.due() == [A, B]
    game.answer(A, say(2))
    game.answer(B, say(2))
    assert game.ended
