"""The stacks of trade cards: how they are built, and how discards go back (chapter 5, 13c)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from ecumene.antiquity.components import card
from ecumene.antiquity.setup import find_lineup
from ecumene.antiquity.stacks import build, in_play, return_discards
from ecumene.antiquity.testing import Scene
from ecumene.kernel import Chance
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION as MEGA
from ecumene.titles.western_empires import WESTERN_EMPIRES as WEST

KINDS = MEGA.components.kinds
SEED = "ab" * 32


def stacks(seats: int, half: str = "", seed: str = SEED) -> list[list[int]]:
    return build(MEGA.components, find_lineup(MEGA.components, seats, half), seats, Chance(seed))


def sorts(stack: Sequence[int]) -> list[str]:
    """From the top down: what the cards are."""
    return [KINDS[item >> 1].sort for item in reversed(stack)]


def keys(cards: Sequence[int]) -> set[str]:
    return {KINDS[item >> 1].key for item in cards}


@pytest.mark.rules(
    "mega.setup.cards.5-8.1", "mega.setup.cards.5-8.2", "mega.setup.cards.5-8.3", "mega.setup.cards.5-8.4",
    "mega.setup.cards.5-8.5", "mega.setup.cards.5-8.6", "A-12", "mega.setup.select.5",
)  # fmt: skip
@pytest.mark.parametrize("seats", range(5, 9))
def test_5_to_8_players(seats: int) -> None:
    for half in ("west", "east"):
        for number, stack in enumerate(stacks(seats, half), 1):
            found = sorts(stack)
            assert found[:seats] == ["commodity"] * min(seats, len(found))
            assert len(keys([item for item in stack if KINDS[item >> 1].sort == "commodity"])) == 2
            if number == 1:
                assert set(found) == {"commodity"}
            else:
                assert Counter(found)["major"] == Counter(found)["fixed"] == 1
                assert Counter(found)["minor"] == 0
                assert found[-1] == "fixed"
                assert found.index("major") >= seats
            assert {KINDS[item >> 1].stack for item in stack} == {number}


@pytest.mark.rules("mega.setup.cards.5-8.7")
def test_stack_9_with_seven_players() -> None:
    places = set()
    for seed in range(30):
        found = sorts(stacks(7, "west", f"{seed:064x}")[8])
        assert found[:7] == ["commodity"] * 7
        assert sorted(found[7:10]) == ["commodity", "commodity", "major"]
        assert found[10:] == ["fixed"]
        places.add(found.index("major"))
    assert places == {7, 8, 9}


ADDITIONAL = ["bone", "wax", "ceramics", "grain", "glass", "lead", "herbs", "obsidian", "amber"]
OWN_WEST = ["ochre", "papyri", "fish", "wool", "wine", "tin", "resin", "marble", "ivory"]
OWN_EAST = ["flax", "stone", "timber", "cotton", "lacquer", "silver", "jade", "dye", "silk"]


@pytest.mark.rules(
    "mega.setup.cards.9-11.1", "mega.setup.cards.9-11.2", "mega.setup.cards.9-11.3", "mega.setup.cards.9-11.4",
    "mega.setup.cards.9-11.5", "mega.setup.select.4", "mega.setup.select.1",
)  # fmt: skip
@pytest.mark.parametrize("seats", [9, 10, 11])
def test_9_to_11_players(seats: int) -> None:
    for number, stack in enumerate(stacks(seats), 1):
        extra = ADDITIONAL[number - 1]
        cards = list(reversed(stack))
        middle = next(
            n for n, item in enumerate(cards) if KINDS[item >> 1].key == extra or sorts([item]) == ["major"]
        )
        top, rest = cards[:middle], cards[middle:]
        goods = [item for item in top if sorts([item]) == ["commodity"]]
        assert len(keys(goods)) == 2
        assert extra not in keys(top)
        assert sorted(set(sorts(top))) == (["commodity"] if number == 1 else ["commodity", "minor"])
        if number == 1:
            assert keys(rest) == {extra}
        else:
            assert sorts([rest[-1]]) == ["fixed"]
            assert Counter(sorts(rest[:-1]))["major"] == 1
            assert keys([i for i in rest[:-1] if sorts([i]) == ["commodity"]]) == {extra}


@pytest.mark.rules(
    "mega.setup.cards.12-14.1", "mega.setup.cards.12-14.2", "mega.setup.cards.12-14.3", "mega.setup.cards.12-14.4",
    "mega.setup.cards.12-14.5", "mega.setup.cards.15-18.1", "mega.setup.cards.15-18.2", "mega.setup.cards.15-18.3",
    "mega.setup.cards.15-18.4", "mega.setup.cards.15-18.5", "A-11", "mega.setup.select.2", "mega.setup.select.4",
    "mega.setup.select.5", "mega.card.6",
)  # fmt: skip
@pytest.mark.parametrize("seats", range(12, 19))
def test_two_blocks(seats: int) -> None:
    broken, minor = (2, 0) if seats <= 14 else (3, 1)
    all_stacks = stacks(seats)
    assert len(all_stacks) == 18
    for place, stack in enumerate(all_stacks):
        block, number = place // 9, place % 9 + 1
        own = (OWN_WEST, OWN_EAST)[block][number - 1]
        assert {item & 1 for item in stack} == {block}
        cards = list(reversed(stack))
        complete = [item for item in cards if KINDS[item >> 1].key == own]
        assert len(complete) == KINDS[complete[0] >> 1].set_size
        middle = next(n for n, item in enumerate(cards) if item == complete[0] or sorts([item]) == ["major"])
        top, rest = cards[:middle], cards[middle:]
        assert len(keys([item for item in top if sorts([item]) == ["commodity"]])) == broken
        assert Counter(sorts(top))["minor"] == (minor if number > 1 else 0)
        assert Counter(sorts(rest))["major"] == Counter(sorts(rest))["fixed"] == (number > 1)
        assert number == 1 or sorts([rest[-1]]) == ["fixed"]
        assert keys([item for item in rest if sorts([item]) == ["commodity"]]) == {own}


@pytest.mark.rules(
    "mega.setup.cards.5-8.2", "mega.setup.cards.5-8.4", "mega.setup.cards.9-11.2", "mega.setup.cards.9-11.3",
    "mega.setup.cards.12-14.2", "mega.setup.cards.12-14.3", "mega.setup.cards.15-18.2", "mega.setup.cards.15-18.3",
)  # fmt: skip
@pytest.mark.parametrize("seats", [5, 9, 12, 15])
def test_each_part_of_a_stack_is_shuffled(seats: int) -> None:
    """Every place of a part sees each kind of card that is in it."""
    for place in range(18 if seats >= 12 else 9):
        tops: list[set[int]] = [set() for _ in range(5)]
        majors, size = set(), 0
        for seed in range(150):
            cards = list(reversed(stacks(seats, "" if seats > 9 else "west", f"{seed:064x}")[place]))
            for seen, item in zip(tops, cards, strict=False):
                seen.add(item)
            majors |= {n for n, sort in enumerate(sorts(cards[::-1])) if sort == "major"}
            size = len(cards)
        assert len({frozenset(seen) for seen in tops}) == 1, place
        assert len(tops[0]) >= 2
        if place % 9:
            middle = size - 1 - min(majors)  # the fixed calamity lies below
            assert majors == set(range(size - 1 - middle, size - 1))
            assert middle > 1


@pytest.mark.rules("mega.card.2", "mega.card.7")
def test_western_cards_are_the_west_column_of_the_same_deck() -> None:
    for seats in range(5, 10):
        west = in_play(WEST.components, find_lineup(WEST.components, seats, ""))
        assert west == in_play(MEGA.components, find_lineup(MEGA.components, seats, "west"))
    assert {info.sort for info in KINDS} == {"commodity", "minor", "major", "fixed"}


# -- 13c -----------------------------------------------------------------------------------------------------------


def codes(names: str) -> list[int]:
    return [card(MEGA.components.kind(name)) for name in names.split()]


@pytest.mark.rules(
    "mega.13c.t1", "mega.13c.1", "mega.13c.2", "mega.13c.3", "mega.13c.4", "A-119", "mega.hid.16"
)
def test_discards_go_under_the_stack() -> None:
    s = Scene(WEST, 9)
    undrawn = codes("fish fruit salt ceramics")
    back = codes("fish fish salt slave_revolt")
    orders = set()
    for seed in range(20):
        s.game.chance = Chance(f"{seed:064x}")
        s.game.state.stacks[2] = list(reversed(undrawn))
        s.game.state.discards[2] = [*back[:2], *codes("famine"), *back[2:]]
        s.run(return_discards)
        cards = list(reversed(s.game.state.stacks[2]))
        assert cards[:4] == undrawn
        assert sorted(cards[4:8]) == sorted(back)
        assert cards[8:] == codes("famine")
        assert s.game.state.discards[2] == []
        orders.add(tuple(cards[4:8]))
    assert len(orders) > 5


@pytest.mark.rules("A-119", "mega.13c.4")
def test_a_calamity_that_was_not_drawn_keeps_its_place() -> None:
    s = Scene(WEST, 9)
    s.game.state.stacks[2] = codes("famine fish")
    s.game.state.discards[2] = codes("salt")
    s.run(return_discards)
    assert list(reversed(s.game.state.stacks[2])) == codes("fish famine salt")


@pytest.mark.rules("mega.13c.5", "mega.13c.6", "mega.setup.select.6", "mega.card.6")
def test_each_block_gets_its_own_cards_back_and_water_goes_to_the_water() -> None:
    s = Scene(MEGA, 12, hands={"minoa": "2 iron, water", "saba": "iron"})
    minoa, saba = s.seat("minoa"), s.seat("saba")
    s.game.gain_card(saba, card(MEGA.components.kind("iron"), 0), minoa)
    for seat in (minoa, saba):
        for item, number in list(s.game.realms[seat].hand.items()):
            for _ in range(number):
                s.game.discard(seat, item)
    s.run(return_discards)
    assert s.game.stack(0, 2) == [card(MEGA.components.kind("iron"), 0)] * 3
    assert s.game.stack(1, 2) == [card(MEGA.components.kind("iron"), 1)]
    assert not s.realm("minoa").hand
    assert sum(map(len, s.game.state.stacks)) == 4
