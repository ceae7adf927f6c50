"""One thing to measure, and how."""

import gc
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

REPEATS = 7  # at least
LONG_ENOUGH = 0.002  # seconds: shorter runs measure the clock, longer ones what else the machine does
FOR = 0.4  # seconds: quick cases are repeated for so long, to meet a quiet moment


class Case(NamedTuple):
    name: str
    run: Callable[[], object]
    limit: float | None = None  # seconds for one run, as promised
    per: int = 1  # how many of what is measured one run holds


def measure(case: Case) -> tuple[float, float]:
    """Seconds for one: the best and the median of several rounds."""
    loops = 1
    while (took := once(case, loops)) < LONG_ENOUGH:
        loops = max(loops * 2, int(loops * LONG_ENOUGH / max(took, 1e-9)))
    rounds: list[float] = []
    begun = time.perf_counter()
    while len(rounds) < REPEATS or time.perf_counter() - begun < FOR:
        rounds.append(once(case, loops) / (loops * case.per))
    return min(rounds), statistics.median(rounds)


def once(case: Case, loops: int) -> float:
    run = case.run
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        for _ in range(loops):
            run()
        return time.perf_counter() - start
    finally:
        gc.enable()


def shown(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
