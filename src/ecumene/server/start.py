"""What `ecumene play` finds when the server is up: a player, a table with bots, and the way in."""

from __future__ import annotations

from sqlalchemy import insert, select

from ecumene.server import catalogue
from ecumene.server.problems import NotFound
from ecumene.server.store import schema
from ecumene.server.tables import setup
from ecumene.server.tables.house import House
from ecumene.server.wire.tables import NewTable

_PLAYER = "player of this machine"


async def way_in(house: House, name: str, title: str | None, *, new: bool) -> str:
    """The path to open in a browser: signed in, at the last unfinished table or a new one."""
    user_id = await _player(house, name)
    table_id = None if new or title else await _unfinished(house, user_id)
    if table_id is None:
        table_id = await _table(house, user_id, title)
    return f"/enter/{await house.people.link(user_id)}/{table_id}"


async def _player(house: House, name: str) -> str:
    settings = schema.settings
    async with house.store.read() as connection:
        query = select(settings.c.value).where(settings.c.key == _PLAYER)
        known = (await connection.execute(query)).scalar_one_or_none()
    if known is not None:
        return str(known)
    user_id = await house.people.guest(name)
    async with house.store.write() as connection:
        await connection.execute(insert(settings).values(key=_PLAYER, value=user_id))
    return user_id


async def _unfinished(house: House, user_id: str) -> str | None:
    tables, chairs = schema.tables, schema.chairs
    query = (
        select(tables.c.id, tables.c.title)
        .join(chairs, chairs.c.table_id == tables.c.id)
        .where(chairs.c.user_id == user_id, tables.c.status == "running")
        .order_by(tables.c.updated.desc())
    )
    async with house.store.read() as connection:
        rows = (await connection.execute(query)).all()
    known = catalogue.titles()
    return next((row.id for row in rows if row.title in known), None)


async def _table(house: House, user_id: str, key: str | None) -> str:
    title = catalogue.first() if key is None else catalogue.titles().get(key)
    if title is None:
        raise NotFound("no_such_title", key or "")
    seats = title.meta.seats[0]
    bots = (None, *[catalogue.default_bot()] * (seats - 1))
    asked = NewTable(title.meta.key, seats, title.meta.name, bots=bots)
    return (await setup.create(house, user_id, asked)).id
