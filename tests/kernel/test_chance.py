"""One seed, a stream per purpose, every draw provable."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecumene.kernel import Chance, commitment, new_seed
from tests.kernel.helpers import SEED


def test_the_same_seed_gives_the_same_draws() -> None:
    one, other = Chance(SEED), Chance(SEED)
    assert [one.roll("d", 6) for _ in range(50)] == [other.roll("d", 6) for _ in range(50)]
    assert one.drawn == 50


def test_these_draws_never_change() -> None:
    """Records of years ago must replay: if this fails, old games are lost."""
    chance = Chance(SEED)
    deck = list(range(12))
    chance.shuffle("deck", deck)
    assert ([chance.roll("die", 6) for _ in range(8)], deck, chance.below("x", 10**9)) == (
        [5, 3, 3, 6, 6, 3, 2, 5], [8, 10, 1, 11, 6, 9, 7, 3, 4, 2, 5, 0], 349103503,
    )  # fmt: skip


def test_a_purpose_does_not_shift_another() -> None:
    one, other = Chance(SEED), Chance(SEED)
    for _ in range(7):
        other.roll("dice", 6)
    assert one.below("deck", 1000) == other.below("deck", 1000)


def test_a_clone_goes_its_own_way() -> None:
    chance = Chance(SEED)
    chance.roll("d", 6)
    twin = chance.clone()
    assert [chance.roll("d", 6) for _ in range(9)] == [twin.roll("d", 6) for _ in range(9)]
    chance.roll("d", 6)
    assert twin.counts == {"d": 10}


def test_counts_are_all_that_must_be_kept() -> None:
    chance = Chance(SEED)
    for _ in range(5):
        chance.roll("d", 6)
    assert Chance(SEED, chance.counts).roll("d", 100) == chance.roll("d", 100)


def test_a_branch_repeats_the_past_and_has_another_future() -> None:
    start = Chance(SEED)
    start.roll("d", 6)
    chance = start.clone()
    past = [chance.below("d", 10**9) for _ in range(5)]
    branch = chance.branch(start, "22" * 32)
    assert [branch.below("d", 10**9) for _ in range(5)] == past
    assert branch.below("d", 10**9) != chance.below("d", 10**9)
    again = branch.branch(start, "33" * 32)
    assert [again.below("d", 10**9) for _ in range(5)] == past


@given(st.integers(0, 700), st.integers(0, 2**256 - 1))
def test_a_shuffle_keeps_every_item(size: int, seed: int) -> None:
    items = list(range(size))
    Chance(f"{seed:064x}").shuffle("deck", items)
    assert sorted(items) == list(range(size))


def test_every_order_of_three_is_about_as_likely() -> None:
    chance = Chance(SEED)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        items = [0, 1, 2]
        chance.shuffle("deck", items)
        seen[tuple(items)] += 1
    assert len(seen) == 6
    assert min(seen.values()) > 880


def test_long_decks_are_shuffled_to_their_end() -> None:
    """The last cards of a deck of 400 come to the first places as often as others (one hash does not last)."""
    chance = Chance(SEED)
    early = 0
    for _ in range(300):
        deck = list(range(400))
        chance.shuffle("deck", deck)
        early += sum(card >= 200 for card in deck[:50])
    assert 7000 < early < 8000


def test_a_commitment_binds_without_telling() -> None:
    seed = new_seed()
    assert seed not in commitment(seed)
    assert commitment(seed) != commitment(new_seed())
    assert len(commitment(seed)) == 64


@pytest.mark.parametrize("sides", [1, 2, 6, 20])
def test_dice_have_all_their_sides(sides: int) -> None:
    chance = Chance(SEED)
    assert {chance.roll("d", sides) for _ in range(400)} == set(range(1, sides + 1))
