"""What one picture shows: a drawing, the areas on the table and in play, a view and a theme."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ecumene.atlas.drawn.sheet import Arc, Drawing, Point, Ring, Stroke, View
from ecumene.atlas.drawn.style import Theme


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


@dataclass(frozen=True)
class Scene:
    """Answers the questions of the layers."""

    drawing: Drawing
    style: Theme
    view: View
    on_table: frozenset[str]
    in_play: frozenset[str]

    @property
    def size(self) -> Point:
        x0, y0, x1, y1 = self.view.crop
        return x1 - x0, y1 - y0

    @cached_property
    def regions(self) -> tuple[str, ...]:
        return tuple(sorted({self.drawing.areas[key].region for key in self.lands}))

    @cached_property
    def lands(self) -> tuple[str, ...]:
        """The land areas in play."""
        return tuple(key for key in self.drawing.areas if key in self.in_play)

    @cached_property
    def seas(self) -> tuple[str, ...]:
        return tuple(key for key in self.drawing.seas if key in self.in_play)

    def standing(self, face: int) -> str:
        """The region of a face in play, "sea" for open sea and water in play, else "out" or "off" (the table)."""
        key, medium = self.drawing.faces[face]
        if key not in self.on_table:
            return "off"
        if key not in self.in_play:
            return "out"
        return "sea" if medium == "water" else self.drawing.areas[key].region

    def stroke(self, steps: Stroke) -> str:
        """The SVG path of a stroke."""
        unit, (x, y, *rest) = self.drawing.quantum, steps
        return f"M{number(x * unit)} {number(y * unit)}l" + " ".join(number(v * unit) for v in rest)

    def outline(self, rings: Iterable[Ring]) -> str:
        """The SVG path of the rings of a face, to be filled by the even-odd rule."""
        out = []
        for ring in rings:
            (x, y), *rest = self.drawing.ring(ring)
            steps = []
            for px, py in rest:
                steps.append(f"{number(px - x)} {number(py - y)}")
                x, y = px, py
            (x, y), *_ = self.drawing.ring(ring)
            out.append(f"M{number(x)} {number(y)}l{' '.join(steps)}z")
        return "".join(out)

    def closed(self, rings: Iterable[Stroke]) -> str:
        return "".join(self.stroke(ring) + "z" for ring in rings)

    def arcs(self, *kinds: str) -> list[Arc]:
        return [arc for arc in self.drawing.arcs if arc.kind in kinds]

    def lines(self, arcs: Iterable[Arc]) -> str:
        return "".join(self.stroke(arc.steps) for arc in arcs)


def path(d: str, **attributes: str | float) -> str:
    """One path element; nothing if there is nothing to draw."""
    if not d:
        return ""
    words = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in attributes.items())
    return f'<path d="{d}"{words}/>'


def line(d: str, colour: str, width: float, opacity: float = 1, **more: str | float) -> str:
    """A drawn line with round joints."""
    seen: dict[str, str | float] = {"stroke_opacity": opacity} if opacity < 1 else {}
    return path(d, fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round", **seen, **more)


def layer(key: str, *parts: str) -> str:
    return f'<g id="{key}">{"".join(parts)}</g>'
