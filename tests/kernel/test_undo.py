"""Going back: undo, redo, what the table agreed on; any moment again, and what a replay notices."""

from __future__ import annotations

import pytest

from ecumene.kernel import (
    TABLE,
    BadRecord,
    Play,
    Refusal,
    Seat,
    Undone,
    first_of,
    together,
)
from tests.kernel.helpers import A, B, Sheet, alone, ask, say, toy, turns

Game = Play[Sheet]


def test_undo_and_redo_own_answers() -> None:
    game = toy(alone)
    for number in (1, 2, 3):
        game.answer(A, say(number))
    game.undo(A)
    game.undo(A)
    assert game.state.notes == ["1"]
    assert game.view(A).redo
    game.redo(A)
    assert game.state.notes == ["1", "2"]
    game.redo(A)
    assert game.state.notes == ["1", "2", "3"]
    with pytest.raises(Refusal, match="nothing_to_redo"):
        game.redo(A)
    assert game.version == 7


def test_another_answer_ends_redo() -> None:
    game = toy(alone)
    game.answer(A, say(1))
    game.undo(A)
    game.answer(A, say(2))
    assert not game.can_redo(A)


def test_the_same_answer_again_is_a_redo() -> None:
    game = toy(alone)
    game.answer(A, say(1))
    game.answer(A, say(2))
    game.undo(A)
    game.undo(A)
    game.answer(A, say(1))
    assert game.can_redo(A)


def test_no_undo_of_others() -> None:
    game = toy(turns)
    game.answer(A, say(1))
    assert not game.can_undo(B)
    game.answer(B, say(1))
    assert not game.can_undo(A)
    assert game.can_undo(B)


@pytest.mark.parametrize("number", [2, 3])
def test_no_undo_of_what_was_learned(number: int) -> None:
    game = toy(turns)
    game.answer(A, say(number))
    with pytest.raises(Refusal, match="nothing_to_undo"):
        game.undo(A)


def test_no_undo_when_the_end_brings_all_into_the_open() -> None:
    game = toy(alone)
    for _ in range(4):
        game.answer(A, say(1))
    assert not game.can_undo(A)


def test_undo_across_the_border_of_a_step() -> None:
    game = toy(alone, turns=2)
    for _ in range(4):
        game.answer(A, say(1))
    before = game.digest()
    assert game.state.turns == 1
    game.undo(A)
    assert game.state.turns == 2
    game.redo(A)
    assert game.digest() == before
    assert game.state.turns == 1


def test_undo_passes_over_those_who_wait_and_keeps_their_wish() -> None:
    async def one(game: Game, seat: Seat) -> None:
        for _ in range(2):
            await ask(seat)

    async def rule(game: Game) -> None:
        await together({seat: one(game, seat) for seat in (A, B)}, order=[A, B])

    game = toy(rule)
    game.answer(A, say(1))
    game.wait(B)
    game.undo(A)
    assert game.due() == [A]
    assert [type(entry).__name__ for entry in game.journal] == ["Given", "Waited", "Undone", "Waited"]


def test_the_table_goes_back_further() -> None:
    game = toy(turns)
    for seat in (A, B, A):
        game.answer(seat, say(3))
    game.rewind(1)
    assert game.journal[-1] == Undone(1, TABLE, "table")
    assert list(game.pending) == [B]
    game.answer(B, say(1))
    assert game.state.notes[2:] == ["1:1"]
    for wrong in (2, -1, 99, True):
        with pytest.raises(Refusal, match="no_such_moment"):
            game.rewind(wrong)


def test_what_the_table_took_back_cannot_be_redone() -> None:
    game = toy(alone)
    for number in (1, 2):
        game.answer(A, say(number))
    game.undo(A)
    game.rewind(0)
    assert not game.can_redo(A)
    for strict in (False, True):
        again = toy(alone)
        again.replay(game.journal, strict)
        assert not again.can_redo(A)


def test_the_same_chance_after_going_back() -> None:
    """Nobody rolls again by going back."""
    game = toy(turns)
    game.answer(A, say(3))
    rolled = game.state.notes[-1]
    game.rewind(0)
    game.answer(A, say(3))
    assert game.state.notes[-1] == rolled


def test_far_back_over_many_steps() -> None:
    game = toy(alone, turns=60)
    digests = []
    for number in range(200):
        digests.append(game.digest())
        game.answer(A, say(number % 3 + 1))
    for length in (199, 150, 149, 80, 3, 1, 0):
        game.rewind(length)
        assert game.digest() == digests[length]


# -- other moments ---------------------------------------------------------------------------------------------


def test_the_game_as_it_was() -> None:
    game = toy(turns)
    digests = [game.digest()]
    for seat in (A, B, A, B):
        game.answer(seat, say(3))
        digests.append(game.digest())
    for length, digest in enumerate(digests):
        back = game.at(length)
        assert (back.digest(), back.version) == (digest, length)
        back.replay(game.line[length:])
        assert back.digest() == digests[-1]
    for wrong in (-1, 5, True):
        with pytest.raises(Refusal, match="no_such_moment"):
            game.at(wrong)


def test_a_replay_under_other_rules_is_noticed() -> None:
    async def other(game: Game) -> None:
        await ask(A)
        await ask(B, most=9)

    game = toy(turns)
    game.answer(A, say(1))
    game.answer(B, say(1))
    changed = toy(other)
    with pytest.raises(BadRecord, match="line 2: the decision differs"):
        changed.replay(game.journal)


def test_redo_survives_a_reload() -> None:
    game = toy(alone)
    for number in (1, 2, 3):
        game.answer(A, say(number))
    game.undo(A)
    game.undo(A)
    game.redo(A)
    for strict in (False, True):
        again = toy(alone)
        again.replay(game.journal, strict)
        assert again.view(A) == game.view(A)
        assert again.journal == game.journal
        again.redo(A)
        assert again.state.notes == ["1", "2", "3"]


def test_an_undo_that_was_not_allowed_is_noticed_when_strict() -> None:
    game = toy(turns)
    game.answer(A, say(3))
    journal = [*game.journal, Undone(0, 0, "seat")]
    toy(turns).replay(journal)
    with pytest.raises(BadRecord, match="line 2: seat 0 could not undo"):
        toy(turns).replay(journal, strict=True)
    toy(turns).replay([*game.journal, Undone(0, -1, "table")], strict=True)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("to", [-1, 1, 99])
def test_an_undo_to_nowhere(to: int, *, strict: bool) -> None:
    game = toy(turns)
    game.answer(A, say(1))
    with pytest.raises(BadRecord, match="line 2"):
        toy(turns).replay([*game.journal, Undone(to, 0)], strict)


def test_first_of_survives_going_back() -> None:
    async def floor(game: Game) -> None:
        offers = [ask(A, most=9), ask(B, most=9)]
        for _ in range(5):
            game.state.notes.append(str(await first_of(offers)))

    game = toy(floor)
    for seat in (A, B, B):
        game.answer(seat, say(2))
    ids = {seat: decision.id for seat, decision in game.pending.items()}
    game.undo(B)
    game.redo(B)
    assert {seat: decision.id for seat, decision in game.pending.items()} == ids
    assert "3 answers" in repr(game)
