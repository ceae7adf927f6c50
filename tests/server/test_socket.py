"""The socket under fire: nonsense, floods, readers that do not read."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import websockets

from ecumene.server.tables.link import Link
from tests.server.conftest import Hosted, settings
from tests.server.hosting import hosting
from tests.server.running import Person

Meet = Callable[[str], Awaitable[Person]]


def nonsense(rng: random.Random) -> Any:
    """A frame that is almost right."""
    frame: dict[str, Any] = {
        "t": rng.choice(["answer", "undo", "redo", "wait", "call", "say", "seen", "resync", "ping", "sync", "", 7]),
        "key": rng.choice(["k" * 8, "k", "k" * 100, 7, None, "k" * 8 + str(rng.random())]),
        "version": rng.choice([0, -1, 1 << 70, "0", None, 1.5, 3]),
        "decision": rng.choice([0, 1, 2, -5, "1", None]),
        "answer": rng.choice([
            None, 7, "x", [], {}, {"shape": "choose"}, {"shape": "choose", "option": 0}, {"shape": "deal", "act": {}},
            {"shape": "pick", "options": [1] * 500}, {"shape": "choose", "option": {"a": [[[[]]]]}},
        ]),
        "text": rng.choice(["hi", "", "x" * 3000, 5]), "to": rng.choice([[], [0], [99], ["a"], None, [-1]]),
        "action": rng.choice(["leave", "", "x" * 100, None]),
    }  # fmt: skip
    for name in rng.sample(sorted(frame), rng.randrange(6)):
        del frame[name]
    return frame


async def test_nonsense_changes_nothing_and_breaks_nothing(house: Hosted, meet: Meet) -> None:
    ada, bob = await meet("Ada"), await meet("Bob")
    table = (await ada.table(seats=2, title="bazaar", visibility="listed"))["id"]
    await bob.post(f"/api/tables/{table}/join", {})
    rng = random.Random(7)
    refused = closed = 0
    for _ in range(60):
        async with ada.look(table) as eye:
            await eye.until("sync")
            try:
                for _ in range(6):
                    await eye.send(nonsense(rng))
                    frame = await eye.next(0.05)
                    refused += frame["t"] == "refused"
                    closed += frame["t"] == "bye"
            except (TimeoutError, websockets.ConnectionClosed):
                pass
    assert closed > 10
    for text in (b"\xff\xfe", b"{", b"[" * 5000, b'"' + b"x" * 60_000 + b'"', b"null", b"1e999"):
        async with ada.look(table) as eye:
            await eye.until("sync")
            await eye.connection.send(text.decode("latin-1"))
            assert (await eye.until("bye"))["why"] == "malformed"
    async with ada.look(table) as eye:
        await eye.until("sync")
        await eye.connection.send("x" * 80_000)
        with pytest.raises(websockets.ConnectionClosed):
            await eye.until("nothing")
    whole = await bob.sync(table)
    assert whole["table"]["status"] == "running"
    assert (await bob.answer(table)).status_code == 200


async def test_a_flood_is_shown_out(lite: str, tmp_path: Path) -> None:
    async with hosting(settings(lite, tmp_path, rate=True)) as (url, _):
        ada = await Person(url, "Ada").come_in()
        table = (await ada.table(bots=[None, "random", "random"]))["id"]
        async with ada.look(table) as eye:
            await eye.until("sync")
            for _ in range(200):
                await eye.send({"t": "ping"})
            assert (await eye.until("bye"))["why"] == "too_fast"


async def test_who_does_not_read_is_dropped() -> None:
    link = Link("u", 0)
    for _ in range(1000):
        link.push(b"x" * 1000)
    assert link.closed
    assert msgspec.json.decode(await link.next() or b"")["why"] == "slow"
    assert await link.next() is None


async def test_one_who_does_not_read_costs_the_others_nothing(house: Hosted, meet: Meet) -> None:
    ada, bob = await meet("Ada"), await meet("Bob")
    table = (await ada.table(seats=2, visibility="listed"))["id"]
    await bob.post(f"/api/tables/{table}/join", {})
    async with bob.look(table) as deaf, ada.look(table) as eye:
        await eye.until("sync")
        deaf.connection.transport.pause_reading()
        for n in range(60):
            said = {"key": f"said-{n:05}", "text": "x" * 1900}
            assert (await ada.post(f"/api/tables/{table}/chat", said)).status_code == 201
        while not any("said" in text or "xxx" in text for text in eye.raw[-1:]):
            await asyncio.wait_for(eye.next(), 10)
        deaf.connection.transport.resume_reading()


async def test_signing_out_closes_the_sockets(house: Hosted, meet: Meet) -> None:
    ada = await meet("Ada")
    table = (await ada.table(bots=[None, "random", "random"]))["id"]
    async with ada.look(table) as eye:
        await eye.until("sync")
        await ada.post("/api/session/logout")
        assert (await eye.until("bye"))["why"] == "signed_out"


async def test_presence_is_seen(house: Hosted, meet: Meet) -> None:
    ada, bob = await meet("Ada"), await meet("Bob")
    table = (await ada.table(seats=2, visibility="listed"))["id"]
    await bob.post(f"/api/tables/{table}/join", {})
    async with ada.look(table) as eye:
        await eye.until("sync")
        async with bob.look(table):
            while not (await eye.until("table"))["table"]["seats"][1]["online"]:
                pass
        while (await eye.until("table"))["table"]["seats"][1]["online"]:
            pass
