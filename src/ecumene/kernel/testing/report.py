"""What a check found: how much it looked at, or which promise is broken."""

from __future__ import annotations

import msgspec

from ecumene.kernel import Game


class BrokenPromise(AssertionError):
    """A title does not keep a promise; the text says which, where, and how to get there again."""

    def __init__(self, promise: str, what: str, game: Game) -> None:
        super().__init__(f"{promise}: {what}\n  in {where(game)}")
        self.promise = promise


def where(game: Game) -> str:
    """How to get there again."""
    return (
        f"{game.title.meta.key}, {game.seats} seats, seed {game.seed}, "
        f"after {len(game.line)} answers, step {game.state.step!r}"
    )


class Report(msgspec.Struct):
    """How often each thing was tried. A zero says that a promise was kept because nothing put it to the test."""

    games: int = 0
    ended: int = 0
    answers: int = 0
    sampled: int = 0
    listed: int = 0  # answers of decisions small enough to list
    refused: int = 0  # mutated answers that were refused
    strange: int = 0  # mutated answers that were legal, and did no harm
    compared: int = 0  # views of a viewer before and after a scramble
    scrambled: int = 0  # … where the scramble changed something
    untold: int = 0  # secret answers that nobody else could tell from another one
    forked: int = 0
    waited: int = 0
    undone: int = 0
    bound: int = 0  # answers that could not be undone
    resumed: int = 0  # games that went on from a snapshot or from any other moment
    processes: int = 0
