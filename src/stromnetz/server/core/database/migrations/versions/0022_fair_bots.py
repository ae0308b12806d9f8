"""Addresses take turns with bots: from which one a game was started, and which turn a job takes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("started_from", sa.String(32), nullable=True))
    op.create_index("ix_tables_started_from", "tables", ["started_from"])
    op.add_column("jobs", sa.Column("owner", sa.String(32), nullable=False, server_default=""))
    op.add_column("jobs", sa.Column("turn", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("jobs", "turn")
    op.drop_column("jobs", "owner")
    op.drop_index("ix_tables_started_from", "tables")
    op.drop_column("tables", "started_from")
