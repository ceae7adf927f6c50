"""The layers of a board, from the sea floor up. Each is one group with an id, so that a client can switch it."""

from __future__ import annotations

from html import escape

from ecumene.atlas.drawn.scene import Scene, layer, line, number, path
from ecumene.atlas.drawn.sheet import Label, Point


def sea(scene: Scene) -> str:
    """Coastal water, the deeper open sea with its depth rings, and water lines along the coast."""
    style, drawing = scene.style, scene.drawing
    deep = scene.outline(ring for key in scene.seas for ring in drawing.seas[key].water)
    shore = scene.lines(scene.arcs("coast", "shore"))
    rings = "".join(line(deep, style["ring"], width, 0.3) for width in (110, 78, 50, 26))
    return layer(
        "sea",
        f'<rect x="{scene.view.crop[0]}" y="{scene.view.crop[1]}" width="{scene.size[0]}" height="{scene.size[1]}"'
        f' fill="{style["sea"]}"/>',
        path(deep, fill=style["deep"], fill_opacity=0.8, fill_rule="evenodd"),
        f'<clipPath id="clip-deep">{path(deep, clip_rule="evenodd")}</clipPath>',
        f'<g clip-path="url(#clip-deep)">{rings}</g>',
        *(
            line(shore, style["foam"], w, o)
            for w, o in ((58, 0.1), (42, 0.13), (28, 0.16), (16, 0.24), (8, 0.4))
        ),
    )


def land(scene: Scene, relief: str) -> str:
    """All land, in play or not: the relief picture cut out along the coast."""
    drawing = scene.drawing
    rings = [row.land for row in drawing.areas.values()] + [drawing.wild.get("land", [])]
    shapes = "".join(path(scene.outline(r), clip_rule="evenodd") for r in rings)
    fills = "".join(path(scene.outline(r), fill_rule="evenodd") for r in rings)
    width, height = drawing.size
    image = (
        f'<image id="relief" href="{relief}" width="{number(width)}" height="{number(height)}"'
        ' preserveAspectRatio="none" clip-path="url(#clip-land)"/>'
    )
    ground = f'<g fill="{scene.style["parchment"]}">{fills}</g>'
    return layer("land", f'<clipPath id="clip-land">{shapes}</clipPath>', ground, image if relief else "")


def tints(scene: Scene) -> str:
    """Each region in its colour, stronger along its edge."""
    drawing, style, parts = scene.drawing, scene.style, []
    for region in scene.regions:
        shapes = [
            scene.outline(drawing.areas[key].land)
            for key in scene.lands
            if drawing.areas[key].region == region
        ]
        clip = "".join(path(d, clip_rule="evenodd") for d in shapes)
        colour = style.region(region)
        edge = scene.lines(
            arc
            for arc in drawing.arcs
            if arc.kind != "frame"
            and (scene.standing(arc.left) == region) != (scene.standing(arc.right) == region)
            and "land" in (drawing.faces[arc.left][1], drawing.faces[arc.right][1])
        )
        rims = "".join(
            line(edge, colour, width, opacity) for width, opacity in ((52, 0.16), (34, 0.2), (18, 0.28))
        )
        parts.append(
            f'<g id="region-{region}"><clipPath id="clip-{region}">{clip}</clipPath>'
            f'<path d="{"".join(shapes)}" fill="{colour}" fill-opacity="{style.tint}" fill-rule="evenodd"/>'
            f'<g clip-path="url(#clip-{region})">{rims}</g></g>'
        )
    return layer("regions", *parts)


def out_of_play(scene: Scene) -> str:
    """Areas on the table whose region is not in play, and waters that are not on the table."""
    drawing, style = scene.drawing, scene.style
    out = [key for key in drawing.areas if key in scene.on_table and key not in scene.in_play]
    land_shapes = "".join(scene.outline(drawing.areas[key].land) for key in out)
    waters = "".join(
        scene.outline(row.water)
        for key, row in (drawing.areas | drawing.seas).items()
        if key not in scene.on_table
    ) + scene.outline(drawing.wild.get("water", []))
    hatch = (
        '<pattern id="hatch" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">'
        f'<path d="M0 7h14" stroke="{style["out_line"]}" stroke-opacity=".25"/></pattern>'
    )
    return layer(
        "out",
        hatch,
        path(land_shapes, fill=style["out"], fill_opacity=0.6, fill_rule="evenodd"),
        path(land_shapes, fill="url(#hatch)", fill_rule="evenodd"),
        path(waters, fill=style["out_sea"], fill_opacity=0.6, fill_rule="evenodd"),
    )


def waters(scene: Scene) -> str:
    """Flood plains, rivers and lakes."""
    drawing, style = scene.drawing, scene.style
    reeds = line("M4 9l3 -5l3 5M17 18l3 -5l3 5", style["plain_edge"], 1.5, 0.5)
    parts = [f'<pattern id="reeds" width="26" height="20" patternUnits="userSpaceOnUse">{reeds}</pattern>']
    for plain in drawing.plains.values():
        if scene.in_play.isdisjoint(plain.areas):
            continue
        d = scene.closed(plain.rings)
        parts.append(path(d, fill=style["plain"], fill_opacity=0.62, fill_rule="evenodd"))
        parts.append(path(d, fill="url(#reeds)", fill_rule="evenodd"))
        parts.append(line(d, style["plain_edge"], 2, 0.7, stroke_dasharray="7 4"))
    for river in drawing.rivers:
        width = {1: 5.2, 2: 4.4, 3: 4.2, 4: 3.6, 5: 3.1}.get(river.rank, 2.6)
        parts.append(line(scene.stroke(river.line), style["river"], width, stroke_linecap="round"))
    for plain in drawing.plains.values():
        parts += [line(scene.stroke(d), style["river"], 5, stroke_linecap="round") for d in plain.rivers]
    for lake in drawing.lakes:
        parts.append(
            path(scene.closed(lake.rings), fill=style["lake"], stroke=style["lake_edge"], stroke_width=1.8)
        )
    return layer("waters", *parts)


def borders(scene: Scene) -> str:
    """Land borders, sea borders and the coast."""
    style = scene.style
    sorts: dict[str, list[str]] = {"inner": [], "region": [], "sea": [], "out": []}
    for arc in scene.arcs("land", "region", "rim", "water", "brink"):
        left, right = scene.standing(arc.left), scene.standing(arc.right)
        if {left, right} <= {"out", "off"}:
            if "out" in (left, right) and arc.kind not in ("water", "brink"):
                sorts["out"].append(scene.stroke(arc.steps))
            continue
        sort = (
            "sea"
            if arc.kind in ("water", "brink")
            else "inner"
            if left == right or arc.kind == "land"
            else "region"
        )
        if scene.drawing.faces[arc.left][0] != scene.drawing.faces[arc.right][0]:
            sorts[sort].append(scene.stroke(arc.steps))
    sea_lines, inner, region, out = ("".join(sorts[k]) for k in ("sea", "inner", "region", "out"))
    coast = scene.lines(scene.arcs("coast", "shore"))
    return layer(
        "borders",
        layer(
            "sea-borders",
            line(sea_lines, style["foam"], 4.4, 0.35),
            line(sea_lines, style["sea_border"], 2.4, 0.85, stroke_dasharray="10 5.5"),
        ),
        line(out, style["out_line"], 1.6, 0.45, stroke_dasharray="4 6"),
        line(inner, style["border_glow"], 5, 0.35),
        line(inner, style["border"], 2.3, 0.9, stroke_linecap="round"),
        line(region, style["border_glow"], 8, 0.5),
        line(region, style["region_border"], 4, stroke_linecap="round"),
        line(coast, style["coast"], 2.4, stroke_linecap="round"),
    )


def words(label: Label, attributes: str) -> str:
    x, y = label.at
    return "".join(
        f'<text x="{number(x)}" y="{number(y + n * label.leading)}" font-size="{label.size}"'
        f' text-anchor="{label.anchor}" {attributes}>{escape(text)}</text>'
        for n, text in enumerate(label.lines)
    )


def names(scene: Scene) -> str:
    """Names of seas, of lands out of play, and of areas."""
    drawing, style = scene.drawing, scene.style
    parts = []
    for key in scene.seas:
        label = drawing.seas[key].label
        look = f'class="sea-name" letter-spacing="{label.size * 0.1:.1f}" fill="{style["sea_name"]}"'
        parts.append(words(label, look))
    for land_name in drawing.lands:
        (x, y), size = land_name.at, land_name.size
        half, near = len(land_name.text) * 0.55 * size, 150 * scene.view.scale
        cx, cy = scene.view.compass
        if abs(cx - x) < half + near and abs(cy - y) < near:
            continue  # the compass stands there
        parts.append(
            f'<text class="land-name" x="{number(x)}" y="{number(y)}" text-anchor="middle" font-size="{number(size)}"'
            f' letter-spacing="{number(size * 0.34)}" fill="{style["land_name"]}">{escape(land_name.text)}</text>'
        )
    halo = (
        f'class="name" fill="{style["ink"]}" stroke="{style["halo"]}" stroke-opacity=".75" stroke-width="5"'
        ' stroke-linejoin="round" paint-order="stroke"'
    )
    parts += [words(drawing.areas[key].label, halo) for key in scene.lands]
    return layer("names", *parts)


def volcano(at: Point, scene: Scene) -> str:
    style, edge = scene.style, scene.style["volcano_edge"]
    smoke = "M-5 -15c-9 -6 -4 -13 2 -10c1 -8 13 -7 11 1c8 0 7 9 -1 10z"
    cone = "M-23 17L-7 -13Q0 -9 7 -13L23 17Q0 23 -23 17z"
    lava = "M-7 -13Q0 -9 7 -13L5 -4Q3 3 1 -2Q-1 8 -3 -3z"
    return (
        f'<g transform="translate({number(at[0])} {number(at[1])})" stroke-linejoin="round">'
        + path(smoke, fill=style["smoke"], stroke=edge, stroke_width=1.4)
        + path(cone, fill=style["volcano"], stroke=edge, stroke_width=2.2)
        + path(lava, fill=style["lava"], stroke=edge)
        + "</g>"
    )


def square(at: Point, half: float, attributes: str) -> str:
    (x, y), side = at, number(2 * half)
    return (
        f'<rect x="{number(x - half)}" y="{number(y - half)}" width="{side}" height="{side}" {attributes}/>'
    )


def city_site(at: Point, kind: str, scene: Scene) -> str:
    fill, inner, half = scene.style[f"site_{kind}"], scene.style[f"site_{kind}_line"], scene.drawing.site
    return square(at, half, f'rx="3" fill="{fill}" stroke="{inner}" stroke-width="2"') + square(
        at, half - 5, f'fill="none" stroke="{inner}" stroke-width="1.5"'
    )


def limit_disc(at: Point, limit: int, scene: Scene) -> str:
    (x, y), style = at, scene.style
    fill = style.limits[min(limit, len(style.limits) - 1)]
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{scene.drawing.disc}" fill="{fill}"'
        f' stroke="{style["disc_edge"]}" stroke-width="2.2"/>'
        f'<text class="limit" x="{number(x)}" y="{number(y + 8.2)}" text-anchor="middle" font-size="25"'
        f' fill="{style["disc_ink"]}">{limit}</text>'
    )


def symbols(scene: Scene) -> str:
    """Volcanoes, city sites and limit discs."""
    drawing = scene.drawing
    parts = [
        volcano(v.at, scene) for v in drawing.volcanoes.values() if not scene.in_play.isdisjoint(v.areas)
    ]
    for key in scene.lands:
        row = drawing.areas[key]
        if row.site:
            parts.append(city_site(row.city, row.site, scene))
        parts.append(limit_disc(row.disc, row.limit, scene))
    return layer("symbols", *parts)
