"""A short run of `tests.server.crash`; the long one (at least 40 kills) is `python -m tests.server.crash`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server import crash
from tests.server.conftest import Postgres

pytestmark = [pytest.mark.serial, pytest.mark.timeout(600)]


def check(told: dict[str, int]) -> None:
    assert told["lost"] == 0
    assert told["unreadable"] == 0
    assert told["clients that differ"] == 0
    assert told["answers"] > 0


async def test_the_server_is_killed_on_sqlite(tmp_path: Path) -> None:
    check(await crash.kill_the_server(str(tmp_path / "crash.sqlite3"), 3, tmp_path / "log"))


async def test_the_server_is_killed_on_postgres(postgres_cluster: Postgres, tmp_path: Path) -> None:
    check(await crash.kill_the_server(postgres_cluster.fresh(), 1, tmp_path / "log"))


async def test_postgres_is_killed(postgres_cluster: Postgres, tmp_path: Path) -> None:
    check(await crash.kill_postgres(postgres_cluster, postgres_cluster.fresh(), 2, tmp_path / "log"))
