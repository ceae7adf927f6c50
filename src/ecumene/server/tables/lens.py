"""One viewer's sight of a game: what he holds already, and what he must be told to hold the present.

A lens keeps the viewer's last view as plain JSON and the last deltas as bytes, so that all sockets of one viewer share
the work, and somebody who was away for a moment gets what he missed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from typing import Any

import msgspec

from ecumene.kernel import Game, Told, Undone, Viewer
from ecumene.server.tables.diff import Change, Path, difference
from ecumene.server.wire.common import Line
from ecumene.server.wire.play import DeltaFrame

_KEPT_DELTAS = 100
_encode = msgspec.json.Encoder().encode


class Lens:
    __slots__ = ("_logged", "_plain", "body", "deltas", "version", "viewer")

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.version = -1
        self.body = b"null"
        self.deltas: deque[tuple[int, int, bytes]] = deque(maxlen=_KEPT_DELTAS)
        self._plain: Any = None
        self._logged = 0

    def look(self, game: Game) -> bytes | None:
        """Look at the game as it is now. Answers the delta; None if nothing has happened or it is the first look."""
        if self.version == game.version:
            return None
        body = _encode(game.view(self.viewer))
        # Through JSON, because a title's view may hold parts of the living state.
        plain = msgspec.json.decode(body)
        delta: bytes | None = None
        if self.version >= 0:
            delta = self._delta(game, plain)
            self.deltas.append((self.version, game.version, delta))
        self.version, self.body, self._plain = game.version, body, plain
        self._logged = len(game.play.log)
        return delta

    def since(self, version: int) -> list[bytes] | None:
        """The deltas that lead from `version` to now; None if some are no longer known."""
        if version == self.version:
            return []
        found = [delta for before, _, delta in self.deltas if before >= version]
        first = next((before for before, _, _ in self.deltas if before >= version), None)
        return found if first == version else None

    def _delta(self, game: Game, plain: Any) -> bytes:  # noqa: ANN401 - JSON
        gone: list[Path] = []
        changes: list[Change] = []
        difference(self._plain, plain, (), gone, changes)
        log: list[Told] = game.play.log
        undone = [entry.to for entry in game.journal[self.version :] if isinstance(entry, Undone)]
        cut = min(undone) if undone else None
        start = self._logged if cut is None else min(self._logged, first_after(log, cut))
        lines = tuple(shown(log, self.viewer, start))
        return _encode(DeltaFrame(self.version, game.version, tuple(gone), tuple(changes), cut, lines))


def first_after(log: list[Told], at: int) -> int:
    """The place in the log of the first line that came about after answer `at`."""
    return bisect_right(log, at, key=lambda told: told.at)


def shown(log: list[Told], viewer: Viewer, start: int, stop: int | None = None) -> list[Line]:
    """The lines from `start` to `stop` that this viewer may see."""
    return [
        Line(told.at, told.step, told.event, told.to is not None)
        for told in log[start:stop]
        if told.seen_by(viewer)
    ]
