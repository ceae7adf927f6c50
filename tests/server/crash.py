# ruff: noqa: T201 - it is also a program
"""`python -m tests.server.crash --kills 40`: the server, or PostgreSQL, is killed with -9 while people answer.

Afterwards: nothing acknowledged is lost, every game can be read, every client ends with the same state as the server.
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
from pathlib import Path
from typing import Any

import httpx

from ecumene.server.settings import Settings
from tests.server.running import Person, Server

TABLES = 12


class Player(Person):
    """Answers at one table of its own, and tries again with the same key whenever it does not hear back."""

    table_id = ""
    acknowledged = 0
    answers = 0
    retried = 0

    async def begin(self) -> Player:
        await self.come_in()
        made = await self.table(title="march", seats=1, options={"turns": 100_000})
        self.table_id = made["id"]
        return self

    async def play(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            view = (await self._insist("GET", f"/api/tables/{self.table_id}/sync"))["view"]
            assert view["version"] >= self.acknowledged, "something acknowledged is lost"
            decision = view["decision"]
            deed = {
                "t": "answer", "key": self.key(), "version": view["version"], "decision": decision["id"],
                "answer": {"shape": "choose", "option": random.choice((1, 2))},
            }  # fmt: skip
            told = await self._insist("POST", f"/api/tables/{self.table_id}/deeds", deed)
            assert told["version"] >= view["version"] + 1, (told, view["version"])
            self.acknowledged = told["version"]
            self.answers += 1

    async def _insist(self, method: str, path: str, body: Any = None) -> Any:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                answer = await self.call(method, path, body)
                if answer.status_code == 200:
                    return answer.json()
                assert answer.status_code in (500, 503), (answer.status_code, answer.text)
            except httpx.HTTPError:
                pass
            self.retried += 1
            await asyncio.sleep(0.05)
        raise AssertionError("the server did not come back")


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
    players = [await Player(server.url, f"p{n}").begin() for n in range(TABLES)]
    stop = asyncio.Event()
    tasks = [asyncio.create_task(player.play(stop)) for player in players]
    for _ in range(kills):
        await asyncio.sleep(0.4 + random.random())
        for task in tasks:
            if task.done():
                await task
        await kill()
    await asyncio.sleep(1)
    stop.set()
    await asyncio.gather(*tasks)
    unreadable = lost = 0
    for player in players:
        told = await player.sync(player.table_id)
        lost += told["version"] < player.acknowledged
        unreadable += told["view"] is None
        at = told["view"]["version"]
        then = (await player.get(f"/api/tables/{player.table_id}/history?at={at}")).json()
        unreadable += then["view"]["table"] != told["view"]["table"]
        await player.close()
    return {
        "kills": kills, "answers": sum(player.answers for player in players), "lost": lost, "unreadable": unreadable,
        "tried again": sum(player.retried for player in players),
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
    return int(any(count["lost"] or count["unreadable"] for count in counts))


if __name__ == "__main__":
    sys.exit(main())
