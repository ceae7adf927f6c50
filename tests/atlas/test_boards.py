"""Boards: the part of a world that a line-up uses."""

import copy
import pickle
import subprocess
import sys
import time
from collections.abc import Iterable

import networkx as nx
import pytest

from ecumene.atlas import FAR, Area, BadMap, Board, bits, board, board_keys, compose, mask_of, world
from ecumene.atlas.layouts import Layout, lay_out

WEST, WHOLE = board("oecumene-west-9"), board("oecumene-both-18")


def names(on: Board, areas: Iterable[Area]) -> set[str]:
    return {on.key_of(area) for area in areas}


def areas(on: Board, words: str) -> list[Area]:
    return [on.find(word) for word in words.split()]


# which areas are in play


@pytest.mark.rules("mega.setup.map.1", "doh.9.1.5a", "doh.9.1.4a")
@pytest.mark.parametrize("half, players", [(half, n) for half in ("west", "east") for n in (5, 6, 7, 8, 9)])
def test_five_to_nine_play_on_one_half_alone(half: str, players: int) -> None:
    small = board(f"oecumene-{half}-{players}")
    assert len(small.regions) == len(small.starts) == players
    assert {small.world.places[area].block for area in small.areas} == {half}
    assert {small.world.places[area].block for area in small.on_table if area < 318} == {half}


@pytest.mark.rules("mega.setup.map.2", "mega.setup.map.3")
def test_ten_and_eleven_play_on_parts_of_both_halves() -> None:
    ten, eleven = board("oecumene-west-10"), board("oecumene-east-11")
    assert set(ten.regions) >= {"saba", "babylon", "persia", "nubia", "parthia", "egypt"}
    assert set(eleven.regions) >= {"assyria", "egypt", "maurya"}
    assert (len(ten.regions), len(eleven.regions)) == (10, 11)
    assert "rome" not in ten.regions
    assert "hatti" not in eleven.regions


ABSENT = {  # from twelve players on, who is not there
    12: "celt iberia kushan indus maurya dravidia",
    13: "celt kushan indus maurya dravidia",
    14: "kushan indus maurya dravidia",
    15: "celt maurya dravidia",
    16: "maurya dravidia",
    17: "celt",
    18: "",
}


@pytest.mark.rules(
    "mega.setup.map.4",
    "mega.setup.map.5",
    "mega.setup.map.6",
    "mega.setup.map.7",
    "mega.setup.map.8",
    "mega.setup.map.9",
    "mega.setup.map.10",
    "mega.setup.map.11",
    "doh.9.1.2",
)
@pytest.mark.parametrize("players", ABSENT)
def test_twelve_to_eighteen_play_on_both_halves(players: int) -> None:
    """The blocks themselves are the title's; here it is who lies on the board."""
    large = board(f"oecumene-both-{players}")
    assert len(large.starts) == len(large.regions) == players
    assert set(WHOLE.regions) - set(large.regions) == set(ABSENT[players].split())
    assert (len(large.areas) == 318) == (players == 18)


@pytest.mark.rules("mega.setup.map.12", "mega.out.1", "mega.out.4")
@pytest.mark.parametrize("key", board_keys())
def test_what_is_out_of_play_is_nobodys_neighbour(key: str) -> None:
    """Ruling A-125: areas out of play have no neighbours and are none."""
    each = board(key)
    out = {area for area in each.world.lands if not each.in_play[area]}
    for table in (each.land, each.water, each.adjacent, each.shores, each.volcanoes, each.plains):
        assert not any(out.intersection(row) for row in table)
    for area in out:
        assert not any(table[area] for table in (each.land, each.water, each.adjacent, each.open_seas_of))
        assert not each.coastal[area]
        assert each.plain[area] == -1
    assert not out.intersection(each.areas)
    assert not out.intersection(each.starts.values())
    assert not out.intersection(area for region in each.regions.values() for area in region)
    assert all(each.find(each.key_of(area)) == area for area in each.areas)


def test_with_five_in_the_west_rome_is_out_of_play_and_the_tyrrhenian_isles_with_it() -> None:
    five = board("oecumene-west-5")
    assert not any(five.in_play[area] for area in areas(five, "rome etruria sardinia carthage"))
    assert names(five, five.areas) >= {"athens", "memphis", "knossos", "nineveh", "hattusa"}
    assert "rome" not in five.regions
    assert "rome" not in five.starts


@pytest.mark.rules("mega.area.6")
def test_open_seas_are_always_in_play() -> None:
    for key in board_keys():
        each = board(key)
        assert all(each.in_play[sea] for sea in each.seas)
    assert names(WEST, WEST.seas) >= {"caspian_sea", "black_sea", "north_sea"}
    assert "red_sea" not in names(WEST, WEST.seas)  # no western area touches it
    assert "central_indian_ocean" in names(WHOLE, WHOLE.seas)  # it touches other seas alone


# coasts


@pytest.mark.rules("mega.area.7", "mega.area.8", "mega.area.18", "doh.2.2.1d")
def test_lakes_make_no_coast() -> None:
    for key in ("anatolia", "nis", "western_sogdiana"):
        assert not WHOLE.coastal[WHOLE.find(key)]
    assert all(WHOLE.coastal[area] for area in areas(WHOLE, "athens corinth ustyurt rome saba"))
    assert not WHOLE.open_seas_of[WHOLE.find("corinth")]  # coastal through its neighbours' water only
    assert sum(WHOLE.coastal) == 181


@pytest.mark.rules("mega.area.9", "mega.amb.A-08")
def test_sinai_and_the_eastern_desert_are_coastal_only_with_the_east() -> None:
    for key in board_keys():
        each = board(key)
        for area in areas(each, "sinai eastern_desert") if "oecumene" in key else []:
            with_east = each.in_play[area] and key not in {f"oecumene-west-{n}" for n in range(5, 10)}
            assert each.coastal[area] == with_east, key
    assert WEST.in_play[WEST.find("sinai")]
    assert not WEST.sailing[WEST.find("sinai")]
    ten = board("oecumene-west-10")
    assert names(ten, ten.sailing[ten.find("sinai")]) == {"eastern_desert", "ptolemais", "nabataea"}


@pytest.mark.rules("adv.4.24")
def test_gulf_and_caspian_are_sea_on_the_smaller_board() -> None:
    old = board("mediterranean-8-extended")
    assert all(
        old.coastal[area] for area in areas(old, "ur susa charax chaldaea babylonia caucasus media athens")
    )
    assert not any(old.coastal[area] for area in areas(old, "gordium armenia nineveh van elam kanesh"))
    assert old.has_water[old.find("van")]  # a lake: ships, but no coast


# neighbours


@pytest.mark.rules("mega.area.1", "mega.area.2", "mega.area.3", "doh.2.2.5")
def test_adjacent_is_by_land_or_by_water() -> None:
    athens = WHOLE.find("athens")
    assert names(WHOLE, WHOLE.land[athens]) == {"boeotia", "phocis", "argos", "corinth"}
    assert names(WHOLE, WHOLE.water[athens]) == {"boeotia", "argos", "eretria", "thera"}
    assert names(WHOLE, WHOLE.adjacent[athens]) == {
        "boeotia",
        "phocis",
        "argos",
        "corinth",
        "eretria",
        "thera",
    }
    sogdiana = WHOLE.find("western_sogdiana")
    assert names(WHOLE, WHOLE.water[sogdiana]) == {"ustyurt"}  # across the Aral: adjacent by water, no coast


@pytest.mark.rules("mega.area.4")
def test_shores_of_one_sea_are_not_adjacent() -> None:
    carthage, syracuse = areas(WHOLE, "carthage syracuse")
    sea = WHOLE.find("central_mediterranean")
    assert sea in WHOLE.open_seas_of[carthage]
    assert sea in WHOLE.open_seas_of[syracuse]
    assert syracuse not in WHOLE.adjacent[carthage]
    assert not any(set(row).intersection(WHOLE.seas) for row in WHOLE.adjacent)
    assert {carthage, syracuse} <= set(WHOLE.shores[sea])


@pytest.mark.parametrize("key", board_keys())
def test_all_tables_agree_with_each_other(key: str) -> None:
    each = board(key)
    for area in range(len(each.world.places)):
        assert each.adjacent[area] == tuple(sorted({*each.land[area], *each.water[area]}))
        for table in (each.land, each.water, each.adjacent):
            assert all(area in table[other] for other in table[area])
        assert each.land_mask[area] == mask_of(each.land[area])
        assert each.adjacent_mask[area] == mask_of(each.adjacent[area])
        assert each.coastal[area] <= each.has_water[area] <= each.in_play[area]
        assert all(area in each.shores[sea] for sea in each.open_seas_of[area])
    for berth, steps in enumerate(each.sailing):
        assert each.sailing_mask[berth] == mask_of(steps)
        assert all(berth in each.sailing[other] for other in steps)


@pytest.mark.parametrize("key", ["oecumene-both-18", "oecumene-west-5", "mediterranean-8-extended"])
def test_distances_are_those_of_the_graph(key: str) -> None:
    each = board(key)
    graph = nx.Graph({area: each.adjacent[area] for area in each.areas})
    truth = dict(nx.all_pairs_shortest_path_length(graph))
    for start in each.areas[::7]:
        for end in each.areas:
            assert each.distance(start, end) == truth[start].get(end, FAR)


def test_connected_sets_hang_together_by_land_or_water() -> None:
    assert WEST.is_connected(areas(WEST, "athens argos corinth"))
    assert WEST.is_connected(areas(WEST, "athens thera knossos"))
    assert not WEST.is_connected(areas(WEST, "athens rome"))
    assert not WEST.is_connected(areas(WEST, "carthage syracuse"))  # only the open sea between them
    assert WEST.is_connected([])
    assert WEST.is_connected(mask_of(areas(WEST, "rome")))
    assert names(WEST, WEST.neighbours(areas(WEST, "sardinia caralis"))) == {"corsica"}


@pytest.mark.parametrize("seed", range(20))
def test_connected_is_what_the_graph_says(seed: int) -> None:
    graph = nx.Graph({area: WEST.adjacent[area] for area in WEST.areas})
    some = [area for area in WEST.areas if (area * 2654435761 + seed * 40503) % 97 < 50]
    assert WEST.is_connected(some) == nx.is_connected(graph.subgraph(some))
    blob = nx.ego_graph(graph, WEST.areas[seed * 7], radius=2)
    assert WEST.is_connected(list(blob))


def test_masks_and_areas_are_two_ways_to_say_the_same() -> None:
    some = tuple(sorted(areas(WEST, "rome athens carthage")))
    assert bits(mask_of(some)) == some
    assert bits(0) == ()


# leaving players, line-ups of one's own


@pytest.mark.rules("mega.leave.7", "mega.leave.19", "mega.out.1", "mega.out.2", "mega.out.3")
def test_when_a_player_leaves_his_region_goes_out_of_play() -> None:
    less = WEST.without(WEST.regions["hellas"])
    athens, thera = areas(WEST, "athens thera")
    assert not less.in_play[athens]
    assert less.in_play[thera]
    assert "hellas" not in less.regions
    assert "hellas" not in less.starts
    assert athens not in less.adjacent[thera]
    assert athens in less.sailing[thera]  # ships may pass
    assert athens not in less.reach(thera, 4, open_sea=False)  # but not stay
    assert less.limit == WEST.limit
    assert less is WEST.without(WEST.regions["hellas"])
    assert WEST.in_play[athens]
    further = less.without(less.regions["minoa"])
    assert further.areas == WEST.without([*WEST.regions["hellas"], *WEST.regions["minoa"]]).areas
    assert board(further.key) is further
    assert WEST.without([]) is WEST
    assert less.without([athens]) is less


@pytest.mark.rules("doh.9.1.3a", "doh.9.1.5d")
def test_a_line_up_of_ones_own() -> None:
    own = compose("oecumene", (2, 3), ("hellas", "hatti", "assyria", "babylon", "persia"))
    assert set(own.regions) == set(own.starts) == {"hellas", "hatti", "assyria", "babylon", "persia"}
    assert not own.in_play[own.find("memphis")]
    assert own.find("memphis") in own.on_table
    assert own.find("rome") not in own.on_table  # its sheet stays in the box
    assert board(own.key) is own


def test_boards_are_shared_and_travel_as_their_key() -> None:
    assert board("oecumene-west-9") is WEST
    less = WEST.without(WEST.regions["rome"])
    for each in (WEST, less, compose("oecumene", (1, 2), ("rome", "iberia"))):
        assert pickle.loads(pickle.dumps(each)) is each
        assert copy.deepcopy(each) is each
        assert copy.copy(each) is each
    assert repr(WEST) == "<Board oecumene-west-9: 153 areas, 11 seas>"


def test_an_unknown_board_is_refused() -> None:
    with pytest.raises(KeyError, match="no board 'oecumene-west-4'"):
        board("oecumene-west-4")
    with pytest.raises(KeyError, match="atlantis"):
        compose("atlantis", (1,), ("rome",))
    with pytest.raises(BadMap, match=r"boards\.toml: odd: no region or start of roma"):
        lay_out("odd", Layout("oecumene", (1, 2), "roma hellas"))


# the smaller board


@pytest.mark.rules("adv.16.11", "adv.16.12", "adv.16.2", "adv.4.7")
def test_fewer_players_use_fewer_panels() -> None:
    sizes = {key: len(board(key).areas) for key in board_keys() if key.startswith("mediterranean")}
    assert sizes["mediterranean-8"] == sizes["mediterranean-7"] == sizes["mediterranean-6"] == 123
    assert sizes["mediterranean-8-extended"] == 149
    assert sizes["mediterranean-3"] < sizes["mediterranean-5-west"] < 123
    assert set(board("mediterranean-4").starts) == {"asia", "assyria", "babylon", "egypt"}
    assert set(board("mediterranean-2").starts) == {"africa", "illyria", "italy", "thrace"}
    for key in sizes:
        nations = int(key.split("-")[1])
        assert len(board(key).starts) >= nations


@pytest.mark.rules("adv.16.8")
def test_sites_on_islands_do_not_count_for_two() -> None:
    two, three = board("mediterranean-2"), board("mediterranean-3")
    knossos, syracuse, rome = areas(two, "knossos syracuse rome")
    assert three.site[knossos] == three.site[syracuse] == "black"
    assert two.site[knossos] == two.site[syracuse] == ""
    assert two.site[rome] == three.site[rome] == "black"


# speed: looked at often, so looked at here


def test_the_package_does_not_read_the_map_until_it_is_asked() -> None:
    code = "import sys, ecumene; sys.exit('ecumene.atlas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.serial
def test_the_first_board_is_there_at_once() -> None:
    world.cache_clear()
    start = time.perf_counter()
    lay_out("fresh", Layout("oecumene", (1, 2)))
    assert time.perf_counter() - start < 0.06
