"""A game: asking and answering, what is refused, going back, calling, forks, and bugs of a title."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ecumene.kernel import (
    REFEREE,
    SPECTATOR,
    TABLE,
    BadRecord,
    Called,
    Given,
    Pending,
    Play,
    Refusal,
    Seat,
    Undone,
    dump,
    first_of,
    together,
)
from ecumene.kernel.testing.sight import imprint
from tests.kernel.helpers import SEED, A, B, C, Note, Options, Sheet, Toy, ask, say, toy

Game = Play[Sheet]


async def turns(game: Game) -> None:
    """A and B in turn, three times each; 3 rolls a die, 2 tells the one who answers something."""
    for seat in (A, B) * 3:
        number = await ask(seat)
        game.state.notes.append(f"{seat}:{number}")
        if number == 3:
            game.state.notes.append(f"rolled {game.chance.roll('die', 6)}")
        if number == 2:
            game.tell(Note("psst"), to=[seat])


async def alone(game: Game) -> None:
    """A answers four times."""
    for _ in range(4):
        game.state.notes.append(str(await ask(A)))


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


# -- going back -----------------------------------------------------------------------------------------------


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


# -- forks ----------------------------------------------------------------------------------------------------


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


# -- other moments --------------------------------------------------------------------------------------------


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
