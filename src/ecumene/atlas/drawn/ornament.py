"""What makes a sheet of it: frame, compass and title cartouche."""

from __future__ import annotations

from html import escape

from ecumene.atlas.drawn.layers import city_site, limit_disc, volcano
from ecumene.atlas.drawn.scene import Scene, layer, number

FRAME = 46.0


def frame(scene: Scene) -> str:
    style, (x0, y0, x1, y1) = scene.style, scene.view.crop
    gold, f = style["frame_line"], FRAME
    inner = f"M{x0} {y0}H{x1}V{y1}H{x0}zM{x0 + f} {y0 + f}V{y1 - f}H{x1 - f}V{y0 + f}z"
    parts = [f'<path d="{inner}" fill="{style["frame"]}" fill-rule="evenodd"/>']
    for inset, width in ((f, 3), (f - 12, 1.5)):
        parts.append(
            f'<rect x="{x0 + inset}" y="{y0 + inset}" width="{x1 - x0 - 2 * inset}" height="{y1 - y0 - 2 * inset}"'
            f' fill="none" stroke="{gold}" stroke-width="{width}"/>'
        )
    ticks, a, b, c, d = [], x0 + f - 12, y0 + f - 12, x1 - f + 12, y1 - f + 12
    across, down = 2 * round((c - a) / 250) + 1, 2 * round((d - b) / 250) + 1
    for n in range(0, across, 2):
        w = (c - a) / across
        ticks += [f"M{number(a + n * w)} {number(y)}h{number(w)}v12h{number(-w)}z" for y in (b, d - 12)]
    for n in range(0, down, 2):
        h = (d - b) / down
        ticks += [f"M{number(x)} {number(b + n * h)}v{number(h)}h12v{number(-h)}z" for x in (a, c - 12)]
    return layer("frame", *parts, f'<path d="{"".join(ticks)}" fill="{gold}"/>')


def compass(scene: Scene) -> str:
    style, (x, y), k = scene.style, scene.view.compass, scene.view.scale
    points = []
    for n in (1, 3, 5, 7, 0, 2, 4, 6):
        tip, dark = (-112, style["volcano"]) if n % 2 == 0 else (-70, style["sea_border"])
        points.append(
            f'<g transform="rotate({45 * n})" stroke="{style["card_edge"]}" stroke-width="1.4">'
            f'<path d="M0 {tip}L13 -13L0 0z" fill="{style["card"]}"/>'
            f'<path d="M0 {tip}L-13 -13L0 0z" fill="{dark}"/></g>'
        )
    return layer(
        "compass",
        f'<g transform="translate({number(x)} {number(y)}) scale({k})"><circle r="52" fill="none"'
        f' stroke="{style["card_edge"]}" stroke-width="1.4"/>{"".join(points)}'
        f'<circle r="9" fill="{style["frame_line"]}" stroke="{style["card_edge"]}"/>'
        '<text class="title" y="-122" text-anchor="middle" font-size="34"'
        f' fill="{style["card_title"]}">N</text></g>',
    )


def cartouche(scene: Scene, title: str, subtitle: str) -> str:
    """The title with the key to the signs."""
    style, (x, y), k = scene.style, scene.view.cartouche, scene.view.scale
    shape = "M-400 -120h800q-18 26 0 52v170q-18 26 0 52h-800q18 -26 0 -52v-170q18 -26 0 -52z"
    signs = [
        (-345, 48, limit_disc((0, 0), 2, scene), "population limit"),
        (-345, 100, city_site((0, 0), "black", scene), "city site"),
        (
            -60,
            48,
            f'<rect x="-22" y="-15" width="44" height="30" fill="{style["plain"]}" stroke="{style["plain_edge"]}"/>',
            "flood plain",
        ),
        (-60, 100, city_site((0, 0), "white", scene), "site on flood plain"),
        (225, 48, volcano((0, 0), scene), "volcano"),
    ]
    key = "".join(
        f'<g transform="translate({sx} {sy})">{sign}<text class="name" x="34" y="9" font-size="27"'
        f' fill="{style["ink"]}">{text}</text></g>'
        for sx, sy, sign, text in signs
    )
    return layer(
        "cartouche",
        f'<g transform="translate({number(x)} {number(y)}) scale({k})">'
        f'<path d="{shape}" fill="{style["card"]}" fill-opacity=".95" stroke="{style["card_edge"]}" stroke-width="4"/>'
        f'<path d="M-380 -106h760v246h-760z" fill="none" stroke="{style["frame_line"]}" stroke-width="2"/>'
        f'<text class="title" y="-42" text-anchor="middle" font-size="58" letter-spacing="7"'
        f' fill="{style["card_title"]}">{escape(title)}</text>'
        f'<text class="sea-name" text-anchor="middle" font-size="32" fill="{style["ink"]}">{escape(subtitle)}</text>'
        f"{key}</g>",
    )
