"""What people write: chat, notes, plans, and how far they have read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ecumene.kernel.plan import Plan
from ecumene.server.ids import now
from ecumene.server.problems import Busy
from ecumene.server.store.engine import Store
from ecumene.server.store.schema import messages, notes, plans, visits
from ecumene.server.wire.tables import Message

if TYPE_CHECKING:
    from ecumene.server.people.people import People

_ATTEMPTS = 10
WATCHERS = -1
"""In `to`: said among those who look on while the game runs."""


class Talk:
    def __init__(self, store: Store, people: People) -> None:
        self.store = store
        self.people = people

    # -- chat ---------------------------------------------------------------------------------------------------

    async def say(
        self, table_id: str, user_id: str, seat: int | None, to: tuple[int, ...], text: str, key: str
    ) -> tuple[Message, bool]:
        """The message, and whether it is new: said twice with one key is said once."""
        mine = messages.c.table_id == table_id
        key = f"{user_id}.{key}"  # somebody else's key must not give his message away
        for _ in range(_ATTEMPTS):
            try:
                async with self.store.write() as connection:
                    old = (
                        await connection.execute(select(messages).where(mine, messages.c.key == key))
                    ).first()
                    if old is not None:
                        return await self._message(old), False
                    n = (await connection.execute(select(func.max(messages.c.n)).where(mine))).scalar() or 0
                    row = {
                        "table_id": table_id, "n": n + 1, "at": now(), "user_id": user_id, "seat": seat,
                        "to": msgspec.json.encode(to).decode(), "text": text, "key": key,
                    }  # fmt: skip
                    await connection.execute(insert(messages), row)
            except IntegrityError:
                continue  # another worker took this number
            await self.people.meet([user_id])
            person = self.people.person(user_id)
            return Message(n + 1, int(str(row["at"])), person, seat, to, text), True
        raise Busy

    async def last(self, table_id: str) -> int:
        query = select(func.max(messages.c.n)).where(messages.c.table_id == table_id)
        async with self.store.read() as connection:
            return (await connection.execute(query)).scalar() or 0

    async def since(self, table_id: str, n: int) -> list[Message]:
        """What was said after message `n`, to whomever."""
        query = select(messages).where(messages.c.table_id == table_id, messages.c.n > n)
        async with self.store.read() as connection:
            rows = (await connection.execute(query.order_by(messages.c.n))).all()
        return [await self._message(row) for row in rows]

    async def page(
        self, table_id: str, user_id: str | None, seat: int | None, *, everything: bool, before: int | None = None,
        limit: int = 50,
    ) -> tuple[Message, ...]:  # fmt: skip
        """The last messages that somebody may read. `everything`: the game is over, watchers' talk is open to all."""
        query = select(messages).where(messages.c.table_id == table_id)
        if before is not None:
            query = query.where(messages.c.n < before)
        async with self.store.read() as connection:
            rows = (await connection.execute(query.order_by(messages.c.n.desc()).limit(limit * 4))).all()
        found = [
            row for row in rows if may_read(_to(row.to), row.user_id, user_id, seat, everything=everything)
        ]
        chosen = found[:limit][::-1]
        await self.people.meet([row.user_id for row in chosen])
        return tuple([await self._message(row) for row in chosen])

    async def _message(self, row: object) -> Message:
        at, n, user_id, seat = row.at, row.n, row.user_id, row.seat  # type: ignore[attr-defined]
        await self.people.meet([user_id])
        return Message(n, at, self.people.person(user_id), seat, _to(row.to), row.text)  # type: ignore[attr-defined]

    # -- notes, plans, visits -----------------------------------------------------------------------------------

    async def notes(self, table_id: str, user_id: str) -> str:
        query = select(notes.c.text).where(notes.c.table_id == table_id, notes.c.user_id == user_id)
        async with self.store.read() as connection:
            return (await connection.execute(query)).scalar_one_or_none() or ""

    async def put_notes(self, table_id: str, user_id: str, text: str) -> None:
        async with self.store.write() as connection:
            row = {"table_id": table_id, "user_id": user_id, "text": text}
            await connection.execute(self.store.put(notes, row))

    async def plans(self, connection: AsyncConnection, table_id: str) -> list[Plan]:
        rows = await connection.execute(select(plans.c.body).where(plans.c.table_id == table_id))
        return [plan for body in rows.scalars() for plan in msgspec.json.decode(body, type=list[Plan])]

    async def put_plans(self, table_id: str, seat: int, planned: list[Plan]) -> None:
        async with self.store.write() as connection:
            body = msgspec.json.encode(planned).decode()
            await connection.execute(
                self.store.put(plans, {"table_id": table_id, "seat": seat, "body": body})
            )

    async def seen(self, table_id: str, user_id: str) -> int:
        query = select(visits.c.version).where(visits.c.table_id == table_id, visits.c.user_id == user_id)
        async with self.store.read() as connection:
            return (await connection.execute(query)).scalar_one_or_none() or 0

    async def see(self, table_id: str, user_id: str, version: int) -> None:
        async with self.store.write(cache=True) as connection:
            row = {"table_id": table_id, "user_id": user_id, "version": version}
            await connection.execute(self.store.put(visits, row))


def _to(text: str) -> tuple[int, ...]:
    return msgspec.json.decode(text, type=tuple[int, ...])


def may_read(
    to: tuple[int, ...], by: str, user_id: str | None, seat: int | None, *, everything: bool
) -> bool:
    """Whether somebody may read what `by` said to `to`."""
    if not to or by == user_id:
        return True
    if to == (WATCHERS,):
        return seat is None or everything
    return seat in to
