"""The two worlds: what is printed on them, and which of it touches which."""

import pytest

from ecumene.atlas import Place, World, board, world, world_keys

OECUMENE, MEDITERRANEAN = world("oecumene"), world("mediterranean")


def touching(of: World, key: str, *kinds: str) -> set[str]:
    """The keys of what borders a place, by the kinds of border asked for."""
    return {of.places[other].key for kind in kinds for other in getattr(of, kind)[of.find(key)]}


def on(of: World, key: str) -> Place:
    return of.place(key)


@pytest.mark.rules("mega.area.12")
def test_the_large_world_has_every_named_area_and_no_other() -> None:
    assert len(OECUMENE.lands) == 318
    assert len(OECUMENE.seas) == 20
    assert all(place.name and place.key for place in OECUMENE.places)
    assert len({place.name for place in OECUMENE.places}) == 338


@pytest.mark.rules("mega.area.2", "mega.area.3")
def test_the_large_world_has_712_borders_on_land_and_431_on_water() -> None:
    def pairs(*tables: tuple[tuple[int, ...], ...]) -> int:
        return len({frozenset((a, b)) for table in tables for a, row in enumerate(table) for b in row})

    assert pairs(OECUMENE.land) == 712
    assert pairs(OECUMENE.water, OECUMENE.lake) == 431


def test_a_place_keeps_its_number() -> None:
    """Records name areas by these numbers: a change here breaks every saved game."""
    first, last, sea = OECUMENE.places[0], OECUMENE.places[317], OECUMENE.places[318]
    assert (first.key, last.key, sea.key) == ("aleppo", "zufar", "adriatic_sea")
    assert [OECUMENE.find(key) for key in ("athens", "memphis", "rome", "babylon")] == [91, 63, 147, 154]
    assert [MEDITERRANEAN.find(key) for key in ("baetica", "carthage", "athens", "ur")] == [1, 29, 55, 148]
    assert all(number == place.id for number, place in enumerate(OECUMENE.places))


@pytest.mark.rules("mega.area.2", "mega.area.3", "doh.2.2.1b", "doh.2.2.1e")
def test_a_pair_may_border_by_land_by_water_or_by_both() -> None:
    assert "argos" in touching(OECUMENE, "athens", "land")
    assert "argos" in touching(OECUMENE, "athens", "water")
    assert "corinth" in touching(OECUMENE, "athens", "land") - touching(OECUMENE, "athens", "water")
    assert "thera" in touching(OECUMENE, "athens", "water") - touching(OECUMENE, "athens", "land")


@pytest.mark.rules("mega.area.5", "doh.2.3.4")
def test_limits_are_the_printed_ones() -> None:
    assert {place.limit for place in OECUMENE.places} == {0, 1, 2, 3, 4}
    printed = {"caledonia": 0, "athens": 1, "corinth": 2, "memphis": 4, "babylonia": 4}
    assert {key: on(OECUMENE, key).limit for key in printed} == printed
    assert [on(MEDITERRANEAN, key).limit for key in ("fayum", "alexandria", "germany")] == [5, 4, 5]


@pytest.mark.rules("mega.area.6", "doh.2.2.1c")
def test_open_seas_hold_nothing() -> None:
    for each in (OECUMENE, MEDITERRANEAN):
        for sea in each.seas:
            assert each.places[sea].limit == 0
            assert not each.places[sea].site
            assert not each.land[sea]
            assert each.water[sea]


@pytest.mark.rules("mega.area.10")
def test_athens_and_boeotia_do_not_touch_euboea_as_it_seems() -> None:
    assert "chalcis" not in touching(OECUMENE, "athens", "land", "water", "lake")
    assert "eretria" not in touching(OECUMENE, "boeotia", "land", "water", "lake")
    assert "eretria" in touching(OECUMENE, "athens", "water")
    assert "chalcis" in touching(OECUMENE, "boeotia", "water")


@pytest.mark.rules("mega.area.11")
def test_the_caspian_is_one_sea_between_both_halves() -> None:
    assert [place.key for place in OECUMENE.places if "caspian" in place.key] == [
        "caspian_coast",
        "caspian_sea",
    ]
    shores = [on(OECUMENE, key).block for key in touching(OECUMENE, "caspian_sea", "water")]
    assert {"west", "east"} == set(shores)


@pytest.mark.rules("mega.area.13", "mega.area.14", "doh.2.3.3a")
def test_city_sites_are_black_or_white() -> None:
    sites = [place.site for place in OECUMENE.places]
    assert (sites.count("black"), sites.count("white")) == (108, 17)
    assert on(OECUMENE, "athens").site == "black"
    assert on(OECUMENE, "memphis").site == "white"
    assert on(OECUMENE, "anatolia").site == ""
    old = [place.site for place in MEDITERRANEAN.places]
    assert (old.count("black"), old.count("white")) == (52, 9)


@pytest.mark.rules("mega.area.15", "doh.2.3.1a", "doh.2.3.1b")
def test_three_volcanoes_stand_in_each_half() -> None:
    volcanoes = {
        volcano.key: {OECUMENE.places[area].key for area in volcano.areas} for volcano in OECUMENE.volcanoes
    }
    west = [volcano for volcano in OECUMENE.volcanoes if OECUMENE.places[volcano.areas[0]].block == "west"]
    assert len(west) == 3
    assert len(OECUMENE.volcanoes) == 6
    assert volcanoes["thera"] == {"thera"}
    assert sum(len(volcano.areas) == 2 for volcano in west) == 2
    assert volcanoes["vesuvius"] == {"campania", "neapolis"}
    for volcano in OECUMENE.volcanoes:
        if len(volcano.areas) == 2:  # it stands on their border
            one, other = volcano.areas
            assert other in OECUMENE.land[one]


@pytest.mark.rules("mega.area.16", "doh.2.3.2a", "doh.2.3.2b")
def test_white_sites_lie_on_flood_plains_and_black_ones_may() -> None:
    plains = {plain.key: {OECUMENE.places[area].key for area in plain.areas} for plain in OECUMENE.plains}
    assert plains["nile"] == {"alexandria", "fayum", "memphis", "tanis", "upper_egypt"}
    assert len(plains) == 9
    assert all(place.plain >= 0 for place in OECUMENE.places if place.site == "white")
    assert any(place.plain >= 0 and place.site == "black" for place in OECUMENE.places)  # mega.area.17: safe
    assert OECUMENE.plains[on(OECUMENE, "memphis").plain].key == "nile"


@pytest.mark.rules("mega.area.19", "mega.area.20")
def test_each_of_eighteen_civilizations_has_a_region_and_a_start_in_it() -> None:
    starts = {place.start_of: place for place in OECUMENE.places if place.start_of}
    assert len(starts) == 18
    assert set(starts) == {place.region for place in OECUMENE.places if not place.sea}
    assert all(place.region == who for who, place in starts.items())
    regions = board("oecumene-both-18").regions
    assert {len(areas) for areas in regions.values()} <= set(range(15, 23))


@pytest.mark.rules("adv.4.21", "adv.4.22", "adv.4.31", "adv.4.41", "adv.4.42", "adv.4.43")
def test_the_smaller_world_has_149_areas_and_10_seas() -> None:
    assert (len(MEDITERRANEAN.lands), len(MEDITERRANEAN.seas)) == (149, 10)
    assert {volcano.key: len(volcano.areas) for volcano in MEDITERRANEAN.volcanoes} == {
        "thera": 1,
        "etna": 2,
        "vesuvius": 2,
    }
    assert len(MEDITERRANEAN.plains) == 5
    assert touching(MEDITERRANEAN, "gordium", "lake") == {"galatia", "kanesh"}


@pytest.mark.rules("adv.4.6", "adv.4.61")
def test_the_extension_moves_the_starts_of_italy_and_africa() -> None:
    def starts(arrangement: str, who: str) -> set[str]:
        return {MEDITERRANEAN.places[area].key for area in MEDITERRANEAN.starts[arrangement][who]}

    assert starts("usual", "italy") == {"cisalpina", "etruria", "pannonia"}
    assert starts("extended", "italy") == {"baetica", "corduba", "lusitania"}
    assert starts("extended", "africa") - starts("usual", "africa") == {"cirta"}
    assert starts("usual", "crete") == starts("extended", "crete") == {"knossos", "phaestos"}


def test_there_are_two_worlds_and_an_unknown_one_is_refused() -> None:
    assert world_keys() == ("oecumene", "mediterranean")
    assert world("oecumene") is world("oecumene")
    with pytest.raises(KeyError, match="atlantis"):
        world("atlantis")
    with pytest.raises(KeyError):
        OECUMENE.find("atlantis")
