"""All tables of this worker, and what they share. Opened when somebody wants it, closed when nobody does."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import time
from typing import Any

from sqlalchemy import and_, bindparam, or_, select, update

from ecumene.server.bus import Bus
from ecumene.server.ids import new_id, now
from ecumene.server.notices.notices import Notices
from ecumene.server.people.people import People
from ecumene.server.problems import Busy, NotFound
from ecumene.server.settings import Settings
from ecumene.server.store import schema
from ecumene.server.store import tables as rows
from ecumene.server.store.checkpoint import Checkpoints
from ecumene.server.store.engine import Store, is_lost
from ecumene.server.store.journal import Journal
from ecumene.server.store.snapshots import Snapshots
from ecumene.server.store.talk import Talk
from ecumene.server.tables.driver import Driver
from ecumene.server.tables.keeper import Unreachable, Unreadable
from ecumene.server.tables.live import LiveTable
from ecumene.server.tables.workshop import Workshop
from ecumene.server.wire.play import ByeFrame

log = logging.getLogger("ecumene.tables")

LEASE = 15_000  # ms; a worker that dies is replaced after so long
_IDLE = 600_000
_WRITE_EVERY = 2.0
_TIDY_EVERY = 600.0
_REST = 5.0
_SHOWN = ("version", "step", "due", "deadline", "clocks", "updated", "wake")


class House:
    def __init__(self, settings: Settings, store: Store, bus: Bus, people: People) -> None:
        self.settings = settings
        self.store = store
        self.bus = bus
        self.people = people
        self.worker = new_id(8)
        self.journal = Journal(store)
        self.checkpoints = Checkpoints(store)
        self.snapshots = Snapshots(store)
        self.talk = Talk(store, people)
        self.workshop = Workshop("rules", 4)
        self.bots = Workshop("bots", 2)
        self.notices = Notices(settings, store, people, self.table)
        self.tables: dict[str, LiveTable] = {}
        self.drivers: dict[str, Driver] = {}
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._following: set[asyncio.Task[None]] = set()
        self._driving = False

    async def start(self) -> None:
        self.journal.start()
        self.checkpoints.start()
        await self.notices.start()
        await self.bus.start(self._heard)
        self._driving = True
        if self.settings.single:
            # Nobody else can be driving anything: what a killed server held is free at once.
            async with self.store.write() as connection:
                held = schema.tables.c.driver.is_not(None)
                await connection.execute(update(schema.tables).where(held).values(driver_until=0))
        self._tasks = [
            asyncio.create_task(self._every(_WRITE_EVERY, self.write_down), name="write-down"),
            asyncio.create_task(self._every(LEASE / 3000, self._renew), name="leases"),
            asyncio.create_task(self._every(2.0, self._adopt), name="adopt"),
            asyncio.create_task(self._every(60.0, self._close_idle), name="idle"),
            asyncio.create_task(self._every(5.0, self._cut_dead), name="dead"),
            asyncio.create_task(self._every(_TIDY_EVERY, self._tidy), name="tidy"),
        ]

    async def stop(self) -> None:
        self._driving = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for driver in list(self.drivers.values()):
            await driver.stop()
        await self.bus.stop()
        await self._come_to_rest()
        with contextlib.suppress(Exception):
            await self.write_down()
            async with self.store.write() as connection:
                mine = schema.tables.c.driver == self.worker
                # To be looked at when somebody serves again: notices that were waiting are forgotten now.
                free = update(schema.tables).where(mine).values(driver=None, driver_until=0, wake=0)
                await connection.execute(free)
        for table in self.tables.values():
            await table.audience.close()
            if table.keeper is not None:
                await table.keeper.settle()
        await self.notices.stop()
        await self.journal.stop()
        await self.checkpoints.stop()
        self.workshop.close()
        self.bots.close()

    async def _come_to_rest(self) -> None:
        """Wait for what was begun and goes on although nobody waits for it any more."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_REST):
                await asyncio.gather(*self._following, return_exceptions=True)
                for table in self.tables.values():
                    async with table.lock:
                        pass

    async def _every(self, seconds: float, work: Any) -> None:  # noqa: ANN401 - an async method of ours
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Exception as error:
                if is_lost(error):
                    log.warning("the database is out of reach: %s", error)
                else:
                    log.exception("%s", work)

    # -- opening ------------------------------------------------------------------------------------------------

    async def table(self, table_id: str) -> LiveTable:
        """The table; `NotFound` if there is none. Whether the asker may know of it is checked elsewhere."""
        found = self.tables.get(table_id)
        if found is not None:
            return found
        task = self._opening.get(table_id)
        if task is None:
            task = self._opening[table_id] = asyncio.ensure_future(self._open(table_id))
            task.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(task)

    async def _open(self, table_id: str) -> LiveTable:
        try:
            async with self.store.read() as connection:
                row = await rows.get_table(connection, table_id)
            if row is None:
                raise NotFound
            table = LiveTable(self, row)
            await self.refresh(table)
        except Exception as error:
            if is_lost(error):
                raise Busy from None
            raise
        table.heard = await self.talk.last(table_id)
        self.tables[table_id] = table
        self.needs_driver(table)
        return table

    async def refresh(self, table: LiveTable) -> None:
        """Read again all but the game."""
        async with self.store.read() as connection:
            row = await rows.get_table(connection, table.id)
            table.chairs = await rows.get_chairs(connection, table.id)
            table.ballots = await rows.get_ballots(connection, table.id)
            admitted = select(schema.admitted).where(schema.admitted.c.table_id == table.id)
            table.admitted = {each.user_id: each.seat for each in await connection.execute(admitted)}
            watchers = select(schema.watchers.c.user_id).where(schema.watchers.c.table_id == table.id)
            table.watchers = set((await connection.execute(watchers)).scalars())
            if table.keeper is not None:
                table.keeper.plans = await self.talk.plans(connection, table.id)
        if row is not None:
            table.row = row
            if table.keeper is not None:
                table.keeper.row = row
        await self.people.meet([table.row.host, *(chair.user_id for chair in table.chairs)])

    def sign_out(self, user_id: str) -> None:
        """Close the sockets of somebody who has signed out."""
        for table in self.tables.values():
            for link in list(table.audience.links):
                if link.user_id == user_id:
                    link.bye(ByeFrame("signed_out", again=False), at_once=True)

    def _heard(self, table_id: str, what: str) -> None:
        """Another worker has changed something."""
        for table in (
            list(self.tables.values()) if not table_id else filter(None, [self.tables.get(table_id)])
        ):
            if what.startswith("here "):
                worker, _, people = what[5:].partition(" ")
                table.away_online[worker] = (set(filter(None, people.split(","))), now() + 60_000)
                table.show_table()
                continue
            driver = self.drivers.get(table.id)
            if driver is not None:
                driver.holds_back = what == "let_me"
            if what == "let_me":
                continue
            if table.keeper is not None:
                table.keeper.behind = True
            task = asyncio.get_running_loop().create_task(self._follow(table, what))
            self._following.add(task)
            task.add_done_callback(self._following.discard)

    async def _follow(self, table: LiveTable, what: str) -> None:
        try:
            if what == "chat":
                for message in await self.talk.since(table.id, table.heard):
                    table.hear(message)
                return
            async with table.lock:
                if what != "game":
                    await self.refresh(table)
                    table.observed = -1
                if table.row.status == "running":
                    await table.game()
            if what != "game":
                table.show_table()
            table.stirred.set()
            table.audience.stir()
            self.needs_driver(table)
        except Exception as error:
            if isinstance(error, Unreachable | Unreadable) or is_lost(error):
                log.warning("table %s: could not follow: %s", table.id, error)
            else:
                log.exception("table %s: could not follow", table.id)

    # -- driving ------------------------------------------------------------------------------------------------

    def needs_driver(self, table: LiveTable) -> None:
        """See to it that somebody lets the bots play and watches the clocks."""
        if self._driving and table.row.status == "running" and table.id not in self.drivers:
            self.drivers[table.id] = Driver(self, table)

    async def claim(self, table: LiveTable) -> bool:
        """Whether this worker may drive the table until its lease runs out."""
        tables = schema.tables
        free = or_(tables.c.driver == self.worker, tables.c.driver.is_(None), tables.c.driver_until < now())
        claim = update(tables).where(tables.c.id == table.id, free)
        async with self.store.write() as connection:
            done = await connection.execute(claim.values(driver=self.worker, driver_until=now() + LEASE))
        return done.rowcount == 1

    async def _renew(self) -> None:
        held = [driver.table.id for driver in self.drivers.values() if driver.claimed]
        if held:
            tables = schema.tables
            async with self.store.write() as connection:
                await connection.execute(
                    update(tables)
                    .where(tables.c.id.in_(held), tables.c.driver == self.worker)
                    .values(driver_until=now() + LEASE)
                )
        for table in self.tables.values():
            if table.audience.links:
                self.say_who_is_here(table)

    def say_who_is_here(self, table: LiveTable) -> None:
        if not self.settings.single:
            self.bus.say(table.id, f"here {self.worker} {','.join(sorted(table.audience.online()))}")

    async def _adopt(self) -> None:
        """Take up running tables that nobody drives and that are due."""
        tables = schema.tables
        query = select(tables.c.id).where(
            tables.c.status == "running",
            or_(
                and_(tables.c.driver.is_(None), tables.c.wake <= now()),
                and_(tables.c.driver.is_not(None), tables.c.driver_until < now()),
            ),
        )
        async with self.store.read() as connection:
            found = (await connection.execute(query.limit(50))).scalars().all()
        for table_id in found:
            if table_id not in self.drivers:
                await self.table(table_id)

    async def write_down(self) -> None:
        """What the lobby shows of tables that have changed, and their clocks: now and then, all at once."""
        changed = [table for table in self.tables.values() if table.unsaved]
        if not changed:
            return
        tables = schema.tables
        moment = now()
        written = []
        for table in changed:
            table.unsaved = False
            row = table.row
            values = rows.written({
                "version": row.version, "step": row.step, "due": row.due, "deadline": row.deadline,
                "clocks": table.clocks.saved(moment), "updated": row.updated, "wake": table.wake(),
            })  # fmt: skip
            written.append({f"new_{name}": value for name, value in values.items()} | {"of": table.id})
        statement = (
            update(tables)
            .where(tables.c.id == bindparam("of"), tables.c.version <= bindparam("new_version"))
            .values({name: bindparam(f"new_{name}") for name in _SHOWN})
        )
        try:
            async with self.store.write(cache=True) as connection:
                await connection.execute(statement, written)
        except BaseException:
            for table in changed:
                table.unsaved = True
            raise

    async def _cut_dead(self) -> None:
        """Sockets that take nothing or say nothing are closed; whoever was there comes back with what he holds."""
        moment = time.monotonic()
        for table in self.tables.values():
            for link in list(table.audience.links):
                if link.is_dead(moment):
                    link.cut()

    async def _let_go(self, table: LiveTable) -> None:
        """Nobody drives a table that is closed, until `wake`."""
        mine = (schema.tables.c.id == table.id, schema.tables.c.driver == self.worker)
        async with self.store.write(cache=True) as connection:
            await connection.execute(update(schema.tables).where(*mine).values(driver=None, driver_until=0))

    async def _tidy(self) -> None:
        """Find what only holds itself: seldom, because it stops everything for a moment (see `worker.quicken`)."""
        gc.collect()

    async def _close_idle(self) -> None:
        """Tables that nobody has looked at for a while leave the memory."""
        old = now() - _IDLE
        for table in list(self.tables.values()):
            driver = self.drivers.get(table.id)
            if table.audience.links or table.touched > old or table.unsaved or table.lock.locked():
                continue
            if driver is not None:
                if driver.is_busy():
                    continue
                await driver.stop()
                await self._let_go(table)
            self.tables.pop(table.id, None)
            await table.audience.close()
