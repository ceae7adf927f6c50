"""Pictures of boards for docs/pictures, from the shipped files: pictures.py <folder with ttf fonts> <target folder>."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import resvg_py
from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
from ecumene.atlas.drawn import render_svg

BOARDS = {  # file: board, night, width in pixels
    "board_whole": ("oecumene-both-18", False, 2600),
    "board_west": ("oecumene-west-9", False, 2200),
    "board_east": ("oecumene-east-9", False, 2200),
    "board_mediterranean": ("mediterranean-8-extended", False, 2200),
    "board_west_night": ("oecumene-west-9", True, 1600),
    "board_five_players": ("oecumene-west-5", False, 1600),
}


def main(fonts: Path, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for name, (board, night, width) in BOARDS.items():
        png = resvg_py.svg_to_bytes(
            svg_string=render_svg(board, night=night),
            width=width,
            font_dirs=[str(fonts)],
            skip_system_fonts=True,
        )
        picture = Image.open(io.BytesIO(bytes(png))).convert("RGB")
        picture.save(target / f"{name}.webp", "WEBP", quality=84, method=6)
        print(name, picture.size, (target / f"{name}.webp").stat().st_size, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
