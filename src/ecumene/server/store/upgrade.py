"""Bring a database to the present schema (Alembic, from within the package)."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from ecumene.server.store.engine import Store

_LOCK = 5_027_119  # any number: PostgreSQL's lock that lets one worker upgrade while the others wait


def config() -> Config:
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    made.set_main_option("path_separator", "os")
    return made


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"select pg_advisory_xact_lock({_LOCK})"))
    made = config()
    made.attributes["connection"] = connection
    command.upgrade(made, "head")


async def upgrade(store: Store) -> None:
    """To the newest schema, in one transaction."""
    async with store.write() as connection:
        await connection.run_sync(_upgrade)
