"""Playing a title by itself."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ecumene.kernel import Answer, Game, Refusal, Seat, Title

Policy = Callable[[Game, Seat, Random], Answer]
"""What a seat answers; it may look at anything."""


def random_policy(game: Game, seat: Seat, rng: Random) -> Answer:
    """Whatever the decision itself draws."""
    answer: Answer = _asked(game, seat).sample(rng)
    return answer


def default_policy(game: Game, seat: Seat, rng: Random) -> Answer:
    """What is answered for somebody who does not answer."""
    answer: Answer = _asked(game, seat).fallback()
    return answer


def seed_of(number: int | str) -> str:
    """A seed for tests: a number, or a seed as it is."""
    return f"{number:064x}" if isinstance(number, int) else number


def start(title: Title, options: Any = None, seats: int | None = None, seed: int | str = 0) -> Game:
    """A game with the smallest number of seats and the usual options, unless told otherwise."""
    return Game(
        title,
        title.options_type() if options is None else options,
        min(title.meta.seats) if seats is None else seats,
        seed_of(seed),
    )


def play_out(
    game: Game, policy: Policy = random_policy, limit: int = 100_000, rng: Random | None = None
) -> int:
    """Play until the end; how many answers it took. `RuntimeError` when it takes more than `limit`."""
    rng = rng or Random(0)
    for number in range(limit):
        if game.ended:
            return number
        due = game.due()
        seat = due[int(rng.random() * len(due))]
        game.answer(seat, policy(game, seat, rng))
    if not game.ended:
        raise RuntimeError(f"no end after {limit} answers: {game!r}")
    return limit


def _asked(game: Game, seat: Seat) -> Any:
    asked = game.legal(seat)
    if asked is None:
        raise Refusal("kernel.answer", "not_asked", seat=seat)
    return asked
