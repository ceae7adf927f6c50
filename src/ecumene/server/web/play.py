"""Playing over HTTP: what the socket does, and looking back."""

from __future__ import annotations

from litestar import Controller, Response, delete, get, post, put
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from ecumene.kernel import Seat, Viewer
from ecumene.kernel.plan import Plan as KernelPlan
from ecumene.server.problems import Forbidden, NotFound, NotNow
from ecumene.server.store.talk import WATCHERS
from ecumene.server.tables.info import may_listen, may_watch, role
from ecumene.server.tables.live import LiveTable
from ecumene.server.web.asker import own_table, seen_table
from ecumene.server.web.given import Asker, History, House, Sandboxes
from ecumene.server.wire.play import (
    Deed,
    DoneFrame,
    LogPage,
    NewSandbox,
    Plan,
    Plans,
    Sandbox,
    SyncFrame,
    Then,
    Timeline,
    Try,
)
from ecumene.server.wire.tables import Message, Notes, Say

_MOST_LINES = 1000
_LAST = 1 << 30  # more than any table has messages or answers


class Playing(Controller):
    path = "/api/tables/{table_id:str}"

    @get("/sync", responses={200: ResponseSpec(SyncFrame, description="Everything that one may know")})
    async def sync(self, table_id: FromPath[str], house: House, who: Asker) -> Response[bytes]:
        table = await seen_table(house, table_id, who)
        async with table.lock:
            body = await table.sync_frame(who.maybe or "")
        return Response(body, media_type="application/json")

    @post("/deeds", status_code=200)
    async def deed(
        self, table_id: FromPath[str], data: JSONBody[Deed], house: House, who: Asker
    ) -> DoneFrame:
        table = await seen_table(house, table_id, who)
        return DoneFrame(data.key, await table.deed(who.id, data))

    @get("/log")
    async def log(
        self,
        table_id: FromPath[str],
        house: House,
        history: History,
        who: Asker,
        before: FromQuery[int] = _LAST,
        limit: FromQuery[int] = 200,
    ) -> LogPage:
        table, viewer = await _watched(house, table_id, who)
        return await history.page(table, viewer, max(0, before), max(1, min(limit, _MOST_LINES)))

    # -- words ------------------------------------------------------------------------------------------------------

    @get("/chat")
    async def chat(
        self,
        table_id: FromPath[str],
        house: House,
        who: Asker,
        before: FromQuery[int] = _LAST,
        limit: FromQuery[int] = 50,
    ) -> tuple[Message, ...]:
        table = await seen_table(house, table_id, who)
        if not may_listen(table, who.maybe):
            raise Forbidden("not_watched")
        chair = table.chair_of(who.maybe)
        over = table.row.status == "ended"
        return await house.talk.page(
            table_id, who.maybe, None if chair is None else chair.seat, everything=over,
            before=max(0, min(before, _LAST)), limit=max(1, min(limit, 200)),
        )  # fmt: skip

    @post("/chat", status_code=201)
    async def say(self, table_id: FromPath[str], data: JSONBody[Say], house: House, who: Asker) -> Message:
        return await say(await seen_table(house, table_id, who), who.id, data.key, data.text, data.to)

    @get("/notes")
    async def notes(self, table_id: FromPath[str], house: House, who: Asker) -> Notes:
        table = await seen_table(house, table_id, who)
        return Notes(await house.talk.notes(table.id, who.id))

    @put("/notes")
    async def put_notes(
        self, table_id: FromPath[str], data: JSONBody[Notes], house: House, who: Asker
    ) -> Notes:
        table = await seen_table(house, table_id, who)
        await house.talk.put_notes(table.id, who.id, data.text)
        return data

    # -- plans ------------------------------------------------------------------------------------------------------

    @get("/plans")
    async def plans(self, table_id: FromPath[str], house: House, who: Asker) -> Plans:
        table, seat = await own_table(house, table_id, who)
        return _plans(table, seat)

    @put("/plans")
    async def put_plans(
        self, table_id: FromPath[str], data: JSONBody[Plans], house: House, who: Asker
    ) -> Plans:
        table, seat = await own_table(house, table_id, who)
        if table.row.status != "running" or table.keeper is None:
            raise NotNow(f"not_running_{table.row.status}")
        planned = [KernelPlan(seat, plan.kind, plan.answer, plan.until) for plan in data.plans]
        await table.plan(seat, planned)
        return _plans(table, seat)

    # -- looking back -----------------------------------------------------------------------------------------------

    @get("/timeline")
    async def timeline(self, table_id: FromPath[str], house: House, history: History, who: Asker) -> Timeline:
        table, viewer = await _watched(house, table_id, who)
        return await history.timeline(table, viewer)

    @get("/history")
    async def then(
        self, table_id: FromPath[str], at: FromQuery[int], house: House, history: History, who: Asker
    ) -> Then:
        table, viewer = await _watched(house, table_id, who)
        return await history.then(table, viewer, at)

    @post("/sandboxes", status_code=201)
    async def sandbox(
        self,
        table_id: FromPath[str],
        data: JSONBody[NewSandbox],
        house: House,
        sandboxes: Sandboxes,
        who: Asker,
    ) -> Sandbox:
        table, _ = await _watched(house, table_id, who)
        return await sandboxes.make(table, who.id, data.at)

    @get("/record", media_type="application/octet-stream")
    async def record(
        self, table_id: FromPath[str], house: House, history: History, who: Asker
    ) -> Response[bytes]:
        table, _ = await _watched(house, table_id, who)
        name = f'attachment; filename="{table.row.title}-{table.id}.ecu"'
        return Response(
            await history.record(table), media_type="application/octet-stream",
            headers={"content-disposition": name},
        )  # fmt: skip


class Trying(Controller):
    path = "/api/sandboxes/{box_id:str}"

    @get("/")
    async def show(
        self, box_id: FromPath[str], sandboxes: Sandboxes, who: Asker, seat: FromQuery[int] = 0
    ) -> Sandbox:
        return await sandboxes.show(box_id, who.id, seat)

    @post("/", status_code=200)
    async def attempt(
        self, box_id: FromPath[str], data: JSONBody[Try], sandboxes: Sandboxes, who: Asker
    ) -> Sandbox:
        return await sandboxes.attempt(box_id, who.id, data)

    @delete("/")
    async def remove(self, box_id: FromPath[str], sandboxes: Sandboxes, who: Asker) -> None:
        sandboxes.remove(box_id, who.id)


async def say(table: LiveTable, user_id: str, key: str, text: str, to: tuple[int, ...]) -> Message:
    """Say something, and let it be heard by those who may hear it."""
    chair = table.chair_of(user_id)
    if role(table, user_id) == "none" and not may_watch(table, user_id):
        raise Forbidden("not_at_table")
    if chair is None:
        if to:
            raise Forbidden("no_seat")
        if table.row.status in ("running", "paused"):
            to = (WATCHERS,)
    elif to:
        if any(not 0 <= seat < table.row.seats for seat in to):
            raise NotFound("no_such_seat")
        to = tuple(sorted({chair.seat, *to}))
    seat = None if chair is None else chair.seat
    message, new = await table.house.talk.say(table.id, user_id, seat, to, text, key)
    if new:
        table.hear(message)
        table.house.bus.say(table.id, "chat")
        table.house.notices.whispered(table, message)
    return message


async def _watched(house: House, table_id: str, who: Asker) -> tuple[LiveTable, Viewer]:
    """The table, if the asker may see its game, and as whom."""
    table = await seen_table(house, table_id, who)
    if not may_watch(table, who.maybe):
        raise Forbidden("not_watched")
    if table.row.status == "open":
        raise NotNow("not_started")
    return table, table.viewer_of(who.maybe)


def _plans(table: LiveTable, seat: int) -> Plans:
    game = table.keeper.game if table.keeper is not None else None
    found = game.plans(Seat(seat)) if game is not None else []
    return Plans(tuple(Plan(plan.kind, plan.answer, plan.until) for plan in found))
