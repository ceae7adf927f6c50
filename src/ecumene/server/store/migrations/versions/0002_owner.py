# ruff: noqa: INP001 - Alembic runs this file by its path
"""A chair remembers whose it is while somebody else sits there for him."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chairs", sa.Column("owner", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("chairs", "owner")
