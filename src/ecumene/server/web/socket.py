"""The web socket of a table: frames in, frames out."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from ecumene.kernel import Reason, Refusal
from ecumene.server.ids import now
from ecumene.server.problems import Wrong
from ecumene.server.tables.deeds import is_stale
from ecumene.server.tables.link import Link
from ecumene.server.tables.live import LiveTable
from ecumene.server.web.asker import asker, seen_table
from ecumene.server.web.gate import MOST_BYTES
from ecumene.server.web.given import House
from ecumene.server.web.limits import FRAMES, Bucket
from ecumene.server.web.play import say
from ecumene.server.wire.play import (
    ByeFrame,
    ClientFrame,
    DoneFrame,
    PongFrame,
    RefusedFrame,
    SendChat,
    SendPing,
    SendResync,
    SendSeen,
)

_decode = msgspec.json.Decoder(ClientFrame).decode
_encode = msgspec.json.Encoder().encode
Socket = WebSocket[Any, Any, Any]


@websocket("/ws/tables/{table_id:str}")
async def table_socket(
    socket: Socket, table_id: FromPath[str], house: House, since: FromQuery[int | None] = None
) -> None:
    who = asker(socket.scope)
    try:
        table = await seen_table(house, table_id, who)
    except Wrong as wrong:
        await socket.close(code=4000 + wrong.status, reason=wrong.error)
        return
    await socket.accept()
    link = Link(who.maybe or "", table.viewer_of(who.maybe))
    writer = link.writer = asyncio.create_task(_write(socket, link))
    table.audience.join(link)
    try:
        await _begin(table, link, since)
        table.show_presence()
        reader = asyncio.create_task(_read(socket, house, table, link))
        await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        reader.cancel()
        await asyncio.gather(reader, return_exceptions=True)
    finally:
        table.audience.leave(link)
        house.notices.left(table, link.user_id)
        table.show_presence()
        if not writer.done():
            link.queue.put_nowait(None)
            await asyncio.wait({writer}, timeout=2)
            writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)
        with contextlib.suppress(Exception):
            await socket.close()


async def _begin(table: LiveTable, link: Link, since: int | None) -> None:
    """Bring a new socket up to date: by what it missed, if that is known, or with everything."""
    try:
        async with table.lock:
            if since is not None and since > table.row.version and table.keeper is not None:
                table.keeper.behind = True  # he has seen more than we have heard of
            viewer, sees, late = table.sight(link.user_id)
            if since is not None and sees:
                lens, _, _ = await table.audience.look(viewer, late=late)
                missed = lens.since(since)
                if missed is not None:
                    link.viewer, link.sees, link.late, link.live = viewer, sees, late, True
                    for delta in missed:
                        link.push(delta)
                    table.show_to(link)
                    if late:
                        table.audience.stir()
                    return
            link.push(await table.sync(link))
    except Wrong:
        link.bye(ByeFrame("closing", again=True))


async def _write(socket: Socket, link: Link) -> None:
    while (frame := await link.next()) is not None:
        link.sending = time.monotonic()
        try:
            await socket.send_data(frame, mode="text")
        except (WebSocketDisconnect, RuntimeError, OSError):
            link.closed = True
            return
        link.sending = None


async def _read(socket: Socket, house: House, table: LiveTable, link: Link) -> None:
    bucket = Bucket(*FRAMES)
    while not link.closed:
        try:
            raw = await socket.receive_data(mode="text")
        except WebSocketDisconnect:
            return
        link.heard = time.monotonic()
        if bucket.spend() > 0 and house.settings.rate:
            link.bye(ByeFrame("too_fast", again=True))
            return
        try:
            if len(raw) > MOST_BYTES:
                raise msgspec.DecodeError("too long")
            frame = _decode(raw)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            link.bye(ByeFrame("malformed", again=False))
            return
        if isinstance(frame, SendPing):
            link.push(_encode(PongFrame(now())))
        elif isinstance(frame, SendResync):
            async with table.lock:
                link.push(await table.sync(link))
        elif isinstance(frame, SendSeen):
            if link.user_id:
                await house.talk.see(table.id, link.user_id, min(frame.version, table.row.version))
        else:
            link.push(_encode(await _do(table, link, frame)))


async def _do(table: LiveTable, link: Link, frame: Any) -> DoneFrame | RefusedFrame:  # noqa: ANN401 - a frame with a key
    try:
        if isinstance(frame, SendChat):
            message = await say(table, link.user_id, frame.key, frame.text, frame.to)
            return DoneFrame(frame.key, message.n)
        return DoneFrame(frame.key, await table.deed(link.user_id, frame))
    except Refusal as refusal:
        return RefusedFrame(frame.key, refusal.reason, is_stale(refusal))
    except Wrong as wrong:
        return RefusedFrame(frame.key, Reason("table", wrong.key, wrong.reason.args), stale=False)
