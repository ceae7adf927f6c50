"""The true coast on the sheet: mainland as warped, the islands of the game enlarged until their areas have room."""

from __future__ import annotations

import collections
from collections.abc import Callable

import numpy as np
import shapely
from nodes import Graph
from PIL import Image, ImageDraw
from shapely.affinity import affine_transform, translate
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points, unary_union
from sheet import largest

ROOM = (
    37_000.0,
    34_000.0,
)  # square units of land that an island of one area, and each area of a larger one, wants
GAP = 20.0  # water around an enlarged island, at least
SHORE, BETWEEN = 26.0, 60.0  # wanted water towards the mainland and between islands


class Coast:
    """`land` is the shape of all true land, `nodes` the places of the graph's nodes once the islands are enlarged."""

    def __init__(
        self,
        graph: Graph,
        earth: dict,
        to_sheet: Callable,
        frame: BaseGeometry,
        straits: dict,
        keep: list[str],
        window: tuple[float, float, float, float],
    ) -> None:
        self.islands: list[dict] = []
        solid = [Polygon(ring) for ring in earth["land"] if len(ring) > 3]
        solid = [p if p.is_valid else p.buffer(0) for p in solid]
        solid = [part for p in solid for part in getattr(p, "geoms", [p]) if part.geom_type == "Polygon"]
        bodies = [shapely.transform(p, to_sheet) for p in solid]
        bodies = [b if b.is_valid else b.buffer(0) for b in bodies]
        main = [b for b in bodies if b.area > 1_500_000]
        mainland = unary_union(main)
        for name in keep:
            mainland = mainland.difference(Polygon(to_sheet(earth["lakes"][name])).buffer(0))
        mainland = mainland.union(self._beyond(to_sheet, window, frame))
        cuts = [
            LineString(to_sheet(np.array(points, float))).segmentize(4).buffer(half)
            for half, *points in straits.values()
        ]
        mainland = mainland.difference(unary_union(cuts)).intersection(frame.buffer(80))
        nodes = to_sheet(graph.globe)
        others = [b for b in bodies if b.area <= 1_500_000]
        tree = shapely.STRtree(others)
        firm = mainland.buffer(-15)
        self.nodes = nodes.copy()
        for keys in self._island_groups(graph, nodes, firm):
            lands = [graph.number[key, "L"] for key in keys]
            waters = [n for n, name in enumerate(graph.names) if name in keys and graph.kinds[n] == "W"]
            near = {int(tree.nearest(Point(nodes[n]))) for n in lands}
            body = unary_union([others[n] for n in sorted(near)])
            body = body.difference(unary_union(cuts)) if body.area > 200_000 else body
            if body.area < 600:  # a rock: enlarged, its bays would be gulfs
                body = body.convex_hull
            elif body.area < 3_000:
                bays = 0.25 * body.area**0.5
                body = Polygon(largest(body.buffer(bays)).exterior).buffer(-bays)
            factor = max(1.0, (ROOM[len(keys) > 1] * len(keys) / body.area) ** 0.5)
            cx, cy = body.centroid.coords[0]
            grown = affine_transform(body, [factor, 0, 0, factor, cx - factor * cx, cy - factor * cy])
            self.islands.append(
                {
                    "keys": keys,
                    "lands": lands,
                    "waters": waters,
                    "centre": (cx, cy),
                    "factor": factor,
                    "grown": grown,
                    "body": body,
                }
            )
        self._spread(mainland)
        for island in self.islands:
            self._move_nodes(island, lands=island["lands"], waters=island["waters"])
        self.mainland = mainland
        self.land = unary_union([mainland, *(island["shape"] for island in self.islands)])

    @staticmethod
    def _beyond(
        to_sheet: Callable, window: tuple[float, float, float, float], frame: BaseGeometry
    ) -> BaseGeometry:
        """What lies east and north of the window of the sources: Asia goes on there."""
        west, south, east, north = (window[0] + 1, window[1] + 1, window[2] - 1.5, window[3] - 1)
        lon, lat = np.linspace(west, east, 80), np.linspace(south, north, 50)
        rim = np.concatenate(
            [
                np.stack([lon, np.full(80, south)], -1),
                np.stack([np.full(50, east), lat], -1),
                np.stack([lon[::-1], np.full(80, north)], -1),
                np.stack([np.full(50, west), lat[::-1]], -1),
            ]
        )
        outside = frame.buffer(80).difference(Polygon(to_sheet(rim)).buffer(0))
        x0, y0, x1, y1 = frame.bounds
        return outside.intersection(box(x0 + 0.5 * (x1 - x0), y0 - 80, x1 + 80, y0 + 0.5 * (y1 - y0)))

    def _island_groups(self, graph: Graph, nodes: np.ndarray, firm: BaseGeometry) -> list[list[str]]:
        near: dict[str, set[str]] = collections.defaultdict(set)
        for pair in graph.facts.land:
            a, b = pair
            near[a].add(b)
            near[b].add(a)
        seen: set[str] = set()
        groups = []
        for key in graph.facts.areas:
            if key in seen:
                continue
            group, queue = [], [key]
            seen.add(key)
            while queue:
                here = queue.pop()
                group.append(here)
                fresh = sorted(near[here] - seen)
                seen.update(fresh)
                queue += fresh
            on_main = firm.contains(Point(nodes[graph.number[key, "L"]]))
            if len(group) <= 6 and not on_main:
                groups.append(sorted(group))
        return groups

    def _spread(self, mainland: BaseGeometry) -> None:
        """Enlarged islands give way to the mainland and to each other, and stay as near to their places as they can."""
        shores = []
        for island in self.islands:
            island["shift"] = np.zeros(2)
            around = box(*island["grown"].buffer(420).bounds)
            shores.append(mainland.intersection(around).simplify(3).buffer(SHORE))
        for _ in range(70):
            now = [translate(island["grown"], *island["shift"]).simplify(4) for island in self.islands]
            for k, island in enumerate(self.islands):
                push = -0.06 * island["shift"]
                wide = now[k].buffer(BETWEEN)
                for other in [shores[k], *(now[j] for j in range(len(now)) if j != k)]:
                    mine = now[k] if other is shores[k] else wide
                    if not mine.intersects(other):
                        continue
                    overlap = mine.intersection(other)
                    away = np.array(now[k].centroid.coords[0]) - np.array(overlap.centroid.coords[0])
                    push = push + min(9.0, 0.05 * overlap.area**0.5 + 1) * away / max(np.hypot(*away), 1e-6)
                island["shift"] = island["shift"] + push
        blocked = mainland.buffer(GAP)
        for island in self.islands:
            whole = translate(island["grown"], *island["shift"])
            shape = whole.difference(blocked)
            island["shape"] = max(getattr(shape, "geoms", [shape]), key=lambda part: part.area)
            blocked = unary_union([blocked, island["shape"].buffer(GAP)])

    def _move_nodes(self, island: dict, lands: list[int], waters: list[int]) -> None:
        (cx, cy), factor, shift, shape = (island[k] for k in ("centre", "factor", "shift", "shape"))
        heart = shape.buffer(-0.12 * shape.area**0.5)
        for n in lands:
            spot = np.array([cx, cy]) + factor * (self.nodes[n] - (cx, cy)) + shift
            at = nearest_points(shape if heart.is_empty else heart, Point(spot))[0]
            self.nodes[n] = (at.x, at.y)
        for n in waters:
            self.nodes[n] = np.array([cx, cy]) + factor * (self.nodes[n] - (cx, cy)) + shift

    def owners(self, width: float, height: float, cell: float) -> np.ndarray:
        """For each cell the number of its island, 0 on the mainland, -1 at sea."""
        owner = np.where(burn(self.land, width, height, cell), 0, -1).astype(np.int16)
        for number, island in enumerate(self.islands, 1):
            owner[burn(island["shape"], width, height, cell)] = number
        return owner

    def groups(self, graph: Graph) -> np.ndarray:
        number = {key: n for n, island in enumerate(self.islands, 1) for key in island["keys"]}
        return np.array([*(number.get(name, 0) for name in graph.names), 0], np.int16)


def burn(shape: BaseGeometry, width: float, height: float, cell: float) -> np.ndarray:
    image = Image.new("L", (int(width / cell), int(height / cell)), 0)
    draw = ImageDraw.Draw(image)
    for part in sorted(getattr(shape, "geoms", [shape]), key=lambda p: -p.area):
        draw.polygon([(x / cell - 0.5, y / cell - 0.5) for x, y in part.exterior.coords], fill=1)
        for hole in part.interiors:
            draw.polygon([(x / cell - 0.5, y / cell - 0.5) for x, y in hole.coords], fill=0)
    return np.asarray(image).astype(bool)
