"""Everybody who looks at one table here: what is new is worked out once per viewer and sent to each socket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from ecumene.kernel import SPECTATOR, Game, Viewer
from ecumene.server.tables.keeper import Failed, Unreachable, Unreadable
from ecumene.server.tables.late import EVERY, Late
from ecumene.server.tables.lens import Lens, shown
from ecumene.server.tables.link import Link
from ecumene.server.tables.workshop import TookTooLong, Workshop
from ecumene.server.wire.common import Line

log = logging.getLogger("ecumene.tables")
LOG_LINES = 300
LOOK_SECONDS = 10.0


class Audience:
    """`game` gives the present game, `late` that of some minutes ago.

    Both are called with `lock` held, which also keeps the games still while we look.
    """

    def __init__(
        self, workshop: Workshop, lock: asyncio.Lock, game: Callable[[], Awaitable[Game]], late: Late
    ) -> None:
        self.workshop = workshop
        self.lock = lock
        self.game = game
        self.late = late
        self.links: set[Link] = set()
        self.lenses: dict[Viewer, Lens] = {}
        self.late_lens = Lens(SPECTATOR)
        self.then: Callable[[], None] | None = None
        """To be done once, after the next look."""
        self._dirty = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def join(self, link: Link) -> None:
        self.links.add(link)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._tell())

    def leave(self, link: Link) -> None:
        link.closed = True
        self.links.discard(link)

    def stir(self) -> None:
        """Something has happened in the game."""
        if self.links:
            self._dirty.set()

    def begin_late(self) -> None:
        """How late, or whether, may have changed: those who look on late are shown everything anew."""
        self.late.forget()
        self.late_lens = Lens(SPECTATOR)
        self.stir()

    def tell_all(self, frame: Callable[[Link], bytes | None]) -> None:
        for link in list(self.links):
            if link.live and (made := frame(link)) is not None:
                link.push(made)

    def online(self) -> set[str]:
        return {link.user_id for link in self.links}

    async def look(self, viewer: Viewer, *, late: bool = False) -> tuple[Lens, list[Line], int]:
        """The lens of a viewer as of now, with the latest part of the log and from when on that is complete.

        The caller holds the lock.
        """
        game = await (self.late.game() if late else self.game())
        lens = self.late_lens if late else self.lenses.setdefault(viewer, Lens(viewer))

        delta, (lines, first) = await self.workshop.run(
            lambda: (lens.look(game), latest(game, viewer)), LOOK_SECONDS
        )
        if delta is not None:
            self.deliver(lens, delta)  # a look on behalf of one is news for the others with the same sight
        return lens, lines, first

    async def _tell(self) -> None:
        while True:
            await self._news()
            self._dirty.clear()
            try:
                async with self.lock:
                    await self._look_all()
                then, self.then = self.then, None
                if then is not None:
                    then()
            except (Unreachable, Unreadable, Failed, TookTooLong) as error:
                log.warning("nothing could be shown: %s", error)
                await asyncio.sleep(0.5)
            except Exception:  # one viewer's broken view must not silence the table for ever
                log.exception("a view broke down")
                await asyncio.sleep(0.5)

    async def _news(self) -> None:
        """Wait until something has happened, or may have become old enough for those who look on late."""
        late = any(link.late for link in self.links)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._dirty.wait(), EVERY if late else None)

    async def _look_all(self) -> None:
        if any(link.live and link.sees and link.late for link in self.links):
            past = await self.late.game()
            delta = await self.workshop.run(lambda: self.late_lens.look(past), LOOK_SECONDS)
            if delta is not None:
                self.deliver(self.late_lens, delta)
        wanted = {link.viewer for link in self.links if link.live and link.sees and not link.late}
        if not wanted:
            return
        game = await self.game()
        lenses = [self.lenses.setdefault(viewer, Lens(viewer)) for viewer in wanted]
        deltas = await self.workshop.run(lambda: [lens.look(game) for lens in lenses], LOOK_SECONDS)
        for lens, delta in zip(lenses, deltas, strict=True):
            if delta is not None:
                self.deliver(lens, delta)

    def deliver(self, lens: Lens, delta: bytes) -> None:
        late = lens is self.late_lens
        for link in list(self.links):
            if link.live and link.sees and link.viewer == lens.viewer and link.late == late:
                link.push(delta)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


def latest(game: Game, viewer: Viewer) -> tuple[list[Line], int]:
    """The last lines of the log, whole answers only, and the answer from which on nothing is left out."""
    log = game.play.log
    start = max(0, len(log) - LOG_LINES)
    while 0 < start < len(log) and log[start - 1].at == log[start].at:
        start -= 1
    lines = shown(log, viewer, start)
    base = game.begins  # lines up to there were forgotten with the snapshot
    first = 0 if start == 0 else log[start].at if start < len(log) else game.play.at
    return lines, max(first, base + 1 if base else 0)
