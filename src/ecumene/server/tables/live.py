"""A table that is in use: its row and chairs, its game, who looks on. Everything that changes it holds its lock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy.exc import IntegrityError

from ecumene.kernel import SPECTATOR, Game, Refusal, Seat, Viewer
from ecumene.kernel.plan import Plan
from ecumene.server import catalogue
from ecumene.server.ids import now
from ecumene.server.problems import Broken, Busy, Forbidden, NotNow, Wrong
from ecumene.server.store import tables as rows
from ecumene.server.store.tables import BallotRow, Chair, TableRow
from ecumene.server.store.talk import may_read
from ecumene.server.tables.audience import Audience
from ecumene.server.tables.clock import Clocks
from ecumene.server.tables.deeds import asked_now, perform
from ecumene.server.tables.info import info, is_late, may_listen, may_see, may_watch
from ecumene.server.tables.keeper import Failed, Keeper, Unreachable, Unreadable
from ecumene.server.tables.late import Late
from ecumene.server.tables.link import Link
from ecumene.server.wire.common import Line
from ecumene.server.wire.play import ByeFrame, ChatFrame, ClocksFrame, Deed, SyncFrame, TableFrame
from ecumene.server.wire.tables import Message

if TYPE_CHECKING:
    from ecumene.server.tables.house import House

log = logging.getLogger("ecumene.tables")
_encode = msgspec.json.Encoder().encode


class LiveTable:
    def __init__(self, house: House, row: TableRow) -> None:
        self.house = house
        self.id = row.id
        self.row = row
        self.chairs: list[Chair] = []
        self.ballots: list[BallotRow] = []
        self.admitted: dict[str, int | None] = {}
        self.watchers: set[str] = set()
        self.away_online: dict[str, tuple[set[str], int]] = {}
        """Who is online through other workers, and until when that is believed."""
        self.lock = asyncio.Lock()
        self.title = catalogue.titles().get(row.title)
        self.keeper: Keeper | None = None
        if self.title is not None:
            self.keeper = Keeper(
                row, self.title, house.journal, house.snapshots, house.workshop,
                lambda: house.bus.say(row.id, "let_me"),
            )  # fmt: skip
        self.clocks = Clocks(row.pace, row.seats, row.clocks)
        self.late = Late(self)
        self.audience = Audience(house.workshop, self.lock, self.game, self.late)
        self.stirred = asyncio.Event()
        self.touched = now()
        self.due: dict[int, tuple[str, str]] = {}
        self.due_since: dict[int, int] = {}
        """Of each seat that must answer: the version at which that began."""
        self.observed = -1
        """The version of the game that `due` and the clocks speak of."""
        self.unsaved = False
        self.heard = 0
        """The last message that was sent to the sockets here."""

    # -- who is who ---------------------------------------------------------------------------------------------

    def chair_of(self, user_id: str | None) -> Chair | None:
        return next((chair for chair in self.chairs if user_id and chair.user_id == user_id), None)

    def viewer_of(self, user_id: str | None) -> Viewer:
        chair = self.chair_of(user_id)
        return SPECTATOR if chair is None else chair.seat

    def person_plays(self, seat: int) -> bool:
        chair = self.chairs[seat]
        return chair.user_id is not None and chair.bot is None

    def online(self) -> set[str]:
        """Everybody who has the table open, through whatever worker."""
        until = now()
        elsewhere = [who for who, end in self.away_online.values() if end > until]
        return self.audience.online().union(*elsewhere)

    # -- the game -----------------------------------------------------------------------------------------------

    async def game(self) -> Game:
        """The present game. Hold the lock: nobody may change it while you look."""
        if self.keeper is None:
            raise Unreadable(f"there is no title {self.row.title!r} here")
        if self.title is None or self.row.title_version != self.title.meta.version:
            raise Unreadable(f"it was begun under version {self.row.title_version} of the rules")
        game = await self.keeper.ready()
        if game.version != self.observed:
            self.observe(game)  # it was read anew, or another worker went on with it
        return game

    async def deed(self, user_id: str, deed: Deed) -> int:
        """A person does something. Answers the version that contains it, when it is committed."""
        chair = self.chair_of(user_id)
        if chair is None:
            raise Forbidden("no_seat")
        if chair.bot is not None:
            raise NotNow("away")
        if self.row.status != "running":
            raise NotNow(f"not_running_{self.row.status}")
        key = f"{chair.seat}.{deed.key}"  # what one person has done must not count as done by another
        return await self.act(lambda game: perform(game, chair.seat, deed, self._cut()), user_id, key)

    def _cut(self) -> int:
        return 0 if self.keeper is None else self.keeper.cut

    async def act(
        self, work: Callable[[Game], None], user_id: str | None = None, key: str | None = None
    ) -> int:
        """Do something to the game, durably. It is finished even if whoever asked for it goes away meanwhile."""
        return await asyncio.shield(asyncio.ensure_future(self._act(work, user_id, key)))

    async def _act(self, work: Callable[[Game], None], user_id: str | None, key: str | None) -> int:
        async with self.lock:
            if self.row.status != "running" or self.keeper is None:
                raise NotNow(f"not_running_{self.row.status}")
            try:
                await self.game()
                version = await self.keeper.act(work, user_id, key)
                game = self.keeper.game
                if game is not None:
                    self.observe(game)
                    if game.ended:
                        await self._end(game)
            except Unreachable:
                raise Busy from None
            except Unreadable as wrong:
                await self.break_down(str(wrong))
                raise Broken("unreadable", str(wrong)) from None
            except Failed as failed:
                raise Broken("failed", str(failed)) from None
        self.changed("game")
        return version

    def observe(self, game: Game) -> None:
        """Note who must act now, for the clocks, the bots, the lobby and the notices."""
        self.touched = moment = now()
        self.observed = game.version
        self.due = asked_now(game)
        self.due_since = {seat: self.due_since.get(seat, game.version) for seat in self.due}
        if self.row.status == "running":
            timed = {seat: asked for seat, asked in self.due.items() if self.person_plays(seat)}
            if self.clocks.observe(timed, game.state.step, moment):
                frame = _encode(ClocksFrame(moment, self.clocks.shown()))
                self.audience.tell_all(lambda _: frame)
        self.row = msgspec.structs.replace(
            self.row, version=game.version, step=game.state.step, due=tuple(self.due),
            deadline=self.clocks.next_end(), updated=moment,
        )  # fmt: skip
        self.unsaved = True

    async def finish(self) -> None:
        """End the table if its game is over: whoever gave the last answer did not live to do so."""
        async with self.lock:
            game = await self.game()
            if not game.ended or self.row.status != "running":
                return
            await self._end(game)
        self.changed("game")

    async def _end(self, game: Game) -> None:
        result = msgspec.to_builtins(game.result())
        self.clocks.stop(now())
        await self.set(status="ended", ended=now(), result=result, due=(), deadline=None, wake=None)
        log.info("table %s: over after %s entries", self.id, game.version)

    async def break_down(self, why: str) -> None:
        log.error("table %s is unreadable: %s", self.id, why)
        await self.set(status="broken", trouble=why[:500], wake=None)
        self.changed("table")

    # -- what the table is --------------------------------------------------------------------------------------

    async def set(self, **values: Any) -> None:  # noqa: ANN401 - columns of `tables`
        """Write columns of the row. Hold the lock."""
        values.setdefault("updated", now())
        async with self.house.store.write() as connection:
            await rows.set_table(connection, self.id, **values)
        self.row = msgspec.convert(msgspec.to_builtins(self.row) | msgspec.to_builtins(values), TableRow)
        if "pace" in values or "seats" in values:
            self.clocks = Clocks(self.row.pace, self.row.seats)
        if self.keeper is not None:
            self.keeper.row = self.row

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[None]:
        """Hold the lock, and know what other workers have changed."""
        async with self.lock:
            if not self.house.settings.single:
                await self.house.refresh(self)
                self.observed = -1
            yield

    async def seat_people(self, chairs: list[Chair]) -> None:
        """Write the chairs that have changed, if they are still as we knew them. Hold the lock."""
        try:
            async with self.house.store.write() as connection:
                await rows.change_chairs(connection, self.id, self.chairs, chairs)
        except (rows.Changed, IntegrityError):
            await self.house.refresh(self)
            raise NotNow("seat_taken") from None
        self.chairs = chairs

    def changed(self, what: str) -> None:
        """Tell everybody: the sockets here, the driver, the other workers."""
        self.house.bus.say(self.id, what if self.row.status == "running" else "table")
        if what != "game" or self.clocks.runs or self.wake() == 0 or self.row.status != "running":
            self.stirred.set()  # a person's turn without a clock: the driver need not wake
        self.house.needs_driver(self)
        self.audience.stir()
        if what == "table":
            self.show_table()
        elif self.row.status != "running":
            self.audience.then = self.show_table  # the last move is seen before the end is
        self.house.notices.consider(self)

    def show_table(self) -> None:
        """Send the table (not the game) to everybody; who sits elsewhere sees anew, who may not see is shown out."""
        for link in list(self.audience.links):
            if not link.live:
                continue
            if not may_see(self, link.user_id):
                link.bye(ByeFrame("not_allowed", again=False), at_once=True)
            elif (link.viewer, link.sees, link.late) != self.sight(link.user_id):
                asyncio.get_running_loop().create_task(self.sync_again(link))
            else:
                self.show_to(link)

    def show_to(self, link: Link) -> None:
        link.push(_encode(TableFrame(now(), info(self, link.user_id))))

    def show_presence(self) -> None:
        """Somebody has come or gone."""
        self.touched = now()
        self.house.say_who_is_here(self)
        self.show_table()

    def shows_game(self, user_id: str | None) -> bool:
        return self.row.status not in ("open", "broken") and may_watch(self, user_id)

    def sight(self, user_id: str | None) -> tuple[Viewer, bool, bool]:
        """As whom somebody looks on, whether he sees the game, and whether late."""
        viewer = self.viewer_of(user_id)
        return viewer, self.shows_game(user_id), is_late(self, viewer)

    async def sync_again(self, link: Link) -> None:
        try:
            async with self.lock:
                link.push(await self.sync(link))
        except (Wrong, Unreachable, Unreadable):
            link.bye(ByeFrame("closing", again=True))

    async def sync(self, link: Link) -> bytes:
        """The first frame of a socket. Hold the lock: no delta may come between looking and `live`."""
        link.viewer, link.sees, link.late = self.sight(link.user_id)
        frame = await self.sync_frame(link.user_id)
        link.live = True
        if link.late:
            self.audience.stir()  # from now on something becomes old enough even if nothing happens
        return frame

    async def sync_frame(self, user_id: str) -> bytes:
        """Everything that somebody may know. Hold the lock."""
        chair = self.chair_of(user_id)
        over = self.row.status == "ended"
        chat = (
            await self.house.talk.page(
                self.id, user_id, None if chair is None else chair.seat, everything=over
            )
            if may_listen(self, user_id)
            else ()
        )
        seen = await self.house.talk.seen(self.id, user_id)
        view: Any = None
        lines: list[Line] = []
        version, first = self.row.version, 0
        viewer, sees, late = self.sight(user_id)
        if sees:
            try:
                lens, lines, first = await self.audience.look(viewer, late=late)
                view, version = msgspec.Raw(lens.body), lens.version
            except Unreadable as wrong:
                await self.break_down(str(wrong))
            except Unreachable:
                raise Busy from None
        return _encode(SyncFrame(version, seen, now(), info(self, user_id), view, tuple(lines), first, chat))

    def hear(self, message: Message) -> None:
        """Send a message to the sockets of those who may read it."""
        frame = _encode(ChatFrame(message))
        over = self.row.status == "ended"

        def heard(link: Link) -> bytes | None:
            chair = self.chair_of(link.user_id)
            seat = None if chair is None else chair.seat
            readable = may_read(message.to, message.by.id, link.user_id, seat, everything=over)
            return frame if readable and may_listen(self, link.user_id) else None

        self.audience.tell_all(heard)
        self.heard = max(self.heard, message.n)

    async def plan(self, seat: int, planned: list[Plan]) -> None:
        """Answers given ahead: kept, and given at once if they are due already."""

        def put(game: Game) -> None:
            game.cancel_plan(Seat(seat))
            for plan in planned:
                game.plan(Seat(seat), plan.kind, plan.answer, plan.until)
            game.follow_plans()

        await self.act(put)
        await self.house.talk.put_plans(self.id, seat, self._plans_of(seat))

    def _plans_of(self, seat: int) -> list[Plan]:
        return [plan for plan in (self.keeper.plans if self.keeper else ()) if plan.seat == seat]

    def wake(self) -> int | None:
        """When some worker must look after the table, even if nobody asks for it. At once, if a bot must answer."""
        if self.row.status != "running":
            return None
        if any(self.chairs[seat].bot is not None for seat in self.due):
            return 0
        return self.clocks.next_end()

    async def default(self, seat: int) -> None:
        """Time has run out."""
        # In the person's name: it ends the turn of which he was told.
        await self.act(partial(_default, seat=Seat(seat)), self.chairs[seat].user_id)


def _default(game: Game, seat: Seat) -> None:
    if seat in game.pending:
        try:
            game.answer_default(seat, by="clock")
            game.follow_plans()
        except Refusal:  # the default itself is refused: a bug, and waiting longer would not help
            log.exception("the default of %r is refused", game.pending.get(seat))
            raise
