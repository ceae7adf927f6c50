"""4 and 4a. Conflict situations and fights of tokens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecumene.antiquity.assault import city_attacks
from ecumene.antiquity.cities import remove_surplus
from ecumene.antiquity.conflict import (
    LossAtSea,
    LossElsewhere,
    TokensFought,
    conflict_areas,
    is_contested,
    is_token_conflict,
    removals,
    token_conflicts,
)
from ecumene.antiquity.testing import Scene
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from ecumene.titles.western_empires import WESTERN_EMPIRES

BOTH = pytest.mark.parametrize("title", [MEGA_CIVILIZATION, WESTERN_EMPIRES], ids=["mega", "west"])
# Areas by printed limit: 1 phrygia, 2 phaestos, 3 knossos, 4 moesia.
BY_LIMIT = {1: "phrygia", 2: "phaestos", 3: "knossos", 4: "moesia"}


def scene(pieces: str, advances: dict[str, str] | None = None, **more: object) -> Scene:
    return Scene(MEGA_CIVILIZATION, 9, pieces, advances=advances, **more)  # type: ignore[arg-type]


def fought(limit: int, *numbers: int, metal: str = "") -> tuple[int, ...]:
    """What is left of tokens of Minoa, Assyria, Celt... in an area of a limit; `metal` names Metalworking holders."""
    civs = ("minoa", "assyria", "celt")[: len(numbers)]
    area = BY_LIMIT[limit]
    pieces = ", ".join(f"{n} {civ}" for n, civ in zip(numbers, civs, strict=True))
    done = scene(f"{area}: {pieces}", dict.fromkeys(metal.split(), "metalworking")).run(token_conflicts)
    assert done.done
    left = done.tokens(area)
    return tuple(left.get(civ, 0) for civ in civs)


# -- what is a conflict --------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.4.1", "mega.3.conflict.5", "mega.4.4", "A-38")
def test_two_owners_above_the_limit_are_a_conflict_however_they_came_there() -> None:
    s = scene(
        "knossos: 2 minoa, 1 assyria; phaestos: 2 minoa, 1 assyria; thera: 9 celt; rhodes: 2 minoa, 2 barbarians"
    )
    assert not is_token_conflict(s.game, s.area("knossos"))
    assert is_token_conflict(s.game, s.area("phaestos"))
    assert not is_token_conflict(s.game, s.area("thera"))
    assert is_token_conflict(s.game, s.area("rhodes"))
    assert conflict_areas(s.game) == sorted([s.area("phaestos"), s.area("rhodes")])


@pytest.mark.rules("mega.4.2", "mega.4.3", "mega.3.conflict.3", "mega.3.conflict.4")
def test_beside_a_city_the_limit_does_not_matter() -> None:
    s = scene(
        "knossos: city minoa, 1 assyria, 1 celt; rhodes: city minoa, 1 assyria; thera: city pirates, 1 celt"
    )
    assert is_token_conflict(s.game, s.area("knossos"))
    assert not is_token_conflict(s.game, s.area("rhodes"))
    assert is_contested(s.game, s.area("rhodes"))
    assert is_contested(s.game, s.area("thera"))
    # Two owners beside a city fight, as few as they are; one owner alone attacks or defends.
    assert conflict_areas(s.game) == [s.area("knossos")]
    own = scene("knossos: city minoa, 1 minoa")
    assert not is_contested(own.game, own.area("knossos"))


@pytest.mark.rules("mega.4a.1", "mega.3.conflict.11", "mega.3.ships.move.9", "mega.adv.naval_warfare.4")
def test_ships_neither_count_nor_fight() -> None:
    s = scene(
        "phaestos: 2 minoa, 1 ship minoa, 3 ships assyria",
        {"minoa": "naval_warfare", "assyria": "naval_warfare"},
    )
    assert not is_contested(s.game, s.area("phaestos"))
    assert s.run(token_conflicts).done
    assert s.tokens("phaestos") == {"minoa": 2}
    assert s.realm("assyria").ships == {s.area("phaestos"): 3}
    city = scene("phaestos: city minoa, 1 ship assyria", {"assyria": "naval_warfare"})
    assert not is_contested(city.game, city.area("phaestos"))


# -- the worked examples -------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.4a.t1", "mega.4a.2", "mega.4a.5")
def test_the_smaller_removes_first_and_the_limit_ends_the_fight() -> None:
    assert fought(4, 3, 2) == (3, 1)


@pytest.mark.rules("mega.4a.t2", "mega.4a.3", "mega.4a.7")
def test_equal_numbers_remove_together() -> None:
    assert fought(2, 3, 3) == (1, 1)
    assert fought(1, 3, 3) == (0, 0)
    assert fought(1, 1, 1) == (0, 0)


@pytest.mark.rules("mega.4a.t3", "mega.4a.11", "A-40", "mega.adv.metalworking.1", "mega.adv.metalworking.2")
def test_metalworking_removes_after_all_others() -> None:
    assert fought(2, 4, 3) == (2, 0)
    assert fought(2, 4, 3, metal="assyria") == (1, 1)
    assert fought(2, 4, 3, metal="minoa assyria") == (2, 0)
    # Equals remove together only inside one list.
    assert fought(1, 3, 3) == (0, 0)
    assert fought(1, 3, 3, metal="assyria") == (0, 1)
    assert fought(1, 3, 3, metal="minoa assyria") == (0, 0)
    # All without it remove before all with it, whatever their numbers.
    assert fought(3, 3, 1, metal="assyria") == (2, 1)
    assert fought(3, 3, 1) == (3, 0)


@pytest.mark.rules("mega.4a.t4", "mega.4a.4", "A-39")
def test_three_owners() -> None:
    assert fought(3, 2, 2, 3) == (0, 0, 2)


@pytest.mark.rules("mega.4a.t5", "A-39")
def test_three_owners_more() -> None:
    assert fought(4, 3, 3, 4) == (1, 1, 2)
    assert fought(2, 3, 3, 3) == (0, 0, 0)


@pytest.mark.rules("mega.4a.t6", "mega.4a.8", "mega.4a.9", "A-41", "mega.3.conflict.9")
def test_beside_a_city_one_owner_is_left_at_most() -> None:
    s = scene("moesia: city celt, 8 minoa, 8 assyria").run(token_conflicts)
    assert s.tokens("moesia") == {}
    assert s.run(city_attacks).done
    assert s.city("moesia") == "celt"
    s = scene("moesia: city celt, 9 assyria, 3 celt").run(token_conflicts)
    assert s.tokens("moesia") == {"assyria": 7}
    s.run(city_attacks).defaults()
    assert s.city("moesia") is None


@pytest.mark.rules("mega.4a.10", "mega.4a.8")
def test_the_owner_of_the_city_may_be_the_last() -> None:
    s = scene("moesia: city celt, 4 assyria, 8 celt", {"celt": "public_works"}).run(token_conflicts)
    assert s.tokens("moesia") == {
        "celt": 5
    }  # 4 against 8: the fours are gone after 4 rounds, 3 losses of the eight
    s.run(city_attacks)
    assert s.done
    assert s.city("moesia") == "celt"
    assert s.tokens("moesia") == {"celt": 5}
    s.run(remove_surplus)
    assert s.tokens("moesia") == {"celt": 1}


@pytest.mark.rules("mega.4a.6", "mega.4.7")
def test_the_last_owner_keeps_what_is_above_the_limit_until_5b() -> None:
    s = scene("phrygia: 6 minoa, 1 assyria; hattusa: 9 celt").run(token_conflicts)
    assert s.tokens("phrygia") == {"minoa": 6}
    assert s.tokens("hattusa") == {"celt": 9}
    s.run(remove_surplus)
    assert s.tokens("phrygia") == {"minoa": 1}
    assert s.tokens("hattusa") == {"celt": 2}


@pytest.mark.rules("mega.4a.12", "mega.4.6")
def test_barbarians_fight_like_anybody_without_advances() -> None:
    assert scene("phrygia: 3 minoa, 5 barbarians").run(token_conflicts).tokens("phrygia") == {"barbarians": 3}
    won = scene("knossos: 4 minoa, 4 barbarians", {"minoa": "metalworking"}).run(token_conflicts)
    assert won.tokens("knossos") == {"minoa": 2, "barbarians": 1}


@pytest.mark.rules(
    "mega.4a.13",
    "mega.adv.agriculture.1",
    "mega.adv.agriculture.4",
    "mega.adv.agriculture.7",
    "mega.adv.agriculture.t1",
    "A-34",
)
def test_agriculture_counts_for_who_is_alone_only() -> None:
    s = scene("phaestos: 3 minoa, 1 assyria", {"minoa": "agriculture"})
    assert is_token_conflict(s.game, s.area("phaestos"))
    s.run(token_conflicts)
    assert s.tokens("phaestos") == {"minoa": 3}
    s.run(remove_surplus)
    assert s.tokens("phaestos") == {"minoa": 3}
    without = scene("phaestos: 3 minoa, 1 assyria").run(token_conflicts).run(remove_surplus)
    assert without.tokens("phaestos") == {"minoa": 2}
    # Within the printed limit there is no fight; above it the bonus does not help.
    assert scene("phaestos: 2 minoa, 2 assyria", {"minoa": "agriculture", "assyria": "agriculture"}).run(
        token_conflicts
    ).tokens("phaestos") == {"minoa": 1, "assyria": 1}
    s = scene("phaestos: 4 minoa; knossos: 5 minoa; thera: 2 minoa, 1 barbarians", {"minoa": "agriculture"})
    assert [s.game.limit(s.area(name), s.seat("minoa")) for name in ("phaestos", "knossos", "thera")] == [
        3,
        3,
        3,
    ]
    s = scene("phaestos: 2 minoa, 1 barbarians", {"minoa": "agriculture"})
    assert s.game.limit(s.area("phaestos"), s.seat("minoa")) == 2


# -- Advanced Military and Naval Warfare -----------------------------------------------------------------------------


@pytest.mark.rules(
    "mega.adv.advanced_military.t1",
    "mega.adv.advanced_military.1",
    "mega.adv.advanced_military.2",
    "D-17",
    "A-44",
)
def test_a_loss_may_be_a_token_of_a_land_neighbour() -> None:
    s = scene(
        "phrygia: 2 minoa, 2 assyria; hattusa: 1 minoa, 5 celt; troy: 3 minoa", {"minoa": "advanced_military"}
    )
    s.run(token_conflicts)
    s.choose("minoa", "phrygia")  # both are fights of his
    decision = s.asked("minoa")
    assert decision is not None
    assert (decision.kind, decision.rule) == ("loss", "mega.adv.advanced_military.1")
    assert decision.fallback().option == s.area("phrygia")
    # Hattusa holds a fight of its own; Troy is no neighbour.
    assert set(s.options("minoa")) == {s.area("phrygia"), s.area("hattusa")}
    s.choose("minoa", "hattusa")
    assert s.done
    assert s.tokens("phrygia") == {"minoa": 2}
    assert "minoa" not in s.tokens("hattusa")
    assert any(isinstance(told.event, LossElsewhere) for told in s.game.log)


@pytest.mark.rules("mega.adv.advanced_military.1")
def test_only_land_borders_count_and_a_city_is_no_token() -> None:
    s = scene(
        "byzantium: 4 minoa, 4 assyria; troy: 3 minoa; thrace: city minoa", {"minoa": "advanced_military"}
    )
    s.run(token_conflicts)
    assert s.done  # Troy lies over water, and nothing can be taken from the city in Thrace
    assert s.tokens("byzantium") == {"minoa": 1, "assyria": 1}


@pytest.mark.rules("mega.4.8", "mega.adv.advanced_military.5")
def test_no_city_is_reduced_for_a_fight() -> None:
    s = scene(
        "phrygia: 2 minoa, 2 assyria; hattusa: city minoa, 1 minoa",
        {"minoa": "advanced_military public_works"},
    )
    s.run(token_conflicts)
    assert s.area("hattusa") in s.options("minoa")  # the Public Works token may go (ruling A-44)
    s.choose("minoa", "hattusa")
    assert s.city("hattusa") == "minoa"
    assert s.done
    assert s.tokens("phrygia") == {"minoa": 2}


@pytest.mark.rules(
    "mega.adv.naval_warfare.t1", "mega.adv.naval_warfare.2", "mega.adv.naval_warfare.3", "D-17"
)
def test_a_loss_may_be_a_ship() -> None:
    plain = scene("phrygia: 2 minoa, 1 ship minoa, 2 assyria; hattusa: 5 minoa").run(token_conflicts)
    assert plain.done  # without Naval Warfare no ship is lost, and without Advanced Military no neighbour
    assert plain.tokens("phrygia") == {}
    s = scene("phrygia: 2 minoa, 1 ship minoa, 2 assyria", {"minoa": "naval_warfare"}).run(token_conflicts)
    asked = s.asked("minoa")
    assert asked is not None
    assert (asked.kind, asked.rule) == ("loss", "mega.adv.naval_warfare.2")
    assert s.options("minoa") == (s.area("phrygia"), "ship")
    s.choose("minoa", "ship")
    assert s.done
    assert s.tokens("phrygia") == {"minoa": 2}
    assert s.realm("minoa").ships == {}
    assert any(isinstance(told.event, LossAtSea) for told in s.game.log)
    declined = scene("phrygia: 2 minoa, 1 ship minoa, 2 assyria", {"minoa": "naval_warfare"}).run(
        token_conflicts
    )
    declined.defaults()
    assert declined.tokens("phrygia") == {}
    assert declined.realm("minoa").ships == {declined.area("phrygia"): 1}


@pytest.mark.rules("mega.4a.order.1")
def test_fights_of_different_choosers_go_on_at_once() -> None:
    s = scene(
        "phrygia: 2 minoa, 1 ship minoa, 2 assyria; knossos: 3 celt, 1 ship celt, 3 rome; "
        "rhodes: 3 celt, 1 ship celt, 3 egypt; athens: 3 hatti, 1 egypt",
        {"minoa": "naval_warfare", "celt": "naval_warfare"},
    ).run(token_conflicts)
    assert s.tokens("athens") == {"hatti": 3}  # nobody has a choice there
    assert s.who() == ["celt", "minoa"]
    asked = s.asked("celt")
    assert asked is not None
    assert asked.about["area"] == min(s.area("knossos"), s.area("rhodes"))
    s.choose("celt", "ship").choose("minoa", "ship").defaults()
    assert s.done
    assert s.tokens("phrygia") == {"minoa": 2}
    assert conflict_areas(s.game) == []
    # Rome has no choice to make, so its two fights do not make one of Minoa and Celt wait for the other.
    s = scene(
        "phrygia: 2 minoa, 1 ship minoa, 2 rome; knossos: 3 celt, 1 ship celt, 3 rome",
        {"minoa": "naval_warfare", "celt": "naval_warfare"},
    ).run(token_conflicts)
    assert s.who() == ["celt", "minoa"]


@pytest.mark.rules("mega.4a.order.1", "D-17")
def test_fights_of_choosers_who_meet_elsewhere_come_one_after_the_other() -> None:
    # Minoa fights Celt, Rome Egypt, Celt Rome and Minoa Egypt: nobody is asked about two fights at a time.
    pairs = (("minoa", "celt"), ("rome", "egypt"), ("celt", "rome"), ("minoa", "egypt"))
    areas = sorted(("knossos", "rhodes", "thera", "phaestos"), key=scene("").area)
    fights = {
        area: f"{area}: 3 {one}, 1 ship {one}, 3 {other}, 1 ship {other}"
        for area, (one, other) in zip(areas, pairs, strict=True)
    }
    civs = ("minoa", "celt", "rome", "egypt")
    s = scene("; ".join(fights.values()), dict.fromkeys(civs, "naval_warfare")).run(token_conflicts)
    order = []
    while not s.done:
        (civ,) = s.who()
        asked = s.asked(civ)
        assert asked is not None
        order.append(asked.about["area"])
        s.choose(civ, asked.fallback().option)
    assert order == sorted(order)
    assert set(order) == {s.area(area) for area in fights}


@pytest.mark.rules("mega.adv.naval_warfare.7", "A-44")
def test_with_both_no_ships_of_neighbours() -> None:
    s = scene(
        "phrygia: 2 minoa, 2 assyria; trapezus: 1 ship minoa; bithynia: 1 minoa",
        {"minoa": "naval_warfare advanced_military"},
    ).run(token_conflicts)
    assert set(s.options("minoa")) == {s.area("phrygia"), s.area("bithynia")}


@pytest.mark.rules("A-44")
def test_without_tokens_in_the_area_one_is_out_of_the_fight() -> None:
    s = scene(
        "phrygia: 1 minoa, 3 ships minoa, 3 assyria; hattusa: 4 minoa",
        {"minoa": "naval_warfare advanced_military"},
    ).run(token_conflicts)
    s.choose("minoa", "phrygia")
    assert s.done
    assert s.tokens("phrygia") == {"assyria": 3}
    assert s.tokens("hattusa") == {"minoa": 4}


@pytest.mark.rules("A-43", "mega.4a.3", "D-17")
def test_who_removes_together_chooses_in_ranking_order_openly() -> None:
    s = scene(
        "phrygia: 2 minoa, 2 assyria; hattusa: 1 minoa; trapezus: 1 assyria",
        {"minoa": "advanced_military", "assyria": "advanced_military"},
    ).run(token_conflicts)
    assert s.who() == ["minoa"]
    s.choose("minoa", "hattusa")
    assert s.who() == ["assyria"]
    asked = s.asked("assyria")
    assert asked is not None
    assert asked.about["tokens"] == {s.seat("minoa"): 2, s.seat("assyria"): 2}
    s.choose("assyria", "trapezus")
    # The next round: nothing is left elsewhere, so both lose there.
    assert s.done
    assert s.tokens("phrygia") == {}


@pytest.mark.rules("A-42", "A-43", "mega.adv.advanced_military.3", "mega.ast.5")
def test_ranking_is_that_of_the_civilizations_not_of_the_seats() -> None:
    # With twelve players Saba (no. 2) sits after Hatti (no. 9).
    both = {"hatti": "advanced_military", "saba": "advanced_military"}
    s = Scene(
        MEGA_CIVILIZATION, 12, "phrygia: 2 hatti, 2 saba; hattusa: 1 hatti; trapezus: 1 saba", advances=both
    ).run(token_conflicts)
    assert s.who() == ["saba"]
    s.choose("saba", "trapezus")
    assert s.who() == ["hatti"]
    s = Scene(MEGA_CIVILIZATION, 12, "athens: 2 hatti, 2 egypt; memphis: 3 saba, 3 egypt", advances=both).run(
        token_conflicts
    )
    assert s.done
    fights = [told.event.area for told in s.game.log if isinstance(told.event, TokensFought)]
    assert fights == [s.area("memphis"), s.area("athens")]


@pytest.mark.rules("mega.4a.order.1", "mega.4a.order.2", "A-42", "mega.adv.advanced_military.3")
def test_holders_of_advanced_military_come_last_and_in_ranking_order() -> None:
    s = scene(
        "phrygia: 2 assyria, 2 celt; hattusa: 3 minoa, 3 celt; athens: 2 rome, 2 egypt; argos: 2 minoa, 2 assyria",
        {"minoa": "advanced_military", "assyria": "advanced_military"},
    ).run(token_conflicts)
    assert s.done  # no holder has neighbours to lose from, and each has one fight without the other
    fights = [told.event.area for told in s.game.log if isinstance(told.event, TokensFought)]
    assert fights == [s.area(name) for name in ("athens", "hattusa", "argos", "phrygia")]


@pytest.mark.rules("D-16", "mega.4a.order.2", "A-42")
def test_a_holder_orders_his_own_fights() -> None:
    s = scene("phrygia: 2 minoa, 2 celt; athens: 2 minoa, 2 egypt; argos: 2 minoa, 2 assyria", {
        "minoa": "advanced_military", "assyria": "advanced_military"
    }).run(token_conflicts)  # fmt: skip
    decision = s.asked("minoa")
    assert decision is not None
    assert (decision.kind, decision.rule) == ("fight_order", "mega.4a.order.2")
    # Argos, where a lower-ranked holder fights too, comes last.
    assert s.options("minoa") == (s.area("phrygia"), s.area("athens"))
    assert decision.fallback().option == s.area("phrygia")
    s.choose("minoa", "athens")
    # Argos is next to Athens; nothing of Minoa is left in Athens, though.
    s.defaults()
    fights = [told.event.area for told in s.game.log if isinstance(told.event, TokensFought)]
    assert fights == [s.area(name) for name in ("athens", "phrygia", "argos")]


@pytest.mark.rules("mega.4a.order.2", "A-42")
def test_fights_with_any_lower_ranked_holder_come_last() -> None:
    three = dict.fromkeys(("minoa", "assyria", "celt"), "advanced_military")
    s = scene(
        "moesia: 4 minoa, 4 assyria; knossos: 3 minoa, 3 celt; rhodes: 3 minoa, 3 rome; chalcis: 3 minoa, 3 egypt",
        three,
    ).run(token_conflicts)
    assert set(s.options("minoa")) == {s.area("rhodes"), s.area("chalcis")}
    s.choose("minoa", "chalcis")
    assert set(s.options("minoa")) == {s.area("moesia"), s.area("knossos")}


@pytest.mark.rules("mega.4a.order.2", "mega.4.1", "A-42")
def test_a_fight_that_its_holder_has_left_is_fought_by_the_others() -> None:
    s = scene("phrygia: 2 minoa, 2 assyria; hattusa: 1 minoa, 2 celt, 3 rome", {"minoa": "advanced_military"})
    s.run(token_conflicts).choose("minoa", "phrygia").choose("minoa", "hattusa")
    assert s.done
    assert s.tokens("phrygia") == {"minoa": 2}
    assert s.tokens("hattusa") == {"rome": 2}  # limit 2
    peaceful = scene(
        "phrygia: 2 minoa, 2 assyria; hattusa: 1 minoa, 1 celt, 1 rome", {"minoa": "advanced_military"}
    )
    peaceful.run(token_conflicts).choose("minoa", "phrygia").choose("minoa", "hattusa")
    assert peaceful.tokens("hattusa") == {"celt": 1, "rome": 1}  # within the limit now


@pytest.mark.rules("A-42", "mega.adv.advanced_military.2")
def test_a_fight_that_losses_elsewhere_have_settled_is_not_fought() -> None:
    s = scene("phrygia: 2 minoa, 2 assyria; hattusa: 1 minoa, 2 celt", {"minoa": "advanced_military"})
    s.run(token_conflicts)
    s.choose("minoa", "phrygia")
    s.choose("minoa", "hattusa")
    assert s.done
    assert s.tokens("hattusa") == {"celt": 2}
    fights = [told.event.area for told in s.game.log if isinstance(told.event, TokensFought)]
    assert fights == [s.area("phrygia")]


# -- any fight -------------------------------------------------------------------------------------------------------

COUNTS = st.dictionaries(st.integers(-1, 8), st.integers(1, 12), min_size=1, max_size=5)


def told_by_the_rule(counts: dict[int, int], metal: set[int], limit: int) -> dict[int, int]:
    """The same written down naively: lists of owners, first without and then with Metalworking, smallest first."""
    left = dict(counts)

    def moments() -> Iterator[list[int]]:
        start = dict(left)
        for holders in (False, True):
            for number in sorted(set(start.values())):
                group = [o for o in start if start[o] == number and (o in metal) == holders]
                if group:
                    yield group

    while True:
        for group in moments():
            if sum(n > 0 for n in left.values()) < 2 or sum(left.values()) <= limit:
                return {o: n for o, n in left.items() if n}
            for owner in group:
                left[owner] -= 1
        if sum(n > 0 for n in left.values()) < 2 or sum(left.values()) <= limit:
            return {o: n for o, n in left.items() if n}
        left = {o: n for o, n in left.items() if n}


@pytest.mark.rules("mega.4a.2", "mega.4a.3", "mega.4a.4", "mega.4a.5", "mega.4a.11", "A-39", "A-40")
@given(counts=COUNTS, metal=st.sets(st.integers(0, 8)), limit=st.integers(-1, 4))
def test_every_fight_goes_by_the_rule(counts: dict[int, int], metal: set[int], limit: int) -> None:
    left = dict(counts)
    moments = 0
    for owners in removals(left, {owner: int(owner in metal) for owner in counts}, limit):
        assert len(left) > 1
        assert sum(left.values()) > limit
        for owner in owners:
            left[owner] -= 1
        moments += 1
    assert left == told_by_the_rule(counts, metal, limit)
    assert len(left) < 2 or sum(left.values()) <= limit
    assert moments <= sum(counts.values())


@given(
    counts=st.dictionaries(
        st.sampled_from(["minoa", "celt", "rome", "egypt", "barbarians"]), st.integers(1, 9)
    ),
    metal=st.sets(st.sampled_from(["minoa", "celt", "rome", "egypt"])),
    area=st.sampled_from(sorted(BY_LIMIT.values())),
    city=st.booleans(),
)
@pytest.mark.rules("mega.4a.1", "mega.piece.5")
def test_nothing_is_made_or_lost_in_a_fight(
    counts: dict[str, int], metal: set[str], area: str, *, city: bool
) -> None:
    pieces = [f"{number} {civ}" for civ, number in sorted(counts.items())] + (["city hellas"] if city else [])
    s = scene(f"{area}: {', '.join(pieces)}" if pieces else "", dict.fromkeys(metal, "metalworking"))
    s.run(token_conflicts)
    assert s.done
    assert not conflict_areas(s.game)
    left = s.tokens(area)
    for civ in ("minoa", "celt", "rome", "egypt"):
        realm = s.realm(civ)
        assert realm.stock == 55 - left.get(civ, 0)
        assert left.get(civ, 0) <= counts.get(civ, 0)
