"""`python -m ecumene.kernel.testing golden FILE...` brings playthroughs up to date; `replay` serves `check_title`."""

from __future__ import annotations

import sys
from pathlib import Path

from ecumene.kernel.testing.golden import write_golden
from ecumene.kernel.testing.promises import traces


def main(arguments: list[str]) -> int:
    match arguments:
        case ["golden", *paths] if paths:
            for path in map(Path, paths):
                sys.stdout.write(f"{'changed' if write_golden(path) else 'unchanged'} {path}\n")
        case ["replay", where]:
            for line in traces(where, sys.stdin.buffer.read()):
                sys.stdout.write(f"{line}\n")
        case _:
            sys.stderr.write(f"{__doc__}\n")
            return 2
    return 0


sys.exit(main(sys.argv[1:]))
