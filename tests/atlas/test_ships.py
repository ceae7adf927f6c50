"""Where ships go: over water borders, through what is out of play, on the open sea by leave only."""

from collections.abc import Iterable

import networkx as nx
import pytest

from ecumene.atlas import FAR, Area, Board, board, board_keys

WEST = board("oecumene-west-9")
FIVE = board("oecumene-west-5")
OLD = board("mediterranean-8-extended")


def names(on: Board, berths: Iterable[Area]) -> set[str]:
    return {on.key_of(on.area_of[berth]) for berth in berths}


def way(on: Board, words: str) -> list[Area]:
    return [on.find(word) for word in words.split()]


@pytest.mark.rules("mega.3.ships.move.1", "mega.amb.A-07", "doh.17.2.1a", "doh.17.2.1b")
def test_a_ship_goes_step_by_step_over_water_borders() -> None:
    athens = WEST.find("athens")
    assert names(WEST, WEST.reach(athens, 0, open_sea=False)) == {"athens"}
    assert names(WEST, WEST.reach(athens, 1, open_sea=False)) == {
        "athens",
        "boeotia",
        "argos",
        "eretria",
        "thera",
    }
    assert WEST.voyage_length(athens, WEST.find("corinth"), open_sea=False) == 4  # next door by land
    assert "knossos" in names(WEST, WEST.reach(athens, 2, open_sea=False))


@pytest.mark.rules("mega.3.ships.move.2", "doh.17.2.3", "doh.17.2.4b", "mega.area.6")
def test_open_sea_needs_leave_and_is_no_end() -> None:
    carthage = WEST.find("carthage")
    near = names(WEST, WEST.reach(carthage, 2, open_sea=False))
    far = names(WEST, WEST.reach(carthage, 2, open_sea=True))
    assert near < far
    assert "rome" in far - near
    assert not far & names(WEST, WEST.seas)
    assert WEST.sails(way(WEST, "carthage western_mediterranean rome"), open_sea=True)
    assert not WEST.sails(way(WEST, "carthage western_mediterranean rome"), open_sea=False)
    assert not WEST.sails(way(WEST, "carthage western_mediterranean"), open_sea=True)


@pytest.mark.rules("mega.out.2", "mega.out.3", "mega.3.ships.move.6", "doh.9.1.5b", "doh.9.1.5c")
def test_ships_pass_areas_out_of_play_and_do_not_stay() -> None:
    """With six in the east Nubia is out of play, and Saba's African shore lies beyond it."""
    six = board("oecumene-east-6")
    aden, himyar, barbaria, berbera = passage = way(six, "aden himyar barbaria berbera")
    assert [six.in_play[area] for area in passage] == [True, True, False, True]
    assert six.voyage(aden, berbera, open_sea=False) == (aden, himyar, barbaria, berbera)
    assert six.sails(passage, open_sea=False)
    assert berbera in six.reach(aden, 3, open_sea=False)
    assert not six.sails(passage[:3], open_sea=False)
    assert barbaria not in six.reach(aden, 4, open_sea=True)
    assert not six.is_connected([himyar, barbaria, berbera])  # for all else they are far apart


@pytest.mark.rules("mega.amb.A-07", "mega.area.8")
def test_lakes_and_closed_basins_carry_no_ships_on_the_large_world() -> None:
    whole = board("oecumene-both-18")
    ustyurt, sogdiana = way(whole, "ustyurt western_sogdiana")
    assert sogdiana in whole.water[ustyurt]
    assert sogdiana not in whole.sailing[ustyurt]
    assert whole.reach(sogdiana, 4, open_sea=True) == ()
    assert WEST.reach(WEST.find("sinai"), 4, open_sea=True) == ()  # its water is closed without the east


@pytest.mark.rules("mega.amb.A-07")
def test_a_ship_leaves_an_area_by_any_of_its_sea_borders() -> None:
    """Troy lies on two seas and no coast is tracked."""
    assert WEST.sails(way(WEST, "lesbos troy black_sea byzantium"), open_sea=True)
    assert WEST.sails(way(WEST, "lesbos troy byzantium"), open_sea=False)


def test_a_voyage_is_a_shortest_way() -> None:
    athens, rome = way(WEST, "athens rome")
    for open_sea in (False, True):
        found = WEST.voyage(athens, rome, open_sea)
        assert (found[0], found[-1]) == (athens, rome)
        assert len(found) - 1 == WEST.voyage_length(athens, rome, open_sea)
        assert WEST.sails(found, open_sea)
    assert WEST.voyage_length(athens, rome, open_sea=True) < WEST.voyage_length(athens, rome, open_sea=False)
    assert WEST.voyage(athens, WEST.find("anatolia"), open_sea=True) == ()
    assert WEST.voyage_length(athens, WEST.find("anatolia"), open_sea=True) == FAR
    assert not WEST.sails([], open_sea=True)
    assert not WEST.sails(way(WEST, "athens rome"), open_sea=True)


@pytest.mark.parametrize("key", [*board_keys()][::5])
@pytest.mark.parametrize("open_sea", [False, True])
def test_reach_is_what_the_graph_says(key: str, open_sea: bool) -> None:  # noqa: FBT001 - a parameter of the test
    each = board(key)
    graph = nx.Graph({berth: steps for berth, steps in enumerate(each.sailing) if steps})
    if not open_sea:
        graph.remove_nodes_from(each.seas)
    for start in [a for a in each.areas if each.has_water[a]][::5]:
        truth = nx.single_source_shortest_path_length(graph, start)
        for steps in (1, 4, 5):
            ends = {b for b, far in truth.items() if far <= steps and each.in_play[each.area_of[b]]}
            assert set(each.reach(start, steps, open_sea)) == ends - set(each.seas)


@pytest.mark.rules("adv.23.52", "adv.23.53", "adv.23.54", "adv.23.55")
def test_on_the_smaller_board_lakes_carry_ships() -> None:
    gordium = OLD.find("gordium")
    assert names(OLD, OLD.reach(gordium, 4, open_sea=True)) == {"gordium", "kanesh", "galatia"}


@pytest.mark.rules("adv.23.57", "doh.17.2.6a", "doh.17.2.6b")
def test_a_ship_leaves_by_the_coast_it_came_in_on() -> None:
    ionian, aegean = OLD.berths[OLD.find("delphi")]
    assert [OLD.world.coast_of[berth] for berth in (ionian, aegean)] == ["ionian", "aegean"]
    assert names(OLD, OLD.sailing[ionian]) == {"central_mediterranean", "corinth", "epirus", "ithaca"}
    assert names(OLD, OLD.sailing[aegean]) == {"athens", "chalcis", "thessaly"}
    epirus, chalcis = way(OLD, "epirus chalcis")
    assert OLD.sails([epirus, ionian], open_sea=False)
    assert not OLD.sails([epirus, aegean], open_sea=False)
    assert not OLD.sails([epirus, ionian, chalcis], open_sea=False)
    assert OLD.voyage_length(epirus, chalcis, open_sea=False) > 2


@pytest.mark.rules("adv.23.57")
def test_lakes_of_one_area_do_not_meet() -> None:
    """Armenia and Nineveh lie together on Lake Van and again on Lake Urmia."""
    van, urmia = OLD.berths[OLD.find("armenia")]
    assert names(OLD, OLD.reach(van, 4, open_sea=True)) == {"armenia", "van", "nineveh"}
    assert names(OLD, OLD.reach(urmia, 4, open_sea=True)) == {"armenia", "nineveh", "elam", "lesser_armenia"}


def test_where_no_coasts_are_kept_apart_an_area_is_its_own_berth() -> None:
    for area in range(len(WEST.world.places)):
        assert WEST.berths[area] == (area,)
        assert WEST.area_of[area] == area
