"""The lobby: my tables (those that need me first), open ones, those one may watch."""

from __future__ import annotations

from sqlalchemy import or_, select

from ecumene.server.store import schema
from ecumene.server.store.tables import TableRow, chairs_of, some_tables
from ecumene.server.tables.house import House
from ecumene.server.tables.info import summary
from ecumene.server.wire.tables import Lobby, Summary

_MOST = 100


async def lobby(house: House, user_id: str | None) -> Lobby:
    tables, chairs = schema.tables, schema.chairs
    latest = tables.c.updated.desc()
    listed = tables.c.visibility == "listed"
    async with house.store.read() as connection:
        mine: list[TableRow] = []
        seen: dict[str, int] = {}
        if user_id is not None:
            sits = select(chairs.c.table_id).where(chairs.c.user_id == user_id)
            admitted = select(schema.admitted.c.table_id).where(schema.admitted.c.user_id == user_id)
            watches = select(schema.watchers.c.table_id).where(schema.watchers.c.user_id == user_id)
            own = or_(
                tables.c.id.in_(sits), tables.c.host == user_id, tables.c.id.in_(watches),
                (tables.c.status == "open") & tables.c.id.in_(admitted),
            )  # fmt: skip
            mine = await some_tables(connection, select(tables).where(own).order_by(latest).limit(_MOST))
            visits = select(schema.visits).where(schema.visits.c.user_id == user_id)
            seen = {row.table_id: row.version for row in await connection.execute(visits)}
        opened = await some_tables(
            connection, select(tables).where(listed, tables.c.status == "open").order_by(latest).limit(_MOST)
        )
        running = tables.c.status.in_(("running", "paused"))
        watch = await some_tables(
            connection,
            select(tables).where(listed, running, tables.c.watching != "none").order_by(latest).limit(_MOST),
        )
        rows = {row.id: row for row in (*mine, *opened, *watch)}
        seats = await chairs_of(connection, rows)
    await house.people.meet([row.host for row in rows.values()])
    await house.people.meet([chair.user_id for each in seats.values() for chair in each])

    def shown(row: TableRow) -> Summary:
        live = house.tables.get(row.id)
        fresh = row if live is None else live.row
        return summary(fresh, seats[row.id], user_id, house.people.person, seen.get(row.id, 0))

    own_ids = {row.id for row in mine}
    my_tables = [shown(row) for row in mine]
    my_tables.sort(key=lambda each: (not each.needs_me, each.status == "ended", -each.updated))
    return Lobby(
        tuple(my_tables),
        tuple(each for row in opened if row.id not in own_ids and (each := shown(row)).free),
        tuple(shown(row) for row in watch if row.id not in own_ids),
    )
