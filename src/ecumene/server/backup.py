"""Backup and restore: the whole database as one packed file of JSON lines, the same for SQLite and PostgreSQL.

It is read in one transaction, so it is of one moment, and may be taken while the server runs.
"""

from __future__ import annotations

import base64
import gzip
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Table, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import LargeBinary

from ecumene.server.ids import now
from ecumene.server.store.engine import Store
from ecumene.server.store.schema import metadata
from ecumene.server.store.upgrade import upgrade

FORMAT = 1
_BATCH = 500
_CACHES = {"snapshots"}


class BadBackup(Exception):
    """The file is no backup, or the database is not empty."""


class Head(msgspec.Struct):
    ecumene_backup: int
    at: int


async def back_up(database: str, path: Path) -> int:
    """Write everything but caches to `path`; answers how many rows. The file appears only when it is whole."""
    store = Store(database)
    part = path.with_name(path.name + ".part")
    count = 0
    try:
        await upgrade(store)
        with gzip.open(part, "wb", 6) as out:
            out.write(msgspec.json.encode(Head(FORMAT, now())) + b"\n")
            async with store.read() as connection:
                if store.sqlite:
                    await connection.exec_driver_sql("begin")  # the driver itself begins nothing for a reader
                else:
                    await connection.execution_options(isolation_level="REPEATABLE READ")
                for table in metadata.sorted_tables:
                    if table.name in _CACHES:
                        continue
                    count += await written(connection, table, out)
            out.write(msgspec.json.encode(("", {"rows": count})) + b"\n")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
        await store.close()
    return count


async def written(connection: AsyncConnection, table: Table, out: gzip.GzipFile) -> int:
    """Write the rows of one table; answers how many."""
    count = 0
    for row in (await connection.execute(select(table))).mappings():
        plain = {str(name): _plain(value) for name, value in row.items()}
        out.write(msgspec.json.encode((str(table.name), plain)) + b"\n")
        count += 1
    return count


async def restore(database: str, path: Path) -> int:
    """Fill an empty database from a backup: all of it or nothing."""
    rows = _read(path)
    store = Store(database)
    try:
        await upgrade(store)
        async with store.write() as connection:
            for table in metadata.sorted_tables:
                if (await connection.execute(select(func.count()).select_from(table))).scalar():
                    raise BadBackup("the database is not empty: restore into a new one")
            for table in metadata.sorted_tables:
                of_table = rows.pop(table.name, [])
                blobs = [column.name for column in table.columns if isinstance(column.type, LargeBinary)]
                for row in of_table:
                    for name in blobs:
                        row[name] = base64.b64decode(row[name])
                for start in range(0, len(of_table), _BATCH):
                    await connection.execute(insert(table), of_table[start : start + _BATCH])
            if rows:
                raise BadBackup(f"it holds tables that we do not know: {', '.join(sorted(rows))}")
        return _count(path)
    finally:
        await store.close()


def _read(path: Path) -> dict[str, list[dict[str, Any]]]:
    rows: dict[str, list[dict[str, Any]]] = {}
    line = msgspec.json.Decoder(tuple[str, dict[str, Any]])
    try:
        with gzip.open(path, "rb") as file:
            head = msgspec.json.decode(file.readline(), type=Head)
            if head.ecumene_backup != FORMAT:
                raise BadBackup(f"backup format {head.ecumene_backup}, this program reads {FORMAT}")
            count = 0
            for text in file:
                name, row = line.decode(text)
                if not name:
                    if row.get("rows") != count:
                        raise BadBackup("rows are missing")
                    return rows
                rows.setdefault(name, []).append(row)
                count += 1  # noqa: SIM113 - the last line does not count
    except (OSError, EOFError, msgspec.MsgspecError) as wrong:
        raise BadBackup(f"not a whole backup: {wrong}") from None
    raise BadBackup("it ends too early")


def _count(path: Path) -> int:
    with gzip.open(path, "rb") as file:
        return sum(1 for _ in file) - 2


def _plain(value: Any) -> Any:  # noqa: ANN401 - a column's value
    return base64.b64encode(value).decode() if isinstance(value, bytes | memoryview) else value
