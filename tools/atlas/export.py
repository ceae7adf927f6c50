"""The shipped drawing: one JSON file per world (docs/atlas-drawing.md describes it)."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from facts import Facts
from layout import DISC, SITE, Place
from shapely.geometry.base import BaseGeometry
from sheet import QUANTUM, Face, Sheet

FORMAT = 1


def kind_of(a: Face, b: Face | None, region: dict[str, str]) -> str:
    if b is None:
        return "frame"
    if a[1] != b[1]:
        return "shore" if "wild" in (a[0], b[0]) else "coast"
    if "wild" in (a[0], b[0]):
        return "rim" if a[1] == "land" else "brink"
    if a[1] == "water":
        return "water"
    return "land" if region[a[0]] == region[b[0]] else "region"


def deltas(points: np.ndarray) -> list[int]:
    return np.vstack([points[:1], np.diff(points, axis=0)]).ravel().tolist()


def snapped(coordinates) -> list[int]:
    whole = np.floor(np.asarray(coordinates) / QUANTUM + 0.5).astype(int)
    keep = np.r_[True, np.any(np.diff(whole, axis=0) != 0, axis=1)]
    return deltas(whole[keep])


def outline(shape: BaseGeometry) -> list[list[int]]:
    rings = []
    for part in getattr(shape, "geoms", [shape]):
        if part.geom_type == "Polygon" and not part.is_empty:
            rings += [snapped(ring.coords) for ring in (part.exterior, *part.interiors)]
    return rings


def strokes(shape: BaseGeometry) -> list[list[int]]:
    return [
        snapped(p.coords)
        for p in getattr(shape, "geoms", [shape])
        if p.geom_type == "LineString" and p.length > 4
    ]


def spot(point) -> list[float]:
    return [round(float(v), 1) for v in point]


def label(row: dict) -> dict:
    return {
        "lines": row["lines"],
        "anchor": row["anchor"],
        "at": spot((row["x"], row["y"])),
        "size": row["size"],
        "leading": round(row["leading"], 1),
        "box": spot(row["box"]),
    }


def area(facts: Facts, sheet: Sheet, key: str, place: Place, tints: dict[str, str]) -> dict:
    row = facts.areas[key]
    out = {
        "region": tints.get(key) or row.get("region", ""),
        "limit": row["limit"],
        "land": sheet.rings[(key, "land")],
        "label": label(place.label),
        "disc": spot(place.limit),
        "city": spot(place.city),
        "token": round(place.token, 1),
        "own": [spot(p) for p in place.own],
        "foreign": [spot(p) for p in place.foreign],
    }
    if place.site:
        out |= {"site": row["site"]}
    if (key, "water") in sheet.rings:
        out |= {
            "water": sheet.rings[(key, "water")],
            "ship": round(place.ship, 1),
            "ships": [spot(p) for p in place.ships],
        }
    return out


def write(
    path: Path,
    world: str,
    sheet: Sheet,
    facts: Facts,
    places: dict[str, Place],
    seas: dict,
    tints: dict[str, str],
    scenery: dict,
) -> int:
    number = {face: n for n, face in enumerate(sheet.faces)}
    region = {key: row.get("region", "") for key, row in facts.areas.items()}
    arcs = []
    for points, a, b in sheet.arcs:
        arcs.append([kind_of(a, b, region), number[a], -1 if b is None else number[b], deltas(points)])
    data = {
        "format": FORMAT,
        "world": world,
        "size": [sheet.width, sheet.height],
        "quantum": QUANTUM,
        "disc": DISC,
        "site": SITE,
        "faces": [list(face) for face in sheet.faces],
        "arcs": arcs,
        "areas": {key: area(facts, sheet, key, places[key], tints) for key in facts.areas},
        "seas": {
            key: {
                "water": sheet.rings[(key, "water")],
                "label": label(text),
                "ship": round(ship, 1),
                "ships": [spot(p) for p in ships],
            }
            for key, (text, ship, ships) in seas.items()
        },
        "wild": {m: sheet.rings[("wild", m)] for m in ("land", "water") if ("wild", m) in sheet.rings},
        **scenery,
    }
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
    return len(text)


def decoration(rivers, lakes, plains, volcanoes, members, wilds, views) -> dict:
    return {
        "views": views,
        "rivers": [{"name": r["name"], "rank": r["rank"], "line": snapped(r["line"].coords)} for r in rivers],
        "lakes": [
            {"name": lake["name"], "rings": outline(lake["shape"])}
            | ({"areas": lake["areas"]} if "areas" in lake else {})
            for lake in lakes
        ],
        "plains": {
            key: {
                "areas": row["areas"],
                "rings": outline(row["shape"]),
                "rivers": [line for river in row["rivers"] for line in strokes(river)],
            }
            for key, row in plains.items()
        },
        "volcanoes": {key: {"at": spot(at), "areas": members[key]} for key, at in volcanoes.items()},
        "lands": wilds,
    }
