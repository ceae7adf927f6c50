"""Forty kills under play (see `tests.server.crash`): the server on each database, and PostgreSQL itself."""

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
    check(await crash.kill_the_server(str(tmp_path / "crash.sqlite3"), 12, tmp_path / "log"))


async def test_the_server_is_killed_on_postgres(postgres_cluster: Postgres, tmp_path: Path) -> None:
    check(await crash.kill_the_server(postgres_cluster.fresh(), 8, tmp_path / "log"))


async def test_postgres_is_killed(postgres_cluster: Postgres, tmp_path: Path) -> None:
    check(await crash.kill_postgres(postgres_cluster, postgres_cluster.fresh(), 20, tmp_path / "log"))
