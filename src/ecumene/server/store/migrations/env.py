# ruff: noqa: INP001 - Alembic runs this file by its path
"""Alembic starts here. We always hand it a connection (`store/upgrade.py`)."""

from __future__ import annotations

from alembic import context

from ecumene.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
