"""Links that let people in. The secret is in the fragment of the link, and only its hash is kept here."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update

from ecumene.server.ids import hashed, new_id, new_token, now
from ecumene.server.problems import Forbidden, NotFound, NotNow
from ecumene.server.store import schema
from ecumene.server.store.schema import invites
from ecumene.server.tables.house import House
from ecumene.server.tables.live import LiveTable
from ecumene.server.wire.tables import Invite, NewInvite


async def make(table: LiveTable, asked: NewInvite) -> Invite:
    if asked.seat is not None and asked.seat >= table.row.seats:
        raise NotFound("no_such_seat")
    if table.row.status == "ended":
        raise NotNow("ended")
    token, name = new_token(), new_id(8)
    expires = now() + asked.days * 86_400_000
    async with table.house.store.write() as connection:
        await connection.execute(
            insert(invites).values(
                id=name, table_id=table.id, hash=hashed(token), role=asked.role, seat=asked.seat,
                uses=asked.uses, expires=expires,
            )
        )  # fmt: skip
    return Invite(name, asked.role, asked.seat, asked.uses, expires, f"/#/invite/{token}")


async def of(table: LiveTable) -> tuple[Invite, ...]:
    query = select(invites).where(
        invites.c.table_id == table.id, invites.c.expires > now(), invites.c.uses > 0
    )
    async with table.house.store.read() as connection:
        return tuple(
            Invite(row.id, row.role, row.seat, row.uses, row.expires)
            for row in await connection.execute(query)
        )


async def revoke(table: LiveTable, name: str) -> None:
    async with table.house.store.write() as connection:
        done = await connection.execute(
            delete(invites).where(invites.c.table_id == table.id, invites.c.id == name)
        )
    if done.rowcount == 0:
        raise NotFound


async def redeem(house: House, user_id: str, token: str) -> LiveTable:
    """Let somebody in. Twice by the same person counts once."""
    async with house.store.write() as connection:
        query = select(invites).where(invites.c.hash == hashed(token), invites.c.expires > now())
        row = (await connection.execute(query)).first()
        if row is None:
            raise Forbidden("invite_dead")
        of_table = schema.admitted if row.role == "player" else schema.watchers
        values = {"table_id": row.table_id, "user_id": user_id}
        if row.role == "player":
            values["seat"] = row.seat
        if (await connection.execute(house.store.add(of_table, values))).rowcount == 1:
            used = (
                update(invites)
                .where(invites.c.id == row.id, invites.c.uses > 0)
                .values(uses=invites.c.uses - 1)
            )
            if (await connection.execute(used)).rowcount == 0:
                raise Forbidden("invite_dead")
        elif row.role == "player":  # the later link counts: it may be for a certain seat
            mine = (of_table.c.table_id == row.table_id, of_table.c.user_id == user_id)
            await connection.execute(update(of_table).where(*mine).values(seat=row.seat))
    table = await house.table(row.table_id)
    if row.role == "player":
        table.admitted[user_id] = row.seat
    else:
        table.watchers.add(user_id)
    await house.people.meet([user_id])
    house.bus.say(table.id, "table")
    return table
