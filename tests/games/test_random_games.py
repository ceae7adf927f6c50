"""Random games of every title, number of players, side of the A.S.T. and scenario: nothing breaks, nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ecumene.antiquity.title import AntiquityTitle
from ecumene.kernel import Game, dump, load
from ecumene.kernel.testing import check_title, random_policy
from ecumene.titles import find
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION as MEGA
from ecumene.titles.western_empires import WESTERN_EMPIRES as WEST

SEEDS = (1, 2)
TURNS = {"full": 11, "short": 4, "first": 0}
EVERY = 5  # answers between two looks at the laws; the last one is always looked at


def tables() -> Iterator[Any]:
    """Title, seats and options of every kind of game there is."""
    for title in (WEST, MEGA):
        for seats in title.meta.seats:
            halves = ("west", "east") if title is MEGA and seats <= 9 else ("",)
            for half in halves:
                kinds: list[dict[str, Any]] = [{}, {"expert": True}, {"scenario": "short"}]
                if title.rules.short_expert:
                    kinds.append({"scenario": "short", "expert": True})
                if seats == title.components.first_game.seats and half != "east":
                    kinds.append({"scenario": "first"})
                for kind in kinds:
                    options = {"half": half, "turn_limit": TURNS[kind.get("scenario", "full")], **kind}
                    name = "-".join(
                        [title.meta.key.split("_")[0], str(seats), half or "map", *map(str, kind.values())]
                    )
                    yield pytest.param(title, seats, options, id=name)


def play(game: Game, rng: Random) -> None:
    laws = game.title.laws
    while not game.ended:
        seat = rng.choice(game.due())
        game.answer(seat, random_policy(game, seat, rng))
        if game.version % EVERY == 0:
            assert laws(game.state) == []
    assert laws(game.state) == []


@pytest.mark.parametrize("title, seats, options", list(tables()))
def test_a_random_game_ends_with_every_piece_and_card_in_its_place(
    title: AntiquityTitle, seats: int, options: dict[str, Any]
) -> None:
    for seed in SEEDS:
        game = Game(title, title.options_type(**options), seats, f"{seed:064x}")
        play(game, Random(seed))
        assert game.state.turn == game.state.turn_limit or game.state.late_iron_turn
        places = game.result()
        assert sorted(place.seat for place in places) == list(range(seats))
        assert [place.place for place in places] == list(range(1, seats + 1))


@pytest.mark.rules("mega.piece.2", "mega.card.9")
@pytest.mark.parametrize(
    "title, seats, options",
    [
        (WEST, 5, {"turn_limit": 7}),
        (WEST, 9, {"scenario": "short", "turn_limit": 1}),
        (WEST, 5, {"scenario": "first"}),
        (MEGA, 12, {"scenario": "short", "turn_limit": 1}),
        (MEGA, 7, {"half": "east", "expert": True, "turn_limit": 6}),
    ],
    ids=["west-5", "west-9-short", "first", "mega-12-short", "east-7-expert"],
)  # fmt: skip
def test_every_promise_of_the_kernel_holds(
    title: AntiquityTitle, seats: int, options: dict[str, Any]
) -> None:
    check_title(title, range(1), seats, options=title.options_type(**options), every=6)


@pytest.mark.parametrize("key", ["western_empires", "mega_civilization"])
def test_a_record_replays_to_the_same_state(key: str) -> None:
    title = find(key)
    game = Game(title, title.options_type(turn_limit=6), 6, "44" * 32)
    play(game, Random(4))
    again = load(dump(game), find, strict=True)
    assert again.digest() == game.digest()
    assert again.result() == game.result()
