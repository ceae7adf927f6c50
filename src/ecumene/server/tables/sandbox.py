"""A private copy of a game to try things in: hidden things made up, chance another, all seats played by its maker."""

from __future__ import annotations

from collections import OrderedDict

import msgspec

from ecumene.kernel import Game, Refusal, Seat
from ecumene.server.ids import new_id, now
from ecumene.server.problems import NotFound, TooMany
from ecumene.server.tables.history import History
from ecumene.server.tables.lens import first_after, shown
from ecumene.server.tables.live import LiveTable
from ecumene.server.tables.workshop import Workshop
from ecumene.server.wire.play import Sandbox, Try

_MOST = 200
_MOST_EACH = 3
_LIFE = 3_600_000


class _Box(msgspec.Struct):
    id: str
    user_id: str
    table_id: str
    game: Game
    expires: int
    began: int


class Sandboxes:
    def __init__(self, history: History, workshop: Workshop) -> None:
        self.history = history
        self.workshop = workshop
        self._boxes: OrderedDict[str, _Box] = OrderedDict()

    async def make(self, table: LiveTable, user_id: str, at: int | None) -> Sandbox:
        self._sweep()
        if sum(1 for box in self._boxes.values() if box.user_id == user_id) >= _MOST_EACH:
            oldest = next(box.id for box in self._boxes.values() if box.user_id == user_id)
            del self._boxes[oldest]
        if len(self._boxes) >= _MOST:
            raise TooMany("too_many_sandboxes")
        viewer = table.viewer_of(user_id)
        place = await self.history.length(table, viewer) if at is None else at
        past = await self.history.at(table, viewer, place)
        game = await self.workshop.run(lambda: past.fork(viewer))
        box = _Box("s" + new_id(), user_id, table.id, game, now() + _LIFE, len(game.line))
        self._boxes[box.id] = box
        return await self.show(box.id, user_id, max(0, viewer))

    async def show(self, box_id: str, user_id: str, seat: int, since: int | None = None) -> Sandbox:
        box = self._own(box_id, user_id)
        if not 0 <= seat < box.game.seats:
            raise NotFound("no_such_seat")
        game = box.game

        def look() -> Sandbox:
            start = first_after(game.play.log, box.began if since is None else since)
            lines = tuple(shown(game.play.log, seat, start))
            return Sandbox(box.id, box.table_id, tuple(game.due()), seat, game.view(seat), lines)

        return await self.workshop.run(look)

    async def attempt(self, box_id: str, user_id: str, tried: Try) -> Sandbox:
        box = self._own(box_id, user_id)
        game = box.game
        before = len(game.line)

        def work() -> None:
            if tried.undo:
                if len(game.line) <= box.began:
                    raise Refusal("kernel.undo", "nothing_to_undo")
                game.rewind(len(game.line) - 1)
            elif tried.answer is None:
                game.answer_default(Seat(tried.seat), by="seat")
            else:
                game.answer(Seat(tried.seat), tried.answer)

        await self.workshop.run(work)
        return await self.show(box_id, user_id, tried.seat, before)

    def remove(self, box_id: str, user_id: str) -> None:
        self._own(box_id, user_id)
        del self._boxes[box_id]

    def _own(self, box_id: str, user_id: str) -> _Box:
        self._sweep()
        box = self._boxes.get(box_id)
        if box is None or box.user_id != user_id:
            raise NotFound
        return box

    def _sweep(self) -> None:
        moment = now()
        for box in [box for box in self._boxes.values() if box.expires < moment]:
            del self._boxes[box.id]
