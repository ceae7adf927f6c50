"""9. Damage, and the other words that calamities use."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecumene.antiquity.calamities.damage import Damage, DamageBody, DamageTaken, due, take_damage, units_in
from ecumene.antiquity.calamities.losses import destroy_city, reduce_cities
from ecumene.antiquity.testing import Scene
from ecumene.kernel import Placed
from tests.rules.calamity_scenes import BOTH, MEGA, WEST, areas, asked, cities, pay, strike, told


def hit(amount: int, pieces: str, title: Any = MEGA, **more: Any) -> Scene:
    """Hatti takes so much damage."""
    scene = Scene(title, 9, pieces, **more)
    return scene.run(lambda game: take_damage(game, scene.seat("hatti"), amount, "famine"))


THREE = "syria: 4 hatti; aleppo: city hatti; damascus: city hatti; nineveh: city hatti"


@BOTH
@pytest.mark.rules("mega.9.def.t1", "mega.9.def.5", "mega.9.def.6", "mega.9.def.8", "A-04", "A-05")
def test_fifteen_damage(title: Any) -> None:
    scene = hit(15, THREE, title=title)
    scene.answer("hatti", pay(scene, "city aleppo, city damascus, city nineveh"))
    assert cities(scene, "hatti") == set()
    assert scene.tokens("syria") == {"hatti": 4}

    scene = hit(15, THREE, title=title)
    scene.answer("hatti", pay(scene, "4 syria, city aleppo, city damascus, nineveh to 4"))
    assert scene.tokens("nineveh") == {"hatti": 4}  # above the limit, until surplus is removed
    assert told(scene, DamageTaken)[0].points == 15

    scene = hit(15, THREE, title=title)
    assert scene.refused("hatti", pay(scene, "4 syria, city aleppo, city damascus")).key == "wrong_total"
    assert scene.refused("hatti", pay(scene, "city aleppo, city damascus, nineveh to 2")).key == "wrong_total"
    assert (
        scene.refused("hatti", pay(scene, "1 syria, city aleppo, city damascus, city nineveh")).key
        == "wrong_total"
    )


@pytest.mark.rules("mega.9.def.t2", "mega.9.def.9", "mega.9.def.17")
def test_a_city_and_no_stock() -> None:
    scene = hit(5, "jericho: city hatti", stock={"hatti": 0})
    assert scene.done
    assert cities(scene, "hatti") == set()
    assert scene.tokens("jericho") == {}


@pytest.mark.rules("mega.9.def.t3", "mega.9.def.17", "A-04")
def test_too_few_units_all_go() -> None:
    scene = hit(10, "syria: 3 hatti; aleppo: city hatti")
    assert scene.done
    assert scene.realm("hatti").tokens == {}
    assert cities(scene, "hatti") == set()
    assert told(scene, DamageTaken)[0].points == 8


@BOTH
@pytest.mark.rules("mega.9.def.t4", "mega.9.def.18", "mega.9.def.9", "A-04", "A-05")
@pytest.mark.parametrize("place", ["jericho", "aleppo", "carrhae"])
def test_one_damage_and_two_tokens_in_stock(title: Any, place: str) -> None:
    scene = hit(1, f"{place}: city hatti", stock={"hatti": 2}, title=title)
    assert scene.done  # nothing to choose
    assert scene.tokens(place) == {"hatti": 2}
    assert told(scene, DamageTaken)[0].points == 3


@pytest.mark.rules("mega.9.def.ex2")
def test_a_city_that_becomes_two_tokens_pays_three() -> None:
    scene = hit(3, "aleppo: city hatti; syria: 3 hatti")
    scene.answer("hatti", pay(scene, "aleppo to 2"))
    assert scene.tokens("aleppo") == {"hatti": 2}
    assert scene.tokens("syria") == {"hatti": 3}


@pytest.mark.rules("mega.9.def.7", "A-05", "E-40")
def test_down_to_the_limit_or_to_any_number() -> None:
    """[mega]: as many tokens as the limit allows; [west]: any number up to it."""
    towns = "carrhae: city hatti; moesia: city hatti; syria: 4 hatti"  # limits 3 and 4
    # Seven points from both cities leave three tokens: the limits' own three and four would not, so any do.
    for title in (MEGA, WEST):
        scene = hit(7, towns, title=title)
        scene.answer("hatti", pay(scene, "carrhae to 1, moesia to 2"))
        assert (scene.tokens("carrhae"), scene.tokens("moesia")) == ({"hatti": 1}, {"hatti": 2})
    # Three points leave seven: exactly what the limits say, so no other numbers will do.
    for title in (MEGA, WEST):
        scene = hit(3, towns, title=title)
        scene.answer("hatti", pay(scene, "carrhae to 3, moesia to 4"))
    # Four points from two areas of limit 3: as many as the limits allow, not four and two.
    pair = "carrhae: city hatti; tyre: city hatti; syria: 4 hatti"
    for title in (MEGA, WEST):
        scene = hit(4, pair, title=title)
        assert scene.refused("hatti", pay(scene, "carrhae to 4, tyre to 2")).rule == "mega.9.def.7"
        scene.answer("hatti", pay(scene, "carrhae to 3, tyre to 3"))
    # A limit of 1 beside one of 3, six points: in the West one and three are within the limits; in Mega they are the
    # limits' own numbers.
    small = "jericho: city hatti; carrhae: city hatti; syria: 4 hatti"
    for title in (MEGA, WEST):
        scene = hit(6, small, title=title)
        assert (
            scene.refused("hatti", pay(scene, "jericho to 2, carrhae to 2")).key == "other_number_of_tokens"
        )
        scene.answer("hatti", pay(scene, "jericho to 1, carrhae to 3"))
    # Seven points: one and two. In the West these are within the limits, so two and one are not allowed; in Mega the
    # limits' own one and three would pay six, so any three tokens are.
    west, mega = hit(7, small, title=WEST), hit(7, small, title=MEGA)
    assert west.refused("hatti", pay(west, "jericho to 2, carrhae to 1")).key == "other_number_of_tokens"
    mega.answer("hatti", pay(mega, "jericho to 2, carrhae to 1"))


@pytest.mark.rules("mega.9.def.9", "A-05")
def test_stock_is_counted_after_the_units_of_the_payment_have_returned() -> None:
    pieces = "carrhae: city hatti; tyre: city hatti; syria: 2 hatti"
    scene = hit(6, pieces, stock={"hatti": 0})
    assert scene.refused("hatti", pay(scene, "carrhae to 3, tyre to 1")).key == "too_few_in_stock"
    scene.answer("hatti", pay(scene, "2 syria, carrhae to 1"))  # two have returned, one of them is placed
    assert scene.tokens("carrhae") == {"hatti": 1}
    assert scene.realm("hatti").stock == 1


@pytest.mark.rules("A-05", "mega.adv.agriculture.3", "mega.adv.public_works.5")
def test_the_limit_counts_agriculture_and_a_token_that_stays() -> None:
    pieces = "aleppo: city hatti; syria: 4 hatti"
    body = asked(hit(2, pieces, advances={"hatti": "agriculture"}), "hatti").body()
    assert isinstance(body, DamageBody)
    assert [limit for _, limit in body.cities] == [3]
    scene = hit(2, pieces, advances={"hatti": "agriculture"})
    scene.answer("hatti", pay(scene, "aleppo to 3"))
    assert scene.tokens("aleppo") == {"hatti": 3}

    beside = "aleppo: city hatti, 1 hatti; tyre: city hatti; syria: 4 hatti"
    scene = hit(6, beside, advances={"hatti": "public_works"})
    # Room for one more beside the token that stays: Aleppo pays four.
    scene.answer("hatti", pay(scene, "2 syria, aleppo to 1"))
    assert scene.tokens("aleppo") == {"hatti": 2}


@pytest.mark.rules("mega.adv.public_works.3", "E-41")
def test_a_city_destroyed_in_payment_takes_its_token_along() -> None:
    beside = "aleppo: city hatti, 1 hatti; syria: 4 hatti"
    scene = hit(5, beside, advances={"hatti": "public_works"})
    assert scene.refused("hatti", pay(scene, "city aleppo")).rule == "mega.adv.public_works.3"
    scene = hit(6, beside, advances={"hatti": "public_works"})
    scene.answer("hatti", pay(scene, "city aleppo, 1 aleppo"))
    assert scene.tokens("aleppo") == {}
    # As an effect, the token goes without being counted.
    scene = Scene(MEGA, 9, beside)
    destroy_city(scene.game, scene.seat("hatti"), scene.area("aleppo"), "minor_uprising")
    assert scene.tokens("aleppo") == {}


@pytest.mark.rules("mega.9.def.ex1", "mega.9.def.10", "mega.9.def.17", "D-36")
def test_three_reductions_of_two_cities() -> None:
    scene = Scene(MEGA, 9, "aleppo: city hatti; carrhae: city hatti")
    scene.run(
        lambda game: reduce_cities(game, scene.seat("hatti"), 3, "superstition", "mega.9.superstition.1")
    )
    assert scene.done
    assert cities(scene, "hatti") == set()
    assert scene.tokens("aleppo") == {"hatti": 2}
    assert scene.tokens("carrhae") == {"hatti": 3}


@pytest.mark.rules("mega.9.def.10", "mega.9.def.17", "E-42")
def test_with_a_short_stock_the_order_of_reductions_is_the_owners() -> None:
    scene = Scene(MEGA, 9, "aleppo: city hatti; carrhae: city hatti", stock={"hatti": 3})
    scene.run(
        lambda game: reduce_cities(game, scene.seat("hatti"), 2, "superstition", "mega.9.superstition.1")
    )
    scene.answer("hatti", areas(scene, "carrhae aleppo"))
    assert scene.tokens("carrhae") == {"hatti": 3}
    assert scene.tokens("aleppo") == {}


@pytest.mark.rules("mega.9.def.10", "mega.adv.public_works.5", "E-42")
@pytest.mark.parametrize("aleppo, stock", [("city hatti", 5), ("city hatti, 1 hatti", 4)])
def test_nobody_is_asked_for_an_order_that_does_not_matter(aleppo: str, stock: int) -> None:
    """Limits of 2 and 3: just enough in stock, also where a token beside a city needs none."""
    scene = Scene(
        MEGA, 9, f"aleppo: {aleppo}; carrhae: city hatti", stock={"hatti": stock}, advances={"hatti": "public_works"}
    )  # fmt: skip
    scene.run(
        lambda game: reduce_cities(game, scene.seat("hatti"), 2, "superstition", "mega.9.superstition.1")
    )
    assert scene.done
    assert (scene.tokens("aleppo"), scene.tokens("carrhae")) == ({"hatti": 2}, {"hatti": 3})


@pytest.mark.rules("mega.9.def.1", "A-135", "mega.piece.9")
def test_ships_advances_and_other_players_are_not_hit() -> None:
    scene = hit(
        10, "antioch: 2 hatti, 2 ships hatti; cilicia: 3 rome; tyre: city hatti", advances={"hatti": "music"}
    )
    assert scene.done
    assert scene.realm("hatti").ships == {scene.area("antioch"): 2}
    assert scene.tokens("cilicia") == {"rome": 3}
    assert scene.realm("hatti").advances
    assert scene.realm("hatti").stock == 55


@pytest.mark.rules("mega.9.def.14", "D-39")
def test_the_default_keeps_cities_and_takes_the_smallest_areas_first() -> None:
    scene = hit(5, "syria: 4 hatti; assyria: 4 hatti; aleppo: city hatti").defaults()
    first, second = sorted((scene.area("syria"), scene.area("assyria")))
    assert scene.realm("hatti").tokens == {second: 3}
    assert first not in scene.realm("hatti").tokens
    assert cities(scene, "hatti") == {"aleppo"}


@pytest.mark.rules("mega.9.def.5")
def test_answers_that_are_no_payment() -> None:
    scene = hit(5, "syria: 4 hatti; aleppo: city hatti; assyria: 4 rome")
    here, there = scene.area("syria"), scene.area("assyria")
    for units, key in (
        ([[there, 4], [here, 1]], "not_an_option"),
        ([[here, 4], [here, 1]], "named_twice"),
        ([[here, 5]], "over_cap"),
        ([[here, 6], [~here, -1]], "over_cap"),
        ([[here, -3]], "over_cap"),
        ([[here, 2.5]], "malformed"),
    ):
        assert scene.refused("hatti", {"shape": "spread", "units": units}).key == key


# -- the whole rule, against a count of everything --------------------------------------------------------------------


@st.composite
def realms(draw: st.DrawFn) -> tuple[dict[str, int], dict[str, int], int, int, bool]:
    """Tokens and cities (with their limits), stock, amount, and whether reductions are free."""
    places = [("jericho", 1), ("aleppo", 2), ("carrhae", 3), ("memphis", 4), ("caledonia", 0)]
    tokens, towns = {}, {}
    for place, limit in draw(st.lists(st.sampled_from(places), min_size=1, max_size=4, unique=True)):
        if draw(st.booleans()):
            tokens[place] = draw(st.integers(1, 4))
        else:
            towns[place] = limit
            if draw(st.integers(0, 3)) == 0:
                tokens[place] = 1
    stock = draw(st.sampled_from([0, 1, 2, 3, 5, 30]))
    return tokens, towns, stock, draw(st.integers(1, 18)), draw(st.booleans())


Payment = tuple[dict[str, int], dict[str, int]]


def all_payments(tokens: dict[str, int], towns: dict[str, int], stock: int) -> Iterator[Payment]:
    """Tokens that go and cities with what they leave: whatever stock allows."""
    for numbers in product(*[range(n + 1) for n in tokens.values()]):
        gone = dict(zip(tokens, numbers, strict=True))
        for kept in product(*[(None, 0, 1, 2, 3, 4)] * len(towns)):
            left = {town: n for town, n in zip(towns, kept, strict=True) if n is not None}
            takes_token = all(gone.get(town, 0) == tokens.get(town, 0) for town, n in left.items() if n == 0)
            if sum(left.values()) <= stock + sum(numbers) and takes_token:
                yield gone, left


def worth(payment: Payment) -> int:
    return sum(payment[0].values()) + sum(5 - n for n in payment[1].values())


def by_the_limits(
    payment: Payment, tokens: dict[str, int], towns: dict[str, int], stock: int, *, free: bool
) -> bool:
    gone, left = payment
    room = {town: max(0, towns[town] - tokens.get(town, 0) + gone.get(town, 0)) for town in left}
    reduced = [town for town, n in left.items() if n]
    if free:
        return all(left[town] <= room[town] for town in reduced)
    for order in permutations(reduced):
        supply = stock + sum(gone.values())
        for town in order:
            if left[town] != min(room[town], supply):
                break
            supply -= left[town]
        else:
            return True
    return False


@pytest.mark.rules(
    "A-04",
    "A-05",
    "mega.9.def.5",
    "mega.9.def.6",
    "mega.9.def.7",
    "mega.9.def.8",
    "mega.9.def.9",
    "mega.9.def.18",
)
@given(realms(), st.integers(0, 2**32))
def test_damage_is_exactly_what_a_count_of_all_payments_says(
    realm: tuple[dict[str, int], dict[str, int], int, int, bool], seed: int
) -> None:
    tokens, towns, stock, amount, free = realm
    pieces = [f"{place}: {n} hatti" for place, n in tokens.items()] + [
        f"{town}: city hatti" for town in towns
    ]
    scene = Scene(WEST if free else MEGA, 9, "; ".join(pieces), stock={"hatti": stock})
    everything = list(all_payments(tokens, towns, stock))

    def legal(payment: Payment) -> bool:
        if by_the_limits(payment, tokens, towns, stock, free=free):
            return True
        gone, left = payment
        reduced = [town for town, n in left.items() if n]
        for numbers in product(range(1, 5), repeat=len(reduced)):
            other = gone, {**left, **dict(zip(reduced, numbers, strict=True))}
            fits = sum(other[1].values()) <= stock + sum(gone.values())
            if fits and worth(other) == amount and by_the_limits(other, tokens, towns, stock, free=free):
                return False
        return True

    units = sum(tokens.values()) + 5 * len(towns)
    allowed = [payment for payment in everything if legal(payment)]
    goal = (
        units if units <= amount else min(worth(payment) for payment in allowed if worth(payment) >= amount)
    )
    assert due(amount, sum(tokens.values()), len(towns), stock) == goal

    def said(payment: Payment) -> frozenset[tuple[int, int]]:
        gone = {(scene.area(place), n) for place, n in payment[0].items() if n}
        return frozenset(gone | {(~scene.area(town), 5 - n) for town, n in payment[1].items()})

    best = {said(payment) for payment in allowed if worth(payment) == goal}
    seat = scene.seat("hatti")
    decision = Damage(
        scene.game, seat, amount, "damage", "famine", "mega.9.def.5", units_in(scene.game, seat)
    )
    accepted = {said(p) for p in everything if decision.check(Placed(tuple(sorted(said(p))))) is None}
    assert accepted == best
    assert frozenset(decision.fallback().units) in best
    rng = Random(seed)
    for _ in range(5):
        assert frozenset(decision.sample(rng).units) in best
    if decision.forced:
        assert len(best) == 1


@pytest.mark.rules("mega.9.def.1", "mega.9.def.11")
def test_an_empty_realm_takes_no_damage() -> None:
    scene = strike("tribal_conflict")
    assert scene.done
    assert not told(scene, DamageTaken)
