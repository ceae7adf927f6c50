"""The journal, the snapshots, and the game that is made of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from ecumene.kernel import Game
from ecumene.server.store.append import Row
from ecumene.server.store.journal import Conflict, Twice
from ecumene.server.tables import keeper as keepers
from tests.server.conftest import Hosted
from tests.server.running import Person

Meet = Callable[[str], Awaitable[Person]]


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepers, "SNAPSHOT_EVERY", 6)


async def test_rows_are_dense_and_keys_are_unique(hosted: Hosted, meet: Meet) -> None:
    journal = hosted[1].journal
    table = (await (await meet("Ada")).table())["id"]

    def row(seq: int, key: str) -> Row:
        return Row(table, seq, 1, None, key, b"[]")

    await journal.append(row(1, "one"))
    with pytest.raises(Conflict):
        await journal.append(row(1, "other"))
    with pytest.raises(Twice) as twice:
        await journal.append(row(2, "one"))
    assert twice.value.seq == 1
    results = await asyncio.gather(
        *(journal.append(row(n, f"k{n}")) for n in range(2, 40)), return_exceptions=True
    )
    assert results == [None] * 38
    assert [each.seq for each in await journal.tail(table, 0)] == list(range(1, 40))


async def _marched(person: Person, table: str, answers: int) -> None:
    for n in range(answers):
        told = await person.answer(table, {"shape": "choose", "option": n % 3 + 1})
        assert told.status_code == 200


async def test_a_restart_reads_only_the_tail(hosted: Hosted, meet: Meet, often: None) -> None:
    ada = await meet("Ada")
    table = (await ada.table(title="march", seats=2, bots=[None, "random"]))["id"]
    await _long(ada, table, 40)
    live = await hosted[1].table(table)
    assert live.keeper is not None
    await live.keeper.settle()
    whole = [(line["at"], line["event"]) for line in (await _log(ada, table))]
    async with live.lock:
        game = await live.game()
        before = (game.digest(), game.version, len(game.line), ada.id)
        live.keeper.drop()
    async with live.lock:
        again = await live.game()
        assert (again.digest(), again.version, len(again.line), ada.id) == before
        assert again.begins > before[2] - 20, "what was before the snapshot was not replayed"
    assert [(line["at"], line["event"]) for line in (await _log(ada, table))] == whole
    for at in (0, 3, 17, before[2]):
        then = (await ada.get(f"/api/tables/{table}/history?at={at}")).json()
        assert then["view"]["version"] == at


async def _long(person: Person, table: str, version: int) -> None:
    while True:
        told = await person.sync(table)
        if told["version"] >= version:
            return
        if told["view"]["decision"] is None:
            await asyncio.sleep(0.01)
        else:
            await person.answer(table, {"shape": "choose", "option": told["version"] % 3 + 1})


async def _log(person: Person, table: str) -> list[dict[str, object]]:
    pages: list[dict[str, object]] = []
    before = 1 << 30
    while True:
        page = (await person.get(f"/api/tables/{table}/log?before={before}&limit=7")).json()
        pages = page["lines"] + pages
        if page["first"] == 0:
            return pages
        assert page["first"] < before
        before = page["first"]


async def test_going_back_further_than_the_snapshot(hosted: Hosted, meet: Meet, often: None) -> None:
    ada = await meet("Ada")
    table = (await ada.table(title="march", seats=1))["id"]
    await _marched(ada, table, 5)
    wanted = (await ada.sync(table))["view"]["table"]
    await _marched(ada, table, 25)
    live = await hosted[1].table(table)
    assert live.keeper is not None
    await live.keeper.settle()
    live.keeper.drop()
    told = (await ada.post(f"/api/tables/{table}/ballots", {"kind": "rewind", "to": 5})).json()
    assert told["ballots"] == []
    assert (await ada.sync(table))["view"]["table"] == wanted
    await _marched(ada, table, 9)
    here = await ada.sync(table)
    live.keeper.drop()
    assert (await ada.sync(table))["view"] == here["view"]
    record = await ada.get(f"/api/tables/{table}/history?at=5")
    assert record.json()["view"]["table"] == wanted


async def test_two_writers_on_one_table(hosted: Hosted, meet: Meet) -> None:
    """A second keeper, as another worker has it, writes in between: nobody's answer is lost, nobody's line is torn."""
    ada = await meet("Ada")
    table = (await ada.table(title="march", seats=1))["id"]
    live = await hosted[1].table(table)
    house = hosted[1]
    assert live.keeper is not None
    assert live.title is not None
    other = keepers.Keeper(live.row, live.title, house.journal, house.snapshots, house.workshop)

    def answer(game: Game) -> None:
        game.answer_default(game.due()[0], by="clock")

    for n in range(12):
        if n % 2:
            async with live.lock:
                await live.keeper.act(answer, None, f"here-{n:04}")
        else:
            await other.act(answer, None, f"there-{n:04}")
    live.keeper.behind = True
    async with live.lock:
        assert (await live.game()).version == 12
    assert len(await house.journal.tail(table, 0)) == 12


async def test_a_game_is_over_even_if_who_gave_its_last_answer_was_killed(hosted: Hosted, meet: Meet) -> None:
    """He wrote the answer, but not yet that the table has ended."""
    house = hosted[1]
    ada = await meet("Ada")
    table = (await ada.table(title="march", seats=1, options={"turns": 1}))["id"]
    assert (await ada.answer(table)).status_code == 200
    live = await house.table(table)
    assert live.title is not None
    killed = keepers.Keeper(live.row, live.title, house.journal, house.snapshots, house.workshop)
    await killed.act(lambda game: game.answer_default(game.due()[0]), None, None)
    house._heard(table, "game")
    async with asyncio.timeout(10):
        while (whole := await ada.sync(table))["table"]["status"] == "running":  # noqa: ASYNC110 - nothing tells a test when
            await asyncio.sleep(0.02)
    assert whole["table"]["status"] == "ended"
    assert len(whole["table"]["result"]) == 1
    assert (await ada.post(f"/api/tables/{table}/rematch", {})).status_code == 200


async def test_a_snapshot_that_does_not_fit_is_left_out(hosted: Hosted, meet: Meet, often: None) -> None:
    from sqlalchemy import update

    from ecumene.server.store import schema

    ada = await meet("Ada")
    table = (await ada.table(title="march", seats=1))["id"]
    await _marched(ada, table, 20)
    before = (await ada.sync(table))["view"]
    live = await hosted[1].table(table)
    assert live.keeper is not None
    await live.keeper.settle()
    kept = await hosted[1].snapshots.newest(table)
    assert kept is not None
    import msgspec

    from ecumene.server.store.snapshots import packed

    strange = msgspec.structs.replace(
        kept, snapshot=msgspec.structs.replace(kept.snapshot, state={"step": "walk"})
    )
    async with hosted[1].store.write() as connection:
        await connection.execute(update(schema.snapshots).values(body=packed(strange)))
    live.keeper.drop()
    assert (await ada.sync(table))["view"] == before
