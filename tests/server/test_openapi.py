"""Every request that the server describes, with made-up contents: never an error of ours, always what was described."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings

from ecumene.server.settings import Settings
from tests.server.running import Person, Server

pytestmark = [
    pytest.mark.serial,
    pytest.mark.timeout(600),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
EXAMPLES = int(os.environ.get("ECUMENE_EXAMPLES", "8"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("openapi")
    running = Server(Settings(database=str(folder / "x.sqlite3"), rate=False), log=folder / "log")
    running.start()
    yield running
    running.stop()


async def headers(server: Server) -> dict[str, str]:
    person = await Person(server.url, "Schema").come_in()
    await person.table(bots=[None, "random", "random"], visibility="listed")
    cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    made = {"cookie": cookie, "x-csrf-token": person.http.headers["x-csrf-token"]}
    await person.close()
    return made


def test_every_request_with_made_up_contents(server: Server) -> None:
    own = asyncio.run(headers(server))
    schema = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
    count = 0
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]  # not ok: the test fails here
        if operation.path.endswith("/logout") or not operation.path.startswith("/api/"):
            continue
        count += 1

        @hypothesis_settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(operation.as_strategy())
        def attempt(case: Any) -> None:
            answer = case.call(headers=own, timeout=20)
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
