"""Draws the worlds anew: gazetteer and public-domain geography in, src/ecumene/atlas/drawn out. See build.sh.

Every step is seeded and counted, none stops by the clock: the same inputs give the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import pickle
import time
from pathlib import Path

import carve
import coast as coast_module
import furnish
import grow
import nodes
import numpy as np
import palette
import place
import recipes
import relief
import shapely
import trials
import untangle
import warp
from shapely.geometry import Polygon, box

HERE = Path(__file__).resolve().parent
DRAWN = HERE.parents[1] / "src" / "ecumene" / "atlas" / "drawn"
THEMES = {  # ground, dark stroke, light stroke, depth of the dark and of the light
    "light": ("#f1e4c3", "#5a3d20", "#fffdf2", (0.42, 0.5)),
    "night": ("#2a2f38", "#0b0d12", "#69707c", (0.5, 0.28)),
}


def land_points(earth: dict) -> np.ndarray:
    land = shapely.union_all([Polygon(ring).buffer(0) for ring in earth["land"] if len(ring) > 3])
    shapely.prepare(land)
    lon, lat = np.meshgrid(np.arange(-30, 110, 0.5), np.arange(-8, 70, 0.5))
    inside = shapely.contains_xy(land, lon, lat)
    return np.stack([lon[inside], lat[inside]], -1)


def draw(world: str, fonts: Path, shading: Path, keep: Path | None) -> None:
    started = time.perf_counter()

    def say(text: str) -> None:
        print(f"[{time.perf_counter() - started:5.0f} s] {world}: {text}", flush=True)

    recipe, graph, earth, feature = (
        recipes.RECIPES[world],
        nodes.graph(world),
        furnish.natural_earth(),
        furnish.features(),
    )
    chart = warp.Warp(recipe, graph.globe, recipes.room(graph), land_points(earth))
    if chart.folds():
        raise SystemExit("the warp folds")
    width, height = chart.width, round(chart.height / grow.CELL) * grow.CELL
    say(f"warped onto {width:.0f} x {height:.0f}")
    inland = feature["seas_inland"]["names"]
    coast = coast_module.Coast(
        graph, earth, chart.to_sheet, box(0, 0, width, height), feature["straits"], inland, recipe.window
    )
    positions = untangle.untangle(graph, coast.nodes, width, height)
    say("untangled")
    owner = coast.owners(width, height, grow.CELL)
    blocked = [
        (*chart.to_sheet(np.array([[lon, lat]]))[0], radius)
        for lat, lon, radius in furnish.gazetteer(world).get("blocked", {}).values()
    ]
    grown = grow.grow(graph, positions, coast.nodes, owner, coast.groups(graph), recipe.reach, blocked)
    say("grown")
    sheet = carve.carve(graph, grown, coast.owners(width, height, trials.PIXEL))
    say(f"carved: {len(sheet.arcs)} arcs, {sum(len(points) for points, _, _ in sheet.arcs)} points")
    places = place.Places(chart, coast, recipe.window)
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / f"{world}.pickle").write_bytes(pickle.dumps((sheet, chart, coast)))
    finish(world, sheet, places, fonts, shading)
    say("done")


def finish(world: str, sheet, places: place.Places, fonts: Path, shading: Path) -> None:
    recipe = recipes.RECIPES[world]
    true = {key: (row[1], row[0]) for key, row in furnish.gazetteer(world)["areas"].items()}
    furnish.furnish(
        world, sheet, true, places.to_sheet, fonts, DRAWN, recipe.views(sheet.width, sheet.height)
    )
    shade = relief.paint(
        sheet, relief.source(shading), lambda spots: places.to_globe(spots, sheet), recipe.relief_step
    )
    for theme, look in THEMES.items():
        relief.bake(shade, *look).save(DRAWN / f"{world}-relief-{theme}.webp", "WEBP", quality=70, method=6)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("worlds", nargs="*", default=list(recipes.RECIPES))
    parser.add_argument("--fonts", type=Path, required=True, help="folder with ttf copies for measuring")
    parser.add_argument("--shading", type=Path, required=True, help="shadedrelief.jpg of Natural Earth")
    parser.add_argument("--keep", type=Path, help="folder for what lies between, for experiments")
    parser.add_argument(
        "--finish", action="store_true", help="start from what --keep kept: names and homes only"
    )
    options = parser.parse_args()
    for world in options.worlds or list(recipes.RECIPES):
        if options.finish:
            sheet, chart, coast = pickle.loads((options.keep / f"{world}.pickle").read_bytes())  # noqa: S301 - written by ourselves
            finish(
                world,
                sheet,
                place.Places(chart, coast, recipes.RECIPES[world].window),
                options.fonts,
                options.shading,
            )
        else:
            draw(world, options.fonts, options.shading, options.keep)
    palette.write(DRAWN)
    sums = {
        path.relative_to(DRAWN).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(DRAWN.rglob("*"))
        if path.suffix in (".json", ".webp", ".woff2", ".css")
    }
    (DRAWN / "SHA256SUMS").write_text("".join(f"{digest}  {name}\n" for name, digest in sums.items()))


if __name__ == "__main__":
    main()
