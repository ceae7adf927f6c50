"""Answers given ahead of time."""

from __future__ import annotations

import msgspec
import pytest

from ecumene.kernel import Chosen, Game, Plan, Play, Refusal, load
from ecumene.kernel import dump as dumped
from ecumene.kernel.plan import MAX_PLANS
from tests.kernel.helpers import A, B, Sheet, Toy, ask, say, toy

PASS = {"shape": "choose", "option": 1}


async def passes(game: Play[Sheet]) -> None:
    """A and B are asked in turn, four times each; only B may answer ahead."""
    for _ in range(4):
        game.state.notes.append(f"A{await ask(A, 'go')}")
        game.state.notes.append(f"B{await ask(B, 'go', ahead=True)}")


def test_once() -> None:
    game = toy(passes)
    game.plan(B, "go", PASS)
    assert game.follow_plans() == 0
    game.answer(A, say(2))
    assert game.follow_plans() == 1
    assert game.state.notes == ["A2", "B1"]
    assert game.line[-1].by == "plan"  # type: ignore[union-attr]
    game.answer(A, say(2))
    assert game.follow_plans() == 0
    assert game.plans() == []


def test_until_it_is_cancelled() -> None:
    game = toy(passes)
    game.plan(B, "go", PASS, until="")
    for _ in range(2):
        game.answer(A, say(2))
        assert game.follow_plans() == 1
    game.cancel_plan(B, "other")
    game.cancel_plan(A)
    assert len(game.plans(B)) == 1
    game.cancel_plan(B)
    game.answer(A, say(2))
    assert game.follow_plans() == 0


def test_until_a_step_begins() -> None:
    game = toy(passes, turns=2)
    game.plan(B, "go", PASS, until="play")
    for _ in range(4):
        game.answer(A, say(2))
        game.follow_plans()
    assert game.state.turns == 1
    game.answer(A, say(2))
    assert game.follow_plans() == 0


def test_only_where_the_rules_allow_it_and_only_what_fits() -> None:
    game = toy(passes)
    game.plan(A, "go", PASS, until="")
    game.plan(B, "go", {"shape": "choose", "option": 99}, until="")
    assert game.follow_plans() == 0
    game.answer(A, say(2))
    assert game.follow_plans() == 0
    assert game.pending[B].kind == "go"


def test_a_plan_that_does_not_fit_at_once_is_used_up() -> None:
    game = toy(passes)
    game.plan(B, "go", Chosen(99))
    game.answer(A, say(2))
    game.follow_plans()
    assert game.plans() == []


def test_undoing_takes_the_plan_back_too() -> None:
    game = toy(passes)
    game.plan(B, "go", PASS, until="")
    game.answer(A, say(2))
    game.follow_plans()
    game.undo(B)
    assert game.plans() == []
    assert game.follow_plans() == 0


def test_a_plan_that_meets_a_bug_is_dropped() -> None:
    async def buggy(game: Play[Sheet]) -> None:
        await ask(A)
        while await ask(B, "go", ahead=True) == 1:
            raise ZeroDivisionError

    game = toy(buggy)
    game.plan(B, "go", PASS, until="")
    game.answer(A, say(1))
    with pytest.raises(ZeroDivisionError):
        game.follow_plans()
    assert game.follow_plans() == 0
    game.answer(B, say(2))


def test_plans_are_data_that_can_be_kept() -> None:
    game = toy(passes)
    game.plan(B, "go", b'{"shape":"choose","option":1}', until="")
    kept = msgspec.json.decode(msgspec.json.encode(game.plans()), type=list[Plan])
    assert kept == game.plans() == [Plan(1, "go", PASS, "")]
    again = toy(passes)
    for plan in kept:
        again.plan(B, plan.kind, plan.answer, plan.until)
    again.answer(A, say(2))
    assert again.follow_plans() == 1


def test_a_planned_answer_is_replayed_like_any_other() -> None:
    game = toy(passes)
    game.plan(B, "go", PASS)
    game.answer(A, say(2))
    game.follow_plans()
    title = Toy(passes)
    again: Game = load(dumped(game), lambda _: title)
    assert again.state == game.state
    assert again.plans() == []


def test_wrong_plans_are_refused() -> None:
    game = toy(passes)
    for seat, kind, raw, until in (
        (7, "go", PASS, None),
        (True, "go", PASS, None),
        (A, None, PASS, None),
        (A, "x" * 500, PASS, None),
        (A, "go", b"{", None),
        (A, "go", object(), None),
        (A, "go", "x" * 70_000, None),
        (A, "go", PASS, "no such step"),
    ):
        with pytest.raises(Refusal):
            game.plan(seat, kind, raw, until)  # type: ignore[arg-type]
    for number in range(MAX_PLANS):
        game.plan(A, str(number), PASS)
    with pytest.raises(Refusal, match="too_many"):
        game.plan(A, "one more", PASS)
    game.plan(A, "1", PASS, until="")
    assert len(game.plans()) == MAX_PLANS
