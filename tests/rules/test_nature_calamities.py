"""9. Volcanic Eruption and Earthquake, Famine, Flood, Cyclone, Epidemic."""

from __future__ import annotations

from typing import Any

import pytest

from ecumene.antiquity.calamities.call import VictimsNamed
from ecumene.antiquity.calamities.damage import DamageTaken
from ecumene.antiquity.calamities.phase import major_calamity
from ecumene.antiquity.testing import Scene
from tests.rules.calamity_scenes import (
    BOTH,
    area,
    areas,
    asked,
    cities,
    named,
    pay,
    seats,
    strike,
    told,
)


def damage(scene: Scene) -> dict[str, int]:
    """What each has lost, in points."""
    found: dict[str, int] = {}
    for event in told(scene, DamageTaken):
        (civ,) = named(scene, [event.seat])
        found[civ] = found.get(civ, 0) + event.points
    return found


# -- Volcanic Eruption or Earthquake ----------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules(
    "mega.9.volcano.t1", "mega.9.volcano.1", "mega.9.volcano.2", "mega.9.volcano.4", "A-82", "mega.9.def.4",
    "mega.area.15", "A-135",
)  # fmt: skip
def test_an_eruption_takes_all_units_of_all_players_in_its_areas(title: Any) -> None:
    pieces = "campania: city hatti, 1 ship hatti; neapolis: 2 rome, 3 barbarians; rome: 2 hatti"
    scene = strike("volcano", pieces, title=title)
    assert scene.done
    assert cities(scene, "hatti") == set()
    assert scene.tokens("neapolis") == {"barbarians": 3}
    assert scene.tokens("rome") == {"hatti": 2}
    assert scene.realm("hatti").ships == {scene.area("campania"): 1}

    scene = strike("volcano", "campania: city hatti; neapolis: city pirates, 2 rome", title=title)
    assert scene.city("neapolis") == "barbarians"
    assert scene.tokens("neapolis") == {}


@pytest.mark.rules("mega.9.volcano.3", "A-81", "A-80", "D-41")
def test_the_volcano_that_hits_most_of_the_victim() -> None:
    pieces = "neapolis: city hatti; campania: 3 hatti; syracuse: city hatti; milazzo: 2 hatti; thera: 9 hatti"
    scene = strike("volcano", pieces)
    assert scene.done
    assert cities(scene, "hatti") == {"syracuse"}
    assert scene.tokens("thera") == {"hatti": 9}  # no city of the victim there

    # Two cities are worth more than one and four tokens.
    pieces = "neapolis: city hatti; campania: 4 hatti; syracuse: city hatti; milazzo: city hatti"
    scene = strike("volcano", pieces)
    assert scene.done
    assert cities(scene, "hatti") == {"neapolis"}

    pieces = "neapolis: city hatti; campania: 2 hatti; syracuse: city hatti; milazzo: 2 hatti"
    scene = strike("volcano", pieces)
    decision = asked(scene, "hatti", "volcano")
    # A volcano is named by an area of it.
    assert decision.fallback().option == min(scene.area("neapolis"), scene.area("syracuse"))
    assert scene.refused("hatti", area(scene, "campania")).key == "not_an_option"
    scene.answer("hatti", area(scene, "syracuse"))
    assert cities(scene, "hatti") == {"neapolis"}
    assert scene.tokens("milazzo") == {}


@BOTH
@pytest.mark.rules("mega.9.volcano.1", "mega.9.volcano.5", "mega.9.volcano.7", "A-83", "D-42")
def test_an_earthquake_destroys_one_city_and_reduces_one_beside_it(title: Any) -> None:
    pieces = (
        "athens: city hatti; aleppo: city hatti; corinth: city hellas; eretria: city hellas; thera: 2 hatti"
    )
    scene = strike("volcano", pieces, title=title)
    asked(scene, "hatti", "earthquake")
    scene.answer("hatti", area(scene, "athens"))
    beside = asked(scene, "hatti", "earthquake_beside")
    assert set(beside.options) == {scene.area("corinth"), scene.area("eretria")}
    scene.answer("hatti", area(scene, "eretria"))
    assert cities(scene, "hatti") == {"aleppo"}
    assert scene.tokens("athens") == {}
    assert cities(scene, "hellas") == {"corinth"}
    assert scene.tokens("eretria") == {"hellas": 1}
    assert scene.done

    alone = strike("volcano", pieces, title=title).answer("hatti", area(scene, "aleppo"))
    assert alone.done  # no city beside Aleppo: nothing more happens


@pytest.mark.rules("mega.9.volcano.6", "mega.adv.engineering.4", "D-42")
def test_with_engineering_the_first_city_is_reduced() -> None:
    scene = strike("volcano", "aleppo: city hatti", advances={"hatti": "engineering"})
    assert scene.done
    assert scene.tokens("aleppo") == {"hatti": 2}
    # By default the one where most tokens stay.
    scene = strike("volcano", "aleppo: city hatti; carrhae: city hatti", advances={"hatti": "engineering"})
    assert asked(scene, "hatti").fallback().option == scene.area("carrhae")
    # Engineering of whoever owns the second city is of no use to it, nor against it.
    pieces = "athens: city hatti; corinth: city hellas"
    scene = strike("volcano", pieces, advances={"hellas": "engineering"})
    assert scene.tokens("athens") == {}
    assert scene.tokens("corinth") == {"hellas": 2}


@pytest.mark.rules("mega.9.volcano.5", "mega.9.volcano.7", "mega.adv.public_works.3", "D-42")
def test_what_an_earthquake_hits_by_default_and_that_anybody_may_be_hit() -> None:
    pieces = "aleppo: city hatti, 1 hatti; carrhae: city hatti; athens: city hatti; corinth: city minoa"
    scene = strike("volcano", pieces, advances={"hatti": "public_works"})
    # Beside Aleppo a token would go too.
    assert asked(scene, "hatti").fallback().option == min(scene.area("carrhae"), scene.area("athens"))
    scene.answer("hatti", area(scene, "athens"))
    assert cities(scene, "minoa") == set()


@pytest.mark.rules("mega.9.volcano.7", "mega.9.volcano.8", "A-82", "A-83", "D-42")
def test_the_second_city_is_ones_own_if_no_other_is_there() -> None:
    pieces = "athens: city hatti; corinth: city hatti; aleppo: city hatti; eretria: city pirates"
    scene = strike("volcano", pieces)
    scene.answer("hatti", area(scene, "athens"))
    assert scene.done  # the pirate city does not qualify, Corinth is all that does
    assert scene.tokens("corinth") == {"hatti": 2}
    assert cities(scene, "hatti") == {"aleppo"}
    assert scene.city("eretria") == "barbarians"

    scene = strike(
        "volcano", "athens: city hatti; corinth: city hatti; argos: city hellas; aleppo: city hatti"
    )
    scene.answer("hatti", area(scene, "athens"))
    beside = asked(scene, "hatti")
    assert beside.fallback().option == scene.area("argos")  # a foreign one first
    scene.answer("hatti", area(scene, "corinth"))  # but anybody's may be chosen
    assert cities(scene, "hellas") == {"argos"}


@pytest.mark.rules("mega.9.volcano.9")
def test_without_a_city_nothing_shakes() -> None:
    scene = strike("volcano", "thera: 3 hatti; campania: 2 rome; corinth: city hellas")
    assert scene.done
    assert scene.tokens("thera") == {"hatti": 3}
    assert cities(scene, "hellas") == {"corinth"}


# -- Famine -----------------------------------------------------------------------------------------------------------

FIELDS = "syria: 4 hatti; assyria: 9 hatti; upper_danube: 9 hatti; rome: 6 rome; memphis: 7 egypt; corinth: 8 hellas"


@BOTH
@pytest.mark.rules(
    "mega.9.famine.1", "mega.9.famine.2", "mega.9.famine.8", "D-44", "D-39", "mega.9.order.3", "mega.9.def.2",
    "mega.9.def.13", "mega.9.def.14", "A-72",
)  # fmt: skip
def test_famine_names_three_others_before_anybody_loses(title: Any) -> None:
    pieces = f"{FIELDS}; phaestos: 5 minoa; lusitania: 5 iberia"
    scene = strike("famine", pieces, title=title)
    assert scene.who() == ["hatti"]
    decision = asked(scene, "hatti", "famine_victims")
    # Default: those with most unit points. Who has no unit, and the victim himself, cannot be named.
    assert named(scene, decision.fallback().options) == ["egypt", "hellas", "rome"]
    assert scene.refused("hatti", seats(scene, "rome egypt")).key == "wrong_number"
    assert scene.refused("hatti", seats(scene, "rome egypt celt")).key == "not_an_option"
    assert scene.refused("hatti", seats(scene, "rome egypt hatti")).key == "not_an_option"
    scene.answer("hatti", seats(scene, "minoa rome hellas"))
    assert named(scene, told(scene, VictimsNamed)[0].others) == ["hellas", "minoa", "rome"]
    # Hellas, Minoa and Rome have all in one place: only Hatti has something to choose.
    assert scene.who() == ["hatti"]
    scene.answer("hatti", pay(scene, "9 assyria, 1 syria"))
    assert damage(scene) == {"hatti": 10, "minoa": 5, "rome": 5, "hellas": 5}


@BOTH
@pytest.mark.rules(
    "mega.9.famine.t1", "mega.9.famine.3", "mega.9.famine.4", "mega.9.famine.5", "mega.9.famine.6",
    "mega.9.famine.7", "mega.adv.agriculture.6", "mega.adv.pottery.1", "mega.adv.calendar.1", "mega.9.def.19",
    "mega.9.def.20", "mega.9.def.23", "mega.9.1", "A-73", "A-74", "mega.9.def.21",
)  # fmt: skip
def test_what_advances_do_to_famine(title: Any) -> None:
    scene = strike(
        "famine", FIELDS, advances={"hatti": "agriculture pottery", "rome": "agriculture"}, title=title
    )
    assert asked(scene, "hatti").about == {"calamity": "famine", "amount": 10}
    scene.defaults()
    assert damage(scene) == {"hatti": 10, "rome": 5, "egypt": 5, "hellas": 5}

    spared = {"hatti": "pottery calendar", "rome": "pottery", "egypt": "calendar pottery"}
    scene = strike("famine", FIELDS, advances=spared, title=title)
    assert scene.done
    assert named(scene, told(scene, VictimsNamed)[0].others) == ["egypt", "hellas", "rome"]
    assert damage(scene) == {"hellas": 5}

    scene = strike("famine", FIELDS, advances={"hatti": "agriculture"}, title=title)
    assert asked(scene, "hatti").about["amount"] == 15


@BOTH
@pytest.mark.rules(
    "mega.9.famine.3", "mega.9.famine.4", "mega.9.famine.5", "mega.9.def.19", "mega.adv.agriculture.6",
    "mega.adv.pottery.1", "mega.adv.calendar.1",
)  # fmt: skip
@pytest.mark.parametrize(
    "advances, lost", [("", (10, 5)), ("agriculture", (15, 5)), ("pottery", (5, 0)), ("calendar", (5, 0))]
)
def test_each_advance_in_a_famine_by_itself(title: Any, advances: str, lost: tuple[int, int]) -> None:
    """Held by the victim, by a secondary victim, and by one whom it does not concern."""
    for civ in ("hatti", "egypt", "celt"):
        scene = strike("famine", FIELDS, advances={civ: advances}, title=title).defaults()
        found = damage(scene)
        assert found["hatti"] == (lost[0] if civ == "hatti" else 10)
        assert found.get("egypt", 0) == (lost[1] if civ == "egypt" else 5)
        assert found["rome"] == found["hellas"] == 5


@pytest.mark.rules("mega.9.def.2", "mega.9.def.17", "mega.9.def.4", "A-72")
def test_fewer_targets_than_famine_asks_for() -> None:
    scene = strike(
        "famine", "syria: 9 hatti; assyria: 9 hatti; rome: 6 rome; moesia: 9 barbarians; thera: city pirates"
    )
    assert named(scene, told(scene, VictimsNamed)[0].others) == ["rome"]
    scene.defaults()
    assert damage(scene) == {"hatti": 10, "rome": 5}
    assert scene.tokens("moesia") == {"barbarians": 9}
    assert scene.city("thera") == "barbarians"
    # A city is a unit too: whoever has nothing else can be named.
    scene = strike("famine", "syria: 10 hatti; memphis: city egypt")
    assert named(scene, told(scene, VictimsNamed)[0].others) == ["egypt"]
    assert cities(scene, "egypt") == set()


@pytest.mark.rules("mega.9.order.2", "A-71", "mega.hid.19")
def test_losses_at_once_and_in_order_for_who_insists() -> None:
    pieces = "syria: 9 hatti; assyria: 9 hatti; phaestos: 5 minoa; knossos: 5 minoa; corinth: 5 hellas; argos: 5 hellas"
    scene = strike("famine", pieces)
    assert scene.who() == ["hatti", "hellas", "minoa"]
    step = scene._step
    assert step is not None
    # The victim himself may wait for a secondary victim of higher rank.
    assert step.can_wait(scene.seat("hatti"))
    assert step.can_wait(scene.seat("hellas"))
    assert not step.can_wait(scene.seat("minoa"))
    scene.answer("hellas", pay(scene, "5 corinth"))
    scene.answer("minoa", pay(scene, "5 knossos"))
    assert not step.can_wait(scene.seat("hatti"))
    scene.defaults()
    assert scene.done


# -- Flood ------------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules(
    "mega.9.flood.t1", "mega.9.flood.1", "mega.9.flood.3", "mega.9.flood.4", "mega.9.flood.7", "mega.area.16",
    "mega.area.17", "A-82",
)  # fmt: skip
def test_a_flood_takes_what_is_on_the_plain(title: Any) -> None:
    pieces = (
        "tomi: city hatti; odessus: city hatti; moesia: 3 hatti, 4 barbarians; gethae: 2 rome; syria: 4 hatti"
    )
    scene = strike("flood", pieces, title=title)
    assert scene.done
    assert cities(scene, "hatti") == {"odessus"}
    assert scene.tokens("moesia") == {"barbarians": 4}
    assert scene.tokens("gethae") == {}
    assert scene.tokens("syria") == {"hatti": 4}
    assert damage(scene) == {"hatti": 8, "rome": 2}


@pytest.mark.rules("mega.9.flood.4", "mega.area.17")
def test_a_wilderness_city_is_on_the_plain() -> None:
    scene = strike("flood", "gethae: city hatti; odessus: city hatti; aleppo: city hatti")
    assert scene.done
    assert cities(scene, "hatti") == {"odessus", "aleppo"}


@BOTH
@pytest.mark.rules("mega.9.flood.2", "A-84", "A-80", "D-45", "D-46")
def test_the_plain_with_most_units_of_the_victim(title: Any) -> None:
    pieces = "memphis: 9 hatti; alexandria: 9 hatti; moesia: 12 hatti; tomi: 3 rome; fayum: 2 egypt, 1 rome"
    scene = strike("flood", pieces, title=title)
    decision = asked(scene, "hatti", "flood_damage")
    scene.answer("hatti", pay(scene, "9 memphis, 6 alexandria"))
    assert scene.tokens("alexandria") == {"hatti": 3}
    assert scene.tokens("fayum") == {}
    assert scene.tokens("tomi") == {"rome": 3}  # another plain

    # Counted in unit points, and not only as far as the damage goes.
    scene = strike("flood", "tomi: city hatti; moesia: 11 hatti; memphis: 15 hatti", title=title)
    assert asked(scene, "hatti").kind == "flood_damage"
    scene.defaults()
    assert scene.tokens("memphis") == {"hatti": 15}

    scene = strike("flood", "moesia: 3 hatti; memphis: 3 hatti", title=title)
    decision = asked(scene, "hatti", "flood_plain")
    assert set(decision.options) == {scene.area("moesia"), scene.area("memphis")}
    assert decision.fallback().option == min(decision.options)
    scene.answer("hatti", area(scene, "memphis"))
    assert scene.tokens("memphis") == {}
    assert scene.tokens("moesia") == {"hatti": 3}


@pytest.mark.rules("mega.9.order.2", "A-71", "D-02", "D-46", "D-52")
def test_whoever_is_hit_by_a_flood_or_a_cyclone_may_wait_for_higher_ranks() -> None:
    on_plain = "; ".join(f"memphis: 8 {civ}; alexandria: 8 {civ}" for civ in ("hatti", "rome", "egypt"))
    by_sea = f"{EAST}; cyrene: city egypt; alexandria: city egypt; tanis: city egypt"
    for scene in (strike("flood", on_plain), strike("cyclone", by_sea)):
        step = scene._step
        assert step is not None
        assert {"hatti", "egypt"} <= set(scene.who())
        assert not step.can_wait(scene.seat("hatti"))
        assert step.can_wait(scene.seat("egypt"))


@BOTH
@pytest.mark.rules("mega.9.flood.5", "D-35")
def test_without_units_on_a_plain_the_coast_suffers(title: Any) -> None:
    pieces = "antioch: 4 hatti; cilicia: 4 hatti; syria: 4 hatti; odessus: city hatti; memphis: 3 egypt"
    scene = strike("flood", pieces, title=title)
    asked(scene, "hatti", "coastal_damage")
    assert scene.refused("hatti", pay(scene, "4 syria, 1 antioch")).key == "not_an_option"
    scene.answer("hatti", pay(scene, "4 cilicia, 1 antioch"))
    assert damage(scene) == {"hatti": 5}
    assert scene.tokens("memphis") == {"egypt": 3}


@BOTH
@pytest.mark.rules("mega.9.flood.6", "mega.adv.engineering.5", "A-74")
def test_engineering_helps_everybody_against_floods(title: Any) -> None:
    pieces = "memphis: 9 hatti; alexandria: 9 hatti; fayum: 4 egypt; tanis: 4 rome"
    scene = strike("flood", pieces, advances={"hatti": "engineering", "egypt": "engineering"}, title=title)
    assert asked(scene, "hatti").about["amount"] == 10
    scene.defaults()
    assert damage(scene) == {"hatti": 10, "rome": 4}

    scene = strike(
        "flood", "antioch: 4 hatti; cilicia: 4 hatti", advances={"hatti": "engineering"}, title=title
    )
    assert scene.done
    assert not damage(scene)


# -- Cyclone ----------------------------------------------------------------------------------------------------------

EAST = "tyre: city hatti; sidon: city hatti; gaza: city hatti; jerusalem: city hatti; salamis: city hatti"


@BOTH
@pytest.mark.rules(
    "mega.9.cyclone.t1", "mega.9.cyclone.4", "mega.9.cyclone.5", "mega.9.cyclone.6", "mega.9.cyclone.7", "D-52",
    "D-53", "A-93", "A-74", "mega.adv.masonry.1", "mega.adv.calendar.2", "mega.adv.trade_empire.2",
)  # fmt: skip
def test_select_then_unselect_then_reduce(title: Any) -> None:
    scene = strike(
        "cyclone", f"{EAST}; cyrene: city egypt", advances={"hatti": "trade_empire masonry", "egypt": "calendar"},
        title=title,
    )  # fmt: skip
    assert scene.who() == ["hatti"]
    asked(scene, "hatti", "cyclone_cities")
    assert scene.refused("hatti", areas(scene, "tyre sidon gaza")).key == "wrong_number"
    scene.answer("hatti", areas(scene, "tyre sidon gaza salamis"))
    spared = asked(scene, "hatti", "cyclone_spared")
    assert scene.refused("hatti", areas(scene, "jerusalem")).key == "not_an_option"
    assert scene.refused("hatti", areas(scene, "tyre sidon")).key == "wrong_number"
    # By default what would lose most is spared: a city where but one token would stay.
    (default,) = spared.fallback().options
    assert scene.game.board.limit[default] == 1
    scene.answer("hatti", areas(scene, "tyre"))
    assert cities(scene, "hatti") == {"tyre", "jerusalem"}
    assert scene.tokens("gaza") == {"hatti": 1}
    assert cities(scene, "egypt") == {"cyrene"}
    assert scene.done


@BOTH
@pytest.mark.rules("mega.9.cyclone.1", "mega.9.cyclone.2", "mega.9.cyclone.3", "D-52", "A-93", "A-82", "A-71")
def test_the_victim_three_the_others_two(title: Any) -> None:
    pieces = f"{EAST}; cyrene: city egypt; alexandria: city egypt; tanis: city egypt; lycia: city hellas"
    scene = strike("cyclone", f"{pieces}; rhodes: city pirates; carthage: city carthage", title=title)
    assert scene.who() == ["egypt", "hatti"]
    scene.answer("egypt", areas(scene, "tanis cyrene"))
    scene.answer("hatti", areas(scene, "tyre gaza sidon"))
    assert cities(scene, "egypt") == {"alexandria"}
    assert cities(scene, "hatti") == {"jerusalem", "salamis"}
    assert cities(scene, "hellas") == set()
    assert cities(scene, "carthage") == {"carthage"}
    assert scene.city("rhodes") == "barbarians"


@BOTH
@pytest.mark.rules(
    "mega.9.cyclone.2", "mega.9.cyclone.3", "mega.9.cyclone.4", "mega.9.cyclone.6", "A-74", "mega.adv.masonry.1",
    "mega.adv.calendar.2", "mega.adv.trade_empire.2",
)  # fmt: skip
@pytest.mark.parametrize("advances, reduced",
    [("", (3, 2)), ("trade_empire", (4, 3)), ("masonry", (2, 1)), ("calendar", (1, 0)),
     ("trade_empire calendar", (2, 1)), ("trade_empire masonry calendar", (1, 0))],
)  # fmt: skip
def test_each_advance_in_a_cyclone_by_itself(title: Any, advances: str, reduced: tuple[int, int]) -> None:
    """Both have five cities by the sea; the advances are the victim's, or the other's."""
    pieces = f"{EAST}; " + "; ".join(
        f"{name}: city egypt" for name in ("cyrene", "alexandria", "tanis", "cyrenaica", "paraetonium")
    )
    for civ in ("hatti", "egypt"):
        scene = strike("cyclone", pieces, advances={civ: advances}, title=title).defaults()
        assert 5 - len(cities(scene, "hatti")) == (reduced[0] if civ == "hatti" else 3)
        assert 5 - len(cities(scene, "egypt")) == (reduced[1] if civ == "egypt" else 2)


@pytest.mark.rules("mega.9.cyclone.7", "mega.9.def.17", "E-42")
def test_with_a_short_stock_a_cyclone_reduces_in_the_order_of_the_owner() -> None:
    scene = strike("cyclone", EAST, stock={"hatti": 3})
    scene.answer("hatti", areas(scene, "jerusalem tyre sidon"))
    assert scene.done  # the order has been said
    assert (scene.tokens("jerusalem"), scene.tokens("tyre"), scene.tokens("sidon")) == (
        {"hatti": 2}, {"hatti": 1}, {}
    )  # fmt: skip
    # All of them are hit, so none was selected: he is asked for the order.
    scene = strike("cyclone", "tyre: city hatti; gaza: city hatti", stock={"hatti": 2})
    scene.answer("hatti", areas(scene, "gaza tyre"))
    assert (scene.tokens("gaza"), scene.tokens("tyre")) == ({"hatti": 1}, {"hatti": 1})


@pytest.mark.rules("mega.9.cyclone.1", "A-80", "D-51")
def test_a_tie_of_seas_is_the_victims_choice() -> None:
    pieces = (
        "tyre: city hatti; syracuse: city hatti; panormus: city hatti; rome: city hatti; aleppo: city hatti"
    )
    scene = strike("cyclone", pieces)
    # Panormus lies on both: two cities on the central, two on the western sea, one on the eastern.
    decision = asked(scene, "hatti", "cyclone_sea")
    central, western = scene.area("central_mediterranean"), scene.area("western_mediterranean")
    assert set(decision.options) == {central, western}
    assert decision.fallback().option == min(central, western)
    scene.answer("hatti", area(scene, "western_mediterranean"))
    assert cities(scene, "hatti") == {"tyre", "syracuse", "aleppo"}


@pytest.mark.rules("mega.9.cyclone.8", "mega.9.cyclone.9", "mega.9.def.22", "E-46")
def test_cancelled_without_a_city_by_the_sea_but_not_by_prevention() -> None:
    scene = strike("cyclone", "aleppo: city hatti; tyre: city egypt")
    assert scene.done
    assert cities(scene, "egypt") == {"tyre"}

    scene = strike("cyclone", f"{EAST}; cyrene: city egypt", advances={"hatti": "masonry calendar"})
    assert scene.done
    assert len(cities(scene, "hatti")) == 5
    assert cities(scene, "egypt") == set()


# -- Epidemic ---------------------------------------------------------------------------------------------------------

CROWDS = "syria: 9 hatti; assyria: 9 hatti; rome: 12 rome; memphis: 12 egypt; corinth: 11 hellas"


@BOTH
@pytest.mark.rules(
    "mega.9.epidemic.1",
    "mega.9.epidemic.2",
    "mega.9.epidemic.3",
    "D-54",
    "D-39",
    "mega.9.benef.1",
    "mega.9.benef.3",
)
def test_epidemic_hits_the_victim_and_two_but_not_its_beneficiary(title: Any) -> None:
    scene = Scene(title, 9, CROWDS, hands={"hatti": "epidemic"})
    giver = scene.seat("egypt")
    card = next(iter(scene.realm("hatti").hand))
    scene.realm("hatti").givers[card] = giver
    scene.run(major_calamity)
    # Egypt gave the card: Rome and Hellas are all that is left to name.
    assert named(scene, told(scene, VictimsNamed)[0].others) == ["hellas", "rome"]
    scene.answer("hatti", pay(scene, "9 syria, 6 assyria"))
    assert damage(scene) == {"hatti": 15, "rome": 10, "hellas": 10}


@BOTH
@pytest.mark.rules(
    "mega.9.epidemic.t1", "mega.9.epidemic.4", "mega.9.epidemic.5", "mega.9.epidemic.6", "mega.9.epidemic.7",
    "mega.9.epidemic.8", "mega.adv.medicine.1", "mega.adv.enlightenment.3", "mega.adv.roadbuilding.6",
    "mega.adv.trade_empire.3", "mega.adv.anatomy.2", "A-74",
)  # fmt: skip
def test_what_advances_do_to_an_epidemic(title: Any) -> None:
    advances = {
        "hatti": "medicine enlightenment roadbuilding",
        "rome": "medicine anatomy",
        "hellas": "roadbuilding",
    }
    scene = strike("epidemic", CROWDS, advances=advances, title=title)
    scene.answer("hatti", seats(scene, "rome hellas"))
    assert asked(scene, "hatti").about["amount"] == 10
    scene.defaults()
    assert damage(scene) == {"hatti": 10, "hellas": 10}

    scene = strike(
        "epidemic", CROWDS, advances={"hatti": "trade_empire anatomy", "rome": "enlightenment"}, title=title
    )
    scene.answer("hatti", seats(scene, "rome egypt"))
    scene.defaults()
    assert damage(scene) == {"hatti": 18, "rome": 10, "egypt": 10}  # 20, but there are only 18


@BOTH
@pytest.mark.rules(
    "mega.9.epidemic.4", "mega.9.epidemic.5", "mega.9.epidemic.6", "mega.9.epidemic.7", "mega.9.epidemic.8", "A-74",
    "mega.adv.medicine.1", "mega.adv.enlightenment.3", "mega.adv.roadbuilding.6", "mega.adv.trade_empire.3",
    "mega.adv.anatomy.2",
)  # fmt: skip
@pytest.mark.parametrize("advances, lost",
    [("", (15, 10)), ("medicine", (10, 5)), ("enlightenment", (10, 10)), ("roadbuilding", (20, 10)),
     ("trade_empire", (20, 10)), ("anatomy", (15, 5)), ("roadbuilding trade_empire", (25, 10))],
)  # fmt: skip
def test_each_advance_in_an_epidemic_by_itself(title: Any, advances: str, lost: tuple[int, int]) -> None:
    """Held by the victim, or by one of those whom he names."""
    crowds = "syria: 14 hatti; assyria: 14 hatti; rome: 12 rome; memphis: 12 egypt; corinth: 11 hellas"
    for civ in ("hatti", "rome"):
        scene = strike("epidemic", crowds, advances={civ: advances}, title=title)
        scene.answer("hatti", seats(scene, "rome egypt")).defaults()
        victim, other = lost
        assert damage(scene) == {
            "hatti": victim if civ == "hatti" else 15, "rome": other if civ == "rome" else 10, "egypt": 10
        }  # fmt: skip
