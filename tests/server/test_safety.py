"""Safe by default: origins, tokens, cookies, sizes, rates, headers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest
import websockets

from tests.server.conftest import Hosted, settings
from tests.server.hosting import hosting
from tests.server.running import Person

Meet = Callable[[str], Awaitable[Person]]


async def test_what_changes_something_needs_the_token(house: Hosted, meet: Meet) -> None:
    ada = await meet("Ada")
    del ada.http.headers["x-csrf-token"]
    told = await ada.post("/api/tables", {"title": "bazaar", "seats": 2})
    assert (told.status_code, told.json()["error"]) == (403, "csrf")


async def test_a_foreign_page_gets_nowhere(house: Hosted, meet: Meet) -> None:
    url, _ = house
    ada = await meet("Ada")
    table = (await ada.table(bots=[None, "random", "random"]))["id"]
    told = await ada.http.post("/api/tables", json={}, headers={"origin": "https://evil.example"})
    assert (told.status_code, told.json()["error"]) == (403, "origin")
    cookie = "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())
    address = f"{url.replace('http', 'ws')}/ws/tables/{table}"
    with pytest.raises(websockets.InvalidStatus):
        async with websockets.connect(
            address, origin=websockets.Origin("https://evil.example"), additional_headers={"cookie": cookie}
        ):
            pass
    ours = websockets.Origin(url)
    async with websockets.connect(address, origin=ours, additional_headers={"cookie": cookie}) as socket:
        assert "sync" in str(await socket.recv())[:20]


async def test_the_cookie_is_out_of_reach(house: Hosted) -> None:
    url, _ = house
    async with httpx.AsyncClient(base_url=url) as http:
        told = await http.post("/api/session/guest", json={"name": "Ada"})
    cookie = told.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie


async def test_cookies_are_for_https_where_there_is_https(lite: str, tmp_path: Path) -> None:
    async with (
        hosting(settings(lite, tmp_path, secure=True)) as (url, _),
        httpx.AsyncClient(base_url=url) as http,
    ):
        told = await http.post("/api/session/guest", json={"name": "Ada"})
        assert "Secure" in told.headers["set-cookie"]
        assert "strict-transport-security" in told.headers


async def test_headers(house: Hosted) -> None:
    url, _ = house
    async with httpx.AsyncClient(base_url=url) as http:
        told = await http.get("/")
        assert told.text == "<title>Ecumene</title>"
        assert "default-src 'self'" in told.headers["content-security-policy"]
        assert told.headers["x-content-type-options"] == "nosniff"
        assert told.headers["cache-control"] == "no-cache"
        again = await http.get("/", headers={"if-none-match": told.headers["etag"]})
        assert again.status_code == 304
        assert (await http.get("/api/session")).headers["cache-control"] == "no-store"
        for path in ("/../pyproject.toml", "/%2e%2e/ecumene.sqlite3", "/nothing.js"):
            assert (await http.get(path)).status_code == 404


async def test_too_much_is_too_much(house: Hosted, meet: Meet) -> None:
    ada = await meet("Ada")
    told = await ada.http.post(
        "/api/tables", content=b"x" * 70_000, headers={"content-type": "application/json"}
    )
    assert (told.status_code, told.json()["error"]) == (413, "too_large")

    async def endless() -> object:
        for _ in range(100):
            yield b"x" * 1000

    told = await ada.http.post("/api/tables", content=endless(), headers={"content-type": "application/json"})  # type: ignore[arg-type]
    assert told.status_code == 413


async def test_guessing_passwords_is_slow(lite: str, tmp_path: Path) -> None:
    async with (
        hosting(settings(lite, tmp_path, rate=True)) as (url, _),
        httpx.AsyncClient(base_url=url) as http,
    ):
        wrong = {"name": "Ada", "password": "not the password"}
        answers = [(await http.post("/api/session/login", json=wrong)) for _ in range(12)]
        assert [each.status_code for each in answers].count(403) == 10
        assert answers[-1].status_code == 429
        assert int(answers[-1].headers["retry-after"]) >= 1
        session = (await http.post("/api/session/guest", json={"name": "Eve"})).json()
        again = await http.post("/api/session/login", json=wrong, headers={"x-csrf-token": session["csrf"]})
        assert again.status_code == 429, "a guest is no other guesser"


async def test_accounts(hosted: Hosted, meet: Meet) -> None:
    url, _ = hosted
    ada = await meet("Ada")
    table = (await ada.table())["id"]
    told = await ada.post("/api/session/register", {"name": "Ada", "password": "a long password"})
    assert told.status_code == 200, told.text
    session = told.json()
    assert session["me"]["id"] == ada.id, "a guest keeps his seats"
    assert not session["me"]["guest"]
    ada.take(session)
    taken = await (await meet("Eve")).post(
        "/api/session/register", {"name": " ADA ", "password": "another password"}
    )
    assert (taken.status_code, taken.json()["reason"]["key"]) == (409, "name_taken")
    elsewhere = Person(url)
    assert (
        await elsewhere.post("/api/session/login", {"name": "ada", "password": "wrong password"})
    ).status_code == 403
    elsewhere.take(
        (await elsewhere.post("/api/session/login", {"name": "ada", "password": "a long password"})).json()
    )
    assert [each["id"] for each in (await elsewhere.get("/api/lobby")).json()["mine"]] == [table]
    assert (await ada.call("PATCH", "/api/me", {"password": "a new password"})).status_code == 200
    assert (await elsewhere.get("/api/session")).json()["me"] is None, (
        "a new password ends the other sessions"
    )
    assert (await ada.get("/api/session")).json()["me"]["name"] == "Ada"
    gone = (await ada.post("/api/session/logout")).json()
    assert gone["me"] is None
    assert (await ada.post("/api/tables", {"title": "bazaar", "seats": 2})).status_code == 401


async def test_a_link_signs_in_once(house: Hosted, meet: Meet) -> None:
    url, inside = house
    ada = await meet("Ada")
    token = await inside.people.link(ada.id)
    other = Person(url)
    assert (await other.post("/api/session/redeem", {"token": token})).json()["me"]["id"] == ada.id
    again = Person(url)
    assert (await again.post("/api/session/redeem", {"token": token})).status_code == 403


async def test_health_and_metrics(hosted: Hosted) -> None:
    url, _ = hosted
    async with httpx.AsyncClient(base_url=url) as http:
        assert (await http.get("/api/health")).json() == {"status": "ok"}
        assert "ecumene_requests_total" in (await http.get("/api/metrics")).text


async def test_metrics_are_for_this_machine(lite: str, tmp_path: Path) -> None:
    """Behind a web server it is the address which that has added that counts, and nothing before it."""
    async with (
        hosting(settings(lite, tmp_path, proxy=True)) as (url, _),
        httpx.AsyncClient(base_url=url) as http,
    ):
        far = await http.get("/api/metrics", headers={"x-forwarded-for": "127.0.0.1, 203.0.113.9"})
        assert (far.status_code, far.json()["reason"]["key"]) == (403, "not_here")
        assert (await http.get("/api/metrics")).status_code == 200
