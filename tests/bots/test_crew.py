"""Bots play whole games from what they see."""

from __future__ import annotations

from random import Random

import pytest

from ecumene.bots import BOTS, PASS, Crew, Offer, answer
from ecumene.kernel import Answer, Game, Picked, View
from ecumene.titles import find


def start(seats: int = 5, seed: int = 1, **options: object) -> Game:
    title = find("western_empires")
    return Game(title, title.options_type(**options), seats, f"{seed:064x}")


def crew_of(game: Game, bot: str = "simple", seed: int = 0) -> Crew:
    policy = BOTS[bot](game.title)
    return Crew(dict.fromkeys(range(game.seats), policy), seed)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_simple_bot_reaches_the_true_end(seed: int) -> None:
    game = start(seed=seed)
    crew_of(game).play(game)
    assert game.ended
    assert not game.title.laws(game.state)
    best = game.result()[0]
    assert best.parts["succession"] == 75, "somebody reached the last space"
    assert best.points > 90


def test_the_same_seeds_give_the_same_game() -> None:
    first, second = start(turn_limit=6), start(turn_limit=6)
    crew_of(first, seed=3).play(first)
    crew_of(second, seed=3).play(second)
    assert first.digest() == second.digest()


def test_the_simple_bot_beats_the_random_one() -> None:
    game = start(turn_limit=12)
    simple, random = BOTS["simple"](game.title), BOTS["random"](game.title)
    Crew({seat: simple if seat == 2 else random for seat in range(5)}).play(game)
    assert game.result()[0].seat == 2


def test_the_simple_bot_says_nothing_that_is_refused() -> None:
    game = start(seed=5, turn_limit=15)
    policy = BOTS["simple"](game.title)
    refused: list[str] = []

    def watched(view: View, offer: Offer, rng: Random) -> Answer | None:
        given = policy(view, offer, rng)
        if given is not PASS and (no := offer.check(given)) is not None:
            refused.append(f"{offer.kind}: {no}")
        return given

    Crew(dict.fromkeys(range(5), watched)).play(game)
    assert game.ended
    assert refused == []


def test_a_bot_without_manners_is_answered_for_by_the_default() -> None:
    game = start()
    seat = game.due()[0]
    decision = game.pending[seat]

    def rude(view: View, offer: Offer, rng: Random) -> Answer:
        return Picked(())

    given = answer(rude, game.view(seat), Offer(decision), Random(0))
    assert given == decision.fallback()


def test_a_crew_waits_for_a_person() -> None:
    game = start(seed=4, turn_limit=8)
    policy = BOTS["simple"](game.title)
    crew = Crew(dict.fromkeys(range(1, 5), policy))
    while not game.ended:
        crew.play(game)
        if not game.ended:
            assert 0 in game.due()
            game.answer_default(game.legal(0).seat)  # type: ignore[arg-type, union-attr]
    assert game.ended
