"""13d. Victory."""

from __future__ import annotations

import msgspec
import pytest

from ecumene.antiquity.scoring import points, ranking, tie_break
from ecumene.antiquity.testing import Scene
from ecumene.kernel import SPECTATOR, Viewer
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION as MEGA
from ecumene.titles.western_empires import WESTERN_EMPIRES as WEST


def scene(pieces: str = "", advances: dict[str, str] | None = None, **more: object) -> Scene:
    return Scene(WEST, 9, pieces, advances=advances, **more)  # type: ignore[arg-type]


def first_two(s: Scene) -> list[str]:
    return [s._civ[s.game.realms[place.seat].seat] for place in ranking(s.game)[:2]]  # type: ignore[index]


@pytest.mark.rules("mega.13d.1", "mega.13d.2", "mega.13d.3", "mega.13d.4", "A-132", "A-121")
def test_points() -> None:
    s = scene(
        "troy: city hatti, 2 hatti; sardes: city hatti",
        {"hatti": "music coinage law roadbuilding monument"},  # 90 or less twice, 150, 220, 180
        space={"hatti": 7},
    )
    assert points(s.game, s.seat("hatti")) == {
        "cities": 2,
        "advances": 1 + 1 + 3 + 6 + 3,
        "succession": 35,
        "late_iron": 0,
    }
    s.game.state.late_iron_turn = 18
    s.game.state.late_iron_bonus = s.seat("hatti")
    assert points(s.game, s.seat("hatti"))["late_iron"] == 5
    assert points(s.game, s.seat("egypt"))["late_iron"] == 0
    best = ranking(s.game)[0]
    assert (best.seat, best.place, best.points) == (s.seat("hatti"), 1, 56)


@pytest.mark.rules("A-115", "mega.13d.1")
def test_the_wonder_scores_as_a_city_unless_the_host_says_otherwise() -> None:
    s = scene("troy: city hatti", {"hatti": "wonder_of_the_world"})
    assert points(s.game, s.seat("hatti"))["cities"] == 2
    assert tie_break(s.game, s.seat("hatti"))[6] == 1  # not on the board
    s.game.state.wonder_scores = False
    assert points(s.game, s.seat("hatti"))["cities"] == 1


@pytest.mark.rules("mega.13d.6")
def test_most_points_win() -> None:
    assert first_two(scene(space={"egypt": 3, "minoa": 2})) == ["egypt", "minoa"]


@pytest.mark.rules("mega.13d.tie.1")
def test_tie_1_the_marker_alone_without_the_ranking() -> None:
    s = scene(
        "troy: city minoa; sardes: city minoa; tyre: city minoa; gaza: city minoa; lycia: city minoa",
        space={"egypt": 1},
    )
    assert [place.points for place in ranking(s.game)[:2]] == [5, 5]
    assert first_two(s) == ["egypt", "minoa"]
    s = scene(space={"egypt": 1, "minoa": 1}, advances={"egypt": "music", "minoa": "music"})
    assert tie_break(s.game, s.seat("egypt"))[0] == tie_break(s.game, s.seat("minoa"))[0]


@pytest.mark.rules("mega.13d.tie.2", "A-122")
def test_tie_2_six_point_advances_then_three_point_ones() -> None:
    s = scene(advances={"minoa": "law medicine", "egypt": "roadbuilding"})
    assert first_two(s) == ["egypt", "minoa"]
    s = scene("troy: city minoa; tyre: city minoa", {"minoa": "music", "egypt": "law"})
    assert [place.points for place in ranking(s.game)[:2]] == [3, 3]
    assert first_two(s) == ["egypt", "minoa"]
    # One of 110 stands before three of 90, 90 and 80, which cost more together.
    s = scene(advances={"minoa": "coinage metalworking music", "egypt": "literacy"})
    assert [place.points for place in ranking(s.game)[:2]] == [3, 3]
    assert first_two(s) == ["egypt", "minoa"]


@pytest.mark.rules("mega.13d.tie.3")
def test_tie_3_printed_prices() -> None:
    s = scene("gaza: 9 minoa", {"minoa": "music", "egypt": "coinage"})
    s.realm("minoa").credits = [40] * 5  # what comes later does not count
    assert first_two(s) == ["egypt", "minoa"]


@pytest.mark.rules("mega.13d.tie.4", "mega.13d.tie.5", "A-123", "mega.setup.credits.5")
@pytest.mark.parametrize("title", [MEGA, WEST], ids=["mega", "west"])
def test_ties_4_and_5_credits_of_one_colour_then_of_all(title: object) -> None:
    s = Scene(title, 9, "", lineup="west-9")  # type: ignore[arg-type]
    s.realm("minoa").credits = [10, 10, 10, 10, 10]
    s.realm("egypt").credits = [0, 15, 0, 0, 0]
    assert first_two(s) == ["egypt", "minoa"]
    s.realm("egypt").credits = [0, 10, 10, 0, 0]
    assert first_two(s)[0] == "minoa"
    s.realm("egypt").credits = [10, 10, 10, 10, 10]
    s.realm("minoa").credits = [0, 10, 10, 0, 0]
    assert first_two(s)[0] == "egypt"


@pytest.mark.rules("mega.13d.tie.6")
def test_tie_6_cities() -> None:
    pieces = "troy: city egypt; sardes: city egypt; tyre: city egypt; gaza: city minoa, 9 minoa"
    s = scene(pieces, {"minoa": "wonder_of_the_world", "egypt": ""})
    seats = [s.seat("egypt"), s.seat("minoa")]
    assert [tie_break(s.game, seat)[6] for seat in seats] == [3, 1]
    # Five cities against the bonus; tokens, which come later, would say otherwise.
    s = scene(
        "troy: city egypt; sardes: city egypt; tyre: city egypt; gaza: city egypt; lycia: city egypt; knossos: 9 minoa"
    )
    s.game.state.late_iron_turn = 9
    s.game.state.late_iron_bonus = s.seat("minoa")
    assert [place.points for place in ranking(s.game)[:2]] == [5, 5]
    assert first_two(s) == ["egypt", "minoa"]


@pytest.mark.rules("mega.13d.tie.7")
def test_tie_7_tokens_on_the_board() -> None:
    s = scene("troy: 3 egypt; gaza: 2 minoa", treasury={"minoa": 40})
    assert first_two(s) == ["egypt", "minoa"]


@pytest.mark.rules("mega.13d.tie.8", "mega.ast.8")
def test_tie_8_the_ranking() -> None:
    s = scene()
    places = ranking(s.game)
    assert [place.seat for place in places] == s.game.ranking()
    assert [place.place for place in places] == list(range(1, 10))


@pytest.mark.rules("mega.leave.21", "mega.13d.6")
def test_who_left_comes_last_without_points() -> None:
    s = scene(space={"rome": 9, "hatti": 8})
    for civ in ("rome", "hatti"):
        s.realm(civ).gone = True
    places = ranking(s.game)
    assert [(place.place, place.points) for place in places] == [(n, 0) for n in range(1, 8)] + [(8, 0)] * 2
    assert {place.seat for place in places[7:]} == {s.seat("rome"), s.seat("hatti")}


@pytest.mark.rules("mega.hid.21")
def test_after_the_end_hands_are_open() -> None:
    s = scene(hands={"minoa": "3 gold"})
    minoa, rome = s.seat("minoa"), s.seat("rome")
    for viewer in (Viewer(rome), SPECTATOR):
        assert WEST.view(s.game.state, viewer).realms[minoa].hand is None
    s.game.state.over = True
    for viewer in (Viewer(rome), SPECTATOR):
        assert WEST.view(s.game.state, viewer).realms[minoa].hand
    assert msgspec.json.encode(WEST.view(s.game.state, SPECTATOR))
