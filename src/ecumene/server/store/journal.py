"""The truth: entries are appended, never changed. What `append` has returned is on the disk.

Appends that arrive while others are being committed go into the next commit together, so that the cost of a commit
is shared when there is much to do, and nobody waits when there is not.
"""

from __future__ import annotations

import asyncio
import contextlib
from itertools import takewhile

from sqlalchemy import select

from ecumene.server.store.append import MOST_TOGETHER, Appender, Lite, Postgres, Row
from ecumene.server.store.engine import Store
from ecumene.server.store.schema import entries

Waiting = tuple[Row, "asyncio.Future[None]"]


class Conflict(Exception):
    """Somebody else has written this `seq` in the meantime."""


class Twice(Exception):
    """The key has been written before, at `seq`."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


class Journal:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.commits = 0
        self.rows = 0
        self._appender: Appender = Lite(store) if store.sqlite else Postgres(store)
        self._waiting: list[Waiting] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._work(), name="journal")

    async def stop(self) -> None:
        """Commit what is waiting, then close."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            if self._waiting:
                await self._commit(self._waiting)
        await self._appender.close()

    async def append(self, row: Row) -> None:
        """Commit one entry. Raises `Conflict`, `Twice`, or what the database raises; then nothing was written."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, done))
        self._wake.set()
        await done

    async def _work(self) -> None:
        while True:
            await self._wake.wait()
            batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
            if not self._waiting:
                self._wake.clear()
            await asyncio.shield(asyncio.ensure_future(self._commit(batch)))

    async def _commit(self, batch: list[Waiting]) -> None:
        # Two rows of one batch never share (table, seq): a table waits for each append before the next.
        try:
            missing = await self._appender.append([row for row, _ in batch])
        except Exception as error:  # noqa: BLE001 - handed to everyone who waits for it
            for _, done in batch:
                _fail(done, error)
            return
        self.commits += 1
        self.rows += len(batch) - len(missing)
        for n, (row, done) in enumerate(batch):
            if n not in missing:
                if not done.done():
                    done.set_result(None)
            elif (seq := missing[n]) is not None:
                _fail(done, Twice(seq))
            else:
                _fail(done, Conflict(f"{row.table_id} {row.seq}"))

    async def tail(
        self, table_id: str, after: int, upto: int | None = None, until: int | None = None
    ) -> list[Row]:
        """The rows with seq > `after`, up to `upto`, in order; before the first one that is younger than `until`."""
        query = select(entries).where(entries.c.table_id == table_id, entries.c.seq > after)
        if upto is not None:
            query = query.where(entries.c.seq <= upto)
        async with self.store.read() as connection:
            rows = [Row(*each) for each in await connection.execute(query.order_by(entries.c.seq))]
        return rows if until is None else list(takewhile(lambda row: row.at <= until, rows))


def _fail(done: asyncio.Future[None], error: Exception) -> None:
    if not done.done():
        done.set_exception(error)
        done.exception()  # it may be that nobody waits any more
