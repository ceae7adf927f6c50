"""`check_title`: play a title and check, after every answer, what the kernel promises for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import msgspec

from ecumene.kernel import BadRecord, Game, Refusal, Seat, Title
from ecumene.kernel.snapshot import boundary, newest
from ecumene.kernel.testing.moment import check_asked, check_data, check_laws, check_refusals, check_undo
from ecumene.kernel.testing.play import Policy, random_policy, start
from ecumene.kernel.testing.report import BrokenPromise, Report, where
from ecumene.kernel.testing.secrecy import check_fork, check_secret_answer, check_secrets
from ecumene.kernel.testing.sight import everybody
from ecumene.kernel.testing.whole import (
    check_interleaved,
    check_process,
    check_record,
    check_resumed,
    traces,
)

__all__ = ["BrokenPromise", "Report", "check_title", "traces"]

_encode = msgspec.json.Encoder().encode
_UNDO, _WAIT, _SNAPSHOT, _SNAPSHOTS = 0.05, 0.1, 0.2, 4


def check_title(
    title: Title,
    seeds: Iterable[int | str] = range(3),
    seats: int | Sequence[int] | None = None,
    policy: Policy = random_policy,
    options: Any = None,
    *,
    every: int = 1,
    limit: int = 5_000,
    mutations: int = 8,
    process: bool = True,
) -> Report:
    """Play a game for each seed and number of seats, and raise `BrokenPromise` where the title breaks one.

    `every`: the costly checks are done once in so many answers. `limit`: a game is left after so many answers.
    """
    report = Report()
    numbers = (
        [seats] if isinstance(seats, int) else seats or sorted({min(title.meta.seats), max(title.meta.seats)})
    )
    games: list[Game] = []
    seeds = list(seeds)
    for number in numbers:
        for seed in seeds:
            game = start(title, options, number, seed)
            rng = Random(f"{seed} {number}")
            try:
                snapshots = _play(game, policy, rng, report, every, limit, mutations)
                check_record(game)
                check_resumed(game, snapshots, rng, report)
            except BadRecord as wrong:
                raise BrokenPromise(
                    "1 deterministic", f"the same answers do not fit again: {wrong}", game
                ) from wrong
            except BrokenPromise:
                raise
            except Exception as wrong:
                wrong.add_note(f"in {where(game)}")
                raise
            games.append(game)
            report.games += 1
            report.ended += game.ended
    check_interleaved(games)
    if process:
        check_process(title, games, report)
    return report


def _play(
    game: Game, policy: Policy, rng: Random, report: Report, every: int, limit: int, mutations: int
) -> list[bytes]:
    """Play and check; the snapshots that were taken on the way."""
    snapshots: list[bytes] = []
    viewers = everybody(game)
    costly = Random(rng.random())  # so that `every` does not change the game
    for number in range(limit):
        check_laws(game)
        closely = number % every == 0
        if closely or not game.due():
            check_asked(game, costly, report)
        if game.ended:
            break
        if closely:
            viewer = viewers[number // every % len(viewers)]
            check_data(game)
            check_refusals(game, costly, report, mutations)
            check_secrets(game, viewer, costly, report)
            if number // every % 5 == 0:
                check_fork(game, viewer, costly, report)
        seat = rng.choice(game.due())
        if _waits(game, seat, rng):
            report.waited += 1
            continue
        answer, secret = policy(game, seat, rng), game.pending[seat].secret
        game.answer(seat, answer)
        report.answers += 1
        if boundary(game) == len(game.line) and rng.random() < _SNAPSHOT:
            snapshots.append(_encode(newest(game, len(game.journal))))
        if closely and secret:
            check_secret_answer(game, seat, answer, costly, report)
        if closely:
            check_undo(game, seat, answer, costly, report)
        if rng.random() < _UNDO and game.can_undo(seat):
            game.undo(seat)
    return rng.sample(snapshots, min(_SNAPSHOTS, len(snapshots)))


def _waits(game: Game, seat: Seat, rng: Random) -> bool:
    if rng.random() > _WAIT:
        return False
    try:
        game.wait(seat)
    except Refusal:
        return False
    return True
