"""The shipped geometry of a world: faces that share arcs (see docs/atlas-drawing.md)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import hypot

import msgspec

Point = tuple[float, float]
Ring = list[int]  # numbers of arcs in the order they are walked; ~n is arc n read backwards
Stroke = list[int]  # x, y, then steps, in quanta

BORDERS = {"land": "land", "region": "land", "water": "water"}
"""Kinds of arc that are borders of the rules, and of which kind."""


class Arc(msgspec.Struct, frozen=True, array_like=True):
    """A line between two faces; `right` is -1 along the edge of the sheet."""

    kind: str
    left: int
    right: int
    steps: Stroke


class Label(msgspec.Struct, frozen=True):
    """A name as set: lines from `at` downwards, in the smallest box that holds name (and limit disc)."""

    lines: tuple[str, ...]
    anchor: str
    at: Point
    size: float
    leading: float
    box: tuple[float, float, float, float]


class AreaDrawn(msgspec.Struct, frozen=True, kw_only=True):
    """One area: its land, its water, and where things stand on it."""

    region: str = ""
    limit: int
    land: list[Ring]
    water: list[Ring] = []
    label: Label
    disc: Point
    """Centre of the population limit disc."""
    site: str = ""
    city: Point
    """Where a city stands: on the city site if there is one."""
    token: float
    """Radius of the largest round pieces for which the twelve homes suffice."""
    own: list[Point]
    foreign: list[Point]
    ship: float = 0
    ships: list[Point] = []


class SeaDrawn(msgspec.Struct, frozen=True, kw_only=True):
    water: list[Ring]
    label: Label
    ship: float
    ships: list[Point]


class River(msgspec.Struct, frozen=True):
    name: str
    rank: int
    line: Stroke


class Lake(msgspec.Struct, frozen=True):
    name: str
    rings: list[Stroke]
    areas: tuple[str, ...] = ()
    """Areas that have a border of the rules across the lake; mostly none: then it is scenery in one area."""


class Plain(msgspec.Struct, frozen=True):
    areas: tuple[str, ...]
    rings: list[Stroke]
    rivers: list[Stroke]


class Volcano(msgspec.Struct, frozen=True):
    at: Point
    areas: tuple[str, ...]


class Lettering(msgspec.Struct, frozen=True):
    """The name of a land out of play."""

    text: str
    at: Point
    size: float


class View(msgspec.Struct, frozen=True):
    """A part of the sheet that is worth a picture of its own."""

    crop: tuple[float, float, float, float]
    cartouche: Point
    compass: Point
    scale: float = 1
    """Size of cartouche and compass."""


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """A whole drawn world, in units of the sheet (about a third of a millimetre on a printed board)."""

    format: int
    world: str
    size: tuple[float, float]
    quantum: float
    disc: float
    site: float
    views: dict[str, View]
    faces: list[tuple[str, str]]
    """Key of an area or sea, or "wild", and "land" or "water"."""
    arcs: list[Arc]
    areas: dict[str, AreaDrawn]
    seas: dict[str, SeaDrawn]
    wild: dict[str, list[Ring]]
    rivers: list[River]
    lakes: list[Lake]
    plains: dict[str, Plain]
    volcanoes: dict[str, Volcano]
    lands: list[Lettering]

    def points(self, stroke: Stroke) -> list[Point]:
        """The corners of a stroke, in units of the sheet."""
        x = y = 0
        out = []
        for dx, dy in zip(stroke[::2], stroke[1::2], strict=True):
            x, y = x + dx, y + dy
            out.append((x * self.quantum, y * self.quantum))
        return out

    def ring(self, ring: Ring) -> list[Point]:
        """The corners of a closed ring of arcs; the first is not repeated."""
        out: list[Point] = []
        for number in ring:
            part = self.points(self.arcs[number if number >= 0 else ~number].steps)
            out += part[:-1] if number >= 0 else part[:0:-1]
        return out

    def length(self, arc: Arc) -> float:
        return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(self.points(arc.steps)))

    def borders(self, medium: str) -> dict[frozenset[str], float]:
        """All drawn borders by "land" or by "water", each with its length."""
        found: dict[frozenset[str], float] = {}
        for arc in self.arcs:
            if BORDERS.get(arc.kind) == medium:
                pair = frozenset((self.faces[arc.left][0], self.faces[arc.right][0]))
                if len(pair) == 2 and "wild" not in pair:
                    found[pair] = found.get(pair, 0) + self.length(arc)
        return found


@cache
def drawing(world: str) -> Drawing:
    """The drawing of a world."""
    name = f"{world}.json"
    return msgspec.json.decode(files("ecumene.atlas").joinpath("drawn", name).read_bytes(), type=Drawing)


def drawn_worlds() -> Iterable[str]:
    """The worlds of which there is a drawing."""
    folder = files("ecumene.atlas").joinpath("drawn")
    return sorted(
        entry.name.removesuffix(".json")
        for entry in folder.iterdir()
        if entry.name.endswith(".json") and entry.name != "style.json"
    )
