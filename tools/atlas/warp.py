"""From the globe to the sheet: a map projection, then a shape-preserving warp that gives crowded places room.

The warp asks every little square of the plane to become a turned and scaled copy of itself; the scale follows how
densely the areas lie there. What cannot be had everywhere gives way where it hurts least: on the open sea and in lands
out of the game, so that coasts stay what they are. (As-similar-as-possible deformation, solved by turns for the
rotations and for the positions.)
"""

from __future__ import annotations

import numpy as np
from recipes import Recipe
from scipy.ndimage import gaussian_filter, map_coordinates
from scipy.sparse import coo_matrix
from scipy.sparse.linalg import splu
from scipy.spatial import cKDTree

EARTH = 6371.0
CELL = 50.0  # km
STEPS = 14


def lambert(globe: np.ndarray, first: float, second: float, middle: float) -> np.ndarray:
    """Lambert's conformal conic projection of a sphere: degrees to km."""
    p1, p2 = np.radians(first), np.radians(second)
    t = lambda p: np.tan(np.pi / 4 + p / 2)  # noqa: E731
    n = np.log(np.cos(p1) / np.cos(p2)) / np.log(t(p2) / t(p1))
    f = np.cos(p1) * t(p1) ** n / n
    r0 = EARTH * f / t(np.radians(35)) ** n
    r = EARTH * f / t(np.radians(globe[:, 1])) ** n
    theta = n * np.radians(globe[:, 0] - middle)
    return np.stack([r * np.sin(theta), r0 - r * np.cos(theta)], -1)


class Warp:
    def __init__(self, recipe: Recipe, points: np.ndarray, weights: np.ndarray, land: np.ndarray) -> None:
        """`points` are all nodes in degrees, `weights` how much room each wants, `land` where there is land."""
        self.cone = (*recipe.parallels, recipe.meridian)
        west, south, east, north = recipe.window
        rim = np.array([(x, y) for x in np.linspace(west, east, 60) for y in np.linspace(south, north, 40)])
        plane = self.project(rim)
        self.x0, self.y0 = plane.min(0) - CELL
        nx, ny = (np.ceil((plane.max(0) + CELL - (self.x0, self.y0)) / CELL)).astype(int) + 1
        nodes = self.project(points)
        gx, gy = np.meshgrid(self.x0 + np.arange(nx) * CELL, self.y0 + np.arange(ny) * CELL)
        centres = np.stack([gx[:-1, :-1] + CELL / 2, gy[:-1, :-1] + CELL / 2], -1).reshape(-1, 2)
        scale, stiff = self._wishes(recipe, centres, nodes, weights, land)
        self.grid = gx + 1j * gy
        guard = np.ones_like(scale)
        share, stride = 0.0, 1 / STEPS
        while share < 1 and stride > 0.01:  # little by little, so that nothing buckles or folds
            before, wish = self.grid, scale ** (share + stride)
            tough = stiff * guard * np.clip((0.55 / np.maximum(self._thinnest() / wish, 0.05)) ** 2, 1, 60)
            self._relax(gx, gy, wish, tough)
            bad = self._thinnest() <= 0.02
            if bad.any():  # hold the squares that would fold, and go on more carefully
                self.grid, stride = before, stride / 2
                shape = gx[:-1, :-1].shape
                guard *= 1 + 8 * np.clip(
                    gaussian_filter(bad.reshape(shape).astype(float), 2).ravel() * 12, 0, 1
                )
            else:
                share += stride
        self.reached = share
        self._settle(recipe, points)

    def project(self, globe: np.ndarray) -> np.ndarray:
        return lambert(np.asarray(globe, float), *self.cone)

    def _wishes(self, recipe, centres, nodes, weights, land):
        tree = cKDTree(nodes)
        reach = np.clip(tree.query(nodes, k=7)[0][:, -1], 110, 280)
        density = np.zeros(len(centres))
        for (x, y), h, w in zip(nodes, reach, weights, strict=True):
            density += w / h**2 * np.exp(-((centres[:, 0] - x) ** 2 + (centres[:, 1] - y) ** 2) / (2 * h * h))
        floor = np.median(density[tree.query(centres)[0] < 150]) * 0.12
        scale = np.maximum(density, floor) ** (recipe.power / 2)
        near_land = cKDTree(self.project(land)).query(centres)[0]
        played = tree.query(centres)[0]
        stiff = np.where(near_land < 60, 1.0, 0.6) * np.where(played < 330, 1, 0.1)
        for lat, lon, radius, weight, extra in recipe.care:
            spot = self.project(np.array([[lon, lat]]))[0]
            pull = np.exp(-((np.hypot(*(centres - spot).T) / radius) ** 4))
            stiff *= 1 + (weight - 1) * pull
            scale *= 1 + (extra - 1) * pull
        return scale / np.exp(np.log(scale[played < 330]).mean()), stiff

    def _relax(self, gx, gy, scale, stiff):
        ny, nx = gx.shape
        number = np.arange(nx * ny).reshape(ny, nx)
        rest = (gx + 1j * gy).ravel()
        corners = [number[:-1, :-1], number[:-1, 1:], number[1:, 1:], number[1:, :-1]]
        pairs = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]
        a = np.stack([corners[i].ravel() for i, _ in pairs])
        b = np.stack([corners[j].ravel() for _, j in pairs])
        wish = (rest[b] - rest[a]) * scale
        weight = np.broadcast_to(stiff / scale**2, a.shape)  # errors count relative to the wished size
        rows, columns = np.r_[a.ravel(), b.ravel()], np.r_[b.ravel(), a.ravel()]
        w = np.r_[weight.ravel(), weight.ravel()]
        n = nx * ny
        laplacian = coo_matrix((-w, (rows, columns)), (n, n)).tocsc()
        laplacian += coo_matrix((np.bincount(rows, w, n) + 1e-9, (range(n), range(n))), (n, n)).tocsc()
        solver = splu(laplacian)
        now = self.grid.ravel()
        for _ in range(12):
            edge = now[b] - now[a]
            turn = (edge * np.conj(wish)).sum(0)
            turn /= np.maximum(np.abs(turn), 1e-12)
            pull = weight * turn * wish
            right = np.bincount(b.ravel(), pull.ravel().real, n) - np.bincount(
                a.ravel(), pull.ravel().real, n
            )
            up = np.bincount(b.ravel(), pull.ravel().imag, n) - np.bincount(a.ravel(), pull.ravel().imag, n)
            now = solver.solve(right + 1e-9 * rest.real) + 1j * solver.solve(up + 1e-9 * rest.imag)
        self.grid = now.reshape(ny, nx)

    def _thinnest(self) -> np.ndarray:
        """How much each square is stretched where it is stretched least."""
        dx, dy = np.diff(self.grid, axis=1)[:-1] / CELL, np.diff(self.grid, axis=0)[:, :-1] / CELL
        turned, mirrored = abs(dx - 1j * dy) / 2, abs(dx + 1j * dy) / 2
        return (turned - mirrored).ravel()

    def _settle(self, recipe: Recipe, points: np.ndarray) -> None:
        """Turn the sheet so that north is up on the whole, and cut it to its frame."""
        plane = self.project(points)
        here = self._plain(points)
        c = (here - here.mean()) @ np.conj(
            (plane[:, 0] + 1j * plane[:, 1]) - (plane[:, 0] + 1j * plane[:, 1]).mean()
        )
        self.grid = self.grid * np.conj(c / abs(c))
        here = self._plain(points)
        left, top, right, bottom = recipe.margins
        self.unit = (recipe.width - left - right) / (here.real.max() - here.real.min())
        self.left, self.top = left - here.real.min() * self.unit, top + here.imag.max() * self.unit
        self.width = recipe.width
        self.height = float(np.ceil(top + bottom + (here.imag.max() - here.imag.min()) * self.unit))

    def _plain(self, globe: np.ndarray) -> np.ndarray:
        plane = self.project(np.asarray(globe, float))
        at = [(plane[:, 1] - self.y0) / CELL, (plane[:, 0] - self.x0) / CELL]
        real, imaginary = (
            map_coordinates(part, at, order=1, mode="nearest") for part in (self.grid.real, self.grid.imag)
        )
        return real + 1j * imaginary

    def to_sheet(self, globe: np.ndarray) -> np.ndarray:
        z = self._plain(globe)
        # The last digits depend on the processor: cut off, the same sources give the same bytes everywhere.
        return np.round(np.stack([self.left + z.real * self.unit, self.top - z.imag * self.unit], -1), 2)

    def folds(self) -> int:
        """Squares of the plane that lie upside down on the sheet: none, if all is well."""
        dx, dy = self.grid[:, 1:] - self.grid[:, :-1], self.grid[1:] - self.grid[:-1]
        return int(((np.conj(dx[:-1]) * dy[:, :-1]).imag <= 0).sum())
