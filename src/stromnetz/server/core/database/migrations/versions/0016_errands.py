"""What somebody asked for and takes a while, done by any server: reviews, tournaments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "errands",
        sa.Column("id", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=True),
        sa.Column("question_json", sa.Text, nullable=False),
        sa.Column("answer_json", sa.Text, nullable=True),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
        sa.Column("lease_until", sa.BigInteger, nullable=True),
        sa.Column("worker", sa.String(16), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_errands"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_errands_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_errands_state_asked_at", "errands", ["state", "asked_at"])
    op.create_index("ix_errands_subject", "errands", ["subject"])
    op.create_index("ix_errands_table_id", "errands", ["table_id"])
