"""Whatever a table does, in whatever order: what is saved and loaded is the same game, to the byte."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecumene.kernel import REFEREE, SPECTATOR, Game, Refusal, Seat, Title, dump, load
from ecumene.kernel.testing import start
from ecumene.kernel.testing.sight import imprint
from tests.kernel.titles.bazaar import BAZAAR
from tests.kernel.titles.frontier import FRONTIER


def answer(game: Game, seat: Seat, rng: Random) -> None:
    asked = game.pending.get(seat)
    if asked is not None:
        game.answer(seat, asked.sample(rng), asked.id)


def back(game: Game, seat: Seat, rng: Random) -> None:
    if game.line:
        game.rewind(rng.randrange(len(game.line)))


def plan(game: Game, seat: Seat, rng: Random) -> None:
    asked = game.pending.get(seat)
    if asked is not None:
        game.plan(seat, asked.kind, asked.fallback(), rng.choice((None, "", game.state.step)))
    game.follow_plans()
    if rng.random() < 0.5:
        game.cancel_plan(seat)


def aside(game: Game, seat: Seat, rng: Random) -> None:
    """Looking back and ahead is not seen in the game."""
    before = imprint(game)
    fork = game.fork(rng.choice((None, seat, SPECTATOR)), f"{rng.getrandbits(64):016x}")
    other = game.at(rng.randint(0, len(game.line)))
    for one in (fork, other):
        for _ in range(5):
            answer(one, Seat(rng.randrange(game.seats)), rng)
        for who in range(game.seats):
            with suppress(Refusal):
                one.undo(Seat(who))
    assert imprint(game) == before


DEEDS: tuple[Callable[[Game, Seat, Random], object], ...] = (
    answer,
    answer,
    answer,
    lambda game, seat, _: game.undo(seat),
    lambda game, seat, _: game.redo(seat),
    lambda game, seat, _: game.wait(seat),
    lambda game, seat, _: game.answer_default(seat),
    lambda game, seat, _: game.call(seat, "leave"),
    back,
    plan,
    aside,
)


def everything(game: Game) -> bytes:
    views = [game.view(viewer) for viewer in (*range(game.seats), SPECTATOR, REFEREE)]
    return imprint(game) + msgspec.json.encode((views, list(game.events(REFEREE)), game.journal, game.line))


@pytest.mark.parametrize("title", [BAZAAR, FRONTIER], ids=lambda title: str(title.meta.key))
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_any_order(title: Title, seed: int) -> None:
    rng = Random(seed)
    game = start(title, seats=3, seed=seed)
    for _ in range(60):
        deed = rng.choices(DEEDS, [9, 9, 9, 4, 3, 2, 1, 1, 0.5, 2, 1])[0]
        before = imprint(game)
        try:
            deed(game, Seat(rng.randrange(3)), rng)
        except Refusal:
            assert imprint(game) == before
        if rng.random() < 0.2:
            for strict in (False, True):
                assert everything(load(dump(game), lambda _: title, strict)) == everything(game)
