"""`python -m bench [word] [--keep]`: measures, and prints one table.

A module `bench/<subject>.py` offers `cases()`, which yields `Case`s. Each is run several times and the best is
shown, because noise only ever adds; the spread beside it says how noisy the machine was. `limit` is what was
promised, in seconds or as a multiple of another case: a case above it is marked and ends the run with exit
code 1. `--keep` writes the table to bench/results.
"""

import importlib
import os
import pkgutil
import platform
import sys
import time
from pathlib import Path

from bench.case import Case, measure, once, shown

HERE = Path(__file__).parent
RESULTS = HERE / "results"
REFERENCE = Case("the same work", lambda: sum(n * n % 7 for n in range(20_000)))


def all_cases() -> list[Case]:
    found: list[Case] = []
    for module in pkgutil.iter_modules([str(HERE)]):
        if module.name not in {"__main__", "case"}:
            found += importlib.import_module(f"bench.{module.name}").cases()
    return found


def limit_of(case: Case, bests: dict[str, float]) -> float | None:
    """The limit in seconds. One that hangs on another case holds only where that one was measured too."""
    if not isinstance(case.limit, tuple):
        return case.limit
    other, times = case.limit
    return bests[other] * times if other in bests else None


def main() -> int:
    words = [word for word in sys.argv[1:] if word != "--keep"]
    known = all_cases()
    cases = [case for case in known if " ".join(words) in case.name]
    if not cases:
        subjects = sorted({case.name.partition(":")[0] for case in known})
        print(f"Nothing has that in its name. The names begin with: {', '.join(subjects)}.", file=sys.stderr)
        return 2
    started = time.monotonic()
    wide = max(len(case.name) for case in cases)
    table = [f"{'':{wide}}  {'best':>9}  {'median':>9}  {'limit':>9}  {'of it':>5}"]
    print(table[0])
    broken = 0
    noise = [once(REFERENCE, 1)]
    bests: dict[str, float] = {}
    for case in cases:
        best, median = measure(case)
        noise.append(once(REFERENCE, 1))
        bests[case.name] = best
        promised = limit_of(case, bests)
        over = promised is not None and best > promised
        broken += over
        limit = "" if promised is None else shown(promised)
        part = "" if promised is None else f"{best / promised:.0%}"
        line = f"{case.name:{wide}}  {shown(best):>9}  {shown(median):>9}  {limit:>9}  {part:>5}"
        table.append(f"{line}  too slow" if over else line)
        print(table[-1])
    noisy = max(noise) / min(noise) - 1
    table += [
        f"{len(cases)} measured in {time.monotonic() - started:.0f} s, {broken} above the limit.",
        f"Noise: the same work, done between the others, took up to {noisy:.0%} longer than at best.",
        f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores",
    ]
    print("\n".join(table[-3:]))
    if "--keep" in sys.argv:
        RESULTS.mkdir(exist_ok=True)
        path = RESULTS / f"{'_'.join(words) or 'all'}.txt"
        path.write_text("\n".join(table) + "\n", encoding="utf-8")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
