"""True places on the sheet and back: the warp, with the enlarged islands on their own scale."""

from __future__ import annotations

import numpy as np
import shapely
from coast import Coast
from scipy.interpolate import LinearNDInterpolator
from shapely.ops import unary_union
from sheet import Sheet
from warp import Warp


class Places:
    def __init__(self, warp: Warp, coast: Coast, window: tuple[float, float, float, float]) -> None:
        self.warp, self.coast = warp, coast
        west, south, east, north = window
        lon, lat = np.meshgrid(np.arange(west + 0.5, east, 0.25), np.arange(south + 0.5, north, 0.25))
        globe = np.stack([lon.ravel(), lat.ravel()], -1)
        spots = warp.to_sheet(globe)
        near = (
            np.abs(spots - (warp.width / 2, warp.height / 2)) < np.array([warp.width, warp.height]) * 0.62
        ).all(1)
        self.bodies = [island["body"].buffer(6) for island in coast.islands]
        for body in self.bodies:
            shapely.prepare(body)
        self.inverse = LinearNDInterpolator(spots[near], globe[near])

    def to_sheet(self, globe: np.ndarray) -> np.ndarray:
        spots = self.warp.to_sheet(globe)
        out = spots.copy()
        for island, body in zip(self.coast.islands, self.bodies, strict=True):
            inside = shapely.contains_xy(body, spots[:, 0], spots[:, 1])
            centre = np.array(island["centre"])
            out[inside] = centre + island["factor"] * (spots[inside] - centre) + island["shift"]
        return out

    def to_globe(self, spots: np.ndarray, sheet: Sheet) -> np.ndarray:
        back = spots.copy()
        for island in self.coast.islands:
            land = unary_union([sheet.shape[(key, "land")] for key in island["keys"]]).buffer(5)
            x0, y0, x1, y1 = land.bounds
            near = np.flatnonzero(
                (spots[:, 0] > x0) & (spots[:, 0] < x1) & (spots[:, 1] > y0) & (spots[:, 1] < y1)
            )
            inside = near[shapely.contains_xy(land, spots[near, 0], spots[near, 1])]
            centre = np.array(island["centre"])
            back[inside] = centre + (spots[inside] - centre - island["shift"]) / island["factor"]
        globe = self.inverse(back)
        lost = np.isnan(globe).any(1)
        globe[lost] = (0.0, 0.0)
        return globe
