"""One thing to measure, and how."""

import gc
import statistics
import time
from collections.abc import Callable, Generator, Iterator
from typing import NamedTuple

REPEATS = 7  # at least
LONG_ENOUGH = 0.002  # seconds: shorter runs measure the clock, longer ones what else the machine does
FOR = 0.4  # seconds: quick cases are repeated for so long, to meet a quiet moment
PLAYED = 12  # how often a game is played again


class Case(NamedTuple):
    """`run` is one round. One that yields is a game that is the same each time, and each lap is measured by itself:
    what came before a yielded True; before a False things were only made ready.
    """

    name: str
    run: Callable[[], object] | Callable[[], Iterator[bool]]
    limit: float | tuple[str, float] | None = (
        None  # seconds for one, as promised; or so many times another case
    )
    per: int = 1  # how many of what is measured one round holds; of laps, each is one


class Took(NamedTuple):
    """Seconds for one: at best, and in the median of the rounds."""

    best: float
    median: float


def measure(case: Case) -> Took:
    first = case.run()
    if isinstance(first, Generator):
        first.close()
        return over_laps([list(laps(case)) for _ in range(PLAYED)])
    loops = 1
    while (took := once(case, loops)) < LONG_ENOUGH:
        loops = max(loops * 2, int(loops * LONG_ENOUGH / max(took, 1e-9)))
    rounds: list[float] = []
    begun = time.perf_counter()
    while len(rounds) < REPEATS or time.perf_counter() - begun < FOR:
        rounds.append(once(case, loops) / (loops * case.per))
    return Took(min(rounds), statistics.median(rounds))


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


def laps(case: Case) -> Iterator[float]:
    """The seconds of each lap of one round."""
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        for counted in case.run():  # type: ignore[attr-defined]  # it yields: `measure` has seen it
            now = time.perf_counter()
            if counted:
                yield now - start
            start = time.perf_counter()
    finally:
        gc.enable()


def over_laps(rounds: list[list[float]]) -> Took:
    """A game takes longer than the machine is quiet. So the best is made up of each lap's best."""
    number = len(rounds[0])
    best = sum(min(lap) for lap in zip(*rounds, strict=True))
    return Took(best / number, statistics.median(sum(one) for one in rounds) / number)


def shown(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
