"""Looking on some minutes late: nothing of what has happened since gets through, by whatever way one asks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import update

from ecumene.server.store.schema import entries
from ecumene.server.tables import audience, late
from tests.server.conftest import Hosted
from tests.server.running import Person
from tests.server.test_playing import play_on, three

Meet = Callable[[str], Awaitable[Person]]
MINUTES = 30


async def grow_old(inside: Any, table: str, upto: int) -> None:
    """Half an hour passes for the first entries of a table."""
    async with inside.store.write() as connection:
        old = update(entries).where(entries.c.table_id == table, entries.c.seq <= upto)
        await connection.execute(old.values(at=entries.c.at - MINUTES * 60_000))


async def watched(ada: Person, table: str) -> None:
    told = {"visibility": "listed", "watching": "delayed", "delay": MINUTES}
    assert (await ada.call("PATCH", f"/api/tables/{table}", told)).status_code == 200


async def test_who_looks_on_late_sees_what_was(
    hosted: Hosted, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late, "EVERY", 0.1)
    monkeypatch.setattr(audience, "EVERY", 0.1)
    table, people = await three(meet)
    wally = await meet("Wally")
    await play_on(table, people, 4)
    wanted = (await wally.sync(table))["view"]
    assert wanted["version"] == 4
    await watched(people[0], table)
    await play_on(table, people, 8)
    async with wally.look(table) as eye:
        await eye.until("sync")
        assert (eye.view["version"], eye.log) == (0, [])
        await grow_old(hosted[1], table, 4)
        await eye.reach(4)
        assert eye.view == wanted
        await grow_old(hosted[1], table, 6)
        await eye.reach(6)
        assert eye.view == (await wally.sync(table))["view"]
        assert {line["at"] for line in eye.log} <= set(range(7))
    async with wally.look(table, since=4) as eye:
        eye.version, eye.view = 4, wanted
        told = await eye.next()
        assert (told["t"], told["since"], told["version"]) == ("delta", 4, 6)


async def test_no_other_way_shows_more(house: Hosted, meet: Meet) -> None:
    table, people = await three(meet)
    await watched(people[0], table)
    await play_on(table, people, 9)
    await grow_old(house[1], table, 4)
    wally = await meet("Wally")
    path = f"/api/tables/{table}"
    assert (await wally.sync(table))["version"] == 4
    assert (await wally.get(f"{path}/timeline")).json()["length"] == 4
    assert (await wally.get(f"{path}/history?at=4")).json()["length"] == 4
    assert (await wally.get(f"{path}/history?at=5")).status_code == 404
    assert all(line["at"] <= 4 for line in (await wally.get(f"{path}/log")).json()["lines"])
    box = (await wally.post(f"{path}/sandboxes", {})).json()
    assert box["view"]["version"] == 4
    assert (await wally.post(f"{path}/sandboxes", {"at": 5})).status_code == 404
    assert (await people[0].get(f"{path}/timeline")).json()["length"] == 9, "who plays is not late"


async def test_the_end_is_for_all_at_once(house: Hosted, meet: Meet) -> None:
    table, people = await three(meet)
    await watched(people[0], table)
    wally = await meet("Wally")
    async with wally.look(table) as eye:
        await eye.until("sync")
        await play_on(table, people)
        while eye.view is None or not eye.view["ended"]:
            await eye.next()
        assert eye.table["status"] == "ended"
