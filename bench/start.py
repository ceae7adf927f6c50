"""How long one waits before anything happens."""

import subprocess
import sys
from collections.abc import Iterator

from bench.case import Case


def python(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def cases() -> Iterator[Case]:
    yield Case("start: python alone", lambda: python(""))
    yield Case("start: import ecumene, python included", lambda: python("import ecumene"), 0.08)
    yield Case("start: import ecumene.kernel, python included", lambda: python("import ecumene.kernel"))
    yield Case(
        "start: ecumene --help, python included", lambda: python("from ecumene.cli import main; main([])")
    )
