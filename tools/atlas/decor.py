"""What is painted on the land: rivers, lakes, flood plains, volcanoes, names of the lands out of play."""

# A shape becomes the drawn shape step by step.
# ruff: noqa: PERF401, PLW2901

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations

import numpy as np
from layout import Box
from scipy.interpolate import CubicSpline
from shapely.affinity import scale, translate
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points, unary_union
from sheet import Sheet, largest, polygonal

ToBoard = Callable[[np.ndarray], np.ndarray]  # rows of (longitude, latitude) -> rows of (x, y) on the sheet
PLAIN = 34.0  # half width of a flood plain


def curve(points: list[tuple[float, float]], seed: int) -> LineString:
    """A river through the given points: a smooth line with small meanders."""
    p = np.asarray(points, float)
    t = np.r_[0, np.cumsum(np.hypot(*np.diff(p, axis=0).T) ** 0.5)]
    fine = np.linspace(0, t[-1], max(8, int(LineString(p).length / 9)))
    q = (
        CubicSpline(t, p, bc_type="natural")(fine)
        if len(p) > 2
        else np.stack([np.interp(fine, t, p[:, k]) for k in (0, 1)], -1)
    )
    d = np.gradient(q, axis=0)
    normal = np.stack([-d[:, 1], d[:, 0]], -1) / np.maximum(np.hypot(*d.T), 1e-6)[:, None]
    s = np.r_[0, np.cumsum(np.hypot(*np.diff(q, axis=0).T))]
    phase = 0.7 * seed
    wave = np.sin(s / 23 + phase) * 4.5 + np.sin(s / 51 + 2 * phase) * 5
    fade = np.clip(np.minimum(s, s[-1] - s) / 40, 0, 1)
    if len(q) < 2:
        raise SystemExit("a course needs two points")
    return LineString(q + normal * (wave * fade)[:, None])


def calm(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same course with gentler bends: every inner point goes halfway to the middle of its neighbours."""
    p = np.asarray(points, float)
    p[1:-1] = 0.62 * p[1:-1] + 0.19 * (p[:-2] + p[2:])
    return [(float(x), float(y)) for x, y in p]


def midpoint(line: BaseGeometry) -> Point:
    return largest(line).interpolate(0.5, normalized=True)


def plain_rivers(sheet: Sheet, members: list[str], routes: list[str]) -> list[LineString]:
    """A route is a row of area keys from the source down; "sea" lets it flow out.

    An area that is no part of the plain only gives the border over which the river enters or leaves. The river
    goes through the hearts of the areas and the middles of the borders between them.
    """
    rivers = []
    for number, route in enumerate(routes):
        keys, points = route.split(), []
        for here, following in zip(keys, [*keys[1:], None], strict=True):
            if here == "sea":
                continue
            land = sheet.shape[(here, "land")]
            if here not in members:
                if following is not None:
                    points.append(midpoint(sheet.line((here, "land"), (following, "land"))))
                continue
            heart = largest(land).buffer(-0.35 * math.sqrt(largest(land).area) / 2)
            heart_point = (largest(heart) if not heart.is_empty else land).representative_point()
            points.append(heart_point)
            if following == "sea":
                coast = unary_union(
                    [
                        line
                        for pair, line in sheet.lines.items()
                        if (here, "land") in pair and any(m == "water" for _, m in pair)
                    ]
                )
                if coast.is_empty:
                    raise SystemExit(f"flood plain: {here} has no coast")
                towards = nearest_points(coast, points[-1])[0]
                points.append(towards)
            elif following is not None:
                border = sheet.line((here, "land"), (following, "land"))
                if border.is_empty:
                    raise SystemExit(f"flood plain: {here} and {following} do not touch")
                points.append(midpoint(border))
        rivers.append(curve(calm([(p.x, p.y) for p in points]), number))
    return rivers


def plains(sheet: Sheet, members: dict[str, list[str]], routes: dict[str, list[str]]) -> dict[str, dict]:
    out = {}
    for key, areas in members.items():
        rivers = plain_rivers(sheet, areas, routes[key])
        for area in areas:  # every area of the plain is reached
            land = sheet.shape[(area, "land")]
            if not any(r.intersection(land).length > 30 for r in rivers):
                raise SystemExit(f"flood plain {key} does not reach {area}")
        flat = unary_union([r.buffer(PLAIN) for r in rivers])
        # the outline breathes a little; small gaps are closed, other areas are left dry
        flat = flat.buffer(8).buffer(-8)
        land = unary_union([sheet.shape[(a, "land")] for a in areas])
        out[key] = {
            "areas": areas,
            "rivers": [river.intersection(land.buffer(0.5)) for river in rivers],
            "shape": polygonal(flat.intersection(land)).simplify(0.8),
        }
    return out


def volcano_spots(
    sheet: Sheet, members: dict[str, list[str]], true: dict[str, tuple[float, float]], to_board: ToBoard
):
    """A volcano of two areas stands on their border, near its true place but off the coast."""
    spots = {}
    for key, areas in members.items():
        near = Point(to_board(np.array([true[key]]))[0])
        if len(areas) == 2:
            border = largest(sheet.line((areas[0], "land"), (areas[1], "land")))
            at = min(
                max(border.project(near), min(28, border.length / 2)),
                max(border.length - 28, border.length / 2),
            )
            spot = border.interpolate(at)
        else:
            land = largest(sheet.shape[(areas[0], "land")])
            spot = nearest_points(land.buffer(-34), near)[0]
        spots[key] = (spot.x, spot.y)
    return spots


def volcano_box(spot: tuple[float, float]) -> Box:
    x, y = spot
    return Box(x - 25, y - 30, x + 25, y + 24)


def rivers(
    sheet: Sheet, raw: list[dict], to_board: ToBoard, drop: list[str], ranks: int, keep_off: BaseGeometry
) -> list[dict]:
    out = []
    frame = box(0, 0, sheet.width, sheet.height)
    land = unary_union([shape for (_, medium), shape in sheet.shape.items() if medium == "land"]).difference(
        keep_off
    )
    for river in raw:
        if len(river["points"]) < 2 or river["rank"] > ranks or any(word in river["name"] for word in drop):
            continue
        line = LineString(to_board(np.asarray(river["points"], float))).intersection(frame).intersection(land)
        for part in getattr(line, "geoms", [line]):
            if part.geom_type == "LineString" and part.length > 30:
                out.append({"name": river["name"], "rank": river["rank"], "line": part.simplify(0.9)})
    return out


def lakes(
    sheet: Sheet, raw: dict[str, np.ndarray], drawn: dict, homes: dict[str, str], to_board: ToBoard
) -> list[dict]:
    """True lakes, each pushed inside the one area that holds most of it (such a lake is never a border)."""
    out = []
    shapes = {name: polygonal(Polygon(to_board(ring)).buffer(0)) for name, ring in raw.items()}
    for name, (lat, lon, radius) in drawn.items():
        x, y = to_board(np.array([[lon, lat]]))[0]
        angle = np.linspace(0, 2 * math.pi, 40)[:-1]
        r = radius * (1 + 0.22 * np.sin(2 * angle + 0.4) + 0.1 * np.sin(5 * angle))
        shapes[name] = Polygon(np.stack([x + 1.25 * r * np.cos(angle), y + 0.8 * r * np.sin(angle)], -1))
    for name, shape in shapes.items():
        if shape.is_empty or shape.area < 150:
            continue
        if name in homes:
            home = sheet.shape[(homes[name], "land")]
            grow = max(1.0, (1500 / shape.area) ** 0.5)
            shape = scale(shape, grow, grow)
            heart = largest(home).buffer(-0.55 * shape.area**0.5)
            spot = nearest_points(heart, shape.centroid)[0]
            shape = translate(shape, spot.x - shape.centroid.x, spot.y - shape.centroid.y)
        else:
            holders = [s for (_, m), s in sheet.shape.items() if m == "land" and s.intersects(shape)]
            if not holders:
                continue
            home = max(holders, key=lambda s: s.intersection(shape).area)
        shape = polygonal(shape.intersection(home.buffer(-3)))
        if not shape.is_empty and shape.area > 150:
            out.append({"name": name, "shape": largest(shape).simplify(0.8)})
    return out


def border_lakes(sheet: Sheet, members: dict[str, str]) -> list[dict]:
    """Lakes that are borders of the rules: along the borders between the corners where their areas meet by threes."""
    out = []
    for number, (name, text) in enumerate(members.items()):
        areas = text.split()
        lines = {
            frozenset(pair): sheet.line((pair[0], "land"), (pair[1], "land"))
            for pair in combinations(areas, 2)
            if not sheet.line((pair[0], "land"), (pair[1], "land")).is_empty
        }
        ends = {pair: _ends(line) for pair, line in lines.items()}
        corners = []
        for three in combinations(areas, 3):
            pairs = [frozenset(pair) for pair in combinations(three, 2)]
            if all(pair in lines for pair in pairs):
                corners += set.intersection(*(ends[pair] for pair in pairs))
        if not corners:
            raise SystemExit(f"lake {name}: its areas meet nowhere")
        core = [Point(corner).buffer(34) for corner in corners]
        core += [line.buffer(24) for pair, line in lines.items() if len(ends[pair] & set(corners)) > 1]
        shape = unary_union(core).buffer(14).buffer(-14)
        angle = np.random.default_rng(number).uniform(0, 6.28, 3)
        ring = np.asarray(shape.exterior.segmentize(6).coords)
        turn = np.arctan2(*(ring - shape.centroid.coords[0]).T)
        wave = sum(3.2 * np.sin(k * turn + a) for k, a in zip((3, 5, 8), angle, strict=True))
        out_ward = (ring - shape.centroid.coords[0]) / np.maximum(
            np.hypot(*(ring - shape.centroid.coords[0]).T), 1
        )[:, None]
        out.append(
            {
                "name": name.title(),
                "shape": Polygon(ring + out_ward * wave[:, None]).buffer(0),
                "areas": areas,
            }
        )
    return out


def _ends(line: BaseGeometry) -> set[tuple[float, float]]:
    return {c for part in getattr(line, "geoms", [line]) for c in (part.coords[0], part.coords[-1])}
