"""The driver: one after the other, all at once, whoever is first; waiting; reactions; what goes wrong."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from ecumene.kernel import Play, Refusal, Step, first_of, together
from tests.kernel.helpers import A, B, C, Sheet, ask, say, toy

Game = Play[Sheet]


def test_one_after_the_other() -> None:
    async def rule(game: Game) -> None:
        for seat in (A, B):
            game.state.notes.append(f"{seat} {await ask(seat)}")

    game = toy(rule)
    assert list(game.pending) == [A]
    game.answer(A, say(2))
    game.answer(B, say(3))
    assert game.state.notes == ["0 2", "1 3"]
    assert game.ended


def test_together_gives_the_results_in_the_order_of_the_rules() -> None:
    async def one(game: Game, seat: Any) -> Any:
        return await ask(seat)

    async def rule(game: Game) -> None:
        got = await together({seat: one(game, seat) for seat in (C, A, B)})
        game.state.notes.append(str(list(got.items())))

    game = toy(rule, 3)
    assert sorted(game.pending) == [A, B, C]
    for seat in (B, A, C):
        game.answer(seat, say(seat + 1))
    assert game.state.notes == ["[(2, 3), (0, 1), (1, 2)]"]


def test_together_with_nobody_or_with_rules_that_ask_nothing() -> None:
    async def nothing() -> str:
        return "x"

    async def rule(game: Game) -> None:
        assert await together({}) == {}
        assert await together({A: nothing(), B: nothing()}) == {A: "x", B: "x"}
        await ask(A)

    assert list(toy(rule).pending) == [A]


def test_together_inside_together() -> None:
    async def inner(seat: Any, number: int) -> Any:
        return await ask(seat) + number

    async def outer(seat: Any) -> Any:
        if seat == A:
            return sum((await together({B: inner(B, 10), C: inner(C, 20)})).values())
        return 0

    async def rule(game: Game) -> None:
        game.state.notes.append(str(await together({A: outer(A), B: outer(B)})))

    game = toy(rule, 3)
    game.answer(C, say(2))
    game.answer(B, say(1))
    assert game.state.notes == ["{0: 33, 1: 0}"]


def test_the_first_answer_counts_and_the_others_are_withdrawn() -> None:
    async def rule(game: Game) -> None:
        game.state.notes.append(str(await first_of([ask(A), ask(B)])))
        await ask(A, "next")

    game = toy(rule)
    game.answer(B, say(3))
    assert game.state.notes == ["(1, 3)"]
    assert [game.pending[A].kind] == ["next"]
    with pytest.raises(Refusal, match="not_asked"):
        game.answer(B, say(1))


def test_offered_again_it_keeps_its_id_unless_it_was_answered() -> None:
    async def rule(game: Game) -> None:
        floor = [ask(A), ask(B)]
        for _ in range(2):
            await first_of(floor)

    game = toy(rule)
    a, b = game.pending[A].id, game.pending[B].id
    game.answer(A, say(1), a)
    assert game.pending[B].id == b
    with pytest.raises(Refusal, match="stale"):
        game.answer(A, say(1), a)
    game.answer(B, say(1), b)


def test_ids_count_per_seat_so_that_nobody_learns_what_others_are_asked() -> None:
    async def many(seat: Any, number: int) -> None:
        for _ in range(number):
            await ask(seat)

    async def rule(game: Game) -> None:
        await together({A: many(A, 3), B: many(B, 1)})
        await ask(B)

    game = toy(rule)
    for seat in (A, A, A, B):
        game.answer(seat, say(1))
    assert game.pending[B].id == 2


@pytest.mark.parametrize("wrong", [[], [A, A]])
def test_first_of_wants_one_decision_a_seat(wrong: list[Any]) -> None:
    async def rule(game: Game) -> None:
        await first_of([ask(seat) for seat in wrong])

    with pytest.raises(ValueError, match="one decision a seat"):
        toy(rule)


def test_a_reaction_comes_before_the_move_that_is_open() -> None:
    """A attacks while B is at its own move; B reacts first and then goes on where it was."""

    async def move(game: Game, seat: Any) -> None:
        while await ask(seat, "move") > 1:
            other = B if seat == A else A
            game.state.notes.append(f"{other} reacts {await ask(other, 'react')}")

    async def rule(game: Game) -> None:
        await together({A: move(game, A), B: move(game, B)}, order=[A, B])

    game = toy(rule)
    own = game.pending[B].id
    game.answer(A, say(2))
    assert game.pending[B].kind == "react"
    assert A not in game.pending
    with pytest.raises(Refusal, match="stale"):
        game.answer(B, say(2), own)
    game.answer(B, say(3))
    assert (game.pending[B].kind, game.pending[B].id) == ("move", own)
    game.answer(B, say(2), own)
    assert game.pending[A].kind == "react"


def test_who_reacts_cannot_wait_for_the_attacker() -> None:
    async def move(seat: Any) -> None:
        if await ask(seat, "move") > 1 and seat == A:
            await ask(B, "react")

    async def rule(game: Game) -> None:
        await together({seat: move(seat) for seat in (A, B)}, order=[A, B])

    game = toy(rule)
    game.wait(B)
    assert game.due() == [A]
    game.answer(A, say(2))
    assert game.due() == [B]
    with pytest.raises(Refusal, match="nobody_before"):
        game.wait(B)


def test_waiting_for_those_before() -> None:
    async def one(seat: Any) -> Any:
        return await ask(seat)

    async def rule(game: Game) -> None:
        await together({seat: one(seat) for seat in (A, B, C)}, order=[C, A, B])

    game = toy(rule, 3)
    with pytest.raises(Refusal, match="nobody_before"):
        game.wait(C)
    game.wait(A)
    game.wait(B)
    with pytest.raises(Refusal, match="waits_already"):
        game.wait(B)
    assert game.due() == [C]
    game.answer(B, say(1))  # an answer withdraws the wait
    game.answer(C, say(1))
    assert game.due() == [A]


def test_a_race_that_is_withdrawn_leaves_no_wait_behind() -> None:
    async def one(seat: Any) -> Any:
        return await ask(seat)

    async def rule(game: Game) -> None:
        for _ in range(2):
            await together({seat: one(seat) for seat in (A, B)}, order=[A, B])

    game = toy(rule)
    game.wait(B)
    game.answer(B, say(1))
    game.answer(A, say(1))
    assert game.due() == [A, B]


def test_a_rule_may_await_only_what_the_kernel_knows() -> None:
    class Sleep:
        def __await__(self) -> Any:
            return (yield "a second")

    async def rule(game: Game) -> None:
        await Sleep()

    with pytest.raises(TypeError, match="may await decisions"):
        toy(rule)


def test_rules_that_never_started_are_closed() -> None:
    """No "never awaited" warning, which would be an error here."""

    async def broken() -> None:
        raise KeyError("bug")

    async def later() -> None:
        await ask(B)

    async def rule(game: Game) -> None:
        await together({A: broken(), B: later()})

    with pytest.raises(KeyError):
        toy(rule)
    gc.collect()


def test_a_step_by_itself() -> None:
    async def rule() -> None:
        await ask(A)

    step = Step(rule())
    step.resume(A, 1)
    assert step.done
