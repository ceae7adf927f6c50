"""The browser's types are those of the server's Structs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import node  # noqa: E402
import wire  # noqa: E402


@pytest.mark.skipif(
    not (ROOT / "web/node_modules/json-schema-to-typescript").is_dir(), reason="the client is not set up"
)
def test_types_are_up_to_date() -> None:
    import shutil

    runner = shutil.which("node")
    if not node.on_machine() or runner is None:
        pytest.skip("no Node on this machine")
    told = subprocess.run(
        [runner, "web/types.mjs", "--check"],
        cwd=ROOT, input=json.dumps(wire.schema()), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
