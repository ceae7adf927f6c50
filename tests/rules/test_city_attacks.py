"""4b. City attacks: when they succeed, their order, what they cost and yield; and all of it again in phase 11."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from ecumene.antiquity.aftermath import STEPS as PHASE_11
from ecumene.antiquity.aftermath import conflict_again, surplus_and_support
from ecumene.antiquity.assault import AttackDelayed, attacks, city_attacks
from ecumene.antiquity.cities import remove_surplus
from ecumene.antiquity.conflict import TokensFought, token_conflicts
from ecumene.antiquity.siege import AttackersLost, AttackFailed, CardSeized, CardSeizedFace, CityTaken
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.title import AntiquityTitle
from ecumene.antiquity.turn import TURN
from ecumene.kernel import REFEREE, Chance, Choose
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from ecumene.titles.western_empires import WESTERN_EMPIRES
from tests.rules.test_token_conflicts import told_by_the_rule

BY_LIMIT = {1: "phrygia", 2: "phaestos", 3: "knossos", 4: "moesia"}


def scene(pieces: str, advances: dict[str, str] | None = None, **more: object) -> Scene:
    return Scene(MEGA_CIVILIZATION, 9, pieces, advances=advances, **more)  # type: ignore[arg-type]


def attacked(limit: int, attackers: int, minoa: str = "", celt: str = "", **more: object) -> dict[str, int]:
    """Minoa attacks a city of Celt in an area of a limit: who has what there afterwards; the city as "city"."""
    area = BY_LIMIT[limit]
    s = scene(f"{area}: {attackers} minoa, city celt", {"minoa": minoa, "celt": celt}, **more)
    s.run(city_attacks).defaults()
    return s.tokens(area) | ({"city": 1} if s.city(area) else {})


def taken(s: Scene) -> list[int]:
    return [told.event.area for told in s.game.log if isinstance(told.event, CityTaken)]


# -- the worked examples -------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.4b.t1", "mega.4b.success.1", "mega.4b.1", "mega.4b.2", "A-48", "mega.3.conflict.10")
def test_seven_against_six() -> None:
    assert attacked(1, 7) == {"minoa": 2}
    assert attacked(2, 7) == {"minoa": 2}
    assert attacked(3, 7) == {"minoa": 2, "celt": 1}
    assert attacked(4, 7) == {"minoa": 3, "celt": 1}
    assert attacked(4, 6) == {"city": 1}


@pytest.mark.rules("mega.4b.t2", "mega.4a.11")
def test_the_defender_holds_metalworking() -> None:
    assert attacked(2, 7, celt="metalworking") == {"minoa": 1, "celt": 1}
    assert attacked(1, 7, celt="metalworking") == {"minoa": 1}
    assert attacked(4, 7, celt="metalworking") == {"minoa": 2, "celt": 2}


@pytest.mark.rules("mega.4b.t3", "mega.4b.1")
def test_the_defender_is_short_of_stock() -> None:
    assert attacked(2, 7, stock={"celt": 3}) == {"minoa": 5}
    assert attacked(2, 7, stock={"celt": 0}) == {"minoa": 7}


@pytest.mark.rules(
    "mega.4b.t4", "mega.4b.success.2", "mega.4b.success.3", "mega.4b.success.4", "mega.adv.engineering.1",
    "mega.adv.engineering.2", "mega.adv.engineering.3",
)  # fmt: skip
def test_engineering() -> None:
    assert attacked(2, 6, minoa="engineering") == {"minoa": 2}
    assert attacked(2, 5, minoa="engineering") == {"city": 1}
    assert attacked(2, 7, celt="engineering") == {"city": 1}
    assert attacked(4, 8, celt="engineering") == {"minoa": 3, "celt": 1}
    both = {"minoa": "engineering", "celt": "engineering"}
    assert attacked(2, 6, **both) == {"city": 1}
    assert attacked(3, 7, **both) == {"minoa": 2, "celt": 1}


# -- failing ---------------------------------------------------------------------------------------------------------


@pytest.mark.rules(
    "mega.4b.fail.1", "mega.4b.fail.2", "mega.adv.naval_warfare.6", "A-45", "mega.4b.success.5"
)
def test_failed_attackers_and_their_naval_warfare_ships_are_destroyed_at_once() -> None:
    pieces = "knossos: 6 minoa, 2 ships minoa, city celt; rhodes: 5 assyria, 1 ship assyria, city celt"
    s = scene(pieces, {"minoa": "naval_warfare"}).run(city_attacks).choose("celt", "knossos")
    assert s.done
    assert s.tokens("knossos") == s.tokens("rhodes") == {}
    assert s.realm("minoa").ships == {}
    assert s.realm("assyria").ships == {s.area("rhodes"): 1}
    assert (s.city("knossos"), s.city("rhodes")) == ("celt", "celt")
    lost = [told.event for told in s.game.log if isinstance(told.event, AttackersLost)]
    assert [(event.tokens, event.ships) for event in lost] == [(6, 2), (5, 0)]


@pytest.mark.rules("mega.4b.fail.1", "mega.4b.fail.2", "mega.5b.5", "A-45")
def test_west_failed_attackers_stay_until_the_surplus_step() -> None:
    pieces = "knossos: 6 minoa, 2 ships minoa, city celt"
    s = Scene(WESTERN_EMPIRES, 9, pieces, advances={"minoa": "naval_warfare"}).run(city_attacks)
    assert s.tokens("knossos") == {"minoa": 6}
    assert s.game.ships_left(s.seat("minoa")) == 2
    assert any(isinstance(told.event, AttackFailed) for told in s.game.log)
    s.run(remove_surplus)
    assert s.tokens("knossos") == {}
    assert s.realm("minoa").ships == {}
    assert s.city("knossos") == "celt"
    assert s.game.state.failed == {}


@pytest.mark.rules("mega.4b.fail.3", "mega.adv.advanced_military.6")
def test_neighbours_cannot_pay_for_a_failed_attack() -> None:
    s = scene("phrygia: 6 minoa, city celt; hattusa: 9 minoa", {"minoa": "advanced_military"}).run(
        city_attacks
    )
    assert s.done
    assert s.tokens("phrygia") == {}
    assert s.tokens("hattusa") == {"minoa": 9}


@pytest.mark.rules("A-51", "mega.4.6", "mega.adv.engineering.1")
def test_barbarians_attack_too_and_gain_nothing() -> None:
    s = scene(
        "phrygia: 7 barbarians, city celt; phaestos: 7 barbarians, city rome; hattusa: 6 barbarians, city celt",
        {"rome": "engineering"},
        hands={"celt": "3 salt"},
    ).run(city_attacks)
    s.choose("celt", "hattusa")
    assert s.done
    assert s.city("phrygia") is None
    assert s.tokens("phrygia") == {"barbarians": 2}
    assert (s.city("phaestos"), s.city("hattusa")) == ("rome", "celt")
    assert s.tokens("phaestos") == s.tokens("hattusa") == {}
    assert s.game.hand_size(s.seat("celt")) == 3


@pytest.mark.rules("A-52", "mega.5b.6")
def test_surplus_barbarians_go_in_5b() -> None:
    s = scene("phrygia: 4 barbarians; phaestos: 2 barbarians").run(remove_surplus)
    assert s.tokens("phrygia") == {"barbarians": 1}
    assert s.tokens("phaestos") == {"barbarians": 2}


# -- gains -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.4b.3", "mega.4b.4", "mega.hid.13", "D-21")
def test_the_attacker_may_draw_a_card_that_only_the_two_know() -> None:
    s = scene("phaestos: 7 minoa, city celt", hands={"celt": "2 salt, wine"}).run(city_attacks)
    decision = s.asked("minoa")
    assert decision is not None
    assert (decision.kind, decision.fallback().option) == ("draw_card", "draw")
    assert decision.about == {"seat": s.seat("celt"), "cards": 3}
    s.choose("minoa", "draw")
    assert s.game.hand_size(s.seat("minoa")) == 1
    assert s.game.hand_size(s.seat("celt")) == 2
    (item,) = s.realm("minoa").hand
    told = {type(entry.event): entry for entry in s.game.log}
    face = told[CardSeizedFace]
    assert isinstance(face.event, CardSeizedFace)
    assert face.event.card == item
    assert face.seen_by(s.seat("minoa"))
    assert face.seen_by(s.seat("celt"))
    assert face.seen_by(REFEREE)
    assert not face.seen_by(s.seat("rome"))
    assert told[CardSeized].seen_by(s.seat("rome"))
    assert not hasattr(told[CardSeized].event, "card")


@pytest.mark.rules("mega.4b.3", "mega.hid.13")
def test_any_card_of_the_hand_may_be_drawn_each_as_likely_as_the_others() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(200):
        s = scene("phaestos: 7 minoa, city celt", hands={"celt": "2 salt, wine, gold"}).run(city_attacks)
        s.game.chance = Chance(f"{seed:064x}")
        s.choose("minoa", "draw")
        (item,) = s.realm("minoa").hand
        drawn[s.title.components.kinds[item >> 1].key] += 1
    assert drawn.keys() == {"salt", "wine", "gold"}
    assert 80 < drawn["salt"] < 120
    assert 35 < drawn["wine"] < 65


@pytest.mark.rules("mega.4b.3", "D-21")
def test_the_card_may_be_left_and_an_empty_hand_gives_none() -> None:
    s = (
        scene("phaestos: 7 minoa, city celt", hands={"celt": "salt"})
        .run(city_attacks)
        .choose("minoa", "none")
    )
    assert s.game.hand_size(s.seat("celt")) == 1
    empty = scene("phaestos: 7 minoa, city celt").run(city_attacks)
    decision = empty.asked("minoa")
    assert decision is not None
    assert decision.kind == "plunder"


@pytest.mark.rules("A-50")
def test_a_calamity_may_be_drawn_and_counts_as_not_traded() -> None:
    s = (
        scene("phaestos: 7 minoa, city celt", hands={"celt": "civil_war"})
        .run(city_attacks)
        .choose("minoa", "draw")
    )
    assert list(s.realm("minoa").hand.values()) == [1]
    assert s.realm("minoa").givers == {}


@pytest.mark.rules("mega.4b.5", "D-22")
def test_up_to_three_tokens_go_from_stock_to_treasury() -> None:
    s = scene("phaestos: 7 minoa, city celt", treasury={"celt": 5}).run(city_attacks)
    decision = s.asked("minoa")
    assert decision is not None
    assert (decision.kind, s.options("minoa")) == ("plunder", (0, 1, 2, 3))
    assert decision.fallback().option == 3
    s.choose("minoa", 2)
    assert s.realm("minoa").treasury == 2
    assert s.realm("celt").treasury == 5
    assert s.done
    poor = scene("phaestos: 7 minoa, city celt; troy: 40 minoa; thera: 8 minoa").run(city_attacks)
    assert poor.options("minoa") == (0, 1, 2, 3)  # 5 lost in the fight are in stock already


@pytest.mark.rules("mega.4b.6", "A-49")
def test_the_gains_are_due_even_if_the_attacker_dies_out() -> None:
    s = scene(
        "phrygia: 7 minoa, city celt; hattusa: 7 celt; troy: 48 minoa",
        {"celt": "advanced_military"},
        hands={"celt": "salt"},
    ).run(city_attacks)
    while "celt" in s.who():
        s.choose("celt", "hattusa")
    assert s.tokens("phrygia") == {"celt": 6}
    s.choose("minoa", "draw")
    assert s.options("minoa") == (0, 1, 2, 3)  # the stock holds the tokens just lost


@pytest.mark.rules("mega.4b.8", "D-20", "mega.4b.order.2", "A-46", "mega.adv.engineering.2")
def test_pirate_cities_come_first_in_ranking_order_of_the_attackers() -> None:
    s = scene(
        "phaestos: 7 assyria, city pirates; knossos: 7 assyria, city pirates; phrygia: 8 celt, city minoa; "
        "moesia: 6 minoa, city pirates; athens: 6 celt, city pirates",
        {"minoa": "engineering"},
        hands={"minoa": "salt"},
    ).run(city_attacks)
    s.choose("minoa", 3)  # no card, treasury only
    assert s.tokens("moesia") == {"minoa": 3, "barbarians": 1}  # 6 against 5
    asked = s.asked("assyria")
    assert asked is not None
    assert (asked.kind, asked.rule) == ("pirate_attack_order", "mega.4b.order.2")
    assert s.options("assyria") == tuple(sorted([s.area("phaestos"), s.area("knossos")]))
    s.choose("assyria", "knossos").choose("assyria", 0)
    s.choose("assyria", 0)  # the other follows by itself
    assert s.city("athens") == "barbarians"
    assert s.tokens("athens") == {}
    s.choose("celt", "draw").choose("celt", 0)
    assert s.done
    assert taken(s) == [s.area(name) for name in ("moesia", "knossos", "phaestos", "phrygia")]


@pytest.mark.rules(
    "mega.4b.1", "mega.4b.2", "mega.4b.success.1", "mega.4b.success.2", "mega.4b.success.3", "mega.4b.success.4",
    "mega.4b.fail.1", "mega.4b.8", "mega.4b.5", "A-45", "A-49",
)  # fmt: skip
@pytest.mark.parametrize("title", [MEGA_CIVILIZATION, WESTERN_EMPIRES], ids=["mega", "west"])
def test_every_city_attack_goes_by_the_rule(title: AntiquityTitle) -> None:
    """Attackers of any number, advances on either side, any limit and stock, against the rule's words as a table."""
    needed = {(False, False): (7, 6), (True, True): (7, 6), (False, True): (8, 7), (True, False): (6, 5)}
    cases = list(product(range(5, 10), range(1, 5), (0, 2, 5, 6, 7, 30), ("celt", "pirates"), range(16)))
    for number, limit, stock, owner, flags in Random(4).sample(cases, 250):
        held = [name for bit, name in enumerate(("engineering", "metalworking")) if flags >> bit & 1]
        theirs = [name for bit, name in enumerate(("engineering", "metalworking"), 2) if flags >> bit & 1]
        if owner == "pirates":
            theirs = []
        area = BY_LIMIT[limit]
        s = Scene(
            title, 9, f"{area}: {number} minoa, city {owner}",
            advances={"minoa": " ".join(held), "celt": " ".join(theirs)}, stock={"celt": stock},
        ).run(city_attacks).defaults()  # fmt: skip
        enough, tokens = needed["engineering" in held, "engineering" in theirs]
        if number < enough:
            assert s.city(area) == ("celt" if owner == "celt" else "barbarians")
            assert s.tokens(area) == ({"minoa": number} if title is WESTERN_EMPIRES else {})
            assert s.realm("minoa").treasury == 0
            continue
        start = {0: number, 1: min(tokens, stock) if owner == "celt" else tokens}
        metal = {side for side, names in enumerate((held, theirs)) if "metalworking" in names}
        left = told_by_the_rule({side: n for side, n in start.items() if n}, metal, limit)
        sides = {0: "minoa", 1: "celt" if owner == "celt" else "barbarians"}
        assert s.tokens(area) == {sides[side]: n for side, n in left.items()}
        assert s.city(area) is None
        assert s.realm("minoa").treasury == 3
        assert s.realm("minoa").stock == 55 - 3 - left.get(0, 0)


# -- order -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.4b.order.1", "mega.4b.order.3", "mega.4b.order.5", "mega.4b.7", "D-18")
def test_defenders_in_ranking_order_each_choosing_the_order_of_his() -> None:
    s = scene(
        "phaestos: 7 rome, city celt; knossos: 7 egypt, city assyria; moesia: 7 rome, city assyria",
    ).run(city_attacks)
    assert s.who() == ["assyria"]
    asked = s.asked("assyria")
    assert asked is not None
    assert (asked.kind, asked.rule) == ("defence_order", "mega.4b.order.3")
    assert asked.fallback().option == min(s.area("knossos"), s.area("moesia"))
    s.choose("assyria", "moesia")
    assert s.who() == ["rome"]  # each attack is finished, gains included, before the next
    s.choose("rome", 0)
    assert s.who() == ["egypt"]
    s.choose("egypt", 0)
    s.choose("rome", 0)
    assert s.done
    assert taken(s) == [s.area(name) for name in ("moesia", "knossos", "phaestos")]


@pytest.mark.rules("mega.4b.order.2", "mega.4b.order.3", "A-46", "mega.ast.5")
def test_the_order_is_that_of_the_civilizations_not_of_the_seats() -> None:
    # With twelve players Saba (no. 2) sits after Hatti (no. 9).
    s = Scene(
        MEGA_CIVILIZATION, 12,
        "phaestos: 7 hatti, city pirates; knossos: 7 saba, city pirates; "
        "athens: 7 rome, city hatti; tanis: 7 rome, city saba",
    ).run(city_attacks).defaults()  # fmt: skip
    assert taken(s) == [s.area(name) for name in ("knossos", "phaestos", "tanis", "athens")]


@pytest.mark.rules("D-18", "D-20", "A-44", "A-47")
def test_an_attack_whose_tokens_are_lost_elsewhere_is_nobodys_choice() -> None:
    # Minoa's first attack costs it the tokens of the second.
    pieces = "phrygia: 7 minoa, city {0}; hattusa: 1 minoa, city {0}; moesia: 7 minoa, city {0}"
    for owner, kind in (("celt", "defence_order"), ("pirates", "pirate_attack_order")):
        s = scene(pieces.format(owner), {"minoa": "advanced_military"}).run(city_attacks)
        chooser = "celt" if owner == "celt" else "minoa"
        asked = s.asked(chooser)
        assert asked is not None
        assert asked.kind == kind
        assert len(s.options(chooser)) == 3
        s.choose(chooser, "phrygia").choose("minoa", "hattusa")
        while not isinstance(s.asked("minoa"), Choose) or s.asked("minoa").kind != "plunder":  # type: ignore[union-attr]
            s.choose("minoa", "phrygia")
        s.choose("minoa", 0)
        # Moesia alone is left: it comes without asking for an order.
        asked = s.asked("minoa")
        assert asked is not None
        assert asked.kind == "plunder"
        assert taken(s) == [s.area("phrygia"), s.area("moesia")]
        s.choose("minoa", 0)
        assert s.done


@pytest.mark.rules("A-47", "mega.4b.order.4")
def test_who_waits_for_an_attack_that_is_over_waits_no_longer() -> None:
    s = scene(
        "moesia: 7 celt, city minoa; phrygia: 7 egypt, city minoa; hattusa: 1 minoa, city rome",
        {"minoa": "advanced_military"}, stock={"minoa": 2},
    ).run(city_attacks)  # fmt: skip
    s.choose("minoa", "moesia").choose("minoa", "wait")
    s.choose("minoa", "hattusa")  # a loss of the fight in Phrygia, and the end of the attack on Rome
    s.defaults()
    assert s.tokens("hattusa") == {}
    assert taken(s) == [s.area("phrygia"), s.area("moesia")]


@pytest.mark.rules("mega.4.5", "mega.3.conflict.7", "mega.11.order.1")
def test_all_token_conflicts_come_before_all_city_attacks() -> None:
    names = [name for name, _ in TURN]
    assert names.index("3") + 1 == names.index("4a") == names.index("4b") - 1
    assert names.index("4b") < names.index("5a")
    assert dict(PHASE_11)["11"] is dict(TURN)["11"]


@pytest.mark.rules("mega.4b.order.4", "D-19", "A-47")
def test_a_defender_short_of_stock_may_let_his_own_attack_come_first() -> None:
    pieces = "phrygia: 7 celt, city minoa; hattusa: 7 minoa, city celt"
    s = scene(pieces, stock={"minoa": 2}).run(city_attacks)
    asked = s.asked("minoa")
    assert asked is not None
    assert (asked.kind, s.options("minoa"), asked.fallback().option) == (
        "await_stock",
        ("none", "wait"),
        "none",
    )
    assert asked.about == {"area": s.area("phrygia"), "tokens": 6, "stock": 2}
    assert asked.rule == "mega.4b.order.4"
    s.choose("minoa", "wait")
    assert s.game.log[0].event == AttackDelayed(s.area("phrygia"), s.seat("minoa"))
    s.choose("minoa", 0)  # plunder of Hattusa: the stock has grown by the losses there
    s.choose("celt", 0)
    assert s.done
    assert taken(s) == [s.area("hattusa"), s.area("phrygia")]
    assert s.tokens("phrygia") == {"celt": 2}  # 7 against 6, not 2
    declined = scene(pieces, stock={"minoa": 2}).run(city_attacks).choose("minoa", "none")
    assert taken(declined) == [declined.area("phrygia")]
    assert declined.tokens("phrygia") == {
        "celt": 6
    }  # 7 against 2, limit 1: 2 fall, the limit... the last keeps all


@pytest.mark.rules("A-47", "mega.4b.order.4")
def test_only_who_is_short_attacks_elsewhere_and_can_lose_the_city_is_asked() -> None:
    assert scene("phrygia: 7 celt, city minoa; hattusa: 7 minoa, city celt").run(city_attacks).who() == [
        "celt"
    ]
    enough = scene("phrygia: 7 celt, city minoa; hattusa: 7 minoa, city celt", stock={"minoa": 6})
    assert enough.run(city_attacks).who() == ["celt"]
    no_attack = scene("phrygia: 7 celt, city minoa", stock={"minoa": 2}).run(city_attacks)
    assert no_attack.who() == ["celt"]
    failing = scene("phrygia: 6 celt, city minoa; hattusa: 7 minoa, city rome", stock={"minoa": 2}).run(
        city_attacks
    )
    asked = failing.asked("minoa")
    assert asked is not None
    assert asked.kind == "plunder"


@pytest.mark.rules("A-47")
def test_a_wait_for_what_waits_itself_is_refused() -> None:
    s = scene("phrygia: 7 celt, city minoa; hattusa: 7 minoa, city celt", stock={"minoa": 2, "celt": 2})
    s.run(city_attacks).choose("minoa", "wait")
    # Now Celt's city is attacked by the one who waits for just this: no second wait.
    assert s.who() == ["minoa"]
    s.choose("minoa", 0).choose("celt", 0)
    assert s.done
    assert taken(s) == [s.area("hattusa"), s.area("phrygia")]
    third = scene(
        "phrygia: 7 celt, city minoa; hattusa: 7 minoa, city celt; moesia: 7 celt, city rome",
        stock={"minoa": 2, "celt": 2},
    )
    third.run(city_attacks).choose("minoa", "wait")
    asked = third.asked("celt")
    assert asked is not None
    assert asked.kind == "await_stock"  # Celt attacks Rome as well, which waits for nothing
    third.choose("celt", "wait").choose("celt", 0)
    third.defaults()
    assert taken(third) == [third.area(name) for name in ("moesia", "hattusa", "phrygia")]


@pytest.mark.rules("A-47", "mega.4b.order.4", "mega.4b.7")
def test_a_wait_for_a_wait_that_will_end_is_allowed() -> None:
    # Celt's attack waits until Minoa has taken Egypt's city; Celt's own city waits for that.
    s = scene(
        "phrygia: 7 celt, city minoa; hattusa: 7 rome, city celt; moesia: 7 minoa, city egypt",
        stock={"minoa": 2, "celt": 2},
    ).run(city_attacks)
    s.choose("minoa", "wait").choose("celt", "wait").defaults()
    assert taken(s) == [s.area(name) for name in ("moesia", "phrygia", "hattusa")]


@pytest.mark.rules("mega.4b.order.4")
def test_once_in_phase_4_and_west_once_a_turn() -> None:
    pieces = "phrygia: 7 celt, city minoa; hattusa: 7 minoa, city celt; phaestos: 7 rome, city minoa"
    s = scene(pieces, stock={"minoa": 2}).run(city_attacks).choose("minoa", "phrygia").choose("minoa", "wait")
    assert s.who() == ["rome"]  # no second wait
    for title, asked_again in ((MEGA_CIVILIZATION, True), (WESTERN_EMPIRES, False)):
        s = Scene(title, 9, "phrygia: 7 celt, city minoa; hattusa: 7 minoa, city celt", stock={"minoa": 2})
        s.game.state.delayed.append(s.seat("minoa"))  # he has waited in phase 4
        s.run(conflict_again)
        assert (s.who() == ["minoa"]) is asked_again
        s.game.state.delayed.append(s.seat("minoa"))
        assert s.run(city_attacks).who() == ["minoa"]  # the next turn


@pytest.mark.rules("mega.adv.naval_warfare.5", "D-17")
def test_ships_do_not_help_to_seven_but_may_be_losses_of_a_success() -> None:
    six = scene("phrygia: 6 minoa, 3 ships minoa, city celt", {"minoa": "naval_warfare"}).run(city_attacks)
    assert six.city("phrygia") == "celt"
    s = scene("phrygia: 7 minoa, 1 ship minoa, city celt", {"minoa": "naval_warfare"}).run(city_attacks)
    s.choose("minoa", "ship").defaults()
    assert s.tokens("phrygia") == {"minoa": 3}
    assert s.realm("minoa").ships == {}


@pytest.mark.rules("mega.4b.success.1", "A-44")
def test_what_counts_is_who_is_there_when_the_attack_is_resolved() -> None:
    # Losses of an earlier attack are taken from the attackers of the next one: it fails (ruling E-27).
    s = scene("phrygia: 7 minoa, city celt; hattusa: 7 minoa, city rome", {"minoa": "advanced_military"})
    s.run(city_attacks)
    s.choose("minoa", "hattusa").defaults()
    assert s.city("phrygia") is None
    assert s.city("hattusa") == "rome"
    assert "minoa" not in s.tokens("hattusa")


# -- phase 11 --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.11.1", "mega.11.2", "mega.11.3", "A-107")
def test_phase_11_is_phase_4_again_then_surplus_then_support() -> None:
    s = scene(
        "phrygia: 3 minoa, 1 assyria; hattusa: 7 rome, city celt; "
        "knossos: city egypt; rhodes: city egypt; tanis: 2 egypt",
        {"minoa": "metalworking"},
        hands={"celt": "salt"},
    ).run(surplus_and_support)  # fmt: skip
    s.choose("rome", "draw").choose("rome", 3)
    assert s.tokens("hattusa") == {"rome": 2}
    assert s.tokens("phrygia") == {"minoa": 1}
    asked = s.asked("egypt")
    assert asked is not None
    assert asked.kind == "reduce_for_support"
    s.choose("egypt", "knossos")
    assert s.done
    assert s.tokens("knossos") == {"egypt": 3}
    assert s.city("rhodes") == "egypt"


@pytest.mark.rules("A-107", "mega.4b.fail.1")
def test_west_failed_attackers_of_phase_11_go_in_its_own_surplus_step() -> None:
    s = Scene(WESTERN_EMPIRES, 9, "hattusa: 6 rome, city celt; knossos: 2 celt").run(surplus_and_support)
    assert s.done
    kinds = [type(told.event).__name__ for told in s.game.log]
    assert kinds == ["AttackFailed", "AttackersLost"]
    assert s.tokens("hattusa") == {}


def test_a_quiet_phase_11_asks_nobody_and_says_nothing() -> None:
    s = scene("knossos: city celt, 1 ship rome; rhodes: 2 celt").run(surplus_and_support)
    assert s.done
    assert not s.game.log
    assert attacks(s.game) == []


@pytest.mark.rules("mega.3.conflict.9")
def test_players_cannot_attack_together() -> None:
    s = scene("moesia: 4 minoa, 4 assyria, city celt").run(token_conflicts)
    assert [type(told.event) for told in s.game.log] == [TokensFought]
    s.run(city_attacks)
    assert s.city("moesia") == "celt"
