"""10. Special abilities."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecumene.antiquity.abilities.diaspora import DiasporaMoved, room
from ecumene.antiquity.abilities.phase import ABILITIES, special_abilities
from ecumene.antiquity.abilities.provinces import TributeAsked, TributeGiven, TributeSeen, TributeShown
from ecumene.antiquity.aftermath import surplus_and_support
from ecumene.antiquity.calamities.losses import UnitsAnnexed, UnitsDestroyed
from ecumene.antiquity.components import card
from ecumene.antiquity.purchase import CardsDiscarded
from ecumene.antiquity.secrets import scramble
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.title import AntiquityTitle
from ecumene.atlas import Area
from ecumene.kernel import SPECTATOR, Chance, Choose, Pick, Refusal, Spread
from ecumene.kernel.testing import seed_of
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from ecumene.titles.western_empires import WESTERN_EMPIRES

BOTH = pytest.mark.parametrize("title", [MEGA_CIVILIZATION, WESTERN_EMPIRES], ids=["mega", "west"])

CREEDS = pytest.mark.parametrize("ability", ["fundamentalism", "monotheism", "politics"])

# Miletus (limit 2) has Sardes and Ionia beside it by land. Knossos lies beside Phaestos by land, beside Thera by water.


def scene(pieces: str, advances: dict[str, str], **more: Any) -> Scene:
    s = Scene(more.pop("title", MEGA_CIVILIZATION), more.pop("seats", 9), pieces, advances=advances, **more)
    s.game.state.step = "10"
    return s.run(special_abilities)


def choose(option: int | str) -> dict[str, Any]:
    return {"shape": "choose", "option": option}


def pick(*options: int) -> dict[str, Any]:
    return {"shape": "pick", "options": list(options)}


def spread(s: Scene, said: str) -> dict[str, Any]:
    """`sardes 2, troy`: so many in each area."""
    words = [part.split() for part in said.split(",") if part.strip()]
    units = [[s.area(part[0]), int(part[1]) if len(part) > 1 else 1] for part in words]
    return {"shape": "spread", "units": units}


def wares(s: Scene, civ: str, said: str) -> dict[str, Any]:
    words = [part.split() for part in said.split(",")]
    block = s.realm(civ).block
    units = [
        [card(s.title.components.kind(part[-1]), block), int(part[0]) if len(part) > 1 else 1]
        for part in words
    ]
    return {"shape": "spread", "units": units}


def options(s: Scene, civ: str) -> list[str]:
    """What a civilization may choose, areas by their keys."""
    decision = s.asked(civ)
    assert isinstance(decision, Choose)
    return [s.game.board.key_of(Area(one)) if isinstance(one, int) else one for one in decision.options]


def use(s: Scene, civ: str, ability: str, area: str = "") -> Scene:
    s.answer(civ, choose(ability))
    return s.answer(civ, choose(s.area(area))) if area else s


def events(s: Scene) -> list[object]:
    return [told.event for told in s.game.log]


# -- the phase --------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules("mega.10.order.1", "mega.ast.7", "D-64", "mega.order.5")
def test_strictly_in_position_order(title: AntiquityTitle) -> None:
    held = dict.fromkeys(("hatti", "rome", "minoa"), "politics")
    s = scene("", held, title=title, space={"rome": 7, "minoa": 5, "hatti": 5})
    order = []
    while s.who():
        (civ,) = s.who()
        order.append(civ)
        s.answer(civ, choose("none"))
    assert order == ["rome", "minoa", "hatti"]
    assert s.done


@pytest.mark.rules("mega.10.1", "mega.adv.gen.4")
def test_seven_advances_have_an_ability_for_this_phase() -> None:
    keys = {ability.key for ability in ABILITIES}
    assert keys == {
        "diaspora", "fundamentalism", "monotheism", "politics", "provincial_empire", "trade_routes",
        "universal_doctrine",
    }  # fmt: skip
    assert keys == {info.key for info in MEGA_CIVILIZATION.components.advances if info.ability}
    assert MEGA_CIVILIZATION.steps["10"] is special_abilities
    turn = MEGA_CIVILIZATION.turn
    assert turn[turn.index("9b") : turn.index("11") + 1] == ("9b", "10", "11")


@pytest.mark.rules("mega.10.2", "D-64", "mega.adv.gen.3")
def test_each_ability_once_in_any_order_and_all_are_optional() -> None:
    s = scene("sardes: 1 hatti; miletus: 1 rome; troy: 1 rome", {"hatti": "fundamentalism politics diaspora"})
    assert options(s, "hatti") == ["none", "diaspora", "fundamentalism", "politics"]
    s.answer("hatti", choose("politics")).answer("hatti", choose("treasury")).answer("hatti", choose(3))
    assert options(s, "hatti") == ["none", "diaspora", "fundamentalism"]
    use(s, "hatti", "fundamentalism", "troy")
    assert options(s, "hatti") == ["none", "diaspora"]
    decision = s.asked("hatti")
    assert isinstance(decision, Choose)
    assert decision.default == "none"
    s.answer("hatti", choose("none"))
    assert s.done


@pytest.mark.rules("mega.10.3", "A-100", "E-18")
def test_an_ability_that_is_named_and_not_used_is_over() -> None:
    s = scene("sardes: 1 hatti; miletus: 1 rome", {"hatti": "fundamentalism politics"})
    s.answer("hatti", choose("fundamentalism")).answer("hatti", choose("none"))
    assert s.tokens("miletus") == {"rome": 1}
    assert options(s, "hatti") == ["none", "politics"]


@CREEDS
@pytest.mark.rules("D-66", "D-67", "D-68", "mega.adv.gen.3")
def test_no_area_at_all_may_be_chosen(ability: str) -> None:
    s = scene("sardes: 1 hatti; miletus: 1 rome", {"hatti": ability}, treasury={"hatti": 9})
    s.answer("hatti", choose(ability)).answer("hatti", choose("none"))
    assert s.done
    assert s.tokens("miletus") == {"rome": 1}
    assert s.realm("hatti").treasury == 9


@pytest.mark.rules("mega.10.2", "A-101")
def test_abilities_with_nothing_to_do_are_not_offered() -> None:
    s = scene("sardes: 1 hatti", {"hatti": "fundamentalism monotheism universal_doctrine politics"})
    assert options(s, "hatti") == ["none", "politics"]
    refusal = s.refused("hatti", choose("monotheism"))
    assert (refusal.key, refusal.rule) == ("nothing_to_do", "mega.adv.monotheism.1")
    assert scene("", {"hatti": "fundamentalism"}).done


@pytest.mark.rules("mega.10.5", "mega.10.6", "mega.adv.diplomacy.5", "mega.adv.cultural_ascendancy.6")
def test_nothing_is_checked_in_between_and_nothing_is_an_attack() -> None:
    """Diplomacy does not protect; too many tokens and unsupported cities stay until phase 11."""
    s = scene(
        "sardes: city hatti; miletus: city rome, 1 rome; troy: 3 rome; ionia: 1 egypt",
        {"hatti": "monotheism", "rome": "diplomacy public_works"},
    )
    use(s, "hatti", "monotheism", "troy")
    assert s.tokens("troy") == {"hatti": 3}
    assert s.city("sardes") == "hatti"
    s = scene("sardes: 1 hatti; miletus: city rome", {"hatti": "monotheism", "rome": "diplomacy"})
    use(s, "hatti", "monotheism", "miletus")
    assert s.city("miletus") == "hatti"


# -- areas beside one's own -------------------------------------------------------------------------------------------


@CREEDS
@BOTH
@pytest.mark.rules(
    "A-06",
    "mega.adv.fundamentalism.1",
    "mega.adv.monotheism.1",
    "mega.adv.politics.1",
    "D-66",
    "D-67",
    "D-68",
)
def test_one_area_beside_own_units_by_land(title: AntiquityTitle, ability: str) -> None:
    """By water is not enough, and no area is beside itself: own units in it do not help."""
    s = scene(
        "sardes: 1 hatti; miletus: 1 rome; ionia: city rome; lesbos: 1 rome; kanesh: 1 hatti, 1 rome;"
        "carthage: city rome",
        {"hatti": ability}, title=title, treasury={"hatti": 20},
    )  # fmt: skip
    s.answer("hatti", choose(ability))
    areas = [one for one in options(s, "hatti") if one not in ("none", "treasury")]
    assert sorted(areas) == ["ionia", "miletus"]
    for far in ("lesbos", "kanesh", "rome", "carthage"):
        refusal = s.refused("hatti", choose(s.area(far)))
        assert (refusal.key, refusal.rule) == ("not_beside_own_units", f"mega.adv.{ability}.1")
    assert s.refused("hatti", choose(s.area("troy"))).key == "nothing_affected"
    s = scene(
        "sardes: 1 hatti; miletus: 1 hatti, 1 rome", {"hatti": ability}, title=title, treasury={"hatti": 20}
    )
    s.answer("hatti", choose(ability))
    assert "miletus" in options(s, "hatti")  # beside Sardes


@CREEDS
@pytest.mark.rules("A-06")
def test_a_city_is_a_unit_to_stand_beside(ability: str) -> None:
    s = scene("sardes: city hatti; miletus: 1 rome", {"hatti": ability}, treasury={"hatti": 20})
    s.answer("hatti", choose(ability))
    assert "miletus" in options(s, "hatti")


@pytest.mark.rules("mega.10.4", "mega.piece.9", "A-135")
def test_ships_are_no_units_and_stay() -> None:
    s = scene("sardes: 1 ship hatti; miletus: 1 rome", {"hatti": "fundamentalism"})
    assert s.done
    s = scene("sardes: 1 hatti; miletus: 1 ship rome", {"hatti": "fundamentalism"})
    assert s.done
    s = scene("sardes: 1 hatti; miletus: 1 rome, 1 ship rome", {"hatti": "fundamentalism"})
    use(s, "hatti", "fundamentalism", "miletus")
    assert s.realm("rome").ships == {s.area("miletus"): 1}


PROTECTION = [
    ("fundamentalism", "fundamentalism"), ("fundamentalism", "philosophy"),
    ("monotheism", "monotheism"), ("monotheism", "theology"),
    ("politics", "politics"), ("politics", "cultural_ascendancy"),
]  # fmt: skip


@pytest.mark.parametrize("ability,shield", PROTECTION)
@pytest.mark.rules(
    "mega.adv.fundamentalism.2", "mega.adv.monotheism.2", "mega.adv.politics.2", "mega.adv.philosophy.2",
    "mega.adv.theology.2", "mega.adv.cultural_ascendancy.9", "mega.10.7", "A-103", "A-101",
)  # fmt: skip
def test_protected_and_neutral_units_stay_and_cannot_be_aimed_at(ability: str, shield: str) -> None:
    s = scene(
        "sardes: 1 hatti; troy: 1 hatti; miletus: 2 rome, 2 egypt, 3 barbarians; ionia: 2 egypt;"
        "bithynia: 2 barbarians",
        {"hatti": ability, "egypt": shield}, treasury={"hatti": 20},
    )  # fmt: skip
    s.answer("hatti", choose(ability))
    for out in ("ionia", "bithynia"):
        refusal = s.refused("hatti", choose(s.area(out)))
        assert (refusal.key, refusal.rule) == ("nothing_affected", f"mega.adv.{ability}.2")
    s.answer("hatti", choose(s.area("miletus")))
    left = s.tokens("miletus")
    assert left["egypt"] == 2
    assert left["barbarians"] == 3
    assert left.get("hatti", 0) == (0 if ability == "fundamentalism" else 2)
    assert "rome" not in left
    if ability == "politics":
        assert s.realm("hatti").treasury == 18  # only what is affected is paid for


@pytest.mark.rules("mega.adv.fundamentalism.2", "mega.adv.monotheism.2", "mega.adv.politics.2")
def test_pirate_cities_stay() -> None:
    for ability in ("fundamentalism", "monotheism", "politics"):
        s = scene("sardes: 1 hatti; miletus: city pirates", {"hatti": ability}, treasury={"hatti": 20})
        if ability != "politics":
            assert s.done
        else:
            s.answer("hatti", choose(ability))
            assert options(s, "hatti") == ["none", "treasury"]


@BOTH
@pytest.mark.rules("mega.adv.fundamentalism.1", "mega.adv.public_works.7", "D-66", "mega.piece.5")
def test_fundamentalism_destroys_all_units_of_all_owners(title: AntiquityTitle) -> None:
    s = scene(
        "sardes: 1 hatti; miletus: city rome, 1 rome, 2 egypt, 1 hatti",
        {"hatti": "fundamentalism", "rome": "public_works"}, title=title,
    )  # fmt: skip
    use(s, "hatti", "fundamentalism", "miletus")
    assert s.tokens("miletus") == {"hatti": 1}
    assert s.city("miletus") is None
    assert s.realm("rome").stock == s.realm("egypt").stock == 55
    area = s.area("miletus")
    # What is destroyed needs no pieces of one's own, and no treasury.
    poor = scene(
        "sardes: 1 hatti; miletus: 2 rome", {"hatti": "fundamentalism"}, title=title, stock={"hatti": 0}
    )
    use(poor, "hatti", "fundamentalism", "miletus")
    assert poor.tokens("miletus") == {}
    assert events(s) == [
        UnitsDestroyed(s.seat("rome"), area, 1, city=True, reason="fundamentalism"),
        UnitsDestroyed(s.seat("egypt"), area, 2, city=False, reason="fundamentalism"),
    ]


@BOTH
@pytest.mark.rules(
    "mega.adv.monotheism.1", "mega.adv.monotheism.4", "mega.adv.public_works.7", "D-67", "mega.piece.12"
)
def test_monotheism_annexes_all_units_the_extra_token_too(title: AntiquityTitle) -> None:
    s = scene(
        "sardes: 1 hatti; miletus: city rome, 1 rome",
        {"hatti": "monotheism", "rome": "public_works"}, title=title,
    )  # fmt: skip
    use(s, "hatti", "monotheism", "miletus")
    assert s.tokens("miletus") == {"hatti": 1}
    assert s.city("miletus") == "hatti"
    assert s.realm("hatti").cities[s.area("miletus")] == 0  # not built
    assert s.realm("rome").stock == 55
    assert events(s) == [
        UnitsAnnexed(s.seat("hatti"), s.seat("rome"), s.area("miletus"), 1, city=True, reason="monotheism")
    ]


@pytest.mark.rules("mega.adv.monotheism.3", "A-103")
def test_monotheism_needs_stock_for_all() -> None:
    s = scene(
        "sardes: 1 hatti; miletus: 3 rome; ionia: 2 rome; troy: 2 rome, 9 barbarians",
        {"hatti": "monotheism"}, stock={"hatti": 2},
    )  # fmt: skip
    s.answer("hatti", choose("monotheism"))
    assert options(s, "hatti") == ["none", "ionia", "troy"] or set(options(s, "hatti")) == {
        "none",
        "ionia",
        "troy",
    }
    refusal = s.refused("hatti", choose(s.area("miletus")))
    assert (refusal.key, refusal.rule) == ("stock_too_small", "mega.adv.monotheism.3")


NINE = "; ".join(
    f"{area}: city hatti"
    for area in ("hattusa", "kanesh", "sardes", "aleppo", "damascus", "knossos", "sparta", "athens", "troy")
)


@pytest.mark.rules("mega.adv.monotheism.3", "mega.adv.politics.3", "A-134", "mega.piece.1")
def test_a_tenth_city_is_never_annexed() -> None:
    for ability in ("monotheism", "politics"):
        s = scene(f"{NINE}; miletus: city rome", {"hatti": ability}, treasury={"hatti": 30})
        if ability == "politics":
            s.answer("hatti", choose("politics"))
            assert s.refused("hatti", choose(s.area("miletus"))).rule == "mega.adv.politics.3"
        else:
            assert s.done


@pytest.mark.parametrize("ability", ["monotheism", "politics"])
@pytest.mark.rules("mega.adv.monotheism.3", "mega.adv.politics.3", "mega.adv.politics.1")
def test_the_last_pieces_of_a_stock_and_the_last_treasury_suffice(ability: str) -> None:
    """A ninth city, the last two tokens, the five points of a city alone."""
    eight = NINE.rsplit(";", 1)[0]
    s = scene(
        f"{eight}; moesia: 48 hatti; miletus: city rome; ionia: 2 rome",
        {"hatti": ability}, treasury={"hatti": 5},
    )  # fmt: skip
    assert s.realm("hatti").stock == 2
    s.answer("hatti", choose(ability))
    assert {"miletus", "ionia"} <= set(options(s, "hatti"))
    s.answer("hatti", choose(s.area("miletus")))
    assert len(s.realm("hatti").cities) == 9
    assert s.realm("hatti").treasury == (0 if ability == "politics" else 5)


@pytest.mark.parametrize("ability", ["monotheism", "politics"])
@pytest.mark.rules("mega.adv.monotheism.4", "mega.adv.politics.4", "mega.11.2", "mega.adv.agriculture.1")
def test_extra_tokens_are_annexed_and_go_with_the_next_surplus(ability: str) -> None:
    """A token beside a city, a third one in an area of limit 2: who may not have them loses them in phase 11."""
    for own, beside, third in (("", 0, 2), ("public_works", 1, 2), ("agriculture", 0, 3)):
        for area, pieces in (("miletus", "city rome, 1 rome"), ("ionia", "3 rome")):
            s = scene(
                f"sardes: 1 hatti; moesia: 4 hatti; {area}: {pieces}",
                {"hatti": f"{ability} {own}", "rome": "public_works agriculture"}, treasury={"hatti": 20},
            )  # fmt: skip
            assert s.game.board.limit[s.area(area)] == 2
            use(s, "hatti", ability, area)
            assert s.tokens(area) == {"hatti": 1 if area == "miletus" else 3}
            s.run(surplus_and_support)
            assert s.tokens(area).get("hatti", 0) == (beside if area == "miletus" else third)
            assert s.realm("rome").stock == 55


# -- Politics ---------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules(
    "mega.adv.politics.1", "mega.adv.politics.5", "mega.adv.politics.4", "D-68", "mega.piece.7"
)
def test_politics_pays_the_unit_points_to_the_own_stock(title: AntiquityTitle) -> None:
    s = scene(
        "sardes: 1 hatti; miletus: city rome, 1 rome",
        {"hatti": "politics", "rome": "public_works"}, title=title, treasury={"hatti": 10, "rome": 4},
    )  # fmt: skip
    stock = s.realm("hatti").stock
    use(s, "hatti", "politics", "miletus")
    assert s.realm("hatti").treasury == 4  # 5 for the city, 1 for its token
    assert s.realm("hatti").stock == stock - 1 + 6
    assert (s.realm("rome").treasury, s.realm("rome").stock) == (4, 51)
    assert s.city("miletus") == "hatti"
    assert s.tokens("miletus") == {"hatti": 1}


@pytest.mark.rules("mega.adv.politics.3", "E-17")
def test_politics_needs_stock_and_treasury_for_all() -> None:
    pieces = "sardes: 1 hatti; miletus: city rome; ionia: 4 rome; troy: 5 rome, 1 egypt"
    s = scene(pieces, {"hatti": "politics"}, treasury={"hatti": 4})
    s.answer("hatti", choose("politics"))
    assert options(s, "hatti") == ["none", "treasury", "ionia"]
    decision = s.asked("hatti")
    assert decision is not None
    assert decision.about == {"prices": {str(s.area("ionia")): 4}}
    for area in ("miletus", "troy"):
        refusal = s.refused("hatti", choose(s.area(area)))
        assert (refusal.key, refusal.rule) == ("treasury_too_small", "mega.adv.politics.3")
    s = scene(pieces, {"hatti": "politics"}, stock={"hatti": 3})
    s.answer("hatti", choose("politics"))
    refusal = s.refused("hatti", choose(s.area("ionia")))  # though the payment would refill the stock
    assert (refusal.key, refusal.rule) == ("stock_too_small", "mega.adv.politics.3")


@pytest.mark.rules("mega.adv.politics.1", "D-68", "A-100")
def test_politics_gains_up_to_five_treasury() -> None:
    for stock, most in ((20, 5), (3, 3), (1, 1)):
        s = scene("sardes: 1 hatti", {"hatti": "politics"}, stock={"hatti": stock})
        before = s.realm("hatti").treasury
        s.answer("hatti", choose("politics"))
        decision = s.asked("hatti")
        assert isinstance(decision, Choose)
        assert decision.default == "treasury"
        s.answer("hatti", choose("treasury"))
        if most > 1:
            amounts = s.asked("hatti")
            assert isinstance(amounts, Choose)
            assert (amounts.options, amounts.default) == (tuple(range(1, most + 1)), most)
            s.answer("hatti", choose(most))
        assert s.realm("hatti").treasury == before + most
        assert s.realm("hatti").stock == stock - most
    assert scene("sardes: 1 hatti", {"hatti": "politics"}, stock={"hatti": 0}).done


# -- Diaspora ---------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules("mega.adv.diaspora.1", "D-65", "A-102", "A-100")
def test_diaspora_takes_up_to_five_tokens_and_places_them_anywhere_else(title: AntiquityTitle) -> None:
    s = scene("sardes: 4 hatti; troy: 3 hatti", {"hatti": "diaspora"}, title=title)
    s.answer("hatti", choose("diaspora"))
    assert s.refused("hatti", spread(s, "sardes 3, troy 3")).key == "wrong_total"
    assert s.refused("hatti", spread(s, "miletus 1")).key == "not_an_option"
    s.answer("hatti", spread(s, "sardes 3, troy 1"))
    refusal = s.refused("hatti", spread(s, "knossos 3, troy 1"))
    assert (refusal.key, refusal.rule) == ("taken_there", "mega.adv.diaspora.1")
    assert s.refused("hatti", spread(s, "knossos 3")).key == "wrong_total"  # all that was taken is placed
    s.answer("hatti", spread(s, "knossos 3, miletus 1"))
    assert s.tokens("sardes") == {"hatti": 1}
    assert s.tokens("knossos") == {"hatti": 3}
    (event,) = events(s)
    assert isinstance(event, DiasporaMoved)
    assert sum(number for _, number in event.placed) == 4


@pytest.mark.rules("D-65")
def test_diaspora_may_be_declined() -> None:
    s = scene("sardes: 4 hatti", {"hatti": "diaspora"})
    s.answer("hatti", choose("diaspora")).answer("hatti", spread(s, ""))
    assert s.done
    assert not events(s)


@pytest.mark.rules(
    "mega.adv.diaspora.2", "mega.adv.diaspora.3", "A-102", "mega.out.4", "mega.adv.public_works.6"
)
def test_diaspora_exceeds_no_limit_and_shuns_cities() -> None:
    s = scene(
        "sardes: 5 hatti; miletus: 1 rome; ionia: 2 barbarians; troy: city rome; thera: city pirates;"
        "knossos: city hatti",
        {"hatti": "diaspora"},
    )  # fmt: skip
    s.answer("hatti", choose("diaspora")).answer("hatti", spread(s, "sardes 3"))
    decision = s.asked("hatti")
    assert isinstance(decision, Spread)
    board, caps = s.game.board, decision.caps
    assert caps[s.area("miletus")] == 1
    for out in ("ionia", "troy", "thera", "knossos", "sardes"):
        assert s.area(out) not in caps
    assert not set(caps) & set(board.seas)
    assert all(board.in_play[int(area)] for area in caps)
    assert caps[s.area("phaestos")] == board.limit[s.area("phaestos")]
    assert not any(board.limit[int(area)] == 0 for area in caps)
    s.answer("hatti", spread(s, "miletus 1, phaestos 2"))


@pytest.mark.rules("mega.adv.diaspora.3", "mega.adv.public_works.1", "mega.adv.public_works.6")
def test_with_public_works_one_token_may_go_beside_an_own_city() -> None:
    s = scene(
        "sardes: 5 hatti; knossos: city hatti; troy: city hatti, 1 hatti; miletus: city rome",
        {"hatti": "diaspora public_works agriculture"},
    )  # fmt: skip
    places = room(s.game, s.seat("hatti"))
    assert places[s.area("knossos")] == 1
    assert s.area("troy") not in places
    assert s.area("miletus") not in places


@pytest.mark.rules("mega.adv.diaspora.4", "mega.adv.agriculture.1")
def test_agriculture_counts_where_only_own_tokens_are() -> None:
    s = scene(
        "sardes: 5 hatti; miletus: 1 rome; ionia: 1 hatti; troy: 1 barbarians",
        {"hatti": "diaspora agriculture"},
    )
    places = room(s.game, s.seat("hatti"))
    limit = s.game.board.limit
    assert places[s.area("ionia")] == limit[s.area("ionia")] + 1 - 1
    assert places[s.area("miletus")] == limit[s.area("miletus")] - 1
    assert places[s.area("troy")] == limit[s.area("troy")] - 1
    assert places[s.area("knossos")] == 3  # limit 3: no more


@pytest.mark.rules("mega.adv.diaspora.2")
def test_no_more_is_taken_than_has_room() -> None:
    s = full_but("sardes: 5 hatti", "miletus")
    s.answer("hatti", choose("diaspora"))
    refusal = s.refused("hatti", spread(s, "sardes 3"))
    assert (refusal.key, refusal.rule) == ("no_room", "mega.adv.diaspora.2")
    s.answer("hatti", spread(s, "sardes 2")).answer("hatti", spread(s, "miletus 2"))
    assert s.done


def full_but(pieces: str, *spare: str, advances: str = "diaspora") -> Scene:
    """Every area is full of neutral tokens, but these."""
    s = scene(pieces, {"hatti": advances})
    open_ones = [s.area(key) for key in spare]
    for area in s.game.board.areas:
        left = s.game.board.limit[area] - s.game.crowd(area)
        if area not in open_ones and left > 0:
            s.game.place(-1, area, left)
    return s.run(special_abilities)


@pytest.mark.rules("mega.adv.diaspora.1", "mega.adv.diaspora.2", "A-102")
def test_the_room_where_tokens_are_taken_is_no_room() -> None:
    s = full_but("miletus: 1 hatti; ionia: 1 hatti", "miletus", "ionia")
    s.answer("hatti", choose("diaspora"))
    refusal = s.refused("hatti", spread(s, "miletus 1, ionia 1"))
    assert (refusal.key, refusal.rule, refusal.details) == (
        "no_room",
        "mega.adv.diaspora.2",
        {"room": 0, "got": 2},
    )
    s.answer("hatti", spread(s, "miletus 1")).answer("hatti", spread(s, "ionia 1"))
    assert s.tokens("ionia") == {"hatti": 2}


@pytest.mark.rules("mega.adv.diaspora.1", "mega.10.2", "A-102")
def test_diaspora_is_offered_where_one_token_has_somewhere_else_to_go() -> None:
    assert full_but("miletus: 1 hatti").done  # no room anywhere
    assert full_but("miletus: 1 hatti", "miletus").done  # only where it is
    assert options(full_but("miletus: 1 hatti", "ionia"), "hatti") == ["none", "diaspora"]
    assert options(full_but("miletus: 1 hatti; ionia: 2 hatti", "miletus"), "hatti") == ["none", "diaspora"]
    assert scene("", {"hatti": "diaspora"}).done  # no token


@pytest.mark.rules("mega.adv.diaspora.2", "mega.adv.diaspora.3", "mega.piece.2")
@given(st.integers(0, 10**6))
def test_whatever_diaspora_does_limits_hold_where_it_places(number: int) -> None:
    rng = Random(number)
    s = scene(
        "sardes: 4 hatti; miletus: 1 hatti, 1 rome; knossos: city hatti; ionia: 2 hatti; troy: 1 barbarians",
        {"hatti": "diaspora" + rng.choice(["", " agriculture", " public_works"])},
    )
    s.answer("hatti", choose("diaspora"))
    for _ in range(2):
        decision = s.asked("hatti")
        if decision is None:
            break
        s.answer("hatti", msgspec.to_builtins(decision.sample(rng)))
    assert s.game.population(s.seat("hatti")) == 7
    for event in events(s):
        assert isinstance(event, DiasporaMoved)
        for area, _ in event.placed:
            if area in s.realm("hatti").cities:
                assert s.game.crowd(area) <= 1
            else:
                assert s.game.crowd(area) <= s.game.limit(area, s.seat("hatti"))


# -- Universal Doctrine -----------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules("mega.adv.universal_doctrine.1", "D-73", "A-106")
def test_universal_doctrine_annexes_a_pirate_city_anywhere(title: AntiquityTitle) -> None:
    s = scene(
        "rome: 1 hatti; miletus: city pirates; thera: city pirates; troy: city rome",
        {"hatti": "universal_doctrine"}, title=title,
    )  # fmt: skip
    s.answer("hatti", choose("universal_doctrine"))
    assert set(options(s, "hatti")) == {"none", "miletus", "thera"}
    s.answer("hatti", choose(s.area("thera")))
    assert s.city("thera") == "hatti"
    assert s.city("miletus") == "barbarians"
    assert events(s) == [
        UnitsAnnexed(s.seat("hatti"), -1, s.area("thera"), city=True, reason="universal_doctrine")
    ]


@pytest.mark.rules("mega.adv.universal_doctrine.1", "mega.adv.universal_doctrine.2", "A-100", "A-106")
def test_or_up_to_five_barbarian_tokens_from_several_areas() -> None:
    s = scene("rome: 1 hatti; miletus: 4 barbarians; thera: 3 barbarians", {"hatti": "universal_doctrine"})
    s.answer("hatti", choose("universal_doctrine")).answer("hatti", choose("tokens"))
    assert s.refused("hatti", spread(s, "miletus 3, thera 3")).key == "wrong_total"
    assert s.refused("hatti", spread(s, "thera 4")).key == "over_cap"
    assert s.refused("hatti", spread(s, "")).key == "wrong_total"
    s.answer("hatti", spread(s, "miletus 3, thera 2"))
    assert s.tokens("miletus") == {"hatti": 3, "barbarians": 1}
    assert s.tokens("thera") == {"hatti": 2, "barbarians": 1}
    assert [(event.area, event.tokens) for event in events(s) if isinstance(event, UnitsAnnexed)] == sorted(
        [(s.area("miletus"), 3), (s.area("thera"), 2)]
    )
    s = scene("rome: 1 hatti; miletus: 4 barbarians; thera: 3 barbarians", {"hatti": "universal_doctrine"})
    s.answer("hatti", choose("universal_doctrine")).answer("hatti", choose("tokens"))
    s.answer("hatti", spread(s, "thera 1"))  # one is enough
    assert s.tokens("thera") == {"hatti": 1, "barbarians": 2}


@pytest.mark.rules("A-106", "A-134", "mega.piece.1")
def test_universal_doctrine_needs_the_pieces_in_stock() -> None:
    pieces = "rome: 1 hatti; miletus: 4 barbarians; thera: city pirates"
    s = scene(pieces, {"hatti": "universal_doctrine"}, stock={"hatti": 2})
    s.answer("hatti", choose("universal_doctrine")).answer("hatti", choose("tokens"))
    assert s.refused("hatti", spread(s, "miletus 3")).key == "wrong_total"
    s.answer("hatti", spread(s, "miletus 2"))
    s = scene(pieces, {"hatti": "universal_doctrine"}, stock={"hatti": 0})
    s.answer("hatti", choose("universal_doctrine"))
    assert options(s, "hatti") == ["none", "thera"]
    s = scene(f"{NINE}; thera: city pirates", {"hatti": "universal_doctrine"})
    assert s.done
    s = scene(f"{NINE.rsplit(';', 1)[0]}; thera: city pirates", {"hatti": "universal_doctrine"})
    s.answer("hatti", choose("universal_doctrine")).answer("hatti", choose(s.area("thera")))
    assert len(s.realm("hatti").cities) == 9  # the last piece is enough


# -- Trade Routes -----------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules("mega.adv.trade_routes.1", "D-72", "A-105", "A-63", "mega.hid.15")
def test_trade_routes_gives_twice_the_face_value(title: AntiquityTitle) -> None:
    s = scene("", {"hatti": "trade_routes"}, title=title, hands={"hatti": "3 salt, gold, 2 water"})
    s.answer("hatti", choose("trade_routes"))
    s.answer("hatti", wares(s, "hatti", "2 salt, gold, water"))
    assert s.realm("hatti").treasury == 2 * (3 + 3 + 9)  # no set value
    assert s.game.hand_size(s.seat("hatti")) == 2
    stacks = s.game.state.discards
    assert len(stacks[2]) == 2
    assert len(stacks[8]) == 1
    assert sum(map(len, stacks)) == 3  # water is back in the open water
    discarded = [event for event in events(s) if isinstance(event, CardsDiscarded)]
    assert discarded[0].reason == "trade_routes"


@pytest.mark.rules("mega.adv.trade_routes.t1", "mega.adv.trade_routes.2", "A-105")
def test_stock_must_cover_the_full_value_of_each_card() -> None:
    s = scene(
        "", {"hatti": "trade_routes"}, stock={"hatti": 11}, hands={"hatti": "salt, iron, ochre, gold, water"}
    )
    s.answer("hatti", choose("trade_routes"))
    refusal = s.refused("hatti", wares(s, "hatti", "salt, iron, ochre"))
    assert (refusal.key, refusal.rule) == ("too_dear_for_stock", "mega.adv.trade_routes.2")
    assert s.refused("hatti", wares(s, "hatti", "gold")).key == "not_an_option"
    before = s.realm("hatti").treasury
    s.answer("hatti", wares(s, "hatti", "salt, iron, water"))
    assert s.realm("hatti").treasury == before + 10
    assert s.realm("hatti").stock == 1


@pytest.mark.rules("D-72")
def test_trade_routes_may_be_declined() -> None:
    s = scene("", {"hatti": "trade_routes"}, hands={"hatti": "salt"})
    s.answer("hatti", choose("trade_routes"))
    decision = s.asked("hatti")
    assert isinstance(decision, Spread)
    assert decision.default == {}
    s.answer("hatti", {"shape": "spread", "units": []})
    assert s.done
    assert s.game.hand_size(s.seat("hatti")) == 1


# -- Provincial Empire ------------------------------------------------------------------------------------------------

NEAR = (
    "sardes: 1 hatti; miletus: 1 rome; troy: 1 egypt; lesbos: 1 minoa; kanesh: 1 assyria; ionia: city hellas"
)
HANDS = {
    "rome": "2 gold, iron, ochre",
    "egypt": "ochre, water",
    "minoa": "salt, wine",
    "hellas": "wool",
    "assyria": "silk",
}


def empire(title: AntiquityTitle = MEGA_CIVILIZATION, **advances: str) -> Scene:
    s = scene(NEAR, {"hatti": "provincial_empire"} | advances, title=title, hands=HANDS)
    return s.answer("hatti", choose("provincial_empire"))


@BOTH
@pytest.mark.rules("mega.adv.provincial_empire.1", "D-69", "A-06", "mega.area.1")
def test_neighbours_by_land_or_water_are_named(title: AntiquityTitle) -> None:
    s = empire(title)
    decision = s.asked("hatti")
    assert isinstance(decision, Pick)
    assert set(decision.options) == {s.seat(civ) for civ in ("rome", "egypt", "minoa", "hellas")}
    assert (decision.least, decision.most, decision.default) == (0, 4, ())
    assert s.refused("hatti", pick(s.seat("assyria"))).key == "not_an_option"
    s = scene("kanesh: 1 hatti, 1 rome", {"hatti": "provincial_empire"}, title=title)
    assert s.done  # the own area is not beside itself


@pytest.mark.rules("D-69")
def test_provincial_empire_may_be_declined() -> None:
    s = empire()
    s.answer("hatti", pick())
    assert s.done
    assert not events(s)


@pytest.mark.rules("mega.adv.provincial_empire.1")
def test_five_players_at_most() -> None:
    pieces = "sardes: 1 hatti; miletus: 1 rome, 1 egypt; troy: 1 minoa, 1 celt; ionia: 1 hellas, 1 iberia"
    s = scene(pieces, {"hatti": "provincial_empire"})
    s.answer("hatti", choose("provincial_empire"))
    six = [s.seat(civ) for civ in ("rome", "egypt", "minoa", "celt", "hellas", "iberia")]
    assert s.refused("hatti", pick(*six)).key == "wrong_number"
    s.answer("hatti", pick(*six[:5]))
    assert s.done  # nobody has a card


@pytest.mark.rules("mega.adv.provincial_empire.3", "mega.adv.public_works.8", "mega.10.7")
def test_holders_of_provincial_empire_or_public_works_are_safe() -> None:
    s = empire(rome="public_works", egypt="provincial_empire")
    for civ in ("rome", "egypt"):
        refusal = s.refused("hatti", pick(s.seat(civ)))
        assert (refusal.key, refusal.rule) == ("safe", "mega.adv.provincial_empire.3")
    s.answer("hatti", pick(s.seat("minoa"), s.seat("hellas")))


@BOTH
@pytest.mark.rules("mega.adv.provincial_empire.2", "D-70", "A-104", "A-63")
def test_each_gives_a_commodity_of_two_or_more(title: AntiquityTitle) -> None:
    s = empire(title)
    s.answer("hatti", pick(s.seat("rome"), s.seat("egypt"), s.seat("hellas")))
    assert s.who() == ["hellas", "rome"]  # Egypt has only face 1 and water: all learn that
    assert TributeGiven(s.seat("egypt"), s.seat("hatti"), owed=False) in events(s)
    decision = s.asked("rome")
    assert isinstance(decision, Choose)
    components = title.components
    iron, gold = (card(components.kind(key)) for key in ("iron", "gold"))
    assert decision.options == (iron, gold)
    assert decision.default == iron
    assert s.refused("rome", choose(card(components.kind("ochre")))).key == "not_an_option"
    s.answer("rome", choose(gold))
    assert s.realm("rome").hand[gold] == 2
    face = s.asked("rome")
    assert isinstance(face, Choose)
    assert (face.options, face.default) == (("down", "up"), "down")
    s.answer("rome", choose("down"))
    assert s.realm("rome").hand[gold] == 1
    assert s.realm("hatti").hand == {gold: 1}
    assert not s.realm("hatti").givers


@pytest.mark.rules("mega.adv.provincial_empire.4", "mega.hid.14", "D-70", "D-71")
def test_face_up_is_public_face_down_is_shown_or_not() -> None:
    s = empire()
    hatti, rome, minoa, hellas = (s.seat(civ) for civ in ("hatti", "rome", "minoa", "hellas"))
    s.answer("hatti", pick(rome, minoa, hellas))
    gold, wine, wool = (card(s.title.components.kind(key)) for key in ("gold", "wine", "wool"))
    s.answer("rome", choose(gold)).answer("rome", choose("up"))
    s.answer("minoa", choose(wine)).answer("minoa", choose("down"))
    s.answer("hellas", choose(wool)).answer("hellas", choose("down"))
    public = [told.event for told in s.game.log if told.to is None]
    assert public == [
        TributeAsked(hatti, tuple(sorted((rome, minoa, hellas)))),
        TributeGiven(rome, hatti, gold),
        TributeGiven(minoa, hatti),
        TributeGiven(hellas, hatti),
    ]
    private = [told for told in s.game.log if told.to is not None]
    assert [told.event for told in private] == [
        TributeSeen(minoa, hatti, wine),
        TributeSeen(hellas, hatti, wool),
    ]
    assert private[0].to == tuple(sorted((minoa, hatti)))
    decision = s.asked("hatti")
    assert isinstance(decision, Pick)
    assert (decision.options, decision.default) == ((minoa, hellas), ())
    s.answer("hatti", pick(hellas))
    assert s.game.log[-1].event == TributeShown(hellas, hatti, wool)
    assert s.game.log[-1].to is None
    assert s.game.state.tributes == []
    assert s.done


@pytest.mark.rules("mega.hid.14", "mega.hid.2")
def test_what_one_can_choose_from_is_not_told_by_being_asked() -> None:
    """Hellas has one fitting card and is asked all the same; others learn only that it is busy."""
    s = empire()
    learned = [s.game.learned]
    s.answer("hatti", pick(s.seat("hellas"), s.seat("rome")))
    learned.append(s.game.learned)
    assert learned == [False, True]  # that both have a card that fits: no undo
    for civ in ("hellas", "rome"):
        decision = s.asked(civ)
        assert decision is not None
        assert decision.secret
    before = [
        msgspec.json.encode(s.title.view(s.game.state, viewer)) for viewer in (s.seat("minoa"), SPECTATOR)
    ]
    wool = card(s.title.components.kind("wool"))
    s.answer("hellas", choose(wool))
    after = [
        msgspec.json.encode(s.title.view(s.game.state, viewer)) for viewer in (s.seat("minoa"), SPECTATOR)
    ]
    assert before == after


@pytest.mark.rules("mega.10.8", "A-136")
def test_abilities_reach_both_blocks() -> None:
    s = scene(
        "sardes: 1 hatti; miletus: 1 saba; troy: 2 persia",
        {"hatti": "provincial_empire monotheism"}, seats=18, hands={"saba": "gold"},
    )  # fmt: skip
    s.answer("hatti", choose("provincial_empire")).answer("hatti", pick(s.seat("saba")))
    gold = card(s.title.components.kind("gold"), s.realm("saba").block)
    s.answer("saba", choose(gold)).answer("saba", choose("up"))
    assert s.realm("hatti").hand == {gold: 1}
    use(s, "hatti", "monotheism", "troy")
    assert s.tokens("troy") == {"hatti": 2}


@pytest.mark.rules("mega.hid.14", "mega.hid.20")
@given(st.integers(0, 10**6), st.integers(0, 8))
def test_made_up_hands_fit_what_is_known_of_tributes(number: int, viewer: int) -> None:
    rng = Random(number)
    s = empire()
    s.game.state.stacks[1] = [
        card(s.title.components.kind(key)) for key in ("iron", "iron", "papyri", "treachery")
    ]
    s.answer("hatti", pick(*(s.seat(civ) for civ in ("rome", "minoa", "hellas"))))
    for _ in range(rng.randrange(7)):
        civ = rng.choice(s.who())
        decision = s.asked(civ)
        assert decision is not None
        s.answer(civ, msgspec.to_builtins(decision.sample(rng)))
        if s.done:
            return
    before = msgspec.json.encode(s.title.view(s.game.state, viewer))
    scramble(s.game, viewer, Chance(seed_of(number)))
    assert msgspec.json.encode(s.title.view(s.game.state, viewer)) == before
    while not s.done:
        civ = rng.choice(s.who())
        decision = s.asked(civ)
        assert decision is not None
        s.answer(civ, msgspec.to_builtins(decision.sample(rng)))


# -- all of them ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.10.2", "mega.10.3", "mega.piece.1", "mega.piece.2", "mega.card.9")
@given(st.integers(0, 10**6))
def test_random_turns_keep_all_pieces_and_come_to_an_end(number: int) -> None:
    rng = Random(number)
    every = " ".join(ability.key for ability in ABILITIES)
    s = scene(
        "sardes: 3 hatti; miletus: city rome, 1 rome; troy: 2 egypt, 2 barbarians; ionia: city pirates;"
        "lesbos: 2 minoa; kanesh: 5 barbarians; knossos: city minoa; hattusa: city hatti; phaestos: 3 rome",
        {"hatti": every, "rome": every, "minoa": "public_works " + every, "egypt": "theology"},
        treasury={"hatti": 9, "rome": 3}, hands=HANDS | {"hatti": "3 wine, 2 salt, gold"},
    )  # fmt: skip
    cards = _cards(s)
    for _ in range(200):
        if s.done:
            break
        civ = rng.choice(s.who())
        decision = s.asked(civ)
        assert decision is not None
        assert decision.check(decision.fallback()) is None
        s.answer(civ, msgspec.to_builtins(decision.sample(rng)))
        for realm in s.game.realms:
            assert realm.stock >= 0
            assert realm.treasury >= 0
            assert realm.stock + realm.treasury + sum(realm.tokens.values()) == 55
            assert len(realm.cities) <= 9
        assert _cards(s) == cards
    assert s.done


def _cards(s: Scene) -> int:
    """All but water."""
    held = sum(n for realm in s.game.realms for item, n in realm.hand.items() if item >> 1)
    return held + sum(map(len, s.game.state.discards))


def test_refusals_are_refusals() -> None:
    s = scene("sardes: 1 hatti; miletus: 1 rome", {"hatti": "fundamentalism"})
    s.answer("hatti", choose("fundamentalism"))
    for nonsense in (-1, 10**6, "treasury", "miletus"):
        assert isinstance(s.refused("hatti", choose(nonsense)), Refusal)
