"""`python -m bench.server`: a real server under load, from a second process, over real sockets.

200 tables of five people who answer; then one table alone, at its beginning and 5,000 moves later. What is timed is
from sending an answer to its `done`, which comes after the commit. The figures are kept in bench/results/server.md.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import platform
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench.case import Case
from ecumene.server.settings import Settings
from tests.server.running import Eye, Person, Server, serving

RESULTS = Path(__file__).parent / "results" / "server.md"
SEATS = 5
MARCH = "march"
"""A title of the tests that never ends, so that what is measured is the server."""


def cases() -> list[Case]:
    """None for the common table: this takes minutes and prints its own."""
    return []


class Load:
    """The people at all tables, answering at a common rate."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.times: list[float] = []
        self.refused = 0
        self.bytes = 0
        self.deltas = 0
        self.until = 0.0

    async def play(self, person: Person, table: str, seat: int, ready: asyncio.Event) -> None:
        async with person.look(table) as eye:
            await eye.until("sync")
            await ready.wait()
            while time.perf_counter() < self.until:
                if eye.view["decision"] is None:
                    try:
                        await eye.next(1.0)
                    except TimeoutError:
                        continue
                    continue
                # Everybody thinks for a while, so that all together answer at the wanted rate.
                await asyncio.sleep(random.expovariate(self.rate))
                await self.answer(eye, person)
            self.bytes += eye.bytes
            self.deltas += sum(1 for frame in eye.frames if frame["t"] == "delta")

    async def answer(self, eye: Eye, person: Person) -> None:
        decision = eye.view["decision"]
        key = person.key()
        frame = {
            "t": "answer", "key": key, "version": eye.version, "decision": decision["id"],
            "answer": decision["default"],
        }  # fmt: skip
        started = time.perf_counter()
        await eye.send(frame)
        while True:
            told = await eye.next(30)
            if told["t"] in ("done", "refused") and told["key"] == key:
                break
        if told["t"] == "done":
            self.times.append(time.perf_counter() - started)
            await eye.reach(told["version"], 30)
        else:
            self.refused += 1


def quantile(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000 if times else 0.0


def processor(server: Server) -> float:
    """Seconds of processor that the server has used: a figure that other work on the machine does not touch."""
    pid = server.process.pid if server.process else 0
    group = [each for each in Path("/proc").iterdir() if each.name.isdigit()]
    ticks = 0
    for each in group:
        with contextlib.suppress(OSError):
            fields = (each / "stat").read_text().rpartition(")")[2].split()
            if int(fields[2]) == pid:  # its process group
                ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def many(server: Server, title: str, tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """`tables` live tables of five; together they try to answer `rate` times a second."""
    options = {"turns": 1000} if title == MARCH else {}
    url = server.url
    people = await asyncio.gather(*(Person(url, f"p{n}").come_in() for n in range(SEATS)))
    made = []
    for _ in range(tables):
        table = await people[0].table(title=title, seats=SEATS, options=options, visibility="listed")
        for person in people[1:]:
            await person.post(f"/api/tables/{table['id']}/join", {})
        made.append(table["id"])
    # One of five walks at a time, five of five search: about 1.7 people of a table may answer.
    load = Load(rate / tables / 1.67)
    ready = asyncio.Event()
    tasks = [
        asyncio.create_task(load.play(person, table, seat, ready))
        for table in made
        for seat, person in enumerate(people)
    ]
    await asyncio.sleep(5)
    load.until = time.perf_counter() + seconds
    started, used = time.perf_counter(), processor(server)
    ready.set()
    await asyncio.gather(*tasks)
    spent, used = time.perf_counter() - started, processor(server) - used
    for person in people:
        await person.close()
    answers = len(load.times)
    return {
        "answers": answers, "per second": answers / min(spent, seconds), "p50": quantile(load.times, 0.5),
        "p99": quantile(load.times, 0.99), "server CPU ms an answer": used / max(1, answers) * 1000,
        "refused": load.refused,
        "bytes a delta": load.bytes / max(1, load.deltas), "deltas": load.deltas,
    }  # fmt: skip


async def alone(url: str, moves: int) -> dict[str, Any]:
    """One table with one person, answering as fast as it goes; the first 200 answers and those after `moves`."""
    person = await Person(url, "alone").come_in()
    table = await person.table(title="march", seats=1, options={"turns": moves + 300})
    load = Load(0)
    async with person.look(table["id"]) as eye:
        await eye.until("sync")
        while len(load.times) < moves + 300:
            await load.answer(eye, person)
            if len(load.times) > 10 and len(load.times) % 10 == 0:
                await asyncio.sleep(0)
    early, late = load.times[10:310], load.times[moves : moves + 300]
    await person.close()
    return {
        "early p50": quantile(early, 0.5), "early p99": quantile(early, 0.99),
        "late p50": quantile(late, 0.5), "late p99": quantile(late, 0.99),
    }  # fmt: skip


def prefer(pid: int) -> None:
    """Let what else this machine is busy with count less: Linux shares it out by groups of processes."""
    (Path("/proc") / str(pid) / "autogroup").write_text("-15")


def disk(folder: Path) -> dict[str, Any]:
    """How long this disk takes to be sure of a page: no answer can be faster."""
    times = []
    with (folder / "page").open("wb", buffering=0) as file:
        file.write(bytes(4096 * 200))
        os.fsync(file.fileno())
        file.seek(0)
        for _ in range(200):
            file.write(bytes(4096))
            started = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - started)
    return {"p50": quantile(times, 0.5), "p99": quantile(times, 0.99)}


def shown(title: str, told: dict[str, Any]) -> str:
    return f"{title}: " + ", ".join(f"{name} {value:.4g}" for name, value in told.items())


def measured(told: argparse.Namespace, folder: Path) -> Iterator[str]:
    """What a fresh server does, line by line: all tables, then one alone."""
    database = told.database or str(folder / "bench.sqlite3")
    settings = Settings(database=database, rate=False, single=told.workers == 1)
    with serving(settings, workers=told.workers, log=folder / "log") as server:
        if told.first:
            prefer(os.getpid())
            prefer(server.process.pid if server.process else 0)
        if told.tables:
            busy = uvloop.run(many(server, told.title, told.tables, told.rate, told.seconds))
            yield shown(f"{told.tables} tables x {SEATS}, {told.title}", busy)
        if told.moves:
            yield shown("one table", uvloop.run(alone(server.url, told.moves)))
        yield shown("the disk, one page made sure of", disk(folder))
    wrong = [line for line in (folder / "log").read_text().splitlines() if " INFO " not in line]
    if wrong:
        print("\n".join(wrong)[-3000:])


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=200)
    asked.add_argument("--title", default=MARCH)
    asked.add_argument("--rate", type=float, default=650.0)
    asked.add_argument("--seconds", type=float, default=20.0)
    asked.add_argument("--moves", type=int, default=5000)
    asked.add_argument("--runs", type=int, default=1, help="so often, with a fresh server each time")
    asked.add_argument("--database", default="", help="an empty one, for one run")
    asked.add_argument("--workers", type=int, default=1)
    asked.add_argument("--keep", action="store_true")
    asked.add_argument(
        "--first", action="store_true", help="before everything else on this machine (for root)"
    )
    told = asked.parse_args()
    gc.disable()  # a thousand clients in one process: their collector would be measured too
    lines = []
    for _ in range(told.runs):
        with tempfile.TemporaryDirectory(prefix="ecumene-bench") as folder:
            for line in measured(told, Path(folder)):
                print(line, flush=True)
                lines.append(line)
    if told.keep:
        store = "PostgreSQL" if told.database.startswith("postgres") else "SQLite"
        where = f"{platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, {store}"
        if told.first:
            where += ", before other work on the machine"
        where += f"; {os.getloadavg()[1]:.1f} programs on average waited for a core or had one"
        RESULTS.write_text(
            "# The server under load\n\n" + "\n".join(f"* {each}" for each in [*lines, where]) + "\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
