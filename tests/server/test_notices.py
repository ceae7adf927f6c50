"""Telling people: once, only when needed, and failures can be seen."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from ecumene.server.notices import channels, notices, webpush
from ecumene.server.notices.channels import Undelivered
from ecumene.server.settings import Mail
from tests.server.conftest import settings
from tests.server.hosting import hosting
from tests.server.running import Person


class Postbox:
    """A mail server that takes everything."""

    def __init__(self) -> None:
        self.mails: list[str] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection, connection.makefile("rwb") as file:

                def say(text: str) -> None:
                    file.write(text.encode() + b"\r\n")
                    file.flush()

                say("220 here")
                while line := file.readline().decode().strip():
                    word = line.split(":")[0].upper()
                    if word == "DATA":
                        say("354 go on")
                        lines = []
                        while (text := file.readline().decode().rstrip("\r\n")) != ".":
                            lines.append(text)
                        self.mails.append("\n".join(lines))
                    if word.startswith("QUIT"):
                        say("221 bye")
                        break
                    say("250 fine")

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def postbox() -> Iterator[Postbox]:
    box = Postbox()
    yield box
    box.close()


async def until(condition: object, seconds: float = 10.0) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # type: ignore[operator]  # noqa: ASYNC110 - nothing tells a test when
            await asyncio.sleep(0.02)


async def test_one_mail_when_one_is_needed(lite: str, tmp_path: Path, postbox: Postbox) -> None:
    mail = Mail(host="127.0.0.1", port=postbox.port, sender="table@example.org", tls="none")
    async with hosting(settings(lite, tmp_path, mail=mail, public="https://games.example")) as (url, house):
        house.notices.patience = {"live": 0.2, "mail": 0.2, "free": 0.2}
        ada, bob = await Person(url, "Ada").come_in(), await Person(url, "Bob").come_in()
        await bob.call("PATCH", "/api/me", {"mail": "bob@example.org", "notices": ["your_turn"]})
        table = (await ada.table(title="march", seats=2, visibility="listed", name="Our march"))["id"]
        async with bob.look(table) as eye:
            await bob.post(f"/api/tables/{table}/join", {})
            await eye.until("sync")
            await ada.answer(table)
            await asyncio.sleep(0.6)
            assert postbox.mails == [], "he is here"
        await bob.answer(table)
        await bob.answer(table)
        await ada.answer(table)  # the second turn: Ada walks, then it is Bob's
        await ada.answer(table)
        await until(lambda: len(postbox.mails) == 1)
        await asyncio.sleep(0.6)
        assert len(postbox.mails) == 1
        assert "To: bob@example.org" in postbox.mails[0]
        assert "Subject: Our march: it is your turn" in postbox.mails[0]
        assert f"https://games.example/#/table/{table}" in postbox.mails[0]
        assert (await bob.call("PATCH", "/api/me", {})).json()["failing"] == []


async def test_a_link_by_mail(lite: str, tmp_path: Path, postbox: Postbox) -> None:
    mail = Mail(host="127.0.0.1", port=postbox.port, sender="table@example.org", tls="none")
    async with hosting(settings(lite, tmp_path, mail=mail, public="https://games.example")) as (url, _):
        ada = await Person(url, "Ada").come_in()
        register = {"name": "Ada", "password": "a long password", "mail": "ada@example.org"}
        ada.take((await ada.post("/api/session/register", register)).json())
        other = Person(url)
        assert (await other.post("/api/session/mail", {"mail": "nobody@example.org"})).status_code == 202
        other.http.headers["host"] = "evil.example"
        assert (await other.post("/api/session/mail", {"mail": "ADA@example.org"})).status_code == 202
        del other.http.headers["host"]
        await until(lambda: len(postbox.mails) == 1)
        assert "https://games.example/#/login/" in postbox.mails[0], "not where the request says that we are"
        token = postbox.mails[0].partition("/#/login/")[2].split()[0]
        assert (await other.post("/api/session/redeem", {"token": token})).json()["me"]["id"] == ada.id


async def test_failures_can_be_seen(lite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "_ATTEMPTS", (0.0, 0.05))
    mail = Mail(host="127.0.0.1", port=9, sender="table@example.org", tls="none")
    async with hosting(settings(lite, tmp_path, mail=mail)) as (url, house):
        house.notices.patience = {"free": 0.05}
        ada = await Person(url, "Ada").come_in()
        await ada.call("PATCH", "/api/me", {"mail": "ada@example.org"})
        await ada.table(title="march", seats=1)
        async with asyncio.timeout(10):
            while not (failing := (await ada.call("PATCH", "/api/me", {})).json()["failing"]):  # noqa: ASYNC110 - nothing tells a test when
                await asyncio.sleep(0.05)
        assert failing[0].startswith("mail: ")


async def test_one_mail_for_a_turn_even_if_the_table_left_the_memory(
    lite: str, tmp_path: Path, postbox: Postbox
) -> None:
    mail = Mail(host="127.0.0.1", port=postbox.port, sender="table@example.org", tls="none")
    asked = settings(lite, tmp_path, mail=mail, public="https://games.example")
    async with hosting(asked) as (url, house):
        house.notices.patience = {"free": 0.1}
        people = [await Person(url, name).come_in() for name in ("Ada", "Bob", "Cleo")]
        ada, bob, cleo = people
        await bob.call("PATCH", "/api/me", {"mail": "bob@example.org", "notices": ["your_turn"]})
        table = (await ada.table(title="march", seats=3, visibility="listed"))["id"]
        await bob.post(f"/api/tables/{table}/join", {})
        await cleo.post(f"/api/tables/{table}/join", {})
        await ada.answer(table)
        await until(lambda: len(postbox.mails) == 1)
        await bob.answer(table)
        await cleo.answer(table)
        await until(lambda: len(postbox.mails) == 2)  # now all search at once
        cookies = [person.http.cookies for person in people]
    async with hosting(asked) as (url, house):
        house.notices.patience = {"free": 0.1}
        there = [Person(url, person.name) for person in people]
        for person, cookie in zip(there, cookies, strict=True):
            person.http.cookies = cookie
            person.take((await person.get("/api/session")).json())
        await there[0].answer(table)
        await there[2].answer(table)
        await asyncio.sleep(0.5)
        assert len(postbox.mails) == 2, "he knows that he is asked"
        await there[1].answer(table)
        await there[0].answer(table)
        await until(lambda: len(postbox.mails) == 3)


async def test_a_turn_that_was_interrupted_by_a_restart_is_told(
    lite: str, tmp_path: Path, postbox: Postbox
) -> None:
    mail = Mail(host="127.0.0.1", port=postbox.port, sender="table@example.org", tls="none")
    asked = settings(lite, tmp_path, mail=mail, public="https://games.example")
    async with hosting(asked) as (url, house):
        ada = await Person(url, "Ada").come_in()
        await ada.call("PATCH", "/api/me", {"mail": "ada@example.org", "notices": ["your_turn"]})
        await ada.table(title="march", seats=1)
    assert postbox.mails == []
    async with hosting(asked) as (_, house):
        house.notices.patience = {"free": 0.1}
        await until(lambda: len(postbox.mails) == 1)


async def test_a_whisper_is_told_once_until_one_is_here_again(
    lite: str, tmp_path: Path, postbox: Postbox
) -> None:
    mail = Mail(host="127.0.0.1", port=postbox.port, sender="table@example.org", tls="none")
    async with hosting(settings(lite, tmp_path, mail=mail, public="https://games.example")) as (url, house):
        house.notices.patience = {"free": 0.1}
        ada, bob = await Person(url, "Ada").come_in(), await Person(url, "Bob").come_in()
        await bob.call("PATCH", "/api/me", {"mail": "bob@example.org", "notices": ["message"]})
        table = (await ada.table(title="march", seats=2, visibility="listed"))["id"]
        await bob.post(f"/api/tables/{table}/join", {})

        async def say(text: str, *to: int) -> None:
            said = {"key": ada.key(), "text": text, "to": to}
            assert (await ada.post(f"/api/tables/{table}/chat", said)).status_code == 201

        await say("to all")
        await say("psst", 1)
        await say("psst psst", 1)
        await until(lambda: len(postbox.mails) == 1)
        async with bob.look(table) as eye:
            await eye.until("sync")
            await say("you are here", 1)
            await eye.until("chat")
            await asyncio.sleep(0.3)
        assert len(postbox.mails) == 1
        await say("gone again", 1)
        await until(lambda: len(postbox.mails) == 2)
        assert "has written to you" in postbox.mails[1]


class Hook(BaseHTTPRequestHandler):
    """Keeps what is posted to it."""

    posts: ClassVar[list[dict[str, str]]] = []
    status: ClassVar[int] = 200

    def do_POST(self) -> None:
        self.posts.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(self.status)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An address for a webhook. It is on this machine, where none may lead: so the check of that is left out."""
    monkeypatch.setattr(channels, "_address", lambda host, _port: host)
    monkeypatch.setattr(Hook, "posts", [])
    with HTTPServer(("127.0.0.1", 0), Hook) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/hook"
        server.shutdown()


async def test_one_post_to_the_webhook(lite: str, tmp_path: Path, hook: str) -> None:
    async with hosting(settings(lite, tmp_path, webhooks=True, public="https://games.example")) as (
        url,
        house,
    ):
        house.notices.patience = {"free": 0.1}
        ada = await Person(url, "Ada").come_in()
        assert (await ada.call("PATCH", "/api/me", {"webhook": hook})).status_code == 200
        table = (await ada.table(title="march", seats=1, name="Our march"))["id"]
        await until(lambda: any(post["kind"] == "your_turn" for post in Hook.posts))
        await asyncio.sleep(0.5)
        (post,) = [post for post in Hook.posts if post["kind"] == "your_turn"]
        assert post["table"] == table
        assert post["url"] == f"https://games.example/#/table/{table}"
        assert post["title"] == "Our march: it is your turn"


async def test_without_being_told_to_nothing_is_posted(lite: str, tmp_path: Path, hook: str) -> None:
    async with hosting(settings(lite, tmp_path, public="https://games.example")) as (url, house):
        house.notices.patience = {"free": 0.05}
        ada = await Person(url, "Ada").come_in()
        assert (await ada.call("PATCH", "/api/me", {"webhook": hook})).json()["reason"][
            "key"
        ] == "no_webhooks"
        push = {"endpoint": "https://push.example/ada", "keys": {"p256dh": "A" * 87, "auth": "A" * 22}}
        assert (await ada.post("/api/me/push", push)).json()["reason"]["key"] == "no_push"
        await ada.table(title="march", seats=1)
        await asyncio.sleep(0.5)
        assert Hook.posts == []


async def test_a_device_is_told_once_and_forgotten_when_it_is_gone(
    lite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    posts: list[tuple[str, dict[str, str]]] = []

    def post(url: str, body: bytes, headers: dict[str, str]) -> None:
        assert b"your_turn" not in body, "the push service must not read it"
        posts.append((url, headers))
        raise Undelivered("answered 410", gone=True)

    monkeypatch.setattr(channels, "_post", post)
    async with hosting(settings(lite, tmp_path, push=True, public="https://games.example")) as (url, house):
        house.notices.patience = {"free": 0.1}
        ada = await Person(url, "Ada").come_in()
        await ada.call("PATCH", "/api/me", {"notices": ["your_turn"]})
        keys = {"p256dh": webpush.Vapid(webpush.Vapid.new()).public, "auth": "AC8wEqKK6PBru3jl7A_yl9"[:22]}
        told = await ada.post("/api/me/push", {"endpoint": "https://push.example/ada", "keys": keys})
        assert told.status_code == 200, told.text
        table = (await ada.table(title="march", seats=1))["id"]
        await until(lambda: posts)
        await ada.answer(table)
        await asyncio.sleep(0.5)
        ((where, headers),) = posts
        assert where == "https://push.example/ada"
        assert headers["content-encoding"] == "aes128gcm"
        assert headers["authorization"].startswith("vapid t=")
        assert (await ada.call("PATCH", "/api/me", {})).json()["failing"] == ["push: answered 410"]
