"""The browser's types are those of the server's Structs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import node  # noqa: E402


@pytest.mark.skipif(
    not (ROOT / "web/node_modules/json-schema-to-typescript").is_dir(), reason="the client is not set up"
)
def test_types_are_up_to_date() -> None:
    import shutil

    runner = shutil.which("node")
    if not node.on_machine() or runner is None:
        pytest.skip("no Node on this machine")
    # In a process of its own: here other tests may have put titles of theirs beside the real ones.
    plain = {name: value for name, value in os.environ.items() if name != "ECUMENE_TITLES"}
    schema = subprocess.run(
        [sys.executable, "tools/wire.py"], cwd=ROOT, env=plain, capture_output=True, text=True, check=True
    ).stdout
    told = subprocess.run(
        [runner, "web/types.mjs", "--check"],
        cwd=ROOT,
        input=schema,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
