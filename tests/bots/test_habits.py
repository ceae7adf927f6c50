"""The simple bot does nothing that a person at the table would laugh at."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from ecumene.antiquity.building import CityBuilt
from ecumene.antiquity.calamities.damage import take_damage
from ecumene.antiquity.cities import CityReduced
from ecumene.antiquity.testing import Scene
from ecumene.bots import BOTS, Crew, Offer
from ecumene.kernel import Game, Placed
from ecumene.titles import find

WEST: Any = find("western_empires")


@pytest.mark.parametrize("seats, seed", [(5, 1), (6, 2), (9, 3)])
def test_it_builds_cities_and_none_that_it_cannot_feed(seats: int, seed: int) -> None:
    """By turn 10 everybody has cities, and no city built is reduced for lack of support in the same phase."""
    game = Game(WEST, WEST.options_type(turn_limit=12), seats, f"{seed:064x}")
    crew = Crew(dict.fromkeys(range(seats), BOTS["simple"](WEST)), seed)
    built: dict[int, set[int]] = defaultdict(set)
    most: dict[int, int] = defaultdict(int)
    heard = 0
    while not game.ended:
        step, turn = game.state.step, game.state.turn
        crew.step(game)
        for told in game.play.log[heard:]:
            match told.event:
                case CityBuilt(area=area):
                    built[turn].add(area)
                case CityReduced(area=area, reason="support") if step in ("5a", "5b", "5c"):
                    assert area not in built[turn]
        heard = len(game.play.log)
        for realm in game.state.realms:
            most[realm.seat] = max(most[realm.seat], len(realm.cities))
    assert min(most.values()) >= 3
    assert sum(most.values()) / seats >= 5


def test_losses_come_from_where_most_are_too_many() -> None:
    """Four in Jericho, where one can live, two in Syria and one in Damascus: three of Jericho go, then one of two."""
    scene = Scene(WEST, 9, "jericho: 4 hatti; syria: 2 hatti; damascus: 1 hatti; aleppo: city hatti")
    seat = scene.seat("hatti")
    scene.run(lambda game: take_damage(game, seat, 4, "famine"))
    decision = scene.asked("hatti")
    assert decision is not None
    view: Any = SimpleNamespace(table=WEST.view(scene.game.state, seat), decision=decision.describe())
    given = BOTS["simple"](WEST)(view, Offer(decision), Random(0))
    assert given == Placed(tuple(sorted([(scene.area("jericho"), 3), (scene.area("syria"), 1)])))
    assert decision.check(given) is None
