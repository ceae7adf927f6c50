"""The truth: entries are appended, never changed. What `append` has returned is on the disk.

Appends that arrive while others are being committed go into the next commit together, so that the cost of a commit
is shared when there is much to do, and nobody waits when there is not.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Insert, select
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from ecumene.server.store.engine import Store
from ecumene.server.store.schema import entries

_MOST_TOGETHER = 200


class Row(NamedTuple):
    table_id: str
    seq: int
    at: int
    user_id: str | None
    key: str | None
    body: bytes


class Conflict(Exception):
    """Somebody else has written this `seq` in the meantime."""


class Twice(Exception):
    """This key has been written before, at `seq`."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


class Journal:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.commits = 0
        self.rows = 0
        self._waiting: list[tuple[Row, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        make = sqlite_insert if store.sqlite else postgres_insert
        self._insert: Insert = (
            make(entries).on_conflict_do_nothing().returning(entries.c.table_id, entries.c.seq)
        )

    def start(self) -> None:
        self._task = asyncio.create_task(self._work(), name="journal")

    async def stop(self) -> None:
        if self._task is not None:
            while self._waiting:
                await asyncio.sleep(0.01)
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def append(self, row: Row) -> None:
        """Commit one entry. Raises `Conflict`, `Twice`, or what the database raises; then nothing was written."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, done))
        self._wake.set()
        await asyncio.shield(done)

    async def _work(self) -> None:
        while True:
            await self._wake.wait()
            batch, self._waiting = self._waiting[:_MOST_TOGETHER], self._waiting[_MOST_TOGETHER:]
            if not self._waiting:
                self._wake.clear()
            try:
                await self._commit(batch)
            except Exception as error:  # noqa: BLE001 - handed to everyone who waits for it
                for _, done in batch:
                    _fail(done, error)

    async def _commit(self, batch: Sequence[tuple[Row, asyncio.Future[None]]]) -> None:
        rows = [row._asdict() for row, _ in batch]
        async with self.store.write() as connection:
            written = {tuple(each) for each in await connection.execute(self._insert, rows)}
            missing = [row for row, _ in batch if (row.table_id, row.seq) not in written]
            # Two rows of one batch never share (table, seq): a table waits for each append before the next.
            twice: dict[tuple[str, str], int] = {}
            for row in missing:
                if row.key is not None:
                    query = select(entries.c.seq).where(
                        entries.c.table_id == row.table_id, entries.c.key == row.key
                    )
                    seq = (await connection.execute(query)).scalar_one_or_none()
                    if seq is not None:
                        twice[row.table_id, row.key] = seq
        self.commits += 1
        self.rows += len(written)
        for row, done in batch:
            if (row.table_id, row.seq) in written:
                if not done.done():
                    done.set_result(None)
            elif (seq := twice.get((row.table_id, row.key or ""))) is not None:
                _fail(done, Twice(seq))
            else:
                _fail(done, Conflict(f"{row.table_id} {row.seq}"))

    async def tail(self, table_id: str, after: int, upto: int | None = None) -> list[Row]:
        """The rows with seq > `after`, up to `upto`, in order."""
        query = (
            select(entries)
            .where(entries.c.table_id == table_id, entries.c.seq > after)
            .order_by(entries.c.seq)
        )
        if upto is not None:
            query = query.where(entries.c.seq <= upto)
        async with self.store.read() as connection:
            return [Row(*each) for each in await connection.execute(query)]


def _fail(done: asyncio.Future[None], error: Exception) -> None:
    if not done.done():
        done.set_exception(error)
        done.exception()  # it may be that nobody waits any more
