"""The drawing of a world: shipped geometry, its style, and the picture of a board.

The files beside this module are built by `make map` (tools/atlas); docs/atlas-drawing.md describes them.
"""

from ecumene.atlas.drawn.picture import render_svg
from ecumene.atlas.drawn.sheet import Drawing, drawing, drawn_worlds
from ecumene.atlas.drawn.style import Theme, css, theme

__all__ = ["Drawing", "Theme", "css", "drawing", "drawn_worlds", "render_svg", "theme"]
