"""A map file that contradicts itself or a rulebook is refused, by file and place."""

import re
from importlib.resources import files

import pytest

from ecumene.atlas import BadMap, World
from ecumene.atlas.load import parse_world

TINY = """
sheets = { 1 = "west" }
lakes_carry_ships = false

[areas]
hill = { sheet = 1, region = "hellas", limit = 1, start = true, land = 'shore' }
shore = { sheet = 1, region = "hellas", limit = 2, site = "white", land = 'hill', water = 'isle' }
isle = { sheet = 1, region = "minoa", limit = 3, water = 'shore' }

[seas]
deep = { water = 'isle' }

[plains]
delta = 'shore'

[volcanoes]
peak = 'hill shore'

[notes]
areas = 3
seas = 1
land_borders = 1
water_borders = 2
highest_limit = 4
volcanoes = 1
black_sites = 0
white_sites = 1
not_adjacent = ['hill isle']
inland = 'hill'
coastal = 'shore'
"""


def tiny(old: str = "", new: str = "") -> World:
    assert old in TINY
    return parse_world("tiny", TINY.replace(old, new, 1), "tiny.toml")


def test_a_small_world_is_read() -> None:
    world = tiny()
    assert [place.key for place in world.places] == ["hill", "shore", "isle", "deep"]
    assert world.place("isle").name == "Isle"
    assert world.water[world.find("isle")] == (1, 3)
    assert world.starts == {"usual": {"hellas": (0,)}}


@pytest.mark.parametrize(
    "old, new, complaint",
    [
        ("land = 'shore' }", "land = 'shroe' }", "hill: no place 'shroe'"),
        ("land = 'shore' }", "land = 'shore shore' }", "hill: named twice"),
        ("land = 'shore' }", "land = 'hill shore' }", "hill: borders itself by land"),
        ("land = 'shore' }", "land = '' }", "shore: a land border with hill, which has none with it"),
        ("water = 'isle' }", "water = '' }", "isle: a water border with shore"),
        ("limit = 3", "limit = 5", "isle: no limit 5 is printed"),
        ("limit = 3", "limit = 3, size = 4", "isle: Object contains unknown field"),
        ("limit = 3", "limit = 'three'", "isle: Expected `int`, got `str`"),
        ('site = "white"', 'site = "pink"', "shore: site 'pink'"),
        ("delta = 'shore'", "delta = 'isle'", "shore: a white site off every flood plain"),
        ("delta = 'shore'", "delta = 'shore'\nmarsh = 'shore'", "shore: on two flood plains"),
        ("peak = 'hill shore'", "peak = 'hill'\ncone = 'isle'", "notes: 2 volcanoes, not 1"),
        ("water_borders = 2", "water_borders = 3", "notes: 2 water_borders, not 3"),
        ("areas = 3", "areas = 4", "notes: 3 areas, not 4"),
        ("'hill isle'", "'hill shore'", "hill shore: adjacent, against the rulebook"),
        ("inland = 'hill'", "inland = 'shore'", "shore: coastal, against the rulebook"),
        ("coastal = 'shore'", "coastal = 'hill'", "hill: not coastal, against the rulebook"),
        ('1 = "west"', '2 = "west"', "hill: block '' is neither west nor east"),
        (
            'isle = { sheet = 1, region = "minoa"',
            'isle = { name = "Shore", sheet = 1',
            "Shore: two places of this name",
        ),
        ("deep = { ", "deep = { limit = 2, ", "deep: an open sea holds nothing"),
        ("deep = { ", "isle = { ", "both area and sea"),
        ("inland = 'hill'", "inland = 'hall'", "notes: no place 'hall'"),
        ("inland = 'hill'", "west_inland = 'isle'", "isle: coastal without the eastern sheets"),
        ("inland = 'hill'", "volcanoes_per_half = 1", "volcanoes: 0 in the east"),
        ("[notes]", "[notes", "tiny.toml: "),
    ],
)
def test_a_bad_map_is_refused_by_file_and_place(old: str, new: str, complaint: str) -> None:
    with pytest.raises(BadMap, match=r"^tiny\.toml: .*" + re.escape(complaint).replace(r"tiny\.toml:\ ", "")):
        tiny(old, new)


def test_an_area_without_any_way_to_it_is_refused() -> None:
    text = TINY.replace("[seas]", "rock = { sheet = 1, limit = 0 }\n[seas]").replace("areas = 3", "areas = 4")
    with pytest.raises(BadMap, match="rock: cannot be reached"):
        parse_world("tiny", text, "tiny.toml")


def test_coasts_must_be_the_water_borders_of_the_area() -> None:
    split = TINY.replace("limit = 3, water = 'shore'", "limit = 3, water = 'shore', coasts = { COASTS }")
    parse_world("tiny", split.replace("COASTS", "north = 'shore', south = 'deep'"), "tiny.toml")
    with pytest.raises(BadMap, match="isle: its coasts together are not its water borders"):
        parse_world("tiny", split.replace("COASTS", "north = 'shore', south = 'shore'"), "tiny.toml")


@pytest.mark.parametrize("flaw", ["'athens boeotia'", "nis western_sogdiana"])
def test_the_shipped_map_would_be_refused_with_another_rulebook(flaw: str) -> None:
    """The notes are really compared: a wrong one is found."""
    text = files("ecumene.atlas").joinpath("data", "oecumene.toml").read_text("utf-8")
    wrong = (
        text.replace("'athens chalcis'", "'athens boeotia'")
        if "boeotia" in flaw
        else text.replace(flaw, "nis susa")
    )
    assert wrong != text
    with pytest.raises(BadMap, match="against the rulebook"):
        parse_world("oecumene", wrong, "oecumene.toml")
