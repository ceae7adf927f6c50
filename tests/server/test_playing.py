"""A table from its making to its record, on both kinds of database."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from ecumene.kernel import verify
from ecumene.server import catalogue
from tests.server.conftest import Hosted
from tests.server.running import Eye, Person

Meet = Callable[[str], Awaitable[Person]]


async def three(meet: Meet, **asked: Any) -> tuple[str, list[Person]]:
    """A running game of three people."""
    people = [await meet(name) for name in ("Ada", "Bob", "Cleo")]
    table = await people[0].table(visibility="listed", **asked)
    told = table
    for person in people[1:]:
        told = (await person.post(f"/api/tables/{table['id']}/join", {})).json()
    assert told["status"] == "running"
    return table["id"], people


async def play_on(table: str, people: list[Person], answers: int = 10_000) -> int:
    """Everybody who is asked answers with the default, until the end or for so many answers."""
    given = 0
    while given < answers:
        for person in people:
            view = (await person.sync(table))["view"]
            if view["ended"]:
                return given
            if view["decision"] is not None and given < answers:
                assert (await person.answer(table)).status_code == 200
                given += 1
    return given


async def watch(eye: Eye, until: str) -> None:
    while (eye.table or {}).get("status") != until:
        await eye.next()


async def test_a_whole_game(hosted: Hosted, meet: Meet) -> None:
    table, people = await three(meet)
    async with people[1].look(table) as eye:
        watching = asyncio.create_task(watch(eye, "ended"))
        await play_on(table, people)
        await watching
        final = await people[1].sync(table)
        assert eye.view == final["view"]
        assert eye.log == final["log"]
    assert final["table"]["result"]
    assert final["table"]["seed"]
    record = (await people[0].get(f"/api/tables/{table}/record")).content
    game = verify(gzip.decompress(record), catalogue.find)
    assert game.commitment == final["table"]["commitment"]
    assert [place.seat for place in game.result()] == [place["seat"] for place in final["table"]["result"]]


async def test_an_answer_given_twice_counts_once(hosted: Hosted, meet: Meet) -> None:
    table, (ada, *_) = await three(meet)
    first = await ada.answer(table, key="the-same-key")
    view = (await ada.sync(table))["view"]
    again = await ada.post(
        f"/api/tables/{table}/deeds",
        {"t": "answer", "key": "the-same-key", "version": 0, "decision": 9, "answer": {"shape": "choose", "option": 7}},
    )  # fmt: skip
    assert again.status_code == 200
    assert again.json() == first.json()
    assert (await ada.sync(table))["view"] == view


async def test_a_key_is_remembered_when_the_game_was_dropped(hosted: Hosted, meet: Meet) -> None:
    _, house = hosted
    table, (ada, *_) = await three(meet)
    await ada.answer(table, key="the-same-key")
    keeper = (await house.table(table)).keeper
    assert keeper is not None
    keeper.drop()
    again = await ada.post(
        f"/api/tables/{table}/deeds",
        {"t": "answer", "key": "the-same-key", "version": 0, "decision": 1, "answer": {"shape": "choose", "option": 0}},
    )  # fmt: skip
    assert again.status_code == 200
    assert again.json()["version"] == 1


async def test_stale_and_refused(hosted: Hosted, meet: Meet) -> None:
    table, (ada, *_) = await three(meet)
    refused = await ada.answer(table, {"shape": "choose", "option": 1000})
    assert refused.status_code == 422
    assert refused.json()["reason"] == {"rule": "bazaar.2", "key": "not_an_option", "args": {"option": 1000}}
    malformed = await ada.answer(table, {"shape": "choose", "option": 1.5})
    assert malformed.status_code == 422
    assert malformed.json()["reason"]["key"] == "malformed"
    stale = await ada.answer(table, decision=77)
    assert stale.status_code == 409
    assert stale.json()["error"] == "stale"
    assert (await ada.sync(table))["version"] == 0


async def test_who_was_away_gets_what_he_missed(hosted: Hosted, meet: Meet) -> None:
    table, people = await three(meet)
    async with people[0].look(table) as eye:
        await eye.until("sync")
        before, view = eye.version, eye.view
    async with people[1].look(table) as other:
        await other.until("sync")
        await play_on(table, people, 4)
        await other.reach(4)
    async with people[0].look(table, since=before) as back:
        back.view, back.version = view, before
        await back.reach(4)
        assert all(frame["t"] != "sync" for frame in back.frames)
        assert back.view == (await people[0].sync(table))["view"]


async def test_who_was_away_too_long_gets_everything(hosted: Hosted, meet: Meet) -> None:
    table, people = await three(meet)
    await play_on(table, people, 4)
    (await hosted[1].table(table)).audience.lenses.clear()  # as after a restart
    async with people[0].look(table, since=0) as eye:
        assert (await eye.next())["t"] == "sync"


async def test_undo_and_redo(hosted: Hosted, meet: Meet) -> None:
    table, (ada, *_) = await three(meet)
    await ada.answer(table, {"shape": "choose", "option": 3})
    view = (await ada.sync(table))["view"]
    assert view["undo"]
    undone = await ada.post(f"/api/tables/{table}/deeds", {"t": "undo", "key": ada.key(), "version": 1})
    assert undone.status_code == 200
    assert (await ada.sync(table))["view"]["redo"]
    late = {
        "t": "answer",
        "key": ada.key(),
        "version": 1,
        "decision": 1,
        "answer": {"shape": "choose", "option": 9},
    }
    told = await ada.post(f"/api/tables/{table}/deeds", late)
    assert told.status_code == 409, (
        "the view is from before the undo, its decision another one with the same number"
    )
    redone = await ada.post(f"/api/tables/{table}/deeds", {"t": "redo", "key": ada.key(), "version": 2})
    assert redone.status_code == 200
    assert (await ada.sync(table))["version"] == 3


async def test_looking_back(hosted: Hosted, meet: Meet) -> None:
    table, people = await three(meet)
    seen = [(await people[0].sync(table))["view"]]
    for _ in range(12):
        await play_on(table, people, 1)
        seen.append((await people[0].sync(table))["view"])
    for at in (0, 5, 12, 7):
        then = (await people[0].get(f"/api/tables/{table}/history?at={at}")).json()
        assert then["view"]["table"] == seen[at]["table"]
        assert then["view"]["decision"] == seen[at]["decision"]
        assert then["length"] == 12
    assert (await people[0].get(f"/api/tables/{table}/history?at=13")).status_code == 404
    assert (await people[0].get(f"/api/tables/{table}/timeline")).json()["length"] == 12


async def test_a_sandbox_is_another_world(hosted: Hosted, meet: Meet) -> None:
    table, people = await three(meet)
    await play_on(table, people, 3)
    mine = (await people[0].sync(table))["view"]
    box = (await people[0].post(f"/api/tables/{table}/sandboxes", {})).json()
    assert box["view"]["table"]["hand"] == mine["table"]["hand"]
    for _ in range(5):
        box = (await people[0].post(f"/api/sandboxes/{box['id']}", {"seat": box["asked"][0]})).json()
    box = (await people[0].post(f"/api/sandboxes/{box['id']}", {"seat": 0, "undo": True})).json()
    assert (await people[0].sync(table))["view"] == mine
    assert (await people[1].get(f"/api/sandboxes/{box['id']}")).status_code == 404
    assert (await people[0].call("DELETE", f"/api/sandboxes/{box['id']}")).status_code == 204


async def test_bots_play_to_the_end(hosted: Hosted, meet: Meet) -> None:
    ada = await meet("Ada")
    table = (await ada.table(bots=[None, "random", "random"]))["id"]
    async with ada.look(table) as eye:
        await eye.until("sync")
        asked = None
        while eye.table["status"] != "ended":
            decision = eye.view["decision"]
            if decision is not None and decision["id"] != asked:
                asked = decision["id"]
                key = ada.key()
                await eye.send({
                    "t": "answer", "key": key, "version": eye.version, "decision": asked, "answer": decision["default"],
                })  # fmt: skip
            await eye.next()
        assert eye.view["ended"]


async def test_plans_answer_ahead(hosted: Hosted, meet: Meet) -> None:
    people = [await meet(name) for name in ("Ada", "Bob")]
    table = (await people[0].table(title="march", seats=2, visibility="listed"))["id"]
    await people[1].post(f"/api/tables/{table}/join", {})
    plan = {"kind": "search", "answer": {"shape": "choose", "option": 2}, "until": ""}
    told = await people[1].call("PUT", f"/api/tables/{table}/plans", {"plans": [plan]})
    assert told.json()["plans"] == [plan]
    for person in (people[0], people[1], people[0]):
        assert (await person.answer(table)).status_code == 200
    view = (await people[0].sync(table))["view"]
    assert view["step"] == "walk", "the second seat searched by its plan"
    assert (await people[0].get(f"/api/tables/{table}/plans")).json()["plans"] == []


@pytest.mark.parametrize("title", ["bazaar", "frontier", "march"])
async def test_every_delta_leads_to_the_whole_view(house: Hosted, meet: Meet, title: str) -> None:
    people = [await meet(name) for name in ("Ada", "Bob", "Cleo")]
    table = (await people[0].table(title=title, visibility="listed"))["id"]
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/join", {})
    spectator = await meet("Dora")
    async with people[0].look(table) as player, spectator.look(table) as watcher:
        await player.until("sync")
        await watcher.until("sync")
        for _ in range(40):
            await play_on(table, people, 1)
            for eye, who in ((player, people[0]), (watcher, spectator)):
                whole = await who.sync(table)
                await eye.reach(whole["version"])
                assert eye.view == whole["view"]
                assert eye.log == whole["log"]
