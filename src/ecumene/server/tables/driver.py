"""Lets the bots of one table play and watches its clocks. One worker does so for a table: it holds the lease."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from random import Random
from typing import TYPE_CHECKING

from ecumene.bots import PASS
from ecumene.bots import answer as bot_answer
from ecumene.bots.offer import Offer
from ecumene.kernel import Decision, Game, Refusal, Seat, View
from ecumene.server import catalogue
from ecumene.server.ids import now
from ecumene.server.problems import NotNow, Wrong
from ecumene.server.store.engine import is_lost
from ecumene.server.tables.deeds import is_stale
from ecumene.server.tables.keeper import Unreachable, Unreadable
from ecumene.server.tables.workshop import TookTooLong

if TYPE_CHECKING:
    from ecumene.server.tables.house import House
    from ecumene.server.tables.live import LiveTable

log = logging.getLogger("ecumene.driver")

BOT_SECONDS = 10.0
_COURTESY = 2.0
"""Seconds for somebody at another worker to get his word in."""


class Driver:
    def __init__(self, house: House, table: LiveTable) -> None:
        self.house = house
        self.table = table
        self.claimed = False
        self.troubles = 0
        self.holds_back = False
        """Somebody at another worker wants to write, until it is heard that he did."""
        self._rng = Random()
        self._passed: dict[int, int] = {}
        """Of each bot that had nothing to say: the version of the game at which it was asked."""
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"driver-{table.id}")

    def is_busy(self) -> bool:
        """Whether there is anything to drive in the next minutes: a bot's turn, a clock about to run out."""
        end = self.table.clocks.next_end()
        return bool(self._bots()) or (end is not None and end < now() + 120_000)

    async def stop(self) -> None:
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        self.house.drivers.pop(self.table.id, None)

    async def _run(self) -> None:
        try:
            while self.table.row.status == "running":
                try:
                    await self._drive()
                except (NotNow, Unreadable):
                    return
                except Exception as error:  # noqa: BLE001 - whatever it is, the others must not notice
                    await self._trouble(error)
        finally:
            self.claimed = False
            if self.house.drivers.get(self.table.id) is self:
                del self.house.drivers[self.table.id]

    async def _drive(self) -> None:
        table = self.table
        self.claimed = await self.house.claim(table)
        if not self.claimed:
            await self._wait(5.0)
            return
        async with table.lock:
            await table.game()
        self.house.notices.consider(table)  # whatever was about to be told when it was last served
        while table.row.status == "running":
            table.stirred.clear()
            if not table.due:
                await table.finish()
                continue
            late = table.clocks.seats_out_of_time(now())
            bots = self._bots()
            willing = [seat for seat in bots if self._passed.get(seat) != table.row.version]
            if late:
                for seat in late:
                    await table.default(seat)
            elif willing:
                await asyncio.sleep(table.row.bot_delay / 1000)
                for seat in willing:
                    if self.holds_back:
                        await self._hold_back()
                    await self._play(seat)
            elif bots and len(bots) == len(table.due):
                await self._default(bots[0])  # nobody has anything more to say
            else:
                end = table.clocks.next_end()
                await self._wait(None if end is None else max(0.0, (end - now()) / 1000 + 0.005))
            self.troubles = 0

    async def _wait(self, seconds: float | None) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.table.stirred.wait(), seconds)

    async def _hold_back(self) -> None:
        self.table.stirred.clear()
        await self._wait(_COURTESY)
        self.holds_back = False

    async def _trouble(self, error: Exception) -> None:
        """Try again, less and less often: a table in trouble must not cost the others anything."""
        self.troubles += 1
        if is_lost(error) or isinstance(error, Unreachable):
            log.warning("table %s: %s", self.table.id, error)
        elif isinstance(error, Wrong):
            log.warning("table %s: %s %s", self.table.id, error.key, error.detail)
        else:
            log.error("table %s: the driver", self.table.id, exc_info=error)
        await asyncio.sleep(min(60.0, 0.2 * 2**self.troubles))

    # -- bots ---------------------------------------------------------------------------------------------------

    def _bots(self) -> list[int]:
        chairs = self.table.chairs
        return [seat for seat in self.table.due if seat < len(chairs) and chairs[seat].bot is not None]

    async def _play(self, seat: int) -> None:
        """Let the bot of a seat answer what it is asked, if it still is."""
        table = self.table
        async with table.lock:
            chair = table.chairs[seat]
            game = await table.game()
            decision = game.pending.get(Seat(seat))
            if decision is None or chair.bot is None or table.row.status != "running":
                return
            view = await self.house.workshop.run(lambda: game.view(seat))
        given = await self._think(chair.bot, view, decision)
        if given is PASS:
            self._passed[seat] = view.version
            return
        asked = decision.id

        def play(game: Game) -> None:
            game.answer(Seat(seat), given, asked, by="bot")
            game.follow_plans()

        try:
            await table.act(play)
        except Refusal as refusal:
            if not is_stale(refusal):
                log.warning("table %s: the bot of seat %s was refused: %s", table.id, seat, refusal)
                await self._default(seat)

    async def _think(self, bot: str, view: View, decision: Decision[object]) -> object | None:  # type: ignore[type-var]
        """What the bot says (or PASS), thinking beside all else; the default if it breaks down or is too slow."""
        try:
            policy = catalogue.policy(bot, self.table.row.title)
            return await self.house.bots.run(
                lambda: bot_answer(policy, view, Offer(decision), self._rng), BOT_SECONDS
            )
        except TookTooLong:
            log.warning("table %s: the bot %s takes too long over %r", self.table.id, bot, decision)
        except Exception:  # a bot that breaks down answers with the default
            log.exception("table %s: the bot %s over %r", self.table.id, bot, decision)
        return decision.fallback()

    async def _default(self, seat: int) -> None:
        def play(game: Game) -> None:
            if Seat(seat) in game.pending:
                game.answer_default(Seat(seat), by="bot")

        await self.table.act(play)
