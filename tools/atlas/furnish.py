"""From the bare drawing of a world to the shipped file: decoration, names, homes of the pieces, views."""

from __future__ import annotations

import json
import lzma
import tomllib
from pathlib import Path

import decor
import export
import facts as facts_module
import layout
import numpy as np
from shapely.geometry import Point, box
from shapely.ops import unary_union
from sheet import Sheet

HERE = Path(__file__).resolve().parent


def natural_earth() -> dict:
    raw = json.loads(lzma.decompress((HERE / "natural_earth.json.xz").read_bytes()))

    def unpack(row: list[int]) -> np.ndarray:
        return np.cumsum(np.asarray(row).reshape(-1, 2), axis=0) / raw["scale"]

    return {
        "land": [unpack(r) for r in raw["land"]],
        "lakes": {name: unpack(r) for name, r in raw["lakes"].items()},
        "rivers": [r | {"points": unpack(r["points"])} for r in raw["rivers"]],
    }


def gazetteer(world: str) -> dict:
    return tomllib.loads((HERE / "gazetteer" / f"{world}.toml").read_text("utf-8"))


def features() -> dict:
    return tomllib.loads((HERE / "features.toml").read_text("utf-8"))


def land_names(sheet: Sheet, names: dict, to_board, type_) -> list[dict]:
    """Names of the lands out of play, set wide, where there is room near their true place."""
    wild = sheet.shape.get(("wild", "land"))
    out = []
    for name, (lat, lon) in names.items():
        x, y = to_board(np.array([[lon, lat]]))[0]
        clip = layout.sheet_clip(sheet.width, sheet.height).intersection(
            box(x - 700, y - 420, x + 700, y + 420)
        )
        if wild is None or wild.intersection(clip).area < 40000:
            continue
        row = None
        for size in (54.0, 46.0, 38.0, 30.0):
            width = type_.width(name, "Cinzel-SemiBold", size) + size * 0.34 * len(name)
            zone = wild.intersection(clip).buffer(-size)
            grid = layout.Grid(clip, clip)
            total = layout.integral(grid.burn(zone))
            gx, gy = (a.ravel() for a in np.meshgrid(grid.xs[::4], grid.ys[::4]))
            share = layout.box_share(
                total, grid, gx - width / 2, gy - size * 0.4, gx + width / 2, gy + size * 0.4
            )
            score = 500 * np.minimum(share, 0.999) - 0.08 * np.hypot(gx - x, gy - y)
            n = int(score.argmax())
            if share[n] > 0.97:
                row = {
                    "text": name.title().upper(),
                    "at": export.spot((gx[n], gy[n] + size * 0.35)),
                    "size": size,
                }
                break
        if row:
            out.append(row)
    return out


def furnish(world: str, sheet: Sheet, true: dict, to_board, fonts: Path, out: Path, views: dict) -> None:
    facts, feature, type_ = facts_module.load(world), features(), layout.Type(fonts)
    earth = natural_earth()
    clip = layout.sheet_clip(sheet.width, sheet.height)
    plains = decor.plains(sheet, facts.plains, feature["routes"][world])
    volcanoes = decor.volcano_spots(
        sheet, facts.volcanoes, {k: (v[1], v[0]) for k, v in feature["volcanoes"].items()}, to_board
    )
    flat = unary_union([p["shape"] for p in plains.values()])
    wet = unary_union([sheet.shape[(a, "land")] for p in plains.values() for a in p["areas"]])
    rivers = decor.rivers(
        sheet, earth["rivers"], to_board, feature["rivers"]["drop"], feature["rivers"]["ranks"], wet
    )
    inland = {k: v for k, v in earth["lakes"].items() if k not in feature["seas_inland"]["names"]}
    lakes = decor.lakes(sheet, inland, feature["lakes_drawn"], feature["homes"].get(world, {}), to_board)
    shared = decor.border_lakes(sheet, gazetteer(world).get("lakes", {}))
    lakes = [
        lake for lake in lakes if not any(lake["shape"].intersects(s["shape"].buffer(40)) for s in shared)
    ] + shared
    streams = unary_union(
        [r["line"].buffer(3) for r in rivers] + [r.buffer(3) for p in plains.values() for r in p["rivers"]]
    )
    water_bodies = [lake["shape"] for lake in lakes]
    places = {}
    for key, row in facts.areas.items():
        land, water = sheet.shape[(key, "land")], sheet.shape.get((key, "water"))
        near = Point(to_board(np.array([true[key]]))[0])
        obstacles = [decor.volcano_box(volcanoes[v]) for v, areas in facts.volcanoes.items() if key in areas]
        # a site may not stand in a lake, nor a name cross it
        obstacles += [
            layout.Box(*s.bounds) for s in water_bodies if s.intersects(land) and s.area < 0.3 * land.area
        ]
        # nor a name stand on a name that a neighbour's border let in
        names = [layout.Box(*place.label["box"]) for place in places.values()]
        obstacles += [b for b in names if box(b.x0, b.y0, b.x1, b.y1).intersects(land)]
        holding = [p for p in plains.values() if key in p["areas"]]
        plain = holding[0]["shape"] if holding else None
        places[key] = layout.lay_out(
            key,
            row["name"],
            land,
            water,
            clip,
            near,
            plain,
            row.get("site"),
            obstacles,
            streams.intersection(land),
            type_,
        )
    taken = [layout.Box(*place.label["box"]) for place in places.values()]
    seas = {
        key: layout.sea_label(name, sheet.shape[(key, "water")], clip, type_, taken)
        for key, name in facts.seas.items()
    }
    decoration = export.decoration(
        rivers,
        lakes,
        plains,
        volcanoes,
        facts.volcanoes,
        land_names(sheet, feature["wilds"], to_board, type_),
        views,
    )
    tints = {key: tint for tint, keys in gazetteer(world).get("tints", {}).items() for key in keys.split()}
    size = export.write(out / f"{world}.json", world, sheet, facts, places, seas, tints, decoration)
    tokens = sorted((round(p.token, 1), k) for k, p in places.items())
    print(
        f"{world}: {size} bytes, smallest homes {tokens[:6]}, white sites on {flat.area:.0f} of flood plain"
    )
