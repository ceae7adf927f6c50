"""Small parts: differences, the workshop, buckets, the push message, the wire's types, backup, migrations."""

from __future__ import annotations

import copy
import gzip
import json
import logging
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecumene.server import backup, logs
from ecumene.server.notices import webpush
from ecumene.server.notices.channels import Text, Undelivered, by_webhook
from ecumene.server.store.engine import Store, database
from ecumene.server.store.schema import metadata
from ecumene.server.store.upgrade import upgrade
from ecumene.server.tables.diff import Change, apply, difference
from ecumene.server.tables.diff import Path as Where
from ecumene.server.tables.workshop import TookTooLong, Workshop
from ecumene.server.web.limits import Bucket
from tests.server.conftest import settings
from tests.server.hosting import hosting
from tests.server.running import ROOT, Person

plain = st.none() | st.booleans() | st.integers(-5, 5) | st.text("ab", max_size=3)
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("abcde"), inner, max_size=5),
    max_leaves=25,
)  # fmt: skip


@given(values, values)
def test_a_difference_leads_from_one_to_the_other(old: Any, new: Any) -> None:
    gone: list[Where] = []
    changes: list[Change] = []
    if json.dumps(old) != json.dumps(new):
        difference(old, new, (), gone, changes)
    made = apply(
        copy.deepcopy(old), [list(path) for path in gone], [[list(path), value] for path, value in changes]
    )
    assert made == new


async def test_work_that_never_ends_is_broken_off() -> None:
    shop = Workshop("test", 1)

    def endless() -> None:
        while True:
            try:  # noqa: SIM105 - it is the point
                time.sleep(0.001)
            except Exception:  # noqa: BLE001 - rules that catch everything do not get away with it
                pass

    for _ in range(3):
        with pytest.raises(TookTooLong):
            await shop.run(endless, 0.2)
        assert await shop.run(lambda: 7) == 7
    assert shop.broken_off == 3
    with pytest.raises(ZeroDivisionError):
        await shop.run(lambda: 1 // 0)
    shop.close()


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(2, 1000)
    assert [bucket.spend() for _ in range(2)] == [0, 0]
    assert bucket.spend() > 0
    time.sleep(0.01)
    assert bucket.spend() == 0


def test_the_push_message_of_the_standard() -> None:
    """RFC 8291, section 5."""
    from cryptography.hazmat.primitives.asymmetric import ec

    secret = ec.derive_private_key(
        int.from_bytes(webpush.un64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    sealed = webpush.sealed(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg", secret, webpush.un64("DGv6ra1nlYgDCS1FRnbzlw"),
    )  # fmt: skip
    assert webpush.url64(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_server_says_who_it_is() -> None:
    vapid = webpush.Vapid(webpush.Vapid.new())
    said = vapid.authorization("https://push.example/abc", "mailto:me@example.org")
    head, claims, _ = said.removeprefix("vapid t=").partition(",")[0].split(".")
    assert json.loads(webpush.un64(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(webpush.un64(claims))["aud"] == "https://push.example"


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9/x", "http://localhost:9/", "http://[::1]:9/", "http://10.0.0.1/"]
)
async def test_webhooks_never_reach_inside(url: str) -> None:
    with pytest.raises(Undelivered, match="open internet"):
        await by_webhook(url, Text("your_turn", "t", "", "", ""))


def test_a_log_for_machines_has_one_line_an_event_and_the_bug_in_it() -> None:
    try:
        raise ZeroDivisionError("a bug")
    except ZeroDivisionError:
        record = logging.LogRecord("ecumene.tables", logging.ERROR, "", 1, "table %s", ("x",), sys.exc_info())
    said = logs.JsonFormatter().format(record)
    assert "\n" not in said
    line = json.loads(said)
    assert (line["level"], line["where"], line["what"]) == ("error", "ecumene.tables", "table x")
    assert line["bug"].endswith("ZeroDivisionError: a bug")


def test_databases_by_name() -> None:
    assert str(database("games.sqlite3")) == "sqlite+aiosqlite:///games.sqlite3"
    assert database("postgres://me@host/games").drivername == "postgresql+asyncpg"
    with pytest.raises(ValueError, match="There are: sqlite, postgresql"):
        database("mysql://host/games")


async def test_the_migrations_make_the_schema(database: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    store = Store(database)
    await upgrade(store)
    await upgrade(store)
    async with store.read() as connection:
        found = await connection.run_sync(lambda c: compare_metadata(MigrationContext.configure(c), metadata))
    await store.close()
    assert found == []


async def test_backup_and_restore(database: str, tmp_path: Path) -> None:
    async with hosting(settings(database, tmp_path)) as (url, _):
        ada = await Person(url, "Ada").come_in()
        table = (await ada.table(bots=[None, "random", "random"]))["id"]
        await ada.answer(table)
        await ada.post(f"/api/tables/{table}/chat", {"key": "key-12345", "text": "hello"})
        while (await ada.sync(table))["view"]["decision"] is None:
            pass
        before = (await ada.sync(table))["view"]
        count = await backup.back_up(database, tmp_path / "all.gz")
    copied = str(tmp_path / "copy.sqlite3")
    assert await backup.restore(copied, tmp_path / "all.gz") == count
    with pytest.raises(backup.BadBackup, match="not empty"):
        await backup.restore(copied, tmp_path / "all.gz")
    whole = (tmp_path / "all.gz").read_bytes()
    (tmp_path / "part.gz").write_bytes(gzip.compress(gzip.decompress(whole)[:-300]))
    with pytest.raises(backup.BadBackup):
        await backup.restore(str(tmp_path / "other.sqlite3"), tmp_path / "part.gz")
    async with hosting(settings(copied, tmp_path)) as (url, _):
        again = Person(url)
        again.http.cookies = ada.http.cookies
        after = (await again.sync(table))["view"]
        assert after["version"] >= before["version"]
        assert (await again.get(f"/api/tables/{table}/chat")).json()[0]["text"] == "hello"


async def test_a_backup_is_of_one_moment(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody comes in and makes a table while it is being written."""
    async with hosting(settings(database, tmp_path)) as (url, _):
        await Person(url, "Ada").come_in()
        late: list[str] = []
        write = backup.written

        async def meanwhile(connection: Any, table: Any, out: Any) -> int:
            rows = await write(connection, table, out)
            if table.name == "users":
                bob = await Person(url, "Bob").come_in()
                late.append((await bob.table())["id"])
            return rows

        monkeypatch.setattr(backup, "written", meanwhile)
        await backup.back_up(database, tmp_path / "all.gz")
    assert len(late) == 1
    copied = str(tmp_path / "copy.sqlite3")
    assert await backup.restore(copied, tmp_path / "all.gz") == 2, "Ada and her session"


def test_the_schema_of_the_wire() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "ECUMENE_TITLES"}
    made = subprocess.run(
        [sys.executable, "tools/wire.py"], cwd=ROOT, capture_output=True, check=True, env=environment
    ).stdout
    definitions = msgspec.json.decode(made)["definitions"]
    for name in ("ServerFrame", "ClientFrame", "SyncFrame", "View", "TableInfo", "Problem"):
        assert name in definitions
    assert "prefixItems" not in made.decode()
