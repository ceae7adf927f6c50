"""From the planar drawing to a label grid: every cell of a raster belongs to one land part, one water part or a sea.

Cells grow along the lines of the drawing, so every border of the rules is there from the start. Then a cellular Potts
relaxation moves single cells under hard rules (no border of the rules may vanish, no part may fall apart) and soft ones
(the true coast, no other borders, compact parts, enough room, long enough borders).
"""

# Compiled by numba: written plainly, in one piece, with the random numbers it knows.
# ruff: noqa: C901, NPY002, PLR0912, PLR0913, PLR0915, PLR1714, SIM109

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from nodes import Graph
from numba import njit
from scipy.ndimage import distance_transform_edt, gaussian_filter
from scipy.ndimage import label as components

CELL = 10.0
SWEEPS = 26  # per stage
# strength of the coast, temperature, hold of the planar drawing
STAGES = (
    (0.6, 1.2, 2.5),
    (1.2, 1.2, 2.2),
    (1.8, 1.2, 1.6),
    (2.4, 1.1, 1.1),
    (3.0, 1.0, 0.8),
    (3.2, 0.9, 0.6),
    (3.4, 0.8, 0.5),
    (3.4, 0.6, 0.4),
    (3.4, 0.45, 0.3),
    (3.4, 0.3, 0.3),
)
LAND_ROOM, WATER_ROOM, SEA_ROOM = 345.0, 230.0, 900.0  # cells that a part wants at least
SHORTEST = 13  # cells that a border wants at least
AROUND_Y = np.array([-1, -1, -1, 0, 1, 1, 1, 0])
AROUND_X = np.array([-1, 0, 1, 1, 1, 0, -1, -1])


@njit(cache=True)
def contacts(lab, labels):
    """How many cell sides each pair of labels shares."""
    out = np.zeros((labels, labels), np.int32)
    height, width = lab.shape
    for y in range(height):
        for x in range(width):
            a = lab[y, x]
            if x + 1 < width and a != lab[y, x + 1]:
                b = lab[y, x + 1]
                out[a, b] += 1
                out[b, a] += 1
            if y + 1 < height and a != lab[y + 1, x]:
                b = lab[y + 1, x]
                out[a, b] += 1
                out[b, a] += 1
    return out


@njit(cache=True)
def _stays_whole(ring, u):
    """A label that gives up a cell must stay in one piece around it (and keep a neighbour)."""
    sides, parts, full = 0, 0, True
    for k in range(8):
        if ring[k] == u:
            if k % 2 == 1:
                sides += 1
        else:
            full = False
    if sides == 0 or full:
        return False
    for k in range(8):
        if ring[k] == u and ring[(k + 7) % 8] != u:
            j, touches = k, False
            while ring[j % 8] == u:
                if (j % 8) % 2 == 1:
                    touches = True
                j += 1
            if touches:
                parts += 1
    return parts == 1


@njit(cache=True)
def relax(
    lab, touch, size, price, extra, legal, want, small, large, home, hold, depth, wet, void, sweeps, heat, shortest,
    coast, seed, ry, rx, scarce, edge, skeleton, nearness, grip, owner, group,
):  # fmt: skip
    """`owner` says to which island (0: mainland) a cell of true land belongs, `group` the same for land labels."""
    np.random.seed(seed)
    height, width = lab.shape
    ring = np.zeros(8, np.int32)
    for _ in range(sweeps * height * width):
        y, x = np.random.randint(1, height - 1), np.random.randint(1, width - 1)
        u = lab[y, x]
        side = np.random.randint(4) * 2 + 1
        v = lab[y + ry[side], x + rx[side]]
        if u == v:
            continue
        for k in range(8):
            ring[k] = lab[y + ry[k], x + rx[k]]
        if u != void and (size[u] <= 4 or not _stays_whole(ring, u)):
            continue
        ok, change = True, 0.0
        for k in range(8):
            change += (1.0 if k % 2 == 1 else 0.7) * (price[v, ring[k]] - price[u, ring[k]])
        for k in (1, 3, 5, 7):
            q = ring[k]
            if q != u:
                touch[u, q] -= 1
                touch[q, u] -= 1
            if q != v:
                touch[v, q] += 1
                touch[q, v] += 1
        for k in (1, 3, 5, 7):
            q = ring[k]
            seen, count = False, 0
            for j in (1, 3, 5, 7):
                if ring[j] == q:
                    count += 1
                    if j < k:
                        seen = True
            if seen or q == u or q == v:
                continue
            c = touch[u, q]
            if legal[u, q]:
                if c <= 0:
                    ok = False
                if c < shortest:
                    change += scarce * ((shortest - c) ** 2 - max(0, shortest - c - count) ** 2) / shortest
            elif c == 0:
                change -= extra[u, q]
            c = touch[v, q]
            if legal[v, q]:
                if c - count < shortest:
                    change -= scarce * ((shortest - c + count) ** 2 - max(0, shortest - c) ** 2) / shortest
            elif c == count:
                change += extra[v, q]
        gave, got = 0, 0
        for k in (1, 3, 5, 7):
            if ring[k] == u:
                got += 1
            if ring[k] == v:
                gave += 1
        c = touch[u, v]
        old = c - got + gave
        if legal[u, v]:
            if c <= 0:
                ok = False
            change += scarce * (max(0, shortest - c) ** 2 - max(0, shortest - old) ** 2) / shortest
        else:
            if c == 0 and old > 0:
                change -= extra[u, v]
            if c > 0 and old == 0:
                change += extra[u, v]
        if ok:
            if u != void:
                f = (size[u] - want[u]) / want[u]
                change -= 2 * f * (small[u] if f < 0 else large[u])
            if v != void:
                f = (size[v] - want[v]) / want[v]
                change += 2 * f * (small[v] if f < 0 else large[v])
            s = depth[y, x]
            before, after = edge[y, x], edge[y, x]
            if u != void:
                wrong = s if wet[u] else -s if owner[y, x] == group[u] or s <= 0 else 3.0
                before = coast * min(1.0, wrong / 3.0) if wrong > 0 else 0.0
            if v != void:
                wrong = s if wet[v] else -s if owner[y, x] == group[v] or s <= 0 else 3.0
                after = coast * min(1.0, wrong / 3.0) if wrong > 0 else 0.0
            change += after - before
            if skeleton[y, x] == u:
                change += grip * nearness[y, x]
            if skeleton[y, x] == v:
                change -= grip * nearness[y, x]
            from_u = hold[u] * ((x - home[u, 0]) ** 2 + (y - home[u, 1]) ** 2) / 100.0
            from_v = hold[v] * ((x - home[v, 0]) ** 2 + (y - home[v, 1]) ** 2) / 100.0
            change += min(from_v, 6.0) - min(from_u, 6.0)
            if change > 0 and np.random.random() >= np.exp(-change / heat):
                ok = False
        if ok:
            lab[y, x] = v
            size[u] -= 1
            size[v] += 1
        else:
            for k in (1, 3, 5, 7):
                q = ring[k]
                if q != u:
                    touch[u, q] += 1
                    touch[q, u] += 1
                if q != v:
                    touch[v, q] -= 1
                    touch[q, v] -= 1


@dataclass
class Rules:
    """Prices and wishes per label; the last label is the void (land out of the game)."""

    land: np.ndarray
    legal: np.ndarray
    price: np.ndarray
    extra: np.ndarray
    want: np.ndarray
    small: np.ndarray
    large: np.ndarray
    names: np.ndarray
    mixed: np.ndarray  # land of one area and water of another

    @property
    def void(self) -> int:
        return len(self.land) - 1


def rules(graph: Graph) -> Rules:
    n = len(graph.names)
    land = np.r_[graph.kinds == "L", False]
    water = np.r_[graph.kinds == "W", False]
    names = np.array([*graph.names, "void"])
    legal = np.zeros((n + 1, n + 1), bool)
    legal[graph.edges[:, 0], graph.edges[:, 1]] = legal[graph.edges[:, 1], graph.edges[:, 0]] = True
    coastal = np.r_[
        np.array([graph.kinds[k] == "L" and (graph.names[k], "W") in graph.number for k in range(n)]), False
    ]
    alike = land[:, None] == land[None, :]
    price = np.where(legal, np.where(alike, 0.8, 0.6), np.where(alike, 3.5, 4.0))
    inland = (land & ~coastal)[:, None] | (land & ~coastal)[None, :]
    extra = np.where(legal, 0.0, np.where(alike | inland, 14.0, 6.0))
    price[-1, :] = price[:, -1] = np.where(land, 0.5, np.where(water, 1.2, 0.6))
    extra[-1, :] = extra[:, -1] = 0
    np.fill_diagonal(price, 0)
    np.fill_diagonal(extra, 0)
    want = np.where(land, LAND_ROOM, np.where(water, WATER_ROOM, SEA_ROOM))
    want[-1] = 1e9
    small, large = (
        np.where(land, 7.5, np.where(water, 4.0, 5.0)),
        np.where(land, 0.25, np.where(water, 0.6, 0.0)),
    )
    small[-1] = 0
    return Rules(
        land, legal, price.astype(np.float32), extra.astype(np.float32), want, small, large, names, ~alike
    )


@dataclass
class Grown:
    lab: np.ndarray
    edge: np.ndarray  # what it costs a cell to be void
    home: np.ndarray
    group: np.ndarray  # the island of a land label, 0 for the mainland


def clean(lab: np.ndarray, p: np.ndarray) -> np.ndarray:
    """One piece per label: the one that holds its node, or else the largest."""
    for _ in range(4):
        hole = np.zeros(lab.shape, bool)
        for v in range(len(p)):
            ys, xs = np.nonzero(lab == v)
            a, b, c, d = ys.min(), ys.max() + 1, xs.min(), xs.max() + 1
            part, count = components(lab[a:b, c:d] == v)
            if count > 1:
                y, x = int(p[v][1] / CELL), int(p[v][0] / CELL)
                here = part[y - a, x - c] if a <= y < b and c <= x < d else 0
                keep = here if here > 0 else np.bincount(part.ravel())[1:].argmax() + 1
                hole[a:b, c:d] |= (part > 0) & (part != keep)
        if not hole.any():
            return lab
        i = distance_transform_edt(hole, return_distances=False, return_indices=True)
        lab = lab[i[0], i[1]]
    return lab


def seeds(graph: Graph, p: np.ndarray, true: np.ndarray, real: np.ndarray, reach: float, blocked: list):
    """The first label grid, its skeleton, and where the world ends."""
    n, (height, width) = len(p), real.shape
    seed = np.full((height, width), -1, np.int32)
    for u, v in graph.edges:
        for a, b in ((u, v), (v, u)):
            steps = int(np.hypot(*(p[a] - p[b])) / CELL * 2) + 2
            for t in np.linspace(0, 0.5, steps, endpoint=False):
                x, y = (p[a] + (p[b] - p[a]) * t) / CELL
                seed[min(int(y), height - 1), min(int(x), width - 1)] = a
    for k in range(n):
        seed[int(p[k][1] / CELL), int(p[k][0] / CELL)] = k
    away, (iy, ix) = distance_transform_edt(seed < 0, return_indices=True)
    lab = seed[iy, ix].copy()
    kinds = graph.kinds
    near = np.zeros((height, width), bool)
    for u, v in [*graph.edges, *((k, k) for k in range(n))]:
        if "S" not in (kinds[u], kinds[v]) and "L" in (kinds[u], kinds[v]):
            for q in (p, true):
                for t in np.linspace(0, 1, int(np.hypot(*(q[u] - q[v])) / CELL) + 2):
                    x, y = (q[u] + (q[v] - q[u]) * t) / CELL
                    near[min(max(int(y), 0), height - 1), min(max(int(x), 0), width - 1)] = True
    far = gaussian_filter(distance_transform_edt(~near) * CELL, 4)
    part, _ = components(real)
    main = np.isin(part, np.flatnonzero(np.bincount(part.ravel()) > 9000)) & real
    ragged = reach + 26 * _noise(real.shape, 5)  # the edge of the played world is no ruled line
    edge = np.where(main | (far > reach + 60), np.clip((ragged - far) / 60, -1.2, 1.2), 4.0)
    beyond, _ = components((far > ragged) & main)
    sizes = np.bincount(beyond.ravel())
    sizes[0] = 0
    outside = np.isin(beyond, np.flatnonzero(sizes > 4000))
    lab[outside] = n
    close = distance_transform_edt(~outside) * CELL < 70
    edge = np.where(main & close, edge, 4.0)
    open_sea = np.isin(seed, np.flatnonzero(kinds == "S"))
    _, (jy, jx) = distance_transform_edt(~open_sea, return_indices=True)
    water_far = (away * CELL > 150) & ~real
    lab[water_far] = seed[jy, jx][water_far]
    waters, _ = components(~real)
    reached = np.unique(waters[np.isin(seed, np.flatnonzero(kinds != "L")) & ~real])
    dead = ~real & ~np.isin(waters, reached) & (away * CELL > 60)  # other oceans
    ys, xs = np.mgrid[0:height, 0:width] * CELL
    for x, y, radius in blocked:  # water that belongs to no game
        dead |= ~real & (np.hypot(xs - x, ys - y) < radius)
    lab[dead], edge[dead] = n, -1.2
    return lab, seed[iy, ix].astype(np.int32), np.exp(-away / 5).astype(np.float32), edge.astype(np.float32)


def _noise(shape: tuple[int, int], seed: int) -> np.ndarray:
    noise = np.random.default_rng(seed).standard_normal(shape)
    rough = gaussian_filter(noise, 9) * 9 + gaussian_filter(noise, 4) * 2
    return rough / rough.std()


def depth_of(real: np.ndarray) -> np.ndarray:
    return np.where(real, distance_transform_edt(real), -distance_transform_edt(~real)).astype(np.float32)


def score(lab: np.ndarray, r: Rules) -> str:
    touch = contacts(lab, len(r.land))
    alike = ~r.mixed & (r.names[:, None] != r.names[None, :])
    alike[-1, :] = alike[:, -1] = False
    missing, more = alike & r.legal & (touch == 0), alike & ~r.legal & (touch > 0)
    return f"missing {missing.sum() // 2}, too many {more.sum() // 2}"


def grow(
    graph: Graph,
    p: np.ndarray,
    true: np.ndarray,
    owner: np.ndarray,
    group: np.ndarray,
    reach: float,
    blocked: list[tuple[float, float, float]],
) -> Grown:
    r, real = rules(graph), owner >= 0
    lab, skeleton, nearness, edge = seeds(graph, p, true, real, reach, blocked)
    lab = clean(lab, p).astype(np.int32)
    size = np.bincount(lab.ravel(), minlength=r.void + 1).astype(np.int64)
    touch = contacts(lab, r.void + 1)
    home = np.vstack([p / CELL, [[0, 0]]])
    hold = np.where(r.land, 0.12, np.where(r.want == WATER_ROOM, 0.06, 0.0))
    hold[-1] = 0
    depth = depth_of(real)
    print("  stars:", score(lab, r), flush=True)
    for stage, (coast, heat, grip) in enumerate(STAGES):
        relax(
            lab, touch, size, r.price, r.extra, r.legal, r.want, r.small, r.large, home, hold, depth, ~r.land, r.void,
            SWEEPS, heat, SHORTEST, coast, 1000 * stage, AROUND_Y, AROUND_X,
            5.0, edge, skeleton, nearness, grip, owner, group,
        )  # fmt: skip
        print(f"  grown, stage {stage}:", score(lab, r), flush=True)
    return Grown(lab, edge, home, group)
