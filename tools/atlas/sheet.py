"""A drawn sheet: faces that share arcs. What the layout, the decoration and the export stand on."""

from __future__ import annotations

import collections
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, unary_union

Face = tuple[str, str]  # (area or sea key, "land" | "water"); ("wild", ...) is out of the game
QUANTUM = 0.5  # board units per whole number in the shipped file


@dataclass
class Sheet:
    width: float
    height: float
    arcs: list[
        tuple[np.ndarray, Face, Face | None]
    ]  # whole numbers (quanta), face on one side and on the other

    @cached_property
    def faces(self) -> list[Face]:
        return sorted({face for _, a, b in self.arcs for face in (a, b) if face})

    @cached_property
    def rings(self) -> dict[Face, list[list[int]]]:
        """Every face as closed rings of arc numbers; ~n is arc n read backwards (as in TopoJSON)."""
        around: dict[Face, list[int]] = collections.defaultdict(list)
        for n, (_, a, b) in enumerate(self.arcs):
            for face in {a, b}:
                if face and a != b:
                    around[face].append(n)
        return {face: self._close(numbers) for face, numbers in around.items()}

    def _close(self, numbers: list[int]) -> list[list[int]]:
        ends = {n: (tuple(self.arcs[n][0][0]), tuple(self.arcs[n][0][-1])) for n in numbers}
        at: dict[tuple, list[int]] = collections.defaultdict(list)
        for n in numbers:
            at[ends[n][0]].append(n)
            at[ends[n][1]].append(~n)
        used: set[int] = set()
        rings = []
        for first in numbers:
            if first in used:
                continue
            used.add(first)
            ring, start, here = [first], ends[first][0], ends[first][1]
            while here != start:
                step = next(m for m in at[here] if (m if m >= 0 else ~m) not in used)
                n = step if step >= 0 else ~step
                used.add(n)
                ring.append(step)
                here = ends[n][1] if step >= 0 else ends[n][0]
            rings.append(ring)
        return rings

    def points(self, ring: list[int]) -> np.ndarray:
        parts = [self.arcs[n][0] if n >= 0 else self.arcs[~n][0][::-1] for n in ring]
        return np.concatenate([part[:-1] for part in parts]) * QUANTUM

    @cached_property
    def shape(self) -> dict[Face, BaseGeometry]:
        shapes = {}
        for face, rings in self.rings.items():
            polygons = [
                shapely.make_valid(Polygon(self.points(ring))) for ring in rings if len(self.points(ring)) > 2
            ]
            shapes[face] = polygonal(shapely.symmetric_difference_all(polygons))
        return shapes

    def line(self, a: Face, b: Face) -> BaseGeometry:
        """The border between two faces."""
        return self.lines.get(frozenset((a, b)), LineString())

    @cached_property
    def lines(self) -> dict[frozenset[Face], BaseGeometry]:
        found = collections.defaultdict(list)
        for points, a, b in self.arcs:
            if b and a != b:
                found[frozenset((a, b))].append(LineString(points * QUANTUM))
        return {
            pair: linemerge(unary_union(parts)) if len(parts) > 1 else parts[0]
            for pair, parts in found.items()
        }


def polygonal(shape: BaseGeometry) -> BaseGeometry:
    parts = [p for p in getattr(shape, "geoms", [shape]) if p.geom_type in ("Polygon", "MultiPolygon")]
    return unary_union(parts) if len(parts) != 1 else parts[0]


def largest(shape: BaseGeometry) -> BaseGeometry:
    parts = list(getattr(shape, "geoms", [shape]))
    return max(parts, key=lambda part: part.area or part.length) if parts else shape
