"""From the label grid to the drawn sheet: a finer grid, limbs and slivers taken off, lively borders, shared arcs.

Land and water of an area are labels of one grid, so coast and borders share their corners exactly. Whatever is done is
checked against the borders of the rules and undone where it would cost one or add one.
"""

from __future__ import annotations

import grow
import numpy as np
import shapely
from grow import Grown, Rules, contacts
from nodes import Graph
from outline import draw
from scipy.ndimage import distance_transform_edt, find_objects, gaussian_filter
from scipy.ndimage import label as components
from shapely.geometry import LineString
from sheet import Sheet
from trials import ENOUGH, FINE, PIXEL, Trials, smooth_shore, trim, widen

LIVELY = 10.0  # how far borders stray, sheet units
FINE_STAGES = ((2.6, 0.9, 8), (3.2, 0.6, 8), (3.2, 0.25, 8))  # strength of the coast, temperature, sweeps
LAST_STAGES = ((3.2, 0.25, 3),)


def settle(lab, grown: Grown, owner: np.ndarray, r: Rules, stages, seed: int) -> np.ndarray:
    """Some more of the relaxation, on the fine grid."""
    block = np.ones((FINE, FINE))
    edge = np.kron(grown.edge, block).astype(np.float32)
    size = np.bincount(lab.ravel(), minlength=r.void + 1).astype(np.int64)
    touch = contacts(lab, r.void + 1)
    hold = np.where(r.land, 0.12, np.where(r.want == grow.WATER_ROOM, 0.06, 0.0)) / FINE**2
    hold[-1] = 0
    nothing = np.zeros(lab.shape, np.float32)
    depth = grow.depth_of(owner >= 0)
    for stage, (coast, heat, sweeps) in enumerate(stages):
        grow.relax(
            lab, touch, size, r.price, r.extra, r.legal, r.want * FINE**2, r.small, r.large, grown.home * FINE, hold,
            depth, ~r.land, r.void, sweeps, heat, grow.SHORTEST * FINE, coast, seed + stage,
            grow.AROUND_Y, grow.AROUND_X, 5.0, edge, lab, nothing, 0.0, owner, grown.group,
        )  # fmt: skip
    return lab


def whole(lab: np.ndarray, void: int) -> np.ndarray:
    """Crumbs go to what surrounds them."""
    for _ in range(4):
        hole = np.zeros(lab.shape, bool)
        for v, window in enumerate(find_objects(lab + 1)[:void]):
            pieces, count = components(lab[window] == v)
            if count > 1:
                sizes = np.bincount(pieces.ravel())
                sizes[0] = 0
                hole[window] |= (pieces > 0) & (pieces != sizes.argmax())
        pieces, _ = components(lab == void)
        hole |= (pieces > 0) & (np.bincount(pieces.ravel())[pieces] < 400)
        if not hole.any():
            break
        i = distance_transform_edt(hole, return_distances=False, return_indices=True)
        lab = lab[i[0], i[1]]
    return lab


def noise(shape: tuple[int, int], seed: int) -> np.ndarray:
    raw = np.random.default_rng(seed).standard_normal(shape).astype(np.float32)
    rough = sum(w * g / g.std() for g, w in ((gaussian_filter(raw, 10), 1.0), (gaussian_filter(raw, 5), 0.5)))
    return rough / rough.std()


def enliven(lab: np.ndarray, r: Rules) -> np.ndarray:
    """Borders stray a little, by a smooth displacement that is taken back wherever it would cost or add a contact."""
    height, width = lab.shape
    dry = r.land[lab] | (lab == r.void)
    to_coast = np.where(dry, distance_transform_edt(dry), distance_transform_edt(~dry)) * PIXEL
    yy, xx = np.mgrid[0:height, 0:width]
    rim = np.minimum(np.minimum(yy, height - 1 - yy), np.minimum(xx, width - 1 - xx))
    amount = LIVELY * np.clip((to_coast - 8) / 40, 0, 1) * np.clip(rim / 20, 0, 1) * 0.8 / PIXEL
    dy, dx = noise(lab.shape, 11), noise(lab.shape, 12)
    before = contacts(lab, r.void + 1)
    foreign = ~r.mixed & (r.names[:, None] != r.names[None, :])
    foreign[-1, :] = foreign[:, -1] = False
    for _ in range(12):
        y = np.clip(np.round(yy + dy * amount).astype(int), 0, height - 1)
        x = np.clip(np.round(xx + dx * amount).astype(int), 0, width - 1)
        moved = lab[y, x]
        new = whole(moved, r.void)
        now = contacts(new, r.void + 1)
        bad = (r.legal & (now < np.minimum(before, ENOUGH))) | (foreign & ~r.legal & (now > before))
        crumbs = (new != moved) & (moved != r.void)
        print("  lively borders:", int(bad.sum()) // 2, "to be taken back", flush=True)
        if not bad.any() and not crumbs.any():
            return new
        spots = crumbs.copy()
        for grid in (lab, new):
            spots[:, :-1] |= bad[grid[:, :-1], grid[:, 1:]]
            spots[:-1] |= bad[grid[:-1], grid[1:]]
        amount = amount * np.clip((distance_transform_edt(~spots) - 10) / 25, 0, 1)
    return lab


def carve(graph: Graph, grown: Grown, owner: np.ndarray) -> Sheet:
    r = grow.rules(graph)
    lab = np.kron(grown.lab, np.ones((FINE, FINE))).astype(np.int32)
    lab = settle(lab, grown, owner, r, FINE_STAGES, 77)
    print("  refined:", grow.score(lab, r), flush=True)
    for stages in (LAST_STAGES, ()):
        trials = Trials(graph, lab, r)
        widen(graph, trials)
        smooth_shore(trials)
        trim(graph, trials)
        lab = whole(settle(trials.lab, grown, owner, r, stages, 99), r.void)
    lab = enliven(lab, r)
    print("  carved:", grow.score(lab, r), flush=True)
    sheet = draw(graph, lab, owner, r)
    check(graph, sheet)
    return sheet


def check(graph: Graph, sheet: Sheet) -> None:
    """The drawn borders are those of the rules; no line crosses another."""
    facts = graph.facts
    for medium, wanted in (
        ("land", facts.land),
        (
            "water",
            {frozenset(graph.names[n] for n in e) for e in graph.edges if not (graph.kinds[e] == "L").any()},
        ),
    ):
        drawn = {
            frozenset((a[0], b[0]))
            for _, a, b in sheet.arcs
            if b and a[1] == b[1] == medium and a[0] != b[0] and "wild" not in (a[0], b[0])
        }
        missing, more = wanted - drawn, drawn - wanted
        faults = f"missing {sorted(map(sorted, missing))}, too many {sorted(map(sorted, more))}"
        print(f"  {medium}: {len(drawn)} drawn, {faults}")
        if missing or more:
            raise SystemExit("the drawing does not agree with the rules")
    landlocked = [
        key
        for key, medium in sheet.faces
        if medium == "water" and key in facts.areas and sheet.line((key, "land"), (key, "water")).is_empty
    ]
    if landlocked:
        raise SystemExit(f"land and water do not touch: {landlocked}")
    lines = [LineString(points) for points, _, _ in sheet.arcs]
    tree = shapely.STRtree(lines)
    crossing, _ = tree.query(lines, predicate="crosses")
    print("  lines that cross:", len(crossing) // 2, "themselves:", sum(not line.is_simple for line in lines))
