"""What the advances of movement and war do elsewhere: in calamities and for the hand."""

from __future__ import annotations

import pytest

from ecumene.antiquity.basket import hand_limit
from ecumene.antiquity.testing import Scene
from tests.rules.calamity_scenes import MEGA, area, cities, strike


def of_effect(effect: str, role: str, advances: str) -> int:
    """An amount for a holder of these advances."""
    s = Scene(MEGA, 9, advances={"hatti": advances})
    return MEGA.components.effects[effect].amounts[role].under(s.realm("hatti").advances)


@pytest.mark.rules("mega.adv.advanced_military.7", "mega.adv.naval_warfare.9", "mega.9.civil_disorder.3")
def test_civil_disorder_is_worse_with_advanced_military_and_naval_warfare() -> None:
    pieces = "aleppo: city hatti; damascus: city hatti; nineveh: city hatti; carrhae: city hatti"
    assert (
        of_effect("civil_disorder", "kept", "advanced_military")
        == of_effect("civil_disorder", "kept", "") - 1
    )
    s = strike("civil_disorder", pieces, advances={"hatti": "advanced_military naval_warfare"}).defaults()
    assert len(cities(s, "hatti")) == 1
    assert len(cities(strike("civil_disorder", pieces).defaults(), "hatti")) == 3


@pytest.mark.rules("mega.adv.agriculture.6", "mega.9.famine.3")
def test_famine_is_worse_with_agriculture_for_the_victim_only() -> None:
    assert of_effect("famine", "victim", "agriculture") == of_effect("famine", "victim", "") + 5
    assert of_effect("famine", "secondary", "agriculture") == of_effect("famine", "secondary", "")


@pytest.mark.rules("mega.adv.engineering.4", "mega.9.volcano.6")
def test_engineering_in_an_earthquake() -> None:
    s = strike("volcano", "aleppo: city hatti; damascus: city hatti", advances={"hatti": "engineering"})
    s.answer("hatti", area(s, "damascus"))
    assert s.city("damascus") is None
    assert s.tokens("damascus") == {"hatti": 2}  # reduced, not destroyed


@pytest.mark.rules("mega.adv.engineering.5", "mega.9.flood.6")
def test_engineering_in_a_flood() -> None:
    for role in ("victim", "secondary", "coast"):
        assert of_effect("flood", role, "engineering") == of_effect("flood", role, "") - 5


@pytest.mark.rules("mega.adv.military.3", "mega.9.civil_war.1")
def test_military_makes_civil_war_worse() -> None:
    assert of_effect("civil_war", "loyal", "military") == of_effect("civil_war", "loyal", "") - 5


@pytest.mark.rules("mega.adv.naval_warfare.8", "mega.9.piracy.2", "mega.9.piracy.4")
def test_naval_warfare_against_piracy() -> None:
    assert of_effect("piracy", "victim", "naval_warfare") == of_effect("piracy", "victim", "") - 1
    s = strike(
        "piracy", "knossos: city hatti; rhodes: city rome; athens: city celt; thera: city egypt",
        advances={"rome": "naval_warfare"},
    ).defaults()  # fmt: skip
    assert s.city("rhodes") == "rome"


@pytest.mark.rules("mega.adv.roadbuilding.6", "mega.9.epidemic.6")
def test_roads_spread_an_epidemic_for_the_victim_only() -> None:
    assert of_effect("epidemic", "victim", "roadbuilding") == of_effect("epidemic", "victim", "") + 5
    assert of_effect("epidemic", "secondary", "roadbuilding") == of_effect("epidemic", "secondary", "")


@pytest.mark.rules("mega.adv.roadbuilding.5", "mega.12.hand.1")
def test_roads_let_one_card_more_be_held() -> None:
    s = Scene(MEGA, 9, advances={"hatti": "roadbuilding"})
    assert hand_limit(s.game, s.seat("hatti")) == hand_limit(s.game, s.seat("rome")) + 1


@pytest.mark.rules("mega.adv.diplomacy.7", "mega.9.treachery.2")
def test_treachery_is_worse_with_diplomacy() -> None:
    assert of_effect("treachery", "cities", "diplomacy") == of_effect("treachery", "cities", "") + 1


@pytest.mark.rules("mega.9.barbarians.14", "mega.9.barbarians.2")
def test_hordes_are_called_like_any_calamity() -> None:
    s = strike("barbarian_hordes", "aleppo: city hatti; damascus: city hatti; rome: 3 rome")
    assert s.who() == ["minoa"]  # nobody has traded the card: most cities in stock, then tokens, then rank
    s.answer("minoa", area(s, "aleppo")).defaults()
    assert s.city("aleppo") is None
