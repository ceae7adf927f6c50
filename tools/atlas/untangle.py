"""A straight-line drawing of the graph without crossings, as near to the true places as possible.

Simulated annealing on the positions: crossings first, then clearance between nodes and lines, then distance to the true
place. All random numbers are seeded and the number of moves is fixed, so the result is the same each time.
"""

# Compiled by numba: written plainly, in one piece, with the random numbers it knows.
# ruff: noqa: NPY002, PLR0913, PLR1714, SIM109

from __future__ import annotations

import numpy as np
from nodes import Graph
from numba import njit

MOVES = 40_000  # per round
# hottest, coldest, price of a crossing, pull of the true places
ROUNDS = ((1.5, 0.6, 3.0, 0.25), (1.0, 0.4, 3.0, 0.25), (0.6, 0.2, 3.0, 0.25), (0.3, 0.05, 3.0, 0.5))
HOMEWARD = ((0.3, 0.05, 8.0, 1.0), (0.3, 0.05, 8.0, 1.0), (0.1, 0.02, 8.0, 1.0))  # until nothing crosses
TRIES = 5
CLEAR = 30.0  # wanted distance between a node and a line


@njit(cache=True)
def _crossing(p, a, b, c, d):
    if a == c or a == d or b == c or b == d:
        return False
    if max(p[a, 0], p[b, 0]) < min(p[c, 0], p[d, 0]) or max(p[c, 0], p[d, 0]) < min(p[a, 0], p[b, 0]):
        return False
    if max(p[a, 1], p[b, 1]) < min(p[c, 1], p[d, 1]) or max(p[c, 1], p[d, 1]) < min(p[a, 1], p[b, 1]):
        return False
    o1 = (p[b, 0] - p[a, 0]) * (p[c, 1] - p[a, 1]) - (p[b, 1] - p[a, 1]) * (p[c, 0] - p[a, 0])
    o2 = (p[b, 0] - p[a, 0]) * (p[d, 1] - p[a, 1]) - (p[b, 1] - p[a, 1]) * (p[d, 0] - p[a, 0])
    if o1 * o2 > 0:
        return False
    o3 = (p[d, 0] - p[c, 0]) * (p[a, 1] - p[c, 1]) - (p[d, 1] - p[c, 1]) * (p[a, 0] - p[c, 0])
    o4 = (p[d, 0] - p[c, 0]) * (p[b, 1] - p[c, 1]) - (p[d, 1] - p[c, 1]) * (p[b, 0] - p[c, 0])
    return o3 * o4 <= 0


@njit(cache=True)
def _distance(px, py, ax, ay, bx, by):
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    t = 0.0 if length == 0 else min(1.0, max(0.0, ((px - ax) * dx + (py - ay) * dy) / length))
    return ((ax + t * dx - px) ** 2 + (ay + t * dy - py) ** 2) ** 0.5


@njit(cache=True)
def _cost(p, true, edges, first, around, hold, n, price, clear, home, tight):
    crossings, crowd = 0.0, 0.0
    for q in range(first[n], first[n + 1]):
        e = around[q]
        a, b = edges[e, 0], edges[e, 1]
        for f in range(len(edges)):
            if _crossing(p, a, b, edges[f, 0], edges[f, 1]):
                crossings += 1
        length = ((p[a, 0] - p[b, 0]) ** 2 + (p[a, 1] - p[b, 1]) ** 2) ** 0.5
        crowd += 0.02 * tight[e] * (length / 130.0) ** 2
        if length < clear:
            crowd += ((clear - length) / clear) ** 2 * 2
        x0, x1 = min(p[a, 0], p[b, 0]) - clear, max(p[a, 0], p[b, 0]) + clear
        y0, y1 = min(p[a, 1], p[b, 1]) - clear, max(p[a, 1], p[b, 1]) + clear
        for k in range(len(p)):
            if k != a and k != b and x0 < p[k, 0] < x1 and y0 < p[k, 1] < y1:
                d = _distance(p[k, 0], p[k, 1], p[a, 0], p[a, 1], p[b, 0], p[b, 1])
                if d < clear:
                    crowd += ((clear - d) / clear) ** 2
    for f in range(len(edges)):
        a, b = edges[f, 0], edges[f, 1]
        if a != n and b != n:
            d = _distance(p[n, 0], p[n, 1], p[a, 0], p[a, 1], p[b, 0], p[b, 1])
            if d < clear:
                crowd += ((clear - d) / clear) ** 2
    away = (p[n, 0] - true[n, 0]) ** 2 + (p[n, 1] - true[n, 1]) ** 2
    return price * crossings + 2 * crowd + home * hold[n] * away / 1e4


@njit(cache=True)
def _anneal(
    p,
    true,
    edges,
    first,
    around,
    hold,
    tight,
    moves,
    hot,
    cold,
    price,
    clear,
    home,
    stride,
    width,
    height,
    seed,
):
    np.random.seed(seed)
    for i in range(moves):
        temperature = hot * (cold / hot) ** (i / moves)
        n = np.random.randint(len(p))
        before = _cost(p, true, edges, first, around, hold, n, price, clear, home, tight)
        x, y = p[n, 0], p[n, 1]
        if np.random.random() < 0.25 and first[n + 1] > first[n]:  # towards its neighbours
            sx, sy, total = 0.0, 0.0, 0.0
            for q in range(first[n], first[n + 1]):
                e = around[q]
                other = edges[e, 0] + edges[e, 1] - n
                w = np.random.random()
                sx += p[other, 0] * w
                sy += p[other, 1] * w
                total += w
            t = np.random.random()
            p[n, 0] = x + (sx / total - x) * t
            p[n, 1] = y + (sy / total - y) * t
        else:
            s = stride * np.exp(-4 * np.random.random())
            p[n, 0] = x + s * np.random.standard_normal()
            p[n, 1] = y + s * np.random.standard_normal()
        p[n, 0] = min(max(p[n, 0], 40.0), width - 40.0)
        p[n, 1] = min(max(p[n, 1], 40.0), height - 40.0)
        after = _cost(p, true, edges, first, around, hold, n, price, clear, home, tight)
        if after > before and np.random.random() > np.exp((before - after) / temperature):
            p[n, 0] = x
            p[n, 1] = y


@njit(cache=True)
def _crossings(p, edges):
    found = 0
    for e in range(len(edges)):
        for f in range(e):
            if _crossing(p, edges[e, 0], edges[e, 1], edges[f, 0], edges[f, 1]):
                found += 1
    return found


def untangle(graph: Graph, nodes: np.ndarray, width: float, height: float) -> np.ndarray:
    """Positions without crossings; fails loudly if there are any left."""
    true = np.clip(nodes, 60, [width - 60, height - 60])
    edges = graph.edges.astype(np.int64)
    incident = [np.flatnonzero((edges == n).any(1)) for n in range(len(true))]
    first = np.r_[0, np.cumsum([len(i) for i in incident])].astype(np.int64)
    around = np.concatenate(incident).astype(np.int64)
    kinds = graph.kinds
    sea, wet = (kinds[edges] == "S").any(1), (kinds[edges] == "W").any(1)
    tight = np.where(sea, 0.02, np.where(wet, 0.3, 1.0))
    hold = np.where(kinds == "L", 1.0, np.where(kinds == "W", 0.4, 0.06))
    p, best, least = true.copy(), true.copy(), 10**9
    for r, (hot, cold, price, home) in enumerate(ROUNDS + HOMEWARD * TRIES):
        _anneal(
            p,
            true,
            edges,
            first,
            around,
            hold,
            tight,
            MOVES,
            hot,
            cold,
            price,
            CLEAR,
            home,
            350.0,
            width,
            height,
            r,
        )
        left = _crossings(p, edges)
        print(f"  untangle: round {r}, {left} crossings", flush=True)
        if left <= least:
            best, least = p.copy(), left
        if left == 0 and r + 1 > len(ROUNDS) and (r + 1 - len(ROUNDS)) % len(HOMEWARD) == 0:
            break
    if least:
        raise SystemExit(f"{least} crossings are left: move points in the gazetteer")
    return best
