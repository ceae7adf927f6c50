"""Tables, chairs and ballots: read whole, written by field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from sqlalchemy import Select, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ecumene.server.store import schema
from ecumene.server.wire.tables import Pace, Status


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of `tables`, with its JSON columns read."""

    id: str
    title: str
    title_version: int
    name: str
    seats: int
    options: Any
    pace: Pace
    status: Status
    visibility: str
    watching: str
    delay: int
    autostart: bool
    bot_delay: int
    host: str
    seed: str
    commitment: str
    created: int
    started: int | None = None
    ended: int | None = None
    rematch: str | None = None
    trouble: str | None = None
    version: int = 0
    step: str = ""
    due: tuple[int, ...] = ()
    deadline: int | None = None
    clocks: Any = ()
    result: Any = ()
    updated: int
    driver: str | None = None
    driver_until: int = 0
    wake: int | None = None


class Chair(msgspec.Struct):
    """`bot` plays if it is set; with `away` in the place of `user_id`, who himself may sit in for `owner`."""

    seat: int
    user_id: str | None = None
    bot: str | None = None
    away: bool = False
    owner: str | None = None


class BallotRow(msgspec.Struct):
    n: int
    kind: str
    by: int
    seat: int | None
    to: int | None
    bot: str | None
    votes: dict[int, bool]
    outcome: str = ""


_JSON = {"options", "pace", "due", "clocks", "result"}


def table_row(row: Mapping[str, Any]) -> TableRow:
    # Names come as a subclass of str that msgspec does not take.
    data = {str(name): msgspec.json.decode(value) if name in _JSON else value for name, value in row.items()}
    return msgspec.convert(data, TableRow)


def written(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values as they go into columns."""
    return {
        name: msgspec.json.encode(value).decode() if name in _JSON else value
        for name, value in values.items()
    }


async def add_table(connection: AsyncConnection, row: TableRow, chairs: Iterable[Chair]) -> None:
    await connection.execute(insert(schema.tables), written(msgspec.structs.asdict(row)))
    await put_chairs(connection, row.id, chairs)


async def get_table(connection: AsyncConnection, table_id: str) -> TableRow | None:
    found = (
        (await connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)))
        .mappings()
        .first()
    )
    return None if found is None else table_row(dict(found))


async def set_table(connection: AsyncConnection, table_id: str, **values: Any) -> None:  # noqa: ANN401 - columns
    await connection.execute(update(schema.tables).where(schema.tables.c.id == table_id), written(values))


async def some_tables(connection: AsyncConnection, query: Select[Any]) -> list[TableRow]:
    """The rows of a query on `schema.tables`."""
    return [table_row(dict(row)) for row in (await connection.execute(query)).mappings()]


class Changed(Exception):
    """Another worker has changed what we were about to change."""


async def set_rematch(connection: AsyncConnection, table_id: str, rematch: str) -> None:
    """There is one table to play again at; raises `Changed` if somebody else has made it."""
    tables = schema.tables
    first = update(tables).where(tables.c.id == table_id, tables.c.rematch.is_(None)).values(rematch=rematch)
    if (await connection.execute(first)).rowcount != 1:
        raise Changed


async def change_chairs(
    connection: AsyncConnection, table_id: str, before: list[Chair], after: list[Chair]
) -> None:  # fmt: skip
    """Make `after` of `before`, chair by chair, each only if it still is as it was."""
    chairs = schema.chairs
    known = {chair.seat: chair for chair in before}
    for chair in after:
        old = known.pop(chair.seat, None)
        if old is None:
            await put_chairs(connection, table_id, [chair])
        elif old != chair:
            same = (
                chairs.c.table_id == table_id, chairs.c.seat == chair.seat,
                chairs.c.user_id.is_not_distinct_from(old.user_id), chairs.c.bot.is_not_distinct_from(old.bot),
            )  # fmt: skip
            values = {"user_id": chair.user_id, "bot": chair.bot, "away": chair.away, "owner": chair.owner}
            if (await connection.execute(update(chairs).where(*same).values(values))).rowcount != 1:
                raise Changed
    for seat in known:
        await connection.execute(delete(chairs).where(chairs.c.table_id == table_id, chairs.c.seat == seat))


async def put_chairs(connection: AsyncConnection, table_id: str, chairs: Iterable[Chair]) -> None:
    """New chairs."""
    rows = [{"table_id": table_id, **msgspec.structs.asdict(chair)} for chair in chairs]
    if rows:
        await connection.execute(insert(schema.chairs), rows)


async def get_chairs(connection: AsyncConnection, table_id: str) -> list[Chair]:
    query = select(schema.chairs).where(schema.chairs.c.table_id == table_id).order_by(schema.chairs.c.seat)
    return [_chair(row) for row in await connection.execute(query)]


def _chair(row: Any) -> Chair:  # noqa: ANN401 - SQLAlchemy's row
    return Chair(row.seat, row.user_id, row.bot, bool(row.away), row.owner)


async def chairs_of(connection: AsyncConnection, ids: Iterable[str]) -> dict[str, list[Chair]]:
    """The chairs of several tables."""
    wanted = list(ids)
    query = select(schema.chairs).where(schema.chairs.c.table_id.in_(wanted)).order_by(schema.chairs.c.seat)
    found: dict[str, list[Chair]] = {each: [] for each in wanted}
    for row in await connection.execute(query):
        found[row.table_id].append(_chair(row))
    return found


async def get_ballots(connection: AsyncConnection, table_id: str) -> list[BallotRow]:
    """The ballots that are still open."""
    ballots = schema.ballots
    query = (
        select(ballots).where(ballots.c.table_id == table_id, ballots.c.outcome == "").order_by(ballots.c.n)
    )
    return [_ballot(row) for row in await connection.execute(query)]


async def take_ballot(connection: AsyncConnection, table_id: str, n: int) -> BallotRow | None:
    """The ballot, if it is still open. Until this transaction ends nobody else can take it."""
    ballots = schema.ballots
    mine = (ballots.c.table_id == table_id, ballots.c.n == n, ballots.c.outcome == "")
    row = (await connection.execute(select(ballots).where(*mine).with_for_update())).first()
    return None if row is None else _ballot(row)


def _ballot(row: Any) -> BallotRow:  # noqa: ANN401 - SQLAlchemy's row
    votes = msgspec.json.decode(row.votes, type=dict[int, bool])
    return BallotRow(row.n, row.kind, row.by, row.seat, row.to, row.bot, votes, row.outcome)


async def add_ballot(connection: AsyncConnection, table_id: str, ballot: BallotRow) -> None:
    values = msgspec.structs.asdict(ballot) | {"votes": _votes(ballot)}
    await connection.execute(insert(schema.ballots), {"table_id": table_id, **values})


async def set_ballot(connection: AsyncConnection, table_id: str, ballot: BallotRow) -> None:
    ballots = schema.ballots
    mine = update(ballots).where(ballots.c.table_id == table_id, ballots.c.n == ballot.n)
    await connection.execute(mine.values(votes=_votes(ballot), outcome=ballot.outcome))


def _votes(ballot: BallotRow) -> str:
    return msgspec.json.encode(ballot.votes).decode()
