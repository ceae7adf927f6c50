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
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


class OverBudget(BaseException):
    """Raised inside a job that takes too long. Not an Exception: no rule may catch it by accident."""


class TookTooLong(Exception):
    """What the one who waits for the job gets."""


class _Job:
    __slots__ = ("broken_off", "lock", "over", "thread", "until")

    def __init__(self, budget: float) -> None:
        self.thread = threading.get_ident()
        self.until = time.monotonic() + budget
        self.lock = threading.Lock()
        self.over = False
        self.broken_off = False


class Workshop:
    def __init__(self, name: str, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._jobs: set[_Job] = set()
        self._closing = threading.Event()
        self._watch = threading.Thread(target=self._watchman, name=f"{name}-watch", daemon=True)
        self._watch.start()
        self.broken_off = 0

    async def run(self, work: Callable[[], T], budget: float = 5.0) -> T:
        """What `work()` returns or raises. Once begun it is finished or broken off, even if nobody waits any more."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._do, work, budget)

    def _do(self, work: Callable[[], T], budget: float) -> T:
        job = _Job(budget)
        arrived = False
        self._jobs.add(job)
        try:
            try:
                return work()
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
        with contextlib.suppress(RuntimeError):
            self._pool.shutdown(wait=False, cancel_futures=True)


def _raise_in(thread: int) -> None:
    set_exception: Any = ctypes.pythonapi.PyThreadState_SetAsyncExc
    set_exception(ctypes.c_ulong(thread), ctypes.py_object(OverBudget))
