"""Stands before everything: who is asking, from where, how often, and how much.

An ASGI middleware of our own, because what frameworks offer looks at HTTP only, and a web socket from a foreign page
carries our cookie too.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ecumene.server.people.sessions import COOKIE, Login, Sessions
from ecumene.server.settings import Settings
from ecumene.server.web.limits import Limits
from ecumene.server.web.meters import Meters
from ecumene.server.wire.common import Problem

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 65_536
_MOST_SOCKETS = 50
_SAFE = {"GET", "HEAD", "OPTIONS"}
_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; connect-src 'self' {sockets}; "
    "worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


class Gate:
    def __init__(self, app: App, settings: Settings, sessions: Sessions, meters: Meters) -> None:
        self.app = app
        self.settings = settings
        self.sessions = sessions
        self.meters = meters
        self.limits = Limits(on=settings.rate)
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        headers = dict(scope["headers"])
        status = 0

        async def watched(message: Any) -> None:  # noqa: ANN401 - an ASGI message
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *self._headers(scope, headers, message["headers"])]
            await send(message)

        problem = await self._check(scope, headers)
        if problem is not None:
            await _refuse(kind, problem, watched if kind == "http" else send, receive)
            status = problem.status
        elif kind == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, watched)
        if kind == "http":
            self.meters.request(scope["path"], status, time.perf_counter() - started)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One of a person's sockets, or of an address's that has not signed in."""
        state = scope.get("state", {})
        login: Login | None = state.get("login")
        who = login.user_id if login else state.get("address", "")
        if self.settings.rate and self._sockets[who] >= _MOST_SOCKETS:
            await _refuse("websocket", Problem(429, "too_many"), send, receive)
            return
        self._sockets[who] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._sockets[who] -= 1
            if not self._sockets[who]:
                del self._sockets[who]

    async def _check(self, scope: Scope, headers: dict[bytes, bytes]) -> Problem | None:
        method = scope.get("method", "SOCKET")
        changes = method not in _SAFE
        if changes and not self._same_origin(scope, headers):
            return Problem(403, "origin")
        if not scope["path"].startswith(("/api/", "/ws/")):
            return None
        if "\x00" in scope["path"]:
            return Problem(400, "malformed")  # PostgreSQL takes it in no text
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            return Problem(413, "too_large")
        token = _cookie(headers.get(b"cookie", b""))
        login: Login | None = await self.sessions.find(token) if token else None
        scope.setdefault("state", {})["login"] = login
        address = scope["state"]["address"] = self._address(scope, headers)
        wait = self.limits.spend(login.user_id if login else address, address, scope["path"], method)
        if wait > 0:
            return Problem(429, "too_many", f"{wait:.0f}")
        if changes and method != "SOCKET" and login is not None:
            sent = headers.get(b"x-csrf-token", b"").decode("latin-1")
            if not _equal(sent, login.csrf):
                return Problem(403, "csrf")
        return None

    def _same_origin(self, scope: Scope, headers: dict[bytes, bytes]) -> bool:
        """A browser always says from which page a request that changes something, or a socket, comes."""
        origin = headers.get(b"origin")
        if origin is None:
            return headers.get(b"sec-fetch-site", b"none") in (b"none", b"same-origin")
        text = origin.decode("latin-1")
        if text in self.settings.origins or (
            self.settings.public and text == self.settings.public.rstrip("/")
        ):
            return True
        return bool(urlsplit(text).netloc) and urlsplit(text).netloc == headers.get(b"host", b"").decode(
            "latin-1"
        )

    def _address(self, scope: Scope, headers: dict[bytes, bytes]) -> str:
        if self.settings.proxy and (sent := headers.get(b"x-forwarded-for")):
            return sent.decode("latin-1").rpartition(",")[2].strip()  # what our own proxy has added
        client = scope.get("client")
        return client[0] if client else ""

    def _headers(self, scope: Scope, headers: dict[bytes, bytes], own: Any) -> list[tuple[bytes, bytes]]:  # noqa: ANN401
        host = headers.get(b"host", b"").decode("latin-1")
        sockets = f"ws://{host} wss://{host}" if host and all(each not in host for each in "; ,'\"") else ""
        made = [
            (b"content-security-policy", _POLICY.format(sockets=sockets).encode("latin-1")),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"no-referrer"),
            (b"cross-origin-opener-policy", b"same-origin"),
            (b"cross-origin-resource-policy", b"same-origin"),
            (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
        ]
        if self.settings.secure:
            made.append((b"strict-transport-security", b"max-age=31536000"))
        if scope["path"].startswith("/api/") and not any(name.lower() == b"cache-control" for name, _ in own):
            made.append((b"cache-control", b"no-store"))
        return made


def _cookie(text: bytes) -> str:
    try:
        found = SimpleCookie(text.decode("latin-1")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def _equal(one: str, other: str) -> bool:
    from hmac import compare_digest  # noqa: PLC0415

    return compare_digest(one.encode(), other.encode())


async def _refuse(kind: str, problem: Problem, send: Send, receive: Receive) -> None:
    if kind == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4000 + problem.status, "reason": problem.error})
        return
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if problem.status == 429:
        headers.append((b"retry-after", (problem.detail or "1").encode()))
    if problem.status == 413:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
