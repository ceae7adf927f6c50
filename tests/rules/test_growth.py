"""2. Population expansion and census."""

from __future__ import annotations

import pytest

from ecumene.antiquity.growth import CensusTaken, PopulationGrew, expand, growth, take_census
from ecumene.antiquity.testing import Scene
from ecumene.kernel import Seat
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from ecumene.titles.western_empires import WESTERN_EMPIRES


def scene(pieces: str, **more: object) -> Scene:
    return Scene(WESTERN_EMPIRES, 9, pieces, **more)  # type: ignore[arg-type]


@pytest.mark.rules("mega.2a.1", "mega.2a.ex1", "mega.2a.5", "mega.2a.order.1")
def test_one_token_gains_one_more_gain_two_and_nobody_is_asked() -> None:
    s = scene("knossos: 1 minoa; rhodes: 2 minoa; thera: 3 minoa; moesia: 4 hellas").run(expand)
    assert s.done
    assert [s.tokens(a)["minoa"] for a in ("knossos", "rhodes", "thera")] == [2, 4, 5]
    assert s.tokens("moesia") == {"hellas": 6}


@pytest.mark.rules("mega.2a.2", "A-21")
def test_what_is_added_does_not_grow_in_the_same_phase() -> None:
    s = scene("knossos: 1 minoa, 1 assyria")
    assert growth(s.game, s.seat("minoa")) == {s.area("knossos"): 1}
    s.run(expand)
    assert s.tokens("knossos") == {"minoa": 2, "assyria": 2}


@pytest.mark.rules("mega.2a.3", "mega.2a.7", "mega.2a.8")
def test_limits_do_not_matter_several_owners_all_grow_barbarians_do_not() -> None:
    s = scene("chalcis: 2 minoa, 1 hellas, 1 barbarians").run(expand)
    assert s.tokens("chalcis") == {"minoa": 4, "hellas": 2, "barbarians": 1}


@pytest.mark.rules("mega.2a.4", "mega.adv.public_works.2", "mega.piece.8")
def test_a_city_alone_gains_nothing_its_public_works_token_does() -> None:
    s = scene("knossos: city minoa; rhodes: city minoa, 1 minoa", treasury={"minoa": 5}).run(expand)
    assert s.tokens("knossos") == {}
    assert s.tokens("rhodes") == {"minoa": 2}


@pytest.mark.rules("mega.2a.order.1", "mega.order.3")
def test_all_grow_at_once_whoever_insists_waits_for_those_before_him() -> None:
    pieces = "knossos: 2 minoa; rhodes: 2 minoa; troy: 2 rome; sardes: 2 rome"
    s = scene(pieces, stock={"minoa": 1, "rome": 1}).run(expand)
    assert s.who() == ["minoa", "rome"]
    step = s._step
    assert step is not None
    assert step.can_wait(s.seat("rome"))  # Minoa is number 1, Rome number 11
    assert not step.can_wait(s.seat("minoa"))
    s.answer("rome", {"shape": "spread", "units": [[s.area("troy"), 1]]})  # nobody must
    assert s.who() == ["minoa"]


@pytest.mark.rules("mega.2a.6", "mega.2a.t1", "D-07", "A-10")
def test_short_of_stock_the_player_says_where() -> None:
    s = scene("knossos: 1 minoa; rhodes: 2 minoa; moesia: 4 minoa", stock={"minoa": 4}).run(expand)
    one, two, four = (s.area(name) for name in ("knossos", "rhodes", "moesia"))
    decision = s.asked("minoa")
    assert decision is not None
    assert dict(decision.caps) == {one: 1, two: 2, four: 2}  # type: ignore[attr-defined]
    refused = s.refused("minoa", {"shape": "spread", "units": [[one, 1], [two, 2]]})
    assert (refused.rule, refused.key) == ("mega.2a.6", "wrong_total")
    assert s.refused("minoa", {"shape": "spread", "units": [[one, 2], [two, 2]]}).key == "over_cap"
    assert s.refused("minoa", {"shape": "spread", "units": [[one, -1], [two, 5]]}).key == "over_cap"
    assert sum(number for _, number in decision.fallback().units) == 4
    assert decision.count() == 3  # one of the five possible tokens is missing, in one of three places
    s.answer("minoa", {"shape": "spread", "units": [[two, 2], [four, 2]]})
    assert s.done
    assert s.realm("minoa").stock == 0
    assert (s.tokens("rhodes"), s.tokens("moesia"), s.tokens("knossos")) == (
        {"minoa": 4},
        {"minoa": 6},
        {"minoa": 1},
    )


@pytest.mark.rules("D-07")
def test_the_default_fills_areas_by_number() -> None:
    s = scene("knossos: 1 minoa; rhodes: 2 minoa; moesia: 4 minoa", stock={"minoa": 2}).run(expand)
    first = min(s.realm("minoa").tokens)
    units = s.asked("minoa").fallback().units  # type: ignore[union-attr]
    assert units[0][0] == first
    s.defaults()
    assert s.realm("minoa").stock == 0
    assert s.game.log[-1].event == PopulationGrew(s.seat("minoa"), 2)
    s = scene("knossos: 1 minoa; rhodes: 2 minoa; moesia: 4 minoa", stock={"minoa": 4}).run(expand)
    areas = sorted(s.realm("minoa").tokens)
    gains = growth(s.game, s.seat("minoa"))
    first, second, third = [gains[area] for area in areas]
    filled = {areas[0]: first, areas[1]: second, areas[2]: 4 - first - second}
    assert dict(s.asked("minoa").fallback().units) == {a: n for a, n in filled.items() if n}  # type: ignore[union-attr]
    assert third


@pytest.mark.rules("mega.2a.5", "mega.2a.6", "mega.order.7")
def test_an_empty_stock_asks_nothing_nor_does_one_that_just_suffices() -> None:
    exact = scene("knossos: 1 minoa; rhodes: 2 minoa", stock={"minoa": 3}).run(expand)
    assert exact.done
    assert exact.realm("minoa").stock == 0
    assert [told.event for told in exact.game.log] == [PopulationGrew(exact.seat("minoa"), 3)]
    s = scene("knossos: 1 minoa", stock={"minoa": 0}).run(expand)
    assert s.done
    assert not s.game.log
    assert s.tokens("knossos") == {"minoa": 1}


@pytest.mark.rules("mega.2b.1", "mega.2b.2", "mega.2b.3", "mega.2b.t1", "mega.adv.military.1", "A-29")
def test_census_order() -> None:
    # Hatti is no. 9, Assyria 3, Celt 5 with Military, Rome 11; the others have nothing.
    s = scene(
        "moesia: 20 hatti, 20 assyria; knossos: 31 celt, 25 rome; troy: 4 ships minoa; argos: city minoa",
        advances={"celt": "military"},
        treasury={"minoa": 30},
    )
    s.run(take_census)
    order = [s._civ[s.game.realms[seat].seat] for seat in s.game.state.order]  # type: ignore[index]
    assert order[:3] == ["rome", "assyria", "hatti"]
    assert order[-1] == "celt"
    assert order[3:8] == ["minoa", "carthage", "iberia", "hellas", "egypt"]
    assert s.game.state.census[s.seat("minoa")] == 0


@pytest.mark.rules("mega.2b.3", "A-29")
def test_military_holders_are_ordered_among_themselves() -> None:
    s = scene("moesia: 3 hatti, 5 celt, 1 rome", advances={"hatti": "military", "celt": "military"}).run(
        take_census
    )
    assert s.game.state.order[-2:] == [s.seat("celt"), s.seat("hatti")]


@pytest.mark.rules("mega.2b.2", "mega.2b.3", "mega.ast.5", "mega.ast.8")
def test_ties_in_the_census_go_by_ranking_not_by_seat() -> None:
    # With twelve players those of the east sit after those of the west; Saba is no. 2, Assyria 3, Persia 12.
    s = Scene(
        MEGA_CIVILIZATION, 12, "rome: 4 rome; saba: 4 saba; assyria: 4 assyria; persepolis: 4 persia; tanis: 4 egypt",
        advances={"persia": "military", "egypt": "military"},
    ).run(take_census)  # fmt: skip
    order = [s._civ[Seat(seat)] for seat in s.game.state.order]
    assert order[:3] == ["saba", "assyria", "rome"]
    assert order[-2:] == ["persia", "egypt"]


@pytest.mark.rules("mega.2b.4", "mega.2b.5", "A-22")
def test_exact_numbers_decide_and_stay_for_the_turn() -> None:
    s = scene("moesia: 12 hatti, 11 celt").run(take_census)
    order = list(s.game.state.order)
    assert order.index(s.seat("hatti")) < order.index(s.seat("celt"))
    s.game.remove(s.seat("hatti"), s.area("moesia"), 6)
    assert s.game.state.order == order
    assert s.game.state.census[s.seat("hatti")] == 12
    told = s.game.log[-1].event
    assert isinstance(told, CensusTaken)
    assert told.order == tuple(order)
