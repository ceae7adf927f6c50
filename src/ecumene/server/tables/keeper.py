"""Keeps one game in memory in step with its journal in the database.

The journal is the truth. The game is made from it (snapshot and tail) when it is first wanted, is dropped whenever it
might differ from it, and nothing that it did counts before the journal has it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from ecumene.kernel import BadRecord, Entry, Game, Refusal, Seat, Title, Undone
from ecumene.kernel.plan import Plan
from ecumene.kernel.snapshot import boundary, go_on, newest
from ecumene.server.ids import now
from ecumene.server.store.append import Row
from ecumene.server.store.engine import is_lost
from ecumene.server.store.journal import Conflict, Journal, Twice
from ecumene.server.store.snapshots import Kept, Snapshots, new_kept, packed
from ecumene.server.store.tables import TableRow
from ecumene.server.tables.workshop import TookTooLong, Workshop

log = logging.getLogger("ecumene.tables")

SNAPSHOT_EVERY = 40  # entries of the line of play
_ATTEMPTS = 8
ANSWER_SECONDS = 5.0
LOAD_SECONDS = 60.0
_entries = msgspec.json.Decoder(list[Entry])
_encode = msgspec.json.Encoder().encode


class Unreadable(Exception):
    """The journal does not lead to a game under the present rules."""


class Failed(Exception):
    """The rules broke down, or took too long, over this one deed; nothing has changed."""


class Unreachable(Exception):
    """The database does not answer (whether the deed is written shows when it does), or others were always quicker."""


def entries_of(row: Row) -> list[Entry]:
    return _entries.decode(row.body)


class Keeper:
    def __init__(
        self,
        row: TableRow,
        title: Title,
        journal: Journal,
        snapshots: Snapshots,
        workshop: Workshop,
        let_me: Callable[[], None] = lambda: None,
    ) -> None:
        """`let_me`: asks the other workers to let this one have its word."""
        self.row = row
        self.title = title
        self.journal = journal
        self.snapshots = snapshots
        self.workshop = workshop
        self.let_me = let_me
        self.game: Game | None = None
        self.keys: dict[str, int] = {}
        self.cut = 0  # the last entry that undid something: views from before it are of another line of play
        self.behind = False  # another worker has written
        self.plans: Sequence[Plan] = ()
        self._where: list[tuple[int, int]] = []  # of each entry of the line: its number, and the row it is in
        self._kept: list[
            tuple[int, int]
        ] = []  # length and log of the snapshots on the line, from the base on
        self._saving: asyncio.Task[None] | None = None

    # -- reading ------------------------------------------------------------------------------------------------

    async def ready(self, most: int | None = None) -> Game:
        """The game as the journal has it; from a snapshot of at most `most` entries."""
        if most is None and self.behind:
            await self._catch_up()
        if self.game is not None and most is None:
            return self.game
        try:
            return await self._load(most)
        except Exception as error:
            if is_lost(error):
                raise Unreachable from error
            raise

    async def _load(self, most: int | None) -> Game:
        self.behind = False
        kept = await self.snapshots.newest(self.row.id, most)
        while True:
            rows = await self.journal.tail(self.row.id, kept.row - 1 if kept else 0)
            try:
                game = await self.workshop.run(partial(self._replayed, kept, rows), LOAD_SECONDS)
                self.game = game
                return game
            except (BadRecord, Refusal) as wrong:
                if kept is None:
                    raise Unreadable(str(wrong)) from wrong
                # The snapshot is of an older program, or of a line of play that was cut: without it, then.
                before = kept.snapshot.length - 1
                most = before if most is None else min(most - 1, before)
                kept = await self.snapshots.newest(self.row.id, most)
            except TookTooLong:
                raise Unreadable("replaying it takes too long") from None

    def _replayed(self, kept: Kept | None, rows: Sequence[Row]) -> Game:
        row = self.row
        self.keys = {}
        if kept is None:
            options = msgspec.convert(row.options, self.title.options_type)
            game = Game(self.title, options, row.seats, row.seed)
            self.cut, self._where, self._kept = 0, [], [(0, 0)]
        else:
            options = msgspec.convert(row.options, self.title.options_type)
            game = go_on(self.title, options, row.seats, row.seed, kept.snapshot)
            snapshot = kept.snapshot
            self.cut, self._where = kept.cut, [(snapshot.entries, kept.row)] * snapshot.length
            self._kept = [(snapshot.length, snapshot.logged)]
        self._follow(game, rows)
        self.plan(game)
        return game

    def plan(self, game: Game) -> None:
        """Give the game the plans that are kept beside it."""
        for seat in range(self.row.seats):
            game.cancel_plan(Seat(seat))
        for plan in self.plans:
            with contextlib.suppress(Refusal):
                game.plan(Seat(plan.seat), plan.kind, plan.answer, plan.until)

    def _follow(self, game: Game, rows: Sequence[Row]) -> None:
        known = game.version
        new: list[Entry] = []
        for row in rows:
            found = entries_of(row)
            skip = max(0, known - row.seq + 1)
            if row.key is not None:
                self.keys[row.key] = row.seq + len(found) - 1
            self._note(found[skip:], row.seq + skip, row.seq)
            new += found[skip:]
        game.replay(new)

    async def _catch_up(self) -> None:
        game = self.game
        self.behind = False
        if game is None:
            return
        try:
            rows = await self.journal.tail(self.row.id, game.version)
            if rows:
                await self.workshop.run(lambda: self._follow(game, rows), LOAD_SECONDS)
        except Exception as error:
            self.drop()
            if is_lost(error):
                raise Unreachable from error
            if not isinstance(error, BadRecord | TookTooLong):
                raise

    def drop(self) -> None:
        """Forget the game; it is made anew from the journal when it is next wanted."""
        self.game = None

    # -- acting -------------------------------------------------------------------------------------------------

    async def act(
        self, work: Callable[[Game], None], user_id: str | None, key: str | None, back: int | None = None
    ) -> int:
        """Do something to the game and commit what the journal grew by. Answers the version that contains it.

        `back`: it may go back to the first so many entries. The caller holds the table's lock. Raises `Refusal`,
        `Failed`, `Unreachable`; then nothing was done.
        """
        for _ in range(_ATTEMPTS):
            game = await (self.ready() if back is None else self._reach_back(back))
            if key is not None and key in self.keys:
                return self.keys[key]
            before = game.version
            await self._try(work, game)
            new = game.journal[before:]
            if not new:
                self.plans = game.plans()
                return before
            row = Row(self.row.id, before + 1, now(), user_id, key, _encode(new))
            try:
                await self.journal.append(row)
            except Conflict:
                # To begin anew takes longer than a bot's next move, and bots would win every time.
                self.let_me()
                self.drop()
                continue
            except Twice:
                self.drop()
                return (await self.ready()).version
            except BaseException as error:
                self.drop()  # it may be written or not
                if is_lost(error):
                    raise Unreachable from error
                raise
            if key is not None:
                self.keys[key] = game.version
            to = self._note(new, before + 1, before + 1)
            if to is not None:
                self._later(self.snapshots.cut(self.row.id, to))
            self._keep(game)
            self.plans = game.plans()
            return game.version
        raise Unreachable("others were always quicker")

    async def _try(self, work: Callable[[Game], None], game: Game) -> None:
        before = game.version
        try:
            await self.workshop.run(lambda: work(game), ANSWER_SECONDS)
        except Refusal:
            if game.version != before:
                self.drop()
            raise
        except TookTooLong:
            self.drop()
            log.error(  # noqa: TRY400 - where it was broken off says nothing
                "table %s: a deed took longer than %s s", self.row.id, ANSWER_SECONDS
            )
            raise Failed("it took too long") from None
        except Exception as bug:
            self.drop()
            log.exception("table %s: the rules broke down", self.row.id)
            raise Failed(type(bug).__name__) from bug

    def _note(self, new: Sequence[Entry], number: int, row: int) -> int | None:
        """Follow the line of play; answers how far back it was cut, if that leaves snapshots beside it."""
        to: int | None = None
        for place, entry in enumerate(new):
            if isinstance(entry, Undone):
                self.cut = number + place
                del self._where[entry.to :]
                on_line = [each for each in self._kept if each[0] <= entry.to]
                if len(on_line) < len(self._kept):
                    self._kept = on_line
                    to = entry.to if to is None else min(to, entry.to)
            else:
                self._where.append((number + place, row))
        return to

    # -- snapshots ----------------------------------------------------------------------------------------------

    def _keep(self, game: Game) -> None:
        """Take a snapshot when the last one is far behind; it is written while the game goes on."""
        length = boundary(game)
        last = self._kept[-1] if self._kept else (0, 0)
        if length - last[0] < SNAPSHOT_EVERY:
            return
        number, row = self._where[length - 1]
        snapshot = newest(game, number)
        lines = game.play.log[last[1] : snapshot.logged]
        self._kept.append((length, snapshot.logged))
        self._later(self._save(new_kept(snapshot, row, min(self.cut, number), last[1], lines)))

    async def _save(self, kept: Kept) -> None:
        body = await self.workshop.run(lambda: packed(kept), ANSWER_SECONDS)
        await self.snapshots.put(self.row.id, kept, body)

    def _later(self, work: object) -> None:
        before = self._saving

        async def chain() -> None:
            if before is not None:
                await before
            try:
                await work  # type: ignore[misc]
            except Exception:  # a lost snapshot costs time, nothing else
                log.warning("table %s: snapshot not written", self.row.id, exc_info=True)

        self._saving = asyncio.get_running_loop().create_task(chain())

    async def settle(self) -> None:
        """Wait for what is still being written."""
        if self._saving is not None:
            with contextlib.suppress(Exception):
                await self._saving

    # -- going back ---------------------------------------------------------------------------------------------

    async def _reach_back(self, length: int) -> Game:
        """The game, able to go back to its first `length` entries."""
        game = await self.ready()
        if game.begins > length:
            await self.settle()
            self.drop()
            game = await self.ready(most=length)
        return game
