"""`ecumene bench`: measure, in a checkout of the source."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from ecumene.cli.mistakes import Mistake

ROOT = Path(__file__).parents[3]


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    made = subparsers.add_parser("bench", help="measure how fast it is on this machine")
    made.add_argument("words", nargs="*", metavar="word", help="only what has this in its name")
    made.add_argument("--keep", action="store_true", help="write the table to bench/results")
    made.set_defaults(run=run)


def run(told: argparse.Namespace) -> int:
    if not (ROOT / "bench" / "__main__.py").is_file():
        raise Mistake(
            "the measurements are in the source, not in the installed package. Run this in a checkout."
        )
    command = [sys.executable, "-m", "bench", *told.words, *(["--keep"] if told.keep else [])]
    path = os.pathsep.join(filter(None, [str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, check=False).returncode  # noqa: S603
