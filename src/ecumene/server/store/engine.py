"""Opening the database: SQLite beside the program, or PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Connection, Insert, Table, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

LOST = (OperationalError, InterfaceError, PoolTimeout, OSError, sqlite3.OperationalError)
"""The database cannot be reached now; trying again later may help."""

DURABLE = "synchronous=full"  # an acknowledged answer survives a power cut, not only a crash
_LAZY = "synchronous=normal"  # survives a crash of ours; a power cut may take the last of it
PRAGMAS = (
    "journal_mode=wal",
    "wal_autocheckpoint=0",  # whoever commits must not pay for it: see `checkpoint.py`
    "busy_timeout=10000",
    "foreign_keys=on",
    "cache_size=-16000",
)


class Store:
    """One way to read, one to write. SQLite has a single writer: more of them would only wait for each other."""

    def __init__(self, url: str, pool: int = 6) -> None:
        self.url = database(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self.turn = asyncio.Lock()
        """Whose turn it is to write (SQLite)."""
        if self.sqlite:
            self._reader = _lite(self.url, pool=3)
            self._writer = _lite(self.url, writes=DURABLE)
            self._scribe = _lite(self.url, writes=_LAZY)
        else:
            self._reader = self._writer = self._scribe = create_async_engine(
                self.url, pool_size=pool, max_overflow=0, pool_timeout=10, pool_pre_ping=False,
                connect_args={"timeout": 5, "command_timeout": 20},
            )  # fmt: skip

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        async with self._reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self, *, cache: bool = False) -> AsyncIterator[AsyncConnection]:
        """`cache`: what can be made again, or is not worth that everybody waits for the disk."""
        engine = self._scribe if cache else self._writer
        async with self.turn if self.sqlite else contextlib.nullcontext(), engine.begin() as connection:
            yield connection

    def put(self, table: Table, row: Mapping[str, Any]) -> Insert:
        """A row in the place of the one with the same key, if there is one. (Two who delete and insert collide.)"""
        made = self._insert(table, row)
        key = {column.name for column in table.primary_key}
        rest = {name: made.excluded[name] for name in row if name not in key}
        put: Insert = made.on_conflict_do_update(index_elements=list(table.primary_key), set_=rest)
        return put

    def add(self, table: Table, row: Mapping[str, Any]) -> Insert:
        """A row, unless there is one with the same key: then none is counted."""
        added: Insert = self._insert(table, row).on_conflict_do_nothing()
        return added

    def _insert(self, table: Table, row: Mapping[str, Any]) -> Any:  # noqa: ANN401 - each kind has its own
        return (sqlite if self.sqlite else postgresql).insert(table).values(row)

    async def close(self) -> None:
        for engine in {self._reader, self._writer, self._scribe}:
            await engine.dispose()


def database(text: str) -> URL:
    """The URL that SQLAlchemy wants, from what a person writes: a file's path, or postgresql://…"""
    if "://" not in text:
        return URL.create("sqlite+aiosqlite", database=text)
    url = make_url(text)
    drivers = {
        "sqlite": "sqlite+aiosqlite",
        "postgresql": "postgresql+asyncpg",
        "postgres": "postgresql+asyncpg",
    }
    name = url.drivername.partition("+")[0]
    if name not in drivers:
        raise ValueError(f"no such database: {url.drivername!r}. There are: sqlite, postgresql.")
    return url.set(drivername=drivers[name])


def is_lost(error: BaseException) -> bool:
    """Whether the database was out of reach (rather than the statement wrong)."""
    return isinstance(error, LOST) or (isinstance(error, DBAPIError) and error.connection_invalidated)


def _lite(url: URL, *, writes: str = "", pool: int = 1) -> AsyncEngine:
    """`writes`: how sure what is written must be."""
    engine = create_async_engine(url, pool_size=pool, max_overflow=0, pool_timeout=30)

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own
        connection.isolation_level = None  # we say BEGIN ourselves, see below
        cursor = connection.cursor()
        for pragma in (*PRAGMAS, writes or DURABLE):
            cursor.execute(f"pragma {pragma}")
        cursor.close()

    if writes:
        # A transaction that reads and then writes must take the lock at once: begun with a plain BEGIN it fails with
        # "database is locked" whenever somebody else wrote in between, whatever the busy timeout.
        @event.listens_for(engine.sync_engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine
