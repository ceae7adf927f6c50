"""Where rules and bots run: beside the event loop, each job with a budget of time.

A job that takes too long is broken off by an exception raised inside it, so that one endless loop in the rules costs
one answer of one table. (What never comes back to Python cannot be broken off; our rules are plain Python.)
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")


class OverBudget(BaseException):
    """Raised inside a job that takes too long. Not an Exception: no rule may catch it by accident."""


class TookTooLong(Exception):
    """What the one who waits for the job gets."""


class _Job:
    """`done` is told what `work` returned or raised, in the loop that waits for it."""

    __slots__ = ("broken_off", "budget", "done", "lock", "loop", "over", "thread", "until", "work")

    def __init__(self, work: Callable[[], Any], budget: float) -> None:
        self.work = work
        self.budget = budget
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[Any] = self.loop.create_future()
        self.thread = 0
        self.until = 0.0
        self.lock = threading.Lock()
        self.over = False
        self.broken_off = False

    def tell(self, result: Any, error: BaseException | None) -> None:  # noqa: ANN401 - whatever the work returns
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self.loop.call_soon_threadsafe(self._tell, result, error)

    def _tell(self, result: Any, error: BaseException | None) -> None:  # noqa: ANN401
        if self.done.done():
            return
        if error is None:
            self.done.set_result(result)
        elif isinstance(error, StopIteration):  # no future takes it
            self.done.set_exception(RuntimeError("StopIteration"))
        else:
            self.done.set_exception(error)


class Workshop:
    """Threads of our own: an executor's futures cost more than most of the jobs."""

    def __init__(self, name: str, threads: int) -> None:
        self._waiting: SimpleQueue[_Job | None] = SimpleQueue()
        self._jobs: set[_Job] = set()
        self._closing = threading.Event()
        self._threads = [
            threading.Thread(target=self._serve, name=f"{name}-{n}", daemon=True) for n in range(threads)
        ]
        for thread in (
            *self._threads,
            threading.Thread(target=self._watchman, name=f"{name}-watch", daemon=True),
        ):
            thread.start()
        self.broken_off = 0

    async def run(self, work: Callable[[], T], budget: float = 5.0) -> T:
        """What `work()` returns or raises. Once begun it is finished or broken off, even if nobody waits any more."""
        job = _Job(work, budget)
        self._waiting.put(job)
        done: T = await job.done
        return done

    def _serve(self) -> None:
        while (job := self._waiting.get()) is not None:
            try:
                result = self._do(job)
            except BaseException as error:  # noqa: BLE001 - handed to whoever waits for it
                job.tell(None, error)
            else:
                job.tell(result, None)
            del job  # else it holds a table's game until the next one comes

    def _do(self, job: _Job) -> Any:  # noqa: ANN401 - whatever the work returns
        job.thread, job.until = threading.get_ident(), time.monotonic() + job.budget
        arrived = False
        self._jobs.add(job)
        try:
            try:
                return job.work()
            except OverBudget:
                arrived = True
                raise
            finally:
                with job.lock:
                    job.over = True
                self._jobs.discard(job)
                while (
                    job.broken_off and not arrived
                ):  # on its way to this thread: it must not meet the next job
                    time.sleep(0.001)
        except OverBudget:
            self._jobs.discard(job)
            self.broken_off += 1
            raise TookTooLong from None

    def _watchman(self) -> None:
        while not self._closing.wait(0.1):
            late = time.monotonic()
            for job in list(self._jobs):
                if job.until < late:
                    with job.lock:
                        if not job.over and not job.broken_off:
                            job.broken_off = True
                            _raise_in(job.thread)

    def close(self) -> None:
        self._closing.set()
        for _ in self._threads:
            self._waiting.put(None)


def _raise_in(thread: int) -> None:
    set_exception: Any = ctypes.pythonapi.PyThreadState_SetAsyncExc
    set_exception(ctypes.c_ulong(thread), ctypes.py_object(OverBudget))
