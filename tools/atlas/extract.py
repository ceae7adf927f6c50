"""Take what the boards need out of Natural Earth 10m (public domain) once: natural_earth.json.xz beside this file.

Usage: extract.py <folder with ne_10m_land.shp and ne_10m_rivers_lake_centerlines.shp>. Rounded to 0.002 degrees.
"""

# Runs once in a life.
# ruff: noqa: C901, PERF401, PLR0912, RUF007

from __future__ import annotations

import json
import lzma
import sys
import tomllib
from pathlib import Path

import numpy as np
import shapefile
from shapely.geometry import Point, Polygon, box

HERE = Path(__file__).resolve().parent
WINDOW = (-31.0, -9.0, 111.0, 71.0)


def rows(ring: np.ndarray) -> list[int]:
    whole = np.floor(np.asarray(ring) * 500 + 0.5).astype(int)
    keep = np.r_[True, np.any(np.diff(whole, axis=0) != 0, axis=1)]
    whole = whole[keep]
    return np.vstack([whole[:1], np.diff(whole, axis=0)]).ravel().tolist()


def main(folder: Path) -> None:
    features = tomllib.loads((HERE / "features.toml").read_text("utf-8"))
    window, land, lakes, rivers = box(*WINDOW), [], {}, []
    for shape in shapefile.Reader(str(folder / "ne_10m_land.shp")).iterShapes():
        if shape.shapeType == 0:
            continue
        geo = shape.__geo_interface__
        for part in [geo["coordinates"]] if geo["type"] == "Polygon" else geo["coordinates"]:
            solid = Polygon(part[0]).buffer(0)
            if not solid.intersects(window) or solid.area < 0.0008:
                continue
            piece = solid.intersection(window)
            for body in getattr(piece, "geoms", [piece]):
                if body.geom_type == "Polygon":
                    land.append(rows(body.exterior.simplify(0.002).coords))
            for hole in part[1:]:
                for name, (lat, lon) in features["lakes"].items():
                    if Polygon(hole).contains(Point(lon, lat)):
                        lakes[name] = rows(Polygon(hole).simplify(0.003).exterior.coords)
    for record in shapefile.Reader(
        str(folder / "ne_10m_rivers_lake_centerlines.shp"), encoding="latin-1"
    ).iterShapeRecords():
        if record.shape.shapeType == 0 or not box(*record.shape.bbox).intersects(window):
            continue
        fields = record.record.as_dict()
        rank = int(fields.get("scalerank") or 9)
        if rank > 6 or "Canal" in str(fields.get("featurecla")):
            continue
        points, parts = np.asarray(record.shape.points), [*record.shape.parts, len(record.shape.points)]
        for a, b in zip(parts[:-1], parts[1:], strict=True):
            rivers.append({"name": str(fields.get("name") or ""), "rank": rank, "points": rows(points[a:b])})
    data = {"scale": 500, "land": land, "lakes": lakes, "rivers": rivers}
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    (HERE / "natural_earth.json.xz").write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    missing = set(features["lakes"]) - set(lakes)
    print(
        len(land), "land rings", len(lakes), "lakes", len(rivers), "rivers; lakes not found:", sorted(missing)
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
