"""Where things stand on the sheet: names, limit discs, sites, homes for tokens and ships.

Everything is computed. For each area a few good places for the name are tried, and the one that leaves the largest
twelve homes for tokens (six for the owner, six for visitors) wins. All homes keep clear of names, discs and sites.
"""

# The layout of an area reads top to bottom.
# ruff: noqa: C901, PLR0912, PLR0913, PLR0915, S101

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from scipy.ndimage import distance_transform_edt
from shapely.algorithms.polylabel import polylabel
from shapely.geometry import Point, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points
from sheet import largest

STEP = 3.0  # cell of the working grid, board units
DISC = 16.0  # radius of the limit disc
SITE = 17.0  # half side of a city site
FRAME = 46.0  # width of the printed frame
SIZES = (34.0, 31.0, 28.0, 25.5, 23.0, 21.0, 19.0)
TOKEN_MAX, TOKEN_MIN, SHIP_MAX = 21.0, 10.0, 24.0


class Type:
    """Widths of set text."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder, {}

    def width(self, text: str, font: str, size: float) -> float:
        if font not in self.cache:
            engine = ImageFont.Layout.BASIC
            self.cache[font] = ImageFont.truetype(str(self.folder / f"{font}.ttf"), 200, layout_engine=engine)
        return self.cache[font].getlength(text) * size / 200


@dataclass
class Box:
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass
class Place:
    """One area as laid out."""

    label: dict
    limit: tuple[float, float]
    site: tuple[float, float] | None
    city: tuple[float, float]
    token: float
    own: list[tuple[float, float]]
    foreign: list[tuple[float, float]]
    ship: float = 0.0
    ships: list[tuple[float, float]] = field(default_factory=list)


class Grid:
    """A small raster around one area."""

    def __init__(self, shape: BaseGeometry, clip: BaseGeometry) -> None:
        x0, y0, x1, y1 = shape.intersection(clip).bounds
        self.x0, self.y0 = x0 - 4 * STEP, y0 - 4 * STEP
        self.w, self.h = int((x1 - x0) / STEP) + 9, int((y1 - y0) / STEP) + 9
        self.xs = self.x0 + (np.arange(self.w) + 0.5) * STEP
        self.ys = self.y0 + (np.arange(self.h) + 0.5) * STEP

    def burn(self, shape: BaseGeometry) -> np.ndarray:
        image = Image.new("L", (self.w, self.h), 0)
        draw = ImageDraw.Draw(image)
        for part in getattr(shape, "geoms", [shape]):
            if part.is_empty or part.geom_type != "Polygon":
                continue
            for ring, fill in [(part.exterior, 1), *((hole, 0) for hole in part.interiors)]:
                draw.polygon(
                    [((x - self.x0) / STEP - 0.5, (y - self.y0) / STEP - 0.5) for x, y in ring.coords],
                    fill=fill,
                )
        return np.asarray(image).astype(bool)

    def mask(self, boxes: list[Box], margin: float = 0) -> np.ndarray:
        out = np.zeros((self.h, self.w), bool)
        for b in boxes:
            out |= ((self.xs >= b.x0 - margin) & (self.xs <= b.x1 + margin))[None, :] & (
                (self.ys >= b.y0 - margin) & (self.ys <= b.y1 + margin)
            )[:, None]
        return out

    def distance(self, free: np.ndarray) -> np.ndarray:
        return distance_transform_edt(np.pad(free, 1))[1:-1, 1:-1] * STEP


def integral(mask: np.ndarray) -> np.ndarray:
    return np.pad(mask.astype(np.float64).cumsum(0).cumsum(1), ((1, 0), (1, 0)))


def box_share(total: np.ndarray, grid: Grid, x0, y0, x1, y1) -> np.ndarray:
    c0, c1 = (np.clip(np.round((x - grid.x0) / STEP).astype(int), 0, grid.w) for x in (x0, x1))
    r0, r1 = (np.clip(np.round((y - grid.y0) / STEP).astype(int), 0, grid.h) for y in (y0, y1))
    filled = total[r1, c1] - total[r0, c1] - total[r1, c0] + total[r0, c0]
    return filled / np.maximum((x1 - x0) * (y1 - y0) / STEP**2, 1)


def pack(grid: Grid, room: np.ndarray, radius: float, want: int) -> list[tuple[float, float]]:
    """Put discs of one radius side by side, sweeping from several directions; stop at the first sweep that fits."""
    rows, columns = np.nonzero(room >= radius + 3.0)
    if len(rows) * STEP**2 < 0.15 * (want - 1) * radius**2:
        return []
    points = np.stack([grid.xs[columns], grid.ys[rows]], -1)
    best: list[tuple[float, float]] = []
    for angle in (math.pi / 2, 0.0, -math.pi / 2, math.pi, 0.8):
        order = points @ (math.cos(angle), math.sin(angle)) + 0.08 * points @ (
            -math.sin(angle),
            math.cos(angle),
        )
        left, chosen = points[np.argsort(order, kind="stable")], []
        while len(left) and len(chosen) < want:
            chosen.append((float(left[0][0]), float(left[0][1])))
            left = left[np.hypot(*(left - left[0]).T) >= 2 * radius + 1]
        if len(chosen) > len(best):
            best = chosen
        if len(best) >= want:
            break
    return best


def largest_pack(grid: Grid, room: np.ndarray, top: float, bottom: float, want: int) -> tuple[float, list]:
    low, high, found = bottom, top, pack(grid, room, bottom, want)
    if len(found) < want:
        return 0.0, found
    trial = pack(grid, room, top, want)
    if len(trial) >= want:
        return top, trial
    while high - low > 0.9:
        middle = (low + high) / 2
        trial = pack(grid, room, middle, want)
        if len(trial) >= want:
            low, found = middle, trial
        else:
            high = middle
    return low, found


def line_breaks(name: str) -> list[tuple[str, list[str]]]:
    words = name.replace("-", "- ").split()
    options: list[tuple[str, list[str]]] = [("beside", [name]), ("below", [name])]
    if len(words) > 1:
        cuts = [(" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words))]
        first, second = min(cuts, key=lambda cut: max(len(cut[0]), len(cut[1])))
        options += [("beside", [first, second]), ("below", [first, second])]
    return options


def site_of(
    land: BaseGeometry,
    near: Point,
    plain: BaseGeometry | None,
    kind: str | None,
    clip: BaseGeometry,
    obstacles: list[Box],
):
    """A white site lies in the flood plain, a black one off it; both inland of their borders, near the true place."""
    if kind is None:
        return None
    body = largest(land.intersection(clip))
    for margin in (30, 26, 22, 19, 15, 10, 4):
        zone = body.buffer(-margin)
        if plain is not None and not zone.is_empty:
            zone = (
                zone.intersection(plain.buffer(-8))
                if kind == "white"
                else zone.difference(plain.buffer(SITE + 6))
            )
        for b in obstacles:  # a volcano, a lake
            zone = zone.difference(box(b.x0 - SITE, b.y0 - SITE, b.x1 + SITE, b.y1 + SITE))
        if not zone.is_empty:
            spot = nearest_points(zone, near)[0]
            return spot.x, spot.y
    spot = polylabel(body, 3)
    return spot.x, spot.y


def lay_out(
    key: str, name: str, land, water, clip, near: Point, plain, kind, obstacles: list[Box], river, type_: Type
) -> Place:
    whole = land if water is None else land.union(water)
    grid = Grid(whole, clip)
    inner = grid.burn(clip)
    on_land, on_whole = grid.burn(land) & inner, grid.burn(whole) & inner
    sum_land, sum_whole = integral(on_land), integral(on_whole)
    wet = integral(grid.burn(river)) if river is not None else None
    site = site_of(land, near, plain, kind, clip, obstacles)
    fixed = list(obstacles)
    if site:
        fixed.append(Box(site[0] - SITE - 3, site[1] - SITE - 3, site[0] + SITE + 3, site[1] + SITE + 3))
    pole = polylabel(largest(land.intersection(clip)), 3)
    radius = largest(land).exterior.distance(pole)
    gx, gy = (a.ravel() for a in np.meshgrid(grid.xs[::2], grid.ys[::2]))
    candidates: list[tuple] = []
    for size in SIZES:
        for shape, lines in line_breaks(name):
            text = max(type_.width(line, "AlegreyaSC-Bold", size) for line in lines)
            leading = size * 0.92
            if shape == "beside":
                bw, bh = text + 2 * DISC + 7, max(len(lines) * leading, 2 * DISC + 2)
            else:
                bw, bh = max(text, 2 * DISC), len(lines) * leading + 2 * DISC + 3
            x0, x1, y0, y1 = gx - bw / 2 - 3, gx + bw / 2 + 3, gy - bh / 2 - 1, gy + bh / 2 + 1
            inside, dry = (
                box_share(sum_whole, grid, x0, y0, x1, y1),
                box_share(sum_land, grid, x0, y0, x1, y1),
            )
            hit = np.zeros(len(gx))
            for b in fixed:
                over_x = np.clip(np.minimum(x1, b.x1) - np.maximum(x0, b.x0), 0, None)
                hit += over_x * np.clip(np.minimum(y1, b.y1) - np.maximum(y0, b.y0), 0, None)
            score = 100 * inside + 26 * dry - 26 * 2 * np.minimum(dry, 1 - dry) - (34 - size) * 2.1
            score -= 0.04 * np.hypot(gx - pole.x, (gy - pole.y) * 1.2) + 0.3 * hit
            score -= (2.5 if shape == "below" else 0) + (1.5 if len(lines) > 1 else 0)
            if wet is not None:
                score -= 12 * np.clip(3 * box_share(wet, grid, x0, y0, x1, y1), 0, 1)
            score -= np.where(inside < 0.985, 90 * (0.985 - inside) + 18, 0)
            taken: list[int] = []
            for n in np.argsort(-score, kind="stable")[:400]:
                if all(abs(gx[n] - gx[m]) + abs(gy[n] - gy[m]) > 40 for m in taken):
                    taken.append(int(n))
                    candidates.append(
                        (float(score[n]), size, shape, lines, float(gx[n]), float(gy[n]), bw, bh, text)
                    )
                if len(taken) == 5:
                    break
    candidates.sort(key=lambda c: -c[0])
    best = None
    for trial in candidates[:14]:
        score, size, shape, lines, x, y, bw, bh, text = trial
        boxes = [*fixed, Box(x - bw / 2 - 1, y - bh / 2, x + bw / 2 + 1, y + bh / 2)]
        room = grid.distance(on_land & ~grid.mask(boxes))
        token, homes = largest_pack(grid, room, TOKEN_MAX, TOKEN_MIN, 12)
        value = score + 2.6 * min(token, 17.0) + 1.0 * token - (60 if token == 0 else 0)
        if best is None or value > best[0]:
            best = (value, trial, boxes, room, token, homes)
    assert best is not None
    _, (_, size, shape, lines, x, y, bw, bh, text), boxes, room, token, homes = best
    if token == 0:
        print("  tight:", key, "homes", len(homes), "inscribed", round(radius))
        token = TOKEN_MIN
    half = len(homes) // 2
    own, foreign = homes[:half], homes[half:]
    if site:
        city = site
    else:
        rows, columns = np.nonzero(room >= min(SITE + 3, room.max() - 0.1))
        middle = np.mean(own, axis=0) if own else (pole.x, pole.y)
        n = int(np.argmin(np.hypot(grid.xs[columns] - middle[0], grid.ys[rows] - middle[1])))
        city = (float(grid.xs[columns[n]]), float(grid.ys[rows[n]]))
    leading = size * 0.92
    if shape == "beside":
        limit, anchor, tx = (x - bw / 2 + DISC, y), "start", x - bw / 2 + 2 * DISC + 7
        top = y - (len(lines) - 1) / 2 * leading
    else:
        limit, anchor, tx = (x, y + bh / 2 - DISC), "middle", x
        top = y - bh / 2 + leading / 2
    label = {
        "lines": lines,
        "size": size,
        "anchor": anchor,
        "x": tx,
        "y": top + size * 0.29,
        "leading": leading,
        "box": (x - bw / 2, y - bh / 2, x + bw / 2, y + bh / 2),
    }
    place = Place(label, limit, site, city, token, own, foreign)
    if water is not None:
        wet_room = grid.distance((on_whole & ~on_land) & ~grid.mask(boxes[-1:], 2))
        place.ship, place.ships = largest_pack(grid, wet_room, SHIP_MAX, 8.0, 4)
    return place


def sea_label(
    name: str, shape: BaseGeometry, clip: BaseGeometry, type_: Type, taken: list[Box]
) -> tuple[dict, float, list]:
    body = largest(shape.intersection(clip))
    grid = Grid(body, clip)
    wet = grid.burn(body) & ~grid.mask(taken, 6)
    total, centre = integral(wet), body.centroid
    gx, gy = (a.ravel() for a in np.meshgrid(grid.xs[::2], grid.ys[::2]))
    best = None
    for size in (54.0, 46.0, 40.0, 34.0, 29.0, 25.0, 21.0):
        for _, lines in line_breaks(name)[::2]:
            bw = max(type_.width(line, "Fell-Italic", size) + size * 0.1 * len(line) for line in lines)
            bh = len(lines) * size * 1.05
            inside = box_share(
                total, grid, gx - bw / 2 - 12, gy - bh / 2 - 8, gx + bw / 2 + 12, gy + bh / 2 + 8
            )
            score = 900 * np.minimum(inside, 0.998) - 0.06 * np.hypot(gx - centre.x, gy - centre.y)
            score -= (54 - size) * 1.2 + 2 * len(lines)
            for b in taken:  # not over the name of an area
                over = (np.abs(gx - (b.x0 + b.x1) / 2) < (bw + b.x1 - b.x0) / 2 + 4) & (
                    np.abs(gy - (b.y0 + b.y1) / 2) < (bh + b.y1 - b.y0) / 2 + 4
                )
                score = score - 500 * over
            n = int(score.argmax())
            if best is None or score[n] > best[0]:
                best = (float(score[n]), lines, size, float(gx[n]), float(gy[n]), bw, bh)
    assert best is not None
    _, lines, size, x, y, bw, bh = best
    label = {
        "lines": lines,
        "size": size,
        "anchor": "middle",
        "x": x,
        "y": y - (len(lines) - 1) / 2 * size * 1.05 + size * 0.33,
        "leading": size * 1.05,
        "box": (x - bw / 2, y - bh / 2, x + bw / 2, y + bh / 2),
    }
    room = grid.distance(wet & ~grid.mask([Box(*label["box"])], 2))
    radius, ships = largest_pack(grid, room, SHIP_MAX, 8.0, 8)
    return label, radius, ships


def sheet_clip(width: float, height: float) -> BaseGeometry:
    return box(FRAME + 6, FRAME + 6, width - FRAME - 6, height - FRAME - 6)
