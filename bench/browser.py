"""What a person waits for in the browser: the board, a frame while the map moves, a change of fifty pieces.

A real server in its own process and a real browser, as in tests/browser. They start when the first case runs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from bench.case import Case

if TYPE_CHECKING:
    from tests.browser.desk import Desk

FRAMES = 60


@cache
def desk() -> Desk:
    sys.path.append(str(Path(__file__).parents[1] / "tools"))  # as pytest has it
    from tests.browser.desk import Desk  # noqa: PLC0415 - whoever measures something else needs no browser

    return Desk()


def move(how: str) -> None:
    desk().move(how, FRAMES)


def cases() -> Iterator[Case]:
    yield Case("browser: from the address to a board with its pieces", lambda: desk().open(), 1.5)
    for how in ("pan", "zoom"):
        yield Case(
            f"browser: a frame of the map in motion ({how}), 600 pieces", partial(move, how), 1 / 50, FRAMES
        )
    yield Case("browser: 50 pieces change, from the socket to the page and back", lambda: desk().change())
