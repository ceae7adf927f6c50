"""The graph that a drawing must realise: a node for each land part, each water part and each open sea.

A board with exactly the borders of the rules exists if and only if this graph can be drawn without crossings.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from facts import HERE, Facts, load


@dataclass
class Graph:
    world: str
    facts: Facts
    names: list[str]  # the key of the area or sea
    kinds: np.ndarray  # "L" land, "W" water of an area, "S" open sea
    globe: np.ndarray  # longitude, latitude
    edges: np.ndarray

    @cached_property
    def number(self) -> dict[tuple[str, str], int]:
        return {
            (name, str(kind)): n
            for n, (name, kind) in reversed(list(enumerate(zip(self.names, self.kinds, strict=True))))
        }


def graph(world: str) -> Graph:
    facts = load(world)
    places = tomllib.loads((HERE / "gazetteer" / f"{world}.toml").read_text("utf-8"))
    names, kinds, globe, number = [], [], [], {}

    def add(key: tuple[str, str], kind: str, at: list[float]) -> None:
        number[key] = len(names)
        names.append(key[0])
        kinds.append(kind)
        globe.append((at[1], at[0]))

    second = places.get("second", {})
    for key in facts.areas:
        at = places["areas"][key]
        add((key, "L"), "L", at[:2])
        if len(at) == 4:
            add((key, "W"), "W", at[2:])
        if key in second:
            add((key, "W2"), "W", second[key]["at"])
    for key in facts.seas:
        add((key, "W"), "S", places["seas"][key])

    def water(key: str, other: str) -> int:
        return number[key, "W2" if key in second and other in second[key]["touches"].split() else "W"]

    edges = {
        (n, number[name, "L"]) for (name, sort), n in number.items() if sort != "L" and name in facts.areas
    }
    for pair in facts.land:
        a, b = pair
        edges.add((number[a, "L"], number[b, "L"]))
    on_land = {key for lake in places.get("lakes", {}).values() for key in lake.split()}
    for pair in facts.water | {p for p in facts.lake if not p <= on_land}:
        a, b = pair
        edges.add((water(a, b), water(b, a)))
    ordered = sorted((min(e), max(e)) for e in edges)
    return Graph(world, facts, names, np.array(kinds), np.array(globe), np.array(ordered))
