"""Looking back: the game as it was, from the nearest snapshot and what followed. The running one is not touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ecumene.kernel import REFEREE, BadRecord, Entry, Game, Viewer, dump
from ecumene.kernel.journal import Acted, cut_down
from ecumene.kernel.snapshot import BEFORE, go_on
from ecumene.server.problems import Broken, NotFound
from ecumene.server.store.append import Row
from ecumene.server.store.snapshots import Kept, OldTold
from ecumene.server.tables.info import is_late
from ecumene.server.tables.keeper import LOAD_SECONDS, entries_of
from ecumene.server.tables.lens import first_after, shown
from ecumene.server.wire.common import Line
from ecumene.server.wire.play import LogPage, Moment, Then, Timeline

if TYPE_CHECKING:
    from ecumene.server.tables.house import House
    from ecumene.server.tables.live import LiveTable


class History:
    def __init__(self, house: House) -> None:
        self.house = house

    async def length(self, table: LiveTable, viewer: Viewer) -> int:
        async with table.lock:
            return len((await self._present(table, viewer)).line)

    @staticmethod
    async def _present(table: LiveTable, viewer: Viewer) -> Game:
        """What a viewer takes for the present game. Hold the lock."""
        return await (table.late.game() if is_late(table, viewer) else table.game())

    async def at(self, table: LiveTable, viewer: Viewer, at: int) -> Game:
        """The game after the first `at` entries of its line of play. It is the caller's own."""
        if not 0 <= at <= await self.length(table, viewer):
            raise NotFound("no_such_moment")
        if is_late(table, viewer):
            async with table.lock:
                return await table.late.past(at)
        if table.keeper is not None:
            await table.keeper.settle()
        snapshots, journal = self.house.snapshots, self.house.journal
        kept = await snapshots.newest(table.id, at)
        following = await snapshots.following(table.id, at)
        rows = await journal.tail(table.id, kept.row - 1 if kept else 0, following.row if following else None)
        try:
            return await self.house.workshop.run(
                lambda: _past(table, kept, following, rows, at), LOAD_SECONDS
            )
        except BadRecord as wrong:
            raise Broken("unreadable", str(wrong)) from None

    async def then(self, table: LiveTable, viewer: Viewer, at: int) -> Then:
        game = await self.at(table, viewer, at)
        length = await self.length(table, viewer)

        def look() -> Then:
            start = first_after(game.play.log, at - 1)
            return Then(at, length, game.view(viewer), tuple(shown(game.play.log, viewer, start)))

        return await self.house.workshop.run(look)

    # -- the log ------------------------------------------------------------------------------------------------

    async def page(self, table: LiveTable, viewer: Viewer, before: int, limit: int) -> LogPage:
        """The log before answer `before`, at least `limit` lines if there are so many, whole answers only.

        After the end it is open: whoever may see the table may read what was told to anybody, as in the record.
        """
        async with table.lock:
            game = await self._present(table, viewer)
            base = game.begins  # up to there the lines were forgotten with the snapshot
            stop = first_after(game.play.log, before - 1)
            if game.ended:
                viewer = REFEREE
            lines = shown(game.play.log, viewer, 0, stop)
        first = base + 1 if base else 0
        while len(lines) < limit and first > 0:
            pages = await self.house.snapshots.logs(table.id, first, 1)
            if not pages:
                first = 0
                break
            older = [_line(told) for told in pages[0].lines if told.at < before and _seen(told, viewer)]
            lines = older + lines
            previous = await self.house.snapshots.newest(table.id, pages[0].length - 1)
            first = previous.snapshot.length + 1 if previous else 0
        if len(lines) > limit:
            cut = len(lines) - limit
            while cut > 0 and lines[cut - 1].at == lines[cut].at:
                cut -= 1
            if cut:
                lines, first = lines[cut:], lines[cut].at
        return LogPage(first, before, tuple(lines))

    async def timeline(self, table: LiveTable, viewer: Viewer) -> Timeline:
        """Where the steps began, as far as something was told to everybody in them."""
        length = await self.length(table, viewer)
        page = await self.page(table, viewer, length + 1, 1_000_000)
        moments: list[Moment] = []
        for line in page.lines:
            if line.private:
                continue
            if not moments or moments[-1].step != line.step:
                moments.append(Moment(line.at, line.step))
        return Timeline(length, tuple(moments))

    # -- the record ---------------------------------------------------------------------------------------------

    async def record(self, table: LiveTable) -> bytes:
        """The `.ecu` file. Until the game is over it says only what was committed to."""
        over = table.row.status == "ended"
        if not over:
            async with table.lock:
                game = await table.game()
                return await self.house.workshop.run(lambda: dump(game, secret=False))
        rows = await self.house.journal.tail(table.id, 0)

        def whole() -> bytes:
            if table.title is None:
                raise BadRecord(0, "no such title here")
            options = msgspec.convert(table.row.options, table.title.options_type)
            game = Game(table.title, options, table.row.seats, table.row.seed)
            game.replay([entry for row in rows for entry in entries_of(row)])
            return dump(game, compress=True)

        try:
            return await self.house.workshop.run(whole, LOAD_SECONDS)
        except BadRecord as wrong:
            raise Broken("unreadable", str(wrong)) from None


def _past(table: LiveTable, kept: Kept | None, following: Kept | None, rows: list[Row], at: int) -> Game:
    title, row = table.title, table.row
    if title is None:
        raise BadRecord(0, "no such title here")
    options = msgspec.convert(row.options, title.options_type)
    known = length = 0
    if kept is None:
        game = Game(title, options, row.seats, row.seed)
    else:
        game = go_on(title, options, row.seats, row.seed, kept.snapshot)
        known, length = kept.snapshot.entries, kept.snapshot.length
    # What comes after the following snapshot never cuts the line below it: up to there the journal is enough.
    most = following.snapshot.entries if following else 1 << 60
    new: list[Entry] = []
    for each in rows:
        for number, entry in enumerate(entries_of(each), each.seq):
            if known < number <= most:
                new.append(entry)
    before: list[Acted] = [BEFORE] * length
    line, _ = cut_down(before, [], new, length)
    game.replay([entry for _, entry in line[length:at]])
    return game


def _line(told: OldTold) -> Line:
    return Line(told.at, told.step, told.event, told.to is not None)


def _seen(told: OldTold, viewer: Viewer) -> bool:
    return told.to is None or viewer == REFEREE or viewer in told.to
