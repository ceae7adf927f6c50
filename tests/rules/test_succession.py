"""13a and 13b. Markers and the end of the game."""

from __future__ import annotations

import msgspec
import pytest

from ecumene.antiquity.components import Components
from ecumene.antiquity.state import Table
from ecumene.antiquity.succession import (
    MarkerMoved,
    MarkerStayed,
    end_of_turn,
    lacking,
    move_markers,
    next_turn,
    track,
)
from ecumene.antiquity.testing import Scene
from ecumene.kernel import Game
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION as MEGA
from ecumene.titles.western_empires import WESTERN_EMPIRES as WEST

BOTH = pytest.mark.parametrize("title", [MEGA, WEST], ids=["mega", "west"])
SITES = ["hattusa", "kanesh", "miletus", "sardes", "troy", "lycia", "trapezus", "tyre", "gaza"]
LOW = [info.key for info in WEST.components.advances if info.cost < 100]
MID = [info.key for info in WEST.components.advances if 100 < info.cost < 200]
HIGH = [
    info.key for info in WEST.components.advances if info.cost > 200 and info.key != "wonder_of_the_world"
]


def scene(
    cities: int = 0, advances: str = "", space: int = 0, *, expert: bool = False, title: object = WEST
) -> Scene:
    """Hatti alone has anything; its epochs begin on 5, 8, 11, 14 and 15."""
    pieces = "; ".join(f"{area}: city hatti" for area in SITES[:cities])
    return Scene(
        title, 9, pieces, advances={"hatti": advances}, space={"hatti": space}, expert=expert, lineup="west-9",  # type: ignore[arg-type]
    )  # fmt: skip


def moved(s: Scene) -> int:
    before = s.realm("hatti").space
    s.run(move_markers)
    assert s.done  # nobody is asked
    return s.realm("hatti").space - before


@pytest.mark.rules("mega.13a.1", "mega.13a.3", "mega.13a.9", "mega.13a.11", "A-09", "mega.13a.order.1")
@pytest.mark.parametrize("expert", [False, True])
def test_the_stone_age_asks_for_nothing_and_the_move_is_forced(*, expert: bool) -> None:
    s = scene(expert=expert)
    assert [moved(s) for _ in range(6)] == [1, 1, 1, 1, 0, 0]  # space 5 is Early Bronze
    told = [t.event for t in s.game.log if isinstance(t.event, (MarkerMoved, MarkerStayed))]
    assert [event.seat for event in told[:9]] == list(s.game.ranking())
    assert all(told_to.to is None for told_to in s.game.log)


@pytest.mark.rules("mega.13a.2", "mega.13a.4", "mega.13a.7", "A-117", "mega.ast.3")
@pytest.mark.parametrize(
    "space, cities, advances, moves",
    [
        (4, 1, [], 0), (4, 2, [], 1),
        (5, 1, [], 0), (5, 2, [], 1),  # inside the epoch too
        (7, 3, LOW[:2], 0), (7, 2, LOW[:3], 0), (7, 3, LOW[:3], 1),
        (10, 3, LOW[:9] + MID[:2], 0), (10, 2, MID[:3], 0), (10, 3, MID[:3], 1), (10, 3, MID[:2] + HIGH[:1], 1),
        (13, 4, HIGH[:1] + MID, 0), (13, 3, HIGH[:2], 0), (13, 4, HIGH[:2], 1),  # not the three of Late Bronze
        (14, 5, HIGH[:2], 0), (14, 4, HIGH[:3], 0), (14, 5, HIGH[:3], 1),
        (15, 9, HIGH, 0),
    ],
)  # fmt: skip
def test_basic_terms(space: int, cities: int, advances: list[str], moves: int) -> None:
    assert moved(scene(cities, " ".join(advances), space)) == moves


@pytest.mark.rules("mega.13a.5", "mega.13a.2")
@pytest.mark.parametrize(
    "space, cities, advances, moves",
    [
        (4, 2, [], 0), (4, 3, [], 1), (5, 2, [], 0),
        (7, 3, LOW[:4], 0), (7, 3, LOW[:5], 1), (7, 2, LOW[:5], 0),
        (10, 4, LOW[:11], 0), (10, 4, LOW[:12], 1), (10, 3, LOW[:12], 0),
        (13, 5, LOW[:10] + MID[:9], 0), (13, 5, LOW[:10] + MID[:9] + HIGH[:1], 1), (13, 5, LOW[:9] + HIGH[:9], 0),
        (14, 6, LOW + MID[:13], 1), (14, 6, LOW + MID[:12], 0), (14, 5, LOW + HIGH, 0), (14, 6, LOW[:16] + HIGH, 0),
        (15, 6, LOW + MID[:13], 1), (15, 5, LOW + MID[:13], 0), (16, 9, LOW + HIGH, 0),
    ],
)  # fmt: skip
def test_expert_terms(space: int, cities: int, advances: list[str], moves: int) -> None:
    assert track(scene().game, scene().seat("hatti")) == (5, 8, 11, 14, 15)
    assert moved(scene(cities, " ".join(advances), space, expert=True)) == moves


@pytest.mark.rules("mega.ast.1", "mega.ast.3", "mega.13a.4", "mega.13a.5")
@pytest.mark.parametrize("expert, moves", [(False, 1), (True, 0)])
def test_each_side_of_the_track_has_rows_of_its_own(*, expert: bool, moves: int) -> None:
    """For Celt space 8 is still Early Bronze on the basic side and Middle Bronze on the other: advances are lacking."""
    pieces = "; ".join(f"{area}: city celt" for area in SITES[:3])
    s = Scene(WEST, 9, pieces, space={"celt": 7}, expert=expert, lineup="west-9").run(move_markers)
    assert s.realm("celt").space == 7 + moves


@pytest.mark.rules("mega.13a.t1", "mega.13a.6")
def test_printed_prices_count() -> None:
    assert moved(scene(3, "agriculture medicine metalworking", 10)) == 0  # 120, 140, 90
    assert moved(scene(3, "agriculture medicine law", 10)) == 1  # 120, 140, 150
    s = scene(3, "agriculture medicine law", 10)
    s.realm("hatti").credits = [200] * 5
    assert moved(s) == 1
    assert lacking(s.game, s.seat("hatti"), 5) == ("cities", "advances_200")


@pytest.mark.rules("mega.13a.1", "mega.13a.2")
def test_a_marker_that_stays_says_what_is_lacking() -> None:
    s = scene(3, HIGH[0], 13)
    assert moved(s) == 0
    told = [t.event for t in s.game.log if getattr(t.event, "seat", -1) == s.seat("hatti")]
    assert told == [MarkerStayed(s.seat("hatti"), 13, ("cities", "advances_200"))]


@pytest.mark.rules("A-121", "mega.13a.4", "mega.13a.5")
@pytest.mark.parametrize("price, passes, expert_passes", [(99, 0, 1), (100, 1, 0), (101, 1, 0)])
def test_a_price_of_exactly_100_is_no_price_under_100(price: int, passes: int, expert_passes: int) -> None:
    """No advance costs that; a title may have one."""
    for expert, space, cities, held, moves in (
        (False, 10, 3, [*MID[:2], LOW[0]], passes),
        (True, 13, 5, [*LOW[:10], *MID[:9], HIGH[0]], expert_passes),
    ):
        s = scene(cities, " ".join(held), space, expert=expert)
        s.game.components = repriced(LOW[0], price)
        assert moved(s) == moves


@pytest.mark.rules("A-121", "mega.13a.4")
@pytest.mark.parametrize("price, moves", [(199, 0), (200, 1)])
def test_a_price_of_exactly_200_is_enough_for_the_iron_age(price: int, moves: int) -> None:
    s = scene(4, f"{HIGH[0]} {HIGH[1]}", 13)
    s.game.components = repriced(HIGH[0], price)
    assert moved(s) == moves


def repriced(key: str, price: int) -> Components:
    """The components with another price of one advance."""
    changed = [
        msgspec.structs.replace(info, cost=price) if info.key == key else info
        for info in WEST.components.advances
    ]
    return msgspec.structs.replace(
        WEST.components, advances=tuple(changed), by_number={info.advance: info for info in changed}
    )


@pytest.mark.rules("mega.13a.8", "A-116", "mega.13a.9")
def test_expert_without_a_city_goes_back_but_not_in_the_stone_age() -> None:
    assert moved(scene(0, "", 5, expert=True)) == -1
    assert moved(scene(0, "", 12, expert=True)) == -1
    assert moved(scene(0, "", 4, expert=True)) == 0
    assert moved(scene(0, "", 3, expert=True)) == 1
    assert moved(scene(0, "", 12)) == 0
    s = scene(0, "", 5, expert=True)
    moved(s)
    told = [t.event for t in s.game.log if getattr(t.event, "seat", -1) == s.seat("hatti")]
    assert told == [MarkerMoved(s.seat("hatti"), 4, 0)]  # and nothing else: it does not move again


@pytest.mark.rules("mega.13a.t2", "mega.13a.10", "A-115", "A-116", "mega.adv.wonder_of_the_world.3")
def test_the_wonder_counts_as_a_city() -> None:
    wonder = "wonder_of_the_world"
    assert moved(scene(0, wonder, 5, expert=True)) == 0
    assert moved(scene(1, wonder, 4)) == 1
    assert moved(scene(2, wonder, 4, expert=True)) == 1


# -- 13b -----------------------------------------------------------------------------------------------------------


def at_the_end(*civs: str, expert: bool = False, title: object = WEST) -> Scene:
    """These stand before the Late Iron Age and meet its terms."""
    free = iter(WEST.play(scene().game.state, scene().game.chance).board.areas)
    s = Scene(title, 9, "", expert=expert, turn=20, lineup="west-9")  # type: ignore[arg-type]
    for civ in civs:
        s.realm(civ).advances = (1 << 51) - 1
        s.realm(civ).space = 14
        for _ in range(6):
            s.game.found_city(s.seat(civ), next(free))
    return s


def over(s: Scene) -> bool:
    return s.game.state.over


@BOTH
@pytest.mark.rules("mega.13b.1", "mega.setup.2")
def test_basic_ends_with_the_turn_in_which_a_marker_enters_the_final_space(title: object) -> None:
    s = at_the_end("hatti", "egypt", title=title).run(move_markers)
    assert s.realm("hatti").space == s.realm("egypt").space == 15  # all markers of that turn first
    s.run(end_of_turn)
    assert over(s)
    s = at_the_end().run(move_markers).run(end_of_turn)
    assert not over(s)


@BOTH
@pytest.mark.rules("mega.13b.3", "mega.13b.4", "mega.13d.4", "mega.13d.5", "A-120")
def test_expert_ends_one_turn_later_whatever_happens(title: object) -> None:
    s = at_the_end("hatti", expert=True, title=title).run(move_markers).run(end_of_turn)
    assert not over(s)
    assert s.game.state.late_iron_bonus == s.seat("hatti")
    s.run(next_turn)
    for area in list(s.realm("hatti").cities):
        s.game.raze_city(s.seat("hatti"), area)
    s.realm("hatti").advances = 0
    s.run(move_markers)
    assert s.realm("hatti").space == 14  # out of the final zone again
    s.run(end_of_turn)
    assert over(s)
    assert s.game.state.late_iron_bonus == s.seat("hatti")


@pytest.mark.rules("mega.13d.4", "A-120")
def test_two_in_one_turn_have_no_bonus_nor_has_who_comes_later() -> None:
    s = at_the_end("hatti", "egypt", expert=True).run(move_markers).run(end_of_turn).run(next_turn)
    assert s.game.state.late_iron_bonus == -1
    for _ in range(6):
        free = next(a for a in s.game.board.areas if s.game.city_owner(a) is None)
        s.game.found_city(s.seat("rome"), free)
    s.realm("rome").advances = (1 << 51) - 1
    s.realm("rome").space = 14
    s.run(move_markers)
    assert s.realm("rome").space == 15
    assert s.game.state.late_iron_bonus == -1


@pytest.mark.rules("mega.13d.4", "A-120", "E-15")
def test_two_of_different_blocks_have_no_bonus_either() -> None:
    s = Scene(MEGA, 12, "troy: 1 hatti", turn=20)
    west, east = s.realm("hatti"), s.realm("saba")
    assert west.block != east.block
    free = iter(s.game.board.areas)
    for realm in (west, east):
        realm.advances = (1 << 51) - 1
        realm.space = 14
        for _ in range(5):
            s.game.found_city(realm.seat, next(free))
    s.run(move_markers)
    assert (west.space, east.space) == (15, 15)
    assert (s.game.state.late_iron_turn, s.game.state.late_iron_bonus) == (20, -1)


@pytest.mark.rules("mega.13b.2", "A-118", "mega.13a.12", "mega.ast.9")
def test_otherwise_the_turn_ends_and_the_turn_marker_moves() -> None:
    for title in (MEGA, WEST):
        order = title.turn
        assert [step for step in order if step.startswith("13") or step == "leave"] == [
            "13a",
            "13b",
            "leave",
            "13c",
        ]
        assert title._next["full"]["13c"] == "1a"
    s = scene().run(next_turn)
    assert s.game.state.turn == 6


@pytest.mark.rules("mega.ast.4", "mega.13a.11")
def test_a_game_of_defaults_moves_every_marker_once_a_turn_through_the_stone_age() -> None:
    game = Game(WEST, WEST.options_type(turn_limit=4), 5, "11" * 32)
    while not game.ended:
        game.answer_default(game.due()[0])
    state = game.state
    assert isinstance(state, Table)
    assert {realm.space for realm in state.realms} == {4}
