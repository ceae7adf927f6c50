"""One open socket, as its table sees it: a bounded queue. Who does not read is dropped, and resumes by version."""

from __future__ import annotations

import asyncio
import time

import msgspec

from ecumene.kernel import Viewer
from ecumene.server.wire.play import ByeFrame

_MOST_FRAMES = 200
_SLOW = 20.0  # seconds for one frame
_SILENCE = 90.0  # seconds; clients ping every 45
_MOST_BYTES = 2_000_000
_encode = msgspec.json.Encoder().encode


class Link:
    def __init__(self, user_id: str, viewer: Viewer) -> None:
        self.user_id = user_id
        self.viewer = viewer
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.closed = False
        self.sees = False
        """Is shown the game, not only the table."""
        self.late = False
        """Is shown the game as it was some minutes ago."""
        self.live = False
        """Has had its first frame: from now on deltas make sense to it."""
        self.sending: float | None = None
        """Since when a frame has been on its way out."""
        self.heard = time.monotonic()
        self.writer: asyncio.Task[None] | None = None
        self._bytes = 0

    def is_dead(self, moment: float) -> bool:
        """Takes nothing, or says nothing, for too long."""
        stuck = self.sending is not None and moment - self.sending > _SLOW
        return stuck or moment - self.heard > _SILENCE

    def cut(self) -> None:
        """Close without a word: nobody listens."""
        self.closed = True
        if self.writer is not None:
            self.writer.cancel()

    def push(self, frame: bytes) -> None:
        if self.closed:
            return
        if self.queue.qsize() >= _MOST_FRAMES or self._bytes + len(frame) > _MOST_BYTES + len(frame) * (
            self._bytes == 0
        ):
            self.bye(ByeFrame("slow", again=True), at_once=True)
            return
        self._bytes += len(frame)
        self.queue.put_nowait(frame)

    async def next(self) -> bytes | None:
        """The next frame to send; None: close."""
        frame = await self.queue.get()
        if frame is not None:
            self._bytes -= len(frame)
        return frame

    def bye(self, frame: ByeFrame, *, at_once: bool = False) -> None:
        """Say farewell and close; `at_once`: what is still in the queue is not worth sending."""
        if self.closed:
            return
        self.closed = True
        while at_once and not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(_encode(frame))
        self.queue.put_nowait(None)
