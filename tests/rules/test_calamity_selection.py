"""8. Calamity selection: how many calamities a hand may hold."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from ecumene.antiquity.calamities.limit import (
    CalamitiesCounted,
    CalamityDiscarded,
    calamities,
    is_major,
    select_calamities,
)
from ecumene.antiquity.components import card
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.title import AntiquityTitle
from ecumene.kernel import SPECTATOR, Chance
from ecumene.kernel.testing import seed_of
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from ecumene.titles.western_empires import WESTERN_EMPIRES

BOTH = pytest.mark.parametrize("title", [MEGA_CIVILIZATION, WESTERN_EMPIRES], ids=["mega", "west"])
JACOB = "superstition, tyranny, squandered_wealth, coastal_migration"


def scene(
    hand: str,
    title: AntiquityTitle = MEGA_CIVILIZATION,
    seats: int = 9,
    civ: str = "hatti",
    also: str = "",
    seed: int = 0,
) -> Scene:
    """`also`: calamities of the other block in the same hand."""
    s = Scene(title, seats, hands={civ: hand})
    s.game.chance = Chance(seed_of(seed))
    block = s.realm(civ).block
    for key in also.split():
        s.realm(civ).hand[card(title.components.kind(key), 1 - block)] = 1
    return s.run(select_calamities)


def keys(s: Scene, civ: str = "hatti") -> list[str]:
    named = s.title.components.kinds
    return [named[item >> 1].key for item in calamities(s.game, s.seat(civ))]


def discarded(s: Scene) -> list[str]:
    named = s.title.components.kinds
    return [
        named[told.event.card >> 1].key for told in s.game.log if isinstance(told.event, CalamityDiscarded)
    ]


@BOTH
@pytest.mark.rules("mega.8.1", "mega.hid.10", "D-34")
def test_all_show_how_many_they_hold_but_not_which(title: AntiquityTitle) -> None:
    s = scene("famine, 3 salt, treachery", title)
    assert s.done  # nobody is asked
    (told,) = s.game.log
    assert told.to is None
    numbers = [0] * 9
    numbers[s.seat("hatti")] = 2
    assert told.event == CalamitiesCounted(tuple(numbers))
    assert s.title.view(s.game.state, SPECTATOR).calamities == numbers
    assert keys(s) == ["treachery", "famine"] or sorted(keys(s)) == ["famine", "treachery"]
    other = scene("tyranny, 3 salt, piracy", title)
    viewer = s.seat("rome")
    views = [msgspec.json.encode(one.title.view(one.game.state, viewer)) for one in (s, other)]
    assert views[0] == views[1]


@pytest.mark.rules("mega.8.2", "mega.order.7")
def test_without_calamities_nothing_happens() -> None:
    s = scene("3 salt")
    assert s.done
    assert not s.game.log
    assert not s.game.state.calamities


@BOTH
@pytest.mark.rules("mega.8.ex1", "mega.8.3", "mega.8.6", "mega.8.7", "mega.card.2")
def test_with_eight_players_one_of_three_goes_at_random(title: AntiquityTitle) -> None:
    went: Counter[str] = Counter()
    for seed in range(30):
        s = scene("famine, treachery, barbarian_hordes", title, seats=8, seed=seed)
        (gone,) = discarded(s)
        went[gone] += 1
        assert len(keys(s)) == 2
        assert gone not in keys(s)
        stack = title.components.kinds[title.components.kind(gone)].stack
        assert s.game.state.discards[stack - 1] == [card(title.components.kind(gone))]
        assert s.game.log[-1].to is None  # shown to all
        assert s.game.state.calamities[s.seat("hatti")] == 2
    assert set(went) == {"famine", "treachery", "barbarian_hordes"}


@pytest.mark.rules("mega.8.ex2", "mega.8.5", "A-69")
def test_of_two_copies_one_goes_first_then_any_of_four() -> None:
    went: Counter[str] = Counter()
    blocks = set()
    for seed in range(60):
        s = scene(JACOB, seats=16, also="superstition", seed=seed)
        first, second = discarded(s)
        assert first == "superstition"
        went[second] += 1
        assert len(keys(s)) == 3
        assert len(set(keys(s))) == 3
        blocks.add(s.game.log[1].event.card & 1)  # type: ignore[attr-defined]
    assert set(went) == {"superstition", "tyranny", "squandered_wealth", "coastal_migration"}
    assert blocks == {0, 1}


@BOTH
@pytest.mark.rules("mega.8.ex3", "mega.8.4", "A-69")
def test_with_nine_players_one_of_four_goes(title: AntiquityTitle) -> None:
    went: Counter[str] = Counter()
    for seed in range(60):
        s = scene(JACOB, title, seed=seed)
        went[discarded(s)[0]] += 1
        assert len(keys(s)) == 3
    assert set(went) == {"superstition", "tyranny", "squandered_wealth", "coastal_migration"}


@pytest.mark.rules("mega.8.t1", "mega.8.4", "mega.8.6", "A-69")
def test_three_majors_and_a_minor_one_lose_a_major() -> None:
    for seed in range(20):
        s = scene("superstition, tyranny, piracy, tempest", seed=seed)
        (gone,) = discarded(s)
        assert gone != "tempest"
        assert len(keys(s)) == 3


@pytest.mark.rules("mega.8.4")
def test_three_minor_ones_may_stay_and_a_fourth_goes() -> None:
    assert not discarded(scene("tempest, city_riots, banditry"))
    s = scene("tempest, city_riots, banditry, minor_uprising")
    assert len(discarded(s)) == 1


@pytest.mark.rules("mega.8.4", "mega.8.3")
@pytest.mark.parametrize("seats, hand, left",
    [(9, "famine, flood", 2), (8, "famine, flood", 2), (8, "famine", 1), (13, "famine, flood, piracy", 2),
     (15, "famine, flood, tempest", 3), (15, "famine, flood, tempest, banditry", 3)],
)  # fmt: skip
def test_the_limits_by_number_of_players(seats: int, hand: str, left: int) -> None:
    """Without minor calamities (5-8 and 12-14) two, with them three, of these two major."""
    assert len(keys(scene(hand, seats=seats))) == left


@pytest.mark.rules("mega.8.5", "A-70", "A-69", "mega.card.6")
def test_a_double_goes_even_within_the_limits() -> None:
    s = scene("superstition", seats=16, also="superstition")
    assert discarded(s) == ["superstition"]
    (gone,) = [told.event.card for told in s.game.log if isinstance(told.event, CalamityDiscarded)]
    assert s.game.state.discards[(gone & 1) * 9 + 3] == [gone]  # the pile of its own block


@pytest.mark.rules("mega.8.5", "mega.8.4")
def test_one_copy_of_either_block_is_no_double() -> None:
    for civ in ("hatti", "saba"):
        s = scene("superstition, famine", seats=16, civ=civ)
        assert not discarded(s)
        assert sorted(keys(s, civ)) == ["famine", "superstition"]


@pytest.mark.rules("mega.8.5", "A-70")
def test_there_are_never_more_than_two_copies() -> None:
    for info in MEGA_CIVILIZATION.components.kinds:
        if info.sort != "commodity":
            assert max(info.copies) <= 1  # in each block


@pytest.mark.rules("mega.8.4", "mega.card.2")
def test_calamities_that_cannot_be_traded_are_major() -> None:
    s = scene("famine, flood, cyclone, tempest")
    assert len(discarded(s)) == 1
    assert sum(is_major(s.game, item) for item in calamities(s.game, s.seat("hatti"))) == 2


@pytest.mark.rules("mega.8.8", "mega.9.def.22")
def test_one_without_a_target_counts_as_well() -> None:
    """Nobody has a city or a token: none of these would hit anything."""
    s = scene("superstition, tyranny, piracy", seats=8)
    assert len(discarded(s)) == 1


@pytest.mark.rules("A-67", "mega.7.16", "mega.8.7")
def test_a_discarded_one_forgets_who_gave_it() -> None:
    s = Scene(MEGA_CIVILIZATION, 8, hands={"hatti": "superstition, tyranny, treachery"})
    for item in list(s.realm("hatti").hand):
        s.realm("hatti").givers[item] = s.seat("rome")
    s.run(select_calamities)
    assert sorted(s.realm("hatti").givers) == sorted(s.realm("hatti").hand)


@pytest.mark.rules("D-34", "mega.8.6")
def test_chance_decides_and_the_same_seed_the_same() -> None:
    assert discarded(scene(JACOB, seed=7)) == discarded(scene(JACOB, seed=7))
    s = scene(JACOB)
    assert s.game.learned
