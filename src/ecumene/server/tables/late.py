"""The game as it was some minutes ago, for those who may look on late only.

It is a game of its own, made from the journal's beginning: what was undone since is not undone in it yet, and no
snapshot or page of the log that was written later can tell anything too early.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec

from ecumene.kernel import BadRecord, Game
from ecumene.server.ids import now
from ecumene.server.store.engine import is_lost
from ecumene.server.tables.keeper import LOAD_SECONDS, Unreachable, Unreadable, entries_of
from ecumene.server.tables.workshop import TookTooLong

if TYPE_CHECKING:
    from ecumene.server.tables.live import LiveTable

EVERY = 2.0
"""Seconds after which it is worth looking whether something has become old enough."""


class Late:
    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self._game: Game | None = None
        self._looked = 0.0

    async def game(self) -> Game:
        """The game as it was `delay` minutes ago. Hold the table's lock."""
        known = self._game
        if known is not None and time.monotonic() - self._looked < EVERY:
            return known
        try:
            self._game = found = await self._caught_up(known)
        except Exception as error:
            self._game = None
            if is_lost(error):
                raise Unreachable from error
            raise
        self._looked = time.monotonic()
        return found

    async def past(self, at: int) -> Game:
        """That game after its first `at` entries; it is the caller's own. Hold the table's lock."""
        line = (await self.game()).line[:at]

        def again() -> Game:
            game = self._begin()
            game.replay(line)
            return game

        return await self.table.house.workshop.run(again, LOAD_SECONDS)

    def forget(self) -> None:
        self._game = None

    async def _caught_up(self, game: Game | None) -> Game:
        table, moment = self.table, now() - self.table.row.delay * 60_000
        rows = await table.house.journal.tail(table.id, 0 if game is None else game.version, until=moment)

        def follow() -> Game:
            made = game or self._begin()
            made.replay([entry for row in rows for entry in entries_of(row)])
            return made

        try:
            return await table.house.workshop.run(follow, LOAD_SECONDS)
        except (BadRecord, TookTooLong) as wrong:
            raise Unreadable(str(wrong) or "replaying it takes too long") from wrong

    def _begin(self) -> Game:
        title, row = self.table.title, self.table.row
        if title is None:
            raise Unreadable(f"there is no title {row.title!r} here")
        return Game(title, msgspec.convert(row.options, title.options_type), row.seats, row.seed)
