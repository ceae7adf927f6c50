"""The drawing agrees with the rules, and all on it has its place: computed from the shipped files."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable
from importlib.resources import files
from itertools import combinations
from math import dist, floor, sqrt

import pytest

from ecumene.atlas import Board, board, board_keys, world, world_keys
from ecumene.atlas.drawn import Drawing, css, drawing, drawn_worlds, render_svg, theme
from ecumene.atlas.drawn.sheet import Point
from ecumene.atlas.drawn.style import THEMES

FOLDER = files("ecumene.atlas").joinpath("drawn")
WORLDS = sorted(world_keys())
MEDIA = ("land", "water")
SHORTEST = 35.0  # sheet units: ten points of a laptop at the zoom one plays at
SMALLEST_HOME = 12.0  # radius of a token
HAIR, LONGEST_HAIR = 12.0, 200.0  # land narrower than this, for longer than that, looks like a line
GEOMETRY, PICTURE, TYPEFACE = 250_000, 600_000, 60_000  # bytes


@pytest.fixture(params=WORLDS)
def sheet(request: pytest.FixtureRequest) -> Drawing:
    return drawing(request.param)


def borders_of_the_rules(key: str, medium: str) -> set[frozenset[str]]:
    facts = world(key)
    tables = [facts.land] if medium == "land" else [facts.water, facts.lake]
    return {
        frozenset((facts.places[a].key, facts.places[b].key))
        for table in tables
        for a, others in enumerate(table)
        for b in others
    }


def drawn_borders(sheet: Drawing, medium: str) -> dict[frozenset[str], float]:
    """Drawn borders; a shared lake is a border by water between those of its areas that meet on land."""
    found = dict(sheet.borders(medium))
    if medium == "water":
        by_land = sheet.borders("land")
        shared = (frozenset(pair) for lake in sheet.lakes for pair in combinations(lake.areas, 2))
        found |= {pair: by_land[pair] for pair in shared if pair in by_land}
    return found


def segments(points: list[Point], *, closed: bool) -> Iterable[tuple[Point, Point]]:
    return zip(points, points[1:] + points[:1] if closed else points[1:], strict=False)


def inside(point: Point, rings: list[list[Point]]) -> bool:
    """By the even-odd rule."""
    x, y = point
    odd = False
    for ring in rings:
        for (ax, ay), (bx, by) in segments(ring, closed=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                odd = not odd
    return odd


def gap(point: Point, rings: list[list[Point]]) -> float:
    """The distance of a point from the nearest line."""
    x, y = point
    least = float("inf")
    for ring in rings:
        for (ax, ay), (bx, by) in segments(ring, closed=True):
            dx, dy = bx - ax, by - ay
            length = dx * dx + dy * dy
            t = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length)) if length else 0.0
            least = min(least, (ax + t * dx - x) ** 2 + (ay + t * dy - y) ** 2)
    return sqrt(least)


def narrow(rings: list[list[Point]]) -> float:
    """The longest stretch of outline that has the other side of the same land nearer than a hair is wide."""
    sides = [side for ring in rings for side in segments(ring, closed=True)]
    near: dict[tuple[int, int], set[int]] = defaultdict(set)
    for n, ((ax, ay), (bx, by)) in enumerate(sides):
        for x in range(floor(min(ax, bx) / HAIR) - 1, floor(max(ax, bx) / HAIR) + 2):
            for y in range(floor(min(ay, by) / HAIR) - 1, floor(max(ay, by) / HAIR) + 2):
                near[x, y].add(n)

    def is_narrow(n: int) -> bool:
        (ax, ay), (bx, by) = sides[n]
        x, y, length = (ax + bx) / 2, (ay + by) / 2, dist((ax, ay), (bx, by))
        across = (HAIR * (by - ay) / length, HAIR * (ax - bx) / length)
        for k in near[floor(x / HAIR), floor(y / HAIR)] - {n}:
            (cx, cy), (dx, dy) = sides[k]
            one = across[0] * (cy - y) - across[1] * (cx - x)
            two = across[0] * (dy - y) - across[1] * (dx - x)
            if one * two < 0:
                px, py = (c + (d - c) * one / (one - two) for c, d in ((cx, dx), (cy, dy)))
                if dist((x, y), (px, py)) < HAIR and inside(((x + px) / 2, (y + py) / 2), rings):
                    return True
        return False

    longest = length = 0.0
    for n, (a, b) in enumerate(sides):
        length = length + dist(a, b) if is_narrow(n) else 0.0
        longest = max(longest, length)
    return longest


def to_box(point: Point, box: tuple[float, float, float, float]) -> float:
    x0, y0, x1, y1 = box
    return dist(point, (min(max(point[0], x0), x1), min(max(point[1], y0), y1)))


# --- agreement with the rules -------------------------------------------------------------------------


def test_every_world_is_drawn() -> None:
    assert sorted(drawn_worlds()) == WORLDS


def test_every_area_and_sea_is_drawn(sheet: Drawing) -> None:
    places = world(sheet.world).places
    assert set(sheet.areas) == {place.key for place in places if not place.sea}
    assert set(sheet.seas) == {place.key for place in places if place.sea}


@pytest.mark.parametrize("medium", MEDIA)
def test_drawn_borders_are_the_borders_of_the_rules(sheet: Drawing, medium: str) -> None:
    drawn, wanted = set(drawn_borders(sheet, medium)), borders_of_the_rules(sheet.world, medium)
    assert sorted(map(sorted, wanted - drawn)) == [], "missing"
    assert sorted(map(sorted, drawn - wanted)) == [], "too many"


def of_board(laid: Board, medium: str) -> set[frozenset[str]]:
    key = laid.key_of
    seas = laid.open_seas_of if medium == "water" else ((),) * len(laid.land)
    table = laid.land if medium == "land" else laid.water
    return {frozenset((key(a), key(b))) for a in laid.areas for b in (*table[a], *seas[a])}


@pytest.mark.parametrize("medium", MEDIA)
@pytest.mark.parametrize("name", board_keys())
def test_the_same_on_every_board(name: str, medium: str) -> None:
    laid = board(name)
    playing = {laid.key_of(area) for area in (*laid.areas, *laid.seas)}
    lands = {laid.key_of(area) for area in laid.areas}
    drawn = {p for p in drawn_borders(drawing(laid.world.key), medium) if p <= playing and p & lands}
    assert drawn == of_board(laid, medium)


def test_a_shared_lake_reaches_the_borders_it_stands_for(sheet: Drawing) -> None:
    for lake in sheet.lakes:
        rings = [sheet.points(ring) for ring in lake.rings]
        for pair in combinations(lake.areas, 2):
            border = [
                point
                for arc in sheet.arcs
                if arc.kind in ("land", "region")
                and {sheet.faces[arc.left][0], sheet.faces[arc.right][0]} == set(pair)
                for point in sheet.points(arc.steps)
            ]
            assert not border or any(inside(point, rings) for point in border), (lake.name, pair)


def test_limits_and_sites_are_those_of_the_rules(sheet: Drawing) -> None:
    for place in world(sheet.world).places:
        if not place.sea:
            row = sheet.areas[place.key]
            assert (row.limit, row.site) == (place.limit, place.site), place.key
            assert " ".join(row.label.lines).replace("- ", "-") == place.name


def test_regions_are_those_of_the_rules(sheet: Drawing) -> None:
    for place in world(sheet.world).places:
        if place.region:
            assert sheet.areas[place.key].region == place.region


# --- room -------------------------------------------------------------------------------------------------


def test_borders_are_long_enough_to_be_seen(sheet: Drawing) -> None:
    short = {
        tuple(sorted(p)): round(n) for m in MEDIA for p, n in drawn_borders(sheet, m).items() if n < SHORTEST
    }
    assert short == {}


def test_no_land_is_drawn_as_a_line(sheet: Drawing) -> None:
    hairs = {key: round(narrow([sheet.ring(ring) for ring in row.land])) for key, row in sheet.areas.items()}
    assert {key: length for key, length in hairs.items() if length > LONGEST_HAIR} == {}


def test_every_area_has_homes_for_twelve_tokens(sheet: Drawing) -> None:
    cramped = {
        key: (len(row.own), len(row.foreign), row.token)
        for key, row in sheet.areas.items()
        if len(row.own) < 6 or len(row.foreign) < 6 or row.token < SMALLEST_HOME
    }
    assert cramped == {}


def test_homes_lie_on_the_land_of_their_area(sheet: Drawing) -> None:
    for key, row in sheet.areas.items():
        rings = [sheet.ring(ring) for ring in row.land]
        for home in (*row.own, *row.foreign):
            assert inside(home, rings), key
            assert gap(home, rings) > row.token - 5, key
        assert inside(row.city, rings), key


def test_nothing_stands_on_the_homes_of_pieces(sheet: Drawing) -> None:
    half = sheet.site
    for key, row in sheet.areas.items():
        x, y = row.city
        homes = (*row.own, *row.foreign)
        for home in homes:
            assert to_box(home, row.label.box) > 0.7 * row.token, (key, "name")
            assert dist(home, row.disc) > row.token + sheet.disc - 5, (key, "limit disc")
            if row.site:
                assert to_box(home, (x - half, y - half, x + half, y + half)) > 0.7 * row.token, (
                    key,
                    "site",
                )
        for a, b in combinations(homes, 2):
            assert dist(a, b) >= 2 * row.token - 0.5, key


def test_no_name_lies_on_a_name_or_a_city_site(sheet: Drawing) -> None:
    boxes = [(key, row.label.box) for key, row in sheet.areas.items()]
    boxes += [(key, row.label.box) for key, row in sheet.seas.items()]
    for (one, a), (other, b) in combinations(boxes, 2):
        wide = min(a[2], b[2]) - max(a[0], b[0])
        high = min(a[3], b[3]) - max(a[1], b[1])
        assert wide <= 2 or high <= 2, (one, other)
    for key, box in boxes:
        for name, row in sheet.areas.items():
            assert not row.site or to_box(row.city, box) > sheet.site - 6, (key, name)


def test_ships_lie_on_the_water_of_their_area(sheet: Drawing) -> None:
    afloat = [(key, row.water, row.ships) for key, row in sheet.areas.items() if row.water]
    afloat += [(key, row.water, row.ships) for key, row in sheet.seas.items()]
    for key, water, ships in afloat:
        rings = [sheet.ring(ring) for ring in water]
        assert ships, key
        assert all(inside(ship, rings) for ship in ships), key


def test_white_sites_lie_on_the_flood_plain_and_black_ones_off_it(sheet: Drawing) -> None:
    for name, plain in sheet.plains.items():
        rings = [sheet.points(ring) for ring in plain.rings]
        for key in plain.areas:
            row = sheet.areas[key]
            if row.site:
                assert inside(row.city, rings) == (row.site == "white"), (name, key)


# --- looks ------------------------------------------------------------------------------------------------


def linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return red, green, blue


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        r, g, b = (linear(v) for v in channels(colour))
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def over(ground: str, colour: str, share: float) -> str:
    mixed = [
        round(255 * (g + (c - g) * share)) for g, c in zip(channels(ground), channels(colour), strict=True)
    ]
    return "#" + "".join(f"{v:02x}" for v in mixed)


@pytest.mark.parametrize("name", THEMES)
def test_names_can_be_read_on_every_region(name: str) -> None:
    style = theme(name)
    for colour in style.regions.values():
        assert contrast(style["ink"], over(style["parchment"], colour, style.tint)) >= 4.5
    assert contrast(style["sea_name"], style["deep"]) >= 3  # large type
    assert all(contrast(style["disc_ink"], fill) >= 4.5 for fill in style.limits)


def test_the_custom_properties_are_those_of_the_style() -> None:
    assert FOLDER.joinpath("map.css").read_text("utf-8") == css()


# Machado, Oliveira and Fernandes 2009: the usual eye, and eyes without one of the three kinds of cone
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def lab(colour: str, eye: str) -> tuple[float, float, float]:
    def apply(matrix: tuple[tuple[float, ...], ...], vector: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)

    seen = tuple(min(1.0, max(0.0, v)) for v in apply(EYES[eye], tuple(linear(v) for v in channels(colour))))
    x, y, z = (v / w for v, w in zip(apply(XYZ, seen), (0.95047, 1.0, 1.08883), strict=True))
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("name", THEMES)
def test_neighbouring_regions_are_told_apart_by_every_eye(name: str, eye: str) -> None:
    style, pairs = theme(name), set()
    for key in WORLDS:
        sheet = drawing(key)
        for arc in sheet.arcs:
            regions = {
                sheet.areas[sheet.faces[side][0]].region
                for side in (arc.left, arc.right)
                if side >= 0 and sheet.faces[side][0] in sheet.areas
            }
            pairs |= {tuple(sorted(regions))} if len(regions) == 2 else set()
    for one, other in pairs:
        a, b = (lab(over(style["parchment"], style.region(key), 0.6), eye) for key in (one, other))
        assert dist(a, b) >= 9.5, (one, other)


# --- what is shipped -----------------------------------------------------------------------------------------


def test_what_is_shipped_is_what_was_built() -> None:
    for row in FOLDER.joinpath("SHA256SUMS").read_text("utf-8").splitlines():
        digest, name = row.split("  ")
        assert hashlib.sha256(FOLDER.joinpath(name).read_bytes()).hexdigest() == digest, name


def test_what_is_shipped_is_small() -> None:
    for key in WORLDS:
        raw = FOLDER.joinpath(f"{key}.json").read_bytes()
        assert len(gzip.compress(raw)) <= GEOMETRY
        pictures = [FOLDER.joinpath(f"{key}-relief-{name}.webp").read_bytes() for name in THEMES]
        assert sum(map(len, pictures)) <= PICTURE
    fonts = [entry for entry in FOLDER.joinpath("fonts").iterdir() if entry.name.endswith(".woff2")]
    assert len(fonts) == 4
    assert all(len(font.read_bytes()) <= TYPEFACE for font in fonts)


@pytest.mark.parametrize("name", board_keys())
def test_every_board_makes_a_picture(name: str) -> None:
    svg = render_svg(name, night=True, relief="")
    lands = len(board(name).areas)
    assert len(re.findall(r'class="limit"', svg)) == lands + 1  # and one in the key
    assert svg.startswith("<svg")
    assert svg.endswith("</svg>")
