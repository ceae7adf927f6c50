"""Several workers on PostgreSQL: whoever one is connected to, one sees the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from ecumene.server.store.tables import get_chairs, get_table
from tests.server.conftest import Hosted, Postgres, settings
from tests.server.hosting import House, hosting
from tests.server.running import Eye, Person

pytestmark = pytest.mark.timeout(300)
Meet = Callable[[str], Awaitable[Person]]


@asynccontextmanager
async def two(cluster: Postgres, folder: Path) -> AsyncIterator[tuple[str, str, House, House]]:
    """Two servers on one database, as two workers are."""
    database = cluster.fresh()
    async with AsyncExitStack() as stack:
        one, first = await stack.enter_async_context(hosting(settings(database, folder, single=False)))
        other, second = await stack.enter_async_context(hosting(settings(database, folder, single=False)))
        yield one, other, first, second


async def at(person: Person, url: str) -> Person:
    """The same person, at the other worker."""
    there = Person(url, person.name)
    there.http.cookies = person.http.cookies
    there.take((await there.get("/api/session")).json())
    return there


async def reaches(eye: Eye, text: str) -> None:
    while not any(text in each for each in eye.raw):
        await eye.next()


async def test_what_one_does_the_other_sees(postgres_cluster: Postgres, tmp_path: Path) -> None:
    async with two(postgres_cluster, tmp_path) as (one, other, _, _):
        ada = await Person(one, "Ada").come_in()
        bob = await Person(other, "Bob").come_in()
        table = (await ada.table(seats=2, visibility="listed"))["id"]
        assert (await bob.post(f"/api/tables/{table}/join", {})).json()["status"] == "running"
        async with ada.look(table) as adas, bob.look(table) as bobs:
            await adas.until("sync")
            await bobs.until("sync")
            while adas.view is None:
                await adas.next()
            for _ in range(6):
                for person in (ada, bob):
                    if (await person.sync(table))["view"]["decision"] is not None:
                        told = await person.answer(table)
                        assert told.status_code == 200, told.text
                        for eye in (adas, bobs):
                            await eye.reach(told.json()["version"])
            assert adas.view["table"]["coins"] == bobs.view["table"]["coins"]
            there = await at(ada, other)
            assert adas.view == (await there.sync(table))["view"]
            await ada.post(f"/api/tables/{table}/chat", {"key": "key-12345", "text": "over there?"})
            await reaches(bobs, "over there?")
            assert (await bob.post(f"/api/tables/{table}/ballots", {"kind": "pause"})).status_code == 201
            await reaches(adas, '"kind":"pause"')
            assert (await ada.post(f"/api/tables/{table}/ballots/1", {"yes": True})).json()[
                "status"
            ] == "paused"
            await reaches(bobs, '"status":"paused"')
            online = [seat["online"] for seat in (await ada.get(f"/api/tables/{table}")).json()["seats"]]
            assert online == [True, True], "who is at the other worker is online too"


async def test_bots_play_wherever_the_answer_came_in(postgres_cluster: Postgres, tmp_path: Path) -> None:
    async with two(postgres_cluster, tmp_path) as (one, other, _, _):
        ada = await Person(one, "Ada").come_in()
        table = (await ada.table(bots=[None, "random", "random"]))["id"]
        there = await at(ada, other)
        async with asyncio.timeout(60):
            while True:
                whole = await there.sync(table)
                if whole["table"]["status"] == "ended":
                    break
                if whole["view"]["decision"] is None:
                    await asyncio.sleep(0.05)
                else:
                    assert (await there.answer(table)).status_code in (200, 409)
        assert (await ada.sync(table))["view"]["ended"]


async def test_who_writes_elsewhere_gets_his_word_in_between_the_bots(
    postgres_cluster: Postgres, tmp_path: Path
) -> None:
    """Bots that never rest, at one worker; whoever writes at the other must begin anew whenever they were quicker."""
    async with two(postgres_cluster, tmp_path) as (one, _, first, second):
        ada = await Person(one, "Ada").come_in()
        asked = {"title": "march", "options": {"turns": 100_000}, "bots": ["simple"] * 3, "sit": False}
        table = (await ada.table(seats=3, **asked))["id"]
        assert (await ada.post(f"/api/tables/{table}/start")).json()["status"] == "running"
        there = await second.table(table)
        for n in range(10):
            key = f"there-{n}"
            version = await there.act(lambda game: game.answer_default(game.due()[0]), key=key)
            assert [row.key for row in await first.journal.tail(table, version - 1, version)] == [key]
        before = (await ada.sync(table))["version"]
        while (await ada.sync(table))["version"] < before + 10:  # noqa: ASYNC110 - nothing tells a test when
            await asyncio.sleep(0.02)


async def test_what_a_killed_worker_wrote_but_did_not_tell(
    postgres_cluster: Postgres, tmp_path: Path
) -> None:
    """His last hint is lost. Whoever saw it at his side comes to the other, and sees no less than before."""
    async with two(postgres_cluster, tmp_path) as (one, other, first, second):
        ada = await Person(one, "Ada").come_in()
        table = (await ada.table(title="march", seats=1))["id"]
        there = await at(ada, other)
        assert (await there.sync(table))["version"] == 0
        first.bus.say = lambda *_: None  # type: ignore[method-assign]
        assert (await ada.answer(table)).json()["version"] == 1
        async with there.look(table, since=1) as eye:
            await eye.until("table")
            assert (await there.sync(table))["version"] == 1
        assert (await ada.answer(table)).json()["version"] == 2
        second._heard("", "game")  # as the bus says it now and then
        while (await there.sync(table))["version"] < 2:  # noqa: ASYNC110 - nothing tells a test when
            await asyncio.sleep(0.02)


async def test_all_sit_down_at_once(postgres_cluster: Postgres, tmp_path: Path) -> None:
    """Five people and four chairs, through two workers, all at the same time: nobody loses the chair he was given."""
    async with two(postgres_cluster, tmp_path) as (one, other, first, _):
        people = [await Person((one, other)[n % 2], f"p{n}").come_in() for n in range(5)]
        host = people[0]
        table = (await host.table(seats=4, visibility="listed", sit=False, autostart=False))["id"]
        for person in people:
            await person.get(f"/api/tables/{table}")
        for _ in range(10):
            wanting = [person for person in people if not await _sits(person, table)]
            await asyncio.gather(*(person.post(f"/api/tables/{table}/join", {}) for person in wanting))
        async with first.store.read() as connection:
            chairs = await get_chairs(connection, table)
        sitting = [chair.user_id for chair in chairs if chair.user_id]
        assert len(sitting) == len(set(sitting)) == 4


async def _sits(person: Person, table: str) -> bool:
    return (await person.get(f"/api/tables/{table}")).json()["you"]["seat"] is not None


async def test_all_vote_at_once(postgres_cluster: Postgres, tmp_path: Path) -> None:
    """Through two workers: no vote is lost, and what is decided is done once."""
    async with two(postgres_cluster, tmp_path) as (one, other, first, _):
        people = [await Person((one, other)[n % 2], f"p{n}").come_in() for n in range(5)]
        path = f"/api/tables/{(await people[0].table(title='march', seats=5, visibility='listed'))['id']}"
        for person in people[1:]:
            await person.post(f"{path}/join", {})
        for n in range(1, 9):
            kind = ("pause", "resume")[(n + 1) % 2]
            assert (await people[0].post(f"{path}/ballots", {"kind": kind})).status_code == 201
            told = await asyncio.gather(
                *(each.post(f"{path}/ballots/{n}", {"yes": True}) for each in people[1:])
            )
            codes = sorted(each.status_code for each in told)
            assert codes[:2] == [200, 200], "it takes three of five"
            assert set(codes[2:]) <= {200, 404}, "who comes too late is told so"
            async with first.store.read() as connection:
                row = await get_table(connection, path.rpartition("/")[2])
            assert row is not None
            assert row.status == {"pause": "paused", "resume": "running"}[kind]


async def test_all_want_to_play_again_at_once(postgres_cluster: Postgres, tmp_path: Path) -> None:
    async with two(postgres_cluster, tmp_path) as (one, other, _, _):
        people = [await Person((one, other)[n % 2], f"p{n}").come_in() for n in range(4)]
        asked = {"seats": 4, "options": {"turns": 1}, "visibility": "listed"}
        path = f"/api/tables/{(await people[0].table(title='march', **asked))['id']}"
        link = (await people[0].post(f"{path}/invites", {"uses": 9})).json()["path"].rpartition("/")[2]
        for person in people[1:]:
            twice = [person.post("/api/invites/redeem", {"token": link}) for _ in range(4)]
            assert {told.status_code for told in await asyncio.gather(*twice)} == {200}
            await person.post(f"{path}/join", {})
        assert (await people[0].get(f"{path}/invites")).json()[0]["uses"] == 6, "twice by one counts once"
        await people[0].post(f"{path}/ballots", {"kind": "abandon"})
        for person in people[1:3]:
            await person.post(f"{path}/ballots/1", {"yes": True})
        for person in people:
            while (await person.get(path)).json()["status"] != "ended":  # noqa: ASYNC110 - nothing tells a test when
                await asyncio.sleep(0.02)
        again = await asyncio.gather(*(person.post(f"{path}/rematch") for person in people))
        assert len({told.json()["id"] for told in again}) == 1, [told.text for told in again]


async def test_read_in_two_windows_at_once(hosted: Hosted, meet: Meet) -> None:
    ada = await meet("Ada")
    table = (await ada.table(title="march", seats=1))["id"]
    talk = hosted[1].talk
    await asyncio.gather(*(talk.see(table, ada.id, n) for n in range(20)))
    notes = [ada.call("PUT", f"/api/tables/{table}/notes", {"text": f"{n}"}) for n in range(10)]
    assert {each.status_code for each in await asyncio.gather(*notes)} == {200}


async def test_both_answer_at_once(postgres_cluster: Postgres, tmp_path: Path) -> None:
    """At one table, through two workers, all at the same time: every answer is kept once."""
    async with two(postgres_cluster, tmp_path) as (one, other, first, _):
        people = [await Person((one, other)[n % 2], f"p{n}").come_in() for n in range(5)]
        table = (await people[0].table(seats=5, title="bazaar", visibility="listed"))["id"]
        for person in people[1:]:
            await person.post(f"/api/tables/{table}/join", {})
        for person in people:
            while (await person.sync(table))["view"] is None:  # noqa: ASYNC110 - nothing tells a test when
                await asyncio.sleep(0.02)
        answers = await asyncio.gather(*(person.answer(table) for person in people))
        assert [answer.status_code for answer in answers] == [200] * 5
        assert {answer.json()["version"] for answer in answers} == {1, 2, 3, 4, 5}
        assert [row.seq for row in await first.journal.tail(table, 0)] == [1, 2, 3, 4, 5]
