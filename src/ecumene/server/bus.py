"""Between workers: hints that something about a table has changed. A lost hint costs nothing but time.

Whoever hears a hint reads what is new from the database, so hints carry no contents and need no order.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, Protocol

from sqlalchemy.engine import URL

log = logging.getLogger("ecumene.bus")

CHANNEL = "ecumene"
_NOTIFY = "select pg_notify($1, hint) from unnest($2::text[]) as hint"
Heard = Callable[[str, str], None]
"""Called with the table ("" for all) and what about it: `game`, `table`, `chat`, `let_me` (write
before your bots), or `here …` (who is online)."""


class Bus(Protocol):
    async def start(self, heard: Heard) -> None: ...
    async def stop(self) -> None: ...
    def say(self, table_id: str, what: str) -> None: ...


class Alone:
    """One process serves everything: there is nobody to tell."""

    async def start(self, heard: Heard) -> None:
        pass

    async def stop(self) -> None:
        pass

    def say(self, table_id: str, what: str) -> None:
        pass


class Postgres:
    """LISTEN and NOTIFY on a connection of its own; after each reconnection everything is looked at again."""

    def __init__(self, url: URL, worker: str) -> None:
        self.dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.worker = worker
        self.reconnects = 0
        self._out: asyncio.Queue[str] = asyncio.Queue(10_000)
        self._tasks: list[asyncio.Task[None]] = []
        self._up = asyncio.Event()
        self._connection: Any = None
        self._turn = asyncio.Lock()

    async def start(self, heard: Heard) -> None:
        self._heard = heard
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._speak())]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._up.wait(), 10)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def say(self, table_id: str, what: str) -> None:
        with contextlib.suppress(asyncio.QueueFull):  # the hint is lost; who is online hears the next one
            self._out.put_nowait(f"{self.worker} {table_id} {what}")

    async def _listen(self) -> None:
        import asyncpg  # noqa: PLC0415 - only where PostgreSQL is used

        while True:
            lost = asyncio.Event()
            connection: Any = None
            try:
                connection = await asyncpg.connect(self.dsn, timeout=5)
                connection.add_termination_listener(lambda _connection, lost=lost: lost.set())
                await connection.add_listener(CHANNEL, self._hear)
                self._connection = connection
                self._up.set()
                self._heard("", "table")
                while not lost.is_set():
                    try:
                        await asyncio.wait_for(lost.wait(), 20)
                    except TimeoutError:
                        async with self._turn:  # a dead peer does not say that it is dead
                            await connection.execute("select 1", timeout=5)
                        self._heard("", "game")  # whoever was killed after he wrote could not say so any more
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("bus: %s", error)
            finally:
                self._connection = None
                self._up.clear()
                if connection is not None:
                    connection.terminate()
            self.reconnects += 1
            await asyncio.sleep(0.2)

    def _hear(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        worker, _, rest = str(payload).partition(" ")
        table_id, _, what = rest.partition(" ")
        if worker != self.worker:
            self._heard(table_id, what)

    async def _speak(self) -> None:
        import asyncpg  # noqa: PLC0415 - only where PostgreSQL is used

        while True:
            hints = [await self._out.get()]
            while not self._out.empty() and len(hints) < 100:
                hints.append(self._out.get_nowait())
            # After the commit, not within it: NOTIFY in the writing transaction locks the whole server.
            unique = list(dict.fromkeys(hints))
            while True:
                await self._up.wait()
                try:
                    async with self._turn:
                        await self._connection.execute(_NOTIFY, CHANNEL, unique, timeout=5)
                    break
                except (
                    OSError, TimeoutError, AttributeError, asyncpg.PostgresError, asyncpg.InterfaceError,
                ) as error:  # fmt: skip
                    log.warning("bus: a hint must wait (%s)", error)
                    await asyncio.sleep(0.2)
