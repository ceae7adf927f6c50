"""From the label grid to drawn lines: a finer grid, limbs and slivers taken off, lively borders, smooth shared arcs.

Land and water of an area are labels of one grid, so coast and borders share their corners exactly. Whatever is done is
checked against the borders of the rules and undone where it would cost one or add one.
"""

from __future__ import annotations

import collections

import grow
import numpy as np
import shapely
from grow import CELL, Grown, Rules, contacts
from nodes import Graph
from scipy.ndimage import (
    binary_dilation,
    distance_transform_edt,
    find_objects,
    gaussian_filter,
    gaussian_filter1d,
)
from scipy.ndimage import label as components
from shapely.geometry import LineString
from sheet import QUANTUM, Sheet

FINE = 3
PIXEL = CELL / FINE
ENOUGH = 26  # pixel sides that a border must have to be seen
LIVELY = 10.0  # how far borders stray, sheet units
FINE_STAGES = ((2.6, 0.9, 8), (3.2, 0.6, 8), (3.2, 0.25, 8))  # strength of the coast, temperature, sweeps

LAST_STAGES = ((3.2, 0.25, 3),)


def disc(radius: int) -> np.ndarray:
    y, x = np.mgrid[-radius : radius + 1, -radius : radius + 1]
    return np.hypot(y, x) <= radius + 0.3


def opened(mask: np.ndarray, radius: float) -> np.ndarray:
    """What is left of a shape when everything narrower than twice the radius is taken off."""
    core = distance_transform_edt(np.pad(mask, 1, mode="edge"))[1:-1, 1:-1] > radius
    return distance_transform_edt(~core) <= radius if core.any() else core


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


Window = tuple[slice, slice]


class Trials:
    """Edits of the grid that are taken back if they harm a border."""

    def __init__(self, graph: Graph, lab: np.ndarray, r: Rules) -> None:
        self.lab, self.r = lab, r
        self.start = contacts(lab, r.void + 1)
        self.now = self.start.copy()
        self.bounds = [[s[0].start, s[0].stop, s[1].start, s[1].stop] for s in find_objects(lab + 1)]
        self.own: dict[int, list[int]] = collections.defaultdict(
            list
        )  # the land of a water, the waters of a land
        for n, kind in enumerate(graph.kinds):
            if kind == "W":
                land = graph.number[graph.names[n], "L"]
                self.own[n].append(land)
                self.own[land].append(n)

    def around(self, label: int, margin: int) -> Window:
        y0, y1, x0, x1 = self.bounds[label]
        return slice(max(0, y0 - margin), y1 + margin), slice(max(0, x0 - margin), x1 + margin)

    def offer(self, window: Window, part: np.ndarray) -> bool:
        """Take the new content of a window, if no border suffers and no part falls apart."""
        old, r, n = self.lab[window].copy(), self.r, self.r.void + 1
        differ = part != old
        labels = [int(v) for v in np.unique(np.r_[old[differ], part[differ]])]
        y0, x0 = max(0, window[0].start - 1), max(0, window[1].start - 1)
        wide = (slice(y0, window[0].stop + 1), slice(x0, window[1].stop + 1))
        after = self.lab[wide].copy()
        after[window[0].start - y0 :, window[1].start - x0 :][: part.shape[0], : part.shape[1]] = part
        now = self.now + contacts(after, n) - contacts(np.ascontiguousarray(self.lab[wide]), n)
        for a in labels:
            if a == r.void:
                continue
            foreign = r.names != r.names[a]
            foreign[-1] = False
            if (r.legal[a] & (now[a] < np.minimum(self.start[a], 22))).any():
                return False
            if (foreign & ~r.mixed[a] & ~r.legal[a] & (now[a] > self.start[a])).any():
                return False
            if (foreign & r.mixed[a] & (now[a] > self.start[a] + 6)).any():
                return False
        self.lab[window] = part
        for a in labels:
            y0, y1, x0, x1 = self.bounds[a]
            top, left = window[0].start, window[1].start
            self.bounds[a] = [
                min(y0, top),
                max(y1, top + part.shape[0]),
                min(x0, left),
                max(x1, left + part.shape[1]),
            ]
        if all(self._one_piece(a) for a in labels if a != r.void):
            self.now = now
            return True
        self.lab[window] = old
        return False

    def _one_piece(self, a: int) -> bool:
        mask = self.lab[self.around(a, 0)] == a
        return int(mask.sum()) >= 200 and components(mask)[1] == 1


def smooth_shore(trials: Trials) -> None:
    """Narrow inlets between two areas are closed, thin spits are cut: both sides of the border at once."""
    r, closed, tried = trials.r, 0, 0
    dry = np.r_[r.land[:-1], True]
    for medium, radius in ((False, 5), (True, 5), (False, 6), (True, 6)):
        mask = dry[trials.lab] == medium
        thin = mask & ~binary_dilation(opened(mask, radius), disc(1))
        parts, _ = components(thin, np.ones((3, 3)))
        for k, box_ in enumerate(find_objects(parts), 1):
            here = parts[box_] == k
            if here.sum() < 8:
                continue
            window = (
                slice(max(0, box_[0].start - 8), box_[0].stop + 8),
                slice(max(0, box_[1].start - 8), box_[1].stop + 8),
            )
            part = trials.lab[window].copy()
            spot = parts[window] == k
            for v in np.unique(part[spot]):
                mine = spot & (part == v)
                if v == r.void:
                    other = [int(u) for u in np.unique(part) if u != r.void and not r.land[u]]
                else:
                    other = trials.own.get(int(v), [])
                if len(other) == 1:
                    part[mine] = other[0]
                elif other:
                    i = distance_transform_edt(
                        ~np.isin(part, other), return_distances=False, return_indices=True
                    )
                    part[mine] = trials.lab[window][i[0], i[1]][mine]
                elif not medium:  # a finger of open sea: land around it takes it
                    i = distance_transform_edt(~dry[part], return_distances=False, return_indices=True)
                    part[mine] = part[i[0], i[1]][mine]
            tried += 1
            closed += trials.offer(window, part)
    print(f"  shore: {closed} of {tried} narrow places straightened", flush=True)


def trim(graph: Graph, trials: Trials) -> None:
    """Thin limbs are cut off, or fattened where a border of the rules hangs on them."""
    r, counts = trials.r, collections.Counter()
    for turn in range(2):
        for v in range(r.void):
            if graph.kinds[v] == "S":
                continue
            window = trials.around(v, 12)
            mask = trials.lab[window] == v
            radius = 5 if graph.kinds[v] == "L" else 4
            core, count = components(opened(mask, radius))
            if count == 0:
                continue
            sizes = np.bincount(core.ravel())
            sizes[0] = 0
            body = binary_dilation(core == sizes.argmax(), disc(radius + 1)) & mask
            limbs, count = components(mask & ~body)
            for k in range(1, count + 1):
                limb = limbs == k
                if limb.sum() < 14:
                    continue
                for way in (_cut, _fatten):
                    part = way(trials, window, v, limb, turn)
                    if part is not None and (part != trials.lab[window]).any() and trials.offer(window, part):
                        counts[way.__name__] += 1
                        break
                else:
                    counts["kept"] += 1
    print("  limbs:", dict(counts), flush=True)


def widen(graph: Graph, trials: Trials) -> None:
    """A border too short to be seen is made longer, at the cost of a third label where that is allowed."""
    r, wider, short = trials.r, 0, 0
    for a, b in graph.edges:
        if r.mixed[a, b] or r.names[a] == r.names[b] or trials.now[a, b] >= ENOUGH:
            continue
        short += 1
        for reach in (5, 8, 12):
            window = trials.around(a, 14)
            part = trials.lab[window].copy()
            mine, other = part == a, part == b
            meeting = binary_dilation(mine, disc(1)) & other
            if not meeting.any():
                continue
            near = distance_transform_edt(~meeting) <= reach
            free = (
                near
                & ~mine
                & ~other
                & ((part == r.void) | (r.legal[a][part] & r.legal[b][part] & ~r.mixed[a][part]))
            )
            nearer = distance_transform_edt(~mine) < distance_transform_edt(~other)
            part[free & nearer], part[free & ~nearer] = a, b
            if free.any() and trials.offer(window, part):
                wider += 1
            if trials.now[a, b] >= ENOUGH:
                break
    print(f"  short borders: {short}, widened {wider} times", flush=True)


def _cut(trials: Trials, window: Window, v: int, limb: np.ndarray, turn: int) -> np.ndarray | None:
    part, own = trials.lab[window].copy(), trials.own.get(v, [])
    to_water = trials.r.land[v] and own
    if to_water:
        part[limb] = own[0]
    else:
        i = distance_transform_edt(part == v, return_distances=False, return_indices=True)
        part[limb] = part[i[0], i[1]][limb]
    pieces, count = components(part == v)
    if count > 1:  # an islet left behind goes too
        sizes = np.bincount(pieces.ravel())
        sizes[0] = 0
        rest = (pieces > 0) & (pieces != sizes.argmax())
        if rest.sum() > 0.45 * sizes.sum() or not to_water:
            return None
        part[rest] = own[0]
    return part


def _fatten(trials: Trials, window: Window, v: int, limb: np.ndarray, turn: int) -> np.ndarray:
    part, r = trials.lab[window].copy(), trials.r
    ring = binary_dilation(limb, disc(4 if turn == 0 else 3)) & ~(part == v)
    willing = np.array([u == r.void or r.legal[v, u] for u in range(r.void + 1)])
    part[ring & willing[part]] = v
    return part


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


def carve(graph: Graph, grown: Grown, owner: np.ndarray) -> Sheet:
    r = grow.rules(graph)
    lab = np.kron(grown.lab, np.ones((FINE, FINE))).astype(np.int32)
    lab = settle(lab, grown, owner, r, FINE_STAGES, 77)
    print("  refined:", grow.score(lab, r), flush=True)
    trials = Trials(graph, lab, r)
    smooth_shore(trials)
    trim(graph, trials)
    lab = settle(trials.lab, grown, owner, r, LAST_STAGES, 99)
    lab = whole(lab, r.void)
    trials = Trials(graph, lab, r)
    smooth_shore(trials)
    widen(graph, trials)
    lab = enliven(trials.lab, r)
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
