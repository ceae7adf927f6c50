"""Edits of the fine grid that are taken back if they harm a border: narrow places, thin limbs, short borders."""

from __future__ import annotations

import collections

import numpy as np
from grow import CELL, Rules, contacts
from nodes import Graph
from scipy.ndimage import binary_dilation, distance_transform_edt, find_objects
from scipy.ndimage import label as components

FINE = 3
PIXEL = CELL / FINE
ENOUGH = 28  # pixel sides that a border must have to be seen
CRAMPED = 0.95  # share of the room it wants, below which an area gives no land to its water
STRETCH = 12  # pixels of a limb that are fattened at once, if not all of it can be


def disc(radius: int) -> np.ndarray:
    y, x = np.mgrid[-radius : radius + 1, -radius : radius + 1]
    return np.hypot(y, x) <= radius + 0.3


def opened(mask: np.ndarray, radius: float) -> np.ndarray:
    """What is left of a shape when everything narrower than twice the radius is taken off."""
    core = distance_transform_edt(np.pad(mask, 1, mode="edge"))[1:-1, 1:-1] > radius
    return distance_transform_edt(~core) <= radius if core.any() else core


Window = tuple[slice, slice]


class Trials:
    """Edits of the grid that are taken back if they harm a border."""

    def __init__(self, graph: Graph, lab: np.ndarray, r: Rules) -> None:
        self.lab, self.r = lab, r
        self.start = contacts(lab, r.void + 1)
        self.now = self.start.copy()
        self.bounds = [[s[0].start, s[0].stop, s[1].start, s[1].stop] for s in find_objects(lab + 1)]
        _, name = np.unique(r.names, return_inverse=True)
        kin = np.zeros((name.max() + 1,) * 2, bool)
        one, other = np.nonzero(r.legal)
        kin[name[one], name[other]] = True
        inshore = np.array([kind != "S" for kind in graph.kinds] + [False])
        self.kin = (
            kin[name][:, name] & inshore[:, None] & inshore
        )  # labels of areas with a border of the rules
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

    def firm(self, a: int, b: int) -> tuple[Window, int, np.ndarray]:
        """Where and how long two labels meet off all spits; only if they meet nowhere else, on them."""
        window = self.around(a, 14)
        part = self.lab[window]
        solid = np.ones(part.shape, bool)
        if self.r.land[a]:
            dry = np.r_[self.r.land[:-1], True][part]
            solid = ~dry | binary_dilation(opened(dry, 6), disc(1))
        mine, other = (part == a) & solid, (part == b) & solid
        length = int((mine[1:] & other[:-1]).sum() + (mine[:-1] & other[1:]).sum())
        length += int((mine[:, 1:] & other[:, :-1]).sum() + (mine[:, :-1] & other[:, 1:]).sum())
        if not length:
            mine, other = part == a, part == b
        return window, length, binary_dilation(mine, disc(1)) & other

    def is_cramped(self, v: int) -> bool:
        """A small area needs all the land it has."""
        room = CRAMPED * self.r.want[v] * FINE**2
        return bool(self.r.land[v]) and v != self.r.void and (self.lab[self.around(v, 0)] == v).sum() < room

    def offer(self, window: Window, part: np.ndarray, *, bare: bool = False) -> bool:
        """Take the new content of a window, if no border suffers and no part falls apart.

        `bare`: where land is taken off, the land of a neighbour may come to the shore of these waters.
        """
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
            strange = foreign & ~self.kin[a] if bare else foreign
            if (strange & r.mixed[a] & (now[a] > self.start[a] + 6)).any():
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
            closed += trials.offer(window, part, bare=medium)
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
                    if part is None or (part == trials.lab[window]).all():
                        continue
                    if trials.offer(window, part, bare=way is _cut and bool(r.land[v])):
                        counts[way.__name__] += 1
                        break
                else:
                    bits = _fatten_bits(trials, window, v, limb, turn)
                    counts["_fatten in part" if bits else "kept"] += 1
    print("  limbs:", dict(counts), flush=True)


def widen(graph: Graph, trials: Trials) -> None:
    """A border too short to be seen is made longer, at the cost of a third label where that is allowed.

    Only what lies on firm ground counts: without that a border would be a spit into the sea.
    """
    r, wider, short = trials.r, 0, 0
    for a, b in graph.edges:
        if r.mixed[a, b] or r.names[a] == r.names[b] or trials.firm(a, b)[1] >= ENOUGH:
            continue
        short += 1
        for reach in (5, 8, 12, 16):
            window, _, meeting = trials.firm(a, b)
            part = trials.lab[window].copy()
            mine, other = part == a, part == b
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
            if trials.firm(a, b)[1] >= ENOUGH:
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


def _fatten_bits(trials: Trials, window: Window, v: int, limb: np.ndarray, turn: int) -> int:
    """A hair inland or on the water cannot stay: it is fattened at least wherever that is possible."""
    part, dry = trials.lab[window], np.r_[trials.r.land[:-1], True]
    shore = trials.r.land[v] & ~dry[part]
    hair = limb & ~binary_dilation(opened(part == v, 3) | shore, disc(6 if trials.r.land[v] else 1))
    gained = 0
    for y in range(0, limb.shape[0], STRETCH):
        for x in range(0, limb.shape[1], STRETCH):
            bit = np.zeros_like(limb)
            bit[y : y + STRETCH, x : x + STRETCH] = hair[y : y + STRETCH, x : x + STRETCH]
            if bit.any():
                old = trials.lab[window]
                part = _fatten(trials, window, v, bit, turn)
                if not trials.r.land[v]:  # water takes from water: land would be gnawed at
                    part = np.where(dry[old], old, part)
                gained += bool((part != old).any() and trials.offer(window, part))
    return gained


def _fatten(trials: Trials, window: Window, v: int, limb: np.ndarray, turn: int) -> np.ndarray:
    part, r = trials.lab[window].copy(), trials.r
    ring = binary_dilation(limb, disc(4 if turn == 0 else 3)) & ~(part == v)
    willing = np.array([u == r.void or r.legal[v, u] for u in range(r.void + 1)])
    if not r.land[v]:
        willing[[u for u in trials.own[v] if trials.is_cramped(u)]] = False
    part[ring & willing[part]] = v
    return part
