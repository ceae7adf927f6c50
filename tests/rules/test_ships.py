"""3. Ships: building, keeping, sailing, carrying, and where they may end."""

from __future__ import annotations

import pytest

from ecumene.antiquity.conflict import is_contested
from ecumene.antiquity.laws import aboard
from ecumene.antiquity.movement.phase import movement
from ecumene.antiquity.testing import Scene
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from tests.rules.moving import body, do, march, no, raw, scene

# By water: ionia - rhodes - knossos - thera - athens; knossos - phaestos - sparta - peloponnesos - aetolia. The Aegean
# Sea lies before Rhodes, Knossos and Thera.


def at(s: Scene, civ: str) -> dict[str, int]:
    """Where a civilization's ships are."""
    return {s.game.board.key_of(area): number for area, number in s.realm(civ).ships.items()}  # type: ignore[arg-type]


# -- building ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.3.ships.build.3", "mega.3.ships.build.7", "mega.3.ships.build.t1", "D-10", "A-24")
def test_three_ways_to_pay() -> None:
    s = scene("rhodes: 1 minoa; knossos: 2 minoa", treasury={"minoa": 1}, stock={"minoa": 20})
    s.realm("minoa").treasury = 1
    stock = s.realm("minoa").stock
    assert no(s, "minoa", "build", at="rhodes", tokens="knossos knossos").key == "token_from_there"
    assert no(s, "minoa", "build", at="rhodes", treasury=1, tokens="knossos").key == "token_from_there"
    assert no(s, "minoa", "build", at="rhodes", treasury=2).key == "too_little_treasury"
    assert no(s, "minoa", "build", at="rhodes", tokens="rhodes rhodes").key == "too_few_tokens_there"
    assert no(s, "minoa", "build", at="rhodes", treasury=1).key == "wrong_price"
    assert no(s, "minoa", "build", at="rhodes", treasury=1, tokens="rhodes knossos").key == "wrong_price"
    do(s, "minoa", "build", at="rhodes", treasury=1, tokens="rhodes")
    assert (s.realm("minoa").treasury, s.realm("minoa").stock) == (0, stock + 2)
    assert s.tokens("rhodes") == {}
    assert at(s, "minoa") == {"rhodes": 1}
    two = scene("rhodes: 1 minoa; knossos: 2 minoa")
    do(two, "minoa", "build", at="rhodes", tokens="rhodes knossos")
    assert (two.tokens("rhodes"), two.tokens("knossos")) == ({}, {"minoa": 1})
    rich = scene("rhodes: 1 minoa", treasury={"minoa": 2})
    do(rich, "minoa", "build", at="rhodes", treasury=2)
    assert rich.tokens("rhodes") == {"minoa": 1}


@pytest.mark.rules("mega.3.ships.build.2", "A-25", "A-07", "mega.area.8")
def test_only_where_there_is_coast_and_an_own_token() -> None:
    s = scene(
        "damascus: 2 minoa; rhodes: city minoa; knossos: 1 minoa, 9 celt; anatolia: 2 minoa",
        treasury={"minoa": 9},
    )
    assert no(s, "minoa", "build", at="damascus", treasury=2).key == "not_coastal"
    assert no(s, "minoa", "build", at="anatolia", treasury=2).key == "not_coastal"  # a lake is no coast
    assert no(s, "minoa", "build", at="aegean_sea", treasury=2).key == "not_coastal"
    assert (
        no(s, "minoa", "build", at="rhodes", treasury=2).key == "no_own_token"
    )  # a city alone is not enough
    assert no(s, "minoa", "build", at="thera", treasury=2).key == "no_own_token"
    do(
        s, "minoa", "build", at="knossos", treasury=1, tokens="knossos"
    )  # the only token, in a conflict situation


@pytest.mark.rules("mega.3.ships.build.1", "mega.3.ships.build.6", "A-24")
def test_at_any_time_and_used_at_once_paid_by_tokens_that_have_moved() -> None:
    s = scene("rhodes: 3 minoa; phaestos: 2 minoa")
    march(s, "minoa", "phaestos", "knossos", 2)
    do(s, "minoa", "build", at="rhodes", tokens="rhodes knossos")
    assert s.tokens("knossos") == {"minoa": 1}
    ship = body(s, "minoa").ships[0]
    assert ship.paid
    do(s, "minoa", "embark", ship=ship.ship, number=2).answer(
        "minoa", raw(s, "sail", ship=ship.ship, way="ionia")
    )
    do(s, "minoa", "finish")
    assert s.tokens("ionia") == {"minoa": 2}
    assert at(s, "minoa") == {"ionia": 1}  # it owed no maintenance


@pytest.mark.rules("A-24")
def test_tokens_that_have_moved_pay_first_and_those_aboard_never() -> None:
    s = scene("rhodes: 5 minoa; ionia: 1 minoa", {"minoa": "roadbuilding"}, treasury={"minoa": 4})
    do(s, "minoa", "build", at="rhodes", treasury=2)
    ship = body(s, "minoa").ships[0].ship
    do(s, "minoa", "embark", ship=ship, number=5)
    assert no(s, "minoa", "build", at="rhodes", treasury=2).key == "no_own_token"
    do(s, "minoa", "land", ship=ship, number=4)
    do(s, "minoa", "build", at="rhodes", treasury=1, tokens="rhodes")
    standing = {there.area: (there.unmoved, there.moved) for there in body(s, "minoa").tokens}
    assert standing[s.area("rhodes")] == (0, 3)


@pytest.mark.rules("mega.3.ships.build.4", "mega.3.ships.build.5", "mega.piece.1")
def test_at_most_four_builds_and_only_what_is_in_stock() -> None:
    s = scene("rhodes: 1 minoa; knossos: 2 ships minoa", treasury={"minoa": 20})
    do(s, "minoa", "build", at="rhodes", treasury=2).answer("minoa", raw(s, "build", at="rhodes", treasury=2))
    assert no(s, "minoa", "build", at="rhodes", treasury=2).rule == "mega.3.ships.build.5"
    assert body(s, "minoa").builds_left == 0
    do(s, "minoa", "scrap", ship=0)
    do(s, "minoa", "build", at="rhodes", treasury=2).answer("minoa", raw(s, "scrap", ship=1))
    do(s, "minoa", "build", at="rhodes", treasury=2)
    # Four were built, and all four pieces are out: the number of builds is named first.
    assert no(s, "minoa", "build", at="rhodes", treasury=2).rule == "mega.3.ships.build.4"


# -- maintenance -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.3.ships.maintain.1", "mega.3.ships.maintain.2", "mega.3.ships.maintain.4", "D-11")
def test_a_ship_of_an_earlier_turn_is_used_after_paying() -> None:
    s = scene("rhodes: 3 minoa, 2 ships minoa; athens: 1 minoa", treasury={"minoa": 1})
    assert no(s, "minoa", "sail", ship=0, way="knossos").key == "not_maintained"
    assert no(s, "minoa", "embark", ship=0, number=1).key == "not_maintained"
    march(s, "minoa", "athens", "argos")
    do(s, "minoa", "maintain", ship=0)
    assert s.realm("minoa").treasury == 0
    assert no(s, "minoa", "maintain", ship=0).rule == "mega.3.ships.maintain.4"
    assert no(s, "minoa", "maintain", ship=1).key == "too_little_treasury"
    assert no(s, "minoa", "maintain", ship=1, token="athens").key == "too_few_tokens_there"
    do(s, "minoa", "sail", ship=0, way=[s.area("knossos")])
    do(s, "minoa", "maintain", ship=1, token="argos")  # a token of anywhere
    assert s.tokens("argos") == {}
    assert [ship.paid for ship in body(s, "minoa").ships] == [True, True]


@pytest.mark.rules("mega.3.ships.maintain.3", "mega.3.ships.maintain.7")
def test_unpaid_ships_are_lost_at_the_declaration() -> None:
    s = scene("rhodes: 1 minoa, 2 ships minoa; knossos: 1 ship minoa", treasury={"minoa": 5})
    do(s, "minoa", "maintain", ship=1)  # and it stays where it is
    do(s, "minoa", "finish")
    assert sum(at(s, "minoa").values()) == 1
    assert s.game.ships_left(s.seat("minoa")) == 3


@pytest.mark.rules("mega.3.ships.maintain.5", "mega.3.ships.maintain.6", "D-12", "A-36")
def test_only_an_unmaintained_ship_may_be_given_up_to_build_it_anew() -> None:
    s = scene("rhodes: 1 minoa, 4 ships minoa", treasury={"minoa": 9})
    assert no(s, "minoa", "build", at="rhodes", treasury=2).rule == "mega.3.ships.build.5"
    do(s, "minoa", "scrap", ship=3).answer("minoa", raw(s, "build", at="rhodes", treasury=2))
    do(s, "minoa", "maintain", ship=0)
    assert no(s, "minoa", "scrap", ship=0).rule == "mega.3.ships.maintain.6"
    built = body(s, "minoa").ships[-1].ship
    assert no(s, "minoa", "scrap", ship=built).rule == "mega.3.ships.maintain.6"
    assert no(s, "minoa", "scrap", ship=3).key == "no_such_ship"


# -- sailing ---------------------------------------------------------------------------------------------------------


def ready(pieces: str, advances: str = "") -> Scene:
    """A scene whose ship 0 of Minoa is maintained."""
    s = scene(pieces, {"minoa": advances}, treasury={"minoa": 9})
    return do(s, "minoa", "maintain", ship=0)


@pytest.mark.rules("mega.3.ships.move.1", "mega.adv.cloth_making.1", "A-26", "D-13")
def test_four_steps_in_all_with_cloth_making_five() -> None:
    s = ready("ionia: 1 ship minoa; gaza: 1 minoa")
    assert (
        no(s, "minoa", "sail", ship=0, way="rhodes knossos phaestos sparta peloponnesos").key
        == "too_many_steps"
    )
    assert no(s, "minoa", "sail", ship=0, way="rhodes thera").key == "not_adjacent_by_water"
    do(s, "minoa", "sail", ship=0, way=[s.area("rhodes"), s.area("knossos")])
    march(s, "minoa", "gaza", "jerusalem")  # a pause
    do(s, "minoa", "sail", ship=0, way=[s.area("phaestos"), s.area("sparta")])
    assert no(s, "minoa", "sail", ship=0, way="peloponnesos").key == "too_many_steps"
    assert body(s, "minoa").ships[0].steps_left == 0
    five = ready("ionia: 1 ship minoa", "cloth_making")
    do(
        five,
        "minoa",
        "sail",
        ship=0,
        way=[five.area(a) for a in ["rhodes", "knossos", "phaestos", "sparta", "argos"]],
    )
    do(five, "minoa", "finish")
    assert at(five, "minoa") == {"argos": 1}


@pytest.mark.rules("mega.3.ships.move.2", "mega.adv.astronavigation.1", "mega.adv.astronavigation.2", "A-35")
def test_open_sea_is_crossed_with_astronavigation_only_and_is_no_end() -> None:
    assert no(ready("rhodes: 1 ship minoa"), "minoa", "sail", ship=0, way="aegean_sea").key == "open_sea"
    s = ready("rhodes: 1 ship minoa; gaza: 1 minoa", "astronavigation")
    do(s, "minoa", "sail", ship=0, way=[s.area("aegean_sea")])
    refusal = no(s, "minoa", "finish")
    assert (refusal.rule, refusal.key, refusal.details["ship"]) == (
        "mega.3.ships.move.2",
        "ends_in_open_sea",
        0,
    )
    assert body(s, "minoa").stranded == (0,)
    do(s, "minoa", "sail", ship=0, way=[s.area("thera")])
    assert no(s, "minoa", "finish", turn_back=True).key == "nothing_turns_back"
    do(s, "minoa", "finish")
    assert at(s, "minoa") == {"thera": 1}


@pytest.mark.rules(
    "mega.3.ships.move.3", "mega.adv.naval_warfare.1", "mega.3.ships.t1", "mega.3.ships.move.4", "D-13"
)
def test_five_at_a_time_any_number_in_all() -> None:
    s = ready("ionia: 6 minoa, 1 ship minoa; rhodes: 3 minoa")
    assert no(s, "minoa", "embark", ship=0, number=6).key == "too_many_aboard"
    do(s, "minoa", "embark", ship=0, number=5).answer("minoa", raw(s, "sail", ship=0, way="rhodes"))
    assert s.tokens("ionia") == {"minoa": 1}
    do(s, "minoa", "land", ship=0, number=3)
    assert no(s, "minoa", "embark", ship=0, number=4).rule == "mega.3.move.2"  # those that landed are done
    do(s, "minoa", "embark", ship=0, number=3).answer("minoa", raw(s, "sail", ship=0, way="knossos thera"))
    assert aboard(s.game, s.seat("minoa")) == 5
    do(s, "minoa", "land", ship=0, number=5)
    assert s.tokens("thera") == {"minoa": 5}
    assert s.tokens("rhodes") == {"minoa": 3}
    six = ready("ionia: 9 minoa, 1 ship minoa", "naval_warfare")
    do(six, "minoa", "embark", ship=0, number=6)
    assert no(six, "minoa", "embark", ship=0, number=1).key == "too_many_aboard"


@pytest.mark.rules("A-23", "mega.3.move.4", "mega.3.move.2")
def test_one_ship_a_token_and_landed_is_moved_also_where_it_came_from() -> None:
    s = scene("ionia: 1 minoa, 2 ships minoa", treasury={"minoa": 9})
    do(s, "minoa", "maintain", ship=0).answer("minoa", raw(s, "maintain", ship=1))
    do(s, "minoa", "embark", ship=0, number=1).answer("minoa", raw(s, "land", ship=0, number=1))
    assert no(s, "minoa", "embark", ship=1, number=1).key == "too_few_unmoved"
    assert no(s, "minoa", "march", start="ionia", to="miletus", number=1).key == "too_few_unmoved"


@pytest.mark.rules("mega.3.ships.move.5", "A-26", "mega.3.ships.move.9")
def test_what_is_aboard_is_nowhere_until_it_lands_at_the_latest_at_the_end() -> None:
    s = ready("ionia: 3 minoa, 1 ship minoa; rhodes: 4 celt")
    do(s, "minoa", "embark", ship=0, number=3).answer("minoa", raw(s, "sail", ship=0, way="rhodes"))
    assert s.tokens("rhodes") == {"celt": 4}
    assert not is_contested(s.game, s.area("rhodes"))
    do(s, "minoa", "finish")
    assert s.tokens("rhodes") == {"celt": 4, "minoa": 3}
    assert is_contested(s.game, s.area("rhodes"))
    assert s.realm("minoa").stock == 55 - 3 - 8


@pytest.mark.rules(
    "mega.3.ships.move.7", "mega.3.ships.move.8", "mega.adv.diplomacy.5", "mega.adv.cultural_ascendancy.6",
    "mega.adv.naval_warfare.4",
)  # fmt: skip
def test_a_ship_enters_nobody_and_fights_no_ship() -> None:
    s = scene(
        "ionia: 2 minoa, 1 ship minoa; rhodes: city celt, 3 ships celt; knossos: 3 rome, 1 ship rome",
        {"celt": "diplomacy cultural_ascendancy naval_warfare", "rome": "cultural_ascendancy"},
        treasury={"minoa": 9, "celt": 9},
    )
    do(s, "minoa", "maintain", ship=0).answer("minoa", raw(s, "embark", ship=0, number=2))
    do(s, "minoa", "sail", ship=0, way=[s.area("rhodes")])
    assert not is_contested(s.game, s.area("rhodes"))
    assert no(s, "minoa", "land", ship=0, number=1).rule == "mega.adv.diplomacy.1"
    do(s, "minoa", "sail", ship=0, way=[s.area("knossos")])
    assert no(s, "minoa", "land", ship=0, number=1).rule == "mega.adv.cultural_ascendancy.1"
    do(s, "minoa", "sail", ship=0, way=[s.area("thera")])
    do(s, "minoa", "finish")
    assert s.tokens("thera") == {"minoa": 2}


@pytest.mark.rules("mega.out.2", "mega.out.3", "mega.3.ships.move.6", "A-35")
def test_out_of_play_areas_are_sailed_through_only() -> None:
    board = Scene(MEGA_CIVILIZATION, 5).game.board
    start, through, end = next(
        (start, through, end)
        for start in board.areas
        for through in board.sailing[start]
        if not board.in_play[through]
        for end in board.sailing[through]
        if board.anchorage_mask >> end & 1 and end != start
    )
    s = Scene(MEGA_CIVILIZATION, 5, f"{board.key_of(start)}: 1 minoa, 1 ship minoa", treasury={"minoa": 9})
    s.run(movement)
    do(s, "minoa", "maintain", ship=0).answer("minoa", raw(s, "embark", ship=0, number=1))
    do(s, "minoa", "sail", ship=0, way=[through])
    assert no(s, "minoa", "land", ship=0, number=1).rule == "mega.3.ships.move.6"
    assert no(s, "minoa", "finish").rule == "mega.out.3"
    do(s, "minoa", "sail", ship=0, way=[end])
    do(s, "minoa", "finish")
    assert s.realm("minoa").tokens == {end: 1}


@pytest.mark.rules("A-35", "D-15", "mega.3.order.6")
def test_at_a_time_out_ships_return_to_where_their_tokens_may_land() -> None:
    s = scene(
        "ionia: 2 minoa, 1 ship minoa; knossos: city celt", {"celt": "diplomacy"}, treasury={"minoa": 9}
    )
    do(s, "minoa", "maintain", ship=0).answer("minoa", raw(s, "embark", ship=0, number=2))
    do(s, "minoa", "sail", ship=0, way=[s.area("rhodes"), s.area("knossos")])
    refusal = no(s, "minoa", "finish")
    assert refusal.rule == "mega.adv.diplomacy.1"
    decision = s.asked("minoa")
    assert decision is not None
    assert decision.check(decision.fallback()) is None
    s.defaults()
    assert s.done
    assert s.tokens("rhodes") == {"minoa": 2}
    assert at(s, "minoa") == {"rhodes": 1}
    # From open sea too; and where nothing else helps, to where it began (ruling E-21).
    sea = ready("rhodes: 1 ship minoa", "astronavigation")
    do(sea, "minoa", "sail", ship=0, way=[sea.area("aegean_sea")])
    sea.defaults()
    assert at(sea, "minoa") == {"rhodes": 1}


@pytest.mark.rules("A-35", "mega.adv.cultural_ascendancy.1")
def test_ships_that_turn_back_leave_room_for_those_that_are_there() -> None:
    s = scene(
        "ionia: 2 minoa, 2 ships minoa; rhodes: 2 celt; knossos: city celt",
        {"celt": "cultural_ascendancy diplomacy"},
        treasury={"minoa": 9},
    )  # Rhodes: limit 3, one more token may enter
    for ship, way in ((0, "rhodes knossos"), (1, "rhodes")):
        do(s, "minoa", "maintain", ship=ship).answer("minoa", raw(s, "embark", ship=ship, number=1))
        do(s, "minoa", "sail", ship=ship, way=way)
    assert body(s, "minoa").stranded == (0,)
    s.defaults()
    assert s.tokens("rhodes") == {"celt": 2, "minoa": 1}
    assert s.tokens("ionia") == {"minoa": 1}
    assert at(s, "minoa") == {"ionia": 1, "rhodes": 1}


@pytest.mark.rules("A-35", "mega.3.ships.move.5")
def test_two_ships_that_land_in_one_area_count_together() -> None:
    s = scene(
        "ionia: 2 minoa, 2 ships minoa; rhodes: 2 celt",
        {"celt": "cultural_ascendancy"},
        treasury={"minoa": 9},
    )  # Rhodes: limit 3, one more token may enter
    for ship in (0, 1):
        do(s, "minoa", "maintain", ship=ship).answer("minoa", raw(s, "embark", ship=ship, number=1))
        do(s, "minoa", "sail", ship=ship, way=[s.area("rhodes")])
    assert body(s, "minoa").stranded == (1,)
    assert no(s, "minoa", "finish").details["ship"] == 1
    s.defaults()
    assert s.tokens("rhodes") == {"celt": 2, "minoa": 1}
    assert s.tokens("ionia") == {"minoa": 1}


@pytest.mark.rules("mega.3.conflict.1", "mega.3.conflict.3")
def test_landing_is_entering() -> None:
    s = ready("ionia: 2 minoa, 1 ship minoa; rhodes: city celt")
    do(s, "minoa", "embark", ship=0, number=1).answer("minoa", raw(s, "sail", ship=0, way="rhodes"))
    do(s, "minoa", "land", ship=0, number=1)
    assert is_contested(s.game, s.area("rhodes"))
