"""Several servers share a database: jobs, who runs, who looks on by which, what was spent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # what is only true while servers run needs no log
    unlogged = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.add_column("turns", sa.Column("lease_until", sa.BigInteger, nullable=True))
    op.create_table(
        "jobs",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("priority", sa.Integer, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("lease_until", sa.BigInteger, nullable=True),
        sa.Column("worker", sa.String(16), nullable=True),
        sa.PrimaryKeyConstraint("table_id", name="pk_jobs"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_jobs_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_jobs_priority_due_at", "jobs", ["priority", "due_at"])
    op.create_table(
        "servers",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("alive_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_servers"),
        prefixes=unlogged,
    )
    op.create_table(
        "sockets",
        sa.Column("server", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("guest", sa.String(32), nullable=True),
        sa.Column("address", sa.String(32), nullable=False),
        sa.Column("came_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("server", "number", name="pk_sockets"),
        prefixes=unlogged,
    )
    op.create_index("ix_sockets_table_id", "sockets", ["table_id"])
    op.create_index("ix_sockets_address", "sockets", ["address"])
    op.create_table(
        "spendings",
        sa.Column("server", sa.String(16), nullable=False),
        sa.Column("bucket", sa.String(16), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("total", sa.Float, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("server", "bucket", "key", name="pk_spendings"),
        prefixes=unlogged,
    )
    op.create_index("ix_spendings_at", "spendings", ["at"])
