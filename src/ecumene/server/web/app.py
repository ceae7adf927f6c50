"""The application: everything put together."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Request
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig

import ecumene
from ecumene.server.bus import Alone, Bus, Postgres
from ecumene.server.ids import new_id
from ecumene.server.people.people import People
from ecumene.server.people.sessions import Sessions
from ecumene.server.settings import Settings
from ecumene.server.store.engine import Store
from ecumene.server.store.upgrade import upgrade
from ecumene.server.tables.history import History
from ecumene.server.tables.house import House
from ecumene.server.tables.sandbox import Sandboxes
from ecumene.server.web import catalogue, health, session, static, tables
from ecumene.server.web.asker import Asker, asker
from ecumene.server.web.errors import HANDLERS
from ecumene.server.web.gate import MOST_BYTES, Gate
from ecumene.server.web.meters import Meters
from ecumene.server.web.play import Playing, Trying
from ecumene.server.web.socket import table_socket

log = logging.getLogger("ecumene")


Ready = Callable[[House], Awaitable[None]]


def application(settings: Settings, ready: Ready | None = None) -> Gate:
    """The ASGI application, its gate before it. Nothing is opened before it starts; then `ready` is called."""
    store = Store(settings.database)
    single = store.sqlite or settings.single
    bus: Bus = Alone() if single else Postgres(store.url, new_id(8))
    people = People(store)
    sessions = Sessions(store)
    meters = Meters()
    house = House(settings, store, bus, people)
    history = History(house)
    sandboxes = Sandboxes(history, house.workshop)
    files = static.Files(Path(settings.client))

    @asynccontextmanager
    async def life(_: Litestar) -> AsyncIterator[None]:
        await upgrade(store)
        await sessions.sweep()
        await house.start()
        try:
            if ready is not None:
                await ready(house)
            log.info(
                "ecumene %s serves, with its games in %s", ecumene.__version__, store.url.get_backend_name()
            )
            yield
        finally:
            await house.stop()
            await store.close()
            log.info("ecumene serves no more")

    def provide(thing: object) -> Provide:
        return Provide(lambda: thing, sync_to_thread=False)

    def who(request: Request[Any, Any, Any]) -> Asker:
        return asker(request.scope)

    app = Litestar(
        [
            session.Sessioned, session.Myself, session.enter,
            tables.show_lobby, tables.redeem_invite, tables.Tables, Playing, Trying,
            catalogue.titles, catalogue.title, catalogue.rules, catalogue.rule, catalogue.board, catalogue.picture,
            health.health, health.metrics, table_socket, static.client,
        ],
        lifespan=[life],
        dependencies={
            "house": provide(house), "sessions": provide(sessions), "history": provide(history),
            "sandboxes": provide(sandboxes), "files": provide(files), "meters": provide(meters),
            "who": Provide(who, sync_to_thread=False),
        },
        exception_handlers=HANDLERS,
        request_max_body_size=MOST_BYTES,
        openapi_config=OpenAPIConfig(title="Ecumene", version=ecumene.__version__, path="/api/schema"),
        debug=False,
        logging_config=None,
    )  # fmt: skip
    return Gate(app, settings, sessions, meters)  # type: ignore[arg-type]
