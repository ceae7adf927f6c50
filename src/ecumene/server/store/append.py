"""The one statement that every answer waits for, said to the drivers themselves.

Through SQLAlchemy's async side a commit takes eighteen changes of thread on SQLite; so it is one. Everything else may
take its time and goes through SQLAlchemy.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Protocol

from ecumene.server.store.engine import DURABLE, PRAGMAS, Store


class Row(NamedTuple):
    table_id: str
    seq: int
    at: int
    user_id: str | None
    key: str | None
    body: bytes


Written = dict[int, int | None]
"""For each row that was not written: the `seq` under which its key had been written before, or None."""


_INTO = "insert into entries (table_id, seq, at, user_id, key, body) values "
_PLACES = "(?, ?, ?, ?, ?, ?)"
MOST_TOGETHER = 100  # rows of one statement: older SQLite takes no more than 999 parameters


class Appender(Protocol):
    async def append(self, rows: Sequence[Row]) -> Written:
        """Commit the rows; those that are there already are left out. Raises what the driver raises."""

    async def close(self) -> None: ...


class Lite:
    """A connection of its own in a thread of its own."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._connection: sqlite3.Connection | None = None

    async def append(self, rows: Sequence[Row]) -> Written:
        async with self.store.turn:  # one writer at a time: SQLite's own waiting is slow and unfair
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._append, rows)

    def _append(self, rows: Sequence[Row]) -> Written:
        connection = self._connection
        if connection is None:
            connection = self._connection = connect(self.store, DURABLE)
        # One statement is by itself a transaction, and each further call would wait for the interpreter's lock again.
        statement = f"{_INTO}{', '.join([_PLACES] * len(rows))} on conflict do nothing"
        done = connection.execute(statement, [value for row in rows for value in row])
        if done.rowcount == len(rows):
            return {}
        return {
            n: self._known(connection, row)
            for n, row in enumerate(rows)
            if not self._is_there(connection, row)
        }

    @staticmethod
    def _is_there(connection: sqlite3.Connection, row: Row) -> bool:
        """Whether this very row was written (a row of another worker has another key or body)."""
        query = "select at, user_id, key, body from entries where table_id = ? and seq = ?"
        found = connection.execute(query, (row.table_id, row.seq)).fetchone()
        return found is not None and tuple(found) == (row.at, row.user_id, row.key, row.body)

    @staticmethod
    def _known(connection: sqlite3.Connection, row: Row) -> int | None:
        query = "select seq from entries where table_id = ? and key = ?"
        found = connection.execute(query, (row.table_id, row.key)).fetchone()
        return None if found is None else int(found[0])

    async def close(self) -> None:
        if self._connection is not None:
            connection = self._connection
            await asyncio.get_running_loop().run_in_executor(self._thread, connection.close)
        self._thread.shutdown(wait=False)


def connect(store: Store, sure: str) -> sqlite3.Connection:
    """A connection of one's own, not in SQLAlchemy's hands."""
    connection = sqlite3.connect(str(store.url.database), isolation_level=None, check_same_thread=False)
    for pragma in (*PRAGMAS, sure):
        connection.execute(f"pragma {pragma}")
    return connection


_INSERT = """
insert into entries (table_id, seq, at, user_id, key, body)
select * from unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::text[], $6::bytea[])
on conflict do nothing returning table_id, seq
"""
_KNOWN = "select seq from entries where table_id = $1 and key = $2"


class Postgres:
    """A connection of its own; made anew when it is lost."""

    def __init__(self, store: Store) -> None:
        self.dsn = store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection: Any = None

    async def append(self, rows: Sequence[Row]) -> Written:
        import asyncpg  # noqa: PLC0415 - only where PostgreSQL is used

        try:
            if self._connection is None or self._connection.is_closed():
                self._connection = await asyncpg.connect(self.dsn, timeout=5, command_timeout=20)
            connection = self._connection
            columns = [list(column) for column in zip(*rows, strict=True)]
            written = {tuple(each) for each in await connection.fetch(_INSERT, *columns)}
            missing: Written = {}
            for n, row in enumerate(rows):
                if (row.table_id, row.seq) not in written:
                    missing[n] = await connection.fetchval(_KNOWN, row.table_id, row.key)
            return missing
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
            await self.close()
            if isinstance(
                error, asyncpg.PostgresConnectionError | asyncpg.InterfaceError | OSError | TimeoutError
            ):
                raise ConnectionError(str(error) or type(error).__name__) from error
            if isinstance(error, asyncpg.OperatorInterventionError | asyncpg.InsufficientResourcesError):
                raise ConnectionError(str(error)) from error
            raise

    async def close(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None
