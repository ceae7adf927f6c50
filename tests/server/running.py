"""A real server in its own process, and people who talk to it. Used by the tests and by the load bench."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, ClassVar

import httpx
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection

from ecumene.server.settings import Settings
from ecumene.server.tables.diff import apply

ROOT = Path(__file__).parents[2]
Json = Any


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """`python -m tests.server.running <port>` with settings in the environment."""

    def __init__(
        self, settings: Settings, port: int | None = None, workers: int = 1, log: Path | None = None
    ) -> None:
        self.settings = settings
        self.port = port or free_port()
        self.workers = workers
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, wait: float = 60.0) -> None:
        environment = os.environ | {
            "ECUMENE_SETTINGS": msgspec.json.encode(self.settings).decode(), "ECUMENE_LOG": "text",
            "ECUMENE_TITLES": "tests.server.titles", "PYTHONPATH": str(ROOT),
        }  # fmt: skip
        out = self.log.open("ab") if self.log else subprocess.DEVNULL
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.running", str(self.port), str(self.workers)],
            env=environment, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        if self.log:
            out.close()  # type: ignore[union-attr]
        until = time.monotonic() + wait
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with {self.process.returncode}")
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/api/health", timeout=5).status_code == 200:
                    return
            time.sleep(0.05)
        self.kill()
        raise RuntimeError("the server does not answer")

    def kill(self) -> None:
        """As the power cut does it."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()


@contextmanager
def serving(settings: Settings, workers: int = 1, log: Path | None = None) -> Iterator[Server]:
    server = Server(settings, workers=workers, log=log)
    try:
        server.start()
        yield server
    finally:
        server.stop()


class Person:
    """Somebody with a browser."""

    made: ClassVar[list[Person]] = []
    """Those who have not gone home yet: a test may fail before it can send them."""

    def __init__(self, url: str, name: str = "") -> None:
        self.made.append(self)
        self.http = httpx.AsyncClient(base_url=url, timeout=20)
        self.url = url
        self.name = name
        self.id = ""
        self._count = 0

    async def come_in(self) -> Person:
        told = (await self.post("/api/session/guest", {"name": self.name})).json()
        self.take(told)
        return self

    def take(self, session: Json) -> None:
        self.id = session["me"]["id"] if session["me"] else ""
        self.http.headers["x-csrf-token"] = session["csrf"]

    async def get(self, path: str) -> httpx.Response:
        return await self.http.get(path)

    async def post(self, path: str, body: Json = None) -> httpx.Response:
        return await self.http.post(path, **({} if body is None else {"json": body}))

    async def call(self, method: str, path: str, body: Json = None) -> httpx.Response:
        return await self.http.request(method, path, **({} if body is None else {"json": body}))

    async def table(self, **asked: Json) -> Json:
        answer = await self.post("/api/tables", {"title": "bazaar", "seats": 3, "bot_delay": 0, **asked})
        assert answer.status_code == 201, answer.text
        return answer.json()

    async def sync(self, table: str) -> Json:
        answer = await self.get(f"/api/tables/{table}/sync")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def key(self) -> str:
        self._count += 1
        return f"{self.name}-{time.time_ns()}-{self._count}"

    async def answer(self, table: str, answer: Json = None, **more: Json) -> httpx.Response:
        """Answer what one is asked, with the default if nothing else is given."""
        view = (await self.sync(table))["view"]
        decision = view["decision"]
        deed = {
            "t": "answer", "key": self.key(), "version": view["version"], "decision": decision["id"],
            "answer": decision["default"] if answer is None else answer,
        }  # fmt: skip
        return await self.post(f"/api/tables/{table}/deeds", deed | more)

    @asynccontextmanager
    async def look(self, table: str, since: int | None = None) -> AsyncIterator[Eye]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.url.replace('http', 'ws')}/ws/tables/{table}" + (
            "" if since is None else f"?since={since}"
        )
        async with websockets.connect(
            address, additional_headers={"cookie": cookie}, max_size=None
        ) as socket_:
            yield Eye(socket_)

    @classmethod
    async def all_go_home(cls) -> None:
        while cls.made:
            await cls.made[-1].close()

    async def close(self) -> None:
        self.made.remove(self)
        await self.http.aclose()


class Eye:
    """An open socket, and what a client makes of its frames."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.view: Json = None
        self.table: Json = None
        self.version = -1
        self.log: list[Json] = []
        self.frames: list[Json] = []
        self.bytes = 0
        self.raw: list[str] = []

    async def next(self, wait: float = 10.0) -> Json:
        text = await asyncio.wait_for(self.connection.recv(), wait)
        assert isinstance(text, str)
        self.bytes += len(text)
        self.raw.append(text)
        frame = msgspec.json.decode(text)
        self.frames.append(frame)
        self.follow(frame)
        return frame

    def follow(self, frame: Json) -> None:
        match frame["t"]:
            case "sync":
                self.view, self.table, self.version = frame["view"], frame["table"], frame["version"]
                self.log = list(frame["log"])
            case "delta":
                assert frame["since"] == self.version, (frame["since"], self.version)
                self.view = apply(self.view, frame["gone"], frame["changes"])
                self.version = frame["version"]
                if frame["cut"] is not None:
                    self.log = [line for line in self.log if line["at"] <= frame["cut"]]
                self.log += frame["log"]
            case "table":
                self.table = frame["table"]

    async def until(self, kind: str, wait: float = 10.0) -> Json:
        """The next frame of a kind; what comes before is followed."""
        while True:
            frame = await self.next(wait)
            if frame["t"] == kind:
                return frame

    async def reach(self, version: int, wait: float = 10.0) -> None:
        while self.version < version:
            await self.next(wait)

    async def send(self, frame: Json) -> None:
        await self.connection.send(msgspec.json.encode(frame).decode())


def main() -> None:
    import uvicorn

    from ecumene.server import worker

    port, workers = int(sys.argv[1]), int(sys.argv[2])
    common = worker.LISTENING | {"host": "127.0.0.1", "port": port, "timeout_graceful_shutdown": 3}
    if workers > 1:
        uvicorn.run("ecumene.server.worker:app", factory=True, workers=workers, **common)
    else:
        uvicorn.run(worker.app(), **common)


if __name__ == "__main__":
    main()
