"""Who is asking, as handlers see it, and the table that is asked about."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection

from ecumene.server.people.sessions import Login
from ecumene.server.problems import Forbidden, NotFound, NotSignedIn
from ecumene.server.tables.house import House
from ecumene.server.tables.info import may_see
from ecumene.server.tables.live import LiveTable

Connection = ASGIConnection[Any, Any, Any, Any]


class Asker:
    def __init__(self, login: Login | None, address: str) -> None:
        self.login = login
        self.address = address

    @property
    def maybe(self) -> str | None:
        return None if self.login is None else self.login.user_id

    @property
    def id(self) -> str:
        if self.login is None:
            raise NotSignedIn
        return self.login.user_id


def asker(scope: Any) -> Asker:  # noqa: ANN401 - Litestar's scope
    state = scope.get("state", {})
    return Asker(state.get("login"), state.get("address", ""))


async def seen_table(house: House, table_id: str, who: Asker) -> LiveTable:
    """The table, if the asker may know of it; otherwise there is none."""
    table = await house.table(table_id)
    if not may_see(table, who.maybe):
        raise NotFound
    if who.maybe is not None:
        await house.people.meet([who.maybe])
    return table


async def hosted_table(house: House, table_id: str, who: Asker) -> LiveTable:
    table = await seen_table(house, table_id, who)
    if table.row.host != who.id:
        raise Forbidden("not_host")
    return table


async def own_table(house: House, table_id: str, who: Asker) -> tuple[LiveTable, int]:
    """The table at which the asker has a seat, and the seat."""
    table = await seen_table(house, table_id, who)
    chair = table.chair_of(who.id)
    if chair is None:
        raise Forbidden("no_seat")
    return table, chair.seat
