"""9. Who is called when, who directs it, who is drawn in; two copies of one name in games with two blocks."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from ecumene.antiquity.calamities.call import CalamityCalled, VictimsNamed, beneficiary, called
from ecumene.antiquity.calamities.damage import DamageTaken
from ecumene.antiquity.calamities.phase import major_calamity, minor_calamities, next_calls
from ecumene.antiquity.components import card
from ecumene.antiquity.succession import STEPS as SUCCESSION
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.view import table_view
from ecumene.kernel import SPECTATOR
from tests.rules.calamity_scenes import (
    BOTH,
    MEGA,
    WEST,
    area,
    areas,
    asked,
    cities,
    hand,
    item,
    named,
    option,
    pay,
    seats,
    strike,
    told,
)

ORDER = [
    "volcano",
    "treachery",
    "famine",
    "slave_revolt",
    "flood",
    "superstition",
    "civil_war",
    "barbarian_hordes",
    "cyclone",
    "epidemic",
    "tyranny",
    "civil_disorder",
    "corruption",
    "iconoclasm_and_heresy",
    "regression",
    "piracy",
]


def twelve(pieces: str, **more: Any) -> Scene:
    """Two blocks. West: Minoa, Carthage, Hatti, Rome, Hellas, Egypt; east: Saba, Assyria, Babylon, Persia, Nubia,
    Parthia.
    """
    return Scene(MEGA, 12, pieces, **more)


def names_called(scene: Scene) -> list[str]:
    kinds = scene.game.components.kinds
    return [kinds[event.card >> 1].key for event in told(scene, CalamityCalled)]


def pressed(scene: Scene) -> list[tuple[str, int]]:
    """Who has taken how much damage, one after the other."""
    return [(named(scene, [event.seat])[0], event.points) for event in told(scene, DamageTaken)]


# -- the order of calls -----------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules(
    "mega.9b.order.1",
    "mega.9b.2",
    "mega.9b.1",
    "mega.9.order.1",
    "mega.9.3",
    "mega.order.5",
    "mega.hid.11",
    "E-45",
)
def test_the_calling_order(title: Any) -> None:
    holders = ("hatti", "rome", "egypt")
    hands = {civ: ", ".join(ORDER[place::3]) for place, civ in enumerate(holders)}
    scene = Scene(title, 9, hands=hands)
    scene.game.state.calamities = [len(realm.hand) for realm in scene.game.realms]
    for number, key in enumerate(ORDER, 1):
        scene.game.state.goto = ""
        scene.run(major_calamity)
        assert scene.done  # nobody has anything: no effect, but each is called
        assert names_called(scene) == ORDER[:number]
        assert scene.game.state.goto == ("9b" if number < len(ORDER) else "")
        held = table_view(scene.game.state, SPECTATOR).calamities
        assert sum(held) == len(ORDER) - number
        stack = title.components.kinds[title.components.kind(key)].stack
        assert any(one >> 1 == title.components.kind(key) for one in scene.game.state.discards[stack - 1])
    assert scene.game.state.calamities == []
    scene.run(major_calamity)
    assert scene.done
    assert len(names_called(scene)) == len(ORDER)


@pytest.mark.rules("mega.9.order.4", "mega.9b.2")
def test_nobody_checks_surplus_or_support_in_between() -> None:
    scene = strike("tribal_conflict", "aleppo: city hatti; damascus: city hatti; syria: 9 hatti")
    scene.answer("hatti", pay(scene, "5 syria"))
    assert scene.done
    assert scene.tokens("syria") == {"hatti": 4}  # above the limit of 2
    scene = strike("tribal_conflict", "aleppo: city hatti; damascus: city hatti; syria: 5 hatti")
    scene.answer("hatti", pay(scene, "5 syria"))
    assert scene.done
    assert cities(scene, "hatti") == {"aleppo", "damascus"}  # with no token to support them


# -- the beneficiary --------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules(
    "mega.9.benef.1",
    "mega.9.benef.2",
    "mega.9.benef.4",
    "A-67",
    "mega.benef.1",
    "mega.benef.4",
    "mega.hid.12",
)
def test_the_last_trader_else_by_stock(title: Any) -> None:
    scene = Scene(
        title, 9, "aleppo: city hatti; carrhae: city hatti; knossos: city minoa", hands={"hatti": "treachery"}
    )
    seat = scene.seat("hatti")
    treachery = item(scene, "treachery")
    effect = title.components.effects["treachery"]
    assert beneficiary(scene.game, treachery, effect, seat) == scene.seat("assyria")
    scene.game.place(scene.seat("assyria"), scene.area("moesia"), 1)
    assert beneficiary(scene.game, treachery, effect, seat) == scene.seat("celt")  # read at this moment
    scene.realm("hatti").givers[treachery] = scene.seat("egypt")
    scene.run(major_calamity)
    assert told(scene, CalamityCalled)[0].beneficiary == scene.seat("egypt")
    scene.answer("egypt", area(scene, "carrhae"))
    assert scene.city("carrhae") == "egypt"


@pytest.mark.rules("mega.9.benef.2", "mega.leave.21")
def test_a_trader_who_has_left_directs_nothing() -> None:
    scene = Scene(MEGA, 9, "aleppo: city hatti; carrhae: city hatti", hands={"hatti": "treachery"})
    scene.realm("hatti").givers[item(scene, "treachery")] = scene.seat("egypt")
    scene.realm("egypt").gone = True
    scene.run(major_calamity)
    assert scene.who() == ["minoa"]


@BOTH
@pytest.mark.rules("mega.9.benef.5", "mega.9.def.1")
def test_which_calamities_have_a_beneficiary(title: Any) -> None:
    effects = title.components.effects
    assert {key: effect.beneficiary for key, effect in effects.items() if effect.beneficiary} == {
        "treachery": "trader", "civil_war": "stock", "barbarian_hordes": "trader", "epidemic": "trader",
        "tyranny": "stock", "iconoclasm_and_heresy": "trader", "piracy": "trader",
    }  # fmt: skip
    scene = strike("famine", "syria: 12 hatti")
    assert told(scene, CalamityCalled)[0].beneficiary == -1


@pytest.mark.rules("mega.9.benef.3", "A-67")
def test_civil_war_and_tyranny_always_by_stock() -> None:
    scene = Scene(MEGA, 9, hands={"hatti": "civil_war, tyranny"})
    for key in ("civil_war", "tyranny"):
        scene.realm("hatti").givers[item(scene, key)] = scene.seat("egypt")
        assert called(scene.game, item(scene, key), scene.seat("hatti")).beneficiary == scene.seat("minoa")


@pytest.mark.rules("mega.9.benef.6", "mega.9.dup.8", "A-77", "mega.9.dup.10", "A-136")
def test_fixed_ones_stay_in_the_block_tradeable_ones_do_not() -> None:
    pieces = (
        "tyre: city minoa; carthage: city carthage; rome: city rome; athens: city hellas; memphis: city egypt"
    )
    scene = twelve(f"{pieces}; knossos: city hatti", hands={"hatti": "civil_war, treachery"})
    seat = scene.seat("hatti")
    # All of the west have placed a city, Minoa ranks first of them; of all players it is Saba.
    assert called(scene.game, item(scene, "civil_war"), seat).beneficiary == scene.seat("minoa")
    assert called(scene.game, item(scene, "treachery"), seat).beneficiary == scene.seat("saba")


@pytest.mark.rules("mega.9.def.3", "mega.9.dup.8", "mega.9.dup.10")
def test_secondary_victims_of_a_fixed_one_come_from_the_own_block() -> None:
    crowds = "rome: 8 rome; athens: 8 hellas; syria: 9 saba; assyria: 9 assyria; memphis: 9 egypt; phaestos: 9 minoa"
    scene = twelve(f"{crowds}; thrace: 9 hatti; dacia: 9 hatti", hands={"hatti": "famine, epidemic"})
    scene.run(major_calamity)
    decision = asked(scene, "hatti")
    assert named(scene, decision.options) == ["egypt", "hellas", "minoa", "rome"]
    scene.defaults()
    scene.run(major_calamity)
    decision = asked(scene, "hatti", "epidemic_victims")
    assert {"saba", "assyria"} <= set(named(scene, decision.options))


@pytest.mark.rules("E-44", "mega.9.benef.6")
@pytest.mark.parametrize("key", ["civil_war", "tyranny"])
def test_without_anybody_else_in_the_block_nothing_happens(key: str) -> None:
    scene = twelve("thrace: 20 hatti; dacia: 20 hatti", hands={"hatti": key})
    for civ in ("minoa", "carthage", "rome", "hellas", "egypt"):
        scene.realm(civ).gone = True
    scene.run(major_calamity)
    assert scene.done
    assert told(scene, CalamityCalled)[0].beneficiary == -1
    assert scene.game.population(scene.seat("hatti")) == 40


# -- two copies -------------------------------------------------------------------------------------------------------

PLAGUE = (
    "thrace: 9 hatti; dacia: 9 hatti; nineveh: 9 persia; van: 9 persia; rome: 12 rome; athens: 12 hellas; "
    "memphis: 11 egypt; babylon: 11 babylon; phaestos: 12 minoa"
)


def two_plagues(**more: Any) -> Scene:
    """Hatti (9) and Persia (12) hold Epidemic; the other copy's beneficiary is Egypt, given by hand."""
    scene = twelve(PLAGUE, hands={"hatti": "epidemic", "persia": "epidemic"}, **more)
    scene.realm("hatti").givers[item(scene, "epidemic", "hatti")] = scene.seat("parthia")
    scene.realm("persia").givers[item(scene, "epidemic", "persia")] = scene.seat("egypt")
    return scene.run(major_calamity)


@pytest.mark.rules(
    "mega.9.dup.1",
    "mega.9.dup.2",
    "mega.9.dup.5",
    "mega.9.dup.6",
    "mega.9.dup.7",
    "A-76",
    "D-62",
    "mega.9.order.3",
)
def test_two_copies_together_name_all_before_any_loss() -> None:
    scene = two_plagues()
    assert names_called(scene) == ["epidemic", "epidemic"]
    assert scene.who() == ["hatti", "persia"]
    decision = asked(scene, "persia", "copies")
    assert decision.fallback().option == "together"
    scene.answer("persia", option("together")).answer("hatti", option("together"))

    first = asked(scene, "hatti")
    assert scene.who() == ["hatti"]
    # Neither the other victim, nor the beneficiary of either copy (Parthia, Egypt).
    assert named(scene, first.options) == ["babylon", "hellas", "minoa", "rome"]
    scene.answer("hatti", seats(scene, "hellas rome"))
    # Only Minoa and Babylon are left to Persia, so nothing is asked; and nobody had lost anything until then.
    others = [named(scene, event.others) for event in told(scene, VictimsNamed)]
    assert others == [["hellas", "rome"], ["babylon", "minoa"]]
    happened = [type(entry.event) for entry in scene.game.log]
    assert happened.index(DamageTaken) > [n for n, kind in enumerate(happened) if kind is VictimsNamed][1]
    assert scene.who() == ["hatti"]
    scene.defaults()
    assert sorted(pressed(scene)) == sorted(
        [("hatti", 15), ("rome", 10), ("hellas", 10), ("persia", 15), ("babylon", 10), ("minoa", 10)]
    )
    assert hand(scene, "hatti") == {}
    assert hand(scene, "persia") == {}


@pytest.mark.rules("mega.9.dup.3", "mega.9.dup.4", "mega.9.dup.6", "D-62", "mega.9.dup.1", "E-43")
def test_a_victim_may_insist_on_one_after_the_other() -> None:
    scene = two_plagues()
    scene.answer("persia", option("one_by_one")).answer("hatti", option("together"))
    scene.answer("hatti", seats(scene, "minoa babylon"))
    assert len(told(scene, VictimsNamed)) == 1
    assert scene.who() == ["hatti"]
    scene.answer("hatti", pay(scene, "9 thrace, 6 dacia"))
    # Hatti's copy is finished, with all its victims; only now the second begins: its victims wait for the first
    # whatever their rank.
    assert [who for who, _ in pressed(scene)[:3]] == ["minoa", "babylon", "hatti"]
    assert named(scene, told(scene, VictimsNamed)[1].others) == ["hellas", "rome"]
    scene.defaults()
    assert scene.done
    assert not {"hatti", "minoa", "babylon"} & {who for who, _ in pressed(scene)[3:]}


@pytest.mark.rules("mega.9.dup.11", "mega.9.dup.10")
def test_a_victim_may_be_the_beneficiary_of_the_other_copy() -> None:
    scene = twelve(
        "thrace: city hatti; dacia: city hatti; nineveh: city persia",
        hands={"hatti": "treachery", "persia": "treachery"},
    )
    scene.realm("hatti").givers[item(scene, "treachery", "hatti")] = scene.seat("persia")
    scene.realm("persia").givers[item(scene, "treachery", "persia")] = scene.seat("hatti")
    scene.run(major_calamity)
    assert scene.who() == ["persia"]  # the victim of higher rank first
    scene.answer("persia", area(scene, "dacia"))
    assert scene.who() == ["hatti"]
    scene.answer("hatti", area(scene, "nineveh"))
    assert scene.done
    assert cities(scene, "hatti") == {"thrace", "nineveh"}
    assert cities(scene, "persia") == {"dacia"}


@pytest.mark.rules("mega.9.benef.1", "mega.9.benef.2", "mega.9.dup.1")
def test_the_beneficiary_of_the_second_copy_is_whoever_it_is_then() -> None:
    """Ruling E-62: nobody traded either card. All others have eight cities in stock, Minoa and Saba nine: Minoa ranks
    higher and gains a city by the first copy, so it is Saba who directs the second.
    """
    seats_ = [civ for civ in twelve("")._seat if civ not in ("minoa", "saba", "hatti", "persia")]
    sites = ("rome", "neapolis", "athens", "corinth", "memphis", "tanis", "babylon", "nineveh")
    others = "; ".join(f"{site}: city {civ}" for civ, site in zip(seats_, sites, strict=True))
    scene = twelve(
        f"{others}; thrace: city hatti; dacia: city hatti; van: city persia; tyre: city persia",
        hands={"hatti": "treachery", "persia": "treachery"},
    )
    scene.run(major_calamity)
    assert scene.who() == ["minoa"]
    scene.answer("minoa", area(scene, "thrace"))
    assert scene.who() == ["saba"]
    assert told(scene, CalamityCalled)[-1].beneficiary == scene.seat("saba")
    scene.answer("saba", area(scene, "van"))
    assert (scene.city("thrace"), scene.city("van")) == ("minoa", "saba")


@pytest.mark.rules("mega.9.dup.9", "mega.9.flood.8", "mega.9.volcano.10", "mega.9.dup.1")
def test_damage_that_follows_from_an_area_may_hit_twice_and_anybody() -> None:
    # Both hold Flood, and both have most on the Egyptian plain: Nubia and Egypt are hit by both.
    scene = twelve(
        "memphis: 9 hatti; alexandria: 9 persia; fayum: 12 egypt; tanis: 12 nubia",
        hands={"hatti": "flood", "persia": "flood"},
    )
    scene.run(major_calamity)
    assert scene.done
    # Each time the victim loses 15, or the nine there are, and each of the others five.
    assert pressed(scene).count(("egypt", 5)) == 2
    assert pressed(scene).count(("nubia", 5)) == 2
    assert pressed(scene)[:4].count(("hatti", 9)) == 1
    assert ("persia", 5) in pressed(scene)

    scene = twelve(
        "neapolis: city hatti; campania: city persia, 1 saba; syracuse: 4 minoa",
        hands={"hatti": "volcano", "persia": "volcano"},
    )
    scene.run(major_calamity)
    assert scene.done
    assert cities(scene, "persia") == set()  # hit by the first eruption, across blocks; then he has no city
    assert scene.tokens("campania") == {}
    assert scene.tokens("syracuse") == {"minoa": 4}


@pytest.mark.rules("mega.9.dup.12", "mega.9.def.22", "mega.9.piracy.6")
def test_cancelling_one_copy_does_not_cancel_the_other() -> None:
    coast = "knossos: city minoa; athens: city hellas; rome: city rome; tyre: city persia; sidon: city persia"
    scene = twelve(f"{coast}; dacia: city hatti", hands={"hatti": "piracy", "persia": "piracy"})
    scene.realm("hatti").givers[item(scene, "piracy", "hatti")] = scene.seat("saba")
    scene.realm("persia").givers[item(scene, "piracy", "persia")] = scene.seat("saba")
    scene.run(major_calamity)
    scene.defaults()
    assert scene.done
    assert cities(scene, "hatti") == {"dacia"}
    assert cities(scene, "persia") == set()
    assert len(told(scene, VictimsNamed)) == 1


@pytest.mark.rules("mega.9.dup.5", "mega.9.dup.6", "mega.9.dup.7", "A-76")
def test_nobody_is_left_to_be_named() -> None:
    scene = twelve(
        "thrace: 20 hatti; nineveh: 20 persia; memphis: 20 egypt",
        hands={"hatti": "epidemic", "persia": "epidemic"},
    )
    scene.realm("hatti").givers[item(scene, "epidemic", "hatti")] = scene.seat("egypt")
    scene.run(major_calamity)
    scene.answer("hatti", option("together")).answer("persia", option("together"))
    assert [event.others for event in told(scene, VictimsNamed)] == [(), ()]
    assert sorted(pressed(scene)) == [("hatti", 15), ("persia", 15)]


@pytest.mark.rules("mega.9.dup.1", "mega.9.order.2")
def test_two_victims_without_others_in_the_order_of_ranking() -> None:
    west = "thrace: city hatti; dacia: city hatti; tyre: city hatti; van: city hatti"
    pieces = f"{west}; nineveh: city persia; carrhae: city persia; syria: city persia; assyria: city persia"
    scene = twelve(pieces, hands={"hatti": "superstition", "persia": "superstition"})
    scene.run(major_calamity)
    assert scene.who() == ["hatti"]
    scene.answer("hatti", areas(scene, "thrace dacia tyre"))
    assert scene.who() == ["persia"]
    scene.defaults()
    assert len(cities(scene, "persia")) == 1


# -- small things -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.9.regression.6")
def test_after_a_regression_the_marker_may_advance_in_the_same_turn() -> None:
    scene = strike("regression", space={"hatti": 3})
    assert scene.realm("hatti").space == 2
    advance = dict(SUCCESSION)["13a"]
    scene.run(advance)
    assert scene.realm("hatti").space == 3


@pytest.mark.rules("mega.9.2", "mega.9.1")
def test_effects_are_data_of_the_title() -> None:
    """No chart beside them: what a card does for whom stands in one table, with the advances that change it."""
    for title in (MEGA, WEST):
        effects = title.components.effects
        assert set(effects) == {kind.key for kind in title.components.kinds if kind.sort != "commodity"}
        assert effects["epidemic"].amounts["victim"].under(0) == 15


@pytest.mark.rules("mega.9a.order.1", "mega.9.order.1", "mega.order.7")
def test_no_calamities_nothing_asked() -> None:
    scene = Scene(MEGA, 9, "aleppo: city hatti").run(minor_calamities)
    assert scene.done
    assert scene.run(major_calamity).done
    assert next_calls(scene.game) == []


@pytest.mark.rules("mega.card.2", "mega.setup.select.5")
def test_each_block_has_one_copy_of_each_major_calamity() -> None:
    """So no more than two of one name are ever called together."""
    assert {kind.copies[-1] for kind in MEGA.components.kinds if kind.sort in ("major", "fixed")} == {1}
    majors = [kind for kind in MEGA.components.kinds if kind.sort in ("major", "fixed")]
    for stack in range(2, 10):
        assert sorted(kind.sort for kind in majors if kind.stack == stack) == ["fixed", "major"]
    assert all(card(kind.kind, 0) + 1 == card(kind.kind, 1) for kind in majors)  # type: ignore[arg-type]
    assert [kind.stack for kind in sorted(majors, key=lambda kind: ORDER.index(kind.key))] == [
        stack for stack in range(2, 10) for _ in range(2)
    ]
    assert all(
        one.sort == "fixed" or other.sort == "fixed"
        for one, other in pairwise(sorted(majors, key=lambda k: ORDER.index(k.key)))
    )
