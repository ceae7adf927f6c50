"""9a. The eight minor calamities."""

from __future__ import annotations

from typing import Any

import pytest

from ecumene.antiquity.calamities.call import CalamityCalled
from ecumene.antiquity.calamities.losses import CityDestroyed, TreasuryLost
from ecumene.antiquity.calamities.phase import minor_calamities
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.view import table_view
from ecumene.kernel import SPECTATOR
from tests.rules.calamity_scenes import (
    BOTH,
    MEGA,
    area,
    areas,
    asked,
    cities,
    hand,
    item,
    option,
    pay,
    strike,
    told,
)

ALL_ADVANCES = " ".join(
    info.key for info in MEGA.components.advances if info.key not in ("agriculture", "public_works")
)


@BOTH
@pytest.mark.rules("mega.9.tempest.1", "mega.9.tempest.2", "D-35", "mega.9.minor.t1", "mega.9.def.16")
def test_tempest_takes_coastal_units_of_choice_and_treasury(title: Any) -> None:
    scene = strike(
        "tempest", "syria: 3 hatti; antioch: 2 hatti; cilicia: 1 hatti", treasury={"hatti": 7}, title=title
    )
    asked(scene, "hatti", "coastal_damage")
    assert scene.refused("hatti", pay(scene, "2 syria")).key == "not_an_option"
    scene.answer("hatti", pay(scene, "1 antioch, 1 cilicia"))
    assert scene.tokens("antioch") == {"hatti": 1}
    assert scene.tokens("syria") == {"hatti": 3}
    assert scene.realm("hatti").treasury == 2
    assert scene.done

    inland = strike("tempest", "syria: 3 hatti; aleppo: city hatti", treasury={"hatti": 3}, title=title)
    assert inland.done
    assert inland.realm("hatti").treasury == 0
    assert inland.tokens("syria") == {"hatti": 3}
    assert cities(inland, "hatti") == {"aleppo"}


@pytest.mark.rules("mega.9.squandered_wealth.1", "mega.9.def.16", "mega.9.def.17")
@pytest.mark.parametrize("treasury, left", [(14, 4), (10, 0), (6, 0)])
def test_squandered_wealth_is_lost_as_far_as_there_is_any(treasury: int, left: int) -> None:
    scene = strike("squandered_wealth", treasury={"hatti": treasury})
    assert scene.realm("hatti").treasury == left
    assert scene.realm("hatti").stock == 55 - left
    assert [event.number for event in told(scene, TreasuryLost)] == [treasury - left]


@pytest.mark.rules("mega.9.city_riots.1", "mega.9.city_riots.2", "D-36", "mega.9.def.10")
def test_city_riots_reduce_a_city_of_choice() -> None:
    scene = strike("city_riots", "aleppo: city hatti; carrhae: city hatti", treasury={"hatti": 9})
    decision = asked(scene, "hatti", "reduce_cities")
    # The default costs least unit points: three tokens stay in Carrhae, two in Aleppo.
    assert decision.fallback().options == (scene.area("carrhae"),)
    scene.answer("hatti", areas(scene, "aleppo"))
    assert scene.tokens("aleppo") == {"hatti": 2}
    assert cities(scene, "hatti") == {"carrhae"}
    assert scene.realm("hatti").treasury == 4


@BOTH
@pytest.mark.rules("mega.9.city_in_flames.1", "mega.9.city_in_flames.2", "D-37", "mega.9.def.15")
def test_city_in_flames_is_bought_off_or_destroys(title: Any) -> None:
    pieces = "aleppo: city hatti; carrhae: city hatti"
    scene = strike("city_in_flames", pieces, treasury={"hatti": 10}, title=title)
    decision = asked(scene, "hatti", "city_in_flames")
    assert decision.fallback().option == "pay"
    scene.answer("hatti", option("pay"))
    assert scene.realm("hatti").treasury == 0
    assert cities(scene, "hatti") == {"aleppo", "carrhae"}

    scene = strike("city_in_flames", pieces, treasury={"hatti": 10}, title=title)
    scene.answer("hatti", area(scene, "carrhae"))
    assert cities(scene, "hatti") == {"aleppo"}
    assert scene.tokens("carrhae") == {}
    assert scene.realm("hatti").treasury == 10


@pytest.mark.rules("mega.9.minor.t1", "mega.9.city_in_flames.2", "mega.9.def.15", "A-99")
def test_city_in_flames_without_the_whole_price_or_without_a_city() -> None:
    scene = strike("city_in_flames", "aleppo: city hatti", treasury={"hatti": 9})
    assert scene.done
    assert cities(scene, "hatti") == set()
    assert scene.realm("hatti").treasury == 9

    # Who cannot pay loses by default what costs least: the city without a token beside it.
    beside = "aleppo: city hatti, 1 hatti; carrhae: city hatti"
    scene = strike("city_in_flames", beside, advances={"hatti": "public_works"})
    assert asked(scene, "hatti").fallback().option == scene.area("carrhae")

    scene = strike("city_in_flames", "syria: 2 hatti", treasury={"hatti": 20})
    assert scene.done
    assert scene.realm("hatti").treasury == 20


@pytest.mark.rules("mega.9.tribal_conflict.1", "D-39")
def test_tribal_conflict_is_five_damage() -> None:
    scene = strike("tribal_conflict", "syria: 4 hatti; assyria: 4 hatti")
    scene.answer("hatti", pay(scene, "2 syria, 3 assyria"))
    assert scene.tokens("syria") == {"hatti": 2}
    assert scene.tokens("assyria") == {"hatti": 1}


@pytest.mark.rules("mega.9.minor_uprising.1", "D-38", "mega.9.def.11")
def test_minor_uprising_destroys_a_city_of_choice() -> None:
    scene = strike("minor_uprising", "aleppo: city hatti; carrhae: city hatti")
    decision = asked(scene, "hatti", "destroy_city")
    assert decision.fallback().option == min(scene.area("aleppo"), scene.area("carrhae"))
    scene.answer("hatti", area(scene, "carrhae"))
    assert cities(scene, "hatti") == {"aleppo"}
    assert scene.tokens("carrhae") == {}
    assert told(scene, CityDestroyed) == [
        CityDestroyed(scene.seat("hatti"), scene.area("carrhae"), "minor_uprising")
    ]

    # With a token beside it, which would go too, the city with the smaller number is not the cheapest.
    pieces = "aleppo: city hatti, 1 hatti; carrhae: city hatti"
    scene = strike("minor_uprising", pieces, advances={"hatti": "public_works"})
    assert asked(scene, "hatti").fallback().option == scene.area("carrhae")


@pytest.mark.rules(
    "mega.9.banditry.1",
    "mega.9.banditry.2",
    "mega.9.banditry.3",
    "D-40",
    "A-79",
    "mega.9.minor.t2",
    "mega.hid.15",
)
def test_banditry_takes_cards_one_by_one_or_treasury_for_each() -> None:
    scene = strike("banditry", treasury={"hatti": 5}, hands={"hatti": "2 wine, water"})
    decision = asked(scene, "hatti", "banditry")
    assert decision.fallback().option == item(scene, "water")
    scene.answer("hatti", option("pay"))
    assert scene.refused("hatti", option("pay")).key == "not_an_option"
    scene.answer("hatti", option(item(scene, "wine")))
    assert hand(scene, "hatti") == {"water": 1, "wine": 1}
    assert scene.realm("hatti").treasury == 1
    assert item(scene, "wine") in scene.game.state.discards[4]

    scene = strike("banditry", treasury={"hatti": 20}, hands={"hatti": "wine"})
    scene.answer("hatti", option("pay"))
    assert scene.done
    assert scene.realm("hatti").treasury == 16
    assert hand(scene, "hatti") == {"wine": 1}

    # Exactly four are enough; three are not, and then the last card goes unasked.
    scene = strike("banditry", treasury={"hatti": 4}, hands={"hatti": "wine"})
    scene.answer("hatti", option("pay"))
    assert (scene.realm("hatti").treasury, hand(scene, "hatti")) == (0, {"wine": 1})
    scene = strike("banditry", treasury={"hatti": 3}, hands={"hatti": "wine"})
    assert scene.done
    assert (scene.realm("hatti").treasury, hand(scene, "hatti")) == (3, {})

    scene = strike("banditry", hands={"hatti": "water"})
    assert scene.done
    assert hand(scene, "hatti") == {}


@pytest.mark.rules("mega.9.banditry.1", "mega.hid.2", "mega.hid.20")
def test_who_is_asked_about_banditry_does_not_tell_what_he_holds() -> None:
    """Three cards, all alike: he is asked as if they were different (ruling E-61). Two cards: both go."""
    for cards in ("3 wine", "wine, salt, water"):
        scene = strike("banditry", hands={"hatti": cards})
        for _ in range(2):
            scene.answer("hatti", option(asked(scene, "hatti", "banditry").fallback().option))
        assert scene.done
        assert sum(hand(scene, "hatti").values()) == 1
    for cards in ("2 wine", "wine, salt"):
        assert strike("banditry", hands={"hatti": cards}).done


@pytest.mark.rules("mega.9.coastal_migration.1", "mega.9.coastal_migration.2", "D-38", "mega.area.18")
def test_coastal_migration_destroys_a_coastal_city() -> None:
    pieces = "aleppo: city hatti; antioch: city hatti; sidon: city hatti"
    scene = strike("coastal_migration", pieces, treasury={"hatti": 6})
    assert scene.refused("hatti", area(scene, "aleppo")).key == "not_an_option"
    scene.answer("hatti", area(scene, "sidon"))
    assert cities(scene, "hatti") == {"aleppo", "antioch"}
    assert scene.realm("hatti").treasury == 1

    scene = strike("coastal_migration", "aleppo: city hatti", treasury={"hatti": 6})
    assert scene.done
    assert cities(scene, "hatti") == {"aleppo"}
    assert scene.realm("hatti").treasury == 1


@pytest.mark.rules("mega.9a.1", "mega.9.3")
def test_several_minor_calamities_go_by_their_stacks() -> None:
    first = "tempest squandered_wealth city_riots city_in_flames"
    keys = f"{first} tribal_conflict minor_uprising banditry coastal_migration"
    scene = Scene(MEGA, 9, hands={"hatti": ", ".join(reversed(keys.split()))})
    scene.run(minor_calamities)
    kinds = scene.game.components.kinds
    assert [kinds[event.card >> 1].key for event in told(scene, CalamityCalled)] == keys.split()
    # Their effects in the same order: riots come before flames, so paying for these is out of reach afterwards.
    scene = Scene(
        MEGA, 9, "aleppo: city hatti; carrhae: city hatti", treasury={"hatti": 10},
        hands={"hatti": "city_in_flames, city_riots, coastal_migration"},
    ).run(minor_calamities)  # fmt: skip
    scene.answer("hatti", areas(scene, "aleppo"))
    assert scene.done
    assert scene.realm("hatti").treasury == 0
    assert cities(scene, "hatti") == set()
    assert hand(scene, "hatti") == {}
    stacks = [place for place, pile in enumerate(scene.game.state.discards) if pile]
    assert stacks == [3, 4, 8]


@pytest.mark.rules("mega.9a.order.1", "D-63", "mega.9.order.1", "mega.hid.11")
def test_all_minor_calamities_at_once_and_in_order_for_who_insists() -> None:
    scene = Scene(
        MEGA, 9, "aleppo: 4 hatti; carrhae: 4 hatti; rome: 4 rome; neapolis: 4 rome",
        hands={"hatti": "tribal_conflict, famine", "rome": "minor_uprising, tempest"},
    )  # fmt: skip
    scene.game.state.calamities = [0, 0, 0, 0, 2, 2, 0, 0, 0]
    scene.run(minor_calamities)
    assert scene.who() == ["hatti", "rome"]
    assert scene._step is not None
    assert scene._step.can_wait(scene.seat("rome"))
    assert not scene._step.can_wait(scene.seat("hatti"))
    shown = [scene.game.components.kinds[event.card >> 1].key for event in told(scene, CalamityCalled)]
    assert sorted(shown) == ["minor_uprising", "tempest", "tribal_conflict"]
    scene.answer("hatti", pay(scene, "4 aleppo, 1 carrhae"))
    assert not scene._step.can_wait(scene.seat("rome"))
    scene.defaults()
    assert scene.done
    # The major one is still held, its number known, its name not.
    view = table_view(scene.game.state, SPECTATOR)
    assert view.calamities[scene.seat("hatti")] == 1
    assert view.realms[scene.seat("hatti")].hand is None
    assert hand(scene, "hatti") == {"famine": 1}


@pytest.mark.rules("mega.9a.2", "A-98")
def test_advances_do_not_change_minor_calamities() -> None:
    pieces = "syria: 3 hatti; antioch: 2 hatti; aleppo: city hatti"
    everything = {"hatti": ALL_ADVANCES}
    scene = strike("tribal_conflict", pieces, advances=everything)
    decision = asked(scene, "hatti")
    assert decision.about["amount"] == 5
    scene = strike("tempest", pieces, advances=everything, treasury={"hatti": 8})
    assert scene.done  # two tokens in Antioch are all that is on the coast
    assert scene.tokens("antioch") == {}
    assert scene.realm("hatti").treasury == 3
    scene = strike("squandered_wealth", advances=everything, treasury={"hatti": 12})
    assert scene.realm("hatti").treasury == 2
    # But a reduced city leaves what Agriculture and Public Works allow.
    scene = strike("city_riots", "aleppo: city hatti", advances={"hatti": "agriculture"})
    assert scene.tokens("aleppo") == {"hatti": 3}
    scene = strike("city_riots", "aleppo: city hatti, 1 hatti", advances={"hatti": "public_works"})
    assert scene.tokens("aleppo") == {"hatti": 2}
