"""1. Taxes and tax revolts."""

from __future__ import annotations

import pytest

from ecumene.antiquity.tax import CityRevolted, TaxCollected, collect_taxes, rates, tax_revolts
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.title import AntiquityTitle
from ecumene.kernel import Refusal
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from ecumene.titles.western_empires import WESTERN_EMPIRES

BOTH = pytest.mark.parametrize("title", [MEGA_CIVILIZATION, WESTERN_EMPIRES], ids=["mega", "west"])
FIVE = "hattusa: city hatti; kanesh: city hatti; miletus: city hatti; sardes: city hatti; troy: city hatti"


def scene(
    pieces: str = FIVE, stock: dict[str, int] | None = None, advances: dict[str, str] | None = None
) -> Scene:
    """`stock` is what is left in stock; the rest lies as tokens far away, so that the treasury is empty."""
    s = Scene(WESTERN_EMPIRES, 9, pieces, advances=advances)
    for civ, number in (stock or {}).items():
        s.game.place(s.seat(civ), s.area("alani"), s.realm(civ).stock - number)
    return s


def choose(rate: int) -> dict[str, object]:
    return {"shape": "choose", "option": rate}


# -- 1a ------------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules("mega.1a.ex1", "mega.1a.1", "mega.1a.2", "mega.1a.3", "mega.1a.4", "mega.piece.6")
def test_five_cities_at_rate_2_give_10_tokens_and_nobody_is_asked(title: AntiquityTitle) -> None:
    s = Scene(title, 9, FIVE).run(collect_taxes)
    assert s.done
    assert (s.realm("hatti").treasury, s.realm("hatti").stock) == (10, 45)
    assert s.game.log[0].event == TaxCollected(s.seat("hatti"), 2, 10, 0)
    assert s.realm("minoa").treasury == 0


@pytest.mark.rules(
    "mega.1a.5", "mega.adv.coinage.1", "mega.adv.coinage.3", "mega.adv.monarchy.1", "mega.adv.monarchy.2"
)
def test_coinage_and_monarchy_add_up() -> None:
    held = {"hatti": "coinage", "minoa": "monarchy", "rome": "coinage monarchy"}
    s = scene(advances=held)
    assert rates(s.game, s.seat("egypt")) == (2,)
    assert rates(s.game, s.seat("hatti")) == (1, 2, 3)
    assert rates(s.game, s.seat("minoa")) == (2, 3)
    assert rates(s.game, s.seat("rome")) == (1, 2, 3, 4)


@pytest.mark.rules("D-04", "mega.adv.coinage.2", "mega.1a.4", "A-16", "mega.1a.order.1", "mega.hid.19")
def test_one_rate_for_all_cities_chosen_openly_by_all_at_once() -> None:
    pieces = f"{FIVE}; rome: city rome; knossos: city minoa"
    s = scene(pieces, advances={"hatti": "coinage", "rome": "monarchy"}).run(collect_taxes)
    assert s.who() == ["hatti", "rome"]
    assert s.realm("minoa").treasury == 2  # those who cannot choose have paid already
    decision = s.asked("rome")
    assert decision is not None
    assert not decision.secret
    assert decision.fallback().option == 2
    assert s.asked("hatti").fallback().option == 2  # type: ignore[union-attr]
    step = s._step
    assert step is not None
    assert step.can_wait(s.seat("rome"))  # for Hatti, who is before him
    assert not step.can_wait(s.seat("hatti"))
    s.answer("rome", choose(3))
    assert s.realm("rome").treasury == 3
    assert s.refused("hatti", choose(4)).rule == "mega.1a.5"
    s.answer("hatti", choose(1))
    assert s.done
    assert s.realm("hatti").treasury == 5


@pytest.mark.rules(
    "mega.1a.6", "mega.adv.coinage.4", "mega.adv.monarchy.3", "mega.1a.8", "mega.1b.2", "mega.1b.t1"
)
@pytest.mark.parametrize(
    "cities, stock, rate, revolts",
    [(5, 7, 3, 3), (4, 10, 4, 2), (5, 0, 3, 5), (5, 9, 2, 1), (5, 10, 2, 0), (5, 5, 1, 0)],
)
def test_a_rate_that_cannot_be_paid_may_be_chosen(cities: int, stock: int, rate: int, revolts: int) -> None:
    pieces = ";".join(FIVE.split(";")[:cities])
    s = scene(pieces, {"hatti": stock}, {"hatti": "coinage monarchy"}).run(collect_taxes)
    s.answer("hatti", choose(rate))
    assert s.realm("hatti").treasury == min(stock, rate * cities)
    assert s.game.state.revolts[s.seat("hatti")] == revolts


# -- 1b ------------------------------------------------------------------------------------------------------------


def revolt(s: Scene) -> Scene:
    """1a with default rates, then 1b."""
    return s.run(collect_taxes).defaults().run(tax_revolts)


@pytest.mark.rules("mega.1a.7", "mega.order.7")
def test_without_revolts_nothing_happens() -> None:
    s = revolt(scene())
    assert s.done
    assert len(s.realm("hatti").cities) == 5


@BOTH
@pytest.mark.rules(
    "mega.1b.ex1", "mega.1b.1", "mega.1b.3", "mega.1b.9", "mega.1b.10", "mega.benef.1", "D-05", "A-18"
)
def test_the_one_with_most_cities_in_stock_annexes_cities_of_his_choice(title: AntiquityTitle) -> None:
    s = Scene(title, 9, FIVE + "; knossos: 3 minoa; rome: city rome")
    s.game.place(s.seat("hatti"), s.area("alani"), 48)
    for civ in ["minoa", "assyria", "celt", "carthage", "rome", "iberia", "hellas"]:
        if civ != "rome":
            s.game.place(s.seat(civ), s.area("moesia"), 2)
    s.run(collect_taxes).run(tax_revolts)
    # Everybody has nine cities in stock but Rome; Egypt has most tokens in stock.
    assert s.who() == ["egypt"]
    two = [s.area("kanesh"), s.area("troy")]
    assert s.refused("egypt", {"shape": "pick", "options": two[:1]}).rule == "mega.1b.3"
    assert s.refused("egypt", {"shape": "pick", "options": []}).rule == "mega.1b.3"
    assert s.asked("egypt").count() == 10  # type: ignore[union-attr]  # any two of five
    stock = s.realm("egypt").stock
    s.answer("egypt", {"shape": "pick", "options": two})
    assert s.done
    assert s.city("kanesh") == s.city("troy") == "egypt"
    assert len(s.realm("hatti").cities) == 3
    assert (s.realm("egypt").stock, s.realm("egypt").treasury) == (stock, 0)  # no tax for these
    assert s.realm("hatti").treasury == 7
    assert s.game.population(s.seat("egypt")) == 0  # and no support check


def with_cities_left(s: Scene, left: dict[str, int]) -> Scene:
    """Everybody else has no city in stock; these have as many."""
    free = iter(
        area for area in s.game.board.areas if s.game.city_owner(area) is None and s.game.board.limit[area]
    )
    for civ in ["minoa", "assyria", "celt", "carthage", "hatti", "rome", "iberia", "hellas", "egypt"]:
        if civ != "hatti":
            for _ in range(s.game.cities_left(s.seat(civ)) - left.get(civ, 0)):
                s.game.found_city(s.seat(civ), next(free))
    return s


@pytest.mark.rules("mega.1b.t2", "mega.1b.6", "mega.1b.8", "A-17", "A-19", "D-06", "mega.benef.4")
def test_three_cities_two_beneficiaries_with_one_city_each() -> None:
    s = with_cities_left(scene(stock={"hatti": 4}), {"rome": 1, "minoa": 1})
    s.game.place(s.seat("minoa"), s.area("alani"), 5)
    s.game.state.revolts = [0] * 9
    s.game.state.revolts[s.seat("hatti")] = 3
    s.run(tax_revolts)
    assert s.who() == ["rome"]  # equal in cities, more tokens in stock
    s.answer("rome", {"shape": "pick", "options": [s.area("hattusa")]})
    assert s.who() == ["minoa"]
    s.answer("minoa", {"shape": "pick", "options": [s.area("kanesh")]})
    assert s.who() == ["hatti"]
    assert s.asked("hatti").kind == "revolt_lost"  # type: ignore[union-attr]
    refused = s.refused("hatti", {"shape": "pick", "options": [s.area("hattusa")]})
    assert refused.rule == "mega.1b.8"  # it is Rome's now
    s.answer("hatti", {"shape": "pick", "options": [s.area("troy")]})
    assert s.done
    assert [told.event for told in s.game.log] == [
        CityRevolted(s.seat("hatti"), s.area("hattusa"), s.seat("rome")),
        CityRevolted(s.seat("hatti"), s.area("kanesh"), s.seat("minoa")),
        CityRevolted(s.seat("hatti"), s.area("troy"), -1),
    ]
    assert [s.city(area) for area in ("hattusa", "kanesh", "troy", "sardes")] == [
        "rome",
        "minoa",
        None,
        "hatti",
    ]


@pytest.mark.rules("D-06", "mega.1b.11", "mega.adv.public_works.3")
def test_who_loses_cities_to_nobody_keeps_by_default_the_one_with_a_token() -> None:
    s = with_cities_left(scene(f"{FIVE}; hattusa: 1 hatti", advances={"hatti": "public_works"}), {})
    s.game.state.revolts = [0] * 9
    s.game.state.revolts[s.seat("hatti")] = 4
    s.run(tax_revolts).defaults()
    assert s.city("hattusa") == "hatti"
    assert s.tokens("hattusa") == {"hatti": 1}
    s.game.state.revolts[s.seat("hatti")] = 1
    s.run(tax_revolts)
    assert s.done
    assert s.tokens("hattusa") == {}


@pytest.mark.rules("mega.1b.4", "mega.1b.5", "mega.1b.7", "mega.benef.3")
def test_victims_come_in_ranking_order_and_are_no_beneficiaries() -> None:
    s = scene(
        "knossos: city minoa; hattusa: city hatti; kanesh: city hatti; rome: 4 rome", {"minoa": 1, "hatti": 1}
    )
    for civ in ["assyria", "celt", "carthage", "iberia", "hellas", "egypt"]:
        s.game.place(s.seat(civ), s.area("moesia"), 9)
    s.run(collect_taxes).run(tax_revolts)
    # Minoa's only city needs no choice: it goes to Rome, who has most tokens in stock. For Hatti it is determined anew:
    # Rome has fewer cities in stock now, Minoa and Hatti are victims, so it is Assyria's turn.
    assert s.done
    revolted = [told.event for told in s.game.log if isinstance(told.event, CityRevolted)]
    assert [(event.seat, event.by) for event in revolted] == [
        (s.seat("minoa"), s.seat("rome")),
        (s.seat("hatti"), s.seat("assyria")),
        (s.seat("hatti"), s.seat("assyria")),
    ]


@pytest.mark.rules("mega.1b.7", "mega.benef.1", "mega.ast.5")
def test_victims_and_ties_go_by_ranking_not_by_seat() -> None:
    # Twelve players: Saba (no. 2) and Assyria (3) sit after Carthage (7) and Hatti (9).
    s = Scene(MEGA_CIVILIZATION, 12, "hattusa: city hatti; saba: city saba, 1 hatti; rome: 54 hatti, 55 saba")
    assert (s.realm("hatti").stock, s.realm("saba").stock) == (0, 0)
    s.run(collect_taxes).run(tax_revolts)
    assert s.done
    revolted = [told.event for told in s.game.log if isinstance(told.event, CityRevolted)]
    assert [(event.seat, event.by) for event in revolted] == [
        (s.seat("saba"), s.seat("minoa")),  # no. 1; then all others have more cities in stock
        (s.seat("hatti"), s.seat("assyria")),
    ]


@pytest.mark.rules("mega.1b.12", "mega.adv.democracy.1", "mega.adv.democracy.2", "A-20")
def test_democracy_pays_what_it_can_has_no_revolt_and_may_gain_by_others() -> None:
    pieces = "knossos: city minoa; phaestos: city minoa; hattusa: city hatti"
    s = scene(pieces, {"minoa": 1, "hatti": 1}, {"minoa": "democracy monarchy"})
    for civ in ["assyria", "celt", "carthage", "rome", "iberia", "hellas", "egypt"]:
        for area in ["argos", "chalcis"] if civ == "assyria" else []:
            s.game.found_city(s.seat(civ), s.area(area))
    with_cities_left(s, {"minoa": 7})
    s.run(collect_taxes).answer("minoa", choose(3)).run(tax_revolts)
    assert s.realm("minoa").treasury == 1
    assert s.done
    assert s.city("hattusa") == "minoa"
    assert len(s.realm("minoa").cities) == 3


@pytest.mark.rules("mega.benef.1", "mega.benef.2", "mega.piece.8", "mega.ast.8")
def test_treasury_is_no_stock_and_ties_go_by_ranking() -> None:
    s = Scene(WESTERN_EMPIRES, 9, "hattusa: city hatti", treasury={"minoa": 3, "assyria": 2})
    assert s.game.beneficiary() == s.seat("celt")
    assert s.game.beneficiary(exclude=[s.seat("celt")]) == s.seat("carthage")
    assert s.game.beneficiary(among=[s.seat("minoa"), s.seat("assyria")]) == s.seat("assyria")
    assert s.game.beneficiary(among=[]) is None


def test_refusals_are_reasons() -> None:
    s = scene(advances={"hatti": "coinage"}).run(collect_taxes)
    with pytest.raises(Refusal):
        s.answer("hatti", choose(9))
