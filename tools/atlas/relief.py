"""Shaded relief (Natural Earth, public domain) laid under the drawn areas, as an opaque picture of bare land.

The client and the renderer lay region tints over it, and paint the sea on top.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw
from scipy.ndimage import distance_transform_edt, gaussian_filter, map_coordinates
from sheet import Sheet

Image.MAX_IMAGE_PIXELS = None
WINDOW = (-32.0, 112.0, 68.0, -7.0)  # west, east, north, south of the part of the source that is used
PER_DEGREE = 30
ToGlobe = Callable[[np.ndarray], np.ndarray]  # rows of (x, y) on the sheet -> rows of (longitude, latitude)


def source(path: Path) -> np.ndarray:
    west, east, north, south = WINDOW
    crop = tuple(round(v * PER_DEGREE) for v in (west + 180, 90 - north, east + 180, 90 - south))
    picture = Image.open(path).crop(crop).convert("RGB")
    return np.asarray(picture).astype(np.float32) @ np.array([0.3, 0.59, 0.11], np.float32)


def land_mask(sheet: Sheet, width: int, height: int, step: float) -> np.ndarray:
    image = Image.new("L", (width, height), 0)
    draw = ImageDraw.Draw(image)
    for (_, medium), shape in sheet.shape.items():
        for part in getattr(shape, "geoms", [shape]):
            if medium == "land" and part.geom_type == "Polygon":
                draw.polygon([(x / step, y / step) for x, y in part.exterior.coords], fill=1)
    for (_, medium), shape in sheet.shape.items():  # waters enclosed by land
        for part in getattr(shape, "geoms", [shape]):
            if medium == "water" and part.geom_type == "Polygon":
                draw.polygon([(x / step, y / step) for x, y in part.exterior.coords], fill=0)
                for hole in part.interiors:
                    draw.polygon([(x / step, y / step) for x, y in hole.coords], fill=1)
    return np.asarray(image).astype(bool)


def paint(sheet: Sheet, shading: np.ndarray, to_globe: ToGlobe, step: float) -> np.ndarray:
    width, height = int(sheet.width / step), int(sheet.height / step)
    xs, ys = np.meshgrid((np.arange(width) + 0.5) * step, (np.arange(height) + 0.5) * step)
    globe = to_globe(np.stack([xs.ravel(), ys.ravel()], -1)).reshape(height, width, 2)
    column = (globe[..., 0] - WINDOW[0]) * PER_DEGREE - 0.5
    row = (WINDOW[2] - globe[..., 1]) * PER_DEGREE - 0.5
    local = gaussian_filter(shading, 3)
    rough_source = np.sqrt(gaussian_filter((shading - local) ** 2, 4))
    light = map_coordinates(shading, [row, column], order=1, mode="nearest")
    rough = map_coordinates(rough_source, [row, column], order=1, mode="nearest")
    detail = light - gaussian_filter(light, 36 / step)
    land = land_mask(sheet, width, height, step)
    detail *= np.clip((distance_transform_edt(land) * step - 3) / 10, 0, 1)
    strength = detail / np.percentile(np.abs(detail[land]), 97)
    mountain = 0.3 + 0.7 * np.clip((rough - 5) / 9, 0, 1)
    shade = np.clip(strength, -1.7, 1.7) * mountain
    shade[~land] = 0
    return gaussian_filter(shade, 0.6)


def bake(shade: np.ndarray, ground: str, dark: str, light: str, depth: tuple[float, float]) -> Image.Image:
    """Ground colour with the strokes of the relief on it; opaque, so that it stays small."""
    base, low, high = (
        np.array([int(c[i : i + 2], 16) for i in (1, 3, 5)], np.float32) for c in (ground, dark, light)
    )
    down = np.clip(-shade * depth[0], 0, 0.6)[..., None]
    up = np.clip(shade * depth[1], 0, 0.5)[..., None]
    return Image.fromarray(np.clip(base + (low - base) * down + (high - base) * up, 0, 255).astype(np.uint8))
