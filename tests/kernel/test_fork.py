"""Forks: another future, hidden things dealt and guessed anew, the game itself left alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ecumene.kernel import (
    REFEREE,
    Play,
    Refusal,
    Seat,
    dump,
    together,
)
from ecumene.kernel.testing.sight import imprint
from tests.kernel.helpers import A, B, C, Sheet, alone, ask, say, toy

Game = Play[Sheet]


def finish(game: Any, seed: int = 0) -> str:
    rng = Random(seed)
    while not game.ended:
        seat = game.due()[0]
        game.answer(seat, game.legal(seat).sample(rng))
    return str(game.digest())


def test_a_fork_leaves_the_game_alone_and_has_another_future() -> None:
    async def dice(game: Game) -> None:
        for _ in range(6):
            await ask(A)
            game.state.notes.append(str(game.chance.roll("die", 1000)))

    game = toy(dice)
    game.answer(A, say(1))
    before = imprint(game)
    forks = [game.fork(seed=f"{n:064x}") for n in range(3)]
    assert all(fork.state.notes == game.state.notes for fork in forks)
    ends = {finish(fork) for fork in forks}
    assert imprint(game) == before
    assert finish(game) not in ends
    assert len(ends) == 3
    assert forks[0].seed is None
    with pytest.raises(Refusal, match="no_seed"):
        dump(forks[0])


def test_a_fork_can_be_undone_and_forked_again() -> None:
    async def dice(game: Game) -> None:
        for _ in range(6):
            number = await ask(A)
            game.state.notes.append(str(number if number < 3 else game.chance.roll("die", 1000)))

    game = toy(dice)
    game.answer(A, say(3))
    fork = game.fork(A, seed="22" * 32)
    fork.answer(A, say(1))
    fork.undo(A)
    assert fork.state.notes == game.state.notes
    with pytest.raises(Refusal):
        fork.undo(A)
    fork.answer(A, say(3))
    secret = dict(fork.state.secret)
    again = fork.fork(seed="33" * 32)
    assert again.state.notes == fork.state.notes
    assert again.state.secret == secret
    third = again.fork(B, seed="44" * 32)
    assert third.state.secret[1] == secret[1]
    assert finish(again.fork(seed="55" * 32)) == finish(again.fork(seed="55" * 32))


def test_a_bug_in_a_fork_costs_the_answer_only() -> None:
    async def buggy(game: Game) -> None:
        game.state.notes.append(str(game.chance.roll("die", 1000)))
        while await ask(A) != 3:
            game.state.notes.append("x")
        raise KeyError("bug")

    game = toy(buggy)
    fork = game.fork(A, seed="22" * 32)
    fork.answer(A, say(1))
    before = imprint(fork)
    with pytest.raises(KeyError):
        fork.answer(A, say(3))
    assert imprint(fork) == before


def test_a_fork_guesses_the_secret_answers_of_others() -> None:
    async def bid(seat: Seat) -> Any:
        return await ask(seat, "bid", most=1000, secret=True)

    async def rule(game: Game) -> None:
        bids = await together({seat: bid(seat) for seat in (A, B, C)})
        game.state.notes.append(" ".join(map(str, bids.values())))

    game = toy(rule, 3)
    game.answer(A, say(5))
    game.answer(B, say(777))
    seen = set()
    for number in range(5):
        fork = game.fork(A, seed=f"{number:064x}")
        fork.answer(C, say(1))
        mine, theirs, _ = fork.state.notes[0].split()
        assert mine == "5"
        seen.add(theirs)
    assert len(seen) > 1
    truth = game.fork(REFEREE, seed="22" * 32)
    truth.answer(C, say(1))
    assert truth.state.notes == ["5 777 1"]


def test_what_is_in_the_open_is_not_guessed() -> None:
    async def rule(game: Game) -> None:
        for _ in range(2):
            game.state.notes.append(str(await ask(B, "bid", most=1000, secret=True)))
        await ask(A)

    game = toy(rule)
    game.answer(B, say(777))
    fork = game.fork(A, seed="22" * 32)
    assert fork.state.notes == ["777"]


def test_a_finished_game_can_be_forked_too() -> None:
    game = toy(alone)
    for _ in range(4):
        game.answer(A, say(1))
    assert game.fork(B).ended
