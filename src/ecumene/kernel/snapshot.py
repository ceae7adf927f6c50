"""A game at a step's boundary, as data: going on from it costs the same at move 10 and at move 5,000.

A snapshot is a cache. What came before it is not in the game that goes on from it (its place is kept, so that every
number means the same), so nothing before it can be undone or looked back at: take an earlier snapshot for that.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ecumene.kernel.chance import Chance
from ecumene.kernel.event import Event, Told
from ecumene.kernel.game import Game
from ecumene.kernel.journal import Waited
from ecumene.kernel.refusal import BadRecord
from ecumene.kernel.seat import Seat, Viewer
from ecumene.kernel.title import Title


class _Forgotten(Told, frozen=True):
    """Stands for every line of the log before the snapshot."""

    def seen_by(self, viewer: Viewer) -> bool:
        return False


BEFORE = Waited(-1)
"""Stands for every entry before the snapshot."""
_FORGOTTEN = _Forgotten(0, "", Event())


class Snapshot(msgspec.Struct, frozen=True):
    """After `length` entries of the line of play and `entries` of the journal; `logged` lines were in the log."""

    title: str
    version: int
    length: int
    entries: int
    serials: dict[Seat, int]
    logged: int
    chance: dict[str, int]
    state: Any


def newest(game: Game, entries: int) -> Snapshot:
    """The last step's boundary of `game`; `entries` is how long the journal was there (see `boundary`)."""
    kept = game._checkpoints[-1]
    meta = game.title.meta
    return Snapshot(
        meta.key, meta.version, kept.length, entries, dict(kept.serials), kept.logged,
        dict(kept.chance.counts), kept.state.clone(),
    )  # fmt: skip


def boundary(game: Game) -> int:
    """How many entries of the line of play were there at the last step's boundary."""
    return game._checkpoints[-1].length


def go_on(title: Title, options: Any, seats: int, seed: str, snapshot: Snapshot) -> Game:
    """The game as it was at the snapshot; replay what followed. Raises `BadRecord` if it is of other rules."""
    if (snapshot.title, snapshot.version) != (title.meta.key, title.meta.version):
        raise BadRecord(0, f"a snapshot of {snapshot.title} {snapshot.version}")
    try:
        written = msgspec.to_builtins(snapshot.state, str_keys=True)
        state = msgspec.convert(written, title.state_type, strict=True, str_keys=True)
    except msgspec.ValidationError as wrong:
        raise BadRecord(0, f"a snapshot that does not fit: {wrong}") from None
    return Game._go_on(
        title, options, seats, seed, title.play(state, Chance(seed, snapshot.chance)),
        [BEFORE] * snapshot.entries, [BEFORE] * snapshot.length, [_FORGOTTEN] * snapshot.logged, snapshot.serials,
    )  # fmt: skip
