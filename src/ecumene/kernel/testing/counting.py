"""How many outcomes a small position has, exactly: a number that no change of the code may move by accident.

A count file has a line for each position. `python -m ecumene.kernel.testing counts FILE...` brings it up to date.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

from ecumene.kernel import Answer, Game, Seat
from ecumene.kernel.testing.whereabouts import title_at

T = TypeVar("T")
_LIMIT = 1_000_000


class Count(msgspec.Struct, frozen=True):
    """Ways to get somewhere, and how many different places that are."""

    lines: int
    outcomes: int


def distinct(
    begin: Callable[[], T],
    moves: Callable[[T], Iterable[tuple[Seat, Answer]]],
    make: Callable[[T, Seat, Answer], object],
    outcome: Callable[[T], Hashable],
    depth: int,
) -> Count:
    """Try every move from `begin()` on, `depth` deep, and count. A place without moves is an end.

    Nothing is copied: each line is played from the beginning, so it works for whatever can be begun again.
    """
    lines = 0
    found: set[Hashable] = set()
    todo: list[tuple[tuple[Seat, Answer], ...]] = [()]
    while todo:
        line = todo.pop()
        here = begin()
        for seat, answer in line:
            make(here, seat, answer)
        further = list(moves(here)) if len(line) < depth else []
        if further:
            todo += [(*line, move) for move in further]
        else:
            lines += 1
            found.add(outcome(here))
        if lines + len(todo) > _LIMIT:
            raise RuntimeError(f"more than {_LIMIT} lines")
    return Count(lines, len(found))


def count(game: Game, depth: int) -> Count:
    """All lines of play of `depth` answers from here on (who is asked first in the order of seats answers first)."""

    def moves(here: Game) -> Iterable[tuple[Seat, Answer]]:
        if here.ended:
            return []
        seat = here.due()[0]
        return ((seat, answer) for answer in here.pending[seat].answers())

    return distinct(lambda: game.at(len(game.line)), moves, Game.answer, Game.digest, depth)


def counted(text: str) -> str:
    """The lines of a count file with the numbers as they are now; comments and empty lines stay.

    `module:TITLE seats seed depth options: lines outcomes`, options being JSON without spaces.
    """
    return "".join(
        _counted(line) if ":" in line and line[0] != "#" else line for line in text.splitlines(keepends=True)
    )


def _counted(line: str) -> str:
    what, _, _ = line.rpartition(":")
    where, seats, seed, depth, options = what.split()
    title = title_at(where)
    game = Game(title, msgspec.json.decode(options, type=title.options_type), int(seats), seed)
    found = count(game, int(depth))
    return f"{what}: {found.lines} {found.outcomes}\n"


def check_counts(path: Path) -> None:
    """`AssertionError` if a number has moved."""
    old = path.read_text(encoding="utf-8")
    moved = [new for new, was in zip(counted(old).splitlines(), old.splitlines(), strict=True) if new != was]
    if moved:
        said = "\n".join(moved)
        raise AssertionError(
            f"now:\n{said}\n\nIf that is right: python -m ecumene.kernel.testing counts {path}"
        )
