"""Who may do what on whose table: every request, by everybody."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.server.conftest import Hosted
from tests.server.running import Person

Meet = Callable[[str], Awaitable[Person]]

WHO = ("host", "player", "watcher", "admitted", "stranger", "nobody")

# What each gets for a request on a private, running table (host and player have seats, the watcher was invited to look
# on, the admitted one to play). 2: it is done; otherwise the status.
RUNNING: dict[str, tuple[int, ...]] = {
    #                                  host player watcher admitted stranger nobody
    "GET ": (2, 2, 2, 2, 404, 404),
    "GET /sync": (2, 2, 2, 2, 404, 404),
    "GET /log": (2, 2, 2, 403, 404, 404),
    "GET /timeline": (2, 2, 2, 403, 404, 404),
    "GET /history?at=0": (2, 2, 2, 403, 404, 404),
    "GET /record": (2, 2, 2, 403, 404, 404),
    "GET /chat": (2, 2, 2, 2, 404, 404),
    "GET /notes": (2, 2, 2, 2, 404, 404),
    "GET /plans": (2, 2, 403, 403, 404, 404),
    "GET /invites": (2, 403, 403, 403, 404, 404),
    "POST /deeds": (422, 422, 403, 403, 404, 404),
    "POST /chat": (2, 2, 2, 403, 404, 404),
    "POST /sandboxes": (2, 2, 2, 403, 404, 404),
    "POST /invites": (2, 403, 403, 403, 404, 404),
    "PATCH ": (2, 403, 403, 403, 404, 404),
    "DELETE ": (409, 403, 403, 403, 404, 404),
    "POST /start": (409, 403, 403, 403, 404, 404),
    "PUT /seats/1": (409, 403, 403, 403, 404, 404),
    "DELETE /seats/1": (409, 403, 403, 403, 404, 404),
    "POST /join": (409, 409, 409, 409, 404, 404),
    "POST /rematch": (409, 409, 403, 403, 404, 404),
    "POST /return": (2, 2, 403, 403, 404, 404),
    "POST /ballots": (404, 404, 403, 403, 404, 404),
    "POST /ballots/9": (404, 404, 403, 403, 404, 404),
    "PUT /notes": (2, 2, 2, 2, 404, 404),
    "PUT /plans": (2, 2, 403, 403, 404, 404),
    "POST /away": (2, 2, 403, 403, 404, 404),
    "POST /leave": (2, 2, 403, 403, 404, 404),
}

# The same on a listed table that has not begun.
OPEN: dict[str, tuple[int, ...]] = {
    #                                  host player watcher admitted stranger nobody
    "GET ": (2, 2, 2, 2, 2, 2),
    "GET /sync": (2, 2, 2, 2, 2, 2),
    "GET /chat": (2, 2, 2, 2, 2, 2),
    "GET /log": (409, 409, 409, 409, 409, 409),
    "GET /record": (409, 409, 409, 409, 409, 409),
    "GET /notes": (2, 2, 2, 2, 2, 401),
    "GET /plans": (2, 2, 403, 403, 403, 401),
    "GET /invites": (2, 403, 403, 403, 403, 401),
    "POST /chat": (2, 2, 2, 2, 2, 401),
    "POST /invites": (2, 403, 403, 403, 403, 401),
    "PATCH ": (2, 403, 403, 403, 403, 401),
    "PUT /seats/4": (2, 403, 403, 403, 403, 401),
    "DELETE /seats/4": (2, 403, 403, 403, 403, 401),
    "POST /deeds": (409, 409, 403, 403, 403, 401),
    "POST /sandboxes": (409, 409, 409, 409, 409, 409),
    "POST /rematch": (409, 409, 403, 403, 403, 401),
    "POST /away": (409, 409, 403, 403, 403, 401),
    "POST /ballots": (409, 409, 403, 403, 403, 401),
    "POST /join": (409, 409, 2, 2, 2, 401),
    "POST /leave": (2, 2, 2, 2, 2, 401),
    "POST /start": (2, 403, 403, 403, 403, 401),
    "DELETE ": (409, 403, 403, 403, 403, 401),
}

BODIES: dict[str, Any] = {
    "POST /deeds": {"t": "call", "key": "call-0123456", "action": "nothing of the kind"},
    "POST /chat": {"key": "chat-0123456", "text": "hello"},
    "POST /sandboxes": {}, "POST /invites": {}, "PATCH ": {"name": "Another name"}, "PUT /seats/1": {"bot": "random"},
    "PUT /seats/4": {"bot": "random"}, "POST /away": {},
    "POST /join": {}, "POST /ballots": {"kind": "rewind", "to": 99}, "POST /ballots/9": {"yes": True},
    "PUT /notes": {"text": "mine"}, "PUT /plans": {"plans": []},
}  # fmt: skip


async def people(meet: Meet, **asked: Any) -> tuple[str, dict[str, Person]]:
    there = {who: await meet(who) for who in WHO[:-1]}
    there["nobody"] = Person(there["host"].url)
    table = (await there["host"].table(**{"seats": 2, **asked}))["id"]
    for who, role in (("player", "player"), ("admitted", "player"), ("watcher", "spectator")):
        invite = (await there["host"].post(f"/api/tables/{table}/invites", {"role": role})).json()
        token = invite["path"].rpartition("/")[2]
        assert (await there[who].post("/api/invites/redeem", {"token": token})).status_code == 200
        if who == "player":
            joined = (await there[who].post(f"/api/tables/{table}/join", {})).json()
            assert joined["status"] == ("open" if asked else "running")
    return table, there


async def test_everybody_tries_everything(house: Hosted, meet: Meet) -> None:
    table, there = await people(meet)
    await tried(table, there, RUNNING)


async def test_everybody_tries_everything_before_it_begins(house: Hosted, meet: Meet) -> None:
    table, there = await people(meet, title="march", seats=5, visibility="listed", autostart=False)
    await tried(table, there, OPEN)


async def tried(table: str, there: dict[str, Person], matrix: dict[str, tuple[int, ...]]) -> None:
    wrong = []
    for request, expected in matrix.items():
        method, _, path = request.partition(" ")
        for who, status in zip(WHO, expected, strict=True):
            body = BODIES.get(request)
            if isinstance(body, dict) and "key" in body:
                body = body | {"key": f"{body['key']}-{who}"}
            got = (await there[who].call(method, f"/api/tables/{table}{path}", body)).status_code
            got = 2 if got < 300 else got
            if got not in (status, 401 if who == "nobody" else status):
                wrong.append(f"{request} by {who}: {got}, not {status}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("who", WHO)
async def test_the_socket_shows_the_game_only_to_whom_it_may(house: Hosted, meet: Meet, who: str) -> None:
    table, there = await people(meet)
    sees = {"host": 0, "player": 1, "watcher": -1}
    if who in ("stranger", "nobody"):
        with pytest.raises(Exception, match=r"4404|403"):
            async with there[who].look(table) as eye:
                await eye.next()
    else:
        async with there[who].look(table) as eye:
            await eye.until("sync")
            assert (eye.view is not None) == (who in sees)
            if who in ("host", "player"):
                assert eye.view["decision"]["seat"] == sees[who]
            if who == "watcher":
                assert eye.view["decision"] is None
                assert eye.view["table"]["hand"] == []


async def test_a_link_that_was_revoked_is_dead(house: Hosted, meet: Meet) -> None:
    host, guest = await meet("host"), await meet("guest")
    table = (await host.table(seats=2))["id"]
    invite = (await host.post(f"/api/tables/{table}/invites", {})).json()
    listed = (await host.get(f"/api/tables/{table}/invites")).json()
    assert [each["path"] for each in listed] == [None], "the secret is told once"
    assert (await host.call("DELETE", f"/api/tables/{table}/invites/{invite['id']}")).status_code == 204
    told = await guest.post("/api/invites/redeem", {"token": invite["path"].rpartition("/")[2]})
    assert told.status_code == 403
    assert told.json()["reason"]["key"] == "invite_dead"


async def test_a_link_for_one_serves_one(house: Hosted, meet: Meet) -> None:
    host, guest, other = await meet("host"), await meet("guest"), await meet("other")
    table = (await host.table(seats=3))["id"]
    invite = (await host.post(f"/api/tables/{table}/invites", {"uses": 1, "seat": 2})).json()
    token = {"token": invite["path"].rpartition("/")[2]}
    assert (await guest.post("/api/invites/redeem", token)).status_code == 200
    assert (await guest.post("/api/invites/redeem", token)).status_code == 200
    assert (await other.post("/api/invites/redeem", token)).status_code == 403
    assert (await guest.post(f"/api/tables/{table}/join", {"seat": 1})).status_code == 409
    assert (await guest.post(f"/api/tables/{table}/join", {})).json()["you"]["seat"] == 2
