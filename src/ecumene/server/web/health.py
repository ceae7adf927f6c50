"""Is it well, and how busy is it?"""

from __future__ import annotations

from litestar import MediaType, Response, get
from sqlalchemy import text

from ecumene.server.problems import Forbidden
from ecumene.server.web.given import Asker, House, Meters

_HERE = ("127.0.0.1", "::1", "")


@get("/api/health")
async def health(house: House) -> dict[str, str]:
    async with house.store.read() as connection:
        await connection.execute(text("select 1"))
    return {"status": "ok"}


@get("/api/metrics", media_type=MediaType.TEXT)
async def metrics(house: House, meters: Meters, who: Asker) -> Response[str]:
    if who.address not in _HERE and not house.settings.metrics_for_all:
        raise Forbidden("not_here")
    tables = list(house.tables.values())
    gauges = [
        ("tables_open", float(len(tables))),
        ("tables_driven", float(len(house.drivers))),
        ("sockets", float(sum(len(table.audience.links) for table in tables))),
        ("journal_commits", float(house.journal.commits)),
        ("journal_rows", float(house.journal.rows)),
        ("rules_broken_off", float(house.workshop.broken_off)),
        ("bots_broken_off", float(house.bots.broken_off)),
        ("bus_reconnects", float(getattr(house.bus, "reconnects", 0))),
    ]
    return Response(meters.text(gauges), media_type=MediaType.TEXT)
