"""What is recorded: the entries of a game's journal, and the line of play that a journal leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ecumene.kernel.refusal import BadRecord

_encode = msgspec.json.Encoder().encode


class Given(msgspec.Struct, frozen=True, tag="answer", tag_field="entry"):
    """A seat answered. `digest` is that of the decision it answered; `by` says who gave it (seat, clock, bot, plan)."""

    seat: int
    answer: Any
    digest: int
    by: str = "seat"


class Waited(msgspec.Struct, frozen=True, tag="wait", tag_field="entry"):
    """A seat insists on waiting for those before it in the order."""

    seat: int


class Called(msgspec.Struct, frozen=True, tag="call", tag_field="entry"):
    """A seat did something outside its decisions (`Title.interject`)."""

    seat: int
    action: str


class Undone(msgspec.Struct, frozen=True, tag="undo", tag_field="entry"):
    """The line of play was cut back to its first `to` entries."""

    to: int
    seat: int
    by: str = "seat"


Acted = Given | Waited | Called
Entry = Acted | Undone


def cut_down(
    line: Sequence[Acted], undone: Sequence[Given], journal: Sequence[Entry], first: int
) -> tuple[list[tuple[int, Acted]], list[Given]]:
    """The line of play that `journal` leads to from `line`, with the numbers of its entries; what can be redone."""
    same, rest, redo = shorten(line, undone, journal, first)
    return [*((0, entry) for entry in line[:same]), *rest], redo


def shorten(
    line: Sequence[Acted], undone: Sequence[Given], journal: Sequence[Entry], first: int
) -> tuple[int, list[tuple[int, Acted]], list[Given]]:
    """How much of `line` stays when `journal` follows, what comes after it (numbered), and what can be redone."""
    same = len(line)
    rest: list[tuple[int, Acted]] = []
    redo = list(undone)
    for number, entry in enumerate(journal, 1):
        if not isinstance(entry, Undone):
            rest.append((number, entry))
            follow(redo, entry)
            continue
        if not first <= entry.to < same + len(rest):
            raise BadRecord(number, f"undo to {entry.to}, but there are {same + len(rest)} answers")
        kept = max(0, entry.to - same)
        cut = [*line[entry.to : same], *(one for _, one in rest[kept:])]
        del rest[kept:]
        same = min(same, entry.to)
        follow(redo, entry, cut)
    return same, rest, redo


def follow(undone: list[Given], entry: Entry, cut: Sequence[Acted] = ()) -> None:
    """Keep the list of what can be redone: an undo adds to it, its redo takes from it, anything else ends it."""
    if isinstance(entry, Undone):
        first = cut[0]
        if entry.by == "seat" and isinstance(first, Given):
            undone.append(first)
        else:
            undone.clear()
    elif isinstance(entry, Given):
        if undone and _same(undone[-1], entry):
            undone.pop()
        else:
            undone.clear()
    elif isinstance(entry, Called):
        undone.clear()


def _same(one: Given, other: Given) -> bool:
    return (one.seat, one.digest) == (other.seat, other.digest) and _encode(one.answer) == _encode(
        other.answer
    )
