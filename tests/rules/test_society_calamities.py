"""9. Treachery, Slave Revolt, Superstition, Civil Disorder, Corruption, Iconoclasm and Heresy, Regression, Piracy."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ecumene.antiquity.calamities.call import CalamityCalled, VictimsNamed
from ecumene.antiquity.calamities.cards import FaceValue
from ecumene.antiquity.calamities.phase import major_calamity
from ecumene.antiquity.calamities.society import MarkerMovedBack
from ecumene.antiquity.purchase import CardsDiscarded
from ecumene.antiquity.testing import Scene
from ecumene.kernel import Option
from tests.rules.calamity_scenes import (
    BOTH,
    MEGA,
    area,
    areas,
    asked,
    cities,
    hand,
    item,
    named,
    seats,
    spread,
    strike,
    told,
)

INLAND = (
    "aleppo",
    "damascus",
    "nineveh",
    "jericho",
    "carrhae",
    "hattusa",
    "kanesh",
    "alesia",
    "germania_superior",
)
NINE = "; ".join(f"{name}: city hatti" for name in INLAND)


def towns(number: int, civ: str = "hatti") -> str:
    return "; ".join(f"{name}: city {civ}" for name in INLAND[:number])


# -- Treachery --------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules("mega.9.treachery.1", "mega.9.treachery.4", "D-43", "mega.9.benef.2", "mega.piece.12")
def test_treachery_gives_a_city_of_his_choice_to_the_beneficiary(title: Any) -> None:
    pieces = "aleppo: city hatti; carrhae: city hatti; rome: city rome; moesia: 1 egypt"
    scene = strike("treachery", pieces, title=title)
    assert scene.who() == ["minoa"]  # nine cities and 55 tokens in stock, the highest rank
    decision = asked(scene, "minoa", "treachery")
    assert decision.about["annex"] is True
    assert scene.refused("minoa", area(scene, "rome")).key == "not_an_option"
    scene.answer("minoa", area(scene, "carrhae"))
    assert scene.city("carrhae") == "minoa"
    assert cities(scene, "hatti") == {"aleppo"}
    assert scene.done


@BOTH
@pytest.mark.rules(
    "mega.9.treachery.t1", "mega.9.treachery.2", "mega.9.treachery.3", "mega.adv.diplomacy.7", "D-43"
)
def test_diplomacy_costs_one_more_which_may_be_destroyed(title: Any) -> None:
    # All others have fewer cities in stock: Minoa has one left.
    names = ["rome", "neapolis", "athens", "corinth", "argos", "chalcis", "eretria", "knossos"]
    pieces = "; ".join(f"{name}: city minoa" for name in names)
    scene = Scene(
        title, 9, f"{pieces}; {towns(3)}", advances={"hatti": "diplomacy"}, hands={"hatti": "treachery"}
    )
    card = next(iter(scene.realm("hatti").hand))
    scene.realm("hatti").givers[card] = scene.seat("minoa")

    scene.run(major_calamity)
    scene.answer("minoa", area(scene, "nineveh"))
    assert scene.city("nineveh") == "minoa"
    decision = asked(scene, "minoa")
    assert decision.about["annex"] is False
    scene.answer("minoa", area(scene, "aleppo"))
    assert scene.city("aleppo") is None
    assert scene.tokens("aleppo") == {}
    assert cities(scene, "hatti") == {"damascus"}


@pytest.mark.rules("A-75", "mega.adv.public_works.3")
def test_a_token_beside_an_annexed_city_is_destroyed() -> None:
    scene = strike("treachery", "aleppo: city hatti, 1 hatti", advances={"hatti": "public_works"})
    assert scene.done
    assert scene.city("aleppo") == "minoa"
    assert scene.tokens("aleppo") == {}
    assert scene.realm("hatti").stock == 55


# -- Slave Revolt -----------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules(
    "mega.9.slave_revolt.t1",
    "mega.9.slave_revolt.1",
    "mega.9.slave_revolt.5",
    "mega.9.slave_revolt.6",
    "A-85",
    "D-27",
)
def test_slave_revolt_reduces_until_the_rest_is_supported(title: Any) -> None:
    limits = ("aleppo", "damascus", "nineveh", "hattusa", "kanesh", "germania_superior", "rome")
    pieces = "; ".join(f"{name}: city hatti" for name in limits)
    scene = strike("slave_revolt", f"{pieces}; syria: 16 hatti; thera: city egypt", title=title)
    scene.answer("hatti", area(scene, "aleppo"))
    assert scene.game.population(scene.seat("hatti")) == 18
    scene.answer("hatti", area(scene, "rome"))
    assert scene.done
    assert len(cities(scene, "hatti")) == 5
    assert scene.game.population(scene.seat("hatti")) == 20
    assert cities(scene, "egypt") == {"thera"}  # nobody else is checked


@BOTH
@pytest.mark.rules(
    "mega.9.slave_revolt.t2", "mega.9.slave_revolt.1", "mega.9.slave_revolt.2", "mega.9.slave_revolt.3",
    "mega.9.slave_revolt.4", "mega.adv.mythology.1", "mega.adv.enlightenment.2", "mega.adv.mining.3",
    "mega.adv.cultural_ascendancy.10",
)  # fmt: skip
@pytest.mark.parametrize(
    "advances, rate",
    [
        ("cultural_ascendancy mining mythology", 5),
        ("mythology enlightenment", 2),
        ("", 4),
        ("mining", 5),
        ("mythology", 3),
        ("enlightenment", 3),
        ("cultural_ascendancy", 5),
    ],
)
def test_the_rate_of_a_slave_revolt(title: Any, advances: str, rate: int) -> None:
    """Three cities: just enough tokens, and one too few."""
    pieces = f"{towns(3)}; syria: {3 * rate} hatti"
    scene = strike("slave_revolt", pieces, advances={"hatti": advances}, title=title)
    assert scene.done
    assert len(cities(scene, "hatti")) == 3
    pieces = f"{towns(3)}; syria: {3 * rate - 1} hatti"
    scene = strike("slave_revolt", pieces, advances={"hatti": advances}, title=title).defaults()
    assert len(cities(scene, "hatti")) == 2


# -- Superstition and Civil Disorder ----------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules(
    "mega.9.superstition.1", "mega.9.superstition.2", "mega.9.superstition.3", "mega.9.superstition.t1", "D-36",
    "mega.adv.mysticism.1", "mega.adv.deism.1", "mega.adv.enlightenment.1", "mega.adv.universal_doctrine.3",
)  # fmt: skip
@pytest.mark.parametrize("advances, reduced",
    [("", 3), ("mysticism", 2), ("mysticism deism enlightenment", 0), ("universal_doctrine deism", 3),
     ("universal_doctrine", 4), ("enlightenment", 2)],
)  # fmt: skip
def test_superstition(title: Any, advances: str, reduced: int) -> None:
    scene = strike("superstition", towns(6), advances={"hatti": advances}, title=title)
    if reduced:
        asked(scene, "hatti", "reduce_cities")
    scene.defaults()
    assert len(cities(scene, "hatti")) == 6 - reduced


@BOTH
@pytest.mark.rules(
    "mega.9.civil_disorder.t1", "mega.9.civil_disorder.1", "mega.9.civil_disorder.2", "mega.9.civil_disorder.3",
    "mega.9.civil_disorder.4", "mega.9.def.ex3", "mega.9.def.21", "A-73", "D-36", "mega.adv.music.2",
    "mega.adv.drama_and_poetry.2", "mega.adv.law.2", "mega.adv.democracy.4", "mega.adv.advanced_military.7",
    "mega.adv.naval_warfare.9",
)  # fmt: skip
@pytest.mark.parametrize("number, advances, kept",
    [(8, "music law naval_warfare", 4), (8, "", 3), (2, "advanced_military", 2), (6, "advanced_military", 2),
     (9, "music drama_and_poetry law democracy", 7), (4, "advanced_military naval_warfare", 1), (3, "", 3),
     (5, "drama_and_poetry", 4), (5, "democracy", 4)],
)  # fmt: skip
def test_civil_disorder(title: Any, number: int, advances: str, kept: int) -> None:
    scene = strike("civil_disorder", towns(number), advances={"hatti": advances}, title=title).defaults()
    assert len(cities(scene, "hatti")) == kept


# -- Corruption -------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules(
    "mega.9.corruption.t1", "mega.9.corruption.1", "mega.9.corruption.3", "D-56", "A-94", "A-79", "mega.9.3"
)
def test_corruption_takes_cards_to_a_face_value(title: Any) -> None:
    cards = {
        "hatti": "ivory, 2 salt, water"
    }  # 9, 3, 3, 0 (salt is not in the western deck: only its face matters)
    scene = strike("corruption", hands=cards, title=title)
    asked(scene, "hatti", "corruption")
    assert scene.refused("hatti", spread(scene, "hatti", "2 salt")).key == "too_low"
    assert scene.refused("hatti", spread(scene, "hatti", "ivory, 2 salt")).key == "needless_card"
    assert scene.refused("hatti", spread(scene, "hatti", "ivory, salt, water")).key == "needless_card"
    scene.answer("hatti", spread(scene, "hatti", "ivory, salt"))
    assert hand(scene, "hatti") == {"salt": 1, "water": 1}
    assert sum(n for _, n in told(scene, CardsDiscarded)[0].cards) == 2
    assert len(scene.game.state.discards[8]) == 1


@BOTH
@pytest.mark.rules(
    "mega.9.corruption.2",
    "mega.9.corruption.t1",
    "mega.adv.law.3",
    "mega.adv.coinage.5",
    "mega.adv.wonder_of_the_world.4",
)
@pytest.mark.parametrize(
    "advances, face",
    [
        ("law coinage", 10),
        ("law", 5),
        ("coinage", 15),
        ("coinage wonder_of_the_world", 20),
        ("wonder_of_the_world", 15),
    ],
)
def test_what_advances_do_to_corruption(title: Any, advances: str, face: int) -> None:
    scene = strike(
        "corruption", hands={"hatti": "4 ivory, 3 ochre"}, advances={"hatti": advances}, title=title
    )
    assert asked(scene, "hatti").about["face"] == face
    scene.defaults()
    assert scene.done


@pytest.mark.rules("mega.9.corruption.4", "mega.9.corruption.1")
def test_too_few_cards_all_go_water_too() -> None:
    scene = strike("corruption", hands={"hatti": "2 salt, water"})
    assert scene.done
    assert hand(scene, "hatti") == {}
    # Sets count for nothing: three of face 3 are worth 9 here.
    scene = strike("corruption", hands={"hatti": "3 salt"})
    assert hand(scene, "hatti") == {}


@pytest.mark.rules("mega.9.corruption.3", "mega.hid.2", "mega.hid.20")
def test_who_is_asked_about_corruption_does_not_tell_what_he_holds() -> None:
    """Cards that are all alike, or of which only water is left: he is asked (ruling E-61), unless every card goes."""
    for cards in ("4 oil", "ivory, oil, water"):
        scene = strike("corruption", hands={"hatti": cards})
        decision = asked(scene, "hatti", "corruption")
        assert len(list(decision.answers())) == 1
        scene.answer("hatti", decision.fallback())
        assert scene.done
        assert sum(hand(scene, "hatti").values()) == 1
    assert strike("corruption", hands={"hatti": "ivory, salt"}).done


GOODS = [
    "water",
    "ochre",
    "iron",
    "salt",
    "oil",
    "wine",
    "tin",
    "resin",
    "gemstones",
    "ivory",
]  # by face value


@pytest.mark.rules("D-56", "A-94", "mega.9.corruption.1", "mega.9.corruption.3")
@given(st.lists(st.sampled_from(GOODS), min_size=1, max_size=7), st.integers(5, 20), st.integers(0, 2**32))
@example(["ochre", "ochre", "wine", "wine", "gemstones"], 10, 0)  # 5 + 5, not 8 + 1 + 1
@example(["ivory", "ochre", "ochre", "water"], 10, 0)  # without one of the two it is just enough
def test_corruption_takes_any_cards_none_of_which_could_be_left_out(
    cards: list[str], needed: int, seed: int
) -> None:
    """Against all sets of cards; every sample is one of these, and the default has the fewest points, then cards."""
    numbers = {key: cards.count(key) for key in sorted(set(cards))}
    if sum(GOODS.index(key) * n for key, n in numbers.items()) < needed:
        return
    scene = Scene(MEGA, 9, hands={"hatti": ", ".join(f"{n} {key}" for key, n in numbers.items())})

    def said(some: tuple[int, ...]) -> frozenset[tuple[Option, int]]:
        return frozenset((item(scene, key), n) for key, n in zip(numbers, some, strict=True) if n)

    ranks = {}
    for some in product(*(range(n + 1) for n in numbers.values())):
        taken = [GOODS.index(key) for key, n in zip(numbers, some, strict=True) for _ in range(n)]
        if sum(taken) >= needed and sum(taken) - min(taken) < needed:
            ranks[said(some)] = (sum(taken), len(taken))
    decision = FaceValue(scene.game, scene.seat("hatti"), needed, "corruption", "mega.9.corruption.1")
    assert {frozenset(answer.units) for answer in decision.answers() if answer.units} == set(ranks)
    assert ranks[frozenset(decision.fallback().units)] == min(ranks.values())
    rng = Random(seed)
    assert all(frozenset(decision.sample(rng).units) in ranks for _ in range(5))


# -- Iconoclasm and Heresy --------------------------------------------------------------------------------------------

TOWNS = f"{towns(6)}; rome: city rome; neapolis: city rome; athens: city hellas; memphis: city egypt; syria: 5 minoa"


@BOTH
@pytest.mark.rules(
    "mega.9.iconoclasm.1",
    "mega.9.iconoclasm.2",
    "mega.9.iconoclasm.3",
    "D-57",
    "D-36",
    "A-72",
    "mega.9.benef.2",
)
def test_iconoclasm_hits_the_victim_and_two_with_cities(title: Any) -> None:
    scene = Scene(title, 9, TOWNS, hands={"hatti": "iconoclasm_and_heresy"})
    card = next(iter(scene.realm("hatti").hand))
    scene.realm("hatti").givers[card] = scene.seat("celt")

    scene.run(major_calamity)
    decision = asked(scene, "hatti", "iconoclasm_victims")
    assert named(scene, decision.options) == ["egypt", "hellas", "rome"]
    assert "rome" in named(scene, decision.fallback().options)
    scene.answer("hatti", seats(scene, "rome hellas"))
    assert scene.who() == ["hatti", "rome"]
    scene.answer("rome", areas(scene, "neapolis"))
    assert cities(scene, "hellas") == set()
    assert scene.refused("hatti", areas(scene, "aleppo damascus nineveh")).key == "wrong_number"
    scene.answer("hatti", areas(scene, "aleppo damascus nineveh carrhae"))
    assert scene.tokens("carrhae") == {"hatti": 3}
    assert cities(scene, "egypt") == {"memphis"}
    assert scene.done


@pytest.mark.rules("mega.9.iconoclasm.3", "mega.9.benef.1", "mega.hid.12")
def test_the_beneficiary_of_iconoclasm_is_not_named() -> None:
    scene = Scene(MEGA, 9, TOWNS, hands={"hatti": "iconoclasm_and_heresy"})
    card = next(iter(scene.realm("hatti").hand))
    scene.realm("hatti").givers[card] = scene.seat("rome")

    scene.run(major_calamity)
    assert told(scene, CalamityCalled)[0].beneficiary == scene.seat("rome")
    assert named(scene, told(scene, VictimsNamed)[0].others) == ["egypt", "hellas"]


@BOTH
@pytest.mark.rules(
    "mega.9.iconoclasm.t1", "mega.9.iconoclasm.4", "mega.9.iconoclasm.5", "mega.9.iconoclasm.8", "A-95", "A-74",
    "mega.adv.philosophy.1", "mega.adv.theology.1", "mega.adv.monotheism.5",
)  # fmt: skip
def test_what_advances_do_to_iconoclasm(title: Any) -> None:
    advances = {"hatti": "philosophy theology monotheism", "rome": "monotheism", "hellas": "philosophy"}
    scene = strike("iconoclasm_and_heresy", TOWNS, advances=advances, title=title)
    scene.answer("hatti", seats(scene, "rome hellas"))  # a protected player may be named
    assert scene.done
    assert len(cities(scene, "hatti")) == 6
    assert cities(scene, "rome") == set()
    assert cities(scene, "hellas") == {"athens"}

    for advance, reduced in (("philosophy", 2), ("theology", 1), ("monotheism", 5)):
        scene = strike("iconoclasm_and_heresy", TOWNS, advances={"hatti": advance}, title=title).defaults()
        assert len(cities(scene, "hatti")) == 6 - reduced


@BOTH
@pytest.mark.rules(
    "mega.9.iconoclasm.4", "mega.9.iconoclasm.5", "mega.9.iconoclasm.8", "A-95", "mega.adv.theology.1"
)
@pytest.mark.parametrize("advances, reduced",
    [("", (4, 1)), ("philosophy", (2, 0)), ("theology", (1, 0)), ("monotheism", (5, 2)),
     ("philosophy monotheism", (3, 0)), ("theology monotheism", (2, 0))],
)  # fmt: skip
def test_each_advance_in_iconoclasm_by_itself(title: Any, advances: str, reduced: tuple[int, int]) -> None:
    """Held by the victim, or by one of those whom he names, who has four cities as well."""
    pieces = f"{TOWNS}; aquae_sextiae: city rome; rubicon: city rome"
    for civ in ("hatti", "rome"):
        scene = strike("iconoclasm_and_heresy", pieces, advances={civ: advances}, title=title)
        scene.answer("hatti", seats(scene, "rome hellas")).defaults()
        assert 6 - len(cities(scene, "hatti")) == (reduced[0] if civ == "hatti" else 4)
        assert 4 - len(cities(scene, "rome")) == (reduced[1] if civ == "rome" else 1)
        assert cities(scene, "hellas") == set()


@pytest.mark.rules("mega.9.order.2", "A-71", "D-02")
def test_whoever_is_hit_by_iconoclasm_may_wait_for_higher_ranks() -> None:
    scene = strike("iconoclasm_and_heresy", f"{TOWNS}; corinth: city hellas")
    scene.answer("hatti", seats(scene, "rome hellas"))
    assert scene.who() == ["hatti", "hellas", "rome"]
    step = scene._step
    assert step is not None
    assert [step.can_wait(scene.seat(civ)) for civ in ("hatti", "rome", "hellas")] == [False, True, True]


@BOTH
@pytest.mark.rules(
    "mega.9.iconoclasm.6", "D-58", "A-74", "A-78", "A-79", "mega.adv.theocracy.1", "mega.card.8", "A-63"
)
def test_theocracy_gives_two_cards_instead(title: Any) -> None:
    both = {"hatti": "theocracy", "rome": "theocracy"}
    scene = strike(
        "iconoclasm_and_heresy",
        TOWNS,
        advances=both,
        title=title,
        hands={"hatti": "wine, 2 water", "rome": "tin"},
    )
    scene.answer("hatti", seats(scene, "rome egypt"))
    decision = asked(scene, "hatti", "theocracy")
    assert decision.check(decision.fallback()) is None
    assert scene.refused("hatti", spread(scene, "hatti", "wine")).key == "all_or_none"
    # Rome has but one card: it cannot.
    assert asked(scene, "rome").kind == "reduce_cities"
    just_two = strike(
        "iconoclasm_and_heresy", TOWNS, advances=both, title=title, hands={"hatti": "wine, water"}
    )
    just_two.answer("hatti", seats(just_two, "hellas egypt"))
    assert len(asked(just_two, "hatti", "theocracy").fallback().units) == 2
    scene.answer("hatti", spread(scene, "hatti", "2 water"))
    assert len(cities(scene, "hatti")) == 6
    assert hand(scene, "hatti") == {"wine": 1, "iconoclasm_and_heresy": 1}
    scene.defaults()
    assert len(cities(scene, "rome")) == 1
    assert cities(scene, "egypt") == set()

    scene = strike(
        "iconoclasm_and_heresy", TOWNS, advances=both, title=title, hands={"hatti": "wine, 2 water"}
    )
    scene.answer("hatti", seats(scene, "hellas egypt"))
    scene.answer("hatti", spread(scene, "hatti", ""))
    assert asked(scene, "hatti").kind == "reduce_cities"


@pytest.mark.rules("mega.9.iconoclasm.7", "mega.9.def.22")
def test_iconoclasm_is_cancelled_without_a_city() -> None:
    scene = strike("iconoclasm_and_heresy", "syria: 3 hatti; rome: city rome; athens: city hellas")
    assert scene.done
    assert not told(scene, VictimsNamed)
    assert cities(scene, "rome") == {"rome"}
    # So Theocracy has nothing to prevent, and no card goes.
    scene = strike("iconoclasm_and_heresy", advances={"hatti": "theocracy"}, hands={"hatti": "wine, 2 water"})
    assert scene.done
    assert hand(scene, "hatti") == {"wine": 1, "water": 2}


# -- Regression -------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules(
    "mega.9.regression.1", "mega.9.regression.2", "mega.9.regression.3", "mega.9.regression.5", "mega.9.regression.t1",
    "mega.adv.fundamentalism.3", "mega.adv.library.2", "mega.ast.7", "mega.9.regression.6",
)  # fmt: skip
@pytest.mark.parametrize(
    "advances, space, after",
    [
        ("", 4, 3),
        ("fundamentalism", 4, 2),
        ("library", 4, 4),
        ("fundamentalism library", 4, 3),
        ("fundamentalism", 1, 0),
        ("", 0, 0),
    ],
)
def test_regression(title: Any, advances: str, space: int, after: int) -> None:
    scene = strike("regression", advances={"hatti": advances}, space={"hatti": space, "rome": 3}, title=title)
    assert scene.done
    assert scene.realm("hatti").space == after
    assert [event.space for event in told(scene, MarkerMovedBack)] == list(range(space - 1, after - 1, -1))
    ahead = scene._civ[scene.game.by_position()[0]]
    assert ahead == ("hatti" if after >= 3 else "rome")  # the order of phases 10 and 12 is read afterwards


@BOTH
@pytest.mark.rules("mega.9.regression.4", "mega.9.regression.t1", "D-59", "A-96", "mega.adv.enlightenment.4")
def test_enlightenment_gives_two_cities_for_a_step(title: Any) -> None:
    pieces = "aleppo: city hatti; tyre: city hatti; sidon: city hatti"
    both = {"hatti": "fundamentalism enlightenment"}
    scene = strike("regression", pieces, advances=both, space={"hatti": 5}, title=title)
    decision = asked(scene, "hatti", "regression")
    assert decision.fallback().options == ()
    assert scene.refused("hatti", areas(scene, "tyre sidon")).key == "inland_first"
    assert scene.refused("hatti", areas(scene, "aleppo")).key == "all_or_none"
    scene.answer("hatti", areas(scene, "aleppo tyre"))
    assert scene.done  # one city is left: the second step cannot be prevented
    assert scene.realm("hatti").space == 4
    assert cities(scene, "hatti") == {"sidon"}

    # Not more often than the marker can go back.
    scene = strike("regression", towns(4), advances=both, space={"hatti": 1}, title=title)
    scene.answer("hatti", areas(scene, "aleppo damascus"))
    assert scene.done
    assert (scene.realm("hatti").space, len(cities(scene, "hatti"))) == (1, 2)

    # Two cities are enough, and both may be on the coast if there are no others.
    scene = strike(
        "regression", "tyre: city hatti; sidon: city hatti", advances=both, space={"hatti": 5}, title=title
    )
    scene.answer("hatti", areas(scene, "tyre sidon"))
    assert (scene.realm("hatti").space, cities(scene, "hatti")) == (4, set())

    inland = "aleppo: city hatti; damascus: city hatti; tyre: city hatti"
    scene = strike("regression", inland, advances={"hatti": "enlightenment"}, space={"hatti": 3}, title=title)
    assert scene.refused("hatti", areas(scene, "aleppo tyre")).key == "not_an_option"
    scene.answer("hatti", areas(scene, ""))
    assert scene.realm("hatti").space == 2


# -- Piracy -----------------------------------------------------------------------------------------------------------

COAST = (
    "tyre: city hatti; sidon: city hatti; gaza: city hatti; aleppo: city hatti; knossos: city minoa; phaestos: city "
    "minoa; rome: city rome; neapolis: city rome; athens: city hellas; memphis: city egypt"
)


@BOTH
@pytest.mark.rules(
    "mega.9.piracy.1", "mega.9.piracy.3", "mega.9.piracy.4", "mega.9.piracy.5", "mega.9.piracy.7", "D-60", "D-61",
    "A-97", "A-72", "mega.piece.11",
)  # fmt: skip
def test_piracy(title: Any) -> None:
    scene = strike("piracy", COAST, title=title)
    decision = asked(scene, "hatti", "piracy_victims")
    # Egypt has no coastal city, Assyria is the beneficiary (all in stock, the highest rank of those).
    assert named(scene, decision.options) == ["hellas", "minoa", "rome"]
    scene.answer("hatti", seats(scene, "minoa rome"))
    assert scene.who() == ["assyria"]
    asked(scene, "assyria", "piracy")
    assert scene.refused("assyria", areas(scene, "tyre aleppo")).key == "not_an_option"
    scene.answer("assyria", areas(scene, "tyre gaza"))
    assert scene.city("tyre") == "hatti"  # nothing is replaced before all is chosen
    assert scene.who() == ["hatti"]
    assert asked(scene, "hatti").kind == "piracy_of_others"
    scene.answer("hatti", area(scene, "phaestos"))
    scene.answer("hatti", area(scene, "neapolis"))
    assert scene.done
    for name in ("tyre", "gaza", "phaestos", "neapolis"):
        assert scene.city(name) == "barbarians"
        assert scene.tokens(name) == {}
    assert cities(scene, "hatti") == {"sidon", "aleppo"}
    assert cities(scene, "minoa") == {"knossos"}


@BOTH
@pytest.mark.rules(
    "mega.9.piracy.t1",
    "mega.9.piracy.2",
    "mega.9.piracy.4",
    "A-97",
    "mega.adv.cartography.2",
    "mega.adv.naval_warfare.8",
)
def test_what_advances_do_to_piracy(title: Any) -> None:
    warfare = {"hatti": "naval_warfare", "rome": "naval_warfare"}
    scene = strike("piracy", COAST, advances=warfare, title=title)
    assert named(scene, told(scene, VictimsNamed)[0].others) == ["hellas", "minoa"]
    assert scene.refused("assyria", areas(scene, "tyre gaza")).key == "wrong_number"
    scene.answer("assyria", areas(scene, "tyre"))
    scene.defaults()
    assert cities(scene, "hatti") == {"sidon", "gaza", "aleppo"}
    assert cities(scene, "rome") == {"rome", "neapolis"}
    assert len(scene.game.state.pirates) == 3

    pieces = "tyre: city hatti; sidon: city hatti; aleppo: city hatti; athens: city hellas; rome: city rome"
    scene = strike("piracy", pieces, advances={"hatti": "cartography"}, title=title)
    assert scene.done  # both cities, and the only ones of two others
    assert cities(scene, "hatti") == {"aleppo"}
    assert len(scene.game.state.pirates) == 4

    scene = strike("piracy", COAST, advances={"hatti": "cartography"}, title=title)
    scene.defaults()
    assert cities(scene, "hatti") == {"aleppo"}


@pytest.mark.rules("mega.9.piracy.6", "mega.9.def.22")
def test_piracy_is_cancelled_without_a_coastal_city() -> None:
    scene = strike("piracy", "aleppo: city hatti; athens: city hellas; rome: city rome")
    assert scene.done
    assert not told(scene, VictimsNamed)
    assert scene.game.state.pirates == {}


@pytest.mark.rules("A-75", "mega.adv.public_works.3", "mega.9.piracy.5")
def test_a_token_beside_a_raided_city_is_destroyed() -> None:
    scene = strike("piracy", "tyre: city hatti, 1 hatti", advances={"hatti": "public_works"})
    assert scene.city("tyre") == "barbarians"
    assert scene.tokens("tyre") == {}
