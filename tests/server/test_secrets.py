"""Nothing of another hand, of the deck or of the seed ever travels: looked for in all that is sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.server.conftest import Hosted
from tests.server.running import Person
from tests.server.test_playing import play_on, three

Meet = Callable[[str], Awaitable[Person]]


async def test_nothing_secret_in_the_traffic(house: Hosted, meet: Meet) -> None:
    table, people = await three(meet)
    live = await house[1].table(table)
    spectator = await meet("Dora")
    texts: list[str] = []
    async with people[0].look(table) as eye, spectator.look(table) as watcher:
        await eye.until("sync")
        await watcher.until("sync")
        for _ in range(30):
            await play_on(table, people, 1)
            whole = await people[0].sync(table)
            if whole["table"]["status"] == "ended":
                break
            await eye.reach(whole["version"])
            await watcher.reach(whole["version"])
            hands = live.keeper.game.state.hands  # type: ignore[union-attr]
            assert sorted(whole["view"]["table"]["hand"]) == sorted(hands[0])
            assert watcher.view["table"]["hand"] == []
        for path in ("", "/sync", "/log", "/timeline", "/history?at=2", "/record"):
            texts.append((await people[0].get(f"/api/tables/{table}{path}")).text)  # noqa: PERF401 - one request after the other
        texts += eye.raw + watcher.raw
    assert live.row.status == "running"
    for text in texts:
        assert live.row.seed not in text
        assert '"deck"' not in text
    bids = [frame for frame in eye.frames if "bids_opened" in str(frame.get("log"))]
    assert bids, "bids are told when they are opened, not before"
    early = [text for text in watcher.raw if '"kind":"bid"' in text]
    assert not early, "what is asked in secret is not even named to others"


async def test_after_the_end_the_log_is_open(hosted: Hosted, meet: Meet) -> None:
    """While it is played each reads what was told to him alone; when it is over, everybody all of it."""
    table, people = await three(meet, title="march", options={"turns": 2})
    dora = await meet("Dora")

    async def found(reader: Person) -> list[dict[str, object]]:
        lines = (await reader.get(f"/api/tables/{table}/log")).json()["lines"]
        return [line["event"] for line in lines if line["event"]["event"] == "found"]

    await play_on(table, people, 6)
    assert [len(await found(reader)) for reader in (people[0], dora)] == [1, 0]
    await play_on(table, people)
    whole = await found(dora)
    assert len(whole) == 6
    assert whole == await found(people[0])


async def test_two_hidden_states_look_the_same(house: Hosted, meet: Meet) -> None:
    """A fork in which only what Ada may not know is different gives her the same frames, byte for byte."""
    from ecumene.server.tables.lens import Lens

    table, people = await three(meet)
    await play_on(table, people, 5)
    live = await house[1].table(table)
    game = live.keeper.game  # type: ignore[union-attr]
    assert game is not None
    other = game.fork(0)
    one, two = Lens(0), Lens(0)
    one.look(game)
    two.look(other)
    assert one.body == two.body


async def test_whispers_reach_only_their_ears(hosted: Hosted, meet: Meet) -> None:
    table, (ada, bob, cleo) = await three(meet)
    dora = await meet("Dora")
    async with bob.look(table) as bobs, cleo.look(table) as cleos, dora.look(table) as doras:
        for eye in (bobs, cleos, doras):
            await eye.until("sync")
        said = {"key": "whisper-1", "text": "psst", "to": [1]}
        message = (await ada.post(f"/api/tables/{table}/chat", said)).json()
        assert message["to"] == [0, 1]
        assert (await ada.post(f"/api/tables/{table}/chat", said)).json() == message, (
            "said twice is said once"
        )
        await dora.post(f"/api/tables/{table}/chat", {"key": "loud-0001", "text": "boo"})
        await ada.post(f"/api/tables/{table}/chat", {"key": "loud-0002", "text": "hello all"})
        for eye in (bobs, cleos, doras):
            while not any("hello all" in text for text in eye.raw):
                await eye.next()
        heard = {name: "".join(eye.raw) for name, eye in (("bob", bobs), ("cleo", cleos), ("dora", doras))}
    assert "psst" in heard["bob"]
    assert "psst" not in heard["cleo"] + heard["dora"]
    assert "boo" in heard["dora"]
    assert "boo" not in heard["bob"] + heard["cleo"], "watchers talk among themselves while the game runs"
    pages = [(await who.get(f"/api/tables/{table}/chat")).text for who in (ada, bob, cleo, dora)]
    assert ["psst" in page for page in pages] == [True, True, False, False]
    assert ["boo" in page for page in pages] == [False, False, False, True]


async def test_who_may_not_watch_does_not_listen(house: Hosted, meet: Meet) -> None:
    table, people = await three(meet, watching="none")
    wally = await meet("Wally")
    async with wally.look(table) as eye:
        await eye.until("sync")
        await people[0].post(f"/api/tables/{table}/chat", {"key": "key-12345", "text": "among us"})
        assert (await wally.get(f"/api/tables/{table}/chat")).status_code == 403
        async with people[1].look(table):
            await eye.until("table")
        assert not any("among us" in each for each in eye.raw)


async def test_notes_are_ones_own(house: Hosted, meet: Meet) -> None:
    ada, bob = await meet("Ada"), await meet("Bob")
    table = (await ada.table(title="march", seats=2, visibility="listed"))["id"]
    await bob.post(f"/api/tables/{table}/join", {})
    assert (await ada.call("PUT", f"/api/tables/{table}/notes", {"text": "Bob bluffs"})).status_code == 200
    assert (await ada.get(f"/api/tables/{table}/notes")).json() == {"text": "Bob bluffs"}
    assert (await bob.get(f"/api/tables/{table}/notes")).json() == {"text": ""}
    assert "bluffs" not in (await bob.get(f"/api/tables/{table}/sync")).text


async def test_a_key_is_ones_own(hosted: Hosted, meet: Meet) -> None:
    """Who guesses another's key gets neither his message nor the merit of what he did."""
    table, (ada, bob, cleo) = await three(meet)
    said = {"key": "key-12345", "text": "for Bob alone", "to": [1]}
    await ada.post(f"/api/tables/{table}/chat", said)
    told = await cleo.post(f"/api/tables/{table}/chat", {"key": "key-12345", "text": "mine"})
    assert told.json()["text"] == "mine"
    assert (await ada.answer(table, key="key-67890")).json()["version"] == 1
    assert (await bob.answer(table, key="key-67890")).json()["version"] == 2
