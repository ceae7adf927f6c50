"""A game: asking and answering, what is refused, calling, views, and bugs of a title."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ecumene.kernel import (
    REFEREE,
    SPECTATOR,
    Called,
    Given,
    Pending,
    Play,
    Refusal,
    Seat,
    together,
)
from ecumene.kernel.testing.sight import imprint
from tests.kernel.helpers import SEED, A, B, Note, Options, Sheet, Toy, alone, ask, say, toy, turns

Game = Play[Sheet]


# -- answers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seat, raw, decision, key",
    [
        (B, say(1), None, "not_asked"),
        (2, say(1), None, "no_such_seat"),
        (-1, say(1), None, "no_such_seat"),
        (True, say(1), None, "no_such_seat"),
        ("0", say(1), None, "no_such_seat"),
        (0.0, say(1), None, "no_such_seat"),
        (None, say(1), None, "no_such_seat"),
        (A, say(4), None, "not_an_option"),
        (A, say(1), 0, "stale"),
        (A, say(1), 2, "stale"),
        (A, b"?", 1, "malformed"),
    ],
)
def test_a_refused_answer_changes_nothing(seat: Any, raw: object, decision: int | None, key: str) -> None:
    game = toy(turns)
    before = imprint(game)
    with pytest.raises(Refusal) as caught:
        game.answer(seat, raw, decision)
    assert caught.value.key == key
    assert caught.value.rule
    assert imprint(game) == before


def test_after_the_end_everything_is_refused() -> None:
    game = toy(alone)
    for _ in range(4):
        game.answer(A, say(1))
    assert game.ended
    assert game.due() == []
    assert game.view(A).result
    acts: tuple[Callable[[], object], ...] = (
        lambda: game.answer(A, say(1)),
        lambda: game.answer_default(A),
        lambda: game.wait(A),
        lambda: game.call(A, "x"),
        lambda: game.undo(A),
        lambda: game.redo(A),
    )
    for act in acts:
        with pytest.raises(Refusal):
            act()


def test_the_clock_answers_the_default() -> None:
    game = toy(alone)
    game.answer_default(A)
    assert game.line == [Given(0, say(1), game.line[0].digest, "clock")]  # type: ignore[union-attr]
    assert not game.can_undo(A)


@pytest.mark.parametrize("seats", [0, 4, -1])
def test_the_number_of_seats_must_fit(seats: int) -> None:
    with pytest.raises(Refusal, match="wrong_seats"):
        toy(alone, seats)


@pytest.mark.parametrize("seed", ["", " ", "xyz", "1", "é", "ab cd", "00" * 65])
def test_a_seed_must_be_one(seed: str) -> None:
    from ecumene.kernel import Game as AnyGame

    with pytest.raises(Refusal, match="bad_seed"):
        AnyGame(Toy(alone), Options(), 2, seed)


def test_steps_that_ask_nobody_are_passed() -> None:
    async def idle(game: Game) -> None:
        game.state.notes.append("idle")

    game = toy(alone, turns=2, idle=idle)
    for _ in range(4):
        game.answer(A, say(1))
    assert game.state.notes == ["1", "1", "1", "1", "idle"]
    assert game.state.step == "play"
    assert not game.ended


def test_a_title_that_never_asks_is_stopped() -> None:
    async def idle(game: Game) -> None:
        pass

    with pytest.raises(RuntimeError, match="asked nobody"):
        toy(idle, turns=1_000_000)


# -- a bug in the rules ---------------------------------------------------------------------------------------


def test_a_bug_costs_the_answer_and_nothing_else() -> None:
    async def buggy(game: Game) -> None:
        await ask(A)
        number = await ask(A)
        game.state.notes.append("half done")
        game.chance.roll("die", 6)
        game.tell(Note("half told"))
        if number == 3:
            raise ZeroDivisionError
        await ask(B)

    game = toy(buggy)
    game.answer(A, say(1))
    before = imprint(game)
    with pytest.raises(ZeroDivisionError):
        game.answer(A, say(3))
    assert imprint(game) == before
    assert not game.play.log
    game.answer(A, say(2))
    assert list(game.pending) == [B]


def test_a_bug_at_the_end_of_a_step_too() -> None:
    class Stuck(Toy):
        def after(self, play: Game) -> str:
            if play.state.notes[-1] == "3":
                raise KeyError("after")
            return super().after(play)

    from ecumene.kernel import Game as AnyGame

    game = AnyGame(Stuck(alone), Options(2), 2, SEED)
    for _ in range(3):
        game.answer(A, say(1))
    before = imprint(game)
    with pytest.raises(KeyError):
        game.answer(A, say(3))
    assert imprint(game) == before
    game.answer(A, say(2))


def test_a_refusal_from_within_a_rule_is_one() -> None:
    async def late(game: Game) -> None:
        game.state.notes.append("x")
        if await ask(A) == 2:
            raise Refusal("toy.1", "too_late")

    game = toy(late)
    before = imprint(game)
    with pytest.raises(Refusal, match="too_late"):
        game.answer(A, say(2))
    assert imprint(game) == before


# -- calling --------------------------------------------------------------------------------------------------


def test_a_call_is_recorded_and_cannot_be_undone() -> None:
    game = toy(alone)
    game.answer(A, say(1))
    game.call(B, "leave")
    assert game.state.notes == ["1", "leave"]
    assert game.journal[-1] == Called(1, "leave")
    assert not game.can_undo(A)
    game.answer(A, say(2))
    game.undo(A)
    assert game.state.notes == ["1", "leave"]


def test_a_call_that_is_refused_half_way_changes_nothing() -> None:
    game = toy(alone)
    game.answer(A, say(1))
    before = imprint(game)
    with pytest.raises(Refusal):
        game.call(A, "half done")
    assert imprint(game) == before
    for seat, action in ((9, "x"), (-2, "x"), (True, "x"), (A, None), (A, "x" * 1000)):
        with pytest.raises(Refusal):
            game.call(seat, action)  # type: ignore[arg-type]
    assert imprint(game) == before


# -- views ----------------------------------------------------------------------------------------------------


def test_a_secret_decision_shows_only_that_a_seat_is_busy() -> None:
    async def bid(seat: Seat) -> Any:
        return await ask(seat, "bid", secret=True)

    async def rule(game: Game) -> None:
        await together({A: bid(A), B: bid(B)})

    game = toy(rule)
    for viewer in (B, SPECTATOR):
        assert game.view(viewer).pending[0] == Pending(0, "", "", waiting=False)
    for viewer in (A, REFEREE):
        assert game.view(viewer).pending[0].kind == "bid"
    assert game.view(SPECTATOR).decision is None
    assert game.view(A).decision is not None


def test_events_for_some_are_seen_by_them_and_the_referee() -> None:
    game = toy(turns)
    game.answer(A, say(2))
    seen = {viewer: len(list(game.events(viewer))) for viewer in (A, B, SPECTATOR, REFEREE)}
    assert seen == {A: 1, B: 0, SPECTATOR: 0, REFEREE: 1}
    assert next(game.events(A)).at == 1
    assert list(game.events(A, since=1)) == []


def test_the_seed_is_nowhere_to_be_seen() -> None:
    import msgspec

    game = toy(turns)
    for viewer in (A, B, SPECTATOR, REFEREE):
        assert SEED.encode() not in msgspec.json.encode(game.view(viewer))


def test_the_digest_is_free_of_the_order_of_dicts() -> None:
    one, other = toy(turns), toy(turns)
    other.state.secret = dict(reversed(other.state.secret.items()))
    assert one.digest() == other.digest()
    other.state.secret[0] = 99
    assert one.digest() != other.digest()
