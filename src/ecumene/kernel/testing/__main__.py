"""Brings files of truth up to date: `python -m ecumene.kernel.testing golden FILE...`, `… counts FILE...`.

`… replay` serves `check_title`: it plays records again in another process.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ecumene.kernel.testing.counting import counted
from ecumene.kernel.testing.golden import write_golden
from ecumene.kernel.testing.promises import traces


def main(arguments: list[str]) -> int:
    match arguments:
        case ["golden", *paths] if paths:
            for path in map(Path, paths):
                sys.stdout.write(f"{'changed' if write_golden(path) else 'unchanged'} {path}\n")
        case ["counts", *paths] if paths:
            for path in map(Path, paths):
                path.write_text(counted(path.read_text(encoding="utf-8")), encoding="utf-8")
        case ["replay", where]:
            for line in traces(where, sys.stdin.buffer.read()):
                sys.stdout.write(f"{line}\n")
        case _:
            sys.stderr.write(f"{__doc__}\n")
            return 2
    return 0


sys.exit(main(sys.argv[1:]))
