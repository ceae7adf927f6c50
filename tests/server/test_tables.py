"""Seats, absence, votes, pauses, rematches, the lobby, broken rules."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tests.server.conftest import Hosted
from tests.server.running import Person
from tests.server.test_playing import play_on, three

Meet = Callable[[str], Awaitable[Person]]


async def test_the_lobby(hosted: Hosted, meet: Meet) -> None:
    ada, bob = await meet("Ada"), await meet("Bob")
    secret = (await ada.table(name="Secret"))["id"]
    listed = (await ada.table(name="Listed", visibility="listed"))["id"]
    lobby = (await bob.get("/api/lobby")).json()
    assert [each["id"] for each in lobby["open"]] == [listed]
    assert (await bob.get(f"/api/tables/{secret}")).status_code == 404
    await bob.post(f"/api/tables/{listed}/join", {})
    mine = (await bob.get("/api/lobby")).json()["mine"]
    assert [(each["id"], each["seat"], each["free"]) for each in mine] == [(listed, 1, 1)]
    await ada.call("PUT", f"/api/tables/{listed}/seats/2", {"bot": "random"})
    mine = (await bob.get("/api/lobby")).json()["mine"]
    assert (mine[0]["status"], mine[0]["needs_me"], mine[0]["bots"]) == ("running", True, 1)
    nobody = Person(ada.url)
    assert [each["id"] for each in (await nobody.get("/api/lobby")).json()["watch"]] == [listed]


async def test_the_host_sets_the_table(house: Hosted, meet: Meet) -> None:
    ada, bob = await meet("Ada"), await meet("Bob")
    table = (await ada.table(seats=4, visibility="listed", autostart=False))["id"]
    await bob.post(f"/api/tables/{table}/join", {"seat": 3})
    assert (await ada.call("PATCH", f"/api/tables/{table}", {"seats": 3})).status_code == 409, (
        "somebody sits there"
    )
    assert (await ada.call("DELETE", f"/api/tables/{table}/seats/3")).json()["seats"][3]["person"] is None
    told = (await ada.call("PATCH", f"/api/tables/{table}", {"seats": 3, "options": {"coins": 12}})).json()
    assert (len(told["seats"]), told["options"]["coins"]) == (3, 12)
    assert (
        await ada.call("PATCH", f"/api/tables/{table}", {"options": {"coins": "many"}})
    ).status_code == 400
    started = (await ada.post(f"/api/tables/{table}/start")).json()
    assert started["status"] == "running"
    assert [seat["bot"] is None for seat in started["seats"]] == [True, False, False]
    assert (await ada.call("PATCH", f"/api/tables/{table}", {"seats": 4})).status_code == 409


async def test_a_table_that_never_began_can_be_taken_away(hosted: Hosted, meet: Meet) -> None:
    ada = await meet("Ada")
    table = (await ada.table())["id"]
    await ada.post(f"/api/tables/{table}/invites", {})
    await ada.post(f"/api/tables/{table}/chat", {"key": "key-12345", "text": "hello"})
    assert (await ada.call("DELETE", f"/api/tables/{table}")).status_code == 204
    assert (await ada.get(f"/api/tables/{table}")).status_code == 404


async def test_away_and_back(hosted: Hosted, meet: Meet) -> None:
    table, (_, _, cleo) = await three(meet)
    seat = (await cleo.post(f"/api/tables/{table}/away", {"bot": "random"})).json()["seats"][2]
    assert (seat["bot"], seat["away"], seat["person"]["name"]) == ("random", True, "Cleo")
    while (await cleo.sync(table))["view"]["decision"] is not None:  # noqa: ASYNC110 - nothing tells a test when
        await asyncio.sleep(0.02)
    refused = await cleo.post(f"/api/tables/{table}/deeds", {"t": "undo", "key": "key-12345", "version": 9})
    assert (refused.status_code, refused.json()["reason"]["key"]) == (409, "away")
    back = (await cleo.post(f"/api/tables/{table}/return")).json()["seats"][2]
    assert (back["bot"], back["away"]) == (None, False)


async def test_another_takes_the_seat_of_one_who_left(hosted: Hosted, meet: Meet) -> None:
    table, (_, _, cleo) = await three(meet)
    left = (await cleo.post(f"/api/tables/{table}/leave")).json()["seats"][2]
    assert left["person"] is None
    assert left["bot"] is not None
    dora = await meet("Dora")
    joined = (await dora.post(f"/api/tables/{table}/join", {})).json()
    assert joined["you"]["seat"] == 2
    assert joined["seats"][2]["bot"] is None


async def test_a_friend_plays_for_one_who_is_away_until_he_returns(hosted: Hosted, meet: Meet) -> None:
    table, (ada, _, cleo) = await three(meet)
    path = f"/api/tables/{table}"
    await cleo.post(f"{path}/away", {"bot": "random"})
    dora = await meet("Dora")
    assert (await dora.post(f"{path}/join", {})).status_code == 409, "a seat of somebody is not for everybody"
    invite = (await ada.post(f"{path}/invites", {"seat": 2})).json()["path"].rpartition("/")[2]
    await dora.post("/api/invites/redeem", {"token": invite})
    joined = (await dora.post(f"{path}/join", {})).json()
    assert (joined["you"]["seat"], joined["seats"][2]["bot"]) == (2, None)
    assert (await cleo.get(path)).json()["you"] == {
        "role": "none", "seat": None, "may_join": True, "may_watch": True,
    }  # fmt: skip
    assert "hand" not in str((await cleo.sync(table))["view"]["decision"])
    await dora.post(f"{path}/leave")
    seat = (await cleo.get(path)).json()["seats"][2]
    assert (seat["person"]["name"], seat["away"]) == ("Cleo", True), (
        "whose seat it is does not change by that"
    )
    await dora.post(f"{path}/join", {})
    back = (await cleo.post(f"{path}/return")).json()
    assert (back["you"]["seat"], back["seats"][2]["person"]["name"], back["seats"][2]["away"]) == (
        2, "Cleo", False,
    )  # fmt: skip
    assert (await dora.get(path)).json()["you"]["seat"] is None


async def test_votes(hosted: Hosted, meet: Meet) -> None:
    table, (ada, bob, cleo) = await three(meet)
    path = f"/api/tables/{table}"
    asked = (await ada.post(f"{path}/ballots", {"kind": "pause"})).json()
    assert asked["ballots"][0]["needed"] == 2
    assert (await ada.post(f"{path}/ballots", {"kind": "pause"})).status_code == 409
    assert (await bob.post(f"{path}/ballots/1", {"yes": False})).json()["status"] == "running"
    assert (await cleo.post(f"{path}/ballots/1", {"yes": True})).json()["status"] == "paused"
    stopped = await ada.answer(table)
    assert (stopped.status_code, stopped.json()["reason"]["key"]) == (409, "not_running_paused")
    await bob.post(f"{path}/ballots", {"kind": "resume"})
    assert (await ada.post(f"{path}/ballots/2", {"yes": True})).json()["status"] == "running"
    await ada.post(f"{path}/ballots", {"kind": "pause"})
    assert (await ada.post(f"{path}/ballots/3", {"yes": False})).json()["ballots"] == [], "withdrawn"


async def test_the_table_goes_back(hosted: Hosted, meet: Meet) -> None:
    table, people = await three(meet)
    await play_on(table, people, 2)
    wanted = (await people[0].sync(table))["view"]
    await play_on(table, people, 6)
    async with people[0].look(table) as eye:
        await eye.until("sync")
        await people[1].post(f"/api/tables/{table}/ballots", {"kind": "rewind", "to": 2})
        await people[2].post(f"/api/tables/{table}/ballots/1", {"yes": True})
        await eye.reach(9)
        whole = await people[0].sync(table)
        assert eye.view == whole["view"]
        assert eye.log == whole["log"]
    now = whole["view"]
    assert (now["version"], now["table"], now["decision"]) == (9, wanted["table"], wanted["decision"])


async def test_a_bot_sits_in_for_one_who_is_not_there(house: Hosted, meet: Meet) -> None:
    table, (ada, bob, _) = await three(meet)
    await ada.post(f"/api/tables/{table}/ballots", {"kind": "replace", "seat": 2, "bot": "random"})
    told = (await bob.post(f"/api/tables/{table}/ballots/1", {"yes": True})).json()
    assert (told["seats"][2]["bot"], told["seats"][2]["away"]) == ("random", True)


async def test_once_more(hosted: Hosted, meet: Meet) -> None:
    table, people = await three(meet)
    await play_on(table, people)
    again = (await people[1].post(f"/api/tables/{table}/rematch")).json()
    assert (again["status"], again["you"]["seat"], again["host"]["name"]) == ("open", 1, "Bob")
    same = (await people[0].post(f"/api/tables/{table}/rematch")).json()
    assert same["id"] == again["id"]
    told = again
    for person in (people[0], people[2]):
        told = (await person.post(f"/api/tables/{again['id']}/join", {})).json()
    assert told["status"] == "running"
    assert told["you"]["seat"] == 2
    assert told["commitment"] != (await people[0].get(f"/api/tables/{table}")).json()["commitment"]


async def test_a_bug_in_the_rules_costs_one_answer(hosted: Hosted, meet: Meet) -> None:
    ada = await meet("Ada")
    table = (await ada.table(title="march", seats=1))["id"]
    await ada.answer(table)
    broken = await ada.answer(await _walk(ada, table), {"shape": "choose", "option": 98})
    assert (broken.status_code, broken.json()["reason"]["key"]) == (500, "failed")
    assert (await ada.answer(table)).status_code == 200


async def test_rules_that_never_end_are_broken_off(house: Hosted, meet: Meet) -> None:
    from ecumene.server.tables import keeper

    ada, bob = await meet("Ada"), await meet("Bob")
    table = (await ada.table(title="march", seats=1))["id"]
    other = (await bob.table(title="march", seats=1))["id"]
    before, keeper.ANSWER_SECONDS = keeper.ANSWER_SECONDS, 0.5
    try:
        stuck = asyncio.create_task(ada.answer(table, {"shape": "choose", "option": 99}))
        await asyncio.sleep(0.1)
        assert (await bob.answer(other)).status_code == 200, "the others play on meanwhile"
        assert (await stuck).status_code == 500
    finally:
        keeper.ANSWER_SECONDS = before
    assert (await ada.answer(table)).status_code == 200


async def test_a_game_that_cannot_be_read_is_put_aside(house: Hosted, meet: Meet) -> None:
    _, inside = house
    table, (ada, *_) = await three(meet)
    await ada.answer(table)
    from sqlalchemy import update

    from ecumene.server.store import schema

    async with inside.store.write() as connection:
        await connection.execute(
            update(schema.entries).values(body=b'[{"entry":"answer","seat":0,"answer":{},"digest":1}]')
        )
    live = await inside.table(table)
    assert live.keeper is not None
    live.keeper.drop()
    told = await ada.sync(table)
    assert told["view"] is None
    assert told["table"]["status"] == "broken"
    assert "differs" in told["table"]["trouble"]
    assert (await ada.get("/api/lobby")).status_code == 200


async def _walk(person: Person, table: str) -> str:
    while (await person.sync(table))["view"]["step"] != "walk":
        await person.answer(table)
    return table
