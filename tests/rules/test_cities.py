"""5. City construction, surplus, support."""

from __future__ import annotations

import pytest

from ecumene.antiquity.assault import city_attacks
from ecumene.antiquity.building import CityBuilt, ConstructCities, construct
from ecumene.antiquity.cities import check_support, remove_surplus, support
from ecumene.antiquity.testing import Scene
from ecumene.kernel import Refusal
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from ecumene.titles.western_empires import WESTERN_EMPIRES


def scene(pieces: str, advances: str = "", **more: object) -> Scene:
    return Scene(WESTERN_EMPIRES, 9, pieces, advances={"hatti": advances}, **more)  # type: ignore[arg-type]


def order(s: Scene, area: str, **how: object) -> dict[str, object]:
    near = [[s.area(name), number] for name, number in dict(how.pop("near", {})).items()]  # type: ignore[call-overload]
    return {"shape": "orders", "order": {"order": "build", "area": s.area(area), "near": near, **how}}


FINISH = {"shape": "orders", "order": {"order": "finish"}}


def build(s: Scene, area: str, **how: object) -> Scene:
    return s.answer("hatti", order(s, area, **how))


def refusal(s: Scene, area: str, **how: object) -> Refusal:
    return s.refused("hatti", order(s, area, **how))


# -- 5a ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules(
    "mega.5a.1", "mega.5a.2", "mega.5a.3", "D-23", "A-57", "mega.area.13", "mega.area.14", "mega.5.order.1"
)
def test_six_on_a_site_of_either_colour_twelve_in_the_wilderness() -> None:
    s = scene("hattusa: 6 hatti; tanis: 6 hatti; bithynia: 12 hatti; troy: 5 hatti; anatolia: 11 hatti").run(
        construct
    )
    assert s.who() == ["hatti"]
    assert refusal(s, "troy").rule == "mega.5a.2"
    assert refusal(s, "anatolia").rule == "mega.5a.3"
    assert refusal(s, "miletus").key == "no_own_token"
    assert s.asked("hatti").fallback().order.__class__.__name__ == "Finish"  # type: ignore[union-attr]
    build(s, "hattusa")
    build(s, "tanis")
    build(s, "bithynia")
    assert s.done
    assert s.city("hattusa") == s.city("tanis") == s.city("bithynia") == "hatti"
    assert s.realm("hatti").cities[s.area("tanis")] == s.game.state.turn


@pytest.mark.rules("mega.5a.1")
def test_building_is_optional() -> None:
    s = scene("hattusa: 6 hatti; troy: 6 hatti").run(construct)
    build(s, "hattusa")
    s.answer("hatti", FINISH)
    assert s.done
    assert s.city("troy") is None


@pytest.mark.rules("mega.5a.4", "mega.adv.agriculture.2")
def test_never_where_the_limit_is_0() -> None:
    s = scene("alani: 20 hatti; troy: 6 hatti", "agriculture").run(construct)
    assert refusal(s, "alani").rule == "mega.5a.4"


@pytest.mark.rules("mega.5a.5")
def test_one_city_to_an_area() -> None:
    s = scene("hattusa: 7 hatti, city pirates; troy: 6 hatti; sardes: 8 hatti, city rome").run(construct)
    assert refusal(s, "hattusa").rule == "mega.5a.5"
    assert refusal(s, "sardes").rule == "mega.5a.5"


@pytest.mark.rules("mega.5a.6", "mega.piece.1")
def test_nine_cities_are_all_there_are() -> None:
    nine = ["kanesh", "lycia", "miletus", "sardes", "trapezus", "tyre", "sidon", "gaza"]
    s = scene("; ".join(f"{area}: city hatti" for area in nine) + "; troy: 6 hatti; hattusa: 6 hatti").run(
        construct
    )
    build(s, "troy")
    assert s.done  # no city is left, nothing more to ask
    assert s.city("hattusa") is None
    assert s.game.cities_left(s.seat("hatti")) == 0


@pytest.mark.rules("mega.5a.7", "mega.5a.9", "A-54", "mega.piece.5")
def test_all_tokens_go_whoever_owns_them_ships_stay() -> None:
    s = scene("troy: 6 hatti, 2 rome, 1 barbarians, 1 ship rome, 2 ships hatti").run(construct)
    stock = s.realm("rome").stock
    build(s, "troy")
    assert s.tokens("troy") == {}
    assert s.realm("rome").stock == stock + 2
    assert s.realm("rome").ships == {s.area("troy"): 1}
    assert s.realm("hatti").ships == {s.area("troy"): 2}
    assert not s.game.state.barbarians


@pytest.mark.rules("A-54", "mega.5.order.1", "mega.order.2", "mega.order.3", "D-02")
def test_only_own_tokens_count_and_who_comes_first_may_take_the_place() -> None:
    s = scene("troy: 6 hatti, 6 rome; sardes: 4 hatti, 3 rome").run(construct)
    assert s.who() == ["hatti", "rome"]
    assert s._step is not None
    assert s._step.can_wait(s.seat("rome"))  # Hatti is before him in the ranking
    assert not s._step.can_wait(s.seat("hatti"))
    assert refusal(s, "sardes").key == "too_few_tokens"
    s.answer("rome", order(s, "troy"))
    assert s.city("troy") == "rome"
    assert refusal(s, "troy").key == "no_own_token"
    assert s.answer("hatti", FINISH).done


@pytest.mark.rules("mega.5a.8", "mega.adv.architecture.1", "mega.adv.architecture.2", "D-24", "A-56")
def test_architecture_pays_half_of_one_city_from_the_treasury() -> None:
    pieces = "troy: 3 hatti; sardes: 2 hatti; bithynia: 6 hatti; miletus: 3 hatti"
    s = scene(pieces, "architecture", treasury={"hatti": 20}).run(construct)
    assert refusal(s, "sardes", treasury=3).rule == "mega.5a.2"  # two and four is too much treasury
    assert refusal(s, "sardes", treasury=4).rule == "mega.5a.2"
    assert refusal(s, "troy", treasury=2).key == "too_few_tokens"
    assert refusal(s, "bithynia", treasury=5).key == "too_few_tokens"
    assert refusal(s, "troy", treasury=-1).key == "malformed"
    build(s, "bithynia", treasury=6)  # a wilderness city
    assert [told.event for told in s.game.log] == [CityBuilt(s.seat("hatti"), s.area("bithynia"), 6)]
    assert s.realm("hatti").treasury == 14
    assert s.done  # once a turn: three tokens are not enough any more
    assert s.city("troy") is None


@pytest.mark.rules("mega.adv.architecture.1")
def test_without_architecture_treasury_pays_nothing() -> None:
    s = scene("troy: 6 hatti", treasury={"hatti": 20}).run(construct)
    refused = refusal(s, "troy", treasury=1)
    assert (refused.rule, refused.key) == ("mega.adv.architecture.1", "too_much_treasury")


@pytest.mark.rules("mega.adv.urbanism.1", "D-25", "A-56")
def test_urbanism_takes_four_from_beside_for_one_wilderness_city() -> None:
    pieces = "bithynia: 8 hatti; sardes: 3 hatti; hattusa: 2 hatti; ionia: 9 hatti; galatia: 12 hatti"
    s = scene(pieces, "urbanism").run(construct)
    assert refusal(s, "bithynia", near={"sardes": 3}).key == "too_few_tokens"
    assert refusal(s, "bithynia", near={"ionia": 4}).key == "not_beside"
    assert refusal(s, "bithynia", near={"sardes": 3, "hattusa": 2}).key == "too_many_beside"
    assert (
        s.refused(
            "hatti",
            {
                "shape": "orders",
                "order": {
                    "order": "build",
                    "area": s.area("bithynia"),
                    "near": [[s.area("sardes"), 2], [s.area("sardes"), 2]],
                },
            },
        ).key
        == "named_twice"
    )
    build(s, "bithynia", near={"sardes": 2, "hattusa": 2})
    assert s.tokens("sardes") == {"hatti": 1}
    assert s.tokens("hattusa") == {}
    assert refusal(s, "ionia", near={"sardes": 1, "galatia": 4}).key == "too_few_tokens"  # only once
    build(s, "galatia")


@pytest.mark.rules("mega.adv.urbanism.ex1")
def test_urbanism_and_architecture_together() -> None:
    s = scene("bithynia: 2 hatti; sardes: 4 hatti", "urbanism architecture", treasury={"hatti": 6}).run(
        construct
    )
    build(s, "bithynia", near={"sardes": 4}, treasury=6)
    assert s.city("bithynia") == "hatti"
    assert s.tokens("sardes") == {}
    assert s.realm("hatti").treasury == 0


@pytest.mark.rules("mega.adv.urbanism.t1", "A-56")
def test_site_with_architecture_and_wilderness_with_urbanism() -> None:
    s = scene("troy: 3 hatti", "architecture", treasury={"hatti": 9}).run(construct)
    build(s, "troy", treasury=3)
    assert s.city("troy") == "hatti"
    s = scene("troy: 2 hatti; sardes: 6 hatti", "architecture", treasury={"hatti": 9}).run(construct)
    assert refusal(s, "troy", treasury=4).rule == "mega.5a.2"
    s = scene("bithynia: 8 hatti; sardes: 4 hatti", "urbanism").run(construct)
    build(s, "bithynia", near={"sardes": 4})
    assert s.city("bithynia") == "hatti"
    # One own token must stand there.
    s = scene("sardes: 6 hatti; hattusa: 4 hatti", "urbanism architecture", treasury={"hatti": 9}).run(
        construct
    )
    assert refusal(s, "bithynia", near={"sardes": 4}, treasury=6).key == "no_own_token"


@pytest.mark.rules("mega.adv.public_works.4", "D-26", "A-55", "mega.adv.public_works.t1")
def test_public_works_leave_a_token_when_more_than_needed_is_used() -> None:
    s = scene("troy: 7 hatti; sardes: 6 hatti; miletus: 7 hatti", "public_works").run(construct)
    assert refusal(s, "sardes", stay=True).rule == "mega.adv.public_works.4"
    build(s, "troy")  # by default it stays
    build(s, "miletus", stay=False)
    build(s, "sardes")
    assert (s.tokens("troy"), s.tokens("miletus"), s.tokens("sardes")) == ({"hatti": 1}, {}, {})
    s = scene("troy: 4 hatti", "public_works architecture", treasury={"hatti": 3}).run(construct)
    build(s, "troy", treasury=3, stay=True)
    assert s.tokens("troy") == {"hatti": 1}
    s = scene("troy: 7 hatti").run(construct)
    assert refusal(s, "troy", stay=True).rule == "mega.adv.public_works.4"
    build(s, "troy")
    assert s.tokens("troy") == {}


@pytest.mark.rules("D-23")
def test_samples_are_legal_and_bodies_list_every_site() -> None:
    from random import Random

    pieces = "bithynia: 8 hatti; sardes: 4 hatti; hattusa: 13 hatti; troy: 3 hatti; galatia: 12 hatti"
    s = scene(pieces, "urbanism architecture public_works", treasury={"hatti": 5}).run(construct)
    decision = s.asked("hatti")
    assert isinstance(decision, ConstructCities)
    rng = Random(1)
    for _ in range(200):
        assert decision.check(decision.sample(rng)) is None
    sites = {s.game.board.world.places[site.area].key for site in decision.body().sites}
    assert sites == {"bithynia", "sardes", "hattusa", "troy", "galatia"}


@pytest.mark.rules("A-53", "mega.5.order.1")
def test_surplus_and_support_come_when_all_have_built() -> None:
    order = WESTERN_EMPIRES.turn
    assert order[order.index("5a") : order.index("5a") + 3] == ("5a", "5b", "5c")


# -- 5b ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.5b.1", "mega.5b.4", "mega.4.7", "A-10")
def test_tokens_above_the_limit_go() -> None:
    s = scene("troy: 5 hatti, 3 ships hatti; knossos: 3 minoa; thera: 2 rome, 1 hatti").run(remove_surplus)
    assert s.done
    assert s.tokens("troy") == {"hatti": 2}
    assert s.realm("hatti").ships == {s.area("troy"): 3}
    assert s.tokens("knossos") == {"minoa": 3}
    assert s.tokens("thera") == {"rome": 2, "hatti": 1}


@pytest.mark.rules(
    "mega.5b.2", "mega.adv.public_works.1", "mega.adv.public_works.6", "mega.adv.agriculture.5"
)
def test_beside_a_city_one_token_stays_with_public_works_only() -> None:
    pieces = "troy: city hatti, 3 hatti; tyre: city assyria, 2 assyria; sidon: city assyria, 1 hatti"
    s = scene(pieces, "public_works agriculture").run(remove_surplus)
    assert s.tokens("troy") == {"hatti": 1}
    assert s.tokens("sidon") == {}  # not beside a city of others
    assert s.tokens("tyre") == {}


@pytest.mark.rules("mega.5b.3", "mega.adv.agriculture.1")
def test_agriculture_raises_low_limits_of_areas_of_ones_own() -> None:
    s = scene("troy: 5 hatti; phrygia: 5 hatti; alani: 5 hatti; knossos: 5 hatti", "agriculture").run(
        remove_surplus
    )
    assert [s.tokens(a) for a in ("troy", "phrygia", "alani", "knossos")] == [
        {"hatti": 3}, {"hatti": 2}, {"hatti": 1}, {"hatti": 3},
    ]  # fmt: skip
    s = scene("troy: 2 hatti, 1 ship rome; sardes: 1 hatti, 1 barbarians; argos: 1 hatti", "agriculture")
    assert s.game.limit(s.area("troy"), s.seat("hatti")) == 3  # a ship is no unit
    assert s.game.limit(s.area("sardes"), s.seat("hatti")) == 2
    assert s.game.limit(s.area("argos"), s.seat("rome")) == 1


@pytest.mark.rules("mega.5b.6", "A-52")
def test_barbarians_above_the_limit_go_too() -> None:
    s = scene("troy: 5 barbarians; sardes: city pirates, 2 barbarians; knossos: 3 barbarians").run(
        remove_surplus
    )
    assert s.tokens("troy") == {"barbarians": 2}
    assert s.tokens("sardes") == {}
    assert s.tokens("knossos") == {"barbarians": 3}


@pytest.mark.rules("mega.5b.5", "mega.4b.fail.1", "mega.4b.fail.2", "A-45", "mega.adv.urbanism.1")
def test_western_empires_failed_attackers_go_with_the_surplus() -> None:
    pieces = "sardes: city rome, 3 hatti, 1 ship hatti; bithynia: 9 hatti"
    s = scene(pieces, "naval_warfare urbanism").run(city_attacks)
    assert s.done
    assert s.tokens("sardes") == {"hatti": 3}
    s.run(construct)
    assert refusal(s, "sardes").rule == "mega.5a.5"  # they build nothing
    build(s, "bithynia", near={"sardes": 3})  # but Urbanism may use them
    assert s.city("bithynia") == "hatti"
    s.run(remove_surplus)
    assert s.tokens("sardes") == {}
    assert s.realm("hatti").ships == {}
    m = Scene(MEGA_CIVILIZATION, 9, pieces, advances={"hatti": "naval_warfare"}, lineup="west-9").run(
        city_attacks
    )
    assert m.tokens("sardes") == {}


# -- 5c ------------------------------------------------------------------------------------------------------------

FIVE = "hattusa: city hatti; kanesh: city hatti; miletus: city hatti; sardes: city hatti; troy: city hatti"


@pytest.mark.rules("mega.5c.t1", "mega.5c.1", "mega.5c.2", "mega.5c.3", "mega.5c.5", "D-27", "mega.piece.13")
def test_reducing_one_of_five_cities_with_eight_tokens_is_enough() -> None:
    s = scene(f"{FIVE}; moesia: 8 hatti").run(check_support)
    s.answer("hatti", {"shape": "choose", "option": s.area("troy")})
    assert s.done
    assert len(s.realm("hatti").cities) == 4
    assert s.tokens("troy") == {"hatti": 2}
    assert s.game.population(s.seat("hatti")) == 10


@pytest.mark.rules("mega.5c.t2", "mega.5c.4", "A-58")
@pytest.mark.parametrize("area, tokens", [("knossos", 4), ("lycia", 2)])
def test_two_new_cities_and_one_token(area: str, tokens: int) -> None:
    s = scene("knossos: city hatti; lycia: city hatti; moesia: 1 hatti", stock={"hatti": 40})
    for place in s.realm("hatti").cities:
        s.realm("hatti").cities[place] = s.game.state.turn
    s.run(check_support).answer("hatti", {"shape": "choose", "option": s.area(area)})
    assert s.done
    assert len(s.realm("hatti").cities) == 1
    assert s.game.population(s.seat("hatti")) == tokens


@pytest.mark.rules("mega.5c.4", "A-58", "mega.11.3")
def test_cities_built_this_turn_are_reduced_first_annexed_ones_are_not_built() -> None:
    s = scene(f"{FIVE}; moesia: 5 hatti")
    s.realm("hatti").cities[s.area("troy")] = s.game.state.turn
    s.realm("hatti").cities[s.area("sardes")] = s.game.state.turn - 1
    s.run(check_support)
    # Troy was the only choice: nobody was asked. Then the choice is free.
    assert s.city("troy") is None
    assert s.asked("hatti") is not None
    assert len(s.options("hatti")) == 4
    s = scene(f"{FIVE}; moesia: 5 hatti")
    for area in ("troy", "sardes"):
        s.realm("hatti").cities[s.area(area)] = s.game.state.turn
    s.run(check_support)
    refused = s.refused("hatti", {"shape": "choose", "option": s.area("kanesh")})
    assert (refused.rule, refused.key) == ("mega.5c.4", "built_cities_first")


@pytest.mark.rules("D-27", "mega.5c.3")
def test_the_default_gains_most_tokens_then_the_lowest_number() -> None:
    s = scene("knossos: city hatti; lycia: city hatti; rhodes: city hatti; moesia: 4 hatti").run(
        check_support
    )
    default = s.asked("hatti").fallback().option  # type: ignore[union-attr]
    assert default == min(s.area("knossos"), s.area("rhodes"))


@pytest.mark.rules(
    "mega.5c.6", "mega.adv.agriculture.3", "mega.adv.public_works.5", "mega.adv.public_works.t1", "A-59"
)
@pytest.mark.parametrize(
    "advances, beside, placed",
    [("", 0, 2), ("agriculture", 0, 3), ("public_works", 1, 1), ("public_works agriculture", 1, 2)],
)
def test_how_many_tokens_replace_a_city(advances: str, beside: int, placed: int) -> None:
    s = scene("troy: city hatti" + (f", {beside} hatti" if beside else ""), advances)
    assert s.game.reduce_city(s.seat("hatti"), s.area("troy")) == placed
    assert s.tokens("troy") == {"hatti": placed + beside}


@pytest.mark.rules("mega.5c.7")
def test_a_short_stock_gives_what_there_is() -> None:
    s = scene("knossos: city hatti", stock={"hatti": 1}).run(check_support)
    assert s.done
    assert s.tokens("knossos") == {"hatti": 1}


@pytest.mark.rules("mega.5c.2", "mega.adv.cultural_ascendancy.10", "mega.adv.cultural_ascendancy.11")
def test_cultural_ascendancy_needs_three_for_each_city() -> None:
    pieces = "troy: city hatti; sardes: city hatti; moesia: 5 hatti"
    s = scene(pieces).run(check_support)
    assert s.done
    assert len(s.realm("hatti").cities) == 2
    s = scene(pieces, "cultural_ascendancy").run(check_support)
    assert s.who() == ["hatti"]


def test_a_higher_rate_for_some_checks_only_those() -> None:
    s = scene("troy: city hatti; knossos: city minoa; moesia: 2 hatti; gethae: 1 minoa")

    async def slaves(game: object) -> None:
        await support(game, {s.seat("hatti"): 1}, "slave_revolt")  # type: ignore[arg-type]

    s.run(slaves)
    assert s.done
    assert s.city("troy") is None
    assert s.city("knossos") == "minoa"
