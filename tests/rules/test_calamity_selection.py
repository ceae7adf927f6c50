"""8. Calamity selection: the excess goes at random, and is shown."""

from __future__ import annotations

from typing import Any

import pytest

from ecumene.antiquity.calamities.limit import (
    CalamitiesCounted,
    CalamityDiscarded,
    calamities,
    is_major,
    select_calamities,
)
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.view import table_view
from ecumene.kernel import SPECTATOR, Chance
from tests.rules.calamity_scenes import MEGA, WEST, hand, told


def selected(title: Any, seats: int, cards: str, civ: str, seed: int = 0, twice: str = "") -> Scene:
    """`civ` holds these cards (and a second copy of one, from the other block)."""
    scene = Scene(title, seats, hands={civ: cards})
    if twice:
        item = 2 * title.catalog.kind(twice) + 1 - scene.realm(civ).block
        scene.realm(civ).hand[item] = 1
    scene.game.chance = Chance(f"{seed:064x}")
    return scene.run(select_calamities)


@pytest.mark.rules(
    "mega.8.1", "mega.8.3", "mega.8.6", "mega.8.7", "mega.8.ex1", "D-34", "A-69", "mega.hid.10"
)
def test_three_with_eight_players() -> None:
    gone = set()
    for seed in range(20):
        scene = selected(MEGA, 8, "famine, treachery, barbarian_hordes, 2 salt", "hatti", seed)
        assert scene.done
        assert told(scene, CalamitiesCounted)[0].numbers[scene.seat("hatti")] == 3
        (event,) = told(scene, CalamityDiscarded)
        key = scene.game.catalog.kinds[event.card >> 1].key
        gone.add(key)
        assert hand(scene, "hatti").keys() == {"famine", "treachery", "barbarian_hordes", "salt"} - {key}
        assert event.card in scene.game.state.discards[scene.game.catalog.kinds[event.card >> 1].stack - 1]
        view = table_view(scene.game.state, SPECTATOR)
        assert view.calamities[scene.seat("hatti")] == 2
        assert view.realms[scene.seat("hatti")].hand is None
    assert gone == {"famine", "treachery", "barbarian_hordes"}


@pytest.mark.rules("mega.8.4", "mega.8.5", "mega.8.6", "mega.8.ex2", "A-69", "A-70")
def test_two_copies_among_five_with_sixteen() -> None:
    seen = set()
    for seed in range(30):
        cards = "superstition, tyranny, squandered_wealth, coastal_migration"
        scene = selected(MEGA, 16, cards, "hatti", seed, twice="superstition")
        first, second = (
            scene.game.catalog.kinds[event.card >> 1].key for event in told(scene, CalamityDiscarded)
        )
        assert first == "superstition"
        seen.add((told(scene, CalamityDiscarded)[0].card & 1, second))
        assert sum(hand(scene, "hatti").values()) == 3
    assert {block for block, _ in seen} == {0, 1}  # either copy may go
    assert {key for _, key in seen} == {"superstition", "tyranny", "squandered_wealth", "coastal_migration"}


@pytest.mark.rules("mega.8.4", "mega.8.ex3", "A-69")
@pytest.mark.parametrize("title", [MEGA, WEST], ids=["mega", "west"])
def test_four_with_nine_players(title: Any) -> None:
    keys = {"superstition", "tyranny", "squandered_wealth", "coastal_migration"}
    gone = set()
    for seed in range(25):
        scene = selected(title, 9, ", ".join(sorted(keys)), "hatti", seed)
        left = hand(scene, "hatti").keys()
        assert len(left) == 3
        gone |= keys - left
    assert gone == keys


@pytest.mark.rules("mega.8.4", "mega.8.t1", "A-69")
def test_three_majors_and_a_minor() -> None:
    for seed in range(10):
        scene = selected(MEGA, 9, "famine, flood, piracy, tempest", "hatti", seed)
        left = calamities(scene.game, scene.seat("hatti"))
        assert sum(is_major(scene.game, item) for item in left) == 2
        assert "tempest" in hand(scene, "hatti")


@pytest.mark.rules("mega.8.4", "mega.8.3")
@pytest.mark.parametrize("seats, cards, left",
    [(9, "tempest, city_riots, banditry", 3), (9, "tempest, city_riots, banditry, minor_uprising", 3),
     (9, "famine, flood", 2), (8, "famine, flood", 2), (8, "famine", 1), (13, "famine, flood, piracy", 2)],
)  # fmt: skip
def test_what_is_within_the_limits_stays(seats: int, cards: str, left: int) -> None:
    scene = selected(MEGA, seats, cards, "hatti")
    assert sum(hand(scene, "hatti").values()) == left


@pytest.mark.rules("mega.8.2", "mega.order.7")
def test_nobody_holds_one() -> None:
    scene = Scene(MEGA, 9, hands={"hatti": "2 salt"}).run(select_calamities)
    assert scene.done
    assert not told(scene, CalamitiesCounted)
    assert scene.game.state.calamities == []


@pytest.mark.rules("mega.8.8", "mega.9.def.22")
def test_one_without_target_counts_as_well() -> None:
    """Hatti has no city at all: Superstition, Piracy and Cyclone will do nothing, and yet one of them must go."""
    scene = selected(MEGA, 8, "superstition, piracy, cyclone", "hatti")
    assert len(hand(scene, "hatti")) == 2


@pytest.mark.rules("mega.7.16", "A-67")
def test_discarding_clears_the_giver() -> None:
    scene = Scene(MEGA, 8, hands={"hatti": "superstition, piracy, epidemic"})
    for item in scene.realm("hatti").hand:
        scene.realm("hatti").givers[item] = scene.seat("rome")
    scene.run(select_calamities)
    assert scene.realm("hatti").givers.keys() == scene.realm("hatti").hand.keys()
