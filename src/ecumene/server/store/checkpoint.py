"""Copies SQLite's write-ahead log back into its file beside the work, so that no answer waits for it.

Left to itself, SQLite does so at every thousandth page that is committed, and whoever commits it waits for them all.
Here the bulk is copied while others write. Then, with nobody writing, the little that came meanwhile: so the log
begins anew at the same place of the disk, because overwriting is sooner safe there than growing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from concurrent.futures import ThreadPoolExecutor

from ecumene.server.store.append import connect
from ecumene.server.store.engine import DURABLE, Store

log = logging.getLogger("ecumene.store")

_EVERY = 4.0
_LONG = 4000  # pages: 16 MB of log


class Checkpoints:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="checkpoint")
        self._connection: sqlite3.Connection | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self.store.sqlite:
            self._task = asyncio.create_task(self._work(), name="checkpoints")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._thread.submit(self._close)
        self._thread.shutdown()

    async def _work(self) -> None:
        while True:  # at once, too: whoever is killed again and again must not leave an ever longer log
            try:
                if await self.copy() > _LONG:
                    async with self.store.turn:
                        await self.copy()
            except sqlite3.Error as error:  # a log that is too long costs room, nothing else
                log.warning("no checkpoint: %s", error)
            await asyncio.sleep(_EVERY)

    async def copy(self) -> int:
        """Copy what nobody reads any more; answers how many pages the log has."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._copy)

    def _copy(self) -> int:
        if self._connection is None:
            self._connection = connect(self.store, DURABLE)
        _busy, pages, _copied = self._connection.execute("pragma wal_checkpoint(passive)").fetchone()
        return int(pages)

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
