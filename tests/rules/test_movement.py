"""3. Movement by land, who may enter where, what causes conflict, and the declaration."""

from __future__ import annotations

import msgspec
import pytest

from ecumene.antiquity.conflict import is_contested
from ecumene.antiquity.movement.deeds import ConflictCaused, Moved
from ecumene.antiquity.movement.phase import movement
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.view import table_view
from ecumene.kernel import SPECTATOR
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from tests.rules.moving import body, do, march, no, raw, scene

# A corner of the western map by land: sinai (1) - gaza (1), jerusalem (2), petra (1), tanis (2), eastern_desert (1).
# phaestos (2) - knossos (3). Printed limits in brackets.


# -- one move a token -----------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.3.move.1", "mega.3.move.2", "mega.3.move.3", "D-08", "A-10")
def test_a_token_crosses_one_land_border() -> None:
    s = scene("gaza: 3 minoa; jerusalem: 1 minoa")
    march(s, "minoa", "gaza", "jerusalem", 2)
    assert s.tokens("gaza") == {"minoa": 1}
    assert s.tokens("jerusalem") == {"minoa": 3}
    assert no(s, "minoa", "march", start="gaza", to="alexandria", number=1).rule == "mega.3.move.1"
    assert no(s, "minoa", "march", start="gaza", to="gaza", number=1).rule == "mega.3.move.1"
    # Of the three in Jerusalem one has not moved yet.
    assert no(s, "minoa", "march", start="jerusalem", to="tyre", number=2).key == "too_few_unmoved"
    march(s, "minoa", "jerusalem", "tyre")
    assert no(s, "minoa", "march", start="jerusalem", to="tyre", number=1).key == "too_few_unmoved"
    standing = {there.area: (there.unmoved, there.moved) for there in body(s, "minoa").tokens}
    assert standing == {s.area("gaza"): (1, 0), s.area("jerusalem"): (0, 2), s.area("tyre"): (0, 1)}


@pytest.mark.rules("mega.3.move.1", "mega.3.ships.move.1")
def test_water_is_no_way_for_feet() -> None:
    s = scene("rhodes: 2 minoa")
    assert no(s, "minoa", "march", start="rhodes", to="knossos", number=1).key == "not_adjacent_by_land"


@pytest.mark.rules("mega.3.move.3")
def test_any_number_may_enter_any_area_in_play() -> None:
    s = scene("gaza: 40 minoa; sinai: 2 celt, city rome")
    march(s, "minoa", "gaza", "sinai", 40)
    assert s.tokens("sinai") == {"minoa": 40, "celt": 2}


@pytest.mark.rules("mega.3.move.5", "mega.3.order.9", "mega.3.order.10")
def test_cities_and_barbarians_stay_and_nobody_must_move() -> None:
    s = scene("gaza: city minoa, 1 minoa; sinai: 3 barbarians")
    assert s.who() == ["minoa"]  # the others have nothing on the board
    assert {there.area for there in body(s, "minoa").tokens} == {s.area("gaza")}
    do(s, "minoa", "finish")
    assert s.done
    assert s.tokens("gaza") == {"minoa": 1}
    assert s.city("gaza") == "minoa"
    assert s.tokens("sinai") == {"barbarians": 3}


@pytest.mark.rules("mega.out.1", "mega.out.4")
def test_out_of_play_areas_cannot_be_entered() -> None:
    s = Scene(MEGA_CIVILIZATION, 5, "tyre: 2 minoa; thrace: 2 minoa").run(movement)
    board = s.game.board
    out = next(
        (start, to)
        for start in board.areas
        for to in board.world.land[start]
        if not board.in_play[to] and to in board.on_table
    )
    s = Scene(MEGA_CIVILIZATION, 5, f"{board.key_of(out[0])}: 2 minoa").run(movement)
    refusal = no(s, "minoa", "march", start=out[0], to=out[1], number=1)
    assert (refusal.rule, refusal.key) == ("mega.out.1", "out_of_play")
    assert out[1] not in board.adjacent[out[0]]


@pytest.mark.parametrize(
    "order",
    [
        {"order": "march", "start": 0, "to": 1, "number": -6},
        {"order": "march", "start": 0, "to": 1, "number": 0},
        {"order": "march", "start": 0, "to": 1, "number": 1.5},
        {"order": "march", "start": -1, "to": 1, "number": 1},
        {"order": "march", "start": 0, "to": 1, "number": 1, "more": 1},
        {"order": "march", "start": 9999, "to": 9999, "number": 1},
        {"order": "march", "start": 0, "to": 1, "number": True},
        {"order": "build", "at": 0, "treasury": -140},
        {"order": "build", "at": 9999, "treasury": 2},
        {"order": "maintain", "ship": 77},
        {"order": "scrap", "ship": 77},
        {"order": "embark", "ship": 77, "number": 1},
        {"order": "sail", "ship": 0, "way": []},
        {"order": "sail", "ship": 0, "way": [9999]},
        {"order": "land", "ship": 0, "number": 99},
        {"order": "take_back", "deed": 5},
        {"order": "teleport"},
        {"order": "finish", "turn_back": True},
        {},
        None,
    ],
)
def test_nonsense_is_refused_and_changes_nothing(order: object) -> None:
    s = scene("gaza: 3 minoa")
    before = msgspec.json.encode(s.game.state)
    refusal = s.refused("minoa", {"shape": "orders", "order": order})
    assert refusal.rule
    assert msgspec.json.encode(s.game.state) == before


# -- Roadbuilding ---------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.adv.roadbuilding.1", "mega.adv.roadbuilding.3", "D-09")
def test_roadbuilding_goes_over_two_borders_at_once() -> None:
    s = scene("tanis: 4 minoa, 1 ship minoa", {"minoa": "roadbuilding"}, treasury={"minoa": 5})
    march(s, "minoa", "tanis", "petra", 2, via="sinai")
    assert s.tokens("petra") == {"minoa": 2}
    assert s.tokens("sinai") == {}
    march(s, "minoa", "tanis", "sinai")
    # No second step after a pause, none before boarding, none after landing.
    assert no(s, "minoa", "march", start="sinai", to="petra", number=1).key == "too_few_unmoved"
    do(s, "minoa", "maintain", ship=0)
    do(s, "minoa", "embark", ship=0, number=1).answer("minoa", raw(s, "sail", ship=0, way="gaza"))
    do(s, "minoa", "land", ship=0, number=1)
    assert no(s, "minoa", "march", start="gaza", to="sinai", number=1).key == "too_few_unmoved"
    moved = scene("tanis: 1 minoa; gaza: 1 ship minoa", {"minoa": "roadbuilding"}, treasury={"minoa": 5})
    march(moved, "minoa", "tanis", "gaza")
    do(moved, "minoa", "maintain", ship=0)
    assert no(moved, "minoa", "embark", ship=0, number=1).rule == "mega.3.move.2"
    without = scene("tanis: 4 minoa")
    refusal = no(without, "minoa", "march", start="tanis", to="petra", via="sinai", number=1)
    assert refusal.rule == "mega.adv.roadbuilding.1"
    assert no(without, "minoa", "march", start="tanis", to="petra", number=1).rule == "mega.3.move.1"
    assert no(s, "minoa", "march", start="petra", to="tanis", via="gaza", number=1).key == "too_few_unmoved"


@pytest.mark.rules("mega.adv.roadbuilding.t1", "mega.adv.roadbuilding.2", "A-32", "A-33")
def test_a_token_in_a_conflict_situation_stops() -> None:
    # First area of limit 2 (Jerusalem) with one foreign token.
    s = scene("gaza: 3 minoa; jerusalem: 1 celt", {"minoa": "roadbuilding"})
    march(s, "minoa", "gaza", "tyre", via="jerusalem")
    march(s, "minoa", "gaza", "tyre", via="jerusalem")
    assert s.tokens("tyre") == {"minoa": 2}
    stays = scene("gaza: 3 minoa; jerusalem: 1 celt", {"minoa": "roadbuilding"})
    march(stays, "minoa", "gaza", "jerusalem")
    refusal = no(stays, "minoa", "march", start="gaza", to="tyre", via="jerusalem", number=1)
    assert refusal.rule == "mega.adv.roadbuilding.2"
    march(stays, "minoa", "gaza", "jerusalem", 2)
    # Several sent at once pass one after the other: none of them stays.
    at_once = scene("gaza: 3 minoa; jerusalem: 1 celt", {"minoa": "roadbuilding"})
    march(at_once, "minoa", "gaza", "tyre", 3, via="jerusalem")


@pytest.mark.rules("mega.adv.roadbuilding.2", "mega.adv.roadbuilding.4", "A-33")
def test_what_may_be_passed() -> None:
    roads = {"minoa": "roadbuilding"}
    for there, passable in (
        ("city celt", False),
        ("city pirates", False),
        ("city minoa", True),
        ("1 celt", True),
        ("1 barbarians", True),
        ("2 celt", False),
        ("9 minoa", True),
        ("city minoa, 1 celt", False),
    ):
        s = scene(f"gaza: 1 minoa; jerusalem: {there}", roads)
        if passable:
            march(s, "minoa", "gaza", "tyre", via="jerusalem")
        else:
            refusal = no(s, "minoa", "march", start="gaza", to="tyre", via="jerusalem", number=1)
            assert refusal.rule == "mega.adv.roadbuilding.2"
    # The second step may end in conflict; the first must be legal by itself; back to the start is a move too.
    s = scene("gaza: 1 minoa; tyre: city celt", roads)
    march(s, "minoa", "gaza", "tyre", via="jerusalem")
    s = scene("gaza: 1 minoa; jerusalem: city celt", {"minoa": "roadbuilding", "celt": "diplomacy"})
    assert (
        no(s, "minoa", "march", start="gaza", to="tyre", via="jerusalem", number=1).rule
        == "mega.adv.diplomacy.1"
    )
    s = scene("tyre: 2 minoa, 1 celt", roads | {"celt": "cultural_ascendancy"})  # limit 3
    march(s, "minoa", "tyre", "tyre", 2, via="jerusalem")  # one by one, so there is always room
    s = scene("gaza: 1 minoa", roads)
    march(s, "minoa", "gaza", "gaza", via="jerusalem")
    assert s.tokens("gaza") == {"minoa": 1}
    assert no(s, "minoa", "march", start="gaza", to="tanis", number=1).key == "too_few_unmoved"


# -- conflict situations --------------------------------------------------------------------------------------------


@pytest.mark.rules(
    "mega.3.conflict.t1", "mega.3.conflict.1", "mega.3.conflict.2", "mega.3.conflict.6", "A-32"
)
def test_the_token_above_the_limit_causes_conflict_until_the_others_leave() -> None:
    s = scene("phaestos: 2 minoa; knossos: 2 celt")  # Knossos: limit 3
    march(s, "minoa", "phaestos", "knossos")
    assert not is_contested(s.game, s.area("knossos"))
    march(s, "minoa", "phaestos", "knossos")
    assert is_contested(s.game, s.area("knossos"))
    caused = [told.event for told in s.game.log if isinstance(told.event, ConflictCaused)]
    assert [(event.seat, event.area) for event in caused] == [(s.seat("minoa"), s.area("knossos"))]
    march(s, "celt", "knossos", "phaestos")
    assert not is_contested(s.game, s.area("knossos"))


@pytest.mark.rules("A-32", "mega.3.conflict.2")
def test_own_tokens_may_leave_first() -> None:
    s = scene("jerusalem: 1 minoa, 1 celt; gaza: 1 minoa")
    march(s, "minoa", "jerusalem", "tyre").answer(
        "minoa", raw(s, "march", start="gaza", to="jerusalem", number=1)
    )
    assert not is_contested(s.game, s.area("jerusalem"))
    assert not any(isinstance(told.event, ConflictCaused) for told in s.game.log)


@pytest.mark.rules("mega.3.conflict.3", "mega.3.conflict.8", "mega.3.conflict.7", "mega.3.conflict.10")
def test_entering_a_city_area_is_attacking_and_the_owner_may_defend() -> None:
    s = scene("gaza: 1 minoa; jerusalem: city celt; tyre: 3 celt; tanis: 1 minoa; sinai: city pirates")
    march(s, "minoa", "gaza", "jerusalem")
    assert is_contested(s.game, s.area("jerusalem"))
    march(s, "celt", "tyre", "jerusalem", 3)
    march(s, "minoa", "tanis", "sinai")
    assert is_contested(s.game, s.area("sinai"))
    s.defaults()
    assert s.done  # nothing is fought in this phase
    assert s.tokens("jerusalem") == {"minoa": 1, "celt": 3}
    before = scene("gaza: 1 minoa; jerusalem: city celt; tyre: 3 celt")
    march(before, "celt", "tyre", "jerusalem", 3)
    assert not is_contested(before.game, before.area("jerusalem"))


@pytest.mark.rules("mega.3.city.1")
def test_no_city_is_built_while_moving() -> None:
    s = scene("gaza: 12 minoa")
    assert no(s, "minoa", "found_city", at="gaza").key == "malformed"


# -- Diplomacy and Cultural Ascendancy ------------------------------------------------------------------------------


def may_enter(
    pieces: str,
    attacker: str = "",
    defender: str = "",
    number: int = 1,
    third: str = "",
) -> bool:
    """Whether Minoa with `attacker` may march from Gaza into Jerusalem; Celt holds `defender`, Rome `third`."""
    s = scene(f"gaza: 9 minoa; {pieces}", {"minoa": attacker, "celt": defender, "rome": third})
    decision = s.asked("minoa")
    assert decision is not None
    answer = decision.decode(raw(s, "march", start="gaza", to="jerusalem", number=number))
    allowed = decision.check(answer) is None
    barred = {there.area: there.most for there in body(s, "minoa").barred}
    assert allowed == (number <= barred.get(s.area("jerusalem"), 999))
    return allowed


@pytest.mark.rules(
    "mega.adv.diplomacy.1", "mega.adv.diplomacy.3", "mega.adv.military.2", "mega.adv.diplomacy.t1"
)
def test_diplomacy_keeps_others_out_of_its_city_areas() -> None:
    city = "jerusalem: city celt"
    assert not may_enter(city, "", "diplomacy")
    assert not may_enter(city, "advanced_military", "diplomacy")
    assert may_enter(city, "military", "diplomacy")
    assert may_enter(city, "diplomacy", "diplomacy")
    assert may_enter(city, "", "")
    assert may_enter("jerusalem: 2 celt", "", "diplomacy", 5)  # tokens only
    own = scene("gaza: 1 celt; jerusalem: city celt", {"celt": "diplomacy"})
    march(own, "celt", "gaza", "jerusalem")


@pytest.mark.rules("mega.adv.diplomacy.2", "mega.adv.diplomacy.6", "A-31", "A-37")
def test_diplomacy_does_not_bind_where_conflict_is_already() -> None:
    assert may_enter("jerusalem: city celt, 1 rome", "", "diplomacy")
    assert may_enter("jerusalem: city celt, 1 barbarians", "", "diplomacy")
    assert not may_enter("jerusalem: city celt, 1 celt", "", "diplomacy public_works")
    s = scene("gaza: 2 minoa; tyre: 2 rome; jerusalem: city celt", {"celt": "diplomacy", "rome": "military"})
    assert no(s, "minoa", "march", start="gaza", to="jerusalem", number=1).rule == "mega.adv.diplomacy.1"
    march(s, "rome", "tyre", "jerusalem")
    march(s, "minoa", "gaza", "jerusalem", 2)
    # And the third came in only because of Rome: Rome cannot leave it in the lurch by taking back.
    deed = body(s, "rome").deeds[0].deed
    assert no(s, "rome", "take_back", deed=deed).key == "later_deed_needs_it"


@pytest.mark.rules(
    "mega.adv.cultural_ascendancy.t1", "mega.adv.cultural_ascendancy.1", "mega.adv.cultural_ascendancy.3",
    "mega.adv.cultural_ascendancy.4", "mega.adv.cultural_ascendancy.5", "mega.adv.advanced_military.4",
)  # fmt: skip
def test_cultural_ascendancy_lets_nobody_cause_conflict() -> None:
    units = "jerusalem: 1 celt"
    assert may_enter(units, "", "cultural_ascendancy", 1)
    assert not may_enter(units, "", "cultural_ascendancy", 2)
    assert may_enter(units, "advanced_military", "cultural_ascendancy", 2)
    assert may_enter(units, "cultural_ascendancy", "cultural_ascendancy", 2)
    assert not may_enter(units, "military", "cultural_ascendancy", 2)
    assert not may_enter("jerusalem: city celt", "", "cultural_ascendancy", 1)
    assert not may_enter("jerusalem: 5 celt", "", "cultural_ascendancy", 1)
    assert may_enter("jerusalem: city rome", "", "cultural_ascendancy", 1)
    assert not may_enter(
        "jerusalem: 1 celt, 1 rome", "", "cultural_ascendancy", 1
    )  # a third player's tokens count


@pytest.mark.rules("mega.adv.cultural_ascendancy.2", "mega.adv.cultural_ascendancy.7", "A-31")
def test_cultural_ascendancy_does_not_bind_where_conflict_is_already() -> None:
    assert may_enter("jerusalem: 2 celt, 1 rome", "", "cultural_ascendancy", 9)
    assert may_enter("jerusalem: city celt, 1 rome", "", "cultural_ascendancy", 9)
    s = scene(
        "gaza: 2 minoa; tyre: 2 rome; jerusalem: 1 celt",
        {"celt": "cultural_ascendancy", "rome": "advanced_military"},
    )
    march(s, "rome", "tyre", "jerusalem", 2)
    march(s, "minoa", "gaza", "jerusalem", 2)


@pytest.mark.rules("mega.adv.diplomacy.t2", "A-30")
def test_both_ask_for_an_exemption_from_each() -> None:
    both = "diplomacy cultural_ascendancy"
    city = "jerusalem: city celt"
    assert not may_enter(city, "military", both)
    assert not may_enter(city, "advanced_military", both)
    assert not may_enter(city, "diplomacy", both)
    assert may_enter(city, "military advanced_military", both)
    assert may_enter(city, "diplomacy cultural_ascendancy", both)
    assert may_enter(city, "military cultural_ascendancy", both)
    assert may_enter("jerusalem: 1 celt", "", both, 1)


@pytest.mark.rules("A-30", "mega.adv.diplomacy.3")
def test_each_ban_counts_by_itself_with_two_protectors() -> None:
    pieces = "jerusalem: city celt, 1 celt"
    assert not may_enter(pieces, "military", "cultural_ascendancy public_works")
    assert may_enter("jerusalem: 1 celt", "", "cultural_ascendancy", 1, third="diplomacy")


@pytest.mark.rules("mega.adv.roadbuilding.2", "A-33", "mega.adv.cultural_ascendancy.5")
def test_passing_through_is_tested_like_entering() -> None:
    s = scene("gaza: 1 minoa; jerusalem: 2 celt", {"minoa": "roadbuilding", "celt": "cultural_ascendancy"})
    refusal = no(s, "minoa", "march", start="gaza", to="tyre", via="jerusalem", number=1)
    assert refusal.rule == "mega.adv.cultural_ascendancy.1"


# -- order, commitment ----------------------------------------------------------------------------------------------


@pytest.mark.rules(
    "mega.3.order.1", "mega.3.order.2", "mega.3.order.3", "mega.3.order.4", "A-22", "mega.2b.4"
)
def test_all_may_move_at_once_and_who_insists_waits_for_those_before_him() -> None:
    s = scene("gaza: 2 minoa; tyre: 2 celt; rome: 2 rome", order="celt minoa rome")
    assert s.who() == ["celt", "minoa", "rome"]
    step = s._step
    assert step is not None
    assert not step.can_wait(s.seat("celt"))
    assert step.can_wait(s.seat("minoa"))
    march(s, "minoa", "gaza", "jerusalem")  # some early
    step.wait(s.seat("minoa"))
    assert step.is_waiting(s.seat("minoa"))
    march(s, "celt", "tyre", "sidon", 2)  # the order is that of the census, whatever is lost since
    do(s, "celt", "finish")
    assert not step.is_waiting(s.seat("minoa"))
    march(s, "minoa", "gaza", "sinai")  # and the rest later


@pytest.mark.rules("mega.3.order.6", "mega.3.order.8", "D-15")
def test_the_declaration_is_final_and_the_last_one_ends_the_phase() -> None:
    s = scene("gaza: 2 minoa; tyre: 2 celt")
    march(s, "minoa", "gaza", "jerusalem")
    decision = s.asked("celt")
    assert decision is not None
    do(s, "minoa", "finish")
    assert s.game.learned  # so the kernel lets nobody undo it
    assert s.who() == ["celt"]
    s.defaults()  # D-15: by default movement ends
    assert s.done
    assert s.game.state.movement is None
    assert s.tokens("jerusalem") == {"minoa": 1}


@pytest.mark.rules("mega.hid.18")
def test_movement_is_public_at_once() -> None:
    s = scene("gaza: 2 minoa; tyre: 2 celt; rhodes: 1 ship minoa")
    march(s, "minoa", "gaza", "jerusalem")
    told = [entry for entry in s.game.log if isinstance(entry.event, Moved)]
    assert len(told) == 1
    assert told[0].seen_by(s.seat("celt"))
    assert told[0].seen_by(SPECTATOR)
    views = {msgspec.json.encode(table_view(s.game.state, viewer).movement) for viewer in (0, 2, SPECTATOR)}
    assert len(views) == 1
    assert views != {b"null"}


@pytest.mark.rules("mega.adv.military.1", "A-29", "mega.2b.3")
def test_military_holders_come_last_but_may_move_early() -> None:
    from ecumene.antiquity.growth import STEPS

    s = Scene(
        MEGA_CIVILIZATION, 9, "gaza: 9 minoa; tyre: 2 celt; rome: 5 rome", advances={"minoa": "military"}
    )
    s.run(dict(STEPS)["2b"])
    order = s.game.state.order
    assert order[-1] == s.seat("minoa")
    assert order.index(s.seat("rome")) < order.index(s.seat("celt"))
    s.run(movement)
    march(s, "minoa", "gaza", "jerusalem")


def test_the_body_says_what_a_client_needs_and_survives_the_wire() -> None:
    s = scene(
        "gaza: 3 minoa, 1 ship minoa; jerusalem: city celt", {"celt": "diplomacy", "minoa": "cloth_making"},
        treasury={"minoa": 3},
    )  # fmt: skip
    march(s, "minoa", "gaza", "sinai")
    decision = s.asked("minoa")
    assert decision is not None
    sent = msgspec.json.decode(msgspec.json.encode(decision.describe()))
    assert sent["body"]["steps"] == 5
    assert sent["body"]["capacity"] == 5
    assert sent["body"]["barred"] == [
        {"area": s.area("jerusalem"), "most": 0, "rule": "mega.adv.diplomacy.1", "key": "barred"}
    ]
    assert sent["body"]["deeds"][0]["what"] == "march"
    assert sent["body"]["ships"] == [
        {"ship": 0, "at": s.area("gaza"), "steps_left": 5, "cargo": 0, "paid": False}
    ]
    assert sent["default"] == {"shape": "orders", "order": {"order": "finish", "turn_back": False}}
