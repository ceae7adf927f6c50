"""The picture of a board as one SVG text, from the shipped files alone."""

from __future__ import annotations

from base64 import b64encode
from importlib.resources import files

from ecumene.atlas.boards import Board
from ecumene.atlas.drawn import layers, ornament
from ecumene.atlas.drawn.scene import Scene, number
from ecumene.atlas.drawn.sheet import Drawing, drawing
from ecumene.atlas.drawn.style import theme
from ecumene.atlas.layouts import board as board_of

FONTS = {
    "Alegreya SC": ("alegreya-sc", 700, "normal"),
    "Alegreya": ("alegreya", 700, "normal"),
    "Cinzel": ("cinzel", 700, "normal"),
    "IM Fell English": ("im-fell-english", 400, "italic"),
}
LETTERING = (
    ".name{font-family:'Alegreya SC',serif;font-weight:700}.limit{font-family:Alegreya,serif;font-weight:700}"
    ".title,.land-name{font-family:Cinzel,serif;font-weight:700}"
    ".sea-name{font-family:'IM Fell English','IM FELL English',serif;font-style:italic}.land-name{fill-opacity:.6}"
)
SUBTITLES = {
    ("oecumene", "west"): "the western half",
    ("oecumene", "east"): "the eastern half",
    ("oecumene", "whole"): "the whole inhabited world",
    ("mediterranean", "whole"): "the lands around the middle sea",
}


def data_url(name: str, kind: str) -> str:
    raw = files("ecumene.atlas").joinpath("drawn", name).read_bytes()
    return f"data:{kind};base64,{b64encode(raw).decode()}"


def font_faces() -> str:
    """The four typefaces as CSS, embedded."""
    return "".join(
        f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{slope};"
        f"src:url({data_url(f'fonts/{name}.woff2', 'font/woff2')}) format('woff2')}}"
        for family, (name, weight, slope) in FONTS.items()
    )


def view_of(board: Board, sheet: Drawing) -> str:
    """The smallest view of the drawing that holds all areas on the table."""
    sides = {board.world.places[area].block for area in board.on_table if not board.world.places[area].sea}
    for name in sheet.views:
        if sides == {name}:
            return name
    return "whole" if "whole" in sheet.views else next(iter(sheet.views))


def render_svg(board: str | Board, *, night: bool = False, view: str = "", relief: str = "embed") -> str:
    """The board with this key, drawn.

    `relief` is "embed" (a picture that stands alone), "" (none) or the address of the relief picture.
    """
    laid = board_of(board) if isinstance(board, str) else board
    sheet, key_of = drawing(laid.world.key), laid.world.places
    style_name = "night" if night else "light"
    name = view or view_of(laid, sheet)
    scene = Scene(
        drawing=sheet,
        style=theme(style_name),
        view=sheet.views[name],
        on_table=frozenset(key_of[area].key for area in laid.on_table),
        in_play=frozenset(key_of[area].key for area in (*laid.areas, *laid.seas)),
    )
    if relief == "embed":
        relief = data_url(f"{laid.world.key}-relief-{style_name}.webp", "image/webp")
    wide, high = (number(side) for side in scene.size)
    box = f"{number(scene.view.crop[0])} {number(scene.view.crop[1])} {wide} {high}"
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{wide}" height="{high}">',
            f"<style>{font_faces()}{LETTERING}</style>",
            layers.sea(scene),
            layers.land(scene, relief),
            layers.tints(scene),
            layers.out_of_play(scene),
            layers.waters(scene),
            layers.borders(scene),
            layers.names(scene),
            layers.symbols(scene),
            ornament.compass(scene),
            ornament.frame(scene),
            ornament.cartouche(scene, "ECVMENE", SUBTITLES.get((sheet.world, name), "")),
            "</svg>",
        )
    )
