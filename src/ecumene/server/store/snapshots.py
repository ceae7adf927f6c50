"""Snapshots and the pages of the log that lie before them. A cache: whatever does not fit is thrown away."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
from sqlalchemy import delete, select

from ecumene.kernel import Told
from ecumene.kernel.snapshot import Snapshot
from ecumene.server.store.engine import Store
from ecumene.server.store.schema import snapshots


class Kept(msgspec.Struct, frozen=True):
    """A snapshot and the log since the one before; `cut`: the last entry until then that undid something."""

    snapshot: Snapshot
    row: int
    cut: int
    before: int
    """How many lines the log had at the snapshot before."""
    log: list[Any]


class OldTold(msgspec.Struct, frozen=True):
    """A `Told` as it was written; its event stays as it is."""

    at: int
    step: str
    event: msgspec.Raw
    to: tuple[int, ...] | None = None


class OldLog(msgspec.Struct, frozen=True):
    log: list[OldTold]


class LogOnly(msgspec.Struct, frozen=True):
    length: int
    lines: list[OldTold]


def packed(kept: Kept) -> bytes:
    return zlib.compress(msgspec.json.encode(kept), 1)


def new_kept(snapshot: Snapshot, row: int, cut: int, before: int, log: list[Told]) -> Kept:
    return Kept(snapshot, row, cut, before, log)


class Snapshots:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def put(self, table_id: str, kept: Kept, body: bytes) -> None:
        snapshot = kept.snapshot
        row = {
            "table_id": table_id, "length": snapshot.length, "seq": kept.row,
            "title_version": snapshot.version, "body": body,
        }  # fmt: skip
        async with self.store.write(cache=True) as connection:
            await connection.execute(self.store.put(snapshots, row))

    async def newest(self, table_id: str, most: int | None = None) -> Kept | None:
        """The last one of at most `most` entries of the line of play."""
        query = select(snapshots.c.body).where(snapshots.c.table_id == table_id)
        if most is not None:
            query = query.where(snapshots.c.length <= most)
        async with self.store.read() as connection:
            body = (
                await connection.execute(query.order_by(snapshots.c.length.desc()).limit(1))
            ).scalar_one_or_none()
        return None if body is None else msgspec.json.decode(zlib.decompress(body), type=Kept)

    async def following(self, table_id: str, length: int) -> Kept | None:
        """The first one after `length` entries of the line of play."""
        query = select(snapshots.c.body).where(snapshots.c.table_id == table_id, snapshots.c.length > length)
        async with self.store.read() as connection:
            body = (
                await connection.execute(query.order_by(snapshots.c.length).limit(1))
            ).scalar_one_or_none()
        return None if body is None else msgspec.json.decode(zlib.decompress(body), type=Kept)

    async def logs(self, table_id: str, before: int, most: int = 20) -> list[LogOnly]:
        """The pages of the log that came with the last `most` snapshots of length < `before`, newest first."""
        query = (
            select(snapshots.c.length, snapshots.c.body)
            .where(snapshots.c.table_id == table_id, snapshots.c.length < before)
            .order_by(snapshots.c.length.desc())
            .limit(most)
        )
        async with self.store.read() as connection:
            rows = (await connection.execute(query)).all()
        return [
            LogOnly(row.length, msgspec.json.decode(zlib.decompress(row.body), type=OldLog).log)
            for row in rows
        ]

    async def cut(self, table_id: str, length: int) -> None:
        """The line of play was cut back: what lies beyond is no longer on it."""
        async with self.store.write(cache=True) as connection:
            await connection.execute(
                delete(snapshots).where(snapshots.c.table_id == table_id, snapshots.c.length > length)
            )
