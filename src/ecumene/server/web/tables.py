"""`/api/lobby` and `/api/tables`: making, joining, changing tables."""

from __future__ import annotations

from litestar import Controller, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody

from ecumene.server.problems import Forbidden
from ecumene.server.tables import invites, setup, voting
from ecumene.server.tables.info import info, role
from ecumene.server.tables.lobby import lobby
from ecumene.server.web.asker import hosted_table, own_table, seen_table
from ecumene.server.web.given import Asker, House
from ecumene.server.wire.people import Redeem
from ecumene.server.wire.tables import (
    ChangeTable,
    Invite,
    Lobby,
    NewInvite,
    NewTable,
    Propose,
    Redeemed,
    SetSeat,
    TableInfo,
    TakeSeat,
    Vote,
)


@get("/api/lobby")
async def show_lobby(house: House, who: Asker) -> Lobby:
    return await lobby(house, who.maybe)


@post("/api/invites/redeem", status_code=200)
async def redeem_invite(data: JSONBody[Redeem], house: House, who: Asker) -> Redeemed:
    table = await invites.redeem(house, who.id, data.token)
    chair = table.chair_of(who.id)
    return Redeemed(table.id, role(table, who.id), None if chair is None else chair.seat)


class Tables(Controller):
    path = "/api/tables"

    @post("/", status_code=201)
    async def create(self, data: JSONBody[NewTable], house: House, who: Asker) -> TableInfo:
        return info(await setup.create(house, who.id, data), who.id)

    @get("/{table_id:str}")
    async def show(self, table_id: FromPath[str], house: House, who: Asker) -> TableInfo:
        return info(await seen_table(house, table_id, who), who.maybe)

    @patch("/{table_id:str}")
    async def change(
        self, table_id: FromPath[str], data: JSONBody[ChangeTable], house: House, who: Asker
    ) -> TableInfo:
        table = await hosted_table(house, table_id, who)
        await setup.change(table, data)
        return info(table, who.id)

    @delete("/{table_id:str}")
    async def remove(self, table_id: FromPath[str], house: House, who: Asker) -> None:
        await setup.remove(await hosted_table(house, table_id, who))

    @post("/{table_id:str}/join", status_code=200)
    async def join(
        self, table_id: FromPath[str], data: JSONBody[TakeSeat], house: House, who: Asker
    ) -> TableInfo:
        table = await seen_table(house, table_id, who)
        await setup.join(table, who.id, data.seat)
        return info(table, who.id)

    @post("/{table_id:str}/leave", status_code=200)
    async def leave(self, table_id: FromPath[str], house: House, who: Asker) -> TableInfo:
        table, _ = await own_table(house, table_id, who)
        await setup.leave(table, who.id)
        return info(table, who.id)

    @post("/{table_id:str}/away", status_code=200)
    async def away(
        self, table_id: FromPath[str], data: JSONBody[SetSeat], house: House, who: Asker
    ) -> TableInfo:
        table, seat = await own_table(house, table_id, who)
        await setup.sit_in(table, seat, data.bot)
        return info(table, who.id)

    @post("/{table_id:str}/return", status_code=200)
    async def come_back(self, table_id: FromPath[str], house: House, who: Asker) -> TableInfo:
        table = await seen_table(house, table_id, who)
        await setup.come_back(table, who.id)
        return info(table, who.id)

    @put("/{table_id:str}/seats/{seat:int}")
    async def put_bot(
        self, table_id: FromPath[str], seat: FromPath[int], data: JSONBody[SetSeat], house: House, who: Asker
    ) -> TableInfo:
        table = await hosted_table(house, table_id, who)
        await setup.put_bot(table, seat, data.bot)
        return info(table, who.id)

    @delete("/{table_id:str}/seats/{seat:int}", status_code=200)
    async def clear_seat(
        self, table_id: FromPath[str], seat: FromPath[int], house: House, who: Asker
    ) -> TableInfo:
        table = await hosted_table(house, table_id, who)
        await setup.clear_seat(table, seat)
        return info(table, who.id)

    @post("/{table_id:str}/start", status_code=200)
    async def start(self, table_id: FromPath[str], house: House, who: Asker) -> TableInfo:
        table = await hosted_table(house, table_id, who)
        await setup.start(table)
        return info(table, who.id)

    @post("/{table_id:str}/rematch", status_code=200)
    async def rematch(self, table_id: FromPath[str], house: House, who: Asker) -> TableInfo:
        table, _ = await own_table(house, table_id, who)
        return info(await setup.rematch(table, who.id), who.id)

    # -- invitations ------------------------------------------------------------------------------------------------

    @get("/{table_id:str}/invites")
    async def invitations(self, table_id: FromPath[str], house: House, who: Asker) -> tuple[Invite, ...]:
        return await invites.of(await hosted_table(house, table_id, who))

    @post("/{table_id:str}/invites", status_code=201)
    async def invite(
        self, table_id: FromPath[str], data: JSONBody[NewInvite], house: House, who: Asker
    ) -> Invite:
        return await invites.make(await hosted_table(house, table_id, who), data)

    @delete("/{table_id:str}/invites/{invite:str}")
    async def revoke(self, table_id: FromPath[str], invite: FromPath[str], house: House, who: Asker) -> None:
        await invites.revoke(await hosted_table(house, table_id, who), invite)

    # -- what the table decides -------------------------------------------------------------------------------------

    @post("/{table_id:str}/ballots", status_code=201)
    async def propose(
        self, table_id: FromPath[str], data: JSONBody[Propose], house: House, who: Asker
    ) -> TableInfo:
        table, seat = await own_table(house, table_id, who)
        _present(table.chairs[seat].bot)
        await voting.propose(table, seat, data)
        return info(table, who.id)

    @post("/{table_id:str}/ballots/{n:int}", status_code=200)
    async def vote(
        self, table_id: FromPath[str], n: FromPath[int], data: JSONBody[Vote], house: House, who: Asker
    ) -> TableInfo:
        table, seat = await own_table(house, table_id, who)
        _present(table.chairs[seat].bot)
        await voting.vote(table, seat, n, yes=data.yes)
        return info(table, who.id)


def _present(bot: str | None) -> None:
    if bot is not None:
        raise Forbidden("away")
