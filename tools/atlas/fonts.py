"""Fonts (SIL Open Font License): the letters that the boards use, as woff2; and ttf copies for measuring."""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

# shipped name, name for measuring, file in the package, characters beside plain latin
WANTED = [
    ("alegreya-sc", "AlegreyaSC-Bold", "alegreya-sc-latin-700-normal"),
    ("alegreya", "Alegreya-Bold", "alegreya-latin-700-normal"),
    ("cinzel", "Cinzel-SemiBold", "cinzel-latin-700-normal"),
    ("im-fell-english", "Fell-Italic", "im-fell-english-latin-400-italic"),
]
TEXT = (
    "".join(map(chr, range(0x20, 0x7F))) + "".join(map(chr, range(0xC0, 0x100))) + "\u2013\u2019\u00d7\u00b7"
)


def main(packages: Path, measure: Path, ship: Path) -> None:
    measure.mkdir(parents=True, exist_ok=True)
    ship.mkdir(parents=True, exist_ok=True)
    for name, ttf, pattern in WANTED:
        found = sorted(packages.glob(f"**/{pattern}.woff2"))
        if found:
            cut(found[0], ship / f"{name}.woff2")
        font = TTFont(ship / f"{name}.woff2", recalcTimestamp=False)
        font.flavor = None
        font.save(measure / f"{ttf}.ttf")


def cut(source: Path, target: Path) -> None:
    """The letters that are used, as woff2."""
    options = subset.Options()
    options.flavor, options.layout_features, options.hinting = "woff2", ["kern", "liga"], False
    options.recalc_timestamp = False
    small = subset.load_font(str(source), options)
    chosen = subset.Subsetter(options)
    chosen.populate(text=TEXT)
    chosen.subset(small)
    subset.save_font(small, str(target), options)


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:4]))
