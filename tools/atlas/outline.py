"""From the fine grid to drawn lines: smooth arcs that both of their sides share, in whole numbers."""

from __future__ import annotations

import collections

import numpy as np
from grow import Rules
from nodes import Graph
from scipy.ndimage import gaussian_filter1d
from scipy.ndimage import label as components
from shapely.geometry import LineString
from sheet import QUANTUM, Sheet
from trials import PIXEL


def trace(lab: np.ndarray):
    """Lines between labels, from corner to corner where three meet: [(points, left, right)]."""
    height, width = lab.shape
    near = collections.defaultdict(list)

    def link(p, q, left, right):
        near[p].append((q, left, right))
        near[q].append((p, right, left))

    rows, columns = np.nonzero(lab[:, :-1] != lab[:, 1:])
    for y, x, a, b in zip(
        rows.tolist(),
        columns.tolist(),
        lab[rows, columns].tolist(),
        lab[rows, columns + 1].tolist(),
        strict=True,
    ):
        link((y, x + 1), (y + 1, x + 1), b, a)
    rows, columns = np.nonzero(lab[:-1] != lab[1:])
    for y, x, a, b in zip(
        rows.tolist(),
        columns.tolist(),
        lab[rows, columns].tolist(),
        lab[rows + 1, columns].tolist(),
        strict=True,
    ):
        link((y + 1, x), (y + 1, x + 1), a, b)
    corner = lambda p: len(near[p]) != 2 or p[0] in (0, height) or p[1] in (0, width)  # noqa: E731
    seen, lines = set(), []

    def walk(p, q):
        points = [p, q]
        seen.update(((p, q), (q, p)))
        while not corner(q) and q != points[0]:
            a, b = near[q]
            p, q = q, (b if a[0] == p else a)[0]
            points.append(q)
            seen.update(((p, q), (q, p)))
        return points

    for corners_only in (True, False):
        for p in list(near):
            if corners_only and not corner(p):
                continue
            for q, left, right in near[p]:
                if (p, q) not in seen:
                    lines.append((walk(p, q), left, right))
    return lines


def resample(points: np.ndarray, step: float) -> np.ndarray:
    s = np.r_[0, np.cumsum(np.hypot(*np.diff(points, axis=0).T))]
    t = np.linspace(0, s[-1], max(2, round(s[-1] / step) + 1))
    return np.stack([np.interp(t, s, points[:, k]) for k in (0, 1)], -1)


def smooth(points: list[tuple[int, int]], coast: bool) -> np.ndarray:
    line = np.array([(x * PIXEL, y * PIXEL) for y, x in points], float)
    softness = 1.25 if coast else 3.0
    line = resample(line, 3.0)
    if points[0] == points[-1]:
        round_ = gaussian_filter1d(line[:-1], softness, axis=0, mode="wrap")
        return np.r_[round_, round_[:1]]
    n = len(line)
    if n < 4:
        return line
    k = min(40, n - 1)
    before, after = 2 * line[0] - line[1 : k + 1][::-1], 2 * line[-1] - line[-k - 1 : -1][::-1]
    out = gaussian_filter1d(np.r_[before, line, after], min(softness, n / 6), axis=0, mode="nearest")[
        k : k + n
    ]
    out[0], out[-1] = line[0], line[-1]
    return out


def wild_waters(lab: np.ndarray, owner: np.ndarray, void: int) -> np.ndarray:
    """Out of the game the true coast holds: its waters get a label of their own."""
    for wet, least, value in ((True, 1500, void + 1), (False, 500, void + 1)):
        mask = (lab == void) & ((owner < 0) if wet else True)
        parts, _ = components(mask)
        sizes = np.bincount(parts.ravel())
        sizes[0] = 0
        large = sizes[parts] >= least
        lab = np.where(mask & (large if wet else ~large), value, lab)
    return lab.astype(np.int32)


def draw(graph: Graph, lab: np.ndarray, owner: np.ndarray, r: Rules) -> Sheet:
    """The sheet: smoothed arcs on the shipped grid, the frame included."""
    lab = wild_waters(lab, owner, r.void)
    height, width = lab.shape
    face = [(str(name), "land" if land else "water") for name, land in zip(r.names, r.land, strict=True)]
    face[-1:] = [("wild", "land"), ("wild", "water")]
    dry = np.r_[r.land[:-1], True, False]
    arcs = []
    for points, left, right in trace(lab):
        line = smooth(points, coast=bool(dry[left] != dry[right]))
        line = np.asarray(LineString(line).simplify(0.45, preserve_topology=True).coords)
        whole_numbers = np.floor(line / QUANTUM + 0.5).astype(int)
        keep = np.r_[True, np.any(np.diff(whole_numbers, axis=0) != 0, axis=1)]
        if keep.sum() > 1:
            arcs.append((whole_numbers[keep], face[left], face[right]))
    size = (width * PIXEL, height * PIXEL)
    return Sheet(*size, [*arcs, *_frame(lab, face, size)])


def _frame(lab, face, size):
    """The edge of the sheet, cut where the faces change."""
    height, width = lab.shape
    corners = [(0, 0), (width, 0), (width, height), (0, height)]
    cells = [
        [(x, 0, x + 1, 0, lab[0, x]) for x in range(width)],
        [(width, y, width, y + 1, lab[y, -1]) for y in range(height)],
        [(x + 1, height, x, height, lab[-1, x]) for x in range(width - 1, -1, -1)],
        [(0, y + 1, 0, y, lab[y, 0]) for y in range(height - 1, -1, -1)],
    ]
    ring = [cell for side in cells for cell in side]
    start = next((n for n in range(len(ring)) if ring[n][4] != ring[n - 1][4]), 0)
    ring = ring[start:] + ring[:start]
    arcs, points, value = [], [ring[0][:2]], ring[0][4]
    for x0, y0, x1, y1, v in ring:
        if v != value:
            arcs.append((points, value))
            points, value = [(x0, y0)], v
        points.append((x1, y1))
    arcs.append((points, value))
    out = []
    for points, value in arcs:
        kept = [p for n, p in enumerate(points) if n in (0, len(points) - 1) or p in corners]
        whole_numbers = np.floor(np.array(kept) * PIXEL / QUANTUM + 0.5).astype(int)
        out.append((whole_numbers, face[value], None))
    return out
