"""Time runs out at a real table: the default is answered, whoever is there; what stands still costs nobody time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from ecumene.server.store.append import Row
from ecumene.server.tables.keeper import entries_of
from tests.server.conftest import Hosted, settings
from tests.server.hosting import House, hosting
from tests.server.running import Person

Meet = Callable[[str], Awaitable[Person]]
SECOND = {"kind": "live", "each": 1}


async def written(house: House, table: str, count: int) -> list[Row]:
    """The first rows of the journal, as soon as there are so many."""
    async with asyncio.timeout(20):
        while len(rows := await house.journal.tail(table, 0)) < count:  # noqa: ASYNC110 - nothing tells a test when
            await asyncio.sleep(0.05)
    return rows[:count]


def givers(rows: list[Row]) -> list[tuple[int, str]]:
    """Which seat answered, and who did it in its name."""
    return [(entry.seat, getattr(entry, "by", "")) for row in rows for entry in entries_of(row)]


async def test_who_says_nothing_says_the_default(hosted: Hosted, meet: Meet) -> None:
    ada, bob = await meet("Ada"), await meet("Bob")
    table = (await ada.table(title="march", seats=2, visibility="listed", pace=SECOND))["id"]
    await bob.post(f"/api/tables/{table}/join", {})
    async with bob.look(table) as eye:
        await eye.until("sync")
        assert [clock["seat"] for clock in eye.table["clocks"] if clock["deadline"]] == [0]
        assert (await ada.answer(table, {"shape": "choose", "option": 2})).status_code == 200
        running = (await eye.until("clocks"))["clocks"]
        assert [clock["seat"] for clock in running if clock["deadline"]] == [1]
        await eye.reach(2)
        assert eye.view["table"]["miles"] == [2, 1], "the default is to walk one mile"
    assert givers(await written(hosted[1], table, 2)) == [(0, "seat"), (1, "clock")]


async def test_nobody_need_look_and_a_restart_costs_no_time(database: str, tmp_path: Path) -> None:
    async with hosting(settings(database, tmp_path)) as (url, _):
        ada = await Person(url, "Ada").come_in()
        table = (await ada.table(title="march", seats=1, pace={"kind": "mail", "each": 1, "bank": 1}))["id"]
    await asyncio.sleep(2.5)
    async with hosting(settings(database, tmp_path)) as (_, house):
        assert await house.journal.tail(table, 0) == []
        assert givers(await written(house, table, 1)) == [(0, "clock")]


async def test_a_pause_stops_the_clocks(house: Hosted, meet: Meet) -> None:
    ada = await meet("Ada")
    table = (await ada.table(title="march", seats=1, pace=SECOND))["id"]
    assert (await ada.post(f"/api/tables/{table}/ballots", {"kind": "pause"})).json()["status"] == "paused"
    await asyncio.sleep(1.5)
    assert await house[1].journal.tail(table, 0) == []
    assert (await ada.answer(table)).json()["reason"]["key"] == "not_running_paused"
    assert (await ada.post(f"/api/tables/{table}/ballots", {"kind": "resume"})).json()["status"] == "running"
    assert givers(await written(house[1], table, 1)) == [(0, "clock")]
