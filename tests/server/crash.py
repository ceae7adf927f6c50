# ruff: noqa: T201 - it is also a program
"""`python -m tests.server.crash --kills 40`: the server, or PostgreSQL, is killed with -9 while people play.

At each table three people answer through sockets; whoever loses his comes back with what he holds, and says again what
was not acknowledged. Afterwards: nothing acknowledged is lost, every game can be read, and what each client has made of
all its deltas is what the server shows, and what the journal says from the beginning.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import websockets

from ecumene.server.settings import Settings
from tests.server.running import Eye, Person, Server

TABLES = 8
SEATS = 3
GONE = (OSError, httpx.HTTPError, websockets.WebSocketException, TimeoutError)


class Player(Person):
    """Plays through a socket, and comes back whenever it breaks."""

    table_id = ""
    acknowledged = 0
    answers = 0
    returned = 0
    frame: Any = None
    """What has been said and not yet acknowledged."""
    held: Eye | None = None
    """What was seen through the last socket."""

    async def play(self, stop: asyncio.Event) -> None:
        while not stop.is_set() or self.frame is not None:
            with contextlib.suppress(*GONE):
                async with self.back() as eye:
                    while not stop.is_set() or self.frame is not None:
                        await self._turn(eye)
                    return
            await asyncio.sleep(0.05)

    @asynccontextmanager
    async def back(self) -> AsyncIterator[Eye]:
        """A socket that goes on where the last one broke off."""
        before = self.held
        async with asyncio.timeout(20):
            looking = self.look(self.table_id, None if before is None else before.version)
            eye = await looking.__aenter__()
        try:
            if before is not None:
                eye.view, eye.version, eye.log = before.view, before.version, before.log
                self.returned += 1
            self.held = eye
            yield eye
        finally:
            with contextlib.suppress(*GONE):
                await looking.__aexit__(None, None, None)

    async def _turn(self, eye: Eye) -> None:
        if self.frame is None:
            if eye.view is None or eye.view["decision"] is None:
                with contextlib.suppress(TimeoutError):
                    self._heard(await eye.next(0.5))
                return
            asked = eye.view["decision"]["id"]
            chosen = {"shape": "choose", "option": random.choice((1, 2))}
            self.frame = {
                "t": "answer", "key": self.key(), "version": eye.version, "decision": asked, "answer": chosen,
            }  # fmt: skip
        await eye.send(self.frame)
        while self.frame is not None:
            self._heard(await eye.next(30))
        await eye.reach(self.acknowledged, 30)

    def _heard(self, told: Any) -> None:
        if told["t"] == "bye":
            raise ConnectionError(told["why"])
        if self.frame is None or told.get("key") != self.frame["key"]:
            return
        if told["t"] == "done":
            self.acknowledged = told["version"]
            self.answers += 1
        else:
            assert told["stale"] or told["reason"]["key"] == "busy", told
            if not told["stale"]:
                raise ConnectionError("busy")
        self.frame = None

    async def ends_as_the_server(self) -> bool:
        """Whether what this client holds is what the server shows to somebody who has seen nothing before."""
        whole = await self.sync(self.table_id)
        async with self.back() as eye:
            await eye.reach(whole["version"])
            latest = eye.log[len(eye.log) - len(whole["log"]) :]
            return bool(eye.view == whole["view"] and latest == whole["log"])


async def sit_down(url: str) -> list[Player]:
    """People at all tables, three at each."""
    players = []
    for n in range(TABLES):
        there = [Player(url, f"p{n}-{seat}") for seat in range(SEATS)]
        for each in there:
            await each.come_in()
        options = {"turns": 100_000}
        table = await there[0].table(title="march", seats=SEATS, options=options, visibility="listed")
        for each in there:
            each.table_id = table["id"]
            if each is not there[0]:
                await each.post(f"/api/tables/{table['id']}/join", {})
        players += there
    return players


async def kill_the_server(database: str, kills: int, log: Path) -> dict[str, int]:
    server = Server(Settings(database=database, rate=False), log=log)
    await asyncio.to_thread(server.start)
    try:
        return await _under_load(server, kills, lambda: _again(server))
    finally:
        server.stop()


async def _again(server: Server) -> None:
    server.kill()
    await asyncio.to_thread(server.start, 60)


async def kill_postgres(cluster: Any, database: str, kills: int, log: Path) -> dict[str, int]:
    server = Server(Settings(database=database, rate=False), log=log)
    await asyncio.to_thread(server.start)

    async def again() -> None:
        await asyncio.to_thread(kill_cluster, cluster)

    try:
        return await _under_load(server, kills, again)
    finally:
        server.stop()


def kill_cluster(cluster: Any) -> None:
    """Every process of the private cluster at once, as a power cut does it; then it is started again."""
    pid = int((Path(cluster.server.pgdata) / "postmaster.pid").read_text().splitlines()[0])
    children = subprocess.run(
        ["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False
    ).stdout.split()
    for each in [pid, *map(int, children)]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)
    time.sleep(0.3)
    for name in (Path(cluster.server.pgdata)).glob(".s.*"):
        name.unlink()
    with contextlib.suppress(FileNotFoundError):
        (Path(cluster.server.pgdata) / "postmaster.pid").unlink()
    for _ in range(50):
        with contextlib.suppress(Exception):
            cluster.server.ensure_postgres_running()
            return
        time.sleep(0.2)
    raise RuntimeError("PostgreSQL does not start again")


async def _under_load(server: Server, kills: int, kill: Any) -> dict[str, int]:
    players = await sit_down(server.url)
    stop = asyncio.Event()
    tasks = [asyncio.create_task(player.play(stop)) for player in players]
    for _ in range(kills):
        await asyncio.sleep(0.2 + random.random() * 0.6)
        for task in tasks:
            if task.done():
                await task
        await kill()
    await asyncio.sleep(1)
    stop.set()
    await asyncio.gather(*tasks)
    unreadable = lost = apart = 0
    for player in players:
        path = f"/api/tables/{player.table_id}"
        told = (await player.get(f"{path}/sync")).json()
        lost += told["version"] < player.acknowledged
        unreadable += told["view"] is None
        apart += not await player.ends_as_the_server()
        # Nothing was taken back: as many answers as entries. The past is made of snapshot and journal.
        then = (await player.get(f"{path}/history?at={told['version']}")).json()
        unreadable += then["view"]["table"] != told["view"]["table"]
        await player.close()
    return {
        "kills": kills, "answers": sum(player.answers for player in players), "lost": lost, "unreadable": unreadable,
        "clients that differ": apart, "sockets that came back": sum(player.returned for player in players),
    }  # fmt: skip


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--kills", type=int, default=40)
    asked.add_argument("--postgres", type=int, default=8)
    told = asked.parse_args()
    os.environ["ECUMENE_TITLES"] = "tests.server.titles"
    from tests.server.conftest import Postgres

    with tempfile.TemporaryDirectory(prefix="ecumene-crash-") as folder:
        log = Path(folder) / "log"
        counts = [asyncio.run(kill_the_server(f"{folder}/crash.sqlite3", told.kills, log))]
        print("sqlite, server killed:", counts[0], flush=True)
        if told.postgres:
            cluster = Postgres()
            try:
                counts.append(asyncio.run(kill_the_server(cluster.fresh(), told.postgres, log)))
                print("postgres, server killed:", counts[-1], flush=True)
                counts.append(asyncio.run(kill_postgres(cluster, cluster.fresh(), told.postgres, log)))
                print("postgres killed:", counts[-1], flush=True)
            finally:
                cluster.close()
    bad = ("lost", "unreadable", "clients that differ")
    return int(any(count[each] for count in counts for each in bad))


if __name__ == "__main__":
    sys.exit(main())
