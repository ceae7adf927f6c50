"""Every request that the server describes, with made-up contents: never an error of ours, always what was described."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, strategies
from hypothesis import settings as hypothesis_settings
from schemathesis.specs.openapi.checks import response_schema_conformance

from ecumene.server.settings import Settings
from tests.server.running import Person, Server

pytestmark = [
    pytest.mark.serial,
    pytest.mark.timeout(600),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
EXAMPLES = int(os.environ.get("ECUMENE_EXAMPLES", "8"))


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[Server]:
    running = Server(Settings(database=database, rate=False), log=tmp_path / "log")
    running.start()
    yield running
    running.stop()


async def someone(server: Server) -> tuple[dict[str, str], dict[str, Any]]:
    """The headers of somebody with a running table, an open one and a sandbox, and what these are called."""
    person = Person(server.url, "Schema")
    try:
        await person.come_in()
        table = (await person.table(bots=[None, "random", "random"], visibility="listed"))["id"]
        await person.table(visibility="listed")
        box = (await person.post(f"/api/tables/{table}/sandboxes", {})).json()["id"]
        there = {"table_id": table, "box_id": box, "seat": 1, "n": 1, "key": "bazaar"}
        cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
        return {"cookie": cookie, "x-csrf-token": person.http.headers["x-csrf-token"]}, there
    finally:
        await person.close()


def test_every_request_with_made_up_contents(server: Server) -> None:
    session, there = asyncio.run(someone(server))
    schema = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
    count = 0
    done: set[str] = set()
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]  # not ok: the test fails here
        if not operation.path.startswith("/api/"):
            continue
        count += 1

        @hypothesis_settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(operation.as_strategy(), strategies.integers(0, 3))
        def attempt(case: Any, chance: int) -> None:
            if chance:  # else nearly all of it would end at a table that does not exist
                case.path_parameters = {
                    name: there.get(name, value) for name, value in (case.path_parameters or {}).items()
                }
            # Whoever signs in gets another session: not with the one that all other requests need.
            own = {} if case.path.startswith("/api/session") else session
            answer = case.call(headers=own, timeout=20)
            if answer.status_code < 300:
                done.add(case.operation.label)
                case.validate_response(answer, checks=[response_schema_conformance])
            assert answer.status_code < 500 or answer.status_code == 503, (
                case.path,
                answer.status_code,
                answer.text,
            )
            if answer.status_code >= 400:
                problem = answer.json()
                assert problem["status"] == answer.status_code, (case.path, problem)

        attempt()
    assert count > 40
    assert len(done) > 20, f"too few that were ever accepted: {sorted(done)}"
