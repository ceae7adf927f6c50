"""A server on a real port within the test's own event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn

from ecumene.server.settings import Settings
from ecumene.server.tables.house import House
from ecumene.server.web.app import application
from ecumene.server.worker import LISTENING

__all__ = ["House", "hosting"]


@asynccontextmanager
async def hosting(settings: Settings) -> AsyncIterator[tuple[str, House]]:
    inside: list[House] = []

    async def ready(house: House) -> None:
        inside.append(house)

    config = uvicorn.Config(
        application(settings, ready), host="127.0.0.1", port=0, timeout_graceful_shutdown=1, **LISTENING
    )  # fmt: skip
    server = uvicorn.Server(config)
    task = asyncio.create_task(server._serve())
    while not server.started:
        if task.done():
            await task
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}", inside[0]
    finally:
        server.should_exit = True
        await task
