"""`python -m bench [word]`: measures, and prints one table.

A module `bench/<subject>.py` offers `cases()`, which yields `Case`s. Each is run several times and the best is
shown, because noise only ever adds; the spread beside it says how noisy the machine was. `limit` is what was
promised: a case above it is marked and ends the run with exit code 1.
"""

import importlib
import pkgutil
import sys
import time
from pathlib import Path

from bench.case import Case, measure, shown

HERE = Path(__file__).parent


def all_cases(word: str) -> list[Case]:
    found: list[Case] = []
    for module in pkgutil.iter_modules([str(HERE)]):
        if module.name not in {"__main__", "case"}:
            found += importlib.import_module(f"bench.{module.name}").cases()
    return [case for case in found if word in case.name]


def main() -> int:
    cases = all_cases(" ".join(sys.argv[1:]))
    if not cases:
        print("Nothing has that name.", file=sys.stderr)
        return 2
    started = time.monotonic()
    wide = max(len(case.name) for case in cases)
    print(f"{'':{wide}}  {'best':>9}  {'median':>9}  {'limit':>9}")
    broken = 0
    for case in cases:
        best, median = measure(case)
        over = case.limit is not None and best > case.limit
        broken += over
        limit = "" if case.limit is None else shown(case.limit)
        print(
            f"{case.name:{wide}}  {shown(best):>9}  {shown(median):>9}  {limit:>9}{'  too slow' if over else ''}"
        )
    print(f"{len(cases)} measured in {time.monotonic() - started:.0f} s, {broken} above the limit.")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
