"""`ecumene atlas`: list the boards, or draw one to a file."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from ecumene.cli.mistakes import Mistake, suggest, whole

if TYPE_CHECKING:
    from ecumene.atlas import Board

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WIDEST = 8000


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    made = subparsers.add_parser("atlas", help="list the boards, or draw one to a file")
    made.add_argument("board", nargs="?", help="the board to draw, for example oecumene-west-9")
    made.add_argument(
        "-o", "--output", type=Path, help="an .svg or .png file (default: the board's name, .svg)"
    )
    made.add_argument("--night", action="store_true", help="the dark drawing")
    made.add_argument(
        "--view", default="", help="the part of the drawing to show (default: what the board needs)"
    )
    made.add_argument(
        "--width", type=whole(1, WIDEST), default=1900, help="how wide a .png is, in pixels (default: 1900)"
    )
    made.set_defaults(run=run)


def run(told: argparse.Namespace) -> int:
    if told.board is None:
        for line in table():
            print(line)
        return 0
    board = find(told.board)
    output: Path = told.output or Path(f"{board.key}.svg")
    if output.suffix not in (".svg", ".png"):
        raise Mistake(f"{output}: the name must end in .svg or .png.")
    svg = draw(board, view=told.view, night=told.night)
    try:
        if output.suffix == ".svg":
            output.write_text(svg, "utf-8")
        else:
            photograph(svg, output, told.width)
    except OSError as error:
        raise Mistake(f"{output} cannot be written: {error.strerror}.") from error
    print(output)
    return 0


def table() -> list[str]:
    """Every board with its size and what is in play."""
    from ecumene.atlas import board, board_keys

    keys = board_keys()
    width = max(map(len, keys))
    return [
        f"{key:{width}}  {len(here.areas):3} areas  {' '.join(here.starts)}"
        for key in keys
        for here in (board(key),)
    ]


def find(key: str) -> "Board":
    """The board of this key, or what may have been meant."""
    from ecumene.atlas import board, board_keys

    try:
        return board(key)
    except (KeyError, ValueError):
        raise Mistake(f"no such board: {suggest(key, board_keys())}") from None


def draw(board: "Board", *, view: str, night: bool) -> str:
    """The board as one SVG that stands alone."""
    from ecumene.atlas.drawn import drawing, drawn_worlds, render_svg

    if board.world.key not in drawn_worlds():
        raise Mistake(f"{board.key}: the world {board.world.key!r} has no drawing.")
    views = drawing(board.world.key).views
    if view and view not in views:
        raise Mistake(f"no such view: {suggest(view, views)}")
    return render_svg(board, night=night, view=view)


def photograph(svg: str, output: Path, width: int) -> None:
    """The drawing as pixels, taken by a browser: it draws SVG as our readers' browsers do."""
    browser = os.environ.get("ECUMENE_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise Mistake(
            "a .png needs Chromium or Chrome (or ECUMENE_CHROMIUM set to one). An .svg needs nothing."
        )
    height = round(width * tall(svg))
    with tempfile.TemporaryDirectory() as folder:
        page, picture = Path(folder, "board.html"), Path(folder, "board.png")
        shown = "<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>"
        page.write_text(f"<!doctype html><meta charset=utf-8>{shown}{svg}", "utf-8")
        done = subprocess.run(  # noqa: S603 - the browser that the person has
            [
                browser,
                "--headless",
                "--no-sandbox",  # it sees our own drawing only, and root has no sandbox
                "--hide-scrollbars",
                "--force-device-scale-factor=1",
                "--default-background-color=00000000",
                f"--user-data-dir={folder}/profile",
                f"--window-size={width},{height}",
                "--virtual-time-budget=10000",
                f"--screenshot={picture}",
                page.as_uri(),
            ],
            capture_output=True,
            check=False,
        )
        if not picture.exists():
            sys.stderr.buffer.write(done.stderr)
            raise Mistake(f"{browser} did not draw the picture.")
        output.write_bytes(picture.read_bytes())


def tall(svg: str) -> float:
    """The height of a drawing, its width being 1."""
    _, _, width, height = map(float, svg.split('viewBox="', 1)[1].split('"', 1)[0].split())
    return height / width
