"""A title of the family that differs in data, in a step, a calamity and a method that it replaces: it stays thin."""

from __future__ import annotations

from functools import partial
from random import Random

import msgspec
import pytest
from happened import occurred

from ecumene.antiquity.calamities.call import Call
from ecumene.antiquity.calamities.phase import major_calamity
from ecumene.antiquity.calamities.tables import CALAMITIES
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.growth import take_census
from ecumene.antiquity.setup import Options
from ecumene.antiquity.title import AntiquityTitle, replaced
from ecumene.antiquity.turn import OPENINGS, TURN
from ecumene.kernel import Meta, Seat
from ecumene.kernel.testing import random_policy
from ecumene.titles.mega_civilization import COMPONENTS, RULES
from tests.titles.crowded import crowded


class Frugal(Antiquity):
    """A replaced method: every city wants three tokens."""

    __slots__ = ()

    def support_rate(self, seat: Seat) -> int:
        return 3


class FrugalTitle(AntiquityTitle):
    play_type = Frugal


async def census_by_cities(game: Antiquity) -> None:
    """A replaced step: who has most cities moves first."""
    await take_census(game)
    game.state.order.sort(key=lambda seat: -len(game.realms[seat].cities))


async def mild_famine(game: Antiquity, call: Call) -> None:
    """A replaced calamity: one token of the largest group."""
    tokens = game.realms[call.victim].tokens
    if tokens:
        game.remove(call.victim, max(tokens, key=lambda area: (tokens[area], -area)))


MILD = msgspec.structs.replace(CALAMITIES, major={**CALAMITIES.major, "famine": mild_famine})
THIRD = FrugalTitle(
    Meta("third", "Third", 1, (5, 6), "antiquity"),
    COMPONENTS,
    msgspec.structs.replace(RULES, ship_price=3, plunder=5, cards_a_trade=2, true_names=1),
    OPENINGS,
    replaced(TURN, _2b=census_by_cities, _9b=partial(major_calamity, table=MILD)),
    Options,
)


def test_it_plays_by_its_own_rules_and_keeps_the_laws() -> None:
    """Two turns of games in the middle of things."""
    struck = set()
    for seed in range(6):
        rng = Random(seed)
        game = crowded(THIRD, 6, rng, turn_limit=10)
        assert isinstance(game.play, Frugal)
        while not game.ended:
            realms = game.state.realms
            if game.state.step == "3":
                cities = [len(realms[seat].cities) for seat in game.state.order]
                assert cities == sorted(cities, reverse=True)
            if game.state.step == "6b":
                assert all(sum(realm.tokens.values()) >= 3 * len(realm.cities) for realm in realms)
            seat = rng.choice(game.due())
            game.answer(seat, random_policy(game, seat, rng))
            assert THIRD.laws(game.state) == []
        struck |= {name for name in occurred(game) if name.startswith("calamity ")}
        assert sorted(place.place for place in game.result()) == [1, 2, 3, 4, 5, 6]
    assert "calamity famine" in struck


def test_only_a_step_that_there_is_can_be_replaced() -> None:
    with pytest.raises(KeyError, match="99x"):
        replaced(TURN, _99x=take_census)
